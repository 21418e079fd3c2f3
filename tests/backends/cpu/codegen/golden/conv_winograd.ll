@fill.float32.8.0_0 = private unnamed_addr constant <8 x float> splat (float 0x0000000000000000), align 64
declare <8 x float> @llvm.fmuladd.v8f32(<8 x float>, <8 x float>, <8 x float>)
define internal void @conv_winograd.body(ptr noalias %buffer0, ptr noalias %buffer1, ptr noalias %buffer2, ptr noalias %buffer3, ptr noalias %scratch, i64 %thread, i64 %threads) noinline nounwind "prefer-vector-width"="256" {
  %s8 = alloca i64
  %s491 = alloca i64
  %s501 = alloca <8 x float>
  %s502 = alloca i64
  %t1 = getelementptr i8, ptr %scratch, i64 0
  %t2 = getelementptr i8, ptr %scratch, i64 1024
  %t3 = add i64 %thread, 1
  %t4 = mul i64 %thread, 1
  %t5 = udiv i64 %t4, %threads
  %t6 = mul i64 %t3, 1
  %t7 = udiv i64 %t6, %threads
  store i64 %t5, ptr %s8
  %t11 = icmp sge i64 %t5, %t7
  br i1 %t11, label %done.10, label %loop.9
loop.9:
  %t12 = load i64, ptr %s8
  %t13 = urem i64 %t12, 1
  %t14 = udiv i64 %t12, 1
  %t15 = urem i64 %t14, 1
  %t16 = udiv i64 %t14, 1
  %t17 = mul i64 %t16, 1
  %t18 = mul i64 %t15, 1
  %t19 = mul i64 %t13, 1
  %t20 = getelementptr float, ptr %buffer0, i64 -24
  %t21 = mul nsw i64 %t17, 32
  %t22 = getelementptr float, ptr %t20, i64 %t21
  %t23 = mul nsw i64 %t18, 32
  %t24 = getelementptr float, ptr %t22, i64 %t23
  %t25 = mul nsw i64 %t19, 16
  %t26 = getelementptr float, ptr %t24, i64 %t25
  %t27 = getelementptr float, ptr %buffer0, i64 -16
  %t28 = mul nsw i64 %t17, 32
  %t29 = getelementptr float, ptr %t27, i64 %t28
  %t30 = mul nsw i64 %t18, 32
  %t31 = getelementptr float, ptr %t29, i64 %t30
  %t32 = mul nsw i64 %t19, 16
  %t33 = getelementptr float, ptr %t31, i64 %t32
  %t34 = getelementptr float, ptr %buffer0, i64 -8
  %t35 = mul nsw i64 %t17, 32
  %t36 = getelementptr float, ptr %t34, i64 %t35
  %t37 = mul nsw i64 %t18, 32
  %t38 = getelementptr float, ptr %t36, i64 %t37
  %t39 = mul nsw i64 %t19, 16
  %t40 = getelementptr float, ptr %t38, i64 %t39
  %t41 = mul nsw i64 %t17, 32
  %t42 = getelementptr float, ptr %buffer0, i64 %t41
  %t43 = mul nsw i64 %t18, 32
  %t44 = getelementptr float, ptr %t42, i64 %t43
  %t45 = mul nsw i64 %t19, 16
  %t46 = getelementptr float, ptr %t44, i64 %t45
  %t47 = getelementptr float, ptr %buffer0, i64 -8
  %t48 = mul nsw i64 %t17, 32
  %t49 = getelementptr float, ptr %t47, i64 %t48
  %t50 = mul nsw i64 %t18, 32
  %t51 = getelementptr float, ptr %t49, i64 %t50
  %t52 = mul nsw i64 %t19, 16
  %t53 = getelementptr float, ptr %t51, i64 %t52
  %t54 = mul nsw i64 %t17, 32
  %t55 = getelementptr float, ptr %buffer0, i64 %t54
  %t56 = mul nsw i64 %t18, 32
  %t57 = getelementptr float, ptr %t55, i64 %t56
  %t58 = mul nsw i64 %t19, 16
  %t59 = getelementptr float, ptr %t57, i64 %t58
  %t60 = getelementptr float, ptr %buffer0, i64 8
  %t61 = mul nsw i64 %t17, 32
  %t62 = getelementptr float, ptr %t60, i64 %t61
  %t63 = mul nsw i64 %t18, 32
  %t64 = getelementptr float, ptr %t62, i64 %t63
  %t65 = mul nsw i64 %t19, 16
  %t66 = getelementptr float, ptr %t64, i64 %t65
  %t67 = getelementptr float, ptr %buffer0, i64 16
  %t68 = mul nsw i64 %t17, 32
  %t69 = getelementptr float, ptr %t67, i64 %t68
  %t70 = mul nsw i64 %t18, 32
  %t71 = getelementptr float, ptr %t69, i64 %t70
  %t72 = mul nsw i64 %t19, 16
  %t73 = getelementptr float, ptr %t71, i64 %t72
  %t74 = getelementptr float, ptr %buffer0, i64 8
  %t75 = mul nsw i64 %t17, 32
  %t76 = getelementptr float, ptr %t74, i64 %t75
  %t77 = mul nsw i64 %t18, 32
  %t78 = getelementptr float, ptr %t76, i64 %t77
  %t79 = mul nsw i64 %t19, 16
  %t80 = getelementptr float, ptr %t78, i64 %t79
  %t81 = getelementptr float, ptr %buffer0, i64 16
  %t82 = mul nsw i64 %t17, 32
  %t83 = getelementptr float, ptr %t81, i64 %t82
  %t84 = mul nsw i64 %t18, 32
  %t85 = getelementptr float, ptr %t83, i64 %t84
  %t86 = mul nsw i64 %t19, 16
  %t87 = getelementptr float, ptr %t85, i64 %t86
  %t88 = getelementptr float, ptr %buffer0, i64 24
  %t89 = mul nsw i64 %t17, 32
  %t90 = getelementptr float, ptr %t88, i64 %t89
  %t91 = mul nsw i64 %t18, 32
  %t92 = getelementptr float, ptr %t90, i64 %t91
  %t93 = mul nsw i64 %t19, 16
  %t94 = getelementptr float, ptr %t92, i64 %t93
  %t95 = getelementptr float, ptr %buffer0, i64 32
  %t96 = mul nsw i64 %t17, 32
  %t97 = getelementptr float, ptr %t95, i64 %t96
  %t98 = mul nsw i64 %t18, 32
  %t99 = getelementptr float, ptr %t97, i64 %t98
  %t100 = mul nsw i64 %t19, 16
  %t101 = getelementptr float, ptr %t99, i64 %t100
  %t102 = getelementptr float, ptr %buffer0, i64 24
  %t103 = mul nsw i64 %t17, 32
  %t104 = getelementptr float, ptr %t102, i64 %t103
  %t105 = mul nsw i64 %t18, 32
  %t106 = getelementptr float, ptr %t104, i64 %t105
  %t107 = mul nsw i64 %t19, 16
  %t108 = getelementptr float, ptr %t106, i64 %t107
  %t109 = getelementptr float, ptr %buffer0, i64 32
  %t110 = mul nsw i64 %t17, 32
  %t111 = getelementptr float, ptr %t109, i64 %t110
  %t112 = mul nsw i64 %t18, 32
  %t113 = getelementptr float, ptr %t111, i64 %t112
  %t114 = mul nsw i64 %t19, 16
  %t115 = getelementptr float, ptr %t113, i64 %t114
  %t116 = getelementptr float, ptr %buffer0, i64 40
  %t117 = mul nsw i64 %t17, 32
  %t118 = getelementptr float, ptr %t116, i64 %t117
  %t119 = mul nsw i64 %t18, 32
  %t120 = getelementptr float, ptr %t118, i64 %t119
  %t121 = mul nsw i64 %t19, 16
  %t122 = getelementptr float, ptr %t120, i64 %t121
  %t123 = getelementptr float, ptr %buffer0, i64 48
  %t124 = mul nsw i64 %t17, 32
  %t125 = getelementptr float, ptr %t123, i64 %t124
  %t126 = mul nsw i64 %t18, 32
  %t127 = getelementptr float, ptr %t125, i64 %t126
  %t128 = mul nsw i64 %t19, 16
  %t129 = getelementptr float, ptr %t127, i64 %t128
  %t130 = getelementptr float, ptr %t1, i64 16
  %t131 = getelementptr float, ptr %t1, i64 32
  %t132 = getelementptr float, ptr %t1, i64 48
  %t133 = getelementptr float, ptr %t1, i64 64
  %t134 = getelementptr float, ptr %t1, i64 80
  %t135 = getelementptr float, ptr %t1, i64 96
  %t136 = getelementptr float, ptr %t1, i64 112
  %t137 = getelementptr float, ptr %t1, i64 128
  %t138 = getelementptr float, ptr %t1, i64 144
  %t139 = getelementptr float, ptr %t1, i64 160
  %t140 = getelementptr float, ptr %t1, i64 176
  %t141 = getelementptr float, ptr %t1, i64 192
  %t142 = getelementptr float, ptr %t1, i64 208
  %t143 = getelementptr float, ptr %t1, i64 224
  %t144 = getelementptr float, ptr %t1, i64 240
  %t145 = mul nsw i64 %t18, 2
  %t146 = add nsw i64 %t145, -1
  %t147 = icmp ult i64 %t146, 2
  %t148 = mul nsw i64 %t19, 2
  %t149 = add nsw i64 %t148, -1
  %t150 = icmp ult i64 %t149, 2
  %t151 = mul nsw i64 %t18, 2
  %t152 = add nsw i64 %t151, -1
  %t153 = icmp ult i64 %t152, 2
  %t154 = mul nsw i64 %t19, 2
  %t155 = add nsw i64 %t154, 0
  %t156 = icmp ult i64 %t155, 2
  %t157 = mul nsw i64 %t18, 2
  %t158 = add nsw i64 %t157, -1
  %t159 = icmp ult i64 %t158, 2
  %t160 = mul nsw i64 %t19, 2
  %t161 = add nsw i64 %t160, 1
  %t162 = icmp ult i64 %t161, 2
  %t163 = mul nsw i64 %t18, 2
  %t164 = add nsw i64 %t163, -1
  %t165 = icmp ult i64 %t164, 2
  %t166 = mul nsw i64 %t19, 2
  %t167 = add nsw i64 %t166, 2
  %t168 = icmp ult i64 %t167, 2
  %t169 = mul nsw i64 %t18, 2
  %t170 = add nsw i64 %t169, 0
  %t171 = icmp ult i64 %t170, 2
  %t172 = mul nsw i64 %t19, 2
  %t173 = add nsw i64 %t172, -1
  %t174 = icmp ult i64 %t173, 2
  %t175 = mul nsw i64 %t18, 2
  %t176 = add nsw i64 %t175, 0
  %t177 = icmp ult i64 %t176, 2
  %t178 = mul nsw i64 %t19, 2
  %t179 = add nsw i64 %t178, 0
  %t180 = icmp ult i64 %t179, 2
  %t181 = mul nsw i64 %t18, 2
  %t182 = add nsw i64 %t181, 0
  %t183 = icmp ult i64 %t182, 2
  %t184 = mul nsw i64 %t19, 2
  %t185 = add nsw i64 %t184, 1
  %t186 = icmp ult i64 %t185, 2
  %t187 = mul nsw i64 %t18, 2
  %t188 = add nsw i64 %t187, 0
  %t189 = icmp ult i64 %t188, 2
  %t190 = mul nsw i64 %t19, 2
  %t191 = add nsw i64 %t190, 2
  %t192 = icmp ult i64 %t191, 2
  %t193 = mul nsw i64 %t18, 2
  %t194 = add nsw i64 %t193, 1
  %t195 = icmp ult i64 %t194, 2
  %t196 = mul nsw i64 %t19, 2
  %t197 = add nsw i64 %t196, -1
  %t198 = icmp ult i64 %t197, 2
  %t199 = mul nsw i64 %t18, 2
  %t200 = add nsw i64 %t199, 1
  %t201 = icmp ult i64 %t200, 2
  %t202 = mul nsw i64 %t19, 2
  %t203 = add nsw i64 %t202, 0
  %t204 = icmp ult i64 %t203, 2
  %t205 = mul nsw i64 %t18, 2
  %t206 = add nsw i64 %t205, 1
  %t207 = icmp ult i64 %t206, 2
  %t208 = mul nsw i64 %t19, 2
  %t209 = add nsw i64 %t208, 1
  %t210 = icmp ult i64 %t209, 2
  %t211 = mul nsw i64 %t18, 2
  %t212 = add nsw i64 %t211, 1
  %t213 = icmp ult i64 %t212, 2
  %t214 = mul nsw i64 %t19, 2
  %t215 = add nsw i64 %t214, 2
  %t216 = icmp ult i64 %t215, 2
  %t217 = mul nsw i64 %t18, 2
  %t218 = add nsw i64 %t217, 2
  %t219 = icmp ult i64 %t218, 2
  %t220 = mul nsw i64 %t19, 2
  %t221 = add nsw i64 %t220, -1
  %t222 = icmp ult i64 %t221, 2
  %t223 = mul nsw i64 %t18, 2
  %t224 = add nsw i64 %t223, 2
  %t225 = icmp ult i64 %t224, 2
  %t226 = mul nsw i64 %t19, 2
  %t227 = add nsw i64 %t226, 0
  %t228 = icmp ult i64 %t227, 2
  %t229 = mul nsw i64 %t18, 2
  %t230 = add nsw i64 %t229, 2
  %t231 = icmp ult i64 %t230, 2
  %t232 = mul nsw i64 %t19, 2
  %t233 = add nsw i64 %t232, 1
  %t234 = icmp ult i64 %t233, 2
  %t235 = mul nsw i64 %t18, 2
  %t236 = add nsw i64 %t235, 2
  %t237 = icmp ult i64 %t236, 2
  %t238 = mul nsw i64 %t19, 2
  %t239 = add nsw i64 %t238, 2
  %t240 = icmp ult i64 %t239, 2
  %t241 = and i1 %t147, %t150
  %t242 = and i1 %t241, %t153
  %t243 = and i1 %t242, %t156
  %t244 = and i1 %t243, %t159
  %t245 = and i1 %t244, %t162
  %t246 = and i1 %t245, %t165
  %t247 = and i1 %t246, %t168
  %t248 = and i1 %t247, %t171
  %t249 = and i1 %t248, %t174
  %t250 = and i1 %t249, %t177
  %t251 = and i1 %t250, %t180
  %t252 = and i1 %t251, %t183
  %t253 = and i1 %t252, %t186
  %t254 = and i1 %t253, %t189
  %t255 = and i1 %t254, %t192
  %t256 = and i1 %t255, %t195
  %t257 = and i1 %t256, %t198
  %t258 = and i1 %t257, %t201
  %t259 = and i1 %t258, %t204
  %t260 = and i1 %t259, %t207
  %t261 = and i1 %t260, %t210
  %t262 = and i1 %t261, %t213
  %t263 = and i1 %t262, %t216
  %t264 = and i1 %t263, %t219
  %t265 = and i1 %t264, %t222
  %t266 = and i1 %t265, %t225
  %t267 = and i1 %t266, %t228
  %t268 = and i1 %t267, %t231
  %t269 = and i1 %t268, %t234
  %t270 = and i1 %t269, %t237
  %t271 = and i1 %t270, %t240
  br i1 %t271, label %then.272, label %else.273
then.272:
  %t275 = load <8 x float>, ptr %t26, align 4
  %t276 = load <8 x float>, ptr %t80, align 4
  %t277 = fsub contract <8 x float> %t275, %t276
  %t278 = load <8 x float>, ptr %t40, align 4
  %t279 = load <8 x float>, ptr %t94, align 4
  %t280 = fsub contract <8 x float> %t278, %t279
  %t281 = fsub contract <8 x float> %t277, %t280
  store <8 x float> %t281, ptr %t1, align 4
  %t282 = load <8 x float>, ptr %t33, align 4
  %t283 = load <8 x float>, ptr %t87, align 4
  %t284 = fsub contract <8 x float> %t282, %t283
  %t285 = fadd contract <8 x float> %t280, %t284
  store <8 x float> %t285, ptr %t130, align 4
  %t286 = fsub contract <8 x float> %t280, %t284
  store <8 x float> %t286, ptr %t131, align 4
  %t287 = load <8 x float>, ptr %t46, align 4
  %t288 = load <8 x float>, ptr %t101, align 4
  %t289 = fsub contract <8 x float> %t287, %t288
  %t290 = fsub contract <8 x float> %t284, %t289
  store <8 x float> %t290, ptr %t132, align 4
  %t291 = load <8 x float>, ptr %t53, align 4
  %t292 = fadd contract <8 x float> %t276, %t291
  %t293 = load <8 x float>, ptr %t66, align 4
  %t294 = fadd contract <8 x float> %t279, %t293
  %t295 = fsub contract <8 x float> %t292, %t294
  store <8 x float> %t295, ptr %t133, align 4
  %t296 = load <8 x float>, ptr %t59, align 4
  %t297 = fadd contract <8 x float> %t283, %t296
  %t298 = fadd contract <8 x float> %t294, %t297
  store <8 x float> %t298, ptr %t134, align 4
  %t299 = fsub contract <8 x float> %t294, %t297
  store <8 x float> %t299, ptr %t135, align 4
  %t300 = load <8 x float>, ptr %t73, align 4
  %t301 = fadd contract <8 x float> %t288, %t300
  %t302 = fsub contract <8 x float> %t297, %t301
  store <8 x float> %t302, ptr %t136, align 4
  %t303 = fsub contract <8 x float> %t276, %t291
  %t304 = fsub contract <8 x float> %t279, %t293
  %t305 = fsub contract <8 x float> %t303, %t304
  store <8 x float> %t305, ptr %t137, align 4
  %t306 = fsub contract <8 x float> %t283, %t296
  %t307 = fadd contract <8 x float> %t304, %t306
  store <8 x float> %t307, ptr %t138, align 4
  %t308 = fsub contract <8 x float> %t304, %t306
  store <8 x float> %t308, ptr %t139, align 4
  %t309 = fsub contract <8 x float> %t288, %t300
  %t310 = fsub contract <8 x float> %t306, %t309
  store <8 x float> %t310, ptr %t140, align 4
  %t311 = load <8 x float>, ptr %t108, align 4
  %t312 = fsub contract <8 x float> %t291, %t311
  %t313 = load <8 x float>, ptr %t122, align 4
  %t314 = fsub contract <8 x float> %t293, %t313
  %t315 = fsub contract <8 x float> %t312, %t314
  store <8 x float> %t315, ptr %t141, align 4
  %t316 = load <8 x float>, ptr %t115, align 4
  %t317 = fsub contract <8 x float> %t296, %t316
  %t318 = fadd contract <8 x float> %t314, %t317
  store <8 x float> %t318, ptr %t142, align 4
  %t319 = fsub contract <8 x float> %t314, %t317
  store <8 x float> %t319, ptr %t143, align 4
  %t320 = load <8 x float>, ptr %t129, align 4
  %t321 = fsub contract <8 x float> %t300, %t320
  %t322 = fsub contract <8 x float> %t317, %t321
  store <8 x float> %t322, ptr %t144, align 4
  br label %join.274
else.273:
  %t323 = mul nsw i64 %t18, 2
  %t324 = add nsw i64 %t323, -1
  %t325 = icmp ult i64 %t324, 2
  %t326 = mul nsw i64 %t19, 2
  %t327 = add nsw i64 %t326, -1
  %t328 = icmp ult i64 %t327, 2
  %t329 = and i1 %t325, %t328
  %t330 = select i1 %t329, ptr %t26, ptr @fill.float32.8.0_0
  %t331 = load <8 x float>, ptr %t330, align 4
  %t332 = mul nsw i64 %t18, 2
  %t333 = add nsw i64 %t332, 1
  %t334 = icmp ult i64 %t333, 2
  %t335 = mul nsw i64 %t19, 2
  %t336 = add nsw i64 %t335, -1
  %t337 = icmp ult i64 %t336, 2
  %t338 = and i1 %t334, %t337
  %t339 = select i1 %t338, ptr %t80, ptr @fill.float32.8.0_0
  %t340 = load <8 x float>, ptr %t339, align 4
  %t341 = fsub contract <8 x float> %t331, %t340
  %t342 = mul nsw i64 %t18, 2
  %t343 = add nsw i64 %t342, -1
  %t344 = icmp ult i64 %t343, 2
  %t345 = mul nsw i64 %t19, 2
  %t346 = add nsw i64 %t345, 1
  %t347 = icmp ult i64 %t346, 2
  %t348 = and i1 %t344, %t347
  %t349 = select i1 %t348, ptr %t40, ptr @fill.float32.8.0_0
  %t350 = load <8 x float>, ptr %t349, align 4
  %t351 = mul nsw i64 %t18, 2
  %t352 = add nsw i64 %t351, 1
  %t353 = icmp ult i64 %t352, 2
  %t354 = mul nsw i64 %t19, 2
  %t355 = add nsw i64 %t354, 1
  %t356 = icmp ult i64 %t355, 2
  %t357 = and i1 %t353, %t356
  %t358 = select i1 %t357, ptr %t94, ptr @fill.float32.8.0_0
  %t359 = load <8 x float>, ptr %t358, align 4
  %t360 = fsub contract <8 x float> %t350, %t359
  %t361 = fsub contract <8 x float> %t341, %t360
  store <8 x float> %t361, ptr %t1, align 4
  %t362 = mul nsw i64 %t18, 2
  %t363 = add nsw i64 %t362, -1
  %t364 = icmp ult i64 %t363, 2
  %t365 = mul nsw i64 %t19, 2
  %t366 = icmp ult i64 %t365, 2
  %t367 = and i1 %t364, %t366
  %t368 = select i1 %t367, ptr %t33, ptr @fill.float32.8.0_0
  %t369 = load <8 x float>, ptr %t368, align 4
  %t370 = mul nsw i64 %t18, 2
  %t371 = add nsw i64 %t370, 1
  %t372 = icmp ult i64 %t371, 2
  %t373 = mul nsw i64 %t19, 2
  %t374 = icmp ult i64 %t373, 2
  %t375 = and i1 %t372, %t374
  %t376 = select i1 %t375, ptr %t87, ptr @fill.float32.8.0_0
  %t377 = load <8 x float>, ptr %t376, align 4
  %t378 = fsub contract <8 x float> %t369, %t377
  %t379 = fadd contract <8 x float> %t360, %t378
  store <8 x float> %t379, ptr %t130, align 4
  %t380 = fsub contract <8 x float> %t360, %t378
  store <8 x float> %t380, ptr %t131, align 4
  %t381 = mul nsw i64 %t18, 2
  %t382 = add nsw i64 %t381, -1
  %t383 = icmp ult i64 %t382, 2
  %t384 = mul nsw i64 %t19, 2
  %t385 = add nsw i64 %t384, 2
  %t386 = icmp ult i64 %t385, 2
  %t387 = and i1 %t383, %t386
  %t388 = select i1 %t387, ptr %t46, ptr @fill.float32.8.0_0
  %t389 = load <8 x float>, ptr %t388, align 4
  %t390 = mul nsw i64 %t18, 2
  %t391 = add nsw i64 %t390, 1
  %t392 = icmp ult i64 %t391, 2
  %t393 = mul nsw i64 %t19, 2
  %t394 = add nsw i64 %t393, 2
  %t395 = icmp ult i64 %t394, 2
  %t396 = and i1 %t392, %t395
  %t397 = select i1 %t396, ptr %t101, ptr @fill.float32.8.0_0
  %t398 = load <8 x float>, ptr %t397, align 4
  %t399 = fsub contract <8 x float> %t389, %t398
  %t400 = fsub contract <8 x float> %t378, %t399
  store <8 x float> %t400, ptr %t132, align 4
  %t401 = mul nsw i64 %t18, 2
  %t402 = icmp ult i64 %t401, 2
  %t403 = mul nsw i64 %t19, 2
  %t404 = add nsw i64 %t403, -1
  %t405 = icmp ult i64 %t404, 2
  %t406 = and i1 %t402, %t405
  %t407 = select i1 %t406, ptr %t53, ptr @fill.float32.8.0_0
  %t408 = load <8 x float>, ptr %t407, align 4
  %t409 = fadd contract <8 x float> %t340, %t408
  %t410 = mul nsw i64 %t18, 2
  %t411 = icmp ult i64 %t410, 2
  %t412 = mul nsw i64 %t19, 2
  %t413 = add nsw i64 %t412, 1
  %t414 = icmp ult i64 %t413, 2
  %t415 = and i1 %t411, %t414
  %t416 = select i1 %t415, ptr %t66, ptr @fill.float32.8.0_0
  %t417 = load <8 x float>, ptr %t416, align 4
  %t418 = fadd contract <8 x float> %t359, %t417
  %t419 = fsub contract <8 x float> %t409, %t418
  store <8 x float> %t419, ptr %t133, align 4
  %t420 = mul nsw i64 %t18, 2
  %t421 = icmp ult i64 %t420, 2
  %t422 = mul nsw i64 %t19, 2
  %t423 = icmp ult i64 %t422, 2
  %t424 = and i1 %t421, %t423
  %t425 = select i1 %t424, ptr %t59, ptr @fill.float32.8.0_0
  %t426 = load <8 x float>, ptr %t425, align 4
  %t427 = fadd contract <8 x float> %t377, %t426
  %t428 = fadd contract <8 x float> %t418, %t427
  store <8 x float> %t428, ptr %t134, align 4
  %t429 = fsub contract <8 x float> %t418, %t427
  store <8 x float> %t429, ptr %t135, align 4
  %t430 = mul nsw i64 %t18, 2
  %t431 = icmp ult i64 %t430, 2
  %t432 = mul nsw i64 %t19, 2
  %t433 = add nsw i64 %t432, 2
  %t434 = icmp ult i64 %t433, 2
  %t435 = and i1 %t431, %t434
  %t436 = select i1 %t435, ptr %t73, ptr @fill.float32.8.0_0
  %t437 = load <8 x float>, ptr %t436, align 4
  %t438 = fadd contract <8 x float> %t398, %t437
  %t439 = fsub contract <8 x float> %t427, %t438
  store <8 x float> %t439, ptr %t136, align 4
  %t440 = fsub contract <8 x float> %t340, %t408
  %t441 = fsub contract <8 x float> %t359, %t417
  %t442 = fsub contract <8 x float> %t440, %t441
  store <8 x float> %t442, ptr %t137, align 4
  %t443 = fsub contract <8 x float> %t377, %t426
  %t444 = fadd contract <8 x float> %t441, %t443
  store <8 x float> %t444, ptr %t138, align 4
  %t445 = fsub contract <8 x float> %t441, %t443
  store <8 x float> %t445, ptr %t139, align 4
  %t446 = fsub contract <8 x float> %t398, %t437
  %t447 = fsub contract <8 x float> %t443, %t446
  store <8 x float> %t447, ptr %t140, align 4
  %t448 = mul nsw i64 %t18, 2
  %t449 = add nsw i64 %t448, 2
  %t450 = icmp ult i64 %t449, 2
  %t451 = mul nsw i64 %t19, 2
  %t452 = add nsw i64 %t451, -1
  %t453 = icmp ult i64 %t452, 2
  %t454 = and i1 %t450, %t453
  %t455 = select i1 %t454, ptr %t108, ptr @fill.float32.8.0_0
  %t456 = load <8 x float>, ptr %t455, align 4
  %t457 = fsub contract <8 x float> %t408, %t456
  %t458 = mul nsw i64 %t18, 2
  %t459 = add nsw i64 %t458, 2
  %t460 = icmp ult i64 %t459, 2
  %t461 = mul nsw i64 %t19, 2
  %t462 = add nsw i64 %t461, 1
  %t463 = icmp ult i64 %t462, 2
  %t464 = and i1 %t460, %t463
  %t465 = select i1 %t464, ptr %t122, ptr @fill.float32.8.0_0
  %t466 = load <8 x float>, ptr %t465, align 4
  %t467 = fsub contract <8 x float> %t417, %t466
  %t468 = fsub contract <8 x float> %t457, %t467
  store <8 x float> %t468, ptr %t141, align 4
  %t469 = mul nsw i64 %t18, 2
  %t470 = add nsw i64 %t469, 2
  %t471 = icmp ult i64 %t470, 2
  %t472 = mul nsw i64 %t19, 2
  %t473 = icmp ult i64 %t472, 2
  %t474 = and i1 %t471, %t473
  %t475 = select i1 %t474, ptr %t115, ptr @fill.float32.8.0_0
  %t476 = load <8 x float>, ptr %t475, align 4
  %t477 = fsub contract <8 x float> %t426, %t476
  %t478 = fadd contract <8 x float> %t467, %t477
  store <8 x float> %t478, ptr %t142, align 4
  %t479 = fsub contract <8 x float> %t467, %t477
  store <8 x float> %t479, ptr %t143, align 4
  %t480 = mul nsw i64 %t18, 2
  %t481 = add nsw i64 %t480, 2
  %t482 = icmp ult i64 %t481, 2
  %t483 = mul nsw i64 %t19, 2
  %t484 = add nsw i64 %t483, 2
  %t485 = icmp ult i64 %t484, 2
  %t486 = and i1 %t482, %t485
  %t487 = select i1 %t486, ptr %t129, ptr @fill.float32.8.0_0
  %t488 = load <8 x float>, ptr %t487, align 4
  %t489 = fsub contract <8 x float> %t437, %t488
  %t490 = fsub contract <8 x float> %t477, %t489
  store <8 x float> %t490, ptr %t144, align 4
  br label %join.274
join.274:
  store i64 0, ptr %s491
  br label %loop.492
loop.492:
  %t494 = load i64, ptr %s491
  %t495 = mul nsw i64 %t494, 16
  %t496 = getelementptr float, ptr %t1, i64 %t495
  %t497 = mul nsw i64 %t494, 64
  %t498 = getelementptr float, ptr %buffer1, i64 %t497
  %t499 = mul nsw i64 %t494, 16
  %t500 = getelementptr float, ptr %t2, i64 %t499
  store <8 x float> splat (float 0x0000000000000000), ptr %s501
  store i64 0, ptr %s502
  br label %loop.503
loop.503:
  %t505 = load i64, ptr %s502
  %t506 = getelementptr float, ptr %t496, i64 %t505
  %t507 = mul nsw i64 %t505, 8
  %t508 = getelementptr float, ptr %t498, i64 %t507
  %t509 = load <8 x float>, ptr %s501
  %t510 = load float, ptr %t506, align 4
  %t511 = load <8 x float>, ptr %t508, align 4
  %t512 = insertelement <8 x float> poison, float %t510, i64 0
  %t513 = shufflevector <8 x float> %t512, <8 x float> poison, <8 x i32> zeroinitializer
  %t514 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %t513, <8 x float> %t511, <8 x float> %t509)
  store <8 x float> %t514, ptr %s501
  %t515 = add nuw nsw i64 %t505, 1
  store i64 %t515, ptr %s502
  %t516 = icmp slt i64 %t515, 8
  br i1 %t516, label %loop.503, label %done.504
