/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a loaded policy consists of: one struct for each section of the schema
 * (policies/file/schema.c maps keys to fields).  For the files of policies/ only;
 * others use policies/file/policy.h.
 *
 * Each section begins with a struct cr_entry (base/keys.h).  All of it lives in the
 * policy's arena and is read-only once loaded.
 */
#ifndef CR_POLICIES_FILE_POLICY_MODEL_H
#define CR_POLICIES_FILE_POLICY_MODEL_H

#include "base/keys.h"
#include "policies/file/policy.h"

struct cr_script_ops;

/** The head of whatever runs a site's scripts; who makes one puts more behind it. */
struct cr_script {
	const struct cr_script_ops *ops; /* policies/decide/script.h */
	void (*destroy)(struct cr_script *);
	bool trusted;           /* may go beyond what the policy allows */
	bool refuse_on_failure; /* else: decide without it */
};

enum cr_segment_choice { CR_SEGMENT_NUMBER, CR_SEGMENT_LARGEST, CR_SEGMENT_NONE };
enum cr_switch_choice { CR_SWITCHES_NUMBER, CR_SWITCHES_FEWEST, CR_SWITCHES_NONE };
enum cr_otherwise { CR_OTHERWISE_WARN, CR_OTHERWISE_NEXT, CR_OTHERWISE_REFUSE };
enum cr_pattern { CR_ALLREDUCE, CR_ALLTOALL, CR_PIPELINE, CR_NEIGHBOR, CR_PATTERN_NONE };
enum cr_intensity {
	CR_INTENSITY_NONE,
	CR_INTENSITY_LOW,
	CR_INTENSITY_MEDIUM,
	CR_INTENSITY_HIGH,
	CR_INTENSITY_EXTREME,
};
enum cr_spacing { CR_SPACING_ANY, CR_SPACING_SPREAD, CR_SPACING_CONSOLIDATE };
enum cr_borrow_consent { CR_BORROW_JOB, CR_BORROW_ALWAYS, CR_BORROW_NEVER };
enum cr_over_budget { CR_OVER_BUDGET_REFUSE, CR_OVER_BUDGET_BORROW, CR_OVER_BUDGET_WAIT };
enum cr_reset { CR_RESET_NEVER, CR_RESET_MONTHLY, CR_RESET_QUARTERLY, CR_RESET_YEARLY };
enum cr_job_kind { CR_JOB_ANY, CR_JOB_BATCH, CR_JOB_INTERACTIVE };
enum cr_on_failure { CR_ON_FAILURE_IGNORE, CR_ON_FAILURE_REFUSE };
enum cr_harmful_choice { CR_HARMFUL_WARN, CR_HARMFUL_SCRUB, CR_HARMFUL_IGNORE };
enum cr_not_judged { CR_NOT_JUDGED_PROTECT, CR_NOT_JUDGED_LEAVE, CR_NOT_JUDGED_REFUSE };
enum cr_undeclared { CR_UNDECLARED_LEAVE, CR_UNDECLARED_REFUSE, CR_UNDECLARED_RULES };

struct cr_segment_rule {
	struct cr_entry head;
	struct cr_count choose;
	uint32_t min, multiple_of;
	enum cr_otherwise otherwise;
};

struct cr_route {
	struct cr_entry head;
	unsigned rank; /* its place in the profile, from 1; by cr_policy_link() */
	enum cr_topology_type topology_type; /* one of these three */
	const char *topology, *partition;
	struct cr_segment_rule segment;
	struct cr_count switches;
	enum cr_spacing spacing; /* how segments lie to each other */
	bool exclusive_topology;
	bool contiguous;
	uint32_t fallback_after; /* reserved */
};

struct cr_profile {
	struct cr_entry head;
	const char *summary;
	struct cr_texts aliases;
	unsigned pattern, intensity; /* enums; CR_UNSET until all is read */
	struct cr_entries routes;    /* struct cr_route */
	uint32_t group;              /* nodes; CR_UNSET: none */
	bool portable;
};

struct cr_when {
	struct cr_entry head;
	uint32_t min_nodes, max_nodes, min_gpus, max_gpus;
	struct cr_texts partitions, accounts, users, qos; /* globs */
	enum cr_job_kind kind;
};

struct cr_undeclared_rule {
	struct cr_entry head;
	struct cr_when when;
	const char *profile; /* or "none" */
};

struct cr_admit {
	struct cr_entry head;
	enum cr_intensity min_intensity;
	uint32_t min_nodes, max_nodes;
	struct cr_texts profiles, tenants;
};

struct cr_interactive {
	struct cr_entry head;
	uint32_t max_nodes;
	uint32_t max_time; /* seconds */
};

struct cr_price {
	struct cr_entry head;
	double gpu_hour;
	const char *currency;
};

struct cr_partition_rules {
	struct cr_entry head;
	struct cr_admit admit;
	struct cr_interactive interactive;
	struct cr_price price;
	bool counts_as_unset;
};

