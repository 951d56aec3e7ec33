/*
 * Strings: immutable, of Latin-1 bytes or UTF-16 units.
 *
 * The characters may be elsewhere: in the program's constants, in another string (slices),
 * in a growing buffer. The end of such a buffer belongs to one string, and a concatenation
 * to that one appends in place, so that s += x in a loop is linear.
 */
#ifndef JS_STRINGS_H
#define JS_STRINGS_H

#include "values.h"

#include <stddef.h>

#define JS_LONGEST_STRING 536870888 /* as in V8 */

enum string_flags {
    STRING_WIDE = 1,     /* UTF-16 units; a wide string may have Latin-1 characters only */
    STRING_INDEX = 2,    /* interned, and an array index as a property key */
    STRING_CONSTANT = 4, /* the program's: what it names is installed */
    STRING_CHECKED = 8,  /* known not to be the name of a built-in that is left out */
};

struct string {
    uint8_t kind;
    uint8_t flags;
    uint16_t reserved;
    uint32_t length;
    uint32_t hash; /* 0: not yet computed */
    union {
        const uint8_t *narrow;
        const uint16_t *wide;
    };
    struct string *interned; /* the one string of these characters that is a key, or NULL */
    struct string_buffer *buffer;
};

static inline struct string *js_string(value v) { return js_pointer(v); }

static inline value js_from_string(const struct string *s) { return js_from_pointer(s); }

static inline uint32_t js_string_at(const struct string *s, uint32_t k)
{
    return s->flags & STRING_WIDE ? s->wide[k] : s->narrow[k];
}

static inline bool js_string_is_wide(const struct string *s) { return s->flags & STRING_WIDE; }

/* Of characters that stay where they are. */
struct string *js_string_of_narrow(const uint8_t *characters, uint32_t length);
struct string *js_string_of_wide(const uint16_t *characters, uint32_t length);
/* Of a text of js_start, which is where its characters stay; gives what is after it. */
const uint32_t *js_string_of_constant(const uint32_t *text, struct string *made);
/* Of characters that are copied; those of text are ASCII and end with 0. */
struct string *js_string_copy_narrow(const uint8_t *characters, uint32_t length);
struct string *js_string_copy_wide(const uint16_t *characters, uint32_t length);
value js_string_of_text(const char *text);
value js_string_empty(void);
/* Of one UTF-16 unit; those of Latin-1 are made once. */
value js_string_of_unit(uint32_t unit);

struct string *js_string_slice(const struct string *s, uint32_t start, uint32_t end);
struct string *js_string_concatenate(struct string *a, struct string *b);
bool js_string_equals(const struct string *a, const struct string *b);
int js_string_compare(const struct string *a, const struct string *b); /* <0, 0, >0 */
bool js_string_equals_text(const struct string *s, const char *text);  /* ASCII */
uint32_t js_string_hash(struct string *s);
/* The first place of the pattern at start or later, or -1. */
int32_t js_string_find(const struct string *s, const struct string *pattern, uint32_t start);

/* The one string of these characters that is a property key: compare those by pointer. */
struct string *js_intern(struct string *s);
struct string *js_intern_text(const char *text); /* ASCII, which stays where it is */

/*
 * A string that is being built. It widens itself; the result takes over the memory.
 *     struct builder b; js_builder_start(&b); … value s = js_builder_end(&b);
 */
struct builder {
    struct string_buffer *buffer;
    uint32_t length;
    bool wide;
};
void js_builder_start(struct builder *b);
void js_builder_unit(struct builder *b, uint32_t unit);
void js_builder_string(struct builder *b, const struct string *s);
void js_builder_text(struct builder *b, const char *text); /* ASCII */
value js_builder_end(struct builder *b);

/* UTF-8 on stdout (1) or stderr (2); lone surrogates become U+FFFD. Buffered. */
void js_write_string(int file, const struct string *s);
void js_write_text(int file, const char *text);
void js_flush(void);

#endif
