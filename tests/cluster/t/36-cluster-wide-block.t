#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Rank order where one block topology serves the whole cluster (topology.conf):
# all that Slurm 24.11 has, and possible with later ones.  Without the controller's plugin, too.
# cluster: own
# with: COMMROUTE_TOPOLOGY=block
# with: COMMROUTE_JOB_SUBMIT=none
. "$(dirname "$0")/../lib.sh"
runs() { sort -n | awk '{print $2}' | uniq -c | awk '{printf "%s%s*%s", s, $2, $1; s = " "}'; }
who='echo $SLURM_PROCID $SLURMD_NODENAME'
in_order() { # TASKS HOST...
	local tasks=$1
	shift
	printf "ip-10-1-0-%s*$tasks\n" "$@" | xargs
}

both() { # SBATCH-ARGUMENT...: the runs with our order and, in $off, without.
	local job
	job=$(submit alice -p ultra "$@" --wrap "srun /bin/bash -c '$who'; srun --comm-profile=auto,order=none /bin/bash -c '$who' | sed 's/^/off /'")
	ok "$*: the job runs" wait_job "$job" COMPLETED 60
	on=$(job_output "$job" | grep -v ^off | runs)
	off=$(job_output "$job" | sed -n 's/^off //p' | runs)
	is "$(tr ' ' '\n' <<<"$on" | sort)" "$(tr ' ' '\n' <<<"$off" | sort)" "as many tasks on each node as without us"
}

both -N8
is "$on" "$(in_order 1 11 37 81 102 24 52 68 117)" "block by block"
is "$off" "$(in_order 1 11 24 37 52 68 81 102 117)" "(Slurm alone mixes them)"
both -N8 --ntasks-per-node=2
is "$on" "$(in_order 2 11 37 81 102 24 52 68 117)" "two tasks on each node"
both -N7 -n12 --exclusive
is "$(tr ' ' '\n' <<<"$on" | sed 's/\*.*//' | xargs)" "$(printf 'ip-10-1-0-%s\n' 11 37 81 24 52 68 117 | xargs)" "unequal counts"
out=$(as alice salloc -Q -p ultra -N8 srun -v -N8 /bin/bash -c "$who" 2>&1)
is "$(grep -c '^[0-7] ip-' <<<"$out")" 8 "with -N it runs"
if slurm_before 2605; then
	like "$out" "left to Slurm: -N goes with no host file" "and is left to Slurm"
else
	like "$out" "commroute: ranks in the order of topology" "and is ordered by Slurm"
fi
done_testing
