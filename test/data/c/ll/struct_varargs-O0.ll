; of the source with SHA-256 6781258489bcb74d71bf65c539b025090f6bb1c29d7ffe50511881cf0c396505
; ModuleID = 'struct_varargs.c'
source_filename = "struct_varargs.c"
target datalayout = "e-m:e-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64"
target triple = "armv7-unknown-none-eabihf"

%struct.Tiny = type { i8 }
%struct.Six = type { [3 x i16] }
%struct.Twelve = type { i32, i32, i32 }
%struct.Text = type { [21 x i8] }
%struct.Aligned = type { double, i32 }
%struct.__va_list = type { ptr }

@__const.main.t = private unnamed_addr constant %struct.Tiny { i8 84 }, align 1
@__const.main.s = private unnamed_addr constant %struct.Six { [3 x i16] [i16 1, i16 -2, i16 3] }, align 2
@__const.main.w = private unnamed_addr constant %struct.Twelve { i32 4, i32 5, i32 -6 }, align 4
@__const.main.a = private unnamed_addr constant { double, i32, [4 x i8] } { double 7.500000e+00, i32 8, [4 x i8] zeroinitializer }, align 8
@__const.main.x = private unnamed_addr constant %struct.Text { [21 x i8] c"a text in a struct\00\00\00" }, align 1
@.str = private unnamed_addr constant [1 x i8] zeroinitializer, align 1
@.str.1 = private unnamed_addr constant [2 x i8] c"i\00", align 1
@.str.2 = private unnamed_addr constant [6 x i8] c"ilili\00", align 1
@.str.3 = private unnamed_addr constant [6 x i8] c"didid\00", align 1
@.str.4 = private unnamed_addr constant [4 x i8] c"tsi\00", align 1
@.str.5 = private unnamed_addr constant [5 x i8] c"iwia\00", align 1
@.str.6 = private unnamed_addr constant [10 x i8] c"taxtsplwd\00", align 1
@.str.7 = private unnamed_addr constant [8 x i8] c"pointer\00", align 1
@.str.8 = private unnamed_addr constant [6 x i8] c"ifipi\00", align 1
@.str.9 = private unnamed_addr constant [2 x i8] c"p\00", align 1
@.str.10 = private unnamed_addr constant [4 x i8] c"dii\00", align 1
@.str.11 = private unnamed_addr constant [2 x i8] c"w\00", align 1
@.str.12 = private unnamed_addr constant [4 x i8] c"%g\0A\00", align 1
@.str.13 = private unnamed_addr constant [4 x i8] c"lwi\00", align 1
@.str.14 = private unnamed_addr constant [4 x i8] c" %d\00", align 1
@.str.15 = private unnamed_addr constant [6 x i8] c" %lld\00", align 1
@.str.16 = private unnamed_addr constant [4 x i8] c" %g\00", align 1
@.str.17 = private unnamed_addr constant [4 x i8] c" %s\00", align 1
@.str.18 = private unnamed_addr constant [4 x i8] c" %c\00", align 1
@.str.19 = private unnamed_addr constant [12 x i8] c" {%d %d %d}\00", align 1
@.str.20 = private unnamed_addr constant [9 x i8] c" {%g %d}\00", align 1
@.str.21 = private unnamed_addr constant [6 x i8] c" <%s>\00", align 1
@.str.22 = private unnamed_addr constant [5 x i8] c" f%d\00", align 1

