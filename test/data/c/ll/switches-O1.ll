; of the source with SHA-256 5bf7c6577e573ca260cddbedc69f4b9232c93bfffaaf0d36717110505309edec
; ModuleID = 'switches.c'
source_filename = "switches.c"
target datalayout = "e-m:e-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64"
target triple = "armv7-unknown-none-eabihf"

@.str = private unnamed_addr constant [4 x i8] c"%d \00", align 1
@main.keys = internal unnamed_addr constant [10 x i32] [i32 -2147483648, i32 -2147483647, i32 -1000000, i32 -1, i32 0, i32 1, i32 17, i32 65536, i32 123456789, i32 2147483647], align 4
@.str.1 = private unnamed_addr constant [5 x i8] c"%s, \00", align 1
@main.longs = internal unnamed_addr constant [13 x i64] [i64 0, i64 1, i64 -1, i64 4294967296, i64 4294967297, i64 -9223372036854775808, i64 9223372036854775807, i64 4294967295, i64 -4294967296, i64 9223372032559808512, i64 9223372032559874047, i64 9223372032559874048, i64 9223372032559808511], align 8
@.str.2 = private unnamed_addr constant [4 x i8] c"%u \00", align 1
@.str.3 = private unnamed_addr constant [4 x i8] c"%d\0A\00", align 1
@.str.4 = private unnamed_addr constant [10 x i8] c"%d %d %d\0A\00", align 1
@.str.5 = private unnamed_addr constant [7 x i8] c"%.17g\0A\00", align 1
@.str.6 = private unnamed_addr constant [6 x i8] c"least\00", align 1
@.str.7 = private unnamed_addr constant [16 x i8] c"minus a million\00", align 1
@.str.8 = private unnamed_addr constant [10 x i8] c"minus one\00", align 1
@.str.9 = private unnamed_addr constant [5 x i8] c"zero\00", align 1
@.str.10 = private unnamed_addr constant [10 x i8] c"seventeen\00", align 1
@.str.11 = private unnamed_addr constant [4 x i8] c"64k\00", align 1
@.str.12 = private unnamed_addr constant [7 x i8] c"digits\00", align 1
@.str.13 = private unnamed_addr constant [5 x i8] c"most\00", align 1
@.str.14 = private unnamed_addr constant [2 x i8] c"?\00", align 1
@duffs.from = internal unnamed_addr constant [21 x i8] c"\03\01\04\01\05\09\02\06\05\03\05\08\09\07\09\03\02\03\08\04\06", align 1
@switch.table.main = private unnamed_addr constant [11 x i32] [i32 10, i32 21, i32 7, i32 99, i32 -4, i32 0, i32 60, i32 5, i32 8, i32 -1, i32 1000], align 4

; Function Attrs: nofree nounwind
define dso_local noundef i32 @main() local_unnamed_addr #0 {
  %1 = alloca [6 x i32], align 4
  br label %4

2:                                                ; preds = %10
  %3 = tail call i32 @putchar(i32 noundef 10)
  br label %22

4:                                                ; preds = %0, %10
  %5 = phi i32 [ -2, %0 ], [ %13, %10 ]
  %6 = icmp ult i32 %5, 11
  br i1 %6, label %7, label %10

7:                                                ; preds = %4
  %8 = getelementptr inbounds nuw i32, ptr @switch.table.main, i32 %5
  %9 = load i32, ptr %8, align 4
  br label %10

10:                                               ; preds = %4, %7
  %11 = phi i32 [ %9, %7 ], [ -1, %4 ]
  %12 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, i32 noundef %11)
  %13 = add nsw i32 %5, 1
  %14 = icmp eq i32 %13, 13
  br i1 %14, label %2, label %4, !llvm.loop !6

15:                                               ; preds = %34
  %16 = getelementptr inbounds nuw i8, ptr %1, i32 20
  %17 = getelementptr inbounds nuw i8, ptr %1, i32 8
  %18 = getelementptr inbounds nuw i8, ptr %1, i32 12
  %19 = getelementptr inbounds nuw i8, ptr %1, i32 16
  %20 = getelementptr inbounds nuw i8, ptr %1, i32 4
  %21 = tail call i32 @putchar(i32 noundef 10)
  call void @llvm.lifetime.start.p0(ptr nonnull %1) #3
  call void @llvm.memset.p0.i32(ptr noundef nonnull align 4 dereferenceable(24) %1, i8 0, i32 24, i1 false)
  br label %39

