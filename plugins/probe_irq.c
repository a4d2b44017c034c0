/* probe_irq.c - which disks and network interfaces an interrupt serves. */
#include "probe_irq.h"

#include <string.h>

#include "banned.h"

static bool is_word(char byte)
{
	return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
	       (byte >= 'A' && byte <= 'Z') || byte == '_';
}

static bool has_digit(const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		if (text[i] >= '0' && text[i] <= '9')
			return true;
	}
	return false;
}

/* Not within a longer word; "nvme0q1" is a queue of nvme0. */
static bool is_named(const char *actions, size_t length, const char *name, size_t name_length)
{
	for (size_t at = 0; at + name_length <= length; at++) {
		size_t end = at + name_length;

		if (memcmp(&actions[at], name, name_length) == 0 &&
		    (at == 0 || !is_word(actions[at - 1])) &&
		    (end == length || !is_word(actions[end]) || actions[end] == 'q'))
			return true;
	}
	return false;
}

/* "net" and "soc" are on the way to much; a name without a number tells nothing. */
static bool is_component_named(const char *actions, size_t length, const char *path)
{
	for (size_t part; *path != '\0'; path += part + (path[part] == '/')) {
		part = strcspn(path, "/");
		if (has_digit(path, part) && is_named(actions, length, path, part))
			return true;
	}
	return false;
}

/* "0000:01:00.0" */
static bool is_function(const char *text, size_t length)
{
	static const char form[] = "xxxx:xx:xx.x";

	if (length != strlen(form))
		return false;
	for (size_t i = 0; i < length; i++) {
		bool is_hex = text[i] != '\0' && strchr("0123456789abcdef", text[i]);

		if (form[i] == 'x' ? !is_hex : text[i] != form[i])
			return false;
	}
	return true;
}

size_t probe_irq_function_length(const char *path)
{
	size_t ret = 0;

	for (size_t at = 0; path[at] != '\0'; at += path[at] == '/') {
		size_t part = strcspn(&path[at], "/");

		if (is_function(&path[at], part))
			ret = at + part;
		at += part;
	}
	return ret;
}

/* Of the two buses of a controller its name has one. */
static bool is_controller_named(const struct probe_irq_board *board, const char *actions,
				size_t length, const char *path)
{
	if (usbio_device_length(path) == 0)
		return false;
	for (size_t i = 0; i < board->buses; i++) {
		const char *name = strrchr(board->bus[i], '/');
		size_t controller = name ? (size_t)(name - board->bus[i]) : 0;

		if (controller > 0 && strncmp(path, board->bus[i], controller) == 0 &&
		    strncmp(path + controller, "/usb", 4) == 0 &&
		    is_named(actions, length, name + 1, strlen(name + 1)))
			return true;
	}
	return false;
}

bool probe_irq_is_behind(const struct probe_irq_board *board, unsigned int irq, const char *actions,
			 size_t length, const struct probe_irq_device *device)
{
	for (size_t i = 0; i < device->irqs; i++) {
		if (device->irq[i] == irq)
			return true;
	}
	return is_component_named(actions, length, device->path) ||
	       is_controller_named(board, actions, length, device->path);
}
