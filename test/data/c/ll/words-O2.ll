; of the source with SHA-256 ce84e23d65c2df59aff85b2403a5faa16698982cb4bab05c814269c83f20d032
; ModuleID = 'words.c'
source_filename = "words.c"
target datalayout = "e-m:e-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64"
target triple = "armv7-unknown-none-eabihf"

%struct.Entry = type { ptr, i32, i32 }

@stdin = external dso_local local_unnamed_addr constant ptr, align 4
@used = internal unnamed_addr global i32 0, align 4
@room = internal unnamed_addr global i32 0, align 4
@table = internal unnamed_addr global ptr null, align 4
@.str = private unnamed_addr constant [43 x i8] c"%d lines, %d words, %d different, room %d\0A\00", align 1
@.str.1 = private unnamed_addr constant [18 x i8] c"%s: %d, first %d\0A\00", align 1
@.str.2 = private unnamed_addr constant [8 x i8] c"%4d %s\0A\00", align 1

; Function Attrs: nounwind
define dso_local noundef i32 @main(i32 noundef %0, ptr noundef readonly captures(none) %1) local_unnamed_addr #0 {
  %3 = alloca [40 x i8], align 1
  %4 = icmp sgt i32 %0, 1
  br i1 %4, label %5, label %9

5:                                                ; preds = %2
  %6 = getelementptr inbounds nuw i8, ptr %1, i32 4
  %7 = load ptr, ptr %6, align 4, !tbaa !6
  %8 = tail call i32 @atoi(ptr noundef %7)
  br label %9

9:                                                ; preds = %2, %5
  %10 = phi i32 [ %8, %5 ], [ 1, %2 ]
  call void @llvm.lifetime.start.p0(ptr nonnull %3) #13
  %11 = load ptr, ptr @stdin, align 4, !tbaa !9
  br label %12

12:                                               ; preds = %144, %9
  %13 = phi i32 [ 0, %9 ], [ %145, %144 ]
  %14 = phi i32 [ 0, %9 ], [ %19, %144 ]
  %15 = phi i32 [ 0, %9 ], [ %146, %144 ]
  %16 = tail call i32 @getc(ptr noundef %11)
  %17 = icmp eq i32 %16, 10
  %18 = zext i1 %17 to i32
  %19 = add nuw nsw i32 %14, %18
  %20 = icmp eq i32 %16, -1
  br i1 %20, label %34, label %21

21:                                               ; preds = %12
  %22 = or i32 %16, 32
  %23 = add i32 %22, -97
  %24 = icmp ult i32 %23, 26
  %25 = icmp eq i32 %16, 39
  %26 = or i1 %25, %24
  br i1 %26, label %27, label %34

27:                                               ; preds = %21
  %28 = icmp ult i32 %13, 39
  br i1 %28, label %29, label %144

29:                                               ; preds = %27
  %30 = tail call i32 @tolower(i32 noundef %16) #14
  %31 = trunc i32 %30 to i8
  %32 = add nuw nsw i32 %13, 1
  %33 = getelementptr inbounds nuw i8, ptr %3, i32 %13
  store i8 %31, ptr %33, align 1, !tbaa !11
  br label %144

34:                                               ; preds = %21, %12
  %35 = icmp eq i32 %13, 0
  br i1 %35, label %144, label %36

36:                                               ; preds = %34
  %37 = getelementptr inbounds nuw i8, ptr %3, i32 %13
  store i8 0, ptr %37, align 1, !tbaa !11
  %38 = add nsw i32 %15, 1
  %39 = load i32, ptr @used, align 4, !tbaa !2
  %40 = shl i32 %39, 2
  %41 = load i32, ptr @room, align 4, !tbaa !2
  %42 = mul i32 %41, 3
  %43 = icmp ult i32 %40, %42
  %44 = load ptr, ptr @table, align 4, !tbaa !12
  br i1 %43, label %96, label %45

45:                                               ; preds = %36
  %46 = icmp eq i32 %41, 0
  %47 = shl i32 %41, 1
  %48 = select i1 %46, i32 8, i32 %47
  %49 = tail call ptr @calloc(i32 noundef %48, i32 noundef 12) #15
  br i1 %46, label %95, label %50

