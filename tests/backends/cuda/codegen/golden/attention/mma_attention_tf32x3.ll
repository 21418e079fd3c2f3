@shared_memory = external addrspace(3) global [0 x i8], align 128
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
declare float @llvm.maxnum.f32(float, float)
declare float @llvm.nvvm.shfl.sync.bfly.f32(i32, float, i32, i32) convergent
declare float @llvm.maximum.f32(float, float)
declare float @llvm.fma.f32(float, float, float)
define ptx_kernel void @mma_attention_tf32x3(ptr noalias %buffer0, ptr noalias %buffer1, ptr noalias %buffer2, ptr noalias %buffer3, ptr noalias %buffer4) nounwind "nvvm.maxntid"="64" {
  %s61 = alloca float
  %s62 = alloca float
  %s63 = alloca float
  %s64 = alloca float
  %s65 = alloca float
  %s66 = alloca float
  %s67 = alloca float
  %s68 = alloca float
  %s69 = alloca float
  %s70 = alloca float
  %s71 = alloca float
  %s72 = alloca float
  %s389 = alloca i64
  %s899 = alloca i64
  %t1 = ptrtoint ptr addrspace(3) @shared_memory to i64
  %t2 = trunc i64 %t1 to i32
  %t3 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t4 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t5 = udiv i32 %t4, 2
  %t6 = urem i32 %t4, 2
  %t7 = mul nsw i32 %t6, 16
  %t8 = udiv i32 %t3, 32
  %t9 = urem i32 %t3, 32
  %t10 = udiv i32 %t8, 2
  %t11 = urem i32 %t8, 2
  %t12 = udiv i32 %t9, 4
  %t13 = urem i32 %t9, 4
  %t14 = mul nsw i32 %t10, 16
  %t15 = mul nsw i32 %t11, 16
  %t16 = udiv i32 %t3, 16
  %t17 = urem i32 %t3, 16
  %t18 = sext i32 %t5 to i64
  %t19 = mul nsw i64 %t18, 640
  %t20 = getelementptr float, ptr %buffer1, i64 %t19
  %t21 = sext i32 %t16 to i64
  %t22 = mul nsw i64 %t21, 1
  %t23 = getelementptr float, ptr %t20, i64 %t22
  %t24 = sext i32 %t17 to i64
  %t25 = mul nsw i64 %t24, 40
  %t26 = getelementptr float, ptr %t23, i64 %t25
  %t27 = udiv i32 %t3, 4
  %t28 = urem i32 %t3, 4
  %t29 = mul nsw i32 %t28, 4
  %t30 = sext i32 %t5 to i64
  %t31 = mul nsw i64 %t30, 640
  %t32 = getelementptr float, ptr %buffer2, i64 %t31
  %t33 = sext i32 %t27 to i64
  %t34 = mul nsw i64 %t33, 16
  %t35 = getelementptr float, ptr %t32, i64 %t34
  %t36 = sext i32 %t29 to i64
  %t37 = mul nsw i64 %t36, 1
  %t38 = getelementptr float, ptr %t35, i64 %t37
  %t39 = mul nsw i32 %t13, 2
  %t40 = add nsw i32 %t14, %t12
  %t41 = mul nsw i32 %t40, 64
  %t42 = mul nsw i32 %t13, 16
  %t43 = add nsw i32 %t41, %t42
  %t44 = add nsw i32 %t15, %t12
  %t45 = mul nsw i32 %t44, 64
  %t46 = mul nsw i32 %t13, 16
  %t47 = add nsw i32 %t45, %t46
  %t48 = add nsw i32 %t47, 1024
  %t49 = add nsw i32 %t15, %t39
  %t50 = mul nsw i32 %t49, 80
  %t51 = mul nsw i32 %t12, 8
  %t52 = add nsw i32 %t50, %t51
  %t53 = add nsw i32 %t52, 3072
  %t54 = add nsw i32 %t7, %t14
  %t55 = add nsw i32 %t54, %t12
  %t56 = add nsw i32 %t55, 8
  %t57 = icmp ult i32 %t55, 20
  %t58 = icmp ult i32 %t56, 20
  %t59 = select i1 %t57, i32 %t55, i32 19
  %t60 = select i1 %t58, i32 %t56, i32 19
  store float 0xFFF0000000000000, ptr %s61
  store float 0xFFF0000000000000, ptr %s62
  store float 0x0000000000000000, ptr %s63
  store float 0x0000000000000000, ptr %s64
  store float 0.0, ptr %s65
  store float 0.0, ptr %s66
  store float 0.0, ptr %s67
  store float 0.0, ptr %s68
  store float 0.0, ptr %s69
  store float 0.0, ptr %s70
  store float 0.0, ptr %s71
  store float 0.0, ptr %s72
  %t73 = udiv i32 %t3, 4
  %t74 = urem i32 %t3, 4
  %t75 = mul nsw i32 %t74, 4
  %t76 = add nsw i32 %t7, %t73
  %t77 = icmp ult i32 %t76, 20
  %t78 = sext i32 %t5 to i64
  %t79 = mul nsw i64 %t78, 320
  %t80 = getelementptr float, ptr %buffer0, i64 %t79
  %t81 = sext i32 %t76 to i64
  %t82 = mul nsw i64 %t81, 16
  %t83 = getelementptr float, ptr %t80, i64 %t82
  %t84 = sext i32 %t75 to i64
  %t85 = mul nsw i64 %t84, 1
  %t86 = getelementptr float, ptr %t83, i64 %t85
  %t87 = mul nsw i32 %t73, 64
  %t88 = mul nsw i32 %t75, 4
  %t89 = add nsw i32 %t87, %t88
  %t90 = select i1 %t77, ptr %t86, ptr %buffer0
  %t91 = add nsw i32 %t2, %t89
  %t92 = select i1 %t77, i32 16, i32 0
  %t93 = addrspacecast ptr %t90 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t91, ptr addrspace(1) %t93, i32 %t92)
  %t94 = icmp ult i32 %t16, 40
  %t95 = mul nsw i32 %t16, 64
  %t96 = mul nsw i32 %t17, 4
  %t97 = add nsw i32 %t95, %t96
  %t98 = add nsw i32 %t97, 1024
  %t99 = select i1 %t94, ptr %t26, ptr %buffer1
  %t100 = add nsw i32 %t2, %t98
  %t101 = select i1 %t94, i32 4, i32 0
  %t102 = addrspacecast ptr %t99 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t100, ptr addrspace(1) %t102, i32 %t101)
  %t103 = getelementptr float, ptr %t26, i64 4
  %t104 = add nsw i32 %t16, 4
  %t105 = icmp ult i32 %t104, 40
  %t106 = mul nsw i32 %t104, 64
  %t107 = mul nsw i32 %t17, 4
  %t108 = add nsw i32 %t106, %t107
  %t109 = add nsw i32 %t108, 1024
  %t110 = select i1 %t105, ptr %t103, ptr %buffer1
  %t111 = add nsw i32 %t2, %t109
  %t112 = select i1 %t105, i32 4, i32 0
  %t113 = addrspacecast ptr %t110 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t111, ptr addrspace(1) %t113, i32 %t112)
  %t114 = getelementptr float, ptr %t26, i64 8
  %t115 = add nsw i32 %t16, 8
  %t116 = icmp ult i32 %t115, 40
  %t117 = mul nsw i32 %t115, 64
  %t118 = mul nsw i32 %t17, 4
  %t119 = add nsw i32 %t117, %t118
  %t120 = add nsw i32 %t119, 1024
  %t121 = select i1 %t116, ptr %t114, ptr %buffer1
  %t122 = add nsw i32 %t2, %t120
  %t123 = select i1 %t116, i32 4, i32 0
  %t124 = addrspacecast ptr %t121 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t122, ptr addrspace(1) %t124, i32 %t123)
  %t125 = getelementptr float, ptr %t26, i64 12
  %t126 = add nsw i32 %t16, 12
  %t127 = icmp ult i32 %t126, 40
  %t128 = mul nsw i32 %t126, 64
  %t129 = mul nsw i32 %t17, 4
  %t130 = add nsw i32 %t128, %t129
  %t131 = add nsw i32 %t130, 1024
  %t132 = select i1 %t127, ptr %t125, ptr %buffer1
  %t133 = add nsw i32 %t2, %t131
  %t134 = select i1 %t127, i32 4, i32 0
  %t135 = addrspacecast ptr %t132 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t133, ptr addrspace(1) %t135, i32 %t134)
  %t136 = getelementptr float, ptr %t26, i64 16
  %t137 = add nsw i32 %t16, 16
  %t138 = icmp ult i32 %t137, 40
  %t139 = mul nsw i32 %t137, 64
  %t140 = mul nsw i32 %t17, 4
  %t141 = add nsw i32 %t139, %t140
  %t142 = add nsw i32 %t141, 1024
  %t143 = select i1 %t138, ptr %t136, ptr %buffer1
  %t144 = add nsw i32 %t2, %t142
  %t145 = select i1 %t138, i32 4, i32 0
  %t146 = addrspacecast ptr %t143 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t144, ptr addrspace(1) %t146, i32 %t145)
  %t147 = getelementptr float, ptr %t26, i64 20
  %t148 = add nsw i32 %t16, 20
  %t149 = icmp ult i32 %t148, 40
  %t150 = mul nsw i32 %t148, 64
  %t151 = mul nsw i32 %t17, 4
  %t152 = add nsw i32 %t150, %t151
  %t153 = add nsw i32 %t152, 1024
  %t154 = select i1 %t149, ptr %t147, ptr %buffer1
  %t155 = add nsw i32 %t2, %t153
  %t156 = select i1 %t149, i32 4, i32 0
  %t157 = addrspacecast ptr %t154 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t155, ptr addrspace(1) %t157, i32 %t156)
  %t158 = getelementptr float, ptr %t26, i64 24
  %t159 = add nsw i32 %t16, 24
  %t160 = icmp ult i32 %t159, 40
  %t161 = mul nsw i32 %t159, 64
  %t162 = mul nsw i32 %t17, 4
  %t163 = add nsw i32 %t161, %t162
  %t164 = add nsw i32 %t163, 1024
  %t165 = select i1 %t160, ptr %t158, ptr %buffer1
  %t166 = add nsw i32 %t2, %t164
  %t167 = select i1 %t160, i32 4, i32 0
  %t168 = addrspacecast ptr %t165 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t166, ptr addrspace(1) %t168, i32 %t167)
  %t169 = getelementptr float, ptr %t26, i64 28
  %t170 = add nsw i32 %t16, 28
  %t171 = icmp ult i32 %t170, 40
  %t172 = mul nsw i32 %t170, 64
  %t173 = mul nsw i32 %t17, 4
  %t174 = add nsw i32 %t172, %t173
  %t175 = add nsw i32 %t174, 1024
  %t176 = select i1 %t171, ptr %t169, ptr %buffer1
  %t177 = add nsw i32 %t2, %t175
  %t178 = select i1 %t171, i32 4, i32 0
  %t179 = addrspacecast ptr %t176 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t177, ptr addrspace(1) %t179, i32 %t178)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t180 = icmp ult i32 %t27, 40
  %t181 = mul nsw i32 %t27, 80
  %t182 = mul nsw i32 %t29, 4
  %t183 = add nsw i32 %t181, %t182
  %t184 = add nsw i32 %t183, 3072
  %t185 = select i1 %t180, ptr %t38, ptr %buffer2
  %t186 = add nsw i32 %t2, %t184
  %t187 = select i1 %t180, i32 16, i32 0
  %t188 = addrspacecast ptr %t185 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t186, ptr addrspace(1) %t188, i32 %t187)
  %t189 = getelementptr float, ptr %t38, i64 256
  %t190 = add nsw i32 %t27, 16
  %t191 = icmp ult i32 %t190, 40
  %t192 = mul nsw i32 %t190, 80
  %t193 = mul nsw i32 %t29, 4
  %t194 = add nsw i32 %t192, %t193
  %t195 = add nsw i32 %t194, 3072
  %t196 = select i1 %t191, ptr %t189, ptr %buffer2
  %t197 = add nsw i32 %t2, %t195
  %t198 = select i1 %t191, i32 16, i32 0
  %t199 = addrspacecast ptr %t196 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t197, ptr addrspace(1) %t199, i32 %t198)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t200 = getelementptr float, ptr %t26, i64 32
  %t201 = add nsw i32 %t16, 32
  %t202 = icmp ult i32 %t201, 40
  %t203 = mul nsw i32 %t16, 64
  %t204 = mul nsw i32 %t17, 4
  %t205 = add nsw i32 %t203, %t204
  %t206 = add nsw i32 %t205, 1024
  %t207 = add nsw i32 %t206, 4608
  %t208 = select i1 %t202, ptr %t200, ptr %buffer1
  %t209 = add nsw i32 %t2, %t207
  %t210 = select i1 %t202, i32 4, i32 0
  %t211 = addrspacecast ptr %t208 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t209, ptr addrspace(1) %t211, i32 %t210)
  %t212 = getelementptr float, ptr %t200, i64 4
  %t213 = add nsw i32 %t16, 4
  %t214 = add nsw i32 %t213, 32
  %t215 = icmp ult i32 %t214, 40
  %t216 = mul nsw i32 %t213, 64
  %t217 = mul nsw i32 %t17, 4
  %t218 = add nsw i32 %t216, %t217
  %t219 = add nsw i32 %t218, 1024
  %t220 = add nsw i32 %t219, 4608
  %t221 = select i1 %t215, ptr %t212, ptr %buffer1
  %t222 = add nsw i32 %t2, %t220
  %t223 = select i1 %t215, i32 4, i32 0
  %t224 = addrspacecast ptr %t221 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t222, ptr addrspace(1) %t224, i32 %t223)
  %t225 = getelementptr float, ptr %t200, i64 8
  %t226 = add nsw i32 %t16, 8
  %t227 = add nsw i32 %t226, 32
  %t228 = icmp ult i32 %t227, 40
  %t229 = mul nsw i32 %t226, 64
  %t230 = mul nsw i32 %t17, 4
  %t231 = add nsw i32 %t229, %t230
  %t232 = add nsw i32 %t231, 1024
  %t233 = add nsw i32 %t232, 4608
  %t234 = select i1 %t228, ptr %t225, ptr %buffer1
  %t235 = add nsw i32 %t2, %t233
  %t236 = select i1 %t228, i32 4, i32 0
  %t237 = addrspacecast ptr %t234 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t235, ptr addrspace(1) %t237, i32 %t236)
  %t238 = getelementptr float, ptr %t200, i64 12
  %t239 = add nsw i32 %t16, 12
  %t240 = add nsw i32 %t239, 32
  %t241 = icmp ult i32 %t240, 40
  %t242 = mul nsw i32 %t239, 64
  %t243 = mul nsw i32 %t17, 4
  %t244 = add nsw i32 %t242, %t243
  %t245 = add nsw i32 %t244, 1024
  %t246 = add nsw i32 %t245, 4608
  %t247 = select i1 %t241, ptr %t238, ptr %buffer1
  %t248 = add nsw i32 %t2, %t246
  %t249 = select i1 %t241, i32 4, i32 0
  %t250 = addrspacecast ptr %t247 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t248, ptr addrspace(1) %t250, i32 %t249)
  %t251 = getelementptr float, ptr %t200, i64 16
  %t252 = add nsw i32 %t16, 16
  %t253 = add nsw i32 %t252, 32
  %t254 = icmp ult i32 %t253, 40
  %t255 = mul nsw i32 %t252, 64
  %t256 = mul nsw i32 %t17, 4
  %t257 = add nsw i32 %t255, %t256
  %t258 = add nsw i32 %t257, 1024
  %t259 = add nsw i32 %t258, 4608
  %t260 = select i1 %t254, ptr %t251, ptr %buffer1
  %t261 = add nsw i32 %t2, %t259
  %t262 = select i1 %t254, i32 4, i32 0
  %t263 = addrspacecast ptr %t260 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t261, ptr addrspace(1) %t263, i32 %t262)
  %t264 = getelementptr float, ptr %t200, i64 20
  %t265 = add nsw i32 %t16, 20
  %t266 = add nsw i32 %t265, 32
  %t267 = icmp ult i32 %t266, 40
  %t268 = mul nsw i32 %t265, 64
  %t269 = mul nsw i32 %t17, 4
  %t270 = add nsw i32 %t268, %t269
  %t271 = add nsw i32 %t270, 1024
  %t272 = add nsw i32 %t271, 4608
  %t273 = select i1 %t267, ptr %t264, ptr %buffer1
  %t274 = add nsw i32 %t2, %t272
  %t275 = select i1 %t267, i32 4, i32 0
  %t276 = addrspacecast ptr %t273 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t274, ptr addrspace(1) %t276, i32 %t275)
  %t277 = getelementptr float, ptr %t200, i64 24
  %t278 = add nsw i32 %t16, 24
  %t279 = add nsw i32 %t278, 32
  %t280 = icmp ult i32 %t279, 40
  %t281 = mul nsw i32 %t278, 64
  %t282 = mul nsw i32 %t17, 4
  %t283 = add nsw i32 %t281, %t282
  %t284 = add nsw i32 %t283, 1024
  %t285 = add nsw i32 %t284, 4608
  %t286 = select i1 %t280, ptr %t277, ptr %buffer1
  %t287 = add nsw i32 %t2, %t285
  %t288 = select i1 %t280, i32 4, i32 0
  %t289 = addrspacecast ptr %t286 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t287, ptr addrspace(1) %t289, i32 %t288)
  %t290 = getelementptr float, ptr %t200, i64 28
  %t291 = add nsw i32 %t16, 28
  %t292 = add nsw i32 %t291, 32
  %t293 = icmp ult i32 %t292, 40
  %t294 = mul nsw i32 %t291, 64
  %t295 = mul nsw i32 %t17, 4
  %t296 = add nsw i32 %t294, %t295
  %t297 = add nsw i32 %t296, 1024
  %t298 = add nsw i32 %t297, 4608
  %t299 = select i1 %t293, ptr %t290, ptr %buffer1
  %t300 = add nsw i32 %t2, %t298
  %t301 = select i1 %t293, i32 4, i32 0
  %t302 = addrspacecast ptr %t299 to ptr addrspace(1)
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4, $2;", "r,l,r,~{memory}"(i32 %t300, ptr addrspace(1) %t302, i32 %t301)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t303 = getelementptr float, ptr %t38, i64 512
  %t304 = add nsw i32 %t27, 32
  %t305 = icmp ult i32 %t304, 40
  %t306 = mul nsw i32 %t27, 80
  %t307 = mul nsw i32 %t29, 4
  %t308 = add nsw i32 %t306, %t307
  %t309 = add nsw i32 %t308, 3072
  %t310 = add nsw i32 %t309, 4608
  %t311 = select i1 %t305, ptr %t303, ptr %buffer2
  %t312 = add nsw i32 %t2, %t310
  %t313 = select i1 %t305, i32 16, i32 0
  %t314 = addrspacecast ptr %t311 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t312, ptr addrspace(1) %t314, i32 %t313)
  %t315 = getelementptr float, ptr %t303, i64 256
  %t316 = add nsw i32 %t27, 16
  %t317 = add nsw i32 %t316, 32
  %t318 = icmp ult i32 %t317, 40
  %t319 = mul nsw i32 %t316, 80
  %t320 = mul nsw i32 %t29, 4
  %t321 = add nsw i32 %t319, %t320
  %t322 = add nsw i32 %t321, 3072
  %t323 = add nsw i32 %t322, 4608
  %t324 = select i1 %t318, ptr %t315, ptr %buffer2
  %t325 = add nsw i32 %t2, %t323
  %t326 = select i1 %t318, i32 16, i32 0
  %t327 = addrspacecast ptr %t324 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t325, ptr addrspace(1) %t327, i32 %t326)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  call void asm sideeffect "cp.async.wait_group 3;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t328 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t43
  %t329 = load <4 x i32>, ptr addrspace(3) %t328, align 16
  %t330 = extractelement <4 x i32> %t329, i32 0
  %t331 = extractelement <4 x i32> %t329, i32 1
  %t332 = extractelement <4 x i32> %t329, i32 2
  %t333 = extractelement <4 x i32> %t329, i32 3
  %t334 = add nsw i32 %t43, 512
  %t335 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t334
  %t336 = load <4 x i32>, ptr addrspace(3) %t335, align 16
  %t337 = extractelement <4 x i32> %t336, i32 0
  %t338 = extractelement <4 x i32> %t336, i32 1
  %t339 = extractelement <4 x i32> %t336, i32 2
  %t340 = extractelement <4 x i32> %t336, i32 3
  %t341 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t330)
  %t342 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t337)
  %t343 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t331)
  %t344 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t338)
  %t345 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t332)
  %t346 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t339)
  %t347 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t333)
  %t348 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t340)
  %t349 = bitcast i32 %t330 to float
  %t350 = bitcast i32 %t341 to float
  %t351 = fsub float %t349, %t350
  %t352 = bitcast float %t351 to i32
  %t353 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t352)
  %t354 = bitcast i32 %t337 to float
  %t355 = bitcast i32 %t342 to float
  %t356 = fsub float %t354, %t355
  %t357 = bitcast float %t356 to i32
  %t358 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t357)
  %t359 = bitcast i32 %t331 to float
  %t360 = bitcast i32 %t343 to float
  %t361 = fsub float %t359, %t360
  %t362 = bitcast float %t361 to i32
  %t363 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t362)
  %t364 = bitcast i32 %t338 to float
  %t365 = bitcast i32 %t344 to float
  %t366 = fsub float %t364, %t365
  %t367 = bitcast float %t366 to i32
  %t368 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t367)
  %t369 = bitcast i32 %t332 to float
  %t370 = bitcast i32 %t345 to float
  %t371 = fsub float %t369, %t370
  %t372 = bitcast float %t371 to i32
  %t373 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t372)
  %t374 = bitcast i32 %t339 to float
  %t375 = bitcast i32 %t346 to float
  %t376 = fsub float %t374, %t375
  %t377 = bitcast float %t376 to i32
  %t378 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t377)
  %t379 = bitcast i32 %t333 to float
  %t380 = bitcast i32 %t347 to float
  %t381 = fsub float %t379, %t380
  %t382 = bitcast float %t381 to i32
  %t383 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t382)
  %t384 = bitcast i32 %t340 to float
  %t385 = bitcast i32 %t348 to float
  %t386 = fsub float %t384, %t385
  %t387 = bitcast float %t386 to i32
  %t388 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t387)
  store i64 0, ptr %s389
  br label %loop.390