; Function Attrs: noinline nounwind optnone
define dso_local i32 @main() #0 {
  %1 = alloca i32, align 4
  %2 = alloca %struct.Tiny, align 1
  %3 = alloca %struct.Six, align 2
  %4 = alloca %struct.Twelve, align 4
  %5 = alloca %struct.Aligned, align 8
  %6 = alloca %struct.Text, align 1
  %7 = alloca [1 x i32], align 4
  %8 = alloca [2 x i32], align 4
  %9 = alloca [1 x i32], align 4
  %10 = alloca [6 x i32], align 4
  %11 = alloca [1 x i32], align 4
  %12 = alloca [2 x i32], align 4
  %13 = alloca float, align 4
  %14 = alloca i8, align 1
  %15 = alloca i16, align 2
  %16 = alloca %struct.Twelve, align 4
  %17 = alloca %struct.Twelve, align 4
  %18 = alloca %struct.Twelve, align 4
  %19 = alloca ptr, align 4
  store i32 0, ptr %1, align 4
  call void @llvm.memcpy.p0.p0.i32(ptr align 1 %2, ptr align 1 @__const.main.t, i32 1, i1 false)
  call void @llvm.memcpy.p0.p0.i32(ptr align 2 %3, ptr align 2 @__const.main.s, i32 6, i1 false)
  call void @llvm.memcpy.p0.p0.i32(ptr align 4 %4, ptr align 4 @__const.main.w, i32 12, i1 false)
  call void @llvm.memcpy.p0.p0.i32(ptr align 8 %5, ptr align 8 @__const.main.a, i32 16, i1 false)
  call void @llvm.memcpy.p0.p0.i32(ptr align 1 %6, ptr align 1 @__const.main.x, i32 21, i1 false)
  call void (ptr, ...) @show(ptr noundef @.str)
  call void (ptr, ...) @show(ptr noundef @.str.1, i32 noundef -1)
  call void (ptr, ...) @show(ptr noundef @.str.2, i32 noundef 1, i64 noundef 2199023255552, i32 noundef 3, i64 noundef -4, i32 noundef 5)
  call void (ptr, ...) @show(ptr noundef @.str.3, double noundef 1.500000e+00, i32 noundef 2, double noundef 2.500000e+00, i32 noundef 3, double noundef 3.500000e+00)
  %20 = getelementptr inbounds nuw %struct.Tiny, ptr %2, i32 0, i32 0
  call void @llvm.memcpy.p0.p0.i32(ptr align 4 %7, ptr align 1 %20, i32 1, i1 false)
  %21 = load [1 x i32], ptr %7, align 4
  %22 = getelementptr inbounds nuw %struct.Six, ptr %3, i32 0, i32 0
  call void @llvm.memcpy.p0.p0.i32(ptr align 4 %8, ptr align 2 %22, i32 6, i1 false)
  %23 = load [2 x i32], ptr %8, align 4
  call void (ptr, ...) @show(ptr noundef @.str.4, [1 x i32] %21, [2 x i32] %23, i32 noundef 9)
  %24 = load [3 x i32], ptr %4, align 4
  %25 = load [2 x i64], ptr %5, align 8
  call void (ptr, ...) @show(ptr noundef @.str.5, i32 noundef 1, [3 x i32] %24, i32 noundef 2, [2 x i64] %25)
  %26 = getelementptr inbounds nuw %struct.Tiny, ptr %2, i32 0, i32 0
  call void @llvm.memcpy.p0.p0.i32(ptr align 4 %9, ptr align 1 %26, i32 1, i1 false)
  %27 = load [1 x i32], ptr %9, align 4
  %28 = load [2 x i64], ptr %5, align 8
  %29 = getelementptr inbounds nuw %struct.Text, ptr %6, i32 0, i32 0
  call void @llvm.memcpy.p0.p0.i32(ptr align 4 %10, ptr align 1 %29, i32 21, i1 false)
  %30 = load [6 x i32], ptr %10, align 4
  %31 = getelementptr inbounds nuw %struct.Tiny, ptr %2, i32 0, i32 0
  call void @llvm.memcpy.p0.p0.i32(ptr align 4 %11, ptr align 1 %31, i32 1, i1 false)
  %32 = load [1 x i32], ptr %11, align 4
  %33 = getelementptr inbounds nuw %struct.Six, ptr %3, i32 0, i32 0
  call void @llvm.memcpy.p0.p0.i32(ptr align 4 %12, ptr align 2 %33, i32 6, i1 false)
  %34 = load [2 x i32], ptr %12, align 4
  %35 = load [3 x i32], ptr %4, align 4
  call void (ptr, ...) @show(ptr noundef @.str.6, [1 x i32] %27, [2 x i64] %28, [6 x i32] %30, [1 x i32] %32, [2 x i32] %34, ptr noundef @.str.7, i64 noundef 4611686018427387904, [3 x i32] %35, double noundef -1.250000e-01)
  call void (ptr, ...) @show(ptr noundef @.str.8, i32 noundef 1, ptr noundef @twice, i32 noundef 2, ptr noundef @.str.9, i32 noundef 3)
  store float 5.000000e-01, ptr %13, align 4
  store i8 65, ptr %14, align 1
  store i16 -7, ptr %15, align 2
  %36 = load float, ptr %13, align 4
  %37 = fpext float %36 to double
  %38 = load i8, ptr %14, align 1
  %39 = sext i8 %38 to i32
  %40 = load i16, ptr %15, align 2
  %41 = sext i16 %40 to i32
  call void (ptr, ...) @show(ptr noundef @.str.10, double noundef %37, i32 noundef %39, i32 noundef %41)
  %42 = getelementptr inbounds nuw %struct.Twelve, ptr %17, i32 0, i32 0
  store i32 10, ptr %42, align 4
  %43 = getelementptr inbounds nuw %struct.Twelve, ptr %17, i32 0, i32 1
  store i32 20, ptr %43, align 4
  %44 = getelementptr inbounds nuw %struct.Twelve, ptr %17, i32 0, i32 2
  store i32 30, ptr %44, align 4
  %45 = load [3 x i32], ptr %4, align 4
  %46 = load [3 x i32], ptr %4, align 4
  call void (ptr, i32, ...) @sums(ptr dead_on_unwind writable sret(%struct.Twelve) align 4 %18, i32 noundef 2, [3 x i32] %45, [3 x i32] %46)
  %47 = load [3 x i32], ptr %4, align 4
  %48 = load [3 x i32], ptr %17, align 4
  %49 = load [3 x i32], ptr %18, align 4
  call void (ptr, i32, ...) @sums(ptr dead_on_unwind writable sret(%struct.Twelve) align 4 %16, i32 noundef 3, [3 x i32] %47, [3 x i32] %48, [3 x i32] %49)
  call void @llvm.memcpy.p0.p0.i32(ptr align 4 %4, ptr align 4 %16, i32 12, i1 false)
  %50 = load [3 x i32], ptr %4, align 4
  call void (ptr, ...) @show(ptr noundef @.str.11, [3 x i32] %50)
  %51 = load [2 x i64], ptr %5, align 8
  %52 = call double (i32, double, [2 x i64], i64, ...) @mixed(i32 noundef 1, double noundef 2.500000e+00, [2 x i64] %51, i64 noundef 3, i32 noundef 4, double noundef 5.250000e+00, i64 noundef 6)
  %53 = call i32 (ptr, ...) @printf(ptr noundef @.str.12, double noundef %52)
  store volatile ptr @show, ptr %19, align 4
  %54 = load volatile ptr, ptr %19, align 4
  %55 = load [3 x i32], ptr %4, align 4
  call void (ptr, ...) %54(ptr noundef @.str.13, i64 noundef 1, [3 x i32] %55, i32 noundef 2)
  ret i32 0
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i32(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i32, i1 immarg) #1

