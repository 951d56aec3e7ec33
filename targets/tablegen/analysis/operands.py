"""
Reads an instruction's operand lists and the constraints on them from its record.

Documents: LLVM 19, `llvm/Target/Target.td`, classes Instruction and Operand; messages
as LLVM words them.
"""

import re

from circ.targets.tablegen.analysis.instruction import (
    Instruction,
    MachineOperand,
    Operand,
    encoder_method,
)
from circ.targets.tablegen.records import Dag, Record

_OF_ONE_PART = (
    *("RegisterOperand", "RegisterClass", "PointerLikeRegClass", "unknown_class"),
)
_TIE = re.compile(
    r"[ \t]*(?P<left>[^ \t=]+)[^=]*(?<=[ \t])=(?:[ \t]+(?P<right>.*)|$)", re.DOTALL
)


def read_instruction(record: Record, opcode: int) -> Instruction:
    """Read the operand lists, then the constraints on them."""
    outputs = _operand_list(record, "OutOperandList", "outs", "output")
    inputs = _operand_list(record, "InOperandList", "ins", "input")
    operands: list[Operand] = []
    taken: set[str] = set()
    number = 0
    is_variadic = False
    output_count = 0
    for index, argument in enumerate(outputs.arguments + inputs.arguments):
        is_output = index < len(outputs.arguments)
        value = argument.value
        names = value if isinstance(value, Dag) else None
        if names is not None:
            value = names.operator
        if not isinstance(value, Record):
            raise record.error(f"Illegal operand for the '{record.name}' instruction!")
        if value.name == "variable_ops":
            is_variadic = True
            continue
        infos = _infos(record, value)
        where = f"In instruction '{record.name}', operand #{index}"
        if not argument.name:
            raise record.error(f"{where} has no name!")
        if argument.name in taken:
            raise record.error(f"{where} has the same name as a previous operand!")
        taken.add(argument.name)
        part_names = _part_names(record, where, names, max(len(infos), 1), taken)
        parts = _parts(value, argument.name, infos, part_names, number)
        operands.append(
            Operand(
                len(operands),
                argument.name,
                value,
                is_output,
                parts,
                names is not None,
            )
        )
        number += len(parts)
        output_count += is_output
    instruction = Instruction(
        record, opcode, tuple(operands), output_count, is_variadic
    )
    _apply_constraints(instruction)
    return instruction


def _operand_list(record: Record, name: str, operator: str, kind: str) -> Dag:
    operands = record.dag(name)
    if operands.operator is None:
        raise record.error(f"{record.name}: invalid {kind} list: use '{operator}'")
    if operands.operator.name != operator:
        raise record.error(
            f"{record.name}: invalid def name for {kind} list: use '{operator}'"
        )
    return operands


def _infos(record: Record, operand: Record) -> tuple[tuple[Record, str | None], ...]:
    """The records and names in MIOperandInfo; none for an operand of one part."""
    if operand.is_a("Operand") and not operand.is_a("RegisterOperand"):
        info = operand.dag("MIOperandInfo")
        found = [(v, name) for v, name in info.arguments if isinstance(v, Record)]
        is_ops = info.operator is not None and info.operator.name == "ops"
        if not is_ops or len(found) != len(info.arguments):
            raise record.error(
                f"Bad value for MIOperandInfo in operand '{operand.name}'"
            )
        return tuple(found)
    if any(map(operand.is_a, _OF_ONE_PART)):
        return ()
    raise record.error(
        f"Unknown operand class '{operand.name}' in '{record.name}' instruction!"
    )


