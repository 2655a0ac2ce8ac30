#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# slurmctld under valgrind: updates of all kinds, borrowing, heterogeneous jobs,
# the journal; no error and no leak in a frame of ours.
# cluster: own
# with: COMMROUTE_CTLD_WRAP=valgrind --trace-children=yes --fullpath-after= --leak-check=full --show-leak-kinds=definite --keep-debuginfo=yes --log-file=/tmp/valgrind-updates.%p
# limit: 400
. "$(dirname "$0")/../lib.sh"
ok "slurmctld under valgrind knows the cluster" wait_view 120

held() { submit "$1" --hold "${@:2}" --wrap true; }
update() { as "$1" scontrol update jobid="$2" "${@:3}" >/dev/null 2>&1; }
updates=0
for ((i = 0; i < 4; i++)); do
	tree=$(held alice --comm-profile=allreduce,borrow -N 2 --gpus-per-node=8)
	block=$(held alice --comm-profile=moe -N 4 --gpus-per-node=4)
	plain=$(held bob -N 2 --gpus-per-node=4)
	het=$(as alice sbatch --parsable -H -o /dev/null --comm-profile=moe -N2 : --comm-profile=allreduce -N2 --wrap true)
	array=$(held bob --array=1-3 --comm-profile=allreduce -N 1 --gpus-per-node=8)
	for change in numnodes=4 numnodes=8 numnodes=6 numnodes=900 timelimit=5 partition=dev partition=p5en \
		partition=ultra,p5en qos=spare qos= account=nlp-moe account=vision nice=1 name=x \
		tresPerNode=gres/gpu:2 switches=2 admincomment=x extra=x; do
		for job in "alice $tree" "alice $block" "bob $plain" "alice $het+1" "bob ${array}_2"; do
			# shellcheck disable=SC2086 # user and job
			update $job "$change" || true
			updates=$((updates + 1))
		done
	done
	cancel_all_jobs
done
is "$updates" 360 "360 updates were tried"
ok "those of ours are in the journal" test "$(grep -c '"event":"update"' "$state/slurmctld/commroute.journal")" -gt 100
cluster stop slurmctld >/dev/null 2>&1
ok "valgrind ends" poll 30 eval '! pgrep memcheck'
ours=$(awk '/^==[0-9]+== *$/ { ours = block; gsub(/\(\/commroute\/build\//, "", ours)
	if (index(ours, "(/commroute/")) print block; block = ""; next }
	{ block = block "\n" $0 }' /tmp/valgrind-updates.*)
like "$(cat /tmp/valgrind-updates.*)" "ERROR SUMMARY" "valgrind came to its end"
is "$ours" "" "no error and no leak in a frame of ours"
cluster start slurmctld >/dev/null 2>&1
done_testing
