// baseline_c/mandelbrot.c: iteration counts of a 16 x 16 grid, at most 64.
func.func @mandelbrot(%out: memref<16x16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %limit = arith.constant 64 : i32
  %f0 = arith.constant 0.0 : f32
  %f2 = arith.constant 2.0 : f32
  %f4 = arith.constant 4.0 : f32
  %step = arith.constant 0.125 : f32
  %top = arith.constant -1.0 : f32
  %left = arith.constant -1.5 : f32
  scf.for %i = %c0 to %c16 step %c1 {
    %ii = arith.index_cast %i : index to i32
    %fi = arith.sitofp %ii : i32 to f32
    %dy = arith.mulf %fi, %step : f32
    %cy = arith.addf %dy, %top : f32
    scf.for %j = %c0 to %c16 step %c1 {
      %jj = arith.index_cast %j : index to i32
      %fj = arith.sitofp %jj : i32 to f32
      %dx = arith.mulf %fj, %step : f32
      %cx = arith.addf %dx, %left : f32
      %r:3 = scf.while (%x = %f0, %y = %f0, %k = %zero) : (f32, f32, i32) -> (f32, f32, i32) {
        %xx = arith.mulf %x, %x : f32
        %yy = arith.mulf %y, %y : f32
        %norm = arith.addf %xx, %yy : f32
        %inside = arith.cmpf ole, %norm, %f4 : f32
        %more = arith.cmpi slt, %k, %limit : i32
        %go = arith.andi %inside, %more : i1
        scf.condition(%go) %x, %y, %k : f32, f32, i32
      } do {
      ^bb0(%x: f32, %y: f32, %k: i32):
        %xx = arith.mulf %x, %x : f32
        %yy = arith.mulf %y, %y : f32
        %d = arith.subf %xx, %yy : f32
        %nx = arith.addf %d, %cx : f32
        %xy = arith.mulf %x, %y : f32
        %xy2 = arith.mulf %xy, %f2 : f32
        %ny = arith.addf %xy2, %cy : f32
        %nk = arith.addi %k, %one : i32
        scf.yield %nx, %ny, %nk : f32, f32, i32
      }
      memref.store %r#2, %out[%i, %j] : memref<16x16xi32>
    }
  }
  return
}
