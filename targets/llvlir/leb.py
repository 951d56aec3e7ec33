"""
Bytes of the llvlir bytecode: canonical LEB128 numbers and length-prefixed strings.

A number has exactly one spelling, the shortest, so that decoding and encoding again
gives the same bytes. The reader checks every length against the bytes left before it
slices, and names the byte in each diagnostic.
"""

from xdsl.dialects.builtin import UNKNOWN_LOC, NameLoc, StringAttr

from circ.dialects.common.diagnostics import Diagnostic

LONGEST_STRING = 1 << 24
LONGEST_NAME = 255

_new, _set = object.__new__, object.__setattr__


class Writer:
    """Bytes being written."""

    def __init__(self, profile: int = 1) -> None:
        self.data = bytearray()
        self.profile = profile
        """That of the module: integer types have other codes in profile 2."""

    def unsigned(self, value: int) -> None:
        """A uLEB128 number."""
        assert value >= 0, value
        while value >= 0x80:
            self.data.append(value & 0x7F | 0x80)
            value >>= 7
        self.data.append(value)

    def signed(self, value: int) -> None:
        """An sLEB128 number."""
        while not -0x40 <= value < 0x40:
            self.data.append(value & 0x7F | 0x80)
            value >>= 7
        self.data.append(value & 0x7F)

    def string(self, data: bytes) -> None:
        """A length in bytes and the bytes."""
        self.unsigned(len(data))
        self.data += data


class Reader:
    """Bytes being read, from `position` up to `end`."""

    def __init__(self, data: bytes, filename: str | None):
        self.data = data
        self.position = 0
        self.end = len(data)
        self.filename = filename
        self.prefix = f"{filename}: byte " if filename else "byte "
        self.profile = 1

    def place(self, position: int) -> str:
        """The name of a byte's position in diagnostics."""
        return self.prefix + str(position)

    def location(self, position: int) -> NameLoc:
        """The location of the operation at a byte."""
        # Made without the checks of attributes, which take four times as long.
        text, found = _new(StringAttr), _new(NameLoc)
        _set(text, "data", f"{self.prefix}{position}")
        _set(found, "desc", text)
        _set(found, "location", UNKNOWN_LOC)
        return found

    def error(self, position: int, message: str) -> Diagnostic:
        return Diagnostic(self.place(position), message)

    def byte(self) -> int:
        if self.position >= self.end:
            raise self.error(self.position, "more bytes are needed, but the input ends")
        self.position += 1
        return self.data[self.position - 1]

    def unsigned(self, width: int = 64) -> int:
        """A uLEB128 number of at most `width` bits in its shortest form."""
        start = self.position
        value, shift = 0, 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if not byte & 0x80:
                break
            if shift >= width:
                raise self.error(start, f"a number must fit {width} bits")
        if value >> width:
            raise self.error(start, f"a number must fit {width} bits")
        if shift > 7 and not byte:
            raise self.error(start, "a number must have its shortest form")
        return value

    def signed(self, width: int = 64) -> int:
        """An sLEB128 number of at most `width` bits in its shortest form."""
        start = self.position
        value, shift, last = 0, 0, 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if not byte & 0x80:
                break
            if shift >= width:
                raise self.error(start, f"a number must fit {width} signed bits")
            last = byte
        if byte & 0x40:
            value -= 1 << shift
        if shift > 7 and byte == (0x7F if last & 0x40 else 0):
            raise self.error(start, "a number must have its shortest form")
        if not -(1 << (width - 1)) <= value < 1 << (width - 1):
            raise self.error(start, f"a number must fit {width} signed bits")
        return value

    def string(self, limit: int = LONGEST_STRING) -> bytes:
        """A length in bytes and the bytes."""
        start = self.position
        length = self.unsigned()
        if length > self.end - self.position:
            left = self.end - self.position
            message = f"{length} bytes are announced, but {left} are left"
            raise self.error(start, message)
        if length > limit:
            raise self.error(start, f"at most {limit} bytes are allowed, not {length}")
        self.position += length
        return self.data[self.position - length : self.position]

    def name(self) -> str:
        """A symbol or label: UTF-8, 1 to 255 bytes, no NUL."""
        start = self.position
        data = self.string(LONGEST_NAME)
        try:
            name = data.decode()
        except UnicodeDecodeError:
            raise self.error(start, "a name must be UTF-8") from None
        if not name or "\0" in name:
            raise self.error(start, "a name must have 1 to 255 bytes and no NUL")
        return name
