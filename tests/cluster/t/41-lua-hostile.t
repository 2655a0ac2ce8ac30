#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Every hostile script of tests/lua in the real slurmctld, under eight users who submit at
# once: each is stopped within its bounds, the jobs are decided as without it, and no call of
# slurmctld waits for longer than half a second.
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

# All users submit at the same moment, while somebody asks for something else.
submit_all() {
	local user
	"$(type -P probe)" "$probed" 300 >"$tap_dir/probe" &
	for user in "${users[@]}"; do
		as "$user" "$(type -P flood)" -t -N 4 -g 4 moe >"$tap_dir/flood.$user" 2>&1 &
	done
	wait
}
longest_wait() { awk '$1 > most { most = $1 } END { print most + 0 }' "$tap_dir/probe" "$tap_dir"/flood.*; }

# hostile FILE: what is wrong under this script.  What a busy machine did does not come eight
# times; what slurmctld is held by does.
hostile() {
	local expect job said wait least=999999 try
	expect=$(sed -n 's/^-- expect: //p' "$1")
	for try in {1..8}; do
		new_log
		use_script "$1" || { echo "not loaded"; return; }
		submit_all
		wait=$(longest_wait)
		((wait < least)) && least=$wait
		((least > no_call_waits_longer)) || break
	done
	echo "$least ${1##*/}" >>"$tap_dir/waits"
	((least <= no_call_waits_longer)) || echo "a call waits for $least ms"
	said=$(ctld_log)
	read -r _ job _ <"$tap_dir/flood.alice"
	case $expect in
	refuse) grep -q SITE-1 "$tap_dir/flood.alice" || echo "not refused"; return ;;
	ok | *\|ok) ;;
	*) [[ $said =~ (Lua:\ decide\ failed|is\ refused) ]] || echo "nothing in the log" ;;
	esac
	is_job_id "$job" || { cat "$tap_dir/flood.alice"; return; }
	[[ "$(job_field "$job" Partition) $(job_field "$job" SegmentSize)" == "ultra $(seg 4)" ]] ||
		echo "decided $(job_field "$job" Partition) $(job_field "$job" SegmentSize)"
}

every=$(at_length 4 1) count=0 bad=''
scripts=("$project"/tests/lua/*.lua)
for ((i = 0; i < ${#scripts[@]}; i += every)); do
	wrong=$(hostile "${scripts[i]}" 2>&1)
	[[ -z $wrong ]] || bad+="${scripts[i]##*/}: $wrong"$'\n'
	count=$((count + 1))
	((count % 20)) || squeue --noheader --format %A | grep -vx "$probed" | xargs -r scancel
done
is "$bad" "" "$count of ${#scripts[@]} hostile scripts are held, and the jobs decided as without them"
ok "there are at least 200 of them" test "${#scripts[@]}" -ge 200
diag "the longest waits, in milliseconds: $(sort -rn "$tap_dir/waits" | head -n 5 | tr '\n' ' ')"
no_script
rm -f "$conf/site.lua"
cancel_all_jobs
for i in {1..6}; do
	sacctmgr --immediate --quiet delete user "guest$i" >/dev/null
	userdel "guest$i"
done
done_testing
