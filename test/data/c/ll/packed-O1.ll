; of the source with SHA-256 a219e9a262802add360cdb8f8761086eb514c63774411aa42192f962776f210e
; ModuleID = 'packed.c'
source_filename = "packed.c"
target datalayout = "e-m:e-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64"
target triple = "armv7-unknown-none-eabihf"

%struct.Packed = type <{ i8, i32, i16, i64, float, double, i8 }>
%struct.Two = type <{ i8, i32, i8 }>
%struct.Header = type <{ i8, i8, i16, [2 x i32], [3 x %struct.anon] }>
%struct.anon = type <{ i8, i16 }>

@__const.main.p = private unnamed_addr constant %struct.Packed <{ i8 1, i32 287454020, i16 21862, i64 8613303245920329198, float 1.500000e+00, double -2.250000e+00, i8 -18 }>, align 1
@.str = private unnamed_addr constant [19 x i8] c"%d %d %d %d %d %d\0A\00", align 1
@.str.1 = private unnamed_addr constant [7 x i8] c"packed\00", align 1
@.str.2 = private unnamed_addr constant [8 x i8] c"changed\00", align 1
@.str.3 = private unnamed_addr constant [9 x i8] c"%g %llx\0A\00", align 1
@__const.main.t = private unnamed_addr constant [2 x %struct.Two] [%struct.Two <{ i8 1, i32 16909060, i8 0 }>, %struct.Two <{ i8 2, i32 -1599029040, i8 0 }>], align 2
@.str.4 = private unnamed_addr constant [7 x i8] c"%d %d\0A\00", align 1
@.str.5 = private unnamed_addr constant [4 x i8] c"two\00", align 1
@.str.6 = private unnamed_addr constant [10 x i8] c"%d %d %d\0A\00", align 1
@__const.main.h = private unnamed_addr constant %struct.Header <{ i8 84, i8 17, i16 40, [2 x i32] [i32 -1062731775, i32 2130706433], [3 x %struct.anon] [%struct.anon <{ i8 1, i16 -2 }>, %struct.anon <{ i8 3, i16 -400 }>, %struct.anon <{ i8 5, i16 600 }>] }>, align 1
@.str.7 = private unnamed_addr constant [7 x i8] c"header\00", align 1
@.str.8 = private unnamed_addr constant [19 x i8] c"%016llx %08x %04x\0A\00", align 1
@.str.9 = private unnamed_addr constant [4 x i8] c"%s:\00", align 1
@.str.10 = private unnamed_addr constant [6 x i8] c" %02x\00", align 1

; Function Attrs: nofree nounwind
define dso_local noundef i32 @main() local_unnamed_addr #0 {
  %1 = alloca %struct.Packed, align 4
  %2 = alloca <{ i8, i32, i16, i64 }>, align 4
  %3 = alloca <{ i8, i32, i16, i64 }>, align 4
  %4 = alloca <{ i8, i32, i16, i64 }>, align 4
  %5 = alloca %struct.Packed, align 4
  %6 = alloca [3 x %struct.Packed], align 1
  %7 = alloca [2 x %struct.Two], align 2
  %8 = alloca [24 x i8], align 1
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #4
  call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 4 dereferenceable(28) %5, ptr noundef nonnull align 1 dereferenceable(28) @__const.main.p, i32 28, i1 false)
  %9 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, i32 noundef 28, i32 noundef 1, i32 noundef 5, i32 noundef 7, i32 noundef 19, i32 noundef 27)
  %10 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.9, ptr noundef nonnull @.str.1)
  br label %11

11:                                               ; preds = %11, %0
  %12 = phi ptr [ %5, %0 ], [ %15, %11 ]
  %13 = phi i32 [ 28, %0 ], [ %14, %11 ]
  %14 = add nsw i32 %13, -1
  %15 = getelementptr inbounds nuw i8, ptr %12, i32 1
  %16 = load i8, ptr %12, align 1, !tbaa !6
  %17 = zext i8 %16 to i32
  %18 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.10, i32 noundef %17)
  %19 = icmp eq i32 %14, 0
  br i1 %19, label %20, label %11, !llvm.loop !7

