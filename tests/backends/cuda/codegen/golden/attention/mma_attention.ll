@shared_memory = external addrspace(3) global [0 x i8], align 128
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
declare float @llvm.maxnum.f32(float, float)
declare float @llvm.nvvm.shfl.sync.bfly.f32(i32, float, i32, i32) convergent
declare float @llvm.fma.f32(float, float, float)
define ptx_kernel void @mma_attention(ptr noalias %buffer0, ptr noalias %buffer1, ptr noalias %buffer2, ptr noalias %buffer3) nounwind "nvvm.maxntid"="32" {
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
  %s79 = alloca float
  %s306 = alloca i64
  %s524 = alloca i64
  %t1 = ptrtoint ptr addrspace(3) @shared_memory to i64
  %t2 = trunc i64 %t1 to i32
  %t3 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t4 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t5 = udiv i32 %t4, 2
  %t6 = urem i32 %t4, 2
  %t7 = sub nsw i32 1, %t6
  %t8 = mul nsw i32 %t7, 16
  %t9 = udiv i32 %t3, 32
  %t10 = urem i32 %t3, 32
  %t11 = udiv i32 %t10, 4
  %t12 = urem i32 %t10, 4
  %t13 = mul nsw i32 %t9, 16
  %t14 = udiv i32 %t3, 16
  %t15 = urem i32 %t3, 16
  %t16 = sext i32 %t5 to i64
  %t17 = mul nsw i64 %t16, 640
  %t18 = getelementptr i16, ptr %buffer1, i64 %t17
  %t19 = sext i32 %t14 to i64
  %t20 = mul nsw i64 %t19, 1
  %t21 = getelementptr i16, ptr %t18, i64 %t20
  %t22 = sext i32 %t15 to i64
  %t23 = mul nsw i64 %t22, 40
  %t24 = getelementptr i16, ptr %t21, i64 %t23
  %t25 = udiv i32 %t3, 2
  %t26 = urem i32 %t3, 2
  %t27 = mul nsw i32 %t26, 8
  %t28 = sext i32 %t5 to i64
  %t29 = mul nsw i64 %t28, 640
  %t30 = getelementptr i16, ptr %buffer2, i64 %t29
  %t31 = sext i32 %t25 to i64
  %t32 = mul nsw i64 %t31, 16
  %t33 = getelementptr i16, ptr %t30, i64 %t32
  %t34 = sext i32 %t27 to i64
  %t35 = mul nsw i64 %t34, 1
  %t36 = getelementptr i16, ptr %t33, i64 %t35
  %t37 = add nsw i32 %t8, 16
  %t38 = icmp ult i32 %t37, 20
  %t39 = select i1 %t38, i32 %t37, i32 20
  %t40 = add nsw i32 %t39, 31
  %t41 = udiv i32 %t40, 32
  %t42 = udiv i32 %t10, 16
  %t43 = urem i32 %t10, 16
  %t44 = udiv i32 %t10, 8
  %t45 = urem i32 %t10, 8
  %t46 = urem i32 %t44, 2
  %t47 = mul nsw i32 %t42, 8
  %t48 = add nsw i32 %t45, %t47
  %t49 = add nsw i32 %t13, %t43
  %t50 = mul nsw i32 %t49, 48
  %t51 = mul nsw i32 %t42, 16
  %t52 = add nsw i32 %t50, %t51
  %t53 = mul nsw i32 %t48, 48
  %t54 = mul nsw i32 %t46, 16
  %t55 = add nsw i32 %t53, %t54
  %t56 = add nsw i32 %t55, 768
  %t57 = mul nsw i32 %t43, 48
  %t58 = mul nsw i32 %t42, 16
  %t59 = add nsw i32 %t57, %t58
  %t60 = add nsw i32 %t59, 2304
  %t61 = add nsw i32 %t8, %t13
  %t62 = add nsw i32 %t61, %t11
  %t63 = add nsw i32 %t62, 8
  %t64 = icmp ult i32 %t62, 20
  %t65 = icmp ult i32 %t63, 20
  %t66 = select i1 %t64, i32 %t62, i32 19
  %t67 = select i1 %t65, i32 %t63, i32 19
  store float 0xFFF0000000000000, ptr %s68
  store float 0xFFF0000000000000, ptr %s69
  store float 0x0000000000000000, ptr %s70
  store float 0x0000000000000000, ptr %s71
  store float 0.0, ptr %s72
  store float 0.0, ptr %s73
  store float 0.0, ptr %s74
  store float 0.0, ptr %s75
  store float 0.0, ptr %s76
  store float 0.0, ptr %s77
  store float 0.0, ptr %s78
  store float 0.0, ptr %s79
  %t80 = udiv i32 %t3, 2
  %t81 = urem i32 %t3, 2
  %t82 = mul nsw i32 %t81, 8
  %t83 = add nsw i32 %t8, %t80
  %t84 = icmp ult i32 %t83, 20
  %t85 = sext i32 %t5 to i64
  %t86 = mul nsw i64 %t85, 320
  %t87 = getelementptr i16, ptr %buffer0, i64 %t86
  %t88 = sext i32 %t83 to i64
  %t89 = mul nsw i64 %t88, 16
  %t90 = getelementptr i16, ptr %t87, i64 %t89
  %t91 = sext i32 %t82 to i64
  %t92 = mul nsw i64 %t91, 1
  %t93 = getelementptr i16, ptr %t90, i64 %t92
  %t94 = mul nsw i32 %t80, 48
  %t95 = mul nsw i32 %t82, 2
  %t96 = add nsw i32 %t94, %t95
  %t97 = select i1 %t84, ptr %t93, ptr %buffer0
  %t98 = add nsw i32 %t2, %t96
  %t99 = select i1 %t84, i32 16, i32 0
  %t100 = addrspacecast ptr %t97 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t98, ptr addrspace(1) %t100, i32 %t99)
  %t101 = icmp ult i32 %t14, 40
  %t102 = mul nsw i32 %t14, 48
  %t103 = mul nsw i32 %t15, 2
  %t104 = add nsw i32 %t102, %t103
  %t105 = add nsw i32 %t104, 768
  %t106 = select i1 %t101, ptr %t24, ptr %buffer1
  %t107 = load i16, ptr %t106, align 2
  %t108 = select i1 %t101, i16 %t107, i16 0
  %t109 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t105
  store i16 %t108, ptr addrspace(3) %t109, align 2
  %t110 = getelementptr i16, ptr %t24, i64 2
  %t111 = add nsw i32 %t14, 2
  %t112 = icmp ult i32 %t111, 40
  %t113 = mul nsw i32 %t111, 48
  %t114 = mul nsw i32 %t15, 2
  %t115 = add nsw i32 %t113, %t114
  %t116 = add nsw i32 %t115, 768
  %t117 = select i1 %t112, ptr %t110, ptr %buffer1
  %t118 = load i16, ptr %t117, align 2
  %t119 = select i1 %t112, i16 %t118, i16 0
  %t120 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t116
  store i16 %t119, ptr addrspace(3) %t120, align 2
  %t121 = getelementptr i16, ptr %t24, i64 4
  %t122 = add nsw i32 %t14, 4
  %t123 = icmp ult i32 %t122, 40
  %t124 = mul nsw i32 %t122, 48
  %t125 = mul nsw i32 %t15, 2
  %t126 = add nsw i32 %t124, %t125
  %t127 = add nsw i32 %t126, 768
  %t128 = select i1 %t123, ptr %t121, ptr %buffer1
  %t129 = load i16, ptr %t128, align 2
  %t130 = select i1 %t123, i16 %t129, i16 0
  %t131 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t127
  store i16 %t130, ptr addrspace(3) %t131, align 2
  %t132 = getelementptr i16, ptr %t24, i64 6
  %t133 = add nsw i32 %t14, 6
  %t134 = icmp ult i32 %t133, 40
  %t135 = mul nsw i32 %t133, 48
  %t136 = mul nsw i32 %t15, 2
  %t137 = add nsw i32 %t135, %t136
  %t138 = add nsw i32 %t137, 768
  %t139 = select i1 %t134, ptr %t132, ptr %buffer1
  %t140 = load i16, ptr %t139, align 2
  %t141 = select i1 %t134, i16 %t140, i16 0
  %t142 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t138
  store i16 %t141, ptr addrspace(3) %t142, align 2
  %t143 = getelementptr i16, ptr %t24, i64 8
  %t144 = add nsw i32 %t14, 8
  %t145 = icmp ult i32 %t144, 40
  %t146 = mul nsw i32 %t144, 48
  %t147 = mul nsw i32 %t15, 2
  %t148 = add nsw i32 %t146, %t147
  %t149 = add nsw i32 %t148, 768
  %t150 = select i1 %t145, ptr %t143, ptr %buffer1
  %t151 = load i16, ptr %t150, align 2
  %t152 = select i1 %t145, i16 %t151, i16 0
  %t153 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t149
  store i16 %t152, ptr addrspace(3) %t153, align 2
  %t154 = getelementptr i16, ptr %t24, i64 10
  %t155 = add nsw i32 %t14, 10
  %t156 = icmp ult i32 %t155, 40
  %t157 = mul nsw i32 %t155, 48
  %t158 = mul nsw i32 %t15, 2
  %t159 = add nsw i32 %t157, %t158
  %t160 = add nsw i32 %t159, 768
  %t161 = select i1 %t156, ptr %t154, ptr %buffer1
  %t162 = load i16, ptr %t161, align 2
  %t163 = select i1 %t156, i16 %t162, i16 0
  %t164 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t160
  store i16 %t163, ptr addrspace(3) %t164, align 2
  %t165 = getelementptr i16, ptr %t24, i64 12
  %t166 = add nsw i32 %t14, 12
  %t167 = icmp ult i32 %t166, 40
  %t168 = mul nsw i32 %t166, 48
  %t169 = mul nsw i32 %t15, 2
  %t170 = add nsw i32 %t168, %t169
  %t171 = add nsw i32 %t170, 768
  %t172 = select i1 %t167, ptr %t165, ptr %buffer1
  %t173 = load i16, ptr %t172, align 2
  %t174 = select i1 %t167, i16 %t173, i16 0
  %t175 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t171
  store i16 %t174, ptr addrspace(3) %t175, align 2
  %t176 = getelementptr i16, ptr %t24, i64 14
  %t177 = add nsw i32 %t14, 14
  %t178 = icmp ult i32 %t177, 40
  %t179 = mul nsw i32 %t177, 48
  %t180 = mul nsw i32 %t15, 2
  %t181 = add nsw i32 %t179, %t180
  %t182 = add nsw i32 %t181, 768
  %t183 = select i1 %t178, ptr %t176, ptr %buffer1
  %t184 = load i16, ptr %t183, align 2
  %t185 = select i1 %t178, i16 %t184, i16 0
  %t186 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t182
  store i16 %t185, ptr addrspace(3) %t186, align 2
  %t187 = getelementptr i16, ptr %t24, i64 16
  %t188 = add nsw i32 %t14, 16
  %t189 = icmp ult i32 %t188, 40
  %t190 = mul nsw i32 %t188, 48
  %t191 = mul nsw i32 %t15, 2
  %t192 = add nsw i32 %t190, %t191
  %t193 = add nsw i32 %t192, 768
  %t194 = select i1 %t189, ptr %t187, ptr %buffer1
  %t195 = load i16, ptr %t194, align 2
  %t196 = select i1 %t189, i16 %t195, i16 0
  %t197 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t193
  store i16 %t196, ptr addrspace(3) %t197, align 2
  %t198 = getelementptr i16, ptr %t24, i64 18
  %t199 = add nsw i32 %t14, 18
  %t200 = icmp ult i32 %t199, 40
  %t201 = mul nsw i32 %t199, 48
  %t202 = mul nsw i32 %t15, 2
  %t203 = add nsw i32 %t201, %t202
  %t204 = add nsw i32 %t203, 768
  %t205 = select i1 %t200, ptr %t198, ptr %buffer1
  %t206 = load i16, ptr %t205, align 2
  %t207 = select i1 %t200, i16 %t206, i16 0
  %t208 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t204
  store i16 %t207, ptr addrspace(3) %t208, align 2
  %t209 = getelementptr i16, ptr %t24, i64 20
  %t210 = add nsw i32 %t14, 20
  %t211 = icmp ult i32 %t210, 40
  %t212 = mul nsw i32 %t210, 48
  %t213 = mul nsw i32 %t15, 2
  %t214 = add nsw i32 %t212, %t213
  %t215 = add nsw i32 %t214, 768
  %t216 = select i1 %t211, ptr %t209, ptr %buffer1
  %t217 = load i16, ptr %t216, align 2
  %t218 = select i1 %t211, i16 %t217, i16 0
  %t219 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t215
  store i16 %t218, ptr addrspace(3) %t219, align 2
  %t220 = getelementptr i16, ptr %t24, i64 22
  %t221 = add nsw i32 %t14, 22
  %t222 = icmp ult i32 %t221, 40
  %t223 = mul nsw i32 %t221, 48
  %t224 = mul nsw i32 %t15, 2
  %t225 = add nsw i32 %t223, %t224
  %t226 = add nsw i32 %t225, 768
  %t227 = select i1 %t222, ptr %t220, ptr %buffer1
  %t228 = load i16, ptr %t227, align 2
  %t229 = select i1 %t222, i16 %t228, i16 0
  %t230 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t226
  store i16 %t229, ptr addrspace(3) %t230, align 2
  %t231 = getelementptr i16, ptr %t24, i64 24
  %t232 = add nsw i32 %t14, 24
  %t233 = icmp ult i32 %t232, 40
  %t234 = mul nsw i32 %t232, 48
  %t235 = mul nsw i32 %t15, 2
  %t236 = add nsw i32 %t234, %t235
  %t237 = add nsw i32 %t236, 768
  %t238 = select i1 %t233, ptr %t231, ptr %buffer1
  %t239 = load i16, ptr %t238, align 2
  %t240 = select i1 %t233, i16 %t239, i16 0
  %t241 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t237
  store i16 %t240, ptr addrspace(3) %t241, align 2
  %t242 = getelementptr i16, ptr %t24, i64 26
  %t243 = add nsw i32 %t14, 26
  %t244 = icmp ult i32 %t243, 40
  %t245 = mul nsw i32 %t243, 48
  %t246 = mul nsw i32 %t15, 2
  %t247 = add nsw i32 %t245, %t246
  %t248 = add nsw i32 %t247, 768
  %t249 = select i1 %t244, ptr %t242, ptr %buffer1
  %t250 = load i16, ptr %t249, align 2
  %t251 = select i1 %t244, i16 %t250, i16 0
  %t252 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t248
  store i16 %t251, ptr addrspace(3) %t252, align 2
  %t253 = getelementptr i16, ptr %t24, i64 28
  %t254 = add nsw i32 %t14, 28
  %t255 = icmp ult i32 %t254, 40
  %t256 = mul nsw i32 %t254, 48
  %t257 = mul nsw i32 %t15, 2
  %t258 = add nsw i32 %t256, %t257
  %t259 = add nsw i32 %t258, 768
  %t260 = select i1 %t255, ptr %t253, ptr %buffer1
  %t261 = load i16, ptr %t260, align 2
  %t262 = select i1 %t255, i16 %t261, i16 0
  %t263 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t259
  store i16 %t262, ptr addrspace(3) %t263, align 2
  %t264 = getelementptr i16, ptr %t24, i64 30
  %t265 = add nsw i32 %t14, 30
  %t266 = icmp ult i32 %t265, 40
  %t267 = mul nsw i32 %t265, 48
  %t268 = mul nsw i32 %t15, 2
  %t269 = add nsw i32 %t267, %t268
  %t270 = add nsw i32 %t269, 768
  %t271 = select i1 %t266, ptr %t264, ptr %buffer1
  %t272 = load i16, ptr %t271, align 2
  %t273 = select i1 %t266, i16 %t272, i16 0
  %t274 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t270
  store i16 %t273, ptr addrspace(3) %t274, align 2
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t275 = icmp ult i32 %t25, 40
  %t276 = mul nsw i32 %t25, 48
  %t277 = mul nsw i32 %t27, 2
  %t278 = add nsw i32 %t276, %t277
  %t279 = add nsw i32 %t278, 2304
  %t280 = select i1 %t275, ptr %t36, ptr %buffer2
  %t281 = add nsw i32 %t2, %t279
  %t282 = select i1 %t275, i32 16, i32 0
  %t283 = addrspacecast ptr %t280 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t281, ptr addrspace(1) %t283, i32 %t282)
  %t284 = getelementptr i16, ptr %t36, i64 256
  %t285 = add nsw i32 %t25, 16
  %t286 = icmp ult i32 %t285, 40
  %t287 = mul nsw i32 %t285, 48
  %t288 = mul nsw i32 %t27, 2
  %t289 = add nsw i32 %t287, %t288
  %t290 = add nsw i32 %t289, 2304
  %t291 = select i1 %t286, ptr %t284, ptr %buffer2
  %t292 = add nsw i32 %t2, %t290
  %t293 = select i1 %t286, i32 16, i32 0
  %t294 = addrspacecast ptr %t291 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t292, ptr addrspace(1) %t294, i32 %t293)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t295 = add nsw i32 %t8, 1
  %t296 = icmp ult i32 %t295, 20
  %t297 = select i1 %t296, i32 %t295, i32 20
  %t298 = udiv i32 %t297, 32
  call void asm sideeffect "cp.async.wait_group 1;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t299 = add nsw i32 %t2, %t52
  %t300 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t299) convergent
  %t301 = extractvalue {i32, i32, i32, i32} %t300, 0
  %t302 = extractvalue {i32, i32, i32, i32} %t300, 1
  %t303 = extractvalue {i32, i32, i32, i32} %t300, 2
  %t304 = extractvalue {i32, i32, i32, i32} %t300, 3
  %t305 = sext i32 %t298 to i64
  store i64 0, ptr %s306
  %t309 = icmp sge i64 0, %t305
  br i1 %t309, label %done.308, label %loop.307
