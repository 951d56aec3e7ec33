; of the source with SHA-256 1529b5e3c4401da1a680386293ed4774ab0a24dc9e55d522012a68613dafe48f
; ModuleID = 'irreducible.c'
source_filename = "irreducible.c"
target datalayout = "e-m:e-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64"
target triple = "armv7-unknown-none-eabihf"

@.str = private unnamed_addr constant [7 x i8] c"%d/%d \00", align 1
@.str.1 = private unnamed_addr constant [4 x i8] c"%d \00", align 1
@.str.2 = private unnamed_addr constant [4 x i8] c"%u \00", align 1
@.str.3 = private unnamed_addr constant [13 x i8] c"%d %d %d %d\0A\00", align 1
@.str.4 = private unnamed_addr constant [10 x i8] c"abcabcabc\00", align 1
@.str.5 = private unnamed_addr constant [7 x i8] c"bcabca\00", align 1
@.str.6 = private unnamed_addr constant [8 x i8] c"xxxxxxx\00", align 1
@.str.7 = private unnamed_addr constant [3 x i8] c"ab\00", align 1

; Function Attrs: nofree nounwind
define dso_local noundef i32 @main(i32 noundef %0, ptr noundef readonly captures(none) %1) local_unnamed_addr #0 {
  %3 = icmp sgt i32 %0, 1
  br i1 %3, label %4, label %13

4:                                                ; preds = %2
  %5 = getelementptr inbounds nuw i8, ptr %1, i32 4
  %6 = load ptr, ptr %5, align 4, !tbaa !6
  %7 = tail call i32 @atoi(ptr noundef %6)
  %8 = icmp sgt i32 %7, 0
  br i1 %8, label %13, label %9

9:                                                ; preds = %4
  %10 = tail call i32 @putchar(i32 noundef 10)
  %11 = tail call i32 @putchar(i32 noundef 10)
  %12 = tail call i32 @putchar(i32 noundef 10)
  br label %170

13:                                               ; preds = %2, %4
  %14 = phi i32 [ %7, %4 ], [ 12, %2 ]
  br label %15

15:                                               ; preds = %13, %41
  %16 = phi i32 [ %44, %41 ], [ 0, %13 ]
  %17 = icmp eq i32 %16, 0
  br i1 %17, label %28, label %20

18:                                               ; preds = %41
  %19 = tail call i32 @putchar(i32 noundef 10)
  br label %48

20:                                               ; preds = %15, %20
  %21 = phi i32 [ %26, %20 ], [ 0, %15 ]
  %22 = phi i32 [ %25, %20 ], [ 0, %15 ]
  %23 = add nsw i32 %21, %22
  %24 = shl nsw i32 %23, 1
  %25 = srem i32 %24, 10007
  %26 = add nuw nsw i32 %21, 1
  %27 = icmp eq i32 %26, %16
  br i1 %27, label %28, label %20, !llvm.loop !9

28:                                               ; preds = %20, %15
  %29 = phi i32 [ 0, %15 ], [ %25, %20 ]
  %30 = lshr i32 %16, 1
  %31 = add nuw nsw i32 %30, 1
  %32 = icmp samesign ult i32 %31, %16
  br i1 %32, label %33, label %41

33:                                               ; preds = %28, %33
  %34 = phi i32 [ %39, %33 ], [ %31, %28 ]
  %35 = phi i32 [ %38, %33 ], [ 0, %28 ]
  %36 = add nuw nsw i32 %34, %35
  %37 = shl nuw nsw i32 %36, 1
  %38 = urem i32 %37, 10007
  %39 = add nuw nsw i32 %34, 1
  %40 = icmp samesign ult i32 %39, %16
  br i1 %40, label %33, label %41

41:                                               ; preds = %33, %28
  %42 = phi i32 [ 0, %28 ], [ %38, %33 ]
  %43 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, i32 noundef %29, i32 noundef %42)
  %44 = add nuw nsw i32 %16, 1
  %45 = icmp eq i32 %44, %14
  br i1 %45, label %18, label %15, !llvm.loop !11

46:                                               ; preds = %96
  %47 = tail call i32 @putchar(i32 noundef 10)
  br label %103

