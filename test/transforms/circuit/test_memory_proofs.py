"""
Each circuit pass, proved on small functions: results and memory stay as they were.

For all arguments with which loops have few iterations, all memories, and all functions
that are called. What is said of alias classes is proved, too.
"""

from collections.abc import Sequence
from random import Random

import pytest
from circuit_terms import CircuitTerms, assert_equivalent
from xdsl.dialects.builtin import ModuleOp

from circ.dialects.circuit.control import FuncOp
from circ.dialects.common.operation_search import operations_in
from circ.dialects.common.terms import TERMS, symbol
from circ.targets.llvm import read_llvm
from circ.tools.formats import read_mlir
from circ.transforms.passes import make_pass
from circ.transforms.pipelines import circuit_passes, compile, run_passes

LOOP = """
  br label %head
head:
  %i = phi i32 [START, %0], [%j, %body]
  %s = phi i32 [%n, %0], [%t, %body]
  %go = icmp CONDITION i32 %i, %n
  br i1 %go, label %body, label %exit
body:
  BODY
  %j = add i32 %i, STEP
  br label %head
exit:
  RETURN
"""


def loop(
    body: str,
    end: str = "ret i32 %s",
    condition: str = "slt",
    start: int = 0,
    step: int = 1,
) -> str:
    text = LOOP.replace("BODY", body).replace("RETURN", end)
    text = text.replace("CONDITION", condition).replace("START", str(start))
    return text.replace("STEP", str(step))


ELEMENT = "%e = getelementptr i32, ptr %p, i32 %i"
SUM = f"{ELEMENT}\n  %x = load i32, ptr %e\n  %t = add i32 %s, %x"

FUNCTIONS = {
    "forwarded over widths": """
      store i32 %n, ptr %p
      %b = getelementptr i8, ptr %p, i32 1
      %x = load i8, ptr %b
      store i8 %x, ptr %q
      %y = load i8, ptr %b
      %z = load i16, ptr %p
      %u = zext i8 %y to i32
      %v = zext i16 %z to i32
      %r = add i32 %u, %v
      ret i32 %r""",
    "overwritten in part": """
      store i32 %n, ptr %p
      %h = getelementptr i8, ptr %p, i32 2
      store i16 5, ptr %h
      %r = load i32, ptr %p
      store i16 6, ptr %p
      store i32 7, ptr %p
      ret i32 %r""",
    "one of two": """
      %c = icmp eq i32 %n, 3
      %a = select i1 %c, ptr %p, ptr %q
      %x = load i32, ptr %p
      store i32 %n, ptr %a
      %y = load i32, ptr %p
      store i32 1, ptr %p
      %r = sub i32 %x, %y
      ret i32 %r""",
    "object of the frame": """
      %a = alloca [2 x i32]
      %b = getelementptr i32, ptr %a, i32 1
      store i32 %n, ptr %a
      store i32 9, ptr %b
      %m = and i32 %n, 1
      %d = getelementptr i32, ptr %a, i32 %m
      store i32 4, ptr %d
      %x = load i32, ptr %p
      %y = load i32, ptr %b
      store i32 %y, ptr %q
      %z = load i32, ptr %a
      %r = add i32 %x, %z
      ret i32 %r""",
    "object that is known elsewhere": """
      %a = alloca i32
      store i32 %n, ptr %a
      store ptr %a, ptr @g
      %x = call i32 @f1(ptr %a)
      %y = load i32, ptr %a
      store i32 1, ptr %a
      %z = call i32 @f1(ptr %p)
      store i32 2, ptr %a
      %u = load i32, ptr %a
      %v = add i32 %y, %u
      %r = add i32 %x, %v
      ret i32 %r""",
    "call between": """
      store i32 %n, ptr %p
      %x = load i32, ptr @g
      %y = call i32 @f1(ptr %q)
      %z = load i32, ptr @g
      store i32 %z, ptr %p
      %c = load i32, ptr @c
      %r = add i32 %z, %c
      ret i32 %r""",
    "sum": loop(SUM),
    "sum backwards": loop(SUM, condition="sgt", start=4, step=-1),
    "steps of two": loop(SUM, condition="ult", step=2),
    "written": loop(f"{ELEMENT}\n  store i32 %s, ptr %e\n  %t = add i32 %s, 3"),
    "copied": loop(
        f"{ELEMENT}\n  %x = load i32, ptr %e\n"
        "  %d = getelementptr i32, ptr %q, i32 %i\n  store i32 %x, ptr %d\n"
        "  %t = add i32 %s, %x"
    ),
    "carried by memory": loop(
        "%x = load i32, ptr %p\n  %t = add i32 %x, %i\n  store i32 %t, ptr %p\n"
        "  store i32 %s, ptr %q"
    ),
    "same bytes in each iteration": loop(
        "%x = load i16, ptr %p\n  %y = load i32, ptr @g\n  %w = zext i16 %x to i32\n"
        "  %t = add i32 %w, %y\n  %d = getelementptr i16, ptr %q, i32 %i\n"
        "  store i16 %x, ptr %d"
    ),
    "two terms": loop(
        f"{ELEMENT}\n  %x = load i32, ptr %e\n"
        "  %d = getelementptr i32, ptr %q, i32 %i\n  %y = load i32, ptr %d\n"
        "  %u = sub i32 %s, %x\n  %t = add i32 %u, %y"
    ),
    "nothing but a sum": loop("%u = add i32 %s, %i\n  %t = add i32 %u, 7"),
    "tested sometimes": """
      br label %head
    head:
      %i = phi i32 [0, %0], [%j, %body]
      %low = and i32 %i, 3
      switch i32 %low, label %body [ i32 1, label %test
        i32 3, label %test ]
    test:
      %go = icmp slt i32 %i, %n
      br i1 %go, label %body, label %exit
    body:
      %j = add i32 %i, 1
      br label %head
    exit:
      ret i32 %i""",
    "a branch that goes one way": """
      %one = icmp eq ptr %p, %q
      br label %head
    head:
      %i = phi i32 [0, %0], [%j, %next]
      %go = icmp slt i32 %i, %n
      br i1 %go, label %body, label %exit
    body:
      br i1 %one, label %then, label %next
    then:
      %e = getelementptr i32, ptr %p, i32 %i
      store i32 %i, ptr %e
      br label %next
    next:
      %j = add i32 %i, 1
      br label %head
    exit:
      %r = load i32, ptr %q
      ret i32 %r""",
    "stored on both sides": """
      %c = icmp slt i32 %n, 2
      br i1 %c, label %outer, label %end
    outer:
      %d = icmp eq i32 %n, 1
      %b = getelementptr i8, ptr %p, i32 2
      br i1 %d, label %then, label %else
    then:
      %x = load i32, ptr %p
      store i32 %x, ptr %q
      store i16 5, ptr %b
      br label %join
    else:
      store i16 6, ptr %b
      store i32 %n, ptr %q
      br label %join
    join:
      %y = load i32, ptr %p
      store i32 %y, ptr %p
      br label %end
    end:
      %r = load i32, ptr %q
      ret i32 %r""",
    "stored on both sides in a loop": loop(
        "%x = load i32, ptr %p\n  %c = icmp slt i32 %x, %i\n"
        "  br i1 %c, label %then, label %else\nthen:\n  store i32 %i, ptr %p\n"
        "  br label %next\nelse:\n  store i32 %n, ptr %p\n  br label %next\n"
        "next:\n  %t = add i32 %s, %x"
    )
    .replace("%j, %body", "%j, %next")
    .replace("%t, %body", "%t, %next"),
    "a table": loop(
        "%k = and i32 %i, 1\n  %e = getelementptr i32, ptr @t, i32 %k\n"
        "  %x = load i32, ptr %e\n  %t = add i32 %s, %x"
    ),
}


