"""
The parser of MLIR text: xDSL's, with a location for everything.

xDSL (0.74) gives operations no location unless the text has `loc(...)`, and reports
malformed text with half a dozen kinds of exception, most of them without a location.
This parser gives every operation the location of its first character and turns each
exception into one `Diagnostic`; see docs/xdsl-notes.md.
"""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import TypeVar

from xdsl.context import Context
from xdsl.dialects.builtin import (
    AnyFloat,
    ComplexType,
    FileLineColLoc,
    FloatAttr,
    FusedLoc,
    IndexType,
    IntAttr,
    IntegerAttr,
    IntegerType,
    LocationAttr,
    ModuleOp,
    NoneAttr,
    StringAttr,
    UnknownLoc,
)
from xdsl.ir import Attribute, Block, BlockArgument, Operation, SSAValue, TypeAttribute
from xdsl.ir.affine import AffineExpr, AffineMap
from xdsl.parser import AttrParser, Parser, ParserState
from xdsl.utils.exceptions import MultipleSpansParseError, ParseError, VerifyException
from xdsl.utils.lexer import Input, Span
from xdsl.utils.mlir_lexer import MLIRTokenKind

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.fast_operations import make_operation
from circ.dialects.common.half import float_bits, float_of, half_of
from circ.dialects.common.number_text import is_float
from circ.dialects.common.recursion import READING, frames
from circ.dialects.source.generic import DIFFERENT
from circ.targets.mlir.lexer import LinearLexer
from circ.targets.mlir.lines import Lines, pieces_of

T = TypeVar("T")

NAMED = (ValueError, VerifyException)
"""The exceptions of xDSL's parser other than `ParseError`, with their messages."""

MALFORMED = (
    *NAMED,
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    NotImplementedError,
    TypeError,
)
"""The exceptions for text that is not MLIR."""

ALIAS = re.compile(r"^(#[\w$.-]+)[ \t]*=", re.MULTILINE)
"""The definition of an alias, which begins a line."""

NO_CUSTOM_TEXT = re.compile(r"Operation (\S+) does not have a custom format\.")

TOO_DEEP = "regions, attributes or types are nested too deeply"


class Locations:
    """Lines and columns of offsets in a text; a look-up takes logarithmic time."""

    def __init__(self, text: str, filename: str):
        self._starts = list(accumulate(len(line) + 1 for line in text.split("\n")))
        self._filename = StringAttr(filename)
        self._numbers: dict[int, IntAttr] = {}

    def _number(self, value: int) -> IntAttr:
        if (number := self._numbers.get(value)) is None:
            number = self._numbers[value] = IntAttr(value)
        return number

    def __getitem__(self, offset: int) -> FileLineColLoc:
        line = bisect_right(self._starts, offset)
        column = offset - (self._starts[line - 1] if line else 0)
        return FileLineColLoc(
            self._filename, self._number(line + 1), self._number(column + 1)
        )


def attribute_parser(ctx: Context, text: str) -> AttrParser:
    """xDSL's parser of attributes and types; a ParseError if the first token is bad."""
    return AttrParser(ParserState(LinearLexer(Input(text, "attribute"))), ctx)


class LiteralElement(AttrParser._TensorLiteralElement):  # pyright: ignore[reportPrivateUsage]
    """An element of `dense<…>`; xDSL reads the bits of a float as a number."""

    def to_type(
        self, parser: AttrParser, type: AnyFloat | IntegerType | IndexType | ComplexType
    ) -> int | float | tuple[int, int] | tuple[float, float]:
        if isinstance(type, AnyFloat) and self.span.text.startswith("0x"):
            if not is_float(type):
                parser.raise_error(f"the bits of a value of type {type}", self.span)
            return float_of(type, type.bitwidth, int(self.span.text, 16))
        value = super().to_type(parser, type)
        if isinstance(value, float) and half_of(type) is not None:
            # xDSL cannot store what is too large for f16.
            return float_of(type, 16, float_bits(type, 16, value))
        return value


