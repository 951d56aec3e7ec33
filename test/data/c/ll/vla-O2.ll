; of the source with SHA-256 e3676c9a52de9aa80a76d4c2372bd8be53b90f49cf1c5bc81f1d2b3b3363d772
; ModuleID = 'vla.c'
source_filename = "vla.c"
target datalayout = "e-m:e-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64"
target triple = "armv7-unknown-none-eabihf"

@.str = private unnamed_addr constant [9 x i8] c"%lld %d\0A\00", align 1
@.str.1 = private unnamed_addr constant [4 x i8] c"%u\0A\00", align 1
@.str.2 = private unnamed_addr constant [7 x i8] c"%d %d\0A\00", align 1
@.str.3 = private unnamed_addr constant [4 x i8] c"%d\0A\00", align 1

; Function Attrs: nounwind
define dso_local noundef i32 @main() local_unnamed_addr #0 {
  br label %12

1:                                                ; preds = %22
  %2 = tail call fastcc i32 @in_loop()
  %3 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.1, i32 noundef %2)
  %4 = tail call fastcc i32 @with_alloca(i32 noundef 10)
  %5 = tail call fastcc i32 @with_alloca(i32 noundef 51)
  %6 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.2, i32 noundef %4, i32 noundef %5)
  %7 = tail call fastcc i32 @recursive(i32 noundef 20, i32 noundef 1)
  %8 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.3, i32 noundef %7)
  %9 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.3, i32 noundef 465)
  %10 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.2, i32 noundef 14, i32 noundef 14)
  %11 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.2, i32 noundef 12, i32 noundef 4)
  ret i32 0

12:                                               ; preds = %0, %22
  %13 = phi i32 [ 1, %0 ], [ %27, %22 ]
  %14 = phi i32 [ 3, %0 ], [ %26, %22 ]
  %15 = phi i32 [ 1, %0 ], [ %25, %22 ]
  %16 = tail call i32 @llvm.umax.i32(i32 %13, i32 1)
  %17 = tail call ptr @llvm.stacksave.p0()
  %18 = mul nuw nsw i32 %15, %15
  %19 = alloca i32, i32 %18, align 4
  %20 = shl nuw nsw i32 %18, 2
  %21 = tail call ptr @malloc(i32 noundef %20) #11
  br label %29

22:                                               ; preds = %29
  %23 = call fastcc i64 @product(i32 noundef %15, ptr noundef %19, ptr noundef nonnull %21)
  %24 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, i64 noundef %23, i32 noundef %18)
  tail call void @free(ptr noundef nonnull %21)
  call void @llvm.stackrestore.p0(ptr %17)
  %25 = add nuw nsw i32 %15, 1
  %26 = add nuw nsw i32 %14, 2
  %27 = add i32 %13, %14
  %28 = icmp eq i32 %25, 6
  br i1 %28, label %1, label %12, !llvm.loop !6

29:                                               ; preds = %12, %29
  %30 = phi i32 [ 0, %12 ], [ %31, %29 ]
  %31 = add nuw i32 %30, 1
  %32 = urem i32 %30, %15
  %33 = sub nuw i32 %30, %32
  %34 = getelementptr inbounds i32, ptr %19, i32 %33
  %35 = srem i32 %30, %15
  %36 = getelementptr inbounds i32, ptr %34, i32 %35
  store i32 %31, ptr %36, align 4, !tbaa !2
  %37 = srem i32 %30, 3
  %38 = add nsw i32 %37, -1
  %39 = getelementptr inbounds i32, ptr %21, i32 %33
  %40 = getelementptr inbounds i32, ptr %39, i32 %35
  store i32 %38, ptr %40, align 4, !tbaa !2
  %41 = icmp eq i32 %31, %16
  br i1 %41, label %22, label %29, !llvm.loop !8
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare ptr @llvm.stacksave.p0() #1

; Function Attrs: mustprogress nofree nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite)
declare dso_local noalias noundef ptr @malloc(i32 noundef) local_unnamed_addr #2

