"""Atomic updates of llvlir and gen mean the same before and after they are expanded."""

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from circ.dialects.gen import Instruction
from circ.targets.execute.gen import interpreter as gen
from circ.targets.execute.llvlir import interpreter as llvlir
from circ.targets.execute.memory import Memory
from circ.targets.mlir.parser import parse_module
from circ.tools.formats import context
from circ.transforms.conversion.llvlir_to_gen import ConvertLlvlirToGenPass
from circ.transforms.gen.expand_atomics import GenExpandAtomicsPass

NUMBERS = (0, 1, 5, 0x7F, 0x80, 0xFFFF, 0x8000_0000, 0xFFFF_FFFF)


def opcodes(module: ModuleOp) -> set[str]:
    return {op.ROW.opcode for op in module.walk() if isinstance(op, Instruction)}


def llvlir_program(row: str, width: int) -> str:
    values = "%x, %y" if row.startswith("cmpswap") else "%x"
    condition = "eq, " if row.startswith("cmpswap") else ""
    r = f"!llvlir.r<i{width}>"
    return f"""
    llvlir.func @f(%old: {r}, %x: {r}, %y: {r}) -> ({r}, {r})
        attributes {{circ.signature = (i{width}, i{width}, i{width})
                                      -> (i{width}, i{width})}} {{
      %s = llvlir.slot 8, 8
      llvlir.st.I %s, 0, %old : i{width}
      %a = llvlir.{row} {condition}%s, {values} : i{width}
      %b = llvlir.ld.I %s, 0 : i{width}
      llvlir.ret %a, %b : {r}, {r}
    }}"""


@pytest.mark.parametrize("width", (8, 16, 32))
@pytest.mark.parametrize(
    "row",
    [
        *(f"amo{each}.I" for each in ("add", "and", "or", "xor", "swap")),
        *(f"amo{each}.I" for each in ("min", "max", "minu", "maxu")),
        "cmpswap.I",
    ],
)
def test_rows_of_llvlir(row: str, width: int):
    module = parse_module(context(), llvlir_program(row, width), "a.mlir")
    atomic = module.clone()
    ConvertLlvlirToGenPass().apply(Context(), atomic)
    assert "ATOMIC" in opcodes(atomic)
    expanded = atomic.clone()
    GenExpandAtomicsPass().apply(Context(), expanded)
    assert "ATOMIC" not in opcodes(expanded)
    for old in NUMBERS:
        for new in NUMBERS:
            arguments = [n & (1 << width) - 1 for n in (old, new, new ^ 21)]
            wanted = llvlir.run(module, "f", arguments, Memory()).results
            assert gen.run(atomic, "f", arguments, Memory()).results == wanted
            assert gen.run(expanded, "f", arguments, Memory()).results == wanted


def gen_program(operation: str, values: str) -> ModuleOp:
    text = f"""
    gen.func @f(dword) -> (dword, dword) {{
      %x = gen.register : !gen.reg<dword>
      %p = gen.register : !gen.reg<dword>
      gen.inputs %x
      gen.frame uint32 %p {{size = 4, align = 4}}
      gen.store uint32 %p, %x {{space = global}}
      gen.atomic uint32 %x = %p{values} {{operation = {operation}, space = global}}
      gen.load uint32 %p = %p {{space = global}}
      gen.ret %x, %p
    }}"""
    return parse_module(context(), text, "a.mlir")


@pytest.mark.parametrize(
    ("operation", "values"), (("INC", ""), ("DEC", ""), ("SUB", ", %x"))
)
def test_operations_that_llvlir_lacks(operation: str, values: str):
    """The register that is written is an operand as well."""
    module = gen_program(operation, values)
    expanded = module.clone()
    GenExpandAtomicsPass().apply(Context(), expanded)
    for number in NUMBERS:
        wanted = gen.run(module, "f", [number], Memory()).results
        assert gen.run(expanded, "f", [number], Memory()).results == wanted