20:                                               ; preds = %11
  %21 = tail call i32 @putchar(i32 noundef 10)
  %22 = load i32, ptr %5, align 4
  %23 = getelementptr inbounds nuw i8, ptr %5, i32 4
  %24 = load i32, ptr %23, align 4
  %25 = getelementptr inbounds nuw i8, ptr %5, i32 8
  %26 = load i32, ptr %25, align 4
  %27 = getelementptr inbounds nuw i8, ptr %5, i32 12
  %28 = load i24, ptr %27, align 4
  %29 = getelementptr inbounds nuw i8, ptr %5, i32 15
  %30 = load i8, ptr %29, align 1
  %31 = getelementptr inbounds nuw i8, ptr %5, i32 16
  %32 = load i24, ptr %31, align 4
  %33 = getelementptr inbounds nuw i8, ptr %5, i32 19
  %34 = load i8, ptr %33, align 1
  %35 = getelementptr inbounds nuw i8, ptr %5, i32 20
  %36 = load i32, ptr %35, align 4
  %37 = getelementptr inbounds nuw i8, ptr %5, i32 24
  %38 = load i24, ptr %37, align 4
  %39 = getelementptr inbounds nuw i8, ptr %5, i32 27
  %40 = load i8, ptr %39, align 1
  store i32 %22, ptr %4, align 4
  %41 = getelementptr inbounds nuw i8, ptr %4, i32 4
  store i32 %24, ptr %41, align 4
  %42 = getelementptr inbounds nuw i8, ptr %4, i32 8
  store i32 %26, ptr %42, align 4
  %43 = getelementptr inbounds nuw i8, ptr %4, i32 12
  store i24 %28, ptr %43, align 4
  %44 = zext i8 %30 to i32
  %45 = zext i24 %32 to i32
  %46 = shl nuw i32 %45, 8
  %47 = or disjoint i32 %46, %44
  %48 = bitcast i32 %47 to float
  %49 = zext i8 %34 to i64
  %50 = zext i32 %36 to i64
  %51 = shl nuw nsw i64 %50, 8
  %52 = or disjoint i64 %51, %49
  %53 = zext i24 %38 to i64
  %54 = shl nuw i64 %53, 40
  %55 = or disjoint i64 %52, %54
  %56 = bitcast i64 %55 to double
  %57 = load i8, ptr %4, align 4
  %58 = zext i8 %57 to i32
  %59 = getelementptr inbounds nuw i8, ptr %4, i32 1
  %60 = load i32, ptr %59, align 1
  %61 = add i32 %60, %58
  %62 = getelementptr inbounds nuw i8, ptr %4, i32 1
  store i32 %61, ptr %62, align 1
  %63 = getelementptr inbounds nuw i8, ptr %4, i32 5
  %64 = load i16, ptr %63, align 1
  %65 = add i16 %64, -1
  %66 = getelementptr inbounds nuw i8, ptr %4, i32 5
  store i16 %65, ptr %66, align 1
  %67 = getelementptr inbounds nuw i8, ptr %4, i32 7
  %68 = load i64, ptr %67, align 1
  %69 = mul i64 %68, 3
  %70 = getelementptr inbounds nuw i8, ptr %4, i32 7
  store i64 %69, ptr %70, align 1
  %71 = fmul float %48, 5.000000e-01
  %72 = fadd double %56, -5.000000e-01
  call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 4 dereferenceable(15) %5, ptr noundef nonnull align 4 dereferenceable(15) %4, i32 15, i1 false)
  %73 = getelementptr inbounds nuw i8, ptr %5, i32 15
  store float %71, ptr %73, align 1, !tbaa !10
  %74 = getelementptr inbounds nuw i8, ptr %5, i32 19
  store double %72, ptr %74, align 1, !tbaa !12
  %75 = getelementptr inbounds nuw i8, ptr %5, i32 27
  store i8 %40, ptr %75, align 1, !tbaa !6
  %76 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.9, ptr noundef nonnull @.str.2)
  br label %77

