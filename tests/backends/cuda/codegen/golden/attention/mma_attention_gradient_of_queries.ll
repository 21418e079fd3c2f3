@shared_memory = external addrspace(3) global [0 x i8], align 128
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
declare float @llvm.maxnum.f32(float, float)
declare float @llvm.fma.f32(float, float, float)
declare float @llvm.nvvm.shfl.sync.bfly.f32(i32, float, i32, i32) convergent
define ptx_kernel void @mma_attention_gradient_of_queries(ptr noalias %buffer0, ptr noalias %buffer1, ptr noalias %buffer2, ptr noalias %buffer3, ptr noalias %buffer4, ptr noalias %buffer5, ptr noalias %buffer6, ptr noalias %buffer7) nounwind "nvvm.maxntid"="32" {
  %s99 = alloca float
  %s100 = alloca float
  %s101 = alloca float
  %s102 = alloca float
  %s103 = alloca float
  %s104 = alloca float
  %s105 = alloca float
  %s106 = alloca float
  %s155 = alloca float
  %s156 = alloca float
  %s157 = alloca float
  %s158 = alloca float
  %s159 = alloca float
  %s160 = alloca float
  %s295 = alloca i64
  %s844 = alloca i64
  %t1 = ptrtoint ptr addrspace(3) @shared_memory to i64
  %t2 = trunc i64 %t1 to i32
  %t3 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t4 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t5 = udiv i32 %t4, 2
  %t6 = urem i32 %t4, 2
  %t7 = sub nsw i32 1, %t6
  %t8 = udiv i32 %t5, 2
  %t9 = urem i32 %t5, 2
  %t10 = mul nsw i32 %t7, 16
  %t11 = udiv i32 %t3, 32
  %t12 = urem i32 %t3, 32
  %t13 = udiv i32 %t12, 4
  %t14 = urem i32 %t12, 4
  %t15 = mul nsw i32 %t11, 16
  %t16 = udiv i32 %t3, 2
  %t17 = urem i32 %t3, 2
  %t18 = mul nsw i32 %t17, 8
  %t19 = sext i32 %t9 to i64
  %t20 = mul nsw i64 %t19, 320
  %t21 = getelementptr i16, ptr %buffer0, i64 %t20
  %t22 = sext i32 %t16 to i64
  %t23 = mul nsw i64 %t22, 16
  %t24 = getelementptr i16, ptr %t21, i64 %t23
  %t25 = sext i32 %t18 to i64
  %t26 = mul nsw i64 %t25, 1
  %t27 = getelementptr i16, ptr %t24, i64 %t26
  %t28 = udiv i32 %t3, 4
  %t29 = urem i32 %t3, 4
  %t30 = mul nsw i32 %t29, 8
  %t31 = sext i32 %t9 to i64
  %t32 = mul nsw i64 %t31, 480
  %t33 = getelementptr i16, ptr %buffer3, i64 %t32
  %t34 = sext i32 %t28 to i64
  %t35 = mul nsw i64 %t34, 24
  %t36 = getelementptr i16, ptr %t33, i64 %t35
  %t37 = sext i32 %t30 to i64
  %t38 = mul nsw i64 %t37, 1
  %t39 = getelementptr i16, ptr %t36, i64 %t38
  %t40 = udiv i32 %t3, 16
  %t41 = urem i32 %t3, 16
  %t42 = sext i32 %t9 to i64
  %t43 = mul nsw i64 %t42, 640
  %t44 = getelementptr i16, ptr %buffer1, i64 %t43
  %t45 = sext i32 %t40 to i64
  %t46 = mul nsw i64 %t45, 1
  %t47 = getelementptr i16, ptr %t44, i64 %t46
  %t48 = sext i32 %t41 to i64
  %t49 = mul nsw i64 %t48, 40
  %t50 = getelementptr i16, ptr %t47, i64 %t49
  %t51 = udiv i32 %t3, 4
  %t52 = urem i32 %t3, 4
  %t53 = mul nsw i32 %t52, 8
  %t54 = sext i32 %t9 to i64
  %t55 = mul nsw i64 %t54, 960
  %t56 = getelementptr i16, ptr %buffer2, i64 %t55
  %t57 = sext i32 %t51 to i64
  %t58 = mul nsw i64 %t57, 24
  %t59 = getelementptr i16, ptr %t56, i64 %t58
  %t60 = sext i32 %t53 to i64
  %t61 = mul nsw i64 %t60, 1
  %t62 = getelementptr i16, ptr %t59, i64 %t61
  %t63 = add nsw i32 %t10, 16
  %t64 = icmp ult i32 %t63, 40
  %t65 = select i1 %t64, i32 %t63, i32 40
  %t66 = add nsw i32 %t65, 15
  %t67 = udiv i32 %t66, 16
  %t68 = udiv i32 %t12, 16
  %t69 = urem i32 %t12, 16
  %t70 = udiv i32 %t12, 8
  %t71 = urem i32 %t12, 8
  %t72 = add nsw i32 %t15, %t69
  %t73 = mul nsw i32 %t68, 8
  %t74 = add nsw i32 %t71, %t73
  %t75 = urem i32 %t70, 2
  %t76 = mul nsw i32 %t72, 48
  %t77 = mul nsw i32 %t68, 16
  %t78 = add nsw i32 %t76, %t77
  %t79 = mul nsw i32 %t72, 80
  %t80 = mul nsw i32 %t68, 16
  %t81 = add nsw i32 %t79, %t80
  %t82 = add nsw i32 %t81, 768
  %t83 = mul nsw i32 %t74, 48
  %t84 = mul nsw i32 %t75, 16
  %t85 = add nsw i32 %t83, %t84
  %t86 = add nsw i32 %t85, 2048
  %t87 = mul nsw i32 %t74, 80
  %t88 = mul nsw i32 %t75, 16
  %t89 = add nsw i32 %t87, %t88
  %t90 = add nsw i32 %t89, 2816
  %t91 = mul nsw i32 %t69, 48
  %t92 = mul nsw i32 %t68, 16
  %t93 = add nsw i32 %t91, %t92
  %t94 = add nsw i32 %t93, 2048
  %t95 = mul nsw i32 %t69, 80
  %t96 = mul nsw i32 %t68, 16
  %t97 = add nsw i32 %t95, %t96
  %t98 = add nsw i32 %t97, 2816
  store float 0.0, ptr %s99
  store float 0.0, ptr %s100
  store float 0.0, ptr %s101
  store float 0.0, ptr %s102
  store float 0.0, ptr %s103
  store float 0.0, ptr %s104
  store float 0.0, ptr %s105
  store float 0.0, ptr %s106
  %t107 = add nsw i32 %t10, %t15
  %t108 = add nsw i32 %t107, %t13
  %t109 = add nsw i32 %t108, 8
  %t110 = icmp ult i32 %t108, 20
  %t111 = icmp ult i32 %t109, 20
  %t112 = select i1 %t110, i32 %t108, i32 19
  %t113 = select i1 %t111, i32 %t109, i32 19
  %t114 = sext i32 %t10 to i64
  %t115 = mul nsw i64 %t114, 16
  %t116 = getelementptr i16, ptr %t27, i64 %t115
  %t117 = add nsw i32 %t10, %t16
  %t118 = icmp ult i32 %t117, 20
  %t119 = mul nsw i32 %t16, 48
  %t120 = mul nsw i32 %t18, 2
  %t121 = add nsw i32 %t119, %t120
  %t122 = select i1 %t118, ptr %t116, ptr %buffer0
  %t123 = add nsw i32 %t2, %t121
  %t124 = select i1 %t118, i32 16, i32 0
  %t125 = addrspacecast ptr %t122 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t123, ptr addrspace(1) %t125, i32 %t124)
  %t126 = sext i32 %t10 to i64
  %t127 = mul nsw i64 %t126, 24
  %t128 = getelementptr i16, ptr %t39, i64 %t127
  %t129 = icmp ult i32 %t30, 24
  %t130 = add nsw i32 %t10, %t28
  %t131 = icmp ult i32 %t130, 20
  %t132 = and i1 %t129, %t131
  %t133 = mul nsw i32 %t28, 80
  %t134 = mul nsw i32 %t30, 2
  %t135 = add nsw i32 %t133, %t134
  %t136 = add nsw i32 %t135, 768
  %t137 = select i1 %t132, ptr %t128, ptr %buffer3
  %t138 = add nsw i32 %t2, %t136
  %t139 = select i1 %t132, i32 16, i32 0
  %t140 = addrspacecast ptr %t137 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t138, ptr addrspace(1) %t140, i32 %t139)
  %t141 = getelementptr i16, ptr %t128, i64 192
  %t142 = add nsw i32 %t28, 8
  %t143 = icmp ult i32 %t30, 24
  %t144 = add nsw i32 %t10, %t142
  %t145 = icmp ult i32 %t144, 20
  %t146 = and i1 %t143, %t145
  %t147 = mul nsw i32 %t142, 80
  %t148 = mul nsw i32 %t30, 2
  %t149 = add nsw i32 %t147, %t148
  %t150 = add nsw i32 %t149, 768
  %t151 = select i1 %t146, ptr %t141, ptr %buffer3
  %t152 = add nsw i32 %t2, %t150
  %t153 = select i1 %t146, i32 16, i32 0
  %t154 = addrspacecast ptr %t151 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t152, ptr addrspace(1) %t154, i32 %t153)
  store float 0xFFF0000000000000, ptr %s155
  store float 0xFFF0000000000000, ptr %s156
  store float 0x0000000000000000, ptr %s157
  store float 0x0000000000000000, ptr %s158
  store float 0x0000000000000000, ptr %s159
  store float 0x0000000000000000, ptr %s160
  %t161 = icmp ult i32 0, %t67
  br i1 %t161, label %then.162, label %else.163
