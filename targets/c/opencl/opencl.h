/*
 * The library of OpenCL C 1.2, and what is common of 2.0, for circ (docs/opencl.md).
 *
 * Every function is inlined, and a vector is its lanes: what is defined for scalars is
 * applied to halves of vectors until there is one lane. Functions `circ.NAME` stand for
 * what a kernel is told when it runs. Macros of types are in vocabulary.py.
 */
#pragma clang attribute push(__attribute__((always_inline)), apply_to = function)
#pragma OPENCL EXTENSION all : disable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define __OV static inline __attribute__((overloadable))
#define __PURE __attribute__((const))

#define __OPENCL_VERSION__ 120
#define kernel_exec(X, T) \
  kernel __attribute__((work_group_size_hint(X, 1, 1))) \
  __attribute__((vec_type_hint(T)))
#include "types.h"
#include "constants.h"
#include "work_items.h"
#include "integers.h"
#include "math.h"
#include "conversions.h"
#include "vectors.h"
#include "atomics.h"
#include "groups.h"
#include "subgroups.h"
#ifdef __circ_half
#include "half.h"
#endif

int printf(__constant const char *format, ...) __attribute__((format(printf, 1, 2)));
