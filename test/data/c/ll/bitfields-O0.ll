; of the source with SHA-256 98b9f445829d97f774741eb34f4cbe54245d9aa980d13582817abdaf731e8e6b
; ModuleID = 'bitfields.c'
source_filename = "bitfields.c"
target datalayout = "e-m:e-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64"
target triple = "armv7-unknown-none-eabihf"

%struct.Word = type { i32 }
%struct.Signed = type { i32 }
%struct.Small = type { i32 }
%struct.Long = type { i64, i64 }
%struct.Gaps = type { i8, [3 x i8], i16, i32, i8 }
%struct.Flag = type { i32 }
%struct.Tagged = type { i32 }

@.str = private unnamed_addr constant [24 x i8] c"%u %u %u %u %u %u %08x\0A\00", align 1
@.str.1 = private unnamed_addr constant [19 x i8] c"%d %d %d %d %d %d\0A\00", align 1
@.str.2 = private unnamed_addr constant [13 x i8] c"%d %d %d %d\0A\00", align 1
@.str.3 = private unnamed_addr constant [23 x i8] c"%d %d %d %d, %d bytes\0A\00", align 1
@.str.4 = private unnamed_addr constant [26 x i8] c"%llx %llx %llx %lld %08x\0A\00", align 1
@.str.5 = private unnamed_addr constant [29 x i8] c"%u %u %x %c, %d bytes, %08x\0A\00", align 1
@__const.main.f = private unnamed_addr constant { i8, i8, i8, i8 } { i8 15, i8 0, i8 0, i8 0 }, align 4
@.str.6 = private unnamed_addr constant [7 x i8] c"%d %u\0A\00", align 1
@__const.main.t = private unnamed_addr constant { i8, i8, i8, i8 } { i8 2, i8 0, i8 0, i8 -128 }, align 4
@.str.7 = private unnamed_addr constant [7 x i8] c"%d %d\0A\00", align 1
@main.constants = internal constant [3 x { i8, i8, i8, i8 }] [{ i8, i8, i8, i8 } { i8 29, i8 41, i8 24, i8 0 }, { i8, i8, i8, i8 } { i8 -46, i8 -1, i8 -1, i8 -1 }, { i8, i8, i8, i8 } { i8 0, i8 0, i8 -116, i8 1 }], align 4
@.str.8 = private unnamed_addr constant [4 x i8] c"%u\0A\00", align 1

; Function Attrs: noinline nounwind optnone
define dso_local i32 @main() #0 {
  %1 = alloca i32, align 4
  %2 = alloca %struct.Word, align 4
  %3 = alloca i32, align 4
  %4 = alloca %struct.Word, align 4
  %5 = alloca %struct.Signed, align 4
  %6 = alloca i32, align 4
  %7 = alloca %struct.Small, align 2
  %8 = alloca %struct.Long, align 8
  %9 = alloca %struct.Gaps, align 4
  %10 = alloca %struct.Flag, align 4
  %11 = alloca %struct.Tagged, align 4
  %12 = alloca i32, align 4
  %13 = alloca i32, align 4
  store i32 0, ptr %1, align 4
  call void @llvm.memset.p0.i32(ptr align 4 %2, i8 0, i32 4, i1 false)
  store i32 0, ptr %3, align 4
  br label %14

14:                                               ; preds = %41, %0
  %15 = load i32, ptr %3, align 4
  %16 = icmp slt i32 %15, 5
  br i1 %16, label %17, label %44

17:                                               ; preds = %14
  %18 = load i32, ptr %3, align 4
  %19 = getelementptr inbounds nuw %struct.Word, ptr %2, i32 0, i32 0
  %20 = load [1 x i32], ptr %19, align 4
  %21 = call i32 @change([1 x i32] %20, i32 noundef %18)
  %22 = getelementptr inbounds nuw %struct.Word, ptr %4, i32 0, i32 0
  store i32 %21, ptr %22, align 4
  call void @llvm.memcpy.p0.p0.i32(ptr align 4 %2, ptr align 4 %4, i32 4, i1 false)
  %23 = load i32, ptr %2, align 4
  %24 = and i32 %23, 1
  %25 = load i32, ptr %2, align 4
  %26 = lshr i32 %25, 1
  %27 = and i32 %26, 3
  %28 = load i32, ptr %2, align 4
  %29 = lshr i32 %28, 3
  %30 = and i32 %29, 7
  %31 = load i32, ptr %2, align 4
  %32 = lshr i32 %31, 6
  %33 = and i32 %32, 31
  %34 = load i32, ptr %2, align 4
  %35 = lshr i32 %34, 11
  %36 = and i32 %35, 127
  %37 = load i32, ptr %2, align 4
  %38 = lshr i32 %37, 18
  %39 = call i32 @checksum(ptr noundef %2, i32 noundef 4)
  %40 = call i32 (ptr, ...) @printf(ptr noundef @.str, i32 noundef %24, i32 noundef %27, i32 noundef %30, i32 noundef %33, i32 noundef %36, i32 noundef %38, i32 noundef %39)
  br label %41

