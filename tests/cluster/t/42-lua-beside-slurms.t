#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Slurm's job_submit/lua and cli_filter/lua, with their own Lua, in the same
# processes as ours, before us in JobSubmitPlugins and behind us.
# limit: 300
. "$(dirname "$0")/../lib.sh"
. "$here/lua.sh"

[[ -e $(plugin_dir)/job_submit_lua.so ]] ||
	{ skip "Slurm's job_submit/lua is not there"; done_testing; }

cat >"$conf/job_submit.lua" <<'LUA'
-- Slurm's: marks each job, and routes those called "theirs".
function slurm_job_submit(desc, parts, uid)
	desc.comment = "theirs " .. _VERSION
	if desc.name == "theirs" then desc.partition = "p5en" end
	if desc.name == "refused" then
		slurm.log_user("theirs says no")
		return slurm.ERROR
	end
	for i = 1, 2000 do local s = string.format("%d", i):rep(10):gsub("1", "2") end
	return slurm.SUCCESS
end
function slurm_job_modify(desc, job, parts, uid) return slurm.SUCCESS end
slurm.log_info("job_submit.lua loaded")
return slurm.SUCCESS
LUA
cat >"$conf/cli_filter.lua" <<'LUA'
function slurm_cli_setup_defaults(options, early) return slurm.SUCCESS end
function slurm_cli_pre_submit(options, pack) slurm.log_debug("pre_submit") return slurm.SUCCESS end
function slurm_cli_post_submit(offset, job, step) return slurm.SUCCESS end
LUA
cat >"$tap_dir/site.lua" <<'LUA'
function decide(job, decision)
	if job.name == "ours" then return {notice = "ours: " .. _VERSION .. " " .. ("a1"):gsub("%d", "b")} end
end
LUA

extra='CliFilterPlugins=lua'
for order in lua,commroute commroute,lua; do
	tap_log_start=1
	ok "$order: the cluster comes up" env COMMROUTE_JOB_SUBMIT=$order COMMROUTE_EXTRA_CONF=$extra \
		COMMROUTE_NO_INSTALL=1 "$here/cluster" up
	wait_view
	ok "$order: our script is loaded" use_script "$tap_dir/site.lua"
	maps=$(cat "/proc/$(<"$run/slurmctld.pid")/maps")
	like "$maps" 'liblua' "$order: slurmctld holds Slurm's Lua"
	like "$maps" 'job_submit_commroute' "$order: and our plugin"

	job=$(submit alice --hold -J ours --comm-profile=moe -N 4 --gpus-per-node=4 --wrap true 2>"$tap_dir/said")
	is "$(job_field "$job" Partition)" ultra "$order: ours routes"
	like "$(cat "$tap_dir/said")" "ours: Lua 5.4 ab" "$order: and runs its own Lua"
	like "$(job_json "$job" .comment)" "theirs Lua 5" "$order: theirs ran too, in Lua's version of its own"
	diag "theirs is $(job_json "$job" .comment)"
	fails "$order: theirs refuses" "theirs says no" \
		as alice sbatch --hold -J refused --comm-profile=moe -N 4 --wrap true
	job=$(submit alice --hold -J theirs --comm-profile=moe -N 2 --gpus-per-node=4 --wrap true)
	if [[ $order == lua,* ]]; then
		is "$(job_field "$job" Partition)" p5en "$order: what theirs chose counts as the user's choice"
	else
		is "$(job_field "$job" Partition)" p5en "$order: what theirs chooses comes over ours"
	fi
	wrong=0
	for ((i = 0; i < 4; i++)); do
		for ((k = 0; k < 25; k++)); do
			submit alice --hold -J ours --comm-profile=moe -N 4 --gpus-per-node=4 --wrap true
		done >"$tap_dir/jobs.$i" 2>/dev/null &
	done
	wait $(jobs -p)
	for job in $(cat "$tap_dir"/jobs.*); do
		[[ $(job_field "$job" Partition) == ultra ]] || wrong=$((wrong + 1))
	done
	is "$(cat "$tap_dir"/jobs.* | wc -l) $wrong" "100 0" "$order: 100 submissions, 4 at a time"
	ok "$order: a reconfigure takes both again" cluster reconfigure
	job=$(submit alice --hold -J ours --comm-profile=moe -N 4 --gpus-per-node=4 --wrap true 2>/dev/null)
	is "$(job_field "$job" Partition)" ultra "$order: and ours still routes"
	cancel_all_jobs
done
no_script
rm -f "$conf"/{site,job_submit,cli_filter}.lua
ok "back to the plain cluster" env COMMROUTE_JOB_SUBMIT=commroute COMMROUTE_EXTRA_CONF= "$here/cluster" up
done_testing
