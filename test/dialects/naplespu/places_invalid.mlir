// RUN: circ-opt %s --split-input-file --verify-diagnostics | filecheck %s

naplespu.func @file {
^bb0(%a : !naplespu.stack<mask>):
  naplespu.JRET
}
// CHECK: error: 'naplespu.func': register file must be one of scalar, vector, but is mask
// -----
naplespu.func @area {
^bb0(%a : !naplespu.stack<vector, spill 0>):
  naplespu.JRET
}
// CHECK: error: 'naplespu.func': area must be one of vector_spill, incoming, but is spill
// -----
naplespu.func @files {
^bb0(%a : !naplespu.vector):
  %m = naplespu.spill %a : !naplespu.vector -> !naplespu.stack<scalar>
  naplespu.JRET
}
// CHECK: error: 'naplespu.spill': value and result must be of the same register file
// -----
naplespu.func @not_in_a_register {
^bb0(%a : !naplespu.stack<scalar>):
  %x = naplespu.ADDSSI(%a), 1 : (!naplespu.stack<scalar>) -> !naplespu.scalar
  naplespu.JRET
}
// CHECK: error: 'naplespu.ADDSSI': operand 'registers' at position 0 does not verify: !naplespu.stack<scalar>