ARRAYS = """
  func.func @f(%n: index, %p: memref<8xi32>, %q: memref<8xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      %x = memref.load %p[%i] : memref<8xi32>
      memref.store %x, %q[%i] : memref<8xi32>
    }
    return
  }"""


TWO_LOOPS = """
  func.func @f(%n: index, %p: memref<8xi32>, %x: i32) -> i32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> i32 {
      %k = arith.addi %i, %c1 : index
      %v = memref.load %p[%k] : memref<8xi32>
      memref.store %s, %p[%k] : memref<8xi32>
      %t = arith.addi %s, %v : i32
      scf.yield %t : i32
    }
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %p[%i] : memref<8xi32>
      %w = arith.xori %v, %x : i32
      memref.store %w, %p[%i] : memref<8xi32>
    }
    return %r : i32
  }"""

NEST = """
  func.func @f(%n: index, %p: memref<8x3xi32>, %x: i32) -> i32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%q = %x) -> i32 {
      %o = scf.for %j = %c0 to %n step %c1 iter_args(%s = %q) -> i32 {
        %v = memref.load %p[%j, %i] : memref<8x3xi32>
        %w = arith.muli %v, %x : i32
        memref.store %w, %p[%j, %i] : memref<8x3xi32>
        %t = arith.addi %s, %v : i32
        scf.yield %t : i32
      }
      scf.yield %o : i32
    }
    return %r : i32
  }"""


def prove(function: str, passes: Sequence[str] = ()) -> list[str]:
    """Prove all passes of a function; the names of those that change it."""
    text = f"""
      @g = global i32 7
      @c = constant i32 9
      @t = constant [2 x i32] [i32 3, i32 4]
      declare i32 @f1(ptr)
      define i32 @f(i32 %n, ptr %p, ptr %q) {{ {function} }}"""
    return prove_module(read_llvm(text.encode(), "f.ll"), passes)


