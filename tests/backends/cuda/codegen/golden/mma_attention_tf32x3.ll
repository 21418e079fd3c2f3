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
  %s374 = alloca i64
  %s884 = alloca i64
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
  %t96 = add i32 %t2, %t95
  %t97 = select i1 %t83, i32 16, i32 0
  %t98 = addrspacecast ptr %t92 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t96, ptr addrspace(1) %t98, i32 %t97)
  %t99 = icmp ult i32 %t23, 40
  %t100 = mul i32 %t23, 64
  %t101 = mul i32 %t22, 4
  %t102 = add i32 %t100, %t101
  %t103 = add i32 %t102, 1024
  %t104 = add i32 %t2, %t103
  %t105 = select i1 %t99, i32 4, i32 0
  %t106 = addrspacecast ptr %t32 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t104, ptr addrspace(1) %t106, i32 %t105)
  %t107 = getelementptr float, ptr %t32, i64 4
  %t108 = add i32 %t23, 4
  %t109 = icmp ult i32 %t108, 40
  %t110 = mul i32 %t108, 64
  %t111 = mul i32 %t22, 4
  %t112 = add i32 %t110, %t111
  %t113 = add i32 %t112, 1024
  %t114 = add i32 %t2, %t113
  %t115 = select i1 %t109, i32 4, i32 0
  %t116 = addrspacecast ptr %t107 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t114, ptr addrspace(1) %t116, i32 %t115)
  %t117 = getelementptr float, ptr %t32, i64 8
  %t118 = add i32 %t23, 8
  %t119 = icmp ult i32 %t118, 40
  %t120 = mul i32 %t118, 64
  %t121 = mul i32 %t22, 4
  %t122 = add i32 %t120, %t121
  %t123 = add i32 %t122, 1024
  %t124 = add i32 %t2, %t123
  %t125 = select i1 %t119, i32 4, i32 0
  %t126 = addrspacecast ptr %t117 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t124, ptr addrspace(1) %t126, i32 %t125)
  %t127 = getelementptr float, ptr %t32, i64 12
  %t128 = add i32 %t23, 12
  %t129 = icmp ult i32 %t128, 40
  %t130 = mul i32 %t128, 64
  %t131 = mul i32 %t22, 4
  %t132 = add i32 %t130, %t131
  %t133 = add i32 %t132, 1024
  %t134 = add i32 %t2, %t133
  %t135 = select i1 %t129, i32 4, i32 0
  %t136 = addrspacecast ptr %t127 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t134, ptr addrspace(1) %t136, i32 %t135)
  %t137 = getelementptr float, ptr %t32, i64 16
  %t138 = add i32 %t23, 16
  %t139 = icmp ult i32 %t138, 40
  %t140 = mul i32 %t138, 64
  %t141 = mul i32 %t22, 4
  %t142 = add i32 %t140, %t141
  %t143 = add i32 %t142, 1024
  %t144 = add i32 %t2, %t143
  %t145 = select i1 %t139, i32 4, i32 0
  %t146 = addrspacecast ptr %t137 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t144, ptr addrspace(1) %t146, i32 %t145)
  %t147 = getelementptr float, ptr %t32, i64 20
  %t148 = add i32 %t23, 20
  %t149 = icmp ult i32 %t148, 40
  %t150 = mul i32 %t148, 64
  %t151 = mul i32 %t22, 4
  %t152 = add i32 %t150, %t151
  %t153 = add i32 %t152, 1024
  %t154 = add i32 %t2, %t153
  %t155 = select i1 %t149, i32 4, i32 0
  %t156 = addrspacecast ptr %t147 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t154, ptr addrspace(1) %t156, i32 %t155)
  %t157 = getelementptr float, ptr %t32, i64 24
  %t158 = add i32 %t23, 24
  %t159 = icmp ult i32 %t158, 40
  %t160 = mul i32 %t158, 64
  %t161 = mul i32 %t22, 4
  %t162 = add i32 %t160, %t161
  %t163 = add i32 %t162, 1024
  %t164 = add i32 %t2, %t163
  %t165 = select i1 %t159, i32 4, i32 0
  %t166 = addrspacecast ptr %t157 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t164, ptr addrspace(1) %t166, i32 %t165)
  %t167 = getelementptr float, ptr %t32, i64 28
  %t168 = add i32 %t23, 28
  %t169 = icmp ult i32 %t168, 40
  %t170 = mul i32 %t168, 64
  %t171 = mul i32 %t22, 4
  %t172 = add i32 %t170, %t171
  %t173 = add i32 %t172, 1024
  %t174 = add i32 %t2, %t173
  %t175 = select i1 %t169, i32 4, i32 0
  %t176 = addrspacecast ptr %t167 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t174, ptr addrspace(1) %t176, i32 %t175)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"()
  %t177 = icmp ult i32 %t34, 40
  %t178 = mul i32 %t34, 80
  %t179 = mul i32 %t35, 4
  %t180 = add i32 %t178, %t179
  %t181 = add i32 %t180, 3072
  %t182 = add i32 %t2, %t181
  %t183 = select i1 %t177, i32 16, i32 0
  %t184 = addrspacecast ptr %t44 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t182, ptr addrspace(1) %t184, i32 %t183)
  %t185 = getelementptr float, ptr %t44, i64 256
  %t186 = add i32 %t34, 16
  %t187 = icmp ult i32 %t186, 40
  %t188 = mul i32 %t186, 80
  %t189 = mul i32 %t35, 4
  %t190 = add i32 %t188, %t189
  %t191 = add i32 %t190, 3072
  %t192 = add i32 %t2, %t191
  %t193 = select i1 %t187, i32 16, i32 0
  %t194 = addrspacecast ptr %t185 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t192, ptr addrspace(1) %t194, i32 %t193)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"()
  %t195 = getelementptr float, ptr %t32, i64 32
  %t196 = add i32 32, %t23
  %t197 = icmp ult i32 %t196, 40
  %t198 = mul i32 %t23, 64
  %t199 = mul i32 %t22, 4
  %t200 = add i32 %t198, %t199
  %t201 = add i32 %t200, 1024
  %t202 = add i32 %t201, 4608
  %t203 = add i32 %t2, %t202
  %t204 = select i1 %t197, i32 4, i32 0
  %t205 = addrspacecast ptr %t195 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t203, ptr addrspace(1) %t205, i32 %t204)
  %t206 = getelementptr float, ptr %t195, i64 4
  %t207 = add i32 %t23, 4
  %t208 = add i32 32, %t207
  %t209 = icmp ult i32 %t208, 40
  %t210 = mul i32 %t207, 64
  %t211 = mul i32 %t22, 4
  %t212 = add i32 %t210, %t211
  %t213 = add i32 %t212, 1024
  %t214 = add i32 %t213, 4608
  %t215 = add i32 %t2, %t214
  %t216 = select i1 %t209, i32 4, i32 0
  %t217 = addrspacecast ptr %t206 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t215, ptr addrspace(1) %t217, i32 %t216)
  %t218 = getelementptr float, ptr %t195, i64 8
  %t219 = add i32 %t23, 8
  %t220 = add i32 32, %t219
  %t221 = icmp ult i32 %t220, 40
  %t222 = mul i32 %t219, 64
  %t223 = mul i32 %t22, 4
  %t224 = add i32 %t222, %t223
  %t225 = add i32 %t224, 1024
  %t226 = add i32 %t225, 4608
  %t227 = add i32 %t2, %t226
  %t228 = select i1 %t221, i32 4, i32 0
  %t229 = addrspacecast ptr %t218 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t227, ptr addrspace(1) %t229, i32 %t228)
  %t230 = getelementptr float, ptr %t195, i64 12
  %t231 = add i32 %t23, 12
  %t232 = add i32 32, %t231
  %t233 = icmp ult i32 %t232, 40
  %t234 = mul i32 %t231, 64
  %t235 = mul i32 %t22, 4
  %t236 = add i32 %t234, %t235
  %t237 = add i32 %t236, 1024
  %t238 = add i32 %t237, 4608
  %t239 = add i32 %t2, %t238
  %t240 = select i1 %t233, i32 4, i32 0
  %t241 = addrspacecast ptr %t230 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t239, ptr addrspace(1) %t241, i32 %t240)
  %t242 = getelementptr float, ptr %t195, i64 16
  %t243 = add i32 %t23, 16
  %t244 = add i32 32, %t243
  %t245 = icmp ult i32 %t244, 40
  %t246 = mul i32 %t243, 64
  %t247 = mul i32 %t22, 4
  %t248 = add i32 %t246, %t247
  %t249 = add i32 %t248, 1024
  %t250 = add i32 %t249, 4608
  %t251 = add i32 %t2, %t250
  %t252 = select i1 %t245, i32 4, i32 0
  %t253 = addrspacecast ptr %t242 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t251, ptr addrspace(1) %t253, i32 %t252)
  %t254 = getelementptr float, ptr %t195, i64 20
  %t255 = add i32 %t23, 20
  %t256 = add i32 32, %t255
  %t257 = icmp ult i32 %t256, 40
  %t258 = mul i32 %t255, 64
  %t259 = mul i32 %t22, 4
  %t260 = add i32 %t258, %t259
  %t261 = add i32 %t260, 1024
  %t262 = add i32 %t261, 4608
  %t263 = add i32 %t2, %t262
  %t264 = select i1 %t257, i32 4, i32 0
  %t265 = addrspacecast ptr %t254 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t263, ptr addrspace(1) %t265, i32 %t264)
  %t266 = getelementptr float, ptr %t195, i64 24
  %t267 = add i32 %t23, 24
  %t268 = add i32 32, %t267
  %t269 = icmp ult i32 %t268, 40
  %t270 = mul i32 %t267, 64
  %t271 = mul i32 %t22, 4
  %t272 = add i32 %t270, %t271
  %t273 = add i32 %t272, 1024
  %t274 = add i32 %t273, 4608
  %t275 = add i32 %t2, %t274
  %t276 = select i1 %t269, i32 4, i32 0
  %t277 = addrspacecast ptr %t266 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t275, ptr addrspace(1) %t277, i32 %t276)
  %t278 = getelementptr float, ptr %t195, i64 28
  %t279 = add i32 %t23, 28
  %t280 = add i32 32, %t279
  %t281 = icmp ult i32 %t280, 40
  %t282 = mul i32 %t279, 64
  %t283 = mul i32 %t22, 4
  %t284 = add i32 %t282, %t283
  %t285 = add i32 %t284, 1024
  %t286 = add i32 %t285, 4608
  %t287 = add i32 %t2, %t286
  %t288 = select i1 %t281, i32 4, i32 0
  %t289 = addrspacecast ptr %t278 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t287, ptr addrspace(1) %t289, i32 %t288)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"()
  %t290 = getelementptr float, ptr %t44, i64 512
  %t291 = add i32 32, %t34
  %t292 = icmp ult i32 %t291, 40
  %t293 = mul i32 %t34, 80
  %t294 = mul i32 %t35, 4
  %t295 = add i32 %t293, %t294
  %t296 = add i32 %t295, 3072
  %t297 = add i32 %t296, 4608
  %t298 = add i32 %t2, %t297
  %t299 = select i1 %t292, i32 16, i32 0
  %t300 = addrspacecast ptr %t290 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t298, ptr addrspace(1) %t300, i32 %t299)
  %t301 = getelementptr float, ptr %t290, i64 256
  %t302 = add i32 %t34, 16
  %t303 = add i32 32, %t302
  %t304 = icmp ult i32 %t303, 40
  %t305 = mul i32 %t302, 80
  %t306 = mul i32 %t35, 4
  %t307 = add i32 %t305, %t306
  %t308 = add i32 %t307, 3072
  %t309 = add i32 %t308, 4608
  %t310 = add i32 %t2, %t309
  %t311 = select i1 %t304, i32 16, i32 0
  %t312 = addrspacecast ptr %t301 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t310, ptr addrspace(1) %t312, i32 %t311)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"()
  call void asm sideeffect "cp.async.wait_group 3;", "~{memory}"()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t313 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t49
  %t314 = load <4 x i32>, ptr addrspace(3) %t313, align 16
  %t315 = extractelement <4 x i32> %t314, i32 0
  %t316 = extractelement <4 x i32> %t314, i32 1
  %t317 = extractelement <4 x i32> %t314, i32 2
  %t318 = extractelement <4 x i32> %t314, i32 3
  %t319 = add i32 %t49, 512
  %t320 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t319
  %t321 = load <4 x i32>, ptr addrspace(3) %t320, align 16
  %t322 = extractelement <4 x i32> %t321, i32 0
  %t323 = extractelement <4 x i32> %t321, i32 1
  %t324 = extractelement <4 x i32> %t321, i32 2
  %t325 = extractelement <4 x i32> %t321, i32 3
  %t326 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t315)
  %t327 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t322)
  %t328 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t316)
  %t329 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t323)
  %t330 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t317)
  %t331 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t324)
  %t332 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t318)
  %t333 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t325)
  %t334 = bitcast i32 %t315 to float
  %t335 = bitcast i32 %t326 to float
  %t336 = fsub float %t334, %t335
  %t337 = bitcast float %t336 to i32
  %t338 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t337)
  %t339 = bitcast i32 %t322 to float
  %t340 = bitcast i32 %t327 to float
  %t341 = fsub float %t339, %t340
  %t342 = bitcast float %t341 to i32
  %t343 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t342)
  %t344 = bitcast i32 %t316 to float
  %t345 = bitcast i32 %t328 to float
  %t346 = fsub float %t344, %t345
  %t347 = bitcast float %t346 to i32
  %t348 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t347)
  %t349 = bitcast i32 %t323 to float
  %t350 = bitcast i32 %t329 to float
  %t351 = fsub float %t349, %t350
  %t352 = bitcast float %t351 to i32
  %t353 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t352)
  %t354 = bitcast i32 %t317 to float
  %t355 = bitcast i32 %t330 to float
  %t356 = fsub float %t354, %t355
  %t357 = bitcast float %t356 to i32
  %t358 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t357)
  %t359 = bitcast i32 %t324 to float
  %t360 = bitcast i32 %t331 to float
  %t361 = fsub float %t359, %t360
  %t362 = bitcast float %t361 to i32
  %t363 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t362)
  %t364 = bitcast i32 %t318 to float
  %t365 = bitcast i32 %t332 to float
  %t366 = fsub float %t364, %t365
  %t367 = bitcast float %t366 to i32
  %t368 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t367)
  %t369 = bitcast i32 %t325 to float
  %t370 = bitcast i32 %t333 to float
  %t371 = fsub float %t369, %t370
  %t372 = bitcast float %t371 to i32
  %t373 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t372)
  store i64 0, ptr %s374
  br label %loop.375