def _part_names(
    record: Record, where: str, names: Dag | None, count: int, taken: set[str]
) -> tuple[str, ...] | None:
    """The names that `(MemOperand $base, $offset)` gives to the parts."""
    if names is None:
        return None
    if len(names.arguments) != count:
        raise record.error(
            f"{where} has {len(names.arguments)} sub-arg names, expected {count}."
        )
    found: list[str] = []
    for index, argument in enumerate(names.arguments):
        if argument.value is not None:
            raise record.error(
                f"{where} sub-arg #{index} has unexpected operand "
                "(expected only $name)."
            )
        if not argument.name:
            raise record.error(f"{where} has no name!")
        if argument.name in taken:
            raise record.error(
                f"{where} sub-arg #{index} has the same name as a previous operand!"
            )
        taken.add(argument.name)
        found.append(argument.name)
    return tuple(found)


def _parts(
    operand: Record,
    name: str,
    infos: tuple[tuple[Record, str | None], ...],
    part_names: tuple[str, ...] | None,
    number: int,
) -> tuple[MachineOperand, ...]:
    """
    The machine operands of an operand; a method for all of it encodes by the first.

    Where the instruction names the parts, each is encoded by its own method.
    """
    whole = encoder_method(operand)
    if not infos:
        part = part_names[0] if part_names else name
        return (MachineOperand(number, part, None, operand, whole),)
    parts: list[MachineOperand] = []
    for index, (record, info_name) in enumerate(infos):
        part, method, is_encoded = name, "", True
        if part_names is not None:
            part, method = part_names[index], encoder_method(record)
        elif whole:
            is_encoded = index == 0
            method = whole if is_encoded else ""
        parts.append(
            MachineOperand(number + index, part, info_name, record, method, is_encoded)
        )
    return tuple(parts)


def _apply_constraints(instruction: Instruction) -> None:
    """Mark the machine operands as Constraints and DisableEncoding say."""
    for text in instruction.record.string("Constraints").split(","):
        if text:
            _constrain(instruction, text)
    for name in re.split(r"[ ,\t]+", instruction.record.string("DisableEncoding")):
        if name:
            instruction.part(name).is_encoded = False


def _constrain(instruction: Instruction, text: str) -> None:
    record = instruction.record
    keyword, blank, name = text.replace("\t", " ").partition(" ")
    if keyword == "@earlyclobber":
        name = name.lstrip(" ")
        if blank and not name:
            raise record.error(
                f"Illegal format for @earlyclobber constraint in '{record.name}': "
                f"'{text}'"
            )
        part = instruction.part(name if blank else keyword)
        _claim(instruction, part, name)
        part.is_early_clobber = True
        return
    match = _TIE.match(text)
    if match is None or text.startswith("="):
        raise record.error(f"Unrecognized constraint '{text}' in '{record.name}'")
    left = instruction.part(match["left"])
    if not match["right"]:
        raise record.error(f"Illegal format for tied-to constraint: '{text}'")
    right = instruction.part(match["right"])
    names = (match["left"], match["right"])
    _tie(instruction, (left, right), names)


def _tie(
    instruction: Instruction,
    pair: tuple[MachineOperand, MachineOperand],
    names: tuple[str, str],
) -> None:
    """The tie is noted at the input, whichever side of the `=` it is on."""
    left, right = names
    both = f"operands '{left}' and '{right}' of '{instruction.name}' cannot be tied!"
    if pair[0].number > pair[1].number:
        pair, names = (pair[1], pair[0]), (right, left)
    output, use = pair
    if output.number >= instruction.machine_output_count:
        raise instruction.record.error(f"Input {both}")
    if use.number < instruction.machine_output_count:
        raise instruction.record.error(f"Output {both}")
    _claim(instruction, use, names[1])
    for part in instruction.machine_operands:
        if part.tied_to == output.number:
            raise instruction.record.error(
                f"Operand '{names[0]}' of '{instruction.name}' cannot have multiple "
                "operands tied to it!"
            )
    use.tied_to = output.number


def _claim(instruction: Instruction, part: MachineOperand, name: str) -> None:
    if part.is_constrained:
        raise instruction.record.error(
            f"Operand '{name}' of '{instruction.name}' cannot have multiple "
            "constraints!"
        )
