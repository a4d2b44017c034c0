/* usbio.c - what paths and counters below a USB bus mean: devices, names, octets. */
#include "usbio.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "array.h"
#include "text.h"
#include "banned.h"

#define DIGITS "0123456789"
#define SECTOR_SIZE 512	   /* of the counters, whatever the disk's */
#define STAT_FIELDS_MIN 11 /* 15 since Linux 4.18, 17 since 5.5 */
#define STAT_READ 2	   /* sectors read are the third field */
#define STAT_WRITTEN 6

/* Length of "<number>" at the start of the text, followed by one of `ends` or the end. */
static size_t number_length(const char *text, const char *ends)
{
	size_t length = strspn(text, DIGITS);

	if (length == 0 || (text[length] != '\0' && !strchr(ends, text[length])))
		return 0;
	return length;
}

/* "usb4/4-1/..." -> length of "usb4/", if a device of that bus follows. */
static size_t bus_length(const char *text)
{
	if (strncmp(text, "usb", 3) != 0)
		return 0;
	size_t digits = number_length(text + 3, "/");
	const char *next = text + 3 + digits + 1;
	if (digits == 0 || text[3 + digits] != '/' || strncmp(next, text + 3, digits) != 0 ||
	    next[digits] != '-' || number_length(next + digits + 1, "/") == 0)
		return 0;
	return 3 + digits + 1;
}

/* "/4-1.1/..." below "4-1" -> length of "/4-1.1", if that is the name of a device. */
static size_t child_length(const char *text, const char *parent, size_t parent_length)
{
	if (text[0] != '/' || strncmp(text + 1, parent, parent_length) != 0 ||
	    text[1 + parent_length] != '.')
		return 0;
	size_t digits = number_length(text + 1 + parent_length + 1, "/");
	return digits == 0 ? 0 : 1 + parent_length + 1 + digits;
}

/* The last bus in the path counts: there could be one behind another. */
size_t usbio_device_length(const char *path)
{
	const char *device = NULL;

	for (const char *part = path; part; part = strchr(part, '/')) {
		part += part[0] == '/';
		if (bus_length(part) > 0)
			device = part + bus_length(part);
	}
	if (!device)
		return 0;
	size_t length = strcspn(device, "/");
	for (size_t child; (child = child_length(device + length, device, length)) > 0;) {
		device += length + 1;
		length = child - 1;
	}
	return (size_t)(device - path) + length;
}

void usbio_port(const char *path, char ret[NAME_CUT + 1])
{
	size_t end = usbio_device_length(path);
	size_t start = end;

	while (start > 0 && path[start - 1] != '/')
		start--;
	name_clean(path + start, end - start, ret);
}

int usbio_resolve(const char *target, char ret[USBIO_PATH_SIZE])
{
	char path[USBIO_PATH_SIZE];

	while (strncmp(target, "../", 3) == 0)
		target += 3;
	int length = snprintf(path, sizeof(path), "sys/%s", target);
	if ((size_t)length >= sizeof(path))
		return -ENAMETOOLONG;
	memcpy(ret, path, (size_t)length + 1);
	return 0;
}

static int octets_of(int64_t sectors, int64_t *ret)
{
	if (sectors < 0)
		return -EINVAL;
	return __builtin_mul_overflow(sectors, SECTOR_SIZE, ret) ? -ERANGE : 0;
}

/* "   48213     1027    11160   148449   120044    33120  9183402 ..." */
int usbio_parse_stat(const char *text, struct usbio_octets *ret)
{
	int64_t field[STAT_FIELDS_MIN];
	int64_t newer;
	struct usbio_octets octets;
	int rc;

	for (size_t i = 0; i < ARRAY_SIZE(field); i++) {
		rc = text_next_i64(&text, &field[i]);
		if (rc <= 0)
			return rc < 0 ? rc : -EINVAL;
	}
	do {
		rc = text_next_i64(&text, &newer);
	} while (rc > 0);
	if (rc == 0 && text[0] != '\0')
		rc = -EINVAL; /* a second line */
	if (rc == 0)
		rc = octets_of(field[STAT_READ], &octets.rx);
	if (rc == 0)
		rc = octets_of(field[STAT_WRITTEN], &octets.tx);
	if (rc < 0)
		return rc;
	*ret = octets;
	return 0;
}

int usbio_parse_speed(const char *text, int64_t *ret)
{
	int64_t mbits = 0;
	size_t whole = number_length(text, ".");

	if (whole == 0 || whole > 9)
		return -EINVAL;
	for (size_t i = 0; i < whole; i++)
		mbits = mbits * 10 + (text[i] - '0');
	int64_t bits = mbits * 1000000;
	if (text[whole] == '.') {
		const char *tenth = text + whole + 1;

		if (number_length(tenth, "") != 1)
			return -EINVAL;
		bits += (tenth[0] - '0') * 100000;
	}
	if (bits == 0)
		return -EINVAL;
	*ret = bits;
	return 0;
}

