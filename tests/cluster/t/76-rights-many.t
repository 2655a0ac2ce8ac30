#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# A user with 500 more QOS: judged as before, by the same words, refused where closed,
# routed where open, and nothing counts as not judged; with a script of the site's too.
# cluster: own
# limit: 240
. "$(dirname "$0")/../lib.sh"
wait_view

policy=$conf/commroute.yaml
site_policy >"$tap_dir/strict.yaml" <<'YAML'
version: 1
mode: enforce
profiles:
  moe: {pattern: alltoall, intensity: extreme, routes: [{topology_type: block}]}
  allreduce: {pattern: allreduce, intensity: high, routes: [{topology_type: tree}]}
partitions:
  ultra: {admit: {min_intensity: extreme}}
tenant_defaults: {qos: {own: "{tenant}", borrow: spare}}
tenants:
  nlp: {accounts: [nlp]}
  vision: {accounts: [vision], topology_types: [tree], borrow: {consent: never}}
YAML
ok "the strict policy is in force" put_policy "$tap_dir/strict.yaml"

# verdicts: what becomes of the same jobs, one line each.
verdicts() {
	local job
	for job in "alice -N2 --comm-profile=moe --gpus-per-node=4" "alice -N2 -p ultra" \
		"alice -N9 --comm-profile=allreduce --gpus-per-node=8" "alice -N2 --comm-profile=allreduce --qos=spare" \
		"bob -N2 -p ultra --comm-profile=moe" "bob -N2 --qos=spare" "bob -N2 -p ultra,p5en" \
		"bob -N2 --comm-profile=allreduce" "bob -N7 --comm-profile=allreduce --gpus-per-node=8"; do
		# shellcheck disable=SC2086
		set -- $job
		printf '%s: ' "$job"
		job=$(as "$1" sbatch --parsable -o /dev/null --hold "${@:2}" --wrap true 2>&1 | head -n 1)
		if is_job_id "$job"; then
			echo "$(job_field "$job" Partition) $(job_field "$job" QOS)"
		else
			echo "$job"
		fi
	done
}
is_job_id() { [[ $1 =~ ^[0-9]+$ ]]; }
verdicts >"$tap_dir/small"
diag "$(cat "$tap_dir/small")"
like "$(cat "$tap_dir/small")" 'CR-206.*CR-204.*CR-409' "some are refused"

# All at once: a call for each would take minutes.
names=$(printf 'more%d,' {1..500})
ok "500 more QOS" sacctmgr --immediate add qos "${names%,}" grptres=gres/gpu=48,cpu=5000 maxwall=1-0
ok "are all of bob's" sacctmgr --immediate modify user bob set qos+="${names%,}"
ok "and alice's" sacctmgr --immediate modify user alice set qos+="${names%,}"
knows_last() { scontrol show assoc_mgr qos=more500 flags=qos | grep -q more500; }
ok "slurmctld knows the last of them" poll 30 knows_last
has_them() { [[ $(scontrol show assoc_mgr users=bob flags=assoc) == *more500* ]] || [[ $(sacctmgr -nP show assoc user=bob format=qos) == *more500* ]]; }
ok "as bob's" poll 30 has_them
cancel_all_jobs
verdicts >"$tap_dir/large"
is "$(cat "$tap_dir/large")" "$(cat "$tap_dir/small")" "the same verdicts in the same words"
fails "one of the new ones is closed where borrowing is" CR-409 as bob sbatch -o /dev/null --qos=more7,spare -N2 --wrap true
job=$(submit bob --hold --comm-profile=allreduce -N2 --qos=more499 --wrap true)
is "$(job_field "$job" QOS)" more499 "a new one can be used"

# A script may wish for any of them, and for no other.
cat >"$conf/site.lua" <<'LUA'
function decide(job, decision, cluster)
	if job.name == 'wish' then return {qos = 'more250'} end
	if job.name == 'nobody' then return {qos = 'nobody'} end
end
LUA
chmod 644 "$conf/site.lua"
(cat "$tap_dir/strict.yaml"; echo 'lua: site.lua') >"$tap_dir/script.yaml"
ok "a script is in force" put_policy "$tap_dir/script.yaml" "$conf/site.lua"
cancel_all_jobs
verdicts >"$tap_dir/scripted"
is "$(cat "$tap_dir/scripted")" "$(cat "$tap_dir/small")" "the same verdicts with a script"
job=$(submit alice --hold -J wish --comm-profile=allreduce -N2 --gpus-per-node=8 --wrap true)
is "$(job_field "$job" QOS)" more250 "it may wish for one of the user's"
job=$(submit alice --hold -J nobody --comm-profile=allreduce -N2 --gpus-per-node=8 --wrap true)
unlike "$(job_field "$job" QOS)" nobody "and not for one that there is not"
like "$(ctld_log)" "no QOS is called 'nobody'" "which the log says"
counted() { [[ $(jq .counters.not_judged "$state/slurmctld/commroute.status") == 0 ]]; }
ok "nothing was left unjudged" poll 10 counted
cancel_all_jobs
done_testing
