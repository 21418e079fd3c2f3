@shared_memory = external addrspace(3) global [0 x i8], align 128
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
declare float @llvm.maxnum.f32(float, float)
declare float @llvm.nvvm.shfl.sync.bfly.f32(i32, float, i32, i32) convergent
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
  %s314 = alloca i64
  %s568 = alloca i64
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
  %t108 = add i32 %t2, %t107
  %t109 = select i1 %t95, i32 16, i32 0
  %t110 = addrspacecast ptr %t104 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t108, ptr addrspace(1) %t110, i32 %t109)
  %t111 = icmp ult i32 %t24, 40
  %t112 = mul i32 %t24, 48
  %t113 = mul i32 %t23, 2
  %t114 = add i32 %t112, %t113
  %t115 = add i32 %t114, 768
  %t116 = select i1 %t111, ptr %t33, ptr %buffer1
  %t117 = load i16, ptr %t116, align 2
  %t118 = select i1 %t111, i16 %t117, i16 0
  %t119 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t115
  store i16 %t118, ptr addrspace(3) %t119, align 2
  %t120 = getelementptr i16, ptr %t33, i64 2
  %t121 = add i32 %t24, 2
  %t122 = icmp ult i32 %t121, 40
  %t123 = mul i32 %t121, 48
  %t124 = mul i32 %t23, 2
  %t125 = add i32 %t123, %t124
  %t126 = add i32 %t125, 768
  %t127 = select i1 %t122, ptr %t120, ptr %buffer1
  %t128 = load i16, ptr %t127, align 2
  %t129 = select i1 %t122, i16 %t128, i16 0
  %t130 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t126
  store i16 %t129, ptr addrspace(3) %t130, align 2
  %t131 = getelementptr i16, ptr %t33, i64 4
  %t132 = add i32 %t24, 4
  %t133 = icmp ult i32 %t132, 40
  %t134 = mul i32 %t132, 48
  %t135 = mul i32 %t23, 2
  %t136 = add i32 %t134, %t135
  %t137 = add i32 %t136, 768
  %t138 = select i1 %t133, ptr %t131, ptr %buffer1
  %t139 = load i16, ptr %t138, align 2
  %t140 = select i1 %t133, i16 %t139, i16 0
  %t141 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t137
  store i16 %t140, ptr addrspace(3) %t141, align 2
  %t142 = getelementptr i16, ptr %t33, i64 6
  %t143 = add i32 %t24, 6
  %t144 = icmp ult i32 %t143, 40
  %t145 = mul i32 %t143, 48
  %t146 = mul i32 %t23, 2
  %t147 = add i32 %t145, %t146
  %t148 = add i32 %t147, 768
  %t149 = select i1 %t144, ptr %t142, ptr %buffer1
  %t150 = load i16, ptr %t149, align 2
  %t151 = select i1 %t144, i16 %t150, i16 0
  %t152 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t148
  store i16 %t151, ptr addrspace(3) %t152, align 2
  %t153 = getelementptr i16, ptr %t33, i64 8
  %t154 = add i32 %t24, 8
  %t155 = icmp ult i32 %t154, 40
  %t156 = mul i32 %t154, 48
  %t157 = mul i32 %t23, 2
  %t158 = add i32 %t156, %t157
  %t159 = add i32 %t158, 768
  %t160 = select i1 %t155, ptr %t153, ptr %buffer1
  %t161 = load i16, ptr %t160, align 2
  %t162 = select i1 %t155, i16 %t161, i16 0
  %t163 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t159
  store i16 %t162, ptr addrspace(3) %t163, align 2
  %t164 = getelementptr i16, ptr %t33, i64 10
  %t165 = add i32 %t24, 10
  %t166 = icmp ult i32 %t165, 40
  %t167 = mul i32 %t165, 48
  %t168 = mul i32 %t23, 2
  %t169 = add i32 %t167, %t168
  %t170 = add i32 %t169, 768
  %t171 = select i1 %t166, ptr %t164, ptr %buffer1
  %t172 = load i16, ptr %t171, align 2
  %t173 = select i1 %t166, i16 %t172, i16 0
  %t174 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t170
  store i16 %t173, ptr addrspace(3) %t174, align 2
  %t175 = getelementptr i16, ptr %t33, i64 12
  %t176 = add i32 %t24, 12
  %t177 = icmp ult i32 %t176, 40
  %t178 = mul i32 %t176, 48
  %t179 = mul i32 %t23, 2
  %t180 = add i32 %t178, %t179
  %t181 = add i32 %t180, 768
  %t182 = select i1 %t177, ptr %t175, ptr %buffer1
  %t183 = load i16, ptr %t182, align 2
  %t184 = select i1 %t177, i16 %t183, i16 0
  %t185 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t181
  store i16 %t184, ptr addrspace(3) %t185, align 2
  %t186 = getelementptr i16, ptr %t33, i64 14
  %t187 = add i32 %t24, 14
  %t188 = icmp ult i32 %t187, 40
  %t189 = mul i32 %t187, 48
  %t190 = mul i32 %t23, 2
  %t191 = add i32 %t189, %t190
  %t192 = add i32 %t191, 768
  %t193 = select i1 %t188, ptr %t186, ptr %buffer1
  %t194 = load i16, ptr %t193, align 2
  %t195 = select i1 %t188, i16 %t194, i16 0
  %t196 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t192
  store i16 %t195, ptr addrspace(3) %t196, align 2
  %t197 = getelementptr i16, ptr %t33, i64 16
  %t198 = add i32 %t24, 16
  %t199 = icmp ult i32 %t198, 40
  %t200 = mul i32 %t198, 48
  %t201 = mul i32 %t23, 2
  %t202 = add i32 %t200, %t201
  %t203 = add i32 %t202, 768
  %t204 = select i1 %t199, ptr %t197, ptr %buffer1
  %t205 = load i16, ptr %t204, align 2
  %t206 = select i1 %t199, i16 %t205, i16 0
  %t207 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t203
  store i16 %t206, ptr addrspace(3) %t207, align 2
  %t208 = getelementptr i16, ptr %t33, i64 18
  %t209 = add i32 %t24, 18
  %t210 = icmp ult i32 %t209, 40
  %t211 = mul i32 %t209, 48
  %t212 = mul i32 %t23, 2
  %t213 = add i32 %t211, %t212
  %t214 = add i32 %t213, 768
  %t215 = select i1 %t210, ptr %t208, ptr %buffer1
  %t216 = load i16, ptr %t215, align 2
  %t217 = select i1 %t210, i16 %t216, i16 0
  %t218 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t214
  store i16 %t217, ptr addrspace(3) %t218, align 2
  %t219 = getelementptr i16, ptr %t33, i64 20
  %t220 = add i32 %t24, 20
  %t221 = icmp ult i32 %t220, 40
  %t222 = mul i32 %t220, 48
  %t223 = mul i32 %t23, 2
  %t224 = add i32 %t222, %t223
  %t225 = add i32 %t224, 768
  %t226 = select i1 %t221, ptr %t219, ptr %buffer1
  %t227 = load i16, ptr %t226, align 2
  %t228 = select i1 %t221, i16 %t227, i16 0
  %t229 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t225
  store i16 %t228, ptr addrspace(3) %t229, align 2
  %t230 = getelementptr i16, ptr %t33, i64 22
  %t231 = add i32 %t24, 22
  %t232 = icmp ult i32 %t231, 40
  %t233 = mul i32 %t231, 48
  %t234 = mul i32 %t23, 2
  %t235 = add i32 %t233, %t234
  %t236 = add i32 %t235, 768
  %t237 = select i1 %t232, ptr %t230, ptr %buffer1
  %t238 = load i16, ptr %t237, align 2
  %t239 = select i1 %t232, i16 %t238, i16 0
  %t240 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t236
  store i16 %t239, ptr addrspace(3) %t240, align 2
  %t241 = getelementptr i16, ptr %t33, i64 24
  %t242 = add i32 %t24, 24
  %t243 = icmp ult i32 %t242, 40
  %t244 = mul i32 %t242, 48
  %t245 = mul i32 %t23, 2
  %t246 = add i32 %t244, %t245
  %t247 = add i32 %t246, 768
  %t248 = select i1 %t243, ptr %t241, ptr %buffer1
  %t249 = load i16, ptr %t248, align 2
  %t250 = select i1 %t243, i16 %t249, i16 0
  %t251 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t247
  store i16 %t250, ptr addrspace(3) %t251, align 2
  %t252 = getelementptr i16, ptr %t33, i64 26
  %t253 = add i32 %t24, 26
  %t254 = icmp ult i32 %t253, 40
  %t255 = mul i32 %t253, 48
  %t256 = mul i32 %t23, 2
  %t257 = add i32 %t255, %t256
  %t258 = add i32 %t257, 768
  %t259 = select i1 %t254, ptr %t252, ptr %buffer1
  %t260 = load i16, ptr %t259, align 2
  %t261 = select i1 %t254, i16 %t260, i16 0
  %t262 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t258
  store i16 %t261, ptr addrspace(3) %t262, align 2
  %t263 = getelementptr i16, ptr %t33, i64 28
  %t264 = add i32 %t24, 28
  %t265 = icmp ult i32 %t264, 40
  %t266 = mul i32 %t264, 48
  %t267 = mul i32 %t23, 2
  %t268 = add i32 %t266, %t267
  %t269 = add i32 %t268, 768
  %t270 = select i1 %t265, ptr %t263, ptr %buffer1
  %t271 = load i16, ptr %t270, align 2
  %t272 = select i1 %t265, i16 %t271, i16 0
  %t273 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t269
  store i16 %t272, ptr addrspace(3) %t273, align 2
  %t274 = getelementptr i16, ptr %t33, i64 30
  %t275 = add i32 %t24, 30
  %t276 = icmp ult i32 %t275, 40
  %t277 = mul i32 %t275, 48
  %t278 = mul i32 %t23, 2
  %t279 = add i32 %t277, %t278
  %t280 = add i32 %t279, 768
  %t281 = select i1 %t276, ptr %t274, ptr %buffer1
  %t282 = load i16, ptr %t281, align 2
  %t283 = select i1 %t276, i16 %t282, i16 0
  %t284 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t280
  store i16 %t283, ptr addrspace(3) %t284, align 2
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"()
  %t285 = icmp ult i32 %t35, 40
  %t286 = mul i32 %t35, 48
  %t287 = mul i32 %t36, 2
  %t288 = add i32 %t286, %t287
  %t289 = add i32 %t288, 2304
  %t290 = add i32 %t2, %t289
  %t291 = select i1 %t285, i32 16, i32 0
  %t292 = addrspacecast ptr %t45 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t290, ptr addrspace(1) %t292, i32 %t291)
  %t293 = getelementptr i16, ptr %t45, i64 256
  %t294 = add i32 %t35, 16
  %t295 = icmp ult i32 %t294, 40
  %t296 = mul i32 %t294, 48
  %t297 = mul i32 %t36, 2
  %t298 = add i32 %t296, %t297
  %t299 = add i32 %t298, 2304
  %t300 = add i32 %t2, %t299
  %t301 = select i1 %t295, i32 16, i32 0
  %t302 = addrspacecast ptr %t293 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t300, ptr addrspace(1) %t302, i32 %t301)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"()
  %t303 = add i32 %t14, 1
  %t304 = icmp ult i32 %t303, 20
  %t305 = select i1 %t304, i32 %t303, i32 20
  %t306 = udiv i32 %t305, 32
  call void asm sideeffect "cp.async.wait_group 1;", "~{memory}"()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t307 = add i32 %t2, %t61
  %t308 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t307) convergent
  %t309 = extractvalue {i32, i32, i32, i32} %t308, 0
  %t310 = extractvalue {i32, i32, i32, i32} %t308, 1
  %t311 = extractvalue {i32, i32, i32, i32} %t308, 2
  %t312 = extractvalue {i32, i32, i32, i32} %t308, 3
  %t313 = zext i32 %t306 to i64
  store i64 0, ptr %s314
  %t317 = icmp sge i64 0, %t313
  br i1 %t317, label %done.316, label %loop.315