41:                                               ; preds = %17
  %42 = load i32, ptr %3, align 4
  %43 = add nsw i32 %42, 1
  store i32 %43, ptr %3, align 4
  br label %14, !llvm.loop !2

44:                                               ; preds = %14
  call void @llvm.memset.p0.i32(ptr align 4 %5, i8 0, i32 4, i1 false)
  %45 = load i32, ptr %5, align 4
  %46 = and i32 %45, -2
  %47 = or i32 %46, 1
  store i32 %47, ptr %5, align 4
  %48 = load i32, ptr %5, align 4
  %49 = and i32 %48, -7
  %50 = or i32 %49, 2
  store i32 %50, ptr %5, align 4
  %51 = load i32, ptr %5, align 4
  %52 = and i32 %51, -57
  %53 = or i32 %52, 32
  store i32 %53, ptr %5, align 4
  %54 = load i32, ptr %5, align 4
  %55 = and i32 %54, -1985
  %56 = or i32 %55, 960
  store i32 %56, ptr %5, align 4
  %57 = load i32, ptr %5, align 4
  %58 = and i32 %57, -260097
  %59 = or i32 %58, 131072
  store i32 %59, ptr %5, align 4
  %60 = load i32, ptr %5, align 4
  %61 = and i32 %60, 262143
  %62 = or i32 %61, 2147221504
  store i32 %62, ptr %5, align 4
  %63 = load i32, ptr %5, align 4
  %64 = shl i32 %63, 31
  %65 = ashr i32 %64, 31
  %66 = load i32, ptr %5, align 4
  %67 = shl i32 %66, 29
  %68 = ashr i32 %67, 30
  %69 = load i32, ptr %5, align 4
  %70 = shl i32 %69, 26
  %71 = ashr i32 %70, 29
  %72 = load i32, ptr %5, align 4
  %73 = shl i32 %72, 21
  %74 = ashr i32 %73, 27
  %75 = load i32, ptr %5, align 4
  %76 = shl i32 %75, 14
  %77 = ashr i32 %76, 25
  %78 = load i32, ptr %5, align 4
  %79 = ashr i32 %78, 18
  %80 = call i32 (ptr, ...) @printf(ptr noundef @.str.1, i32 noundef %65, i32 noundef %68, i32 noundef %71, i32 noundef %74, i32 noundef %77, i32 noundef %79)
  store volatile i32 74565, ptr %6, align 4
  %81 = load volatile i32, ptr %6, align 4
  %82 = load i32, ptr %5, align 4
  %83 = and i32 %81, 7
  %84 = shl i32 %83, 3
  %85 = and i32 %82, -57
  %86 = or i32 %85, %84
  store i32 %86, ptr %5, align 4
  %87 = shl i32 %83, 29
  %88 = ashr i32 %87, 29
  %89 = load volatile i32, ptr %6, align 4
  %90 = ashr i32 %89, 1
  %91 = load i32, ptr %5, align 4
  %92 = and i32 %90, 31
  %93 = shl i32 %92, 6
  %94 = and i32 %91, -1985
  %95 = or i32 %94, %93
  store i32 %95, ptr %5, align 4
  %96 = shl i32 %92, 27
  %97 = ashr i32 %96, 27
  %98 = load volatile i32, ptr %6, align 4
  %99 = sub nsw i32 0, %98
  %100 = load i32, ptr %5, align 4
  %101 = and i32 %99, 127
  %102 = shl i32 %101, 11
  %103 = and i32 %100, -260097
  %104 = or i32 %103, %102
  store i32 %104, ptr %5, align 4
  %105 = shl i32 %101, 25
  %106 = ashr i32 %105, 25
  %107 = load i32, ptr %5, align 4
  %108 = ashr i32 %107, 18
  %109 = add nsw i32 %108, 1
  %110 = load i32, ptr %5, align 4
  %111 = and i32 %109, 16383
  %112 = shl i32 %111, 18
  %113 = and i32 %110, 262143
  %114 = or i32 %113, %112
  store i32 %114, ptr %5, align 4
  %115 = shl i32 %111, 18
  %116 = ashr i32 %115, 18
  %117 = load i32, ptr %5, align 4
  %118 = shl i32 %117, 26
  %119 = ashr i32 %118, 29
  %120 = load i32, ptr %5, align 4
  %121 = shl i32 %120, 21
  %122 = ashr i32 %121, 27
  %123 = load i32, ptr %5, align 4
  %124 = shl i32 %123, 14
  %125 = ashr i32 %124, 25
  %126 = load i32, ptr %5, align 4
  %127 = ashr i32 %126, 18
  %128 = call i32 (ptr, ...) @printf(ptr noundef @.str.2, i32 noundef %119, i32 noundef %122, i32 noundef %125, i32 noundef %127)
  call void @llvm.memset.p0.i32(ptr align 2 %7, i8 0, i32 4, i1 false)
  %129 = load i32, ptr %7, align 2
  %130 = and i32 %129, -8
  %131 = or i32 %130, 5
  store i32 %131, ptr %7, align 2
  %132 = load i32, ptr %7, align 2
  %133 = and i32 %132, -16129
  %134 = or i32 %133, 16128
  store i32 %134, ptr %7, align 2
  %135 = load i32, ptr %7, align 2
  %136 = and i32 %135, -8323073
  %137 = or i32 %136, 6553600
  store i32 %137, ptr %7, align 2
  %138 = load i32, ptr %7, align 2
  %139 = and i32 %138, 8388607
  %140 = or i32 %139, -1778384896
  store i32 %140, ptr %7, align 2
  %141 = load i32, ptr %7, align 2
  %142 = and i32 %141, 7
  %143 = trunc i32 %142 to i8
  %144 = zext i8 %143 to i32
  %145 = add nsw i32 %144, 4
  %146 = trunc i32 %145 to i8
  %147 = zext i8 %146 to i32
  %148 = load i32, ptr %7, align 2
  %149 = and i32 %147, 7
  %150 = and i32 %148, -8
  %151 = or i32 %150, %149
  store i32 %151, ptr %7, align 2
  %152 = trunc i32 %149 to i8
  %153 = load i32, ptr %7, align 2
  %154 = lshr i32 %153, 8
  %155 = and i32 %154, 63
  %156 = trunc i32 %155 to i8
  %157 = zext i8 %156 to i32
  %158 = sub nsw i32 %157, 60
  %159 = trunc i32 %158 to i8
  %160 = zext i8 %159 to i32
  %161 = load i32, ptr %7, align 2
  %162 = and i32 %160, 63
  %163 = shl i32 %162, 8
  %164 = and i32 %161, -16129
  %165 = or i32 %164, %163
  store i32 %165, ptr %7, align 2
  %166 = trunc i32 %162 to i8
  %167 = load i32, ptr %7, align 2
  %168 = lshr i32 %167, 23
  %169 = trunc i32 %168 to i16
  %170 = zext i16 %169 to i32
  %171 = xor i32 %170, 511
  %172 = trunc i32 %171 to i16
  %173 = zext i16 %172 to i32
  %174 = load i32, ptr %7, align 2
  %175 = and i32 %173, 511
  %176 = shl i32 %175, 23
  %177 = and i32 %174, 8388607
  %178 = or i32 %177, %176
  store i32 %178, ptr %7, align 2
  %179 = trunc i32 %175 to i16
  %180 = load i32, ptr %7, align 2
  %181 = and i32 %180, 7
  %182 = trunc i32 %181 to i8
  %183 = zext i8 %182 to i32
  %184 = load i32, ptr %7, align 2
  %185 = lshr i32 %184, 8
  %186 = and i32 %185, 63
  %187 = trunc i32 %186 to i8
  %188 = zext i8 %187 to i32
  %189 = load i32, ptr %7, align 2
  %190 = lshr i32 %189, 16
  %191 = and i32 %190, 127
  %192 = trunc i32 %191 to i8
  %193 = zext i8 %192 to i32
  %194 = load i32, ptr %7, align 2
  %195 = lshr i32 %194, 23
  %196 = trunc i32 %195 to i16
  %197 = zext i16 %196 to i32
  %198 = call i32 (ptr, ...) @printf(ptr noundef @.str.3, i32 noundef %183, i32 noundef %188, i32 noundef %193, i32 noundef %197, i32 noundef 4)
  call void @llvm.memset.p0.i32(ptr align 8 %8, i8 0, i32 16, i1 false)
  %199 = load i64, ptr %8, align 8
  %200 = and i64 %199, -1048576
  %201 = or i64 %200, 1048575
  store i64 %201, ptr %8, align 8
  %202 = load i64, ptr %8, align 8
  %203 = and i64 %202, -9007199253692417
  %204 = or i64 %203, 9007199253692416
  store i64 %204, ptr %8, align 8
  %205 = load i64, ptr %8, align 8
  %206 = and i64 %205, 9007199254740991
  %207 = or i64 %206, -6151917090988097536
  store i64 %207, ptr %8, align 8
  %208 = getelementptr inbounds nuw %struct.Long, ptr %8, i32 0, i32 1
  %209 = load i64, ptr %208, align 8
  %210 = and i64 %209, -1099511627776
  %211 = or i64 %210, 549755813888
  store i64 %211, ptr %208, align 8
  %212 = load i64, ptr %8, align 8
  %213 = lshr i64 %212, 20
  %214 = and i64 %213, 8589934591
  %215 = sub i64 %214, 4886718345
  %216 = load i64, ptr %8, align 8
  %217 = and i64 %215, 8589934591
  %218 = shl i64 %217, 20
  %219 = and i64 %216, -9007199253692417
  %220 = or i64 %219, %218
  store i64 %220, ptr %8, align 8
  %221 = load i64, ptr %8, align 8
  %222 = and i64 %221, 1048575
  %223 = trunc i64 %222 to i32
  %224 = add nsw i32 %223, 2
  %225 = sext i32 %224 to i64
  %226 = load i64, ptr %8, align 8
  %227 = and i64 %225, 1048575
  %228 = and i64 %226, -1048576
  %229 = or i64 %228, %227
  store i64 %229, ptr %8, align 8
  %230 = getelementptr inbounds nuw %struct.Long, ptr %8, i32 0, i32 1
  %231 = load i64, ptr %230, align 8
  %232 = shl i64 %231, 24
  %233 = ashr i64 %232, 24
  %234 = add nsw i64 %233, 5
  %235 = load i64, ptr %230, align 8
  %236 = and i64 %234, 1099511627775
  %237 = and i64 %235, -1099511627776
  %238 = or i64 %237, %236
  store i64 %238, ptr %230, align 8
  %239 = shl i64 %236, 24
  %240 = ashr i64 %239, 24
  %241 = load i64, ptr %8, align 8
  %242 = and i64 %241, 1048575
  %243 = load i64, ptr %8, align 8
  %244 = lshr i64 %243, 20
  %245 = and i64 %244, 8589934591
  %246 = load i64, ptr %8, align 8
  %247 = lshr i64 %246, 53
  %248 = getelementptr inbounds nuw %struct.Long, ptr %8, i32 0, i32 1
  %249 = load i64, ptr %248, align 8
  %250 = shl i64 %249, 24
  %251 = ashr i64 %250, 24
  %252 = call i32 @checksum(ptr noundef %8, i32 noundef 16)
  %253 = call i32 (ptr, ...) @printf(ptr noundef @.str.4, i64 noundef %242, i64 noundef %245, i64 noundef %247, i64 noundef %251, i32 noundef %252)
  call void @llvm.memset.p0.i32(ptr align 4 %9, i8 -1, i32 16, i1 false)
  %254 = load i8, ptr %9, align 4
  %255 = and i8 %254, -16
  %256 = or i8 %255, 3
  store i8 %256, ptr %9, align 4
  %257 = getelementptr inbounds nuw %struct.Gaps, ptr %9, i32 0, i32 2
  %258 = load i16, ptr %257, align 4
  %259 = and i16 %258, -16
  %260 = or i16 %259, 9
  store i16 %260, ptr %257, align 4
  %261 = getelementptr inbounds nuw %struct.Gaps, ptr %9, i32 0, i32 3
  %262 = load i32, ptr %261, align 4
  %263 = and i32 %262, -1073741824
  %264 = or i32 %263, 715827882
  store i32 %264, ptr %261, align 4
  %265 = getelementptr inbounds nuw %struct.Gaps, ptr %9, i32 0, i32 4
  store i8 122, ptr %265, align 4
  %266 = load i8, ptr %9, align 4
  %267 = and i8 %266, 15
  %268 = zext i8 %267 to i32
  %269 = getelementptr inbounds nuw %struct.Gaps, ptr %9, i32 0, i32 2
  %270 = load i16, ptr %269, align 4
  %271 = and i16 %270, 15
  %272 = zext i16 %271 to i32
  %273 = getelementptr inbounds nuw %struct.Gaps, ptr %9, i32 0, i32 3
  %274 = load i32, ptr %273, align 4
  %275 = and i32 %274, 1073741823
  %276 = getelementptr inbounds nuw %struct.Gaps, ptr %9, i32 0, i32 4
  %277 = load i8, ptr %276, align 4
  %278 = sext i8 %277 to i32
  %279 = call i32 @checksum(ptr noundef %9, i32 noundef 16)
  %280 = call i32 (ptr, ...) @printf(ptr noundef @.str.5, i32 noundef %268, i32 noundef %272, i32 noundef %275, i32 noundef %278, i32 noundef 16, i32 noundef %279)
  call void @llvm.memcpy.p0.p0.i32(ptr align 4 %10, ptr align 4 @__const.main.f, i32 4, i1 false)
  %281 = load i32, ptr %10, align 4
  %282 = lshr i32 %281, 1
  %283 = add i32 %282, -1
  %284 = load i32, ptr %10, align 4
  %285 = and i32 %283, 2147483647
  %286 = shl i32 %285, 1
  %287 = and i32 %284, 1
  %288 = or i32 %287, %286
  store i32 %288, ptr %10, align 4
  %289 = load i32, ptr %10, align 4
  %290 = lshr i32 %289, 1
  %291 = sub nsw i32 %290, 10
  %292 = load i32, ptr %10, align 4
  %293 = and i32 %291, 2147483647
  %294 = shl i32 %293, 1
  %295 = and i32 %292, 1
  %296 = or i32 %295, %294
  store i32 %296, ptr %10, align 4
  %297 = load i32, ptr %10, align 4
  %298 = and i32 %297, 1
  %299 = trunc i32 %298 to i1
  %300 = zext i1 %299 to i32
  %301 = load i32, ptr %10, align 4
  %302 = lshr i32 %301, 1
  %303 = call i32 (ptr, ...) @printf(ptr noundef @.str.6, i32 noundef %300, i32 noundef %302)
  call void @llvm.memcpy.p0.p0.i32(ptr align 4 %11, ptr align 4 @__const.main.t, i32 4, i1 false)
  %304 = load i32, ptr %11, align 4
  %305 = and i32 %304, 7
  %306 = icmp eq i32 %305, 2
  %307 = zext i1 %306 to i64
  %308 = select i1 %306, i32 -1, i32 1
  %309 = load i32, ptr %11, align 4
  %310 = ashr i32 %309, 3
  %311 = sub nsw i32 %310, %308
  %312 = load i32, ptr %11, align 4
  %313 = and i32 %311, 536870911
  %314 = shl i32 %313, 3
  %315 = and i32 %312, 7
  %316 = or i32 %315, %314
  store i32 %316, ptr %11, align 4
  %317 = shl i32 %313, 3
  %318 = ashr i32 %317, 3
  %319 = load i32, ptr %11, align 4
  %320 = and i32 %319, 7
  %321 = load i32, ptr %11, align 4
  %322 = ashr i32 %321, 3
  %323 = call i32 (ptr, ...) @printf(ptr noundef @.str.7, i32 noundef %320, i32 noundef %322)
  store i32 0, ptr %12, align 4
  store i32 0, ptr %13, align 4
  br label %324

