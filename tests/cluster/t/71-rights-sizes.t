#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Every spelling of GPUs that Slurm takes is judged: suffixes, an empty type,
# entries of none.  bob may not use the block topology.
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
  vision: {accounts: [vision], topology_types: [tree]}
YAML
cp "$policy" "$tap_dir/before.yaml"
ok "the strict policy is in force" put_policy "$tap_dir/strict.yaml"

for gres in gpu:gb200:4,gpu:0p gpu::4 gpu:gb200:4,gpu:gb200:0kb gpu:4g gpu:gb200:4,gpu:16384p; do
	fails "--gres=$gres" CR-204 as bob sbatch -o /dev/null -p ultra -N2 --gres="$gres" --wrap true
done
fails "--gpus-per-task" CR-204 as bob sbatch -o /dev/null -p ultra -n2 --gpus-per-task=gb200:1,h200:0p --wrap true
fails "salloc" CR-204 as bob salloc -p ultra -N2 --gres=gpu:gb200:4,gpu:0p true
job=$(submit bob --hold -p p5en -N2 --gres=gpu:h200:4,gpu:0p --wrap true)
like "$job" '^[0-9]+$' "what is open goes through"
fails "and is not moved by an update" CR-204 as bob scontrol update jobid="$job" partition=ultra

ok "the policy is as before" put_policy "$tap_dir/before.yaml"
cancel_all_jobs
done_testing
