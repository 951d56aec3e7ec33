"""Values of Python as arguments and results of a function in source terms."""

from collections.abc import Sequence

import numpy as np
from xdsl.dialects.builtin import FunctionType
from xdsl.ir import Attribute

from circ.dialects.common.algebra import INTS, float_to_bits
from circ.dialects.common.lanes import pack
from circ.dialects.source.layout import is_float, register_width, vector_type
from circ.targets.execute.arrays import check_array
from circ.targets.execute.marshal import Argument, Array, Scalar, parameter_array
from circ.targets.execute.text import text_of

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


def shown(signature: FunctionType, bits: Sequence[int]) -> list[str]:
    """Results as text: NaN has many patterns and one name."""
    return [
        text_of(type, value)
        for type, value in zip(signature.outputs, bits, strict=True)
    ]


def canonical(data: np.ndarray) -> bytes:
    """The bytes of an array; payloads of NaN are not preserved between levels."""
    if data.dtype.kind == "f":
        data = np.where(np.isnan(data), data.dtype.type("nan"), data)
    return data.tobytes()