50:                                               ; preds = %45
  %51 = add i32 %47, -1
  br label %52

52:                                               ; preds = %92, %50
  %53 = phi i32 [ 0, %50 ], [ %93, %92 ]
  %54 = getelementptr inbounds nuw %struct.Entry, ptr %44, i32 %53
  %55 = load ptr, ptr %54, align 4, !tbaa !13
  %56 = icmp eq ptr %55, null
  br i1 %56, label %92, label %57

57:                                               ; preds = %52
  %58 = load i8, ptr %55, align 1, !tbaa !11
  %59 = icmp eq i8 %58, 0
  br i1 %59, label %70, label %60

60:                                               ; preds = %57, %60
  %61 = phi i8 [ %68, %60 ], [ %58, %57 ]
  %62 = phi i32 [ %67, %60 ], [ -2128831035, %57 ]
  %63 = phi ptr [ %64, %60 ], [ %55, %57 ]
  %64 = getelementptr inbounds nuw i8, ptr %63, i32 1
  %65 = zext i8 %61 to i32
  %66 = xor i32 %62, %65
  %67 = mul i32 %66, 16777619
  %68 = load i8, ptr %64, align 1, !tbaa !11
  %69 = icmp eq i8 %68, 0
  br i1 %69, label %70, label %60, !llvm.loop !15

70:                                               ; preds = %60, %57
  %71 = phi i32 [ -2128831035, %57 ], [ %67, %60 ]
  %72 = and i32 %71, %51
  %73 = getelementptr inbounds nuw %struct.Entry, ptr %49, i32 %72
  %74 = load ptr, ptr %73, align 4, !tbaa !13
  %75 = icmp eq ptr %74, null
  br i1 %75, label %90, label %76

76:                                               ; preds = %70
  %77 = tail call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %74, ptr noundef nonnull readonly dereferenceable(1) %55) #13
  %78 = icmp eq i32 %77, 0
  br i1 %78, label %90, label %79

79:                                               ; preds = %76, %86
  %80 = phi i32 [ %82, %86 ], [ %72, %76 ]
  %81 = add i32 %80, 1
  %82 = and i32 %81, %51
  %83 = getelementptr inbounds nuw %struct.Entry, ptr %49, i32 %82
  %84 = load ptr, ptr %83, align 4, !tbaa !13
  %85 = icmp eq ptr %84, null
  br i1 %85, label %89, label %86, !llvm.loop !17

86:                                               ; preds = %79
  %87 = tail call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %84, ptr noundef nonnull readonly dereferenceable(1) %55) #13
  %88 = icmp eq i32 %87, 0
  br i1 %88, label %90, label %79, !llvm.loop !17

89:                                               ; preds = %79
  br label %90, !llvm.loop !17

90:                                               ; preds = %86, %89, %76, %70
  %91 = phi ptr [ %73, %70 ], [ %73, %76 ], [ %83, %89 ], [ %83, %86 ]
  tail call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 4 dereferenceable(12) %91, ptr noundef nonnull align 4 dereferenceable(12) %54, i32 12, i1 false), !tbaa.struct !18
  br label %92

92:                                               ; preds = %90, %52
  %93 = add nuw i32 %53, 1
  %94 = icmp eq i32 %93, %41
  br i1 %94, label %95, label %52, !llvm.loop !19

95:                                               ; preds = %92, %45
  tail call void @free(ptr noundef %44)
  store ptr %49, ptr @table, align 4, !tbaa !12
  store i32 %48, ptr @room, align 4, !tbaa !2
  br label %96

96:                                               ; preds = %95, %36
  %97 = phi i32 [ %48, %95 ], [ %41, %36 ]
  %98 = phi ptr [ %49, %95 ], [ %44, %36 ]
  %99 = load i8, ptr %3, align 1, !tbaa !11
  %100 = icmp eq i8 %99, 0
  br i1 %100, label %111, label %101