loop.390:
  %t392 = load i64, ptr %s389
  %t393 = trunc i64 %t392 to i32
  %t394 = mul nsw i32 %t393, 32
  %t395 = add nsw i32 %t394, %t15
  %t396 = mul nsw i32 %t13, 2
  %t397 = add nsw i32 %t395, %t396
  %t398 = sext i32 %t397 to i64
  %t399 = mul nsw i64 %t398, 1
  %t400 = getelementptr float, ptr %buffer3, i64 %t399
  %t401 = sext i32 %t397 to i64
  %t402 = mul nsw i64 %t401, 1
  %t403 = getelementptr float, ptr %buffer3, i64 %t402
  %t404 = load float, ptr %t400, align 4
  %t405 = getelementptr float, ptr %t400, i64 1
  %t406 = load float, ptr %t405, align 4
  %t407 = getelementptr float, ptr %t400, i64 8
  %t408 = load float, ptr %t407, align 4
  %t409 = getelementptr float, ptr %t400, i64 9
  %t410 = load float, ptr %t409, align 4
  call void asm sideeffect "cp.async.wait_group 3;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t411 = urem i32 %t393, 2
  %t412 = mul nsw i32 %t411, 4608
  %t413 = add nsw i32 %t48, %t412
  %t414 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t413
  %t415 = load <4 x i32>, ptr addrspace(3) %t414, align 16
  %t416 = extractelement <4 x i32> %t415, i32 0
  %t417 = extractelement <4 x i32> %t415, i32 1
  %t418 = extractelement <4 x i32> %t415, i32 2
  %t419 = extractelement <4 x i32> %t415, i32 3
  %t420 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t416)
  %t421 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t417)
  %t422 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t418)
  %t423 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t419)
  %t424 = bitcast i32 %t416 to float
  %t425 = bitcast i32 %t420 to float
  %t426 = fsub float %t424, %t425
  %t427 = bitcast float %t426 to i32
  %t428 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t427)
  %t429 = bitcast i32 %t417 to float
  %t430 = bitcast i32 %t421 to float
  %t431 = fsub float %t429, %t430
  %t432 = bitcast float %t431 to i32
  %t433 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t432)
  %t434 = bitcast i32 %t418 to float
  %t435 = bitcast i32 %t422 to float
  %t436 = fsub float %t434, %t435
  %t437 = bitcast float %t436 to i32
  %t438 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t437)
  %t439 = bitcast i32 %t419 to float
  %t440 = bitcast i32 %t423 to float
  %t441 = fsub float %t439, %t440
  %t442 = bitcast float %t441 to i32
  %t443 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t442)
  %t444 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t353, i32 %t358, i32 %t363, i32 %t368, i32 %t420, i32 %t421, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t445 = extractvalue {float, float, float, float} %t444, 0
  %t446 = extractvalue {float, float, float, float} %t444, 1
  %t447 = extractvalue {float, float, float, float} %t444, 2
  %t448 = extractvalue {float, float, float, float} %t444, 3
  %t449 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t341, i32 %t342, i32 %t343, i32 %t344, i32 %t428, i32 %t433, float %t445, float %t446, float %t447, float %t448) convergent
  %t450 = extractvalue {float, float, float, float} %t449, 0
  %t451 = extractvalue {float, float, float, float} %t449, 1
  %t452 = extractvalue {float, float, float, float} %t449, 2
  %t453 = extractvalue {float, float, float, float} %t449, 3
  %t454 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t341, i32 %t342, i32 %t343, i32 %t344, i32 %t420, i32 %t421, float %t450, float %t451, float %t452, float %t453) convergent
  %t455 = extractvalue {float, float, float, float} %t454, 0
  %t456 = extractvalue {float, float, float, float} %t454, 1
  %t457 = extractvalue {float, float, float, float} %t454, 2
  %t458 = extractvalue {float, float, float, float} %t454, 3
  %t459 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t373, i32 %t378, i32 %t383, i32 %t388, i32 %t422, i32 %t423, float %t455, float %t456, float %t457, float %t458) convergent
  %t460 = extractvalue {float, float, float, float} %t459, 0
  %t461 = extractvalue {float, float, float, float} %t459, 1
  %t462 = extractvalue {float, float, float, float} %t459, 2
  %t463 = extractvalue {float, float, float, float} %t459, 3
  %t464 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t345, i32 %t346, i32 %t347, i32 %t348, i32 %t438, i32 %t443, float %t460, float %t461, float %t462, float %t463) convergent
  %t465 = extractvalue {float, float, float, float} %t464, 0
  %t466 = extractvalue {float, float, float, float} %t464, 1
  %t467 = extractvalue {float, float, float, float} %t464, 2
  %t468 = extractvalue {float, float, float, float} %t464, 3
  %t469 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t345, i32 %t346, i32 %t347, i32 %t348, i32 %t422, i32 %t423, float %t465, float %t466, float %t467, float %t468) convergent
  %t470 = extractvalue {float, float, float, float} %t469, 0
  %t471 = extractvalue {float, float, float, float} %t469, 1
  %t472 = extractvalue {float, float, float, float} %t469, 2
  %t473 = extractvalue {float, float, float, float} %t469, 3
  %t474 = add nsw i32 %t413, 512
  %t475 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t474
  %t476 = load <4 x i32>, ptr addrspace(3) %t475, align 16
  %t477 = extractelement <4 x i32> %t476, i32 0
  %t478 = extractelement <4 x i32> %t476, i32 1
  %t479 = extractelement <4 x i32> %t476, i32 2
  %t480 = extractelement <4 x i32> %t476, i32 3
  %t481 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t477)
  %t482 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t478)
  %t483 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t479)
  %t484 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t480)
  %t485 = bitcast i32 %t477 to float
  %t486 = bitcast i32 %t481 to float
  %t487 = fsub float %t485, %t486
  %t488 = bitcast float %t487 to i32
  %t489 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t488)
  %t490 = bitcast i32 %t478 to float
  %t491 = bitcast i32 %t482 to float
  %t492 = fsub float %t490, %t491
  %t493 = bitcast float %t492 to i32
  %t494 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t493)
  %t495 = bitcast i32 %t479 to float
  %t496 = bitcast i32 %t483 to float
  %t497 = fsub float %t495, %t496
  %t498 = bitcast float %t497 to i32
  %t499 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t498)
  %t500 = bitcast i32 %t480 to float
  %t501 = bitcast i32 %t484 to float
  %t502 = fsub float %t500, %t501
  %t503 = bitcast float %t502 to i32
  %t504 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t503)
  %t505 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t353, i32 %t358, i32 %t363, i32 %t368, i32 %t481, i32 %t482, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t506 = extractvalue {float, float, float, float} %t505, 0
  %t507 = extractvalue {float, float, float, float} %t505, 1
  %t508 = extractvalue {float, float, float, float} %t505, 2
  %t509 = extractvalue {float, float, float, float} %t505, 3
  %t510 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t341, i32 %t342, i32 %t343, i32 %t344, i32 %t489, i32 %t494, float %t506, float %t507, float %t508, float %t509) convergent
  %t511 = extractvalue {float, float, float, float} %t510, 0
  %t512 = extractvalue {float, float, float, float} %t510, 1
  %t513 = extractvalue {float, float, float, float} %t510, 2
  %t514 = extractvalue {float, float, float, float} %t510, 3
  %t515 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t341, i32 %t342, i32 %t343, i32 %t344, i32 %t481, i32 %t482, float %t511, float %t512, float %t513, float %t514) convergent
  %t516 = extractvalue {float, float, float, float} %t515, 0
  %t517 = extractvalue {float, float, float, float} %t515, 1
  %t518 = extractvalue {float, float, float, float} %t515, 2
  %t519 = extractvalue {float, float, float, float} %t515, 3
  %t520 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t373, i32 %t378, i32 %t383, i32 %t388, i32 %t483, i32 %t484, float %t516, float %t517, float %t518, float %t519) convergent
  %t521 = extractvalue {float, float, float, float} %t520, 0
  %t522 = extractvalue {float, float, float, float} %t520, 1
  %t523 = extractvalue {float, float, float, float} %t520, 2
  %t524 = extractvalue {float, float, float, float} %t520, 3
  %t525 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t345, i32 %t346, i32 %t347, i32 %t348, i32 %t499, i32 %t504, float %t521, float %t522, float %t523, float %t524) convergent
  %t526 = extractvalue {float, float, float, float} %t525, 0
  %t527 = extractvalue {float, float, float, float} %t525, 1
  %t528 = extractvalue {float, float, float, float} %t525, 2
  %t529 = extractvalue {float, float, float, float} %t525, 3
  %t530 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t345, i32 %t346, i32 %t347, i32 %t348, i32 %t483, i32 %t484, float %t526, float %t527, float %t528, float %t529) convergent
  %t531 = extractvalue {float, float, float, float} %t530, 0
  %t532 = extractvalue {float, float, float, float} %t530, 1
  %t533 = extractvalue {float, float, float, float} %t530, 2
  %t534 = extractvalue {float, float, float, float} %t530, 3
  %t535 = add nsw i32 %t394, %t15
  %t536 = mul nsw i32 %t13, 2
  %t537 = add nsw i32 %t535, %t536
  %t538 = fmul contract float %t470, 0x3FD0000000000000
  %t539 = fadd contract float %t538, %t404
  %t540 = fmul contract float %t472, 0x3FD0000000000000
  %t541 = fadd contract float %t540, %t404
  %t542 = add nsw i32 %t537, 1
  %t543 = fmul contract float %t471, 0x3FD0000000000000
  %t544 = fadd contract float %t543, %t406
  %t545 = fmul contract float %t473, 0x3FD0000000000000
  %t546 = fadd contract float %t545, %t406
  %t547 = add nsw i32 %t537, 8
  %t548 = fmul contract float %t531, 0x3FD0000000000000
  %t549 = fadd contract float %t548, %t408
  %t550 = fmul contract float %t533, 0x3FD0000000000000
  %t551 = fadd contract float %t550, %t408
  %t552 = add nsw i32 %t537, 9
  %t553 = fmul contract float %t532, 0x3FD0000000000000
  %t554 = fadd contract float %t553, %t410
  %t555 = fmul contract float %t534, 0x3FD0000000000000
  %t556 = fadd contract float %t555, %t410
  %t557 = load float, ptr %s61
  %t558 = call float @llvm.maxnum.f32(float %t539, float %t544)
  %t559 = call float @llvm.maxnum.f32(float %t549, float %t554)
  %t560 = call float @llvm.maxnum.f32(float %t558, float %t559)
  %t561 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t560, i32 1, i32 31)
  %t562 = call float @llvm.maxnum.f32(float %t560, float %t561)
  %t563 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t562, i32 2, i32 31)
  %t564 = call float @llvm.maxnum.f32(float %t562, float %t563)
  %t565 = call float @llvm.maxnum.f32(float %t557, float %t564)
  %t566 = fcmp oeq float %t565, 0xFFF0000000000000
  %t567 = select i1 %t566, float 0x0000000000000000, float %t565
  %t568 = fsub float %t557, %t567
  %t569 = call float @llvm.maximum.f32(float %t568, float 0xC062C00000000000)
  %t570 = fmul float %t569, 0x3FF7154760000000
  %t571 = fneg float %t570
  %t572 = call float @llvm.fma.f32(float %t569, float 0x3FF7154760000000, float %t571)
  %t573 = call float @llvm.fma.f32(float %t569, float 0x3E54AE0C00000000, float %t572)
  %t574 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t570)
  %t575 = fmul float %t573, 0x3FE62E4300000000
  %t576 = call float @llvm.fma.f32(float %t574, float %t575, float %t574)
  store float %t565, ptr %s61
  %t577 = fsub float %t539, %t567
  %t578 = call float @llvm.maximum.f32(float %t577, float 0xC062C00000000000)
  %t579 = fmul float %t578, 0x3FF7154760000000
  %t580 = fneg float %t579
  %t581 = call float @llvm.fma.f32(float %t578, float 0x3FF7154760000000, float %t580)
  %t582 = call float @llvm.fma.f32(float %t578, float 0x3E54AE0C00000000, float %t581)
  %t583 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t579)
  %t584 = fmul float %t582, 0x3FE62E4300000000
  %t585 = call float @llvm.fma.f32(float %t583, float %t584, float %t583)
  %t586 = fsub float %t544, %t567
  %t587 = call float @llvm.maximum.f32(float %t586, float 0xC062C00000000000)
  %t588 = fmul float %t587, 0x3FF7154760000000
  %t589 = fneg float %t588
  %t590 = call float @llvm.fma.f32(float %t587, float 0x3FF7154760000000, float %t589)
  %t591 = call float @llvm.fma.f32(float %t587, float 0x3E54AE0C00000000, float %t590)
  %t592 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t588)
  %t593 = fmul float %t591, 0x3FE62E4300000000
  %t594 = call float @llvm.fma.f32(float %t592, float %t593, float %t592)
  %t595 = fsub float %t549, %t567
  %t596 = call float @llvm.maximum.f32(float %t595, float 0xC062C00000000000)
  %t597 = fmul float %t596, 0x3FF7154760000000
  %t598 = fneg float %t597
  %t599 = call float @llvm.fma.f32(float %t596, float 0x3FF7154760000000, float %t598)
  %t600 = call float @llvm.fma.f32(float %t596, float 0x3E54AE0C00000000, float %t599)
  %t601 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t597)
  %t602 = fmul float %t600, 0x3FE62E4300000000
  %t603 = call float @llvm.fma.f32(float %t601, float %t602, float %t601)
  %t604 = fsub float %t554, %t567
  %t605 = call float @llvm.maximum.f32(float %t604, float 0xC062C00000000000)
  %t606 = fmul float %t605, 0x3FF7154760000000
  %t607 = fneg float %t606
  %t608 = call float @llvm.fma.f32(float %t605, float 0x3FF7154760000000, float %t607)
  %t609 = call float @llvm.fma.f32(float %t605, float 0x3E54AE0C00000000, float %t608)
  %t610 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t606)
  %t611 = fmul float %t609, 0x3FE62E4300000000
  %t612 = call float @llvm.fma.f32(float %t610, float %t611, float %t610)
  %t613 = load float, ptr %s63
  %t614 = fmul float %t613, %t576
  %t615 = fadd float %t585, %t594
  %t616 = fadd float %t603, %t612
  %t617 = fadd float %t615, %t616
  %t618 = fadd float %t614, %t617
  store float %t618, ptr %s63
  %t619 = load float, ptr %s62
  %t620 = call float @llvm.maxnum.f32(float %t541, float %t546)
  %t621 = call float @llvm.maxnum.f32(float %t551, float %t556)
  %t622 = call float @llvm.maxnum.f32(float %t620, float %t621)
  %t623 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t622, i32 1, i32 31)
  %t624 = call float @llvm.maxnum.f32(float %t622, float %t623)
  %t625 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t624, i32 2, i32 31)
  %t626 = call float @llvm.maxnum.f32(float %t624, float %t625)
  %t627 = call float @llvm.maxnum.f32(float %t619, float %t626)
  %t628 = fcmp oeq float %t627, 0xFFF0000000000000
  %t629 = select i1 %t628, float 0x0000000000000000, float %t627
  %t630 = fsub float %t619, %t629
  %t631 = call float @llvm.maximum.f32(float %t630, float 0xC062C00000000000)
  %t632 = fmul float %t631, 0x3FF7154760000000
  %t633 = fneg float %t632
  %t634 = call float @llvm.fma.f32(float %t631, float 0x3FF7154760000000, float %t633)
  %t635 = call float @llvm.fma.f32(float %t631, float 0x3E54AE0C00000000, float %t634)
  %t636 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t632)
  %t637 = fmul float %t635, 0x3FE62E4300000000
  %t638 = call float @llvm.fma.f32(float %t636, float %t637, float %t636)
  store float %t627, ptr %s62
  %t639 = fsub float %t541, %t629
  %t640 = call float @llvm.maximum.f32(float %t639, float 0xC062C00000000000)
  %t641 = fmul float %t640, 0x3FF7154760000000
  %t642 = fneg float %t641
  %t643 = call float @llvm.fma.f32(float %t640, float 0x3FF7154760000000, float %t642)
  %t644 = call float @llvm.fma.f32(float %t640, float 0x3E54AE0C00000000, float %t643)
  %t645 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t641)
  %t646 = fmul float %t644, 0x3FE62E4300000000
  %t647 = call float @llvm.fma.f32(float %t645, float %t646, float %t645)
  %t648 = fsub float %t546, %t629
  %t649 = call float @llvm.maximum.f32(float %t648, float 0xC062C00000000000)
  %t650 = fmul float %t649, 0x3FF7154760000000
  %t651 = fneg float %t650
  %t652 = call float @llvm.fma.f32(float %t649, float 0x3FF7154760000000, float %t651)
  %t653 = call float @llvm.fma.f32(float %t649, float 0x3E54AE0C00000000, float %t652)
  %t654 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t650)
  %t655 = fmul float %t653, 0x3FE62E4300000000
  %t656 = call float @llvm.fma.f32(float %t654, float %t655, float %t654)
  %t657 = fsub float %t551, %t629
  %t658 = call float @llvm.maximum.f32(float %t657, float 0xC062C00000000000)
  %t659 = fmul float %t658, 0x3FF7154760000000
  %t660 = fneg float %t659
  %t661 = call float @llvm.fma.f32(float %t658, float 0x3FF7154760000000, float %t660)
  %t662 = call float @llvm.fma.f32(float %t658, float 0x3E54AE0C00000000, float %t661)
  %t663 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t659)
  %t664 = fmul float %t662, 0x3FE62E4300000000
  %t665 = call float @llvm.fma.f32(float %t663, float %t664, float %t663)
  %t666 = fsub float %t556, %t629
  %t667 = call float @llvm.maximum.f32(float %t666, float 0xC062C00000000000)
  %t668 = fmul float %t667, 0x3FF7154760000000
  %t669 = fneg float %t668
  %t670 = call float @llvm.fma.f32(float %t667, float 0x3FF7154760000000, float %t669)
  %t671 = call float @llvm.fma.f32(float %t667, float 0x3E54AE0C00000000, float %t670)
  %t672 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t668)
  %t673 = fmul float %t671, 0x3FE62E4300000000
  %t674 = call float @llvm.fma.f32(float %t672, float %t673, float %t672)
  %t675 = load float, ptr %s64
  %t676 = fmul float %t675, %t638
  %t677 = fadd float %t647, %t656
  %t678 = fadd float %t665, %t674
  %t679 = fadd float %t677, %t678
  %t680 = fadd float %t676, %t679
  store float %t680, ptr %s64
  %t681 = load float, ptr %s65
  %t682 = fmul float %t681, %t576
  store float %t682, ptr %s65
  %t683 = load float, ptr %s66
  %t684 = fmul float %t683, %t576
  store float %t684, ptr %s66
  %t685 = load float, ptr %s67
  %t686 = fmul float %t685, %t638
  store float %t686, ptr %s67
  %t687 = load float, ptr %s68
  %t688 = fmul float %t687, %t638
  store float %t688, ptr %s68
  %t689 = load float, ptr %s69
  %t690 = fmul float %t689, %t576
  store float %t690, ptr %s69
  %t691 = load float, ptr %s70
  %t692 = fmul float %t691, %t576
  store float %t692, ptr %s70
  %t693 = load float, ptr %s71
  %t694 = fmul float %t693, %t638
  store float %t694, ptr %s71
  %t695 = load float, ptr %s72
  %t696 = fmul float %t695, %t638
  store float %t696, ptr %s72
  call void asm sideeffect "cp.async.wait_group 4;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t697 = add nsw i32 %t53, %t412
  %t698 = bitcast float %t585 to i32
  %t699 = bitcast float %t647 to i32
  %t700 = bitcast float %t594 to i32
  %t701 = bitcast float %t656 to i32
  %t702 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t698)
  %t703 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t699)
  %t704 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t700)
  %t705 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t701)
  %t706 = bitcast i32 %t698 to float
  %t707 = bitcast i32 %t702 to float
  %t708 = fsub float %t706, %t707
  %t709 = bitcast float %t708 to i32
  %t710 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t709)
  %t711 = bitcast i32 %t699 to float
  %t712 = bitcast i32 %t703 to float
  %t713 = fsub float %t711, %t712
  %t714 = bitcast float %t713 to i32
  %t715 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t714)
  %t716 = bitcast i32 %t700 to float
  %t717 = bitcast i32 %t704 to float
  %t718 = fsub float %t716, %t717
  %t719 = bitcast float %t718 to i32
  %t720 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t719)
  %t721 = bitcast i32 %t701 to float
  %t722 = bitcast i32 %t705 to float
  %t723 = fsub float %t721, %t722
  %t724 = bitcast float %t723 to i32
  %t725 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t724)
  %t726 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t697
  %t727 = load <2 x i32>, ptr addrspace(3) %t726, align 8
  %t728 = extractelement <2 x i32> %t727, i32 0
  %t729 = extractelement <2 x i32> %t727, i32 1
  %t730 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t728)
  %t731 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t729)
  %t732 = bitcast i32 %t728 to float
  %t733 = bitcast i32 %t730 to float
  %t734 = fsub float %t732, %t733
  %t735 = bitcast float %t734 to i32
  %t736 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t735)
  %t737 = bitcast i32 %t729 to float
  %t738 = bitcast i32 %t731 to float
  %t739 = fsub float %t737, %t738
  %t740 = bitcast float %t739 to i32
  %t741 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t740)
  %t742 = add nsw i32 %t697, 80
  %t743 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t742
  %t744 = load <2 x i32>, ptr addrspace(3) %t743, align 8
  %t745 = extractelement <2 x i32> %t744, i32 0
  %t746 = extractelement <2 x i32> %t744, i32 1
  %t747 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t745)
  %t748 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t746)
  %t749 = bitcast i32 %t745 to float
  %t750 = bitcast i32 %t747 to float
  %t751 = fsub float %t749, %t750
  %t752 = bitcast float %t751 to i32
  %t753 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t752)
  %t754 = bitcast i32 %t746 to float
  %t755 = bitcast i32 %t748 to float
  %t756 = fsub float %t754, %t755
  %t757 = bitcast float %t756 to i32
  %t758 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t757)
  %t759 = load float, ptr %s65
  %t760 = load float, ptr %s66
  %t761 = load float, ptr %s67
  %t762 = load float, ptr %s68
  %t763 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t710, i32 %t715, i32 %t720, i32 %t725, i32 %t730, i32 %t747, float %t759, float %t760, float %t761, float %t762) convergent
  %t764 = extractvalue {float, float, float, float} %t763, 0
  %t765 = extractvalue {float, float, float, float} %t763, 1
  %t766 = extractvalue {float, float, float, float} %t763, 2
  %t767 = extractvalue {float, float, float, float} %t763, 3
  %t768 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t702, i32 %t703, i32 %t704, i32 %t705, i32 %t736, i32 %t753, float %t764, float %t765, float %t766, float %t767) convergent
  %t769 = extractvalue {float, float, float, float} %t768, 0
  %t770 = extractvalue {float, float, float, float} %t768, 1
  %t771 = extractvalue {float, float, float, float} %t768, 2
  %t772 = extractvalue {float, float, float, float} %t768, 3
  %t773 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t702, i32 %t703, i32 %t704, i32 %t705, i32 %t730, i32 %t747, float %t769, float %t770, float %t771, float %t772) convergent
  %t774 = extractvalue {float, float, float, float} %t773, 0
  %t775 = extractvalue {float, float, float, float} %t773, 1
  %t776 = extractvalue {float, float, float, float} %t773, 2
  %t777 = extractvalue {float, float, float, float} %t773, 3
  store float %t774, ptr %s65
  store float %t775, ptr %s66
  store float %t776, ptr %s67
  store float %t777, ptr %s68
  %t778 = load float, ptr %s69
  %t779 = load float, ptr %s70
  %t780 = load float, ptr %s71
  %t781 = load float, ptr %s72
  %t782 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t710, i32 %t715, i32 %t720, i32 %t725, i32 %t731, i32 %t748, float %t778, float %t779, float %t780, float %t781) convergent
  %t783 = extractvalue {float, float, float, float} %t782, 0
  %t784 = extractvalue {float, float, float, float} %t782, 1
  %t785 = extractvalue {float, float, float, float} %t782, 2
  %t786 = extractvalue {float, float, float, float} %t782, 3
  %t787 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t702, i32 %t703, i32 %t704, i32 %t705, i32 %t741, i32 %t758, float %t783, float %t784, float %t785, float %t786) convergent
  %t788 = extractvalue {float, float, float, float} %t787, 0
  %t789 = extractvalue {float, float, float, float} %t787, 1
  %t790 = extractvalue {float, float, float, float} %t787, 2
  %t791 = extractvalue {float, float, float, float} %t787, 3
  %t792 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t702, i32 %t703, i32 %t704, i32 %t705, i32 %t731, i32 %t748, float %t788, float %t789, float %t790, float %t791) convergent
  %t793 = extractvalue {float, float, float, float} %t792, 0
  %t794 = extractvalue {float, float, float, float} %t792, 1
  %t795 = extractvalue {float, float, float, float} %t792, 2
  %t796 = extractvalue {float, float, float, float} %t792, 3
  store float %t793, ptr %s69
  store float %t794, ptr %s70
  store float %t795, ptr %s71
  store float %t796, ptr %s72
  %t797 = bitcast float %t603 to i32
  %t798 = bitcast float %t665 to i32
  %t799 = bitcast float %t612 to i32
  %t800 = bitcast float %t674 to i32
  %t801 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t797)
  %t802 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t798)
  %t803 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t799)
  %t804 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t800)
  %t805 = bitcast i32 %t797 to float
  %t806 = bitcast i32 %t801 to float
  %t807 = fsub float %t805, %t806
  %t808 = bitcast float %t807 to i32
  %t809 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t808)
  %t810 = bitcast i32 %t798 to float
  %t811 = bitcast i32 %t802 to float
  %t812 = fsub float %t810, %t811
  %t813 = bitcast float %t812 to i32
  %t814 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t813)
  %t815 = bitcast i32 %t799 to float
  %t816 = bitcast i32 %t803 to float
  %t817 = fsub float %t815, %t816
  %t818 = bitcast float %t817 to i32
  %t819 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t818)
  %t820 = bitcast i32 %t800 to float
  %t821 = bitcast i32 %t804 to float
  %t822 = fsub float %t820, %t821
  %t823 = bitcast float %t822 to i32
  %t824 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t823)
  %t825 = add nsw i32 %t697, 640
  %t826 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t825
  %t827 = load <2 x i32>, ptr addrspace(3) %t826, align 8
  %t828 = extractelement <2 x i32> %t827, i32 0
  %t829 = extractelement <2 x i32> %t827, i32 1
  %t830 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t828)
  %t831 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t829)
  %t832 = bitcast i32 %t828 to float
  %t833 = bitcast i32 %t830 to float
  %t834 = fsub float %t832, %t833
  %t835 = bitcast float %t834 to i32
  %t836 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t835)
  %t837 = bitcast i32 %t829 to float
  %t838 = bitcast i32 %t831 to float
  %t839 = fsub float %t837, %t838
  %t840 = bitcast float %t839 to i32
  %t841 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t840)
  %t842 = add nsw i32 %t697, 720
  %t843 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t842
  %t844 = load <2 x i32>, ptr addrspace(3) %t843, align 8
  %t845 = extractelement <2 x i32> %t844, i32 0
  %t846 = extractelement <2 x i32> %t844, i32 1
  %t847 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t845)
  %t848 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t846)
  %t849 = bitcast i32 %t845 to float
  %t850 = bitcast i32 %t847 to float
  %t851 = fsub float %t849, %t850
  %t852 = bitcast float %t851 to i32
  %t853 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t852)
  %t854 = bitcast i32 %t846 to float
  %t855 = bitcast i32 %t848 to float
  %t856 = fsub float %t854, %t855
  %t857 = bitcast float %t856 to i32
  %t858 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t857)
  %t859 = load float, ptr %s65
  %t860 = load float, ptr %s66
  %t861 = load float, ptr %s67
  %t862 = load float, ptr %s68
  %t863 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t809, i32 %t814, i32 %t819, i32 %t824, i32 %t830, i32 %t847, float %t859, float %t860, float %t861, float %t862) convergent
  %t864 = extractvalue {float, float, float, float} %t863, 0
  %t865 = extractvalue {float, float, float, float} %t863, 1
  %t866 = extractvalue {float, float, float, float} %t863, 2
  %t867 = extractvalue {float, float, float, float} %t863, 3
  %t868 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t801, i32 %t802, i32 %t803, i32 %t804, i32 %t836, i32 %t853, float %t864, float %t865, float %t866, float %t867) convergent
  %t869 = extractvalue {float, float, float, float} %t868, 0
  %t870 = extractvalue {float, float, float, float} %t868, 1
  %t871 = extractvalue {float, float, float, float} %t868, 2
  %t872 = extractvalue {float, float, float, float} %t868, 3
  %t873 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t801, i32 %t802, i32 %t803, i32 %t804, i32 %t830, i32 %t847, float %t869, float %t870, float %t871, float %t872) convergent
  %t874 = extractvalue {float, float, float, float} %t873, 0
  %t875 = extractvalue {float, float, float, float} %t873, 1
  %t876 = extractvalue {float, float, float, float} %t873, 2
  %t877 = extractvalue {float, float, float, float} %t873, 3
  store float %t874, ptr %s65
  store float %t875, ptr %s66
  store float %t876, ptr %s67
  store float %t877, ptr %s68
  %t878 = load float, ptr %s69
  %t879 = load float, ptr %s70
  %t880 = load float, ptr %s71
  %t881 = load float, ptr %s72
  %t882 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t809, i32 %t814, i32 %t819, i32 %t824, i32 %t831, i32 %t848, float %t878, float %t879, float %t880, float %t881) convergent
  %t883 = extractvalue {float, float, float, float} %t882, 0
  %t884 = extractvalue {float, float, float, float} %t882, 1
  %t885 = extractvalue {float, float, float, float} %t882, 2
  %t886 = extractvalue {float, float, float, float} %t882, 3
  %t887 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t801, i32 %t802, i32 %t803, i32 %t804, i32 %t841, i32 %t858, float %t883, float %t884, float %t885, float %t886) convergent
  %t888 = extractvalue {float, float, float, float} %t887, 0
  %t889 = extractvalue {float, float, float, float} %t887, 1
  %t890 = extractvalue {float, float, float, float} %t887, 2
  %t891 = extractvalue {float, float, float, float} %t887, 3
  %t892 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t801, i32 %t802, i32 %t803, i32 %t804, i32 %t831, i32 %t848, float %t888, float %t889, float %t890, float %t891) convergent
  %t893 = extractvalue {float, float, float, float} %t892, 0
  %t894 = extractvalue {float, float, float, float} %t892, 1
  %t895 = extractvalue {float, float, float, float} %t892, 2
  %t896 = extractvalue {float, float, float, float} %t892, 3
  store float %t893, ptr %s69
  store float %t894, ptr %s70
  store float %t895, ptr %s71
  store float %t896, ptr %s72
  %t897 = add nuw nsw i64 %t392, 1
  store i64 %t897, ptr %s389
  %t898 = icmp slt i64 %t897, 1
  br i1 %t898, label %loop.390, label %done.391
