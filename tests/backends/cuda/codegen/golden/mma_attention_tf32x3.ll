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
  %s416 = alloca i64
  %s926 = alloca i64
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
  %t99 = select i1 %t83, ptr %t96, ptr %buffer0
  %t100 = addrspacecast ptr %t99 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t97, ptr addrspace(1) %t100, i32 %t98)
  %t101 = icmp ult i32 %t23, 40
  %t102 = mul i32 %t23, 64
  %t103 = mul i32 %t22, 4
  %t104 = add i32 %t102, %t103
  %t105 = add i32 %t104, 1024
  %t106 = select i1 %t101, ptr %t32, ptr %buffer1
  %t107 = add i32 %t2, %t105
  %t108 = select i1 %t101, i32 4, i32 0
  %t109 = select i1 %t101, ptr %t106, ptr %buffer1
  %t110 = addrspacecast ptr %t109 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t107, ptr addrspace(1) %t110, i32 %t108)
  %t111 = getelementptr float, ptr %t32, i64 4
  %t112 = add i32 %t23, 4
  %t113 = icmp ult i32 %t112, 40
  %t114 = mul i32 %t112, 64
  %t115 = mul i32 %t22, 4
  %t116 = add i32 %t114, %t115
  %t117 = add i32 %t116, 1024
  %t118 = select i1 %t113, ptr %t111, ptr %buffer1
  %t119 = add i32 %t2, %t117
  %t120 = select i1 %t113, i32 4, i32 0
  %t121 = select i1 %t113, ptr %t118, ptr %buffer1
  %t122 = addrspacecast ptr %t121 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t119, ptr addrspace(1) %t122, i32 %t120)
  %t123 = getelementptr float, ptr %t32, i64 8
  %t124 = add i32 %t23, 8
  %t125 = icmp ult i32 %t124, 40
  %t126 = mul i32 %t124, 64
  %t127 = mul i32 %t22, 4
  %t128 = add i32 %t126, %t127
  %t129 = add i32 %t128, 1024
  %t130 = select i1 %t125, ptr %t123, ptr %buffer1
  %t131 = add i32 %t2, %t129
  %t132 = select i1 %t125, i32 4, i32 0
  %t133 = select i1 %t125, ptr %t130, ptr %buffer1
  %t134 = addrspacecast ptr %t133 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t131, ptr addrspace(1) %t134, i32 %t132)
  %t135 = getelementptr float, ptr %t32, i64 12
  %t136 = add i32 %t23, 12
  %t137 = icmp ult i32 %t136, 40
  %t138 = mul i32 %t136, 64
  %t139 = mul i32 %t22, 4
  %t140 = add i32 %t138, %t139
  %t141 = add i32 %t140, 1024
  %t142 = select i1 %t137, ptr %t135, ptr %buffer1
  %t143 = add i32 %t2, %t141
  %t144 = select i1 %t137, i32 4, i32 0
  %t145 = select i1 %t137, ptr %t142, ptr %buffer1
  %t146 = addrspacecast ptr %t145 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t143, ptr addrspace(1) %t146, i32 %t144)
  %t147 = getelementptr float, ptr %t32, i64 16
  %t148 = add i32 %t23, 16
  %t149 = icmp ult i32 %t148, 40
  %t150 = mul i32 %t148, 64
  %t151 = mul i32 %t22, 4
  %t152 = add i32 %t150, %t151
  %t153 = add i32 %t152, 1024
  %t154 = select i1 %t149, ptr %t147, ptr %buffer1
  %t155 = add i32 %t2, %t153
  %t156 = select i1 %t149, i32 4, i32 0
  %t157 = select i1 %t149, ptr %t154, ptr %buffer1
  %t158 = addrspacecast ptr %t157 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t155, ptr addrspace(1) %t158, i32 %t156)
  %t159 = getelementptr float, ptr %t32, i64 20
  %t160 = add i32 %t23, 20
  %t161 = icmp ult i32 %t160, 40
  %t162 = mul i32 %t160, 64
  %t163 = mul i32 %t22, 4
  %t164 = add i32 %t162, %t163
  %t165 = add i32 %t164, 1024
  %t166 = select i1 %t161, ptr %t159, ptr %buffer1
  %t167 = add i32 %t2, %t165
  %t168 = select i1 %t161, i32 4, i32 0
  %t169 = select i1 %t161, ptr %t166, ptr %buffer1
  %t170 = addrspacecast ptr %t169 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t167, ptr addrspace(1) %t170, i32 %t168)
  %t171 = getelementptr float, ptr %t32, i64 24
  %t172 = add i32 %t23, 24
  %t173 = icmp ult i32 %t172, 40
  %t174 = mul i32 %t172, 64
  %t175 = mul i32 %t22, 4
  %t176 = add i32 %t174, %t175
  %t177 = add i32 %t176, 1024
  %t178 = select i1 %t173, ptr %t171, ptr %buffer1
  %t179 = add i32 %t2, %t177
  %t180 = select i1 %t173, i32 4, i32 0
  %t181 = select i1 %t173, ptr %t178, ptr %buffer1
  %t182 = addrspacecast ptr %t181 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t179, ptr addrspace(1) %t182, i32 %t180)
  %t183 = getelementptr float, ptr %t32, i64 28
  %t184 = add i32 %t23, 28
  %t185 = icmp ult i32 %t184, 40
  %t186 = mul i32 %t184, 64
  %t187 = mul i32 %t22, 4
  %t188 = add i32 %t186, %t187
  %t189 = add i32 %t188, 1024
  %t190 = select i1 %t185, ptr %t183, ptr %buffer1
  %t191 = add i32 %t2, %t189
  %t192 = select i1 %t185, i32 4, i32 0
  %t193 = select i1 %t185, ptr %t190, ptr %buffer1
  %t194 = addrspacecast ptr %t193 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t191, ptr addrspace(1) %t194, i32 %t192)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"()
  %t195 = icmp ult i32 %t34, 40
  %t196 = mul i32 %t34, 80
  %t197 = mul i32 %t35, 4
  %t198 = add i32 %t196, %t197
  %t199 = add i32 %t198, 3072
  %t200 = select i1 %t195, ptr %t44, ptr %buffer2
  %t201 = add i32 %t2, %t199
  %t202 = select i1 %t195, i32 16, i32 0
  %t203 = select i1 %t195, ptr %t200, ptr %buffer2
  %t204 = addrspacecast ptr %t203 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t201, ptr addrspace(1) %t204, i32 %t202)
  %t205 = getelementptr float, ptr %t44, i64 256
  %t206 = add i32 %t34, 16
  %t207 = icmp ult i32 %t206, 40
  %t208 = mul i32 %t206, 80
  %t209 = mul i32 %t35, 4
  %t210 = add i32 %t208, %t209
  %t211 = add i32 %t210, 3072
  %t212 = select i1 %t207, ptr %t205, ptr %buffer2
  %t213 = add i32 %t2, %t211
  %t214 = select i1 %t207, i32 16, i32 0
  %t215 = select i1 %t207, ptr %t212, ptr %buffer2
  %t216 = addrspacecast ptr %t215 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t213, ptr addrspace(1) %t216, i32 %t214)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"()
  %t217 = getelementptr float, ptr %t32, i64 32
  %t218 = add i32 32, %t23
  %t219 = icmp ult i32 %t218, 40
  %t220 = mul i32 %t23, 64
  %t221 = mul i32 %t22, 4
  %t222 = add i32 %t220, %t221
  %t223 = add i32 %t222, 1024
  %t224 = add i32 %t223, 4608
  %t225 = select i1 %t219, ptr %t217, ptr %buffer1
  %t226 = add i32 %t2, %t224
  %t227 = select i1 %t219, i32 4, i32 0
  %t228 = select i1 %t219, ptr %t225, ptr %buffer1
  %t229 = addrspacecast ptr %t228 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t226, ptr addrspace(1) %t229, i32 %t227)
  %t230 = getelementptr float, ptr %t217, i64 4
  %t231 = add i32 %t23, 4
  %t232 = add i32 32, %t231
  %t233 = icmp ult i32 %t232, 40
  %t234 = mul i32 %t231, 64
  %t235 = mul i32 %t22, 4
  %t236 = add i32 %t234, %t235
  %t237 = add i32 %t236, 1024
  %t238 = add i32 %t237, 4608
  %t239 = select i1 %t233, ptr %t230, ptr %buffer1
  %t240 = add i32 %t2, %t238
  %t241 = select i1 %t233, i32 4, i32 0
  %t242 = select i1 %t233, ptr %t239, ptr %buffer1
  %t243 = addrspacecast ptr %t242 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t240, ptr addrspace(1) %t243, i32 %t241)
  %t244 = getelementptr float, ptr %t217, i64 8
  %t245 = add i32 %t23, 8
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
  %t256 = select i1 %t247, ptr %t253, ptr %buffer1
  %t257 = addrspacecast ptr %t256 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t254, ptr addrspace(1) %t257, i32 %t255)
  %t258 = getelementptr float, ptr %t217, i64 12
  %t259 = add i32 %t23, 12
  %t260 = add i32 32, %t259
  %t261 = icmp ult i32 %t260, 40
  %t262 = mul i32 %t259, 64
  %t263 = mul i32 %t22, 4
  %t264 = add i32 %t262, %t263
  %t265 = add i32 %t264, 1024
  %t266 = add i32 %t265, 4608
  %t267 = select i1 %t261, ptr %t258, ptr %buffer1
  %t268 = add i32 %t2, %t266
  %t269 = select i1 %t261, i32 4, i32 0
  %t270 = select i1 %t261, ptr %t267, ptr %buffer1
  %t271 = addrspacecast ptr %t270 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t268, ptr addrspace(1) %t271, i32 %t269)
  %t272 = getelementptr float, ptr %t217, i64 16
  %t273 = add i32 %t23, 16
  %t274 = add i32 32, %t273
  %t275 = icmp ult i32 %t274, 40
  %t276 = mul i32 %t273, 64
  %t277 = mul i32 %t22, 4
  %t278 = add i32 %t276, %t277
  %t279 = add i32 %t278, 1024
  %t280 = add i32 %t279, 4608
  %t281 = select i1 %t275, ptr %t272, ptr %buffer1
  %t282 = add i32 %t2, %t280
  %t283 = select i1 %t275, i32 4, i32 0
  %t284 = select i1 %t275, ptr %t281, ptr %buffer1
  %t285 = addrspacecast ptr %t284 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t282, ptr addrspace(1) %t285, i32 %t283)
  %t286 = getelementptr float, ptr %t217, i64 20
  %t287 = add i32 %t23, 20
  %t288 = add i32 32, %t287
  %t289 = icmp ult i32 %t288, 40
  %t290 = mul i32 %t287, 64
  %t291 = mul i32 %t22, 4
  %t292 = add i32 %t290, %t291
  %t293 = add i32 %t292, 1024
  %t294 = add i32 %t293, 4608
  %t295 = select i1 %t289, ptr %t286, ptr %buffer1
  %t296 = add i32 %t2, %t294
  %t297 = select i1 %t289, i32 4, i32 0
  %t298 = select i1 %t289, ptr %t295, ptr %buffer1
  %t299 = addrspacecast ptr %t298 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t296, ptr addrspace(1) %t299, i32 %t297)
  %t300 = getelementptr float, ptr %t217, i64 24
  %t301 = add i32 %t23, 24
  %t302 = add i32 32, %t301
  %t303 = icmp ult i32 %t302, 40
  %t304 = mul i32 %t301, 64
  %t305 = mul i32 %t22, 4
  %t306 = add i32 %t304, %t305
  %t307 = add i32 %t306, 1024
  %t308 = add i32 %t307, 4608
  %t309 = select i1 %t303, ptr %t300, ptr %buffer1
  %t310 = add i32 %t2, %t308
  %t311 = select i1 %t303, i32 4, i32 0
  %t312 = select i1 %t303, ptr %t309, ptr %buffer1
  %t313 = addrspacecast ptr %t312 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t310, ptr addrspace(1) %t313, i32 %t311)
  %t314 = getelementptr float, ptr %t217, i64 28
  %t315 = add i32 %t23, 28
  %t316 = add i32 32, %t315
  %t317 = icmp ult i32 %t316, 40
  %t318 = mul i32 %t315, 64
  %t319 = mul i32 %t22, 4
  %t320 = add i32 %t318, %t319
  %t321 = add i32 %t320, 1024
  %t322 = add i32 %t321, 4608
  %t323 = select i1 %t317, ptr %t314, ptr %buffer1
  %t324 = add i32 %t2, %t322
  %t325 = select i1 %t317, i32 4, i32 0
  %t326 = select i1 %t317, ptr %t323, ptr %buffer1
  %t327 = addrspacecast ptr %t326 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t324, ptr addrspace(1) %t327, i32 %t325)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"()
  %t328 = getelementptr float, ptr %t44, i64 512
  %t329 = add i32 32, %t34
  %t330 = icmp ult i32 %t329, 40
  %t331 = mul i32 %t34, 80
  %t332 = mul i32 %t35, 4
  %t333 = add i32 %t331, %t332
  %t334 = add i32 %t333, 3072
  %t335 = add i32 %t334, 4608
  %t336 = select i1 %t330, ptr %t328, ptr %buffer2
  %t337 = add i32 %t2, %t335
  %t338 = select i1 %t330, i32 16, i32 0
  %t339 = select i1 %t330, ptr %t336, ptr %buffer2
  %t340 = addrspacecast ptr %t339 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t337, ptr addrspace(1) %t340, i32 %t338)
  %t341 = getelementptr float, ptr %t328, i64 256
  %t342 = add i32 %t34, 16
  %t343 = add i32 32, %t342
  %t344 = icmp ult i32 %t343, 40
  %t345 = mul i32 %t342, 80
  %t346 = mul i32 %t35, 4
  %t347 = add i32 %t345, %t346
  %t348 = add i32 %t347, 3072
  %t349 = add i32 %t348, 4608
  %t350 = select i1 %t344, ptr %t341, ptr %buffer2
  %t351 = add i32 %t2, %t349
  %t352 = select i1 %t344, i32 16, i32 0
  %t353 = select i1 %t344, ptr %t350, ptr %buffer2
  %t354 = addrspacecast ptr %t353 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t351, ptr addrspace(1) %t354, i32 %t352)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"()
  call void asm sideeffect "cp.async.wait_group 3;", "~{memory}"()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t355 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t49
  %t356 = load <4 x i32>, ptr addrspace(3) %t355, align 16
  %t357 = extractelement <4 x i32> %t356, i32 0
  %t358 = extractelement <4 x i32> %t356, i32 1
  %t359 = extractelement <4 x i32> %t356, i32 2
  %t360 = extractelement <4 x i32> %t356, i32 3
  %t361 = add i32 %t49, 512
  %t362 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t361
  %t363 = load <4 x i32>, ptr addrspace(3) %t362, align 16
  %t364 = extractelement <4 x i32> %t363, i32 0
  %t365 = extractelement <4 x i32> %t363, i32 1
  %t366 = extractelement <4 x i32> %t363, i32 2
  %t367 = extractelement <4 x i32> %t363, i32 3
  %t368 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t357)
  %t369 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t364)
  %t370 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t358)
  %t371 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t365)
  %t372 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t359)
  %t373 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t366)
  %t374 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t360)
  %t375 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t367)
  %t376 = bitcast i32 %t357 to float
  %t377 = bitcast i32 %t368 to float
  %t378 = fsub float %t376, %t377
  %t379 = bitcast float %t378 to i32
  %t380 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t379)
  %t381 = bitcast i32 %t364 to float
  %t382 = bitcast i32 %t369 to float
  %t383 = fsub float %t381, %t382
  %t384 = bitcast float %t383 to i32
  %t385 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t384)
  %t386 = bitcast i32 %t358 to float
  %t387 = bitcast i32 %t370 to float
  %t388 = fsub float %t386, %t387
  %t389 = bitcast float %t388 to i32
  %t390 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t389)
  %t391 = bitcast i32 %t365 to float
  %t392 = bitcast i32 %t371 to float
  %t393 = fsub float %t391, %t392
  %t394 = bitcast float %t393 to i32
  %t395 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t394)
  %t396 = bitcast i32 %t359 to float
  %t397 = bitcast i32 %t372 to float
  %t398 = fsub float %t396, %t397
  %t399 = bitcast float %t398 to i32
  %t400 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t399)
  %t401 = bitcast i32 %t366 to float
  %t402 = bitcast i32 %t373 to float
  %t403 = fsub float %t401, %t402
  %t404 = bitcast float %t403 to i32
  %t405 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t404)
  %t406 = bitcast i32 %t360 to float
  %t407 = bitcast i32 %t374 to float
  %t408 = fsub float %t406, %t407
  %t409 = bitcast float %t408 to i32
  %t410 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t409)
  %t411 = bitcast i32 %t367 to float
  %t412 = bitcast i32 %t375 to float
  %t413 = fsub float %t411, %t412
  %t414 = bitcast float %t413 to i32
  %t415 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t414)
  store i64 0, ptr %s416
  br label %loop.417
