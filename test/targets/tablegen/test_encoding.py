"""Where the bits of an instruction word come from."""

from circ.targets.tablegen.encoding import field_names
from circ.targets.tablegen.records import BitReference, Bits


def test_only_fields_are_operands():
    """LLVM's BPF has instructions whose word mentions a field of an unset record."""
    bits = Bits(
        (1, BitReference("rs", 1), BitReference("Class.Value", 0), None)
        + (BitReference("rd", 0), BitReference("rs", 0))
    )
    assert field_names(bits) == ("rs", "rd")
