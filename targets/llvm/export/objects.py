"""
Objects of a function's activation: stack slots, and objects of dynamic size.

At addresses of 32 bits they are in the stack of the memory, which grows down to them.
Those of 64 bits are variables of LLVM, and what it allocates on its own stack.
"""

from typing import TYPE_CHECKING

from circ.dialects.common.dynamic_objects import ALLOCATE, MAX_BYTES
from circ.targets.llvm.export.environment import Call
from circ.targets.llvm.export.values import Value

if TYPE_CHECKING:
    from circ.targets.llvm.export.functions import FunctionText

NOTE = 16
"""Bytes before an object of dynamic size, at an address of 64 bits."""


def slot(function: "FunctionText", size: int, align: int) -> Value:
    """
    The address, of 64 bits, of a variable of LLVM.

    It comes from memory, or LLVM would take pointers made from it and from other
    numbers for different objects.
    """
    code = function.code
    variable, known = code.local(f"[{size} x i8]", align), code.local("ptr", 8)
    code.add(f"store volatile ptr {variable}, ptr {known}")
    return code.let("i64", f"load volatile i64, ptr {known}")


def allocate(function: "FunctionText", op: Call, size: Value, align: Value) -> Value:
    """The address of a new object, until the function returns or releases it."""
    code, k, width = function.code, function.k, function.rows.width
    number = function.rows.number
    fits = k.icmp("ule", width, size, k.const(width, MAX_BYTES))
    message = "an object of {0} bytes does not fit the stack"
    function.check(fits, op.location, message, [number(size)])
    bits = code.call(f"i{width}", f"llvm.ctpop.i{width}", [align])
    one = k.icmp("eq", width, bits, k.const(width, 1))
    message = "alignment must be a power of two, but is {0}"
    function.check(one, op.location, message, [number(align)])
    if function.is_wide:
        return _on_native_stack(function, size, align)
    stack = function.environment.stack(code)
    old = code.let("i32", f"load i32, ptr {stack}")
    fits = k.icmp("ult", 32, size, old)
    message = f"'{ALLOCATE}': no memory left for an object of {{0}} bytes"
    function.check(fits, op.location, message, [number(size)])
    lower = k.sub(32, old, size)
    place = k.and_(32, lower, k.sub(32, k.const(32, 0), align))
    code.add(f"store {place}, ptr {stack}")
    return place


def _on_native_stack(function: "FunctionText", size: Value, align: Value) -> Value:
    """The stack as it is with the object is noted before it."""
    code, k = function.code, function.k
    most = k.sub(64, align, k.const(64, 1))
    room = k.add(64, k.add(64, size, most), k.const(64, NOTE))
    whole = code.let("ptr", f"alloca i8, {room}, align {NOTE}")
    after = code.call("ptr", "llvm.stacksave.p0", ())
    known = code.local("ptr", 8)
    code.add(f"store volatile {whole}, ptr {known}")
    start = code.let("i64", f"load volatile i64, ptr {known}")
    past = k.add(64, k.add(64, start, k.const(64, NOTE)), most)
    place = k.and_(64, past, k.sub(64, k.const(64, 0), align))
    note = function.rows.pointer(place, 0, -NOTE)
    code.add(f"store {after}, ptr {note}, align 1")
    return place


def release(function: "FunctionText", oldest: Value) -> None:
    """Take the stack back to what was noted before an object."""
    code = function.code
    if function.is_wide:
        note = function.rows.pointer(oldest, 0, -NOTE)
        after = code.let("ptr", f"load ptr, ptr {note}, align 1")
        code.call("void", "llvm.stackrestore.p0", [after])
        return
    code.add(f"store {oldest}, ptr {function.environment.stack(code)}")
