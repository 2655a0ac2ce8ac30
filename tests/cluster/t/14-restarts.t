#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Reconfigure, restart and crash of slurmctld, and changes of partitions while it runs.
# limit: 180
. "$(dirname "$0")/../lib.sh"
wait_view

partition_of() {
	local job
	job=$(submit alice --hold --comm-profile="${1:-moe}" -N 2 --gpus-per-node=4 --wrap true) || return
	job_field "$job" Partition
	scancel "$job"
}
goes_to() { [[ $(partition_of "$2") == "$1" ]]; }
becomes() { poll "$2" goes_to "$1" "${3:-moe}"; } # PARTITION LIMIT PROFILE

waiting=$(submit alice --hold --comm-profile=moe -N 2 --gpus-per-node=4 --wrap true)
# No step: after a kill -9 this Slurm keeps one waiting for ever, declared job or not, with or without us.
running=$(submit bob --comm-profile=allreduce -N 2 --gpus-per-node=4 \
	--wrap "while [ ! -e $tap_dir/go ]; do sleep 0.2; done; echo \$COMMROUTE_TOPOLOGY_UNIT")
ok "a job runs" wait_job "$running" RUNNING 20

ok "scontrol reconfigure" cluster reconfigure
ok "after it, jobs are routed" becomes ultra 20
ok "restart of slurmctld" cluster restart slurmctld
ok "after it, jobs are routed" becomes ultra 20
is "$(job_field "$waiting" Partition) $(job_field "$waiting" SegmentSize)" "ultra $(seg 2)" "a waiting job kept its route"
is "$(job_json "$waiting" .admin_comment | jq -r .profile)" moe "and its record"
pid=$(pgrep -x slurmctld)
kill -9 "$pid"
poll 10 test -e "$run/slurmctld.exit"
cluster restart slurmctld >/dev/null 2>&1
ok "after a kill -9 and a start, jobs are routed" becomes ultra 20
touch "$tap_dir/go"
ok "the job that ran through it all ends well" wait_job "$running" COMPLETED 60
like "$(job_output "$running")" '^leaf[1-4]' "and still knows its place"
scontrol release "$waiting"
ok "the job that waited through it all runs" wait_job "$waiting" COMPLETED 60

# Partitions as they change.
scontrol update partitionname=ultra state=down
ok "a partition that goes down is left for the next route, if the job is portable" \
	becomes p5en 20 pipeline,portable
is "$(partition_of pipeline)" ultra "any other waits for it: it is not moved to other nodes"
scontrol update partitionname=ultra state=up
ok "one that comes back is a route again" becomes ultra 20 pipeline,portable

# Many at once: no submission is lost or misrouted.
burst() {
	local i
	for ((i = 0; i < 25; i++)); do
		submit "$1" --hold --comm-profile="$2" -N 2 --gpus-per-node=4 --wrap true
	done >"$tap_dir/burst-$1-$2"
}
burst alice moe & burst bob allreduce & burst alice independent & burst bob moe &
wait
is "$(cat "$tap_dir"/burst-* | wc -l)" 100 "100 submissions from four clients at once are all taken"
wrong=0
for file in "$tap_dir"/burst-*; do
	want=p5en; [[ $file != *moe ]] || want=ultra
	while read -r job; do [[ $(job_field "$job" Partition) == "$want" ]] || wrong=$((wrong + 1)); done <"$file"
done
is "$wrong" 0 "and all routed right"
done_testing
