#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Upper bounds hold for the most that Slurm could make of a job, lower bounds for the
# least: ranges, tasks without -N, whole nodes, tasks that share CPUs, updates.
# limit: 120
. "$(dirname "$0")/../lib.sh"
wait_view

policy=$conf/commroute.yaml
site_policy >"$tap_dir/strict.yaml" <<'YAML'
version: 1
mode: enforce
profiles:
  allreduce: {pattern: allreduce, intensity: high, routes: [{topology_type: tree}]}
partitions:
  p5en: {admit: {max_nodes: 4}, interactive: {max_nodes: 2}}
  ultra: {admit: {min_nodes: 2}}
tenant_defaults: {qos: {own: "{tenant}", borrow: spare}, borrow: {max_gpus: 16}}
tenants:
  nlp: {accounts: [nlp]}
  vision: {accounts: [vision]}
YAML
cp "$policy" "$tap_dir/before.yaml"
ok "the strict policy is in force" put_policy "$tap_dir/strict.yaml"

sb=(sbatch -o /dev/null --hold -p p5en)
too_large() { fails "$1" "CR-206.*could take [0-9]+: say -N 4" as bob "${sb[@]}" "${@:2}" --wrap true; }
too_large "a range" -N1-8
too_large "its other spelling" -N 2-6
too_large "tasks without -N" -n8
too_large "tasks bound by sockets" -n8 --ntasks-per-socket=1
too_large "tasks that share CPUs" -n300 -O
too_large "GPUs of the job" --gpus=8
fails "tasks that take a node each" "CR-206.*not 5" as bob "${sb[@]}" -n5 -c 190 --wrap true
fails "more nodes than allowed" "CR-206.*not 5" as bob "${sb[@]}" -N5 --wrap true
ok "-N keeps it within" as bob "${sb[@]}" -N4 -n300 -O --wrap true
ok "so do few tasks" as bob "${sb[@]}" -n4 -c 190 --wrap true
ok "so does --ntasks-per-node" as bob "${sb[@]}" -n8 --ntasks-per-node=2 --wrap true
ok "a plain job" as bob "${sb[@]}" --wrap true
fails "salloc with tasks" "CR-207.*could take 3: say -N 2" as bob salloc -p p5en -n3 true
fails "srun with a range" "CR-207.*could take 4: say -N 2" as bob srun -p p5en -N1-4 true

job=$(submit bob --hold -p p5en -N2 --wrap true)
fails "an update to a range" "CR-206.*could take 8" as bob scontrol update jobid="$job" numnodes=4-8
ok "an update within" as bob scontrol update jobid="$job" numnodes=2-4

sb=(sbatch -o /dev/null --hold -p ultra)
too_small() { fails "$1" "CR-206.*at least 2 nodes, not 1" as bob "${sb[@]}" "${@:2}" --wrap true; }
too_small "tasks that share CPUs on one node" -n300 -O
too_small "a range that begins below" -N1-4
ok "tasks that one node cannot hold" as bob "${sb[@]}" -n145 --wrap true
ok "a range within" as bob "${sb[@]}" -N2-4 --wrap true

borrow() { fails "$1" "CR-409.*could take [0-9]+ GPUs" as bob sbatch -o /dev/null --hold -p p5en --qos=spare "${@:2}" --wrap true; }
borrow "whole nodes without GPUs" -N3 --exclusive
borrow "a range of nodes" -N1-3 --gpus-per-node=8
borrow "tasks with GPUs of their node" -n3 --gpus-per-node=8
ok "as many as it may" as bob sbatch -o /dev/null --hold -p p5en --qos=spare -N2 --exclusive --wrap true
# What the bound rests on: a node that is taken whole comes with its GPUs.
job=$(submit bob -p p5en --qos=spare -N1 --exclusive --wrap 'sleep 60')
ok "it starts" poll 20 eval '[[ $(job_field "$job" JobState) == RUNNING ]]'
like "$(job_field "$job" AllocTRES)" 'gres/gpu=8' "and has all GPUs of its node"

ok "the policy is as before" put_policy "$tap_dir/before.yaml"
cancel_all_jobs
done_testing