48:                                               ; preds = %18, %96
  %49 = phi i32 [ %99, %96 ], [ 0, %18 ]
  %50 = mul nuw nsw i32 %49, 11
  %51 = add nuw nsw i32 %50, 3
  %52 = and i32 %51, 1
  %53 = icmp eq i32 %52, 0
  br i1 %53, label %54, label %71

54:                                               ; preds = %88, %48
  %55 = phi i32 [ %51, %48 ], [ %81, %88 ]
  %56 = phi i32 [ %49, %48 ], [ %80, %88 ]
  %57 = phi i32 [ 0, %48 ], [ %89, %88 ]
  br label %58

58:                                               ; preds = %54, %92
  %59 = phi i32 [ %63, %92 ], [ %55, %54 ]
  %60 = phi i32 [ %93, %92 ], [ %56, %54 ]
  %61 = phi i32 [ %64, %92 ], [ %57, %54 ]
  %62 = mul nsw i32 %59, 3
  %63 = add nuw nsw i32 %62, 1
  %64 = add i32 %61, 1
  %65 = icmp eq i32 %61, 40
  br i1 %65, label %66, label %68

66:                                               ; preds = %58
  %67 = and i32 %63, 65535
  br label %96

68:                                               ; preds = %58
  %69 = urem i32 %63, 7
  %70 = icmp eq i32 %69, 0
  br i1 %70, label %92, label %71

71:                                               ; preds = %92, %68, %48
  %72 = phi i32 [ %51, %48 ], [ %63, %68 ], [ %63, %92 ]
  %73 = phi i32 [ %49, %48 ], [ %60, %68 ], [ %93, %92 ]
  %74 = phi i32 [ 0, %48 ], [ %64, %68 ], [ %64, %92 ]
  br label %75

75:                                               ; preds = %71, %88
  %76 = phi i32 [ %81, %88 ], [ %72, %71 ]
  %77 = phi i32 [ %80, %88 ], [ %73, %71 ]
  %78 = phi i32 [ %89, %88 ], [ %74, %71 ]
  %79 = and i32 %76, 255
  %80 = add nsw i32 %77, %79
  %81 = ashr i32 %76, 1
  %82 = icmp sgt i32 %78, 39
  %83 = icmp slt i32 %81, 2
  %84 = select i1 %82, i1 true, i1 %83
  br i1 %84, label %85, label %88

85:                                               ; preds = %75
  %86 = mul nsw i32 %81, 1000
  %87 = add nsw i32 %86, %80
  br label %96

88:                                               ; preds = %75
  %89 = add nsw i32 %78, 1
  %90 = and i32 %80, 1
  %91 = icmp eq i32 %90, 0
  br i1 %91, label %75, label %54

92:                                               ; preds = %68
  %93 = xor i32 %60, 51
  %94 = and i32 %60, 4
  %95 = icmp eq i32 %94, 0
  br i1 %95, label %71, label %58

96:                                               ; preds = %66, %85
  %97 = phi i32 [ %87, %85 ], [ %67, %66 ]
  %98 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.1, i32 noundef %97)
  %99 = add nuw nsw i32 %49, 1
  %100 = icmp eq i32 %99, %14
  br i1 %100, label %46, label %48, !llvm.loop !12

101:                                              ; preds = %162
  %102 = tail call i32 @putchar(i32 noundef 10)
  br label %173

103:                                              ; preds = %46, %162
  %104 = phi i32 [ %168, %162 ], [ 0, %46 ]
  %105 = mul i32 %104, 37
  %106 = and i32 %105, 2
  %107 = icmp eq i32 %106, 0
  br i1 %107, label %108, label %153

108:                                              ; preds = %157, %134, %103
  %109 = phi i32 [ %131, %134 ], [ %105, %103 ], [ %147, %157 ]
  %110 = phi i32 [ %132, %134 ], [ 0, %103 ], [ %148, %157 ]
  %111 = add i32 %110, 1
  %112 = tail call i32 @llvm.umax.i32(i32 %111, i32 61)
  br label %113

113:                                              ; preds = %124, %108
  %114 = phi i32 [ %118, %124 ], [ %109, %108 ]
  %115 = phi i32 [ %119, %124 ], [ %110, %108 ]
  %116 = mul i32 %114, 5
  %117 = add i32 %116, 3
  %118 = and i32 %117, 65535
  %119 = add i32 %115, 1
  %120 = icmp ugt i32 %119, 60
  br i1 %120, label %160, label %121

