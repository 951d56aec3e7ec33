"""
Throw, try, catch and finally.

The block of `finally` is written once. Every way into it says why in a register: 0 the
end of the try block, 1 an exception, others a jump; at its end the way goes on.
"""

from circ.targets.javascript.assignments import assign_to
from circ.targets.javascript.emitter import STATEMENTS, Emitter, Finally, writes
from circ.targets.javascript.expression_text import CATCH
from circ.targets.javascript.syntax import Node

REACHED, THROWN, FIRST_EXIT = 0, 1, 2


@writes(STATEMENTS, "throw_statement")
def throw(emitter: Emitter, node: Node):
    mark = emitter.mark()
    emitter.value(node.children[0])
    emitter.at(node)
    emitter.emit("throw")
    emitter.release(mark)


@writes(STATEMENTS, "try_statement")
def try_(emitter: Emitter, node: Node):
    mark = emitter.mark()
    finalizer = node.get("finalizer")
    if finalizer is None:
        _try_catch(emitter, node)
    else:
        _try_finally(emitter, node, finalizer)
    emitter.release(mark)


def _try_catch(emitter: Emitter, node: Node):
    start, end = emitter.label("try"), emitter.label("tried")
    handler, after = emitter.label("catch"), emitter.label("end")
    emitter.place(start)
    emitter.statement(node["body"])
    emitter.place(end)
    emitter.emit("jmp", after)
    emitter.place(handler)
    emitter.handle(start, end, handler)
    _catch(emitter, node["handler"])
    emitter.place(after)


def _catch(emitter: Emitter, clause: Node):
    """The block of a catch clause; the accumulator is the exception."""
    mark = emitter.mark()
    parameter = clause.get("parameter")
    if parameter is not None:
        exception = emitter.kept()
        emitter.open(clause.scope)
        emitter.emit("lda", exception)
        assign_to(emitter, parameter, CATCH)
    emitter.statement(clause["body"])
    if parameter is not None:
        emitter.close(clause.scope)
    emitter.release(mark)


def _try_finally(emitter: Emitter, node: Node, finalizer: Node):
    kind, value = emitter.temporary(), emitter.temporary()
    start, end = emitter.label("try"), emitter.label("tried")
    handler = emitter.label("thrown")
    around = Finally(kind, value, emitter.label("finally"), len(emitter.environments))
    emitter.emit("ldundefined")
    emitter.emit("sta", value)
    emitter.exits.append(around)
    emitter.place(start)
    if "handler" in node.fields:
        _try_catch(emitter, node)
    else:
        emitter.statement(node["body"])
    emitter.place(end)
    emitter.exits.pop()
    emitter.emit("ldai", REACHED)
    emitter.emit("sta", kind)
    emitter.emit("jmp", around.label)
    emitter.place(handler)
    emitter.handle(start, end, handler)
    emitter.emit("sta", value)
    emitter.emit("ldai", THROWN)
    emitter.emit("sta", kind)
    emitter.place(around.label)
    emitter.statement(finalizer["body"])
    _go_on(emitter, around)


def _go_on(emitter: Emitter, around: Finally):
    """After the block of finally: where the way goes on."""
    for number, target in enumerate((None, *around.exits), THROWN):
        other = emitter.label("else")
        emitter.emit("ldai", number)
        emitter.emit("stricteq", around.kind)
        emitter.emit("jeqz", other)
        if number == THROWN:
            emitter.emit("lda", around.value)
            emitter.emit("throw")
        else:
            if target is None:
                emitter.emit("lda", around.value)
            emitter.jump(target)
        emitter.place(other)
