#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# All the ways round the policy that a user may think of.  bob's team may not use
# the block topology, nor borrow; ultra is kept for large work of high intensity.
# limit: 240
. "$(dirname "$0")/../lib.sh"
wait_view

policy=$conf/commroute.yaml
site_policy >"$tap_dir/strict.yaml" <<'YAML'
version: 1
mode: enforce
exempt: {reservations: ["maint*"]}
profiles:
  moe:
    pattern: alltoall
    intensity: extreme
    routes: [{topology_type: block}]
  allreduce:
    pattern: allreduce
    intensity: high
    routes: [{topology_type: tree}, {topology_type: block}]
  independent:
    pattern: none
    intensity: none
    routes: [{topology_type: tree}]
undeclared: leave
partitions:
  ultra:
    admit: {min_intensity: high, min_nodes: 2}
    interactive: {max_nodes: 1, max_time: 1h}
  dev:
    admit: {tenants: [nlp]}
tenant_defaults:
  qos: {own: "{tenant}", borrow: spare}
tenants:
  nlp:
    accounts: [nlp]
    topology_types: [block, tree]
    borrow: {consent: job, max_gpus: 32}
  vision:
    accounts: [vision]
    topology_types: [tree]
    profiles: [allreduce, independent]
    borrow: {consent: never}
other_accounts: refuse
YAML
cp "$policy" "$tap_dir/before.yaml"
ok "the strict policy is in force" put_policy "$tap_dir/strict.yaml"

batch=(sbatch -o /dev/null --gpus-per-node=4)
# denied CODE DESC COMMAND...: as bob, unless the command says who.
denied() { fails "$2" "$1" as "${who:-bob}" "${@:3}"; }
held() { submit "${who:-bob}" --hold "$@" --wrap true; }

# --- a topology that is not the tenant's ---------------------------------------------
denied CR-204 "-p" "${batch[@]}" -p ultra -N2 --wrap true
denied CR-204 "-p, with an open profile" "${batch[@]}" -p ultra --comm-profile=allreduce -N2 --wrap true
denied CR-204 "-p, with opting out" "${batch[@]}" -p ultra --comm-profile=none -N2 --wrap true
denied CR-204 "-p, with auto" "${batch[@]}" -p ultra --comm-profile=auto -N2 --wrap true
denied CR-204 "one of two partitions" "${batch[@]}" -p p5en,ultra -N2 --wrap true
denied CR-204 "SBATCH_PARTITION" env SBATCH_PARTITION=ultra "${batch[@]}" -N2 --wrap true
denied CR-204 "srun" srun -p ultra -N2 true
denied CR-204 "salloc" salloc -p ultra -N2 true
denied CR-206 "a partition over all nodes" "${batch[@]}" -p dev -w "${ultra_nodes[0]}" -N1 --wrap true
denied CR-203 "a profile that is not open" "${batch[@]}" --comm-profile=moe -N2 --wrap true
denied CR-204 "an array" "${batch[@]}" -p ultra --array=1-2 -N2 --wrap true
denied CR-204 "a component of a heterogeneous job" sbatch -o /dev/null -p p5en -N1 : -p ultra -N2 --wrap true
denied CR-204 "a dependent job" "${batch[@]}" -p ultra -N2 --dependency=singleton --wrap true
denied 'CR-204|CR-314' "-w without -p" "${batch[@]}" -w "${ultra_nodes[0]}" -N1 --wrap true
job=$(who=bob held --comm-profile=allreduce -N 2 --gpus-per-node=4)
is "$(job_field "$job" Partition)" p5en "routing itself keeps to the tenant's topologies"
denied 'CR-(204|31[12])' "GPUs that only the other has" sbatch -o /dev/null --comm-profile=allreduce -N2 --gres=gpu:gb200:4 --wrap true