done.391:
  store i64 1, ptr %s899
  br label %loop.900
loop.900:
  %t902 = load i64, ptr %s899
  %t903 = trunc i64 %t902 to i32
  %t904 = mul nsw i32 %t903, 32
  %t905 = add nsw i32 %t904, %t15
  %t906 = mul nsw i32 %t13, 2
  %t907 = add nsw i32 %t905, %t906
  %t908 = icmp ult i32 %t907, 39
  %t909 = select i1 %t908, i32 %t907, i32 39
  %t910 = sext i32 %t909 to i64
  %t911 = mul nsw i64 %t910, 1
  %t912 = getelementptr float, ptr %buffer3, i64 %t911
  %t913 = load float, ptr %t912, align 4
  %t914 = add nsw i32 %t907, 1
  %t915 = icmp ult i32 %t914, 39
  %t916 = select i1 %t915, i32 %t914, i32 39
  %t917 = sext i32 %t916 to i64
  %t918 = mul nsw i64 %t917, 1
  %t919 = getelementptr float, ptr %buffer3, i64 %t918
  %t920 = load float, ptr %t919, align 4
  %t921 = add nsw i32 %t907, 8
  %t922 = icmp ult i32 %t921, 39
  %t923 = select i1 %t922, i32 %t921, i32 39
  %t924 = sext i32 %t923 to i64
  %t925 = mul nsw i64 %t924, 1
  %t926 = getelementptr float, ptr %buffer3, i64 %t925
  %t927 = load float, ptr %t926, align 4
  %t928 = add nsw i32 %t907, 9
  %t929 = icmp ult i32 %t928, 39
  %t930 = select i1 %t929, i32 %t928, i32 39
  %t931 = sext i32 %t930 to i64
  %t932 = mul nsw i64 %t931, 1
  %t933 = getelementptr float, ptr %buffer3, i64 %t932
  %t934 = load float, ptr %t933, align 4
  call void asm sideeffect "cp.async.wait_group 3;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t935 = urem i32 %t903, 2
  %t936 = mul nsw i32 %t935, 4608
  %t937 = add nsw i32 %t48, %t936
  %t938 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t937
  %t939 = load <4 x i32>, ptr addrspace(3) %t938, align 16
  %t940 = extractelement <4 x i32> %t939, i32 0
  %t941 = extractelement <4 x i32> %t939, i32 1
  %t942 = extractelement <4 x i32> %t939, i32 2
  %t943 = extractelement <4 x i32> %t939, i32 3
  %t944 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t940)
  %t945 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t941)
  %t946 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t942)
  %t947 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t943)
  %t948 = bitcast i32 %t940 to float
  %t949 = bitcast i32 %t944 to float
  %t950 = fsub float %t948, %t949
  %t951 = bitcast float %t950 to i32
  %t952 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t951)
  %t953 = bitcast i32 %t941 to float
  %t954 = bitcast i32 %t945 to float
  %t955 = fsub float %t953, %t954
  %t956 = bitcast float %t955 to i32
  %t957 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t956)
  %t958 = bitcast i32 %t942 to float
  %t959 = bitcast i32 %t946 to float
  %t960 = fsub float %t958, %t959
  %t961 = bitcast float %t960 to i32
  %t962 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t961)
  %t963 = bitcast i32 %t943 to float
  %t964 = bitcast i32 %t947 to float
  %t965 = fsub float %t963, %t964
  %t966 = bitcast float %t965 to i32
  %t967 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t966)
  %t968 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t353, i32 %t358, i32 %t363, i32 %t368, i32 %t944, i32 %t945, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t969 = extractvalue {float, float, float, float} %t968, 0
  %t970 = extractvalue {float, float, float, float} %t968, 1
  %t971 = extractvalue {float, float, float, float} %t968, 2
  %t972 = extractvalue {float, float, float, float} %t968, 3
  %t973 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t341, i32 %t342, i32 %t343, i32 %t344, i32 %t952, i32 %t957, float %t969, float %t970, float %t971, float %t972) convergent
  %t974 = extractvalue {float, float, float, float} %t973, 0
  %t975 = extractvalue {float, float, float, float} %t973, 1
  %t976 = extractvalue {float, float, float, float} %t973, 2
  %t977 = extractvalue {float, float, float, float} %t973, 3
  %t978 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t341, i32 %t342, i32 %t343, i32 %t344, i32 %t944, i32 %t945, float %t974, float %t975, float %t976, float %t977) convergent
  %t979 = extractvalue {float, float, float, float} %t978, 0
  %t980 = extractvalue {float, float, float, float} %t978, 1
  %t981 = extractvalue {float, float, float, float} %t978, 2
  %t982 = extractvalue {float, float, float, float} %t978, 3
  %t983 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t373, i32 %t378, i32 %t383, i32 %t388, i32 %t946, i32 %t947, float %t979, float %t980, float %t981, float %t982) convergent
  %t984 = extractvalue {float, float, float, float} %t983, 0
  %t985 = extractvalue {float, float, float, float} %t983, 1
  %t986 = extractvalue {float, float, float, float} %t983, 2
  %t987 = extractvalue {float, float, float, float} %t983, 3
  %t988 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t345, i32 %t346, i32 %t347, i32 %t348, i32 %t962, i32 %t967, float %t984, float %t985, float %t986, float %t987) convergent
  %t989 = extractvalue {float, float, float, float} %t988, 0
  %t990 = extractvalue {float, float, float, float} %t988, 1
  %t991 = extractvalue {float, float, float, float} %t988, 2
  %t992 = extractvalue {float, float, float, float} %t988, 3
  %t993 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t345, i32 %t346, i32 %t347, i32 %t348, i32 %t946, i32 %t947, float %t989, float %t990, float %t991, float %t992) convergent
  %t994 = extractvalue {float, float, float, float} %t993, 0
  %t995 = extractvalue {float, float, float, float} %t993, 1
  %t996 = extractvalue {float, float, float, float} %t993, 2
  %t997 = extractvalue {float, float, float, float} %t993, 3
  %t998 = add nsw i32 %t937, 512
  %t999 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t998
  %t1000 = load <4 x i32>, ptr addrspace(3) %t999, align 16
  %t1001 = extractelement <4 x i32> %t1000, i32 0
  %t1002 = extractelement <4 x i32> %t1000, i32 1
  %t1003 = extractelement <4 x i32> %t1000, i32 2
  %t1004 = extractelement <4 x i32> %t1000, i32 3
  %t1005 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1001)
  %t1006 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1002)
  %t1007 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1003)
  %t1008 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1004)
  %t1009 = bitcast i32 %t1001 to float
  %t1010 = bitcast i32 %t1005 to float
  %t1011 = fsub float %t1009, %t1010
  %t1012 = bitcast float %t1011 to i32
  %t1013 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1012)
  %t1014 = bitcast i32 %t1002 to float
  %t1015 = bitcast i32 %t1006 to float
  %t1016 = fsub float %t1014, %t1015
  %t1017 = bitcast float %t1016 to i32
  %t1018 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1017)
  %t1019 = bitcast i32 %t1003 to float
  %t1020 = bitcast i32 %t1007 to float
  %t1021 = fsub float %t1019, %t1020
  %t1022 = bitcast float %t1021 to i32
  %t1023 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1022)
  %t1024 = bitcast i32 %t1004 to float
  %t1025 = bitcast i32 %t1008 to float
  %t1026 = fsub float %t1024, %t1025
  %t1027 = bitcast float %t1026 to i32
  %t1028 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1027)
  %t1029 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t353, i32 %t358, i32 %t363, i32 %t368, i32 %t1005, i32 %t1006, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t1030 = extractvalue {float, float, float, float} %t1029, 0
  %t1031 = extractvalue {float, float, float, float} %t1029, 1
  %t1032 = extractvalue {float, float, float, float} %t1029, 2
  %t1033 = extractvalue {float, float, float, float} %t1029, 3
  %t1034 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t341, i32 %t342, i32 %t343, i32 %t344, i32 %t1013, i32 %t1018, float %t1030, float %t1031, float %t1032, float %t1033) convergent
  %t1035 = extractvalue {float, float, float, float} %t1034, 0
  %t1036 = extractvalue {float, float, float, float} %t1034, 1
  %t1037 = extractvalue {float, float, float, float} %t1034, 2
  %t1038 = extractvalue {float, float, float, float} %t1034, 3
  %t1039 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t341, i32 %t342, i32 %t343, i32 %t344, i32 %t1005, i32 %t1006, float %t1035, float %t1036, float %t1037, float %t1038) convergent
  %t1040 = extractvalue {float, float, float, float} %t1039, 0
  %t1041 = extractvalue {float, float, float, float} %t1039, 1
  %t1042 = extractvalue {float, float, float, float} %t1039, 2
  %t1043 = extractvalue {float, float, float, float} %t1039, 3
  %t1044 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t373, i32 %t378, i32 %t383, i32 %t388, i32 %t1007, i32 %t1008, float %t1040, float %t1041, float %t1042, float %t1043) convergent
  %t1045 = extractvalue {float, float, float, float} %t1044, 0
  %t1046 = extractvalue {float, float, float, float} %t1044, 1
  %t1047 = extractvalue {float, float, float, float} %t1044, 2
  %t1048 = extractvalue {float, float, float, float} %t1044, 3
  %t1049 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t345, i32 %t346, i32 %t347, i32 %t348, i32 %t1023, i32 %t1028, float %t1045, float %t1046, float %t1047, float %t1048) convergent
  %t1050 = extractvalue {float, float, float, float} %t1049, 0
  %t1051 = extractvalue {float, float, float, float} %t1049, 1
  %t1052 = extractvalue {float, float, float, float} %t1049, 2
  %t1053 = extractvalue {float, float, float, float} %t1049, 3
  %t1054 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t345, i32 %t346, i32 %t347, i32 %t348, i32 %t1007, i32 %t1008, float %t1050, float %t1051, float %t1052, float %t1053) convergent
  %t1055 = extractvalue {float, float, float, float} %t1054, 0
  %t1056 = extractvalue {float, float, float, float} %t1054, 1
  %t1057 = extractvalue {float, float, float, float} %t1054, 2
  %t1058 = extractvalue {float, float, float, float} %t1054, 3
  %t1059 = add nsw i32 %t904, %t15
  %t1060 = mul nsw i32 %t13, 2
  %t1061 = add nsw i32 %t1059, %t1060
  %t1062 = icmp ult i32 %t1061, 40
  %t1063 = fmul contract float %t994, 0x3FD0000000000000
  %t1064 = fadd contract float %t1063, %t913
  %t1065 = select i1 %t1062, float %t1064, float 0xFFF0000000000000
  %t1066 = fmul contract float %t996, 0x3FD0000000000000
  %t1067 = fadd contract float %t1066, %t913
  %t1068 = select i1 %t1062, float %t1067, float 0xFFF0000000000000
  %t1069 = add nsw i32 %t1061, 1
  %t1070 = icmp ult i32 %t1069, 40
  %t1071 = fmul contract float %t995, 0x3FD0000000000000
  %t1072 = fadd contract float %t1071, %t920
  %t1073 = select i1 %t1070, float %t1072, float 0xFFF0000000000000
  %t1074 = fmul contract float %t997, 0x3FD0000000000000
  %t1075 = fadd contract float %t1074, %t920
  %t1076 = select i1 %t1070, float %t1075, float 0xFFF0000000000000
  %t1077 = add nsw i32 %t1061, 8
  %t1078 = icmp ult i32 %t1077, 40
  %t1079 = fmul contract float %t1055, 0x3FD0000000000000
  %t1080 = fadd contract float %t1079, %t927
  %t1081 = select i1 %t1078, float %t1080, float 0xFFF0000000000000
  %t1082 = fmul contract float %t1057, 0x3FD0000000000000
  %t1083 = fadd contract float %t1082, %t927
  %t1084 = select i1 %t1078, float %t1083, float 0xFFF0000000000000
  %t1085 = add nsw i32 %t1061, 9
  %t1086 = icmp ult i32 %t1085, 40
  %t1087 = fmul contract float %t1056, 0x3FD0000000000000
  %t1088 = fadd contract float %t1087, %t934
  %t1089 = select i1 %t1086, float %t1088, float 0xFFF0000000000000
  %t1090 = fmul contract float %t1058, 0x3FD0000000000000
  %t1091 = fadd contract float %t1090, %t934
  %t1092 = select i1 %t1086, float %t1091, float 0xFFF0000000000000
  %t1093 = load float, ptr %s61
  %t1094 = call float @llvm.maxnum.f32(float %t1065, float %t1073)
  %t1095 = call float @llvm.maxnum.f32(float %t1081, float %t1089)
  %t1096 = call float @llvm.maxnum.f32(float %t1094, float %t1095)
  %t1097 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t1096, i32 1, i32 31)
  %t1098 = call float @llvm.maxnum.f32(float %t1096, float %t1097)
  %t1099 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t1098, i32 2, i32 31)
  %t1100 = call float @llvm.maxnum.f32(float %t1098, float %t1099)
  %t1101 = call float @llvm.maxnum.f32(float %t1093, float %t1100)
  %t1102 = fcmp oeq float %t1101, 0xFFF0000000000000
  %t1103 = select i1 %t1102, float 0x0000000000000000, float %t1101
  %t1104 = fsub float %t1093, %t1103
  %t1105 = call float @llvm.maximum.f32(float %t1104, float 0xC062C00000000000)
  %t1106 = fmul float %t1105, 0x3FF7154760000000
  %t1107 = fneg float %t1106
  %t1108 = call float @llvm.fma.f32(float %t1105, float 0x3FF7154760000000, float %t1107)
  %t1109 = call float @llvm.fma.f32(float %t1105, float 0x3E54AE0C00000000, float %t1108)
  %t1110 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1106)
  %t1111 = fmul float %t1109, 0x3FE62E4300000000
  %t1112 = call float @llvm.fma.f32(float %t1110, float %t1111, float %t1110)
  store float %t1101, ptr %s61
  %t1113 = fsub float %t1065, %t1103
  %t1114 = call float @llvm.maximum.f32(float %t1113, float 0xC062C00000000000)
  %t1115 = fmul float %t1114, 0x3FF7154760000000
  %t1116 = fneg float %t1115
  %t1117 = call float @llvm.fma.f32(float %t1114, float 0x3FF7154760000000, float %t1116)
  %t1118 = call float @llvm.fma.f32(float %t1114, float 0x3E54AE0C00000000, float %t1117)
  %t1119 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1115)
  %t1120 = fmul float %t1118, 0x3FE62E4300000000
  %t1121 = call float @llvm.fma.f32(float %t1119, float %t1120, float %t1119)
  %t1122 = fsub float %t1073, %t1103
  %t1123 = call float @llvm.maximum.f32(float %t1122, float 0xC062C00000000000)
  %t1124 = fmul float %t1123, 0x3FF7154760000000
  %t1125 = fneg float %t1124
  %t1126 = call float @llvm.fma.f32(float %t1123, float 0x3FF7154760000000, float %t1125)
  %t1127 = call float @llvm.fma.f32(float %t1123, float 0x3E54AE0C00000000, float %t1126)
  %t1128 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1124)
  %t1129 = fmul float %t1127, 0x3FE62E4300000000
  %t1130 = call float @llvm.fma.f32(float %t1128, float %t1129, float %t1128)
  %t1131 = fsub float %t1081, %t1103
  %t1132 = call float @llvm.maximum.f32(float %t1131, float 0xC062C00000000000)
  %t1133 = fmul float %t1132, 0x3FF7154760000000
  %t1134 = fneg float %t1133
  %t1135 = call float @llvm.fma.f32(float %t1132, float 0x3FF7154760000000, float %t1134)
  %t1136 = call float @llvm.fma.f32(float %t1132, float 0x3E54AE0C00000000, float %t1135)
  %t1137 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1133)
  %t1138 = fmul float %t1136, 0x3FE62E4300000000
  %t1139 = call float @llvm.fma.f32(float %t1137, float %t1138, float %t1137)
  %t1140 = fsub float %t1089, %t1103
  %t1141 = call float @llvm.maximum.f32(float %t1140, float 0xC062C00000000000)
  %t1142 = fmul float %t1141, 0x3FF7154760000000
  %t1143 = fneg float %t1142
  %t1144 = call float @llvm.fma.f32(float %t1141, float 0x3FF7154760000000, float %t1143)
  %t1145 = call float @llvm.fma.f32(float %t1141, float 0x3E54AE0C00000000, float %t1144)
  %t1146 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1142)
  %t1147 = fmul float %t1145, 0x3FE62E4300000000
  %t1148 = call float @llvm.fma.f32(float %t1146, float %t1147, float %t1146)
  %t1149 = load float, ptr %s63
  %t1150 = fmul float %t1149, %t1112
  %t1151 = fadd float %t1121, %t1130
  %t1152 = fadd float %t1139, %t1148
  %t1153 = fadd float %t1151, %t1152
  %t1154 = fadd float %t1150, %t1153
  store float %t1154, ptr %s63
  %t1155 = load float, ptr %s62
  %t1156 = call float @llvm.maxnum.f32(float %t1068, float %t1076)
  %t1157 = call float @llvm.maxnum.f32(float %t1084, float %t1092)
  %t1158 = call float @llvm.maxnum.f32(float %t1156, float %t1157)
  %t1159 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t1158, i32 1, i32 31)
  %t1160 = call float @llvm.maxnum.f32(float %t1158, float %t1159)
  %t1161 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t1160, i32 2, i32 31)
  %t1162 = call float @llvm.maxnum.f32(float %t1160, float %t1161)
  %t1163 = call float @llvm.maxnum.f32(float %t1155, float %t1162)
  %t1164 = fcmp oeq float %t1163, 0xFFF0000000000000
  %t1165 = select i1 %t1164, float 0x0000000000000000, float %t1163
  %t1166 = fsub float %t1155, %t1165
  %t1167 = call float @llvm.maximum.f32(float %t1166, float 0xC062C00000000000)
  %t1168 = fmul float %t1167, 0x3FF7154760000000
  %t1169 = fneg float %t1168
  %t1170 = call float @llvm.fma.f32(float %t1167, float 0x3FF7154760000000, float %t1169)
  %t1171 = call float @llvm.fma.f32(float %t1167, float 0x3E54AE0C00000000, float %t1170)
  %t1172 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1168)
  %t1173 = fmul float %t1171, 0x3FE62E4300000000
  %t1174 = call float @llvm.fma.f32(float %t1172, float %t1173, float %t1172)
  store float %t1163, ptr %s62
  %t1175 = fsub float %t1068, %t1165
  %t1176 = call float @llvm.maximum.f32(float %t1175, float 0xC062C00000000000)
  %t1177 = fmul float %t1176, 0x3FF7154760000000
  %t1178 = fneg float %t1177
  %t1179 = call float @llvm.fma.f32(float %t1176, float 0x3FF7154760000000, float %t1178)
  %t1180 = call float @llvm.fma.f32(float %t1176, float 0x3E54AE0C00000000, float %t1179)
  %t1181 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1177)
  %t1182 = fmul float %t1180, 0x3FE62E4300000000
  %t1183 = call float @llvm.fma.f32(float %t1181, float %t1182, float %t1181)
  %t1184 = fsub float %t1076, %t1165
  %t1185 = call float @llvm.maximum.f32(float %t1184, float 0xC062C00000000000)
  %t1186 = fmul float %t1185, 0x3FF7154760000000
  %t1187 = fneg float %t1186
  %t1188 = call float @llvm.fma.f32(float %t1185, float 0x3FF7154760000000, float %t1187)
  %t1189 = call float @llvm.fma.f32(float %t1185, float 0x3E54AE0C00000000, float %t1188)
  %t1190 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1186)
  %t1191 = fmul float %t1189, 0x3FE62E4300000000
  %t1192 = call float @llvm.fma.f32(float %t1190, float %t1191, float %t1190)
  %t1193 = fsub float %t1084, %t1165
  %t1194 = call float @llvm.maximum.f32(float %t1193, float 0xC062C00000000000)
  %t1195 = fmul float %t1194, 0x3FF7154760000000
  %t1196 = fneg float %t1195
  %t1197 = call float @llvm.fma.f32(float %t1194, float 0x3FF7154760000000, float %t1196)
  %t1198 = call float @llvm.fma.f32(float %t1194, float 0x3E54AE0C00000000, float %t1197)
  %t1199 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1195)
  %t1200 = fmul float %t1198, 0x3FE62E4300000000
  %t1201 = call float @llvm.fma.f32(float %t1199, float %t1200, float %t1199)
  %t1202 = fsub float %t1092, %t1165
  %t1203 = call float @llvm.maximum.f32(float %t1202, float 0xC062C00000000000)
  %t1204 = fmul float %t1203, 0x3FF7154760000000
  %t1205 = fneg float %t1204
  %t1206 = call float @llvm.fma.f32(float %t1203, float 0x3FF7154760000000, float %t1205)
  %t1207 = call float @llvm.fma.f32(float %t1203, float 0x3E54AE0C00000000, float %t1206)
  %t1208 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1204)
  %t1209 = fmul float %t1207, 0x3FE62E4300000000
  %t1210 = call float @llvm.fma.f32(float %t1208, float %t1209, float %t1208)
  %t1211 = load float, ptr %s64
  %t1212 = fmul float %t1211, %t1174
  %t1213 = fadd float %t1183, %t1192
  %t1214 = fadd float %t1201, %t1210
  %t1215 = fadd float %t1213, %t1214
  %t1216 = fadd float %t1212, %t1215
  store float %t1216, ptr %s64
  %t1217 = load float, ptr %s65
  %t1218 = fmul float %t1217, %t1112
  store float %t1218, ptr %s65
  %t1219 = load float, ptr %s66
  %t1220 = fmul float %t1219, %t1112
  store float %t1220, ptr %s66
  %t1221 = load float, ptr %s67
  %t1222 = fmul float %t1221, %t1174
  store float %t1222, ptr %s67
  %t1223 = load float, ptr %s68
  %t1224 = fmul float %t1223, %t1174
  store float %t1224, ptr %s68
  %t1225 = load float, ptr %s69
  %t1226 = fmul float %t1225, %t1112
  store float %t1226, ptr %s69
  %t1227 = load float, ptr %s70
  %t1228 = fmul float %t1227, %t1112
  store float %t1228, ptr %s70
  %t1229 = load float, ptr %s71
  %t1230 = fmul float %t1229, %t1174
  store float %t1230, ptr %s71
  %t1231 = load float, ptr %s72
  %t1232 = fmul float %t1231, %t1174
  store float %t1232, ptr %s72
  call void asm sideeffect "cp.async.wait_group 4;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t1233 = add nsw i32 %t53, %t936
  %t1234 = bitcast float %t1121 to i32
  %t1235 = bitcast float %t1183 to i32
  %t1236 = bitcast float %t1130 to i32
  %t1237 = bitcast float %t1192 to i32
  %t1238 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1234)
  %t1239 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1235)
  %t1240 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1236)
  %t1241 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1237)
  %t1242 = bitcast i32 %t1234 to float
  %t1243 = bitcast i32 %t1238 to float
  %t1244 = fsub float %t1242, %t1243
  %t1245 = bitcast float %t1244 to i32
  %t1246 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1245)
  %t1247 = bitcast i32 %t1235 to float
  %t1248 = bitcast i32 %t1239 to float
  %t1249 = fsub float %t1247, %t1248
  %t1250 = bitcast float %t1249 to i32
  %t1251 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1250)
  %t1252 = bitcast i32 %t1236 to float
  %t1253 = bitcast i32 %t1240 to float
  %t1254 = fsub float %t1252, %t1253
  %t1255 = bitcast float %t1254 to i32
  %t1256 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1255)
  %t1257 = bitcast i32 %t1237 to float
  %t1258 = bitcast i32 %t1241 to float
  %t1259 = fsub float %t1257, %t1258
  %t1260 = bitcast float %t1259 to i32
  %t1261 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1260)
  %t1262 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1233
  %t1263 = load <2 x i32>, ptr addrspace(3) %t1262, align 8
  %t1264 = extractelement <2 x i32> %t1263, i32 0
  %t1265 = extractelement <2 x i32> %t1263, i32 1
  %t1266 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1264)
  %t1267 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1265)
  %t1268 = bitcast i32 %t1264 to float
  %t1269 = bitcast i32 %t1266 to float
  %t1270 = fsub float %t1268, %t1269
  %t1271 = bitcast float %t1270 to i32
  %t1272 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1271)
  %t1273 = bitcast i32 %t1265 to float
  %t1274 = bitcast i32 %t1267 to float
  %t1275 = fsub float %t1273, %t1274
  %t1276 = bitcast float %t1275 to i32
  %t1277 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1276)
  %t1278 = add nsw i32 %t1233, 80
  %t1279 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1278
  %t1280 = load <2 x i32>, ptr addrspace(3) %t1279, align 8
  %t1281 = extractelement <2 x i32> %t1280, i32 0
  %t1282 = extractelement <2 x i32> %t1280, i32 1
  %t1283 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1281)
  %t1284 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1282)
  %t1285 = bitcast i32 %t1281 to float
  %t1286 = bitcast i32 %t1283 to float
  %t1287 = fsub float %t1285, %t1286
  %t1288 = bitcast float %t1287 to i32
  %t1289 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1288)
  %t1290 = bitcast i32 %t1282 to float
  %t1291 = bitcast i32 %t1284 to float
  %t1292 = fsub float %t1290, %t1291
  %t1293 = bitcast float %t1292 to i32
  %t1294 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1293)
  %t1295 = load float, ptr %s65
  %t1296 = load float, ptr %s66
  %t1297 = load float, ptr %s67
  %t1298 = load float, ptr %s68
  %t1299 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1246, i32 %t1251, i32 %t1256, i32 %t1261, i32 %t1266, i32 %t1283, float %t1295, float %t1296, float %t1297, float %t1298) convergent
  %t1300 = extractvalue {float, float, float, float} %t1299, 0
  %t1301 = extractvalue {float, float, float, float} %t1299, 1
  %t1302 = extractvalue {float, float, float, float} %t1299, 2
  %t1303 = extractvalue {float, float, float, float} %t1299, 3
  %t1304 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1238, i32 %t1239, i32 %t1240, i32 %t1241, i32 %t1272, i32 %t1289, float %t1300, float %t1301, float %t1302, float %t1303) convergent
  %t1305 = extractvalue {float, float, float, float} %t1304, 0
  %t1306 = extractvalue {float, float, float, float} %t1304, 1
  %t1307 = extractvalue {float, float, float, float} %t1304, 2
  %t1308 = extractvalue {float, float, float, float} %t1304, 3
  %t1309 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1238, i32 %t1239, i32 %t1240, i32 %t1241, i32 %t1266, i32 %t1283, float %t1305, float %t1306, float %t1307, float %t1308) convergent
  %t1310 = extractvalue {float, float, float, float} %t1309, 0
  %t1311 = extractvalue {float, float, float, float} %t1309, 1
  %t1312 = extractvalue {float, float, float, float} %t1309, 2
  %t1313 = extractvalue {float, float, float, float} %t1309, 3
  store float %t1310, ptr %s65
  store float %t1311, ptr %s66
  store float %t1312, ptr %s67
  store float %t1313, ptr %s68
  %t1314 = load float, ptr %s69
  %t1315 = load float, ptr %s70
  %t1316 = load float, ptr %s71
  %t1317 = load float, ptr %s72
  %t1318 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1246, i32 %t1251, i32 %t1256, i32 %t1261, i32 %t1267, i32 %t1284, float %t1314, float %t1315, float %t1316, float %t1317) convergent
  %t1319 = extractvalue {float, float, float, float} %t1318, 0
  %t1320 = extractvalue {float, float, float, float} %t1318, 1
  %t1321 = extractvalue {float, float, float, float} %t1318, 2
  %t1322 = extractvalue {float, float, float, float} %t1318, 3
  %t1323 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1238, i32 %t1239, i32 %t1240, i32 %t1241, i32 %t1277, i32 %t1294, float %t1319, float %t1320, float %t1321, float %t1322) convergent
  %t1324 = extractvalue {float, float, float, float} %t1323, 0
  %t1325 = extractvalue {float, float, float, float} %t1323, 1
  %t1326 = extractvalue {float, float, float, float} %t1323, 2
  %t1327 = extractvalue {float, float, float, float} %t1323, 3
  %t1328 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1238, i32 %t1239, i32 %t1240, i32 %t1241, i32 %t1267, i32 %t1284, float %t1324, float %t1325, float %t1326, float %t1327) convergent
  %t1329 = extractvalue {float, float, float, float} %t1328, 0
  %t1330 = extractvalue {float, float, float, float} %t1328, 1
  %t1331 = extractvalue {float, float, float, float} %t1328, 2
  %t1332 = extractvalue {float, float, float, float} %t1328, 3
  store float %t1329, ptr %s69
  store float %t1330, ptr %s70
  store float %t1331, ptr %s71
  store float %t1332, ptr %s72
  %t1333 = bitcast float %t1139 to i32
  %t1334 = bitcast float %t1201 to i32
  %t1335 = bitcast float %t1148 to i32
  %t1336 = bitcast float %t1210 to i32
  %t1337 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1333)
  %t1338 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1334)
  %t1339 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1335)
  %t1340 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1336)
  %t1341 = bitcast i32 %t1333 to float
  %t1342 = bitcast i32 %t1337 to float
  %t1343 = fsub float %t1341, %t1342
  %t1344 = bitcast float %t1343 to i32
  %t1345 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1344)
  %t1346 = bitcast i32 %t1334 to float
  %t1347 = bitcast i32 %t1338 to float
  %t1348 = fsub float %t1346, %t1347
  %t1349 = bitcast float %t1348 to i32
  %t1350 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1349)
  %t1351 = bitcast i32 %t1335 to float
  %t1352 = bitcast i32 %t1339 to float
  %t1353 = fsub float %t1351, %t1352
  %t1354 = bitcast float %t1353 to i32
  %t1355 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1354)
  %t1356 = bitcast i32 %t1336 to float
  %t1357 = bitcast i32 %t1340 to float
  %t1358 = fsub float %t1356, %t1357
  %t1359 = bitcast float %t1358 to i32
  %t1360 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1359)
  %t1361 = add nsw i32 %t1233, 640
  %t1362 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1361
  %t1363 = load <2 x i32>, ptr addrspace(3) %t1362, align 8
  %t1364 = extractelement <2 x i32> %t1363, i32 0
  %t1365 = extractelement <2 x i32> %t1363, i32 1
  %t1366 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1364)
  %t1367 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1365)
  %t1368 = bitcast i32 %t1364 to float
  %t1369 = bitcast i32 %t1366 to float
  %t1370 = fsub float %t1368, %t1369
  %t1371 = bitcast float %t1370 to i32
  %t1372 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1371)
  %t1373 = bitcast i32 %t1365 to float
  %t1374 = bitcast i32 %t1367 to float
  %t1375 = fsub float %t1373, %t1374
  %t1376 = bitcast float %t1375 to i32
  %t1377 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1376)
  %t1378 = add nsw i32 %t1233, 720
  %t1379 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1378
  %t1380 = load <2 x i32>, ptr addrspace(3) %t1379, align 8
  %t1381 = extractelement <2 x i32> %t1380, i32 0
  %t1382 = extractelement <2 x i32> %t1380, i32 1
  %t1383 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1381)
  %t1384 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1382)
  %t1385 = bitcast i32 %t1381 to float
  %t1386 = bitcast i32 %t1383 to float
  %t1387 = fsub float %t1385, %t1386
  %t1388 = bitcast float %t1387 to i32
  %t1389 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1388)
  %t1390 = bitcast i32 %t1382 to float
  %t1391 = bitcast i32 %t1384 to float
  %t1392 = fsub float %t1390, %t1391
  %t1393 = bitcast float %t1392 to i32
  %t1394 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t1393)
  %t1395 = load float, ptr %s65
  %t1396 = load float, ptr %s66
  %t1397 = load float, ptr %s67
  %t1398 = load float, ptr %s68
  %t1399 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1345, i32 %t1350, i32 %t1355, i32 %t1360, i32 %t1366, i32 %t1383, float %t1395, float %t1396, float %t1397, float %t1398) convergent
  %t1400 = extractvalue {float, float, float, float} %t1399, 0
  %t1401 = extractvalue {float, float, float, float} %t1399, 1
  %t1402 = extractvalue {float, float, float, float} %t1399, 2
  %t1403 = extractvalue {float, float, float, float} %t1399, 3
  %t1404 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1337, i32 %t1338, i32 %t1339, i32 %t1340, i32 %t1372, i32 %t1389, float %t1400, float %t1401, float %t1402, float %t1403) convergent
  %t1405 = extractvalue {float, float, float, float} %t1404, 0
  %t1406 = extractvalue {float, float, float, float} %t1404, 1
  %t1407 = extractvalue {float, float, float, float} %t1404, 2
  %t1408 = extractvalue {float, float, float, float} %t1404, 3
  %t1409 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1337, i32 %t1338, i32 %t1339, i32 %t1340, i32 %t1366, i32 %t1383, float %t1405, float %t1406, float %t1407, float %t1408) convergent
  %t1410 = extractvalue {float, float, float, float} %t1409, 0
  %t1411 = extractvalue {float, float, float, float} %t1409, 1
  %t1412 = extractvalue {float, float, float, float} %t1409, 2
  %t1413 = extractvalue {float, float, float, float} %t1409, 3
  store float %t1410, ptr %s65
  store float %t1411, ptr %s66
  store float %t1412, ptr %s67
  store float %t1413, ptr %s68
  %t1414 = load float, ptr %s69
  %t1415 = load float, ptr %s70
  %t1416 = load float, ptr %s71
  %t1417 = load float, ptr %s72
  %t1418 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1345, i32 %t1350, i32 %t1355, i32 %t1360, i32 %t1367, i32 %t1384, float %t1414, float %t1415, float %t1416, float %t1417) convergent
  %t1419 = extractvalue {float, float, float, float} %t1418, 0
  %t1420 = extractvalue {float, float, float, float} %t1418, 1
  %t1421 = extractvalue {float, float, float, float} %t1418, 2
  %t1422 = extractvalue {float, float, float, float} %t1418, 3
  %t1423 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1337, i32 %t1338, i32 %t1339, i32 %t1340, i32 %t1377, i32 %t1394, float %t1419, float %t1420, float %t1421, float %t1422) convergent
  %t1424 = extractvalue {float, float, float, float} %t1423, 0
  %t1425 = extractvalue {float, float, float, float} %t1423, 1
  %t1426 = extractvalue {float, float, float, float} %t1423, 2
  %t1427 = extractvalue {float, float, float, float} %t1423, 3
  %t1428 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1337, i32 %t1338, i32 %t1339, i32 %t1340, i32 %t1367, i32 %t1384, float %t1424, float %t1425, float %t1426, float %t1427) convergent
  %t1429 = extractvalue {float, float, float, float} %t1428, 0
  %t1430 = extractvalue {float, float, float, float} %t1428, 1
  %t1431 = extractvalue {float, float, float, float} %t1428, 2
  %t1432 = extractvalue {float, float, float, float} %t1428, 3
  store float %t1429, ptr %s69
  store float %t1430, ptr %s70
  store float %t1431, ptr %s71
  store float %t1432, ptr %s72
  %t1433 = add nuw nsw i64 %t902, 1
  store i64 %t1433, ptr %s899
  %t1434 = icmp slt i64 %t1433, 2
  br i1 %t1434, label %loop.900, label %done.901