; Function Attrs: nofree nounwind
declare dso_local noundef i32 @printf(ptr noundef readonly captures(none), ...) local_unnamed_addr #3

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: read)
define internal fastcc i64 @product(i32 noundef range(i32 -2147483648, 6) %0, ptr noundef nonnull readonly captures(none) %1, ptr noundef readonly captures(none) %2) unnamed_addr #4 {
  %4 = mul nuw i32 %0, %0
  %5 = alloca i32, i32 %4, align 4
  %6 = icmp sgt i32 %0, 0
  br i1 %6, label %7, label %216

7:                                                ; preds = %3
  %8 = load i32, ptr %2, align 4, !tbaa !2
  %9 = icmp eq i32 %0, 1
  %10 = getelementptr i32, ptr %2, i32 %0
  %11 = icmp eq i32 %0, 2
  %12 = shl i32 %0, 3
  %13 = getelementptr i8, ptr %2, i32 %12
  %14 = icmp eq i32 %0, 3
  %15 = mul nuw i32 %0, 12
  %16 = getelementptr i8, ptr %2, i32 %15
  %17 = icmp eq i32 %0, 4
  %18 = shl i32 %0, 4
  %19 = getelementptr i8, ptr %2, i32 %18
  %20 = icmp eq i32 %0, 1
  %21 = getelementptr i8, ptr %2, i32 4
  %22 = getelementptr i32, ptr %21, i32 %0
  %23 = icmp eq i32 %0, 2
  %24 = shl i32 %0, 3
  %25 = getelementptr i8, ptr %21, i32 %24
  %26 = icmp eq i32 %0, 3
  %27 = mul nuw i32 %0, 12
  %28 = getelementptr i8, ptr %21, i32 %27
  %29 = icmp eq i32 %0, 4
  %30 = shl i32 %0, 4
  %31 = getelementptr i8, ptr %21, i32 %30
  %32 = icmp eq i32 %0, 2
  %33 = getelementptr i8, ptr %2, i32 8
  %34 = getelementptr i32, ptr %33, i32 %0
  %35 = shl i32 %0, 3
  %36 = getelementptr i8, ptr %33, i32 %35
  %37 = icmp eq i32 %0, 3
  %38 = mul nuw i32 %0, 12
  %39 = getelementptr i8, ptr %33, i32 %38
  %40 = icmp eq i32 %0, 4
  %41 = shl i32 %0, 4
  %42 = getelementptr i8, ptr %33, i32 %41
  %43 = icmp eq i32 %0, 3
  %44 = getelementptr i8, ptr %2, i32 12
  %45 = getelementptr i32, ptr %44, i32 %0
  %46 = shl i32 %0, 3
  %47 = getelementptr i8, ptr %44, i32 %46
  %48 = mul nuw i32 %0, 12
  %49 = getelementptr i8, ptr %44, i32 %48
  %50 = icmp eq i32 %0, 4
  %51 = shl i32 %0, 4
  %52 = getelementptr i8, ptr %44, i32 %51
  %53 = icmp eq i32 %0, 4
  %54 = getelementptr i8, ptr %2, i32 16
  %55 = getelementptr i32, ptr %54, i32 %0
  %56 = shl i32 %0, 3
  %57 = getelementptr i8, ptr %54, i32 %56
  %58 = mul nuw i32 %0, 12
  %59 = getelementptr i8, ptr %54, i32 %58
  %60 = shl i32 %0, 4
  %61 = getelementptr i8, ptr %54, i32 %60
  br label %62

62:                                               ; preds = %7, %75
  %63 = phi i32 [ %76, %75 ], [ 0, %7 ]
  %64 = mul nuw nsw i32 %63, %0
  %65 = getelementptr inbounds nuw i32, ptr %5, i32 %64
  %66 = getelementptr inbounds nuw i32, ptr %1, i32 %64
  %67 = load i32, ptr %66, align 4, !tbaa !2
  %68 = mul nsw i32 %8, %67
  br i1 %9, label %78, label %192, !llvm.loop !9

