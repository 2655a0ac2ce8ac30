/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Every key that a policy can have: the reader, the manuals and their tests go by these tables. */
#include "policies/file/schema.h"

#include "base/harm.h"
#include "policies/file/policy_model.h"
#include "policies/job/enum_names.h"

static const char *const notices[] = {"problems", "changes", "always", NULL};
static const char *const record_fields[] = {"admin_comment", "extra", "none", NULL};
static const char *const segments[] = {"a number", "largest", "none", NULL};
static const char *const switch_counts[] = {"a number", "fewest", "none", NULL};
static const char *const otherwise[] = {"warn", "next", "refuse", NULL};
static const char *const spacings[] = {"any", "spread", "consolidate", NULL};
static const char *const not_judged[] = {"protect", "leave", "refuse", NULL};
static const char *const undeclared[] = {"leave", "refuse", NULL};
static const char *const job_kinds[] = {"any", "batch", "interactive", NULL};
static const char *const consents[] = {"job", "always", "never", NULL};
static const char *const over_budget[] = {"refuse", "borrow", "wait", NULL};
static const char *const rank_orders[] = {"topology", "none", NULL};
static const char *const exports[] = {"torchrun", "rank", NULL};
static const char *const harmful[] = {"warn", "scrub", "ignore", NULL};
static const char *const on_failure[] = {"ignore", "refuse", NULL};
static const char *const resets[] = {"never", "monthly", "quarterly", "yearly", NULL};

#define FIELD(...)   CR_FIELD(__VA_ARGS__)
#define SECTION(...) CR_SECTION(__VA_ARGS__)

/* clang-format off: one key, one block of lines */
static const struct cr_field segment_fields[] = {
	FIELD(cr_segment_rule, "choose", COUNT, choose, .choices = segments, .min = 1, .max = 65533,
	      .standard = "largest",
	      .doc = "the segment wished: the largest legal one, none, or a "
		     "number that must divide the job's nodes",
	      .example = "largest"),
	FIELD(cr_segment_rule, "min", NUMBER, min, .min = 1, .max = 65533, .standard = "1",
	      .doc = "smallest segment that is still good", .example = "4"),
	FIELD(cr_segment_rule, "multiple_of", NUMBER, multiple_of, .min = 1, .max = 65533,
	      .standard = "1", .doc = "the segment is a multiple of this", .example = "2"),
	FIELD(cr_segment_rule, "otherwise", CHOICE, otherwise, .choices = otherwise,
	      .standard = "warn",
	      .doc = "when no legal segment satisfies min and multiple_of: take "
		     "the best there is and warn, try the next route, or refuse",
	      .example = "next"),
};
SECTION(segment, "routes.segment", "a segment wish", cr_segment_rule, .shorthand = "choose");

static const struct cr_field route_fields[] = {
	FIELD(cr_route, "topology_type", CHOICE, topology_type, .choices = cr_topology_type_words,
	      .first = CR_TOPOLOGY_NONE + 1, .doc = "partitions whose topology is of this type",
	      .example = "block"),
	FIELD(cr_route, "topology", TEXT, topology,
	      .doc = "partitions with this topology of topology.yaml", .example = "ultra"),
	FIELD(cr_route, "partition", TEXT, partition, .doc = "this partition", .example = "ultra"),
	FIELD(cr_route, "segment", SECTION, segment, .on = CR_TOPOLOGY_BLOCK, .section = &segment,
	      .doc = "how a job on blocks is cut into segments, each within one block",
	      .example = "{choose: largest, min: 4}"),
	FIELD(cr_route, "switches", COUNT, switches, .on = CR_TOPOLOGY_TREE,
	      .choices = switch_counts, .min = 1, .max = 65533, .waits = true, .standard = "none",
	      .doc = "how many leaf switches a job "
		     "on a tree may use, and how long to wait for that: Slurm's --switches=COUNT@TIME",
	      .example = "fewest@10m"),
	FIELD(cr_route, "spacing", CHOICE, spacing, .on = CR_TOPOLOGY_BLOCK, .choices = spacings,
	      .standard = "any",
	      .doc = "segments on different blocks, or as few blocks as can be (Slurm 25.11)",
	      .example = "spread"),
	FIELD(cr_route, "exclusive_topology", BOOL, exclusive_topology, .on = CR_TOPOLOGY_BLOCK,
	      .standard = "false",
	      .doc = "no other job on the job's blocks: Slurm's --exclusive=topo",
	      .example = "true"),
	FIELD(cr_route, "contiguous", BOOL, contiguous, .on = CR_TOPOLOGY_FLAT, .standard = "false",
	      .doc = "nodes that follow each other in Slurm's order of nodes: Slurm's --contiguous",
	      .example = "true"),
	FIELD(cr_route, "fallback_after", SECONDS, fallback_after, .min = 60,
	      .doc = "to another topology after waiting so long", .example = "30m"),
};
SECTION(route, "routes", "a route", cr_route);

