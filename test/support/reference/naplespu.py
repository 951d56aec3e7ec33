"""The page of NaplesPU's instructions, pseudo operations and intrinsics."""

import inspect
import re
from collections.abc import Iterator, Mapping, Sequence

from naplespu_description import naplespu_records

from circ.dialects.common.machine_operations import RecordOp
from circ.dialects.naplespu import Naplespu
from circ.dialects.naplespu.intrinsics import LACKING, Intrinsic, intrinsics
from circ.dialects.naplespu.semantics import (
    ACCESSES,
    FLOAT_COMPARISONS,
    IEEE,
    IMMEDIATE_MOVES,
    INTEGER_BINARY,
    INTEGER_COMPARISONS,
    INTEGER_UNARY,
    Access,
)
from circ.targets.naplespu.assembler.instruction_text import format_instruction
from circ.targets.naplespu.description.encoding import encode
from circ.targets.naplespu.description.instructions import Instruction, instructions
from circ.targets.tablegen.analysis.target import Target
from circ.targets.tablegen.records import Record
from reference.circuit import sum_of_two
from reference.markdown import link, operation_table, page, table

INTRODUCTION = """\
Every instruction record of `targets/naplespu/InstrInfo.td`, the pseudo operations of
the dialect, and the vendor's intrinsics. A record is the operation `naplespu.RECORD`.
[naplespu-isa.md](naplespu-isa.md) has registers, formats of words, the lane mask and
what the documents leave open; [naplespu-timing.md](naplespu-timing.md) the cycles."""

COLUMNS = """\
An operation has records for its forms: of scalars (`s`), vectors of sixteen lanes
(`v`) and an immediate of nine bits, signed. A scalar or immediate second source of
a vector operation stands for all lanes. A lane that the mask `rm` turns off keeps
its old value; code that counts on that uses the records of mnemonics with `.m`,
though the hardware masks the others too. *Code* is the format of the word and the
opcode in it; the example is encoded in the last column."""

MEANINGS = {
    "shuffle_i32": "In each lane the lane of the first source that the second names.",
    "getlane_i32": "The lane that the second source names; only 0 to 15 are defined.",
    "crt_mask_i32": "The lowest bit of each lane, lane 0 lowest.",
    "crp": f"Cross product; {LACKING['crp']}.",
    "move_i32": "Copy; `read_mr` and `write_mr` are copies from and to `rm`.",
    "barrier": "Wait for as many other threads as the second source says.",
    "flush": "Write the cache line of an address back to memory.",
    "read_cr": "Read the control register that the second source names.",
    "write_cr": "Write the first source to the control register named by the second.",
    "nop": "Nothing; the hardware drops the word.",
    "jmp": "Go to a label, or to the address in a register.",
    "jmpsr": "Call: `ra` becomes the address of the next instruction.",
    "jret": "Go to the address in `ra`.",
    "beqz": "Go to a label where the register is zero.",
    "bnez": "Go to a label where the register is not zero.",
}
"""Of operations without a function that says so in its docstring."""