; Function Attrs: noinline nounwind optnone
define internal void @show(ptr noundef %0, ...) #0 {
  %2 = alloca ptr, align 4
  %3 = alloca %struct.__va_list, align 4
  %4 = alloca %struct.Tiny, align 1
  %5 = alloca %struct.Six, align 2
  %6 = alloca %struct.Twelve, align 4
  %7 = alloca %struct.Aligned, align 8
  %8 = alloca %struct.Text, align 1
  store ptr %0, ptr %2, align 4
  call void @llvm.va_start.p0(ptr %3)
  br label %9

9:                                                ; preds = %97, %1
  %10 = load ptr, ptr %2, align 4
  %11 = load i8, ptr %10, align 1
  %12 = icmp ne i8 %11, 0
  br i1 %12, label %13, label %100

13:                                               ; preds = %9
  %14 = load ptr, ptr %2, align 4
  %15 = load i8, ptr %14, align 1
  %16 = sext i8 %15 to i32
  switch i32 %16, label %96 [
    i32 105, label %17
    i32 108, label %22
    i32 100, label %29
    i32 112, label %36
    i32 116, label %41
    i32 115, label %48
    i32 119, label %64
    i32 97, label %74
    i32 120, label %84
    i32 102, label %90
  ]

17:                                               ; preds = %13
  %18 = load ptr, ptr %3, align 4
  %19 = getelementptr inbounds i8, ptr %18, i32 4
  store ptr %19, ptr %3, align 4
  %20 = load i32, ptr %18, align 4
  %21 = call i32 (ptr, ...) @printf(ptr noundef @.str.14, i32 noundef %20)
  br label %96

