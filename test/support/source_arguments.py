"""Values of Python as arguments of a function in source terms."""

import numpy as np
from xdsl.ir import Attribute

from circ.dialects.common.algebra import INTS, float_to_bits
from circ.dialects.common.lanes import pack
from circ.dialects.source.layout import is_float, register_width, vector_type
from circ.targets.execute.arrays import check_array
from circ.targets.execute.marshal import Argument, Array, Scalar, parameter_array

Value = float | np.number | np.ndarray
"""An argument: integers of any size are reduced to the width."""


def bits_of(type: Attribute, value: Value) -> int:
    """The pattern of an integer, reduced to its width, or of a rounded float."""
    if (vector := vector_type(type)) is not None:
        assert isinstance(value, np.ndarray) and value.shape == vector.get_shape()
        width = register_width(vector.element_type)
        assert width is not None
        lanes = [bits_of(vector.element_type, lane) for lane in value.flat]
        return pack(INTS, width, lanes)
    assert not isinstance(value, np.ndarray)
    width = register_width(type)
    assert width is not None
    if is_float(type):
        return float_to_bits(width, float(value))
    return INTS.const(width, int(value))


def argument_of(type: Attribute, value: Value) -> Argument:
    if (array := parameter_array(type)) is not None:
        assert isinstance(value, np.ndarray)
        check_array(value, array, "the array")
        return Array(array, "", value.copy())
    return Scalar(type, bits_of(type, value))