const struct cr_section *cr_schema_routes(void)
{
	return &route;
}

static const struct cr_field profile_fields[] = {
	FIELD(cr_profile, "summary", TEXT, summary,
	      .doc = "one line, shown by "
		     "--comm-profile=list",
	      .example = "all-to-all heavy, expert parallel"),
	FIELD(cr_profile, "aliases", TEXTS, aliases, .doc = "other names for it",
	      .example = "[ddp, fsdp]"),
	FIELD(cr_profile, "pattern", CHOICE, pattern, .choices = cr_pattern_words, .required = true,
	      .doc = "the collective that dominates", .example = "alltoall"),
	FIELD(cr_profile, "intensity", CHOICE, intensity, .choices = cr_intensity_words,
	      .required = true, .doc = "how much of a step is communication", .example = "extreme"),
	FIELD(cr_profile, "routes", LIST, routes, .section = &route, .required = true,
	      .doc = "acceptable topologies, the best first",
	      .example = "[{topology_type: block}]"),
	FIELD(cr_profile, "group", NUMBER, group, .min = 2, .max = 65533,
	      .doc = "ranks are ordered so that groups of so many nodes, one after another in rank, "
		     "lie within one unit where that can be (expert or tensor parallelism)",
	      .example = "4"),
	FIELD(cr_profile, "portable", BOOL, portable, .standard = "false",
	      .doc = "its jobs may run on any CPU architecture and GPU type", .example = "true"),
};
SECTION(profile, "profiles.NAME", "a profile", cr_profile);

static const struct cr_field when_fields[] = {
	FIELD(cr_when, "min_nodes", NUMBER, min_nodes, .doc = "at least so many nodes",
	      .example = "16"),
	FIELD(cr_when, "max_nodes", NUMBER, max_nodes, .doc = "at most so many nodes",
	      .example = "1"),
	FIELD(cr_when, "min_gpus", NUMBER, min_gpus, .doc = "at least so many GPUs",
	      .example = "64"),
	FIELD(cr_when, "max_gpus", NUMBER, max_gpus, .doc = "at most so many GPUs", .example = "8"),
	FIELD(cr_when, "partitions", TEXTS, partitions,
	      .doc = "one of these partitions was "
		     "asked for (globs)",
	      .example = "[\"p5*\"]"),
	FIELD(cr_when, "accounts", TEXTS, accounts, .doc = "the account is one of these (globs)",
	      .example = "[\"nlp*\"]"),
	FIELD(cr_when, "users", TEXTS, users, .doc = "the user is one of these (globs)",
	      .example = "[ada]"),
	FIELD(cr_when, "qos", TEXTS, qos, .doc = "the QOS asked for is one of these (globs)",
	      .example = "[urgent]"),
	FIELD(cr_when, "kind", CHOICE, kind, .choices = job_kinds, .standard = "any",
	      .doc = "with a batch script, or without", .example = "interactive"),
};
SECTION(when, "undeclared.when", "a condition", cr_when);

static const struct cr_field undeclared_rule_fields[] = {
	FIELD(cr_undeclared_rule, "when", SECTION, when, .section = &when,
	      .doc = "what must hold, all of it; nothing: always", .example = "{min_nodes: 16}"),
	FIELD(cr_undeclared_rule, "profile", NAME, profile, .required = true,
	      .doc = "the profile such a job gets, or none", .example = "allreduce"),
};
SECTION(undeclared_rule, "undeclared", "a rule", cr_undeclared_rule);

