#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# COMMROUTE_NODELIST, _NODE_RANK, _HEAD_NODE; what frameworks need; MPI.
# limit: 120
. "$(dirname "$0")/../lib.sh"
wait_view
if lacks partition-topologies; then
	done_testing
fi

show=$tap_dir/show
cat >"$show" <<'E2'
#!/bin/bash
echo "$SLURMD_NODENAME ${SLURM_PROCID-x} ${COMMROUTE_NODE_RANK-x} ${COMMROUTE_HEAD_NODE-x} ${COMMROUTE_NODELIST-x}"
E2
chmod 755 "$show"
order_ultra='ip-10-1-0-[11,37,81,102,24,52,68,117]'

# --- an ordered step -----------------------------------------------------------------
script=$tap_dir/job.sh
cat >"$script" <<E2
#!/bin/bash
$show | sed 's/^/batch /'
srun $show | sed 's/^/step /'
srun --export=NONE $show | sed 's/^/none /'
srun --export=FOO $show | sed 's/^/some /'
srun -N2 -n2 -w ip-10-1-0-24,ip-10-1-0-37 $show | sed 's/^/part /'
srun --comm-profile=auto,order=none $show | sed 's/^/off /'
commroute rank | sed 's/^/rank /'
E2
job=$(submit alice -p ultra -N8 "$script")
ok "the job runs" wait_job "$job" COMPLETED 60
out=$(job_output "$job")
is "$(sed -n 's/^batch //p' <<<"$out")" "ip-10-1-0-11 0 0 ip-10-1-0-11 $order_ultra" "the batch script sees its job's order"
is "$(sed -n 's/^rank //p' <<<"$out")" "$order_ultra" "commroute rank agrees"
for step in step none some; do
	is "$(sed -n "s/^$step //p" <<<"$out" | wc -l)" 8 "eight tasks ($step)"
	is "$(sed -n "s/^$step //p" <<<"$out" | awk '$2 != $3' | wc -l)" 0 "with one task on each node its rank is the node's rank ($step)"
	is "$(sed -n "s/^$step //p" <<<"$out" | cut -d' ' -f4- | sort -u)" "ip-10-1-0-11 $order_ultra" "all see the same list and head ($step)"
done
is "$(sed -n 's/^part //p' <<<"$out" | cut -d' ' -f1,3- | sort)" \
	$'ip-10-1-0-24 0 ip-10-1-0-24 ip-10-1-0-[24,37]\nip-10-1-0-37 1 ip-10-1-0-24 ip-10-1-0-[24,37]' \
	"a step on some nodes sees these, in the order that Slurm gave them"
is "$(sed -n 's/^part //p' <<<"$out" | awk '$2 == 0 { print $1 }')" ip-10-1-0-24 "(where its task 0 is)"
is "$(sed -n 's/^off //p' <<<"$out" | awk '$2 != $3' | wc -l)" 0 "order=none: the list is Slurm's, and so are the ranks"
is "$(sed -n 's/^off //p' <<<"$out" | awk '{print $5}' | sort -u)" 'ip-10-1-0-[11,24,37,52,68,81,102,117]' "unordered"

# --- a forged or stale list is not believed ---------------------------------------------
out=$(as alice salloc -Q -p ultra -N2 env SLURM_COMMROUTE_PLACE='1;0;x;block;evil;u*1' COMMROUTE_NODELIST=evil srun "$show")
is "$(awk '{print $5}' <<<"$out" | sort -u)" "ip-10-1-0-[24,52]" "what the user put into the environment is replaced"

# --- placement -------------------------------------------------------------------------------
like "$(as alice salloc -Q -p ultra -N8 srun -n1 -N1 printenv COMMROUTE_PLACEMENT)" '^nodes=8,units=2,fewest=2,parts=4\+4$' \
	"the placement's figures"
