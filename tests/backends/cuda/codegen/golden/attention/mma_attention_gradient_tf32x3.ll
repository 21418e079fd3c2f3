@shared_memory = external addrspace(3) global [0 x i8], align 128
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
declare float @llvm.maximum.f32(float, float)
declare float @llvm.fma.f32(float, float, float)
define ptx_kernel void @mma_attention_gradient_tf32x3(ptr noalias %buffer0, ptr noalias %buffer1, ptr noalias %buffer2, ptr noalias %buffer3, ptr noalias %buffer4, ptr noalias %buffer5, ptr noalias %buffer6, ptr noalias %buffer7, ptr noalias %buffer8) nounwind "nvvm.maxntid"="32" {
  %s84 = alloca float
  %s85 = alloca float
  %s86 = alloca float
  %s87 = alloca float
  %s88 = alloca float
  %s89 = alloca float
  %s90 = alloca float
  %s91 = alloca float
  %s92 = alloca float
  %s93 = alloca float
  %s94 = alloca float
  %s95 = alloca float
  %s96 = alloca float
  %s97 = alloca float
  %s98 = alloca float
  %s99 = alloca float
  %s100 = alloca float
  %s101 = alloca float
  %s102 = alloca float
  %s103 = alloca float
  %s335 = alloca i64
  %s1712 = alloca i64
  %t1 = ptrtoint ptr addrspace(3) @shared_memory to i64
  %t2 = trunc i64 %t1 to i32
  %t3 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t4 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t5 = udiv i32 %t4, 3
  %t6 = urem i32 %t4, 3
  %t7 = udiv i32 %t5, 2
  %t8 = urem i32 %t5, 2
  %t9 = mul nsw i32 %t6, 16
  %t10 = udiv i32 %t3, 32
  %t11 = urem i32 %t3, 32
  %t12 = udiv i32 %t11, 4
  %t13 = urem i32 %t11, 4
  %t14 = mul nsw i32 %t10, 16
  %t15 = udiv i32 %t3, 16
  %t16 = urem i32 %t3, 16
  %t17 = sext i32 %t8 to i64
  %t18 = mul nsw i64 %t17, 640
  %t19 = getelementptr float, ptr %buffer1, i64 %t18
  %t20 = sext i32 %t15 to i64
  %t21 = mul nsw i64 %t20, 1
  %t22 = getelementptr float, ptr %t19, i64 %t21
  %t23 = sext i32 %t16 to i64
  %t24 = mul nsw i64 %t23, 40
  %t25 = getelementptr float, ptr %t22, i64 %t24
  %t26 = udiv i32 %t3, 8
  %t27 = urem i32 %t3, 8
  %t28 = mul nsw i32 %t27, 4
  %t29 = sext i32 %t8 to i64
  %t30 = mul nsw i64 %t29, 960
  %t31 = getelementptr float, ptr %buffer2, i64 %t30
  %t32 = sext i32 %t26 to i64
  %t33 = mul nsw i64 %t32, 24
  %t34 = getelementptr float, ptr %t31, i64 %t33
  %t35 = sext i32 %t28 to i64
  %t36 = mul nsw i64 %t35, 1
  %t37 = getelementptr float, ptr %t34, i64 %t36
  %t38 = udiv i32 %t3, 4
  %t39 = urem i32 %t3, 4
  %t40 = mul nsw i32 %t39, 4
  %t41 = sext i32 %t8 to i64
  %t42 = mul nsw i64 %t41, 320
  %t43 = getelementptr float, ptr %buffer0, i64 %t42
  %t44 = sext i32 %t38 to i64
  %t45 = mul nsw i64 %t44, 16
  %t46 = getelementptr float, ptr %t43, i64 %t45
  %t47 = sext i32 %t40 to i64
  %t48 = mul nsw i64 %t47, 1
  %t49 = getelementptr float, ptr %t46, i64 %t48
  %t50 = udiv i32 %t3, 8
  %t51 = urem i32 %t3, 8
  %t52 = mul nsw i32 %t51, 4
  %t53 = sext i32 %t8 to i64
  %t54 = mul nsw i64 %t53, 480
  %t55 = getelementptr float, ptr %buffer3, i64 %t54
  %t56 = sext i32 %t50 to i64
  %t57 = mul nsw i64 %t56, 24
  %t58 = getelementptr float, ptr %t55, i64 %t57
  %t59 = sext i32 %t52 to i64
  %t60 = mul nsw i64 %t59, 1
  %t61 = getelementptr float, ptr %t58, i64 %t60
  %t62 = add nsw i32 %t14, %t12
  %t63 = mul nsw i32 %t13, 16
  %t64 = mul nsw i32 %t13, 2
  %t65 = mul nsw i32 %t12, 8
  %t66 = mul nsw i32 %t62, 80
  %t67 = add nsw i32 %t66, %t63
  %t68 = mul nsw i32 %t12, 80
  %t69 = add nsw i32 %t68, %t63
  %t70 = add nsw i32 %t69, 3584
  %t71 = mul nsw i32 %t64, 80
  %t72 = add nsw i32 %t71, %t65
  %t73 = add nsw i32 %t72, 3584
  %t74 = mul nsw i32 %t12, 4
  %t75 = mul nsw i32 %t62, 144
  %t76 = add nsw i32 %t75, %t63
  %t77 = add nsw i32 %t76, 1280
  %t78 = mul nsw i32 %t12, 144
  %t79 = add nsw i32 %t78, %t63
  %t80 = add nsw i32 %t79, 4864
  %t81 = mul nsw i32 %t64, 144
  %t82 = add nsw i32 %t81, %t74
  %t83 = add nsw i32 %t82, 4864
  store float 0.0, ptr %s84
  store float 0.0, ptr %s85
  store float 0.0, ptr %s86
  store float 0.0, ptr %s87
  store float 0.0, ptr %s88
  store float 0.0, ptr %s89
  store float 0.0, ptr %s90
  store float 0.0, ptr %s91
  store float 0.0, ptr %s92
  store float 0.0, ptr %s93
  store float 0.0, ptr %s94
  store float 0.0, ptr %s95
  store float 0.0, ptr %s96
  store float 0.0, ptr %s97
  store float 0.0, ptr %s98
  store float 0.0, ptr %s99
  store float 0.0, ptr %s100
  store float 0.0, ptr %s101
  store float 0.0, ptr %s102
  store float 0.0, ptr %s103
  %t104 = add nsw i32 %t9, %t14
  %t105 = add nsw i32 %t104, %t12
  %t106 = add nsw i32 %t105, 8
  %t107 = icmp ult i32 %t105, 40
  %t108 = icmp ult i32 %t106, 40
  %t109 = select i1 %t107, i32 %t105, i32 39
  %t110 = select i1 %t108, i32 %t106, i32 39
  %t111 = sext i32 %t109 to i64
  %t112 = mul nsw i64 %t111, 1
  %t113 = getelementptr float, ptr %buffer4, i64 %t112
  %t114 = load float, ptr %t113, align 4
  %t115 = sext i32 %t110 to i64
  %t116 = mul nsw i64 %t115, 1
  %t117 = getelementptr float, ptr %buffer4, i64 %t116
  %t118 = load float, ptr %t117, align 4
  %t119 = sext i32 %t9 to i64
  %t120 = mul nsw i64 %t119, 1
  %t121 = getelementptr float, ptr %t25, i64 %t120
  %t122 = add nsw i32 %t9, %t15
  %t123 = icmp ult i32 %t122, 40
  %t124 = mul nsw i32 %t15, 80
  %t125 = mul nsw i32 %t16, 4
  %t126 = add nsw i32 %t124, %t125
  %t127 = select i1 %t123, ptr %t121, ptr %buffer1
  %t128 = add nsw i32 %t2, %t126
  %t129 = select i1 %t123, i32 4, i32 0
  %t130 = addrspacecast ptr %t127 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t128, ptr addrspace(1) %t130, i32 %t129)
  %t131 = getelementptr float, ptr %t121, i64 2
  %t132 = add nsw i32 %t15, 2
  %t133 = add nsw i32 %t9, %t132
  %t134 = icmp ult i32 %t133, 40
  %t135 = mul nsw i32 %t132, 80
  %t136 = mul nsw i32 %t16, 4
  %t137 = add nsw i32 %t135, %t136
  %t138 = select i1 %t134, ptr %t131, ptr %buffer1
  %t139 = add nsw i32 %t2, %t137
  %t140 = select i1 %t134, i32 4, i32 0
  %t141 = addrspacecast ptr %t138 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t139, ptr addrspace(1) %t141, i32 %t140)
  %t142 = getelementptr float, ptr %t121, i64 4
  %t143 = add nsw i32 %t15, 4
  %t144 = add nsw i32 %t9, %t143
  %t145 = icmp ult i32 %t144, 40
  %t146 = mul nsw i32 %t143, 80
  %t147 = mul nsw i32 %t16, 4
  %t148 = add nsw i32 %t146, %t147
  %t149 = select i1 %t145, ptr %t142, ptr %buffer1
  %t150 = add nsw i32 %t2, %t148
  %t151 = select i1 %t145, i32 4, i32 0
  %t152 = addrspacecast ptr %t149 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t150, ptr addrspace(1) %t152, i32 %t151)
  %t153 = getelementptr float, ptr %t121, i64 6
  %t154 = add nsw i32 %t15, 6
  %t155 = add nsw i32 %t9, %t154
  %t156 = icmp ult i32 %t155, 40
  %t157 = mul nsw i32 %t154, 80
  %t158 = mul nsw i32 %t16, 4
  %t159 = add nsw i32 %t157, %t158
  %t160 = select i1 %t156, ptr %t153, ptr %buffer1
  %t161 = add nsw i32 %t2, %t159
  %t162 = select i1 %t156, i32 4, i32 0
  %t163 = addrspacecast ptr %t160 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t161, ptr addrspace(1) %t163, i32 %t162)
  %t164 = getelementptr float, ptr %t121, i64 8
  %t165 = add nsw i32 %t15, 8
  %t166 = add nsw i32 %t9, %t165
  %t167 = icmp ult i32 %t166, 40
  %t168 = mul nsw i32 %t165, 80
  %t169 = mul nsw i32 %t16, 4
  %t170 = add nsw i32 %t168, %t169
  %t171 = select i1 %t167, ptr %t164, ptr %buffer1
  %t172 = add nsw i32 %t2, %t170
  %t173 = select i1 %t167, i32 4, i32 0
  %t174 = addrspacecast ptr %t171 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t172, ptr addrspace(1) %t174, i32 %t173)
  %t175 = getelementptr float, ptr %t121, i64 10
  %t176 = add nsw i32 %t15, 10
  %t177 = add nsw i32 %t9, %t176
  %t178 = icmp ult i32 %t177, 40
  %t179 = mul nsw i32 %t176, 80
  %t180 = mul nsw i32 %t16, 4
  %t181 = add nsw i32 %t179, %t180
  %t182 = select i1 %t178, ptr %t175, ptr %buffer1
  %t183 = add nsw i32 %t2, %t181
  %t184 = select i1 %t178, i32 4, i32 0
  %t185 = addrspacecast ptr %t182 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t183, ptr addrspace(1) %t185, i32 %t184)
  %t186 = getelementptr float, ptr %t121, i64 12
  %t187 = add nsw i32 %t15, 12
  %t188 = add nsw i32 %t9, %t187
  %t189 = icmp ult i32 %t188, 40
  %t190 = mul nsw i32 %t187, 80
  %t191 = mul nsw i32 %t16, 4
  %t192 = add nsw i32 %t190, %t191
  %t193 = select i1 %t189, ptr %t186, ptr %buffer1
  %t194 = add nsw i32 %t2, %t192
  %t195 = select i1 %t189, i32 4, i32 0
  %t196 = addrspacecast ptr %t193 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t194, ptr addrspace(1) %t196, i32 %t195)
  %t197 = getelementptr float, ptr %t121, i64 14
  %t198 = add nsw i32 %t15, 14
  %t199 = add nsw i32 %t9, %t198
  %t200 = icmp ult i32 %t199, 40
  %t201 = mul nsw i32 %t198, 80
  %t202 = mul nsw i32 %t16, 4
  %t203 = add nsw i32 %t201, %t202
  %t204 = select i1 %t200, ptr %t197, ptr %buffer1
  %t205 = add nsw i32 %t2, %t203
  %t206 = select i1 %t200, i32 4, i32 0
  %t207 = addrspacecast ptr %t204 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t205, ptr addrspace(1) %t207, i32 %t206)
  %t208 = sext i32 %t9 to i64
  %t209 = mul nsw i64 %t208, 24
  %t210 = getelementptr float, ptr %t37, i64 %t209
  %t211 = icmp ult i32 %t28, 24
  %t212 = add nsw i32 %t9, %t26
  %t213 = icmp ult i32 %t212, 40
  %t214 = and i1 %t211, %t213
  %t215 = mul nsw i32 %t26, 144
  %t216 = mul nsw i32 %t28, 4
  %t217 = add nsw i32 %t215, %t216
  %t218 = add nsw i32 %t217, 1280
  %t219 = select i1 %t214, ptr %t210, ptr %buffer2
  %t220 = add nsw i32 %t2, %t218
  %t221 = select i1 %t214, i32 16, i32 0
  %t222 = addrspacecast ptr %t219 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t220, ptr addrspace(1) %t222, i32 %t221)
  %t223 = getelementptr float, ptr %t210, i64 96
  %t224 = add nsw i32 %t26, 4
  %t225 = icmp ult i32 %t28, 24
  %t226 = add nsw i32 %t9, %t224
  %t227 = icmp ult i32 %t226, 40
  %t228 = and i1 %t225, %t227
  %t229 = mul nsw i32 %t224, 144
  %t230 = mul nsw i32 %t28, 4
  %t231 = add nsw i32 %t229, %t230
  %t232 = add nsw i32 %t231, 1280
  %t233 = select i1 %t228, ptr %t223, ptr %buffer2
  %t234 = add nsw i32 %t2, %t232
  %t235 = select i1 %t228, i32 16, i32 0
  %t236 = addrspacecast ptr %t233 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t234, ptr addrspace(1) %t236, i32 %t235)
  %t237 = getelementptr float, ptr %t210, i64 192
  %t238 = add nsw i32 %t26, 8
  %t239 = icmp ult i32 %t28, 24
  %t240 = add nsw i32 %t9, %t238
  %t241 = icmp ult i32 %t240, 40
  %t242 = and i1 %t239, %t241
  %t243 = mul nsw i32 %t238, 144
  %t244 = mul nsw i32 %t28, 4
  %t245 = add nsw i32 %t243, %t244
  %t246 = add nsw i32 %t245, 1280
  %t247 = select i1 %t242, ptr %t237, ptr %buffer2
  %t248 = add nsw i32 %t2, %t246
  %t249 = select i1 %t242, i32 16, i32 0
  %t250 = addrspacecast ptr %t247 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t248, ptr addrspace(1) %t250, i32 %t249)
  %t251 = getelementptr float, ptr %t210, i64 288
  %t252 = add nsw i32 %t26, 12
  %t253 = icmp ult i32 %t28, 24
  %t254 = add nsw i32 %t9, %t252
  %t255 = icmp ult i32 %t254, 40
  %t256 = and i1 %t253, %t255
  %t257 = mul nsw i32 %t252, 144
  %t258 = mul nsw i32 %t28, 4
  %t259 = add nsw i32 %t257, %t258
  %t260 = add nsw i32 %t259, 1280
  %t261 = select i1 %t256, ptr %t251, ptr %buffer2
  %t262 = add nsw i32 %t2, %t260
  %t263 = select i1 %t256, i32 16, i32 0
  %t264 = addrspacecast ptr %t261 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t262, ptr addrspace(1) %t264, i32 %t263)
  %t265 = icmp ult i32 %t38, 20
  %t266 = mul nsw i32 %t38, 80
  %t267 = mul nsw i32 %t40, 4
  %t268 = add nsw i32 %t266, %t267
  %t269 = add nsw i32 %t268, 3584
  %t270 = select i1 %t265, ptr %t49, ptr %buffer0
  %t271 = add nsw i32 %t2, %t269
  %t272 = select i1 %t265, i32 16, i32 0
  %t273 = addrspacecast ptr %t270 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t271, ptr addrspace(1) %t273, i32 %t272)
  %t274 = getelementptr float, ptr %t49, i64 128
  %t275 = add nsw i32 %t38, 8
  %t276 = icmp ult i32 %t275, 20
  %t277 = mul nsw i32 %t275, 80
  %t278 = mul nsw i32 %t40, 4
  %t279 = add nsw i32 %t277, %t278
  %t280 = add nsw i32 %t279, 3584
  %t281 = select i1 %t276, ptr %t274, ptr %buffer0
  %t282 = add nsw i32 %t2, %t280
  %t283 = select i1 %t276, i32 16, i32 0
  %t284 = addrspacecast ptr %t281 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t282, ptr addrspace(1) %t284, i32 %t283)
  %t285 = icmp ult i32 %t52, 24
  %t286 = icmp ult i32 %t50, 20
  %t287 = and i1 %t285, %t286
  %t288 = mul nsw i32 %t50, 144
  %t289 = mul nsw i32 %t52, 4
  %t290 = add nsw i32 %t288, %t289
  %t291 = add nsw i32 %t290, 4864
  %t292 = select i1 %t287, ptr %t61, ptr %buffer3
  %t293 = add nsw i32 %t2, %t291
  %t294 = select i1 %t287, i32 16, i32 0
  %t295 = addrspacecast ptr %t292 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t293, ptr addrspace(1) %t295, i32 %t294)
  %t296 = getelementptr float, ptr %t61, i64 96
  %t297 = add nsw i32 %t50, 4
  %t298 = icmp ult i32 %t52, 24
  %t299 = icmp ult i32 %t297, 20
  %t300 = and i1 %t298, %t299
  %t301 = mul nsw i32 %t297, 144
  %t302 = mul nsw i32 %t52, 4
  %t303 = add nsw i32 %t301, %t302
  %t304 = add nsw i32 %t303, 4864
  %t305 = select i1 %t300, ptr %t296, ptr %buffer3
  %t306 = add nsw i32 %t2, %t304
  %t307 = select i1 %t300, i32 16, i32 0
  %t308 = addrspacecast ptr %t305 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t306, ptr addrspace(1) %t308, i32 %t307)
  %t309 = getelementptr float, ptr %t61, i64 192
  %t310 = add nsw i32 %t50, 8
  %t311 = icmp ult i32 %t52, 24
  %t312 = icmp ult i32 %t310, 20
  %t313 = and i1 %t311, %t312
  %t314 = mul nsw i32 %t310, 144
  %t315 = mul nsw i32 %t52, 4
  %t316 = add nsw i32 %t314, %t315
  %t317 = add nsw i32 %t316, 4864
  %t318 = select i1 %t313, ptr %t309, ptr %buffer3
  %t319 = add nsw i32 %t2, %t317
  %t320 = select i1 %t313, i32 16, i32 0
  %t321 = addrspacecast ptr %t318 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t319, ptr addrspace(1) %t321, i32 %t320)
  %t322 = getelementptr float, ptr %t61, i64 288
  %t323 = add nsw i32 %t50, 12
  %t324 = icmp ult i32 %t52, 24
  %t325 = icmp ult i32 %t323, 20
  %t326 = and i1 %t324, %t325
  %t327 = mul nsw i32 %t323, 144
  %t328 = mul nsw i32 %t52, 4
  %t329 = add nsw i32 %t327, %t328
  %t330 = add nsw i32 %t329, 4864
  %t331 = select i1 %t326, ptr %t322, ptr %buffer3
  %t332 = add nsw i32 %t2, %t330
  %t333 = select i1 %t326, i32 16, i32 0
  %t334 = addrspacecast ptr %t331 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t332, ptr addrspace(1) %t334, i32 %t333)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  call void asm sideeffect "cp.async.wait_group 0;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i64 0, ptr %s335
  br label %loop.336
loop.336:
  %t338 = load i64, ptr %s335
  %t339 = trunc i64 %t338 to i32
  call void asm sideeffect "cp.async.wait_group 0;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t340 = add nsw i32 %t339, 1
  %t341 = urem i32 %t340, 2
  %t342 = mul nsw i32 %t341, 3584
  %t343 = icmp ult i32 %t340, 2
  br i1 %t343, label %then.344, label %else.345
then.344:
  %t347 = mul nsw i32 %t340, 16
  %t348 = sext i32 %t347 to i64
  %t349 = mul nsw i64 %t348, 16
  %t350 = getelementptr float, ptr %t49, i64 %t349
  %t351 = add nsw i32 %t347, %t38
  %t352 = icmp ult i32 %t351, 20
  %t353 = mul nsw i32 %t38, 80
  %t354 = mul nsw i32 %t40, 4
  %t355 = add nsw i32 %t353, %t354
  %t356 = add nsw i32 %t355, 3584
  %t357 = add nsw i32 %t356, %t342
  %t358 = select i1 %t352, ptr %t350, ptr %buffer0
  %t359 = add nsw i32 %t2, %t357
  %t360 = select i1 %t352, i32 16, i32 0
  %t361 = addrspacecast ptr %t358 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t359, ptr addrspace(1) %t361, i32 %t360)
  %t362 = getelementptr float, ptr %t350, i64 128
  %t363 = add nsw i32 %t38, 8
  %t364 = add nsw i32 %t347, %t363
  %t365 = icmp ult i32 %t364, 20
  %t366 = mul nsw i32 %t363, 80
  %t367 = mul nsw i32 %t40, 4
  %t368 = add nsw i32 %t366, %t367
  %t369 = add nsw i32 %t368, 3584
  %t370 = add nsw i32 %t369, %t342
  %t371 = select i1 %t365, ptr %t362, ptr %buffer0
  %t372 = add nsw i32 %t2, %t370
  %t373 = select i1 %t365, i32 16, i32 0
  %t374 = addrspacecast ptr %t371 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t372, ptr addrspace(1) %t374, i32 %t373)
  %t375 = mul nsw i32 %t340, 16
  %t376 = sext i32 %t375 to i64
  %t377 = mul nsw i64 %t376, 24
  %t378 = getelementptr float, ptr %t61, i64 %t377
  %t379 = icmp ult i32 %t52, 24
  %t380 = add nsw i32 %t375, %t50
  %t381 = icmp ult i32 %t380, 20
  %t382 = and i1 %t379, %t381
  %t383 = mul nsw i32 %t50, 144
  %t384 = mul nsw i32 %t52, 4
  %t385 = add nsw i32 %t383, %t384
  %t386 = add nsw i32 %t385, 4864
  %t387 = add nsw i32 %t386, %t342
  %t388 = select i1 %t382, ptr %t378, ptr %buffer3
  %t389 = add nsw i32 %t2, %t387
  %t390 = select i1 %t382, i32 16, i32 0
  %t391 = addrspacecast ptr %t388 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t389, ptr addrspace(1) %t391, i32 %t390)
  %t392 = getelementptr float, ptr %t378, i64 96
  %t393 = add nsw i32 %t50, 4
  %t394 = icmp ult i32 %t52, 24
  %t395 = add nsw i32 %t375, %t393
  %t396 = icmp ult i32 %t395, 20
  %t397 = and i1 %t394, %t396
  %t398 = mul nsw i32 %t393, 144
  %t399 = mul nsw i32 %t52, 4
  %t400 = add nsw i32 %t398, %t399
  %t401 = add nsw i32 %t400, 4864
  %t402 = add nsw i32 %t401, %t342
  %t403 = select i1 %t397, ptr %t392, ptr %buffer3
  %t404 = add nsw i32 %t2, %t402
  %t405 = select i1 %t397, i32 16, i32 0
  %t406 = addrspacecast ptr %t403 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t404, ptr addrspace(1) %t406, i32 %t405)
  %t407 = getelementptr float, ptr %t378, i64 192
  %t408 = add nsw i32 %t50, 8
  %t409 = icmp ult i32 %t52, 24
  %t410 = add nsw i32 %t375, %t408
  %t411 = icmp ult i32 %t410, 20
  %t412 = and i1 %t409, %t411
  %t413 = mul nsw i32 %t408, 144
  %t414 = mul nsw i32 %t52, 4
  %t415 = add nsw i32 %t413, %t414
  %t416 = add nsw i32 %t415, 4864
  %t417 = add nsw i32 %t416, %t342
  %t418 = select i1 %t412, ptr %t407, ptr %buffer3
  %t419 = add nsw i32 %t2, %t417
  %t420 = select i1 %t412, i32 16, i32 0
  %t421 = addrspacecast ptr %t418 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t419, ptr addrspace(1) %t421, i32 %t420)
  %t422 = getelementptr float, ptr %t378, i64 288
  %t423 = add nsw i32 %t50, 12
  %t424 = icmp ult i32 %t52, 24
  %t425 = add nsw i32 %t375, %t423
  %t426 = icmp ult i32 %t425, 20
  %t427 = and i1 %t424, %t426
  %t428 = mul nsw i32 %t423, 144
  %t429 = mul nsw i32 %t52, 4
  %t430 = add nsw i32 %t428, %t429
  %t431 = add nsw i32 %t430, 4864
  %t432 = add nsw i32 %t431, %t342
  %t433 = select i1 %t427, ptr %t422, ptr %buffer3
  %t434 = add nsw i32 %t2, %t432
  %t435 = select i1 %t427, i32 16, i32 0
  %t436 = addrspacecast ptr %t433 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t434, ptr addrspace(1) %t436, i32 %t435)
  br label %join.346
else.345:
  br label %join.346
