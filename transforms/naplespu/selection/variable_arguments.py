"""
`va_arg`: reading the variadic arguments of a function.

They are words on the stack after the named ones (docs/reference/naplespu-isa.md,
section 1.3).
"""

from collections.abc import Sequence

from xdsl.ir import SSAValue

from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.memory import memory
from circ.dialects.common.variadic import is_variadic, reads_argument, words_read
from circ.dialects.gen import CallOp, FuncOp
from circ.dialects.naplespu.ops import instruction
from circ.dialects.naplespu.pseudos import VariableArgumentsOp
from circ.dialects.naplespu.registers import SCALAR
from circ.targets.naplespu.description.calling_convention import WORD
from circ.transforms.naplespu.analysis.value_ranges import fits_immediate
from circ.transforms.naplespu.selection.selector import Selector
from circ.transforms.naplespu.selection.values import Source


def select_argument(
    s: Selector, func: FuncOp, call: CallOp, number: Source
) -> Sequence[SSAValue] | None:
    """
    Select a call of `circ.va_arg_TYPE`; the values of its results.

    None for a call of any other function. `number` is the argument's number.
    """
    name = call.callee_name
    words = len(call.dsts)
    if not reads_argument(name, len(call.srcs), words) or words != words_read(name):
        return None
    if not is_variadic(func):
        raise unsupported(call, "outside of a variadic function, it")
    location = call.location
    start = VariableArgumentsOp.create(result_types=[SCALAR], location=location)
    s.append(start)
    base, first = start.result, 0
    if isinstance(number, int) and fits_immediate(WORD * (number + words)):
        first = WORD * number
    else:
        shift = WORD.bit_length() - 1
        offset = instruction(
            "SLLSSI", (s.register(number),), (SCALAR,), imm=shift, location=location
        )
        s.append(offset)
        place = instruction(
            "ADDSSS_32", (base, offset.results[0]), (SCALAR,), location=location
        )
        s.append(place)
        base = place.results[0]
    values: list[SSAValue] = []
    for i in range(words):
        load = instruction(
            "L32W_Mainmem",
            (base,),
            (SCALAR,),
            imm=first + WORD * i,
            memory=memory(WORD),
            location=location,
        )
        s.append(load)
        values.append(load.results[0])
    return values
