#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# plan and apply on a real slurmdbd: the documents' example, from nothing to a whole policy,
# drifts made by hand, a plan that came too late, and applies that are killed.
# cluster: own
# limit: 300
. "$(dirname "$0")/../lib.sh"

plan() { commroute plan "$@" "$tap_dir/plan.yaml"; }
nothing_to_do() { plan >/dev/null; }
quietly() { sacctmgr -i "$@" >/dev/null; }

# --- as the documents have it -----------------------------------------------------------
cat >"$tap_dir/plan.yaml" <<-'Y'
	version: 1
	profiles:
	  moe: {pattern: alltoall, intensity: extreme, routes: [{topology_type: block}]}
	tenant_defaults:
	  qos: {own: "{tenant}", borrow: spare}
	tenants:
	  nlp:
	    accounts: [nlp]
	    share: {ultra: 16, p5en: 24}     # GPUs by partition
	  vision:
	    accounts: [vision]
	    share: {p5en: 24}
	    budget: {gpu_hours: 1000}
Y
documented() { sed -n '/<!-- plan -->/,/<!-- \/plan -->/p' "$(dirname "$0")/../../../docs/tenants.md" | sed '1d;$d;s/^    //'; }
is "$(plan)" "$(documented)" "docs/tenants.md shows the plan as it is"
ok "it is carried out" commroute apply --yes --policy "$tap_dir/plan.yaml"
ok "then nothing is left to do" nothing_to_do
is "$(sacctmgr -nP show qos where name=vision format=GrpTRESMins,Flags)" "gres/gpu=60000|NoDecay" "Slurm has the budget"

# --- from nothing -------------------------------------------------------------------------
forget_all() {
	quietly delete user where name=alice,bob
	quietly delete account where name=nlp-moe
	quietly delete account where name=nlp,vision,prod,lab
	quietly delete qos where name=nlp,vision,prod,spare
}
cat >"$tap_dir/plan.yaml" <<-'Y'
	version: 1
	profiles:
	  moe: {pattern: alltoall, intensity: extreme, routes: [{topology_type: block}]}
	tenant_defaults:
	  qos: {own: "{tenant}", borrow: spare}
	  borrow: {max_gpus: 32, min_run: 26h, grace: 90s}
	tenants:
	  nlp: {accounts: [nlp], share: {ultra: 16, p5en: 24}}
	  vision: {accounts: [vision, lab], share: {p5en: 24}, budget: {gpu_hours: 1000}}
	  prod: {accounts: [prod], share: {ultra: 16}, borrow: never}
Y
forget_all
plan -o "$tap_dir/saved" >/dev/null
is "$?" 1 "without any QOS or account there is something to do"
ok "a saved plan makes all of it" commroute apply "$tap_dir/saved"
ok "a second plan is empty" nothing_to_do
is "$(commroute apply "$tap_dir/saved")" "0 done, 8 were so already, 0 not done" "the same plan again does nothing"
is "$(sacctmgr -nP show qos where name=spare format=PreemptMode,PreemptExemptTime,GraceTime,MaxTRES)" \
	"requeue|1-02:00:00|00:01:30|gres/gpu=32" "the QOS to borrow from is as wanted"
is "$(sacctmgr -nP show assoc where account=lab user= format=DefaultQOS)" vision "an account has its default QOS"

