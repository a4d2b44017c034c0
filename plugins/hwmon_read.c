/* hwmon_read.c - the files of hwmon chips. */
#include "hwmon.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "array.h"
#include "text.h"
#include "banned.h"

#define CLASS "sys/class/hwmon"
#define PATH_SIZE 64
#define TEXT_SIZE 256

static void read_chip(const struct kroot *root, unsigned int number, struct hwmon_chip *ret)
{
	char path[PATH_SIZE];
	char target[PATH_MAX];
	char text[TEXT_SIZE];

	if (kfile_attr(root, text, sizeof(text), CLASS "/hwmon%u/name", number) < 0)
		text[0] = '\0';
	name_set(&ret->name, text, "hwmon", number);
	ret->is_cpu = hwmon_is_cpu(text);
	snprintf(path, sizeof(path), CLASS "/hwmon%u", number);
	ret->is_zone =
		kfile_link(root, target, sizeof(target), path) >= 0 && hwmon_is_below_zone(target);
}

int hwmon_read_chips(const struct kroot *root, struct hwmon_table *table)
{
	unsigned int number[HWMON_CHIPS_MAX];
	struct name *names[HWMON_CHIPS_MAX];

	table->chips = table->sensors = table->left_out = 0;
	int found = kdir_numbers(root, CLASS, "hwmon", number, ARRAY_SIZE(number));
	if (found <= 0)
		return found == 0 ? -ENOENT : found;
	table->chips = MIN((size_t)found, ARRAY_SIZE(number));
	table->left_out = (size_t)found - table->chips;
	for (size_t i = 0; i < table->chips; i++) {
		read_chip(root, number[i], &table->chip[i]);
		names[i] = &table->chip[i].name;
	}
	name_tell_twins(names, table->chips);
	return (int)table->chips;
}

static void read_sensor(const struct kroot *root, const struct hwmon_chip *chip, const char *kind,
			unsigned int number, struct hwmon_sensor *ret)
{
	char text[TEXT_SIZE];

	*ret = (struct hwmon_sensor){ .chip = chip, .is_listed = true };
	ret->is_fan = strcmp(kind, "fan") == 0;
	/* A fan goes by its number: a label is what the board's maker printed beside it. */
	if (ret->is_fan || kfile_attr(root, text, sizeof(text), CLASS "/hwmon%u/%s%u_label",
				      chip->name.number, kind, number) < 0)
		text[0] = '\0';
	name_set(&ret->name, text, kind, number);
	ret->has_value = kfile_attr(root, text, sizeof(text), CLASS "/hwmon%u/%s%u_input",
				    chip->name.number, kind, number) >= 0 &&
			 text_i32(text, &ret->value) == 0;
}

static void read_kind(const struct kroot *root, const struct hwmon_chip *chip, const char *kind,
		      struct hwmon_table *table)
{
	unsigned int number[HWMON_CHIP_SENSORS_MAX];
	char path[PATH_SIZE];

	snprintf(path, sizeof(path), CLASS "/hwmon%u", chip->name.number);
	int found = kdir_attrs(root, path, kind, "_input", number, ARRAY_SIZE(number));
	for (int i = 0; i < found; i++) {
		if (i < HWMON_CHIP_SENSORS_MAX && table->sensors < ARRAY_SIZE(table->sensor))
			read_sensor(root, chip, kind, number[i], &table->sensor[table->sensors++]);
		else
			table->left_out++;
	}
}

int hwmon_read_sensors(const struct kroot *root, enum hwmon_choice choice,
		       struct hwmon_table *table)
{
	table->sensors = 0;
	for (size_t i = 0; i < table->chips; i++) {
		const struct hwmon_chip *chip = &table->chip[i];

		read_kind(root, chip, "fan", table);
		if (!chip->is_zone &&
		    (choice == HWMON_ALL || (choice == HWMON_CPU && chip->is_cpu)))
			read_kind(root, chip, "temp", table);
	}
	return (int)table->sensors;
}