77:                                               ; preds = %77, %20
  %78 = phi ptr [ %5, %20 ], [ %81, %77 ]
  %79 = phi i32 [ 28, %20 ], [ %80, %77 ]
  %80 = add nsw i32 %79, -1
  %81 = getelementptr inbounds nuw i8, ptr %78, i32 1
  %82 = load i8, ptr %78, align 1, !tbaa !6
  %83 = zext i8 %82 to i32
  %84 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.10, i32 noundef %83)
  %85 = icmp eq i32 %80, 0
  br i1 %85, label %86, label %77, !llvm.loop !7

86:                                               ; preds = %77
  %87 = tail call i32 @putchar(i32 noundef 10)
  call void @llvm.lifetime.start.p0(ptr nonnull %6) #4
  call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 1 dereferenceable(28) %6, ptr noundef nonnull align 4 dereferenceable(28) %5, i32 28, i1 false), !tbaa.struct !14
  %88 = getelementptr inbounds nuw i8, ptr %6, i32 28
  %89 = load i32, ptr %5, align 4
  %90 = load i32, ptr %23, align 4
  %91 = load i32, ptr %25, align 4
  %92 = load i24, ptr %27, align 4
  %93 = load i8, ptr %29, align 1
  %94 = load i24, ptr %31, align 4
  %95 = load i8, ptr %33, align 1
  %96 = load i32, ptr %35, align 4
  %97 = load i24, ptr %37, align 4
  %98 = load i8, ptr %39, align 1
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store i32 %89, ptr %3, align 4, !noalias !19
  %99 = getelementptr inbounds nuw i8, ptr %3, i32 4
  store i32 %90, ptr %99, align 4, !noalias !19
  %100 = getelementptr inbounds nuw i8, ptr %3, i32 8
  store i32 %91, ptr %100, align 4, !noalias !19
  %101 = getelementptr inbounds nuw i8, ptr %3, i32 12
  store i24 %92, ptr %101, align 4
  %102 = zext i8 %93 to i32
  %103 = zext i24 %94 to i32
  %104 = shl nuw i32 %103, 8
  %105 = or disjoint i32 %104, %102
  %106 = bitcast i32 %105 to float
  %107 = zext i8 %95 to i64
  %108 = zext i32 %96 to i64
  %109 = shl nuw nsw i64 %108, 8
  %110 = or disjoint i64 %109, %107
  %111 = zext i24 %97 to i64
  %112 = shl nuw i64 %111, 40
  %113 = or disjoint i64 %110, %112
  %114 = bitcast i64 %113 to double
  %115 = load i8, ptr %3, align 4, !tbaa !22, !noalias !19
  %116 = zext i8 %115 to i32
  %117 = getelementptr inbounds nuw i8, ptr %3, i32 1
  %118 = load i32, ptr %117, align 1, !tbaa !24, !noalias !19
  %119 = add i32 %118, %116
  %120 = getelementptr inbounds nuw i8, ptr %3, i32 1
  store i32 %119, ptr %120, align 1, !tbaa !24, !noalias !19
  %121 = getelementptr inbounds nuw i8, ptr %3, i32 5
  %122 = load i16, ptr %121, align 1, !tbaa !25, !noalias !19
  %123 = add i16 %122, -1
  %124 = getelementptr inbounds nuw i8, ptr %3, i32 5
  store i16 %123, ptr %124, align 1, !tbaa !25, !noalias !19
  %125 = getelementptr inbounds nuw i8, ptr %3, i32 7
  %126 = load i64, ptr %125, align 1, !tbaa !26, !noalias !19
  %127 = mul i64 %126, 3
  %128 = getelementptr inbounds nuw i8, ptr %3, i32 7
  store i64 %127, ptr %128, align 1, !tbaa !26, !noalias !19
  %129 = fmul float %106, 5.000000e-01
  %130 = fadd double %114, -5.000000e-01
  call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 1 dereferenceable(15) %88, ptr noundef nonnull align 4 dereferenceable(15) %3, i32 15, i1 false), !tbaa.struct !14
  %131 = getelementptr inbounds nuw i8, ptr %6, i32 43
  store float %129, ptr %131, align 1, !tbaa !10
  %132 = getelementptr inbounds nuw i8, ptr %6, i32 47
  store double %130, ptr %132, align 1, !tbaa !12
  %133 = getelementptr inbounds nuw i8, ptr %6, i32 55
  store i8 %98, ptr %133, align 1, !tbaa !6
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %134 = getelementptr inbounds nuw i8, ptr %6, i32 56
  %135 = load i24, ptr %27, align 4
  %136 = load i24, ptr %31, align 4
  %137 = load i24, ptr %37, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store i32 %89, ptr %2, align 4, !noalias !27
  %138 = getelementptr inbounds nuw i8, ptr %2, i32 4
  store i32 %90, ptr %138, align 4, !noalias !27
  %139 = getelementptr inbounds nuw i8, ptr %2, i32 8
  store i32 %91, ptr %139, align 4, !noalias !27
  %140 = getelementptr inbounds nuw i8, ptr %2, i32 12
  store i24 %135, ptr %140, align 4
  %141 = zext i24 %136 to i32
  %142 = shl nuw i32 %141, 8
  %143 = or disjoint i32 %142, %102
  %144 = bitcast i32 %143 to float
  %145 = zext i24 %137 to i64
  %146 = shl nuw i64 %145, 40
  %147 = or disjoint i64 %146, %110
  %148 = bitcast i64 %147 to double
  %149 = load i8, ptr %2, align 4, !tbaa !22, !noalias !27
  %150 = zext i8 %149 to i32
  %151 = getelementptr inbounds nuw i8, ptr %2, i32 1
  %152 = load i32, ptr %151, align 1, !tbaa !24, !noalias !27
  %153 = add i32 %152, %150
  %154 = getelementptr inbounds nuw i8, ptr %2, i32 1
  store i32 %153, ptr %154, align 1, !tbaa !24, !noalias !27
  %155 = getelementptr inbounds nuw i8, ptr %2, i32 5
  %156 = load i16, ptr %155, align 1, !tbaa !25, !noalias !27
  %157 = add i16 %156, -1
  %158 = getelementptr inbounds nuw i8, ptr %2, i32 5
  store i16 %157, ptr %158, align 1, !tbaa !25, !noalias !27
  %159 = getelementptr inbounds nuw i8, ptr %2, i32 7
  %160 = load i64, ptr %159, align 1, !tbaa !26, !noalias !27
  %161 = mul i64 %160, 3
  %162 = getelementptr inbounds nuw i8, ptr %2, i32 7
  store i64 %161, ptr %162, align 1, !tbaa !26, !noalias !27
  %163 = fmul float %144, 5.000000e-01
  %164 = fadd double %148, -5.000000e-01
  %165 = load i32, ptr %2, align 4
  %166 = getelementptr inbounds nuw i8, ptr %2, i32 4
  %167 = load i32, ptr %166, align 4
  %168 = getelementptr inbounds nuw i8, ptr %2, i32 8
  %169 = load i32, ptr %168, align 4
  %170 = getelementptr inbounds nuw i8, ptr %2, i32 12
  %171 = load i24, ptr %170, align 4
  %172 = bitcast float %163 to i32
  %173 = bitcast double %164 to i64
  %174 = trunc i64 %173 to i32
  %175 = lshr i64 %173, 8
  %176 = trunc i64 %175 to i32
  %177 = lshr i64 %173, 40
  %178 = trunc nuw nsw i64 %177 to i32
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  %179 = shl i32 %172, 24
  %180 = zext i24 %171 to i32
  %181 = or disjoint i32 %179, %180
  %182 = tail call i32 @llvm.fshl.i32(i32 %174, i32 %172, i32 24)
  %183 = zext i8 %98 to i32
  %184 = shl nuw i32 %183, 24
  %185 = or disjoint i32 %184, %178
  call void @llvm.lifetime.start.p0(ptr nonnull %1)
  store i32 %165, ptr %1, align 4, !noalias !30
  %186 = getelementptr inbounds nuw i8, ptr %1, i32 4
  store i32 %167, ptr %186, align 4, !noalias !30
  %187 = getelementptr inbounds nuw i8, ptr %1, i32 8
  store i32 %169, ptr %187, align 4, !noalias !30
  %188 = getelementptr inbounds nuw i8, ptr %1, i32 12
  store i32 %181, ptr %188, align 4, !noalias !30
  %189 = getelementptr inbounds nuw i8, ptr %1, i32 16
  store i32 %182, ptr %189, align 4, !noalias !30
  %190 = getelementptr inbounds nuw i8, ptr %1, i32 20
  store i32 %176, ptr %190, align 4, !noalias !30
  %191 = getelementptr inbounds nuw i8, ptr %1, i32 24
  store i32 %185, ptr %191, align 4, !noalias !30
  %192 = load i8, ptr %1, align 4, !tbaa !22, !noalias !30
  %193 = zext i8 %192 to i32
  %194 = getelementptr inbounds nuw i8, ptr %1, i32 1
  %195 = load i32, ptr %194, align 1, !tbaa !24, !noalias !30
  %196 = add i32 %195, %193
  %197 = getelementptr inbounds nuw i8, ptr %1, i32 1
  store i32 %196, ptr %197, align 1, !tbaa !24, !noalias !30
  %198 = getelementptr inbounds nuw i8, ptr %1, i32 5
  %199 = load i16, ptr %198, align 1, !tbaa !25, !noalias !30
  %200 = add i16 %199, -1
  %201 = getelementptr inbounds nuw i8, ptr %1, i32 5
  store i16 %200, ptr %201, align 1, !tbaa !25, !noalias !30
  %202 = getelementptr inbounds nuw i8, ptr %1, i32 7
  %203 = load i64, ptr %202, align 1, !tbaa !26, !noalias !30
  %204 = mul i64 %203, 3
  %205 = getelementptr inbounds nuw i8, ptr %1, i32 7
  store i64 %204, ptr %205, align 1, !tbaa !26, !noalias !30
  %206 = getelementptr inbounds nuw i8, ptr %1, i32 15
  %207 = load float, ptr %206, align 1, !tbaa !33, !noalias !30
  %208 = fmul float %207, 5.000000e-01
  %209 = getelementptr inbounds nuw i8, ptr %1, i32 15
  store float %208, ptr %209, align 1, !tbaa !33, !noalias !30
  %210 = getelementptr inbounds nuw i8, ptr %1, i32 19
  %211 = load double, ptr %210, align 1, !tbaa !34, !noalias !30
  %212 = fadd double %211, -5.000000e-01
  %213 = getelementptr inbounds nuw i8, ptr %1, i32 19
  store double %212, ptr %213, align 1, !tbaa !34, !noalias !30
  call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 1 dereferenceable(28) %134, ptr noundef nonnull align 4 dereferenceable(28) %1, i32 28, i1 false), !tbaa.struct !14
  call void @llvm.lifetime.end.p0(ptr nonnull %1)
  br label %246

