#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Launch lines of real training scripts, from the table in launch-lines: each is run with our
# order and without.  Where it must be ordered, the ranks go through the topology with as many
# tasks on each node as without us; where it must be left, every rank is where it is without us.
# limit: 590
. "$(dirname "$0")/../lib.sh"
wait_view
if lacks partition-topologies; then
	done_testing
fi

# --- options of other plugins, and programs that only say where they run ---------------------
cp "$conf/plugstack.conf" "$conf/commroute.yaml" "$tap_dir/"
cc -shared -fPIC ${SLURM:+-I"$SLURM/include"} -o "$(plugin_dir)/spank_other.so" "$here/spank/other.c"
echo "optional spank_other.so" >>"$conf/plugstack.conf"
mkdir "$tap_dir/bin"
for name in torchrun python accelerate nvidia-smi hostname; do
	printf '#!/bin/bash\n[[ -n ${SLURM_PROCID-} && -n ${SLURM_STEP_NODELIST-} ]] || exec /bin/hostname\necho "rank $SLURM_PROCID $SLURMD_NODENAME"\n' >"$tap_dir/bin/$name"
done
chmod 755 "$tap_dir/bin" "$tap_dir/bin"/*

of_block() {
	case $1 in
	ip-10-1-0-11 | ip-10-1-0-37 | ip-10-1-0-81 | ip-10-1-0-102) echo us1 ;;
	*) echo us2 ;;
	esac
}

# Ranks as "NODE NODE ...", from what a step's tasks print.
ranks() { sed -n 's/^\( *[0-9]*: \)\?rank //p' "$1" | sort -n | awk '{print $2}' | xargs; }
counts() { xargs -n1 <<<"$1" | sort | uniq -c | awk '{print $2 "*" $1}' | xargs; }

# in_order "NODE NODE ...": are the tasks of a node together, the nodes of the job's first one's
# block first, and each block's in their order in the node list ($order, block after block)?
in_order() { [[ $(xargs -n1 <<<"$1" | uniq | xargs) == "$order" ]]; }

rm -f /run/commroute/steps.*
section='' lines=() verdicts=()
flush() {
	local i script=$tap_dir/job with without
	((${#lines[@]})) || return 0
	{
		echo '#!/bin/bash'
		echo "export PATH=$tap_dir/bin:\$PATH SLURM_DEBUG=1"
		echo 'export head=$(scontrol show hostnames | head -n 1)'
		echo "scontrol show hostnames >$tap_dir/nodes"
		for i in "${!lines[@]}"; do
			echo "export SRUN_COMM_PROFILE=auto"
			echo "timeout 60 ${lines[i]} >$tap_dir/with.$i 2>$tap_dir/err.$i </dev/null"
			echo "export SRUN_COMM_PROFILE=auto,order=none"
			echo "timeout 60 ${lines[i]} >$tap_dir/without.$i 2>/dev/null </dev/null"
		done
	} >"$script"
	chmod 755 "$script"
	# shellcheck disable=SC2086 # options
	as alice salloc -Q -p ultra $section "$script"
	order=$(while read -r n; do
		[[ $(of_block "$n") == "$(of_block "$(head -n 1 "$tap_dir/nodes")")" ]] && echo "0 $n" || echo "1 $n"
	done <"$tap_dir/nodes" | sort -s -k1,1 | awk '{print $2}' | xargs)
	for i in "${!lines[@]}"; do
		with=$(ranks "$tap_dir/with.$i") without=$(ranks "$tap_dir/without.$i")
		judge "${lines[i]}" "${verdicts[i]}" "$with" "$without" "$tap_dir/err.$i"
	done
	lines=() verdicts=()
}

judge() { # LINE VERDICT WITH WITHOUT STDERR
	local verdict=$2
	[[ $verdict != block ]] || ! slurm_before 2605 || verdict="left: -N goes with no host file"
	case $verdict in
	ordered | block)
		ok "[$section] $1: in order" test -n "$3" || diag "$(grep -v 'srun: *[a-z]*:' "$5" | head -n 5)"
		is "$(counts "$3")" "$(counts "$4")" "as many tasks on each node as without us"
		ok "through the topology" in_order "$3" || diag "$(grep commroute "$5")" "$3"
		;;
	left:*)
		# Which of the nodes a smaller step gets depends on those that were just left.
		if (($(wc -w <<<"$4") < $(wc -w <<<"$order"))); then
			is "$(wc -w <<<"$3") $(counts "$3" | wc -w)" "$(wc -w <<<"$4") $(counts "$4" | wc -w)" "[$section] $1: left"
		else
			is "$3" "$4" "[$section] $1: left"
		fi
		like "$(cat "$5")" "${verdict#left: }" "and -v says why"
		;;
	esac
}

total=0
while IFS= read -r line; do
	case $line in
	'' | '#'*) continue ;;
	'['*']')
		flush
		section=${line#[} section=${section%]}
		continue
		;;
	esac
	total=$((total + 1))
	[[ $line == '+ '* || $(at_length 0 1) == 1 ]] || continue
	line=${line#+ }
	lines+=("${line% | *}") verdicts+=("${line##* | }")
done <"$here/launch-lines"
flush
ok "the table has 40 lines and more" test "$total" -ge 40

# --- the site declares its own plugins' options harmless ---------------------------------------
{ cat "$tap_dir/commroute.yaml"; echo 'rank_order_ignores: [image-tag=, profiler]'; } >"$conf/commroute.yaml.new"
mv "$conf/commroute.yaml.new" "$conf/commroute.yaml"
section="-N8 --exclusive"
for line in "srun --profiler --image-tag v1 python train.py" "srun --image-tag=v1 --profiler torchrun train.py"; do
	lines+=("$line") verdicts+=(ordered)
done
lines+=("srun --image-tag v1 -n 4 python train.py") verdicts+=("left: own layout")
flush

# --- counted on the step's first node, for its admin and for a metrics collector ----------------
like "$(ls /run/commroute/steps.*.prom | xargs)" '^/run/commroute/steps\.ip-10-1-0-11\.prom( |$)' "the step's first node counts"
like "$(stat -c '%U %a' /run/commroute/steps.*.prom | sort -u | paste -sd+)" '^root 644$' "in a file of root's that all can read"
told=$(as alice commroute status)
like "$told" "[1-9][0-9]*  ranks in the topology's order" "commroute status: ordered steps"
for cause in layout option:distribution unknown:profiler fills nodes order-none; do
	like "$told" "[1-9][0-9]*  left to Slurm: $cause" "and those left, by cause: $cause"
done
unlike "$(as alice salloc -Q -p ultra -N2 srun env)" 'SLURM_COMMROUTE_LEFT' "tasks are not told"
rm -f /run/commroute/steps.*
as alice salloc -Q -p ultra -N8 bash -c 'for i in 1 2 3 4 5 6 7 8; do srun --overlap true & done; wait'
like "$(commroute status)" "  8  left to Slurm: option:overlap" "steps that begin together are all counted"

cp "$tap_dir/commroute.yaml" "$tap_dir/plugstack.conf" "$conf/"
rm -f "$(plugin_dir)/spank_other.so"
done_testing