22:                                               ; preds = %2, %34
  %23 = phi i32 [ 0, %2 ], [ %37, %34 ]
  %24 = getelementptr inbounds nuw i32, ptr @main.keys, i32 %23
  %25 = load i32, ptr %24, align 4, !tbaa !2
  switch i32 %25, label %33 [
    i32 -2147483648, label %34
    i32 -1000000, label %26
    i32 -1, label %27
    i32 0, label %28
    i32 17, label %29
    i32 65536, label %30
    i32 123456789, label %31
    i32 2147483647, label %32
  ]

26:                                               ; preds = %22
  br label %34

27:                                               ; preds = %22
  br label %34

28:                                               ; preds = %22
  br label %34

29:                                               ; preds = %22
  br label %34

30:                                               ; preds = %22
  br label %34

31:                                               ; preds = %22
  br label %34

32:                                               ; preds = %22
  br label %34

33:                                               ; preds = %22
  br label %34

34:                                               ; preds = %22, %26, %27, %28, %29, %30, %31, %32, %33
  %35 = phi ptr [ @.str.14, %33 ], [ @.str.13, %32 ], [ @.str.7, %26 ], [ @.str.8, %27 ], [ @.str.9, %28 ], [ @.str.10, %29 ], [ @.str.11, %30 ], [ @.str.12, %31 ], [ @.str.6, %22 ]
  %36 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.1, ptr noundef nonnull %35)
  %37 = add nuw nsw i32 %23, 1
  %38 = icmp eq i32 %37, 10
  br i1 %38, label %15, label %22, !llvm.loop !9

39:                                               ; preds = %15, %47
  %40 = phi i32 [ 0, %15 ], [ %51, %47 ]
  %41 = trunc nuw i32 %40 to i8
  switch i8 %41, label %46 [
    i8 97, label %47
    i8 98, label %47
    i8 99, label %47
    i8 100, label %47
    i8 101, label %47
    i8 102, label %47
    i8 103, label %47
    i8 104, label %47
    i8 105, label %47
    i8 106, label %47
    i8 107, label %47
    i8 108, label %47
    i8 109, label %47
    i8 110, label %47
    i8 111, label %47
    i8 112, label %47
    i8 113, label %47
    i8 114, label %47
    i8 115, label %47
    i8 116, label %47
    i8 117, label %47
    i8 118, label %47
    i8 119, label %47
    i8 120, label %47
    i8 121, label %47
    i8 122, label %47
    i8 65, label %42
    i8 66, label %42
    i8 67, label %42
    i8 68, label %42
    i8 69, label %42
    i8 70, label %42
    i8 71, label %42
    i8 72, label %42
    i8 73, label %42
    i8 74, label %42
    i8 75, label %42
    i8 76, label %42
    i8 77, label %42
    i8 78, label %42
    i8 79, label %42
    i8 80, label %42
    i8 81, label %42
    i8 82, label %42
    i8 83, label %42
    i8 84, label %42
    i8 85, label %42
    i8 86, label %42
    i8 87, label %42
    i8 88, label %42
    i8 89, label %42
    i8 90, label %42
    i8 48, label %43
    i8 49, label %43
    i8 50, label %43
    i8 51, label %43
    i8 52, label %43
    i8 53, label %43
    i8 54, label %43
    i8 55, label %43
    i8 56, label %43
    i8 57, label %43
    i8 95, label %44
    i8 127, label %45
    i8 -128, label %45
    i8 -127, label %45
    i8 -126, label %45
    i8 -125, label %45
    i8 -124, label %45
    i8 -123, label %45
    i8 -122, label %45
    i8 -121, label %45
    i8 -120, label %45
    i8 -119, label %45
    i8 -118, label %45
    i8 -117, label %45
    i8 -116, label %45
    i8 -115, label %45
    i8 -114, label %45
    i8 -113, label %45
    i8 -112, label %45
    i8 -111, label %45
    i8 -110, label %45
    i8 -109, label %45
    i8 -108, label %45
    i8 -107, label %45
    i8 -106, label %45
    i8 -105, label %45
    i8 -104, label %45
    i8 -103, label %45
    i8 -102, label %45
    i8 -101, label %45
    i8 -100, label %45
    i8 -99, label %45
    i8 -98, label %45
    i8 -97, label %45
    i8 0, label %45
    i8 1, label %45
    i8 2, label %45
    i8 3, label %45
    i8 4, label %45
    i8 5, label %45
    i8 6, label %45
    i8 7, label %45
    i8 8, label %45
    i8 9, label %45
    i8 10, label %45
    i8 11, label %45
    i8 12, label %45
    i8 13, label %45
    i8 14, label %45
    i8 15, label %45
    i8 16, label %45
    i8 17, label %45
    i8 18, label %45
    i8 19, label %45
    i8 20, label %45
    i8 21, label %45
    i8 22, label %45
    i8 23, label %45
    i8 24, label %45
    i8 25, label %45
    i8 26, label %45
    i8 27, label %45
    i8 28, label %45
    i8 29, label %45
    i8 30, label %45
    i8 31, label %45
  ]