121:                                              ; preds = %113
  %122 = and i32 %117, 8
  %123 = icmp eq i32 %122, 0
  br i1 %123, label %124, label %153

124:                                              ; preds = %121
  %125 = and i32 %117, 16
  %126 = icmp eq i32 %125, 0
  br i1 %126, label %113, label %140

127:                                              ; preds = %153, %137
  %128 = phi i32 [ %131, %137 ], [ %154, %153 ]
  %129 = phi i32 [ %132, %137 ], [ %155, %153 ]
  %130 = lshr i32 %128, 3
  %131 = xor i32 %130, %128
  %132 = add i32 %129, 1
  %133 = icmp eq i32 %129, %156
  br i1 %133, label %162, label %134

134:                                              ; preds = %127
  %135 = and i32 %131, 1
  %136 = icmp eq i32 %135, 0
  br i1 %136, label %137, label %108

137:                                              ; preds = %134
  %138 = and i32 %131, 4
  %139 = icmp eq i32 %138, 0
  br i1 %139, label %127, label %140

140:                                              ; preds = %124, %137
  %141 = phi i32 [ %131, %137 ], [ %118, %124 ]
  %142 = phi i32 [ %132, %137 ], [ %119, %124 ]
  %143 = tail call i32 @llvm.umax.i32(i32 %142, i32 60)
  br label %144

144:                                              ; preds = %157, %140
  %145 = phi i32 [ %147, %157 ], [ %141, %140 ]
  %146 = phi i32 [ %148, %157 ], [ %142, %140 ]
  %147 = add i32 %145, 257
  %148 = add i32 %146, 1
  %149 = icmp eq i32 %146, %143
  br i1 %149, label %162, label %150

150:                                              ; preds = %144
  %151 = and i32 %147, 32
  %152 = icmp eq i32 %151, 0
  br i1 %152, label %157, label %153

153:                                              ; preds = %121, %150, %103
  %154 = phi i32 [ %105, %103 ], [ %147, %150 ], [ %118, %121 ]
  %155 = phi i32 [ 0, %103 ], [ %148, %150 ], [ %119, %121 ]
  %156 = tail call i32 @llvm.umax.i32(i32 %155, i32 60)
  br label %127

157:                                              ; preds = %150
  %158 = and i32 %147, 64
  %159 = icmp eq i32 %158, 0
  br i1 %159, label %144, label %108

160:                                              ; preds = %113
  %161 = and i32 %112, 255
  br label %162

162:                                              ; preds = %144, %127, %160
  %163 = phi i32 [ %118, %160 ], [ %131, %127 ], [ %147, %144 ]
  %164 = phi i32 [ %161, %160 ], [ 61, %127 ], [ 61, %144 ]
  %165 = shl i32 %163, 8
  %166 = or disjoint i32 %164, %165
  %167 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.2, i32 noundef %166)
  %168 = add nuw nsw i32 %104, 1
  %169 = icmp eq i32 %168, %14
  br i1 %169, label %101, label %103, !llvm.loop !13

170:                                              ; preds = %200, %9
  %171 = tail call i32 @putchar(i32 noundef 10)
  %172 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.3, i32 noundef add (i32 add (i32 sub (i32 0, i32 ptrtoint (ptr @.str.4 to i32)), i32 4100), i32 ptrtoint (ptr getelementptr inbounds nuw (i8, ptr @.str.4, i32 9) to i32)), i32 noundef add (i32 add (i32 sub (i32 0, i32 ptrtoint (ptr @.str.5 to i32)), i32 1000), i32 ptrtoint (ptr getelementptr inbounds nuw (i8, ptr @.str.5, i32 6) to i32)), i32 noundef add (i32 add (i32 sub (i32 0, i32 ptrtoint (ptr @.str.6 to i32)), i32 1700), i32 ptrtoint (ptr getelementptr inbounds nuw (i8, ptr @.str.6, i32 7) to i32)), i32 noundef add (i32 add (i32 sub (i32 0, i32 ptrtoint (ptr @.str.7 to i32)), i32 200), i32 ptrtoint (ptr getelementptr inbounds nuw (i8, ptr @.str.7, i32 2) to i32)))
  ret i32 0