SECTIONS: Mapping[str, tuple[str, ...]] = {
    "Integers": tuple(
        name for name in (*INTEGER_BINARY, *INTEGER_UNARY) if name != "move_i32"
    ),
    "Comparisons": (*INTEGER_COMPARISONS, *FLOAT_COMPARISONS),
    "Floats": tuple(
        name
        for name in (*IEEE.binary, *IEEE.unary)
        if name not in INTEGER_BINARY and name not in INTEGER_UNARY
    ),
    "Lanes": ("shuffle_i32", "getlane_i32", "crt_mask_i32", "crp"),
    "Moves and constants": (
        "move_i32",
        *(n for n in IMMEDIATE_MOVES if "lea" not in n),
    ),
    "Memory": tuple(ACCESSES),
    "Branches and calls": ("jmp", "jmpsr", "jret", "beqz", "bnez"),
    "Control": ("barrier", "flush", "read_cr", "write_cr", "nop"),
}
NOTES = {
    "Comparisons": "The result is a scalar: of integers 1 or 0, of floats 0xFFFF or 0, "
    "of vectors a bit for each lane, lane 0 lowest. They ignore the lane mask.",
    "Floats": "IEEE binary32, rounded to nearest even; the published hardware differs "
    "([naplespu-isa.md](naplespu-isa.md#53-floats)).",
    "Memory": "The address is the base register plus a signed offset of nine bits. It "
    "is a multiple of the size of all elements, in the scratchpad of one element. "
    "Gather and scatter have an address for each lane. The published hardware has "
    "other places for lanes of 8 and 16 bits "
    "([naplespu-isa.md](naplespu-isa.md#56-vectors-in-memory)).",
}
RELATIONS = {
    "eq": "equal to",
    "ne": "not equal to",
    "gt": "greater than",
    "ge": "greater than or equal to",
    "lt": "less than",
    "le": "less than or equal to",
}
FORMATS = ("R", "I", "MOVEI", "C", "JR", "J", "M", "–")  # noqa: RUF001
"""By their numbers in `InstrFormats.td`."""

PSEUDOS = {
    "ADJCALLSTACKDOWN": "room for the stack arguments of a call begins",
    "ADJCALLSTACKUP": "room for the stack arguments of a call ends",
    "ATOMIC_CMP_SWAP": "load; store `swap` where the old value is `cmp`",
    "ATOMIC_LOAD_": "load, operation, store; the result is the old value",
    "ATOMIC_SWAP": "load and store; the result is the old value",
    "InsertELT32": "a vector with another value in the lane of that number",
    "LOAD_EFFECTIVE_ADDR_SYM": "an address: `leah` and `leal`",
    "LoadF32": "a float constant, as LoadI32",
    "LoadI32": "a constant: `movei`, or `moveih` and `moveil`",
    "SELECT": "`true` where `pred` is set, else `false`",
}
"""What the pseudo records stand for, by how their names begin."""
EXPANSIONS, PSEUDO, INTRINSICS = (
    "Pseudo records",
    "Pseudo operations and control flow of the dialect",
    "Intrinsics",
)


def naplespu_page() -> str:
    description = Target(naplespu_records()).instructions
    records = {each.name: each.record for each in description if not each.is_generic}
    groups: dict[str, list[Record]] = {}
    for record in records.values():
        groups.setdefault(record.string("BaseOpcode"), []).append(record)
    pseudos = groups.pop("")
    names = [*SECTIONS, EXPANSIONS, PSEUDO, INTRINSICS]
    parts = ["\n".join(f"- {link(name)}" for name in names), COLUMNS]
    parts += sum_of_two("naplespu", "naplespu-asm")
    for title, operations in SECTIONS.items():
        parts += [f"## {title}", NOTES.get(title, "")]
        rows = [(f"`{name}`", meaning_of(name)) for name in operations]
        parts.append(table(("operation", "meaning"), rows))
        # The hardware decodes a few operations that have no record. A record that is
        # not in the tables yet is one that `make goldens` is just adding.
        members = [
            record
            for name in operations
            for record in groups.pop(name, ())
            if record.name in instructions()
        ]
        header = ("record", "assembly", "code", "example", "word")
        parts.append(table(header, map(_row, members)))
    assert not groups, groups
    parts += [f"## {EXPANSIONS}", *_pseudo_records(pseudos)]
    others = (op for op in Naplespu.operations if not issubclass(op, RecordOp))
    parts += [f"## {PSEUDO}", operation_table(others)]
    parts += [f"## {INTRINSICS}", *_intrinsics()]
    return page("Operations of NaplesPU", INTRODUCTION, *parts)


# region Records


