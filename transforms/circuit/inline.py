"""
Inlining: calls are replaced by what their callees do.

At circuit level, so that one pass serves all front ends: a callee has no blocks that a
structured caller could not hold, and it is what is left of it after canonicalization
that is measured and copied. How a call is replaced is in `splice.py`.

Callees come before their callers (strongly connected components of the call graph), so
that a function is copied with what was inlined into it. A call of a function that leads
back to the caller stays, and so do calls that would become wrong: of and in functions
that call `setjmp`, of functions with any number of arguments, and of those with objects
of variable size, which live until their function returns.

What a function costs is estimated in operations of a machine: a gate one, and two where
it takes or gives 64 bits; a call `CALL_COST` and its arguments; constants, merges and
relays nothing. A call is inlined if

- the callee says so (`circ.inline = "always"`; "never" keeps all calls of it), or is
  executed by lanes in turn (`circ.in_turn`), and there are no programs of lanes,
- the callee costs no more than the call,
- it is the only use of a private function, which then goes, up to `ONLY_CALL_LIMIT`,
- the callee costs at most `limit`, while the module has grown by less than a quarter.

Only the first two kinds make a function larger than `FUNCTION_LIMIT`, and none copies
code through more than `MOST_LEVELS` callers: that bounds the work, which is linear in
what is copied. Objects count too: a caller gets at most `FRAME_LIMIT` bytes of them,
and a recursive one none.
"""

from dataclasses import dataclass, field

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Use
from xdsl.passes import ModulePass

from circ.dialects.circuit.calls import callee_name, fits
from circ.dialects.circuit.constants import SymbolOp
from circ.dialects.circuit.control import FuncOp
from circ.dialects.circuit.memory import AllocaOp, CallOp
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.dominance import components
from circ.dialects.common.dynamic_objects import ALLOCATE
from circ.dialects.common.kernel import IN_LANES, IN_TURN
from circ.dialects.common.linkage import WEAK, linkage_of
from circ.dialects.common.memory import RUNTIME
from circ.dialects.common.module_functions import INLINE
from circ.dialects.common.operation_search import operations_in
from circ.dialects.common.reports import count, done, missed
from circ.dialects.common.setjmp import SETJMP
from circ.dialects.common.symbols import is_private, names_of, symbols_in
from circ.dialects.common.variadic import is_variadic
from circ.transforms.circuit.canonicalize import canonicalize
from circ.transforms.circuit.costs import ELEMENTS, call_cost, cost_of
from circ.transforms.circuit.splice import Splicer, edges_of, is_straight

LIMIT = 20
ONLY_CALL_LIMIT = 1_000
FUNCTION_LIMIT = 5_000
GROWTH = 200
"""By how much a module may grow apart from a quarter."""
MOST_LEVELS = 8
FRAME_LIMIT = 4_096
"""Bytes of objects that inlining may add to a caller's frame."""


@dataclass
class Function:
    """A function of the module, and what inlining has to know of it."""

    func: FuncOp
    calls: list[tuple[CallOp, str]] = field(default_factory=list[tuple[CallOp, str]])
    """Its calls of functions of the module, with their names."""
    is_recursive: bool = False
    component: int = 0
    cost: int = 0
    frame: int = 0
    """Bytes of its objects."""
    levels: int = 0
    """How deep inlined calls in it are nested."""
    obstacle: str | None = None
    """Why calls of it stay."""
    keeps_calls: bool = False
    """Do all of its own calls stay?"""
    is_straight: bool = False
    was_inlined: bool = False

    @property
    def in_lanes(self) -> bool:
        """Is it a program of lanes?"""
        return IN_LANES in self.func.attributes

    def measure(self) -> None:
        """Find out what does not depend on other functions; linear."""
        self.cost = self.frame = 0
        symbols: set[str] = set()
        for gate in self.func.body.block.ops:
            self.cost += cost_of(gate)
        for gate in operations_in(self.func.body, AllocaOp):
            self.frame += gate.size.data
        for gate in operations_in(self.func.body, SymbolOp):
            symbols.add(gate.symbol.string_value())
        if operations_in(self.func.body, *ELEMENTS):
            self.obstacle = "it accesses elements of another language's arrays"
            self.keeps_calls = True
        self.is_straight = is_straight(self.func)
        if not symbols.isdisjoint(SETJMP):
            self.obstacle = "it calls setjmp"
            self.keeps_calls = True
        elif ALLOCATE in symbols:
            self.obstacle = "it has objects of variable size"
        elif linkage_of(self.func) == WEAK:
            self.obstacle = "another definition may replace it"
        elif is_variadic(self.func):
            self.obstacle = "it takes any number of arguments"
        elif RUNTIME in self.func.attributes:
            self.obstacle = "it is of the run-time library"
        elif hint_of(self.func) == "never":
            self.obstacle = "it must not be inlined"