22:                                               ; preds = %13
  %23 = load ptr, ptr %3, align 4
  %24 = getelementptr inbounds i8, ptr %23, i32 7
  %25 = call ptr @llvm.ptrmask.p0.i32(ptr %24, i32 -8)
  %26 = getelementptr inbounds i8, ptr %25, i32 8
  store ptr %26, ptr %3, align 4
  %27 = load i64, ptr %25, align 8
  %28 = call i32 (ptr, ...) @printf(ptr noundef @.str.15, i64 noundef %27)
  br label %96

29:                                               ; preds = %13
  %30 = load ptr, ptr %3, align 4
  %31 = getelementptr inbounds i8, ptr %30, i32 7
  %32 = call ptr @llvm.ptrmask.p0.i32(ptr %31, i32 -8)
  %33 = getelementptr inbounds i8, ptr %32, i32 8
  store ptr %33, ptr %3, align 4
  %34 = load double, ptr %32, align 8
  %35 = call i32 (ptr, ...) @printf(ptr noundef @.str.16, double noundef %34)
  br label %96

36:                                               ; preds = %13
  %37 = load ptr, ptr %3, align 4
  %38 = getelementptr inbounds i8, ptr %37, i32 4
  store ptr %38, ptr %3, align 4
  %39 = load ptr, ptr %37, align 4
  %40 = call i32 (ptr, ...) @printf(ptr noundef @.str.17, ptr noundef %39)
  br label %96

41:                                               ; preds = %13
  %42 = load ptr, ptr %3, align 4
  %43 = getelementptr inbounds i8, ptr %42, i32 4
  store ptr %43, ptr %3, align 4
  call void @llvm.memcpy.p0.p0.i32(ptr align 1 %4, ptr align 4 %42, i32 1, i1 false)
  %44 = getelementptr inbounds nuw %struct.Tiny, ptr %4, i32 0, i32 0
  %45 = load i8, ptr %44, align 1
  %46 = sext i8 %45 to i32
  %47 = call i32 (ptr, ...) @printf(ptr noundef @.str.18, i32 noundef %46)
  br label %96

