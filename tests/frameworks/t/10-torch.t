#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The real torchrun and torch.distributed: the order of nodes that dist.get_rank() has.
# Four nodes, two on each of two leaves, whose names are in turns: by topology 15 60 19 77.
# limit: 460
. "$(dirname "$0")/../../cluster/lib.sh"
wait_view

nodes='ip-10-1-1-[15,19,60,77]'
by_topology='ip-10-1-1-15 ip-10-1-1-60 ip-10-1-1-19 ip-10-1-1-77'
by_name='ip-10-1-1-15 ip-10-1-1-19 ip-10-1-1-60 ip-10-1-1-77'
frameworks=$(cd "$(dirname "$0")/.." && pwd)
train=$frameworks/train.py
sed -i '1a export: [torchrun, rank]' "$conf/commroute.yaml"

# In a node's wrapper script nothing of torchrun's line is to be seen from outside.
cat >"$tap_dir/wrapper" <<E2
#!/bin/bash
exec torchrun --nnodes=\$SLURM_NNODES --nproc-per-node=1 --node-rank=\$COMMROUTE_NODE_RANK \\
	--master-addr=\$COMMROUTE_HEAD_NODE --master-port=29510 "\$@"
E2
cat >"$tap_dir/alone" <<E2
#!/bin/bash
exec torchrun --standalone --nproc-per-node=1 "\$@"
E2
chmod 755 "$tap_dir/wrapper" "$tap_dir/alone"

# run NAME LINE...: a job of its own on the four nodes, a GPU of each; what it wrote is in $out.
run() {
	local name=$1 job
	shift
	{
		echo '#!/bin/bash'
		# One machine is all nodes here: gloo needs to be told of the way.
		echo "export PYTHONPATH=$frameworks PYTHONDONTWRITEBYTECODE=1 GLOO_SOCKET_IFNAME=lo OMP_NUM_THREADS=1"
		echo "$*"
	} >"$tap_dir/job.sh"
	job=$(submit alice -p p5en -N4 -w "$nodes" --gpus-per-node=1 --ntasks-per-node=1 "$tap_dir/job.sh")
	ok "$name: the job runs" wait_job "$job" COMPLETED 120 || diag "$(tail -n 20 "$tap_dir/job-$job.out")"
	out=$(job_output "$job" | sed -n '/ world=/p')
}

run "torchrun" "srun torchrun --nproc-per-node=1 $train static"
is "$out" "static world=4 restarts=0 $by_topology" "static rendezvous by export: [torchrun], in the order of the topology"

run "--standalone" "srun torchrun --standalone --nproc-per-node=1 $train alone"
is "$(sort <<<"$out" | xargs)" "$(printf 'alone world=1 restarts=0 %s\n' $by_name | xargs)" "--standalone: each node trains alone, none waits"

run "-m torch.distributed.run" "srun python3 -m torch.distributed.run --nproc-per-node=1 $train module"
is "$out" "module world=4 restarts=0 $by_topology" "python -m torch.distributed.run"

run "-m torch.distributed.launch" "srun python3 -m torch.distributed.launch --nproc-per-node=1 --use-env $train launch"
is "$out" "launch world=4 restarts=0 $by_topology" "torch.distributed.launch"

# Without the variable the second life finds the addresses of the first: docs/frameworks.md.
run "c10d" "export TORCH_DISABLE_SHARE_RDZV_TCP_STORE=1; srun bash -c 'torchrun --nnodes=4 --nproc-per-node=1 --max-restarts=2 --rdzv-backend=c10d --rdzv-id=\$SLURM_JOB_ID \
	--rdzv-endpoint=\$COMMROUTE_HEAD_NODE:29511 --rdzv-conf=is_host=\$((COMMROUTE_NODE_RANK == 0)) --local-addr=\$SLURMD_NODENAME $train c10d 2'"
is "${out/restarts=[012]/restarts=some}" "c10d world=4 restarts=some $by_name" \
	"c10d, a worker is killed: trained to the end; nodes are ranked by name, as the documents say"

run "--max-restarts" "export TORCH_DISABLE_SHARE_RDZV_TCP_STORE=1
	srun -N1 -n1 torchrun --standalone --nproc-per-node=2 --max-restarts=1 $train life 1"
is "$out" "life world=2 restarts=1 ip-10-1-1-15 ip-10-1-1-15" "on one node, too"

run "a wrapper script" "srun $tap_dir/wrapper $train wrapper; srun $tap_dir/alone $train alone"
is "$(grep wrapper <<<"$out")" "wrapper world=4 restarts=0 $by_topology" "that says what the documents say"
is "$(grep -c 'alone world=1 ' <<<"$out")" 4 "one with --standalone inside: each node trains alone"

run "srun python" "srun python3 $train rank; srun --comm-profile=auto,order=none python3 $train unordered"
is "$(grep '^rank' <<<"$out")" "rank world=4 restarts=0 $by_topology" "plain srun python with RANK from export: [rank]"
is "$(grep '^unordered' <<<"$out")" "unordered world=4 restarts=0 $by_name" "with order=none Slurm's order, so that this test can fail"
done_testing
