"""
Classes.

The fields of objects are defined by the code of the constructor: at its beginning, or
after `super(…)`. Static fields and blocks are a method that is called once.
"""

from circ.targets.javascript.assignments import name_of
from circ.targets.javascript.binding import is_constructor
from circ.targets.javascript.bytecode import Register
from circ.targets.javascript.calls import array_of
from circ.targets.javascript.emitter import (
    NAMED,
    STATEMENTS,
    VALUES,
    Emitter,
    writes,
)
from circ.targets.javascript.functions import declare_functions, define, length_of
from circ.targets.javascript.objects import kept_key, method, own_property
from circ.targets.javascript.scopes import (
    FUNCTION,
    NEW_TARGET,
    THIS,
    ClassInfo,
    FunctionInfo,
)
from circ.targets.javascript.syntax import Node
from circ.targets.javascript.variables import load_special, store


@writes(STATEMENTS, "class_declaration")
def declaration(emitter: Emitter, node: Node):
    class_named(emitter, node, node["name"].text)


@writes(VALUES, "class")
def expression(emitter: Emitter, node: Node):
    name = node.get("name")
    class_named(emitter, node, "" if name is None else name.text)


def class_named(emitter: Emitter, node: Node, name: str):
    """The class becomes the accumulator, and the value of its name."""
    info = node.class_info
    assert info is not None
    mark = emitter.mark()
    emitter.open(info.scope)
    base = _base(emitter, node)
    constructor = info.constructor
    function = emitter.unit.define(constructor, name, tuple(emitter.environments))
    emitter.at(node)
    emitter.emit("defineclass", function.name, length_of(constructor), base)
    result = emitter.kept()
    emitter.emit("ldobjbyname", "prototype")
    prototype = emitter.kept()
    for member in node["body"].children:
        before = emitter.mark()
        _member(emitter, info, member, result, prototype)
        emitter.release(before)
    if (own := node.get("name")) is not None and own.reference is not None:
        emitter.emit("lda", result)
        store(emitter, own.reference)
    if info.statics is not None:
        emitter.emit("lda", result)
        define(emitter, info.statics, info.statics.name, "definemethod")
        emitter.emit("callthis0", result)
    emitter.emit("lda", result)
    emitter.close(info.scope)
    emitter.release(mark)


NAMED["class"] = class_named


def _base(emitter: Emitter, node: Node) -> Register:
    heritage = next((c for c in node.children if c.kind == "class_heritage"), None)
    if heritage is None:
        emitter.emit("ldhole")
    else:
        emitter.value(heritage.children[0])
    return emitter.kept()


def _member(
    emitter: Emitter,
    info: ClassInfo,
    member: Node,
    result: Register,
    prototype: Register,
):
    """What a member does when the class is made."""
    is_static = "static" in member.tokens
    if member.kind == "method_definition" and not is_constructor(member):
        home = result if is_static else prototype
        if member["name"].kind == "private_property_identifier":
            _private_method(emitter, info, member, home)
        else:
            method(emitter, member, home, home, is_enumerable=False)
    elif member.kind == "field_definition" and member.start in info.keys:
        emitter.emit("lda", kept_key(emitter, member["property"]))
        emitter.put(info.keys[member.start])


def _private_method(emitter: Emitter, info: ClassInfo, member: Node, home: Register):
    """A static one is a property of the class, others are kept for the constructor."""
    function = member.function
    assert function is not None
    name = member["name"].text
    emitter.emit("lda", home)
    define(emitter, function, name, "definemethod")
    if (variable := info.keys.get(member.start)) is None:
        emitter.emit(_private_row(member), name, home)
    else:
        emitter.put(variable)


def _private_row(member: Node) -> str:
    """The row that defines a private method, getter or setter."""
    if "get" in member.tokens:
        return "defineprivategetter"
    return f"defineprivate{'setter' if 'set' in member.tokens else 'property'}"


def define_fields(emitter: Emitter, info: ClassInfo) -> bool:
    """Define the fields of `this`; False if the class has none."""
    members = [
        member
        for member in info.node["body"].children
        if member.start in info.field_scopes
        and info.field_scopes[member.start].function is info.constructor
    ]
    methods = [
        member
        for member in info.node["body"].children
        if member.kind == "method_definition" and member.start in info.keys
    ]
    if not members and not methods:
        return False
    mark = emitter.mark()
    load_special(emitter, THIS)
    this = emitter.kept()
    for member in methods:
        emitter.get(info.keys[member.start])
        name = member["name"].text
        emitter.emit(_private_row(member), name, this)
    for member in members:
        _field(emitter, info, member, this)
    emitter.release(mark)
    return True


