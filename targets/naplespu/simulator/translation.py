"""
Words of NaplesPU to Python closures, one a word and address.

What an operation computes comes from `circ.dialects.naplespu.semantics`. A word whose
effect the hardware leaves undefined traps when it is executed.
"""

from circ.targets.naplespu.simulator.compute_steps import move_immediate, register_form
from circ.targets.naplespu.simulator.control_steps import control, jump
from circ.targets.naplespu.simulator.decoding import decode
from circ.targets.naplespu.simulator.memory_steps import memory_form
from circ.targets.naplespu.simulator.steps import (
    Scalars,
    State,
    Translated,
    Vectors,
    on_stack,
)


def translate(state: State, word: int, address: int) -> Translated:
    """The step that executes `word` as if it were fetched at `address`."""
    it = decode(word)
    match it.format:
        case "R" | "I":
            step, ends_block = register_form(state, it, address)
            return Translated(on_stack(state, it, step, address), ends_block)
        case "M":
            return memory_form(state, it, address)
        case "MOVEI":
            return move_immediate(state, it, address)
        case "C":
            return control(state, it, address)
        case "J" | "JR":
            return jump(it, address)
        case "invalid":
            return Translated(_nothing, False)


def _nothing(scalar: Scalars, vector: Vectors) -> None:
    pass
