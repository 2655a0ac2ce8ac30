#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The table tests/cluster/evasion, row by row, as three users: a sample, and all of it in
# the long form.  Nobody reaches what the policy closes, nothing goes through unjudged,
# and who is refused by the policy is told its code.  COMMROUTE_ROWS=REGEX picks rows.
# limit: 600
. "$(dirname "$0")/../lib.sh"
. "$here/rest.sh"
wait_view

policy=$conf/commroute.yaml
cp "$policy" "$tap_dir/before.yaml"
site_policy >"$tap_dir/strict.yaml" <<'YAML'
version: 1
mode: enforce
exempt: {accounts: ["health*"], reservations: ["maint*"]}
profiles:
  moe: {pattern: alltoall, intensity: extreme, routes: [{topology_type: block}]}
  allreduce: {pattern: allreduce, intensity: high, routes: [{topology_type: tree}, {topology_type: block}]}
  independent: {pattern: none, intensity: none, routes: [{topology_type: tree}]}
undeclared: leave
partitions:
  ultra:
    admit: {min_intensity: high, min_nodes: 2, max_nodes: 6}
    interactive: {max_nodes: 1, max_time: 1h}
  dev:
    admit: {tenants: [nlp], max_nodes: 2}
tenant_defaults:
  qos: {own: "{tenant}", borrow: spare}
tenants:
  nlp: {accounts: [nlp], topology_types: [block, tree], borrow: {consent: job, max_gpus: 32}}
  vision:
    accounts: [vision]
    topology_types: [tree]
    profiles: [allreduce, independent]
    borrow: {consent: never}
other_accounts: refuse
YAML
ok "the strict policy is in force" put_policy "$tap_dir/strict.yaml"
scontrol create reservation=shared start=now duration=600 users=bob,alice partitionname=ultra nodecnt=2 >/dev/null
scontrol create reservation=maint1 start=now duration=600 users=bob partitionname=ultra nodecnt=2 >/dev/null
is_known() { as bob commroute explain -- --reservation=maint1 -N1 >/dev/null && as bob sbatch -o /dev/null --reservation=shared -N1 --wrap true 2>&1 | grep -q CR-204; }
ok "the reservations are known" poll 20 is_known

# --- one row ------------------------------------------------------------------------
many() { printf "$1,%.0s" {1..40}; printf '%s' "$2"; }

# The row's words with the names put in, into `words`.
expand() {
	local i text=$* list
	while [[ $text =~ @many:([^:@]*):([^@]*)@ ]]; do
		list=$(many "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}")
		text=${text/"${BASH_REMATCH[0]}"/$list}
	done
	for i in 1 2 3; do
		text=${text//@u$i@/${ultra_nodes[i - 1]}}
		text=${text//@p$i@/${p5en_nodes[i - 1]}}
	done
	text=${text//@ultra@/$(IFS=,; echo "${ultra_nodes[*]}")}
	read -r -a words <<<"$text"
}

# Words before "=>" and behind it, into `base` and `change`.
split() {
	local word seen=0
	base=() change=()
	for word in "${words[@]}"; do
		if [[ $word == "=>" ]]; then seen=1
		elif ((seen)); then change+=("$word")
		else base+=("$word"); fi
	done
}
words_with_job() { # JOB: the words of the change
	local i
	for i in "${!change[@]}"; do change[i]=${change[i]//@job@/$1}; done
	[[ " ${change[*]}" == *" jobid="* ]] || change=("jobid=$1" "${change[@]}")
}
send_script() { # USER WORD...
	local user=$1
	shift
	printf '#!/bin/sh\n#SBATCH %s\ntrue\n' "$*" >"$tap_dir/script"
	as "$user" sbatch --parsable -o /dev/null --hold "$tap_dir/script"
}
send_env() { # USER VARIABLE=VALUE... CLIENT WORD...
	local user=$1 env=() client
	shift
	while [[ $1 == *=* ]]; do env+=("$1"); shift; done
	client=$1
	shift
	if [[ $client == sbatch ]]; then
		as "$user" env "${env[@]}" sbatch --parsable -o /dev/null --hold "$@" --wrap true
	else
		as "$user" env "${env[@]}" timeout 60 "$client" "$@" true
	fi
}
send_rest() { # USER MEMBER...
	local out plain='"environment":["PATH=/bin"]'
	out=$(rest_job "$1" '"minimum_nodes":2' '"maximum_nodes":2' '"hold":true' "$plain" "${@:2}")
	echo "$out"
	[[ $out != *'"error_number"'* && $out == *'"job_id"'* ]]
}

# send USER HOW: the words, as their row says; the status is that of who refuses.
send() {
	local user=$1 how=$2 job
	case $how in
	sbatch) as "$user" sbatch --parsable -o /dev/null --hold "${words[@]}" --wrap true ;;
	salloc | srun) as "$user" timeout 60 "$how" "${words[@]}" true ;;
	script) send_script "$user" "${words[@]}" ;;
	env) send_env "$user" "${words[@]}" ;;
	forge) as "$user" "$(type -P forge)" "${words[@]}" ;;
	rest) send_rest "$user" "${words[@]}" ;;
	update | rest-update)
		split
		job=$(as "$user" sbatch --parsable -o /dev/null --hold "${base[@]}" --wrap true) ||
			{ echo "no job to update: $job"; return 9; }
		jobs_of "$user" >"$tap_dir/jobs-before"
		words_with_job "$job"
		if [[ $how == update ]]; then
			as "$user" scontrol update "${change[@]}"
		else
			rest "$user" "/slurm/$parser/job/$job" "{$(IFS=,; echo "${change[*]:1}")}" >"$tap_dir/answer"
			cat "$tap_dir/answer"
			! grep -q '"error_number"' "$tap_dir/answer"
		fi
		;;
	*) echo "no such way: $how"; return 9 ;;
	esac
}
jobs_of() { squeue --all --noheader --array --user "$1" --format '%i %P %q' | sort; }

