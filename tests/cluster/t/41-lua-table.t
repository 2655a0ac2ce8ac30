#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Every function of a script's libraries with every kind of argument that costs much, in the
# real slurmctld, under eight users who submit at once: no call waits longer than half a second.
# What one call costs is held by tests/unit/test_lua_costs.c.
# limit: 580
. "$(dirname "$0")/../lib.sh"
. "$here/lua.sh"
wait_view

users=(alice bob)
for i in {1..6}; do
	users+=("guest$i")
	id "guest$i" >/dev/null 2>&1 || useradd -M -d /tmp "guest$i"
	sacctmgr --immediate --quiet add user "guest$i" account=nlp >/dev/null
done
probed=$(submit alice --hold --comm-profile=none -N 1 --wrap true)
ok "a job to look at while the scripts run" is_job_id "$probed"
no_call_waits_longer=500	# milliseconds
longest_wait() { awk '$1 > most { most = $1 } END { print most + 0 }' "$tap_dir/probe" "$tap_dir"/flood.*; }

# Job 2N calls function N % F with its kind of argument N / F; the odd ones call nothing, lest
# the script be given up for failing in a row.
cat >"$tap_dir/table.lua" <<'LUA'
local nuls, digits = ("\0"):rep(20000), ("0"):rep(20000) .. "7"
local letters, formats, stars = ("a"):rep(20000), ("%99.99f"):rep(300), (".-"):rep(40) .. "b"
local function endless() return 1 << 40 end
local function chain()
	local t = {"x", "y"}
	for i = 1, 100 do t = setmetatable({}, {__index = t, __newindex = t}) end
	return t
end
local function many()
	local t = {}
	for i = 1, 100 do t[i] = i end
	return t
end
local kinds = {
	function() return 1 end, function() return "1" end, function() return -1 end,
	function() return math.maxinteger end, function() return math.mininteger end,
	function() return 1e308 end, function() return tostring(math.maxinteger) end,
	function() return nuls end, function() return digits end,
	function() return formats end, function() return stars end, function() return letters end,
	chain, many,
	function() return setmetatable({}, {__len = endless, __index = function() return "" end}) end,
	function() return setmetatable({}, {__tostring = function() return nuls end}) end,
	function() return function() return nuls end end, function() return nil end,
}
local functions = {assert, error, getmetatable, ipairs, next, pairs, pcall, rawequal, rawget, rawlen,
	select, setmetatable, tonumber, tostring, type, xpcall}
for _, library in ipairs({string, table, math, commroute}) do
	local names = {}
	for name, f in pairs(library) do
		if type(f) == "function" and name ~= "refuse" then table.insert(names, name) end
	end
	table.sort(names)
	for _, name in ipairs(names) do table.insert(functions, library[name]) end
end
function decide(job)
	local n = tonumber(job.name)
	if not n or n % 2 == 1 then return end
	n = n // 2
	local f, kind = functions[n % #functions + 1], kinds[n // #functions % #kinds + 1]
	if n == 0 then commroute.log("the table has " .. #functions * #kinds .. " rows") end
	for _, other in ipairs({1, letters, stars, endless}) do
		pcall(f, kind(), other, other)
		pcall(f, other, kind(), kind())
	end
end
LUA
# call_table FIRST COUNT: COUNT rows for each user, all at once; the longest wait.
call_table() {
	local user first=$1
	"$(type -P probe)" "$probed" $((40 * $2)) >"$tap_dir/probe" &
	for user in "${users[@]}"; do
		as "$user" "$(type -P flood)" -t -n $((2 * $2)) -J $((2 * first)) -N 4 -g 4 moe >"$tap_dir/flood.$user" 2>&1 &
		first=$((first + $2))
	done
	wait
	cat "$tap_dir"/flood.* >>"$tap_dir/flooded"
	longest_wait
}
new_log
ok "the table of functions and arguments is loaded" use_script "$tap_dir/table.lua"
call_table 0 1 >/dev/null
rows=$(ctld_log | sed -n 's/.*the table has \([0-9]*\) rows.*/\1/p' | head -n 1)
ok "it has at least 900 rows: ${rows:-none}" test "${rows:-0}" -ge 900
each=5 longest=0
every=$(at_length 6 1)
: >"$tap_dir/flooded"
for ((row = 0; row < ${rows:-0}; row += 8 * each * every)); do
	least=999999
	for try in 1 2 3; do
		wait=$(call_table "$row" $each)
		((wait < least)) && least=$wait
		((least > no_call_waits_longer)) || break
	done
	((least > longest)) && longest=$least
	squeue --noheader --format %A | grep -vx "$probed" | xargs -r scancel
done
ok "no call waits longer than $no_call_waits_longer ms: $longest" test "$longest" -le $no_call_waits_longer
is "$(grep -c -v '^[0-9]* [1-9][0-9]* moe$' "$tap_dir/flooded")" 0 "every job is taken"
unlike "$(ctld_log)" "not called any more" "and the script was called for each"
no_script
rm -f "$conf/site.lua"
cancel_all_jobs
for i in {1..6}; do
	sacctmgr --immediate --quiet delete user "guest$i" >/dev/null
	userdel "guest$i"
done
done_testing
