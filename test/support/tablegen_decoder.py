"""LLVM's generated disassemblers, read from their text and run."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

Hook = Callable[[int], "tuple[int, ...] | None"]
"""What a DecoderMethod makes of bits; None where it refuses them."""


class Outcome(NamedTuple):
    """What a word is: an instruction's name and operands."""

    name: str
    operands: tuple[int, ...]
    soft_fail: bool


def decoder_of_llvm(text: str) -> dict[str, Any]:
    """Tables, decoders of operands, and predicates, as JSON."""
    tables: dict[str, Any] = {}
    for name, body in re.findall(
        r"DecoderTable(\w+)\[\] = \{\n(.*?)\n\};", text, re.DOTALL
    ):
        tables[name] = [_entry(line) for line in body.splitlines() if "MCD::" in line]
    decoders: dict[str, list[str]] = {}
    body = text[text.index("decodeToMCInst(") :]
    body = body[body.index("switch (Idx)") : body.index("\n}")]
    for index, statements in re.findall(
        r"case (\d+):\n(.*?)return S;", body, re.DOTALL
    ):
        decoders[index] = [line.strip() for line in statements.splitlines()]
    predicates = re.findall(r"case \d+:\s*return (\(.*\));", text)
    return {"tables": tables, "decoders": decoders, "predicates": predicates}


def _entry(line: str) -> list[Any]:
    """[offset, operation, numbers…, place to skip to or name of the instruction]."""
    found = re.match(r"/\* (\d+) \*/\s*MCD::OPC_(\w+),?(.*)", line)
    assert found
    offset, operation = int(found[1]), found[2]
    plain = re.sub(r"/\*.*?\*/|//.*", "", found[3])
    data = iter([int(number) for number in re.findall(r"\d+", plain)])
    skip = re.search(r"[Ss]kip to: (\d+)", line)
    name = re.search(r"Opcode: (\w+)", line)
    entry: list[Any] = [offset, operation]
    match operation:
        case "ExtractField":
            entry += [_uleb(data), next(data)]
        case "FilterValue" | "CheckPredicate":
            entry.append(_uleb(data))
        case "CheckField":
            entry += [_uleb(data), next(data), _uleb(data)]
        case "Decode" | "TryDecode":
            _uleb(data)
            entry.append(_uleb(data))
        case "SoftFail":
            entry += [_uleb(data), _uleb(data)]
        case _:
            assert operation == "Fail"
    if name:
        entry.append(name[1])
    if skip:
        entry.append(int(skip[1]))
    return entry


def _uleb(data: Iterator[int]) -> int:
    value = shift = 0
    for byte in data:
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            break
    return value


def decode_as_llvm(
    decoder: Mapping[str, Any],
    table: str,
    word: int,
    hooks: Mapping[str, Hook],
    features: Mapping[str, bool],
) -> Outcome | None:
    """Run a table on a word; `hooks` has the methods by name."""
    entries = decoder["tables"][table]
    places = {entry[0]: number for number, entry in enumerate(entries)}
    at = field = 0
    soft_fail = False
    while True:
        _, operation, *rest = entries[at]
        at += 1
        match operation:
            case "ExtractField":
                field = word >> rest[0] & ((1 << rest[1]) - 1)
            case "FilterValue":
                if field != rest[0]:
                    at = places[rest[1]]
            case "CheckField":
                if word >> rest[0] & ((1 << rest[1]) - 1) != rest[2]:
                    at = places[rest[3]]
            case "CheckPredicate":
                if not _holds(decoder["predicates"][rest[0]], features):
                    at = places[rest[1]]
            case "SoftFail":
                soft_fail |= (word & rest[0]) != 0 or (~word & rest[1]) != 0
            case "Fail":
                return None
            case _:
                steps = decoder["decoders"][str(rest[0])]
                operands, complete = _operands(steps, word, hooks)
                if operands is not None:
                    return Outcome(rest[1], operands, soft_fail)
                if complete:
                    return None
                at, soft_fail = places[rest[2]], False


def _holds(condition: str, features: Mapping[str, bool]) -> bool:
    python = re.sub(r"Bits\[\w+::(\w+)\]", r"features['\1']", condition)
    python = python.replace("&&", "and").replace("||", "or").replace("!", "not ")
    return eval(python, {"features": features})


def _operands(
    steps: list[str], word: int, hooks: Mapping[str, Hook]
) -> tuple[tuple[int, ...] | None, bool]:
    """The operands, and whether no other instruction is tried if there are none."""
    operands: list[int] = []
    value = 0
    for step in steps:
        if found := re.fullmatch(
            r"tmp = fieldFromInstruction\(insn, (\d+), (\d+)\)(?: << (\d+))?;", step
        ):
            value = _field(word, found[1], found[2]) << int(found[3] or 0)
        elif found := re.fullmatch(r"tmp = (0x\w+);", step):
            value = int(found[1], 16)
        elif found := re.fullmatch(
            r"insertBits\(tmp, fieldFromInstruction\(insn, (\d+), (\d+)\), (\d+), "
            r"\d+\);",
            step,
        ):
            value |= _field(word, found[1], found[2]) << int(found[3])
        elif "createImm(tmp)" in step:
            operands.append(value)
        elif found := re.search(r"(\w+)\(MI, (tmp|insn), Address, Decoder\)", step):
            decoded = hooks[found[1]](word if found[2] == "insn" else value)
            if decoded is None:
                return None, "DecodeComplete = false" not in step
            operands += decoded
        else:
            assert not step, step
    return tuple(operands), True


def _field(word: int, start: str, width: str) -> int:
    return word >> int(start) & ((1 << int(width)) - 1)
