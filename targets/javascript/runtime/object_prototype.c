/* Object.prototype.toString, which every program has: "" + object. */
#include "builtins.h"
#include "objects.h"

static const char *const typed_arrays[] = {
    [ELEMENT_INT8] = "[object Int8Array]",
    [ELEMENT_UINT8] = "[object Uint8Array]",
    [ELEMENT_UINT8_CLAMPED] = "[object Uint8ClampedArray]",
    [ELEMENT_INT16] = "[object Int16Array]",
    [ELEMENT_UINT16] = "[object Uint16Array]",
    [ELEMENT_INT32] = "[object Int32Array]",
    [ELEMENT_UINT32] = "[object Uint32Array]",
    [ELEMENT_FLOAT32] = "[object Float32Array]",
    [ELEMENT_FLOAT64] = "[object Float64Array]",
};

value js_object_to_string(value function, value new_target, value this, uint32_t argc,
                          value *argv)
{
    (void)function, (void)new_target, (void)argc, (void)argv;
    const char *text = "[object Object]";
    if (this == JS_UNDEFINED)
        text = "[object Undefined]";
    else if (this == JS_NULL)
        text = "[object Null]";
    else
        switch (js_kind(js_to_object(this))) {
        case KIND_ARRAY:
            text = "[object Array]";
            break;
        case KIND_FUNCTION:
            text = "[object Function]";
            break;
        case KIND_ERROR:
            text = "[object Error]";
            break;
        case KIND_ARGUMENTS:
            text = "[object Arguments]";
            break;
        case KIND_WRAPPER: {
            value primitive = ((struct wrapper *)js_pointer(js_to_object(this)))->primitive;
            text = js_is_string(primitive) ? "[object String]"
                : js_is_number(primitive)  ? "[object Number]"
                                           : "[object Boolean]";
            break;
        }
        case KIND_MAP:
            text = "[object Map]";
            break;
        case KIND_SET:
            text = "[object Set]";
            break;
        case KIND_ARRAY_BUFFER:
            text = "[object ArrayBuffer]";
            break;
        case KIND_TYPED_ARRAY:
            text = typed_arrays[((struct typed_array *)js_pointer(this))->type];
            break;
        default:
            break;
        }
    return js_key_of_text(text);
}
