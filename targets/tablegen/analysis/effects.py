"""
What executing an instruction does besides its result, where its record leaves it open.

`mayLoad`, `mayStore` and `hasSideEffects` may be unset; they are then inferred from the
first pattern that selects the instruction, and without one side effects are assumed,
unless the target says `guessInstructionProperties = 0`, which makes that an error.

Document: LLVM 19, `llvm/Target/Target.td`, class Instruction; its messages.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from circ.targets.tablegen.analysis.target import Target
from circ.targets.tablegen.records import Dag, Record, RecordKeeper, Value

_FIELDS = ("hasSideEffects", "mayStore", "mayLoad")


@dataclass(slots=True)
class Effects:
    """The effects of one instruction, and whether it is a bit cast."""

    may_load: bool = False
    may_store: bool = False
    has_side_effects: bool = False
    is_bitcast: bool = False


def effects_of(target: Target) -> dict[str, Effects]:
    """The effects of every instruction, by name; linear in the patterns."""
    inferred: dict[str, Effects] = {}
    for owner, name, source in _patterns(target.records):
        if name in inferred or name not in target.by_name:
            continue
        record = target.by_name[name].record
        found = _analyze(source)
        _check(record, owner, found)
        if record is not owner:
            found.is_bitcast = False
        inferred[name] = found
    guess = not target.has_record or target.instruction_set.flag(
        "guessInstructionProperties"
    )
    for instruction in target.instructions:
        record = instruction.record
        if instruction.name not in inferred:
            open_fields = [field for field in _FIELDS if not record.is_set(field)]
            if open_fields and not guess:
                raise record.error(f"Can't infer {open_fields[0]} from patterns")
            inferred[instruction.name] = Effects(
                has_side_effects="hasSideEffects" in open_fields
            )
        effects = inferred[instruction.name]
        effects.may_load |= record.is_on("mayLoad")
        effects.may_store |= record.is_on("mayStore")
        effects.has_side_effects |= record.is_on("hasSideEffects")
        effects.is_bitcast |= record.is_on("isBitcast")
    return inferred


def check_effects(target: Target) -> None:
    """
    Diagnostic where a pattern does what no instruction of its result does.

    That an instruction alone contradicts its pattern `effects_of` says.
    """
    effects = effects_of(target)
    for record, names, source in _pattern_records(target.records):
        given = [effects[name] for name in names if name in effects]
        if not given:
            continue
        wanted = _analyze(source)
        has_others = any(each.has_side_effects for each in given)
        stores = any(each.may_store for each in given)
        loads = any(each.may_load for each in given)
        if wanted.has_side_effects and not has_others:
            what = "pattern has side effects, but hasSideEffects"
        elif wanted.may_store and not (stores or has_others):
            what = "pattern may store, but mayStore"
        elif wanted.may_load and not (loads or stores):
            what = "pattern may load, but mayLoad"
        else:
            continue
        plural = "output instructions" if len(given) > 1 else "instruction"
        raise record.error(f"{what} isn't set on the {plural}")


def _check(record: Record, owner: Record, found: Effects) -> None:
    """What the record says must not contradict its pattern."""
    said = {
        field: record.flag(field) if record.is_set(field) else None for field in _FIELDS
    }
    # Saying more than the pattern is allowed of loads and side effects only: a
    # division may trap.
    if said["hasSideEffects"] is False and found.has_side_effects:
        raise owner.error("Pattern doesn't match hasSideEffects = 0")
    if said["mayStore"] is not None and said["mayStore"] != found.may_store:
        raise owner.error(f"Pattern doesn't match mayStore = {said['mayStore']:d}")
    if said["mayLoad"] is False and found.may_load:
        raise owner.error("Pattern doesn't match mayLoad = 0")


def _patterns(records: RecordKeeper) -> Iterator[tuple[Record, str, Dag]]:
    """(record, instruction, source) of each pattern that selects one instruction."""
    for record in records.derived("Instruction"):
        patterns = record.list("Pattern") if record.is_set("Pattern") else ()
        if patterns and isinstance(patterns[0], Dag):
            yield record, record.name, _source(patterns[0])
    for record, names, source in _pattern_records(records):
        if len(names) == 1:
            yield record, names[0], source


def _pattern_records(
    records: RecordKeeper,
) -> Iterator[tuple[Record, list[str], Dag]]:
    """Each record of class Pattern, the instructions of its results, its source."""
    for record in records.derived("Pattern"):
        results = record.list("ResultInstrs")
        names = [name for result in results for name in _instructions(result)]
        yield record, names, _source(record.dag("PatternToMatch"))


def _source(pattern: Dag) -> Dag:
    """What `(set $rd, source)` computes; other patterns are the source themselves."""
    if pattern.operator is not None and pattern.operator.name == "set":
        value = pattern.arguments[-1].value if pattern.arguments else None
        if isinstance(value, Dag):
            return value
        return Dag(None, None, pattern.arguments[-1:])
    return pattern


def _instructions(result: Value) -> Iterator[str]:
    work = [result]
    while work:
        node = work.pop()
        if isinstance(node, Dag):
            work.extend(argument.value for argument in node.arguments)
            node = node.operator
        if isinstance(node, Record) and node.is_a("Instruction"):
            yield node.name


def _analyze(source: Dag) -> Effects:
    """Collect the properties of the nodes, those of pattern fragments included."""
    effects = Effects()
    work: list[Value] = [source]
    seen: set[str] = set()
    while work:
        node = work.pop()
        if isinstance(node, Dag):
            work.extend(argument.value for argument in node.arguments)
            node = node.operator
        if not isinstance(node, Record) or node.name in seen:
            continue
        seen.add(node.name)
        if node.is_a("PatFrags"):
            work.extend(node.list("Fragments")[:1])
        elif node.is_a("Intrinsic"):
            _intrinsic(node, effects)
        elif node.is_a("SDNode") or node.is_a("ComplexPattern"):
            names = {record.name for record in node.records("Properties")}
            effects.may_load |= "SDNPMayLoad" in names
            effects.may_store |= "SDNPMayStore" in names
            effects.has_side_effects |= "SDNPSideEffect" in names
    operator = source.operator
    effects.is_bitcast = (
        operator is not None
        and operator.fields.get("Opcode") == "ISD::BITCAST"
        and len(source.arguments) == 1
        and not isinstance(source.arguments[0].value, Dag)
    )
    return effects


def _intrinsic(record: Record, effects: Effects) -> None:
    """An intrinsic reads and writes memory unless its properties deny it."""
    names = {each.name for each in record.records("IntrProperties")}
    if "IntrNoMem" not in names:
        effects.may_load |= "IntrWriteMem" not in names
        effects.may_store |= "IntrReadMem" not in names
        if not names & {"IntrReadMem", "IntrWriteMem", "IntrArgMemOnly"}:
            effects.has_side_effects = True
    if "IntrHasSideEffects" in names:
        effects.has_side_effects = True