join.346:
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t437 = urem i32 %t339, 2
  %t438 = mul nsw i32 %t437, 3584
  %t439 = mul nsw i32 %t339, 16
  %t440 = add nsw i32 %t70, %t438
  %t441 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t67
  %t442 = load <4 x i32>, ptr addrspace(3) %t441, align 16
  %t443 = extractelement <4 x i32> %t442, i32 0
  %t444 = extractelement <4 x i32> %t442, i32 1
  %t445 = extractelement <4 x i32> %t442, i32 2
  %t446 = extractelement <4 x i32> %t442, i32 3
  %t447 = add nsw i32 %t67, 640
  %t448 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t447
  %t449 = load <4 x i32>, ptr addrspace(3) %t448, align 16
  %t450 = extractelement <4 x i32> %t449, i32 0
  %t451 = extractelement <4 x i32> %t449, i32 1
  %t452 = extractelement <4 x i32> %t449, i32 2
  %t453 = extractelement <4 x i32> %t449, i32 3
  %t454 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t443)
  %t455 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t450)
  %t456 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t444)
  %t457 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t451)
  %t458 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t445)
  %t459 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t452)
  %t460 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t446)
  %t461 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t453)
  %t462 = bitcast i32 %t443 to float
  %t463 = bitcast i32 %t454 to float
  %t464 = fsub float %t462, %t463
  %t465 = bitcast float %t464 to i32
  %t466 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t465)
  %t467 = bitcast i32 %t450 to float
  %t468 = bitcast i32 %t455 to float
  %t469 = fsub float %t467, %t468
  %t470 = bitcast float %t469 to i32
  %t471 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t470)
  %t472 = bitcast i32 %t444 to float
  %t473 = bitcast i32 %t456 to float
  %t474 = fsub float %t472, %t473
  %t475 = bitcast float %t474 to i32
  %t476 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t475)
  %t477 = bitcast i32 %t451 to float
  %t478 = bitcast i32 %t457 to float
  %t479 = fsub float %t477, %t478
  %t480 = bitcast float %t479 to i32
  %t481 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t480)
  %t482 = bitcast i32 %t445 to float
  %t483 = bitcast i32 %t458 to float
  %t484 = fsub float %t482, %t483
  %t485 = bitcast float %t484 to i32
  %t486 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t485)
  %t487 = bitcast i32 %t452 to float
  %t488 = bitcast i32 %t459 to float
  %t489 = fsub float %t487, %t488
  %t490 = bitcast float %t489 to i32
  %t491 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t490)
  %t492 = bitcast i32 %t446 to float
  %t493 = bitcast i32 %t460 to float
  %t494 = fsub float %t492, %t493
  %t495 = bitcast float %t494 to i32
  %t496 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t495)
  %t497 = bitcast i32 %t453 to float
  %t498 = bitcast i32 %t461 to float
  %t499 = fsub float %t497, %t498
  %t500 = bitcast float %t499 to i32
  %t501 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t500)
  %t502 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t440
  %t503 = load <4 x i32>, ptr addrspace(3) %t502, align 16
  %t504 = extractelement <4 x i32> %t503, i32 0
  %t505 = extractelement <4 x i32> %t503, i32 1
  %t506 = extractelement <4 x i32> %t503, i32 2
  %t507 = extractelement <4 x i32> %t503, i32 3
  %t508 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t504)
  %t509 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t505)
  %t510 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t506)
  %t511 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t507)
  %t512 = bitcast i32 %t504 to float
  %t513 = bitcast i32 %t508 to float
  %t514 = fsub float %t512, %t513
  %t515 = bitcast float %t514 to i32
  %t516 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t515)
  %t517 = bitcast i32 %t505 to float
  %t518 = bitcast i32 %t509 to float
  %t519 = fsub float %t517, %t518
  %t520 = bitcast float %t519 to i32
  %t521 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t520)
  %t522 = bitcast i32 %t506 to float
  %t523 = bitcast i32 %t510 to float
  %t524 = fsub float %t522, %t523
  %t525 = bitcast float %t524 to i32
  %t526 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t525)
  %t527 = bitcast i32 %t507 to float
  %t528 = bitcast i32 %t511 to float
  %t529 = fsub float %t527, %t528
  %t530 = bitcast float %t529 to i32
  %t531 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t530)
  %t532 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t466, i32 %t471, i32 %t476, i32 %t481, i32 %t508, i32 %t509, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t533 = extractvalue {float, float, float, float} %t532, 0
  %t534 = extractvalue {float, float, float, float} %t532, 1
  %t535 = extractvalue {float, float, float, float} %t532, 2
  %t536 = extractvalue {float, float, float, float} %t532, 3
  %t537 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t454, i32 %t455, i32 %t456, i32 %t457, i32 %t516, i32 %t521, float %t533, float %t534, float %t535, float %t536) convergent
  %t538 = extractvalue {float, float, float, float} %t537, 0
  %t539 = extractvalue {float, float, float, float} %t537, 1
  %t540 = extractvalue {float, float, float, float} %t537, 2
  %t541 = extractvalue {float, float, float, float} %t537, 3
  %t542 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t454, i32 %t455, i32 %t456, i32 %t457, i32 %t508, i32 %t509, float %t538, float %t539, float %t540, float %t541) convergent
  %t543 = extractvalue {float, float, float, float} %t542, 0
  %t544 = extractvalue {float, float, float, float} %t542, 1
  %t545 = extractvalue {float, float, float, float} %t542, 2
  %t546 = extractvalue {float, float, float, float} %t542, 3
  %t547 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t486, i32 %t491, i32 %t496, i32 %t501, i32 %t510, i32 %t511, float %t543, float %t544, float %t545, float %t546) convergent
  %t548 = extractvalue {float, float, float, float} %t547, 0
  %t549 = extractvalue {float, float, float, float} %t547, 1
  %t550 = extractvalue {float, float, float, float} %t547, 2
  %t551 = extractvalue {float, float, float, float} %t547, 3
  %t552 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t458, i32 %t459, i32 %t460, i32 %t461, i32 %t526, i32 %t531, float %t548, float %t549, float %t550, float %t551) convergent
  %t553 = extractvalue {float, float, float, float} %t552, 0
  %t554 = extractvalue {float, float, float, float} %t552, 1
  %t555 = extractvalue {float, float, float, float} %t552, 2
  %t556 = extractvalue {float, float, float, float} %t552, 3
  %t557 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t458, i32 %t459, i32 %t460, i32 %t461, i32 %t510, i32 %t511, float %t553, float %t554, float %t555, float %t556) convergent
  %t558 = extractvalue {float, float, float, float} %t557, 0
  %t559 = extractvalue {float, float, float, float} %t557, 1
  %t560 = extractvalue {float, float, float, float} %t557, 2
  %t561 = extractvalue {float, float, float, float} %t557, 3
  %t562 = add nsw i32 %t440, 640
  %t563 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t562
  %t564 = load <4 x i32>, ptr addrspace(3) %t563, align 16
  %t565 = extractelement <4 x i32> %t564, i32 0
  %t566 = extractelement <4 x i32> %t564, i32 1
  %t567 = extractelement <4 x i32> %t564, i32 2
  %t568 = extractelement <4 x i32> %t564, i32 3
  %t569 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t565)
  %t570 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t566)
  %t571 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t567)
  %t572 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t568)
  %t573 = bitcast i32 %t565 to float
  %t574 = bitcast i32 %t569 to float
  %t575 = fsub float %t573, %t574
  %t576 = bitcast float %t575 to i32
  %t577 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t576)
  %t578 = bitcast i32 %t566 to float
  %t579 = bitcast i32 %t570 to float
  %t580 = fsub float %t578, %t579
  %t581 = bitcast float %t580 to i32
  %t582 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t581)
  %t583 = bitcast i32 %t567 to float
  %t584 = bitcast i32 %t571 to float
  %t585 = fsub float %t583, %t584
  %t586 = bitcast float %t585 to i32
  %t587 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t586)
  %t588 = bitcast i32 %t568 to float
  %t589 = bitcast i32 %t572 to float
  %t590 = fsub float %t588, %t589
  %t591 = bitcast float %t590 to i32
  %t592 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t591)
  %t593 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t466, i32 %t471, i32 %t476, i32 %t481, i32 %t569, i32 %t570, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t594 = extractvalue {float, float, float, float} %t593, 0
  %t595 = extractvalue {float, float, float, float} %t593, 1
  %t596 = extractvalue {float, float, float, float} %t593, 2
  %t597 = extractvalue {float, float, float, float} %t593, 3
  %t598 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t454, i32 %t455, i32 %t456, i32 %t457, i32 %t577, i32 %t582, float %t594, float %t595, float %t596, float %t597) convergent
  %t599 = extractvalue {float, float, float, float} %t598, 0
  %t600 = extractvalue {float, float, float, float} %t598, 1
  %t601 = extractvalue {float, float, float, float} %t598, 2
  %t602 = extractvalue {float, float, float, float} %t598, 3
  %t603 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t454, i32 %t455, i32 %t456, i32 %t457, i32 %t569, i32 %t570, float %t599, float %t600, float %t601, float %t602) convergent
  %t604 = extractvalue {float, float, float, float} %t603, 0
  %t605 = extractvalue {float, float, float, float} %t603, 1
  %t606 = extractvalue {float, float, float, float} %t603, 2
  %t607 = extractvalue {float, float, float, float} %t603, 3
  %t608 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t486, i32 %t491, i32 %t496, i32 %t501, i32 %t571, i32 %t572, float %t604, float %t605, float %t606, float %t607) convergent
  %t609 = extractvalue {float, float, float, float} %t608, 0
  %t610 = extractvalue {float, float, float, float} %t608, 1
  %t611 = extractvalue {float, float, float, float} %t608, 2
  %t612 = extractvalue {float, float, float, float} %t608, 3
  %t613 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t458, i32 %t459, i32 %t460, i32 %t461, i32 %t587, i32 %t592, float %t609, float %t610, float %t611, float %t612) convergent
  %t614 = extractvalue {float, float, float, float} %t613, 0
  %t615 = extractvalue {float, float, float, float} %t613, 1
  %t616 = extractvalue {float, float, float, float} %t613, 2
  %t617 = extractvalue {float, float, float, float} %t613, 3
  %t618 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t458, i32 %t459, i32 %t460, i32 %t461, i32 %t571, i32 %t572, float %t614, float %t615, float %t616, float %t617) convergent
  %t619 = extractvalue {float, float, float, float} %t618, 0
  %t620 = extractvalue {float, float, float, float} %t618, 1
  %t621 = extractvalue {float, float, float, float} %t618, 2
  %t622 = extractvalue {float, float, float, float} %t618, 3
  %t623 = mul nsw i32 %t13, 2
  %t624 = add nsw i32 %t439, %t623
  %t625 = add nsw i32 %t624, 1
  %t626 = add nsw i32 %t624, 8
  %t627 = add nsw i32 %t624, 9
  %t628 = fmul contract float %t558, 0x3FD0000000000000
  %t629 = fadd contract float %t628, %t114
  %t630 = fmul contract float %t559, 0x3FD0000000000000
  %t631 = fadd contract float %t630, %t114
  %t632 = fmul contract float %t560, 0x3FD0000000000000
  %t633 = fadd contract float %t632, %t118
  %t634 = fmul contract float %t561, 0x3FD0000000000000
  %t635 = fadd contract float %t634, %t118
  %t636 = fmul contract float %t619, 0x3FD0000000000000
  %t637 = fadd contract float %t636, %t114
  %t638 = fmul contract float %t620, 0x3FD0000000000000
  %t639 = fadd contract float %t638, %t114
  %t640 = fmul contract float %t621, 0x3FD0000000000000
  %t641 = fadd contract float %t640, %t118
  %t642 = fmul contract float %t622, 0x3FD0000000000000
  %t643 = fadd contract float %t642, %t118
  %t644 = add nsw i32 %t80, %t438
  %t645 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t77
  %t646 = load <4 x i32>, ptr addrspace(3) %t645, align 16
  %t647 = extractelement <4 x i32> %t646, i32 0
  %t648 = extractelement <4 x i32> %t646, i32 1
  %t649 = extractelement <4 x i32> %t646, i32 2
  %t650 = extractelement <4 x i32> %t646, i32 3
  %t651 = add nsw i32 %t77, 1152
  %t652 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t651
  %t653 = load <4 x i32>, ptr addrspace(3) %t652, align 16
  %t654 = extractelement <4 x i32> %t653, i32 0
  %t655 = extractelement <4 x i32> %t653, i32 1
  %t656 = extractelement <4 x i32> %t653, i32 2
  %t657 = extractelement <4 x i32> %t653, i32 3
  %t658 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t647)
  %t659 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t654)
  %t660 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t648)
  %t661 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t655)
  %t662 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t649)
  %t663 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t656)
  %t664 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t650)
  %t665 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t657)
  %t666 = bitcast i32 %t647 to float
  %t667 = bitcast i32 %t658 to float
  %t668 = fsub float %t666, %t667
  %t669 = bitcast float %t668 to i32
  %t670 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t669)
  %t671 = bitcast i32 %t654 to float
  %t672 = bitcast i32 %t659 to float
  %t673 = fsub float %t671, %t672
  %t674 = bitcast float %t673 to i32
  %t675 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t674)
  %t676 = bitcast i32 %t648 to float
  %t677 = bitcast i32 %t660 to float
  %t678 = fsub float %t676, %t677
  %t679 = bitcast float %t678 to i32
  %t680 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t679)
  %t681 = bitcast i32 %t655 to float
  %t682 = bitcast i32 %t661 to float
  %t683 = fsub float %t681, %t682
  %t684 = bitcast float %t683 to i32
  %t685 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t684)
  %t686 = bitcast i32 %t649 to float
  %t687 = bitcast i32 %t662 to float
  %t688 = fsub float %t686, %t687
  %t689 = bitcast float %t688 to i32
  %t690 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t689)
  %t691 = bitcast i32 %t656 to float
  %t692 = bitcast i32 %t663 to float
  %t693 = fsub float %t691, %t692
  %t694 = bitcast float %t693 to i32
  %t695 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t694)
  %t696 = bitcast i32 %t650 to float
  %t697 = bitcast i32 %t664 to float
  %t698 = fsub float %t696, %t697
  %t699 = bitcast float %t698 to i32
  %t700 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t699)
  %t701 = bitcast i32 %t657 to float
  %t702 = bitcast i32 %t665 to float
  %t703 = fsub float %t701, %t702
  %t704 = bitcast float %t703 to i32
  %t705 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t704)
  %t706 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t644
  %t707 = load <4 x i32>, ptr addrspace(3) %t706, align 16
  %t708 = extractelement <4 x i32> %t707, i32 0
  %t709 = extractelement <4 x i32> %t707, i32 1
  %t710 = extractelement <4 x i32> %t707, i32 2
  %t711 = extractelement <4 x i32> %t707, i32 3
  %t712 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t708)
  %t713 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t709)
  %t714 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t710)
  %t715 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t711)
  %t716 = bitcast i32 %t708 to float
  %t717 = bitcast i32 %t712 to float
  %t718 = fsub float %t716, %t717
  %t719 = bitcast float %t718 to i32
  %t720 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t719)
  %t721 = bitcast i32 %t709 to float
  %t722 = bitcast i32 %t713 to float
  %t723 = fsub float %t721, %t722
  %t724 = bitcast float %t723 to i32
  %t725 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t724)
  %t726 = bitcast i32 %t710 to float
  %t727 = bitcast i32 %t714 to float
  %t728 = fsub float %t726, %t727
  %t729 = bitcast float %t728 to i32
  %t730 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t729)
  %t731 = bitcast i32 %t711 to float
  %t732 = bitcast i32 %t715 to float
  %t733 = fsub float %t731, %t732
  %t734 = bitcast float %t733 to i32
  %t735 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t734)
  %t736 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t670, i32 %t675, i32 %t680, i32 %t685, i32 %t712, i32 %t713, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t737 = extractvalue {float, float, float, float} %t736, 0
  %t738 = extractvalue {float, float, float, float} %t736, 1
  %t739 = extractvalue {float, float, float, float} %t736, 2
  %t740 = extractvalue {float, float, float, float} %t736, 3
  %t741 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t658, i32 %t659, i32 %t660, i32 %t661, i32 %t720, i32 %t725, float %t737, float %t738, float %t739, float %t740) convergent
  %t742 = extractvalue {float, float, float, float} %t741, 0
  %t743 = extractvalue {float, float, float, float} %t741, 1
  %t744 = extractvalue {float, float, float, float} %t741, 2
  %t745 = extractvalue {float, float, float, float} %t741, 3
  %t746 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t658, i32 %t659, i32 %t660, i32 %t661, i32 %t712, i32 %t713, float %t742, float %t743, float %t744, float %t745) convergent
  %t747 = extractvalue {float, float, float, float} %t746, 0
  %t748 = extractvalue {float, float, float, float} %t746, 1
  %t749 = extractvalue {float, float, float, float} %t746, 2
  %t750 = extractvalue {float, float, float, float} %t746, 3
  %t751 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t690, i32 %t695, i32 %t700, i32 %t705, i32 %t714, i32 %t715, float %t747, float %t748, float %t749, float %t750) convergent
  %t752 = extractvalue {float, float, float, float} %t751, 0
  %t753 = extractvalue {float, float, float, float} %t751, 1
  %t754 = extractvalue {float, float, float, float} %t751, 2
  %t755 = extractvalue {float, float, float, float} %t751, 3
  %t756 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t662, i32 %t663, i32 %t664, i32 %t665, i32 %t730, i32 %t735, float %t752, float %t753, float %t754, float %t755) convergent
  %t757 = extractvalue {float, float, float, float} %t756, 0
  %t758 = extractvalue {float, float, float, float} %t756, 1
  %t759 = extractvalue {float, float, float, float} %t756, 2
  %t760 = extractvalue {float, float, float, float} %t756, 3
  %t761 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t662, i32 %t663, i32 %t664, i32 %t665, i32 %t714, i32 %t715, float %t757, float %t758, float %t759, float %t760) convergent
  %t762 = extractvalue {float, float, float, float} %t761, 0
  %t763 = extractvalue {float, float, float, float} %t761, 1
  %t764 = extractvalue {float, float, float, float} %t761, 2
  %t765 = extractvalue {float, float, float, float} %t761, 3
  %t766 = add nsw i32 %t644, 1152
  %t767 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t766
  %t768 = load <4 x i32>, ptr addrspace(3) %t767, align 16
  %t769 = extractelement <4 x i32> %t768, i32 0
  %t770 = extractelement <4 x i32> %t768, i32 1
  %t771 = extractelement <4 x i32> %t768, i32 2
  %t772 = extractelement <4 x i32> %t768, i32 3
  %t773 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t769)
  %t774 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t770)
  %t775 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t771)
  %t776 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t772)
  %t777 = bitcast i32 %t769 to float
  %t778 = bitcast i32 %t773 to float
  %t779 = fsub float %t777, %t778
  %t780 = bitcast float %t779 to i32
  %t781 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t780)
  %t782 = bitcast i32 %t770 to float
  %t783 = bitcast i32 %t774 to float
  %t784 = fsub float %t782, %t783
  %t785 = bitcast float %t784 to i32
  %t786 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t785)
  %t787 = bitcast i32 %t771 to float
  %t788 = bitcast i32 %t775 to float
  %t789 = fsub float %t787, %t788
  %t790 = bitcast float %t789 to i32
  %t791 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t790)
  %t792 = bitcast i32 %t772 to float
  %t793 = bitcast i32 %t776 to float
  %t794 = fsub float %t792, %t793
  %t795 = bitcast float %t794 to i32
  %t796 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t795)
  %t797 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t670, i32 %t675, i32 %t680, i32 %t685, i32 %t773, i32 %t774, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t798 = extractvalue {float, float, float, float} %t797, 0
  %t799 = extractvalue {float, float, float, float} %t797, 1
  %t800 = extractvalue {float, float, float, float} %t797, 2
  %t801 = extractvalue {float, float, float, float} %t797, 3
  %t802 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t658, i32 %t659, i32 %t660, i32 %t661, i32 %t781, i32 %t786, float %t798, float %t799, float %t800, float %t801) convergent
  %t803 = extractvalue {float, float, float, float} %t802, 0
  %t804 = extractvalue {float, float, float, float} %t802, 1
  %t805 = extractvalue {float, float, float, float} %t802, 2
  %t806 = extractvalue {float, float, float, float} %t802, 3
  %t807 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t658, i32 %t659, i32 %t660, i32 %t661, i32 %t773, i32 %t774, float %t803, float %t804, float %t805, float %t806) convergent
  %t808 = extractvalue {float, float, float, float} %t807, 0
  %t809 = extractvalue {float, float, float, float} %t807, 1
  %t810 = extractvalue {float, float, float, float} %t807, 2
  %t811 = extractvalue {float, float, float, float} %t807, 3
  %t812 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t690, i32 %t695, i32 %t700, i32 %t705, i32 %t775, i32 %t776, float %t808, float %t809, float %t810, float %t811) convergent
  %t813 = extractvalue {float, float, float, float} %t812, 0
  %t814 = extractvalue {float, float, float, float} %t812, 1
  %t815 = extractvalue {float, float, float, float} %t812, 2
  %t816 = extractvalue {float, float, float, float} %t812, 3
  %t817 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t662, i32 %t663, i32 %t664, i32 %t665, i32 %t791, i32 %t796, float %t813, float %t814, float %t815, float %t816) convergent
  %t818 = extractvalue {float, float, float, float} %t817, 0
  %t819 = extractvalue {float, float, float, float} %t817, 1
  %t820 = extractvalue {float, float, float, float} %t817, 2
  %t821 = extractvalue {float, float, float, float} %t817, 3
  %t822 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t662, i32 %t663, i32 %t664, i32 %t665, i32 %t775, i32 %t776, float %t818, float %t819, float %t820, float %t821) convergent
  %t823 = extractvalue {float, float, float, float} %t822, 0
  %t824 = extractvalue {float, float, float, float} %t822, 1
  %t825 = extractvalue {float, float, float, float} %t822, 2
  %t826 = extractvalue {float, float, float, float} %t822, 3
  %t827 = add nsw i32 %t77, 64
  %t828 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t827
  %t829 = load <4 x i32>, ptr addrspace(3) %t828, align 16
  %t830 = extractelement <4 x i32> %t829, i32 0
  %t831 = extractelement <4 x i32> %t829, i32 1
  %t832 = extractelement <4 x i32> %t829, i32 2
  %t833 = extractelement <4 x i32> %t829, i32 3
  %t834 = add nsw i32 %t827, 1152
  %t835 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t834
  %t836 = load <4 x i32>, ptr addrspace(3) %t835, align 16
  %t837 = extractelement <4 x i32> %t836, i32 0
  %t838 = extractelement <4 x i32> %t836, i32 1
  %t839 = extractelement <4 x i32> %t836, i32 2
  %t840 = extractelement <4 x i32> %t836, i32 3
  %t841 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t830)
  %t842 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t837)
  %t843 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t831)
  %t844 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t838)
  %t845 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t832)
  %t846 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t839)
  %t847 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t833)
  %t848 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t840)
  %t849 = bitcast i32 %t830 to float
  %t850 = bitcast i32 %t841 to float
  %t851 = fsub float %t849, %t850
  %t852 = bitcast float %t851 to i32
  %t853 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t852)
  %t854 = bitcast i32 %t837 to float
  %t855 = bitcast i32 %t842 to float
  %t856 = fsub float %t854, %t855
  %t857 = bitcast float %t856 to i32
  %t858 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t857)
  %t859 = bitcast i32 %t831 to float
  %t860 = bitcast i32 %t843 to float
  %t861 = fsub float %t859, %t860
  %t862 = bitcast float %t861 to i32
  %t863 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t862)
  %t864 = bitcast i32 %t838 to float
  %t865 = bitcast i32 %t844 to float
  %t866 = fsub float %t864, %t865
  %t867 = bitcast float %t866 to i32
  %t868 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t867)
  %t869 = bitcast i32 %t832 to float
  %t870 = bitcast i32 %t845 to float
  %t871 = fsub float %t869, %t870
  %t872 = bitcast float %t871 to i32
  %t873 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t872)
  %t874 = bitcast i32 %t839 to float
  %t875 = bitcast i32 %t846 to float
  %t876 = fsub float %t874, %t875
  %t877 = bitcast float %t876 to i32
  %t878 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t877)
  %t879 = bitcast i32 %t833 to float
  %t880 = bitcast i32 %t847 to float
  %t881 = fsub float %t879, %t880
  %t882 = bitcast float %t881 to i32
  %t883 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t882)
  %t884 = bitcast i32 %t840 to float
  %t885 = bitcast i32 %t848 to float
  %t886 = fsub float %t884, %t885
  %t887 = bitcast float %t886 to i32
  %t888 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t887)
  %t889 = add nsw i32 %t644, 64
  %t890 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t889
  %t891 = load <4 x i32>, ptr addrspace(3) %t890, align 16
  %t892 = extractelement <4 x i32> %t891, i32 0
  %t893 = extractelement <4 x i32> %t891, i32 1
  %t894 = extractelement <4 x i32> %t891, i32 2
  %t895 = extractelement <4 x i32> %t891, i32 3
  %t896 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t892)
  %t897 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t893)
  %t898 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t894)
  %t899 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t895)
  %t900 = bitcast i32 %t892 to float
  %t901 = bitcast i32 %t896 to float
  %t902 = fsub float %t900, %t901
  %t903 = bitcast float %t902 to i32
  %t904 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t903)
  %t905 = bitcast i32 %t893 to float
  %t906 = bitcast i32 %t897 to float
  %t907 = fsub float %t905, %t906
  %t908 = bitcast float %t907 to i32
  %t909 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t908)
  %t910 = bitcast i32 %t894 to float
  %t911 = bitcast i32 %t898 to float
  %t912 = fsub float %t910, %t911
  %t913 = bitcast float %t912 to i32
  %t914 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t913)
  %t915 = bitcast i32 %t895 to float
  %t916 = bitcast i32 %t899 to float
  %t917 = fsub float %t915, %t916
  %t918 = bitcast float %t917 to i32
  %t919 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t918)
  %t920 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t853, i32 %t858, i32 %t863, i32 %t868, i32 %t896, i32 %t897, float %t762, float %t763, float %t764, float %t765) convergent
  %t921 = extractvalue {float, float, float, float} %t920, 0
  %t922 = extractvalue {float, float, float, float} %t920, 1
  %t923 = extractvalue {float, float, float, float} %t920, 2
  %t924 = extractvalue {float, float, float, float} %t920, 3
  %t925 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t841, i32 %t842, i32 %t843, i32 %t844, i32 %t904, i32 %t909, float %t921, float %t922, float %t923, float %t924) convergent
  %t926 = extractvalue {float, float, float, float} %t925, 0
  %t927 = extractvalue {float, float, float, float} %t925, 1
  %t928 = extractvalue {float, float, float, float} %t925, 2
  %t929 = extractvalue {float, float, float, float} %t925, 3
  %t930 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t841, i32 %t842, i32 %t843, i32 %t844, i32 %t896, i32 %t897, float %t926, float %t927, float %t928, float %t929) convergent
  %t931 = extractvalue {float, float, float, float} %t930, 0
  %t932 = extractvalue {float, float, float, float} %t930, 1
  %t933 = extractvalue {float, float, float, float} %t930, 2
  %t934 = extractvalue {float, float, float, float} %t930, 3
  %t935 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t873, i32 %t878, i32 %t883, i32 %t888, i32 %t898, i32 %t899, float %t931, float %t932, float %t933, float %t934) convergent
  %t936 = extractvalue {float, float, float, float} %t935, 0
  %t937 = extractvalue {float, float, float, float} %t935, 1
  %t938 = extractvalue {float, float, float, float} %t935, 2
  %t939 = extractvalue {float, float, float, float} %t935, 3
  %t940 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t845, i32 %t846, i32 %t847, i32 %t848, i32 %t914, i32 %t919, float %t936, float %t937, float %t938, float %t939) convergent
  %t941 = extractvalue {float, float, float, float} %t940, 0
  %t942 = extractvalue {float, float, float, float} %t940, 1
  %t943 = extractvalue {float, float, float, float} %t940, 2
  %t944 = extractvalue {float, float, float, float} %t940, 3
  %t945 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t845, i32 %t846, i32 %t847, i32 %t848, i32 %t898, i32 %t899, float %t941, float %t942, float %t943, float %t944) convergent
  %t946 = extractvalue {float, float, float, float} %t945, 0
  %t947 = extractvalue {float, float, float, float} %t945, 1
  %t948 = extractvalue {float, float, float, float} %t945, 2
  %t949 = extractvalue {float, float, float, float} %t945, 3
  %t950 = add nsw i32 %t644, 1216
  %t951 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t950
  %t952 = load <4 x i32>, ptr addrspace(3) %t951, align 16
  %t953 = extractelement <4 x i32> %t952, i32 0
  %t954 = extractelement <4 x i32> %t952, i32 1
  %t955 = extractelement <4 x i32> %t952, i32 2
  %t956 = extractelement <4 x i32> %t952, i32 3
  %t957 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t953)
  %t958 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t954)
  %t959 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t955)
  %t960 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t956)
  %t961 = bitcast i32 %t953 to float
  %t962 = bitcast i32 %t957 to float
  %t963 = fsub float %t961, %t962
  %t964 = bitcast float %t963 to i32
  %t965 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t964)
  %t966 = bitcast i32 %t954 to float
  %t967 = bitcast i32 %t958 to float
  %t968 = fsub float %t966, %t967
  %t969 = bitcast float %t968 to i32
  %t970 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t969)
  %t971 = bitcast i32 %t955 to float
  %t972 = bitcast i32 %t959 to float
  %t973 = fsub float %t971, %t972
  %t974 = bitcast float %t973 to i32
  %t975 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t974)
  %t976 = bitcast i32 %t956 to float
  %t977 = bitcast i32 %t960 to float
  %t978 = fsub float %t976, %t977
  %t979 = bitcast float %t978 to i32
  %t980 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t979)
  %t981 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t853, i32 %t858, i32 %t863, i32 %t868, i32 %t957, i32 %t958, float %t823, float %t824, float %t825, float %t826) convergent
  %t982 = extractvalue {float, float, float, float} %t981, 0
  %t983 = extractvalue {float, float, float, float} %t981, 1
  %t984 = extractvalue {float, float, float, float} %t981, 2
  %t985 = extractvalue {float, float, float, float} %t981, 3
  %t986 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t841, i32 %t842, i32 %t843, i32 %t844, i32 %t965, i32 %t970, float %t982, float %t983, float %t984, float %t985) convergent
  %t987 = extractvalue {float, float, float, float} %t986, 0
  %t988 = extractvalue {float, float, float, float} %t986, 1
  %t989 = extractvalue {float, float, float, float} %t986, 2
  %t990 = extractvalue {float, float, float, float} %t986, 3
  %t991 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t841, i32 %t842, i32 %t843, i32 %t844, i32 %t957, i32 %t958, float %t987, float %t988, float %t989, float %t990) convergent
  %t992 = extractvalue {float, float, float, float} %t991, 0
  %t993 = extractvalue {float, float, float, float} %t991, 1
  %t994 = extractvalue {float, float, float, float} %t991, 2
  %t995 = extractvalue {float, float, float, float} %t991, 3
  %t996 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t873, i32 %t878, i32 %t883, i32 %t888, i32 %t959, i32 %t960, float %t992, float %t993, float %t994, float %t995) convergent
  %t997 = extractvalue {float, float, float, float} %t996, 0
  %t998 = extractvalue {float, float, float, float} %t996, 1
  %t999 = extractvalue {float, float, float, float} %t996, 2
  %t1000 = extractvalue {float, float, float, float} %t996, 3
  %t1001 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t845, i32 %t846, i32 %t847, i32 %t848, i32 %t975, i32 %t980, float %t997, float %t998, float %t999, float %t1000) convergent
  %t1002 = extractvalue {float, float, float, float} %t1001, 0
  %t1003 = extractvalue {float, float, float, float} %t1001, 1
  %t1004 = extractvalue {float, float, float, float} %t1001, 2
  %t1005 = extractvalue {float, float, float, float} %t1001, 3
  %t1006 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t845, i32 %t846, i32 %t847, i32 %t848, i32 %t959, i32 %t960, float %t1002, float %t1003, float %t1004, float %t1005) convergent
  %t1007 = extractvalue {float, float, float, float} %t1006, 0
  %t1008 = extractvalue {float, float, float, float} %t1006, 1
  %t1009 = extractvalue {float, float, float, float} %t1006, 2
  %t1010 = extractvalue {float, float, float, float} %t1006, 3
  %t1011 = mul nsw i32 %t13, 2
  %t1012 = add nsw i32 %t439, %t1011
  %t1013 = add nsw i32 %t1012, 1
  %t1014 = add nsw i32 %t1012, 8
  %t1015 = add nsw i32 %t1012, 9
  %t1016 = sext i32 %t8 to i64
  %t1017 = mul nsw i64 %t1016, 20
  %t1018 = getelementptr float, ptr %buffer6, i64 %t1017
  %t1019 = sext i32 %t7 to i64
  %t1020 = mul nsw i64 %t1019, 40
  %t1021 = getelementptr float, ptr %t1018, i64 %t1020
  %t1022 = sext i32 %t1012 to i64
  %t1023 = mul nsw i64 %t1022, 1
  %t1024 = getelementptr float, ptr %t1021, i64 %t1023
  %t1025 = load float, ptr %t1024, align 4
  %t1026 = sext i32 %t8 to i64
  %t1027 = mul nsw i64 %t1026, 20
  %t1028 = getelementptr float, ptr %buffer7, i64 %t1027
  %t1029 = sext i32 %t7 to i64
  %t1030 = mul nsw i64 %t1029, 40
  %t1031 = getelementptr float, ptr %t1028, i64 %t1030
  %t1032 = sext i32 %t1012 to i64
  %t1033 = mul nsw i64 %t1032, 1
  %t1034 = getelementptr float, ptr %t1031, i64 %t1033
  %t1035 = load float, ptr %t1034, align 4
  %t1036 = sext i32 %t8 to i64
  %t1037 = mul nsw i64 %t1036, 20
  %t1038 = getelementptr float, ptr %buffer8, i64 %t1037
  %t1039 = sext i32 %t7 to i64
  %t1040 = mul nsw i64 %t1039, 40
  %t1041 = getelementptr float, ptr %t1038, i64 %t1040
  %t1042 = sext i32 %t1012 to i64
  %t1043 = mul nsw i64 %t1042, 1
  %t1044 = getelementptr float, ptr %t1041, i64 %t1043
  %t1045 = load float, ptr %t1044, align 4
  %t1046 = sext i32 %t8 to i64
  %t1047 = mul nsw i64 %t1046, 20
  %t1048 = getelementptr float, ptr %buffer6, i64 %t1047
  %t1049 = sext i32 %t7 to i64
  %t1050 = mul nsw i64 %t1049, 40
  %t1051 = getelementptr float, ptr %t1048, i64 %t1050
  %t1052 = sext i32 %t1013 to i64
  %t1053 = mul nsw i64 %t1052, 1
  %t1054 = getelementptr float, ptr %t1051, i64 %t1053
  %t1055 = load float, ptr %t1054, align 4
  %t1056 = sext i32 %t8 to i64
  %t1057 = mul nsw i64 %t1056, 20
  %t1058 = getelementptr float, ptr %buffer7, i64 %t1057
  %t1059 = sext i32 %t7 to i64
  %t1060 = mul nsw i64 %t1059, 40
  %t1061 = getelementptr float, ptr %t1058, i64 %t1060
  %t1062 = sext i32 %t1013 to i64
  %t1063 = mul nsw i64 %t1062, 1
  %t1064 = getelementptr float, ptr %t1061, i64 %t1063
  %t1065 = load float, ptr %t1064, align 4
  %t1066 = sext i32 %t8 to i64
  %t1067 = mul nsw i64 %t1066, 20
  %t1068 = getelementptr float, ptr %buffer8, i64 %t1067
  %t1069 = sext i32 %t7 to i64
  %t1070 = mul nsw i64 %t1069, 40
  %t1071 = getelementptr float, ptr %t1068, i64 %t1070
  %t1072 = sext i32 %t1013 to i64
  %t1073 = mul nsw i64 %t1072, 1
  %t1074 = getelementptr float, ptr %t1071, i64 %t1073
  %t1075 = load float, ptr %t1074, align 4
  %t1076 = sext i32 %t8 to i64
  %t1077 = mul nsw i64 %t1076, 20
  %t1078 = getelementptr float, ptr %buffer6, i64 %t1077
  %t1079 = sext i32 %t7 to i64
  %t1080 = mul nsw i64 %t1079, 40
  %t1081 = getelementptr float, ptr %t1078, i64 %t1080
  %t1082 = sext i32 %t1014 to i64
  %t1083 = mul nsw i64 %t1082, 1
  %t1084 = getelementptr float, ptr %t1081, i64 %t1083
  %t1085 = load float, ptr %t1084, align 4
  %t1086 = sext i32 %t8 to i64
  %t1087 = mul nsw i64 %t1086, 20
  %t1088 = getelementptr float, ptr %buffer7, i64 %t1087
  %t1089 = sext i32 %t7 to i64
  %t1090 = mul nsw i64 %t1089, 40
  %t1091 = getelementptr float, ptr %t1088, i64 %t1090
  %t1092 = sext i32 %t1014 to i64
  %t1093 = mul nsw i64 %t1092, 1
  %t1094 = getelementptr float, ptr %t1091, i64 %t1093
  %t1095 = load float, ptr %t1094, align 4
  %t1096 = sext i32 %t8 to i64
  %t1097 = mul nsw i64 %t1096, 20
  %t1098 = getelementptr float, ptr %buffer8, i64 %t1097
  %t1099 = sext i32 %t7 to i64
  %t1100 = mul nsw i64 %t1099, 40
  %t1101 = getelementptr float, ptr %t1098, i64 %t1100
  %t1102 = sext i32 %t1014 to i64
  %t1103 = mul nsw i64 %t1102, 1
  %t1104 = getelementptr float, ptr %t1101, i64 %t1103
  %t1105 = load float, ptr %t1104, align 4
  %t1106 = sext i32 %t8 to i64
  %t1107 = mul nsw i64 %t1106, 20
  %t1108 = getelementptr float, ptr %buffer6, i64 %t1107
  %t1109 = sext i32 %t7 to i64
  %t1110 = mul nsw i64 %t1109, 40
  %t1111 = getelementptr float, ptr %t1108, i64 %t1110
  %t1112 = sext i32 %t1015 to i64
  %t1113 = mul nsw i64 %t1112, 1
  %t1114 = getelementptr float, ptr %t1111, i64 %t1113
  %t1115 = load float, ptr %t1114, align 4
  %t1116 = sext i32 %t8 to i64
  %t1117 = mul nsw i64 %t1116, 20
  %t1118 = getelementptr float, ptr %buffer7, i64 %t1117
  %t1119 = sext i32 %t7 to i64
  %t1120 = mul nsw i64 %t1119, 40
  %t1121 = getelementptr float, ptr %t1118, i64 %t1120
  %t1122 = sext i32 %t1015 to i64
  %t1123 = mul nsw i64 %t1122, 1
  %t1124 = getelementptr float, ptr %t1121, i64 %t1123
  %t1125 = load float, ptr %t1124, align 4
  %t1126 = sext i32 %t8 to i64
  %t1127 = mul nsw i64 %t1126, 20
  %t1128 = getelementptr float, ptr %buffer8, i64 %t1127
  %t1129 = sext i32 %t7 to i64
  %t1130 = mul nsw i64 %t1129, 40
  %t1131 = getelementptr float, ptr %t1128, i64 %t1130
  %t1132 = sext i32 %t1015 to i64
  %t1133 = mul nsw i64 %t1132, 1
  %t1134 = getelementptr float, ptr %t1131, i64 %t1133
  %t1135 = load float, ptr %t1134, align 4
  %t1136 = fsub float %t629, %t1025
  %t1137 = call float @llvm.maximum.f32(float %t1136, float 0xC062C00000000000)
  %t1138 = fmul float %t1137, 0x3FF7154760000000
  %t1139 = fneg float %t1138
  %t1140 = call float @llvm.fma.f32(float %t1137, float 0x3FF7154760000000, float %t1139)
  %t1141 = call float @llvm.fma.f32(float %t1137, float 0x3E54AE0C00000000, float %t1140)
  %t1142 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1138)
  %t1143 = fmul float %t1141, 0x3FE62E4300000000
  %t1144 = call float @llvm.fma.f32(float %t1142, float %t1143, float %t1142)
  %t1145 = fmul float %t1144, %t1035
  %t1146 = fsub float %t946, %t1045
  %t1147 = fmul float %t1145, %t1146
  %t1148 = fsub float %t631, %t1055
  %t1149 = call float @llvm.maximum.f32(float %t1148, float 0xC062C00000000000)
  %t1150 = fmul float %t1149, 0x3FF7154760000000
  %t1151 = fneg float %t1150
  %t1152 = call float @llvm.fma.f32(float %t1149, float 0x3FF7154760000000, float %t1151)
  %t1153 = call float @llvm.fma.f32(float %t1149, float 0x3E54AE0C00000000, float %t1152)
  %t1154 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1150)
  %t1155 = fmul float %t1153, 0x3FE62E4300000000
  %t1156 = call float @llvm.fma.f32(float %t1154, float %t1155, float %t1154)
  %t1157 = fmul float %t1156, %t1065
  %t1158 = fsub float %t947, %t1075
  %t1159 = fmul float %t1157, %t1158
  %t1160 = fsub float %t633, %t1025
  %t1161 = call float @llvm.maximum.f32(float %t1160, float 0xC062C00000000000)
  %t1162 = fmul float %t1161, 0x3FF7154760000000
  %t1163 = fneg float %t1162
  %t1164 = call float @llvm.fma.f32(float %t1161, float 0x3FF7154760000000, float %t1163)
  %t1165 = call float @llvm.fma.f32(float %t1161, float 0x3E54AE0C00000000, float %t1164)
  %t1166 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1162)
  %t1167 = fmul float %t1165, 0x3FE62E4300000000
  %t1168 = call float @llvm.fma.f32(float %t1166, float %t1167, float %t1166)
  %t1169 = fmul float %t1168, %t1035
  %t1170 = fsub float %t948, %t1045
  %t1171 = fmul float %t1169, %t1170
  %t1172 = fsub float %t635, %t1055
  %t1173 = call float @llvm.maximum.f32(float %t1172, float 0xC062C00000000000)
  %t1174 = fmul float %t1173, 0x3FF7154760000000
  %t1175 = fneg float %t1174
  %t1176 = call float @llvm.fma.f32(float %t1173, float 0x3FF7154760000000, float %t1175)
  %t1177 = call float @llvm.fma.f32(float %t1173, float 0x3E54AE0C00000000, float %t1176)
  %t1178 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1174)
  %t1179 = fmul float %t1177, 0x3FE62E4300000000
  %t1180 = call float @llvm.fma.f32(float %t1178, float %t1179, float %t1178)
  %t1181 = fmul float %t1180, %t1065
  %t1182 = fsub float %t949, %t1075
  %t1183 = fmul float %t1181, %t1182
  %t1184 = fsub float %t637, %t1085
  %t1185 = call float @llvm.maximum.f32(float %t1184, float 0xC062C00000000000)
  %t1186 = fmul float %t1185, 0x3FF7154760000000
  %t1187 = fneg float %t1186
  %t1188 = call float @llvm.fma.f32(float %t1185, float 0x3FF7154760000000, float %t1187)
  %t1189 = call float @llvm.fma.f32(float %t1185, float 0x3E54AE0C00000000, float %t1188)
  %t1190 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1186)
  %t1191 = fmul float %t1189, 0x3FE62E4300000000
  %t1192 = call float @llvm.fma.f32(float %t1190, float %t1191, float %t1190)
  %t1193 = fmul float %t1192, %t1095
  %t1194 = fsub float %t1007, %t1105
  %t1195 = fmul float %t1193, %t1194
  %t1196 = fsub float %t639, %t1115
  %t1197 = call float @llvm.maximum.f32(float %t1196, float 0xC062C00000000000)
  %t1198 = fmul float %t1197, 0x3FF7154760000000
  %t1199 = fneg float %t1198
  %t1200 = call float @llvm.fma.f32(float %t1197, float 0x3FF7154760000000, float %t1199)
  %t1201 = call float @llvm.fma.f32(float %t1197, float 0x3E54AE0C00000000, float %t1200)
  %t1202 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1198)
  %t1203 = fmul float %t1201, 0x3FE62E4300000000
  %t1204 = call float @llvm.fma.f32(float %t1202, float %t1203, float %t1202)
  %t1205 = fmul float %t1204, %t1125
  %t1206 = fsub float %t1008, %t1135
  %t1207 = fmul float %t1205, %t1206
  %t1208 = fsub float %t641, %t1085
  %t1209 = call float @llvm.maximum.f32(float %t1208, float 0xC062C00000000000)
  %t1210 = fmul float %t1209, 0x3FF7154760000000
  %t1211 = fneg float %t1210
  %t1212 = call float @llvm.fma.f32(float %t1209, float 0x3FF7154760000000, float %t1211)
  %t1213 = call float @llvm.fma.f32(float %t1209, float 0x3E54AE0C00000000, float %t1212)
  %t1214 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1210)
  %t1215 = fmul float %t1213, 0x3FE62E4300000000
  %t1216 = call float @llvm.fma.f32(float %t1214, float %t1215, float %t1214)
  %t1217 = fmul float %t1216, %t1095
  %t1218 = fsub float %t1009, %t1105
  %t1219 = fmul float %t1217, %t1218
  %t1220 = fsub float %t643, %t1115
  %t1221 = call float @llvm.maximum.f32(float %t1220, float 0xC062C00000000000)
  %t1222 = fmul float %t1221, 0x3FF7154760000000
  %t1223 = fneg float %t1222
  %t1224 = call float @llvm.fma.f32(float %t1221, float 0x3FF7154760000000, float %t1223)
  %t1225 = call float @llvm.fma.f32(float %t1221, float 0x3E54AE0C00000000, float %t1224)
  %t1226 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1222)
  %t1227 = fmul float %t1225, 0x3FE62E4300000000
  %t1228 = call float @llvm.fma.f32(float %t1226, float %t1227, float %t1226)
  %t1229 = fmul float %t1228, %t1125
  %t1230 = fsub float %t1010, %t1135
  %t1231 = fmul float %t1229, %t1230
  %t1232 = add nsw i32 %t73, %t438
  %t1233 = bitcast float %t1147 to i32
  %t1234 = bitcast float %t1171 to i32
  %t1235 = bitcast float %t1159 to i32
  %t1236 = bitcast float %t1183 to i32
  %t1237 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1233)
  %t1238 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1234)
  %t1239 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1235)
  %t1240 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1236)
  %t1241 = bitcast i32 %t1233 to float
  %t1242 = bitcast i32 %t1237 to float
  %t1243 = fsub float %t1241, %t1242
  %t1244 = bitcast float %t1243 to i32
  %t1245 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1244)
  %t1246 = bitcast i32 %t1234 to float
  %t1247 = bitcast i32 %t1238 to float
  %t1248 = fsub float %t1246, %t1247
  %t1249 = bitcast float %t1248 to i32
  %t1250 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1249)
  %t1251 = bitcast i32 %t1235 to float
  %t1252 = bitcast i32 %t1239 to float
  %t1253 = fsub float %t1251, %t1252
  %t1254 = bitcast float %t1253 to i32
  %t1255 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1254)
  %t1256 = bitcast i32 %t1236 to float
  %t1257 = bitcast i32 %t1240 to float
  %t1258 = fsub float %t1256, %t1257
  %t1259 = bitcast float %t1258 to i32
  %t1260 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1259)
  %t1261 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1232
  %t1262 = load <2 x i32>, ptr addrspace(3) %t1261, align 8
  %t1263 = extractelement <2 x i32> %t1262, i32 0
  %t1264 = extractelement <2 x i32> %t1262, i32 1
  %t1265 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1263)
  %t1266 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1264)
  %t1267 = bitcast i32 %t1263 to float
  %t1268 = bitcast i32 %t1265 to float
  %t1269 = fsub float %t1267, %t1268
  %t1270 = bitcast float %t1269 to i32
  %t1271 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1270)
  %t1272 = bitcast i32 %t1264 to float
  %t1273 = bitcast i32 %t1266 to float
  %t1274 = fsub float %t1272, %t1273
  %t1275 = bitcast float %t1274 to i32
  %t1276 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1275)
  %t1277 = add nsw i32 %t1232, 80
  %t1278 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1277
  %t1279 = load <2 x i32>, ptr addrspace(3) %t1278, align 8
  %t1280 = extractelement <2 x i32> %t1279, i32 0
  %t1281 = extractelement <2 x i32> %t1279, i32 1
  %t1282 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1280)
  %t1283 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1281)
  %t1284 = bitcast i32 %t1280 to float
  %t1285 = bitcast i32 %t1282 to float
  %t1286 = fsub float %t1284, %t1285
  %t1287 = bitcast float %t1286 to i32
  %t1288 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1287)
  %t1289 = bitcast i32 %t1281 to float
  %t1290 = bitcast i32 %t1283 to float
  %t1291 = fsub float %t1289, %t1290
  %t1292 = bitcast float %t1291 to i32
  %t1293 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1292)
  %t1294 = load float, ptr %s84
  %t1295 = load float, ptr %s85
  %t1296 = load float, ptr %s86
  %t1297 = load float, ptr %s87
  %t1298 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1245, i32 %t1250, i32 %t1255, i32 %t1260, i32 %t1265, i32 %t1282, float %t1294, float %t1295, float %t1296, float %t1297) convergent
  %t1299 = extractvalue {float, float, float, float} %t1298, 0
  %t1300 = extractvalue {float, float, float, float} %t1298, 1
  %t1301 = extractvalue {float, float, float, float} %t1298, 2
  %t1302 = extractvalue {float, float, float, float} %t1298, 3
  %t1303 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1237, i32 %t1238, i32 %t1239, i32 %t1240, i32 %t1271, i32 %t1288, float %t1299, float %t1300, float %t1301, float %t1302) convergent
  %t1304 = extractvalue {float, float, float, float} %t1303, 0
  %t1305 = extractvalue {float, float, float, float} %t1303, 1
  %t1306 = extractvalue {float, float, float, float} %t1303, 2
  %t1307 = extractvalue {float, float, float, float} %t1303, 3
  %t1308 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1237, i32 %t1238, i32 %t1239, i32 %t1240, i32 %t1265, i32 %t1282, float %t1304, float %t1305, float %t1306, float %t1307) convergent
  %t1309 = extractvalue {float, float, float, float} %t1308, 0
  %t1310 = extractvalue {float, float, float, float} %t1308, 1
  %t1311 = extractvalue {float, float, float, float} %t1308, 2
  %t1312 = extractvalue {float, float, float, float} %t1308, 3
  store float %t1309, ptr %s84
  store float %t1310, ptr %s85
  store float %t1311, ptr %s86
  store float %t1312, ptr %s87
  %t1313 = load float, ptr %s88
  %t1314 = load float, ptr %s89
  %t1315 = load float, ptr %s90
  %t1316 = load float, ptr %s91
  %t1317 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1245, i32 %t1250, i32 %t1255, i32 %t1260, i32 %t1266, i32 %t1283, float %t1313, float %t1314, float %t1315, float %t1316) convergent
  %t1318 = extractvalue {float, float, float, float} %t1317, 0
  %t1319 = extractvalue {float, float, float, float} %t1317, 1
  %t1320 = extractvalue {float, float, float, float} %t1317, 2
  %t1321 = extractvalue {float, float, float, float} %t1317, 3
  %t1322 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1237, i32 %t1238, i32 %t1239, i32 %t1240, i32 %t1276, i32 %t1293, float %t1318, float %t1319, float %t1320, float %t1321) convergent
  %t1323 = extractvalue {float, float, float, float} %t1322, 0
  %t1324 = extractvalue {float, float, float, float} %t1322, 1
  %t1325 = extractvalue {float, float, float, float} %t1322, 2
  %t1326 = extractvalue {float, float, float, float} %t1322, 3
  %t1327 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1237, i32 %t1238, i32 %t1239, i32 %t1240, i32 %t1266, i32 %t1283, float %t1323, float %t1324, float %t1325, float %t1326) convergent
  %t1328 = extractvalue {float, float, float, float} %t1327, 0
  %t1329 = extractvalue {float, float, float, float} %t1327, 1
  %t1330 = extractvalue {float, float, float, float} %t1327, 2
  %t1331 = extractvalue {float, float, float, float} %t1327, 3
  store float %t1328, ptr %s88
  store float %t1329, ptr %s89
  store float %t1330, ptr %s90
  store float %t1331, ptr %s91
  %t1332 = bitcast float %t1195 to i32
  %t1333 = bitcast float %t1219 to i32
  %t1334 = bitcast float %t1207 to i32
  %t1335 = bitcast float %t1231 to i32
  %t1336 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1332)
  %t1337 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1333)
  %t1338 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1334)
  %t1339 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1335)
  %t1340 = bitcast i32 %t1332 to float
  %t1341 = bitcast i32 %t1336 to float
  %t1342 = fsub float %t1340, %t1341
  %t1343 = bitcast float %t1342 to i32
  %t1344 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1343)
  %t1345 = bitcast i32 %t1333 to float
  %t1346 = bitcast i32 %t1337 to float
  %t1347 = fsub float %t1345, %t1346
  %t1348 = bitcast float %t1347 to i32
  %t1349 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1348)
  %t1350 = bitcast i32 %t1334 to float
  %t1351 = bitcast i32 %t1338 to float
  %t1352 = fsub float %t1350, %t1351
  %t1353 = bitcast float %t1352 to i32
  %t1354 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1353)
  %t1355 = bitcast i32 %t1335 to float
  %t1356 = bitcast i32 %t1339 to float
  %t1357 = fsub float %t1355, %t1356
  %t1358 = bitcast float %t1357 to i32
  %t1359 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1358)
  %t1360 = add nsw i32 %t1232, 640
  %t1361 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1360
  %t1362 = load <2 x i32>, ptr addrspace(3) %t1361, align 8
  %t1363 = extractelement <2 x i32> %t1362, i32 0
  %t1364 = extractelement <2 x i32> %t1362, i32 1
  %t1365 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1363)
  %t1366 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1364)
  %t1367 = bitcast i32 %t1363 to float
  %t1368 = bitcast i32 %t1365 to float
  %t1369 = fsub float %t1367, %t1368
  %t1370 = bitcast float %t1369 to i32
  %t1371 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1370)
  %t1372 = bitcast i32 %t1364 to float
  %t1373 = bitcast i32 %t1366 to float
  %t1374 = fsub float %t1372, %t1373
  %t1375 = bitcast float %t1374 to i32
  %t1376 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1375)
  %t1377 = add nsw i32 %t1232, 720
  %t1378 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1377
  %t1379 = load <2 x i32>, ptr addrspace(3) %t1378, align 8
  %t1380 = extractelement <2 x i32> %t1379, i32 0
  %t1381 = extractelement <2 x i32> %t1379, i32 1
  %t1382 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1380)
  %t1383 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1381)
  %t1384 = bitcast i32 %t1380 to float
  %t1385 = bitcast i32 %t1382 to float
  %t1386 = fsub float %t1384, %t1385
  %t1387 = bitcast float %t1386 to i32
  %t1388 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1387)
  %t1389 = bitcast i32 %t1381 to float
  %t1390 = bitcast i32 %t1383 to float
  %t1391 = fsub float %t1389, %t1390
  %t1392 = bitcast float %t1391 to i32
  %t1393 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1392)
  %t1394 = load float, ptr %s84
  %t1395 = load float, ptr %s85
  %t1396 = load float, ptr %s86
  %t1397 = load float, ptr %s87
  %t1398 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1344, i32 %t1349, i32 %t1354, i32 %t1359, i32 %t1365, i32 %t1382, float %t1394, float %t1395, float %t1396, float %t1397) convergent
  %t1399 = extractvalue {float, float, float, float} %t1398, 0
  %t1400 = extractvalue {float, float, float, float} %t1398, 1
  %t1401 = extractvalue {float, float, float, float} %t1398, 2
  %t1402 = extractvalue {float, float, float, float} %t1398, 3
  %t1403 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1336, i32 %t1337, i32 %t1338, i32 %t1339, i32 %t1371, i32 %t1388, float %t1399, float %t1400, float %t1401, float %t1402) convergent
  %t1404 = extractvalue {float, float, float, float} %t1403, 0
  %t1405 = extractvalue {float, float, float, float} %t1403, 1
  %t1406 = extractvalue {float, float, float, float} %t1403, 2
  %t1407 = extractvalue {float, float, float, float} %t1403, 3
  %t1408 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1336, i32 %t1337, i32 %t1338, i32 %t1339, i32 %t1365, i32 %t1382, float %t1404, float %t1405, float %t1406, float %t1407) convergent
  %t1409 = extractvalue {float, float, float, float} %t1408, 0
  %t1410 = extractvalue {float, float, float, float} %t1408, 1
  %t1411 = extractvalue {float, float, float, float} %t1408, 2
  %t1412 = extractvalue {float, float, float, float} %t1408, 3
  store float %t1409, ptr %s84
  store float %t1410, ptr %s85
  store float %t1411, ptr %s86
  store float %t1412, ptr %s87
  %t1413 = load float, ptr %s88
  %t1414 = load float, ptr %s89
  %t1415 = load float, ptr %s90
  %t1416 = load float, ptr %s91
  %t1417 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1344, i32 %t1349, i32 %t1354, i32 %t1359, i32 %t1366, i32 %t1383, float %t1413, float %t1414, float %t1415, float %t1416) convergent
  %t1418 = extractvalue {float, float, float, float} %t1417, 0
  %t1419 = extractvalue {float, float, float, float} %t1417, 1
  %t1420 = extractvalue {float, float, float, float} %t1417, 2
  %t1421 = extractvalue {float, float, float, float} %t1417, 3
  %t1422 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1336, i32 %t1337, i32 %t1338, i32 %t1339, i32 %t1376, i32 %t1393, float %t1418, float %t1419, float %t1420, float %t1421) convergent
  %t1423 = extractvalue {float, float, float, float} %t1422, 0
  %t1424 = extractvalue {float, float, float, float} %t1422, 1
  %t1425 = extractvalue {float, float, float, float} %t1422, 2
  %t1426 = extractvalue {float, float, float, float} %t1422, 3
  %t1427 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1336, i32 %t1337, i32 %t1338, i32 %t1339, i32 %t1366, i32 %t1383, float %t1423, float %t1424, float %t1425, float %t1426) convergent
  %t1428 = extractvalue {float, float, float, float} %t1427, 0
  %t1429 = extractvalue {float, float, float, float} %t1427, 1
  %t1430 = extractvalue {float, float, float, float} %t1427, 2
  %t1431 = extractvalue {float, float, float, float} %t1427, 3
  store float %t1428, ptr %s88
  store float %t1429, ptr %s89
  store float %t1430, ptr %s90
  store float %t1431, ptr %s91
  %t1432 = add nsw i32 %t83, %t438
  %t1433 = bitcast float %t1145 to i32
  %t1434 = bitcast float %t1169 to i32
  %t1435 = bitcast float %t1157 to i32
  %t1436 = bitcast float %t1181 to i32
  %t1437 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1433)
  %t1438 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1434)
  %t1439 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1435)
  %t1440 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1436)
  %t1441 = bitcast i32 %t1433 to float
  %t1442 = bitcast i32 %t1437 to float
  %t1443 = fsub float %t1441, %t1442
  %t1444 = bitcast float %t1443 to i32
  %t1445 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1444)
  %t1446 = bitcast i32 %t1434 to float
  %t1447 = bitcast i32 %t1438 to float
  %t1448 = fsub float %t1446, %t1447
  %t1449 = bitcast float %t1448 to i32
  %t1450 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1449)
  %t1451 = bitcast i32 %t1435 to float
  %t1452 = bitcast i32 %t1439 to float
  %t1453 = fsub float %t1451, %t1452
  %t1454 = bitcast float %t1453 to i32
  %t1455 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1454)
  %t1456 = bitcast i32 %t1436 to float
  %t1457 = bitcast i32 %t1440 to float
  %t1458 = fsub float %t1456, %t1457
  %t1459 = bitcast float %t1458 to i32
  %t1460 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1459)
  %t1461 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1432
  %t1462 = load i32, ptr addrspace(3) %t1461, align 4
  %t1463 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1462)
  %t1464 = bitcast i32 %t1462 to float
  %t1465 = bitcast i32 %t1463 to float
  %t1466 = fsub float %t1464, %t1465
  %t1467 = bitcast float %t1466 to i32
  %t1468 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1467)
  %t1469 = add nsw i32 %t1432, 144
  %t1470 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1469
  %t1471 = load i32, ptr addrspace(3) %t1470, align 4
  %t1472 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1471)
  %t1473 = bitcast i32 %t1471 to float
  %t1474 = bitcast i32 %t1472 to float
  %t1475 = fsub float %t1473, %t1474
  %t1476 = bitcast float %t1475 to i32
  %t1477 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1476)
  %t1478 = load float, ptr %s92
  %t1479 = load float, ptr %s93
  %t1480 = load float, ptr %s94
  %t1481 = load float, ptr %s95
  %t1482 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1445, i32 %t1450, i32 %t1455, i32 %t1460, i32 %t1463, i32 %t1472, float %t1478, float %t1479, float %t1480, float %t1481) convergent
  %t1483 = extractvalue {float, float, float, float} %t1482, 0
  %t1484 = extractvalue {float, float, float, float} %t1482, 1
  %t1485 = extractvalue {float, float, float, float} %t1482, 2
  %t1486 = extractvalue {float, float, float, float} %t1482, 3
  %t1487 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1437, i32 %t1438, i32 %t1439, i32 %t1440, i32 %t1468, i32 %t1477, float %t1483, float %t1484, float %t1485, float %t1486) convergent
  %t1488 = extractvalue {float, float, float, float} %t1487, 0
  %t1489 = extractvalue {float, float, float, float} %t1487, 1
  %t1490 = extractvalue {float, float, float, float} %t1487, 2
  %t1491 = extractvalue {float, float, float, float} %t1487, 3
  %t1492 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1437, i32 %t1438, i32 %t1439, i32 %t1440, i32 %t1463, i32 %t1472, float %t1488, float %t1489, float %t1490, float %t1491) convergent
  %t1493 = extractvalue {float, float, float, float} %t1492, 0
  %t1494 = extractvalue {float, float, float, float} %t1492, 1
  %t1495 = extractvalue {float, float, float, float} %t1492, 2
  %t1496 = extractvalue {float, float, float, float} %t1492, 3
  store float %t1493, ptr %s92
  store float %t1494, ptr %s93
  store float %t1495, ptr %s94
  store float %t1496, ptr %s95
  %t1497 = add nsw i32 %t1432, 32
  %t1498 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1497
  %t1499 = load i32, ptr addrspace(3) %t1498, align 4
  %t1500 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1499)
  %t1501 = bitcast i32 %t1499 to float
  %t1502 = bitcast i32 %t1500 to float
  %t1503 = fsub float %t1501, %t1502
  %t1504 = bitcast float %t1503 to i32
  %t1505 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1504)
  %t1506 = add nsw i32 %t1432, 176
  %t1507 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1506
  %t1508 = load i32, ptr addrspace(3) %t1507, align 4
  %t1509 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1508)
  %t1510 = bitcast i32 %t1508 to float
  %t1511 = bitcast i32 %t1509 to float
  %t1512 = fsub float %t1510, %t1511
  %t1513 = bitcast float %t1512 to i32
  %t1514 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1513)
  %t1515 = load float, ptr %s96
  %t1516 = load float, ptr %s97
  %t1517 = load float, ptr %s98
  %t1518 = load float, ptr %s99
  %t1519 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1445, i32 %t1450, i32 %t1455, i32 %t1460, i32 %t1500, i32 %t1509, float %t1515, float %t1516, float %t1517, float %t1518) convergent
  %t1520 = extractvalue {float, float, float, float} %t1519, 0
  %t1521 = extractvalue {float, float, float, float} %t1519, 1
  %t1522 = extractvalue {float, float, float, float} %t1519, 2
  %t1523 = extractvalue {float, float, float, float} %t1519, 3
  %t1524 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1437, i32 %t1438, i32 %t1439, i32 %t1440, i32 %t1505, i32 %t1514, float %t1520, float %t1521, float %t1522, float %t1523) convergent
  %t1525 = extractvalue {float, float, float, float} %t1524, 0
  %t1526 = extractvalue {float, float, float, float} %t1524, 1
  %t1527 = extractvalue {float, float, float, float} %t1524, 2
  %t1528 = extractvalue {float, float, float, float} %t1524, 3
  %t1529 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1437, i32 %t1438, i32 %t1439, i32 %t1440, i32 %t1500, i32 %t1509, float %t1525, float %t1526, float %t1527, float %t1528) convergent
  %t1530 = extractvalue {float, float, float, float} %t1529, 0
  %t1531 = extractvalue {float, float, float, float} %t1529, 1
  %t1532 = extractvalue {float, float, float, float} %t1529, 2
  %t1533 = extractvalue {float, float, float, float} %t1529, 3
  store float %t1530, ptr %s96
  store float %t1531, ptr %s97
  store float %t1532, ptr %s98
  store float %t1533, ptr %s99
  %t1534 = add nsw i32 %t1432, 64
  %t1535 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1534
  %t1536 = load i32, ptr addrspace(3) %t1535, align 4
  %t1537 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1536)
  %t1538 = bitcast i32 %t1536 to float
  %t1539 = bitcast i32 %t1537 to float
  %t1540 = fsub float %t1538, %t1539
  %t1541 = bitcast float %t1540 to i32
  %t1542 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1541)
  %t1543 = add nsw i32 %t1432, 208
  %t1544 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1543
  %t1545 = load i32, ptr addrspace(3) %t1544, align 4
  %t1546 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1545)
  %t1547 = bitcast i32 %t1545 to float
  %t1548 = bitcast i32 %t1546 to float
  %t1549 = fsub float %t1547, %t1548
  %t1550 = bitcast float %t1549 to i32
  %t1551 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1550)
  %t1552 = load float, ptr %s100
  %t1553 = load float, ptr %s101
  %t1554 = load float, ptr %s102
  %t1555 = load float, ptr %s103
  %t1556 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1445, i32 %t1450, i32 %t1455, i32 %t1460, i32 %t1537, i32 %t1546, float %t1552, float %t1553, float %t1554, float %t1555) convergent
  %t1557 = extractvalue {float, float, float, float} %t1556, 0
  %t1558 = extractvalue {float, float, float, float} %t1556, 1
  %t1559 = extractvalue {float, float, float, float} %t1556, 2
  %t1560 = extractvalue {float, float, float, float} %t1556, 3
  %t1561 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1437, i32 %t1438, i32 %t1439, i32 %t1440, i32 %t1542, i32 %t1551, float %t1557, float %t1558, float %t1559, float %t1560) convergent
  %t1562 = extractvalue {float, float, float, float} %t1561, 0
  %t1563 = extractvalue {float, float, float, float} %t1561, 1
  %t1564 = extractvalue {float, float, float, float} %t1561, 2
  %t1565 = extractvalue {float, float, float, float} %t1561, 3
  %t1566 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1437, i32 %t1438, i32 %t1439, i32 %t1440, i32 %t1537, i32 %t1546, float %t1562, float %t1563, float %t1564, float %t1565) convergent
  %t1567 = extractvalue {float, float, float, float} %t1566, 0
  %t1568 = extractvalue {float, float, float, float} %t1566, 1
  %t1569 = extractvalue {float, float, float, float} %t1566, 2
  %t1570 = extractvalue {float, float, float, float} %t1566, 3
  store float %t1567, ptr %s100
  store float %t1568, ptr %s101
  store float %t1569, ptr %s102
  store float %t1570, ptr %s103
  %t1571 = bitcast float %t1193 to i32
  %t1572 = bitcast float %t1217 to i32
  %t1573 = bitcast float %t1205 to i32
  %t1574 = bitcast float %t1229 to i32
  %t1575 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1571)
  %t1576 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1572)
  %t1577 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1573)
  %t1578 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1574)
  %t1579 = bitcast i32 %t1571 to float
  %t1580 = bitcast i32 %t1575 to float
  %t1581 = fsub float %t1579, %t1580
  %t1582 = bitcast float %t1581 to i32
  %t1583 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1582)
  %t1584 = bitcast i32 %t1572 to float
  %t1585 = bitcast i32 %t1576 to float
  %t1586 = fsub float %t1584, %t1585
  %t1587 = bitcast float %t1586 to i32
  %t1588 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1587)
  %t1589 = bitcast i32 %t1573 to float
  %t1590 = bitcast i32 %t1577 to float
  %t1591 = fsub float %t1589, %t1590
  %t1592 = bitcast float %t1591 to i32
  %t1593 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1592)
  %t1594 = bitcast i32 %t1574 to float
  %t1595 = bitcast i32 %t1578 to float
  %t1596 = fsub float %t1594, %t1595
  %t1597 = bitcast float %t1596 to i32
  %t1598 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1597)
  %t1599 = add nsw i32 %t1432, 1152
  %t1600 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1599
  %t1601 = load i32, ptr addrspace(3) %t1600, align 4
  %t1602 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1601)
  %t1603 = bitcast i32 %t1601 to float
  %t1604 = bitcast i32 %t1602 to float
  %t1605 = fsub float %t1603, %t1604
  %t1606 = bitcast float %t1605 to i32
  %t1607 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1606)
  %t1608 = add nsw i32 %t1432, 1296
  %t1609 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1608
  %t1610 = load i32, ptr addrspace(3) %t1609, align 4
  %t1611 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1610)
  %t1612 = bitcast i32 %t1610 to float
  %t1613 = bitcast i32 %t1611 to float
  %t1614 = fsub float %t1612, %t1613
  %t1615 = bitcast float %t1614 to i32
  %t1616 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1615)
  %t1617 = load float, ptr %s92
  %t1618 = load float, ptr %s93
  %t1619 = load float, ptr %s94
  %t1620 = load float, ptr %s95
  %t1621 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1583, i32 %t1588, i32 %t1593, i32 %t1598, i32 %t1602, i32 %t1611, float %t1617, float %t1618, float %t1619, float %t1620) convergent
  %t1622 = extractvalue {float, float, float, float} %t1621, 0
  %t1623 = extractvalue {float, float, float, float} %t1621, 1
  %t1624 = extractvalue {float, float, float, float} %t1621, 2
  %t1625 = extractvalue {float, float, float, float} %t1621, 3
  %t1626 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1575, i32 %t1576, i32 %t1577, i32 %t1578, i32 %t1607, i32 %t1616, float %t1622, float %t1623, float %t1624, float %t1625) convergent
  %t1627 = extractvalue {float, float, float, float} %t1626, 0
  %t1628 = extractvalue {float, float, float, float} %t1626, 1
  %t1629 = extractvalue {float, float, float, float} %t1626, 2
  %t1630 = extractvalue {float, float, float, float} %t1626, 3
  %t1631 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1575, i32 %t1576, i32 %t1577, i32 %t1578, i32 %t1602, i32 %t1611, float %t1627, float %t1628, float %t1629, float %t1630) convergent
  %t1632 = extractvalue {float, float, float, float} %t1631, 0
  %t1633 = extractvalue {float, float, float, float} %t1631, 1
  %t1634 = extractvalue {float, float, float, float} %t1631, 2
  %t1635 = extractvalue {float, float, float, float} %t1631, 3
  store float %t1632, ptr %s92
  store float %t1633, ptr %s93
  store float %t1634, ptr %s94
  store float %t1635, ptr %s95
  %t1636 = add nsw i32 %t1432, 1184
  %t1637 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1636
  %t1638 = load i32, ptr addrspace(3) %t1637, align 4
  %t1639 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1638)
  %t1640 = bitcast i32 %t1638 to float
  %t1641 = bitcast i32 %t1639 to float
  %t1642 = fsub float %t1640, %t1641
  %t1643 = bitcast float %t1642 to i32
  %t1644 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1643)
  %t1645 = add nsw i32 %t1432, 1328
  %t1646 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1645
  %t1647 = load i32, ptr addrspace(3) %t1646, align 4
  %t1648 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1647)
  %t1649 = bitcast i32 %t1647 to float
  %t1650 = bitcast i32 %t1648 to float
  %t1651 = fsub float %t1649, %t1650
  %t1652 = bitcast float %t1651 to i32
  %t1653 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1652)
  %t1654 = load float, ptr %s96
  %t1655 = load float, ptr %s97
  %t1656 = load float, ptr %s98
  %t1657 = load float, ptr %s99
  %t1658 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1583, i32 %t1588, i32 %t1593, i32 %t1598, i32 %t1639, i32 %t1648, float %t1654, float %t1655, float %t1656, float %t1657) convergent
  %t1659 = extractvalue {float, float, float, float} %t1658, 0
  %t1660 = extractvalue {float, float, float, float} %t1658, 1
  %t1661 = extractvalue {float, float, float, float} %t1658, 2
  %t1662 = extractvalue {float, float, float, float} %t1658, 3
  %t1663 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1575, i32 %t1576, i32 %t1577, i32 %t1578, i32 %t1644, i32 %t1653, float %t1659, float %t1660, float %t1661, float %t1662) convergent
  %t1664 = extractvalue {float, float, float, float} %t1663, 0
  %t1665 = extractvalue {float, float, float, float} %t1663, 1
  %t1666 = extractvalue {float, float, float, float} %t1663, 2
  %t1667 = extractvalue {float, float, float, float} %t1663, 3
  %t1668 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1575, i32 %t1576, i32 %t1577, i32 %t1578, i32 %t1639, i32 %t1648, float %t1664, float %t1665, float %t1666, float %t1667) convergent
  %t1669 = extractvalue {float, float, float, float} %t1668, 0
  %t1670 = extractvalue {float, float, float, float} %t1668, 1
  %t1671 = extractvalue {float, float, float, float} %t1668, 2
  %t1672 = extractvalue {float, float, float, float} %t1668, 3
  store float %t1669, ptr %s96
  store float %t1670, ptr %s97
  store float %t1671, ptr %s98
  store float %t1672, ptr %s99
  %t1673 = add nsw i32 %t1432, 1216
  %t1674 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1673
  %t1675 = load i32, ptr addrspace(3) %t1674, align 4
  %t1676 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1675)
  %t1677 = bitcast i32 %t1675 to float
  %t1678 = bitcast i32 %t1676 to float
  %t1679 = fsub float %t1677, %t1678
  %t1680 = bitcast float %t1679 to i32
  %t1681 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1680)
  %t1682 = add nsw i32 %t1432, 1360
  %t1683 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1682
  %t1684 = load i32, ptr addrspace(3) %t1683, align 4
  %t1685 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1684)
  %t1686 = bitcast i32 %t1684 to float
  %t1687 = bitcast i32 %t1685 to float
  %t1688 = fsub float %t1686, %t1687
  %t1689 = bitcast float %t1688 to i32
  %t1690 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1689)
  %t1691 = load float, ptr %s100
  %t1692 = load float, ptr %s101
  %t1693 = load float, ptr %s102
  %t1694 = load float, ptr %s103
  %t1695 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1583, i32 %t1588, i32 %t1593, i32 %t1598, i32 %t1676, i32 %t1685, float %t1691, float %t1692, float %t1693, float %t1694) convergent
  %t1696 = extractvalue {float, float, float, float} %t1695, 0
  %t1697 = extractvalue {float, float, float, float} %t1695, 1
  %t1698 = extractvalue {float, float, float, float} %t1695, 2
  %t1699 = extractvalue {float, float, float, float} %t1695, 3
  %t1700 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1575, i32 %t1576, i32 %t1577, i32 %t1578, i32 %t1681, i32 %t1690, float %t1696, float %t1697, float %t1698, float %t1699) convergent
  %t1701 = extractvalue {float, float, float, float} %t1700, 0
  %t1702 = extractvalue {float, float, float, float} %t1700, 1
  %t1703 = extractvalue {float, float, float, float} %t1700, 2
  %t1704 = extractvalue {float, float, float, float} %t1700, 3
  %t1705 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1575, i32 %t1576, i32 %t1577, i32 %t1578, i32 %t1676, i32 %t1685, float %t1701, float %t1702, float %t1703, float %t1704) convergent
  %t1706 = extractvalue {float, float, float, float} %t1705, 0
  %t1707 = extractvalue {float, float, float, float} %t1705, 1
  %t1708 = extractvalue {float, float, float, float} %t1705, 2
  %t1709 = extractvalue {float, float, float, float} %t1705, 3
  store float %t1706, ptr %s100
  store float %t1707, ptr %s101
  store float %t1708, ptr %s102
  store float %t1709, ptr %s103
  %t1710 = add nuw nsw i64 %t338, 1
  store i64 %t1710, ptr %s335
  %t1711 = icmp slt i64 %t1710, 1
  br i1 %t1711, label %loop.336, label %done.337
