"""Constants in vector registers, a pseudo operation of the NaplesPU dialect."""

from collections.abc import Sequence

from xdsl.dialects.builtin import ArrayAttr, IntAttr, LocationAttr
from xdsl.irdl import irdl_op_definition, prop_def, result_def, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.machine_operations import MachineOp
from circ.dialects.naplespu.register_file import LANES
from circ.dialects.naplespu.registers import VECTOR
from circ.dialects.naplespu.spilling import VECTOR_CONSTANT


@irdl_op_definition
class LoadLanesOp(MachineOp):
    """
    A constant of sixteen words, given unsigned, lane 0 first.

    Lowered to a load of an object of the module, whose address goes through `tr`; can
    be recomputed like LoadI32.
    """

    name = "naplespu.load_lanes"
    lanes = prop_def(ArrayAttr[IntAttr])
    result = result_def(VECTOR_CONSTANT)
    traits = traits_def(Pure())

    @classmethod
    def of(
        cls, lanes: Sequence[int], location: LocationAttr | None = None
    ) -> "LoadLanesOp":
        """The constant of these words, lane 0 first."""
        return cls.create(
            properties={"lanes": ArrayAttr([IntAttr(lane) for lane in lanes])},
            result_types=[VECTOR],
            location=location,
        )

    @property
    def words(self) -> tuple[int, ...]:
        """The lanes, unsigned."""
        return tuple(lane.data for lane in self.lanes)

    @classmethod
    def parse(cls, parser: Parser) -> "LoadLanesOp":
        words = parser.parse_comma_separated_list(
            parser.Delimiter.SQUARE, lambda: parser.parse_integer(allow_boolean=False)
        )
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        return cls.create(
            properties={"lanes": ArrayAttr([IntAttr(word) for word in words])},
            attributes=attributes,
            result_types=[parser.parse_type()],
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(f" [{', '.join(map(str, self.words))}]")
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.result.type)

    def verify_(self) -> None:
        if len(self.lanes) != LANES:
            raise VerifyException(f"needs {LANES} lanes, but has {len(self.lanes)}")
        for lane in self.words:
            if not 0 <= lane < 1 << 32:
                raise VerifyException(
                    f"a lane must be an unsigned 32-bit number, but is {lane}"
                )