loop.307:
  %t310 = load i64, ptr %s306
  %t311 = trunc i64 %t310 to i32
  %t312 = mul nsw i32 %t311, 32
  %t313 = mul nsw i32 %t12, 2
  %t314 = add nsw i32 %t312, %t313
  call void asm sideeffect "cp.async.wait_group 1;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t315 = add nsw i32 %t2, %t56
  %t316 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t315) convergent
  %t317 = extractvalue {i32, i32, i32, i32} %t316, 0
  %t318 = extractvalue {i32, i32, i32, i32} %t316, 1
  %t319 = extractvalue {i32, i32, i32, i32} %t316, 2
  %t320 = extractvalue {i32, i32, i32, i32} %t316, 3
  %t321 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t301, i32 %t302, i32 %t303, i32 %t304, i32 %t317, i32 %t318, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t322 = extractvalue {float, float, float, float} %t321, 0
  %t323 = extractvalue {float, float, float, float} %t321, 1
  %t324 = extractvalue {float, float, float, float} %t321, 2
  %t325 = extractvalue {float, float, float, float} %t321, 3
  %t326 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t301, i32 %t302, i32 %t303, i32 %t304, i32 %t319, i32 %t320, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t327 = extractvalue {float, float, float, float} %t326, 0
  %t328 = extractvalue {float, float, float, float} %t326, 1
  %t329 = extractvalue {float, float, float, float} %t326, 2
  %t330 = extractvalue {float, float, float, float} %t326, 3
  %t331 = add nsw i32 %t56, 768
  %t332 = add nsw i32 %t2, %t331
  %t333 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t332) convergent
  %t334 = extractvalue {i32, i32, i32, i32} %t333, 0
  %t335 = extractvalue {i32, i32, i32, i32} %t333, 1
  %t336 = extractvalue {i32, i32, i32, i32} %t333, 2
  %t337 = extractvalue {i32, i32, i32, i32} %t333, 3
  %t338 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t301, i32 %t302, i32 %t303, i32 %t304, i32 %t334, i32 %t335, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t339 = extractvalue {float, float, float, float} %t338, 0
  %t340 = extractvalue {float, float, float, float} %t338, 1
  %t341 = extractvalue {float, float, float, float} %t338, 2
  %t342 = extractvalue {float, float, float, float} %t338, 3
  %t343 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t301, i32 %t302, i32 %t303, i32 %t304, i32 %t336, i32 %t337, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t344 = extractvalue {float, float, float, float} %t343, 0
  %t345 = extractvalue {float, float, float, float} %t343, 1
  %t346 = extractvalue {float, float, float, float} %t343, 2
  %t347 = extractvalue {float, float, float, float} %t343, 3
  %t348 = mul nsw i32 %t12, 2
  %t349 = add nsw i32 %t312, %t348
  %t350 = add nsw i32 %t349, 1
  %t351 = add nsw i32 %t349, 8
  %t352 = add nsw i32 %t349, 9
  %t353 = add nsw i32 %t349, 16
  %t354 = add nsw i32 %t349, 17
  %t355 = add nsw i32 %t349, 24
  %t356 = add nsw i32 %t349, 25
  %t357 = load float, ptr %s68
  %t358 = call float @llvm.maxnum.f32(float %t322, float %t323)
  %t359 = call float @llvm.maxnum.f32(float %t327, float %t328)
  %t360 = call float @llvm.maxnum.f32(float %t339, float %t340)
  %t361 = call float @llvm.maxnum.f32(float %t344, float %t345)
  %t362 = call float @llvm.maxnum.f32(float %t358, float %t359)
  %t363 = call float @llvm.maxnum.f32(float %t360, float %t361)
  %t364 = call float @llvm.maxnum.f32(float %t362, float %t363)
  %t365 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t364, i32 1, i32 31)
  %t366 = call float @llvm.maxnum.f32(float %t364, float %t365)
  %t367 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t366, i32 2, i32 31)
  %t368 = call float @llvm.maxnum.f32(float %t366, float %t367)
  %t369 = call float @llvm.maxnum.f32(float %t357, float %t368)
  %t370 = fcmp oeq float %t369, 0xFFF0000000000000
  %t371 = select i1 %t370, float 0x0000000000000000, float %t369
  %t372 = fmul float %t371, 0x3FD7154760000000
  %t373 = fneg float %t372
  %t374 = call float @llvm.fma.f32(float %t357, float 0x3FD7154760000000, float %t373)
  %t375 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t374)
  store float %t369, ptr %s68
  %t376 = call float @llvm.fma.f32(float %t322, float 0x3FD7154760000000, float %t373)
  %t377 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t376)
  %t378 = call float @llvm.fma.f32(float %t323, float 0x3FD7154760000000, float %t373)
  %t379 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t378)
  %t380 = call float @llvm.fma.f32(float %t327, float 0x3FD7154760000000, float %t373)
  %t381 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t380)
  %t382 = call float @llvm.fma.f32(float %t328, float 0x3FD7154760000000, float %t373)
  %t383 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t382)
  %t384 = call float @llvm.fma.f32(float %t339, float 0x3FD7154760000000, float %t373)
  %t385 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t384)
  %t386 = call float @llvm.fma.f32(float %t340, float 0x3FD7154760000000, float %t373)
  %t387 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t386)
  %t388 = call float @llvm.fma.f32(float %t344, float 0x3FD7154760000000, float %t373)
  %t389 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t388)
  %t390 = call float @llvm.fma.f32(float %t345, float 0x3FD7154760000000, float %t373)
  %t391 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t390)
  %t392 = load float, ptr %s70
  %t393 = fmul float %t392, %t375
  %t394 = fadd float %t377, %t379
  %t395 = fadd float %t381, %t383
  %t396 = fadd float %t385, %t387
  %t397 = fadd float %t389, %t391
  %t398 = fadd float %t394, %t395
  %t399 = fadd float %t396, %t397
  %t400 = fadd float %t398, %t399
  %t401 = fadd float %t393, %t400
  store float %t401, ptr %s70
  %t402 = load float, ptr %s69
  %t403 = call float @llvm.maxnum.f32(float %t324, float %t325)
  %t404 = call float @llvm.maxnum.f32(float %t329, float %t330)
  %t405 = call float @llvm.maxnum.f32(float %t341, float %t342)
  %t406 = call float @llvm.maxnum.f32(float %t346, float %t347)
  %t407 = call float @llvm.maxnum.f32(float %t403, float %t404)
  %t408 = call float @llvm.maxnum.f32(float %t405, float %t406)
  %t409 = call float @llvm.maxnum.f32(float %t407, float %t408)
  %t410 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t409, i32 1, i32 31)
  %t411 = call float @llvm.maxnum.f32(float %t409, float %t410)
  %t412 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t411, i32 2, i32 31)
  %t413 = call float @llvm.maxnum.f32(float %t411, float %t412)
  %t414 = call float @llvm.maxnum.f32(float %t402, float %t413)
  %t415 = fcmp oeq float %t414, 0xFFF0000000000000
  %t416 = select i1 %t415, float 0x0000000000000000, float %t414
  %t417 = fmul float %t416, 0x3FD7154760000000
  %t418 = fneg float %t417
  %t419 = call float @llvm.fma.f32(float %t402, float 0x3FD7154760000000, float %t418)
  %t420 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t419)
  store float %t414, ptr %s69
  %t421 = call float @llvm.fma.f32(float %t324, float 0x3FD7154760000000, float %t418)
  %t422 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t421)
  %t423 = call float @llvm.fma.f32(float %t325, float 0x3FD7154760000000, float %t418)
  %t424 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t423)
  %t425 = call float @llvm.fma.f32(float %t329, float 0x3FD7154760000000, float %t418)
  %t426 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t425)
  %t427 = call float @llvm.fma.f32(float %t330, float 0x3FD7154760000000, float %t418)
  %t428 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t427)
  %t429 = call float @llvm.fma.f32(float %t341, float 0x3FD7154760000000, float %t418)
  %t430 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t429)
  %t431 = call float @llvm.fma.f32(float %t342, float 0x3FD7154760000000, float %t418)
  %t432 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t431)
  %t433 = call float @llvm.fma.f32(float %t346, float 0x3FD7154760000000, float %t418)
  %t434 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t433)
  %t435 = call float @llvm.fma.f32(float %t347, float 0x3FD7154760000000, float %t418)
  %t436 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t435)
  %t437 = load float, ptr %s71
  %t438 = fmul float %t437, %t420
  %t439 = fadd float %t422, %t424
  %t440 = fadd float %t426, %t428
  %t441 = fadd float %t430, %t432
  %t442 = fadd float %t434, %t436
  %t443 = fadd float %t439, %t440
  %t444 = fadd float %t441, %t442
  %t445 = fadd float %t443, %t444
  %t446 = fadd float %t438, %t445
  store float %t446, ptr %s71
  %t447 = load float, ptr %s72
  %t448 = fmul float %t447, %t375
  store float %t448, ptr %s72
  %t449 = load float, ptr %s73
  %t450 = fmul float %t449, %t375
  store float %t450, ptr %s73
  %t451 = load float, ptr %s74
  %t452 = fmul float %t451, %t420
  store float %t452, ptr %s74
  %t453 = load float, ptr %s75
  %t454 = fmul float %t453, %t420
  store float %t454, ptr %s75
  %t455 = load float, ptr %s76
  %t456 = fmul float %t455, %t375
  store float %t456, ptr %s76
  %t457 = load float, ptr %s77
  %t458 = fmul float %t457, %t375
  store float %t458, ptr %s77
  %t459 = load float, ptr %s78
  %t460 = fmul float %t459, %t420
  store float %t460, ptr %s78
  %t461 = load float, ptr %s79
  %t462 = fmul float %t461, %t420
  store float %t462, ptr %s79
  call void asm sideeffect "cp.async.wait_group 2;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t463 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t379, float %t377)
  %t464 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t424, float %t422)
  %t465 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t383, float %t381)
  %t466 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t428, float %t426)
  %t467 = add nsw i32 %t2, %t60
  %t468 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t467) convergent
  %t469 = extractvalue {i32, i32, i32, i32} %t468, 0
  %t470 = extractvalue {i32, i32, i32, i32} %t468, 1
  %t471 = extractvalue {i32, i32, i32, i32} %t468, 2
  %t472 = extractvalue {i32, i32, i32, i32} %t468, 3
  %t473 = load float, ptr %s72
  %t474 = load float, ptr %s73
  %t475 = load float, ptr %s74
  %t476 = load float, ptr %s75
  %t477 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t463, i32 %t464, i32 %t465, i32 %t466, i32 %t469, i32 %t470, float %t473, float %t474, float %t475, float %t476) convergent
  %t478 = extractvalue {float, float, float, float} %t477, 0
  %t479 = extractvalue {float, float, float, float} %t477, 1
  %t480 = extractvalue {float, float, float, float} %t477, 2
  %t481 = extractvalue {float, float, float, float} %t477, 3
  store float %t478, ptr %s72
  store float %t479, ptr %s73
  store float %t480, ptr %s74
  store float %t481, ptr %s75
  %t482 = load float, ptr %s76
  %t483 = load float, ptr %s77
  %t484 = load float, ptr %s78
  %t485 = load float, ptr %s79
  %t486 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t463, i32 %t464, i32 %t465, i32 %t466, i32 %t471, i32 %t472, float %t482, float %t483, float %t484, float %t485) convergent
  %t487 = extractvalue {float, float, float, float} %t486, 0
  %t488 = extractvalue {float, float, float, float} %t486, 1
  %t489 = extractvalue {float, float, float, float} %t486, 2
  %t490 = extractvalue {float, float, float, float} %t486, 3
  store float %t487, ptr %s76
  store float %t488, ptr %s77
  store float %t489, ptr %s78
  store float %t490, ptr %s79
  %t491 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t387, float %t385)
  %t492 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t432, float %t430)
  %t493 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t391, float %t389)
  %t494 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t436, float %t434)
  %t495 = add nsw i32 %t60, 768
  %t496 = add nsw i32 %t2, %t495
  %t497 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t496) convergent
  %t498 = extractvalue {i32, i32, i32, i32} %t497, 0
  %t499 = extractvalue {i32, i32, i32, i32} %t497, 1
  %t500 = extractvalue {i32, i32, i32, i32} %t497, 2
  %t501 = extractvalue {i32, i32, i32, i32} %t497, 3
  %t502 = load float, ptr %s72
  %t503 = load float, ptr %s73
  %t504 = load float, ptr %s74
  %t505 = load float, ptr %s75
  %t506 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t491, i32 %t492, i32 %t493, i32 %t494, i32 %t498, i32 %t499, float %t502, float %t503, float %t504, float %t505) convergent
  %t507 = extractvalue {float, float, float, float} %t506, 0
  %t508 = extractvalue {float, float, float, float} %t506, 1
  %t509 = extractvalue {float, float, float, float} %t506, 2
  %t510 = extractvalue {float, float, float, float} %t506, 3
  store float %t507, ptr %s72
  store float %t508, ptr %s73
  store float %t509, ptr %s74
  store float %t510, ptr %s75
  %t511 = load float, ptr %s76
  %t512 = load float, ptr %s77
  %t513 = load float, ptr %s78
  %t514 = load float, ptr %s79
  %t515 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t491, i32 %t492, i32 %t493, i32 %t494, i32 %t500, i32 %t501, float %t511, float %t512, float %t513, float %t514) convergent
  %t516 = extractvalue {float, float, float, float} %t515, 0
  %t517 = extractvalue {float, float, float, float} %t515, 1
  %t518 = extractvalue {float, float, float, float} %t515, 2
  %t519 = extractvalue {float, float, float, float} %t515, 3
  store float %t516, ptr %s76
  store float %t517, ptr %s77
  store float %t518, ptr %s78
  store float %t519, ptr %s79
  %t520 = add nuw nsw i64 %t310, 1
  store i64 %t520, ptr %s306
  %t521 = icmp slt i64 %t520, %t305
  br i1 %t521, label %loop.307, label %done.308
