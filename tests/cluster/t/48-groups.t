#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Ranks by groups of nodes, as the job, its step or its profile says.  The job has 2, 1, 2 and 1
# nodes of four leaves: a ring over them splits two groups of 2, one is the fewest.
# limit: 180
. "$(dirname "$0")/../lib.sh"
wait_view
policy=$conf/commroute.yaml
cp "$policy" "$tap_dir/"
nodes=ip-10-1-1-[15,60,33,19,77,46]
ring="15 60 33 19 77 46" packed="15 60 33 46 19 77"

show=$tap_dir/show
cat >"$show" <<'E2'
#!/bin/bash
echo "$SLURM_PROCID ${SLURMD_NODENAME##*-} ${COMMROUTE_NODE_RANK-none} ${COMMROUTE_PLACEMENT-none}"
E2
chmod 755 "$show"
# ranks NAME: the nodes of the step NAME in rank order; all of its tasks know their rank.
ranks() {
	sed -n "s/^$1 //p" <<<"$out" | sort -n | awk '{ printf "%s%s", s, $2; s = " " } $1 != $3 { printf "(told %s)", $3 }'
}

script=$tap_dir/job.sh
cat >"$script" <<E2
#!/bin/bash
echo "list \$(scontrol show hostnames "\$COMMROUTE_NODELIST" | sed 's/.*-//' | xargs)"
echo "rank \$(commroute rank --format=lines | sed 's/.*-//' | xargs)"
echo "placement \$COMMROUTE_PLACEMENT"
srun $show | sed 's/^/plain /'
srun --export=NONE $show | sed 's/^/bare /'
srun --ntasks-per-node=1 --comm-profile=auto,order=none $show | sed 's/^/none /'
srun --comm-profile=auto,order=group:3 $show | sed 's/^/three /'
srun --comm-profile=auto,order=group:4 $show 2>&1 | sed 's/^/four /'
E2

# groups OPTION DESC: a job with OPTION is ordered by groups of two.
groups() {
	local job step
	job=$(submit alice -p p5en -N6 -w "$nodes" --comm-profile="$1" "$script")
	ok "$2: the job runs" wait_job "$job" COMPLETED 60
	out=$(job_output "$job")
	for step in plain bare; do is "$(ranks $step)" "$packed" "its ranks are packed ($step)"; done
	is "$(sed -n 's/^list //p' <<<"$out")" "$packed" "the batch script knows it"
	is "$(sed -n 's/^rank //p' <<<"$out")" "$packed" "commroute rank agrees"
	like "$(sed -n 's/^placement //p' <<<"$out")" 'group=2,groups_split=1,' "one group of three is split"
	like "$(grep '^plain' <<<"$out" | awk '{print $5}' | sort -u)" 'group=2,groups_split=1,' "as its tasks see"
	is "$(ranks three)" "$ring" "a step's own groups of 3 count (each on one spine)"
	like "$(grep '^four' <<<"$out")" "CR-337: groups of 4 nodes do not make up the job's 6: its ranks are ordered as a ring" \
		"one that cannot be is said"
	is "$(grep -c CR-337 <<<"$out")" 1 "once"
	# Beside a busy slurmctld srun tells more of its step.
	out=$(grep -vE 'CR-337|^four srun: ' <<<"$out")
	is "$(ranks four)" "$ring" "and its ranks are those of the ring"
}

groups auto,order=group:2 "order=group:2"
job=$(submit alice -p p5en -N6 -w "$nodes" --comm-profile=auto "$script")
ok "without groups the job runs" wait_job "$job" COMPLETED 60
out=$(job_output "$job")
is "$(ranks plain)" "$ring" "its ranks are the ring's"

# --- a profile's -----------------------------------------------------------------------
sed '/summary: data parallel/a\    group: 2' "$tap_dir/commroute.yaml" >"$policy.new" && mv "$policy.new" "$policy"
policy_is_in_force() { [[ $(as alice sbatch --test-only --comm-profile=ddp -N3 --wrap true 2>&1) == *CR-337* ]]; }
ok "a policy with groups is in force" poll 20 policy_is_in_force
groups ddp "a profile's group"
out=$(as alice salloc -Q -p p5en -N6 -w "$nodes" --comm-profile=allreduce srun "$show" | sed 's/^/shell /')
is "$(ranks shell)" "$packed" "salloc and srun: as the profile says"

# --- said at submission ------------------------------------------------------------------
out=$(as alice sbatch --parsable --output="$tap_dir/bad-%j.out" -p p5en -N6 -w "$nodes" --comm-profile=ddp,order=group:4 --wrap "srun $show" 2>&1)
like "$out" "CR-337: groups of 4 nodes do not make up the job's 6: its ranks are ordered as a ring" "groups that do not divide the nodes: said at submission"
job=$(grep -Eo '^[0-9]+$' <<<"$out")
ok "and the job runs" wait_job "$job" COMPLETED 60
out=$(sed 's/^/plain /' "$tap_dir/bad-$job.out")
is "$(ranks plain)" "$ring" "as a ring, without another word"
for n in 0 7 99999; do
	out=$(as alice salloc -p p5en -N6 -w "$nodes" --comm-profile="auto,order=group:$n" srun "$show" 2>&1)
	like "$out" "CR-337: groups of $n nodes" "order=group:$n is said"
	out=$(grep -v '^sallo\|^srun' <<<"$out" | sed 's/^/plain /')
	is "$(ranks plain)" "$ring" "and ordered as a ring"
done
mv "$tap_dir/commroute.yaml" "$policy"
done_testing
