"""
Stack maps of machine code: what they name holds what the levels above have there.

Random functions run on the simulator, which stops behind each call. What stands for the
maps at the level of basic blocks is called with the values themselves; those of
circuits are traced by the interpreter.
"""

import random
import re
from collections.abc import Sequence

import pytest
from xdsl.dialects.builtin import FunctionType, ModuleOp

from circ.dialects.circuit.control import FuncOp
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.stack_maps import letters_of, map_name
from circ.dialects.common.verifier import verify_module
from circ.targets.circuit.gates import read_gates
from circ.targets.execute import levels
from circ.targets.execute.hooks import External
from circ.targets.mlir.dialects import context
from circ.targets.mlir.parser import parse_module
from circ.targets.naplespu.assembler.assemble import assemble
from circ.targets.naplespu.description.instructions import instructions
from circ.targets.naplespu.emission import (
    emit_assembly,
    emit_module,
    object_of,
    stack_maps_of,
)
from circ.targets.naplespu.linker.link import link
from circ.targets.naplespu.object.branch_relaxation import Emitted, Label, relax
from circ.targets.naplespu.object.elf import write_executable, write_object
from circ.targets.naplespu.object.elf_reader import read_executable, read_object
from circ.targets.naplespu.object.stack_maps import (
    END,
    NOWHERE,
    SECTION,
    START,
    FunctionMaps,
    Place,
    decode,
    listing_of,
    maps_of_image,
    maps_of_object,
)
from circ.targets.naplespu.simulator import Machine
from circ.targets.naplespu.simulator.loading import load
from circ.tools import api
from circ.transforms.circuit.stack_maps import stack_maps
from circ.transforms.pipelines import compile

TYPES = ("I64:JS_ANY", "I64:JS_STRING", "I64:JS_OBJECT", "I64:JS_NUMBER", "I64")
ARGUMENTS = [0x0000_1234_0000_0000 + 0x10_0001 * i for i in range(7)]
ROUNDS = 3
BASE, STACK, BACK = 0x400, 0x0080_0000, 0x00F0_0000
"""Addresses: of the code, of the end of the stack, and where `f` returns to."""
SP, RA = 61, 62

CALLEE = """\
;; function h
a = ARG[I64] {0}
k = CONST[I64] {17592186048512}
hr = ADD[I64] : | | a, k
r = RETURN : SE | DE | hr
"""


def random_function(seed: int) -> str:
    """Calls before, in and behind a loop, with many values live across them."""
    choose = random.Random(seed)
    lines = [";; function f", "h = SYMBOL[ARCH] {@h}"]
    known: list[str] = []
    for number in range(len(ARGUMENTS)):
        lines.append(f"a{number} = ARG[{choose.choice(TYPES)}] {{{number}}}")
        known.append(f"a{number}")

    def steps(depend: str, part: str) -> str:
        for number in range(choose.randrange(3, 14)):
            type, name = choose.choice(TYPES), f"{part}{number}"
            one, other = choose.choice(known), choose.choice(known)
            if choose.random() < 0.3:
                lines.append(f"{name} = CALL[{type}] : | {depend} | h, {one}")
                depend = name
            else:
                lines.append(f"{name} = ADD[{type}] : | | {one}, {other}")
            known.append(name)
        return depend

    before, outside = steps("DE", "p"), list(known)
    selectors = [f"x{number}" for number in range(choose.randrange(1, 4))]
    known += selectors
    last = steps("d", "q")
    lines += [
        "zero = CONST[I32] {0}",
        "one = CONST[I32] {1}",
        f"rounds = CONST[I32] {{{ROUNDS}}}",
        "lb = LOOP_BEGIN : SE, back",
        f"d = DEPEND_SELECTOR : lb | {before}, again",
        "i = VALUE_SELECTOR[I32] : lb | | zero, next",
        "next = ADD[I32] : | | i, one",
        "less = ICMP[I1] {slt} : | | next, rounds",
        "br = IF_BRANCH : lb | | less",
        "go = IF_TRUE : br",
        "leave = IF_FALSE : br",
        f"again = DEPEND_RELAY : go | {last}",
        f"done = DEPEND_RELAY : leave | {last}",
        "back = LOOP_BACK : go",
    ]
    for name in selectors:
        first, later = choose.choice(outside), choose.choice(known)
        lines.append(f"{name} = VALUE_SELECTOR[I64:JS_ANY] : lb | | {first}, {later}")
    end = steps("done", "r")
    total = known[0]
    for number, name in enumerate(known[1:]):
        lines.append(f"s{number} = XOR[I64:NATIVE] : | | {total}, {name}")
        total = f"s{number}"
    lines.append(f"ret = RETURN : leave | {end} | {total}")
    return "\n".join(lines) + "\n" + CALLEE


Stop = tuple[int, ...]
"""Behind a call: the values of its map."""


