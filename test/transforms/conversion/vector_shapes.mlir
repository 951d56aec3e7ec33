// RUN: circ-opt %s -p convert-func-to-circuit | filecheck %s

// Four lanes stay four.
func.func @four(%m: memref<9xi32>, %i: index) -> vector<4xi32> {
  %v = vector.load %m[%i] : memref<9xi32>, vector<4xi32>
  %w = arith.addi %v, %v : vector<4xi32>
  return %w : vector<4xi32>
}
// CHECK-LABEL: circuit.func @four(!circuit.arch, !circuit.arch) -> vector<4xi32>
// CHECK:         [[D:%.*]], %v = circuit.load {{.*}} memory <16, align 4> : vector<4xi32>
// CHECK-NEXT:    %w = circuit.add %v, %v : vector<4xi32>
// CHECK-NEXT:    circuit.return {{.*}}, [[D]], %w : vector<4xi32>

// So do lanes of 64 bits.
func.func @wide(%a: vector<2xi64>) -> i64 {
  %x = vector.extract %a[1] : i64 from vector<2xi64>
  return %x : i64
}
// CHECK-LABEL: circuit.func @wide(vector<2xi64>) -> i64
// CHECK:         [[ONE:%.*]] = circuit.constant 1 : !circuit.arch
// CHECK-NEXT:    %x = circuit.lane %a, [[ONE]] : vector<2xi64> to i64

// The lanes of several dimensions are in row-major order; another shape is another name.
func.func @mask(%n: index, %k: index, %v: vector<2x3xi32>) -> vector<6xi32> {
  %m = vector.create_mask %n, %k : vector<2x3xi1>
  %z = arith.constant dense<0> : vector<2x3xi32>
  %s = arith.select %m, %v, %z : vector<2x3xi1>, vector<2x3xi32>
  %w = vector.shape_cast %s : vector<2x3xi32> to vector<6xi32>
  return %w : vector<6xi32>
}
// CHECK-LABEL: circuit.func @mask(!circuit.arch, !circuit.arch, vector<6xi32>) -> vector<6xi32>
// CHECK:         [[ROWS:%.*]] = circuit.constant [0, 0, 0, 1, 1, 1] : vector<6xi32>
// CHECK:         [[A:%.*]] = circuit.icmp slt [[ROWS]], {{.*}} : vector<6xi32>
// CHECK:         [[COLUMNS:%.*]] = circuit.constant [0, 1, 2, 0, 1, 2] : vector<6xi32>
// CHECK:         [[B:%.*]] = circuit.icmp slt [[COLUMNS]], {{.*}} : vector<6xi32>
// CHECK-NEXT:    %m = circuit.and [[A]], [[B]] : vector<6xi1>
// CHECK:         %s = circuit.select %m, %v, %z : vector<6xi1>, vector<6xi32>
// CHECK-NEXT:    circuit.return {{.*}}, %s : vector<6xi32>

// A row is some of the lanes.
func.func @row(%a: vector<2x2xf32>) -> vector<2xf32> {
  %x = vector.extract %a[1] : vector<2xf32> from vector<2x2xf32>
  return %x : vector<2xf32>
}
// CHECK-LABEL: circuit.func @row(vector<4xf32>) -> vector<2xf32>
// CHECK:         circuit.lane %a, {{.*}} : vector<4xf32> to f32
// CHECK:         %x = circuit.set_lane {{.*}} : vector<2xf32>, f32 to vector<2xf32>
