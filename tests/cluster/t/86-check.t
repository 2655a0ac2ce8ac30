#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# commroute check --live: a cluster in step with its policy gives no finding; each thing put out
# of step, in the policy, slurmdbd, partitions, slurm.conf and plugstack.conf, gives its code.
# cluster: own
# limit: 300
. "$(dirname "$0")/../lib.sh"

policy=$tap_dir/check.yaml
cat >"$policy" <<-'Y'
	version: 1
	profiles:
	  moe: {pattern: alltoall, intensity: extreme, group: 4, routes: [{partition: ultra}]}
	  ddp: {pattern: allreduce, intensity: high, routes: [{partition: p5en, switches: fewest@5m}]}
	partitions:
	  ultra: {admit: {min_intensity: high}}
	  train: {counts_as_unset: true}
	tenant_defaults:
	  qos: {own: "{tenant}", borrow: spare}
	  borrow: {max_gpus: 32}
	other_accounts: refuse
	tenants:
	  nlp: {accounts: [nlp], share: {ultra: 16, p5en: 24}, budget: {gpu_hours: 50}}
	  vision: {accounts: [vision], profiles: [ddp], partitions: [p5en], share: {p5en: 24}}
Y

codes() { commroute check --live --json "${1:-$policy}" | jq -r '.findings[].code' | sort -u | paste -sd' '; }
has() { [[ " $(codes) " == *" CK-$1 "* ]]; }
none() { [[ -z $(codes) ]]; }
quietly() { sacctmgr -i "$@" >/dev/null; }

# QOS and associations reach slurmctld a moment after sacctmgr is done.
found() { ok "CK-$1: $2" poll 10 has "$1"; }
clean() { ok "$1" poll 10 none || diag "$(commroute check --live "$policy")"; }

# --- in step ------------------------------------------------------------------------------
ok "the policy is carried out" commroute apply --yes --policy "$policy"
scontrol delete PartitionName=dev
clean "a cluster in step gives no finding"
is "$(commroute check --live --strict "$policy")" "$policy: good" "and is good, strictly"
chmod 644 "$policy" && chmod 755 "$tap_dir"
ok "a user may check as well" as alice commroute check --live "$policy"
quietly add account lab qos=spare defaultqos=spare

# --- the policy ---------------------------------------------------------------------------
# One word of it another: CODE SED-EXPRESSION WHAT.
while IFS='|' read -r code words what; do
	sed "$words" "$policy" >"$tap_dir/other.yaml"
	like " $(codes "$tap_dir/other.yaml") " " CK-$code " "CK-$code: $what"
