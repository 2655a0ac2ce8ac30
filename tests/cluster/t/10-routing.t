#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Where a declared job goes, from every way of submitting, as ordinary users.
. "$(dirname "$0")/../lib.sh"
wait_view

record() { job_json "$1" .admin_comment; }
of_record() { record "$1" | jq -r "$2"; }

# went_to JOB PARTITION DESC
went_to() { is "$(job_field "$1" Partition)" "$2" "$3"; }

work='sleep 0.1'

# --- sbatch -------------------------------------------------------------------
job=$(submit alice --comm-profile=moe -N 4 --gpus-per-node=4 --wrap "$work")
went_to "$job" ultra "sbatch --comm-profile=moe goes to the block partition"
is "$(job_field "$job" SegmentSize)" "$(seg 4)" "with the largest legal segment, 4 of 4 nodes"
is "$(of_record "$job" .profile) $(of_record "$job" .partition) $(of_record "$job" .verdict)" \
	"moe ultra route" "the record says so"
ok "the record is under 1 KB" test "$(record "$job" | wc -c)" -lt 1024
ok "the job runs to its end" wait_job "$job" COMPLETED 40

job=$(submit alice --comm-profile=moe -N 8 --gpus-per-node=4 --wrap "$work")
is "$(job_field "$job" SegmentSize)" "$(seg 4)" "8 nodes: segments of 4, the size of a block"
ok "and it runs" wait_job "$job" COMPLETED 40

job=$(submit bob --comm-profile=allreduce -N 4 --gpus-per-node=8 --wrap "$work")
went_to "$job" p5en "allreduce goes to the tree partition"
like "$(job_field "$job" Switches)" '^2@' "asking for the fewest leaf switches that hold 4 nodes"
ok "and it runs" wait_job "$job" COMPLETED 40

job=$(submit bob --comm-profile=ddp -N 2 --gpus-per-node=8 --wrap "$work")
is "$(of_record "$job" .profile)" allreduce "an alias is recorded under the profile's name"

job=$(submit alice --comm-profile=independent -N 2 --gpus-per-node=8 --wrap "$work")
went_to "$job" p5en "independent goes to the tree partition"

job=$(submit alice -N 1 --gpus-per-node=1 --wrap "$work")
went_to "$job" p5en "an undeclared job goes where Slurm sends it"

job=$(submit alice -p ultra -N 1 --gpus-per-node=1 --wrap "$work")
went_to "$job" ultra "and one with -p stays there"

# --- what fits only one partition ------------------------------------------------
job=$(submit alice --comm-profile=pipeline -N 2 --gpus-per-node=4 --wrap "$work")
went_to "$job" ultra "pipeline with 4 GPUs a node: its first route, block"
job=$(submit alice --comm-profile=pipeline -N 2 --gpus-per-node=8 --wrap "$work")
went_to "$job" p5en "pipeline with 8 GPUs a node fits the tree partition only"
job=$(submit alice --comm-profile=pipeline -N 2 --gres=gpu:h200:4 --wrap "$work")
went_to "$job" p5en "a GPU type that was asked for decides"

# --- the user's own choices ------------------------------------------------------
job=$(submit alice --comm-profile=moe -p p5en -N 2 --gpus-per-node=4 --wrap "$work")
went_to "$job" p5en "-p stays"
job=$(submit alice --comm-profile=moe -N 4 --segment=2 --gpus-per-node=4 --wrap "$work")
lacks partition-topologies || is "$(job_field "$job" SegmentSize)" 2 "--segment stays"
job=$(submit bob --comm-profile=allreduce -N 2 --switches=2@1 --gpus-per-node=8 --wrap "$work")
is "$(job_field "$job" Switches)" 2@00:01:00 "--switches stays"
job=$(SBATCH_PARTITION=p5en as alice env SBATCH_PARTITION=p5en sbatch --parsable -o /dev/null \
	--comm-profile=moe -N 2 --gpus-per-node=4 --wrap "$work")
went_to "$job" p5en "SBATCH_PARTITION counts as -p"

