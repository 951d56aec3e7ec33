"""Which files lit runs, with which commands and features."""

import os
import shutil
import sys
from pathlib import Path

import lit.formats

config.name = "circ"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = [
    "canonical_forms",
    "data",
    "golden",
    "programs",
    "recipes",
    "Inputs",
    "Output",
    "support",
]
config.test_source_root = str(Path(__file__).parent)

# The commands under test are those of the interpreter that runs lit; `test_lit.py`
# gives a folder of scripts that start the same with less delay.
folders = [str(Path(sys.executable).parent), os.environ["PATH"]]
path = os.pathsep.join([*filter(None, [os.environ.get("SERVED_COMMANDS")]), *folders])
config.environment["PATH"] = path
if (copy := os.environ.get("PYTHONPATH")) is not None:  # `make mutants` tests a copy
    config.environment["PYTHONPATH"] = copy

# Tests want to know which pass breaks a module.
config.environment["CIRC_VERIFY_EACH"] = "1"

config.substitutions.append(
    (
        "CIRC_ROUNDTRIP",
        "circ-opt %s | circ-opt --print-op-generic | circ-opt | filecheck %s",
    )
)

# The passes that give values of the machine registers and stack slots.
config.substitutions.append(
    (
        "NAPLESPU_ALLOCATION",
        "naplespu-rematerialize,naplespu-split-live-ranges,naplespu-spill,"
        "naplespu-rematerialize,naplespu-allocate-registers,naplespu-coalesce,"
        "naplespu-assign-stack-slots,naplespu-insert-copies",
    )
)

# A package with a pass that raises exceptions.
config.substitutions.append(
    ("RAISING", f"env PYTHONPATH={Path(__file__).parent}/tools/Inputs/raising")
)

# Oracles: used when present, reported as unsupported when absent.
for tool in ("llvm-tblgen-19", "mlir-opt-19", "clang-19"):
    if shutil.which(tool, path=path):
        config.available_features.add(tool)
