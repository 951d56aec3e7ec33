; of the source with SHA-256 970d19463433a26caac790ad8e4aeea39cb9015fc3cf5877fe1ed52da03c0c78
; ModuleID = 'computed_goto.c'
source_filename = "computed_goto.c"
target datalayout = "e-m:e-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64"
target triple = "armv7-unknown-none-eabihf"

@main.square_sum = internal constant [8 x i8] c"\04\02\00\05\01\04\08\09", align 1
@main.countdown = internal constant [11 x i8] c"\04\08\00\01\03\04\06\03\07\F7\09", align 1
@main.factorial = internal constant [23 x i8] c"\00\01\05\04\06\10\04\00\01\03\05\08\00\03\02\00\00\06\01\08\09\09\09", align 1
@.str = private unnamed_addr constant [6 x i8] c"= %d\0A\00", align 1
@.str.1 = private unnamed_addr constant [4 x i8] c"%d \00", align 1
@main.texts = internal unnamed_addr constant [9 x ptr] [ptr @.str.2, ptr @.str.3, ptr @.str.4, ptr @.str.5, ptr @.str.6, ptr @.str.7, ptr @.str.8, ptr @.str.9, ptr @.str.10], align 4
@.str.2 = private unnamed_addr constant [3 x i8] c"12\00", align 1
@.str.3 = private unnamed_addr constant [3 x i8] c"-7\00", align 1
@.str.4 = private unnamed_addr constant [5 x i8] c"3.25\00", align 1
@.str.5 = private unnamed_addr constant [2 x i8] c"-\00", align 1
@.str.6 = private unnamed_addr constant [3 x i8] c"4.\00", align 1
@.str.7 = private unnamed_addr constant [2 x i8] c"x\00", align 1
@.str.8 = private unnamed_addr constant [4 x i8] c"1x2\00", align 1
@.str.9 = private unnamed_addr constant [6 x i8] c"5.5.5\00", align 1
@.str.10 = private unnamed_addr constant [4 x i8] c"12a\00", align 1
@.str.11 = private unnamed_addr constant [8 x i8] c"%s: %s\0A\00", align 1
@run.labels = internal unnamed_addr constant [10 x ptr] [ptr blockaddress(@run, %5), ptr blockaddress(@run, %16), ptr blockaddress(@run, %22), ptr blockaddress(@run, %28), ptr blockaddress(@run, %34), ptr blockaddress(@run, %38), ptr blockaddress(@run, %43), ptr blockaddress(@run, %54), ptr blockaddress(@run, %59), ptr blockaddress(@run, %64)], align 4
@.str.12 = private unnamed_addr constant [12 x i8] c"(%d steps)\0A\00", align 1
@by_offset.offsets = internal unnamed_addr constant [4 x i32] [i32 sub (i32 ptrtoint (ptr blockaddress(@by_offset, %14) to i32), i32 ptrtoint (ptr blockaddress(@by_offset, %14) to i32)), i32 sub (i32 ptrtoint (ptr blockaddress(@by_offset, %20) to i32), i32 ptrtoint (ptr blockaddress(@by_offset, %14) to i32)), i32 sub (i32 ptrtoint (ptr blockaddress(@by_offset, %22) to i32), i32 ptrtoint (ptr blockaddress(@by_offset, %14) to i32)), i32 sub (i32 ptrtoint (ptr blockaddress(@by_offset, %24) to i32), i32 ptrtoint (ptr blockaddress(@by_offset, %14) to i32))], align 4
@.str.13 = private unnamed_addr constant [6 x i8] c"wrong\00", align 1
@.str.14 = private unnamed_addr constant [8 x i8] c"integer\00", align 1
@.str.15 = private unnamed_addr constant [8 x i8] c"decimal\00", align 1
@.str.16 = private unnamed_addr constant [17 x i8] c"wrong at the end\00", align 1
@.str.17 = private unnamed_addr constant [11 x i8] c"incomplete\00", align 1

