"""A claim on words, compiled for the host and tried on all of an interval."""

import ctypes
from collections.abc import Callable
from typing import Any

from llvmlite import binding, ir

from circ.targets.naplespu.simulator.native_values import LONG, WORD, Values


class NativeValues(Values):
    """With the quotient, which the hardware of NaplesPU lacks."""

    def udiv(self, width: int, lhs: Any, rhs: Any) -> Any:
        return self.b.udiv(lhs, rhs)


class Search:
    """The least word from `first` to `last` for which a claim, one bit, is false."""

    def __init__(self, claim: Callable[[NativeValues, Any], Any]):
        module = ir.Module()
        kind = ir.FunctionType(LONG, [LONG, LONG])
        function = ir.Function(module, kind, "search")
        entry, head, body, done = map(function.append_basic_block, "ehbd")
        b = ir.IRBuilder(entry)
        b.branch(head)
        b.position_at_end(head)
        number = b.phi(LONG)
        number.add_incoming(function.args[0], entry)
        b.cbranch(b.icmp_unsigned("<=", number, function.args[1]), body, done)
        b.position_at_end(body)
        holds = claim(NativeValues(b), b.trunc(number, WORD))
        number.add_incoming(b.add(number, LONG(1)), b.block)
        b.cbranch(holds, head, done)
        b.position_at_end(done)
        b.ret(number)
        binding.initialize_native_target()
        binding.initialize_native_asmprinter()
        target = binding.Target.from_default_triple().create_target_machine(
            cpu=binding.get_host_cpu_name(), opt=3
        )
        code = binding.parse_assembly(str(module))
        options = binding.create_pipeline_tuning_options(speed_level=3)
        passes = binding.create_pass_builder(target, options)
        passes.getModulePassManager().run(code, passes)
        self._engine = binding.create_mcjit_compiler(code, target)
        self._engine.finalize_object()
        address = self._engine.get_function_address("search")
        self._call = ctypes.CFUNCTYPE(*[ctypes.c_uint64] * 3)(address)

    def counterexample(self, first: int, last: int) -> int | None:
        found = self._call(first, last)
        return None if found > last else found
