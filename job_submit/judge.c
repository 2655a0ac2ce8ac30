/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A decision made and told: the view's age, the log's line, the journal's entry. */
#include "job_submit/judge.h"
#include "job_submit/log.h"

#include "base/text.h"
#include "policies/decide/decision_fields.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

bool cr_judge_is_privileged(const struct cr_judge *judge, uint32_t submit_uid)
{
	return submit_uid == 0 || (judge->is_privileged && judge->is_privileged(submit_uid));
}

/* The first of LIST that slurmctld has no more, into NAME. */
static bool find_removed(const struct cr_judge *judge, const char *list, char name[CR_NAME_MAX])
{
	while (judge->has_partition && cr_text_next(&list, name, CR_NAME_MAX))
		if (!judge->has_partition(name))
			return true;
	return false;
}

/* Removed since the view was made: Slurm would name it to a user who never did. */
static void refuse_removed(const struct cr_judge *judge, struct cr_arena *arena,
			   struct cr_decision *d)
{
	char name[CR_NAME_MAX];
	const char *message;

	if (!d->act || !find_removed(judge, d->partition, name))
		return;
	message = cr_arena_printf(arena,
				  "%s: partition '%s', where the job belongs, was removed a moment "
				  "ago: try again in some seconds",
				  cr_code_text(CR_304_PARTITION_SHUT), name);
	cr_decision_unset_settings(d);
	d->verdict = CR_VERDICT_REFUSE;
	d->code = CR_304_PARTITION_SHUT;
	d->message = message ? message : cr_code_text(CR_304_PARTITION_SHUT);
	d->notice = NULL;
}

/* A node that was made since the view was: what is said of nodes is Slurm's to judge. */
static bool is_node_new(const struct cr_judge *judge, const struct cr_decision *d)
{
	return d->unknown_node && judge->has_node && judge->has_node(d->unknown_node);
}

/* Whoever came into a group a moment ago is in: nobody is refused by what is remembered. */
static bool renew_groups(const struct cr_judge *judge, const struct cr_request *request,
			 const struct cr_decision *d, struct cr_view *view, struct cr_arena *arena)
{
	if (d->verdict != CR_VERDICT_REFUSE || !view->groups_remembered || !judge->add_groups)
		return false;
	judge->add_groups(request, view, arena, true);
	return true;
}

static int decide_again(const struct cr_judge *judge, struct cr_request *request,
			struct cr_judge_memory *memory, struct cr_arena *arena,
			struct cr_decision *decision)
{
	cr_arena_init(arena, memory->decision, CR_DECIDE_ARENA, CR_DECIDE_ARENA);
	return cr_decide(judge->policy, request, &memory->view, arena, decision);
}

void cr_judge_decide(const struct cr_judge *judge, enum cr_event event, struct cr_request *request,
		     const char *missing, struct cr_judge_memory *memory,
		     struct cr_decision *decision)
{
	static const struct cr_view nothing = {.missing = "the cluster is not known yet"};
	struct cr_view *view = &memory->view;
	struct cr_arena accounts, arena;
	time_t now = time(NULL);
	int rc;

	cr_arena_init(&accounts, memory->accounts, CR_ACCOUNTS_ARENA, CR_ACCOUNTS_ARENA);
	cr_arena_init(&arena, memory->decision, CR_DECIDE_ARENA, CR_DECIDE_ARENA);
	*view = judge->view ? *judge->view : nothing;
	view->age = view->taken && view->taken < now ? (uint32_t)(now - view->taken) : 0;
	if (judge->add_accounts)
		judge->add_accounts(judge->policy, request, view, &accounts);
	if (missing)
		view->missing = missing;
	rc = cr_decide(judge->policy, request, view, &arena, decision);
	if (renew_groups(judge, request, decision, view, &accounts))
		rc = decide_again(judge, request, memory, &arena, decision);
	if (is_node_new(judge, decision)) {
		view->nodes = NULL;
		rc = decide_again(judge, request, memory, &arena, decision);
	}
	if (rc != 0 && judge->note_unjudged)
		judge->note_unjudged(event, request, decision->unjudged);
	refuse_removed(judge, &arena, decision);
}

static const char *or_dash(const char *text)
{
	return text ? text : "-";
}

/* Accounts and reservations can be any text of their user's. */
static const char *make_printable(char *buf, size_t size, const char *text)
{
	return cr_text_printable(buf, size, or_dash(text), strlen(or_dash(text)));
}

static void log_reasons(const struct cr_request *r, const struct cr_decision *d)
{
	char subject[128];

	for (size_t i = 0; i < d->reason_count; i++) {
		const struct cr_reason *reason = &d->reasons[i];

		slurm_debug("commroute: uid=%u %s: %s%s%s", r->uid, cr_step_name(reason->step),
			    make_printable(subject, sizeof(subject), reason->subject),
			    reason->against ? " ruled out: " : ": ", reason->text);
	}
}

/* One line for each decision, no byte of it a stranger's. */
static void log_decision(enum cr_event event, const struct cr_request *request,
			 const struct cr_decision *d, const char *id)
{
	char account[64], which[32] = "";

	if (event == CR_EVENT_MODIFY)
		(void)snprintf(which, sizeof(which), "update: job=%u ", request->job_id);
	slurm_info("commroute: %suid=%u account=%s profile=%s verdict=%s mode=%s partition=%s "
		   "code=%s id=%s",
		   which, request->uid, make_printable(account, sizeof(account), request->account),
		   or_dash(d->profile), cr_verdict_name(d->verdict), cr_mode_name(d->mode),
		   or_dash(d->partition), or_dash(cr_decision_code(d, d->code)), id);
	log_reasons(request, d);
}

const char *cr_judge_tell(const struct cr_judge *judge, enum cr_event event,
			  const struct cr_request *request, const struct cr_decision *d,
			  char json[CR_RECORD_MAX])
{
	char id[CR_ID_MAX] = "-";

	if (!d->record)
		return NULL;
	if (judge->give_id)
		judge->give_id(id);
	cr_record_format(d, judge->policy ? cr_policy_hash(judge->policy) : NULL, id, json);
	if (judge->note)
		judge->note(event, request, d, json, id);
	log_decision(event, request, d, id);
	return json;
}

static enum cr_answer answer_for(enum cr_code code)
{
	switch (cr_code_family(code)) {
	case CR_FAMILY_OPTION:
		return CR_ANSWER_BAD_OPTION;
	case CR_FAMILY_RIGHTS:
		return CR_ANSWER_NO_RIGHT;
	case CR_FAMILY_SHAPE:
		return CR_ANSWER_NO_FIT;
	case CR_FAMILY_LIMITS:
		return CR_ANSWER_OVER_LIMIT;
	default:
		return CR_ANSWER_REFUSED;
	}
}

enum cr_answer cr_judge_refuse(const struct cr_judge *judge, enum cr_code code, const char *message,
			       char **err_msg)
{
	if (message)
		(void)cr_slurm_append_line(judge->alloc, err_msg, message);
	return answer_for(code);
}