static const struct cr_field admit_fields[] = {
	FIELD(cr_admit, "min_intensity", CHOICE, min_intensity, .choices = cr_intensity_words,
	      .standard = "none", .doc = "profiles of at least this intensity", .example = "high"),
	FIELD(cr_admit, "min_nodes", NUMBER, min_nodes, .standard = "0",
	      .doc = "jobs of at least so many nodes", .example = "2"),
	FIELD(cr_admit, "max_nodes", NUMBER, max_nodes, .doc = "jobs of at most so many nodes",
	      .example = "64"),
	FIELD(cr_admit, "profiles", TEXTS, profiles, .doc = "these profiles only",
	      .example = "[moe]"),
	FIELD(cr_admit, "tenants", TEXTS, tenants, .doc = "these tenants only", .example = "[nlp]"),
};
SECTION(admit, "partitions.NAME.admit", "admission", cr_admit);

static const struct cr_field interactive_fields[] = {
	FIELD(cr_interactive, "max_nodes", NUMBER, max_nodes,
	      .doc = "interactive jobs of at most so many nodes; 0: none", .example = "1"),
	FIELD(cr_interactive, "max_time", SECONDS, max_time,
	      .doc = "interactive jobs of at most this time limit", .example = "4h"),
};
SECTION(interactive, "partitions.NAME.interactive", "limits of interactive jobs", cr_interactive);

static const struct cr_field price_fields[] = {
	FIELD(cr_price, "gpu_hour", DECIMAL, gpu_hour, .required = true,
	      .doc = "what one GPU for one hour costs", .example = "12.40"),
	FIELD(cr_price, "currency", NAME, currency, .standard = "USD", .doc = "in this currency",
	      .example = "EUR"),
};
SECTION(price, "partitions.NAME.price", "a price", cr_price);

static const struct cr_field partition_fields[] = {
	FIELD(cr_partition_rules, "admit", SECTION, admit, .section = &admit,
	      .doc = "which jobs may use it", .example = "{min_intensity: high, min_nodes: 2}"),
	FIELD(cr_partition_rules, "interactive", SECTION, interactive, .section = &interactive,
	      .doc = "jobs without a batch script that may use it whatever admit says; the others "
		     "may not",
	      .example = "{max_nodes: 1, max_time: 4h}"),
	FIELD(cr_partition_rules, "price", SECTION, price, .section = &price, .doc = "for reports",
	      .example = "{gpu_hour: 12.40, currency: USD}"),
	FIELD(cr_partition_rules, "counts_as_unset", BOOL, counts_as_unset, .standard = "false",
	      .doc = "asking for it means \"route me\"", .example = "true"),
};
SECTION(partition, "partitions.NAME", "rules of a partition", cr_partition_rules);

static const struct cr_field tenant_qos_fields[] = {
	FIELD(cr_tenant_qos, "own", TEXT, own,
	      .doc = "QOS of the tenant's own share; {tenant} "
		     "stands for the tenant's name",
	      .example = "\"{tenant}\""),
	FIELD(cr_tenant_qos, "borrow", TEXT, borrow,
	      .doc = "QOS of preemptible jobs on what others leave idle", .example = "spare"),
};
SECTION(tenant_qos, "tenants.NAME.qos", "a tenant's QOS", cr_tenant_qos);

static const struct cr_field borrow_fields[] = {
	FIELD(cr_borrow, "consent", CHOICE, consent, .choices = consents, .standard = "job",
	      .doc = "who agrees to preemptible running: the job (--comm-profile=NAME,borrow or "
		     "--requeue), the tenant for all its jobs, or nobody",
	      .example = "always"),
	FIELD(cr_borrow, "max_gpus", NUMBER, max_gpus, .doc = "largest job that borrows, in GPUs",
	      .example = "128"),
	FIELD(cr_borrow, "min_run", SECONDS, min_run,
	      .doc = "time before a borrowing job can be preempted: PreemptExemptTime of the "
		     "borrow QOS, by plan",
	      .example = "1h"),
	FIELD(cr_borrow, "grace", SECONDS, grace,
	      .doc = "time between warning and preemption: GraceTime of the borrow QOS, by plan",
	      .example = "10m"),
};
SECTION(borrow, "tenants.NAME.borrow", "borrowing", cr_borrow, .shorthand = "consent");