then.162:
  %t165 = icmp ult i32 %t40, 40
  %t166 = mul nsw i32 %t40, 48
  %t167 = mul nsw i32 %t41, 2
  %t168 = add nsw i32 %t166, %t167
  %t169 = add nsw i32 %t168, 2048
  %t170 = select i1 %t165, ptr %t50, ptr %buffer1
  %t171 = load i16, ptr %t170, align 2
  %t172 = select i1 %t165, i16 %t171, i16 0
  %t173 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t169
  store i16 %t172, ptr addrspace(3) %t173, align 2
  %t174 = getelementptr i16, ptr %t50, i64 2
  %t175 = add nsw i32 %t40, 2
  %t176 = icmp ult i32 %t175, 40
  %t177 = mul nsw i32 %t175, 48
  %t178 = mul nsw i32 %t41, 2
  %t179 = add nsw i32 %t177, %t178
  %t180 = add nsw i32 %t179, 2048
  %t181 = select i1 %t176, ptr %t174, ptr %buffer1
  %t182 = load i16, ptr %t181, align 2
  %t183 = select i1 %t176, i16 %t182, i16 0
  %t184 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t180
  store i16 %t183, ptr addrspace(3) %t184, align 2
  %t185 = getelementptr i16, ptr %t50, i64 4
  %t186 = add nsw i32 %t40, 4
  %t187 = icmp ult i32 %t186, 40
  %t188 = mul nsw i32 %t186, 48
  %t189 = mul nsw i32 %t41, 2
  %t190 = add nsw i32 %t188, %t189
  %t191 = add nsw i32 %t190, 2048
  %t192 = select i1 %t187, ptr %t185, ptr %buffer1
  %t193 = load i16, ptr %t192, align 2
  %t194 = select i1 %t187, i16 %t193, i16 0
  %t195 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t191
  store i16 %t194, ptr addrspace(3) %t195, align 2
  %t196 = getelementptr i16, ptr %t50, i64 6
  %t197 = add nsw i32 %t40, 6
  %t198 = icmp ult i32 %t197, 40
  %t199 = mul nsw i32 %t197, 48
  %t200 = mul nsw i32 %t41, 2
  %t201 = add nsw i32 %t199, %t200
  %t202 = add nsw i32 %t201, 2048
  %t203 = select i1 %t198, ptr %t196, ptr %buffer1
  %t204 = load i16, ptr %t203, align 2
  %t205 = select i1 %t198, i16 %t204, i16 0
  %t206 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t202
  store i16 %t205, ptr addrspace(3) %t206, align 2
  %t207 = getelementptr i16, ptr %t50, i64 8
  %t208 = add nsw i32 %t40, 8
  %t209 = icmp ult i32 %t208, 40
  %t210 = mul nsw i32 %t208, 48
  %t211 = mul nsw i32 %t41, 2
  %t212 = add nsw i32 %t210, %t211
  %t213 = add nsw i32 %t212, 2048
  %t214 = select i1 %t209, ptr %t207, ptr %buffer1
  %t215 = load i16, ptr %t214, align 2
  %t216 = select i1 %t209, i16 %t215, i16 0
  %t217 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t213
  store i16 %t216, ptr addrspace(3) %t217, align 2
  %t218 = getelementptr i16, ptr %t50, i64 10
  %t219 = add nsw i32 %t40, 10
  %t220 = icmp ult i32 %t219, 40
  %t221 = mul nsw i32 %t219, 48
  %t222 = mul nsw i32 %t41, 2
  %t223 = add nsw i32 %t221, %t222
  %t224 = add nsw i32 %t223, 2048
  %t225 = select i1 %t220, ptr %t218, ptr %buffer1
  %t226 = load i16, ptr %t225, align 2
  %t227 = select i1 %t220, i16 %t226, i16 0
  %t228 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t224
  store i16 %t227, ptr addrspace(3) %t228, align 2
  %t229 = getelementptr i16, ptr %t50, i64 12
  %t230 = add nsw i32 %t40, 12
  %t231 = icmp ult i32 %t230, 40
  %t232 = mul nsw i32 %t230, 48
  %t233 = mul nsw i32 %t41, 2
  %t234 = add nsw i32 %t232, %t233
  %t235 = add nsw i32 %t234, 2048
  %t236 = select i1 %t231, ptr %t229, ptr %buffer1
  %t237 = load i16, ptr %t236, align 2
  %t238 = select i1 %t231, i16 %t237, i16 0
  %t239 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t235
  store i16 %t238, ptr addrspace(3) %t239, align 2
  %t240 = getelementptr i16, ptr %t50, i64 14
  %t241 = add nsw i32 %t40, 14
  %t242 = icmp ult i32 %t241, 40
  %t243 = mul nsw i32 %t241, 48
  %t244 = mul nsw i32 %t41, 2
  %t245 = add nsw i32 %t243, %t244
  %t246 = add nsw i32 %t245, 2048
  %t247 = select i1 %t242, ptr %t240, ptr %buffer1
  %t248 = load i16, ptr %t247, align 2
  %t249 = select i1 %t242, i16 %t248, i16 0
  %t250 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t246
  store i16 %t249, ptr addrspace(3) %t250, align 2
  %t251 = icmp ult i32 %t53, 24
  %t252 = icmp ult i32 %t51, 40
  %t253 = and i1 %t251, %t252
  %t254 = mul nsw i32 %t51, 80
  %t255 = mul nsw i32 %t53, 2
  %t256 = add nsw i32 %t254, %t255
  %t257 = add nsw i32 %t256, 2816
  %t258 = select i1 %t253, ptr %t62, ptr %buffer2
  %t259 = add nsw i32 %t2, %t257
  %t260 = select i1 %t253, i32 16, i32 0
  %t261 = addrspacecast ptr %t258 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t259, ptr addrspace(1) %t261, i32 %t260)
  %t262 = getelementptr i16, ptr %t62, i64 192
  %t263 = add nsw i32 %t51, 8
  %t264 = icmp ult i32 %t53, 24
  %t265 = icmp ult i32 %t263, 40
  %t266 = and i1 %t264, %t265
  %t267 = mul nsw i32 %t263, 80
  %t268 = mul nsw i32 %t53, 2
  %t269 = add nsw i32 %t267, %t268
  %t270 = add nsw i32 %t269, 2816
  %t271 = select i1 %t266, ptr %t262, ptr %buffer2
  %t272 = add nsw i32 %t2, %t270
  %t273 = select i1 %t266, i32 16, i32 0
  %t274 = addrspacecast ptr %t271 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t272, ptr addrspace(1) %t274, i32 %t273)
  br label %join.164
else.163:
  br label %join.164
join.164:
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  call void asm sideeffect "cp.async.wait_group 0;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t275 = add nsw i32 %t2, %t78
  %t276 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t275) convergent
  %t277 = extractvalue {i32, i32, i32, i32} %t276, 0
  %t278 = extractvalue {i32, i32, i32, i32} %t276, 1
  %t279 = extractvalue {i32, i32, i32, i32} %t276, 2
  %t280 = extractvalue {i32, i32, i32, i32} %t276, 3
  %t281 = add nsw i32 %t2, %t82
  %t282 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t281) convergent
  %t283 = extractvalue {i32, i32, i32, i32} %t282, 0
  %t284 = extractvalue {i32, i32, i32, i32} %t282, 1
  %t285 = extractvalue {i32, i32, i32, i32} %t282, 2
  %t286 = extractvalue {i32, i32, i32, i32} %t282, 3
  %t287 = add nsw i32 %t82, 32
  %t288 = add nsw i32 %t2, %t287
  %t289 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t288) convergent
  %t290 = extractvalue {i32, i32, i32, i32} %t289, 0
  %t291 = extractvalue {i32, i32, i32, i32} %t289, 1
  %t292 = extractvalue {i32, i32, i32, i32} %t289, 2
  %t293 = extractvalue {i32, i32, i32, i32} %t289, 3
  %t294 = sext i32 %t67 to i64
  store i64 0, ptr %s295
  %t298 = icmp sge i64 0, %t294
  br i1 %t298, label %done.297, label %loop.296
loop.296:
  %t299 = load i64, ptr %s295
  %t300 = trunc i64 %t299 to i32
  call void asm sideeffect "cp.async.wait_group 0;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t301 = add nsw i32 %t300, 1
  %t302 = urem i32 %t301, 2
  %t303 = mul nsw i32 %t302, 2048
  %t304 = icmp ult i32 %t301, %t67
  br i1 %t304, label %then.305, label %else.306