42:                                               ; preds = %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39
  br label %47

43:                                               ; preds = %39, %39, %39, %39, %39, %39, %39, %39, %39, %39
  br label %47

44:                                               ; preds = %39
  br label %47

45:                                               ; preds = %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39
  br label %47

46:                                               ; preds = %39
  br label %47

47:                                               ; preds = %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %39, %42, %43, %44, %45, %46
  %48 = phi ptr [ %1, %46 ], [ %16, %45 ], [ %17, %42 ], [ %18, %43 ], [ %19, %44 ], [ %20, %39 ], [ %20, %39 ], [ %20, %39 ], [ %20, %39 ], [ %20, %39 ], [ %20, %39 ], [ %20, %39 ], [ %20, %39 ], [ %20, %39 ], [ %20, %39 ], [ %20, %39 ], [ %20, %39 ], [ %20, %39 ], [ %20, %39 ], [ %20, %39 ], [ %20, %39 ], [ %20, %39 ], [ %20, %39 ], [ %20, %39 ], [ %20, %39 ], [ %20, %39 ], [ %20, %39 ], [ %20, %39 ], [ %20, %39 ], [ %20, %39 ], [ %20, %39 ]
  %49 = load i32, ptr %48, align 4, !tbaa !2
  %50 = add nsw i32 %49, 1
  store i32 %50, ptr %48, align 4, !tbaa !2
  %51 = add nuw nsw i32 %40, 1
  %52 = icmp eq i32 %51, 256
  br i1 %52, label %55, label %39, !llvm.loop !10

53:                                               ; preds = %55
  %54 = tail call i32 @putchar(i32 noundef 10)
  br label %64

55:                                               ; preds = %47, %55
  %56 = phi i32 [ %60, %55 ], [ 0, %47 ]
  %57 = getelementptr inbounds nuw i32, ptr %1, i32 %56
  %58 = load i32, ptr %57, align 4, !tbaa !2
  %59 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, i32 noundef %58)
  %60 = add nuw nsw i32 %56, 1
  %61 = icmp eq i32 %60, 6
  br i1 %61, label %53, label %55, !llvm.loop !11

62:                                               ; preds = %79
  %63 = tail call i32 @putchar(i32 noundef 10)
  br label %86

64:                                               ; preds = %53, %79
  %65 = phi i32 [ 0, %53 ], [ %82, %79 ]
  %66 = getelementptr inbounds nuw i64, ptr @main.longs, i32 %65
  %67 = load i64, ptr %66, align 8, !tbaa !12
  switch i64 %67, label %75 [
    i64 4294967296, label %79
    i64 4294967297, label %68
    i64 1, label %69
    i64 -1, label %70
    i64 -9223372036854775808, label %71
    i64 9223372036854775807, label %72
    i64 4294967295, label %73
    i64 -4294967296, label %74
  ]

68:                                               ; preds = %64
  br label %79

69:                                               ; preds = %64
  br label %79

70:                                               ; preds = %64
  br label %79

71:                                               ; preds = %64
  br label %79

72:                                               ; preds = %64
  br label %79

73:                                               ; preds = %64
  br label %79

74:                                               ; preds = %64
  br label %79

75:                                               ; preds = %64
  %76 = add nsw i32 %65, -9
  %77 = icmp ult i32 %76, 2
  %78 = select i1 %77, i32 9, i32 0
  br label %79

79:                                               ; preds = %64, %68, %69, %70, %71, %72, %73, %74, %75
  %80 = phi i32 [ 1, %64 ], [ %78, %75 ], [ 8, %74 ], [ 2, %68 ], [ 3, %69 ], [ 4, %70 ], [ 5, %71 ], [ 6, %72 ], [ 7, %73 ]
  %81 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, i32 noundef %80)
  %82 = add nuw nsw i32 %65, 1
  %83 = icmp eq i32 %82, 13
  br i1 %83, label %62, label %64, !llvm.loop !14

84:                                               ; preds = %96
  %85 = tail call i32 @putchar(i32 noundef 10)
  br label %103

86:                                               ; preds = %62, %96
  %87 = phi i32 [ 0, %62 ], [ %99, %96 ]
  %88 = and i32 %87, 7
  switch i32 %88, label %91 [
    i32 5, label %89
    i32 4, label %90
    i32 3, label %96
    i32 1, label %92
    i32 7, label %93
  ]

