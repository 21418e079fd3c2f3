@shared_memory = external addrspace(3) global [0 x i8], align 128
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
declare float @llvm.maxnum.f32(float, float)
declare float @llvm.nvvm.shfl.sync.bfly.f32(i32, float, i32, i32) convergent
declare float @llvm.fma.f32(float, float, float)
define ptx_kernel void @mma_attention(ptr noalias %buffer0, ptr noalias %buffer1, ptr noalias %buffer2, ptr noalias %buffer3) nounwind "nvvm.maxntid"="32" {
  %s79 = alloca float
  %s80 = alloca float
  %s81 = alloca float
  %s82 = alloca float
  %s83 = alloca float
  %s84 = alloca float
  %s85 = alloca float
  %s86 = alloca float
  %s87 = alloca float
  %s88 = alloca float
  %s89 = alloca float
  %s90 = alloca float
  %s320 = alloca i64
  %s544 = alloca i64
  %t1 = ptrtoint ptr addrspace(3) @shared_memory to i64
  %t2 = trunc i64 %t1 to i32
  %t3 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t4 = zext i32 %t3 to i64
  %t5 = trunc i64 %t4 to i32
  %t6 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t7 = zext i32 %t6 to i64
  %t8 = trunc i64 %t7 to i32
  %t9 = urem i32 %t8, 2
  %t10 = sub i32 1, %t9
  %t11 = udiv i32 %t8, 2
  %t12 = urem i32 %t11, 1
  %t13 = udiv i32 %t11, 1
  %t14 = mul i32 %t10, 16
  %t15 = and i32 %t5, 31
  %t16 = udiv i32 %t5, 32
  %t17 = udiv i32 %t16, 1
  %t18 = urem i32 %t16, 1
  %t19 = udiv i32 %t15, 4
  %t20 = and i32 %t15, 3
  %t21 = mul i32 %t17, 16
  %t22 = mul i32 %t18, 32
  %t23 = urem i32 %t5, 16
  %t24 = udiv i32 %t5, 16
  %t25 = sext i32 %t13 to i64
  %t26 = mul nsw i64 %t25, 640
  %t27 = getelementptr i16, ptr %buffer1, i64 %t26
  %t28 = sext i32 %t24 to i64
  %t29 = mul nsw i64 %t28, 1
  %t30 = getelementptr i16, ptr %t27, i64 %t29
  %t31 = sext i32 %t23 to i64
  %t32 = mul nsw i64 %t31, 40
  %t33 = getelementptr i16, ptr %t30, i64 %t32
  %t34 = urem i32 %t5, 2
  %t35 = udiv i32 %t5, 2
  %t36 = mul i32 %t34, 8
  %t37 = sext i32 %t13 to i64
  %t38 = mul nsw i64 %t37, 640
  %t39 = getelementptr i16, ptr %buffer2, i64 %t38
  %t40 = sext i32 %t35 to i64
  %t41 = mul nsw i64 %t40, 16
  %t42 = getelementptr i16, ptr %t39, i64 %t41
  %t43 = sext i32 %t36 to i64
  %t44 = mul nsw i64 %t43, 1
  %t45 = getelementptr i16, ptr %t42, i64 %t44
  %t46 = add i32 %t14, 16
  %t47 = icmp ult i32 %t46, 20
  %t48 = select i1 %t47, i32 %t46, i32 20
  %t49 = add i32 %t48, 31
  %t50 = udiv i32 %t49, 32
  %t51 = and i32 %t15, 15
  %t52 = udiv i32 %t15, 16
  %t53 = and i32 %t15, 7
  %t54 = udiv i32 %t15, 8
  %t55 = and i32 %t54, 1
  %t56 = mul i32 %t52, 8
  %t57 = add i32 %t53, %t56
  %t58 = add i32 %t21, %t51
  %t59 = mul i32 %t58, 48
  %t60 = mul i32 %t52, 16
  %t61 = add i32 %t59, %t60
  %t62 = add i32 %t22, %t57
  %t63 = mul i32 %t62, 48
  %t64 = mul i32 %t55, 16
  %t65 = add i32 %t63, %t64
  %t66 = add i32 %t65, 768
  %t67 = add i32 %t22, %t51
  %t68 = mul i32 %t67, 48
  %t69 = mul i32 %t52, 16
  %t70 = add i32 %t68, %t69
  %t71 = add i32 %t70, 2304
  %t72 = add i32 %t14, %t21
  %t73 = add i32 %t72, %t19
  %t74 = add i32 %t73, 8
  %t75 = icmp ult i32 %t73, 20
  %t76 = icmp ult i32 %t74, 20
  %t77 = select i1 %t75, i32 %t73, i32 19
  %t78 = select i1 %t76, i32 %t74, i32 19
  store float 0xFFF0000000000000, ptr %s79
  store float 0xFFF0000000000000, ptr %s80
  store float 0x0000000000000000, ptr %s81
  store float 0x0000000000000000, ptr %s82
  store float 0.0, ptr %s83
  store float 0.0, ptr %s84
  store float 0.0, ptr %s85
  store float 0.0, ptr %s86
  store float 0.0, ptr %s87
  store float 0.0, ptr %s88
  store float 0.0, ptr %s89
  store float 0.0, ptr %s90
  %t91 = urem i32 %t5, 2
  %t92 = udiv i32 %t5, 2
  %t93 = mul i32 %t91, 8
  %t94 = add i32 %t14, %t92
  %t95 = icmp ult i32 %t94, 20
  %t96 = sext i32 %t13 to i64
  %t97 = mul nsw i64 %t96, 320
  %t98 = getelementptr i16, ptr %buffer0, i64 %t97
  %t99 = sext i32 %t94 to i64
  %t100 = mul nsw i64 %t99, 16
  %t101 = getelementptr i16, ptr %t98, i64 %t100
  %t102 = sext i32 %t93 to i64
  %t103 = mul nsw i64 %t102, 1
  %t104 = getelementptr i16, ptr %t101, i64 %t103
  %t105 = mul i32 %t92, 48
  %t106 = mul i32 %t93, 2
  %t107 = add i32 %t105, %t106
  %t108 = select i1 %t95, ptr %t104, ptr %buffer0
  %t109 = add i32 %t2, %t107
  %t110 = select i1 %t95, i32 16, i32 0
  %t111 = select i1 %t95, ptr %t108, ptr %buffer0
  %t112 = addrspacecast ptr %t111 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t109, ptr addrspace(1) %t112, i32 %t110)
  %t113 = icmp ult i32 %t24, 40
  %t114 = mul i32 %t24, 48
  %t115 = mul i32 %t23, 2
  %t116 = add i32 %t114, %t115
  %t117 = add i32 %t116, 768
  %t118 = select i1 %t113, ptr %t33, ptr %buffer1
  %t119 = load i16, ptr %t118, align 2
  %t120 = select i1 %t113, i16 %t119, i16 0
  %t121 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t117
  store i16 %t120, ptr addrspace(3) %t121, align 2
  %t122 = getelementptr i16, ptr %t33, i64 2
  %t123 = add i32 %t24, 2
  %t124 = icmp ult i32 %t123, 40
  %t125 = mul i32 %t123, 48
  %t126 = mul i32 %t23, 2
  %t127 = add i32 %t125, %t126
  %t128 = add i32 %t127, 768
  %t129 = select i1 %t124, ptr %t122, ptr %buffer1
  %t130 = load i16, ptr %t129, align 2
  %t131 = select i1 %t124, i16 %t130, i16 0
  %t132 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t128
  store i16 %t131, ptr addrspace(3) %t132, align 2
  %t133 = getelementptr i16, ptr %t33, i64 4
  %t134 = add i32 %t24, 4
  %t135 = icmp ult i32 %t134, 40
  %t136 = mul i32 %t134, 48
  %t137 = mul i32 %t23, 2
  %t138 = add i32 %t136, %t137
  %t139 = add i32 %t138, 768
  %t140 = select i1 %t135, ptr %t133, ptr %buffer1
  %t141 = load i16, ptr %t140, align 2
  %t142 = select i1 %t135, i16 %t141, i16 0
  %t143 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t139
  store i16 %t142, ptr addrspace(3) %t143, align 2
  %t144 = getelementptr i16, ptr %t33, i64 6
  %t145 = add i32 %t24, 6
  %t146 = icmp ult i32 %t145, 40
  %t147 = mul i32 %t145, 48
  %t148 = mul i32 %t23, 2
  %t149 = add i32 %t147, %t148
  %t150 = add i32 %t149, 768
  %t151 = select i1 %t146, ptr %t144, ptr %buffer1
  %t152 = load i16, ptr %t151, align 2
  %t153 = select i1 %t146, i16 %t152, i16 0
  %t154 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t150
  store i16 %t153, ptr addrspace(3) %t154, align 2
  %t155 = getelementptr i16, ptr %t33, i64 8
  %t156 = add i32 %t24, 8
  %t157 = icmp ult i32 %t156, 40
  %t158 = mul i32 %t156, 48
  %t159 = mul i32 %t23, 2
  %t160 = add i32 %t158, %t159
  %t161 = add i32 %t160, 768
  %t162 = select i1 %t157, ptr %t155, ptr %buffer1
  %t163 = load i16, ptr %t162, align 2
  %t164 = select i1 %t157, i16 %t163, i16 0
  %t165 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t161
  store i16 %t164, ptr addrspace(3) %t165, align 2
  %t166 = getelementptr i16, ptr %t33, i64 10
  %t167 = add i32 %t24, 10
  %t168 = icmp ult i32 %t167, 40
  %t169 = mul i32 %t167, 48
  %t170 = mul i32 %t23, 2
  %t171 = add i32 %t169, %t170
  %t172 = add i32 %t171, 768
  %t173 = select i1 %t168, ptr %t166, ptr %buffer1
  %t174 = load i16, ptr %t173, align 2
  %t175 = select i1 %t168, i16 %t174, i16 0
  %t176 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t172
  store i16 %t175, ptr addrspace(3) %t176, align 2
  %t177 = getelementptr i16, ptr %t33, i64 12
  %t178 = add i32 %t24, 12
  %t179 = icmp ult i32 %t178, 40
  %t180 = mul i32 %t178, 48
  %t181 = mul i32 %t23, 2
  %t182 = add i32 %t180, %t181
  %t183 = add i32 %t182, 768
  %t184 = select i1 %t179, ptr %t177, ptr %buffer1
  %t185 = load i16, ptr %t184, align 2
  %t186 = select i1 %t179, i16 %t185, i16 0
  %t187 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t183
  store i16 %t186, ptr addrspace(3) %t187, align 2
  %t188 = getelementptr i16, ptr %t33, i64 14
  %t189 = add i32 %t24, 14
  %t190 = icmp ult i32 %t189, 40
  %t191 = mul i32 %t189, 48
  %t192 = mul i32 %t23, 2
  %t193 = add i32 %t191, %t192
  %t194 = add i32 %t193, 768
  %t195 = select i1 %t190, ptr %t188, ptr %buffer1
  %t196 = load i16, ptr %t195, align 2
  %t197 = select i1 %t190, i16 %t196, i16 0
  %t198 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t194
  store i16 %t197, ptr addrspace(3) %t198, align 2
  %t199 = getelementptr i16, ptr %t33, i64 16
  %t200 = add i32 %t24, 16
  %t201 = icmp ult i32 %t200, 40
  %t202 = mul i32 %t200, 48
  %t203 = mul i32 %t23, 2
  %t204 = add i32 %t202, %t203
  %t205 = add i32 %t204, 768
  %t206 = select i1 %t201, ptr %t199, ptr %buffer1
  %t207 = load i16, ptr %t206, align 2
  %t208 = select i1 %t201, i16 %t207, i16 0
  %t209 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t205
  store i16 %t208, ptr addrspace(3) %t209, align 2
  %t210 = getelementptr i16, ptr %t33, i64 18
  %t211 = add i32 %t24, 18
  %t212 = icmp ult i32 %t211, 40
  %t213 = mul i32 %t211, 48
  %t214 = mul i32 %t23, 2
  %t215 = add i32 %t213, %t214
  %t216 = add i32 %t215, 768
  %t217 = select i1 %t212, ptr %t210, ptr %buffer1
  %t218 = load i16, ptr %t217, align 2
  %t219 = select i1 %t212, i16 %t218, i16 0
  %t220 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t216
  store i16 %t219, ptr addrspace(3) %t220, align 2
  %t221 = getelementptr i16, ptr %t33, i64 20
  %t222 = add i32 %t24, 20
  %t223 = icmp ult i32 %t222, 40
  %t224 = mul i32 %t222, 48
  %t225 = mul i32 %t23, 2
  %t226 = add i32 %t224, %t225
  %t227 = add i32 %t226, 768
  %t228 = select i1 %t223, ptr %t221, ptr %buffer1
  %t229 = load i16, ptr %t228, align 2
  %t230 = select i1 %t223, i16 %t229, i16 0
  %t231 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t227
  store i16 %t230, ptr addrspace(3) %t231, align 2
  %t232 = getelementptr i16, ptr %t33, i64 22
  %t233 = add i32 %t24, 22
  %t234 = icmp ult i32 %t233, 40
  %t235 = mul i32 %t233, 48
  %t236 = mul i32 %t23, 2
  %t237 = add i32 %t235, %t236
  %t238 = add i32 %t237, 768
  %t239 = select i1 %t234, ptr %t232, ptr %buffer1
  %t240 = load i16, ptr %t239, align 2
  %t241 = select i1 %t234, i16 %t240, i16 0
  %t242 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t238
  store i16 %t241, ptr addrspace(3) %t242, align 2
  %t243 = getelementptr i16, ptr %t33, i64 24
  %t244 = add i32 %t24, 24
  %t245 = icmp ult i32 %t244, 40
  %t246 = mul i32 %t244, 48
  %t247 = mul i32 %t23, 2
  %t248 = add i32 %t246, %t247
  %t249 = add i32 %t248, 768
  %t250 = select i1 %t245, ptr %t243, ptr %buffer1
  %t251 = load i16, ptr %t250, align 2
  %t252 = select i1 %t245, i16 %t251, i16 0
  %t253 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t249
  store i16 %t252, ptr addrspace(3) %t253, align 2
  %t254 = getelementptr i16, ptr %t33, i64 26
  %t255 = add i32 %t24, 26
  %t256 = icmp ult i32 %t255, 40
  %t257 = mul i32 %t255, 48
  %t258 = mul i32 %t23, 2
  %t259 = add i32 %t257, %t258
  %t260 = add i32 %t259, 768
  %t261 = select i1 %t256, ptr %t254, ptr %buffer1
  %t262 = load i16, ptr %t261, align 2
  %t263 = select i1 %t256, i16 %t262, i16 0
  %t264 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t260
  store i16 %t263, ptr addrspace(3) %t264, align 2
  %t265 = getelementptr i16, ptr %t33, i64 28
  %t266 = add i32 %t24, 28
  %t267 = icmp ult i32 %t266, 40
  %t268 = mul i32 %t266, 48
  %t269 = mul i32 %t23, 2
  %t270 = add i32 %t268, %t269
  %t271 = add i32 %t270, 768
  %t272 = select i1 %t267, ptr %t265, ptr %buffer1
  %t273 = load i16, ptr %t272, align 2
  %t274 = select i1 %t267, i16 %t273, i16 0
  %t275 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t271
  store i16 %t274, ptr addrspace(3) %t275, align 2
  %t276 = getelementptr i16, ptr %t33, i64 30
  %t277 = add i32 %t24, 30
  %t278 = icmp ult i32 %t277, 40
  %t279 = mul i32 %t277, 48
  %t280 = mul i32 %t23, 2
  %t281 = add i32 %t279, %t280
  %t282 = add i32 %t281, 768
  %t283 = select i1 %t278, ptr %t276, ptr %buffer1
  %t284 = load i16, ptr %t283, align 2
  %t285 = select i1 %t278, i16 %t284, i16 0
  %t286 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t282
  store i16 %t285, ptr addrspace(3) %t286, align 2
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"()
  %t287 = icmp ult i32 %t35, 40
  %t288 = mul i32 %t35, 48
  %t289 = mul i32 %t36, 2
  %t290 = add i32 %t288, %t289
  %t291 = add i32 %t290, 2304
  %t292 = select i1 %t287, ptr %t45, ptr %buffer2
  %t293 = add i32 %t2, %t291
  %t294 = select i1 %t287, i32 16, i32 0
  %t295 = select i1 %t287, ptr %t292, ptr %buffer2
  %t296 = addrspacecast ptr %t295 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t293, ptr addrspace(1) %t296, i32 %t294)
  %t297 = getelementptr i16, ptr %t45, i64 256
  %t298 = add i32 %t35, 16
  %t299 = icmp ult i32 %t298, 40
  %t300 = mul i32 %t298, 48
  %t301 = mul i32 %t36, 2
  %t302 = add i32 %t300, %t301
  %t303 = add i32 %t302, 2304
  %t304 = select i1 %t299, ptr %t297, ptr %buffer2
  %t305 = add i32 %t2, %t303
  %t306 = select i1 %t299, i32 16, i32 0
  %t307 = select i1 %t299, ptr %t304, ptr %buffer2
  %t308 = addrspacecast ptr %t307 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t305, ptr addrspace(1) %t308, i32 %t306)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"()
  %t309 = add i32 %t14, 1
  %t310 = icmp ult i32 %t309, 20
  %t311 = select i1 %t310, i32 %t309, i32 20
  %t312 = udiv i32 %t311, 32
  call void asm sideeffect "cp.async.wait_group 1;", "~{memory}"()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t313 = add i32 %t2, %t61
  %t314 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t313) convergent
  %t315 = extractvalue {i32, i32, i32, i32} %t314, 0
  %t316 = extractvalue {i32, i32, i32, i32} %t314, 1
  %t317 = extractvalue {i32, i32, i32, i32} %t314, 2
  %t318 = extractvalue {i32, i32, i32, i32} %t314, 3
  %t319 = zext i32 %t312 to i64
  store i64 0, ptr %s320
  %t323 = icmp sge i64 0, %t319
  br i1 %t323, label %done.322, label %loop.321
