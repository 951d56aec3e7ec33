/* Bytecodes that call and construct. */
#include "arguments.h"
#include "bytecodes.h"
#include "errors.h"
#include "objects.h"

value js_callarg0(value callee) { return js_call(callee, JS_UNDEFINED, 0, NULL); }

value js_callarg1(value a, value callee) { return js_call(callee, JS_UNDEFINED, 1, &a); }

value js_callargs2(value a, value b, value callee)
{
    value argv[] = {a, b};
    return js_call(callee, JS_UNDEFINED, 2, argv);
}

value js_callargs3(value a, value b, value c, value callee)
{
    value argv[] = {a, b, c};
    return js_call(callee, JS_UNDEFINED, 3, argv);
}

value js_callrange(uint64_t count, ...)
{
    va_list list;
    va_start(list, count);
    uint32_t argc = (uint32_t)count;
    JS_TAKE_ARGUMENTS(argv, argc, list);
    value callee = va_arg(list, value);
    va_end(list);
    value result = js_call(callee, JS_UNDEFINED, argc, argv);
    js_drop_arguments(argv, argc);
    return result;
}

value js_callthis0(value this, value callee) { return js_call(callee, this, 0, NULL); }

value js_callthis1(value this, value a, value callee) { return js_call(callee, this, 1, &a); }

value js_callthis2(value this, value a, value b, value callee)
{
    value argv[] = {a, b};
    return js_call(callee, this, 2, argv);
}

value js_callthis3(value this, value a, value b, value c, value callee)
{
    value argv[] = {a, b, c};
    return js_call(callee, this, 3, argv);
}

value js_callthisrange(uint64_t count, ...)
{
    va_list list;
    va_start(list, count);
    value this = va_arg(list, value);
    uint32_t argc = (uint32_t)count - 1;
    JS_TAKE_ARGUMENTS(argv, argc, list);
    value callee = va_arg(list, value);
    va_end(list);
    value result = js_call(callee, this, argc, argv);
    js_drop_arguments(argv, argc);
    return result;
}

/* The array is one that the code of a spread has made: fast and without holes. */
value js_apply(value this, value arguments, value callee)
{
    return js_call(callee, this, js_object(arguments)->length, js_object(arguments)->elements);
}

value js_newobjrange(uint64_t count, ...)
{
    va_list list;
    va_start(list, count);
    value constructor = va_arg(list, value);
    uint32_t argc = (uint32_t)count - 1;
    JS_TAKE_ARGUMENTS(argv, argc, list);
    va_end(list);
    value result = js_construct(constructor, argc, argv, constructor);
    js_drop_arguments(argv, argc);
    return result;
}

value js_newobjapply(value constructor, value arguments)
{
    return js_construct(constructor, js_object(arguments)->length,
                        js_object(arguments)->elements, constructor);
}
