@fill.float32.8.0_0 = private unnamed_addr constant <8 x float> splat (float 0x0000000000000000), align 64
declare <8 x float> @llvm.fmuladd.v8f32(<8 x float>, <8 x float>, <8 x float>)
define internal void @conv_winograd.body(ptr noalias %buffer0, ptr noalias %buffer1, ptr noalias %buffer2, ptr noalias %buffer3, ptr noalias %scratch, i64 %thread, i64 %threads) noinline nounwind "prefer-vector-width"="256" {
  %s8 = alloca i64
  %s261 = alloca i64
  %s271 = alloca <8 x float>
  %s272 = alloca i64
  %t1 = getelementptr i8, ptr %scratch, i64 0
  %t2 = getelementptr i8, ptr %scratch, i64 512
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
  %t15 = mul i64 %t14, 1
  %t16 = mul i64 %t13, 1
  %t17 = getelementptr float, ptr %buffer0, i64 -24
  %t18 = mul nsw i64 %t15, 32
  %t19 = getelementptr float, ptr %t17, i64 %t18
  %t20 = mul nsw i64 %t16, 32
  %t21 = getelementptr float, ptr %t19, i64 %t20
  %t22 = getelementptr float, ptr %buffer0, i64 -16
  %t23 = mul nsw i64 %t15, 32
  %t24 = getelementptr float, ptr %t22, i64 %t23
  %t25 = mul nsw i64 %t16, 32
  %t26 = getelementptr float, ptr %t24, i64 %t25
  %t27 = getelementptr float, ptr %buffer0, i64 -8
  %t28 = mul nsw i64 %t15, 32
  %t29 = getelementptr float, ptr %t27, i64 %t28
  %t30 = mul nsw i64 %t16, 32
  %t31 = getelementptr float, ptr %t29, i64 %t30
  %t32 = mul nsw i64 %t15, 32
  %t33 = getelementptr float, ptr %buffer0, i64 %t32
  %t34 = mul nsw i64 %t16, 32
  %t35 = getelementptr float, ptr %t33, i64 %t34
  %t36 = getelementptr float, ptr %buffer0, i64 -8
  %t37 = mul nsw i64 %t15, 32
  %t38 = getelementptr float, ptr %t36, i64 %t37
  %t39 = mul nsw i64 %t16, 32
  %t40 = getelementptr float, ptr %t38, i64 %t39
  %t41 = mul nsw i64 %t15, 32
  %t42 = getelementptr float, ptr %buffer0, i64 %t41
  %t43 = mul nsw i64 %t16, 32
  %t44 = getelementptr float, ptr %t42, i64 %t43
  %t45 = getelementptr float, ptr %buffer0, i64 8
  %t46 = mul nsw i64 %t15, 32
  %t47 = getelementptr float, ptr %t45, i64 %t46
  %t48 = mul nsw i64 %t16, 32
  %t49 = getelementptr float, ptr %t47, i64 %t48
  %t50 = getelementptr float, ptr %buffer0, i64 16
  %t51 = mul nsw i64 %t15, 32
  %t52 = getelementptr float, ptr %t50, i64 %t51
  %t53 = mul nsw i64 %t16, 32
  %t54 = getelementptr float, ptr %t52, i64 %t53
  %t55 = getelementptr float, ptr %buffer0, i64 8
  %t56 = mul nsw i64 %t15, 32
  %t57 = getelementptr float, ptr %t55, i64 %t56
  %t58 = mul nsw i64 %t16, 32
  %t59 = getelementptr float, ptr %t57, i64 %t58
  %t60 = getelementptr float, ptr %buffer0, i64 16
  %t61 = mul nsw i64 %t15, 32
  %t62 = getelementptr float, ptr %t60, i64 %t61
  %t63 = mul nsw i64 %t16, 32
  %t64 = getelementptr float, ptr %t62, i64 %t63
  %t65 = getelementptr float, ptr %buffer0, i64 24
  %t66 = mul nsw i64 %t15, 32
  %t67 = getelementptr float, ptr %t65, i64 %t66
  %t68 = mul nsw i64 %t16, 32
  %t69 = getelementptr float, ptr %t67, i64 %t68
  %t70 = getelementptr float, ptr %buffer0, i64 32
  %t71 = mul nsw i64 %t15, 32
  %t72 = getelementptr float, ptr %t70, i64 %t71
  %t73 = mul nsw i64 %t16, 32
  %t74 = getelementptr float, ptr %t72, i64 %t73
  %t75 = getelementptr float, ptr %buffer0, i64 24
  %t76 = mul nsw i64 %t15, 32
  %t77 = getelementptr float, ptr %t75, i64 %t76
  %t78 = mul nsw i64 %t16, 32
  %t79 = getelementptr float, ptr %t77, i64 %t78
  %t80 = getelementptr float, ptr %buffer0, i64 32
  %t81 = mul nsw i64 %t15, 32
  %t82 = getelementptr float, ptr %t80, i64 %t81
  %t83 = mul nsw i64 %t16, 32
  %t84 = getelementptr float, ptr %t82, i64 %t83
  %t85 = getelementptr float, ptr %buffer0, i64 40
  %t86 = mul nsw i64 %t15, 32
  %t87 = getelementptr float, ptr %t85, i64 %t86
  %t88 = mul nsw i64 %t16, 32
  %t89 = getelementptr float, ptr %t87, i64 %t88
  %t90 = getelementptr float, ptr %buffer0, i64 48
  %t91 = mul nsw i64 %t15, 32
  %t92 = getelementptr float, ptr %t90, i64 %t91
  %t93 = mul nsw i64 %t16, 32
  %t94 = getelementptr float, ptr %t92, i64 %t93
  %t95 = getelementptr float, ptr %t1, i64 8
  %t96 = getelementptr float, ptr %t1, i64 16
  %t97 = getelementptr float, ptr %t1, i64 24
  %t98 = getelementptr float, ptr %t1, i64 32
  %t99 = getelementptr float, ptr %t1, i64 40
  %t100 = getelementptr float, ptr %t1, i64 48
  %t101 = getelementptr float, ptr %t1, i64 56
  %t102 = getelementptr float, ptr %t1, i64 64
  %t103 = getelementptr float, ptr %t1, i64 72
  %t104 = getelementptr float, ptr %t1, i64 80
  %t105 = getelementptr float, ptr %t1, i64 88
  %t106 = getelementptr float, ptr %t1, i64 96
  %t107 = getelementptr float, ptr %t1, i64 104
  %t108 = getelementptr float, ptr %t1, i64 112
  %t109 = getelementptr float, ptr %t1, i64 120
  %t110 = mul nsw i64 %t16, 2
  %t111 = add nsw i64 %t110, -1
  %t112 = icmp ult i64 %t111, 2
  %t113 = mul nsw i64 %t16, 2
  %t114 = add nsw i64 %t113, -1
  %t115 = icmp ult i64 %t114, 2
  %t116 = icmp ult i64 -1, 2
  %t117 = and i1 %t115, %t116
  %t118 = select i1 %t117, ptr %t21, ptr @fill.float32.8.0_0
  %t119 = load <8 x float>, ptr %t118, align 4
  %t120 = mul nsw i64 %t16, 2
  %t121 = add nsw i64 %t120, 1
  %t122 = icmp ult i64 %t121, 2
  %t123 = icmp ult i64 -1, 2
  %t124 = and i1 %t122, %t123
  %t125 = select i1 %t124, ptr %t59, ptr @fill.float32.8.0_0
  %t126 = load <8 x float>, ptr %t125, align 4
  %t127 = fsub contract <8 x float> %t119, %t126
  %t128 = mul nsw i64 %t16, 2
  %t129 = add nsw i64 %t128, -1
  %t130 = icmp ult i64 %t129, 2
  %t131 = icmp ult i64 1, 2
  %t132 = and i1 %t130, %t131
  %t133 = select i1 %t132, ptr %t31, ptr @fill.float32.8.0_0
  %t134 = load <8 x float>, ptr %t133, align 4
  %t135 = mul nsw i64 %t16, 2
  %t136 = add nsw i64 %t135, 1
  %t137 = icmp ult i64 %t136, 2
  %t138 = icmp ult i64 1, 2
  %t139 = and i1 %t137, %t138
  %t140 = select i1 %t139, ptr %t69, ptr @fill.float32.8.0_0
  %t141 = load <8 x float>, ptr %t140, align 4
  %t142 = fsub contract <8 x float> %t134, %t141
  %t143 = fsub contract <8 x float> %t127, %t142
  store <8 x float> %t143, ptr %t1, align 4
  %t144 = mul nsw i64 %t16, 2
  %t145 = add nsw i64 %t144, -1
  %t146 = icmp ult i64 %t145, 2
  %t147 = icmp ult i64 0, 2
  %t148 = and i1 %t146, %t147
  %t149 = select i1 %t148, ptr %t26, ptr @fill.float32.8.0_0
  %t150 = load <8 x float>, ptr %t149, align 4
  %t151 = mul nsw i64 %t16, 2
  %t152 = add nsw i64 %t151, 1
  %t153 = icmp ult i64 %t152, 2
  %t154 = icmp ult i64 0, 2
  %t155 = and i1 %t153, %t154
  %t156 = select i1 %t155, ptr %t64, ptr @fill.float32.8.0_0
  %t157 = load <8 x float>, ptr %t156, align 4
  %t158 = fsub contract <8 x float> %t150, %t157
  %t159 = fadd contract <8 x float> %t158, %t142
  store <8 x float> %t159, ptr %t95, align 4
  %t160 = fmul contract <8 x float> %t158, splat (float 0xBFF0000000000000)
  %t161 = fadd contract <8 x float> %t160, %t142
  store <8 x float> %t161, ptr %t96, align 4
  %t162 = mul nsw i64 %t16, 2
  %t163 = add nsw i64 %t162, -1
  %t164 = icmp ult i64 %t163, 2
  %t165 = icmp ult i64 2, 2
  %t166 = and i1 %t164, %t165
  %t167 = select i1 %t166, ptr %t35, ptr @fill.float32.8.0_0
  %t168 = load <8 x float>, ptr %t167, align 4
  %t169 = mul nsw i64 %t16, 2
  %t170 = add nsw i64 %t169, 1
  %t171 = icmp ult i64 %t170, 2
  %t172 = icmp ult i64 2, 2
  %t173 = and i1 %t171, %t172
  %t174 = select i1 %t173, ptr %t74, ptr @fill.float32.8.0_0
  %t175 = load <8 x float>, ptr %t174, align 4
  %t176 = fsub contract <8 x float> %t168, %t175
  %t177 = fsub contract <8 x float> %t158, %t176
  store <8 x float> %t177, ptr %t97, align 4
  %t178 = mul nsw i64 %t16, 2
  %t179 = icmp ult i64 %t178, 2
  %t180 = icmp ult i64 -1, 2
  %t181 = and i1 %t179, %t180
  %t182 = select i1 %t181, ptr %t40, ptr @fill.float32.8.0_0
  %t183 = load <8 x float>, ptr %t182, align 4
  %t184 = fadd contract <8 x float> %t183, %t126
  %t185 = mul nsw i64 %t16, 2
  %t186 = icmp ult i64 %t185, 2
  %t187 = icmp ult i64 1, 2
  %t188 = and i1 %t186, %t187
  %t189 = select i1 %t188, ptr %t49, ptr @fill.float32.8.0_0
  %t190 = load <8 x float>, ptr %t189, align 4
  %t191 = fadd contract <8 x float> %t190, %t141
  %t192 = fsub contract <8 x float> %t184, %t191
  store <8 x float> %t192, ptr %t98, align 4
  %t193 = mul nsw i64 %t16, 2
  %t194 = icmp ult i64 %t193, 2
  %t195 = icmp ult i64 0, 2
  %t196 = and i1 %t194, %t195
  %t197 = select i1 %t196, ptr %t44, ptr @fill.float32.8.0_0
  %t198 = load <8 x float>, ptr %t197, align 4
  %t199 = fadd contract <8 x float> %t198, %t157
  %t200 = fadd contract <8 x float> %t199, %t191
  store <8 x float> %t200, ptr %t99, align 4
  %t201 = fmul contract <8 x float> %t199, splat (float 0xBFF0000000000000)
  %t202 = fadd contract <8 x float> %t201, %t191
  store <8 x float> %t202, ptr %t100, align 4
  %t203 = mul nsw i64 %t16, 2
  %t204 = icmp ult i64 %t203, 2
  %t205 = icmp ult i64 2, 2
  %t206 = and i1 %t204, %t205
  %t207 = select i1 %t206, ptr %t54, ptr @fill.float32.8.0_0
  %t208 = load <8 x float>, ptr %t207, align 4
  %t209 = fadd contract <8 x float> %t208, %t175
  %t210 = fsub contract <8 x float> %t199, %t209
  store <8 x float> %t210, ptr %t101, align 4
  %t211 = fmul contract <8 x float> %t183, splat (float 0xBFF0000000000000)
  %t212 = fadd contract <8 x float> %t211, %t126
  %t213 = fmul contract <8 x float> %t190, splat (float 0xBFF0000000000000)
  %t214 = fadd contract <8 x float> %t213, %t141
  %t215 = fsub contract <8 x float> %t212, %t214
  store <8 x float> %t215, ptr %t102, align 4
  %t216 = fmul contract <8 x float> %t198, splat (float 0xBFF0000000000000)
  %t217 = fadd contract <8 x float> %t216, %t157
  %t218 = fadd contract <8 x float> %t217, %t214
  store <8 x float> %t218, ptr %t103, align 4
  %t219 = fmul contract <8 x float> %t217, splat (float 0xBFF0000000000000)
  %t220 = fadd contract <8 x float> %t219, %t214
  store <8 x float> %t220, ptr %t104, align 4
  %t221 = fmul contract <8 x float> %t208, splat (float 0xBFF0000000000000)
  %t222 = fadd contract <8 x float> %t221, %t175
  %t223 = fsub contract <8 x float> %t217, %t222
  store <8 x float> %t223, ptr %t105, align 4
  %t224 = mul nsw i64 %t16, 2
  %t225 = add nsw i64 %t224, 2
  %t226 = icmp ult i64 %t225, 2
  %t227 = icmp ult i64 -1, 2
  %t228 = and i1 %t226, %t227
  %t229 = select i1 %t228, ptr %t79, ptr @fill.float32.8.0_0
  %t230 = load <8 x float>, ptr %t229, align 4
  %t231 = fsub contract <8 x float> %t183, %t230
  %t232 = mul nsw i64 %t16, 2
  %t233 = add nsw i64 %t232, 2
  %t234 = icmp ult i64 %t233, 2
  %t235 = icmp ult i64 1, 2
  %t236 = and i1 %t234, %t235
  %t237 = select i1 %t236, ptr %t89, ptr @fill.float32.8.0_0
  %t238 = load <8 x float>, ptr %t237, align 4
  %t239 = fsub contract <8 x float> %t190, %t238
  %t240 = fsub contract <8 x float> %t231, %t239
  store <8 x float> %t240, ptr %t106, align 4
  %t241 = mul nsw i64 %t16, 2
  %t242 = add nsw i64 %t241, 2
  %t243 = icmp ult i64 %t242, 2
  %t244 = icmp ult i64 0, 2
  %t245 = and i1 %t243, %t244
  %t246 = select i1 %t245, ptr %t84, ptr @fill.float32.8.0_0
  %t247 = load <8 x float>, ptr %t246, align 4
  %t248 = fsub contract <8 x float> %t198, %t247
  %t249 = fadd contract <8 x float> %t248, %t239
  store <8 x float> %t249, ptr %t107, align 4
  %t250 = fmul contract <8 x float> %t248, splat (float 0xBFF0000000000000)
  %t251 = fadd contract <8 x float> %t250, %t239
  store <8 x float> %t251, ptr %t108, align 4
  %t252 = mul nsw i64 %t16, 2
  %t253 = add nsw i64 %t252, 2
  %t254 = icmp ult i64 %t253, 2
  %t255 = icmp ult i64 2, 2
  %t256 = and i1 %t254, %t255
  %t257 = select i1 %t256, ptr %t94, ptr @fill.float32.8.0_0
  %t258 = load <8 x float>, ptr %t257, align 4
  %t259 = fsub contract <8 x float> %t208, %t258
  %t260 = fsub contract <8 x float> %t248, %t259
  store <8 x float> %t260, ptr %t109, align 4
  store i64 0, ptr %s261
  br label %loop.262
loop.262:
  %t264 = load i64, ptr %s261
  %t265 = mul nsw i64 %t264, 8
  %t266 = getelementptr float, ptr %t1, i64 %t265
  %t267 = mul nsw i64 %t264, 64
  %t268 = getelementptr float, ptr %buffer1, i64 %t267
  %t269 = mul nsw i64 %t264, 8
  %t270 = getelementptr float, ptr %t2, i64 %t269
  store <8 x float> splat (float 0x0000000000000000), ptr %s271
  store i64 0, ptr %s272
  br label %loop.273
loop.273:
  %t275 = load i64, ptr %s272
  %t276 = getelementptr float, ptr %t266, i64 %t275
  %t277 = mul nsw i64 %t275, 8
  %t278 = getelementptr float, ptr %t268, i64 %t277
  %t279 = load <8 x float>, ptr %s271
  %t280 = load float, ptr %t276, align 4
  %t281 = load <8 x float>, ptr %t278, align 4
  %t282 = insertelement <8 x float> poison, float %t280, i64 0
  %t283 = shufflevector <8 x float> %t282, <8 x float> poison, <8 x i32> zeroinitializer
  %t284 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %t283, <8 x float> %t281, <8 x float> %t279)
  store <8 x float> %t284, ptr %s271
  %t285 = add nuw nsw i64 %t275, 1
  store i64 %t285, ptr %s272
  %t286 = icmp slt i64 %t285, 8
  br i1 %t286, label %loop.273, label %done.274