# --- by reservation, and by the default partition ------------------------------------------
scontrol create reservation=shared start=now duration=60 users=bob,alice partitionname=ultra nodecnt=2 >/dev/null
scontrol create reservation=maint1 start=now duration=60 users=bob partitionname=ultra nodecnt=2 >/dev/null
# The plugin looks every 2 s whether one changed; until then it is any partition's.
reservation_is_known() { ! as bob commroute explain -- --reservation=shared,maint1 -N1 | grep -q CR-208; }
reservation_counts() { as bob "${batch[@]}" --reservation=shared -N1 --wrap true 2>&1 | grep -q CR-204; }
ok "two reservations" poll 20 reservation_is_known
ok "a reservation's partition counts as -p" poll 20 reservation_counts
denied CR-204 "with its code" "${batch[@]}" --reservation=shared -N1 --wrap true
job=$(as bob "${batch[@]}" --parsable --hold --reservation=maint1 -N1 --wrap true)
is "$(job_field "$job" Partition)" ultra "an exempt reservation is the way in that the policy has"
denied CR-204 "but not for another partition's job" "${batch[@]}" --reservation=shared -p ultra -N1 --wrap true
cancel_all_jobs
scontrol update partitionname=ultra default=yes
lands_denied() { as bob "${batch[@]}" -N2 --wrap true 2>&1 | grep -q CR-204; }
ok "no -p at all, where ultra is the default partition" poll 20 lands_denied
scontrol update partitionname=ultra default=no
scontrol update partitionname=p5en default=yes
lands_well() { as bob "${batch[@]}" --hold -N2 --wrap true; }
ok "p5en is the default again" poll 20 lands_well
scontrol delete reservationname=shared
scontrol delete reservationname=maint1

# --- accounts and QOS ----------------------------------------------------------------------
denied 'CR-20[12]|Invalid account' "-A of another team" "${batch[@]}" -A nlp -p ultra -N2 --wrap true
denied 'CR-20[12]|Invalid account' "-A that does not exist" "${batch[@]}" -A nosuch -p ultra -N2 --wrap true
denied 'CR-404|Invalid qos' "--qos of another team" "${batch[@]}" --qos=nlp --comm-profile=allreduce -N2 --wrap true
denied 'CR-409' "--qos=spare, where the tenant does not borrow" "${batch[@]}" --qos=spare -N2 --wrap true
denied 'CR-409' "and in a list" "${batch[@]}" --qos=vision,spare -N2 --wrap true
who=alice denied CR-409 "--qos=spare for more than the tenant borrows" \
	sbatch -o /dev/null --qos=spare --gpus-per-node=8 -N8 --wrap true
who=alice denied CR-40 ",borrow for more than that" \
	sbatch -o /dev/null --comm-profile=allreduce,borrow --gpus-per-node=8 -N8 --wrap true

# --- sizes and kinds ------------------------------------------------------------------------
export who=alice
denied CR-206 "fewer nodes than ultra is for" "${batch[@]}" -p ultra --comm-profile=moe -N1 --wrap true
denied CR-206 "the same as tasks" "${batch[@]}" -p ultra --comm-profile=moe -n1 --wrap true
denied CR-206 "no profile" "${batch[@]}" -p ultra -N2 --wrap true
denied CR-206 "one of too low intensity" "${batch[@]}" -p ultra --comm-profile=independent -N2 --wrap true
denied CR-207 "interactive on more nodes than allowed" salloc -p ultra --comm-profile=moe -N2 -t 10 true
denied CR-207 "interactive for longer than allowed" srun -p ultra --comm-profile=moe -N1 -t 120 true
ok "interactive within bounds" as alice srun -Q -p ultra --comm-profile=moe -N1 -t 10 true

