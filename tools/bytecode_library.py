"""
Programs of C and JavaScript as bytecode, with what they use of the libraries.

Bytecode declares the libraries' functions. Where it is executed above the machine they
are compiled to llvlir and added to the module. As the machine's start-up code does,
`main` ends with a call of `exit`, which writes what is in buffers.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from xdsl.dialects.builtin import ModuleOp, StringAttr, SymbolRefAttr
from xdsl.ir import Block, Operation, Region

from circ.dialects.common.address_width import ADDRESS_WIDTH, address_width
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.linkage import INTERNAL, linkage_of
from circ.dialects.common.memory import (
    GLOBAL_CLASS,
    RUNTIME,
    MemoryAttr,
    is_private,
    memory,
    private,
)
from circ.dialects.common.module_functions import declarations, definitions, symbol_of
from circ.dialects.common.programs import MAIN
from circ.dialects.common.widths import WORD
from circ.dialects.llvlir.ops import CallOp, FuncOp, RetOp, TableOp, create
from circ.transforms.pipelines import compile

if TYPE_CHECKING:
    from circ.targets.naplespu.object.archive import Archive

OF_LIBRARY = ".of.library"
"""The end of the library's internal names that the program has, too."""
OWN_MAIN = "main.of.program"
EXIT = "exit"


def add_libraries(module: ModuleOp, archives: "Sequence[Archive]") -> None:
    """
    Define what a module of llvlir declares and libraries of bitcode have.

    Each library may use those after it. Where the program defines a function that one
    has too, such as `malloc`, the libraries use the program's.
    """
    from circ.targets.llvm import read_llvm
    from circ.tools.whole_program import library_part

    declared = {
        name: op
        for name, op in declarations(module).items()
        if RUNTIME not in op.attributes
        and any(name in archive.definitions for archive in archives)
    }
    if not declared:
        return
    if (width := address_width(module)) != WORD:
        message = f"a library of addresses of {WORD} bits for code with {width}"
        place = next(iter(declared.values())).location
        raise Diagnostic(place, f"cannot link {message} ('{ADDRESS_WIDTH}')")
    wanted = {*declared}
    own = definitions(module)
    if ends := MAIN in own and EXIT not in own:
        wanted.add(EXIT)
    visible = {name for name, op in own.items() if linkage_of(op) != INTERNAL}
    part = read_llvm(library_part(wanted, archives, elsewhere=visible), "library")
    added = compile(part, "llvlir")
    used = declarations(added)
    taken = {*_names(module)} - {*declared}
    _rename(
        added,
        {
            name: f"{name}{OF_LIBRARY}"
            for name in _names(added)
            if name in taken
            and name not in wanted
            and not (name in visible and name in used)
        },
    )
    block = module.body.block
    for name, op in declared.items():
        if name in definitions(added):
            op.detach()
            op.erase()
    present = {*_names(module)}
    for op in [*added.ops]:
        op.detach()
        if isinstance(op, FuncOp) and op.sym_name.data in present:
            op.erase()  # of the run-time library, or declared here too
        else:
            block.add_op(op)
    if ends:
        _end_with_exit(module)


def _names(module: ModuleOp) -> Iterator[str]:
    """The names that a module of llvlir defines or declares."""
    for op in module.ops:
        name = symbol_of(op)
        if isinstance(op, TableOp) and op.ROW.name == "label.L" and op.label:
            name = op.label.root_reference.data
        if name is not None:
            yield name


def _rename(module: ModuleOp, names: Mapping[str, str]) -> None:
    """Give functions and objects other names, wherever they are used."""
    for op in module.walk():
        for key in ("label", "callee"):
            value = op.properties.get(key)
            if isinstance(value, SymbolRefAttr):
                name = value.root_reference.data
                if name in names:
                    op.properties[key] = SymbolRefAttr(names[name])
        name = symbol_of(op)
        if name is not None and name in names:
            op.properties["sym_name"] = StringAttr(names[name])
        access = op.properties.get("memory")
        if isinstance(access, MemoryAttr):
            op.properties["memory"] = _renamed(access, names)


def _renamed(access: MemoryAttr, names: Mapping[str, str]) -> MemoryAttr:
    """An access with the alias class of an object's new name."""
    alias = access.alias.data
    name = alias.removeprefix(GLOBAL_CLASS).removesuffix(private(""))
    if not alias.startswith(GLOBAL_CLASS) or name not in names:
        return access
    new = GLOBAL_CLASS + names[name]
    return memory(
        access.size.data,
        access.align.data,
        access.space.data,
        private(new) if is_private(alias) else new,
        bool(access.volatile.data),
    )


def _end_with_exit(module: ModuleOp) -> None:
    """Let `main` be a function that calls the program's and then `exit`."""
    own, exit = (definitions(module)[name] for name in (MAIN, EXIT))
    assert isinstance(own, FuncOp) and isinstance(exit, FuncOp)
    type, place = own.function_type, own.location
    block = Block(arg_types=type.inputs.data)
    call = CallOp.create_(OWN_MAIN, block.args, type.outputs.data, place)
    ops: list[Operation] = [call]
    status = call.results
    if not status:
        (word,) = exit.function_type.inputs.data
        zero = create("const.I", (), (getattr(word, "element"),), imm=0)
        ops.append(zero)
        status = zero.results
    ops += [
        CallOp.create_(EXIT, status, exit.function_type.outputs.data, place),
        RetOp.create_(call.results, place),
    ]
    block.add_ops(ops)
    made = FuncOp.create_(
        *(MAIN, type.inputs.data, type.outputs.data, Region(block)),
        attributes=dict(own.attributes),
        location=place,
    )
    _rename(module, {MAIN: OWN_MAIN})
    module.body.block.add_op(made)
