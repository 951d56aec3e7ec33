builtin.module attributes {circ.program} {
  llvlir.section "rodata"
  llvlir.align 1
  llvlir.label.L @".str" {circ.linkage = "internal"} : global
  llvlir.array.NI "%d queens: %d\0A" : 14xi8
  llvlir.zero 1
  llvlir.section "text"
  llvlir.func @main(%0: !llvlir.r<i32>, %1: !llvlir.r<i32>) -> !llvlir.r<i32> attributes {circ.signature = (i32, i32) -> i32} {
    %2 = llvlir.slot 16, 1
    %3 = llvlir.mvr %2
    %4 = llvlir.slot 8, 8
    %5 = llvlir.mvr %4
    %6 = llvlir.const.I 1 : i32
    %7 = llvlir.const.I 4 : i32
    %8 = llvlir.const.I 0 : i32
    %9 = llvlir.const.I -1 : i32
    llvlir.cmpbr.I gt, %0, %6 : i32, ^bb2, ^bb1
  ^bb1:
    %10 = llvlir.const.I 6 : i32
    llvlir.j.L ^bb3(%10 : !llvlir.r<i32>)
  ^bb2:
    %11 = llvlir.add.I %1, %7 : i32
    %12 = llvlir.mva %11
    %13 = llvlir.ld.I %12, 0 memory<4> : i32
    %14 = llvlir.call @atoi(%13) : (!llvlir.r<i32>) -> !llvlir.r<i32>
    llvlir.cmpbr.I lt, %14, %6 : i32, ^bb5, ^bb3(%14 : !llvlir.r<i32>)
  ^bb3(%15: !llvlir.r<i32>):
    %16 = llvlir.consta.L @".str" : global
    %17 = llvlir.mvr %16
    %18 = llvlir.add.I %5, %7 : i32
    llvlir.j.L ^bb4(%6 : !llvlir.r<i32>)
  ^bb4(%19: !llvlir.r<i32>):
    %20 = llvlir.sll.I %9, %19 : i32
    %21 = llvlir.xor.I %20, %9 : i32
    %22 = llvlir.call @count(%21, %8, %8, %8) : (!llvlir.r<i32>, !llvlir.r<i32>, !llvlir.r<i32>, !llvlir.r<i32>) -> !llvlir.r<i32>
    %23 = llvlir.mva %5
    llvlir.st.I %23, 0, %19 memory<4, alias "alloca0"> : i32
    %24 = llvlir.mva %18
    llvlir.st.I %24, 0, %22 memory<4, alias "alloca0"> : i32
    %25 = llvlir.call @printf(%17, %5) : (!llvlir.r<i32>, !llvlir.r<i32>) -> !llvlir.r<i32>
    %26 = llvlir.add.I %19, %6 : i32
    llvlir.cmpbr.I ne, %19, %15 : i32, ^bb4(%26 : !llvlir.r<i32>), ^bb5
  ^bb5:
    %27 = llvlir.const.I -1 : i8
    %28 = llvlir.add.I %3, %6 : i32
    %29 = llvlir.const.I 15 : i32
    %30 = llvlir.call @memset(%28, %8, %29) : (!llvlir.r<i32>, !llvlir.r<i32>, !llvlir.r<i32>) -> !llvlir.r<i32>
    %31 = llvlir.mva %3
    llvlir.st.I %31, 0, %27 memory<1, alias "alloca1"> : i8
    %32 = llvlir.const.I 1 : i8
    %33 = llvlir.const.I 8 : i8
    %34 = llvlir.const.I 7 : i32
    %35 = llvlir.const.I 8 : i32
    llvlir.j.L ^bb6(%8 : !llvlir.r<i32>)
  ^bb6(%36: !llvlir.r<i32>):
    %37 = llvlir.add.I %36, %3 : i32
    %38 = llvlir.mva %37
    %39 = llvlir.ld.I %38, 0 memory<1, alias "alloca1"> : i8
    %40 = llvlir.add.I %39, %32 : i8
    %41 = llvlir.mva %37
    llvlir.st.I %41, 0, %40 memory<1, alias "alloca1"> : i8
    llvlir.cmpbr.I ge, %40, %33 : i8, ^bb14(%40 : !llvlir.r<i8>), ^bb7
  ^bb7:
    llvlir.cmpbr.I eq, %36, %8 : i32, ^bb18(%6 : !llvlir.r<i32>), ^bb8
  ^bb8:
    %42 = llvlir.sext.II %40 : i32, i8
    llvlir.j.L ^bb9(%42 : !llvlir.r<i32>)
  ^bb9(%43: !llvlir.r<i32>):
    %44 = llvlir.trunc.II %43 : i8, i32
    llvlir.j.L ^bb10(%8 : !llvlir.r<i32>)
  ^bb10(%45: !llvlir.r<i32>):
    %46 = llvlir.add.I %45, %3 : i32
    %47 = llvlir.mva %46
    %48 = llvlir.ld.I %47, 0 memory<1, alias "alloca1"> : i8
    llvlir.cmpbr.I eq, %44, %48 : i8, ^bb13, ^bb11
  ^bb11:
    %49 = llvlir.sub.I %36, %45 : i32
    %50 = llvlir.sext.II %48 : i32, i8
    %51 = llvlir.sub.I %50, %43 : i32
    %52 = llvlir.cmps.I eq, %49, %51 : i32
    %53 = llvlir.sub.I %45, %36 : i32
    %54 = llvlir.cmps.I eq, %53, %51 : i32
    %55 = llvlir.or.I %52, %54 : i1
    %56 = llvlir.const.I 0 : i1
    llvlir.cmpbr.I ne, %55, %56 : i1, ^bb13, ^bb12
  ^bb12:
    %57 = llvlir.add.I %45, %6 : i32
    llvlir.cmpbr.I ne, %36, %57 : i32, ^bb10(%57 : !llvlir.r<i32>), ^bb14(%44 : !llvlir.r<i8>)
  ^bb13:
    %58 = llvlir.add.I %43, %6 : i32
    %59 = llvlir.trunc.II %58 : i8, i32
    %60 = llvlir.mva %37
    llvlir.st.I %60, 0, %59 memory<1, alias "alloca1"> : i8
    llvlir.cmpbr.I ne, %59, %33 : i8, ^bb9(%58 : !llvlir.r<i32>), ^bb15
  ^bb14(%61: !llvlir.r<i8>):
    llvlir.cmpbr.I ne, %61, %33 : i8, ^bb16, ^bb15
  ^bb15:
    %62 = llvlir.add.I %36, %9 : i32
    llvlir.j.L ^bb19(%62 : !llvlir.r<i32>)
  ^bb16:
    llvlir.cmpbr.I eq, %36, %34 : i32, ^bb20, ^bb17
  ^bb17:
    %63 = llvlir.add.I %36, %6 : i32
    llvlir.j.L ^bb18(%63 : !llvlir.r<i32>)
  ^bb18(%64: !llvlir.r<i32>):
    %65 = llvlir.add.I %3, %64 : i32
    %66 = llvlir.mva %65
    llvlir.st.I %66, 0, %27 memory<1, alias "alloca1"> : i8
    llvlir.j.L ^bb19(%64 : !llvlir.r<i32>)
  ^bb19(%67: !llvlir.r<i32>):
    llvlir.cmpbr.I ult, %67, %35 : i32, ^bb6(%67 : !llvlir.r<i32>), ^bb20
  ^bb20:
    %68 = llvlir.const.I 10 : i32
    %69 = llvlir.const.I 7 : i8
    %70 = llvlir.const.I 81 : i32
    %71 = llvlir.const.I 46 : i32
    %72 = llvlir.const.I 6 : i8
    %73 = llvlir.const.I 5 : i8
    %74 = llvlir.const.I 4 : i8
    %75 = llvlir.const.I 3 : i8
    %76 = llvlir.const.I 2 : i8
    %77 = llvlir.const.I 0 : i8
    %78 = llvlir.const.I 1 : i32
    llvlir.j.L ^bb21(%35, %3 : !llvlir.r<i32>, !llvlir.r<i32>)
  ^bb21(%79: !llvlir.r<i32>, %80: !llvlir.r<i32>):
    %81 = llvlir.add.I %79, %9 : i32
    %82 = llvlir.mva %80
    %83 = llvlir.ld.I %82, 0 memory<1, alias "alloca1"> : i8
    %84 = llvlir.cmps.I eq, %83, %69 : i8
    %85 = llvlir.select.I %84, %70, %71 : i32
    %86 = llvlir.cmps.I eq, %83, %72 : i8
    %87 = llvlir.select.I %86, %70, %71 : i32
    %88 = llvlir.cmps.I eq, %83, %73 : i8
    %89 = llvlir.select.I %88, %70, %71 : i32
    %90 = llvlir.cmps.I eq, %83, %74 : i8
    %91 = llvlir.select.I %90, %70, %71 : i32
    %92 = llvlir.cmps.I eq, %83, %75 : i8
    %93 = llvlir.select.I %92, %70, %71 : i32
    %94 = llvlir.cmps.I eq, %83, %76 : i8
    %95 = llvlir.select.I %94, %70, %71 : i32
    %96 = llvlir.cmps.I eq, %83, %32 : i8
    %97 = llvlir.select.I %96, %70, %71 : i32
    %98 = llvlir.cmps.I eq, %83, %77 : i8
    %99 = llvlir.select.I %98, %70, %71 : i32
    %100 = llvlir.call @putchar(%99) : (!llvlir.r<i32>) -> !llvlir.r<i32>
    %101 = llvlir.call @putchar(%97) : (!llvlir.r<i32>) -> !llvlir.r<i32>
    %102 = llvlir.call @putchar(%95) : (!llvlir.r<i32>) -> !llvlir.r<i32>
    %103 = llvlir.call @putchar(%93) : (!llvlir.r<i32>) -> !llvlir.r<i32>
    %104 = llvlir.call @putchar(%91) : (!llvlir.r<i32>) -> !llvlir.r<i32>
    %105 = llvlir.call @putchar(%89) : (!llvlir.r<i32>) -> !llvlir.r<i32>
    %106 = llvlir.call @putchar(%87) : (!llvlir.r<i32>) -> !llvlir.r<i32>
    %107 = llvlir.call @putchar(%85) : (!llvlir.r<i32>) -> !llvlir.r<i32>
    %108 = llvlir.call @putchar(%68) : (!llvlir.r<i32>) -> !llvlir.r<i32>
    %109 = llvlir.add.I %80, %78 : i32
    llvlir.cmpbr.I ne, %81, %8 : i32, ^bb21(%81, %109 : !llvlir.r<i32>, !llvlir.r<i32>), ^bb22
  ^bb22:
    llvlir.ret %8 : !llvlir.r<i32>
  }
  llvlir.func private @count(%0: !llvlir.r<i32>, %1: !llvlir.r<i32>, %2: !llvlir.r<i32>, %3: !llvlir.r<i32>) -> !llvlir.r<i32> attributes {circ.linkage = "internal", circ.signature = (i32, i32, i32, i32) -> i32} {
    %4 = llvlir.const.I 1 : i32
    llvlir.cmpbr.I eq, %0, %1 : i32, ^bb3(%4 : !llvlir.r<i32>), ^bb1
  ^bb1:
    %5 = llvlir.or.I %1, %2 : i32
    %6 = llvlir.or.I %3, %5 : i32
    %7 = llvlir.const.I -1 : i32
    %8 = llvlir.xor.I %6, %7 : i32
    %9 = llvlir.and.I %0, %8 : i32
    %10 = llvlir.const.I 0 : i32
    llvlir.cmpbr.I eq, %9, %10 : i32, ^bb3(%10 : !llvlir.r<i32>), ^bb2(%9, %10 : !llvlir.r<i32>, !llvlir.r<i32>)
  ^bb2(%11: !llvlir.r<i32>, %12: !llvlir.r<i32>):
    %13 = llvlir.add.I %11, %7 : i32
    %14 = llvlir.sub.I %10, %11 : i32
    %15 = llvlir.and.I %11, %14 : i32
    %16 = llvlir.and.I %11, %13 : i32
    %17 = llvlir.or.I %1, %15 : i32
    %18 = llvlir.or.I %2, %15 : i32
    %19 = llvlir.sll.I %18, %4 : i32
    %20 = llvlir.or.I %3, %15 : i32
    %21 = llvlir.srl.I %20, %4 : i32
    %22 = llvlir.call @count(%0, %17, %19, %21) : (!llvlir.r<i32>, !llvlir.r<i32>, !llvlir.r<i32>, !llvlir.r<i32>) -> !llvlir.r<i32>
    %23 = llvlir.add.I %12, %22 : i32
    llvlir.cmpbr.I ne, %16, %10 : i32, ^bb2(%16, %23 : !llvlir.r<i32>, !llvlir.r<i32>), ^bb3(%23 : !llvlir.r<i32>)
  ^bb3(%24: !llvlir.r<i32>):
    llvlir.ret %24 : !llvlir.r<i32>
  }
  llvlir.func private @atoi(!llvlir.r<i32>) -> !llvlir.r<i32> attributes {circ.signature = (i32) -> i32}
  llvlir.func private @printf(!llvlir.r<i32>, !llvlir.r<i32>) -> !llvlir.r<i32> attributes {circ.signature = (i32, i32) -> i32}
  llvlir.func private @putchar(!llvlir.r<i32>) -> !llvlir.r<i32> attributes {circ.signature = (i32) -> i32}
  llvlir.func private @memset(%0: !llvlir.r<i32>, %1: !llvlir.r<i32>, %2: !llvlir.r<i32>) -> !llvlir.r<i32> attributes {circ.runtime, circ.signature = (memref<2147483647xi8>, i32, i32) -> i32} {
    %3 = llvlir.const.I 0 : i32
    %4 = llvlir.const.I 1 : i32
    %5 = llvlir.const.I 3 : i32
    %6 = llvlir.trunc.II %1 : i8, i32
    %7 = llvlir.sub.I %3, %0 : i32
    %8 = llvlir.and.I %7, %5 : i32
    %9 = llvlir.cmps.I ult, %8, %2 : i32
    %10 = llvlir.select.I %9, %8, %2 : i32
    llvlir.j.L ^bb1(%3 : !llvlir.r<i32>)
  ^bb1(%11: !llvlir.r<i32>):
    llvlir.cmpbr.I uge, %11, %10 : i32, ^bb3, ^bb2
  ^bb2:
    %12 = llvlir.add.I %0, %11 : i32
    %13 = llvlir.mva %12
    llvlir.st.I %13, 0, %6 memory<1> : i8
    %14 = llvlir.add.I %11, %4 : i32
    llvlir.j.L ^bb1(%14 : !llvlir.r<i32>)
  ^bb3:
    %15 = llvlir.const.I -4 : i32
    %16 = llvlir.const.I 16 : i32
    %17 = llvlir.const.I 255 : i32
    %18 = llvlir.const.I 16843009 : i32
    %19 = llvlir.and.I %1, %17 : i32
    %20 = llvlir.mul.I %19, %18 : i32
    %21 = llvlir.sub.I %2, %10 : i32
    %22 = llvlir.and.I %21, %15 : i32
    %23 = llvlir.add.I %10, %22 : i32
    %24 = llvlir.const.I 4 : i32
    %25 = llvlir.const.I 8 : i32
    %26 = llvlir.const.I 12 : i32
    llvlir.j.L ^bb4(%11 : !llvlir.r<i32>)
  ^bb4(%27: !llvlir.r<i32>):
    %28 = llvlir.sub.I %23, %27 : i32
    llvlir.cmpbr.I ult, %28, %16 : i32, ^bb6, ^bb5
  ^bb5:
    %29 = llvlir.add.I %0, %27 : i32
    %30 = llvlir.mva %29
    llvlir.st.I %30, 0, %20 memory<4> : i32
    %31 = llvlir.add.I %29, %24 : i32
    %32 = llvlir.mva %31
    llvlir.st.I %32, 0, %20 memory<4> : i32
    %33 = llvlir.add.I %29, %25 : i32
    %34 = llvlir.mva %33
    llvlir.st.I %34, 0, %20 memory<4> : i32
    %35 = llvlir.add.I %29, %26 : i32
    %36 = llvlir.mva %35
    llvlir.st.I %36, 0, %20 memory<4> : i32
    %37 = llvlir.add.I %27, %16 : i32
    llvlir.j.L ^bb4(%37 : !llvlir.r<i32>)
  ^bb6:
    %38 = llvlir.const.I 4 : i32
    llvlir.j.L ^bb7(%27 : !llvlir.r<i32>)
  ^bb7(%39: !llvlir.r<i32>):
    llvlir.cmpbr.I uge, %39, %23 : i32, ^bb9(%39 : !llvlir.r<i32>), ^bb8
  ^bb8:
    %40 = llvlir.add.I %0, %39 : i32
    %41 = llvlir.mva %40
    llvlir.st.I %41, 0, %20 memory<4> : i32
    %42 = llvlir.add.I %39, %38 : i32
    llvlir.j.L ^bb7(%42 : !llvlir.r<i32>)
  ^bb9(%43: !llvlir.r<i32>):
    llvlir.cmpbr.I uge, %43, %2 : i32, ^bb11, ^bb10
  ^bb10:
    %44 = llvlir.add.I %0, %43 : i32
    %45 = llvlir.mva %44
    llvlir.st.I %45, 0, %6 memory<1> : i8
    %46 = llvlir.add.I %43, %4 : i32
    llvlir.j.L ^bb9(%46 : !llvlir.r<i32>)
  ^bb11:
    llvlir.ret %0 : !llvlir.r<i32>
  }
}
