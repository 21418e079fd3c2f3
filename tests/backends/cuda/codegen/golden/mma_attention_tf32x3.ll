@shared_memory = external addrspace(3) global [0 x i8], align 128
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
declare float @llvm.maxnum.f32(float, float)
declare float @llvm.nvvm.shfl.sync.bfly.f32(i32, float, i32, i32) convergent
declare float @llvm.maximum.f32(float, float)
declare float @llvm.fma.f32(float, float, float)
define ptx_kernel void @mma_attention_tf32x3(ptr noalias %buffer0, ptr noalias %buffer1, ptr noalias %buffer2, ptr noalias %buffer3, ptr noalias %buffer4) nounwind "nvvm.maxntid"="64" {
  %s67 = alloca float
  %s68 = alloca float
  %s69 = alloca float
  %s70 = alloca float
  %s71 = alloca float
  %s72 = alloca float
  %s73 = alloca float
  %s74 = alloca float
  %s75 = alloca float
  %s76 = alloca float
  %s77 = alloca float
  %s78 = alloca float
  %s395 = alloca i64
  %s905 = alloca i64
  %t1 = ptrtoint ptr addrspace(3) @shared_memory to i64
  %t2 = trunc i64 %t1 to i32
  %t3 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t4 = zext i32 %t3 to i64
  %t5 = trunc i64 %t4 to i32
  %t6 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t7 = zext i32 %t6 to i64
  %t8 = trunc i64 %t7 to i32
  %t9 = urem i32 %t8, 2
  %t10 = udiv i32 %t8, 2
  %t11 = urem i32 %t10, 1
  %t12 = udiv i32 %t10, 1
  %t13 = mul i32 %t9, 16
  %t14 = and i32 %t5, 31
  %t15 = udiv i32 %t5, 32
  %t16 = udiv i32 %t15, 2
  %t17 = urem i32 %t15, 2
  %t18 = udiv i32 %t14, 4
  %t19 = and i32 %t14, 3
  %t20 = mul i32 %t16, 16
  %t21 = mul i32 %t17, 16
  %t22 = urem i32 %t5, 16
  %t23 = udiv i32 %t5, 16
  %t24 = sext i32 %t12 to i64
  %t25 = mul nsw i64 %t24, 640
  %t26 = getelementptr float, ptr %buffer1, i64 %t25
  %t27 = sext i32 %t23 to i64
  %t28 = mul nsw i64 %t27, 1
  %t29 = getelementptr float, ptr %t26, i64 %t28
  %t30 = sext i32 %t22 to i64
  %t31 = mul nsw i64 %t30, 40
  %t32 = getelementptr float, ptr %t29, i64 %t31
  %t33 = urem i32 %t5, 4
  %t34 = udiv i32 %t5, 4
  %t35 = mul i32 %t33, 4
  %t36 = sext i32 %t12 to i64
  %t37 = mul nsw i64 %t36, 640
  %t38 = getelementptr float, ptr %buffer2, i64 %t37
  %t39 = sext i32 %t34 to i64
  %t40 = mul nsw i64 %t39, 16
  %t41 = getelementptr float, ptr %t38, i64 %t40
  %t42 = sext i32 %t35 to i64
  %t43 = mul nsw i64 %t42, 1
  %t44 = getelementptr float, ptr %t41, i64 %t43
  %t45 = mul i32 %t19, 2
  %t46 = add i32 %t20, %t18
  %t47 = mul i32 %t46, 64
  %t48 = mul i32 %t19, 16
  %t49 = add i32 %t47, %t48
  %t50 = add i32 %t21, %t18
  %t51 = mul i32 %t50, 64
  %t52 = mul i32 %t19, 16
  %t53 = add i32 %t51, %t52
  %t54 = add i32 %t53, 1024
  %t55 = add i32 %t21, %t45
  %t56 = mul i32 %t55, 80
  %t57 = mul i32 %t18, 8
  %t58 = add i32 %t56, %t57
  %t59 = add i32 %t58, 3072
  %t60 = add i32 %t13, %t20
  %t61 = add i32 %t60, %t18
  %t62 = add i32 %t61, 8
  %t63 = icmp ult i32 %t61, 20
  %t64 = icmp ult i32 %t62, 20
  %t65 = select i1 %t63, i32 %t61, i32 19
  %t66 = select i1 %t64, i32 %t62, i32 19
  store float 0xFFF0000000000000, ptr %s67
  store float 0xFFF0000000000000, ptr %s68
  store float 0x0000000000000000, ptr %s69
  store float 0x0000000000000000, ptr %s70
  store float 0.0, ptr %s71
  store float 0.0, ptr %s72
  store float 0.0, ptr %s73
  store float 0.0, ptr %s74
  store float 0.0, ptr %s75
  store float 0.0, ptr %s76
  store float 0.0, ptr %s77
  store float 0.0, ptr %s78
  %t79 = urem i32 %t5, 4
  %t80 = udiv i32 %t5, 4
  %t81 = mul i32 %t79, 4
  %t82 = add i32 %t13, %t80
  %t83 = icmp ult i32 %t82, 20
  %t84 = sext i32 %t12 to i64
  %t85 = mul nsw i64 %t84, 320
  %t86 = getelementptr float, ptr %buffer0, i64 %t85
  %t87 = sext i32 %t82 to i64
  %t88 = mul nsw i64 %t87, 16
  %t89 = getelementptr float, ptr %t86, i64 %t88
  %t90 = sext i32 %t81 to i64
  %t91 = mul nsw i64 %t90, 1
  %t92 = getelementptr float, ptr %t89, i64 %t91
  %t93 = mul i32 %t80, 64
  %t94 = mul i32 %t81, 4
  %t95 = add i32 %t93, %t94
  %t96 = select i1 %t83, ptr %t92, ptr %buffer0
  %t97 = add i32 %t2, %t95
  %t98 = select i1 %t83, i32 16, i32 0
  %t99 = addrspacecast ptr %t96 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t97, ptr addrspace(1) %t99, i32 %t98)
  %t100 = icmp ult i32 %t23, 40
  %t101 = mul i32 %t23, 64
  %t102 = mul i32 %t22, 4
  %t103 = add i32 %t101, %t102
  %t104 = add i32 %t103, 1024
  %t105 = select i1 %t100, ptr %t32, ptr %buffer1
  %t106 = add i32 %t2, %t104
  %t107 = select i1 %t100, i32 4, i32 0
  %t108 = addrspacecast ptr %t105 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t106, ptr addrspace(1) %t108, i32 %t107)
  %t109 = getelementptr float, ptr %t32, i64 4
  %t110 = add i32 %t23, 4
  %t111 = icmp ult i32 %t110, 40
  %t112 = mul i32 %t110, 64
  %t113 = mul i32 %t22, 4
  %t114 = add i32 %t112, %t113
  %t115 = add i32 %t114, 1024
  %t116 = select i1 %t111, ptr %t109, ptr %buffer1
  %t117 = add i32 %t2, %t115
  %t118 = select i1 %t111, i32 4, i32 0
  %t119 = addrspacecast ptr %t116 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t117, ptr addrspace(1) %t119, i32 %t118)
  %t120 = getelementptr float, ptr %t32, i64 8
  %t121 = add i32 %t23, 8
  %t122 = icmp ult i32 %t121, 40
  %t123 = mul i32 %t121, 64
  %t124 = mul i32 %t22, 4
  %t125 = add i32 %t123, %t124
  %t126 = add i32 %t125, 1024
  %t127 = select i1 %t122, ptr %t120, ptr %buffer1
  %t128 = add i32 %t2, %t126
  %t129 = select i1 %t122, i32 4, i32 0
  %t130 = addrspacecast ptr %t127 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t128, ptr addrspace(1) %t130, i32 %t129)
  %t131 = getelementptr float, ptr %t32, i64 12
  %t132 = add i32 %t23, 12
  %t133 = icmp ult i32 %t132, 40
  %t134 = mul i32 %t132, 64
  %t135 = mul i32 %t22, 4
  %t136 = add i32 %t134, %t135
  %t137 = add i32 %t136, 1024
  %t138 = select i1 %t133, ptr %t131, ptr %buffer1
  %t139 = add i32 %t2, %t137
  %t140 = select i1 %t133, i32 4, i32 0
  %t141 = addrspacecast ptr %t138 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t139, ptr addrspace(1) %t141, i32 %t140)
  %t142 = getelementptr float, ptr %t32, i64 16
  %t143 = add i32 %t23, 16
  %t144 = icmp ult i32 %t143, 40
  %t145 = mul i32 %t143, 64
  %t146 = mul i32 %t22, 4
  %t147 = add i32 %t145, %t146
  %t148 = add i32 %t147, 1024
  %t149 = select i1 %t144, ptr %t142, ptr %buffer1
  %t150 = add i32 %t2, %t148
  %t151 = select i1 %t144, i32 4, i32 0
  %t152 = addrspacecast ptr %t149 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t150, ptr addrspace(1) %t152, i32 %t151)
  %t153 = getelementptr float, ptr %t32, i64 20
  %t154 = add i32 %t23, 20
  %t155 = icmp ult i32 %t154, 40
  %t156 = mul i32 %t154, 64
  %t157 = mul i32 %t22, 4
  %t158 = add i32 %t156, %t157
  %t159 = add i32 %t158, 1024
  %t160 = select i1 %t155, ptr %t153, ptr %buffer1
  %t161 = add i32 %t2, %t159
  %t162 = select i1 %t155, i32 4, i32 0
  %t163 = addrspacecast ptr %t160 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t161, ptr addrspace(1) %t163, i32 %t162)
  %t164 = getelementptr float, ptr %t32, i64 24
  %t165 = add i32 %t23, 24
  %t166 = icmp ult i32 %t165, 40
  %t167 = mul i32 %t165, 64
  %t168 = mul i32 %t22, 4
  %t169 = add i32 %t167, %t168
  %t170 = add i32 %t169, 1024
  %t171 = select i1 %t166, ptr %t164, ptr %buffer1
  %t172 = add i32 %t2, %t170
  %t173 = select i1 %t166, i32 4, i32 0
  %t174 = addrspacecast ptr %t171 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t172, ptr addrspace(1) %t174, i32 %t173)
  %t175 = getelementptr float, ptr %t32, i64 28
  %t176 = add i32 %t23, 28
  %t177 = icmp ult i32 %t176, 40
  %t178 = mul i32 %t176, 64
  %t179 = mul i32 %t22, 4
  %t180 = add i32 %t178, %t179
  %t181 = add i32 %t180, 1024
  %t182 = select i1 %t177, ptr %t175, ptr %buffer1
  %t183 = add i32 %t2, %t181
  %t184 = select i1 %t177, i32 4, i32 0
  %t185 = addrspacecast ptr %t182 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t183, ptr addrspace(1) %t185, i32 %t184)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t186 = icmp ult i32 %t34, 40
  %t187 = mul i32 %t34, 80
  %t188 = mul i32 %t35, 4
  %t189 = add i32 %t187, %t188
  %t190 = add i32 %t189, 3072
  %t191 = select i1 %t186, ptr %t44, ptr %buffer2
  %t192 = add i32 %t2, %t190
  %t193 = select i1 %t186, i32 16, i32 0
  %t194 = addrspacecast ptr %t191 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t192, ptr addrspace(1) %t194, i32 %t193)
  %t195 = getelementptr float, ptr %t44, i64 256
  %t196 = add i32 %t34, 16
  %t197 = icmp ult i32 %t196, 40
  %t198 = mul i32 %t196, 80
  %t199 = mul i32 %t35, 4
  %t200 = add i32 %t198, %t199
  %t201 = add i32 %t200, 3072
  %t202 = select i1 %t197, ptr %t195, ptr %buffer2
  %t203 = add i32 %t2, %t201
  %t204 = select i1 %t197, i32 16, i32 0
  %t205 = addrspacecast ptr %t202 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t203, ptr addrspace(1) %t205, i32 %t204)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t206 = getelementptr float, ptr %t32, i64 32
  %t207 = add i32 32, %t23
  %t208 = icmp ult i32 %t207, 40
  %t209 = mul i32 %t23, 64
  %t210 = mul i32 %t22, 4
  %t211 = add i32 %t209, %t210
  %t212 = add i32 %t211, 1024
  %t213 = add i32 %t212, 4608
  %t214 = select i1 %t208, ptr %t206, ptr %buffer1
  %t215 = add i32 %t2, %t213
  %t216 = select i1 %t208, i32 4, i32 0
  %t217 = addrspacecast ptr %t214 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t215, ptr addrspace(1) %t217, i32 %t216)
  %t218 = getelementptr float, ptr %t206, i64 4
  %t219 = add i32 %t23, 4
  %t220 = add i32 32, %t219
  %t221 = icmp ult i32 %t220, 40
  %t222 = mul i32 %t219, 64
  %t223 = mul i32 %t22, 4
  %t224 = add i32 %t222, %t223
  %t225 = add i32 %t224, 1024
  %t226 = add i32 %t225, 4608
  %t227 = select i1 %t221, ptr %t218, ptr %buffer1
  %t228 = add i32 %t2, %t226
  %t229 = select i1 %t221, i32 4, i32 0
  %t230 = addrspacecast ptr %t227 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t228, ptr addrspace(1) %t230, i32 %t229)
  %t231 = getelementptr float, ptr %t206, i64 8
  %t232 = add i32 %t23, 8
  %t233 = add i32 32, %t232
  %t234 = icmp ult i32 %t233, 40
  %t235 = mul i32 %t232, 64
  %t236 = mul i32 %t22, 4
  %t237 = add i32 %t235, %t236
  %t238 = add i32 %t237, 1024
  %t239 = add i32 %t238, 4608
  %t240 = select i1 %t234, ptr %t231, ptr %buffer1
  %t241 = add i32 %t2, %t239
  %t242 = select i1 %t234, i32 4, i32 0
  %t243 = addrspacecast ptr %t240 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t241, ptr addrspace(1) %t243, i32 %t242)
  %t244 = getelementptr float, ptr %t206, i64 12
  %t245 = add i32 %t23, 12
  %t246 = add i32 32, %t245
  %t247 = icmp ult i32 %t246, 40
  %t248 = mul i32 %t245, 64
  %t249 = mul i32 %t22, 4
  %t250 = add i32 %t248, %t249
  %t251 = add i32 %t250, 1024
  %t252 = add i32 %t251, 4608
  %t253 = select i1 %t247, ptr %t244, ptr %buffer1
  %t254 = add i32 %t2, %t252
  %t255 = select i1 %t247, i32 4, i32 0
  %t256 = addrspacecast ptr %t253 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t254, ptr addrspace(1) %t256, i32 %t255)
  %t257 = getelementptr float, ptr %t206, i64 16
  %t258 = add i32 %t23, 16
  %t259 = add i32 32, %t258
  %t260 = icmp ult i32 %t259, 40
  %t261 = mul i32 %t258, 64
  %t262 = mul i32 %t22, 4
  %t263 = add i32 %t261, %t262
  %t264 = add i32 %t263, 1024
  %t265 = add i32 %t264, 4608
  %t266 = select i1 %t260, ptr %t257, ptr %buffer1
  %t267 = add i32 %t2, %t265
  %t268 = select i1 %t260, i32 4, i32 0
  %t269 = addrspacecast ptr %t266 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t267, ptr addrspace(1) %t269, i32 %t268)
  %t270 = getelementptr float, ptr %t206, i64 20
  %t271 = add i32 %t23, 20
  %t272 = add i32 32, %t271
  %t273 = icmp ult i32 %t272, 40
  %t274 = mul i32 %t271, 64
  %t275 = mul i32 %t22, 4
  %t276 = add i32 %t274, %t275
  %t277 = add i32 %t276, 1024
  %t278 = add i32 %t277, 4608
  %t279 = select i1 %t273, ptr %t270, ptr %buffer1
  %t280 = add i32 %t2, %t278
  %t281 = select i1 %t273, i32 4, i32 0
  %t282 = addrspacecast ptr %t279 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t280, ptr addrspace(1) %t282, i32 %t281)
  %t283 = getelementptr float, ptr %t206, i64 24
  %t284 = add i32 %t23, 24
  %t285 = add i32 32, %t284
  %t286 = icmp ult i32 %t285, 40
  %t287 = mul i32 %t284, 64
  %t288 = mul i32 %t22, 4
  %t289 = add i32 %t287, %t288
  %t290 = add i32 %t289, 1024
  %t291 = add i32 %t290, 4608
  %t292 = select i1 %t286, ptr %t283, ptr %buffer1
  %t293 = add i32 %t2, %t291
  %t294 = select i1 %t286, i32 4, i32 0
  %t295 = addrspacecast ptr %t292 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t293, ptr addrspace(1) %t295, i32 %t294)
  %t296 = getelementptr float, ptr %t206, i64 28
  %t297 = add i32 %t23, 28
  %t298 = add i32 32, %t297
  %t299 = icmp ult i32 %t298, 40
  %t300 = mul i32 %t297, 64
  %t301 = mul i32 %t22, 4
  %t302 = add i32 %t300, %t301
  %t303 = add i32 %t302, 1024
  %t304 = add i32 %t303, 4608
  %t305 = select i1 %t299, ptr %t296, ptr %buffer1
  %t306 = add i32 %t2, %t304
  %t307 = select i1 %t299, i32 4, i32 0
  %t308 = addrspacecast ptr %t305 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t306, ptr addrspace(1) %t308, i32 %t307)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t309 = getelementptr float, ptr %t44, i64 512
  %t310 = add i32 32, %t34
  %t311 = icmp ult i32 %t310, 40
  %t312 = mul i32 %t34, 80
  %t313 = mul i32 %t35, 4
  %t314 = add i32 %t312, %t313
  %t315 = add i32 %t314, 3072
  %t316 = add i32 %t315, 4608
  %t317 = select i1 %t311, ptr %t309, ptr %buffer2
  %t318 = add i32 %t2, %t316
  %t319 = select i1 %t311, i32 16, i32 0
  %t320 = addrspacecast ptr %t317 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t318, ptr addrspace(1) %t320, i32 %t319)
  %t321 = getelementptr float, ptr %t309, i64 256
  %t322 = add i32 %t34, 16
  %t323 = add i32 32, %t322
  %t324 = icmp ult i32 %t323, 40
  %t325 = mul i32 %t322, 80
  %t326 = mul i32 %t35, 4
  %t327 = add i32 %t325, %t326
  %t328 = add i32 %t327, 3072
  %t329 = add i32 %t328, 4608
  %t330 = select i1 %t324, ptr %t321, ptr %buffer2
  %t331 = add i32 %t2, %t329
  %t332 = select i1 %t324, i32 16, i32 0
  %t333 = addrspacecast ptr %t330 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t331, ptr addrspace(1) %t333, i32 %t332)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  call void asm sideeffect "cp.async.wait_group 3;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t334 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t49
  %t335 = load <4 x i32>, ptr addrspace(3) %t334, align 16
  %t336 = extractelement <4 x i32> %t335, i32 0
  %t337 = extractelement <4 x i32> %t335, i32 1
  %t338 = extractelement <4 x i32> %t335, i32 2
  %t339 = extractelement <4 x i32> %t335, i32 3
  %t340 = add i32 %t49, 512
  %t341 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t340
  %t342 = load <4 x i32>, ptr addrspace(3) %t341, align 16
  %t343 = extractelement <4 x i32> %t342, i32 0
  %t344 = extractelement <4 x i32> %t342, i32 1
  %t345 = extractelement <4 x i32> %t342, i32 2
  %t346 = extractelement <4 x i32> %t342, i32 3
  %t347 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t336)
  %t348 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t343)
  %t349 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t337)
  %t350 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t344)
  %t351 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t338)
  %t352 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t345)
  %t353 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t339)
  %t354 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t346)
  %t355 = bitcast i32 %t336 to float
  %t356 = bitcast i32 %t347 to float
  %t357 = fsub float %t355, %t356
  %t358 = bitcast float %t357 to i32
  %t359 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t358)
  %t360 = bitcast i32 %t343 to float
  %t361 = bitcast i32 %t348 to float
  %t362 = fsub float %t360, %t361
  %t363 = bitcast float %t362 to i32
  %t364 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t363)
  %t365 = bitcast i32 %t337 to float
  %t366 = bitcast i32 %t349 to float
  %t367 = fsub float %t365, %t366
  %t368 = bitcast float %t367 to i32
  %t369 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t368)
  %t370 = bitcast i32 %t344 to float
  %t371 = bitcast i32 %t350 to float
  %t372 = fsub float %t370, %t371
  %t373 = bitcast float %t372 to i32
  %t374 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t373)
  %t375 = bitcast i32 %t338 to float
  %t376 = bitcast i32 %t351 to float
  %t377 = fsub float %t375, %t376
  %t378 = bitcast float %t377 to i32
  %t379 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t378)
  %t380 = bitcast i32 %t345 to float
  %t381 = bitcast i32 %t352 to float
  %t382 = fsub float %t380, %t381
  %t383 = bitcast float %t382 to i32
  %t384 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t383)
  %t385 = bitcast i32 %t339 to float
  %t386 = bitcast i32 %t353 to float
  %t387 = fsub float %t385, %t386
  %t388 = bitcast float %t387 to i32
  %t389 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t388)
  %t390 = bitcast i32 %t346 to float
  %t391 = bitcast i32 %t354 to float
  %t392 = fsub float %t390, %t391
  %t393 = bitcast float %t392 to i32
  %t394 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t393)
  store i64 0, ptr %s395
  br label %loop.396
