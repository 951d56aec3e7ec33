"""
The host of a program: serves what `targets/naplespu/libc/system.s` asks it for.

docs/naplespu.md, "The system interface of programs".
"""

from collections.abc import Callable, Sequence

from circ.dialects.common.algebra import INTS
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.naplespu.register_file import RA
from circ.targets.execute.environment import Environment
from circ.targets.execute.naplespu.memory import MainMemory
from circ.targets.execute.system_functions import Services
from circ.targets.naplespu.description.calling_convention import WORD
from circ.targets.naplespu.object.debug_lines import LineTable
from circ.targets.naplespu.simulator.machine import Machine

MARK = 0x0C1C_0000
"""What the numbers of requests begin with; other values are no requests."""


class Host:
    """Serves requests; a `Diagnostic` of one is at the call that made it."""

    def __init__(
        self, environment: Environment, memory: MainMemory, locations: LineTable
    ):
        services = Services(environment, memory)
        self._locations = locations
        self._services: dict[int, tuple[Callable[..., int], int]] = {
            MARK + 1: (services.write, 3),
            MARK + 2: (services.read, 3),
            MARK + 3: (services.set_break, 1),
        }

    def __call__(
        self, thread: Machine, request: int, arguments: Sequence[int]
    ) -> int | None:
        """The result; None for what is no request."""
        if request not in self._services:
            return None
        serve, arity = self._services[request]
        try:
            return INTS.const(8 * WORD, serve(*arguments[:arity]))
        except Diagnostic as error:
            place = self._locations.get(thread.scalar[RA] - WORD)
            raise Diagnostic(place, error.message) from None
