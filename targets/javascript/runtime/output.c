/* stdout and stderr: UTF-8, buffered. */
#include "strings.h"

#include <unistd.h>

enum { CAPACITY = 4096 };

static uint8_t buffer[CAPACITY];
static uint32_t used;
static int current = 1; /* the file that the buffer is for */

void js_flush(void)
{
    uint32_t done = 0;
    while (done < used) {
        ssize_t written = write(current, buffer + done, used - done);
        if (written <= 0)
            break; /* nobody reads: there is nobody to tell */
        done += (uint32_t)written;
    }
    used = 0;
}

static void put(uint32_t byte)
{
    if (used == CAPACITY)
        js_flush();
    buffer[used++] = (uint8_t)byte;
}

static void switch_to(int file)
{
    if (file != current)
        js_flush();
    current = file;
}

static void put_point(uint32_t point)
{
    if (point < 0x80) {
        put(point);
        return;
    }
    if (point < 0x800) {
        put(0xC0 | point >> 6);
    } else {
        if (point < 0x10000) {
            put(0xE0 | point >> 12);
        } else {
            put(0xF0 | point >> 18);
            put(0x80 | (point >> 12 & 0x3F));
        }
        put(0x80 | (point >> 6 & 0x3F));
    }
    put(0x80 | (point & 0x3F));
}

void js_write_string(int file, const struct string *s)
{
    switch_to(file);
    for (uint32_t k = 0; k < s->length; k++) {
        uint32_t unit = js_string_at(s, k);
        if ((unit & 0xF800) == 0xD800) {
            uint32_t low = k + 1 < s->length ? js_string_at(s, k + 1) : 0;
            if (unit < 0xDC00 && (low & 0xFC00) == 0xDC00) {
                unit = 0x10000 + ((unit & 0x3FF) << 10 | (low & 0x3FF));
                k++;
            } else {
                unit = 0xFFFD;
            }
        }
        put_point(unit);
    }
}

void js_write_text(int file, const char *text)
{
    switch_to(file);
    while (*text)
        put((uint8_t)*text++);
}
