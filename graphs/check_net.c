/*
 * check_net.c - network interfaces, and what shares a USB port with them:
 * /sys/class/net/<interface>/{mtu,device}, /sys/block/<disk>/device,
 * /sys/bus/usb/devices/<port>/speed
 * Kernel: Documentation/ABI/testing/sysfs-class-net, sysfs-bus-usb
 */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "graph.h"
#include "banned.h"

#define DEVICES_MAX 64
#define NAME_SIZE 64

struct device {
	char name[NAME_SIZE];
	char port[NAME_SIZE];	/* 4-1.2, "" if it is on no USB bus */
	char uplink[NAME_SIZE]; /* 4-1: the port of the root hub that all its bytes go through */
};

/* "/sys/devices/.../usb4/4-1/4-1.2/4-1.2:1.0/net/eth0": the innermost name of a device. */
static void find_port(const char *place, struct device *ret)
{
	const char *usb = strstr(place, "/usb");

	for (const char *at = usb ? strchr(usb + 1, '/') : NULL; at; at = strchr(at + 1, '/')) {
		size_t len = strcspn(at + 1, "/");
		size_t digits = strspn(at + 1, "0123456789");

		/* 4-1.2; an interface has a colon, and ends the ports */
		if (digits == 0 || at[1 + digits] != '-' || len >= NAME_SIZE)
			continue;
		if (strspn(at + 1 + digits + 1, "0123456789.") != len - digits - 1)
			continue;
		snprintf(ret->port, NAME_SIZE, "%.*s", (int)len, at + 1);
	}
	snprintf(ret->uplink, NAME_SIZE, "%.*s", (int)strcspn(ret->port, "."), ret->port);
}

static int by_name(const void *a, const void *b)
{
	return strverscmp(((const struct device *)a)->name, ((const struct device *)b)->name);
}

/* Whether a device counts: containers and loops can be more than there is room for. */
typedef bool wanted_fn(const struct device *device);

static bool is_on_usb(const struct device *device)
{
	return device->port[0];
}

/* Neither lo nor the end of a container or virtual machine. */
static bool faces_network(const struct device *device)
{
	static const char *const inner[] = { "docker", "veth", "vnet", "tap", NULL };

	return strcmp(device->name, "lo") != 0 && !graph_begins(device->name, inner);
}

static size_t list_class(const struct system *system, const char *class, wanted_fn *is_wanted,
			 struct device ret[], size_t max)
{
	char path[PATH_MAX];
	DIR *dir = opendir(system_path(system, path, "%s", class));
	const struct dirent *entry;
	size_t count = 0;

	while (dir && count < max && (entry = readdir(dir)) != NULL) {
		char *place;

		if (entry->d_name[0] == '.' || strlen(entry->d_name) >= NAME_SIZE)
			continue;
		ret[count] = (struct device){ .name = "" };
		memcpy(ret[count].name, entry->d_name, strlen(entry->d_name) + 1);
		place = realpath(system_path(system, path, "%s/%s", class, entry->d_name), NULL);
		if (place)
			find_port(place, &ret[count]);
		free(place);
		count += is_wanted(&ret[count]);
	}
	if (dir)
		closedir(dir);
	if (count)
		qsort(ret, count, sizeof(ret[0]), by_name);
	return count;
}

void check_mtu(struct check *check)
{
	struct device device[DEVICES_MAX];
	size_t count =
		list_class(check->system, "/sys/class/net", faces_network, device, DEVICES_MAX);
	struct findings *f = &check->findings;
	char mtu[32], state[32];

	for (size_t i = 0; i < count; i++) {
		if (system_text(check->system, mtu, sizeof(mtu), "/sys/class/net/%s/mtu",
				device[i].name) <= 0)
			continue;
		if (system_text(check->system, state, sizeof(state), "/sys/class/net/%s/operstate",
				device[i].name) > 0 &&
		    strcmp(state, "down\n") == 0)
			continue;
		findings_add(f, SEVERITY_FACT, "%s", device[i].name);
		findings_text(f, "MTU %.*s", (int)strcspn(mtu, "\n"), mtu);
	}
}

/* Mbit/s, 0 if it is not told. */
static double speed_of(const struct system *system, const char *name)
{
	char text[32];

	if (system_text(system, text, sizeof(text), "/sys/bus/usb/devices/%s/speed", name) <= 0)
		return 0;
	return strtod(text, NULL);
}

/* The disks behind the same port of the root hub. */
static void tell_uplink(struct check *check, const struct device *nic, const struct device disk[],
			size_t disks)
{
	struct findings *f = &check->findings;
	double speed = speed_of(check->system, nic->uplink);
	size_t told = 0;

	for (size_t i = 0; i < disks; i++) {
		if (strcmp(disk[i].uplink, nic->uplink) != 0 ||
		    strcmp(disk[i].port, nic->port) == 0)
			continue;
		if (told == 0) {
			findings_add(f, SEVERITY_ADVICE, "%s", nic->name);
			findings_text(f, "shares USB port %s", nic->uplink);
			if (speed > 0)
				findings_text(f, ", %.0f Mbit/s,", speed);
			findings_text(f, " with the disks ");
			findings_cure(f, "put the disks or the network adapter in a port of "
					 "another hub, if the board has one; boardprobe usb shows "
					 "which is where");
		}
		findings_text(f, "%s%s", told++ ? ", " : "", disk[i].name);
	}
	if (told)
		findings_text(f, ": what goes from one to the other passes it twice");
}

void check_uplinks(struct check *check)
{
	struct device *device = calloc(DEVICES_MAX * 2, sizeof(*device));
	struct device *disk = device + DEVICES_MAX;
	size_t nics, disks;

	if (!device)
		return;
	nics = list_class(check->system, "/sys/class/net", is_on_usb, device, DEVICES_MAX);
	disks = list_class(check->system, "/sys/block", is_on_usb, disk, DEVICES_MAX);
	for (size_t i = 0; i < nics; i++)
		tell_uplink(check, &device[i], disk, disks);
	free(device);
}
