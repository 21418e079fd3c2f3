@shared_memory = external addrspace(3) global [0 x i8], align 128
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32) convergent
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
declare float @llvm.fmuladd.f32(float, float, float)
define ptx_kernel void @softmax(ptr noalias %buffer0, ptr noalias %buffer1) nounwind "nvvm.maxntid"="128" {
  %s22 = alloca float
  %s24 = alloca i64
  %s122 = alloca float
  %s124 = alloca i64
  %s192 = alloca float
  %s194 = alloca i64
  %s252 = alloca i64
  %s309 = alloca float
  %s311 = alloca i64
  %s354 = alloca i64
  %t1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t2 = zext i32 %t1 to i64
  %t3 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t4 = zext i32 %t3 to i64
  %t5 = addrspacecast ptr addrspace(3) @shared_memory to ptr
  %scratch = getelementptr i8, ptr %t5, i64 256
  %t6 = getelementptr i8, ptr %scratch, i64 0
  %t7 = getelementptr i8, ptr %scratch, i64 64
  %t8 = getelementptr i8, ptr %scratch, i64 704
  %t9 = mul i64 %t4, 4
  %t10 = icmp eq i64 %t4, 1
  br i1 %t10, label %then.11, label %else.12
then.11:
  %t14 = mul nsw i64 %t9, 40
  %t15 = getelementptr float, ptr %buffer0, i64 %t14
  %t16 = udiv i64 %t2, 32
  %t17 = icmp ult i64 %t16, 1
  br i1 %t17, label %then.18, label %else.19
then.18:
  %t21 = trunc i64 %t16 to i32
  store float 0xFFF0000000000000, ptr %s22
  %t23 = and i64 %t2, 31
  store i64 %t23, ptr %s24
  %t27 = icmp sge i64 %t23, 40
  br i1 %t27, label %done.26, label %loop.25
loop.25:
  %t28 = load i64, ptr %s24
  %t29 = getelementptr float, ptr %t15, i64 %t28
  %t30 = load float, ptr %s22
  %t31 = load float, ptr %t29, align 4
  %t32 = fcmp ogt float %t31, %t30
  %t33 = select i1 %t32, float %t31, float %t30
  %t34 = fcmp uno float %t31, %t31
  %t35 = select i1 %t34, float %t31, float %t33
  store float %t35, ptr %s22
  %t36 = add nuw nsw i64 %t28, 32
  store i64 %t36, ptr %s24
  %t37 = icmp slt i64 %t36, 40
  br i1 %t37, label %loop.25, label %done.26
done.26:
  %t38 = load float, ptr %s22
  %t39 = bitcast float %t38 to i32
  %t40 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t39, i32 16, i32 31)
  %t41 = bitcast i32 %t40 to float
  %t42 = fcmp ogt float %t41, %t38
  %t43 = select i1 %t42, float %t41, float %t38
  %t44 = fcmp uno float %t41, %t41
  %t45 = select i1 %t44, float %t41, float %t43
  %t46 = bitcast float %t45 to i32
  %t47 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t46, i32 8, i32 31)
  %t48 = bitcast i32 %t47 to float
  %t49 = fcmp ogt float %t48, %t45
  %t50 = select i1 %t49, float %t48, float %t45
  %t51 = fcmp uno float %t48, %t48
  %t52 = select i1 %t51, float %t48, float %t50
  %t53 = bitcast float %t52 to i32
  %t54 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t53, i32 4, i32 31)
  %t55 = bitcast i32 %t54 to float
  %t56 = fcmp ogt float %t55, %t52
  %t57 = select i1 %t56, float %t55, float %t52
  %t58 = fcmp uno float %t55, %t55
  %t59 = select i1 %t58, float %t55, float %t57
  %t60 = bitcast float %t59 to i32
  %t61 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t60, i32 2, i32 31)
  %t62 = bitcast i32 %t61 to float
  %t63 = fcmp ogt float %t62, %t59
  %t64 = select i1 %t63, float %t62, float %t59
  %t65 = fcmp uno float %t62, %t62
  %t66 = select i1 %t65, float %t62, float %t64
  %t67 = bitcast float %t66 to i32
  %t68 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t67, i32 1, i32 31)
  %t69 = bitcast i32 %t68 to float
  %t70 = fcmp ogt float %t69, %t66
  %t71 = select i1 %t70, float %t69, float %t66
  %t72 = fcmp uno float %t69, %t69
  %t73 = select i1 %t72, float %t69, float %t71
  store float %t73, ptr %s22
  %t74 = and i64 %t2, 31
  %t75 = icmp eq i64 %t74, 0
  br i1 %t75, label %then.76, label %else.77
