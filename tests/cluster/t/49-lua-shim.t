#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# What `commroute lua import` shows a job_submit.lua is what Slurm's own plugin shows it: every
# name of slurm.*, every field of a job from lines of all three clients, every field of the
# partitions.  A value may be said to be unknown where a line cannot tell it, never be another.
# limit: 200
# cluster: own
# with: COMMROUTE_JOB_SUBMIT=lua
# with: COMMROUTE_EXTRA_CONF=PartitionName=full Nodes=ip-10-1-1-[15,19] State=DOWN AllowAccounts=nlp,vision DenyQos=normal AllocNodes=commroute Alternate=dev DefMemPerCPU=100 MaxMemPerNode=5000 MaxNodes=2 MinNodes=1 MaxTime=30 DefaultTime=10 MaxCPUsPerNode=8 MaxCPUsPerSocket=4 OverSubscribe=FORCE:2 PriorityTier=7 PriorityJobFactor=3 Hidden=YES TRESBillingWeights=CPU=1.0\nPartitionName=rooted Nodes=ip-10-1-1-33 RootOnly=YES\nPartitionName=grouped Nodes=ip-10-1-1-33 AllowGroups=bob\nPartitionName=ours Nodes=ip-10-1-1-33 AllowGroups=alice AllowQos=normal DenyAccounts=prod QOS=normal DefMemPerNode=77 MaxMemPerCPU=33
. "$(dirname "$0")/../lib.sh"

[[ -e $(plugin_dir)/job_submit_lua.so ]] ||
	{ skip "Slurm's job_submit/lua is not there"; done_testing; }
cd "$tap_dir" || bail_out "no $tap_dir"

# Tells all that it finds, a line "@NAME VALUE" each, and refuses the job.
cat >dump.lua <<'LUA'
local job_fields = [[account acctg_freq admin_comment alloc_node argc argv array_inx assoc_comment
assoc_qos batch_features begin_time bitflags boards_per_node burst_buffer clusters comment
container contiguous core_spec cores_per_socket cpu_freq_gov cpu_freq_max cpu_freq_min
cpus_per_task cpus_per_tres cron_job default_account default_qos delay_boot dependency end_time
exc_nodes extra features gres group_id het_job_offset immediate licenses mail_type mail_user
max_cpus max_nodes mcs_label mem_per_tres min_cpus min_mem_per_cpu min_mem_per_node min_nodes name
network nice ntasks_per_board ntasks_per_core ntasks_per_gpu ntasks_per_node ntasks_per_socket
ntasks_per_tres num_tasks oversubscribe pack_job_offset partition pn_min_cpus pn_min_memory
pn_min_tmp_disk prefer priority qos reboot req_context req_nodes req_switch requeue reservation
script segment_size selinux_context shared site_factor sockets_per_board sockets_per_node
spank_job_env spank_job_env_size std_err std_in std_out thread_spec threads_per_core time_limit
time_min tres_bind tres_freq tres_per_job tres_per_node tres_per_socket tres_per_task user_id
user_name wait4switch wckey work_dir no_such_field]]
local part_fields = [[allow_accounts allow_alloc_nodes allow_groups allow_qos alternate
billing_weights_str def_mem_per_cpu def_mem_per_node default_time deny_accounts deny_qos
flag_default flags max_cpus_per_node max_cpus_per_socket max_mem_per_cpu max_mem_per_node max_nodes
max_nodes_orig max_oversubscribe max_share max_time min_nodes min_nodes_orig name nodes
priority_job_factor priority_tier qos state_up total_cpus total_nodes no_such_field]]

