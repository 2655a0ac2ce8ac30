#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# A variable that hurts is warned of once in a job: in its first step on several nodes,
# whichever number that has (by its head node, which remembers); one that is exported later is warned of then.
. "$(dirname "$0")/../lib.sh"
wait_view
root=$tap_dir/machine
policy=$conf/commroute.yaml
cp "$policy" "$conf/plugstack.conf" "$tap_dir/"
device=$root/sys/class/infiniband/dev0
mkdir -p "$root"/{sys/devices/virtual/dmi/id,etc,dev} "$device"/{device,ports/1}
echo p5.48xlarge >"$root/sys/devices/virtual/dmi/id/product_name"
echo 0x1d0f >"$device/device/vendor"
echo Ethernet >"$device/ports/1/link_layer"
{ cat "$tap_dir/commroute.yaml"; echo 'environment: aws'; } >"$policy.new" && mv "$policy.new" "$policy"
sed -i "s#spank_commroute.so#& root=$root#" "$conf/plugstack.conf"

cat >"$tap_dir/job" <<'E2'
#!/bin/bash
export FI_EFA_MTU_SIZE=9000
srun -N1 -n1 hostname >/dev/null
echo "one node: $?" >&2
srun true
echo "several" >&2
srun true
echo "again" >&2
srun -N2 -n2 -w "$(scontrol show hostnames | head -n 2 | paste -sd,)" true
echo "some" >&2
export FI_EFA_TX_IOV_LIMIT=1
srun true
echo "later" >&2
E2
chmod 755 "$tap_dir/job"
# part FROM: the lines of ours before the mark FROM and after the one before it
part() { awk -v mark="$1" '$0 ~ "^" mark { print n + 0; exit } /^(one node|several|again|some|later)/ { n = 0 } /commroute: FI_EFA/ { n++ }' "$2"; }
judge() { # HOW
	is "$(part 'one node' "$tap_dir/told")" 0 "$1: a step on one node is told nothing"
	is "$(part several "$tap_dir/told")" 1 "$1: the first on several is told once, on one node"
	is "$(part again "$tap_dir/told")" 0 "$1: the next is not"
	is "$(part some "$tap_dir/told")" 0 "$1: nor one on some nodes with the same head"
	is "$(part later "$tap_dir/told")" 1 "$1: what is exported later is told then"
}
for try in "a job" "the next job"; do
	as alice salloc -Q -p p5en -N4 --comm-profile=allreduce "$tap_dir/job" 2>"$tap_dir/told"
	judge "$try"
done
job=$(submit alice -p p5en -N4 --comm-profile=allreduce --error="$tap_dir/told-batch" "$tap_dir/job")
ok "a batch job runs" wait_job "$job" COMPLETED 60
cp "$tap_dir/told-batch" "$tap_dir/told"
judge "a batch job"
like "$(stat -c '%U %a' /run/commroute/told.* | sort -u | paste -sd+)" '^root 600$' "what the nodes keep is root's alone"
cp "$tap_dir/commroute.yaml" "$policy"
cp "$tap_dir/plugstack.conf" "$conf/"
done_testing