214:                                              ; preds = %246
  %215 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.3, double noundef %257, i64 noundef %264)
  call void @llvm.lifetime.start.p0(ptr nonnull %7) #4
  call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 2 dereferenceable(12) %7, ptr noundef nonnull align 2 dereferenceable(12) @__const.main.t, i32 12, i1 false)
  %216 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.4, i32 noundef 6, i32 noundef 2)
  %217 = getelementptr inbounds nuw i8, ptr %7, i32 7
  %218 = load i32, ptr %217, align 1, !tbaa !35
  %219 = lshr i32 %218, 4
  store i32 %219, ptr %217, align 1, !tbaa !35
  %220 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.9, ptr noundef nonnull @.str.5)
  br label %221

221:                                              ; preds = %221, %214
  %222 = phi ptr [ %217, %214 ], [ %225, %221 ]
  %223 = phi i32 [ 4, %214 ], [ %224, %221 ]
  %224 = add nsw i32 %223, -1
  %225 = getelementptr inbounds nuw i8, ptr %222, i32 1
  %226 = load i8, ptr %222, align 1, !tbaa !6
  %227 = zext i8 %226 to i32
  %228 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.10, i32 noundef %227)
  %229 = icmp eq i32 %224, 0
  br i1 %229, label %230, label %221, !llvm.loop !7

