#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# A site's own script in slurmctld: it routes, wishes and refuses; a new one is
# taken up without a restart; a faulty one leaves the last good policy in force.
. "$(dirname "$0")/../lib.sh"
. "$here/lua.sh"
wait_view

record() { job_json "$1" .admin_comment; }
cat >"$tap_dir/site.lua" <<'LUA'
function classify(job)
	if job.name and job.name:match("^legacy%-%d+$") then return "moe" end
end

function decide(job, decision, cluster)
	if job.nodes and job.nodes > 6 and job.user == "bob" then
		commroute.refuse("LAB-6", "%s may have 6 nodes, not %d", job.user, job.nodes)
	end
	if job.modify and job.change.time_limit and job.name == "fixed" then
		commroute.refuse("LAB-9", "%s minutes, not %d", job.name, job.change.time_limit)
	end
	if job.name == "twos" then return {segment = 2, notice = "LAB: in twos"} end
	if job.name == "fail" then return nothing.at.all end
	if job.name == "loop" then while true do pcall(error) end end
end
LUA
ok "a policy with a script is loaded" use_script "$tap_dir/site.lua"
like "$(ctld_log)" "policy .* in force" "and the log says so"

job=$(submit alice --hold -J legacy-7 -N 4 --gpus-per-node=4 --wrap true)
is "$(job_field "$job" Partition)" ultra "classify gives an undeclared job a profile"
is "$(record "$job" | jq -r .profile)" moe "which is in its record"
job=$(submit alice --hold -J other -N 4 --gpus-per-node=4 --wrap true)
is "$(job_field "$job" Partition)" p5en "others are left"
job=$(submit alice --hold -J twos --comm-profile=moe -N 4 --gpus-per-node=4 --wrap true 2>"$tap_dir/said")
lacks partition-topologies || is "$(job_field "$job" SegmentSize)" 2 "decide wishes a segment"
like "$(cat "$tap_dir/said")" "LAB: in twos" "and has a word for the user"
job=$(submit alice --hold -J twos --segment=4 --comm-profile=moe -N 4 --gpus-per-node=4 --wrap true 2>/dev/null)
lacks partition-topologies || is "$(job_field "$job" SegmentSize)" 4 "but the user's --segment stays"
fails "decide refuses with the site's own code and words" "LAB-6: bob may have 6 nodes, not 8" \
	as bob sbatch -N 8 --comm-profile=allreduce --wrap true

job=$(submit alice --hold -J fixed -t 60 --comm-profile=moe -N 4 --gpus-per-node=4 --wrap true)
fails "an update is judged too, by what it changes" "LAB-9: fixed minutes, not 30" \
	as alice scontrol update "jobid=$job" timelimit=30
ok "another one goes through" as alice scontrol update "jobid=$job" comment=x
is "$(job_field "$job" TimeLimit)" 01:00:00 "the refused one changed nothing"

new_log
job=$(submit alice --hold -J fail --comm-profile=moe -N 4 --gpus-per-node=4 --wrap true)
is "$(job_field "$job" Partition)" ultra "an error in the script: the decision without it"
like "$(ctld_log)" "error: commroute: Lua: decide failed: site.lua:13: .*nothing" "and one line in the log"
job=$(submit alice --hold -J loop --comm-profile=moe -N 4 --gpus-per-node=4 --wrap true)
is "$(job_field "$job" Partition)" ultra "so does an endless loop"
like "$(ctld_log)" "(200000 instructions is|ms of processor time are) spent < site.lua:14" "and its line is named"

sed 's/^function decide/functoin decide/' "$tap_dir/site.lua" >"$tap_dir/bad.lua"
new_log
ok "a script with a syntax error is looked at" use_script "$tap_dir/bad.lua"
like "$(ctld_log)" "site.lua:5: error: syntax error" "it is refused with its line"
like "$(ctld_log)" "last good policy stays in force" "and leaves the last one in force"
job=$(submit alice --hold -J legacy-8 -N 4 --gpus-per-node=4 --wrap true)
is "$(job_field "$job" Partition)" ultra "with its script"

sed 's/"moe"/"pipeline"/' "$tap_dir/site.lua" >"$tap_dir/new.lua"
before=$(count_loads)
put_file "$tap_dir/new.lua" "$conf/site.lua"
ok "a change of the script alone is noticed" poll 20 has_loaded_again "$before"
job=$(submit alice --hold -J legacy-9 -N 4 --gpus-per-node=4 --wrap true)
is "$(record "$job" | jq -r .profile)" pipeline "and acted on"

cat >"$tap_dir/breaker.lua" <<'LUA'
function decide(job) if job.name then error("always") end end
LUA
use_script "$tap_dir/breaker.lua" # the sample has a name: a warning
new_log
for ((i = 0; i < 12; i++)); do
	job=$(submit alice --hold --comm-profile=moe -N 4 --gpus-per-node=4 --wrap true)
done
is "$(job_field "$job" Partition)" ultra "a script that always fails harms no job"
is "$(ctld_log | grep -c 'Lua: decide failed: ')" 10 "after 10 failures it is not called any more"
like "$(ctld_log)" "decide failed 10 times in a row and is not called any more" "which the log says"

ok "and back to no script" no_script
job=$(submit alice --hold -J legacy-7 -N 4 --gpus-per-node=4 --wrap true)
is "$(job_field "$job" Partition)" p5en "nothing of it is left"
rm -f "$conf/site.lua"
done_testing
