"""
Programs of C and JavaScript as bytecode, with what they use of the libraries.

Bytecode declares the libraries' functions. Where it is executed above the machine they
are compiled to llvlir and added to the module. As the machine's start-up code does,
`main` ends with a call of `exit`, which writes what is in buffers.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, Region

from circ.dialects.common.address_width import ADDRESS_WIDTH, address_width
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.linkage import INTERNAL, linkage_of
from circ.dialects.common.memory import RUNTIME
from circ.dialects.common.module_functions import declarations, definitions, symbol_of
from circ.dialects.common.programs import MAIN
from circ.dialects.common.widths import WORD
from circ.dialects.llvlir.data import data_objects
from circ.dialects.llvlir.float_flags import reads_flags
from circ.dialects.llvlir.ops import CallOp, FuncOp, RetOp, TableOp, create
from circ.transforms.llvlir.rename_symbols import rename
from circ.transforms.pipelines import compile

if TYPE_CHECKING:
    from circ.targets.naplespu.object.archive import Archive

OF_LIBRARY = ".of.library"
"""The end of the library's internal names that the program has, too."""
OWN_MAIN = "main.of.program"
EXIT = "exit"


def add_libraries(
    module: ModuleOp, archives: "Sequence[Archive]", host: bool = False
) -> None:
    """
    Define what a module of llvlir declares and libraries of bitcode have.

    Each library may use those after it. Where the program defines a function that one
    has too, such as `malloc`, the libraries use the program's. What is for the host
    comes from the cache, a function at a time, and stays apart: see
    `circ.tools.library_slices`.
    """
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
    variables = {
        item.name
        for item in data_objects(module.ops)
        if item.is_declaration
        and any(item.name in archive.definitions for archive in archives)
    }
    host = host and not reads_flags(op for op in module.ops if isinstance(op, FuncOp))
    added = (_slices if host else _whole)(wanted, archives, variables, visible)
    taken = {*_names(module)} - {*declared} - variables - wanted
    outside = {*declarations(added)} & own.keys()
    if host and (outside or taken & {*_names(added)}):
        # What is kept has its names in machine code, and what it calls outside.
        added = _whole(wanted, archives, variables, visible)
    taken -= visible & {*declarations(added)}  # the libraries use the program's
    twice = taken & {*_names(added)}
    rename(added, {name: f"{name}{OF_LIBRARY}" for name in twice})
    _remove_labels(module, variables)
    block, defined = module.body.block, definitions(added)
    for name, op in declared.items():
        if name in defined:
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


def _whole(
    wanted: Collection[str],
    archives: "Sequence[Archive]",
    variables: Collection[str],
    elsewhere: Collection[str],
) -> ModuleOp:
    from circ.targets.llvm import read_llvm
    from circ.tools.whole_program import library_part

    part = library_part(wanted, archives, variables, elsewhere)
    return compile(read_llvm(part, "library"), "llvlir")


def _slices(
    wanted: Collection[str],
    archives: "Sequence[Archive]",
    variables: Collection[str],
    elsewhere: Collection[str],
) -> ModuleOp:
    from circ.tools.library_slices import library_functions

    return library_functions(wanted, archives, variables, elsewhere)


def _remove_labels(module: ModuleOp, names: Collection[str]) -> None:
    """Remove the declarations of objects."""
    for op in [*module.ops]:
        if not isinstance(op, TableOp) or op.ROW.name != "label.L" or not op.label:
            continue
        if op.label.root_reference.data in names:
            align = op.prev_op
            if isinstance(align, TableOp) and align.ROW.name == "align":
                align.detach()
                align.erase()
            op.detach()
            op.erase()


def _names(module: ModuleOp) -> Iterator[str]:
    """The names that a module of llvlir defines or declares."""
    for op in module.ops:
        name = symbol_of(op)
        if isinstance(op, TableOp) and op.ROW.name == "label.L" and op.label:
            name = op.label.root_reference.data
        if name is not None:
            yield name


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
    rename(module, {MAIN: OWN_MAIN})
    module.body.block.add_op(made)
