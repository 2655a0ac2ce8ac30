#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Rank order: launch style x partition x tasks per node, with the plugin and without.
# limit: 180
. "$(dirname "$0")/../lib.sh"
wait_view
if lacks partition-topologies; then
	done_testing
fi

# What a step's tasks print, in rank order: NODE*TASKS of each run of the same node.
runs() { sort -n | awk '{print $2}' | uniq -c | awk '{printf "%s%s*%s", s, $2, $1; s = " "}'; }
who='echo $SLURM_PROCID $SLURMD_NODENAME'

# The block, leaf and spine of every node, as LEVEL:NODE.
declare -A group
for entry in "${ultra_blocks[@]}" "${p5en_leaves[@]}"; do
	name=${entry%% *}
	for host in $(scontrol show hostnames "${entry#* }"); do
		case $name in
		us*) group[block:$host]=$name ;;
		*)
			group[leaf:$host]=$name
			group[spine:$host]=$([[ $name == leaf[12] ]] && echo spine1 || echo spine2)
			;;
		esac
	done
done

# groups LEVEL RUNS: how often the group changes along the ranks, plus one.
groups() {
	local run
	for run in $2; do echo "${group[$1:${run%\**}]}"; done | uniq | wc -l
}

# counts RUNS: tasks of each node, by node.
counts() { tr ' ' '\n' <<<"$1" | sort; }

# A job of many launch lines, the last without our order.
script=$tap_dir/job.sh
cat >"$script" <<E2
#!/bin/bash
echo "first \$(scontrol show hostnames | head -n 1)"
run() { # NAME COMMAND...
	local name=\$1
	shift
	"\$@" /bin/bash -c '$who' | sed "s/^ *[0-9]*: //; s/^/\$name /"
}
run plain srun
run label srun -l -u
run same srun -n \${SLURM_NTASKS:-\$SLURM_JOB_NUM_NODES}
run none srun --export=NONE
run long srun --cpu-bind=none --kill-on-bad-exit=1 --
run off srun --comm-profile=auto,order=none
E2

matrix() { # TOPOLOGY LEVEL OF-JOB SBATCH-ARGUMENT...
	local topology=$1 levels=$2 tasks=$3 job out first name got off level n
	shift 3
	job=$(submit alice -p "$topology" "$@" "$script")
	ok "$topology $*: the job runs" wait_job "$job" COMPLETED 60
	out=$(job_output "$job")
	first=$(sed -n 's/^first //p' <<<"$out")
	off=$(sed -n 's/^off //p' <<<"$out" | runs)
	for name in plain label same none long; do
		got=$(sed -n "s/^$name //p" <<<"$out" | runs)
		is "$(sed -n "s/^$name //p" <<<"$out" | wc -l)" "$tasks" "$topology $*, $name: as many tasks as asked"
		is "$(counts "$got")" "$(counts "$off")" "as many on each node as without us"
		like "$got" "^$first\*" "rank 0 is on the job's first node"
		for level in $levels; do
			n=$(for run in $got; do echo "${group[$level:${run%\**}]}"; done | sort -u | wc -l)
			is "$(groups "$level" "$got")" "$n" "ranks are contiguous in every $level"
		done
	done
}

matrix ultra block 8 -N8
matrix ultra block 16 -N8 --ntasks-per-node=2
matrix ultra block 8 -N8 --gpus-per-node=4 --exclusive
matrix ultra block 8 -N8 --mem=0 --exclusive
matrix ultra block 12 -N7 -n12 --exclusive
matrix p5en "leaf spine" 8 -N8
matrix p5en "leaf spine" 32 -N8 --ntasks-per-node=4
matrix p5en "leaf spine" 20 -N6 -n20
matrix p5en "leaf spine" 6 -N4 -n6 --exclusive

# --- without us ---------------------------------------------------------------------
job=$(submit alice -p ultra -N8 --comm-profile=none "$script")
ok "a job that wants none of us runs" wait_job "$job" COMPLETED 60
got=$(job_output "$job" | sed -n 's/^plain //p' | runs)
is "$(groups block "$got")" 6 "(and Slurm alone mixes the blocks: one task on each node)"
got=$(job_output "$job" | sed -n 's/^same //p' | runs)
is "$(groups block "$got")" 6 "for every step"

out=$(as alice salloc -Q -p ultra -N8 --ntasks-per-node=2 bash -c "srun -v bash -c '$who' 2>$tap_dir/v; srun --comm-profile=auto,order=none bash -c '$who' | sed 's/^/off /'")
got=$(grep -v '^off' <<<"$out" | runs)
is "$(groups block "$got")" 2 "salloc and srun: blocks are contiguous"
like "$(cat "$tap_dir/v")" "commroute: ranks in the order of topology 'ultra'" "-v says what was done"
done_testing
