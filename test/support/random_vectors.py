"""
Random programs on vectors: functions, loops, branches and arrays, all of which end.

Like `random_source`, whose programs have no vectors; these have little else.
"""

from random import Random

from hypothesis import strategies as st
from random_source import SourceProgram
from random_values import (
    BINARY,
    CMPF,
    CMPI,
    FLOAT_BINARY,
    FLOATS,
    INTEGERS,
    WIDTHS,
    bits_of,
    constant_text,
)

LANES = 16
EXTENT = 48
"""Elements of an array: indices of vectors are below 32."""
UNARY_FLOAT = ("absf", "sqrt", "floor", "ceil", "trunc", "round", "roundeven")
UNARY_INTEGER = ("absi", "ctlz", "cttz", "ctpop")
FUNCTIONS = ("sin", "exp", "tanh")
"""Functions of f32 with an error; rare, since each is executed lane by lane."""
REDUCTIONS = ("add", "mul", "and", "or", "xor", "minsi", "maxsi", "minui", "maxui")
FLOAT_REDUCTIONS = ("add", "mul", "minnumf", "maxnumf", "minimumf", "maximumf")
AS_I32 = {
    "i1": "arith.extui",
    "i8": "arith.extsi",
    "i16": "arith.extsi",
    "index": "arith.index_cast",
    "i64": "arith.trunci",
    "f32": "arith.fptosi",
    "f64": "arith.fptosi",
}
"""What makes an i32 of each other type."""
NARROW = ("i1", "i8", "i16", "i32", "index", "f32")
WIDE = (*NARROW, "i64", "f64")


def vector(type: str) -> str:
    return f"vector<{LANES}x{type}>"


def array(type: str) -> str:
    return f"memref<{EXTENT}x{type}>"


