"""Names: reading and assigning variables, this, and the other things of a function."""

from circ.targets.javascript.bytecode import Label
from circ.targets.javascript.emitter import EFFECTS, VALUES, Emitter, writes
from circ.targets.javascript.scopes import FUNCTION, NEW_TARGET, THIS, Reference
from circ.targets.javascript.syntax import Node

GLOBAL_CONSTANTS = {
    "undefined": "ldundefined",
    "NaN": "ldnan",
    "Infinity": "ldinfinity",
}
"""Global variables that nobody can assign."""

OWN = {THIS: "ldthis", NEW_TARGET: "ldnewtarget", FUNCTION: "ldfunction"}
"""How a function gets what it has of its own."""


@writes(VALUES, "identifier", "shorthand_property_identifier")
def identifier(emitter: Emitter, node: Node):
    assert node.reference is not None
    load(emitter, node.reference)


@writes(VALUES, "this")
def this(emitter: Emitter, node: Node):
    load_special(emitter, THIS)


@writes(VALUES, "meta_property")
def new_target(emitter: Emitter, node: Node):
    load_special(emitter, NEW_TARGET)


def load_special(emitter: Emitter, name: str):
    """This, new.target or the function: of the function around arrow functions."""
    info = emitter.info
    while info.is_arrow:
        assert info.parent is not None
        info = info.parent
    is_variable = name == THIS and info.is_derived
    if info is emitter.info and not is_variable:
        emitter.emit(OWN[name])
        return
    emitter.get(info.special.variables[name])
    if is_variable:
        emitter.emit("throw_ifsupernotcorrectcall", 0)


def load(emitter: Emitter, reference: Reference):
    """What a name refers to becomes the accumulator."""
    variable = reference.variable
    if variable is None:
        if (name := GLOBAL_CONSTANTS.get(reference.name)) is not None:
            emitter.emit(name)
        else:
            emitter.at(reference.node)
            emitter.emit("tryldglobalbyname", reference.name)
        return
    own = variable.scope.function is emitter.info
    if reference.is_self or (variable.kind == "self" and own):
        emitter.emit("ldfunction")
    elif variable.kind == "parameter" and reference.checked:
        emitter.emit("ldhole")
    else:
        emitter.get(variable)
    if reference.checked:
        check(emitter, reference)


def check(emitter: Emitter, reference: Reference):
    """A ReferenceError if the accumulator is a hole."""
    emitter.at(reference.node)
    emitter.emit("throw_undefinedifholewithname", reference.name)


@writes(EFFECTS, "identifier")
def identifier_effect(emitter: Emitter, node: Node):
    """Only what may throw."""
    reference = node.reference
    assert reference is not None
    if reference.variable is None or reference.checked:
        load(emitter, reference)


def store(emitter: Emitter, reference: Reference):
    """Assign the accumulator to what a name refers to; it stays as it is."""
    variable = reference.variable
    if variable is None:
        _store_global(emitter, reference)
        return
    if reference.is_declaration:
        emitter.put(variable)
        return
    if reference.checked:
        mark = emitter.mark()
        value = emitter.kept()
        emitter.get(variable)
        check(emitter, reference)
        emitter.emit("lda", value)
        emitter.release(mark)
    if not variable.is_constant:
        emitter.put(variable)
    elif variable.kind == "const" or reference.scope.strict:
        emitter.at(reference.node)
        emitter.emit("throw_constassignment", reference.name)


def _store_global(emitter: Emitter, reference: Reference):
    emitter.at(reference.node)
    if reference.scope.strict:
        emitter.emit("trystglobalbyname", reference.name)
        return
    mark = emitter.mark()
    value = emitter.kept()
    emitter.emit("ldglobal")
    register = emitter.kept()
    emitter.emit("lda", value)
    emitter.emit("stobjbyname", reference.name, register)
    emitter.release(mark)


def typeof_name(emitter: Emitter, node: Node) -> bool:
    """The global variable of a name, undefined if there is none; else False."""
    reference = node.reference
    if reference is None or reference.variable is not None:
        return False
    if reference.name in GLOBAL_CONSTANTS:
        return False
    emitter.emit("ldglobalvar", reference.name)
    return True


def jump_if_hole(emitter: Emitter, target: Label):
    """Jump to the label if the accumulator is a hole; it is in a register then."""
    value = emitter.kept()
    emitter.emit("ldhole")
    emitter.emit("stricteq", value)
    emitter.emit("jnez", target)
    emitter.emit("lda", value)