then.76:
  %t79 = load float, ptr %s22
  store float %t79, ptr %t6, align 4
  br label %join.78
else.77:
  br label %join.78
join.78:
  br label %join.20
else.19:
  br label %join.20
join.20:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t80 = mul nsw i64 %t9, 40
  %t81 = getelementptr float, ptr %buffer0, i64 %t80
  %t82 = icmp ult i64 %t2, 40
  br i1 %t82, label %then.83, label %else.84
then.83:
  %t86 = trunc i64 %t2 to i32
  %t87 = zext i32 %t86 to i64
  %t88 = getelementptr float, ptr %t81, i64 %t87
  %t89 = getelementptr float, ptr %t7, i64 %t87
  %t90 = load float, ptr %t88, align 4
  %t91 = load float, ptr %t6, align 4
  %t92 = fsub contract float %t90, %t91
  %t93 = fcmp olt float %t92, 0xC06601E680000000
  %t94 = select i1 %t93, float 0xC06601E680000000, float %t92
  %t95 = fcmp ogt float %t94, 0x4056400000000000
  %t96 = select i1 %t95, float 0x4056400000000000, float %t94
  %t97 = call float @llvm.fmuladd.f32(float %t96, float 0x3FF7154760000000, float 0x4168001FC0000000)
  %t98 = fsub float %t97, 0x4168001FC0000000
  %t99 = call float @llvm.fmuladd.f32(float %t98, float 0xBFE6300000000000, float %t96)
  %t100 = call float @llvm.fmuladd.f32(float %t98, float 0x3F2BD01060000000, float %t99)
  %t101 = call float @llvm.fmuladd.f32(float 0x3F56FEEA40000000, float %t100, float 0x3F81257F60000000)
  %t102 = call float @llvm.fmuladd.f32(float %t101, float %t100, float 0x3FA5552FE0000000)
  %t103 = call float @llvm.fmuladd.f32(float %t102, float %t100, float 0x3FC5554660000000)
  %t104 = call float @llvm.fmuladd.f32(float %t103, float %t100, float 0x3FE0000000000000)
  %t105 = call float @llvm.fmuladd.f32(float %t104, float %t100, float 0x3FF0000000000000)
  %t106 = call float @llvm.fmuladd.f32(float %t105, float %t100, float 0x3FF0000000000000)
  %t107 = bitcast float %t97 to i32
  %t108 = lshr i32 %t107, 1
  %t109 = sub i32 %t107, %t108
  %t110 = shl i32 %t108, 23
  %t111 = bitcast i32 %t110 to float
  %t112 = fmul float %t106, %t111
  %t113 = shl i32 %t109, 23
  %t114 = bitcast i32 %t113 to float
  %t115 = fmul float %t112, %t114
  store float %t115, ptr %t89, align 4
  br label %join.85
else.84:
  br label %join.85
join.85:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t116 = udiv i64 %t2, 32
  %t117 = icmp ult i64 %t116, 1
  br i1 %t117, label %then.118, label %else.119
then.118:
  %t121 = trunc i64 %t116 to i32
  store float 0x0000000000000000, ptr %s122
  %t123 = and i64 %t2, 31
  store i64 %t123, ptr %s124
  %t127 = icmp sge i64 %t123, 40
  br i1 %t127, label %done.126, label %loop.125
loop.125:
  %t128 = load i64, ptr %s124
  %t129 = getelementptr float, ptr %t7, i64 %t128
  %t130 = load float, ptr %s122
  %t131 = load float, ptr %t129, align 4
  %t132 = fadd contract float %t130, %t131
  store float %t132, ptr %s122
  %t133 = add nuw nsw i64 %t128, 32
  store i64 %t133, ptr %s124
  %t134 = icmp slt i64 %t133, 40
  br i1 %t134, label %loop.125, label %done.126
done.126:
  %t135 = load float, ptr %s122
  %t136 = bitcast float %t135 to i32
  %t137 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t136, i32 16, i32 31)
  %t138 = bitcast i32 %t137 to float
  %t139 = fadd contract float %t135, %t138
  %t140 = bitcast float %t139 to i32
  %t141 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t140, i32 8, i32 31)
  %t142 = bitcast i32 %t141 to float
  %t143 = fadd contract float %t139, %t142
  %t144 = bitcast float %t143 to i32
  %t145 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t144, i32 4, i32 31)
  %t146 = bitcast i32 %t145 to float
  %t147 = fadd contract float %t143, %t146
  %t148 = bitcast float %t147 to i32
  %t149 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t148, i32 2, i32 31)
  %t150 = bitcast i32 %t149 to float
  %t151 = fadd contract float %t147, %t150
  %t152 = bitcast float %t151 to i32
  %t153 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t152, i32 1, i32 31)
  %t154 = bitcast i32 %t153 to float
  %t155 = fadd contract float %t151, %t154
  store float %t155, ptr %s122
  %t156 = and i64 %t2, 31
  %t157 = icmp eq i64 %t156, 0
  br i1 %t157, label %then.158, label %else.159
