"""
The system interface of programs, for levels above the machine.

A `func.func private` with the name and C type of one of these is the function. On the
machine they are members of the C library (`targets/naplespu/libc/system.s`), which ask
the host; the host does what is written here, too (`Services`). A failure is a negative
number of Linux's, as its system calls give it.
"""

import errno
from collections.abc import Callable, Sequence
from functools import partial

from xdsl.dialects.builtin import FunctionType, i32
from xdsl.ir import Attribute

from circ.dialects.common.algebra import INTS
from circ.dialects.common.setjmp import LONGJMP, SETJMP
from circ.dialects.common.widths import WORD
from circ.targets.execute.environment import ERRORS, OUTPUT, Environment
from circ.targets.execute.hooks import External
from circ.targets.execute.jumps import CLOCK, EXIT, Clock, LongJump, SetJump
from circ.targets.execute.marshal import ALIGNMENT, Heap
from circ.targets.execute.memory_functions import MemoryFunction, check_declared
from circ.targets.execute.outcome import ProgramExit

INPUT = 0
"""The stream that a program reads."""

MOST = 1 << 20
"""Bytes that one call reads or writes at most, whatever is asked for."""


class Services:
    """Serves the requests of one run, whose memory it accesses."""

    def __init__(self, environment: Environment, memory: Heap):
        self._environment, self._memory = environment, memory
        self._start = self._break = 0
        """The heap, where there is one."""

    def write(self, stream: int, address: int, count: int) -> int:
        """How many bytes have been written."""
        if stream not in (OUTPUT, ERRORS):
            return -errno.EBADF
        data = self._memory.read(address, min(count, MOST))
        self._environment.write(stream, data)
        return len(data)

    def read(self, stream: int, address: int, count: int) -> int:
        """How many bytes have been read, 0 at the end."""
        if stream != INPUT:
            return -errno.EBADF
        count = min(count, MOST)
        self._memory.read(address, count)  # there is room, or it is diagnosed
        data = self._environment.read(count)
        self._memory.write(address, data)
        return len(data)

    def set_break(self, address: int) -> int:
        """The end of the heap, moved to an address if it is one within its limits."""
        size = self._environment.heap_size
        if not self._start:
            self._start = self._break = self._memory.allocate(size, ALIGNMENT)
        if self._start <= address <= self._start + size:
            self._break = address
        return self._break


MEMORY: dict[str, tuple[str, Callable[..., int]]] = {
    "circ_write": ("int (int, pointer, int)", Services.write),
    "circ_read": ("int (int, pointer, int)", Services.read),
    "circ_brk": ("int (pointer)", Services.set_break),
}
"""Functions that access memory: their C types, and the methods that serve them."""


def _exit(arguments: Sequence[int]) -> None:
    (status,) = arguments
    raise ProgramExit(status)


def _clock(arguments: Sequence[int]) -> None:
    raise Clock


def _set_jump(arguments: Sequence[int]) -> None:
    raise SetJump(*arguments)


def _long_jump(arguments: Sequence[int]) -> None:
    raise LongJump(*arguments)


CONTROL: dict[str, tuple[str, Callable[[Sequence[int]], None]]] = {
    EXIT: ("void (int)", _exit),
    CLOCK: ("long long ()", _clock),
    **dict.fromkeys(SETJMP, ("int (pointer)", _set_jump)),
    **dict.fromkeys(LONGJMP, ("void (pointer, int)", _long_jump)),
}
"""Functions that end the program, or act on its activations."""

NAMES = frozenset((*MEMORY, *CONTROL))


def exit_hook() -> External:
    """The function that ends the program, for modules that do not declare it."""
    return External((i32,), _exit)


def bind_system(
    name: str, declared: FunctionType, location: Attribute, environment: Environment
) -> External | None:
    """The hook of a declared function; None for an unknown name."""
    if name in CONTROL:
        type, effect = CONTROL[name]
        check_declared(name, type, declared, location)
        return External(declared.inputs.data, effect)
    if name not in MEMORY:
        return None
    type, method = MEMORY[name]
    check_declared(name, type, declared, location)

    def on(memory: Heap) -> External:
        serve = partial(method, Services(environment, memory))
        return External(declared.inputs.data, partial(_served, serve))

    return MemoryFunction(declared.inputs.data, lambda _: None, on)


def _served(serve: Callable[..., int], arguments: Sequence[int]) -> Sequence[int]:
    return [INTS.const(WORD, serve(*arguments))]
