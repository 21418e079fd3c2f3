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
  %s317 = alloca i64
  %s541 = alloca i64
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
  %t111 = addrspacecast ptr %t108 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t109, ptr addrspace(1) %t111, i32 %t110)
  %t112 = icmp ult i32 %t24, 40
  %t113 = mul i32 %t24, 48
  %t114 = mul i32 %t23, 2
  %t115 = add i32 %t113, %t114
  %t116 = add i32 %t115, 768
  %t117 = select i1 %t112, ptr %t33, ptr %buffer1
  %t118 = load i16, ptr %t117, align 2
  %t119 = select i1 %t112, i16 %t118, i16 0
  %t120 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t116
  store i16 %t119, ptr addrspace(3) %t120, align 2
  %t121 = getelementptr i16, ptr %t33, i64 2
  %t122 = add i32 %t24, 2
  %t123 = icmp ult i32 %t122, 40
  %t124 = mul i32 %t122, 48
  %t125 = mul i32 %t23, 2
  %t126 = add i32 %t124, %t125
  %t127 = add i32 %t126, 768
  %t128 = select i1 %t123, ptr %t121, ptr %buffer1
  %t129 = load i16, ptr %t128, align 2
  %t130 = select i1 %t123, i16 %t129, i16 0
  %t131 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t127
  store i16 %t130, ptr addrspace(3) %t131, align 2
  %t132 = getelementptr i16, ptr %t33, i64 4
  %t133 = add i32 %t24, 4
  %t134 = icmp ult i32 %t133, 40
  %t135 = mul i32 %t133, 48
  %t136 = mul i32 %t23, 2
  %t137 = add i32 %t135, %t136
  %t138 = add i32 %t137, 768
  %t139 = select i1 %t134, ptr %t132, ptr %buffer1
  %t140 = load i16, ptr %t139, align 2
  %t141 = select i1 %t134, i16 %t140, i16 0
  %t142 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t138
  store i16 %t141, ptr addrspace(3) %t142, align 2
  %t143 = getelementptr i16, ptr %t33, i64 6
  %t144 = add i32 %t24, 6
  %t145 = icmp ult i32 %t144, 40
  %t146 = mul i32 %t144, 48
  %t147 = mul i32 %t23, 2
  %t148 = add i32 %t146, %t147
  %t149 = add i32 %t148, 768
  %t150 = select i1 %t145, ptr %t143, ptr %buffer1
  %t151 = load i16, ptr %t150, align 2
  %t152 = select i1 %t145, i16 %t151, i16 0
  %t153 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t149
  store i16 %t152, ptr addrspace(3) %t153, align 2
  %t154 = getelementptr i16, ptr %t33, i64 8
  %t155 = add i32 %t24, 8
  %t156 = icmp ult i32 %t155, 40
  %t157 = mul i32 %t155, 48
  %t158 = mul i32 %t23, 2
  %t159 = add i32 %t157, %t158
  %t160 = add i32 %t159, 768
  %t161 = select i1 %t156, ptr %t154, ptr %buffer1
  %t162 = load i16, ptr %t161, align 2
  %t163 = select i1 %t156, i16 %t162, i16 0
  %t164 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t160
  store i16 %t163, ptr addrspace(3) %t164, align 2
  %t165 = getelementptr i16, ptr %t33, i64 10
  %t166 = add i32 %t24, 10
  %t167 = icmp ult i32 %t166, 40
  %t168 = mul i32 %t166, 48
  %t169 = mul i32 %t23, 2
  %t170 = add i32 %t168, %t169
  %t171 = add i32 %t170, 768
  %t172 = select i1 %t167, ptr %t165, ptr %buffer1
  %t173 = load i16, ptr %t172, align 2
  %t174 = select i1 %t167, i16 %t173, i16 0
  %t175 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t171
  store i16 %t174, ptr addrspace(3) %t175, align 2
  %t176 = getelementptr i16, ptr %t33, i64 12
  %t177 = add i32 %t24, 12
  %t178 = icmp ult i32 %t177, 40
  %t179 = mul i32 %t177, 48
  %t180 = mul i32 %t23, 2
  %t181 = add i32 %t179, %t180
  %t182 = add i32 %t181, 768
  %t183 = select i1 %t178, ptr %t176, ptr %buffer1
  %t184 = load i16, ptr %t183, align 2
  %t185 = select i1 %t178, i16 %t184, i16 0
  %t186 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t182
  store i16 %t185, ptr addrspace(3) %t186, align 2
  %t187 = getelementptr i16, ptr %t33, i64 14
  %t188 = add i32 %t24, 14
  %t189 = icmp ult i32 %t188, 40
  %t190 = mul i32 %t188, 48
  %t191 = mul i32 %t23, 2
  %t192 = add i32 %t190, %t191
  %t193 = add i32 %t192, 768
  %t194 = select i1 %t189, ptr %t187, ptr %buffer1
  %t195 = load i16, ptr %t194, align 2
  %t196 = select i1 %t189, i16 %t195, i16 0
  %t197 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t193
  store i16 %t196, ptr addrspace(3) %t197, align 2
  %t198 = getelementptr i16, ptr %t33, i64 16
  %t199 = add i32 %t24, 16
  %t200 = icmp ult i32 %t199, 40
  %t201 = mul i32 %t199, 48
  %t202 = mul i32 %t23, 2
  %t203 = add i32 %t201, %t202
  %t204 = add i32 %t203, 768
  %t205 = select i1 %t200, ptr %t198, ptr %buffer1
  %t206 = load i16, ptr %t205, align 2
  %t207 = select i1 %t200, i16 %t206, i16 0
  %t208 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t204
  store i16 %t207, ptr addrspace(3) %t208, align 2
  %t209 = getelementptr i16, ptr %t33, i64 18
  %t210 = add i32 %t24, 18
  %t211 = icmp ult i32 %t210, 40
  %t212 = mul i32 %t210, 48
  %t213 = mul i32 %t23, 2
  %t214 = add i32 %t212, %t213
  %t215 = add i32 %t214, 768
  %t216 = select i1 %t211, ptr %t209, ptr %buffer1
  %t217 = load i16, ptr %t216, align 2
  %t218 = select i1 %t211, i16 %t217, i16 0
  %t219 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t215
  store i16 %t218, ptr addrspace(3) %t219, align 2
  %t220 = getelementptr i16, ptr %t33, i64 20
  %t221 = add i32 %t24, 20
  %t222 = icmp ult i32 %t221, 40
  %t223 = mul i32 %t221, 48
  %t224 = mul i32 %t23, 2
  %t225 = add i32 %t223, %t224
  %t226 = add i32 %t225, 768
  %t227 = select i1 %t222, ptr %t220, ptr %buffer1
  %t228 = load i16, ptr %t227, align 2
  %t229 = select i1 %t222, i16 %t228, i16 0
  %t230 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t226
  store i16 %t229, ptr addrspace(3) %t230, align 2
  %t231 = getelementptr i16, ptr %t33, i64 22
  %t232 = add i32 %t24, 22
  %t233 = icmp ult i32 %t232, 40
  %t234 = mul i32 %t232, 48
  %t235 = mul i32 %t23, 2
  %t236 = add i32 %t234, %t235
  %t237 = add i32 %t236, 768
  %t238 = select i1 %t233, ptr %t231, ptr %buffer1
  %t239 = load i16, ptr %t238, align 2
  %t240 = select i1 %t233, i16 %t239, i16 0
  %t241 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t237
  store i16 %t240, ptr addrspace(3) %t241, align 2
  %t242 = getelementptr i16, ptr %t33, i64 24
  %t243 = add i32 %t24, 24
  %t244 = icmp ult i32 %t243, 40
  %t245 = mul i32 %t243, 48
  %t246 = mul i32 %t23, 2
  %t247 = add i32 %t245, %t246
  %t248 = add i32 %t247, 768
  %t249 = select i1 %t244, ptr %t242, ptr %buffer1
  %t250 = load i16, ptr %t249, align 2
  %t251 = select i1 %t244, i16 %t250, i16 0
  %t252 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t248
  store i16 %t251, ptr addrspace(3) %t252, align 2
  %t253 = getelementptr i16, ptr %t33, i64 26
  %t254 = add i32 %t24, 26
  %t255 = icmp ult i32 %t254, 40
  %t256 = mul i32 %t254, 48
  %t257 = mul i32 %t23, 2
  %t258 = add i32 %t256, %t257
  %t259 = add i32 %t258, 768
  %t260 = select i1 %t255, ptr %t253, ptr %buffer1
  %t261 = load i16, ptr %t260, align 2
  %t262 = select i1 %t255, i16 %t261, i16 0
  %t263 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t259
  store i16 %t262, ptr addrspace(3) %t263, align 2
  %t264 = getelementptr i16, ptr %t33, i64 28
  %t265 = add i32 %t24, 28
  %t266 = icmp ult i32 %t265, 40
  %t267 = mul i32 %t265, 48
  %t268 = mul i32 %t23, 2
  %t269 = add i32 %t267, %t268
  %t270 = add i32 %t269, 768
  %t271 = select i1 %t266, ptr %t264, ptr %buffer1
  %t272 = load i16, ptr %t271, align 2
  %t273 = select i1 %t266, i16 %t272, i16 0
  %t274 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t270
  store i16 %t273, ptr addrspace(3) %t274, align 2
  %t275 = getelementptr i16, ptr %t33, i64 30
  %t276 = add i32 %t24, 30
  %t277 = icmp ult i32 %t276, 40
  %t278 = mul i32 %t276, 48
  %t279 = mul i32 %t23, 2
  %t280 = add i32 %t278, %t279
  %t281 = add i32 %t280, 768
  %t282 = select i1 %t277, ptr %t275, ptr %buffer1
  %t283 = load i16, ptr %t282, align 2
  %t284 = select i1 %t277, i16 %t283, i16 0
  %t285 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t281
  store i16 %t284, ptr addrspace(3) %t285, align 2
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t286 = icmp ult i32 %t35, 40
  %t287 = mul i32 %t35, 48
  %t288 = mul i32 %t36, 2
  %t289 = add i32 %t287, %t288
  %t290 = add i32 %t289, 2304
  %t291 = select i1 %t286, ptr %t45, ptr %buffer2
  %t292 = add i32 %t2, %t290
  %t293 = select i1 %t286, i32 16, i32 0
  %t294 = addrspacecast ptr %t291 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t292, ptr addrspace(1) %t294, i32 %t293)
  %t295 = getelementptr i16, ptr %t45, i64 256
  %t296 = add i32 %t35, 16
  %t297 = icmp ult i32 %t296, 40
  %t298 = mul i32 %t296, 48
  %t299 = mul i32 %t36, 2
  %t300 = add i32 %t298, %t299
  %t301 = add i32 %t300, 2304
  %t302 = select i1 %t297, ptr %t295, ptr %buffer2
  %t303 = add i32 %t2, %t301
  %t304 = select i1 %t297, i32 16, i32 0
  %t305 = addrspacecast ptr %t302 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t303, ptr addrspace(1) %t305, i32 %t304)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t306 = add i32 %t14, 1
  %t307 = icmp ult i32 %t306, 20
  %t308 = select i1 %t307, i32 %t306, i32 20
  %t309 = udiv i32 %t308, 32
  call void asm sideeffect "cp.async.wait_group 1;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t310 = add i32 %t2, %t61
  %t311 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t310) convergent
  %t312 = extractvalue {i32, i32, i32, i32} %t311, 0
  %t313 = extractvalue {i32, i32, i32, i32} %t311, 1
  %t314 = extractvalue {i32, i32, i32, i32} %t311, 2
  %t315 = extractvalue {i32, i32, i32, i32} %t311, 3
  %t316 = zext i32 %t309 to i64
  store i64 0, ptr %s317
  %t320 = icmp sge i64 0, %t316
  br i1 %t320, label %done.319, label %loop.318
