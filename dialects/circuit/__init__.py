"""The circuit dialect: a sea-of-nodes graph IR (Circuit IR specification)."""

from xdsl.ir import Dialect

from circ.dialects.circuit.comparisons import FCmpOp, ICmpOp, SelectOp
from circ.dialects.circuit.constants import ArgOp, ConstantOp, SymbolOp
from circ.dialects.circuit.control import CONTROL_GATES, FuncOp
from circ.dialects.circuit.conversions import CONVERSION_GATES
from circ.dialects.circuit.floats import FLOAT_GATES
from circ.dialects.circuit.gate import Gate
from circ.dialects.circuit.integers import INTEGER_GATES
from circ.dialects.circuit.mathematics import MathOp
from circ.dialects.circuit.memory import MEMORY_GATES, GlobalOp
from circ.dialects.circuit.types import ArchType, DependType, StateType
from circ.dialects.circuit.vectors import VECTOR_GATES

GATES: dict[str, type[Gate]] = {
    gate.OPCODE: gate
    for gate in (
        *CONTROL_GATES,
        ConstantOp,
        ArgOp,
        SymbolOp,
        *INTEGER_GATES,
        *FLOAT_GATES,
        ICmpOp,
        FCmpOp,
        SelectOp,
        MathOp,
        *CONVERSION_GATES,
        *VECTOR_GATES,
        *MEMORY_GATES,
    )
}
"""The gate classes by the documents' names."""

Circuit = Dialect(
    "circuit", [FuncOp, GlobalOp, *GATES.values()], [StateType, DependType, ArchType]
)
