"""Lanes that come from other vectors, in any order: all levels agree."""

from random import Random

import pytest

from circ.dialects.common.module_functions import definitions
from circ.dialects.gen.types import LANES
from circ.dialects.source.layout import register_width
from circ.dialects.source.signature import signature_of
from circ.targets.execute.marshal import Scalar
from circ.targets.mlir.parser import parse_module
from circ.tools.formats import context
from circ.transforms.compare_levels import compare_levels
from circ.transforms.pipelines import compile


def program(random: Random, type: str) -> str:
    """Lanes of two vectors in any order, then some of them once more, one by one."""
    vector = f"vector<16x{type}>"
    most = random.choice((16, 32))
    order = [random.randrange(most) for _ in range(LANES)]
    if random.random() < 0.3:
        order = [*range(8), *random.choices(range(most), k=8)]
    lines = [f"%s0 = vector.shuffle %v, %w {order} : {vector}, {vector}"]
    count = random.randrange(12)
    for i in range(count):
        source = random.choice(("v", "w", f"s{random.randrange(i + 1)}", "x"))
        at, to = random.randrange(LANES), random.randrange(LANES)
        value = "%x"
        if source != "x":
            value = f"%e{i}"
            taken = f"vector.extract %{source}[{at}] : {type} from {vector}"
            lines.append(f"{value} = {taken}")
        put = f"vector.insert {value}, %s{i}[{to}] : {type} into {vector}"
        lines.append(f"%s{i + 1} = {put}")
    body = "\n  ".join(lines)
    results = f"%s{count}, %s{random.randrange(count + 1)} : {vector}, {vector}"
    inputs = f"%v: {vector}, %w: {vector}, %x: {type}"
    return (
        f"func.func @f({inputs}) -> ({vector}, {vector}) {{\n"
        f"  {body}\n  return {results}\n}}\n"
    )


@pytest.mark.parametrize("type", ("i32", "f32", "i8", "i1"))
@pytest.mark.every(3, first=1)
def test_lanes_of_two_vectors_in_any_order(type: str):
    random = Random(type)
    for _ in range(10):
        module = parse_module(context(), program(random, type), "t.mlir")
        signature = signature_of(definitions(module)["f"])
        widths = [register_width(each) or 0 for each in signature.inputs]
        inputs = [
            Scalar(type, random.getrandbits(width))
            for type, width in zip(signature.inputs, widths, strict=True)
        ]
        opt = random.choice((0, 2))
        (run,) = compare_levels(module, "f", signature, [inputs], opt)
        assert "naplespu" in run


def test_a_shuffle_takes_two_shuffles_and_a_selection():
    vector = "vector<16xi32>"
    order = [lane + 16 * (lane % 3 == 0) for lane in reversed(range(LANES))]
    text = f"""func.func @f(%v: {vector}, %w: {vector}) -> {vector} {{
  %s = vector.shuffle %v, %w {order} : {vector}, {vector}
  return %s : {vector}
}}"""
    machine = compile(parse_module(context(), text, "t.mlir"), "naplespu")
    names = [op.name for op in machine.walk()]
    assert names.count("naplespu.SHUFFLEI_32") == 2
    assert names.count("naplespu.MOVE_VV_M_32") == 1
    assert "naplespu.GET_LANEIimm" not in names