loop.375:
  %t377 = load i64, ptr %s374
  %t378 = trunc i64 %t377 to i32
  %t379 = mul i32 %t378, 32
  %t380 = add i32 %t379, %t21
  %t381 = mul i32 %t19, 2
  %t382 = add i32 %t380, %t381
  %t383 = sext i32 %t382 to i64
  %t384 = mul nsw i64 %t383, 1
  %t385 = getelementptr float, ptr %buffer3, i64 %t384
  %t386 = sext i32 %t382 to i64
  %t387 = mul nsw i64 %t386, 1
  %t388 = getelementptr float, ptr %buffer3, i64 %t387
  %t389 = load float, ptr %t385, align 4
  %t390 = getelementptr float, ptr %t385, i64 1
  %t391 = load float, ptr %t390, align 4
  %t392 = getelementptr float, ptr %t385, i64 8
  %t393 = load float, ptr %t392, align 4
  %t394 = getelementptr float, ptr %t385, i64 9
  %t395 = load float, ptr %t394, align 4
  call void asm sideeffect "cp.async.wait_group 3;", "~{memory}"()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"()
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"()
  %t396 = urem i32 %t378, 2
  %t397 = mul i32 %t396, 4608
  %t398 = add i32 %t54, %t397
  %t399 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t398
  %t400 = load <4 x i32>, ptr addrspace(3) %t399, align 16
  %t401 = extractelement <4 x i32> %t400, i32 0
  %t402 = extractelement <4 x i32> %t400, i32 1
  %t403 = extractelement <4 x i32> %t400, i32 2
  %t404 = extractelement <4 x i32> %t400, i32 3
  %t405 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t401)
  %t406 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t402)
  %t407 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t403)
  %t408 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t404)
  %t409 = bitcast i32 %t401 to float
  %t410 = bitcast i32 %t405 to float
  %t411 = fsub float %t409, %t410
  %t412 = bitcast float %t411 to i32
  %t413 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t412)
  %t414 = bitcast i32 %t402 to float
  %t415 = bitcast i32 %t406 to float
  %t416 = fsub float %t414, %t415
  %t417 = bitcast float %t416 to i32
  %t418 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t417)
  %t419 = bitcast i32 %t403 to float
  %t420 = bitcast i32 %t407 to float
  %t421 = fsub float %t419, %t420
  %t422 = bitcast float %t421 to i32
  %t423 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t422)
  %t424 = bitcast i32 %t404 to float
  %t425 = bitcast i32 %t408 to float
  %t426 = fsub float %t424, %t425
  %t427 = bitcast float %t426 to i32
  %t428 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t427)
  %t429 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t338, i32 %t343, i32 %t348, i32 %t353, i32 %t405, i32 %t406, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t430 = extractvalue {float, float, float, float} %t429, 0
  %t431 = extractvalue {float, float, float, float} %t429, 1
  %t432 = extractvalue {float, float, float, float} %t429, 2
  %t433 = extractvalue {float, float, float, float} %t429, 3
  %t434 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t326, i32 %t327, i32 %t328, i32 %t329, i32 %t413, i32 %t418, float %t430, float %t431, float %t432, float %t433) convergent
  %t435 = extractvalue {float, float, float, float} %t434, 0
  %t436 = extractvalue {float, float, float, float} %t434, 1
  %t437 = extractvalue {float, float, float, float} %t434, 2
  %t438 = extractvalue {float, float, float, float} %t434, 3
  %t439 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t326, i32 %t327, i32 %t328, i32 %t329, i32 %t405, i32 %t406, float %t435, float %t436, float %t437, float %t438) convergent
  %t440 = extractvalue {float, float, float, float} %t439, 0
  %t441 = extractvalue {float, float, float, float} %t439, 1
  %t442 = extractvalue {float, float, float, float} %t439, 2
  %t443 = extractvalue {float, float, float, float} %t439, 3
  %t444 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t358, i32 %t363, i32 %t368, i32 %t373, i32 %t407, i32 %t408, float %t440, float %t441, float %t442, float %t443) convergent
  %t445 = extractvalue {float, float, float, float} %t444, 0
  %t446 = extractvalue {float, float, float, float} %t444, 1
  %t447 = extractvalue {float, float, float, float} %t444, 2
  %t448 = extractvalue {float, float, float, float} %t444, 3
  %t449 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t330, i32 %t331, i32 %t332, i32 %t333, i32 %t423, i32 %t428, float %t445, float %t446, float %t447, float %t448) convergent
  %t450 = extractvalue {float, float, float, float} %t449, 0
  %t451 = extractvalue {float, float, float, float} %t449, 1
  %t452 = extractvalue {float, float, float, float} %t449, 2
  %t453 = extractvalue {float, float, float, float} %t449, 3
  %t454 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t330, i32 %t331, i32 %t332, i32 %t333, i32 %t407, i32 %t408, float %t450, float %t451, float %t452, float %t453) convergent
  %t455 = extractvalue {float, float, float, float} %t454, 0
  %t456 = extractvalue {float, float, float, float} %t454, 1
  %t457 = extractvalue {float, float, float, float} %t454, 2
  %t458 = extractvalue {float, float, float, float} %t454, 3
  %t459 = add i32 %t398, 512
  %t460 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t459
  %t461 = load <4 x i32>, ptr addrspace(3) %t460, align 16
  %t462 = extractelement <4 x i32> %t461, i32 0
  %t463 = extractelement <4 x i32> %t461, i32 1
  %t464 = extractelement <4 x i32> %t461, i32 2
  %t465 = extractelement <4 x i32> %t461, i32 3
  %t466 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t462)
  %t467 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t463)
  %t468 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t464)
  %t469 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t465)
  %t470 = bitcast i32 %t462 to float
  %t471 = bitcast i32 %t466 to float
  %t472 = fsub float %t470, %t471
  %t473 = bitcast float %t472 to i32
  %t474 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t473)
  %t475 = bitcast i32 %t463 to float
  %t476 = bitcast i32 %t467 to float
  %t477 = fsub float %t475, %t476
  %t478 = bitcast float %t477 to i32
  %t479 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t478)
  %t480 = bitcast i32 %t464 to float
  %t481 = bitcast i32 %t468 to float
  %t482 = fsub float %t480, %t481
  %t483 = bitcast float %t482 to i32
  %t484 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t483)
  %t485 = bitcast i32 %t465 to float
  %t486 = bitcast i32 %t469 to float
  %t487 = fsub float %t485, %t486
  %t488 = bitcast float %t487 to i32
  %t489 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t488)
  %t490 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t338, i32 %t343, i32 %t348, i32 %t353, i32 %t466, i32 %t467, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t491 = extractvalue {float, float, float, float} %t490, 0
  %t492 = extractvalue {float, float, float, float} %t490, 1
  %t493 = extractvalue {float, float, float, float} %t490, 2
  %t494 = extractvalue {float, float, float, float} %t490, 3
  %t495 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t326, i32 %t327, i32 %t328, i32 %t329, i32 %t474, i32 %t479, float %t491, float %t492, float %t493, float %t494) convergent
  %t496 = extractvalue {float, float, float, float} %t495, 0
  %t497 = extractvalue {float, float, float, float} %t495, 1
  %t498 = extractvalue {float, float, float, float} %t495, 2
  %t499 = extractvalue {float, float, float, float} %t495, 3
  %t500 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t326, i32 %t327, i32 %t328, i32 %t329, i32 %t466, i32 %t467, float %t496, float %t497, float %t498, float %t499) convergent
  %t501 = extractvalue {float, float, float, float} %t500, 0
  %t502 = extractvalue {float, float, float, float} %t500, 1
  %t503 = extractvalue {float, float, float, float} %t500, 2
  %t504 = extractvalue {float, float, float, float} %t500, 3
  %t505 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t358, i32 %t363, i32 %t368, i32 %t373, i32 %t468, i32 %t469, float %t501, float %t502, float %t503, float %t504) convergent
  %t506 = extractvalue {float, float, float, float} %t505, 0
  %t507 = extractvalue {float, float, float, float} %t505, 1
  %t508 = extractvalue {float, float, float, float} %t505, 2
  %t509 = extractvalue {float, float, float, float} %t505, 3
  %t510 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t330, i32 %t331, i32 %t332, i32 %t333, i32 %t484, i32 %t489, float %t506, float %t507, float %t508, float %t509) convergent
  %t511 = extractvalue {float, float, float, float} %t510, 0
  %t512 = extractvalue {float, float, float, float} %t510, 1
  %t513 = extractvalue {float, float, float, float} %t510, 2
  %t514 = extractvalue {float, float, float, float} %t510, 3
  %t515 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t330, i32 %t331, i32 %t332, i32 %t333, i32 %t468, i32 %t469, float %t511, float %t512, float %t513, float %t514) convergent
  %t516 = extractvalue {float, float, float, float} %t515, 0
  %t517 = extractvalue {float, float, float, float} %t515, 1
  %t518 = extractvalue {float, float, float, float} %t515, 2
  %t519 = extractvalue {float, float, float, float} %t515, 3
  %t520 = add i32 %t379, %t21
  %t521 = mul i32 %t19, 2
  %t522 = add i32 %t520, %t521
  %t523 = fmul contract float %t455, 0x3FD0000000000000
  %t524 = fadd contract float %t523, %t389
  %t525 = fmul contract float %t457, 0x3FD0000000000000
  %t526 = fadd contract float %t525, %t389
  %t527 = add i32 %t522, 1
  %t528 = fmul contract float %t456, 0x3FD0000000000000
  %t529 = fadd contract float %t528, %t391
  %t530 = fmul contract float %t458, 0x3FD0000000000000
  %t531 = fadd contract float %t530, %t391
  %t532 = add i32 %t522, 8
  %t533 = fmul contract float %t516, 0x3FD0000000000000
  %t534 = fadd contract float %t533, %t393
  %t535 = fmul contract float %t518, 0x3FD0000000000000
  %t536 = fadd contract float %t535, %t393
  %t537 = add i32 %t522, 9
  %t538 = fmul contract float %t517, 0x3FD0000000000000
  %t539 = fadd contract float %t538, %t395
  %t540 = fmul contract float %t519, 0x3FD0000000000000
  %t541 = fadd contract float %t540, %t395
  %t542 = load float, ptr %s67
  %t543 = call float @llvm.maxnum.f32(float %t524, float %t529)
  %t544 = call float @llvm.maxnum.f32(float %t534, float %t539)
  %t545 = call float @llvm.maxnum.f32(float %t543, float %t544)
  %t546 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t545, i32 1, i32 31)
  %t547 = call float @llvm.maxnum.f32(float %t545, float %t546)
  %t548 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t547, i32 2, i32 31)
  %t549 = call float @llvm.maxnum.f32(float %t547, float %t548)
  %t550 = call float @llvm.maxnum.f32(float %t542, float %t549)
  %t551 = fcmp oeq float %t550, 0xFFF0000000000000
  %t552 = select i1 %t551, float 0x0000000000000000, float %t550
  %t553 = fsub float %t542, %t552
  %t554 = call float @llvm.maximum.f32(float %t553, float 0xC062C00000000000)
  %t555 = fmul float %t554, 0x3FF7154760000000
  %t556 = fneg float %t555
  %t557 = call float @llvm.fma.f32(float %t554, float 0x3FF7154760000000, float %t556)
  %t558 = call float @llvm.fma.f32(float %t554, float 0x3E54AE0C00000000, float %t557)
  %t559 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t555)
  %t560 = fmul float %t558, 0x3FE62E4300000000
  %t561 = call float @llvm.fma.f32(float %t559, float %t560, float %t559)
  store float %t550, ptr %s67
  %t562 = fsub float %t524, %t552
  %t563 = call float @llvm.maximum.f32(float %t562, float 0xC062C00000000000)
  %t564 = fmul float %t563, 0x3FF7154760000000
  %t565 = fneg float %t564
  %t566 = call float @llvm.fma.f32(float %t563, float 0x3FF7154760000000, float %t565)
  %t567 = call float @llvm.fma.f32(float %t563, float 0x3E54AE0C00000000, float %t566)
  %t568 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t564)
  %t569 = fmul float %t567, 0x3FE62E4300000000
  %t570 = call float @llvm.fma.f32(float %t568, float %t569, float %t568)
  %t571 = fsub float %t529, %t552
  %t572 = call float @llvm.maximum.f32(float %t571, float 0xC062C00000000000)
  %t573 = fmul float %t572, 0x3FF7154760000000
  %t574 = fneg float %t573
  %t575 = call float @llvm.fma.f32(float %t572, float 0x3FF7154760000000, float %t574)
  %t576 = call float @llvm.fma.f32(float %t572, float 0x3E54AE0C00000000, float %t575)
  %t577 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t573)
  %t578 = fmul float %t576, 0x3FE62E4300000000
  %t579 = call float @llvm.fma.f32(float %t577, float %t578, float %t577)
  %t580 = fsub float %t534, %t552
  %t581 = call float @llvm.maximum.f32(float %t580, float 0xC062C00000000000)
  %t582 = fmul float %t581, 0x3FF7154760000000
  %t583 = fneg float %t582
  %t584 = call float @llvm.fma.f32(float %t581, float 0x3FF7154760000000, float %t583)
  %t585 = call float @llvm.fma.f32(float %t581, float 0x3E54AE0C00000000, float %t584)
  %t586 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t582)
  %t587 = fmul float %t585, 0x3FE62E4300000000
  %t588 = call float @llvm.fma.f32(float %t586, float %t587, float %t586)
  %t589 = fsub float %t539, %t552
  %t590 = call float @llvm.maximum.f32(float %t589, float 0xC062C00000000000)
  %t591 = fmul float %t590, 0x3FF7154760000000
  %t592 = fneg float %t591
  %t593 = call float @llvm.fma.f32(float %t590, float 0x3FF7154760000000, float %t592)
  %t594 = call float @llvm.fma.f32(float %t590, float 0x3E54AE0C00000000, float %t593)
  %t595 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t591)
  %t596 = fmul float %t594, 0x3FE62E4300000000
  %t597 = call float @llvm.fma.f32(float %t595, float %t596, float %t595)
  %t598 = load float, ptr %s69
  %t599 = fmul float %t598, %t561
  %t600 = fadd float %t570, %t579
  %t601 = fadd float %t588, %t597
  %t602 = fadd float %t600, %t601
  %t603 = fadd float %t599, %t602
  store float %t603, ptr %s69
  %t604 = load float, ptr %s68
  %t605 = call float @llvm.maxnum.f32(float %t526, float %t531)
  %t606 = call float @llvm.maxnum.f32(float %t536, float %t541)
  %t607 = call float @llvm.maxnum.f32(float %t605, float %t606)
  %t608 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t607, i32 1, i32 31)
  %t609 = call float @llvm.maxnum.f32(float %t607, float %t608)
  %t610 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t609, i32 2, i32 31)
  %t611 = call float @llvm.maxnum.f32(float %t609, float %t610)
  %t612 = call float @llvm.maxnum.f32(float %t604, float %t611)
  %t613 = fcmp oeq float %t612, 0xFFF0000000000000
  %t614 = select i1 %t613, float 0x0000000000000000, float %t612
  %t615 = fsub float %t604, %t614
  %t616 = call float @llvm.maximum.f32(float %t615, float 0xC062C00000000000)
  %t617 = fmul float %t616, 0x3FF7154760000000
  %t618 = fneg float %t617
  %t619 = call float @llvm.fma.f32(float %t616, float 0x3FF7154760000000, float %t618)
  %t620 = call float @llvm.fma.f32(float %t616, float 0x3E54AE0C00000000, float %t619)
  %t621 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t617)
  %t622 = fmul float %t620, 0x3FE62E4300000000
  %t623 = call float @llvm.fma.f32(float %t621, float %t622, float %t621)
  store float %t612, ptr %s68
  %t624 = fsub float %t526, %t614
  %t625 = call float @llvm.maximum.f32(float %t624, float 0xC062C00000000000)
  %t626 = fmul float %t625, 0x3FF7154760000000
  %t627 = fneg float %t626
  %t628 = call float @llvm.fma.f32(float %t625, float 0x3FF7154760000000, float %t627)
  %t629 = call float @llvm.fma.f32(float %t625, float 0x3E54AE0C00000000, float %t628)
  %t630 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t626)
  %t631 = fmul float %t629, 0x3FE62E4300000000
  %t632 = call float @llvm.fma.f32(float %t630, float %t631, float %t630)
  %t633 = fsub float %t531, %t614
  %t634 = call float @llvm.maximum.f32(float %t633, float 0xC062C00000000000)
  %t635 = fmul float %t634, 0x3FF7154760000000
  %t636 = fneg float %t635
  %t637 = call float @llvm.fma.f32(float %t634, float 0x3FF7154760000000, float %t636)
  %t638 = call float @llvm.fma.f32(float %t634, float 0x3E54AE0C00000000, float %t637)
  %t639 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t635)
  %t640 = fmul float %t638, 0x3FE62E4300000000
  %t641 = call float @llvm.fma.f32(float %t639, float %t640, float %t639)
  %t642 = fsub float %t536, %t614
  %t643 = call float @llvm.maximum.f32(float %t642, float 0xC062C00000000000)
  %t644 = fmul float %t643, 0x3FF7154760000000
  %t645 = fneg float %t644
  %t646 = call float @llvm.fma.f32(float %t643, float 0x3FF7154760000000, float %t645)
  %t647 = call float @llvm.fma.f32(float %t643, float 0x3E54AE0C00000000, float %t646)
  %t648 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t644)
  %t649 = fmul float %t647, 0x3FE62E4300000000
  %t650 = call float @llvm.fma.f32(float %t648, float %t649, float %t648)
  %t651 = fsub float %t541, %t614
  %t652 = call float @llvm.maximum.f32(float %t651, float 0xC062C00000000000)
  %t653 = fmul float %t652, 0x3FF7154760000000
  %t654 = fneg float %t653
  %t655 = call float @llvm.fma.f32(float %t652, float 0x3FF7154760000000, float %t654)
  %t656 = call float @llvm.fma.f32(float %t652, float 0x3E54AE0C00000000, float %t655)
  %t657 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t653)
  %t658 = fmul float %t656, 0x3FE62E4300000000
  %t659 = call float @llvm.fma.f32(float %t657, float %t658, float %t657)
  %t660 = load float, ptr %s70
  %t661 = fmul float %t660, %t623
  %t662 = fadd float %t632, %t641
  %t663 = fadd float %t650, %t659
  %t664 = fadd float %t662, %t663
  %t665 = fadd float %t661, %t664
  store float %t665, ptr %s70
  %t666 = load float, ptr %s71
  %t667 = fmul float %t666, %t561
  store float %t667, ptr %s71
  %t668 = load float, ptr %s72
  %t669 = fmul float %t668, %t561
  store float %t669, ptr %s72
  %t670 = load float, ptr %s73
  %t671 = fmul float %t670, %t623
  store float %t671, ptr %s73
  %t672 = load float, ptr %s74
  %t673 = fmul float %t672, %t623
  store float %t673, ptr %s74
  %t674 = load float, ptr %s75
  %t675 = fmul float %t674, %t561
  store float %t675, ptr %s75
  %t676 = load float, ptr %s76
  %t677 = fmul float %t676, %t561
  store float %t677, ptr %s76
  %t678 = load float, ptr %s77
  %t679 = fmul float %t678, %t623
  store float %t679, ptr %s77
  %t680 = load float, ptr %s78
  %t681 = fmul float %t680, %t623
  store float %t681, ptr %s78
  call void asm sideeffect "cp.async.wait_group 4;", "~{memory}"()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t682 = add i32 %t59, %t397
  %t683 = bitcast float %t570 to i32
  %t684 = bitcast float %t632 to i32
  %t685 = bitcast float %t579 to i32
  %t686 = bitcast float %t641 to i32
  %t687 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t683)
  %t688 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t684)
  %t689 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t685)
  %t690 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t686)
  %t691 = bitcast i32 %t683 to float
  %t692 = bitcast i32 %t687 to float
  %t693 = fsub float %t691, %t692
  %t694 = bitcast float %t693 to i32
  %t695 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t694)
  %t696 = bitcast i32 %t684 to float
  %t697 = bitcast i32 %t688 to float
  %t698 = fsub float %t696, %t697
  %t699 = bitcast float %t698 to i32
  %t700 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t699)
  %t701 = bitcast i32 %t685 to float
  %t702 = bitcast i32 %t689 to float
  %t703 = fsub float %t701, %t702
  %t704 = bitcast float %t703 to i32
  %t705 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t704)
  %t706 = bitcast i32 %t686 to float
  %t707 = bitcast i32 %t690 to float
  %t708 = fsub float %t706, %t707
  %t709 = bitcast float %t708 to i32
  %t710 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t709)
  %t711 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t682
  %t712 = load <2 x i32>, ptr addrspace(3) %t711, align 8
  %t713 = extractelement <2 x i32> %t712, i32 0
  %t714 = extractelement <2 x i32> %t712, i32 1
  %t715 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t713)
  %t716 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t714)
  %t717 = bitcast i32 %t713 to float
  %t718 = bitcast i32 %t715 to float
  %t719 = fsub float %t717, %t718
  %t720 = bitcast float %t719 to i32
  %t721 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t720)
  %t722 = bitcast i32 %t714 to float
  %t723 = bitcast i32 %t716 to float
  %t724 = fsub float %t722, %t723
  %t725 = bitcast float %t724 to i32
  %t726 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t725)
  %t727 = add i32 %t682, 80
  %t728 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t727
  %t729 = load <2 x i32>, ptr addrspace(3) %t728, align 8
  %t730 = extractelement <2 x i32> %t729, i32 0
  %t731 = extractelement <2 x i32> %t729, i32 1
  %t732 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t730)
  %t733 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t731)
  %t734 = bitcast i32 %t730 to float
  %t735 = bitcast i32 %t732 to float
  %t736 = fsub float %t734, %t735
  %t737 = bitcast float %t736 to i32
  %t738 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t737)
  %t739 = bitcast i32 %t731 to float
  %t740 = bitcast i32 %t733 to float
  %t741 = fsub float %t739, %t740
  %t742 = bitcast float %t741 to i32
  %t743 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t742)
  %t744 = load float, ptr %s71
  %t745 = load float, ptr %s72
  %t746 = load float, ptr %s73
  %t747 = load float, ptr %s74
  %t748 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t695, i32 %t700, i32 %t705, i32 %t710, i32 %t715, i32 %t732, float %t744, float %t745, float %t746, float %t747) convergent
  %t749 = extractvalue {float, float, float, float} %t748, 0
  %t750 = extractvalue {float, float, float, float} %t748, 1
  %t751 = extractvalue {float, float, float, float} %t748, 2
  %t752 = extractvalue {float, float, float, float} %t748, 3
  %t753 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t687, i32 %t688, i32 %t689, i32 %t690, i32 %t721, i32 %t738, float %t749, float %t750, float %t751, float %t752) convergent
  %t754 = extractvalue {float, float, float, float} %t753, 0
  %t755 = extractvalue {float, float, float, float} %t753, 1
  %t756 = extractvalue {float, float, float, float} %t753, 2
  %t757 = extractvalue {float, float, float, float} %t753, 3
  %t758 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t687, i32 %t688, i32 %t689, i32 %t690, i32 %t715, i32 %t732, float %t754, float %t755, float %t756, float %t757) convergent
  %t759 = extractvalue {float, float, float, float} %t758, 0
  %t760 = extractvalue {float, float, float, float} %t758, 1
  %t761 = extractvalue {float, float, float, float} %t758, 2
  %t762 = extractvalue {float, float, float, float} %t758, 3
  store float %t759, ptr %s71
  store float %t760, ptr %s72
  store float %t761, ptr %s73
  store float %t762, ptr %s74
  %t763 = load float, ptr %s75
  %t764 = load float, ptr %s76
  %t765 = load float, ptr %s77
  %t766 = load float, ptr %s78
  %t767 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t695, i32 %t700, i32 %t705, i32 %t710, i32 %t716, i32 %t733, float %t763, float %t764, float %t765, float %t766) convergent
  %t768 = extractvalue {float, float, float, float} %t767, 0
  %t769 = extractvalue {float, float, float, float} %t767, 1
  %t770 = extractvalue {float, float, float, float} %t767, 2
  %t771 = extractvalue {float, float, float, float} %t767, 3
  %t772 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t687, i32 %t688, i32 %t689, i32 %t690, i32 %t726, i32 %t743, float %t768, float %t769, float %t770, float %t771) convergent
  %t773 = extractvalue {float, float, float, float} %t772, 0
  %t774 = extractvalue {float, float, float, float} %t772, 1
  %t775 = extractvalue {float, float, float, float} %t772, 2
  %t776 = extractvalue {float, float, float, float} %t772, 3
  %t777 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t687, i32 %t688, i32 %t689, i32 %t690, i32 %t716, i32 %t733, float %t773, float %t774, float %t775, float %t776) convergent
  %t778 = extractvalue {float, float, float, float} %t777, 0
  %t779 = extractvalue {float, float, float, float} %t777, 1
  %t780 = extractvalue {float, float, float, float} %t777, 2
  %t781 = extractvalue {float, float, float, float} %t777, 3
  store float %t778, ptr %s75
  store float %t779, ptr %s76
  store float %t780, ptr %s77
  store float %t781, ptr %s78
  %t782 = bitcast float %t588 to i32
  %t783 = bitcast float %t650 to i32
  %t784 = bitcast float %t597 to i32
  %t785 = bitcast float %t659 to i32
  %t786 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t782)
  %t787 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t783)
  %t788 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t784)
  %t789 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t785)
  %t790 = bitcast i32 %t782 to float
  %t791 = bitcast i32 %t786 to float
  %t792 = fsub float %t790, %t791
  %t793 = bitcast float %t792 to i32
  %t794 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t793)
  %t795 = bitcast i32 %t783 to float
  %t796 = bitcast i32 %t787 to float
  %t797 = fsub float %t795, %t796
  %t798 = bitcast float %t797 to i32
  %t799 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t798)
  %t800 = bitcast i32 %t784 to float
  %t801 = bitcast i32 %t788 to float
  %t802 = fsub float %t800, %t801
  %t803 = bitcast float %t802 to i32
  %t804 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t803)
  %t805 = bitcast i32 %t785 to float
  %t806 = bitcast i32 %t789 to float
  %t807 = fsub float %t805, %t806
  %t808 = bitcast float %t807 to i32
  %t809 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t808)
  %t810 = add i32 %t682, 640
  %t811 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t810
  %t812 = load <2 x i32>, ptr addrspace(3) %t811, align 8
  %t813 = extractelement <2 x i32> %t812, i32 0
  %t814 = extractelement <2 x i32> %t812, i32 1
  %t815 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t813)
  %t816 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t814)
  %t817 = bitcast i32 %t813 to float
  %t818 = bitcast i32 %t815 to float
  %t819 = fsub float %t817, %t818
  %t820 = bitcast float %t819 to i32
  %t821 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t820)
  %t822 = bitcast i32 %t814 to float
  %t823 = bitcast i32 %t816 to float
  %t824 = fsub float %t822, %t823
  %t825 = bitcast float %t824 to i32
  %t826 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t825)
  %t827 = add i32 %t682, 720
  %t828 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t827
  %t829 = load <2 x i32>, ptr addrspace(3) %t828, align 8
  %t830 = extractelement <2 x i32> %t829, i32 0
  %t831 = extractelement <2 x i32> %t829, i32 1
  %t832 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t830)
  %t833 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t831)
  %t834 = bitcast i32 %t830 to float
  %t835 = bitcast i32 %t832 to float
  %t836 = fsub float %t834, %t835
  %t837 = bitcast float %t836 to i32
  %t838 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t837)
  %t839 = bitcast i32 %t831 to float
  %t840 = bitcast i32 %t833 to float
  %t841 = fsub float %t839, %t840
  %t842 = bitcast float %t841 to i32
  %t843 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t842)
  %t844 = load float, ptr %s71
  %t845 = load float, ptr %s72
  %t846 = load float, ptr %s73
  %t847 = load float, ptr %s74
  %t848 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t794, i32 %t799, i32 %t804, i32 %t809, i32 %t815, i32 %t832, float %t844, float %t845, float %t846, float %t847) convergent
  %t849 = extractvalue {float, float, float, float} %t848, 0
  %t850 = extractvalue {float, float, float, float} %t848, 1
  %t851 = extractvalue {float, float, float, float} %t848, 2
  %t852 = extractvalue {float, float, float, float} %t848, 3
  %t853 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t786, i32 %t787, i32 %t788, i32 %t789, i32 %t821, i32 %t838, float %t849, float %t850, float %t851, float %t852) convergent
  %t854 = extractvalue {float, float, float, float} %t853, 0
  %t855 = extractvalue {float, float, float, float} %t853, 1
  %t856 = extractvalue {float, float, float, float} %t853, 2
  %t857 = extractvalue {float, float, float, float} %t853, 3
  %t858 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t786, i32 %t787, i32 %t788, i32 %t789, i32 %t815, i32 %t832, float %t854, float %t855, float %t856, float %t857) convergent
  %t859 = extractvalue {float, float, float, float} %t858, 0
  %t860 = extractvalue {float, float, float, float} %t858, 1
  %t861 = extractvalue {float, float, float, float} %t858, 2
  %t862 = extractvalue {float, float, float, float} %t858, 3
  store float %t859, ptr %s71
  store float %t860, ptr %s72
  store float %t861, ptr %s73
  store float %t862, ptr %s74
  %t863 = load float, ptr %s75
  %t864 = load float, ptr %s76
  %t865 = load float, ptr %s77
  %t866 = load float, ptr %s78
  %t867 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t794, i32 %t799, i32 %t804, i32 %t809, i32 %t816, i32 %t833, float %t863, float %t864, float %t865, float %t866) convergent
  %t868 = extractvalue {float, float, float, float} %t867, 0
  %t869 = extractvalue {float, float, float, float} %t867, 1
  %t870 = extractvalue {float, float, float, float} %t867, 2
  %t871 = extractvalue {float, float, float, float} %t867, 3
  %t872 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t786, i32 %t787, i32 %t788, i32 %t789, i32 %t826, i32 %t843, float %t868, float %t869, float %t870, float %t871) convergent
  %t873 = extractvalue {float, float, float, float} %t872, 0
  %t874 = extractvalue {float, float, float, float} %t872, 1
  %t875 = extractvalue {float, float, float, float} %t872, 2
  %t876 = extractvalue {float, float, float, float} %t872, 3
  %t877 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t786, i32 %t787, i32 %t788, i32 %t789, i32 %t816, i32 %t833, float %t873, float %t874, float %t875, float %t876) convergent
  %t878 = extractvalue {float, float, float, float} %t877, 0
  %t879 = extractvalue {float, float, float, float} %t877, 1
  %t880 = extractvalue {float, float, float, float} %t877, 2
  %t881 = extractvalue {float, float, float, float} %t877, 3
  store float %t878, ptr %s75
  store float %t879, ptr %s76
  store float %t880, ptr %s77
  store float %t881, ptr %s78
  %t882 = add nuw nsw i64 %t377, 1
  store i64 %t882, ptr %s374
  %t883 = icmp slt i64 %t882, 1
  br i1 %t883, label %loop.375, label %done.376
