#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# scontrol update of waiting jobs: judged by what the job will be.
# limit: 180
. "$(dirname "$0")/../lib.sh"
wait_view

held() { submit "$1" --hold "${@:2}" --wrap 'sleep 0.1'; } # USER SBATCH-ARGUMENT...
update() { as "$1" scontrol update jobid="$2" "${@:3}"; } # USER JOB FIELD=VALUE...
now() { echo "$(job_field "$1" Partition) $(job_field "$1" QOS) $(job_field "$1" Switches)"; }

# --- what the user left open follows the change ------------------------------------
job=$(held alice --comm-profile=allreduce -N 2 --gpus-per-node=8)
is "$(now "$job")" "p5en nlp 1@00:05:00" "a job of 2 nodes"
ok "is made larger" update alice "$job" numnodes=4
is "$(now "$job")" "p5en nlp 2@00:05:00" "the switch count follows"
fails "beyond the tenant's share: refused with code, limit and remedy" \
	"CR-405: .*64 of gres/gpu.*QOS 'nlp' is 48.*borrow" update alice "$job" numnodes=8
is "$(job_field "$job" NumNodes) $(now "$job")" "4-4 p5en nlp 2@00:05:00" "and nothing changed"
fails "more nodes than there are" "CR-301" update alice "$job" numnodes=9
fails "more GPUs than a node has" "CR-311" update alice "$job" tresPerNode=gres/gpu:h200:9
ok "a time limit" update alice "$job" timelimit=30
is "$(now "$job")" "p5en nlp 2@00:05:00" "changes nothing else"

# On 25.05 an ordinary user's update with a QOS in it is done and called denied, with our
# plugin and without: what it left is looked at all the same.
called_denied() { [[ $(slurm_version) == 25.05.* ]] && skip "an update with a QOS is called denied by Slurm 25.05"; }

job=$(held alice --comm-profile=allreduce,borrow -N 2 --gpus-per-node=8)
ok "a job that may borrow is made larger than its share" update alice "$job" numnodes=8
if [[ $(slurm_version) == 25.05.* ]]; then # given no QOS: it has both, and may run in the second
	like "$(job_field "$job" QOS)" nlp "and keeps its list"
else
	is "$(job_field "$job" QOS)" spare "and borrows all of it"
fi

job=$(held alice --comm-profile=moe -N 4 --gpus-per-node=4)
lacks partition-topologies || fails "a size that the job's segment does not divide" "CR-331: .*segment=4.*6 nodes; 4 or 8" \
	update alice "$job" numnodes=6
ok "one that it does" update alice "$job" numnodes=8

# --- what the user says is kept, or refused -----------------------------------------
job=$(held alice --comm-profile=pipeline -N 2 --gpus-per-node=4)
is "$(job_field "$job" Partition)" ultra "a job in ultra"
ok "goes to other GPUs where its user says so" update alice "$job" partition=p5en
is "$(job_field "$job" TresPerNode)" gres/gpu:h200:4 "with the type there in the place of ours"
job=$(held alice --comm-profile=pipeline -N 2 --gpus-per-node=gb200:4)
fails "but not when they asked for the type" "CR-312" update alice "$job" partition=p5en
job=$(held alice --comm-profile=allreduce -p p5en -N 2 --gpus-per-node=4)
ok "the user's own partition is theirs to change" update alice "$job" partition=dev
is "$(job_field "$job" Partition)" dev "and kept"
job=$(held alice --comm-profile=allreduce -N 2 --gpus-per-node=8)
if called_denied; then update alice "$job" qos=spare; else ok "qos= of the user's is taken" update alice "$job" qos=spare; fi
is "$(job_field "$job" QOS)" spare "as it is"
ok "and kept when something else changes" update alice "$job" numnodes=4
is "$(job_field "$job" QOS)" spare "then too"
job=$(held alice --comm-profile=allreduce -N 2 --gpus-per-node=8)
ok "account= of the same tenant" update alice "$job" account=nlp-moe
is "$(job_field "$job" Account) $(job_field "$job" QOS)" "nlp-moe nlp" "keeps the QOS"

# --- what is not ours to judge -------------------------------------------------------
log_lines() { ctld_log | grep -c 'commroute: update'; }
job=$(held alice --begin=now+1hour --comm-profile=moe -N 2 --gpus-per-node=4)
before=$(log_lines)
ok "release" as alice scontrol release "$job"
ok "hold" as alice scontrol hold "$job"
ok "nice, name, comment, dependency, begin" update alice "$job" nice=5 name=x comment=y starttime=now+1hour
is "$(log_lines)" "$before" "are not looked at"
ok "root changes what it likes" update root "$job" numnodes=6
is "$(job_field "$job" NumNodes)" 6-6 "and is not refused"
job=$(held alice -p ultra -N 2 --gpus-per-node=4)
ok "an undeclared job is the user's own" update alice "$job" numnodes=3 timelimit=20

# salloc's jobs have no file that the record could be read from.
as alice salloc -Q --no-shell --comm-profile=moe -N 2 --gpus-per-node=4 2>/dev/null
job=$(squeue --noheader -u alice -t R --format %A)
ok "salloc's job: a shorter time" update alice "$job" timelimit=30
scancel "$job"

# --- many at once ----------------------------------------------------------------------
array=$(held alice --array=1-1000 --comm-profile=independent -N 1 --gpus-per-node=1)
ok "an array is updated as one" update alice "$array" timelimit=20
is "$(ctld_log | grep -c 'commroute: update.*profile=independent')" 1 "and judged once"
for ((i = 1; i <= 200; i++)); do echo "update jobid=${array}_$i nice=1"; done >"$tap_dir/split"
ok "200 of its tasks get a record of their own" as alice scontrol <"$tap_dir/split"
start=${EPOCHREALTIME/./}
ok "and are all updated where we are not concerned" update alice "$array" nice=2
took=$(((${EPOCHREALTIME/./} - start) / 1000))
ok "within half a second, where nothing else runs ($took ms)" test "$took" -lt $((500 * patience))
done_testing
