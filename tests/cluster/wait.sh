# SPDX-License-Identifier: GPL-2.0-or-later
# Looks at jobs and nodes, and waits for them with a limit.
# shellcheck shell=bash

# Without an id scontrol shows all jobs: a failed submission must not become the
# first job of the list.
is_job_id() { [[ $1 =~ ^[0-9]+([_+][0-9]+)?$ ]] || { echo "'$1' is no job" >&2; return 1; }; }

# job_field ID FIELD: as `scontrol show job` names it, up to the next space.
job_field() {
	is_job_id "$1" || return
	scontrol --oneliner show job "$1" | sed -n "1s/.*\b$2=\([^ ]*\).*/\1/p"
}

# job_json ID FILTER: jq's view of the job; for what has spaces in it.
job_json() {
	is_job_id "$1" || return
	scontrol show job "$1" --json | jq -r ".jobs[0]$2"
}

# Does the plugin of the slurmctld that runs know the cluster already?  Until it
# does, jobs go through as they are.
view_is_known() {
	awk '/slurmctld version .* started/ { known = 0 }
		/commroute: the cluster is known/ { known = 1 }
		END { exit !known }' "$log/slurmctld.log"
}

is_final_state() {
	case $1 in
	COMPLETED | FAILED | CANCELLED | TIMEOUT | NODE_FAIL | OUT_OF_MEMORY | DEADLINE | \
		BOOT_FAIL | PREEMPTED) return 0 ;;
	esac
	return 1
}

# job_states ID: each state once; an array has elements, a heterogeneous job components.
job_states() {
	scontrol --oneliner show job "$1" | sed -n 's/.*\bJobState=\([^ ]*\).*/\1/p' | sort -u
}

# wait_job ID STATE LIMIT: until all of the job is in STATE; fails at the limit, and
# as soon as a part of it has come to another end.
wait_job() {
	local end=$((SECONDS + $3 * patience)) now state
	is_job_id "$1" || return
	while true; do
		now=$(job_states "$1")
		[[ $now != "$2" ]] || return 0
		for state in $now; do
			[[ $state == "$2" ]] || ! is_final_state "$state" || break 2
		done
		((SECONDS < end)) || break
		sleep 0.1
	done
	echo "job $1 is ${now//$'\n'/ and } ($(job_field "$1" Reason)), not $2" >&2
	return 1
}

# print_dirt: what a test must not leave to the next.  Slurm's commands wait long
# for a slurmctld that is not there.
print_dirt() {
	is_running slurmctld || { echo "slurmctld does not run"; return; }
	squeue --all --noheader --format 'job %A of %u is %T' || echo "squeue fails"
	sinfo --all --noheader --Node --format '%N %T' | sort -u |
		awk '$2 != "idle" { print "node " $1 " is " $2 }'
	scontrol --oneliner show reservation | sed -n 's/^ReservationName=\([^ ]*\).*/reservation \1/p'
}

is_clean() { [[ -z $(print_dirt) ]]; }

wait_clean() { # LIMIT
	is_running slurmctld && poll "$1" is_clean || { print_dirt; return 1; }
}