done.376:
  store i64 1, ptr %s884
  br label %loop.885
loop.885:
  %t887 = load i64, ptr %s884
  %t888 = trunc i64 %t887 to i32
  %t889 = mul i32 %t888, 32
  %t890 = add i32 %t889, %t21
  %t891 = mul i32 %t19, 2
  %t892 = add i32 %t890, %t891
  %t893 = icmp ult i32 %t892, 39
  %t894 = select i1 %t893, i32 %t892, i32 39
  %t895 = sext i32 %t894 to i64
  %t896 = mul nsw i64 %t895, 1
  %t897 = getelementptr float, ptr %buffer3, i64 %t896
  %t898 = load float, ptr %t897, align 4
  %t899 = add i32 %t892, 1
  %t900 = icmp ult i32 %t899, 39
  %t901 = select i1 %t900, i32 %t899, i32 39
  %t902 = sext i32 %t901 to i64
  %t903 = mul nsw i64 %t902, 1
  %t904 = getelementptr float, ptr %buffer3, i64 %t903
  %t905 = load float, ptr %t904, align 4
  %t906 = add i32 %t892, 8
  %t907 = icmp ult i32 %t906, 39
  %t908 = select i1 %t907, i32 %t906, i32 39
  %t909 = sext i32 %t908 to i64
  %t910 = mul nsw i64 %t909, 1
  %t911 = getelementptr float, ptr %buffer3, i64 %t910
  %t912 = load float, ptr %t911, align 4
  %t913 = add i32 %t892, 9
  %t914 = icmp ult i32 %t913, 39
  %t915 = select i1 %t914, i32 %t913, i32 39
  %t916 = sext i32 %t915 to i64
  %t917 = mul nsw i64 %t916, 1
  %t918 = getelementptr float, ptr %buffer3, i64 %t917
  %t919 = load float, ptr %t918, align 4
  call void asm sideeffect "cp.async.wait_group 3;", "~{memory}"()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"()
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"()
  %t920 = urem i32 %t888, 2
  %t921 = mul i32 %t920, 4608
  %t922 = add i32 %t54, %t921
  %t923 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t922
  %t924 = load <4 x i32>, ptr addrspace(3) %t923, align 16
  %t925 = extractelement <4 x i32> %t924, i32 0
  %t926 = extractelement <4 x i32> %t924, i32 1
  %t927 = extractelement <4 x i32> %t924, i32 2
  %t928 = extractelement <4 x i32> %t924, i32 3
  %t929 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t925)
  %t930 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t926)
  %t931 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t927)
  %t932 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t928)
  %t933 = bitcast i32 %t925 to float
  %t934 = bitcast i32 %t929 to float
  %t935 = fsub float %t933, %t934
  %t936 = bitcast float %t935 to i32
  %t937 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t936)
  %t938 = bitcast i32 %t926 to float
  %t939 = bitcast i32 %t930 to float
  %t940 = fsub float %t938, %t939
  %t941 = bitcast float %t940 to i32
  %t942 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t941)
  %t943 = bitcast i32 %t927 to float
  %t944 = bitcast i32 %t931 to float
  %t945 = fsub float %t943, %t944
  %t946 = bitcast float %t945 to i32
  %t947 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t946)
  %t948 = bitcast i32 %t928 to float
  %t949 = bitcast i32 %t932 to float
  %t950 = fsub float %t948, %t949
  %t951 = bitcast float %t950 to i32
  %t952 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t951)
  %t953 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t338, i32 %t343, i32 %t348, i32 %t353, i32 %t929, i32 %t930, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t954 = extractvalue {float, float, float, float} %t953, 0
  %t955 = extractvalue {float, float, float, float} %t953, 1
  %t956 = extractvalue {float, float, float, float} %t953, 2
  %t957 = extractvalue {float, float, float, float} %t953, 3
  %t958 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t326, i32 %t327, i32 %t328, i32 %t329, i32 %t937, i32 %t942, float %t954, float %t955, float %t956, float %t957) convergent
  %t959 = extractvalue {float, float, float, float} %t958, 0
  %t960 = extractvalue {float, float, float, float} %t958, 1
  %t961 = extractvalue {float, float, float, float} %t958, 2
  %t962 = extractvalue {float, float, float, float} %t958, 3
  %t963 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t326, i32 %t327, i32 %t328, i32 %t329, i32 %t929, i32 %t930, float %t959, float %t960, float %t961, float %t962) convergent
  %t964 = extractvalue {float, float, float, float} %t963, 0
  %t965 = extractvalue {float, float, float, float} %t963, 1
  %t966 = extractvalue {float, float, float, float} %t963, 2
  %t967 = extractvalue {float, float, float, float} %t963, 3
  %t968 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t358, i32 %t363, i32 %t368, i32 %t373, i32 %t931, i32 %t932, float %t964, float %t965, float %t966, float %t967) convergent
  %t969 = extractvalue {float, float, float, float} %t968, 0
  %t970 = extractvalue {float, float, float, float} %t968, 1
  %t971 = extractvalue {float, float, float, float} %t968, 2
  %t972 = extractvalue {float, float, float, float} %t968, 3
  %t973 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t330, i32 %t331, i32 %t332, i32 %t333, i32 %t947, i32 %t952, float %t969, float %t970, float %t971, float %t972) convergent
  %t974 = extractvalue {float, float, float, float} %t973, 0
  %t975 = extractvalue {float, float, float, float} %t973, 1
  %t976 = extractvalue {float, float, float, float} %t973, 2
  %t977 = extractvalue {float, float, float, float} %t973, 3
  %t978 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t330, i32 %t331, i32 %t332, i32 %t333, i32 %t931, i32 %t932, float %t974, float %t975, float %t976, float %t977) convergent
  %t979 = extractvalue {float, float, float, float} %t978, 0
  %t980 = extractvalue {float, float, float, float} %t978, 1
  %t981 = extractvalue {float, float, float, float} %t978, 2
  %t982 = extractvalue {float, float, float, float} %t978, 3
  %t983 = add i32 %t922, 512
  %t984 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t983
  %t985 = load <4 x i32>, ptr addrspace(3) %t984, align 16
  %t986 = extractelement <4 x i32> %t985, i32 0
  %t987 = extractelement <4 x i32> %t985, i32 1
  %t988 = extractelement <4 x i32> %t985, i32 2
  %t989 = extractelement <4 x i32> %t985, i32 3
  %t990 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t986)
  %t991 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t987)
  %t992 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t988)
  %t993 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t989)
  %t994 = bitcast i32 %t986 to float
  %t995 = bitcast i32 %t990 to float
  %t996 = fsub float %t994, %t995
  %t997 = bitcast float %t996 to i32
  %t998 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t997)
  %t999 = bitcast i32 %t987 to float
  %t1000 = bitcast i32 %t991 to float
  %t1001 = fsub float %t999, %t1000
  %t1002 = bitcast float %t1001 to i32
  %t1003 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1002)
  %t1004 = bitcast i32 %t988 to float
  %t1005 = bitcast i32 %t992 to float
  %t1006 = fsub float %t1004, %t1005
  %t1007 = bitcast float %t1006 to i32
  %t1008 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1007)
  %t1009 = bitcast i32 %t989 to float
  %t1010 = bitcast i32 %t993 to float
  %t1011 = fsub float %t1009, %t1010
  %t1012 = bitcast float %t1011 to i32
  %t1013 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1012)
  %t1014 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t338, i32 %t343, i32 %t348, i32 %t353, i32 %t990, i32 %t991, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t1015 = extractvalue {float, float, float, float} %t1014, 0
  %t1016 = extractvalue {float, float, float, float} %t1014, 1
  %t1017 = extractvalue {float, float, float, float} %t1014, 2
  %t1018 = extractvalue {float, float, float, float} %t1014, 3
  %t1019 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t326, i32 %t327, i32 %t328, i32 %t329, i32 %t998, i32 %t1003, float %t1015, float %t1016, float %t1017, float %t1018) convergent
  %t1020 = extractvalue {float, float, float, float} %t1019, 0
  %t1021 = extractvalue {float, float, float, float} %t1019, 1
  %t1022 = extractvalue {float, float, float, float} %t1019, 2
  %t1023 = extractvalue {float, float, float, float} %t1019, 3
  %t1024 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t326, i32 %t327, i32 %t328, i32 %t329, i32 %t990, i32 %t991, float %t1020, float %t1021, float %t1022, float %t1023) convergent
  %t1025 = extractvalue {float, float, float, float} %t1024, 0
  %t1026 = extractvalue {float, float, float, float} %t1024, 1
  %t1027 = extractvalue {float, float, float, float} %t1024, 2
  %t1028 = extractvalue {float, float, float, float} %t1024, 3
  %t1029 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t358, i32 %t363, i32 %t368, i32 %t373, i32 %t992, i32 %t993, float %t1025, float %t1026, float %t1027, float %t1028) convergent
  %t1030 = extractvalue {float, float, float, float} %t1029, 0
  %t1031 = extractvalue {float, float, float, float} %t1029, 1
  %t1032 = extractvalue {float, float, float, float} %t1029, 2
  %t1033 = extractvalue {float, float, float, float} %t1029, 3
  %t1034 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t330, i32 %t331, i32 %t332, i32 %t333, i32 %t1008, i32 %t1013, float %t1030, float %t1031, float %t1032, float %t1033) convergent
  %t1035 = extractvalue {float, float, float, float} %t1034, 0
  %t1036 = extractvalue {float, float, float, float} %t1034, 1
  %t1037 = extractvalue {float, float, float, float} %t1034, 2
  %t1038 = extractvalue {float, float, float, float} %t1034, 3
  %t1039 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t330, i32 %t331, i32 %t332, i32 %t333, i32 %t992, i32 %t993, float %t1035, float %t1036, float %t1037, float %t1038) convergent
  %t1040 = extractvalue {float, float, float, float} %t1039, 0
  %t1041 = extractvalue {float, float, float, float} %t1039, 1
  %t1042 = extractvalue {float, float, float, float} %t1039, 2
  %t1043 = extractvalue {float, float, float, float} %t1039, 3
  %t1044 = add i32 %t889, %t21
  %t1045 = mul i32 %t19, 2
  %t1046 = add i32 %t1044, %t1045
  %t1047 = icmp ult i32 %t1046, 40
  %t1048 = fmul contract float %t979, 0x3FD0000000000000
  %t1049 = fadd contract float %t1048, %t898
  %t1050 = select i1 %t1047, float %t1049, float 0xFFF0000000000000
  %t1051 = fmul contract float %t981, 0x3FD0000000000000
  %t1052 = fadd contract float %t1051, %t898
  %t1053 = select i1 %t1047, float %t1052, float 0xFFF0000000000000
  %t1054 = add i32 %t1046, 1
  %t1055 = icmp ult i32 %t1054, 40
  %t1056 = fmul contract float %t980, 0x3FD0000000000000
  %t1057 = fadd contract float %t1056, %t905
  %t1058 = select i1 %t1055, float %t1057, float 0xFFF0000000000000
  %t1059 = fmul contract float %t982, 0x3FD0000000000000
  %t1060 = fadd contract float %t1059, %t905
  %t1061 = select i1 %t1055, float %t1060, float 0xFFF0000000000000
  %t1062 = add i32 %t1046, 8
  %t1063 = icmp ult i32 %t1062, 40
  %t1064 = fmul contract float %t1040, 0x3FD0000000000000
  %t1065 = fadd contract float %t1064, %t912
  %t1066 = select i1 %t1063, float %t1065, float 0xFFF0000000000000
  %t1067 = fmul contract float %t1042, 0x3FD0000000000000
  %t1068 = fadd contract float %t1067, %t912
  %t1069 = select i1 %t1063, float %t1068, float 0xFFF0000000000000
  %t1070 = add i32 %t1046, 9
  %t1071 = icmp ult i32 %t1070, 40
  %t1072 = fmul contract float %t1041, 0x3FD0000000000000
  %t1073 = fadd contract float %t1072, %t919
  %t1074 = select i1 %t1071, float %t1073, float 0xFFF0000000000000
  %t1075 = fmul contract float %t1043, 0x3FD0000000000000
  %t1076 = fadd contract float %t1075, %t919
  %t1077 = select i1 %t1071, float %t1076, float 0xFFF0000000000000
  %t1078 = load float, ptr %s67
  %t1079 = call float @llvm.maxnum.f32(float %t1050, float %t1058)
  %t1080 = call float @llvm.maxnum.f32(float %t1066, float %t1074)
  %t1081 = call float @llvm.maxnum.f32(float %t1079, float %t1080)
  %t1082 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t1081, i32 1, i32 31)
  %t1083 = call float @llvm.maxnum.f32(float %t1081, float %t1082)
  %t1084 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t1083, i32 2, i32 31)
  %t1085 = call float @llvm.maxnum.f32(float %t1083, float %t1084)
  %t1086 = call float @llvm.maxnum.f32(float %t1078, float %t1085)
  %t1087 = fcmp oeq float %t1086, 0xFFF0000000000000
  %t1088 = select i1 %t1087, float 0x0000000000000000, float %t1086
  %t1089 = fsub float %t1078, %t1088
  %t1090 = call float @llvm.maximum.f32(float %t1089, float 0xC062C00000000000)
  %t1091 = fmul float %t1090, 0x3FF7154760000000
  %t1092 = fneg float %t1091
  %t1093 = call float @llvm.fma.f32(float %t1090, float 0x3FF7154760000000, float %t1092)
  %t1094 = call float @llvm.fma.f32(float %t1090, float 0x3E54AE0C00000000, float %t1093)
  %t1095 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1091)
  %t1096 = fmul float %t1094, 0x3FE62E4300000000
  %t1097 = call float @llvm.fma.f32(float %t1095, float %t1096, float %t1095)
  store float %t1086, ptr %s67
  %t1098 = fsub float %t1050, %t1088
  %t1099 = call float @llvm.maximum.f32(float %t1098, float 0xC062C00000000000)
  %t1100 = fmul float %t1099, 0x3FF7154760000000
  %t1101 = fneg float %t1100
  %t1102 = call float @llvm.fma.f32(float %t1099, float 0x3FF7154760000000, float %t1101)
  %t1103 = call float @llvm.fma.f32(float %t1099, float 0x3E54AE0C00000000, float %t1102)
  %t1104 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1100)
  %t1105 = fmul float %t1103, 0x3FE62E4300000000
  %t1106 = call float @llvm.fma.f32(float %t1104, float %t1105, float %t1104)
  %t1107 = fsub float %t1058, %t1088
  %t1108 = call float @llvm.maximum.f32(float %t1107, float 0xC062C00000000000)
  %t1109 = fmul float %t1108, 0x3FF7154760000000
  %t1110 = fneg float %t1109
  %t1111 = call float @llvm.fma.f32(float %t1108, float 0x3FF7154760000000, float %t1110)
  %t1112 = call float @llvm.fma.f32(float %t1108, float 0x3E54AE0C00000000, float %t1111)
  %t1113 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1109)
  %t1114 = fmul float %t1112, 0x3FE62E4300000000
  %t1115 = call float @llvm.fma.f32(float %t1113, float %t1114, float %t1113)
  %t1116 = fsub float %t1066, %t1088
  %t1117 = call float @llvm.maximum.f32(float %t1116, float 0xC062C00000000000)
  %t1118 = fmul float %t1117, 0x3FF7154760000000
  %t1119 = fneg float %t1118
  %t1120 = call float @llvm.fma.f32(float %t1117, float 0x3FF7154760000000, float %t1119)
  %t1121 = call float @llvm.fma.f32(float %t1117, float 0x3E54AE0C00000000, float %t1120)
  %t1122 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1118)
  %t1123 = fmul float %t1121, 0x3FE62E4300000000
  %t1124 = call float @llvm.fma.f32(float %t1122, float %t1123, float %t1122)
  %t1125 = fsub float %t1074, %t1088
  %t1126 = call float @llvm.maximum.f32(float %t1125, float 0xC062C00000000000)
  %t1127 = fmul float %t1126, 0x3FF7154760000000
  %t1128 = fneg float %t1127
  %t1129 = call float @llvm.fma.f32(float %t1126, float 0x3FF7154760000000, float %t1128)
  %t1130 = call float @llvm.fma.f32(float %t1126, float 0x3E54AE0C00000000, float %t1129)
  %t1131 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1127)
  %t1132 = fmul float %t1130, 0x3FE62E4300000000
  %t1133 = call float @llvm.fma.f32(float %t1131, float %t1132, float %t1131)
  %t1134 = load float, ptr %s69
  %t1135 = fmul float %t1134, %t1097
  %t1136 = fadd float %t1106, %t1115
  %t1137 = fadd float %t1124, %t1133
  %t1138 = fadd float %t1136, %t1137
  %t1139 = fadd float %t1135, %t1138
  store float %t1139, ptr %s69
  %t1140 = load float, ptr %s68
  %t1141 = call float @llvm.maxnum.f32(float %t1053, float %t1061)
  %t1142 = call float @llvm.maxnum.f32(float %t1069, float %t1077)
  %t1143 = call float @llvm.maxnum.f32(float %t1141, float %t1142)
  %t1144 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t1143, i32 1, i32 31)
  %t1145 = call float @llvm.maxnum.f32(float %t1143, float %t1144)
  %t1146 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t1145, i32 2, i32 31)
  %t1147 = call float @llvm.maxnum.f32(float %t1145, float %t1146)
  %t1148 = call float @llvm.maxnum.f32(float %t1140, float %t1147)
  %t1149 = fcmp oeq float %t1148, 0xFFF0000000000000
  %t1150 = select i1 %t1149, float 0x0000000000000000, float %t1148
  %t1151 = fsub float %t1140, %t1150
  %t1152 = call float @llvm.maximum.f32(float %t1151, float 0xC062C00000000000)
  %t1153 = fmul float %t1152, 0x3FF7154760000000
  %t1154 = fneg float %t1153
  %t1155 = call float @llvm.fma.f32(float %t1152, float 0x3FF7154760000000, float %t1154)
  %t1156 = call float @llvm.fma.f32(float %t1152, float 0x3E54AE0C00000000, float %t1155)
  %t1157 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1153)
  %t1158 = fmul float %t1156, 0x3FE62E4300000000
  %t1159 = call float @llvm.fma.f32(float %t1157, float %t1158, float %t1157)
  store float %t1148, ptr %s68
  %t1160 = fsub float %t1053, %t1150
  %t1161 = call float @llvm.maximum.f32(float %t1160, float 0xC062C00000000000)
  %t1162 = fmul float %t1161, 0x3FF7154760000000
  %t1163 = fneg float %t1162
  %t1164 = call float @llvm.fma.f32(float %t1161, float 0x3FF7154760000000, float %t1163)
  %t1165 = call float @llvm.fma.f32(float %t1161, float 0x3E54AE0C00000000, float %t1164)
  %t1166 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1162)
  %t1167 = fmul float %t1165, 0x3FE62E4300000000
  %t1168 = call float @llvm.fma.f32(float %t1166, float %t1167, float %t1166)
  %t1169 = fsub float %t1061, %t1150
  %t1170 = call float @llvm.maximum.f32(float %t1169, float 0xC062C00000000000)
  %t1171 = fmul float %t1170, 0x3FF7154760000000
  %t1172 = fneg float %t1171
  %t1173 = call float @llvm.fma.f32(float %t1170, float 0x3FF7154760000000, float %t1172)
  %t1174 = call float @llvm.fma.f32(float %t1170, float 0x3E54AE0C00000000, float %t1173)
  %t1175 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1171)
  %t1176 = fmul float %t1174, 0x3FE62E4300000000
  %t1177 = call float @llvm.fma.f32(float %t1175, float %t1176, float %t1175)
  %t1178 = fsub float %t1069, %t1150
  %t1179 = call float @llvm.maximum.f32(float %t1178, float 0xC062C00000000000)
  %t1180 = fmul float %t1179, 0x3FF7154760000000
  %t1181 = fneg float %t1180
  %t1182 = call float @llvm.fma.f32(float %t1179, float 0x3FF7154760000000, float %t1181)
  %t1183 = call float @llvm.fma.f32(float %t1179, float 0x3E54AE0C00000000, float %t1182)
  %t1184 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1180)
  %t1185 = fmul float %t1183, 0x3FE62E4300000000
  %t1186 = call float @llvm.fma.f32(float %t1184, float %t1185, float %t1184)
  %t1187 = fsub float %t1077, %t1150
  %t1188 = call float @llvm.maximum.f32(float %t1187, float 0xC062C00000000000)
  %t1189 = fmul float %t1188, 0x3FF7154760000000
  %t1190 = fneg float %t1189
  %t1191 = call float @llvm.fma.f32(float %t1188, float 0x3FF7154760000000, float %t1190)
  %t1192 = call float @llvm.fma.f32(float %t1188, float 0x3E54AE0C00000000, float %t1191)
  %t1193 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1189)
  %t1194 = fmul float %t1192, 0x3FE62E4300000000
  %t1195 = call float @llvm.fma.f32(float %t1193, float %t1194, float %t1193)
  %t1196 = load float, ptr %s70
  %t1197 = fmul float %t1196, %t1159
  %t1198 = fadd float %t1168, %t1177
  %t1199 = fadd float %t1186, %t1195
  %t1200 = fadd float %t1198, %t1199
  %t1201 = fadd float %t1197, %t1200
  store float %t1201, ptr %s70
  %t1202 = load float, ptr %s71
  %t1203 = fmul float %t1202, %t1097
  store float %t1203, ptr %s71
  %t1204 = load float, ptr %s72
  %t1205 = fmul float %t1204, %t1097
  store float %t1205, ptr %s72
  %t1206 = load float, ptr %s73
  %t1207 = fmul float %t1206, %t1159
  store float %t1207, ptr %s73
  %t1208 = load float, ptr %s74
  %t1209 = fmul float %t1208, %t1159
  store float %t1209, ptr %s74
  %t1210 = load float, ptr %s75
  %t1211 = fmul float %t1210, %t1097
  store float %t1211, ptr %s75
  %t1212 = load float, ptr %s76
  %t1213 = fmul float %t1212, %t1097
  store float %t1213, ptr %s76
  %t1214 = load float, ptr %s77
  %t1215 = fmul float %t1214, %t1159
  store float %t1215, ptr %s77
  %t1216 = load float, ptr %s78
  %t1217 = fmul float %t1216, %t1159
  store float %t1217, ptr %s78
  call void asm sideeffect "cp.async.wait_group 4;", "~{memory}"()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t1218 = add i32 %t59, %t921
  %t1219 = bitcast float %t1106 to i32
  %t1220 = bitcast float %t1168 to i32
  %t1221 = bitcast float %t1115 to i32
  %t1222 = bitcast float %t1177 to i32
  %t1223 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1219)
  %t1224 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1220)
  %t1225 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1221)
  %t1226 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1222)
  %t1227 = bitcast i32 %t1219 to float
  %t1228 = bitcast i32 %t1223 to float
  %t1229 = fsub float %t1227, %t1228
  %t1230 = bitcast float %t1229 to i32
  %t1231 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1230)
  %t1232 = bitcast i32 %t1220 to float
  %t1233 = bitcast i32 %t1224 to float
  %t1234 = fsub float %t1232, %t1233
  %t1235 = bitcast float %t1234 to i32
  %t1236 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1235)
  %t1237 = bitcast i32 %t1221 to float
  %t1238 = bitcast i32 %t1225 to float
  %t1239 = fsub float %t1237, %t1238
  %t1240 = bitcast float %t1239 to i32
  %t1241 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1240)
  %t1242 = bitcast i32 %t1222 to float
  %t1243 = bitcast i32 %t1226 to float
  %t1244 = fsub float %t1242, %t1243
  %t1245 = bitcast float %t1244 to i32
  %t1246 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1245)
  %t1247 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1218
  %t1248 = load <2 x i32>, ptr addrspace(3) %t1247, align 8
  %t1249 = extractelement <2 x i32> %t1248, i32 0
  %t1250 = extractelement <2 x i32> %t1248, i32 1
  %t1251 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1249)
  %t1252 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1250)
  %t1253 = bitcast i32 %t1249 to float
  %t1254 = bitcast i32 %t1251 to float
  %t1255 = fsub float %t1253, %t1254
  %t1256 = bitcast float %t1255 to i32
  %t1257 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1256)
  %t1258 = bitcast i32 %t1250 to float
  %t1259 = bitcast i32 %t1252 to float
  %t1260 = fsub float %t1258, %t1259
  %t1261 = bitcast float %t1260 to i32
  %t1262 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1261)
  %t1263 = add i32 %t1218, 80
  %t1264 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1263
  %t1265 = load <2 x i32>, ptr addrspace(3) %t1264, align 8
  %t1266 = extractelement <2 x i32> %t1265, i32 0
  %t1267 = extractelement <2 x i32> %t1265, i32 1
  %t1268 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1266)
  %t1269 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1267)
  %t1270 = bitcast i32 %t1266 to float
  %t1271 = bitcast i32 %t1268 to float
  %t1272 = fsub float %t1270, %t1271
  %t1273 = bitcast float %t1272 to i32
  %t1274 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1273)
  %t1275 = bitcast i32 %t1267 to float
  %t1276 = bitcast i32 %t1269 to float
  %t1277 = fsub float %t1275, %t1276
  %t1278 = bitcast float %t1277 to i32
  %t1279 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1278)
  %t1280 = load float, ptr %s71
  %t1281 = load float, ptr %s72
  %t1282 = load float, ptr %s73
  %t1283 = load float, ptr %s74
  %t1284 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1231, i32 %t1236, i32 %t1241, i32 %t1246, i32 %t1251, i32 %t1268, float %t1280, float %t1281, float %t1282, float %t1283) convergent
  %t1285 = extractvalue {float, float, float, float} %t1284, 0
  %t1286 = extractvalue {float, float, float, float} %t1284, 1
  %t1287 = extractvalue {float, float, float, float} %t1284, 2
  %t1288 = extractvalue {float, float, float, float} %t1284, 3
  %t1289 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1223, i32 %t1224, i32 %t1225, i32 %t1226, i32 %t1257, i32 %t1274, float %t1285, float %t1286, float %t1287, float %t1288) convergent
  %t1290 = extractvalue {float, float, float, float} %t1289, 0
  %t1291 = extractvalue {float, float, float, float} %t1289, 1
  %t1292 = extractvalue {float, float, float, float} %t1289, 2
  %t1293 = extractvalue {float, float, float, float} %t1289, 3
  %t1294 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1223, i32 %t1224, i32 %t1225, i32 %t1226, i32 %t1251, i32 %t1268, float %t1290, float %t1291, float %t1292, float %t1293) convergent
  %t1295 = extractvalue {float, float, float, float} %t1294, 0
  %t1296 = extractvalue {float, float, float, float} %t1294, 1
  %t1297 = extractvalue {float, float, float, float} %t1294, 2
  %t1298 = extractvalue {float, float, float, float} %t1294, 3
  store float %t1295, ptr %s71
  store float %t1296, ptr %s72
  store float %t1297, ptr %s73
  store float %t1298, ptr %s74
  %t1299 = load float, ptr %s75
  %t1300 = load float, ptr %s76
  %t1301 = load float, ptr %s77
  %t1302 = load float, ptr %s78
  %t1303 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1231, i32 %t1236, i32 %t1241, i32 %t1246, i32 %t1252, i32 %t1269, float %t1299, float %t1300, float %t1301, float %t1302) convergent
  %t1304 = extractvalue {float, float, float, float} %t1303, 0
  %t1305 = extractvalue {float, float, float, float} %t1303, 1
  %t1306 = extractvalue {float, float, float, float} %t1303, 2
  %t1307 = extractvalue {float, float, float, float} %t1303, 3
  %t1308 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1223, i32 %t1224, i32 %t1225, i32 %t1226, i32 %t1262, i32 %t1279, float %t1304, float %t1305, float %t1306, float %t1307) convergent
  %t1309 = extractvalue {float, float, float, float} %t1308, 0
  %t1310 = extractvalue {float, float, float, float} %t1308, 1
  %t1311 = extractvalue {float, float, float, float} %t1308, 2
  %t1312 = extractvalue {float, float, float, float} %t1308, 3
  %t1313 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1223, i32 %t1224, i32 %t1225, i32 %t1226, i32 %t1252, i32 %t1269, float %t1309, float %t1310, float %t1311, float %t1312) convergent
  %t1314 = extractvalue {float, float, float, float} %t1313, 0
  %t1315 = extractvalue {float, float, float, float} %t1313, 1
  %t1316 = extractvalue {float, float, float, float} %t1313, 2
  %t1317 = extractvalue {float, float, float, float} %t1313, 3
  store float %t1314, ptr %s75
  store float %t1315, ptr %s76
  store float %t1316, ptr %s77
  store float %t1317, ptr %s78
  %t1318 = bitcast float %t1124 to i32
  %t1319 = bitcast float %t1186 to i32
  %t1320 = bitcast float %t1133 to i32
  %t1321 = bitcast float %t1195 to i32
  %t1322 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1318)
  %t1323 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1319)
  %t1324 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1320)
  %t1325 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1321)
  %t1326 = bitcast i32 %t1318 to float
  %t1327 = bitcast i32 %t1322 to float
  %t1328 = fsub float %t1326, %t1327
  %t1329 = bitcast float %t1328 to i32
  %t1330 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1329)
  %t1331 = bitcast i32 %t1319 to float
  %t1332 = bitcast i32 %t1323 to float
  %t1333 = fsub float %t1331, %t1332
  %t1334 = bitcast float %t1333 to i32
  %t1335 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1334)
  %t1336 = bitcast i32 %t1320 to float
  %t1337 = bitcast i32 %t1324 to float
  %t1338 = fsub float %t1336, %t1337
  %t1339 = bitcast float %t1338 to i32
  %t1340 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1339)
  %t1341 = bitcast i32 %t1321 to float
  %t1342 = bitcast i32 %t1325 to float
  %t1343 = fsub float %t1341, %t1342
  %t1344 = bitcast float %t1343 to i32
  %t1345 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1344)
  %t1346 = add i32 %t1218, 640
  %t1347 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1346
  %t1348 = load <2 x i32>, ptr addrspace(3) %t1347, align 8
  %t1349 = extractelement <2 x i32> %t1348, i32 0
  %t1350 = extractelement <2 x i32> %t1348, i32 1
  %t1351 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1349)
  %t1352 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1350)
  %t1353 = bitcast i32 %t1349 to float
  %t1354 = bitcast i32 %t1351 to float
  %t1355 = fsub float %t1353, %t1354
  %t1356 = bitcast float %t1355 to i32
  %t1357 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1356)
  %t1358 = bitcast i32 %t1350 to float
  %t1359 = bitcast i32 %t1352 to float
  %t1360 = fsub float %t1358, %t1359
  %t1361 = bitcast float %t1360 to i32
  %t1362 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1361)
  %t1363 = add i32 %t1218, 720
  %t1364 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1363
  %t1365 = load <2 x i32>, ptr addrspace(3) %t1364, align 8
  %t1366 = extractelement <2 x i32> %t1365, i32 0
  %t1367 = extractelement <2 x i32> %t1365, i32 1
  %t1368 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1366)
  %t1369 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1367)
  %t1370 = bitcast i32 %t1366 to float
  %t1371 = bitcast i32 %t1368 to float
  %t1372 = fsub float %t1370, %t1371
  %t1373 = bitcast float %t1372 to i32
  %t1374 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1373)
  %t1375 = bitcast i32 %t1367 to float
  %t1376 = bitcast i32 %t1369 to float
  %t1377 = fsub float %t1375, %t1376
  %t1378 = bitcast float %t1377 to i32
  %t1379 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1378)
  %t1380 = load float, ptr %s71
  %t1381 = load float, ptr %s72
  %t1382 = load float, ptr %s73
  %t1383 = load float, ptr %s74
  %t1384 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1330, i32 %t1335, i32 %t1340, i32 %t1345, i32 %t1351, i32 %t1368, float %t1380, float %t1381, float %t1382, float %t1383) convergent
  %t1385 = extractvalue {float, float, float, float} %t1384, 0
  %t1386 = extractvalue {float, float, float, float} %t1384, 1
  %t1387 = extractvalue {float, float, float, float} %t1384, 2
  %t1388 = extractvalue {float, float, float, float} %t1384, 3
  %t1389 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1322, i32 %t1323, i32 %t1324, i32 %t1325, i32 %t1357, i32 %t1374, float %t1385, float %t1386, float %t1387, float %t1388) convergent
  %t1390 = extractvalue {float, float, float, float} %t1389, 0
  %t1391 = extractvalue {float, float, float, float} %t1389, 1
  %t1392 = extractvalue {float, float, float, float} %t1389, 2
  %t1393 = extractvalue {float, float, float, float} %t1389, 3
  %t1394 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1322, i32 %t1323, i32 %t1324, i32 %t1325, i32 %t1351, i32 %t1368, float %t1390, float %t1391, float %t1392, float %t1393) convergent
  %t1395 = extractvalue {float, float, float, float} %t1394, 0
  %t1396 = extractvalue {float, float, float, float} %t1394, 1
  %t1397 = extractvalue {float, float, float, float} %t1394, 2
  %t1398 = extractvalue {float, float, float, float} %t1394, 3
  store float %t1395, ptr %s71
  store float %t1396, ptr %s72
  store float %t1397, ptr %s73
  store float %t1398, ptr %s74
  %t1399 = load float, ptr %s75
  %t1400 = load float, ptr %s76
  %t1401 = load float, ptr %s77
  %t1402 = load float, ptr %s78
  %t1403 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1330, i32 %t1335, i32 %t1340, i32 %t1345, i32 %t1352, i32 %t1369, float %t1399, float %t1400, float %t1401, float %t1402) convergent
  %t1404 = extractvalue {float, float, float, float} %t1403, 0
  %t1405 = extractvalue {float, float, float, float} %t1403, 1
  %t1406 = extractvalue {float, float, float, float} %t1403, 2
  %t1407 = extractvalue {float, float, float, float} %t1403, 3
  %t1408 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1322, i32 %t1323, i32 %t1324, i32 %t1325, i32 %t1362, i32 %t1379, float %t1404, float %t1405, float %t1406, float %t1407) convergent
  %t1409 = extractvalue {float, float, float, float} %t1408, 0
  %t1410 = extractvalue {float, float, float, float} %t1408, 1
  %t1411 = extractvalue {float, float, float, float} %t1408, 2
  %t1412 = extractvalue {float, float, float, float} %t1408, 3
  %t1413 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1322, i32 %t1323, i32 %t1324, i32 %t1325, i32 %t1352, i32 %t1369, float %t1409, float %t1410, float %t1411, float %t1412) convergent
  %t1414 = extractvalue {float, float, float, float} %t1413, 0
  %t1415 = extractvalue {float, float, float, float} %t1413, 1
  %t1416 = extractvalue {float, float, float, float} %t1413, 2
  %t1417 = extractvalue {float, float, float, float} %t1413, 3
  store float %t1414, ptr %s75
  store float %t1415, ptr %s76
  store float %t1416, ptr %s77
  store float %t1417, ptr %s78
  %t1418 = add nuw nsw i64 %t887, 1
  store i64 %t1418, ptr %s884
  %t1419 = icmp slt i64 %t1418, 2
  br i1 %t1419, label %loop.885, label %done.886
