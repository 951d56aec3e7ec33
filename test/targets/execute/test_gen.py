"""Programs of gen, run: results, counts, calls, memory, and every diagnostic."""

import itertools
import math
from collections.abc import Sequence

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import Builtin, ModuleOp
from xdsl.parser import Parser

from circ.dialects.common.algebra import float_to_bits
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.memory import Circ
from circ.dialects.gen import Gen
from circ.targets.execute.frame_machine import MAX_DEPTH
from circ.targets.execute.gen.interpreter import run
from circ.targets.execute.memory import Memory
from circ.targets.execute.outcome import ExecutionLimit


def parse(text: str) -> ModuleOp:
    context = Context()
    for dialect in (Builtin, Circ, Gen):
        context.load_dialect(dialect)
    module = Parser(context, text).parse_module()
    module.verify()
    return module


def results(text: str, arguments: Sequence[int] = (), entry: str = "f") -> list[int]:
    return run(parse(text), entry, arguments, Memory()).results


FIBONACCI = """
gen.func @f(dword) -> (dword) {
  %n = gen.register : !gen.reg<dword>
  %a = gen.register : !gen.reg<dword>
  %b = gen.register : !gen.reg<dword>
  %k = gen.register : !gen.reg<dword>
  %small = gen.register : !gen.reg<bool>
  gen.inputs %n
  gen.loadi int32 %k {value = 2}
  gen.lt int32 %small = %n, %k
  gen.bra_if %small, ^base, ^step
^step:
  gen.sub int32 %b = %n, %k
  gen.call @f(%b) -> (%a)
  gen.loadi int32 %k {value = 1}
  gen.sub int32 %b = %n, %k
  gen.call @f(%b) -> (%b)
  gen.add int32 %a = %a, %b
  gen.ret %a
^base:
  gen.ret %n
}
"""


def test_recursion():
    outcome = run(parse(FIBONACCI), "f", [15], Memory())
    assert outcome.results == [610]
    # Every call runs 4 operations, and 6 more (2 of them calls) if it is a step.
    assert outcome.operations == 1973 * 4 + 986 * 6


SUM = """
gen.func @f(dword) -> (dword) {
  %n = gen.register : !gen.reg<dword>
  %one = gen.register : !gen.reg<dword>
  %rest = gen.register : !gen.reg<dword>
  %none = gen.register : !gen.reg<bool>
  gen.inputs %n
  gen.loadi int32 %one {value = 1}
  gen.lt int32 %none = %n, %one
  gen.bra_if %none, ^base, ^step
^step:
  gen.sub int32 %rest = %n, %one
  gen.call @f(%rest) -> (%rest)
  gen.add int32 %n = %n, %rest
  gen.bra ^base
^base:
  gen.ret %n
}
"""


