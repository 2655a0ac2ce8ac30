-- SPDX-License-Identifier: GPL-2.0-or-later
-- Nights and weekends: by day, team vision leaves room for others; by night, a
-- job on the blocks has them for itself.
local FROM, TO = "20:00", "07:00"

local function is_night()
	return commroute.now().weekend or commroute.between(FROM, TO)
end

function decide(job, decision, cluster)
	if decision.verdict ~= "route" then return end
	local night = is_night()
	if not night and decision.tenant == "vision" and (job.nodes or 1) > 8 then
		commroute.refuse("NIGHT-1", "by day team vision may use 8 nodes, not %d; "
			.. "from %s to %s and at weekends as many as there are", job.nodes, FROM, TO)
	end
	if night and decision.topology_type == "block" then
		return {exclusive_topo = true}
	end
end
