; ModuleID = 'separate.c'
source_filename = "separate.c"
target datalayout = "e-m:e-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64"
target triple = "armv7-unknown-none-eabihf"

; Function Attrs: nofree noinline nosync nounwind memory(none)
define dso_local i32 @fib(i32 noundef %0) local_unnamed_addr #0 !dbg !11 {
  br label %2

2:                                                ; preds = %6, %1
  %3 = phi i32 [ 0, %1 ], [ %10, %6 ]
  %4 = phi i32 [ %0, %1 ], [ %9, %6 ]
  %5 = icmp slt i32 %4, 2, !dbg !14
  br i1 %5, label %11, label %6, !dbg !15

6:                                                ; preds = %2
  %7 = add nsw i32 %4, -1, !dbg !16
  %8 = tail call i32 @fib(i32 noundef %7), !dbg !17
  %9 = add nsw i32 %4, -2, !dbg !18
  %10 = add i32 %3, %8, !dbg !19
  br label %2, !dbg !20

11:                                               ; preds = %2
  %12 = add i32 %3, %4
  ret i32 %12, !dbg !21
}

; Function Attrs: nofree nosync nounwind memory(none)
define dso_local i32 @main(i32 noundef %0) local_unnamed_addr #1 !dbg !22 {
  %2 = tail call i32 @fib(i32 noundef %0), !dbg !23
  %3 = tail call fastcc i64 @quotient(i32 noundef %2, i32 noundef %0), !dbg !24
  %4 = trunc i64 %3 to i32, !dbg !25
  %5 = add i32 %2, %4, !dbg !26
  ret i32 %5, !dbg !27
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind willreturn memory(none)
define internal fastcc range(i64 0, 4503599626321921) i64 @quotient(i32 noundef %0, i32 noundef %1) unnamed_addr #2 !dbg !28 {
  %3 = zext i32 %0 to i64, !dbg !29
  %4 = shl nuw nsw i64 %3, 20, !dbg !30
  %5 = zext i32 %1 to i64, !dbg !31
  %6 = udiv i64 %4, %5, !dbg !32
  ret i64 %6, !dbg !33
}

attributes #0 = { nofree noinline nosync nounwind memory(none) "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { nofree nosync nounwind memory(none) "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #2 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(none) "no-trapping-math"="true" "stack-protector-buffer-size"="8" }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5}
!llvm.ident = !{!6}
!llvm.errno.tbaa = !{!7}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "clang version 22.1.8", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "separate.c", directory: "/src", checksumkind: CSK_MD5, checksum: "1520934ecb0f9d297c34d998c7811c31")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 1, !"min_enum_size", i32 4}
!6 = !{!"clang version 22.1.8"}
!7 = !{!8, !8, i64 0}
!8 = !{!"int", !9, i64 0}
!9 = !{!"omnipotent char", !10, i64 0}
!10 = !{!"Simple C/C++ TBAA"}
!11 = distinct !DISubprogram(name: "fib", scope: !1, file: !1, line: 2, type: !12, scopeLine: 2, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, keyInstructions: true)
!12 = !DISubroutineType(types: !13)
!13 = !{}
!14 = !DILocation(line: 2, column: 58, scope: !11, atomGroup: 2, atomRank: 2)
!15 = !DILocation(line: 2, column: 56, scope: !11, atomGroup: 2, atomRank: 1)
!16 = !DILocation(line: 2, column: 73, scope: !11)
!17 = !DILocation(line: 2, column: 68, scope: !11)
!18 = !DILocation(line: 2, column: 84, scope: !11)
!19 = !DILocation(line: 2, column: 77, scope: !11)
!20 = !DILocation(line: 2, column: 79, scope: !11)
!21 = !DILocation(line: 2, column: 49, scope: !11, atomGroup: 1, atomRank: 1)
!22 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 3, type: !12, scopeLine: 3, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, keyInstructions: true)
!23 = !DILocation(line: 3, column: 37, scope: !22, atomGroup: 1, atomRank: 2)
!24 = !DILocation(line: 3, column: 66, scope: !22)
!25 = !DILocation(line: 3, column: 56, scope: !22)
!26 = !DILocation(line: 3, column: 54, scope: !22, atomGroup: 3, atomRank: 2)
!27 = !DILocation(line: 3, column: 45, scope: !22, atomGroup: 3, atomRank: 1)
!28 = distinct !DISubprogram(name: "quotient", scope: !1, file: !1, line: 1, type: !12, scopeLine: 1, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0, keyInstructions: true)
!29 = !DILocation(line: 1, column: 96, scope: !28)
!30 = !DILocation(line: 1, column: 118, scope: !28)
!31 = !DILocation(line: 1, column: 127, scope: !28)
!32 = !DILocation(line: 1, column: 125, scope: !28, atomGroup: 1, atomRank: 2)
!33 = !DILocation(line: 1, column: 88, scope: !28, atomGroup: 1, atomRank: 1)
