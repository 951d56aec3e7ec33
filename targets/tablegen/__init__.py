"""
TableGen: reads target descriptions and generates Python modules from their records.

`load` gives the records; `evaluation` also what is needed to print them.
"""

from circ.targets.tablegen.evaluation import load

__all__ = ["load"]