69:                                               ; preds = %75
  %70 = getelementptr i32, ptr %5, i32 %0
  %71 = getelementptr i8, ptr %70, i32 -4
  %72 = load i32, ptr %71, align 4, !tbaa !2
  %73 = sext i32 %72 to i64
  %74 = icmp eq i32 %0, 1
  br i1 %74, label %216, label %218, !llvm.loop !10

75:                                               ; preds = %167, %165, %137, %108, %78
  %76 = add nuw nsw i32 %63, 1
  %77 = icmp eq i32 %76, %0
  br i1 %77, label %69, label %62, !llvm.loop !11

78:                                               ; preds = %210, %204, %198, %192, %62
  %79 = phi i32 [ %68, %62 ], [ %197, %192 ], [ %203, %198 ], [ %209, %204 ], [ %215, %210 ]
  store i32 %79, ptr %65, align 4, !tbaa !2
  br i1 %20, label %75, label %80, !llvm.loop !12

80:                                               ; preds = %78
  %81 = getelementptr inbounds nuw i8, ptr %65, i32 4
  %82 = load i32, ptr %21, align 4, !tbaa !2
  %83 = load i32, ptr %66, align 4, !tbaa !2
  %84 = mul nsw i32 %82, %83
  %85 = getelementptr inbounds nuw i8, ptr %66, i32 4
  %86 = load i32, ptr %85, align 4, !tbaa !2
  %87 = load i32, ptr %22, align 4, !tbaa !2
  %88 = mul nsw i32 %87, %86
  %89 = add nsw i32 %84, %88
  br i1 %23, label %108, label %90, !llvm.loop !9

90:                                               ; preds = %80
  %91 = getelementptr inbounds nuw i8, ptr %66, i32 8
  %92 = load i32, ptr %91, align 4, !tbaa !2
  %93 = load i32, ptr %25, align 4, !tbaa !2
  %94 = mul nsw i32 %93, %92
  %95 = add nsw i32 %89, %94
  br i1 %26, label %108, label %96, !llvm.loop !9

96:                                               ; preds = %90
  %97 = getelementptr inbounds nuw i8, ptr %66, i32 12
  %98 = load i32, ptr %97, align 4, !tbaa !2
  %99 = load i32, ptr %28, align 4, !tbaa !2
  %100 = mul nsw i32 %99, %98
  %101 = add nsw i32 %95, %100
  br i1 %29, label %108, label %102, !llvm.loop !9

102:                                              ; preds = %96
  %103 = getelementptr inbounds nuw i8, ptr %66, i32 16
  %104 = load i32, ptr %103, align 4, !tbaa !2
  %105 = load i32, ptr %31, align 4, !tbaa !2
  %106 = mul nsw i32 %105, %104
  %107 = add nsw i32 %101, %106
  br label %108

108:                                              ; preds = %102, %96, %90, %80
  %109 = phi i32 [ %107, %102 ], [ %89, %80 ], [ %95, %90 ], [ %101, %96 ]
  store i32 %109, ptr %81, align 4, !tbaa !2
  br i1 %32, label %75, label %110, !llvm.loop !12

110:                                              ; preds = %108
  %111 = getelementptr inbounds nuw i8, ptr %65, i32 8
  %112 = load i32, ptr %33, align 4, !tbaa !2
  %113 = load i32, ptr %66, align 4, !tbaa !2
  %114 = mul nsw i32 %112, %113
  %115 = load i32, ptr %34, align 4, !tbaa !2
  %116 = getelementptr inbounds nuw i8, ptr %66, i32 4
  %117 = load i32, ptr %116, align 4, !tbaa !2
  %118 = mul nsw i32 %115, %117
  %119 = add nsw i32 %114, %118
  %120 = getelementptr inbounds nuw i8, ptr %66, i32 8
  %121 = load i32, ptr %120, align 4, !tbaa !2
  %122 = load i32, ptr %36, align 4, !tbaa !2
  %123 = mul nsw i32 %122, %121
  %124 = add nsw i32 %119, %123
  br i1 %37, label %137, label %125, !llvm.loop !9