loop.318:
  %t321 = load i64, ptr %s317
  %t322 = trunc i64 %t321 to i32
  %t323 = mul i32 %t322, 32
  %t324 = add i32 %t323, %t22
  %t325 = mul i32 %t20, 2
  %t326 = add i32 %t324, %t325
  call void asm sideeffect "cp.async.wait_group 1;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t327 = urem i32 %t322, 1
  %t328 = mul i32 %t327, 3072
  %t329 = add i32 %t66, %t328
  %t330 = add i32 %t2, %t329
  %t331 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t330) convergent
  %t332 = extractvalue {i32, i32, i32, i32} %t331, 0
  %t333 = extractvalue {i32, i32, i32, i32} %t331, 1
  %t334 = extractvalue {i32, i32, i32, i32} %t331, 2
  %t335 = extractvalue {i32, i32, i32, i32} %t331, 3
  %t336 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t312, i32 %t313, i32 %t314, i32 %t315, i32 %t332, i32 %t333, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t337 = extractvalue {float, float, float, float} %t336, 0
  %t338 = extractvalue {float, float, float, float} %t336, 1
  %t339 = extractvalue {float, float, float, float} %t336, 2
  %t340 = extractvalue {float, float, float, float} %t336, 3
  %t341 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t312, i32 %t313, i32 %t314, i32 %t315, i32 %t334, i32 %t335, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t342 = extractvalue {float, float, float, float} %t341, 0
  %t343 = extractvalue {float, float, float, float} %t341, 1
  %t344 = extractvalue {float, float, float, float} %t341, 2
  %t345 = extractvalue {float, float, float, float} %t341, 3
  %t346 = add i32 %t329, 768
  %t347 = add i32 %t2, %t346
  %t348 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t347) convergent
  %t349 = extractvalue {i32, i32, i32, i32} %t348, 0
  %t350 = extractvalue {i32, i32, i32, i32} %t348, 1
  %t351 = extractvalue {i32, i32, i32, i32} %t348, 2
  %t352 = extractvalue {i32, i32, i32, i32} %t348, 3
  %t353 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t312, i32 %t313, i32 %t314, i32 %t315, i32 %t349, i32 %t350, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t354 = extractvalue {float, float, float, float} %t353, 0
  %t355 = extractvalue {float, float, float, float} %t353, 1
  %t356 = extractvalue {float, float, float, float} %t353, 2
  %t357 = extractvalue {float, float, float, float} %t353, 3
  %t358 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t312, i32 %t313, i32 %t314, i32 %t315, i32 %t351, i32 %t352, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t359 = extractvalue {float, float, float, float} %t358, 0
  %t360 = extractvalue {float, float, float, float} %t358, 1
  %t361 = extractvalue {float, float, float, float} %t358, 2
  %t362 = extractvalue {float, float, float, float} %t358, 3
  %t363 = add i32 %t323, %t22
  %t364 = mul i32 %t20, 2
  %t365 = add i32 %t363, %t364
  %t366 = add i32 %t365, 1
  %t367 = add i32 %t365, 8
  %t368 = add i32 %t365, 9
  %t369 = add i32 %t365, 16
  %t370 = add i32 %t365, 17
  %t371 = add i32 %t365, 24
  %t372 = add i32 %t365, 25
  %t373 = load float, ptr %s79
  %t374 = call float @llvm.maxnum.f32(float %t337, float %t338)
  %t375 = call float @llvm.maxnum.f32(float %t342, float %t343)
  %t376 = call float @llvm.maxnum.f32(float %t354, float %t355)
  %t377 = call float @llvm.maxnum.f32(float %t359, float %t360)
  %t378 = call float @llvm.maxnum.f32(float %t374, float %t375)
  %t379 = call float @llvm.maxnum.f32(float %t376, float %t377)
  %t380 = call float @llvm.maxnum.f32(float %t378, float %t379)
  %t381 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t380, i32 1, i32 31)
  %t382 = call float @llvm.maxnum.f32(float %t380, float %t381)
  %t383 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t382, i32 2, i32 31)
  %t384 = call float @llvm.maxnum.f32(float %t382, float %t383)
  %t385 = call float @llvm.maxnum.f32(float %t373, float %t384)
  %t386 = fcmp oeq float %t385, 0xFFF0000000000000
  %t387 = select i1 %t386, float 0x0000000000000000, float %t385
  %t388 = fmul float %t387, 0x3FD7154760000000
  %t389 = fneg float %t388
  %t390 = call float @llvm.fma.f32(float %t373, float 0x3FD7154760000000, float %t389)
  %t391 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t390)
  store float %t385, ptr %s79
  %t392 = call float @llvm.fma.f32(float %t337, float 0x3FD7154760000000, float %t389)
  %t393 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t392)
  %t394 = call float @llvm.fma.f32(float %t338, float 0x3FD7154760000000, float %t389)
  %t395 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t394)
  %t396 = call float @llvm.fma.f32(float %t342, float 0x3FD7154760000000, float %t389)
  %t397 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t396)
  %t398 = call float @llvm.fma.f32(float %t343, float 0x3FD7154760000000, float %t389)
  %t399 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t398)
  %t400 = call float @llvm.fma.f32(float %t354, float 0x3FD7154760000000, float %t389)
  %t401 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t400)
  %t402 = call float @llvm.fma.f32(float %t355, float 0x3FD7154760000000, float %t389)
  %t403 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t402)
  %t404 = call float @llvm.fma.f32(float %t359, float 0x3FD7154760000000, float %t389)
  %t405 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t404)
  %t406 = call float @llvm.fma.f32(float %t360, float 0x3FD7154760000000, float %t389)
  %t407 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t406)
  %t408 = load float, ptr %s81
  %t409 = fmul float %t408, %t391
  %t410 = fadd float %t393, %t395
  %t411 = fadd float %t397, %t399
  %t412 = fadd float %t401, %t403
  %t413 = fadd float %t405, %t407
  %t414 = fadd float %t410, %t411
  %t415 = fadd float %t412, %t413
  %t416 = fadd float %t414, %t415
  %t417 = fadd float %t409, %t416
  store float %t417, ptr %s81
  %t418 = load float, ptr %s80
  %t419 = call float @llvm.maxnum.f32(float %t339, float %t340)
  %t420 = call float @llvm.maxnum.f32(float %t344, float %t345)
  %t421 = call float @llvm.maxnum.f32(float %t356, float %t357)
  %t422 = call float @llvm.maxnum.f32(float %t361, float %t362)
  %t423 = call float @llvm.maxnum.f32(float %t419, float %t420)
  %t424 = call float @llvm.maxnum.f32(float %t421, float %t422)
  %t425 = call float @llvm.maxnum.f32(float %t423, float %t424)
  %t426 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t425, i32 1, i32 31)
  %t427 = call float @llvm.maxnum.f32(float %t425, float %t426)
  %t428 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t427, i32 2, i32 31)
  %t429 = call float @llvm.maxnum.f32(float %t427, float %t428)
  %t430 = call float @llvm.maxnum.f32(float %t418, float %t429)
  %t431 = fcmp oeq float %t430, 0xFFF0000000000000
  %t432 = select i1 %t431, float 0x0000000000000000, float %t430
  %t433 = fmul float %t432, 0x3FD7154760000000
  %t434 = fneg float %t433
  %t435 = call float @llvm.fma.f32(float %t418, float 0x3FD7154760000000, float %t434)
  %t436 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t435)
  store float %t430, ptr %s80
  %t437 = call float @llvm.fma.f32(float %t339, float 0x3FD7154760000000, float %t434)
  %t438 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t437)
  %t439 = call float @llvm.fma.f32(float %t340, float 0x3FD7154760000000, float %t434)
  %t440 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t439)
  %t441 = call float @llvm.fma.f32(float %t344, float 0x3FD7154760000000, float %t434)
  %t442 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t441)
  %t443 = call float @llvm.fma.f32(float %t345, float 0x3FD7154760000000, float %t434)
  %t444 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t443)
  %t445 = call float @llvm.fma.f32(float %t356, float 0x3FD7154760000000, float %t434)
  %t446 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t445)
  %t447 = call float @llvm.fma.f32(float %t357, float 0x3FD7154760000000, float %t434)
  %t448 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t447)
  %t449 = call float @llvm.fma.f32(float %t361, float 0x3FD7154760000000, float %t434)
  %t450 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t449)
  %t451 = call float @llvm.fma.f32(float %t362, float 0x3FD7154760000000, float %t434)
  %t452 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t451)
  %t453 = load float, ptr %s82
  %t454 = fmul float %t453, %t436
  %t455 = fadd float %t438, %t440
  %t456 = fadd float %t442, %t444
  %t457 = fadd float %t446, %t448
  %t458 = fadd float %t450, %t452
  %t459 = fadd float %t455, %t456
  %t460 = fadd float %t457, %t458
  %t461 = fadd float %t459, %t460
  %t462 = fadd float %t454, %t461
  store float %t462, ptr %s82
  %t463 = load float, ptr %s83
  %t464 = fmul float %t463, %t391
  store float %t464, ptr %s83
  %t465 = load float, ptr %s84
  %t466 = fmul float %t465, %t391
  store float %t466, ptr %s84
  %t467 = load float, ptr %s85
  %t468 = fmul float %t467, %t436
  store float %t468, ptr %s85
  %t469 = load float, ptr %s86
  %t470 = fmul float %t469, %t436
  store float %t470, ptr %s86
  %t471 = load float, ptr %s87
  %t472 = fmul float %t471, %t391
  store float %t472, ptr %s87
  %t473 = load float, ptr %s88
  %t474 = fmul float %t473, %t391
  store float %t474, ptr %s88
  %t475 = load float, ptr %s89
  %t476 = fmul float %t475, %t436
  store float %t476, ptr %s89
  %t477 = load float, ptr %s90
  %t478 = fmul float %t477, %t436
  store float %t478, ptr %s90
  call void asm sideeffect "cp.async.wait_group 2;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t479 = add i32 %t71, %t328
  %t480 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t395, float %t393)
  %t481 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t440, float %t438)
  %t482 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t399, float %t397)
  %t483 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t444, float %t442)
  %t484 = add i32 %t2, %t479
  %t485 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t484) convergent
  %t486 = extractvalue {i32, i32, i32, i32} %t485, 0
  %t487 = extractvalue {i32, i32, i32, i32} %t485, 1
  %t488 = extractvalue {i32, i32, i32, i32} %t485, 2
  %t489 = extractvalue {i32, i32, i32, i32} %t485, 3
  %t490 = load float, ptr %s83
  %t491 = load float, ptr %s84
  %t492 = load float, ptr %s85
  %t493 = load float, ptr %s86
  %t494 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t480, i32 %t481, i32 %t482, i32 %t483, i32 %t486, i32 %t487, float %t490, float %t491, float %t492, float %t493) convergent
  %t495 = extractvalue {float, float, float, float} %t494, 0
  %t496 = extractvalue {float, float, float, float} %t494, 1
  %t497 = extractvalue {float, float, float, float} %t494, 2
  %t498 = extractvalue {float, float, float, float} %t494, 3
  store float %t495, ptr %s83
  store float %t496, ptr %s84
  store float %t497, ptr %s85
  store float %t498, ptr %s86
  %t499 = load float, ptr %s87
  %t500 = load float, ptr %s88
  %t501 = load float, ptr %s89
  %t502 = load float, ptr %s90
  %t503 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t480, i32 %t481, i32 %t482, i32 %t483, i32 %t488, i32 %t489, float %t499, float %t500, float %t501, float %t502) convergent
  %t504 = extractvalue {float, float, float, float} %t503, 0
  %t505 = extractvalue {float, float, float, float} %t503, 1
  %t506 = extractvalue {float, float, float, float} %t503, 2
  %t507 = extractvalue {float, float, float, float} %t503, 3
  store float %t504, ptr %s87
  store float %t505, ptr %s88
  store float %t506, ptr %s89
  store float %t507, ptr %s90
  %t508 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t403, float %t401)
  %t509 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t448, float %t446)
  %t510 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t407, float %t405)
  %t511 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t452, float %t450)
  %t512 = add i32 %t479, 768
  %t513 = add i32 %t2, %t512
  %t514 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t513) convergent
  %t515 = extractvalue {i32, i32, i32, i32} %t514, 0
  %t516 = extractvalue {i32, i32, i32, i32} %t514, 1
  %t517 = extractvalue {i32, i32, i32, i32} %t514, 2
  %t518 = extractvalue {i32, i32, i32, i32} %t514, 3
  %t519 = load float, ptr %s83
  %t520 = load float, ptr %s84
  %t521 = load float, ptr %s85
  %t522 = load float, ptr %s86
  %t523 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t508, i32 %t509, i32 %t510, i32 %t511, i32 %t515, i32 %t516, float %t519, float %t520, float %t521, float %t522) convergent
  %t524 = extractvalue {float, float, float, float} %t523, 0
  %t525 = extractvalue {float, float, float, float} %t523, 1
  %t526 = extractvalue {float, float, float, float} %t523, 2
  %t527 = extractvalue {float, float, float, float} %t523, 3
  store float %t524, ptr %s83
  store float %t525, ptr %s84
  store float %t526, ptr %s85
  store float %t527, ptr %s86
  %t528 = load float, ptr %s87
  %t529 = load float, ptr %s88
  %t530 = load float, ptr %s89
  %t531 = load float, ptr %s90
  %t532 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t508, i32 %t509, i32 %t510, i32 %t511, i32 %t517, i32 %t518, float %t528, float %t529, float %t530, float %t531) convergent
  %t533 = extractvalue {float, float, float, float} %t532, 0
  %t534 = extractvalue {float, float, float, float} %t532, 1
  %t535 = extractvalue {float, float, float, float} %t532, 2
  %t536 = extractvalue {float, float, float, float} %t532, 3
  store float %t533, ptr %s87
  store float %t534, ptr %s88
  store float %t535, ptr %s89
  store float %t536, ptr %s90
  %t537 = add nuw nsw i64 %t321, 1
  store i64 %t537, ptr %s317
  %t538 = icmp slt i64 %t537, %t316
  br i1 %t538, label %loop.318, label %done.319