done.886:
  call void asm sideeffect "cp.async.wait_all;", "~{memory}"()
  %t1420 = load float, ptr %s67
  %t1421 = load float, ptr %s68
  %t1422 = load float, ptr %s69
  %t1423 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t1422, i32 1, i32 31)
  %t1424 = fadd float %t1422, %t1423
  %t1425 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t1424, i32 2, i32 31)
  %t1426 = fadd float %t1424, %t1425
  %t1427 = load float, ptr %s70
  %t1428 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t1427, i32 1, i32 31)
  %t1429 = fadd float %t1427, %t1428
  %t1430 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t1429, i32 2, i32 31)
  %t1431 = fadd float %t1429, %t1430
  %t1432 = mul i32 %t14, 16
  %t1433 = mul i32 %t16, 3072
  %t1434 = mul i32 %t17, 1536
  %t1435 = add i32 %t1433, %t1434
  %t1436 = add i32 %t1435, %t1432
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t1437 = load float, ptr %s71
  %t1438 = load float, ptr %s72
  %t1439 = load float, ptr %s73
  %t1440 = load float, ptr %s74
  %t1441 = insertelement <4 x float> poison, float %t1437, i32 0
  %t1442 = insertelement <4 x float> %t1441, float %t1438, i32 1
  %t1443 = insertelement <4 x float> %t1442, float %t1439, i32 2
  %t1444 = insertelement <4 x float> %t1443, float %t1440, i32 3
  %t1445 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1436
  store <4 x float> %t1444, ptr addrspace(3) %t1445, align 16
  %t1446 = add i32 %t1436, 512
  %t1447 = load float, ptr %s75
  %t1448 = load float, ptr %s76
  %t1449 = load float, ptr %s77
  %t1450 = load float, ptr %s78
  %t1451 = insertelement <4 x float> poison, float %t1447, i32 0
  %t1452 = insertelement <4 x float> %t1451, float %t1448, i32 1
  %t1453 = insertelement <4 x float> %t1452, float %t1449, i32 2
  %t1454 = insertelement <4 x float> %t1453, float %t1450, i32 3
  %t1455 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1446
  store <4 x float> %t1454, ptr addrspace(3) %t1455, align 16
  %t1456 = add i32 %t1436, 1024
  %t1457 = insertelement <4 x float> poison, float %t1420, i32 0
  %t1458 = insertelement <4 x float> %t1457, float %t1421, i32 1
  %t1459 = insertelement <4 x float> %t1458, float %t1426, i32 2
  %t1460 = insertelement <4 x float> %t1459, float %t1431, i32 3
  %t1461 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1456
  store <4 x float> %t1460, ptr addrspace(3) %t1461, align 16
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t1462 = add i32 %t1433, %t1432
  %t1463 = add i32 %t1433, 1536
  %t1464 = add i32 %t1463, %t1432
  %t1465 = add i32 %t1462, 1024
  %t1466 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1465
  %t1467 = load <4 x i32>, ptr addrspace(3) %t1466, align 16
  %t1468 = extractelement <4 x i32> %t1467, i32 0
  %t1469 = extractelement <4 x i32> %t1467, i32 1
  %t1470 = extractelement <4 x i32> %t1467, i32 2
  %t1471 = extractelement <4 x i32> %t1467, i32 3
  %t1472 = bitcast i32 %t1468 to float
  %t1473 = bitcast i32 %t1469 to float
  %t1474 = bitcast i32 %t1470 to float
  %t1475 = bitcast i32 %t1471 to float
  %t1476 = add i32 %t1464, 1024
  %t1477 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1476
  %t1478 = load <4 x i32>, ptr addrspace(3) %t1477, align 16
  %t1479 = extractelement <4 x i32> %t1478, i32 0
  %t1480 = extractelement <4 x i32> %t1478, i32 1
  %t1481 = extractelement <4 x i32> %t1478, i32 2
  %t1482 = extractelement <4 x i32> %t1478, i32 3
  %t1483 = bitcast i32 %t1479 to float
  %t1484 = bitcast i32 %t1480 to float
  %t1485 = bitcast i32 %t1481 to float
  %t1486 = bitcast i32 %t1482 to float
  %t1487 = call float @llvm.maxnum.f32(float %t1472, float %t1483)
  %t1488 = fcmp oeq float %t1487, 0xFFF0000000000000
  %t1489 = select i1 %t1488, float 0x0000000000000000, float %t1487
  %t1490 = fsub float %t1472, %t1489
  %t1491 = call float @llvm.maximum.f32(float %t1490, float 0xC062C00000000000)
  %t1492 = fmul float %t1491, 0x3FF7154760000000
  %t1493 = fneg float %t1492
  %t1494 = call float @llvm.fma.f32(float %t1491, float 0x3FF7154760000000, float %t1493)
  %t1495 = call float @llvm.fma.f32(float %t1491, float 0x3E54AE0C00000000, float %t1494)
  %t1496 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1492)
  %t1497 = fmul float %t1495, 0x3FE62E4300000000
  %t1498 = call float @llvm.fma.f32(float %t1496, float %t1497, float %t1496)
  %t1499 = fsub float %t1483, %t1489
  %t1500 = call float @llvm.maximum.f32(float %t1499, float 0xC062C00000000000)
  %t1501 = fmul float %t1500, 0x3FF7154760000000
  %t1502 = fneg float %t1501
  %t1503 = call float @llvm.fma.f32(float %t1500, float 0x3FF7154760000000, float %t1502)
  %t1504 = call float @llvm.fma.f32(float %t1500, float 0x3E54AE0C00000000, float %t1503)
  %t1505 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1501)
  %t1506 = fmul float %t1504, 0x3FE62E4300000000
  %t1507 = call float @llvm.fma.f32(float %t1505, float %t1506, float %t1505)
  %t1508 = call float @llvm.fma.f32(float %t1474, float %t1498, float 0.0)
  %t1509 = call float @llvm.fma.f32(float %t1485, float %t1507, float %t1508)
  %t1510 = call float @llvm.maxnum.f32(float %t1473, float %t1484)
  %t1511 = fcmp oeq float %t1510, 0xFFF0000000000000
  %t1512 = select i1 %t1511, float 0x0000000000000000, float %t1510
  %t1513 = fsub float %t1473, %t1512
  %t1514 = call float @llvm.maximum.f32(float %t1513, float 0xC062C00000000000)
  %t1515 = fmul float %t1514, 0x3FF7154760000000
  %t1516 = fneg float %t1515
  %t1517 = call float @llvm.fma.f32(float %t1514, float 0x3FF7154760000000, float %t1516)
  %t1518 = call float @llvm.fma.f32(float %t1514, float 0x3E54AE0C00000000, float %t1517)
  %t1519 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1515)
  %t1520 = fmul float %t1518, 0x3FE62E4300000000
  %t1521 = call float @llvm.fma.f32(float %t1519, float %t1520, float %t1519)
  %t1522 = fsub float %t1484, %t1512
  %t1523 = call float @llvm.maximum.f32(float %t1522, float 0xC062C00000000000)
  %t1524 = fmul float %t1523, 0x3FF7154760000000
  %t1525 = fneg float %t1524
  %t1526 = call float @llvm.fma.f32(float %t1523, float 0x3FF7154760000000, float %t1525)
  %t1527 = call float @llvm.fma.f32(float %t1523, float 0x3E54AE0C00000000, float %t1526)
  %t1528 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1524)
  %t1529 = fmul float %t1527, 0x3FE62E4300000000
  %t1530 = call float @llvm.fma.f32(float %t1528, float %t1529, float %t1528)
  %t1531 = call float @llvm.fma.f32(float %t1475, float %t1521, float 0.0)
  %t1532 = call float @llvm.fma.f32(float %t1486, float %t1530, float %t1531)
  %t1533 = icmp eq i32 %t19, 0
  %t1534 = icmp eq i32 %t17, 0
  %t1535 = and i1 %t1533, %t1534
  %t1536 = fdiv float 0x3FF0000000000000, %t1509
  %t1537 = fdiv float 0x3FF0000000000000, %t1532
  %t1538 = icmp ult i32 %t17, 1
  br i1 %t1538, label %then.1539, label %else.1540