static const struct cr_field budget_fields[] = {
	FIELD(cr_budget, "gpu_hours", BIG, gpu_hours, .required = true,
	      .doc = "GPU hours that may be used: GrpTRESMins of the own QOS, by plan",
	      .example = "200000"),
	FIELD(cr_budget, "reset", CHOICE, reset, .choices = resets, .standard = "never",
	      .doc = "when it starts anew", .example = "monthly"),
};
SECTION(budget, "tenants.NAME.budget", "a budget", cr_budget);

#define TENANT_RIGHTS                                                                               \
	FIELD(cr_tenant, "topology_types", SET, topology_types, .choices = cr_topology_type_words,  \
	      .first = CR_TOPOLOGY_NONE + 1, .doc = "types of topology it may be routed to",        \
	      .example = "[block, tree]"),                                                          \
		FIELD(cr_tenant, "partitions", TEXTS, partitions,                                   \
		      .doc = "partitions it may be routed to (globs)", .example = "[\"p5*\"]"),     \
		FIELD(cr_tenant, "profiles", TEXTS, profiles, .doc = "profiles it may name",        \
		      .example = "[moe, allreduce]"),                                               \
		FIELD(cr_tenant, "qos", SECTION, qos, .section = &tenant_qos, .doc = "its QOS",     \
		      .example = "{own: \"{tenant}\", borrow: spare}"),                             \
		FIELD(cr_tenant, "borrow", SECTION, borrow, .section = &borrow,                     \
		      .doc = "when its jobs run preemptibly beyond its own share",                  \
		      .example = "{consent: job, max_gpus: 128}"),                                  \
		FIELD(cr_tenant, "over_budget", CHOICE, over_budget, .choices = over_budget,        \
		      .standard = "refuse",                                                         \
		      .doc = "a job larger than what is left of the budget is refused, "            \
			     "run preemptibly, or made to wait",                                    \
		      .example = "borrow"),                                                         \
		FIELD(cr_tenant, "mode", CHOICE, mode, .choices = cr_mode_words,                    \
		      .doc = "the mode for its jobs; unset: the site's", .example = "enforce"),     \
		FIELD(cr_tenant, "portable", BOOL, portable, .standard = "false",                   \
		      .doc = "its jobs may run on any CPU architecture and GPU type",               \
		      .example = "true"),                                                           \
		FIELD(cr_tenant, "share", AMOUNTS, share,                                           \
		      .doc = "its own share in GPUs by partition: GrpTRES of the own QOS, by plan", \
		      .example = "{ultra: 144}"),                                                   \
		FIELD(cr_tenant, "reserve", AMOUNTS, reserve,                                       \
		      .doc = "of the share, GPUs by partition that are never lent (for plan)",      \
		      .example = "{ultra: 36}"),                                                    \
		FIELD(cr_tenant, "budget", SECTION, budget, .section = &budget,                     \
		      .doc = "GPU hours that it may use", .example = "{gpu_hours: 200000}"),        \
		FIELD(cr_tenant, "lend", BOOL, lend, .standard = "true",                            \
		      .doc = "others may borrow what it leaves idle (for plan)",                    \
		      .example = "false")

static const struct cr_field tenant_fields[] = {
	TENANT_RIGHTS,
	FIELD(cr_tenant, "summary", TEXT, summary, .doc = "one line about it",
	      .example = "language models"),
	FIELD(cr_tenant, "accounts", TEXTS, accounts, .required = true,
	      .doc = "its accounts, each with all accounts below it", .example = "[nlp]"),
};
SECTION(tenant, "tenants.NAME", "a tenant", cr_tenant);

/* The same keys at the same places, less what only one tenant can have. */
static const struct cr_field tenant_default_fields[] = {TENANT_RIGHTS};
SECTION(tenant_default, "tenant_defaults", "tenants' defaults", cr_tenant);

