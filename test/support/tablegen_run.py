"""Runs `circ-tblgen` in this process, as a user would in a shell."""

import contextlib
import io
import sys
from pathlib import Path

import pytest
from tablegen_oracle import Outcome, messages_of

from circ.tools.circ_tblgen import main


def run_circ(path: Path | str, *options: str, cache: bool = False) -> Outcome:
    """Run the command on a file; nothing is kept unless `cache` is set."""
    data = io.BytesIO()
    out, err = io.TextIOWrapper(data, write_through=True), io.StringIO()
    arguments = ["circ-tblgen", str(path), *options]
    if not cache:
        arguments.append("--no-cache")
    with (
        pytest.MonkeyPatch.context() as patch,
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        patch.setattr(sys, "argv", arguments)
        try:
            status = main()
        except SystemExit as ended:  # argparse
            assert isinstance(ended.code, int)
            status = ended.code
    if status == 0 and any(option.lstrip("-").startswith("gen-") for option in options):
        compile(data.getvalue(), str(path), "exec")  # what is generated is Python
    return Outcome(
        status, data.getvalue().decode(), messages_of(err.getvalue()), err.getvalue()
    )
