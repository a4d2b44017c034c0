/* usbio_source.c - the plugin usbio: its options, one collection. */
#include "source.h"

#include <string.h>

#include "option.h"
#include "selection.h"
#include "usbio.h"
#include "banned.h"

struct usbio_state {
	struct selection devices;
	bool ignore_selected;
	bool by_serial;
	struct usbio_table table;
};

static const char *const name_by[] = { "port", "serial", NULL };

#define AT(member) offsetof(struct usbio_state, member)

static const struct option_row options[] = {
	{ "Device", option_selection, AT(devices), NULL },
	{ "IgnoreSelected", option_bool, AT(ignore_selected), NULL },
	{ "NameBy", option_bool, AT(by_serial), name_by },
	{ 0 },
};

static int set(void *state, const char *key, const char *const value[], size_t count)
{
	return option_set(options, state, key, value, count);
}

static int collect(void *state, const struct kroot *root, sample_fn *emit, void *ctx)
{
	struct usbio_state *usbio = state;
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

static size_t left_out(const void *state)
{
	const struct usbio_state *usbio = state;

	return usbio->table.left_out;
}

static void done(void *state)
{
	struct usbio_state *usbio = state;

	selection_done(&usbio->devices);
	memset(usbio, 0, sizeof(*usbio));
}

const struct source usbio_source = {
	.plugin = "usbio",
	.state_size = sizeof(struct usbio_state),
	.set = set,
	.options = options,
	.collect = collect,
	.left_out = left_out,
	.done = done,
	.looks_for = "sys/{block/*/stat,class/net/*/statistics} of devices on a USB bus",
};