324:                                              ; preds = %364, %44
  %325 = load i32, ptr %13, align 4
  %326 = icmp slt i32 %325, 3
  br i1 %326, label %327, label %367

327:                                              ; preds = %324
  %328 = load i32, ptr %12, align 4
  %329 = mul i32 %328, 7
  %330 = load i32, ptr %13, align 4
  %331 = getelementptr inbounds [3 x %struct.Word], ptr @main.constants, i32 0, i32 %330
  %332 = load i32, ptr %331, align 4
  %333 = and i32 %332, 1
  %334 = add i32 %329, %333
  %335 = load i32, ptr %13, align 4
  %336 = getelementptr inbounds [3 x %struct.Word], ptr @main.constants, i32 0, i32 %335
  %337 = load i32, ptr %336, align 4
  %338 = lshr i32 %337, 1
  %339 = and i32 %338, 3
  %340 = add i32 %334, %339
  %341 = load i32, ptr %13, align 4
  %342 = getelementptr inbounds [3 x %struct.Word], ptr @main.constants, i32 0, i32 %341
  %343 = load i32, ptr %342, align 4
  %344 = lshr i32 %343, 3
  %345 = and i32 %344, 7
  %346 = add i32 %340, %345
  %347 = load i32, ptr %13, align 4
  %348 = getelementptr inbounds [3 x %struct.Word], ptr @main.constants, i32 0, i32 %347
  %349 = load i32, ptr %348, align 4
  %350 = lshr i32 %349, 6
  %351 = and i32 %350, 31
  %352 = add i32 %346, %351
  %353 = load i32, ptr %13, align 4
  %354 = getelementptr inbounds [3 x %struct.Word], ptr @main.constants, i32 0, i32 %353
  %355 = load i32, ptr %354, align 4
  %356 = lshr i32 %355, 11
  %357 = and i32 %356, 127
  %358 = add i32 %352, %357
  %359 = load i32, ptr %13, align 4
  %360 = getelementptr inbounds [3 x %struct.Word], ptr @main.constants, i32 0, i32 %359
  %361 = load i32, ptr %360, align 4
  %362 = lshr i32 %361, 18
  %363 = add i32 %358, %362
  store i32 %363, ptr %12, align 4
  br label %364

