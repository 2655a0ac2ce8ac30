#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Plugins that are missing or made for another Slurm: docs/install.md says what
# follows, and this shows it.
# cluster: own
# limit: 240
. "$(dirname "$0")/../lib.sh"
wait_view
plugins=$(plugin_dir) place=$(place ultra)
job_submit=$plugins/job_submit_commroute.so
spank=$plugins/spank_commroute.so
cp "$job_submit" "$spank" "$tap_dir/"

# starts_not: slurmctld does not come up.
starts_not() { ! cluster start slurmctld; }
new_log() { tap_log_start=$(($(wc -l <"$log/slurmctld.log") + 1)); }
swap() { cp "$1" "$2.new" && mv -f "$2.new" "$2"; }

# --- job_submit for another Slurm ----------------------------------------------------
# Another release; another micro version of this one is taken.
if slurm_before 2605; then other="SLURM_VERSION_NUM(26,5,0)"; else other="SLURM_VERSION_NUM(25,11,7)"; fi
cat >"$tap_dir/other.c" <<'E2'
#include <stdint.h>
#include <slurm/slurm.h>
const char plugin_name[] = "other", plugin_type[] = "job_submit/commroute";
const uint32_t plugin_version = OTHER;
int init(void) { return 0; }
int job_submit(void *d, uint32_t u, char **m) { (void)d; (void)u; (void)m; return 0; }
int job_modify(void *d, void *j, uint32_t u, char **m) { (void)d; (void)j; (void)u; (void)m; return 0; }
E2
ok "(a plugin for another Slurm is made)" cc -shared -DOTHER="$other" ${SLURM:+-I"$SLURM/include"} -fPIC -o "$tap_dir/other.so" "$tap_dir/other.c"
cluster stop slurmctld >/dev/null 2>&1
swap "$tap_dir/other.so" "$job_submit"
new_log
ok "job_submit for another Slurm: slurmctld does not start" starts_not
like "$(ctld_log)" "fatal: .*job_submit" "and says so"
rm -f "$job_submit"
new_log
ok "job_submit missing: slurmctld does not start" starts_not
like "$(ctld_log)" "fatal: .*job_submit" "and says so"
swap "$tap_dir/job_submit_commroute.so" "$job_submit"
ok "with the right one it starts" cluster start slurmctld
ok "and knows the cluster" wait_view

# --- install while it runs: a new file, renamed ----------------------------------------
swap "$tap_dir/job_submit_commroute.so" "$job_submit"
job=$(submit alice --hold --comm-profile=moe -N 2 --gpus-per-node=4 --wrap true)
is "$(job_field "$job" Partition)" ultra "a plugin installed by rename under a running slurmctld does no harm"

# --- a node without the SPANK plugin ------------------------------------------------------
show='echo "$SLURMD_NODENAME ${COMMROUTE_PROFILE--} ${COMMROUTE_TOPOLOGY--}"'
# Two nodes of one block: a job of two is placed within one.
read -r without with <<<"$(scontrol show hostnames "${ultra_blocks[0]#* }" | head -n 2 | xargs)"
run_on() { as alice sbatch --parsable -o "$tap_dir/node.out" --comm-profile=moe -p ultra -N 2 -w "$without,$with" \
	--wrap "srun /bin/sh -c '$show'"; }
COMMROUTE_NO_SPANK_NODES=$without cluster up >/dev/null 2>&1
job=$(run_on)
ok "one node without the plugin: the job runs" wait_job "$job" COMPLETED 60
out=$(sort "$tap_dir/node.out")
is "$(grep "$without " <<<"$out")" "$without moe -" "there, tasks have the profile from the controller, no topology"
is "$(grep "$with " <<<"$out")" "$with moe ${place% *}" "elsewhere all is as it should be"
is "$(scontrol show node "$without" | grep -c DRAIN)" 0 "and the node is not drained"

# --- listed as required: the same -------------------------------------------------------------
COMMROUTE_SPANK=required cluster up >/dev/null 2>&1
job=$(run_on)
ok "listed as required: the job runs" wait_job "$job" COMPLETED 60
is "$(awk '{print $2, $3}' "$tap_dir/node.out" | sort -u)" "moe ${place% *}" "and its tasks see everything"
is "$(sinfo -h -o %T | grep -ci drain)" 0 "no node is drained"
fails "a refusal is still a refusal" "CR-101" as alice sbatch --comm-profile='a b' -N1 --wrap true
as alice srun -Q -p p5en -N1 sh -c 'exit 7'
is $? 7 "exit codes are the task's own"

# --- the SPANK plugin's file is missing -----------------------------------------------------------
COMMROUTE_SPANK=optional cluster up >/dev/null 2>&1
rm -f "$spank"
as alice srun -Q -p p5en -N1 true
is $? 0 "file missing, listed as optional: jobs run"
fails "and the option is unknown" "unrecognized option|unknown" as alice sbatch --comm-profile=moe -N1 --wrap true
swap "$tap_dir/spank_commroute.so" "$spank"
done_testing
