// RUN: circ-run %s --entry scale --compare-levels -- 1.5 | filecheck %s --check-prefix=SCALE
// RUN: circ-run %s --entry scale -- -100 | filecheck %s --check-prefix=LOW
// RUN: circ-run %s --entry scale --json -- 0.00390625 | filecheck %s --check-prefix=JSON
// RUN: circ-run %s --entry scale --level source --trace -- 0.3333 2>&1 | filecheck %s --check-prefix=TRACE
// RUN: not circ-run %s --entry scale -- 128 2>&1 | filecheck %s --check-prefix=RANGE
// RUN: not circ-run %s --entry scale -- nan 2>&1 | filecheck %s --check-prefix=NAN
// RUN: not circ-run %s --entry scale -- one 2>&1 | filecheck %s --check-prefix=TEXT
// RUN: circ-opt %s -p lower-to-naplespu -t naplespu-elf -o %t
// RUN: circ-run %t --entry scale -- 1.5 | filecheck %s --check-prefix=SCALE

func.func @scale(%x: !fixed.fixed<16, 8>) -> (!fixed.fixed<16, 8>, !fixed.fixed<32, 30>) {
  %factor = fixed.constant 2.5 : !fixed.fixed<16, 8>
  %y = fixed.mul %x, %factor : !fixed.fixed<16, 8>
  %z = fixed.convert %x : !fixed.fixed<16, 8> to !fixed.fixed<32, 30>
  return %y, %z : !fixed.fixed<16, 8>, !fixed.fixed<32, 30>
}
// SCALE:      3.75
// SCALE-NEXT: 1.5
// LOW:        -128.0
// LOW-NEXT:   -2.0
// JSON:       {"results": [0.01171875, 0.00390625]
// TRACE:      fixed.constant -> 2.5
// TRACE-NEXT: fixed.mul 0.33203125, 2.5 -> 0.83203125
// RANGE:      circ-run: error: argument 0: 128 is out of range -128.0 ... 127.99609375 of !fixed.fixed<16, 8>
// NAN:        circ-run: error: argument 0: nan is not a fixed-point number
// TEXT:       circ-run: error: argument 0: 'one' is not a decimal number
