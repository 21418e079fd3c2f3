@shared_memory = external addrspace(3) global [0 x i8], align 128
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32) convergent
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
declare float @llvm.fmuladd.f32(float, float, float)
define ptx_kernel void @softmax(ptr noalias %buffer0, ptr noalias %buffer1) nounwind "nvvm.maxntid"="128" {
  %s21 = alloca float
  %s23 = alloca i64
  %s118 = alloca float
  %s120 = alloca i64
  %s184 = alloca float
  %s186 = alloca i64
  %s244 = alloca i64
  %s296 = alloca float
  %s298 = alloca i64
  %s341 = alloca i64
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
  store float 0xFFF0000000000000, ptr %s21
  %t22 = and i64 %t2, 31
  store i64 %t22, ptr %s23
  %t26 = icmp sge i64 %t22, 40
  br i1 %t26, label %done.25, label %loop.24
loop.24:
  %t27 = load i64, ptr %s23
  %t28 = getelementptr float, ptr %t15, i64 %t27
  %t29 = load float, ptr %s21
  %t30 = load float, ptr %t28, align 4
  %t31 = fcmp ogt float %t30, %t29
  %t32 = select i1 %t31, float %t30, float %t29
  %t33 = fcmp uno float %t30, %t30
  %t34 = select i1 %t33, float %t30, float %t32
  store float %t34, ptr %s21
  %t35 = add nuw nsw i64 %t27, 32
  store i64 %t35, ptr %s23
  %t36 = icmp slt i64 %t35, 40
  br i1 %t36, label %loop.24, label %done.25
done.25:
  %t37 = load float, ptr %s21
  %t38 = bitcast float %t37 to i32
  %t39 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t38, i32 16, i32 31)
  %t40 = bitcast i32 %t39 to float
  %t41 = fcmp ogt float %t40, %t37
  %t42 = select i1 %t41, float %t40, float %t37
  %t43 = fcmp uno float %t40, %t40
  %t44 = select i1 %t43, float %t40, float %t42
  %t45 = bitcast float %t44 to i32
  %t46 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t45, i32 8, i32 31)
  %t47 = bitcast i32 %t46 to float
  %t48 = fcmp ogt float %t47, %t44
  %t49 = select i1 %t48, float %t47, float %t44
  %t50 = fcmp uno float %t47, %t47
  %t51 = select i1 %t50, float %t47, float %t49
  %t52 = bitcast float %t51 to i32
  %t53 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t52, i32 4, i32 31)
  %t54 = bitcast i32 %t53 to float
  %t55 = fcmp ogt float %t54, %t51
  %t56 = select i1 %t55, float %t54, float %t51
  %t57 = fcmp uno float %t54, %t54
  %t58 = select i1 %t57, float %t54, float %t56
  %t59 = bitcast float %t58 to i32
  %t60 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t59, i32 2, i32 31)
  %t61 = bitcast i32 %t60 to float
  %t62 = fcmp ogt float %t61, %t58
  %t63 = select i1 %t62, float %t61, float %t58
  %t64 = fcmp uno float %t61, %t61
  %t65 = select i1 %t64, float %t61, float %t63
  %t66 = bitcast float %t65 to i32
  %t67 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t66, i32 1, i32 31)
  %t68 = bitcast i32 %t67 to float
  %t69 = fcmp ogt float %t68, %t65
  %t70 = select i1 %t69, float %t68, float %t65
  %t71 = fcmp uno float %t68, %t68
  %t72 = select i1 %t71, float %t68, float %t70
  store float %t72, ptr %s21
  %t73 = and i64 %t2, 31
  %t74 = icmp eq i64 %t73, 0
  br i1 %t74, label %then.75, label %else.76
then.75:
  %t78 = load float, ptr %s21
  store float %t78, ptr %t6, align 4
  br label %join.77
else.76:
  br label %join.77
join.77:
  br label %join.20
else.19:
  br label %join.20
join.20:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t79 = mul nsw i64 %t9, 40
  %t80 = getelementptr float, ptr %buffer0, i64 %t79
  %t81 = icmp ult i64 %t2, 40
  br i1 %t81, label %then.82, label %else.83
