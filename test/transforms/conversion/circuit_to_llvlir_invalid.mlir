// RUN: circ-opt %s --split-input-file --verify-diagnostics -p convert-circuit-to-llvlir | filecheck %s

circuit.func @element {
  circuit.circuit_root
  %se = circuit.state_entry
  %de = circuit.depend_entry
  circuit.return_list
  circuit.throw_list
  circuit.constant_list
  circuit.alloca_list
  circuit.arg_list
  %x = circuit.arg 0 : i64
  %s, %d, %v = "circuit.load_element"(%se, %de, %x, %x) {kind = #builtin.int<0>} : (!circuit.state, !circuit.depend, i64, i64) -> (!circuit.state, !circuit.depend, i64)
  circuit.return %s, %d
}
// CHECK: circuit_to_llvlir_invalid.mlir:[[# @LINE - 3]]:3: error: 'circuit.load_element': this gate in llvlir is not supported

// -----

func.func private @takes(vector<4xi24>)
// CHECK: circuit_to_llvlir_invalid.mlir:[[# @LINE - 1]]:1: error: 'func.func': a value of type vector<4xi24> is not supported
