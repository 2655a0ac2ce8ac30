#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Settings that switch a rule of trees off: TopologyParam=TopoOptional, and max_switch_wait, which ends
# every wait for few switches.
# cluster: own
# with: COMMROUTE_EXTRA_CONF=TopologyParam=TopoOptional\nSchedulerParameters=sched_interval=2,bf_interval=1,batch_sched_delay=0,bf_continue,max_switch_wait=4
# limit: 120
. "$(dirname "$0")/../lib.sh"
wait_view
if lacks partition-topologies; then
	done_testing
fi
six=(-p p5en --comm-profile=allreduce -N 6)

# --- a wish that cannot come true lapses ------------------------------------------------------
told=$(as alice sbatch -o /dev/null --switches=1@UNLIMITED "${six[@]}" --wrap true 2>&1)
like "$told" "CR-335: p5en: 6 nodes need at least 3 leaf switches: for --switches=1 the job waits 4 s .max_switch_wait. in vain" \
	"too few switches without end: told, not refused"
job=$(grep -oE '[0-9]+$' <<<"$told")
ok "and the job runs once the wait is over" wait_job "$job" COMPLETED 60
like "$(as alice commroute explain -- --switches=1@UNLIMITED "${six[@]}")" "verdict +route" "explain says the same"
told=$(as alice commroute explain -- --switches=4@2 "${six[@]}")
like "$told" "--switches=4 is waited for at most 4 s" "of a wish that can come true it tells how long Slurm waits"

# --- a forest ----------------------------------------------------------------------------------
topology=$conf/topology.yaml
cp "$topology" "$tap_dir/"
sed -i '/switch: core/{N;d}' "$topology"
diag "$(grep -A1 'switch: spine' "$topology")"
scontrol reconfigure
wait_view
# What decides is slurmctld's own view, which comes a moment after its topology.
is_seen() { as alice sbatch -o /dev/null --test-only --switches=3 "${six[@]}" --wrap true 2>&1 | grep -q CR-333; }
ok "slurmctld decides on two trees" poll 30 is_seen
told=$(as alice sbatch -o /dev/null "${six[@]}" --wrap true 2>&1)
diag "$told"
job=$(grep -oE "[0-9]+$" <<<"$told")
ok "a job larger than each of them runs with TopoOptional" wait_job "$job" COMPLETED 60
is "$(job_json "$job" .required_switches 2>/dev/null || echo 0)" 0 "no count of switches was asked for it"
fails "with --switches the trees bind: refused" "CR-333" as alice sbatch -o /dev/null --switches=3 "${six[@]}" --wrap true
job=$(submit alice --contiguous "${six[@]}" --wrap true)
ok "--contiguous passes the trees by" wait_job "$job" COMPLETED 60
cp "$tap_dir/topology.yaml" "$topology"
scontrol reconfigure
wait_view
done_testing
