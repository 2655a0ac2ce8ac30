#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Jobs whose nodes change while they run: a step starts where, and only where, it
# starts without us, and on what is left the ranks are in order.
# cluster: own
# with: COMMROUTE_EXTRA_CONF=SchedulerParameters=sched_interval=2,bf_interval=1,batch_sched_delay=0,bf_continue,requeue_delay=1,permit_job_expansion
# limit: 300
. "$(dirname "$0")/../lib.sh"
wait_view

# Runs srun three times: at the start, after the change, and after its undoing.
script=$tap_dir/job.sh
cat >"$script" <<'E2'
#!/bin/bash
mark=$1
shift
await() { for ((i = 0; i < 600; i++)); do [[ -e $mark.$1 ]] && return; sleep 0.1; done; }
: >"$mark.started"
for n in 1 2; do
	await "go.$n"
	[[ ! -e $mark.resize ]] || . "$mark.resize"
	srun -v "$@" /bin/bash -c 'echo $SLURM_PROCID $SLURMD_NODENAME' >"$mark.out.$n" 2>"$mark.err.$n"
	echo $? >"$mark.done.$n"
done
E2
chmod 755 "$script"

down() { scontrol update NodeName="$1" State=DOWN Reason=test; }
is_up() { [[ $(sinfo -h -n "$1" -o %T) != down* ]]; }
up() {
	scontrol update NodeName="$1" State=RESUME 2>/dev/null || scontrol update NodeName="$1" State=IDLE
	poll 20 is_up "$1"
}
nodes_of() { scontrol show hostnames "$(squeue -h -j "$1" -o %N)"; }
go() { # MARK N: one step more; waits for it
	: >"$tap_dir/$1.go.$2"
	poll 60 test -s "$tap_dir/$1.done.$2"
}
ranks() { sort -n "$tap_dir/$1.out.$2" | awk '{print $2}' | xargs; }
status() { cat "$tap_dir/$1.done.$2"; }

# start MARK WISHES SBATCH-OPTION... -- SRUN-OPTION...: sets job.
start() {
	local mark=$1 wish=$2 opts=()
	shift 2
	while (($#)) && [[ $1 != -- ]]; do opts+=("$1"); shift; done
	job=$(submit alice -p ultra --no-kill --comm-profile="auto$wish" "${opts[@]}" "$script" "$tap_dir/$mark" "${@:2}")
	poll 60 test -e "$tap_dir/$mark.started"
}
finish() { scancel "$job"; wait_job "$job" CANCELLED 30 2>/dev/null; poll 30 is_clean; }

# what the job's nodes are, block after block, beginning with the first one's block
in_order() {
	local first names=()
	mapfile -t names
	first=$(of_block "${names[0]}")
	printf '%s\n' "${names[@]}" | while read -r n; do
		[[ $(of_block "$n") == "$first" ]] && echo "0 $n" || echo "1 $n"
	done | sort -s -k1,1 | awk '{print $2}' | xargs
}
of_block() {
	case $1 in
	ip-10-1-0-11 | ip-10-1-0-37 | ip-10-1-0-81 | ip-10-1-0-102) echo us1 ;;
	*) echo us2 ;;
	esac
}

# One change after another, with our order and without: changes are functions of the
# mark; each says afterwards in $gone what has to come up again.
lose_one() { gone=$(nodes_of "$job" | sed -n 3p); down "$gone"; }
lose_two() { gone=$(nodes_of "$job" | sed -n '2p;5p'); for n in $gone; do down "$n"; done; }
shrink() { gone=; scontrol update JobId="$job" NumNodes=4; rm -f slurm_job_"$job"_resize.*; }
shrink_told() {
	gone=
	(cd "$tap_dir" && SLURM_JOBID=$job scontrol update JobId="$job" NumNodes=4 >/dev/null && mv "slurm_job_${job}_resize.sh" "$1.resize" && chmod 644 "$1.resize")
	rm -f "$tap_dir"/slurm_job_*
}
# The way of Slurm's own FAQ: a second job, without a step, gives its nodes to the first.
grow() { gone= && take_over 2 && [[ $(nodes_of "$job" | wc -l) == 6 ]] && touch "$tap_dir/$1.bigger"; }
swap() { lose_one && take_over 1 && [[ $(nodes_of "$job" | wc -l) == 4 ]] && touch "$tap_dir/$1.swapped"; }
take_over() { # NODES
	local helper
	as alice salloc -Q -p ultra -N"$1" -x "$(squeue -h -j "$job" -o %N)" --no-shell --dependency=expand:"$job" --comm-profile=none || return
	helper=$(squeue -h -u alice -o %A | sort -n | tail -n 1)
	scontrol update JobId="$helper" NumNodes=0 && scontrol update JobId="$job" NumNodes=ALL
	rm -f slurm_job_*_resize.*
}
come_back() { lose_one; up "$gone"; gone=; }

