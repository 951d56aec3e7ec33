"""
Functions of the libraries at level llvlir, a slice at a time and from the cache.

What a program uses of the archives of bitcode is cut into functions
(`circ.targets.llvm.slices`), each of which is lowered alone: so it is the same for all
programs, and is lowered once.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from xdsl.dialects.builtin import ModuleOp, UnitAttr
from xdsl.ir import Operation

from circ.dialects.common.module_functions import has_body, symbol_of
from circ.dialects.llvlir.data import EXTERNAL_SECTION
from circ.dialects.llvlir.ops import FuncOp, TableOp
from circ.dialects.llvlir.rules import data_of
from circ.targets.execute.host.apart import APART
from circ.targets.llvlir.decoder import decode
from circ.targets.llvlir.encoder import encode
from circ.targets.llvm.canonical import canonical_text
from circ.targets.llvm.slices import PLACEHOLDER, Slice, slices_of
from circ.targets.machines import HOST
from circ.tools.code_cache import CodeCache, open_cache
from circ.tools.whole_program import library_part
from circ.transforms.llvlir.rename_symbols import rename
from circ.transforms.pipelines import compile

if TYPE_CHECKING:
    from circ.targets.naplespu.object.archive import Archive

NAME = "library"


def library_functions(
    wanted: Collection[str], archives: "Sequence[Archive]"
) -> ModuleOp:
    """Functions and objects of these names, lowered for the host, and what they use."""
    text = canonical_text(library_part(wanted, archives, stable=True), NAME)
    cache = open_cache()
    own, declared = list[Operation](), dict[str, FuncOp]()
    for part in slices_of(text).parts:
        for op in _without_declarations(_lowered(part, cache), declared):
            op.detach()
            if isinstance(op, FuncOp):
                op.attributes[APART] = UnitAttr()
            own.append(op)
    if cache is not None:
        cache.trim()
    defined = {symbol_of(op) for op in own}
    own += (op for name, op in declared.items() if name not in defined)
    return ModuleOp(own)


def _lowered(part: Slice, cache: CodeCache | None) -> ModuleOp:
    """The module of a slice, with the names of the whole."""
    key = "" if cache is None else cache.key(b"host slice", part.text.encode())
    if cache is None or (data := cache.get(key)) is None:
        from circ.targets.llvm.reader import read_canonical

        data = encode(compile(read_canonical(part.text, NAME), HOST), names=False)
        if cache is not None:
            cache.put(key, data)
    module = decode(data, NAME)
    rename(module, {f"{PLACEHOLDER}{n}": name for n, name in enumerate(part.names)})
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