loop.417:
  %t419 = load i64, ptr %s416
  %t420 = trunc i64 %t419 to i32
  %t421 = mul i32 %t420, 32
  %t422 = add i32 %t421, %t21
  %t423 = mul i32 %t19, 2
  %t424 = add i32 %t422, %t423
  %t425 = sext i32 %t424 to i64
  %t426 = mul nsw i64 %t425, 1
  %t427 = getelementptr float, ptr %buffer3, i64 %t426
  %t428 = sext i32 %t424 to i64
  %t429 = mul nsw i64 %t428, 1
  %t430 = getelementptr float, ptr %buffer3, i64 %t429
  %t431 = load float, ptr %t427, align 4
  %t432 = getelementptr float, ptr %t427, i64 1
  %t433 = load float, ptr %t432, align 4
  %t434 = getelementptr float, ptr %t427, i64 8
  %t435 = load float, ptr %t434, align 4
  %t436 = getelementptr float, ptr %t427, i64 9
  %t437 = load float, ptr %t436, align 4
  call void asm sideeffect "cp.async.wait_group 3;", "~{memory}"()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"()
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"()
  %t438 = urem i32 %t420, 2
  %t439 = mul i32 %t438, 4608
  %t440 = add i32 %t54, %t439
  %t441 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t440
  %t442 = load <4 x i32>, ptr addrspace(3) %t441, align 16
  %t443 = extractelement <4 x i32> %t442, i32 0
  %t444 = extractelement <4 x i32> %t442, i32 1
  %t445 = extractelement <4 x i32> %t442, i32 2
  %t446 = extractelement <4 x i32> %t442, i32 3
  %t447 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t443)
  %t448 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t444)
  %t449 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t445)
  %t450 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t446)
  %t451 = bitcast i32 %t443 to float
  %t452 = bitcast i32 %t447 to float
  %t453 = fsub float %t451, %t452
  %t454 = bitcast float %t453 to i32
  %t455 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t454)
  %t456 = bitcast i32 %t444 to float
  %t457 = bitcast i32 %t448 to float
  %t458 = fsub float %t456, %t457
  %t459 = bitcast float %t458 to i32
  %t460 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t459)
  %t461 = bitcast i32 %t445 to float
  %t462 = bitcast i32 %t449 to float
  %t463 = fsub float %t461, %t462
  %t464 = bitcast float %t463 to i32
  %t465 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t464)
  %t466 = bitcast i32 %t446 to float
  %t467 = bitcast i32 %t450 to float
  %t468 = fsub float %t466, %t467
  %t469 = bitcast float %t468 to i32
  %t470 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t469)
  %t471 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t380, i32 %t385, i32 %t390, i32 %t395, i32 %t447, i32 %t448, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t472 = extractvalue {float, float, float, float} %t471, 0
  %t473 = extractvalue {float, float, float, float} %t471, 1
  %t474 = extractvalue {float, float, float, float} %t471, 2
  %t475 = extractvalue {float, float, float, float} %t471, 3
  %t476 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t368, i32 %t369, i32 %t370, i32 %t371, i32 %t455, i32 %t460, float %t472, float %t473, float %t474, float %t475) convergent
  %t477 = extractvalue {float, float, float, float} %t476, 0
  %t478 = extractvalue {float, float, float, float} %t476, 1
  %t479 = extractvalue {float, float, float, float} %t476, 2
  %t480 = extractvalue {float, float, float, float} %t476, 3
  %t481 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t368, i32 %t369, i32 %t370, i32 %t371, i32 %t447, i32 %t448, float %t477, float %t478, float %t479, float %t480) convergent
  %t482 = extractvalue {float, float, float, float} %t481, 0
  %t483 = extractvalue {float, float, float, float} %t481, 1
  %t484 = extractvalue {float, float, float, float} %t481, 2
  %t485 = extractvalue {float, float, float, float} %t481, 3
  %t486 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t400, i32 %t405, i32 %t410, i32 %t415, i32 %t449, i32 %t450, float %t482, float %t483, float %t484, float %t485) convergent
  %t487 = extractvalue {float, float, float, float} %t486, 0
  %t488 = extractvalue {float, float, float, float} %t486, 1
  %t489 = extractvalue {float, float, float, float} %t486, 2
  %t490 = extractvalue {float, float, float, float} %t486, 3
  %t491 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t372, i32 %t373, i32 %t374, i32 %t375, i32 %t465, i32 %t470, float %t487, float %t488, float %t489, float %t490) convergent
  %t492 = extractvalue {float, float, float, float} %t491, 0
  %t493 = extractvalue {float, float, float, float} %t491, 1
  %t494 = extractvalue {float, float, float, float} %t491, 2
  %t495 = extractvalue {float, float, float, float} %t491, 3
  %t496 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t372, i32 %t373, i32 %t374, i32 %t375, i32 %t449, i32 %t450, float %t492, float %t493, float %t494, float %t495) convergent
  %t497 = extractvalue {float, float, float, float} %t496, 0
  %t498 = extractvalue {float, float, float, float} %t496, 1
  %t499 = extractvalue {float, float, float, float} %t496, 2
  %t500 = extractvalue {float, float, float, float} %t496, 3
  %t501 = add i32 %t440, 512
  %t502 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t501
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
  %t532 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t380, i32 %t385, i32 %t390, i32 %t395, i32 %t508, i32 %t509, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t533 = extractvalue {float, float, float, float} %t532, 0
  %t534 = extractvalue {float, float, float, float} %t532, 1
  %t535 = extractvalue {float, float, float, float} %t532, 2
  %t536 = extractvalue {float, float, float, float} %t532, 3
  %t537 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t368, i32 %t369, i32 %t370, i32 %t371, i32 %t516, i32 %t521, float %t533, float %t534, float %t535, float %t536) convergent
  %t538 = extractvalue {float, float, float, float} %t537, 0
  %t539 = extractvalue {float, float, float, float} %t537, 1
  %t540 = extractvalue {float, float, float, float} %t537, 2
  %t541 = extractvalue {float, float, float, float} %t537, 3
  %t542 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t368, i32 %t369, i32 %t370, i32 %t371, i32 %t508, i32 %t509, float %t538, float %t539, float %t540, float %t541) convergent
  %t543 = extractvalue {float, float, float, float} %t542, 0
  %t544 = extractvalue {float, float, float, float} %t542, 1
  %t545 = extractvalue {float, float, float, float} %t542, 2
  %t546 = extractvalue {float, float, float, float} %t542, 3
  %t547 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t400, i32 %t405, i32 %t410, i32 %t415, i32 %t510, i32 %t511, float %t543, float %t544, float %t545, float %t546) convergent
  %t548 = extractvalue {float, float, float, float} %t547, 0
  %t549 = extractvalue {float, float, float, float} %t547, 1
  %t550 = extractvalue {float, float, float, float} %t547, 2
  %t551 = extractvalue {float, float, float, float} %t547, 3
  %t552 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t372, i32 %t373, i32 %t374, i32 %t375, i32 %t526, i32 %t531, float %t548, float %t549, float %t550, float %t551) convergent
  %t553 = extractvalue {float, float, float, float} %t552, 0
  %t554 = extractvalue {float, float, float, float} %t552, 1
  %t555 = extractvalue {float, float, float, float} %t552, 2
  %t556 = extractvalue {float, float, float, float} %t552, 3
  %t557 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t372, i32 %t373, i32 %t374, i32 %t375, i32 %t510, i32 %t511, float %t553, float %t554, float %t555, float %t556) convergent
  %t558 = extractvalue {float, float, float, float} %t557, 0
  %t559 = extractvalue {float, float, float, float} %t557, 1
  %t560 = extractvalue {float, float, float, float} %t557, 2
  %t561 = extractvalue {float, float, float, float} %t557, 3
  %t562 = add i32 %t421, %t21
  %t563 = mul i32 %t19, 2
  %t564 = add i32 %t562, %t563
  %t565 = fmul contract float %t497, 0x3FD0000000000000
  %t566 = fadd contract float %t565, %t431
  %t567 = fmul contract float %t499, 0x3FD0000000000000
  %t568 = fadd contract float %t567, %t431
  %t569 = add i32 %t564, 1
  %t570 = fmul contract float %t498, 0x3FD0000000000000
  %t571 = fadd contract float %t570, %t433
  %t572 = fmul contract float %t500, 0x3FD0000000000000
  %t573 = fadd contract float %t572, %t433
  %t574 = add i32 %t564, 8
  %t575 = fmul contract float %t558, 0x3FD0000000000000
  %t576 = fadd contract float %t575, %t435
  %t577 = fmul contract float %t560, 0x3FD0000000000000
  %t578 = fadd contract float %t577, %t435
  %t579 = add i32 %t564, 9
  %t580 = fmul contract float %t559, 0x3FD0000000000000
  %t581 = fadd contract float %t580, %t437
  %t582 = fmul contract float %t561, 0x3FD0000000000000
  %t583 = fadd contract float %t582, %t437
  %t584 = load float, ptr %s67
  %t585 = call float @llvm.maxnum.f32(float %t566, float %t571)
  %t586 = call float @llvm.maxnum.f32(float %t576, float %t581)
  %t587 = call float @llvm.maxnum.f32(float %t585, float %t586)
  %t588 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t587, i32 1, i32 31)
  %t589 = call float @llvm.maxnum.f32(float %t587, float %t588)
  %t590 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t589, i32 2, i32 31)
  %t591 = call float @llvm.maxnum.f32(float %t589, float %t590)
  %t592 = call float @llvm.maxnum.f32(float %t584, float %t591)
  %t593 = fcmp oeq float %t592, 0xFFF0000000000000
  %t594 = select i1 %t593, float 0x0000000000000000, float %t592
  %t595 = fsub float %t584, %t594
  %t596 = call float @llvm.maximum.f32(float %t595, float 0xC062C00000000000)
  %t597 = fmul float %t596, 0x3FF7154760000000
  %t598 = fneg float %t597
  %t599 = call float @llvm.fma.f32(float %t596, float 0x3FF7154760000000, float %t598)
  %t600 = call float @llvm.fma.f32(float %t596, float 0x3E54AE0C00000000, float %t599)
  %t601 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t597)
  %t602 = fmul float %t600, 0x3FE62E4300000000
  %t603 = call float @llvm.fma.f32(float %t601, float %t602, float %t601)
  store float %t592, ptr %s67
  %t604 = fsub float %t566, %t594
  %t605 = call float @llvm.maximum.f32(float %t604, float 0xC062C00000000000)
  %t606 = fmul float %t605, 0x3FF7154760000000
  %t607 = fneg float %t606
  %t608 = call float @llvm.fma.f32(float %t605, float 0x3FF7154760000000, float %t607)
  %t609 = call float @llvm.fma.f32(float %t605, float 0x3E54AE0C00000000, float %t608)
  %t610 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t606)
  %t611 = fmul float %t609, 0x3FE62E4300000000
  %t612 = call float @llvm.fma.f32(float %t610, float %t611, float %t610)
  %t613 = fsub float %t571, %t594
  %t614 = call float @llvm.maximum.f32(float %t613, float 0xC062C00000000000)
  %t615 = fmul float %t614, 0x3FF7154760000000
  %t616 = fneg float %t615
  %t617 = call float @llvm.fma.f32(float %t614, float 0x3FF7154760000000, float %t616)
  %t618 = call float @llvm.fma.f32(float %t614, float 0x3E54AE0C00000000, float %t617)
  %t619 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t615)
  %t620 = fmul float %t618, 0x3FE62E4300000000
  %t621 = call float @llvm.fma.f32(float %t619, float %t620, float %t619)
  %t622 = fsub float %t576, %t594
  %t623 = call float @llvm.maximum.f32(float %t622, float 0xC062C00000000000)
  %t624 = fmul float %t623, 0x3FF7154760000000
  %t625 = fneg float %t624
  %t626 = call float @llvm.fma.f32(float %t623, float 0x3FF7154760000000, float %t625)
  %t627 = call float @llvm.fma.f32(float %t623, float 0x3E54AE0C00000000, float %t626)
  %t628 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t624)
  %t629 = fmul float %t627, 0x3FE62E4300000000
  %t630 = call float @llvm.fma.f32(float %t628, float %t629, float %t628)
  %t631 = fsub float %t581, %t594
  %t632 = call float @llvm.maximum.f32(float %t631, float 0xC062C00000000000)
  %t633 = fmul float %t632, 0x3FF7154760000000
  %t634 = fneg float %t633
  %t635 = call float @llvm.fma.f32(float %t632, float 0x3FF7154760000000, float %t634)
  %t636 = call float @llvm.fma.f32(float %t632, float 0x3E54AE0C00000000, float %t635)
  %t637 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t633)
  %t638 = fmul float %t636, 0x3FE62E4300000000
  %t639 = call float @llvm.fma.f32(float %t637, float %t638, float %t637)
  %t640 = load float, ptr %s69
  %t641 = fmul float %t640, %t603
  %t642 = fadd float %t612, %t621
  %t643 = fadd float %t630, %t639
  %t644 = fadd float %t642, %t643
  %t645 = fadd float %t641, %t644
  store float %t645, ptr %s69
  %t646 = load float, ptr %s68
  %t647 = call float @llvm.maxnum.f32(float %t568, float %t573)
  %t648 = call float @llvm.maxnum.f32(float %t578, float %t583)
  %t649 = call float @llvm.maxnum.f32(float %t647, float %t648)
  %t650 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t649, i32 1, i32 31)
  %t651 = call float @llvm.maxnum.f32(float %t649, float %t650)
  %t652 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t651, i32 2, i32 31)
  %t653 = call float @llvm.maxnum.f32(float %t651, float %t652)
  %t654 = call float @llvm.maxnum.f32(float %t646, float %t653)
  %t655 = fcmp oeq float %t654, 0xFFF0000000000000
  %t656 = select i1 %t655, float 0x0000000000000000, float %t654
  %t657 = fsub float %t646, %t656
  %t658 = call float @llvm.maximum.f32(float %t657, float 0xC062C00000000000)
  %t659 = fmul float %t658, 0x3FF7154760000000
  %t660 = fneg float %t659
  %t661 = call float @llvm.fma.f32(float %t658, float 0x3FF7154760000000, float %t660)
  %t662 = call float @llvm.fma.f32(float %t658, float 0x3E54AE0C00000000, float %t661)
  %t663 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t659)
  %t664 = fmul float %t662, 0x3FE62E4300000000
  %t665 = call float @llvm.fma.f32(float %t663, float %t664, float %t663)
  store float %t654, ptr %s68
  %t666 = fsub float %t568, %t656
  %t667 = call float @llvm.maximum.f32(float %t666, float 0xC062C00000000000)
  %t668 = fmul float %t667, 0x3FF7154760000000
  %t669 = fneg float %t668
  %t670 = call float @llvm.fma.f32(float %t667, float 0x3FF7154760000000, float %t669)
  %t671 = call float @llvm.fma.f32(float %t667, float 0x3E54AE0C00000000, float %t670)
  %t672 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t668)
  %t673 = fmul float %t671, 0x3FE62E4300000000
  %t674 = call float @llvm.fma.f32(float %t672, float %t673, float %t672)
  %t675 = fsub float %t573, %t656
  %t676 = call float @llvm.maximum.f32(float %t675, float 0xC062C00000000000)
  %t677 = fmul float %t676, 0x3FF7154760000000
  %t678 = fneg float %t677
  %t679 = call float @llvm.fma.f32(float %t676, float 0x3FF7154760000000, float %t678)
  %t680 = call float @llvm.fma.f32(float %t676, float 0x3E54AE0C00000000, float %t679)
  %t681 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t677)
  %t682 = fmul float %t680, 0x3FE62E4300000000
  %t683 = call float @llvm.fma.f32(float %t681, float %t682, float %t681)
  %t684 = fsub float %t578, %t656
  %t685 = call float @llvm.maximum.f32(float %t684, float 0xC062C00000000000)
  %t686 = fmul float %t685, 0x3FF7154760000000
  %t687 = fneg float %t686
  %t688 = call float @llvm.fma.f32(float %t685, float 0x3FF7154760000000, float %t687)
  %t689 = call float @llvm.fma.f32(float %t685, float 0x3E54AE0C00000000, float %t688)
  %t690 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t686)
  %t691 = fmul float %t689, 0x3FE62E4300000000
  %t692 = call float @llvm.fma.f32(float %t690, float %t691, float %t690)
  %t693 = fsub float %t583, %t656
  %t694 = call float @llvm.maximum.f32(float %t693, float 0xC062C00000000000)
  %t695 = fmul float %t694, 0x3FF7154760000000
  %t696 = fneg float %t695
  %t697 = call float @llvm.fma.f32(float %t694, float 0x3FF7154760000000, float %t696)
  %t698 = call float @llvm.fma.f32(float %t694, float 0x3E54AE0C00000000, float %t697)
  %t699 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t695)
  %t700 = fmul float %t698, 0x3FE62E4300000000
  %t701 = call float @llvm.fma.f32(float %t699, float %t700, float %t699)
  %t702 = load float, ptr %s70
  %t703 = fmul float %t702, %t665
  %t704 = fadd float %t674, %t683
  %t705 = fadd float %t692, %t701
  %t706 = fadd float %t704, %t705
  %t707 = fadd float %t703, %t706
  store float %t707, ptr %s70
  %t708 = load float, ptr %s71
  %t709 = fmul float %t708, %t603
  store float %t709, ptr %s71
  %t710 = load float, ptr %s72
  %t711 = fmul float %t710, %t603
  store float %t711, ptr %s72
  %t712 = load float, ptr %s73
  %t713 = fmul float %t712, %t665
  store float %t713, ptr %s73
  %t714 = load float, ptr %s74
  %t715 = fmul float %t714, %t665
  store float %t715, ptr %s74
  %t716 = load float, ptr %s75
  %t717 = fmul float %t716, %t603
  store float %t717, ptr %s75
  %t718 = load float, ptr %s76
  %t719 = fmul float %t718, %t603
  store float %t719, ptr %s76
  %t720 = load float, ptr %s77
  %t721 = fmul float %t720, %t665
  store float %t721, ptr %s77
  %t722 = load float, ptr %s78
  %t723 = fmul float %t722, %t665
  store float %t723, ptr %s78
  call void asm sideeffect "cp.async.wait_group 4;", "~{memory}"()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t724 = add i32 %t59, %t439
  %t725 = bitcast float %t612 to i32
  %t726 = bitcast float %t674 to i32
  %t727 = bitcast float %t621 to i32
  %t728 = bitcast float %t683 to i32
  %t729 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t725)
  %t730 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t726)
  %t731 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t727)
  %t732 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t728)
  %t733 = bitcast i32 %t725 to float
  %t734 = bitcast i32 %t729 to float
  %t735 = fsub float %t733, %t734
  %t736 = bitcast float %t735 to i32
  %t737 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t736)
  %t738 = bitcast i32 %t726 to float
  %t739 = bitcast i32 %t730 to float
  %t740 = fsub float %t738, %t739
  %t741 = bitcast float %t740 to i32
  %t742 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t741)
  %t743 = bitcast i32 %t727 to float
  %t744 = bitcast i32 %t731 to float
  %t745 = fsub float %t743, %t744
  %t746 = bitcast float %t745 to i32
  %t747 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t746)
  %t748 = bitcast i32 %t728 to float
  %t749 = bitcast i32 %t732 to float
  %t750 = fsub float %t748, %t749
  %t751 = bitcast float %t750 to i32
  %t752 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t751)
  %t753 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t724
  %t754 = load <2 x i32>, ptr addrspace(3) %t753, align 8
  %t755 = extractelement <2 x i32> %t754, i32 0
  %t756 = extractelement <2 x i32> %t754, i32 1
  %t757 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t755)
  %t758 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t756)
  %t759 = bitcast i32 %t755 to float
  %t760 = bitcast i32 %t757 to float
  %t761 = fsub float %t759, %t760
  %t762 = bitcast float %t761 to i32
  %t763 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t762)
  %t764 = bitcast i32 %t756 to float
  %t765 = bitcast i32 %t758 to float
  %t766 = fsub float %t764, %t765
  %t767 = bitcast float %t766 to i32
  %t768 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t767)
  %t769 = add i32 %t724, 80
  %t770 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t769
  %t771 = load <2 x i32>, ptr addrspace(3) %t770, align 8
  %t772 = extractelement <2 x i32> %t771, i32 0
  %t773 = extractelement <2 x i32> %t771, i32 1
  %t774 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t772)
  %t775 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t773)
  %t776 = bitcast i32 %t772 to float
  %t777 = bitcast i32 %t774 to float
  %t778 = fsub float %t776, %t777
  %t779 = bitcast float %t778 to i32
  %t780 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t779)
  %t781 = bitcast i32 %t773 to float
  %t782 = bitcast i32 %t775 to float
  %t783 = fsub float %t781, %t782
  %t784 = bitcast float %t783 to i32
  %t785 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t784)
  %t786 = load float, ptr %s71
  %t787 = load float, ptr %s72
  %t788 = load float, ptr %s73
  %t789 = load float, ptr %s74
  %t790 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t737, i32 %t742, i32 %t747, i32 %t752, i32 %t757, i32 %t774, float %t786, float %t787, float %t788, float %t789) convergent
  %t791 = extractvalue {float, float, float, float} %t790, 0
  %t792 = extractvalue {float, float, float, float} %t790, 1
  %t793 = extractvalue {float, float, float, float} %t790, 2
  %t794 = extractvalue {float, float, float, float} %t790, 3
  %t795 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t729, i32 %t730, i32 %t731, i32 %t732, i32 %t763, i32 %t780, float %t791, float %t792, float %t793, float %t794) convergent
  %t796 = extractvalue {float, float, float, float} %t795, 0
  %t797 = extractvalue {float, float, float, float} %t795, 1
  %t798 = extractvalue {float, float, float, float} %t795, 2
  %t799 = extractvalue {float, float, float, float} %t795, 3
  %t800 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t729, i32 %t730, i32 %t731, i32 %t732, i32 %t757, i32 %t774, float %t796, float %t797, float %t798, float %t799) convergent
  %t801 = extractvalue {float, float, float, float} %t800, 0
  %t802 = extractvalue {float, float, float, float} %t800, 1
  %t803 = extractvalue {float, float, float, float} %t800, 2
  %t804 = extractvalue {float, float, float, float} %t800, 3
  store float %t801, ptr %s71
  store float %t802, ptr %s72
  store float %t803, ptr %s73
  store float %t804, ptr %s74
  %t805 = load float, ptr %s75
  %t806 = load float, ptr %s76
  %t807 = load float, ptr %s77
  %t808 = load float, ptr %s78
  %t809 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t737, i32 %t742, i32 %t747, i32 %t752, i32 %t758, i32 %t775, float %t805, float %t806, float %t807, float %t808) convergent
  %t810 = extractvalue {float, float, float, float} %t809, 0
  %t811 = extractvalue {float, float, float, float} %t809, 1
  %t812 = extractvalue {float, float, float, float} %t809, 2
  %t813 = extractvalue {float, float, float, float} %t809, 3
  %t814 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t729, i32 %t730, i32 %t731, i32 %t732, i32 %t768, i32 %t785, float %t810, float %t811, float %t812, float %t813) convergent
  %t815 = extractvalue {float, float, float, float} %t814, 0
  %t816 = extractvalue {float, float, float, float} %t814, 1
  %t817 = extractvalue {float, float, float, float} %t814, 2
  %t818 = extractvalue {float, float, float, float} %t814, 3
  %t819 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t729, i32 %t730, i32 %t731, i32 %t732, i32 %t758, i32 %t775, float %t815, float %t816, float %t817, float %t818) convergent
  %t820 = extractvalue {float, float, float, float} %t819, 0
  %t821 = extractvalue {float, float, float, float} %t819, 1
  %t822 = extractvalue {float, float, float, float} %t819, 2
  %t823 = extractvalue {float, float, float, float} %t819, 3
  store float %t820, ptr %s75
  store float %t821, ptr %s76
  store float %t822, ptr %s77
  store float %t823, ptr %s78
  %t824 = bitcast float %t630 to i32
  %t825 = bitcast float %t692 to i32
  %t826 = bitcast float %t639 to i32
  %t827 = bitcast float %t701 to i32
  %t828 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t824)
  %t829 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t825)
  %t830 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t826)
  %t831 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t827)
  %t832 = bitcast i32 %t824 to float
  %t833 = bitcast i32 %t828 to float
  %t834 = fsub float %t832, %t833
  %t835 = bitcast float %t834 to i32
  %t836 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t835)
  %t837 = bitcast i32 %t825 to float
  %t838 = bitcast i32 %t829 to float
  %t839 = fsub float %t837, %t838
  %t840 = bitcast float %t839 to i32
  %t841 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t840)
  %t842 = bitcast i32 %t826 to float
  %t843 = bitcast i32 %t830 to float
  %t844 = fsub float %t842, %t843
  %t845 = bitcast float %t844 to i32
  %t846 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t845)
  %t847 = bitcast i32 %t827 to float
  %t848 = bitcast i32 %t831 to float
  %t849 = fsub float %t847, %t848
  %t850 = bitcast float %t849 to i32
  %t851 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t850)
  %t852 = add i32 %t724, 640
  %t853 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t852
  %t854 = load <2 x i32>, ptr addrspace(3) %t853, align 8
  %t855 = extractelement <2 x i32> %t854, i32 0
  %t856 = extractelement <2 x i32> %t854, i32 1
  %t857 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t855)
  %t858 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t856)
  %t859 = bitcast i32 %t855 to float
  %t860 = bitcast i32 %t857 to float
  %t861 = fsub float %t859, %t860
  %t862 = bitcast float %t861 to i32
  %t863 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t862)
  %t864 = bitcast i32 %t856 to float
  %t865 = bitcast i32 %t858 to float
  %t866 = fsub float %t864, %t865
  %t867 = bitcast float %t866 to i32
  %t868 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t867)
  %t869 = add i32 %t724, 720
  %t870 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t869
  %t871 = load <2 x i32>, ptr addrspace(3) %t870, align 8
  %t872 = extractelement <2 x i32> %t871, i32 0
  %t873 = extractelement <2 x i32> %t871, i32 1
  %t874 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t872)
  %t875 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t873)
  %t876 = bitcast i32 %t872 to float
  %t877 = bitcast i32 %t874 to float
  %t878 = fsub float %t876, %t877
  %t879 = bitcast float %t878 to i32
  %t880 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t879)
  %t881 = bitcast i32 %t873 to float
  %t882 = bitcast i32 %t875 to float
  %t883 = fsub float %t881, %t882
  %t884 = bitcast float %t883 to i32
  %t885 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t884)
  %t886 = load float, ptr %s71
  %t887 = load float, ptr %s72
  %t888 = load float, ptr %s73
  %t889 = load float, ptr %s74
  %t890 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t836, i32 %t841, i32 %t846, i32 %t851, i32 %t857, i32 %t874, float %t886, float %t887, float %t888, float %t889) convergent
  %t891 = extractvalue {float, float, float, float} %t890, 0
  %t892 = extractvalue {float, float, float, float} %t890, 1
  %t893 = extractvalue {float, float, float, float} %t890, 2
  %t894 = extractvalue {float, float, float, float} %t890, 3
  %t895 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t828, i32 %t829, i32 %t830, i32 %t831, i32 %t863, i32 %t880, float %t891, float %t892, float %t893, float %t894) convergent
  %t896 = extractvalue {float, float, float, float} %t895, 0
  %t897 = extractvalue {float, float, float, float} %t895, 1
  %t898 = extractvalue {float, float, float, float} %t895, 2
  %t899 = extractvalue {float, float, float, float} %t895, 3
  %t900 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t828, i32 %t829, i32 %t830, i32 %t831, i32 %t857, i32 %t874, float %t896, float %t897, float %t898, float %t899) convergent
  %t901 = extractvalue {float, float, float, float} %t900, 0
  %t902 = extractvalue {float, float, float, float} %t900, 1
  %t903 = extractvalue {float, float, float, float} %t900, 2
  %t904 = extractvalue {float, float, float, float} %t900, 3
  store float %t901, ptr %s71
  store float %t902, ptr %s72
  store float %t903, ptr %s73
  store float %t904, ptr %s74
  %t905 = load float, ptr %s75
  %t906 = load float, ptr %s76
  %t907 = load float, ptr %s77
  %t908 = load float, ptr %s78
  %t909 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t836, i32 %t841, i32 %t846, i32 %t851, i32 %t858, i32 %t875, float %t905, float %t906, float %t907, float %t908) convergent
  %t910 = extractvalue {float, float, float, float} %t909, 0
  %t911 = extractvalue {float, float, float, float} %t909, 1
  %t912 = extractvalue {float, float, float, float} %t909, 2
  %t913 = extractvalue {float, float, float, float} %t909, 3
  %t914 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t828, i32 %t829, i32 %t830, i32 %t831, i32 %t868, i32 %t885, float %t910, float %t911, float %t912, float %t913) convergent
  %t915 = extractvalue {float, float, float, float} %t914, 0
  %t916 = extractvalue {float, float, float, float} %t914, 1
  %t917 = extractvalue {float, float, float, float} %t914, 2
  %t918 = extractvalue {float, float, float, float} %t914, 3
  %t919 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t828, i32 %t829, i32 %t830, i32 %t831, i32 %t858, i32 %t875, float %t915, float %t916, float %t917, float %t918) convergent
  %t920 = extractvalue {float, float, float, float} %t919, 0
  %t921 = extractvalue {float, float, float, float} %t919, 1
  %t922 = extractvalue {float, float, float, float} %t919, 2
  %t923 = extractvalue {float, float, float, float} %t919, 3
  store float %t920, ptr %s75
  store float %t921, ptr %s76
  store float %t922, ptr %s77
  store float %t923, ptr %s78
  %t924 = add nuw nsw i64 %t419, 1
  store i64 %t924, ptr %s416
  %t925 = icmp slt i64 %t924, 1
  br i1 %t925, label %loop.417, label %done.418
