"""A module of LLVM IR becomes one of the source level."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from xdsl.dialects import func
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    FunctionType,
    LocationAttr,
    ModuleOp,
    StringAttr,
    UnitAttr,
    UnknownLoc,
)
from xdsl.ir import Attribute, Operation, Region

from circ.dialects.common.algebra import to_signed
from circ.dialects.common.context_variables import bound
from circ.dialects.common.diagnostics import Diagnostic, for_each, raise_errors
from circ.dialects.common.kernel import IN_TURN
from circ.dialects.common.linkage import (
    ALIASES,
    COMMON,
    INTERNAL,
    LINKAGE,
    WEAK,
    WEAK_ALIASES,
)
from circ.dialects.common.module_functions import ADDRESS, INLINE, NOALIAS
from circ.dialects.common.programs import MAIN, PROGRAM
from circ.dialects.common.relocations import Relocation
from circ.dialects.source.pointer import GlobalOp
from circ.targets.llvm.arithmetic import ARITHMETIC
from circ.targets.llvm.atomics import ATOMIC
from circ.targets.llvm.calls import CALLS
from circ.targets.llvm.canonical import canonical_text
from circ.targets.llvm.constants import (
    Address,
    ConstantReader,
    Image,
    as_address,
)
from circ.targets.llvm.control import CONTROL
from circ.targets.llvm.function_reader import OPAQUE_ZERO, FunctionReader, Handler
from circ.targets.llvm.kernels import Kernel, is_kernel
from circ.targets.llvm.memory import MEMORY
from circ.targets.llvm.module_text import (
    FunctionText,
    ModuleText,
    begins_type,
    name_of,
    skip_attributes,
)
from circ.targets.llvm.tokens import Cursor
from circ.targets.llvm.types import (
    OPENCL_SPACES,
    POINTER,
    Layout,
    Pointer,
    Type,
    TypeReader,
)
from circ.targets.llvm.values import MOST_LANES, parts_of
from circ.targets.llvm.vectors import VECTORS
from circ.targets.llvm.wide_division import division

OPENCL = "spir"
"""How the triples of OpenCL begin."""

LARGEST = (1 << 31) - 1
"""Bytes of an object: the difference of two addresses in it fits a word."""

INSTRUCTIONS: Mapping[str, Handler] = {
    **ARITHMETIC,
    **MEMORY,
    **ATOMIC,
    **VECTORS,
    **CALLS,
    **CONTROL,
}


def read_llvm(data: bytes, name: str) -> ModuleOp:
    """
    The source level's module of LLVM IR, as text or bitcode.

    `name` is the file's, for diagnostics. What LLVM refuses, and what circ does not
    support, is a `Diagnostic`.
    """
    return read_canonical(canonical_text(data, name), name)


def read_canonical(text: str, name: str) -> ModuleOp:
    """The same of a text that LLVM has printed."""
    module = ModuleText(text, name)
    lanes = 0 if module.triple.startswith(OPENCL) else MOST_LANES.get()
    with bound(MOST_LANES, lanes):
        return ModuleReader(module).read()


@dataclass(frozen=True)
class Signature:
    """A function's type, with the names of its parameters if it is defined."""

    name: str
    result: Type
    parameters: Sequence[Type]
    names: Sequence[str]
    is_variadic: bool
    by_value: Mapping[int, tuple[Type, bool]]
    """What is passed by its address, by parameter, and whether it is only read."""
    noalias: frozenset[int]
    """Parameters by which, in the function, alone something is accessed."""

    @property
    def type(self) -> FunctionType:
        """
        The type at the source level.

        The further arguments of a variadic function are at an address, the last
        parameter.
        """
        inputs = [part for each in self.parameters for part in parts_of(each)]
        if self.is_variadic:
            inputs += parts_of(POINTER)
        return FunctionType.from_lists(inputs, parts_of(self.result))

    def argument_attributes(self) -> Iterator[Sequence[str]]:
        """The attributes of each argument at the source level."""
        for number, type in enumerate(self.parameters):
            pointer = (ADDRESS,) if isinstance(type, Pointer) else ()
            for _ in parts_of(type):
                yield (NOALIAS,) if number in self.noalias else pointer
        if self.is_variadic:
            yield ()


