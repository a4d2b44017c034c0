/*
 * fuzz_sysfs.c - any bytes as what clusterfreq, usbio and boardprobe read: nothing is taken that
 * is not there, and names are clean.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clusterfreq.h"
#include "probe_irq.h"
#include "probe_usb.h"
#include "usbio.h"
#include "banned.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool is_right)
{
	if (!is_right)
		abort();
}

static void check_name(const char name[NAME_CUT + 1])
{
	static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				      "0123456789._+:,()-";

	check(strnlen(name, NAME_CUT + 1) <= NAME_CUT);
	check(name[strspn(name, allowed)] == '\0');
}

static void try_names(const char *text)
{
	unsigned int place[PROBE_USB_DEPTH_MAX];
	char name[NAME_CUT + 1];
	unsigned int first;

	if (clusterfreq_parse_cpus(text, name, &first) == 0)
		check_name(name);
	usbio_serial_name(text, text, name);
	check_name(name);
	if (probe_usb_parse_port(text, name) == 0) {
		check_name(name);
		check(probe_usb_parse_place(name, place) > 1);
	}
}

static void try_numbers(const char *text)
{
	struct usbio_octets octets;
	int64_t value;

	if (clusterfreq_parse_khz(text, &value) == 0)
		check(value > 0);
	if (clusterfreq_parse_cycles(text, &value) == 0)
		check(value >= 0);
	if (usbio_parse_speed(text, &value) == 0)
		check(value > 0);
	if (usbio_parse_stat(text, &octets) == 0)
		check(octets.rx >= 0 && octets.tx >= 0);
}

static void try_paths(const char *text)
{
	static struct probe_irq_board board = { .buses = 1 };
	static struct probe_irq_device device;
	char path[USBIO_PATH_SIZE];
	size_t length = strlen(text);

	check(usbio_device_length(text) <= length);
	check(probe_irq_function_length(text) <= length);
	if (usbio_resolve(text, path) == 0)
		check(strncmp(path, "sys/", 4) == 0);
	snprintf(device.path, sizeof(device.path), "%s", text);
	snprintf(board.bus[0], sizeof(board.bus[0]), "%s", text + length / 2);
	probe_irq_is_behind(&board, 1, text, length / 2, &device);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);
	uint8_t *exact = malloc(size ? size : 1); /* so that one byte more is seen */
	int64_t speed;

	check(text && exact);
	memcpy(text, data, size);
	text[size] = '\0';
	try_names(text);
	try_numbers(text);
	try_paths(text);
	memcpy(exact, data, size);
	if (probe_usb_parse_bos(exact, size, &speed) == 0)
		check(speed >= 0);
	free(exact);
	free(text);
	return 0;
}
