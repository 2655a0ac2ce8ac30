#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Every hostile script of tests/lua in the real slurmctld, while others submit:
# each is stopped within its bounds and the jobs are decided as without it.
# limit: 580
. "$(dirname "$0")/../lib.sh"
. "$here/lua.sh"
wait_view

# Load: jobs of another user, all the time.
load() {
	while [[ ! -e $tap_dir/stop ]]; do
		as bob sbatch --parsable -H -o /dev/null --comm-profile=allreduce -N 2 --gpus-per-node=8 \
			--wrap true >>"$tap_dir/load.out" 2>>"$tap_dir/load.err"
	done
}
load &
loader=$!

# hostile FILE: one submission under this script; prints what is wrong.
hostile() {
	local expect job start took said
	expect=$(sed -n 's/^-- expect: //p' "$1")
	new_log
	use_script "$1" || { echo "not loaded"; return; }
	start=${EPOCHREALTIME/./}
	job=$(submit alice --hold --comm-profile=moe -N 4 --gpus-per-node=4 --wrap true 2>"$tap_dir/said")
	took=$((${EPOCHREALTIME/./} - start))
	said=$(ctld_log)
	case $expect in
	refuse) grep -q SITE-1 "$tap_dir/said" || echo "not refused"; return ;;
	ok | *\|ok) ;;
	*) [[ $said =~ (Lua:\ decide\ failed|is\ refused) ]] || echo "nothing in the log" ;;
	esac
	is_job_id "$job" || return
	[[ "$(job_field "$job" Partition) $(job_field "$job" SegmentSize)" == "ultra $(seg 4)" ]] ||
		echo "decided $(job_field "$job" Partition) $(job_field "$job" SegmentSize)"
	((took < 3000000 * patience)) || echo "took $took us"
	echo "$took" >>"$tap_dir/took"
	scancel "$job"
}

count=0 bad=''
for script in "$project"/tests/lua/*.lua; do
	wrong=$(hostile "$script" 2>&1)
	[[ -z $wrong ]] || bad+="${script##*/}: $wrong"$'\n'
	count=$((count + 1))
	((count % 40)) || cancel_all_jobs
done
touch "$tap_dir/stop"
wait "$loader"
ok "there are at least 40 scripts" test "$count" -ge 40
is "$bad" "" "$count hostile scripts are held, and the jobs decided as without them"
diag "slowest submission: $(sort -n "$tap_dir/took" | tail -n 1) us, of them $(wc -l <"$tap_dir/took")"
diag "submissions beside them: $(grep -c . "$tap_dir/load.out")"
ok "others submitted meanwhile" test "$(wc -l <"$tap_dir/load.out")" -ge "$count"
# One script refuses whoever comes.
is "$(grep -v "SITE-1: caught\|Batch job submission failed" "$tap_dir/load.err")" "" "without an error"
no_script
rm -f "$conf/site.lua"
done_testing