done.901:
  call void asm sideeffect "cp.async.wait_all;", "~{memory}"() convergent
  %t1435 = load float, ptr %s61
  %t1436 = load float, ptr %s62
  %t1437 = load float, ptr %s63
  %t1438 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t1437, i32 1, i32 31)
  %t1439 = fadd float %t1437, %t1438
  %t1440 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t1439, i32 2, i32 31)
  %t1441 = fadd float %t1439, %t1440
  %t1442 = load float, ptr %s64
  %t1443 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t1442, i32 1, i32 31)
  %t1444 = fadd float %t1442, %t1443
  %t1445 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t1444, i32 2, i32 31)
  %t1446 = fadd float %t1444, %t1445
  %t1447 = mul nsw i32 %t9, 16
  %t1448 = mul nsw i32 %t10, 3072
  %t1449 = mul nsw i32 %t11, 1536
  %t1450 = add nsw i32 %t1448, %t1449
  %t1451 = add nsw i32 %t1450, %t1447
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t1452 = load float, ptr %s65
  %t1453 = load float, ptr %s66
  %t1454 = load float, ptr %s67
  %t1455 = load float, ptr %s68
  %t1456 = insertelement <4 x float> poison, float %t1452, i32 0
  %t1457 = insertelement <4 x float> %t1456, float %t1453, i32 1
  %t1458 = insertelement <4 x float> %t1457, float %t1454, i32 2
  %t1459 = insertelement <4 x float> %t1458, float %t1455, i32 3
  %t1460 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1451
  store <4 x float> %t1459, ptr addrspace(3) %t1460, align 16
  %t1461 = add nsw i32 %t1451, 512
  %t1462 = load float, ptr %s69
  %t1463 = load float, ptr %s70
  %t1464 = load float, ptr %s71
  %t1465 = load float, ptr %s72
  %t1466 = insertelement <4 x float> poison, float %t1462, i32 0
  %t1467 = insertelement <4 x float> %t1466, float %t1463, i32 1
  %t1468 = insertelement <4 x float> %t1467, float %t1464, i32 2
  %t1469 = insertelement <4 x float> %t1468, float %t1465, i32 3
  %t1470 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1461
  store <4 x float> %t1469, ptr addrspace(3) %t1470, align 16
  %t1471 = add nsw i32 %t1451, 1024
  %t1472 = insertelement <4 x float> poison, float %t1435, i32 0
  %t1473 = insertelement <4 x float> %t1472, float %t1436, i32 1
  %t1474 = insertelement <4 x float> %t1473, float %t1441, i32 2
  %t1475 = insertelement <4 x float> %t1474, float %t1446, i32 3
  %t1476 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1471
  store <4 x float> %t1475, ptr addrspace(3) %t1476, align 16
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t1477 = add nsw i32 %t1448, %t1447
  %t1478 = add nsw i32 %t1448, 1536
  %t1479 = add nsw i32 %t1478, %t1447
  %t1480 = add nsw i32 %t1477, 1024
  %t1481 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1480
  %t1482 = load <4 x i32>, ptr addrspace(3) %t1481, align 16
  %t1483 = extractelement <4 x i32> %t1482, i32 0
  %t1484 = extractelement <4 x i32> %t1482, i32 1
  %t1485 = extractelement <4 x i32> %t1482, i32 2
  %t1486 = extractelement <4 x i32> %t1482, i32 3
  %t1487 = bitcast i32 %t1483 to float
  %t1488 = bitcast i32 %t1484 to float
  %t1489 = bitcast i32 %t1485 to float
  %t1490 = bitcast i32 %t1486 to float
  %t1491 = add nsw i32 %t1479, 1024
  %t1492 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1491
  %t1493 = load <4 x i32>, ptr addrspace(3) %t1492, align 16
  %t1494 = extractelement <4 x i32> %t1493, i32 0
  %t1495 = extractelement <4 x i32> %t1493, i32 1
  %t1496 = extractelement <4 x i32> %t1493, i32 2
  %t1497 = extractelement <4 x i32> %t1493, i32 3
  %t1498 = bitcast i32 %t1494 to float
  %t1499 = bitcast i32 %t1495 to float
  %t1500 = bitcast i32 %t1496 to float
  %t1501 = bitcast i32 %t1497 to float
  %t1502 = call float @llvm.maxnum.f32(float %t1487, float %t1498)
  %t1503 = fcmp oeq float %t1502, 0xFFF0000000000000
  %t1504 = select i1 %t1503, float 0x0000000000000000, float %t1502
  %t1505 = fsub float %t1487, %t1504
  %t1506 = call float @llvm.maximum.f32(float %t1505, float 0xC062C00000000000)
  %t1507 = fmul float %t1506, 0x3FF7154760000000
  %t1508 = fneg float %t1507
  %t1509 = call float @llvm.fma.f32(float %t1506, float 0x3FF7154760000000, float %t1508)
  %t1510 = call float @llvm.fma.f32(float %t1506, float 0x3E54AE0C00000000, float %t1509)
  %t1511 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1507)
  %t1512 = fmul float %t1510, 0x3FE62E4300000000
  %t1513 = call float @llvm.fma.f32(float %t1511, float %t1512, float %t1511)
  %t1514 = fsub float %t1498, %t1504
  %t1515 = call float @llvm.maximum.f32(float %t1514, float 0xC062C00000000000)
  %t1516 = fmul float %t1515, 0x3FF7154760000000
  %t1517 = fneg float %t1516
  %t1518 = call float @llvm.fma.f32(float %t1515, float 0x3FF7154760000000, float %t1517)
  %t1519 = call float @llvm.fma.f32(float %t1515, float 0x3E54AE0C00000000, float %t1518)
  %t1520 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1516)
  %t1521 = fmul float %t1519, 0x3FE62E4300000000
  %t1522 = call float @llvm.fma.f32(float %t1520, float %t1521, float %t1520)
  %t1523 = call float @llvm.fma.f32(float %t1489, float %t1513, float 0.0)
  %t1524 = call float @llvm.fma.f32(float %t1500, float %t1522, float %t1523)
  %t1525 = call float @llvm.maxnum.f32(float %t1488, float %t1499)
  %t1526 = fcmp oeq float %t1525, 0xFFF0000000000000
  %t1527 = select i1 %t1526, float 0x0000000000000000, float %t1525
  %t1528 = fsub float %t1488, %t1527
  %t1529 = call float @llvm.maximum.f32(float %t1528, float 0xC062C00000000000)
  %t1530 = fmul float %t1529, 0x3FF7154760000000
  %t1531 = fneg float %t1530
  %t1532 = call float @llvm.fma.f32(float %t1529, float 0x3FF7154760000000, float %t1531)
  %t1533 = call float @llvm.fma.f32(float %t1529, float 0x3E54AE0C00000000, float %t1532)
  %t1534 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1530)
  %t1535 = fmul float %t1533, 0x3FE62E4300000000
  %t1536 = call float @llvm.fma.f32(float %t1534, float %t1535, float %t1534)
  %t1537 = fsub float %t1499, %t1527
  %t1538 = call float @llvm.maximum.f32(float %t1537, float 0xC062C00000000000)
  %t1539 = fmul float %t1538, 0x3FF7154760000000
  %t1540 = fneg float %t1539
  %t1541 = call float @llvm.fma.f32(float %t1538, float 0x3FF7154760000000, float %t1540)
  %t1542 = call float @llvm.fma.f32(float %t1538, float 0x3E54AE0C00000000, float %t1541)
  %t1543 = call float asm "ex2.approx.f32 $0, $1;", "=f,f"(float %t1539)
  %t1544 = fmul float %t1542, 0x3FE62E4300000000
  %t1545 = call float @llvm.fma.f32(float %t1543, float %t1544, float %t1543)
  %t1546 = call float @llvm.fma.f32(float %t1490, float %t1536, float 0.0)
  %t1547 = call float @llvm.fma.f32(float %t1501, float %t1545, float %t1546)
  %t1548 = icmp eq i32 %t13, 0
  %t1549 = icmp eq i32 %t11, 0
  %t1550 = and i1 %t1548, %t1549
  %t1551 = fdiv float 0x3FF0000000000000, %t1524
  %t1552 = fdiv float 0x3FF0000000000000, %t1547
  %t1553 = icmp ult i32 %t11, 1
  br i1 %t1553, label %then.1554, label %else.1555
