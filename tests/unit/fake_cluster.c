/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a real controller answers, as `scontrol show` prints it, in slurm.h's structures. */
#include "tests/unit/fake_controller.h"

#include "topology/slurm_versions.h"

#include <stdio.h>
#include <string.h>

#define T FAKE_TEXT

static const char topology[] = "- topology: ultra\n"
			       "  block:\n"
			       "    block_sizes: [2]\n"
			       "    blocks:\n"
			       "    - {block: b1, nodes: 'u[1-2]'}\n"
			       "    - {block: b2, nodes: 'u[3-4]'}\n"
			       "- topology: p5en\n"
			       "  cluster_default: true\n"
			       "  tree:\n"
			       "    switches:\n"
			       "    - {switch: core, children: 'leaf[1-2]'}\n"
			       "    - {switch: leaf1, nodes: 'p[1-2]'}\n"
			       "    - {switch: leaf2, nodes: 'p[3-4]'}\n";

static uint64_t no_limit[] = {INFINITE64, INFINITE64, INFINITE64};
static uint64_t gpu_limit[] = {INFINITE64, NO_VAL64, 16};
static uint64_t user_limit[] = {96, INFINITE64, INFINITE64};
static uint64_t used[] = {100, 1000, 8};
static uint64_t run_secs[] = {0, 0, 7200};
static slurmdb_qos_usage_t qos_usage = {.tres_cnt = 3,
					.grp_used_tres = used,
					.grp_used_tres_run_secs = run_secs,
					.grp_used_jobs = 2};
static slurmdb_assoc_usage_t assoc_usage = {
	.tres_cnt = 3, .grp_used_tres = used, .used_jobs = 1, .used_submit_jobs = 4};

static int32_t ultra_inx[] = {0, 3, -1}, p5en_inx[] = {4, 7, -1}, all_inx[] = {0, 7, -1};
static int32_t reserved_inx[] = {2, 4, -1}, no_inx[] = {-1};

static partition_info_t partition(const char *name, int32_t *inx)
{
	return (partition_info_t){
		.name = T(name),
		.node_inx = inx,
		.state_up = PARTITION_UP,
		.max_share = 1,
		.max_nodes = INFINITE,
		.max_time = INFINITE,
		.default_time = NO_VAL,
		.max_cpus_per_node = INFINITE,
		.preempt_mode = NO_VAL16,
		.priority_tier = 1,
	};
}

static void make_partitions(void)
{
	partition_info_t *p = fake.partitions;

	p[0] = partition("ultra", ultra_inx);
	p[0].max_time = 2880;
	p[0].min_nodes = 1;
	p[1] = partition("p5en", p5en_inx);
	p[1].flags = PART_FLAG_DEFAULT;
	p[1].allow_accounts = T("nlp,vision");
	p[1].allow_groups = T("ml,ops");
	p[1].deny_qos = T("spare");
	p[1].qos_char = T("normal");
	p[1].preempt_mode = PREEMPT_MODE_CANCEL;
	p[2] = partition("all", all_inx);
	p[2].allow_accounts = T("ALL");
	p[2].allow_qos = T("ALL");
	p[2].qos_char = T("");
#if CR_BUILT_SINCE(CR_SINCE_PARTITION_TOPOLOGY)
	p[0].topology_name = T("ultra");
	p[1].topology_name = T("p5en");
#endif
	fake.partition_count = 3;
	fake.partitions_changed = 1000;
	fake.reservations_changed = 900;
}

static void make_nodes(void)
{
	static char names[8][4];

	for (unsigned i = 0; i < 8; i++) {
		(void)snprintf(names[i], sizeof(names[i]), "%c%u", i < 4 ? 'u' : 'p', i % 4 + 1);
		fake.nodes[i] = (node_info_t){
			.name = names[i],
			.arch = T(i < 4 ? "aarch64" : "x86_64"),
			.gres = T(i < 4 ? "gpu:gb200:4(S:0-1)" : "gpu:h200:8(S:0-1),nic:8"),
			.cpus = i < 4 ? 144 : 192,
			.cpus_efctv = i < 4 ? 140 : 0,
			.sockets = 2,
			.real_memory = i < 4 ? 960000 : 2000000,
			.features = T(i < 4 ? "gb200,nvl" : NULL),
			.node_state = NODE_STATE_IDLE,
		};
	}
	fake.nodes[3].node_state = NODE_STATE_DOWN;
	fake.nodes[6].node_state = NODE_STATE_ALLOCATED;
	fake.nodes[7].node_state = NODE_STATE_UNKNOWN;
	fake.nodes[7].arch = NULL;
	fake.node_count = 8;
}

static void make_reservations(void)
{
	fake.reservations[0] = (reserve_info_t){.name = T("maint"),
						.node_inx = reserved_inx,
						.end_time = (time_t)1 << 40,
						.users = T("-bob,-eve"),
						.accounts = T("nlp")};
	fake.reservations[1] = (reserve_info_t){.name = T("licences"),
						.node_inx = no_inx,
						.start_time = (time_t)1 << 40,
						.end_time = (time_t)1 << 41,
						.partition = T("p5en"),
						.users = T("ada")};
	fake.reservation_count = 2;
}

