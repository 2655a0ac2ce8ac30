#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# `contiguous: true` on a route, where the whole cluster is flat: the job waits for nodes
# in a row, though as many others are idle; the user's own --contiguous stays.
# cluster: own
# with: COMMROUTE_TOPOLOGY=flat
. "$(dirname "$0")/../lib.sh"

cat >"$conf/commroute.yaml.new" <<'YAML'
version: 1
mode: enforce
profiles:
  row:
    {pattern: neighbor, intensity: medium, routes: [{partition: p5en, contiguous: true}]}
  any:
    {pattern: neighbor, intensity: medium, routes: [{partition: p5en}]}
YAML
mv "$conf/commroute.yaml.new" "$conf/commroute.yaml"
wait_view
knows_row() { as alice sbatch --test-only --comm-profile=row -N2 --wrap true; }
poll 30 knows_row || bail_out "the policy is not read"

contiguous() { job_field "$1" Contiguous; }
node() { printf 'ip-10-1-1-%s' "$1"; }

# The partition's nodes in Slurm's order: 15 19 33 46 60 77 92 108.
first=$(submit alice -p p5en -w "$(node 19)" --exclusive --wrap "sleep 300")
second=$(submit alice -p p5en -w "$(node 60)" --exclusive --wrap "sleep 300")
ok "two nodes are taken" wait_job "$first" RUNNING 30
ok "so that no four in a row are idle" wait_job "$second" RUNNING 30

row=$(submit alice --comm-profile=row -N4 --exclusive --wrap true)
is "$(contiguous "$row")" 1 "the route asks for nodes in a row"
like "$(scontrol show job "$row" | grep AdminComment)" '"contiguous":true' "it is recorded"
any=$(submit alice --comm-profile=any -N4 --exclusive --time=1 --wrap true) # backfilled
is "$(contiguous "$any")" 0 "another route does not"
ok "four nodes that are not in a row do for that" wait_job "$any" COMPLETED 60
is "$(job_field "$row" JobState)" PENDING "the job of the first still waits"
scancel "$second"
ok "and runs when four in a row are idle" wait_job "$row" COMPLETED 60
nodes=$(scontrol show hostnames "$(job_field "$row" NodeList)" | sed 's/.*-//' | xargs)
like " 33 46 60 77 92 108 " " $nodes " "on four in a row"

own=$(submit alice --comm-profile=any -N2 --contiguous --wrap true)
is "$(contiguous "$own")" 1 "the user's own --contiguous is kept"
unlike "$(scontrol show job "$own" | grep AdminComment)" contiguous "and not recorded as ours"
one=$(submit alice --comm-profile=row -N1 --wrap true)
is "$(contiguous "$one")" 0 "one node needs no row"
row=$(submit alice --hold --comm-profile=row -N4 --wrap true)
ok "made one node" as alice scontrol update jobid="$row" numnodes=1
is "$(contiguous "$row")" 0 "a job needs none any more"
own=$(submit alice --hold --comm-profile=row --contiguous -N4 --wrap true)
ok "where the user asked for a row" as alice scontrol update jobid="$own" numnodes=1
is "$(contiguous "$own")" 1 "it stays"
done_testing