loop.321:
  %t324 = load i64, ptr %s320
  %t325 = trunc i64 %t324 to i32
  %t326 = mul i32 %t325, 32
  %t327 = add i32 %t326, %t22
  %t328 = mul i32 %t20, 2
  %t329 = add i32 %t327, %t328
  call void asm sideeffect "cp.async.wait_group 1;", "~{memory}"()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"()
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"()
  %t330 = urem i32 %t325, 1
  %t331 = mul i32 %t330, 3072
  %t332 = add i32 %t66, %t331
  %t333 = add i32 %t2, %t332
  %t334 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t333) convergent
  %t335 = extractvalue {i32, i32, i32, i32} %t334, 0
  %t336 = extractvalue {i32, i32, i32, i32} %t334, 1
  %t337 = extractvalue {i32, i32, i32, i32} %t334, 2
  %t338 = extractvalue {i32, i32, i32, i32} %t334, 3
  %t339 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t315, i32 %t316, i32 %t317, i32 %t318, i32 %t335, i32 %t336, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t340 = extractvalue {float, float, float, float} %t339, 0
  %t341 = extractvalue {float, float, float, float} %t339, 1
  %t342 = extractvalue {float, float, float, float} %t339, 2
  %t343 = extractvalue {float, float, float, float} %t339, 3
  %t344 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t315, i32 %t316, i32 %t317, i32 %t318, i32 %t337, i32 %t338, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t345 = extractvalue {float, float, float, float} %t344, 0
  %t346 = extractvalue {float, float, float, float} %t344, 1
  %t347 = extractvalue {float, float, float, float} %t344, 2
  %t348 = extractvalue {float, float, float, float} %t344, 3
  %t349 = add i32 %t332, 768
  %t350 = add i32 %t2, %t349
  %t351 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t350) convergent
  %t352 = extractvalue {i32, i32, i32, i32} %t351, 0
  %t353 = extractvalue {i32, i32, i32, i32} %t351, 1
  %t354 = extractvalue {i32, i32, i32, i32} %t351, 2
  %t355 = extractvalue {i32, i32, i32, i32} %t351, 3
  %t356 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t315, i32 %t316, i32 %t317, i32 %t318, i32 %t352, i32 %t353, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t357 = extractvalue {float, float, float, float} %t356, 0
  %t358 = extractvalue {float, float, float, float} %t356, 1
  %t359 = extractvalue {float, float, float, float} %t356, 2
  %t360 = extractvalue {float, float, float, float} %t356, 3
  %t361 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t315, i32 %t316, i32 %t317, i32 %t318, i32 %t354, i32 %t355, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t362 = extractvalue {float, float, float, float} %t361, 0
  %t363 = extractvalue {float, float, float, float} %t361, 1
  %t364 = extractvalue {float, float, float, float} %t361, 2
  %t365 = extractvalue {float, float, float, float} %t361, 3
  %t366 = add i32 %t326, %t22
  %t367 = mul i32 %t20, 2
  %t368 = add i32 %t366, %t367
  %t369 = add i32 %t368, 1
  %t370 = add i32 %t368, 8
  %t371 = add i32 %t368, 9
  %t372 = add i32 %t368, 16
  %t373 = add i32 %t368, 17
  %t374 = add i32 %t368, 24
  %t375 = add i32 %t368, 25
  %t376 = load float, ptr %s79
  %t377 = call float @llvm.maxnum.f32(float %t340, float %t341)
  %t378 = call float @llvm.maxnum.f32(float %t345, float %t346)
  %t379 = call float @llvm.maxnum.f32(float %t357, float %t358)
  %t380 = call float @llvm.maxnum.f32(float %t362, float %t363)
  %t381 = call float @llvm.maxnum.f32(float %t377, float %t378)
  %t382 = call float @llvm.maxnum.f32(float %t379, float %t380)
  %t383 = call float @llvm.maxnum.f32(float %t381, float %t382)
  %t384 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t383, i32 1, i32 31)
  %t385 = call float @llvm.maxnum.f32(float %t383, float %t384)
  %t386 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t385, i32 2, i32 31)
  %t387 = call float @llvm.maxnum.f32(float %t385, float %t386)
  %t388 = call float @llvm.maxnum.f32(float %t376, float %t387)
  %t389 = fcmp oeq float %t388, 0xFFF0000000000000
  %t390 = select i1 %t389, float 0x0000000000000000, float %t388
  %t391 = fmul float %t390, 0x3FD7154760000000
  %t392 = fneg float %t391
  %t393 = call float @llvm.fma.f32(float %t376, float 0x3FD7154760000000, float %t392)
  %t394 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t393)
  store float %t388, ptr %s79
  %t395 = call float @llvm.fma.f32(float %t340, float 0x3FD7154760000000, float %t392)
  %t396 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t395)
  %t397 = call float @llvm.fma.f32(float %t341, float 0x3FD7154760000000, float %t392)
  %t398 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t397)
  %t399 = call float @llvm.fma.f32(float %t345, float 0x3FD7154760000000, float %t392)
  %t400 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t399)
  %t401 = call float @llvm.fma.f32(float %t346, float 0x3FD7154760000000, float %t392)
  %t402 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t401)
  %t403 = call float @llvm.fma.f32(float %t357, float 0x3FD7154760000000, float %t392)
  %t404 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t403)
  %t405 = call float @llvm.fma.f32(float %t358, float 0x3FD7154760000000, float %t392)
  %t406 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t405)
  %t407 = call float @llvm.fma.f32(float %t362, float 0x3FD7154760000000, float %t392)
  %t408 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t407)
  %t409 = call float @llvm.fma.f32(float %t363, float 0x3FD7154760000000, float %t392)
  %t410 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t409)
  %t411 = load float, ptr %s81
  %t412 = fmul float %t411, %t394
  %t413 = fadd float %t396, %t398
  %t414 = fadd float %t400, %t402
  %t415 = fadd float %t404, %t406
  %t416 = fadd float %t408, %t410
  %t417 = fadd float %t413, %t414
  %t418 = fadd float %t415, %t416
  %t419 = fadd float %t417, %t418
  %t420 = fadd float %t412, %t419
  store float %t420, ptr %s81
  %t421 = load float, ptr %s80
  %t422 = call float @llvm.maxnum.f32(float %t342, float %t343)
  %t423 = call float @llvm.maxnum.f32(float %t347, float %t348)
  %t424 = call float @llvm.maxnum.f32(float %t359, float %t360)
  %t425 = call float @llvm.maxnum.f32(float %t364, float %t365)
  %t426 = call float @llvm.maxnum.f32(float %t422, float %t423)
  %t427 = call float @llvm.maxnum.f32(float %t424, float %t425)
  %t428 = call float @llvm.maxnum.f32(float %t426, float %t427)
  %t429 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t428, i32 1, i32 31)
  %t430 = call float @llvm.maxnum.f32(float %t428, float %t429)
  %t431 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t430, i32 2, i32 31)
  %t432 = call float @llvm.maxnum.f32(float %t430, float %t431)
  %t433 = call float @llvm.maxnum.f32(float %t421, float %t432)
  %t434 = fcmp oeq float %t433, 0xFFF0000000000000
  %t435 = select i1 %t434, float 0x0000000000000000, float %t433
  %t436 = fmul float %t435, 0x3FD7154760000000
  %t437 = fneg float %t436
  %t438 = call float @llvm.fma.f32(float %t421, float 0x3FD7154760000000, float %t437)
  %t439 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t438)
  store float %t433, ptr %s80
  %t440 = call float @llvm.fma.f32(float %t342, float 0x3FD7154760000000, float %t437)
  %t441 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t440)
  %t442 = call float @llvm.fma.f32(float %t343, float 0x3FD7154760000000, float %t437)
  %t443 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t442)
  %t444 = call float @llvm.fma.f32(float %t347, float 0x3FD7154760000000, float %t437)
  %t445 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t444)
  %t446 = call float @llvm.fma.f32(float %t348, float 0x3FD7154760000000, float %t437)
  %t447 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t446)
  %t448 = call float @llvm.fma.f32(float %t359, float 0x3FD7154760000000, float %t437)
  %t449 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t448)
  %t450 = call float @llvm.fma.f32(float %t360, float 0x3FD7154760000000, float %t437)
  %t451 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t450)
  %t452 = call float @llvm.fma.f32(float %t364, float 0x3FD7154760000000, float %t437)
  %t453 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t452)
  %t454 = call float @llvm.fma.f32(float %t365, float 0x3FD7154760000000, float %t437)
  %t455 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t454)
  %t456 = load float, ptr %s82
  %t457 = fmul float %t456, %t439
  %t458 = fadd float %t441, %t443
  %t459 = fadd float %t445, %t447
  %t460 = fadd float %t449, %t451
  %t461 = fadd float %t453, %t455
  %t462 = fadd float %t458, %t459
  %t463 = fadd float %t460, %t461
  %t464 = fadd float %t462, %t463
  %t465 = fadd float %t457, %t464
  store float %t465, ptr %s82
  %t466 = load float, ptr %s83
  %t467 = fmul float %t466, %t394
  store float %t467, ptr %s83
  %t468 = load float, ptr %s84
  %t469 = fmul float %t468, %t394
  store float %t469, ptr %s84
  %t470 = load float, ptr %s85
  %t471 = fmul float %t470, %t439
  store float %t471, ptr %s85
  %t472 = load float, ptr %s86
  %t473 = fmul float %t472, %t439
  store float %t473, ptr %s86
  %t474 = load float, ptr %s87
  %t475 = fmul float %t474, %t394
  store float %t475, ptr %s87
  %t476 = load float, ptr %s88
  %t477 = fmul float %t476, %t394
  store float %t477, ptr %s88
  %t478 = load float, ptr %s89
  %t479 = fmul float %t478, %t439
  store float %t479, ptr %s89
  %t480 = load float, ptr %s90
  %t481 = fmul float %t480, %t439
  store float %t481, ptr %s90
  call void asm sideeffect "cp.async.wait_group 2;", "~{memory}"()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t482 = add i32 %t71, %t331
  %t483 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t398, float %t396)
  %t484 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t443, float %t441)
  %t485 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t402, float %t400)
  %t486 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t447, float %t445)
  %t487 = add i32 %t2, %t482
  %t488 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t487) convergent
  %t489 = extractvalue {i32, i32, i32, i32} %t488, 0
  %t490 = extractvalue {i32, i32, i32, i32} %t488, 1
  %t491 = extractvalue {i32, i32, i32, i32} %t488, 2
  %t492 = extractvalue {i32, i32, i32, i32} %t488, 3
  %t493 = load float, ptr %s83
  %t494 = load float, ptr %s84
  %t495 = load float, ptr %s85
  %t496 = load float, ptr %s86
  %t497 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t483, i32 %t484, i32 %t485, i32 %t486, i32 %t489, i32 %t490, float %t493, float %t494, float %t495, float %t496) convergent
  %t498 = extractvalue {float, float, float, float} %t497, 0
  %t499 = extractvalue {float, float, float, float} %t497, 1
  %t500 = extractvalue {float, float, float, float} %t497, 2
  %t501 = extractvalue {float, float, float, float} %t497, 3
  store float %t498, ptr %s83
  store float %t499, ptr %s84
  store float %t500, ptr %s85
  store float %t501, ptr %s86
  %t502 = load float, ptr %s87
  %t503 = load float, ptr %s88
  %t504 = load float, ptr %s89
  %t505 = load float, ptr %s90
  %t506 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t483, i32 %t484, i32 %t485, i32 %t486, i32 %t491, i32 %t492, float %t502, float %t503, float %t504, float %t505) convergent
  %t507 = extractvalue {float, float, float, float} %t506, 0
  %t508 = extractvalue {float, float, float, float} %t506, 1
  %t509 = extractvalue {float, float, float, float} %t506, 2
  %t510 = extractvalue {float, float, float, float} %t506, 3
  store float %t507, ptr %s87
  store float %t508, ptr %s88
  store float %t509, ptr %s89
  store float %t510, ptr %s90
  %t511 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t406, float %t404)
  %t512 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t451, float %t449)
  %t513 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t410, float %t408)
  %t514 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t455, float %t453)
  %t515 = add i32 %t482, 768
  %t516 = add i32 %t2, %t515
  %t517 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t516) convergent
  %t518 = extractvalue {i32, i32, i32, i32} %t517, 0
  %t519 = extractvalue {i32, i32, i32, i32} %t517, 1
  %t520 = extractvalue {i32, i32, i32, i32} %t517, 2
  %t521 = extractvalue {i32, i32, i32, i32} %t517, 3
  %t522 = load float, ptr %s83
  %t523 = load float, ptr %s84
  %t524 = load float, ptr %s85
  %t525 = load float, ptr %s86
  %t526 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t511, i32 %t512, i32 %t513, i32 %t514, i32 %t518, i32 %t519, float %t522, float %t523, float %t524, float %t525) convergent
  %t527 = extractvalue {float, float, float, float} %t526, 0
  %t528 = extractvalue {float, float, float, float} %t526, 1
  %t529 = extractvalue {float, float, float, float} %t526, 2
  %t530 = extractvalue {float, float, float, float} %t526, 3
  store float %t527, ptr %s83
  store float %t528, ptr %s84
  store float %t529, ptr %s85
  store float %t530, ptr %s86
  %t531 = load float, ptr %s87
  %t532 = load float, ptr %s88
  %t533 = load float, ptr %s89
  %t534 = load float, ptr %s90
  %t535 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t511, i32 %t512, i32 %t513, i32 %t514, i32 %t520, i32 %t521, float %t531, float %t532, float %t533, float %t534) convergent
  %t536 = extractvalue {float, float, float, float} %t535, 0
  %t537 = extractvalue {float, float, float, float} %t535, 1
  %t538 = extractvalue {float, float, float, float} %t535, 2
  %t539 = extractvalue {float, float, float, float} %t535, 3
  store float %t536, ptr %s87
  store float %t537, ptr %s88
  store float %t538, ptr %s89
  store float %t539, ptr %s90
  %t540 = add nuw nsw i64 %t324, 1
  store i64 %t540, ptr %s320
  %t541 = icmp slt i64 %t540, %t319
  br i1 %t541, label %loop.321, label %done.322