# changed NAME ORDERED CHANGE SBATCH-OPTION... -- SRUN-OPTION...
changed() {
	local name=$1 ordered=$2 change=$3 with without n
	shift 3
	for wish in "" ",order=none"; do
		mark=${name//[^a-z0-9]/-}${wish:+-none}
		start "$mark" "$wish" "$@"
		$change "$mark"
		now=$(nodes_of "$job" | in_order)
		go "$mark" 1 || diag "$(cat "$tap_dir/$mark".err.*)"
		for n in $gone; do up "$n"; done
		go "$mark" 2
		[[ -n $wish ]] || { expect=$now; with=$mark; }
		without=$mark
		finish
	done
	is "$(status "$with" 1)" "$(status "$without" 1)" "$name: a step ends as without us"
	is "$(ranks "$with" 1 | xargs -n1 | sort | xargs)" "$(ranks "$without" 1 | xargs -n1 | sort | xargs)" "$name: on the same nodes"
	is "$(status "$with" 2)" "$(status "$without" 2)" "$name: and the next one"
	if [[ $ordered == ordered ]]; then
		is "$(ranks "$with" 1)" "$expect" "$name: what is left is in order"
	elif [[ $ordered == left ]]; then
		like "$(cat "$tap_dir/$with.err.1")" "the rank order is left to Slurm: the job's nodes are no longer|Unable to create step" \
			"$name: the order is left to Slurm, and -v says why"
	fi
}

if lacks partition-topologies; then
	done_testing
fi
changed "one node lost" ordered lose_one -N6
changed "two nodes lost" ordered lose_two -N8
changed "one lost of a job with -n" left lose_one -N6 -n6
changed "one lost of two tasks each" left lose_one -N6 --ntasks-per-node=2
changed "one lost and srun -n5" "" lose_one -N6 -- -n5
changed "given back" ordered shrink -N8
changed "given back and told" ordered shrink_told -N8
changed "given back and told, with -n" "" shrink_told -N8 -n8
# Slurm 25.11.7's slurmctld itself dies when a job gives its nodes away, without our plugin too.
if [[ $(slurm_version) == 25.11.* ]]; then
	skip "a job cannot give its nodes to another on Slurm 25.11" 9
else
	changed "grown by another job" "" grow -N4
	is "$(ls "$tap_dir" | grep -c 'bigger$')" 2 "(it had grown)"
	changed "a lost node replaced" ordered swap -N4
	is "$(ls "$tap_dir" | grep -c 'swapped$')" 2 "(it was)"
fi
changed "a node that comes back" ordered come_back -N8

# --- requeued on other nodes ---------------------------------------------------------------
first=$(submit alice -p ultra -N4 --requeue --comm-profile=auto --wrap \
	"srun /bin/bash -c 'echo \$SLURM_PROCID \$SLURMD_NODENAME' >$tap_dir/run-\$((SLURM_RESTART_COUNT)); touch $tap_dir/ran-\$((SLURM_RESTART_COUNT)); sleep 60")
ok "a job runs" poll 60 test -e "$tap_dir/ran-0"
avoid=$(nodes_of "$first" | sed -n 1p)
down "$avoid"
ok "and again on other nodes when one is lost" poll 90 test -e "$tap_dir/ran-1"
job=$first
is "$(sort -n "$tap_dir/run-1" | awk '{print $2}' | xargs)" "$(nodes_of "$first" | in_order)" "in their order"
up "$avoid"
finish
done_testing