48:                                               ; preds = %13
  %49 = load ptr, ptr %3, align 4
  %50 = getelementptr inbounds i8, ptr %49, i32 8
  store ptr %50, ptr %3, align 4
  call void @llvm.memcpy.p0.p0.i32(ptr align 2 %5, ptr align 4 %49, i32 6, i1 false)
  %51 = getelementptr inbounds nuw %struct.Six, ptr %5, i32 0, i32 0
  %52 = getelementptr inbounds [3 x i16], ptr %51, i32 0, i32 0
  %53 = load i16, ptr %52, align 2
  %54 = sext i16 %53 to i32
  %55 = getelementptr inbounds nuw %struct.Six, ptr %5, i32 0, i32 0
  %56 = getelementptr inbounds [3 x i16], ptr %55, i32 0, i32 1
  %57 = load i16, ptr %56, align 2
  %58 = sext i16 %57 to i32
  %59 = getelementptr inbounds nuw %struct.Six, ptr %5, i32 0, i32 0
  %60 = getelementptr inbounds [3 x i16], ptr %59, i32 0, i32 2
  %61 = load i16, ptr %60, align 2
  %62 = sext i16 %61 to i32
  %63 = call i32 (ptr, ...) @printf(ptr noundef @.str.19, i32 noundef %54, i32 noundef %58, i32 noundef %62)
  br label %96

64:                                               ; preds = %13
  %65 = load ptr, ptr %3, align 4
  %66 = getelementptr inbounds i8, ptr %65, i32 12
  store ptr %66, ptr %3, align 4
  call void @llvm.memcpy.p0.p0.i32(ptr align 4 %6, ptr align 4 %65, i32 12, i1 false)
  %67 = getelementptr inbounds nuw %struct.Twelve, ptr %6, i32 0, i32 0
  %68 = load i32, ptr %67, align 4
  %69 = getelementptr inbounds nuw %struct.Twelve, ptr %6, i32 0, i32 1
  %70 = load i32, ptr %69, align 4
  %71 = getelementptr inbounds nuw %struct.Twelve, ptr %6, i32 0, i32 2
  %72 = load i32, ptr %71, align 4
  %73 = call i32 (ptr, ...) @printf(ptr noundef @.str.19, i32 noundef %68, i32 noundef %70, i32 noundef %72)
  br label %96

74:                                               ; preds = %13
  %75 = load ptr, ptr %3, align 4
  %76 = getelementptr inbounds i8, ptr %75, i32 7
  %77 = call ptr @llvm.ptrmask.p0.i32(ptr %76, i32 -8)
  %78 = getelementptr inbounds i8, ptr %77, i32 16
  store ptr %78, ptr %3, align 4
  call void @llvm.memcpy.p0.p0.i32(ptr align 8 %7, ptr align 8 %77, i32 16, i1 false)
  %79 = getelementptr inbounds nuw %struct.Aligned, ptr %7, i32 0, i32 0
  %80 = load double, ptr %79, align 8
  %81 = getelementptr inbounds nuw %struct.Aligned, ptr %7, i32 0, i32 1
  %82 = load i32, ptr %81, align 8
  %83 = call i32 (ptr, ...) @printf(ptr noundef @.str.20, double noundef %80, i32 noundef %82)
  br label %96

84:                                               ; preds = %13
  %85 = load ptr, ptr %3, align 4
  %86 = getelementptr inbounds i8, ptr %85, i32 24
  store ptr %86, ptr %3, align 4
  call void @llvm.memcpy.p0.p0.i32(ptr align 1 %8, ptr align 4 %85, i32 21, i1 false)
  %87 = getelementptr inbounds nuw %struct.Text, ptr %8, i32 0, i32 0
  %88 = getelementptr inbounds [21 x i8], ptr %87, i32 0, i32 0
  %89 = call i32 (ptr, ...) @printf(ptr noundef @.str.21, ptr noundef %88)
  br label %96

90:                                               ; preds = %13
  %91 = load ptr, ptr %3, align 4
  %92 = getelementptr inbounds i8, ptr %91, i32 4
  store ptr %92, ptr %3, align 4
  %93 = load ptr, ptr %91, align 4
  %94 = call i32 %93(i32 noundef 20)
  %95 = call i32 (ptr, ...) @printf(ptr noundef @.str.22, i32 noundef %94)
  br label %96

96:                                               ; preds = %13, %90, %84, %74, %64, %48, %41, %36, %29, %22, %17
  br label %97