class ModuleReader:
    """A module while it is read."""

    def __init__(self, text: ModuleText):
        self.text = text
        self.types = TypeReader()
        self.types.definitions = text.types
        if text.triple.startswith(OPENCL):
            self.types.spaces = OPENCL_SPACES
        self.layout = Layout(text.data_layout)
        self.constants = ConstantReader(self.types, self.layout, self.block_number)
        self._signatures: dict[str, Signature] = {}
        self._externals: dict[str, FunctionType] = {}
        """Functions that are called or whose addresses are taken, but not defined."""
        self._other_names: dict[str, list[tuple[str, bool]]] = {}
        """The aliases of definitions that others see: names, and are they weak."""
        self._weak_aliases: dict[str, str] = {}
        """Names of definitions in whose place another module may put its own."""
        self.local_objects: dict[str, tuple[int, int]] = {}
        """Size and alignment of what the items of a work-group share."""
        self._blocks: dict[str, dict[str, int]] = {}
        self.uses_opaque_zero = self.uses_division = False
        """Does a function need what the module then gets?"""
        self.has_kernels = any(map(is_kernel, text.functions.values()))
        self.in_turn: list[func.FuncOp] = []
        """Atomic operations, which the module gets as functions."""
        self.constructors: Sequence[str] = ()
        """Functions that are called before `main`, by name with the sigil."""

    def read(self) -> ModuleOp:
        try:
            self.layout.check()
            self._read_aliases()
            self.constructors = self._constructors()
            globals = for_each(self._read_global, self.text.globals)
        except Diagnostic as error:
            if error.location is None:
                raise Diagnostic(self.text.name, error.message) from None
            raise
        functions: list[Operation] = []
        errors: list[Diagnostic] = []
        for text in self.text.functions.values():
            if text.header[0] != "define":
                continue
            try:
                reader = FunctionReader(self, text, INSTRUCTIONS)
                if is_kernel(text):
                    reader.kernel = Kernel(reader)
                functions.append(reader.read())
            except Diagnostic as error:
                place = error.location or self.place(text)
                errors.append(Diagnostic(place, error.message))
        raise_errors(errors)
        declared = [
            self._declaration(name, type) for name, type in self._externals.items()
        ]
        functions += self.in_turn
        if self.uses_division:
            functions.append(division())
        if self.uses_opaque_zero:
            linkage: dict[str, Attribute] = {LINKAGE: StringAttr(INTERNAL)}
            zero = GlobalOp.of(name_of(OPAQUE_ZERO), 4, 4, attributes=linkage)
            functions.append(zero)
        module = ModuleOp(
            [*(each for each in globals if each is not None), *functions, *declared]
        )
        if self._is_defined(f"@{MAIN}"):
            module.attributes[PROGRAM] = UnitAttr()
        return module

    def _declaration(self, name: str, type: FunctionType) -> func.FuncOp:
        """A function that is defined elsewhere; it may be missing if it is weak."""
        op = func.FuncOp(name, type, Region(), "private")
        text = self.text.functions.get(f"@{name}")
        if text is not None and _linkage(text.header) == WEAK:
            op.attributes[LINKAGE] = StringAttr(WEAK)
        return op

    def _is_defined(self, token: str) -> bool:
        text = self.text.functions.get(token)
        return text is not None and text.header[0] == "define"

    # region Functions

    def place(self, text: FunctionText) -> Attribute | str:
        """Where a function is, or which it is."""
        found = self.text.subprogram(text)
        return found or f"{self.text.name}: in function {self.signature_name(text)}"

    def signature_name(self, text: FunctionText) -> str:
        return name_of(next(token for token in text.header if token[0] == "@"))

    def signature(self, text: FunctionText) -> Signature:
        """The type of a function, from its header."""
        token = next(token for token in text.header if token[0] == "@")
        if (known := self._signatures.get(token)) is None:
            known = self._signatures[token] = self._signature(text)
        return known

    def _signature(self, text: FunctionText) -> Signature:
        cursor = Cursor(text.header)
        cursor.index = 1
        while cursor.next.startswith("!"):  # metadata of a declaration
            cursor.index += 2
        skip_attributes(cursor)
        result = self.types.read(cursor)
        name = name_of(cursor.take())
        cursor.expect("(")
        parameters: list[Type] = []
        names: list[str] = []
        by_value: dict[int, tuple[Type, bool]] = {}
        noalias: set[int] = set()
        is_variadic = False
        while not cursor.accept(")"):
            if cursor.accept("..."):
                is_variadic = True
                continue
            parameters.append(self.types.read(cursor))
            attributes = skip_attributes(cursor)
            if "noalias" in attributes:
                noalias.add(len(names))
            if "byval" in attributes:
                pointee = self.types.read(Cursor(attributes["byval"][1:-1]))
                by_value[len(names)] = pointee, "readonly" in attributes
            is_named = cursor.next.startswith("%")
            names.append(cursor.take() if is_named else f"%{len(names)}")
            cursor.accept(",")
        return Signature(
            *(name, result, parameters, names, is_variadic, by_value),
            frozenset(noalias),
        )

    def function_properties(self, text: FunctionText) -> dict[str, Attribute]:
        signature = self.signature(text)
        properties: dict[str, Attribute] = {
            "sym_name": StringAttr(signature.name),
            "function_type": signature.type,
        }
        if _linkage(text.header) == INTERNAL:
            properties["sym_visibility"] = StringAttr("private")
        if signature.noalias and not is_kernel(text):
            properties["arg_attrs"] = ArrayAttr(
                DictionaryAttr(dict.fromkeys(names, UnitAttr()))
                for names in signature.argument_attributes()
            )
        return properties

    def function_attributes(self, text: FunctionText) -> dict[str, Attribute]:
        token = next(token for token in text.header if token[0] == "@")
        attributes = self._attributes(token, text.header)
        words = {
            word
            for group in text.header
            if group[0] == "#"
            for word in self.text.attributes.get(group, ())
        }
        if is_kernel(text):
            pass  # nobody calls it
        elif "alwaysinline" in words:
            attributes[INLINE] = StringAttr("always")
        elif name_of(token).startswith(IN_TURN):
            attributes[IN_TURN] = UnitAttr()
        elif "noinline" in words:
            attributes[INLINE] = StringAttr("never")
        return attributes

    def _attributes(self, token: str, tokens: Sequence[str]) -> dict[str, Attribute]:
        """Linkage and further names."""
        attributes: dict[str, Attribute] = {}
        if linkage := _linkage(tokens):
            attributes[LINKAGE] = StringAttr(linkage)
        for key, weak in ((ALIASES, False), (WEAK_ALIASES, True)):
            others = self._other_names.get(token, ())
            names = [StringAttr(name) for name, is_weak in others if is_weak == weak]
            if names:
                attributes[key] = ArrayAttr(names)
        return attributes

    def callee(
        self, token: str, types: Sequence[Attribute], results: Sequence[Attribute]
    ) -> str | None:
        """The name of a function that is called directly; None if its type differs."""
        text, type = (
            self.text.functions.get(self._weak_aliases.get(token, token)),
            FunctionType.from_lists(types, results),
        )
        if text is None:
            return None
        if text.header[0] == "define":
            return name_of(token) if self.signature(text).type == type else None
        name = name_of(token)
        return name if self._externals.setdefault(name, type) == type else None

    def use_external(
        self, name: str, types: Sequence[Attribute], results: Sequence[Attribute]
    ) -> None:
        """Declare a function of the run-time environment, unless the module has it."""
        type = FunctionType.from_lists(types, results)
        text = self.text.functions.get(f"@{name}")
        if text is None or text.header[0] != "define":
            known = self._externals.setdefault(name, type)
        else:
            known = self.signature(text).type
        if known != type:
            message = f"the function '{name}' must be of type {type}, but is {known}"
            raise Diagnostic(None, message)

    def reference(self, token: str) -> str:
        """The name of a symbol whose address is taken."""
        text = self.text.functions.get(token)
        name = name_of(token)
        if text is not None and text.header[0] != "define":
            self._externals.setdefault(name, self.signature(text).type)
        return name

    def resolved(self, token: str) -> str:
        """The function that a name is an alias of, or the name itself."""
        address = self.constants.aliases.get(token)
        if address is None or address.offset or len(address.terms) != 1:
            return token
        return next(iter(address.terms))

    def block_number(self, function: str, label: str) -> int:
        """The number that stands for the address of a block; never 0."""
        if (numbers := self._blocks.get(function)) is None:
            blocks = self.text.functions[function].blocks
            numbers = {block.name: k for k, block in enumerate(blocks, 1)}
            self._blocks[function] = numbers
        return numbers[label]

    # endregion
    # region Globals

    def _constructors(self) -> Sequence[str]:
        """What `llvm.global_ctors` names, in the order of priorities."""
        if "@llvm.global_dtors" in self.text.globals:
            raise Diagnostic(None, "a destructor of a program is not supported")
        tokens = self.text.globals.get("@llvm.global_ctors")
        if tokens is None:
            return ()
        if not self._is_defined(f"@{MAIN}"):
            what = "a constructor in another file than 'main'"
            raise Diagnostic(None, f"{what} is not supported")
        cursor = Cursor(tokens)
        skip_attributes(cursor)
        type, value = self.constants.typed(cursor)
        leaves = self.constants.leaves(type, value)
        found: list[tuple[int, str]] = []
        for priority, function in zip(leaves[::3], leaves[1::3], strict=True):
            if isinstance(function, Address) and isinstance(priority, int):
                found.append((priority, next(iter(function.terms))))
        return [token for _, token in sorted(found, key=lambda each: each[0])]

    def _read_aliases(self) -> None:
        aliases: dict[str, Address] = {}
        self.constants.aliases = aliases
        pending = {
            token: tokens
            for token, tokens in self.text.globals.items()
            if "alias" in tokens or "ifunc" in tokens
        }

        def resolve(token: str) -> None:
            tokens = pending.pop(token)
            for each in tokens:
                if each in pending:
                    resolve(each)
            cursor = Cursor(tokens)
            skip_attributes(cursor)  # linkage, and `alias`
            if "ifunc" in tokens:
                raise Diagnostic(
                    None, f"the indirect function {token} is not supported"
                )
            self.types.read(cursor)
            cursor.expect(",")
            if begins_type(cursor.next):  # a constant expression comes without
                self.types.read(cursor)
            value = self.constants.read(POINTER, cursor)
            assert isinstance(value, int | Address)
            aliases[token] = as_address(value)
            linkage = _linkage(tokens)
            if linkage == INTERNAL:
                return
            (target,) = aliases[token].terms or ("",)
            if aliases[token].offset or not target:
                what = f"the alias {token} of a place inside an object"
                raise Diagnostic(None, f"{what} is not supported")
            names = self._other_names.setdefault(target, [])
            names.append((name_of(token), linkage == WEAK))
            if linkage == WEAK:
                self._weak_aliases[token] = target

        while pending:
            resolve(next(iter(pending)))
        for token in self._weak_aliases:
            aliases[token] = Address({token: 1})

    def _read_global(self, token: str) -> GlobalOp | None:
        if token in self.constants.aliases or token in _BY_THE_COMPILER:
            return None
        tokens = self.text.globals[token]
        location = self.text.variable(tokens)
        try:
            return self._global(token, tokens, location or UnknownLoc())
        except Diagnostic as error:
            place = error.location or location or self.text.name
            raise Diagnostic(place, error.message) from None

    def _global(
        self, token: str, tokens: list[str], location: LocationAttr
    ) -> GlobalOp | None:
        cursor = Cursor(tokens)
        words, is_local = skip_attributes(cursor), False
        if "thread_local" in words:
            raise Diagnostic(
                None, f"the thread-local variable {token} is not supported"
            )
        if "addrspace" in words:
            space = words["addrspace"][1]
            if space not in self.types.spaces:
                message = f"{token}: address space {space} is not supported"
                raise Diagnostic(None, message)
            is_local = bool(self.types.spaces[space])
        type = self.types.read(cursor)
        size, align = self.layout.size(type), self.layout.preferred_align(type)
        if size > LARGEST:
            message = f"{token} has {size} bytes, and {LARGEST} are supported"
            raise Diagnostic(None, message)
        if "align" in tokens:
            align = int(tokens[tokens.index("align") + 1])
        if is_local:
            self.local_objects[token] = size, align
            return None
        name = name_of(token)
        is_external = "external" in words or "extern_weak" in words
        attributes = self._attributes(token, tokens)
        if is_external:
            return GlobalOp.of(
                *(name, size, align, b"", location),
                external=True,
                attributes=attributes,
            )
        if "section" in tokens:  # arrays may be put together in one
            align = self.layout.object_align(type, align)
        else:
            align = self.layout.global_align(type, align)
        image = Image(bytearray(size))
        self.constants.write(type, self.constants.read(type, cursor), image, 0)
        relocations = [
            Relocation(at, *self._relocation(token, address))
            for at, address in image.addresses
        ]
        return GlobalOp.of(
            *(name, size, align, bytes(image.data).rstrip(b"\0"), location),
            constant="constant" in words,
            addresses=sorted(relocations),
            attributes=attributes,
        )

    def _relocation(self, token: str, address: Address) -> tuple[str, int]:
        if list(address.terms.values()) != [1]:
            names = " and ".join(address.terms)
            what = f"the initialiser of {token}: an expression of {names}"
            raise Diagnostic(None, f"{what} is not supported")
        (symbol,) = address.terms
        return self.reference(symbol), to_signed(32, address.offset)

    # endregion


_LINKAGES = {
    **dict.fromkeys(("internal", "private"), INTERNAL),
    **dict.fromkeys(
        (
            *("weak", "weak_odr", "linkonce", "linkonce_odr", "extern_weak"),
            *("available_externally",),
        ),
        WEAK,
    ),
    "common": COMMON,
}
_BY_THE_COMPILER = ("@llvm.used", "@llvm.compiler.used", "@llvm.global_ctors")


def _linkage(tokens: Sequence[str]) -> str:
    """circ's name for the linkage in the first words of a definition."""
    for token in tokens[:4]:
        if token in _LINKAGES:
            return _LINKAGES[token]
        if token[0] == "@":
            break
    return ""
