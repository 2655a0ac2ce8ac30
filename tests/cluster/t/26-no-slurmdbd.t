#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# A cluster without accounting: jobs are routed, tenants are told by the account
# that a job names, nothing is said about QOS.  And scrontab, whose jobs declare
# nothing.
# cluster: own
# with: COMMROUTE_DBD=0
# with: COMMROUTE_EXTRA_CONF=ScronParameters=enable
# limit: 150
. "$(dirname "$0")/../lib.sh"
wait_view

of_record() { job_json "$1" .admin_comment | jq -r "$2"; }
held() { submit "$1" --hold "${@:2}" --wrap true; }

# --- tenants: by account only ------------------------------------------------------
job=$(held alice --comm-profile=moe -N 2 --gpus-per-node=4)
is "$(job_field "$job" Partition) $(of_record "$job" .verdict)" "p5en leave" \
	"a job that names no account is no tenant's: here those are left alone"
job=$(held alice -A nlp --comm-profile=moe -N 4 --gpus-per-node=4)
is "$(job_field "$job" Partition) $(job_field "$job" SegmentSize)" "ultra $(seg 4)" "one that does is routed"
is "$(of_record "$job" '"\(.tenant) \(.qos)"')" "nlp null" "as the tenant's, and no QOS is set"
job=$(held alice -A nlp --comm-profile=allreduce,borrow -N 8 --gpus-per-node=8)
is "$(job_field "$job" Partition)" p5en "no limit of a QOS is judged"

# --- a policy without tenants ----------------------------------------------------------
before=$(grep -c 'policy .* in force' "$log/slurmctld.log")
sed '/^# Each tenant/,$d' "$conf/commroute.yaml" >"$conf/commroute.yaml.new"
mv -f "$conf/commroute.yaml.new" "$conf/commroute.yaml"
in_force() { (($(grep -c 'policy .* in force' "$log/slurmctld.log") > before)); }
ok "a policy without tenants is in force" poll 10 in_force
job=$(held carol --comm-profile=moe -N 4 --gpus-per-node=4)
is "$(job_field "$job" Partition) $(job_field "$job" SegmentSize)" "ultra $(seg 4)" "everybody's jobs are routed"
fails "a misspelt profile is refused" CR-103 as alice sbatch -o /dev/null --comm-profile=moee -N 1 --wrap true
fails "more nodes than there are" CR-301 as alice sbatch -o /dev/null --comm-profile=moe -N 9 --wrap true
job=$(held alice --comm-profile=allreduce -N 2 --gpus-per-node=8)
ok "an update is judged" as alice scontrol update jobid="$job" numnodes=4
is "$(job_field "$job" Switches)" "2@00:05:00" "and what is open follows"
fails "or refused" CR-301 as alice scontrol update jobid="$job" numnodes=9
job=$(submit alice --comm-profile=moe -N 2 --gpus-per-node=4 --wrap 'echo $COMMROUTE_PROFILE')
ok "jobs run" wait_job "$job" COMPLETED 40
is "$(job_output "$job")" moe "and see their profile"

# --- scrontab -----------------------------------------------------------------------------
printf '#SCRON --comm-profile=moe\n0 0 1 1 * true\n' >"$tap_dir/cron"
fails "scrontab knows no option of ours" "Invalid option" as alice scrontab "$tap_dir/cron"
printf '#SCRON --nodes=2\n0 0 1 1 * true\n' >"$tap_dir/cron"
ok "scrontab" as alice env COMMROUTE_PROFILE=moe scrontab "$tap_dir/cron"
job=$(squeue -h -u alice --format '%A %j' | awk '$2 == "true" { print $1; exit }')
is "$(job_field "$job" Partition)" p5en "its jobs are undeclared, whatever its environment says"
ok "scrontab -r" as alice scrontab -r
is "$(grep -c 'error: commroute' "$log/slurmctld.log")" 0 "the log has no error of ours"
done_testing
