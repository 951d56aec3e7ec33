"""
Every integer operation of arith on extreme values, by variables and by constants.

The programs are made here; what the operations mean is written with Python's unbounded
integers: division by zero gives all ones and leaves the dividend as remainder, shifts
take their amount modulo the width.
"""

from collections.abc import Callable

import numpy as np
import pytest

Meaning = Callable[[int, int, int], int]

WIDTHS = {"i1": 1, "i8": 8, "i16": 16, "i32": 32, "index": 32, "i64": 64}
DTYPES = {
    "i1": np.bool_,
    "i8": np.int8,
    "i16": np.int16,
    "i32": np.int32,
    "index": np.int32,
    "i64": np.int64,
}


def unsigned(width: int, x: int) -> int:
    return x & (1 << width) - 1


def signed(width: int, x: int) -> int:
    x = unsigned(width, x)
    return x - (1 << width) if x >> (width - 1) else x


def truncated(x: int, y: int) -> int:
    return -(abs(x) // abs(y)) if (x < 0) != (y < 0) else abs(x) // abs(y)


def of_unsigned(compute: Callable[[int, int], int]) -> Meaning:
    return lambda width, x, y: compute(unsigned(width, x), unsigned(width, y))


def of_signed(compute: Callable[[int, int], int]) -> Meaning:
    return lambda width, x, y: compute(signed(width, x), signed(width, y))


def shift(compute: Callable[[int, int], int], read: Callable[[int, int], int]):
    return lambda width, x, y: compute(read(width, x), unsigned(width, y) % width)


DIVISIONS: dict[str, Meaning] = {
    "divui": of_unsigned(lambda x, y: x // y if y else -1),
    "divsi": of_signed(lambda x, y: truncated(x, y) if y else -1),
    "remui": of_unsigned(lambda x, y: x % y if y else x),
    "remsi": of_signed(lambda x, y: x - truncated(x, y) * y if y else x),
    "ceildivui": of_unsigned(lambda x, y: -(-x // y) if y else -1),
    "ceildivsi": of_signed(lambda x, y: -(-x // y) if y else -1),
    "floordivsi": of_signed(lambda x, y: x // y if y else -1),
}
OTHERS: dict[str, Meaning] = {
    "addi": of_unsigned(lambda x, y: x + y),
    "subi": of_unsigned(lambda x, y: x - y),
    "muli": of_unsigned(lambda x, y: x * y),
    "andi": of_unsigned(lambda x, y: x & y),
    "ori": of_unsigned(lambda x, y: x | y),
    "xori": of_unsigned(lambda x, y: x ^ y),
    "maxsi": of_signed(max),
    "maxui": of_unsigned(max),
    "minsi": of_signed(min),
    "minui": of_unsigned(min),
    "shli": shift(lambda x, y: x << y, unsigned),
    "shrui": shift(lambda x, y: x >> y, unsigned),
    "shrsi": shift(lambda x, y: x >> y, signed),
}
BINARY = DIVISIONS | OTHERS
COMPARISONS: dict[str, Meaning] = {
    "eq": of_unsigned(lambda x, y: x == y),
    "ne": of_unsigned(lambda x, y: x != y),
    "slt": of_signed(lambda x, y: x < y),
    "sle": of_signed(lambda x, y: x <= y),
    "sgt": of_signed(lambda x, y: x > y),
    "sge": of_signed(lambda x, y: x >= y),
    "ult": of_unsigned(lambda x, y: x < y),
    "ule": of_unsigned(lambda x, y: x <= y),
    "ugt": of_unsigned(lambda x, y: x > y),
    "uge": of_unsigned(lambda x, y: x >= y),
}
EXTENDED: dict[str, Meaning] = {
    "addui_extended": of_unsigned(lambda x, y: x + y),
    "mului_extended": of_unsigned(lambda x, y: x * y),
    "mulsi_extended": of_signed(lambda x, y: x * y),
}


def interesting(width: int) -> list[int]:
    """Values, and divisors, as signed numbers without duplicates."""
    least, most = -(1 << width - 1), (1 << width - 1) - 1
    numbers = [0, 1, -1, 2, -2, 3, -3, 4, 5, 6, 7, -7, 10, 25, 100, 641, -641, 1000]
    numbers += [-128, 127, 255, 32767, -32768, 65535, 0x55555555, 1 << width // 2]
    numbers += [least, least + 1, most, most - 1, 1 << max(width - 2, 0)]
    return list(dict.fromkeys(n for n in numbers if least <= n <= most))


def array(type: str, *shape: int) -> str:
    return f"memref<{'x'.join(map(str, shape))}x{type}>"


class Text:
    """Lines of a function that puts values into an array, one after the other."""

    def __init__(self, type: str):
        self.type = type
        self.lines: list[str] = []
        self.names = 0

    def value(self, operation: str, count: int = 1) -> str:
        self.names += 1
        results = f"%v{self.names}:{count}" if count > 1 else f"%v{self.names}"
        self.lines.append(f"{results} = {operation}")
        return f"%v{self.names}"


def grid(type: str, columns: list[str], body: Text, constants: str = "") -> str:
    """`@f(x, y, out)`: the body's columns for each pair of elements of x and y."""
    n = len(interesting(WIDTHS[type]))
    out = array(type, n, n, len(columns))
    stores = "\n".join(
        f"%k{i} = arith.constant {i} : index\n"
        f"memref.store {column}, %out[%i, %j, %k{i}] : {out}"
        for i, column in enumerate(columns)
    )
    return f"""
    func.func @f(%xs: {array(type, n)}, %ys: {array(type, n)}, %out: {out}) {{
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %n = arith.constant {n} : index
      {constants}
      scf.for %i = %c0 to %n step %c1 {{
        scf.for %j = %c0 to %n step %c1 {{
          %x = memref.load %xs[%i] : {array(type, n)}
          %y = memref.load %ys[%j] : {array(type, n)}
          {chr(10).join(body.lines)}
          {stores}
        }}
      }}
      return
    }}"""


def variable_program(type: str) -> str:
    body = Text(type)
    columns = [body.value(f"arith.{op} %x, %y : {type}") for op in BINARY]
    false = body.value(f"arith.constant 0 : {type}")
    true = body.value(f"arith.constant 1 : {type}")
    for condition in COMPARISONS:
        bit = body.value(f"arith.cmpi {condition}, %x, %y : {type}")
        columns.append(body.value(f"arith.select {bit}, {true}, {false} : {type}"))
    for op in EXTENDED:
        second = ", i1" if op == "addui_extended" else ""
        pair = body.value(f"arith.{op} %x, %y : {type}{second}", count=2)
        columns.append(f"{pair}#0")
        if second:
            bit = f"{pair}#1"
            choice = f"arith.select {bit}, {true}, {false} : {type}"
            columns.append(body.value(choice))
        else:
            columns.append(f"{pair}#1")
    return grid(type, columns, body)


def wrapped(type: str, numbers: list[int]) -> np.ndarray:
    """An array from numbers of any size."""
    width = WIDTHS[type]
    if width == 1:
        return np.array([n & 1 for n in numbers], np.bool_)
    return np.array([signed(width, n) for n in numbers], DTYPES[type])


def variable_meaning(type: str):
    width = WIDTHS[type]

    def meaning(xs: np.ndarray, ys: np.ndarray, out: np.ndarray) -> None:
        numbers: list[int] = []
        for x in interesting(width):
            for y in interesting(width):
                tables = BINARY | COMPARISONS
                numbers += [int(compute(width, x, y)) for compute in tables.values()]
                for compute in EXTENDED.values():
                    wide = compute(width, x, y)
                    numbers += [wide, wide >> width]
        out[:] = wrapped(type, numbers).reshape(out.shape)

    return meaning


def inputs(type: str, columns: int) -> list[tuple[np.ndarray, ...]]:
    values = wrapped(type, interesting(WIDTHS[type]))
    out = np.zeros((len(values), len(values), columns), DTYPES[type])
    return [(values, values, out)]


COLUMNS = len(BINARY) + len(COMPARISONS) + 2 * len(EXTENDED)


@pytest.mark.parametrize("type", ("i1", "i8", "i16", "i32", "index"))
@pytest.mark.every(12, first=6)
def test_by_variables(agree, type: str):
    arguments = inputs(type, COLUMNS)
    agree(variable_program(type), "f", variable_meaning(type), arguments)


@pytest.mark.parametrize("level", ("source", "circuit", "llvlir"))
def test_64_bits_down_to_llvlir(check, level: str):
    arguments = inputs("i64", COLUMNS)
    text = variable_program("i64")
    check(text, "f", level, 2, variable_meaning("i64"), arguments)


# By constants: one function a type and operation side, a column a constant.


def constants_of(type: str, ops: dict[str, Meaning]) -> list[int]:
    width = WIDTHS[type]
    if ops is DIVISIONS:
        return interesting(width)
    least, most = -(1 << width - 1), (1 << width - 1) - 1
    return [0, 1, -1, 3, width - 1, width, width + 3, 2 * width - 1, least, most]


def constant_program(type: str, ops: dict[str, Meaning], left: bool) -> str:
    n = len(interesting(WIDTHS[type]))
    constants = constants_of(type, ops)
    out = array(type, n, len(ops), len(constants))
    count = max(len(constants), len(ops))
    lines = [f"%k{k} = arith.constant {k} : index" for k in range(count)]
    for k, number in enumerate(constants):
        lines.append(f"%c{k} = arith.constant {signed(WIDTHS[type], number)} : {type}")
        for i, op in enumerate(ops):
            operands = f"%c{k}, %x" if left else f"%x, %c{k}"
            lines.append(f"%r{i}_{k} = arith.{op} {operands} : {type}")
            place = f"%out[%i, %k{i}, %k{k}] : {out}"
            lines.append(f"memref.store %r{i}_{k}, {place}")
    return f"""
    func.func @f(%xs: {array(type, n)}, %out: {out}) {{
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      %n = arith.constant {n} : index
      scf.for %i = %zero to %n step %one {{
        %x = memref.load %xs[%i] : {array(type, n)}
        {chr(10).join(lines)}
      }}
      return
    }}"""


def constant_meaning(type: str, ops: dict[str, Meaning], left: bool):
    width = WIDTHS[type]

    def meaning(xs: np.ndarray, out: np.ndarray) -> None:
        numbers = [
            compute(width, *((k, x) if left else (x, k)))
            for x in interesting(width)
            for compute in ops.values()
            for k in constants_of(type, ops)
        ]
        out[:] = wrapped(type, numbers).reshape(out.shape)

    return meaning


SIDES = [
    *(pytest.param(type, DIVISIONS, False, id=f"x/c-{type}") for type in ("i8", "i32")),
    *(pytest.param(type, OTHERS, False, id=f"x+c-{type}") for type in ("i16", "i32")),
    pytest.param("i8", BINARY, True, id="c+x-i8"),
    *(
        pytest.param(type, BINARY, left, id=f"{left}-{type}", marks=pytest.mark.long)
        for type in ("i16", "i32", "index")
        for left in (False, True)
    ),
]


@pytest.mark.parametrize(("type", "ops", "left"), SIDES)
@pytest.mark.every(42, first=15)
def test_by_constants(agree, type: str, ops: dict[str, Meaning], left: bool):
    values = wrapped(type, interesting(WIDTHS[type]))
    out = np.zeros((len(values), len(ops), len(constants_of(type, ops))), DTYPES[type])
    text = constant_program(type, ops, left)
    agree(text, "f", constant_meaning(type, ops, left), [(values, out)])
