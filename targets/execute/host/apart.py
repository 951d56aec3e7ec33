"""
Functions that are compiled alone, and kept for other programs.

Their code names what it uses (`Names`), so that it is the same in all programs. An
indirect call, which is a choice between the functions of a program, calls a function
that is made for each: its first argument is the address.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from xdsl.ir import Block, Region

from circ.dialects.llvlir.ops import CallIndirectOp, FuncOp, RetOp
from circ.targets.execute.host.compiler import STORE, Store

APART = "circ.apart"
"""The attribute of functions that other programs have, too."""


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

    def choose(self, functions: Iterable[FuncOp], entries: Collection[FuncOp]) -> None:
        """Take those that can be; nothing if there is no place for them."""
        if self.store is not None:
            found = (func for func in functions if APART in func.attributes)
            self.functions = {func: None for func in found if func not in entries}

    def has(self, func: FuncOp) -> bool:
        """Is a function in another module than the one that is being written?"""
        if self.current is None:
            return func in self.functions
        if func not in self.functions:
            self.called.add(func)
        return func is not self.current

    def caller(self, op: CallIndirectOp) -> FuncOp | None:
        """What a function that is compiled apart calls instead."""
        if self.current is None:
            return None
        inputs = [value.type for value in op.operands]
        outputs = list(op.result_types)
        attributes = dict(op.attributes)
        types = ", ".join(map(str, inputs)), ", ".join(map(str, outputs))
        marks = " ".join(sorted(attributes))
        name = f"circ.call ({types[0]}) -> ({types[1]}) {marks}"
        if name not in self.callers:
            block = Block(arg_types=inputs)
            callee, *arguments = block.args
            call = CallIndirectOp.create_(callee, arguments, outputs, op.location)
            call.attributes.update(attributes)
            block.add_ops([call, RetOp.create_(call.results, op.location)])
            made = FuncOp.create_(
                name, inputs, outputs, Region(block), location=op.location
            )
            self.callers[name] = made
            self.called.add(made)
        return self.callers[name]