# --- scontrol update, field by field ----------------------------------------------------------
job=$(held -p ultra --comm-profile=moe -N 2 --gpus-per-node=4)
denied CR-206 "update numnodes=" scontrol update jobid="$job" numnodes=1
is "$(job_field "$job" NumNodes)" 2-2 "the job is as it was"
unset who
job=$(held -N 2 --gpus-per-node=4)
declare -A updates=([partition=ultra]=CR-204 [partition=p5en,ultra]=CR-204 [partition=dev]=CR-206
	[qos=spare]=CR-409 [qos=nlp]='CR-404|Invalid qos' [account=nlp]='CR-20[12]|Invalid account')
for change in "${!updates[@]}"; do
	denied "${updates[$change]}" "update $change" scontrol update jobid="$job" "$change"
done
denied 'CR-204|nvalid' "update partition= and more at once" \
	scontrol update jobid="$job" numnodes=3 timelimit=5 partition=ultra
is "$(job_field "$job" Partition) $(job_field "$job" QOS)" "p5en vision" "the job is as it was"
array=$(held --array=1-3 -N 1 --gpus-per-node=4)
denied CR-204 "one task of an array" scontrol update jobid="${array}_2" partition=ultra
het=$(as bob sbatch --parsable -o /dev/null --hold -p p5en -N1 : -p p5en -N1 --wrap true)
denied CR-204 "a component of a heterogeneous job" scontrol update jobid="$het+1" partition=ultra
denied 'denied|CR-' "the record" scontrol update jobid="$job" admincomment=forged

# --- from inside a job ---------------------------------------------------------------------------
job=$(submit bob --comm-profile=allreduce -N 1 --gpus-per-node=8 --wrap \
	"sbatch -o /dev/null -p ultra -N2 --wrap true; srun -p ultra -N1 --jobid=0 true; echo done")
ok "a job that submits another" wait_job "$job" COMPLETED 60
like "$(job_output "$job")" "CR-204" "nested sbatch"

# --- forged entries ---------------------------------------------------------------------------------
forge() { as bob "$(type -P forge)" "$@"; }
carrier=_SLURM_SPANK_OPTION_commroute_comm_profile
for entry in "$carrier=moe" "$carrier=none" "$carrier=allreduce" SLURM_COMMROUTE_PROFILE=moe \
	SLURM_COMMROUTE_OPTION=moe COMMROUTE_DECISION='{"commroute":1,"verdict":"leave"}'; do
	fails "spank entry ${entry:0:40}" "CR-20[34]" forge -s "$entry" -p ultra -N 2
	fails "environment entry ${entry:0:40}" "CR-20[34]" forge -e "$entry" -p ultra -N 2
done
fails "COMMROUTE_PROFILE as a REST client would set it" CR-203 forge -e COMMROUTE_PROFILE=moe -N 2

# --- REST ---------------------------------------------------------------------------------------------
. "$here/rest.sh"
two='"minimum_nodes":2,"maximum_nodes":2'
plain='"environment":["PATH=/bin"]'
like "$(rest_job bob "$two" "$plain" '"partition":"ultra"')" CR-204 "REST: -p"
like "$(rest_job bob "$two" '"environment":["PATH=/bin","COMMROUTE_PROFILE=moe"]')" CR-203 "REST: a profile that is not open"
like "$(rest_job bob "$two" "$plain" "\"spank_environment\":[\"$carrier=moe\"]")" CR-203 "REST: the same in spank_environment"
like "$(rest_job bob "$two" '"environment":["PATH=/bin","COMMROUTE_PROFILE=allreducee"]')" CR-103 "REST: a misspelt one"
out=$(rest_job alice "$two" '"hold":true' '"environment":["PATH=/bin","COMMROUTE_PROFILE=moe"]')
job=$(sed -n 's/.*"job_id": \([0-9]*\).*/\1/p' <<<"$out")
is "$(job_field "$job" Partition)" ultra "REST: an open one routes"
job=$(held -N 2 --gpus-per-node=4)
like "$(rest bob "/slurm/$parser/job/$job" '{"partition":"ultra"}')" CR-204 "REST: an update"

ok "the policy from before is in force again" put_policy "$tap_dir/before.yaml"
done_testing
