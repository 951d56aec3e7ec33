// Each pass, those inside composite passes too, with its name and the function.
// RUN: circ-opt %s -p 'cse,lower-to-circuit' --print-ir-before-all -o %t 2>&1 | filecheck %s --check-prefix=BEFORE
// RUN: circ-opt %s -p 'cse,lower-to-circuit' --print-ir-after-all -o %t 2>&1 | filecheck %s --check-prefix=AFTER
// RUN: circ-opt %s -p 'cse,lower-to-circuit' --print-ir-after-change -o %t 2>&1 | filecheck %s --check-prefix=CHANGE

// BEFORE:      // -----// IR Dump Before cse: @f //----- //
// BEFORE-NEXT: func.func @f
// BEFORE:        arith.addi
// BEFORE-NEXT:   arith.addi
// BEFORE:      // -----// IR Dump Before cse: @g //----- //
// BEFORE:      // -----// IR Dump Before convert-func-to-circuit: @f //----- //
// BEFORE-NEXT: func.func @f
// BEFORE-NEXT:   arith.addi
// BEFORE-NEXT:   arith.muli
// BEFORE:      // -----// IR Dump Before circuit-gvn: @g //----- //

// AFTER-NOT:  Dump Before
// AFTER:      // -----// IR Dump After cse: @f //----- //
// AFTER-NEXT: func.func @f
// AFTER-NEXT:   arith.addi
// AFTER-NEXT:   arith.muli
// AFTER:      // -----// IR Dump After cse: @g //----- //
// AFTER:      // -----// IR Dump After convert-func-to-circuit: @g //----- //
// AFTER-NOT:  lower-to-circuit

// CHANGE:     // -----// IR Dump After cse: @f //----- //
// CHANGE-NOT: cse: @g
// CHANGE:     // -----// IR Dump After convert-func-to-circuit: @f //----- //
// CHANGE:     // -----// IR Dump After convert-func-to-circuit: @g //----- //

// Times as a tree: in the order of the passes, or the longest first.
// RUN: circ-opt %s -p 'cse,lower-to-gen' --time-passes -o %t 2>&1 | filecheck %s --check-prefix=TIMES
// RUN: circ-opt %s -p 'cse,lower-to-gen' --time-passes-sorted -o %t 2>&1 | filecheck %s --check-prefix=SORTED
// TIMES:      ===- passes: seconds of wall time -===
// TIMES-NEXT: {{^ +[0-9.]+ +100.0%  total$}}
// TIMES-NEXT: {{^ +[0-9.]+ +[0-9.]+%    source$}}
// TIMES-NEXT: {{^ +[0-9.]+ +[0-9.]+%      cse$}}
// TIMES-NEXT: {{^ +[0-9.]+ +[0-9.]+%    lower-to-gen$}}
// TIMES-NEXT: {{^ +[0-9.]+ +[0-9.]+%      source$}}
// TIMES-NEXT: {{^ +[0-9.]+ +[0-9.]+%        convert-func-to-circuit$}}
// TIMES-NEXT: {{^ +[0-9.]+ +[0-9.]+%      circuit$}}
// TIMES:      {{^ +[0-9.]+ +[0-9.]+%        convert-circuit-to-llvlir$}}
// TIMES-NEXT: {{^ +[0-9.]+ +[0-9.]+%      llvlir$}}
// TIMES:      {{^ +[0-9.]+ +[0-9.]+%        convert-llvlir-to-gen$}}
// SORTED:      ===- passes: seconds of wall time -===
// SORTED-NEXT: {{^ +[0-9.]+ +100.0%  total$}}
// SORTED-NEXT: {{^ +[0-9.]+ +[0-9.]+%    lower-to-gen$}}

// The pipeline that ran, without composite passes, can be given back.
// RUN: circ-opt %s -p 'cse,lower-to-gen{opt=1}' --dump-pass-pipeline -o %t.1 2> %t.pipeline
// RUN: filecheck %s --check-prefix=DUMP < %t.pipeline
// RUN: xargs circ-opt %s -o %t.2 -p < %t.pipeline
// RUN: diff %t.1 %t.2
// DUMP: {{^}}cse,convert-func-to-circuit,circuit-verify,{{.*}}convert-circuit-to-llvlir{optimized=false},{{.*}}convert-llvlir-to-gen{{[^-]*$}}

// RUN: circ-opt %s -p lower-to-gen --stop-after circuit-gvn | filecheck %s --check-prefix=STOP
// RUN: not circ-opt %s -p cse --stop-after dce 2>&1 | filecheck %s --check-prefix=NO-STOP
// STOP:       circuit.func @f
// NO-STOP:    circ-opt: error: --stop-after: no pass 'dce' has run

// RUN: circ-opt --list-passes | filecheck %s --check-prefix=LIST
// RUN: RAISING circ-opt --list-passes | filecheck %s --check-prefix=PLUGGED-IN
// LIST:       {{^circuit-gvn +[A-Z]}}
// LIST:       {{^cse +[A-Z]?}}
// LIST-NOT:   test-raise
// PLUGGED-IN: {{^test-raise +}}Raise an exception if an operation of a name is there.

// RUN: RAISING circ-opt --help-pass test-raise | filecheck %s --check-prefix=HELP
// RUN: not circ-opt --help-pass test-rise 2>&1 | filecheck %s --check-prefix=NO-HELP
// HELP:      {{^}}test-raise{{$}}
// HELP:      {{^}}Raise an exception if an operation of a name is there.
// HELP:      options:
// HELP-NEXT:   when: str (default arith.muli)
// HELP-NEXT:       The operation's name.
// NO-HELP:   circ-opt: error: unknown pass 'test-rise'

// RUN: RAISING circ-opt --show-plugins | filecheck %s --check-prefix=PLUGINS
// PLUGINS:   xdsl.universe: circ = circ.tools.universe:CIRC_UNIVERSE (circ-compiler {{.+}})
// PLUGINS:   xdsl.universe: raising = raising_plugin:UNIVERSE (raising-plugin 1.0)

// What a pass broke is found at once, or after the next conversion or the last pass.
// RUN: RAISING env CIRC_VERIFY_EACH=0 not circ-opt %s -p 'test-break,cse' 2>&1 | filecheck %s --check-prefix=VERIFY-LAST
// RUN: RAISING env CIRC_VERIFY_EACH=0 not circ-opt %s -p 'test-break,cse' --verify-each 2>&1 | filecheck %s --check-prefix=VERIFY-EACH
// VERIFY-LAST: error: {{.*}} (after passes 'test-break' to 'cse'; --verify-each says after which)
// VERIFY-EACH: error: {{.*}} (after pass 'test-break')

// RUN: circ-run %s -p 'cse,canonicalize' --entry f --level source -- 3 | filecheck %s --check-prefix=RUN-FIRST
// RUN: not circ-run %s -p 'csf' --entry f -- 3 2>&1 | filecheck %s --check-prefix=RUN-UNKNOWN
// RUN-FIRST:   36
// RUN-UNKNOWN: circ-run: error: unknown pass 'csf'; did you mean 'cse'?

func.func @f(%x: i32) -> i32 {
  %a = arith.addi %x, %x : i32
  %b = arith.addi %x, %x : i32
  %c = arith.muli %a, %b : i32
  return %c : i32
}
func.func @g() {
  return
}
