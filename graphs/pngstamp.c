/* pngstamp.c - a line of text inside a PNG. */
#include <stdint.h>
#include <string.h>

#include "pngstamp.h"
#include "banned.h"

#define HEADER_END 33 /* signature 8, IHDR 4 + 4 + 13 + 4 */
#define KEYWORD "boardgraph"

static const unsigned char signature[8] = { 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n' };

static uint32_t crc32_of(const unsigned char *bytes, size_t size)
{
	uint32_t crc = 0xffffffff;

	for (size_t i = 0; i < size; i++) {
		crc ^= bytes[i];
		for (int bit = 0; bit < 8; bit++)
			crc = crc & 1 ? crc >> 1 ^ 0xedb88320 : crc >> 1;
	}
	return ~crc;
}

static void put_u32(unsigned char *at, uint32_t value)
{
	for (int i = 3; i >= 0; i--, value >>= 8)
		at[i] = (unsigned char)(value & 0xff);
}

static size_t get_u32(const unsigned char *at)
{
	return (size_t)at[0] << 24 | (size_t)at[1] << 16 | (size_t)at[2] << 8 | at[3];
}

size_t pngstamp_put(const unsigned char *png, size_t size, const char *stamp, unsigned char *ret)
{
	size_t len = strlen(stamp), data = sizeof(KEYWORD) + len;
	unsigned char *chunk = ret + HEADER_END;

	if (size < HEADER_END || memcmp(png, signature, sizeof(signature)) != 0 ||
	    len >= PNGSTAMP_SIZE)
		return 0;
	memcpy(ret, png, HEADER_END);
	put_u32(chunk, (uint32_t)data);
	memcpy(chunk + 4, "tEXt" KEYWORD, 4 + sizeof(KEYWORD)); /* with its NUL */
	memcpy(chunk + 8 + sizeof(KEYWORD), stamp, len);
	put_u32(chunk + 8 + data, crc32_of(chunk + 4, 4 + data));
	memcpy(chunk + 12 + data, png + HEADER_END, size - HEADER_END);
	return size + 12 + data;
}

void pngstamp_read(const unsigned char *png, size_t size, char ret[PNGSTAMP_SIZE])
{
	const unsigned char *chunk = png + HEADER_END;
	size_t data, len;

	ret[0] = '\0';
	if (size < HEADER_END + 8 + sizeof(KEYWORD) ||
	    memcmp(png, signature, sizeof(signature)) != 0 ||
	    memcmp(chunk + 4, "tEXt" KEYWORD, 4 + sizeof(KEYWORD)) != 0)
		return;
	data = get_u32(chunk);
	if (data < sizeof(KEYWORD) || data > size - HEADER_END - 8)
		return;
	len = data - sizeof(KEYWORD);
	if (len >= PNGSTAMP_SIZE)
		return;
	memcpy(ret, chunk + 8 + sizeof(KEYWORD), len);
	ret[len] = '\0';
}
