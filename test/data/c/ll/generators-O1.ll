; of the source with SHA-256 e0086771cbdb8db02dc535b4ca0bf14e7298692dfe4e0b3fb07a41fdde35daec
; ModuleID = 'generators.c'
source_filename = "generators.c"
target datalayout = "e-m:e-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64"
target triple = "armv7-unknown-none-eabihf"

%struct.Consumer = type { [16 x i32], i32, i32, [16 x i32] }

@.str = private unnamed_addr constant [7 x i8] c"1(23)4\00", align 1
@.str.1 = private unnamed_addr constant [7 x i8] c"1((2)3\00", align 1
@.str.2 = private unnamed_addr constant [14 x i8] c"(1(2(3(4x))))\00", align 1
@.str.3 = private unnamed_addr constant [12 x i8] c"(((((7)))))\00", align 1
@zero = internal global [16 x i32] zeroinitializer, align 4
@.str.4 = private unnamed_addr constant [19 x i8] c"tries %d, code %d\0A\00", align 1
@.str.5 = private unnamed_addr constant [10 x i8] c"trace %d\0A\00", align 1
@.str.6 = private unnamed_addr constant [9 x i8] c"%g %lld\0A\00", align 1
@.str.7 = private unnamed_addr constant [6 x i8] c"wrong\00", align 1
@.str.8 = private unnamed_addr constant [4 x i8] c"%d \00", align 1
@handler = internal unnamed_addr global ptr null, align 4
@depth_reached = internal unnamed_addr global i32 0, align 4
@.str.9 = private unnamed_addr constant [8 x i8] c"%s = %d\00", align 1
@.str.10 = private unnamed_addr constant [17 x i8] c"%s: error %d, %s\00", align 1
@reason = internal unnamed_addr global ptr null, align 4
@.str.11 = private unnamed_addr constant [13 x i8] c" (depth %d)\0A\00", align 1
@.str.12 = private unnamed_addr constant [12 x i8] c"missing ')'\00", align 1
@.str.13 = private unnamed_addr constant [21 x i8] c"unexpected character\00", align 1
@consume.c = internal global %struct.Consumer zeroinitializer, align 4
@consume.digits = internal unnamed_addr global [4 x i32] zeroinitializer, align 4
@.str.14 = private unnamed_addr constant [9 x i8] c"finished\00", align 1
@.str.15 = private unnamed_addr constant [14 x i8] c"left after %d\00", align 1
@.str.16 = private unnamed_addr constant [4 x i8] c" %d\00", align 1

; Function Attrs: nounwind
define dso_local noundef i32 @main() local_unnamed_addr #0 {
  %1 = alloca i32, align 4
  %2 = alloca [16 x i32], align 4
  %3 = alloca [16 x i32], align 4
  %4 = alloca i32, align 4
  %5 = alloca [16 x i32], align 4
  call fastcc void @guarded(ptr noundef nonnull @.str)
  call fastcc void @guarded(ptr noundef nonnull @.str.1)
  call fastcc void @guarded(ptr noundef nonnull @.str.2)
  call fastcc void @guarded(ptr noundef nonnull @.str.3)
  call fastcc void @consume(i32 noundef 5, i32 noundef 0)
  call fastcc void @consume(i32 noundef 16, i32 noundef 0)
  call fastcc void @consume(i32 noundef 7, i32 noundef 1)
  call void @llvm.lifetime.start.p0(ptr nonnull %1)
  store volatile i32 0, ptr %1, align 4, !tbaa !2
  %6 = call i32 @setjmp(ptr noundef nonnull @zero) #6
  %7 = load volatile i32, ptr %1, align 4, !tbaa !2
  %8 = icmp slt i32 %7, 3
  %9 = load volatile i32, ptr %1, align 4, !tbaa !2
  br i1 %8, label %10, label %19

10:                                               ; preds = %0
  %11 = add nsw i32 %9, 1
  store volatile i32 %11, ptr %1, align 4, !tbaa !2
  %12 = load volatile i32, ptr %1, align 4, !tbaa !2
  %13 = icmp eq i32 %12, 2
  br i1 %13, label %17, label %14

