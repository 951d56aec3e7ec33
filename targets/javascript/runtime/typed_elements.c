/* Elements of typed arrays. */
#include "objects.h"

value js_typed_get(const struct typed_array *array, uint32_t index)
{
    switch (array->type) {
    case ELEMENT_INT8:
        return js_from_int(((const int8_t *)array->bytes)[index]);
    case ELEMENT_UINT8:
    case ELEMENT_UINT8_CLAMPED:
        return js_from_int(array->bytes[index]);
    case ELEMENT_INT16:
        return js_from_int(((const int16_t *)array->bytes)[index]);
    case ELEMENT_UINT16:
        return js_from_int(((const uint16_t *)array->bytes)[index]);
    case ELEMENT_INT32:
        return js_from_int(((const int32_t *)array->bytes)[index]);
    case ELEMENT_UINT32:
        return js_from_uint(((const uint32_t *)array->bytes)[index]);
    case ELEMENT_FLOAT32:
        return js_from_double(((const float *)array->bytes)[index]);
    default:
        return js_from_double(((const double *)array->bytes)[index]);
    }
}

/* To the nearest integer of 0 … 255, ties to even. */
static uint8_t clamped(double d)
{
    if (!(d > 0))
        return 0;
    if (d >= 255)
        return 255;
    uint8_t below = (uint8_t)d;
    double rest = d - below;
    return (uint8_t)(below + (rest > 0.5 || (rest == 0.5 && below & 1)));
}

void js_typed_set(struct typed_array *array, uint32_t index, value number)
{
    switch (array->type) {
    case ELEMENT_FLOAT32:
        ((float *)array->bytes)[index] = (float)js_number(number);
        return;
    case ELEMENT_FLOAT64:
        ((double *)array->bytes)[index] = js_number(number);
        return;
    case ELEMENT_UINT8_CLAMPED:
        array->bytes[index] = clamped(js_number(number));
        return;
    default:
        break;
    }
    int32_t i = js_is_int(number) ? js_to_int(number) : js_double_to_int32(js_to_double(number));
    switch (array->type) {
    case ELEMENT_INT8:
    case ELEMENT_UINT8:
        array->bytes[index] = (uint8_t)i;
        return;
    case ELEMENT_INT16:
    case ELEMENT_UINT16:
        ((uint16_t *)array->bytes)[index] = (uint16_t)i;
        return;
    default:
        ((uint32_t *)array->bytes)[index] = (uint32_t)i;
    }
}
