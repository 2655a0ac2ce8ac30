#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The catalogue by severity: what a job is told of, and what it is not; the state of a node.
. "$(dirname "$0")/../lib.sh"
wait_view
root=$tap_dir/machine
policy=$conf/commroute.yaml
cp "$policy" "$conf/plugstack.conf" "$tap_dir/"
sed -i "s#spank_commroute.so#& root=$root#" "$conf/plugstack.conf"

machine() { # PRODUCT VENDOR LINK-LAYER
	local device=$root/sys/class/infiniband/dev0
	rm -rf "$root"
	mkdir -p "$root"/{sys/devices/virtual/dmi/id,opt/amazon/ofi-nccl/lib,etc,dev,usr/lib64} "$device"/{device,ports/1}
	echo "$1" >"$root/sys/devices/virtual/dmi/id/product_name"
	echo "$2" >"$device/device/vendor"
	echo "$3" >"$device/ports/1/link_layer"
}
site() { { cat "$tap_dir/commroute.yaml"; printf '%s\n' "$@"; } >"$policy.new" && mv "$policy.new" "$policy"; }
# told VARIABLES... : what a step of two nodes says on standard error.
told() { as alice salloc -Q -p p5en -N2 env "$@" srun true 2>&1; }

# --- AWS's recipe for p5 ------------------------------------------------------------
machine p5.48xlarge 0x1d0f Ethernet
site 'environment: aws'
recipe=(FI_PROVIDER=efa FI_EFA_USE_DEVICE_RDMA=1 FI_EFA_FORK_SAFE=1 FI_EFA_SET_CUDA_SYNC_MEMOPS=0
	NCCL_PROTO=simple NCCL_TUNER_PLUGIN=/opt/x/libnccl-tuner.so NCCL_BUFFSIZE=2097152
	NCCL_SOCKET_IFNAME='^docker,lo')
is "$(told "${recipe[@]}")" "" "AWS's recipe for p5: a job is told nothing"
printf 'aws-ofi-nccl 1.20.0\0' >"$root/opt/amazon/ofi-nccl/lib/libnccl-net.so"
printf 'NCCL version 2.30.7+cuda13.0' >"$root/usr/lib64/libnccl.so.2"
is "$(told "${recipe[@]}")" "" "nor where the versions are known"
out=$(as alice env "${recipe[@]}" commroute env --root "$root" --topology-type tree)
is "$(awk '$3 == "obsolete" {print $1, $2}' <<<"$out" | xargs)" \
	"quiet NCCL_PROTO quiet NCCL_BUFFSIZE quiet FI_EFA_FORK_SAFE quiet FI_PROVIDER" "commroute env shows what is left over"
printf 'NCCL version 2.27.3+cuda12.9' >"$root/usr/lib64/libnccl.so.2"
is "$(told "${recipe[@]}")" "commroute: NCCL_TUNER_PLUGIN makes it slower here: this NCCL takes no path, so the tuner is not loaded; a name that begins with lib and ends with .so is" \
	"one version of NCCL takes no path to a tuner"

# --- the forms of harmful -----------------------------------------------------------
gone='FI_EFA_MTU_SIZE is fatal here: libfabric ends the process when it is set at all'
seen() { as alice salloc -Q -p p5en -N2 env FI_EFA_MTU_SIZE=1 NCCL_NET=Socket FI_EFA_FORK_SAFE=1 srun -n2 /bin/bash -c \
	'echo "${FI_EFA_MTU_SIZE-gone} ${NCCL_NET-gone} ${FI_EFA_FORK_SAFE-gone}"' 2>&1 | sort -u; }
site 'environment: aws' 'harmful: scrub'
is "$(seen)" "commroute: $gone (removed)
commroute: NCCL_NET makes it slower here: does not go over EFA
gone Socket 1" "scrub removes what is fatal, and tells of what is slow"
site 'environment: aws' 'harmful: {warn: [obsolete], scrub: [slow]}'
is "$(seen)" "1 gone 1
commroute: FI_EFA_FORK_SAFE is obsolete here: the plugin sets it itself; still fine to set
commroute: NCCL_NET makes it slower here: does not go over EFA (removed)" "by severity, in lists"
site 'environment: aws' 'harmful: {warn: []}'
is "$(seen)" "1 Socket 1" "an empty list"
{ cat "$tap_dir/commroute.yaml"; echo 'harmful: {warn: [fatel]}'; } >"$tap_dir/bad.yaml"
fails "a severity that there is not" "did you mean 'fatal'" as alice commroute check "$tap_dir/bad.yaml"

# --- GB200 without a channel --------------------------------------------------------
imex='commroute: no IMEX channel on a node with NVLink between nodes: from NCCL 2.25 on its init ends with a system error, before that NVLink between nodes is off; NCCL_MNNVL_ENABLE=0 does without'
machine p6e-gb200.36xlarge 0x1d0f Ethernet
site 'environment: aws'
is "$(told)" "$imex" "a GB200 of AWS's without an IMEX channel is told of, once"
is "$(told NCCL_MNNVL_ENABLE=0)" "" "not to a user who does without"
mkdir -p "$root/dev/nvidia-caps-imex-channels"
touch "$root/dev/nvidia-caps-imex-channels/channel0"
is "$(told)" "" "nor where there is one"
machine "Some Server" 0x15b3 InfiniBand
mkdir -p "$root/proc/driver/nvidia/gpus/0000:01:00.0"
printf 'Model: \t\t NVIDIA GB200\n' >"$root/proc/driver/nvidia/gpus/0000:01:00.0/information"
site 'environment: infiniband'
is "$(told)" "$imex" "one of a site's own with InfiniBand, by its GPUs"
echo 'Model: NVIDIA H100' >"$root/proc/driver/nvidia/gpus/0000:01:00.0/information"
is "$(told)" "" "other GPUs are fine"

# --- a site's own rows ---------------------------------------------------------------
row() { printf 'rows: [{id: own, %s, reason: ours, source: site, certainty: H}]\n' "$1" >"$conf/env.yaml"; }
value() { as alice salloc -Q -p p5en -N2 srun -n2 /bin/bash -c 'echo "${NCCL_TOPO_FILE-unset}"' 2>&1 | sort -u; }
site 'environment: infiniband' 'environment_file: env.yaml'
row 'set: NCCL_TOPO_FILE, value: /etc/topo.xml'
is "$(value)" "commroute: NCCL_TOPO_FILE is not set: there is no file /etc/topo.xml
unset" "a value that names a file which is not there is not set, and said"
touch "$root/etc/topo.xml"
is "$(value)" "/etc/topo.xml" "once it is there it is"
row 'set: NCCL_TOPO_FILE, value: /etc/topo.xml, when: {file: /etc/other}'
is "$(value)" "unset" "a row that asks for a file"
row 'set: NCCL_TOPO_FILE, value: /etc/topo.%%x'
is "$(value)" "unset" "a % that NCCL does not know: nothing is set, the job runs"
fails "it is refused at load" "NCCL replaces %h and %p" as alice commroute env --catalogue none --catalogue-file "$conf/env.yaml"
row 'set: NCCL_IB_DISABLE, value: 1'
like "$(as alice commroute check 2>&1)" "NCCL_IB_DISABLE=1 is slow by row 'ib-disable'" "a row that hurts is warned of"
rm -f "$conf/env.yaml"
cluster up >/dev/null 2>&1
done_testing