then.1554:
  %t1557 = mul nsw i32 %t11, 2
  %t1558 = mul nsw i32 %t1557, 512
  %t1559 = add nsw i32 %t1477, %t1558
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
  %t1570 = call float @llvm.fma.f32(float %t1566, float %t1513, float 0.0)
  %t1571 = call float @llvm.fma.f32(float %t1567, float %t1513, float 0.0)
  %t1572 = call float @llvm.fma.f32(float %t1568, float %t1536, float 0.0)
  %t1573 = call float @llvm.fma.f32(float %t1569, float %t1536, float 0.0)
  %t1574 = add nsw i32 %t1559, 512
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
  %t1585 = call float @llvm.fma.f32(float %t1581, float %t1513, float 0.0)
  %t1586 = call float @llvm.fma.f32(float %t1582, float %t1513, float 0.0)
  %t1587 = call float @llvm.fma.f32(float %t1583, float %t1536, float 0.0)
  %t1588 = call float @llvm.fma.f32(float %t1584, float %t1536, float 0.0)
  %t1589 = add nsw i32 %t1479, %t1558
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
  %t1600 = call float @llvm.fma.f32(float %t1596, float %t1522, float %t1570)
  %t1601 = call float @llvm.fma.f32(float %t1597, float %t1522, float %t1571)
  %t1602 = call float @llvm.fma.f32(float %t1598, float %t1545, float %t1572)
  %t1603 = call float @llvm.fma.f32(float %t1599, float %t1545, float %t1573)
  %t1604 = add nsw i32 %t1589, 512
  %t1605 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t1604
  %t1606 = load <4 x i32>, ptr addrspace(3) %t1605, align 16
  %t1607 = extractelement <4 x i32> %t1606, i32 0
  %t1608 = extractelement <4 x i32> %t1606, i32 1
  %t1609 = extractelement <4 x i32> %t1606, i32 2
  %t1610 = extractelement <4 x i32> %t1606, i32 3
  %t1611 = bitcast i32 %t1607 to float
  %t1612 = bitcast i32 %t1608 to float
  %t1613 = bitcast i32 %t1609 to float
  %t1614 = bitcast i32 %t1610 to float
  %t1615 = call float @llvm.fma.f32(float %t1611, float %t1522, float %t1585)
  %t1616 = call float @llvm.fma.f32(float %t1612, float %t1522, float %t1586)
  %t1617 = call float @llvm.fma.f32(float %t1613, float %t1545, float %t1587)
  %t1618 = call float @llvm.fma.f32(float %t1614, float %t1545, float %t1588)
  %t1619 = mul nsw i32 %t1557, 8
  br i1 %t57, label %then.1620, label %else.1621