done.308:
  %t522 = sext i32 %t298 to i64
  %t523 = sext i32 %t41 to i64
  store i64 %t522, ptr %s524
  %t527 = icmp sge i64 %t522, %t523
  br i1 %t527, label %done.526, label %loop.525
loop.525:
  %t528 = load i64, ptr %s524
  %t529 = trunc i64 %t528 to i32
  %t530 = mul nsw i32 %t529, 32
  %t531 = mul nsw i32 %t12, 2
  %t532 = add nsw i32 %t530, %t531
  %t533 = icmp ult i32 %t532, 39
  %t534 = select i1 %t533, i32 %t532, i32 39
  %t535 = add nsw i32 %t532, 1
  %t536 = icmp ult i32 %t535, 39
  %t537 = select i1 %t536, i32 %t535, i32 39
  %t538 = add nsw i32 %t532, 8
  %t539 = icmp ult i32 %t538, 39
  %t540 = select i1 %t539, i32 %t538, i32 39
  %t541 = add nsw i32 %t532, 9
  %t542 = icmp ult i32 %t541, 39
  %t543 = select i1 %t542, i32 %t541, i32 39
  %t544 = add nsw i32 %t532, 16
  %t545 = icmp ult i32 %t544, 39
  %t546 = select i1 %t545, i32 %t544, i32 39
  %t547 = add nsw i32 %t532, 17
  %t548 = icmp ult i32 %t547, 39
  %t549 = select i1 %t548, i32 %t547, i32 39
  %t550 = add nsw i32 %t532, 24
  %t551 = icmp ult i32 %t550, 39
  %t552 = select i1 %t551, i32 %t550, i32 39
  %t553 = add nsw i32 %t532, 25
  %t554 = icmp ult i32 %t553, 39
  %t555 = select i1 %t554, i32 %t553, i32 39
  call void asm sideeffect "cp.async.wait_group 1;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t556 = add nsw i32 %t2, %t56
  %t557 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t556) convergent
  %t558 = extractvalue {i32, i32, i32, i32} %t557, 0
  %t559 = extractvalue {i32, i32, i32, i32} %t557, 1
  %t560 = extractvalue {i32, i32, i32, i32} %t557, 2
  %t561 = extractvalue {i32, i32, i32, i32} %t557, 3
  %t562 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t301, i32 %t302, i32 %t303, i32 %t304, i32 %t558, i32 %t559, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t563 = extractvalue {float, float, float, float} %t562, 0
  %t564 = extractvalue {float, float, float, float} %t562, 1
  %t565 = extractvalue {float, float, float, float} %t562, 2
  %t566 = extractvalue {float, float, float, float} %t562, 3
  %t567 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t301, i32 %t302, i32 %t303, i32 %t304, i32 %t560, i32 %t561, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t568 = extractvalue {float, float, float, float} %t567, 0
  %t569 = extractvalue {float, float, float, float} %t567, 1
  %t570 = extractvalue {float, float, float, float} %t567, 2
  %t571 = extractvalue {float, float, float, float} %t567, 3
  %t572 = add nsw i32 %t56, 768
  %t573 = add nsw i32 %t2, %t572
  %t574 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t573) convergent
  %t575 = extractvalue {i32, i32, i32, i32} %t574, 0
  %t576 = extractvalue {i32, i32, i32, i32} %t574, 1
  %t577 = extractvalue {i32, i32, i32, i32} %t574, 2
  %t578 = extractvalue {i32, i32, i32, i32} %t574, 3
  %t579 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t301, i32 %t302, i32 %t303, i32 %t304, i32 %t575, i32 %t576, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t580 = extractvalue {float, float, float, float} %t579, 0
  %t581 = extractvalue {float, float, float, float} %t579, 1
  %t582 = extractvalue {float, float, float, float} %t579, 2
  %t583 = extractvalue {float, float, float, float} %t579, 3
  %t584 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t301, i32 %t302, i32 %t303, i32 %t304, i32 %t577, i32 %t578, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t585 = extractvalue {float, float, float, float} %t584, 0
  %t586 = extractvalue {float, float, float, float} %t584, 1
  %t587 = extractvalue {float, float, float, float} %t584, 2
  %t588 = extractvalue {float, float, float, float} %t584, 3
  %t589 = mul nsw i32 %t12, 2
  %t590 = add nsw i32 %t530, %t589
  %t591 = icmp ult i32 %t590, 40
  %t592 = icmp ule i32 %t590, %t66
  %t593 = and i1 %t591, %t592
  %t594 = select i1 %t593, float %t563, float 0xFFF0000000000000
  %t595 = icmp ule i32 %t590, %t67
  %t596 = and i1 %t591, %t595
  %t597 = select i1 %t596, float %t565, float 0xFFF0000000000000
  %t598 = add nsw i32 %t590, 1
  %t599 = icmp ult i32 %t598, 40
  %t600 = icmp ule i32 %t598, %t66
  %t601 = and i1 %t599, %t600
  %t602 = select i1 %t601, float %t564, float 0xFFF0000000000000
  %t603 = icmp ule i32 %t598, %t67
  %t604 = and i1 %t599, %t603
  %t605 = select i1 %t604, float %t566, float 0xFFF0000000000000
  %t606 = add nsw i32 %t590, 8
  %t607 = icmp ult i32 %t606, 40
  %t608 = icmp ule i32 %t606, %t66
  %t609 = and i1 %t607, %t608
  %t610 = select i1 %t609, float %t568, float 0xFFF0000000000000
  %t611 = icmp ule i32 %t606, %t67
  %t612 = and i1 %t607, %t611
  %t613 = select i1 %t612, float %t570, float 0xFFF0000000000000
  %t614 = add nsw i32 %t590, 9
  %t615 = icmp ult i32 %t614, 40
  %t616 = icmp ule i32 %t614, %t66
  %t617 = and i1 %t615, %t616
  %t618 = select i1 %t617, float %t569, float 0xFFF0000000000000
  %t619 = icmp ule i32 %t614, %t67
  %t620 = and i1 %t615, %t619
  %t621 = select i1 %t620, float %t571, float 0xFFF0000000000000
  %t622 = add nsw i32 %t590, 16
  %t623 = icmp ult i32 %t622, 40
  %t624 = icmp ule i32 %t622, %t66
  %t625 = and i1 %t623, %t624
  %t626 = select i1 %t625, float %t580, float 0xFFF0000000000000
  %t627 = icmp ule i32 %t622, %t67
  %t628 = and i1 %t623, %t627
  %t629 = select i1 %t628, float %t582, float 0xFFF0000000000000
  %t630 = add nsw i32 %t590, 17
  %t631 = icmp ult i32 %t630, 40
  %t632 = icmp ule i32 %t630, %t66
  %t633 = and i1 %t631, %t632
  %t634 = select i1 %t633, float %t581, float 0xFFF0000000000000
  %t635 = icmp ule i32 %t630, %t67
  %t636 = and i1 %t631, %t635
  %t637 = select i1 %t636, float %t583, float 0xFFF0000000000000
  %t638 = add nsw i32 %t590, 24
  %t639 = icmp ult i32 %t638, 40
  %t640 = icmp ule i32 %t638, %t66
  %t641 = and i1 %t639, %t640
  %t642 = select i1 %t641, float %t585, float 0xFFF0000000000000
  %t643 = icmp ule i32 %t638, %t67
  %t644 = and i1 %t639, %t643
  %t645 = select i1 %t644, float %t587, float 0xFFF0000000000000
  %t646 = add nsw i32 %t590, 25
  %t647 = icmp ult i32 %t646, 40
  %t648 = icmp ule i32 %t646, %t66
  %t649 = and i1 %t647, %t648
  %t650 = select i1 %t649, float %t586, float 0xFFF0000000000000
  %t651 = icmp ule i32 %t646, %t67
  %t652 = and i1 %t647, %t651
  %t653 = select i1 %t652, float %t588, float 0xFFF0000000000000
  %t654 = load float, ptr %s68
  %t655 = call float @llvm.maxnum.f32(float %t594, float %t602)
  %t656 = call float @llvm.maxnum.f32(float %t610, float %t618)
  %t657 = call float @llvm.maxnum.f32(float %t626, float %t634)
  %t658 = call float @llvm.maxnum.f32(float %t642, float %t650)
  %t659 = call float @llvm.maxnum.f32(float %t655, float %t656)
  %t660 = call float @llvm.maxnum.f32(float %t657, float %t658)
  %t661 = call float @llvm.maxnum.f32(float %t659, float %t660)
  %t662 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t661, i32 1, i32 31)
  %t663 = call float @llvm.maxnum.f32(float %t661, float %t662)
  %t664 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t663, i32 2, i32 31)
  %t665 = call float @llvm.maxnum.f32(float %t663, float %t664)
  %t666 = call float @llvm.maxnum.f32(float %t654, float %t665)
  %t667 = fcmp oeq float %t666, 0xFFF0000000000000
  %t668 = select i1 %t667, float 0x0000000000000000, float %t666
  %t669 = fmul float %t668, 0x3FD7154760000000
  %t670 = fneg float %t669
  %t671 = call float @llvm.fma.f32(float %t654, float 0x3FD7154760000000, float %t670)
  %t672 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t671)
  store float %t666, ptr %s68
  %t673 = call float @llvm.fma.f32(float %t594, float 0x3FD7154760000000, float %t670)
  %t674 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t673)
  %t675 = call float @llvm.fma.f32(float %t602, float 0x3FD7154760000000, float %t670)
  %t676 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t675)
  %t677 = call float @llvm.fma.f32(float %t610, float 0x3FD7154760000000, float %t670)
  %t678 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t677)
  %t679 = call float @llvm.fma.f32(float %t618, float 0x3FD7154760000000, float %t670)
  %t680 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t679)
  %t681 = call float @llvm.fma.f32(float %t626, float 0x3FD7154760000000, float %t670)
  %t682 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t681)
  %t683 = call float @llvm.fma.f32(float %t634, float 0x3FD7154760000000, float %t670)
  %t684 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t683)
  %t685 = call float @llvm.fma.f32(float %t642, float 0x3FD7154760000000, float %t670)
  %t686 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t685)
  %t687 = call float @llvm.fma.f32(float %t650, float 0x3FD7154760000000, float %t670)
  %t688 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t687)
  %t689 = load float, ptr %s70
  %t690 = fmul float %t689, %t672
  %t691 = fadd float %t674, %t676
  %t692 = fadd float %t678, %t680
  %t693 = fadd float %t682, %t684
  %t694 = fadd float %t686, %t688
  %t695 = fadd float %t691, %t692
  %t696 = fadd float %t693, %t694
  %t697 = fadd float %t695, %t696
  %t698 = fadd float %t690, %t697
  store float %t698, ptr %s70
  %t699 = load float, ptr %s69
  %t700 = call float @llvm.maxnum.f32(float %t597, float %t605)
  %t701 = call float @llvm.maxnum.f32(float %t613, float %t621)
  %t702 = call float @llvm.maxnum.f32(float %t629, float %t637)
  %t703 = call float @llvm.maxnum.f32(float %t645, float %t653)
  %t704 = call float @llvm.maxnum.f32(float %t700, float %t701)
  %t705 = call float @llvm.maxnum.f32(float %t702, float %t703)
  %t706 = call float @llvm.maxnum.f32(float %t704, float %t705)
  %t707 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t706, i32 1, i32 31)
  %t708 = call float @llvm.maxnum.f32(float %t706, float %t707)
  %t709 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t708, i32 2, i32 31)
  %t710 = call float @llvm.maxnum.f32(float %t708, float %t709)
  %t711 = call float @llvm.maxnum.f32(float %t699, float %t710)
  %t712 = fcmp oeq float %t711, 0xFFF0000000000000
  %t713 = select i1 %t712, float 0x0000000000000000, float %t711
  %t714 = fmul float %t713, 0x3FD7154760000000
  %t715 = fneg float %t714
  %t716 = call float @llvm.fma.f32(float %t699, float 0x3FD7154760000000, float %t715)
  %t717 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t716)
  store float %t711, ptr %s69
  %t718 = call float @llvm.fma.f32(float %t597, float 0x3FD7154760000000, float %t715)
  %t719 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t718)
  %t720 = call float @llvm.fma.f32(float %t605, float 0x3FD7154760000000, float %t715)
  %t721 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t720)
  %t722 = call float @llvm.fma.f32(float %t613, float 0x3FD7154760000000, float %t715)
  %t723 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t722)
  %t724 = call float @llvm.fma.f32(float %t621, float 0x3FD7154760000000, float %t715)
  %t725 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t724)
  %t726 = call float @llvm.fma.f32(float %t629, float 0x3FD7154760000000, float %t715)
  %t727 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t726)
  %t728 = call float @llvm.fma.f32(float %t637, float 0x3FD7154760000000, float %t715)
  %t729 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t728)
  %t730 = call float @llvm.fma.f32(float %t645, float 0x3FD7154760000000, float %t715)
  %t731 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t730)
  %t732 = call float @llvm.fma.f32(float %t653, float 0x3FD7154760000000, float %t715)
  %t733 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t732)
  %t734 = load float, ptr %s71
  %t735 = fmul float %t734, %t717
  %t736 = fadd float %t719, %t721
  %t737 = fadd float %t723, %t725
  %t738 = fadd float %t727, %t729
  %t739 = fadd float %t731, %t733
  %t740 = fadd float %t736, %t737
  %t741 = fadd float %t738, %t739
  %t742 = fadd float %t740, %t741
  %t743 = fadd float %t735, %t742
  store float %t743, ptr %s71
  %t744 = load float, ptr %s72
  %t745 = fmul float %t744, %t672
  store float %t745, ptr %s72
  %t746 = load float, ptr %s73
  %t747 = fmul float %t746, %t672
  store float %t747, ptr %s73
  %t748 = load float, ptr %s74
  %t749 = fmul float %t748, %t717
  store float %t749, ptr %s74
  %t750 = load float, ptr %s75
  %t751 = fmul float %t750, %t717
  store float %t751, ptr %s75
  %t752 = load float, ptr %s76
  %t753 = fmul float %t752, %t672
  store float %t753, ptr %s76
  %t754 = load float, ptr %s77
  %t755 = fmul float %t754, %t672
  store float %t755, ptr %s77
  %t756 = load float, ptr %s78
  %t757 = fmul float %t756, %t717
  store float %t757, ptr %s78
  %t758 = load float, ptr %s79
  %t759 = fmul float %t758, %t717
  store float %t759, ptr %s79
  call void asm sideeffect "cp.async.wait_group 2;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t760 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t676, float %t674)
  %t761 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t721, float %t719)
  %t762 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t680, float %t678)
  %t763 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t725, float %t723)
  %t764 = add nsw i32 %t2, %t60
  %t765 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t764) convergent
  %t766 = extractvalue {i32, i32, i32, i32} %t765, 0
  %t767 = extractvalue {i32, i32, i32, i32} %t765, 1
  %t768 = extractvalue {i32, i32, i32, i32} %t765, 2
  %t769 = extractvalue {i32, i32, i32, i32} %t765, 3
  %t770 = load float, ptr %s72
  %t771 = load float, ptr %s73
  %t772 = load float, ptr %s74
  %t773 = load float, ptr %s75
  %t774 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t760, i32 %t761, i32 %t762, i32 %t763, i32 %t766, i32 %t767, float %t770, float %t771, float %t772, float %t773) convergent
  %t775 = extractvalue {float, float, float, float} %t774, 0
  %t776 = extractvalue {float, float, float, float} %t774, 1
  %t777 = extractvalue {float, float, float, float} %t774, 2
  %t778 = extractvalue {float, float, float, float} %t774, 3
  store float %t775, ptr %s72
  store float %t776, ptr %s73
  store float %t777, ptr %s74
  store float %t778, ptr %s75
  %t779 = load float, ptr %s76
  %t780 = load float, ptr %s77
  %t781 = load float, ptr %s78
  %t782 = load float, ptr %s79
  %t783 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t760, i32 %t761, i32 %t762, i32 %t763, i32 %t768, i32 %t769, float %t779, float %t780, float %t781, float %t782) convergent
  %t784 = extractvalue {float, float, float, float} %t783, 0
  %t785 = extractvalue {float, float, float, float} %t783, 1
  %t786 = extractvalue {float, float, float, float} %t783, 2
  %t787 = extractvalue {float, float, float, float} %t783, 3
  store float %t784, ptr %s76
  store float %t785, ptr %s77
  store float %t786, ptr %s78
  store float %t787, ptr %s79
  %t788 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t684, float %t682)
  %t789 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t729, float %t727)
  %t790 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t688, float %t686)
  %t791 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t733, float %t731)
  %t792 = add nsw i32 %t60, 768
  %t793 = add nsw i32 %t2, %t792
  %t794 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t793) convergent
  %t795 = extractvalue {i32, i32, i32, i32} %t794, 0
  %t796 = extractvalue {i32, i32, i32, i32} %t794, 1
  %t797 = extractvalue {i32, i32, i32, i32} %t794, 2
  %t798 = extractvalue {i32, i32, i32, i32} %t794, 3
  %t799 = load float, ptr %s72
  %t800 = load float, ptr %s73
  %t801 = load float, ptr %s74
  %t802 = load float, ptr %s75
  %t803 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t788, i32 %t789, i32 %t790, i32 %t791, i32 %t795, i32 %t796, float %t799, float %t800, float %t801, float %t802) convergent
  %t804 = extractvalue {float, float, float, float} %t803, 0
  %t805 = extractvalue {float, float, float, float} %t803, 1
  %t806 = extractvalue {float, float, float, float} %t803, 2
  %t807 = extractvalue {float, float, float, float} %t803, 3
  store float %t804, ptr %s72
  store float %t805, ptr %s73
  store float %t806, ptr %s74
  store float %t807, ptr %s75
  %t808 = load float, ptr %s76
  %t809 = load float, ptr %s77
  %t810 = load float, ptr %s78
  %t811 = load float, ptr %s79
  %t812 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t788, i32 %t789, i32 %t790, i32 %t791, i32 %t797, i32 %t798, float %t808, float %t809, float %t810, float %t811) convergent
  %t813 = extractvalue {float, float, float, float} %t812, 0
  %t814 = extractvalue {float, float, float, float} %t812, 1
  %t815 = extractvalue {float, float, float, float} %t812, 2
  %t816 = extractvalue {float, float, float, float} %t812, 3
  store float %t813, ptr %s76
  store float %t814, ptr %s77
  store float %t815, ptr %s78
  store float %t816, ptr %s79
  %t817 = add nuw nsw i64 %t528, 1
  store i64 %t817, ptr %s524
  %t818 = icmp slt i64 %t817, %t523
  br i1 %t818, label %loop.525, label %done.526