; Function Attrs: nofree nounwind
define dso_local noundef i32 @main() local_unnamed_addr #0 {
  %1 = tail call fastcc i32 @run(ptr noundef nonnull @main.square_sum, i32 noundef 7)
  %2 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, i32 noundef %1)
  %3 = tail call fastcc i32 @run(ptr noundef nonnull @main.countdown, i32 noundef 5)
  %4 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, i32 noundef %3)
  %5 = tail call fastcc i32 @run(ptr noundef nonnull @main.factorial, i32 noundef 4)
  %6 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, i32 noundef %5)
  br label %9

7:                                                ; preds = %9
  %8 = tail call i32 @putchar(i32 noundef 10)
  br label %16

9:                                                ; preds = %0, %9
  %10 = phi i32 [ 0, %0 ], [ %13, %9 ]
  %11 = tail call fastcc i32 @by_offset(i32 noundef %10)
  %12 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.1, i32 noundef %11)
  %13 = add nuw nsw i32 %10, 1
  %14 = icmp eq i32 %13, 12
  br i1 %14, label %7, label %9, !llvm.loop !6

15:                                               ; preds = %16
  ret i32 0

16:                                               ; preds = %7, %16
  %17 = phi i32 [ 0, %7 ], [ %22, %16 ]
  %18 = getelementptr inbounds nuw ptr, ptr @main.texts, i32 %17
  %19 = load ptr, ptr %18, align 4, !tbaa !9
  %20 = tail call fastcc ptr @state_machine(ptr noundef %19)
  %21 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.11, ptr noundef %19, ptr noundef nonnull %20)
  %22 = add nuw nsw i32 %17, 1
  %23 = icmp eq i32 %22, 9
  br i1 %23, label %15, label %16, !llvm.loop !12
}

; Function Attrs: nofree nounwind
declare dso_local noundef i32 @printf(ptr noundef readonly captures(none), ...) local_unnamed_addr #0

; Function Attrs: nofree nounwind
define internal fastcc i32 @run(ptr noundef readonly captures(none) %0, i32 noundef range(i32 4, 8) %1) unnamed_addr #0 {
  %3 = alloca [16 x i32], align 4
  store i32 %1, ptr %3, align 4, !tbaa !2
  %4 = getelementptr inbounds nuw i8, ptr %0, i32 1
  br label %67

5:                                                ; preds = %67
  %6 = getelementptr inbounds nuw i8, ptr %69, i32 1
  %7 = load i8, ptr %69, align 1, !tbaa !13
  %8 = sext i8 %7 to i32
  %9 = getelementptr inbounds nuw i8, ptr %70, i32 4
  store i32 %8, ptr %9, align 4, !tbaa !2
  %10 = getelementptr inbounds nuw i8, ptr %69, i32 2
  br label %11

11:                                               ; preds = %5, %16, %22, %28, %34, %38, %50, %54, %59
  %12 = phi ptr [ %6, %5 ], [ %69, %16 ], [ %69, %22 ], [ %69, %28 ], [ %69, %34 ], [ %69, %38 ], [ %52, %50 ], [ %57, %54 ], [ %69, %59 ]
  %13 = phi ptr [ %10, %5 ], [ %21, %16 ], [ %27, %22 ], [ %33, %28 ], [ %37, %34 ], [ %42, %38 ], [ %53, %50 ], [ %58, %54 ], [ %63, %59 ]
  %14 = phi ptr [ %9, %5 ], [ %17, %16 ], [ %23, %22 ], [ %29, %28 ], [ %36, %34 ], [ %70, %38 ], [ %44, %50 ], [ %70, %54 ], [ %60, %59 ]
  %15 = add nuw nsw i32 %68, 1
  br label %67

16:                                               ; preds = %67
  %17 = getelementptr inbounds i8, ptr %70, i32 -4
  %18 = load i32, ptr %70, align 4, !tbaa !2
  %19 = load i32, ptr %17, align 4, !tbaa !2
  %20 = add nsw i32 %19, %18
  store i32 %20, ptr %17, align 4, !tbaa !2
  %21 = getelementptr inbounds nuw i8, ptr %69, i32 1
  br label %11

