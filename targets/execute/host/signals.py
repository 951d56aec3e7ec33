"""
Calls of compiled code that come back also where it goes wrong.

`enter` notes where to come back to, `leave` goes there from any depth: a failed check,
the limit on operations, an exception of a function in Python. A handler of SIGSEGV does
it for accesses to pages without an object and for the end of the stack; where no
compiled code is running the signal is what it was before. Handler and calls are
compiled once by LLVM, since Python must not run in a handler.
"""

import ctypes
import signal
import threading
from collections.abc import Callable, Sequence
from functools import cache

from circ.targets.execute.host.arena import libc
from circ.targets.execute.host.compiler import Compiled

FAULT, OVERFLOW, STOPPED, FIRST = 1, 2, 3, 16
"""Why `enter` came back; from `FIRST` on what the code says itself."""

NATIVE_STACK = 256 << 20
"""Bytes of the stack of compiled code."""
SIGNAL_STACK = 1 << 16
NEAR = 1 << 20
"""How far from the end of a stack an access may be that is beyond it."""
ACTIVE, THREAD, ADDRESS, STOP, RANGES = 0, 1, 2, 3, 4
MOST_RANGES = 3
STATE = RANGES + 2 * MOST_RANGES
"""Numbers in the state: see `_SUPPORT`."""

SA_SIGINFO, SA_ONSTACK, SA_NODEFER = 4, 0x08000000, 0x40000000

_SUPPORT = """
@circ.state = global [{size} x i64] zeroinitializer, align 16
@circ.before = global [64 x i64] zeroinitializer, align 16
declare i32 @{setjmp}(ptr, i32) returns_twice
declare void @siglongjmp(ptr, i32) noreturn
declare i64 @pthread_self()
declare i32 @sigaction(i32, ptr, ptr)

define void @circ.leave(i32 %code) noreturn {{
  %place = load i64, ptr @circ.state
  %buffer = inttoptr i64 %place to ptr
  call void @siglongjmp(ptr %buffer, i32 %code)
  unreachable
}}

define i32 @circ.enter(ptr %body, ptr %values) {{
  %buffer = alloca [64 x i64], align 16
  %place = ptrtoint ptr %buffer to i64
  %why = call i32 @{setjmp}(ptr %buffer, i32 0) returns_twice
  %first = icmp eq i32 %why, 0
  br i1 %first, label %run, label %back
run:
  store volatile i64 %place, ptr @circ.state
  call void %body(ptr %values)
  store volatile i64 0, ptr @circ.state
  ret i32 0
back:
  store volatile i64 0, ptr @circ.state
  ret i32 %why
}}

define void @circ.handler(i32 %signal, ptr %info, ptr %context) {{
  %active = load volatile i64, ptr @circ.state
  %stop.place = getelementptr i64, ptr @circ.state, i64 {stop}
  %stop = load volatile i64, ptr %stop.place
  %stopping = icmp ne i64 %stop, 0
  %idle = icmp eq i64 %active, 0
  br i1 %idle, label %other, label %running
running:
  %self = call i64 @pthread_self()
  %thread.place = getelementptr i64, ptr @circ.state, i64 {thread}
  %thread = load volatile i64, ptr %thread.place
  %mine = icmp eq i64 %self, %thread
  br i1 %mine, label %look, label %other
look:
  br i1 %stopping, label %found, label %where
where:
  %address.place = getelementptr i8, ptr %info, i64 16
  %address = load i64, ptr %address.place
  %note = getelementptr i64, ptr @circ.state, i64 {address}
  store volatile i64 %address, ptr %note
  br label %range
range:
  %n = phi i64 [ 0, %where ], [ %next, %outside ]
  %low.index = shl i64 %n, 1
  %low.offset = add i64 %low.index, {ranges}
  %low.place = getelementptr i64, ptr @circ.state, i64 %low.offset
  %low = load volatile i64, ptr %low.place
  %high.place = getelementptr i64, ptr %low.place, i64 1
  %high = load volatile i64, ptr %high.place
  %above = icmp uge i64 %address, %low
  %below = icmp ult i64 %address, %high
  %inside = and i1 %above, %below
  br i1 %inside, label %hit, label %outside
outside:
  %next = add i64 %n, 1
  %more = icmp ult i64 %next, {most}
  br i1 %more, label %range, label %other
hit:
  %stack = icmp eq i64 %n, 0
  %what = select i1 %stack, i32 {overflow}, i32 {fault}
  br label %found
found:
  %why = phi i32 [ {stopped}, %look ], [ %what, %hit ]
  call void @circ.leave(i32 %why)
  unreachable
other:
  br i1 %stopping, label %return, label %chain
chain:
  %done = call i32 @sigaction(i32 %signal, ptr @circ.before, ptr null)
  br label %return
return:
  ret void
}}
"""


class _Action(ctypes.Structure):
    _fields_ = (
        ("handler", ctypes.c_void_p),
        ("mask", ctypes.c_char * 128),
        ("flags", ctypes.c_int),
        ("restorer", ctypes.c_void_p),
    )


