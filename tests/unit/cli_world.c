/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The files that lines of the command are run on. */
#include "tests/unit/cli_world.h"

#include "policies/cluster/snapshot.h"
#include "tests/unit/policy_world.h"

#include <stdio.h>
#include <stdlib.h>

static const char two_yaml[] = "- topology: ultra\n"
			       "  block:\n"
			       "    block_sizes: [4, 8]\n"
			       "    blocks:\n"
			       "    - {block: b1, nodes: 'n[2,4,6,8]'}\n"
			       "    - {block: b2, nodes: 'n[1,3,5,7]'}\n"
			       "- topology: ib\n"
			       "  cluster_default: true\n"
			       "  tree:\n"
			       "    switches:\n"
			       "    - {switch: core, children: 's[1-2]'}\n"
			       "    - {switch: s1, children: 'l[1-2]'}\n"
			       "    - {switch: s2, children: l3}\n"
			       "    - {switch: l1, nodes: 'i[11-12]'}\n"
			       "    - {switch: l2, nodes: 'i[13-14]'}\n"
			       "    - {switch: l3, nodes: 'i[15-16]'}\n"
			       "- topology: any\n"
			       "  flat: true\n";

static const char tree_conf[] = "SwitchName=s1 Nodes=n[1-2]\n"
				"SwitchName=s2 Nodes=n[3-4]\n"
				"SwitchName=top Switches=s[1-2]\n";

static const char slurm_conf[] = "ClusterName=alpha\n"
				 "TopologyPlugin=topology/tree\n"
				 "PartitionName=ultra Nodes=n[1-4] Topology=ultra\n";

static void write_cluster(void)
{
	static struct world w;
	struct cr_account accounts[5];
	const struct cr_accounts all = {.item = accounts, .count = COUNT(accounts)};
	const struct cr_assoc plain = {.limits = CR_LIMITS_INIT};
	char *text;

	world_make(&w, NULL);
	w.view.cluster = "alpha";
	w.view.taken = 1790000000;
	for (size_t i = 0; i < COUNT(accounts); i++)
		accounts[i] = (struct cr_account){.assoc = plain, .parent = i ? "root" : NULL};
	accounts[0].assoc.account = "root";
	accounts[1].assoc.account = "nlp";
	accounts[2] = (struct cr_account){.assoc = w.user_assoc, .is_default = true};
	accounts[3].assoc.account = "vision";
	accounts[4] = (struct cr_account){.assoc = w.user_assoc, .is_default = true};
	accounts[4].assoc.account = "vision";
	accounts[4].assoc.user = "vic";
	accounts[4].assoc.default_qos = "vision";
	text = cr_snapshot_format(&w.view, w.topologies, &all, NULL);
	assert_non_null(text);
	cli_write("cluster.json", text);
	free(text);
	world_free(&w);
}

int cli_enter_world(void **state)
{
	if (cli_enter(state) != 0)
		return -1;
	cli_write("two.yaml", two_yaml);
	cli_write("tree.conf", tree_conf);
	cli_write("bad.yaml", "- topology: t\n  blocks: 3\n");
	cli_write("policy.yaml", world_policy);
	write_cluster();
	return 0;
}

int cli_start_controller(void **state)
{
	(void)state;
	fake_start();
	cli_write("slurm.conf", slurm_conf);
	cli_write("topology.conf", tree_conf);
	cli_write("commroute.yaml", world_policy);
	return setenv("SLURM_CONF", "slurm.conf", 1);
}

int cli_stop_controller(void **state)
{
	(void)state;
	unsetenv("SLURM_CONF");
	(void)remove("slurm.conf");
	(void)remove("topology.conf");
	(void)remove("commroute.yaml");
	return fake_stop() ? 0 : -1;
}
