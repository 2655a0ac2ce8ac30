#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# COMMROUTE_HEAD_NODE, _NODE_RANK and _NODELIST are true or absent, whoever laid the
# step out: random steps (a fixed seed) are held against where their tasks really are.
# COMMROUTE_LONG=1 tries 60 instead of 12.
# limit: 600
. "$(dirname "$0")/../lib.sh"
wait_view

RANDOM=2026
pick() { local -n list=$1; echo "${list[RANDOM % ${#list[@]}]}"; }
some_of() { # COUNT NODE...: so many of them, by chance, in text order
	local n=$1
	shift
	printf '%s\n' "$@" | while read -r node; do echo "$RANDOM $node"; done | sort -n | head -n "$n" | awk '{print $2}' | paste -sd,
}

# Each task: its number, its node, and what it is told.
task=$tap_dir/task
cat >"$task" <<'E2'
#!/bin/bash
echo "$SLURM_PROCID $SLURMD_NODENAME ${COMMROUTE_NODE_RANK-none} ${COMMROUTE_HEAD_NODE-none} ${COMMROUTE_NODELIST-none}"
E2
chmod 755 "$task"

# judge FILE: "true", "absent", or what is wrong, of the lines of one step's tasks.
judge() {
	local nodes=() lists told node rank=0
	mapfile -t nodes < <(sort -n "$1" | awk '!seen[$2]++ { print $2 }')
	told=$(awk '{ print $3 != "none", $4 != "none", $5 != "none" }' "$1" | sort -u)
	[[ $told == "0 0 0" ]] && { echo absent; return; }
	[[ $told == "1 1 1" ]] || { echo "some tasks are told, others not: $told"; return; }
	[[ $(awk '{print $4}' "$1" | sort -u) == "${nodes[0]}" ]] || { echo "task 0 is on ${nodes[0]}"; return; }
	for node in "${nodes[@]}"; do
		[[ $(awk -v n="$node" '$2 == n { print $3 }' "$1" | sort -u) == "$rank" ]] || { echo "$node should have rank $rank"; return; }
		rank=$((rank + 1))
	done
	lists=$(awk '{print $5}' "$1" | sort -u)
	[[ $(scontrol show hostnames "$lists" | paste -sd,) == "$(IFS=,; echo "${nodes[*]}")" ]] || { echo "the list is $lists"; return; }
	echo true
}

distributions=("" "" "-m cyclic" "-m block" "-m plane=2" "-m block:cyclic" "-m cyclic:cyclic,Pack" "-m arbitrary")
partitions=(ultra p5en)

# one NUMBER: a random job of a random kind, and two random steps in it.
one() {
	local partition n nodes dist tasks line each step kinds=("-n" "-N" "-w" "all" "each") jobs=""
	partition=$(pick partitions)
	n=$((RANDOM % 7 + 2))
	# An exclusive job is charged for all GPUs, and 48 are the tenant's.
	((n <= 6)) || [[ $partition == ultra ]] || n=6
	((RANDOM % 3)) || jobs="-n$((n + RANDOM % n))"
	cat >"$tap_dir/job-$1" <<-E2
	#!/bin/bash
	mapfile -t nodes < <(scontrol show hostnames)
	E2
	for step in 1 2; do
		dist=$(pick distributions) line=
		each=$((RANDOM % 3 + 1))
		case $(pick kinds) in
		-n) line="-n$((n + RANDOM % n))" ;;
		-N) line="-N$((RANDOM % n + 1)) -n$((n + RANDOM % 3))" ;;
		-w) line="-N2 -n$((RANDOM % 3 + 2)) -w \"\${nodes[$((n - 1))]},\${nodes[0]}\"" ;;
		each) line="--ntasks-per-node=$each -n$((n * each))" ;;
		esac
		if [[ $dist == "-m arbitrary" ]]; then
			line="-n$n"
			echo "printf '%s\n' \"\${nodes[@]}\" | sort -r >$tap_dir/hosts-$1-$step; export SLURM_HOSTFILE=$tap_dir/hosts-$1-$step" >>"$tap_dir/job-$1"
		else
			echo "unset SLURM_HOSTFILE" >>"$tap_dir/job-$1"
		fi
		echo "timeout $((12 * patience)) srun -Q $dist $line $task >$tap_dir/out-$1-$step 2>$tap_dir/err-$1-$step" >>"$tap_dir/job-$1"
		steps[step]="$dist $line"
	done
	chmod 755 "$tap_dir/job-$1"
	as alice salloc -Q --immediate=60 --exclusive -p "$partition" -N"$n" $jobs "$tap_dir/job-$1" 2>"$tap_dir/err-$1"
	for step in 1 2; do
		if [[ ! -s $tap_dir/out-$1-$step ]]; then
			# What Slurm itself does not start tells nothing of ours.
			unlike "$(cat "$tap_dir/err-$1-$step")" 'commroute' "$1.$step: $partition -N$n $jobs: srun ${steps[step]}: Slurm refuses it"
			continue
		fi
		is "$(judge "$tap_dir/out-$1-$step")" true "$1.$step: $partition -N$n $jobs: srun ${steps[step]}" ||
			diag "$(sort -n "$tap_dir/out-$1-$step")"
		judged=$((judged + 1))
	done
}

judged=0
total=$((${COMMROUTE_LONG:-0} ? 60 : 12))
for ((i = 1; i <= total; i++)); do
	one "$i"
done
ok "most of the steps ran" test "$judged" -ge "$total"

# --- srun alone, and one after another -------------------------------------------------------
as alice srun -Q -p ultra -N8 "$task" >"$tap_dir/alone" 2>/dev/null
is "$(judge "$tap_dir/alone")" true "srun without an allocation"
as alice srun -Q -p ultra -N8 -n16 -m block "$task" >"$tap_dir/alone" 2>/dev/null
is "$(judge "$tap_dir/alone")" true "srun without an allocation, -m block"

# --- components of a heterogeneous job: nothing is better than another one's --------------------
as alice salloc -Q -p ultra -N2 : -p p5en -N2 srun -Q --het-group=0,1 "$task" >"$tap_dir/het" 2>/dev/null
is "$(wc -l <"$tap_dir/het")" 4 "a heterogeneous step runs"
is "$(judge "$tap_dir/het")" absent "and is told no head and no rank"

# --- where rank 0 is not on the job's first node ------------------------------------------------
if ! slurm_before 2605; then
	out=$(as alice salloc -Q -p p5en -N4 -w 'ip-10-1-1-[19,33,77,108]' srun -m block /bin/true 2>&1)
	like "$out" "commroute: rank 0 of this step is on ip-10-1-1-33, not on the job's first node ip-10-1-1-19" \
		"one line says that rank 0 is elsewhere"
fi
done_testing