then.305:
  %t308 = mul nsw i32 %t301, 16
  %t309 = sext i32 %t308 to i64
  %t310 = mul nsw i64 %t309, 1
  %t311 = getelementptr i16, ptr %t50, i64 %t310
  %t312 = add nsw i32 %t308, %t40
  %t313 = icmp ult i32 %t312, 40
  %t314 = mul nsw i32 %t40, 48
  %t315 = mul nsw i32 %t41, 2
  %t316 = add nsw i32 %t314, %t315
  %t317 = add nsw i32 %t316, 2048
  %t318 = add nsw i32 %t317, %t303
  %t319 = select i1 %t313, ptr %t311, ptr %buffer1
  %t320 = load i16, ptr %t319, align 2
  %t321 = select i1 %t313, i16 %t320, i16 0
  %t322 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t318
  store i16 %t321, ptr addrspace(3) %t322, align 2
  %t323 = getelementptr i16, ptr %t311, i64 2
  %t324 = add nsw i32 %t40, 2
  %t325 = add nsw i32 %t308, %t324
  %t326 = icmp ult i32 %t325, 40
  %t327 = mul nsw i32 %t324, 48
  %t328 = mul nsw i32 %t41, 2
  %t329 = add nsw i32 %t327, %t328
  %t330 = add nsw i32 %t329, 2048
  %t331 = add nsw i32 %t330, %t303
  %t332 = select i1 %t326, ptr %t323, ptr %buffer1
  %t333 = load i16, ptr %t332, align 2
  %t334 = select i1 %t326, i16 %t333, i16 0
  %t335 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t331
  store i16 %t334, ptr addrspace(3) %t335, align 2
  %t336 = getelementptr i16, ptr %t311, i64 4
  %t337 = add nsw i32 %t40, 4
  %t338 = add nsw i32 %t308, %t337
  %t339 = icmp ult i32 %t338, 40
  %t340 = mul nsw i32 %t337, 48
  %t341 = mul nsw i32 %t41, 2
  %t342 = add nsw i32 %t340, %t341
  %t343 = add nsw i32 %t342, 2048
  %t344 = add nsw i32 %t343, %t303
  %t345 = select i1 %t339, ptr %t336, ptr %buffer1
  %t346 = load i16, ptr %t345, align 2
  %t347 = select i1 %t339, i16 %t346, i16 0
  %t348 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t344
  store i16 %t347, ptr addrspace(3) %t348, align 2
  %t349 = getelementptr i16, ptr %t311, i64 6
  %t350 = add nsw i32 %t40, 6
  %t351 = add nsw i32 %t308, %t350
  %t352 = icmp ult i32 %t351, 40
  %t353 = mul nsw i32 %t350, 48
  %t354 = mul nsw i32 %t41, 2
  %t355 = add nsw i32 %t353, %t354
  %t356 = add nsw i32 %t355, 2048
  %t357 = add nsw i32 %t356, %t303
  %t358 = select i1 %t352, ptr %t349, ptr %buffer1
  %t359 = load i16, ptr %t358, align 2
  %t360 = select i1 %t352, i16 %t359, i16 0
  %t361 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t357
  store i16 %t360, ptr addrspace(3) %t361, align 2
  %t362 = getelementptr i16, ptr %t311, i64 8
  %t363 = add nsw i32 %t40, 8
  %t364 = add nsw i32 %t308, %t363
  %t365 = icmp ult i32 %t364, 40
  %t366 = mul nsw i32 %t363, 48
  %t367 = mul nsw i32 %t41, 2
  %t368 = add nsw i32 %t366, %t367
  %t369 = add nsw i32 %t368, 2048
  %t370 = add nsw i32 %t369, %t303
  %t371 = select i1 %t365, ptr %t362, ptr %buffer1
  %t372 = load i16, ptr %t371, align 2
  %t373 = select i1 %t365, i16 %t372, i16 0
  %t374 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t370
  store i16 %t373, ptr addrspace(3) %t374, align 2
  %t375 = getelementptr i16, ptr %t311, i64 10
  %t376 = add nsw i32 %t40, 10
  %t377 = add nsw i32 %t308, %t376
  %t378 = icmp ult i32 %t377, 40
  %t379 = mul nsw i32 %t376, 48
  %t380 = mul nsw i32 %t41, 2
  %t381 = add nsw i32 %t379, %t380
  %t382 = add nsw i32 %t381, 2048
  %t383 = add nsw i32 %t382, %t303
  %t384 = select i1 %t378, ptr %t375, ptr %buffer1
  %t385 = load i16, ptr %t384, align 2
  %t386 = select i1 %t378, i16 %t385, i16 0
  %t387 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t383
  store i16 %t386, ptr addrspace(3) %t387, align 2
  %t388 = getelementptr i16, ptr %t311, i64 12
  %t389 = add nsw i32 %t40, 12
  %t390 = add nsw i32 %t308, %t389
  %t391 = icmp ult i32 %t390, 40
  %t392 = mul nsw i32 %t389, 48
  %t393 = mul nsw i32 %t41, 2
  %t394 = add nsw i32 %t392, %t393
  %t395 = add nsw i32 %t394, 2048
  %t396 = add nsw i32 %t395, %t303
  %t397 = select i1 %t391, ptr %t388, ptr %buffer1
  %t398 = load i16, ptr %t397, align 2
  %t399 = select i1 %t391, i16 %t398, i16 0
  %t400 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t396
  store i16 %t399, ptr addrspace(3) %t400, align 2
  %t401 = getelementptr i16, ptr %t311, i64 14
  %t402 = add nsw i32 %t40, 14
  %t403 = add nsw i32 %t308, %t402
  %t404 = icmp ult i32 %t403, 40
  %t405 = mul nsw i32 %t402, 48
  %t406 = mul nsw i32 %t41, 2
  %t407 = add nsw i32 %t405, %t406
  %t408 = add nsw i32 %t407, 2048
  %t409 = add nsw i32 %t408, %t303
  %t410 = select i1 %t404, ptr %t401, ptr %buffer1
  %t411 = load i16, ptr %t410, align 2
  %t412 = select i1 %t404, i16 %t411, i16 0
  %t413 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t409
  store i16 %t412, ptr addrspace(3) %t413, align 2
  %t414 = mul nsw i32 %t301, 16
  %t415 = sext i32 %t414 to i64
  %t416 = mul nsw i64 %t415, 24
  %t417 = getelementptr i16, ptr %t62, i64 %t416
  %t418 = icmp ult i32 %t53, 24
  %t419 = add nsw i32 %t414, %t51
  %t420 = icmp ult i32 %t419, 40
  %t421 = and i1 %t418, %t420
  %t422 = mul nsw i32 %t51, 80
  %t423 = mul nsw i32 %t53, 2
  %t424 = add nsw i32 %t422, %t423
  %t425 = add nsw i32 %t424, 2816
  %t426 = add nsw i32 %t425, %t303
  %t427 = select i1 %t421, ptr %t417, ptr %buffer2
  %t428 = add nsw i32 %t2, %t426
  %t429 = select i1 %t421, i32 16, i32 0
  %t430 = addrspacecast ptr %t427 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t428, ptr addrspace(1) %t430, i32 %t429)
  %t431 = getelementptr i16, ptr %t417, i64 192
  %t432 = add nsw i32 %t51, 8
  %t433 = icmp ult i32 %t53, 24
  %t434 = add nsw i32 %t414, %t432
  %t435 = icmp ult i32 %t434, 40
  %t436 = and i1 %t433, %t435
  %t437 = mul nsw i32 %t432, 80
  %t438 = mul nsw i32 %t53, 2
  %t439 = add nsw i32 %t437, %t438
  %t440 = add nsw i32 %t439, 2816
  %t441 = add nsw i32 %t440, %t303
  %t442 = select i1 %t436, ptr %t431, ptr %buffer2
  %t443 = add nsw i32 %t2, %t441
  %t444 = select i1 %t436, i32 16, i32 0
  %t445 = addrspacecast ptr %t442 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t443, ptr addrspace(1) %t445, i32 %t444)
  br label %join.307
else.306:
  br label %join.307
