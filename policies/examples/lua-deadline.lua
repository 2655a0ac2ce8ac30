-- SPDX-License-Identifier: GPL-2.0-or-later
-- Until a project's deadline its jobs alone may run long on the UltraServers;
-- others' are asked to be short there, so that blocks come free often.
-- The dates stand in lua-deadline.data.yaml.

local function current()
	local now = commroute.now().unix
	for _, d in ipairs(data.deadlines) do
		if now >= commroute.date(d.from) and now < commroute.date(d.to) then return d end
	end
end

function decide(job, decision, cluster)
	local deadline = current()
	if not deadline or decision.topology_type ~= "block" or decision.verdict ~= "route" then
		return
	end
	if job.account == deadline.account then
		return {notice = ("project %s: good luck until %s"):format(deadline.project, deadline.to)}
	end
	local max = commroute.minutes(deadline.others_max)
	if not job.time_limit or job.time_limit > max then
		commroute.refuse("DEADLINE-1", "until %s (project %s) jobs on UltraServers are at most %s: "
			.. "set --time, or use another profile", deadline.to, deadline.project,
			deadline.others_max)
	end
end