done.504:
  %t517 = load <8 x float>, ptr %s501
  store <8 x float> %t517, ptr %t500, align 4
  %t518 = add nuw nsw i64 %t494, 1
  store i64 %t518, ptr %s491
  %t519 = icmp slt i64 %t518, 16
  br i1 %t519, label %loop.492, label %done.493
done.493:
  %t520 = getelementptr float, ptr %t2, i64 16
  %t521 = getelementptr float, ptr %t2, i64 32
  %t522 = getelementptr float, ptr %t2, i64 48
  %t523 = getelementptr float, ptr %t2, i64 64
  %t524 = getelementptr float, ptr %t2, i64 80
  %t525 = getelementptr float, ptr %t2, i64 96
  %t526 = getelementptr float, ptr %t2, i64 112
  %t527 = getelementptr float, ptr %t2, i64 128
  %t528 = getelementptr float, ptr %t2, i64 144
  %t529 = getelementptr float, ptr %t2, i64 160
  %t530 = getelementptr float, ptr %t2, i64 176
  %t531 = getelementptr float, ptr %t2, i64 192
  %t532 = getelementptr float, ptr %t2, i64 208
  %t533 = getelementptr float, ptr %t2, i64 224
  %t534 = getelementptr float, ptr %t2, i64 240
  %t535 = mul nsw i64 %t18, 32
  %t536 = getelementptr float, ptr %buffer3, i64 %t535
  %t537 = mul nsw i64 %t19, 16
  %t538 = getelementptr float, ptr %t536, i64 %t537
  %t539 = getelementptr float, ptr %buffer3, i64 8
  %t540 = mul nsw i64 %t18, 32
  %t541 = getelementptr float, ptr %t539, i64 %t540
  %t542 = mul nsw i64 %t19, 16
  %t543 = getelementptr float, ptr %t541, i64 %t542
  %t544 = getelementptr float, ptr %buffer3, i64 16
  %t545 = mul nsw i64 %t18, 32
  %t546 = getelementptr float, ptr %t544, i64 %t545
  %t547 = mul nsw i64 %t19, 16
  %t548 = getelementptr float, ptr %t546, i64 %t547
  %t549 = getelementptr float, ptr %buffer3, i64 24
  %t550 = mul nsw i64 %t18, 32
  %t551 = getelementptr float, ptr %t549, i64 %t550
  %t552 = mul nsw i64 %t19, 16
  %t553 = getelementptr float, ptr %t551, i64 %t552
  %t554 = load <8 x float>, ptr %t2, align 4
  %t555 = load <8 x float>, ptr %t523, align 4
  %t556 = fadd contract <8 x float> %t554, %t555
  %t557 = load <8 x float>, ptr %t527, align 4
  %t558 = fadd contract <8 x float> %t556, %t557
  %t559 = load <8 x float>, ptr %t520, align 4
  %t560 = load <8 x float>, ptr %t524, align 4
  %t561 = fadd contract <8 x float> %t559, %t560
  %t562 = load <8 x float>, ptr %t528, align 4
  %t563 = fadd contract <8 x float> %t561, %t562
  %t564 = fadd contract <8 x float> %t558, %t563
  %t565 = load <8 x float>, ptr %t521, align 4
  %t566 = load <8 x float>, ptr %t525, align 4
  %t567 = fadd contract <8 x float> %t565, %t566
  %t568 = load <8 x float>, ptr %t529, align 4
  %t569 = fadd contract <8 x float> %t567, %t568
  %t570 = fadd contract <8 x float> %t564, %t569
  %t571 = load <8 x float>, ptr %buffer2, align 4
  %t572 = fadd contract <8 x float> %t570, %t571
  %t573 = fcmp ogt <8 x float> splat (float 0x0000000000000000), %t572
  %t574 = select <8 x i1> %t573, <8 x float> splat (float 0x0000000000000000), <8 x float> %t572
  store <8 x float> %t574, ptr %t538, align 4
  %t575 = fsub contract <8 x float> %t563, %t569
  %t576 = load <8 x float>, ptr %t522, align 4
  %t577 = load <8 x float>, ptr %t526, align 4
  %t578 = fadd contract <8 x float> %t576, %t577
  %t579 = load <8 x float>, ptr %t530, align 4
  %t580 = fadd contract <8 x float> %t578, %t579
  %t581 = fsub contract <8 x float> %t575, %t580
  %t582 = load <8 x float>, ptr %buffer2, align 4
  %t583 = fadd contract <8 x float> %t581, %t582
  %t584 = fcmp ogt <8 x float> splat (float 0x0000000000000000), %t583
  %t585 = select <8 x i1> %t584, <8 x float> splat (float 0x0000000000000000), <8 x float> %t583
  store <8 x float> %t585, ptr %t543, align 4
  %t586 = fsub contract <8 x float> %t555, %t557
  %t587 = load <8 x float>, ptr %t531, align 4
  %t588 = fsub contract <8 x float> %t586, %t587
  %t589 = fsub contract <8 x float> %t560, %t562
  %t590 = load <8 x float>, ptr %t532, align 4
  %t591 = fsub contract <8 x float> %t589, %t590
  %t592 = fadd contract <8 x float> %t588, %t591
  %t593 = fsub contract <8 x float> %t566, %t568
  %t594 = load <8 x float>, ptr %t533, align 4
  %t595 = fsub contract <8 x float> %t593, %t594
  %t596 = fadd contract <8 x float> %t592, %t595
  %t597 = load <8 x float>, ptr %buffer2, align 4
  %t598 = fadd contract <8 x float> %t596, %t597
  %t599 = fcmp ogt <8 x float> splat (float 0x0000000000000000), %t598
  %t600 = select <8 x i1> %t599, <8 x float> splat (float 0x0000000000000000), <8 x float> %t598
  store <8 x float> %t600, ptr %t548, align 4
  %t601 = fsub contract <8 x float> %t591, %t595
  %t602 = fsub contract <8 x float> %t577, %t579
  %t603 = load <8 x float>, ptr %t534, align 4
  %t604 = fsub contract <8 x float> %t602, %t603
  %t605 = fsub contract <8 x float> %t601, %t604
  %t606 = load <8 x float>, ptr %buffer2, align 4
  %t607 = fadd contract <8 x float> %t605, %t606
  %t608 = fcmp ogt <8 x float> splat (float 0x0000000000000000), %t607
  %t609 = select <8 x i1> %t608, <8 x float> splat (float 0x0000000000000000), <8 x float> %t607
  store <8 x float> %t609, ptr %t553, align 4
  %t610 = add nuw nsw i64 %t12, 1
  store i64 %t610, ptr %s8
  %t611 = icmp slt i64 %t610, %t7
  br i1 %t611, label %loop.9, label %done.10
done.10:
  ret void
}
define void @conv_winograd(ptr %arguments, ptr %scratch, i64 %thread, i64 %threads) nounwind {
  %t612 = getelementptr ptr, ptr %arguments, i64 0
  %t613 = load ptr, ptr %t612
  %t614 = getelementptr ptr, ptr %arguments, i64 1
  %t615 = load ptr, ptr %t614
  %t616 = getelementptr ptr, ptr %arguments, i64 2
  %t617 = load ptr, ptr %t616
  %t618 = getelementptr ptr, ptr %arguments, i64 3
  %t619 = load ptr, ptr %t618
  call void @conv_winograd.body(ptr %t613, ptr %t615, ptr %t617, ptr %t619, ptr %scratch, i64 %thread, i64 %threads)
  ret void
}
