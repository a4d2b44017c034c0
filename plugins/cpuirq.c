/* cpuirq.c - from the text of /proc/interrupts to rows and the names of their groups. */
#include "cpuirq.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "banned.h"

#define COUNT_WIDTH 11 /* "%10u " */

static bool is_blank(char byte)
{
	return byte == ' ' || byte == '\t';
}

static bool is_digit(char byte)
{
	return byte >= '0' && byte <= '9';
}

static bool is_letter(char byte)
{
	return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

static bool span_is(struct cpuirq_span span, const char *text)
{
	return strlen(text) == span.length && memcmp(span.text, text, span.length) == 0;
}

static bool span_ends(struct cpuirq_span span, const char *text)
{
	size_t length = strlen(text);

	return span.length > length && memcmp(span.text + span.length - length, text, length) == 0;
}

static struct cpuirq_span span_between(const char *at, const char *end)
{
	return (struct cpuirq_span){ at, (size_t)(end - at) };
}

static const char *skip_blanks(const char *at, const char *end)
{
	while (at < end && is_blank(*at))
		at++;
	return at;
}

static const char *skip_blanks_back(const char *at, const char *end)
{
	while (end > at && is_blank(end[-1]))
		end--;
	return end;
}

/* Digits, as many as there are. Returns where they end, or NULL without any or beyond 63 bits,
 * which collectd's counters have. */
static const char *take_number(const char *at, const char *end, uint64_t *ret)
{
	const char *digit = at;
	int64_t value = 0;

	for (; digit < end && is_digit(*digit); digit++) {
		if (__builtin_mul_overflow(value, 10, &value) ||
		    __builtin_add_overflow(value, *digit - '0', &value))
			return NULL;
	}
	if (digit == at)
		return NULL;
	*ret = (uint64_t)value;
	return digit;
}

/* The number of a CPU or an interrupt. */
static const char *take_unsigned(const char *at, const char *end, unsigned int *ret)
{
	uint64_t value;
	const char *behind = take_number(at, end, &value);

	if (!behind || value > UINT_MAX)
		return NULL;
	*ret = (unsigned int)value;
	return behind;
}

/* Blanks and a number that is a whole word: "107d508500.gpio" is none. The kernel's counts have
 * 32 bits as yet. */
static const char *take_count(const char *at, const char *end, uint64_t *ret)
{
	const char *behind = take_number(skip_blanks(at, end), end, ret);

	return behind && (behind == end || is_blank(*behind)) ? behind : NULL;
}

/* The next line without its end, "\n" or "\r\n", and without the blanks in front. */
static struct cpuirq_span take_line(struct cpuirq_text *text)
{
	const char *newline = memchr(text->at, '\n', (size_t)(text->end - text->at));
	const char *end = newline ? newline : text->end;
	const char *at = skip_blanks(text->at, end);

	text->at = newline ? newline + 1 : text->end;
	if (end > at && end[-1] == '\r')
		end--;
	return span_between(at, end);
}

/* "           CPU0       CPU1       CPU4       " */
int cpuirq_header(struct cpuirq_text *text, unsigned int ret[], size_t max)
{
	if (text->at == text->end || text->end[-1] != '\n')
		return -EBADMSG;

	struct cpuirq_span line = take_line(text);
	const char *at = line.text;
	const char *end = skip_blanks_back(at, line.text + line.length);
	int cpus = 0;
	unsigned int previous = 0;

	for (; at < end; cpus++) {
		unsigned int number;

		if (end - at < 4 || memcmp(at, "CPU", 3) != 0)
			return -EBADMSG;
		at = take_unsigned(at + 3, end, &number);
		if (!at || (at < end && !is_blank(*at)) || (cpus > 0 && number <= previous))
			return -EBADMSG;
		if ((size_t)cpus < max)
			ret[cpus] = number;
		previous = number;
		at = skip_blanks(at, end);
	}
	return cpus == 0 ? -EBADMSG : cpus;
}

/* " 42: ..." of a device, or "IPI0: ..." of the architecture */
static int take_label(struct cpuirq_span line, struct cpuirq_row *ret)
{
	const char *end = line.text + line.length;
	const char *colon;

	*ret = (struct cpuirq_row){ .kind = CPUIRQ_OTHER };
	if (is_digit(line.text[0])) {
		ret->kind = CPUIRQ_NUMBERED;
		colon = take_unsigned(line.text, end, &ret->number);
		if (!colon || colon == end || *colon != ':')
			return -EBADMSG;
	} else {
		colon = memchr(line.text, ':', line.length);
	}
	if (!colon) {
		ret->text = line;
		return 1;
	}
	ret->label = span_between(line.text, skip_blanks_back(line.text, colon));
	ret->text = span_between(colon + 1, end);
	return 1;
}

int cpuirq_row(struct cpuirq_text *text, struct cpuirq_row *ret)
{
	while (text->at < text->end) {
		struct cpuirq_span line = take_line(text);

		if (line.length > 0)
			return take_label(line, ret);
	}
	return 0;
}

/*
 * "      10190          0     GICv2 114 Level     eth0"
 * A CPU that comes up while the table is read makes the rows behind it longer than the header,
 * and the counts stand below the wrong CPU. What follows them else is never a number that ends
 * where the kernel ends a count, or behind it.
 */
static int numbered_counts(struct cpuirq_row *row, uint64_t count[], size_t cpus)
{
	const char *at = row->text.text;
	const char *end = at + row->text.length;
	uint64_t surplus;

	for (size_t i = 0; i < cpus; i++) {
		at = take_count(at, end, &count[i]);
		if (!at)
			return -EBADMSG;
	}
	const char *behind = take_count(at, end, &surplus);
	if (behind && behind - at >= COUNT_WIDTH)
		return -EBADMSG;
	row->columns = cpus;
	row->text = span_between(at, end);
	return 0;
}

/* With one CPU these look like rows with a count per CPU. */
static bool is_for_machine(struct cpuirq_span label)
{
	return span_is(label, "ERR") || span_is(label, "Err") || span_is(label, "MIS");
}

/*
 * "IPI5:1832994294 1795671334  IRQ work interrupts"
 * "FIQ:              usb_fiq"
 * "Err:          0"
 */
int cpuirq_counts(struct cpuirq_row *row, uint64_t count[], size_t cpus)
{
	if (row->kind == CPUIRQ_NUMBERED)
		return numbered_counts(row, count, cpus);

	const char *at = row->text.text;
	const char *end = at + row->text.length;
	const char *behind;
	uint64_t value;

	while ((behind = take_count(at, end, &value))) {
		if (row->columns < cpus)
			count[row->columns] = value;
		row->columns++;
		at = behind;
	}
	row->text = span_between(at, end);
	if (row->columns > 0 && !is_for_machine(row->label))
		row->kind = row->columns < cpus ? CPUIRQ_SHORT : CPUIRQ_ARCH;
	return 0;
}

static struct cpuirq_span word_at(const char *at, const char *end)
{
	const char *behind = at;

	while (behind < end && !is_blank(*behind))
		behind++;
	return span_between(at, behind);
}

/* "104", and "2-edge" of x86. "3-0050" is an i2c device, the name of an action. */
static bool is_hwirq(struct cpuirq_span word)
{
	size_t digits = 0;

	while (digits < word.length && is_digit(word.text[digits]))
		digits++;
	if (digits == 0 || digits == word.length)
		return digits > 0;
	return word.text[digits] == '-' && digits + 1 < word.length &&
	       is_letter(word.text[digits + 1]);
}

/* "Level" and "Edge" of the kernel, "-virq" or "-msi-x" of Xen. */
static bool is_trigger(struct cpuirq_span word)
{
	return span_is(word, "Level") || span_is(word, "Edge") ||
	       (word.length > 1 && word.text[0] == '-' && is_letter(word.text[1]));
}

/* Old x86 without hwirq: "IO-APIC-fasteoi   acpi", "IR-PCI-MSI-edge eth0-TxRx-0" */
static bool has_flow(struct cpuirq_span word)
{
	return span_ends(word, "-edge") || span_ends(word, "-fasteoi") || span_ends(word, "-level");
}

/*
 * The chip is words with single blanks between them: "BRCM STB PCIe MSI". Two blanks or the
 * hwirq end it. Old kernels print none; then the row is words to its very end, where others
 * have blanks in the place of what they lack.
 */
static const char *skip_chip(const char *at, const char *end)
{
	struct cpuirq_span word = word_at(at, end);
	const char *behind = word.text + word.length;

	if (has_flow(word))
		return behind;
	while (behind < end) {
		const char *next = skip_blanks(behind, end);

		if (next - behind > 1 || next == end)
			return behind;
		word = word_at(next, end);
		if (is_hwirq(word))
			return behind;
		behind = next + word.length;
	}
	return at;
}

/*
 * "     GICv2 104 Level     xhci-hcd:usb3"
 * "   IO-APIC   2-edge      timer"
 * "  xen-percpu    -virq      timer0"
 * "bonito_irq      eth0"
 */
struct cpuirq_span cpuirq_actions(struct cpuirq_span text)
{
	const char *end = text.text + text.length;
	const char *chip = skip_blanks(text.text, end);
	const char *at = skip_chip(chip, end);

	if (at != chip) {
		at = skip_blanks(at, end);
		struct cpuirq_span word = word_at(at, end);
		if (is_hwirq(word)) {
			at = skip_blanks(at + word.length, end);
			word = word_at(at, end);
		}
		if (is_trigger(word)) {
			at = skip_blanks(at + word.length, end);
			word = word_at(at, end);
			if (word.length > 0 && word.text[0] == '-' && is_trigger(word))
				at = skip_blanks(at + word.length, end);
		}
	}
	return span_between(at, skip_blanks_back(at, end));
}

size_t cpuirq_group_name(const struct cpuirq_row *row, bool by_irq, char ret[NAME_SIZE])
{
	bool is_numbered = row->kind == CPUIRQ_NUMBERED;
	struct cpuirq_span from = is_numbered ? cpuirq_actions(row->text) : row->label;
	char name[NAME_CUT + 1];
	size_t length = name_clean(from.text, from.length, name);

	if (length == 0 && is_numbered)
		length = (size_t)snprintf(name, sizeof(name), "irq%u", row->number);
	if (length == strlen(CPUIRQ_TOTAL) && memcmp(name, CPUIRQ_TOTAL, length) == 0)
		length = (size_t)snprintf(name, sizeof(name), CPUIRQ_TOTAL "_");
	if (by_irq && is_numbered)
		return (size_t)snprintf(ret, NAME_SIZE, "%u_%s", row->number, name);
	memcpy(ret, name, length + 1);
	return length;
}
