#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# 400 partitions, each for a group of its own: a submission opens passwd and group twice at
# the most, under slurmctld's locks, whoever submits; and who comes into a group is let in.
# cluster: own
. "$(dirname "$0")/../lib.sh"
partitions=400
cp /etc/group "$tap_dir/group"
put_back() {
	[[ ! -e $tap_dir/group ]] || cp "$tap_dir/group" /etc/group
	[[ -z $opens ]] || kill "$opens"
	opens=
}
opens=
trap 'put_back; tap_exit' EXIT

topology=
slurm_before 2505 || topology=" Topology=p5en"
for ((i = 0; i < partitions; i++)); do
	members=carol # of an empty one Slurm asks nobody
	((i < partitions - 1)) || members=carol,alice # in the last one alone
	echo "ml$i:x:$((5000 + i)):$members" >>/etc/group
	echo "PartitionName=g$i Nodes=$(IFS=,; echo "${p5en_nodes[*]}") AllowGroups=ml$i$topology"
done >>"$conf/slurm.conf"
{
	cat <<-'YAML'
	version: 1
	mode: enforce
	profiles:
	  one: {pattern: allreduce, intensity: high, routes: [{partition: g0}]}
	  free: {pattern: allreduce, intensity: high, routes: [{partition: p5en}]}
	YAML
	echo "  many:"
	echo "    pattern: allreduce"
	echo "    intensity: high"
	echo "    routes:"
	for ((i = 0; i < partitions; i++)); do echo "      - {partition: g$i}"; done
} >"$conf/commroute.yaml"
cluster restart slurmctld >/dev/null 2>&1 || bail_out "slurmctld does not start"
knows() { as alice sbatch --test-only --comm-profile=free -N2 --wrap true; }
poll 60 knows || bail_out "the policy is not read"
tells_groups() { as bob sbatch --test-only --comm-profile=one -N2 --wrap true 2>&1 | grep -q CR-205; }
ok "bob is shut out of one" poll 30 tells_groups

ctld=$(<"$run/slurmctld.pid")
[[ $(</proc/"$ctld"/comm) == slurmctld ]] || ctld=$(pgrep -x slurmctld | head -n 1)
"$here/opens" "$ctld" /etc/passwd /etc/group >"$tap_dir/opens" 2>&1 &
opens=$!
poll 10 grep -q ready "$tap_dir/opens" || bail_out "$(cat "$tap_dir/opens")"
told=1
# counted: what was opened since the last time.
counted() {
	kill -USR1 "$opens"
	told=$((told + 1))
	poll 10 eval '(($(wc -l <"$tap_dir/opens") >= told))'
	tail -n 1 "$tap_dir/opens"
}
try() { as "$1" sbatch --parsable --hold -o /dev/null --comm-profile=many -N2 --wrap true 2>&1; }
is_few() { (($1 <= 2)); }

counted >/dev/null
job=$(try alice)
n=$(counted)
is "$(job_field "$job" Partition)" "g$((partitions - 1))" "alice is sent to the only one that is open to her"
diag "$n files opened"
ok "with two files opened at the most" is_few "$n"
job=$(try alice)
n=$(counted)
diag "$n files opened"
ok "the next time with none that was not needed" is_few "$n"

out=$(try bob)
n=$(counted)
like "$out" "CR-205" "bob is shut out of them all"
diag "$n files opened"
ok "with two files opened at the most" is_few "$n"
out=$(try bob)
n=$(counted)
like "$out" "CR-205" "and again, by what is so at that moment"
diag "$n files opened"
ok "with two files opened at the most" is_few "$n"

sed -i 's/^ml7:x:5007:.*/ml7:x:5007:bob/' /etc/group
scontrol update partitionname=g7 allowgroups=ml7,ml8
job=$(try bob)
is "$(job_field "$job" Partition)" g7 "bob comes into a group, and is let in at once"
put_back
done_testing
