#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# What may go wrong around slurmctld while jobs are submitted: the policy changes,
# slurmdbd goes, a QOS, a partition goes.  No submission is lost, none is routed
# against the policy in force, slurmctld stays up and ends cleanly.
# cluster: own
# limit: 300
# with: COMMROUTE_EXTRA_CONF=MaxJobCount=20000
# with: COMMROUTE_DEBUG=info
. "$(dirname "$0")/../lib.sh"
wait_view

policy=$conf/commroute.yaml
cp "$policy" "$tap_dir/good.yaml"
flood() { as "$1" "$(type -P flood)" "${@:2}" 2>/dev/null; }
pid=$(pgrep -x slurmctld)
put() { install -m 644 "$1" "$policy.new" && mv -f "$policy.new" "$policy"; }

# The other policy sends what the first sends to ultra to p5en, and the reverse.
sed 's/topology_type: block, segment: {choose: largest, otherwise: warn}/topology_type: TREE/
s/topology_type: tree, switches: fewest@10m/topology_type: block/
s/TREE/tree/
s/partition: ultra/partition: P5EN/; s/partition: p5en, switches: fewest@10m/partition: ultra/
s/P5EN/p5en/' "$tap_dir/good.yaml" >"$tap_dir/other.yaml"
printf 'version: 1\nmode: nonsense\n' >"$tap_dir/bad.yaml"

put_in_force() { put_policy "$tap_dir/$1.yaml"; } # good|other
ok "the other policy is in force" put_in_force other
put_in_force good

# --- the policy, swapped 500 times during 5,000 submissions from 8 clients ---------------------
users=(alice bob carol alice bob carol alice bob)
ok "(carol has an account today)" sacctmgr --immediate add user carol account=vision
options=(moe allreduce moee) # one of three is refused, whatever the policy
clients=()
for i in {0..7}; do
	flood "${users[i]}" -n 625 "${options[@]}" >"$tap_dir/flood.$i" &
	clients+=($!)
done
# Quick changes, and now and then one that stays until it is in force.
swap() {
	local files=("$tap_dir"/{good,other,bad}.yaml) turns=(good other) i
	for ((i = 0; i < 500; i++)); do
		put "${files[i % 3]}"
		sleep 0.005
		((i % 25 == 24)) && put_in_force "${turns[i / 25 % 2]}"
	done
}
swap &
swapper=$!
start=$SECONDS
wait "${clients[@]}"
took=$((SECONDS - start))
wait "$swapper"
# However fast the clients were: each of the two has judged some.
for file in other good; do
	put_in_force "$file"
	flood alice -n 30 "${options[@]}" >"$tap_dir/flood.$file"
done
cat "$tap_dir"/flood.* >"$tap_dir/all"
diag "5,000 submissions took $took s"
ok "all of them within 2 minutes" test "$took" -lt $((120 * patience))
is "$(wc -l <"$tap_dir/all")" 5060 "every submission has an answer"
is "$(grep -c '^- moee ' "$tap_dir/all")" "$(grep -c 'moee' "$tap_dir/all")" "all misspelt ones are refused"
is "$(grep '^- ' "$tap_dir/all" | grep -vc moee)" 0 "and no other"
is "$(pgrep -x slurmctld)" "$pid" "slurmctld is the same process"
swaps=$(ctld_log | grep -c 'policy .* in force')
ok "the policy changed many times ($swaps)" test "$swaps" -gt 10

# Each job went where the policy that its record names sends it.
good=$(ctld_log | sed -n '1,$s/.*policy .* in force.*hash //p' | sort -u | wc -l)
is "$good" 2 "two policies were in force by turns"
scontrol --oneliner show job | grep 'JobName=flood ' >"$tap_dir/jobs"
wrong=$(awk '{ line = $0
	match(line, / Partition=[^ ]*/); part = substr(line, RSTART + 11, RLENGTH - 11)
	match(line, /"profile":"[a-z]*"/); profile = substr(line, RSTART + 11, RLENGTH - 12)
	match(line, /"policy":"[0-9a-f]*"/); hash = substr(line, RSTART + 10, RLENGTH - 11)
	key = hash " " profile
	if (key in seen && seen[key] != part) wrong++
	seen[key] = part; jobs++ }
	END { for (k in seen) n++; print wrong + 0, n, jobs }' "$tap_dir/jobs")
is "${wrong% *}" "0 4" "of each policy, all jobs of a profile went to one partition"
diag "judged: ${wrong##* } jobs"
for user in alice bob carol; do scancel --name flood --user "$user"; done
poll 60 eval '[[ -z $(squeue -h --name flood) ]]'