join.307:
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t446 = urem i32 %t300, 2
  %t447 = mul nsw i32 %t446, 2048
  %t448 = mul nsw i32 %t300, 16
  %t449 = add nsw i32 %t86, %t447
  %t450 = add nsw i32 %t2, %t449
  %t451 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t450) convergent
  %t452 = extractvalue {i32, i32, i32, i32} %t451, 0
  %t453 = extractvalue {i32, i32, i32, i32} %t451, 1
  %t454 = extractvalue {i32, i32, i32, i32} %t451, 2
  %t455 = extractvalue {i32, i32, i32, i32} %t451, 3
  %t456 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t277, i32 %t278, i32 %t279, i32 %t280, i32 %t452, i32 %t453, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t457 = extractvalue {float, float, float, float} %t456, 0
  %t458 = extractvalue {float, float, float, float} %t456, 1
  %t459 = extractvalue {float, float, float, float} %t456, 2
  %t460 = extractvalue {float, float, float, float} %t456, 3
  %t461 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t277, i32 %t278, i32 %t279, i32 %t280, i32 %t454, i32 %t455, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t462 = extractvalue {float, float, float, float} %t461, 0
  %t463 = extractvalue {float, float, float, float} %t461, 1
  %t464 = extractvalue {float, float, float, float} %t461, 2
  %t465 = extractvalue {float, float, float, float} %t461, 3
  %t466 = mul nsw i32 %t14, 2
  %t467 = add nsw i32 %t448, %t466
  %t468 = icmp ult i32 %t467, 40
  %t469 = select i1 %t468, i32 %t467, i32 39
  %t470 = add nsw i32 %t467, 1
  %t471 = icmp ult i32 %t470, 40
  %t472 = select i1 %t471, i32 %t470, i32 39
  %t473 = add nsw i32 %t467, 8
  %t474 = icmp ult i32 %t473, 40
  %t475 = select i1 %t474, i32 %t473, i32 39
  %t476 = add nsw i32 %t467, 9
  %t477 = icmp ult i32 %t476, 40
  %t478 = select i1 %t477, i32 %t476, i32 39
  %t479 = fmul contract float %t457, 0x3FD0000000000000
  %t480 = icmp ule i32 %t469, %t112
  %t481 = and i1 %t468, %t480
  %t482 = select i1 %t481, float %t479, float 0xFFF0000000000000
  %t483 = fmul contract float %t458, 0x3FD0000000000000
  %t484 = icmp ule i32 %t472, %t112
  %t485 = and i1 %t471, %t484
  %t486 = select i1 %t485, float %t483, float 0xFFF0000000000000
  %t487 = fmul contract float %t459, 0x3FD0000000000000
  %t488 = icmp ule i32 %t469, %t113
  %t489 = and i1 %t468, %t488
  %t490 = select i1 %t489, float %t487, float 0xFFF0000000000000
  %t491 = fmul contract float %t460, 0x3FD0000000000000
  %t492 = icmp ule i32 %t472, %t113
  %t493 = and i1 %t471, %t492
  %t494 = select i1 %t493, float %t491, float 0xFFF0000000000000
  %t495 = fmul contract float %t462, 0x3FD0000000000000
  %t496 = icmp ule i32 %t475, %t112
  %t497 = and i1 %t474, %t496
  %t498 = select i1 %t497, float %t495, float 0xFFF0000000000000
  %t499 = fmul contract float %t463, 0x3FD0000000000000
  %t500 = icmp ule i32 %t478, %t112
  %t501 = and i1 %t477, %t500
  %t502 = select i1 %t501, float %t499, float 0xFFF0000000000000
  %t503 = fmul contract float %t464, 0x3FD0000000000000
  %t504 = icmp ule i32 %t475, %t113
  %t505 = and i1 %t474, %t504
  %t506 = select i1 %t505, float %t503, float 0xFFF0000000000000
  %t507 = fmul contract float %t465, 0x3FD0000000000000
  %t508 = icmp ule i32 %t478, %t113
  %t509 = and i1 %t477, %t508
  %t510 = select i1 %t509, float %t507, float 0xFFF0000000000000
  %t511 = add nsw i32 %t90, %t447
  %t512 = add nsw i32 %t2, %t511
  %t513 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t512) convergent
  %t514 = extractvalue {i32, i32, i32, i32} %t513, 0
  %t515 = extractvalue {i32, i32, i32, i32} %t513, 1
  %t516 = extractvalue {i32, i32, i32, i32} %t513, 2
  %t517 = extractvalue {i32, i32, i32, i32} %t513, 3
  %t518 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t283, i32 %t284, i32 %t285, i32 %t286, i32 %t514, i32 %t515, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t519 = extractvalue {float, float, float, float} %t518, 0
  %t520 = extractvalue {float, float, float, float} %t518, 1
  %t521 = extractvalue {float, float, float, float} %t518, 2
  %t522 = extractvalue {float, float, float, float} %t518, 3
  %t523 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t283, i32 %t284, i32 %t285, i32 %t286, i32 %t516, i32 %t517, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t524 = extractvalue {float, float, float, float} %t523, 0
  %t525 = extractvalue {float, float, float, float} %t523, 1
  %t526 = extractvalue {float, float, float, float} %t523, 2
  %t527 = extractvalue {float, float, float, float} %t523, 3
  %t528 = add nsw i32 %t511, 32
  %t529 = add nsw i32 %t2, %t528
  %t530 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t529) convergent
  %t531 = extractvalue {i32, i32, i32, i32} %t530, 0
  %t532 = extractvalue {i32, i32, i32, i32} %t530, 1
  %t533 = extractvalue {i32, i32, i32, i32} %t530, 2
  %t534 = extractvalue {i32, i32, i32, i32} %t530, 3
  %t535 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t290, i32 %t291, i32 %t292, i32 %t293, i32 %t531, i32 %t532, float %t519, float %t520, float %t521, float %t522) convergent
  %t536 = extractvalue {float, float, float, float} %t535, 0
  %t537 = extractvalue {float, float, float, float} %t535, 1
  %t538 = extractvalue {float, float, float, float} %t535, 2
  %t539 = extractvalue {float, float, float, float} %t535, 3
  %t540 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t290, i32 %t291, i32 %t292, i32 %t293, i32 %t533, i32 %t534, float %t524, float %t525, float %t526, float %t527) convergent
  %t541 = extractvalue {float, float, float, float} %t540, 0
  %t542 = extractvalue {float, float, float, float} %t540, 1
  %t543 = extractvalue {float, float, float, float} %t540, 2
  %t544 = extractvalue {float, float, float, float} %t540, 3
  %t545 = load float, ptr %s155
  %t546 = call float @llvm.maxnum.f32(float %t482, float %t486)
  %t547 = call float @llvm.maxnum.f32(float %t498, float %t502)
  %t548 = call float @llvm.maxnum.f32(float %t546, float %t547)
  %t549 = call float @llvm.maxnum.f32(float %t545, float %t548)
  %t550 = fcmp oeq float %t549, 0xFFF0000000000000
  %t551 = select i1 %t550, float 0x0000000000000000, float %t549
  %t552 = fsub float %t545, %t551
  %t553 = fmul float %t552, 0x3FF7154760000000
  %t554 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t553)
  %t555 = fsub float %t482, %t551
  %t556 = fmul float %t555, 0x3FF7154760000000
  %t557 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t556)
  %t558 = fsub float %t486, %t551
  %t559 = fmul float %t558, 0x3FF7154760000000
  %t560 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t559)
  %t561 = fsub float %t498, %t551
  %t562 = fmul float %t561, 0x3FF7154760000000
  %t563 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t562)
  %t564 = fsub float %t502, %t551
  %t565 = fmul float %t564, 0x3FF7154760000000
  %t566 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t565)
  store float %t549, ptr %s155
  %t567 = load float, ptr %s157
  %t568 = fadd float %t557, %t560
  %t569 = fadd float %t563, %t566
  %t570 = fadd float %t568, %t569
  %t571 = call float @llvm.fma.f32(float %t567, float %t554, float %t570)
  store float %t571, ptr %s157
  %t572 = load float, ptr %s159
  %t573 = fmul float %t572, %t554
  %t574 = call float @llvm.fma.f32(float %t557, float %t536, float %t573)
  %t575 = call float @llvm.fma.f32(float %t560, float %t537, float %t574)
  %t576 = call float @llvm.fma.f32(float %t563, float %t541, float %t575)
  %t577 = call float @llvm.fma.f32(float %t566, float %t542, float %t576)
  store float %t577, ptr %s159
  %t578 = load float, ptr %s156
  %t579 = call float @llvm.maxnum.f32(float %t490, float %t494)
  %t580 = call float @llvm.maxnum.f32(float %t506, float %t510)
  %t581 = call float @llvm.maxnum.f32(float %t579, float %t580)
  %t582 = call float @llvm.maxnum.f32(float %t578, float %t581)
  %t583 = fcmp oeq float %t582, 0xFFF0000000000000
  %t584 = select i1 %t583, float 0x0000000000000000, float %t582
  %t585 = fsub float %t578, %t584
  %t586 = fmul float %t585, 0x3FF7154760000000
  %t587 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t586)
  %t588 = fsub float %t490, %t584
  %t589 = fmul float %t588, 0x3FF7154760000000
  %t590 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t589)
  %t591 = fsub float %t494, %t584
  %t592 = fmul float %t591, 0x3FF7154760000000
  %t593 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t592)
  %t594 = fsub float %t506, %t584
  %t595 = fmul float %t594, 0x3FF7154760000000
  %t596 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t595)
  %t597 = fsub float %t510, %t584
  %t598 = fmul float %t597, 0x3FF7154760000000
  %t599 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t598)
  store float %t582, ptr %s156
  %t600 = load float, ptr %s158
  %t601 = fadd float %t590, %t593
  %t602 = fadd float %t596, %t599
  %t603 = fadd float %t601, %t602
  %t604 = call float @llvm.fma.f32(float %t600, float %t587, float %t603)
  store float %t604, ptr %s158
  %t605 = load float, ptr %s160
  %t606 = fmul float %t605, %t587
  %t607 = call float @llvm.fma.f32(float %t590, float %t538, float %t606)
  %t608 = call float @llvm.fma.f32(float %t593, float %t539, float %t607)
  %t609 = call float @llvm.fma.f32(float %t596, float %t543, float %t608)
  %t610 = call float @llvm.fma.f32(float %t599, float %t544, float %t609)
  store float %t610, ptr %s160
  %t611 = add nuw nsw i64 %t299, 1
  store i64 %t611, ptr %s295
  %t612 = icmp slt i64 %t611, %t294
  br i1 %t612, label %loop.296, label %done.297
done.297:
  %t613 = load float, ptr %s155
  %t614 = load float, ptr %s157
  %t615 = load float, ptr %s159
  %t616 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t613, i32 1, i32 31)
  %t617 = call float @llvm.maxnum.f32(float %t613, float %t616)
  %t618 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t617, i32 2, i32 31)
  %t619 = call float @llvm.maxnum.f32(float %t617, float %t618)
  %t620 = fcmp oeq float %t619, 0xFFF0000000000000
  %t621 = select i1 %t620, float 0x0000000000000000, float %t619
  %t622 = fsub float %t613, %t621
  %t623 = fmul float %t622, 0x3FF7154760000000
  %t624 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t623)
  %t625 = fmul float %t614, %t624
  %t626 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t625, i32 1, i32 31)
  %t627 = fadd float %t625, %t626
  %t628 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t627, i32 2, i32 31)
  %t629 = fadd float %t627, %t628
  %t630 = fmul float %t615, %t624
  %t631 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t630, i32 1, i32 31)
  %t632 = fadd float %t630, %t631
  %t633 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t632, i32 2, i32 31)
  %t634 = fadd float %t632, %t633
  %t635 = call float asm "lg2.approx.f32 $0, $1;", "=f,f"(float %t629)
  %t636 = fdiv float %t634, %t629
  %t637 = fcmp oeq float %t619, 0xFFF0000000000000
  %t638 = select i1 %t637, float 0x0000000000000000, float %t619
  %t639 = icmp eq i32 %t14, 0
  %t640 = and i1 %t639, %t110
  br i1 %t640, label %then.641, label %else.642