done.322:
  %t542 = zext i32 %t312 to i64
  %t543 = zext i32 %t50 to i64
  store i64 %t542, ptr %s544
  %t547 = icmp sge i64 %t542, %t543
  br i1 %t547, label %done.546, label %loop.545
loop.545:
  %t548 = load i64, ptr %s544
  %t549 = trunc i64 %t548 to i32
  %t550 = mul i32 %t549, 32
  %t551 = add i32 %t550, %t22
  %t552 = mul i32 %t20, 2
  %t553 = add i32 %t551, %t552
  %t554 = icmp ult i32 %t553, 39
  %t555 = select i1 %t554, i32 %t553, i32 39
  %t556 = add i32 %t553, 1
  %t557 = icmp ult i32 %t556, 39
  %t558 = select i1 %t557, i32 %t556, i32 39
  %t559 = add i32 %t553, 8
  %t560 = icmp ult i32 %t559, 39
  %t561 = select i1 %t560, i32 %t559, i32 39
  %t562 = add i32 %t553, 9
  %t563 = icmp ult i32 %t562, 39
  %t564 = select i1 %t563, i32 %t562, i32 39
  %t565 = add i32 %t553, 16
  %t566 = icmp ult i32 %t565, 39
  %t567 = select i1 %t566, i32 %t565, i32 39
  %t568 = add i32 %t553, 17
  %t569 = icmp ult i32 %t568, 39
  %t570 = select i1 %t569, i32 %t568, i32 39
  %t571 = add i32 %t553, 24
  %t572 = icmp ult i32 %t571, 39
  %t573 = select i1 %t572, i32 %t571, i32 39
  %t574 = add i32 %t553, 25
  %t575 = icmp ult i32 %t574, 39
  %t576 = select i1 %t575, i32 %t574, i32 39
  call void asm sideeffect "cp.async.wait_group 1;", "~{memory}"()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"()
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"()
  %t577 = urem i32 %t549, 1
  %t578 = mul i32 %t577, 3072
  %t579 = add i32 %t66, %t578
  %t580 = add i32 %t2, %t579
  %t581 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t580) convergent
  %t582 = extractvalue {i32, i32, i32, i32} %t581, 0
  %t583 = extractvalue {i32, i32, i32, i32} %t581, 1
  %t584 = extractvalue {i32, i32, i32, i32} %t581, 2
  %t585 = extractvalue {i32, i32, i32, i32} %t581, 3
  %t586 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t315, i32 %t316, i32 %t317, i32 %t318, i32 %t582, i32 %t583, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t587 = extractvalue {float, float, float, float} %t586, 0
  %t588 = extractvalue {float, float, float, float} %t586, 1
  %t589 = extractvalue {float, float, float, float} %t586, 2
  %t590 = extractvalue {float, float, float, float} %t586, 3
  %t591 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t315, i32 %t316, i32 %t317, i32 %t318, i32 %t584, i32 %t585, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t592 = extractvalue {float, float, float, float} %t591, 0
  %t593 = extractvalue {float, float, float, float} %t591, 1
  %t594 = extractvalue {float, float, float, float} %t591, 2
  %t595 = extractvalue {float, float, float, float} %t591, 3
  %t596 = add i32 %t579, 768
  %t597 = add i32 %t2, %t596
  %t598 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t597) convergent
  %t599 = extractvalue {i32, i32, i32, i32} %t598, 0
  %t600 = extractvalue {i32, i32, i32, i32} %t598, 1
  %t601 = extractvalue {i32, i32, i32, i32} %t598, 2
  %t602 = extractvalue {i32, i32, i32, i32} %t598, 3
  %t603 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t315, i32 %t316, i32 %t317, i32 %t318, i32 %t599, i32 %t600, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t604 = extractvalue {float, float, float, float} %t603, 0
  %t605 = extractvalue {float, float, float, float} %t603, 1
  %t606 = extractvalue {float, float, float, float} %t603, 2
  %t607 = extractvalue {float, float, float, float} %t603, 3
  %t608 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t315, i32 %t316, i32 %t317, i32 %t318, i32 %t601, i32 %t602, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t609 = extractvalue {float, float, float, float} %t608, 0
  %t610 = extractvalue {float, float, float, float} %t608, 1
  %t611 = extractvalue {float, float, float, float} %t608, 2
  %t612 = extractvalue {float, float, float, float} %t608, 3
  %t613 = add i32 %t550, %t22
  %t614 = mul i32 %t20, 2
  %t615 = add i32 %t613, %t614
  %t616 = icmp ult i32 %t615, 40
  %t617 = icmp ule i32 %t615, %t77
  %t618 = and i1 %t616, %t617
  %t619 = select i1 %t618, float %t587, float 0xFFF0000000000000
  %t620 = icmp ule i32 %t615, %t78
  %t621 = and i1 %t616, %t620
  %t622 = select i1 %t621, float %t589, float 0xFFF0000000000000
  %t623 = add i32 %t615, 1
  %t624 = icmp ult i32 %t623, 40
  %t625 = icmp ule i32 %t623, %t77
  %t626 = and i1 %t624, %t625
  %t627 = select i1 %t626, float %t588, float 0xFFF0000000000000
  %t628 = icmp ule i32 %t623, %t78
  %t629 = and i1 %t624, %t628
  %t630 = select i1 %t629, float %t590, float 0xFFF0000000000000
  %t631 = add i32 %t615, 8
  %t632 = icmp ult i32 %t631, 40
  %t633 = icmp ule i32 %t631, %t77
  %t634 = and i1 %t632, %t633
  %t635 = select i1 %t634, float %t592, float 0xFFF0000000000000
  %t636 = icmp ule i32 %t631, %t78
  %t637 = and i1 %t632, %t636
  %t638 = select i1 %t637, float %t594, float 0xFFF0000000000000
  %t639 = add i32 %t615, 9
  %t640 = icmp ult i32 %t639, 40
  %t641 = icmp ule i32 %t639, %t77
  %t642 = and i1 %t640, %t641
  %t643 = select i1 %t642, float %t593, float 0xFFF0000000000000
  %t644 = icmp ule i32 %t639, %t78
  %t645 = and i1 %t640, %t644
  %t646 = select i1 %t645, float %t595, float 0xFFF0000000000000
  %t647 = add i32 %t615, 16
  %t648 = icmp ult i32 %t647, 40
  %t649 = icmp ule i32 %t647, %t77
  %t650 = and i1 %t648, %t649
  %t651 = select i1 %t650, float %t604, float 0xFFF0000000000000
  %t652 = icmp ule i32 %t647, %t78
  %t653 = and i1 %t648, %t652
  %t654 = select i1 %t653, float %t606, float 0xFFF0000000000000
  %t655 = add i32 %t615, 17
  %t656 = icmp ult i32 %t655, 40
  %t657 = icmp ule i32 %t655, %t77
  %t658 = and i1 %t656, %t657
  %t659 = select i1 %t658, float %t605, float 0xFFF0000000000000
  %t660 = icmp ule i32 %t655, %t78
  %t661 = and i1 %t656, %t660
  %t662 = select i1 %t661, float %t607, float 0xFFF0000000000000
  %t663 = add i32 %t615, 24
  %t664 = icmp ult i32 %t663, 40
  %t665 = icmp ule i32 %t663, %t77
  %t666 = and i1 %t664, %t665
  %t667 = select i1 %t666, float %t609, float 0xFFF0000000000000
  %t668 = icmp ule i32 %t663, %t78
  %t669 = and i1 %t664, %t668
  %t670 = select i1 %t669, float %t611, float 0xFFF0000000000000
  %t671 = add i32 %t615, 25
  %t672 = icmp ult i32 %t671, 40
  %t673 = icmp ule i32 %t671, %t77
  %t674 = and i1 %t672, %t673
  %t675 = select i1 %t674, float %t610, float 0xFFF0000000000000
  %t676 = icmp ule i32 %t671, %t78
  %t677 = and i1 %t672, %t676
  %t678 = select i1 %t677, float %t612, float 0xFFF0000000000000
  %t679 = load float, ptr %s79
  %t680 = call float @llvm.maxnum.f32(float %t619, float %t627)
  %t681 = call float @llvm.maxnum.f32(float %t635, float %t643)
  %t682 = call float @llvm.maxnum.f32(float %t651, float %t659)
  %t683 = call float @llvm.maxnum.f32(float %t667, float %t675)
  %t684 = call float @llvm.maxnum.f32(float %t680, float %t681)
  %t685 = call float @llvm.maxnum.f32(float %t682, float %t683)
  %t686 = call float @llvm.maxnum.f32(float %t684, float %t685)
  %t687 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t686, i32 1, i32 31)
  %t688 = call float @llvm.maxnum.f32(float %t686, float %t687)
  %t689 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t688, i32 2, i32 31)
  %t690 = call float @llvm.maxnum.f32(float %t688, float %t689)
  %t691 = call float @llvm.maxnum.f32(float %t679, float %t690)
  %t692 = fcmp oeq float %t691, 0xFFF0000000000000
  %t693 = select i1 %t692, float 0x0000000000000000, float %t691
  %t694 = fmul float %t693, 0x3FD7154760000000
  %t695 = fneg float %t694
  %t696 = call float @llvm.fma.f32(float %t679, float 0x3FD7154760000000, float %t695)
  %t697 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t696)
  store float %t691, ptr %s79
  %t698 = call float @llvm.fma.f32(float %t619, float 0x3FD7154760000000, float %t695)
  %t699 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t698)
  %t700 = call float @llvm.fma.f32(float %t627, float 0x3FD7154760000000, float %t695)
  %t701 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t700)
  %t702 = call float @llvm.fma.f32(float %t635, float 0x3FD7154760000000, float %t695)
  %t703 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t702)
  %t704 = call float @llvm.fma.f32(float %t643, float 0x3FD7154760000000, float %t695)
  %t705 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t704)
  %t706 = call float @llvm.fma.f32(float %t651, float 0x3FD7154760000000, float %t695)
  %t707 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t706)
  %t708 = call float @llvm.fma.f32(float %t659, float 0x3FD7154760000000, float %t695)
  %t709 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t708)
  %t710 = call float @llvm.fma.f32(float %t667, float 0x3FD7154760000000, float %t695)
  %t711 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t710)
  %t712 = call float @llvm.fma.f32(float %t675, float 0x3FD7154760000000, float %t695)
  %t713 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t712)
  %t714 = load float, ptr %s81
  %t715 = fmul float %t714, %t697
  %t716 = fadd float %t699, %t701
  %t717 = fadd float %t703, %t705
  %t718 = fadd float %t707, %t709
  %t719 = fadd float %t711, %t713
  %t720 = fadd float %t716, %t717
  %t721 = fadd float %t718, %t719
  %t722 = fadd float %t720, %t721
  %t723 = fadd float %t715, %t722
  store float %t723, ptr %s81
  %t724 = load float, ptr %s80
  %t725 = call float @llvm.maxnum.f32(float %t622, float %t630)
  %t726 = call float @llvm.maxnum.f32(float %t638, float %t646)
  %t727 = call float @llvm.maxnum.f32(float %t654, float %t662)
  %t728 = call float @llvm.maxnum.f32(float %t670, float %t678)
  %t729 = call float @llvm.maxnum.f32(float %t725, float %t726)
  %t730 = call float @llvm.maxnum.f32(float %t727, float %t728)
  %t731 = call float @llvm.maxnum.f32(float %t729, float %t730)
  %t732 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t731, i32 1, i32 31)
  %t733 = call float @llvm.maxnum.f32(float %t731, float %t732)
  %t734 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t733, i32 2, i32 31)
  %t735 = call float @llvm.maxnum.f32(float %t733, float %t734)
  %t736 = call float @llvm.maxnum.f32(float %t724, float %t735)
  %t737 = fcmp oeq float %t736, 0xFFF0000000000000
  %t738 = select i1 %t737, float 0x0000000000000000, float %t736
  %t739 = fmul float %t738, 0x3FD7154760000000
  %t740 = fneg float %t739
  %t741 = call float @llvm.fma.f32(float %t724, float 0x3FD7154760000000, float %t740)
  %t742 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t741)
  store float %t736, ptr %s80
  %t743 = call float @llvm.fma.f32(float %t622, float 0x3FD7154760000000, float %t740)
  %t744 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t743)
  %t745 = call float @llvm.fma.f32(float %t630, float 0x3FD7154760000000, float %t740)
  %t746 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t745)
  %t747 = call float @llvm.fma.f32(float %t638, float 0x3FD7154760000000, float %t740)
  %t748 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t747)
  %t749 = call float @llvm.fma.f32(float %t646, float 0x3FD7154760000000, float %t740)
  %t750 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t749)
  %t751 = call float @llvm.fma.f32(float %t654, float 0x3FD7154760000000, float %t740)
  %t752 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t751)
  %t753 = call float @llvm.fma.f32(float %t662, float 0x3FD7154760000000, float %t740)
  %t754 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t753)
  %t755 = call float @llvm.fma.f32(float %t670, float 0x3FD7154760000000, float %t740)
  %t756 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t755)
  %t757 = call float @llvm.fma.f32(float %t678, float 0x3FD7154760000000, float %t740)
  %t758 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t757)
  %t759 = load float, ptr %s82
  %t760 = fmul float %t759, %t742
  %t761 = fadd float %t744, %t746
  %t762 = fadd float %t748, %t750
  %t763 = fadd float %t752, %t754
  %t764 = fadd float %t756, %t758
  %t765 = fadd float %t761, %t762
  %t766 = fadd float %t763, %t764
  %t767 = fadd float %t765, %t766
  %t768 = fadd float %t760, %t767
  store float %t768, ptr %s82
  %t769 = load float, ptr %s83
  %t770 = fmul float %t769, %t697
  store float %t770, ptr %s83
  %t771 = load float, ptr %s84
  %t772 = fmul float %t771, %t697
  store float %t772, ptr %s84
  %t773 = load float, ptr %s85
  %t774 = fmul float %t773, %t742
  store float %t774, ptr %s85
  %t775 = load float, ptr %s86
  %t776 = fmul float %t775, %t742
  store float %t776, ptr %s86
  %t777 = load float, ptr %s87
  %t778 = fmul float %t777, %t697
  store float %t778, ptr %s87
  %t779 = load float, ptr %s88
  %t780 = fmul float %t779, %t697
  store float %t780, ptr %s88
  %t781 = load float, ptr %s89
  %t782 = fmul float %t781, %t742
  store float %t782, ptr %s89
  %t783 = load float, ptr %s90
  %t784 = fmul float %t783, %t742
  store float %t784, ptr %s90
  call void asm sideeffect "cp.async.wait_group 2;", "~{memory}"()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t785 = add i32 %t71, %t578
  %t786 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t701, float %t699)
  %t787 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t746, float %t744)
  %t788 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t705, float %t703)
  %t789 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t750, float %t748)
  %t790 = add i32 %t2, %t785
  %t791 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t790) convergent
  %t792 = extractvalue {i32, i32, i32, i32} %t791, 0
  %t793 = extractvalue {i32, i32, i32, i32} %t791, 1
  %t794 = extractvalue {i32, i32, i32, i32} %t791, 2
  %t795 = extractvalue {i32, i32, i32, i32} %t791, 3
  %t796 = load float, ptr %s83
  %t797 = load float, ptr %s84
  %t798 = load float, ptr %s85
  %t799 = load float, ptr %s86
  %t800 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t786, i32 %t787, i32 %t788, i32 %t789, i32 %t792, i32 %t793, float %t796, float %t797, float %t798, float %t799) convergent
  %t801 = extractvalue {float, float, float, float} %t800, 0
  %t802 = extractvalue {float, float, float, float} %t800, 1
  %t803 = extractvalue {float, float, float, float} %t800, 2
  %t804 = extractvalue {float, float, float, float} %t800, 3
  store float %t801, ptr %s83
  store float %t802, ptr %s84
  store float %t803, ptr %s85
  store float %t804, ptr %s86
  %t805 = load float, ptr %s87
  %t806 = load float, ptr %s88
  %t807 = load float, ptr %s89
  %t808 = load float, ptr %s90
  %t809 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t786, i32 %t787, i32 %t788, i32 %t789, i32 %t794, i32 %t795, float %t805, float %t806, float %t807, float %t808) convergent
  %t810 = extractvalue {float, float, float, float} %t809, 0
  %t811 = extractvalue {float, float, float, float} %t809, 1
  %t812 = extractvalue {float, float, float, float} %t809, 2
  %t813 = extractvalue {float, float, float, float} %t809, 3
  store float %t810, ptr %s87
  store float %t811, ptr %s88
  store float %t812, ptr %s89
  store float %t813, ptr %s90
  %t814 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t709, float %t707)
  %t815 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t754, float %t752)
  %t816 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t713, float %t711)
  %t817 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t758, float %t756)
  %t818 = add i32 %t785, 768
  %t819 = add i32 %t2, %t818
  %t820 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t819) convergent
  %t821 = extractvalue {i32, i32, i32, i32} %t820, 0
  %t822 = extractvalue {i32, i32, i32, i32} %t820, 1
  %t823 = extractvalue {i32, i32, i32, i32} %t820, 2
  %t824 = extractvalue {i32, i32, i32, i32} %t820, 3
  %t825 = load float, ptr %s83
  %t826 = load float, ptr %s84
  %t827 = load float, ptr %s85
  %t828 = load float, ptr %s86
  %t829 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t814, i32 %t815, i32 %t816, i32 %t817, i32 %t821, i32 %t822, float %t825, float %t826, float %t827, float %t828) convergent
  %t830 = extractvalue {float, float, float, float} %t829, 0
  %t831 = extractvalue {float, float, float, float} %t829, 1
  %t832 = extractvalue {float, float, float, float} %t829, 2
  %t833 = extractvalue {float, float, float, float} %t829, 3
  store float %t830, ptr %s83
  store float %t831, ptr %s84
  store float %t832, ptr %s85
  store float %t833, ptr %s86
  %t834 = load float, ptr %s87
  %t835 = load float, ptr %s88
  %t836 = load float, ptr %s89
  %t837 = load float, ptr %s90
  %t838 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t814, i32 %t815, i32 %t816, i32 %t817, i32 %t823, i32 %t824, float %t834, float %t835, float %t836, float %t837) convergent
  %t839 = extractvalue {float, float, float, float} %t838, 0
  %t840 = extractvalue {float, float, float, float} %t838, 1
  %t841 = extractvalue {float, float, float, float} %t838, 2
  %t842 = extractvalue {float, float, float, float} %t838, 3
  store float %t839, ptr %s87
  store float %t840, ptr %s88
  store float %t841, ptr %s89
  store float %t842, ptr %s90
  %t843 = add nuw nsw i64 %t548, 1
  store i64 %t843, ptr %s544
  %t844 = icmp slt i64 %t843, %t543
  br i1 %t844, label %loop.545, label %done.546
