"""
What circ adds to xDSL: dialects, passes and targets by name.

xDSL finds `CIRC_UNIVERSE` through the entry point in pyproject.toml, so that `circ-opt`
and stock `xdsl-opt` know the same names. A name stands for `module:Class`, which is
imported when the name is first used: adding one is one line here and costs nothing at
start-up.
"""

import sys
from collections.abc import Callable
from functools import partial
from pathlib import PurePath
from pkgutil import resolve_name
from types import TracebackType
from typing import TypeAlias, TypeVar

from xdsl.ir import Dialect
from xdsl.universe import Universe
from xdsl.utils.target import Target

from circ.transforms.passes import PASSES, pass_class

T = TypeVar("T")

Excepthook: TypeAlias = Callable[
    [type[BaseException], BaseException, TracebackType | None], object
]

DIALECTS = {
    "circ": "circ.dialects.common.memory:Circ",
    "circuit": "circ.dialects.circuit:Circuit",
    "index": "circ.dialects.source.index:DIALECT",
    "llvlir": "circ.dialects.llvlir:Llvlir",
    "gen": "circ.dialects.gen:Gen",
    "naplespu": "circ.dialects.naplespu:Naplespu",
    "pointer": "circ.dialects.source.pointer:POINTER",
}

TARGETS: dict[str, str] = {
    "circuit-dot": "circ.transforms.circuit.pictures.dot:CircuitDotTarget",
    "circuit-dump": "circ.targets.circuit.dump:CircuitDumpTarget",
    "circuit-html": "circ.transforms.circuit.pictures.html:CircuitHtmlTarget",
    "circuit-gates": "circ.targets.circuit.gates:CircuitGatesTarget",
    "gen-text": "circ.targets.gen.writer:GenTextTarget",
    "llvlir-bytecode": "circ.targets.llvlir.encoder:BytecodeTarget",
    "naplespu-asm": "circ.targets.naplespu.targets:AssemblyTarget",
    "naplespu-elf": "circ.targets.naplespu.targets:ExecutableTarget",
    "naplespu-hex": "circ.targets.naplespu.targets:HexTarget",
    "naplespu-obj": "circ.targets.naplespu.targets:ObjectTarget",
}


def resolve(path: str, kind: type[T]) -> T:
    """The `kind` that `module:name` stands for; imports the module."""
    value = resolve_name(path)
    assert isinstance(value, kind), f"{path} is not a {kind.__name__}"
    return value


def target_class(path: str) -> type[Target]:
    """The target that `module:Class` stands for."""
    found = resolve(path, type)
    assert issubclass(found, Target), f"{path} is not a target"
    return found


REPLACED_PASSES = {
    "mlir-opt": partial(pass_class, "circ.transforms.mlir_opt:MlirOptPass")
}
"""Passes of circ-opt for xDSL's; two of a name are an error in a universe."""


def print_uncaught(
    kind: type[BaseException],
    error: BaseException,
    trace: TracebackType | None,
    otherwise: Excepthook = sys.excepthook,
) -> None:
    """
    A `sys.excepthook` that prints a diagnostic as circ's commands do.

    xDSL's commands let one end the program, with a traceback of 30 lines.
    """
    from circ.dialects.common.diagnostics import Diagnostic
    from circ.tools.command import print_diagnostic

    if isinstance(error, Diagnostic):
        print_diagnostic(program_name(), error)
    else:
        otherwise(kind, error, trace)


def program_name() -> str:
    return PurePath(sys.argv[0]).stem.replace("_", "-") if sys.argv else ""


if program_name().startswith("xdsl-"):
    sys.excepthook = print_uncaught

CIRC_UNIVERSE = Universe(
    all_dialects={
        name: partial(resolve, path, Dialect) for name, path in DIALECTS.items()
    },
    all_passes={name: partial(pass_class, name) for name in PASSES},
    all_targets={name: partial(target_class, path) for name, path in TARGETS.items()},
)