done.337:
  store i64 1, ptr %s1712
  br label %loop.1713
loop.1713:
  %t1715 = load i64, ptr %s1712
  %t1716 = trunc i64 %t1715 to i32
  call void asm sideeffect "cp.async.wait_group 0;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t1717 = add nsw i32 %t1716, 1
  %t1718 = urem i32 %t1717, 2
  %t1719 = mul nsw i32 %t1718, 3584
  %t1720 = icmp ult i32 %t1717, 2
  br i1 %t1720, label %then.1721, label %else.1722
then.1721:
  %t1724 = mul nsw i32 %t1717, 16
  %t1725 = sext i32 %t1724 to i64
  %t1726 = mul nsw i64 %t1725, 16
  %t1727 = getelementptr float, ptr %t49, i64 %t1726
  %t1728 = add nsw i32 %t1724, %t38
  %t1729 = icmp ult i32 %t1728, 20
  %t1730 = mul nsw i32 %t38, 80
  %t1731 = mul nsw i32 %t40, 4
  %t1732 = add nsw i32 %t1730, %t1731
  %t1733 = add nsw i32 %t1732, 3584
  %t1734 = add nsw i32 %t1733, %t1719
  %t1735 = select i1 %t1729, ptr %t1727, ptr %buffer0
  %t1736 = add nsw i32 %t2, %t1734
  %t1737 = select i1 %t1729, i32 16, i32 0
  %t1738 = addrspacecast ptr %t1735 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t1736, ptr addrspace(1) %t1738, i32 %t1737)
  %t1739 = getelementptr float, ptr %t1727, i64 128
  %t1740 = add nsw i32 %t38, 8
  %t1741 = add nsw i32 %t1724, %t1740
  %t1742 = icmp ult i32 %t1741, 20
  %t1743 = mul nsw i32 %t1740, 80
  %t1744 = mul nsw i32 %t40, 4
  %t1745 = add nsw i32 %t1743, %t1744
  %t1746 = add nsw i32 %t1745, 3584
  %t1747 = add nsw i32 %t1746, %t1719
  %t1748 = select i1 %t1742, ptr %t1739, ptr %buffer0
  %t1749 = add nsw i32 %t2, %t1747
  %t1750 = select i1 %t1742, i32 16, i32 0
  %t1751 = addrspacecast ptr %t1748 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t1749, ptr addrspace(1) %t1751, i32 %t1750)
  %t1752 = mul nsw i32 %t1717, 16
  %t1753 = sext i32 %t1752 to i64
  %t1754 = mul nsw i64 %t1753, 24
  %t1755 = getelementptr float, ptr %t61, i64 %t1754
  %t1756 = icmp ult i32 %t52, 24
  %t1757 = add nsw i32 %t1752, %t50
  %t1758 = icmp ult i32 %t1757, 20
  %t1759 = and i1 %t1756, %t1758
  %t1760 = mul nsw i32 %t50, 144
  %t1761 = mul nsw i32 %t52, 4
  %t1762 = add nsw i32 %t1760, %t1761
  %t1763 = add nsw i32 %t1762, 4864
  %t1764 = add nsw i32 %t1763, %t1719
  %t1765 = select i1 %t1759, ptr %t1755, ptr %buffer3
  %t1766 = add nsw i32 %t2, %t1764
  %t1767 = select i1 %t1759, i32 16, i32 0
  %t1768 = addrspacecast ptr %t1765 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t1766, ptr addrspace(1) %t1768, i32 %t1767)
  %t1769 = getelementptr float, ptr %t1755, i64 96
  %t1770 = add nsw i32 %t50, 4
  %t1771 = icmp ult i32 %t52, 24
  %t1772 = add nsw i32 %t1752, %t1770
  %t1773 = icmp ult i32 %t1772, 20
  %t1774 = and i1 %t1771, %t1773
  %t1775 = mul nsw i32 %t1770, 144
  %t1776 = mul nsw i32 %t52, 4
  %t1777 = add nsw i32 %t1775, %t1776
  %t1778 = add nsw i32 %t1777, 4864
  %t1779 = add nsw i32 %t1778, %t1719
  %t1780 = select i1 %t1774, ptr %t1769, ptr %buffer3
  %t1781 = add nsw i32 %t2, %t1779
  %t1782 = select i1 %t1774, i32 16, i32 0
  %t1783 = addrspacecast ptr %t1780 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t1781, ptr addrspace(1) %t1783, i32 %t1782)
  %t1784 = getelementptr float, ptr %t1755, i64 192
  %t1785 = add nsw i32 %t50, 8
  %t1786 = icmp ult i32 %t52, 24
  %t1787 = add nsw i32 %t1752, %t1785
  %t1788 = icmp ult i32 %t1787, 20
  %t1789 = and i1 %t1786, %t1788
  %t1790 = mul nsw i32 %t1785, 144
  %t1791 = mul nsw i32 %t52, 4
  %t1792 = add nsw i32 %t1790, %t1791
  %t1793 = add nsw i32 %t1792, 4864
  %t1794 = add nsw i32 %t1793, %t1719
  %t1795 = select i1 %t1789, ptr %t1784, ptr %buffer3
  %t1796 = add nsw i32 %t2, %t1794
  %t1797 = select i1 %t1789, i32 16, i32 0
  %t1798 = addrspacecast ptr %t1795 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t1796, ptr addrspace(1) %t1798, i32 %t1797)
  %t1799 = getelementptr float, ptr %t1755, i64 288
  %t1800 = add nsw i32 %t50, 12
  %t1801 = icmp ult i32 %t52, 24
  %t1802 = add nsw i32 %t1752, %t1800
  %t1803 = icmp ult i32 %t1802, 20
  %t1804 = and i1 %t1801, %t1803
  %t1805 = mul nsw i32 %t1800, 144
  %t1806 = mul nsw i32 %t52, 4
  %t1807 = add nsw i32 %t1805, %t1806
  %t1808 = add nsw i32 %t1807, 4864
  %t1809 = add nsw i32 %t1808, %t1719
  %t1810 = select i1 %t1804, ptr %t1799, ptr %buffer3
  %t1811 = add nsw i32 %t2, %t1809
  %t1812 = select i1 %t1804, i32 16, i32 0
  %t1813 = addrspacecast ptr %t1810 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t1811, ptr addrspace(1) %t1813, i32 %t1812)
  br label %join.1723