def stops_of_blocks(
    module: ModuleOp, opt: int, monkeypatch: pytest.MonkeyPatch
) -> list[Stop]:
    """What the calls are given that stand for maps at the level of basic blocks."""
    stops: list[Stop] = []

    def recording(type: FunctionType) -> External:
        def effect(values: Sequence[int]) -> None:
            stops.append(tuple(values))

        return External(type.inputs.data, effect)

    monkeypatch.setattr(levels, "stack_map", recording)
    api.run(
        module,
        *ARGUMENTS,
        entry="f",
        level="llvlir",
        opt=opt,
        disable=("inline",),
    )
    return stops


def read_place(machine: Machine, place: Place, base: int) -> int:
    if place.register is not None:
        return machine.scalar[place.register]
    assert place.offset is not None, "no value is a constant"
    address = machine.scalar[base] + place.offset
    return int.from_bytes(machine.memory.read(address, 4), "little")


def stops_of_machine(module: ModuleOp, opt: int) -> list[Stop]:
    """What the places of the maps hold where each call has returned."""
    code = compile(module, "naplespu", opt, ("inline",))
    image = link([object_of(code)], text=BASE, startup=False)
    maps = {record.function: record for record in maps_of_image(image)}
    start = image.symbols["f"].address
    returns = {start + call.returns_to: call for call in maps[start].calls}
    machine = Machine()
    load(image, machine)
    words = [word for value in ARGUMENTS for word in (value % 2**32, value >> 32)]
    machine.scalar[:8] = words[:8]
    for number, word in enumerate(words[8:]):
        machine.memory.write(STACK + 4 * number, word.to_bytes(4, "little"))
    machine.scalar[SP], machine.scalar[RA], machine.pc = STACK, BACK, start
    stops: list[Stop] = []
    while machine.pc != BACK:
        machine.advance(1)
        if (call := returns.get(machine.pc)) is not None:
            values = [
                read_place(machine, value.low, maps[start].base)
                | read_place(machine, value.high, maps[start].base) << 32
                for value in call.values
            ]
            stops.append(tuple(values))
    return stops


@pytest.mark.parametrize(
    ("seed", "opt"),
    [
        *((seed, (2, 0, 3, 1)[seed % 4]) for seed in range(12)),
        *(
            pytest.param(seed, opt, marks=pytest.mark.long)
            for seed in range(12, 100)
            for opt in range(4)
        ),
    ],
)
@pytest.mark.every(4)
def test_places_hold_the_values(seed: int, opt: int, monkeypatch: pytest.MonkeyPatch):
    module = read_gates(random_function(seed), "f")
    wanted = stops_of_blocks(module, opt, monkeypatch)
    assert stops_of_machine(module, opt) == wanted


STRAIGHT = f"""\
;; function f
a = ARG[I64:JS_STRING] {{0}}
b = ARG[I64:JS_NUMBER] {{1}}
h = SYMBOL[ARCH] {{@h}}
p = ADD[I64:JS_ANY] : | | a, b
c = CALL[I64:JS_OBJECT] : | DE | h, a
q = ADD[I64:JS_OBJECT] : | | c, b
k = CALL[I64:JS_ANY] : | c | h, q
t = XOR[I64:NATIVE] : | | p, q
u = XOR[I64:NATIVE] : | | t, a
r = RETURN : SE | k | u
{CALLEE}"""


def test_values_are_those_of_wires():
    """What the circuit interpreter computes is where the map of machine code says."""
    module = read_gates(STRAIGHT, "f")
    (func, _) = (op for op in module.ops if isinstance(op, FuncOp))
    names = [[wire.name_hint for wire, _ in map.values] for map in stack_maps(func)]
    assert list(map(set, names)) == [{"a", "p"}, {"a", "p", "q"}]
    values: dict[str | None, int] = {"a": ARGUMENTS[0], "b": ARGUMENTS[1]}

    def note(line: str) -> None:
        if match := re.search(r"%(\w+) = 0x([0-9a-f]+)$", line):
            values[match[1]] = int(match[2], 16)

    api.run(module, *ARGUMENTS[:2], entry="f", level="circuit", opt=0, trace=note)
    wanted = [tuple(values[name] for name in stop) for stop in names]
    assert stops_of_machine(module, 0) == wanted


def maps_in_object(text: str) -> list[FunctionMaps]:
    code = compile(read_gates(text, "f"), "naplespu", 2, ("inline",))
    built = object_of(code)
    maps = maps_of_object(built)
    assert maps == maps_of_object(read_object(write_object(built)))
    assert maps == maps_of_object(assemble(emit_assembly(code), "f.s"))
    return maps


