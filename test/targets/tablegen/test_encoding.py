"""Where the bits of an instruction word come from."""

from circ.targets.tablegen.analysis.encoding import field_names
from circ.targets.tablegen.records import BitReference, Bits


def test_only_fields_are_operands():
    """LLVM's BPF has instructions whose word mentions a field of an unset record."""
    rs0, rs1 = (BitReference("rs", position) for position in (0, 1))
    part = BitReference("Class.Value", 0)
    bits = Bits((1, rs1, part, None, BitReference("rd", 0), rs0))
    assert field_names(bits) == ("rs", "rd")
