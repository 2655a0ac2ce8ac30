#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# commroute topo and commroute rank against a live controller, inside jobs and out.
. "$(dirname "$0")/../lib.sh"

# Block by block; one tree for all has leaves of two nodes of ultra each.
order=$(seg 11,37,81,102,24,52,68,117 11,24,37,52,68,81,102,117)

script=$tap_dir/job.sh
cat >"$script" <<'JOB'
#!/bin/bash
echo "lines $(commroute rank --format lines | xargs)"
echo "list $(commroute rank)"
echo "tasks $(commroute rank --format hostfile | wc -l)"
echo "head $(commroute rank --format lines | head -n 1) $(scontrol show hostnames | head -n 1)"
commroute topo --job "$SLURM_JOB_ID" | sed 's/^/topo /'
JOB
chmod 755 "$script"

job=$(submit alice -p ultra -N 8 --ntasks-per-node=2 "$script")
ok "a job of all nodes of ultra ends" wait_job "$job" COMPLETED 60
out=$(job_output "$job")
is "$(sed -n 's/^lines //p' <<<"$out")" "$(printf 'ip-10-1-0-%s\n' ${order//,/ } | xargs)" "inside a job rank needs no argument: block by block"
is "$(sed -n 's/^list //p' <<<"$out")" "ip-10-1-0-[$order]" "and folds the list in that order"
is "$(sed -n 's/^tasks //p' <<<"$out")" 16 "its host file has a line for each task"
head=$(sed -n 's/^head //p' <<<"$out")
is "${head% *}" "${head#* }" "the job's first node stays first"
lacks partition-topologies 2 || {
	like "$out" '8 nodes on 2 blocks, the fewest possible' "topo judges the job's allocation"
	like "$out" 'us1  4 nodes .*<- 4: ip-10-1-0-\[11,37,81,102\]' "and marks its nodes"
}

like "$(as alice commroute topo --node ip-10-1-1-19)" 'core\.spine2\.leaf3\.ip-10-1-1-19' "topo locates a node in the tree"
like "$(as alice commroute topo --format json)" "\"name\": \"$(place ultra | cut -d' ' -f1)\"" "topo prints the live topologies as JSON"
like "$(as alice commroute topo --job 4000000 2>&1)" 'job 4000000' "a job that does not exist is named"

lacks partition-topologies 4 && done_testing
# As an operator would move a node: the controller knows, the file does not.
show() { as alice commroute topo --topology ultra; }
ok "a node is moved between blocks" scontrol update nodename=ip-10-1-0-117 topology=p5en:leaf4,ultra:us1
like "$(show)" 'us1  5 nodes .*117' "topo shows the live topology, not the file"
ok "and is moved back" scontrol update nodename=ip-10-1-0-117 topology=p5en:leaf4,ultra:us2
like "$(show)" 'us2  4 nodes .*117' "topo follows"

done_testing
