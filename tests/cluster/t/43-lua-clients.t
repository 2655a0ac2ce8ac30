#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Eight clients submit jobs (LUA_JOBS, 100 each, at length 1,250) under a policy with a script; what
# became of each is what one thread of `commroute test` says it must be.
# cluster: own
# with: COMMROUTE_EXTRA_CONF=MaxJobCount=20000
# limit: 590
. "$(dirname "$0")/../lib.sh"
. "$here/lua.sh"
wait_view
clients=8 each=${LUA_JOBS:-$(at_length 100 1250)}

cat >"$tap_dir/site.lua" <<'LUA'
local small = {["2"] = true, ["3"] = true}
function classify(job)
	if not job.profile and job.name:match("^legacy%-%d+$") then return "pipeline" end
end
function decide(job, decision, cluster)
	local turn = job.name:match("(%d)$")
	if small[turn] and job.nodes > 6 then
		commroute.refuse("LAB-1", "%s may have 6 nodes, not %d", job.name, job.nodes)
	end
	if job.name:match("55$") then while true do end end
	local order = {}
	for _, c in ipairs(decision.candidates) do order[#order + 1] = c end
	table.sort(order, function(a, b) return a.partition > b.partition end)
	if #order > 0 then return {candidates = order} end
end
LUA
ok "the policy is loaded" use_script "$tap_dir/site.lua"
profiles=("" --comm-profile=moe --comm-profile=allreduce --comm-profile=pipeline,portable)
kinds=(legacy- job legacy-)

# options NUMBER: those of job NUMBER, the same here and in the table.
options() {
	echo "-J ${kinds[$1 % 3]}$1 ${profiles[$1 % 4]} -N $((1 + $1 % 8)) --gpus-per-node=4 -t 60"
}
client() { # NUMBER
	local i job n
	for ((i = 0; i < each; i++)); do
		n=$(($1 * each + i))
		# shellcheck disable=SC2046 # words
		job=$(as alice sbatch --parsable -H -o /dev/null $(options $n) --wrap true 2>/dev/null)
		echo "$n ${job:-refused}"
	done >"$tap_dir/client.$1"
}
start=$SECONDS
for ((c = 0; c < clients; c++)); do client $c & done
wait $(jobs -p)
diag "$((clients * each)) submissions in $((SECONDS - start)) s"
is "$(cat "$tap_dir"/client.* | wc -l)" $((clients * each)) "every submission has an answer"

scontrol show job --json >"$tap_dir/jobs.json"
jq -r '.jobs[] | "\(.job_id) \(.partition) \(.admin_comment | fromjson? | "\(.verdict) \(.profile // "none") \(.segment // "none")")"' \
	"$tap_dir/jobs.json" | sort -k1,1 >"$tap_dir/records"
sort -k2,2 "$tap_dir"/client.* >"$tap_dir/answers"
{
	printf 'policy: %s\nsnapshot: %s\ncases:\n' "$policy" "$tap_dir/snapshot.json"
	awk '$2 == "refused" { print $1 }' "$tap_dir/answers" | while read -r n; do
		printf -- "- {name: '%s', user: alice, job: '%s', expect: {verdict: refuse}}\n" "$n" "$(options "$n")"
	done
	join -1 2 -2 1 "$tap_dir/answers" "$tap_dir/records" |
		while read -r _ n partition verdict profile segment; do
			[[ $verdict != leave ]] || partition=none
			printf -- "- {name: '%s', user: alice, job: '%s', expect: {verdict: %s, profile: %s, partition: %s, segment: %s}}\n" \
				"$n" "$(options "$n")" "$verdict" "$profile" "$partition" "$segment"
		done
} >"$tap_dir/replay.yaml"
is "$(grep -c '^- ' "$tap_dir/replay.yaml")" $((clients * each)) "every job has a record, or was refused"
cancel_all_jobs
ok "a snapshot of the cluster" commroute snapshot --output "$tap_dir/snapshot.json"
out=$(commroute test "$tap_dir/replay.yaml" 2>/dev/null | grep -v '^ok')
like "$out" "# $((clients * each)) passed, 0 failed" "one thread decides each job as slurmctld did"
diag "$(head -n 12 <<<"$out")"
like "$(ctld_log | grep -c 'Lua: decide failed')" '^[1-9]' "endless loops were among them"
no_script
rm -f "$conf/site.lua"
done_testing
