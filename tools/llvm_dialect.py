# pyright: basic
"""
MLIR's dialect `llvm` as an input, as `mlir-translate --import-llvm` prints it.

xDSL makes LLVM IR of it, where it can, and that is read as any other.
"""

from typing import TYPE_CHECKING

from circ.dialects.common.diagnostics import Diagnostic

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp

LAYOUT = "e-m:e-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64"
"""The data layout of circ's C (docs/c.md), which the dialect does not carry along."""


def is_llvm_dialect(module: "ModuleOp") -> bool:
    """Has a module functions or variables of the dialect?"""
    return any(op.name in ("llvm.func", "llvm.mlir.global") for op in module.ops)


def of_llvm_dialect(module: "ModuleOp", name: str) -> "ModuleOp":
    """The module of the source level that one of the dialect is."""
    try:
        from xdsl.backend.llvm.convert import convert_module
    except ImportError:
        message = "the dialect 'llvm' is read by llvmlite: pip install llvmlite"
        raise Diagnostic(name, message) from None
    from circ.targets.llvm import read_llvm

    try:
        made = convert_module(module, fallback_target_triple="", data_layout=LAYOUT)
    except Exception as error:  # xDSL raises many kinds where it cannot
        reason = str(error) or type(error).__name__
        message = f"xDSL cannot make LLVM IR of the dialect 'llvm': {reason}"
        raise Diagnostic(name, message) from error
    for variable in made.global_values:
        if getattr(variable, "initializer", None) and variable.linkage == "external":
            variable.linkage = ""  # LLVM's word for a declaration
    return read_llvm(str(made).encode(), name)