class _Stack(ctypes.Structure):
    _fields_ = (
        ("start", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("size", ctypes.c_size_t),
    )


class Support:
    """The compiled handler, and the state that it shares with Python."""

    def __init__(self) -> None:
        library = libc()
        setjmp = "__sigsetjmp" if hasattr(library, "__sigsetjmp") else "sigsetjmp"
        text = _SUPPORT.format(
            size=STATE,
            setjmp=setjmp,
            stop=STOP,
            thread=THREAD,
            address=ADDRESS,
            ranges=RANGES,
            most=MOST_RANGES,
            overflow=OVERFLOW,
            fault=FAULT,
            stopped=STOPPED,
        )
        self.setjmp = setjmp
        self._code = code = Compiled(text)
        self.leave = code.address("circ.leave")
        """The address of the function that ends a call with a number."""
        prototype = ctypes.CFUNCTYPE(
            ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(ctypes.c_uint64)
        )
        self.enter = prototype(code.address("circ.enter"))
        array = ctypes.c_uint64 * STATE
        self.state = array.from_address(code.address("circ.state"))
        action = _Action(code.address("circ.handler"))
        action.flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER
        before = ctypes.c_void_p(code.address("circ.before"))
        library.sigaction(int(signal.SIGSEGV), ctypes.byref(action), before)


@cache
def support() -> Support:
    """Installed when it is first needed."""
    return Support()


LOCK = threading.Lock()
"""Held while compiled code runs, as one run at a time does in a process."""


class Running:
    """One call of compiled code, in a thread of its own with a large stack."""

    def __init__(self, ranges: Sequence[tuple[int, int]]):
        """An access from one address to another of a range is the code's own fault."""
        self.support, self._ranges = support(), ranges
        self.address = 0
        """Where an access failed."""
        self._ending = threading.Lock()
        """Held while a thread that runs is sent a signal."""
        self._stack = ctypes.create_string_buffer(SIGNAL_STACK)

    def call(self, body: int, values: "ctypes.Array[ctypes.c_uint64]") -> int:
        """Call the function at an address; why it came back, 0 where it is done."""
        result: list[int] = []
        failed: list[BaseException] = []

        def target() -> None:
            try:
                result.append(self._run(body, values))
            except BaseException as error:
                failed.append(error)
            finally:
                with self._ending:
                    done.set()

        # An interrupted `join` takes a thread that runs for one that has ended.
        done = threading.Event()
        with LOCK:
            before = threading.stack_size(NATIVE_STACK)
            thread = threading.Thread(target=target, daemon=True)
            try:
                thread.start()
            finally:
                threading.stack_size(before)
        try:
            done.wait()
        except BaseException:
            self._stop(thread, done)
            raise
        if failed:
            raise failed[0]
        return result[0]

    def _stop(self, thread: threading.Thread, done: threading.Event) -> None:
        """End the code of a thread from outside, as on an interrupt."""
        state = self.support.state
        state[STOP] = 1
        while not done.wait(0.05):
            with self._ending:
                if thread.ident is not None and not done.is_set():
                    signal.pthread_kill(thread.ident, signal.SIGSEGV)
        state[STOP] = 0

    def _run(self, body: int, values: "ctypes.Array[ctypes.c_uint64]") -> int:
        place = ctypes.cast(self._stack, ctypes.c_void_p).value
        stack, before = _Stack(place, 0, SIGNAL_STACK), _Stack()
        libc().sigaltstack(ctypes.byref(stack), ctypes.byref(before))
        with LOCK:
            self._set_state()
            why = self.support.enter(body, values)
            self.address = self.support.state[ADDRESS]
        libc().sigaltstack(ctypes.byref(before), None)
        return why

    def _set_state(self) -> None:
        state = self.support.state
        state[THREAD] = threading.get_ident()
        low = _stack_start()
        ranges = [(low - NEAR, low + NEAR)]
        ranges += self._ranges
        for number in range(MOST_RANGES):
            low, high = ranges[number] if number < len(ranges) else (0, 0)
            state[RANGES + 2 * number] = low
            state[RANGES + 2 * number + 1] = high

    def outside(self, function: Callable[[], int]) -> int:
        """Run a function in Python that compiled code calls; others may run then."""
        state = self.support.state
        active = state[ACTIVE]
        state[ACTIVE] = 0
        LOCK.release()
        try:
            return function()
        finally:
            LOCK.acquire()
            self._set_state()
            state[ACTIVE] = active


def _stack_start() -> int:
    """The lowest address of the stack of this thread."""
    library = libc()
    attributes = ctypes.create_string_buffer(128)
    start, size = ctypes.c_void_p(), ctypes.c_size_t()
    self = ctypes.c_void_p(threading.get_ident())
    if library.pthread_getattr_np(self, attributes):
        return 0
    library.pthread_attr_getstack(attributes, ctypes.byref(start), ctypes.byref(size))
    library.pthread_attr_destroy(attributes)
    return start.value or 0
