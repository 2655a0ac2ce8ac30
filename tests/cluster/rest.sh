# SPDX-License-Identifier: GPL-2.0-or-later
# Jobs by REST, as a user; sourced by tests beside lib.sh.
# shellcheck shell=bash
# rest USER PATH BODY: slurmrestd answers one request on its standard streams.
rest() {
	local in=$tap_dir/rest.in out=$tap_dir/rest.out
	printf 'POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s' \
		"$2" "${#3}" "$3" >"$in"
	: >"$out"
	chown "$1" "$in" "$out" && chmod 600 "$in" "$out"
	as "$1" "$(type -P slurmrestd)" -a rest_auth/local -s slurmctld -d "$parser" <"$in" >"$out" 2>&1
	cat "$out"
}
parser=$(basename -s .so "$(find "$(plugin_dir)" -name 'data_parser_v*.so' | sort | tail -n 1)" | sed 's/data_parser_//;s/_/./g')
rest_job() { # USER FIELD...: JSON members of the job
	local user=$1 IFS=,
	shift
	rest "$user" "/slurm/$parser/job/submit" "{\"job\":{\"name\":\"r\",\"current_working_directory\":\"/tmp\",\"script\":\"#!/bin/sh\\ntrue\\n\",$*}}"
}