101:                                              ; preds = %96, %101
  %102 = phi i8 [ %109, %101 ], [ %99, %96 ]
  %103 = phi i32 [ %108, %101 ], [ -2128831035, %96 ]
  %104 = phi ptr [ %105, %101 ], [ %3, %96 ]
  %105 = getelementptr inbounds nuw i8, ptr %104, i32 1
  %106 = zext i8 %102 to i32
  %107 = xor i32 %103, %106
  %108 = mul i32 %107, 16777619
  %109 = load i8, ptr %105, align 1, !tbaa !11
  %110 = icmp eq i8 %109, 0
  br i1 %110, label %111, label %101, !llvm.loop !15

111:                                              ; preds = %101, %96
  %112 = phi i32 [ -2128831035, %96 ], [ %108, %101 ]
  %113 = add i32 %97, -1
  %114 = and i32 %112, %113
  %115 = getelementptr inbounds nuw %struct.Entry, ptr %98, i32 %114
  %116 = load ptr, ptr %115, align 4, !tbaa !13
  %117 = icmp eq ptr %116, null
  br i1 %117, label %131, label %118

118:                                              ; preds = %111
  %119 = call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %116, ptr noundef nonnull readonly dereferenceable(1) %3) #13
  %120 = icmp eq i32 %119, 0
  br i1 %120, label %139, label %121

121:                                              ; preds = %118, %128
  %122 = phi i32 [ %124, %128 ], [ %114, %118 ]
  %123 = add i32 %122, 1
  %124 = and i32 %123, %113
  %125 = getelementptr inbounds nuw %struct.Entry, ptr %98, i32 %124
  %126 = load ptr, ptr %125, align 4, !tbaa !13
  %127 = icmp eq ptr %126, null
  br i1 %127, label %131, label %128, !llvm.loop !17

128:                                              ; preds = %121
  %129 = call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %126, ptr noundef nonnull readonly dereferenceable(1) %3) #13
  %130 = icmp eq i32 %129, 0
  br i1 %130, label %139, label %121, !llvm.loop !17

131:                                              ; preds = %121, %111
  %132 = phi ptr [ %115, %111 ], [ %125, %121 ]
  %133 = call i32 @strlen(ptr noundef nonnull dereferenceable(1) %3) #13
  %134 = add i32 %133, 1
  %135 = tail call ptr @malloc(i32 noundef %134) #16
  store ptr %135, ptr %132, align 4, !tbaa !13
  %136 = call ptr @strcpy(ptr noundef nonnull dereferenceable(1) %135, ptr noundef nonnull dereferenceable(1) %3) #13
  %137 = getelementptr inbounds nuw i8, ptr %132, i32 8
  store i32 %38, ptr %137, align 4, !tbaa !20
  %138 = add i32 %39, 1
  store i32 %138, ptr @used, align 4, !tbaa !2
  br label %139

139:                                              ; preds = %128, %118, %131
  %140 = phi ptr [ %132, %131 ], [ %115, %118 ], [ %125, %128 ]
  %141 = getelementptr inbounds nuw i8, ptr %140, i32 4
  %142 = load i32, ptr %141, align 4, !tbaa !21
  %143 = add nsw i32 %142, 1
  store i32 %143, ptr %141, align 4, !tbaa !21
  br label %144

144:                                              ; preds = %29, %27, %139, %34
  %145 = phi i32 [ %32, %29 ], [ %13, %27 ], [ 0, %139 ], [ 0, %34 ]
  %146 = phi i32 [ %15, %29 ], [ %15, %27 ], [ %38, %139 ], [ %15, %34 ]
  br i1 %20, label %147, label %12, !llvm.loop !22

147:                                              ; preds = %144
  %148 = load i32, ptr @used, align 4, !tbaa !2
  %149 = load i32, ptr @room, align 4, !tbaa !2
  %150 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, i32 noundef %19, i32 noundef %146, i32 noundef %148, i32 noundef %149)
  %151 = icmp sgt i32 %0, 2
  br i1 %151, label %158, label %152

