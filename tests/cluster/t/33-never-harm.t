#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Whatever is missing, broken or twice there: the job runs, its exit code is the
# task's own, and no node is drained.  The plugin is `required` here, where a
# failing function would count.
# cluster: own
# with: COMMROUTE_SPANK=required
# limit: 150
. "$(dirname "$0")/../lib.sh"
wait_view
if lacks partition-topologies; then
	done_testing
fi
policy=$conf/commroute.yaml topology=$conf/topology.yaml
cp "$policy" "$topology" "$conf/plugstack.conf" "$tap_dir/"
restore() {
	rm -rf "$policy" "$topology"
	cp "$tap_dir/commroute.yaml" "$tap_dir/topology.yaml" "$tap_dir/plugstack.conf" "$conf/"
}

# harmless WHAT: a job of every kind runs, tells its exit code, and nothing drains.
harmless() {
	local out
	out=$(as alice salloc -Q -p ultra -N8 srun /bin/bash -c 'echo $SLURMD_NODENAME' 2>&1)
	is "$(grep -c '^ip-' <<<"$out")" 8 "$1: a step runs on all nodes"
	out=$(as alice salloc -Q -p ultra -N8 srun -Q /bin/bash -c 'exit 42' 2>&1)
	is $? 42 "its exit code is the task's"
	job=$(submit alice -p ultra -N8 --wrap 'srun true && echo fine; exit 3')
	wait_job "$job" FAILED 30 >/dev/null
	is "$(job_output "$job" | tail -n 1)" fine "a batch job and its step run"
	is "$(job_field "$job" ExitCode)" 3:0 "its exit code is the script's"
	is "$(sinfo -h -N -o %T | grep -Ec 'drain|fail|down')" 0 "no node is drained"
}

harmless "required"
sed -n p "$tap_dir/plugstack.conf" >>"$conf/plugstack.conf"
harmless "listed twice"
restore

rm "$policy"
harmless "no policy"
out=$(as alice salloc -Q -p ultra -N8 srun -v true 2>&1)
like "$out" 'left to Slurm: no policy in force' "and no rank order of ours"
mkdir "$policy"
harmless "a directory for a policy"
restore
printf 'version: 1\nmode: {\n' >"$policy"
harmless "a broken policy"
restore
sed -i 's/^mode: .*/mode: disabled/' "$policy"
out=$(as alice salloc -Q -p ultra -N8 srun -v true 2>&1)
like "$out" 'left to Slurm: no policy in force' "mode: disabled leaves the order alone, at once"
sed -i 's/^mode: .*/mode: enforce\nrank_order: none/' "$policy"
out=$(as alice salloc -Q -p ultra -N8 srun -v true 2>&1)
like "$out" 'left to Slurm: the policy says rank_order: none' "so does rank_order: none"
restore

rm "$topology"
harmless "no topology file"
restore
sed -i 's/ip-10-1-0-\[11,37,81,102\]/ip-10-1-0-[37,81]/' "$topology"
harmless "nodes that are in no block"
like "$(as alice salloc -Q -p ultra -N8 srun printenv COMMROUTE_NODELIST 2>&1)" 'ip-10-1-0-\[11,' "the first node stays the first"
restore
scontrol create PartitionName=ghost Nodes="$(sinfo -h -p ultra -o %N)" State=UP >/dev/null
out=$(as alice salloc -Q -p ghost -N8 srun -v /bin/bash -c 'echo $SLURMD_NODENAME' 2>&1)
is "$(grep -c '^ip-' <<<"$out")" 8 "a partition that is in no file: a step runs"
like "$out" "has no partition 'ghost'" "and -v says what is missing"
scontrol delete PartitionName=ghost

# 16,384 nodes more: every node reads it for a batch script, none for a step.
{
	cat "$tap_dir/topology.yaml"
	for ((b = 0; b < 1024; b++)); do
		echo "      - {block: big$b, nodes: 'big[$((b * 16 + 10000))-$((b * 16 + 10015))]'}"
	done
} >"$topology"
harmless "a topology of 16,384 nodes"
is "$(as alice salloc -Q -p ultra -N8 srun printenv COMMROUTE_NODELIST | sort -u)" 'ip-10-1-0-[11,37,81,102,24,52,68,117]' "and in order"
restore

# --- an environment near its limit ------------------------------------------------------
cat >"$tap_dir/full" <<'E2'
#!/bin/bash
# As many variables of 100 KB as still start a task: with us and without.
fill=$(head -c 100000 /dev/zero | tr '\0' x)
for ((i = 0; i < 30; i++)); do
	export "FILL$i=$fill"
	srun -Q "$@" /bin/true 2>/dev/null || break
done
echo $i
E2
chmod 755 "$tap_dir/full"
with=$(as alice salloc -Q -p ultra -N2 "$tap_dir/full" 2>/dev/null)
cp "$tap_dir/plugstack.conf" "$tap_dir/ps" && : >"$conf/plugstack.conf"
without=$(as alice salloc -Q -p ultra -N2 "$tap_dir/full" 2>/dev/null)
restore
is "$with" "$without" "a task starts with just as large an environment (${without}00 KB)"
like "$with" '^[1-9]' "(which is more than nothing)"

# --- a node without the plugin --------------------------------------------------------------
is "$(sinfo -h -N -o %T | grep -Ec 'drain|fail|down')" 0 "at the end no node is drained"
done_testing
