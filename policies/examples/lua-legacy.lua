-- SPDX-License-Identifier: GPL-2.0-or-later
-- A pipeline that nobody can change any more submits without a profile; the
-- names of its jobs tell what they are: etl-001-load, etl-001-train, etl-001-eval.
local profiles = {train = "moe", finetune = "allreduce", eval = "independent"}

function classify(job)
	if job.comm_profile or not job.name then return end
	local run, stage = job.name:match("^etl%-(%d+)%-(%a+)$")
	return run and profiles[stage]
end

function decide(job, decision, cluster)
	local run = job.name and job.name:match("^etl%-(%d+)%-load$")
	if run and (job.nodes or 1) > 2 then
		commroute.refuse("ETL-1", "load stages (run %d) move files: 2 nodes will do, not %d",
			tonumber(run), job.nodes)
	end
end