then.1539:
  %t1542 = mul i32 %t17, 2
  %t1543 = mul i32 %t1542, 512
  %t1544 = add i32 %t1462, %t1543
  %t1545 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1544
  %t1546 = load <4 x i32>, ptr addrspace(3) %t1545, align 16
  %t1547 = extractelement <4 x i32> %t1546, i32 0
  %t1548 = extractelement <4 x i32> %t1546, i32 1
  %t1549 = extractelement <4 x i32> %t1546, i32 2
  %t1550 = extractelement <4 x i32> %t1546, i32 3
  %t1551 = bitcast i32 %t1547 to float
  %t1552 = bitcast i32 %t1548 to float
  %t1553 = bitcast i32 %t1549 to float
  %t1554 = bitcast i32 %t1550 to float
  %t1555 = call float @llvm.fma.f32(float %t1551, float %t1498, float 0.0)
  %t1556 = call float @llvm.fma.f32(float %t1552, float %t1498, float 0.0)
  %t1557 = call float @llvm.fma.f32(float %t1553, float %t1521, float 0.0)
  %t1558 = call float @llvm.fma.f32(float %t1554, float %t1521, float 0.0)
  %t1559 = add i32 %t1544, 512
  %t1560 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1559
  %t1561 = load <4 x i32>, ptr addrspace(3) %t1560, align 16
  %t1562 = extractelement <4 x i32> %t1561, i32 0
  %t1563 = extractelement <4 x i32> %t1561, i32 1
  %t1564 = extractelement <4 x i32> %t1561, i32 2
  %t1565 = extractelement <4 x i32> %t1561, i32 3
  %t1566 = bitcast i32 %t1562 to float
  %t1567 = bitcast i32 %t1563 to float
  %t1568 = bitcast i32 %t1564 to float
  %t1569 = bitcast i32 %t1565 to float
  %t1570 = call float @llvm.fma.f32(float %t1566, float %t1498, float 0.0)
  %t1571 = call float @llvm.fma.f32(float %t1567, float %t1498, float 0.0)
  %t1572 = call float @llvm.fma.f32(float %t1568, float %t1521, float 0.0)
  %t1573 = call float @llvm.fma.f32(float %t1569, float %t1521, float 0.0)
  %t1574 = add i32 %t1464, %t1543
  %t1575 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1574
  %t1576 = load <4 x i32>, ptr addrspace(3) %t1575, align 16
  %t1577 = extractelement <4 x i32> %t1576, i32 0
  %t1578 = extractelement <4 x i32> %t1576, i32 1
  %t1579 = extractelement <4 x i32> %t1576, i32 2
  %t1580 = extractelement <4 x i32> %t1576, i32 3
  %t1581 = bitcast i32 %t1577 to float
  %t1582 = bitcast i32 %t1578 to float
  %t1583 = bitcast i32 %t1579 to float
  %t1584 = bitcast i32 %t1580 to float
  %t1585 = call float @llvm.fma.f32(float %t1581, float %t1507, float %t1555)
  %t1586 = call float @llvm.fma.f32(float %t1582, float %t1507, float %t1556)
  %t1587 = call float @llvm.fma.f32(float %t1583, float %t1530, float %t1557)
  %t1588 = call float @llvm.fma.f32(float %t1584, float %t1530, float %t1558)
  %t1589 = add i32 %t1574, 512
  %t1590 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1589
  %t1591 = load <4 x i32>, ptr addrspace(3) %t1590, align 16
  %t1592 = extractelement <4 x i32> %t1591, i32 0
  %t1593 = extractelement <4 x i32> %t1591, i32 1
  %t1594 = extractelement <4 x i32> %t1591, i32 2
  %t1595 = extractelement <4 x i32> %t1591, i32 3
  %t1596 = bitcast i32 %t1592 to float
  %t1597 = bitcast i32 %t1593 to float
  %t1598 = bitcast i32 %t1594 to float
  %t1599 = bitcast i32 %t1595 to float
  %t1600 = call float @llvm.fma.f32(float %t1596, float %t1507, float %t1570)
  %t1601 = call float @llvm.fma.f32(float %t1597, float %t1507, float %t1571)
  %t1602 = call float @llvm.fma.f32(float %t1598, float %t1530, float %t1572)
  %t1603 = call float @llvm.fma.f32(float %t1599, float %t1530, float %t1573)
  %t1604 = mul i32 %t1542, 8
  br i1 %t63, label %then.1605, label %else.1606
