/* SPDX-License-Identifier: GPL-2.0-or-later */
/* commroute plan and apply, with an imitated controller and a sacctmgr that is a script. */
#include "tests/unit/cli_world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define POLICY                                                                                     \
	"version: 1\n"                                                                             \
	"profiles: {a: {pattern: none, intensity: none, routes: [{topology_type: tree}]}}\n"       \
	"tenants: {nlp: {accounts: [nlp], qos: {own: nlp}, share: {p5en: 8}}}\n"

/* Shows qos.txt and assoc.txt; writes what else it is told into told.txt and does what do.sh says.
 */
static const char sacctmgr[] = "#!/bin/sh\n"
			       "case \"$*\" in\n"
			       "*show*qos*) cat qos.txt ;;\n"
			       "*show*assoc*) cat assoc.txt ;;\n"
			       "*) echo \"$@\" >>told.txt; . ./do.sh ;;\n"
			       "esac\n";

#define QOS_AFTER "nlp|0||cluster||00:00:00|cpu=4,gres/gpu=8,gres/gpu:h200=8|||\n"

static int start(void **state)
{
	char path[600];
	char *cwd = getcwd(NULL, 0);

	if (cli_start_controller(state) != 0 || !cwd)
		return -1;
	fake.conf.accounting_storage_tres = FAKE_TEXT("cpu,gres/gpu,gres/gpu:h200");
	fake.conf.accounting_storage_enforce = 0x0b;
	(void)snprintf(path, sizeof(path), "%s:/usr/bin:/bin", cwd);
	free(cwd);
	setenv("PATH", path, 1);
	cli_write("sacctmgr", sacctmgr);
	(void)chmod("sacctmgr", 0755);
	cli_write("policy2.yaml", POLICY);
	cli_write("qos.txt", "nlp|0||cluster||00:00:00|cpu=4|||\n");
	cli_write("assoc.txt", "root|||normal|\nnlp|||nlp|nlp\nnlp|ada||nlp|nlp\n");
	cli_write("told.txt", "");
	cli_write("do.sh", "echo '" QOS_AFTER "' >qos.txt\n");
	return 0;
}

static const char planned[] =
	"QOS\n"
	"  ~ nlp\n"
	"      GrpTRES           gres/gpu: none -> 8  (policy2.yaml:3)\n"
	"      GrpTRES           gres/gpu:h200: none -> 8  (policy2.yaml:3)\n"
	"\nAs commands (commroute apply runs them)\n"
	"    sacctmgr -i modify qos where name=nlp set GrpTRES=gres/gpu=8,gres/gpu:h200=8\n"
	"\n0 to add, 1 to change, 2 as they should be\n";

static void a_plan_is_shown(void **state)
{
	const struct cli_case table[] = {
		{"plan policy2.yaml", 1, planned, ""},
		{"plan policy2.yaml policy.yaml", 2, "",
		 "commroute plan: one policy at a time\n" CLI_TRY("plan")},
		{"plan none.yaml", 3, "", "commroute: none.yaml: No such file or directory\n"},
		{"plan -o none/p policy2.yaml", 3, "",
		 "commroute: none/p: No such file or directory\n"},
	};

	(void)state;
	cli_check(table, COUNT(table));
	assert_string_equal(cli_read("told.txt"), "");
	cli_write("qos.txt", QOS_AFTER);
	cli_check_words("plan policy2.yaml", 0, "0 to add, 0 to change, 3 as they should be\n", "");
}