then.158:
  %t161 = load float, ptr %s122
  %t162 = fdiv float 0x3FF0000000000000, %t161
  store float %t162, ptr %t8, align 4
  br label %join.160
else.159:
  br label %join.160
join.160:
  br label %join.120
else.119:
  br label %join.120
join.120:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t163 = mul nsw i64 %t9, 40
  %t164 = getelementptr float, ptr %buffer0, i64 %t163
  %t165 = mul nsw i64 %t9, 40
  %t166 = getelementptr float, ptr %buffer1, i64 %t165
  %t167 = icmp ult i64 %t2, 40
  br i1 %t167, label %then.168, label %else.169
then.168:
  %t171 = trunc i64 %t2 to i32
  %t172 = zext i32 %t171 to i64
  %t173 = getelementptr float, ptr %t164, i64 %t172
  %t174 = getelementptr float, ptr %t7, i64 %t172
  %t175 = getelementptr float, ptr %t166, i64 %t172
  %t176 = load float, ptr %t174, align 4
  %t177 = load float, ptr %t8, align 4
  %t178 = fmul contract float %t176, %t177
  store float %t178, ptr %t175, align 4
  br label %join.170
else.169:
  br label %join.170
join.170:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %join.13
else.12:
  %t179 = mul nsw i64 %t9, 40
  %t180 = getelementptr float, ptr %buffer0, i64 %t179
  %t181 = udiv i64 %t2, 32
  %t182 = icmp ult i64 %t181, 4
  br i1 %t182, label %then.183, label %else.184
then.183:
  %t186 = trunc i64 %t181 to i32
  %t187 = zext i32 %t186 to i64
  %t188 = add nsw i64 %t9, %t187
  %t189 = mul nsw i64 %t187, 40
  %t190 = getelementptr float, ptr %t180, i64 %t189
  %t191 = getelementptr float, ptr %t6, i64 %t187
  store float 0xFFF0000000000000, ptr %s192
  %t193 = and i64 %t2, 31
  store i64 %t193, ptr %s194
  %t197 = icmp sge i64 %t193, 40
  br i1 %t197, label %done.196, label %loop.195
loop.195:
  %t198 = load i64, ptr %s194
  %t199 = getelementptr float, ptr %t190, i64 %t198
  %t200 = load float, ptr %s192
  %t201 = load float, ptr %t199, align 4
  %t202 = fcmp ogt float %t201, %t200
  %t203 = select i1 %t202, float %t201, float %t200
  %t204 = fcmp uno float %t201, %t201
  %t205 = select i1 %t204, float %t201, float %t203
  store float %t205, ptr %s192
  %t206 = add nuw nsw i64 %t198, 32
  store i64 %t206, ptr %s194
  %t207 = icmp slt i64 %t206, 40
  br i1 %t207, label %loop.195, label %done.196
done.196:
  %t208 = load float, ptr %s192
  %t209 = bitcast float %t208 to i32
  %t210 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t209, i32 16, i32 31)
  %t211 = bitcast i32 %t210 to float
  %t212 = fcmp ogt float %t211, %t208
  %t213 = select i1 %t212, float %t211, float %t208
  %t214 = fcmp uno float %t211, %t211
  %t215 = select i1 %t214, float %t211, float %t213
  %t216 = bitcast float %t215 to i32
  %t217 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t216, i32 8, i32 31)
  %t218 = bitcast i32 %t217 to float
  %t219 = fcmp ogt float %t218, %t215
  %t220 = select i1 %t219, float %t218, float %t215
  %t221 = fcmp uno float %t218, %t218
  %t222 = select i1 %t221, float %t218, float %t220
  %t223 = bitcast float %t222 to i32
  %t224 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t223, i32 4, i32 31)
  %t225 = bitcast i32 %t224 to float
  %t226 = fcmp ogt float %t225, %t222
  %t227 = select i1 %t226, float %t225, float %t222
  %t228 = fcmp uno float %t225, %t225
  %t229 = select i1 %t228, float %t225, float %t227
  %t230 = bitcast float %t229 to i32
  %t231 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t230, i32 2, i32 31)
  %t232 = bitcast i32 %t231 to float
  %t233 = fcmp ogt float %t232, %t229
  %t234 = select i1 %t233, float %t232, float %t229
  %t235 = fcmp uno float %t232, %t232
  %t236 = select i1 %t235, float %t232, float %t234
  %t237 = bitcast float %t236 to i32
  %t238 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t237, i32 1, i32 31)
  %t239 = bitcast i32 %t238 to float
  %t240 = fcmp ogt float %t239, %t236
  %t241 = select i1 %t240, float %t239, float %t236
  %t242 = fcmp uno float %t239, %t239
  %t243 = select i1 %t242, float %t239, float %t241
  store float %t243, ptr %s192
  %t244 = and i64 %t2, 31
  %t245 = icmp eq i64 %t244, 0
  br i1 %t245, label %then.246, label %else.247