22:                                               ; preds = %67
  %23 = getelementptr inbounds i8, ptr %70, i32 -4
  %24 = load i32, ptr %70, align 4, !tbaa !2
  %25 = load i32, ptr %23, align 4, !tbaa !2
  %26 = mul nsw i32 %25, %24
  store i32 %26, ptr %23, align 4, !tbaa !2
  %27 = getelementptr inbounds nuw i8, ptr %69, i32 1
  br label %11

28:                                               ; preds = %67
  %29 = getelementptr inbounds i8, ptr %70, i32 -4
  %30 = load i32, ptr %70, align 4, !tbaa !2
  %31 = load i32, ptr %29, align 4, !tbaa !2
  %32 = sub nsw i32 %31, %30
  store i32 %32, ptr %29, align 4, !tbaa !2
  %33 = getelementptr inbounds nuw i8, ptr %69, i32 1
  br label %11

34:                                               ; preds = %67
  %35 = load i32, ptr %70, align 4, !tbaa !2
  %36 = getelementptr inbounds nuw i8, ptr %70, i32 4
  store i32 %35, ptr %36, align 4, !tbaa !2
  %37 = getelementptr inbounds nuw i8, ptr %69, i32 1
  br label %11

38:                                               ; preds = %67
  %39 = load i32, ptr %70, align 4, !tbaa !2
  %40 = getelementptr inbounds i8, ptr %70, i32 -4
  %41 = load i32, ptr %40, align 4, !tbaa !2
  store i32 %41, ptr %70, align 4, !tbaa !2
  store i32 %39, ptr %40, align 4, !tbaa !2
  %42 = getelementptr inbounds nuw i8, ptr %69, i32 1
  br label %11

43:                                               ; preds = %67
  %44 = getelementptr inbounds i8, ptr %70, i32 -4
  %45 = load i32, ptr %70, align 4, !tbaa !2
  %46 = icmp eq i32 %45, 0
  br i1 %46, label %47, label %50

47:                                               ; preds = %43
  %48 = load i8, ptr %69, align 1, !tbaa !13
  %49 = sext i8 %48 to i32
  br label %50

50:                                               ; preds = %43, %47
  %51 = phi i32 [ %49, %47 ], [ 1, %43 ]
  %52 = getelementptr inbounds i8, ptr %69, i32 %51
  %53 = getelementptr inbounds nuw i8, ptr %52, i32 1
  br label %11

54:                                               ; preds = %67
  %55 = load i8, ptr %69, align 1, !tbaa !13
  %56 = sext i8 %55 to i32
  %57 = getelementptr inbounds i8, ptr %69, i32 %56
  %58 = getelementptr inbounds nuw i8, ptr %57, i32 1
  br label %11

59:                                               ; preds = %67
  %60 = getelementptr inbounds i8, ptr %70, i32 -4
  %61 = load i32, ptr %70, align 4, !tbaa !2
  %62 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.1, i32 noundef %61)
  %63 = getelementptr inbounds nuw i8, ptr %69, i32 1
  br label %11

64:                                               ; preds = %67
  %65 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.12, i32 noundef %68)
  %66 = load i32, ptr %70, align 4, !tbaa !2
  ret i32 %66

67:                                               ; preds = %11, %2
  %68 = phi i32 [ 1, %2 ], [ %15, %11 ]
  %69 = phi ptr [ %4, %2 ], [ %13, %11 ]
  %70 = phi ptr [ %3, %2 ], [ %14, %11 ]
  %71 = phi ptr [ %0, %2 ], [ %12, %11 ]
  %72 = load i8, ptr %71, align 1, !tbaa !13
  %73 = sext i8 %72 to i32
  %74 = getelementptr inbounds ptr, ptr @run.labels, i32 %73
  %75 = load ptr, ptr %74, align 4, !tbaa !14
  indirectbr ptr %75, [label %5, label %16, label %22, label %28, label %34, label %38, label %43, label %54, label %59, label %64]
}