then.641:
  %t644 = sext i32 %t9 to i64
  %t645 = mul nsw i64 %t644, 20
  %t646 = getelementptr float, ptr %buffer5, i64 %t645
  %t647 = sext i32 %t8 to i64
  %t648 = mul nsw i64 %t647, 40
  %t649 = getelementptr float, ptr %t646, i64 %t648
  %t650 = sext i32 %t112 to i64
  %t651 = mul nsw i64 %t650, 1
  %t652 = getelementptr float, ptr %t649, i64 %t651
  store float %t638, ptr %t652, align 4
  %t653 = sext i32 %t9 to i64
  %t654 = mul nsw i64 %t653, 20
  %t655 = getelementptr float, ptr %buffer6, i64 %t654
  %t656 = sext i32 %t8 to i64
  %t657 = mul nsw i64 %t656, 40
  %t658 = getelementptr float, ptr %t655, i64 %t657
  %t659 = sext i32 %t112 to i64
  %t660 = mul nsw i64 %t659, 1
  %t661 = getelementptr float, ptr %t658, i64 %t660
  store float %t635, ptr %t661, align 4
  %t662 = sext i32 %t9 to i64
  %t663 = mul nsw i64 %t662, 20
  %t664 = getelementptr float, ptr %buffer7, i64 %t663
  %t665 = sext i32 %t8 to i64
  %t666 = mul nsw i64 %t665, 40
  %t667 = getelementptr float, ptr %t664, i64 %t666
  %t668 = sext i32 %t112 to i64
  %t669 = mul nsw i64 %t668, 1
  %t670 = getelementptr float, ptr %t667, i64 %t669
  store float %t636, ptr %t670, align 4
  br label %join.643
else.642:
  br label %join.643
join.643:
  %t671 = load float, ptr %s156
  %t672 = load float, ptr %s158
  %t673 = load float, ptr %s160
  %t674 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t671, i32 1, i32 31)
  %t675 = call float @llvm.maxnum.f32(float %t671, float %t674)
  %t676 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t675, i32 2, i32 31)
  %t677 = call float @llvm.maxnum.f32(float %t675, float %t676)
  %t678 = fcmp oeq float %t677, 0xFFF0000000000000
  %t679 = select i1 %t678, float 0x0000000000000000, float %t677
  %t680 = fsub float %t671, %t679
  %t681 = fmul float %t680, 0x3FF7154760000000
  %t682 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t681)
  %t683 = fmul float %t672, %t682
  %t684 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t683, i32 1, i32 31)
  %t685 = fadd float %t683, %t684
  %t686 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t685, i32 2, i32 31)
  %t687 = fadd float %t685, %t686
  %t688 = fmul float %t673, %t682
  %t689 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t688, i32 1, i32 31)
  %t690 = fadd float %t688, %t689
  %t691 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %t690, i32 2, i32 31)
  %t692 = fadd float %t690, %t691
  %t693 = call float asm "lg2.approx.f32 $0, $1;", "=f,f"(float %t687)
  %t694 = fdiv float %t692, %t687
  %t695 = fcmp oeq float %t677, 0xFFF0000000000000
  %t696 = select i1 %t695, float 0x0000000000000000, float %t677
  %t697 = icmp eq i32 %t14, 0
  %t698 = and i1 %t697, %t111
  br i1 %t698, label %then.699, label %else.700
then.699:
  %t702 = sext i32 %t9 to i64
  %t703 = mul nsw i64 %t702, 20
  %t704 = getelementptr float, ptr %buffer5, i64 %t703
  %t705 = sext i32 %t8 to i64
  %t706 = mul nsw i64 %t705, 40
  %t707 = getelementptr float, ptr %t704, i64 %t706
  %t708 = sext i32 %t113 to i64
  %t709 = mul nsw i64 %t708, 1
  %t710 = getelementptr float, ptr %t707, i64 %t709
  store float %t696, ptr %t710, align 4
  %t711 = sext i32 %t9 to i64
  %t712 = mul nsw i64 %t711, 20
  %t713 = getelementptr float, ptr %buffer6, i64 %t712
  %t714 = sext i32 %t8 to i64
  %t715 = mul nsw i64 %t714, 40
  %t716 = getelementptr float, ptr %t713, i64 %t715
  %t717 = sext i32 %t113 to i64
  %t718 = mul nsw i64 %t717, 1
  %t719 = getelementptr float, ptr %t716, i64 %t718
  store float %t693, ptr %t719, align 4
  %t720 = sext i32 %t9 to i64
  %t721 = mul nsw i64 %t720, 20
  %t722 = getelementptr float, ptr %buffer7, i64 %t721
  %t723 = sext i32 %t8 to i64
  %t724 = mul nsw i64 %t723, 40
  %t725 = getelementptr float, ptr %t722, i64 %t724
  %t726 = sext i32 %t113 to i64
  %t727 = mul nsw i64 %t726, 1
  %t728 = getelementptr float, ptr %t725, i64 %t727
  store float %t694, ptr %t728, align 4
  br label %join.701
else.700:
  br label %join.701
join.701:
  call void asm sideeffect "cp.async.wait_all;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t729 = icmp ult i32 0, %t67
  br i1 %t729, label %then.730, label %else.731
then.730:
  %t733 = icmp ult i32 %t40, 40
  %t734 = mul nsw i32 %t40, 48
  %t735 = mul nsw i32 %t41, 2
  %t736 = add nsw i32 %t734, %t735
  %t737 = add nsw i32 %t736, 2048
  %t738 = select i1 %t733, ptr %t50, ptr %buffer1
  %t739 = load i16, ptr %t738, align 2
  %t740 = select i1 %t733, i16 %t739, i16 0
  %t741 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t737
  store i16 %t740, ptr addrspace(3) %t741, align 2
  %t742 = getelementptr i16, ptr %t50, i64 2
  %t743 = add nsw i32 %t40, 2
  %t744 = icmp ult i32 %t743, 40
  %t745 = mul nsw i32 %t743, 48
  %t746 = mul nsw i32 %t41, 2
  %t747 = add nsw i32 %t745, %t746
  %t748 = add nsw i32 %t747, 2048
  %t749 = select i1 %t744, ptr %t742, ptr %buffer1
  %t750 = load i16, ptr %t749, align 2
  %t751 = select i1 %t744, i16 %t750, i16 0
  %t752 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t748
  store i16 %t751, ptr addrspace(3) %t752, align 2
  %t753 = getelementptr i16, ptr %t50, i64 4
  %t754 = add nsw i32 %t40, 4
  %t755 = icmp ult i32 %t754, 40
  %t756 = mul nsw i32 %t754, 48
  %t757 = mul nsw i32 %t41, 2
  %t758 = add nsw i32 %t756, %t757
  %t759 = add nsw i32 %t758, 2048
  %t760 = select i1 %t755, ptr %t753, ptr %buffer1
  %t761 = load i16, ptr %t760, align 2
  %t762 = select i1 %t755, i16 %t761, i16 0
  %t763 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t759
  store i16 %t762, ptr addrspace(3) %t763, align 2
  %t764 = getelementptr i16, ptr %t50, i64 6
  %t765 = add nsw i32 %t40, 6
  %t766 = icmp ult i32 %t765, 40
  %t767 = mul nsw i32 %t765, 48
  %t768 = mul nsw i32 %t41, 2
  %t769 = add nsw i32 %t767, %t768
  %t770 = add nsw i32 %t769, 2048
  %t771 = select i1 %t766, ptr %t764, ptr %buffer1
  %t772 = load i16, ptr %t771, align 2
  %t773 = select i1 %t766, i16 %t772, i16 0
  %t774 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t770
  store i16 %t773, ptr addrspace(3) %t774, align 2
  %t775 = getelementptr i16, ptr %t50, i64 8
  %t776 = add nsw i32 %t40, 8
  %t777 = icmp ult i32 %t776, 40
  %t778 = mul nsw i32 %t776, 48
  %t779 = mul nsw i32 %t41, 2
  %t780 = add nsw i32 %t778, %t779
  %t781 = add nsw i32 %t780, 2048
  %t782 = select i1 %t777, ptr %t775, ptr %buffer1
  %t783 = load i16, ptr %t782, align 2
  %t784 = select i1 %t777, i16 %t783, i16 0
  %t785 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t781
  store i16 %t784, ptr addrspace(3) %t785, align 2
  %t786 = getelementptr i16, ptr %t50, i64 10
  %t787 = add nsw i32 %t40, 10
  %t788 = icmp ult i32 %t787, 40
  %t789 = mul nsw i32 %t787, 48
  %t790 = mul nsw i32 %t41, 2
  %t791 = add nsw i32 %t789, %t790
  %t792 = add nsw i32 %t791, 2048
  %t793 = select i1 %t788, ptr %t786, ptr %buffer1
  %t794 = load i16, ptr %t793, align 2
  %t795 = select i1 %t788, i16 %t794, i16 0
  %t796 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t792
  store i16 %t795, ptr addrspace(3) %t796, align 2
  %t797 = getelementptr i16, ptr %t50, i64 12
  %t798 = add nsw i32 %t40, 12
  %t799 = icmp ult i32 %t798, 40
  %t800 = mul nsw i32 %t798, 48
  %t801 = mul nsw i32 %t41, 2
  %t802 = add nsw i32 %t800, %t801
  %t803 = add nsw i32 %t802, 2048
  %t804 = select i1 %t799, ptr %t797, ptr %buffer1
  %t805 = load i16, ptr %t804, align 2
  %t806 = select i1 %t799, i16 %t805, i16 0
  %t807 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t803
  store i16 %t806, ptr addrspace(3) %t807, align 2
  %t808 = getelementptr i16, ptr %t50, i64 14
  %t809 = add nsw i32 %t40, 14
  %t810 = icmp ult i32 %t809, 40
  %t811 = mul nsw i32 %t809, 48
  %t812 = mul nsw i32 %t41, 2
  %t813 = add nsw i32 %t811, %t812
  %t814 = add nsw i32 %t813, 2048
  %t815 = select i1 %t810, ptr %t808, ptr %buffer1
  %t816 = load i16, ptr %t815, align 2
  %t817 = select i1 %t810, i16 %t816, i16 0
  %t818 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t814
  store i16 %t817, ptr addrspace(3) %t818, align 2
  %t819 = icmp ult i32 %t53, 24
  %t820 = icmp ult i32 %t51, 40
  %t821 = and i1 %t819, %t820
  %t822 = mul nsw i32 %t51, 80
  %t823 = mul nsw i32 %t53, 2
  %t824 = add nsw i32 %t822, %t823
  %t825 = add nsw i32 %t824, 2816
  %t826 = select i1 %t821, ptr %t62, ptr %buffer2
  %t827 = add nsw i32 %t2, %t825
  %t828 = select i1 %t821, i32 16, i32 0
  %t829 = addrspacecast ptr %t826 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t827, ptr addrspace(1) %t829, i32 %t828)
  %t830 = getelementptr i16, ptr %t62, i64 192
  %t831 = add nsw i32 %t51, 8
  %t832 = icmp ult i32 %t53, 24
  %t833 = icmp ult i32 %t831, 40
  %t834 = and i1 %t832, %t833
  %t835 = mul nsw i32 %t831, 80
  %t836 = mul nsw i32 %t53, 2
  %t837 = add nsw i32 %t835, %t836
  %t838 = add nsw i32 %t837, 2816
  %t839 = select i1 %t834, ptr %t830, ptr %buffer2
  %t840 = add nsw i32 %t2, %t838
  %t841 = select i1 %t834, i32 16, i32 0
  %t842 = addrspacecast ptr %t839 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t840, ptr addrspace(1) %t842, i32 %t841)
  br label %join.732