class VectorFunction:
    """Writes the text of one function."""

    def __init__(self, random: Random, types: tuple[str, ...], name: str):
        self.random, self.types, self.name = random, types, name
        self.lines: list[str] = []
        self.pool: dict[str, list[str]] = {}
        self.count = 0
        self.depth = 0

    # region Values

    def define(self, type: str, text: str) -> str:
        self.count += 1
        name = f"%v{self.count}"
        self.lines.append(f"{'  ' * (self.depth + 1)}{name} = {text}")
        self.pool.setdefault(type, []).append(name)
        return name

    def emit(self, text: str) -> None:
        self.lines.append(f"{'  ' * (self.depth + 1)}{text}")

    def number(self, type: str) -> str:
        return constant_text(type, bits_of(self.random, type)).partition(" ")[0]

    def pick(self, type: str) -> str:
        """A value of a type; a constant where there is none, and now and then."""
        known = self.pool.get(type, [])
        if known and (type.startswith("memref") or self.random.randrange(6)):
            return self.random.choice(known[-8:])
        if not type.startswith("vector"):
            text = constant_text(type, bits_of(self.random, type))
            return self.define(type, f"arith.constant {text}")
        element = self.element(type)
        if element == "i1":
            numbers = [self.random.choice(("true", "false")) for _ in range(LANES)]
        else:
            numbers = [self.number(element) for _ in range(LANES)]
        if self.random.randrange(2):
            return self.define(type, f"arith.constant dense<{numbers[0]}> : {type}")
        dense = f"dense<[{', '.join(numbers)}]>"
        return self.define(type, f"arith.constant {dense} : {type}")

    def element(self, type: str) -> str:
        return type.removeprefix(f"vector<{LANES}x").removesuffix(">")

    def any_type(self) -> str:
        return self.random.choice(self.types)

    def integer(self) -> str:
        return self.random.choice([t for t in self.types if t in INTEGERS])

    def floating(self) -> str:
        return self.random.choice([t for t in self.types if t in FLOATS])

    def index(self, last: int) -> str:
        """An index from 0 to `last`, which is all ones in binary."""
        value = self.pick("index")
        mask = self.define("index", f"arith.constant {last} : index")
        return self.define("index", f"arith.andi {value}, {mask} : index")

    # endregion
    # region Statements

    def binary(self) -> None:
        if self.random.randrange(2):
            operation, type = self.random.choice(BINARY), vector(self.integer())
        else:
            operation, type = self.random.choice(FLOAT_BINARY), vector(self.floating())
        lhs, rhs = self.pick(type), self.pick(type)
        self.define(type, f"arith.{operation} {lhs}, {rhs} : {type}")

    def unary(self) -> None:
        match self.random.randrange(8):
            case 0 | 1 | 2:
                type = vector(self.floating())
                operation = f"math.{self.random.choice(UNARY_FLOAT)}"
            case 3 | 4:
                type = vector(self.integer().replace("index", "i32"))
                operation = f"math.{self.random.choice(UNARY_INTEGER)}"
            case 5:
                type = vector("f32")
                operation = f"math.{self.random.choice(FUNCTIONS)}"
            case _:
                type, operation = vector(self.floating()), "arith.negf"
        self.define(type, f"{operation} {self.pick(type)} : {type}")

    def ternary(self) -> None:
        type = vector("f32")
        a, b, c = (self.pick(type) for _ in range(3))
        operation = self.random.choice(("math.fma", "vector.fma"))
        self.define(type, f"{operation} {a}, {b}, {c} : {type}")

    def compare(self) -> None:
        if self.random.randrange(2):
            name, condition = "cmpi", self.random.choice(CMPI)
            type = vector(self.integer())
        else:
            name, condition = "cmpf", self.random.choice(CMPF)
            type = vector(self.floating())
        lhs, rhs = self.pick(type), self.pick(type)
        self.define(vector("i1"), f"arith.{name} {condition}, {lhs}, {rhs} : {type}")

    def select(self) -> None:
        type = vector(self.any_type())
        lhs, rhs = self.pick(type), self.pick(type)
        if self.random.randrange(3):
            condition, types = self.pick(vector("i1")), f"{vector('i1')}, {type}"
        else:
            condition, types = self.pick("i1"), type
        self.define(type, f"arith.select {condition}, {lhs}, {rhs} : {types}")

    def convert(self) -> None:
        source, target = self.any_type(), self.any_type()
        operation = self.conversion(source, target)
        if operation is None:
            return
        value, wanted = self.pick(vector(source)), vector(target)
        text = f"{operation} {value} : {vector(source)} to {wanted}"
        self.define(wanted, text)

    def conversion(self, source: str, target: str) -> str | None:
        width, to = WIDTHS[source], WIDTHS[target]
        sign = self.random.choice(("s", "u"))
        if source in FLOATS and target in FLOATS:
            if width == to:
                return None
            return "arith.extf" if width < to else "arith.truncf"
        if "index" in (source, target):
            if source == target or source in FLOATS or target in FLOATS:
                return None
            return "arith.index_cast" if sign == "s" else "arith.index_castui"
        if width == to and self.random.randrange(2):
            return self.random.choice(("arith.bitcast", "vector.bitcast"))
        if source in FLOATS:
            return f"arith.fpto{sign}i"
        if target in FLOATS:
            return f"arith.{sign}itofp"
        if width == to:
            return None
        return f"arith.ext{sign}i" if width < to else "arith.trunci"

    def broadcast(self) -> None:
        type = self.any_type()
        text = f"vector.broadcast {self.pick(type)} : {type} to {vector(type)}"
        self.define(vector(type), text)

    def position(self) -> str:
        if self.random.randrange(2):
            return str(self.random.randrange(LANES))
        return self.index(LANES - 1)

    def extract(self) -> None:
        type = self.any_type()
        value, place = self.pick(vector(type)), self.position()
        text = f"vector.extract {value}[{place}] : {type} from {vector(type)}"
        self.define(type, text)

    def insert(self) -> None:
        type = self.any_type()
        value, into, place = self.pick(type), self.pick(vector(type)), self.position()
        text = f"vector.insert {value}, {into}[{place}] : {type} into {vector(type)}"
        self.define(vector(type), text)

    def shuffle(self) -> None:
        type = vector(self.any_type())
        lhs, rhs = self.pick(type), self.pick(type)
        mask = [self.random.randrange(2 * LANES) for _ in range(LANES)]
        self.define(type, f"vector.shuffle {lhs}, {rhs} {mask} : {type}, {type}")

    def reduce(self) -> None:
        if self.random.randrange(2):
            kind = self.random.choice(REDUCTIONS)
            type = self.integer().replace("index", "i32")
        else:
            kind, type = self.random.choice(FLOAT_REDUCTIONS), self.floating()
        operands = self.pick(vector(type))
        if self.random.randrange(2):
            operands += f", {self.pick(type)}"
        text = f"vector.reduction <{kind}>, {operands} : {vector(type)} into {type}"
        self.define(type, text)

    def scalar(self) -> None:
        type = self.integer()
        lhs, rhs = self.pick(type), self.pick(type)
        operation = self.random.choice(BINARY)
        self.define(type, f"arith.{operation} {lhs}, {rhs} : {type}")

    def load(self) -> None:
        memory, type = self.memory()
        place = self.index(EXTENT - LANES - 1)
        text = f"vector.load {memory}[{place}] : {array(type)}, {vector(type)}"
        self.define(vector(type), text)

    def store(self) -> None:
        memory, type = self.memory()
        place, value = self.index(EXTENT - LANES - 1), self.pick(vector(type))
        types = f"{array(type)}, {vector(type)}"
        self.emit(f"vector.store {value}, {memory}[{place}] : {types}")

    def element_access(self) -> None:
        memory, type = self.memory()
        place = self.index(EXTENT - LANES - 1)
        if self.random.randrange(2):
            value = self.pick(type)
            self.emit(f"memref.store {value}, {memory}[{place}] : {array(type)}")
        else:
            self.define(type, f"memref.load {memory}[{place}] : {array(type)}")

    def memory(self) -> tuple[str, str]:
        """An array of the function, and its elements' type."""
        type = self.random.choice([t for t in self.types if self.pool.get(array(t))])
        return self.random.choice(self.pool[array(type)]), type

    def branch(self) -> None:
        types = [vector(self.any_type()), self.any_type()]
        condition = self.pick("i1")
        start = self.count = self.count + 1
        names = f"%v{start}:2"
        self.emit(f"{names} = scf.if {condition} -> ({', '.join(types)}) {{")
        for text in ("} else {", "}"):
            self.region(types)
            self.emit(text)
        self.take(start, types)

    def loop(self) -> None:
        types = [vector(self.any_type()), vector(self.any_type())]
        initial = [self.pick(type) for type in types]
        constants = [
            self.define("index", f"arith.constant {bound} : index")
            for bound in (0, self.random.randrange(4), 1)
        ]
        start = self.count = self.count + 1
        counter, *carried = (f"%v{start}_{name}" for name in ("i", "a", "b"))
        pairs = zip(carried, initial, strict=True)
        arguments = ", ".join(f"{name} = {value}" for name, value in pairs)
        low, high, step = constants
        header = f"%v{start}:2 = scf.for {counter} = {low} to {high} step {step}"
        self.emit(f"{header} iter_args({arguments}) -> ({', '.join(types)}) {{")
        inner = [("index", counter), *zip(types, carried, strict=True)]
        self.region(types, inner)
        self.emit("}")
        self.take(start, types)

    def region(self, types: list[str], inner: "list[tuple[str, str]] | None" = None):
        outer = {type: list(names) for type, names in self.pool.items()}
        for type, name in inner or []:
            self.pool.setdefault(type, []).append(name)
        self.depth += 1
        self.statements(self.random.randrange(1, 5))
        values = [self.pick(type) for type in types]
        self.emit(f"scf.yield {', '.join(values)} : {', '.join(types)}")
        self.depth -= 1
        self.pool = outer

    def take(self, start: int, types: list[str]) -> None:
        for position, type in enumerate(types):
            self.pool.setdefault(type, []).append(f"%v{start}#{position}")

    def statements(self, count: int) -> None:
        usual = (
            *(self.binary, self.binary, self.binary, self.compare, self.select),
            *(self.convert, self.convert, self.broadcast, self.extract, self.insert),
            *(self.load, self.store, self.element_access, self.unary, self.scalar),
        )
        rare = (self.ternary, self.shuffle, self.reduce)
        control = (self.branch, self.loop)
        for _ in range(count):
            kinds = usual
            if not self.random.randrange(8):
                kinds = rare
            elif self.depth < 2 and not self.random.randrange(7):
                kinds = control
            self.random.choice(kinds)()

    # endregion

    def digest(self) -> str:
        """A vector that depends on the last values of each type of vectors."""
        wanted = vector("i32")
        digest = self.pick(wanted)
        for type in self.types:
            for name in self.pool.get(vector(type), [])[-4:]:
                if type != "i32":
                    operation = AS_I32[type]
                    text = f"{operation} {name} : {vector(type)} to {wanted}"
                    name = self.define(wanted, text)
                text = f"arith.xori {digest}, {name} : {wanted}"
                digest = self.define(wanted, text)
        return digest

    def function(self, inputs: list[str], outputs: list[str], count: int) -> str:
        """The whole text, with so many statements."""
        arguments: list[str] = []
        for position, type in enumerate(inputs):
            self.pool.setdefault(type, []).append(f"%a{position}")
            arguments.append(f"%a{position}: {type}")
        self.statements(count)
        values = [self.digest(), *(self.pick(type) for type in outputs[1:])]
        results = ", ".join(outputs)
        head = f"func.func @{self.name}({', '.join(arguments)}) -> ({results}) {{"
        end = f"  func.return {', '.join(values)} : {results}"
        return "\n".join([head, *self.lines, end, "}", ""])