else.1722:
  br label %join.1723
join.1723:
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t1814 = urem i32 %t1716, 2
  %t1815 = mul nsw i32 %t1814, 3584
  %t1816 = mul nsw i32 %t1716, 16
  %t1817 = add nsw i32 %t70, %t1815
  %t1818 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t67
  %t1819 = load <4 x i32>, ptr addrspace(3) %t1818, align 16
  %t1820 = extractelement <4 x i32> %t1819, i32 0
  %t1821 = extractelement <4 x i32> %t1819, i32 1
  %t1822 = extractelement <4 x i32> %t1819, i32 2
  %t1823 = extractelement <4 x i32> %t1819, i32 3
  %t1824 = add nsw i32 %t67, 640
  %t1825 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1824
  %t1826 = load <4 x i32>, ptr addrspace(3) %t1825, align 16
  %t1827 = extractelement <4 x i32> %t1826, i32 0
  %t1828 = extractelement <4 x i32> %t1826, i32 1
  %t1829 = extractelement <4 x i32> %t1826, i32 2
  %t1830 = extractelement <4 x i32> %t1826, i32 3
  %t1831 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1820)
  %t1832 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1827)
  %t1833 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1821)
  %t1834 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1828)
  %t1835 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1822)
  %t1836 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1829)
  %t1837 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1823)
  %t1838 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1830)
  %t1839 = bitcast i32 %t1820 to float
  %t1840 = bitcast i32 %t1831 to float
  %t1841 = fsub float %t1839, %t1840
  %t1842 = bitcast float %t1841 to i32
  %t1843 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1842)
  %t1844 = bitcast i32 %t1827 to float
  %t1845 = bitcast i32 %t1832 to float
  %t1846 = fsub float %t1844, %t1845
  %t1847 = bitcast float %t1846 to i32
  %t1848 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1847)
  %t1849 = bitcast i32 %t1821 to float
  %t1850 = bitcast i32 %t1833 to float
  %t1851 = fsub float %t1849, %t1850
  %t1852 = bitcast float %t1851 to i32
  %t1853 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1852)
  %t1854 = bitcast i32 %t1828 to float
  %t1855 = bitcast i32 %t1834 to float
  %t1856 = fsub float %t1854, %t1855
  %t1857 = bitcast float %t1856 to i32
  %t1858 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1857)
  %t1859 = bitcast i32 %t1822 to float
  %t1860 = bitcast i32 %t1835 to float
  %t1861 = fsub float %t1859, %t1860
  %t1862 = bitcast float %t1861 to i32
  %t1863 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1862)
  %t1864 = bitcast i32 %t1829 to float
  %t1865 = bitcast i32 %t1836 to float
  %t1866 = fsub float %t1864, %t1865
  %t1867 = bitcast float %t1866 to i32
  %t1868 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1867)
  %t1869 = bitcast i32 %t1823 to float
  %t1870 = bitcast i32 %t1837 to float
  %t1871 = fsub float %t1869, %t1870
  %t1872 = bitcast float %t1871 to i32
  %t1873 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1872)
  %t1874 = bitcast i32 %t1830 to float
  %t1875 = bitcast i32 %t1838 to float
  %t1876 = fsub float %t1874, %t1875
  %t1877 = bitcast float %t1876 to i32
  %t1878 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1877)
  %t1879 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1817
  %t1880 = load <4 x i32>, ptr addrspace(3) %t1879, align 16
  %t1881 = extractelement <4 x i32> %t1880, i32 0
  %t1882 = extractelement <4 x i32> %t1880, i32 1
  %t1883 = extractelement <4 x i32> %t1880, i32 2
  %t1884 = extractelement <4 x i32> %t1880, i32 3
  %t1885 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1881)
  %t1886 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1882)
  %t1887 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1883)
  %t1888 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1884)
  %t1889 = bitcast i32 %t1881 to float
  %t1890 = bitcast i32 %t1885 to float
  %t1891 = fsub float %t1889, %t1890
  %t1892 = bitcast float %t1891 to i32
  %t1893 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1892)
  %t1894 = bitcast i32 %t1882 to float
  %t1895 = bitcast i32 %t1886 to float
  %t1896 = fsub float %t1894, %t1895
  %t1897 = bitcast float %t1896 to i32
  %t1898 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1897)
  %t1899 = bitcast i32 %t1883 to float
  %t1900 = bitcast i32 %t1887 to float
  %t1901 = fsub float %t1899, %t1900
  %t1902 = bitcast float %t1901 to i32
  %t1903 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1902)
  %t1904 = bitcast i32 %t1884 to float
  %t1905 = bitcast i32 %t1888 to float
  %t1906 = fsub float %t1904, %t1905
  %t1907 = bitcast float %t1906 to i32
  %t1908 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1907)
  %t1909 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1843, i32 %t1848, i32 %t1853, i32 %t1858, i32 %t1885, i32 %t1886, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t1910 = extractvalue {float, float, float, float} %t1909, 0
  %t1911 = extractvalue {float, float, float, float} %t1909, 1
  %t1912 = extractvalue {float, float, float, float} %t1909, 2
  %t1913 = extractvalue {float, float, float, float} %t1909, 3
  %t1914 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1831, i32 %t1832, i32 %t1833, i32 %t1834, i32 %t1893, i32 %t1898, float %t1910, float %t1911, float %t1912, float %t1913) convergent
  %t1915 = extractvalue {float, float, float, float} %t1914, 0
  %t1916 = extractvalue {float, float, float, float} %t1914, 1
  %t1917 = extractvalue {float, float, float, float} %t1914, 2
  %t1918 = extractvalue {float, float, float, float} %t1914, 3
  %t1919 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1831, i32 %t1832, i32 %t1833, i32 %t1834, i32 %t1885, i32 %t1886, float %t1915, float %t1916, float %t1917, float %t1918) convergent
  %t1920 = extractvalue {float, float, float, float} %t1919, 0
  %t1921 = extractvalue {float, float, float, float} %t1919, 1
  %t1922 = extractvalue {float, float, float, float} %t1919, 2
  %t1923 = extractvalue {float, float, float, float} %t1919, 3
  %t1924 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1863, i32 %t1868, i32 %t1873, i32 %t1878, i32 %t1887, i32 %t1888, float %t1920, float %t1921, float %t1922, float %t1923) convergent
  %t1925 = extractvalue {float, float, float, float} %t1924, 0
  %t1926 = extractvalue {float, float, float, float} %t1924, 1
  %t1927 = extractvalue {float, float, float, float} %t1924, 2
  %t1928 = extractvalue {float, float, float, float} %t1924, 3
  %t1929 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1835, i32 %t1836, i32 %t1837, i32 %t1838, i32 %t1903, i32 %t1908, float %t1925, float %t1926, float %t1927, float %t1928) convergent
  %t1930 = extractvalue {float, float, float, float} %t1929, 0
  %t1931 = extractvalue {float, float, float, float} %t1929, 1
  %t1932 = extractvalue {float, float, float, float} %t1929, 2
  %t1933 = extractvalue {float, float, float, float} %t1929, 3
  %t1934 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1835, i32 %t1836, i32 %t1837, i32 %t1838, i32 %t1887, i32 %t1888, float %t1930, float %t1931, float %t1932, float %t1933) convergent
  %t1935 = extractvalue {float, float, float, float} %t1934, 0
  %t1936 = extractvalue {float, float, float, float} %t1934, 1
  %t1937 = extractvalue {float, float, float, float} %t1934, 2
  %t1938 = extractvalue {float, float, float, float} %t1934, 3
  %t1939 = add nsw i32 %t1817, 640
  %t1940 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1939
  %t1941 = load <4 x i32>, ptr addrspace(3) %t1940, align 16
  %t1942 = extractelement <4 x i32> %t1941, i32 0
  %t1943 = extractelement <4 x i32> %t1941, i32 1
  %t1944 = extractelement <4 x i32> %t1941, i32 2
  %t1945 = extractelement <4 x i32> %t1941, i32 3
  %t1946 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1942)
  %t1947 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1943)
  %t1948 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1944)
  %t1949 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1945)
  %t1950 = bitcast i32 %t1942 to float
  %t1951 = bitcast i32 %t1946 to float
  %t1952 = fsub float %t1950, %t1951
  %t1953 = bitcast float %t1952 to i32
  %t1954 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1953)
  %t1955 = bitcast i32 %t1943 to float
  %t1956 = bitcast i32 %t1947 to float
  %t1957 = fsub float %t1955, %t1956
  %t1958 = bitcast float %t1957 to i32
  %t1959 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1958)
  %t1960 = bitcast i32 %t1944 to float
  %t1961 = bitcast i32 %t1948 to float
  %t1962 = fsub float %t1960, %t1961
  %t1963 = bitcast float %t1962 to i32
  %t1964 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1963)
  %t1965 = bitcast i32 %t1945 to float
  %t1966 = bitcast i32 %t1949 to float
  %t1967 = fsub float %t1965, %t1966
  %t1968 = bitcast float %t1967 to i32
  %t1969 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1968)
  %t1970 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1843, i32 %t1848, i32 %t1853, i32 %t1858, i32 %t1946, i32 %t1947, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t1971 = extractvalue {float, float, float, float} %t1970, 0
  %t1972 = extractvalue {float, float, float, float} %t1970, 1
  %t1973 = extractvalue {float, float, float, float} %t1970, 2
  %t1974 = extractvalue {float, float, float, float} %t1970, 3
  %t1975 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1831, i32 %t1832, i32 %t1833, i32 %t1834, i32 %t1954, i32 %t1959, float %t1971, float %t1972, float %t1973, float %t1974) convergent
  %t1976 = extractvalue {float, float, float, float} %t1975, 0
  %t1977 = extractvalue {float, float, float, float} %t1975, 1
  %t1978 = extractvalue {float, float, float, float} %t1975, 2
  %t1979 = extractvalue {float, float, float, float} %t1975, 3
  %t1980 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1831, i32 %t1832, i32 %t1833, i32 %t1834, i32 %t1946, i32 %t1947, float %t1976, float %t1977, float %t1978, float %t1979) convergent
  %t1981 = extractvalue {float, float, float, float} %t1980, 0
  %t1982 = extractvalue {float, float, float, float} %t1980, 1
  %t1983 = extractvalue {float, float, float, float} %t1980, 2
  %t1984 = extractvalue {float, float, float, float} %t1980, 3
  %t1985 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1863, i32 %t1868, i32 %t1873, i32 %t1878, i32 %t1948, i32 %t1949, float %t1981, float %t1982, float %t1983, float %t1984) convergent
  %t1986 = extractvalue {float, float, float, float} %t1985, 0
  %t1987 = extractvalue {float, float, float, float} %t1985, 1
  %t1988 = extractvalue {float, float, float, float} %t1985, 2
  %t1989 = extractvalue {float, float, float, float} %t1985, 3
  %t1990 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1835, i32 %t1836, i32 %t1837, i32 %t1838, i32 %t1964, i32 %t1969, float %t1986, float %t1987, float %t1988, float %t1989) convergent
  %t1991 = extractvalue {float, float, float, float} %t1990, 0
  %t1992 = extractvalue {float, float, float, float} %t1990, 1
  %t1993 = extractvalue {float, float, float, float} %t1990, 2
  %t1994 = extractvalue {float, float, float, float} %t1990, 3
  %t1995 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1835, i32 %t1836, i32 %t1837, i32 %t1838, i32 %t1948, i32 %t1949, float %t1991, float %t1992, float %t1993, float %t1994) convergent
  %t1996 = extractvalue {float, float, float, float} %t1995, 0
  %t1997 = extractvalue {float, float, float, float} %t1995, 1
  %t1998 = extractvalue {float, float, float, float} %t1995, 2
  %t1999 = extractvalue {float, float, float, float} %t1995, 3
  %t2000 = mul nsw i32 %t13, 2
  %t2001 = add nsw i32 %t1816, %t2000
  %t2002 = icmp ult i32 %t2001, 20
  %t2003 = select i1 %t2002, i32 %t2001, i32 19
  %t2004 = add nsw i32 %t2001, 1
  %t2005 = icmp ult i32 %t2004, 20
  %t2006 = select i1 %t2005, i32 %t2004, i32 19
  %t2007 = add nsw i32 %t2001, 8
  %t2008 = icmp ult i32 %t2007, 20
  %t2009 = select i1 %t2008, i32 %t2007, i32 19
  %t2010 = add nsw i32 %t2001, 9
  %t2011 = icmp ult i32 %t2010, 20
  %t2012 = select i1 %t2011, i32 %t2010, i32 19
  %t2013 = fmul contract float %t1935, 0x3FD0000000000000
  %t2014 = fadd contract float %t2013, %t114
  %t2015 = select i1 %t2002, float %t2014, float 0xFFF0000000000000
  %t2016 = fmul contract float %t1936, 0x3FD0000000000000
  %t2017 = fadd contract float %t2016, %t114
  %t2018 = select i1 %t2005, float %t2017, float 0xFFF0000000000000
  %t2019 = fmul contract float %t1937, 0x3FD0000000000000
  %t2020 = fadd contract float %t2019, %t118
  %t2021 = select i1 %t2002, float %t2020, float 0xFFF0000000000000
  %t2022 = fmul contract float %t1938, 0x3FD0000000000000
  %t2023 = fadd contract float %t2022, %t118
  %t2024 = select i1 %t2005, float %t2023, float 0xFFF0000000000000
  %t2025 = fmul contract float %t1996, 0x3FD0000000000000
  %t2026 = fadd contract float %t2025, %t114
  %t2027 = select i1 %t2008, float %t2026, float 0xFFF0000000000000
  %t2028 = fmul contract float %t1997, 0x3FD0000000000000
  %t2029 = fadd contract float %t2028, %t114
  %t2030 = select i1 %t2011, float %t2029, float 0xFFF0000000000000
  %t2031 = fmul contract float %t1998, 0x3FD0000000000000
  %t2032 = fadd contract float %t2031, %t118
  %t2033 = select i1 %t2008, float %t2032, float 0xFFF0000000000000
  %t2034 = fmul contract float %t1999, 0x3FD0000000000000
  %t2035 = fadd contract float %t2034, %t118
  %t2036 = select i1 %t2011, float %t2035, float 0xFFF0000000000000
  %t2037 = add nsw i32 %t80, %t1815
  %t2038 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t77
  %t2039 = load <4 x i32>, ptr addrspace(3) %t2038, align 16
  %t2040 = extractelement <4 x i32> %t2039, i32 0
  %t2041 = extractelement <4 x i32> %t2039, i32 1
  %t2042 = extractelement <4 x i32> %t2039, i32 2
  %t2043 = extractelement <4 x i32> %t2039, i32 3
  %t2044 = add nsw i32 %t77, 1152
  %t2045 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t2044
  %t2046 = load <4 x i32>, ptr addrspace(3) %t2045, align 16
  %t2047 = extractelement <4 x i32> %t2046, i32 0
  %t2048 = extractelement <4 x i32> %t2046, i32 1
  %t2049 = extractelement <4 x i32> %t2046, i32 2
  %t2050 = extractelement <4 x i32> %t2046, i32 3
  %t2051 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2040)
  %t2052 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2047)
  %t2053 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2041)
  %t2054 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2048)
  %t2055 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2042)
  %t2056 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2049)
  %t2057 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2043)
  %t2058 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2050)
  %t2059 = bitcast i32 %t2040 to float
  %t2060 = bitcast i32 %t2051 to float
  %t2061 = fsub float %t2059, %t2060
  %t2062 = bitcast float %t2061 to i32
  %t2063 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2062)
  %t2064 = bitcast i32 %t2047 to float
  %t2065 = bitcast i32 %t2052 to float
  %t2066 = fsub float %t2064, %t2065
  %t2067 = bitcast float %t2066 to i32
  %t2068 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2067)
  %t2069 = bitcast i32 %t2041 to float
  %t2070 = bitcast i32 %t2053 to float
  %t2071 = fsub float %t2069, %t2070
  %t2072 = bitcast float %t2071 to i32
  %t2073 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2072)
  %t2074 = bitcast i32 %t2048 to float
  %t2075 = bitcast i32 %t2054 to float
  %t2076 = fsub float %t2074, %t2075
  %t2077 = bitcast float %t2076 to i32
  %t2078 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2077)
  %t2079 = bitcast i32 %t2042 to float
  %t2080 = bitcast i32 %t2055 to float
  %t2081 = fsub float %t2079, %t2080
  %t2082 = bitcast float %t2081 to i32
  %t2083 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2082)
  %t2084 = bitcast i32 %t2049 to float
  %t2085 = bitcast i32 %t2056 to float
  %t2086 = fsub float %t2084, %t2085
  %t2087 = bitcast float %t2086 to i32
  %t2088 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2087)
  %t2089 = bitcast i32 %t2043 to float
  %t2090 = bitcast i32 %t2057 to float
  %t2091 = fsub float %t2089, %t2090
  %t2092 = bitcast float %t2091 to i32
  %t2093 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2092)
  %t2094 = bitcast i32 %t2050 to float
  %t2095 = bitcast i32 %t2058 to float
  %t2096 = fsub float %t2094, %t2095
  %t2097 = bitcast float %t2096 to i32
  %t2098 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2097)
  %t2099 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t2037
  %t2100 = load <4 x i32>, ptr addrspace(3) %t2099, align 16
  %t2101 = extractelement <4 x i32> %t2100, i32 0
  %t2102 = extractelement <4 x i32> %t2100, i32 1
  %t2103 = extractelement <4 x i32> %t2100, i32 2
  %t2104 = extractelement <4 x i32> %t2100, i32 3
  %t2105 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2101)
  %t2106 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2102)
  %t2107 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2103)
  %t2108 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2104)
  %t2109 = bitcast i32 %t2101 to float
  %t2110 = bitcast i32 %t2105 to float
  %t2111 = fsub float %t2109, %t2110
  %t2112 = bitcast float %t2111 to i32
  %t2113 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2112)
  %t2114 = bitcast i32 %t2102 to float
  %t2115 = bitcast i32 %t2106 to float
  %t2116 = fsub float %t2114, %t2115
  %t2117 = bitcast float %t2116 to i32
  %t2118 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2117)
  %t2119 = bitcast i32 %t2103 to float
  %t2120 = bitcast i32 %t2107 to float
  %t2121 = fsub float %t2119, %t2120
  %t2122 = bitcast float %t2121 to i32
  %t2123 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2122)
  %t2124 = bitcast i32 %t2104 to float
  %t2125 = bitcast i32 %t2108 to float
  %t2126 = fsub float %t2124, %t2125
  %t2127 = bitcast float %t2126 to i32
  %t2128 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2127)
  %t2129 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2063, i32 %t2068, i32 %t2073, i32 %t2078, i32 %t2105, i32 %t2106, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t2130 = extractvalue {float, float, float, float} %t2129, 0
  %t2131 = extractvalue {float, float, float, float} %t2129, 1
  %t2132 = extractvalue {float, float, float, float} %t2129, 2
  %t2133 = extractvalue {float, float, float, float} %t2129, 3
  %t2134 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2051, i32 %t2052, i32 %t2053, i32 %t2054, i32 %t2113, i32 %t2118, float %t2130, float %t2131, float %t2132, float %t2133) convergent
  %t2135 = extractvalue {float, float, float, float} %t2134, 0
  %t2136 = extractvalue {float, float, float, float} %t2134, 1
  %t2137 = extractvalue {float, float, float, float} %t2134, 2
  %t2138 = extractvalue {float, float, float, float} %t2134, 3
  %t2139 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2051, i32 %t2052, i32 %t2053, i32 %t2054, i32 %t2105, i32 %t2106, float %t2135, float %t2136, float %t2137, float %t2138) convergent
  %t2140 = extractvalue {float, float, float, float} %t2139, 0
  %t2141 = extractvalue {float, float, float, float} %t2139, 1
  %t2142 = extractvalue {float, float, float, float} %t2139, 2
  %t2143 = extractvalue {float, float, float, float} %t2139, 3
  %t2144 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2083, i32 %t2088, i32 %t2093, i32 %t2098, i32 %t2107, i32 %t2108, float %t2140, float %t2141, float %t2142, float %t2143) convergent
  %t2145 = extractvalue {float, float, float, float} %t2144, 0
  %t2146 = extractvalue {float, float, float, float} %t2144, 1
  %t2147 = extractvalue {float, float, float, float} %t2144, 2
  %t2148 = extractvalue {float, float, float, float} %t2144, 3
  %t2149 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2055, i32 %t2056, i32 %t2057, i32 %t2058, i32 %t2123, i32 %t2128, float %t2145, float %t2146, float %t2147, float %t2148) convergent
  %t2150 = extractvalue {float, float, float, float} %t2149, 0
  %t2151 = extractvalue {float, float, float, float} %t2149, 1
  %t2152 = extractvalue {float, float, float, float} %t2149, 2
  %t2153 = extractvalue {float, float, float, float} %t2149, 3
  %t2154 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2055, i32 %t2056, i32 %t2057, i32 %t2058, i32 %t2107, i32 %t2108, float %t2150, float %t2151, float %t2152, float %t2153) convergent
  %t2155 = extractvalue {float, float, float, float} %t2154, 0
  %t2156 = extractvalue {float, float, float, float} %t2154, 1
  %t2157 = extractvalue {float, float, float, float} %t2154, 2
  %t2158 = extractvalue {float, float, float, float} %t2154, 3
  %t2159 = add nsw i32 %t2037, 1152
  %t2160 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t2159
  %t2161 = load <4 x i32>, ptr addrspace(3) %t2160, align 16
  %t2162 = extractelement <4 x i32> %t2161, i32 0
  %t2163 = extractelement <4 x i32> %t2161, i32 1
  %t2164 = extractelement <4 x i32> %t2161, i32 2
  %t2165 = extractelement <4 x i32> %t2161, i32 3
  %t2166 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2162)
  %t2167 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2163)
  %t2168 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2164)
  %t2169 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2165)
  %t2170 = bitcast i32 %t2162 to float
  %t2171 = bitcast i32 %t2166 to float
  %t2172 = fsub float %t2170, %t2171
  %t2173 = bitcast float %t2172 to i32
  %t2174 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2173)
  %t2175 = bitcast i32 %t2163 to float
  %t2176 = bitcast i32 %t2167 to float
  %t2177 = fsub float %t2175, %t2176
  %t2178 = bitcast float %t2177 to i32
  %t2179 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2178)
  %t2180 = bitcast i32 %t2164 to float
  %t2181 = bitcast i32 %t2168 to float
  %t2182 = fsub float %t2180, %t2181
  %t2183 = bitcast float %t2182 to i32
  %t2184 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2183)
  %t2185 = bitcast i32 %t2165 to float
  %t2186 = bitcast i32 %t2169 to float
  %t2187 = fsub float %t2185, %t2186
  %t2188 = bitcast float %t2187 to i32
  %t2189 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2188)
  %t2190 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2063, i32 %t2068, i32 %t2073, i32 %t2078, i32 %t2166, i32 %t2167, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t2191 = extractvalue {float, float, float, float} %t2190, 0
  %t2192 = extractvalue {float, float, float, float} %t2190, 1
  %t2193 = extractvalue {float, float, float, float} %t2190, 2
  %t2194 = extractvalue {float, float, float, float} %t2190, 3
  %t2195 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2051, i32 %t2052, i32 %t2053, i32 %t2054, i32 %t2174, i32 %t2179, float %t2191, float %t2192, float %t2193, float %t2194) convergent
  %t2196 = extractvalue {float, float, float, float} %t2195, 0
  %t2197 = extractvalue {float, float, float, float} %t2195, 1
  %t2198 = extractvalue {float, float, float, float} %t2195, 2
  %t2199 = extractvalue {float, float, float, float} %t2195, 3
  %t2200 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2051, i32 %t2052, i32 %t2053, i32 %t2054, i32 %t2166, i32 %t2167, float %t2196, float %t2197, float %t2198, float %t2199) convergent
  %t2201 = extractvalue {float, float, float, float} %t2200, 0
  %t2202 = extractvalue {float, float, float, float} %t2200, 1
  %t2203 = extractvalue {float, float, float, float} %t2200, 2
  %t2204 = extractvalue {float, float, float, float} %t2200, 3
  %t2205 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2083, i32 %t2088, i32 %t2093, i32 %t2098, i32 %t2168, i32 %t2169, float %t2201, float %t2202, float %t2203, float %t2204) convergent
  %t2206 = extractvalue {float, float, float, float} %t2205, 0
  %t2207 = extractvalue {float, float, float, float} %t2205, 1
  %t2208 = extractvalue {float, float, float, float} %t2205, 2
  %t2209 = extractvalue {float, float, float, float} %t2205, 3
  %t2210 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2055, i32 %t2056, i32 %t2057, i32 %t2058, i32 %t2184, i32 %t2189, float %t2206, float %t2207, float %t2208, float %t2209) convergent
  %t2211 = extractvalue {float, float, float, float} %t2210, 0
  %t2212 = extractvalue {float, float, float, float} %t2210, 1
  %t2213 = extractvalue {float, float, float, float} %t2210, 2
  %t2214 = extractvalue {float, float, float, float} %t2210, 3
  %t2215 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2055, i32 %t2056, i32 %t2057, i32 %t2058, i32 %t2168, i32 %t2169, float %t2211, float %t2212, float %t2213, float %t2214) convergent
  %t2216 = extractvalue {float, float, float, float} %t2215, 0
  %t2217 = extractvalue {float, float, float, float} %t2215, 1
  %t2218 = extractvalue {float, float, float, float} %t2215, 2
  %t2219 = extractvalue {float, float, float, float} %t2215, 3
  %t2220 = add nsw i32 %t77, 64
  %t2221 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t2220
  %t2222 = load <4 x i32>, ptr addrspace(3) %t2221, align 16
  %t2223 = extractelement <4 x i32> %t2222, i32 0
  %t2224 = extractelement <4 x i32> %t2222, i32 1
  %t2225 = extractelement <4 x i32> %t2222, i32 2
  %t2226 = extractelement <4 x i32> %t2222, i32 3
  %t2227 = add nsw i32 %t2220, 1152
  %t2228 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t2227
  %t2229 = load <4 x i32>, ptr addrspace(3) %t2228, align 16
  %t2230 = extractelement <4 x i32> %t2229, i32 0
  %t2231 = extractelement <4 x i32> %t2229, i32 1
  %t2232 = extractelement <4 x i32> %t2229, i32 2
  %t2233 = extractelement <4 x i32> %t2229, i32 3
  %t2234 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2223)
  %t2235 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2230)
  %t2236 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2224)
  %t2237 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2231)
  %t2238 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2225)
  %t2239 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2232)
  %t2240 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2226)
  %t2241 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2233)
  %t2242 = bitcast i32 %t2223 to float
  %t2243 = bitcast i32 %t2234 to float
  %t2244 = fsub float %t2242, %t2243
  %t2245 = bitcast float %t2244 to i32
  %t2246 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2245)
  %t2247 = bitcast i32 %t2230 to float
  %t2248 = bitcast i32 %t2235 to float
  %t2249 = fsub float %t2247, %t2248
  %t2250 = bitcast float %t2249 to i32
  %t2251 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2250)
  %t2252 = bitcast i32 %t2224 to float
  %t2253 = bitcast i32 %t2236 to float
  %t2254 = fsub float %t2252, %t2253
  %t2255 = bitcast float %t2254 to i32
  %t2256 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2255)
  %t2257 = bitcast i32 %t2231 to float
  %t2258 = bitcast i32 %t2237 to float
  %t2259 = fsub float %t2257, %t2258
  %t2260 = bitcast float %t2259 to i32
  %t2261 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2260)
  %t2262 = bitcast i32 %t2225 to float
  %t2263 = bitcast i32 %t2238 to float
  %t2264 = fsub float %t2262, %t2263
  %t2265 = bitcast float %t2264 to i32
  %t2266 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2265)
  %t2267 = bitcast i32 %t2232 to float
  %t2268 = bitcast i32 %t2239 to float
  %t2269 = fsub float %t2267, %t2268
  %t2270 = bitcast float %t2269 to i32
  %t2271 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2270)
  %t2272 = bitcast i32 %t2226 to float
  %t2273 = bitcast i32 %t2240 to float
  %t2274 = fsub float %t2272, %t2273
  %t2275 = bitcast float %t2274 to i32
  %t2276 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2275)
  %t2277 = bitcast i32 %t2233 to float
  %t2278 = bitcast i32 %t2241 to float
  %t2279 = fsub float %t2277, %t2278
  %t2280 = bitcast float %t2279 to i32
  %t2281 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2280)
  %t2282 = add nsw i32 %t2037, 64
  %t2283 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t2282
  %t2284 = load <4 x i32>, ptr addrspace(3) %t2283, align 16
  %t2285 = extractelement <4 x i32> %t2284, i32 0
  %t2286 = extractelement <4 x i32> %t2284, i32 1
  %t2287 = extractelement <4 x i32> %t2284, i32 2
  %t2288 = extractelement <4 x i32> %t2284, i32 3
  %t2289 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2285)
  %t2290 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2286)
  %t2291 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2287)
  %t2292 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2288)
  %t2293 = bitcast i32 %t2285 to float
  %t2294 = bitcast i32 %t2289 to float
  %t2295 = fsub float %t2293, %t2294
  %t2296 = bitcast float %t2295 to i32
  %t2297 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2296)
  %t2298 = bitcast i32 %t2286 to float
  %t2299 = bitcast i32 %t2290 to float
  %t2300 = fsub float %t2298, %t2299
  %t2301 = bitcast float %t2300 to i32
  %t2302 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2301)
  %t2303 = bitcast i32 %t2287 to float
  %t2304 = bitcast i32 %t2291 to float
  %t2305 = fsub float %t2303, %t2304
  %t2306 = bitcast float %t2305 to i32
  %t2307 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2306)
  %t2308 = bitcast i32 %t2288 to float
  %t2309 = bitcast i32 %t2292 to float
  %t2310 = fsub float %t2308, %t2309
  %t2311 = bitcast float %t2310 to i32
  %t2312 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2311)
  %t2313 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2246, i32 %t2251, i32 %t2256, i32 %t2261, i32 %t2289, i32 %t2290, float %t2155, float %t2156, float %t2157, float %t2158) convergent
  %t2314 = extractvalue {float, float, float, float} %t2313, 0
  %t2315 = extractvalue {float, float, float, float} %t2313, 1
  %t2316 = extractvalue {float, float, float, float} %t2313, 2
  %t2317 = extractvalue {float, float, float, float} %t2313, 3
  %t2318 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2234, i32 %t2235, i32 %t2236, i32 %t2237, i32 %t2297, i32 %t2302, float %t2314, float %t2315, float %t2316, float %t2317) convergent
  %t2319 = extractvalue {float, float, float, float} %t2318, 0
  %t2320 = extractvalue {float, float, float, float} %t2318, 1
  %t2321 = extractvalue {float, float, float, float} %t2318, 2
  %t2322 = extractvalue {float, float, float, float} %t2318, 3
  %t2323 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2234, i32 %t2235, i32 %t2236, i32 %t2237, i32 %t2289, i32 %t2290, float %t2319, float %t2320, float %t2321, float %t2322) convergent
  %t2324 = extractvalue {float, float, float, float} %t2323, 0
  %t2325 = extractvalue {float, float, float, float} %t2323, 1
  %t2326 = extractvalue {float, float, float, float} %t2323, 2
  %t2327 = extractvalue {float, float, float, float} %t2323, 3
  %t2328 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2266, i32 %t2271, i32 %t2276, i32 %t2281, i32 %t2291, i32 %t2292, float %t2324, float %t2325, float %t2326, float %t2327) convergent
  %t2329 = extractvalue {float, float, float, float} %t2328, 0
  %t2330 = extractvalue {float, float, float, float} %t2328, 1
  %t2331 = extractvalue {float, float, float, float} %t2328, 2
  %t2332 = extractvalue {float, float, float, float} %t2328, 3
  %t2333 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2238, i32 %t2239, i32 %t2240, i32 %t2241, i32 %t2307, i32 %t2312, float %t2329, float %t2330, float %t2331, float %t2332) convergent
  %t2334 = extractvalue {float, float, float, float} %t2333, 0
  %t2335 = extractvalue {float, float, float, float} %t2333, 1
  %t2336 = extractvalue {float, float, float, float} %t2333, 2
  %t2337 = extractvalue {float, float, float, float} %t2333, 3
  %t2338 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2238, i32 %t2239, i32 %t2240, i32 %t2241, i32 %t2291, i32 %t2292, float %t2334, float %t2335, float %t2336, float %t2337) convergent
  %t2339 = extractvalue {float, float, float, float} %t2338, 0
  %t2340 = extractvalue {float, float, float, float} %t2338, 1
  %t2341 = extractvalue {float, float, float, float} %t2338, 2
  %t2342 = extractvalue {float, float, float, float} %t2338, 3
  %t2343 = add nsw i32 %t2037, 1216
  %t2344 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t2343
  %t2345 = load <4 x i32>, ptr addrspace(3) %t2344, align 16
  %t2346 = extractelement <4 x i32> %t2345, i32 0
  %t2347 = extractelement <4 x i32> %t2345, i32 1
  %t2348 = extractelement <4 x i32> %t2345, i32 2
  %t2349 = extractelement <4 x i32> %t2345, i32 3
  %t2350 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2346)
  %t2351 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2347)
  %t2352 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2348)
  %t2353 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2349)
  %t2354 = bitcast i32 %t2346 to float
  %t2355 = bitcast i32 %t2350 to float
  %t2356 = fsub float %t2354, %t2355
  %t2357 = bitcast float %t2356 to i32
  %t2358 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2357)
  %t2359 = bitcast i32 %t2347 to float
  %t2360 = bitcast i32 %t2351 to float
  %t2361 = fsub float %t2359, %t2360
  %t2362 = bitcast float %t2361 to i32
  %t2363 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2362)
  %t2364 = bitcast i32 %t2348 to float
  %t2365 = bitcast i32 %t2352 to float
  %t2366 = fsub float %t2364, %t2365
  %t2367 = bitcast float %t2366 to i32
  %t2368 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2367)
  %t2369 = bitcast i32 %t2349 to float
  %t2370 = bitcast i32 %t2353 to float
  %t2371 = fsub float %t2369, %t2370
  %t2372 = bitcast float %t2371 to i32
  %t2373 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2372)
  %t2374 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2246, i32 %t2251, i32 %t2256, i32 %t2261, i32 %t2350, i32 %t2351, float %t2216, float %t2217, float %t2218, float %t2219) convergent
  %t2375 = extractvalue {float, float, float, float} %t2374, 0
  %t2376 = extractvalue {float, float, float, float} %t2374, 1
  %t2377 = extractvalue {float, float, float, float} %t2374, 2
  %t2378 = extractvalue {float, float, float, float} %t2374, 3
  %t2379 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2234, i32 %t2235, i32 %t2236, i32 %t2237, i32 %t2358, i32 %t2363, float %t2375, float %t2376, float %t2377, float %t2378) convergent
  %t2380 = extractvalue {float, float, float, float} %t2379, 0
  %t2381 = extractvalue {float, float, float, float} %t2379, 1
  %t2382 = extractvalue {float, float, float, float} %t2379, 2
  %t2383 = extractvalue {float, float, float, float} %t2379, 3
  %t2384 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2234, i32 %t2235, i32 %t2236, i32 %t2237, i32 %t2350, i32 %t2351, float %t2380, float %t2381, float %t2382, float %t2383) convergent
  %t2385 = extractvalue {float, float, float, float} %t2384, 0
  %t2386 = extractvalue {float, float, float, float} %t2384, 1
  %t2387 = extractvalue {float, float, float, float} %t2384, 2
  %t2388 = extractvalue {float, float, float, float} %t2384, 3
  %t2389 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2266, i32 %t2271, i32 %t2276, i32 %t2281, i32 %t2352, i32 %t2353, float %t2385, float %t2386, float %t2387, float %t2388) convergent
  %t2390 = extractvalue {float, float, float, float} %t2389, 0
  %t2391 = extractvalue {float, float, float, float} %t2389, 1
  %t2392 = extractvalue {float, float, float, float} %t2389, 2
  %t2393 = extractvalue {float, float, float, float} %t2389, 3
  %t2394 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2238, i32 %t2239, i32 %t2240, i32 %t2241, i32 %t2368, i32 %t2373, float %t2390, float %t2391, float %t2392, float %t2393) convergent
  %t2395 = extractvalue {float, float, float, float} %t2394, 0
  %t2396 = extractvalue {float, float, float, float} %t2394, 1
  %t2397 = extractvalue {float, float, float, float} %t2394, 2
  %t2398 = extractvalue {float, float, float, float} %t2394, 3
  %t2399 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2238, i32 %t2239, i32 %t2240, i32 %t2241, i32 %t2352, i32 %t2353, float %t2395, float %t2396, float %t2397, float %t2398) convergent
  %t2400 = extractvalue {float, float, float, float} %t2399, 0
  %t2401 = extractvalue {float, float, float, float} %t2399, 1
  %t2402 = extractvalue {float, float, float, float} %t2399, 2
  %t2403 = extractvalue {float, float, float, float} %t2399, 3
  %t2404 = mul nsw i32 %t13, 2
  %t2405 = add nsw i32 %t1816, %t2404
  %t2406 = icmp ult i32 %t2405, 20
  %t2407 = select i1 %t2406, i32 %t2405, i32 19
  %t2408 = add nsw i32 %t2405, 1
  %t2409 = icmp ult i32 %t2408, 20
  %t2410 = select i1 %t2409, i32 %t2408, i32 19
  %t2411 = add nsw i32 %t2405, 8
  %t2412 = icmp ult i32 %t2411, 20
  %t2413 = select i1 %t2412, i32 %t2411, i32 19
  %t2414 = add nsw i32 %t2405, 9
  %t2415 = icmp ult i32 %t2414, 20
  %t2416 = select i1 %t2415, i32 %t2414, i32 19
  %t2417 = sext i32 %t8 to i64
  %t2418 = mul nsw i64 %t2417, 20
  %t2419 = getelementptr float, ptr %buffer6, i64 %t2418
  %t2420 = sext i32 %t7 to i64
  %t2421 = mul nsw i64 %t2420, 40
  %t2422 = getelementptr float, ptr %t2419, i64 %t2421
  %t2423 = sext i32 %t2407 to i64
  %t2424 = mul nsw i64 %t2423, 1
  %t2425 = getelementptr float, ptr %t2422, i64 %t2424
  %t2426 = load float, ptr %t2425, align 4
  %t2427 = sext i32 %t8 to i64
  %t2428 = mul nsw i64 %t2427, 20
  %t2429 = getelementptr float, ptr %buffer7, i64 %t2428
  %t2430 = sext i32 %t7 to i64
  %t2431 = mul nsw i64 %t2430, 40
  %t2432 = getelementptr float, ptr %t2429, i64 %t2431
  %t2433 = sext i32 %t2407 to i64
  %t2434 = mul nsw i64 %t2433, 1
  %t2435 = getelementptr float, ptr %t2432, i64 %t2434
  %t2436 = load float, ptr %t2435, align 4
  %t2437 = sext i32 %t8 to i64
  %t2438 = mul nsw i64 %t2437, 20
  %t2439 = getelementptr float, ptr %buffer8, i64 %t2438
  %t2440 = sext i32 %t7 to i64
  %t2441 = mul nsw i64 %t2440, 40
  %t2442 = getelementptr float, ptr %t2439, i64 %t2441
  %t2443 = sext i32 %t2407 to i64
  %t2444 = mul nsw i64 %t2443, 1
  %t2445 = getelementptr float, ptr %t2442, i64 %t2444
  %t2446 = load float, ptr %t2445, align 4
  %t2447 = sext i32 %t8 to i64
  %t2448 = mul nsw i64 %t2447, 20
  %t2449 = getelementptr float, ptr %buffer6, i64 %t2448
  %t2450 = sext i32 %t7 to i64
  %t2451 = mul nsw i64 %t2450, 40
  %t2452 = getelementptr float, ptr %t2449, i64 %t2451
  %t2453 = sext i32 %t2410 to i64
  %t2454 = mul nsw i64 %t2453, 1
  %t2455 = getelementptr float, ptr %t2452, i64 %t2454
  %t2456 = load float, ptr %t2455, align 4
  %t2457 = sext i32 %t8 to i64
  %t2458 = mul nsw i64 %t2457, 20
  %t2459 = getelementptr float, ptr %buffer7, i64 %t2458
  %t2460 = sext i32 %t7 to i64
  %t2461 = mul nsw i64 %t2460, 40
  %t2462 = getelementptr float, ptr %t2459, i64 %t2461
  %t2463 = sext i32 %t2410 to i64
  %t2464 = mul nsw i64 %t2463, 1
  %t2465 = getelementptr float, ptr %t2462, i64 %t2464
  %t2466 = load float, ptr %t2465, align 4
  %t2467 = sext i32 %t8 to i64
  %t2468 = mul nsw i64 %t2467, 20
  %t2469 = getelementptr float, ptr %buffer8, i64 %t2468
  %t2470 = sext i32 %t7 to i64
  %t2471 = mul nsw i64 %t2470, 40
  %t2472 = getelementptr float, ptr %t2469, i64 %t2471
  %t2473 = sext i32 %t2410 to i64
  %t2474 = mul nsw i64 %t2473, 1
  %t2475 = getelementptr float, ptr %t2472, i64 %t2474
  %t2476 = load float, ptr %t2475, align 4
  %t2477 = sext i32 %t8 to i64
  %t2478 = mul nsw i64 %t2477, 20
  %t2479 = getelementptr float, ptr %buffer6, i64 %t2478
  %t2480 = sext i32 %t7 to i64
  %t2481 = mul nsw i64 %t2480, 40
  %t2482 = getelementptr float, ptr %t2479, i64 %t2481
  %t2483 = sext i32 %t2413 to i64
  %t2484 = mul nsw i64 %t2483, 1
  %t2485 = getelementptr float, ptr %t2482, i64 %t2484
  %t2486 = load float, ptr %t2485, align 4
  %t2487 = sext i32 %t8 to i64
  %t2488 = mul nsw i64 %t2487, 20
  %t2489 = getelementptr float, ptr %buffer7, i64 %t2488
  %t2490 = sext i32 %t7 to i64
  %t2491 = mul nsw i64 %t2490, 40
  %t2492 = getelementptr float, ptr %t2489, i64 %t2491
  %t2493 = sext i32 %t2413 to i64
  %t2494 = mul nsw i64 %t2493, 1
  %t2495 = getelementptr float, ptr %t2492, i64 %t2494
  %t2496 = load float, ptr %t2495, align 4
  %t2497 = sext i32 %t8 to i64
  %t2498 = mul nsw i64 %t2497, 20
  %t2499 = getelementptr float, ptr %buffer8, i64 %t2498
  %t2500 = sext i32 %t7 to i64
  %t2501 = mul nsw i64 %t2500, 40
  %t2502 = getelementptr float, ptr %t2499, i64 %t2501
  %t2503 = sext i32 %t2413 to i64
  %t2504 = mul nsw i64 %t2503, 1
  %t2505 = getelementptr float, ptr %t2502, i64 %t2504
  %t2506 = load float, ptr %t2505, align 4
  %t2507 = sext i32 %t8 to i64
  %t2508 = mul nsw i64 %t2507, 20
  %t2509 = getelementptr float, ptr %buffer6, i64 %t2508
  %t2510 = sext i32 %t7 to i64
  %t2511 = mul nsw i64 %t2510, 40
  %t2512 = getelementptr float, ptr %t2509, i64 %t2511
  %t2513 = sext i32 %t2416 to i64
  %t2514 = mul nsw i64 %t2513, 1
  %t2515 = getelementptr float, ptr %t2512, i64 %t2514
  %t2516 = load float, ptr %t2515, align 4
  %t2517 = sext i32 %t8 to i64
  %t2518 = mul nsw i64 %t2517, 20
  %t2519 = getelementptr float, ptr %buffer7, i64 %t2518
  %t2520 = sext i32 %t7 to i64
  %t2521 = mul nsw i64 %t2520, 40
  %t2522 = getelementptr float, ptr %t2519, i64 %t2521
  %t2523 = sext i32 %t2416 to i64
  %t2524 = mul nsw i64 %t2523, 1
  %t2525 = getelementptr float, ptr %t2522, i64 %t2524
  %t2526 = load float, ptr %t2525, align 4
  %t2527 = sext i32 %t8 to i64
  %t2528 = mul nsw i64 %t2527, 20
  %t2529 = getelementptr float, ptr %buffer8, i64 %t2528
  %t2530 = sext i32 %t7 to i64
  %t2531 = mul nsw i64 %t2530, 40
  %t2532 = getelementptr float, ptr %t2529, i64 %t2531
  %t2533 = sext i32 %t2416 to i64
  %t2534 = mul nsw i64 %t2533, 1
  %t2535 = getelementptr float, ptr %t2532, i64 %t2534
  %t2536 = load float, ptr %t2535, align 4
  %t2537 = fsub float %t2015, %t2426
  %t2538 = call float @llvm.maximum.f32(float %t2537, float 0xC062C00000000000)
  %t2539 = fmul float %t2538, 0x3FF7154760000000
  %t2540 = fneg float %t2539
  %t2541 = call float @llvm.fma.f32(float %t2538, float 0x3FF7154760000000, float %t2540)
  %t2542 = call float @llvm.fma.f32(float %t2538, float 0x3E54AE0C00000000, float %t2541)
  %t2543 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t2539)
  %t2544 = fmul float %t2542, 0x3FE62E4300000000
  %t2545 = call float @llvm.fma.f32(float %t2543, float %t2544, float %t2543)
  %t2546 = fmul float %t2545, %t2436
  %t2547 = fsub float %t2339, %t2446
  %t2548 = fmul float %t2546, %t2547
  %t2549 = fsub float %t2018, %t2456
  %t2550 = call float @llvm.maximum.f32(float %t2549, float 0xC062C00000000000)
  %t2551 = fmul float %t2550, 0x3FF7154760000000
  %t2552 = fneg float %t2551
  %t2553 = call float @llvm.fma.f32(float %t2550, float 0x3FF7154760000000, float %t2552)
  %t2554 = call float @llvm.fma.f32(float %t2550, float 0x3E54AE0C00000000, float %t2553)
  %t2555 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t2551)
  %t2556 = fmul float %t2554, 0x3FE62E4300000000
  %t2557 = call float @llvm.fma.f32(float %t2555, float %t2556, float %t2555)
  %t2558 = fmul float %t2557, %t2466
  %t2559 = fsub float %t2340, %t2476
  %t2560 = fmul float %t2558, %t2559
  %t2561 = fsub float %t2021, %t2426
  %t2562 = call float @llvm.maximum.f32(float %t2561, float 0xC062C00000000000)
  %t2563 = fmul float %t2562, 0x3FF7154760000000
  %t2564 = fneg float %t2563
  %t2565 = call float @llvm.fma.f32(float %t2562, float 0x3FF7154760000000, float %t2564)
  %t2566 = call float @llvm.fma.f32(float %t2562, float 0x3E54AE0C00000000, float %t2565)
  %t2567 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t2563)
  %t2568 = fmul float %t2566, 0x3FE62E4300000000
  %t2569 = call float @llvm.fma.f32(float %t2567, float %t2568, float %t2567)
  %t2570 = fmul float %t2569, %t2436
  %t2571 = fsub float %t2341, %t2446
  %t2572 = fmul float %t2570, %t2571
  %t2573 = fsub float %t2024, %t2456
  %t2574 = call float @llvm.maximum.f32(float %t2573, float 0xC062C00000000000)
  %t2575 = fmul float %t2574, 0x3FF7154760000000
  %t2576 = fneg float %t2575
  %t2577 = call float @llvm.fma.f32(float %t2574, float 0x3FF7154760000000, float %t2576)
  %t2578 = call float @llvm.fma.f32(float %t2574, float 0x3E54AE0C00000000, float %t2577)
  %t2579 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t2575)
  %t2580 = fmul float %t2578, 0x3FE62E4300000000
  %t2581 = call float @llvm.fma.f32(float %t2579, float %t2580, float %t2579)
  %t2582 = fmul float %t2581, %t2466
  %t2583 = fsub float %t2342, %t2476
  %t2584 = fmul float %t2582, %t2583
  %t2585 = fsub float %t2027, %t2486
  %t2586 = call float @llvm.maximum.f32(float %t2585, float 0xC062C00000000000)
  %t2587 = fmul float %t2586, 0x3FF7154760000000
  %t2588 = fneg float %t2587
  %t2589 = call float @llvm.fma.f32(float %t2586, float 0x3FF7154760000000, float %t2588)
  %t2590 = call float @llvm.fma.f32(float %t2586, float 0x3E54AE0C00000000, float %t2589)
  %t2591 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t2587)
  %t2592 = fmul float %t2590, 0x3FE62E4300000000
  %t2593 = call float @llvm.fma.f32(float %t2591, float %t2592, float %t2591)
  %t2594 = fmul float %t2593, %t2496
  %t2595 = fsub float %t2400, %t2506
  %t2596 = fmul float %t2594, %t2595
  %t2597 = fsub float %t2030, %t2516
  %t2598 = call float @llvm.maximum.f32(float %t2597, float 0xC062C00000000000)
  %t2599 = fmul float %t2598, 0x3FF7154760000000
  %t2600 = fneg float %t2599
  %t2601 = call float @llvm.fma.f32(float %t2598, float 0x3FF7154760000000, float %t2600)
  %t2602 = call float @llvm.fma.f32(float %t2598, float 0x3E54AE0C00000000, float %t2601)
  %t2603 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t2599)
  %t2604 = fmul float %t2602, 0x3FE62E4300000000
  %t2605 = call float @llvm.fma.f32(float %t2603, float %t2604, float %t2603)
  %t2606 = fmul float %t2605, %t2526
  %t2607 = fsub float %t2401, %t2536
  %t2608 = fmul float %t2606, %t2607
  %t2609 = fsub float %t2033, %t2486
  %t2610 = call float @llvm.maximum.f32(float %t2609, float 0xC062C00000000000)
  %t2611 = fmul float %t2610, 0x3FF7154760000000
  %t2612 = fneg float %t2611
  %t2613 = call float @llvm.fma.f32(float %t2610, float 0x3FF7154760000000, float %t2612)
  %t2614 = call float @llvm.fma.f32(float %t2610, float 0x3E54AE0C00000000, float %t2613)
  %t2615 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t2611)
  %t2616 = fmul float %t2614, 0x3FE62E4300000000
  %t2617 = call float @llvm.fma.f32(float %t2615, float %t2616, float %t2615)
  %t2618 = fmul float %t2617, %t2496
  %t2619 = fsub float %t2402, %t2506
  %t2620 = fmul float %t2618, %t2619
  %t2621 = fsub float %t2036, %t2516
  %t2622 = call float @llvm.maximum.f32(float %t2621, float 0xC062C00000000000)
  %t2623 = fmul float %t2622, 0x3FF7154760000000
  %t2624 = fneg float %t2623
  %t2625 = call float @llvm.fma.f32(float %t2622, float 0x3FF7154760000000, float %t2624)
  %t2626 = call float @llvm.fma.f32(float %t2622, float 0x3E54AE0C00000000, float %t2625)
  %t2627 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t2623)
  %t2628 = fmul float %t2626, 0x3FE62E4300000000
  %t2629 = call float @llvm.fma.f32(float %t2627, float %t2628, float %t2627)
  %t2630 = fmul float %t2629, %t2526
  %t2631 = fsub float %t2403, %t2536
  %t2632 = fmul float %t2630, %t2631
  %t2633 = add nsw i32 %t73, %t1815
  %t2634 = bitcast float %t2548 to i32
  %t2635 = bitcast float %t2572 to i32
  %t2636 = bitcast float %t2560 to i32
  %t2637 = bitcast float %t2584 to i32
  %t2638 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2634)
  %t2639 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2635)
  %t2640 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2636)
  %t2641 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2637)
  %t2642 = bitcast i32 %t2634 to float
  %t2643 = bitcast i32 %t2638 to float
  %t2644 = fsub float %t2642, %t2643
  %t2645 = bitcast float %t2644 to i32
  %t2646 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2645)
  %t2647 = bitcast i32 %t2635 to float
  %t2648 = bitcast i32 %t2639 to float
  %t2649 = fsub float %t2647, %t2648
  %t2650 = bitcast float %t2649 to i32
  %t2651 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2650)
  %t2652 = bitcast i32 %t2636 to float
  %t2653 = bitcast i32 %t2640 to float
  %t2654 = fsub float %t2652, %t2653
  %t2655 = bitcast float %t2654 to i32
  %t2656 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2655)
  %t2657 = bitcast i32 %t2637 to float
  %t2658 = bitcast i32 %t2641 to float
  %t2659 = fsub float %t2657, %t2658
  %t2660 = bitcast float %t2659 to i32
  %t2661 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2660)
  %t2662 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t2633
  %t2663 = load <2 x i32>, ptr addrspace(3) %t2662, align 8
  %t2664 = extractelement <2 x i32> %t2663, i32 0
  %t2665 = extractelement <2 x i32> %t2663, i32 1
  %t2666 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2664)
  %t2667 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2665)
  %t2668 = bitcast i32 %t2664 to float
  %t2669 = bitcast i32 %t2666 to float
  %t2670 = fsub float %t2668, %t2669
  %t2671 = bitcast float %t2670 to i32
  %t2672 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2671)
  %t2673 = bitcast i32 %t2665 to float
  %t2674 = bitcast i32 %t2667 to float
  %t2675 = fsub float %t2673, %t2674
  %t2676 = bitcast float %t2675 to i32
  %t2677 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2676)
  %t2678 = add nsw i32 %t2633, 80
  %t2679 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t2678
  %t2680 = load <2 x i32>, ptr addrspace(3) %t2679, align 8
  %t2681 = extractelement <2 x i32> %t2680, i32 0
  %t2682 = extractelement <2 x i32> %t2680, i32 1
  %t2683 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2681)
  %t2684 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2682)
  %t2685 = bitcast i32 %t2681 to float
  %t2686 = bitcast i32 %t2683 to float
  %t2687 = fsub float %t2685, %t2686
  %t2688 = bitcast float %t2687 to i32
  %t2689 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2688)
  %t2690 = bitcast i32 %t2682 to float
  %t2691 = bitcast i32 %t2684 to float
  %t2692 = fsub float %t2690, %t2691
  %t2693 = bitcast float %t2692 to i32
  %t2694 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2693)
  %t2695 = load float, ptr %s84
  %t2696 = load float, ptr %s85
  %t2697 = load float, ptr %s86
  %t2698 = load float, ptr %s87
  %t2699 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2646, i32 %t2651, i32 %t2656, i32 %t2661, i32 %t2666, i32 %t2683, float %t2695, float %t2696, float %t2697, float %t2698) convergent
  %t2700 = extractvalue {float, float, float, float} %t2699, 0
  %t2701 = extractvalue {float, float, float, float} %t2699, 1
  %t2702 = extractvalue {float, float, float, float} %t2699, 2
  %t2703 = extractvalue {float, float, float, float} %t2699, 3
  %t2704 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2638, i32 %t2639, i32 %t2640, i32 %t2641, i32 %t2672, i32 %t2689, float %t2700, float %t2701, float %t2702, float %t2703) convergent
  %t2705 = extractvalue {float, float, float, float} %t2704, 0
  %t2706 = extractvalue {float, float, float, float} %t2704, 1
  %t2707 = extractvalue {float, float, float, float} %t2704, 2
  %t2708 = extractvalue {float, float, float, float} %t2704, 3
  %t2709 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2638, i32 %t2639, i32 %t2640, i32 %t2641, i32 %t2666, i32 %t2683, float %t2705, float %t2706, float %t2707, float %t2708) convergent
  %t2710 = extractvalue {float, float, float, float} %t2709, 0
  %t2711 = extractvalue {float, float, float, float} %t2709, 1
  %t2712 = extractvalue {float, float, float, float} %t2709, 2
  %t2713 = extractvalue {float, float, float, float} %t2709, 3
  store float %t2710, ptr %s84
  store float %t2711, ptr %s85
  store float %t2712, ptr %s86
  store float %t2713, ptr %s87
  %t2714 = load float, ptr %s88
  %t2715 = load float, ptr %s89
  %t2716 = load float, ptr %s90
  %t2717 = load float, ptr %s91
  %t2718 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2646, i32 %t2651, i32 %t2656, i32 %t2661, i32 %t2667, i32 %t2684, float %t2714, float %t2715, float %t2716, float %t2717) convergent
  %t2719 = extractvalue {float, float, float, float} %t2718, 0
  %t2720 = extractvalue {float, float, float, float} %t2718, 1
  %t2721 = extractvalue {float, float, float, float} %t2718, 2
  %t2722 = extractvalue {float, float, float, float} %t2718, 3
  %t2723 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2638, i32 %t2639, i32 %t2640, i32 %t2641, i32 %t2677, i32 %t2694, float %t2719, float %t2720, float %t2721, float %t2722) convergent
  %t2724 = extractvalue {float, float, float, float} %t2723, 0
  %t2725 = extractvalue {float, float, float, float} %t2723, 1
  %t2726 = extractvalue {float, float, float, float} %t2723, 2
  %t2727 = extractvalue {float, float, float, float} %t2723, 3
  %t2728 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2638, i32 %t2639, i32 %t2640, i32 %t2641, i32 %t2667, i32 %t2684, float %t2724, float %t2725, float %t2726, float %t2727) convergent
  %t2729 = extractvalue {float, float, float, float} %t2728, 0
  %t2730 = extractvalue {float, float, float, float} %t2728, 1
  %t2731 = extractvalue {float, float, float, float} %t2728, 2
  %t2732 = extractvalue {float, float, float, float} %t2728, 3
  store float %t2729, ptr %s88
  store float %t2730, ptr %s89
  store float %t2731, ptr %s90
  store float %t2732, ptr %s91
  %t2733 = bitcast float %t2596 to i32
  %t2734 = bitcast float %t2620 to i32
  %t2735 = bitcast float %t2608 to i32
  %t2736 = bitcast float %t2632 to i32
  %t2737 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2733)
  %t2738 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2734)
  %t2739 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2735)
  %t2740 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2736)
  %t2741 = bitcast i32 %t2733 to float
  %t2742 = bitcast i32 %t2737 to float
  %t2743 = fsub float %t2741, %t2742
  %t2744 = bitcast float %t2743 to i32
  %t2745 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2744)
  %t2746 = bitcast i32 %t2734 to float
  %t2747 = bitcast i32 %t2738 to float
  %t2748 = fsub float %t2746, %t2747
  %t2749 = bitcast float %t2748 to i32
  %t2750 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2749)
  %t2751 = bitcast i32 %t2735 to float
  %t2752 = bitcast i32 %t2739 to float
  %t2753 = fsub float %t2751, %t2752
  %t2754 = bitcast float %t2753 to i32
  %t2755 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2754)
  %t2756 = bitcast i32 %t2736 to float
  %t2757 = bitcast i32 %t2740 to float
  %t2758 = fsub float %t2756, %t2757
  %t2759 = bitcast float %t2758 to i32
  %t2760 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2759)
  %t2761 = add nsw i32 %t2633, 640
  %t2762 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t2761
  %t2763 = load <2 x i32>, ptr addrspace(3) %t2762, align 8
  %t2764 = extractelement <2 x i32> %t2763, i32 0
  %t2765 = extractelement <2 x i32> %t2763, i32 1
  %t2766 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2764)
  %t2767 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2765)
  %t2768 = bitcast i32 %t2764 to float
  %t2769 = bitcast i32 %t2766 to float
  %t2770 = fsub float %t2768, %t2769
  %t2771 = bitcast float %t2770 to i32
  %t2772 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2771)
  %t2773 = bitcast i32 %t2765 to float
  %t2774 = bitcast i32 %t2767 to float
  %t2775 = fsub float %t2773, %t2774
  %t2776 = bitcast float %t2775 to i32
  %t2777 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2776)
  %t2778 = add nsw i32 %t2633, 720
  %t2779 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t2778
  %t2780 = load <2 x i32>, ptr addrspace(3) %t2779, align 8
  %t2781 = extractelement <2 x i32> %t2780, i32 0
  %t2782 = extractelement <2 x i32> %t2780, i32 1
  %t2783 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2781)
  %t2784 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2782)
  %t2785 = bitcast i32 %t2781 to float
  %t2786 = bitcast i32 %t2783 to float
  %t2787 = fsub float %t2785, %t2786
  %t2788 = bitcast float %t2787 to i32
  %t2789 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2788)
  %t2790 = bitcast i32 %t2782 to float
  %t2791 = bitcast i32 %t2784 to float
  %t2792 = fsub float %t2790, %t2791
  %t2793 = bitcast float %t2792 to i32
  %t2794 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2793)
  %t2795 = load float, ptr %s84
  %t2796 = load float, ptr %s85
  %t2797 = load float, ptr %s86
  %t2798 = load float, ptr %s87
  %t2799 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2745, i32 %t2750, i32 %t2755, i32 %t2760, i32 %t2766, i32 %t2783, float %t2795, float %t2796, float %t2797, float %t2798) convergent
  %t2800 = extractvalue {float, float, float, float} %t2799, 0
  %t2801 = extractvalue {float, float, float, float} %t2799, 1
  %t2802 = extractvalue {float, float, float, float} %t2799, 2
  %t2803 = extractvalue {float, float, float, float} %t2799, 3
  %t2804 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2737, i32 %t2738, i32 %t2739, i32 %t2740, i32 %t2772, i32 %t2789, float %t2800, float %t2801, float %t2802, float %t2803) convergent
  %t2805 = extractvalue {float, float, float, float} %t2804, 0
  %t2806 = extractvalue {float, float, float, float} %t2804, 1
  %t2807 = extractvalue {float, float, float, float} %t2804, 2
  %t2808 = extractvalue {float, float, float, float} %t2804, 3
  %t2809 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2737, i32 %t2738, i32 %t2739, i32 %t2740, i32 %t2766, i32 %t2783, float %t2805, float %t2806, float %t2807, float %t2808) convergent
  %t2810 = extractvalue {float, float, float, float} %t2809, 0
  %t2811 = extractvalue {float, float, float, float} %t2809, 1
  %t2812 = extractvalue {float, float, float, float} %t2809, 2
  %t2813 = extractvalue {float, float, float, float} %t2809, 3
  store float %t2810, ptr %s84
  store float %t2811, ptr %s85
  store float %t2812, ptr %s86
  store float %t2813, ptr %s87
  %t2814 = load float, ptr %s88
  %t2815 = load float, ptr %s89
  %t2816 = load float, ptr %s90
  %t2817 = load float, ptr %s91
  %t2818 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2745, i32 %t2750, i32 %t2755, i32 %t2760, i32 %t2767, i32 %t2784, float %t2814, float %t2815, float %t2816, float %t2817) convergent
  %t2819 = extractvalue {float, float, float, float} %t2818, 0
  %t2820 = extractvalue {float, float, float, float} %t2818, 1
  %t2821 = extractvalue {float, float, float, float} %t2818, 2
  %t2822 = extractvalue {float, float, float, float} %t2818, 3
  %t2823 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2737, i32 %t2738, i32 %t2739, i32 %t2740, i32 %t2777, i32 %t2794, float %t2819, float %t2820, float %t2821, float %t2822) convergent
  %t2824 = extractvalue {float, float, float, float} %t2823, 0
  %t2825 = extractvalue {float, float, float, float} %t2823, 1
  %t2826 = extractvalue {float, float, float, float} %t2823, 2
  %t2827 = extractvalue {float, float, float, float} %t2823, 3
  %t2828 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2737, i32 %t2738, i32 %t2739, i32 %t2740, i32 %t2767, i32 %t2784, float %t2824, float %t2825, float %t2826, float %t2827) convergent
  %t2829 = extractvalue {float, float, float, float} %t2828, 0
  %t2830 = extractvalue {float, float, float, float} %t2828, 1
  %t2831 = extractvalue {float, float, float, float} %t2828, 2
  %t2832 = extractvalue {float, float, float, float} %t2828, 3
  store float %t2829, ptr %s88
  store float %t2830, ptr %s89
  store float %t2831, ptr %s90
  store float %t2832, ptr %s91
  %t2833 = add nsw i32 %t83, %t1815
  %t2834 = bitcast float %t2546 to i32
  %t2835 = bitcast float %t2570 to i32
  %t2836 = bitcast float %t2558 to i32
  %t2837 = bitcast float %t2582 to i32
  %t2838 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2834)
  %t2839 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2835)
  %t2840 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2836)
  %t2841 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2837)
  %t2842 = bitcast i32 %t2834 to float
  %t2843 = bitcast i32 %t2838 to float
  %t2844 = fsub float %t2842, %t2843
  %t2845 = bitcast float %t2844 to i32
  %t2846 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2845)
  %t2847 = bitcast i32 %t2835 to float
  %t2848 = bitcast i32 %t2839 to float
  %t2849 = fsub float %t2847, %t2848
  %t2850 = bitcast float %t2849 to i32
  %t2851 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2850)
  %t2852 = bitcast i32 %t2836 to float
  %t2853 = bitcast i32 %t2840 to float
  %t2854 = fsub float %t2852, %t2853
  %t2855 = bitcast float %t2854 to i32
  %t2856 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2855)
  %t2857 = bitcast i32 %t2837 to float
  %t2858 = bitcast i32 %t2841 to float
  %t2859 = fsub float %t2857, %t2858
  %t2860 = bitcast float %t2859 to i32
  %t2861 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2860)
  %t2862 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t2833
  %t2863 = load i32, ptr addrspace(3) %t2862, align 4
  %t2864 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2863)
  %t2865 = bitcast i32 %t2863 to float
  %t2866 = bitcast i32 %t2864 to float
  %t2867 = fsub float %t2865, %t2866
  %t2868 = bitcast float %t2867 to i32
  %t2869 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2868)
  %t2870 = add nsw i32 %t2833, 144
  %t2871 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t2870
  %t2872 = load i32, ptr addrspace(3) %t2871, align 4
  %t2873 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2872)
  %t2874 = bitcast i32 %t2872 to float
  %t2875 = bitcast i32 %t2873 to float
  %t2876 = fsub float %t2874, %t2875
  %t2877 = bitcast float %t2876 to i32
  %t2878 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2877)
  %t2879 = load float, ptr %s92
  %t2880 = load float, ptr %s93
  %t2881 = load float, ptr %s94
  %t2882 = load float, ptr %s95
  %t2883 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2846, i32 %t2851, i32 %t2856, i32 %t2861, i32 %t2864, i32 %t2873, float %t2879, float %t2880, float %t2881, float %t2882) convergent
  %t2884 = extractvalue {float, float, float, float} %t2883, 0
  %t2885 = extractvalue {float, float, float, float} %t2883, 1
  %t2886 = extractvalue {float, float, float, float} %t2883, 2
  %t2887 = extractvalue {float, float, float, float} %t2883, 3
  %t2888 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2838, i32 %t2839, i32 %t2840, i32 %t2841, i32 %t2869, i32 %t2878, float %t2884, float %t2885, float %t2886, float %t2887) convergent
  %t2889 = extractvalue {float, float, float, float} %t2888, 0
  %t2890 = extractvalue {float, float, float, float} %t2888, 1
  %t2891 = extractvalue {float, float, float, float} %t2888, 2
  %t2892 = extractvalue {float, float, float, float} %t2888, 3
  %t2893 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2838, i32 %t2839, i32 %t2840, i32 %t2841, i32 %t2864, i32 %t2873, float %t2889, float %t2890, float %t2891, float %t2892) convergent
  %t2894 = extractvalue {float, float, float, float} %t2893, 0
  %t2895 = extractvalue {float, float, float, float} %t2893, 1
  %t2896 = extractvalue {float, float, float, float} %t2893, 2
  %t2897 = extractvalue {float, float, float, float} %t2893, 3
  store float %t2894, ptr %s92
  store float %t2895, ptr %s93
  store float %t2896, ptr %s94
  store float %t2897, ptr %s95
  %t2898 = add nsw i32 %t2833, 32
  %t2899 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t2898
  %t2900 = load i32, ptr addrspace(3) %t2899, align 4
  %t2901 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2900)
  %t2902 = bitcast i32 %t2900 to float
  %t2903 = bitcast i32 %t2901 to float
  %t2904 = fsub float %t2902, %t2903
  %t2905 = bitcast float %t2904 to i32
  %t2906 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2905)
  %t2907 = add nsw i32 %t2833, 176
  %t2908 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t2907
  %t2909 = load i32, ptr addrspace(3) %t2908, align 4
  %t2910 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2909)
  %t2911 = bitcast i32 %t2909 to float
  %t2912 = bitcast i32 %t2910 to float
  %t2913 = fsub float %t2911, %t2912
  %t2914 = bitcast float %t2913 to i32
  %t2915 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2914)
  %t2916 = load float, ptr %s96
  %t2917 = load float, ptr %s97
  %t2918 = load float, ptr %s98
  %t2919 = load float, ptr %s99
  %t2920 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2846, i32 %t2851, i32 %t2856, i32 %t2861, i32 %t2901, i32 %t2910, float %t2916, float %t2917, float %t2918, float %t2919) convergent
  %t2921 = extractvalue {float, float, float, float} %t2920, 0
  %t2922 = extractvalue {float, float, float, float} %t2920, 1
  %t2923 = extractvalue {float, float, float, float} %t2920, 2
  %t2924 = extractvalue {float, float, float, float} %t2920, 3
  %t2925 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2838, i32 %t2839, i32 %t2840, i32 %t2841, i32 %t2906, i32 %t2915, float %t2921, float %t2922, float %t2923, float %t2924) convergent
  %t2926 = extractvalue {float, float, float, float} %t2925, 0
  %t2927 = extractvalue {float, float, float, float} %t2925, 1
  %t2928 = extractvalue {float, float, float, float} %t2925, 2
  %t2929 = extractvalue {float, float, float, float} %t2925, 3
  %t2930 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2838, i32 %t2839, i32 %t2840, i32 %t2841, i32 %t2901, i32 %t2910, float %t2926, float %t2927, float %t2928, float %t2929) convergent
  %t2931 = extractvalue {float, float, float, float} %t2930, 0
  %t2932 = extractvalue {float, float, float, float} %t2930, 1
  %t2933 = extractvalue {float, float, float, float} %t2930, 2
  %t2934 = extractvalue {float, float, float, float} %t2930, 3
  store float %t2931, ptr %s96
  store float %t2932, ptr %s97
  store float %t2933, ptr %s98
  store float %t2934, ptr %s99
  %t2935 = add nsw i32 %t2833, 64
  %t2936 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t2935
  %t2937 = load i32, ptr addrspace(3) %t2936, align 4
  %t2938 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2937)
  %t2939 = bitcast i32 %t2937 to float
  %t2940 = bitcast i32 %t2938 to float
  %t2941 = fsub float %t2939, %t2940
  %t2942 = bitcast float %t2941 to i32
  %t2943 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2942)
  %t2944 = add nsw i32 %t2833, 208
  %t2945 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t2944
  %t2946 = load i32, ptr addrspace(3) %t2945, align 4
  %t2947 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2946)
  %t2948 = bitcast i32 %t2946 to float
  %t2949 = bitcast i32 %t2947 to float
  %t2950 = fsub float %t2948, %t2949
  %t2951 = bitcast float %t2950 to i32
  %t2952 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2951)
  %t2953 = load float, ptr %s100
  %t2954 = load float, ptr %s101
  %t2955 = load float, ptr %s102
  %t2956 = load float, ptr %s103
  %t2957 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2846, i32 %t2851, i32 %t2856, i32 %t2861, i32 %t2938, i32 %t2947, float %t2953, float %t2954, float %t2955, float %t2956) convergent
  %t2958 = extractvalue {float, float, float, float} %t2957, 0
  %t2959 = extractvalue {float, float, float, float} %t2957, 1
  %t2960 = extractvalue {float, float, float, float} %t2957, 2
  %t2961 = extractvalue {float, float, float, float} %t2957, 3
  %t2962 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2838, i32 %t2839, i32 %t2840, i32 %t2841, i32 %t2943, i32 %t2952, float %t2958, float %t2959, float %t2960, float %t2961) convergent
  %t2963 = extractvalue {float, float, float, float} %t2962, 0
  %t2964 = extractvalue {float, float, float, float} %t2962, 1
  %t2965 = extractvalue {float, float, float, float} %t2962, 2
  %t2966 = extractvalue {float, float, float, float} %t2962, 3
  %t2967 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2838, i32 %t2839, i32 %t2840, i32 %t2841, i32 %t2938, i32 %t2947, float %t2963, float %t2964, float %t2965, float %t2966) convergent
  %t2968 = extractvalue {float, float, float, float} %t2967, 0
  %t2969 = extractvalue {float, float, float, float} %t2967, 1
  %t2970 = extractvalue {float, float, float, float} %t2967, 2
  %t2971 = extractvalue {float, float, float, float} %t2967, 3
  store float %t2968, ptr %s100
  store float %t2969, ptr %s101
  store float %t2970, ptr %s102
  store float %t2971, ptr %s103
  %t2972 = bitcast float %t2594 to i32
  %t2973 = bitcast float %t2618 to i32
  %t2974 = bitcast float %t2606 to i32
  %t2975 = bitcast float %t2630 to i32
  %t2976 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2972)
  %t2977 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2973)
  %t2978 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2974)
  %t2979 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2975)
  %t2980 = bitcast i32 %t2972 to float
  %t2981 = bitcast i32 %t2976 to float
  %t2982 = fsub float %t2980, %t2981
  %t2983 = bitcast float %t2982 to i32
  %t2984 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2983)
  %t2985 = bitcast i32 %t2973 to float
  %t2986 = bitcast i32 %t2977 to float
  %t2987 = fsub float %t2985, %t2986
  %t2988 = bitcast float %t2987 to i32
  %t2989 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2988)
  %t2990 = bitcast i32 %t2974 to float
  %t2991 = bitcast i32 %t2978 to float
  %t2992 = fsub float %t2990, %t2991
  %t2993 = bitcast float %t2992 to i32
  %t2994 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2993)
  %t2995 = bitcast i32 %t2975 to float
  %t2996 = bitcast i32 %t2979 to float
  %t2997 = fsub float %t2995, %t2996
  %t2998 = bitcast float %t2997 to i32
  %t2999 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t2998)
  %t3000 = add nsw i32 %t2833, 1152
  %t3001 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t3000
  %t3002 = load i32, ptr addrspace(3) %t3001, align 4
  %t3003 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t3002)
  %t3004 = bitcast i32 %t3002 to float
  %t3005 = bitcast i32 %t3003 to float
  %t3006 = fsub float %t3004, %t3005
  %t3007 = bitcast float %t3006 to i32
  %t3008 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t3007)
  %t3009 = add nsw i32 %t2833, 1296
  %t3010 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t3009
  %t3011 = load i32, ptr addrspace(3) %t3010, align 4
  %t3012 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t3011)
  %t3013 = bitcast i32 %t3011 to float
  %t3014 = bitcast i32 %t3012 to float
  %t3015 = fsub float %t3013, %t3014
  %t3016 = bitcast float %t3015 to i32
  %t3017 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t3016)
  %t3018 = load float, ptr %s92
  %t3019 = load float, ptr %s93
  %t3020 = load float, ptr %s94
  %t3021 = load float, ptr %s95
  %t3022 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2984, i32 %t2989, i32 %t2994, i32 %t2999, i32 %t3003, i32 %t3012, float %t3018, float %t3019, float %t3020, float %t3021) convergent
  %t3023 = extractvalue {float, float, float, float} %t3022, 0
  %t3024 = extractvalue {float, float, float, float} %t3022, 1
  %t3025 = extractvalue {float, float, float, float} %t3022, 2
  %t3026 = extractvalue {float, float, float, float} %t3022, 3
  %t3027 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2976, i32 %t2977, i32 %t2978, i32 %t2979, i32 %t3008, i32 %t3017, float %t3023, float %t3024, float %t3025, float %t3026) convergent
  %t3028 = extractvalue {float, float, float, float} %t3027, 0
  %t3029 = extractvalue {float, float, float, float} %t3027, 1
  %t3030 = extractvalue {float, float, float, float} %t3027, 2
  %t3031 = extractvalue {float, float, float, float} %t3027, 3
  %t3032 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2976, i32 %t2977, i32 %t2978, i32 %t2979, i32 %t3003, i32 %t3012, float %t3028, float %t3029, float %t3030, float %t3031) convergent
  %t3033 = extractvalue {float, float, float, float} %t3032, 0
  %t3034 = extractvalue {float, float, float, float} %t3032, 1
  %t3035 = extractvalue {float, float, float, float} %t3032, 2
  %t3036 = extractvalue {float, float, float, float} %t3032, 3
  store float %t3033, ptr %s92
  store float %t3034, ptr %s93
  store float %t3035, ptr %s94
  store float %t3036, ptr %s95
  %t3037 = add nsw i32 %t2833, 1184
  %t3038 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t3037
  %t3039 = load i32, ptr addrspace(3) %t3038, align 4
  %t3040 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t3039)
  %t3041 = bitcast i32 %t3039 to float
  %t3042 = bitcast i32 %t3040 to float
  %t3043 = fsub float %t3041, %t3042
  %t3044 = bitcast float %t3043 to i32
  %t3045 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t3044)
  %t3046 = add nsw i32 %t2833, 1328
  %t3047 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t3046
  %t3048 = load i32, ptr addrspace(3) %t3047, align 4
  %t3049 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t3048)
  %t3050 = bitcast i32 %t3048 to float
  %t3051 = bitcast i32 %t3049 to float
  %t3052 = fsub float %t3050, %t3051
  %t3053 = bitcast float %t3052 to i32
  %t3054 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t3053)
  %t3055 = load float, ptr %s96
  %t3056 = load float, ptr %s97
  %t3057 = load float, ptr %s98
  %t3058 = load float, ptr %s99
  %t3059 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2984, i32 %t2989, i32 %t2994, i32 %t2999, i32 %t3040, i32 %t3049, float %t3055, float %t3056, float %t3057, float %t3058) convergent
  %t3060 = extractvalue {float, float, float, float} %t3059, 0
  %t3061 = extractvalue {float, float, float, float} %t3059, 1
  %t3062 = extractvalue {float, float, float, float} %t3059, 2
  %t3063 = extractvalue {float, float, float, float} %t3059, 3
  %t3064 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2976, i32 %t2977, i32 %t2978, i32 %t2979, i32 %t3045, i32 %t3054, float %t3060, float %t3061, float %t3062, float %t3063) convergent
  %t3065 = extractvalue {float, float, float, float} %t3064, 0
  %t3066 = extractvalue {float, float, float, float} %t3064, 1
  %t3067 = extractvalue {float, float, float, float} %t3064, 2
  %t3068 = extractvalue {float, float, float, float} %t3064, 3
  %t3069 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2976, i32 %t2977, i32 %t2978, i32 %t2979, i32 %t3040, i32 %t3049, float %t3065, float %t3066, float %t3067, float %t3068) convergent
  %t3070 = extractvalue {float, float, float, float} %t3069, 0
  %t3071 = extractvalue {float, float, float, float} %t3069, 1
  %t3072 = extractvalue {float, float, float, float} %t3069, 2
  %t3073 = extractvalue {float, float, float, float} %t3069, 3
  store float %t3070, ptr %s96
  store float %t3071, ptr %s97
  store float %t3072, ptr %s98
  store float %t3073, ptr %s99
  %t3074 = add nsw i32 %t2833, 1216
  %t3075 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t3074
  %t3076 = load i32, ptr addrspace(3) %t3075, align 4
  %t3077 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t3076)
  %t3078 = bitcast i32 %t3076 to float
  %t3079 = bitcast i32 %t3077 to float
  %t3080 = fsub float %t3078, %t3079
  %t3081 = bitcast float %t3080 to i32
  %t3082 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t3081)
  %t3083 = add nsw i32 %t2833, 1360
  %t3084 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t3083
  %t3085 = load i32, ptr addrspace(3) %t3084, align 4
  %t3086 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t3085)
  %t3087 = bitcast i32 %t3085 to float
  %t3088 = bitcast i32 %t3086 to float
  %t3089 = fsub float %t3087, %t3088
  %t3090 = bitcast float %t3089 to i32
  %t3091 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t3090)
  %t3092 = load float, ptr %s100
  %t3093 = load float, ptr %s101
  %t3094 = load float, ptr %s102
  %t3095 = load float, ptr %s103
  %t3096 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2984, i32 %t2989, i32 %t2994, i32 %t2999, i32 %t3077, i32 %t3086, float %t3092, float %t3093, float %t3094, float %t3095) convergent
  %t3097 = extractvalue {float, float, float, float} %t3096, 0
  %t3098 = extractvalue {float, float, float, float} %t3096, 1
  %t3099 = extractvalue {float, float, float, float} %t3096, 2
  %t3100 = extractvalue {float, float, float, float} %t3096, 3
  %t3101 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2976, i32 %t2977, i32 %t2978, i32 %t2979, i32 %t3082, i32 %t3091, float %t3097, float %t3098, float %t3099, float %t3100) convergent
  %t3102 = extractvalue {float, float, float, float} %t3101, 0
  %t3103 = extractvalue {float, float, float, float} %t3101, 1
  %t3104 = extractvalue {float, float, float, float} %t3101, 2
  %t3105 = extractvalue {float, float, float, float} %t3101, 3
  %t3106 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t2976, i32 %t2977, i32 %t2978, i32 %t2979, i32 %t3077, i32 %t3086, float %t3102, float %t3103, float %t3104, float %t3105) convergent
  %t3107 = extractvalue {float, float, float, float} %t3106, 0
  %t3108 = extractvalue {float, float, float, float} %t3106, 1
  %t3109 = extractvalue {float, float, float, float} %t3106, 2
  %t3110 = extractvalue {float, float, float, float} %t3106, 3
  store float %t3107, ptr %s100
  store float %t3108, ptr %s101
  store float %t3109, ptr %s102
  store float %t3110, ptr %s103
  %t3111 = add nuw nsw i64 %t1715, 1
  store i64 %t3111, ptr %s1712
  %t3112 = icmp slt i64 %t3111, 2
  br i1 %t3112, label %loop.1713, label %done.1714
