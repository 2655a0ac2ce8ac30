#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# What tasks see on the nodes: every step, every node, every way of starting.
# limit: 180
. "$(dirname "$0")/../lib.sh"
wait_view

# One line for each task: node, profile, topology, type, unit.
show='echo "$SLURMD_NODENAME ${COMMROUTE_PROFILE--} ${COMMROUTE_TOPOLOGY--} ${COMMROUTE_TOPOLOGY_TYPE--} ${COMMROUTE_TOPOLOGY_UNIT--}"'

# What they should be, from the test cluster's own definition.
expect() { # PROFILE PARTITION NODE...
	local profile=$1 place node unit
	place=$(place "$2")
	shift 2
	for node; do
		unit=$(unit_of "$place" "$node")
		echo "$node $profile $place $unit"
	done | sort
}

unit_of() { # PLACE NODE
	local -n units=$([[ $1 == *block ]] && echo ultra_blocks || echo p5en_leaves)
	local entry host
	for entry in "${units[@]}"; do
		for host in $(scontrol show hostnames "${entry#* }"); do
			[[ $host != "$2" ]] || echo "${entry%% *}"
		done
	done
}

unit=$(seg "us[12]" "leaf[1-4]")
script=$tap_dir/job.sh
cat >"$script" <<E2
#!/bin/bash
echo batch: \$($show)
echo decision: \$SLURM_COMMROUTE_DECISION
srun /bin/bash -c '$show' | sed 's/^/step: /'
srun --export=NONE /bin/bash -c '$show' | sed 's/^/none: /'
srun --export=FOO /bin/bash -c '$show' | sed 's/^/one: /'
srun --export=ALL,FOO=1 /bin/bash -c '$show' | sed 's/^/all: /'
srun -n1 -N1 --comm-profile=pipeline /bin/bash -c '$show' | sed 's/^/own: /'
E2

# --- block ----------------------------------------------------------------------
job=$(submit alice --comm-profile=moe -N 8 --gpus-per-node=4 "$script")
ok "a moe job over all of ultra runs" wait_job "$job" COMPLETED 60
out=$(job_output "$job")
want=$(expect moe ultra "${ultra_nodes[@]}")
for step in step none one all; do
	is "$(sed -n "s/^$step: //p" <<<"$out" | sort)" "$want" \
		"every task of a step sees profile, topology and its block ($step)"
done
like "$(sed -n 's/^batch: //p' <<<"$out")" "^ip-10-1-0-[0-9]+ moe $(place ultra) $unit$" "so does the batch script"
like "$(sed -n 's/^own: //p' <<<"$out")" " pipeline $(place ultra) $unit" "a step's own option counts for that step"
is "$(sed -n 's/^decision: //p' <<<"$out" | jq -r .partition)" ultra "the decision travels as JSON"
like "$(as alice srun -p ultra -N1 -Q printenv SLURM_TOPOLOGY_ADDR)" '^core' \
	"(Slurm's own SLURM_TOPOLOGY_ADDR speaks of the tree in ultra)"

# --- tree ------------------------------------------------------------------------
job=$(submit bob --comm-profile=allreduce -N 8 --gpus-per-node=4 "$script")
ok "an allreduce job over all of p5en runs" wait_job "$job" COMPLETED 60
is "$(job_output "$job" | sed -n 's/^step: //p' | sort)" "$(expect allreduce p5en "${p5en_nodes[@]}")" \
	"every task sees its leaf switch"

# --- salloc, srun, undeclared -------------------------------------------------------
out=$(as alice salloc -Q --comm-profile=moe -N 2 --gpus-per-node=4 bash -c "srun /bin/bash -c '$show'; srun --export=NONE /bin/bash -c '$show'")
is "$(awk '{print $2, $3, $4}' <<<"$out" | sort | uniq -c | xargs)" "4 moe $(place ultra)" \
	"salloc: all steps, with --export=NONE too"
