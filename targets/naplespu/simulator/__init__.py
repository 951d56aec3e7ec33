"""
The simulator of NaplesPU; `Machine` is one hardware thread
(docs/reference/architecture.md, section 4).
"""

from circ.targets.naplespu.simulator.machine import Machine, MachineTrap

__all__ = ["Machine", "MachineTrap"]
