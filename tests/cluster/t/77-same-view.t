#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The command sees what slurmctld's plugin sees: what one user, or one account, has in
# use of a QOS that limits each.
# limit: 120
. "$(dirname "$0")/../lib.sh"
wait_view

# told USER LIMIT JOB...: live, from a snapshot and by the plugin, LIMIT is what is full.
told() {
	local user=$1 limit=$2 job why
	shift 2
	commroute snapshot -o "$tap_dir/now.json" && chmod 644 "$tap_dir/now.json"
	like "$(as "$user" commroute explain -- "$@")" "full now.*$limit" "$limit: explain, live"
	like "$(commroute explain --user "$user" --snapshot "$tap_dir/now.json" -- "$@")" "full now.*$limit" \
		"$limit: explain, from a snapshot"
	job=$(submit "$user" --hold "$@" --wrap true)
	why=$(job_json "$job" .admin_comment)
	like "$why" "$limit" "$limit: the plugin"
}

two=(--comm-profile=moe -N 2 --gpus-per-node=4)
job=$(submit alice -N 4 --gpus-per-node=4 -p ultra --qos=nlp --wrap 'sleep 300')
ok "16 GPUs are in use" wait_job "$job" RUNNING 30
acct() { sacctmgr --immediate modify qos nlp set "$@" >/dev/null; }
acct maxtrespu=gres/gpu=20
told alice MaxTRESPerUser "${two[@]}"
acct maxtrespu=gres/gpu=-1 maxtrespa=gres/gpu=20
told alice MaxTRESPerAccount "${two[@]}"
acct maxtrespa=gres/gpu=-1 maxjobspu=1
told alice MaxJobsPerUser "${two[@]}"
acct maxjobspu=-1 maxjobspa=1
told alice MaxJobsPerAccount "${two[@]}"
acct maxjobspa=-1
job=$(as bob commroute explain -- --comm-profile=ddp -N 2 --gpus-per-node=8)
unlike "$job" "full now" "another's use is nobody's own"
cancel_all_jobs
done_testing
