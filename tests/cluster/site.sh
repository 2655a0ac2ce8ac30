# SPDX-License-Identifier: GPL-2.0-or-later
# The test cluster's facts: what nodes there are, where things lie, and which
# options a test may vary.  Sourced by the scripts of this directory.
# shellcheck shell=bash disable=SC2034 # used by those that source this

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
project=$(cd "$here/../.." && pwd)

conf=/etc/slurm				# what slurm finds by itself
bare_conf=/etc/slurm-bare		# the same without the SPANK plugin
run=/run/commroute-cluster		# pids, options in force; gone with the sandbox
state=/var/lib/commroute-cluster	# database, StateSaveLocation, spool
log=/var/log/commroute-cluster

# Numbered as EC2 does it: by chance, so that neighbours in name are not
# neighbours on the network, and text order is not numeric order.
ultra_blocks=("us1 ip-10-1-0-[11,37,81,102]" "us2 ip-10-1-0-[24,52,68,117]")

# Where one block topology has to serve the whole cluster (COMMROUTE_TOPOLOGY=block).
p5en_blocks=("p1 ip-10-1-1-[15,33,60,108]" "p2 ip-10-1-1-[19,46,77,92]")

# The tree has all nodes: it is the cluster's default, and what is missing there
# cannot have jobs of several nodes in a partition without Topology=.
p5en_leaves=("leaf1 ip-10-1-1-[15,60],ip-10-1-0-[11,24]"
	"leaf2 ip-10-1-1-[33,108],ip-10-1-0-[37,52]"
	"leaf3 ip-10-1-1-[19,77],ip-10-1-0-[68,81]"
	"leaf4 ip-10-1-1-[46,92],ip-10-1-0-[102,117]")
p5en_spines=("spine1 leaf[1-2]" "spine2 leaf[3-4]" "core spine[1-2]")

ultra_nodes=(ip-10-1-0-{11,24,37,52,68,81,102,117})
p5en_nodes=(ip-10-1-1-{15,19,33,46,60,77,92,108})
nodes=("${ultra_nodes[@]}" "${p5en_nodes[@]}")
first_port=17001			# of slurmd, one after the other

options=(SPANK JOB_SUBMIT NO_SPANK_NODES CTLD_WRAP DBD ENFORCE TOPOLOGY DEBUG EXTRA_CONF)

slurm_version() { slurmctld -V | sed 's/[^0-9]*//'; }

# Where Slurm's plugins lie, and ours beside them: Debian's, or with-slurm's.
plugin_dir() {
	dirname "$(find ${SLURM:+"$SLURM/lib"} /usr/lib -name auth_munge.so | head -n 1)"
}

# slurm_before YYMM[.MICRO]: is this Slurm older than that?
slurm_before() {
	local now want
	IFS=. read -r -a now <<<"$(slurm_version)"
	IFS=. read -r -a want <<<"$1"
	((10#${now[0]}${now[1]} * 1000 + ${now[2]%%[^0-9]*} < 10#${want[0]} * 1000 + ${want[1]:-0}))
}

# Before 25.05 one topology serves the whole cluster, in topology.conf.
default_topology() {
	if slurm_before 2505; then echo tree; else echo yaml; fi
}

# site_policy: the same policy where one topology serves the whole cluster, which
# no type of topology then tells apart: partitions are named.
site_policy() {
	if [[ $COMMROUTE_TOPOLOGY == yaml ]]; then
		cat
		return
	fi
	sed -E 's/topology_type: block(, segment: (\{[^}]*\}|[a-z]+))?/partition: ultra/g
		s/topology_type: tree/partition: p5en/g
		s/, topology_types: \[block, tree\]//; /topology_types: \[block, tree\]/d; s/topology_types: \[tree\]/partitions: [p5en, dev]/'
}

# Options come from the environment, then from what `up` was given (unless
# NO_SAVED), then from here.  See usage() of the script `cluster`.
load_options() {
	[[ ${1:-} == fresh || ! -r $run/options ]] || . "$run/options"
	: "${COMMROUTE_SPANK=optional}" "${COMMROUTE_JOB_SUBMIT=commroute}"
	: "${COMMROUTE_NO_SPANK_NODES=}" "${COMMROUTE_CTLD_WRAP=}" "${COMMROUTE_DBD=1}"
	: "${COMMROUTE_ENFORCE=associations,limits,qos,safe}"
	: "${COMMROUTE_TOPOLOGY=$(default_topology)}" "${COMMROUTE_DEBUG=verbose}"
	: "${COMMROUTE_EXTRA_CONF=}"
}

# The options in a form that load_options reads back: the environment wins.
print_options() {
	local name
	for name in "${options[@]/#/COMMROUTE_}"; do
		printf '[[ -v %s ]] || %s=%q\n' "$name" "$name" "${!name}"
	done
}

is_in() { # WORD LIST...
	local word=$1 w
	shift
	for w; do [[ $w == "$word" ]] && return; done
	return 1
}

is_running() { [[ -e $run/$1.pid && ! -e $run/$1.exit ]]; } # DAEMON

# A limit only keeps what hangs from hanging for ever: no test depends on how fast
# this machine is, or what else it does.
patience=${COMMROUTE_PATIENCE:-4}

# poll SECONDS COMMAND...: until it succeeds; 1 when the time, multiplied by the
# patience, is over.
poll() {
	local end=$((SECONDS + $1 * patience))
	shift
	until "$@" >/dev/null 2>&1; do
		((SECONDS < end)) || return 1
		sleep 0.1
	done
}