done.526:
  call void asm sideeffect "cp.async.wait_all;", "~{memory}"() convergent
  %t819 = load float, ptr %s68
  %t820 = load float, ptr %s69
  %t821 = load float, ptr %s70
  %t822 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t821, i32 1, i32 31)
  %t823 = fadd float %t821, %t822
  %t824 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t823, i32 2, i32 31)
  %t825 = fadd float %t823, %t824
  %t826 = load float, ptr %s71
  %t827 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t826, i32 1, i32 31)
  %t828 = fadd float %t826, %t827
  %t829 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t828, i32 2, i32 31)
  %t830 = fadd float %t828, %t829
  %t831 = load float, ptr %s72
  %t832 = load float, ptr %s73
  %t833 = load float, ptr %s74
  %t834 = load float, ptr %s75
  %t835 = load float, ptr %s76
  %t836 = load float, ptr %s77
  %t837 = load float, ptr %s78
  %t838 = load float, ptr %s79
  br i1 %t64, label %then.839, label %else.840
then.839:
  %t842 = icmp eq i32 %t12, 0
  %t843 = fdiv float 0x3FF0000000000000, %t825
  %t844 = mul nsw i32 %t12, 2
  %t845 = fmul float %t831, %t843
  %t846 = fmul float %t832, %t843
  %t847 = add nsw i32 %t844, 1
  %t848 = sext i32 %t5 to i64
  %t849 = mul nsw i64 %t848, 320
  %t850 = getelementptr i16, ptr %buffer3, i64 %t849
  %t851 = sext i32 %t66 to i64
  %t852 = mul nsw i64 %t851, 16
  %t853 = getelementptr i16, ptr %t850, i64 %t852
  %t854 = sext i32 %t844 to i64
  %t855 = mul nsw i64 %t854, 1
  %t856 = getelementptr i16, ptr %t853, i64 %t855
  %t857 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t846, float %t845)
  store i32 %t857, ptr %t856, align 4
  %t858 = mul nsw i32 %t12, 2
  %t859 = add nsw i32 %t858, 8
  %t860 = fmul float %t835, %t843
  %t861 = fmul float %t836, %t843
  %t862 = add nsw i32 %t859, 1
  %t863 = sext i32 %t5 to i64
  %t864 = mul nsw i64 %t863, 320
  %t865 = getelementptr i16, ptr %buffer3, i64 %t864
  %t866 = sext i32 %t66 to i64
  %t867 = mul nsw i64 %t866, 16
  %t868 = getelementptr i16, ptr %t865, i64 %t867
  %t869 = sext i32 %t859 to i64
  %t870 = mul nsw i64 %t869, 1
  %t871 = getelementptr i16, ptr %t868, i64 %t870
  %t872 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t861, float %t860)
  store i32 %t872, ptr %t871, align 4
  br label %join.841