static const struct cr_field exempt_fields[] = {
	FIELD(cr_exempt, "users", TEXTS, users, .doc = "users (globs)", .example = "[root]"),
	FIELD(cr_exempt, "accounts", TEXTS, accounts, .doc = "accounts (globs)",
	      .example = "[healthcheck]"),
	FIELD(cr_exempt, "reservations", TEXTS, reservations, .doc = "reservations (globs)",
	      .example = "[\"maint*\"]"),
};
SECTION(exempt, "exempt", "exemptions", cr_exempt);

static const struct cr_field record_rules_fields[] = {
	FIELD(cr_record_rules, "field", CHOICE, field, .choices = record_fields,
	      .standard = "admin_comment",
	      .doc = "field of the job's record that takes the "
		     "decision",
	      .example = "extra"),
	FIELD(cr_record_rules, "journal", BOOL, journal, .standard = "true",
	      .doc = "write every decision to the journal as well", .example = "false"),
	FIELD(cr_record_rules, "journal_mb", NUMBER, journal_mb, .min = 1, .max = 1024,
	      .standard = "16", .doc = "MiB at which the journal's file turns over",
	      .example = "64"),
	FIELD(cr_record_rules, "journal_files", NUMBER, journal_files, .min = 1, .max = 100,
	      .standard = "3", .doc = "old files of the journal that are kept", .example = "20"),
};
SECTION(record_rules, "record", "the record", cr_record_rules);

static const struct cr_field lua_fields[] = {
	FIELD(cr_lua_rules, "file", TEXT, file, .required = true,
	      .doc = "the Lua file; beside this file unless it begins with /",
	      .example = "commroute.lua"),
	FIELD(cr_lua_rules, "data", TEXT, data,
	      .doc = "a YAML file that the script finds as the read-only table `data`",
	      .example = "sites.yaml"),
	FIELD(cr_lua_rules, "trusted", BOOL, trusted, .standard = "false",
	      .doc = "the script may go beyond what the policy allows a job (not beyond what Slurm or "
		     "the nodes allow)",
	      .example = "true"),
	FIELD(cr_lua_rules, "on_failure", CHOICE, on_failure, .choices = on_failure,
	      .standard = "ignore",
	      .doc = "when the script fails: decide as if there were none, or "
		     "refuse the job",
	      .example = "refuse"),
	FIELD(cr_lua_rules, "instructions", NUMBER, instructions, .min = 1000, .max = 100000000,
	      .standard = "200000", .doc = "instructions that one call may take",
	      .example = "50000"),
	FIELD(cr_lua_rules, "memory_mb", NUMBER, memory_mb, .min = 1, .max = 256, .standard = "8",
	      .doc = "memory that one call may use, in MiB", .example = "16"),
	FIELD(cr_lua_rules, "states", NUMBER, states, .min = 1, .max = 16, .standard = "4",
	      .doc = "interpreters that stand ready: calls at the same time", .example = "2"),
};
SECTION(lua, "lua", "a script", cr_lua_rules, .shorthand = "file");

static const struct cr_field harm_fields[] = {
	FIELD(cr_harmful_rules, "choose", CHOICE, choose, .choices = harmful, .standard = "warn",
	      .doc = "for short: warn of what is fatal or slow; scrub: also remove what is fatal; "
		     "ignore: neither",
	      .example = "scrub"),
	FIELD(cr_harmful_rules, "warn", SET, warn, .choices = cr_harm_words,
	      .doc = "severities that the job is warned of, in place of what `choose` says",
	      .example = "[fatal]"),
	FIELD(cr_harmful_rules, "scrub", SET, scrub, .choices = cr_harm_words,
	      .doc = "severities whose variables are removed, in place of what `choose` says",
	      .example = "[fatal]"),
};
SECTION(harm, "harmful", "what hurts", cr_harmful_rules, .shorthand = "choose");