97:                                               ; preds = %96
  %98 = load ptr, ptr %2, align 4
  %99 = getelementptr inbounds nuw i8, ptr %98, i32 1
  store ptr %99, ptr %2, align 4
  br label %9, !llvm.loop !2

100:                                              ; preds = %9
  call void @llvm.va_end.p0(ptr %3)
  %101 = call i32 @putchar(i32 noundef 10)
  ret void
}

; Function Attrs: noinline nounwind optnone
define internal i32 @twice(i32 noundef %0) #0 {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = mul nsw i32 2, %3
  ret i32 %4
}

; Function Attrs: noinline nounwind optnone
define internal void @sums(ptr dead_on_unwind noalias writable sret(%struct.Twelve) align 4 %0, i32 noundef %1, ...) #0 {
  %3 = alloca i32, align 4
  %4 = alloca %struct.__va_list, align 4
  %5 = alloca %struct.Twelve, align 4
  store i32 %1, ptr %3, align 4
  call void @llvm.memset.p0.i32(ptr align 4 %0, i8 0, i32 12, i1 false)
  call void @llvm.va_start.p0(ptr %4)
  br label %6

6:                                                ; preds = %10, %2
  %7 = load i32, ptr %3, align 4
  %8 = add nsw i32 %7, -1
  store i32 %8, ptr %3, align 4
  %9 = icmp ne i32 %7, 0
  br i1 %9, label %10, label %28

10:                                               ; preds = %6
  %11 = load ptr, ptr %4, align 4
  %12 = getelementptr inbounds i8, ptr %11, i32 12
  store ptr %12, ptr %4, align 4
  call void @llvm.memcpy.p0.p0.i32(ptr align 4 %5, ptr align 4 %11, i32 12, i1 false)
  %13 = getelementptr inbounds nuw %struct.Twelve, ptr %5, i32 0, i32 0
  %14 = load i32, ptr %13, align 4
  %15 = getelementptr inbounds nuw %struct.Twelve, ptr %0, i32 0, i32 0
  %16 = load i32, ptr %15, align 4
  %17 = add nsw i32 %16, %14
  store i32 %17, ptr %15, align 4
  %18 = getelementptr inbounds nuw %struct.Twelve, ptr %5, i32 0, i32 1
  %19 = load i32, ptr %18, align 4
  %20 = getelementptr inbounds nuw %struct.Twelve, ptr %0, i32 0, i32 1
  %21 = load i32, ptr %20, align 4
  %22 = add nsw i32 %21, %19
  store i32 %22, ptr %20, align 4
  %23 = getelementptr inbounds nuw %struct.Twelve, ptr %5, i32 0, i32 2
  %24 = load i32, ptr %23, align 4
  %25 = getelementptr inbounds nuw %struct.Twelve, ptr %0, i32 0, i32 2
  %26 = load i32, ptr %25, align 4
  %27 = add nsw i32 %26, %24
  store i32 %27, ptr %25, align 4
  br label %6, !llvm.loop !4

28:                                               ; preds = %6
  call void @llvm.va_end.p0(ptr %4)
  ret void
}

declare dso_local i32 @printf(ptr noundef, ...) #2

