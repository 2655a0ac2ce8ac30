#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# explain, snapshot and test agree with what the controller's plugin does.
. "$(dirname "$0")/../lib.sh"
wait_view

of() { jq -r "$1" <<<"$2"; } # PATH JSON

# same USER SBATCH-OPTION...: the live explanation and the real job come to the same.
same() {
	local user=$1 told job record
	shift
	told=$(as "$user" commroute explain --json -- "$@")
	job=$(submit "$user" "$@" --wrap 'sleep 0.1')
	record=$(job_json "$job" .admin_comment)
	is "$(of '"\(.verdict) \(.profile) \(.tenant) \(.set.partition) \(.set.qos) \(.set.segment) \(.set.switches)"' "$told")" \
		"$(of '"\(.verdict) \(.profile) \(.tenant) \(.partition) \(.qos) \(.segment) \(.switches)"' "$record")" \
		"explain and the controller agree on $*"
}

same alice --comm-profile=moe -N 4 --gpus-per-node=4
same alice --comm-profile=moe -N 8 --gpus-per-node=4
same bob --comm-profile=ddp -N 4 --gpus-per-node=8
same bob --comm-profile=independent -N 1 --gpus-per-node=1
same alice --comm-profile=moe -p ultra -N 2 --gpus-per-node=4
same alice -N 1 --gpus-per-node=1
same alice --comm-profile=moe -N 2-6:2 --gpus-per-node=4
same alice --comm-profile=moe -N 2,4 --gpus-per-node=4
for bad in 2:2 3-3:1 2,4-6:2 6-2 2-8:x; do
	fails "sbatch refuses -N $bad" "node count|number of nodes" as alice sbatch --hold -o /dev/null -N "$bad" --wrap true
	fails "and so does explain" "--nodes: " as alice commroute explain -- -N "$bad"
done
same bob --comm-profile=ddp -N 2 --gpus-per-node=8 --spread-job
same bob --comm-profile=ddp -N 2-4 --gpus-per-node=8 --use-min-nodes
printf '%s\n' "# these two" "${ultra_nodes[@]:0:2}" >"$tap_dir/nodes"
chmod 644 "$tap_dir/nodes"
for way in --nodefile= --nodelist= --exclude=; do
	told=$(as alice commroute explain --json -- --comm-profile=moe -N 7 "$way$tap_dir/nodes" 2>&1)
	said=$(as alice sbatch --hold -o /dev/null --comm-profile=moe -N 7 "$way$tap_dir/nodes" --wrap true 2>&1)
	is "$(jq -r '.code // "-"' <<<"$told")" "$(grep -o 'CR-3[0-9]*' <<<"$said" | head -1 | grep . || echo -)" \
		"and on $way with a file"
done
cancel_all_jobs

fails "explain refuses what the controller refuses" 'CR-103.*did you mean .moe' \
	as alice commroute explain -- --comm-profile=mo -N 2
fails "and so does sbatch" 'CR-103.*did you mean .moe' \
	as alice sbatch --comm-profile=mo -N 2 --wrap true

# --- a snapshot stands for the cluster ----------------------------------------
ok "root takes a snapshot" commroute snapshot -o "$tap_dir/cluster.json"
chmod 644 "$tap_dir/cluster.json"
live=$(as alice commroute explain --json -- --comm-profile=moe -N 8 --gpus-per-node=4)
kept=$(commroute explain --json --snapshot "$tap_dir/cluster.json" --user alice \
	-- --comm-profile=moe -N 8 --gpus-per-node=4)
is "$(of .set "$kept")" "$(of .set "$live")" "a decision on the snapshot is the live one"
is "$(of .tenant "$kept")" nlp "it knows the user's default account"
is "$(jq -r '.partitions[] | select(.name=="ultra") | .shapes[0] | "\(.arch) \(.gpu_type) \(.gpus) \(.nodes)"' "$tap_dir/cluster.json")" \
	"aarch64 gb200 4 8" "and the shape of its nodes"
is "$(jq -r '[.qos[].name] | sort | join(" ")' "$tap_dir/cluster.json" | grep -o 'nlp\|spare\|vision' | xargs)" \
	"nlp spare vision" "and its QOS"
cat >"$tap_dir/cases.yaml" <<-CASES
	policy: /etc/slurm/commroute.yaml
	snapshot: cluster.json
	cases:
	- user: alice
	  job: --comm-profile=moe -N 8 --gpus-per-node=4
	  expect: {verdict: route, partition: ultra, segment: $(seg 4 none)}
	- user: bob
	  job: --comm-profile=moe -N 9 --gpus-per-node=4
	  expect: {verdict: refuse, code: CR-301}
CASES
ok "a table of cases passes on it" commroute test "$tap_dir/cases.yaml"
sed -i 's/segment: [^}]*/segment: 2/' "$tap_dir/cases.yaml"
fails "a wrong one fails" "expected segment 2, got $(seg 4 none)" commroute test "$tap_dir/cases.yaml"

# --- jobs that are there, and estimates ---------------------------------------
job=$(submit alice --comm-profile=moe -N 4 --gpus-per-node=4 --wrap 'sleep 30')
ok "it starts" wait_job "$job" RUNNING 30
told=$(as alice commroute explain --job "$job")
like "$told" 'profile +moe' "explain --job tells the profile"
like "$told" 'partition +ultra' "and the partition"
like "$told" 'state +RUNNING' "and its state now"
told=$(as alice commroute explain --eta -- --comm-profile=moe -N 2 --gpus-per-node=4)
like "$told" 'ultra +starts .* on ip-10-1-' "--eta has Slurm's own estimate"
array=$(submit alice --array=0-2%1 --comm-profile=moe -N 1 --gpus-per-node=4 --wrap 'sleep 30')
is_apart() { [[ $(squeue -h -r -j "${array}_0" -o %T) == RUNNING ]]; }
ok "a task of an array runs" poll 30 is_apart
like "$(as alice commroute explain --job "${array}_0")" 'state +RUNNING' "explain --job tells of that task"
like "$(as alice commroute explain --job "${array}_2")" 'state +PENDING' "and of one that waits in the array's record"
fails "there is no fourth" "job ${array}\+1: the controller knows no such job" as alice commroute explain --job "$array+1"
scancel "$array"
het=$(submit alice --comm-profile=moe -N 2 --gpus-per-node=4 : --comm-profile=allreduce -N 1 --gpus-per-node=8 --wrap 'sleep 30')
ok "a heterogeneous job runs" wait_job "$het" RUNNING 30
like "$(as alice commroute explain --job "$het+0")" 'partition +ultra' "of its first component it tells one partition"
like "$(as alice commroute explain --job "$het+1")" 'partition +p5en' "and another of its second"
like "$(as alice commroute topo --job "$het+1" 2>&1)" '1 node on 1 leaf' "topo --job takes components, too"
scancel "$het"
fails "a job that does not exist" 'job 4000000' as alice commroute explain --job 4000000

done_testing