done.319:
  %t539 = zext i32 %t309 to i64
  %t540 = zext i32 %t50 to i64
  store i64 %t539, ptr %s541
  %t544 = icmp sge i64 %t539, %t540
  br i1 %t544, label %done.543, label %loop.542
loop.542:
  %t545 = load i64, ptr %s541
  %t546 = trunc i64 %t545 to i32
  %t547 = mul i32 %t546, 32
  %t548 = add i32 %t547, %t22
  %t549 = mul i32 %t20, 2
  %t550 = add i32 %t548, %t549
  %t551 = icmp ult i32 %t550, 39
  %t552 = select i1 %t551, i32 %t550, i32 39
  %t553 = add i32 %t550, 1
  %t554 = icmp ult i32 %t553, 39
  %t555 = select i1 %t554, i32 %t553, i32 39
  %t556 = add i32 %t550, 8
  %t557 = icmp ult i32 %t556, 39
  %t558 = select i1 %t557, i32 %t556, i32 39
  %t559 = add i32 %t550, 9
  %t560 = icmp ult i32 %t559, 39
  %t561 = select i1 %t560, i32 %t559, i32 39
  %t562 = add i32 %t550, 16
  %t563 = icmp ult i32 %t562, 39
  %t564 = select i1 %t563, i32 %t562, i32 39
  %t565 = add i32 %t550, 17
  %t566 = icmp ult i32 %t565, 39
  %t567 = select i1 %t566, i32 %t565, i32 39
  %t568 = add i32 %t550, 24
  %t569 = icmp ult i32 %t568, 39
  %t570 = select i1 %t569, i32 %t568, i32 39
  %t571 = add i32 %t550, 25
  %t572 = icmp ult i32 %t571, 39
  %t573 = select i1 %t572, i32 %t571, i32 39
  call void asm sideeffect "cp.async.wait_group 1;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t574 = urem i32 %t546, 1
  %t575 = mul i32 %t574, 3072
  %t576 = add i32 %t66, %t575
  %t577 = add i32 %t2, %t576
  %t578 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t577) convergent
  %t579 = extractvalue {i32, i32, i32, i32} %t578, 0
  %t580 = extractvalue {i32, i32, i32, i32} %t578, 1
  %t581 = extractvalue {i32, i32, i32, i32} %t578, 2
  %t582 = extractvalue {i32, i32, i32, i32} %t578, 3
  %t583 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t312, i32 %t313, i32 %t314, i32 %t315, i32 %t579, i32 %t580, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t584 = extractvalue {float, float, float, float} %t583, 0
  %t585 = extractvalue {float, float, float, float} %t583, 1
  %t586 = extractvalue {float, float, float, float} %t583, 2
  %t587 = extractvalue {float, float, float, float} %t583, 3
  %t588 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t312, i32 %t313, i32 %t314, i32 %t315, i32 %t581, i32 %t582, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t589 = extractvalue {float, float, float, float} %t588, 0
  %t590 = extractvalue {float, float, float, float} %t588, 1
  %t591 = extractvalue {float, float, float, float} %t588, 2
  %t592 = extractvalue {float, float, float, float} %t588, 3
  %t593 = add i32 %t576, 768
  %t594 = add i32 %t2, %t593
  %t595 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t594) convergent
  %t596 = extractvalue {i32, i32, i32, i32} %t595, 0
  %t597 = extractvalue {i32, i32, i32, i32} %t595, 1
  %t598 = extractvalue {i32, i32, i32, i32} %t595, 2
  %t599 = extractvalue {i32, i32, i32, i32} %t595, 3
  %t600 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t312, i32 %t313, i32 %t314, i32 %t315, i32 %t596, i32 %t597, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t601 = extractvalue {float, float, float, float} %t600, 0
  %t602 = extractvalue {float, float, float, float} %t600, 1
  %t603 = extractvalue {float, float, float, float} %t600, 2
  %t604 = extractvalue {float, float, float, float} %t600, 3
  %t605 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t312, i32 %t313, i32 %t314, i32 %t315, i32 %t598, i32 %t599, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t606 = extractvalue {float, float, float, float} %t605, 0
  %t607 = extractvalue {float, float, float, float} %t605, 1
  %t608 = extractvalue {float, float, float, float} %t605, 2
  %t609 = extractvalue {float, float, float, float} %t605, 3
  %t610 = add i32 %t547, %t22
  %t611 = mul i32 %t20, 2
  %t612 = add i32 %t610, %t611
  %t613 = icmp ult i32 %t612, 40
  %t614 = icmp ule i32 %t612, %t77
  %t615 = and i1 %t613, %t614
  %t616 = select i1 %t615, float %t584, float 0xFFF0000000000000
  %t617 = icmp ule i32 %t612, %t78
  %t618 = and i1 %t613, %t617
  %t619 = select i1 %t618, float %t586, float 0xFFF0000000000000
  %t620 = add i32 %t612, 1
  %t621 = icmp ult i32 %t620, 40
  %t622 = icmp ule i32 %t620, %t77
  %t623 = and i1 %t621, %t622
  %t624 = select i1 %t623, float %t585, float 0xFFF0000000000000
  %t625 = icmp ule i32 %t620, %t78
  %t626 = and i1 %t621, %t625
  %t627 = select i1 %t626, float %t587, float 0xFFF0000000000000
  %t628 = add i32 %t612, 8
  %t629 = icmp ult i32 %t628, 40
  %t630 = icmp ule i32 %t628, %t77
  %t631 = and i1 %t629, %t630
  %t632 = select i1 %t631, float %t589, float 0xFFF0000000000000
  %t633 = icmp ule i32 %t628, %t78
  %t634 = and i1 %t629, %t633
  %t635 = select i1 %t634, float %t591, float 0xFFF0000000000000
  %t636 = add i32 %t612, 9
  %t637 = icmp ult i32 %t636, 40
  %t638 = icmp ule i32 %t636, %t77
  %t639 = and i1 %t637, %t638
  %t640 = select i1 %t639, float %t590, float 0xFFF0000000000000
  %t641 = icmp ule i32 %t636, %t78
  %t642 = and i1 %t637, %t641
  %t643 = select i1 %t642, float %t592, float 0xFFF0000000000000
  %t644 = add i32 %t612, 16
  %t645 = icmp ult i32 %t644, 40
  %t646 = icmp ule i32 %t644, %t77
  %t647 = and i1 %t645, %t646
  %t648 = select i1 %t647, float %t601, float 0xFFF0000000000000
  %t649 = icmp ule i32 %t644, %t78
  %t650 = and i1 %t645, %t649
  %t651 = select i1 %t650, float %t603, float 0xFFF0000000000000
  %t652 = add i32 %t612, 17
  %t653 = icmp ult i32 %t652, 40
  %t654 = icmp ule i32 %t652, %t77
  %t655 = and i1 %t653, %t654
  %t656 = select i1 %t655, float %t602, float 0xFFF0000000000000
  %t657 = icmp ule i32 %t652, %t78
  %t658 = and i1 %t653, %t657
  %t659 = select i1 %t658, float %t604, float 0xFFF0000000000000
  %t660 = add i32 %t612, 24
  %t661 = icmp ult i32 %t660, 40
  %t662 = icmp ule i32 %t660, %t77
  %t663 = and i1 %t661, %t662
  %t664 = select i1 %t663, float %t606, float 0xFFF0000000000000
  %t665 = icmp ule i32 %t660, %t78
  %t666 = and i1 %t661, %t665
  %t667 = select i1 %t666, float %t608, float 0xFFF0000000000000
  %t668 = add i32 %t612, 25
  %t669 = icmp ult i32 %t668, 40
  %t670 = icmp ule i32 %t668, %t77
  %t671 = and i1 %t669, %t670
  %t672 = select i1 %t671, float %t607, float 0xFFF0000000000000
  %t673 = icmp ule i32 %t668, %t78
  %t674 = and i1 %t669, %t673
  %t675 = select i1 %t674, float %t609, float 0xFFF0000000000000
  %t676 = load float, ptr %s79
  %t677 = call float @llvm.maxnum.f32(float %t616, float %t624)
  %t678 = call float @llvm.maxnum.f32(float %t632, float %t640)
  %t679 = call float @llvm.maxnum.f32(float %t648, float %t656)
  %t680 = call float @llvm.maxnum.f32(float %t664, float %t672)
  %t681 = call float @llvm.maxnum.f32(float %t677, float %t678)
  %t682 = call float @llvm.maxnum.f32(float %t679, float %t680)
  %t683 = call float @llvm.maxnum.f32(float %t681, float %t682)
  %t684 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t683, i32 1, i32 31)
  %t685 = call float @llvm.maxnum.f32(float %t683, float %t684)
  %t686 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t685, i32 2, i32 31)
  %t687 = call float @llvm.maxnum.f32(float %t685, float %t686)
  %t688 = call float @llvm.maxnum.f32(float %t676, float %t687)
  %t689 = fcmp oeq float %t688, 0xFFF0000000000000
  %t690 = select i1 %t689, float 0x0000000000000000, float %t688
  %t691 = fmul float %t690, 0x3FD7154760000000
  %t692 = fneg float %t691
  %t693 = call float @llvm.fma.f32(float %t676, float 0x3FD7154760000000, float %t692)
  %t694 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t693)
  store float %t688, ptr %s79
  %t695 = call float @llvm.fma.f32(float %t616, float 0x3FD7154760000000, float %t692)
  %t696 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t695)
  %t697 = call float @llvm.fma.f32(float %t624, float 0x3FD7154760000000, float %t692)
  %t698 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t697)
  %t699 = call float @llvm.fma.f32(float %t632, float 0x3FD7154760000000, float %t692)
  %t700 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t699)
  %t701 = call float @llvm.fma.f32(float %t640, float 0x3FD7154760000000, float %t692)
  %t702 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t701)
  %t703 = call float @llvm.fma.f32(float %t648, float 0x3FD7154760000000, float %t692)
  %t704 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t703)
  %t705 = call float @llvm.fma.f32(float %t656, float 0x3FD7154760000000, float %t692)
  %t706 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t705)
  %t707 = call float @llvm.fma.f32(float %t664, float 0x3FD7154760000000, float %t692)
  %t708 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t707)
  %t709 = call float @llvm.fma.f32(float %t672, float 0x3FD7154760000000, float %t692)
  %t710 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t709)
  %t711 = load float, ptr %s81
  %t712 = fmul float %t711, %t694
  %t713 = fadd float %t696, %t698
  %t714 = fadd float %t700, %t702
  %t715 = fadd float %t704, %t706
  %t716 = fadd float %t708, %t710
  %t717 = fadd float %t713, %t714
  %t718 = fadd float %t715, %t716
  %t719 = fadd float %t717, %t718
  %t720 = fadd float %t712, %t719
  store float %t720, ptr %s81
  %t721 = load float, ptr %s80
  %t722 = call float @llvm.maxnum.f32(float %t619, float %t627)
  %t723 = call float @llvm.maxnum.f32(float %t635, float %t643)
  %t724 = call float @llvm.maxnum.f32(float %t651, float %t659)
  %t725 = call float @llvm.maxnum.f32(float %t667, float %t675)
  %t726 = call float @llvm.maxnum.f32(float %t722, float %t723)
  %t727 = call float @llvm.maxnum.f32(float %t724, float %t725)
  %t728 = call float @llvm.maxnum.f32(float %t726, float %t727)
  %t729 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t728, i32 1, i32 31)
  %t730 = call float @llvm.maxnum.f32(float %t728, float %t729)
  %t731 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t730, i32 2, i32 31)
  %t732 = call float @llvm.maxnum.f32(float %t730, float %t731)
  %t733 = call float @llvm.maxnum.f32(float %t721, float %t732)
  %t734 = fcmp oeq float %t733, 0xFFF0000000000000
  %t735 = select i1 %t734, float 0x0000000000000000, float %t733
  %t736 = fmul float %t735, 0x3FD7154760000000
  %t737 = fneg float %t736
  %t738 = call float @llvm.fma.f32(float %t721, float 0x3FD7154760000000, float %t737)
  %t739 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t738)
  store float %t733, ptr %s80
  %t740 = call float @llvm.fma.f32(float %t619, float 0x3FD7154760000000, float %t737)
  %t741 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t740)
  %t742 = call float @llvm.fma.f32(float %t627, float 0x3FD7154760000000, float %t737)
  %t743 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t742)
  %t744 = call float @llvm.fma.f32(float %t635, float 0x3FD7154760000000, float %t737)
  %t745 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t744)
  %t746 = call float @llvm.fma.f32(float %t643, float 0x3FD7154760000000, float %t737)
  %t747 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t746)
  %t748 = call float @llvm.fma.f32(float %t651, float 0x3FD7154760000000, float %t737)
  %t749 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t748)
  %t750 = call float @llvm.fma.f32(float %t659, float 0x3FD7154760000000, float %t737)
  %t751 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t750)
  %t752 = call float @llvm.fma.f32(float %t667, float 0x3FD7154760000000, float %t737)
  %t753 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t752)
  %t754 = call float @llvm.fma.f32(float %t675, float 0x3FD7154760000000, float %t737)
  %t755 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t754)
  %t756 = load float, ptr %s82
  %t757 = fmul float %t756, %t739
  %t758 = fadd float %t741, %t743
  %t759 = fadd float %t745, %t747
  %t760 = fadd float %t749, %t751
  %t761 = fadd float %t753, %t755
  %t762 = fadd float %t758, %t759
  %t763 = fadd float %t760, %t761
  %t764 = fadd float %t762, %t763
  %t765 = fadd float %t757, %t764
  store float %t765, ptr %s82
  %t766 = load float, ptr %s83
  %t767 = fmul float %t766, %t694
  store float %t767, ptr %s83
  %t768 = load float, ptr %s84
  %t769 = fmul float %t768, %t694
  store float %t769, ptr %s84
  %t770 = load float, ptr %s85
  %t771 = fmul float %t770, %t739
  store float %t771, ptr %s85
  %t772 = load float, ptr %s86
  %t773 = fmul float %t772, %t739
  store float %t773, ptr %s86
  %t774 = load float, ptr %s87
  %t775 = fmul float %t774, %t694
  store float %t775, ptr %s87
  %t776 = load float, ptr %s88
  %t777 = fmul float %t776, %t694
  store float %t777, ptr %s88
  %t778 = load float, ptr %s89
  %t779 = fmul float %t778, %t739
  store float %t779, ptr %s89
  %t780 = load float, ptr %s90
  %t781 = fmul float %t780, %t739
  store float %t781, ptr %s90
  call void asm sideeffect "cp.async.wait_group 2;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t782 = add i32 %t71, %t575
  %t783 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t698, float %t696)
  %t784 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t743, float %t741)
  %t785 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t702, float %t700)
  %t786 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t747, float %t745)
  %t787 = add i32 %t2, %t782
  %t788 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t787) convergent
  %t789 = extractvalue {i32, i32, i32, i32} %t788, 0
  %t790 = extractvalue {i32, i32, i32, i32} %t788, 1
  %t791 = extractvalue {i32, i32, i32, i32} %t788, 2
  %t792 = extractvalue {i32, i32, i32, i32} %t788, 3
  %t793 = load float, ptr %s83
  %t794 = load float, ptr %s84
  %t795 = load float, ptr %s85
  %t796 = load float, ptr %s86
  %t797 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t783, i32 %t784, i32 %t785, i32 %t786, i32 %t789, i32 %t790, float %t793, float %t794, float %t795, float %t796) convergent
  %t798 = extractvalue {float, float, float, float} %t797, 0
  %t799 = extractvalue {float, float, float, float} %t797, 1
  %t800 = extractvalue {float, float, float, float} %t797, 2
  %t801 = extractvalue {float, float, float, float} %t797, 3
  store float %t798, ptr %s83
  store float %t799, ptr %s84
  store float %t800, ptr %s85
  store float %t801, ptr %s86
  %t802 = load float, ptr %s87
  %t803 = load float, ptr %s88
  %t804 = load float, ptr %s89
  %t805 = load float, ptr %s90
  %t806 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t783, i32 %t784, i32 %t785, i32 %t786, i32 %t791, i32 %t792, float %t802, float %t803, float %t804, float %t805) convergent
  %t807 = extractvalue {float, float, float, float} %t806, 0
  %t808 = extractvalue {float, float, float, float} %t806, 1
  %t809 = extractvalue {float, float, float, float} %t806, 2
  %t810 = extractvalue {float, float, float, float} %t806, 3
  store float %t807, ptr %s87
  store float %t808, ptr %s88
  store float %t809, ptr %s89
  store float %t810, ptr %s90
  %t811 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t706, float %t704)
  %t812 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t751, float %t749)
  %t813 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t710, float %t708)
  %t814 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t755, float %t753)
  %t815 = add i32 %t782, 768
  %t816 = add i32 %t2, %t815
  %t817 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t816) convergent
  %t818 = extractvalue {i32, i32, i32, i32} %t817, 0
  %t819 = extractvalue {i32, i32, i32, i32} %t817, 1
  %t820 = extractvalue {i32, i32, i32, i32} %t817, 2
  %t821 = extractvalue {i32, i32, i32, i32} %t817, 3
  %t822 = load float, ptr %s83
  %t823 = load float, ptr %s84
  %t824 = load float, ptr %s85
  %t825 = load float, ptr %s86
  %t826 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t811, i32 %t812, i32 %t813, i32 %t814, i32 %t818, i32 %t819, float %t822, float %t823, float %t824, float %t825) convergent
  %t827 = extractvalue {float, float, float, float} %t826, 0
  %t828 = extractvalue {float, float, float, float} %t826, 1
  %t829 = extractvalue {float, float, float, float} %t826, 2
  %t830 = extractvalue {float, float, float, float} %t826, 3
  store float %t827, ptr %s83
  store float %t828, ptr %s84
  store float %t829, ptr %s85
  store float %t830, ptr %s86
  %t831 = load float, ptr %s87
  %t832 = load float, ptr %s88
  %t833 = load float, ptr %s89
  %t834 = load float, ptr %s90
  %t835 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t811, i32 %t812, i32 %t813, i32 %t814, i32 %t820, i32 %t821, float %t831, float %t832, float %t833, float %t834) convergent
  %t836 = extractvalue {float, float, float, float} %t835, 0
  %t837 = extractvalue {float, float, float, float} %t835, 1
  %t838 = extractvalue {float, float, float, float} %t835, 2
  %t839 = extractvalue {float, float, float, float} %t835, 3
  store float %t836, ptr %s87
  store float %t837, ptr %s88
  store float %t838, ptr %s89
  store float %t839, ptr %s90
  %t840 = add nuw nsw i64 %t545, 1
  store i64 %t840, ptr %s541
  %t841 = icmp slt i64 %t840, %t540
  br i1 %t841, label %loop.542, label %done.543