then.82:
  %t85 = getelementptr float, ptr %t80, i64 %t2
  %t86 = getelementptr float, ptr %t7, i64 %t2
  %t87 = load float, ptr %t85, align 4
  %t88 = load float, ptr %t6, align 4
  %t89 = fsub contract float %t87, %t88
  %t90 = fcmp olt float %t89, 0xC06601E680000000
  %t91 = select i1 %t90, float 0xC06601E680000000, float %t89
  %t92 = fcmp ogt float %t91, 0x4056400000000000
  %t93 = select i1 %t92, float 0x4056400000000000, float %t91
  %t94 = call float @llvm.fmuladd.f32(float %t93, float 0x3FF7154760000000, float 0x4168001FC0000000)
  %t95 = fsub float %t94, 0x4168001FC0000000
  %t96 = call float @llvm.fmuladd.f32(float %t95, float 0xBFE6300000000000, float %t93)
  %t97 = call float @llvm.fmuladd.f32(float %t95, float 0x3F2BD01060000000, float %t96)
  %t98 = call float @llvm.fmuladd.f32(float 0x3F56FEEA40000000, float %t97, float 0x3F81257F60000000)
  %t99 = call float @llvm.fmuladd.f32(float %t98, float %t97, float 0x3FA5552FE0000000)
  %t100 = call float @llvm.fmuladd.f32(float %t99, float %t97, float 0x3FC5554660000000)
  %t101 = call float @llvm.fmuladd.f32(float %t100, float %t97, float 0x3FE0000000000000)
  %t102 = call float @llvm.fmuladd.f32(float %t101, float %t97, float 0x3FF0000000000000)
  %t103 = call float @llvm.fmuladd.f32(float %t102, float %t97, float 0x3FF0000000000000)
  %t104 = bitcast float %t94 to i32
  %t105 = lshr i32 %t104, 1
  %t106 = sub i32 %t104, %t105
  %t107 = shl i32 %t105, 23
  %t108 = bitcast i32 %t107 to float
  %t109 = fmul float %t103, %t108
  %t110 = shl i32 %t106, 23
  %t111 = bitcast i32 %t110 to float
  %t112 = fmul float %t109, %t111
  store float %t112, ptr %t86, align 4
  br label %join.84
else.83:
  br label %join.84
join.84:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t113 = udiv i64 %t2, 32
  %t114 = icmp ult i64 %t113, 1
  br i1 %t114, label %then.115, label %else.116
then.115:
  store float 0x0000000000000000, ptr %s118
  %t119 = and i64 %t2, 31
  store i64 %t119, ptr %s120
  %t123 = icmp sge i64 %t119, 40
  br i1 %t123, label %done.122, label %loop.121
loop.121:
  %t124 = load i64, ptr %s120
  %t125 = getelementptr float, ptr %t7, i64 %t124
  %t126 = load float, ptr %s118
  %t127 = load float, ptr %t125, align 4
  %t128 = fadd contract float %t126, %t127
  store float %t128, ptr %s118
  %t129 = add nuw nsw i64 %t124, 32
  store i64 %t129, ptr %s120
  %t130 = icmp slt i64 %t129, 40
  br i1 %t130, label %loop.121, label %done.122
done.122:
  %t131 = load float, ptr %s118
  %t132 = bitcast float %t131 to i32
  %t133 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t132, i32 16, i32 31)
  %t134 = bitcast i32 %t133 to float
  %t135 = fadd contract float %t131, %t134
  %t136 = bitcast float %t135 to i32
  %t137 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t136, i32 8, i32 31)
  %t138 = bitcast i32 %t137 to float
  %t139 = fadd contract float %t135, %t138
  %t140 = bitcast float %t139 to i32
  %t141 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t140, i32 4, i32 31)
  %t142 = bitcast i32 %t141 to float
  %t143 = fadd contract float %t139, %t142
  %t144 = bitcast float %t143 to i32
  %t145 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t144, i32 2, i32 31)
  %t146 = bitcast i32 %t145 to float
  %t147 = fadd contract float %t143, %t146
  %t148 = bitcast float %t147 to i32
  %t149 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t148, i32 1, i32 31)
  %t150 = bitcast i32 %t149 to float
  %t151 = fadd contract float %t147, %t150
  store float %t151, ptr %s118
  %t152 = and i64 %t2, 31
  %t153 = icmp eq i64 %t152, 0
  br i1 %t153, label %then.154, label %else.155
