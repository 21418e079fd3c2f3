declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare float @llvm.fmuladd.f32(float, float, float)
define ptx_kernel void @conv_depthwise(ptr noalias %buffer0, ptr noalias %buffer1, ptr noalias %buffer2, ptr noalias %buffer3) nounwind "nvvm.maxntid"="64" {
  %s36 = alloca float
  %s37 = alloca float
  %s38 = alloca float
  %s39 = alloca float
  %s40 = alloca float
  %s41 = alloca float
  %s42 = alloca float
  %s43 = alloca float
  %t1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t2 = zext i32 %t1 to i64
  %t3 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t4 = zext i32 %t3 to i64
  %t5 = mul i64 %t4, 64
  %t6 = add i64 %t5, %t2
  %t7 = getelementptr i16, ptr %buffer0, i64 -48
  %t8 = icmp ult i64 %t6, 30
  br i1 %t8, label %then.9, label %else.10
then.9:
  %t12 = trunc i64 %t6 to i32
  %t13 = urem i32 %t12, 2
  %t14 = udiv i32 %t12, 2
  %t15 = mul i32 %t13, 4
  %t16 = zext i32 %t15 to i64
  %t17 = getelementptr i16, ptr %t7, i64 %t16
  %t18 = getelementptr i16, ptr %buffer3, i64 %t16
  %t19 = getelementptr float, ptr %buffer1, i64 %t16
  %t20 = getelementptr float, ptr %buffer2, i64 %t16
  %t21 = urem i32 %t14, 3
  %t22 = udiv i32 %t14, 3
  %t23 = mul i32 %t21, 2
  %t24 = icmp ult i32 %t23, 3
  %t25 = select i1 %t24, i32 %t23, i32 3
  %t26 = zext i32 %t25 to i64
  %t27 = mul nsw i64 %t26, 8
  %t28 = getelementptr i16, ptr %t17, i64 %t27
  %t29 = mul nsw i64 %t26, 8
  %t30 = getelementptr float, ptr %t20, i64 %t29
  %t31 = zext i32 %t22 to i64
  %t32 = mul nsw i64 %t31, 40
  %t33 = getelementptr i16, ptr %t28, i64 %t32
  %t34 = mul nsw i64 %t31, 40
  %t35 = getelementptr float, ptr %t30, i64 %t34
  store float 0x0000000000000000, ptr %s36
  store float 0x0000000000000000, ptr %s37
  store float 0x0000000000000000, ptr %s38
  store float 0x0000000000000000, ptr %s39
  store float 0x0000000000000000, ptr %s40
  store float 0x0000000000000000, ptr %s41
  store float 0x0000000000000000, ptr %s42
  store float 0x0000000000000000, ptr %s43
  %t44 = load float, ptr %s36
  %t45 = trunc i64 %t31 to i32
  %t46 = mul nsw i32 %t45, 1
  %t47 = add nsw i32 -1, %t46
  %t48 = mul nsw i32 0, 1
  %t49 = add nsw i32 %t47, %t48
  %t50 = icmp ult i32 %t49, 5
  %t51 = trunc i64 %t26 to i32
  %t52 = mul nsw i32 %t51, 1
  %t53 = add nsw i32 -1, %t52
  %t54 = mul nsw i32 0, 1
  %t55 = add nsw i32 %t53, %t54
  %t56 = icmp ult i32 %t55, 5
  %t57 = and i1 %t50, %t56
  %t58 = select i1 %t57, ptr %t33, ptr %buffer0
  %t59 = load <4 x i16>, ptr %t58, align 8
  %t60 = extractelement <4 x i16> %t59, i32 0
  %t61 = select i1 %t57, i16 %t60, i16 0
  %t62 = bitcast i16 %t61 to half
  %t63 = fpext half %t62 to float
  %t64 = extractelement <4 x i16> %t59, i32 1
  %t65 = select i1 %t57, i16 %t64, i16 0
  %t66 = bitcast i16 %t65 to half
  %t67 = fpext half %t66 to float
  %t68 = extractelement <4 x i16> %t59, i32 2
  %t69 = select i1 %t57, i16 %t68, i16 0
  %t70 = bitcast i16 %t69 to half
  %t71 = fpext half %t70 to float
  %t72 = extractelement <4 x i16> %t59, i32 3
  %t73 = select i1 %t57, i16 %t72, i16 0
  %t74 = bitcast i16 %t73 to half
  %t75 = fpext half %t74 to float
  %t76 = load <4 x i16>, ptr %t18, align 8
  %t77 = extractelement <4 x i16> %t76, i32 0
  %t78 = bitcast i16 %t77 to half
  %t79 = fpext half %t78 to float
  %t80 = extractelement <4 x i16> %t76, i32 1
  %t81 = bitcast i16 %t80 to half
  %t82 = fpext half %t81 to float
  %t83 = extractelement <4 x i16> %t76, i32 2
  %t84 = bitcast i16 %t83 to half
  %t85 = fpext half %t84 to float
  %t86 = extractelement <4 x i16> %t76, i32 3
  %t87 = bitcast i16 %t86 to half
  %t88 = fpext half %t87 to float
  %t89 = call float @llvm.fmuladd.f32(float %t63, float %t79, float %t44)
  store float %t89, ptr %s36
  %t90 = load float, ptr %s37
  %t91 = getelementptr i16, ptr %t33, i64 8
  %t92 = trunc i64 %t26 to i32
  %t93 = mul nsw i32 %t92, 1
  %t94 = add nsw i32 0, %t93
  %t95 = mul nsw i32 0, 1
  %t96 = add nsw i32 %t94, %t95
  %t97 = icmp ult i32 %t96, 5
  %t98 = and i1 %t50, %t97
  %t99 = select i1 %t98, ptr %t91, ptr %buffer0
  %t100 = load <4 x i16>, ptr %t99, align 8
  %t101 = extractelement <4 x i16> %t100, i32 0
  %t102 = select i1 %t98, i16 %t101, i16 0
  %t103 = bitcast i16 %t102 to half
  %t104 = fpext half %t103 to float
  %t105 = extractelement <4 x i16> %t100, i32 1
  %t106 = select i1 %t98, i16 %t105, i16 0
  %t107 = bitcast i16 %t106 to half
  %t108 = fpext half %t107 to float
  %t109 = extractelement <4 x i16> %t100, i32 2
  %t110 = select i1 %t98, i16 %t109, i16 0
  %t111 = bitcast i16 %t110 to half
  %t112 = fpext half %t111 to float
  %t113 = extractelement <4 x i16> %t100, i32 3
  %t114 = select i1 %t98, i16 %t113, i16 0
  %t115 = bitcast i16 %t114 to half
  %t116 = fpext half %t115 to float
  %t117 = call float @llvm.fmuladd.f32(float %t104, float %t79, float %t90)
  store float %t117, ptr %s37
  %t118 = load float, ptr %s38
  %t119 = call float @llvm.fmuladd.f32(float %t67, float %t82, float %t118)
  store float %t119, ptr %s38
  %t120 = load float, ptr %s39
  %t121 = call float @llvm.fmuladd.f32(float %t108, float %t82, float %t120)
  store float %t121, ptr %s39
  %t122 = load float, ptr %s40
  %t123 = call float @llvm.fmuladd.f32(float %t71, float %t85, float %t122)
  store float %t123, ptr %s40
  %t124 = load float, ptr %s41
  %t125 = call float @llvm.fmuladd.f32(float %t112, float %t85, float %t124)
  store float %t125, ptr %s41
  %t126 = load float, ptr %s42
  %t127 = call float @llvm.fmuladd.f32(float %t75, float %t88, float %t126)
  store float %t127, ptr %s42
  %t128 = load float, ptr %s43
  %t129 = call float @llvm.fmuladd.f32(float %t116, float %t88, float %t128)
  store float %t129, ptr %s43
  %t130 = load float, ptr %s36
  %t131 = getelementptr i16, ptr %t18, i64 8
  %t132 = load <4 x i16>, ptr %t131, align 8
  %t133 = extractelement <4 x i16> %t132, i32 0
  %t134 = bitcast i16 %t133 to half
  %t135 = fpext half %t134 to float
  %t136 = extractelement <4 x i16> %t132, i32 1
  %t137 = bitcast i16 %t136 to half
  %t138 = fpext half %t137 to float
  %t139 = extractelement <4 x i16> %t132, i32 2
  %t140 = bitcast i16 %t139 to half
  %t141 = fpext half %t140 to float
  %t142 = extractelement <4 x i16> %t132, i32 3
  %t143 = bitcast i16 %t142 to half
  %t144 = fpext half %t143 to float
  %t145 = call float @llvm.fmuladd.f32(float %t104, float %t135, float %t130)
  store float %t145, ptr %s36
  %t146 = load float, ptr %s37
  %t147 = getelementptr i16, ptr %t33, i64 16
  %t148 = trunc i64 %t26 to i32
  %t149 = mul nsw i32 %t148, 1
  %t150 = add nsw i32 1, %t149
  %t151 = mul nsw i32 0, 1
  %t152 = add nsw i32 %t150, %t151
  %t153 = icmp ult i32 %t152, 5
  %t154 = and i1 %t50, %t153
  %t155 = select i1 %t154, ptr %t147, ptr %buffer0
  %t156 = load <4 x i16>, ptr %t155, align 8
  %t157 = extractelement <4 x i16> %t156, i32 0
  %t158 = select i1 %t154, i16 %t157, i16 0
  %t159 = bitcast i16 %t158 to half
  %t160 = fpext half %t159 to float
  %t161 = extractelement <4 x i16> %t156, i32 1
  %t162 = select i1 %t154, i16 %t161, i16 0
  %t163 = bitcast i16 %t162 to half
  %t164 = fpext half %t163 to float
  %t165 = extractelement <4 x i16> %t156, i32 2
  %t166 = select i1 %t154, i16 %t165, i16 0
  %t167 = bitcast i16 %t166 to half
  %t168 = fpext half %t167 to float
  %t169 = extractelement <4 x i16> %t156, i32 3
  %t170 = select i1 %t154, i16 %t169, i16 0
  %t171 = bitcast i16 %t170 to half
  %t172 = fpext half %t171 to float
  %t173 = call float @llvm.fmuladd.f32(float %t160, float %t135, float %t146)
  store float %t173, ptr %s37
  %t174 = load float, ptr %s38
  %t175 = call float @llvm.fmuladd.f32(float %t108, float %t138, float %t174)
  store float %t175, ptr %s38
  %t176 = load float, ptr %s39
  %t177 = call float @llvm.fmuladd.f32(float %t164, float %t138, float %t176)
  store float %t177, ptr %s39
  %t178 = load float, ptr %s40
  %t179 = call float @llvm.fmuladd.f32(float %t112, float %t141, float %t178)
  store float %t179, ptr %s40
  %t180 = load float, ptr %s41
  %t181 = call float @llvm.fmuladd.f32(float %t168, float %t141, float %t180)
  store float %t181, ptr %s41
  %t182 = load float, ptr %s42
  %t183 = call float @llvm.fmuladd.f32(float %t116, float %t144, float %t182)
  store float %t183, ptr %s42
  %t184 = load float, ptr %s43
  %t185 = call float @llvm.fmuladd.f32(float %t172, float %t144, float %t184)
  store float %t185, ptr %s43
  %t186 = load float, ptr %s36
  %t187 = getelementptr i16, ptr %t18, i64 16
  %t188 = load <4 x i16>, ptr %t187, align 8
  %t189 = extractelement <4 x i16> %t188, i32 0
  %t190 = bitcast i16 %t189 to half
  %t191 = fpext half %t190 to float
  %t192 = extractelement <4 x i16> %t188, i32 1
  %t193 = bitcast i16 %t192 to half
  %t194 = fpext half %t193 to float
  %t195 = extractelement <4 x i16> %t188, i32 2
  %t196 = bitcast i16 %t195 to half
  %t197 = fpext half %t196 to float
  %t198 = extractelement <4 x i16> %t188, i32 3
  %t199 = bitcast i16 %t198 to half
  %t200 = fpext half %t199 to float
  %t201 = call float @llvm.fmuladd.f32(float %t160, float %t191, float %t186)
  store float %t201, ptr %s36
  %t202 = load float, ptr %s37
  %t203 = getelementptr i16, ptr %t33, i64 24
  %t204 = trunc i64 %t26 to i32
  %t205 = mul nsw i32 %t204, 1
  %t206 = add nsw i32 2, %t205
  %t207 = mul nsw i32 0, 1
  %t208 = add nsw i32 %t206, %t207
  %t209 = icmp ult i32 %t208, 5
  %t210 = and i1 %t50, %t209
  %t211 = select i1 %t210, ptr %t203, ptr %buffer0
  %t212 = load <4 x i16>, ptr %t211, align 8
  %t213 = extractelement <4 x i16> %t212, i32 0
  %t214 = select i1 %t210, i16 %t213, i16 0
  %t215 = bitcast i16 %t214 to half
  %t216 = fpext half %t215 to float
  %t217 = extractelement <4 x i16> %t212, i32 1
  %t218 = select i1 %t210, i16 %t217, i16 0
  %t219 = bitcast i16 %t218 to half
  %t220 = fpext half %t219 to float
  %t221 = extractelement <4 x i16> %t212, i32 2
  %t222 = select i1 %t210, i16 %t221, i16 0
  %t223 = bitcast i16 %t222 to half
  %t224 = fpext half %t223 to float
  %t225 = extractelement <4 x i16> %t212, i32 3
  %t226 = select i1 %t210, i16 %t225, i16 0
  %t227 = bitcast i16 %t226 to half
  %t228 = fpext half %t227 to float
  %t229 = call float @llvm.fmuladd.f32(float %t216, float %t191, float %t202)
  store float %t229, ptr %s37
  %t230 = load float, ptr %s38
  %t231 = call float @llvm.fmuladd.f32(float %t164, float %t194, float %t230)
  store float %t231, ptr %s38
  %t232 = load float, ptr %s39
  %t233 = call float @llvm.fmuladd.f32(float %t220, float %t194, float %t232)
  store float %t233, ptr %s39
  %t234 = load float, ptr %s40
  %t235 = call float @llvm.fmuladd.f32(float %t168, float %t197, float %t234)
  store float %t235, ptr %s40
  %t236 = load float, ptr %s41
  %t237 = call float @llvm.fmuladd.f32(float %t224, float %t197, float %t236)
  store float %t237, ptr %s41
  %t238 = load float, ptr %s42
  %t239 = call float @llvm.fmuladd.f32(float %t172, float %t200, float %t238)
  store float %t239, ptr %s42
  %t240 = load float, ptr %s43
  %t241 = call float @llvm.fmuladd.f32(float %t228, float %t200, float %t240)
  store float %t241, ptr %s43
  %t242 = load float, ptr %s36
  %t243 = getelementptr i16, ptr %t33, i64 40
  %t244 = trunc i64 %t31 to i32
  %t245 = mul nsw i32 %t244, 1
  %t246 = add nsw i32 0, %t245
  %t247 = mul nsw i32 0, 1
  %t248 = add nsw i32 %t246, %t247
  %t249 = icmp ult i32 %t248, 5
  %t250 = and i1 %t249, %t56
  %t251 = select i1 %t250, ptr %t243, ptr %buffer0
  %t252 = load <4 x i16>, ptr %t251, align 8
  %t253 = extractelement <4 x i16> %t252, i32 0
  %t254 = select i1 %t250, i16 %t253, i16 0
  %t255 = bitcast i16 %t254 to half
  %t256 = fpext half %t255 to float
  %t257 = extractelement <4 x i16> %t252, i32 1
  %t258 = select i1 %t250, i16 %t257, i16 0
  %t259 = bitcast i16 %t258 to half
  %t260 = fpext half %t259 to float
  %t261 = extractelement <4 x i16> %t252, i32 2
  %t262 = select i1 %t250, i16 %t261, i16 0
  %t263 = bitcast i16 %t262 to half
  %t264 = fpext half %t263 to float
  %t265 = extractelement <4 x i16> %t252, i32 3
  %t266 = select i1 %t250, i16 %t265, i16 0
  %t267 = bitcast i16 %t266 to half
  %t268 = fpext half %t267 to float
  %t269 = getelementptr i16, ptr %t18, i64 24
  %t270 = load <4 x i16>, ptr %t269, align 8
  %t271 = extractelement <4 x i16> %t270, i32 0
  %t272 = bitcast i16 %t271 to half
  %t273 = fpext half %t272 to float
  %t274 = extractelement <4 x i16> %t270, i32 1
  %t275 = bitcast i16 %t274 to half
  %t276 = fpext half %t275 to float
  %t277 = extractelement <4 x i16> %t270, i32 2
  %t278 = bitcast i16 %t277 to half
  %t279 = fpext half %t278 to float
  %t280 = extractelement <4 x i16> %t270, i32 3
  %t281 = bitcast i16 %t280 to half
  %t282 = fpext half %t281 to float
  %t283 = call float @llvm.fmuladd.f32(float %t256, float %t273, float %t242)
  store float %t283, ptr %s36
  %t284 = load float, ptr %s37
  %t285 = getelementptr i16, ptr %t33, i64 48
  %t286 = and i1 %t249, %t97
  %t287 = select i1 %t286, ptr %t285, ptr %buffer0
  %t288 = load <4 x i16>, ptr %t287, align 8
  %t289 = extractelement <4 x i16> %t288, i32 0
  %t290 = select i1 %t286, i16 %t289, i16 0
  %t291 = bitcast i16 %t290 to half
  %t292 = fpext half %t291 to float
  %t293 = extractelement <4 x i16> %t288, i32 1
  %t294 = select i1 %t286, i16 %t293, i16 0
  %t295 = bitcast i16 %t294 to half
  %t296 = fpext half %t295 to float
  %t297 = extractelement <4 x i16> %t288, i32 2
  %t298 = select i1 %t286, i16 %t297, i16 0
  %t299 = bitcast i16 %t298 to half
  %t300 = fpext half %t299 to float
  %t301 = extractelement <4 x i16> %t288, i32 3
  %t302 = select i1 %t286, i16 %t301, i16 0
  %t303 = bitcast i16 %t302 to half
  %t304 = fpext half %t303 to float
  %t305 = call float @llvm.fmuladd.f32(float %t292, float %t273, float %t284)
  store float %t305, ptr %s37
  %t306 = load float, ptr %s38
  %t307 = call float @llvm.fmuladd.f32(float %t260, float %t276, float %t306)
  store float %t307, ptr %s38
  %t308 = load float, ptr %s39
  %t309 = call float @llvm.fmuladd.f32(float %t296, float %t276, float %t308)
  store float %t309, ptr %s39
  %t310 = load float, ptr %s40
  %t311 = call float @llvm.fmuladd.f32(float %t264, float %t279, float %t310)
  store float %t311, ptr %s40
  %t312 = load float, ptr %s41
  %t313 = call float @llvm.fmuladd.f32(float %t300, float %t279, float %t312)
  store float %t313, ptr %s41
  %t314 = load float, ptr %s42
  %t315 = call float @llvm.fmuladd.f32(float %t268, float %t282, float %t314)
  store float %t315, ptr %s42
  %t316 = load float, ptr %s43
  %t317 = call float @llvm.fmuladd.f32(float %t304, float %t282, float %t316)
  store float %t317, ptr %s43
  %t318 = load float, ptr %s36
  %t319 = getelementptr i16, ptr %t18, i64 32
  %t320 = load <4 x i16>, ptr %t319, align 8
  %t321 = extractelement <4 x i16> %t320, i32 0
  %t322 = bitcast i16 %t321 to half
  %t323 = fpext half %t322 to float
  %t324 = extractelement <4 x i16> %t320, i32 1
  %t325 = bitcast i16 %t324 to half
  %t326 = fpext half %t325 to float
  %t327 = extractelement <4 x i16> %t320, i32 2
  %t328 = bitcast i16 %t327 to half
  %t329 = fpext half %t328 to float
  %t330 = extractelement <4 x i16> %t320, i32 3
  %t331 = bitcast i16 %t330 to half
  %t332 = fpext half %t331 to float
  %t333 = call float @llvm.fmuladd.f32(float %t292, float %t323, float %t318)
  store float %t333, ptr %s36
  %t334 = load float, ptr %s37
  %t335 = getelementptr i16, ptr %t33, i64 56
  %t336 = and i1 %t249, %t153
  %t337 = select i1 %t336, ptr %t335, ptr %buffer0
  %t338 = load <4 x i16>, ptr %t337, align 8
  %t339 = extractelement <4 x i16> %t338, i32 0
  %t340 = select i1 %t336, i16 %t339, i16 0
  %t341 = bitcast i16 %t340 to half
  %t342 = fpext half %t341 to float
  %t343 = extractelement <4 x i16> %t338, i32 1
  %t344 = select i1 %t336, i16 %t343, i16 0
  %t345 = bitcast i16 %t344 to half
  %t346 = fpext half %t345 to float
  %t347 = extractelement <4 x i16> %t338, i32 2
  %t348 = select i1 %t336, i16 %t347, i16 0
  %t349 = bitcast i16 %t348 to half
  %t350 = fpext half %t349 to float
  %t351 = extractelement <4 x i16> %t338, i32 3
  %t352 = select i1 %t336, i16 %t351, i16 0
  %t353 = bitcast i16 %t352 to half
  %t354 = fpext half %t353 to float
  %t355 = call float @llvm.fmuladd.f32(float %t342, float %t323, float %t334)
  store float %t355, ptr %s37
  %t356 = load float, ptr %s38
  %t357 = call float @llvm.fmuladd.f32(float %t296, float %t326, float %t356)
  store float %t357, ptr %s38
  %t358 = load float, ptr %s39
  %t359 = call float @llvm.fmuladd.f32(float %t346, float %t326, float %t358)
  store float %t359, ptr %s39
  %t360 = load float, ptr %s40
  %t361 = call float @llvm.fmuladd.f32(float %t300, float %t329, float %t360)
  store float %t361, ptr %s40
  %t362 = load float, ptr %s41
  %t363 = call float @llvm.fmuladd.f32(float %t350, float %t329, float %t362)
  store float %t363, ptr %s41
  %t364 = load float, ptr %s42
  %t365 = call float @llvm.fmuladd.f32(float %t304, float %t332, float %t364)
  store float %t365, ptr %s42
  %t366 = load float, ptr %s43
  %t367 = call float @llvm.fmuladd.f32(float %t354, float %t332, float %t366)
  store float %t367, ptr %s43
  %t368 = load float, ptr %s36
  %t369 = getelementptr i16, ptr %t18, i64 40
  %t370 = load <4 x i16>, ptr %t369, align 8
  %t371 = extractelement <4 x i16> %t370, i32 0
  %t372 = bitcast i16 %t371 to half
  %t373 = fpext half %t372 to float
  %t374 = extractelement <4 x i16> %t370, i32 1
  %t375 = bitcast i16 %t374 to half
  %t376 = fpext half %t375 to float
  %t377 = extractelement <4 x i16> %t370, i32 2
  %t378 = bitcast i16 %t377 to half
  %t379 = fpext half %t378 to float
  %t380 = extractelement <4 x i16> %t370, i32 3
  %t381 = bitcast i16 %t380 to half
  %t382 = fpext half %t381 to float
  %t383 = call float @llvm.fmuladd.f32(float %t342, float %t373, float %t368)
  store float %t383, ptr %s36
  %t384 = load float, ptr %s37
  %t385 = getelementptr i16, ptr %t33, i64 64
  %t386 = and i1 %t249, %t209
  %t387 = select i1 %t386, ptr %t385, ptr %buffer0
  %t388 = load <4 x i16>, ptr %t387, align 8
  %t389 = extractelement <4 x i16> %t388, i32 0
  %t390 = select i1 %t386, i16 %t389, i16 0
  %t391 = bitcast i16 %t390 to half
  %t392 = fpext half %t391 to float
  %t393 = extractelement <4 x i16> %t388, i32 1
  %t394 = select i1 %t386, i16 %t393, i16 0
  %t395 = bitcast i16 %t394 to half
  %t396 = fpext half %t395 to float
  %t397 = extractelement <4 x i16> %t388, i32 2
  %t398 = select i1 %t386, i16 %t397, i16 0
  %t399 = bitcast i16 %t398 to half
  %t400 = fpext half %t399 to float
  %t401 = extractelement <4 x i16> %t388, i32 3
  %t402 = select i1 %t386, i16 %t401, i16 0
  %t403 = bitcast i16 %t402 to half
  %t404 = fpext half %t403 to float
  %t405 = call float @llvm.fmuladd.f32(float %t392, float %t373, float %t384)
  store float %t405, ptr %s37
  %t406 = load float, ptr %s38
  %t407 = call float @llvm.fmuladd.f32(float %t346, float %t376, float %t406)
  store float %t407, ptr %s38
  %t408 = load float, ptr %s39
  %t409 = call float @llvm.fmuladd.f32(float %t396, float %t376, float %t408)
  store float %t409, ptr %s39
  %t410 = load float, ptr %s40
  %t411 = call float @llvm.fmuladd.f32(float %t350, float %t379, float %t410)
  store float %t411, ptr %s40
  %t412 = load float, ptr %s41
  %t413 = call float @llvm.fmuladd.f32(float %t400, float %t379, float %t412)
  store float %t413, ptr %s41
  %t414 = load float, ptr %s42
  %t415 = call float @llvm.fmuladd.f32(float %t354, float %t382, float %t414)
  store float %t415, ptr %s42
  %t416 = load float, ptr %s43
  %t417 = call float @llvm.fmuladd.f32(float %t404, float %t382, float %t416)
  store float %t417, ptr %s43
  %t418 = load float, ptr %s36
  %t419 = getelementptr i16, ptr %t33, i64 80
  %t420 = trunc i64 %t31 to i32
  %t421 = mul nsw i32 %t420, 1
  %t422 = add nsw i32 1, %t421
  %t423 = mul nsw i32 0, 1
  %t424 = add nsw i32 %t422, %t423
  %t425 = icmp ult i32 %t424, 5
  %t426 = and i1 %t425, %t56
  %t427 = select i1 %t426, ptr %t419, ptr %buffer0
  %t428 = load <4 x i16>, ptr %t427, align 8
  %t429 = extractelement <4 x i16> %t428, i32 0
  %t430 = select i1 %t426, i16 %t429, i16 0
  %t431 = bitcast i16 %t430 to half
  %t432 = fpext half %t431 to float
  %t433 = extractelement <4 x i16> %t428, i32 1
  %t434 = select i1 %t426, i16 %t433, i16 0
  %t435 = bitcast i16 %t434 to half
  %t436 = fpext half %t435 to float
  %t437 = extractelement <4 x i16> %t428, i32 2
  %t438 = select i1 %t426, i16 %t437, i16 0
  %t439 = bitcast i16 %t438 to half
  %t440 = fpext half %t439 to float
  %t441 = extractelement <4 x i16> %t428, i32 3
  %t442 = select i1 %t426, i16 %t441, i16 0
  %t443 = bitcast i16 %t442 to half
  %t444 = fpext half %t443 to float
  %t445 = getelementptr i16, ptr %t18, i64 48
  %t446 = load <4 x i16>, ptr %t445, align 8
  %t447 = extractelement <4 x i16> %t446, i32 0
  %t448 = bitcast i16 %t447 to half
  %t449 = fpext half %t448 to float
  %t450 = extractelement <4 x i16> %t446, i32 1
  %t451 = bitcast i16 %t450 to half
  %t452 = fpext half %t451 to float
  %t453 = extractelement <4 x i16> %t446, i32 2
  %t454 = bitcast i16 %t453 to half
  %t455 = fpext half %t454 to float
  %t456 = extractelement <4 x i16> %t446, i32 3
  %t457 = bitcast i16 %t456 to half
  %t458 = fpext half %t457 to float
  %t459 = call float @llvm.fmuladd.f32(float %t432, float %t449, float %t418)
  store float %t459, ptr %s36
  %t460 = load float, ptr %s37
  %t461 = getelementptr i16, ptr %t33, i64 88
  %t462 = and i1 %t425, %t97
  %t463 = select i1 %t462, ptr %t461, ptr %buffer0
  %t464 = load <4 x i16>, ptr %t463, align 8
  %t465 = extractelement <4 x i16> %t464, i32 0
  %t466 = select i1 %t462, i16 %t465, i16 0
  %t467 = bitcast i16 %t466 to half
  %t468 = fpext half %t467 to float
  %t469 = extractelement <4 x i16> %t464, i32 1
  %t470 = select i1 %t462, i16 %t469, i16 0
  %t471 = bitcast i16 %t470 to half
  %t472 = fpext half %t471 to float
  %t473 = extractelement <4 x i16> %t464, i32 2
  %t474 = select i1 %t462, i16 %t473, i16 0
  %t475 = bitcast i16 %t474 to half
  %t476 = fpext half %t475 to float
  %t477 = extractelement <4 x i16> %t464, i32 3
  %t478 = select i1 %t462, i16 %t477, i16 0
  %t479 = bitcast i16 %t478 to half
  %t480 = fpext half %t479 to float
  %t481 = call float @llvm.fmuladd.f32(float %t468, float %t449, float %t460)
  store float %t481, ptr %s37
  %t482 = load float, ptr %s38
  %t483 = call float @llvm.fmuladd.f32(float %t436, float %t452, float %t482)
  store float %t483, ptr %s38
  %t484 = load float, ptr %s39
  %t485 = call float @llvm.fmuladd.f32(float %t472, float %t452, float %t484)
  store float %t485, ptr %s39
  %t486 = load float, ptr %s40
  %t487 = call float @llvm.fmuladd.f32(float %t440, float %t455, float %t486)
  store float %t487, ptr %s40
  %t488 = load float, ptr %s41
  %t489 = call float @llvm.fmuladd.f32(float %t476, float %t455, float %t488)
  store float %t489, ptr %s41
  %t490 = load float, ptr %s42
  %t491 = call float @llvm.fmuladd.f32(float %t444, float %t458, float %t490)
  store float %t491, ptr %s42
  %t492 = load float, ptr %s43
  %t493 = call float @llvm.fmuladd.f32(float %t480, float %t458, float %t492)
  store float %t493, ptr %s43
  %t494 = load float, ptr %s36
  %t495 = getelementptr i16, ptr %t18, i64 56
  %t496 = load <4 x i16>, ptr %t495, align 8
  %t497 = extractelement <4 x i16> %t496, i32 0
  %t498 = bitcast i16 %t497 to half
  %t499 = fpext half %t498 to float
  %t500 = extractelement <4 x i16> %t496, i32 1
  %t501 = bitcast i16 %t500 to half
  %t502 = fpext half %t501 to float
  %t503 = extractelement <4 x i16> %t496, i32 2
  %t504 = bitcast i16 %t503 to half
  %t505 = fpext half %t504 to float
  %t506 = extractelement <4 x i16> %t496, i32 3
  %t507 = bitcast i16 %t506 to half
  %t508 = fpext half %t507 to float
  %t509 = call float @llvm.fmuladd.f32(float %t468, float %t499, float %t494)
  store float %t509, ptr %s36
  %t510 = load float, ptr %s37
  %t511 = getelementptr i16, ptr %t33, i64 96
  %t512 = and i1 %t425, %t153
  %t513 = select i1 %t512, ptr %t511, ptr %buffer0
  %t514 = load <4 x i16>, ptr %t513, align 8
  %t515 = extractelement <4 x i16> %t514, i32 0
  %t516 = select i1 %t512, i16 %t515, i16 0
  %t517 = bitcast i16 %t516 to half
  %t518 = fpext half %t517 to float
  %t519 = extractelement <4 x i16> %t514, i32 1
  %t520 = select i1 %t512, i16 %t519, i16 0
  %t521 = bitcast i16 %t520 to half
  %t522 = fpext half %t521 to float
  %t523 = extractelement <4 x i16> %t514, i32 2
  %t524 = select i1 %t512, i16 %t523, i16 0
  %t525 = bitcast i16 %t524 to half
  %t526 = fpext half %t525 to float
  %t527 = extractelement <4 x i16> %t514, i32 3
  %t528 = select i1 %t512, i16 %t527, i16 0
  %t529 = bitcast i16 %t528 to half
  %t530 = fpext half %t529 to float
  %t531 = call float @llvm.fmuladd.f32(float %t518, float %t499, float %t510)
  store float %t531, ptr %s37
  %t532 = load float, ptr %s38
  %t533 = call float @llvm.fmuladd.f32(float %t472, float %t502, float %t532)
  store float %t533, ptr %s38
  %t534 = load float, ptr %s39
  %t535 = call float @llvm.fmuladd.f32(float %t522, float %t502, float %t534)
  store float %t535, ptr %s39
  %t536 = load float, ptr %s40
  %t537 = call float @llvm.fmuladd.f32(float %t476, float %t505, float %t536)
  store float %t537, ptr %s40
  %t538 = load float, ptr %s41
  %t539 = call float @llvm.fmuladd.f32(float %t526, float %t505, float %t538)
  store float %t539, ptr %s41
  %t540 = load float, ptr %s42
  %t541 = call float @llvm.fmuladd.f32(float %t480, float %t508, float %t540)
  store float %t541, ptr %s42
  %t542 = load float, ptr %s43
  %t543 = call float @llvm.fmuladd.f32(float %t530, float %t508, float %t542)
  store float %t543, ptr %s43
  %t544 = load float, ptr %s36
  %t545 = getelementptr i16, ptr %t18, i64 64
  %t546 = load <4 x i16>, ptr %t545, align 8
  %t547 = extractelement <4 x i16> %t546, i32 0
  %t548 = bitcast i16 %t547 to half
  %t549 = fpext half %t548 to float
  %t550 = extractelement <4 x i16> %t546, i32 1
  %t551 = bitcast i16 %t550 to half
  %t552 = fpext half %t551 to float
  %t553 = extractelement <4 x i16> %t546, i32 2
  %t554 = bitcast i16 %t553 to half
  %t555 = fpext half %t554 to float
  %t556 = extractelement <4 x i16> %t546, i32 3
  %t557 = bitcast i16 %t556 to half
  %t558 = fpext half %t557 to float
  %t559 = call float @llvm.fmuladd.f32(float %t518, float %t549, float %t544)
  store float %t559, ptr %s36
  %t560 = load float, ptr %s37
  %t561 = getelementptr i16, ptr %t33, i64 104
  %t562 = and i1 %t425, %t209
  %t563 = select i1 %t562, ptr %t561, ptr %buffer0
  %t564 = load <4 x i16>, ptr %t563, align 8
  %t565 = extractelement <4 x i16> %t564, i32 0
  %t566 = select i1 %t562, i16 %t565, i16 0
  %t567 = bitcast i16 %t566 to half
  %t568 = fpext half %t567 to float
  %t569 = extractelement <4 x i16> %t564, i32 1
  %t570 = select i1 %t562, i16 %t569, i16 0
  %t571 = bitcast i16 %t570 to half
  %t572 = fpext half %t571 to float
  %t573 = extractelement <4 x i16> %t564, i32 2
  %t574 = select i1 %t562, i16 %t573, i16 0
  %t575 = bitcast i16 %t574 to half
  %t576 = fpext half %t575 to float
  %t577 = extractelement <4 x i16> %t564, i32 3
  %t578 = select i1 %t562, i16 %t577, i16 0
  %t579 = bitcast i16 %t578 to half
  %t580 = fpext half %t579 to float
  %t581 = call float @llvm.fmuladd.f32(float %t568, float %t549, float %t560)
  store float %t581, ptr %s37
  %t582 = load float, ptr %s38
  %t583 = call float @llvm.fmuladd.f32(float %t522, float %t552, float %t582)
  store float %t583, ptr %s38
  %t584 = load float, ptr %s39
  %t585 = call float @llvm.fmuladd.f32(float %t572, float %t552, float %t584)
  store float %t585, ptr %s39
  %t586 = load float, ptr %s40
  %t587 = call float @llvm.fmuladd.f32(float %t526, float %t555, float %t586)
  store float %t587, ptr %s40
  %t588 = load float, ptr %s41
  %t589 = call float @llvm.fmuladd.f32(float %t576, float %t555, float %t588)
  store float %t589, ptr %s41
  %t590 = load float, ptr %s42
  %t591 = call float @llvm.fmuladd.f32(float %t530, float %t558, float %t590)
  store float %t591, ptr %s42
  %t592 = load float, ptr %s43
  %t593 = call float @llvm.fmuladd.f32(float %t580, float %t558, float %t592)
  store float %t593, ptr %s43
  %t594 = load float, ptr %s36
  %t595 = load float, ptr %s37
  %t596 = load float, ptr %s38
  %t597 = load float, ptr %s39
  %t598 = load float, ptr %s40
  %t599 = load float, ptr %s41
  %t600 = load float, ptr %s42
  %t601 = load float, ptr %s43
  %t602 = load <4 x float>, ptr %t19, align 16
  %t603 = extractelement <4 x float> %t602, i32 0
  %t604 = extractelement <4 x float> %t602, i32 1
  %t605 = extractelement <4 x float> %t602, i32 2
  %t606 = extractelement <4 x float> %t602, i32 3
  %t607 = fadd contract float %t594, %t603
  %t608 = fcmp ogt float 0x0000000000000000, %t607
  %t609 = select i1 %t608, float 0x0000000000000000, float %t607
  %t610 = fadd contract float %t595, %t603
  %t611 = fcmp ogt float 0x0000000000000000, %t610
  %t612 = select i1 %t611, float 0x0000000000000000, float %t610
  %t613 = fadd contract float %t596, %t604
  %t614 = fcmp ogt float 0x0000000000000000, %t613
  %t615 = select i1 %t614, float 0x0000000000000000, float %t613
  %t616 = fadd contract float %t597, %t604
  %t617 = fcmp ogt float 0x0000000000000000, %t616
  %t618 = select i1 %t617, float 0x0000000000000000, float %t616
  %t619 = fadd contract float %t598, %t605
  %t620 = fcmp ogt float 0x0000000000000000, %t619
  %t621 = select i1 %t620, float 0x0000000000000000, float %t619
  %t622 = fadd contract float %t599, %t605
  %t623 = fcmp ogt float 0x0000000000000000, %t622
  %t624 = select i1 %t623, float 0x0000000000000000, float %t622
  %t625 = fadd contract float %t600, %t606
  %t626 = fcmp ogt float 0x0000000000000000, %t625
  %t627 = select i1 %t626, float 0x0000000000000000, float %t625
  %t628 = insertelement <4 x float> poison, float %t609, i32 0
  %t629 = insertelement <4 x float> %t628, float %t615, i32 1
  %t630 = insertelement <4 x float> %t629, float %t621, i32 2
  %t631 = insertelement <4 x float> %t630, float %t627, i32 3
  %t632 = fadd contract float %t601, %t606
  %t633 = fcmp ogt float 0x0000000000000000, %t632
  %t634 = select i1 %t633, float 0x0000000000000000, float %t632
  %t635 = insertelement <4 x float> poison, float %t612, i32 0
  %t636 = insertelement <4 x float> %t635, float %t618, i32 1
  %t637 = insertelement <4 x float> %t636, float %t624, i32 2
  %t638 = insertelement <4 x float> %t637, float %t634, i32 3
  %t639 = getelementptr float, ptr %t35, i64 8
  store <4 x float> %t631, ptr %t35, align 16
  store <4 x float> %t638, ptr %t639, align 16
  br label %join.11
else.10:
  br label %join.11
join.11:
  ret void
}
