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
    HOLDER_WeakMap,
    HOLDER_WeakMap_prototype,
    HOLDER_WeakSet,
    HOLDER_WeakSet_prototype,
    HOLDER_stdout,
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

code js_array_at;
code js_array_buffer_byte_length;
code js_array_buffer_constructor;
code js_array_buffer_slice;
code js_array_concat;
code js_array_constructor;
code js_array_copy_within;
code js_array_entries;
code js_array_every;
code js_array_fill;
code js_array_filter;
code js_array_find;
code js_array_find_index;
code js_array_find_last;
code js_array_find_last_index;
code js_array_flat;
code js_array_flat_map;
code js_array_for_each;
code js_array_from;
code js_array_includes;
code js_array_index_of;
code js_array_is_array;
code js_array_join;
code js_array_keys;
code js_array_last_index_of;
code js_array_map;
code js_array_of;
code js_array_pop;
code js_array_push_method;
code js_array_reduce;
code js_array_reduce_right;
code js_array_reverse;
code js_array_shift;
code js_array_slice;
code js_array_some;
code js_array_sort;
code js_array_splice;
code js_array_to_string;
code js_array_unshift;
code js_array_values;
code js_boolean_constructor;
code js_boolean_to_string;
code js_boolean_value_of;
code js_console_error;
code js_console_group;
code js_console_group_end;
code js_console_log;
code js_error_constructor;
code js_error_to_string;
code js_eval_error_constructor;
code js_float32_array_constructor;
code js_float64_array_constructor;
code js_function_apply;
code js_function_bind;
code js_function_call;
code js_function_constructor;
code js_function_to_string;
code js_int16_array_constructor;
code js_int32_array_constructor;
code js_int8_array_constructor;
code js_is_finite;
code js_is_nan;
code js_iterator_next_method;
code js_json_parse;
code js_json_stringify;
code js_map_clear;
code js_map_constructor;
code js_map_delete;
code js_map_entries;
code js_map_for_each;
code js_map_get;
code js_map_has;
code js_map_keys;
code js_map_set;
code js_map_size;
code js_map_values;
code js_math_abs;
code js_math_acos;
code js_math_acosh;
code js_math_asin;
code js_math_asinh;
code js_math_atan;
code js_math_atan2;
code js_math_atanh;
code js_math_cbrt;
code js_math_ceil;
code js_math_clz32;
code js_math_cos;
code js_math_cosh;
code js_math_exp;
code js_math_expm1;
code js_math_floor;
code js_math_fround;
code js_math_hypot;
code js_math_imul;
code js_math_log;
code js_math_log10;
code js_math_log1p;
code js_math_log2;
code js_math_max;
code js_math_min;
code js_math_pow;
code js_math_random;
code js_math_round;
code js_math_sign;
code js_math_sin;
code js_math_sinh;
code js_math_sqrt;
code js_math_tan;
code js_math_tanh;
code js_math_trunc;
code js_number_constructor;
code js_number_is_finite;
code js_number_is_integer;
code js_number_is_nan;
code js_number_is_safe_integer;
code js_number_to_exponential;
code js_number_to_fixed;
code js_number_to_precision;
code js_number_to_string_method;
code js_number_value_of;
code js_object_assign;
code js_object_constructor;
code js_object_create;
code js_object_define_properties;
code js_object_define_property;
code js_object_entries;
code js_object_freeze;
code js_object_from_entries;
code js_object_get_own_property_descriptor;
code js_object_get_own_property_names;
code js_object_get_proto;
code js_object_get_prototype_of;
code js_object_has_own;
code js_object_has_own_property;
code js_object_is;
code js_object_is_extensible;
code js_object_is_frozen;
code js_object_is_prototype_of;
code js_object_is_sealed;
code js_object_keys;
code js_object_prevent_extensions;
code js_object_property_is_enumerable;
code js_object_seal;
code js_object_set_proto;
code js_object_set_prototype_of;
code js_object_to_locale_string;
code js_object_to_string;
code js_object_value_of;
code js_object_values;
code js_parse_float;
code js_parse_int;
code js_process_argv;
code js_process_exit;
code js_process_write;
code js_range_error_constructor;
code js_reference_error_constructor;
code js_set_add;
code js_set_clear;
code js_set_constructor;
code js_set_delete;
code js_set_entries;
code js_set_for_each;
code js_set_has;
code js_set_size;
code js_set_values;
code js_string_at_place;
code js_string_char_at;
code js_string_char_code_at;
code js_string_code_point_at;
code js_string_concat;
code js_string_constructor;
code js_string_ends_with;
code js_string_from_char_code;
code js_string_from_code_point;
code js_string_includes;
code js_string_index_of;
code js_string_last_index_of;
code js_string_locale_compare;
code js_string_pad_end;
code js_string_pad_start;
code js_string_raw;
code js_string_repeat;
code js_string_replace;
code js_string_replace_all;
code js_string_slice_method;
code js_string_split;
code js_string_starts_with;
code js_string_substr;
code js_string_substring;
code js_string_to_lower_case;
code js_string_to_upper_case;
code js_string_trim;
code js_string_trim_end;
code js_string_trim_start;
code js_string_value_of;
code js_syntax_error_constructor;
code js_type_error_constructor;
code js_typed_buffer;
code js_typed_byte_length;
code js_typed_byte_offset;
code js_typed_fill;
code js_typed_filter;
code js_typed_from;
code js_typed_length;
code js_typed_map;
code js_typed_of;
code js_typed_set_method;
code js_typed_slice;
code js_typed_sort;
code js_typed_subarray;
code js_uint16_array_constructor;
code js_uint32_array_constructor;
code js_uint8_array_constructor;
code js_uint8_clamped_array_constructor;
code js_uri_error_constructor;
code js_weak_map_constructor;
code js_weak_set_constructor;

#endif
