#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# commroute lua check and lua import, as an admin uses them on the live cluster.
. "$(dirname "$0")/../lib.sh"
wait_view
cd "$tap_dir" || bail_out "no $tap_dir"

printf 'function decide(job)\n  if job.nodes then commroute.log("x") end\nend\n' >good.lua
is "$(as alice commroute lua check "$tap_dir/good.lua" 2>&1)" "$tap_dir/good.lua: is good" "a good script is good"
printf 'function decide(job)\n  return {segmnt = job.node}\nend\n' >typo.lua
fails "a wrong name is found with its line and the right one" \
	"typo.lua:2: error: job has no field 'node': did you mean 'nodes'" commroute lua check typo.lua
printf 'function decide(job)\n  while true do pcall(error) end\nend\n' >loop.lua
fails "an endless loop is stopped and reported" "(200000 instructions is|ms of processor time are) spent < loop.lua:2" \
	timeout $((10 * patience)) commroute lua check loop.lua
printf 'function decide(job)\n  count = 1\nend\n' >global.lua
like "$(commroute lua check global.lua 2>&1)" "warning: decide sets the global 'count'" "a global is a warning"
printf 'function decide(job\nend\n' >syntax.lua
fails "a fault of syntax" "syntax.lua:2: error: '\)' expected" commroute lua check syntax.lua
printf 'limits: {nlp: 4}\n' >data.yaml
printf 'function decide(job)\n  if job.nodes > data.limits.nlp then return end\nend\n' >data.lua
is "$(commroute lua check --data=data.yaml data.lua 2>&1)" "data.lua: is good" "with its data"
fails "without it" "no variable is called 'data'" commroute lua check data.lua
fails "a file that is not there" "nowhere.lua: No such file" commroute lua check nowhere.lua
LUA_INIT='os.exit(7)' LUA_PATH=/tmp/?.lua ok "LUA_INIT and LUA_PATH are not looked at" \
	env LUA_INIT='os.exit(7)' LUA_PATH='/tmp/?.lua' commroute lua check good.lua

cat >old.lua <<'LUA'
function slurm_job_submit(job, parts, uid)
	assert(parts.ultra.name == "ultra" and type(uid) == "number")
	if job.name == "big" then job.partition = "ultra" end
	if job.name == "no" then slurm.log_user("not %s", job.user_name) return slurm.ERROR end
	if job.name == "io" then return io.open("/etc/passwd") end
	if job.name == "loop" then while true do end end
	if job.name == "limit" and job.time_limit == slurm.NO_VAL then job.time_limit = 60 end
	return slurm.SUCCESS
end
return slurm.SUCCESS
LUA
cat >jobs.yaml <<'YAML'
cases:
- {name: same, user: alice, job: -N 1, expect: {verdict: leave}}
- {name: both, user: alice, job: -J big --comm-profile=moe -N 4 --gpus-per-node=4, expect: {verdict: route}}
- {name: route, user: alice, job: -J big -N 4, expect: {verdict: route}}
- {name: refusal, user: alice, job: -J no -N 1, expect: {verdict: leave}}
- {name: files, user: alice, job: -J io -N 1, expect: {verdict: leave}}
- {name: endless, user: alice, job: -J loop -N 1, expect: {verdict: leave}}
- {name: limit, user: alice, job: -J limit -N 1, expect: {verdict: leave}}
YAML
out=$(commroute lua import --jobs=jobs.yaml old.lua)
is $? 1 "import: jobs that differ give status 1"
like "$out" "partition  script: ultra; policy: \(unset\)" "where the script routes and the policy does not"
like "$out" "verdict    script: refused; policy: taken" "where it refuses"
like "$out" "script says: not alice" "with what it says"
like "$out" "files
    job [^
]*
    not known here, and read by the script: the file '/etc/passwd'; without it:" "files are not there"
like "$out" "endless
    job [^
]*
    the script fails: (the budget of 2000000 instructions is|[0-9]* ms of processor time are) spent" "an endless loop is stopped"
like "$out" "time_limit the script sets it; a policy never does" "what no policy does"
like "$out" "7 jobs: 1 the same, 4 differ, in 1 the script fails, in 1 it reads what is not known here" "and the sum"
printf 'cases:\n- {name: x, user: alice, job: -N 1, at: 2026-12-24 18:00, expect: {verdict: leave}}\n' >at.yaml
like "$(commroute test --policy="$conf/commroute.yaml" at.yaml 2>&1)" "1 passed" "a table says when a job is submitted"
printf 'cases:\n- {name: x, user: alice, job: -N 1, at: tomorrow, expect: {verdict: leave}}\n' >at.yaml
fails "but not in any words" "a time is YYYY-MM-DD HH:MM" commroute test --policy="$conf/commroute.yaml" at.yaml
cd /
done_testing