; Function Attrs: nofree norecurse nosync nounwind memory(none)
define internal fastcc i32 @by_offset(i32 noundef range(i32 -2147483648, 12) %0) unnamed_addr #1 {
  %2 = icmp eq i32 %0, 0
  br i1 %2, label %3, label %5

3:                                                ; preds = %16, %1
  %4 = phi i32 [ 0, %1 ], [ %17, %16 ]
  ret i32 %4

5:                                                ; preds = %1, %16
  %6 = phi i32 [ %18, %16 ], [ 1, %1 ]
  %7 = phi i32 [ %17, %16 ], [ 0, %1 ]
  %8 = mul i32 %6, 3
  %9 = add i32 %8, %7
  %10 = and i32 %9, 3
  %11 = getelementptr inbounds nuw i32, ptr @by_offset.offsets, i32 %10
  %12 = load i32, ptr %11, align 4, !tbaa !2
  %13 = getelementptr inbounds i8, ptr blockaddress(@by_offset, %14), i32 %12
  indirectbr ptr %13, [label %14, label %24, label %20, label %22]

14:                                               ; preds = %5
  %15 = add nsw i32 %7, 1
  br label %16

16:                                               ; preds = %14, %20, %22, %24
  %17 = phi i32 [ %15, %14 ], [ %25, %24 ], [ %21, %20 ], [ %23, %22 ]
  %18 = add nuw nsw i32 %6, 1
  %19 = icmp eq i32 %6, %0
  br i1 %19, label %3, label %5

20:                                               ; preds = %5
  %21 = shl nsw i32 %7, 1
  br label %16

22:                                               ; preds = %5
  %23 = xor i32 %7, 17
  br label %16

24:                                               ; preds = %5
  %25 = add nsw i32 %7, -3
  br label %16
}

; Function Attrs: nofree nounwind
declare dso_local noundef i32 @putchar(i32 noundef) local_unnamed_addr #0

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: read)
define internal fastcc nonnull ptr @state_machine(ptr noundef readonly captures(none) %0) unnamed_addr #2 {
  br label %2

2:                                                ; preds = %32, %1
  %3 = phi ptr [ %0, %1 ], [ %34, %32 ]
  %4 = phi ptr [ blockaddress(@state_machine, %8), %1 ], [ %33, %32 ]
  %5 = load i8, ptr %3, align 1, !tbaa !13
  %6 = icmp eq i8 %5, 0
  br i1 %6, label %35, label %7

7:                                                ; preds = %2
  indirectbr ptr %4, [label %8, label %14, label %18, label %42, label %28, label %24]

8:                                                ; preds = %7
  %9 = icmp eq i8 %5, 45
  br i1 %9, label %32, label %10

10:                                               ; preds = %8
  %11 = add i8 %5, -48
  %12 = icmp ult i8 %11, 10
  %13 = select i1 %12, ptr blockaddress(@state_machine, %18), ptr blockaddress(@state_machine, %42)
  br label %32

14:                                               ; preds = %7
  %15 = add i8 %5, -48
  %16 = icmp ult i8 %15, 10
  %17 = select i1 %16, ptr blockaddress(@state_machine, %18), ptr blockaddress(@state_machine, %42)
  br label %32

18:                                               ; preds = %7
  %19 = icmp eq i8 %5, 46
  br i1 %19, label %32, label %20

20:                                               ; preds = %18
  %21 = add i8 %5, -58
  %22 = icmp ult i8 %21, -10
  %23 = select i1 %22, ptr blockaddress(@state_machine, %42), ptr %4
  br label %32

24:                                               ; preds = %7
  %25 = add i8 %5, -48
  %26 = icmp ult i8 %25, 10
  %27 = select i1 %26, ptr blockaddress(@state_machine, %28), ptr blockaddress(@state_machine, %42)
  br label %32

