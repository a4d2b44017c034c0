/* check_print.c - what the checks found, for people and for scripts. */
#include <math.h>

#include "check.h"
#include "json_out.h"
#include "banned.h"

#define INDENT "         "

static void print_finding(const struct finding *finding, FILE *out)
{
	fprintf(out, "%-8s %s\n", findings_severity_name(finding->severity), finding->subject);
	fprintf(out, INDENT "%s\n", finding->text);
	if (finding->cure[0])
		fprintf(out, INDENT "cure: %s\n", finding->cure);
}

void check_print(const struct check *check, FILE *out)
{
	const struct findings *f = &check->findings;
	size_t problems = findings_count(f, SEVERITY_PROBLEM);
	size_t advice = findings_count(f, SEVERITY_ADVICE);

	for (int severity = 0; severity < SEVERITIES; severity++) {
		for (size_t i = 0; i < f->count; i++) {
			if (f->at[i].severity == (enum severity)severity)
				print_finding(&f->at[i], out);
		}
		if (f->left_out[severity])
			fprintf(out, INDENT "and %zu more\n", f->left_out[severity]);
	}
	if (problems == 0)
		fprintf(out, "healthy: no problem found");
	else
		fprintf(out, "%zu problem%s found", problems, problems == 1 ? "" : "s");
	if (advice)
		fprintf(out, ", %zu to improve", advice);
	fprintf(out, "\n");
}

static struct json_object *json_findings(const struct findings *f)
{
	struct json_object *all = json_object_new_array();

	for (size_t i = 0; i < f->count; i++) {
		struct json_object *one = json_object_new_object();

		json_out_add(one, "check", f->at[i].check);
		json_out_add(one, "severity", findings_severity_name(f->at[i].severity));
		json_out_add(one, "subject", f->at[i].subject);
		json_out_add(one, "text", f->at[i].text);
		json_out_add(one, "cure", f->at[i].cure[0] ? f->at[i].cure : NULL);
		json_object_array_add(all, one);
	}
	return all;
}

static const char *writer_name(const struct check *check)
{
	if (!check->writer)
		return NULL;
	return check->writer == &check->conf.rrdtool ? "rrdtool" : "rrdcached";
}

static struct json_object *json_facts(const struct check *check)
{
	struct json_object *facts = json_object_new_object();
	bool is_cached = check->rrdcached.pid != 0;

	json_object_object_add(facts, "rrd_files",
			       json_object_new_int64((int64_t)check->store.files));
	json_object_object_add(facts, "active_files",
			       json_object_new_int64((int64_t)check->active));
	json_object_object_add(facts, "values_per_second", json_out_number(check->values_per_s));
	json_object_object_add(facts, "written_mb_per_day", json_out_number(check->mb_per_day));
	json_out_add(facts, "stored_by", writer_name(check));
	json_object_object_add(facts, "write_timeout_s",
			       json_out_number(is_cached ? check->cached.write_s : NAN));
	json_object_object_add(facts, "has_journal",
			       is_cached ? json_object_new_boolean(check->cached.journal[0])
					 : NULL);
	return facts;
}

int check_print_json(const struct check *check, FILE *out)
{
	struct json_object *json = json_object_new_object();

	json_out_add(json, "version", BOARDSTAT_VERSION);
	json_object_object_add(
		json, "healthy",
		json_object_new_boolean(findings_count(&check->findings, SEVERITY_PROBLEM) == 0));
	json_out_add(json, "data_dir", check->options->data_dir);
	json_out_add(json, "host", check->store.host);
	json_object_object_add(json, "now", json_object_new_int64(check->now));
	json_object_object_add(json, "facts", json_facts(check));
	json_object_object_add(json, "findings", json_findings(&check->findings));
	return json_out_print(json, out);
}
