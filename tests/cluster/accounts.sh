# SPDX-License-Identifier: GPL-2.0-or-later
# Fills the accounting database: two tenants with a QOS each that may preempt
# what runs under the shared QOS `spare`.
# shellcheck shell=bash

# sacctmgr's own words are shown only when it fails.
acct() {
	local out
	out=$(sacctmgr --immediate "$@" 2>&1) || { say "sacctmgr $*: $out"; return 1; }
}

# carol has no association at all.
fill_accounts() {
	[[ ! -e $state/accounts.done ]] || return 0
	acct add qos spare priority=10 preemptmode=requeue &&
	acct add qos nlp,vision priority=1000 preempt=spare grptres=gres/gpu=48 &&
	acct add account nlp qos=nlp,spare defaultqos=nlp &&
	acct add account nlp-moe parent=nlp &&
	acct add account vision qos=vision,spare defaultqos=vision &&
	acct add user alice account=nlp,nlp-moe defaultaccount=nlp &&
	acct add user bob account=vision defaultaccount=vision &&
	touch "$state/accounts.done"
}