done.543:
  call void asm sideeffect "cp.async.wait_all;", "~{memory}"() convergent
  %t842 = load float, ptr %s79
  %t843 = load float, ptr %s80
  %t844 = load float, ptr %s81
  %t845 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t844, i32 1, i32 31)
  %t846 = fadd float %t844, %t845
  %t847 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t846, i32 2, i32 31)
  %t848 = fadd float %t846, %t847
  %t849 = load float, ptr %s82
  %t850 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t849, i32 1, i32 31)
  %t851 = fadd float %t849, %t850
  %t852 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t851, i32 2, i32 31)
  %t853 = fadd float %t851, %t852
  %t854 = load float, ptr %s83
  %t855 = load float, ptr %s84
  %t856 = load float, ptr %s85
  %t857 = load float, ptr %s86
  %t858 = load float, ptr %s87
  %t859 = load float, ptr %s88
  %t860 = load float, ptr %s89
  %t861 = load float, ptr %s90
  br i1 %t75, label %then.862, label %else.863
then.862:
  %t865 = icmp eq i32 %t20, 0
  %t866 = fdiv float 0x3FF0000000000000, %t848
  %t867 = mul i32 %t20, 2
  %t868 = fmul float %t854, %t866
  %t869 = fmul float %t855, %t866
  %t870 = add i32 %t867, 1
  %t871 = sext i32 %t13 to i64
  %t872 = mul nsw i64 %t871, 320
  %t873 = getelementptr i16, ptr %buffer3, i64 %t872
  %t874 = sext i32 %t77 to i64
  %t875 = mul nsw i64 %t874, 16
  %t876 = getelementptr i16, ptr %t873, i64 %t875
  %t877 = sext i32 %t867 to i64
  %t878 = mul nsw i64 %t877, 1
  %t879 = getelementptr i16, ptr %t876, i64 %t878
  %t880 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t869, float %t868)
  store i32 %t880, ptr %t879, align 4
  %t881 = mul i32 %t20, 2
  %t882 = add i32 8, %t881
  %t883 = fmul float %t858, %t866
  %t884 = fmul float %t859, %t866
  %t885 = add i32 %t882, 1
  %t886 = sext i32 %t13 to i64
  %t887 = mul nsw i64 %t886, 320
  %t888 = getelementptr i16, ptr %buffer3, i64 %t887
  %t889 = sext i32 %t77 to i64
  %t890 = mul nsw i64 %t889, 16
  %t891 = getelementptr i16, ptr %t888, i64 %t890
  %t892 = sext i32 %t882 to i64
  %t893 = mul nsw i64 %t892, 1
  %t894 = getelementptr i16, ptr %t891, i64 %t893
  %t895 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t884, float %t883)
  store i32 %t895, ptr %t894, align 4
  br label %join.864
