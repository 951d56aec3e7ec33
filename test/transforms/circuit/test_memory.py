"""
Loads of known values and stores that nobody sees are removed, and no others.

Random programs access small objects by overlapping accesses of several widths, in
branches and loops; all levels must agree with what is not optimised.
"""

from random import Random

import pytest

import circ
from circ.dialects.circuit.control import DependEntryOp
from circ.dialects.circuit.memory import LoadOp, StoreOp
from circ.tools.formats import read_mlir
from circ.transforms.pipelines import compile

ARRAYS = "%a: memref<8xi32>, %b: memref<8xi32>, %v: i32, %i: index"
LOAD, STORE = "circuit.load", "circuit.store"


@pytest.mark.parametrize(
    ("body", "loads", "stores"),
    (
        # Arguments may be one array.
        ("LOADA STOREB AGAIN", 2, 1),
        ("LOADA STOREI AGAIN", 2, 1),
        ("LOADA STORE1 AGAIN", 0, 1),
        ("LOADA CALL AGAIN", 2, 0),
        # What is read, or read by a call, is not overwritten before.
        ("STOREA LOADB STOREA2", 1, 2),
        ("STOREA CALL STOREA2", 0, 2),
        ("STOREA STORE1", 0, 2),
        ("STOREA STOREA2", 0, 1),
        ("STOREA SOMETIMES", 0, 2),
    ),
)
def test_memory(body: str, loads: int, stores: int):
    load = "memref.load %{0}[%c{1}] : memref<8xi32>"
    store = "memref.store %{0}, %{1}[%{2}] : memref<8xi32>"
    parts = {
        "LOADA": "%x = " + load.format("a", 0),
        "LOADB": "%x = " + load.format("b", 0),
        "AGAIN": "%y = " + load.format("a", 0),
        "STOREA": store.format("v", "a", "c0"),
        "STOREA2": store.format("w", "a", "c0"),
        "STOREB": store.format("v", "b", "c1"),
        "STOREI": store.format("v", "a", "i"),
        "STORE1": store.format("v", "a", "c1"),
        "CALL": "func.call @g() : () -> ()",
        "SOMETIMES": "scf.if %e { " + store.format("w", "a", "c0") + " }",
    }
    lines = [parts[part] for part in body.split()]
    x, y = ("%x" if "%x =" in str(lines) else "%v"), "%v"
    if "%y =" in str(lines):
        y = "%y"
    text = f"""
      func.func private @g()
      func.func @f({ARRAYS}) -> i32 {{
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %w = arith.constant 7 : i32
        %e = arith.cmpi eq, %i, %c1 : index
        {" ".join(lines)}
        %r = arith.subi {x}, {y} : i32
        %s = arith.muli %r, {x} : i32
        return %s : i32
      }}"""
    circuit = str(circ.compile(text, level="circuit"))
    assert (circuit.count(LOAD), circuit.count(STORE)) == (loads, stores), circuit


def test_loads_wait_for_no_loads():
    source = f"""
    func.func @f({ARRAYS}) -> i32 {{
      %one = arith.constant 1 : index
      %x = memref.load %a[%i] : memref<8xi32>
      %k = memref.alloca() : memref<1xi32>
      %z = arith.constant 0 : index
      memref.store %x, %k[%z] : memref<1xi32>
      %y = memref.load %b[%i] : memref<8xi32>
      memref.store %y, %a[%i] : memref<8xi32>
      %u = memref.load %a[%one] : memref<8xi32>
      %r = arith.xori %x, %u : i32
      return %r : i32
    }}
    """
    module = compile(read_mlir(source.encode(), "f.mlir"), "circuit", opt=2)
    loads = [gate for gate in module.walk() if isinstance(gate, LoadOp)]
    waits = [type(gate.flow.owner) for gate in loads]
    assert waits == [DependEntryOp, DependEntryOp, StoreOp]


