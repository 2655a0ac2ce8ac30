#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Whether a job can ever run is judged by the request that is sent: with the segment of
# its route, on blocks with gaps, and beyond what block_sizes makes whole.
# cluster: own
. "$(dirname "$0")/../lib.sh"
if slurm_before 2505; then
	skip "partition-topologies: since Slurm 25.05"
	done_testing
fi

# Three blocks of two in place of two of four.
sed -i '/- topology: ultra/,$d' "$conf/topology.yaml"
cat >>"$conf/topology.yaml" <<'YAML'
- topology: ultra
  cluster_default: false
  block:
    block_sizes: [4, 8]
    blocks:
      - {block: us1, nodes: "ip-10-1-0-[11,37,81,102]"}
      - {block: us2, nodes: "ip-10-1-0-[24,52,68,117]"}
- topology: small
  cluster_default: false
  block:
    block_sizes: [2, 4]
    blocks:
      - {block: s1, nodes: "ip-10-1-0-[11,37]"}
      - {block: s2, nodes: "ip-10-1-0-[81,102]"}
      - {block: s3, nodes: "ip-10-1-0-[24,52]"}
YAML
cat >>"$conf/slurm.conf" <<'CONF'
PartitionName=odd Nodes=ip-10-1-0-[11,37,81,24,52,68] Topology=ultra
PartitionName=few Nodes=ip-10-1-0-[11,37,24,52] Topology=ultra
PartitionName=small Nodes=ip-10-1-0-[11,37,81,102,24,52] Topology=small
CONF
cat >"$conf/commroute.yaml" <<'YAML'
version: 1
mode: enforce
profiles:
  odd: {pattern: alltoall, intensity: high, routes: [{partition: odd, segment: largest}]}
  few: {pattern: alltoall, intensity: high, routes: [{partition: few, segment: largest}]}
  small: {pattern: alltoall, intensity: high, routes: [{partition: small, segment: largest}]}
  whole: {pattern: alltoall, intensity: high, routes: [{partition: small, segment: none}]}
  bare: {pattern: alltoall, intensity: high, routes: [{partition: odd, segment: none}]}
  plain: {pattern: alltoall, intensity: high, routes: [{partition: ultra, segment: none}]}
YAML
cluster restart slurmctld >/dev/null 2>&1 || bail_out "slurmctld does not start with these blocks"
knows() { as alice sbatch --test-only --comm-profile=plain -N2 --wrap true; }
poll 60 knows || bail_out "the policy is not read"

runs() { # PROFILE NODES SEGMENT DESC
	local job
	job=$(submit alice --comm-profile="$1" -N"$2" --wrap true)
	is "$(job_field "$job" SegmentSize)" "$3" "$4: a segment of $3"
	ok "and it runs" wait_job "$job" COMPLETED 30
}
runs odd 4 2 "4 nodes where blocks of 4 have 3 each"
runs few 4 2 "where they have 2 each"
runs small 6 2 "6 nodes on three blocks of 2"

# Without a segment Slurm has no place for these, and it is said with a code.
stuck() { # PROFILE NODES PARTITION
	fails "$2 nodes in $3: refused" "CR-333" as alice sbatch --comm-profile="$1" -N"$2" --wrap true
	ok "as Slurm would" never_starts "$3" "$2"
}
never_starts() { # PARTITION NODES
	local job
	job=$(submit alice -p "$1" -N"$2" --wrap true) || return 0
	poll 20 eval "[[ \$(job_field $job Reason) =~ BadConstraints|Resources|PartitionConfig|Topology ]]"
	[[ $(job_field "$job" JobState) == PENDING ]]
}
stuck bare 4 odd
stuck whole 6 small
cancel_all_jobs

# The user's own segment, by this Slurm's rules.
if slurm_before 2605; then
	fails "a segment beyond the job is refused" "CR-331" as alice sbatch --comm-profile=plain --segment=4 -N2 --wrap true
else
	job=$(submit alice --comm-profile=plain --segment=4 -N2 --wrap true)
	ok "a segment beyond the job is taken, and it runs" wait_job "$job" COMPLETED 30
fi
done_testing
