"""Functions: their values, and what they do before their first statement."""

from circ.targets.javascript.assignments import assign_to
from circ.targets.javascript.bytecode import Label, Register
from circ.targets.javascript.emitter import (
    NAMED,
    VALUES,
    Emitter,
    writes,
)
from circ.targets.javascript.expression_text import DEFAULTED, PARAMETER
from circ.targets.javascript.literals import skip_unless_undefined
from circ.targets.javascript.scopes import (
    ARGUMENTS,
    THIS,
    FunctionInfo,
    Scope,
    Variable,
)
from circ.targets.javascript.syntax import Node
from circ.targets.javascript.variables import OWN

WITH_DEFAULT = "assignment_pattern"


@writes(VALUES, "function_expression", "arrow_function")
def function(emitter: Emitter, node: Node):
    name = node.get("name")
    function_named(emitter, node, "" if name is None else name.text)


def function_named(emitter: Emitter, node: Node, name: str):
    assert node.function is not None
    define(emitter, node.function, name)


NAMED["function_expression"] = NAMED["arrow_function"] = function_named


def define(emitter: Emitter, info: FunctionInfo, name: str, row: str = "definefunc"):
    """A new function becomes the accumulator; a method's home object is in it."""
    function = emitter.unit.define(info, name, tuple(emitter.environments))
    emitter.emit(row, function.name, length_of(info))


def length_of(info: FunctionInfo) -> int:
    """How many parameters there are before one with a default or the rest."""
    length = 0
    for node in info.parameters:
        if node.kind in (WITH_DEFAULT, "rest_pattern"):
            break
        length += 1
    return length


def declare_functions(emitter: Emitter, scope: Scope):
    """The function declarations of a scope: its first deed."""
    for info in scope.functions:
        emitter.at(info.node)
        define(emitter, info, info.name)
        assert info.variable is not None
        emitter.put(info.variable)


def begin(emitter: Emitter):
    """A function's environment, and what functions within capture of it."""
    info = emitter.info
    special = info.special
    emitter.emit("ldlexenv")
    if special.slots:
        emitter.emit("newlexenv", len(special.slots))
        emitter.environments.append(special)
    for variable in special.variables.values():
        _own(emitter, info, variable)


def receive(emitter: Emitter):
    """The parameters of a function, its variables, its function declarations."""
    info = emitter.info
    parameters = info.parameter_scope
    if not info.is_script:
        _parameters(emitter, info)
    if info.body_scope is not parameters:
        emitter.prepare(parameters)
        emitter.open(info.body_scope)
    else:
        emitter.prepare(parameters)
    declare_functions(emitter, info.body_scope)


def _own(emitter: Emitter, info: FunctionInfo, variable: Variable):
    """What a function has of its own, where it is a variable."""
    if variable.kind == "self":
        if variable.captured:
            emitter.emit("ldfunction")
            emitter.put(variable)
    elif variable.kind != "special":
        return
    elif variable.name == ARGUMENTS:
        if not variable.captured:
            variable.register = emitter.temporary()
        emitter.emit("getunmappedargs")
        emitter.put(variable)
    elif variable.name == THIS and info.is_derived:
        if not variable.captured:
            variable.register = emitter.temporary()
            emitter.emit("ldhole")
            emitter.put(variable)
    elif variable.captured:
        emitter.emit(OWN[variable.name])
        emitter.put(variable)


def _parameters(emitter: Emitter, info: FunctionInfo):
    """Parameters keep their registers unless something captures them."""
    for variable in info.parameter_scope.variables.values():
        if variable.kind == "parameter" and not variable.captured:
            variable.register = None
    for k, node in enumerate(info.parameters):
        register = Register("a", k)
        if node.kind == "rest_pattern":
            _rest(emitter, node, k)
            continue
        has_default = node.kind == WITH_DEFAULT
        target = node["left"] if has_default else node
        variable = None if target.reference is None else target.reference.variable
        is_name = target.kind == "identifier" and variable is not None
        if is_name and variable is not None and not variable.captured:
            variable.register = register
        given: Label | None = None
        if has_default:
            given = skip_unless_undefined(emitter, register)
            name = target.text if is_name else ""
            emitter.named(node["right"], name)
            emitter.emit("sta", register)
            emitter.place(given)
        if variable is None or not is_name or variable.captured:
            _declare_parameters(emitter, target)
            emitter.emit("lda", register)
            assign_to(emitter, target, DEFAULTED if has_default else PARAMETER)


def _rest(emitter: Emitter, node: Node, index: int):
    target = node.children[0]
    _declare_parameters(emitter, target)
    emitter.emit("copyrestargs", index)
    assign_to(emitter, target)


def _declare_parameters(emitter: Emitter, pattern: Node):
    """Registers for the variables of a pattern."""
    for node in pattern.walk():
        variable = None if node.reference is None else node.reference.variable
        if (
            variable is not None
            and variable.kind == "parameter"
            and variable.scope.function is emitter.info
            and variable.register is None
            and not variable.captured
        ):
            variable.register = emitter.temporary()