152:                                              ; preds = %197, %147
  %153 = load ptr, ptr @table, align 4, !tbaa !12
  %154 = load i32, ptr @room, align 4, !tbaa !2
  tail call void @qsort(ptr noundef %153, i32 noundef %154, i32 noundef 12, ptr noundef nonnull @order) #13
  %155 = load i32, ptr @used, align 4, !tbaa !2
  %156 = icmp eq i32 %155, 0
  %157 = load ptr, ptr @table, align 4, !tbaa !12
  br i1 %156, label %226, label %208

158:                                              ; preds = %147, %197
  %159 = phi i32 [ %204, %197 ], [ 2, %147 ]
  %160 = load ptr, ptr @table, align 4, !tbaa !12
  %161 = load i32, ptr @room, align 4, !tbaa !2
  %162 = getelementptr inbounds nuw ptr, ptr %1, i32 %159
  %163 = load ptr, ptr %162, align 4, !tbaa !6
  %164 = load i8, ptr %163, align 1, !tbaa !11
  %165 = icmp eq i8 %164, 0
  br i1 %165, label %176, label %166

166:                                              ; preds = %158, %166
  %167 = phi i8 [ %174, %166 ], [ %164, %158 ]
  %168 = phi i32 [ %173, %166 ], [ -2128831035, %158 ]
  %169 = phi ptr [ %170, %166 ], [ %163, %158 ]
  %170 = getelementptr inbounds nuw i8, ptr %169, i32 1
  %171 = zext i8 %167 to i32
  %172 = xor i32 %168, %171
  %173 = mul i32 %172, 16777619
  %174 = load i8, ptr %170, align 1, !tbaa !11
  %175 = icmp eq i8 %174, 0
  br i1 %175, label %176, label %166, !llvm.loop !15

176:                                              ; preds = %166, %158
  %177 = phi i32 [ -2128831035, %158 ], [ %173, %166 ]
  %178 = add i32 %161, -1
  %179 = and i32 %177, %178
  %180 = getelementptr inbounds nuw %struct.Entry, ptr %160, i32 %179
  %181 = load ptr, ptr %180, align 4, !tbaa !13
  %182 = icmp eq ptr %181, null
  br i1 %182, label %197, label %183

183:                                              ; preds = %176
  %184 = tail call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %181, ptr noundef nonnull readonly dereferenceable(1) %163) #13
  %185 = icmp eq i32 %184, 0
  br i1 %185, label %197, label %186

186:                                              ; preds = %183, %193
  %187 = phi i32 [ %189, %193 ], [ %179, %183 ]
  %188 = add i32 %187, 1
  %189 = and i32 %188, %178
  %190 = getelementptr inbounds nuw %struct.Entry, ptr %160, i32 %189
  %191 = load ptr, ptr %190, align 4, !tbaa !13
  %192 = icmp eq ptr %191, null
  br i1 %192, label %196, label %193, !llvm.loop !17

193:                                              ; preds = %186
  %194 = tail call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %191, ptr noundef nonnull readonly dereferenceable(1) %163) #13
  %195 = icmp eq i32 %194, 0
  br i1 %195, label %197, label %186, !llvm.loop !17

196:                                              ; preds = %186
  br label %197, !llvm.loop !17

197:                                              ; preds = %193, %183, %196, %176
  %198 = phi ptr [ %180, %176 ], [ %180, %183 ], [ %190, %196 ], [ %190, %193 ]
  %199 = getelementptr inbounds nuw i8, ptr %198, i32 4
  %200 = load i32, ptr %199, align 4, !tbaa !21
  %201 = getelementptr inbounds nuw i8, ptr %198, i32 8
  %202 = load i32, ptr %201, align 4, !tbaa !20
  %203 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.1, ptr noundef nonnull %163, i32 noundef %200, i32 noundef %202)
  %204 = add nuw nsw i32 %159, 1
  %205 = icmp eq i32 %204, %0
  br i1 %205, label %152, label %158, !llvm.loop !23

206:                                              ; preds = %221
  %207 = icmp eq i32 %222, 0
  br i1 %207, label %226, label %228