# What a user's jobs may not be in, whatever the row; the policy's own way in apart.
is_closed() { # USER JOBS
	case $1 in
	bob) grep -E ' ([^ ]*,)?(ultra|dev)(,[^ ]*)? | spare$' <<<"$2" ;;
	carol) grep . <<<"$2" ;;
	*) return 1 ;;
	esac
}

# judge USER WANT STATUS OUTPUT: what is wrong with it; nothing when all is as it has to be.
judge() {
	local user=$1 want=$2 status=$3 out=$4 jobs reached said
	jobs=$(jobs_of "$user")
	said=$(tail -c +$((log_at + 1)) "$log/slurmctld.log" | grep 'commroute: ')
	[[ $said != *"not judged"* ]] || echo "unjudged: $(grep 'not judged' <<<"$said")"
	[[ $want == open:ultra && $user == bob ]] || reached=$(is_closed "$user" "$jobs") &&
		[[ -n ${reached:-} ]] && echo "reaches what is closed: $reached"
	case $want in
	open:*)
		((status == 0)) || echo "refused"
		[[ $want == open:- || $jobs == *" ${want#open:} "* ]] || echo "is not in ${want#open:}: $jobs"
		;;
	any) ((status == 0)) && [[ $said != *verdict=* ]] && echo "no verdict" ;;
	*)
		((status != 0)) || echo "goes through: $jobs"
		[[ $out =~ $want || ($want == *slurm* && $out != *CR-*) ]] || echo "without that code"
		;;
	esac
	[[ ! -s $tap_dir/jobs-before || $status == 0 || $(<"$tap_dir/jobs-before") == "$jobs" ]] ||
		echo "half applied: $(<"$tap_dir/jobs-before") became $jobs"
}

try_row() { # USER WANT HOW WORD...
	local user=${1#!} want=$2 how=$3 out status=0 wrong
	expand "${@:4}"
	: >"$tap_dir/jobs-before"
	log_at=$(stat -c %s "$log/slurmctld.log")
	out=$(send "$user" "$how" 2>&1) || status=$?
	wrong=$(judge "$user" "$want" "$status" "$out")
	# shellcheck disable=SC2046
	scancel $(jobs_of "$user" | sed 's/[_+ ].*//' | sort -u) >/dev/null 2>&1
	case $1 in
	!*) [[ -n $wrong ]] && skip "known: $*" && return || wrong="holds now: drop its mark" ;;
	*) [[ -z $wrong ]] && tap_result 0 "$*" && return ;;
	esac
	tap_result 1 "$*"
	diag "$wrong"
	diag "$(cut -c 1-400 <<<"$out" | head -n 8)"
}

# --- the rows ----------------------------------------------------------------------------
not_judged() { jq .counters.not_judged "$state/slurmctld/commroute.status"; }
unjudged_before=$(not_judged)
every=$(at_length 5 1) n=0
while read -r -a row; do
	[[ ${row[0]:-#} != "#"* ]] || continue
	n=$((n + 1))
	if [[ -n ${COMMROUTE_ROWS:-} ]]; then
		[[ ${row[*]} =~ $COMMROUTE_ROWS ]] || continue
	else
		((n % every == 0)) || continue
	fi
	try_row "${row[@]}" </dev/null
done <"$here/evasion"
enough() { ((n >= 120)); }
ok "the table has at least 120 rows: $n" enough
is "$(not_judged)" "$unjudged_before" "none was unjudged"

cancel_all_jobs
poll 20 scontrol delete reservationname=shared
poll 20 scontrol delete reservationname=maint1
ok "the policy from before is in force again" put_policy "$tap_dir/before.yaml"
done_testing