class Caller(VectorFunction):
    """A function that calls another one."""

    def __init__(
        self,
        random: Random,
        types: tuple[str, ...],
        name: str,
        callee: tuple[str, list[str], list[str]],
    ):
        super().__init__(random, types, name)
        self.callee = callee

    def scalar(self) -> None:
        if self.random.randrange(3) or self.depth:
            super().scalar()
            return
        name, inputs, outputs = self.callee
        values = ", ".join(self.pick(type) for type in inputs)
        start = self.count = self.count + 1
        signature = f"({', '.join(inputs)}) -> ({', '.join(outputs)})"
        self.emit(f"%v{start}:3 = func.call @{name}({values}) : {signature}")
        self.take(start, outputs)


def vector_program(random: Random) -> SourceProgram:
    """A program with arguments; `opt` and all choices come from `random`."""
    types = WIDE if not random.randrange(4) else NARROW
    memory = random.choice([type for type in types if type != "i1"])

    def signature() -> tuple[list[str], list[str]]:
        inputs = [vector(random.choice(types)) for _ in range(2)]
        outputs = [vector("i32"), vector(random.choice(types)), random.choice(types)]
        return [*inputs, random.choice(types), array(memory)], outputs

    inputs, outputs = signature()
    inner = VectorFunction(random, types, "inner")
    text = inner.function(inputs, outputs, random.randrange(2, 8))
    callee = ("inner", inputs, outputs)
    inputs, outputs = signature()
    main = Caller(random, types, "main", callee)
    text += main.function(inputs, outputs, random.randrange(5, 25))
    runs = tuple(
        tuple(_argument(random, type) for type in inputs)
        for _ in range(random.randrange(1, 3))
    )
    return SourceProgram(text, tuple(inputs), runs, random.randrange(4))


def _argument(random: Random, type: str) -> tuple[int, ...]:
    """The bits of an argument: of an array by element, else as one number."""
    if type.startswith("memref"):
        element = type.removeprefix(f"memref<{EXTENT}x").removesuffix(">")
        return tuple(bits_of(random, element) for _ in range(EXTENT))
    if type.startswith("vector"):
        element = type.removeprefix(f"vector<{LANES}x").removesuffix(">")
        width = WIDTHS[element]
        lanes = [bits_of(random, element) for _ in range(LANES)]
        return (sum(lane << i * width for i, lane in enumerate(lanes)),)
    return (bits_of(random, type),)


def vector_programs() -> st.SearchStrategy[SourceProgram]:
    """Programs whose choices hypothesis makes, and makes simpler."""
    return st.randoms(use_true_random=False).map(vector_program)