364:                                              ; preds = %327
  %365 = load i32, ptr %13, align 4
  %366 = add nsw i32 %365, 1
  store i32 %366, ptr %13, align 4
  br label %324, !llvm.loop !4

367:                                              ; preds = %324
  %368 = load i32, ptr %12, align 4
  %369 = call i32 (ptr, ...) @printf(ptr noundef @.str.8, i32 noundef %368)
  ret i32 0
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i32(ptr writeonly captures(none), i8, i32, i1 immarg) #1

; Function Attrs: noinline nounwind optnone
define internal i32 @change([1 x i32] %0, i32 noundef %1) #0 {
  %3 = alloca %struct.Word, align 4
  %4 = alloca %struct.Word, align 4
  %5 = alloca i32, align 4
  %6 = getelementptr inbounds nuw %struct.Word, ptr %4, i32 0, i32 0
  store [1 x i32] %0, ptr %6, align 4
  store i32 %1, ptr %5, align 4
  %7 = load i32, ptr %4, align 4
  %8 = and i32 %7, 1
  %9 = xor i32 %8, 1
  %10 = load i32, ptr %4, align 4
  %11 = and i32 %9, 1
  %12 = and i32 %10, -2
  %13 = or i32 %12, %11
  store i32 %13, ptr %4, align 4
  %14 = load i32, ptr %5, align 4
  %15 = load i32, ptr %4, align 4
  %16 = lshr i32 %15, 1
  %17 = and i32 %16, 3
  %18 = add i32 %17, %14
  %19 = load i32, ptr %4, align 4
  %20 = and i32 %18, 3
  %21 = shl i32 %20, 1
  %22 = and i32 %19, -7
  %23 = or i32 %22, %21
  store i32 %23, ptr %4, align 4
  %24 = load i32, ptr %5, align 4
  %25 = load i32, ptr %4, align 4
  %26 = lshr i32 %25, 3
  %27 = and i32 %26, 7
  %28 = sub i32 %27, %24
  %29 = load i32, ptr %4, align 4
  %30 = and i32 %28, 7
  %31 = shl i32 %30, 3
  %32 = and i32 %29, -57
  %33 = or i32 %32, %31
  store i32 %33, ptr %4, align 4
  %34 = load i32, ptr %4, align 4
  %35 = lshr i32 %34, 6
  %36 = and i32 %35, 31
  %37 = mul nsw i32 %36, 3
  %38 = load i32, ptr %4, align 4
  %39 = and i32 %37, 31
  %40 = shl i32 %39, 6
  %41 = and i32 %38, -1985
  %42 = or i32 %41, %40
  store i32 %42, ptr %4, align 4
  %43 = load i32, ptr %4, align 4
  %44 = lshr i32 %43, 11
  %45 = and i32 %44, 127
  %46 = shl i32 %45, 1
  %47 = load i32, ptr %4, align 4
  %48 = and i32 %46, 127
  %49 = shl i32 %48, 11
  %50 = and i32 %47, -260097
  %51 = or i32 %50, %49
  store i32 %51, ptr %4, align 4
  %52 = load i32, ptr %4, align 4
  %53 = lshr i32 %52, 18
  %54 = xor i32 %53, -1
  %55 = load i32, ptr %4, align 4
  %56 = and i32 %54, 16383
  %57 = shl i32 %56, 18
  %58 = and i32 %55, 262143
  %59 = or i32 %58, %57
  store i32 %59, ptr %4, align 4
  call void @llvm.memcpy.p0.p0.i32(ptr align 4 %3, ptr align 4 %4, i32 4, i1 false)
  %60 = getelementptr inbounds nuw %struct.Word, ptr %3, i32 0, i32 0
  %61 = load i32, ptr %60, align 4
  ret i32 %61
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i32(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i32, i1 immarg) #2

