#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Policy files of every kind: slurmctld starts and schedules, jobs go through
# unchanged, the log says what and where; a later good file is picked up without
# a restart, a later bad one leaves the good one in force.
# limit: 300
. "$(dirname "$0")/../lib.sh"
policy=$conf/commroute.yaml
good=$tap_dir/good.yaml
cp "$policy" "$good"

put() { # as an editor does it: a new file renamed into place
	cp "$1" "$policy.new" && chown root "$policy.new" && chmod 644 "$policy.new" && mv -f "$policy.new" "$policy"
}
clear_policy() { rm -rf "$policy"; }

# partition_of ARG...: where a held job goes, which is then cancelled.
partition_of() {
	local job
	job=$(submit alice --hold --comm-profile=moe -N 2 --gpus-per-node=4 "$@" --wrap true) || return
	job_field "$job" Partition
	scancel "$job"
}
goes_to() { [[ $(partition_of) == "$1" ]]; }
becomes() { poll "$2" goes_to "$1"; } # PARTITION LIMIT: until a moe job goes there
# What slurmctld has said of policies that it looked at; and_wait: until it has of one more.
count_loads() { grep -c 'commroute: .*\(in force, mode\|is refused\)' "$log/slurmctld.log" || true; }
has_loaded_again() { (($(count_loads) > $1)); }
and_wait() { # COMMAND...
	local before
	before=$(count_loads)
	"$@"
	poll 10 has_loaded_again "$before"
}
new_log() { tap_log_start=$(($(wc -l <"$log/slurmctld.log") + 1)); }

# --- what slurmctld may find when it starts -----------------------------------------
start_with() { # DESC REGEX
	cluster stop slurmctld >/dev/null 2>&1
	new_log
	ok "$1: slurmctld starts" cluster start slurmctld
	like "$(ctld_log)" "$2" "$1: the log says what and where"
	is "$(partition_of)" p5en "$1: a job goes through unchanged"
	clear_policy
}
clear_policy
start_with "missing" "commroute.yaml: No such file"
cp "$good" "$policy"; chmod 000 "$policy"; chown nobody "$policy"
start_with "unreadable" "commroute.yaml: (Permission denied|owned by)"
: >"$policy"
start_with "empty" "commroute.yaml:1:1: error"
printf 'version: 1\nmode: enforce\nprofiles:\n  moe:\n    patern: alltoall\n  - x\n' >"$policy"
start_with "broken YAML" "commroute.yaml:6:[0-9]+: error: not valid YAML"
printf 'version: 1\nmode: enforce\nprofiles:\n  moe:\n    patern: alltoall\n    intensity: extrem\n' >"$policy"
start_with "broken schema" "commroute.yaml:5:[0-9]+: error: .*patern.*pattern"
(cat "$good"; yes '# filler' | head -c 10000000) >"$policy"
start_with "10 MB" "commroute.yaml: 100[0-9]+ bytes, the limit is"
mkdir "$policy"
start_with "a directory" "commroute.yaml: is a directory"
mkfifo "$policy"
start_with "a FIFO" "commroute.yaml: is not a regular file"
ln -s "$good" "$policy"
start_with "a symbolic link" "commroute.yaml: is a symbolic link"
cp "$good" "$policy"; chmod 666 "$policy"
start_with "writable by all" "commroute.yaml: mode 0666 lets others write it"
cp "$good" "$policy"; chown alice "$policy"
start_with "of another user" "commroute.yaml: owned by uid"

# --- changes while it runs --------------------------------------------------------------
is "$(partition_of)" p5en "no policy: unchanged"
put "$good"
ok "a good file is picked up without a restart" becomes ultra 10
new_log
printf 'version: 1\nmode: enforc\nprofile: {}\n' >"$tap_dir/bad.yaml"
and_wait put "$tap_dir/bad.yaml"
is "$(partition_of)" ultra "a bad one leaves the good one in force"
like "$(ctld_log)" "commroute.yaml:2:[0-9]+: error: .*enforc" "and is reported with its place"
like "$(ctld_log)" "commroute.yaml:3:[0-9]+: error: .*profile" "all its errors at once"
like "$(ctld_log)" "last good policy stays in force" "and with what follows from it"
and_wait clear_policy
is "$(partition_of)" ultra "so does removing it"

and_wait put "$good"
sed 's/^mode: enforce/mode: disabled/' "$good" >"$tap_dir/disabled.yaml"
start=${EPOCHREALTIME/./}
put "$tap_dir/disabled.yaml"
ok "mode: disabled acts" becomes p5en 5
ok "within a second, where nothing else runs" test $((${EPOCHREALTIME/./} - start)) -lt $((1000000 * patience))
job=$(submit alice --hold --comm-profile=nosuch -N 1 --wrap true)
like "$job" '^[0-9]+$' "disabled: nothing is judged"
is "$(job_json "$job" .admin_comment)" "" "nor recorded"
sed 's/^mode: enforce/mode: observe/' "$good" >"$tap_dir/observe.yaml"
and_wait put "$tap_dir/observe.yaml"
job=$(submit alice --hold --comm-profile=moe -N 2 --gpus-per-node=4 --wrap true)
is "$(job_field "$job" Partition)" p5en "observe: the job stays where it was"
is "$(job_json "$job" .admin_comment | jq -r '.mode + " " + .partition')" "observe ultra" "and the record says where it would have gone"
put "$good"
ok "enforce again" becomes ultra 10
done_testing