else.840:
  br label %join.841
join.841:
  %t873 = load float, ptr %s72
  %t874 = load float, ptr %s73
  %t875 = load float, ptr %s74
  %t876 = load float, ptr %s75
  %t877 = load float, ptr %s76
  %t878 = load float, ptr %s77
  %t879 = load float, ptr %s78
  %t880 = load float, ptr %s79
  br i1 %t65, label %then.881, label %else.882
then.881:
  %t884 = icmp eq i32 %t12, 0
  %t885 = fdiv float 0x3FF0000000000000, %t830
  %t886 = mul nsw i32 %t12, 2
  %t887 = fmul float %t875, %t885
  %t888 = fmul float %t876, %t885
  %t889 = add nsw i32 %t886, 1
  %t890 = sext i32 %t5 to i64
  %t891 = mul nsw i64 %t890, 320
  %t892 = getelementptr i16, ptr %buffer3, i64 %t891
  %t893 = sext i32 %t67 to i64
  %t894 = mul nsw i64 %t893, 16
  %t895 = getelementptr i16, ptr %t892, i64 %t894
  %t896 = sext i32 %t886 to i64
  %t897 = mul nsw i64 %t896, 1
  %t898 = getelementptr i16, ptr %t895, i64 %t897
  %t899 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t888, float %t887)
  store i32 %t899, ptr %t898, align 4
  %t900 = mul nsw i32 %t12, 2
  %t901 = add nsw i32 %t900, 8
  %t902 = fmul float %t879, %t885
  %t903 = fmul float %t880, %t885
  %t904 = add nsw i32 %t901, 1
  %t905 = sext i32 %t5 to i64
  %t906 = mul nsw i64 %t905, 320
  %t907 = getelementptr i16, ptr %buffer3, i64 %t906
  %t908 = sext i32 %t67 to i64
  %t909 = mul nsw i64 %t908, 16
  %t910 = getelementptr i16, ptr %t907, i64 %t909
  %t911 = sext i32 %t901 to i64
  %t912 = mul nsw i64 %t911, 1
  %t913 = getelementptr i16, ptr %t910, i64 %t912
  %t914 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t903, float %t902)
  store i32 %t914, ptr %t913, align 4
  br label %join.883
else.882:
  br label %join.883
join.883:
  ret void
}
