/* Bytecodes that make functions and classes. */
#include "allocate.h"
#include "bytecodes.h"
#include "errors.h"
#include "names.h"
#include "shapes.h"

static struct function *new_function(uint64_t address, int64_t length, value environment,
                                     value home)
{
    const struct method *method = js_pointer(address);
    struct function *function =
        js_new_native(method->code, js_strings[method->name], (uint32_t)length);
    function->method = method;
    function->environment = environment;
    function->home = home;
    if ((method->flags & METHOD_KIND) == METHOD_FUNCTION)
        function->object.flags |= OBJECT_CONSTRUCTOR;
    return function;
}

value js_definefunc(uint64_t method, int64_t length, value environment)
{
    return js_from_object(new_function(method, length, environment, JS_UNDEFINED));
}

value js_definemethod(uint64_t method, int64_t length, value home, value environment)
{
    return js_from_object(new_function(method, length, environment, home));
}

/* The prototypes of a class and of its instances' prototype; false: thrown. */
static bool base_prototypes(value base, struct object **of_class, struct object **of_instances)
{
    *of_class = js_holder(HOLDER_Function_prototype);
    *of_instances = NULL;
    if (base == JS_NULL)
        return true;
    if (!js_is_constructor(base)) {
        js_throw_type_error("Class extends value %v is not a constructor or null",
                            js_describe(base));
        return false;
    }
    value prototype = js_get(base, js_name(NAME_prototype));
    if (prototype == JS_EXCEPTION)
        return false;
    if (!js_is_object(prototype) && prototype != JS_NULL) {
        js_throw_type_error("Class extends value does not have valid prototype property %v",
                            js_describe(prototype));
        return false;
    }
    *of_class = js_object(base);
    *of_instances = prototype == JS_NULL ? NULL : js_object(prototype);
    return true;
}

value js_defineclass(uint64_t method, int64_t length, value base, value environment)
{
    struct object *of_class = js_holder(HOLDER_Function_prototype);
    struct object *of_instances = js_holder(HOLDER_Object_prototype);
    if (base != JS_HOLE && !base_prototypes(base, &of_class, &of_instances))
        return JS_EXCEPTION;
    struct object *prototype = js_new_object_with(of_instances);
    struct function *class =
        new_function(method, length, environment, js_from_object(prototype));
    struct object *o = &class->object;
    js_make_all_lazy(o);
    o->prototype = of_class;
    o->flags |= OBJECT_CONSTRUCTOR;
    js_add(o, js_name(NAME_prototype), js_from_object(prototype), 0);
    js_add(prototype, js_name(NAME_constructor), js_from_object(o), ATTRIBUTES_HIDDEN);
    return js_from_object(o);
}

value js_copyrestargs(int64_t index, uint64_t argc, uint64_t argv)
{
    value *arguments = js_pointer(argv);
    uint32_t first = (uint32_t)index, count = (uint32_t)argc;
    if (first >= count)
        return js_from_object(js_new_array(0, 0));
    return js_from_object(js_new_array_of(count - first, arguments + first));
}

value js_getunmappedargs(uint64_t argc, uint64_t argv)
{
    value *given = js_pointer(argv);
    uint32_t count = (uint32_t)argc;
    struct object *arguments = js_allocate_object(KIND_ARGUMENTS, sizeof *arguments,
                                                  js_holder(HOLDER_Object_prototype));
    js_add(arguments, js_name(NAME_length), js_from_uint(count), ATTRIBUTES_HIDDEN);
    for (uint32_t k = 0; k < count; k++)
        js_add(arguments, js_from_int((int32_t)k), given[k], ATTRIBUTES_PLAIN);
    return js_from_object(arguments);
}
