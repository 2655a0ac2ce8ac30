#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Jobs without a batch script are told, too, when their placement is worse than asked; and a
# wish that can never be met is said as that.
# limit: 120
. "$(dirname "$0")/../lib.sh"
wait_view

said() { grep commroute: <<<"$1"; }

# --- switches: p5en has two nodes on each of its four leaves ------------------------------
tree=$(as alice salloc -Q -p p5en -N2 srun -N1 -n1 printenv COMMROUTE_TOPOLOGY)
# srun is told "srun: commroute: ...", a batch job has the line on its standard error.
out=$(as alice salloc -Q -p p5en -N8 --switches=2@0:01 /bin/bash -c 'srun true; srun true' 2>&1)
is "$(said "$out")" "srun: commroute: --switches=2 cannot be met: 8 nodes of topology '$tree' need at least 4 leaf switches, and have 4 (with 2+2+2+2 nodes of the job); to do: ask for --switches=4" \
	"salloc: four leaves are the fewest, its first step says so and the second nothing"
out=$(as alice srun -p p5en -w 'ip-10-1-1-[15,33,46,60]' -N4 --switches=2@0:01 true 2>&1)
is "$(said "$out")" "srun: commroute: placement is worse than asked: 3 leaf switches, not 2 (they have 2+1+1 nodes of the job); off: ip-10-1-1-46; to do: let it wait longer, --switches=2@TIME" \
	"srun alone: the leaves it got, the node that is off, and what to do"
is "$(said "$(as alice srun -p p5en -w 'ip-10-1-1-[15,33,46,60]' -N4 --switches=2@0:01 --comm-profile=auto,check=none true 2>&1)")" "" \
	"with check=none nothing"
is "$(said "$(as alice salloc -Q -p p5en -N4 --switches=2@0:30 srun true 2>&1)")" "" "nor when it is as asked"
out=$(as alice salloc -Q -p p5en -w 'ip-10-1-1-[15,33,46,60]' -N4 --switches=2@0:01 /bin/bash -c 'srun -N1 -n1 true; srun true' 2>&1)
is "$(said "$out" | wc -l)" 1 "the first step says it, be it on one node"
job=$(submit bob --comm-profile=allreduce -p p5en -N8 --switches=2@0:01 --wrap 'srun true')
ok "a batch job runs" wait_job "$job" COMPLETED 60
is "$(said "$(job_output "$job")")" "commroute: --switches=2 cannot be met: 8 nodes of topology '$tree' need at least 4 leaf switches, and have 4 (with 2+2+2+2 nodes of the job); to do: ask for --switches=4" \
	"and has the same line once"

# --- segments --------------------------------------------------------------------------------
# slurmctld goes on with the topology that it has read; clients and nodes read another, as if
# a node had moved.
if ! lacks partition-topologies 2; then
	sed -i 's/ip-10-1-0-\[11,37,81,102\]/ip-10-1-0-[11,24,37,81]/; s/ip-10-1-0-\[24,52,68,117\]/ip-10-1-0-[52,68,102,117]/' "$conf/topology.yaml"
	want="srun: commroute: placement is worse than asked: its segment of 4 nodes lies across blocks (they have 3+1 nodes of the job); off: ip-10-1-0-102; to do: submit it again, and if that is the same ask an administrator to run commroute check"
	us1='ip-10-1-0-[11,37,81,102]'
	out=$(as alice salloc -Q -p ultra -N4 -w "$us1" --segment=4 /bin/bash -c 'srun true; srun true' 2>&1)
	is "$(said "$out")" "$want" "salloc: a segment across blocks, once"
	out=$(as alice srun -p ultra -N4 -w "$us1" --segment=4 true 2>&1)
	is "$(said "$out")" "$want" "srun alone"
	is "$(said "$(as alice srun -p ultra -N4 -w "$us1" --segment=2 true 2>&1)")" \
		"${want/its segment of 4 nodes lies/1 of its 2 segments of 2 nodes lies}" "one of two, in the singular"
fi
done_testing
