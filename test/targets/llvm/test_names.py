"""Weak names of LLVM IR: what another module may define is not decided here."""

from circ.targets.llvm.reader import read_llvm

TEXT = b"""
target datalayout = "e-m:e-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64"
target triple = "armv7a-none-unknown-eabihf"
@strong = alias i32 (), ptr @own
@weak = weak alias i32 (), ptr @own
@table = global [2 x ptr] [ptr @strong, ptr @weak]
define internal i32 @own() {
  ret i32 3
}
declare extern_weak i32 @absent(i32)
define i32 @calls() {
  %a = call i32 @strong()
  %b = call i32 @weak()
  %known = icmp ne ptr @absent, null
  br i1 %known, label %then, label %end
then:
  %c = call i32 @absent(i32 1)
  ret i32 %c
end:
  %d = add i32 %a, %b
  ret i32 %d
}
"""


def test_weak_names_are_kept():
    text = str(read_llvm(TEXT, "names.ll"))
    assert 'circ.aliases = ["strong"], circ.weak_aliases = ["weak"]' in text
    assert "func.call @own()" in text and "func.call @weak()" in text
    assert "addresses [@own, @weak]" in text
    assert '@absent(i32) -> i32 attributes {circ.linkage = "weak"}' in text
