"""Structs passed by value: the three cases, executed before and after."""

import pytest
from source_text import read
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from circ.dialects.common.context_variables import bound
from circ.dialects.common.kernel import kernel_of
from circ.dialects.common.reports import LISTENERS, Remark
from circ.dialects.common.verifier import verify_module
from circ.dialects.gen import FuncOp
from circ.targets.execute.gen.interpreter import run
from circ.targets.execute.memory import Memory
from circ.targets.gen.reader import read_gen_text
from circ.targets.gen.writer import write_gen_text
from circ.transforms.gen.lower_arguments import load_structs
from circ.transforms.passes import make_pass

SIZE = 16

HEAD = """gen.func @k(dword, dword, dword) attributes {circ.kernel = #circ.kernel<["global dst", "byval.16 h", "value i"]>} {
  %dst = gen.register : !gen.reg<dword>
  %h = gen.register : !gen.reg<dword>
  %i = gen.register : !gen.reg<dword>
  %a = gen.register : !gen.reg<dword>
  %b = gen.register : !gen.reg<dword>
  %p = gen.register : !gen.reg<dword>
  %q = gen.register : !gen.reg<dword>
  %c = gen.register : !gen.reg<dword>
  %w = gen.register : !gen.reg<word>
  %t = gen.register : !gen.reg<bool>
  gen.inputs %dst, %h, %i
"""  # noqa: E501

LOAD = "{space = private, bti = 1}"
FLAT = "{space = private}"
OUT = "{space = global}"

CASES = {
    "direct": (
        f"""
  gen.load int32 %a = %h {LOAD}
  gen.loadi uint32 %c {{value = 4}}
  gen.add uint32 %p = %h, %c
  gen.load int32 %b = %p {LOAD}
  gen.add int32 %a = %a, %b
  gen.store int32 %dst, %a {OUT}
""",
        "structure.16",
        1,
        "argument h is in registers, 1 of them pushed",
    ),
    "several at once, of several widths, twice": (
        f"""
  gen.loadi uint32 %c {{value = 8}}
  gen.add uint32 %p = %h, %c
  gen.mov uint32 %q = %p
  gen.load int32 %a, %b = %q {LOAD}
  gen.load int16 %w = %p {LOAD}
  gen.cvt int32 from int16 %q = %w
  gen.sub uint32 %p = %p, %c
  gen.load int16 %w = %p {LOAD}
  gen.store int32 %dst, %a, %b, %q {OUT}
""",
        "structure.16",
        4,
        "argument h is in registers, 4 of them pushed",
    ),
    "the argument's register is written": (
        f"""
  gen.loadi uint32 %c {{value = 12}}
  gen.mov uint32 %p = %h
  gen.add uint32 %h = %h, %c
  gen.load int32 %a = %h {LOAD}
  gen.mov uint32 %h = %i
  gen.load int32 %b = %p {LOAD}
  gen.store int32 %dst, %a, %b, %h {OUT}
""",
        "structure.16",
        2,
        "argument h is in registers, 2 of them pushed",
    ),
    "at a computed offset": (
        f"""
  gen.add uint32 %p = %i, %h
  gen.load int32 %a = %p {FLAT}
  gen.load int32 %b = %h {FLAT}
  gen.store int32 %dst, %a, %b {OUT}
""",
        "byval.16",
        0,
        "argument h is loaded from constant memory",
    ),
    "at offsets that meet": (
        f"""
  gen.loadi uint32 %c {{value = 4}}
  gen.mov uint32 %p = %h
  gen.lt uint32 %t = %i, %c
  gen.bra_if %t, ^on, ^more
^more:
  gen.add uint32 %p = %p, %c
  gen.bra ^on
^on:
  gen.load int32 %a = %p {FLAT}
  gen.store int32 %dst, %a {OUT}
""",
        "byval.16",
        0,
        "argument h is loaded from constant memory",
    ),
    "beyond the struct": (
        f"""
  gen.loadi uint32 %c {{value = 13}}
  gen.add uint32 %p = %h, %c
  gen.sub uint32 %p = %p, %c
  gen.load int32 %a, %b = %p {FLAT}
  gen.loadi uint32 %c {{value = 16}}
  gen.add uint32 %p = %h, %c
  gen.lt uint32 %t = %c, %i
  gen.bra_if %t, ^on, ^end
^on:
  gen.load int32 %a = %p {FLAT}
  gen.bra ^end
^end:
  gen.store int32 %dst, %a, %b {OUT}
""",
        "byval.16",
        0,
        "argument h is loaded from constant memory",
    ),
    "written": (
        f"""
  gen.store int32 %h, %i {FLAT}
  gen.add uint32 %p = %h, %i
  gen.load int32 %a = %p {FLAT}
  gen.load int32 %b = %h {FLAT}
  gen.store int32 %dst, %a, %b {OUT}
""",
        "byval.16",
        0,
        "argument h is copied for each work-item",
    ),
    "the address is one of two": (
        f"""
  gen.loadi uint32 %c {{value = 4}}
  gen.lt uint32 %t = %i, %c
  gen.sel uint32 %p = %t, %h, %dst
  gen.load int32 %a = %p {FLAT}
  gen.store int32 %dst, %a {OUT}
""",
        "byval.16",
        0,
        "argument h is copied for each work-item",
    ),
    "the address meets another": (
        f"""
  gen.loadi uint32 %c {{value = 4}}
  gen.mov uint32 %p = %h
  gen.lt uint32 %t = %i, %c
  gen.bra_if %t, ^on, ^more
^more:
  gen.mov uint32 %p = %dst
  gen.bra ^on
^on:
  gen.load int32 %a = %p {FLAT}
  gen.store int32 %dst, %a {OUT}
""",
        "byval.16",
        0,
        "argument h is copied for each work-item",
    ),
}
"""Instructions, the kind and the number of pushed registers after, and the remark."""


