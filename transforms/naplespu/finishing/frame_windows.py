"""
Windows: far slots that one address reaches, and where a register holds that address.

Offsets have 9 bits, signed, so that the frame is divided into ranges of 512 bytes, each
around its address; the one around `sp` needs none. One register holds the address of
another one (`Frame.temporary`), from the access that computes it until an access
computes that of a third one, in following blocks too: which it holds at the start of a
block follows from the ends of all blocks before it.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from xdsl.ir import Block, Operation

from circ.dialects.common.operation_search import operations_in
from circ.dialects.naplespu.ops import CallOp, FuncOp
from circ.dialects.naplespu.pseudos import SlotLoadOp, SlotStoreOp
from circ.dialects.naplespu.registers import is_vector
from circ.transforms.common.control_flow import ControlFlow
from circ.transforms.naplespu.finishing.frame_layout import Frame

SIZE = 512
"""The range in bytes of a 9-bit offset."""
LOST = None
"""Instead of a window: an address that is not known, or of no use."""


def window_of(offset: int) -> int:
    """The address, as an offset, in reach of which another offset is."""
    return (offset + SIZE // 2) // SIZE * SIZE


@dataclass(frozen=True)
class Windows:
    """Where a function's register for addresses holds which window."""

    at_start: dict[Block, int | None]
    """By block: the window at its start."""
    setting: set[Operation]
    """Loads that set the register, and not only the one that they load."""


@dataclass(frozen=True)
class _Access:
    """An access to a far slot, or a call that changes the register."""

    op: Operation
    window: int | None
    must_set: bool
    """Does it need the register? A load can compute an address in its result."""


def windows_of(func: FuncOp, frame: Frame) -> Windows:
    """
    The windows of a function; linear in its instructions and edges.

    A block is looked at again when less is known of its start: at most twice.
    """
    windows = Windows({}, set())
    if not frame.has_temporary:
        return windows
    flow = ControlFlow(func.body)
    accesses = [list(_far_accesses(block, frame)) for block in flow.blocks]
    if not any(accesses):
        return windows
    wanted = _wanted(flow, accesses)
    start: dict[int, int | None] = {0: LOST}
    work = [0]
    while work:
        number = work.pop()
        end = _end(accesses[number], wanted[number], start[number])
        for next in flow.successors[number]:
            if next not in start:
                start[next] = end
            elif start[next] is LOST or start[next] == end:
                continue
            else:
                start[next] = LOST
            work.append(next)
    for number, block in enumerate(flow.blocks):
        windows.at_start[block] = start.get(number, LOST)
        at_start = windows.at_start[block]
        _end(accesses[number], wanted[number], at_start, windows.setting)
    return windows


def _wanted(
    flow: ControlFlow, accesses: list[list[_Access]]
) -> list[Collection[int | None]]:
    """By block: the windows that are accessed first after it, as far as known."""
    first: list[int | None] = [of[0].window if of else LOST for of in accesses]
    for number in reversed(flow.tree.reverse_postorder):
        if not accesses[number]:
            following = [first[next] for next in flow.successors[number]]
            first[number] = next((w for w in following if w is not LOST), LOST)
    return [{first[next] for next in of} - {LOST} for of in flow.successors]


def _far_accesses(block: Block, frame: Frame) -> Iterator[_Access]:
    """What a block does to the register, in order."""
    for op in operations_in(block, SlotLoadOp, SlotStoreOp, CallOp):
        if isinstance(op, CallOp):
            if frame.has_pointer:
                yield _Access(op, LOST, True)
            continue
        (value,) = (*op.operands, *op.results)
        window = window_of(frame.offset(op.area.data, op.slot.data))
        if not window:
            continue
        must_set = isinstance(op, SlotStoreOp) or is_vector(value.type)
        if op.area.data == "outgoing" and frame.has_pointer:  # from `sp`
            window = LOST
        yield _Access(op, window, must_set)


def _end(
    accesses: list[_Access],
    wanted: Collection[int | None],
    window: int | None,
    setting: set[Operation] | None = None,
) -> int | None:
    """
    The window at the end of a block; loads that set the register are added.

    They do so where nothing is lost by it or the next access is in the same window.
    """
    for place, access in enumerate(accesses):
        if access.window == window:
            continue
        rest = accesses[place + 1 : place + 2]
        following = [after.window for after in rest] or wanted
        gains = access.window in following and window not in following
        if access.must_set or window is LOST or gains:
            window = access.window
            if setting is not None and not access.must_set:
                setting.add(access.op)
    return window