then.246:
  %t249 = load float, ptr %s192
  store float %t249, ptr %t191, align 4
  br label %join.248
else.247:
  br label %join.248
join.248:
  br label %join.185
else.184:
  br label %join.185
join.185:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t250 = mul nsw i64 %t9, 40
  %t251 = getelementptr float, ptr %buffer0, i64 %t250
  store i64 %t2, ptr %s252
  %t255 = icmp sge i64 %t2, 160
  br i1 %t255, label %done.254, label %loop.253
loop.253:
  %t256 = load i64, ptr %s252
  %t257 = trunc i64 %t256 to i32
  %t258 = urem i32 %t257, 40
  %t259 = udiv i32 %t257, 40
  %t260 = zext i32 %t258 to i64
  %t261 = getelementptr float, ptr %t251, i64 %t260
  %t262 = getelementptr float, ptr %t7, i64 %t260
  %t263 = zext i32 %t259 to i64
  %t264 = add nsw i64 %t9, %t263
  %t265 = mul nsw i64 %t263, 40
  %t266 = getelementptr float, ptr %t261, i64 %t265
  %t267 = getelementptr float, ptr %t6, i64 %t263
  %t268 = mul nsw i64 %t263, 40
  %t269 = getelementptr float, ptr %t262, i64 %t268
  %t270 = load float, ptr %t266, align 4
  %t271 = load float, ptr %t267, align 4
  %t272 = fsub contract float %t270, %t271
  %t273 = fcmp olt float %t272, 0xC06601E680000000
  %t274 = select i1 %t273, float 0xC06601E680000000, float %t272
  %t275 = fcmp ogt float %t274, 0x4056400000000000
  %t276 = select i1 %t275, float 0x4056400000000000, float %t274
  %t277 = call float @llvm.fmuladd.f32(float %t276, float 0x3FF7154760000000, float 0x4168001FC0000000)
  %t278 = fsub float %t277, 0x4168001FC0000000
  %t279 = call float @llvm.fmuladd.f32(float %t278, float 0xBFE6300000000000, float %t276)
  %t280 = call float @llvm.fmuladd.f32(float %t278, float 0x3F2BD01060000000, float %t279)
  %t281 = call float @llvm.fmuladd.f32(float 0x3F56FEEA40000000, float %t280, float 0x3F81257F60000000)
  %t282 = call float @llvm.fmuladd.f32(float %t281, float %t280, float 0x3FA5552FE0000000)
  %t283 = call float @llvm.fmuladd.f32(float %t282, float %t280, float 0x3FC5554660000000)
  %t284 = call float @llvm.fmuladd.f32(float %t283, float %t280, float 0x3FE0000000000000)
  %t285 = call float @llvm.fmuladd.f32(float %t284, float %t280, float 0x3FF0000000000000)
  %t286 = call float @llvm.fmuladd.f32(float %t285, float %t280, float 0x3FF0000000000000)
  %t287 = bitcast float %t277 to i32
  %t288 = lshr i32 %t287, 1
  %t289 = sub i32 %t287, %t288
  %t290 = shl i32 %t288, 23
  %t291 = bitcast i32 %t290 to float
  %t292 = fmul float %t286, %t291
  %t293 = shl i32 %t289, 23
  %t294 = bitcast i32 %t293 to float
  %t295 = fmul float %t292, %t294
  store float %t295, ptr %t269, align 4
  %t296 = add nuw nsw i64 %t256, 128
  store i64 %t296, ptr %s252
  %t297 = icmp slt i64 %t296, 160
  br i1 %t297, label %loop.253, label %done.254
