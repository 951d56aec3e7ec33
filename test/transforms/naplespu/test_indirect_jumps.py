"""Jumps to addresses of blocks, as programs of gen use them, on the machine."""

import pytest
from xdsl.dialects.builtin import ModuleOp

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.module_functions import definitions
from circ.dialects.common.verifier import verify_module
from circ.dialects.naplespu.labels import IndirectJumpOp
from circ.dialects.source.signature import signature_of
from circ.targets.execute.levels import execute, externals_of
from circ.targets.execute.marshal import Scalar
from circ.targets.gen.reader import read_gen_text
from circ.targets.gen.writer import write_gen_text
from circ.targets.mlir.parser import parse_module
from circ.targets.naplespu.assembler.assemble import assemble
from circ.targets.naplespu.emission import emit_assembly, object_of
from circ.targets.naplespu.linker.link import link
from circ.tools.formats import context
from circ.transforms.pipelines import compile


def module_of(text: str) -> ModuleOp:
    module = parse_module(context(), text, "jumps.mlir")
    verify_module(module)
    return module


def run(module: ModuleOp, level: str, *arguments: int) -> list[int]:
    signature = signature_of(definitions(module)["f"])
    given = [
        Scalar(type, bits)
        for type, bits in zip(signature.inputs, arguments, strict=True)
    ]
    lowered = compile(module, level)
    externals = externals_of(module, print)
    return list(
        execute(level, lowered, "f", signature, given, externals).outcome.results
    )


