#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Nodes without the plugin among others: jobs run, ordered as elsewhere.
# cluster: own
# with: COMMROUTE_NO_SPANK_NODES=ip-10-1-0-37 ip-10-1-0-52
. "$(dirname "$0")/../lib.sh"
wait_view
who='echo $SLURM_PROCID $SLURMD_NODENAME ${COMMROUTE_NODE_RANK-none}'
job=$(submit alice -p ultra -N8 --wrap "srun /bin/bash -c '$who'")
ok "a job over all nodes runs" wait_job "$job" COMPLETED 60
out=$(job_output "$job" | sort -n)
hosts=(11 37 81 102 24 52 68 117)
! slurm_before 2505 || hosts=(11 24 37 52 68 81 102 117)	# there the tree has all nodes
is "$(awk '{print $2}' <<<"$out" | xargs)" "$(printf 'ip-10-1-0-%s\n' "${hosts[@]}" | xargs)" "in order"
is "$(awk '$3 == "none" {print $2}' <<<"$out" | xargs)" "ip-10-1-0-37 ip-10-1-0-52" "the nodes without it tell nothing"
is "$(awk '$3 != "none" && $1 != $3' <<<"$out" | wc -l)" 0 "the others do"
job=$(submit alice -p ultra -N8 --comm-profile=auto,order=none --wrap 'srun /bin/bash -c "[ \$SLURMD_NODENAME != ip-10-1-0-37 ] || srun --overlap -n1 -N1 hostname"')
ok "with order=none an srun inside a task works on them, too" wait_job "$job" COMPLETED 60
is "$(sinfo -h -N -o %T | grep -Ec 'drain|fail|down')" 0 "no node is drained"
done_testing