done.274:
  %t287 = load <8 x float>, ptr %s271
  store <8 x float> %t287, ptr %t270, align 4
  %t288 = add nuw nsw i64 %t264, 1
  store i64 %t288, ptr %s261
  %t289 = icmp slt i64 %t288, 16
  br i1 %t289, label %loop.262, label %done.263
done.263:
  %t290 = getelementptr float, ptr %t2, i64 8
  %t291 = getelementptr float, ptr %t2, i64 16
  %t292 = getelementptr float, ptr %t2, i64 24
  %t293 = getelementptr float, ptr %t2, i64 32
  %t294 = getelementptr float, ptr %t2, i64 40
  %t295 = getelementptr float, ptr %t2, i64 48
  %t296 = getelementptr float, ptr %t2, i64 56
  %t297 = getelementptr float, ptr %t2, i64 64
  %t298 = getelementptr float, ptr %t2, i64 72
  %t299 = getelementptr float, ptr %t2, i64 80
  %t300 = getelementptr float, ptr %t2, i64 88
  %t301 = getelementptr float, ptr %t2, i64 96
  %t302 = getelementptr float, ptr %t2, i64 104
  %t303 = getelementptr float, ptr %t2, i64 112
  %t304 = getelementptr float, ptr %t2, i64 120
  %t305 = mul nsw i64 %t16, 32
  %t306 = getelementptr float, ptr %buffer3, i64 %t305
  %t307 = getelementptr float, ptr %buffer3, i64 8
  %t308 = mul nsw i64 %t16, 32
  %t309 = getelementptr float, ptr %t307, i64 %t308
  %t310 = getelementptr float, ptr %buffer3, i64 16
  %t311 = mul nsw i64 %t16, 32
  %t312 = getelementptr float, ptr %t310, i64 %t311
  %t313 = getelementptr float, ptr %buffer3, i64 24
  %t314 = mul nsw i64 %t16, 32
  %t315 = getelementptr float, ptr %t313, i64 %t314
  %t316 = load <8 x float>, ptr %t2, align 4
  %t317 = load <8 x float>, ptr %t293, align 4
  %t318 = fadd contract <8 x float> %t316, %t317
  %t319 = load <8 x float>, ptr %t297, align 4
  %t320 = fadd contract <8 x float> %t318, %t319
  %t321 = load <8 x float>, ptr %t290, align 4
  %t322 = load <8 x float>, ptr %t294, align 4
  %t323 = fadd contract <8 x float> %t321, %t322
  %t324 = load <8 x float>, ptr %t298, align 4
  %t325 = fadd contract <8 x float> %t323, %t324
  %t326 = fadd contract <8 x float> %t320, %t325
  %t327 = load <8 x float>, ptr %t291, align 4
  %t328 = load <8 x float>, ptr %t295, align 4
  %t329 = fadd contract <8 x float> %t327, %t328
  %t330 = load <8 x float>, ptr %t299, align 4
  %t331 = fadd contract <8 x float> %t329, %t330
  %t332 = fadd contract <8 x float> %t326, %t331
  %t333 = load <8 x float>, ptr %buffer2, align 4
  %t334 = fadd contract <8 x float> %t332, %t333
  %t335 = fcmp ogt <8 x float> splat (float 0x0000000000000000), %t334
  %t336 = select <8 x i1> %t335, <8 x float> splat (float 0x0000000000000000), <8 x float> %t334
  store <8 x float> %t336, ptr %t306, align 4
  %t337 = fsub contract <8 x float> %t325, %t331
  %t338 = load <8 x float>, ptr %t292, align 4
  %t339 = load <8 x float>, ptr %t296, align 4
  %t340 = fadd contract <8 x float> %t338, %t339
  %t341 = load <8 x float>, ptr %t300, align 4
  %t342 = fadd contract <8 x float> %t340, %t341
  %t343 = fsub contract <8 x float> %t337, %t342
  %t344 = load <8 x float>, ptr %buffer2, align 4
  %t345 = fadd contract <8 x float> %t343, %t344
  %t346 = fcmp ogt <8 x float> splat (float 0x0000000000000000), %t345
  %t347 = select <8 x i1> %t346, <8 x float> splat (float 0x0000000000000000), <8 x float> %t345
  store <8 x float> %t347, ptr %t309, align 4
  %t348 = fsub contract <8 x float> %t317, %t319
  %t349 = load <8 x float>, ptr %t301, align 4
  %t350 = fsub contract <8 x float> %t348, %t349
  %t351 = fsub contract <8 x float> %t322, %t324
  %t352 = load <8 x float>, ptr %t302, align 4
  %t353 = fsub contract <8 x float> %t351, %t352
  %t354 = fadd contract <8 x float> %t350, %t353
  %t355 = fsub contract <8 x float> %t328, %t330
  %t356 = load <8 x float>, ptr %t303, align 4
  %t357 = fsub contract <8 x float> %t355, %t356
  %t358 = fadd contract <8 x float> %t354, %t357
  %t359 = load <8 x float>, ptr %buffer2, align 4
  %t360 = fadd contract <8 x float> %t358, %t359
  %t361 = fcmp ogt <8 x float> splat (float 0x0000000000000000), %t360
  %t362 = select <8 x i1> %t361, <8 x float> splat (float 0x0000000000000000), <8 x float> %t360
  store <8 x float> %t362, ptr %t312, align 4
  %t363 = fsub contract <8 x float> %t353, %t357
  %t364 = fsub contract <8 x float> %t339, %t341
  %t365 = load <8 x float>, ptr %t304, align 4
  %t366 = fsub contract <8 x float> %t364, %t365
  %t367 = fsub contract <8 x float> %t363, %t366
  %t368 = load <8 x float>, ptr %buffer2, align 4
  %t369 = fadd contract <8 x float> %t367, %t368
  %t370 = fcmp ogt <8 x float> splat (float 0x0000000000000000), %t369
  %t371 = select <8 x i1> %t370, <8 x float> splat (float 0x0000000000000000), <8 x float> %t369
  store <8 x float> %t371, ptr %t315, align 4
  %t372 = add nuw nsw i64 %t12, 1
  store i64 %t372, ptr %s8
  %t373 = icmp slt i64 %t372, %t7
  br i1 %t373, label %loop.9, label %done.10
done.10:
  ret void
}
define void @conv_winograd(ptr %arguments, ptr %scratch, i64 %thread, i64 %threads) nounwind {
  %t374 = getelementptr ptr, ptr %arguments, i64 0
  %t375 = load ptr, ptr %t374
  %t376 = getelementptr ptr, ptr %arguments, i64 1
  %t377 = load ptr, ptr %t376
  %t378 = getelementptr ptr, ptr %arguments, i64 2
  %t379 = load ptr, ptr %t378
  %t380 = getelementptr ptr, ptr %arguments, i64 3
  %t381 = load ptr, ptr %t380
  call void @conv_winograd.body(ptr %t375, ptr %t377, ptr %t379, ptr %t381, ptr %scratch, i64 %thread, i64 %threads)
  ret void
}