125:                                              ; preds = %110
  %126 = getelementptr inbounds nuw i8, ptr %66, i32 12
  %127 = load i32, ptr %126, align 4, !tbaa !2
  %128 = load i32, ptr %39, align 4, !tbaa !2
  %129 = mul nsw i32 %128, %127
  %130 = add nsw i32 %124, %129
  br i1 %40, label %137, label %131, !llvm.loop !9

131:                                              ; preds = %125
  %132 = getelementptr inbounds nuw i8, ptr %66, i32 16
  %133 = load i32, ptr %132, align 4, !tbaa !2
  %134 = load i32, ptr %42, align 4, !tbaa !2
  %135 = mul nsw i32 %134, %133
  %136 = add nsw i32 %130, %135
  br label %137

137:                                              ; preds = %131, %125, %110
  %138 = phi i32 [ %136, %131 ], [ %130, %125 ], [ %124, %110 ]
  store i32 %138, ptr %111, align 4, !tbaa !2
  br i1 %43, label %75, label %139, !llvm.loop !12

139:                                              ; preds = %137
  %140 = getelementptr inbounds nuw i8, ptr %65, i32 12
  %141 = load i32, ptr %44, align 4, !tbaa !2
  %142 = load i32, ptr %66, align 4, !tbaa !2
  %143 = mul nsw i32 %141, %142
  %144 = load i32, ptr %45, align 4, !tbaa !2
  %145 = getelementptr inbounds nuw i8, ptr %66, i32 4
  %146 = load i32, ptr %145, align 4, !tbaa !2
  %147 = mul nsw i32 %144, %146
  %148 = add nsw i32 %143, %147
  %149 = load i32, ptr %47, align 4, !tbaa !2
  %150 = getelementptr inbounds nuw i8, ptr %66, i32 8
  %151 = load i32, ptr %150, align 4, !tbaa !2
  %152 = mul nsw i32 %149, %151
  %153 = add nsw i32 %148, %152
  %154 = getelementptr inbounds nuw i8, ptr %66, i32 12
  %155 = load i32, ptr %154, align 4, !tbaa !2
  %156 = load i32, ptr %49, align 4, !tbaa !2
  %157 = mul nsw i32 %156, %155
  %158 = add nsw i32 %153, %157
  br i1 %50, label %165, label %159, !llvm.loop !9

159:                                              ; preds = %139
  %160 = getelementptr inbounds nuw i8, ptr %66, i32 16
  %161 = load i32, ptr %160, align 4, !tbaa !2
  %162 = load i32, ptr %52, align 4, !tbaa !2
  %163 = mul nsw i32 %162, %161
  %164 = add nsw i32 %158, %163
  br label %165

165:                                              ; preds = %159, %139
  %166 = phi i32 [ %164, %159 ], [ %158, %139 ]
  store i32 %166, ptr %140, align 4, !tbaa !2
  br i1 %53, label %75, label %167, !llvm.loop !12

167:                                              ; preds = %165
  %168 = getelementptr inbounds nuw i8, ptr %65, i32 16
  %169 = load i32, ptr %54, align 4, !tbaa !2
  %170 = load i32, ptr %66, align 4, !tbaa !2
  %171 = mul nsw i32 %169, %170
  %172 = load i32, ptr %55, align 4, !tbaa !2
  %173 = getelementptr inbounds nuw i8, ptr %66, i32 4
  %174 = load i32, ptr %173, align 4, !tbaa !2
  %175 = mul nsw i32 %172, %174
  %176 = add nsw i32 %171, %175
  %177 = load i32, ptr %57, align 4, !tbaa !2
  %178 = getelementptr inbounds nuw i8, ptr %66, i32 8
  %179 = load i32, ptr %178, align 4, !tbaa !2
  %180 = mul nsw i32 %177, %179
  %181 = add nsw i32 %176, %180
  %182 = load i32, ptr %59, align 4, !tbaa !2
  %183 = getelementptr inbounds nuw i8, ptr %66, i32 12
  %184 = load i32, ptr %183, align 4, !tbaa !2
  %185 = mul nsw i32 %182, %184
  %186 = add nsw i32 %181, %185
  %187 = getelementptr inbounds nuw i8, ptr %66, i32 16
  %188 = load i32, ptr %187, align 4, !tbaa !2
  %189 = load i32, ptr %61, align 4, !tbaa !2
  %190 = mul nsw i32 %189, %188
  %191 = add nsw i32 %186, %190
  store i32 %191, ptr %168, align 4, !tbaa !2
  br label %75