done.1714:
  call void asm sideeffect "cp.async.wait_all;", "~{memory}"() convergent
  %t3113 = load float, ptr %s84
  %t3114 = load float, ptr %s85
  %t3115 = load float, ptr %s88
  %t3116 = load float, ptr %s89
  br i1 %t107, label %then.3117, label %else.3118
then.3117:
  %t3120 = mul nsw i32 %t13, 4
  %t3121 = getelementptr float, ptr %buffer5, i64 640
  %t3122 = sext i32 %t8 to i64
  %t3123 = mul nsw i64 %t3122, 16
  %t3124 = getelementptr float, ptr %t3121, i64 %t3123
  %t3125 = sext i32 %t7 to i64
  %t3126 = mul nsw i64 %t3125, 1280
  %t3127 = getelementptr float, ptr %t3124, i64 %t3126
  %t3128 = sext i32 %t109 to i64
  %t3129 = mul nsw i64 %t3128, 32
  %t3130 = getelementptr float, ptr %t3127, i64 %t3129
  %t3131 = sext i32 %t3120 to i64
  %t3132 = mul nsw i64 %t3131, 1
  %t3133 = getelementptr float, ptr %t3130, i64 %t3132
  %t3134 = fmul contract float %t3113, 0x3FD0000000000000
  %t3135 = fmul contract float %t3115, 0x3FD0000000000000
  %t3136 = insertelement <2 x float> poison, float %t3134, i32 0
  %t3137 = insertelement <2 x float> %t3136, float %t3135, i32 1
  store <2 x float> %t3137, ptr %t3133, align 8
  %t3138 = mul nsw i32 %t13, 4
  %t3139 = add nsw i32 %t3138, 2
  %t3140 = getelementptr float, ptr %buffer5, i64 640
  %t3141 = sext i32 %t8 to i64
  %t3142 = mul nsw i64 %t3141, 16
  %t3143 = getelementptr float, ptr %t3140, i64 %t3142
  %t3144 = sext i32 %t7 to i64
  %t3145 = mul nsw i64 %t3144, 1280
  %t3146 = getelementptr float, ptr %t3143, i64 %t3145
  %t3147 = sext i32 %t109 to i64
  %t3148 = mul nsw i64 %t3147, 32
  %t3149 = getelementptr float, ptr %t3146, i64 %t3148
  %t3150 = sext i32 %t3139 to i64
  %t3151 = mul nsw i64 %t3150, 1
  %t3152 = getelementptr float, ptr %t3149, i64 %t3151
  %t3153 = fmul contract float %t3114, 0x3FD0000000000000
  %t3154 = fmul contract float %t3116, 0x3FD0000000000000
  %t3155 = insertelement <2 x float> poison, float %t3153, i32 0
  %t3156 = insertelement <2 x float> %t3155, float %t3154, i32 1
  store <2 x float> %t3156, ptr %t3152, align 8
  br label %join.3119
