"""
Loads of what the iteration before had become selectors, and no others.

Random loops access elements at small distances, some in branches, of two arguments that
may be one array; the results must be those of code that is not optimised.
"""

from random import Random

import numpy as np
import pytest

import circ
from circ.dialects.circuit.control import FuncOp
from circ.tools.formats import read_mlir
from circ.transforms.circuit.hoist_loads import hoist_loads
from circ.transforms.circuit.rotate import rotate_loops
from circ.transforms.pipelines import compile

LOOP = """
func.func @f(%a: memref<64xi32>, %b: memref<64xi32>, %n: index) -> i32 {{
  %zero = arith.constant 0 : i32
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c60 = arith.constant {last} : index
  {distances}
  %r = scf.for %i = %c3 to {bound} step %c1 iter_args(%s = %zero) -> i32 {{
    {body}
    scf.yield {result} : i32
  }}
  return %r : i32
}}
"""
DISTANCES = range(-3, 4)
PLACES = "\n".join(f"%d{d} = arith.constant {d} : index" for d in DISTANCES)
AT = "%j{name} = arith.addi %i, %d{at} : index\n"
LOAD = AT + "%x{name} = memref.load %{array}[%j{name}] : memref<64xi32>\n"
STORE = AT + "memref.store {value}, %{array}[%j{name}] : memref<64xi32>\n"


def loop(*body: str, result: str, bound: str = "%c60", last: int = 60) -> str:
    return LOOP.format(
        body="".join(body), result=result, distances=PLACES, bound=bound, last=last
    )


def load(name: str, at: int, array: str = "a") -> str:
    return LOAD.format(name=name, at=at, array=array)


def store(name: str, at: int, value: str, array: str = "a") -> str:
    return STORE.format(name=name, at=at, value=value, array=array)


SUM = "%y = arith.addi %x0, %s : i32\n"
IF = "%c = arith.cmpi sgt, %s, %zero : i32\nscf.if %c {{\n{}}}\n"


@pytest.mark.parametrize(
    ("body", "carried"),
    (
        # The iteration before stored it, or loaded it.
        ((load("0", -1), SUM, store("1", 0, "%y")), 1),
        ((load("0", -1), load("1", 0), SUM), 1),
        ((load("0", 0), load("1", 1), SUM, IF.format(store("2", 3, "%y"))), 1),
        # Two iterations before.
        ((load("0", -2), load("1", -1), SUM, store("2", 0, "%y")), 2),
        ((load("0", -2), SUM, store("1", 0, "%y")), 0),
        # Another store is between, or the store is not always executed.
        ((load("0", -1), SUM, store("1", 0, "%y"), store("2", -1, "%s")), 0),
        ((load("0", -1), SUM, IF.format(store("1", 0, "%y"))), 0),
        ((load("0", 0), load("1", 1), SUM, IF.format(store("2", 1, "%y"))), 0),
        # The other array may be the same.
        ((load("0", -1), SUM, store("1", 0, "%y"), store("2", 0, "%s", "b")), 0),
    ),
)
@pytest.mark.every(4, first=1)
def test_carried(body: tuple[str, ...], carried: int):
    source = loop(*body, result="%y")
    module = compile(read_mlir(source.encode(), "f.mlir"), "circuit", opt=1)
    (func,) = (op for op in module.body.ops if isinstance(op, FuncOp))
    assert hoist_loads(func, {}) == carried
    agree(source)


def test_a_loop_that_may_not_be_entered_is_rotated_first():
    body = load("0", -1), SUM, store("1", 0, "%y")
    source = loop(*body, result="%y", bound="%n")
    module = compile(read_mlir(source.encode(), "f.mlir"), "circuit", opt=1)
    (func,) = (op for op in module.body.ops if isinstance(op, FuncOp))
    assert hoist_loads(func, {}) == 0
    rotate_loops(func)
    assert hoist_loads(func, {}) == 1
    for trips in (0, 3, 4, 20):
        agree(source, trips)


def agree(source: str, trips: int = 60) -> None:
    """Check the results of all optimisations against those of none."""
    programs = [circ.compile(source, "naplespu", opt=opt) for opt in (0, 2, 3)]
    for same in (False, True):
        found: list[object] = []
        for program in programs:
            a = np.arange(64, dtype="i4") * 7 % 31
            b = a if same else np.arange(64, dtype="i4") * 5 % 17
            result = circ.run(program, a, b, trips, entry="f")
            arrays = [array.tolist() for array in result.arrays.values()]
            found.append((result.results, arrays))
        assert found[0] == found[1] == found[2]


def random_loop(random: Random) -> str:
    """A loop of accesses, some of them in branches."""
    body: list[str] = []
    values = ["%s"]
    for k in range(random.randint(2, 6)):
        at, array = random.choice(DISTANCES), random.choice("aaab")
        value = random.choice(values)
        match random.randrange(5):
            case 0 | 1:
                body.append(load(str(k), at, array))
                values.append(f"%x{k}")
            case 2 | 3:
                body.append(store(str(k), at, value, array))
            case _:
                inside = store(str(k), at, value, array)
                other = random.choice(values)
                body.append(
                    f"%t{k} = arith.cmpi sgt, {other}, %c9 : i32\n"
                    f"scf.if %t{k} {{\n{inside}}}\n"
                )
        if random.random() < 0.4:
            pair = f"{random.choice(values)}, {random.choice(values)}"
            body.append(f"%y{k} = arith.{random.choice(KINDS)} {pair} : i32\n")
            values.append(f"%y{k}")
    body.append(f"%y = arith.addi %s, {values[-1]} : i32\n")
    last = random.choice((5, 6, 8, 13, 60))
    bound = random.choice(("%c60", "%n"))
    return loop(
        "%c9 = arith.constant 9 : i32\n", *body, result="%y", bound=bound, last=last
    )


KINDS = ("addi", "subi", "xori")


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.every(3)
def test_random(seed: int):
    random = Random(seed)
    agree(random_loop(random), random.choice((0, 3, 4, 7, 30)))


@pytest.mark.long
@pytest.mark.parametrize("start", range(1000, 2000, 100))
def test_random_campaign(start: int):
    for seed in range(start, start + 100):
        random = Random(seed)
        agree(random_loop(random), random.choice((0, 3, 4, 7, 30)))
