"""Calls replaced by what functions do: at all levels the programs stay as they were."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from csmith import ENTRY, CheckedIn, checked_in
from hypothesis import HealthCheck, given, settings
from levels import LIMIT, arguments_of, parsed
from random_circuits import (
    NARROW,
    WIDE,
    CircuitProgram,
    circuit_program,
    circuit_programs,
)
from random_source import SourceProgram, source_program, source_programs
from work import calls_in
from xdsl.dialects.builtin import CallSiteLoc, ModuleOp

import circ
from circ.dialects.circuit.integers import AddOp, ShlOp
from circ.dialects.circuit.memory import CallOp
from circ.dialects.common.context_variables import bound
from circ.dialects.common.diagnostics import Diagnostic, place_of
from circ.dialects.common.module_functions import definitions
from circ.dialects.common.reports import LISTENERS, Remark
from circ.dialects.common.verifier import verify_module
from circ.dialects.source.signature import signature_of
from circ.targets.execute.marshal import Argument
from circ.transforms.circuit.inline import MOST_LEVELS, CircuitInlinePass
from circ.transforms.compare_levels import difference_of, run_lowered
from circ.transforms.pipelines import compile, level_for_types, run_passes

ALL = 100_000
"""A limit above the cost of any function."""

PROGRAMS = [*checked_in()]

PROPERTY = settings(
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
FEW_OR_MANY = (4, pytest.param(15, marks=pytest.mark.long))
"""Random programs of a test."""


def calls(module: ModuleOp) -> int:
    return sum(isinstance(op, CallOp) for op in module.walk())


def check(circuits: ModuleOp, inputs: Sequence[Sequence[Argument]]) -> ModuleOp:
    """Inlining everything changes nothing for a program of circuits."""
    signature = signature_of(definitions(circuits)["main"])
    inlined = circuits.clone()
    run_passes([CircuitInlinePass(ALL)], inlined)
    verify_module(inlined)
    last = level_for_types(circuits)
    lowered = compile(inlined, last, opt=1)
    for arguments in inputs:
        first, *others = [
            run_lowered(
                *(circuits, level, module, "main", signature, arguments), LIMIT * 5
            )
            for level, module in (
                ("circuit", circuits),
                ("circuit", inlined),
                (last, lowered),
            )
        ]
        for other in others:
            assert difference_of(signature, first, other) is None
    return inlined


def check_source(text: str, bits: Sequence[tuple[tuple[int, ...], ...]]) -> None:
    module = parsed(text)
    signature = signature_of(definitions(module)["main"])
    inputs = [arguments_of(signature, each) for each in bits]
    check(compile(module, "circuit", opt=0), inputs)


def check_circuits(
    circuits: ModuleOp, bits: Sequence[tuple[tuple[int, ...], ...]]
) -> None:
    signature = signature_of(definitions(circuits)["main"])
    check(circuits, [arguments_of(signature, each) for each in bits])


@pytest.mark.parametrize("count", FEW_OR_MANY)
def test_random_source(count: int):
    @settings(PROPERTY, max_examples=count)
    @given(source_programs())
    def check(program: SourceProgram):
        check_source(program.text, program.arguments)

    check()


@pytest.mark.parametrize("count", FEW_OR_MANY)
def test_random_circuits(count: int):
    @settings(PROPERTY, max_examples=count)
    @given(circuit_programs(NARROW))
    def check(program: CircuitProgram):
        check_circuits(program.module, program.arguments)

    check()


@pytest.mark.long
@pytest.mark.parametrize("start", range(0, 1000, 100))
def test_campaign(start: int):
    for seed in range(start, start + 100):
        try:
            program = source_program(Random(seed))
            check_source(program.text, program.arguments)
            program = circuit_program(Random(seed), WIDE if seed % 4 == 0 else NARROW)
            check_circuits(program.module, program.arguments)
        except BaseException as error:
            error.add_note(f"seed {seed}")
            raise


def check_c(program: CheckedIn, folder: Path) -> None:
    """What clang makes of C at -O0, without its hints not to inline anything."""
    path = program.assembly(0, folder)
    text = path.read_text().replace(" noinline ", " ").replace(" optnone ", " ")
    path.write_text(text)
    module = compile(circ.load(path).module, "circuit", opt=1)
    before = calls(module)
    run_passes([CircuitInlinePass(ALL)], module)
    assert calls(module) < before / 2
    for level in ("circuit", "naplespu"):
        result = circ.run(module, entry=ENTRY, level=level, opt=1)
        assert result.results[0] % 2**32 == program.expected, level


def test_c(tmp_path: Path):
    check_c(PROGRAMS[0], tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("program", PROGRAMS[1:], ids=lambda program: program.seed)
def test_more_c(program: CheckedIn, tmp_path: Path):
    check_c(program, tmp_path)


@dataclass(frozen=True)
class Shape:
    """Functions of which @main calls some, and how many calls inlining leaves."""

    text: str
    left: int = 0
    inputs: Sequence[int] = (0, 1, 5, -3)


def main(body: str) -> str:
    return f"func.func @main(%x: i32) -> i32 {{\n{body}\n}}"


LOOP = """
func.func private @power(%b: i32, %n: i32) -> i32 {
  %one = arith.constant 1 : i32
  cf.br ^head(%one, %n : i32, i32)
^head(%p: i32, %k: i32):
  %zero = arith.constant 0 : i32
  %done = arith.cmpi sle, %k, %zero : i32
  cf.cond_br %done, ^exit, ^body
^body:
  %q = arith.muli %p, %b : i32
  %j = arith.subi %k, %one : i32
  cf.br ^head(%q, %j : i32, i32)
^exit:
  return %p : i32
}
"""

SIGN = """
func.func private @sign(%x: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %minus = arith.constant -1 : i32
  %neg = arith.cmpi slt, %x, %zero : i32
  cf.cond_br %neg, ^below, ^other
^below:
  return %minus : i32
^other:
  %pos = arith.cmpi sgt, %x, %zero : i32
  cf.cond_br %pos, ^above, ^equal
^above:
  return %one : i32
^equal:
  return %zero : i32
}
"""

SHAPES = {
    "straight": Shape(
        "func.func private @f(%a: i32, %b: i32) -> (i32, i32) {\n"
        "  %s = arith.addi %a, %b : i32\n  return %s, %a : i32, i32\n}\n"
        + main(
            "  %c = arith.constant 7 : i32\n"
            "  %p, %q = call @f(%x, %c) : (i32, i32) -> (i32, i32)\n"
            "  %r, %s = call @f(%q, %p) : (i32, i32) -> (i32, i32)\n"
            "  %t = arith.muli %r, %s : i32\n  return %t : i32"
        )
    ),
    "several returns": Shape(
        SIGN
        + main(
            "  %a = call @sign(%x) : (i32) -> i32\n"
            "  %y = arith.subi %a, %x : i32\n"
            "  %b = call @sign(%y) : (i32) -> i32\n"
            "  %r = arith.subi %b, %y : i32\n  return %r : i32"
        )
    ),
    "on one side of a branch": Shape(
        SIGN
        + main(
            "  %zero = arith.constant 0 : i32\n"
            "  %c = arith.cmpi sgt, %x, %zero : i32\n"
            "  %r = scf.if %c -> i32 {\n"
            "    %y = func.call @sign(%x) : (i32) -> i32\n    scf.yield %y : i32\n"
            "  } else {\n    scf.yield %x : i32\n  }\n  return %r : i32"
        )
    ),
    "a loop in a loop": Shape(
        LOOP
        + main(
            "  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n"
            "  %c3 = arith.constant 3 : index\n"
            "  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x) -> i32 {\n"
            "    %k = arith.index_cast %i : index to i32\n"
            "    %y = func.call @power(%a, %k) : (i32, i32) -> i32\n"
            "    scf.yield %y : i32\n  }\n  return %r : i32"
        )
    ),
    "through several": Shape(
        SIGN + "func.func private @g(%x: i32) -> i32 {\n"
        "  %a = call @sign(%x) : (i32) -> i32\n"
        "  %b = arith.addi %a, %x : i32\n  return %b : i32\n}\n"
        "func.func private @h(%x: i32) -> i32 {\n"
        "  %a = call @g(%x) : (i32) -> i32\n"
        "  %b = call @g(%a) : (i32) -> i32\n  return %b : i32\n}\n"
        + main("  %r = call @h(%x) : (i32) -> i32\n  return %r : i32")
    ),
    "objects, in a loop": Shape(
        "func.func private @f(%x: i32, %i: index) -> i32 {\n"
        "  %m = memref.alloca() : memref<4xi32>\n"
        "  %n = memref.alloca() : memref<4xi32>\n"
        "  memref.store %x, %m[%i] : memref<4xi32>\n"
        "  %one = arith.constant 1 : i32\n"
        "  memref.store %one, %n[%i] : memref<4xi32>\n"
        "  %y = memref.load %m[%i] : memref<4xi32>\n"
        "  %z = memref.load %n[%i] : memref<4xi32>\n"
        "  %r = arith.addi %y, %z : i32\n  return %r : i32\n}\n"
        + main(
            "  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n"
            "  %c4 = arith.constant 4 : index\n"
            "  %m = memref.alloca() : memref<4xi32>\n"
            "  memref.store %x, %m[%c1] : memref<4xi32>\n"
            "  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %x) -> i32 {\n"
            "    %y = func.call @f(%a, %i) : (i32, index) -> i32\n"
            "    scf.yield %y : i32\n  }\n"
            "  %k = memref.load %m[%c1] : memref<4xi32>\n"
            "  %s = arith.subi %r, %k : i32\n  return %s : i32"
        )
    ),
    "an argument without aliases": Shape(
        # In @f the array is of the class `arg0`, in @main of `alloca0`.
        "func.func private @f(%m: memref<2xi32> {llvm.noalias}, %x: i32) {\n"
        "  %c0 = arith.constant 0 : index\n"
        "  %y = memref.load %m[%c0] : memref<2xi32>\n"
        "  %z = arith.addi %x, %y : i32\n"
        "  memref.store %z, %m[%c0] : memref<2xi32>\n  return\n}\n"
        + main(
            "  %c0 = arith.constant 0 : index\n"
            "  %m = memref.alloca() : memref<2xi32>\n"
            "  memref.store %x, %m[%c0] : memref<2xi32>\n"
            "  %a = memref.load %m[%c0] : memref<2xi32>\n"
            "  call @f(%m, %a) : (memref<2xi32>, i32) -> ()\n"
            "  %b = memref.load %m[%c0] : memref<2xi32>\n"
            "  call @f(%m, %b) : (memref<2xi32>, i32) -> ()\n"
            "  %c = memref.load %m[%c0] : memref<2xi32>\n"
            "  %r = arith.subi %c, %a : i32\n  return %r : i32"
        )
    ),
    "globals": Shape(
        "memref.global @g : memref<2xi32> = dense<[3, 4]>\n"
        "func.func private @f(%i: index) -> i32 {\n"
        "  %g = memref.get_global @g : memref<2xi32>\n"
        "  %y = memref.load %g[%i] : memref<2xi32>\n"
        "  %z = arith.addi %y, %y : i32\n"
        "  memref.store %z, %g[%i] : memref<2xi32>\n  return %y : i32\n}\n"
        + main(
            "  %c1 = arith.constant 1 : index\n"
            "  %g = memref.get_global @g : memref<2xi32>\n"
            "  memref.store %x, %g[%c1] : memref<2xi32>\n"
            "  %a = call @f(%c1) : (index) -> i32\n"
            "  %b = memref.load %g[%c1] : memref<2xi32>\n"
            "  %r = arith.muli %a, %b : i32\n  return %r : i32"
        )
    ),
    "objects of pointers": Shape(
        # @f's first object is its own, the second one's address is stored.
        "func.func private @f(%p: i32, %x: i32) -> i32 {\n"
        "  %a = pointer.object 4 align 4\n  %b = pointer.object 4 align 4\n"
        "  pointer.store %x, %a : i32\n  pointer.store %b, %p : i32\n"
        "  pointer.store %x, %b : i32\n"
        "  %q = pointer.load %p : i32\n  %y = pointer.load %q : i32\n"
        "  %z = arith.addi %y, %y : i32\n  pointer.store %z, %q : i32\n"
        "  %v = pointer.load %a : i32\n  %w = pointer.load %b : i32\n"
        "  %r = arith.addi %v, %w : i32\n  return %r : i32\n}\n"
        + main(
            "  %p = pointer.object 4 align 4\n  %a = pointer.object 4 align 4\n"
            "  pointer.store %x, %a : i32\n"
            "  %y = call @f(%p, %x) : (i32, i32) -> i32\n"
            "  %z = call @f(%p, %y) : (i32, i32) -> i32\n"
            "  %k = pointer.load %a : i32\n"
            "  %r = arith.subi %z, %k : i32\n  return %r : i32"
        )
    ),
    "endless": Shape(
        "func.func private @stop(%m: memref<1xi32>) {\n"
        "  %c0 = arith.constant 0 : index\n  %zero = arith.constant 0 : i32\n"
        "  cf.br ^again\n^again:\n"
        "  memref.store %zero, %m[%c0] : memref<1xi32>\n  cf.br ^again\n}\n"
        + main(
            "  %c0 = arith.constant 0 : index\n"
            "  %m = memref.alloca() : memref<1xi32>\n"
            "  memref.store %x, %m[%c0] : memref<1xi32>\n"
            "  %many = arith.constant 100 : i32\n"
            "  %c = arith.cmpi sgt, %x, %many : i32\n"
            "  scf.if %c {\n"
            "    func.call @stop(%m) : (memref<1xi32>) -> ()\n  }\n"
            "  %r = memref.load %m[%c0] : memref<1xi32>\n  return %r : i32"
        )
    ),
    "recursion": Shape(
        SIGN + "func.func private @f(%n: i32) -> i32 {\n"
        "  %zero = arith.constant 0 : i32\n  %one = arith.constant 1 : i32\n"
        "  %s = call @sign(%n) : (i32) -> i32\n"
        "  %c = arith.cmpi sgt, %s, %zero : i32\n"
        "  %r = scf.if %c -> i32 {\n"
        "    %m = arith.subi %n, %one : i32\n"
        "    %p = func.call @g(%m) : (i32) -> i32\n"
        "    %q = arith.addi %p, %n : i32\n    scf.yield %q : i32\n"
        "  } else {\n    scf.yield %zero : i32\n  }\n  return %r : i32\n}\n"
        "func.func private @g(%n: i32) -> i32 {\n"
        "  %r = call @f(%n) : (i32) -> i32\n  return %r : i32\n}\n"
        + main("  %r = call @g(%x) : (i32) -> i32\n  return %r : i32"),
        left=3,
    ),
}


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
@pytest.mark.every(2, first=1)
def test_shapes(shape: Shape):
    """Also what becomes of private functions: they go with their last call."""
    circuits = compile(parsed(shape.text), "circuit", opt=0)
    signature = signature_of(definitions(circuits)["main"])
    inputs = [arguments_of(signature, ((x % (1 << 32),),)) for x in shape.inputs]
    inlined = check(circuits, inputs)
    assert calls(inlined) == shape.left
    if not shape.left:
        assert [*definitions(inlined)] == ["main"]


def inlined(text: str) -> tuple[ModuleOp, list[str]]:
    """What a module becomes, and the remarks."""
    remarks: list[Remark] = []
    module = compile(parsed(text), "circuit", opt=0)
    with bound(LISTENERS, (remarks.append,)):
        run_passes([CircuitInlinePass()], module)
    return module, [remark.text for remark in remarks]


ADD = "  %y = arith.addi %a, %a : i32\n"
CALL = main("  %r = call @f(%x) : (i32) -> i32\n  return %r : i32")


def function(attributes: str = "", body: str = ADD, visibility: str = "private") -> str:
    return (
        f"func.func {visibility} @f(%a: i32) -> i32 {attributes} {{\n{body}"
        "  return %y : i32\n}\n"
    )


LONG = "".join(
    (
        *(
            f"  %s{i} = arith.muli %{f's{i - 1}' if i else 'a'}, %a : i32\n"
            for i in range(40)
        ),
        "  %y = arith.subi %s39, %a : i32\n",
    )
)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (function('attributes {circ.inline = "never"}'), "it must not be inlined"),
        (function("attributes {no_inline}"), "it must not be inlined"),
        (
            function('attributes {circ.linkage = "weak"}', visibility="public"),
            "another definition may replace it",
        ),
        (function(body=LONG, visibility="public"), "it costs 41, more than 20"),
        (
            function(
                body="  %n = arith.index_cast %a : i32 to index\n"
                "  %m = memref.alloca(%n) : memref<?xi32>\n"
                "  %c0 = arith.constant 0 : index\n"
                "  memref.store %a, %m[%c0] : memref<?xi32>\n"
                "  %y = memref.load %m[%c0] : memref<?xi32>\n"
            ),
            "it has objects of variable size",
        ),
        (
            "func.func private @setjmp(i32) -> i32\n"
            + function(body="  %y = call @setjmp(%a) : (i32) -> i32\n"),
            "it calls setjmp",
        ),
        (
            function(
                body="  %m = memref.alloca() : memref<2000xi32>\n"
                "  %c0 = arith.constant 0 : index\n"
                "  memref.store %a, %m[%c0] : memref<2000xi32>\n"
                "  %y = memref.load %m[%c0] : memref<2000xi32>\n"
            ),
            "its caller's frame would grow by more than 4096 bytes",
        ),
    ],
)
def test_calls_that_stay(text: str, reason: str):
    module, remarks = inlined(text + CALL)
    assert calls(module) >= 1
    assert f"@f not inlined: {reason}" in remarks


def test_nothing_is_inlined_where_setjmp_is_called():
    module, remarks = inlined(
        "func.func private @setjmp(i32) -> i32\n"
        + function()
        + main(
            "  %b = call @setjmp(%x) : (i32) -> i32\n"
            "  %r = call @f(%b) : (i32) -> i32\n  return %r : i32"
        )
    )
    assert calls(module) == 2
    assert "@f not inlined: in its caller, it calls setjmp" in remarks


@pytest.mark.parametrize(
    "text",
    [
        function(visibility="public"),
        function(body=LONG),
        function('attributes {circ.inline = "always"}', LONG, "public"),
    ],
    ids=["tiny", "only call", "always"],
)
def test_calls_that_go(text: str):
    module, remarks = inlined(text + CALL)
    assert calls(module) == 0
    assert "@f inlined" in remarks
    is_public = "public" in text
    assert [*definitions(module)] == (["f", "main"] if is_public else ["main"])


def test_a_function_with_an_address_stays():
    text = function(body=LONG) + main(
        "  %f = constant @f : (i32) -> i32\n"
        "  %a = call @apply(%f, %x) : ((i32) -> i32, i32) -> i32\n"
        "  %r = call @f(%a) : (i32) -> i32\n  return %r : i32"
    )
    text += """
      func.func private @apply(%f: (i32) -> i32, %x: i32) -> i32
          attributes {circ.inline = "never"} {
        %r = call_indirect %f(%x) : (i32) -> i32
        return %r : i32
      }
    """
    module, _ = inlined(text)
    assert calls(module) == 3
    module, _ = inlined(text.replace(LONG, ADD))
    assert calls(module) == 2
    assert [*definitions(module)] == ["f", "main", "apply"]


def test_a_function_called_by_its_address_is_inlined():
    text = function() + main(
        "  %f = constant @f : (i32) -> i32\n"
        "  %r = call_indirect %f(%x) : (i32) -> i32\n  return %r : i32"
    )
    module, _ = inlined(text)
    assert calls(module) == 0
    assert [*definitions(module)] == ["main"]


def test_a_wrong_hint_is_diagnosed():
    with pytest.raises(Diagnostic, match=r"circ\.inline must be"):
        inlined(function("attributes {circ.inline = 1 : i32}") + CALL)


def test_locations_name_the_call():
    module, _ = inlined(
        function() + main("  %r = call @f(%x) : (i32) -> i32\n  return %r : i32")
    )
    (gate,) = (op for op in module.walk() if isinstance(op, AddOp | ShlOp))
    location = gate.location
    assert isinstance(location, CallSiteLoc)
    assert place_of(location.callee) == "random.mlir:2:3"
    assert place_of(location.caller) == "random.mlir:6:3"


def test_chains_are_inlined_a_few_levels_deep():
    links = "".join(
        f"func.func private @f{i}(%a: i32) -> i32 {{\n"
        f"  %r = call @f{i + 1}(%a) : (i32) -> i32\n  return %r : i32\n}}\n"
        for i in range(100)
    )
    last = function(body=LONG, visibility="public")
    text = links + last.replace("@f", "@f100")
    text += main("  %r = call @f0(%x) : (i32) -> i32\n  return %r : i32")
    module, _ = inlined(text)
    assert calls(module) == 100 // (MOST_LEVELS + 1) + 1
    assert len(definitions(module)) == calls(module) + 1


def test_a_module_grows_little():
    """Of many calls of a function that is no smaller than a call, only some go."""
    body = "".join(f"  %r{i} = call @f(%x) : (i32) -> i32\n" for i in range(100))
    body += "  %r = arith.addi %r0, %r99 : i32\n  return %r : i32"
    some = LONG.replace("%s39", "%s17").split("  %s18")[0]
    some += "  %y = arith.subi %s17, %a : i32\n"
    module, remarks = inlined(function(body=some) + main(body))
    assert 50 < calls(module) < 100
    assert "@f not inlined: the module has grown enough" in remarks


def test_work_is_linear():
    """Twice the functions are twice the work."""
    works = [calls_in(lambda: inlined(chained(n))) for n in (100, 200)]
    assert works[1] < 2.3 * works[0]


def chained(count: int) -> str:
    """Small functions, of which each calls the three before."""
    parts: list[str] = []
    for i in range(count):
        callees = range(max(i - 3, 0), i)
        calls = (
            f"  %v{k + 1} = call @f{callee}(%v{k}) : (i32) -> i32\n"
            for k, callee in enumerate(callees)
        )
        parts += (
            f"func.func private @f{i}(%x: i32) -> i32 {{\n",
            f"  %c = arith.constant {i} : i32\n",
            "  %v0 = arith.xori %x, %c : i32\n",
            *calls,
            f"  return %v{len(callees)} : i32\n}}\n",
        )
    call = f"  %r = call @f{count - 1}(%x) : (i32) -> i32\n"
    return "".join(parts) + main(f"{call}  return %r : i32")
