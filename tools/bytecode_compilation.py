"""
Objects from llvlir bytecode, a function at a time: deferred translation.

A module is cut into slices, each a function with declarations of what it uses, or all
data. Slices become objects as those of LLVM IR do (`circ.tools.llvm_compilation`), in
several processes and from the same cache. Functions of the run-time library are not
taken from the module but from this installation.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import ModuleOp, SymbolRefAttr, UnitAttr
from xdsl.ir import Attribute, Operation

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.linkage import INTERNAL, LINKAGE, aliases_of, linkage_of
from circ.dialects.common.module_functions import has_body
from circ.dialects.common.variadic import MARK, is_variadic
from circ.dialects.llvlir.data import EXTERNAL_SECTION
from circ.dialects.llvlir.float_flags import EXCEPTIONS, reads_flags
from circ.dialects.llvlir.ops import CallOp, FuncOp, TableOp, create
from circ.targets.llvlir.decoder import decode
from circ.targets.llvlir.encoder import encode, is_of_library
from circ.tools.code_cache import CodeCache
from circ.tools.jobs import Serial
from circ.tools.llvm_compilation import (
    Compilation,
    Unit,
    object_of_part,
    parts_of,
    prepare,
)
from circ.tools.runs import CompileOptions
from circ.tools.tasks import Runner
from circ.transforms.lift_llvlir import LiftLlvlirPass, keep_share
from circ.transforms.pipelines import in_first_profile, run_passes

DATA = ""
"""The name of the slice that has all data."""


def compile_bytecode(
    data: bytes,
    name: str,
    options: CompileOptions | None = None,
    runner: Runner | None = None,
    cache: CodeCache | None = None,
    lift: bool = False,
) -> bytes:
    """
    The relocatable object of a module of llvlir in bytecode.

    With `lift` the module is optimised as circuits before, functions of others known.
    """
    options = options or CompileOptions()
    options.check()
    compilation = Compilation(options, name, runner or Serial(), cache)
    if not lift:
        compilation.runner.start(prepare)
        return _compiled(compilation, Slices(in_first_profile(decode(data, name))))
    key = None
    if cache is not None:
        key = cache.key(b"lifted", *parts_of(options), name.encode(), data)
        if (found := cache.get(key)) is not None:
            return found
    compilation.runner.start(prepare)
    object = _lifted(compilation, data)
    if cache is not None and key is not None:
        cache.put(key, object)
    return object


def _compiled(compilation: Compilation, slices: "Slices") -> bytes:
    """The object of a module, from those of its functions."""
    parts = slices.parts().values()
    try:
        return _merged(compilation, [*map(encode, parts)], slices.local)
    except Diagnostic:
        # It has the place in a slice; once more, for that in the module.
        for part in parts:
            object_of_part(part, "llvlir", compilation.options)
        raise


def _merged(
    compilation: Compilation, parts: Sequence[bytes], local: Collection[str]
) -> bytes:
    """The object of slices in bytecode."""
    units = [
        Unit("", compilation.name, compilation.options, bytecode=part) for part in parts
    ]
    return compilation.merged(compilation.compiled(units), local)


# region Optimising again


@dataclass(frozen=True)
class Share:
    """Some functions of a module that are optimised in one process."""

    data: bytes
    name: str
    opt: int
    number: int = 0
    count: int = 1


@dataclass(frozen=True)
class Lifted:
    """What came of a share."""

    parts: Mapping[str, bytes]
    """The slices of its functions by name, and that of all data."""
    order: Sequence[str]
    """The names of all slices of the module."""
    local: Collection[str]
    """Names that other modules do not see."""


def _lifted(compilation: Compilation, data: bytes) -> bytes:
    """The object of a module that is optimised as circuits before."""
    runner, name, opt = compilation.runner, compilation.name, compilation.options.opt
    if (count := runner.jobs) > 1:
        tasks = [Share(data, name, opt, number, count) for number in range(count)]
        try:
            made = runner.map(lifted_share, tasks, "optimising functions")
            parts = {name: part for each in made for name, part in each.parts.items()}
            order = made[0].order
            return _merged(compilation, [*map(parts.__getitem__, order)], made[0].local)
        except Diagnostic:
            pass  # in one process it has the place in the module
    return _compiled(compilation, _shared(Share(data, name, opt))[0])


def lifted_share(share: Share) -> Lifted:
    """
    Optimise some functions of a module of llvlir as circuits.

    All are lifted and inlined into each other before, in every process alike.
    """
    slices, kept = _shared(share)
    parts = {name: encode(part) for name, part in slices.parts({DATA, *kept}).items()}
    return Lifted(parts, slices.order(), slices.local)


def _shared(share: Share) -> "tuple[Slices, set[str]]":
    """The slices of an optimised module, and the functions that are the share's."""
    module = decode(share.data, share.name)
    together, alone = LiftLlvlirPass(opt=share.opt).steps(module)
    run_passes(together, module)
    kept = keep_share(module, share.number, share.count)
    run_passes(alone, module)
    return Slices(module), kept