class LocatingParser(Parser):
    """
    xDSL's parser with locations, and with `Diagnostic` as its only exception.

    `LocatingParser(ctx, text, filename).parse_module()` raises nothing but
    `Diagnostic`, whatever the text.
    """

    _TensorLiteralElement = LiteralElement

    def __init__(self, ctx: Context, text: str, filename: str):
        self._locations = Locations(text, filename)
        self._start = 0
        self._name = (-1, "")
        """The offset and name of the operation whose parsing began last."""
        self._lines = Lines()
        self._aliases: dict[str, int] | None = None
        """
        The offsets of alias definitions not yet parsed; None until they are needed.
        """
        self._read_aliases: dict[int, int] = {}
        """The spans of alias definitions that were parsed early."""
        self._types: dict[str, TypeAttribute] = {}
        try:
            state = ParserState(LinearLexer(Input(text, filename)))
        except ParseError as error:  # in the first token
            raise self._diagnostic(error) from None
        # Like Parser.__init__, which takes no other lexer.
        AttrParser.__init__(self, state, ctx)
        self.ssa_values = {}
        self.blocks = {}
        self.forward_block_references = defaultdict(list)
        self.forward_ssa_references = {}

    def parse_module(self, allow_implicit_module: bool = True) -> ModuleOp:
        if allow_implicit_module and self._current_token.kind is MLIRTokenKind.EOF:
            return ModuleOp([])
        start = self.pos
        try:
            with frames(READING):
                module = super().parse_module(allow_implicit_module)
        except ParseError as error:
            raise self._undefined_value(error) or self._diagnostic(error) from error
        except MALFORMED as error:  # of an alias, outside any operation
            raise Diagnostic(self._locations[self.pos], what_is_wrong(error)) from error
        except RecursionError:
            raise Diagnostic(self._locations[self.pos], TOO_DEEP) from None
        if isinstance(module.location, UnknownLoc):  # an implicit module
            module.location = self._locations[start]
        return module

    def parse_operation(self) -> Operation:
        start = self._start = self.pos
        if (op := self._known_operation(start)) is not None:
            return op
        try:
            op = super().parse_operation()
        except MALFORMED as error:
            what, (named, name) = what_is_wrong(error), self._name
            if named == start:  # Not an operation in a region.
                what = f"'{name}': {what}"
            raise Diagnostic(self._locations[start], what) from error
        except RecursionError:
            raise Diagnostic(self._locations[start], TOO_DEEP) from None
        if isinstance(op.location, UnknownLoc):
            op.location = self._locations[start]
            source, next = self.lexer.input.content, self._current_token
            self._lines.learn(source, start, op, self.ssa_values, next)
        return op

    def _known_operation(self, start: int) -> Operation | None:
        """
        An operation that copies that of a remembered line; None if it must be parsed.
        """
        state, lexer = self._parser_state, self.lexer
        source = lexer.input.content
        end = source.find("\n", start)
        pieces, names = pieces_of(source[start:end])
        if end < 0 or (line := self._lines[pieces]) is None:
            return None
        known = self.ssa_values
        # The names of the results come first.
        first = len(line.result_types)
        if len(set(names)) != len(names) or any(
            name in known or name in self.forward_ssa_references
            for name in names[:first]
        ):
            return None
        operands: list[SSAValue] = []
        for name, type in zip(names[first:], line.operand_types, strict=True):
            values = known.get(name, ())
            if len(values) != 1:
                return None
            (value,) = values
            if value.type is not type and value.type != type:
                return None
            operands.append(value)
        start_of_next, lexer.pos = lexer.pos, end
        next = lexer.lex()
        if not line.may_end(next):
            lexer.pos = start_of_next
            return None
        state.current_token = next
        op = make_operation(
            line.kind,
            operands,
            line.result_types,
            line.properties,
            line.attributes,
            self._locations[start],
        )
        for name, result in zip(names, op.results):
            known[name] = (result,)
            if not name[0].isdigit():
                result.name_hint = name
        return op

    def _parse_optional_integer_or_float_type(self) -> TypeAttribute | None:
        """The canonical object of a type, which makes comparison faster."""
        token = self._current_token
        if token.kind is not MLIRTokenKind.BARE_IDENT:
            return None
        if (type := self._types.get(name := token.text)) is not None:
            self._consume_token()
        elif (type := super()._parse_optional_integer_or_float_type()) is not None:
            self._types[name] = type
        return type

    def _parse_location(self) -> LocationAttr:
        """Also parse forward references to aliases, and `fused<"tag">[…]`."""
        if self._current_token.kind is MLIRTokenKind.HASH_IDENT:
            self._look_ahead(self._current_token.text)
        if self._current_token.text != "fused":
            return super()._parse_location()
        self._consume_token()
        tag: Attribute = NoneAttr()
        if self.parse_optional_punctuation("<"):
            tag = self.parse_attribute()
            self.parse_punctuation(">")
        square = self.Delimiter.SQUARE
        parts = self.parse_comma_separated_list(square, self._parse_location)
        return FusedLoc(tuple(parts), tag)

    def _look_ahead(self, alias: str) -> None:
        """Parse the definition of an alias that comes later in the text."""
        if alias in self.attribute_aliases:
            return
        if self._aliases is None:
            found = [*ALIAS.finditer(self.lexer.input.content)]
            self._aliases = {match[1]: match.start() for match in reversed(found)}
        # Removed, so that an alias that refers to itself is undefined.
        if (start := self._aliases.pop(alias, None)) is not None:
            here = self.pos
            self._resume_from(start)
            self._parse_alias_def()
            self._read_aliases[start] = self.pos
            self._resume_from(here)

    def _parse_alias_def(self) -> None:
        if (end := self._read_aliases.get(self.pos)) is not None:
            self._resume_from(end)
        else:
            super()._parse_alias_def()

    def parse_comma_separated_list(
        self,
        delimiter: Parser.Delimiter,
        parse: Callable[[], T],
        context_msg: str = "",
    ) -> list[T]:
        """
        Allow a single type without parentheses after an arrow: `scf.if %c -> i32`.
        """
        of_types = parse in (self.parse_type, self.parse_attribute)
        if of_types and delimiter is self.Delimiter.PAREN and self._follows_arrow():
            if self._current_token.kind is not MLIRTokenKind.L_PAREN:
                return [parse()]
        return super().parse_comma_separated_list(delimiter, parse, context_msg)

    def _follows_arrow(self) -> bool:
        before = self.lexer.input.slice(max(self.pos - 80, 0), self.pos)
        return before is not None and before.rstrip().endswith("->")

    def parse_optional_builtin_int_or_float_attr(
        self,
    ) -> IntegerAttr | FloatAttr | None:
        """Reject a float literal without a point, as MLIR does: `1 : f32`."""
        start = self.pos
        attribute = super().parse_optional_builtin_int_or_float_attr()
        if isinstance(attribute, FloatAttr):
            text = self.lexer.input.slice(start, self.pos) or ""
            if re.match(r"-?\s*[0-9]+\s*:", text):
                self.raise_error("a float literal must have a point", start)
        return attribute

    def parse_affine_map(self) -> AffineMap:
        """Diagnose an expression that is too deep to be hashed."""
        map = super().parse_affine_map()
        hash(map)
        return map

    def parse_affine_map_of_ssa_ids(
        self,
    ) -> tuple[AffineMap, Sequence[SSAValue[IndexType]]]:
        """Values in `[%i, %j + 1]` are dimensions; xDSL parses them as symbols."""
        symbols, operands = super().parse_affine_map_of_ssa_ids()
        dimensions = [AffineExpr.dimension(i) for i in range(symbols.num_symbols)]
        return (
            symbols.replace_dims_and_symbols((), dimensions, len(dimensions), 0),
            operands,
        )

    def _register_ssa_definition(
        self, name: str, values: Sequence[SSAValue], span: Span
    ) -> None:
        super()._register_ssa_definition(name, values, span)
        for value in values:
            if isinstance(value, BlockArgument) and isinstance(
                value.location, UnknownLoc
            ):
                value.location = self._locations[span.start]

    def _parse_block(self) -> Block:
        label = self._current_token
        if label.kind is not MLIRTokenKind.CARET_IDENT:
            # xDSL says no more than "in block definition".
            self.raise_error("an operation, a block label or '}' expected")
        block, _ = self.blocks.get(label.text[1:], (None, None))
        if block is not None and block.parent is not None:
            # xDSL fails with a KeyError if there was a forward reference.
            self.raise_error(f"re-declaration of block '{label.text[1:]}'", label.span)
        return super()._parse_block()

    def _parse_generic_operation(self, op_type: type[Operation]) -> Operation:
        op = super()._parse_generic_operation(op_type)
        different = DIFFERENT.get(op.name)
        return op if different is None else different(op)

    def _get_op_by_name(self, name: str) -> type[Operation]:
        self._name = (self._start, name)
        op_type = self.ctx.get_optional_op(
            name, dialect_stack=self._parser_state.dialect_stack
        )
        if op_type is None:
            # xDSL points at the token after the name.
            self.raise_error(f"operation '{name}' is not registered", self._start)
        return op_type

    def _undefined_value(self, error: ParseError) -> Diagnostic | None:
        """The location of the first use, where xDSL names the end of the file."""
        if error.msg.startswith("values used but not defined"):
            for name, values in self.forward_ssa_references.items():
                for value in values.values():
                    for use in value.uses:
                        message = f"%{name} is used but not defined"
                        return Diagnostic(use.operation.location, message)
        return None

    def _diagnostic(self, error: ParseError) -> Diagnostic:
        span = error.span
        if isinstance(error, MultipleSpansParseError) and error.msg.startswith(
            "region ends with missing block"
        ):
            span = error.refs[0][0]  # the reference, not the end of the region
        if no_text := NO_CUSTOM_TEXT.fullmatch(error.msg):
            # xDSL points at the token after the name.
            message = f"operation '{no_text[1]}' is read in generic form only"
            return Diagnostic(self._locations[self._start], message)
        return Diagnostic(self._locations[span.start], in_one_line(error.msg))


def in_one_line(message: str) -> str:
    """A message without the line breaks of embedded IR."""
    return " ".join(message.split())


def what_is_wrong(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return TOO_DEEP
    if isinstance(error, NAMED) and str(error):
        return in_one_line(str(error))
    return in_one_line(f"cannot be parsed ({type(error).__name__}: {error})")


def parse_module(
    ctx: Context, text: str, filename: str, *, implicit_module: bool = True
) -> ModuleOp:
    """
    Parse a module; `filename` is used in locations and diagnostics.

    Any error in the text is one `Diagnostic`. To parse a part of a larger file, put as
    many line breaks in front as the part has lines before it.
    """
    module = LocatingParser(ctx, text, filename).parse_module(implicit_module)
    if any(op.name == "circuit.func" for op in module.ops):
        from circ.dialects.circuit.inference import infer_types

        infer_types(module)
    return module
