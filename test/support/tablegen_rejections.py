"""What is wrong with a description, as circ and as llvm-tblgen say it."""

from pathlib import Path

import pytest
from tablegen_modules import (
    LLVM_INCLUDE,
    generate,
    records_of,
)
from tablegen_oracle import HAS_ORACLE, run_oracle

from circ.dialects.common.diagnostics import Diagnostic


def rejection(option: str, text: str, folder: Path) -> str:
    """The message with which a backend rejects a description."""
    with pytest.raises(Diagnostic) as error:
        generate(option, records_of(text, folder))
    return error.value.message


def assert_rejected(
    option: str, text: str, message: str, folder: Path, by_llvm: bool = True
) -> None:
    """Both reject the description, with these words; LLVM where it is installed."""
    assert rejection(option, text, folder) == message
    if not (by_llvm and HAS_ORACLE and LLVM_INCLUDE.exists()):
        return
    path = folder / "oracle.td"
    path.write_text(text.replace("circ/Target.td", "llvm/Target/Target.td"))
    outcome = run_oracle(path, f"-{option}", f"-I{LLVM_INCLUDE}", "-o", "/dev/null")
    errors = [each.text for each in outcome.messages if each.kind == "error"]
    assert outcome.status != 0
    assert message in errors
