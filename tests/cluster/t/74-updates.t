#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# What an earlier decision set and the new one does not is taken from an updated job,
# what its user set stays, and no update that is accepted leaves a job that cannot start.
# limit: 240
. "$(dirname "$0")/../lib.sh"
wait_view

held() { submit "$1" --hold "${@:2}" --wrap 'sleep 0.1'; } # USER SBATCH-ARGUMENT...
update() { as "$1" scontrol update jobid="$2" "${@:3}"; } # USER JOB FIELD=VALUE...
switches() { job_field "$1" Switches; }
starts() { as "$1" scontrol release "$2" && wait_job "$2" COMPLETED 30; } # USER JOB

# --- switches ------------------------------------------------------------------------
job=$(held alice --comm-profile=allreduce -N2 --gpus-per-node=1)
like "$(switches "$job")" '^1@' "a job of 2 nodes waits for one switch"
ok "is made as large as the partition" update alice "$job" numnodes=8
is "$(switches "$job")" "" "and waits for none"
ok "but starts" starts alice "$job"

job=$(held alice --comm-profile=allreduce -N8 --gpus-per-node=1)
is "$(switches "$job")" "" "a job of 8 nodes waits for none"
ok "is made smaller" update alice "$job" numnodes=2
like "$(switches "$job")" '^1@' "and waits for one"
ok "is made large again" update alice "$job" numnodes=8
is "$(switches "$job")" "" "and waits for none, though the record knows of none"
ok "but starts too" starts alice "$job"

job=$(held alice --comm-profile=allreduce -N2 --gpus-per-node=1)
ok "moved by its user where the profile has no route" update alice "$job" partition=ultra
is "$(switches "$job")" "" "it has what a fresh job has there"
ok "and starts" starts alice "$job"

job=$(held alice --comm-profile=allreduce --switches=2@1:00 -N2 --gpus-per-node=1)
ok "its user's own switches" update alice "$job" numnodes=8
like "$(switches "$job")" '^2@' "stay"
ok "until the user says" update alice "$job" numnodes=4 switches=0
is "$(switches "$job")" "" "and then too"

# --- the segment, which no update changes ----------------------------------------------
if lacks partition-topologies 8; then :; else
	job=$(held alice -p ultra --segment=4 -N8)
	fails "a segment that does not divide the nodes, of a job that was never routed" \
		"CR-331: .*6 nodes; 4 or 8 nodes would do.*submit the job anew" update alice "$job" numnodes=6
	fails "nor the least of a range" "CR-331: .*5 nodes" update alice "$job" numnodes=5-8
	is "$(job_field "$job" NumNodes)" 8-8 "nothing changed"
	ok "where no blocks are it does no harm" update alice "$job" numnodes=6 partition=dev
	ok "and the job starts" starts alice "$job"
	job=$(held alice -p ultra --segment=4 -N8)
	if slurm_before 2605; then
		fails "a segment beyond the job" "CR-331" update alice "$job" numnodes=2
		scancel "$job"
		skip "since Slurm 26.05"
	else
		ok "a segment beyond the job" update alice "$job" numnodes=2
		ok "is none, and it starts" starts alice "$job"
	fi
fi

# --- GPU type, partition and QOS ----------------------------------------------------------
if lacks partition-topologies 6; then :; else
	job=$(held alice --comm-profile=pipeline,portable -N4 --gpus-per-node=4)
	is "$(job_field "$job" Partition) $(job_field "$job" TresPerNode)" "ultra gres/gpu:gb200:4" \
		"a portable job in ultra"
	ok "of a size that its segment there does not divide" update alice "$job" numnodes=6
	is "$(job_field "$job" Partition) $(job_field "$job" TresPerNode)" "p5en gres/gpu:h200:4" \
		"goes on, with GPUs of the type there"
	ok "and starts" starts alice "$job"
	job=$(held alice --comm-profile=pipeline,portable -N4 --gpus-per-node=gb200:4)
	ok "of its user's own type" update alice "$job" numnodes=6
	is "$(job_field "$job" Partition) $(job_field "$job" TresPerNode)" "dev gres/gpu:gb200:4" \
		"it goes where there are more of these"
fi

policy=$conf/commroute.yaml
cp "$policy" "$tap_dir/before.yaml"
cat >"$policy.new" <<'YAML'
version: 1
mode: enforce
profiles:
  big: {pattern: alltoall, intensity: high, routes: [{partition: ultra, segment: largest}]}
undeclared:
  - {when: {min_nodes: 4}, profile: big}
tenants:
  nlp: {accounts: [nlp], qos: {own: spare}}
YAML
mv "$policy.new" "$policy"
routes_big() { [[ $(job_field "$(held alice -N4 --gpus-per-node=4)" Partition) == ultra ]]; }
poll 30 routes_big || bail_out "the policy is not read"
cancel_all_jobs

# 25.05 does half of an update with a QOS in it, so none is put there.
stays() { if [[ $(slurm_version) == 25.05.* ]]; then echo spare; else echo nlp; fi; }
job=$(held alice -N4 --gpus-per-node=4)
is "$(job_field "$job" Partition) $(job_field "$job" QOS)" "ultra spare" "a job that a rule routes"
ok "is made too small for it" update alice "$job" numnodes=2
is "$(job_field "$job" Partition) $(job_field "$job" QOS) $(job_field "$job" TresPerNode)" \
	"p5en $(stays) gres/gpu:4" "and is where it would be without it, with GPUs of any type"
ok "where it starts" starts alice "$job"

job=$(held alice -N4 --gpus-per-node=4)
ok "its user's own word now" update alice "$job" numnodes=2 partition=ultra
is "$(job_field "$job" Partition) $(job_field "$job" QOS)" "ultra $(stays)" "is kept, and the QOS goes"
mv "$tap_dir/before.yaml" "$policy"
cancel_all_jobs
done_testing
