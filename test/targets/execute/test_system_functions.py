"""The system interface at every level: streams, heap, clock, setjmp and longjmp."""

import pytest
from programs import DECLARATIONS, LEVELS, many_values

import circ
from circ.targets.execute import jumps
from circ.targets.execute.jumps import Mark, Marks, SetJump, is_active
from circ.targets.execute.memory import Memory

CONSTANTS = "\n".join(
    f"  %c{n} = arith.constant {n} : i32"
    for n in (0, 1, 2, 3, 4, 5, 7, 8, 10, 16, 64, 100, 3000)
)


def function(body: str, others: str = "") -> str:
    """A program whose `main` computes a status."""
    start = "func.func @main() -> i32 {"
    return f"{DECLARATIONS}\n{others}\n{start}\n{CONSTANTS}\n{body}\n}}"


def status(text: str, level: str, opt: int = 2, heap_size: int = 1 << 20) -> int | None:
    return circ.run(text, argv=[], level=level, opt=opt, heap_size=heap_size).status


HEAP = """
  %start = func.call @circ_brk(%c0) : (i32) -> i32
  %end = arith.addi %start, %c100 : i32
  %now = func.call @circ_brk(%end) : (i32) -> i32
  %grown = arith.subi %now, %start : i32
  pointer.store %grown, %start : i32
  %far = arith.constant 1000 : i32
  %beyond = arith.addi %start, %far : i32
  %same = func.call @circ_brk(%beyond) : (i32) -> i32
  %before = arith.subi %start, %c1 : i32
  %still = func.call @circ_brk(%before) : (i32) -> i32
  %moved = arith.subi %same, %still : i32
  %value = pointer.load %start : i32
  %sum = arith.addi %value, %moved : i32
  func.return %sum : i32
"""


@pytest.mark.parametrize("level", LEVELS)
def test_heap(level: str):
    assert status(function(HEAP), level, heap_size=999) == 100


STREAMS = """
  %object = pointer.object 64 align 8
  %w = func.call @circ_write(%c7, %object, %c1) : (i32, i32, i32) -> i32
  %r = func.call @circ_read(%c1, %object, %c1) : (i32, i32, i32) -> i32
  %n = func.call @circ_read(%c0, %object, %c64) : (i32, i32, i32) -> i32
  %z = func.call @circ_write(%c2, %object, %c0) : (i32, i32, i32) -> i32
  %a = arith.addi %w, %r : i32
  %b = arith.addi %a, %n : i32
  %c = arith.addi %b, %z : i32
  func.return %c : i32
"""


@pytest.mark.parametrize("level", LEVELS)
def test_streams_that_there_are_not(level: str):
    """-EBADF, twice; and nothing to read or to write."""
    assert status(function(STREAMS), level) == -18 % 256


OUTSIDE = """
  %object = pointer.object 8 align 8
  %w = func.call @circ_write(%c1, %object, %c3000) : (i32, i32, i32) -> i32
  func.return %w : i32
"""


@pytest.mark.parametrize("level", ("source", "circuit", "llvlir", "gen"))
def test_outside_any_object(level: str):
    with pytest.raises(circ.Diagnostic, match=r"access of 3000 bytes at .* is outside"):
        status(function(OUTSIDE), level)


def test_outside_any_object_on_the_machine():
    text = function(OUTSIDE.replace("%object, %c3000", "%c64, %c3000"))
    with pytest.raises(circ.Diagnostic, match=r"string>:.*access of 3000 bytes"):
        status(text, "naplespu")


CLOCK = """
  %one = func.call @circ_clock() : () -> i64
  %two = func.call @circ_clock() : () -> i64
  %later = arith.cmpi ult, %one, %two : i64
  %hundred = arith.constant 100 : i64
  %difference = arith.subi %two, %one : i64
  %near = arith.cmpi ult, %difference, %hundred : i64
  %both = arith.andi %later, %near : i1
  %word = arith.extui %both : i1 to i32
  func.return %word : i32
"""


@pytest.mark.parametrize("opt", (0, 2))
@pytest.mark.parametrize("level", LEVELS)
def test_clock(level: str, opt: int):
    assert status(function(CLOCK), level, opt) == 1


def test_wrong_declaration():
    text = "func.func private @circ_write(i32) -> i32\nfunc.func @main() {\n return\n}"
    with pytest.raises(circ.Diagnostic, match=r"is of type int \(int, pointer, int\)"):
        circ.run(text, argv=[])


# region setjmp and longjmp