loop.315:
  %t318 = load i64, ptr %s314
  %t319 = trunc i64 %t318 to i32
  %t320 = mul i32 %t319, 32
  %t321 = add i32 %t320, %t22
  %t322 = mul i32 %t20, 2
  %t323 = add i32 %t321, %t322
  call void asm sideeffect "cp.async.wait_group 1;", "~{memory}"()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"()
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"()
  %t324 = urem i32 %t319, 1
  %t325 = mul i32 %t324, 3072
  %t326 = add i32 %t66, %t325
  %t327 = add i32 %t2, %t326
  %t328 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t327) convergent
  %t329 = extractvalue {i32, i32, i32, i32} %t328, 0
  %t330 = extractvalue {i32, i32, i32, i32} %t328, 1
  %t331 = extractvalue {i32, i32, i32, i32} %t328, 2
  %t332 = extractvalue {i32, i32, i32, i32} %t328, 3
  %t333 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t309, i32 %t310, i32 %t311, i32 %t312, i32 %t329, i32 %t330, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t334 = extractvalue {float, float, float, float} %t333, 0
  %t335 = extractvalue {float, float, float, float} %t333, 1
  %t336 = extractvalue {float, float, float, float} %t333, 2
  %t337 = extractvalue {float, float, float, float} %t333, 3
  %t338 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t309, i32 %t310, i32 %t311, i32 %t312, i32 %t331, i32 %t332, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t339 = extractvalue {float, float, float, float} %t338, 0
  %t340 = extractvalue {float, float, float, float} %t338, 1
  %t341 = extractvalue {float, float, float, float} %t338, 2
  %t342 = extractvalue {float, float, float, float} %t338, 3
  %t343 = add i32 %t326, 768
  %t344 = add i32 %t2, %t343
  %t345 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t344) convergent
  %t346 = extractvalue {i32, i32, i32, i32} %t345, 0
  %t347 = extractvalue {i32, i32, i32, i32} %t345, 1
  %t348 = extractvalue {i32, i32, i32, i32} %t345, 2
  %t349 = extractvalue {i32, i32, i32, i32} %t345, 3
  %t350 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t309, i32 %t310, i32 %t311, i32 %t312, i32 %t346, i32 %t347, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t351 = extractvalue {float, float, float, float} %t350, 0
  %t352 = extractvalue {float, float, float, float} %t350, 1
  %t353 = extractvalue {float, float, float, float} %t350, 2
  %t354 = extractvalue {float, float, float, float} %t350, 3
  %t355 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t309, i32 %t310, i32 %t311, i32 %t312, i32 %t348, i32 %t349, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t356 = extractvalue {float, float, float, float} %t355, 0
  %t357 = extractvalue {float, float, float, float} %t355, 1
  %t358 = extractvalue {float, float, float, float} %t355, 2
  %t359 = extractvalue {float, float, float, float} %t355, 3
  %t360 = add i32 %t320, %t22
  %t361 = mul i32 %t20, 2
  %t362 = add i32 %t360, %t361
  %t363 = fmul contract float %t334, 0x3FD0000000000000
  %t364 = fmul contract float %t336, 0x3FD0000000000000
  %t365 = add i32 %t362, 1
  %t366 = fmul contract float %t335, 0x3FD0000000000000
  %t367 = fmul contract float %t337, 0x3FD0000000000000
  %t368 = add i32 %t362, 8
  %t369 = fmul contract float %t339, 0x3FD0000000000000
  %t370 = fmul contract float %t341, 0x3FD0000000000000
  %t371 = add i32 %t362, 9
  %t372 = fmul contract float %t340, 0x3FD0000000000000
  %t373 = fmul contract float %t342, 0x3FD0000000000000
  %t374 = add i32 %t362, 16
  %t375 = fmul contract float %t351, 0x3FD0000000000000
  %t376 = fmul contract float %t353, 0x3FD0000000000000
  %t377 = add i32 %t362, 17
  %t378 = fmul contract float %t352, 0x3FD0000000000000
  %t379 = fmul contract float %t354, 0x3FD0000000000000
  %t380 = add i32 %t362, 24
  %t381 = fmul contract float %t356, 0x3FD0000000000000
  %t382 = fmul contract float %t358, 0x3FD0000000000000
  %t383 = add i32 %t362, 25
  %t384 = fmul contract float %t357, 0x3FD0000000000000
  %t385 = fmul contract float %t359, 0x3FD0000000000000
  %t386 = load float, ptr %s79
  %t387 = call float @llvm.maxnum.f32(float %t363, float %t366)
  %t388 = call float @llvm.maxnum.f32(float %t369, float %t372)
  %t389 = call float @llvm.maxnum.f32(float %t375, float %t378)
  %t390 = call float @llvm.maxnum.f32(float %t381, float %t384)
  %t391 = call float @llvm.maxnum.f32(float %t387, float %t388)
  %t392 = call float @llvm.maxnum.f32(float %t389, float %t390)
  %t393 = call float @llvm.maxnum.f32(float %t391, float %t392)
  %t394 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t393, i32 1, i32 31)
  %t395 = call float @llvm.maxnum.f32(float %t393, float %t394)
  %t396 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t395, i32 2, i32 31)
  %t397 = call float @llvm.maxnum.f32(float %t395, float %t396)
  %t398 = call float @llvm.maxnum.f32(float %t386, float %t397)
  %t399 = fcmp oeq float %t398, 0xFFF0000000000000
  %t400 = select i1 %t399, float 0x0000000000000000, float %t398
  %t401 = fsub float %t386, %t400
  %t402 = fmul float %t401, 0x3FF7154760000000
  %t403 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t402)
  store float %t398, ptr %s79
  %t404 = fsub float %t363, %t400
  %t405 = fmul float %t404, 0x3FF7154760000000
  %t406 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t405)
  %t407 = fsub float %t366, %t400
  %t408 = fmul float %t407, 0x3FF7154760000000
  %t409 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t408)
  %t410 = fsub float %t369, %t400
  %t411 = fmul float %t410, 0x3FF7154760000000
  %t412 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t411)
  %t413 = fsub float %t372, %t400
  %t414 = fmul float %t413, 0x3FF7154760000000
  %t415 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t414)
  %t416 = fsub float %t375, %t400
  %t417 = fmul float %t416, 0x3FF7154760000000
  %t418 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t417)
  %t419 = fsub float %t378, %t400
  %t420 = fmul float %t419, 0x3FF7154760000000
  %t421 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t420)
  %t422 = fsub float %t381, %t400
  %t423 = fmul float %t422, 0x3FF7154760000000
  %t424 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t423)
  %t425 = fsub float %t384, %t400
  %t426 = fmul float %t425, 0x3FF7154760000000
  %t427 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t426)
  %t428 = load float, ptr %s81
  %t429 = fmul float %t428, %t403
  %t430 = fadd float %t406, %t409
  %t431 = fadd float %t412, %t415
  %t432 = fadd float %t418, %t421
  %t433 = fadd float %t424, %t427
  %t434 = fadd float %t430, %t431
  %t435 = fadd float %t432, %t433
  %t436 = fadd float %t434, %t435
  %t437 = fadd float %t429, %t436
  store float %t437, ptr %s81
  %t438 = load float, ptr %s80
  %t439 = call float @llvm.maxnum.f32(float %t364, float %t367)
  %t440 = call float @llvm.maxnum.f32(float %t370, float %t373)
  %t441 = call float @llvm.maxnum.f32(float %t376, float %t379)
  %t442 = call float @llvm.maxnum.f32(float %t382, float %t385)
  %t443 = call float @llvm.maxnum.f32(float %t439, float %t440)
  %t444 = call float @llvm.maxnum.f32(float %t441, float %t442)
  %t445 = call float @llvm.maxnum.f32(float %t443, float %t444)
  %t446 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t445, i32 1, i32 31)
  %t447 = call float @llvm.maxnum.f32(float %t445, float %t446)
  %t448 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t447, i32 2, i32 31)
  %t449 = call float @llvm.maxnum.f32(float %t447, float %t448)
  %t450 = call float @llvm.maxnum.f32(float %t438, float %t449)
  %t451 = fcmp oeq float %t450, 0xFFF0000000000000
  %t452 = select i1 %t451, float 0x0000000000000000, float %t450
  %t453 = fsub float %t438, %t452
  %t454 = fmul float %t453, 0x3FF7154760000000
  %t455 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t454)
  store float %t450, ptr %s80
  %t456 = fsub float %t364, %t452
  %t457 = fmul float %t456, 0x3FF7154760000000
  %t458 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t457)
  %t459 = fsub float %t367, %t452
  %t460 = fmul float %t459, 0x3FF7154760000000
  %t461 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t460)
  %t462 = fsub float %t370, %t452
  %t463 = fmul float %t462, 0x3FF7154760000000
  %t464 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t463)
  %t465 = fsub float %t373, %t452
  %t466 = fmul float %t465, 0x3FF7154760000000
  %t467 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t466)
  %t468 = fsub float %t376, %t452
  %t469 = fmul float %t468, 0x3FF7154760000000
  %t470 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t469)
  %t471 = fsub float %t379, %t452
  %t472 = fmul float %t471, 0x3FF7154760000000
  %t473 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t472)
  %t474 = fsub float %t382, %t452
  %t475 = fmul float %t474, 0x3FF7154760000000
  %t476 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t475)
  %t477 = fsub float %t385, %t452
  %t478 = fmul float %t477, 0x3FF7154760000000
  %t479 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t478)
  %t480 = load float, ptr %s82
  %t481 = fmul float %t480, %t455
  %t482 = fadd float %t458, %t461
  %t483 = fadd float %t464, %t467
  %t484 = fadd float %t470, %t473
  %t485 = fadd float %t476, %t479
  %t486 = fadd float %t482, %t483
  %t487 = fadd float %t484, %t485
  %t488 = fadd float %t486, %t487
  %t489 = fadd float %t481, %t488
  store float %t489, ptr %s82
  %t490 = load float, ptr %s83
  %t491 = fmul float %t490, %t403
  store float %t491, ptr %s83
  %t492 = load float, ptr %s84
  %t493 = fmul float %t492, %t403
  store float %t493, ptr %s84
  %t494 = load float, ptr %s85
  %t495 = fmul float %t494, %t455
  store float %t495, ptr %s85
  %t496 = load float, ptr %s86
  %t497 = fmul float %t496, %t455
  store float %t497, ptr %s86
  %t498 = load float, ptr %s87
  %t499 = fmul float %t498, %t403
  store float %t499, ptr %s87
  %t500 = load float, ptr %s88
  %t501 = fmul float %t500, %t403
  store float %t501, ptr %s88
  %t502 = load float, ptr %s89
  %t503 = fmul float %t502, %t455
  store float %t503, ptr %s89
  %t504 = load float, ptr %s90
  %t505 = fmul float %t504, %t455
  store float %t505, ptr %s90
  call void asm sideeffect "cp.async.wait_group 2;", "~{memory}"()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t506 = add i32 %t71, %t325
  %t507 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t409, float %t406)
  %t508 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t461, float %t458)
  %t509 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t415, float %t412)
  %t510 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t467, float %t464)
  %t511 = add i32 %t2, %t506
  %t512 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t511) convergent
  %t513 = extractvalue {i32, i32, i32, i32} %t512, 0
  %t514 = extractvalue {i32, i32, i32, i32} %t512, 1
  %t515 = extractvalue {i32, i32, i32, i32} %t512, 2
  %t516 = extractvalue {i32, i32, i32, i32} %t512, 3
  %t517 = load float, ptr %s83
  %t518 = load float, ptr %s84
  %t519 = load float, ptr %s85
  %t520 = load float, ptr %s86
  %t521 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t507, i32 %t508, i32 %t509, i32 %t510, i32 %t513, i32 %t514, float %t517, float %t518, float %t519, float %t520) convergent
  %t522 = extractvalue {float, float, float, float} %t521, 0
  %t523 = extractvalue {float, float, float, float} %t521, 1
  %t524 = extractvalue {float, float, float, float} %t521, 2
  %t525 = extractvalue {float, float, float, float} %t521, 3
  store float %t522, ptr %s83
  store float %t523, ptr %s84
  store float %t524, ptr %s85
  store float %t525, ptr %s86
  %t526 = load float, ptr %s87
  %t527 = load float, ptr %s88
  %t528 = load float, ptr %s89
  %t529 = load float, ptr %s90
  %t530 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t507, i32 %t508, i32 %t509, i32 %t510, i32 %t515, i32 %t516, float %t526, float %t527, float %t528, float %t529) convergent
  %t531 = extractvalue {float, float, float, float} %t530, 0
  %t532 = extractvalue {float, float, float, float} %t530, 1
  %t533 = extractvalue {float, float, float, float} %t530, 2
  %t534 = extractvalue {float, float, float, float} %t530, 3
  store float %t531, ptr %s87
  store float %t532, ptr %s88
  store float %t533, ptr %s89
  store float %t534, ptr %s90
  %t535 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t421, float %t418)
  %t536 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t473, float %t470)
  %t537 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t427, float %t424)
  %t538 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t479, float %t476)
  %t539 = add i32 %t506, 768
  %t540 = add i32 %t2, %t539
  %t541 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t540) convergent
  %t542 = extractvalue {i32, i32, i32, i32} %t541, 0
  %t543 = extractvalue {i32, i32, i32, i32} %t541, 1
  %t544 = extractvalue {i32, i32, i32, i32} %t541, 2
  %t545 = extractvalue {i32, i32, i32, i32} %t541, 3
  %t546 = load float, ptr %s83
  %t547 = load float, ptr %s84
  %t548 = load float, ptr %s85
  %t549 = load float, ptr %s86
  %t550 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t535, i32 %t536, i32 %t537, i32 %t538, i32 %t542, i32 %t543, float %t546, float %t547, float %t548, float %t549) convergent
  %t551 = extractvalue {float, float, float, float} %t550, 0
  %t552 = extractvalue {float, float, float, float} %t550, 1
  %t553 = extractvalue {float, float, float, float} %t550, 2
  %t554 = extractvalue {float, float, float, float} %t550, 3
  store float %t551, ptr %s83
  store float %t552, ptr %s84
  store float %t553, ptr %s85
  store float %t554, ptr %s86
  %t555 = load float, ptr %s87
  %t556 = load float, ptr %s88
  %t557 = load float, ptr %s89
  %t558 = load float, ptr %s90
  %t559 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t535, i32 %t536, i32 %t537, i32 %t538, i32 %t544, i32 %t545, float %t555, float %t556, float %t557, float %t558) convergent
  %t560 = extractvalue {float, float, float, float} %t559, 0
  %t561 = extractvalue {float, float, float, float} %t559, 1
  %t562 = extractvalue {float, float, float, float} %t559, 2
  %t563 = extractvalue {float, float, float, float} %t559, 3
  store float %t560, ptr %s87
  store float %t561, ptr %s88
  store float %t562, ptr %s89
  store float %t563, ptr %s90
  %t564 = add nuw nsw i64 %t318, 1
  store i64 %t564, ptr %s314
  %t565 = icmp slt i64 %t564, %t313
  br i1 %t565, label %loop.315, label %done.316
