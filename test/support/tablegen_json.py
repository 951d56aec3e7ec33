"""
Records from the JSON that `llvm-tblgen --dump-json` writes: an oracle's view of them.

JSON has no field types and no order of fields, so both are left open here.
"""

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from xdsl.dialects.builtin import UnknownLoc

from circ.targets.tablegen.records import (
    BitReference,
    Bits,
    Dag,
    DagArgument,
    Record,
    RecordKeeper,
    Unresolved,
    Value,
)

ORACLE = "llvm-tblgen-19"


def oracle_json(path: Path, include: Sequence[Path] = ()) -> dict[str, Any]:
    """What LLVM's own tool dumps for a file."""
    command = [ORACLE, str(path), "--dump-json", *(f"-I{folder}" for folder in include)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def records_of_json(dump: dict[str, Any]) -> RecordKeeper:
    """The keeper of a dump; references between records are resolved."""
    names = sorted(
        (name for name in dump if not name.startswith("!")), key=lambda n: n.encode()
    )
    keeper = {
        name: Record(
            name,
            tuple(dump[name]["!superclasses"]),
            {},
            {},
            UnknownLoc(),
            dump[name]["!anonymous"],
            tuple(dump[name]["!fields"]),
        )
        for name in names
    }

    def value_of(data: Any, bits: bool = False) -> Value:
        match data:
            case {"kind": "def", "def": name}:
                return keeper[name]
            case {"kind": "dag"}:
                return Dag(
                    None
                    if data["operator"] is None
                    else keeper[data["operator"]["def"]],
                    data.get("name"),
                    tuple(DagArgument(value_of(v), n) for v, n in data["args"]),
                )
            case {"kind": _}:
                return Unresolved(data["printable"])
            case list():
                if any(map(_is_bit_reference, data)) or (bits and data):
                    return Bits(map(_bit, data))
                return tuple(value_of(item) for item in data)
            case _:
                return data

    for name in names:
        fields = {
            field: value_of(
                data, field in {"Inst", "TSFlags", "SoftFail", "HWEncoding"}
            )
            for field, data in dump[name].items()
            if not field.startswith("!")
        }
        keeper[name].fields = fields
    classes = {name: () for name in sorted(dump["!instanceof"])}
    return RecordKeeper(keeper, classes)


def _is_bit_reference(data: Any) -> bool:
    return isinstance(data, dict) and data.get("kind") == "varbit"


def _bit(data: Any) -> int | BitReference | None:
    match data:
        case {"kind": "varbit", "var": field, "index": index}:
            return BitReference(field, index)
        case {"kind": "var", "var": field}:
            return BitReference(field, None)
        case _:
            return data