then.1605:
  %t1608 = add i32 %t1604, 2
  %t1609 = mul i32 %t19, 4
  %t1610 = add i32 %t1604, %t1609
  %t1611 = fmul float %t1585, %t1536
  %t1612 = fmul float %t1600, %t1536
  %t1613 = add i32 %t1610, 1
  %t1614 = sext i32 %t12 to i64
  %t1615 = mul nsw i64 %t1614, 320
  %t1616 = getelementptr float, ptr %buffer4, i64 %t1615
  %t1617 = sext i32 %t65 to i64
  %t1618 = mul nsw i64 %t1617, 16
  %t1619 = getelementptr float, ptr %t1616, i64 %t1618
  %t1620 = sext i32 %t1610 to i64
  %t1621 = mul nsw i64 %t1620, 1
  %t1622 = getelementptr float, ptr %t1619, i64 %t1621
  %t1623 = insertelement <2 x float> poison, float %t1611, i32 0
  %t1624 = insertelement <2 x float> %t1623, float %t1612, i32 1
  store <2 x float> %t1624, ptr %t1622, align 8
  %t1625 = mul i32 %t19, 4
  %t1626 = add i32 %t1608, %t1625
  %t1627 = fmul float %t1586, %t1536
  %t1628 = fmul float %t1601, %t1536
  %t1629 = add i32 %t1626, 1
  %t1630 = sext i32 %t12 to i64
  %t1631 = mul nsw i64 %t1630, 320
  %t1632 = getelementptr float, ptr %buffer4, i64 %t1631
  %t1633 = sext i32 %t65 to i64
  %t1634 = mul nsw i64 %t1633, 16
  %t1635 = getelementptr float, ptr %t1632, i64 %t1634
  %t1636 = sext i32 %t1626 to i64
  %t1637 = mul nsw i64 %t1636, 1
  %t1638 = getelementptr float, ptr %t1635, i64 %t1637
  %t1639 = insertelement <2 x float> poison, float %t1627, i32 0
  %t1640 = insertelement <2 x float> %t1639, float %t1628, i32 1
  store <2 x float> %t1640, ptr %t1638, align 8
  br label %join.1607
