-- SPDX-License-Identifier: GPL-2.0-or-later
-- The cheapest partition first, as the prices of the policy have it; and who
-- spends much hears of it.
local NOTICE_FROM = 10000 -- in the currency of the prices

local function by_cost(a, b)
	-- Without a price comes last; equal ones in their first order.
	return (a.cost or math.huge) < (b.cost or math.huge)
end

function decide(job, decision, cluster)
	if decision.verdict ~= "route" or #decision.candidates == 0 then return end
	local sorted = {}
	for i, candidate in ipairs(decision.candidates) do sorted[i] = candidate end
	table.sort(sorted, by_cost)
	local wish = {candidates = sorted}
	local cost = sorted[1].cost
	if cost and cost >= NOTICE_FROM then
		wish.notice = ("this job can cost up to %.0f USD (%d GPUs, %s)"):format(
			cost, sorted[1].gpus, sorted[1].partition)
	end
	return wish
end