then.1620:
  %t1623 = add nsw i32 %t1619, 2
  %t1624 = mul nsw i32 %t13, 4
  %t1625 = add nsw i32 %t1619, %t1624
  %t1626 = fmul float %t1600, %t1551
  %t1627 = fmul float %t1615, %t1551
  %t1628 = add nsw i32 %t1625, 1
  %t1629 = sext i32 %t5 to i64
  %t1630 = mul nsw i64 %t1629, 320
  %t1631 = getelementptr float, ptr %buffer4, i64 %t1630
  %t1632 = sext i32 %t59 to i64
  %t1633 = mul nsw i64 %t1632, 16
  %t1634 = getelementptr float, ptr %t1631, i64 %t1633
  %t1635 = sext i32 %t1625 to i64
  %t1636 = mul nsw i64 %t1635, 1
  %t1637 = getelementptr float, ptr %t1634, i64 %t1636
  %t1638 = insertelement <2 x float> poison, float %t1626, i32 0
  %t1639 = insertelement <2 x float> %t1638, float %t1627, i32 1
  store <2 x float> %t1639, ptr %t1637, align 8
  %t1640 = mul nsw i32 %t13, 4
  %t1641 = add nsw i32 %t1623, %t1640
  %t1642 = fmul float %t1601, %t1551
  %t1643 = fmul float %t1616, %t1551
  %t1644 = add nsw i32 %t1641, 1
  %t1645 = sext i32 %t5 to i64
  %t1646 = mul nsw i64 %t1645, 320
  %t1647 = getelementptr float, ptr %buffer4, i64 %t1646
  %t1648 = sext i32 %t59 to i64
  %t1649 = mul nsw i64 %t1648, 16
  %t1650 = getelementptr float, ptr %t1647, i64 %t1649
  %t1651 = sext i32 %t1641 to i64
  %t1652 = mul nsw i64 %t1651, 1
  %t1653 = getelementptr float, ptr %t1650, i64 %t1652
  %t1654 = insertelement <2 x float> poison, float %t1642, i32 0
  %t1655 = insertelement <2 x float> %t1654, float %t1643, i32 1
  store <2 x float> %t1655, ptr %t1653, align 8
  br label %join.1622
