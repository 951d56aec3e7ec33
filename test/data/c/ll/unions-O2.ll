; of the source with SHA-256 660f9fc7dba565305aa768aa293aff9c319311cf378cfb79e63c963cf8bede2c
; ModuleID = 'unions.c'
source_filename = "unions.c"
target datalayout = "e-m:e-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64"
target triple = "armv7-unknown-none-eabihf"

%struct.anon.0 = type { i16, i16 }
%struct.anon.1 = type { [11 x i8], i8 }
%struct.Shape = type { i32, %union.anon }
%union.anon = type { %struct.anon, [8 x i8] }
%struct.anon = type { float }

@.str = private unnamed_addr constant [26 x i8] c"%08x %04x %04x %02x %02x\0A\00", align 1
@.str.1 = private unnamed_addr constant [7 x i8] c"%g %d\0A\00", align 1
@.str.2 = private unnamed_addr constant [6 x i8] c"%.9g\0A\00", align 1
@.str.3 = private unnamed_addr constant [17 x i8] c"%.17g %08x %08x\0A\00", align 1
@.str.4 = private unnamed_addr constant [10 x i8] c"%.17g %g\0A\00", align 1
@.str.5 = private unnamed_addr constant [12 x i8] c"%g %016llx\0A\00", align 1
@__const.main.shapes = private unnamed_addr constant <{ %struct.Shape, { i32, { %struct.anon.0, [8 x i8] } }, { i32, { %struct.anon.1 } }, %struct.Shape }> <{ %struct.Shape { i32 0, %union.anon { %struct.anon { float 1.500000e+00 }, [8 x i8] zeroinitializer } }, { i32, { %struct.anon.0, [8 x i8] } } { i32 1, { %struct.anon.0, [8 x i8] } { %struct.anon.0 { i16 -3, i16 7 }, [8 x i8] zeroinitializer } }, { i32, { %struct.anon.1 } } { i32 2, { %struct.anon.1 } { %struct.anon.1 { [11 x i8] c"label\00\00\00\00\00\00", i8 12 } } }, %struct.Shape { i32 3, %union.anon zeroinitializer } }>, align 4
@.str.6 = private unnamed_addr constant [7 x i8] c"%g %g\0A\00", align 1
@.str.7 = private unnamed_addr constant [6 x i8] c"%.6g \00", align 1
@.str.8 = private unnamed_addr constant [6 x i8] c"%llx\0A\00", align 1
@.str.9 = private unnamed_addr constant [4 x i8] c"%o\0A\00", align 1

; Function Attrs: nofree nounwind
define dso_local noundef i32 @main() local_unnamed_addr #0 {
  %1 = alloca %struct.Shape, align 4
  %2 = alloca %struct.Shape, align 4
  %3 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, i32 noundef 1065353216, i32 noundef 0, i32 noundef 16256, i32 noundef 128, i32 noundef 63)
  %4 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.1, double noundef -4.000000e+00, i32 noundef -1065353216)
  %5 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.2, double noundef 0x4010000020000000)
  %6 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.3, double noundef 0x3FF0000000000001, i32 noundef 1, i32 noundef 1072693248)
  %7 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.4, double noundef 0x3FEFFFFFFFFFFFFF, double noundef 0x3FFDFFFFE0000000)
  %8 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.5, double noundef 3.125000e+00, i64 noundef 4614219293217783808)
  %9 = getelementptr inbounds nuw i8, ptr %2, i32 4
  %10 = getelementptr inbounds nuw i8, ptr %2, i32 8
  %11 = getelementptr inbounds nuw i8, ptr %2, i32 12
  %12 = getelementptr inbounds nuw i8, ptr %1, i32 4
  %13 = getelementptr inbounds nuw i8, ptr %1, i32 8
  %14 = getelementptr inbounds nuw i8, ptr %1, i32 12
  br label %15

15:                                               ; preds = %0, %60
  %16 = phi i32 [ 0, %0 ], [ %65, %60 ]
  %17 = getelementptr inbounds nuw %struct.Shape, ptr @__const.main.shapes, i32 %16
  %18 = load i32, ptr %17, align 4
  %19 = getelementptr inbounds nuw i8, ptr %17, i32 4
  %20 = load i32, ptr %19, align 4
  %21 = getelementptr inbounds nuw i8, ptr %17, i32 8
  %22 = load i32, ptr %21, align 4
  %23 = getelementptr inbounds nuw i8, ptr %17, i32 12
  %24 = load i32, ptr %23, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store i32 %18, ptr %2, align 4
  store i32 %20, ptr %9, align 4
  store i32 %22, ptr %10, align 4
  store i32 %24, ptr %11, align 4
  switch i32 %18, label %59 [
    i32 0, label %25
    i32 1, label %32
    i32 2, label %46
  ]

25:                                               ; preds = %15
  %26 = bitcast i32 %20 to float
  %27 = fmul float %26, 3.000000e+00
  %28 = fmul float %27, %26
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  %29 = fpext float %28 to double
  call void @llvm.lifetime.start.p0(ptr nonnull %1)
  %30 = fmul float %27, 3.000000e+00
  %31 = fmul float %27, %30
  br label %60