struct cr_tenant_qos {
	struct cr_entry head;
	const char *own, *borrow;
};

struct cr_borrow {
	struct cr_entry head;
	enum cr_borrow_consent consent;
	uint32_t max_gpus;
	uint32_t min_run, grace; /* seconds; desired state */
};

struct cr_budget {
	struct cr_entry head;
	uint64_t gpu_hours;
	enum cr_reset reset;
};

struct cr_tenant {
	struct cr_entry head;
	const char *summary;
	struct cr_texts accounts;
	unsigned topology_types; /* a bit for each enum cr_topology_type; 0: all */
	struct cr_texts partitions, profiles;
	struct cr_tenant_qos qos;
	struct cr_borrow borrow;
	enum cr_over_budget over_budget;
	unsigned mode; /* enum cr_mode, or CR_UNSET */
	bool portable;
	/* Desired state for the governance commands; never judged at submit. */
	struct cr_amounts share, reserve;
	struct cr_budget budget;
	bool lend;
};

struct cr_exempt {
	struct cr_entry head;
	struct cr_texts users, accounts, reservations;
};

struct cr_record_rules {
	struct cr_entry head;
	enum cr_record_field field;
	bool journal;
	uint32_t journal_mb, journal_files;
};

struct cr_lua_rules {
	struct cr_entry head;
	const char *file, *data;
	bool trusted;
	enum cr_on_failure on_failure;
	uint32_t instructions; /* of one call */
	uint32_t memory_mb, states;
};

struct cr_harmful_rules {
	struct cr_entry head;
	enum cr_harmful_choice choose;
	unsigned warn, scrub; /* a bit for each enum cr_harm */
};

struct cr_site {
	struct cr_entry head;
	uint32_t version;
	enum cr_mode mode;
	enum cr_notify notify;
	struct cr_texts include;
	struct cr_record_rules record;
	struct cr_exempt exempt;
	struct cr_entries profiles;   /* struct cr_profile */
	struct cr_entries partitions; /* struct cr_partition_rules */
	struct cr_choice_or_list undeclared;
	struct cr_tenant tenant_defaults;
	struct cr_entries tenants; /* struct cr_tenant */
	const char *other_accounts;
	enum cr_not_judged not_judged;
	enum cr_rank_order rank_order;
	struct cr_texts order_ignores;
	struct cr_harmful_rules harmful;
	unsigned exports; /* a bit for each enum cr_export */
	const char *environment, *environment_file;
	struct cr_lua_rules lua;
};

/** A name and what it stands for; sorted by name, for bsearch. */
struct cr_index_item {
	const char *name;
	const struct cr_entry *entry;
	struct cr_pos pos;
};

struct cr_index {
	struct cr_index_item *item;
	size_t count;
};

struct cr_policy {
	struct cr_arena arena;
	struct cr_site site;
	struct cr_index profiles; /* by name and alias */
	struct cr_index accounts; /* tenants by account, names in lower case order */
	struct cr_index tenants;
	const char *const *profile_names; /* and aliases, for the nearest name */
	const char **files;
	size_t file_count;
	char hash[17];
	struct cr_script *script; /* of `lua:`, once cr_lua_open() made it ready; else NULL */
};

/** Let the LEN bytes at BUF, of one more file, count in POLICY's hash. */
void cr_policy_hash_more(struct cr_policy *policy, const char *buf, size_t len);

/** The entry under NAME, or NULL.  Names compare without case when FOLD. */
const struct cr_entry *cr_index_find(const struct cr_index *index, const char *name);

/** The profile, by name or alias, or the tenant called NAME (may be NULL), or NULL. */
static inline const struct cr_profile *cr_policy_find_profile(const struct cr_policy *policy,
							      const char *name)
{
	return (const struct cr_profile *)(const void *)cr_index_find(&policy->profiles, name);
}

static inline const struct cr_tenant *cr_policy_find_tenant(const struct cr_policy *policy,
							    const char *name)
{
	return (const struct cr_tenant *)(const void *)cr_index_find(&policy->tenants, name);
}

/** The tenant that lists ACCOUNT (may be NULL), or NULL. */
static inline const struct cr_tenant *cr_policy_tenant_of(const struct cr_policy *policy,
							  const char *account)
{
	return (const struct cr_tenant *)(const void *)cr_index_find(&policy->accounts, account);
}

/* Entry I of a list, by the type that the list is of: see the structs above. */
CR_ENTRY_AT(cr_profile_at, cr_profile)
CR_ENTRY_AT(cr_route_at, cr_route)
CR_ENTRY_AT(cr_tenant_at, cr_tenant)
CR_ENTRY_AT(cr_undeclared_at, cr_undeclared_rule)
CR_ENTRY_AT(cr_partition_rules_at, cr_partition_rules)

/** The rules for partition NAME, or NULL. */
const struct cr_partition_rules *cr_policy_partition(const struct cr_policy *policy,
						     const char *name);

#endif