28:                                               ; preds = %7
  %29 = add i8 %5, -58
  %30 = icmp ult i8 %29, -10
  %31 = select i1 %30, ptr blockaddress(@state_machine, %42), ptr %4
  br label %32

32:                                               ; preds = %28, %20, %18, %10, %8, %24, %14
  %33 = phi ptr [ %27, %24 ], [ %17, %14 ], [ blockaddress(@state_machine, %14), %8 ], [ blockaddress(@state_machine, %24), %18 ], [ %13, %10 ], [ %23, %20 ], [ %31, %28 ]
  %34 = getelementptr inbounds nuw i8, ptr %3, i32 1
  br label %2, !llvm.loop !15

35:                                               ; preds = %2
  %36 = icmp eq ptr %4, blockaddress(@state_machine, %18)
  br i1 %36, label %42, label %37

37:                                               ; preds = %35
  %38 = icmp eq ptr %4, blockaddress(@state_machine, %28)
  br i1 %38, label %42, label %39

39:                                               ; preds = %37
  %40 = icmp eq ptr %4, blockaddress(@state_machine, %42)
  %41 = select i1 %40, ptr @.str.16, ptr @.str.17
  br label %42

42:                                               ; preds = %39, %37, %35, %7
  %43 = phi ptr [ @.str.15, %37 ], [ @.str.13, %7 ], [ @.str.14, %35 ], [ %41, %39 ]
  ret ptr %43
}

attributes #0 = { nofree nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+armv7-a,+dsp,+fp64,+read-tp-tpidruro,+vfp2,+vfp2sp,+vfp3d16,+vfp3d16sp,-aes,-d32,-fp-armv8,-fp-armv8d16,-fp-armv8d16sp,-fp-armv8sp,-fp16,-fp16fml,-fullfp16,-neon,-sha2,-thumb-mode,-vfp3,-vfp3sp,-vfp4,-vfp4d16,-vfp4d16sp,-vfp4sp" }
attributes #1 = { nofree norecurse nosync nounwind memory(none) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+armv7-a,+dsp,+fp64,+read-tp-tpidruro,+vfp2,+vfp2sp,+vfp3d16,+vfp3d16sp,-aes,-d32,-fp-armv8,-fp-armv8d16,-fp-armv8d16sp,-fp-armv8sp,-fp16,-fp16fml,-fullfp16,-neon,-sha2,-thumb-mode,-vfp3,-vfp3sp,-vfp4,-vfp4d16,-vfp4d16sp,-vfp4sp" }
attributes #2 = { nofree norecurse nosync nounwind memory(argmem: read) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+armv7-a,+dsp,+fp64,+read-tp-tpidruro,+vfp2,+vfp2sp,+vfp3d16,+vfp3d16sp,-aes,-d32,-fp-armv8,-fp-armv8d16,-fp-armv8d16sp,-fp-armv8sp,-fp16,-fp16fml,-fullfp16,-neon,-sha2,-thumb-mode,-vfp3,-vfp3sp,-vfp4,-vfp4d16,-vfp4d16sp,-vfp4sp" }

!llvm.module.flags = !{!0, !1}
!llvm.errno.tbaa = !{!2}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 1, !"min_enum_size", i32 4}
!2 = !{!3, !3, i64 0}
!3 = !{!"int", !4, i64 0}
!4 = !{!"omnipotent char", !5, i64 0}
!5 = !{!"Simple C/C++ TBAA"}
!6 = distinct !{!6, !7, !8}
!7 = !{!"llvm.loop.mustprogress"}
!8 = !{!"llvm.loop.unroll.disable"}
!9 = !{!10, !10, i64 0}
!10 = !{!"p1 omnipotent char", !11, i64 0}
!11 = !{!"any pointer", !4, i64 0}
!12 = distinct !{!12, !7, !8}
!13 = !{!4, !4, i64 0}
!14 = !{!11, !11, i64 0}
!15 = distinct !{!15, !7, !8}
