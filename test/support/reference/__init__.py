"""
The generated pages of docs/reference, by the names of their files.

Their text is what the definitions say: docstrings, tables, parsers of command lines.
`test/test_reference.py` compares the pages with it, and `make goldens` writes them.
"""

from collections.abc import Callable, Mapping

from reference.circuit import circuit_page
from reference.commands import commands_page
from reference.formats import formats_page
from reference.gen import gen_page
from reference.llvlir import llvlir_page
from reference.naplespu import naplespu_page
from reference.passes import passes_page

PAGES: Mapping[str, Callable[[], str]] = {
    "circuit-operations.md": circuit_page,
    "commands.md": commands_page,
    "gen-operations.md": gen_page,
    "llvlir-operations.md": llvlir_page,
    "naplespu-operations.md": naplespu_page,
    "passes.md": passes_page,
    "targets-and-formats.md": formats_page,
}