done.418:
  store i64 1, ptr %s926
  br label %loop.927
loop.927:
  %t929 = load i64, ptr %s926
  %t930 = trunc i64 %t929 to i32
  %t931 = mul i32 %t930, 32
  %t932 = add i32 %t931, %t21
  %t933 = mul i32 %t19, 2
  %t934 = add i32 %t932, %t933
  %t935 = icmp ult i32 %t934, 39
  %t936 = select i1 %t935, i32 %t934, i32 39
  %t937 = sext i32 %t936 to i64
  %t938 = mul nsw i64 %t937, 1
  %t939 = getelementptr float, ptr %buffer3, i64 %t938
  %t940 = load float, ptr %t939, align 4
  %t941 = add i32 %t934, 1
  %t942 = icmp ult i32 %t941, 39
  %t943 = select i1 %t942, i32 %t941, i32 39
  %t944 = sext i32 %t943 to i64
  %t945 = mul nsw i64 %t944, 1
  %t946 = getelementptr float, ptr %buffer3, i64 %t945
  %t947 = load float, ptr %t946, align 4
  %t948 = add i32 %t934, 8
  %t949 = icmp ult i32 %t948, 39
  %t950 = select i1 %t949, i32 %t948, i32 39
  %t951 = sext i32 %t950 to i64
  %t952 = mul nsw i64 %t951, 1
  %t953 = getelementptr float, ptr %buffer3, i64 %t952
  %t954 = load float, ptr %t953, align 4
  %t955 = add i32 %t934, 9
  %t956 = icmp ult i32 %t955, 39
  %t957 = select i1 %t956, i32 %t955, i32 39
  %t958 = sext i32 %t957 to i64
  %t959 = mul nsw i64 %t958, 1
  %t960 = getelementptr float, ptr %buffer3, i64 %t959
  %t961 = load float, ptr %t960, align 4
  call void asm sideeffect "cp.async.wait_group 3;", "~{memory}"()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"()
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"()
  %t962 = urem i32 %t930, 2
  %t963 = mul i32 %t962, 4608
  %t964 = add i32 %t54, %t963
  %t965 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t964
  %t966 = load <4 x i32>, ptr addrspace(3) %t965, align 16
  %t967 = extractelement <4 x i32> %t966, i32 0
  %t968 = extractelement <4 x i32> %t966, i32 1
  %t969 = extractelement <4 x i32> %t966, i32 2
  %t970 = extractelement <4 x i32> %t966, i32 3
  %t971 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t967)
  %t972 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t968)
  %t973 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t969)
  %t974 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t970)
  %t975 = bitcast i32 %t967 to float
  %t976 = bitcast i32 %t971 to float
  %t977 = fsub float %t975, %t976
  %t978 = bitcast float %t977 to i32
  %t979 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t978)
  %t980 = bitcast i32 %t968 to float
  %t981 = bitcast i32 %t972 to float
  %t982 = fsub float %t980, %t981
  %t983 = bitcast float %t982 to i32
  %t984 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t983)
  %t985 = bitcast i32 %t969 to float
  %t986 = bitcast i32 %t973 to float
  %t987 = fsub float %t985, %t986
  %t988 = bitcast float %t987 to i32
  %t989 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t988)
  %t990 = bitcast i32 %t970 to float
  %t991 = bitcast i32 %t974 to float
  %t992 = fsub float %t990, %t991
  %t993 = bitcast float %t992 to i32
  %t994 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t993)
  %t995 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t380, i32 %t385, i32 %t390, i32 %t395, i32 %t971, i32 %t972, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t996 = extractvalue {float, float, float, float} %t995, 0
  %t997 = extractvalue {float, float, float, float} %t995, 1
  %t998 = extractvalue {float, float, float, float} %t995, 2
  %t999 = extractvalue {float, float, float, float} %t995, 3
  %t1000 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t368, i32 %t369, i32 %t370, i32 %t371, i32 %t979, i32 %t984, float %t996, float %t997, float %t998, float %t999) convergent
  %t1001 = extractvalue {float, float, float, float} %t1000, 0
  %t1002 = extractvalue {float, float, float, float} %t1000, 1
  %t1003 = extractvalue {float, float, float, float} %t1000, 2
  %t1004 = extractvalue {float, float, float, float} %t1000, 3
  %t1005 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t368, i32 %t369, i32 %t370, i32 %t371, i32 %t971, i32 %t972, float %t1001, float %t1002, float %t1003, float %t1004) convergent
  %t1006 = extractvalue {float, float, float, float} %t1005, 0
  %t1007 = extractvalue {float, float, float, float} %t1005, 1
  %t1008 = extractvalue {float, float, float, float} %t1005, 2
  %t1009 = extractvalue {float, float, float, float} %t1005, 3
  %t1010 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t400, i32 %t405, i32 %t410, i32 %t415, i32 %t973, i32 %t974, float %t1006, float %t1007, float %t1008, float %t1009) convergent
  %t1011 = extractvalue {float, float, float, float} %t1010, 0
  %t1012 = extractvalue {float, float, float, float} %t1010, 1
  %t1013 = extractvalue {float, float, float, float} %t1010, 2
  %t1014 = extractvalue {float, float, float, float} %t1010, 3
  %t1015 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t372, i32 %t373, i32 %t374, i32 %t375, i32 %t989, i32 %t994, float %t1011, float %t1012, float %t1013, float %t1014) convergent
  %t1016 = extractvalue {float, float, float, float} %t1015, 0
  %t1017 = extractvalue {float, float, float, float} %t1015, 1
  %t1018 = extractvalue {float, float, float, float} %t1015, 2
  %t1019 = extractvalue {float, float, float, float} %t1015, 3
  %t1020 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t372, i32 %t373, i32 %t374, i32 %t375, i32 %t973, i32 %t974, float %t1016, float %t1017, float %t1018, float %t1019) convergent
  %t1021 = extractvalue {float, float, float, float} %t1020, 0
  %t1022 = extractvalue {float, float, float, float} %t1020, 1
  %t1023 = extractvalue {float, float, float, float} %t1020, 2
  %t1024 = extractvalue {float, float, float, float} %t1020, 3
  %t1025 = add i32 %t964, 512
  %t1026 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1025
  %t1027 = load <4 x i32>, ptr addrspace(3) %t1026, align 16
  %t1028 = extractelement <4 x i32> %t1027, i32 0
  %t1029 = extractelement <4 x i32> %t1027, i32 1
  %t1030 = extractelement <4 x i32> %t1027, i32 2
  %t1031 = extractelement <4 x i32> %t1027, i32 3
  %t1032 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1028)
  %t1033 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1029)
  %t1034 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1030)
  %t1035 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1031)
  %t1036 = bitcast i32 %t1028 to float
  %t1037 = bitcast i32 %t1032 to float
  %t1038 = fsub float %t1036, %t1037
  %t1039 = bitcast float %t1038 to i32
  %t1040 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1039)
  %t1041 = bitcast i32 %t1029 to float
  %t1042 = bitcast i32 %t1033 to float
  %t1043 = fsub float %t1041, %t1042
  %t1044 = bitcast float %t1043 to i32
  %t1045 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1044)
  %t1046 = bitcast i32 %t1030 to float
  %t1047 = bitcast i32 %t1034 to float
  %t1048 = fsub float %t1046, %t1047
  %t1049 = bitcast float %t1048 to i32
  %t1050 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1049)
  %t1051 = bitcast i32 %t1031 to float
  %t1052 = bitcast i32 %t1035 to float
  %t1053 = fsub float %t1051, %t1052
  %t1054 = bitcast float %t1053 to i32
  %t1055 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1054)
  %t1056 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t380, i32 %t385, i32 %t390, i32 %t395, i32 %t1032, i32 %t1033, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t1057 = extractvalue {float, float, float, float} %t1056, 0
  %t1058 = extractvalue {float, float, float, float} %t1056, 1
  %t1059 = extractvalue {float, float, float, float} %t1056, 2
  %t1060 = extractvalue {float, float, float, float} %t1056, 3
  %t1061 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t368, i32 %t369, i32 %t370, i32 %t371, i32 %t1040, i32 %t1045, float %t1057, float %t1058, float %t1059, float %t1060) convergent
  %t1062 = extractvalue {float, float, float, float} %t1061, 0
  %t1063 = extractvalue {float, float, float, float} %t1061, 1
  %t1064 = extractvalue {float, float, float, float} %t1061, 2
  %t1065 = extractvalue {float, float, float, float} %t1061, 3
  %t1066 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t368, i32 %t369, i32 %t370, i32 %t371, i32 %t1032, i32 %t1033, float %t1062, float %t1063, float %t1064, float %t1065) convergent
  %t1067 = extractvalue {float, float, float, float} %t1066, 0
  %t1068 = extractvalue {float, float, float, float} %t1066, 1
  %t1069 = extractvalue {float, float, float, float} %t1066, 2
  %t1070 = extractvalue {float, float, float, float} %t1066, 3
  %t1071 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t400, i32 %t405, i32 %t410, i32 %t415, i32 %t1034, i32 %t1035, float %t1067, float %t1068, float %t1069, float %t1070) convergent
  %t1072 = extractvalue {float, float, float, float} %t1071, 0
  %t1073 = extractvalue {float, float, float, float} %t1071, 1
  %t1074 = extractvalue {float, float, float, float} %t1071, 2
  %t1075 = extractvalue {float, float, float, float} %t1071, 3
  %t1076 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t372, i32 %t373, i32 %t374, i32 %t375, i32 %t1050, i32 %t1055, float %t1072, float %t1073, float %t1074, float %t1075) convergent
  %t1077 = extractvalue {float, float, float, float} %t1076, 0
  %t1078 = extractvalue {float, float, float, float} %t1076, 1
  %t1079 = extractvalue {float, float, float, float} %t1076, 2
  %t1080 = extractvalue {float, float, float, float} %t1076, 3
  %t1081 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t372, i32 %t373, i32 %t374, i32 %t375, i32 %t1034, i32 %t1035, float %t1077, float %t1078, float %t1079, float %t1080) convergent
  %t1082 = extractvalue {float, float, float, float} %t1081, 0
  %t1083 = extractvalue {float, float, float, float} %t1081, 1
  %t1084 = extractvalue {float, float, float, float} %t1081, 2
  %t1085 = extractvalue {float, float, float, float} %t1081, 3
  %t1086 = add i32 %t931, %t21
  %t1087 = mul i32 %t19, 2
  %t1088 = add i32 %t1086, %t1087
  %t1089 = icmp ult i32 %t1088, 40
  %t1090 = fmul contract float %t1021, 0x3FD0000000000000
  %t1091 = fadd contract float %t1090, %t940
  %t1092 = select i1 %t1089, float %t1091, float 0xFFF0000000000000
  %t1093 = fmul contract float %t1023, 0x3FD0000000000000
  %t1094 = fadd contract float %t1093, %t940
  %t1095 = select i1 %t1089, float %t1094, float 0xFFF0000000000000
  %t1096 = add i32 %t1088, 1
  %t1097 = icmp ult i32 %t1096, 40
  %t1098 = fmul contract float %t1022, 0x3FD0000000000000
  %t1099 = fadd contract float %t1098, %t947
  %t1100 = select i1 %t1097, float %t1099, float 0xFFF0000000000000
  %t1101 = fmul contract float %t1024, 0x3FD0000000000000
  %t1102 = fadd contract float %t1101, %t947
  %t1103 = select i1 %t1097, float %t1102, float 0xFFF0000000000000
  %t1104 = add i32 %t1088, 8
  %t1105 = icmp ult i32 %t1104, 40
  %t1106 = fmul contract float %t1082, 0x3FD0000000000000
  %t1107 = fadd contract float %t1106, %t954
  %t1108 = select i1 %t1105, float %t1107, float 0xFFF0000000000000
  %t1109 = fmul contract float %t1084, 0x3FD0000000000000
  %t1110 = fadd contract float %t1109, %t954
  %t1111 = select i1 %t1105, float %t1110, float 0xFFF0000000000000
  %t1112 = add i32 %t1088, 9
  %t1113 = icmp ult i32 %t1112, 40
  %t1114 = fmul contract float %t1083, 0x3FD0000000000000
  %t1115 = fadd contract float %t1114, %t961
  %t1116 = select i1 %t1113, float %t1115, float 0xFFF0000000000000
  %t1117 = fmul contract float %t1085, 0x3FD0000000000000
  %t1118 = fadd contract float %t1117, %t961
  %t1119 = select i1 %t1113, float %t1118, float 0xFFF0000000000000
  %t1120 = load float, ptr %s67
  %t1121 = call float @llvm.maxnum.f32(float %t1092, float %t1100)
  %t1122 = call float @llvm.maxnum.f32(float %t1108, float %t1116)
  %t1123 = call float @llvm.maxnum.f32(float %t1121, float %t1122)
  %t1124 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t1123, i32 1, i32 31)
  %t1125 = call float @llvm.maxnum.f32(float %t1123, float %t1124)
  %t1126 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t1125, i32 2, i32 31)
  %t1127 = call float @llvm.maxnum.f32(float %t1125, float %t1126)
  %t1128 = call float @llvm.maxnum.f32(float %t1120, float %t1127)
  %t1129 = fcmp oeq float %t1128, 0xFFF0000000000000
  %t1130 = select i1 %t1129, float 0x0000000000000000, float %t1128
  %t1131 = fsub float %t1120, %t1130
  %t1132 = call float @llvm.maximum.f32(float %t1131, float 0xC062C00000000000)
  %t1133 = fmul float %t1132, 0x3FF7154760000000
  %t1134 = fneg float %t1133
  %t1135 = call float @llvm.fma.f32(float %t1132, float 0x3FF7154760000000, float %t1134)
  %t1136 = call float @llvm.fma.f32(float %t1132, float 0x3E54AE0C00000000, float %t1135)
  %t1137 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1133)
  %t1138 = fmul float %t1136, 0x3FE62E4300000000
  %t1139 = call float @llvm.fma.f32(float %t1137, float %t1138, float %t1137)
  store float %t1128, ptr %s67
  %t1140 = fsub float %t1092, %t1130
  %t1141 = call float @llvm.maximum.f32(float %t1140, float 0xC062C00000000000)
  %t1142 = fmul float %t1141, 0x3FF7154760000000
  %t1143 = fneg float %t1142
  %t1144 = call float @llvm.fma.f32(float %t1141, float 0x3FF7154760000000, float %t1143)
  %t1145 = call float @llvm.fma.f32(float %t1141, float 0x3E54AE0C00000000, float %t1144)
  %t1146 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1142)
  %t1147 = fmul float %t1145, 0x3FE62E4300000000
  %t1148 = call float @llvm.fma.f32(float %t1146, float %t1147, float %t1146)
  %t1149 = fsub float %t1100, %t1130
  %t1150 = call float @llvm.maximum.f32(float %t1149, float 0xC062C00000000000)
  %t1151 = fmul float %t1150, 0x3FF7154760000000
  %t1152 = fneg float %t1151
  %t1153 = call float @llvm.fma.f32(float %t1150, float 0x3FF7154760000000, float %t1152)
  %t1154 = call float @llvm.fma.f32(float %t1150, float 0x3E54AE0C00000000, float %t1153)
  %t1155 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1151)
  %t1156 = fmul float %t1154, 0x3FE62E4300000000
  %t1157 = call float @llvm.fma.f32(float %t1155, float %t1156, float %t1155)
  %t1158 = fsub float %t1108, %t1130
  %t1159 = call float @llvm.maximum.f32(float %t1158, float 0xC062C00000000000)
  %t1160 = fmul float %t1159, 0x3FF7154760000000
  %t1161 = fneg float %t1160
  %t1162 = call float @llvm.fma.f32(float %t1159, float 0x3FF7154760000000, float %t1161)
  %t1163 = call float @llvm.fma.f32(float %t1159, float 0x3E54AE0C00000000, float %t1162)
  %t1164 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1160)
  %t1165 = fmul float %t1163, 0x3FE62E4300000000
  %t1166 = call float @llvm.fma.f32(float %t1164, float %t1165, float %t1164)
  %t1167 = fsub float %t1116, %t1130
  %t1168 = call float @llvm.maximum.f32(float %t1167, float 0xC062C00000000000)
  %t1169 = fmul float %t1168, 0x3FF7154760000000
  %t1170 = fneg float %t1169
  %t1171 = call float @llvm.fma.f32(float %t1168, float 0x3FF7154760000000, float %t1170)
  %t1172 = call float @llvm.fma.f32(float %t1168, float 0x3E54AE0C00000000, float %t1171)
  %t1173 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1169)
  %t1174 = fmul float %t1172, 0x3FE62E4300000000
  %t1175 = call float @llvm.fma.f32(float %t1173, float %t1174, float %t1173)
  %t1176 = load float, ptr %s69
  %t1177 = fmul float %t1176, %t1139
  %t1178 = fadd float %t1148, %t1157
  %t1179 = fadd float %t1166, %t1175
  %t1180 = fadd float %t1178, %t1179
  %t1181 = fadd float %t1177, %t1180
  store float %t1181, ptr %s69
  %t1182 = load float, ptr %s68
  %t1183 = call float @llvm.maxnum.f32(float %t1095, float %t1103)
  %t1184 = call float @llvm.maxnum.f32(float %t1111, float %t1119)
  %t1185 = call float @llvm.maxnum.f32(float %t1183, float %t1184)
  %t1186 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t1185, i32 1, i32 31)
  %t1187 = call float @llvm.maxnum.f32(float %t1185, float %t1186)
  %t1188 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t1187, i32 2, i32 31)
  %t1189 = call float @llvm.maxnum.f32(float %t1187, float %t1188)
  %t1190 = call float @llvm.maxnum.f32(float %t1182, float %t1189)
  %t1191 = fcmp oeq float %t1190, 0xFFF0000000000000
  %t1192 = select i1 %t1191, float 0x0000000000000000, float %t1190
  %t1193 = fsub float %t1182, %t1192
  %t1194 = call float @llvm.maximum.f32(float %t1193, float 0xC062C00000000000)
  %t1195 = fmul float %t1194, 0x3FF7154760000000
  %t1196 = fneg float %t1195
  %t1197 = call float @llvm.fma.f32(float %t1194, float 0x3FF7154760000000, float %t1196)
  %t1198 = call float @llvm.fma.f32(float %t1194, float 0x3E54AE0C00000000, float %t1197)
  %t1199 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1195)
  %t1200 = fmul float %t1198, 0x3FE62E4300000000
  %t1201 = call float @llvm.fma.f32(float %t1199, float %t1200, float %t1199)
  store float %t1190, ptr %s68
  %t1202 = fsub float %t1095, %t1192
  %t1203 = call float @llvm.maximum.f32(float %t1202, float 0xC062C00000000000)
  %t1204 = fmul float %t1203, 0x3FF7154760000000
  %t1205 = fneg float %t1204
  %t1206 = call float @llvm.fma.f32(float %t1203, float 0x3FF7154760000000, float %t1205)
  %t1207 = call float @llvm.fma.f32(float %t1203, float 0x3E54AE0C00000000, float %t1206)
  %t1208 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1204)
  %t1209 = fmul float %t1207, 0x3FE62E4300000000
  %t1210 = call float @llvm.fma.f32(float %t1208, float %t1209, float %t1208)
  %t1211 = fsub float %t1103, %t1192
  %t1212 = call float @llvm.maximum.f32(float %t1211, float 0xC062C00000000000)
  %t1213 = fmul float %t1212, 0x3FF7154760000000
  %t1214 = fneg float %t1213
  %t1215 = call float @llvm.fma.f32(float %t1212, float 0x3FF7154760000000, float %t1214)
  %t1216 = call float @llvm.fma.f32(float %t1212, float 0x3E54AE0C00000000, float %t1215)
  %t1217 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1213)
  %t1218 = fmul float %t1216, 0x3FE62E4300000000
  %t1219 = call float @llvm.fma.f32(float %t1217, float %t1218, float %t1217)
  %t1220 = fsub float %t1111, %t1192
  %t1221 = call float @llvm.maximum.f32(float %t1220, float 0xC062C00000000000)
  %t1222 = fmul float %t1221, 0x3FF7154760000000
  %t1223 = fneg float %t1222
  %t1224 = call float @llvm.fma.f32(float %t1221, float 0x3FF7154760000000, float %t1223)
  %t1225 = call float @llvm.fma.f32(float %t1221, float 0x3E54AE0C00000000, float %t1224)
  %t1226 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1222)
  %t1227 = fmul float %t1225, 0x3FE62E4300000000
  %t1228 = call float @llvm.fma.f32(float %t1226, float %t1227, float %t1226)
  %t1229 = fsub float %t1119, %t1192
  %t1230 = call float @llvm.maximum.f32(float %t1229, float 0xC062C00000000000)
  %t1231 = fmul float %t1230, 0x3FF7154760000000
  %t1232 = fneg float %t1231
  %t1233 = call float @llvm.fma.f32(float %t1230, float 0x3FF7154760000000, float %t1232)
  %t1234 = call float @llvm.fma.f32(float %t1230, float 0x3E54AE0C00000000, float %t1233)
  %t1235 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1231)
  %t1236 = fmul float %t1234, 0x3FE62E4300000000
  %t1237 = call float @llvm.fma.f32(float %t1235, float %t1236, float %t1235)
  %t1238 = load float, ptr %s70
  %t1239 = fmul float %t1238, %t1201
  %t1240 = fadd float %t1210, %t1219
  %t1241 = fadd float %t1228, %t1237
  %t1242 = fadd float %t1240, %t1241
  %t1243 = fadd float %t1239, %t1242
  store float %t1243, ptr %s70
  %t1244 = load float, ptr %s71
  %t1245 = fmul float %t1244, %t1139
  store float %t1245, ptr %s71
  %t1246 = load float, ptr %s72
  %t1247 = fmul float %t1246, %t1139
  store float %t1247, ptr %s72
  %t1248 = load float, ptr %s73
  %t1249 = fmul float %t1248, %t1201
  store float %t1249, ptr %s73
  %t1250 = load float, ptr %s74
  %t1251 = fmul float %t1250, %t1201
  store float %t1251, ptr %s74
  %t1252 = load float, ptr %s75
  %t1253 = fmul float %t1252, %t1139
  store float %t1253, ptr %s75
  %t1254 = load float, ptr %s76
  %t1255 = fmul float %t1254, %t1139
  store float %t1255, ptr %s76
  %t1256 = load float, ptr %s77
  %t1257 = fmul float %t1256, %t1201
  store float %t1257, ptr %s77
  %t1258 = load float, ptr %s78
  %t1259 = fmul float %t1258, %t1201
  store float %t1259, ptr %s78
  call void asm sideeffect "cp.async.wait_group 4;", "~{memory}"()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t1260 = add i32 %t59, %t963
  %t1261 = bitcast float %t1148 to i32
  %t1262 = bitcast float %t1210 to i32
  %t1263 = bitcast float %t1157 to i32
  %t1264 = bitcast float %t1219 to i32
  %t1265 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1261)
  %t1266 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1262)
  %t1267 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1263)
  %t1268 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1264)
  %t1269 = bitcast i32 %t1261 to float
  %t1270 = bitcast i32 %t1265 to float
  %t1271 = fsub float %t1269, %t1270
  %t1272 = bitcast float %t1271 to i32
  %t1273 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1272)
  %t1274 = bitcast i32 %t1262 to float
  %t1275 = bitcast i32 %t1266 to float
  %t1276 = fsub float %t1274, %t1275
  %t1277 = bitcast float %t1276 to i32
  %t1278 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1277)
  %t1279 = bitcast i32 %t1263 to float
  %t1280 = bitcast i32 %t1267 to float
  %t1281 = fsub float %t1279, %t1280
  %t1282 = bitcast float %t1281 to i32
  %t1283 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1282)
  %t1284 = bitcast i32 %t1264 to float
  %t1285 = bitcast i32 %t1268 to float
  %t1286 = fsub float %t1284, %t1285
  %t1287 = bitcast float %t1286 to i32
  %t1288 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1287)
  %t1289 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1260
  %t1290 = load <2 x i32>, ptr addrspace(3) %t1289, align 8
  %t1291 = extractelement <2 x i32> %t1290, i32 0
  %t1292 = extractelement <2 x i32> %t1290, i32 1
  %t1293 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1291)
  %t1294 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1292)
  %t1295 = bitcast i32 %t1291 to float
  %t1296 = bitcast i32 %t1293 to float
  %t1297 = fsub float %t1295, %t1296
  %t1298 = bitcast float %t1297 to i32
  %t1299 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1298)
  %t1300 = bitcast i32 %t1292 to float
  %t1301 = bitcast i32 %t1294 to float
  %t1302 = fsub float %t1300, %t1301
  %t1303 = bitcast float %t1302 to i32
  %t1304 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1303)
  %t1305 = add i32 %t1260, 80
  %t1306 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1305
  %t1307 = load <2 x i32>, ptr addrspace(3) %t1306, align 8
  %t1308 = extractelement <2 x i32> %t1307, i32 0
  %t1309 = extractelement <2 x i32> %t1307, i32 1
  %t1310 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1308)
  %t1311 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1309)
  %t1312 = bitcast i32 %t1308 to float
  %t1313 = bitcast i32 %t1310 to float
  %t1314 = fsub float %t1312, %t1313
  %t1315 = bitcast float %t1314 to i32
  %t1316 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1315)
  %t1317 = bitcast i32 %t1309 to float
  %t1318 = bitcast i32 %t1311 to float
  %t1319 = fsub float %t1317, %t1318
  %t1320 = bitcast float %t1319 to i32
  %t1321 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1320)
  %t1322 = load float, ptr %s71
  %t1323 = load float, ptr %s72
  %t1324 = load float, ptr %s73
  %t1325 = load float, ptr %s74
  %t1326 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1273, i32 %t1278, i32 %t1283, i32 %t1288, i32 %t1293, i32 %t1310, float %t1322, float %t1323, float %t1324, float %t1325) convergent
  %t1327 = extractvalue {float, float, float, float} %t1326, 0
  %t1328 = extractvalue {float, float, float, float} %t1326, 1
  %t1329 = extractvalue {float, float, float, float} %t1326, 2
  %t1330 = extractvalue {float, float, float, float} %t1326, 3
  %t1331 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1265, i32 %t1266, i32 %t1267, i32 %t1268, i32 %t1299, i32 %t1316, float %t1327, float %t1328, float %t1329, float %t1330) convergent
  %t1332 = extractvalue {float, float, float, float} %t1331, 0
  %t1333 = extractvalue {float, float, float, float} %t1331, 1
  %t1334 = extractvalue {float, float, float, float} %t1331, 2
  %t1335 = extractvalue {float, float, float, float} %t1331, 3
  %t1336 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1265, i32 %t1266, i32 %t1267, i32 %t1268, i32 %t1293, i32 %t1310, float %t1332, float %t1333, float %t1334, float %t1335) convergent
  %t1337 = extractvalue {float, float, float, float} %t1336, 0
  %t1338 = extractvalue {float, float, float, float} %t1336, 1
  %t1339 = extractvalue {float, float, float, float} %t1336, 2
  %t1340 = extractvalue {float, float, float, float} %t1336, 3
  store float %t1337, ptr %s71
  store float %t1338, ptr %s72
  store float %t1339, ptr %s73
  store float %t1340, ptr %s74
  %t1341 = load float, ptr %s75
  %t1342 = load float, ptr %s76
  %t1343 = load float, ptr %s77
  %t1344 = load float, ptr %s78
  %t1345 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1273, i32 %t1278, i32 %t1283, i32 %t1288, i32 %t1294, i32 %t1311, float %t1341, float %t1342, float %t1343, float %t1344) convergent
  %t1346 = extractvalue {float, float, float, float} %t1345, 0
  %t1347 = extractvalue {float, float, float, float} %t1345, 1
  %t1348 = extractvalue {float, float, float, float} %t1345, 2
  %t1349 = extractvalue {float, float, float, float} %t1345, 3
  %t1350 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1265, i32 %t1266, i32 %t1267, i32 %t1268, i32 %t1304, i32 %t1321, float %t1346, float %t1347, float %t1348, float %t1349) convergent
  %t1351 = extractvalue {float, float, float, float} %t1350, 0
  %t1352 = extractvalue {float, float, float, float} %t1350, 1
  %t1353 = extractvalue {float, float, float, float} %t1350, 2
  %t1354 = extractvalue {float, float, float, float} %t1350, 3
  %t1355 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1265, i32 %t1266, i32 %t1267, i32 %t1268, i32 %t1294, i32 %t1311, float %t1351, float %t1352, float %t1353, float %t1354) convergent
  %t1356 = extractvalue {float, float, float, float} %t1355, 0
  %t1357 = extractvalue {float, float, float, float} %t1355, 1
  %t1358 = extractvalue {float, float, float, float} %t1355, 2
  %t1359 = extractvalue {float, float, float, float} %t1355, 3
  store float %t1356, ptr %s75
  store float %t1357, ptr %s76
  store float %t1358, ptr %s77
  store float %t1359, ptr %s78
  %t1360 = bitcast float %t1166 to i32
  %t1361 = bitcast float %t1228 to i32
  %t1362 = bitcast float %t1175 to i32
  %t1363 = bitcast float %t1237 to i32
  %t1364 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1360)
  %t1365 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1361)
  %t1366 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1362)
  %t1367 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1363)
  %t1368 = bitcast i32 %t1360 to float
  %t1369 = bitcast i32 %t1364 to float
  %t1370 = fsub float %t1368, %t1369
  %t1371 = bitcast float %t1370 to i32
  %t1372 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1371)
  %t1373 = bitcast i32 %t1361 to float
  %t1374 = bitcast i32 %t1365 to float
  %t1375 = fsub float %t1373, %t1374
  %t1376 = bitcast float %t1375 to i32
  %t1377 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1376)
  %t1378 = bitcast i32 %t1362 to float
  %t1379 = bitcast i32 %t1366 to float
  %t1380 = fsub float %t1378, %t1379
  %t1381 = bitcast float %t1380 to i32
  %t1382 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1381)
  %t1383 = bitcast i32 %t1363 to float
  %t1384 = bitcast i32 %t1367 to float
  %t1385 = fsub float %t1383, %t1384
  %t1386 = bitcast float %t1385 to i32
  %t1387 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1386)
  %t1388 = add i32 %t1260, 640
  %t1389 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1388
  %t1390 = load <2 x i32>, ptr addrspace(3) %t1389, align 8
  %t1391 = extractelement <2 x i32> %t1390, i32 0
  %t1392 = extractelement <2 x i32> %t1390, i32 1
  %t1393 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1391)
  %t1394 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1392)
  %t1395 = bitcast i32 %t1391 to float
  %t1396 = bitcast i32 %t1393 to float
  %t1397 = fsub float %t1395, %t1396
  %t1398 = bitcast float %t1397 to i32
  %t1399 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1398)
  %t1400 = bitcast i32 %t1392 to float
  %t1401 = bitcast i32 %t1394 to float
  %t1402 = fsub float %t1400, %t1401
  %t1403 = bitcast float %t1402 to i32
  %t1404 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1403)
  %t1405 = add i32 %t1260, 720
  %t1406 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1405
  %t1407 = load <2 x i32>, ptr addrspace(3) %t1406, align 8
  %t1408 = extractelement <2 x i32> %t1407, i32 0
  %t1409 = extractelement <2 x i32> %t1407, i32 1
  %t1410 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1408)
  %t1411 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1409)
  %t1412 = bitcast i32 %t1408 to float
  %t1413 = bitcast i32 %t1410 to float
  %t1414 = fsub float %t1412, %t1413
  %t1415 = bitcast float %t1414 to i32
  %t1416 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1415)
  %t1417 = bitcast i32 %t1409 to float
  %t1418 = bitcast i32 %t1411 to float
  %t1419 = fsub float %t1417, %t1418
  %t1420 = bitcast float %t1419 to i32
  %t1421 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1420)
  %t1422 = load float, ptr %s71
  %t1423 = load float, ptr %s72
  %t1424 = load float, ptr %s73
  %t1425 = load float, ptr %s74
  %t1426 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1372, i32 %t1377, i32 %t1382, i32 %t1387, i32 %t1393, i32 %t1410, float %t1422, float %t1423, float %t1424, float %t1425) convergent
  %t1427 = extractvalue {float, float, float, float} %t1426, 0
  %t1428 = extractvalue {float, float, float, float} %t1426, 1
  %t1429 = extractvalue {float, float, float, float} %t1426, 2
  %t1430 = extractvalue {float, float, float, float} %t1426, 3
  %t1431 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1364, i32 %t1365, i32 %t1366, i32 %t1367, i32 %t1399, i32 %t1416, float %t1427, float %t1428, float %t1429, float %t1430) convergent
  %t1432 = extractvalue {float, float, float, float} %t1431, 0
  %t1433 = extractvalue {float, float, float, float} %t1431, 1
  %t1434 = extractvalue {float, float, float, float} %t1431, 2
  %t1435 = extractvalue {float, float, float, float} %t1431, 3
  %t1436 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1364, i32 %t1365, i32 %t1366, i32 %t1367, i32 %t1393, i32 %t1410, float %t1432, float %t1433, float %t1434, float %t1435) convergent
  %t1437 = extractvalue {float, float, float, float} %t1436, 0
  %t1438 = extractvalue {float, float, float, float} %t1436, 1
  %t1439 = extractvalue {float, float, float, float} %t1436, 2
  %t1440 = extractvalue {float, float, float, float} %t1436, 3
  store float %t1437, ptr %s71
  store float %t1438, ptr %s72
  store float %t1439, ptr %s73
  store float %t1440, ptr %s74
  %t1441 = load float, ptr %s75
  %t1442 = load float, ptr %s76
  %t1443 = load float, ptr %s77
  %t1444 = load float, ptr %s78
  %t1445 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1372, i32 %t1377, i32 %t1382, i32 %t1387, i32 %t1394, i32 %t1411, float %t1441, float %t1442, float %t1443, float %t1444) convergent
  %t1446 = extractvalue {float, float, float, float} %t1445, 0
  %t1447 = extractvalue {float, float, float, float} %t1445, 1
  %t1448 = extractvalue {float, float, float, float} %t1445, 2
  %t1449 = extractvalue {float, float, float, float} %t1445, 3
  %t1450 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1364, i32 %t1365, i32 %t1366, i32 %t1367, i32 %t1404, i32 %t1421, float %t1446, float %t1447, float %t1448, float %t1449) convergent
  %t1451 = extractvalue {float, float, float, float} %t1450, 0
  %t1452 = extractvalue {float, float, float, float} %t1450, 1
  %t1453 = extractvalue {float, float, float, float} %t1450, 2
  %t1454 = extractvalue {float, float, float, float} %t1450, 3
  %t1455 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1364, i32 %t1365, i32 %t1366, i32 %t1367, i32 %t1394, i32 %t1411, float %t1451, float %t1452, float %t1453, float %t1454) convergent
  %t1456 = extractvalue {float, float, float, float} %t1455, 0
  %t1457 = extractvalue {float, float, float, float} %t1455, 1
  %t1458 = extractvalue {float, float, float, float} %t1455, 2
  %t1459 = extractvalue {float, float, float, float} %t1455, 3
  store float %t1456, ptr %s75
  store float %t1457, ptr %s76
  store float %t1458, ptr %s77
  store float %t1459, ptr %s78
  %t1460 = add nuw nsw i64 %t929, 1
  store i64 %t1460, ptr %s926
  %t1461 = icmp slt i64 %t1460, 2
  br i1 %t1461, label %loop.927, label %done.928