done.316:
  %t566 = zext i32 %t306 to i64
  %t567 = zext i32 %t50 to i64
  store i64 %t566, ptr %s568
  %t571 = icmp sge i64 %t566, %t567
  br i1 %t571, label %done.570, label %loop.569
loop.569:
  %t572 = load i64, ptr %s568
  %t573 = trunc i64 %t572 to i32
  %t574 = mul i32 %t573, 32
  %t575 = add i32 %t574, %t22
  %t576 = mul i32 %t20, 2
  %t577 = add i32 %t575, %t576
  %t578 = icmp ult i32 %t577, 39
  %t579 = select i1 %t578, i32 %t577, i32 39
  %t580 = add i32 %t577, 1
  %t581 = icmp ult i32 %t580, 39
  %t582 = select i1 %t581, i32 %t580, i32 39
  %t583 = add i32 %t577, 8
  %t584 = icmp ult i32 %t583, 39
  %t585 = select i1 %t584, i32 %t583, i32 39
  %t586 = add i32 %t577, 9
  %t587 = icmp ult i32 %t586, 39
  %t588 = select i1 %t587, i32 %t586, i32 39
  %t589 = add i32 %t577, 16
  %t590 = icmp ult i32 %t589, 39
  %t591 = select i1 %t590, i32 %t589, i32 39
  %t592 = add i32 %t577, 17
  %t593 = icmp ult i32 %t592, 39
  %t594 = select i1 %t593, i32 %t592, i32 39
  %t595 = add i32 %t577, 24
  %t596 = icmp ult i32 %t595, 39
  %t597 = select i1 %t596, i32 %t595, i32 39
  %t598 = add i32 %t577, 25
  %t599 = icmp ult i32 %t598, 39
  %t600 = select i1 %t599, i32 %t598, i32 39
  call void asm sideeffect "cp.async.wait_group 1;", "~{memory}"()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"()
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"()
  %t601 = urem i32 %t573, 1
  %t602 = mul i32 %t601, 3072
  %t603 = add i32 %t66, %t602
  %t604 = add i32 %t2, %t603
  %t605 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t604) convergent
  %t606 = extractvalue {i32, i32, i32, i32} %t605, 0
  %t607 = extractvalue {i32, i32, i32, i32} %t605, 1
  %t608 = extractvalue {i32, i32, i32, i32} %t605, 2
  %t609 = extractvalue {i32, i32, i32, i32} %t605, 3
  %t610 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t309, i32 %t310, i32 %t311, i32 %t312, i32 %t606, i32 %t607, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t611 = extractvalue {float, float, float, float} %t610, 0
  %t612 = extractvalue {float, float, float, float} %t610, 1
  %t613 = extractvalue {float, float, float, float} %t610, 2
  %t614 = extractvalue {float, float, float, float} %t610, 3
  %t615 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t309, i32 %t310, i32 %t311, i32 %t312, i32 %t608, i32 %t609, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t616 = extractvalue {float, float, float, float} %t615, 0
  %t617 = extractvalue {float, float, float, float} %t615, 1
  %t618 = extractvalue {float, float, float, float} %t615, 2
  %t619 = extractvalue {float, float, float, float} %t615, 3
  %t620 = add i32 %t603, 768
  %t621 = add i32 %t2, %t620
  %t622 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t621) convergent
  %t623 = extractvalue {i32, i32, i32, i32} %t622, 0
  %t624 = extractvalue {i32, i32, i32, i32} %t622, 1
  %t625 = extractvalue {i32, i32, i32, i32} %t622, 2
  %t626 = extractvalue {i32, i32, i32, i32} %t622, 3
  %t627 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t309, i32 %t310, i32 %t311, i32 %t312, i32 %t623, i32 %t624, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t628 = extractvalue {float, float, float, float} %t627, 0
  %t629 = extractvalue {float, float, float, float} %t627, 1
  %t630 = extractvalue {float, float, float, float} %t627, 2
  %t631 = extractvalue {float, float, float, float} %t627, 3
  %t632 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t309, i32 %t310, i32 %t311, i32 %t312, i32 %t625, i32 %t626, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t633 = extractvalue {float, float, float, float} %t632, 0
  %t634 = extractvalue {float, float, float, float} %t632, 1
  %t635 = extractvalue {float, float, float, float} %t632, 2
  %t636 = extractvalue {float, float, float, float} %t632, 3
  %t637 = add i32 %t574, %t22
  %t638 = mul i32 %t20, 2
  %t639 = add i32 %t637, %t638
  %t640 = icmp ult i32 %t639, 40
  %t641 = fmul contract float %t611, 0x3FD0000000000000
  %t642 = icmp ule i32 %t639, %t77
  %t643 = and i1 %t640, %t642
  %t644 = select i1 %t643, float %t641, float 0xFFF0000000000000
  %t645 = fmul contract float %t613, 0x3FD0000000000000
  %t646 = icmp ule i32 %t639, %t78
  %t647 = and i1 %t640, %t646
  %t648 = select i1 %t647, float %t645, float 0xFFF0000000000000
  %t649 = add i32 %t639, 1
  %t650 = icmp ult i32 %t649, 40
  %t651 = fmul contract float %t612, 0x3FD0000000000000
  %t652 = icmp ule i32 %t649, %t77
  %t653 = and i1 %t650, %t652
  %t654 = select i1 %t653, float %t651, float 0xFFF0000000000000
  %t655 = fmul contract float %t614, 0x3FD0000000000000
  %t656 = icmp ule i32 %t649, %t78
  %t657 = and i1 %t650, %t656
  %t658 = select i1 %t657, float %t655, float 0xFFF0000000000000
  %t659 = add i32 %t639, 8
  %t660 = icmp ult i32 %t659, 40
  %t661 = fmul contract float %t616, 0x3FD0000000000000
  %t662 = icmp ule i32 %t659, %t77
  %t663 = and i1 %t660, %t662
  %t664 = select i1 %t663, float %t661, float 0xFFF0000000000000
  %t665 = fmul contract float %t618, 0x3FD0000000000000
  %t666 = icmp ule i32 %t659, %t78
  %t667 = and i1 %t660, %t666
  %t668 = select i1 %t667, float %t665, float 0xFFF0000000000000
  %t669 = add i32 %t639, 9
  %t670 = icmp ult i32 %t669, 40
  %t671 = fmul contract float %t617, 0x3FD0000000000000
  %t672 = icmp ule i32 %t669, %t77
  %t673 = and i1 %t670, %t672
  %t674 = select i1 %t673, float %t671, float 0xFFF0000000000000
  %t675 = fmul contract float %t619, 0x3FD0000000000000
  %t676 = icmp ule i32 %t669, %t78
  %t677 = and i1 %t670, %t676
  %t678 = select i1 %t677, float %t675, float 0xFFF0000000000000
  %t679 = add i32 %t639, 16
  %t680 = icmp ult i32 %t679, 40
  %t681 = fmul contract float %t628, 0x3FD0000000000000
  %t682 = icmp ule i32 %t679, %t77
  %t683 = and i1 %t680, %t682
  %t684 = select i1 %t683, float %t681, float 0xFFF0000000000000
  %t685 = fmul contract float %t630, 0x3FD0000000000000
  %t686 = icmp ule i32 %t679, %t78
  %t687 = and i1 %t680, %t686
  %t688 = select i1 %t687, float %t685, float 0xFFF0000000000000
  %t689 = add i32 %t639, 17
  %t690 = icmp ult i32 %t689, 40
  %t691 = fmul contract float %t629, 0x3FD0000000000000
  %t692 = icmp ule i32 %t689, %t77
  %t693 = and i1 %t690, %t692
  %t694 = select i1 %t693, float %t691, float 0xFFF0000000000000
  %t695 = fmul contract float %t631, 0x3FD0000000000000
  %t696 = icmp ule i32 %t689, %t78
  %t697 = and i1 %t690, %t696
  %t698 = select i1 %t697, float %t695, float 0xFFF0000000000000
  %t699 = add i32 %t639, 24
  %t700 = icmp ult i32 %t699, 40
  %t701 = fmul contract float %t633, 0x3FD0000000000000
  %t702 = icmp ule i32 %t699, %t77
  %t703 = and i1 %t700, %t702
  %t704 = select i1 %t703, float %t701, float 0xFFF0000000000000
  %t705 = fmul contract float %t635, 0x3FD0000000000000
  %t706 = icmp ule i32 %t699, %t78
  %t707 = and i1 %t700, %t706
  %t708 = select i1 %t707, float %t705, float 0xFFF0000000000000
  %t709 = add i32 %t639, 25
  %t710 = icmp ult i32 %t709, 40
  %t711 = fmul contract float %t634, 0x3FD0000000000000
  %t712 = icmp ule i32 %t709, %t77
  %t713 = and i1 %t710, %t712
  %t714 = select i1 %t713, float %t711, float 0xFFF0000000000000
  %t715 = fmul contract float %t636, 0x3FD0000000000000
  %t716 = icmp ule i32 %t709, %t78
  %t717 = and i1 %t710, %t716
  %t718 = select i1 %t717, float %t715, float 0xFFF0000000000000
  %t719 = load float, ptr %s79
  %t720 = call float @llvm.maxnum.f32(float %t644, float %t654)
  %t721 = call float @llvm.maxnum.f32(float %t664, float %t674)
  %t722 = call float @llvm.maxnum.f32(float %t684, float %t694)
  %t723 = call float @llvm.maxnum.f32(float %t704, float %t714)
  %t724 = call float @llvm.maxnum.f32(float %t720, float %t721)
  %t725 = call float @llvm.maxnum.f32(float %t722, float %t723)
  %t726 = call float @llvm.maxnum.f32(float %t724, float %t725)
  %t727 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t726, i32 1, i32 31)
  %t728 = call float @llvm.maxnum.f32(float %t726, float %t727)
  %t729 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t728, i32 2, i32 31)
  %t730 = call float @llvm.maxnum.f32(float %t728, float %t729)
  %t731 = call float @llvm.maxnum.f32(float %t719, float %t730)
  %t732 = fcmp oeq float %t731, 0xFFF0000000000000
  %t733 = select i1 %t732, float 0x0000000000000000, float %t731
  %t734 = fsub float %t719, %t733
  %t735 = fmul float %t734, 0x3FF7154760000000
  %t736 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t735)
  store float %t731, ptr %s79
  %t737 = fsub float %t644, %t733
  %t738 = fmul float %t737, 0x3FF7154760000000
  %t739 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t738)
  %t740 = fsub float %t654, %t733
  %t741 = fmul float %t740, 0x3FF7154760000000
  %t742 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t741)
  %t743 = fsub float %t664, %t733
  %t744 = fmul float %t743, 0x3FF7154760000000
  %t745 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t744)
  %t746 = fsub float %t674, %t733
  %t747 = fmul float %t746, 0x3FF7154760000000
  %t748 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t747)
  %t749 = fsub float %t684, %t733
  %t750 = fmul float %t749, 0x3FF7154760000000
  %t751 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t750)
  %t752 = fsub float %t694, %t733
  %t753 = fmul float %t752, 0x3FF7154760000000
  %t754 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t753)
  %t755 = fsub float %t704, %t733
  %t756 = fmul float %t755, 0x3FF7154760000000
  %t757 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t756)
  %t758 = fsub float %t714, %t733
  %t759 = fmul float %t758, 0x3FF7154760000000
  %t760 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t759)
  %t761 = load float, ptr %s81
  %t762 = fmul float %t761, %t736
  %t763 = fadd float %t739, %t742
  %t764 = fadd float %t745, %t748
  %t765 = fadd float %t751, %t754
  %t766 = fadd float %t757, %t760
  %t767 = fadd float %t763, %t764
  %t768 = fadd float %t765, %t766
  %t769 = fadd float %t767, %t768
  %t770 = fadd float %t762, %t769
  store float %t770, ptr %s81
  %t771 = load float, ptr %s80
  %t772 = call float @llvm.maxnum.f32(float %t648, float %t658)
  %t773 = call float @llvm.maxnum.f32(float %t668, float %t678)
  %t774 = call float @llvm.maxnum.f32(float %t688, float %t698)
  %t775 = call float @llvm.maxnum.f32(float %t708, float %t718)
  %t776 = call float @llvm.maxnum.f32(float %t772, float %t773)
  %t777 = call float @llvm.maxnum.f32(float %t774, float %t775)
  %t778 = call float @llvm.maxnum.f32(float %t776, float %t777)
  %t779 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t778, i32 1, i32 31)
  %t780 = call float @llvm.maxnum.f32(float %t778, float %t779)
  %t781 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t780, i32 2, i32 31)
  %t782 = call float @llvm.maxnum.f32(float %t780, float %t781)
  %t783 = call float @llvm.maxnum.f32(float %t771, float %t782)
  %t784 = fcmp oeq float %t783, 0xFFF0000000000000
  %t785 = select i1 %t784, float 0x0000000000000000, float %t783
  %t786 = fsub float %t771, %t785
  %t787 = fmul float %t786, 0x3FF7154760000000
  %t788 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t787)
  store float %t783, ptr %s80
  %t789 = fsub float %t648, %t785
  %t790 = fmul float %t789, 0x3FF7154760000000
  %t791 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t790)
  %t792 = fsub float %t658, %t785
  %t793 = fmul float %t792, 0x3FF7154760000000
  %t794 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t793)
  %t795 = fsub float %t668, %t785
  %t796 = fmul float %t795, 0x3FF7154760000000
  %t797 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t796)
  %t798 = fsub float %t678, %t785
  %t799 = fmul float %t798, 0x3FF7154760000000
  %t800 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t799)
  %t801 = fsub float %t688, %t785
  %t802 = fmul float %t801, 0x3FF7154760000000
  %t803 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t802)
  %t804 = fsub float %t698, %t785
  %t805 = fmul float %t804, 0x3FF7154760000000
  %t806 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t805)
  %t807 = fsub float %t708, %t785
  %t808 = fmul float %t807, 0x3FF7154760000000
  %t809 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t808)
  %t810 = fsub float %t718, %t785
  %t811 = fmul float %t810, 0x3FF7154760000000
  %t812 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t811)
  %t813 = load float, ptr %s82
  %t814 = fmul float %t813, %t788
  %t815 = fadd float %t791, %t794
  %t816 = fadd float %t797, %t800
  %t817 = fadd float %t803, %t806
  %t818 = fadd float %t809, %t812
  %t819 = fadd float %t815, %t816
  %t820 = fadd float %t817, %t818
  %t821 = fadd float %t819, %t820
  %t822 = fadd float %t814, %t821
  store float %t822, ptr %s82
  %t823 = load float, ptr %s83
  %t824 = fmul float %t823, %t736
  store float %t824, ptr %s83
  %t825 = load float, ptr %s84
  %t826 = fmul float %t825, %t736
  store float %t826, ptr %s84
  %t827 = load float, ptr %s85
  %t828 = fmul float %t827, %t788
  store float %t828, ptr %s85
  %t829 = load float, ptr %s86
  %t830 = fmul float %t829, %t788
  store float %t830, ptr %s86
  %t831 = load float, ptr %s87
  %t832 = fmul float %t831, %t736
  store float %t832, ptr %s87
  %t833 = load float, ptr %s88
  %t834 = fmul float %t833, %t736
  store float %t834, ptr %s88
  %t835 = load float, ptr %s89
  %t836 = fmul float %t835, %t788
  store float %t836, ptr %s89
  %t837 = load float, ptr %s90
  %t838 = fmul float %t837, %t788
  store float %t838, ptr %s90
  call void asm sideeffect "cp.async.wait_group 2;", "~{memory}"()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t839 = add i32 %t71, %t602
  %t840 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t742, float %t739)
  %t841 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t794, float %t791)
  %t842 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t748, float %t745)
  %t843 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t800, float %t797)
  %t844 = add i32 %t2, %t839
  %t845 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t844) convergent
  %t846 = extractvalue {i32, i32, i32, i32} %t845, 0
  %t847 = extractvalue {i32, i32, i32, i32} %t845, 1
  %t848 = extractvalue {i32, i32, i32, i32} %t845, 2
  %t849 = extractvalue {i32, i32, i32, i32} %t845, 3
  %t850 = load float, ptr %s83
  %t851 = load float, ptr %s84
  %t852 = load float, ptr %s85
  %t853 = load float, ptr %s86
  %t854 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t840, i32 %t841, i32 %t842, i32 %t843, i32 %t846, i32 %t847, float %t850, float %t851, float %t852, float %t853) convergent
  %t855 = extractvalue {float, float, float, float} %t854, 0
  %t856 = extractvalue {float, float, float, float} %t854, 1
  %t857 = extractvalue {float, float, float, float} %t854, 2
  %t858 = extractvalue {float, float, float, float} %t854, 3
  store float %t855, ptr %s83
  store float %t856, ptr %s84
  store float %t857, ptr %s85
  store float %t858, ptr %s86
  %t859 = load float, ptr %s87
  %t860 = load float, ptr %s88
  %t861 = load float, ptr %s89
  %t862 = load float, ptr %s90
  %t863 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t840, i32 %t841, i32 %t842, i32 %t843, i32 %t848, i32 %t849, float %t859, float %t860, float %t861, float %t862) convergent
  %t864 = extractvalue {float, float, float, float} %t863, 0
  %t865 = extractvalue {float, float, float, float} %t863, 1
  %t866 = extractvalue {float, float, float, float} %t863, 2
  %t867 = extractvalue {float, float, float, float} %t863, 3
  store float %t864, ptr %s87
  store float %t865, ptr %s88
  store float %t866, ptr %s89
  store float %t867, ptr %s90
  %t868 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t754, float %t751)
  %t869 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t806, float %t803)
  %t870 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t760, float %t757)
  %t871 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t812, float %t809)
  %t872 = add i32 %t839, 768
  %t873 = add i32 %t2, %t872
  %t874 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t873) convergent
  %t875 = extractvalue {i32, i32, i32, i32} %t874, 0
  %t876 = extractvalue {i32, i32, i32, i32} %t874, 1
  %t877 = extractvalue {i32, i32, i32, i32} %t874, 2
  %t878 = extractvalue {i32, i32, i32, i32} %t874, 3
  %t879 = load float, ptr %s83
  %t880 = load float, ptr %s84
  %t881 = load float, ptr %s85
  %t882 = load float, ptr %s86
  %t883 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t868, i32 %t869, i32 %t870, i32 %t871, i32 %t875, i32 %t876, float %t879, float %t880, float %t881, float %t882) convergent
  %t884 = extractvalue {float, float, float, float} %t883, 0
  %t885 = extractvalue {float, float, float, float} %t883, 1
  %t886 = extractvalue {float, float, float, float} %t883, 2
  %t887 = extractvalue {float, float, float, float} %t883, 3
  store float %t884, ptr %s83
  store float %t885, ptr %s84
  store float %t886, ptr %s85
  store float %t887, ptr %s86
  %t888 = load float, ptr %s87
  %t889 = load float, ptr %s88
  %t890 = load float, ptr %s89
  %t891 = load float, ptr %s90
  %t892 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t868, i32 %t869, i32 %t870, i32 %t871, i32 %t877, i32 %t878, float %t888, float %t889, float %t890, float %t891) convergent
  %t893 = extractvalue {float, float, float, float} %t892, 0
  %t894 = extractvalue {float, float, float, float} %t892, 1
  %t895 = extractvalue {float, float, float, float} %t892, 2
  %t896 = extractvalue {float, float, float, float} %t892, 3
  store float %t893, ptr %s87
  store float %t894, ptr %s88
  store float %t895, ptr %s89
  store float %t896, ptr %s90
  %t897 = add nuw nsw i64 %t572, 1
  store i64 %t897, ptr %s568
  %t898 = icmp slt i64 %t897, %t567
  br i1 %t898, label %loop.569, label %done.570
