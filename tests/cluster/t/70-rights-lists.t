#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Long lists: a name at the end of -p or --qos is judged like the first, whichever
# command submits it and in an update too.  Slurm drops the duplicates.
# limit: 120
. "$(dirname "$0")/../lib.sh"
wait_view

policy=$conf/commroute.yaml
site_policy >"$tap_dir/strict.yaml" <<'YAML'
version: 1
mode: enforce
profiles:
  allreduce: {pattern: allreduce, intensity: high, routes: [{topology_type: tree}]}
tenants:
  nlp: {accounts: [nlp], topology_types: [block, tree]}
  vision:
    accounts: [vision]
    topology_types: [tree]
    qos: {own: vision, borrow: spare}
    borrow: {consent: never}
YAML
cp "$policy" "$tap_dir/before.yaml"
ok "the strict policy is in force" put_policy "$tap_dir/strict.yaml"

many() { # WORD LAST: WORD 40 times, then LAST
	printf "$1,%.0s" {1..40}
	printf '%s' "$2"
}
denied() { fails "$2" "$1" as bob "${@:3}"; }
batch=(sbatch -o /dev/null --gpus-per-node=4 -N2)
denied CR-204 "-p of sbatch" "${batch[@]}" -p "$(many p5en ultra)" --wrap true
denied CR-204 "-p of salloc" salloc -p "$(many p5en ultra)" -N2 true
denied CR-204 "-p of srun" srun -p "$(many p5en ultra)" -N2 true
denied CR-204 "SBATCH_PARTITION" env SBATCH_PARTITION="$(many p5en ultra)" "${batch[@]}" --wrap true
denied CR-409 "--qos" "${batch[@]}" --qos="$(many vision spare)" --wrap true
denied CR-409 "--qos of salloc" salloc --qos="$(many vision spare)" -N2 true
job=$(submit bob --hold -N2 --gpus-per-node=4 -p "$(many p5en p5en)" --wrap true)
asked=$(job_field "$job" Partition)
like "$asked" '^p5en(,p5en)*$' "a long list of what is open goes through"
denied CR-204 "an update's partition" scontrol update jobid="$job" partition="$(many p5en ultra)"
denied CR-409 "an update's QOS" scontrol update jobid="$job" qos="$(many vision spare)"
is "$(job_field "$job" Partition)" "$asked" "and the job is as it was"

ok "the policy is as before" put_policy "$tap_dir/before.yaml"
cancel_all_jobs
done_testing