done.546:
  call void asm sideeffect "cp.async.wait_all;", "~{memory}"()
  %t845 = load float, ptr %s79
  %t846 = load float, ptr %s80
  %t847 = load float, ptr %s81
  %t848 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t847, i32 1, i32 31)
  %t849 = fadd float %t847, %t848
  %t850 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t849, i32 2, i32 31)
  %t851 = fadd float %t849, %t850
  %t852 = load float, ptr %s82
  %t853 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t852, i32 1, i32 31)
  %t854 = fadd float %t852, %t853
  %t855 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t854, i32 2, i32 31)
  %t856 = fadd float %t854, %t855
  %t857 = load float, ptr %s83
  %t858 = load float, ptr %s84
  %t859 = load float, ptr %s85
  %t860 = load float, ptr %s86
  %t861 = load float, ptr %s87
  %t862 = load float, ptr %s88
  %t863 = load float, ptr %s89
  %t864 = load float, ptr %s90
  br i1 %t75, label %then.865, label %else.866
then.865:
  %t868 = icmp eq i32 %t20, 0
  %t869 = fdiv float 0x3FF0000000000000, %t851
  %t870 = mul i32 %t20, 2
  %t871 = fmul float %t857, %t869
  %t872 = fmul float %t858, %t869
  %t873 = add i32 %t870, 1
  %t874 = sext i32 %t13 to i64
  %t875 = mul nsw i64 %t874, 320
  %t876 = getelementptr i16, ptr %buffer3, i64 %t875
  %t877 = sext i32 %t77 to i64
  %t878 = mul nsw i64 %t877, 16
  %t879 = getelementptr i16, ptr %t876, i64 %t878
  %t880 = sext i32 %t870 to i64
  %t881 = mul nsw i64 %t880, 1
  %t882 = getelementptr i16, ptr %t879, i64 %t881
  %t883 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t872, float %t871)
  store i32 %t883, ptr %t882, align 4
  %t884 = mul i32 %t20, 2
  %t885 = add i32 8, %t884
  %t886 = fmul float %t861, %t869
  %t887 = fmul float %t862, %t869
  %t888 = add i32 %t885, 1
  %t889 = sext i32 %t13 to i64
  %t890 = mul nsw i64 %t889, 320
  %t891 = getelementptr i16, ptr %buffer3, i64 %t890
  %t892 = sext i32 %t77 to i64
  %t893 = mul nsw i64 %t892, 16
  %t894 = getelementptr i16, ptr %t891, i64 %t893
  %t895 = sext i32 %t885 to i64
  %t896 = mul nsw i64 %t895, 1
  %t897 = getelementptr i16, ptr %t894, i64 %t896
  %t898 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t887, float %t886)
  store i32 %t898, ptr %t897, align 4
  br label %join.867