declare dso_local i32 @printf(ptr noundef, ...) #3

; Function Attrs: noinline nounwind optnone
define internal i32 @checksum(ptr noundef %0, i32 noundef %1) #0 {
  %3 = alloca ptr, align 4
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 4
  %6 = alloca i32, align 4
  store ptr %0, ptr %3, align 4
  store i32 %1, ptr %4, align 4
  %7 = load ptr, ptr %3, align 4
  store ptr %7, ptr %5, align 4
  store i32 5381, ptr %6, align 4
  br label %8

8:                                                ; preds = %12, %2
  %9 = load i32, ptr %4, align 4
  %10 = add i32 %9, -1
  store i32 %10, ptr %4, align 4
  %11 = icmp ne i32 %9, 0
  br i1 %11, label %12, label %20

12:                                               ; preds = %8
  %13 = load i32, ptr %6, align 4
  %14 = mul i32 %13, 33
  %15 = load ptr, ptr %5, align 4
  %16 = getelementptr inbounds nuw i8, ptr %15, i32 1
  store ptr %16, ptr %5, align 4
  %17 = load i8, ptr %15, align 1
  %18 = zext i8 %17 to i32
  %19 = xor i32 %14, %18
  store i32 %19, ptr %6, align 4
  br label %8, !llvm.loop !5