done <<-'W'
	101|s/ultra: 16/ultra: 33/|more GPUs than there are
	102|s/ultra: 16/ultre: 16/|a share of no partition
	103|s/^  ultra: {admit/  ultre: {admit/|rules for no partition
	104|s/train: {counts/p5en: {admit: {min_nodes: 2}, counts/|admit where nobody is held to it
	105|s/partitions: .p5en./partitions: [p5en, "q*"]/|a pattern without a partition
	201|s/own: "{tenant}"/own: "of-{tenant}"/|no QOS (own)
	202|s/borrow: spare/borrow: spar/|no QOS (borrow)
	205|s/accounts: .nlp./accounts: [nlp, nlq]/|no account
	206|s/accounts: .nlp./accounts: [nlp, lab]/|an account that may not use its own QOS
	209|s/ultra: 16/ultra: 15/|a share that is not the limit
	215|s/max_gpus: 32/max_gpus: 33/|larger borrowing jobs than Slurm takes
	216|s/gpu_hours: 50/gpu_hours: 51/|another budget
	309|s/fewest@5m/fewest@6m/|a longer wait than Slurm's
	401|s/partition: ultra}/topology: none-such}/|no route anywhere
	402|s/{partition: ultra}/{partition: ultre}, {partition: ultra}/|one route nowhere
	501|s/partitions: .p5en./partitions: [ultra]/|a profile without a partition
	502|s/accounts: .nlp./accounts: [nlp], profiles: [ddp]/|a profile that is nobody's
	503|s/min_intensity: high/profiles: [ddp]/|a profile that is not admitted
	504|s/group: 4/group: 9/|a group larger than any partition
	505|s/accounts: .nlp./accounts: [nlp], partitions: ["q*"]/|a tenant without a partition
W
sed 's/partition: ultra}/partition: ultra, switches: fewest}/' "$policy" >"$tap_dir/other.yaml"
lacks partition-topologies || like " $(codes "$tap_dir/other.yaml") " " CK-403 " "CK-403: a key for another topology"
sed 's/partition: ultra}/partition: ultra, segment: {choose: largest, min: 5}}/' "$policy" >"$tap_dir/other.yaml"
lacks partition-topologies || like " $(codes "$tap_dir/other.yaml") " " CK-407 " "CK-407: segments larger than any block"
sed 's/own: "{tenant}"/own: none-such/' "$policy" >"$tap_dir/other.yaml"
fails "an error is an exit status" "CK-201" commroute check --live "$tap_dir/other.yaml"
sed 's/group: 4/group: 9/' "$policy" >"$tap_dir/other.yaml"
ok "warnings are none" commroute check --live "$tap_dir/other.yaml"
fails "strictly they are" "CK-504" commroute check --live --strict "$tap_dir/other.yaml"

# --- slurmdbd -----------------------------------------------------------------------------
mend() { commroute apply --yes --policy "$policy" >"$tap_dir/out" 2>&1 || diag "$(cat "$tap_dir/out")"; }
quietly modify qos spare set Priority=2000 PreemptMode=cancel
quietly modify qos vision set GrpTRES=gres/gpu=-1,gres/gpu:h200=-1 MaxSubmitJobsPerUser=0
quietly modify account nlp set GrpTRES=gres/gpu=39
quietly modify account vision set QOS=vision
found 203 "the borrow QOS comes first"
found 207 "an account may not borrow"
found 208 "borrowing jobs are cancelled"
found 210 "no limit on GPUs"
found 212 "a QOS in which no job can start"
found 213 "an account's limit below the share"
quietly modify qos vision set MaxSubmitJobsPerUser=-1
quietly modify account nlp set GrpTRES=gres/gpu=-1
mend
clean "apply and two commands mend all of it"
quietly delete user where name=bob
found 214 "a tenant without users"
quietly add user bob account=vision defaultaccount=vision
clean "who has a user again is in step"

# --- partitions ---------------------------------------------------------------------------
quietly add qos part
quietly modify qos part set GrpTRES=gres/gpu=8
part() { scontrol update PartitionName="$@"; }
part ultra AllowAccounts=vision
part p5en AllowQos=spare
found 310 "an account that is shut out"
found 311 "an own QOS that is shut out"
part ultra AllowAccounts=ALL DenyQos=spare QOS=part
part p5en AllowQos=ALL State=DRAIN RootOnly=yes ReqResv=yes
found 312 "a borrow QOS that is shut out"
found 318 "a partition's QOS before the own one"
found 313 "a partition that takes no jobs"
found 314 "a partition for root"
found 315 "a partition for reservations"
part ultra DenyQos= QOS=
part p5en State=UP RootOnly=no ReqResv=no
scontrol update NodeName="$(IFS=,; echo "${p5en_nodes[*]}")" State=DRAIN Reason=test
found 316 "a partition without a node that is up"
scontrol update NodeName="$(IFS=,; echo "${p5en_nodes[*]}")" State=RESUME
clean "partitions put right are in step"

# --- plugstack.conf -----------------------------------------------------------------------
cp -p "$conf/plugstack.conf" "$tap_dir/plugstack.conf"
mkdir "$conf/check.d"
echo "required spank_commroute.so" >"$conf/check.d/more.conf"
echo "include check.d/*.conf" >>"$conf/plugstack.conf"
found 326 "a plugin that is listed twice"
found 327 "and as required"
: >"$conf/plugstack.conf"
found 325 "a plugin that is not listed"
cp -p "$tap_dir/plugstack.conf" "$conf/plugstack.conf"
rm -r "$conf/check.d"

# --- slurm.conf ---------------------------------------------------------------------------
sed -i -e '/^AccountingStorageEnforce=/d' -e 's/^PreemptType=.*/PreemptType=preempt\/none/' \
	-e 's/^PreemptMode=.*/PreemptMode=OFF/' -e 's/^JobRequeue=.*/JobRequeue=0/' \
	-e 's/^MinJobAge=.*/MinJobAge=20/' -e 's/^AccountingStoreFlags=.*/&,job_env/' \
	-e 's/^AccountingStorageTRES=.*/AccountingStorageTRES=gres\/gpu:h200/' "$conf/slurm.conf"
slurm_before 2511 || echo "TopologyParam=BlockAsNodeRank" >>"$conf/slurm.conf"
cluster reconfigure
found 301 "nobody holds jobs to associations"
found 302 "nor to limits"
found 303 "nor to QOS"
found 304 "running jobs end with the budget"
found 305 "no preemption by QOS"
found 306 "no preemption at all"
found 307 "preempted jobs are lost"
found 321 "GPUs that nobody counts"
found 322 "environments under another job's hash"
found 323 "jobs that are forgotten at once"
lacks large-segments || found 324 "an order for the default topology alone"
sed -i '/^JobSubmitPlugins=/d' "$conf/slurm.conf"
scontrol reconfigure
found 319 "a plugin that slurmctld does not load"
done_testing