static list_t *list_of(const char *a, const char *b)
{
	list_t *list = slurm_list_create(NULL);

	slurm_list_append(list, T(a));
	if (b)
		slurm_list_append(list, T(b));
	return list;
}

static slurmdb_qos_rec_t qos(uint32_t id, const char *name, uint32_t priority)
{
	return (slurmdb_qos_rec_t){
		.id = id,
		.name = T(name),
		.priority = priority,
		.preempt_mode = NO_VAL16,
		.grp_jobs = INFINITE,
		.grp_submit_jobs = INFINITE,
		.max_jobs_pu = NO_VAL,
		.max_submit_jobs_pu = NO_VAL,
		.max_jobs_pa = NO_VAL,
		.max_submit_jobs_pa = NO_VAL,
		.max_wall_pj = INFINITE,
		.grp_wall = INFINITE,
		.grp_tres_ctld = no_limit,
	};
}

static slurmdb_assoc_rec_t assoc(const char *account, const char *user, const char *parent)
{
	return (slurmdb_assoc_rec_t){
		.acct = T(account),
		.user = T(user),
		.parent_acct = T(parent),
		.grp_jobs = INFINITE,
		.grp_submit_jobs = INFINITE,
		.max_jobs = INFINITE,
		.max_submit_jobs = INFINITE,
		.max_wall_pj = INFINITE,
		.grp_wall = INFINITE,
	};
}

static void make_accounting(void)
{
	fake.accounting = true;
	fake.tres[0] = T("cpu");
	fake.tres[1] = T("mem");
	fake.tres[2] = T("gres/gpu");
	fake.qos[0] = qos(1, "normal", 0);
	fake.qos[1] = qos(2, "nlp", 100);
	fake.qos[1].preempt_list = list_of("3", "77"); /* 77 was deleted */
	fake.qos[1].grp_tres_ctld = gpu_limit;
	fake.qos[1].usage = &qos_usage;
	fake.qos[2] = qos(3, "spare", 10);
	fake.qos[2].flags = QOS_FLAG_DENY_LIMIT;
	fake.qos[2].max_jobs_pu = 4;
	fake.assocs[0] = assoc("root", NULL, NULL);
	fake.assocs[1] = assoc("nlp", NULL, "root");
	fake.assocs[1].max_tres_ctld = user_limit;
	fake.assocs[1].usage = &assoc_usage;
	fake.assocs[2] = assoc("nlp", "ada", "nlp");
	fake.assocs[2].is_def = 1;
	fake.assocs[2].def_qos_id = 2;
	fake.assocs[2].qos_list = list_of("2", "+3");
	fake.assocs[3] = assoc("nlp", "bob", "nlp");
	fake.assocs[3].partition = T("p5en");
}

static const char record[] =
	"admin: ok {\"commroute\":1,\"verdict\":\"route\",\"mode\":\"enforce\",\"profile\":\"moe\","
	"\"tenant\":\"nlp\",\"partition\":\"ultra\",\"topology\":\"ultra\",\"type\":\"block\","
	"\"qos\":\"nlp\",\"segment\":2,\"why\":[\"moe wants blocks\",\"nlp has room\"]}";

static void make_jobs(void)
{
	fake.jobs[0] = (slurm_job_info_t){.job_state = JOB_RUNNING,
					  .nodes = T("u[1-3]"),
					  .partition = T("ultra"),
					  .qos = T("nlp"),
					  .admin_comment = T(record)};
	fake.jobs[1] = (slurm_job_info_t){.job_state = JOB_PENDING,
					  .state_desc = T("held by its user"),
					  .state_reason = 0,
					  .partition = T("p5en"),
					  .req_switch = 1,
					  .extra = T(record)};
	fake.jobs[2] = (slurm_job_info_t){
		.job_state = JOB_RUNNING, .nodes = T("p[1-2]"), .partition = T("p5en")};
#if CR_BUILT_SINCE(CR_SINCE_JOB_SEGMENT)
	for (size_t i = 0; i < 3; i++)
		fake.jobs[i].segment_size = NO_VAL16;
	fake.jobs[0].segment_size = 2;
#endif
	fake.job_count = 3;
	fake.will_run = (will_run_response_msg_t){.node_list = T("p[1-2]"),
						  .start_time = 4102444800};
}

void fake_start(void)
{
	fake = (struct fake_controller){.topology = topology};
	fake.conf = (slurm_conf_t){
		.version = T("26.05.5"),
		.cluster_name = T("alpha"),
		.accounting_storage_enforce = 0x0b,
		.preempt_mode = PREEMPT_MODE_REQUEUE,
		.preempt_type = T("preempt/qos"),
		.sched_params = T("max_switch_wait=900"),
		.job_requeue = 1,
		.select_type_param = 0x14, /* cores and memory */
	};
	make_partitions();
	make_nodes();
	make_reservations();
	make_accounting();
	make_jobs();
}

bool fake_stop(void)
{
	int out = fake.out;

	slurm_list_destroy(fake.qos[1].preempt_list);
	slurm_list_destroy(fake.assocs[2].qos_list);
	fake = (struct fake_controller){0};
	return out == 0;
}
