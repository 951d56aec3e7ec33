"""`mlir-opt`: xDSL's pass by the program of that name, with diagnostics."""

import subprocess
from dataclasses import dataclass
from io import StringIO

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.printer import Printer
from xdsl.rewriter import Rewriter
from xdsl.transforms.mlir_opt import MLIROptPass

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.mlir.parser import parse_module

OUTPUT = "<output of {}>"
"""The name of the program's output in locations."""


@dataclass(frozen=True)
class MlirOptPass(MLIROptPass):
    """
    Replace the module by what mlir-opt makes of it.

    `mlir-opt{executable="mlir-opt-19" arguments="--canonicalize","--cse"}`; without an
    executable it is `$XDSL_MLIR_OPT`, or `mlir-opt` on the path. It gets the module in
    generic form, or with `generic=false` in custom form. Diagnoses a program that is
    not there, fails, or writes what is no module.
    """

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        text = StringIO()
        Printer(text, print_generic_format=self.generic).print_op(op)
        name = OUTPUT.format(self.executable)
        module = parse_module(ctx, self.output_for(op, text.getvalue()), name)
        op.detach_region(op.body)
        op.add_region(Rewriter().move_region_contents_to_new_regions(module.body))
        op.attributes = module.attributes

    def output_for(self, op: ModuleOp, text: str) -> str:
        """The program's output for an input text."""
        try:
            done = subprocess.run(
                [self.executable, *self.arguments],
                input=text.encode(),
                capture_output=True,
            )
        except (OSError, ValueError) as error:  # ValueError: a null character
            reason = getattr(error, "strerror", None) or str(error)
            raise self.failed(op, f"cannot run '{self.executable}': {reason}") from None
        output, status = done.stdout.decode(errors="replace"), done.returncode
        said = done.stderr.decode(errors="replace").strip().splitlines()
        if status < 0:
            what = f"was killed by signal {-status}"
        elif status:
            what = f"ended with status {status}" + (f": {said[0]}" if said else "")
        elif not output.strip():
            what = "wrote nothing"
        else:
            return output
        raise self.failed(op, f"'{self.executable}' {what}")

    def failed(self, op: ModuleOp, what: str) -> Diagnostic:
        return Diagnostic(op.location, f"pass '{self.name}': {what}")