else.1621:
  br label %join.1622
join.1622:
  br i1 %t58, label %then.1656, label %else.1657
then.1656:
  %t1659 = add nsw i32 %t1619, 2
  %t1660 = mul nsw i32 %t13, 4
  %t1661 = add nsw i32 %t1619, %t1660
  %t1662 = fmul float %t1602, %t1552
  %t1663 = fmul float %t1617, %t1552
  %t1664 = add nsw i32 %t1661, 1
  %t1665 = sext i32 %t5 to i64
  %t1666 = mul nsw i64 %t1665, 320
  %t1667 = getelementptr float, ptr %buffer4, i64 %t1666
  %t1668 = sext i32 %t60 to i64
  %t1669 = mul nsw i64 %t1668, 16
  %t1670 = getelementptr float, ptr %t1667, i64 %t1669
  %t1671 = sext i32 %t1661 to i64
  %t1672 = mul nsw i64 %t1671, 1
  %t1673 = getelementptr float, ptr %t1670, i64 %t1672
  %t1674 = insertelement <2 x float> poison, float %t1662, i32 0
  %t1675 = insertelement <2 x float> %t1674, float %t1663, i32 1
  store <2 x float> %t1675, ptr %t1673, align 8
  %t1676 = mul nsw i32 %t13, 4
  %t1677 = add nsw i32 %t1659, %t1676
  %t1678 = fmul float %t1603, %t1552
  %t1679 = fmul float %t1618, %t1552
  %t1680 = add nsw i32 %t1677, 1
  %t1681 = sext i32 %t5 to i64
  %t1682 = mul nsw i64 %t1681, 320
  %t1683 = getelementptr float, ptr %buffer4, i64 %t1682
  %t1684 = sext i32 %t60 to i64
  %t1685 = mul nsw i64 %t1684, 16
  %t1686 = getelementptr float, ptr %t1683, i64 %t1685
  %t1687 = sext i32 %t1677 to i64
  %t1688 = mul nsw i64 %t1687, 1
  %t1689 = getelementptr float, ptr %t1686, i64 %t1688
  %t1690 = insertelement <2 x float> poison, float %t1678, i32 0
  %t1691 = insertelement <2 x float> %t1690, float %t1679, i32 1
  store <2 x float> %t1691, ptr %t1689, align 8
  br label %join.1658
else.1657:
  br label %join.1658
join.1658:
  br label %join.1556
else.1555:
  br label %join.1556
join.1556:
  ret void
}