192:                                              ; preds = %62
  %193 = getelementptr inbounds nuw i8, ptr %66, i32 4
  %194 = load i32, ptr %193, align 4, !tbaa !2
  %195 = load i32, ptr %10, align 4, !tbaa !2
  %196 = mul nsw i32 %195, %194
  %197 = add nsw i32 %68, %196
  br i1 %11, label %78, label %198, !llvm.loop !9

198:                                              ; preds = %192
  %199 = getelementptr inbounds nuw i8, ptr %66, i32 8
  %200 = load i32, ptr %199, align 4, !tbaa !2
  %201 = load i32, ptr %13, align 4, !tbaa !2
  %202 = mul nsw i32 %201, %200
  %203 = add nsw i32 %197, %202
  br i1 %14, label %78, label %204, !llvm.loop !9

204:                                              ; preds = %198
  %205 = getelementptr inbounds nuw i8, ptr %66, i32 12
  %206 = load i32, ptr %205, align 4, !tbaa !2
  %207 = load i32, ptr %16, align 4, !tbaa !2
  %208 = mul nsw i32 %207, %206
  %209 = add nsw i32 %203, %208
  br i1 %17, label %78, label %210, !llvm.loop !9

210:                                              ; preds = %204
  %211 = getelementptr inbounds nuw i8, ptr %66, i32 16
  %212 = load i32, ptr %211, align 4, !tbaa !2
  %213 = load i32, ptr %19, align 4, !tbaa !2
  %214 = mul nsw i32 %213, %212
  %215 = add nsw i32 %209, %214
  br label %78

216:                                              ; preds = %69, %218, %226, %235, %244, %3
  %217 = phi i64 [ 0, %3 ], [ %73, %69 ], [ %224, %218 ], [ %233, %226 ], [ %242, %235 ], [ %251, %244 ]
  ret i64 %217

218:                                              ; preds = %69
  %219 = mul nsw i64 %73, 31
  %220 = getelementptr i32, ptr %70, i32 %0
  %221 = getelementptr i8, ptr %220, i32 -8
  %222 = load i32, ptr %221, align 4, !tbaa !2
  %223 = sext i32 %222 to i64
  %224 = add nsw i64 %219, %223
  %225 = icmp eq i32 %0, 2
  br i1 %225, label %216, label %226, !llvm.loop !10

226:                                              ; preds = %218
  %227 = mul nsw i64 %224, 31
  %228 = shl i32 %0, 3
  %229 = getelementptr i8, ptr %70, i32 %228
  %230 = getelementptr i8, ptr %229, i32 -12
  %231 = load i32, ptr %230, align 4, !tbaa !2
  %232 = sext i32 %231 to i64
  %233 = add nsw i64 %227, %232
  %234 = icmp eq i32 %0, 3
  br i1 %234, label %216, label %235, !llvm.loop !10

235:                                              ; preds = %226
  %236 = mul nsw i64 %233, 31
  %237 = mul nuw i32 %0, 12
  %238 = getelementptr i8, ptr %70, i32 %237
  %239 = getelementptr i8, ptr %238, i32 -16
  %240 = load i32, ptr %239, align 4, !tbaa !2
  %241 = sext i32 %240 to i64
  %242 = add nsw i64 %236, %241
  %243 = icmp eq i32 %0, 4
  br i1 %243, label %216, label %244, !llvm.loop !10

244:                                              ; preds = %235
  %245 = mul nsw i64 %242, 31
  %246 = shl i32 %0, 4
  %247 = getelementptr i8, ptr %70, i32 %246
  %248 = getelementptr i8, ptr %247, i32 -20
  %249 = load i32, ptr %248, align 4, !tbaa !2
  %250 = sext i32 %249 to i64
  %251 = add nsw i64 %245, %250
  br label %216
}