def busy_loop(values: int) -> str:
    """A loop by jumps to an address, around which so many values are live."""
    names = [f"%v{i}" for i in range(values)]
    lines = [
        "gen.global @next 8 align 4 constant addresses [@done, @loop]",
        "gen.func @f(dword, dword) -> (dword)",
        "    attributes {circ.signature = (i32, i32) -> i32} {",
        *(
            f"  {name} = gen.register : !gen.reg<dword>"
            for name in ("%x", "%i", "%a", "%c", "%s", "%k", *names)
        ),
        "  %p = gen.register : !gen.reg<bool>",
        "  gen.inputs %x, %i",
    ]
    for i, name in enumerate(names):
        lines += [
            f"  gen.loadi uint32 %c {{value = {i * 7919 + 70000}}}",
            f"  gen.mul int32 {name} = %x, %c",
        ]
    lines += [
        "  gen.symbol uint32 %a {symbol = @loop}",
        "  gen.bra_indirect %a [^loop]",
        "^loop:",
        "  gen.label @loop",
        *(f"  gen.add int32 %x = %x, {name}" for name in names[: values // 2]),
        "  gen.loadi uint32 %c {value = 1}",
        "  gen.sub int32 %i = %i, %c",
        "  gen.loadi uint32 %k {value = 0}",
        "  gen.gt int32 %p = %i, %k",
        "  gen.loadi uint32 %c {value = 4}",
        "  gen.sel uint32 %s = %p, %c, %k",
        "  gen.symbol uint32 %a {symbol = @next}",
        "  gen.add int32 %a = %a, %s",
        "  gen.load uint32 %a = %a {space = global, memory = #circ.memory<4>}",
        "  gen.bra_indirect %a [^done, ^loop]",
        "^done:",
        "  gen.label @done",
        *(f"  gen.xor uint32 %x = %x, {name}" for name in names),
        "  gen.ret %x",
        "}",
    ]
    return "\n".join(lines)


@pytest.mark.parametrize("values", [0, 5, 70])
def test_loop_through_an_address(values: int):
    module = module_of(busy_loop(values))
    for arguments in ((3, 1), (5, 4), (2**31 + 1, 17)):
        assert run(module, "naplespu", *arguments) == run(module, "gen", *arguments)


def test_text_of_gen_keeps_labels():
    text = write_gen_text(module_of(busy_loop(1)))
    assert "BRA<*%2> -> {label$2 label$1}" in text
    assert "LABEL $1 loop" in text and "addresses:{done loop}" in text
    assert write_gen_text(read_gen_text(text)) == text
    assert run(read_gen_text(text), "gen", 3, 2) == run(
        module_of(busy_loop(1)), "gen", 3, 2
    )


def test_assembly_is_the_object():
    """The words of tables are relocated against blocks, in both ways out."""
    machine = compile(module_of(busy_loop(2)), "naplespu")
    texts = [
        link([built], entry="f", startup=False).symbols["next"]
        for built in (object_of(machine), assemble(emit_assembly(machine), "t.s"))
    ]
    assert texts[0] == texts[1]


FUNCTIONS = """
gen.global @callees 8 align 4 constant addresses [@double, @square]
gen.func @double(dword) -> (dword) {
  %x = gen.register : !gen.reg<dword>
  gen.inputs %x
  gen.add int32 %x = %x, %x
  gen.ret %x
}
gen.func @square(dword) -> (dword) {
  %x = gen.register : !gen.reg<dword>
  gen.inputs %x
  gen.mul int32 %x = %x, %x
  gen.ret %x
}
gen.func @f(dword, dword) -> (dword) attributes {circ.signature = (i32, i32) -> i32} {
  %x = gen.register : !gen.reg<dword>
  %i = gen.register : !gen.reg<dword>
  %a = gen.register : !gen.reg<dword>
  gen.inputs %x, %i
  gen.symbol uint32 %a {symbol = @callees}
  gen.add int32 %a = %a, %i
  gen.load uint32 %a = %a {space = global, memory = #circ.memory<4>}
  gen.call_indirect %a(%x) -> (%x)
  gen.ret %x
}
"""


@pytest.mark.parametrize("level", ["gen", "naplespu"])
def test_table_of_functions(level: str):
    module = module_of(FUNCTIONS)
    assert run(module, level, 7, 0) == [14]
    assert run(module, level, 7, 4) == [49]


def test_only_blocks_that_are_listed():
    text = busy_loop(0).replace("[^done, ^loop]", "[^loop]")
    with pytest.raises(Diagnostic, match="none of the blocks that the branch lists"):
        run(module_of(text), "gen", 1, 1)


def test_a_table_whose_branch_is_gone():
    """A selector that fits no case leaves blocks without code, and words of 0."""
    text = """
func.func @f(%y: i32) -> i32 {
  %x = arith.constant 100 : i32
  cf.switch %x : i32, [default: ^d, 0: ^a, 1: ^b, 2: ^c, 3: ^e, 4: ^g]
^a:
  cf.br ^end(%x : i32)
^b:
  cf.br ^end(%y : i32)
^c:
  %c = arith.addi %y, %y : i32
  cf.br ^end(%c : i32)
^e:
  %e = arith.muli %y, %y : i32
  cf.br ^end(%e : i32)
^g:
  %g = arith.subi %y, %x : i32
  cf.br ^end(%g : i32)
^d:
  cf.br ^end(%y : i32)
^end(%r: i32):
  return %r : i32
}"""
    from circ.transforms.pipelines import lowerings

    module = module_of(text)
    for level, lowered in lowerings(module, "naplespu", opt=0):
        if level == "naplespu":
            signature = signature_of(definitions(module)["f"])
            given = [Scalar(signature.inputs.data[0], 9)]
            externals = externals_of(module, print)
            ran = execute(level, lowered, "f", signature, given, externals)
            assert ran.outcome.results == [9]
            assembly = emit_assembly(lowered)
            assert assembly.count("\t.word\t0\n") == 5
            assert assemble(assembly, "t.s").sections


@pytest.mark.parametrize("other", ["@next", "@f", "@done"])
def test_names_of_labels_are_their_own(other: str):
    text = busy_loop(0).replace("gen.label @loop", f"gen.label {other}")
    text = text.replace("symbol = @loop", f"symbol = {other}")
    machine = compile(module_of(text), "naplespu")
    with pytest.raises(Diagnostic, match=f"{other} is defined twice"):
        object_of(machine)


def test_jumps_are_in_the_machine_code():
    machine = compile(module_of(busy_loop(3)), "naplespu")
    jumps = [op for op in machine.walk() if isinstance(op, IndirectJumpOp)]
    assert sorted(len(jump.targets) for jump in jumps) == [1, 2]