done.928:
  call void asm sideeffect "cp.async.wait_all;", "~{memory}"()
  %t1462 = load float, ptr %s67
  %t1463 = load float, ptr %s68
  %t1464 = load float, ptr %s69
  %t1465 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t1464, i32 1, i32 31)
  %t1466 = fadd float %t1464, %t1465
  %t1467 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t1466, i32 2, i32 31)
  %t1468 = fadd float %t1466, %t1467
  %t1469 = load float, ptr %s70
  %t1470 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t1469, i32 1, i32 31)
  %t1471 = fadd float %t1469, %t1470
  %t1472 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t1471, i32 2, i32 31)
  %t1473 = fadd float %t1471, %t1472
  %t1474 = mul i32 %t14, 16
  %t1475 = mul i32 %t16, 3072
  %t1476 = mul i32 %t17, 1536
  %t1477 = add i32 %t1475, %t1476
  %t1478 = add i32 %t1477, %t1474
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t1479 = load float, ptr %s71
  %t1480 = load float, ptr %s72
  %t1481 = load float, ptr %s73
  %t1482 = load float, ptr %s74
  %t1483 = insertelement <4 x float> poison, float %t1479, i32 0
  %t1484 = insertelement <4 x float> %t1483, float %t1480, i32 1
  %t1485 = insertelement <4 x float> %t1484, float %t1481, i32 2
  %t1486 = insertelement <4 x float> %t1485, float %t1482, i32 3
  %t1487 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1478
  store <4 x float> %t1486, ptr addrspace(3) %t1487, align 16
  %t1488 = add i32 %t1478, 512
  %t1489 = load float, ptr %s75
  %t1490 = load float, ptr %s76
  %t1491 = load float, ptr %s77
  %t1492 = load float, ptr %s78
  %t1493 = insertelement <4 x float> poison, float %t1489, i32 0
  %t1494 = insertelement <4 x float> %t1493, float %t1490, i32 1
  %t1495 = insertelement <4 x float> %t1494, float %t1491, i32 2
  %t1496 = insertelement <4 x float> %t1495, float %t1492, i32 3
  %t1497 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1488
  store <4 x float> %t1496, ptr addrspace(3) %t1497, align 16
  %t1498 = add i32 %t1478, 1024
  %t1499 = insertelement <4 x float> poison, float %t1462, i32 0
  %t1500 = insertelement <4 x float> %t1499, float %t1463, i32 1
  %t1501 = insertelement <4 x float> %t1500, float %t1468, i32 2
  %t1502 = insertelement <4 x float> %t1501, float %t1473, i32 3
  %t1503 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1498
  store <4 x float> %t1502, ptr addrspace(3) %t1503, align 16
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t1504 = add i32 %t1475, %t1474
  %t1505 = add i32 %t1475, 1536
  %t1506 = add i32 %t1505, %t1474
  %t1507 = add i32 %t1504, 1024
  %t1508 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1507
  %t1509 = load <4 x i32>, ptr addrspace(3) %t1508, align 16
  %t1510 = extractelement <4 x i32> %t1509, i32 0
  %t1511 = extractelement <4 x i32> %t1509, i32 1
  %t1512 = extractelement <4 x i32> %t1509, i32 2
  %t1513 = extractelement <4 x i32> %t1509, i32 3
  %t1514 = bitcast i32 %t1510 to float
  %t1515 = bitcast i32 %t1511 to float
  %t1516 = bitcast i32 %t1512 to float
  %t1517 = bitcast i32 %t1513 to float
  %t1518 = add i32 %t1506, 1024
  %t1519 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1518
  %t1520 = load <4 x i32>, ptr addrspace(3) %t1519, align 16
  %t1521 = extractelement <4 x i32> %t1520, i32 0
  %t1522 = extractelement <4 x i32> %t1520, i32 1
  %t1523 = extractelement <4 x i32> %t1520, i32 2
  %t1524 = extractelement <4 x i32> %t1520, i32 3
  %t1525 = bitcast i32 %t1521 to float
  %t1526 = bitcast i32 %t1522 to float
  %t1527 = bitcast i32 %t1523 to float
  %t1528 = bitcast i32 %t1524 to float
  %t1529 = call float @llvm.maxnum.f32(float %t1514, float %t1525)
  %t1530 = fcmp oeq float %t1529, 0xFFF0000000000000
  %t1531 = select i1 %t1530, float 0x0000000000000000, float %t1529
  %t1532 = fsub float %t1514, %t1531
  %t1533 = call float @llvm.maximum.f32(float %t1532, float 0xC062C00000000000)
  %t1534 = fmul float %t1533, 0x3FF7154760000000
  %t1535 = fneg float %t1534
  %t1536 = call float @llvm.fma.f32(float %t1533, float 0x3FF7154760000000, float %t1535)
  %t1537 = call float @llvm.fma.f32(float %t1533, float 0x3E54AE0C00000000, float %t1536)
  %t1538 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1534)
  %t1539 = fmul float %t1537, 0x3FE62E4300000000
  %t1540 = call float @llvm.fma.f32(float %t1538, float %t1539, float %t1538)
  %t1541 = fsub float %t1525, %t1531
  %t1542 = call float @llvm.maximum.f32(float %t1541, float 0xC062C00000000000)
  %t1543 = fmul float %t1542, 0x3FF7154760000000
  %t1544 = fneg float %t1543
  %t1545 = call float @llvm.fma.f32(float %t1542, float 0x3FF7154760000000, float %t1544)
  %t1546 = call float @llvm.fma.f32(float %t1542, float 0x3E54AE0C00000000, float %t1545)
  %t1547 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1543)
  %t1548 = fmul float %t1546, 0x3FE62E4300000000
  %t1549 = call float @llvm.fma.f32(float %t1547, float %t1548, float %t1547)
  %t1550 = call float @llvm.fma.f32(float %t1516, float %t1540, float 0.0)
  %t1551 = call float @llvm.fma.f32(float %t1527, float %t1549, float %t1550)
  %t1552 = call float @llvm.maxnum.f32(float %t1515, float %t1526)
  %t1553 = fcmp oeq float %t1552, 0xFFF0000000000000
  %t1554 = select i1 %t1553, float 0x0000000000000000, float %t1552
  %t1555 = fsub float %t1515, %t1554
  %t1556 = call float @llvm.maximum.f32(float %t1555, float 0xC062C00000000000)
  %t1557 = fmul float %t1556, 0x3FF7154760000000
  %t1558 = fneg float %t1557
  %t1559 = call float @llvm.fma.f32(float %t1556, float 0x3FF7154760000000, float %t1558)
  %t1560 = call float @llvm.fma.f32(float %t1556, float 0x3E54AE0C00000000, float %t1559)
  %t1561 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1557)
  %t1562 = fmul float %t1560, 0x3FE62E4300000000
  %t1563 = call float @llvm.fma.f32(float %t1561, float %t1562, float %t1561)
  %t1564 = fsub float %t1526, %t1554
  %t1565 = call float @llvm.maximum.f32(float %t1564, float 0xC062C00000000000)
  %t1566 = fmul float %t1565, 0x3FF7154760000000
  %t1567 = fneg float %t1566
  %t1568 = call float @llvm.fma.f32(float %t1565, float 0x3FF7154760000000, float %t1567)
  %t1569 = call float @llvm.fma.f32(float %t1565, float 0x3E54AE0C00000000, float %t1568)
  %t1570 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1566)
  %t1571 = fmul float %t1569, 0x3FE62E4300000000
  %t1572 = call float @llvm.fma.f32(float %t1570, float %t1571, float %t1570)
  %t1573 = call float @llvm.fma.f32(float %t1517, float %t1563, float 0.0)
  %t1574 = call float @llvm.fma.f32(float %t1528, float %t1572, float %t1573)
  %t1575 = icmp eq i32 %t19, 0
  %t1576 = icmp eq i32 %t17, 0
  %t1577 = and i1 %t1575, %t1576
  %t1578 = fdiv float 0x3FF0000000000000, %t1551
  %t1579 = fdiv float 0x3FF0000000000000, %t1574
  %t1580 = icmp ult i32 %t17, 1
  br i1 %t1580, label %then.1581, label %else.1582
