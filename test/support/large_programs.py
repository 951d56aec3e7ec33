"""
Programs of any size in MLIR's text, each with what it must compute.

Whether a compiler's work grows with its input shows only on inputs that stress one
dimension: length, live values, memory, blocks, nesting, arguments, cases or functions.
The expected result is computed beside the text, one step an operation.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate

MASK = (1 << 32) - 1

COMPUTE: dict[str, Callable[[int, int], int]] = {
    "addi": lambda x, y: x + y & MASK,
    "xori": lambda x, y: x ^ y,
    "subi": lambda x, y: x - y & MASK,
    "muli": lambda x, y: x * y & MASK,
}
KINDS = ("addi", "muli", "xori", "subi", "addi", "xori", "muli")


@dataclass(frozen=True)
class Program:
    """A module, whose function `main` gives `expected` for `arguments`."""

    text: str
    arguments: tuple[int, ...]
    expected: int
    operations: int


@dataclass
class Straight:
    """Lines of one block, and what each value is."""

    lines: list[str]
    values: dict[str, int]
    prefix: str = "v"

    def emit(self, kind: str, lhs: str, rhs: str) -> str:
        name = f"%{self.prefix}{len(self.lines)}"
        self.lines.append(f"  {name} = arith.{kind} {lhs}, {rhs} : i32")
        self.values[name] = COMPUTE[kind](self.values[lhs], self.values[rhs])
        return name

    def constant(self, value: int) -> str:
        name = f"%{self.prefix}{len(self.lines)}"
        self.lines.append(f"  {name} = arith.constant {value} : i32")
        self.values[name] = value
        return name


def _function(lines: list[str], result: str, arguments: int = 2) -> str:
    header = ", ".join(f"%a{i}: i32" for i in range(arguments))
    body = "\n".join(lines)
    return f"func.func @main({header}) -> i32 {{\n{body}\n  return {result} : i32\n}}\n"


def _arguments(count: int) -> tuple[int, ...]:
    return tuple((i * 2654435761 + 12345) & MASK for i in range(count))


def straight_line(operations: int, live: int = 8) -> Program:
    """One block, in which `live` values are live from its first tenth to its end."""
    arguments = _arguments(2)
    block = Straight([], {"%a0": arguments[0], "%a1": arguments[1]})
    slots = ["%a0", "%a1"]
    for i in range(2, live):
        slots.append(block.emit("muli", slots[i - 1], block.constant(i * 977 + 5)))
    for i in range(operations - len(block.lines) - live):
        at = i % live
        other = (at + 1 + i * 7 % (live - 1)) % live  # another one
        if i % 16 == 9:
            slots[at] = block.emit("addi", slots[at], block.constant(i % 251))
        else:
            slots[at] = block.emit(KINDS[i % 7], slots[at], slots[other])
    result = slots[0]
    for slot in slots[1:]:
        result = block.emit("xori", result, slot)
    text = _function(block.lines, result)
    return Program(text, arguments, block.values[result], len(block.lines))


def chain(operations: int) -> Program:
    """Each operation uses the one before: as deep as it is long."""
    arguments = _arguments(2)
    block = Straight([], {"%a0": arguments[0], "%a1": arguments[1]})
    value = "%a0"
    for i in range(operations):
        value = block.emit(KINDS[i % 4], value, "%a1")
    text = _function(block.lines, value)
    return Program(text, arguments, block.values[value], operations)


def memory_chain(operations: int) -> Program:
    """Loads and stores of an array on the stack, none of which can go."""
    arguments = _arguments(2)
    memory = [arguments[i % 2] ^ i for i in range(64)]
    lines = ["  %m = memref.alloca() : memref<64xi32>"]
    for i in range(64):
        lines.append(f"  %i{i} = arith.constant {i} : index")
        lines.append(f"  %c{i} = arith.constant {i} : i32")
        lines.append(f"  %s{i} = arith.xori %a{i % 2}, %c{i} : i32")
        lines.append(f"  memref.store %s{i}, %m[%i{i}] : memref<64xi32>")
    for i in range((operations - len(lines)) // 4):
        to, other = i % 64, (i * 7 + 3) % 64
        lines += (
            f"  %x{i} = memref.load %m[%i{to}] : memref<64xi32>",
            f"  %y{i} = memref.load %m[%i{other}] : memref<64xi32>",
            f"  %z{i} = arith.{KINDS[i % 4]} %x{i}, %y{i} : i32",
            f"  memref.store %z{i}, %m[%i{to}] : memref<64xi32>",
        )
        memory[to] = COMPUTE[KINDS[i % 4]](memory[to], memory[other])
    lines.append("  %r = memref.load %m[%i5] : memref<64xi32>")
    return Program(_function(lines, "%r"), arguments, memory[5], len(lines))


def branches(operations: int, blocks: int) -> Program:
    """Blocks that each go to the next or to the one after it."""
    arguments = _arguments(2)
    lines = ["  cf.br ^b0(%a0 : i32)"]
    runs_next, value = 0, arguments[0]
    for number in range(blocks):
        block = Straight([], {"%a1": arguments[1], f"%x{number}": value}, f"b{number}_")
        last = f"%x{number}"
        for i in range(max(1, operations // blocks - 4)):
            last = block.emit(KINDS[(i + number) % 4], last, "%a1")
        if i % 2:
            last = block.emit("addi", last, f"%x{number}")
        lines += (f"^b{number}(%x{number}: i32):", *block.lines)
        after = min(number + 2, blocks)
        lines += (
            f"  %t{number} = arith.constant {number * 65537 & MASK} : i32",
            f"  %p{number} = arith.cmpi ult, {last}, %t{number} : i32",
            f"  cf.cond_br %p{number}, ^b{number + 1}({last} : i32), "
            f"^b{after}(%x{number} : i32)",
        )
        if number == runs_next:
            taken = block.values[last] < number * 65537 & MASK
            runs_next = number + 1 if taken else after
            value = block.values[last] if taken else value
    lines.append(f"^b{blocks}(%r: i32):")
    return Program(_function(lines, "%r"), arguments, value, len(lines))


def nested_loops(depth: int, known: bool = False) -> Program:
    """
    Loops each inside the one before, which all run once but for the inner three.

    How often is an argument unless it is `known`.
    """
    lines = ["  %zero = arith.constant 0 : i32", "  %step = arith.constant 1 : i32"]
    one = "%step" if known else "%a2"
    lines += (f"  %two = arith.addi {one}, {one} : i32",)
    lines += ("  cf.br ^h0(%zero, %a0 : i32, i32)",)
    for k in range(depth):
        bound = "%two" if depth - k <= 3 else one
        inner = f"^h{k + 1}(%zero, %s{k} : i32, i32)"
        if k == depth - 1:
            inner = f"^x{k + 1}(%s{k} : i32)"
        lines += (
            f"^h{k}(%i{k}: i32, %s{k}: i32):",
            f"  %c{k} = arith.cmpi slt, %i{k}, {bound} : i32",
            f"  cf.cond_br %c{k}, {inner}, ^x{k}(%s{k} : i32)",
        )
    for k in range(depth, 0, -1):
        lines += (
            f"^x{k}(%t{k}: i32):",
            f"  %u{k} = arith.addi %t{k}, %a1 : i32",
            f"  %j{k} = arith.addi %i{k - 1}, %step : i32",
            f"  cf.br ^h{k - 1}(%j{k}, %u{k} : i32, i32)",
        )
    lines.append("^x0(%r: i32):")
    arguments = _arguments(2) if known else (*_arguments(2), 1)
    value = arguments[0]
    runs = accumulate((2 if depth - k <= 3 else 1 for k in range(depth)), int.__mul__)
    expected = (value + sum(runs) * arguments[1]) & MASK
    text = _function(lines, "%r", len(arguments))
    return Program(text, arguments, expected, len(lines))


def _array(name: str, size: int) -> list[str]:
    """An array on the stack of which element i is the first argument xor i."""
    lines = [f"  %{name} = memref.alloca() : memref<{size}xi32>"]
    for i in range(size):
        lines += (
            f"  %{name}_i{i} = arith.constant {i} : index",
            f"  %{name}_c{i} = arith.constant {i} : i32",
            f"  %{name}_s{i} = arith.xori %a0, %{name}_c{i} : i32",
            f"  memref.store %{name}_s{i}, %{name}[%{name}_i{i}] : memref<{size}xi32>",
        )
    return lines


def memory_branches(operations: int) -> Program:
    """
    Branches that meet again, with accesses on both sides.

    The elements of one array are known, and become values; those of the other are not.
    """
    arguments = _arguments(2)
    known = [arguments[0] ^ i for i in range(8)]
    other = [arguments[0] ^ i for i in range(64)]
    lines = [*_array("k", 8), *_array("m", 64), "  %mask = arith.constant 63 : i32"]
    value = arguments[0]
    lines += ("  %zero = arith.constant 0 : i32", "  cf.br ^b0(%a0 : i32)")
    for n in range((operations - len(lines)) // 16):
        i, j = n % 8, (n * 3 + 1) % 8
        lines += (
            f"^b{n}(%x{n}: i32):",
            f"  %n{n} = arith.andi %x{n}, %mask : i32",
            f"  %p{n} = arith.index_cast %n{n} : i32 to index",
            f"  %l{n} = memref.load %m[%p{n}] : memref<64xi32>",
            f"  %k{n} = memref.load %k[%k_i{i}] : memref<8xi32>",
            f"  %s{n} = arith.addi %l{n}, %k{n} : i32",
            f"  %c{n} = arith.cmpi slt, %s{n}, %zero : i32",
            f"  cf.cond_br %c{n}, ^t{n}, ^e{n}",
            f"^t{n}:",
            f"  %y{n} = arith.xori %s{n}, %a1 : i32",
            f"  memref.store %y{n}, %m[%p{n}] : memref<64xi32>",
            f"  cf.br ^j{n}(%y{n} : i32)",
            f"^e{n}:",
            f"  %z{n} = arith.addi %x{n}, %a1 : i32",
            f"  memref.store %z{n}, %k[%k_i{j}] : memref<8xi32>",
            f"  cf.br ^j{n}(%z{n} : i32)",
            f"^j{n}(%r{n}: i32):",
            f"  %v{n} = arith.muli %r{n}, %s{n} : i32",
            f"  cf.br ^b{n + 1}(%v{n} : i32)",
        )
        at = value & 63
        total = other[at] + known[i] & MASK
        if total >> 31:
            result = other[at] = total ^ arguments[1]
        else:
            result = known[j] = value + arguments[1] & MASK
        value = result * total & MASK
    lines.append(f"^b{n + 1}(%r: i32):")
    return Program(_function(lines, "%r"), arguments, value, len(lines))


def loops(operations: int) -> Program:
    """
    Loops one after the other: over an array, with a sum, and with a branch in it.

    How often they run is an argument; one in four runs a constant number of times.
    """
    arguments = (5, _arguments(2)[1])
    trips, addend = arguments
    array = [trips ^ i for i in range(16)]
    lines = [*_array("m", 16), "  %zero = arith.constant 0 : index"]
    lines += ("  %one = arith.constant 1 : index", "  %four = arith.constant 4 : index")
    lines += ("  %n = arith.index_cast %a0 : i32 to index",)
    value = trips
    for k in range((operations - len(lines)) // 12):
        runs = 4 if k % 4 == 3 else trips
        last = f"%r{k - 1}" if k else "%a0"
        lines += (
            f"  %r{k} = scf.for %i{k} = %zero to {'%four' if runs == 4 else '%n'} "
            f"step %one iter_args(%s{k} = {last}) -> (i32) {{",
            f"  %l{k} = memref.load %m[%i{k}] : memref<16xi32>",
            f"  %x{k} = arith.{KINDS[k % 4]} %l{k}, %a1 : i32",
        )
        if k % 2:
            lines += (
                f"  %c{k} = arith.cmpi ult, %x{k}, %s{k} : i32",
                f"  %y{k} = scf.if %c{k} -> (i32) {{",
                f"  memref.store %x{k}, %m[%i{k}] : memref<16xi32>",
                f"  scf.yield %x{k} : i32",
                "  } else {",
                f"  %w{k} = arith.addi %s{k}, %x{k} : i32",
                f"  scf.yield %w{k} : i32",
                "  }",
                f"  scf.yield %y{k} : i32",
                "  }",
            )
        else:
            lines += (
                f"  memref.store %x{k}, %m[%i{k}] : memref<16xi32>",
                f"  %y{k} = arith.addi %s{k}, %x{k} : i32",
                f"  scf.yield %y{k} : i32",
                "  }",
            )
        for i in range(runs):
            found = COMPUTE[KINDS[k % 4]](array[i], addend)
            if k % 2 == 0 or found < value:
                array[i] = found
            value = found if k % 2 and found < value else value + found & MASK
    last = f"%r{k}"
    return Program(_function(lines, last), arguments, value, len(lines))


REGIONS = (
    "scf.execute_region -> i32 {",
    "scf.if %true -> (i32) {",
    "scf.for %i{k} = %c0 to %c1 step %c1 iter_args(%s{k} = %a0) -> (i32) {{",
    "scf.index_switch %c1 -> i32\n  case 1 {",
    "scf.while (%s{k} = %zero) : (i32) -> i32 {{\n"
    "  %t{k} = arith.cmpi eq, %s{k}, %zero : i32\n"
    "  scf.condition(%t{k}) %s{k} : i32\n}} do {{\n^bb0(%u{k}: i32):",
)
"""Beginnings of operations with a region each, of number k."""

ENDS = (
    "}",
    "} else {\n  scf.yield %zero : i32\n}",
    "}",
    "}\n  default {\n  scf.yield %zero : i32\n}",
    "}",
)
"""What follows on the regions; the loop ends since the value is not zero."""


def nested_regions(depth: int) -> Program:
    """Operations of five kinds, each in the region of the one before."""
    lines = [
        "%true = arith.constant true",
        "%zero = arith.constant 0 : i32",
        "%c0 = arith.constant 0 : index",
        "%c1 = arith.constant 1 : index",
    ]
    for k in range(depth):
        text = REGIONS[k % 5]
        lines.append(f"%r{k} = " + (text.format(k=k) if "{k}" in text else text))
    value = "%a0"
    for k in range(depth - 1, -1, -1):
        lines += (
            f"%v{k} = arith.addi {value}, %a1 : i32",
            f"scf.yield %v{k} : i32",
            ENDS[k % 5],
        )
        value = f"%r{k}"
    arguments = _arguments(2)
    expected = (arguments[0] + depth * arguments[1]) & MASK
    return Program(_function(lines, "%r0"), arguments, expected, len(lines))


def functions(count: int, operations: int = 20) -> Program:
    """Functions of some operations, all called one after the other."""
    arguments = _arguments(2)
    value = arguments[0]
    texts: list[str] = []
    calls: list[str] = []
    last = "%a0"
    for number in range(count):
        block = Straight([], {"%a0": value, "%a1": arguments[1]})
        result = "%a0"
        for i in range(operations):
            result = block.emit(KINDS[(i + number) % 4], result, "%a1")
        texts.append(_function(block.lines, result).replace("@main", f"@f{number}"))
        calls.append(
            f"  %r{number} = func.call @f{number}({last}, %a1) : (i32, i32) -> i32"
        )
        last, value = f"%r{number}", block.values[result]
    texts.append(_function(calls, last))
    return Program("".join(texts), arguments, value, count * (operations + 3))


def switch(cases: int, step: int = 3) -> Program:
    """One switch with a block for each case, every `step` numbers."""
    table = ",\n".join(f"    {i * step}: ^b{i}" for i in range(cases))
    lines = [f"  cf.switch %a0 : i32, [\n    default: ^d,\n{table}\n  ]"]
    for i in range(cases):
        lines += (
            f"^b{i}:",
            f"  %c{i} = arith.constant {i * 40503 & MASK} : i32",
            f"  %v{i} = arith.xori %a1, %c{i} : i32",
            f"  cf.br ^e(%v{i} : i32)",
        )
    lines += ["^d:", "  cf.br ^e(%a1 : i32)", "^e(%r: i32):"]
    chosen = cases * 2 // 3
    arguments = (chosen * step, 0x12345678)
    expected = arguments[1] ^ (chosen * 40503 & MASK)
    return Program(_function(lines, "%r"), arguments, expected, 4 * cases)


def many_arguments(count: int) -> Program:
    """A function of many arguments, called by another with them all turned round."""
    arguments = _arguments(count)
    block = Straight([], {f"%a{i}": v for i, v in enumerate(reversed(arguments))})
    result = "%a0"
    for i in range(1, count):
        result = block.emit(KINDS[i % 4], result, f"%a{i}")
    callee = _function(block.lines, result, count).replace("@main", "@callee")
    passed = ", ".join(f"%a{i}" for i in reversed(range(count)))
    types = ", ".join(["i32"] * count)
    call = f"  %r = func.call @callee({passed}) : ({types}) -> i32"
    text = callee + _function([call], "%r", count)
    return Program(text, arguments, block.values[result], count + 3)
