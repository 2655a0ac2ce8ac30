# SPDX-License-Identifier: GPL-2.0-or-later
# Writes the test cluster's configuration files.  Every function prints one
# file; write_config puts them in place and says whether anything changed.
# shellcheck shell=bash

join() { local IFS=$1; shift; echo "$*"; }

slurm_conf() {
	cat <<-CONF
	# Written by tests/cluster; changes are lost.
	ClusterName=commroute
	SlurmctldHost=$(hostname)
	SlurmUser=slurm
	AuthType=auth/munge
	StateSaveLocation=$state/slurmctld
	SlurmdSpoolDir=$state/slurmd/%n
	SlurmctldPidFile=/run/slurm/slurmctld.pid
	SlurmdPidFile=/run/slurm/slurmd.%n.pid
	SlurmctldDebug=$COMMROUTE_DEBUG
	SlurmdDebug=$COMMROUTE_DEBUG
	SlurmctldLogFile=$log/slurmctld.log
	SlurmdLogFile=$log/slurmd.%n.log
	MailProg=/bin/true

	# Many slurmd on one machine that has neither the CPUs nor the GPUs.
	SlurmdParameters=config_overrides
	ProctrackType=proctrack/linuxproc
	TaskPlugin=task/none
	JobAcctGatherType=jobacct_gather/none
	ReturnToService=2

	# Nothing that a test waits for should take long; yet what valgrind or a
	# busy machine slows down must not be given up.
	SchedulerType=sched/backfill
	SchedulerParameters=sched_interval=2,bf_interval=1,batch_sched_delay=0,bf_continue$(slurm_before 2511 || echo ,requeue_delay=1)
	KillWait=2
	MinJobAge=300
	InactiveLimit=0
	MessageTimeout=30
	SlurmctldTimeout=120
	SlurmdTimeout=300

	SelectType=select/cons_tres
	SelectTypeParameters=CR_Core
	GresTypes=gpu
	EnforcePartLimits=ANY
	JobRequeue=1
	CONF
	# What the older one has for requeue_delay.
	! slurm_before 2511 || echo "AuthInfo=cred_expire=15"
	slurm_conf_accounting
	slurm_conf_plugins
	slurm_conf_nodes
	[[ -z $COMMROUTE_EXTRA_CONF ]] || printf '%b\n' "$COMMROUTE_EXTRA_CONF"
}

# Tenants and their rights: all of it needs slurmdbd.
slurm_conf_accounting() {
	((COMMROUTE_DBD)) || return 0
	cat <<-CONF
	AccountingStorageTRES=gres/gpu,gres/gpu:gb200,gres/gpu:h200
	AccountingStorageType=accounting_storage/slurmdbd
	AccountingStorageHost=localhost
	AccountingStoreFlags=job_comment,job_extra
	PreemptType=preempt/qos
	PreemptMode=REQUEUE
	PriorityType=priority/multifactor
	PriorityWeightQOS=100000
	PriorityWeightAge=1000
	PriorityDecayHalfLife=0
	PriorityUsageResetPeriod=MONTHLY
	CONF
	[[ -z $COMMROUTE_ENFORCE ]] || echo "AccountingStorageEnforce=$COMMROUTE_ENFORCE"
}

slurm_conf_plugins() {
	[[ $COMMROUTE_JOB_SUBMIT == none ]] || echo "JobSubmitPlugins=$COMMROUTE_JOB_SUBMIT"
	case $COMMROUTE_TOPOLOGY in
	block) echo "TopologyPlugin=topology/block" ;;
	tree) echo "TopologyPlugin=topology/tree" ;;
	esac
}

slurm_conf_nodes() {
	local i topo_ultra= topo_p5en=
	for i in "${!nodes[@]}"; do
		printf 'NodeName=%s NodeHostname=%s NodeAddr=%s Port=%d %s\n' \
			"${nodes[i]}" "$(hostname)" "$(node_address "${nodes[i]}")" \
			$((first_port + i)) "$(node_shape "${nodes[i]}")"
	done
	if [[ $COMMROUTE_TOPOLOGY == yaml ]]; then
		topo_ultra=" Topology=ultra" topo_p5en=" Topology=p5en"
	fi
	cat <<-CONF
	PartitionName=DEFAULT State=UP DefaultTime=1:00:00 MaxTime=7-00:00:00
	PartitionName=ultra Nodes=$(join , "${ultra_nodes[@]}")$topo_ultra
	PartitionName=p5en Nodes=$(join , "${p5en_nodes[@]}") Default=YES$topo_p5en
	PartitionName=dev Nodes=ALL MaxTime=4:00:00
	CONF
}

# p6e-gb200.36xlarge and p5en.48xlarge, as AWS sells them.
node_shape() {
	if is_in "$1" "${ultra_nodes[@]}"; then
		echo "Sockets=2 CoresPerSocket=72 ThreadsPerCore=1 RealMemory=960000" \
			"Gres=gpu:gb200:4 Feature=gb200,efa"
	else
		echo "Sockets=2 CoresPerSocket=48 ThreadsPerCore=2 RealMemory=2000000" \
			"Gres=gpu:h200:8 Feature=h200,efa"
	fi
}

