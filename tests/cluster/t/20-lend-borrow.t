#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Lending and borrowing as users live it: nlp fills its own share of 48 GPUs and
# borrows what vision leaves idle; vision takes it back at once.  What
# docs/tenants.md shows is held against what is seen here.
# limit: 180
. "$(dirname "$0")/../lib.sh"
wait_view

page=$project/docs/tenants.md
of_record() { job_json "$1" .admin_comment | jq -r "$2"; }

# doc_block NAME: the lines of the page between <!-- NAME --> and <!-- /NAME -->.
doc_block() { sed -n "/^<!-- $1 -->\$/,/^<!-- \/$1 -->\$/p" "$page" | sed '1d;$d;/^$/d;s/^    //'; }

queue() { squeue --all --sort=i --Format=Name:10,UserName:10,QOS:11,State:11,NumNodes:6,RestartCnt | sed 's/ *$//'; }
is_queue() { [[ $(queue) == "$(doc_block "$1")" ]]; }

# shows NAME DESC: the queue becomes what the page shows under NAME.
shows() {
	poll 30 is_queue "$1"
	is "$(queue)" "$(doc_block "$1")" "$2"
}

train() { # USER NAME NODES PROFILE
	submit "$1" -J "$2" --comm-profile="$4" -N "$3" --gpus-per-node=8 --wrap 'sleep 300'
}

# --- nlp fills its own share, then borrows ----------------------------------------
own=$(train alice pretrain 6 allreduce)
ok "a job of 48 GPUs fills the share of nlp" wait_job "$own" RUNNING 30
patient=$(train alice patient 2 allreduce)
sweep=$(train alice sweep 2 allreduce,borrow)
ok "the next one that consents starts at once" wait_job "$sweep" RUNNING 5
is "$(job_field "$sweep" QOS)" spare "in the QOS that borrows"
shows borrowed "the one that does not consent waits, though nodes are idle"
like "$(job_field "$patient" Reason)" '^QOSGrp' "and for its own share"
is "$(of_record "$sweep" '"\(.tenant) \(.qos) \(.preemptible)"')" "nlp nlp,spare true" \
	"the record of the one that borrows says so"
is "$(of_record "$patient" '"\(.tenant) \(.qos) \(.preemptible)"')" "nlp nlp null" \
	"and that of the one that waits"

# --- vision takes its own back ------------------------------------------------------
segments=$(job_field "$sweep" Switches)
theirs=$(train bob detect 2 allreduce)
ok "the owner's job starts" wait_job "$theirs" RUNNING 30
shows reclaimed "the borrower is back in the queue, requeued once"
is "$(of_record "$theirs" '"\(.qos) \(.preemptible)"')" "vision null" "the owner borrows nothing"
is "$(job_field "$sweep" Partition) $(job_field "$sweep" Switches)" "p5en $segments" \
	"the requeued job kept its partition and switch count"
is "$(of_record "$sweep" .qos)" nlp,spare "and its record"

# --- and lends it again -------------------------------------------------------------
scancel "$theirs"
ok "when the owner is done the borrower runs again" wait_job "$sweep" RUNNING 60
is "$(job_field "$sweep" QOS) $(job_field "$sweep" Restarts)" "spare 1" "borrowing again"
scancel "$own"
ok "the patient one has its turn when its own share is free" wait_job "$patient" RUNNING 60
is "$(job_field "$patient" QOS)" nlp "in its own QOS"
cancel_all_jobs
ok "all ends" wait_clean 60

# --- who cannot borrow ----------------------------------------------------------------
own=$(train alice pretrain 6 allreduce)
ok "nlp is full again" wait_job "$own" RUNNING 30
job=$(submit alice --no-requeue --comm-profile=allreduce,borrow -N 2 --gpus-per-node=8 --wrap true)
is "$(job_field "$job" QOS)" nlp "--no-requeue: preemption would kill it, so it does not borrow"
like "$(of_record "$job" '.why[]')" "no-requeue" "and the record says why"
said=$(as alice sbatch --hold -o /dev/null --no-requeue --comm-profile=allreduce,borrow -N 2 --wrap true 2>&1)
like "$said" "',borrow' has no effect: --no-requeue" "its user is told"
said=$(as alice timeout $((20 * patience)) salloc --comm-profile=allreduce,borrow -N 1 true 2>&1)
like "$said" "',borrow' has no effect: .*without a batch script" "and so is one of salloc"
fails "a wish that cannot be met is named where the job is refused" \
	"CR-4[0-9]*: .*GrpTRES.*it cannot borrow: --no-requeue" \
	as alice sbatch -o /dev/null --no-requeue --comm-profile=allreduce,borrow -N 8 --gpus-per-node=8 --wrap true
job=$(submit alice --requeue --comm-profile=allreduce,noborrow -N 2 --gpus-per-node=8 --wrap true)
is "$(job_field "$job" QOS)" nlp "noborrow outweighs --requeue"
job=$(submit alice --requeue --comm-profile=allreduce -N 2 --gpus-per-node=8 --hold --wrap true)
is "$(job_field "$job" QOS)" nlp,spare "--requeue alone is consent"
job=$(submit alice -A nlp-moe --comm-profile=allreduce,borrow -N 2 --gpus-per-node=8 --wrap true)
is "$(of_record "$job" .tenant)" nlp "an account below the tenant's is the tenant's"
job=$(submit alice --array=1-2 --comm-profile=allreduce,borrow -N 1 --gpus-per-node=8 --hold --wrap true)
lacks qos-list-of-arrays || is "$(job_field "${job}_1" QOS)" nlp,spare "an array borrows as a whole"
fails "more than the share, without consent: refused with what would work" \
	"CR-405: .*48.*--comm-profile=allreduce,borrow" \
	as alice sbatch -o /dev/null --comm-profile=allreduce -N 8 --gpus-per-node=8 --wrap true
out=$(as alice sbatch -o /dev/null --comm-profile=allreduce -N 8 --gpus-per-node=8 --wrap true 2>&1)
is "$(grep -o 'CR-405.*' <<<"$out")" "$(doc_block refused | grep -o 'CR-405.*')" "in the words of the page"
job=$(submit alice --comm-profile=allreduce,borrow -N 8 --gpus-per-node=8 --hold --wrap true)
is "$(job_field "$job" QOS)" spare "with consent it borrows all"
done_testing
