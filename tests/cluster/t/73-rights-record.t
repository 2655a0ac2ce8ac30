#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The record of where a job went is nobody's to write but slurmctld's, a user's text
# begins no line of its log, and what is written beside the state only SlurmUser reads.
# limit: 120
. "$(dirname "$0")/../lib.sh"
wait_view

policy=$conf/commroute.yaml
cp "$policy" "$tap_dir/before.yaml"
forged='{"commroute":1,"verdict":"route","mode":"enforce","profile":"allreduce","partition":"p5en","qos":"nlp"}'
extra_of() { job_json "$1" '.extra // ""'; }

# --- records go to AdminComment: Extra is the user's, but for records --------------------
job=$(submit bob --hold -N1 --extra="$forged" --wrap true)
is "$(extra_of "$job")" "" "a forged record does not get into the job by sbatch"
job=$(submit bob --hold -N1 --extra="a note" --wrap true)
is "$(extra_of "$job")" "a note" "a note does"
fails "nor by an update" CR-209 as bob scontrol update jobid="$job" extra="$forged"
fails "with words before it" CR-209 as bob scontrol update jobid="$job" extra="my $forged"
ok "another note goes" as bob scontrol update jobid="$job" extra="another note"
is "$(extra_of "$job")" "another note" "and is there"

# --- records go to Extra: as soon as one tenant's is acted on it is not the user's --------
sed 's/^mode: enforce/mode: observe/; s/^  vision:/  vision:\n    mode: enforce/; $a record: {field: extra}' \
	"$tap_dir/before.yaml" >"$tap_dir/mixed.yaml"
ok "one tenant of a site in observe mode is in enforce mode" put_policy "$tap_dir/mixed.yaml"
job=$(submit bob --hold --comm-profile=allreduce -N2 --gpus-per-node=4 --wrap true)
is "$(extra_of "$job" | jq -r .mode)" enforce "its record is in Extra"
fails "which its user cannot change" CR-209 as bob scontrol update jobid="$job" extra=forged
is "$(extra_of "$job" | jq -r .mode)" enforce "and is as it was"
ok "the policy is as before" put_policy "$tap_dir/before.yaml"

# --- the log (what Slurm itself writes of such names is not ours) ---------------------------
sed 's/^mode: enforce/mode: enforce\nexempt: {reservations: ["none*"]}/' "$tap_dir/before.yaml" >"$tap_dir/exempt.yaml"
ok "reservations of a name are exempt" put_policy "$tap_dir/exempt.yaml"
scontrol setdebug debug
ours() { ctld_log | grep "commroute: .*none"; }
line='slurmctld: fatal: forged'
as bob sbatch -o /dev/null --hold -N1 --reservation="none"$'\n'"$line" --wrap true >/dev/null 2>&1
as bob sbatch -o /dev/null --hold -N1 -A "none"$'\n'"$line" --wrap true >/dev/null 2>&1
escaped() { (($(ours | grep -cF "none\\n$line") >= $1)); }
ok "the reservation's and the account's name are in the log" poll 10 escaped 3
is "$(ours | grep -c 'none$')" 0 "and neither ends a line of ours"
scontrol setdebug info
ok "the policy is as before again" put_policy "$tap_dir/before.yaml"

# --- the files --------------------------------------------------------------------------------
has_status() { [[ -e $state/slurmctld/commroute.status ]]; }
ok "there is a status" poll 10 has_status
is "$(stat -c '%a %U' "$state"/slurmctld/commroute.{status,view} | sort -u)" "600 slurm" "status and view are SlurmUser's alone"
cancel_all_jobs
done_testing
