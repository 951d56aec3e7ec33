"""Modules in modules, as one module."""

from collections.abc import Mapping

from xdsl.dialects.builtin import ModuleOp, StringAttr, SymbolRefAttr
from xdsl.ir import Attribute, Operation

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.module_functions import symbol_of


def flatten_modules(module: ModuleOp) -> None:
    """
    Move what nested modules have to the end of the outermost one.

    `@f` of a module `@a` becomes `@a.f`, that of a module without a name stays `@f`. A
    name is looked up where MLIR does: in its own module, `@a::@f` in the module `@a`
    there.
    """
    if not any(isinstance(op, ModuleOp) for op in module.ops):
        return
    known: dict[str, Operation] = {}
    moved: list[Operation] = []
    work = [(module, "")]
    while work:
        current, prefix = work.pop(0)
        renamed: dict[str, str] = {}
        nested: list[tuple[ModuleOp, str]] = []
        own: list[Operation] = []
        for op in current.ops:
            name = symbol_of(op)
            if isinstance(op, ModuleOp):
                inner = prefix if name is None else f"{prefix}{name}."
                nested.append((op, inner))
            else:
                own.append(op)
            if name is not None:
                renamed[name] = prefix + name
        for op in own:
            if (name := symbol_of(op)) is not None:
                if (other := renamed[name]) in known:
                    message = f"'{op.name}': there are two symbols '{other}'"
                    raise Diagnostic(op.location, message)
                known[other] = op
                op.properties["sym_name"] = StringAttr(other)
            for inside in op.walk():
                _rename(inside, inside.properties, renamed)
                _rename(inside, inside.attributes, renamed)
            if current is not module:
                moved.append(op)
        work += nested
    for op in moved:
        op.detach()
    for op in module.ops:
        if isinstance(op, ModuleOp):
            op.detach()
    module.body.block.add_ops(moved)


def _rename(
    op: Operation, attributes: dict[str, Attribute], renamed: Mapping[str, str]
) -> None:
    for key, value in attributes.items():
        if isinstance(value, SymbolRefAttr):
            root = value.root_reference.data
            if root not in renamed:
                message = f"there is no symbol '@{root}' in its module"
                raise Diagnostic(op.location, f"'{op.name}': {message}")
            nested = (part.data for part in value.nested_references)
            attributes[key] = SymbolRefAttr(".".join((renamed[root], *nested)))
