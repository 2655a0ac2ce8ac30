#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The catalogue of node variables, on nodes that are presented by a directory of
# sysfs, device and library files.
. "$(dirname "$0")/../lib.sh"
wait_view
root=$tap_dir/machine
policy=$conf/commroute.yaml
cp "$policy" "$conf/plugstack.conf" "$tap_dir/"

machine() { # PRODUCT VENDOR LINK-LAYER PLUGIN-VERSION
	local device=$root/sys/class/infiniband/dev0
	rm -rf "$root"
	mkdir -p "$root"/{sys/devices/virtual/dmi/id,opt/amazon/ofi-nccl/lib,etc,dev} "$device"/{device,ports/1}
	echo "$1" >"$root/sys/devices/virtual/dmi/id/product_name"
	echo "$2" >"$device/device/vendor"
	echo "$3" >"$device/ports/1/link_layer"
	[[ -z ${4:-} ]] || { head -c 200000 /dev/zero; printf 'NET/OFI Initializing aws-ofi-nccl %s\0more' "$4"; } \
		>"$root/opt/amazon/ofi-nccl/lib/libnccl-net.so"
}
site() { { cat "$tap_dir/commroute.yaml"; printf '%s\n' "$@"; } >"$policy.new" && mv "$policy.new" "$policy"; }
sed -i "s#spank_commroute.so#& root=$root#" "$conf/plugstack.conf"

# step USER-VARIABLES... : what the tasks of a step of two nodes see of it, and what they are told.
step() {
	as alice salloc -Q -p p5en -N2 "${option[@]}" env "$@" srun /bin/bash -c \
		'env | grep -E "^(NCCL|FI|OFI)_" | sort | paste -sd" "' 2>&1 | once | sort -u
}

machine p4d.24xlarge 0x1d0f Ethernet 1.14.2
option=(--comm-profile=allreduce)
is "$(step)" "" "without environment: in the policy nothing is set"
site 'environment: aws'
is "$(step)" "NCCL_BUFFSIZE=8388608 NCCL_P2P_NET_CHUNKSIZE=524288" "a p4d with an old plugin gets what that lacks"
is "$(step NCCL_BUFFSIZE=1)" "NCCL_BUFFSIZE=1 NCCL_P2P_NET_CHUNKSIZE=524288" "a user's own value stays"
# In a container the image's value wins unless pyxis is told the name.
pyxis() { as alice salloc -Q -p p5en -N2 --comm-profile=allreduce env "$@" srun /usr/bin/printenv PYXIS_CONTAINER_ENV 2>/dev/null | sort -u; }
is "$(pyxis PYXIS_CONTAINER_IMAGE=x)" "" "a container may have another plugin than the host: nothing is set"
site 'environment: aws' 'environment_file: env.yaml'
printf 'rows:\n  - {id: one, set: ONE, value: 1, reason: r, source: s, certainty: H}\n  - {id: two, set: TWO, value: 2, reason: r, source: s, certainty: H}\n' >"$conf/env.yaml"
is "$(pyxis PYXIS_CONTAINER_IMAGE=x)" "ONE,TWO" "under pyxis the names that were set are kept"
is "$(pyxis PYXIS_CONTAINER_NAME=x PYXIS_CONTAINER_ENV=MINE)" "MINE,ONE,TWO" "beside the user's own"
is "$(pyxis HOME=/tmp)" "" "without a container nothing is said to pyxis"
rm "$conf/env.yaml"
site 'environment: aws'
echo 'NCCL_BUFFSIZE = 4' >"$root/etc/nccl.conf"
is "$(step)" "NCCL_P2P_NET_CHUNKSIZE=524288" "and so does the site's in nccl.conf"
rm "$root/etc/nccl.conf"
option=(--comm-profile=independent)
is "$(step)" "" "pattern none: nothing"
option=(--comm-profile=allreduce,env=none)
is "$(step FI_EFA_MTU_SIZE=1)" "FI_EFA_MTU_SIZE=1" "env=none: nothing, and no warning"
option=(--comm-profile=allreduce)
is "$(as alice salloc -Q -p p5en -N1 srun /bin/bash -c 'env | grep NCCL_')" "" "one node: nothing"
out=$(as alice salloc -Q -p p5en -N2 srun --export=NONE /bin/bash -c '/usr/bin/env | /usr/bin/grep -c ^NCCL_')
is "$out" $'2\n2' "--export=NONE: there all the same"
machine p4d.24xlarge 0x1d0f Ethernet 1.16.0
is "$(step)" "" "a newer plugin needs nothing"
machine p4d.24xlarge 0x1d0f Ethernet
is "$(step)" "" "a plugin whose version is not known gets nothing"
machine p5en.48xlarge 0x1d0f Ethernet 1.14.0
option=(--comm-profile=moe)
is "$(step)" "" "a row that asks for a version of NCCL waits until one is known"
mkdir -p "$root/usr/lib64"
printf 'NCCL version 2.28.3+cuda12.9' >"$root/usr/lib64/libnccl.so.2"
is "$(step)" "NCCL_NETDEVS_POLICY=max:1" "which the library says of itself"
is "$(step PYXIS_CONTAINER_IMAGE=x)" "" "but a container may have another"
rm -r "$root/usr"
site 'environment: aws' 'environment_file: env.yaml'
printf 'enable: [strict-net]\nrows:\n  - {id: own, set: NCCL_SOCKET_IFNAME, value: ^docker, reason: ours, source: site, certainty: H}\n' >"$conf/env.yaml"
option=(--comm-profile=moe)
is "$(step)" "NCCL_NET=AWS Libfabric NCCL_SOCKET_IFNAME=^docker" "the site's file enables rows that are off, and adds some"
echo 'enable: [nosuch]' >"$conf/env.yaml"
is "$(step)" "" "a faulty file of the site's: nothing is set, the job runs"
site 'environment: aws'

