"""
Words of NaplesPU to Python closures, one a word and address.

Decoding follows the hardware, not the compiler's records (`naplespu_isa` section 2).
What an operation computes comes from `circ.dialects.naplespu.semantics`. A word whose
effect the hardware leaves undefined traps when it is executed.
"""

from circ.targets.naplespu.simulator.compute_steps import (
    immediate_form,
    move_immediate,
    register_form,
)
from circ.targets.naplespu.simulator.control_steps import control, jump, jump_register
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
    if word >> 30 == 0b10:
        return memory_form(state, word, address)
    if word >> 30 == 0b00 or word >> 29 == 0b010:
        form = immediate_form if word >> 30 else register_form
        step, ends_block = form(state, word, address)
        return Translated(on_stack(state, word, step, address), ends_block)
    match word >> 27:
        case 0b01100:
            return move_immediate(state, word, address)
        case 0b01101:
            return control(state, word, address)
        case 0b01110:
            return jump_register(word, address)
        case 0b01111:
            return jump(word, address)
        case _:  # 11 at the top: decoded as invalid and dropped
            return Translated(_nothing, False)


def _nothing(scalar: Scalars, vector: Vectors) -> None:
    pass
