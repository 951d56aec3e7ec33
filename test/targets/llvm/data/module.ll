source_filename = "a \22b\22.c"
target datalayout = "e-m:e-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64"
target triple = "armv7-unknown-none-eabihf"

%node = type { ptr, %pair }
%pair = type { i32, double }
%unused = type { i8 }

$shared = comdat any

@text = private unnamed_addr constant [18 x i8] c"@main !0 #0 %node\00", align 1
@0 = private constant [4 x i8] c"abc\00", align 2
@pool = internal global [4 x %node] zeroinitializer, align 8
@callbacks = global [2 x ptr] [ptr @twice, ptr @missing], align 4
@"odd name" = dso_local global { i32, ptr } { i32 1, ptr @text }, section "x,y", align 4
@outside = external global i32, align 4
@maybe = extern_weak global i32
@zero = common global i32 0, align 4
@thrice = weak_odr constant i32 3, comdat($shared)
@labels = internal constant [2 x ptr] [ptr blockaddress(@jump, %3), ptr blockaddress(@jump, %5)]
@packed = global <{ i8, [2 x <{ i16, ptr }>] }> zeroinitializer, align 1
@used = appending global [1 x ptr] [ptr @twice], section "llvm.metadata"

@second = alias i32 (i32), ptr @twice
@third = weak alias i32 (i32), ptr @second
@part = alias i8, getelementptr (i8, ptr @pool, i32 8)

define internal i32 @twice(i32 noundef %0) #1 !dbg !10 {
  %2 = shl i32 %0, 1, !dbg !12
    #dbg_value(i32 %2, !13, !DIExpression(), !12)
  ret i32 %2, !dbg !12
}

; Function Attrs: nounwind
define dso_local range(i32 0, 9) i32 @main(i32 %0, ptr %1) local_unnamed_addr #0 {
  %3 = call i32 @twice(i32 %0), !range !20
  %4 = load i32, ptr @outside, align 4, !tbaa !22
  %5 = call i32 (ptr, ...) @printf(ptr @text, i32 %3, ptr @0)
  %6 = call i32 @third(i32 %3)
  %7 = load i8, ptr @part
  %8 = load %pair, ptr getelementptr (%node, ptr @pool, i32 1, i32 1)
  %9 = icmp eq ptr @maybe, null
  %10 = call i32 @copy(i32 1)
  %11 = load ptr, ptr @packed
  %12 = call i32 @jump(ptr @labels)
  ret i32 %5
}

define weak i32 @copy(i32 %0) #0 comdat($shared) {
  %2 = load i32, ptr @"odd name"
  ret i32 %2
}

define linkonce_odr void @lazy() {
  ret void
}

define available_externally i32 @elsewhere() {
  ret i32 3
}

define internal i32 @jump(ptr %0) {
  %2 = load ptr, ptr %0
  indirectbr ptr %2, [label %3, label %5]

3:                                                ; preds = %1
  %4 = call i32 @elsewhere()
  ret i32 %4

5:                                                ; preds = %1
  ret i32 ptrtoint (ptr blockaddress(@jump, %3) to i32)
}

declare i32 @printf(ptr noundef readonly captures(none), ...) #2
declare i32 @missing(i32)

attributes #0 = { nounwind "key #1"="!0" }
attributes #1 = { noinline }
attributes #2 = { nofree }

!llvm.dbg.cu = !{!1}
!llvm.module.flags = !{!3, !4}
!llvm.ident = !{!5}

!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, producer: "p", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !6, globals: !7, splitDebugInlining: false, nameTableKind: None)
!2 = !DIFile(filename: "a.c", directory: "/", checksumkind: CSK_MD5, checksum: "0123456789abcdef0123456789abcdef")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{!"clang"}
!6 = !{!8}
!7 = !{}
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!10 = distinct !DISubprogram(name: "twice", scope: !2, file: !2, line: 3, type: !11, scopeLine: 3, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !1, retainedNodes: !14)
!11 = !DISubroutineType(types: !6)
!12 = !DILocation(line: 4, column: 10, scope: !10)
!13 = !DILocalVariable(name: "x", scope: !10, file: !2, line: 3, type: !8)
!14 = !{!13}
!20 = !{i32 0, i32 9}
!22 = !{!23, !23, i64 0}
!23 = !{!"int", !24, i64 0}
!24 = !{!"tbaa root"}