# --- harmful ------------------------------------------------------------------------
option=()
out=$(as alice salloc -Q -p p5en -N2 env FI_EFA_MTU_SIZE=4096 NCCL_ALGO=Ring srun --ntasks-per-node=1 printenv FI_EFA_MTU_SIZE 2>&1 | once)
is "$(sort <<<"$out")" "4096
4096
commroute: FI_EFA_MTU_SIZE is fatal here: libfabric ends the process when it is set at all
commroute: NCCL_ALGO makes it slower here: switches the plugin's tuner off" "harmful variables are warned about, once"
job=$(submit alice -p p5en -N2 --wrap 'export FI_EFA_MTU_SIZE=1; for i in 1 2 3; do srun true; done')
ok "a job of three steps runs" wait_job "$job" COMPLETED 60
is "$(job_output "$job" | wc -l)" 1 "and is warned once"
site 'environment: aws' 'harmful: scrub'
out=$(as alice salloc -Q -p p5en -N2 env FI_EFA_MTU_SIZE=4096 srun /bin/bash -c 'echo "${FI_EFA_MTU_SIZE-gone}"' 2>&1 | once)
is "$(sort <<<"$out")" "commroute: FI_EFA_MTU_SIZE is fatal here: libfabric ends the process when it is set at all (removed)
gone
gone" "harmful: scrub removes them, and says so"
site 'environment: aws' 'harmful: ignore'
is "$(as alice salloc -Q -p p5en -N2 env FI_EFA_MTU_SIZE=4096 srun true 2>&1 | once)" "" "harmful: ignore says nothing"
machine "Some Server" 0x15b3 InfiniBand
site 'environment: infiniband'
is "$(as alice salloc -Q -p p5en -N2 env NCCL_IB_DISABLE=1 srun true 2>&1 | once)" \
	"commroute: NCCL_IB_DISABLE makes it slower here: leads to TCP" "InfiniBand has a catalogue of its own"

# --- commroute env ------------------------------------------------------------------------
out=$(as alice env FI_EFA_IFACE= commroute env --catalogue aws --product p4d.24xlarge --plugin 1.15 --topology-type tree)
like "$out" 'set +NCCL_BUFFSIZE +8388608 +absent' "commroute env tells what would be set"
like "$out" 'set +NCCL_P2P_NET_CHUNKSIZE' "all of it"
like "$(as alice env FI_EFA_IFACE= NCCL_BUFFERSIZE=1 commroute env --catalogue aws --product p4d.24xlarge --libfabric 2.0)" 'warn +FI_EFA_IFACE +fatal' "what hurts, and how much"
like "$(as alice env NCCL_BUFFERSIZE=1 commroute env --catalogue aws --product p4d.24xlarge)" 'NCCL_BUFFERSIZE .*did you mean NCCL_BUFFSIZE' "names that nobody reads"
like "$(as alice commroute env --root "$root")" 'catalogue infiniband; product Some Server; devices infiniband' "and knows the policy and a machine"
is "$(as alice commroute env --catalogue aws --product p5en.48xlarge --profile moe --json | jq -r '.pattern, (.rows[] | select(.does == "set") | .id)')" \
	alltoall "for a p5en and moe nothing is set"
fails "a profile that does not exist" "no profile 'mor'" as alice commroute env --profile mor
fails "a catalogue that does not exist" "no catalogue is called 'awz'" as alice commroute env --catalogue awz
rm -f "$conf/env.yaml"
cluster up >/dev/null 2>&1
done_testing