; Function Attrs: noinline nounwind optnone
define internal double @mixed(i32 noundef %0, double noundef %1, [2 x i64] %2, i64 noundef %3, ...) #0 {
  %5 = alloca %struct.Aligned, align 8
  %6 = alloca i32, align 4
  %7 = alloca double, align 8
  %8 = alloca i64, align 8
  %9 = alloca %struct.__va_list, align 4
  %10 = alloca double, align 8
  store [2 x i64] %2, ptr %5, align 8
  store i32 %0, ptr %6, align 4
  store double %1, ptr %7, align 8
  store i64 %3, ptr %8, align 8
  call void @llvm.va_start.p0(ptr %9)
  %11 = load i32, ptr %6, align 4
  %12 = sitofp i32 %11 to double
  %13 = load double, ptr %7, align 8
  %14 = fadd double %12, %13
  %15 = getelementptr inbounds nuw %struct.Aligned, ptr %5, i32 0, i32 0
  %16 = load double, ptr %15, align 8
  %17 = fadd double %14, %16
  %18 = getelementptr inbounds nuw %struct.Aligned, ptr %5, i32 0, i32 1
  %19 = load i32, ptr %18, align 8
  %20 = sitofp i32 %19 to double
  %21 = fadd double %17, %20
  %22 = load i64, ptr %8, align 8
  %23 = sitofp i64 %22 to double
  %24 = fadd double %21, %23
  store double %24, ptr %10, align 8
  %25 = load ptr, ptr %9, align 4
  %26 = getelementptr inbounds i8, ptr %25, i32 4
  store ptr %26, ptr %9, align 4
  %27 = load i32, ptr %25, align 4
  %28 = sitofp i32 %27 to double
  %29 = load double, ptr %10, align 8
  %30 = fadd double %29, %28
  store double %30, ptr %10, align 8
  %31 = load ptr, ptr %9, align 4
  %32 = getelementptr inbounds i8, ptr %31, i32 7
  %33 = call ptr @llvm.ptrmask.p0.i32(ptr %32, i32 -8)
  %34 = getelementptr inbounds i8, ptr %33, i32 8
  store ptr %34, ptr %9, align 4
  %35 = load double, ptr %33, align 8
  %36 = load double, ptr %10, align 8
  %37 = fadd double %36, %35
  store double %37, ptr %10, align 8
  %38 = load ptr, ptr %9, align 4
  %39 = getelementptr inbounds i8, ptr %38, i32 7
  %40 = call ptr @llvm.ptrmask.p0.i32(ptr %39, i32 -8)
  %41 = getelementptr inbounds i8, ptr %40, i32 8
  store ptr %41, ptr %9, align 4
  %42 = load i64, ptr %40, align 8
  %43 = sitofp i64 %42 to double
  %44 = load double, ptr %10, align 8
  %45 = fadd double %44, %43
  store double %45, ptr %10, align 8
  call void @llvm.va_end.p0(ptr %9)
  %46 = load double, ptr %10, align 8
  ret double %46
}

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start.p0(ptr) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare ptr @llvm.ptrmask.p0.i32(ptr, i32) #4

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_end.p0(ptr) #3

declare dso_local i32 @putchar(i32 noundef) #2

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i32(ptr writeonly captures(none), i8, i32, i1 immarg) #5

attributes #0 = { noinline nounwind optnone "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+armv7-a,+dsp,+fp64,+read-tp-tpidruro,+vfp2,+vfp2sp,+vfp3d16,+vfp3d16sp,-aes,-d32,-fp-armv8,-fp-armv8d16,-fp-armv8d16sp,-fp-armv8sp,-fp16,-fp16fml,-fullfp16,-neon,-sha2,-thumb-mode,-vfp3,-vfp3sp,-vfp4,-vfp4d16,-vfp4d16sp,-vfp4sp" }
attributes #1 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+armv7-a,+dsp,+fp64,+read-tp-tpidruro,+vfp2,+vfp2sp,+vfp3d16,+vfp3d16sp,-aes,-d32,-fp-armv8,-fp-armv8d16,-fp-armv8d16sp,-fp-armv8sp,-fp16,-fp16fml,-fullfp16,-neon,-sha2,-thumb-mode,-vfp3,-vfp3sp,-vfp4,-vfp4d16,-vfp4d16sp,-vfp4sp" }
attributes #3 = { nocallback nofree nosync nounwind willreturn }
attributes #4 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { nocallback nofree nounwind willreturn memory(argmem: write) }

!llvm.module.flags = !{!0, !1}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 1, !"min_enum_size", i32 4}
!2 = distinct !{!2, !3}
!3 = !{!"llvm.loop.mustprogress"}
!4 = distinct !{!4, !3}