20:                                               ; preds = %8
  %21 = load i32, ptr %6, align 4
  ret i32 %21
}

attributes #0 = { noinline nounwind optnone "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+armv7-a,+dsp,+fp64,+read-tp-tpidruro,+vfp2,+vfp2sp,+vfp3d16,+vfp3d16sp,-aes,-d32,-fp-armv8,-fp-armv8d16,-fp-armv8d16sp,-fp-armv8sp,-fp16,-fp16fml,-fullfp16,-neon,-sha2,-thumb-mode,-vfp3,-vfp3sp,-vfp4,-vfp4d16,-vfp4d16sp,-vfp4sp" }
attributes #1 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #2 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+armv7-a,+dsp,+fp64,+read-tp-tpidruro,+vfp2,+vfp2sp,+vfp3d16,+vfp3d16sp,-aes,-d32,-fp-armv8,-fp-armv8d16,-fp-armv8d16sp,-fp-armv8sp,-fp16,-fp16fml,-fullfp16,-neon,-sha2,-thumb-mode,-vfp3,-vfp3sp,-vfp4,-vfp4d16,-vfp4d16sp,-vfp4sp" }

!llvm.module.flags = !{!0, !1}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 1, !"min_enum_size", i32 4}
!2 = distinct !{!2, !3}
!3 = !{!"llvm.loop.mustprogress"}
!4 = distinct !{!4, !3}
!5 = distinct !{!5, !3}