loop.396:
  %t398 = load i64, ptr %s395
  %t399 = trunc i64 %t398 to i32
  %t400 = mul i32 %t399, 32
  %t401 = add i32 %t400, %t21
  %t402 = mul i32 %t19, 2
  %t403 = add i32 %t401, %t402
  %t404 = sext i32 %t403 to i64
  %t405 = mul nsw i64 %t404, 1
  %t406 = getelementptr float, ptr %buffer3, i64 %t405
  %t407 = sext i32 %t403 to i64
  %t408 = mul nsw i64 %t407, 1
  %t409 = getelementptr float, ptr %buffer3, i64 %t408
  %t410 = load float, ptr %t406, align 4
  %t411 = getelementptr float, ptr %t406, i64 1
  %t412 = load float, ptr %t411, align 4
  %t413 = getelementptr float, ptr %t406, i64 8
  %t414 = load float, ptr %t413, align 4
  %t415 = getelementptr float, ptr %t406, i64 9
  %t416 = load float, ptr %t415, align 4
  call void asm sideeffect "cp.async.wait_group 3;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t417 = urem i32 %t399, 2
  %t418 = mul i32 %t417, 4608
  %t419 = add i32 %t54, %t418
  %t420 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t419
  %t421 = load <4 x i32>, ptr addrspace(3) %t420, align 16
  %t422 = extractelement <4 x i32> %t421, i32 0
  %t423 = extractelement <4 x i32> %t421, i32 1
  %t424 = extractelement <4 x i32> %t421, i32 2
  %t425 = extractelement <4 x i32> %t421, i32 3
  %t426 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t422)
  %t427 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t423)
  %t428 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t424)
  %t429 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t425)
  %t430 = bitcast i32 %t422 to float
  %t431 = bitcast i32 %t426 to float
  %t432 = fsub float %t430, %t431
  %t433 = bitcast float %t432 to i32
  %t434 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t433)
  %t435 = bitcast i32 %t423 to float
  %t436 = bitcast i32 %t427 to float
  %t437 = fsub float %t435, %t436
  %t438 = bitcast float %t437 to i32
  %t439 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t438)
  %t440 = bitcast i32 %t424 to float
  %t441 = bitcast i32 %t428 to float
  %t442 = fsub float %t440, %t441
  %t443 = bitcast float %t442 to i32
  %t444 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t443)
  %t445 = bitcast i32 %t425 to float
  %t446 = bitcast i32 %t429 to float
  %t447 = fsub float %t445, %t446
  %t448 = bitcast float %t447 to i32
  %t449 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t448)
  %t450 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t359, i32 %t364, i32 %t369, i32 %t374, i32 %t426, i32 %t427, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t451 = extractvalue {float, float, float, float} %t450, 0
  %t452 = extractvalue {float, float, float, float} %t450, 1
  %t453 = extractvalue {float, float, float, float} %t450, 2
  %t454 = extractvalue {float, float, float, float} %t450, 3
  %t455 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t347, i32 %t348, i32 %t349, i32 %t350, i32 %t434, i32 %t439, float %t451, float %t452, float %t453, float %t454) convergent
  %t456 = extractvalue {float, float, float, float} %t455, 0
  %t457 = extractvalue {float, float, float, float} %t455, 1
  %t458 = extractvalue {float, float, float, float} %t455, 2
  %t459 = extractvalue {float, float, float, float} %t455, 3
  %t460 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t347, i32 %t348, i32 %t349, i32 %t350, i32 %t426, i32 %t427, float %t456, float %t457, float %t458, float %t459) convergent
  %t461 = extractvalue {float, float, float, float} %t460, 0
  %t462 = extractvalue {float, float, float, float} %t460, 1
  %t463 = extractvalue {float, float, float, float} %t460, 2
  %t464 = extractvalue {float, float, float, float} %t460, 3
  %t465 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t379, i32 %t384, i32 %t389, i32 %t394, i32 %t428, i32 %t429, float %t461, float %t462, float %t463, float %t464) convergent
  %t466 = extractvalue {float, float, float, float} %t465, 0
  %t467 = extractvalue {float, float, float, float} %t465, 1
  %t468 = extractvalue {float, float, float, float} %t465, 2
  %t469 = extractvalue {float, float, float, float} %t465, 3
  %t470 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t351, i32 %t352, i32 %t353, i32 %t354, i32 %t444, i32 %t449, float %t466, float %t467, float %t468, float %t469) convergent
  %t471 = extractvalue {float, float, float, float} %t470, 0
  %t472 = extractvalue {float, float, float, float} %t470, 1
  %t473 = extractvalue {float, float, float, float} %t470, 2
  %t474 = extractvalue {float, float, float, float} %t470, 3
  %t475 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t351, i32 %t352, i32 %t353, i32 %t354, i32 %t428, i32 %t429, float %t471, float %t472, float %t473, float %t474) convergent
  %t476 = extractvalue {float, float, float, float} %t475, 0
  %t477 = extractvalue {float, float, float, float} %t475, 1
  %t478 = extractvalue {float, float, float, float} %t475, 2
  %t479 = extractvalue {float, float, float, float} %t475, 3
  %t480 = add i32 %t419, 512
  %t481 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t480
  %t482 = load <4 x i32>, ptr addrspace(3) %t481, align 16
  %t483 = extractelement <4 x i32> %t482, i32 0
  %t484 = extractelement <4 x i32> %t482, i32 1
  %t485 = extractelement <4 x i32> %t482, i32 2
  %t486 = extractelement <4 x i32> %t482, i32 3
  %t487 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t483)
  %t488 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t484)
  %t489 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t485)
  %t490 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t486)
  %t491 = bitcast i32 %t483 to float
  %t492 = bitcast i32 %t487 to float
  %t493 = fsub float %t491, %t492
  %t494 = bitcast float %t493 to i32
  %t495 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t494)
  %t496 = bitcast i32 %t484 to float
  %t497 = bitcast i32 %t488 to float
  %t498 = fsub float %t496, %t497
  %t499 = bitcast float %t498 to i32
  %t500 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t499)
  %t501 = bitcast i32 %t485 to float
  %t502 = bitcast i32 %t489 to float
  %t503 = fsub float %t501, %t502
  %t504 = bitcast float %t503 to i32
  %t505 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t504)
  %t506 = bitcast i32 %t486 to float
  %t507 = bitcast i32 %t490 to float
  %t508 = fsub float %t506, %t507
  %t509 = bitcast float %t508 to i32
  %t510 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t509)
  %t511 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t359, i32 %t364, i32 %t369, i32 %t374, i32 %t487, i32 %t488, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t512 = extractvalue {float, float, float, float} %t511, 0
  %t513 = extractvalue {float, float, float, float} %t511, 1
  %t514 = extractvalue {float, float, float, float} %t511, 2
  %t515 = extractvalue {float, float, float, float} %t511, 3
  %t516 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t347, i32 %t348, i32 %t349, i32 %t350, i32 %t495, i32 %t500, float %t512, float %t513, float %t514, float %t515) convergent
  %t517 = extractvalue {float, float, float, float} %t516, 0
  %t518 = extractvalue {float, float, float, float} %t516, 1
  %t519 = extractvalue {float, float, float, float} %t516, 2
  %t520 = extractvalue {float, float, float, float} %t516, 3
  %t521 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t347, i32 %t348, i32 %t349, i32 %t350, i32 %t487, i32 %t488, float %t517, float %t518, float %t519, float %t520) convergent
  %t522 = extractvalue {float, float, float, float} %t521, 0
  %t523 = extractvalue {float, float, float, float} %t521, 1
  %t524 = extractvalue {float, float, float, float} %t521, 2
  %t525 = extractvalue {float, float, float, float} %t521, 3
  %t526 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t379, i32 %t384, i32 %t389, i32 %t394, i32 %t489, i32 %t490, float %t522, float %t523, float %t524, float %t525) convergent
  %t527 = extractvalue {float, float, float, float} %t526, 0
  %t528 = extractvalue {float, float, float, float} %t526, 1
  %t529 = extractvalue {float, float, float, float} %t526, 2
  %t530 = extractvalue {float, float, float, float} %t526, 3
  %t531 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t351, i32 %t352, i32 %t353, i32 %t354, i32 %t505, i32 %t510, float %t527, float %t528, float %t529, float %t530) convergent
  %t532 = extractvalue {float, float, float, float} %t531, 0
  %t533 = extractvalue {float, float, float, float} %t531, 1
  %t534 = extractvalue {float, float, float, float} %t531, 2
  %t535 = extractvalue {float, float, float, float} %t531, 3
  %t536 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t351, i32 %t352, i32 %t353, i32 %t354, i32 %t489, i32 %t490, float %t532, float %t533, float %t534, float %t535) convergent
  %t537 = extractvalue {float, float, float, float} %t536, 0
  %t538 = extractvalue {float, float, float, float} %t536, 1
  %t539 = extractvalue {float, float, float, float} %t536, 2
  %t540 = extractvalue {float, float, float, float} %t536, 3
  %t541 = add i32 %t400, %t21
  %t542 = mul i32 %t19, 2
  %t543 = add i32 %t541, %t542
  %t544 = fmul contract float %t476, 0x3FD0000000000000
  %t545 = fadd contract float %t544, %t410
  %t546 = fmul contract float %t478, 0x3FD0000000000000
  %t547 = fadd contract float %t546, %t410
  %t548 = add i32 %t543, 1
  %t549 = fmul contract float %t477, 0x3FD0000000000000
  %t550 = fadd contract float %t549, %t412
  %t551 = fmul contract float %t479, 0x3FD0000000000000
  %t552 = fadd contract float %t551, %t412
  %t553 = add i32 %t543, 8
  %t554 = fmul contract float %t537, 0x3FD0000000000000
  %t555 = fadd contract float %t554, %t414
  %t556 = fmul contract float %t539, 0x3FD0000000000000
  %t557 = fadd contract float %t556, %t414
  %t558 = add i32 %t543, 9
  %t559 = fmul contract float %t538, 0x3FD0000000000000
  %t560 = fadd contract float %t559, %t416
  %t561 = fmul contract float %t540, 0x3FD0000000000000
  %t562 = fadd contract float %t561, %t416
  %t563 = load float, ptr %s67
  %t564 = call float @llvm.maxnum.f32(float %t545, float %t550)
  %t565 = call float @llvm.maxnum.f32(float %t555, float %t560)
  %t566 = call float @llvm.maxnum.f32(float %t564, float %t565)
  %t567 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t566, i32 1, i32 31)
  %t568 = call float @llvm.maxnum.f32(float %t566, float %t567)
  %t569 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t568, i32 2, i32 31)
  %t570 = call float @llvm.maxnum.f32(float %t568, float %t569)
  %t571 = call float @llvm.maxnum.f32(float %t563, float %t570)
  %t572 = fcmp oeq float %t571, 0xFFF0000000000000
  %t573 = select i1 %t572, float 0x0000000000000000, float %t571
  %t574 = fsub float %t563, %t573
  %t575 = call float @llvm.maximum.f32(float %t574, float 0xC062C00000000000)
  %t576 = fmul float %t575, 0x3FF7154760000000
  %t577 = fneg float %t576
  %t578 = call float @llvm.fma.f32(float %t575, float 0x3FF7154760000000, float %t577)
  %t579 = call float @llvm.fma.f32(float %t575, float 0x3E54AE0C00000000, float %t578)
  %t580 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t576)
  %t581 = fmul float %t579, 0x3FE62E4300000000
  %t582 = call float @llvm.fma.f32(float %t580, float %t581, float %t580)
  store float %t571, ptr %s67
  %t583 = fsub float %t545, %t573
  %t584 = call float @llvm.maximum.f32(float %t583, float 0xC062C00000000000)
  %t585 = fmul float %t584, 0x3FF7154760000000
  %t586 = fneg float %t585
  %t587 = call float @llvm.fma.f32(float %t584, float 0x3FF7154760000000, float %t586)
  %t588 = call float @llvm.fma.f32(float %t584, float 0x3E54AE0C00000000, float %t587)
  %t589 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t585)
  %t590 = fmul float %t588, 0x3FE62E4300000000
  %t591 = call float @llvm.fma.f32(float %t589, float %t590, float %t589)
  %t592 = fsub float %t550, %t573
  %t593 = call float @llvm.maximum.f32(float %t592, float 0xC062C00000000000)
  %t594 = fmul float %t593, 0x3FF7154760000000
  %t595 = fneg float %t594
  %t596 = call float @llvm.fma.f32(float %t593, float 0x3FF7154760000000, float %t595)
  %t597 = call float @llvm.fma.f32(float %t593, float 0x3E54AE0C00000000, float %t596)
  %t598 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t594)
  %t599 = fmul float %t597, 0x3FE62E4300000000
  %t600 = call float @llvm.fma.f32(float %t598, float %t599, float %t598)
  %t601 = fsub float %t555, %t573
  %t602 = call float @llvm.maximum.f32(float %t601, float 0xC062C00000000000)
  %t603 = fmul float %t602, 0x3FF7154760000000
  %t604 = fneg float %t603
  %t605 = call float @llvm.fma.f32(float %t602, float 0x3FF7154760000000, float %t604)
  %t606 = call float @llvm.fma.f32(float %t602, float 0x3E54AE0C00000000, float %t605)
  %t607 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t603)
  %t608 = fmul float %t606, 0x3FE62E4300000000
  %t609 = call float @llvm.fma.f32(float %t607, float %t608, float %t607)
  %t610 = fsub float %t560, %t573
  %t611 = call float @llvm.maximum.f32(float %t610, float 0xC062C00000000000)
  %t612 = fmul float %t611, 0x3FF7154760000000
  %t613 = fneg float %t612
  %t614 = call float @llvm.fma.f32(float %t611, float 0x3FF7154760000000, float %t613)
  %t615 = call float @llvm.fma.f32(float %t611, float 0x3E54AE0C00000000, float %t614)
  %t616 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t612)
  %t617 = fmul float %t615, 0x3FE62E4300000000
  %t618 = call float @llvm.fma.f32(float %t616, float %t617, float %t616)
  %t619 = load float, ptr %s69
  %t620 = fmul float %t619, %t582
  %t621 = fadd float %t591, %t600
  %t622 = fadd float %t609, %t618
  %t623 = fadd float %t621, %t622
  %t624 = fadd float %t620, %t623
  store float %t624, ptr %s69
  %t625 = load float, ptr %s68
  %t626 = call float @llvm.maxnum.f32(float %t547, float %t552)
  %t627 = call float @llvm.maxnum.f32(float %t557, float %t562)
  %t628 = call float @llvm.maxnum.f32(float %t626, float %t627)
  %t629 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t628, i32 1, i32 31)
  %t630 = call float @llvm.maxnum.f32(float %t628, float %t629)
  %t631 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t630, i32 2, i32 31)
  %t632 = call float @llvm.maxnum.f32(float %t630, float %t631)
  %t633 = call float @llvm.maxnum.f32(float %t625, float %t632)
  %t634 = fcmp oeq float %t633, 0xFFF0000000000000
  %t635 = select i1 %t634, float 0x0000000000000000, float %t633
  %t636 = fsub float %t625, %t635
  %t637 = call float @llvm.maximum.f32(float %t636, float 0xC062C00000000000)
  %t638 = fmul float %t637, 0x3FF7154760000000
  %t639 = fneg float %t638
  %t640 = call float @llvm.fma.f32(float %t637, float 0x3FF7154760000000, float %t639)
  %t641 = call float @llvm.fma.f32(float %t637, float 0x3E54AE0C00000000, float %t640)
  %t642 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t638)
  %t643 = fmul float %t641, 0x3FE62E4300000000
  %t644 = call float @llvm.fma.f32(float %t642, float %t643, float %t642)
  store float %t633, ptr %s68
  %t645 = fsub float %t547, %t635
  %t646 = call float @llvm.maximum.f32(float %t645, float 0xC062C00000000000)
  %t647 = fmul float %t646, 0x3FF7154760000000
  %t648 = fneg float %t647
  %t649 = call float @llvm.fma.f32(float %t646, float 0x3FF7154760000000, float %t648)
  %t650 = call float @llvm.fma.f32(float %t646, float 0x3E54AE0C00000000, float %t649)
  %t651 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t647)
  %t652 = fmul float %t650, 0x3FE62E4300000000
  %t653 = call float @llvm.fma.f32(float %t651, float %t652, float %t651)
  %t654 = fsub float %t552, %t635
  %t655 = call float @llvm.maximum.f32(float %t654, float 0xC062C00000000000)
  %t656 = fmul float %t655, 0x3FF7154760000000
  %t657 = fneg float %t656
  %t658 = call float @llvm.fma.f32(float %t655, float 0x3FF7154760000000, float %t657)
  %t659 = call float @llvm.fma.f32(float %t655, float 0x3E54AE0C00000000, float %t658)
  %t660 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t656)
  %t661 = fmul float %t659, 0x3FE62E4300000000
  %t662 = call float @llvm.fma.f32(float %t660, float %t661, float %t660)
  %t663 = fsub float %t557, %t635
  %t664 = call float @llvm.maximum.f32(float %t663, float 0xC062C00000000000)
  %t665 = fmul float %t664, 0x3FF7154760000000
  %t666 = fneg float %t665
  %t667 = call float @llvm.fma.f32(float %t664, float 0x3FF7154760000000, float %t666)
  %t668 = call float @llvm.fma.f32(float %t664, float 0x3E54AE0C00000000, float %t667)
  %t669 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t665)
  %t670 = fmul float %t668, 0x3FE62E4300000000
  %t671 = call float @llvm.fma.f32(float %t669, float %t670, float %t669)
  %t672 = fsub float %t562, %t635
  %t673 = call float @llvm.maximum.f32(float %t672, float 0xC062C00000000000)
  %t674 = fmul float %t673, 0x3FF7154760000000
  %t675 = fneg float %t674
  %t676 = call float @llvm.fma.f32(float %t673, float 0x3FF7154760000000, float %t675)
  %t677 = call float @llvm.fma.f32(float %t673, float 0x3E54AE0C00000000, float %t676)
  %t678 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t674)
  %t679 = fmul float %t677, 0x3FE62E4300000000
  %t680 = call float @llvm.fma.f32(float %t678, float %t679, float %t678)
  %t681 = load float, ptr %s70
  %t682 = fmul float %t681, %t644
  %t683 = fadd float %t653, %t662
  %t684 = fadd float %t671, %t680
  %t685 = fadd float %t683, %t684
  %t686 = fadd float %t682, %t685
  store float %t686, ptr %s70
  %t687 = load float, ptr %s71
  %t688 = fmul float %t687, %t582
  store float %t688, ptr %s71
  %t689 = load float, ptr %s72
  %t690 = fmul float %t689, %t582
  store float %t690, ptr %s72
  %t691 = load float, ptr %s73
  %t692 = fmul float %t691, %t644
  store float %t692, ptr %s73
  %t693 = load float, ptr %s74
  %t694 = fmul float %t693, %t644
  store float %t694, ptr %s74
  %t695 = load float, ptr %s75
  %t696 = fmul float %t695, %t582
  store float %t696, ptr %s75
  %t697 = load float, ptr %s76
  %t698 = fmul float %t697, %t582
  store float %t698, ptr %s76
  %t699 = load float, ptr %s77
  %t700 = fmul float %t699, %t644
  store float %t700, ptr %s77
  %t701 = load float, ptr %s78
  %t702 = fmul float %t701, %t644
  store float %t702, ptr %s78
  call void asm sideeffect "cp.async.wait_group 4;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t703 = add i32 %t59, %t418
  %t704 = bitcast float %t591 to i32
  %t705 = bitcast float %t653 to i32
  %t706 = bitcast float %t600 to i32
  %t707 = bitcast float %t662 to i32
  %t708 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t704)
  %t709 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t705)
  %t710 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t706)
  %t711 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t707)
  %t712 = bitcast i32 %t704 to float
  %t713 = bitcast i32 %t708 to float
  %t714 = fsub float %t712, %t713
  %t715 = bitcast float %t714 to i32
  %t716 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t715)
  %t717 = bitcast i32 %t705 to float
  %t718 = bitcast i32 %t709 to float
  %t719 = fsub float %t717, %t718
  %t720 = bitcast float %t719 to i32
  %t721 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t720)
  %t722 = bitcast i32 %t706 to float
  %t723 = bitcast i32 %t710 to float
  %t724 = fsub float %t722, %t723
  %t725 = bitcast float %t724 to i32
  %t726 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t725)
  %t727 = bitcast i32 %t707 to float
  %t728 = bitcast i32 %t711 to float
  %t729 = fsub float %t727, %t728
  %t730 = bitcast float %t729 to i32
  %t731 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t730)
  %t732 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t703
  %t733 = load <2 x i32>, ptr addrspace(3) %t732, align 8
  %t734 = extractelement <2 x i32> %t733, i32 0
  %t735 = extractelement <2 x i32> %t733, i32 1
  %t736 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t734)
  %t737 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t735)
  %t738 = bitcast i32 %t734 to float
  %t739 = bitcast i32 %t736 to float
  %t740 = fsub float %t738, %t739
  %t741 = bitcast float %t740 to i32
  %t742 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t741)
  %t743 = bitcast i32 %t735 to float
  %t744 = bitcast i32 %t737 to float
  %t745 = fsub float %t743, %t744
  %t746 = bitcast float %t745 to i32
  %t747 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t746)
  %t748 = add i32 %t703, 80
  %t749 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t748
  %t750 = load <2 x i32>, ptr addrspace(3) %t749, align 8
  %t751 = extractelement <2 x i32> %t750, i32 0
  %t752 = extractelement <2 x i32> %t750, i32 1
  %t753 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t751)
  %t754 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t752)
  %t755 = bitcast i32 %t751 to float
  %t756 = bitcast i32 %t753 to float
  %t757 = fsub float %t755, %t756
  %t758 = bitcast float %t757 to i32
  %t759 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t758)
  %t760 = bitcast i32 %t752 to float
  %t761 = bitcast i32 %t754 to float
  %t762 = fsub float %t760, %t761
  %t763 = bitcast float %t762 to i32
  %t764 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t763)
  %t765 = load float, ptr %s71
  %t766 = load float, ptr %s72
  %t767 = load float, ptr %s73
  %t768 = load float, ptr %s74
  %t769 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t716, i32 %t721, i32 %t726, i32 %t731, i32 %t736, i32 %t753, float %t765, float %t766, float %t767, float %t768) convergent
  %t770 = extractvalue {float, float, float, float} %t769, 0
  %t771 = extractvalue {float, float, float, float} %t769, 1
  %t772 = extractvalue {float, float, float, float} %t769, 2
  %t773 = extractvalue {float, float, float, float} %t769, 3
  %t774 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t708, i32 %t709, i32 %t710, i32 %t711, i32 %t742, i32 %t759, float %t770, float %t771, float %t772, float %t773) convergent
  %t775 = extractvalue {float, float, float, float} %t774, 0
  %t776 = extractvalue {float, float, float, float} %t774, 1
  %t777 = extractvalue {float, float, float, float} %t774, 2
  %t778 = extractvalue {float, float, float, float} %t774, 3
  %t779 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t708, i32 %t709, i32 %t710, i32 %t711, i32 %t736, i32 %t753, float %t775, float %t776, float %t777, float %t778) convergent
  %t780 = extractvalue {float, float, float, float} %t779, 0
  %t781 = extractvalue {float, float, float, float} %t779, 1
  %t782 = extractvalue {float, float, float, float} %t779, 2
  %t783 = extractvalue {float, float, float, float} %t779, 3
  store float %t780, ptr %s71
  store float %t781, ptr %s72
  store float %t782, ptr %s73
  store float %t783, ptr %s74
  %t784 = load float, ptr %s75
  %t785 = load float, ptr %s76
  %t786 = load float, ptr %s77
  %t787 = load float, ptr %s78
  %t788 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t716, i32 %t721, i32 %t726, i32 %t731, i32 %t737, i32 %t754, float %t784, float %t785, float %t786, float %t787) convergent
  %t789 = extractvalue {float, float, float, float} %t788, 0
  %t790 = extractvalue {float, float, float, float} %t788, 1
  %t791 = extractvalue {float, float, float, float} %t788, 2
  %t792 = extractvalue {float, float, float, float} %t788, 3
  %t793 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t708, i32 %t709, i32 %t710, i32 %t711, i32 %t747, i32 %t764, float %t789, float %t790, float %t791, float %t792) convergent
  %t794 = extractvalue {float, float, float, float} %t793, 0
  %t795 = extractvalue {float, float, float, float} %t793, 1
  %t796 = extractvalue {float, float, float, float} %t793, 2
  %t797 = extractvalue {float, float, float, float} %t793, 3
  %t798 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t708, i32 %t709, i32 %t710, i32 %t711, i32 %t737, i32 %t754, float %t794, float %t795, float %t796, float %t797) convergent
  %t799 = extractvalue {float, float, float, float} %t798, 0
  %t800 = extractvalue {float, float, float, float} %t798, 1
  %t801 = extractvalue {float, float, float, float} %t798, 2
  %t802 = extractvalue {float, float, float, float} %t798, 3
  store float %t799, ptr %s75
  store float %t800, ptr %s76
  store float %t801, ptr %s77
  store float %t802, ptr %s78
  %t803 = bitcast float %t609 to i32
  %t804 = bitcast float %t671 to i32
  %t805 = bitcast float %t618 to i32
  %t806 = bitcast float %t680 to i32
  %t807 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t803)
  %t808 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t804)
  %t809 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t805)
  %t810 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t806)
  %t811 = bitcast i32 %t803 to float
  %t812 = bitcast i32 %t807 to float
  %t813 = fsub float %t811, %t812
  %t814 = bitcast float %t813 to i32
  %t815 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t814)
  %t816 = bitcast i32 %t804 to float
  %t817 = bitcast i32 %t808 to float
  %t818 = fsub float %t816, %t817
  %t819 = bitcast float %t818 to i32
  %t820 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t819)
  %t821 = bitcast i32 %t805 to float
  %t822 = bitcast i32 %t809 to float
  %t823 = fsub float %t821, %t822
  %t824 = bitcast float %t823 to i32
  %t825 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t824)
  %t826 = bitcast i32 %t806 to float
  %t827 = bitcast i32 %t810 to float
  %t828 = fsub float %t826, %t827
  %t829 = bitcast float %t828 to i32
  %t830 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t829)
  %t831 = add i32 %t703, 640
  %t832 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t831
  %t833 = load <2 x i32>, ptr addrspace(3) %t832, align 8
  %t834 = extractelement <2 x i32> %t833, i32 0
  %t835 = extractelement <2 x i32> %t833, i32 1
  %t836 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t834)
  %t837 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t835)
  %t838 = bitcast i32 %t834 to float
  %t839 = bitcast i32 %t836 to float
  %t840 = fsub float %t838, %t839
  %t841 = bitcast float %t840 to i32
  %t842 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t841)
  %t843 = bitcast i32 %t835 to float
  %t844 = bitcast i32 %t837 to float
  %t845 = fsub float %t843, %t844
  %t846 = bitcast float %t845 to i32
  %t847 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t846)
  %t848 = add i32 %t703, 720
  %t849 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t848
  %t850 = load <2 x i32>, ptr addrspace(3) %t849, align 8
  %t851 = extractelement <2 x i32> %t850, i32 0
  %t852 = extractelement <2 x i32> %t850, i32 1
  %t853 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t851)
  %t854 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t852)
  %t855 = bitcast i32 %t851 to float
  %t856 = bitcast i32 %t853 to float
  %t857 = fsub float %t855, %t856
  %t858 = bitcast float %t857 to i32
  %t859 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t858)
  %t860 = bitcast i32 %t852 to float
  %t861 = bitcast i32 %t854 to float
  %t862 = fsub float %t860, %t861
  %t863 = bitcast float %t862 to i32
  %t864 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t863)
  %t865 = load float, ptr %s71
  %t866 = load float, ptr %s72
  %t867 = load float, ptr %s73
  %t868 = load float, ptr %s74
  %t869 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t815, i32 %t820, i32 %t825, i32 %t830, i32 %t836, i32 %t853, float %t865, float %t866, float %t867, float %t868) convergent
  %t870 = extractvalue {float, float, float, float} %t869, 0
  %t871 = extractvalue {float, float, float, float} %t869, 1
  %t872 = extractvalue {float, float, float, float} %t869, 2
  %t873 = extractvalue {float, float, float, float} %t869, 3
  %t874 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t807, i32 %t808, i32 %t809, i32 %t810, i32 %t842, i32 %t859, float %t870, float %t871, float %t872, float %t873) convergent
  %t875 = extractvalue {float, float, float, float} %t874, 0
  %t876 = extractvalue {float, float, float, float} %t874, 1
  %t877 = extractvalue {float, float, float, float} %t874, 2
  %t878 = extractvalue {float, float, float, float} %t874, 3
  %t879 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t807, i32 %t808, i32 %t809, i32 %t810, i32 %t836, i32 %t853, float %t875, float %t876, float %t877, float %t878) convergent
  %t880 = extractvalue {float, float, float, float} %t879, 0
  %t881 = extractvalue {float, float, float, float} %t879, 1
  %t882 = extractvalue {float, float, float, float} %t879, 2
  %t883 = extractvalue {float, float, float, float} %t879, 3
  store float %t880, ptr %s71
  store float %t881, ptr %s72
  store float %t882, ptr %s73
  store float %t883, ptr %s74
  %t884 = load float, ptr %s75
  %t885 = load float, ptr %s76
  %t886 = load float, ptr %s77
  %t887 = load float, ptr %s78
  %t888 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t815, i32 %t820, i32 %t825, i32 %t830, i32 %t837, i32 %t854, float %t884, float %t885, float %t886, float %t887) convergent
  %t889 = extractvalue {float, float, float, float} %t888, 0
  %t890 = extractvalue {float, float, float, float} %t888, 1
  %t891 = extractvalue {float, float, float, float} %t888, 2
  %t892 = extractvalue {float, float, float, float} %t888, 3
  %t893 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t807, i32 %t808, i32 %t809, i32 %t810, i32 %t847, i32 %t864, float %t889, float %t890, float %t891, float %t892) convergent
  %t894 = extractvalue {float, float, float, float} %t893, 0
  %t895 = extractvalue {float, float, float, float} %t893, 1
  %t896 = extractvalue {float, float, float, float} %t893, 2
  %t897 = extractvalue {float, float, float, float} %t893, 3
  %t898 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t807, i32 %t808, i32 %t809, i32 %t810, i32 %t837, i32 %t854, float %t894, float %t895, float %t896, float %t897) convergent
  %t899 = extractvalue {float, float, float, float} %t898, 0
  %t900 = extractvalue {float, float, float, float} %t898, 1
  %t901 = extractvalue {float, float, float, float} %t898, 2
  %t902 = extractvalue {float, float, float, float} %t898, 3
  store float %t899, ptr %s75
  store float %t900, ptr %s76
  store float %t901, ptr %s77
  store float %t902, ptr %s78
  %t903 = add nuw nsw i64 %t398, 1
  store i64 %t903, ptr %s395
  %t904 = icmp slt i64 %t903, 1
  br i1 %t904, label %loop.396, label %done.397