node_address() { # ip-10-1-0-11 is at 10.1.0.11
	local address=${1#ip-}
	echo "${address//-/.}"
}

# So that a job can reach its nodes by name.
etc_hosts() {
	local node
	grep -v ' ip-' /etc/hosts
	for node in "${nodes[@]}"; do
		echo "$(node_address "$node") $node"
	done
}

gres_conf() {
	cat <<-CONF
	NodeName=$(join , "${ultra_nodes[@]}") Name=gpu Type=gb200 File=/dev/nvidia[0-3]
	NodeName=$(join , "${p5en_nodes[@]}") Name=gpu Type=h200 File=/dev/nvidia[0-7]
	CONF
}

# Without cgroups: many slurmd on one host would share theirs.
cgroup_conf() {
	echo "CgroupPlugin=disabled"
}

plugstack_conf() {
	[[ $COMMROUTE_SPANK == absent ]] || echo "$COMMROUTE_SPANK spank_commroute.so"
}

topology_yaml() {
	local unit
	cat <<-YAML
	---
	- topology: p5en
	  cluster_default: true
	  tree:
	    switches:
	YAML
	for unit in "${p5en_spines[@]}"; do
		printf '      - switch: %s\n        children: %s\n' "${unit% *}" "${unit#* }"
	done
	for unit in "${p5en_leaves[@]}"; do
		printf '      - switch: %s\n        nodes: %s\n' "${unit% *}" "${unit#* }"
	done
	cat <<-YAML
	- topology: ultra
	  cluster_default: false
	  block:
	    block_sizes: [4, 8]
	    blocks:
	YAML
	for unit in "${ultra_blocks[@]}"; do
		printf '      - block: %s\n        nodes: %s\n' "${unit% *}" "${unit#* }"
	done
}

topology_conf() {
	local unit
	if [[ $COMMROUTE_TOPOLOGY == block ]]; then
		for unit in "${ultra_blocks[@]}" "${p5en_blocks[@]}"; do
			echo "BlockName=${unit% *} Nodes=${unit#* }"
		done
		echo "BlockSizes=4,8"
		return
	fi
	for unit in "${p5en_leaves[@]}"; do
		echo "SwitchName=${unit% *} Nodes=${unit#* }"
	done
	for unit in "${p5en_spines[@]}"; do
		echo "SwitchName=${unit% *} Switches=${unit#* }"
	done
}

slurmdbd_conf() {
	cat <<-CONF
	AuthType=auth/munge
	DbdHost=localhost
	SlurmUser=slurm
	DebugLevel=$COMMROUTE_DEBUG
	LogFile=$log/slurmdbd.log
	PidFile=/run/slurm/slurmdbd.pid
	StorageType=accounting_storage/mysql
	StorageHost=localhost
	StorageUser=slurm
	StorageLoc=slurm_acct_db
	CONF
}

# put FILE COMMAND...: the output of COMMAND becomes FILE.  It is renamed into
# place, so a reader sees the old file or the new one; sets `changed` if they differ.
put() {
	local file=$1
	shift
	"$@" >"$file.new"
	if cmp -s "$file.new" "$file"; then
		rm "$file.new"
		return
	fi
	mv "$file.new" "$file"
	changed=1
}

remove() {
	[[ -e $1 ]] || return 0
	rm "$1"
	changed=1
}

# The policy is read again by the plugins themselves: no part of `changed`.  What
# a test put in its place may be a directory or not readable.
write_policy() {
	rm -rf "$conf/commroute.yaml.new"
	site_policy <"$here/commroute.yaml" >"$conf/commroute.yaml.new"
	chmod 644 "$conf/commroute.yaml.new"
	[[ ! -d $conf/commroute.yaml ]] || rm -rf "$conf/commroute.yaml"
	mv -T "$conf/commroute.yaml.new" "$conf/commroute.yaml"
}

# job_submit/lua does not start without a script; a test may have its own.
write_job_submit_lua() {
	[[ ! -e $conf/job_submit.lua ]] || return 0
	cat >"$conf/job_submit.lua" <<-'LUA'
	function slurm_job_submit(job_desc, part_list, submit_uid) return slurm.SUCCESS end
	function slurm_job_modify(job_desc, job_rec, part_list, modify_uid) return slurm.SUCCESS end
	LUA
}

# write_config: all files for the options in force; sets `changed`.
write_config() {
	mkdir -p "$conf" "$bare_conf"
	put /etc/hosts etc_hosts
	put "$conf/slurm.conf" slurm_conf
	put "$conf/gres.conf" gres_conf
	put "$conf/cgroup.conf" cgroup_conf
	put "$conf/plugstack.conf" plugstack_conf
	put "$conf/slurmdbd.conf" slurmdbd_conf
	chown slurm "$conf/slurmdbd.conf"
	chmod 600 "$conf/slurmdbd.conf"		# slurmdbd insists
	if [[ $COMMROUTE_TOPOLOGY == yaml ]]; then
		put "$conf/topology.yaml" topology_yaml
		remove "$conf/topology.conf"
	else
		put "$conf/topology.conf" topology_conf
		remove "$conf/topology.yaml"
	fi
	write_policy
	[[ $COMMROUTE_JOB_SUBMIT != *lua* ]] || write_job_submit_lua
	write_bare_config
}

# slurmd looks for plugstack.conf beside its slurm.conf, so a node without the
# SPANK plugin is one that has files of its own.
write_bare_config() {
	local file
	for file in slurm.conf gres.conf cgroup.conf topology.yaml topology.conf; do
		if [[ -e $conf/$file ]]; then
			put "$bare_conf/$file" cat "$conf/$file"
		else
			remove "$bare_conf/$file"
		fi
	done
	put "$bare_conf/plugstack.conf" :
}
