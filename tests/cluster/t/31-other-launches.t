#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Launches that the rank order must leave as they are, and what tasks see of it.
# limit: 120
. "$(dirname "$0")/../lib.sh"
wait_view
if lacks partition-topologies; then
	done_testing
fi

runs() { sort -n | awk '{print $2}' | uniq -c | awk '{printf "%s%s*%s", s, $2, $1; s = " "}'; }
who='echo $SLURM_PROCID $SLURMD_NODENAME'
# Nothing of ours may reach a task: neither a host file nor a distribution.
leaks=$tap_dir/leaks
printf '#!/bin/bash\nenv | grep -E "^SLURM_(HOSTFILE|DISTRIBUTION=arb|ARBITRARY|COMMROUTE_(PLACE|ORDERED))"\ntrue\n' >"$leaks"
chmod 755 "$leaks"

# --- every other launch is the same with our order and without --------------------------
# Each line runs in a job of 8 nodes, twice; in the second nothing is ordered.
launches=(
	"srun -N2"
	"srun -n4"
	"srun -N2 -n4"
	"srun -w ip-10-1-0-24"
	"srun -x ip-10-1-0-24 -N7"
	"srun -m cyclic"
	"srun -m plane=2 -n8"
	"srun -r 2 -N2"
	"srun --exact -n1 -N1"
	"srun --overlap -n8"
	"srun -O -n 9"
	"srun -N1-2 -n2"
	"srun --jobid=\$SLURM_JOB_ID -n3"
	"srun -c2 -n8"
	"env SLURM_DISTRIBUTION=cyclic srun"
	"env SLURM_OVERLAP=1 srun"
	"env SLURM_NTASKS=5 srun"
	"srun -n1 : -n1"
)
script=$tap_dir/job.sh
{
	echo '#!/bin/bash'
	for i in "${!launches[@]}"; do
		cmd=${launches[i]}
		if [[ $cmd == *:* ]]; then
			echo "${cmd% : *} /bin/bash -c '$who' : ${cmd#* : } /bin/bash -c '$who' 2>&1 | sed 's/^/$i /; s/for job [0-9]*/for job N/'"
		else
			echo "$cmd /bin/bash -c '$who' 2>&1 | sed 's/^/$i /; s/for job [0-9]*/for job N/'"
		fi
	done
} >"$script"
job=$(submit alice -p ultra -N8 --comm-profile=auto "$script")
off=$(submit alice -p ultra -N8 --comm-profile=auto,order=none "$script")
ok "a job of many launches runs" wait_job "$job" COMPLETED 100
ok "and the same without our order" wait_job "$off" COMPLETED 100
for i in "${!launches[@]}"; do
	is "$(job_output "$job" | sed -n "s/^$i //p" | once | sort -n)" "$(job_output "$off" | sed -n "s/^$i //p" | once | sort -n)" \
		"${launches[i]}: as without us"
done

# --- the job's own layout, said again ------------------------------------------------------
job=$(submit alice -p ultra -N8 --wrap "srun --ntasks-per-node=1 /bin/bash -c '$who'")
block=$(submit alice -p ultra -N8 --wrap "srun -N8 /bin/bash -c '$who'")
ok "a step that repeats its job's layout runs" wait_job "$job" COMPLETED 60
ok "and one with -N" wait_job "$block" COMPLETED 60
in_order=$(job_output "$job" | runs)
like "$in_order" '^ip-10-1-0-11\*1 ip-10-1-0-37\*1 ip-10-1-0-81\*1 ip-10-1-0-102\*1 ip-10-1-0-24' "it is in order"
lacks topological-block || is "$(job_output "$block" | runs)" "$in_order" "so is that with -N, by Slurm's block distribution"
as alice salloc -Q -p p5en -N4 -w 'ip-10-1-1-[19,33,77,108]' srun -v -N4 /bin/bash -c "$who" >"$tap_dir/v.out" 2>"$tap_dir/v"
is "$(runs <"$tap_dir/v.out")" "ip-10-1-1-19*1 ip-10-1-1-33*1 ip-10-1-1-77*1 ip-10-1-1-108*1" \
	"with -N nothing is done where rank 0 would leave the job's first node"
like "$(cat "$tap_dir/v")" "left to Slurm: -N goes with no host file" "and -v says why"