job=$(submit alice --comm-profile=moe -N8 --wrap 'echo $COMMROUTE_PLACEMENT; srun -n1 -N1 --export=NONE /usr/bin/printenv COMMROUTE_PLACEMENT')
ok "a moe job runs" wait_job "$job" COMPLETED 60
is "$(job_output "$job")" "$(printf 'nodes=8,units=2,fewest=2,segment=4,split=0,parts=4+4\n%.0s' 1 2)" \
	"batch script and step: as asked, and nothing is said"
job=$(submit alice --comm-profile=moe -N8 --segment=2 --wrap 'echo $COMMROUTE_PLACEMENT')
ok "one with a segment of its user's own runs" wait_job "$job" COMPLETED 60
like "$(job_output "$job")" 'segment=2,split=0' "and is held against that"

# --- nodes that change under a running job ------------------------------------------------------
job=$(submit alice --comm-profile=moe -N8 --chdir="$tap_dir" --wrap \
	'scontrol update jobid=$SLURM_JOB_ID numnodes=4 >/dev/null; . ./slurm_job_${SLURM_JOB_ID}_resize.sh
	srun /bin/sh -c "echo \$SLURM_PROCID \$SLURMD_NODENAME" | sort')
ok "a job that gives back half of its nodes runs" wait_job "$job" COMPLETED 60
is "$(job_output "$job" | xargs)" "0 ip-10-1-0-11 1 ip-10-1-0-37 2 ip-10-1-0-24 3 ip-10-1-0-52" "the order is made anew"

# slurmctld goes on with the topology that it has read; the nodes read another, as if nodes had moved.
sed -i 's/ip-10-1-0-\[11,37,81,102\]/ip-10-1-0-[11,24,37,81,102]/; s/ip-10-1-0-\[24,52,68,117\]/ip-10-1-0-[52,68,117]/' "$conf/topology.yaml"
job=$(submit alice --comm-profile=moe -N8 --wrap 'echo $COMMROUTE_PLACEMENT')
ok "a job whose nodes are not placed as asked runs" wait_job "$job" COMPLETED 60
is "$(job_output "$job")" "commroute: --segment=4 cannot be met: the blocks of topology 'ultra' have no room for 2 segments of 4 nodes by the topology file here; to do: ask an administrator to run commroute check, for slurmctld seems to have another
nodes=8,units=2,fewest=2,segment=4,split=1,parts=5+3" "it is told so, once, on its standard error"
job=$(submit alice --comm-profile=moe,check=none -N8 --wrap 'echo $COMMROUTE_PLACEMENT')
ok "with check=none it runs too" wait_job "$job" COMPLETED 60
unlike "$(job_output "$job")" "commroute:" "and is not told"
cluster up >/dev/null 2>&1

# --- torchrun -----------------------------------------------------------------------------
cat >"$tap_dir/torchrun" <<'E2'
#!/bin/bash
# Stands in for torchrun: follows its rules for PET_* variables and options (a flag wins).
nnodes=${PET_NNODES-1} rank=${PET_NODE_RANK-0} master=${PET_MASTER_ADDR-127.0.0.1} backend=${PET_RDZV_BACKEND-static}
for a; do
	case $a in
	--standalone) backend=c10d master=localhost ;;
	--nnodes=*) nnodes=${a#*=} ;;
	--node-rank=* | --node_rank=*) rank=${a#*=} ;;
	--master-addr=* | --master_addr=*) master=${a#*=} ;;
	--rdzv-backend=* | --rdzv_backend=*) backend=${a#*=} ;;
	esac
done
echo "$rank $SLURMD_NODENAME nnodes=$nnodes master=$master backend=$backend"
E2
chmod 755 "$tap_dir/torchrun"
want=$(printf 'ip-10-1-0-%s\n' 11 37 81 102 24 52 68 117 | awk '{print NR - 1, $1, "nnodes=8 master=ip-10-1-0-11 backend=static"}')
line="torchrun --nnodes=\\\$SLURM_NNODES --node-rank=\\\$COMMROUTE_NODE_RANK --master-addr=\\\$COMMROUTE_HEAD_NODE train.py"
job=$(submit alice -p ultra -N8 --wrap "PATH=$tap_dir:\$PATH srun bash -c \"$line\"")
ok "torchrun with the documented line runs" wait_job "$job" COMPLETED 60
is "$(job_output "$job" | sort -n)" "$want" "its nodes are ranked by the topology"
out=$(as alice salloc -Q -p ultra -N8 srun "$tap_dir/torchrun" --rdzv-backend=c10d --nnodes=8 2>&1)
like "$out" 'srun: commroute: torchrun.s c10d rendezvous ranks nodes by name' "c10d: a warning, with the line that keeps the order"
is "$(grep -c 'commroute:' <<<"$out")" 1 "once"
out=$(as alice salloc -Q -p ultra -N8 srun "$tap_dir/torchrun" --nnodes=8 2>&1)
unlike "$out" 'commroute:' "without c10d none"

sed -i '1a export: [torchrun]' "$conf/commroute.yaml"
sed -n 1,3p "$conf/commroute.yaml" >"$tap_dir/policy-head"
job=$(submit alice -p ultra -N8 --wrap "srun $tap_dir/torchrun train.py; srun --export=ALL,PET_NODE_RANK=7 env | grep -c ^PET_; srun -n1 -N1 env | grep ^PET_; env | grep ^PET_; true")
ok "export: [torchrun]: the job runs" wait_job "$job" COMPLETED 60
is "$(job_output "$job" | grep nnodes | sort -n)" "$want" "torchrun needs no options"
is "$(job_output "$job" | grep -v nnodes)" 8 "a user's own PET_ variable keeps all of ours away; no other step has any"

# Each of these trains on its node alone: told of eight nodes, it would wait for seven for ever.
cat >"$tap_dir/wrapper" <<E2
#!/bin/bash
exec $tap_dir/torchrun --standalone train.py
E2
chmod 755 "$tap_dir/wrapper"
out=$(as alice salloc -Q -p ultra -N8 /bin/bash -c "srun $tap_dir/torchrun --standalone train.py; srun $tap_dir/torchrun --nnodes=1 --nproc-per-node=2 train.py
	srun $tap_dir/wrapper; srun /bin/bash -c '$tap_dir/torchrun --nproc-per-node 2 --standalone train.py'" 2>&1)
is "$(awk '$1 == 0 && $3 == "nnodes=1"' <<<"$out" | wc -l)" 32 "--standalone, --nnodes=1 and a wrapper script: no node is told of the others"
out=$(as alice salloc -Q -p ultra -N8 srun /bin/bash -c "$tap_dir/torchrun --nproc-per-node=2 train.py" 2>&1)
is "$(sort -n <<<"$out")" "$want" "a torchrun in the text of bash -c is told"

sed -i 's/^export: .*/export: [rank]/' "$conf/commroute.yaml"
rank='echo "${RANK-x} ${LOCAL_RANK-x} ${WORLD_SIZE-x} ${MASTER_ADDR-x} $((${MASTER_PORT-0} >= 20000)) $SLURM_PROCID $SLURM_LOCALID"'
out=$(as alice salloc -Q -p ultra -N8 --gpus-per-node=4 --ntasks-per-node=4 srun /bin/bash -c "$rank")
is "$(wc -l <<<"$out")" 32 "export: [rank]: a task for each GPU"
is "$(awk '$1 != $6 || $2 != $7 || $3 != 32 || $4 != "ip-10-1-0-11" || $5 != 1' <<<"$out" | wc -l)" 0 "each has its ranks, the world and the master"
out=$(as alice salloc -Q -p ultra -N8 --gpus-per-node=4 --ntasks-per-node=4 env WORLD_SIZE=7 srun /bin/bash -c "$rank")
is "$(cut -d' ' -f1-5 <<<"$out" | sort -u)" "x x 7 x 0" "a user's own variable keeps all of ours away"
out=$(as alice salloc -Q -p ultra -N8 --gpus-per-node=4 srun /bin/bash -c "$rank")
is "$(cut -d' ' -f1-5 <<<"$out" | sort -u)" "x x x x 0" "one task on each node of several GPUs has none"
# Two nodes of one block, of one leaf: there is nothing to order, and all is known.
pair() { # PARTITION NODES GPUS
	as alice salloc -Q -p "$1" -N2 -w "$2" --gpus-per-node="$3" --ntasks-per-node="$3" srun /bin/bash -c "$rank"
}
out=$(pair ultra 'ip-10-1-0-[37,81]' 4)
is "$(awk '$1 == $6 && $2 == $7 && $3 == 8 && $4 == "ip-10-1-0-37" && $5' <<<"$out" | wc -l)" 8 "two nodes in one block have them as well"
out=$(pair p5en 'ip-10-1-1-[15,60]' 8)
is "$(awk '$1 == $6 && $2 == $7 && $3 == 16 && $4 == "ip-10-1-1-15" && $5' <<<"$out" | wc -l)" 16 "and two on one leaf switch"
cluster up >/dev/null 2>&1

# --- MPI -------------------------------------------------------------------------------------
if command -v mpicc.mpich >/dev/null; then
	cat >"$tap_dir/mpi.c" <<'E2'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int rank, size;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	printf("%d %s %s of %d\n", rank, getenv("SLURM_PROCID"), getenv("SLURMD_NODENAME"), size);
	MPI_Finalize();
	return 0;
}
E2
	ok "an MPI program is built" mpicc.mpich -o "$tap_dir/mpi" "$tap_dir/mpi.c"
	chmod 755 "$tap_dir/mpi"
	job=$(submit alice -p ultra -N8 --ntasks-per-node=2 --wrap "srun --mpi=pmi2 $tap_dir/mpi")
	ok "MPICH through Slurm's pmi2 runs" wait_job "$job" COMPLETED 60
	out=$(job_output "$job" | sort -n)
	is "$(grep -c 'of 16$' <<<"$out")" 16 "as one world of 16"
	is "$(awk '$1 != $2' <<<"$out" | wc -l)" 0 "MPI's ranks are Slurm's"
	is "$(awk '{print $3}' <<<"$out" | uniq -c | awk '{print $2 "*" $1}' | xargs)" \
		"$(printf 'ip-10-1-0-%s*2\n' 11 37 81 102 24 52 68 117 | xargs)" "in the order of the blocks"
else
	skip "no MPICH here" 5
fi
if command -v mpirun.openmpi >/dev/null; then
	# All nodes are one machine here, so nothing is launched: the map is Open MPI's own all the same.
	for format in seq rankfile; do
		as alice salloc -Q -p ultra -N8 commroute rank --format=$format >"$tap_dir/$format"
	done
	map() { as alice mpirun.openmpi "$@" --display map --rtos donotlaunch true 2>&1 |
		awk '/^Data for node:/ {node = $4} /Process rank:/ {sub(/.*rank: /, ""); print $1, node}' | sort -n | awk '{print $2}' | xargs; }
	is "$(map --hostfile "$tap_dir/seq" --map-by seq)" "$(printf 'ip-10-1-0-%s\n' 11 37 81 102 24 52 68 117 | xargs)" \
		"mpirun of Open MPI, --map-by seq: in the order of commroute rank"
	is "$(map --hostfile "$tap_dir/seq" --map-by rankfile:file="$tap_dir/rankfile")" "$(printf 'ip-10-1-0-%s\n' 11 37 81 102 24 52 68 117 | xargs)" \
		"and --map-by rankfile"
else
	skip "no Open MPI here" 2
fi
done_testing
