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
  %s314 = alloca i64
  %s538 = alloca i64
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
  %t363 = add i32 %t362, 1
  %t364 = add i32 %t362, 8
  %t365 = add i32 %t362, 9
  %t366 = add i32 %t362, 16
  %t367 = add i32 %t362, 17
  %t368 = add i32 %t362, 24
  %t369 = add i32 %t362, 25
  %t370 = load float, ptr %s79
  %t371 = call float @llvm.maxnum.f32(float %t334, float %t335)
  %t372 = call float @llvm.maxnum.f32(float %t339, float %t340)
  %t373 = call float @llvm.maxnum.f32(float %t351, float %t352)
  %t374 = call float @llvm.maxnum.f32(float %t356, float %t357)
  %t375 = call float @llvm.maxnum.f32(float %t371, float %t372)
  %t376 = call float @llvm.maxnum.f32(float %t373, float %t374)
  %t377 = call float @llvm.maxnum.f32(float %t375, float %t376)
  %t378 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t377, i32 1, i32 31)
  %t379 = call float @llvm.maxnum.f32(float %t377, float %t378)
  %t380 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t379, i32 2, i32 31)
  %t381 = call float @llvm.maxnum.f32(float %t379, float %t380)
  %t382 = call float @llvm.maxnum.f32(float %t370, float %t381)
  %t383 = fcmp oeq float %t382, 0xFFF0000000000000
  %t384 = select i1 %t383, float 0x0000000000000000, float %t382
  %t385 = fmul float %t384, 0x3FD7154760000000
  %t386 = fneg float %t385
  %t387 = call float @llvm.fma.f32(float %t370, float 0x3FD7154760000000, float %t386)
  %t388 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t387)
  store float %t382, ptr %s79
  %t389 = call float @llvm.fma.f32(float %t334, float 0x3FD7154760000000, float %t386)
  %t390 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t389)
  %t391 = call float @llvm.fma.f32(float %t335, float 0x3FD7154760000000, float %t386)
  %t392 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t391)
  %t393 = call float @llvm.fma.f32(float %t339, float 0x3FD7154760000000, float %t386)
  %t394 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t393)
  %t395 = call float @llvm.fma.f32(float %t340, float 0x3FD7154760000000, float %t386)
  %t396 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t395)
  %t397 = call float @llvm.fma.f32(float %t351, float 0x3FD7154760000000, float %t386)
  %t398 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t397)
  %t399 = call float @llvm.fma.f32(float %t352, float 0x3FD7154760000000, float %t386)
  %t400 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t399)
  %t401 = call float @llvm.fma.f32(float %t356, float 0x3FD7154760000000, float %t386)
  %t402 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t401)
  %t403 = call float @llvm.fma.f32(float %t357, float 0x3FD7154760000000, float %t386)
  %t404 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t403)
  %t405 = load float, ptr %s81
  %t406 = fmul float %t405, %t388
  %t407 = fadd float %t390, %t392
  %t408 = fadd float %t394, %t396
  %t409 = fadd float %t398, %t400
  %t410 = fadd float %t402, %t404
  %t411 = fadd float %t407, %t408
  %t412 = fadd float %t409, %t410
  %t413 = fadd float %t411, %t412
  %t414 = fadd float %t406, %t413
  store float %t414, ptr %s81
  %t415 = load float, ptr %s80
  %t416 = call float @llvm.maxnum.f32(float %t336, float %t337)
  %t417 = call float @llvm.maxnum.f32(float %t341, float %t342)
  %t418 = call float @llvm.maxnum.f32(float %t353, float %t354)
  %t419 = call float @llvm.maxnum.f32(float %t358, float %t359)
  %t420 = call float @llvm.maxnum.f32(float %t416, float %t417)
  %t421 = call float @llvm.maxnum.f32(float %t418, float %t419)
  %t422 = call float @llvm.maxnum.f32(float %t420, float %t421)
  %t423 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t422, i32 1, i32 31)
  %t424 = call float @llvm.maxnum.f32(float %t422, float %t423)
  %t425 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t424, i32 2, i32 31)
  %t426 = call float @llvm.maxnum.f32(float %t424, float %t425)
  %t427 = call float @llvm.maxnum.f32(float %t415, float %t426)
  %t428 = fcmp oeq float %t427, 0xFFF0000000000000
  %t429 = select i1 %t428, float 0x0000000000000000, float %t427
  %t430 = fmul float %t429, 0x3FD7154760000000
  %t431 = fneg float %t430
  %t432 = call float @llvm.fma.f32(float %t415, float 0x3FD7154760000000, float %t431)
  %t433 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t432)
  store float %t427, ptr %s80
  %t434 = call float @llvm.fma.f32(float %t336, float 0x3FD7154760000000, float %t431)
  %t435 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t434)
  %t436 = call float @llvm.fma.f32(float %t337, float 0x3FD7154760000000, float %t431)
  %t437 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t436)
  %t438 = call float @llvm.fma.f32(float %t341, float 0x3FD7154760000000, float %t431)
  %t439 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t438)
  %t440 = call float @llvm.fma.f32(float %t342, float 0x3FD7154760000000, float %t431)
  %t441 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t440)
  %t442 = call float @llvm.fma.f32(float %t353, float 0x3FD7154760000000, float %t431)
  %t443 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t442)
  %t444 = call float @llvm.fma.f32(float %t354, float 0x3FD7154760000000, float %t431)
  %t445 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t444)
  %t446 = call float @llvm.fma.f32(float %t358, float 0x3FD7154760000000, float %t431)
  %t447 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t446)
  %t448 = call float @llvm.fma.f32(float %t359, float 0x3FD7154760000000, float %t431)
  %t449 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t448)
  %t450 = load float, ptr %s82
  %t451 = fmul float %t450, %t433
  %t452 = fadd float %t435, %t437
  %t453 = fadd float %t439, %t441
  %t454 = fadd float %t443, %t445
  %t455 = fadd float %t447, %t449
  %t456 = fadd float %t452, %t453
  %t457 = fadd float %t454, %t455
  %t458 = fadd float %t456, %t457
  %t459 = fadd float %t451, %t458
  store float %t459, ptr %s82
  %t460 = load float, ptr %s83
  %t461 = fmul float %t460, %t388
  store float %t461, ptr %s83
  %t462 = load float, ptr %s84
  %t463 = fmul float %t462, %t388
  store float %t463, ptr %s84
  %t464 = load float, ptr %s85
  %t465 = fmul float %t464, %t433
  store float %t465, ptr %s85
  %t466 = load float, ptr %s86
  %t467 = fmul float %t466, %t433
  store float %t467, ptr %s86
  %t468 = load float, ptr %s87
  %t469 = fmul float %t468, %t388
  store float %t469, ptr %s87
  %t470 = load float, ptr %s88
  %t471 = fmul float %t470, %t388
  store float %t471, ptr %s88
  %t472 = load float, ptr %s89
  %t473 = fmul float %t472, %t433
  store float %t473, ptr %s89
  %t474 = load float, ptr %s90
  %t475 = fmul float %t474, %t433
  store float %t475, ptr %s90
  call void asm sideeffect "cp.async.wait_group 2;", "~{memory}"()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t476 = add i32 %t71, %t325
  %t477 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t392, float %t390)
  %t478 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t437, float %t435)
  %t479 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t396, float %t394)
  %t480 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t441, float %t439)
  %t481 = add i32 %t2, %t476
  %t482 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t481) convergent
  %t483 = extractvalue {i32, i32, i32, i32} %t482, 0
  %t484 = extractvalue {i32, i32, i32, i32} %t482, 1
  %t485 = extractvalue {i32, i32, i32, i32} %t482, 2
  %t486 = extractvalue {i32, i32, i32, i32} %t482, 3
  %t487 = load float, ptr %s83
  %t488 = load float, ptr %s84
  %t489 = load float, ptr %s85
  %t490 = load float, ptr %s86
  %t491 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t477, i32 %t478, i32 %t479, i32 %t480, i32 %t483, i32 %t484, float %t487, float %t488, float %t489, float %t490) convergent
  %t492 = extractvalue {float, float, float, float} %t491, 0
  %t493 = extractvalue {float, float, float, float} %t491, 1
  %t494 = extractvalue {float, float, float, float} %t491, 2
  %t495 = extractvalue {float, float, float, float} %t491, 3
  store float %t492, ptr %s83
  store float %t493, ptr %s84
  store float %t494, ptr %s85
  store float %t495, ptr %s86
  %t496 = load float, ptr %s87
  %t497 = load float, ptr %s88
  %t498 = load float, ptr %s89
  %t499 = load float, ptr %s90
  %t500 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t477, i32 %t478, i32 %t479, i32 %t480, i32 %t485, i32 %t486, float %t496, float %t497, float %t498, float %t499) convergent
  %t501 = extractvalue {float, float, float, float} %t500, 0
  %t502 = extractvalue {float, float, float, float} %t500, 1
  %t503 = extractvalue {float, float, float, float} %t500, 2
  %t504 = extractvalue {float, float, float, float} %t500, 3
  store float %t501, ptr %s87
  store float %t502, ptr %s88
  store float %t503, ptr %s89
  store float %t504, ptr %s90
  %t505 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t400, float %t398)
  %t506 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t445, float %t443)
  %t507 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t404, float %t402)
  %t508 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t449, float %t447)
  %t509 = add i32 %t476, 768
  %t510 = add i32 %t2, %t509
  %t511 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t510) convergent
  %t512 = extractvalue {i32, i32, i32, i32} %t511, 0
  %t513 = extractvalue {i32, i32, i32, i32} %t511, 1
  %t514 = extractvalue {i32, i32, i32, i32} %t511, 2
  %t515 = extractvalue {i32, i32, i32, i32} %t511, 3
  %t516 = load float, ptr %s83
  %t517 = load float, ptr %s84
  %t518 = load float, ptr %s85
  %t519 = load float, ptr %s86
  %t520 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t505, i32 %t506, i32 %t507, i32 %t508, i32 %t512, i32 %t513, float %t516, float %t517, float %t518, float %t519) convergent
  %t521 = extractvalue {float, float, float, float} %t520, 0
  %t522 = extractvalue {float, float, float, float} %t520, 1
  %t523 = extractvalue {float, float, float, float} %t520, 2
  %t524 = extractvalue {float, float, float, float} %t520, 3
  store float %t521, ptr %s83
  store float %t522, ptr %s84
  store float %t523, ptr %s85
  store float %t524, ptr %s86
  %t525 = load float, ptr %s87
  %t526 = load float, ptr %s88
  %t527 = load float, ptr %s89
  %t528 = load float, ptr %s90
  %t529 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t505, i32 %t506, i32 %t507, i32 %t508, i32 %t514, i32 %t515, float %t525, float %t526, float %t527, float %t528) convergent
  %t530 = extractvalue {float, float, float, float} %t529, 0
  %t531 = extractvalue {float, float, float, float} %t529, 1
  %t532 = extractvalue {float, float, float, float} %t529, 2
  %t533 = extractvalue {float, float, float, float} %t529, 3
  store float %t530, ptr %s87
  store float %t531, ptr %s88
  store float %t532, ptr %s89
  store float %t533, ptr %s90
  %t534 = add nuw nsw i64 %t318, 1
  store i64 %t534, ptr %s314
  %t535 = icmp slt i64 %t534, %t313
  br i1 %t535, label %loop.315, label %done.316