else.731:
  br label %join.732
join.732:
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  call void asm sideeffect "cp.async.wait_group 0;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t843 = sext i32 %t67 to i64
  store i64 0, ptr %s844
  %t847 = icmp sge i64 0, %t843
  br i1 %t847, label %done.846, label %loop.845
loop.845:
  %t848 = load i64, ptr %s844
  %t849 = trunc i64 %t848 to i32
  call void asm sideeffect "cp.async.wait_group 0;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t850 = add nsw i32 %t849, 1
  %t851 = urem i32 %t850, 2
  %t852 = mul nsw i32 %t851, 2048
  %t853 = icmp ult i32 %t850, %t67
  br i1 %t853, label %then.854, label %else.855
then.854:
  %t857 = mul nsw i32 %t850, 16
  %t858 = sext i32 %t857 to i64
  %t859 = mul nsw i64 %t858, 1
  %t860 = getelementptr i16, ptr %t50, i64 %t859
  %t861 = add nsw i32 %t857, %t40
  %t862 = icmp ult i32 %t861, 40
  %t863 = mul nsw i32 %t40, 48
  %t864 = mul nsw i32 %t41, 2
  %t865 = add nsw i32 %t863, %t864
  %t866 = add nsw i32 %t865, 2048
  %t867 = add nsw i32 %t866, %t852
  %t868 = select i1 %t862, ptr %t860, ptr %buffer1
  %t869 = load i16, ptr %t868, align 2
  %t870 = select i1 %t862, i16 %t869, i16 0
  %t871 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t867
  store i16 %t870, ptr addrspace(3) %t871, align 2
  %t872 = getelementptr i16, ptr %t860, i64 2
  %t873 = add nsw i32 %t40, 2
  %t874 = add nsw i32 %t857, %t873
  %t875 = icmp ult i32 %t874, 40
  %t876 = mul nsw i32 %t873, 48
  %t877 = mul nsw i32 %t41, 2
  %t878 = add nsw i32 %t876, %t877
  %t879 = add nsw i32 %t878, 2048
  %t880 = add nsw i32 %t879, %t852
  %t881 = select i1 %t875, ptr %t872, ptr %buffer1
  %t882 = load i16, ptr %t881, align 2
  %t883 = select i1 %t875, i16 %t882, i16 0
  %t884 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t880
  store i16 %t883, ptr addrspace(3) %t884, align 2
  %t885 = getelementptr i16, ptr %t860, i64 4
  %t886 = add nsw i32 %t40, 4
  %t887 = add nsw i32 %t857, %t886
  %t888 = icmp ult i32 %t887, 40
  %t889 = mul nsw i32 %t886, 48
  %t890 = mul nsw i32 %t41, 2
  %t891 = add nsw i32 %t889, %t890
  %t892 = add nsw i32 %t891, 2048
  %t893 = add nsw i32 %t892, %t852
  %t894 = select i1 %t888, ptr %t885, ptr %buffer1
  %t895 = load i16, ptr %t894, align 2
  %t896 = select i1 %t888, i16 %t895, i16 0
  %t897 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t893
  store i16 %t896, ptr addrspace(3) %t897, align 2
  %t898 = getelementptr i16, ptr %t860, i64 6
  %t899 = add nsw i32 %t40, 6
  %t900 = add nsw i32 %t857, %t899
  %t901 = icmp ult i32 %t900, 40
  %t902 = mul nsw i32 %t899, 48
  %t903 = mul nsw i32 %t41, 2
  %t904 = add nsw i32 %t902, %t903
  %t905 = add nsw i32 %t904, 2048
  %t906 = add nsw i32 %t905, %t852
  %t907 = select i1 %t901, ptr %t898, ptr %buffer1
  %t908 = load i16, ptr %t907, align 2
  %t909 = select i1 %t901, i16 %t908, i16 0
  %t910 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t906
  store i16 %t909, ptr addrspace(3) %t910, align 2
  %t911 = getelementptr i16, ptr %t860, i64 8
  %t912 = add nsw i32 %t40, 8
  %t913 = add nsw i32 %t857, %t912
  %t914 = icmp ult i32 %t913, 40
  %t915 = mul nsw i32 %t912, 48
  %t916 = mul nsw i32 %t41, 2
  %t917 = add nsw i32 %t915, %t916
  %t918 = add nsw i32 %t917, 2048
  %t919 = add nsw i32 %t918, %t852
  %t920 = select i1 %t914, ptr %t911, ptr %buffer1
  %t921 = load i16, ptr %t920, align 2
  %t922 = select i1 %t914, i16 %t921, i16 0
  %t923 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t919
  store i16 %t922, ptr addrspace(3) %t923, align 2
  %t924 = getelementptr i16, ptr %t860, i64 10
  %t925 = add nsw i32 %t40, 10
  %t926 = add nsw i32 %t857, %t925
  %t927 = icmp ult i32 %t926, 40
  %t928 = mul nsw i32 %t925, 48
  %t929 = mul nsw i32 %t41, 2
  %t930 = add nsw i32 %t928, %t929
  %t931 = add nsw i32 %t930, 2048
  %t932 = add nsw i32 %t931, %t852
  %t933 = select i1 %t927, ptr %t924, ptr %buffer1
  %t934 = load i16, ptr %t933, align 2
  %t935 = select i1 %t927, i16 %t934, i16 0
  %t936 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t932
  store i16 %t935, ptr addrspace(3) %t936, align 2
  %t937 = getelementptr i16, ptr %t860, i64 12
  %t938 = add nsw i32 %t40, 12
  %t939 = add nsw i32 %t857, %t938
  %t940 = icmp ult i32 %t939, 40
  %t941 = mul nsw i32 %t938, 48
  %t942 = mul nsw i32 %t41, 2
  %t943 = add nsw i32 %t941, %t942
  %t944 = add nsw i32 %t943, 2048
  %t945 = add nsw i32 %t944, %t852
  %t946 = select i1 %t940, ptr %t937, ptr %buffer1
  %t947 = load i16, ptr %t946, align 2
  %t948 = select i1 %t940, i16 %t947, i16 0
  %t949 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t945
  store i16 %t948, ptr addrspace(3) %t949, align 2
  %t950 = getelementptr i16, ptr %t860, i64 14
  %t951 = add nsw i32 %t40, 14
  %t952 = add nsw i32 %t857, %t951
  %t953 = icmp ult i32 %t952, 40
  %t954 = mul nsw i32 %t951, 48
  %t955 = mul nsw i32 %t41, 2
  %t956 = add nsw i32 %t954, %t955
  %t957 = add nsw i32 %t956, 2048
  %t958 = add nsw i32 %t957, %t852
  %t959 = select i1 %t953, ptr %t950, ptr %buffer1
  %t960 = load i16, ptr %t959, align 2
  %t961 = select i1 %t953, i16 %t960, i16 0
  %t962 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t958
  store i16 %t961, ptr addrspace(3) %t962, align 2
  %t963 = mul nsw i32 %t850, 16
  %t964 = sext i32 %t963 to i64
  %t965 = mul nsw i64 %t964, 24
  %t966 = getelementptr i16, ptr %t62, i64 %t965
  %t967 = icmp ult i32 %t53, 24
  %t968 = add nsw i32 %t963, %t51
  %t969 = icmp ult i32 %t968, 40
  %t970 = and i1 %t967, %t969
  %t971 = mul nsw i32 %t51, 80
  %t972 = mul nsw i32 %t53, 2
  %t973 = add nsw i32 %t971, %t972
  %t974 = add nsw i32 %t973, 2816
  %t975 = add nsw i32 %t974, %t852
  %t976 = select i1 %t970, ptr %t966, ptr %buffer2
  %t977 = add nsw i32 %t2, %t975
  %t978 = select i1 %t970, i32 16, i32 0
  %t979 = addrspacecast ptr %t976 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t977, ptr addrspace(1) %t979, i32 %t978)
  %t980 = getelementptr i16, ptr %t966, i64 192
  %t981 = add nsw i32 %t51, 8
  %t982 = icmp ult i32 %t53, 24
  %t983 = add nsw i32 %t963, %t981
  %t984 = icmp ult i32 %t983, 40
  %t985 = and i1 %t982, %t984
  %t986 = mul nsw i32 %t981, 80
  %t987 = mul nsw i32 %t53, 2
  %t988 = add nsw i32 %t986, %t987
  %t989 = add nsw i32 %t988, 2816
  %t990 = add nsw i32 %t989, %t852
  %t991 = select i1 %t985, ptr %t980, ptr %buffer2
  %t992 = add nsw i32 %t2, %t990
  %t993 = select i1 %t985, i32 16, i32 0
  %t994 = addrspacecast ptr %t991 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t992, ptr addrspace(1) %t994, i32 %t993)
  br label %join.856