then.154:
  %t157 = load float, ptr %s118
  %t158 = fdiv float 0x3FF0000000000000, %t157
  store float %t158, ptr %t8, align 4
  br label %join.156
else.155:
  br label %join.156
join.156:
  br label %join.117
else.116:
  br label %join.117
join.117:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t159 = mul nsw i64 %t9, 40
  %t160 = getelementptr float, ptr %buffer0, i64 %t159
  %t161 = mul nsw i64 %t9, 40
  %t162 = getelementptr float, ptr %buffer1, i64 %t161
  %t163 = icmp ult i64 %t2, 40
  br i1 %t163, label %then.164, label %else.165
then.164:
  %t167 = getelementptr float, ptr %t160, i64 %t2
  %t168 = getelementptr float, ptr %t7, i64 %t2
  %t169 = getelementptr float, ptr %t162, i64 %t2
  %t170 = load float, ptr %t168, align 4
  %t171 = load float, ptr %t8, align 4
  %t172 = fmul contract float %t170, %t171
  store float %t172, ptr %t169, align 4
  br label %join.166
else.165:
  br label %join.166
join.166:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %join.13
else.12:
  %t173 = mul nsw i64 %t9, 40
  %t174 = getelementptr float, ptr %buffer0, i64 %t173
  %t175 = udiv i64 %t2, 32
  %t176 = icmp ult i64 %t175, 4
  br i1 %t176, label %then.177, label %else.178
then.177:
  %t180 = add nsw i64 %t9, %t175
  %t181 = mul nsw i64 %t175, 40
  %t182 = getelementptr float, ptr %t174, i64 %t181
  %t183 = getelementptr float, ptr %t6, i64 %t175
  store float 0xFFF0000000000000, ptr %s184
  %t185 = and i64 %t2, 31
  store i64 %t185, ptr %s186
  %t189 = icmp sge i64 %t185, 40
  br i1 %t189, label %done.188, label %loop.187
loop.187:
  %t190 = load i64, ptr %s186
  %t191 = getelementptr float, ptr %t182, i64 %t190
  %t192 = load float, ptr %s184
  %t193 = load float, ptr %t191, align 4
  %t194 = fcmp ogt float %t193, %t192
  %t195 = select i1 %t194, float %t193, float %t192
  %t196 = fcmp uno float %t193, %t193
  %t197 = select i1 %t196, float %t193, float %t195
  store float %t197, ptr %s184
  %t198 = add nuw nsw i64 %t190, 32
  store i64 %t198, ptr %s186
  %t199 = icmp slt i64 %t198, 40
  br i1 %t199, label %loop.187, label %done.188
done.188:
  %t200 = load float, ptr %s184
  %t201 = bitcast float %t200 to i32
  %t202 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t201, i32 16, i32 31)
  %t203 = bitcast i32 %t202 to float
  %t204 = fcmp ogt float %t203, %t200
  %t205 = select i1 %t204, float %t203, float %t200
  %t206 = fcmp uno float %t203, %t203
  %t207 = select i1 %t206, float %t203, float %t205
  %t208 = bitcast float %t207 to i32
  %t209 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t208, i32 8, i32 31)
  %t210 = bitcast i32 %t209 to float
  %t211 = fcmp ogt float %t210, %t207
  %t212 = select i1 %t211, float %t210, float %t207
  %t213 = fcmp uno float %t210, %t210
  %t214 = select i1 %t213, float %t210, float %t212
  %t215 = bitcast float %t214 to i32
  %t216 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t215, i32 4, i32 31)
  %t217 = bitcast i32 %t216 to float
  %t218 = fcmp ogt float %t217, %t214
  %t219 = select i1 %t218, float %t217, float %t214
  %t220 = fcmp uno float %t217, %t217
  %t221 = select i1 %t220, float %t217, float %t219
  %t222 = bitcast float %t221 to i32
  %t223 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t222, i32 2, i32 31)
  %t224 = bitcast i32 %t223 to float
  %t225 = fcmp ogt float %t224, %t221
  %t226 = select i1 %t225, float %t224, float %t221
  %t227 = fcmp uno float %t224, %t224
  %t228 = select i1 %t227, float %t224, float %t226
  %t229 = bitcast float %t228 to i32
  %t230 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t229, i32 1, i32 31)
  %t231 = bitcast i32 %t230 to float
  %t232 = fcmp ogt float %t231, %t228
  %t233 = select i1 %t232, float %t231, float %t228
  %t234 = fcmp uno float %t231, %t231
  %t235 = select i1 %t234, float %t231, float %t233
  store float %t235, ptr %s184
  %t236 = and i64 %t2, 31
  %t237 = icmp eq i64 %t236, 0
  br i1 %t237, label %then.238, label %else.239
