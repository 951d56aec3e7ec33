"""
Functions that are compiled alone, and kept for other programs.

Their code names what it uses (`Names`), so that it is the same in all programs. An
indirect call, which is a choice between the functions of a program, calls a function
that is made for each: its first argument is the address.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Block, Region

from circ.dialects.llvlir.ops import CallIndirectOp, FuncOp, RetOp
from circ.targets.execute.host.compiler import STORE, Store
from circ.targets.execute.host.records import Record, Type, type_named

APART = "circ.apart"
"""The attribute of functions that other programs have, too: where they are kept."""

RECORDS: dict[str, Record] = {}
"""Those that this process has seen, by where they are kept."""


def place_of_record(func: FuncOp) -> str:
    """Where a function is kept; empty if it is not."""
    place = func.attributes.get(APART)
    return place.data if isinstance(place, StringAttr) else ""


def record_of(func: FuncOp) -> Record | None:
    """What is known of a function that is kept."""
    return RECORDS.get(place_of_record(func))


@dataclass
class Apart:
    """Those of one module that is compiled."""

    store: Store | None = field(default_factory=STORE.get)
    functions: dict[FuncOp, None] = field(default_factory=dict[FuncOp, None])
    current: FuncOp | None = None
    """The one that is being written, if any."""
    called: set[FuncOp] = field(default_factory=set[FuncOp])
    """What is called by them and not one of them."""
    callers: dict[str, FuncOp] = field(default_factory=dict[str, FuncOp])
    """What calls functions by their addresses, by type."""
    symbols: dict[str, int] = field(default_factory=dict[str, int])
    objects: list[bytes] = field(default_factory=list[bytes])

    def choose(
        self, functions: Iterable[FuncOp], entries: Collection[FuncOp], whole: bool
    ) -> None:
        """Take the functions that can be; if code is `whole`, those that must be."""
        for func in functions:
            known = record_of(func) is not None
            new = APART in func.attributes and self.store is not None and not whole
            if known or (new and func not in entries):
                self.functions[func] = None

    def has(self, func: FuncOp) -> bool:
        """Is a function in another module than the one that is being written?"""
        if self.current is None:
            return func in self.functions
        return func is not self.current

    def caller(self, type: Type) -> FuncOp:
        """What calls a function of a type by its address."""
        inputs, outputs = ", ".join(type.inputs), ", ".join(type.outputs)
        dots = ", ..." if type.variadic else ""
        name = f"circ.call ({inputs}{dots}) -> ({outputs})"
        if (made := self.callers.get(name)) is None:
            inputs = [*map(type_named, type.inputs)]
            outputs = [*map(type_named, type.outputs)]
            block = Block(arg_types=inputs)
            callee, *arguments = block.args
            call = CallIndirectOp.create_(callee, arguments, outputs)
            call.attributes.update(type.attributes)
            block.add_ops([call, RetOp.create_(call.results)])
            made = FuncOp.create_(name, inputs, outputs, Region(block))
            self.callers[name] = made
            self.called.add(made)
        return made