; Function Attrs: mustprogress nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite)
declare dso_local void @free(ptr allocptr noundef captures(none)) local_unnamed_addr #5

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.stackrestore.p0(ptr) #1

; Function Attrs: nofree norecurse nosync nounwind
define internal fastcc i32 @in_loop() unnamed_addr #6 {
  br label %1

1:                                                ; preds = %0, %24
  %2 = phi i32 [ 0, %0 ], [ %25, %24 ]
  %3 = phi i32 [ 1, %0 ], [ %26, %24 ]
  %4 = trunc nuw i32 %3 to i8
  %5 = urem i8 %4, 50
  %6 = zext nneg i8 %5 to i32
  %7 = mul nuw nsw i32 %6, 40
  %8 = add nuw nsw i32 %7, 8
  %9 = tail call ptr @llvm.stacksave.p0()
  %10 = alloca i8, i32 %8, align 1
  call void @llvm.memset.p0.i32(ptr noundef nonnull align 1 dereferenceable(1) %10, i8 %4, i32 %8, i1 false)
  %11 = urem i8 %4, 7
  %12 = icmp eq i8 %11, 0
  br i1 %12, label %24, label %13

13:                                               ; preds = %1
  %14 = mul i32 %2, 3
  %15 = getelementptr inbounds nuw i8, ptr %10, i32 %7
  %16 = getelementptr inbounds nuw i8, ptr %15, i32 7
  %17 = load i8, ptr %16, align 1, !tbaa !13
  %18 = zext i8 %17 to i32
  %19 = add i32 %8, %14
  %20 = add i32 %19, %18
  %21 = urem i32 %20, 1000
  %22 = icmp eq i32 %21, 999
  br i1 %22, label %23, label %24

23:                                               ; preds = %13
  call void @llvm.stackrestore.p0(ptr %9)
  br label %28

24:                                               ; preds = %1, %13
  %25 = phi i32 [ %20, %13 ], [ %2, %1 ]
  call void @llvm.stackrestore.p0(ptr %9)
  %26 = add nuw nsw i32 %3, 1
  %27 = icmp eq i32 %26, 201
  br i1 %27, label %28, label %1, !llvm.loop !14

28:                                               ; preds = %24, %23
  %29 = phi i32 [ %20, %23 ], [ %25, %24 ]
  ret i32 %29
}

; Function Attrs: nofree norecurse nosync nounwind memory(read, inaccessiblemem: none, target_mem0: none, target_mem1: none)
define internal fastcc i32 @with_alloca(i32 noundef range(i32 10, 52) %0) unnamed_addr #7 {
  br label %2

2:                                                ; preds = %1, %2
  %3 = phi ptr [ null, %1 ], [ %5, %2 ]
  %4 = phi i32 [ 0, %1 ], [ %8, %2 ]
  %5 = alloca [8 x i8], align 8
  store ptr %3, ptr %5, align 8, !tbaa !15
  %6 = mul nuw nsw i32 %4, %4
  %7 = getelementptr inbounds nuw i8, ptr %5, i32 4
  store i32 %6, ptr %7, align 4, !tbaa !19
  %8 = add nuw nsw i32 %4, 1
  %9 = icmp eq i32 %8, %0
  br i1 %9, label %11, label %2, !llvm.loop !20

10:                                               ; preds = %11
  ret i32 %18

11:                                               ; preds = %2, %11
  %12 = phi ptr [ %19, %11 ], [ %5, %2 ]
  %13 = phi i32 [ %20, %11 ], [ 1, %2 ]
  %14 = phi i32 [ %18, %11 ], [ 0, %2 ]
  %15 = getelementptr inbounds nuw i8, ptr %12, i32 4
  %16 = load i32, ptr %15, align 4, !tbaa !19
  %17 = mul nsw i32 %16, %13
  %18 = add nsw i32 %17, %14
  %19 = load ptr, ptr %12, align 4, !tbaa !15
  %20 = sub nsw i32 0, %13
  %21 = icmp eq ptr %19, null
  br i1 %21, label %10, label %11, !llvm.loop !21
}

