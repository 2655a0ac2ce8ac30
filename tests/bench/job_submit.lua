-- SPDX-License-Identifier: GPL-2.0-or-later
-- The rules of rules.lua for Slurm's own job_submit/lua.
local LARGE = 6
local teams = {
	nlp = {max_nodes = 8, night = true, profiles = {train = "ultra", tune = "p5en"}},
	vision = {max_nodes = 8, night = false, profiles = {train = "p5en", eval = "p5en"}},
	physics = {max_nodes = 4, night = true, profiles = {sim = "p5en"}},
}
local interactive = {ultra = 60, p5en = 240}

local function team_of(account)
	if not account then return nil end
	return teams[account] or teams[string.match(account, "^[^-]+")]
end

local function is_night()
	local now = os.date("*t")
	return now.wday == 1 or now.wday == 7 or now.hour >= 20 or now.hour < 7
end

local function check_size(job, account, team)
	local nodes = job.min_nodes == slurm.NO_VAL and 1 or job.min_nodes
	if nodes > team.max_nodes then
		slurm.log_user("%s may use %d nodes, not %d", account, team.max_nodes, nodes)
		return slurm.ERROR
	end
	if nodes > LARGE and not team.night and is_night() then
		slurm.log_user("no jobs of %d nodes by night", nodes)
		return slurm.ERROR
	end
end

local function check_interactive(job)
	if job.script or not job.partition then return end
	local limit = interactive[job.partition]
	if limit and (job.time_limit == slurm.NO_VAL or job.time_limit > limit) then
		slurm.log_user("interactive jobs in %s: at most %d minutes", job.partition, limit)
		return slurm.ERROR
	end
end

local function route(job, team)
	if job.partition or not job.name then return end
	local stage = string.match(job.name, "^run%-%d+%-(%a+)$")
	if stage and team.profiles[stage] then job.partition = team.profiles[stage] end
end

function slurm_job_submit(job, parts, uid)
	local account = job.account or job.default_account
	local team = team_of(account)
	if not team then return slurm.SUCCESS end
	local failed = check_size(job, account, team) or check_interactive(job)
	if failed then return failed end
	route(job, team)
	return slurm.SUCCESS
end

function slurm_job_modify(job, rec, parts, uid)
	return slurm.SUCCESS
end

return slurm.SUCCESS
