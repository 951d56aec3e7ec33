"""
Random scripts: numbers, strings, arrays, objects, closures, exceptions, classes.

Each ends: functions and loops use up a number, and throw when it is used up. What is
printed of an exception that a script did not throw itself is its name alone.
"""

from contextlib import contextmanager

from random_javascript_expressions import KEYS, Expressions

PRELUDE = """\
let fuel = 3000;
function burn() { if (--fuel < 0) throw new RangeError("fuel"); }
function show(label, ...values) {
  console.log(label, ...values.map(v => typeof v === "function" ? "fn" : v));
}
"""


class Scripts(Expressions):
    """Writes one script."""

    def write(self, line: str):
        self.lines.append("  " * self.indent + line)

    @contextmanager
    def block(self, head: str, *names: tuple[str, str, bool]):
        self.write(f"{head} {{")
        self.indent += 1
        self.scopes.append(list(names))
        yield
        self.scopes.pop()
        self.indent -= 1
        self.write("}")

    def statements(self, depth: int, most: int = 4):
        for _ in range(self.random.randint(1, most)):
            if self.budget > 0:
                self.budget -= 1
                self.statement(depth)

    def statement(self, depth: int):
        plain = (self._let, self._let, self._assign, self._show, self._take_apart)
        deep = (
            *(self._if, self._for, self._for_of, self._while, self._switch),
            *(self._try, self._try, self._function, self._function, self._class),
            *(self._closures, self._labeled, self._map, self._recursive),
        )
        choices = (*plain, *deep) if depth > 0 else plain
        if depth <= 2 and self.chance(0.08):
            self._leave()
            return
        self.random.choice(choices)(depth - 1)

    def _let(self, depth: int):
        kind = self.random.choice("nnnssbao")
        word = self.random.choice(("let", "let", "const", "var"))
        name = self.name(kind)
        value = {
            "n": self.number,
            "s": self.string,
            "b": self.test,
            "a": self.array,
            "o": self.object,
        }[kind](3)
        self.write(f"{word} {name} = {value};")
        self.declare(name, kind, word != "const")

    def _assign(self, depth: int):
        match self.random.randrange(7):
            case 5 if (name := self.known("o")) is not None:
                key = self.random.choice(KEYS)
                self.write(f"show('delete', delete {name}.{key}, {name});")
            case 6 if (name := self.known("a")) is not None:
                change = self.random.choice(("pop()", "shift()", "unshift(4)"))
                self.write(f"show('{name}', {name}.{change}, {name});")
            case 0 if (name := self.known("a")) is not None:
                self.write(f"{name}[{self.number(1)} & 3] = {self.number(2)};")
            case 1 if (name := self.known("o")) is not None:
                operator = self.random.choice(("=", "=", "+=", "??="))
                key = self.random.choice(KEYS)
                self.write(f"{name}.{key} {operator} {self.any(2)};")
            case 2 if (name := self.known("s", assigned=True)) is not None:
                self.write(f"{name} = ({self.string(2)}).slice(0, 20);")
            case 3 if (name := self.known("a", assigned=True)) is not None:
                self.write(f"{name}.push({self.number(2)}); {name}.length %= 6;")
            case _:
                self.write(f"{self._assigned(3)};")

    def _show(self, depth: int):
        values = ", ".join(self.any(3) for _ in range(self.random.randint(1, 3)))
        self.write(f"show({self.count}, {values});")

    def _take_apart(self, depth: int):
        a, b, c = (self.name("n") for _ in range(3))
        if self.chance(0.5):
            source = self.array(2)
            self.write(f"let [{a}, {b} = {self.number(1)}, ...{c}] = {source};")
            self.declare(c, "a")
        else:
            default = self.number(1)
            key = self.random.choice(KEYS)
            text = f"let {{ {key}: {a} = {default}, zz: {b} = 4, ...{c} }} = "
            self.write(f"{text}{self.object(2)};")
            self.declare(c, "o")
        self.declare(a, "n")
        self.declare(b, "n")

    def _if(self, depth: int):
        with self.block(f"if ({self.any(3)})"):
            self.statements(depth)
        if self.chance(0.5):
            with self.block("else"):
                self.statements(depth)

    def _loop(self, head: str, depth: int, *names: tuple[str, str, bool]):
        self.loops.append("")
        with self.block(head, *names):
            self.write("burn();")
            self.statements(depth, 3)
        self.loops.pop()

    def _for(self, depth: int):
        name = self.name("i")
        word = self.random.choice(("let", "let", "var"))
        self._loop(
            f"for ({word} {name} = 0; {name} < 4; {name}++)",
            depth,
            ((name, "n", False)),
        )

    def _for_of(self, depth: int):
        name = self.name("e")
        if self.chance(0.7):
            head = f"for (const {name} of {self.array(2)})"
            self._loop(head, depth, (name, "n", False))
        else:
            head = f"for (const {name} in {self.object(2)})"
            self._loop(head, depth, (name, "s", False))

    def _while(self, depth: int):
        name = self.name("w")
        self.write(f"let {name} = 0;")
        if self.chance(0.5):
            self._loop(f"while ({name}++ < 3 && {self.test(2)})", depth)
        else:
            self._loop("do", depth)
            self.lines[-1] += f" while ({name}++ < 2);"

    def _labeled(self, depth: int):
        label = self.name("l")
        self.write(f"{label}:")
        self.loops.append(label)
        name = self.name("i")
        self.loops.append("")
        with self.block(
            f"for (let {name} = 0; {name} < 3; {name}++)", ((name, "n", False))
        ):
            self.write("burn();")
            self.statements(depth, 3)
        self.loops.pop()
        self.loops.pop()

    def _switch(self, depth: int):
        self.loops.append("switch")
        with self.block(f"switch ({self.any(2, 'n')})"):
            for value in self.random.sample(range(4), 3):
                test = f"case {value}" if value else "default"
                self.write(f"{test}:")
                with self.block(""):
                    self.statements(depth, 2)
                if self.chance(0.6):
                    self.write("break;")
        self.loops.pop()

    def _try(self, depth: int):
        kind = self.random.randrange(3)
        with self.block("try"):
            self.statements(depth)
            if self.chance(0.4):
                self.write(f"throw {self.any(2)};")
        if kind != 2:
            name = self.name("x")
            with self.block(f"catch ({name})"):
                shown = f"{name} instanceof Error ? {name}.name : {name}"
                self.write(f"show('caught', {shown});")
                self.write(f"if ({name} instanceof RangeError) throw {name};")
                self.statements(depth, 2)
        if kind != 0:
            with self.block("finally"):
                self.statements(depth, 2)

    def _leave(self):
        """Out of a function, a loop, or by an exception."""
        inner = [label for label in self.loops if label != "switch"]
        test = self.test(2)
        choice = self.random.randrange(4)
        if choice == 0 and self.in_function:
            self.write(f"if ({test}) return {self.number(2)};")
        elif choice == 1 and inner:
            word = self.random.choice(("break", "continue"))
            labels = [label for label in inner if label]
            label = f" {self.random.choice(labels)}" if labels else ""
            self.write(f"if ({test}) {word}{label};")
        elif choice == 2:
            self.write(f"if ({test}) throw {self.any(1)};")

    def _function(self, depth: int):
        name = self.name("f")
        a, b, c = (self.name("n") for _ in range(3))
        loops, self.loops = self.loops, []
        self.in_function += 1
        parameters = self.random.choice(
            (
                f"{a}, {b} = {self.number(1)}, ...{c}",
                f"{a}, {{ p: {b} = 2 }} = {{}}, [{c}] = []",
                f"{a}, {b}, {c}",
            )
        )
        head = self.random.choice(
            (
                f"function {name}({parameters})",
                f"const {name} = ({parameters}) =>",
                f"const {name} = function ({parameters})",
            )
        )
        with self.block(head, (a, "n", True), (b, "n", True)):
            self.write("burn();")
            self.statements(depth, 3)
            self.write(f"return {self.number(2)};")
        if head.startswith("const"):
            self.lines[-1] += ";"
        self.in_function -= 1
        self.loops = loops
        self.declare(name, "f", False)

    def _closures(self, depth: int):
        name, each = self.name("g"), self.name("i")
        self.write(f"const {name} = [];")
        word = self.random.choice(("let", "let", "var"))
        head = f"for ({word} {each} = 0; {each} < 3; {each}++)"
        with self.block(head, (each, "n", False)):
            self.write("burn();")
            inner = self.name("n")
            self.write(f"let {inner} = {self.number(1)};")
            self.declare(inner, "n")
            self.write(f"{name}.push(() => {inner} += {each}, () => {each}++);")
            self.statements(min(depth, 1), 2)
        self.write(f"show('closures', {name}.map(f => f()), {name}[1]());")

    def _map(self, depth: int):
        """A Map or Set that is filled, asked and iterated over."""
        name, key, item = self.name("m"), self.name("e"), self.name("e")
        self.write(f"const {name} = new Map([[1, {self.any(2)}], ['k', 2]]);")
        key_set, value = self.any(1), self.any(2)
        self.write(f"{name}.set({key_set}, {value}).delete({self.number(0)});")
        head = f"for (const [{key}, {item}] of {name})"
        self.loops.append("")
        with self.block(head, (key, "n", False), (item, "n", False)):
            self.write(f"burn(); show('{name}', {key}, {item});")
            self.statements(min(depth, 1), 2)
        self.loops.pop()
        self.write(f"show({name}.size, {name}.get({self.any(0)}), {name});")

    def _recursive(self, depth: int):
        """A function that calls itself, with a memory of its results."""
        name, argument, known = self.name("f"), self.name("n"), self.name("a")
        loops, self.loops = self.loops, []
        self.write(f"const {known} = {{}};")
        with self.block(f"function {name}({argument} = 2)", (argument, "n", False)):
            self.write(f"burn(); {argument} = {argument} & 7;")
            self.write(f"if ({argument} in {known}) return {known}[{argument}];")
            self.write(f"if ({argument} < 1) return {self.number(1)};")
            inner = f"{name}({argument} - 1)"
            self.write(f"return {known}[{argument}] = {inner} + {self.any(1, 'n')};")
        self.loops = loops
        self.declare(name, "f", False)
        self.write(f"show('{name}', {name}(5), {known});")

    def _class(self, depth: int):
        name, value = self.name("C"), self.name("c")
        loops, self.loops = self.loops, []
        base = self.known("k")
        heritage = f" extends {base}" if base is not None and self.chance(0.6) else ""
        with self.block(f"class {name}{heritage}"):
            self.write(f"p = {self.number(1)};")
            self.write(f"#h = {self.number(1)};")
            self.write(f"static made = {self.number(0)};")
            with self.block("constructor(a, b = 1)"):
                if heritage:
                    self.write(f"super(b, {self.number(1)});")
                self.write(f"this.q = a; {name}.made++;")
            self.write("get size() { return this.#h + this.p; }")
            self.write("set size(v) { this.#h = v; }")
            sum_ = "super.sum() + " if heritage else ""
            self.write(f"sum() {{ burn(); return {sum_}this.p + {self.number(1)}; }}")
            self.in_function += 1
            with self.block("grow(k)", ("k", "n", True)):
                self.write("burn(); this.size += k; this.p -= 1;")
                self.statements(min(depth, 1), 2)
                self.write("return (() => this.#h)();")
            self.in_function -= 1
        self.loops = loops
        self.declare(name, "k", False)
        self.write(f"const {value} = new {name}({self.any(1)});")
        self.declare(value, "c", False)
        self.write(f"show('{name}', {value}, {name}.made, {value}.grow(1));")


def random_script(seed: int, budget: int = 60) -> str:
    """A script of about `budget` statements; the same one for each seed."""
    scripts = Scripts(seed, budget)
    with scripts.block("try"):
        while scripts.budget > 0:
            scripts.budget -= 1
            scripts.statement(3)
        for name, kind, _ in scripts.scopes[-1]:
            if kind not in "fk":
                scripts.write(f"show('{name}', {name});")
    scripts.lines[-1] += " catch (error) {"
    scripts.write("  show('end', error instanceof Error ? error.name : error);")
    scripts.write("}")
    return PRELUDE + "\n".join(scripts.lines) + "\n"