BEHIND_ANOTHER = """
pointer.global @a 4 align 4 = "05000000"
pointer.global @b 4 align 4 = "07000000"
func.func @f(%x: i32) -> i32 {
  %two = arith.constant 2 : i32
  %a = pointer.address_of @a
  %b = pointer.address_of @b
  %v = pointer.load %a : i32
  pointer.store %x, %b : i32
  %less = arith.cmpi slt, %x, %two : i32
  cf.cond_br %less, ^then, ^end
^then:
  pointer.store %two, %a : i32
  cf.br ^end
^end:
  %w = arith.muli %v, %v : i32
  return %w : i32
}"""


@pytest.mark.parametrize("opt", range(4))
def test_a_load_stays_before_a_store_behind_one_to_another_object(opt: int):
    runs = circ.compare_levels(BEHIND_ANOTHER, 1, opt=opt)
    assert all(run.results == [25] for run in runs.values())


WIDTHS = {"i8": 1, "i16": 2, "i32": 4, "f32": 4, "i1": 1}
BYTES = 8


class Writer:
    """Writes a random circuit of accesses to two objects of the frame and a global."""

    def __init__(self, seed: int):
        self.random = Random(seed)
        self.lines: list[str] = []
        self.values = ["%x", "%y"]
        self.names = 0
        self.depend = "%d"
        self.state = "%s"

    def name(self) -> str:
        self.names += 1
        return f"%n{self.names}"

    def line(self, text: str) -> str:
        name = self.name()
        self.lines.append(f"{name} = {text}")
        return name

    def address(self, size: int, bases: str = "ppqg") -> str:
        base = f"%{self.random.choice(bases)}"
        offset = self.random.randrange(0, BYTES - 3, size)
        constant = self.line(f"circuit.constant {offset} : !circuit.arch")
        if self.random.random() < 0.2:
            wide = self.line(f"circuit.bitcast {self.value()} : i32 to !circuit.arch")
            mask = self.line("circuit.constant 4 : !circuit.arch")
            constant = self.line(f"circuit.and {wide}, {mask} : !circuit.arch")
        return self.line(f"circuit.add {base}, {constant} : !circuit.arch")

    def value(self) -> str:
        return self.random.choice(self.values[-4:])

    def store(self) -> None:
        type = self.random.choice(list(WIDTHS))
        value = self.value()
        if type == "f32":
            value = self.line(f"circuit.bitcast {value} : i32 to f32")
        elif type != "i32":
            value = self.line(f"circuit.trunc {value} : i32 to {type}")
        address = self.address(WIDTHS[type])
        text = f"circuit.store {self.depend}, {value}, {address} : {type}"
        self.depend = self.line(text)

    def load(self) -> None:
        type = self.random.choice(list(WIDTHS))
        address, depend, value = (
            self.address(WIDTHS[type], "ppqgh"),
            self.name(),
            self.name(),
        )
        self.lines.append(
            f"{depend}, {value} = circuit.load {self.depend}, {address} : {type}"
        )
        self.depend = depend
        if type == "f32":
            value = self.line(f"circuit.bitcast {value} : f32 to i32")
        elif type != "i32":
            value = self.line(f"circuit.zext {value} : {type} to i32")
        self.values.append(self.line(f"circuit.add {value}, {self.value()} : i32"))

    def accesses(self, depth: int) -> None:
        for _ in range(self.random.randrange(2, 6)):
            kind = self.random.random()
            if kind < 0.4:
                self.store()
            elif kind < 0.75 or not depth:
                self.load()
            elif kind < 0.88:
                self.branch(depth - 1)
            else:
                self.loop(depth - 1)

    def branch(self, depth: int) -> None:
        condition = self.line(f"circuit.trunc {self.value()} : i32 to i1")
        branch = self.line(f"circuit.if_branch {self.state}, {condition}")
        depend, values = self.depend, [*self.values]
        ends: list[tuple[str, str, str]] = []
        for side in ("true", "false"):
            self.values = [*values]
            self.state = self.line(f"circuit.if_{side} {branch}")
            self.depend = self.line(f"circuit.depend_relay {self.state}, {depend}")
            self.accesses(depth)
            ends.append((self.state, self.depend, self.value()))
        states, depends, results = zip(*ends, strict=True)
        self.state = self.line(f"circuit.merge {', '.join(states)}")
        flows = ", ".join(depends)
        self.depend = self.line(f"circuit.depend_selector {self.state}, {flows}")
        flows = ", ".join(results)
        text = f"circuit.value_selector {self.state}, {flows} : i32"
        self.values = [*values, self.line(text)]

    def loop(self, depth: int) -> None:
        names = [self.name() for _ in range(6)]
        begin, depend, index, back, depend_back, index_back = names
        values = [*self.values]
        zero = self.line("circuit.constant 0 : i32")
        one = self.line("circuit.constant 1 : i32")
        trips = self.line(f"circuit.constant {self.random.randrange(4)} : i32")
        self.lines += (
            f"{begin} = circuit.loop_begin {self.state}, {back}",
            f"{depend} = circuit.depend_selector {begin}, {self.depend}, {depend_back}",
            f"{index} = circuit.value_selector {begin}, {zero}, {index_back} : i32",
        )
        test = self.line(f"circuit.icmp ult {index}, {trips} : i32")
        branch = self.line(f"circuit.if_branch {begin}, {test}")
        self.state = self.line(f"circuit.if_true {branch}")
        leave = self.line(f"circuit.if_false {branch}")
        self.depend = self.line(f"circuit.depend_relay {self.state}, {depend}")
        self.values = [*values, index]
        self.accesses(depth)
        self.lines += (
            f"{index_back} = circuit.add {index}, {one} : i32",
            f"{depend_back} = circuit.depend_and {self.depend}",
            f"{back} = circuit.loop_back {self.state}",
        )
        self.state, self.values = leave, values
        self.depend = self.line(f"circuit.depend_relay {leave}, {depend}")

    def module(self) -> str:
        zero = self.line("circuit.constant 0 : i32")
        for base in ("%p", "%q"):
            for offset in range(0, BYTES, 4):
                text = f"circuit.constant {offset} : !circuit.arch"
                address = f"{base}, {self.line(text)}"
                address = self.line(f"circuit.add {address} : !circuit.arch")
                text = f"circuit.store {self.depend}, {zero}, {address} : i32"
                self.depend = self.line(text)
        self.accesses(3)
        for _ in range(4):
            self.load()
        lines = "\n".join(self.lines)
        return f"""
          circuit.global @g {BYTES} align 8
          circuit.global @h {BYTES} align 8 constant = "0123456789abcdef"
          circuit.func @f(i32, i32) -> i32
              attributes {{circ.signature = (i32, i32) -> i32}} {{
            circuit.circuit_root
            %s = circuit.state_entry
            %d = circuit.depend_entry
            circuit.return_list
            circuit.throw_list
            circuit.constant_list
            circuit.alloca_list
            circuit.arg_list
            %x = circuit.arg 0 : i32
            %y = circuit.arg 1 : i32
            %p = circuit.alloca {BYTES} align 8
            %q = circuit.alloca {BYTES} align 8
            %g = circuit.symbol @g
            %h = circuit.symbol @h
            {lines}
            circuit.return {self.state}, {self.depend}, {self.values[-1]} : i32
          }}"""


def check(seed: int) -> None:
    """All levels agree with the circuit as written."""
    text = Writer(seed).module()
    for opt in (2, 3):
        circ.compare_levels(text, seed & 7, (seed * 2654435761) & 0xFFFFFFFF, opt=opt)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.every(3, first=1)
def test_random(seed: int):
    check(seed)


@pytest.mark.long
@pytest.mark.parametrize("start", range(0, 1_000, 100))
def test_random_campaign(start: int):
    for seed in range(start, start + 100):
        check(seed)
