# SPDX-License-Identifier: GPL-2.0-or-later
# What a test of the cluster is written with; sourced first by every t/*.t,
# which ends with done_testing.  Prints TAP; tests run as root inside the
# sandbox, on a cluster that is up, and act as ordinary users with `as`.
#
# A test file may say in its first lines
#	# limit: SECONDS		more than it takes (default 120), times the patience of site.sh
#	# cluster: own			run on a new cluster, thrown away afterwards
#	# with: NAME=VALUE		an option of that cluster (see `cluster --help`)
# shellcheck shell=bash
set -u
. "$(dirname "${BASH_SOURCE[0]}")/site.sh"
. "$here/wait.sh"
load_options

tap_count=0 tap_failed=0 tap_done=0
tap_dir=$(mktemp -d)
chmod 1777 "$tap_dir"		# jobs write here, whosever they are
tap_log_start=$(($(wc -l <"$log/slurmctld.log") + 1))
trap tap_exit EXIT
trap 'exit 143' TERM
trap 'exit 130' INT

diag() { printf '%s\n' "$*" | sed 's/^/# /'; }

tap_result() { # STATUS DESC
	tap_count=$((tap_count + 1))
	if (($1)); then
		tap_failed=$((tap_failed + 1))
		echo "not ok $tap_count - $2"
	else
		echo "ok $tap_count - $2"
	fi
	return "$1"
}

# ok DESC COMMAND...: COMMAND succeeds.  Its output is shown when it does not.
ok() {
	local desc=$1 out status=0
	shift
	out=$("$@" 2>&1) || status=$?
	tap_result $((status != 0)) "$desc" && return
	diag "$(printf '%q ' "$@")gives status $status and says:"
	diag "$out"
	return 1
}

# is GOT WANT DESC
is() {
	local status=0
	[[ $1 == "$2" ]] || status=1
	tap_result $status "$3" && return
	diag "got:    $1"
	diag "wanted: $2"
	return 1
}

# like GOT REGEX DESC: an extended regular expression, anywhere in GOT.
like() {
	local status=0
	[[ $1 =~ $2 ]] || status=1
	tap_result $status "$3" && return
	diag "got: $1"
	diag "does not match: $2"
	return 1
}

# unlike GOT REGEX DESC
unlike() {
	local status=0
	[[ ! $1 =~ $2 ]] || status=1
	tap_result $status "$3" && return
	diag "got: $1"
	diag "matches: $2"
	return 1
}

# fails DESC REGEX COMMAND...: COMMAND fails, and what it says matches REGEX.
fails() {
	local desc=$1 regex=$2 out status=0
	shift 2
	out=$("$@" 2>&1) || status=$?
	if ((status == 0)); then
		tap_result 1 "$desc"
		diag "$(printf '%q ' "$@")succeeds and says:"
		diag "$out"
		return 1
	fi
	like "$out" "$regex" "$desc"
}

# skip REASON [N]: the next N (1) tests make no sense here.
skip() {
	local n
	for ((n = 0; n < ${2:-1}; n++)); do
		tap_count=$((tap_count + 1))
		echo "ok $tap_count # SKIP $1"
	done
}

# What came with a version of Slurm, where tests ask for it.
declare -A features=(
	[qos-list-of-arrays]=2411.7	# --qos=A,B for a job array
	[partition-topologies]=2505	# topology.yaml, Topology= of a partition
	[large-segments]=2511		# a segment larger than a base block
	[segment-spacing]=2511.2	# --spread-segments, --consolidate-segments
	[topological-block]=2605	# srun's block distribution follows the topology, with -N too
)

# lacks FEATURE [N]: true, and the next N (1) tests are skipped by its name, where
# this Slurm has it not.  `lacks large-segments || ok ...`
lacks() {
	local since=${features[$1]:?no feature $1}
	slurm_before "$since" || return
	skip "$1: since Slurm ${since:0:2}.${since:2}, this is $(slurm_version)" "${2:-1}"
}

