// RUN: circ-opt %s --split-input-file --verify-diagnostics -p convert-circuit-to-llvlir | filecheck %s

circuit.func @indirect {
  circuit.circuit_root
  %se = circuit.state_entry
  %de = circuit.depend_entry
  circuit.return_list
  circuit.throw_list
  circuit.constant_list
  circuit.alloca_list
  circuit.arg_list
  %p = circuit.arg 0 : !circuit.arch
  %d = circuit.call %de, %p() : () -> ()
  circuit.return %se, %d
}
// CHECK: circuit_to_llvlir_invalid.mlir:13:3: error: 'circuit.call': a call through an address that is no symbol is not supported

// -----

circuit.func @thrown {
  circuit.circuit_root
  %se = circuit.state_entry
  %de = circuit.depend_entry
  circuit.return_list
  circuit.throw_list
  circuit.constant_list
  circuit.alloca_list
  circuit.arg_list
  %x = circuit.arg 0 : i32
  circuit.throw %se, %de, %x : i32
}
// CHECK: circuit_to_llvlir_invalid.mlir:30:3: error: 'circuit.throw': this gate in llvlir is not supported

// -----

func.func private @takes(vector<4xi32>)
// CHECK: circuit_to_llvlir_invalid.mlir:36:1: error: 'func.func': a value of type vector<4xi32> is not supported
