/* String, String.fromCharCode, fromCodePoint and raw. */

#include "wrappers.h"

NATIVE(js_string_constructor)
{
    return js_wrap(new_target, HOLDER_String_prototype,
                   argc == 0 ? js_string_empty() : js_to_string(argv[0]));
}

NATIVE(js_string_from_char_code)
{
    struct builder b;
    js_builder_start(&b);
    for (uint32_t i = 0; i < argc; i++) {
        int32_t unit;
        if (!js_to_int32(argv[i], &unit))
            return JS_EXCEPTION;
        js_builder_unit(&b, (uint16_t)unit);
    }
    return js_builder_end(&b);
}

NATIVE(js_string_from_code_point)
{
    struct builder b;
    js_builder_start(&b);
    for (uint32_t i = 0; i < argc; i++) {
        double d;
        if (!js_to_number_double(argv[i], &d))
            return JS_EXCEPTION;
        if (!(d >= 0 && d <= 0x10ffff) || d != (uint32_t)d) {
            value text = js_to_string(argv[i]);
            return text == JS_EXCEPTION ? text
                                        : js_throw_range_error("Invalid code point %v", text);
        }
        uint32_t point = (uint32_t)d;
        if (point > 0xffff) {
            js_builder_unit(&b, 0xd800 + ((point - 0x10000) >> 10));
            point = 0xdc00 + (point & 0x3ff);
        }
        js_builder_unit(&b, point);
    }
    return js_builder_end(&b);
}

NATIVE(js_string_raw)
{
    struct builder b;
    double length;
    value strings = js_to_object(JS_ARGUMENT(0));
    if (strings != JS_EXCEPTION)
        strings = js_to_object(js_get_text(strings, "raw"));
    if (strings == JS_EXCEPTION || !js_length_of(strings, &length))
        return JS_EXCEPTION;
    js_builder_start(&b);
    for (uint32_t i = 0; i < length; i++) {
        value part = js_get_index(strings, i);
        value text = part == JS_EXCEPTION ? part : js_to_string(part);
        if (text == JS_EXCEPTION)
            return text;
        js_builder_string(&b, js_string(text));
        if (i + 1 >= length || i + 1 >= argc)
            continue;
        text = js_to_string(argv[i + 1]);
        if (text == JS_EXCEPTION)
            return text;
        js_builder_string(&b, js_string(text));
    }
    return js_builder_end(&b);
}