then.1581:
  %t1584 = mul i32 %t17, 2
  %t1585 = mul i32 %t1584, 512
  %t1586 = add i32 %t1504, %t1585
  %t1587 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1586
  %t1588 = load <4 x i32>, ptr addrspace(3) %t1587, align 16
  %t1589 = extractelement <4 x i32> %t1588, i32 0
  %t1590 = extractelement <4 x i32> %t1588, i32 1
  %t1591 = extractelement <4 x i32> %t1588, i32 2
  %t1592 = extractelement <4 x i32> %t1588, i32 3
  %t1593 = bitcast i32 %t1589 to float
  %t1594 = bitcast i32 %t1590 to float
  %t1595 = bitcast i32 %t1591 to float
  %t1596 = bitcast i32 %t1592 to float
  %t1597 = call float @llvm.fma.f32(float %t1593, float %t1540, float 0.0)
  %t1598 = call float @llvm.fma.f32(float %t1594, float %t1540, float 0.0)
  %t1599 = call float @llvm.fma.f32(float %t1595, float %t1563, float 0.0)
  %t1600 = call float @llvm.fma.f32(float %t1596, float %t1563, float 0.0)
  %t1601 = add i32 %t1586, 512
  %t1602 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1601
  %t1603 = load <4 x i32>, ptr addrspace(3) %t1602, align 16
  %t1604 = extractelement <4 x i32> %t1603, i32 0
  %t1605 = extractelement <4 x i32> %t1603, i32 1
  %t1606 = extractelement <4 x i32> %t1603, i32 2
  %t1607 = extractelement <4 x i32> %t1603, i32 3
  %t1608 = bitcast i32 %t1604 to float
  %t1609 = bitcast i32 %t1605 to float
  %t1610 = bitcast i32 %t1606 to float
  %t1611 = bitcast i32 %t1607 to float
  %t1612 = call float @llvm.fma.f32(float %t1608, float %t1540, float 0.0)
  %t1613 = call float @llvm.fma.f32(float %t1609, float %t1540, float 0.0)
  %t1614 = call float @llvm.fma.f32(float %t1610, float %t1563, float 0.0)
  %t1615 = call float @llvm.fma.f32(float %t1611, float %t1563, float 0.0)
  %t1616 = add i32 %t1506, %t1585
  %t1617 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1616
  %t1618 = load <4 x i32>, ptr addrspace(3) %t1617, align 16
  %t1619 = extractelement <4 x i32> %t1618, i32 0
  %t1620 = extractelement <4 x i32> %t1618, i32 1
  %t1621 = extractelement <4 x i32> %t1618, i32 2
  %t1622 = extractelement <4 x i32> %t1618, i32 3
  %t1623 = bitcast i32 %t1619 to float
  %t1624 = bitcast i32 %t1620 to float
  %t1625 = bitcast i32 %t1621 to float
  %t1626 = bitcast i32 %t1622 to float
  %t1627 = call float @llvm.fma.f32(float %t1623, float %t1549, float %t1597)
  %t1628 = call float @llvm.fma.f32(float %t1624, float %t1549, float %t1598)
  %t1629 = call float @llvm.fma.f32(float %t1625, float %t1572, float %t1599)
  %t1630 = call float @llvm.fma.f32(float %t1626, float %t1572, float %t1600)
  %t1631 = add i32 %t1616, 512
  %t1632 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1631
  %t1633 = load <4 x i32>, ptr addrspace(3) %t1632, align 16
  %t1634 = extractelement <4 x i32> %t1633, i32 0
  %t1635 = extractelement <4 x i32> %t1633, i32 1
  %t1636 = extractelement <4 x i32> %t1633, i32 2
  %t1637 = extractelement <4 x i32> %t1633, i32 3
  %t1638 = bitcast i32 %t1634 to float
  %t1639 = bitcast i32 %t1635 to float
  %t1640 = bitcast i32 %t1636 to float
  %t1641 = bitcast i32 %t1637 to float
  %t1642 = call float @llvm.fma.f32(float %t1638, float %t1549, float %t1612)
  %t1643 = call float @llvm.fma.f32(float %t1639, float %t1549, float %t1613)
  %t1644 = call float @llvm.fma.f32(float %t1640, float %t1572, float %t1614)
  %t1645 = call float @llvm.fma.f32(float %t1641, float %t1572, float %t1615)
  %t1646 = mul i32 %t1584, 8
  br i1 %t63, label %then.1647, label %else.1648