# --- drifts ---------------------------------------------------------------------------------
drifts=(
	"modify qos nlp set GrpTRES=gres/gpu=41"
	"modify qos nlp set GrpTRES=gres/gpu:gb200=-1"
	"modify qos nlp set Preempt="
	"modify qos nlp set Priority=0"
	"modify qos spare set Priority=1000"
	"modify qos spare set PreemptMode=cancel"
	"modify qos spare set PreemptExemptTime=00:10:00"
	"modify qos spare set GraceTime=91"
	"modify qos spare set MaxTRES=gres/gpu=-1"
	"modify qos vision set GrpTRESMins=gres/gpu=1"
	"modify qos vision set Flags-=NoDecay"
	"modify account nlp set QOS-=spare"
	"modify account lab set DefaultQOS=spare"
	"delete account lab"
	"delete account prod"
	"delete qos prod"
)
RANDOM=85
drift() { # one to three of them, and what each was
	local n=$((1 + RANDOM % 3)) words
	while ((n--)); do
		words=${drifts[RANDOM % ${#drifts[@]}]}
		# shellcheck disable=SC2086
		quietly $words 2>/dev/null
		echo "sacctmgr $words"
	done
}
for ((i = 0; i < $(at_length 8 20); i++)); do
	drift >"$tap_dir/drift"
	made=$(paste -sd';' "$tap_dir/drift")
	nothing_to_do && { tap_result 1 "found: $made"; continue; }
	commroute apply --yes --policy "$tap_dir/plan.yaml" >"$tap_dir/out" 2>&1 || diag "$(cat "$tap_dir/out")"
	ok "found and mended: $made" nothing_to_do
done
ok "what the policy does not speak of stays" quietly modify qos nlp set GrpTRES=cpu=100 MaxJobsPU=7
quietly modify qos nlp set GrpTRES=gres/gpu=1
commroute apply --yes --policy "$tap_dir/plan.yaml" >/dev/null
is "$(sacctmgr -nP show qos where name=nlp format=GrpTRES,MaxJobsPU)" "cpu=100,gres/gpu:gb200=16,gres/gpu:h200=24,gres/gpu=40|7" \
	"and beside it what it does speak of is as wanted"

# --- too late -------------------------------------------------------------------------------
quietly modify qos nlp set GrpTRES=gres/gpu=41
plan -o "$tap_dir/saved" >/dev/null
quietly modify qos nlp set GrpTRES=gres/gpu=42
fails "a plan is bound to what it saw" "GrpTRES gres/gpu is 42, and was 41 when planned: plan again" \
	commroute apply "$tap_dir/saved"
is "$(sacctmgr -nP show qos where name=nlp format=GrpTRES | grep -o 'gres/gpu=[0-9]*')" gres/gpu=42 "nothing was changed then"

# --- as somebody without rights ---------------------------------------------------------------
chmod 644 "$tap_dir/plan.yaml" "$tap_dir/saved"
plan -o "$tap_dir/saved" >/dev/null
chmod 644 "$tap_dir/saved"
fails "a user may look at a plan and not carry it out" "sacctmgr says" as alice commroute apply "$tap_dir/saved"

# --- killed at a step ---------------------------------------------------------------------------
real=$(command -v sacctmgr)
mkdir "$tap_dir/bin"
cat >"$tap_dir/bin/sacctmgr" <<-WRAPPER
	#!/bin/bash
	# Ends who calls it around the command whose turn is in \$KILL_AT: before it, or behind it.
	[[ \$* != *" show "* ]] || exec $real "\$@"
	n=\$((\$(cat "$tap_dir/turn") + 1))
	echo "\$n" >"$tap_dir/turn"
	[[ \$KILL_AT != "\$n-" ]] || kill -9 \$PPID
	$real "\$@" || exit
	[[ \$KILL_AT != "\$n+" ]] || kill -9 \$PPID
WRAPPER
chmod 755 "$tap_dir/bin/sacctmgr"
for at in $(at_length "2+ 5- 8+" "$(printf '%s ' {1..8}{-,+})"); do
	forget_all
	echo 0 >"$tap_dir/turn"
	(KILL_AT=$at PATH=$tap_dir/bin:$PATH commroute apply --yes --policy "$tap_dir/plan.yaml" >/dev/null 2>&1) 2>/dev/null
	is "$?" 137 "an apply is killed at command $at"
	commroute apply --yes --policy "$tap_dir/plan.yaml" >"$tap_dir/out" 2>&1 || diag "$(cat "$tap_dir/out")"
	ok "run again it comes to the same end" nothing_to_do
done
done_testing