def meaning_of(name: str) -> str:
    """What an operation does; empty where nothing says so."""
    if name in MEANINGS:
        return MEANINGS[name]
    if name in ACCESSES:
        return _access(ACCESSES[name])
    if match := re.fullmatch(r"cmp(f|u)?(..)_...", name):
        kind = {"u": "unsigned", "f": "floats"}.get(match[1], "signed")
        unordered = {"f": "; of NaN " + ("true" if match[2] == "ne" else "false")}
        suffix = "" if match[2] in ("eq", "ne") and kind == "signed" else f", {kind}"
        relation = f"First source {RELATIONS[match[2]]} the second{suffix}"
        return f"{relation}{unordered.get(match[1], '')}."
    tables = (IEEE.binary, IEEE.unary, IMMEDIATE_MOVES)
    function = next(found for each in tables if (found := each.get(name)))
    text = (inspect.getdoc(function) or "").removeprefix(f"`{name}`: ")
    return text[:1].upper() + text[1:]


def _access(access: Access) -> str:
    size = f"{8 * access.element} bits"
    if access.indexed:
        where = "from" if access.load else "to"
        return f"Sixteen values of {size}, each {where} an address of its own."
    number = "sixteen consecutive elements" if access.vector else "an element"
    if not access.load:
        return (
            f"Store the low {size} of each lane."
            if access.vector
            else (f"Store the low {size}.")
        )
    extended = (
        ""
        if access.element == 4
        else (", sign-extended" if access.signed else ", zero-extended")
    )
    return f"Load {number} of {size}{extended}."


def _row(record: Record) -> Sequence[str]:
    instruction = instructions()[record.name]
    operands = _example(instruction)
    return (
        f"`{record.name}`",
        f"`{record.string('AsmString')}`",
        f"{FORMATS[instruction.format]} {instruction.word_opcode}",
        f"`{format_instruction(instruction, operands)}`",
        f"`{encode(record.name, operands):08x}`",
    )


def _example(instruction: Instruction) -> dict[str, int]:
    """Operands: registers 1, 2, 3 in order, small numbers for the others."""
    numbers = {"imm": 5, "offset": 8, "target": 16, "addr16": 0x1234}
    return {
        name: numbers[name] if registers is None else place + 1
        for place, (name, registers, _) in enumerate(instruction.fields)
    }


def _pseudo_records(pseudos: Sequence[Record]) -> Iterator[str]:
    yield (
        "The compiler's description has these for one instruction or several. Read, "
        "modify and write are not atomic on this machine."
    )
    rows: list[Sequence[str]] = []
    for record in pseudos:
        prefix = max((p for p in PSEUDOS if record.name.startswith(p)), key=len)
        rows.append((f"`{record.name}`", _operands(record), PSEUDOS[prefix]))
    yield table(("record", "operands", "stands for"), rows)


def _operands(record: Record) -> str:
    outs, ins = (
        ", ".join(f"`{name}`" for _, name in record.dag(field).arguments)
        for field in ("OutOperandList", "InOperandList")
    )
    return f"({ins}) → {outs}" if outs else f"({ins})"


# endregion


def _intrinsics() -> Iterator[str]:
    yield (
        "The vendor's builtins `__builtin_npu_NAME`, which are external functions at "
        "every level ([intrinsics.md](../intrinsics.md)). Each is the instruction of a "
        "record; some have a function of the run-time library where the published "
        "hardware does something else."
    )
    known = [each for each in intrinsics().values() if each.record]
    rows = [
        (f"`{each.name}`", _signature(each), f"`{each.record}`", each.library)
        for each in known
    ]
    yield table(("intrinsic", "type", "record", "library function"), rows)
    others = [f"`{each.name}`" for each in intrinsics().values() if not each.record]
    yield (
        "Known by name only, since there is no instruction: " + ", ".join(others) + "."
    )


def _signature(intrinsic: Intrinsic) -> str:
    results = ", ".join(intrinsic.results)
    return f"({', '.join(intrinsic.arguments)})" + (f" → {results}" if results else "")
