"""The circuit dialect: a sea-of-nodes graph IR (docs/reference/circuit.md)."""

from xdsl.ir import Dialect

# Each of these modules defines gates, which `GATES` then has.
from circ.dialects.circuit import comparisons as comparisons
from circ.dialects.circuit import constants as constants
from circ.dialects.circuit import conversions as conversions
from circ.dialects.circuit import floats as floats
from circ.dialects.circuit import integers as integers
from circ.dialects.circuit import language as language
from circ.dialects.circuit import mathematics as mathematics
from circ.dialects.circuit import vectors as vectors
from circ.dialects.circuit.control import FuncOp
from circ.dialects.circuit.gate import GATES
from circ.dialects.circuit.gate_types import GateTypesAttr
from circ.dialects.circuit.memory import GlobalOp
from circ.dialects.circuit.types import ArchType, DependType, StateType

__all__ = ["GATES", "Circuit"]

Circuit = Dialect(
    "circuit",
    [FuncOp, GlobalOp, *GATES.values()],
    [StateType, DependType, ArchType, GateTypesAttr],
)
