/*
 * encode.c - a PNG encoder in place of cairo's, which takes more than half of a picture's time.
 *
 * librrd has no option for it, but calls cairo_surface_write_to_png_stream() as any library calls
 * another: the first function of that name counts, and the object that was loaded comes before the
 * libraries it brings. It must do what cairo's does, for a picture without transparent pixels, as
 * ours are. Were it not called, pictures would come out the same, only slower; a test tells.
 * cairo: src/cairo-png.c, write_png()
 */
#include <cairo.h>
#include <png.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "banned.h"

/* A drawing has long rows of one colour: filters make them no smaller, and the higher levels a
 * seventh, for a third more of the whole time. */
#define LEVEL 3

struct sink {
	cairo_write_func_t write;
	void *closure;
	cairo_status_t status;
};

static void write_some(png_structp png, png_bytep bytes, size_t size)
{
	struct sink *sink = png_get_io_ptr(png);

	sink->status = sink->write(sink->closure, bytes, (unsigned int)size);
	if (sink->status != CAIRO_STATUS_SUCCESS)
		png_error(png, "cannot write");
}

static void flush(png_structp png)
{
	(void)png;
}

/* cairo's pixels are words, whatever the order of their bytes: 0x..rrggbb */
static void write_row(png_structp png, const unsigned char *pixels, png_bytep row, size_t width)
{
	for (size_t i = 0; i < width; i++) {
		uint32_t pixel;

		memcpy(&pixel, pixels + i * sizeof(pixel), sizeof(pixel));
		row[3 * i] = (png_byte)(pixel >> 16);
		row[3 * i + 1] = (png_byte)(pixel >> 8);
		row[3 * i + 2] = (png_byte)pixel;
	}
	png_write_row(png, row);
}

static void write_all(png_structp png, png_infop info, cairo_surface_t *surface, png_bytep row)
{
	unsigned int width = (unsigned int)cairo_image_surface_get_width(surface);
	unsigned int height = (unsigned int)cairo_image_surface_get_height(surface);
	size_t stride = (size_t)cairo_image_surface_get_stride(surface);
	const unsigned char *pixels = cairo_image_surface_get_data(surface);

	png_set_IHDR(png, info, width, height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
		     PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
	png_set_compression_level(png, LEVEL);
	png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
	png_write_info(png, info);
	for (size_t y = 0; y < height; y++)
		write_row(png, pixels + y * stride, row, width);
	png_write_end(png, info);
}

static _Noreturn void fail(png_structp png, png_const_charp why)
{
	(void)why;
	png_longjmp(png, 1);
}

static cairo_status_t encode(cairo_surface_t *surface, png_bytep row, struct sink *sink)
{
	png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, fail, NULL);
	png_infop info = png ? png_create_info_struct(png) : NULL;
	volatile bool is_done = false; /* longjmp() keeps it */

	if (info && !setjmp(png_jmpbuf(png))) {
		png_set_write_fn(png, sink, write_some, flush);
		write_all(png, info, surface, row);
		is_done = true;
	}
	png_destroy_write_struct(&png, &info);
	if (is_done || sink->status != CAIRO_STATUS_SUCCESS)
		return sink->status;
	return CAIRO_STATUS_NO_MEMORY;
}

__attribute__((visibility("default"))) cairo_status_t cairo_surface_write_to_png_stream(
	cairo_surface_t *surface, cairo_write_func_t write, void *closure)
{
	struct sink sink = { write, closure, CAIRO_STATUS_SUCCESS };
	cairo_status_t status = cairo_surface_status(surface);
	cairo_format_t format = cairo_image_surface_get_format(surface);
	png_bytep row;

	if (status != CAIRO_STATUS_SUCCESS)
		return status;
	if (format != CAIRO_FORMAT_ARGB32 && format != CAIRO_FORMAT_RGB24)
		return CAIRO_STATUS_INVALID_FORMAT;
	cairo_surface_flush(surface);
	row = malloc(3 * (size_t)cairo_image_surface_get_width(surface));
	if (!row)
		return CAIRO_STATUS_NO_MEMORY;
	status = encode(surface, row, &sink);
	free(row);
	return status;
}
