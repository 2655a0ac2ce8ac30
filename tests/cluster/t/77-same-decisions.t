#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The plugin, explain on the live cluster and explain on a snapshot decide the same, for
# jobs by chance on a loaded cluster: a sample, and 200 in the long form.  COMMROUTE_LOAD_SEED and
# COMMROUTE_LOAD_COUNT ask for others.
# limit: 400
. "$(dirname "$0")/../lib.sh"
wait_view

policy=$conf/commroute.yaml
cp "$policy" "$tap_dir/before.yaml"
site_policy >"$tap_dir/load.yaml" <<'YAML'
version: 1
mode: enforce
profiles:
  moe:
    pattern: alltoall
    intensity: extreme
    routes: [{topology_type: block, segment: {choose: largest, min: 2, otherwise: warn}}]
  allreduce:
    aliases: [ddp, fsdp]
    pattern: allreduce
    intensity: high
    routes: [{topology_type: tree, switches: fewest@10m}, {topology_type: block, segment: largest}]
  pipeline:
    pattern: pipeline
    intensity: medium
    routes: [{topology_type: block, segment: largest}, {topology_type: tree, switches: fewest@5m}]
  independent:
    pattern: none
    intensity: none
    routes: [{topology_type: tree}]
undeclared:
  - {when: {min_nodes: 6}, profile: allreduce}
partitions:
  ultra:
    admit: {min_intensity: medium, min_nodes: 2}
    interactive: {max_nodes: 1, max_time: 4h}
  dev:
    counts_as_unset: true
tenant_defaults:
  topology_types: [block, tree]
  qos: {own: "{tenant}", borrow: spare}
  borrow: {consent: job, max_gpus: 40}
tenants:
  nlp: {accounts: [nlp]}
  vision: {accounts: [vision], profiles: [moe, allreduce, independent]}
other_accounts: leave
YAML
ok "the policy is in force" put_policy "$tap_dir/load.yaml"

# --- the load ------------------------------------------------------------------------
acct() { sacctmgr --immediate modify qos "$@" >/dev/null; }
acct nlp set maxtrespu=gres/gpu=24 maxwall=3-0
acct vision set maxtrespa=gres/gpu=40 maxjobspu=3
acct spare set maxtrespu=gres/gpu=48
run() { # USER SBATCH-OPTION...
	local job
	job=$(submit "$@" --wrap 'sleep 600')
	wait_job "$job" RUNNING 30 || bail_out "no load: $*"
}
run alice --comm-profile=moe -N 3 --gpus-per-node=4
run alice --comm-profile=allreduce -N 1 --gpus-per-node=4 --qos=spare --requeue
run bob --comm-profile=allreduce -N 2 --gpus-per-node=8
run bob --comm-profile=independent -N 1 --gpus-per-node=2
scontrol create reservation=held start=now duration=600 users=alice partitionname=p5en nodecnt=2 >/dev/null
# The plugin's view of idle nodes may be a minute old: it is made anew when a partition changes.
taken() { jq -r .taken "$state/slurmctld/commroute.view" 2>/dev/null || echo 0; }
started=$(date +%s)
is_fresh() {
	(($(taken) > started + 1)) && return
	scontrol update partitionname=dev maxtime=$((1 + RANDOM % 5)):00:00
	return 1
}
ok "the plugin's view has the load" poll 30 is_fresh
scontrol update partitionname=dev maxtime=4:00:00
started=$(date +%s)
settled() { (($(taken) > started)) && [[ $(jq '[.reservations[]?.name] | index("held")' "$state/slurmctld/commroute.view") != null ]]; }
ok "and all of it" poll 30 settled
commroute snapshot -o "$tap_dir/cluster.json"
chmod 644 "$tap_dir/cluster.json"

# --- the jobs --------------------------------------------------------------------------
count=${COMMROUTE_LOAD_COUNT:-$(at_length 60 200)} seed=${COMMROUTE_LOAD_SEED:-1}
"$project/tests/load/jobs" --seed "$seed" --count "$count" --users alice,alice,bob,bob,carol >"$tap_dir/jobs"
pick='{act, verdict, code, message, profile, tenant, would_partition} + .set'
: >"$tap_dir/plugin" >"$tap_dir/live" >"$tap_dir/kept"