def test_files_have_the_maps():
    """In objects, assembly, executables; each says the same."""
    (record,) = maps_in_object(STRAIGHT)
    assert record.function == "f" and len(record.calls) == 2
    assert (RA, 0) in record.saved
    code = compile(read_gates(STRAIGHT, "f"), "naplespu", 2, ("inline",))
    image = link([object_of(code), object_of(read_other())], startup=False)
    first, other = maps_of_image(read_executable(write_executable(image)))
    assert first.calls == record.calls
    assert first.function == image.symbols["f"].address
    assert other.function == image.symbols["other"].address


def read_other() -> ModuleOp:
    """A second object with a map, and a reader of where the maps begin and end."""
    text = STRAIGHT.replace("function f", "function other")
    text = text.replace("function h", "function own").replace("@h", "@own")
    return compile(read_gates(text, "other"), "naplespu", 2, ("inline",))


def test_programs_find_their_maps():
    source = f"\t.text\n\t.globl look\nlook:\n\t.word {START}\n\t.word {END}\n"
    code = compile(read_gates(STRAIGHT, "f"), "naplespu", 2, ("inline",))
    image = link([assemble(source, "look.s"), object_of(code)], startup=False)
    (maps,) = (each for each in image.segments if each.name == SECTION)
    at = image.symbols["look"].address
    (code_segment,) = (each for each in image.segments if each.executable)
    found = code_segment.data[at - code_segment.address :][:8]
    words = [int.from_bytes(found[i : i + 4], "little") for i in (0, 4)]
    assert words == [maps.address, maps.end]


def test_calls_by_address():
    by_address = STRAIGHT.replace("h = SYMBOL[ARCH] {@h}", "h = ARG[ARCH] {2}")
    module = compile(read_gates(by_address, "f"), "naplespu", 0)
    (record,) = maps_of_object(object_of(module))
    assert [len(call.values) for call in record.calls] == [2, 3]


def test_far_calls_return_behind_their_last_instruction():
    """A call in its long form, since what it calls lies far behind it."""
    module = compile(read_gates(STRAIGHT, "f"), "naplespu", 0)
    items = emit_module(module)
    callee = items.index(Label("h", True))
    nop = Emitted(instructions()["NOP"], {}, module.location)
    far = relax([*items[:callee], *[nop] * (1 << 16), *items[callee:]])
    ((near,), (record,)) = (stack_maps_of(module, each) for each in (items, far))
    code = [item for item in far if isinstance(item, Emitted)]
    longer = 3
    for number, (one, other) in enumerate(zip(near.calls, record.calls, strict=True)):
        assert other.returns_to == one.returns_to + 4 * longer * (number + 1)
        assert other.values == one.values
        before = code[other.returns_to // 4 - 1]
        assert before.instruction is instructions()["JUMPREG"]


def test_code_without_managed_values_has_no_maps():
    plain = re.sub("I64:JS_[A-Z]+", "I64", STRAIGHT)
    code = compile(read_gates(plain, "f"), "naplespu", 2, ("inline",))
    assert [
        each.name for each in object_of(code).sections if SECTION in each.name
    ] == []
    assert "stackmaps" not in emit_assembly(code)


def test_operation_goes_through_text():
    module = compile(read_gates(STRAIGHT, "f"), "naplespu", 2, ("inline",))
    text = str(module)
    assert "naplespu.stack_map" in text
    assert str(parse_module(context(), text, "f.mlir")) == text


@pytest.mark.parametrize(
    ("operation", "message"),
    (
        ('"y"', "must have two words for each letter"),
        ('"y" at [unit, none]', "must have an operand for each word in a register"),
    ),
)
def test_rejected_operations(operation: str, message: str):
    text = (
        f"naplespu.func @f {{\n  naplespu.stack_map {operation}\n  naplespu.JRET\n}}\n"
    )
    with pytest.raises(Diagnostic, match=message):
        verify_module(parse_module(context(), text, "f.mlir"))


def test_listing():
    (record,) = maps_in_object(STRAIGHT)
    head, *calls = listing_of([record])
    assert head.startswith(f"f: frame {record.frame} from s61, saved: s62 [+0], ")
    assert len(calls) == 2
    assert all(re.fullmatch(r"  \+0x[0-9a-f]+: .*", line) for line in calls)
    assert calls[0].count("?") == 1  # JS_ANY: perhaps managed


def test_places():
    for place in (Place(3), Place(offset=8), Place(offset=-4), Place()):
        assert Place.of(place.word) == place
    assert Place().word == NOWHERE


def test_broken_sections_are_diagnosed():
    with pytest.raises(Diagnostic, match="ends within a record"):
        decode(bytes(12))


@pytest.mark.parametrize("letters", ("", "y", "my"))
def test_names(letters: str):
    assert letters_of(map_name(letters)) == letters


@pytest.mark.parametrize("name", ("circ.stackmap.", "circ.stackmap.x", "f"))
def test_other_names(name: str):
    assert letters_of(name) is None