14:                                               ; preds = %10
  %15 = load volatile i32, ptr %1, align 4, !tbaa !2
  %16 = mul nsw i32 %15, 100
  br label %17

17:                                               ; preds = %10, %14
  %18 = phi i32 [ %16, %14 ], [ 0, %10 ]
  call void @longjmp(ptr noundef nonnull @zero, i32 noundef %18) #7
  unreachable

19:                                               ; preds = %0
  %20 = call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.4, i32 noundef %9, i32 noundef %6)
  call void @llvm.lifetime.start.p0(ptr nonnull %2) #8
  call void @llvm.lifetime.start.p0(ptr nonnull %3) #8
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store volatile i32 0, ptr %4, align 4, !tbaa !2
  %21 = call i32 @setjmp(ptr noundef nonnull %2) #6
  %22 = icmp eq i32 %21, 0
  br i1 %22, label %23, label %32

23:                                               ; preds = %19
  %24 = call i32 @setjmp(ptr noundef nonnull %3) #6
  %25 = icmp eq i32 %24, 0
  %26 = load volatile i32, ptr %4, align 4, !tbaa !2
  %27 = mul nsw i32 %26, 10
  br i1 %25, label %28, label %30

28:                                               ; preds = %23
  %29 = or disjoint i32 %27, 1
  store volatile i32 %29, ptr %4, align 4, !tbaa !2
  call void @longjmp(ptr noundef nonnull %3, i32 noundef 1) #7
  unreachable

30:                                               ; preds = %23
  %31 = add nsw i32 %27, 2
  store volatile i32 %31, ptr %4, align 4, !tbaa !2
  call void @longjmp(ptr noundef nonnull %2, i32 noundef 1) #7
  unreachable

32:                                               ; preds = %19
  %33 = load volatile i32, ptr %4, align 4, !tbaa !2
  %34 = mul nsw i32 %33, 10
  %35 = add nsw i32 %34, 3
  store volatile i32 %35, ptr %4, align 4, !tbaa !2
  %36 = load volatile i32, ptr %4, align 4, !tbaa !2
  %37 = call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.5, i32 noundef %36)
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #8
  %38 = call i32 @setjmp(ptr noundef nonnull %5) #6
  switch i32 %38, label %43 [
    i32 0, label %39
    i32 3, label %40
  ]

39:                                               ; preds = %32
  call void @longjmp(ptr noundef nonnull %5, i32 noundef 3) #7
  unreachable

40:                                               ; preds = %32
  %41 = call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.6, double noundef 1.500000e+00, i64 noundef 1099511627776)
  br label %42

42:                                               ; preds = %43, %40
  br label %47

43:                                               ; preds = %32
  %44 = call i32 @puts(ptr noundef nonnull dereferenceable(1) @.str.7)
  br label %42

45:                                               ; preds = %47
  %46 = call i32 @putchar(i32 noundef 10)
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #8
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3) #8
  call void @llvm.lifetime.end.p0(ptr nonnull %2) #8
  call void @llvm.lifetime.end.p0(ptr nonnull %1)
  ret i32 0

47:                                               ; preds = %42, %47
  %48 = phi i32 [ %56, %47 ], [ 0, %42 ]
  %49 = phi i32 [ %54, %47 ], [ 0, %42 ]
  %50 = phi i32 [ %53, %47 ], [ 0, %42 ]
  %51 = phi i1 [ false, %47 ], [ true, %42 ]
  %52 = add nsw i32 %49, %50
  %53 = select i1 %51, i32 0, i32 %49
  %54 = select i1 %51, i32 1, i32 %52
  %55 = call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.8, i32 noundef %53)
  %56 = add nuw nsw i32 %48, 1
  %57 = icmp eq i32 %56, 15
  br i1 %57, label %45, label %47, !llvm.loop !6
}

