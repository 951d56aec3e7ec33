"""`lit tests` runs the commands in the files here, with circ and this package."""

import os
import sys
from pathlib import Path

import lit.formats

config.name = "fixed-point"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir"]
config.test_source_root = str(Path(__file__).parent)
path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
config.environment["PATH"] = path
if (packages := os.environ.get("PYTHONPATH")) is not None:
    config.environment["PYTHONPATH"] = packages