# --- slurmdbd killed and back ------------------------------------------------------------------------
poll 10 eval '(($(submit alice --hold --comm-profile=moe -N2 --gpus-per-node=4 --wrap true) > 0))'
kill -9 "$(<"$run/slurmdbd.pid")"
flood alice -n 60 moe allreduce >"$tap_dir/nodbd"
is "$(grep -c '^[0-9]' "$tap_dir/nodbd")" 60 "without slurmdbd jobs are taken"
job=$(awk '$2 == "moe" { print $1; exit }' "$tap_dir/nodbd")
is "$(job_field "$job" Partition) $(job_field "$job" QOS)" "ultra nlp" "and routed by what slurmctld knows"
cluster restart slurmdbd >/dev/null 2>&1
flood bob -n 20 moe allreduce >"$tap_dir/dbd"
is "$(grep -c '^[0-9]' "$tap_dir/dbd")" 20 "with it again, too"

# --- a QOS deleted while it is used, an account, a partition --------------------------------------------
held() { submit "$1" --hold "${@:2}" --wrap true; }
sacctmgr -i delete qos spare >/dev/null 2>&1
is "$(job_field "$(held alice --comm-profile=allreduce,borrow -N2 --gpus-per-node=8)" QOS)" nlp \
	"the QOS to borrow is gone: the own one"
fails "more than that holds is refused" "CR-4" \
	as alice sbatch -o /dev/null --comm-profile=allreduce,borrow -N8 --gpus-per-node=8 --wrap true
fails "an account that does not exist" "CR-20|Invalid account" \
	as alice sbatch -o /dev/null -A nosuch --comm-profile=moe -N2 --wrap true
cancel_all_jobs
poll 30 is_clean
ok "the partition that the policy names is deleted" scontrol delete partition=ultra
fails "its user, who never named it, is told at once" "CR-30[45]: " \
	as alice sbatch -o /dev/null --comm-profile=moe -N2 --wrap true
fails "with salloc too" "CR-30[45]: " as alice salloc --comm-profile=moe -N2 true
sed '/^PartitionName=ultra/d' "$conf/slurm.conf" >"$tap_dir/slurm.conf"
cp "$conf/slurm.conf" "$tap_dir/slurm.before"
cat "$tap_dir/slurm.conf" >"$conf/slurm.conf"
ok "the partition that the policy names is removed" cluster reconfigure
fails "its profile is refused" "CR-305.*moe" as alice sbatch -o /dev/null --comm-profile=moe -N2 --wrap true
is "$(job_field "$(held bob --comm-profile=allreduce -N2 --gpus-per-node=8)" Partition)" p5en "the others go on"
cat "$tap_dir/slurm.before" >"$conf/slurm.conf"
cancel_all_jobs
ok "it comes back" cluster reconfigure
is "$(job_field "$(held alice --comm-profile=moe -N2 --gpus-per-node=4)" Partition)" ultra "and its profile too"

# --- huge values ------------------------------------------------------------------------------------------
carrier=_SLURM_SPANK_OPTION_commroute_comm_profile
head -c 100000 /dev/zero | tr '\0' a >"$tap_dir/long"
fails "a value of 100 KB" CR-101 as alice "$(type -P forge)" -s "$carrier=$(<"$tap_dir/long")" -N 2
fails "500 of them" CR-101 as alice "$(type -P forge)" -s "$carrier=$(<"$tap_dir/long")" -r 500 -N 2

# --- the first second ------------------------------------------------------------------------------------------
cancel_all_jobs
cluster stop slurmctld >/dev/null 2>&1
flood alice -n 20 moe >"$tap_dir/early" &
early=$!
ok "(clients wait for slurmctld)" poll 10 pgrep -x flood
cluster start slurmctld >/dev/null 2>&1
wait "$early"
is "$(grep -c '^[0-9]' "$tap_dir/early")" 20 "jobs that wait for slurmctld to start are taken"
is "$(while read -r job _; do job_field "$job" Partition; done <"$tap_dir/early" | sort | uniq -c | xargs)" \
	"20 ultra" "and routed from the first on"

# --- the end -------------------------------------------------------------------------------------------------
cancel_all_jobs
poll 30 is_clean
flood alice -n 200 moe allreduce >"$tap_dir/last" &
ok "(jobs come in)" poll 10 test -s "$tap_dir/last"
ok "slurmctld ends cleanly while jobs come in" cluster stop slurmctld
ok "and starts again" cluster start slurmctld
wait
is "$(grep -ciE 'segfault|assert|double free|corrupt' "$log/slurmctld.log")" 0 "its log has nothing bad"
done_testing
