"""
The parser of the operators that bind names: `!foreach`, `!filter` and `!foldl`.

Facts: `tablegen` section 2.7.
"""

from circ.targets.tablegen.language.operators import (
    fold,
    loop,
)
from circ.targets.tablegen.language.types import (
    DAG,
    INT,
    ListType,
    Type,
)
from circ.targets.tablegen.language.value_parser import Owner, ValueParser
from circ.targets.tablegen.language.values import Node, variable


class BindingParser(ValueParser):
    """Parses the operators whose last operand has names of its own."""

    def _is_bound(self, owner: Owner, name: str) -> bool:
        return name in self.bound_names or (
            owner is not None and name in owner.declarations
        )

    def _bound_body(
        self, owner: Owner, names: dict[str, Type], wanted: Type | None = None
    ) -> Node:
        """The operand in which the names stand for what the operator binds."""
        self.push(entity=owner)
        for name, type in names.items():
            self.scope.variables[name] = variable(name, type)
        self.bound_names.extend(names)
        try:
            return self.parse_value(owner, wanted)
        finally:
            del self.bound_names[-len(names) :]
            self.pop()

    def parse_loop(self, kind: str, owner: Owner, wanted: Type | None) -> Node:
        """`!foreach` or `!filter`."""
        operator_place = self.place
        self.advance()
        self.expect("(", "expected '(' after !foreach/!filter")
        name = self.take_word(
            "id", "first argument of !foreach/!filter must be an identifier"
        )
        if self._is_bound(owner, name):
            raise self.error_here(f"iteration variable '\"{name}\"' is already defined")
        self.expect(",", "expected ',' in !foreach/!filter")
        sequence = self.parse_value(owner)
        self.expect(",", "expected ',' in !foreach/!filter")
        body_wanted: Type | None = None
        match sequence.type:
            case None:
                raise self.error_here(
                    "could not get type of !foreach/!filter list or dag"
                )
            case ListType(element=item):
                if wanted is not None and not isinstance(wanted, ListType):
                    raise self.reporter.abort(
                        operator_place,
                        f"expected value of type '{wanted}', but got list type",
                    )
                if wanted is not None:
                    body_wanted = wanted.element if kind == "!foreach" else INT
                is_dag = False
            case _ if sequence.type is DAG and kind == "!foreach":
                if wanted is not None and wanted is not DAG:
                    raise self.reporter.abort(
                        operator_place,
                        f"expected value of type '{wanted}', but got dag type",
                    )
                item, is_dag = DAG, True
            case _:
                what = "list or dag" if kind == "!foreach" else "list"
                raise self.error_here(f"{kind} must have a {what} argument")
        body = self._bound_body(owner, {name: item}, body_wanted)
        self.expect(")", "expected ')' in !foreach/!filter")
        type: Type = item
        if kind == "!filter":
            type = item.list_of()
        elif not is_dag:
            if body.type is None:
                raise self.error_here(
                    "could not get type of !foreach result expression"
                )
            type = body.type.list_of()
        return loop(kind[1:], name, sequence, body, type, owner)

    def parse_fold(self, owner: Owner) -> Node:
        """`!foldl`."""
        self.advance()
        self.expect("(", "expected '(' after !foldl")
        start = self.parse_value(owner)
        if start.type is None:
            raise self.error_here(f"could not get type of !foldl start: '{start}'")
        self.expect(",", "expected ',' in !foldl")
        sequence = self.parse_value(owner)
        if sequence.type is None:
            raise self.error_here(f"could not get type of !foldl list: '{sequence}'")
        if not isinstance(sequence.type, ListType):
            raise self.error_here(
                f"!foldl list must be a list, but is of type '{sequence.type}"
            )
        self.expect(",", "expected ',' in !foldl")
        names: list[str] = []
        for ordinal, side in (("third", "left"), ("fourth", "right")):
            if self.kind != "id":
                raise self.error_here(
                    f"{ordinal} argument of !foldl must be an identifier"
                )
            name = self.word
            if self._is_bound(owner, name):
                raise self.error_here(
                    f"{side} !foldl variable '\"{name}\"' already defined"
                )
            names.append(name)
            self.advance()
            self.expect(",", "expected ',' in !foldl")
        first, second = names
        types = {first: start.type, second: sequence.type.element}
        body = self._bound_body(owner, types)
        if body.type is None:
            raise self.error_here("could not get type of !foldl expression")
        if body.type is not start.type:
            raise self.error_here(
                f"!foldl expression must be of same type as start ({start.type}), but "
                f"is of type {body.type}"
            )
        self.expect(")", "expected ')' in fold operator")
        return fold(start, sequence, (first, second), body, owner)