THROW = """
func.func @throw(%buffer: i32, %depth: i32, %value: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %object = pointer.object 256 align 8
  pointer.store %depth, %object : i32
  %last = arith.cmpi eq, %depth, %zero : i32
  cf.cond_br %last, ^throw, ^deeper
^throw:
  func.call @longjmp(%buffer, %value) : (i32, i32) -> ()
  cf.br ^end
^deeper:
  %less = arith.subi %depth, %one : i32
  func.call @throw(%buffer, %less, %value) : (i32, i32, i32) -> ()
  cf.br ^end
^end:
  func.return
}
"""

BACK = """
  %buffer = pointer.object 64 align 8
  %r = func.call @setjmp(%buffer) : (i32) -> i32
  %first = arith.cmpi eq, %r, %c0 : i32
  cf.cond_br %first, ^go, ^back
^go:
  func.call @throw(%buffer, %c10, {value}) : (i32, i32, i32) -> ()
  cf.br ^back
^back:
  func.return %r : i32
"""


@pytest.mark.parametrize("opt", (0, 2))
@pytest.mark.parametrize("level", LEVELS)
def test_back_from_the_depth(level: str, opt: int):
    """The value arrives; 0 becomes 1."""
    assert status(function(BACK.format(value="%c7"), THROW), level, opt) == 7
    assert status(function(BACK.format(value="%c0"), THROW), level, opt) == 1


LOOP = """
  %buffer = pointer.object 64 align 8
  %count = pointer.object 4 align 4
  pointer.store %c0, %count : i32
  cf.br ^again
^again:
  %r = func.call @setjmp(%buffer) : (i32) -> i32
  %n = pointer.load %count memory <4, align 4, volatile> : i32
  %m = arith.addi %n, %c1 : i32
  pointer.store %m, %count memory <4, align 4, volatile> : i32
  %even = arith.andi %m, %c1 : i32
  %isodd = arith.cmpi ne, %even, %c0 : i32
  cf.cond_br %isodd, ^throw, ^next
^throw:
  func.call @throw(%buffer, %c0, %r) : (i32, i32, i32) -> ()
  cf.br ^next
^next:
  %more = arith.cmpi ult, %m, %c3000 : i32
  cf.cond_br %more, ^again, ^end
^end:
  %shifted = arith.shrui %m, %c4 : i32
  func.return %shifted : i32
"""


@pytest.mark.parametrize("opt", (0, 2))
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.every(3, first=1)
def test_in_a_loop(level: str, opt: int):
    assert status(function(LOOP, THROW), level, opt) == 3000 >> 4


LEFT = """
func.func @set(%buffer: i32) -> i32 {
  %r = func.call @setjmp(%buffer) : (i32) -> i32
  func.return %r : i32
}
"""


@pytest.mark.parametrize("level", ("source", "circuit", "llvlir", "gen"))
def test_a_function_that_has_returned(level: str):
    body = """
  %buffer = pointer.object 64 align 8
  %r = func.call @set(%buffer) : (i32) -> i32
  func.call @longjmp(%buffer, %c1) : (i32, i32) -> ()
  func.return %c0 : i32
"""
    with pytest.raises(circ.Diagnostic, match="a function that has returned") as error:
        status(function(body, LEFT), level, opt=0)
    assert "<string>:" in str(error.value)
    never = body.replace("func.call @set(%buffer) : (i32)", "arith.addi %c0, %c0")
    never = never.replace("%c0 -> i32", "%c0 : i32")
    with pytest.raises(circ.Diagnostic, match="no setjmp has set the buffer at 0x"):
        status(function(never, LEFT), level, opt=0)


@pytest.mark.parametrize("edges", (False, True))
@pytest.mark.parametrize(("vectors", "count"), ((False, 3), (False, 24), (True, 2)))
@pytest.mark.parametrize("opt", (0, 2))
@pytest.mark.every(5, first=1)
def test_values_that_are_live_across_setjmp(
    opt: int, vectors: bool, count: int, edges: bool
):
    """On the machine they must not be where something else is after the setjmp."""
    circ.compare_levels(many_values(count, vectors, edges), argv=[], opt=opt)


def test_vectors_that_are_live_across_setjmp():
    """More of them than there are registers; and all registers are kept."""
    circ.compare_levels(many_values(20, True, False), argv=[])


def test_marks_that_are_out_of_date_are_dropped(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(jumps, "FEW", 10)
    memory = Memory()
    buffer, values = memory.allocate(4), [0]
    marks = Marks[Mark](memory)
    for _ in range(100):
        activations = [(None, values), (None, [1])]
        mark = Mark(2, activations[1][1])
        marks.add(SetJump(buffer), mark, lambda m: is_active(activations, m))
    assert len(vars(marks)["_marks"]) <= 20


# endregion
