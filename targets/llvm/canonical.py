# pyright: basic
"""How LLVM IR becomes canonical: llvmlite parses, verifies, cleans up and prints it."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.llvm.module_text import location_at

if TYPE_CHECKING:
    from llvmlite.binding import ContextRef, ModuleRef

BITCODE_MAGIC = b"BC\xc0\xde"

CLEAN_UP = ("sroa", "simplify_cfg")
"""Passes that make a module small, whatever wrote it: registers instead of memory."""


def canonical_text(data: bytes, name: str) -> str:
    """
    The canonical text of LLVM IR, as text or bitcode, after `CLEAN_UP`.

    What LLVM refuses is a `Diagnostic` at its line and column.
    """
    context = new_context()
    with parsed(data, name, context) as module:
        text = optimizable(str(module))
    free(context)
    context = new_context()
    with parsed(text.encode(), name, context) as module:
        clean_up(module)
        text = str(module)
    free(context)
    return text


def new_context() -> "ContextRef":
    """
    A context that lives until `free`, which has to come after the end of its modules.

    llvmlite disposes of a context before its modules where a garbage collection finds
    both, as after an exception whose traceback holds them, and LLVM crashes then.
    """
    try:
        import llvmlite.binding as llvm
    except ImportError:
        message = "LLVM IR is read by llvmlite: pip install 'circ-compiler[c]'"
        raise Diagnostic(None, message) from None
    context = llvm.create_context()
    context._owned = True  # it is disposed of by somebody else
    return context


def free(context: "ContextRef") -> None:
    """Dispose of a context whose modules are closed."""
    context._owned = False
    context.close()


def parsed(data: bytes, name: str, context: "ContextRef | None" = None) -> "ModuleRef":
    """
    A module of llvmlite, verified; what LLVM refuses is a `Diagnostic`.

    It is in a context of its own if none is given.
    """
    # In a context that other modules were in, types get names with numbers.
    context = context or new_context()
    import llvmlite.binding as llvm

    try:
        if data.startswith(BITCODE_MAGIC):
            module = llvm.parse_bitcode(data, context)
        else:
            module = llvm.parse_assembly(decoded(data, name), context)
        module.verify()
    except RuntimeError as error:
        raise parse_error(name, str(error)) from None
    return module


def optimizable(text: str) -> str:
    """
    A module without attributes that keep passes from functions.

    These are the processor for which one is, and clang's mark of one that is compiled
    with `-O0`, which comes with `noinline`.
    """
    return _NOT_OPTIMIZED.sub(_without_marks, _OF_PROCESSORS.sub("", text))


def _without_marks(match: re.Match[str]) -> str:
    return re.sub(r"\b(?:optnone|noinline) ", "", match[0])


_NOT_OPTIMIZED = re.compile(r"^attributes #.*\boptnone .*$", re.MULTILINE)
_OF_PROCESSORS = re.compile(r' "(?:target-cpu|target-features|tune-cpu)"="[^"]*"')
"""Attributes that say for which processor a function is."""


def decoded(data: bytes, name: str) -> str:
    if (null := data.find(b"\0")) >= 0:  # where llvmlite would stop reading
        raise Diagnostic(f"{name}: byte {null}", "the text has a null character")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        place = f"{name}: byte {error.start}"
        raise Diagnostic(place, "the text is not UTF-8") from None


CLEAN_UP_FOR = "armv7a-none-eabihf"
"""
The machine whose costs the passes know, the same on every host.

Like circ's C it has 32 bits and no vectors (docs/c.md).
"""


def clean_up(module: "ModuleRef", steps: Sequence[str] = CLEAN_UP) -> None:
    """Apply passes to a module of llvmlite, in place."""
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(CLEAN_UP_FOR).create_target_machine()
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(0))
    passes = llvm.create_new_module_pass_manager()
    for step in steps:
        getattr(passes, f"add_{step}_pass")()
    passes.run(module, builder)


_VERSIONS = re.compile(r"Producer: '(LLVM[^']*)' Reader: '(LLVM[^']*)'")
"""How LLVM names the versions in a message about bitcode."""


def parse_error(name: str, text: str) -> Diagnostic:
    """LLVM's message about a module as a `Diagnostic`."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    for line in lines:
        if match := re.match(r"<string>:(\d+):(\d+): error: (.*)", line):
            place = location_at(name, int(match[1]), int(match[2]))
            return Diagnostic(place, match[3])
    if (
        newer := re.search(r"Producer: '(LLVM[^']*)' Reader: '(LLVM[^']*)'", text)
    ) is not None:
        written, read = newer.groups()
        message = f"the bitcode is of {written}, but llvmlite reads those up to {read}"
        return Diagnostic(name, f"{message}: pip install -U llvmlite, or another clang")
    said = [line for line in lines if not line.endswith("error")]
    message = (said or lines or ["LLVM refuses it"])[0]
    return Diagnostic(name, message.removeprefix("error: "))