def hint_of(func: FuncOp) -> str | None:
    """What a function's attribute says; MLIR's `no_inline` is "never"."""
    if "no_inline" in func.attributes:
        return "never"
    hint = func.attributes.get(INLINE)
    if hint is None:
        return None
    if not isinstance(hint, StringAttr) or hint.data not in ("always", "never"):
        message = f'{INLINE} must be "always" or "never", but is {hint}'
        raise Diagnostic(func.location, message)
    return hint.data


class Inliner:
    """Inlines in one module."""

    def __init__(self, module: ModuleOp, limit: int):
        self.module = module
        self.limit = limit
        self.functions: dict[str, Function] = {}
        self.uses: dict[str, int] = {}
        """How often calls name each function."""
        self.budget = 0
        """By how much the module may still grow."""
        self.has_lanes = False
        """Are there programs of lanes?"""
        self.addressed: set[str] = set()
        """Functions that something else than a call names."""

    def run(self) -> None:
        functions = [op for op in self.module.ops if isinstance(op, FuncOp)]
        self.functions = {f.sym_name.data: Function(f) for f in functions}
        self.uses = dict.fromkeys(self.functions, 0)
        for function in self.functions.values():
            self._find_calls(function)
        if not any(self.uses.values()):
            return
        self.has_lanes = any(f.in_lanes for f in self.functions.values())
        self.addressed = self._addressed()
        order = self._callees_first()
        for function in order:
            function.measure()
        self.budget = sum(function.cost for function in order) // 4 + GROWTH
        for function in order:
            self._inline_into(function)
        for function in reversed(order):
            self._remove(function)

    def _find_calls(self, caller: Function) -> None:
        """List a function's calls anew, and count them."""
        for _, name in caller.calls:
            self.uses[name] -= 1
        found = [
            (gate, callee_name(gate))
            for gate in operations_in(caller.func.body, CallOp)
        ]
        caller.calls = [(c, name) for c, name in found if name in self.functions]
        for _, name in caller.calls:
            self.uses[name] += 1

    def _addressed(self) -> set[str]:
        """Functions that something else than a call names; linear."""
        found: set[str] = set()
        for op in self.module.ops:
            found.update(symbols_in(op.attributes.values()))
            if not isinstance(op, FuncOp):
                inner = (inner.properties.values() for inner in op.walk())
                found.update(name for each in inner for name in symbols_in(each))
                continue
            for symbol in operations_in(op.body, SymbolOp):
                if not all(map(_is_callee, symbol.result.uses)):
                    found.add(symbol.symbol.string_value())
        return found

    def _callees_first(self) -> list[Function]:
        """The functions in the order of inlining; finds those that call themselves."""
        names = list(self.functions)
        number = {name: i for i, name in enumerate(names)}
        successors = [
            [number[callee] for _, callee in function.calls]
            for function in self.functions.values()
        ]
        order: list[Function] = []
        for index, component in enumerate(components(successors, range(len(names)))):
            for i in component:
                function = self.functions[names[i]]
                function.component = index
                function.is_recursive = len(component) > 1 or i in successors[i]
                order.append(function)
        return order

    def _inline_into(self, caller: Function) -> None:
        """Replace the calls of one function that are worth it."""
        chosen: dict[CallOp, Function] = {}
        size = Size(caller.cost)
        for call, name in caller.calls:
            callee = self.functions[name]
            if (reason := self._obstacle(caller, size, call, callee)) is None:
                chosen[call] = callee
                size.cost += callee.cost
                size.frame += callee.frame
            else:
                count("calls kept")
                missed(call, f"@{name} not inlined: {reason}")
        if not chosen:
            return
        branching = [call for call, callee in chosen.items() if not callee.is_straight]
        edges = edges_of(caller.func, branching) if branching else {}
        splicer = Splicer(caller.func)
        # In the order of `edges`, in which calls of one block are executed.
        order = [*edges, *(call for call in chosen if call not in edges)]
        for call in order:
            callee = chosen[call]
            name = callee.func.sym_name.data
            if not callee.is_straight and call not in edges:
                count("calls kept")
                missed(call, f"@{name} not inlined: it branches, and the call floats")
                continue
            count("calls inlined")
            done(call, f"@{name} inlined", cost=callee.cost)
            splicer.splice(call, callee.func, edges.get(call))
            callee.was_inlined = True
            caller.levels = max(caller.levels, callee.levels + 1)
        canonicalize(caller.func)
        caller.measure()
        self._find_calls(caller)

    def _obstacle(
        self, caller: Function, size: "Size", call: CallOp, callee: Function
    ) -> str | None:
        """Why a call is not inlined; None if it is, which is taken from the budget."""
        if caller.keeps_calls:
            return f"in its caller, {caller.obstacle}"
        if callee.obstacle is not None:
            return callee.obstacle
        if callee.component == caller.component:
            return "it is recursive"
        if (
            IN_LANES in callee.func.attributes
            and IN_LANES not in caller.func.attributes
        ):
            return "it is a program of lanes"
        if callee.levels >= MOST_LEVELS:
            return f"calls in it are inlined {callee.levels} deep"
        if not call.depend.first_use:
            return "nothing comes after the call"
        if not fits(call, callee.func):
            return "the call has another type"
        if IN_TURN in callee.func.attributes:
            return "lanes execute it in turn" if self.has_lanes else None
        if hint_of(callee.func) == "always":
            return None
        if callee.frame and caller.is_recursive:
            return "it has objects, and its caller is recursive"
        if size.frame + callee.frame > FRAME_LIMIT:
            return f"its caller's frame would grow by more than {FRAME_LIMIT} bytes"
        growth = callee.cost - call_cost(call)
        if growth <= 0:
            return None
        if size.cost + callee.cost > FUNCTION_LIMIT:
            return f"its caller would cost more than {FUNCTION_LIMIT}"
        if self._is_only_use(callee) and callee.cost <= ONLY_CALL_LIMIT:
            return None
        if callee.cost > self.limit:
            return f"it costs {callee.cost}, more than {self.limit}"
        if growth > self.budget:
            return "the module has grown enough"
        self.budget -= growth
        return None

    def _is_only_use(self, callee: Function) -> bool:
        """Does the function go with this call?"""
        return self._is_removable(callee) and self.uses[callee.func.sym_name.data] == 1

    def _is_removable(self, function: Function) -> bool:
        """Does nothing but calls name a function?"""
        names = names_of(function.func)
        private = is_private(function.func) and len(names) == 1
        return private and names[0] not in self.addressed

    def _remove(self, function: Function) -> None:
        """Remove a function if all calls of it were inlined; callers come before."""
        name = function.func.sym_name.data
        if not function.was_inlined or self.uses[name]:
            return
        if self._is_removable(function):
            for _, callee in function.calls:
                self.uses[callee] -= 1
            count("functions removed")
            done(function.func, f"@{name} removed: all calls of it are inlined")
            # Nothing outside uses its values, so that it goes as a whole.
            function.func.detach()


@dataclass
class Size:
    """What a caller grows to."""

    cost: int
    frame: int = 0


def _is_callee(use: Use) -> bool:
    return isinstance(use.operation, CallOp) and use.index == 1


@dataclass(frozen=True)
class CircuitInlinePass(ModulePass):
    """
    Inline calls of small functions, and of private ones that are called once.

    Private functions of which all calls are inlined are removed. The function attribute
    `circ.inline` is a hint: "always" or "never".
    """

    name = "circuit-inline"

    limit: int = LIMIT
    """What a function that is called often may cost, in operations."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        Inliner(op, self.limit).run()