else.3118:
  br label %join.3119
join.3119:
  %t3157 = load float, ptr %s86
  %t3158 = load float, ptr %s87
  %t3159 = load float, ptr %s90
  %t3160 = load float, ptr %s91
  br i1 %t108, label %then.3161, label %else.3162
then.3161:
  %t3164 = mul nsw i32 %t13, 4
  %t3165 = getelementptr float, ptr %buffer5, i64 640
  %t3166 = sext i32 %t8 to i64
  %t3167 = mul nsw i64 %t3166, 16
  %t3168 = getelementptr float, ptr %t3165, i64 %t3167
  %t3169 = sext i32 %t7 to i64
  %t3170 = mul nsw i64 %t3169, 1280
  %t3171 = getelementptr float, ptr %t3168, i64 %t3170
  %t3172 = sext i32 %t110 to i64
  %t3173 = mul nsw i64 %t3172, 32
  %t3174 = getelementptr float, ptr %t3171, i64 %t3173
  %t3175 = sext i32 %t3164 to i64
  %t3176 = mul nsw i64 %t3175, 1
  %t3177 = getelementptr float, ptr %t3174, i64 %t3176
  %t3178 = fmul contract float %t3157, 0x3FD0000000000000
  %t3179 = fmul contract float %t3159, 0x3FD0000000000000
  %t3180 = insertelement <2 x float> poison, float %t3178, i32 0
  %t3181 = insertelement <2 x float> %t3180, float %t3179, i32 1
  store <2 x float> %t3181, ptr %t3177, align 8
  %t3182 = mul nsw i32 %t13, 4
  %t3183 = add nsw i32 %t3182, 2
  %t3184 = getelementptr float, ptr %buffer5, i64 640
  %t3185 = sext i32 %t8 to i64
  %t3186 = mul nsw i64 %t3185, 16
  %t3187 = getelementptr float, ptr %t3184, i64 %t3186
  %t3188 = sext i32 %t7 to i64
  %t3189 = mul nsw i64 %t3188, 1280
  %t3190 = getelementptr float, ptr %t3187, i64 %t3189
  %t3191 = sext i32 %t110 to i64
  %t3192 = mul nsw i64 %t3191, 32
  %t3193 = getelementptr float, ptr %t3190, i64 %t3192
  %t3194 = sext i32 %t3183 to i64
  %t3195 = mul nsw i64 %t3194, 1
  %t3196 = getelementptr float, ptr %t3193, i64 %t3195
  %t3197 = fmul contract float %t3158, 0x3FD0000000000000
  %t3198 = fmul contract float %t3160, 0x3FD0000000000000
  %t3199 = insertelement <2 x float> poison, float %t3197, i32 0
  %t3200 = insertelement <2 x float> %t3199, float %t3198, i32 1
  store <2 x float> %t3200, ptr %t3196, align 8
  br label %join.3163
