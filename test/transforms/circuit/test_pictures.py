"""Pictures of circuits: what is in them, and that a browser shows it."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from circ.dialects.circuit.control import FuncOp
from circ.dialects.circuit.shape import Group
from circ.targets.circuit.gates import read_gates
from circ.tools import circ_opt
from circ.transforms.circuit.pictures.dot import write_dot
from circ.transforms.circuit.pictures.html import write_html
from circ.transforms.circuit.pictures.picture import NEVER, picture

ROOT = Path(__file__).parents[3]

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")

LOOP = """\
;; function f
n = ARG[I32] {0}
two = CONST[I32] {2}
dead = ADD[I32] : | | n, two
lb = LOOP_BEGIN : SE, back
i = VALUE_SELECTOR[I32] : lb | | n, next
next = ADD[I32] : | | i, two
same = MUL[I32] : | | n, two
more = ICMP[I1] {ULT} : | | next, same
br = IF_BRANCH : lb | | more
t = IF_TRUE : br
f = IF_FALSE : br
back = LOOP_BACK : t
ret = RETURN : f | DE | i
"""


def test_gates_are_in_their_blocks():
    module = read_gates(LOOP, "f.circuit")
    func = module.body.block.first_op
    assert isinstance(func, FuncOp)
    shown = picture(func)
    blocks = {
        gate.name: NEVER if gate.block == NEVER else shown.blocks[gate.block].name
        for gate in shown.gates
    }
    assert blocks["dead"] == NEVER
    assert blocks["same"] == blocks["n"] == "state_entry"
    assert blocks["next"] == blocks["i"] == "lb"
    assert [b.depth for b in shown.blocks if b.name == "lb"] == [1]
    names = [gate.name for gate in shown.gates]
    wires = {(names[a], names[b], group) for a, b, group in shown.wires}
    assert ("lb", "i", Group.STATES) in wires
    assert ("depend_entry", "return", Group.DEPENDS) in wires
    assert ("more", "br", Group.VALUES) in wires


def test_a_graph_for_graphviz():
    text = 's = CONSTSTRING {0, "a\\"b\\\\n"}\nr = RETURN : SE | DE | s\n'
    lines = write_dot(read_gates(text, "f.circuit")).splitlines()
    assert lines[0] == 'digraph "f" {'
    assert r'    g2 [label="s = CONSTSTRING 0, \"a\\\"b\\\\n\" I64"];' in lines
    assert '  g2 -> g3 [color="#7f8c8d"];' in lines


def gates_of(page: str) -> list[list[list[object]]]:
    """The gates at each stage: their numbers, names, opcodes, details and blocks."""
    found = re.search(r'<script id="data" type="application/json">(.*)</script>', page)
    assert found is not None
    stages: list[dict[str, dict[str, dict[str, list[list[object]]]]]]
    stages = json.loads(found[1])
    return [gates["gates"] for s in stages for gates in s["functions"].values()]


def test_the_page_needs_nothing_else_and_nothing_in_it_ends_the_script():
    text = 's = CONSTSTRING {0, "</script><!--"}\nr = RETURN : SE | DE | s\n'
    page = write_html(read_gates(text, "f.circuit"))
    (gates,) = gates_of(page)
    details = [gate[3] for gate in gates]
    assert '0, "</script><!--" I64' in details
    assert page.count("</script>") == 2
    assert not re.findall(r"(?:src|href)=|@import|url\(", page)


@pytest.fixture(name="page")
def page_of_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page with the circuits after several passes."""
    path = tmp_path / "page.html"
    source = str(ROOT / "bench/data/gcd.mlir")
    passes = "lower-to-circuit{opt=2}"
    options = ["-p", passes, "-t", "circuit-html", "-o", str(path)]
    monkeypatch.setattr("sys.argv", ["circ-opt", source, *options])
    assert circ_opt.main() == 0
    return path


def test_passes_are_recorded(page: Path):
    """Those that change something; what a pass leaves keeps its number."""
    stages = gates_of(page.read_text(encoding="utf-8"))
    assert len(stages) > 1
    first, last = ({gate[0] for gate in stages[k]} for k in (0, -1))
    assert first & last and first - last and last - first


@pytest.mark.long
@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
def test_a_browser_shows_it(page: Path, tmp_path: Path):
    """Gates and wires in colours, passes side by side, folding, and searching."""

    def shown(path: Path, view: str) -> str:
        flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--dump-dom"]
        flags += ["--virtual-time-budget=5000", f"--user-data-dir={tmp_path / 'user'}"]
        command = [str(CHROMIUM), *flags, f"{path.as_uri()}#{view}"]
        done = subprocess.run(command, capture_output=True, timeout=120)
        return done.stdout.decode()

    dom = shown(page, "")
    assert dom.count("<section>") == 2
    for kind in range(3):
        assert f'class="wire wire-{kind}"' in dom
    assert '"gate state new"' in dom and '"gate state gone"' in dom
    alone = shown(page, "stage=0&search=srem")
    assert alone.count("<section>") == 1
    assert len(re.findall(r'class="gate[^"]* found"', alone)) == 1
    assert ">1 found<" in alone
    unfolded = len(re.findall(r'class="gate[ "]', alone))
    folded = shown(page, "stage=0&fold=all")
    assert unfolded > 10 and 'class="gate' not in folded
    assert folded.count('class="block folded"') == alone.count('class="block"')
    assert 'class="wire wire-0"' in folded
    many = tmp_path / "many.html"
    lines = [f"x{k} = ADD[I32] : | | x{k - 1}, n" for k in range(1, 3_000)]
    text = "\n".join(("x0 = ARG[I32] {0}", "n = ARG[I32] {1}", *lines))
    text += "\nr = RETURN : SE | DE | x2999\n"
    many.write_text(write_html(read_gates(text, "f.circuit")), encoding="utf-8")
    assert len(re.findall(r'class="gate[ "]', shown(many, ""))) == 3_004