; Function Attrs: nounwind
define internal fastcc void @guarded(ptr noundef %0) unnamed_addr #0 {
  %2 = alloca [16 x i32], align 4
  %3 = alloca ptr, align 4
  %4 = alloca ptr, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %2) #8
  %5 = load ptr, ptr @handler, align 4, !tbaa !9
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store volatile ptr %0, ptr %3, align 4, !tbaa !12
  store i32 0, ptr @depth_reached, align 4, !tbaa !2
  store ptr %2, ptr @handler, align 4, !tbaa !9
  %6 = call i32 @setjmp(ptr noundef nonnull %2) #6
  %7 = icmp eq i32 %6, 0
  br i1 %7, label %8, label %11

8:                                                ; preds = %1
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #8
  store ptr %0, ptr %4, align 4, !tbaa !12
  %9 = call fastcc i32 @parse_list(ptr noundef %4, i32 noundef 0)
  %10 = call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.9, ptr noundef %0, i32 noundef %9)
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #8
  br label %15

11:                                               ; preds = %1
  %12 = load volatile ptr, ptr %3, align 4, !tbaa !12
  %13 = load ptr, ptr @reason, align 4, !tbaa !12
  %14 = call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.10, ptr noundef %12, i32 noundef %6, ptr noundef %13)
  br label %15

15:                                               ; preds = %11, %8
  %16 = load i32, ptr @depth_reached, align 4, !tbaa !2
  %17 = call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.11, i32 noundef %16)
  store ptr %5, ptr @handler, align 4, !tbaa !9
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2) #8
  ret void
}

; Function Attrs: nounwind
define internal fastcc void @consume(i32 noundef range(i32 5, 17) %0, i32 noundef range(i32 0, 2) %1) unnamed_addr #0 {
  br label %6

3:                                                ; preds = %6
  store i32 %0, ptr getelementptr inbounds nuw (i8, ptr @consume.c, i32 64), align 4, !tbaa !14
  store i32 0, ptr getelementptr inbounds nuw (i8, ptr @consume.c, i32 68), align 4, !tbaa !16
  %4 = call i32 @setjmp(ptr noundef nonnull @consume.c) #6
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %11, label %41

6:                                                ; preds = %2, %6
  %7 = phi i32 [ 0, %2 ], [ %8, %6 ]
  %8 = add nuw nsw i32 %7, 1
  %9 = getelementptr inbounds nuw i32, ptr @consume.digits, i32 %7
  store i32 %8, ptr %9, align 4, !tbaa !2
  %10 = icmp eq i32 %8, 4
  br i1 %10, label %3, label %6, !llvm.loop !17

11:                                               ; preds = %3
  %12 = icmp eq i32 %1, 0
  br i1 %12, label %14, label %13

13:                                               ; preds = %11
  call fastcc void @permutations(i32 noundef 0)
  br label %39

14:                                               ; preds = %11
  %15 = load i32, ptr getelementptr inbounds nuw (i8, ptr @consume.c, i32 68), align 4, !tbaa !16
  %16 = add nsw i32 %15, 1
  store i32 %16, ptr getelementptr inbounds nuw (i8, ptr @consume.c, i32 68), align 4, !tbaa !16
  %17 = getelementptr inbounds i32, ptr getelementptr inbounds nuw (i8, ptr @consume.c, i32 72), i32 %15
  store i32 6, ptr %17, align 4, !tbaa !2
  %18 = load i32, ptr getelementptr inbounds nuw (i8, ptr @consume.c, i32 68), align 4, !tbaa !16
  %19 = load i32, ptr getelementptr inbounds nuw (i8, ptr @consume.c, i32 64), align 4, !tbaa !14
  %20 = icmp eq i32 %18, %19
  br i1 %20, label %21, label %23

21:                                               ; preds = %26, %14
  %22 = phi i32 [ %18, %14 ], [ %36, %26 ]
  call void @longjmp(ptr noundef nonnull @consume.c, i32 noundef %22) #7
  unreachable

23:                                               ; preds = %14, %26
  %24 = phi i32 [ %32, %26 ], [ 6, %14 ]
  %25 = icmp eq i32 %24, 1
  br i1 %25, label %39, label %26

