"""
Functions of the libraries at level llvlir, a slice at a time and from the cache.

What a program uses of the archives of bitcode is cut into functions
(`circ.targets.llvm.slices`), each of which is lowered alone: so it is the same for all
programs, and is lowered once.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from xdsl.dialects.builtin import ModuleOp, StringAttr, UnitAttr
from xdsl.ir import Operation

from circ.dialects.common.collector import paused_collector
from circ.dialects.common.memory import RUNTIME, SIGNATURE
from circ.dialects.common.module_functions import has_body
from circ.dialects.common.runtime import C_FUNCTIONS, EXTERNAL_LIBRARY, PREFIX
from circ.dialects.common.variadic import VARIADIC
from circ.dialects.llvlir.data import EXTERNAL_SECTION
from circ.dialects.llvlir.float_flags import reads_flags
from circ.dialects.llvlir.ops import FuncOp, TableOp
from circ.dialects.llvlir.rules import data_of
from circ.targets.execute.host.apart import APART, RECORDS
from circ.targets.execute.host.compiler import processor
from circ.targets.execute.host.records import Record, function_of_text
from circ.targets.llvlir.decoder import decode
from circ.targets.llvlir.encoder import encode
from circ.targets.llvm.canonical import canonical_text
from circ.targets.llvm.reader import read_canonical
from circ.targets.llvm.slices import PLACEHOLDER, Slice, slices_of
from circ.targets.machines import HOST, machine_of
from circ.tools.code_cache import CodeCache, open_cache
from circ.tools.whole_program import library_part
from circ.transforms.llvlir.rename_symbols import rename
from circ.transforms.llvlir.runtime import calls_of
from circ.transforms.pipelines import compile
from circ.transforms.runtime.library import is_known, library_function

if TYPE_CHECKING:
    from circ.targets.naplespu.object.archive import Archive

NAME = "library"
OPT = 1
"""How much circuits are optimised: clang has optimised them, and LLVM does it again."""
PLAIN = {RUNTIME, SIGNATURE, VARIADIC}
"""Attributes of functions of which others know the name and the type alone."""


def library_functions(
    wanted: Collection[str],
    archives: "Sequence[Archive]",
    variables: Collection[str] = (),
    elsewhere: Collection[str] = (),
) -> ModuleOp:
    """
    Functions and objects of these names, lowered for the host, and what they use.

    What is kept as machine code has the body of `Record.function`.
    """
    text = canonical_text(
        library_part(wanted, archives, variables, elsewhere, stable=True), NAME
    )
    parts, cache = slices_of(text).parts, open_cache()
    with paused_collector():
        found = _Functions(cache, cache is not None)
        found.take(parts)
        if reads_flags(found.own.values()):
            found = _Functions(cache, False)
            found.take(parts)
    if cache is not None:
        cache.trim()
    return ModuleOp(found.operations())


class _Functions:
    """What slices define, and what they declare and none of them defines."""

    def __init__(self, cache: CodeCache | None, kept: bool):
        self.cache, self._kept = cache, kept
        self.own: dict[str, FuncOp] = {}
        self._data: list[Operation] = []
        self._declared: dict[str, FuncOp] = {}
        self._texts: dict[str, str] = {}
        """Declarations that were kept."""
        self._called: dict[str, None] = {}

    def operations(self) -> list[Operation]:
        for name, text in self._texts.items():
            if name not in self.own and name not in self._declared:
                self._declared[name] = function_of_text(text)
        others = (op for name, op in self._declared.items() if name not in self.own)
        return [*self._data, *self.own.values(), *others]

    def take(self, parts: Sequence[Slice]) -> None:
        """Take slices, and what they call of the run-time library."""
        for part in parts:
            place = self._place("slice", *part.names, part.text) if part.name else ""
            if not self._found(place):
                self._take(part, place)
        machine = machine_of(ModuleOp([]))
        work = [*self._called, *self._declared]
        for name in work:
            is_runtime = name in C_FUNCTIONS or name.startswith(PREFIX)
            if name in self.own or not is_runtime or not is_known(name, machine):
                continue
            place = self._place("runtime", name)
            if not self._found(place):
                func = library_function(name, "llvlir")
                assert isinstance(func, FuncOp)
                self._add(func, place)
            work += self._called.keys() - {*work}

    def _place(self, *content: str) -> str:
        """Where a function is kept."""
        if self.cache is None or not self._kept:
            return ""
        parts = (processor(), *content)
        return self.cache.key(b"host function", *(part.encode() for part in parts))

    def _found(self, place: str) -> bool:
        """Is a function kept, and is now taken?"""
        if not place or self.cache is None:
            return False
        if (known := RECORDS.get(place)) is None:
            if (data := self.cache.get(place)) is None:
                return False
            known = RECORDS[place] = Record.decoded(data)
        func = self.own[known.name] = known.function()
        func.attributes[APART] = StringAttr(place)
        self._texts |= known.externals
        self._called |= dict.fromkeys(known.called)
        return True

    def _take(self, part: Slice, place: str) -> None:
        functions = list[FuncOp]()
        for op in _without_declarations(self._lowered(part), self._declared):
            op.detach()
            if isinstance(op, FuncOp):
                functions.append(op)
            else:
                self._data.append(op)
        for func in functions:
            self._add(func, place if len(functions) == 1 else "")

    def _add(self, func: FuncOp, place: str) -> None:
        self.own[func.sym_name.data] = func
        self._called |= dict.fromkeys(calls_of(func))
        if place and func.attributes.keys() <= PLAIN:
            func.attributes[APART] = StringAttr(place)

    def _lowered(self, part: Slice) -> ModuleOp:
        """The module of a slice, with the names of the whole."""
        cache = self.cache
        key = "" if cache is None else cache.key(b"host slice", part.text.encode())
        if cache is None or (data := cache.get(key)) is None:
            module = read_canonical(part.text, NAME)
            module.attributes[EXTERNAL_LIBRARY] = UnitAttr()
            data = encode(compile(module, HOST, OPT), names=False)
            if cache is not None:
                cache.put(key, data)
        module = decode(data, NAME)
        names = {f"{PLACEHOLDER}{n}": name for n, name in enumerate(part.names)}
        rename(module, names)
        return module


def _without_declarations(
    module: ModuleOp, declared: dict[str, FuncOp]
) -> Iterator[Operation]:
    """The operations of what a slice defines; functions that it declares are noted."""
    external = False
    for op in [*module.ops]:
        if isinstance(op, FuncOp) and not has_body(op):
            op.detach()
            declared.setdefault(op.sym_name.data, op)
            continue
        if isinstance(op, TableOp):
            if op.ROW.name == "section":
                assert op.data is not None
                external = data_of(op.data).decode() == EXTERNAL_SECTION
            if external:
                continue
        yield op
