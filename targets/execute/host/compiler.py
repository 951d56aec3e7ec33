# pyright: basic, reportArgumentType=false
"""
Text of LLVM into machine code of the host, through llvmlite, which has no types.
"""

from collections.abc import Iterable, Mapping
from contextvars import ContextVar
from functools import cache
from typing import Protocol

from circ.dialects.common.diagnostics import Diagnostic

LEAST = 44
"""The oldest minor version of llvmlite whose text has pointers without types."""


class Store(Protocol):
    """Where objects are kept, by the content of what they were made from."""

    def key(self, *parts: bytes) -> str: ...
    def get(self, key: str) -> bytes | None: ...
    def put(self, key: str, content: bytes) -> None: ...


STORE: ContextVar[Store | None] = ContextVar("STORE", default=None)
"""Where functions are kept that are compiled apart; if nowhere, there are none."""


@cache
def _llvm():
    try:
        from llvmlite import binding
    except ImportError:
        message = "level host needs llvmlite: pip install circ-compiler[jit]"
        raise Diagnostic(None, message) from None
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    for library in ("libm.so.6", "libgcc_s.so.1"):
        try:
            binding.load_library_permanently(library)
        except RuntimeError:
            pass  # where the C library has its functions itself
    return binding


def target_machine(opt: int = 2, position_independent: bool = False):
    """The host's processor with all its features."""
    llvm = _llvm()
    options = {"reloc": "pic", "codemodel": "default"} if position_independent else {}
    return llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=opt,
        **options,
    )


def optimized(text: str, target, opt: int = 2):
    """The module of a text, verified and optimised for a target machine."""
    llvm = _llvm()
    module = llvm.parse_assembly(text)
    module.verify()
    if opt:
        options = llvm.create_pipeline_tuning_options(speed_level=opt)
        options.loop_vectorization = options.slp_vectorization = opt > 1
        builder = llvm.create_pass_builder(target, options)
        builder.getModulePassManager().run(module, builder)
    return module


class Compiled:
    """Machine code that can be called, kept while the object is."""

    def __init__(
        self,
        text: str,
        opt: int = 2,
        objects: Iterable[bytes] = (),
        symbols: Mapping[str, int] | None = None,
    ):
        """With objects that it uses, and addresses by the names that these use."""
        llvm, target = _llvm(), target_machine(opt)
        self.module = optimized(text, target, opt)
        self._engine = llvm.create_mcjit_compiler(self.module, target)
        if symbols:
            declared = (f'@"{name}" = external global i8' for name in symbols)
            module = llvm.parse_assembly("\n".join(declared))
            self._engine.add_module(module)
            for value, address in zip(module.global_variables, symbols.values()):
                self._engine.add_global_mapping(value, address)
        for data in objects:
            self._engine.add_object_file(llvm.ObjectFileRef.from_data(data))
        self._engine.finalize_object()

    def address(self, name: str) -> int:
        """Where a function or a variable is."""
        place = self._engine.get_function_address(name)
        return place or self._engine.get_global_value_address(name)


@cache
def processor() -> str:
    """What of this computer machine code depends on."""
    llvm = _llvm()
    return f"{llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()}"


def kept_object(text: str, store: Store) -> bytes:
    """The object of a text for this process and others like it, which is kept."""
    key = store.key(b"host object", processor().encode(), text.encode())
    if (data := store.get(key)) is None:
        target = target_machine()
        data = target.emit_object(optimized(text, target))
        store.put(key, data)
    return data


def object_code(text: str, opt: int = 2) -> bytes:
    """An object of the host, position-independent."""
    target = target_machine(opt, position_independent=True)
    return target.emit_object(optimized(text, target, opt))