26:                                               ; preds = %23
  %27 = and i32 %24, 1
  %28 = icmp eq i32 %27, 0
  %29 = mul nsw i32 %24, 3
  %30 = add nsw i32 %29, 1
  %31 = ashr exact i32 %24, 1
  %32 = select i1 %28, i32 %31, i32 %30
  %33 = load i32, ptr getelementptr inbounds nuw (i8, ptr @consume.c, i32 68), align 4, !tbaa !16
  %34 = add nsw i32 %33, 1
  store i32 %34, ptr getelementptr inbounds nuw (i8, ptr @consume.c, i32 68), align 4, !tbaa !16
  %35 = getelementptr inbounds i32, ptr getelementptr inbounds nuw (i8, ptr @consume.c, i32 72), i32 %33
  store i32 %32, ptr %35, align 4, !tbaa !2
  %36 = load i32, ptr getelementptr inbounds nuw (i8, ptr @consume.c, i32 68), align 4, !tbaa !16
  %37 = load i32, ptr getelementptr inbounds nuw (i8, ptr @consume.c, i32 64), align 4, !tbaa !14
  %38 = icmp eq i32 %36, %37
  br i1 %38, label %21, label %23, !llvm.loop !18

39:                                               ; preds = %23, %13
  %40 = call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.14)
  br label %43

41:                                               ; preds = %3
  %42 = call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.15, i32 noundef %4)
  br label %43

43:                                               ; preds = %41, %39
  %44 = load i32, ptr getelementptr inbounds nuw (i8, ptr @consume.c, i32 68), align 4, !tbaa !16
  %45 = icmp sgt i32 %44, 0
  br i1 %45, label %48, label %46

46:                                               ; preds = %48, %43
  %47 = call i32 @putchar(i32 noundef 10)
  ret void

48:                                               ; preds = %43, %48
  %49 = phi i32 [ %53, %48 ], [ 0, %43 ]
  %50 = getelementptr inbounds nuw i32, ptr getelementptr inbounds nuw (i8, ptr @consume.c, i32 72), i32 %49
  %51 = load i32, ptr %50, align 4, !tbaa !2
  %52 = call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.16, i32 noundef %51)
  %53 = add nuw nsw i32 %49, 1
  %54 = load i32, ptr getelementptr inbounds nuw (i8, ptr @consume.c, i32 68), align 4, !tbaa !16
  %55 = icmp slt i32 %53, %54
  br i1 %55, label %48, label %46, !llvm.loop !19
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

; Function Attrs: returns_twice
declare dso_local i32 @setjmp(ptr noundef) local_unnamed_addr #2

; Function Attrs: noreturn
declare dso_local void @longjmp(ptr noundef, i32 noundef) local_unnamed_addr #3

; Function Attrs: nofree nounwind
declare dso_local noundef i32 @printf(ptr noundef readonly captures(none), ...) local_unnamed_addr #4

; Function Attrs: nofree nounwind
declare dso_local noundef i32 @puts(ptr noundef readonly captures(none)) local_unnamed_addr #4

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

; Function Attrs: nofree nounwind
declare dso_local noundef i32 @putchar(i32 noundef) local_unnamed_addr #4

; Function Attrs: nounwind
define internal fastcc i32 @parse_list(ptr noundef nonnull captures(none) %0, i32 noundef %1) unnamed_addr #0 {
  %3 = load i32, ptr @depth_reached, align 4, !tbaa !2
  %4 = tail call i32 @llvm.smax.i32(i32 %1, i32 %3)
  store i32 %4, ptr @depth_reached, align 4, !tbaa !2
  %5 = add nsw i32 %1, 1
  br label %6

6:                                                ; preds = %30, %2
  %7 = phi i32 [ 0, %2 ], [ %32, %30 ]
  %8 = load ptr, ptr %0, align 4, !tbaa !12
  %9 = load i8, ptr %8, align 1, !tbaa !20
  switch i8 %9, label %10 [
    i8 0, label %33
    i8 41, label %33
  ]