done.316:
  %t536 = zext i32 %t306 to i64
  %t537 = zext i32 %t50 to i64
  store i64 %t536, ptr %s538
  %t541 = icmp sge i64 %t536, %t537
  br i1 %t541, label %done.540, label %loop.539
loop.539:
  %t542 = load i64, ptr %s538
  %t543 = trunc i64 %t542 to i32
  %t544 = mul i32 %t543, 32
  %t545 = add i32 %t544, %t22
  %t546 = mul i32 %t20, 2
  %t547 = add i32 %t545, %t546
  %t548 = icmp ult i32 %t547, 39
  %t549 = select i1 %t548, i32 %t547, i32 39
  %t550 = add i32 %t547, 1
  %t551 = icmp ult i32 %t550, 39
  %t552 = select i1 %t551, i32 %t550, i32 39
  %t553 = add i32 %t547, 8
  %t554 = icmp ult i32 %t553, 39
  %t555 = select i1 %t554, i32 %t553, i32 39
  %t556 = add i32 %t547, 9
  %t557 = icmp ult i32 %t556, 39
  %t558 = select i1 %t557, i32 %t556, i32 39
  %t559 = add i32 %t547, 16
  %t560 = icmp ult i32 %t559, 39
  %t561 = select i1 %t560, i32 %t559, i32 39
  %t562 = add i32 %t547, 17
  %t563 = icmp ult i32 %t562, 39
  %t564 = select i1 %t563, i32 %t562, i32 39
  %t565 = add i32 %t547, 24
  %t566 = icmp ult i32 %t565, 39
  %t567 = select i1 %t566, i32 %t565, i32 39
  %t568 = add i32 %t547, 25
  %t569 = icmp ult i32 %t568, 39
  %t570 = select i1 %t569, i32 %t568, i32 39
  call void asm sideeffect "cp.async.wait_group 1;", "~{memory}"()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"()
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"()
  %t571 = urem i32 %t543, 1
  %t572 = mul i32 %t571, 3072
  %t573 = add i32 %t66, %t572
  %t574 = add i32 %t2, %t573
  %t575 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t574) convergent
  %t576 = extractvalue {i32, i32, i32, i32} %t575, 0
  %t577 = extractvalue {i32, i32, i32, i32} %t575, 1
  %t578 = extractvalue {i32, i32, i32, i32} %t575, 2
  %t579 = extractvalue {i32, i32, i32, i32} %t575, 3
  %t580 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t309, i32 %t310, i32 %t311, i32 %t312, i32 %t576, i32 %t577, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t581 = extractvalue {float, float, float, float} %t580, 0
  %t582 = extractvalue {float, float, float, float} %t580, 1
  %t583 = extractvalue {float, float, float, float} %t580, 2
  %t584 = extractvalue {float, float, float, float} %t580, 3
  %t585 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t309, i32 %t310, i32 %t311, i32 %t312, i32 %t578, i32 %t579, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t586 = extractvalue {float, float, float, float} %t585, 0
  %t587 = extractvalue {float, float, float, float} %t585, 1
  %t588 = extractvalue {float, float, float, float} %t585, 2
  %t589 = extractvalue {float, float, float, float} %t585, 3
  %t590 = add i32 %t573, 768
  %t591 = add i32 %t2, %t590
  %t592 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t591) convergent
  %t593 = extractvalue {i32, i32, i32, i32} %t592, 0
  %t594 = extractvalue {i32, i32, i32, i32} %t592, 1
  %t595 = extractvalue {i32, i32, i32, i32} %t592, 2
  %t596 = extractvalue {i32, i32, i32, i32} %t592, 3
  %t597 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t309, i32 %t310, i32 %t311, i32 %t312, i32 %t593, i32 %t594, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t598 = extractvalue {float, float, float, float} %t597, 0
  %t599 = extractvalue {float, float, float, float} %t597, 1
  %t600 = extractvalue {float, float, float, float} %t597, 2
  %t601 = extractvalue {float, float, float, float} %t597, 3
  %t602 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t309, i32 %t310, i32 %t311, i32 %t312, i32 %t595, i32 %t596, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t603 = extractvalue {float, float, float, float} %t602, 0
  %t604 = extractvalue {float, float, float, float} %t602, 1
  %t605 = extractvalue {float, float, float, float} %t602, 2
  %t606 = extractvalue {float, float, float, float} %t602, 3
  %t607 = add i32 %t544, %t22
  %t608 = mul i32 %t20, 2
  %t609 = add i32 %t607, %t608
  %t610 = icmp ult i32 %t609, 40
  %t611 = icmp ule i32 %t609, %t77
  %t612 = and i1 %t610, %t611
  %t613 = select i1 %t612, float %t581, float 0xFFF0000000000000
  %t614 = icmp ule i32 %t609, %t78
  %t615 = and i1 %t610, %t614
  %t616 = select i1 %t615, float %t583, float 0xFFF0000000000000
  %t617 = add i32 %t609, 1
  %t618 = icmp ult i32 %t617, 40
  %t619 = icmp ule i32 %t617, %t77
  %t620 = and i1 %t618, %t619
  %t621 = select i1 %t620, float %t582, float 0xFFF0000000000000
  %t622 = icmp ule i32 %t617, %t78
  %t623 = and i1 %t618, %t622
  %t624 = select i1 %t623, float %t584, float 0xFFF0000000000000
  %t625 = add i32 %t609, 8
  %t626 = icmp ult i32 %t625, 40
  %t627 = icmp ule i32 %t625, %t77
  %t628 = and i1 %t626, %t627
  %t629 = select i1 %t628, float %t586, float 0xFFF0000000000000
  %t630 = icmp ule i32 %t625, %t78
  %t631 = and i1 %t626, %t630
  %t632 = select i1 %t631, float %t588, float 0xFFF0000000000000
  %t633 = add i32 %t609, 9
  %t634 = icmp ult i32 %t633, 40
  %t635 = icmp ule i32 %t633, %t77
  %t636 = and i1 %t634, %t635
  %t637 = select i1 %t636, float %t587, float 0xFFF0000000000000
  %t638 = icmp ule i32 %t633, %t78
  %t639 = and i1 %t634, %t638
  %t640 = select i1 %t639, float %t589, float 0xFFF0000000000000
  %t641 = add i32 %t609, 16
  %t642 = icmp ult i32 %t641, 40
  %t643 = icmp ule i32 %t641, %t77
  %t644 = and i1 %t642, %t643
  %t645 = select i1 %t644, float %t598, float 0xFFF0000000000000
  %t646 = icmp ule i32 %t641, %t78
  %t647 = and i1 %t642, %t646
  %t648 = select i1 %t647, float %t600, float 0xFFF0000000000000
  %t649 = add i32 %t609, 17
  %t650 = icmp ult i32 %t649, 40
  %t651 = icmp ule i32 %t649, %t77
  %t652 = and i1 %t650, %t651
  %t653 = select i1 %t652, float %t599, float 0xFFF0000000000000
  %t654 = icmp ule i32 %t649, %t78
  %t655 = and i1 %t650, %t654
  %t656 = select i1 %t655, float %t601, float 0xFFF0000000000000
  %t657 = add i32 %t609, 24
  %t658 = icmp ult i32 %t657, 40
  %t659 = icmp ule i32 %t657, %t77
  %t660 = and i1 %t658, %t659
  %t661 = select i1 %t660, float %t603, float 0xFFF0000000000000
  %t662 = icmp ule i32 %t657, %t78
  %t663 = and i1 %t658, %t662
  %t664 = select i1 %t663, float %t605, float 0xFFF0000000000000
  %t665 = add i32 %t609, 25
  %t666 = icmp ult i32 %t665, 40
  %t667 = icmp ule i32 %t665, %t77
  %t668 = and i1 %t666, %t667
  %t669 = select i1 %t668, float %t604, float 0xFFF0000000000000
  %t670 = icmp ule i32 %t665, %t78
  %t671 = and i1 %t666, %t670
  %t672 = select i1 %t671, float %t606, float 0xFFF0000000000000
  %t673 = load float, ptr %s79
  %t674 = call float @llvm.maxnum.f32(float %t613, float %t621)
  %t675 = call float @llvm.maxnum.f32(float %t629, float %t637)
  %t676 = call float @llvm.maxnum.f32(float %t645, float %t653)
  %t677 = call float @llvm.maxnum.f32(float %t661, float %t669)
  %t678 = call float @llvm.maxnum.f32(float %t674, float %t675)
  %t679 = call float @llvm.maxnum.f32(float %t676, float %t677)
  %t680 = call float @llvm.maxnum.f32(float %t678, float %t679)
  %t681 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t680, i32 1, i32 31)
  %t682 = call float @llvm.maxnum.f32(float %t680, float %t681)
  %t683 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t682, i32 2, i32 31)
  %t684 = call float @llvm.maxnum.f32(float %t682, float %t683)
  %t685 = call float @llvm.maxnum.f32(float %t673, float %t684)
  %t686 = fcmp oeq float %t685, 0xFFF0000000000000
  %t687 = select i1 %t686, float 0x0000000000000000, float %t685
  %t688 = fmul float %t687, 0x3FD7154760000000
  %t689 = fneg float %t688
  %t690 = call float @llvm.fma.f32(float %t673, float 0x3FD7154760000000, float %t689)
  %t691 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t690)
  store float %t685, ptr %s79
  %t692 = call float @llvm.fma.f32(float %t613, float 0x3FD7154760000000, float %t689)
  %t693 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t692)
  %t694 = call float @llvm.fma.f32(float %t621, float 0x3FD7154760000000, float %t689)
  %t695 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t694)
  %t696 = call float @llvm.fma.f32(float %t629, float 0x3FD7154760000000, float %t689)
  %t697 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t696)
  %t698 = call float @llvm.fma.f32(float %t637, float 0x3FD7154760000000, float %t689)
  %t699 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t698)
  %t700 = call float @llvm.fma.f32(float %t645, float 0x3FD7154760000000, float %t689)
  %t701 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t700)
  %t702 = call float @llvm.fma.f32(float %t653, float 0x3FD7154760000000, float %t689)
  %t703 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t702)
  %t704 = call float @llvm.fma.f32(float %t661, float 0x3FD7154760000000, float %t689)
  %t705 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t704)
  %t706 = call float @llvm.fma.f32(float %t669, float 0x3FD7154760000000, float %t689)
  %t707 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t706)
  %t708 = load float, ptr %s81
  %t709 = fmul float %t708, %t691
  %t710 = fadd float %t693, %t695
  %t711 = fadd float %t697, %t699
  %t712 = fadd float %t701, %t703
  %t713 = fadd float %t705, %t707
  %t714 = fadd float %t710, %t711
  %t715 = fadd float %t712, %t713
  %t716 = fadd float %t714, %t715
  %t717 = fadd float %t709, %t716
  store float %t717, ptr %s81
  %t718 = load float, ptr %s80
  %t719 = call float @llvm.maxnum.f32(float %t616, float %t624)
  %t720 = call float @llvm.maxnum.f32(float %t632, float %t640)
  %t721 = call float @llvm.maxnum.f32(float %t648, float %t656)
  %t722 = call float @llvm.maxnum.f32(float %t664, float %t672)
  %t723 = call float @llvm.maxnum.f32(float %t719, float %t720)
  %t724 = call float @llvm.maxnum.f32(float %t721, float %t722)
  %t725 = call float @llvm.maxnum.f32(float %t723, float %t724)
  %t726 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t725, i32 1, i32 31)
  %t727 = call float @llvm.maxnum.f32(float %t725, float %t726)
  %t728 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t727, i32 2, i32 31)
  %t729 = call float @llvm.maxnum.f32(float %t727, float %t728)
  %t730 = call float @llvm.maxnum.f32(float %t718, float %t729)
  %t731 = fcmp oeq float %t730, 0xFFF0000000000000
  %t732 = select i1 %t731, float 0x0000000000000000, float %t730
  %t733 = fmul float %t732, 0x3FD7154760000000
  %t734 = fneg float %t733
  %t735 = call float @llvm.fma.f32(float %t718, float 0x3FD7154760000000, float %t734)
  %t736 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t735)
  store float %t730, ptr %s80
  %t737 = call float @llvm.fma.f32(float %t616, float 0x3FD7154760000000, float %t734)
  %t738 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t737)
  %t739 = call float @llvm.fma.f32(float %t624, float 0x3FD7154760000000, float %t734)
  %t740 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t739)
  %t741 = call float @llvm.fma.f32(float %t632, float 0x3FD7154760000000, float %t734)
  %t742 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t741)
  %t743 = call float @llvm.fma.f32(float %t640, float 0x3FD7154760000000, float %t734)
  %t744 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t743)
  %t745 = call float @llvm.fma.f32(float %t648, float 0x3FD7154760000000, float %t734)
  %t746 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t745)
  %t747 = call float @llvm.fma.f32(float %t656, float 0x3FD7154760000000, float %t734)
  %t748 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t747)
  %t749 = call float @llvm.fma.f32(float %t664, float 0x3FD7154760000000, float %t734)
  %t750 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t749)
  %t751 = call float @llvm.fma.f32(float %t672, float 0x3FD7154760000000, float %t734)
  %t752 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t751)
  %t753 = load float, ptr %s82
  %t754 = fmul float %t753, %t736
  %t755 = fadd float %t738, %t740
  %t756 = fadd float %t742, %t744
  %t757 = fadd float %t746, %t748
  %t758 = fadd float %t750, %t752
  %t759 = fadd float %t755, %t756
  %t760 = fadd float %t757, %t758
  %t761 = fadd float %t759, %t760
  %t762 = fadd float %t754, %t761
  store float %t762, ptr %s82
  %t763 = load float, ptr %s83
  %t764 = fmul float %t763, %t691
  store float %t764, ptr %s83
  %t765 = load float, ptr %s84
  %t766 = fmul float %t765, %t691
  store float %t766, ptr %s84
  %t767 = load float, ptr %s85
  %t768 = fmul float %t767, %t736
  store float %t768, ptr %s85
  %t769 = load float, ptr %s86
  %t770 = fmul float %t769, %t736
  store float %t770, ptr %s86
  %t771 = load float, ptr %s87
  %t772 = fmul float %t771, %t691
  store float %t772, ptr %s87
  %t773 = load float, ptr %s88
  %t774 = fmul float %t773, %t691
  store float %t774, ptr %s88
  %t775 = load float, ptr %s89
  %t776 = fmul float %t775, %t736
  store float %t776, ptr %s89
  %t777 = load float, ptr %s90
  %t778 = fmul float %t777, %t736
  store float %t778, ptr %s90
  call void asm sideeffect "cp.async.wait_group 2;", "~{memory}"()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t779 = add i32 %t71, %t572
  %t780 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t695, float %t693)
  %t781 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t740, float %t738)
  %t782 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t699, float %t697)
  %t783 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t744, float %t742)
  %t784 = add i32 %t2, %t779
  %t785 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t784) convergent
  %t786 = extractvalue {i32, i32, i32, i32} %t785, 0
  %t787 = extractvalue {i32, i32, i32, i32} %t785, 1
  %t788 = extractvalue {i32, i32, i32, i32} %t785, 2
  %t789 = extractvalue {i32, i32, i32, i32} %t785, 3
  %t790 = load float, ptr %s83
  %t791 = load float, ptr %s84
  %t792 = load float, ptr %s85
  %t793 = load float, ptr %s86
  %t794 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t780, i32 %t781, i32 %t782, i32 %t783, i32 %t786, i32 %t787, float %t790, float %t791, float %t792, float %t793) convergent
  %t795 = extractvalue {float, float, float, float} %t794, 0
  %t796 = extractvalue {float, float, float, float} %t794, 1
  %t797 = extractvalue {float, float, float, float} %t794, 2
  %t798 = extractvalue {float, float, float, float} %t794, 3
  store float %t795, ptr %s83
  store float %t796, ptr %s84
  store float %t797, ptr %s85
  store float %t798, ptr %s86
  %t799 = load float, ptr %s87
  %t800 = load float, ptr %s88
  %t801 = load float, ptr %s89
  %t802 = load float, ptr %s90
  %t803 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t780, i32 %t781, i32 %t782, i32 %t783, i32 %t788, i32 %t789, float %t799, float %t800, float %t801, float %t802) convergent
  %t804 = extractvalue {float, float, float, float} %t803, 0
  %t805 = extractvalue {float, float, float, float} %t803, 1
  %t806 = extractvalue {float, float, float, float} %t803, 2
  %t807 = extractvalue {float, float, float, float} %t803, 3
  store float %t804, ptr %s87
  store float %t805, ptr %s88
  store float %t806, ptr %s89
  store float %t807, ptr %s90
  %t808 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t703, float %t701)
  %t809 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t748, float %t746)
  %t810 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t707, float %t705)
  %t811 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t752, float %t750)
  %t812 = add i32 %t779, 768
  %t813 = add i32 %t2, %t812
  %t814 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t813) convergent
  %t815 = extractvalue {i32, i32, i32, i32} %t814, 0
  %t816 = extractvalue {i32, i32, i32, i32} %t814, 1
  %t817 = extractvalue {i32, i32, i32, i32} %t814, 2
  %t818 = extractvalue {i32, i32, i32, i32} %t814, 3
  %t819 = load float, ptr %s83
  %t820 = load float, ptr %s84
  %t821 = load float, ptr %s85
  %t822 = load float, ptr %s86
  %t823 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t808, i32 %t809, i32 %t810, i32 %t811, i32 %t815, i32 %t816, float %t819, float %t820, float %t821, float %t822) convergent
  %t824 = extractvalue {float, float, float, float} %t823, 0
  %t825 = extractvalue {float, float, float, float} %t823, 1
  %t826 = extractvalue {float, float, float, float} %t823, 2
  %t827 = extractvalue {float, float, float, float} %t823, 3
  store float %t824, ptr %s83
  store float %t825, ptr %s84
  store float %t826, ptr %s85
  store float %t827, ptr %s86
  %t828 = load float, ptr %s87
  %t829 = load float, ptr %s88
  %t830 = load float, ptr %s89
  %t831 = load float, ptr %s90
  %t832 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t808, i32 %t809, i32 %t810, i32 %t811, i32 %t817, i32 %t818, float %t828, float %t829, float %t830, float %t831) convergent
  %t833 = extractvalue {float, float, float, float} %t832, 0
  %t834 = extractvalue {float, float, float, float} %t832, 1
  %t835 = extractvalue {float, float, float, float} %t832, 2
  %t836 = extractvalue {float, float, float, float} %t832, 3
  store float %t833, ptr %s87
  store float %t834, ptr %s88
  store float %t835, ptr %s89
  store float %t836, ptr %s90
  %t837 = add nuw nsw i64 %t542, 1
  store i64 %t837, ptr %s538
  %t838 = icmp slt i64 %t837, %t537
  br i1 %t838, label %loop.539, label %done.540
