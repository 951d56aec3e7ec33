/* Generated from builtins.csv by builtins.py. */
#ifndef JS_BUILTINS_H
#define JS_BUILTINS_H

#include "calls.h"

/* Objects that have built-in properties: js_holder gives the object. */
enum holder {
    HOLDER_globalThis,
    HOLDER_Object_prototype,
    HOLDER_Function_prototype,
    HOLDER_Array_prototype,
    HOLDER_String_prototype,
    HOLDER_Number_prototype,
    HOLDER_Boolean_prototype,
    HOLDER_Error_prototype,
    HOLDER_TypeError_prototype,
    HOLDER_RangeError_prototype,
    HOLDER_ReferenceError_prototype,
    HOLDER_SyntaxError_prototype,
    HOLDER_EvalError_prototype,
    HOLDER_URIError_prototype,
    HOLDER_ArrayIterator_prototype,
    HOLDER_TypedArray_prototype,
    HOLDER_Object,
    HOLDER_Function,
    HOLDER_Array,
    HOLDER_String,
    HOLDER_Number,
    HOLDER_Boolean,
    HOLDER_Error,
    HOLDER_TypeError,
    HOLDER_RangeError,
    HOLDER_ReferenceError,
    HOLDER_SyntaxError,
    HOLDER_EvalError,
    HOLDER_URIError,
    HOLDER_Map,
    HOLDER_Map_prototype,
    HOLDER_Set,
    HOLDER_Set_prototype,
    HOLDER_ArrayBuffer,
    HOLDER_ArrayBuffer_prototype,
    HOLDER_Int8Array,
    HOLDER_Int8Array_prototype,
    HOLDER_Uint8Array,
    HOLDER_Uint8Array_prototype,
    HOLDER_Uint8ClampedArray,
    HOLDER_Uint8ClampedArray_prototype,
    HOLDER_Int16Array,
    HOLDER_Int16Array_prototype,
    HOLDER_Uint16Array,
    HOLDER_Uint16Array_prototype,
    HOLDER_Int32Array,
    HOLDER_Int32Array_prototype,
    HOLDER_Uint32Array,
    HOLDER_Uint32Array_prototype,
    HOLDER_Float32Array,
    HOLDER_Float32Array_prototype,
    HOLDER_Float64Array,
    HOLDER_Float64Array_prototype,
    HOLDER_Math,
    HOLDER_JSON,
    HOLDER_console,
    HOLDER_process,
    HOLDERS,
};

/* What a program's install calls, a row of the table each. Names are interned. */
void js_install_function(uint64_t holder, value name, code *code, uint64_t length);
void js_install_getter(uint64_t holder, value name, code *code, uint64_t length);
void js_install_setter(uint64_t holder, value name, code *code, uint64_t length);
/* self and prototype: the constructor and its property prototype as holders. */
void js_install_constructor(uint64_t holder, value name, code *code, uint64_t length,
                            uint64_t self, uint64_t prototype);
void js_install_value(uint64_t holder, value name, value content);
void js_install_object(uint64_t holder, value name, uint64_t object);

/* All properties of the table: holder + 1, name, 0; an empty one at the end. */
extern const char js_builtin_names[];

code js_array_buffer_constructor;
code js_array_constructor;
code js_boolean_constructor;
code js_boolean_to_string;
code js_boolean_value_of;
code js_error_constructor;
code js_error_to_string;
code js_eval_error_constructor;
code js_float32_array_constructor;
code js_float64_array_constructor;
code js_function_constructor;
code js_int16_array_constructor;
code js_int32_array_constructor;
code js_int8_array_constructor;
code js_map_constructor;
code js_number_constructor;
code js_object_constructor;
code js_object_get_proto;
code js_object_has_own_property;
code js_object_is_prototype_of;
code js_object_property_is_enumerable;
code js_object_set_proto;
code js_object_to_locale_string;
code js_object_to_string;
code js_object_value_of;
code js_process_exit;
code js_range_error_constructor;
code js_reference_error_constructor;
code js_set_constructor;
code js_string_constructor;
code js_syntax_error_constructor;
code js_type_error_constructor;
code js_uint16_array_constructor;
code js_uint32_array_constructor;
code js_uint8_array_constructor;
code js_uint8_clamped_array_constructor;
code js_uri_error_constructor;

#endif