10:                                               ; preds = %6
  %11 = getelementptr inbounds nuw i8, ptr %8, i32 1
  store ptr %11, ptr %0, align 4, !tbaa !12
  %12 = load i8, ptr %8, align 1, !tbaa !20
  %13 = icmp eq i8 %12, 40
  br i1 %13, label %14, label %23

14:                                               ; preds = %10
  %15 = tail call fastcc i32 @parse_list(ptr noundef %0, i32 noundef %5)
  %16 = mul nsw i32 %15, 10
  %17 = load ptr, ptr %0, align 4, !tbaa !12
  %18 = getelementptr inbounds nuw i8, ptr %17, i32 1
  store ptr %18, ptr %0, align 4, !tbaa !12
  %19 = load i8, ptr %17, align 1, !tbaa !20
  %20 = icmp eq i8 %19, 41
  br i1 %20, label %30, label %21

21:                                               ; preds = %14
  store ptr @.str.12, ptr @reason, align 4, !tbaa !12
  %22 = load ptr, ptr @handler, align 4, !tbaa !9
  tail call void @longjmp(ptr noundef %22, i32 noundef 2) #7
  unreachable

23:                                               ; preds = %10
  %24 = add i8 %12, -48
  %25 = icmp ult i8 %24, 10
  br i1 %25, label %26, label %28

26:                                               ; preds = %23
  %27 = zext nneg i8 %24 to i32
  br label %30

28:                                               ; preds = %23
  store ptr @.str.13, ptr @reason, align 4, !tbaa !12
  %29 = load ptr, ptr @handler, align 4, !tbaa !9
  tail call void @longjmp(ptr noundef %29, i32 noundef 1) #7
  unreachable

30:                                               ; preds = %26, %14
  %31 = phi i32 [ %27, %26 ], [ %16, %14 ]
  %32 = add nsw i32 %31, %7
  br label %6, !llvm.loop !21

33:                                               ; preds = %6, %6
  ret i32 %7
}

; Function Attrs: nounwind
define internal fastcc void @permutations(i32 noundef range(i32 0, 5) %0) unnamed_addr #0 {
  %2 = icmp eq i32 %0, 4
  br i1 %2, label %14, label %3

3:                                                ; preds = %1
  %4 = getelementptr inbounds nuw i32, ptr @consume.digits, i32 %0
  %5 = add nuw nsw i32 %0, 1
  br label %23

6:                                                ; preds = %14
  %7 = load i32, ptr getelementptr inbounds nuw (i8, ptr @consume.c, i32 68), align 4, !tbaa !16
  %8 = add nsw i32 %7, 1
  store i32 %8, ptr getelementptr inbounds nuw (i8, ptr @consume.c, i32 68), align 4, !tbaa !16
  %9 = getelementptr inbounds i32, ptr getelementptr inbounds nuw (i8, ptr @consume.c, i32 72), i32 %7
  store i32 %20, ptr %9, align 4, !tbaa !2
  %10 = load i32, ptr getelementptr inbounds nuw (i8, ptr @consume.c, i32 68), align 4, !tbaa !16
  %11 = load i32, ptr getelementptr inbounds nuw (i8, ptr @consume.c, i32 64), align 4, !tbaa !14
  %12 = icmp eq i32 %10, %11
  br i1 %12, label %13, label %32

13:                                               ; preds = %6
  tail call void @longjmp(ptr noundef nonnull @consume.c, i32 noundef %10) #7
  unreachable

14:                                               ; preds = %1, %14
  %15 = phi i32 [ %20, %14 ], [ 0, %1 ]
  %16 = phi i32 [ %21, %14 ], [ 0, %1 ]
  %17 = mul nsw i32 %15, 10
  %18 = getelementptr inbounds nuw i32, ptr @consume.digits, i32 %16
  %19 = load i32, ptr %18, align 4, !tbaa !2
  %20 = add nsw i32 %19, %17
  %21 = add nuw nsw i32 %16, 1
  %22 = icmp eq i32 %21, 4
  br i1 %22, label %6, label %14, !llvm.loop !22