else.866:
  br label %join.867
join.867:
  %t899 = load float, ptr %s83
  %t900 = load float, ptr %s84
  %t901 = load float, ptr %s85
  %t902 = load float, ptr %s86
  %t903 = load float, ptr %s87
  %t904 = load float, ptr %s88
  %t905 = load float, ptr %s89
  %t906 = load float, ptr %s90
  br i1 %t76, label %then.907, label %else.908
then.907:
  %t910 = icmp eq i32 %t20, 0
  %t911 = fdiv float 0x3FF0000000000000, %t856
  %t912 = mul i32 %t20, 2
  %t913 = fmul float %t901, %t911
  %t914 = fmul float %t902, %t911
  %t915 = add i32 %t912, 1
  %t916 = sext i32 %t13 to i64
  %t917 = mul nsw i64 %t916, 320
  %t918 = getelementptr i16, ptr %buffer3, i64 %t917
  %t919 = sext i32 %t78 to i64
  %t920 = mul nsw i64 %t919, 16
  %t921 = getelementptr i16, ptr %t918, i64 %t920
  %t922 = sext i32 %t912 to i64
  %t923 = mul nsw i64 %t922, 1
  %t924 = getelementptr i16, ptr %t921, i64 %t923
  %t925 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t914, float %t913)
  store i32 %t925, ptr %t924, align 4
  %t926 = mul i32 %t20, 2
  %t927 = add i32 8, %t926
  %t928 = fmul float %t905, %t911
  %t929 = fmul float %t906, %t911
  %t930 = add i32 %t927, 1
  %t931 = sext i32 %t13 to i64
  %t932 = mul nsw i64 %t931, 320
  %t933 = getelementptr i16, ptr %buffer3, i64 %t932
  %t934 = sext i32 %t78 to i64
  %t935 = mul nsw i64 %t934, 16
  %t936 = getelementptr i16, ptr %t933, i64 %t935
  %t937 = sext i32 %t927 to i64
  %t938 = mul nsw i64 %t937, 1
  %t939 = getelementptr i16, ptr %t936, i64 %t938
  %t940 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t929, float %t928)
  store i32 %t940, ptr %t939, align 4
  br label %join.909
else.908:
  br label %join.909
join.909:
  ret void
}