void usbio_serial_name(const char *product, const char *serial, char ret[NAME_CUT + 1])
{
	char left[NAME_CUT + 1];
	char right[NAME_CUT + 1];
	char both[2 * NAME_CUT + 2];

	ret[0] = '\0';
	if (name_clean(product, strlen(product), left) == 0 ||
	    name_clean(serial, strlen(serial), right) == 0)
		return;
	int length = snprintf(both, sizeof(both), "%s_%s", left, right);
	name_clean(both, (size_t)length, ret);
}

static bool add(struct usbio_octets *sum, const struct usbio_octets *octets)
{
	return !__builtin_add_overflow(sum->rx, octets->rx, &sum->rx) &&
	       !__builtin_add_overflow(sum->tx, octets->tx, &sum->tx);
}

void usbio_add_members(struct usbio_table *table)
{
	for (size_t i = 0; i < table->devices; i++) {
		table->device[i].has_octets =
			table->device[i].is_present && !table->device[i].is_cut;
		table->device[i].octets = (struct usbio_octets){ 0 };
	}
	for (size_t i = 0; i < table->members; i++) {
		const struct usbio_member *member = &table->member[i];
		struct usbio_device *device = &table->device[member->device];

		if (member->is_present &&
		    !(member->has_octets && add(&device->octets, &member->octets)))
			device->has_octets = false;
	}
}

static bool is_serial_of_another(const struct usbio_table *table, const struct usbio_device *device)
{
	for (size_t i = 0; i < table->devices; i++) {
		const struct usbio_device *other = &table->device[i];

		if (other != device && other->is_present &&
		    strcmp(other->serial, device->serial) == 0)
			return true;
	}
	return false;
}

/* Whether one of the devices before it is called the same. */
static bool is_taken(const struct usbio_table *table, const struct usbio_device *device,
		     const char *name)
{
	for (const struct usbio_device *other = table->device; other < device; other++) {
		if (other->is_present && other->name && strcmp(other->name, name) == 0)
			return true;
	}
	return false;
}

void usbio_name_devices(struct usbio_table *table, bool by_serial)
{
	for (size_t i = 0; i < table->devices; i++) {
		struct usbio_device *device = &table->device[i];

		if (!device->is_present)
			continue;
		device->name = by_serial && device->serial[0] != '\0' &&
					       !is_serial_of_another(table, device)
				       ? device->serial
				       : device->port;
		if (is_taken(table, device, device->name))
			device->name = NULL;
	}
}

/* See usbio.h. The members that were sent last carry the same number as their device. */
static bool is_quiet(const struct usbio_table *table, size_t device)
{
	uint64_t sent = table->device[device].sent;

	if (sample_is_forgotten(table->reads, sent))
		return false;
	for (size_t i = 0; i < table->members; i++) {
		const struct usbio_member *member = &table->member[i];

		if (member->is_present && member->device == device && member->sent != sent)
			return true;
	}
	return false;
}

static void mark_sent(struct usbio_table *table, size_t device)
{
	table->device[device].sent = table->reads;
	for (size_t i = 0; i < table->members; i++) {
		struct usbio_member *member = &table->member[i];

		if (member->is_present && member->device == device)
			member->sent = table->reads;
	}
}

static int emit_device(const struct usbio_device *device, sample_fn *emit, void *ctx)
{
	emit(&(struct sample){ .instance = device->name,
			       .type = "if_octets",
			       .type_instance = "",
			       .unit = "By",
			       .kind = SAMPLE_DERIVE,
			       .count = 2,
			       .derive = { device->octets.rx, device->octets.tx } },
	     ctx);
	if (!device->has_speed)
		return 1;
	emit(&(struct sample){ .instance = device->name,
			       .type = "gauge",
			       .type_instance = "link_speed",
			       .unit = "bit/s",
			       .kind = SAMPLE_GAUGE,
			       .count = 1,
			       .gauge = { (double)device->bits_per_s } },
	     ctx);
	return 2;
}

int usbio_emit(struct usbio_table *table, sample_fn *emit, void *ctx)
{
	int emitted = 0;

	for (size_t i = 0; i < table->devices; i++) {
		const struct usbio_device *device = &table->device[i];

		if (!device->is_present || !device->is_listed || !device->name ||
		    !device->has_octets || is_quiet(table, i))
			continue;
		emitted += emit_device(device, emit, ctx);
		mark_sent(table, i);
	}
	return emitted;
}
