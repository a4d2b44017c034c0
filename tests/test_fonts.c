/* test_fonts.c - boardgraph draw on a machine without a font. */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "graphs_rig.h"
#include "program.h"
#include "unit.h"

/* Hide the folders of fonts, then draw twice. */
static const char without_fonts[] =
	"for dir in /usr/share/fonts /usr/local/share/fonts /usr/share/X11/fonts; do\n"
	"[ ! -d $dir ] || mount -t tmpfs none $dir || exit 99; done\n"
	"for i in 1 2; do \"$1\" draw temperature --lazy --period year --data-dir \"$2\" "
	"--output \"$3\" || exit; done\n";

static size_t count(const char *text, const char *word)
{
	size_t found = 0;

	for (; (text = strstr(text, word)) != NULL; text++)
		found++;
	return found;
}

/* Nor is such a picture one that stays. */
static void a_picture_without_letters_is_told_each_time(void **state)
{
	struct rig *rig = *state;
	time_t now = time(NULL);
	struct output output;

	rig_rrd(rig, "cputemp/temperature-cpu", "GAUGE", now - 700, now, 10, rig_43);
	program_run(&output, NULL,
		    (const char *const[]){ "unshare", "-rm", "sh", "-c", without_fonts, "sh",
					   getenv("BOARDGRAPH"), rig->data, rig->out, NULL });
	if (output.status != 99 && !strstr(output.err, "unshare")) { /* or it may not mount */
		assert_int_equal(output.status, 0);
		assert_int_equal(count(output.err, "no font is installed"), 2);
		assert_int_equal(count(output.err, "`sudo apt install fonts-dejavu-core`"), 2);
	}
	output_done(&output);
}

static void with_a_font_there_is_nothing_to_tell(void **state)
{
	struct rig *rig = *state;
	time_t now = time(NULL);
	struct rig_run run;

	rig_rrd(rig, "cputemp/temperature-cpu", "GAUGE", now - 700, now, 10, rig_43);
	rig_run(rig, &run, "draw", "temperature", NULL);
	assert_string_equal(run.err, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		RIG_TEST(a_picture_without_letters_is_told_each_time),
		RIG_TEST(with_a_font_there_is_nothing_to_tell),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
