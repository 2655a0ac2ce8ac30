#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The journal and the status under StateSaveLocation, modes, and a full disk.
# cluster: own
# limit: 200
. "$(dirname "$0")/../lib.sh"
wait_view

dir=$state/slurmctld
policy=$conf/commroute.yaml
cp "$policy" "$tap_dir/good.yaml"
decisions() { grep -h '"event":"\(submit\|update\)"' "$dir"/commroute.journal 2>/dev/null; }
lines() { decisions | wc -l; }
last() { decisions | tail -n 1 | jq -r "$1"; }
counter() { jq -r ".counters.$1" "$dir/commroute.status"; }
has_lines() { (($(lines) >= $1)); }
counts() { [[ $(counter "$1") == "$2" ]]; }
change() { # SED-SCRIPT: and until it is in force
	local before
	before=$(grep -c 'policy .* in force' "$log/slurmctld.log")
	sed "$1" "$tap_dir/good.yaml" >"$policy.new" && mv -f "$policy.new" "$policy"
	poll 10 eval '(($(grep -c "policy .* in force" "$log/slurmctld.log") > before))'
}

job=$(submit alice --hold --comm-profile=moe -N 2 --gpus-per-node=4 --wrap true)
ok "a decision is in the journal" poll 10 has_lines 1
is "$(last '"\(.event) \(.user) \(.account) \(.batch) \(.decision.verdict) \(.decision.partition)"')" \
	"submit alice nlp true route ultra" "with who, what and where to"
id=$(last .id)
like "$(ctld_log)" "uid=$(id -u alice) .*verdict=route .*id=$id" "its id is in slurmctld's log"
fails "a refusal" CR-103 as bob sbatch -o /dev/null --comm-profile=moee -N 1 --wrap true
ok "is there too" poll 10 has_lines 2
is "$(last '"\(.user) \(.decision.verdict) \(.decision.code)"')" "bob refuse CR-103" "with its code"
as alice scontrol update jobid="$job" numnodes=4
ok "an update is there" poll 10 has_lines 3
is "$(last '"\(.event) \(.decision.nodes) \(.job) \(.asked.nodes)"')" "update 4 $job 4" "as one, with the job's number"
is "$(job_json "$job" .admin_comment | jq -r .id)" "$id" "the job's record has the id of its submission"
is "$(decisions | jq -r "select(.id == \"$id\") | \"\(.name) \(.asked.comm_profile) \(.asked.nodes) \(.asked.gpus)\"")" \
	"wrap moe 2 8" "by which it is found, with its name and what was asked"
fails "a refused update" CR- as alice scontrol update jobid="$job" numnodes=400
ok "has a line" poll 10 has_lines 4
is "$(last '"\(.event) \(.job) \(.decision.verdict) \(.asked.nodes)"')" "update $job refuse 400" "that names the job"
told() { commroute journal --json "$@" | jq -r '"\(.event) \(.decision.verdict)"' | paste -sd,; }
is "$(told --job "$job")" "submit route,update route,update refuse" "commroute journal tells them by the job's number"
is "$(told --user bob --since 1h)" "submit refuse" "or its user"
is "$(told --code CR-103)" "submit refuse" "or a code"
is "$(told --tenant nlp)" "submit route,update route,update refuse" "or its tenant"
fails "to who may read it" "Permission denied" as alice commroute journal --state-dir "$dir"
commroute journal --follow --since 1h --json >"$tap_dir/followed" 2>&1 &
follower=$!
is "$(stat -c '%a %U' "$dir/commroute.journal")" "600 slurm" "only SlurmUser reads the journal"
ok "the status counts them" poll 10 counts submissions 2
ok "one by one" poll 20 counts updates 2
is "$(counter routed) $(counter refused)" "2 2" "by what they came to"
is "$(jq -r '"\(.policy.mode) \(.view.partitions) \(.view.topologies)"' "$dir/commroute.status")" \
	"enforce 3 $(seg 2 1)" "and tells of policy and view"
