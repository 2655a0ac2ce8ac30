#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# A federation of two clusters on one slurmdbd: a sibling passes jobs on as root, and
# is judged as the user; what the first cluster chose is chosen anew at the second,
# whose block partition has another name.
# cluster: own
# limit: 180
. "$(dirname "$0")/../lib.sh"
wait_view

second=/etc/slurm-second
second_log=$log/second.log
at_second() { SLURM_CONF=$second/slurm.conf "$@"; }
second_job() { at_second scontrol --local --oneliner show job "$1" 2>/dev/null | sed -n "1s/.*\b$2=\([^ ]*\).*/\1/p"; }

# The second cluster's nodes never register: jobs wait there, which is all we look at.
write_second() {
	mkdir -p "$second"
	cp "$conf"/{gres.conf,cgroup.conf,plugstack.conf} "$second"
	cp "$conf"/topology.* "$second"
	sed -e 's/^ClusterName=.*/ClusterName=second/' -e "s|^StateSaveLocation=.*|StateSaveLocation=$state/second|" \
		-e "s|^SlurmctldLogFile=.*|SlurmctldLogFile=$second_log|" \
		-e 's|^SlurmctldPidFile=.*|SlurmctldPidFile=/run/slurm/second.pid|' \
		-e 's/^PartitionName=ultra/PartitionName=rack/' -e 's/Port=17/Port=19/' \
		"$conf/slurm.conf" >"$second/slurm.conf"
	echo SlurmctldPort=6827 >>"$second/slurm.conf"
	sed 's/partition: ultra/partition: rack/; s/^  ultra:/  dev: {admit: {tenants: [nlp]}}\n  rack:/' "$tap_dir/strict.yaml" \
		>"$second/commroute.yaml"
	install -d -o slurm -g slurm "$state/second"
}

site_policy >"$tap_dir/strict.yaml" <<'YAML'
version: 1
mode: enforce
profiles:
  moe: {pattern: alltoall, intensity: extreme, routes: [{topology_type: block, segment: {choose: largest, otherwise: warn}}]}
  allreduce: {pattern: allreduce, intensity: high, routes: [{topology_type: tree}]}
partitions:
  ultra:
    admit: {min_intensity: high, min_nodes: 2}
tenant_defaults:
  qos: {own: "{tenant}", borrow: spare}
tenants:
  nlp: {accounts: [nlp], topology_types: [block, tree], borrow: {consent: job}}
  vision: {accounts: [vision], topology_types: [tree], borrow: {consent: never}}
other_accounts: refuse
YAML
ok "the first cluster's policy is in force" put_policy "$tap_dir/strict.yaml"

write_second
at_second setsid -f setpriv --reuid slurm --regid slurm --init-groups slurmctld -D </dev/null >"$tap_dir/second.out" 2>&1
stop_second() { [[ ! -s /run/slurm/second.pid ]] || kill "$(</run/slurm/second.pid)" 2>/dev/null; }
ok "the second slurmctld answers" poll 30 at_second scontrol --quiet ping
knows() { grep -q 'commroute: the cluster is known' "$second_log"; }
ok "its plugin knows the cluster" poll 60 knows
for user in alice:nlp bob:vision; do
	sacctmgr --immediate add account "${user#*:}" cluster=second qos="${user#*:},spare" \
		defaultqos="${user#*:}" >/dev/null
	sacctmgr --immediate add user "${user%:*}" account="${user#*:}" cluster=second >/dev/null
done
ok "they form a federation" sacctmgr --immediate add federation both clusters=commroute,second
connected() { scontrol show federation | grep -q 'second:.*Recv:Yes/Yes Synced:Yes'; }
poll 60 connected || bail_out "no federation: $(scontrol show federation)"

# later USER SBATCH-OPTION...: a job that waits at both, so that both have it.
later() { submit "$1" --begin=now+1hour "${@:2}" --wrap true; }
is_at_second() { [[ -n $(second_job "$1" JobState) ]]; }

# --- as its user wrote it -----------------------------------------------------------
job=$(later alice --comm-profile=moe -N 4 --gpus-per-node=4)
is "$(job_field "$job" Partition)" ultra "the first cluster routes it"
ok "the second one has it too" poll 30 is_at_second "$job"
is "$(second_job "$job" Partition)" rack "and routes it by its own policy"
like "$(at_second scontrol --local show job "$job" --json | jq -r '.jobs[0].admin_comment')" '"tenant":"nlp".*"partition":"rack"' \
	"its record says so"

# --- as the first cluster has it: released later --------------------------------------
job=$(later alice --hold --comm-profile=moe -N 4 --gpus-per-node=4)
is "$(job_field "$job" Partition)" ultra "a held job is routed at the first"
fails "and not yet at the second" . at_second scontrol --local --oneliner show job "$job"
as alice scontrol release "$job"
ok "once released it comes there" poll 30 is_at_second "$job"
is "$(second_job "$job" Partition)" rack "its partition was no choice of the user's"
like "$(second_job "$job" QOS)" '^nlp' "nor its QOS"

# --- the policy binds there ----------------------------------------------------------------
refusals() { grep -c 'commroute: .*account=vision .*verdict=refuse .*code=CR-206' "$second_log"; }
has_refused_again() { (($(refusals) > before)); }
fails "the first cluster refuses what is closed there" CR-204 as bob sbatch -o /dev/null -p ultra -N2 --wrap true
job=$(later bob -p p5en -N 2)
ok "what is open at both is at both" poll 30 is_at_second "$job"
before=$(refusals)
job=$(later bob -p dev -N 2)
is "$(job_field "$job" Partition)" dev "what the second alone closes is accepted by the first"
ok "and refused by the second, as the user's" poll 30 has_refused_again
is "$(second_job "$job" JobState)" "" "where there is no such job"
before=$(refusals)
job=$(submit bob --hold --begin=now+1hour -p dev -N 2 --wrap true)
as bob scontrol release "$job"
ok "released later it is refused there too" poll 30 has_refused_again
fails "an update at the first is no way round" CR-204 as bob scontrol update jobid="$job" partition=ultra

sacctmgr --immediate delete federation both >/dev/null
cancel_all_jobs
at_second squeue --all --noheader --format %A | xargs -r env SLURM_CONF="$second/slurm.conf" scancel 2>/dev/null
stop_second
done_testing