/* Saved, carried out, carried out again: the second time there is nothing to do. */
static void a_plan_is_carried_out(void **state)
{
	(void)state;
	cli_check_words("plan -o p.json policy2.yaml", 1, planned, "");
	assert_non_null(strstr(cli_read("p.json"), "\"where\":\"policy2.yaml:3:"));
	cli_check_words("apply p.json", 0, "1 done, 0 were so already, 0 not done\n", "");
	assert_string_equal(
		cli_read("told.txt"),
		"-i modify qos where name=nlp set GrpTRES=gres/gpu=8,gres/gpu:h200=8\n");
	cli_check_words("apply p.json", 0, "0 done, 1 were so already, 0 not done\n", "");
	cli_check_words("apply --yes --policy=policy2.yaml", 0,
			"0 to add, 0 to change, 3 as they should be\n", "");
	cli_write("qos.txt", "nlp|0||cluster||00:00:00|gres/gpu=8|||\n");
	cli_check_words("apply --yes --policy=policy2.yaml", 0, "1 done", "");
	assert_non_null(strstr(cli_read("told.txt"), "name=nlp set GrpTRES=gres/gpu:h200=8\n"));
}

static void it_stops(void **state)
{
	(void)state;
	cli_check_words("plan -o p.json policy2.yaml", 1, planned, "");
	/* Somebody else was there. */
	cli_write("qos.txt", "nlp|0||cluster||00:00:00|gres/gpu=9|||\n");
	cli_check_words("apply p.json", 1, "0 done, 0 were so already, 1 not done\n",
			"QOS 'nlp': GrpTRES gres/gpu is 9, and was not set when planned: plan "
			"again\n");
	cli_write("qos.txt", "spare|0||cluster||00:00:00||||\n");
	cli_check_words("apply p.json", 1, "0 done",
			"QOS 'nlp' is not there, and was there when planned: plan again\n");
	assert_string_equal(cli_read("told.txt"), "");
	/* sacctmgr refuses; says yes and does nothing; is not there. */
	cli_write("qos.txt", "nlp|0||cluster||00:00:00||||\n");
	cli_write("do.sh", "echo 'no rights' >&2; exit 7\n");
	cli_check_words("apply p.json", 1, "0 done", "sacctmgr says (exit status 7): no rights\n");
	cli_write("do.sh", "\n");
	cli_check_words("apply p.json", 1, "0 done",
			"QOS 'nlp' is not as planned after its command");
	cli_write("do.sh", "kill -9 $$\n");
	cli_check_words("apply p.json", 1, "0 done", "sacctmgr was ended by signal 9\n");
	setenv("PATH", "/nonexistent", 1);
	cli_check_words("apply p.json", 3, "0 done", "sacctmgr: No such file or directory");
	cli_check_words("plan policy2.yaml", 3, "", "sacctmgr: No such file or directory");
}

static void slurm_conf_comes_first(void **state)
{
	(void)state;
	fake.conf.accounting_storage_tres = FAKE_TEXT("cpu,gres/gpu");
	cli_check_words("plan -o p.json policy2.yaml", 1,
			"slurm.conf (by hand, then restart slurmctld)\n"
			"  - AccountingStorageTRES=cpu,gres/gpu\n"
			"  + AccountingStorageTRES=cpu,gres/gpu,gres/gpu:h200  (policy2.yaml:3)\n",
			"");
	cli_check_words("apply p.json", 1, "", "slurm.conf first: AccountingStorageTRES must name");
	assert_string_equal(cli_read("told.txt"), "");
	/* What does not stand in the way of sacctmgr is only said. */
	fake.conf.accounting_storage_tres = FAKE_TEXT("cpu,gres/gpu,gres/gpu:h200");
	fake.conf.accounting_storage_enforce = 0x01;
	cli_check_words("apply --yes --policy=policy2.yaml", 1,
			"  - AccountingStorageEnforce=associations,\n"
			"  + AccountingStorageEnforce=associations,limits,qos  (policy2.yaml:3)\n",
			"slurm.conf is not as the policy wants it yet");
	assert_non_null(strstr(cli_read("told.txt"), "modify qos"));
}

static void nobody_to_ask(void **state)
{
	(void)state;
	cli_check_words("apply --policy=policy2.yaml", 2, "", "nobody can be asked here: --yes");
	cli_check_words("apply --policy=policy2.yaml p.json", 2, "",
			"either a saved plan or --policy");
	cli_check_words("apply a b", 2, "", "one plan at a time");
}

