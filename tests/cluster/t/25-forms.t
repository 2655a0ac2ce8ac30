#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The same job said in many ways; jobs of several parts; jobs that are none; and
# partitions that AllowGroups closes.
# limit: 180
. "$(dirname "$0")/../lib.sh"
wait_view

of_record() { job_json "$1" .admin_comment | jq -r "$2"; }
held() { submit "$1" --hold "${@:2}" --wrap true; }

# --- 16 GPUs on 4 nodes, in every spelling ----------------------------------------------
sixteen=(
	"-N4 --gres=gpu:4"
	"-N4 --gres=gpu:gb200:4"
	"-N4 --gpus-per-node=4"
	"-N4 --gpus-per-node=gb200:4"
	"-N4 --gpus=16"
	"-N4 --gpus=gb200:16"
	"-N4 --ntasks-per-node=4 --gpus-per-task=1"
	"-N4 -n16 --gpus-per-task=1"
	"-N4 -n16 --tres-per-task=gres/gpu:1"
	"-N4 --gpus=16 --ntasks-per-gpu=1"
	"-N4-4 --gpus-per-node=4"
)
for form in "${sixteen[@]}"; do
	# shellcheck disable=SC2086 # words
	job=$(held alice --comm-profile=moe $form)
	is "$(of_record "$job" '"\(.partition) \(.gpus) \(.nodes) \(.segment)"')" "ultra 16 4 $(seg 4 null)" "$form"
done
for form in "-N8 --gres=gpu:8" "-N8 --gpus-per-node=8" "-N8 --gpus=64" "-N8 -n64 --gpus-per-task=1" \
	"-n64 --tres-per-task=gres/gpu:1" "--gpus=64"; do
	# shellcheck disable=SC2086
	fails "$form: 64 GPUs are more than the share of 48" "CR-40[15]" \
		as alice sbatch -o /dev/null --comm-profile=allreduce $form --wrap true
done

# --- arrays ----------------------------------------------------------------------------------
before=$(ctld_log | grep -c 'commroute: uid')
job=$(held alice --array=1-100 --comm-profile=moe -N 2 --gpus-per-node=4)
is "$(($(ctld_log | grep -c 'commroute: uid') - before))" 1 "an array of 100 is one decision"
is "$(job_field "${job}_50" Partition)" ultra "for all of it"

# --- heterogeneous jobs -------------------------------------------------------------------------
job=$(as alice sbatch --parsable -H -o /dev/null --comm-profile=moe -N2 --gpus-per-node=4 : \
	--comm-profile=allreduce -N2 --gpus-per-node=8 --wrap true)
is "$(job_field "$job" Partition) $(job_field "$job+1" Partition)" "ultra p5en" "each component has its own route"
is "$(of_record "$((job + 1))" .profile)" allreduce "and its own record"
fails "one component that cannot run refuses the whole" CR-301 \
	as alice sbatch -o /dev/null --comm-profile=moe -N2 : --comm-profile=moe -N90 --wrap true
is "$(squeue -h -u alice --name wrap -t PD --format %A | sort -u | wc -l)" \
	"$(squeue -h -u alice -t PD --format %A | sort -u | wc -l)" "and leaves nothing behind"

# --- jobs that are none ------------------------------------------------------------------------------
jobs_before=$(squeue -h --format %A | sort -u | wc -l)
out=$(as alice sbatch --test-only -o /dev/null --comm-profile=moe -N 2 --gpus-per-node=4 --wrap true 2>&1)
like "$out" "in partition ultra" "--test-only tells where it would run"
fails "--test-only refuses too" CR-103 as alice sbatch --test-only -o /dev/null --comm-profile=moee -N 2 --wrap true
out=$(as alice srun --test-only --comm-profile=moe -N 2 --gpus-per-node=4 true 2>&1)
like "$out" "in partition ultra" "srun --test-only"
is "$(squeue -h --format %A | sort -u | wc -l)" "$jobs_before" "and no job is made"

# --- AllowGroups ---------------------------------------------------------------------------------------
scontrol update partitionname=ultra allowgroups=bob
denied() { as alice sbatch --test-only -o /dev/null --comm-profile=moe -N2 --gpus-per-node=4 --wrap true 2>&1 | grep -q CR-205; }
ok "AllowGroups shuts alice out" poll 10 denied
job=$(held alice --comm-profile=pipeline,portable -N 2 --gpus=8)
is "$(job_field "$job" Partition)" p5en "a profile with two routes takes the other"
job=$(held bob --comm-profile=moe -N 2 --gpus-per-node=4)
is "$(job_field "$job" Partition)" ultra "bob is in"
scontrol update partitionname=ultra allowgroups=ALL
allowed() { ! denied; }
ok "and when it is lifted alice is, too" poll 10 allowed
done_testing