done.397:
  store i64 1, ptr %s905
  br label %loop.906
loop.906:
  %t908 = load i64, ptr %s905
  %t909 = trunc i64 %t908 to i32
  %t910 = mul i32 %t909, 32
  %t911 = add i32 %t910, %t21
  %t912 = mul i32 %t19, 2
  %t913 = add i32 %t911, %t912
  %t914 = icmp ult i32 %t913, 39
  %t915 = select i1 %t914, i32 %t913, i32 39
  %t916 = sext i32 %t915 to i64
  %t917 = mul nsw i64 %t916, 1
  %t918 = getelementptr float, ptr %buffer3, i64 %t917
  %t919 = load float, ptr %t918, align 4
  %t920 = add i32 %t913, 1
  %t921 = icmp ult i32 %t920, 39
  %t922 = select i1 %t921, i32 %t920, i32 39
  %t923 = sext i32 %t922 to i64
  %t924 = mul nsw i64 %t923, 1
  %t925 = getelementptr float, ptr %buffer3, i64 %t924
  %t926 = load float, ptr %t925, align 4
  %t927 = add i32 %t913, 8
  %t928 = icmp ult i32 %t927, 39
  %t929 = select i1 %t928, i32 %t927, i32 39
  %t930 = sext i32 %t929 to i64
  %t931 = mul nsw i64 %t930, 1
  %t932 = getelementptr float, ptr %buffer3, i64 %t931
  %t933 = load float, ptr %t932, align 4
  %t934 = add i32 %t913, 9
  %t935 = icmp ult i32 %t934, 39
  %t936 = select i1 %t935, i32 %t934, i32 39
  %t937 = sext i32 %t936 to i64
  %t938 = mul nsw i64 %t937, 1
  %t939 = getelementptr float, ptr %buffer3, i64 %t938
  %t940 = load float, ptr %t939, align 4
  call void asm sideeffect "cp.async.wait_group 3;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t941 = urem i32 %t909, 2
  %t942 = mul i32 %t941, 4608
  %t943 = add i32 %t54, %t942
  %t944 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t943
  %t945 = load <4 x i32>, ptr addrspace(3) %t944, align 16
  %t946 = extractelement <4 x i32> %t945, i32 0
  %t947 = extractelement <4 x i32> %t945, i32 1
  %t948 = extractelement <4 x i32> %t945, i32 2
  %t949 = extractelement <4 x i32> %t945, i32 3
  %t950 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t946)
  %t951 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t947)
  %t952 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t948)
  %t953 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t949)
  %t954 = bitcast i32 %t946 to float
  %t955 = bitcast i32 %t950 to float
  %t956 = fsub float %t954, %t955
  %t957 = bitcast float %t956 to i32
  %t958 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t957)
  %t959 = bitcast i32 %t947 to float
  %t960 = bitcast i32 %t951 to float
  %t961 = fsub float %t959, %t960
  %t962 = bitcast float %t961 to i32
  %t963 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t962)
  %t964 = bitcast i32 %t948 to float
  %t965 = bitcast i32 %t952 to float
  %t966 = fsub float %t964, %t965
  %t967 = bitcast float %t966 to i32
  %t968 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t967)
  %t969 = bitcast i32 %t949 to float
  %t970 = bitcast i32 %t953 to float
  %t971 = fsub float %t969, %t970
  %t972 = bitcast float %t971 to i32
  %t973 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t972)
  %t974 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t359, i32 %t364, i32 %t369, i32 %t374, i32 %t950, i32 %t951, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t975 = extractvalue {float, float, float, float} %t974, 0
  %t976 = extractvalue {float, float, float, float} %t974, 1
  %t977 = extractvalue {float, float, float, float} %t974, 2
  %t978 = extractvalue {float, float, float, float} %t974, 3
  %t979 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t347, i32 %t348, i32 %t349, i32 %t350, i32 %t958, i32 %t963, float %t975, float %t976, float %t977, float %t978) convergent
  %t980 = extractvalue {float, float, float, float} %t979, 0
  %t981 = extractvalue {float, float, float, float} %t979, 1
  %t982 = extractvalue {float, float, float, float} %t979, 2
  %t983 = extractvalue {float, float, float, float} %t979, 3
  %t984 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t347, i32 %t348, i32 %t349, i32 %t350, i32 %t950, i32 %t951, float %t980, float %t981, float %t982, float %t983) convergent
  %t985 = extractvalue {float, float, float, float} %t984, 0
  %t986 = extractvalue {float, float, float, float} %t984, 1
  %t987 = extractvalue {float, float, float, float} %t984, 2
  %t988 = extractvalue {float, float, float, float} %t984, 3
  %t989 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t379, i32 %t384, i32 %t389, i32 %t394, i32 %t952, i32 %t953, float %t985, float %t986, float %t987, float %t988) convergent
  %t990 = extractvalue {float, float, float, float} %t989, 0
  %t991 = extractvalue {float, float, float, float} %t989, 1
  %t992 = extractvalue {float, float, float, float} %t989, 2
  %t993 = extractvalue {float, float, float, float} %t989, 3
  %t994 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t351, i32 %t352, i32 %t353, i32 %t354, i32 %t968, i32 %t973, float %t990, float %t991, float %t992, float %t993) convergent
  %t995 = extractvalue {float, float, float, float} %t994, 0
  %t996 = extractvalue {float, float, float, float} %t994, 1
  %t997 = extractvalue {float, float, float, float} %t994, 2
  %t998 = extractvalue {float, float, float, float} %t994, 3
  %t999 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t351, i32 %t352, i32 %t353, i32 %t354, i32 %t952, i32 %t953, float %t995, float %t996, float %t997, float %t998) convergent
  %t1000 = extractvalue {float, float, float, float} %t999, 0
  %t1001 = extractvalue {float, float, float, float} %t999, 1
  %t1002 = extractvalue {float, float, float, float} %t999, 2
  %t1003 = extractvalue {float, float, float, float} %t999, 3
  %t1004 = add i32 %t943, 512
  %t1005 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1004
  %t1006 = load <4 x i32>, ptr addrspace(3) %t1005, align 16
  %t1007 = extractelement <4 x i32> %t1006, i32 0
  %t1008 = extractelement <4 x i32> %t1006, i32 1
  %t1009 = extractelement <4 x i32> %t1006, i32 2
  %t1010 = extractelement <4 x i32> %t1006, i32 3
  %t1011 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1007)
  %t1012 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1008)
  %t1013 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1009)
  %t1014 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1010)
  %t1015 = bitcast i32 %t1007 to float
  %t1016 = bitcast i32 %t1011 to float
  %t1017 = fsub float %t1015, %t1016
  %t1018 = bitcast float %t1017 to i32
  %t1019 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1018)
  %t1020 = bitcast i32 %t1008 to float
  %t1021 = bitcast i32 %t1012 to float
  %t1022 = fsub float %t1020, %t1021
  %t1023 = bitcast float %t1022 to i32
  %t1024 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1023)
  %t1025 = bitcast i32 %t1009 to float
  %t1026 = bitcast i32 %t1013 to float
  %t1027 = fsub float %t1025, %t1026
  %t1028 = bitcast float %t1027 to i32
  %t1029 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1028)
  %t1030 = bitcast i32 %t1010 to float
  %t1031 = bitcast i32 %t1014 to float
  %t1032 = fsub float %t1030, %t1031
  %t1033 = bitcast float %t1032 to i32
  %t1034 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1033)
  %t1035 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t359, i32 %t364, i32 %t369, i32 %t374, i32 %t1011, i32 %t1012, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t1036 = extractvalue {float, float, float, float} %t1035, 0
  %t1037 = extractvalue {float, float, float, float} %t1035, 1
  %t1038 = extractvalue {float, float, float, float} %t1035, 2
  %t1039 = extractvalue {float, float, float, float} %t1035, 3
  %t1040 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t347, i32 %t348, i32 %t349, i32 %t350, i32 %t1019, i32 %t1024, float %t1036, float %t1037, float %t1038, float %t1039) convergent
  %t1041 = extractvalue {float, float, float, float} %t1040, 0
  %t1042 = extractvalue {float, float, float, float} %t1040, 1
  %t1043 = extractvalue {float, float, float, float} %t1040, 2
  %t1044 = extractvalue {float, float, float, float} %t1040, 3
  %t1045 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t347, i32 %t348, i32 %t349, i32 %t350, i32 %t1011, i32 %t1012, float %t1041, float %t1042, float %t1043, float %t1044) convergent
  %t1046 = extractvalue {float, float, float, float} %t1045, 0
  %t1047 = extractvalue {float, float, float, float} %t1045, 1
  %t1048 = extractvalue {float, float, float, float} %t1045, 2
  %t1049 = extractvalue {float, float, float, float} %t1045, 3
  %t1050 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t379, i32 %t384, i32 %t389, i32 %t394, i32 %t1013, i32 %t1014, float %t1046, float %t1047, float %t1048, float %t1049) convergent
  %t1051 = extractvalue {float, float, float, float} %t1050, 0
  %t1052 = extractvalue {float, float, float, float} %t1050, 1
  %t1053 = extractvalue {float, float, float, float} %t1050, 2
  %t1054 = extractvalue {float, float, float, float} %t1050, 3
  %t1055 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t351, i32 %t352, i32 %t353, i32 %t354, i32 %t1029, i32 %t1034, float %t1051, float %t1052, float %t1053, float %t1054) convergent
  %t1056 = extractvalue {float, float, float, float} %t1055, 0
  %t1057 = extractvalue {float, float, float, float} %t1055, 1
  %t1058 = extractvalue {float, float, float, float} %t1055, 2
  %t1059 = extractvalue {float, float, float, float} %t1055, 3
  %t1060 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t351, i32 %t352, i32 %t353, i32 %t354, i32 %t1013, i32 %t1014, float %t1056, float %t1057, float %t1058, float %t1059) convergent
  %t1061 = extractvalue {float, float, float, float} %t1060, 0
  %t1062 = extractvalue {float, float, float, float} %t1060, 1
  %t1063 = extractvalue {float, float, float, float} %t1060, 2
  %t1064 = extractvalue {float, float, float, float} %t1060, 3
  %t1065 = add i32 %t910, %t21
  %t1066 = mul i32 %t19, 2
  %t1067 = add i32 %t1065, %t1066
  %t1068 = icmp ult i32 %t1067, 40
  %t1069 = fmul contract float %t1000, 0x3FD0000000000000
  %t1070 = fadd contract float %t1069, %t919
  %t1071 = select i1 %t1068, float %t1070, float 0xFFF0000000000000
  %t1072 = fmul contract float %t1002, 0x3FD0000000000000
  %t1073 = fadd contract float %t1072, %t919
  %t1074 = select i1 %t1068, float %t1073, float 0xFFF0000000000000
  %t1075 = add i32 %t1067, 1
  %t1076 = icmp ult i32 %t1075, 40
  %t1077 = fmul contract float %t1001, 0x3FD0000000000000
  %t1078 = fadd contract float %t1077, %t926
  %t1079 = select i1 %t1076, float %t1078, float 0xFFF0000000000000
  %t1080 = fmul contract float %t1003, 0x3FD0000000000000
  %t1081 = fadd contract float %t1080, %t926
  %t1082 = select i1 %t1076, float %t1081, float 0xFFF0000000000000
  %t1083 = add i32 %t1067, 8
  %t1084 = icmp ult i32 %t1083, 40
  %t1085 = fmul contract float %t1061, 0x3FD0000000000000
  %t1086 = fadd contract float %t1085, %t933
  %t1087 = select i1 %t1084, float %t1086, float 0xFFF0000000000000
  %t1088 = fmul contract float %t1063, 0x3FD0000000000000
  %t1089 = fadd contract float %t1088, %t933
  %t1090 = select i1 %t1084, float %t1089, float 0xFFF0000000000000
  %t1091 = add i32 %t1067, 9
  %t1092 = icmp ult i32 %t1091, 40
  %t1093 = fmul contract float %t1062, 0x3FD0000000000000
  %t1094 = fadd contract float %t1093, %t940
  %t1095 = select i1 %t1092, float %t1094, float 0xFFF0000000000000
  %t1096 = fmul contract float %t1064, 0x3FD0000000000000
  %t1097 = fadd contract float %t1096, %t940
  %t1098 = select i1 %t1092, float %t1097, float 0xFFF0000000000000
  %t1099 = load float, ptr %s67
  %t1100 = call float @llvm.maxnum.f32(float %t1071, float %t1079)
  %t1101 = call float @llvm.maxnum.f32(float %t1087, float %t1095)
  %t1102 = call float @llvm.maxnum.f32(float %t1100, float %t1101)
  %t1103 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t1102, i32 1, i32 31)
  %t1104 = call float @llvm.maxnum.f32(float %t1102, float %t1103)
  %t1105 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t1104, i32 2, i32 31)
  %t1106 = call float @llvm.maxnum.f32(float %t1104, float %t1105)
  %t1107 = call float @llvm.maxnum.f32(float %t1099, float %t1106)
  %t1108 = fcmp oeq float %t1107, 0xFFF0000000000000
  %t1109 = select i1 %t1108, float 0x0000000000000000, float %t1107
  %t1110 = fsub float %t1099, %t1109
  %t1111 = call float @llvm.maximum.f32(float %t1110, float 0xC062C00000000000)
  %t1112 = fmul float %t1111, 0x3FF7154760000000
  %t1113 = fneg float %t1112
  %t1114 = call float @llvm.fma.f32(float %t1111, float 0x3FF7154760000000, float %t1113)
  %t1115 = call float @llvm.fma.f32(float %t1111, float 0x3E54AE0C00000000, float %t1114)
  %t1116 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1112)
  %t1117 = fmul float %t1115, 0x3FE62E4300000000
  %t1118 = call float @llvm.fma.f32(float %t1116, float %t1117, float %t1116)
  store float %t1107, ptr %s67
  %t1119 = fsub float %t1071, %t1109
  %t1120 = call float @llvm.maximum.f32(float %t1119, float 0xC062C00000000000)
  %t1121 = fmul float %t1120, 0x3FF7154760000000
  %t1122 = fneg float %t1121
  %t1123 = call float @llvm.fma.f32(float %t1120, float 0x3FF7154760000000, float %t1122)
  %t1124 = call float @llvm.fma.f32(float %t1120, float 0x3E54AE0C00000000, float %t1123)
  %t1125 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1121)
  %t1126 = fmul float %t1124, 0x3FE62E4300000000
  %t1127 = call float @llvm.fma.f32(float %t1125, float %t1126, float %t1125)
  %t1128 = fsub float %t1079, %t1109
  %t1129 = call float @llvm.maximum.f32(float %t1128, float 0xC062C00000000000)
  %t1130 = fmul float %t1129, 0x3FF7154760000000
  %t1131 = fneg float %t1130
  %t1132 = call float @llvm.fma.f32(float %t1129, float 0x3FF7154760000000, float %t1131)
  %t1133 = call float @llvm.fma.f32(float %t1129, float 0x3E54AE0C00000000, float %t1132)
  %t1134 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1130)
  %t1135 = fmul float %t1133, 0x3FE62E4300000000
  %t1136 = call float @llvm.fma.f32(float %t1134, float %t1135, float %t1134)
  %t1137 = fsub float %t1087, %t1109
  %t1138 = call float @llvm.maximum.f32(float %t1137, float 0xC062C00000000000)
  %t1139 = fmul float %t1138, 0x3FF7154760000000
  %t1140 = fneg float %t1139
  %t1141 = call float @llvm.fma.f32(float %t1138, float 0x3FF7154760000000, float %t1140)
  %t1142 = call float @llvm.fma.f32(float %t1138, float 0x3E54AE0C00000000, float %t1141)
  %t1143 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1139)
  %t1144 = fmul float %t1142, 0x3FE62E4300000000
  %t1145 = call float @llvm.fma.f32(float %t1143, float %t1144, float %t1143)
  %t1146 = fsub float %t1095, %t1109
  %t1147 = call float @llvm.maximum.f32(float %t1146, float 0xC062C00000000000)
  %t1148 = fmul float %t1147, 0x3FF7154760000000
  %t1149 = fneg float %t1148
  %t1150 = call float @llvm.fma.f32(float %t1147, float 0x3FF7154760000000, float %t1149)
  %t1151 = call float @llvm.fma.f32(float %t1147, float 0x3E54AE0C00000000, float %t1150)
  %t1152 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1148)
  %t1153 = fmul float %t1151, 0x3FE62E4300000000
  %t1154 = call float @llvm.fma.f32(float %t1152, float %t1153, float %t1152)
  %t1155 = load float, ptr %s69
  %t1156 = fmul float %t1155, %t1118
  %t1157 = fadd float %t1127, %t1136
  %t1158 = fadd float %t1145, %t1154
  %t1159 = fadd float %t1157, %t1158
  %t1160 = fadd float %t1156, %t1159
  store float %t1160, ptr %s69
  %t1161 = load float, ptr %s68
  %t1162 = call float @llvm.maxnum.f32(float %t1074, float %t1082)
  %t1163 = call float @llvm.maxnum.f32(float %t1090, float %t1098)
  %t1164 = call float @llvm.maxnum.f32(float %t1162, float %t1163)
  %t1165 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t1164, i32 1, i32 31)
  %t1166 = call float @llvm.maxnum.f32(float %t1164, float %t1165)
  %t1167 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t1166, i32 2, i32 31)
  %t1168 = call float @llvm.maxnum.f32(float %t1166, float %t1167)
  %t1169 = call float @llvm.maxnum.f32(float %t1161, float %t1168)
  %t1170 = fcmp oeq float %t1169, 0xFFF0000000000000
  %t1171 = select i1 %t1170, float 0x0000000000000000, float %t1169
  %t1172 = fsub float %t1161, %t1171
  %t1173 = call float @llvm.maximum.f32(float %t1172, float 0xC062C00000000000)
  %t1174 = fmul float %t1173, 0x3FF7154760000000
  %t1175 = fneg float %t1174
  %t1176 = call float @llvm.fma.f32(float %t1173, float 0x3FF7154760000000, float %t1175)
  %t1177 = call float @llvm.fma.f32(float %t1173, float 0x3E54AE0C00000000, float %t1176)
  %t1178 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1174)
  %t1179 = fmul float %t1177, 0x3FE62E4300000000
  %t1180 = call float @llvm.fma.f32(float %t1178, float %t1179, float %t1178)
  store float %t1169, ptr %s68
  %t1181 = fsub float %t1074, %t1171
  %t1182 = call float @llvm.maximum.f32(float %t1181, float 0xC062C00000000000)
  %t1183 = fmul float %t1182, 0x3FF7154760000000
  %t1184 = fneg float %t1183
  %t1185 = call float @llvm.fma.f32(float %t1182, float 0x3FF7154760000000, float %t1184)
  %t1186 = call float @llvm.fma.f32(float %t1182, float 0x3E54AE0C00000000, float %t1185)
  %t1187 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1183)
  %t1188 = fmul float %t1186, 0x3FE62E4300000000
  %t1189 = call float @llvm.fma.f32(float %t1187, float %t1188, float %t1187)
  %t1190 = fsub float %t1082, %t1171
  %t1191 = call float @llvm.maximum.f32(float %t1190, float 0xC062C00000000000)
  %t1192 = fmul float %t1191, 0x3FF7154760000000
  %t1193 = fneg float %t1192
  %t1194 = call float @llvm.fma.f32(float %t1191, float 0x3FF7154760000000, float %t1193)
  %t1195 = call float @llvm.fma.f32(float %t1191, float 0x3E54AE0C00000000, float %t1194)
  %t1196 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1192)
  %t1197 = fmul float %t1195, 0x3FE62E4300000000
  %t1198 = call float @llvm.fma.f32(float %t1196, float %t1197, float %t1196)
  %t1199 = fsub float %t1090, %t1171
  %t1200 = call float @llvm.maximum.f32(float %t1199, float 0xC062C00000000000)
  %t1201 = fmul float %t1200, 0x3FF7154760000000
  %t1202 = fneg float %t1201
  %t1203 = call float @llvm.fma.f32(float %t1200, float 0x3FF7154760000000, float %t1202)
  %t1204 = call float @llvm.fma.f32(float %t1200, float 0x3E54AE0C00000000, float %t1203)
  %t1205 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1201)
  %t1206 = fmul float %t1204, 0x3FE62E4300000000
  %t1207 = call float @llvm.fma.f32(float %t1205, float %t1206, float %t1205)
  %t1208 = fsub float %t1098, %t1171
  %t1209 = call float @llvm.maximum.f32(float %t1208, float 0xC062C00000000000)
  %t1210 = fmul float %t1209, 0x3FF7154760000000
  %t1211 = fneg float %t1210
  %t1212 = call float @llvm.fma.f32(float %t1209, float 0x3FF7154760000000, float %t1211)
  %t1213 = call float @llvm.fma.f32(float %t1209, float 0x3E54AE0C00000000, float %t1212)
  %t1214 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1210)
  %t1215 = fmul float %t1213, 0x3FE62E4300000000
  %t1216 = call float @llvm.fma.f32(float %t1214, float %t1215, float %t1214)
  %t1217 = load float, ptr %s70
  %t1218 = fmul float %t1217, %t1180
  %t1219 = fadd float %t1189, %t1198
  %t1220 = fadd float %t1207, %t1216
  %t1221 = fadd float %t1219, %t1220
  %t1222 = fadd float %t1218, %t1221
  store float %t1222, ptr %s70
  %t1223 = load float, ptr %s71
  %t1224 = fmul float %t1223, %t1118
  store float %t1224, ptr %s71
  %t1225 = load float, ptr %s72
  %t1226 = fmul float %t1225, %t1118
  store float %t1226, ptr %s72
  %t1227 = load float, ptr %s73
  %t1228 = fmul float %t1227, %t1180
  store float %t1228, ptr %s73
  %t1229 = load float, ptr %s74
  %t1230 = fmul float %t1229, %t1180
  store float %t1230, ptr %s74
  %t1231 = load float, ptr %s75
  %t1232 = fmul float %t1231, %t1118
  store float %t1232, ptr %s75
  %t1233 = load float, ptr %s76
  %t1234 = fmul float %t1233, %t1118
  store float %t1234, ptr %s76
  %t1235 = load float, ptr %s77
  %t1236 = fmul float %t1235, %t1180
  store float %t1236, ptr %s77
  %t1237 = load float, ptr %s78
  %t1238 = fmul float %t1237, %t1180
  store float %t1238, ptr %s78
  call void asm sideeffect "cp.async.wait_group 4;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t1239 = add i32 %t59, %t942
  %t1240 = bitcast float %t1127 to i32
  %t1241 = bitcast float %t1189 to i32
  %t1242 = bitcast float %t1136 to i32
  %t1243 = bitcast float %t1198 to i32
  %t1244 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1240)
  %t1245 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1241)
  %t1246 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1242)
  %t1247 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1243)
  %t1248 = bitcast i32 %t1240 to float
  %t1249 = bitcast i32 %t1244 to float
  %t1250 = fsub float %t1248, %t1249
  %t1251 = bitcast float %t1250 to i32
  %t1252 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1251)
  %t1253 = bitcast i32 %t1241 to float
  %t1254 = bitcast i32 %t1245 to float
  %t1255 = fsub float %t1253, %t1254
  %t1256 = bitcast float %t1255 to i32
  %t1257 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1256)
  %t1258 = bitcast i32 %t1242 to float
  %t1259 = bitcast i32 %t1246 to float
  %t1260 = fsub float %t1258, %t1259
  %t1261 = bitcast float %t1260 to i32
  %t1262 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1261)
  %t1263 = bitcast i32 %t1243 to float
  %t1264 = bitcast i32 %t1247 to float
  %t1265 = fsub float %t1263, %t1264
  %t1266 = bitcast float %t1265 to i32
  %t1267 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1266)
  %t1268 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1239
  %t1269 = load <2 x i32>, ptr addrspace(3) %t1268, align 8
  %t1270 = extractelement <2 x i32> %t1269, i32 0
  %t1271 = extractelement <2 x i32> %t1269, i32 1
  %t1272 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1270)
  %t1273 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1271)
  %t1274 = bitcast i32 %t1270 to float
  %t1275 = bitcast i32 %t1272 to float
  %t1276 = fsub float %t1274, %t1275
  %t1277 = bitcast float %t1276 to i32
  %t1278 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1277)
  %t1279 = bitcast i32 %t1271 to float
  %t1280 = bitcast i32 %t1273 to float
  %t1281 = fsub float %t1279, %t1280
  %t1282 = bitcast float %t1281 to i32
  %t1283 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1282)
  %t1284 = add i32 %t1239, 80
  %t1285 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1284
  %t1286 = load <2 x i32>, ptr addrspace(3) %t1285, align 8
  %t1287 = extractelement <2 x i32> %t1286, i32 0
  %t1288 = extractelement <2 x i32> %t1286, i32 1
  %t1289 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1287)
  %t1290 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1288)
  %t1291 = bitcast i32 %t1287 to float
  %t1292 = bitcast i32 %t1289 to float
  %t1293 = fsub float %t1291, %t1292
  %t1294 = bitcast float %t1293 to i32
  %t1295 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1294)
  %t1296 = bitcast i32 %t1288 to float
  %t1297 = bitcast i32 %t1290 to float
  %t1298 = fsub float %t1296, %t1297
  %t1299 = bitcast float %t1298 to i32
  %t1300 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1299)
  %t1301 = load float, ptr %s71
  %t1302 = load float, ptr %s72
  %t1303 = load float, ptr %s73
  %t1304 = load float, ptr %s74
  %t1305 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1252, i32 %t1257, i32 %t1262, i32 %t1267, i32 %t1272, i32 %t1289, float %t1301, float %t1302, float %t1303, float %t1304) convergent
  %t1306 = extractvalue {float, float, float, float} %t1305, 0
  %t1307 = extractvalue {float, float, float, float} %t1305, 1
  %t1308 = extractvalue {float, float, float, float} %t1305, 2
  %t1309 = extractvalue {float, float, float, float} %t1305, 3
  %t1310 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1244, i32 %t1245, i32 %t1246, i32 %t1247, i32 %t1278, i32 %t1295, float %t1306, float %t1307, float %t1308, float %t1309) convergent
  %t1311 = extractvalue {float, float, float, float} %t1310, 0
  %t1312 = extractvalue {float, float, float, float} %t1310, 1
  %t1313 = extractvalue {float, float, float, float} %t1310, 2
  %t1314 = extractvalue {float, float, float, float} %t1310, 3
  %t1315 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1244, i32 %t1245, i32 %t1246, i32 %t1247, i32 %t1272, i32 %t1289, float %t1311, float %t1312, float %t1313, float %t1314) convergent
  %t1316 = extractvalue {float, float, float, float} %t1315, 0
  %t1317 = extractvalue {float, float, float, float} %t1315, 1
  %t1318 = extractvalue {float, float, float, float} %t1315, 2
  %t1319 = extractvalue {float, float, float, float} %t1315, 3
  store float %t1316, ptr %s71
  store float %t1317, ptr %s72
  store float %t1318, ptr %s73
  store float %t1319, ptr %s74
  %t1320 = load float, ptr %s75
  %t1321 = load float, ptr %s76
  %t1322 = load float, ptr %s77
  %t1323 = load float, ptr %s78
  %t1324 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1252, i32 %t1257, i32 %t1262, i32 %t1267, i32 %t1273, i32 %t1290, float %t1320, float %t1321, float %t1322, float %t1323) convergent
  %t1325 = extractvalue {float, float, float, float} %t1324, 0
  %t1326 = extractvalue {float, float, float, float} %t1324, 1
  %t1327 = extractvalue {float, float, float, float} %t1324, 2
  %t1328 = extractvalue {float, float, float, float} %t1324, 3
  %t1329 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1244, i32 %t1245, i32 %t1246, i32 %t1247, i32 %t1283, i32 %t1300, float %t1325, float %t1326, float %t1327, float %t1328) convergent
  %t1330 = extractvalue {float, float, float, float} %t1329, 0
  %t1331 = extractvalue {float, float, float, float} %t1329, 1
  %t1332 = extractvalue {float, float, float, float} %t1329, 2
  %t1333 = extractvalue {float, float, float, float} %t1329, 3
  %t1334 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1244, i32 %t1245, i32 %t1246, i32 %t1247, i32 %t1273, i32 %t1290, float %t1330, float %t1331, float %t1332, float %t1333) convergent
  %t1335 = extractvalue {float, float, float, float} %t1334, 0
  %t1336 = extractvalue {float, float, float, float} %t1334, 1
  %t1337 = extractvalue {float, float, float, float} %t1334, 2
  %t1338 = extractvalue {float, float, float, float} %t1334, 3
  store float %t1335, ptr %s75
  store float %t1336, ptr %s76
  store float %t1337, ptr %s77
  store float %t1338, ptr %s78
  %t1339 = bitcast float %t1145 to i32
  %t1340 = bitcast float %t1207 to i32
  %t1341 = bitcast float %t1154 to i32
  %t1342 = bitcast float %t1216 to i32
  %t1343 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1339)
  %t1344 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1340)
  %t1345 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1341)
  %t1346 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1342)
  %t1347 = bitcast i32 %t1339 to float
  %t1348 = bitcast i32 %t1343 to float
  %t1349 = fsub float %t1347, %t1348
  %t1350 = bitcast float %t1349 to i32
  %t1351 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1350)
  %t1352 = bitcast i32 %t1340 to float
  %t1353 = bitcast i32 %t1344 to float
  %t1354 = fsub float %t1352, %t1353
  %t1355 = bitcast float %t1354 to i32
  %t1356 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1355)
  %t1357 = bitcast i32 %t1341 to float
  %t1358 = bitcast i32 %t1345 to float
  %t1359 = fsub float %t1357, %t1358
  %t1360 = bitcast float %t1359 to i32
  %t1361 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1360)
  %t1362 = bitcast i32 %t1342 to float
  %t1363 = bitcast i32 %t1346 to float
  %t1364 = fsub float %t1362, %t1363
  %t1365 = bitcast float %t1364 to i32
  %t1366 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1365)
  %t1367 = add i32 %t1239, 640
  %t1368 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1367
  %t1369 = load <2 x i32>, ptr addrspace(3) %t1368, align 8
  %t1370 = extractelement <2 x i32> %t1369, i32 0
  %t1371 = extractelement <2 x i32> %t1369, i32 1
  %t1372 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1370)
  %t1373 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1371)
  %t1374 = bitcast i32 %t1370 to float
  %t1375 = bitcast i32 %t1372 to float
  %t1376 = fsub float %t1374, %t1375
  %t1377 = bitcast float %t1376 to i32
  %t1378 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1377)
  %t1379 = bitcast i32 %t1371 to float
  %t1380 = bitcast i32 %t1373 to float
  %t1381 = fsub float %t1379, %t1380
  %t1382 = bitcast float %t1381 to i32
  %t1383 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1382)
  %t1384 = add i32 %t1239, 720
  %t1385 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1384
  %t1386 = load <2 x i32>, ptr addrspace(3) %t1385, align 8
  %t1387 = extractelement <2 x i32> %t1386, i32 0
  %t1388 = extractelement <2 x i32> %t1386, i32 1
  %t1389 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1387)
  %t1390 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1388)
  %t1391 = bitcast i32 %t1387 to float
  %t1392 = bitcast i32 %t1389 to float
  %t1393 = fsub float %t1391, %t1392
  %t1394 = bitcast float %t1393 to i32
  %t1395 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1394)
  %t1396 = bitcast i32 %t1388 to float
  %t1397 = bitcast i32 %t1390 to float
  %t1398 = fsub float %t1396, %t1397
  %t1399 = bitcast float %t1398 to i32
  %t1400 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1399)
  %t1401 = load float, ptr %s71
  %t1402 = load float, ptr %s72
  %t1403 = load float, ptr %s73
  %t1404 = load float, ptr %s74
  %t1405 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1351, i32 %t1356, i32 %t1361, i32 %t1366, i32 %t1372, i32 %t1389, float %t1401, float %t1402, float %t1403, float %t1404) convergent
  %t1406 = extractvalue {float, float, float, float} %t1405, 0
  %t1407 = extractvalue {float, float, float, float} %t1405, 1
  %t1408 = extractvalue {float, float, float, float} %t1405, 2
  %t1409 = extractvalue {float, float, float, float} %t1405, 3
  %t1410 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1343, i32 %t1344, i32 %t1345, i32 %t1346, i32 %t1378, i32 %t1395, float %t1406, float %t1407, float %t1408, float %t1409) convergent
  %t1411 = extractvalue {float, float, float, float} %t1410, 0
  %t1412 = extractvalue {float, float, float, float} %t1410, 1
  %t1413 = extractvalue {float, float, float, float} %t1410, 2
  %t1414 = extractvalue {float, float, float, float} %t1410, 3
  %t1415 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1343, i32 %t1344, i32 %t1345, i32 %t1346, i32 %t1372, i32 %t1389, float %t1411, float %t1412, float %t1413, float %t1414) convergent
  %t1416 = extractvalue {float, float, float, float} %t1415, 0
  %t1417 = extractvalue {float, float, float, float} %t1415, 1
  %t1418 = extractvalue {float, float, float, float} %t1415, 2
  %t1419 = extractvalue {float, float, float, float} %t1415, 3
  store float %t1416, ptr %s71
  store float %t1417, ptr %s72
  store float %t1418, ptr %s73
  store float %t1419, ptr %s74
  %t1420 = load float, ptr %s75
  %t1421 = load float, ptr %s76
  %t1422 = load float, ptr %s77
  %t1423 = load float, ptr %s78
  %t1424 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1351, i32 %t1356, i32 %t1361, i32 %t1366, i32 %t1373, i32 %t1390, float %t1420, float %t1421, float %t1422, float %t1423) convergent
  %t1425 = extractvalue {float, float, float, float} %t1424, 0
  %t1426 = extractvalue {float, float, float, float} %t1424, 1
  %t1427 = extractvalue {float, float, float, float} %t1424, 2
  %t1428 = extractvalue {float, float, float, float} %t1424, 3
  %t1429 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1343, i32 %t1344, i32 %t1345, i32 %t1346, i32 %t1383, i32 %t1400, float %t1425, float %t1426, float %t1427, float %t1428) convergent
  %t1430 = extractvalue {float, float, float, float} %t1429, 0
  %t1431 = extractvalue {float, float, float, float} %t1429, 1
  %t1432 = extractvalue {float, float, float, float} %t1429, 2
  %t1433 = extractvalue {float, float, float, float} %t1429, 3
  %t1434 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1343, i32 %t1344, i32 %t1345, i32 %t1346, i32 %t1373, i32 %t1390, float %t1430, float %t1431, float %t1432, float %t1433) convergent
  %t1435 = extractvalue {float, float, float, float} %t1434, 0
  %t1436 = extractvalue {float, float, float, float} %t1434, 1
  %t1437 = extractvalue {float, float, float, float} %t1434, 2
  %t1438 = extractvalue {float, float, float, float} %t1434, 3
  store float %t1435, ptr %s75
  store float %t1436, ptr %s76
  store float %t1437, ptr %s77
  store float %t1438, ptr %s78
  %t1439 = add nuw nsw i64 %t908, 1
  store i64 %t1439, ptr %s905
  %t1440 = icmp slt i64 %t1439, 2
  br i1 %t1440, label %loop.906, label %done.907