# endregion


class Slices:
    """A module cut into parts that are compiled alone."""

    def __init__(self, module: ModuleOp):
        self.module = module
        self.functions: dict[str, FuncOp] = {}
        self.data: list[TableOp] = []
        self.labels: set[str] = set()
        self.local: set[str] = set()
        """Names that other modules do not see."""
        for op in module.ops:
            if isinstance(op, FuncOp):
                name = op.sym_name.data
                self.functions[name] = op
            else:
                assert isinstance(op, TableOp)
                self.data.append(op)
                if op.ROW.name != "label.L":
                    continue
                assert op.label is not None
                name = op.label.root_reference.data
                self.labels.add(name)
            if linkage_of(op) == INTERNAL:
                self.local.add(name)
        if reads_flags(self.functions.values()):
            module.attributes[EXCEPTIONS] = UnitAttr()

    def order(self) -> list[str]:
        """The names of the slices: the data, then each function that is defined."""
        defined = [
            name
            for name, func in self.functions.items()
            if has_body(func) and not is_of_library(func)
        ]
        return [DATA, *defined] if self.data else defined

    def parts(self, wanted: Collection[str] | None = None) -> dict[str, ModuleOp]:
        """The slices by name, in order; only those that are wanted."""
        found: dict[str, ModuleOp] = {}
        for name in self.order():
            if wanted is not None and name not in wanted:
                continue
            if name != DATA:
                found[name] = self.of(self.functions[name])
                continue
            ops = [_visible(op.clone()) for op in self.data]
            names = dict.fromkeys(name for op in ops for name in _symbols(op))
            found[name] = self._module(ops, names)
        return found

    def of(self, func: FuncOp) -> ModuleOp:
        """The slice of a function."""
        used: dict[str, FuncOp | None] = {}
        for op in func.walk():
            if isinstance(op, CallOp):
                used.setdefault(op.callee.root_reference.data, _declared(op))
            elif isinstance(op, TableOp) and op.label is not None:
                used.setdefault(op.label.root_reference.data, None)
        return self._module([_visible(func.clone())], used)

    def _module(
        self,
        ops: Sequence[Operation],
        used: "dict[str, FuncOp | None] | dict[str, None]",
    ) -> ModuleOp:
        """A module of operations, with declarations of the other names they use."""
        defined = {name for op in ops for name in _names(op)}
        declared: list[Operation] = []
        external: list[Operation] = []
        for name, declaration in used.items():
            if name in defined:
                continue
            if name in self.functions:
                declared.append(_declaration(self.functions[name]))
            elif declaration is not None:
                declared.append(declaration)
            else:
                external.append(create("label.L", types=(1,), label=name))
        if external:
            external.insert(0, create("section", data=EXTERNAL_SECTION.encode()))
        attributes = dict(self.module.attributes)
        return ModuleOp([*ops, *declared, *external], attributes)


def _names(op: Operation) -> Iterable[str]:
    """The names that an operation defines."""
    if isinstance(op, FuncOp):
        yield op.sym_name.data
    elif isinstance(op, TableOp) and op.ROW.name == "label.L":
        assert op.label is not None
        yield op.label.root_reference.data
    yield from (name for name, _ in aliases_of(op))


def _symbols(op: Operation) -> Iterable[str]:
    """The names that an operation of data uses."""
    label = op.properties.get("label")
    if isinstance(op, TableOp) and op.ROW.base == "address":
        assert isinstance(label, SymbolRefAttr)
        yield label.root_reference.data


def _visible(op: Operation) -> Operation:
    """The operation with a name that the other slices see."""
    if linkage_of(op) == INTERNAL:
        del op.attributes[LINKAGE]
        if isinstance(op, FuncOp):
            op.properties.pop("sym_visibility", None)
    return op


def _declaration(func: FuncOp) -> FuncOp:
    """A declaration of a function of the module."""
    kept: dict[str, Attribute] = {
        name: value
        for name, value in func.attributes.items()
        if name != LINKAGE or linkage_of(func) != INTERNAL
    }
    type = func.function_type
    return FuncOp.create_(
        *(func.sym_name.data, type.inputs.data, type.outputs.data, None, "private"),
        kept,
        func.location,
    )


def _declared(call: CallOp) -> FuncOp:
    """A declaration of what is called, for names that have no function."""
    return FuncOp.create_(
        call.callee.root_reference.data,
        [value.type for value in call.arguments],
        list(call.result_types),
        None,
        "private",
        MARK if is_variadic(call) else {},
        call.location,
    )
