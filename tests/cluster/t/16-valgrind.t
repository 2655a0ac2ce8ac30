#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# slurmctld under valgrind: 200 submissions of all kinds, policy changes between
# them, and no error or leak in a frame of ours.
# cluster: own
# with: COMMROUTE_CTLD_WRAP=valgrind --trace-children=yes --fullpath-after= --leak-check=full --show-leak-kinds=definite --keep-debuginfo=yes --log-file=/tmp/valgrind.%p
# limit: 400
. "$(dirname "$0")/../lib.sh"
ok "slurmctld under valgrind knows the cluster" wait_view 120

policy=$conf/commroute.yaml
cp "$policy" "$tap_dir/good.yaml"
change() { sed "$1" "$tap_dir/good.yaml" >"$policy.new" && mv -f "$policy.new" "$policy"; }

count=0
try() { as "$@" >/dev/null 2>&1; count=$((count + 1)); }
for ((i = 0; i < 20; i++)); do
	try alice sbatch -H -o /dev/null --comm-profile=moe -N 4 --gpus-per-node=4 --wrap true
	try bob sbatch -H -o /dev/null --comm-profile=allreduce,borrow -N 2 --gpus-per-node=8 --wrap true
	try bob sbatch -H -o /dev/null --comm-profile=nosuch -N 2 --wrap true
	try alice sbatch -H -o /dev/null -A nlp-moe --comm-profile=independent -n 8 --gpus=8 --wrap true
	try alice sbatch -H -o /dev/null --array=1-3 --comm-profile=pipeline -N 1 --gres=gpu:2 --wrap true
	try carol sbatch -H -o /dev/null --comm-profile=moe -N 2 --wrap true
	try alice sbatch -H -o /dev/null --export=NONE -N 1 --wrap true
	try alice sbatch -H -o /dev/null -p ultra --comm-profile=moe -N 500 --wrap true
	try alice salloc -Q --comm-profile=moe -N 1 --gpus-per-node=4 true
	try bob env COMMROUTE_PROFILE=x sbatch -H -o /dev/null --comm-profile=none -N 1 --wrap true
	case $((i % 4)) in
	0) change 's/^mode: enforce/mode: observe/' ;;
	1) change 's/^profiles:/profilez:/' ;;
	2) change '' ;;
	3) # The process that a reconfigure replaces reports no leaks: one, early on.
		((i > 3)) || { scontrol reconfigure; wait_view 120; } ;;
	esac
done
is "$count" 200 "200 submissions were made"
mv -f "$tap_dir/good.yaml" "$policy"
cancel_all_jobs
cluster stop slurmctld >/dev/null 2>&1
# valgrind writes its log files at exit, one for each slurmctld (a reconfigure makes a new one).
ok "valgrind ends" poll 30 eval '! pgrep memcheck'
reports=$(grep -h "Command:\|ERROR SUMMARY" /tmp/valgrind.* 2>/dev/null)
# A report is blocks between empty lines; --fullpath-after shows our sources as (/commroute/...);
# a Slurm of with-slurm was built below build/.
ours=$(awk '/^==[0-9]+== *$/ { ours = block; gsub(/\(\/commroute\/build\//, "", ours)
	if (index(ours, "(/commroute/")) print block; block = ""; next }
	{ block = block "\n" $0 }' /tmp/valgrind.*)
ok "valgrind watched slurmctld, over reconfigures too" test "$(grep -l 'Command: .*slurmctld' /tmp/valgrind.* | wc -l)" -ge 1
like "$reports" "ERROR SUMMARY" "and came to its end"
is "$ours" "" "no error and no leak in a frame of ours"
diag "$reports"
cluster start slurmctld >/dev/null 2>&1
done_testing