done.570:
  call void asm sideeffect "cp.async.wait_all;", "~{memory}"()
  %t899 = load float, ptr %s79
  %t900 = load float, ptr %s80
  %t901 = load float, ptr %s81
  %t902 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t901, i32 1, i32 31)
  %t903 = fadd float %t901, %t902
  %t904 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t903, i32 2, i32 31)
  %t905 = fadd float %t903, %t904
  %t906 = load float, ptr %s82
  %t907 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t906, i32 1, i32 31)
  %t908 = fadd float %t906, %t907
  %t909 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t908, i32 2, i32 31)
  %t910 = fadd float %t908, %t909
  %t911 = load float, ptr %s83
  %t912 = load float, ptr %s84
  %t913 = load float, ptr %s85
  %t914 = load float, ptr %s86
  %t915 = load float, ptr %s87
  %t916 = load float, ptr %s88
  %t917 = load float, ptr %s89
  %t918 = load float, ptr %s90
  br i1 %t75, label %then.919, label %else.920
then.919:
  %t922 = icmp eq i32 %t20, 0
  %t923 = fdiv float 0x3FF0000000000000, %t905
  %t924 = mul i32 %t20, 2
  %t925 = fmul float %t911, %t923
  %t926 = fmul float %t912, %t923
  %t927 = add i32 %t924, 1
  %t928 = sext i32 %t13 to i64
  %t929 = mul nsw i64 %t928, 320
  %t930 = getelementptr i16, ptr %buffer3, i64 %t929
  %t931 = sext i32 %t77 to i64
  %t932 = mul nsw i64 %t931, 16
  %t933 = getelementptr i16, ptr %t930, i64 %t932
  %t934 = sext i32 %t924 to i64
  %t935 = mul nsw i64 %t934, 1
  %t936 = getelementptr i16, ptr %t933, i64 %t935
  %t937 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t926, float %t925)
  store i32 %t937, ptr %t936, align 4
  %t938 = mul i32 %t20, 2
  %t939 = add i32 8, %t938
  %t940 = fmul float %t915, %t923
  %t941 = fmul float %t916, %t923
  %t942 = add i32 %t939, 1
  %t943 = sext i32 %t13 to i64
  %t944 = mul nsw i64 %t943, 320
  %t945 = getelementptr i16, ptr %buffer3, i64 %t944
  %t946 = sext i32 %t77 to i64
  %t947 = mul nsw i64 %t946, 16
  %t948 = getelementptr i16, ptr %t945, i64 %t947
  %t949 = sext i32 %t939 to i64
  %t950 = mul nsw i64 %t949, 1
  %t951 = getelementptr i16, ptr %t948, i64 %t950
  %t952 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t941, float %t940)
  store i32 %t952, ptr %t951, align 4
  br label %join.921