then.1647:
  %t1650 = add i32 %t1646, 2
  %t1651 = mul i32 %t19, 4
  %t1652 = add i32 %t1646, %t1651
  %t1653 = fmul float %t1627, %t1578
  %t1654 = fmul float %t1642, %t1578
  %t1655 = add i32 %t1652, 1
  %t1656 = sext i32 %t12 to i64
  %t1657 = mul nsw i64 %t1656, 320
  %t1658 = getelementptr float, ptr %buffer4, i64 %t1657
  %t1659 = sext i32 %t65 to i64
  %t1660 = mul nsw i64 %t1659, 16
  %t1661 = getelementptr float, ptr %t1658, i64 %t1660
  %t1662 = sext i32 %t1652 to i64
  %t1663 = mul nsw i64 %t1662, 1
  %t1664 = getelementptr float, ptr %t1661, i64 %t1663
  %t1665 = insertelement <2 x float> poison, float %t1653, i32 0
  %t1666 = insertelement <2 x float> %t1665, float %t1654, i32 1
  store <2 x float> %t1666, ptr %t1664, align 8
  %t1667 = mul i32 %t19, 4
  %t1668 = add i32 %t1650, %t1667
  %t1669 = fmul float %t1628, %t1578
  %t1670 = fmul float %t1643, %t1578
  %t1671 = add i32 %t1668, 1
  %t1672 = sext i32 %t12 to i64
  %t1673 = mul nsw i64 %t1672, 320
  %t1674 = getelementptr float, ptr %buffer4, i64 %t1673
  %t1675 = sext i32 %t65 to i64
  %t1676 = mul nsw i64 %t1675, 16
  %t1677 = getelementptr float, ptr %t1674, i64 %t1676
  %t1678 = sext i32 %t1668 to i64
  %t1679 = mul nsw i64 %t1678, 1
  %t1680 = getelementptr float, ptr %t1677, i64 %t1679
  %t1681 = insertelement <2 x float> poison, float %t1669, i32 0
  %t1682 = insertelement <2 x float> %t1681, float %t1670, i32 1
  store <2 x float> %t1682, ptr %t1680, align 8
  br label %join.1649