230:                                              ; preds = %221
  %231 = tail call i32 @putchar(i32 noundef 10)
  %232 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.6, i32 noundef 32, i32 noundef 16, i32 noundef 0)
  %233 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.9, ptr noundef nonnull @.str.7)
  br label %234

234:                                              ; preds = %234, %230
  %235 = phi ptr [ @__const.main.h, %230 ], [ %238, %234 ]
  %236 = phi i32 [ 21, %230 ], [ %237, %234 ]
  %237 = add nsw i32 %236, -1
  %238 = getelementptr inbounds nuw i8, ptr %235, i32 1
  %239 = load i8, ptr %235, align 1, !tbaa !6
  %240 = zext i8 %239 to i32
  %241 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.10, i32 noundef %240)
  %242 = icmp eq i32 %237, 0
  br i1 %242, label %243, label %234, !llvm.loop !7

243:                                              ; preds = %234
  %244 = tail call i32 @putchar(i32 noundef 10)
  %245 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.6, i32 noundef 21, i32 noundef -3465, i32 noundef 69)
  call void @llvm.lifetime.start.p0(ptr nonnull %8) #4
  br label %267

246:                                              ; preds = %86, %246
  %247 = phi double [ 0.000000e+00, %86 ], [ %257, %246 ]
  %248 = phi i64 [ 0, %86 ], [ %264, %246 ]
  %249 = phi i32 [ 0, %86 ], [ %265, %246 ]
  %250 = getelementptr inbounds nuw %struct.Packed, ptr %6, i32 %249
  %251 = getelementptr inbounds nuw i8, ptr %250, i32 19
  %252 = load double, ptr %251, align 1, !tbaa !34
  %253 = getelementptr inbounds nuw i8, ptr %250, i32 15
  %254 = load float, ptr %253, align 1, !tbaa !33
  %255 = fpext float %254 to double
  %256 = fadd double %252, %255
  %257 = fadd double %247, %256
  %258 = getelementptr inbounds nuw i8, ptr %250, i32 7
  %259 = load i64, ptr %258, align 1, !tbaa !26
  %260 = getelementptr inbounds nuw i8, ptr %250, i32 1
  %261 = load i32, ptr %260, align 1, !tbaa !24
  %262 = zext i32 %261 to i64
  %263 = xor i64 %259, %262
  %264 = add i64 %263, %248
  %265 = add nuw nsw i32 %249, 1
  %266 = icmp eq i32 %265, 3
  br i1 %266, label %214, label %246, !llvm.loop !37