208:                                              ; preds = %152, %221
  %209 = phi i32 [ %222, %221 ], [ %155, %152 ]
  %210 = phi ptr [ %223, %221 ], [ %157, %152 ]
  %211 = phi i32 [ %224, %221 ], [ 0, %152 ]
  %212 = getelementptr inbounds nuw %struct.Entry, ptr %210, i32 %211
  %213 = getelementptr inbounds nuw i8, ptr %212, i32 4
  %214 = load i32, ptr %213, align 4, !tbaa !21
  %215 = icmp slt i32 %214, %10
  br i1 %215, label %221, label %216

216:                                              ; preds = %208
  %217 = load ptr, ptr %212, align 4, !tbaa !13
  %218 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.2, i32 noundef %214, ptr noundef %217)
  %219 = load ptr, ptr @table, align 4, !tbaa !12
  %220 = load i32, ptr @used, align 4, !tbaa !2
  br label %221

221:                                              ; preds = %208, %216
  %222 = phi i32 [ %209, %208 ], [ %220, %216 ]
  %223 = phi ptr [ %210, %208 ], [ %219, %216 ]
  %224 = add nuw i32 %211, 1
  %225 = icmp ult i32 %224, %222
  br i1 %225, label %208, label %206, !llvm.loop !24

226:                                              ; preds = %228, %152, %206
  %227 = phi ptr [ %157, %152 ], [ %223, %206 ], [ %223, %228 ]
  tail call void @free(ptr noundef %227)
  call void @llvm.lifetime.end.p0(ptr nonnull %3) #13
  ret i32 0

228:                                              ; preds = %206, %228
  %229 = phi i32 [ %232, %228 ], [ 0, %206 ]
  %230 = getelementptr inbounds nuw %struct.Entry, ptr %223, i32 %229
  %231 = load ptr, ptr %230, align 4, !tbaa !13
  tail call void @free(ptr noundef %231)
  %232 = add nuw i32 %229, 1
  %233 = icmp eq i32 %232, %222
  br i1 %233, label %226, label %228, !llvm.loop !25
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(read)
declare dso_local i32 @atoi(ptr noundef captures(none)) local_unnamed_addr #2

; Function Attrs: nofree nounwind
declare dso_local noundef i32 @getc(ptr noundef captures(none)) local_unnamed_addr #3

; Function Attrs: mustprogress nofree nounwind willreturn memory(read)
declare dso_local i32 @tolower(i32 noundef) local_unnamed_addr #4

; Function Attrs: mustprogress nofree nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite)
declare dso_local noalias noundef ptr @malloc(i32 noundef) local_unnamed_addr #5

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: read)
declare dso_local i32 @strlen(ptr noundef captures(none)) local_unnamed_addr #6

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare dso_local ptr @strcpy(ptr noalias noundef returned writeonly, ptr noalias noundef readonly captures(none)) local_unnamed_addr #7

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

; Function Attrs: nofree nounwind
declare dso_local noundef i32 @printf(ptr noundef readonly captures(none), ...) local_unnamed_addr #3

; Function Attrs: nofree
declare dso_local void @qsort(ptr noundef, i32 noundef, i32 noundef, ptr noundef captures(none)) local_unnamed_addr #8

; Function Attrs: mustprogress nofree norecurse nounwind willreturn memory(read, inaccessiblemem: none, target_mem0: none, target_mem1: none)
define internal i32 @order(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1) #9 {
  %3 = load ptr, ptr %0, align 4, !tbaa !13
  %4 = icmp eq ptr %3, null
  %5 = load ptr, ptr %1, align 4, !tbaa !13
  %6 = icmp eq ptr %5, null
  %7 = select i1 %4, i1 true, i1 %6
  br i1 %7, label %8, label %13

8:                                                ; preds = %2
  %9 = zext i1 %4 to i32
  %10 = icmp eq ptr %5, null
  %11 = sext i1 %10 to i32
  %12 = add nsw i32 %11, %9
  br label %23