is "$(jq -r .policy.hash "$dir/commroute.status")" \
	"$(sed -n 's/.*policy .* in force.*hash //p' "$log/slurmctld.log" | tail -n 1)" "the hash is the one in the log"

# --- policies and repetitions ------------------------------------------------------------
hash=$(jq -r .policy.hash "$dir/commroute.status")
is "$(jq -r 'select(.event == "policy") | .hash' "$dir/commroute.journal")" "$hash" "the policy's load has a line"
is "$(tail -n +2 "$dir/commroute.policies/$hash")" "$(cat "$policy")" "and its text is kept by its hash"
change '$a # another text'
is "$(ls "$dir/commroute.policies" | wc -l)" 2 "so is the next one's"
echo "nonsense: true" >>"$policy"
ok "one that is refused has a line" poll 10 eval \
	'[[ $(jq -c "select(.event == \"policy\" and .hash == null) | .file" "$dir/commroute.journal") == *commroute.yaml* ]]'
change ''
before=$(lines)
for i in {1..5}; do as alice sbatch -o /dev/null --comm-profile=moee -N 1 --wrap true 2>/dev/null; done
as alice sbatch -o /dev/null --comm-profile=moee -N 2 --wrap true 2>/dev/null
ok "a refusal told five times has one line, another one its own" poll 10 has_lines $((before + 2))
ok "whoever follows the journal sees it" poll 10 eval '(($(grep -c CR-103 "$tap_dir/followed") == 3))'
kill "$follower"
first=$(decisions | tail -n 2 | head -n 1 | jq -r .id)

# --- every end ------------------------------------------------------------------------------
twelve() { # ENDING COMMAND...: 12 submissions, then the end at once
	local before ending=$1
	shift
	before=$(lines)
	for i in {1..12}; do submit alice --hold --comm-profile=moe -N 2 --gpus-per-node=4 --wrap true >/dev/null; done
	"$@"
	is "$(($(lines) - before))" 12 "12 submissions and $ending: 12 lines"
}
end_it() {
	kill -TERM "$(cat "$run/slurmctld.pid")"
	poll 30 eval '! kill -0 "$(cat "$run/slurmctld.pid")" 2>/dev/null'
	cluster stop slurmctld >/dev/null 2>&1
}
for round in 1 2; do
	twelve "SIGTERM" end_it
	((round > 1)) || is "$(jq -c 'select(.event == "repeated") | [.of, .times]' "$dir/commroute.journal")" \
		"[\"$first\",4]" "what was repeated is told at the latest then"
	cluster start slurmctld >/dev/null 2>&1
	wait_view
done
reconfigure() {
	local before
	before=$(grep -c "commroute: the cluster is known" "$log/slurmctld.log")
	scontrol reconfigure
	poll 30 eval '(($(grep -c "commroute: the cluster is known" "$log/slurmctld.log") > before))'
}
twelve "scontrol reconfigure" reconfigure
cancel_all_jobs

# --- modes ---------------------------------------------------------------------------
change 's/^mode: enforce/mode: observe/'
job=$(submit alice --hold --comm-profile=moe -N 2 --gpus-per-node=4 --wrap true)
is "$(job_field "$job" Partition)" p5en "observe: a job goes where it would have gone"
is "$(job_json "$job" .admin_comment | jq -r '"\(.mode) \(.verdict) \(.partition)"')" "observe route ultra" \
	"its record tells what would have been"