then.238:
  %t241 = load float, ptr %s184
  store float %t241, ptr %t183, align 4
  br label %join.240
else.239:
  br label %join.240
join.240:
  br label %join.179
else.178:
  br label %join.179
join.179:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t242 = mul nsw i64 %t9, 40
  %t243 = getelementptr float, ptr %buffer0, i64 %t242
  store i64 %t2, ptr %s244
  %t247 = icmp sge i64 %t2, 160
  br i1 %t247, label %done.246, label %loop.245
loop.245:
  %t248 = load i64, ptr %s244
  %t249 = urem i64 %t248, 40
  %t250 = udiv i64 %t248, 40
  %t251 = getelementptr float, ptr %t243, i64 %t249
  %t252 = getelementptr float, ptr %t7, i64 %t249
  %t253 = add nsw i64 %t9, %t250
  %t254 = mul nsw i64 %t250, 40
  %t255 = getelementptr float, ptr %t251, i64 %t254
  %t256 = getelementptr float, ptr %t6, i64 %t250
  %t257 = mul nsw i64 %t250, 40
  %t258 = getelementptr float, ptr %t252, i64 %t257
  %t259 = load float, ptr %t255, align 4
  %t260 = load float, ptr %t256, align 4
  %t261 = fsub contract float %t259, %t260
  %t262 = fcmp olt float %t261, 0xC06601E680000000
  %t263 = select i1 %t262, float 0xC06601E680000000, float %t261
  %t264 = fcmp ogt float %t263, 0x4056400000000000
  %t265 = select i1 %t264, float 0x4056400000000000, float %t263
  %t266 = call float @llvm.fmuladd.f32(float %t265, float 0x3FF7154760000000, float 0x4168001FC0000000)
  %t267 = fsub float %t266, 0x4168001FC0000000
  %t268 = call float @llvm.fmuladd.f32(float %t267, float 0xBFE6300000000000, float %t265)
  %t269 = call float @llvm.fmuladd.f32(float %t267, float 0x3F2BD01060000000, float %t268)
  %t270 = call float @llvm.fmuladd.f32(float 0x3F56FEEA40000000, float %t269, float 0x3F81257F60000000)
  %t271 = call float @llvm.fmuladd.f32(float %t270, float %t269, float 0x3FA5552FE0000000)
  %t272 = call float @llvm.fmuladd.f32(float %t271, float %t269, float 0x3FC5554660000000)
  %t273 = call float @llvm.fmuladd.f32(float %t272, float %t269, float 0x3FE0000000000000)
  %t274 = call float @llvm.fmuladd.f32(float %t273, float %t269, float 0x3FF0000000000000)
  %t275 = call float @llvm.fmuladd.f32(float %t274, float %t269, float 0x3FF0000000000000)
  %t276 = bitcast float %t266 to i32
  %t277 = lshr i32 %t276, 1
  %t278 = sub i32 %t276, %t277
  %t279 = shl i32 %t277, 23
  %t280 = bitcast i32 %t279 to float
  %t281 = fmul float %t275, %t280
  %t282 = shl i32 %t278, 23
  %t283 = bitcast i32 %t282 to float
  %t284 = fmul float %t281, %t283
  store float %t284, ptr %t258, align 4
  %t285 = add nuw nsw i64 %t248, 128
  store i64 %t285, ptr %s244
  %t286 = icmp slt i64 %t285, 160
  br i1 %t286, label %loop.245, label %done.246
done.246:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t287 = udiv i64 %t2, 32
  %t288 = icmp ult i64 %t287, 4
  br i1 %t288, label %then.289, label %else.290
