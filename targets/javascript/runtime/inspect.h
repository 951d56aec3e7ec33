/* Values as console.log shows them: util.inspect of Node.js 20. */
#ifndef JS_INSPECT_H
#define JS_INSPECT_H

#include "strings.h"
#include "values.h"

enum { INSPECT_DEPTH = 2, INSPECT_WIDTH = 80, INSPECT_ITEMS = 100 };

/* hidden: properties that are not enumerable, too. */
struct string *js_inspect(value v, int depth, bool hidden);

/* The text of a value that is no object; strings in quotes, broken into lines. */
struct string *js_inspect_primitive(value v, uint32_t indentation);
struct string *js_quoted(const struct string *s);
/* A number, -0 as such. */
struct string *js_inspect_number(value number);

/* A string by a format of %s (const char *), %v (struct string *), %d (int32_t) and %%. */
struct string *js_text(const char *format, ...);

/* Parts of what is shown, and how they are put together. */
struct parts {
    struct string **items;
    uint32_t count;
    uint32_t capacity;
};

void js_add_part(struct parts *parts, struct string *part);

struct layout {
    struct string *base;  /* what is before the braces; may be empty */
    struct string *open;  /* the left brace with what belongs to it */
    const char *close;
    uint32_t indentation;
    bool is_list;         /* the parts may be grouped in columns */
    bool has_rest;        /* the last part says how many more there are */
    bool right;           /* columns are aligned to the right: all items are numbers */
    bool may_be_line;     /* not too deep for one line */
};

struct string *js_lay_out(struct parts *parts, const struct layout *layout);

#endif