done.907:
  call void asm sideeffect "cp.async.wait_all;", "~{memory}"() convergent
  %t1441 = load float, ptr %s67
  %t1442 = load float, ptr %s68
  %t1443 = load float, ptr %s69
  %t1444 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t1443, i32 1, i32 31)
  %t1445 = fadd float %t1443, %t1444
  %t1446 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t1445, i32 2, i32 31)
  %t1447 = fadd float %t1445, %t1446
  %t1448 = load float, ptr %s70
  %t1449 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t1448, i32 1, i32 31)
  %t1450 = fadd float %t1448, %t1449
  %t1451 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t1450, i32 2, i32 31)
  %t1452 = fadd float %t1450, %t1451
  %t1453 = mul i32 %t14, 16
  %t1454 = mul i32 %t16, 3072
  %t1455 = mul i32 %t17, 1536
  %t1456 = add i32 %t1454, %t1455
  %t1457 = add i32 %t1456, %t1453
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t1458 = load float, ptr %s71
  %t1459 = load float, ptr %s72
  %t1460 = load float, ptr %s73
  %t1461 = load float, ptr %s74
  %t1462 = insertelement <4 x float> poison, float %t1458, i32 0
  %t1463 = insertelement <4 x float> %t1462, float %t1459, i32 1
  %t1464 = insertelement <4 x float> %t1463, float %t1460, i32 2
  %t1465 = insertelement <4 x float> %t1464, float %t1461, i32 3
  %t1466 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1457
  store <4 x float> %t1465, ptr addrspace(3) %t1466, align 16
  %t1467 = add i32 %t1457, 512
  %t1468 = load float, ptr %s75
  %t1469 = load float, ptr %s76
  %t1470 = load float, ptr %s77
  %t1471 = load float, ptr %s78
  %t1472 = insertelement <4 x float> poison, float %t1468, i32 0
  %t1473 = insertelement <4 x float> %t1472, float %t1469, i32 1
  %t1474 = insertelement <4 x float> %t1473, float %t1470, i32 2
  %t1475 = insertelement <4 x float> %t1474, float %t1471, i32 3
  %t1476 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1467
  store <4 x float> %t1475, ptr addrspace(3) %t1476, align 16
  %t1477 = add i32 %t1457, 1024
  %t1478 = insertelement <4 x float> poison, float %t1441, i32 0
  %t1479 = insertelement <4 x float> %t1478, float %t1442, i32 1
  %t1480 = insertelement <4 x float> %t1479, float %t1447, i32 2
  %t1481 = insertelement <4 x float> %t1480, float %t1452, i32 3
  %t1482 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1477
  store <4 x float> %t1481, ptr addrspace(3) %t1482, align 16
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t1483 = add i32 %t1454, %t1453
  %t1484 = add i32 %t1454, 1536
  %t1485 = add i32 %t1484, %t1453
  %t1486 = add i32 %t1483, 1024
  %t1487 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1486
  %t1488 = load <4 x i32>, ptr addrspace(3) %t1487, align 16
  %t1489 = extractelement <4 x i32> %t1488, i32 0
  %t1490 = extractelement <4 x i32> %t1488, i32 1
  %t1491 = extractelement <4 x i32> %t1488, i32 2
  %t1492 = extractelement <4 x i32> %t1488, i32 3
  %t1493 = bitcast i32 %t1489 to float
  %t1494 = bitcast i32 %t1490 to float
  %t1495 = bitcast i32 %t1491 to float
  %t1496 = bitcast i32 %t1492 to float
  %t1497 = add i32 %t1485, 1024
  %t1498 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1497
  %t1499 = load <4 x i32>, ptr addrspace(3) %t1498, align 16
  %t1500 = extractelement <4 x i32> %t1499, i32 0
  %t1501 = extractelement <4 x i32> %t1499, i32 1
  %t1502 = extractelement <4 x i32> %t1499, i32 2
  %t1503 = extractelement <4 x i32> %t1499, i32 3
  %t1504 = bitcast i32 %t1500 to float
  %t1505 = bitcast i32 %t1501 to float
  %t1506 = bitcast i32 %t1502 to float
  %t1507 = bitcast i32 %t1503 to float
  %t1508 = call float @llvm.maxnum.f32(float %t1493, float %t1504)
  %t1509 = fcmp oeq float %t1508, 0xFFF0000000000000
  %t1510 = select i1 %t1509, float 0x0000000000000000, float %t1508
  %t1511 = fsub float %t1493, %t1510
  %t1512 = call float @llvm.maximum.f32(float %t1511, float 0xC062C00000000000)
  %t1513 = fmul float %t1512, 0x3FF7154760000000
  %t1514 = fneg float %t1513
  %t1515 = call float @llvm.fma.f32(float %t1512, float 0x3FF7154760000000, float %t1514)
  %t1516 = call float @llvm.fma.f32(float %t1512, float 0x3E54AE0C00000000, float %t1515)
  %t1517 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1513)
  %t1518 = fmul float %t1516, 0x3FE62E4300000000
  %t1519 = call float @llvm.fma.f32(float %t1517, float %t1518, float %t1517)
  %t1520 = fsub float %t1504, %t1510
  %t1521 = call float @llvm.maximum.f32(float %t1520, float 0xC062C00000000000)
  %t1522 = fmul float %t1521, 0x3FF7154760000000
  %t1523 = fneg float %t1522
  %t1524 = call float @llvm.fma.f32(float %t1521, float 0x3FF7154760000000, float %t1523)
  %t1525 = call float @llvm.fma.f32(float %t1521, float 0x3E54AE0C00000000, float %t1524)
  %t1526 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1522)
  %t1527 = fmul float %t1525, 0x3FE62E4300000000
  %t1528 = call float @llvm.fma.f32(float %t1526, float %t1527, float %t1526)
  %t1529 = call float @llvm.fma.f32(float %t1495, float %t1519, float 0.0)
  %t1530 = call float @llvm.fma.f32(float %t1506, float %t1528, float %t1529)
  %t1531 = call float @llvm.maxnum.f32(float %t1494, float %t1505)
  %t1532 = fcmp oeq float %t1531, 0xFFF0000000000000
  %t1533 = select i1 %t1532, float 0x0000000000000000, float %t1531
  %t1534 = fsub float %t1494, %t1533
  %t1535 = call float @llvm.maximum.f32(float %t1534, float 0xC062C00000000000)
  %t1536 = fmul float %t1535, 0x3FF7154760000000
  %t1537 = fneg float %t1536
  %t1538 = call float @llvm.fma.f32(float %t1535, float 0x3FF7154760000000, float %t1537)
  %t1539 = call float @llvm.fma.f32(float %t1535, float 0x3E54AE0C00000000, float %t1538)
  %t1540 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1536)
  %t1541 = fmul float %t1539, 0x3FE62E4300000000
  %t1542 = call float @llvm.fma.f32(float %t1540, float %t1541, float %t1540)
  %t1543 = fsub float %t1505, %t1533
  %t1544 = call float @llvm.maximum.f32(float %t1543, float 0xC062C00000000000)
  %t1545 = fmul float %t1544, 0x3FF7154760000000
  %t1546 = fneg float %t1545
  %t1547 = call float @llvm.fma.f32(float %t1544, float 0x3FF7154760000000, float %t1546)
  %t1548 = call float @llvm.fma.f32(float %t1544, float 0x3E54AE0C00000000, float %t1547)
  %t1549 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1545)
  %t1550 = fmul float %t1548, 0x3FE62E4300000000
  %t1551 = call float @llvm.fma.f32(float %t1549, float %t1550, float %t1549)
  %t1552 = call float @llvm.fma.f32(float %t1496, float %t1542, float 0.0)
  %t1553 = call float @llvm.fma.f32(float %t1507, float %t1551, float %t1552)
  %t1554 = icmp eq i32 %t19, 0
  %t1555 = icmp eq i32 %t17, 0
  %t1556 = and i1 %t1554, %t1555
  %t1557 = fdiv float 0x3FF0000000000000, %t1530
  %t1558 = fdiv float 0x3FF0000000000000, %t1553
  %t1559 = icmp ult i32 %t17, 1
  br i1 %t1559, label %then.1560, label %else.1561