13:                                               ; preds = %2
  %14 = getelementptr inbounds nuw i8, ptr %0, i32 4
  %15 = load i32, ptr %14, align 4, !tbaa !21
  %16 = getelementptr inbounds nuw i8, ptr %1, i32 4
  %17 = load i32, ptr %16, align 4, !tbaa !21
  %18 = icmp eq i32 %15, %17
  br i1 %18, label %21, label %19

19:                                               ; preds = %13
  %20 = sub nsw i32 %17, %15
  br label %23

21:                                               ; preds = %13
  %22 = tail call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %3, ptr noundef nonnull dereferenceable(1) %5) #13
  br label %23

23:                                               ; preds = %19, %21, %8
  %24 = phi i32 [ %12, %8 ], [ %20, %19 ], [ %22, %21 ]
  ret i32 %24
}

; Function Attrs: mustprogress nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite)
declare dso_local void @free(ptr allocptr noundef captures(none)) local_unnamed_addr #10

; Function Attrs: mustprogress nofree nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite)
declare dso_local noalias noundef ptr @calloc(i32 noundef, i32 noundef) local_unnamed_addr #11

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i32(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i32, i1 immarg) #12

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: read)
declare dso_local i32 @strcmp(ptr noundef captures(none), ptr noundef captures(none)) local_unnamed_addr #6