; Function Attrs: nofree nosync nounwind memory(none)
define internal fastcc i32 @recursive(i32 noundef %0, i32 noundef %1) unnamed_addr #8 {
  %3 = add i32 %0, 1
  %4 = alloca i32, i32 %3, align 4
  %5 = icmp slt i32 %0, 0
  br i1 %5, label %6, label %13

6:                                                ; preds = %2
  %7 = add nsw i32 %0, -1
  %8 = getelementptr inbounds i32, ptr %4, i32 %0
  %9 = load i32, ptr %8, align 4, !tbaa !2
  %10 = tail call fastcc i32 @recursive(i32 noundef %7, i32 noundef %9)
  br label %26

11:                                               ; preds = %13
  %12 = icmp eq i32 %0, 0
  br i1 %12, label %19, label %21

13:                                               ; preds = %2, %13
  %14 = phi i32 [ %17, %13 ], [ 0, %2 ]
  %15 = add nsw i32 %14, %1
  %16 = getelementptr inbounds nuw i32, ptr %4, i32 %14
  store i32 %15, ptr %16, align 4, !tbaa !2
  %17 = add nuw i32 %14, 1
  %18 = icmp eq i32 %14, %0
  br i1 %18, label %11, label %13, !llvm.loop !22

19:                                               ; preds = %11
  %20 = load i32, ptr %4, align 4, !tbaa !2
  br label %37

21:                                               ; preds = %11
  %22 = add nsw i32 %0, -1
  %23 = getelementptr inbounds nuw i32, ptr %4, i32 %0
  %24 = load i32, ptr %23, align 4, !tbaa !2
  %25 = tail call fastcc i32 @recursive(i32 noundef %22, i32 noundef %24)
  br label %29

26:                                               ; preds = %29, %6
  %27 = phi i32 [ %10, %6 ], [ %34, %29 ]
  %28 = and i32 %27, 16777215
  br label %37

29:                                               ; preds = %21, %29
  %30 = phi i32 [ %35, %29 ], [ 0, %21 ]
  %31 = phi i32 [ %34, %29 ], [ %25, %21 ]
  %32 = getelementptr inbounds nuw i32, ptr %4, i32 %30
  %33 = load i32, ptr %32, align 4, !tbaa !2
  %34 = add nsw i32 %33, %31
  %35 = add nuw i32 %30, 1
  %36 = icmp eq i32 %30, %0
  br i1 %36, label %26, label %29, !llvm.loop !23

37:                                               ; preds = %26, %19
  %38 = phi i32 [ %20, %19 ], [ %28, %26 ]
  ret i32 %38
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i32(ptr writeonly captures(none), i8, i32, i1 immarg) #9

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umax.i32(i32, i32) #10