then.1560:
  %t1563 = mul i32 %t17, 2
  %t1564 = mul i32 %t1563, 512
  %t1565 = add i32 %t1483, %t1564
  %t1566 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1565
  %t1567 = load <4 x i32>, ptr addrspace(3) %t1566, align 16
  %t1568 = extractelement <4 x i32> %t1567, i32 0
  %t1569 = extractelement <4 x i32> %t1567, i32 1
  %t1570 = extractelement <4 x i32> %t1567, i32 2
  %t1571 = extractelement <4 x i32> %t1567, i32 3
  %t1572 = bitcast i32 %t1568 to float
  %t1573 = bitcast i32 %t1569 to float
  %t1574 = bitcast i32 %t1570 to float
  %t1575 = bitcast i32 %t1571 to float
  %t1576 = call float @llvm.fma.f32(float %t1572, float %t1519, float 0.0)
  %t1577 = call float @llvm.fma.f32(float %t1573, float %t1519, float 0.0)
  %t1578 = call float @llvm.fma.f32(float %t1574, float %t1542, float 0.0)
  %t1579 = call float @llvm.fma.f32(float %t1575, float %t1542, float 0.0)
  %t1580 = add i32 %t1565, 512
  %t1581 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1580
  %t1582 = load <4 x i32>, ptr addrspace(3) %t1581, align 16
  %t1583 = extractelement <4 x i32> %t1582, i32 0
  %t1584 = extractelement <4 x i32> %t1582, i32 1
  %t1585 = extractelement <4 x i32> %t1582, i32 2
  %t1586 = extractelement <4 x i32> %t1582, i32 3
  %t1587 = bitcast i32 %t1583 to float
  %t1588 = bitcast i32 %t1584 to float
  %t1589 = bitcast i32 %t1585 to float
  %t1590 = bitcast i32 %t1586 to float
  %t1591 = call float @llvm.fma.f32(float %t1587, float %t1519, float 0.0)
  %t1592 = call float @llvm.fma.f32(float %t1588, float %t1519, float 0.0)
  %t1593 = call float @llvm.fma.f32(float %t1589, float %t1542, float 0.0)
  %t1594 = call float @llvm.fma.f32(float %t1590, float %t1542, float 0.0)
  %t1595 = add i32 %t1485, %t1564
  %t1596 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1595
  %t1597 = load <4 x i32>, ptr addrspace(3) %t1596, align 16
  %t1598 = extractelement <4 x i32> %t1597, i32 0
  %t1599 = extractelement <4 x i32> %t1597, i32 1
  %t1600 = extractelement <4 x i32> %t1597, i32 2
  %t1601 = extractelement <4 x i32> %t1597, i32 3
  %t1602 = bitcast i32 %t1598 to float
  %t1603 = bitcast i32 %t1599 to float
  %t1604 = bitcast i32 %t1600 to float
  %t1605 = bitcast i32 %t1601 to float
  %t1606 = call float @llvm.fma.f32(float %t1602, float %t1528, float %t1576)
  %t1607 = call float @llvm.fma.f32(float %t1603, float %t1528, float %t1577)
  %t1608 = call float @llvm.fma.f32(float %t1604, float %t1551, float %t1578)
  %t1609 = call float @llvm.fma.f32(float %t1605, float %t1551, float %t1579)
  %t1610 = add i32 %t1595, 512
  %t1611 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1610
  %t1612 = load <4 x i32>, ptr addrspace(3) %t1611, align 16
  %t1613 = extractelement <4 x i32> %t1612, i32 0
  %t1614 = extractelement <4 x i32> %t1612, i32 1
  %t1615 = extractelement <4 x i32> %t1612, i32 2
  %t1616 = extractelement <4 x i32> %t1612, i32 3
  %t1617 = bitcast i32 %t1613 to float
  %t1618 = bitcast i32 %t1614 to float
  %t1619 = bitcast i32 %t1615 to float
  %t1620 = bitcast i32 %t1616 to float
  %t1621 = call float @llvm.fma.f32(float %t1617, float %t1528, float %t1591)
  %t1622 = call float @llvm.fma.f32(float %t1618, float %t1528, float %t1592)
  %t1623 = call float @llvm.fma.f32(float %t1619, float %t1551, float %t1593)
  %t1624 = call float @llvm.fma.f32(float %t1620, float %t1551, float %t1594)
  %t1625 = mul i32 %t1563, 8
  br i1 %t63, label %then.1626, label %else.1627
