/* SPDX-License-Identifier: GPL-2.0-or-later */
/* job_submit/modify: whose word a record is, by the field that the policy has it in. */
#include "policies/file/policy_model.h"
#include "tests/unit/modify_world.h"

#include <string.h>

static const char forged[] = "{\"commroute\":1,\"verdict\":\"route\",\"mode\":\"enforce\","
			     "\"profile\":\"allreduce\",\"partition\":\"p5en\",\"qos\":\"nlp\"}";

/* A job of salloc has no environment: only Extra can tell of it. */
static void as_salloc(const char *extra)
{
	job.environment = NULL;
	job.env_size = 0;
	job.extra = (char *)extra;
}

static void records_go_to_extra(void)
{
	world.policy->site.record.field = CR_RECORD_EXTRA;
}

static void extra_is_believed_only_where_it_is_ours(void **state)
{
	(void)state;
	as_salloc(forged);
	assert_int_not_equal(modify(), CR_ANSWER_ACCEPT);
	assert_null(change.partition);
	memory_free((void **)&message);
	records_go_to_extra();
	assert_int_equal(modify(), CR_ANSWER_ACCEPT);
	assert_string_equal(change.partition, "ultra");
}

/* ---- updates of Extra ----------------------------------------------------------- */

static const struct {
	const char *extra;
	bool to_extra; /* records go there */
	unsigned site, tenant;
	bool refused;
} updates[] = {
	{"a note", false, CR_MODE_ENFORCE, CR_UNSET, false},
	{forged, false, CR_MODE_ENFORCE, CR_UNSET, true},
	{forged, false, CR_MODE_OBSERVE, CR_UNSET, true},
	{"my {\"commroute\":1} too", false, CR_MODE_OBSERVE, CR_UNSET, true},
	{"a note", true, CR_MODE_ENFORCE, CR_UNSET, true},
	{"a note", true, CR_MODE_ENFORCE, CR_MODE_OBSERVE, true},
	{"a note", true, CR_MODE_OBSERVE, CR_UNSET, false},
	{"a note", true, CR_MODE_OBSERVE, CR_MODE_OBSERVE, false},
	{"a note", true, CR_MODE_OBSERVE, CR_MODE_ENFORCE, true},
	{forged, true, CR_MODE_OBSERVE, CR_UNSET, true},
	{forged, true, CR_MODE_DISABLED, CR_MODE_ENFORCE, false}, /* the kill switch */
};

static void extra_takes_no_record_from_users(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(updates); i++) {
		slurm_init_job_desc_msg(&change);
		change.extra = (char *)updates[i].extra;
		world.policy->site.mode = updates[i].site;
		cr_tenant_at(&world.policy->site.tenants, 1)->mode = updates[i].tenant;
		world.policy->site.record.field = updates[i].to_extra ? CR_RECORD_EXTRA
								      : CR_RECORD_ADMIN_COMMENT;
		assert_int_equal(modify() != CR_ANSWER_ACCEPT, updates[i].refused);
		assert_int_equal(message && strncmp(message, "CR-209: ", 8) == 0,
				 updates[i].refused);
		memory_free((void **)&message);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(extra_is_believed_only_where_it_is_ours),
		CASE(extra_takes_no_record_from_users),
	};

	return cmocka_run_group_tests_name("job_submit/modify, forged records", tests, NULL, NULL);
}
