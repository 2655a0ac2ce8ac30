#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Limits are Slurm's, read at each submission: changed after slurmctld's start,
# they count at once; and GPUs count the same, however they are asked for.
. "$(dirname "$0")/../lib.sh"
wait_view

limit() { sacctmgr --immediate modify qos vision set grptres=gres/gpu="$1" >/dev/null; }
five=(--comm-profile=allreduce -N 5 --gpus-per-node=8)
job=$(submit bob --hold "${five[@]}" --wrap true)
is "$(job_field "$job" Partition)" p5en "40 GPUs fit the share of 48"
limit 16
fails "the share is 16 now: refused at once, with limit and owner" \
	"CR-40[15].* 40 of gres/gpu asked, GrpTRES of QOS 'vision' is 16" \
	as bob sbatch -o /dev/null "${five[@]}" --wrap true

# 24 GPUs, said in every way there is.
spellings=("--gpus=24 -N 3" "-N 3 --gpus-per-node=8" "-N 3 --gpus-per-node=h200:8" "-N 3 --gres=gpu:8"
	"-N 3 --gres=gpu:h200:8" "-N 3 -n 24 --gpus-per-task=1" "-N 3 -n 24 --tres-per-task=gres/gpu:1"
	"-N 3 --sockets-per-node=2 --gpus-per-socket=4")
for spelling in "${spellings[@]}"; do
	# shellcheck disable=SC2086 # several words
	fails "$spelling counts as 24" "CR-40[15].* 24 of gres/gpu asked, .* is 16" \
		as bob sbatch -o /dev/null --comm-profile=allreduce $spelling --wrap true
done
limit 48
job=$(submit bob --hold "${five[@]}" --wrap true)
is "$(job_field "$job" Partition)" p5en "48 again: it fits again"

# Memory is not consumed here (CR_Core): Slurm starts such a job, and refuses it with DenyOnLimit alone.
of_memory=(--comm-profile=allreduce -N 1 --gpus-per-node=8 --mem=100M)
sacctmgr --immediate modify qos vision set grptres=mem=50 maxtresperjob=mem=50 >/dev/null
job=$(submit bob "${of_memory[@]}" --wrap true)
ok "a limit on memory that nothing consumes is none: the job runs" wait_job "$job" COMPLETED 30
like "$(as bob commroute explain -- "${of_memory[@]}")" "verdict +route" "as explain says"
sacctmgr --immediate modify qos vision set flags=DenyOnLimit >/dev/null
# DenyOnLimit sets no time by which it counts.
refused() { ! as bob sbatch --test-only -p p5en --qos=vision -N 1 --gpus-per-node=8 --mem=100M --wrap true 2>/dev/null; }
ok "Slurm refuses it with DenyOnLimit" poll 10 refused
fails "and so do we, with limit and owner" "CR-40[15].* of mem asked, .* of QOS 'vision' is 50" \
	as bob sbatch -o /dev/null "${of_memory[@]}" --wrap true
job=$(submit bob --hold --comm-profile=allreduce -N 1 --gpus-per-node=8 --mem=50M --wrap true)
is "$(job_field "$job" Partition)" p5en "exactly the limit goes through"
sacctmgr --immediate modify qos vision set grptres=mem=-1 maxtresperjob=mem=-1 flags=-1 >/dev/null
done_testing