attributes #0 = { nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+armv7-a,+dsp,+fp64,+read-tp-tpidruro,+vfp2,+vfp2sp,+vfp3d16,+vfp3d16sp,-aes,-d32,-fp-armv8,-fp-armv8d16,-fp-armv8d16sp,-fp-armv8sp,-fp16,-fp16fml,-fullfp16,-neon,-sha2,-thumb-mode,-vfp3,-vfp3sp,-vfp4,-vfp4d16,-vfp4d16sp,-vfp4sp" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nocallback nofree nounwind willreturn memory(read) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+armv7-a,+dsp,+fp64,+read-tp-tpidruro,+vfp2,+vfp2sp,+vfp3d16,+vfp3d16sp,-aes,-d32,-fp-armv8,-fp-armv8d16,-fp-armv8d16sp,-fp-armv8sp,-fp16,-fp16fml,-fullfp16,-neon,-sha2,-thumb-mode,-vfp3,-vfp3sp,-vfp4,-vfp4d16,-vfp4d16sp,-vfp4sp" }
attributes #3 = { nofree nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+armv7-a,+dsp,+fp64,+read-tp-tpidruro,+vfp2,+vfp2sp,+vfp3d16,+vfp3d16sp,-aes,-d32,-fp-armv8,-fp-armv8d16,-fp-armv8d16sp,-fp-armv8sp,-fp16,-fp16fml,-fullfp16,-neon,-sha2,-thumb-mode,-vfp3,-vfp3sp,-vfp4,-vfp4d16,-vfp4d16sp,-vfp4sp" }
attributes #4 = { mustprogress nofree nounwind willreturn memory(read) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+armv7-a,+dsp,+fp64,+read-tp-tpidruro,+vfp2,+vfp2sp,+vfp3d16,+vfp3d16sp,-aes,-d32,-fp-armv8,-fp-armv8d16,-fp-armv8d16sp,-fp-armv8sp,-fp16,-fp16fml,-fullfp16,-neon,-sha2,-thumb-mode,-vfp3,-vfp3sp,-vfp4,-vfp4d16,-vfp4d16sp,-vfp4sp" }
attributes #5 = { mustprogress nofree nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+armv7-a,+dsp,+fp64,+read-tp-tpidruro,+vfp2,+vfp2sp,+vfp3d16,+vfp3d16sp,-aes,-d32,-fp-armv8,-fp-armv8d16,-fp-armv8d16sp,-fp-armv8sp,-fp16,-fp16fml,-fullfp16,-neon,-sha2,-thumb-mode,-vfp3,-vfp3sp,-vfp4,-vfp4d16,-vfp4d16sp,-vfp4sp" }
attributes #6 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: read) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+armv7-a,+dsp,+fp64,+read-tp-tpidruro,+vfp2,+vfp2sp,+vfp3d16,+vfp3d16sp,-aes,-d32,-fp-armv8,-fp-armv8d16,-fp-armv8d16sp,-fp-armv8sp,-fp16,-fp16fml,-fullfp16,-neon,-sha2,-thumb-mode,-vfp3,-vfp3sp,-vfp4,-vfp4d16,-vfp4d16sp,-vfp4sp" }
attributes #7 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+armv7-a,+dsp,+fp64,+read-tp-tpidruro,+vfp2,+vfp2sp,+vfp3d16,+vfp3d16sp,-aes,-d32,-fp-armv8,-fp-armv8d16,-fp-armv8d16sp,-fp-armv8sp,-fp16,-fp16fml,-fullfp16,-neon,-sha2,-thumb-mode,-vfp3,-vfp3sp,-vfp4,-vfp4d16,-vfp4d16sp,-vfp4sp" }
attributes #8 = { nofree "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+armv7-a,+dsp,+fp64,+read-tp-tpidruro,+vfp2,+vfp2sp,+vfp3d16,+vfp3d16sp,-aes,-d32,-fp-armv8,-fp-armv8d16,-fp-armv8d16sp,-fp-armv8sp,-fp16,-fp16fml,-fullfp16,-neon,-sha2,-thumb-mode,-vfp3,-vfp3sp,-vfp4,-vfp4d16,-vfp4d16sp,-vfp4sp" }
attributes #9 = { mustprogress nofree norecurse nounwind willreturn memory(read, inaccessiblemem: none, target_mem0: none, target_mem1: none) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+armv7-a,+dsp,+fp64,+read-tp-tpidruro,+vfp2,+vfp2sp,+vfp3d16,+vfp3d16sp,-aes,-d32,-fp-armv8,-fp-armv8d16,-fp-armv8d16sp,-fp-armv8sp,-fp16,-fp16fml,-fullfp16,-neon,-sha2,-thumb-mode,-vfp3,-vfp3sp,-vfp4,-vfp4d16,-vfp4d16sp,-vfp4sp" }
attributes #10 = { mustprogress nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite) "alloc-family"="malloc" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+armv7-a,+dsp,+fp64,+read-tp-tpidruro,+vfp2,+vfp2sp,+vfp3d16,+vfp3d16sp,-aes,-d32,-fp-armv8,-fp-armv8d16,-fp-armv8d16sp,-fp-armv8sp,-fp16,-fp16fml,-fullfp16,-neon,-sha2,-thumb-mode,-vfp3,-vfp3sp,-vfp4,-vfp4d16,-vfp4d16sp,-vfp4sp" }
attributes #11 = { mustprogress nofree nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+armv7-a,+dsp,+fp64,+read-tp-tpidruro,+vfp2,+vfp2sp,+vfp3d16,+vfp3d16sp,-aes,-d32,-fp-armv8,-fp-armv8d16,-fp-armv8d16sp,-fp-armv8sp,-fp16,-fp16fml,-fullfp16,-neon,-sha2,-thumb-mode,-vfp3,-vfp3sp,-vfp4,-vfp4d16,-vfp4d16sp,-vfp4sp" }
attributes #12 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #13 = { nounwind }
attributes #14 = { nounwind willreturn memory(read) }
attributes #15 = { allocsize(0,1) }
attributes #16 = { allocsize(0) }

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
!9 = !{!10, !10, i64 0}
!10 = !{!"p1 _ZTS8_IO_FILE", !8, i64 0}
!11 = !{!4, !4, i64 0}
!12 = !{!8, !8, i64 0}
!13 = !{!14, !7, i64 0}
!14 = !{!"", !7, i64 0, !3, i64 4, !3, i64 8}
!15 = distinct !{!15, !16}
!16 = !{!"llvm.loop.mustprogress"}
!17 = distinct !{!17, !16}
!18 = !{i64 0, i64 4, !6, i64 4, i64 4, !2, i64 8, i64 4, !2}
!19 = distinct !{!19, !16}
!20 = !{!14, !3, i64 8}
!21 = !{!14, !3, i64 4}
!22 = distinct !{!22, !16}
!23 = distinct !{!23, !16}
!24 = distinct !{!24, !16}
!25 = distinct !{!25, !16}
