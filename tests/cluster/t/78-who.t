#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Whose job it is, and where it is, when Slurm tells neither: accounts that nobody
# checked, reservations made a moment ago, components of interactive jobs.
# cluster: own
# with: COMMROUTE_ENFORCE=
# limit: 180
. "$(dirname "$0")/../lib.sh"
wait_view

policy=$conf/commroute.yaml
site_policy >"$tap_dir/strict.yaml" <<'YAML'
version: 1
mode: enforce
exempt: {accounts: ["health*"], reservations: ["maint*"]}
profiles:
  moe: {pattern: alltoall, intensity: extreme, routes: [{topology_type: block}]}
  allreduce: {pattern: allreduce, intensity: high, routes: [{topology_type: tree}]}
partitions:
  ultra:
    admit: {min_intensity: high, min_nodes: 2}
    interactive: {max_nodes: 1}
  dev:
    admit: {tenants: [nlp]}
    interactive: {max_nodes: 2}
tenants:
  nlp: {accounts: [nlp], topology_types: [block, tree]}
  vision: {accounts: [vision], topology_types: [tree]}
other_accounts: refuse
YAML
ok "the strict policy is in force" put_policy "$tap_dir/strict.yaml"
sacctmgr --immediate add account healthcheck >/dev/null
sacctmgr --immediate add user alice account=healthcheck >/dev/null

batch=(sbatch -o /dev/null -N2)
denied() { fails "$2" "$1" as "$3" "${@:4}"; } # CODE DESC USER COMMAND...

# --- accounts that Slurm does not check -------------------------------------------------
denied CR-204 "-A of an exempt account that is not the user's" bob "${batch[@]}" -A healthcheck -p ultra --wrap true
denied CR-204 "-A of an account that is not there" bob "${batch[@]}" -A health1 -p ultra --wrap true
denied CR-204 "the same with srun" bob srun -A health1 -p ultra -N2 true
denied CR-20 "somebody whom slurmdbd does not know" carol "${batch[@]}" -A health1 -p ultra --wrap true
job=$(submit bob --hold -A nlp -N1 --wrap true)
is "$(job_json "$job" .account)" vision "Slurm takes the default account instead"
like "$(job_json "$job" .admin_comment)" '"tenant":"vision"' "and so do we"
denied CR-204 "an update of the account" bob scontrol update jobid="$job" account=health1 partition=ultra
knows_alice() { as alice sbatch -o /dev/null --hold -A healthcheck -p ultra -N1 --wrap true; }
ok "whose account it is goes through" poll 20 knows_alice
like "$(as bob commroute explain -- -A health1 -p ultra -N2)" CR-204 "explain says the same"

# --- a reservation made a moment ago ------------------------------------------------------
for i in 1 2 3; do
	scontrol create reservation=new$i start=now duration=60 users=bob,alice partitionname=ultra nodecnt=1 >/dev/null
	denied 'CR-20[48]' "reservation $i: nobody gets into what is closed" bob "${batch[@]}" -N1 --reservation=new$i --wrap true
	job=$(submit alice --hold --comm-profile=moe -N2 -p ultra --reservation=new$i --wrap true)
	like "$job" '^[0-9]+$' "reservation $i: who says -p is judged there"
done
is_known() { ! as alice commroute explain -- --reservation=new3 -N1 | grep -q 'not known'; }
ok "a reservation is known soon" poll 10 is_known
judged_there() { as bob "${batch[@]}" -N1 --reservation=new3 --wrap true 2>&1 | grep -q CR-204; }
ok "then the job is judged by its partition" poll 10 judged_there
cancel_all_jobs
for i in 1 2 3; do poll 20 scontrol delete reservationname=new$i; done

# --- interactive jobs -----------------------------------------------------------------------
denied CR-206 "a partition of other tenants" bob srun -p dev -N1 true
ok "of one's own" as alice srun -Q -p dev -N1 true
denied CR-207 "more nodes by components" alice salloc -p ultra -N1 : -p ultra -N1 true
denied CR-207 "by components of srun" alice srun -p ultra -N1 : -p ultra -N1 true
denied CR-207 "after one elsewhere" alice salloc -p p5en -N1 : -p ultra -N1 true
ok "the first alone" as alice salloc -Q -p ultra -N1 : -p p5en -N1 true
cancel_all_jobs
done_testing