32:                                               ; preds = %15
  %33 = shl i32 %20, 16
  %34 = ashr exact i32 %33, 16
  %35 = ashr i32 %20, 16
  %36 = mul nsw i32 %34, %35
  %37 = sitofp i32 %36 to float
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  %38 = fpext float %37 to double
  %39 = lshr i32 %20, 16
  %40 = mul i32 %39, 196608
  call void @llvm.lifetime.start.p0(ptr nonnull %1)
  %41 = mul i32 %20, 196608
  %42 = ashr exact i32 %41, 16
  %43 = ashr exact i32 %40, 16
  %44 = mul nsw i32 %43, %42
  %45 = sitofp i32 %44 to float
  br label %60

46:                                               ; preds = %15
  %47 = lshr i32 %24, 24
  %48 = call i32 @strlen(ptr noundef nonnull dereferenceable(1) %9) #3
  %49 = mul i32 %48, %47
  %50 = uitofp i32 %49 to float
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  %51 = fpext float %50 to double
  %52 = mul i32 %47, 50331648
  %53 = and i32 %24, 16777215
  %54 = or disjoint i32 %52, %53
  call void @llvm.lifetime.start.p0(ptr nonnull %1)
  store i32 2, ptr %1, align 4
  store i32 %20, ptr %12, align 4
  store i32 %22, ptr %13, align 4
  store i32 %54, ptr %14, align 4
  %55 = lshr exact i32 %52, 24
  %56 = call i32 @strlen(ptr noundef nonnull dereferenceable(1) %12) #3
  %57 = mul i32 %56, %55
  %58 = uitofp i32 %57 to float
  br label %60

59:                                               ; preds = %15
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  call void @llvm.lifetime.start.p0(ptr nonnull %1)
  br label %60

60:                                               ; preds = %59, %25, %32, %46
  %61 = phi double [ %51, %46 ], [ %29, %25 ], [ %38, %32 ], [ -1.000000e+00, %59 ]
  %62 = phi float [ %58, %46 ], [ %31, %25 ], [ %45, %32 ], [ -1.000000e+00, %59 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %1)
  %63 = fpext float %62 to double
  %64 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.6, double noundef %61, double noundef %63)
  %65 = add nuw nsw i32 %16, 1
  %66 = icmp eq i32 %65, 4
  br i1 %66, label %67, label %15, !llvm.loop !6

67:                                               ; preds = %60
  %68 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.7, double noundef 0x3FEFFFFFE0000000)
  %69 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.7, double noundef 0x3FDFFFFFE0000000)
  %70 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.7, double noundef 0x3FD5555560000000)
  %71 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.7, double noundef 0x3FCFFFFFE0000000)
  %72 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.7, double noundef 0x3FC9999980000000)
  %73 = tail call i32 @putchar(i32 noundef 10)
  %74 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.8, i64 noundef 20061986658402881)
  %75 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.9, i32 noundef 457769124)
  ret i32 0
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

; Function Attrs: nofree nounwind
declare dso_local noundef i32 @printf(ptr noundef readonly captures(none), ...) local_unnamed_addr #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

; Function Attrs: nofree nounwind
declare dso_local noundef i32 @putchar(i32 noundef) local_unnamed_addr #0

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: read)
declare dso_local i32 @strlen(ptr noundef captures(none)) local_unnamed_addr #2

attributes #0 = { nofree nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+armv7-a,+dsp,+fp64,+read-tp-tpidruro,+vfp2,+vfp2sp,+vfp3d16,+vfp3d16sp,-aes,-d32,-fp-armv8,-fp-armv8d16,-fp-armv8d16sp,-fp-armv8sp,-fp16,-fp16fml,-fullfp16,-neon,-sha2,-thumb-mode,-vfp3,-vfp3sp,-vfp4,-vfp4d16,-vfp4d16sp,-vfp4sp" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: read) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+armv7-a,+dsp,+fp64,+read-tp-tpidruro,+vfp2,+vfp2sp,+vfp3d16,+vfp3d16sp,-aes,-d32,-fp-armv8,-fp-armv8d16,-fp-armv8d16sp,-fp-armv8sp,-fp16,-fp16fml,-fullfp16,-neon,-sha2,-thumb-mode,-vfp3,-vfp3sp,-vfp4,-vfp4d16,-vfp4d16sp,-vfp4sp" }
attributes #3 = { nounwind }

!llvm.module.flags = !{!0, !1}
!llvm.errno.tbaa = !{!2}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 1, !"min_enum_size", i32 4}
!2 = !{!3, !3, i64 0}
!3 = !{!"int", !4, i64 0}
!4 = !{!"omnipotent char", !5, i64 0}
!5 = !{!"Simple C/C++ TBAA"}
!6 = distinct !{!6, !7}
!7 = !{!"llvm.loop.mustprogress"}