def _field(emitter: Emitter, info: ClassInfo, member: Node, this: Register):
    mark = emitter.mark()
    scope = info.field_scopes[member.start]
    emitter.at(member)
    if member.kind == "class_static_block":
        emitter.open(scope)
        declare_functions(emitter, scope)
        emitter.statements(member["body"].children)
        emitter.close(scope)
        emitter.release(mark)
        return
    key = member["property"]
    name = name_of(emitter, key)
    value = member.get("value")
    emitter.open(scope)
    if value is None:
        emitter.emit("ldundefined")
    else:
        emitter.named(value, "" if name is None else str(name))
    if name is None:
        result = emitter.kept()
        emitter.get(info.keys[member.start])
        register = emitter.kept()
        emitter.emit("lda", result)
        emitter.emit("definefieldbyvalue", this, register)
    elif key.kind == "private_property_identifier":
        emitter.emit("defineprivateproperty", key.text, this)
    else:
        own_property(emitter, name, this)
    emitter.close(scope)
    emitter.release(mark)


def _constructor_around(emitter: Emitter) -> FunctionInfo:
    """The constructor that super() in an arrow function within belongs to."""
    info = emitter.info
    while info.is_arrow:
        assert info.parent is not None
        info = info.parent
    return info


def write_statics(emitter: Emitter, function: FunctionInfo):
    """The code of the static fields and blocks: `this` is the class."""
    info = function.class_info
    assert info is not None
    emitter.emit("ldthis")
    this = emitter.kept()
    for member in info.node["body"].children:
        scope = info.field_scopes.get(member.start)
        if scope is not None and scope.function is info.statics:
            _field(emitter, info, member, this)


def default_constructor(emitter: Emitter):
    """`super(...arguments)`."""
    mark = emitter.mark()
    load_special(emitter, FUNCTION)
    function = emitter.kept()
    load_special(emitter, NEW_TARGET)
    target = emitter.kept()
    emitter.emit("copyrestargs", 0)
    emitter.emit("supercallspread", function, target)
    assert emitter.info.body is not None
    bind_this(emitter, emitter.info.body)
    emitter.release(mark)


def assign_parameters(emitter: Emitter, info: FunctionInfo):
    """TypeScript's parameters that are properties, too."""
    for node in info.parameters:
        target = node["left"] if "left" in node.fields else node
        if "property" in target.tokens:
            mark = emitter.mark()
            load_special(emitter, THIS)
            this = emitter.kept()
            emitter.value(target)
            emitter.emit("stobjbyname", target.text, this)
            emitter.release(mark)


def begin_constructor(emitter: Emitter, info: ClassInfo):
    """What a constructor does before its statements."""
    name = info.node.get("name")
    emitter.emit("throw_ifnotconstructorcall", "" if name is None else name.text)


@writes(VALUES, "super")
def super_call(emitter: Emitter, node: Node):
    """super(…): its result becomes this; then the fields are defined."""
    given = node["arguments"].children
    if any(each.kind == "spread_element" for each in given):
        load_special(emitter, FUNCTION)
        function = emitter.kept()
        load_special(emitter, NEW_TARGET)
        target = emitter.kept()
        array = array_of(emitter, given, True)
        emitter.emit("lda", array)
        emitter.at(node)
        emitter.emit("supercallspread", function, target)
    else:
        registers = emitter.range(2 + len(given))
        first, second, *rest = registers.registers
        load_special(emitter, FUNCTION)
        emitter.emit("sta", first)
        load_special(emitter, NEW_TARGET)
        emitter.emit("sta", second)
        for each, register in zip(given, rest, strict=True):
            emitter.value(each)
            emitter.emit("sta", register)
        emitter.at(node)
        emitter.emit("supercallthisrange", registers)
    bind_this(emitter, node)


def bind_this(emitter: Emitter, node: Node):
    """The accumulator becomes `this` of a derived constructor, which has none yet."""
    info = _constructor_around(emitter)
    this = info.special.variables[THIS]
    mark = emitter.mark()
    value = emitter.kept()
    emitter.get(this)
    emitter.emit("throw_ifsupernotcorrectcall", 1)
    emitter.emit("lda", value)
    emitter.put(this)
    emitter.release(mark)
    assert info.class_info is not None
    has_fields = define_fields(emitter, info.class_info)
    if has_fields and emitter.info is not info:
        raise emitter.unit.source.error(
            node, "super() in an arrow function of a class with fields is not supported"
        )
    if emitter.info is info:
        assign_parameters(emitter, info)
    emitter.get(this)