static const struct cr_field site_fields[] = {
	FIELD(cr_site, "version", NUMBER, version, .min = 1, .max = 1, .required = true,
	      .doc = "version of this format", .example = "1"),
	FIELD(cr_site, "mode", CHOICE, mode, .choices = cr_mode_words, .standard = "observe",
	      .doc = "do nothing, record what would be done, or do it", .example = "enforce"),
	FIELD(cr_site, "notify", CHOICE, notify, .choices = notices, .standard = "problems",
	      .doc = "what users are told of jobs that go through", .example = "changes"),
	FIELD(cr_site, "include", TEXTS, include,
	      .doc = "files read before this one, relative to it", .example = "[profiles.yaml]"),
	FIELD(cr_site, "record", SECTION, record, .section = &record_rules,
	      .doc = "where decisions are written", .example = "{field: extra}"),
	FIELD(cr_site, "exempt", SECTION, exempt, .section = &exempt,
	      .doc = "jobs left alone, and still recorded", .example = "{users: [root]}"),
	FIELD(cr_site, "profiles", MAP, profiles, .section = &profile, .doc = "what users can name",
	      .example = NULL),
	FIELD(cr_site, "undeclared", RULES, undeclared, .choices = undeclared,
	      .section = &undeclared_rule, .standard = "leave",
	      .doc = "jobs without a profile: leave, refuse, or rules of which the first that "
		     "matches gives the profile",
	      .example = "refuse"),
	FIELD(cr_site, "partitions", MAP, partitions, .section = &partition,
	      .doc = "what Slurm does not know of a partition", .example = NULL),
	FIELD(cr_site, "tenant_defaults", SECTION, tenant_defaults, .section = &tenant_default,
	      .doc = "for every tenant that does not say otherwise", .example = NULL),
	FIELD(cr_site, "tenants", MAP, tenants, .section = &tenant, .doc = "who uses the cluster",
	      .example = NULL),
	FIELD(cr_site, "other_accounts", NAME, other_accounts, .standard = "leave",
	      .doc = "jobs of accounts under no tenant: leave, refuse, or a tenant's name",
	      .example = "refuse"),
	FIELD(cr_site, "not_judged", CHOICE, not_judged, .choices = not_judged,
	      .standard = "protect",
	      .doc = "jobs that cannot be judged whole (the cluster is not known yet, more than there "
		     "is memory for): partitions stay closed that the policy closes to them and all "
		     "else goes through; everything goes through; nothing does",
	      .example = "refuse"),
	FIELD(cr_site, "rank_order", CHOICE, rank_order, .choices = rank_orders,
	      .standard = "topology",
	      .doc = "order of the ranks of srun steps that leave it open: by "
		     "the topology, or as Slurm does",
	      .example = "none"),
	FIELD(cr_site, "rank_order_ignores", TEXTS, order_ignores,
	      .doc = "options of other SPANK plugins that change no step's tasks, nodes or "
		     "distribution, beside pyxis's and HyperPod's auto-resume; one that takes a "
		     "value ends with =",
	      .example = "[profiler, image-tag=]"),
	FIELD(cr_site, "export", SET, exports, .choices = exports,
	      .doc = "more variables for steps with one task on each node (torchrun: PET_*) or for "
		     "each GPU (rank: RANK, LOCAL_RANK ...)",
	      .example = "[torchrun]"),
	FIELD(cr_site, "environment", NAME, environment,
	      .doc = "catalogue of node variables, or none: `commroute env --list` shows them",
	      .example = "aws"),
	FIELD(cr_site, "environment_file", TEXT, environment_file,
	      .doc = "the site's own rows of the catalogue, which come first; beside this file unless "
		     "it begins with /",
	      .example = "environment.yaml"),
	FIELD(cr_site, "harmful", SECTION, harmful, .section = &harm,
	      .doc = "what becomes of variables of the user's that are known to hurt, by severity",
	      .example = "{warn: [fatal], scrub: [fatal]}"),
	FIELD(cr_site, "lua", SECTION, lua, .section = &lua, .doc = "the site's own rules in Lua",
	      .example = "commroute.lua"),
	{.key = "clusters",
	 .kind = CR_KIND_OVERLAY,
	 .doc = "keys that hold on one cluster only, "
		"by ClusterName, over those above",
	 .example = "{alpha: {mode: enforce}}"},
};
/* clang-format on */

const struct cr_section cr_schema = {.name = "",
				     .what = "a policy",
				     .size = sizeof(struct cr_site),
				     .fields = site_fields,
				     .count = sizeof(site_fields) / sizeof(site_fields[0])};
