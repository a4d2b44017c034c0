/* tree_find.c - which files of a board move, by the identifiers of their samples. */
#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "text.h"
#include "tree_file.h"
#include "banned.h"

#define NUMBERS_MAX 64
#define SECTOR 512

/* NULL if it cannot be read. */
static struct tree_file *add_attribute(struct tree *tree, const char *path)
{
	char text[4096], line[sizeof(text) + 1];

	if (kfile_attr(&tree->root, text, sizeof(text), "%s", path) < 0)
		return NULL;
	snprintf(line, sizeof(line), "%s\n", text);
	return tree_add_file(tree, path, line);
}

/* A file that is nothing but a number. */
static void find_number(struct tree *tree, const char *path, const char *id, size_t source,
			double unit)
{
	const struct quantity *quantity = scenario_find(id);
	struct tree_file *file = quantity == NULL ? NULL : add_attribute(tree, path);

	if (file != NULL)
		tree_add_field(file, 0, strlen(file->text) - 1, quantity, source, unit);
}

static void find_thermal(struct tree *tree)
{
	unsigned int number[NUMBERS_MAX];
	char type[64], max[64], id[128], path[256];
	const char *dir = "sys/class/thermal";
	int count = kdir_numbers(&tree->root, dir, "thermal_zone", number, NUMBERS_MAX);

	for (int i = 0; i < count; i++) {
		snprintf(path, sizeof(path), "%s/thermal_zone%u/temp", dir, number[i]);
		if (kfile_attr(&tree->root, type, sizeof(type), "%s/thermal_zone%u/type", dir,
			       number[i]) < 0)
			continue;
		snprintf(id, sizeof(id), "cputemp/temperature-%s", type);
		find_number(tree, path, id, 0, 0.001);
	}
	count = kdir_numbers(&tree->root, dir, "cooling_device", number, NUMBERS_MAX);
	for (int i = 0; i < count; i++) {
		snprintf(path, sizeof(path), "%s/cooling_device%u/cur_state", dir, number[i]);
		if (kfile_attr(&tree->root, type, sizeof(type), "%s/cooling_device%u/type", dir,
			       number[i]) < 0 ||
		    kfile_attr(&tree->root, max, sizeof(max), "%s/cooling_device%u/max_state", dir,
			       number[i]) < 0)
			continue;
		snprintf(id, sizeof(id), "cputemp/percent-%s", type);
		find_number(tree, path, id, 0, 100 / strtod(max, NULL));
	}
}

/* Rows "1400000 902214": kHz, and ticks that it was the clock. */
static void find_cycles(struct tree *tree, const char *path, const char *id)
{
	const struct quantity *quantity = scenario_find(id);
	struct tree_file *file = quantity == NULL ? NULL : add_attribute(tree, path);
	size_t begin = 0;

	while (file != NULL && file->text[begin] != '\0') {
		size_t ticks = begin + strcspn(file->text + begin, " \n") + 1;
		size_t end = begin + strcspn(file->text + begin, "\n");

		if (ticks < end)
			tree_add_field(file, ticks, end, quantity, 0, 1)->clock =
				1000 * strtod(file->text + begin, NULL);
		begin = end + (file->text[end] != '\0');
	}
}

/* "4 5 6 7" is cpu4-7. */
static void find_clocks(struct tree *tree)
{
	unsigned int number[NUMBERS_MAX];
	char cpus[256], id[128], path[256];
	const char *dir = "sys/devices/system/cpu/cpufreq";
	int count = kdir_numbers(&tree->root, dir, "policy", number, NUMBERS_MAX);

	for (int i = 0; i < count; i++) {
		const char *last;

		if (kfile_attr(&tree->root, cpus, sizeof(cpus), "%s/policy%u/related_cpus", dir,
			       number[i]) < 0)
			continue;
		last = strrchr(cpus, ' ');
		if (last == NULL)
			continue;
		snprintf(id, sizeof(id), "clusterfreq-cpu%lu-%s/cpufreq-current",
			 strtoul(cpus, NULL, 10), last + 1);
		snprintf(path, sizeof(path), "%s/policy%u/scaling_cur_freq", dir, number[i]);
		find_number(tree, path, id, 0, 1000);
		snprintf(id, sizeof(id), "clusterfreq-cpu%lu-%s/cpufreq-limit",
			 strtoul(cpus, NULL, 10), last + 1);
		snprintf(path, sizeof(path), "%s/policy%u/scaling_max_freq", dir, number[i]);
		find_number(tree, path, id, 0, 1000);
		snprintf(id, sizeof(id), "clusterfreq-cpu%lu-%s/derive-cycles",
			 strtoul(cpus, NULL, 10), last + 1);
		snprintf(path, sizeof(path), "%s/policy%u/stats/time_in_state", dir, number[i]);
		find_cycles(tree, path, id);
	}
}