89:                                               ; preds = %86
  br label %96

90:                                               ; preds = %86
  br label %96

91:                                               ; preds = %86
  br label %96

92:                                               ; preds = %86
  br label %96

93:                                               ; preds = %86
  %94 = icmp samesign ugt i32 %87, 20
  %95 = select i1 %94, i32 1, i32 16
  br label %96

96:                                               ; preds = %86, %89, %90, %91, %92, %93
  %97 = phi i32 [ 10, %90 ], [ 84, %92 ], [ %95, %93 ], [ 8, %86 ], [ 160, %89 ], [ 957, %91 ]
  %98 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.2, i32 noundef %97)
  %99 = add nuw nsw i32 %87, 1
  %100 = icmp eq i32 %99, 24
  br i1 %100, label %84, label %86, !llvm.loop !15

101:                                              ; preds = %149
  %102 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.3, i32 noundef 7)
  br label %154

103:                                              ; preds = %84, %149
  %104 = phi i32 [ 0, %84 ], [ %152, %149 ]
  %105 = icmp eq i32 %104, 0
  br i1 %105, label %149, label %106

106:                                              ; preds = %103
  %107 = add nuw nsw i32 %104, 3
  %108 = lshr i32 %107, 2
  %109 = and i32 %104, 3
  switch i32 %109, label %148 [
    i32 0, label %110
    i32 3, label %120
    i32 2, label %129
    i32 1, label %138
  ]

110:                                              ; preds = %138, %106
  %111 = phi ptr [ @duffs.from, %106 ], [ %142, %138 ]
  %112 = phi i32 [ %109, %106 ], [ %145, %138 ]
  %113 = phi i32 [ %108, %106 ], [ %146, %138 ]
  %114 = getelementptr inbounds nuw i8, ptr %111, i32 1
  %115 = load i8, ptr %111, align 1, !tbaa !16
  %116 = sext i8 %115 to i32
  %117 = shl i32 %112, 2
  %118 = shl nsw i32 %116, 1
  %119 = add i32 %118, %117
  br label %120

120:                                              ; preds = %110, %106
  %121 = phi ptr [ %114, %110 ], [ @duffs.from, %106 ]
  %122 = phi i32 [ %119, %110 ], [ 0, %106 ]
  %123 = phi i32 [ %113, %110 ], [ %108, %106 ]
  %124 = getelementptr inbounds nuw i8, ptr %121, i32 1
  %125 = load i8, ptr %121, align 1, !tbaa !16
  %126 = sext i8 %125 to i32
  %127 = add nsw i32 %122, %126
  %128 = shl nsw i32 %127, 1
  br label %129

129:                                              ; preds = %120, %106
  %130 = phi ptr [ %124, %120 ], [ @duffs.from, %106 ]
  %131 = phi i32 [ %128, %120 ], [ 0, %106 ]
  %132 = phi i32 [ %123, %120 ], [ %108, %106 ]
  %133 = getelementptr inbounds nuw i8, ptr %130, i32 1
  %134 = load i8, ptr %130, align 1, !tbaa !16
  %135 = sext i8 %134 to i32
  %136 = add nsw i32 %131, %135
  %137 = shl nsw i32 %136, 1
  br label %138

138:                                              ; preds = %129, %106
  %139 = phi ptr [ %133, %129 ], [ @duffs.from, %106 ]
  %140 = phi i32 [ %137, %129 ], [ 0, %106 ]
  %141 = phi i32 [ %132, %129 ], [ %108, %106 ]
  %142 = getelementptr inbounds nuw i8, ptr %139, i32 1
  %143 = load i8, ptr %139, align 1, !tbaa !16
  %144 = sext i8 %143 to i32
  %145 = add nsw i32 %140, %144
  %146 = add nsw i32 %141, -1
  %147 = icmp sgt i32 %141, 1
  br i1 %147, label %110, label %149, !llvm.loop !17

148:                                              ; preds = %106
  unreachable

149:                                              ; preds = %103, %138
  %150 = phi i32 [ 0, %103 ], [ %145, %138 ]
  %151 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, i32 noundef %150)
  %152 = add nuw nsw i32 %104, 3
  %153 = icmp samesign ult i32 %104, 19
  br i1 %153, label %103, label %101, !llvm.loop !18

154:                                              ; preds = %101, %159
  %155 = phi i32 [ 0, %101 ], [ %160, %159 ]
  br label %162

156:                                              ; preds = %159
  %157 = tail call i32 @putchar(i32 noundef 10)
  %158 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.4, i32 noundef 1, i32 noundef 2, i32 noundef 3)
  br label %185

