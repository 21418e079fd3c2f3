declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32) convergent
declare float @llvm.fmuladd.f32(float, float, float)
define ptx_kernel void @softmax_rows(ptr noalias %buffer0, ptr noalias %buffer1) nounwind "nvvm.maxntid"="64" {
  %s35 = alloca float
  %s36 = alloca float
  %s37 = alloca float
  %s38 = alloca float
  %s312 = alloca float
  %s313 = alloca float
  %s314 = alloca float
  %s315 = alloca float
  %t1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t2 = zext i32 %t1 to i64
  %t3 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t4 = zext i32 %t3 to i64
  %t5 = udiv i64 %t2, 8
  %t6 = urem i64 %t2, 8
  %t7 = mul i64 %t4, 8
  %t8 = add i64 %t7, %t5
  %t9 = icmp ult i64 %t8, 5
  %t10 = select i1 %t9, i64 %t8, i64 0
  %t11 = mul nsw i64 %t10, 40
  %t12 = getelementptr float, ptr %buffer0, i64 %t11
  %t13 = mul nsw i64 %t10, 40
  %t14 = getelementptr float, ptr %buffer1, i64 %t13
  %t15 = add i64 %t6, 0
  %t16 = mul i64 %t15, 4
  %t17 = getelementptr float, ptr %t12, i64 %t16
  %t18 = getelementptr float, ptr %t14, i64 %t16
  %t19 = add i64 %t6, 8
  %t20 = icmp ult i64 %t19, 10
  %t21 = select i1 %t20, i64 %t19, i64 0
  %t22 = mul i64 %t21, 4
  %t23 = getelementptr float, ptr %t12, i64 %t22
  %t24 = getelementptr float, ptr %t14, i64 %t22
  %t25 = load <4 x float>, ptr %t17, align 16
  %t26 = extractelement <4 x float> %t25, i32 0
  %t27 = extractelement <4 x float> %t25, i32 1
  %t28 = extractelement <4 x float> %t25, i32 2
  %t29 = extractelement <4 x float> %t25, i32 3
  %t30 = load <4 x float>, ptr %t23, align 16
  %t31 = extractelement <4 x float> %t30, i32 0
  %t32 = extractelement <4 x float> %t30, i32 1
  %t33 = extractelement <4 x float> %t30, i32 2
  %t34 = extractelement <4 x float> %t30, i32 3
  store float 0xFFF0000000000000, ptr %s35
  store float 0xFFF0000000000000, ptr %s36
  store float 0xFFF0000000000000, ptr %s37
  store float 0xFFF0000000000000, ptr %s38
  %t39 = load float, ptr %s35
  %t40 = fcmp ogt float %t26, %t39
  %t41 = select i1 %t40, float %t26, float %t39
  %t42 = fcmp uno float %t26, %t26
  %t43 = select i1 %t42, float %t26, float %t41
  store float %t43, ptr %s35
  %t44 = load float, ptr %s36
  %t45 = fcmp ogt float %t27, %t44
  %t46 = select i1 %t45, float %t27, float %t44
  %t47 = fcmp uno float %t27, %t27
  %t48 = select i1 %t47, float %t27, float %t46
  store float %t48, ptr %s36
  %t49 = load float, ptr %s37
  %t50 = fcmp ogt float %t28, %t49
  %t51 = select i1 %t50, float %t28, float %t49
  %t52 = fcmp uno float %t28, %t28
  %t53 = select i1 %t52, float %t28, float %t51
  store float %t53, ptr %s37
  %t54 = load float, ptr %s38
  %t55 = fcmp ogt float %t29, %t54
  %t56 = select i1 %t55, float %t29, float %t54
  %t57 = fcmp uno float %t29, %t29
  %t58 = select i1 %t57, float %t29, float %t56
  store float %t58, ptr %s38
  %t59 = load float, ptr %s35
  %t60 = fcmp ogt float %t31, %t59
  %t61 = select i1 %t60, float %t31, float %t59
  %t62 = fcmp uno float %t31, %t31
  %t63 = select i1 %t62, float %t31, float %t61
  %t64 = select i1 %t20, float %t63, float %t59
  store float %t64, ptr %s35
  %t65 = load float, ptr %s36
  %t66 = fcmp ogt float %t32, %t65
  %t67 = select i1 %t66, float %t32, float %t65
  %t68 = fcmp uno float %t32, %t32
  %t69 = select i1 %t68, float %t32, float %t67
  %t70 = select i1 %t20, float %t69, float %t65
  store float %t70, ptr %s36
  %t71 = load float, ptr %s37
  %t72 = fcmp ogt float %t33, %t71
  %t73 = select i1 %t72, float %t33, float %t71
  %t74 = fcmp uno float %t33, %t33
  %t75 = select i1 %t74, float %t33, float %t73
  %t76 = select i1 %t20, float %t75, float %t71
  store float %t76, ptr %s37
  %t77 = load float, ptr %s38
  %t78 = fcmp ogt float %t34, %t77
  %t79 = select i1 %t78, float %t34, float %t77
  %t80 = fcmp uno float %t34, %t34
  %t81 = select i1 %t80, float %t34, float %t79
  %t82 = select i1 %t20, float %t81, float %t77
  store float %t82, ptr %s38
  %t83 = load float, ptr %s35
  %t84 = load float, ptr %s36
  %t85 = load float, ptr %s37
  %t86 = load float, ptr %s38
  %t87 = fcmp ogt float %t84, %t83
  %t88 = select i1 %t87, float %t84, float %t83
  %t89 = fcmp uno float %t84, %t84
  %t90 = select i1 %t89, float %t84, float %t88
  %t91 = fcmp ogt float %t86, %t85
  %t92 = select i1 %t91, float %t86, float %t85
  %t93 = fcmp uno float %t86, %t86
  %t94 = select i1 %t93, float %t86, float %t92
  %t95 = fcmp ogt float %t94, %t90
  %t96 = select i1 %t95, float %t94, float %t90
  %t97 = fcmp uno float %t94, %t94
  %t98 = select i1 %t97, float %t94, float %t96
  %t99 = bitcast float %t98 to i32
  %t100 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t99, i32 4, i32 31)
  %t101 = bitcast i32 %t100 to float
  %t102 = fcmp ogt float %t101, %t98
  %t103 = select i1 %t102, float %t101, float %t98
  %t104 = fcmp uno float %t101, %t101
  %t105 = select i1 %t104, float %t101, float %t103
  %t106 = bitcast float %t105 to i32
  %t107 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t106, i32 2, i32 31)
  %t108 = bitcast i32 %t107 to float
  %t109 = fcmp ogt float %t108, %t105
  %t110 = select i1 %t109, float %t108, float %t105
  %t111 = fcmp uno float %t108, %t108
  %t112 = select i1 %t111, float %t108, float %t110
  %t113 = bitcast float %t112 to i32
  %t114 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t113, i32 1, i32 31)
  %t115 = bitcast i32 %t114 to float
  %t116 = fcmp ogt float %t115, %t112
  %t117 = select i1 %t116, float %t115, float %t112
  %t118 = fcmp uno float %t115, %t115
  %t119 = select i1 %t118, float %t115, float %t117
  %t120 = fsub contract float %t26, %t119
  %t121 = fcmp olt float %t120, 0xC06601E680000000
  %t122 = select i1 %t121, float 0xC06601E680000000, float %t120
  %t123 = fcmp ogt float %t122, 0x4056400000000000
  %t124 = select i1 %t123, float 0x4056400000000000, float %t122
  %t125 = call float @llvm.fmuladd.f32(float %t124, float 0x3FF7154760000000, float 0x4168001FC0000000)
  %t126 = fsub float %t125, 0x4168001FC0000000
  %t127 = call float @llvm.fmuladd.f32(float %t126, float 0xBFE6300000000000, float %t124)
  %t128 = call float @llvm.fmuladd.f32(float %t126, float 0x3F2BD01060000000, float %t127)
  %t129 = call float @llvm.fmuladd.f32(float 0x3F56FEEA40000000, float %t128, float 0x3F81257F60000000)
  %t130 = call float @llvm.fmuladd.f32(float %t129, float %t128, float 0x3FA5552FE0000000)
  %t131 = call float @llvm.fmuladd.f32(float %t130, float %t128, float 0x3FC5554660000000)
  %t132 = call float @llvm.fmuladd.f32(float %t131, float %t128, float 0x3FE0000000000000)
  %t133 = call float @llvm.fmuladd.f32(float %t132, float %t128, float 0x3FF0000000000000)
  %t134 = call float @llvm.fmuladd.f32(float %t133, float %t128, float 0x3FF0000000000000)
  %t135 = bitcast float %t125 to i32
  %t136 = lshr i32 %t135, 1
  %t137 = sub i32 %t135, %t136
  %t138 = shl i32 %t136, 23
  %t139 = bitcast i32 %t138 to float
  %t140 = fmul float %t134, %t139
  %t141 = shl i32 %t137, 23
  %t142 = bitcast i32 %t141 to float
  %t143 = fmul float %t140, %t142
  %t144 = fsub contract float %t27, %t119
  %t145 = fcmp olt float %t144, 0xC06601E680000000
  %t146 = select i1 %t145, float 0xC06601E680000000, float %t144
  %t147 = fcmp ogt float %t146, 0x4056400000000000
  %t148 = select i1 %t147, float 0x4056400000000000, float %t146
  %t149 = call float @llvm.fmuladd.f32(float %t148, float 0x3FF7154760000000, float 0x4168001FC0000000)
  %t150 = fsub float %t149, 0x4168001FC0000000
  %t151 = call float @llvm.fmuladd.f32(float %t150, float 0xBFE6300000000000, float %t148)
  %t152 = call float @llvm.fmuladd.f32(float %t150, float 0x3F2BD01060000000, float %t151)
  %t153 = call float @llvm.fmuladd.f32(float 0x3F56FEEA40000000, float %t152, float 0x3F81257F60000000)
  %t154 = call float @llvm.fmuladd.f32(float %t153, float %t152, float 0x3FA5552FE0000000)
  %t155 = call float @llvm.fmuladd.f32(float %t154, float %t152, float 0x3FC5554660000000)
  %t156 = call float @llvm.fmuladd.f32(float %t155, float %t152, float 0x3FE0000000000000)
  %t157 = call float @llvm.fmuladd.f32(float %t156, float %t152, float 0x3FF0000000000000)
  %t158 = call float @llvm.fmuladd.f32(float %t157, float %t152, float 0x3FF0000000000000)
  %t159 = bitcast float %t149 to i32
  %t160 = lshr i32 %t159, 1
  %t161 = sub i32 %t159, %t160
  %t162 = shl i32 %t160, 23
  %t163 = bitcast i32 %t162 to float
  %t164 = fmul float %t158, %t163
  %t165 = shl i32 %t161, 23
  %t166 = bitcast i32 %t165 to float
  %t167 = fmul float %t164, %t166
  %t168 = fsub contract float %t28, %t119
  %t169 = fcmp olt float %t168, 0xC06601E680000000
  %t170 = select i1 %t169, float 0xC06601E680000000, float %t168
  %t171 = fcmp ogt float %t170, 0x4056400000000000
  %t172 = select i1 %t171, float 0x4056400000000000, float %t170
  %t173 = call float @llvm.fmuladd.f32(float %t172, float 0x3FF7154760000000, float 0x4168001FC0000000)
  %t174 = fsub float %t173, 0x4168001FC0000000
  %t175 = call float @llvm.fmuladd.f32(float %t174, float 0xBFE6300000000000, float %t172)
  %t176 = call float @llvm.fmuladd.f32(float %t174, float 0x3F2BD01060000000, float %t175)
  %t177 = call float @llvm.fmuladd.f32(float 0x3F56FEEA40000000, float %t176, float 0x3F81257F60000000)
  %t178 = call float @llvm.fmuladd.f32(float %t177, float %t176, float 0x3FA5552FE0000000)
  %t179 = call float @llvm.fmuladd.f32(float %t178, float %t176, float 0x3FC5554660000000)
  %t180 = call float @llvm.fmuladd.f32(float %t179, float %t176, float 0x3FE0000000000000)
  %t181 = call float @llvm.fmuladd.f32(float %t180, float %t176, float 0x3FF0000000000000)
  %t182 = call float @llvm.fmuladd.f32(float %t181, float %t176, float 0x3FF0000000000000)
  %t183 = bitcast float %t173 to i32
  %t184 = lshr i32 %t183, 1
  %t185 = sub i32 %t183, %t184
  %t186 = shl i32 %t184, 23
  %t187 = bitcast i32 %t186 to float
  %t188 = fmul float %t182, %t187
  %t189 = shl i32 %t185, 23
  %t190 = bitcast i32 %t189 to float
  %t191 = fmul float %t188, %t190
  %t192 = fsub contract float %t29, %t119
  %t193 = fcmp olt float %t192, 0xC06601E680000000
  %t194 = select i1 %t193, float 0xC06601E680000000, float %t192
  %t195 = fcmp ogt float %t194, 0x4056400000000000
  %t196 = select i1 %t195, float 0x4056400000000000, float %t194
  %t197 = call float @llvm.fmuladd.f32(float %t196, float 0x3FF7154760000000, float 0x4168001FC0000000)
  %t198 = fsub float %t197, 0x4168001FC0000000
  %t199 = call float @llvm.fmuladd.f32(float %t198, float 0xBFE6300000000000, float %t196)
  %t200 = call float @llvm.fmuladd.f32(float %t198, float 0x3F2BD01060000000, float %t199)
  %t201 = call float @llvm.fmuladd.f32(float 0x3F56FEEA40000000, float %t200, float 0x3F81257F60000000)
  %t202 = call float @llvm.fmuladd.f32(float %t201, float %t200, float 0x3FA5552FE0000000)
  %t203 = call float @llvm.fmuladd.f32(float %t202, float %t200, float 0x3FC5554660000000)
  %t204 = call float @llvm.fmuladd.f32(float %t203, float %t200, float 0x3FE0000000000000)
  %t205 = call float @llvm.fmuladd.f32(float %t204, float %t200, float 0x3FF0000000000000)
  %t206 = call float @llvm.fmuladd.f32(float %t205, float %t200, float 0x3FF0000000000000)
  %t207 = bitcast float %t197 to i32
  %t208 = lshr i32 %t207, 1
  %t209 = sub i32 %t207, %t208
  %t210 = shl i32 %t208, 23
  %t211 = bitcast i32 %t210 to float
  %t212 = fmul float %t206, %t211
  %t213 = shl i32 %t209, 23
  %t214 = bitcast i32 %t213 to float
  %t215 = fmul float %t212, %t214
  %t216 = fsub contract float %t31, %t119
  %t217 = fcmp olt float %t216, 0xC06601E680000000
  %t218 = select i1 %t217, float 0xC06601E680000000, float %t216
  %t219 = fcmp ogt float %t218, 0x4056400000000000
  %t220 = select i1 %t219, float 0x4056400000000000, float %t218
  %t221 = call float @llvm.fmuladd.f32(float %t220, float 0x3FF7154760000000, float 0x4168001FC0000000)
  %t222 = fsub float %t221, 0x4168001FC0000000
  %t223 = call float @llvm.fmuladd.f32(float %t222, float 0xBFE6300000000000, float %t220)
  %t224 = call float @llvm.fmuladd.f32(float %t222, float 0x3F2BD01060000000, float %t223)
  %t225 = call float @llvm.fmuladd.f32(float 0x3F56FEEA40000000, float %t224, float 0x3F81257F60000000)
  %t226 = call float @llvm.fmuladd.f32(float %t225, float %t224, float 0x3FA5552FE0000000)
  %t227 = call float @llvm.fmuladd.f32(float %t226, float %t224, float 0x3FC5554660000000)
  %t228 = call float @llvm.fmuladd.f32(float %t227, float %t224, float 0x3FE0000000000000)
  %t229 = call float @llvm.fmuladd.f32(float %t228, float %t224, float 0x3FF0000000000000)
  %t230 = call float @llvm.fmuladd.f32(float %t229, float %t224, float 0x3FF0000000000000)
  %t231 = bitcast float %t221 to i32
  %t232 = lshr i32 %t231, 1
  %t233 = sub i32 %t231, %t232
  %t234 = shl i32 %t232, 23
  %t235 = bitcast i32 %t234 to float
  %t236 = fmul float %t230, %t235
  %t237 = shl i32 %t233, 23
  %t238 = bitcast i32 %t237 to float
  %t239 = fmul float %t236, %t238
  %t240 = fsub contract float %t32, %t119
  %t241 = fcmp olt float %t240, 0xC06601E680000000
  %t242 = select i1 %t241, float 0xC06601E680000000, float %t240
  %t243 = fcmp ogt float %t242, 0x4056400000000000
  %t244 = select i1 %t243, float 0x4056400000000000, float %t242
  %t245 = call float @llvm.fmuladd.f32(float %t244, float 0x3FF7154760000000, float 0x4168001FC0000000)
  %t246 = fsub float %t245, 0x4168001FC0000000
  %t247 = call float @llvm.fmuladd.f32(float %t246, float 0xBFE6300000000000, float %t244)
  %t248 = call float @llvm.fmuladd.f32(float %t246, float 0x3F2BD01060000000, float %t247)
  %t249 = call float @llvm.fmuladd.f32(float 0x3F56FEEA40000000, float %t248, float 0x3F81257F60000000)
  %t250 = call float @llvm.fmuladd.f32(float %t249, float %t248, float 0x3FA5552FE0000000)
  %t251 = call float @llvm.fmuladd.f32(float %t250, float %t248, float 0x3FC5554660000000)
  %t252 = call float @llvm.fmuladd.f32(float %t251, float %t248, float 0x3FE0000000000000)
  %t253 = call float @llvm.fmuladd.f32(float %t252, float %t248, float 0x3FF0000000000000)
  %t254 = call float @llvm.fmuladd.f32(float %t253, float %t248, float 0x3FF0000000000000)
  %t255 = bitcast float %t245 to i32
  %t256 = lshr i32 %t255, 1
  %t257 = sub i32 %t255, %t256
  %t258 = shl i32 %t256, 23
  %t259 = bitcast i32 %t258 to float
  %t260 = fmul float %t254, %t259
  %t261 = shl i32 %t257, 23
  %t262 = bitcast i32 %t261 to float
  %t263 = fmul float %t260, %t262
  %t264 = fsub contract float %t33, %t119
  %t265 = fcmp olt float %t264, 0xC06601E680000000
  %t266 = select i1 %t265, float 0xC06601E680000000, float %t264
  %t267 = fcmp ogt float %t266, 0x4056400000000000
  %t268 = select i1 %t267, float 0x4056400000000000, float %t266
  %t269 = call float @llvm.fmuladd.f32(float %t268, float 0x3FF7154760000000, float 0x4168001FC0000000)
  %t270 = fsub float %t269, 0x4168001FC0000000
  %t271 = call float @llvm.fmuladd.f32(float %t270, float 0xBFE6300000000000, float %t268)
  %t272 = call float @llvm.fmuladd.f32(float %t270, float 0x3F2BD01060000000, float %t271)
  %t273 = call float @llvm.fmuladd.f32(float 0x3F56FEEA40000000, float %t272, float 0x3F81257F60000000)
  %t274 = call float @llvm.fmuladd.f32(float %t273, float %t272, float 0x3FA5552FE0000000)
  %t275 = call float @llvm.fmuladd.f32(float %t274, float %t272, float 0x3FC5554660000000)
  %t276 = call float @llvm.fmuladd.f32(float %t275, float %t272, float 0x3FE0000000000000)
  %t277 = call float @llvm.fmuladd.f32(float %t276, float %t272, float 0x3FF0000000000000)
  %t278 = call float @llvm.fmuladd.f32(float %t277, float %t272, float 0x3FF0000000000000)
  %t279 = bitcast float %t269 to i32
  %t280 = lshr i32 %t279, 1
  %t281 = sub i32 %t279, %t280
  %t282 = shl i32 %t280, 23
  %t283 = bitcast i32 %t282 to float
  %t284 = fmul float %t278, %t283
  %t285 = shl i32 %t281, 23
  %t286 = bitcast i32 %t285 to float
  %t287 = fmul float %t284, %t286
  %t288 = fsub contract float %t34, %t119
  %t289 = fcmp olt float %t288, 0xC06601E680000000
  %t290 = select i1 %t289, float 0xC06601E680000000, float %t288
  %t291 = fcmp ogt float %t290, 0x4056400000000000
  %t292 = select i1 %t291, float 0x4056400000000000, float %t290
  %t293 = call float @llvm.fmuladd.f32(float %t292, float 0x3FF7154760000000, float 0x4168001FC0000000)
  %t294 = fsub float %t293, 0x4168001FC0000000
  %t295 = call float @llvm.fmuladd.f32(float %t294, float 0xBFE6300000000000, float %t292)
  %t296 = call float @llvm.fmuladd.f32(float %t294, float 0x3F2BD01060000000, float %t295)
  %t297 = call float @llvm.fmuladd.f32(float 0x3F56FEEA40000000, float %t296, float 0x3F81257F60000000)
  %t298 = call float @llvm.fmuladd.f32(float %t297, float %t296, float 0x3FA5552FE0000000)
  %t299 = call float @llvm.fmuladd.f32(float %t298, float %t296, float 0x3FC5554660000000)
  %t300 = call float @llvm.fmuladd.f32(float %t299, float %t296, float 0x3FE0000000000000)
  %t301 = call float @llvm.fmuladd.f32(float %t300, float %t296, float 0x3FF0000000000000)
  %t302 = call float @llvm.fmuladd.f32(float %t301, float %t296, float 0x3FF0000000000000)
  %t303 = bitcast float %t293 to i32
  %t304 = lshr i32 %t303, 1
  %t305 = sub i32 %t303, %t304
  %t306 = shl i32 %t304, 23
  %t307 = bitcast i32 %t306 to float
  %t308 = fmul float %t302, %t307
  %t309 = shl i32 %t305, 23
  %t310 = bitcast i32 %t309 to float
  %t311 = fmul float %t308, %t310
  store float 0x0000000000000000, ptr %s312
  store float 0x0000000000000000, ptr %s313
  store float 0x0000000000000000, ptr %s314
  store float 0x0000000000000000, ptr %s315
  %t316 = load float, ptr %s312
  %t317 = fadd contract float %t316, %t143
  store float %t317, ptr %s312
  %t318 = load float, ptr %s313
  %t319 = fadd contract float %t318, %t167
  store float %t319, ptr %s313
  %t320 = load float, ptr %s314
  %t321 = fadd contract float %t320, %t191
  store float %t321, ptr %s314
  %t322 = load float, ptr %s315
  %t323 = fadd contract float %t322, %t215
  store float %t323, ptr %s315
  %t324 = load float, ptr %s312
  %t325 = fadd contract float %t324, %t239
  %t326 = select i1 %t20, float %t325, float %t324
  store float %t326, ptr %s312
  %t327 = load float, ptr %s313
  %t328 = fadd contract float %t327, %t263
  %t329 = select i1 %t20, float %t328, float %t327
  store float %t329, ptr %s313
  %t330 = load float, ptr %s314
  %t331 = fadd contract float %t330, %t287
  %t332 = select i1 %t20, float %t331, float %t330
  store float %t332, ptr %s314
  %t333 = load float, ptr %s315
  %t334 = fadd contract float %t333, %t311
  %t335 = select i1 %t20, float %t334, float %t333
  store float %t335, ptr %s315
  %t336 = load float, ptr %s312
  %t337 = load float, ptr %s313
  %t338 = load float, ptr %s314
  %t339 = load float, ptr %s315
  %t340 = fadd contract float %t336, %t337
  %t341 = fadd contract float %t338, %t339
  %t342 = fadd contract float %t340, %t341
  %t343 = bitcast float %t342 to i32
  %t344 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t343, i32 4, i32 31)
  %t345 = bitcast i32 %t344 to float
  %t346 = fadd contract float %t342, %t345
  %t347 = bitcast float %t346 to i32
  %t348 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t347, i32 2, i32 31)
  %t349 = bitcast i32 %t348 to float
  %t350 = fadd contract float %t346, %t349
  %t351 = bitcast float %t350 to i32
  %t352 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t351, i32 1, i32 31)
  %t353 = bitcast i32 %t352 to float
  %t354 = fadd contract float %t350, %t353
  %t355 = fdiv float 0x3FF0000000000000, %t354
  %t356 = fmul contract float %t143, %t355
  %t357 = fmul contract float %t167, %t355
  %t358 = fmul contract float %t191, %t355
  %t359 = fmul contract float %t215, %t355
  br i1 %t9, label %then.360, label %else.361
then.360:
  %t363 = insertelement <4 x float> poison, float %t356, i32 0
  %t364 = insertelement <4 x float> %t363, float %t357, i32 1
  %t365 = insertelement <4 x float> %t364, float %t358, i32 2
  %t366 = insertelement <4 x float> %t365, float %t359, i32 3
  store <4 x float> %t366, ptr %t18, align 16
  br label %join.362
else.361:
  br label %join.362
join.362:
  %t367 = fmul contract float %t239, %t355
  %t368 = fmul contract float %t263, %t355
  %t369 = fmul contract float %t287, %t355
  %t370 = fmul contract float %t311, %t355
  %t371 = and i1 %t20, %t9
  br i1 %t371, label %then.372, label %else.373
then.372:
  %t375 = insertelement <4 x float> poison, float %t367, i32 0
  %t376 = insertelement <4 x float> %t375, float %t368, i32 1
  %t377 = insertelement <4 x float> %t376, float %t369, i32 2
  %t378 = insertelement <4 x float> %t377, float %t370, i32 3
  store <4 x float> %t378, ptr %t24, align 16
  br label %join.374
else.373:
  br label %join.374
join.374:
  ret void
}