done.540:
  call void asm sideeffect "cp.async.wait_all;", "~{memory}"()
  %t839 = load float, ptr %s79
  %t840 = load float, ptr %s80
  %t841 = load float, ptr %s81
  %t842 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t841, i32 1, i32 31)
  %t843 = fadd float %t841, %t842
  %t844 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t843, i32 2, i32 31)
  %t845 = fadd float %t843, %t844
  %t846 = load float, ptr %s82
  %t847 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t846, i32 1, i32 31)
  %t848 = fadd float %t846, %t847
  %t849 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t848, i32 2, i32 31)
  %t850 = fadd float %t848, %t849
  %t851 = load float, ptr %s83
  %t852 = load float, ptr %s84
  %t853 = load float, ptr %s85
  %t854 = load float, ptr %s86
  %t855 = load float, ptr %s87
  %t856 = load float, ptr %s88
  %t857 = load float, ptr %s89
  %t858 = load float, ptr %s90
  br i1 %t75, label %then.859, label %else.860
then.859:
  %t862 = icmp eq i32 %t20, 0
  %t863 = fdiv float 0x3FF0000000000000, %t845
  %t864 = mul i32 %t20, 2
  %t865 = fmul float %t851, %t863
  %t866 = fmul float %t852, %t863
  %t867 = add i32 %t864, 1
  %t868 = sext i32 %t13 to i64
  %t869 = mul nsw i64 %t868, 320
  %t870 = getelementptr i16, ptr %buffer3, i64 %t869
  %t871 = sext i32 %t77 to i64
  %t872 = mul nsw i64 %t871, 16
  %t873 = getelementptr i16, ptr %t870, i64 %t872
  %t874 = sext i32 %t864 to i64
  %t875 = mul nsw i64 %t874, 1
  %t876 = getelementptr i16, ptr %t873, i64 %t875
  %t877 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t866, float %t865)
  store i32 %t877, ptr %t876, align 4
  %t878 = mul i32 %t20, 2
  %t879 = add i32 8, %t878
  %t880 = fmul float %t855, %t863
  %t881 = fmul float %t856, %t863
  %t882 = add i32 %t879, 1
  %t883 = sext i32 %t13 to i64
  %t884 = mul nsw i64 %t883, 320
  %t885 = getelementptr i16, ptr %buffer3, i64 %t884
  %t886 = sext i32 %t77 to i64
  %t887 = mul nsw i64 %t886, 16
  %t888 = getelementptr i16, ptr %t885, i64 %t887
  %t889 = sext i32 %t879 to i64
  %t890 = mul nsw i64 %t889, 1
  %t891 = getelementptr i16, ptr %t888, i64 %t890
  %t892 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t881, float %t880)
  store i32 %t892, ptr %t891, align 4
  br label %join.861