job=$(submit bob --hold --comm-profile=moee -N 2 --wrap true)
like "$job" '^[0-9]+$' "observe: nothing is refused"
is "$(job_json "$job" .admin_comment | jq -r '"\(.verdict) \(.code)"')" "refuse CR-103" "but recorded"
ok "and in the journal" poll 10 eval '[[ $(last .decision.mode) == observe ]]'
change 's/^  vision:/  vision:\n    mode: observe/'
job=$(submit bob --hold --comm-profile=moe -N 2 --gpus-per-node=4 --wrap true)
is "$(job_field "$job" Partition)" p5en "one tenant in observe mode"
job=$(submit alice --hold --comm-profile=moe -N 2 --gpus-per-node=4 --wrap true)
is "$(job_field "$job" Partition)" ultra "the other in enforce"
change '$a record: {field: extra, journal: false}'
before=$(lines)
job=$(submit alice --hold --comm-profile=moe -N 2 --gpus-per-node=4 --wrap true)
is "$(job_json "$job" .extra | jq -r .partition)" ultra "record.field extra"
fails "which its user cannot change" "CR-209" as alice scontrol update jobid="$job" extra=forged
ok "but may leave alone" as alice scontrol update jobid="$job" timelimit=10
change '$a record: {field: none}'
job=$(submit alice --hold --comm-profile=moe -N 2 --gpus-per-node=4 --wrap true)
is "$(job_field "$job" Partition)$(job_json "$job" .admin_comment)$(job_json "$job" .extra)" ultra "record.field none"
change '$a notify: changes
/^notify/d'
like "$(as alice sbatch -H -o /dev/null --comm-profile=moe -N 2 --gpus-per-node=4 --wrap true 2>&1)" \
	"profile moe: partition ultra" "notify: changes"
change ''

# --- a full disk ---------------------------------------------------------------------------
cluster stop slurmctld >/dev/null 2>&1
mv "$dir/commroute.journal" "$tap_dir/journal.before"
ln -s /dev/full "$dir/commroute.journal"
cluster start slurmctld >/dev/null 2>&1
wait_view
job=$(submit alice --hold --comm-profile=moe -N 2 --gpus-per-node=4 --wrap true)
is "$(job_field "$job" Partition)" ultra "a journal that cannot be written: jobs are routed"
ok "the log says so" poll 5 grep -q 'commroute: journal: .*lines are lost, jobs are not' "$log/slurmctld.log"
ok "lost lines are counted" poll 10 counts journal_lines_lost 1
rm "$dir/commroute.journal"
submit alice --hold --comm-profile=moe -N 2 --gpus-per-node=4 --wrap true >/dev/null
ok "when it can be written again, it is" poll 10 has_lines 1
is "$(head -n 1 "$dir/commroute.journal" | jq -r .event)" gap "and says that lines are missing"

# --- growth ------------------------------------------------------------------------------------
head -c 16777000 /dev/zero | tr '\0' '\n' >>"$dir/commroute.journal"
chown slurm "$dir/commroute.journal"
submit alice --hold --comm-profile=moe -N 2 --gpus-per-node=4 --wrap true >/dev/null
ok "at 16 MiB the journal is rotated" poll 10 test -e "$dir/commroute.journal.1"
ok "and begins anew" poll 10 eval '[[ $(lines) == 1 && $(last .event) == submit ]]'
out=$(commroute journal --user alice 2>&1 | sed 's/  */ /g')
like "$out" "submit - alice nlp moe 2 route to ultra .*submit - alice nlp moe 2 route to ultra" "commroute journal tells of both files"
like "$out" "167[0-9]{5} lines of the journal cannot be read" "and how many lines it cannot read"

# --- for Prometheus -----------------------------------------------------------------------
counted() { commroute status --prometheus | grep -q '^commroute_controller_total{counter="submissions"} [1-9]'; }
ok "commroute status has the counters for Prometheus" poll 10 counted
out=$(commroute status --prometheus)
like "$out" "commroute_policy_info\\{file=\"$conf/commroute.yaml\",mode=\"[a-z]+\",hash=\"[0-9a-f]{16}\"\\} 1" "and the policy in force"
is "$(as alice commroute status --prometheus | grep -c controller)" 0 "a user gets none of it"
done_testing