else.855:
  br label %join.856
join.856:
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t995 = urem i32 %t849, 2
  %t996 = mul nsw i32 %t995, 2048
  %t997 = mul nsw i32 %t849, 16
  %t998 = add nsw i32 %t86, %t996
  %t999 = add nsw i32 %t2, %t998
  %t1000 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t999) convergent
  %t1001 = extractvalue {i32, i32, i32, i32} %t1000, 0
  %t1002 = extractvalue {i32, i32, i32, i32} %t1000, 1
  %t1003 = extractvalue {i32, i32, i32, i32} %t1000, 2
  %t1004 = extractvalue {i32, i32, i32, i32} %t1000, 3
  %t1005 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t277, i32 %t278, i32 %t279, i32 %t280, i32 %t1001, i32 %t1002, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t1006 = extractvalue {float, float, float, float} %t1005, 0
  %t1007 = extractvalue {float, float, float, float} %t1005, 1
  %t1008 = extractvalue {float, float, float, float} %t1005, 2
  %t1009 = extractvalue {float, float, float, float} %t1005, 3
  %t1010 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t277, i32 %t278, i32 %t279, i32 %t280, i32 %t1003, i32 %t1004, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t1011 = extractvalue {float, float, float, float} %t1010, 0
  %t1012 = extractvalue {float, float, float, float} %t1010, 1
  %t1013 = extractvalue {float, float, float, float} %t1010, 2
  %t1014 = extractvalue {float, float, float, float} %t1010, 3
  %t1015 = mul nsw i32 %t14, 2
  %t1016 = add nsw i32 %t997, %t1015
  %t1017 = icmp ult i32 %t1016, 40
  %t1018 = select i1 %t1017, i32 %t1016, i32 39
  %t1019 = add nsw i32 %t1016, 1
  %t1020 = icmp ult i32 %t1019, 40
  %t1021 = select i1 %t1020, i32 %t1019, i32 39
  %t1022 = add nsw i32 %t1016, 8
  %t1023 = icmp ult i32 %t1022, 40
  %t1024 = select i1 %t1023, i32 %t1022, i32 39
  %t1025 = add nsw i32 %t1016, 9
  %t1026 = icmp ult i32 %t1025, 40
  %t1027 = select i1 %t1026, i32 %t1025, i32 39
  %t1028 = fmul contract float %t1006, 0x3FD0000000000000
  %t1029 = icmp ule i32 %t1018, %t112
  %t1030 = and i1 %t1017, %t1029
  %t1031 = select i1 %t1030, float %t1028, float 0xFFF0000000000000
  %t1032 = fmul contract float %t1007, 0x3FD0000000000000
  %t1033 = icmp ule i32 %t1021, %t112
  %t1034 = and i1 %t1020, %t1033
  %t1035 = select i1 %t1034, float %t1032, float 0xFFF0000000000000
  %t1036 = fmul contract float %t1008, 0x3FD0000000000000
  %t1037 = icmp ule i32 %t1018, %t113
  %t1038 = and i1 %t1017, %t1037
  %t1039 = select i1 %t1038, float %t1036, float 0xFFF0000000000000
  %t1040 = fmul contract float %t1009, 0x3FD0000000000000
  %t1041 = icmp ule i32 %t1021, %t113
  %t1042 = and i1 %t1020, %t1041
  %t1043 = select i1 %t1042, float %t1040, float 0xFFF0000000000000
  %t1044 = fmul contract float %t1011, 0x3FD0000000000000
  %t1045 = icmp ule i32 %t1024, %t112
  %t1046 = and i1 %t1023, %t1045
  %t1047 = select i1 %t1046, float %t1044, float 0xFFF0000000000000
  %t1048 = fmul contract float %t1012, 0x3FD0000000000000
  %t1049 = icmp ule i32 %t1027, %t112
  %t1050 = and i1 %t1026, %t1049
  %t1051 = select i1 %t1050, float %t1048, float 0xFFF0000000000000
  %t1052 = fmul contract float %t1013, 0x3FD0000000000000
  %t1053 = icmp ule i32 %t1024, %t113
  %t1054 = and i1 %t1023, %t1053
  %t1055 = select i1 %t1054, float %t1052, float 0xFFF0000000000000
  %t1056 = fmul contract float %t1014, 0x3FD0000000000000
  %t1057 = icmp ule i32 %t1027, %t113
  %t1058 = and i1 %t1026, %t1057
  %t1059 = select i1 %t1058, float %t1056, float 0xFFF0000000000000
  %t1060 = add nsw i32 %t90, %t996
  %t1061 = add nsw i32 %t2, %t1060
  %t1062 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t1061) convergent
  %t1063 = extractvalue {i32, i32, i32, i32} %t1062, 0
  %t1064 = extractvalue {i32, i32, i32, i32} %t1062, 1
  %t1065 = extractvalue {i32, i32, i32, i32} %t1062, 2
  %t1066 = extractvalue {i32, i32, i32, i32} %t1062, 3
  %t1067 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t283, i32 %t284, i32 %t285, i32 %t286, i32 %t1063, i32 %t1064, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t1068 = extractvalue {float, float, float, float} %t1067, 0
  %t1069 = extractvalue {float, float, float, float} %t1067, 1
  %t1070 = extractvalue {float, float, float, float} %t1067, 2
  %t1071 = extractvalue {float, float, float, float} %t1067, 3
  %t1072 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t283, i32 %t284, i32 %t285, i32 %t286, i32 %t1065, i32 %t1066, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t1073 = extractvalue {float, float, float, float} %t1072, 0
  %t1074 = extractvalue {float, float, float, float} %t1072, 1
  %t1075 = extractvalue {float, float, float, float} %t1072, 2
  %t1076 = extractvalue {float, float, float, float} %t1072, 3
  %t1077 = add nsw i32 %t1060, 32
  %t1078 = add nsw i32 %t2, %t1077
  %t1079 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t1078) convergent
  %t1080 = extractvalue {i32, i32, i32, i32} %t1079, 0
  %t1081 = extractvalue {i32, i32, i32, i32} %t1079, 1
  %t1082 = extractvalue {i32, i32, i32, i32} %t1079, 2
  %t1083 = extractvalue {i32, i32, i32, i32} %t1079, 3
  %t1084 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t290, i32 %t291, i32 %t292, i32 %t293, i32 %t1080, i32 %t1081, float %t1068, float %t1069, float %t1070, float %t1071) convergent
  %t1085 = extractvalue {float, float, float, float} %t1084, 0
  %t1086 = extractvalue {float, float, float, float} %t1084, 1
  %t1087 = extractvalue {float, float, float, float} %t1084, 2
  %t1088 = extractvalue {float, float, float, float} %t1084, 3
  %t1089 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t290, i32 %t291, i32 %t292, i32 %t293, i32 %t1082, i32 %t1083, float %t1073, float %t1074, float %t1075, float %t1076) convergent
  %t1090 = extractvalue {float, float, float, float} %t1089, 0
  %t1091 = extractvalue {float, float, float, float} %t1089, 1
  %t1092 = extractvalue {float, float, float, float} %t1089, 2
  %t1093 = extractvalue {float, float, float, float} %t1089, 3
  %t1094 = fsub float %t1031, %t638
  %t1095 = fneg float %t635
  %t1096 = call float @llvm.fma.f32(float %t1094, float 0x3FF7154760000000, float %t1095)
  %t1097 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t1096)
  %t1098 = fsub float %t1085, %t636
  %t1099 = fmul float %t1097, %t1098
  %t1100 = fsub float %t1035, %t638
  %t1101 = fneg float %t635
  %t1102 = call float @llvm.fma.f32(float %t1100, float 0x3FF7154760000000, float %t1101)
  %t1103 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t1102)
  %t1104 = fsub float %t1086, %t636
  %t1105 = fmul float %t1103, %t1104
  %t1106 = fsub float %t1039, %t696
  %t1107 = fneg float %t693
  %t1108 = call float @llvm.fma.f32(float %t1106, float 0x3FF7154760000000, float %t1107)
  %t1109 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t1108)
  %t1110 = fsub float %t1087, %t694
  %t1111 = fmul float %t1109, %t1110
  %t1112 = fsub float %t1043, %t696
  %t1113 = fneg float %t693
  %t1114 = call float @llvm.fma.f32(float %t1112, float 0x3FF7154760000000, float %t1113)
  %t1115 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t1114)
  %t1116 = fsub float %t1088, %t694
  %t1117 = fmul float %t1115, %t1116
  %t1118 = fsub float %t1047, %t638
  %t1119 = fneg float %t635
  %t1120 = call float @llvm.fma.f32(float %t1118, float 0x3FF7154760000000, float %t1119)
  %t1121 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t1120)
  %t1122 = fsub float %t1090, %t636
  %t1123 = fmul float %t1121, %t1122
  %t1124 = fsub float %t1051, %t638
  %t1125 = fneg float %t635
  %t1126 = call float @llvm.fma.f32(float %t1124, float 0x3FF7154760000000, float %t1125)
  %t1127 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t1126)
  %t1128 = fsub float %t1091, %t636
  %t1129 = fmul float %t1127, %t1128
  %t1130 = fsub float %t1055, %t696
  %t1131 = fneg float %t693
  %t1132 = call float @llvm.fma.f32(float %t1130, float 0x3FF7154760000000, float %t1131)
  %t1133 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t1132)
  %t1134 = fsub float %t1092, %t694
  %t1135 = fmul float %t1133, %t1134
  %t1136 = fsub float %t1059, %t696
  %t1137 = fneg float %t693
  %t1138 = call float @llvm.fma.f32(float %t1136, float 0x3FF7154760000000, float %t1137)
  %t1139 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t1138)
  %t1140 = fsub float %t1093, %t694
  %t1141 = fmul float %t1139, %t1140
  %t1142 = add nsw i32 %t94, %t996
  %t1143 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t1105, float %t1099)
  %t1144 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t1117, float %t1111)
  %t1145 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t1129, float %t1123)
  %t1146 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t1141, float %t1135)
  %t1147 = add nsw i32 %t2, %t1142
  %t1148 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t1147) convergent
  %t1149 = extractvalue {i32, i32, i32, i32} %t1148, 0
  %t1150 = extractvalue {i32, i32, i32, i32} %t1148, 1
  %t1151 = extractvalue {i32, i32, i32, i32} %t1148, 2
  %t1152 = extractvalue {i32, i32, i32, i32} %t1148, 3
  %t1153 = load float, ptr %s99
  %t1154 = load float, ptr %s100
  %t1155 = load float, ptr %s101
  %t1156 = load float, ptr %s102
  %t1157 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1143, i32 %t1144, i32 %t1145, i32 %t1146, i32 %t1149, i32 %t1150, float %t1153, float %t1154, float %t1155, float %t1156) convergent
  %t1158 = extractvalue {float, float, float, float} %t1157, 0
  %t1159 = extractvalue {float, float, float, float} %t1157, 1
  %t1160 = extractvalue {float, float, float, float} %t1157, 2
  %t1161 = extractvalue {float, float, float, float} %t1157, 3
  store float %t1158, ptr %s99
  store float %t1159, ptr %s100
  store float %t1160, ptr %s101
  store float %t1161, ptr %s102
  %t1162 = load float, ptr %s103
  %t1163 = load float, ptr %s104
  %t1164 = load float, ptr %s105
  %t1165 = load float, ptr %s106
  %t1166 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1143, i32 %t1144, i32 %t1145, i32 %t1146, i32 %t1151, i32 %t1152, float %t1162, float %t1163, float %t1164, float %t1165) convergent
  %t1167 = extractvalue {float, float, float, float} %t1166, 0
  %t1168 = extractvalue {float, float, float, float} %t1166, 1
  %t1169 = extractvalue {float, float, float, float} %t1166, 2
  %t1170 = extractvalue {float, float, float, float} %t1166, 3
  store float %t1167, ptr %s103
  store float %t1168, ptr %s104
  store float %t1169, ptr %s105
  store float %t1170, ptr %s106
  %t1171 = add nuw nsw i64 %t848, 1
  store i64 %t1171, ptr %s844
  %t1172 = icmp slt i64 %t1171, %t843
  br i1 %t1172, label %loop.845, label %done.846