else.3162:
  br label %join.3163
join.3163:
  %t3201 = load float, ptr %s92
  %t3202 = load float, ptr %s93
  %t3203 = load float, ptr %s96
  %t3204 = load float, ptr %s97
  %t3205 = load float, ptr %s100
  %t3206 = load float, ptr %s101
  br i1 %t107, label %then.3207, label %else.3208
then.3207:
  %t3210 = mul nsw i32 %t13, 2
  %t3211 = getelementptr float, ptr %buffer5, i64 1920
  %t3212 = sext i32 %t8 to i64
  %t3213 = mul nsw i64 %t3212, 24
  %t3214 = getelementptr float, ptr %t3211, i64 %t3213
  %t3215 = sext i32 %t7 to i64
  %t3216 = mul nsw i64 %t3215, 1920
  %t3217 = getelementptr float, ptr %t3214, i64 %t3216
  %t3218 = sext i32 %t109 to i64
  %t3219 = mul nsw i64 %t3218, 48
  %t3220 = getelementptr float, ptr %t3217, i64 %t3219
  %t3221 = sext i32 %t3210 to i64
  %t3222 = mul nsw i64 %t3221, 1
  %t3223 = getelementptr float, ptr %t3220, i64 %t3222
  %t3224 = insertelement <2 x float> poison, float %t3201, i32 0
  %t3225 = insertelement <2 x float> %t3224, float %t3202, i32 1
  store <2 x float> %t3225, ptr %t3223, align 8
  %t3226 = mul nsw i32 %t13, 2
  %t3227 = add nsw i32 %t3226, 8
  %t3228 = getelementptr float, ptr %buffer5, i64 1920
  %t3229 = sext i32 %t8 to i64
  %t3230 = mul nsw i64 %t3229, 24
  %t3231 = getelementptr float, ptr %t3228, i64 %t3230
  %t3232 = sext i32 %t7 to i64
  %t3233 = mul nsw i64 %t3232, 1920
  %t3234 = getelementptr float, ptr %t3231, i64 %t3233
  %t3235 = sext i32 %t109 to i64
  %t3236 = mul nsw i64 %t3235, 48
  %t3237 = getelementptr float, ptr %t3234, i64 %t3236
  %t3238 = sext i32 %t3227 to i64
  %t3239 = mul nsw i64 %t3238, 1
  %t3240 = getelementptr float, ptr %t3237, i64 %t3239
  %t3241 = insertelement <2 x float> poison, float %t3203, i32 0
  %t3242 = insertelement <2 x float> %t3241, float %t3204, i32 1
  store <2 x float> %t3242, ptr %t3240, align 8
  %t3243 = mul nsw i32 %t13, 2
  %t3244 = add nsw i32 %t3243, 16
  %t3245 = getelementptr float, ptr %buffer5, i64 1920
  %t3246 = sext i32 %t8 to i64
  %t3247 = mul nsw i64 %t3246, 24
  %t3248 = getelementptr float, ptr %t3245, i64 %t3247
  %t3249 = sext i32 %t7 to i64
  %t3250 = mul nsw i64 %t3249, 1920
  %t3251 = getelementptr float, ptr %t3248, i64 %t3250
  %t3252 = sext i32 %t109 to i64
  %t3253 = mul nsw i64 %t3252, 48
  %t3254 = getelementptr float, ptr %t3251, i64 %t3253
  %t3255 = sext i32 %t3244 to i64
  %t3256 = mul nsw i64 %t3255, 1
  %t3257 = getelementptr float, ptr %t3254, i64 %t3256
  %t3258 = insertelement <2 x float> poison, float %t3205, i32 0
  %t3259 = insertelement <2 x float> %t3258, float %t3206, i32 1
  store <2 x float> %t3259, ptr %t3257, align 8
  br label %join.3209
