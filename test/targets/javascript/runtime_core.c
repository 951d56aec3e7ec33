/* Checks of the core of JavaScript's run-time library, run natively. */
#include "arguments.h"
#include "bytecodes.h"
#include "builtins.h"
#include "errors.h"
#include "names.h"
#include "objects.h"
#include "shapes.h"

#include <math.h>
#include <stdio.h>

static int failures;

#define CHECK(condition)                                                   \
    ((condition) ? (void)0 : (void)(failures++, printf("%d: %s\n", __LINE__, #condition)))

#define INT(i) js_from_int(i)
#define DOUBLE(d) js_from_double(d)
#define TEXT(text) js_string_of_text(text)
#define NAME(text) js_key_of_text(text)

static bool is_text(value v, const char *text)
{
    return js_is_string(v) && js_string_equals_text(js_string(v), text);
}

/* Was this thrown, with this message? */
static bool threw(value result, const char *name, const char *message)
{
    if (result != JS_EXCEPTION)
        return false;
    value error = js_get_exception();
    return is_text(js_get(error, NAME("name")), name)
        && is_text(js_get(error, NAME("message")), message);
}

static void check_values(void)
{
    CHECK(js_is_int(INT(-1)) && js_to_int(INT(-1)) == -1 && js_is_number(INT(0)));
    CHECK(js_is_double(DOUBLE(-1.5)) && js_to_double(DOUBLE(-1.5)) == -1.5);
    CHECK(js_is_double(DOUBLE(-INFINITY)) && js_is_double(DOUBLE(0.0)));
    CHECK(js_from_double(-(NAN)) == JS_NAN);
    CHECK(js_from_number(7.0) == INT(7) && js_is_double(js_from_number(-0.0)));
    CHECK(!js_is_number(JS_TRUE) && js_is_nullish(JS_NULL) && !js_is_heap(JS_EXCEPTION));
    CHECK(js_double_to_int32(4294967295.0) == -1 && js_double_to_int32(-4294967297.0) == -1);
    CHECK(js_double_to_int32(1e21) == -559939584 && js_double_to_int32(NAN) == 0);
    CHECK(js_double_to_int32(2147483648.0) == INT32_MIN);
    CHECK(!js_to_boolean(js_string_empty()) && js_to_boolean(TEXT("0")));
    CHECK(!js_to_boolean(JS_NAN) && !js_to_boolean(DOUBLE(-0.0)) && js_to_boolean(DOUBLE(2)));
}

static void check_strings(void)
{
    value s = js_string_empty();
    for (int k = 0; k < 3000; k++)
        s = js_add2(s, TEXT(k % 2 ? "ab" : "c"));
    CHECK(js_string(s)->length == 4500 && js_string_at(js_string(s), 4498) == 'a');
    value one = js_add2(s, TEXT("x")), two = js_add2(s, TEXT("y"));
    CHECK(js_string_at(js_string(one), 4500) == 'x');
    CHECK(js_string_at(js_string(two), 4500) == 'y' && js_string(s)->length == 4500);
    value wide = js_add2(TEXT("a"), js_string_of_unit(0x20AC));
    CHECK(js_string_is_wide(js_string(wide)));
    wide = js_add2(wide, TEXT("b"));
    CHECK(js_string_at(js_string(wide), 1) == 0x20AC && js_string_at(js_string(wide), 2) == 'b');
    struct string *slice = js_string_slice(js_string(wide), 2, 3);
    CHECK(js_string_equals(slice, js_string(TEXT("b"))));
    CHECK(js_intern(slice) == js_intern_text("b"));
    CHECK(js_string_compare(js_string(TEXT("ab")), js_string(TEXT("b"))) < 0);
    CHECK(js_string_compare(js_string(TEXT("ab")), js_string(TEXT("a"))) > 0);
    CHECK(js_string_find(js_string(TEXT("abcabd")), js_string(TEXT("abd")), 0) == 3);
    CHECK(js_string_find(js_string(TEXT("abc")), js_string(TEXT("")), 3) == 3);
    struct builder b;
    js_builder_start(&b);
    for (int k = 0; k < 100; k++)
        js_builder_unit(&b, 'a' + k % 26);
    js_builder_unit(&b, 0x1234);
    value built = js_builder_end(&b);
    CHECK(js_string(built)->length == 101 && js_string_at(js_string(built), 100) == 0x1234);
    CHECK(js_string_at(js_string(built), 27) == 'b');
    for (int k = 0; k < 2000; k++)
        js_intern(js_string(js_add2(TEXT("k"), INT(k))));
    CHECK(js_intern(js_string(TEXT("k77"))) == js_intern_text("k77"));
}

static void check_keys(void)
{
    CHECK(js_to_key(TEXT("17")) == INT(17) && js_to_key(DOUBLE(17)) == INT(17));
    CHECK(js_is_string(js_to_key(TEXT("017"))) && js_is_string(js_to_key(INT(-1))));
    CHECK(js_is_string(js_to_key(TEXT("2147483647"))));
    CHECK(js_to_key(TEXT("2147483646")) == INT(2147483646));
    CHECK(js_to_key(JS_NULL) == NAME("null"));
    CHECK(is_text(js_key_to_string(INT(5)), "5"));
}

static bool keys_are(struct object *o, enum keys which, const char *expected)
{
    struct object *keys = js_own_keys(o, which);
    struct builder b;
    js_builder_start(&b);
    for (uint32_t k = 0; k < keys->length; k++) {
        js_builder_string(&b, js_string(keys->elements[k]));
        js_builder_text(&b, " ");
    }
    return is_text(js_builder_end(&b), expected);
}

static void check_objects(void)
{
    struct object *a = js_new_object(), *b = js_new_object();
    js_put(a, NAME("x"), INT(1));
    js_put(a, NAME("y"), INT(2));
    js_put(b, NAME("x"), INT(3));
    js_put(b, NAME("y"), INT(4));
    CHECK(a->shape == b->shape && a->shape->count == 2);
    CHECK(js_get(js_from_object(b), NAME("y")) == INT(4));
    CHECK(js_get(js_from_object(b), NAME("z")) == JS_UNDEFINED);
    js_put(a, INT(7), INT(70));
    js_put(a, INT(3), INT(30));
    CHECK(keys_are(a, KEYS_ALL, "3 7 x y "));
    CHECK(js_delete_own(a, NAME("x")) && a->table && !js_has_own(a, NAME("x")));
    js_put(a, NAME("x"), INT(5));
    js_put(a, INT(1), INT(10));
    CHECK(keys_are(a, KEYS_ALL, "1 3 7 y x "));
    CHECK(js_define(a, NAME("hidden"), INT(9), WRITABLE));
    CHECK(keys_are(a, KEYS_ENUMERABLE, "1 3 7 y x ") && !js_delete_own(a, NAME("hidden")));
    CHECK(js_define(a, NAME("hidden"), INT(8), 0) && !js_define(a, NAME("hidden"), INT(7), 0));
    struct object *map = js_new_object();
    for (int k = 0; k < 500; k++)
        js_put(map, js_to_key(js_add2(TEXT("key"), INT(k))), INT(k));
    CHECK(map->table && js_get(js_from_object(map), NAME("key499")) == INT(499));
    CHECK(js_get(js_from_object(map), NAME("key0")) == INT(0));
    struct object *child = js_new_object_with(map);
    CHECK(js_get(js_from_object(child), NAME("key5")) == INT(5) && js_has(child, NAME("key5")));
    CHECK(js_set(js_from_object(child), NAME("key5"), INT(6)) != JS_EXCEPTION);
    CHECK(js_get(js_from_object(map), NAME("key5")) == INT(5));
    js_restrict(map, ENUMERABLE);
    CHECK(js_is_restricted(map, ENUMERABLE) && !js_is_restricted(child, ENUMERABLE));
    CHECK(threw(js_set(js_from_object(map), NAME("key1"), INT(0)), "TypeError",
                "Cannot assign to read only property 'key1' of object '#<Object>'"));
    CHECK(threw(js_set(js_from_object(map), NAME("new"), INT(0)), "TypeError",
                "Cannot add property new, object is not extensible"));
    CHECK(threw(js_set(js_from_object(child), NAME("key1"), INT(0)), "TypeError",
                "Cannot assign to read only property 'key1' of object '#<Object>'"));
    CHECK(threw(js_get(JS_UNDEFINED, NAME("x")), "TypeError",
                "Cannot read properties of undefined (reading 'x')"));
    CHECK(threw(js_set(JS_NULL, INT(0), INT(0)), "TypeError",
                "Cannot set properties of null (setting '0')"));
    CHECK(!js_set_prototype(map, child) && js_set_prototype(child, NULL));
}

static void check_arrays(void)
{
    struct object *array = js_new_array(0, 0);
    value v = js_from_object(array);
    for (int k = 0; k < 1000; k++)
        js_array_push(array, INT(k));
    CHECK(array->length == 1000 && js_get_index(v, 999) == INT(999) && !array->table);
    CHECK(js_get(v, NAME("length")) == INT(1000));
    CHECK(js_set(v, NAME("length"), INT(10)) != JS_EXCEPTION && array->length == 10);
    CHECK(js_get_index(v, 10) == JS_UNDEFINED);
    js_set_index(v, 12, INT(12));
    CHECK(array->length == 13 && js_get_index(v, 11) == JS_UNDEFINED && !js_has(array, INT(11)));
    js_set_index(v, 2000000000, INT(5));
    CHECK(array->table && array->length == 2000000001 && js_get_index(v, 12) == INT(12));
    js_array_push(array, INT(6));
    CHECK(array->length == 2000000002 && js_get_index(v, 2000000001) == INT(6));
    CHECK(js_set(v, NAME("length"), INT(5)) != JS_EXCEPTION && js_get_index(v, 4) == INT(4));
    CHECK(keys_are(array, KEYS_ALL, "0 1 2 3 4 length "));
    CHECK(threw(js_set(v, NAME("length"), INT(-1)), "RangeError", "Invalid array length"));
    struct object *planned = js_new_array(100000, 0);
    js_set_index(js_from_object(planned), 99999, INT(1));
    CHECK(!planned->table && planned->length == 100000);
}

static value get_seven(value function, value new_target, value this, uint32_t argc, value *argv)
{
    (void)function, (void)new_target, (void)this, (void)argc, (void)argv;
    return INT(7);
}

static value add_third(value function, value new_target, value this, uint32_t argc, value *argv)
{
    (void)function, (void)new_target, (void)argc;
    return js_add2(js_add2(this, argv[0]), argv[2]);
}

static value recurse(value function, value new_target, value this, uint32_t argc, value *argv)
{
    (void)new_target;
    return js_call(function, this, argc, argv);
}

static value make_point(value function, value new_target, value this, uint32_t argc, value *argv)
{
    (void)function, (void)new_target, (void)argc;
    js_set(this, NAME("x"), argv[0]);
    return JS_UNDEFINED;
}

static value make_derived(value function, value new_target, value this, uint32_t argc, value *argv)
{
    CHECK(this == JS_HOLE && argc == 1);
    return js_supercallthisrange(3, function, new_target, argv[0]);
}

static value get_name_of_super(value function, value new_target, value this, uint32_t argc,
                               value *argv)
{
    (void)new_target, (void)argc, (void)argv;
    return js_ldsuperbyvalue(function, this, NAME("seven"));
}

static uint64_t address(const struct method *method) { return js_from_pointer(method); }

static void check_functions(void)
{
    static value strings[] = {0};
    strings[0] = NAME("f");
    js_strings = strings;
    static const struct method third = {add_third, 3, METHOD_STRICT, 0, 0, 0};
    static const struct method deep = {recurse, 0, METHOD_FUNCTION, 0, 0, 0};
    value f = js_definefunc(address(&third), 3, JS_UNDEFINED);
    CHECK(is_text(js_callthis1(TEXT("a"), TEXT("b"), f), "abundefined"));
    CHECK(is_text(js_callthis3(TEXT("a"), TEXT("b"), INT(1), INT(2), f), "ab2"));
    CHECK(is_text(js_callthisrange(5, TEXT("a"), TEXT("b"), INT(1), INT(2), INT(3), f), "ab2"));
    CHECK(js_get(f, NAME("length")) == INT(3) && is_text(js_get(f, NAME("name")), "f"));
    CHECK(keys_are(js_object(f), KEYS_ALL, "length name prototype "));
    CHECK(threw(js_callarg0(INT(1)), "TypeError", "1 is not a function"));
    CHECK(threw(js_callarg0(js_definefunc(address(&deep), 0, JS_UNDEFINED)), "RangeError",
                "Maximum call stack size exceeded"));

    static const struct method base = {make_point, 1, METHOD_BASE | METHOD_STRICT, 0, 0, 0};
    static const struct method derived = {make_derived, 1, METHOD_DERIVED | METHOD_STRICT, 0, 0, 0};
    static const struct method seven = {get_seven, 0, METHOD_METHOD | METHOD_STRICT, 0, 0, 0};
    static const struct method above = {get_name_of_super, 0, METHOD_METHOD | METHOD_STRICT, 0, 0, 0};
    value point = js_defineclass(address(&base), 1, JS_HOLE, JS_UNDEFINED);
    value prototype = js_get(point, NAME("prototype"));
    value getter = js_definemethod(address(&seven), 0, prototype, JS_UNDEFINED);
    js_definegetterbyvalue(prototype, NAME("seven"), 0, getter);
    value special = js_defineclass(address(&derived), 1, point, JS_UNDEFINED);
    value below = js_get(special, NAME("prototype"));
    js_stmethodbyvalue(below, NAME("above"),
                       js_definemethod(address(&above), 0, below, JS_UNDEFINED));
    value made = js_newobjrange(2, special, INT(5));
    CHECK(js_get(made, NAME("x")) == INT(5) && js_get(made, NAME("seven")) == INT(7));
    CHECK(js_instanceof(made, special) == JS_TRUE && js_instanceof(made, point) == JS_TRUE);
    CHECK(js_callthis0(made, js_get(made, NAME("above"))) == INT(7));
    CHECK(threw(js_set(made, NAME("seven"), INT(1)), "TypeError",
                "Cannot set property seven of #<f> which has only a getter"));
    CHECK(js_instanceof(special, point) == JS_FALSE);
    CHECK(js_object(special)->prototype == js_object(point));
    CHECK(threw(js_newobjrange(1, getter), "TypeError", "function f() { [native code] } is not a constructor"));
    CHECK(threw(js_instanceof(INT(1), INT(2)), "TypeError",
                "Right-hand side of 'instanceof' is not an object"));
    js_defineprivateproperty(NAME("#p"), made, INT(3));
    CHECK(js_ldprivateproperty(NAME("#p"), made) == INT(3));
    CHECK(js_get(made, NAME("#p")) == JS_UNDEFINED);
    CHECK(keys_are(js_object(made), KEYS_ALL, "x "));
}

static void check_operators(void)
{
    CHECK(js_add2(INT(INT32_MAX), INT(1)) == DOUBLE(2147483648.0));
    CHECK(js_mul2(INT(-1), INT(0)) == DOUBLE(-0.0) && js_mul2(INT(65536), INT(2)) == INT(131072));
    CHECK(js_number(js_mul2(INT(65536), INT(65536))) == 4294967296.0);
    CHECK(js_div2(INT(6), INT(3)) == INT(2) && js_number(js_div2(INT(1), INT(2))) == 0.5);
    CHECK(js_div2(INT(0), INT(-5)) == DOUBLE(-0.0));
    CHECK(js_mod2(INT(-4), INT(2)) == DOUBLE(-0.0) && js_mod2(INT(7), INT(4)) == INT(3));
    CHECK(js_neg(INT(0)) == DOUBLE(-0.0) && js_number(js_neg(INT(INT32_MIN))) == 2147483648.0);
    CHECK(js_shl2(INT(1), INT(33)) == INT(2) && js_ashr2(INT(-8), INT(1)) == INT(-4));
    CHECK(js_number(js_shr2(INT(-1), INT(0))) == 4294967295.0);
    CHECK(js_not(DOUBLE(4294967295.0)) == INT(0));
    CHECK(js_less(TEXT("10"), TEXT("9")) == JS_TRUE && js_less(TEXT("10"), INT(9)) == JS_FALSE);
    CHECK(js_lesseq(JS_UNDEFINED, JS_UNDEFINED) == JS_FALSE);
    CHECK(js_greatereq(JS_NULL, INT(0)) == JS_TRUE && js_eq(JS_NULL, INT(0)) == JS_FALSE);
    CHECK(js_eq(TEXT("1"), JS_TRUE) == JS_TRUE && js_eq(JS_NULL, JS_UNDEFINED) == JS_TRUE);
    CHECK(js_stricteq(INT(1), DOUBLE(1)) == JS_TRUE && js_stricteq(JS_NAN, JS_NAN) == JS_FALSE);
    CHECK(js_same_value(JS_NAN, JS_NAN) && !js_same_value(INT(0), DOUBLE(-0.0)));
    CHECK(js_same_value_zero(INT(0), DOUBLE(-0.0)));
    CHECK(is_text(js_typeof(JS_NULL), "object") && is_text(js_typeof(DOUBLE(1)), "number"));
    CHECK(is_text(js_add2(INT(1), TEXT("2")), "12") && js_sub2(TEXT("5"), INT(2)) == INT(3));
}

static void check_iteration(void)
{
    value numbers[] = {INT(1), INT(2), INT(3)};
    value array = js_from_object(js_new_array_of(3, numbers));
    value iterator = js_getiterator(array);
    CHECK(js_getnextvalue(iterator) == INT(1));
    js_array_push(js_object(array), INT(4));
    CHECK(js_getnextvalue(iterator) == INT(2) && js_getnextvalue(iterator) == INT(3));
    CHECK(js_getnextvalue(iterator) == INT(4) && js_getnextvalue(iterator) == JS_HOLE);
    js_array_push(js_object(array), INT(5));
    CHECK(js_getnextvalue(iterator) == JS_HOLE);
    CHECK(threw(js_getiterator(INT(5)), "TypeError", "number 5 is not iterable (cannot read property Symbol(Symbol.iterator))"));
    struct object *o = js_new_object(), *child = js_new_object_with(o);
    js_put(o, NAME("a"), INT(1));
    js_put(o, NAME("b"), INT(1));
    js_put(child, NAME("c"), INT(1));
    js_define(child, NAME("a"), INT(1), 0);
    value names = js_getpropiterator(js_from_object(child));
    CHECK(is_text(js_getnextpropname(names), "c"));
    CHECK(is_text(js_getnextpropname(names), "b"));
    CHECK(js_getnextpropname(names) == JS_UNDEFINED);
}

static void check_tables(void)
{
    struct table *table = js_new_table();
    for (int k = 0; k < 100; k++)
        js_table_put(table, js_table_key(DOUBLE(k)), INT(k));
    CHECK(table->count == 100 && js_table_find(table, INT(55))->content == INT(55));
    uint32_t place = 0;
    for (int k = 0; k < 50; k++)
        CHECK(js_table_next(table, &place)->key == INT(k));
    for (int k = 0; k < 90; k++)
        js_table_remove(table, INT(k));
    for (int k = 1000; k < 1060; k++) /* compacts */
        js_table_put(table, INT(k), JS_TRUE);
    CHECK(js_table_next(table, &place)->key == INT(90));
    CHECK(table->count == 70 && !js_table_find(table, INT(50)));
    js_table_clear(table);
    CHECK(!js_table_next(table, &place));
    js_table_put(table, INT(1), JS_TRUE);
    CHECK(js_table_next(table, &place)->key == INT(1));
}

static value script(value function, value new_target, value this, uint32_t argc, value *argv)
{
    (void)function, (void)new_target, (void)this, (void)argc, (void)argv;
    check_values();
    check_strings();
    check_keys();
    check_objects();
    check_arrays();
    check_functions();
    check_operators();
    check_iteration();
    check_tables();
    js_write_string(1, js_string(js_add2(TEXT("h\xE9llo "), js_string_of_unit(0x20AC))));
    js_write_text(1, "\n");
    return js_throw_type_error("at the end");
}

static void install(void)
{
    js_install_function(HOLDER_Object_prototype, NAME("toString"), js_object_to_string, 0);
}

int main(void)
{
    static const struct method method = {script, 0, METHOD_FUNCTION, 0, 0, 0};
    static value strings[1];
    static const uint32_t text[] = {3, 'a' | 'b' << 8 | 'c' << 16};
    int status = js_start(text, strings, 1, install, &method, text, text);
    CHECK(is_text(strings[0], "abc") && strings[0] == NAME("abc"));
    return failures ? 100 : status;
}
