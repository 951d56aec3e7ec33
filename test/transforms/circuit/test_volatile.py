"""
Volatile and atomic accesses are executed as often as the program says, in its order.

No optimisation of loops or memory removes, repeats, moves or merges one.
"""

import pytest
from xdsl.dialects.builtin import ModuleOp, i32

from circ.dialects.common.module_functions import definitions
from circ.dialects.source.signature import signature_of
from circ.targets.execute.levels import execute
from circ.targets.execute.marshal import Scalar
from circ.targets.llvm import read_llvm
from circ.transforms.pipelines import compile, level_of

LOOP = """
  br label %head
head:
  %i = phi i32 [0, %0], [%j, %body]
  HEAD
  %go = icmp slt i32 %i, GO
  br i1 %go, label %body, label %exit
body:
  BODY
  %j = add i32 %i, 1
  br label %head
exit:
  EXIT
"""
READ = "load volatile i32, ptr @v"
WRITE = "store volatile i32 %i, ptr @v"
COUNTED = LOOP.replace("GO", "6")

FUNCTIONS = {
    "read in a test": LOOP.replace("HEAD", f"%x = {READ}")
    .replace("BODY", "")
    .replace("EXIT", "ret i32 %x"),
    "read and not used": LOOP.replace("HEAD", f"%x = {READ}")
    .replace("BODY", WRITE)
    .replace("EXIT", "ret i32 %i"),
    "read in a body": LOOP.replace("HEAD", "")
    .replace("BODY", f"%x = {READ}\n  %y = {READ}")
    .replace("EXIT", "ret i32 %i"),
    "written in a body": LOOP.replace("HEAD", "")
    .replace("BODY", f"{WRITE}\n  {WRITE}")
    .replace("EXIT", f"%x = {READ}\n  ret i32 %x"),
    "written in a short loop": COUNTED.replace("HEAD", "")
    .replace("BODY", f"{WRITE}\n  %x = {READ}")
    .replace("EXIT", "ret i32 %n"),
    "read in a short loop's test": COUNTED.replace("HEAD", f"%x = {READ}")
    .replace("BODY", "")
    .replace("EXIT", "ret i32 %x"),
    "atomic": """
      %a = load atomic i32, ptr @v acquire, align 4
      %b = load atomic i32, ptr @v monotonic, align 4
      store atomic i32 %n, ptr @v release, align 4
      store atomic i32 %a, ptr @v release, align 4
      fence seq_cst
      %c = atomicrmw add ptr @v, i32 %n seq_cst
      %d = cmpxchg ptr @v, i32 %c, i32 7 acq_rel acquire
      %s = sub i32 %a, %b
      %r = add i32 %s, %c
      ret i32 %r""",
    "of the frame": """
      %p = alloca i32
      store volatile i32 1, ptr %p
      store volatile i32 %n, ptr %p
      %a = load volatile i32, ptr %p
      %b = load volatile i32, ptr %p
      %r = sub i32 %a, %b
      ret i32 %r""",
    "of a constant": """
      %a = load volatile i32, ptr @c
      %b = load volatile i32, ptr @c
      %r = add i32 %a, %b
      ret i32 %r""",
}


def accesses(module: ModuleOp, n: int) -> tuple[list[str], list[int]]:
    """The accesses that a run makes, in order, and what it returns."""
    lines: list[str] = []
    signature, level = signature_of(definitions(module)["f"]), level_of(module)
    arguments = [Scalar(i32, n)]
    run = execute(level, module, "f", signature, arguments, {}, 10_000, lines.append)
    kinds = [kind for line in lines for kind in ("load", "store") if kind in line]
    return kinds, list(run.outcome.results)


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.every(3)
def test_each_is_executed(name: str):
    text = f"""
      @v = global i32 7
      @c = constant i32 9
      define i32 @f(i32 %n) {{ {FUNCTIONS[name].replace("GO", "%n")} }}"""
    source = text.encode()
    plain = compile(read_llvm(source, "f.ll"), "circuit", opt=0)
    modules = [
        compile(read_llvm(source, "f.ll"), level, opt=opt)
        for opt, level in ((1, "naplespu"), (2, "circuit"), (3, "naplespu"))
    ]
    for n in (0, 1, 5):
        expected = accesses(plain, n)
        assert expected[0] or not n
        assert all(accesses(module, n) == expected for module in modules)
