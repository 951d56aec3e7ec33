"""
What is kept of a function of llvlir that other programs have, too.

It is the object and all that a program has to know of the function to link it: a
program that finds it needs no body. In bytes it is a line of JSON before the object.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from functools import cache
from typing import TYPE_CHECKING, Self

from xdsl.ir import Attribute, Block, Operation, Region

from circ.dialects.common.variadic import MARK, is_variadic
from circ.dialects.llvlir.ops import FuncOp, JumpOp

if TYPE_CHECKING:
    from xdsl.parser import Parser

Meaning = Sequence[str | int | None]
"""What a name of the object stands for: its kind (see `Program`), and values."""


@dataclass(frozen=True)
class Type:
    """Of a function or an indirect call: types as text."""

    inputs: Sequence[str]
    outputs: Sequence[str]
    variadic: bool = False

    @staticmethod
    def of(
        op: Operation, inputs: Sequence[Attribute], outputs: Sequence[Attribute]
    ) -> "Type":
        return Type([*map(str, inputs)], [*map(str, outputs)], is_variadic(op))

    @property
    def attributes(self) -> dict[str, Attribute]:
        return dict(MARK) if self.variadic else {}


@dataclass(frozen=True)
class Record:
    """See the module's docstring."""

    name: str
    type: Type
    called: Sequence[str]
    """The functions that it calls by their names."""
    taken: Sequence[str]
    """The symbols whose addresses it takes."""
    names: Sequence[tuple[str, Meaning]]
    callers: Sequence[Type]
    """The types of its indirect calls."""
    externals: dict[str, str]
    """The text of the functions that it uses and the program only declares."""
    object: bytes = b""

    def encoded(self) -> bytes:
        values = {f.name: getattr(self, f.name) for f in fields(self)}
        data = values.pop("object")
        values["type"] = asdict(self.type)
        values["callers"] = [asdict(type) for type in self.callers]
        return json.dumps(values).encode() + b"\n" + data

    @classmethod
    def decoded(cls, data: bytes) -> Self:
        head, _, object = data.partition(b"\n")
        values = json.loads(head)
        values["type"] = Type(**values["type"])
        values["callers"] = [Type(**type) for type in values["callers"]]
        return cls(**values, object=object)

    def function(self) -> FuncOp:
        """A function of this type, whose body is never executed."""
        inputs = [*map(type_named, self.type.inputs)]
        outputs = [*map(type_named, self.type.outputs)]
        entry, forever = Block(arg_types=inputs), Block()
        for block in (entry, forever):
            block.add_op(JumpOp.create_(forever))
        body, attributes = Region([entry, forever]), self.type.attributes
        return FuncOp.create_(self.name, inputs, outputs, body, attributes=attributes)


@cache
def type_named(text: str) -> Attribute:
    """The type of a register that has a text."""
    return _parser(text).parse_attribute()


def function_of_text(text: str) -> FuncOp:
    """The function that is declared by a text."""
    func = _parser(text).parse_operation()
    assert isinstance(func, FuncOp)
    return func


def _parser(text: str) -> "Parser":
    from xdsl.context import Context
    from xdsl.dialects.builtin import Builtin
    from xdsl.parser import Parser

    from circ.dialects.llvlir import Llvlir

    context = Context()
    context.load_dialect(Builtin)
    context.load_dialect(Llvlir)
    return Parser(context, text)