def executed(module: ModuleOp, i: int) -> tuple[bytes, bytes]:
    """What is at the destination, and the struct, after an execution."""
    memory = Memory()
    dst, h = memory.allocate(32, 8), memory.allocate(SIZE, 8)
    data = bytes(range(1, SIZE + 1))
    memory.write(dst, bytes(32))
    memory.write(h, data)
    run(module, "k", [dst, h, i], memory)
    return memory.read(dst, 32), memory.read(h, SIZE)


@pytest.mark.parametrize("name", CASES)
def test_what_is_computed_stays(name: str):
    text, kind, pushed, remark = CASES[name]
    # Surfaces cannot be executed; they are no more when the pass is done.
    module = read(HEAD + text.replace(", bti = 1", "") + "  gen.ret\n}\n")
    verify_module(module)
    expected = [executed(module, i) for i in (0, 4, 12)]
    module = read(HEAD + text + "  gen.ret\n}\n")
    found: list[Remark] = []
    with bound(LISTENERS, (found.append,)):
        make_pass("gen-lower-arguments").apply(Context(), module)
    assert [each.text for each in found] == [remark]
    verify_module(module)
    (func,) = module.ops
    assert isinstance(func, FuncOp)
    kernel = kernel_of(func)
    assert kernel is not None
    assert kernel.kinds == ["global", kind, "value"]
    places = [register.pushed_from for register in func.registers]
    assert len([place for place in places if place is not None]) == pushed
    after = [executed(module, i) for i in (0, 4, 12)]
    assert [out for out, _ in after] == [out for out, _ in expected]
    assert {struct for _, struct in after} == {bytes(range(1, SIZE + 1))}
    text = write_gen_text(module)
    assert write_gen_text(read_gen_text(text)) == text
    load_structs(func)
    verify_module(module)
    assert [executed(module, i) for i in (0, 4, 12)] == after


def test_a_read_of_the_register_file():
    text = HEAD.replace("byval", "structure")
    text += f"""
  gen.mov uint32 %a = %h
  gen.indirect_mov int32 %b = %h, %i {{offset = 0}}
  gen.indirect_mov int32 %q = %h, %i {{offset = 2}}
  gen.store int32 %dst, %a, %b, %q {OUT}
  gen.ret
}}
"""
    module = read(text)
    verify_module(module)
    before = [executed(module, i)[0] for i in (0, 4, 7)]
    for i, out in zip((0, 4, 7), before, strict=True):
        places = [0, 1, 2, 3, i, i + 1, i + 2, i + 3, i + 2, i + 3, i + 4, i + 5]
        assert out == bytes(place + 1 for place in places) + bytes(20)
    (func,) = module.ops
    assert isinstance(func, FuncOp)
    load_structs(func)
    verify_module(module)
    assert "indirect_mov" not in str(module)
    assert [executed(module, i)[0] for i in (0, 4, 7)] == before
