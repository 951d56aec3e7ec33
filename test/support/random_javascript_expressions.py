"""Random expressions of JavaScript: what scripts are made of (`random_javascript`)."""

import random
from collections.abc import Callable

NUMBERS = (
    *("0", "1", "2", "3", "-1", "7", "0.5", "-2.25", "1e9", "2147483647", "-0"),
    *("0.1", "1e21", "-1.5e-7", "0xff", "4294967296", "123456.789"),
)
STRINGS = ('""', '"a"', '"xyz"', '"12"', "'q r'", "`t`", '"\\u00e9"')
KEYS = ("p", "q", "r")
ROUNDING = ("floor", "ceil", "trunc", "round", "abs", "sign", "sqrt", "fround", "clz32")
TYPED = ("Int8Array", "Uint8ClampedArray", "Uint16Array", "Int32Array", "Float64Array")
WATCHED = ("indexOf", "includes", "lastIndexOf")
ARITHMETIC = ("+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", ">>>")
COMPARISONS = ("<", "<=", ">", ">=", "===", "!==", "==", "!=")


class Expressions:
    """Writes expressions; variables are known by what they hold."""

    def __init__(self, seed: int, budget: int):
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.indent: int = 0
        self.count = 0
        self.scopes: list[list[tuple[str, str, bool]]] = [[]]
        """Name, kind (n s b a o f c), may it be assigned?"""
        self.in_function = 0
        self.loops: list[str] = []
        self.budget = budget
        """How many statements may still be begun."""

    # Choices.

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def pick(self, *choices: Callable[[int], str]) -> Callable[[int], str]:
        return self.random.choice(choices)

    def name(self, letter: str) -> str:
        self.count += 1
        return f"{letter}{self.count}"

    def known(self, kind: str, assigned: bool = False) -> str | None:
        names = [
            name
            for scope in self.scopes
            for name, what, free in scope
            if what == kind and (free or not assigned)
        ]
        return self.random.choice(names) if names else None

    def declare(self, name: str, kind: str, free: bool = True):
        self.scopes[-1].append((name, kind, free))

    # Expressions.

    def number(self, depth: int) -> str:
        if depth <= 0 or self.chance(0.2):
            return self.known("n") or self.random.choice(NUMBERS)
        return self.random.choice(
            (
                self._literal_number,
                self._arithmetic,
                self._arithmetic,
                self._unary,
                self._call,
                self._length,
                self._element,
                self._property,
                self._conditional,
                self._update,
                self._reduce,
                self._assigned,
                self._mathematics,
                self._parsed,
                self._searched,
                self._typed,
                self._power,
            )
        )(depth - 1)

    def _mathematics(self, depth: int) -> str:
        match self.random.randrange(3):
            case 0:
                name = self.random.choice(("min", "max"))
                return f"Math.{name}(...{self.array(depth)}, {self.any(depth, 'n')})"
            case 1:
                return f"Math.imul({self.number(depth)}, {self.number(depth)})"
            case _:
                name = self.random.choice(ROUNDING)
                return f"Math.{name}({self.any(depth, 'n')})"

    def _parsed(self, depth: int) -> str:
        match self.random.randrange(4):
            case 0:
                radix = self.random.choice((10, 16, 2, 36))
                return f"parseInt({self.any(depth)}, {radix})"
            case 1:
                return f"parseFloat({self.any(depth)})"
            case 2:
                return f"Number({self.any(depth)})"
            case _:
                return f"{self.string(depth)}.charCodeAt({self.number(0)} & 3)"

    def _searched(self, depth: int) -> str:
        method = self.random.choice(WATCHED)
        if self.chance(0.5):
            return f"+{self.array(depth)}.{method}({self.number(0)})"
        return f"+{self.string(depth)}.{method}({self.string(0)})"

    def _typed(self, depth: int) -> str:
        kind = self.random.choice(TYPED)
        return f"new {kind}({self.array(depth)})[{self.number(0)} & 1]"

    def _power(self, depth: int) -> str:
        """Only powers that are exact, or not finite."""
        return f"(({self.any(depth, 'n')} & 15) ** ({self.number(0)} & 7))"

    def _literal_number(self, depth: int) -> str:
        return self.random.choice(NUMBERS)

    def _arithmetic(self, depth: int) -> str:
        operator = self.random.choice(ARITHMETIC)
        return f"({self.number(depth)} {operator} {self.any(depth, 'n')})"

    def _unary(self, depth: int) -> str:
        return f"({self.random.choice('-+~')} {self.any(depth, 'n')})"

    def _call(self, depth: int) -> str:
        function = self.known("f")
        if function is None:
            return f"(({self.name('x')}) => {self.number(depth)})({self.any(depth)})"
        arguments = ", ".join(self.any(depth) for _ in range(self.random.randrange(4)))
        if self.chance(0.15):
            arguments = f"...{self.array(depth)}"
        return f"{function}({arguments})"

    def _length(self, depth: int) -> str:
        text = self.string(depth) if self.chance(0.5) else self.array(depth)
        return f"{text}.length"

    def _element(self, depth: int) -> str:
        return f"{self.array(depth)}[{self.number(depth)} & 3]"

    def _property(self, depth: int) -> str:
        if (value := self.known("c")) is not None and self.chance(0.6):
            member = self.random.choice(("size", "grow(2)", "p", "sum()"))
            return f"{value}.{member}"
        key = self.random.choice(KEYS)
        dot = "?." if self.chance(0.2) else "."
        return f"{self.object(depth)}{dot}{key}"

    def _conditional(self, depth: int) -> str:
        return f"({self.test(depth)} ? {self.number(depth)} : {self.any(depth, 'n')})"

    def _update(self, depth: int) -> str:
        if (name := self.known("n", assigned=True)) is None:
            return self.number(depth)
        sign = self.random.choice(("++", "--"))
        return f"{sign}{name}" if self.chance(0.5) else f"{name}{sign}"

    def _assigned(self, depth: int) -> str:
        if (name := self.known("n", assigned=True)) is None:
            return self.number(depth)
        operator = self.random.choice(("=", "+=", "-=", "*=", "??=", "||=", "&&="))
        return f"({name} {operator} {self.number(depth)})"

    def _reduce(self, depth: int) -> str:
        a, b = self.name("x"), self.name("x")
        self.scopes.append([(a, "n", True), (b, "n", True)])
        body = self.number(min(depth, 1))
        self.scopes.pop()
        return f"{self.array(depth)}.reduce(({a}, {b}) => {body}, 0)"

    def string(self, depth: int) -> str:
        if depth <= 0 or self.chance(0.3):
            return self.known("s") or self.random.choice(STRINGS)
        depth -= 1
        match self.random.randrange(15):
            case 7:
                return f"JSON.stringify({self.any(depth)})"
            case 8:
                return f"({self.number(depth)}).toFixed({self.random.randrange(4)})"
            case 9:
                radix = self.random.choice((2, 8, 10, 16, 36))
                return f"({self.number(depth)} | 0).toString({radix})"
            case 10:
                method = self.random.choice(("padStart", "padEnd"))
                return f"{self.string(depth)}.{method}(6, {self.string(0)})"
            case 11:
                cut = f"{self.string(depth)}.split({self.string(0)})"
                return f"{cut}.slice(0, 5).join('|')"
            case 12:
                old, new = self.string(0), self.string(0)
                name = self.random.choice(("replace", "replaceAll"))
                return f"{self.string(depth)}.{name}({old}, {new}).slice(0, 40)"
            case 13:
                return f"{self.string(depth)}.at({self.number(0)}) + ''"
            case 14:
                name = self.random.choice(("substring", "substr"))
                return f"{self.string(depth)}.{name}({self.number(0)}, 2)"
            case 0:
                return f"({self.string(depth)} + {self.any(depth)})"
            case 1:
                return f"`{self._part(depth)}-{self._part(depth)}`"
            case 2:
                return f"{self.string(depth)}.slice({self.number(0)}, 3)"
            case 3:
                return f"String({self.any(depth)})"
            case 4:
                return f"(typeof {self.any(depth)})"
            case 5:
                return f"{self.array(depth)}.join('+')"
            case _:
                return f"{self.string(depth)}.toUpperCase()"

    def _part(self, depth: int) -> str:
        return f"${{{self.any(depth)}}}"

    def test(self, depth: int) -> str:
        if depth <= 0:
            return self.known("b") or self.random.choice(("true", "false"))
        depth -= 1
        match self.random.randrange(8):
            case 0:
                return f"!{self.any(depth)}"
            case 1:
                operator = self.random.choice(("&&", "||"))
                return f"({self.test(depth)} {operator} {self.test(depth)})"
            case 2:
                return f"({self.random.choice(['1', '`q`'])} in {self.object(depth)})"
            case 3 if self.chance(0.5):
                name = self.random.choice(("some", "every"))
                x = self.name("x")
                return f"{self.array(depth)}.{name}({x} => {x} > {self.number(0)})"
            case 4 if self.chance(0.3):
                return f"Object.is({self.any(depth)}, {self.any(depth)})"
            case _:
                operator = self.random.choice(COMPARISONS)
                return f"({self.any(depth, 'n')} {operator} {self.any(depth, 'n')})"

    def array(self, depth: int) -> str:
        if (name := self.known("a")) is not None and (depth <= 0 or self.chance(0.4)):
            return name
        if depth <= 0:
            return "[1, 2, 3]"
        depth -= 1
        match self.random.randrange(10):
            case 5:
                return f"{self.array(depth)}.slice().sort((a, b) => a - b)"
            case 6:
                change = self.random.choice(
                    ("reverse()", "sort()", "concat([1, [2]]).flat()", "fill(7, 1)")
                )
                return f"[...{self.array(depth)}].{change}"
            case 7:
                return f"Object.keys({self.object(depth)})"
            case 8:
                kind = self.random.choice(("Set", "Int16Array"))
                return f"[...new {kind}({self.array(depth)})]"
            case 9:
                start, count = self.number(0), self.number(0)
                return f"[...{self.array(depth)}].splice({start}, {count} & 3)"
            case 0:
                x = self.name("x")
                self.scopes.append([(x, "n", True)])
                body = self.number(min(depth, 1))
                self.scopes.pop()
                return f"{self.array(depth)}.map(({x}) => {body})"
            case 1:
                return f"[...{self.array(depth)}, {self.any(depth, 'n')}].slice(-5)"
            case 2:
                return f"{self.array(depth)}.filter(v => v > {self.number(0)})"
            case _:
                items = (self.number(depth) for _ in range(self.random.randrange(4)))
                return f"[{', '.join(items)}]"

    def object(self, depth: int) -> str:
        if (name := self.known("o")) is not None and (depth <= 0 or self.chance(0.6)):
            return name
        if depth <= 0:
            return "({ p: 1, q: 'z' })"
        depth -= 1
        parts: list[str] = []
        for key in self.random.sample(KEYS, self.random.randrange(4)):
            match self.random.randrange(6):
                case 2:
                    body = f"return this.{self.random.choice(KEYS)} || k;"
                    parts.append(f"m{key}(k) {{ {body} }}")
                    parts.append(f"{key}: {self.number(0)}")
                case 0:
                    parts.append(f"get {key}() {{ return {self.number(0)}; }}")
                case 1:
                    parts.append(f"['{key}']: {self.any(depth)}")
                case _:
                    parts.append(f"{key}: {self.any(depth)}")
        if self.chance(0.2):
            parts.append(f"...{self.object(depth)}")
        return f"({{ {', '.join(parts)} }})"

    def any(self, depth: int, likely: str = "") -> str:
        if likely == "n" and self.chance(0.75):
            return self.number(depth)
        match self.random.randrange(9):
            case 0 | 1 | 2:
                return self.number(depth)
            case 3 | 4:
                return self.string(depth)
            case 5:
                return self.test(depth)
            case 6:
                return self.random.choice(("null", "undefined", "NaN"))
            case 7:
                return self.array(depth)
            case _:
                return self.object(depth)
