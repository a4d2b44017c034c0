/* usbio_source.c - the plugin usbio: its options, one collection. */
#include "source.h"

#include <errno.h>
#include <string.h>

#include "option.h"
#include "selection.h"
#include "usbio.h"
#include "banned.h"

struct usbio {
	struct selection devices;
	bool ignore_selected;
	bool by_serial;
	struct usbio_table table;
};

static int set_device(void *state, const char *const value[], size_t count)
{
	struct usbio *usbio = state;

	return count == 1 ? selection_add(&usbio->devices, value[0]) : -EINVAL;
}

static int set_ignore_selected(void *state, const char *const value[], size_t count)
{
	struct usbio *usbio = state;

	return option_bool(value, count, &usbio->ignore_selected);
}

static int set_name_by(void *state, const char *const value[], size_t count)
{
	static const char *const words[] = { "port", "serial", NULL };
	struct usbio *usbio = state;
	unsigned int word;
	int rc = option_word(value, count, words, &word);

	if (rc < 0)
		return rc;
	usbio->by_serial = word == 1;
	return 0;
}

static const struct option_key keys[] = {
	{ "Device", set_device },
	{ "IgnoreSelected", set_ignore_selected },
	{ "NameBy", set_name_by },
	{ 0 },
};

static int usbio_set(void *state, const char *key, const char *const value[], size_t count)
{
	return option_set(keys, state, key, value, count);
}

static int usbio_collect(void *state, const struct kroot *root, sample_fn *emit, void *ctx)
{
	struct usbio *usbio = state;
	struct usbio_table *table = &usbio->table;
	int rc = usbio_read(root, usbio->by_serial, table);

	if (rc < 0)
		return rc;
	usbio_add_members(table);
	usbio_name_devices(table, usbio->by_serial);
	for (size_t i = 0; i < table->devices; i++) {
		struct usbio_device *device = &table->device[i];

		device->is_listed =
			device->is_present && device->name &&
			selection_takes(&usbio->devices, usbio->ignore_selected, device->name);
	}
	return usbio_emit(table, emit, ctx);
}

static void usbio_done(void *state)
{
	struct usbio *usbio = state;

	selection_done(&usbio->devices);
	memset(usbio, 0, sizeof(*usbio));
}

const struct source usbio_source = {
	.plugin = "usbio",
	.state_size = sizeof(struct usbio),
	.set = usbio_set,
	.collect = usbio_collect,
	.done = usbio_done,
	.looks_for = "sys/{block/*/stat,class/net/*/statistics} of devices on a USB bus",
};
