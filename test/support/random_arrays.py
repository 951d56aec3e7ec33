"""Statements of random source programs that touch memory."""

from random_writer import Array, Scope, Writer, array_of, is_array, packed


class Arrays(Writer):
    """Loads, stores, copies, new arrays and views of arrays."""

    def some_array(self, scope: Scope) -> tuple[str, str]:
        """The type and name of a visible array that may be written."""
        if not any(map(is_array, scope)):
            self.array(scope)
        type = self.random.choice([type for type in scope if is_array(type)])
        return type, self.random.choice(scope[type])

    def bounded(self, scope: Scope, count: int) -> str:
        """An index of 0 ... count - 1."""
        if not self.random.randrange(3):
            return self.constant("index", self.random.randrange(count))
        index, bound = self.pick(scope, "index"), self.constant("index", count)
        return self.value(f"arith.remui {index}, {bound} : index", "index")

    def place(self, scope: Scope, array: str) -> str:
        """Indices in bounds."""
        shape = array_of(array).shape
        return ", ".join(self.bounded(scope, extent) for extent in shape)

    def load(self, scope: Scope) -> None:
        if not self.random.randrange(6):
            name, type = self.module.global_array(constant=True)
            array = self.value(f"memref.get_global @{name} : {type}", type)
        else:
            type, array = self.some_array(scope)
        text = f"memref.load {array}[{self.place(scope, type)}] : {type}"
        self.value(text, array_of(type).element, scope)

    def store(self, scope: Scope) -> None:
        type, array = self.some_array(scope)
        value = self.pick(scope, array_of(type).element)
        self.emit(f"memref.store {value}, {array}[{self.place(scope, type)}] : {type}")

    def array(self, scope: Scope) -> None:
        """A new array, filled with one value."""
        type = self.module.array_type()
        name = self.random.choice(("alloca", "alloc"))
        array = self.value(f"memref.{name}() : {type}", type)
        value = self.pick(scope, array_of(type).element)
        zero, one = self.constant("index", 0), self.constant("index", 1)
        indices: list[str] = []
        weight = self.weight
        for extent in array_of(type).shape:
            bound, index = self.constant("index", extent), self.fresh()
            self.emit(f"scf.for {index} = {zero} to {bound} step {one} {{")
            indices.append(index)
            self.depth += 1
            self.weight *= extent
        self.emit(f"memref.store {value}, {array}[{', '.join(indices)}] : {type}")
        for _ in indices:
            self.depth -= 1
            self.emit("}")
        self.weight = weight
        scope.setdefault(type, []).append(array)

    def shared_array(self, scope: Scope) -> None:
        """An array of the module, which what is called may write too."""
        name, type = self.module.global_array(constant=False)
        self.value(f"memref.get_global @{name} : {type}", type, scope)

    def filled(self, scope: Scope, type: str) -> None:
        """An array of that very type, which is plain."""
        array = self.value(f"memref.alloca() : {type}", type, scope)
        value = self.pick(scope, array_of(type).element)
        places = [""]
        for extent in array_of(type).shape:
            numbers = [self.constant("index", position) for position in range(extent)]
            places = [
                f"{place}, {number}".removeprefix(", ")
                for place in places
                for number in numbers
            ]
        for place in places:
            self.emit(f"memref.store {value}, {array}[{place}] : {type}")

    def copy(self, scope: Scope) -> None:
        """Between arrays of one shape, whatever their strides; they may overlap."""
        source, array = self.some_array(scope)
        wanted = array_of(source)
        targets = [
            type
            for type in scope
            if is_array(type)
            and array_of(type).shape == wanted.shape
            and array_of(type).element == wanted.element
        ]
        type = self.random.choice(targets)
        target = self.random.choice(scope[type])
        self.emit(f"memref.copy {array}, {target} : {source} to {type}")

    def dim(self, scope: Scope) -> None:
        type, array = self.some_array(scope)
        rank = len(array_of(type).shape)
        if not rank or not self.random.randrange(4):
            self.value(f"memref.rank {array} : {type}", "index", scope)
            return
        index = self.constant("index", self.random.randrange(rank))
        self.value(f"memref.dim {array}, {index} : {type}", "index", scope)

    # region Views

    def view(self, scope: Scope) -> None:
        """Another array over some elements of one."""
        type, name = self.some_array(scope)
        array = array_of(type)
        choices = [self.subview, self.subview]
        if array.offset is not None:
            choices += [self.forgotten, self.reinterpreted, self.metadata]
        if array.is_plain and array.shape:
            choices.append(self.reshaped)
        self.random.choice(choices)(scope, name, array)

    def _view(self, scope: Scope, text: str, old: Array, new: Array, to: str) -> None:
        self.value(f"{text} : {old.text} {to} {new.text}", new.text, scope)

    def subview(self, scope: Scope, name: str, array: Array) -> None:
        """A part, perhaps without dimensions of one element."""
        offsets: list[str] = []
        sizes: list[int] = []
        steps: list[int] = []
        strides: list[int] = []
        shape: list[int] = []
        start = array.offset
        for extent, stride in zip(array.shape, array.strides, strict=True):
            size = 1 + self.random.randrange(extent)
            most = (extent - 1) // (size - 1) if size > 1 else 2
            step = 1 + self.random.randrange(most)
            starts = extent - (size - 1) * step
            if self.random.randrange(2):
                offset = self.random.randrange(starts)
                offsets.append(str(offset))
                start = None if start is None else start + offset * stride
            else:
                offsets.append(self.bounded(scope, starts))
                start = None
            sizes.append(size)
            steps.append(step)
            if size > 1 or self.random.randrange(2):
                shape.append(size)
                strides.append(stride * step)
        part = Array(tuple(shape), array.element, tuple(strides), start)
        lists = f"[{', '.join(offsets)}] {sizes} {steps}"
        self._view(scope, f"memref.subview {name}{lists}", array, part, "to")

    def forgotten(self, scope: Scope, name: str, array: Array) -> None:
        """The same array, of which the type no longer says where it begins."""
        other = Array(array.shape, array.element, array.strides, None)
        self._view(scope, f"memref.cast {name}", array, other, "to")

    def reinterpreted(self, scope: Scope, name: str, array: Array) -> None:
        """Any elements from the start of the buffer to the last of the array."""
        assert array.offset is not None
        reach = zip(array.shape, array.strides, strict=True)
        last = array.offset + sum((extent - 1) * stride for extent, stride in reach)
        self._reinterpreted(scope, name, array, last)

    def _reinterpreted(self, scope: Scope, name: str, array: Array, last: int) -> None:
        sizes: list[int] = []
        strides: list[int] = []
        left = last
        for _ in range(self.random.randrange(3)):
            stride = self.random.randrange(4)
            most = min(left // stride, 3) if stride else 2
            size = 1 + self.random.randrange(most + 1)
            left -= (size - 1) * stride
            sizes.append(size)
            strides.append(stride)
        if self.random.randrange(2):
            start: int | None = self.random.randrange(left + 1)
            offset = str(start)
        else:
            start, offset = None, self.bounded(scope, left + 1)
        other = Array(tuple(sizes), array.element, tuple(strides), start)
        text = f"memref.reinterpret_cast {name} to offset: [{offset}]"
        text += f", sizes: {sizes}, strides: {strides}"
        self._view(scope, text, array, other, "to")

    def metadata(self, scope: Scope, name: str, array: Array) -> None:
        """The buffer and the numbers, and another array over the buffer."""
        rank = len(array.shape)
        base, offset, sizes, strides = (self.fresh() for _ in range(4))
        names = [base, offset]
        names += [f"{sizes}:{rank}", f"{strides}:{rank}"] if rank else []
        buffer = Array((), array.element, (), 0)
        types = ", ".join([buffer.text, *["index"] * (1 + 2 * rank)])
        text = f"memref.extract_strided_metadata {name} : {array.text} -> {types}"
        self.emit(f"{', '.join(names)} = {text}")
        numbers = [offset]
        suffixes = [f"#{i}" if rank > 1 else "" for i in range(rank)]
        numbers += [group + suffix for group in (sizes, strides) for suffix in suffixes]
        scope.setdefault("index", []).extend(numbers)
        assert array.offset is not None
        reach = zip(array.shape, array.strides, strict=True)
        last = array.offset + sum((extent - 1) * stride for extent, stride in reach)
        self._reinterpreted(scope, base, buffer, last)

    def reshaped(self, scope: Scope, name: str, array: Array) -> None:
        """The same elements in fewer or more dimensions."""
        if len(array.shape) > 1:
            dimensions = list(range(len(array.shape)))
            flat = Array((array.size,), array.element, (1,), 0)
            text = f"memref.collapse_shape {name} [{dimensions}]"
            self._view(scope, text, array, flat, "into")
            return
        rows = self.random.choice([n for n in (1, 2, 3, 4) if array.size % n == 0])
        shape = (rows, array.size // rows)
        other = Array(shape, array.element, packed(shape), 0)
        text = f"memref.expand_shape {name} [[0, 1]] output_shape {list(shape)}"
        self._view(scope, text, array, other, "into")

    # endregion
