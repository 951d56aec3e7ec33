func.func private @print_i1(i1)
func.func private @print_i8(i8)
memref.global "private" constant @g0 : memref<8xi32> = dense<[4, 9, -653241112, 32768, 7, 7, 5, 1]>
func.func @f0(%a0: f32, %a1: f32, %a2: i8, %a3: i1, %a4: index, %a5: i32, %a6: i32) -> (i16, i16) {
  %v1 = arith.constant 4 : i32
  %v2 = arith.constant -2 : i32
  %v3 = arith.constant 3 : i32
  %v4 = arith.andi %a6, %v3 : i32
  %v5 = arith.addi %v2, %v4 : i32
  %v6 = arith.constant 1 : i32
  %v7:2 = scf.for %v8 = %v2 to %v5 step %v6 iter_args(%v9 = %a3, %v10 = %a4) -> (i1, index) : i32 {
    %v11 = arith.constant 8 : i16
    %v12 = arith.constant -16418 : i16
    %v13 = arith.ori %v11, %v12 : i16
    %v14 = arith.constant 0 : i32
    %v15 = arith.constant 3 : i32
    %v16 = arith.andi %v8, %v15 : i32
    %v17:2 = scf.while (%v18 = %v14) : (i32) -> (i32, i1) {
      func.call @print_i8(%a2) : (i8) -> ()
      %v19 = arith.constant -1 : index
      %v20 = arith.remsi %v19, %a4 : index
      %v21 = arith.remsi %a2, %a2 : i8
      %v22 = memref.alloca() : memref<2x3xf32>
      %v23 = arith.constant 0 : index
      %v24 = arith.constant 1 : index
      %v25 = arith.constant 2 : index
      scf.for %v26 = %v23 to %v25 step %v24 {
        %v27 = arith.constant 3 : index
        scf.for %v28 = %v23 to %v27 step %v24 {
          memref.store %a0, %v22[%v26, %v28] : memref<2x3xf32>
        }
      }
      %v29 = arith.constant 2 : index
      %v30 = arith.remui %v20, %v29 : index
      %v31 = arith.constant 3 : index
      %v32 = arith.remui %a4, %v31 : index
      memref.store %a0, %v22[%v30, %v32] : memref<2x3xf32>
      %v33 = arith.cmpi slt, %v18, %v16 : i32
      %v34 = arith.andi %v33, %a3 : i1
      scf.condition(%v34) %v18, %a3 : i32, i1
    } do {
    ^bb36(%v35: i32, %v36: i1):
      %v37 = arith.constant 1 : i32
      %v38 = arith.addi %v35, %v37 : i32
      scf.yield %v38 : i32
    }
    scf.yield %a3, %v10 : i1, index
  }
  %v39 = arith.constant 1 : i32
  %v40 = arith.constant 0 : i32
  %v41 = arith.subi %v1, %v39 : i32
  %v42 = arith.cmpi slt, %v41, %v40 : i32
  %v43 = arith.constant 3 : i32
  %v44 = arith.constant -2147483648 : i32
  %v45 = arith.andi %v44, %v43 : i32
  %v46 = arith.select %v42, %v41, %v45 : i32
  %v47 = arith.constant 4 : i16
  %v48 = arith.constant -32768 : i16
  %v49 = arith.constant 30309 : i16
  %v50 = arith.constant 0 : i16
  cf.switch %v46 : i32, [
  default: ^b5(%v41, %v47, %v7#0 : i32, i16, i1),
    0: ^b5(%v41, %v48, %v7#0 : i32, i16, i1),
    1: ^b4(%v41 : i32),
    -1: ^b6(%v41, %v49, %v50 : i32, i16, i16)
  ]
^b5(%f5: i32, %p5_0: i16, %p5_1: i1):
  %v51 = arith.constant 1 : i32
  %v52 = arith.constant 0 : i32
  %v53 = arith.subi %f5, %v51 : i32
  %v54 = arith.cmpi slt, %v53, %v52 : i32
  %v55 = arith.constant 3 : i32
  %v56 = arith.andi %a5, %v55 : i32
  %v57 = arith.select %v54, %v53, %v56 : i32
  %v58 = arith.constant 5 : i16
  cf.switch %v57 : i32, [
  default: ^b4(%v53 : i32),
    0: ^b3(%v53, %a0 : i32, f32),
    1: ^b2(%v53 : i32),
    -1: ^b6(%v53, %p5_0, %v58 : i32, i16, i16)
  ]
^b2(%f2: i32):
  %v59 = arith.constant 1 : i32
  %v60 = arith.constant 0 : i32
  %v61 = arith.subi %f2, %v59 : i32
  %v62 = arith.cmpi slt, %v61, %v60 : i32
  %v63 = arith.constant 3 : i32
  %v64 = arith.andi %a5, %v63 : i32
  %v65 = arith.select %v62, %v61, %v64 : i32
  cf.switch %v65 : i32, [
  default: ^b2(%v61 : i32),
    0: ^b3(%v61, %a0 : i32, f32),
    -1: ^b6(%v61, %p5_0, %p5_0 : i32, i16, i16)
  ]
^b4(%f4: i32):
  %v66 = arith.constant 1 : i32
  %v67 = arith.constant 0 : i32
  %v68 = arith.subi %f4, %v66 : i32
  %v69 = arith.constant 128 : i16
  %v70 = arith.constant 2 : i16
  %v71 = arith.cmpi sgt, %v68, %v67 : i32
  cf.cond_br %v71, ^b3(%v68, %a0 : i32, f32), ^b6(%v68, %v69, %v70 : i32, i16, i16)
^b3(%f3: i32, %p3_0: f32):
  %v72 = arith.constant 1 : i32
  %v73 = arith.constant 0 : i32
  %v74 = arith.subi %f3, %v72 : i32
  %v75 = arith.constant 2 : i16
  %v76 = arith.constant -10907 : i16
  %v77 = arith.cmpi sgt, %v74, %v73 : i32
  cf.cond_br %v77, ^b3(%v74, %p3_0 : i32, f32), ^b6(%v74, %v75, %v76 : i32, i16, i16)
^b6(%f6: i32, %r0: i16, %r1: i16):
  func.return %r0, %r1 : i16, i16
}
func.func @f1a(%a0: i32, %a1: f32, %a2: f32, %a3: i16, %a4: f32, %a5: i1, %a6: index, %a7: index) -> (i16, i8, i16, f32) {
  %v1 = arith.constant 0 : i32
  %v2 = arith.cmpi sgt, %a0, %v1 : i32
  %v3:4 = scf.if %v2 -> (i16, i8, i16, f32) {
    %v4 = arith.constant -2 : index
    %v5 = arith.constant 3 : index
    %v6 = arith.andi %a7, %v5 : index
    %v7 = arith.addi %v4, %v6 : index
    %v8 = arith.constant 1 : index
    %v9 = arith.constant 3 : i8
    %v10 = scf.for %v11 = %v4 to %v7 step %v8 iter_args(%v12 = %v9) -> (i8) {
      %v13 = arith.constant 1 : index
      %v14 = scf.index_switch %v13 -> i8
      case 0 {
        %v15 = scf.if %a5 -> (i1) {
          scf.yield %a5 : i1
        } else {
          scf.yield %a5 : i1
        }
        scf.yield %v12 : i8
      }
      case 1 {
        scf.yield %v12 : i8
      }
      case 3 {
        scf.yield %v12 : i8
      }
      case -1 {
        scf.yield %v12 : i8
      }
      default {
        scf.yield %v12 : i8
      }
      %v16 = arith.constant 5 : i8
      scf.yield %v16 : i8
    }
    %v17 = arith.constant 1 : i32
    %v18 = arith.subi %a0, %v17 : i32
    %v19:4 = func.call @f1a(%v18, %a1, %a4, %a3, %a4, %a5, %a6, %a7) : (i32, f32, f32, i16, f32, i1, index, index) -> (i16, i8, i16, f32)
    scf.yield %v19#0, %v19#1, %v19#0, %v19#3 : i16, i8, i16, f32
  } else {
    %v20 = arith.constant 127 : i8
    scf.yield %a3, %v20, %a3, %a1 : i16, i8, i16, f32
  }
  func.return %v3#2, %v3#1, %v3#0, %a1 : i16, i8, i16, f32
}
func.func @f1b(%a0: i32, %a1: f32, %a2: f32, %a3: i16, %a4: f32, %a5: i1, %a6: index, %a7: index) -> (i16, i8, i16, f32) {
  %v1 = arith.constant 0 : i32
  %v2 = arith.cmpi sgt, %a0, %v1 : i32
  %v3:4 = scf.if %v2 -> (i16, i8, i16, f32) {
    %v4 = arith.constant 1 : i32
    %v5 = arith.subi %a0, %v4 : i32
    %v6 = arith.constant 1 : i16
    %v7:4 = func.call @f1b(%v5, %a2, %a4, %v6, %a2, %a5, %a6, %a6) : (i32, f32, f32, i16, f32, i1, index, index) -> (i16, i8, i16, f32)
    %v8 = arith.extsi %a5 : i1 to i32
    %v9 = arith.constant 8 : i16
    %v10 = arith.divsi %a3, %v9 : i16
    func.call @print_i1(%a5) : (i1) -> ()
    scf.yield %a3, %v7#1, %v7#2, %a2 : i16, i8, i16, f32
  } else {
    %v11 = arith.constant 127 : i8
    scf.yield %a3, %v11, %a3, %a4 : i16, i8, i16, f32
  }
  %v12 = arith.constant 8 : i8
  %v13 = arith.constant 2 : i16
  func.return %v3#0, %v12, %v13, %a1 : i16, i8, i16, f32
}
func.func @main(%a0: i8, %a1: index, %a2: i1, %a3: f32, %a4: i32, %a5: f32, %a6: i16, %a7: i1, %a8: index, %a9: memref<2x1x2xf32>) -> (f32, i16, i32, f32) {
  %v1 = arith.remui %a6, %a6 : i16
  %v2 = arith.constant 2 : index
  %v3 = arith.remui %a1, %v2 : index
  %v4 = arith.constant 1 : index
  %v5 = arith.remui %a8, %v4 : index
  %v6 = arith.constant 2 : index
  %v7 = arith.remui %a1, %v6 : index
  memref.store %a3, %a9[%v3, %v5, %v7] : memref<2x1x2xf32>
  %v8 = arith.uitofp %a4 : i32 to f32
  %v9 = arith.index_cast %a1 : index to i8
  %v10 = arith.constant 0 : i32
  %v11 = arith.constant 8 : i32
  %v12 = arith.constant 3 : i32
  %v13 = arith.andi %v11, %v12 : i32
  %v14 = arith.addi %v10, %v13 : i32
  %v15 = arith.constant 2 : i32
  %v16:3 = scf.for %v17 = %v10 to %v14 step %v15 iter_args(%v18 = %a7, %v19 = %v1, %v20 = %v1) -> (i1, i16, i16) : i32 {
    %v21 = arith.constant -2 : index
    %v22 = arith.constant 0 : index
    %v23 = arith.addi %v21, %v22 : index
    %v24 = arith.constant 1 : index
    %v25:2 = scf.for %v26 = %v21 to %v23 step %v24 iter_args(%v27 = %v9, %v28 = %a7) -> (i8, i1) {
      memref.copy %a9, %a9 : memref<2x1x2xf32> to memref<2x1x2xf32>
      memref.copy %a9, %a9 : memref<2x1x2xf32> to memref<2x1x2xf32>
      scf.yield %a0, %v28 : i8, i1
    }
    %v29 = arith.uitofp %a2 : i1 to f32
    %v30 = arith.index_castui %a1 : index to i8
    %v31 = memref.get_global @g0 : memref<8xi32>
    %v32 = arith.constant 8 : index
    %v33 = arith.remui %a8, %v32 : index
    %v34 = memref.load %v31[%v33] : memref<8xi32>
    %v35 = arith.constant 2 : i16
    %v36 = arith.ceildivsi %v35, %v1 : i16
    %v37 = scf.if %v25#1 -> (i32) {
      %v38 = arith.constant 3 : index
      %v39 = arith.andi %a8, %v38 : index
      %v40:2 = scf.index_switch %v39 -> i32, i1
      case 0 {
        %v41 = arith.constant 0 : i32
        %v42 = arith.constant 1 : i32
        %v43:3 = scf.while (%v44 = %v41, %v45 = %a5, %v46 = %v18) : (i32, f32, i1) -> (i32, i16, index) {
          %v47 = arith.constant 1 : index
          %v48 = arith.constant 1 : index
          %v49 = arith.remui %a1, %v48 : index
          %v50 = arith.constant 0 : index
          %v51 = memref.load %a9[%v47, %v49, %v50] : memref<2x1x2xf32>
          %v52 = arith.shli %v1, %a6 : i16
          %v53 = arith.cmpi slt, %v44, %v42 : i32
          %v54 = arith.andi %v53, %v25#1 : i1
          scf.condition(%v54) %v44, %v36, %a1 : i32, i16, index
        } do {
        ^bb57(%v55: i32, %v56: i16, %v57: index):
          %v58 = arith.constant 1 : i32
          %v59 = arith.addi %v55, %v58 : i32
          %v60 = arith.constant true
          scf.yield %v59, %v29, %v60 : i32, f32, i1
        }
        scf.yield %v43#0, %a7 : i32, i1
      }
      default {
        scf.yield %a4, %v18 : i32, i1
      }
      scf.yield %v34 : i32
    } else {
      scf.yield %a4 : i32
    }
    scf.yield %a7, %v19, %v19 : i1, i16, i16
  }
  %v61 = arith.constant 0x4B800001 : f32
  func.return %v8, %a6, %a4, %v61 : f32, i16, i32, f32
}
