"""
A second decoder of function bodies in llvlir bytecode, format 2.

Written from docs/llvlir-bytecode.md and its two tables alone, without circ's modules.
"""

import csv
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROWS = {}
for table in ("operations", "profile2"):
    with open(ROOT / "dialects" / "llvlir" / f"{table}.csv") as file:
        read = csv.DictReader(file)
        ROWS |= {int(row["number"]): row for row in read if row["number"]}
BY_NAME = {row["name"]: row for row in ROWS.values()}
with open(ROOT / "targets" / "llvlir" / "codes.csv") as file:
    LINES = [*csv.DictReader(file)]
CODES = {
    profile: {int(line["code"]): line[f"profile{profile}"] for line in LINES}
    for profile in (1, 2)
}
CONDITIONS = dict(enumerate("fa eq lt le gt ge ne tr".split())) | dict(
    zip((10, 11, 12, 13), ("ult", "ule", "ugt", "uge"), strict=True)
)
INTEGERS = {
    1: (0, 1, 8, 16, 32, 64, 128),
    2: (0, 1, 8, 16, 24, 32, 48, 64, 96, 128),
}
FLOATS = (0, 16, 32, 64, 128)
LETTERS = "IFNLVTPAE"
TWO_WAY = ("cmpbr.I", "brl.L")
SINGLE = ("f f64", "f f32", "r i64", "r i8", "r i1", "r i16")
SIGNED = ("signed", "offset")


class Input:
    def __init__(self, data: bytes, profile: int = 1):
        self.data, self.at, self.profile = data, 0, profile

    def byte(self) -> int:
        self.at += 1
        return self.data[self.at - 1]

    def u(self) -> int:
        value = shift = 0
        while (byte := self.byte()) & 128:
            value |= (byte & 127) << shift
            shift += 7
        return value | byte << shift

    def s(self) -> int:
        start = self.at
        value = self.u()
        bits = 7 * (self.at - start)
        return value - (1 << bits) if value >> (bits - 1) else value

    def integer(self) -> str:
        code = self.u()
        return f"i{INTEGERS[self.profile][code] or self.u()}"

    def float(self) -> str:
        code = self.u()
        return f"f{FLOATS[code]}" if code else f"fv{self.u()}.{self.u()}"

    def address(self) -> int:
        return {1: 32, 2: 64}[self.u()]

    def lanes(self) -> int:
        power = self.u()
        return 1 << power if power else self.u()

    def register(self) -> str:
        kind = self.u()
        if kind == 3:
            lanes = self.lanes()
            return f"x {lanes}x{self.integer() if self.u() == 1 else self.float()}"
        last = {1: self.integer, 2: self.float, 4: self.lanes}.get(kind)
        return f"{'arf m'[kind]} {last()}" if last else "a    tbp"[kind]

    def registers(self) -> list[str]:
        return [self.register() for _ in range(self.u())]

    def array(self, count: int) -> list[int]:
        size = self.byte()
        return [
            int.from_bytes(bytes(self.byte() for _ in range(size)), "little")
            for _ in range(count)
        ]