else.860:
  br label %join.861
join.861:
  %t893 = load float, ptr %s83
  %t894 = load float, ptr %s84
  %t895 = load float, ptr %s85
  %t896 = load float, ptr %s86
  %t897 = load float, ptr %s87
  %t898 = load float, ptr %s88
  %t899 = load float, ptr %s89
  %t900 = load float, ptr %s90
  br i1 %t76, label %then.901, label %else.902
then.901:
  %t904 = icmp eq i32 %t20, 0
  %t905 = fdiv float 0x3FF0000000000000, %t850
  %t906 = mul i32 %t20, 2
  %t907 = fmul float %t895, %t905
  %t908 = fmul float %t896, %t905
  %t909 = add i32 %t906, 1
  %t910 = sext i32 %t13 to i64
  %t911 = mul nsw i64 %t910, 320
  %t912 = getelementptr i16, ptr %buffer3, i64 %t911
  %t913 = sext i32 %t78 to i64
  %t914 = mul nsw i64 %t913, 16
  %t915 = getelementptr i16, ptr %t912, i64 %t914
  %t916 = sext i32 %t906 to i64
  %t917 = mul nsw i64 %t916, 1
  %t918 = getelementptr i16, ptr %t915, i64 %t917
  %t919 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t908, float %t907)
  store i32 %t919, ptr %t918, align 4
  %t920 = mul i32 %t20, 2
  %t921 = add i32 8, %t920
  %t922 = fmul float %t899, %t905
  %t923 = fmul float %t900, %t905
  %t924 = add i32 %t921, 1
  %t925 = sext i32 %t13 to i64
  %t926 = mul nsw i64 %t925, 320
  %t927 = getelementptr i16, ptr %buffer3, i64 %t926
  %t928 = sext i32 %t78 to i64
  %t929 = mul nsw i64 %t928, 16
  %t930 = getelementptr i16, ptr %t927, i64 %t929
  %t931 = sext i32 %t921 to i64
  %t932 = mul nsw i64 %t931, 1
  %t933 = getelementptr i16, ptr %t930, i64 %t932
  %t934 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t923, float %t922)
  store i32 %t934, ptr %t933, align 4
  br label %join.903
else.902:
  br label %join.903
join.903:
  ret void
}