else.863:
  br label %join.864
join.864:
  %t896 = load float, ptr %s83
  %t897 = load float, ptr %s84
  %t898 = load float, ptr %s85
  %t899 = load float, ptr %s86
  %t900 = load float, ptr %s87
  %t901 = load float, ptr %s88
  %t902 = load float, ptr %s89
  %t903 = load float, ptr %s90
  br i1 %t76, label %then.904, label %else.905
then.904:
  %t907 = icmp eq i32 %t20, 0
  %t908 = fdiv float 0x3FF0000000000000, %t853
  %t909 = mul i32 %t20, 2
  %t910 = fmul float %t898, %t908
  %t911 = fmul float %t899, %t908
  %t912 = add i32 %t909, 1
  %t913 = sext i32 %t13 to i64
  %t914 = mul nsw i64 %t913, 320
  %t915 = getelementptr i16, ptr %buffer3, i64 %t914
  %t916 = sext i32 %t78 to i64
  %t917 = mul nsw i64 %t916, 16
  %t918 = getelementptr i16, ptr %t915, i64 %t917
  %t919 = sext i32 %t909 to i64
  %t920 = mul nsw i64 %t919, 1
  %t921 = getelementptr i16, ptr %t918, i64 %t920
  %t922 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t911, float %t910)
  store i32 %t922, ptr %t921, align 4
  %t923 = mul i32 %t20, 2
  %t924 = add i32 8, %t923
  %t925 = fmul float %t902, %t908
  %t926 = fmul float %t903, %t908
  %t927 = add i32 %t924, 1
  %t928 = sext i32 %t13 to i64
  %t929 = mul nsw i64 %t928, 320
  %t930 = getelementptr i16, ptr %buffer3, i64 %t929
  %t931 = sext i32 %t78 to i64
  %t932 = mul nsw i64 %t931, 16
  %t933 = getelementptr i16, ptr %t930, i64 %t932
  %t934 = sext i32 %t924 to i64
  %t935 = mul nsw i64 %t934, 1
  %t936 = getelementptr i16, ptr %t933, i64 %t935
  %t937 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t926, float %t925)
  store i32 %t937, ptr %t936, align 4
  br label %join.906
else.905:
  br label %join.906
join.906:
  ret void
}