done.846:
  call void asm sideeffect "cp.async.wait_all;", "~{memory}"() convergent
  %t1173 = load float, ptr %s99
  %t1174 = load float, ptr %s100
  %t1175 = load float, ptr %s103
  %t1176 = load float, ptr %s104
  br i1 %t110, label %then.1177, label %else.1178
then.1177:
  %t1180 = mul nsw i32 %t14, 2
  %t1181 = sext i32 %t9 to i64
  %t1182 = mul nsw i64 %t1181, 16
  %t1183 = getelementptr i16, ptr %buffer4, i64 %t1182
  %t1184 = sext i32 %t8 to i64
  %t1185 = mul nsw i64 %t1184, 640
  %t1186 = getelementptr i16, ptr %t1183, i64 %t1185
  %t1187 = sext i32 %t112 to i64
  %t1188 = mul nsw i64 %t1187, 32
  %t1189 = getelementptr i16, ptr %t1186, i64 %t1188
  %t1190 = sext i32 %t1180 to i64
  %t1191 = mul nsw i64 %t1190, 1
  %t1192 = getelementptr i16, ptr %t1189, i64 %t1191
  %t1193 = fmul contract float %t1173, 0x3FD0000000000000
  %t1194 = fmul contract float %t1174, 0x3FD0000000000000
  %t1195 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t1194, float %t1193)
  store i32 %t1195, ptr %t1192, align 4
  %t1196 = mul nsw i32 %t14, 2
  %t1197 = add nsw i32 %t1196, 8
  %t1198 = sext i32 %t9 to i64
  %t1199 = mul nsw i64 %t1198, 16
  %t1200 = getelementptr i16, ptr %buffer4, i64 %t1199
  %t1201 = sext i32 %t8 to i64
  %t1202 = mul nsw i64 %t1201, 640
  %t1203 = getelementptr i16, ptr %t1200, i64 %t1202
  %t1204 = sext i32 %t112 to i64
  %t1205 = mul nsw i64 %t1204, 32
  %t1206 = getelementptr i16, ptr %t1203, i64 %t1205
  %t1207 = sext i32 %t1197 to i64
  %t1208 = mul nsw i64 %t1207, 1
  %t1209 = getelementptr i16, ptr %t1206, i64 %t1208
  %t1210 = fmul contract float %t1175, 0x3FD0000000000000
  %t1211 = fmul contract float %t1176, 0x3FD0000000000000
  %t1212 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t1211, float %t1210)
  store i32 %t1212, ptr %t1209, align 4
  br label %join.1179
else.1178:
  br label %join.1179
join.1179:
  %t1213 = load float, ptr %s101
  %t1214 = load float, ptr %s102
  %t1215 = load float, ptr %s105
  %t1216 = load float, ptr %s106
  br i1 %t111, label %then.1217, label %else.1218
then.1217:
  %t1220 = mul nsw i32 %t14, 2
  %t1221 = sext i32 %t9 to i64
  %t1222 = mul nsw i64 %t1221, 16
  %t1223 = getelementptr i16, ptr %buffer4, i64 %t1222
  %t1224 = sext i32 %t8 to i64
  %t1225 = mul nsw i64 %t1224, 640
  %t1226 = getelementptr i16, ptr %t1223, i64 %t1225
  %t1227 = sext i32 %t113 to i64
  %t1228 = mul nsw i64 %t1227, 32
  %t1229 = getelementptr i16, ptr %t1226, i64 %t1228
  %t1230 = sext i32 %t1220 to i64
  %t1231 = mul nsw i64 %t1230, 1
  %t1232 = getelementptr i16, ptr %t1229, i64 %t1231
  %t1233 = fmul contract float %t1213, 0x3FD0000000000000
  %t1234 = fmul contract float %t1214, 0x3FD0000000000000
  %t1235 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t1234, float %t1233)
  store i32 %t1235, ptr %t1232, align 4
  %t1236 = mul nsw i32 %t14, 2
  %t1237 = add nsw i32 %t1236, 8
  %t1238 = sext i32 %t9 to i64
  %t1239 = mul nsw i64 %t1238, 16
  %t1240 = getelementptr i16, ptr %buffer4, i64 %t1239
  %t1241 = sext i32 %t8 to i64
  %t1242 = mul nsw i64 %t1241, 640
  %t1243 = getelementptr i16, ptr %t1240, i64 %t1242
  %t1244 = sext i32 %t113 to i64
  %t1245 = mul nsw i64 %t1244, 32
  %t1246 = getelementptr i16, ptr %t1243, i64 %t1245
  %t1247 = sext i32 %t1237 to i64
  %t1248 = mul nsw i64 %t1247, 1
  %t1249 = getelementptr i16, ptr %t1246, i64 %t1248
  %t1250 = fmul contract float %t1215, 0x3FD0000000000000
  %t1251 = fmul contract float %t1216, 0x3FD0000000000000
  %t1252 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t1251, float %t1250)
  store i32 %t1252, ptr %t1249, align 4
  br label %join.1219
else.1218:
  br label %join.1219
join.1219:
  ret void
}