# --- eight steps in the background spread ---------------------------------------------------
cat >"$tap_dir/step" <<'E2'
#!/bin/bash
# Ends when all eight have begun, so that none can take another's place.
echo "$SLURM_PROCID $SLURMD_NODENAME"
touch "$1.$2"
for ((i = 0; i < 600; i++)); do
	begun=("$1".*)
	((${#begun[@]} < 8)) || break
	sleep 0.1
done
E2
chmod 755 "$tap_dir/step"
cat >"$script" <<E2
#!/bin/bash
for i in 1 2 3 4 5 6 7 8; do
	srun -n1 -N1 --exact $tap_dir/step $tap_dir/begun \$i &
done
wait
E2
job=$(submit alice -p ultra -N8 "$script")
ok "eight steps of one task in the background run" wait_job "$job" COMPLETED 60
is "$(job_output "$job" | awk '{print $2}' | sort -u | wc -l)" 8 "on eight nodes"

# --- steps inside steps, and nested jobs -------------------------------------------------------
cat >"$script" <<E2
#!/bin/bash
srun $leaks | sed 's/^/leak: /'
srun /bin/bash -c 'echo \$SLURM_DISTRIBUTION' | sed 's/^/dist: /'
srun --comm-profile=auto,order=none /bin/bash -c 'echo \$SLURM_DISTRIBUTION' | sed 's/^/dist: /'
srun --export=NONE $leaks | sed 's/^/leak: /'
srun /bin/bash -c 'if [ \$SLURM_PROCID = 0 ]; then srun --overlap -N2 -n2 /bin/bash -c "$who"; fi' | sed 's/^/nested: /'
srun /bin/bash -c 'if [ \$SLURM_PROCID = 0 ]; then sbatch --parsable -p ultra -N2 -n2 -o $tap_dir/inner.out --wrap "srun $leaks; srun /bin/echo inner"; fi' | sed 's/^/inner: /'
echo "after: \$($leaks)"
E2
job=$(submit alice -p ultra -N8 "$script")
ok "a job with nested launches runs" wait_job "$job" COMPLETED 60
out=$(job_output "$job")
is "$(sed -n 's/^dist: //p' <<<"$out" | sort -u | xargs)" "cyclic" "a task sees the distribution of a step without us"
unlike "$out" 'leak: ' "no host file and no distribution reach a task"
is "$(grep -c '^nested: [01] ip' <<<"$out")" 2 "an srun inside a task works"
like "$out" 'after: $' "nor the batch script"
inner=$(sed -n 's/^inner: //p' <<<"$out")
ok "an sbatch inside a task runs" wait_job "$inner" COMPLETED 60
is "$(cat "$tap_dir/inner.out")" $'inner\ninner' "and its step"

# --- salloc, srun alone, --multi-prog, het jobs, arrays, requeue ---------------------------------
out=$(as alice salloc -Q -p ultra -N8 srun /bin/bash -c "$who; $leaks" 2>&1 | once)
is "$(grep -c ip- <<<"$out")" 8 "salloc with srun"
out=$(as alice srun -Q -p ultra -N4 /bin/bash -c "$who; $leaks" 2>&1 | once)
is "$(wc -l <<<"$out")" 4 "srun without an allocation"
echo '0-7 /bin/echo task %t' >"$tap_dir/multi"
is "$(as alice salloc -Q -p ultra -N8 srun --multi-prog "$tap_dir/multi" 2>&1 | once | sort | uniq | wc -l)" 8 "srun --multi-prog"
out=$(as alice salloc -Q -p ultra -N2 : -p p5en -N2 srun --het-group=0,1 /bin/bash -c "$who; $leaks" 2>&1 | once)
is "$(grep -c ip- <<<"$out")" 4 "a heterogeneous job: every component"
is "$(as alice salloc -Q -p ultra -N2 : -p p5en -N2 srun /bin/bash -c "$who" 2>&1 | once | wc -l)" 2 "its first one alone"

job=$(submit alice -p ultra -N4 --array=1-2 --wrap "srun /bin/bash -c '$who' >$tap_dir/array-\$SLURM_ARRAY_TASK_ID")
ok "an array runs" wait_job "$job" COMPLETED 60
is "$(cat "$tap_dir"/array-* | wc -l)" 8 "each element on its nodes"

job=$(submit alice -p ultra -N4 --requeue --wrap "srun /bin/bash -c '$who' >$tap_dir/run-\$((SLURM_RESTART_COUNT)); [ \$((SLURM_RESTART_COUNT)) -gt 0 ] || { scontrol requeue \$SLURM_JOB_ID; sleep 30; }")
ok "a requeued job runs again" wait_job "$job" COMPLETED 90
is "$(runs <"$tap_dir/run-1")" "$(runs <"$tap_dir/run-0")" "in the same order"

# --- exit codes are the task's own -----------------------------------------------------------------
as alice salloc -Q -p ultra -N4 srun -Q /bin/bash -c 'exit $((SLURM_PROCID + 3))' 2>/dev/null
is $? 6 "an ordered step ends with its tasks' highest status"
done_testing
