-- SPDX-License-Identifier: GPL-2.0-or-later
-- A site's rules, sixty lines of them; job_submit.lua beside this file says the
-- same to Slurm's own plugin.
local LARGE = 6
local teams = {
	nlp = {max_nodes = 8, night = true, profiles = {train = "moe", tune = "allreduce"}},
	vision = {max_nodes = 8, night = false, profiles = {train = "allreduce", eval = "independent"}},
	physics = {max_nodes = 4, night = true, profiles = {sim = "independent"}},
}
local interactive = {ultra = 60, p5en = 240}

-- team_of("nlp-moe") is that of "nlp".
local function team_of(account)
	if not account then return nil end
	return teams[account] or teams[account:match("^[^-]+")]
end

local function is_night()
	local now = commroute.now()
	return now.weekend or now.hour >= 20 or now.hour < 7
end

local function check_size(job, team)
	local nodes = job.nodes or 1
	if nodes > team.max_nodes then
		commroute.refuse("SIZE-1", "%s may use %d nodes, not %d", job.account,
			team.max_nodes, nodes)
	end
	if nodes > LARGE and not team.night and is_night() then
		commroute.refuse("NIGHT-1", "no jobs of %d nodes by night", nodes)
	end
end

local function check_interactive(job)
	if job.batch or not job.partition then return end
	local limit = interactive[job.partition]
	if limit and (not job.time_limit or job.time_limit > limit) then
		commroute.refuse("SHELL-1", "interactive jobs in %s: at most %d minutes",
			job.partition, limit)
	end
end

function classify(job)
	local team = team_of(job.account)
	if not team or job.comm_profile or not job.name then return end
	local stage = job.name:match("^run%-%d+%-(%a+)$")
	return stage and team.profiles[stage]
end

function decide(job, decision, cluster)
	local team = team_of(job.account)
	if not team then return end
	check_size(job, team)
	check_interactive(job)
	for _, candidate in ipairs(decision.candidates) do
		if candidate.idle >= (job.nodes or 1) then
			return {candidates = {candidate}}
		end
	end
end