else.1648:
  br label %join.1649
join.1649:
  br i1 %t64, label %then.1683, label %else.1684
then.1683:
  %t1686 = add i32 %t1646, 2
  %t1687 = mul i32 %t19, 4
  %t1688 = add i32 %t1646, %t1687
  %t1689 = fmul float %t1629, %t1579
  %t1690 = fmul float %t1644, %t1579
  %t1691 = add i32 %t1688, 1
  %t1692 = sext i32 %t12 to i64
  %t1693 = mul nsw i64 %t1692, 320
  %t1694 = getelementptr float, ptr %buffer4, i64 %t1693
  %t1695 = sext i32 %t66 to i64
  %t1696 = mul nsw i64 %t1695, 16
  %t1697 = getelementptr float, ptr %t1694, i64 %t1696
  %t1698 = sext i32 %t1688 to i64
  %t1699 = mul nsw i64 %t1698, 1
  %t1700 = getelementptr float, ptr %t1697, i64 %t1699
  %t1701 = insertelement <2 x float> poison, float %t1689, i32 0
  %t1702 = insertelement <2 x float> %t1701, float %t1690, i32 1
  store <2 x float> %t1702, ptr %t1700, align 8
  %t1703 = mul i32 %t19, 4
  %t1704 = add i32 %t1686, %t1703
  %t1705 = fmul float %t1630, %t1579
  %t1706 = fmul float %t1645, %t1579
  %t1707 = add i32 %t1704, 1
  %t1708 = sext i32 %t12 to i64
  %t1709 = mul nsw i64 %t1708, 320
  %t1710 = getelementptr float, ptr %buffer4, i64 %t1709
  %t1711 = sext i32 %t66 to i64
  %t1712 = mul nsw i64 %t1711, 16
  %t1713 = getelementptr float, ptr %t1710, i64 %t1712
  %t1714 = sext i32 %t1704 to i64
  %t1715 = mul nsw i64 %t1714, 1
  %t1716 = getelementptr float, ptr %t1713, i64 %t1715
  %t1717 = insertelement <2 x float> poison, float %t1705, i32 0
  %t1718 = insertelement <2 x float> %t1717, float %t1706, i32 1
  store <2 x float> %t1718, ptr %t1716, align 8
  br label %join.1685
else.1684:
  br label %join.1685
join.1685:
  br label %join.1583
else.1582:
  br label %join.1583
join.1583:
  ret void
}