def changed(lanes: int, change: str) -> int:
    times = int(change[1:] or 1)
    return {"*": lanes * times, "/": lanes // times}.get(change[:1], lanes)


def values_of(row: dict, types: list, addresses: int) -> list[str | None]:
    """The types of the result and the operands, from the table's column `values`."""
    letters = [letter for letter in row["suffix"] if letter in LETTERS]
    lanes = types[0] if letters[:1] in (["V"], ["N"]) else 0
    found: list[str | None] = []
    for token in row["values"].split():
        letter, element = token[0], token[1:]
        if letter in "-a":
            found.append(None if letter == "-" else "a")
        elif letter in "tqp":
            found.append("b" if letter == "q" else letter)
        elif letter == "m" and element.isdigit():
            found.append(f"m {element}")
        elif letter == "m" and element != "?":
            found.append(f"m {changed(lanes, element)}")
        elif element == "?":
            found.append(f"m {types[-1][1:]}" if letter == "m" else f"r {types[-1]}")
        elif element == "A":
            found.append(f"r i{addresses}")
        elif element.isdigit():
            found.append(f"{letter} {'i' if letter == 'r' else 'f'}{element}")
        else:
            kind = "I" if element[0] in "IJ" else "F"
            own = [t for name, t in zip(letters, types, strict=False) if name == kind]
            type = own[element[0] in "JG"]
            if element[1:] == ":2":
                type = f"{type[0]}{2 * int(type[1:])}"
            count = changed(lanes, element[1:])
            found.append(f"x {count}x{type}" if letter == "x" else f"{letter} {type}")
    return found


class Body:
    """Reads one body to `operations`: name, types, numbers, operands, targets."""

    def __init__(self, data: Input, types: list, callees: list, own: int, flags: int):
        self.data, self.types, self.callees = data, types, callees
        self.addresses = 64 if flags & 1 else 32
        self.codes = CODES[2 if flags & 2 else 1]
        self.values: dict[str, list[int]] = defaultdict(list)
        self.count = 0
        self.operations: list[tuple] = []
        inputs, self.outputs = types[own]
        [data.register() for _ in inputs[8:]]
        blocks = data.u()
        packed = [data.byte() for _ in range(blocks // 2)]
        halves = [half for byte in packed for half in (byte & 15, byte >> 4)]
        self.parameters = [inputs]
        for half in halves[: blocks - 1]:
            plain = (
                ["r i32"] * half
                if half <= 8
                else [SINGLE[half - 9]]
                if half < 15
                else None
            )
            self.parameters.append(data.registers() if plain is None else plain)
        for self.block in range(blocks):
            self.define(self.parameters[self.block])
            while not self.instruction():
                pass

    def define(self, types: list[str]) -> None:
        for type in types:
            self.values[type].append(self.count)
            self.count += 1

    def distances(self, count: int) -> list[int]:
        found: list[int] = []
        for _ in range(count // 2):
            byte = self.data.byte()
            found += [byte & 15 or self.data.u() + 16, byte >> 4 or self.data.u() + 16]
        return found + ([self.data.u()] if count % 2 else [])

    def take(self, types: list[str]) -> list[int]:
        distances = self.distances(len(types))
        return [self.values[t][-d] for t, d in zip(types, distances, strict=True)]

    def instruction(self) -> bool:
        """Read an instruction; does it end the block?"""
        data, variadic = self.data, False
        code = data.byte()
        while code in (1, 2, 3):
            if code == 1:
                flags = data.u()
                [data.u() for bit in (8, 1, 2) if flags & bit]
            elif code == 2:
                data.u(), data.u()
            variadic = code == 3
            code = data.byte()
        if code == 0 or code >= 12:
            return self.rows(self.codes.get(code))
        if code in (4, 5):
            target = self.block + (1 if code == 5 else data.s())
            passed = self.take(self.parameters[target])
            name = "j.L" if data.profile == 1 else "jl.L"
            self.operations.append((name, [], [], passed, [target]))
        elif code == 6:
            self.operations.append(("ret", [], [], self.take(self.outputs), []))
        elif code == 7:
            targets = [self.block + data.s() for _ in range(data.u() + 1)]
            types = ["r i32"] + [t for to in targets for t in self.parameters[to]]
            self.operations.append(("brtab", [], [], self.take(types), targets))
        else:
            callee = None if code == 10 else data.u()
            inputs, outputs = self.types[
                self.callees[callee] if code == 8 else data.u()
            ]
            if code == 8 and variadic:
                inputs = data.registers()
            [data.register() for _ in outputs[8:]]
            operands = self.take(inputs if callee is not None else ["a", *inputs])
            name = "call" if callee is not None else "call_indirect"
            self.operations.append((name, [], [], operands, []))
            self.define(outputs)
            return False
        return True

    def rows(self, line: str | None) -> bool:
        """The operations of a line of the table, or one row by its number."""
        steps = [step.split(" ") for step in line.split("; ")] if line else [None]
        heads = [self.step(step) for step in steps]
        free = [
            t
            for _, _, _, kinds, links, _ in heads
            for i, t in enumerate(kinds)
            if i not in links
        ]
        distances = iter(self.distances(len(free)))
        for name, types, numbers, kinds, links, targets in heads:
            operands = [
                self.count - 1 if i in links else self.values[t][-next(distances)]
                for i, t in enumerate(kinds)
            ]
            self.operations.append((name, types, numbers, operands, targets))
            result = None
            if name not in TWO_WAY:
                result = values_of(BY_NAME[name], types, self.addresses)[0]
            self.define([result] if result else [])
        name = heads[-1][0]
        return name in TWO_WAY or BY_NAME[name]["effect"] == "end"

    def step(self, words: list[str] | None) -> tuple:
        data = self.data
        row = BY_NAME[words[0]] if words else ROWS[data.u()]
        name = row["name"]
        letters = [letter for letter in row["suffix"] if letter in LETTERS]
        letters += ["I"] if name in ("mv", "mvm") else []
        read = {"I": data.integer, "F": data.float, "V": data.lanes}
        read |= {"A": data.address, "P": data.address}
        given = (words or [])[1 : len(letters) + 1]
        types = [int(word) if word.isdigit() else word for word in given]
        types = types or [read.get(letter, data.u)() for letter in letters]
        rest = (words or [])[len(letters) + 1 :]
        links = [int(word[1:]) for word in rest if word[0] == "^"]
        falls = "next" in rest
        operands = row["operands"][1:]
        if words is None:
            falls = name in TWO_WAY and bool(data.u())
            [data.u() for letter in dict.fromkeys(operands) if letter in "cdo"]
        numbers = [int(word[1:]) for word in rest if word[0] == "#"]
        if not numbers and name not in TWO_WAY:
            numbers = [
                self.number(row) for letter in row["operands"][1:] if letter == "i"
            ]
            [data.u() for letter in row["operands"][1:] if letter == "l"]
            if "s" in operands:
                [data.byte() for _ in range(data.u())]
        if name not in TWO_WAY:
            kinds = values_of(row, types, self.addresses)[1:]
            return name, types, numbers, kinds, links, []
        targets = [self.block + data.s()]
        targets.append(self.block + 1 if falls else self.block + data.s())
        kinds = ["b"] if name == "brl.L" else [f"r {types[0]}"] * 2
        kinds += [t for to in targets for t in self.parameters[to]]
        return name, types, [], kinds, links, targets

    def number(self, row: dict) -> int | bytes:
        if row["immediate"] == "bits":
            return bytes(self.data.byte() for _ in range(self.data.u()))
        return self.data.s() if row["immediate"] in SIGNED else self.data.u()


def bodies(data: bytes) -> dict[str, Body]:
    """The bodies of the functions of a file without attributes and signatures."""
    file, profile = Input(data), data[5]
    file.at = 6
    header = file.u()
    sections = {}
    while file.at < len(data):
        number, size = file.u(), file.u()
        sections[number] = data[file.at : file.at + size]
        file.at += size
    names = sections[1].split(b"\0")
    types = Input(sections[2], profile)
    known = [(types.registers(), types.registers()) for _ in range(types.u())]
    index = Input(sections[3])
    count = index.u()
    flags = [index.byte() for _ in range(count)]
    own, lengths = index.array(count), index.array(count)
    found, start = {}, 0
    for i in range(count):
        record = Input(sections[5][start : start + lengths[i]], profile)
        start += lengths[i]
        if not flags[i] & (1 | 8 | 32):
            found[names[i].decode()] = Body(record, known, own, own[i], header)
    return found