static void plans_that_are_none(void **state)
{
	static const struct {
		const char *text, *why;
	} table[] = {
		{"", "no JSON"},
		{"{", "no JSON"},
		{"[]", "this is no plan of version 1"},
		{"{\"commroute_plan\":2}", "this is no plan of version 1"},
		{"{\"commroute_plan\":1,\"cluster\":\"a\"}", "has no steps"},
		{"{\"commroute_plan\":1,\"cluster\":\"-x\",\"steps\":[]}",
		 "has no steps, or no cluster"},
		{"{\"commroute_plan\":1,\"cluster\":\"a\",\"steps\":[1]}", "step 1 of this plan"},
		{"{\"commroute_plan\":1,\"cluster\":\"a\",\"steps\":[{\"kind\":\"QOS\",\"action\":\"add\","
		 "\"object\":\"a\",\"fields\":[{\"key\":\"Nope\",\"want\":\"1\"}]}]}",
		 "step 1 of this plan"},
		{"{\"commroute_plan\":1,\"cluster\":\"a\",\"steps\":[{\"kind\":\"QOS\",\"action\":\"add\","
		 "\"object\":\"a=b\",\"fields\":[{\"key\":\"Priority\",\"want\":\"1\"}]}]}",
		 "step 1 of this plan"},
		{"{\"commroute_plan\":1,\"cluster\":\"a\",\"steps\":[{\"kind\":\"QOS\",\"action\":\"add\","
		 "\"object\":\"a\",\"fields\":[{\"key\":\"Priority\",\"want\":\"1,x\"}]}]}",
		 "step 1 of this plan"},
		{"{\"commroute_plan\":1,\"cluster\":\"a\",\"steps\":[{\"kind\":\"QOS\",\"action\":\"add\","
		 "\"object\":\"a\",\"fields\":[]}]}",
		 "step 1 of this plan"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(table); i++) {
		cli_write("bad.json", table[i].text);
		cli_check_words("apply bad.json", 1, "", table[i].why);
	}
	cli_check_words("apply none.json", 3, "", "none.json: No such file or directory\n");
}

static void without_slurmdbd(void **state)
{
	(void)state;
	fake.accounting = false;
	cli_check_words("plan policy2.yaml", 3, "",
			"this cluster has no slurmdbd: there is nothing to plan\n");
}

static void as_json(void **state)
{
	static const struct cli_case table[] = {
		{"plan --json policy2.yaml", 1,
		 "{\"commroute_plan\":1,\"cluster\":\"alpha\",\"steps\":[{\"kind\":\"QOS\","
		 "\"action\":\"change\",\"object\":\"nlp\",\"fields\":[{\"key\":\"GrpTRES\","
		 "\"element\":\"gres/gpu\",\"have\":\"\",\"want\":\"8\",\"where\":"
		 "\"policy2.yaml:3:59\"},{\"key\":\"GrpTRES\",\"element\":\"gres/gpu:h200\","
		 "\"have\":\"\",\"want\":\"8\",\"where\":\"policy2.yaml:3:59\"}],\"command\":["
		 "\"sacctmgr\",\"-i\",\"modify\",\"qos\",\"where\",\"name=nlp\",\"set\","
		 "\"GrpTRES=gres/gpu=8,gres/gpu:h200=8\"]}],\"fine\":2,\"findings\":[]}",
		 ""},
	};

	(void)state;
	cli_check_json(table, COUNT(table));
}

#define LIVE(test) cmocka_unit_test_setup_teardown(test, start, cli_stop_controller)

int main(void)
{
	const struct CMUnitTest tests[] = {
		LIVE(a_plan_is_shown),  LIVE(a_plan_is_carried_out),
		LIVE(it_stops),         LIVE(slurm_conf_comes_first),
		LIVE(nobody_to_ask),    LIVE(plans_that_are_none),
		LIVE(without_slurmdbd), LIVE(as_json),
	};

	return cmocka_run_group_tests_name("commroute plan and apply", tests, cli_enter_world,
					   cli_leave);
}