out=$(as bob srun -Q --comm-profile=allreduce -N 2 --gpus-per-node=8 /bin/bash -c "$show")
is "$(awk '{print $2, $3, $4}' <<<"$out" | uniq -c | xargs)" "2 allreduce $(place p5en)" "srun alone"
out=$(as bob srun -Q -p ultra -N 1 /bin/bash -c "$show")
like "$out" "^ip-10-1-0-[0-9]+ - $(place ultra) $unit\$" "undeclared: no profile, but the place"
out=$(as bob srun -Q -p dev -N 1 -w "${ultra_nodes[0]}" /bin/bash -c "$show")
like "$out" " - $(place p5en) leaf" "a partition without Topology=: the cluster's default"

# --- sbatch --export=NONE, nested, arrays ------------------------------------------------
job=$(submit alice --export=NONE --comm-profile=moe -N 2 --gpus-per-node=4 "$script")
ok "sbatch --export=NONE runs" wait_job "$job" COMPLETED 60
is "$(job_output "$job" | sed -n 's/^step: //p' | awk '{print $2, $3, $4}' | uniq -c | xargs)" "2 moe $(place ultra)" "and sees it all"

job=$(submit alice --comm-profile=moe -N 1 --gpus-per-node=4 \
	--wrap "sbatch --parsable -o $tap_dir/nested.out -N1 --gpus-per-node=1 --wrap '$show'")
ok "a job that submits another runs" wait_job "$job" COMPLETED 60
nested=$(job_output "$job")
ok "the nested job runs" wait_job "$nested" COMPLETED 60
like "$(cat "$tap_dir/nested.out")" " - $(place p5en) " "a nested sbatch inherits no profile"

job=$(submit alice --array=1-2 --comm-profile=moe -N 1 --gpus-per-node=4 --wrap "$show >>$tap_dir/array.out")
ok "an array runs" wait_job "$job" COMPLETED 60
is "$(awk '{print $2, $3, $4}' "$tap_dir/array.out" | sort | uniq -c | xargs)" "2 moe $(place ultra)" "every element sees it"

# --- list ------------------------------------------------------------------------------
for client in sbatch salloc srun; do
	out=$(as carol $client --comm-profile=list)
	is $? 0 "$client --comm-profile=list succeeds, without a job"
	like "$out" "moe +$(seg block -) +all-to-all heavy" "and shows names, topology types and summaries"
done
# --- a job of its own inside a job -----------------------------------------------------------
# "facts" is what the outer job had and the inner one must not.
facts='env | grep -cE "^(SLURM_)?COMMROUTE_(DECISION|PREEMPTIBLE|PROFILE)="; true'
job=$(submit alice --comm-profile=moe -N 2 --wrap \
	"echo outer: \$($facts); salloc -Q -p p5en -N2 --comm-profile=none srun -Q -N1 -n1 sh -c '$facts' | sed 's/^/salloc: /'; \
	salloc -Q -p p5en -N2 sh -c 'printenv COMMROUTE_PLACEMENT || echo none' | sed 's/^/shell: /'; \
	env -u SLURM_JOB_ID -u SLURM_JOBID -u SLURM_NNODES -u SLURM_JOB_NUM_NODES -u SLURM_NODELIST -u SLURM_JOB_NODELIST srun -Q -p p5en -N1 sh -c '$facts' | sed 's/^/srun: /'; true")
ok "jobs inside a job run" wait_job "$job" COMPLETED 90
out=$(job_output "$job")
is "$(sed -n 's/^outer: //p' <<<"$out")" 6 "(the outer job has its facts)"
is "$(sed -n 's/^salloc: //p' <<<"$out")" 0 "salloc in a job: none of the outer job's facts in its steps"
is "$(sed -n 's/^shell: //p' <<<"$out")" none "nor in its shell"
is "$(sed -n 's/^srun: //p' <<<"$out")" 0 "nor in an srun with an allocation of its own"

done_testing