done.254:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t298 = udiv i64 %t2, 32
  %t299 = icmp ult i64 %t298, 4
  br i1 %t299, label %then.300, label %else.301
then.300:
  %t303 = trunc i64 %t298 to i32
  %t304 = zext i32 %t303 to i64
  %t305 = add nsw i64 %t9, %t304
  %t306 = mul nsw i64 %t304, 40
  %t307 = getelementptr float, ptr %t7, i64 %t306
  %t308 = getelementptr float, ptr %t8, i64 %t304
  store float 0x0000000000000000, ptr %s309
  %t310 = and i64 %t2, 31
  store i64 %t310, ptr %s311
  %t314 = icmp sge i64 %t310, 40
  br i1 %t314, label %done.313, label %loop.312
loop.312:
  %t315 = load i64, ptr %s311
  %t316 = getelementptr float, ptr %t307, i64 %t315
  %t317 = load float, ptr %s309
  %t318 = load float, ptr %t316, align 4
  %t319 = fadd contract float %t317, %t318
  store float %t319, ptr %s309
  %t320 = add nuw nsw i64 %t315, 32
  store i64 %t320, ptr %s311
  %t321 = icmp slt i64 %t320, 40
  br i1 %t321, label %loop.312, label %done.313
done.313:
  %t322 = load float, ptr %s309
  %t323 = bitcast float %t322 to i32
  %t324 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t323, i32 16, i32 31)
  %t325 = bitcast i32 %t324 to float
  %t326 = fadd contract float %t322, %t325
  %t327 = bitcast float %t326 to i32
  %t328 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t327, i32 8, i32 31)
  %t329 = bitcast i32 %t328 to float
  %t330 = fadd contract float %t326, %t329
  %t331 = bitcast float %t330 to i32
  %t332 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t331, i32 4, i32 31)
  %t333 = bitcast i32 %t332 to float
  %t334 = fadd contract float %t330, %t333
  %t335 = bitcast float %t334 to i32
  %t336 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t335, i32 2, i32 31)
  %t337 = bitcast i32 %t336 to float
  %t338 = fadd contract float %t334, %t337
  %t339 = bitcast float %t338 to i32
  %t340 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t339, i32 1, i32 31)
  %t341 = bitcast i32 %t340 to float
  %t342 = fadd contract float %t338, %t341
  store float %t342, ptr %s309
  %t343 = and i64 %t2, 31
  %t344 = icmp eq i64 %t343, 0
  br i1 %t344, label %then.345, label %else.346
then.345:
  %t348 = load float, ptr %s309
  %t349 = fdiv float 0x3FF0000000000000, %t348
  store float %t349, ptr %t308, align 4
  br label %join.347
else.346:
  br label %join.347
join.347:
  br label %join.302
else.301:
  br label %join.302
join.302:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t350 = mul nsw i64 %t9, 40
  %t351 = getelementptr float, ptr %buffer0, i64 %t350
  %t352 = mul nsw i64 %t9, 40
  %t353 = getelementptr float, ptr %buffer1, i64 %t352
  store i64 %t2, ptr %s354
  %t357 = icmp sge i64 %t2, 160
  br i1 %t357, label %done.356, label %loop.355
loop.355:
  %t358 = load i64, ptr %s354
  %t359 = trunc i64 %t358 to i32
  %t360 = urem i32 %t359, 40
  %t361 = udiv i32 %t359, 40
  %t362 = zext i32 %t360 to i64
  %t363 = getelementptr float, ptr %t351, i64 %t362
  %t364 = getelementptr float, ptr %t7, i64 %t362
  %t365 = getelementptr float, ptr %t353, i64 %t362
  %t366 = zext i32 %t361 to i64
  %t367 = add nsw i64 %t9, %t366
  %t368 = mul nsw i64 %t366, 40
  %t369 = getelementptr float, ptr %t363, i64 %t368
  %t370 = mul nsw i64 %t366, 40
  %t371 = getelementptr float, ptr %t364, i64 %t370
  %t372 = getelementptr float, ptr %t8, i64 %t366
  %t373 = mul nsw i64 %t366, 40
  %t374 = getelementptr float, ptr %t365, i64 %t373
  %t375 = load float, ptr %t371, align 4
  %t376 = load float, ptr %t372, align 4
  %t377 = fmul contract float %t375, %t376
  store float %t377, ptr %t374, align 4
  %t378 = add nuw nsw i64 %t358, 128
  store i64 %t378, ptr %s354
  %t379 = icmp slt i64 %t378, 160
  br i1 %t379, label %loop.355, label %done.356
done.356:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %join.13
join.13:
  ret void
}
