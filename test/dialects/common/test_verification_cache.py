"""Tables that are made once while nothing changes, and anew otherwise."""

from work import calls_in
from xdsl.dialects import test
from xdsl.ir import Block

from circ.dialects.common.verification_cache import cached, verification_cache
from circ.dialects.common.verifier import Verifier
from circ.targets.mlir.parser import parse_module
from circ.tools.formats import context
from circ.transforms.pipelines import compile


def count(block: Block) -> int:
    return sum(1 for _ in block.ops)


def test_tables_last_as_long_as_nothing_changes():
    block = Block()
    assert cached(block, count) == 0
    block.add_op(test.TestOp.create())
    assert cached(block, count) == 1
    with verification_cache():
        assert cached(block, count) == 1
        with verification_cache():
            assert cached(block, count) == 1
    block.add_op(test.TestOp.create())
    assert cached(block, count) == 2


def test_verification_is_linear_in_functions_that_call():
    def work(functions: int) -> int:
        text = "func.func @f0() {\n  func.return\n}\n"
        for i in range(1, functions):
            text += f"func.func @f{i}() {{\n  func.call @f{i - 1}() : () -> ()\n"
            text += "  func.return\n}\n"
        module = compile(parse_module(context(), text, "t.mlir"), "gen")
        verifier = Verifier(module)
        verifier.verify()
        return calls_in(verifier.verify)

    assert work(160) < 10 * work(20)