159:                                              ; preds = %178
  %160 = add nuw nsw i32 %155, 1
  %161 = icmp eq i32 %160, 3
  br i1 %161, label %156, label %154, !llvm.loop !19

162:                                              ; preds = %154, %178
  %163 = phi i32 [ 0, %154 ], [ %181, %178 ]
  switch i32 %155, label %178 [
    i32 0, label %164
    i32 1, label %169
  ]

164:                                              ; preds = %162
  %165 = icmp eq i32 %163, 1
  %166 = select i1 %165, i32 2, i32 3
  %167 = icmp eq i32 %163, 0
  %168 = select i1 %167, i32 1, i32 %166
  br label %178

169:                                              ; preds = %162, %176
  %170 = phi i32 [ %177, %176 ], [ 0, %162 ]
  %171 = add nuw nsw i32 %170, %163
  switch i32 %171, label %174 [
    i32 3, label %176
    i32 5, label %172
  ]

172:                                              ; preds = %169
  %173 = sub nuw nsw i32 105, %163
  br label %178

174:                                              ; preds = %169
  %175 = icmp samesign ugt i32 %170, 9
  br i1 %175, label %178, label %176

176:                                              ; preds = %174, %169
  %177 = add nuw nsw i32 %170, 1
  br label %169, !llvm.loop !20

178:                                              ; preds = %174, %162, %164, %172
  %179 = phi i32 [ 5, %162 ], [ %168, %164 ], [ %173, %172 ], [ 4, %174 ]
  %180 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, i32 noundef %179)
  %181 = add nuw nsw i32 %163, 1
  %182 = icmp eq i32 %181, 7
  br i1 %182, label %159, label %162, !llvm.loop !21

183:                                              ; preds = %195
  %184 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.5, double noundef %197)
  call void @llvm.lifetime.end.p0(ptr nonnull %1) #3
  ret i32 0

185:                                              ; preds = %156, %195
  %186 = phi i32 [ 0, %156 ], [ %198, %195 ]
  %187 = phi double [ 0.000000e+00, %156 ], [ %197, %195 ]
  %188 = fmul double %187, 5.000000e-01
  %189 = urem i32 %186, 5
  switch i32 %189, label %194 [
    i32 0, label %195
    i32 1, label %190
    i32 2, label %191
    i32 3, label %192
  ]

190:                                              ; preds = %185
  br label %195

191:                                              ; preds = %185
  br label %195

192:                                              ; preds = %185
  %193 = uitofp nneg i32 %186 to double
  br label %195

194:                                              ; preds = %185
  br label %195

195:                                              ; preds = %185, %190, %191, %192, %194
  %196 = phi double [ 0x3FD5555555555555, %194 ], [ %193, %192 ], [ -1.000000e+10, %190 ], [ 3.000000e+00, %191 ], [ 5.000000e-01, %185 ]
  %197 = fadd double %188, %196
  %198 = add nuw nsw i32 %186, 1
  %199 = icmp eq i32 %198, 10
  br i1 %199, label %183, label %185, !llvm.loop !22
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

; Function Attrs: nofree nounwind
declare dso_local noundef i32 @printf(ptr noundef readonly captures(none), ...) local_unnamed_addr #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

; Function Attrs: nofree nounwind
declare dso_local noundef i32 @putchar(i32 noundef) local_unnamed_addr #0

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i32(ptr writeonly captures(none), i8, i32, i1 immarg) #2

attributes #0 = { nofree nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+armv7-a,+dsp,+fp64,+read-tp-tpidruro,+vfp2,+vfp2sp,+vfp3d16,+vfp3d16sp,-aes,-d32,-fp-armv8,-fp-armv8d16,-fp-armv8d16sp,-fp-armv8sp,-fp16,-fp16fml,-fullfp16,-neon,-sha2,-thumb-mode,-vfp3,-vfp3sp,-vfp4,-vfp4d16,-vfp4d16sp,-vfp4sp" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #3 = { nounwind }

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
!9 = distinct !{!9, !7, !8}
!10 = distinct !{!10, !7, !8}
!11 = distinct !{!11, !7, !8}
!12 = !{!13, !13, i64 0}
!13 = !{!"long long", !4, i64 0}
!14 = distinct !{!14, !7, !8}
!15 = distinct !{!15, !7, !8}
!16 = !{!4, !4, i64 0}
!17 = distinct !{!17, !7, !8}
!18 = distinct !{!18, !7, !8}
!19 = distinct !{!19, !7, !8}
!20 = distinct !{!20, !8}
!21 = distinct !{!21, !7, !8}
!22 = distinct !{!22, !7, !8}