else.920:
  br label %join.921
join.921:
  %t953 = load float, ptr %s83
  %t954 = load float, ptr %s84
  %t955 = load float, ptr %s85
  %t956 = load float, ptr %s86
  %t957 = load float, ptr %s87
  %t958 = load float, ptr %s88
  %t959 = load float, ptr %s89
  %t960 = load float, ptr %s90
  br i1 %t76, label %then.961, label %else.962
then.961:
  %t964 = icmp eq i32 %t20, 0
  %t965 = fdiv float 0x3FF0000000000000, %t910
  %t966 = mul i32 %t20, 2
  %t967 = fmul float %t955, %t965
  %t968 = fmul float %t956, %t965
  %t969 = add i32 %t966, 1
  %t970 = sext i32 %t13 to i64
  %t971 = mul nsw i64 %t970, 320
  %t972 = getelementptr i16, ptr %buffer3, i64 %t971
  %t973 = sext i32 %t78 to i64
  %t974 = mul nsw i64 %t973, 16
  %t975 = getelementptr i16, ptr %t972, i64 %t974
  %t976 = sext i32 %t966 to i64
  %t977 = mul nsw i64 %t976, 1
  %t978 = getelementptr i16, ptr %t975, i64 %t977
  %t979 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t968, float %t967)
  store i32 %t979, ptr %t978, align 4
  %t980 = mul i32 %t20, 2
  %t981 = add i32 8, %t980
  %t982 = fmul float %t959, %t965
  %t983 = fmul float %t960, %t965
  %t984 = add i32 %t981, 1
  %t985 = sext i32 %t13 to i64
  %t986 = mul nsw i64 %t985, 320
  %t987 = getelementptr i16, ptr %buffer3, i64 %t986
  %t988 = sext i32 %t78 to i64
  %t989 = mul nsw i64 %t988, 16
  %t990 = getelementptr i16, ptr %t987, i64 %t989
  %t991 = sext i32 %t981 to i64
  %t992 = mul nsw i64 %t991, 1
  %t993 = getelementptr i16, ptr %t990, i64 %t992
  %t994 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t983, float %t982)
  store i32 %t994, ptr %t993, align 4
  br label %join.963
else.962:
  br label %join.963
join.963:
  ret void
}