attributes #0 = { nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+armv7-a,+dsp,+fp64,+read-tp-tpidruro,+vfp2,+vfp2sp,+vfp3d16,+vfp3d16sp,-aes,-d32,-fp-armv8,-fp-armv8d16,-fp-armv8d16sp,-fp-armv8sp,-fp16,-fp16fml,-fullfp16,-neon,-sha2,-thumb-mode,-vfp3,-vfp3sp,-vfp4,-vfp4d16,-vfp4d16sp,-vfp4sp" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn }
attributes #2 = { mustprogress nofree nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+armv7-a,+dsp,+fp64,+read-tp-tpidruro,+vfp2,+vfp2sp,+vfp3d16,+vfp3d16sp,-aes,-d32,-fp-armv8,-fp-armv8d16,-fp-armv8d16sp,-fp-armv8sp,-fp16,-fp16fml,-fullfp16,-neon,-sha2,-thumb-mode,-vfp3,-vfp3sp,-vfp4,-vfp4d16,-vfp4d16sp,-vfp4sp" }
attributes #3 = { nofree nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+armv7-a,+dsp,+fp64,+read-tp-tpidruro,+vfp2,+vfp2sp,+vfp3d16,+vfp3d16sp,-aes,-d32,-fp-armv8,-fp-armv8d16,-fp-armv8d16sp,-fp-armv8sp,-fp16,-fp16fml,-fullfp16,-neon,-sha2,-thumb-mode,-vfp3,-vfp3sp,-vfp4,-vfp4d16,-vfp4d16sp,-vfp4sp" }
attributes #4 = { nofree norecurse nosync nounwind memory(argmem: read) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+armv7-a,+dsp,+fp64,+read-tp-tpidruro,+vfp2,+vfp2sp,+vfp3d16,+vfp3d16sp,-aes,-d32,-fp-armv8,-fp-armv8d16,-fp-armv8d16sp,-fp-armv8sp,-fp16,-fp16fml,-fullfp16,-neon,-sha2,-thumb-mode,-vfp3,-vfp3sp,-vfp4,-vfp4d16,-vfp4d16sp,-vfp4sp" }
attributes #5 = { mustprogress nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite) "alloc-family"="malloc" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+armv7-a,+dsp,+fp64,+read-tp-tpidruro,+vfp2,+vfp2sp,+vfp3d16,+vfp3d16sp,-aes,-d32,-fp-armv8,-fp-armv8d16,-fp-armv8d16sp,-fp-armv8sp,-fp16,-fp16fml,-fullfp16,-neon,-sha2,-thumb-mode,-vfp3,-vfp3sp,-vfp4,-vfp4d16,-vfp4d16sp,-vfp4sp" }
attributes #6 = { nofree norecurse nosync nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+armv7-a,+dsp,+fp64,+read-tp-tpidruro,+vfp2,+vfp2sp,+vfp3d16,+vfp3d16sp,-aes,-d32,-fp-armv8,-fp-armv8d16,-fp-armv8d16sp,-fp-armv8sp,-fp16,-fp16fml,-fullfp16,-neon,-sha2,-thumb-mode,-vfp3,-vfp3sp,-vfp4,-vfp4d16,-vfp4d16sp,-vfp4sp" }
attributes #7 = { nofree norecurse nosync nounwind memory(read, inaccessiblemem: none, target_mem0: none, target_mem1: none) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+armv7-a,+dsp,+fp64,+read-tp-tpidruro,+vfp2,+vfp2sp,+vfp3d16,+vfp3d16sp,-aes,-d32,-fp-armv8,-fp-armv8d16,-fp-armv8d16sp,-fp-armv8sp,-fp16,-fp16fml,-fullfp16,-neon,-sha2,-thumb-mode,-vfp3,-vfp3sp,-vfp4,-vfp4d16,-vfp4d16sp,-vfp4sp" }
attributes #8 = { nofree nosync nounwind memory(none) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+armv7-a,+dsp,+fp64,+read-tp-tpidruro,+vfp2,+vfp2sp,+vfp3d16,+vfp3d16sp,-aes,-d32,-fp-armv8,-fp-armv8d16,-fp-armv8d16sp,-fp-armv8sp,-fp16,-fp16fml,-fullfp16,-neon,-sha2,-thumb-mode,-vfp3,-vfp3sp,-vfp4,-vfp4d16,-vfp4d16sp,-vfp4sp" }
attributes #9 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #10 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #11 = { allocsize(0) }

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
!8 = distinct !{!8, !7}
!9 = distinct !{!9, !7}
!10 = distinct !{!10, !7}
!11 = distinct !{!11, !7}
!12 = distinct !{!12, !7}
!13 = !{!4, !4, i64 0}
!14 = distinct !{!14, !7}
!15 = !{!16, !17, i64 0}
!16 = !{!"Cell", !17, i64 0, !3, i64 4}
!17 = !{!"p1 _ZTS4Cell", !18, i64 0}
!18 = !{!"any pointer", !4, i64 0}
!19 = !{!16, !3, i64 4}
!20 = distinct !{!20, !7}
!21 = distinct !{!21, !7}
!22 = distinct !{!22, !7}
!23 = distinct !{!23, !7}