# --- #SBATCH, environment, order of precedence -------------------------------------
script=$tap_dir/job.sh
printf '#!/bin/bash\n#SBATCH --comm-profile=moe\n#SBATCH -N 2 --gpus-per-node=4\n%s\n' "$work" >"$script"
job=$(submit alice "$script")
is "$(of_record "$job" .profile)" moe "#SBATCH --comm-profile"
job=$(submit alice --comm-profile=pipeline "$script")
is "$(of_record "$job" .profile)" pipeline "the command line beats #SBATCH"
job=$(as alice env SBATCH_COMM_PROFILE=independent sbatch --parsable -o /dev/null "$script")
is "$(of_record "$job" .profile)" moe "#SBATCH beats SBATCH_COMM_PROFILE"
fails "a name in the variable that is none is named as that" \
	"CR-103: no profile is called 'mo'.*SBATCH_COMM_PROFILE of your environment" \
	as alice env SBATCH_COMM_PROFILE=mo sbatch -o /dev/null -N2 --wrap true
fails "and what is no name at all" "CR-101: .*SBATCH_COMM_PROFILE of your environment" \
	as alice env "SBATCH_COMM_PROFILE=a b" sbatch -o /dev/null -N2 --wrap true
fails "also of salloc" "CR-101: .*SALLOC_COMM_PROFILE of your environment" \
	as alice env "SALLOC_COMM_PROFILE=a b" salloc -N2 true
fails "not by another command's, that says the same" "CR-101: .*SALLOC_COMM_PROFILE of your environment" \
	as alice env "SBATCH_COMM_PROFILE=a b" "SALLOC_COMM_PROFILE=a b" salloc -N2 true
said=$(as alice env SBATCH_COMM_PROFILE=moe sbatch --comm-profile=mo -o /dev/null -N2 --wrap true 2>&1)
[[ $said == *CR-103* && $said != *environment* ]]
is $? 0 "but not what the command line says"
job=$(as alice env SBATCH_COMM_PROFILE=allreduce sbatch --parsable -o /dev/null -N2 --gpus-per-node=8 --wrap "$work")
is "$(of_record "$job" .profile)" allreduce "SBATCH_COMM_PROFILE alone"

# --- salloc and srun -----------------------------------------------------------------
out=$(as alice salloc -Q --comm-profile=moe -N 2 --gpus-per-node=4 printenv SLURM_JOB_ID SLURM_JOB_PARTITION)
is "$(sed -n 2p <<<"$out")" ultra "salloc --comm-profile=moe"
is "$(of_record "$(sed -n 1p <<<"$out")" .profile)" moe "with its record"
out=$(as bob srun -Q --comm-profile=allreduce -N 2 --gpus-per-node=8 printenv SLURM_JOB_PARTITION | sort -u)
is "$out" p5en "srun --comm-profile=allreduce"
out=$(as bob env SRUN_COMM_PROFILE=moe srun -Q -N 2 --gpus-per-node=4 printenv SLURM_JOB_PARTITION | sort -u)
is "$out" ultra "SRUN_COMM_PROFILE"
out=$(as bob env SALLOC_COMM_PROFILE=moe salloc -Q -N 2 --gpus-per-node=4 printenv SLURM_JOB_PARTITION)
is "$out" ultra "SALLOC_COMM_PROFILE"

# --- silence, and refusals ---------------------------------------------------------------
out=$(as alice sbatch --parsable -o /dev/null --comm-profile=moe -N 2 --gpus-per-node=4 --wrap "$work" 2>&1)
like "$out" '^[0-9]+$' "nothing is printed when all went as asked"
for client in sbatch salloc srun; do
	args=(-N 1 --gpus-per-node=4)
	[[ $client == sbatch ]] && args+=(-o /dev/null --wrap "$work") || args+=(true)
	fails "$client: a misspelt profile is refused with code and the nearest name" \
		"CR-[0-9]+.*moee.*moe" as alice $client --comm-profile=moee "${args[@]}"
done
fails "carol, without association, is refused by Slurm as ever" "Invalid account|account/partition" \
	as carol sbatch --comm-profile=moe -N 1 --wrap "$work"

# --- never across architecture or GPU type ---------------------------------------------------
job=$(submit alice --comm-profile=independent -N 4 --gpus-per-node=4 --hold --wrap "$work")
went_to "$job" p5en "a job that dev could mix over both architectures goes to one"

# --- names that only commroute may set ----------------------------------------------------------
job=$(as alice env COMMROUTE_PROFILE=forged SLURM_COMMROUTE_PROFILE=forged sbatch --parsable \
	-o "$tap_dir/forged.out" -N 1 --wrap 'env | grep COMMROUTE_; true')
ok "a job with forged names runs" wait_job "$job" COMPLETED 40
unlike "$(cat "$tap_dir/forged.out")" forged "what the user supplied is gone"

done_testing