267:                                              ; preds = %243, %267
  %268 = phi i32 [ 0, %243 ], [ %272, %267 ]
  %269 = trunc nuw nsw i32 %268 to i8
  %270 = mul i8 %269, 17
  %271 = getelementptr inbounds nuw i8, ptr %8, i32 %268
  store i8 %270, ptr %271, align 1, !tbaa !6
  %272 = add nuw nsw i32 %268, 1
  %273 = icmp eq i32 %272, 24
  br i1 %273, label %275, label %267, !llvm.loop !38

274:                                              ; preds = %275
  call void @llvm.lifetime.end.p0(ptr nonnull %8) #4
  call void @llvm.lifetime.end.p0(ptr nonnull %7) #4
  call void @llvm.lifetime.end.p0(ptr nonnull %6) #4
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #4
  ret i32 0

275:                                              ; preds = %267, %275
  %276 = phi i32 [ %287, %275 ], [ 0, %267 ]
  %277 = uitofp nneg i32 %276 to double
  %278 = getelementptr inbounds nuw i8, ptr %8, i32 %276
  %279 = load i64, ptr %278, align 1
  %280 = getelementptr inbounds nuw i8, ptr %278, i32 1
  %281 = load i32, ptr %280, align 1
  %282 = getelementptr inbounds nuw i8, ptr %278, i32 2
  %283 = load i16, ptr %282, align 1
  %284 = zext i16 %283 to i32
  %285 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.8, i64 noundef %279, i32 noundef %281, i32 noundef %284)
  %286 = getelementptr inbounds nuw i8, ptr %278, i32 3
  store double %277, ptr %286, align 1
  %287 = add nuw nsw i32 %276, 1
  %288 = icmp eq i32 %287, 9
  br i1 %288, label %274, label %275, !llvm.loop !39
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i32(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i32, i1 immarg) #2

