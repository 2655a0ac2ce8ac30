# SPDX-License-Identifier: GPL-2.0-or-later
# What the tests of scripts share: changing the policy's script under a running slurmctld.
# shellcheck shell=bash
policy=$conf/commroute.yaml
good=$tap_dir/good.yaml
cp "$policy" "$good"

new_log() { tap_log_start=$(($(wc -l <"$log/slurmctld.log") + 1)); }
put_file() { # FROM TO: as an editor does it
	cp "$1" "$2.new" && chown root "$2.new" && chmod 644 "$2.new" && mv -f "$2.new" "$2"
}
count_loads() { grep -c 'commroute: .*\(in force\|is refused\)' "$log/slurmctld.log" || true; }
has_loaded_again() { (($(count_loads) > $1)); }

# use_script FILE [LUA-KEY]: the policy with this script, and wait until it was looked at.
use_script() {
	local before
	put_file "$1" "$conf/site.lua"
	before=$(count_loads)
	{ cat "$good"; echo "lua: ${2:-site.lua}"; echo "# $RANDOM$RANDOM"; } >"$tap_dir/with-lua.yaml"
	put_file "$tap_dir/with-lua.yaml" "$policy"
	poll 20 has_loaded_again "$before"
}
no_script() {
	local before
	before=$(count_loads)
	put_file "$good" "$policy"
	poll 20 has_loaded_again "$before"
}