local function show(v)
	if type(v) == "number" then return string.format("%.17g", v) end
	if type(v) == "table" then
		local out = {}
		for k, x in pairs(v) do out[#out + 1] = tostring(k) .. "=" .. tostring(x) end
		table.sort(out)
		return "{" .. table.concat(out, " ") .. "}"
	end
	return (tostring(v):gsub("\n", "\\n"))
end
local function tell(name, v) slurm.user_msg("@" .. name .. " " .. show(v)) end

function slurm_job_submit(job, parts, uid)
	if job.name == "constants" then
		for k, v in pairs(slurm) do
			if type(v) ~= "table" then tell(k, type(v) == "function" and "function" or v) end
		end
	elseif job.name == "partitions" then
		for name, part in pairs(parts) do
			for f in part_fields:gmatch("%S+") do tell(name .. "." .. f, part[f]) end
		end
	else
		for f in job_fields:gmatch("%S+") do tell(f, job[f]) end
		tell("the user's number", uid)
	end
	return slurm.ERROR
end
function slurm_job_modify() return slurm.SUCCESS end
return slurm.SUCCESS
LUA
printf '#!/bin/bash\n#SBATCH -N 3 --mem=8G\n#SBATCH -C efa --comment="from script"\nsrun hostname\n' >"$tap_dir/job.sh"
chmod 755 "$tap_dir/job.sh"

segments=
slurm_before 2511 || segments="--spread-segments "
lines=(
	"sbatch -J constants --wrap true"
	"sbatch -J partitions --wrap true"
	"sbatch -N 2 --gpus-per-node=4 -t 30 --segment=2 ${segments}--wrap true"
	"sbatch -J cpus -n 16 -c 4 --mem=4G -p p5en --switches=1@10:00 --mincpus=2 --wrap true"
	"sbatch -J range -N 2-4 --mem-per-cpu=1500K --exclusive --contiguous -C gb200|h200 --wrap true"
	"sbatch -J mail -N 1 --gres=gpu:h200:2 --comment=hello -L matlab:2,x --mail-type=ALL,TIME_LIMIT_90 --mail-user=a@b --wrap true"
	"sbatch -J array -a 0-7%2 --qos=normal -A nlp -d singleton --nice=50 -H -t UNLIMITED --kill-on-invalid-dep=yes --wrap true"
	"sbatch -J gpus -N 2 --ntasks-per-node=4 --gpus=8 --gpus-per-task=1 --cpus-per-gpu=3 --mem-per-gpu=2G --gres-flags=enforce-binding --wrap true"
	"sbatch $tap_dir/job.sh one two"
	"salloc -J alloc -N 2 -n 5 -t 1:00:00 -s true"
	"srun -N 2 -n 4 --ntasks-per-node=2 --mem=0 --nice hostname"
	"sbatch -J files --reservation=r -w ip-10-1-0-24,ip-10-1-0-11 -x ip-10-1-0-52 --no-requeue -o out%j -e /err -D /tmp --tmp=5G --wrap true"
	"sbatch -J profile --comm-profile=moe -N 4 -n 8 -O --exclusive=user --ntasks-per-core=1 --spread-job --wrap true"
	"sbatch -J rest -n 3 --gpus-per-socket=2 --sockets-per-node=2 --tres-per-task=cpu=4,gres/gpu:1 --bb=x --core-spec=2 --wckey=w --time-min=10 -t 20 --acctg-freq=30 --prefer=efa --extra=e --mcs-label=m --delay-boot=5 --wrap true"
	"sbatch -J bind -n 5 --ntasks-per-node=2 -G h200:8 --gpu-bind=closest --gpu-freq=high --exclusive=topo --batch=efa --network=x --thread-spec=2 --wrap true"
)

install -m 644 dump.lua "$conf/job_submit.lua" # loaded again when it is newer
touch -d '+1 minute' "$conf/job_submit.lua"
{
	echo "cases:"
	for i in "${!lines[@]}"; do
		printf -- '- {name: "#%s", user: alice, job: "%s", expect: {verdict: leave}}\n' "$i" "${lines[i]}"
	done
} >jobs.yaml
commroute lua import --all --policy "$conf/commroute.yaml" --jobs jobs.yaml dump.lua >ours 2>&1

# theirs I: what Slurm's plugin tells of line I; ours I: what the shim does.
theirs() {
	# shellcheck disable=SC2086 # words
	as alice ${lines[$1]} 2>&1 | sed -n 's/^[a-z]*: error: @//p' | sort
}
ours() {
	awk -v want="#$1" '/^#/ { on = $0 == want } on' ours |
		sed -n 's/^\( *script says: \)\{0,1\}@//p' | sort
}
unknown() {
	awk -v want="#$1" '/^#/ { on = $0 == want } on' ours |
		sed -n 's/.*read by the script: \(.*\); without it:$/\1/p' | sed 's/job_desc\.//g; s/, /\n/g' | sort
}

# What no line tells: it lies in the client's environment.
always="alloc_node assoc_comment work_dir"
for i in "${!lines[@]}"; do
	theirs "$i" >theirs.txt
	ours "$i" >ours.txt
	name="${lines[i]:0:70}"
	[[ -s theirs.txt && -s ours.txt ]] ||
		{ tap_result 1 "$name: both tell"; diag "$(head -20 ours)"; continue; }
	unknown "$i" >unknown.txt
	# A field that is not known is left out of both.
	for side in theirs ours; do
		awk 'FILENAME == "unknown.txt" { gone[$1] = 1; next } !($1 in gone)' unknown.txt $side.txt >$side.left
	done
	cmp -s theirs.left /dev/null && tap_result 1 "$name: something is compared"
	is "$(diff theirs.left ours.left)" "" "$name: the same values"
	diag "not known of it: $(paste -sd ' ' unknown.txt)"
	beyond=$(grep -vwFf <(tr ' ' '\n' <<<"$always") unknown.txt | paste -sd ' ')
	is "$beyond" "" "$name: nothing else is unknown"
done
cd /
done_testing
