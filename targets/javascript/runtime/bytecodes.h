/* Generated from dialects/circuit/bytecodes.csv by bytecode_header.py. */
#ifndef JS_BYTECODES_H
#define JS_BYTECODES_H

#include "values.h"

value js_add2(value r0, value acc);
value js_sub2(value r0, value acc);
value js_mul2(value r0, value acc);
value js_div2(value r0, value acc);
value js_mod2(value r0, value acc);
value js_exp(value r0, value acc);
value js_shl2(value r0, value acc);
value js_shr2(value r0, value acc);
value js_ashr2(value r0, value acc);
value js_and2(value r0, value acc);
value js_or2(value r0, value acc);
value js_xor2(value r0, value acc);
value js_inc(value acc);
value js_dec(value acc);
value js_neg(value acc);
value js_not(value acc);
value js_tonumber(value acc);
value js_tonumeric(value acc);
value js_tostring(value acc);
value js_topropertykey(value acc);
value js_typeof(value acc);
value js_istrue(value acc);
value js_isfalse(value acc);
value js_eq(value r0, value acc);
value js_noteq(value r0, value acc);
value js_stricteq(value r0, value acc);
value js_strictnoteq(value r0, value acc);
value js_less(value r0, value acc);
value js_lesseq(value r0, value acc);
value js_greater(value r0, value acc);
value js_greatereq(value r0, value acc);
value js_isin(value r0, value acc);
value js_instanceof(value r0, value acc);
value js_ldobjbyname(value s0, value acc);
value js_stobjbyname(value s0, value r1, value acc);
value js_ldobjbyvalue(value r0, value acc);
value js_stobjbyvalue(value r0, value r1, value acc);
value js_ldobjbyindex(int64_t i0, value acc);
value js_stobjbyindex(value r0, int64_t i1, value acc);
value js_stownbyname(value s0, value r1, value acc);
value js_stownbyvalue(value r0, value r1, value acc);
value js_stownbyindex(value r0, int64_t i1, value acc);
value js_definefieldbyvalue(value r0, value r1, value acc);
value js_stmethodbyvalue(value r0, value r1, value acc);
value js_definegetterbyvalue(value r0, value r1, int64_t i2, value acc);
value js_definesetterbyvalue(value r0, value r1, int64_t i2, value acc);
value js_delobjprop(value r0, value acc);
value js_ldsuperbyvalue(value r0, value this, value function);
value js_stsuperbyvalue(value r0, value acc, value this, value function);
value js_tryldglobalbyname(value s0);
value js_ldglobalvar(value s0);
value js_trystglobalbyname(value s0, value acc);
value js_ldglobal(void);
value js_ldlexenv(value function);
value js_newlexenv(int64_t i0, value env);
value js_poplexenv(value env);
value js_ldlexvar(int64_t i0, int64_t i1, value env);
value js_stlexvar(int64_t i0, int64_t i1, value env, value acc);
value js_callarg0(value acc);
value js_callarg1(value r0, value acc);
value js_callargs2(value r0, value r1, value acc);
value js_callargs3(value r0, value r1, value r2, value acc);
value js_callrange(uint64_t count, ...);
value js_callthis0(value r0, value acc);
value js_callthis1(value r0, value r1, value acc);
value js_callthis2(value r0, value r1, value r2, value acc);
value js_callthis3(value r0, value r1, value r2, value r3, value acc);
value js_callthisrange(uint64_t count, ...);
value js_apply(value r0, value r1, value acc);
value js_newobjrange(uint64_t count, ...);
value js_newobjapply(value r0, value acc);
value js_supercallthisrange(uint64_t count, ...);
value js_supercallspread(value acc, value function, value new_target);
value js_createemptyobject(void);
value js_createemptyarray(void);
value js_definefunc(uint64_t m0, int64_t i1, value env);
value js_definemethod(uint64_t m0, int64_t i1, value acc, value env);
value js_defineclass(uint64_t m0, int64_t i1, value r2, value env);
value js_copyrestargs(int64_t i0, uint64_t argc, value *argv);
value js_getunmappedargs(uint64_t argc, value *argv);
value js_copydataproperties(value r0, value acc);
value js_createobjectwithexcludedkeys(uint64_t count, ...);
value js_starrayspread(value r0, value acc);
value js_starrayhole(value r0);
value js_starraypush(value r0, value acc);
value js_getiterator(value acc);
value js_getnextvalue(value r0);
value js_closeiterator(value r0);
value js_getpropiterator(value acc);
value js_getnextpropname(value r0);
value js_throw_undefinedifholewithname(value s0, value acc);
value js_throw_constassignment(value s0);
value js_throw_ifnotobject(value acc);
value js_throw_ifsupernotcorrectcall(int64_t i0, value acc);
value js_throw_patternnoncoercible(value acc);
value js_throw_ifnotconstructorcall(value s0, value new_target);

/* What was thrown; afterwards nothing is. */
value js_get_exception(void);

#endif