else.3208:
  br label %join.3209
join.3209:
  %t3260 = load float, ptr %s94
  %t3261 = load float, ptr %s95
  %t3262 = load float, ptr %s98
  %t3263 = load float, ptr %s99
  %t3264 = load float, ptr %s102
  %t3265 = load float, ptr %s103
  br i1 %t108, label %then.3266, label %else.3267
then.3266:
  %t3269 = mul nsw i32 %t13, 2
  %t3270 = getelementptr float, ptr %buffer5, i64 1920
  %t3271 = sext i32 %t8 to i64
  %t3272 = mul nsw i64 %t3271, 24
  %t3273 = getelementptr float, ptr %t3270, i64 %t3272
  %t3274 = sext i32 %t7 to i64
  %t3275 = mul nsw i64 %t3274, 1920
  %t3276 = getelementptr float, ptr %t3273, i64 %t3275
  %t3277 = sext i32 %t110 to i64
  %t3278 = mul nsw i64 %t3277, 48
  %t3279 = getelementptr float, ptr %t3276, i64 %t3278
  %t3280 = sext i32 %t3269 to i64
  %t3281 = mul nsw i64 %t3280, 1
  %t3282 = getelementptr float, ptr %t3279, i64 %t3281
  %t3283 = insertelement <2 x float> poison, float %t3260, i32 0
  %t3284 = insertelement <2 x float> %t3283, float %t3261, i32 1
  store <2 x float> %t3284, ptr %t3282, align 8
  %t3285 = mul nsw i32 %t13, 2
  %t3286 = add nsw i32 %t3285, 8
  %t3287 = getelementptr float, ptr %buffer5, i64 1920
  %t3288 = sext i32 %t8 to i64
  %t3289 = mul nsw i64 %t3288, 24
  %t3290 = getelementptr float, ptr %t3287, i64 %t3289
  %t3291 = sext i32 %t7 to i64
  %t3292 = mul nsw i64 %t3291, 1920
  %t3293 = getelementptr float, ptr %t3290, i64 %t3292
  %t3294 = sext i32 %t110 to i64
  %t3295 = mul nsw i64 %t3294, 48
  %t3296 = getelementptr float, ptr %t3293, i64 %t3295
  %t3297 = sext i32 %t3286 to i64
  %t3298 = mul nsw i64 %t3297, 1
  %t3299 = getelementptr float, ptr %t3296, i64 %t3298
  %t3300 = insertelement <2 x float> poison, float %t3262, i32 0
  %t3301 = insertelement <2 x float> %t3300, float %t3263, i32 1
  store <2 x float> %t3301, ptr %t3299, align 8
  %t3302 = mul nsw i32 %t13, 2
  %t3303 = add nsw i32 %t3302, 16
  %t3304 = getelementptr float, ptr %buffer5, i64 1920
  %t3305 = sext i32 %t8 to i64
  %t3306 = mul nsw i64 %t3305, 24
  %t3307 = getelementptr float, ptr %t3304, i64 %t3306
  %t3308 = sext i32 %t7 to i64
  %t3309 = mul nsw i64 %t3308, 1920
  %t3310 = getelementptr float, ptr %t3307, i64 %t3309
  %t3311 = sext i32 %t110 to i64
  %t3312 = mul nsw i64 %t3311, 48
  %t3313 = getelementptr float, ptr %t3310, i64 %t3312
  %t3314 = sext i32 %t3303 to i64
  %t3315 = mul nsw i64 %t3314, 1
  %t3316 = getelementptr float, ptr %t3313, i64 %t3315
  %t3317 = insertelement <2 x float> poison, float %t3264, i32 0
  %t3318 = insertelement <2 x float> %t3317, float %t3265, i32 1
  store <2 x float> %t3318, ptr %t3316, align 8
  br label %join.3268
else.3267:
  br label %join.3268
join.3268:
  ret void
}