; Function Attrs: nofree nounwind
declare dso_local noundef i32 @printf(ptr noundef readonly captures(none), ...) local_unnamed_addr #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

; Function Attrs: nofree nounwind
declare dso_local noundef i32 @putchar(i32 noundef) local_unnamed_addr #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.fshl.i32(i32, i32, i32) #3

attributes #0 = { nofree nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+armv7-a,+dsp,+fp64,+read-tp-tpidruro,+vfp2,+vfp2sp,+vfp3d16,+vfp3d16sp,-aes,-d32,-fp-armv8,-fp-armv8d16,-fp-armv8d16sp,-fp-armv8sp,-fp16,-fp16fml,-fullfp16,-neon,-sha2,-thumb-mode,-vfp3,-vfp3sp,-vfp4,-vfp4d16,-vfp4d16sp,-vfp4sp" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { nounwind }

!llvm.module.flags = !{!0, !1}
!llvm.errno.tbaa = !{!2}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 1, !"min_enum_size", i32 4}
!2 = !{!3, !3, i64 0}
!3 = !{!"int", !4, i64 0}
!4 = !{!"omnipotent char", !5, i64 0}
!5 = !{!"Simple C/C++ TBAA"}
!6 = !{!4, !4, i64 0}
!7 = distinct !{!7, !8, !9}
!8 = !{!"llvm.loop.mustprogress"}
!9 = !{!"llvm.loop.unroll.disable"}
!10 = !{!11, !11, i64 0}
!11 = !{!"float", !4, i64 0}
!12 = !{!13, !13, i64 0}
!13 = !{!"double", !4, i64 0}
!14 = !{i64 0, i64 1, !6, i64 1, i64 4, !2, i64 5, i64 2, !15, i64 7, i64 8, !17, i64 15, i64 4, !10, i64 19, i64 8, !12, i64 27, i64 1, !6}
!15 = !{!16, !16, i64 0}
!16 = !{!"short", !4, i64 0}
!17 = !{!18, !18, i64 0}
!18 = !{!"long long", !4, i64 0}
!19 = !{!20}
!20 = distinct !{!20, !21, !"change: argument 0"}
!21 = distinct !{!21, !"change"}
!22 = !{!23, !4, i64 0}
!23 = !{!"", !4, i64 0, !3, i64 1, !16, i64 5, !18, i64 7, !11, i64 15, !13, i64 19, !4, i64 27}
!24 = !{!23, !3, i64 1}
!25 = !{!23, !16, i64 5}
!26 = !{!23, !18, i64 7}
!27 = !{!28}
!28 = distinct !{!28, !29, !"change: argument 0"}
!29 = distinct !{!29, !"change"}
!30 = !{!31}
!31 = distinct !{!31, !32, !"change: argument 0"}
!32 = distinct !{!32, !"change"}
!33 = !{!23, !11, i64 15}
!34 = !{!23, !13, i64 19}
!35 = !{!36, !3, i64 1}
!36 = !{!"", !4, i64 0, !3, i64 1}
!37 = distinct !{!37, !8, !9}
!38 = distinct !{!38, !8, !9}
!39 = distinct !{!39, !8, !9}