173:                                              ; preds = %101, %200
  %174 = phi i32 [ %203, %200 ], [ 0, %101 ]
  %175 = icmp eq i32 %174, 0
  br i1 %175, label %200, label %176

176:                                              ; preds = %173, %197
  %177 = phi i32 [ %190, %197 ], [ 0, %173 ]
  %178 = phi i32 [ %180, %197 ], [ 0, %173 ]
  %179 = phi i32 [ %198, %197 ], [ 0, %173 ]
  %180 = add nuw nsw i32 %178, 1
  %181 = urem i32 %180, 3
  %182 = icmp eq i32 %181, 0
  br i1 %182, label %187, label %183

183:                                              ; preds = %195, %187, %176
  %184 = phi i32 [ %188, %187 ], [ %179, %176 ], [ %188, %195 ]
  %185 = phi i32 [ %190, %187 ], [ %180, %176 ], [ 2, %195 ]
  %186 = add nsw i32 %185, %184
  br label %187

187:                                              ; preds = %183, %176
  %188 = phi i32 [ %179, %176 ], [ %186, %183 ]
  %189 = phi i32 [ %177, %176 ], [ %185, %183 ]
  %190 = add nsw i32 %189, -1
  %191 = icmp slt i32 %189, 2
  %192 = srem i32 %188, 5
  %193 = icmp eq i32 %192, 0
  %194 = select i1 %191, i1 true, i1 %193
  br i1 %194, label %195, label %183

195:                                              ; preds = %187
  %196 = icmp slt i32 %189, -2
  br i1 %196, label %183, label %197

197:                                              ; preds = %195
  %198 = xor i32 %188, %180
  %199 = icmp eq i32 %180, %174
  br i1 %199, label %200, label %176

200:                                              ; preds = %197, %173
  %201 = phi i32 [ 0, %173 ], [ %198, %197 ]
  %202 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.1, i32 noundef %201)
  %203 = add nuw nsw i32 %174, 1
  %204 = icmp eq i32 %203, %14
  br i1 %204, label %170, label %173, !llvm.loop !14
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(read)
declare dso_local i32 @atoi(ptr noundef captures(none)) local_unnamed_addr #1

; Function Attrs: nofree nounwind
declare dso_local noundef i32 @printf(ptr noundef readonly captures(none), ...) local_unnamed_addr #0

; Function Attrs: nofree nounwind
declare dso_local noundef i32 @putchar(i32 noundef) local_unnamed_addr #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umax.i32(i32, i32) #2

attributes #0 = { nofree nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+armv7-a,+dsp,+fp64,+read-tp-tpidruro,+vfp2,+vfp2sp,+vfp3d16,+vfp3d16sp,-aes,-d32,-fp-armv8,-fp-armv8d16,-fp-armv8d16sp,-fp-armv8sp,-fp16,-fp16fml,-fullfp16,-neon,-sha2,-thumb-mode,-vfp3,-vfp3sp,-vfp4,-vfp4d16,-vfp4d16sp,-vfp4sp" }
attributes #1 = { mustprogress nocallback nofree nounwind willreturn memory(read) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+armv7-a,+dsp,+fp64,+read-tp-tpidruro,+vfp2,+vfp2sp,+vfp3d16,+vfp3d16sp,-aes,-d32,-fp-armv8,-fp-armv8d16,-fp-armv8d16sp,-fp-armv8sp,-fp16,-fp16fml,-fullfp16,-neon,-sha2,-thumb-mode,-vfp3,-vfp3sp,-vfp4,-vfp4d16,-vfp4d16sp,-vfp4sp" }
attributes #2 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.module.flags = !{!0, !1}
!llvm.errno.tbaa = !{!2}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 1, !"min_enum_size", i32 4}
!2 = !{!3, !3, i64 0}
!3 = !{!"int", !4, i64 0}
!4 = !{!"omnipotent char", !5, i64 0}
!5 = !{!"Simple C/C++ TBAA"}
!6 = !{!7, !7, i64 0}
!7 = !{!"p1 omnipotent char", !8, i64 0}
!8 = !{!"any pointer", !4, i64 0}
!9 = distinct !{!9, !10}
!10 = !{!"llvm.loop.mustprogress"}
!11 = distinct !{!11, !10}
!12 = distinct !{!12, !10}
!13 = distinct !{!13, !10}
!14 = distinct !{!14, !10}