else.1606:
  br label %join.1607
join.1607:
  br i1 %t64, label %then.1641, label %else.1642
then.1641:
  %t1644 = add i32 %t1604, 2
  %t1645 = mul i32 %t19, 4
  %t1646 = add i32 %t1604, %t1645
  %t1647 = fmul float %t1587, %t1537
  %t1648 = fmul float %t1602, %t1537
  %t1649 = add i32 %t1646, 1
  %t1650 = sext i32 %t12 to i64
  %t1651 = mul nsw i64 %t1650, 320
  %t1652 = getelementptr float, ptr %buffer4, i64 %t1651
  %t1653 = sext i32 %t66 to i64
  %t1654 = mul nsw i64 %t1653, 16
  %t1655 = getelementptr float, ptr %t1652, i64 %t1654
  %t1656 = sext i32 %t1646 to i64
  %t1657 = mul nsw i64 %t1656, 1
  %t1658 = getelementptr float, ptr %t1655, i64 %t1657
  %t1659 = insertelement <2 x float> poison, float %t1647, i32 0
  %t1660 = insertelement <2 x float> %t1659, float %t1648, i32 1
  store <2 x float> %t1660, ptr %t1658, align 8
  %t1661 = mul i32 %t19, 4
  %t1662 = add i32 %t1644, %t1661
  %t1663 = fmul float %t1588, %t1537
  %t1664 = fmul float %t1603, %t1537
  %t1665 = add i32 %t1662, 1
  %t1666 = sext i32 %t12 to i64
  %t1667 = mul nsw i64 %t1666, 320
  %t1668 = getelementptr float, ptr %buffer4, i64 %t1667
  %t1669 = sext i32 %t66 to i64
  %t1670 = mul nsw i64 %t1669, 16
  %t1671 = getelementptr float, ptr %t1668, i64 %t1670
  %t1672 = sext i32 %t1662 to i64
  %t1673 = mul nsw i64 %t1672, 1
  %t1674 = getelementptr float, ptr %t1671, i64 %t1673
  %t1675 = insertelement <2 x float> poison, float %t1663, i32 0
  %t1676 = insertelement <2 x float> %t1675, float %t1664, i32 1
  store <2 x float> %t1676, ptr %t1674, align 8
  br label %join.1643
else.1642:
  br label %join.1643
join.1643:
  br label %join.1541
else.1540:
  br label %join.1541
join.1541:
  ret void
}