def test_recursion_deeper_than_pythons_stack():
    assert results(SUM, [20_000]) == [20_000 * 20_001 // 2]


def test_endless_recursion_is_diagnosed():
    text = "gen.func @f() {\n  gen.call @f()\n  gen.ret\n}"
    with pytest.raises(Diagnostic, match=f"nested more than {MAX_DEPTH} deep"):
        run(parse(text), "f", [], Memory())


SWAP = """
gen.func @f(dword, word) -> (word, dword) {
  %x = gen.register : !gen.reg<dword>
  %y = gen.register : !gen.reg<word>
  gen.inputs %x, %y
  gen.ret %y, %x
}
gen.func @g(dword, word) -> (dword, word) {
  %x = gen.register : !gen.reg<dword>
  %y = gen.register : !gen.reg<word>
  gen.inputs %x, %y
  gen.call @f(%x, %y) -> (%y, %x)
  gen.ret %x, %y
}
"""


def test_several_results():
    assert results(SWAP, [7, 9], "g") == [7, 9]
    assert results(SWAP, [7, 9]) == [9, 7]


def test_arguments_are_cut_to_their_registers():
    assert results(SWAP, [-1, -2]) == [0xFFFE, 0xFFFFFFFF]


# region Memory

FRAMES = """
gen.func @f(dword) -> (dword) {
  %n = gen.register : !gen.reg<dword>
  %one = gen.register : !gen.reg<dword>
  %slot = gen.register : !gen.reg<dword>
  %again = gen.register : !gen.reg<dword>
  %none = gen.register : !gen.reg<bool>
  gen.inputs %n
  gen.frame uint32 %slot {size = 4, align = 4}
  gen.store int32 %slot, %n {space = global}
  gen.loadi int32 %one {value = 1}
  gen.lt int32 %none = %n, %one
  gen.bra_if %none, ^base, ^step
^step:
  gen.sub int32 %again = %n, %one
  gen.call @f(%again) -> (%again)
  gen.load int32 %n = %slot {space = global}
  gen.add int32 %n = %n, %again
  gen.bra ^base
^base:
  gen.ret %n
}
"""


def test_each_activation_has_its_slots_and_gives_them_back():
    memory = Memory()
    assert run(parse(FRAMES), "f", [100], memory).results == [5050]
    after = memory.allocate(4, 4)
    assert after == Memory().allocate(4, 4)


def test_a_slot_is_one_however_often_its_instruction_runs():
    text = """
    gen.func @f() -> (bool) {
      %a = gen.register : !gen.reg<dword>
      %b = gen.register : !gen.reg<dword>
      %c = gen.register : !gen.reg<bool>
      gen.bra ^loop
    ^loop:
      gen.mov uint32 %b = %a
      gen.frame uint32 %a {size = 4, align = 16}
      gen.eq uint32 %c = %a, %b
      gen.bra_if %c, ^done, ^loop
    ^done:
      gen.ret %c
    }
    """
    assert results(text) == [1]


ELEMENTS = """
gen.func @f(dword) -> (word, word) {{
  %p = gen.register : !gen.reg<dword>
  %a = gen.register : !gen.reg<word>
  %b = gen.register : !gen.reg<word>
  gen.inputs %p
  gen.load int16 %a, %b = %p {{space = global{flags}}}
  gen.store int16 %p, %b, %a {{space = global}}
  gen.ret %a, %b
}}
"""


def test_consecutive_elements():
    memory = Memory()
    address = memory.allocate(4, 4)
    memory.store(address, 4, 0x44332211)
    assert run(parse(ELEMENTS.format(flags="")), "f", [address], memory).results == [
        0x2211,
        0x4433,
    ]
    assert memory.load(address, 4) == 0x22114433


def test_an_access_outside_any_object_is_diagnosed():
    memory = Memory()
    address = memory.allocate(2, 4)
    with pytest.raises(Diagnostic, match=r"access of 2 bytes at .* outside any object"):
        run(parse(ELEMENTS.format(flags="")), "f", [address], memory)


def test_the_binding_table_is_diagnosed_but_for_flat_addresses():
    with pytest.raises(Diagnostic, match=r"'gen\.load': an access through a binding"):
        results(ELEMENTS.format(flags=", bti = 2"), [0])
    memory = Memory()
    address = memory.allocate(4, 4)
    module = parse(ELEMENTS.format(flags=", bti = 255"))
    assert run(module, "f", [address], memory).results == [0, 0]


def test_a_bool_in_memory_is_the_low_bit_of_a_byte():
    text = """
    gen.func @f(dword) -> (bool) {
      %p = gen.register : !gen.reg<dword>
      %b = gen.register : !gen.reg<bool>
      gen.inputs %p
      gen.load bool %b = %p {space = global}
      gen.ret %b
    }
    """
    memory = Memory()
    address = memory.allocate(1, 1)
    for byte in (0, 1, 2, 3):
        memory.store(address, 1, byte)
        assert run(parse(text), "f", [address], memory).results == [byte & 1]


def test_atomics():
    text = """
    gen.func @f(dword, dword) -> (dword) {
      %p = gen.register : !gen.reg<dword>
      %x = gen.register : !gen.reg<dword>
      gen.inputs %p, %x
      gen.atomic uint32 %x = %p, %x {operation = ADD, space = global}
      gen.sync {mask = 24}
      gen.ret %x
    }
    """
    memory = Memory()
    address = memory.allocate(4, 4)
    memory.store(address, 4, 40)
    assert run(parse(text), "f", [address, 2], memory).results == [40]
    assert memory.load(address, 4) == 42


GLOBALS = """
gen.global @table 8 align 8 = "0102030405"
gen.func private @hook(dword) -> (dword)
gen.func @double(dword) -> (dword) {
  %x = gen.register : !gen.reg<dword>
  gen.inputs %x
  gen.add int32 %x = %x, %x
  gen.ret %x
}
gen.func @read() -> (qword) {
  %p = gen.register : !gen.reg<dword>
  %x = gen.register : !gen.reg<qword>
  gen.symbol uint32 %p {symbol = @table}
  gen.load int64 %x = %p {space = global}
  gen.ret %x
}
gen.func @indirect(dword) -> (dword) {
  %x = gen.register : !gen.reg<dword>
  %p = gen.register : !gen.reg<dword>
  gen.inputs %x
  gen.symbol uint32 %p {symbol = @double}
  gen.call_indirect %p(%x) -> (%x)
  gen.symbol uint32 %p {symbol = @hook}
  gen.call_indirect %p(%x) -> (%x)
  gen.ret %x
}
gen.func @nowhere() {
  %p = gen.register : !gen.reg<dword>
  gen.call_indirect %p()
  gen.ret
}
gen.func @unfit() {
  %p = gen.register : !gen.reg<dword>
  gen.symbol uint32 %p {symbol = @double}
  gen.call_indirect %p()
  gen.ret
}
gen.func @missing() {
  %p = gen.register : !gen.reg<dword>
  gen.symbol uint32 %p {symbol = @nothing}
  gen.ret
}
"""


def test_globals():
    assert results(GLOBALS, entry="read") == [0x0504030201]


def test_indirect_calls_and_hooks():
    hooks = {"hook": lambda values: [values[0] - 43]}
    outcome = run(parse(GLOBALS), "indirect", [21], Memory(), hooks)
    assert outcome.results == [0xFFFFFFFF]


@pytest.mark.parametrize(
    ("entry", "arguments", "message"),
    (
        ("indirect", [1], "@hook is declared, but not defined"),
        ("nowhere", [], "there is no function at 0x0"),
        ("unfit", [], "the call does not fit the type of @double"),
        ("missing", [], "there is no symbol @nothing"),
        ("double", [], "'double' takes 1 argument, but 0 are given"),
        ("hook", [1], "there is no function @hook to execute"),
        ("table", [1], "there is no function @table to execute"),
    ),
)
def test_diagnostics(entry: str, arguments: list[int], message: str):
    with pytest.raises(Diagnostic, match=message):
        run(parse(GLOBALS), entry, arguments, Memory())


# endregion
# region Instructions


def test_several_sources_and_types():
    text = """
    gen.func @f(dword, dword, dword) -> (dword, bool, dword, byte) {
      %x = gen.register : !gen.reg<dword>
      %y = gen.register : !gen.reg<dword>
      %z = gen.register : !gen.reg<dword>
      %c = gen.register : !gen.reg<bool>
      %s = gen.register : !gen.reg<dword>
      %b0 = gen.register : !gen.reg<byte>
      %b1 = gen.register : !gen.reg<byte>
      %b2 = gen.register : !gen.reg<byte>
      %b3 = gen.register : !gen.reg<byte>
      gen.inputs %x, %y, %z
      gen.bitcast uint8 from uint32 %b0, %b1, %b2, %b3 = %x
      gen.gt float %c = %x, %y
      gen.sel float %s = %c, %x, %y
      gen.mad float %x = %x, %y, %z
      gen.simd_shuffle float %x = %x, %z
      gen.simd_size uint32 %z
      gen.ret %x, %c, %s, %b3
    }
    """
    x, y, z = (float_to_bits(32, value) for value in (1.5, 2.0, 0.25))
    assert results(text, [x, y, z]) == [float_to_bits(32, 3.25), 0, y, 0x3F]
    nan = float_to_bits(32, math.nan)
    assert results(text, [nan, y, z])[1:3] == [0, y]


@pytest.mark.parametrize(
    ("instruction", "message"),
    (
        ("gen.and int32 %x = %x, %x\n gen.cos int32 %x = %x", "COS int32 cannot be"),
        ("gen.read_arf uint32 %x {arf = 11}", r"READ_ARF uint32 cannot be executed"),
    ),
)
def test_what_cannot_be_executed_is_diagnosed_when_it_is_reached(
    instruction: str, message: str
):
    text = f"""
    gen.func @f(bool) {{
      %p = gen.register : !gen.reg<bool>
      %x = gen.register : !gen.reg<dword>
      gen.inputs %p
      gen.bra_if %p, ^there, ^done
    ^there:
      {instruction}
      gen.bra ^done
    ^done:
      gen.ret
    }}
    """
    assert results(text, [0]) == []
    with pytest.raises(Diagnostic, match=message):
        results(text, [1])


# endregion
# region Limits and traces


def test_limit():
    module = parse(FIBONACCI)
    total = run(module, "f", [5], Memory()).operations
    assert run(module, "f", [5], Memory(), max_operations=total).results == [5]
    for limit in range(total):
        with pytest.raises(ExecutionLimit, match=f"stopped after {limit} operations"):
            run(module, "f", [5], Memory(), max_operations=limit)


def test_an_endless_loop_ends_at_the_limit():
    text = "gen.func @f() {\n  gen.bra ^a\n^a:\n  gen.bra ^a\n}"
    with pytest.raises(ExecutionLimit):
        run(parse(text), "f", [], Memory(), max_operations=1000)


def test_trace_has_a_line_an_operation():
    lines: list[str] = []
    outcome = run(parse(FIBONACCI), "f", [4], Memory(), trace=lines.append)
    assert len(lines) == outcome.operations
    names = [line.split()[0] for line in lines]
    first = list(itertools.islice(names, 5))
    assert first == ["gen.loadi", "gen.lt", "gen.bra_if", "gen.sub", "gen.call"]


# endregion