# put_policy FILE [SCRIPT]: renamed into place, as an editor does it; in force when it
# returns, by its hash: a slurmctld that starts tells of the policy before, too.
put_policy() {
	local to=$conf/commroute.yaml
	install -m 644 "$1" "$to.new" && mv -f "$to.new" "$to"
	poll 10 eval "[[ \$(hash_in_force) == $(policy_hash "$@") ]]"
}
hash_in_force() { sed -n 's/.*policy .* in force.*hash //p' "$log/slurmctld.log" | tail -n 1; }

# policy_hash FILE [SCRIPT]: as slurmctld's log has it (policies/file/load.c): FNV-1a of the
# file, of its length, and of its script.
policy_hash() {
	local byte hash=$((0xcbf29ce484222325))
	for byte in $(od -An -v -tu1 "$1") $(stat -c %s "$1") $(od -An -v -tu1 "${2:-/dev/null}"); do
		hash=$(((hash ^ byte) * 0x100000001b3))
	done
	printf '%016x' "$hash"
}

# at_length SHORT LONG: LONG under `make check-long`, SHORT otherwise.
at_length() { if [[ ${COMMROUTE_LONG:-0} == 1 ]]; then echo "$2"; else echo "$1"; fi; }

# seg N [ELSE]: N, where a partition with a block topology gives a segment; else ELSE.
seg() { if slurm_before 2505; then echo "${2-}"; else echo "$1"; fi; }

# place PARTITION: name and type of the topology its tasks see.
place() {
	case $COMMROUTE_TOPOLOGY-$1 in
	yaml-ultra) echo ultra block ;;
	yaml-*) echo p5en tree ;;
	*) echo default "$COMMROUTE_TOPOLOGY" ;;
	esac
}

bail_out() {
	echo "Bail out! $*"
	exit 1
}

# wait_view [LIMIT]: until slurmctld's plugin knows the cluster and routes jobs.
wait_view() {
	poll "${1:-30}" view_is_known || bail_out "the plugin does not get to know the cluster"
}

cluster() { "$here/cluster" "$@"; }

# as USER COMMAND...: with USER's rights and a clean environment, in USER's home.
as() {
	local user=$1 home
	shift
	home=$(getent passwd "$user" | cut -d: -f6)
	env -i -C "$home" PATH=/usr/local/bin:/usr/bin:/bin LC_ALL=C.UTF-8 SHELL=/bin/bash \
		HOME="$home" USER="$user" LOGNAME="$user" \
		setpriv --reuid "$user" --regid "$user" --init-groups -- "$@"
}

# submit USER SBATCH-ARGUMENT...: prints the job's id.
submit() {
	local user=$1
	shift
	as "$user" sbatch --parsable --output="$tap_dir/job-%j.out" "$@"
}

# once: leaves out what srun says when it has to ask twice for a step, which may happen
# at any time.
once() {
	sed "/^srun: \(Job [0-9]* step creation \|Step created for \)/d"
}

# job_output ID: what a job of `submit` wrote.
job_output() { once <"$tap_dir/job-$1.out"; }

# ctld_log: what slurmctld wrote to its log since the test began.
ctld_log() { tail -n +"$tap_log_start" "$log/slurmctld.log"; }

# run_on_failure: what helps to understand why a test failed.
run_on_failure() {
	if is_running slurmctld; then
		diag "the queue:"
		diag "$(squeue --all --format '%A %u %P %T %r %N')"
	fi
	diag "the end of slurmctld's log:"
	diag "$(ctld_log | tail -n 40)"
}

cancel_all_jobs() {
	is_running slurmctld || return 0
	squeue --all --noheader --format %A | sort -u | xargs -r scancel 2>/dev/null
}

# One test file has the cluster for itself, so whatever runs is its own.
tap_cleanup() {
	local job
	cancel_all_jobs
	for job in $(jobs -p); do
		kill "$job" 2>/dev/null
	done
	rm -rf "$tap_dir"
}

done_testing() {
	((tap_failed == 0)) || run_on_failure
	tap_cleanup
	ok "at the end nothing is left behind" wait_clean 30
	ok "at the end no daemon has died" cluster status
	echo "1..$tap_count"
	tap_done=1
	exit $((tap_failed != 0))
}

tap_exit() {
	((tap_done)) && return
	diag "ended before done_testing"
	run_on_failure
	tap_cleanup
	exit 1
}
