"""
What each name refers to, which variables are captured, and which may be holes.

A `let`, `const` or class that is referred to in the function that declares it is
initialised if the declaration is before the reference. What is referred to in a
function within is initialised if that function does not exist before the declaration;
a function declaration exists from the beginning: it counts where it is referred to
first.
"""

import sys
from collections import defaultdict
from collections.abc import Iterable

from circ.targets.javascript.binding import Analysis
from circ.targets.javascript.scopes import (
    ARGUMENTS,
    FUNCTION,
    LEXICAL,
    NEW_TARGET,
    THIS,
    FunctionInfo,
    Reference,
    Scope,
    Variable,
)

LENGTH = ".length"
"""What assignments to parameters do not change about `arguments`."""

SPECIAL = (THIS, NEW_TARGET, FUNCTION)


def resolve(analysis: Analysis):
    """Give every reference its variable, and every variable its place."""
    _add_outer_variables(analysis)
    for reference in analysis.references:
        variable = reference.variable = _lookup(reference)
        if variable is not None:
            _note(variable, reference)
    for reference in analysis.references:
        if (variable := reference.variable) is None:
            continue
        function = reference.scope.function
        if variable.scope.function is not function:
            reference.is_self = (
                variable.kind == "function"
                and not variable.writes
                and variable.functions == [function]
            )
            variable.captured |= not reference.is_self
        variable.writes.sort()
    _check_holes(analysis)
    _check_arguments(analysis)
    _allocate(analysis.references)


def _note(variable: Variable, reference: Reference):
    if reference.is_write:
        variable.writes.append(reference.node.start)
    elif not reference.is_declaration:
        variable.reads.append(reference)


def _lookup(reference: Reference) -> Variable | None:
    """The variable of a name, None if it is a global one."""
    name = reference.name
    scope: Scope | None = reference.scope
    if name in SPECIAL:
        return _special(name, scope.function)
    while scope is not None:
        if (variable := scope.variables.get(name)) is not None:
            return variable
        function = scope.function
        if scope is function.special and name == ARGUMENTS:
            if not function.is_arrow and not function.is_script:
                return _special(name, function)
        scope = scope.parent
    return None


def _special(name: str, function: FunctionInfo) -> Variable:
    """What the function around arrow functions has of its own."""
    while function.is_arrow:
        assert function.parent is not None
        function = function.parent
    scope = function.special
    if name not in scope.variables:
        scope.variables[name] = Variable(name, "special", scope)
    return scope.variables[name]


def _add_outer_variables(analysis: Analysis):
    """
    Functions in blocks of sloppy code are `var`s besides.

    They are where a `var` of that name would be no error.
    """
    for function in analysis.functions:
        variable = function.variable
        if variable is None or variable.scope.strict or variable.scope.is_var_scope:
            continue
        scope = variable.scope.parent
        while scope is not None and not scope.is_var_scope:
            if variable.name in scope.variables:
                break
            scope = scope.parent
        if scope is None or not scope.is_var_scope:
            continue
        found = scope.variables.get(variable.name)
        if found is None:
            found = Variable(variable.name, "var", scope)
            scope.variables[variable.name] = found
        if found.kind in ("var", "function"):
            function.outer_variable = found
            found.writes.append(function.start)


def _outermost(function: FunctionInfo, declaring: FunctionInfo) -> FunctionInfo:
    """The function directly within the declaring one that a function is in."""
    while function.parent is not declaring:
        assert function.parent is not None
        function = function.parent
    return function


def _first_uses(analysis: Analysis) -> dict[FunctionInfo, int]:
    """
    The least offset, in the function around it, at which a declared function is used.

    What is used in another declared function is used where that one is.
    """
    first: dict[FunctionInfo, int] = {}
    uses: dict[FunctionInfo, set[FunctionInfo]] = defaultdict(set)
    for function in analysis.functions:
        if (variable := function.variable) is None:
            continue
        declaring = variable.scope.function
        first[function] = sys.maxsize
        if (outer := function.outer_variable) is not None and outer.reads:
            first[function] = 0
        for reference in variable.reads:
            user = reference.scope.function
            if user is declaring:
                first[function] = min(first[function], reference.node.start)
                continue
            within = _outermost(user, declaring)
            if within.variable is not None:
                uses[within].add(function)
            else:
                first[function] = min(first[function], within.start)
    work = [function for function, offset in first.items() if offset < sys.maxsize]
    while work:
        function = work.pop()
        for used in uses[function]:
            if first[function] < first[used]:
                first[used] = first[function]
                work.append(used)
    return first


def _check_holes(analysis: Analysis):
    """Mark the references that must ask whether their variable is a hole."""
    first = _first_uses(analysis)
    for reference in analysis.references:
        variable = reference.variable
        if variable is None or reference.is_declaration:
            continue
        if variable.kind in LEXICAL:
            reference.checked = not _is_initialised(reference, variable, first)
        elif variable.kind == "parameter":
            own = variable.scope.function is reference.scope.function
            reference.checked = own and (
                reference.node.start < variable.start
                or any(a <= reference.node.start < b for a, b in variable.holes)
            )
        variable.checked |= reference.checked


def _is_initialised(
    reference: Reference, variable: Variable, first: dict[FunctionInfo, int]
) -> bool:
    declaring = variable.scope.function
    user = reference.scope.function
    if user is declaring:
        return variable.is_initialised(reference.node.start)
    within = _outermost(user, declaring)
    if within.variable is None:
        return variable.is_initialised(within.start)
    return variable.limit is None and first[within] >= variable.settled


def _check_arguments(analysis: Analysis):
    """In sloppy code, `arguments` and simple parameters are the same variables."""
    for reference in analysis.references:
        variable = reference.variable
        if (
            variable is None
            or variable.kind != "special"
            or reference.name != ARGUMENTS
        ):
            continue
        function = variable.scope.function
        end = reference.node.end
        if analysis.source.text(end, end + len(LENGTH)) == LENGTH:
            continue
        variables = function.parameter_scope.variables.values()
        parameters = (each for each in variables if each.kind == "parameter")
        if (
            not function.strict
            and all(node.kind == "identifier" for node in function.parameters)
            and any(parameter.writes for parameter in parameters)
        ):
            analysis.error(
                reference.node,
                "'arguments' beside assignments to parameters is not supported",
            )


def _allocate(references: Iterable[Reference]):
    """Captured variables get their slots."""
    seen: set[int] = set()
    for reference in references:
        variable = reference.variable
        if variable is not None and variable.captured and id(variable) not in seen:
            seen.add(id(variable))
            slots = variable.scope.environment.slots
            variable.slot = len(slots)
            slots.append(variable)