23:                                               ; preds = %3, %23
  %24 = phi i32 [ %0, %3 ], [ %30, %23 ]
  %25 = load i32, ptr %4, align 4, !tbaa !2
  %26 = getelementptr inbounds nuw i32, ptr @consume.digits, i32 %24
  %27 = load i32, ptr %26, align 4, !tbaa !2
  store i32 %27, ptr %4, align 4, !tbaa !2
  store i32 %25, ptr %26, align 4, !tbaa !2
  tail call fastcc void @permutations(i32 noundef %5)
  %28 = load i32, ptr %4, align 4, !tbaa !2
  %29 = load i32, ptr %26, align 4, !tbaa !2
  store i32 %29, ptr %4, align 4, !tbaa !2
  store i32 %28, ptr %26, align 4, !tbaa !2
  %30 = add nuw nsw i32 %24, 1
  %31 = icmp eq i32 %30, 4
  br i1 %31, label %32, label %23, !llvm.loop !23

32:                                               ; preds = %23, %6
  ret void
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smax.i32(i32, i32) #5

attributes #0 = { nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+armv7-a,+dsp,+fp64,+read-tp-tpidruro,+vfp2,+vfp2sp,+vfp3d16,+vfp3d16sp,-aes,-d32,-fp-armv8,-fp-armv8d16,-fp-armv8d16sp,-fp-armv8sp,-fp16,-fp16fml,-fullfp16,-neon,-sha2,-thumb-mode,-vfp3,-vfp3sp,-vfp4,-vfp4d16,-vfp4d16sp,-vfp4sp" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { returns_twice "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+armv7-a,+dsp,+fp64,+read-tp-tpidruro,+vfp2,+vfp2sp,+vfp3d16,+vfp3d16sp,-aes,-d32,-fp-armv8,-fp-armv8d16,-fp-armv8d16sp,-fp-armv8sp,-fp16,-fp16fml,-fullfp16,-neon,-sha2,-thumb-mode,-vfp3,-vfp3sp,-vfp4,-vfp4d16,-vfp4d16sp,-vfp4sp" }
attributes #3 = { noreturn "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+armv7-a,+dsp,+fp64,+read-tp-tpidruro,+vfp2,+vfp2sp,+vfp3d16,+vfp3d16sp,-aes,-d32,-fp-armv8,-fp-armv8d16,-fp-armv8d16sp,-fp-armv8sp,-fp16,-fp16fml,-fullfp16,-neon,-sha2,-thumb-mode,-vfp3,-vfp3sp,-vfp4,-vfp4d16,-vfp4d16sp,-vfp4sp" }
attributes #4 = { nofree nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+armv7-a,+dsp,+fp64,+read-tp-tpidruro,+vfp2,+vfp2sp,+vfp3d16,+vfp3d16sp,-aes,-d32,-fp-armv8,-fp-armv8d16,-fp-armv8d16sp,-fp-armv8sp,-fp16,-fp16fml,-fullfp16,-neon,-sha2,-thumb-mode,-vfp3,-vfp3sp,-vfp4,-vfp4d16,-vfp4d16sp,-vfp4sp" }
attributes #5 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { nounwind returns_twice }
attributes #7 = { noreturn nounwind }
attributes #8 = { nounwind }

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
!10 = !{!"p1 long", !11, i64 0}
!11 = !{!"any pointer", !4, i64 0}
!12 = !{!13, !13, i64 0}
!13 = !{!"p1 omnipotent char", !11, i64 0}
!14 = !{!15, !3, i64 64}
!15 = !{!"", !4, i64 0, !3, i64 64, !3, i64 68, !4, i64 72}
!16 = !{!15, !3, i64 68}
!17 = distinct !{!17, !7, !8}
!18 = distinct !{!18, !8}
!19 = distinct !{!19, !7, !8}
!20 = !{!4, !4, i64 0}
!21 = distinct !{!21, !7, !8}
!22 = distinct !{!22, !7, !8}
!23 = distinct !{!23, !7, !8}
