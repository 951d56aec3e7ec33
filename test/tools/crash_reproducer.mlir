// RUN: RAISING not circ-opt %s -p 'cse,test-raise,canonicalize' --verify-each --crash-reproducer %t.mlir 2>&1 | filecheck %s
// RUN: filecheck %s --check-prefix=FILE < %t.mlir
// RUN: RAISING not circ-opt --run-reproducer %t.mlir 2>&1 | filecheck %s --check-prefix=AGAIN

// The pass inside a composite pass has run; the rest of it and what follows it have not.
// RUN: RAISING not circ-opt %s -p 'lower-to-circuit,test-raise{when="circuit.mul"},lower-to-gen' --crash-reproducer %t2.mlir 2>&1 | filecheck %s --check-prefix=BELOW
// RUN: filecheck %s --check-prefix=BELOW-FILE < %t2.mlir
// RUN: RAISING not circ-opt --run-reproducer %t2.mlir 2>&1 | filecheck %s --check-prefix=AGAIN

// Of circ-run too, whose input comes from a pipe.
// RUN: RAISING not circ-run - -p 'dce,test-raise{when="func.func"}' --crash-reproducer %t3.mlir < %s 2>&1 | filecheck %s --check-prefix=PIPED
// RUN: RAISING not circ-opt --run-reproducer %t3.mlir 2>&1 | filecheck %s --check-prefix=AGAIN

// The traceback is for who asks for it.
// RUN: RAISING not circ-opt %s -p test-raise --debug --crash-reproducer %t4.mlir 2>&1 | filecheck %s --check-prefix=TRACE
// RUN: not circ-opt %s -p nonsense --debug 2>&1 | filecheck %s --check-prefix=DIAGNOSTIC

// A reproducer is written to a file that can be written, and read from one that is one.
// RUN: RAISING not circ-opt %s -p test-raise --crash-reproducer %t/no/where 2>&1 | filecheck %s --check-prefix=NOWHERE
// RUN: not circ-opt --run-reproducer %s 2>&1 | filecheck %s --check-prefix=NONE
// RUN: not circ-run --run-reproducer %t.mlir 2>&1 | filecheck %s --check-prefix=OTHER

// What is no error of a program's has a line of its own.
// RUN: RAISING not circ-opt %s -p 'test-raise{error="memory"}' 2>&1 | filecheck %s --check-prefix=MEMORY
// RUN: RAISING not circ-opt %s -p 'test-raise{error="recursion"}' 2>&1 | filecheck %s --check-prefix=DEEP
// RUN: RAISING not circ-opt %s -p 'test-raise{error="interrupt"}' 2>&1 | filecheck %s --check-prefix=INTERRUPT
// RUN: RAISING not circ-opt %s -p 'test-raise{error="unsupported"}' 2>&1 | filecheck %s --check-prefix=VECTORS
// RUN: RAISING not circ-opt %s -p 'test-raise{error="file"}' --crash-reproducer %t5.mlir 2>&1 | filecheck %s --check-prefix=MISSING

func.func @f(%x: i32) -> i32 {
  %a = arith.addi %x, %x : i32
  %b = arith.addi %x, %x : i32
  %c = arith.muli %a, %b : i32
  return %c : i32
}

// CHECK-NOT:  Traceback
// CHECK:      circ-opt: internal error in pass 'test-raise': KeyError: 'no such thing' (raising_plugin.py:{{[0-9]+}})
// CHECK-NEXT: circ-opt: note: to reproduce it: circ-opt --run-reproducer {{.*}}.mlir
// CHECK-NEXT: circ-opt: note: please report it to the authors of 'raising_plugin' with that file; --debug shows the traceback
// CHECK-NOT:  {{.}}

// FILE:      // circ crash reproducer: circ-opt --run-reproducer FILE runs it again
// FILE-NEXT: // program: circ-opt
// FILE-NEXT: // configuration: -p test-raise,canonicalize --verify-each
// FILE-NEXT: // exception: KeyError: 'no such thing'
// FILE-NEXT: // versions: circ {{.*}}(xDSL {{.*}}), Python 3
// FILE-NEXT: // command: circ-opt {{.*}}crash_reproducer.mlir -p cse,test-raise,canonicalize --verify-each
// FILE:      Traceback
// FILE:      builtin.module
// FILE:        arith.addi
// FILE-NOT:    arith.addi
// FILE:        arith.muli

// AGAIN:     circ-opt: internal error in pass 'test-raise': KeyError: 'no such thing'
// AGAIN-NOT: note:

// BELOW:     circ-opt: internal error in pass 'test-raise': KeyError
// BELOW-FILE: // configuration: -p 'test-raise{when="circuit.mul"},lower-to-gen'{{$}}
// BELOW-FILE: circuit.func @f

// PIPED: circ-run: internal error in pass 'test-raise': KeyError
// PIPED-NEXT:  circ-run: note: to reproduce it: circ-opt --run-reproducer

// TRACE:      Traceback (most recent call last):
// TRACE:      KeyError: 'no such thing'
// TRACE-NEXT: circ-opt: internal error
// DIAGNOSTIC: Traceback (most recent call last):
// DIAGNOSTIC: circ-opt: error: unknown pass 'nonsense'

// NOWHERE:      circ-opt: internal error in pass 'test-raise': KeyError
// NOWHERE-NEXT: circ-opt: note: no reproducer: error: cannot write
// NONE:         circ-opt: error: '{{.*}}crash_reproducer.mlir' is not a crash reproducer
// OTHER:        circ-run: error: '{{.*}}.mlir' is a crash reproducer for circ-opt

// MEMORY:      circ-opt: error: out of memory
// MEMORY-NOT:  {{.}}
// DEEP:        circ-opt: error: the input is nested too deeply
// DEEP-NOT:    {{.}}
// INTERRUPT:   circ-opt: interrupted
// INTERRUPT-NOT: {{.}}
// VECTORS: circ-opt: error: pass 'test-raise': vectors
// VECTORS-NOT: {{.}}
// MISSING:     circ-opt: internal error in pass 'test-raise': FileNotFoundError: [Errno 2] No such file: 'table.tsv'