then.1626:
  %t1629 = add i32 %t1625, 2
  %t1630 = mul i32 %t19, 4
  %t1631 = add i32 %t1625, %t1630
  %t1632 = fmul float %t1606, %t1557
  %t1633 = fmul float %t1621, %t1557
  %t1634 = add i32 %t1631, 1
  %t1635 = sext i32 %t12 to i64
  %t1636 = mul nsw i64 %t1635, 320
  %t1637 = getelementptr float, ptr %buffer4, i64 %t1636
  %t1638 = sext i32 %t65 to i64
  %t1639 = mul nsw i64 %t1638, 16
  %t1640 = getelementptr float, ptr %t1637, i64 %t1639
  %t1641 = sext i32 %t1631 to i64
  %t1642 = mul nsw i64 %t1641, 1
  %t1643 = getelementptr float, ptr %t1640, i64 %t1642
  %t1644 = insertelement <2 x float> poison, float %t1632, i32 0
  %t1645 = insertelement <2 x float> %t1644, float %t1633, i32 1
  store <2 x float> %t1645, ptr %t1643, align 8
  %t1646 = mul i32 %t19, 4
  %t1647 = add i32 %t1629, %t1646
  %t1648 = fmul float %t1607, %t1557
  %t1649 = fmul float %t1622, %t1557
  %t1650 = add i32 %t1647, 1
  %t1651 = sext i32 %t12 to i64
  %t1652 = mul nsw i64 %t1651, 320
  %t1653 = getelementptr float, ptr %buffer4, i64 %t1652
  %t1654 = sext i32 %t65 to i64
  %t1655 = mul nsw i64 %t1654, 16
  %t1656 = getelementptr float, ptr %t1653, i64 %t1655
  %t1657 = sext i32 %t1647 to i64
  %t1658 = mul nsw i64 %t1657, 1
  %t1659 = getelementptr float, ptr %t1656, i64 %t1658
  %t1660 = insertelement <2 x float> poison, float %t1648, i32 0
  %t1661 = insertelement <2 x float> %t1660, float %t1649, i32 1
  store <2 x float> %t1661, ptr %t1659, align 8
  br label %join.1628
