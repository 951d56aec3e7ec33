/* from and of of the constructors of typed arrays. */

#include "typed.h"

#include "list.h"

/* A typed array by the constructor that the function is a property of. */
static value construct(value constructor, value elements)
{
    if (!js_is_constructor(constructor))
        return js_throw_type_error("%v is not a constructor", js_describe(constructor));
    return js_construct(constructor, 1, &elements, constructor);
}

NATIVE(js_typed_of)
{
    return construct(this, js_from_object(js_new_array_of(argc, argv)));
}

code js_array_from;

NATIVE(js_typed_from)
{
    value elements = js_array_from(JS_UNDEFINED, JS_UNDEFINED, JS_UNDEFINED, argc, argv);
    return elements == JS_EXCEPTION ? elements : construct(this, elements);
}
