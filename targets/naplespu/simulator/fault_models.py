"""
A simulator with the faults of the published hardware, to try code on.

docs/reference/naplespu-isa.md, sections 2.3 and 7. What is forgotten after a taken
branch is visible at once here, though on the hardware only where a thread runs alone
and, for loads, misses in the cache: code that gives the right results here respects the
erratum.
"""

from functools import lru_cache
from typing import ClassVar, Literal

from circ.dialects.naplespu.register_file import PC, RA, RM
from circ.dialects.naplespu.semantics import (
    FLOAT_COMPARISONS,
    HARDWARE,
    IEEE,
    Operations,
    exchanged_if_negative,
    ftoi_without_byte,
)
from circ.targets.naplespu.description.encoding import decode
from circ.targets.naplespu.description.errata import Errata, errata_of
from circ.targets.naplespu.description.instructions import Instruction
from circ.targets.naplespu.description.subtarget import Subtarget, subtarget
from circ.targets.naplespu.generated.instr_info import INSTRUCTIONS, SCHEDULE_CLASSES
from circ.targets.naplespu.simulator.machine import Core, Engine, Machine, MachineTrap
from circ.targets.naplespu.simulator.steps import WORD_MASK

_VECTOR = "VR512W"
_LOADS = ("IIC_Memory", "IIC_Scratchpad")
MISS = 9
"""Instructions for which the result of a load may be missing (section 7)."""
_BRANCHING = frozenset(("or_i32", "xor_i32", "add_i32", "mull_i32"))
"""What branches where its destination is v63."""

Register = tuple[bool, int]
"""Of the vectors, and the number."""


class FaultyMachine(Machine):
    """
    One hardware thread that has the errata of a subtarget.

    Products that underflow and `0 - 0` are the hardware's with `fp="rtl"` only: code
    does nothing about them.
    """

    faults: ClassVar[Subtarget] = subtarget()
    """Whose errata it has."""

    def __init__(
        self,
        fp: Literal["ieee", "rtl"] = "ieee",
        memory: Literal["rtl", "compiler"] = "rtl",
        core: Core | None = None,
        thread: int = 0,
        engine: Engine = "reference",
        errata: Errata | None = None,
    ):
        """
        Only the reference engine has faults.

        Its errata are those of `faults`, whatever machine code is compiled for: else
        code without a work-around would run on a machine that needs none.
        """
        if engine != "reference":
            raise ValueError(f"faults need engine 'reference', but it is {engine!r}")
        own = errata_of(self.faults) if memory == "rtl" else None
        super().__init__(fp, memory, core, thread, engine, own)
        self.operations = _operations(self.faults, fp)
        self.late: dict[Register, tuple[object, int]] = {}
        """Results that are not written yet, and in how many instructions they are."""
        self._before: tuple[Register, object] | None = None
        """What a branch now would forget, and the value that was there before."""

    def _advance(self, word: int) -> None:
        known = _decoded(word)
        pc = self.pc
        self._write_late()
        if known is not None:
            self._check(known[0], known[1], pc)
        result = None if known is None else _result(known[0], known[1])
        old = None if result is None else self._value(result)
        super()._advance(word)
        if result is not None:
            self.late.pop(result, None)
        before, self._before = self._before, None
        if known is None:
            return
        instruction, operands, kind = known
        if self.pc != (pc + 4 & WORD_MASK):
            self._taken(instruction, operands, before)
        elif result is not None and kind in _LATENCIES:
            self._before = result, old

    def _value(self, register: Register) -> object:
        is_vector, number = register
        return self.vector[number] if is_vector else self.scalar[number]

    def _set(self, register: Register, value: object) -> None:
        is_vector, number = register
        if is_vector:
            assert isinstance(value, list)
            self.vector[number] = value
        else:
            assert isinstance(value, int)
            self.scalar[number] = value

    def _write_late(self) -> None:
        for register, (value, missing) in list(self.late.items()):
            if missing:
                self.late[register] = value, missing - 1
            else:
                del self.late[register]
                self._set(register, value)

    def _check(
        self, instruction: Instruction, operands: dict[str, int], pc: int
    ) -> None:
        """Trap where the hardware would hang or run away."""
        faults = self.faults
        result = _result(instruction, operands)
        if result is None or not result[0]:
            return
        name = instruction.mnemonic.removesuffix(".m")
        if faults.ReservesV63 and result[1] == PC and name in _BRANCHING:
            raise MachineTrap("writing v63 branches", pc)
        if faults.ReservesV59 and result[1] == RM:
            raise MachineTrap("writing v59 changes the lane mask", pc)
        if (
            faults.HasEmptyMaskHang
            and name.startswith("load")
            and name.endswith("_scratchpad")
            and not self.mask
        ):
            raise MachineTrap("a load under an empty lane mask never ends", pc)

    def _taken(
        self,
        instruction: Instruction,
        operands: dict[str, int],
        before: tuple[Register, object] | None,
    ) -> None:
        """What a taken branch forgets, and the return address that it sets."""
        faults = self.faults
        if faults.HasIndirectCallLink and instruction.record == "JMPSR_REG":
            self.scalar[RA] = self.pc + 4 & WORD_MASK
        if before is None or not faults.HasStaleReadAfterBranch:
            return
        (is_vector, number), old = before
        tested = operands.get("cond", operands.get("dst"))
        returns = instruction.record == "JRET"
        if not is_vector and number == (RA if returns else tested):
            return  # the branch waited for it
        register = is_vector, number
        self.late[register] = self._value(register), MISS
        self._set(register, old)


@lru_cache(maxsize=1 << 16)
def _decoded(word: int) -> tuple[Instruction, dict[str, int], str] | None:
    """The instruction of a word, its operands and its class for scheduling."""
    found = decode(word)
    if found is None:
        return None
    number = INSTRUCTIONS[found[0].opcode].schedule_class
    return *found, SCHEDULE_CLASSES[number]


def _operations(faults: Subtarget, fp: str) -> Operations:
    """The hardware's floats without errata that it lacks, or IEEE's with its errata."""
    table = HARDWARE if fp == "rtl" else IEEE
    unary, binary = dict(table.unary), dict(table.binary)
    comparisons = dict(table.comparisons)
    if fp == "rtl":
        if not faults.HasInexactZero:
            exact = ("fadd_f32", "fsub_f32", "fmul_f32")
            binary |= {name: IEEE.binary[name] for name in exact}
        if not faults.HasFtoiFault:
            unary["ftoi_i32"] = IEEE.unary["ftoi_i32"]
        if not faults.HasFcmpFault:
            comparisons |= FLOAT_COMPARISONS
        return Operations(unary, binary, comparisons)
    if faults.HasFtoiFault:
        unary["ftoi_i32"] = ftoi_without_byte
    if faults.HasFcmpFault:
        for name, predicate in FLOAT_COMPARISONS.items():
            comparisons[name] = exchanged_if_negative(predicate)
    return Operations(unary, binary, comparisons)


_LATENCIES = frozenset((*_LOADS, "IIC_FloatAdd", "IIC_FloatDiv", "IIC_IntToFloat"))


def _result(instruction: Instruction, operands: dict[str, int]) -> Register | None:
    """The register that an instruction writes."""
    if not instruction.output_count:
        return None
    operand = instruction.operands[0]
    if operand.numbers is None:
        return None
    return operand.register_class == _VECTOR, operands[operand.name]