else.1627:
  br label %join.1628
join.1628:
  br i1 %t64, label %then.1662, label %else.1663
then.1662:
  %t1665 = add i32 %t1625, 2
  %t1666 = mul i32 %t19, 4
  %t1667 = add i32 %t1625, %t1666
  %t1668 = fmul float %t1608, %t1558
  %t1669 = fmul float %t1623, %t1558
  %t1670 = add i32 %t1667, 1
  %t1671 = sext i32 %t12 to i64
  %t1672 = mul nsw i64 %t1671, 320
  %t1673 = getelementptr float, ptr %buffer4, i64 %t1672
  %t1674 = sext i32 %t66 to i64
  %t1675 = mul nsw i64 %t1674, 16
  %t1676 = getelementptr float, ptr %t1673, i64 %t1675
  %t1677 = sext i32 %t1667 to i64
  %t1678 = mul nsw i64 %t1677, 1
  %t1679 = getelementptr float, ptr %t1676, i64 %t1678
  %t1680 = insertelement <2 x float> poison, float %t1668, i32 0
  %t1681 = insertelement <2 x float> %t1680, float %t1669, i32 1
  store <2 x float> %t1681, ptr %t1679, align 8
  %t1682 = mul i32 %t19, 4
  %t1683 = add i32 %t1665, %t1682
  %t1684 = fmul float %t1609, %t1558
  %t1685 = fmul float %t1624, %t1558
  %t1686 = add i32 %t1683, 1
  %t1687 = sext i32 %t12 to i64
  %t1688 = mul nsw i64 %t1687, 320
  %t1689 = getelementptr float, ptr %buffer4, i64 %t1688
  %t1690 = sext i32 %t66 to i64
  %t1691 = mul nsw i64 %t1690, 16
  %t1692 = getelementptr float, ptr %t1689, i64 %t1691
  %t1693 = sext i32 %t1683 to i64
  %t1694 = mul nsw i64 %t1693, 1
  %t1695 = getelementptr float, ptr %t1692, i64 %t1694
  %t1696 = insertelement <2 x float> poison, float %t1684, i32 0
  %t1697 = insertelement <2 x float> %t1696, float %t1685, i32 1
  store <2 x float> %t1697, ptr %t1695, align 8
  br label %join.1664
else.1663:
  br label %join.1664
join.1664:
  br label %join.1562
else.1561:
  br label %join.1562
join.1562:
  ret void
}
