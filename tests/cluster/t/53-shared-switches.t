#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Two top switches over one leaf: Slurm gives each the nodes of all its children, and a job that
# lies under one of them runs.
# limit: 120
. "$(dirname "$0")/../lib.sh"
wait_view
if lacks partition-topologies; then
	done_testing
fi
topology=$conf/topology.yaml
cp "$topology" "$tap_dir/"
# leaf3 hangs below both: left has 6 nodes of the partition, right 4.
sed -i '/switch: core/{N;d}; /switch: spine1/{n;s/children: .*/children: leaf[1-3]/}
	/switch: spine2/{n;s/children: .*/children: leaf[3-4]/}' "$topology"
diag "$(grep -A1 'switch: spine' "$topology")"
scontrol reconfigure
wait_view
is_seen() { as alice commroute topo --topology p5en 2>/dev/null | grep -q 'shares leaf3'; }
ok "the plugin's tools see both tops" poll 30 is_seen
# What decides is slurmctld's own view, which comes a moment after its topology.
is_decided() { as alice sbatch -o /dev/null --test-only -p p5en --comm-profile=allreduce -N7 --wrap true 2>&1 | grep -qE 'CR-333|CR-301'; }
ok "and slurmctld decides by them" poll 30 is_decided
left=ip-10-1-1-[15,60,33,108,19,77]
job=$(submit alice -p p5en --comm-profile=allreduce -N6 --wrap 'scontrol show hostnames | xargs')
ok "six nodes under one top: the job runs" wait_job "$job" COMPLETED 60
is "$(job_output "$job" | tr ' ' '\n' | sort)" "$(scontrol show hostnames "$left" | sort)" "on the leaves of that top"
fails "seven nodes are under none: refused" "CR-333|CR-301" as alice sbatch -p p5en --comm-profile=allreduce -N7 --wrap true
cp "$tap_dir/topology.yaml" "$topology"
scontrol reconfigure
wait_view
done_testing