def prove_module(source: ModuleOp, passes: Sequence[str] = ()) -> list[str]:
    """Prove all passes of the pipeline, or some of them."""
    module = compile(source, "circuit", opt=0)
    (func,) = operations_in(module.body, FuncOp)
    n = symbol("arg0", 32)
    few = TERMS.ult(32, n, TERMS.const(32, 4))
    before = CircuitTerms(func, [few])
    changing: list[str] = []
    for step in circuit_passes(3, ("inline",)):
        if step.name == "circuit-split-reductions":
            step = make_pass(step.name)  # also in loops of unknown length, as here
        if passes and step.name not in passes:
            continue
        text = str(module)
        run_passes([step], module)
        if str(module) != text:
            changing.append(step.name)
            assert_equivalent(before, func)
    return changing


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.every(6, first=2)
def test_passes(name: str):
    assert prove(FUNCTIONS[name])


@pytest.mark.parametrize("name", [each for each in FUNCTIONS if "both sides" in each])
def test_stores_on_both_sides(name: str):
    """Nothing but the loads and stores: the branches are there until then."""
    source = FUNCTIONS[name]
    assert "circuit-memory" in prove(source, ("circuit-gvn", "circuit-memory"))


def test_reductions_in_parts():
    assert "circuit-split-reductions" in prove(FUNCTIONS["two terms"])


def test_arrays_that_do_not_overlap():
    passes = ("circuit-canonicalize", "circuit-version-loops")
    assert passes[1] in prove_module(read_mlir(ARRAYS.encode(), "f.mlir"), passes)


@pytest.mark.parametrize(
    ("source", "name", "options"),
    [
        (TWO_LOOPS, "circuit-fuse-loops", {}),
        (NEST, "circuit-interchange-loops", {"fewest": 1}),
    ],
)
def test_two_loops(source: str, name: str, options: dict[str, int]):
    module = compile(read_mlir(source.encode(), "f.mlir"), "circuit", opt=1)
    (func,) = operations_in(module.body, FuncOp)
    few = TERMS.ult(32, symbol("arg0", 32), TERMS.const(32, 4))
    before, text = CircuitTerms(func, [few]), str(module)
    run_passes([make_pass(name, **options)], module)
    assert str(module) != text
    assert_equivalent(before, func)


class Writer:
    """Writes a random function of accesses, in a loop or not."""

    def __init__(self, seed: int):
        self.random = Random(seed)
        self.names = 0
        self.values = ["%n"]

    def line(self, text: str) -> str:
        self.names += 1
        self.lines.append(f"%v{self.names} = {text}")
        return f"%v{self.names}"

    def value(self) -> str:
        return self.random.choice([*self.values[-4:], "3"])

    def address(self, size: int) -> str:
        base = self.random.choice(("%p", "%p", "%q", "%a", "%b", "@g"))
        room = 4 if base == "@g" else 8
        index = str(self.random.randrange(room // size))
        if base != "@g" and self.random.random() < 0.4:
            index = self.line(f"and i32 {self.value()}, {room // size - 1}")
        return self.line(f"getelementptr i{8 * size}, ptr {base}, i32 {index}")

    def statement(self) -> None:
        size = self.random.choice((1, 2, 4, 4))
        kind = self.random.random()
        if kind < 0.4:
            address = self.address(size)
            value = self.line(f"load i{8 * size}, ptr {address}")
            if size < 4:
                value = self.line(f"zext i{8 * size} {value} to i32")
            self.values.append(value)
        elif kind < 0.9:
            address, value = self.address(size), self.value()
            if size < 4:
                value = self.line(f"trunc i32 {value} to i{8 * size}")
            self.lines.append(f"store i{8 * size} {value}, ptr {address}")
        else:
            self.values.append(self.line(f"add i32 {self.value()}, {self.value()}"))

    def statements(self) -> str:
        self.lines: list[str] = []
        for _ in range(self.random.randint(2, 4)):
            self.statement()
        return "\n  ".join(self.lines)

    def function(self) -> str:
        objects = "%a = alloca [8 x i8]\n  %b = alloca [8 x i8]\n"
        before = self.statements()
        if self.random.random() < 0.4:
            after = self.statements()
            return f"{objects}  {before}\n  {after}\n  ret i32 {self.value()}"
        known = list(self.values)
        self.values += ["%i", "%s"]
        body = self.statements()
        last = self.value()
        self.values = [*known, "%i", "%s"]
        after = f"{self.statements()}\n  ret i32 {self.value()}"
        step = self.random.choice((1, 1, 2))
        body = f"{body}\n  %t = add i32 {last}, 0"
        text = loop(body, after, self.random.choice(("slt", "ult")), 0, step)
        return f"{objects}  {before}\n  {text}"


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.every(2, first=1)
def test_random_functions(seed: int):
    prove(Writer(seed).function())


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 400))
def test_more_random_functions(seed: int):
    try:
        prove(Writer(seed).function())
    except AssertionError as error:
        if "does not decide" not in str(error):
            raise
        pytest.skip(str(error))
