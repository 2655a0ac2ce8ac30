-- SPDX-License-Identifier: GPL-2.0-or-later
-- Two whole blocks are kept free for production: a job that would take of their
-- nodes goes to another of its partitions; where it has none, it is refused.
local RESERVE = {ultra = 2} -- blocks, by partition
local OWNER = "prod"

-- Would NODES more leave fewer idle nodes than the reserve has?
local function takes_reserve(candidate)
	local blocks, size = RESERVE[candidate.partition], candidate.unit_size
	if not blocks or not size then return false end
	return candidate.idle - candidate.nodes < blocks * size
end

function decide(job, decision, cluster)
	if decision.tenant == OWNER or #decision.candidates == 0 or job.partition then return end
	local left = {}
	for _, candidate in ipairs(decision.candidates) do
		if not takes_reserve(candidate) then left[#left + 1] = candidate end
	end
	if #left == 0 then
		local c = decision.candidates[1]
		commroute.refuse("RESERVE-1", "%d nodes of '%s' are idle, of which %d are kept for %s: "
			.. "ask for at most %d nodes now", c.idle, c.partition,
			RESERVE[c.partition] * c.unit_size, OWNER,
			math.max(0, c.idle - RESERVE[c.partition] * c.unit_size))
	end
	return {candidates = left}
end
