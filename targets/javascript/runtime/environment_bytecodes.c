/* Environments: the variables that closures share. */
#include "allocate.h"
#include "bytecodes.h"
#include "objects.h"

value js_ldlexenv(value function)
{
    return ((const struct function *)js_pointer(function))->environment;
}

value js_newlexenv(int64_t slots, value parent)
{
    struct environment *environment =
        js_allocate(sizeof *environment + (size_t)slots * sizeof(value));
    *environment = (struct environment){KIND_ENVIRONMENT, (uint32_t)slots, parent};
    for (uint32_t k = 0; k < environment->count; k++)
        environment->slots[k] = JS_HOLE;
    return js_from_pointer(environment);
}

value js_poplexenv(value environment)
{
    return ((const struct environment *)js_pointer(environment))->parent;
}

static value *slot_of(value environment, int64_t levels, int64_t slot)
{
    struct environment *at = js_pointer(environment);
    while (levels-- > 0)
        at = js_pointer(at->parent);
    return &at->slots[slot];
}

value js_ldlexvar(int64_t level, int64_t slot, value environment)
{
    return *slot_of(environment, level, slot);
}

value js_stlexvar(int64_t level, int64_t slot, value environment, value content)
{
    *slot_of(environment, level, slot) = content;
    return JS_UNDEFINED;
}