# The decision's number as slurmctld's log has it; "-": the job did not come so far.
submit_one() { # USER WORD...
	local from user=$1
	shift
	from=$(stat -c %s "$log/slurmctld.log")
	as "$user" sbatch --hold -o /dev/null "$@" --wrap true >"$tap_dir/told" 2>&1
	tail -c +$((from + 1)) "$log/slurmctld.log" |
		sed -n 's/.*commroute: uid=.* verdict=.* id=//p; s/.*commroute: uid=.* not judged.*/unjudged/p' |
		head -n 1 | grep . || echo -
}
explain_one() { # USER OPTION... -- WORD...
	local out user=$1
	shift
	out=$(as "$user" commroute explain --json "$@" 2>"$tap_dir/told")
	jq -c "$pick" <<<"$out" 2>/dev/null | grep . || echo "\"none: $(tr '"\\\n' "'/ " <"$tap_dir/told")\""
}
while read -r -a words; do
	user=${words[0]} words=("${words[@]:1}")
	submit_one "$user" "${words[@]}" >>"$tap_dir/plugin"
	sed 's/.*\(CR-[0-9]*: \)/\1/' "$tap_dir/told" >>"$tap_dir/messages"
	explain_one "$user" -- "${words[@]}" >>"$tap_dir/live"
	explain_one root --snapshot "$tap_dir/cluster.json" --user "$user" -- "${words[@]}" >>"$tap_dir/kept"
done <"$tap_dir/jobs"
is "$(wc -l <"$tap_dir/live") $(wc -l <"$tap_dir/kept") $(wc -l <"$tap_dir/plugin")" "$count $count $count" \
	"$count jobs, seed $seed"

# --- what the plugin decided -------------------------------------------------------------
journal=$state/slurmctld/commroute.journal
last=$(grep -v '^-$' "$tap_dir/plugin" | tail -n 1)
is_written() { cat "$journal"* | grep -qF "\"id\":\"$last\""; }
ok "the journal has them" poll 10 is_written
cat "$journal"* >"$tap_dir/journal"
# A record has no text for people, and says "wait" where a decision says "switch_wait".
jq -c -s -R --slurpfile journal "$tap_dir/journal" '
	($journal | map({key: .id, value: .decision}) | from_entries) as $by |
	split("\n")[:-1][] | . as $id | if $by[$id] then $by[$id] else "none" end' "$tap_dir/plugin" >"$tap_dir/decided"
same='def plain: if type == "string" then "none" else
	{verdict, code, profile, tenant, partition, qos, segment, switches, switch_wait: (.switch_wait // .wait),
	exclusive_topo: (.exclusive_topo // false), contiguous: (.contiguous // false), gpu_type,
	spread_segments: (.spread_segments // false), consolidate_segments: (.consolidate_segments // false),
	would_partition} end;'
for kind in decided live kept; do jq -c "$same plain" "$tap_dir/$kind" >"$tap_dir/$kind.plain"; done

# What sbatch itself refuses does not come to the plugin.  A record has the segment and the
# switches that a job asks for itself, too.
differ() { # KIND KIND
	paste -d '\n' "$tap_dir/jobs" "$tap_dir/plugin" "$tap_dir/$1.plain" "$tap_dir/$2.plain" | awk '
		function own(text) {
			if (job ~ / --segment=/) sub(/"segment":[^,]*/, "\"segment\":null", text)
			if (job ~ / --switches=/) sub(/"switches":[^,]*/, "\"switches\":null", text)
			return text
		}
		NR % 4 == 1 { job = $0 }
		NR % 4 == 2 { id = $0 }
		NR % 4 == 3 { a = own($0) }
		NR % 4 == 0 && id != "-" && own($0) != a { print job "\n\t" a "\n\t" own($0) }'
}
is "$(differ live kept)" "" "explain on the snapshot decides as explain does live"
is "$(differ decided live)" "" "and the plugin decides the same"
is "$(grep -c '^"none"$' "$tap_dir/decided.plain")" "$(grep -c '^-$' "$tap_dir/plugin")" "no job is unjudged"
diag "$(jq -r 'if type == "string" then "left to sbatch" else .verdict end' "$tap_dir/live" | sort | uniq -c | xargs)"
few() { (($(grep -c '^-$' "$tap_dir/plugin") <= count / 10)); }
ok "few are sbatch's alone to refuse" few
# The words of a refusal, too.
paste "$tap_dir/plugin" "$tap_dir/live" | grep -v '^-' | cut -f 2- |
	jq -r 'if type == "object" and .act and .verdict == "refuse" then .message else empty end' |
	sort -u >"$tap_dir/refusals"
missing=$(while IFS= read -r message; do grep -qF -- "$message" "$tap_dir/messages" || echo "$message"; done <"$tap_dir/refusals")
is "$missing" "" "what explain says of a refusal is what sbatch says"
enough() { (($(sort -u "$tap_dir/decided.plain" | wc -l) >= $1)); }
ok "they are not all alike" enough $((count / 4))

cancel_all_jobs
poll 20 scontrol delete reservationname=held
acct nlp set maxtrespu=gres/gpu=-1 maxwall=-1
acct vision set maxtrespa=gres/gpu=-1 maxjobspu=-1
acct spare set maxtrespu=gres/gpu=-1
ok "the policy from before is in force again" put_policy "$tap_dir/before.yaml"
done_testing