then.289:
  %t292 = add nsw i64 %t9, %t287
  %t293 = mul nsw i64 %t287, 40
  %t294 = getelementptr float, ptr %t7, i64 %t293
  %t295 = getelementptr float, ptr %t8, i64 %t287
  store float 0x0000000000000000, ptr %s296
  %t297 = and i64 %t2, 31
  store i64 %t297, ptr %s298
  %t301 = icmp sge i64 %t297, 40
  br i1 %t301, label %done.300, label %loop.299
loop.299:
  %t302 = load i64, ptr %s298
  %t303 = getelementptr float, ptr %t294, i64 %t302
  %t304 = load float, ptr %s296
  %t305 = load float, ptr %t303, align 4
  %t306 = fadd contract float %t304, %t305
  store float %t306, ptr %s296
  %t307 = add nuw nsw i64 %t302, 32
  store i64 %t307, ptr %s298
  %t308 = icmp slt i64 %t307, 40
  br i1 %t308, label %loop.299, label %done.300
done.300:
  %t309 = load float, ptr %s296
  %t310 = bitcast float %t309 to i32
  %t311 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t310, i32 16, i32 31)
  %t312 = bitcast i32 %t311 to float
  %t313 = fadd contract float %t309, %t312
  %t314 = bitcast float %t313 to i32
  %t315 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t314, i32 8, i32 31)
  %t316 = bitcast i32 %t315 to float
  %t317 = fadd contract float %t313, %t316
  %t318 = bitcast float %t317 to i32
  %t319 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t318, i32 4, i32 31)
  %t320 = bitcast i32 %t319 to float
  %t321 = fadd contract float %t317, %t320
  %t322 = bitcast float %t321 to i32
  %t323 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t322, i32 2, i32 31)
  %t324 = bitcast i32 %t323 to float
  %t325 = fadd contract float %t321, %t324
  %t326 = bitcast float %t325 to i32
  %t327 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t326, i32 1, i32 31)
  %t328 = bitcast i32 %t327 to float
  %t329 = fadd contract float %t325, %t328
  store float %t329, ptr %s296
  %t330 = and i64 %t2, 31
  %t331 = icmp eq i64 %t330, 0
  br i1 %t331, label %then.332, label %else.333
then.332:
  %t335 = load float, ptr %s296
  %t336 = fdiv float 0x3FF0000000000000, %t335
  store float %t336, ptr %t295, align 4
  br label %join.334
else.333:
  br label %join.334
join.334:
  br label %join.291
else.290:
  br label %join.291
join.291:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t337 = mul nsw i64 %t9, 40
  %t338 = getelementptr float, ptr %buffer0, i64 %t337
  %t339 = mul nsw i64 %t9, 40
  %t340 = getelementptr float, ptr %buffer1, i64 %t339
  store i64 %t2, ptr %s341
  %t344 = icmp sge i64 %t2, 160
  br i1 %t344, label %done.343, label %loop.342
loop.342:
  %t345 = load i64, ptr %s341
  %t346 = urem i64 %t345, 40
  %t347 = udiv i64 %t345, 40
  %t348 = getelementptr float, ptr %t338, i64 %t346
  %t349 = getelementptr float, ptr %t7, i64 %t346
  %t350 = getelementptr float, ptr %t340, i64 %t346
  %t351 = add nsw i64 %t9, %t347
  %t352 = mul nsw i64 %t347, 40
  %t353 = getelementptr float, ptr %t348, i64 %t352
  %t354 = mul nsw i64 %t347, 40
  %t355 = getelementptr float, ptr %t349, i64 %t354
  %t356 = getelementptr float, ptr %t8, i64 %t347
  %t357 = mul nsw i64 %t347, 40
  %t358 = getelementptr float, ptr %t350, i64 %t357
  %t359 = load float, ptr %t355, align 4
  %t360 = load float, ptr %t356, align 4
  %t361 = fmul contract float %t359, %t360
  store float %t361, ptr %t358, align 4
  %t362 = add nuw nsw i64 %t345, 128
  store i64 %t362, ptr %s341
  %t363 = icmp slt i64 %t362, 160
  br i1 %t363, label %loop.342, label %done.343
done.343:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %join.13
join.13:
  ret void
}