/* The row "81: 7 0 GICv2 109 Edge dw-mci" is that of "dw-mci". */
static const struct quantity *quantity_of(const char *row, size_t length, unsigned int cpu)
{
	char id[256], name[NAME_CUT + 1];
	const char *end = row + length;

	for (const char *at = row; at < end; at++) {
		const struct quantity *quantity;

		if (at[0] != ' ' || at + 1 == end || at[1] == ' ')
			continue;
		text_clean(at, (size_t)(end - at), name);
		snprintf(id, sizeof(id), "cpuirq-%s/irq-cpu%u", name, cpu);
		quantity = scenario_find(id);
		if (quantity != NULL)
			return quantity;
	}
	return NULL;
}

static bool is_moving(const struct tree_file *file, const struct quantity *quantity)
{
	for (size_t i = 0; i < file->fields; i++)
		if (file->field[i].quantity == quantity)
			return true;
	return false;
}

/*
 * " 81:     902113          0     GICv2 109 Edge      dw-mci": the counts above 0 move, as the
 * others have no sample; of several rows with one name only the first.
 */
static void find_counts(struct tree_file *file, size_t begin, size_t end)
{
	const char *text = file->text;
	size_t at = begin + strcspn(text + begin, ":\n") + 1;

	for (unsigned int cpu = 0; at < end; cpu++) {
		size_t number = at + strspn(text + at, " ");
		size_t length = strspn(text + number, "0123456789");
		const struct quantity *quantity;

		if (length == 0 || text[number + length] != ' ')
			break;
		quantity = quantity_of(text + number + length, end - number - length, cpu);
		if (quantity != NULL && text[number] != '0' && !is_moving(file, quantity))
			tree_add_field(file, at, number + length, quantity, 0, 1);
		at = number + length;
	}
}

static void find_interrupts(struct tree *tree)
{
	struct ktext text = { 0 };
	struct tree_file *file;
	size_t begin = 0;

	if (kfile_text(&tree->root, &text, "proc/interrupts") < 0)
		return;
	file = tree_add_file(tree, "proc/interrupts", text.data);
	file->is_table = true;
	file->mask = UINT32_MAX;
	while (file->text[begin] != '\0') {
		size_t length = strcspn(file->text + begin, "\n");

		if (isdigit((unsigned char)file->text[begin + strspn(file->text + begin, " ")]))
			find_counts(file, begin, begin + length);
		begin += length + (file->text[begin + length] != '\0');
	}
	ktext_done(&text);
}

/*
 * The port in a link such as ../devices/platform/.../usb4/4-1/4-1.1/4-1.1:1.0/host0/...: the
 * last part that is numbers with - and dots.
 */
static bool read_port(const struct tree *tree, const char *link, char ret[32])
{
	char target[1024];
	ssize_t length = readlinkat(tree->root.fd, link, target, sizeof(target) - 1);
	char *rest = target;
	char *part;
	bool found = false;

	if (length < 0)
		return false;
	target[length] = '\0';
	while ((part = strsep(&rest, "/")) != NULL)
		if (isdigit((unsigned char)part[0]) && strchr(part, '-') != NULL &&
		    strspn(part, "0123456789-.") == strlen(part)) {
			snprintf(ret, 32, "%s", part);
			found = true;
		}
	return found;
}

/* reads, merged, sectors, ms, writes, merged, sectors, ms, ...: read is rx, to the host. */
static void find_sectors(struct tree *tree, const char *path, const char *id)
{
	const struct quantity *quantity = scenario_find(id);
	struct tree_file *file = quantity == NULL ? NULL : add_attribute(tree, path);
	const char *text;
	size_t at = 0;

	if (file == NULL)
		return;
	text = file->text;
	file->is_table = true;
	for (int column = 0; text[at] != '\0' && column < 7; column++) {
		size_t begin = at;

		at += strspn(text + at, " ");
		at += strcspn(text + at, " \n");
		if (column == 2 || column == 6)
			tree_add_field(file, begin + (begin > 0), at, quantity, column == 6,
				       SECTOR);
	}
}

static void find_disk(struct tree *tree, const char *name, const char *id)
{
	char path[512];

	snprintf(path, sizeof(path), "sys/block/%s/stat", name);
	find_sectors(tree, path, id);
}

static void find_interface(struct tree *tree, const char *name, const char *id)
{
	char path[512];

	snprintf(path, sizeof(path), "sys/class/net/%s/statistics/rx_bytes", name);
	find_number(tree, path, id, 0, 1);
	snprintf(path, sizeof(path), "sys/class/net/%s/statistics/tx_bytes", name);
	find_number(tree, path, id, 1, 1);
}

static void find_usb(struct tree *tree, const char *class_dir,
		     void (*find)(struct tree *tree, const char *name, const char *id))
{
	int fd = openat(tree->root.fd, class_dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);
	const struct dirent *entry;
	char link[512], port[32], id[128];

	if (dir == NULL)
		return;
	while ((entry = readdir(dir)) != NULL) {
		snprintf(link, sizeof(link), "%s/%s", class_dir, entry->d_name);
		if (!read_port(tree, link, port))
			continue;
		snprintf(id, sizeof(id), "usbio-%s/if_octets", port);
		find(tree, entry->d_name, id);
	}
	closedir(dir);
}

void tree_find(struct tree *tree)
{
	find_thermal(tree);
	find_clocks(tree);
	find_interrupts(tree);
	find_usb(tree, "sys/block", find_disk);
	find_usb(tree, "sys/class/net", find_interface);
}
