"""A short listing of records: `--print-enums`."""

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.tablegen.records import RecordKeeper


def enumeration(records: RecordKeeper, class_name: str) -> str:
    """The names of the records of a class, in one line."""
    if class_name not in records.classes:
        raise Diagnostic(None, f"The class '{class_name}' is not defined")
    names = [f"{record.name}, " for record in records.derived(class_name)]
    return "".join(names) + "\n"
