#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The test cluster is what the other tests take it for.
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

node_archs() { # NODE...
	local node
	for node; do
		scontrol --oneliner show node "$node" | sed -n 's/.* Arch=\([^ ]*\).*/\1/p'
	done | sort -u
}

test_nodes() {
	is "$(node_archs "${ultra_nodes[@]}")" aarch64 "the nodes of ultra are Arm"
	is "$(node_archs "${p5en_nodes[@]}")" x86_64 "the nodes of p5en are x86-64"
	is "$(sinfo -h -p ultra -o '%D %G')" "8 gpu:gb200:4" "ultra has 8 nodes of 4 GB200"
	is "$(sinfo -h -p p5en -o '%D %G')" "8 gpu:h200:8" "p5en has 8 nodes of 8 H200"
	is "$(sinfo -h -p dev -N -o %N | wc -l)" 16 "dev has all 16 nodes"
	is "$(sinfo -h -o %P | grep '\*')" 'p5en*' "p5en is the default partition"
}

# Slurm 24.11 shows its one topology and takes no name.
show_topology() { # NAME
	if [[ $COMMROUTE_TOPOLOGY == yaml ]]; then
		scontrol show topology "$1"
	else
		scontrol show topology
	fi
}

test_tree() {
	local tree
	tree=$(show_topology p5en)
	is "$(grep -c 'Level=0' <<<"$tree")" 4 "the tree has four leaves"
	is "$(grep -c 'Level=1' <<<"$tree")" 2 "under two spines"
	like "$(grep ^SwitchName=core <<<"$tree")" 'Level=2 .*Switches=spine\[1-2\]' \
		"under one core"
	is "$(scontrol show topology | sort)" "$(sort <<<"$tree")" "the tree is the default"
}

test_blocks() {
	local blocks
	blocks=$(show_topology ultra)
	like "$blocks" 'BlockName=us1 .*Nodes=ip-10-1-0-\[11,37,81,102\] BlockSize=4' \
		"ultra has a block"
	like "$blocks" 'BlockName=us2 .*Nodes=ip-10-1-0-\[24,52,68,117\] BlockSize=4' \
		"and another, and their nodes are not neighbours in name"
}

# steps_reach USER PARTITION NODE...: a job of all nodes; a task on each of them.
# Three GPUs of each of 16 nodes are just what a tenant may have.
steps_reach() {
	local user=$1 partition=$2 job
	shift 2
	job=$(submit "$user" -p "$partition" -N $# --gpus-per-node=3 --wrap \
		'srun sh -c "echo \$SLURMD_NODENAME \$CUDA_VISIBLE_DEVICES \$(id -un)"')
	ok "$user runs a job of $# nodes in $partition" wait_job "$job" COMPLETED 30
	is "$(job_output "$job" | sort)" \
		"$(printf "%s 0,1,2 $user\n" "$@" | sort)" \
		"a step of $user's has a task and its GPUs on each node of $partition"
}

test_jobs() {
	steps_reach alice ultra "${ultra_nodes[@]}"
	steps_reach bob ultra "${ultra_nodes[@]}"
	steps_reach alice p5en "${p5en_nodes[@]}"
	steps_reach bob p5en "${p5en_nodes[@]}"
	steps_reach alice dev "${nodes[@]}"
	is "$(as alice srun -N2 -p ultra hostname)" $'commroute\ncommroute' "srun works"
	is "$(as bob salloc -Q -N1 -p ultra sh -c 'echo $SLURM_JOB_PARTITION')" ultra \
		"salloc works"
	fails "carol, who has no account, is refused" 'Invalid account' \
		submit carol --wrap true
}

test_segments() {
	local size job
	for size in 1 2 4 8; do
		((size <= 4)) || ! lacks large-segments || continue
		job=$(submit alice -p ultra -N8 --segment=$size --wrap true)
		ok "a segment of $size fits the blocks" wait_job "$job" COMPLETED 30
	done
	job=$(submit alice -p ultra -N4 --segment=4 --wrap true)
	ok "a segment of a block" wait_job "$job" COMPLETED 30
	like "$(job_field "$job" NodeList)" '\[11,37,81,102\]|\[24,52,68,117\]' \
		"is placed in one block"
}

test_quota() {
	local full over spare
	full=$(submit alice -N6 --gpus-per-node=8 --wrap 'sleep 300')
	ok "48 GPUs are nlp's own" wait_job "$full" RUNNING 20
	over=$(submit alice -N1 --gpus-per-node=1 --wrap 'sleep 300')
	spare=$(submit alice -N1 --gpus-per-node=1 --qos=spare --wrap 'sleep 300')
	ok "what exceeds them runs as spare" wait_job "$spare" RUNNING 20
	is "$(job_field "$over" JobState) $(job_field "$over" Reason)" \
		"PENDING QOSGrpGRES" "and not as nlp"
	fails "alice has no right to vision's" 'Invalid qos' \
		submit alice --qos=vision --wrap true
	cancel_all_jobs
	ok "the jobs end" wait_clean 20
}

test_preemption() {
	local guest owner
	guest=$(submit bob -N8 --gpus-per-node=8 --qos=spare --wrap 'sleep 300')
	ok "spare takes all of p5en" wait_job "$guest" RUNNING 20
	owner=$(submit alice -N4 --gpus-per-node=8 --wrap 'sleep 300')
	ok "an owner gets its share at once" wait_job "$owner" RUNNING 30
	ok "the preempted job waits again" wait_job "$guest" PENDING 10
	is "$(job_field "$guest" Restarts)" 1 "it was requeued once"
	scancel "$owner"
	ok "it starts anew when the owner has gone" wait_job "$guest" RUNNING 30
	scancel "$guest"
}

sacct_says() { # JOB WANT
	[[ $(sacct -Xnp -j "$1" -o state,partition,qos,account) == "$2" ]]
}

test_accounting() {
	local job
	job=$(submit alice -A nlp-moe -p ultra --wrap 'exit 3')
	ok "a job fails" wait_job "$job" FAILED 20
	ok "sacct knows it" poll 20 sacct_says "$job" 'FAILED|ultra|nlp|nlp-moe|'
}

test_restart() {
	local running held
	running=$(submit alice -p ultra --wrap 'sleep 300')
	held=$(submit bob --hold -p p5en -N2 --wrap true)
	ok "a job runs" wait_job "$running" RUNNING 20
	ok "slurmctld restarts" cluster restart slurmctld
	ok "the running job still runs" wait_job "$running" RUNNING 20
	is "$(job_field "$held" JobState)" PENDING "the held job is still held"
	ok "scontrol reconfigure" cluster reconfigure
	scontrol release "$held"
	ok "the held job can run" wait_job "$held" COMPLETED 20
	is "$(job_field "$running" JobState)" RUNNING "the running job still runs"
}

test_nodes
test_jobs
if [[ $COMMROUTE_TOPOLOGY != block ]]; then
	test_tree
fi
if [[ $COMMROUTE_TOPOLOGY != tree ]]; then
	test_blocks
	test_segments
fi
test_quota
test_preemption
test_accounting
test_restart
done_testing
