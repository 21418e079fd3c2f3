@shared_memory = external addrspace(3) global [0 x i8], align 128
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
declare float @llvm.fma.f32(float, float, float)
define ptx_kernel void @mma_attention_gradient_of_keys(ptr noalias %buffer0, ptr noalias %buffer1, ptr noalias %buffer2, ptr noalias %buffer3, ptr noalias %buffer4, ptr noalias %buffer5, ptr noalias %buffer6, ptr noalias %buffer7, ptr noalias %buffer8) nounwind "nvvm.maxntid"="32" {
  %s93 = alloca float
  %s94 = alloca float
  %s95 = alloca float
  %s96 = alloca float
  %s97 = alloca float
  %s98 = alloca float
  %s99 = alloca float
  %s100 = alloca float
  %s101 = alloca float
  %s102 = alloca float
  %s103 = alloca float
  %s104 = alloca float
  %s105 = alloca float
  %s106 = alloca float
  %s107 = alloca float
  %s108 = alloca float
  %s109 = alloca float
  %s110 = alloca float
  %s111 = alloca float
  %s112 = alloca float
  %s298 = alloca i64
  %s681 = alloca i64
  %t1 = ptrtoint ptr addrspace(3) @shared_memory to i64
  %t2 = trunc i64 %t1 to i32
  %t3 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t4 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t5 = udiv i32 %t4, 3
  %t6 = urem i32 %t4, 3
  %t7 = udiv i32 %t5, 2
  %t8 = urem i32 %t5, 2
  %t9 = mul nsw i32 %t6, 16
  %t10 = udiv i32 %t3, 32
  %t11 = urem i32 %t3, 32
  %t12 = udiv i32 %t11, 4
  %t13 = urem i32 %t11, 4
  %t14 = mul nsw i32 %t10, 16
  %t15 = udiv i32 %t3, 16
  %t16 = urem i32 %t3, 16
  %t17 = sext i32 %t8 to i64
  %t18 = mul nsw i64 %t17, 640
  %t19 = getelementptr i16, ptr %buffer1, i64 %t18
  %t20 = sext i32 %t15 to i64
  %t21 = mul nsw i64 %t20, 1
  %t22 = getelementptr i16, ptr %t19, i64 %t21
  %t23 = sext i32 %t16 to i64
  %t24 = mul nsw i64 %t23, 40
  %t25 = getelementptr i16, ptr %t22, i64 %t24
  %t26 = udiv i32 %t3, 4
  %t27 = urem i32 %t3, 4
  %t28 = mul nsw i32 %t27, 8
  %t29 = sext i32 %t8 to i64
  %t30 = mul nsw i64 %t29, 960
  %t31 = getelementptr i16, ptr %buffer2, i64 %t30
  %t32 = sext i32 %t26 to i64
  %t33 = mul nsw i64 %t32, 24
  %t34 = getelementptr i16, ptr %t31, i64 %t33
  %t35 = sext i32 %t28 to i64
  %t36 = mul nsw i64 %t35, 1
  %t37 = getelementptr i16, ptr %t34, i64 %t36
  %t38 = udiv i32 %t3, 2
  %t39 = urem i32 %t3, 2
  %t40 = mul nsw i32 %t39, 8
  %t41 = sext i32 %t8 to i64
  %t42 = mul nsw i64 %t41, 320
  %t43 = getelementptr i16, ptr %buffer0, i64 %t42
  %t44 = sext i32 %t38 to i64
  %t45 = mul nsw i64 %t44, 16
  %t46 = getelementptr i16, ptr %t43, i64 %t45
  %t47 = sext i32 %t40 to i64
  %t48 = mul nsw i64 %t47, 1
  %t49 = getelementptr i16, ptr %t46, i64 %t48
  %t50 = udiv i32 %t3, 4
  %t51 = urem i32 %t3, 4
  %t52 = mul nsw i32 %t51, 8
  %t53 = sext i32 %t8 to i64
  %t54 = mul nsw i64 %t53, 480
  %t55 = getelementptr i16, ptr %buffer3, i64 %t54
  %t56 = sext i32 %t50 to i64
  %t57 = mul nsw i64 %t56, 24
  %t58 = getelementptr i16, ptr %t55, i64 %t57
  %t59 = sext i32 %t52 to i64
  %t60 = mul nsw i64 %t59, 1
  %t61 = getelementptr i16, ptr %t58, i64 %t60
  %t62 = udiv i32 %t11, 16
  %t63 = urem i32 %t11, 16
  %t64 = udiv i32 %t11, 8
  %t65 = urem i32 %t11, 8
  %t66 = add nsw i32 %t14, %t63
  %t67 = mul nsw i32 %t62, 8
  %t68 = add nsw i32 %t65, %t67
  %t69 = urem i32 %t64, 2
  %t70 = mul nsw i32 %t66, 48
  %t71 = mul nsw i32 %t62, 16
  %t72 = add nsw i32 %t70, %t71
  %t73 = mul nsw i32 %t66, 80
  %t74 = mul nsw i32 %t62, 16
  %t75 = add nsw i32 %t73, %t74
  %t76 = add nsw i32 %t75, 768
  %t77 = mul nsw i32 %t68, 48
  %t78 = mul nsw i32 %t69, 16
  %t79 = add nsw i32 %t77, %t78
  %t80 = add nsw i32 %t79, 2048
  %t81 = mul nsw i32 %t68, 80
  %t82 = mul nsw i32 %t69, 16
  %t83 = add nsw i32 %t81, %t82
  %t84 = add nsw i32 %t83, 2816
  %t85 = mul nsw i32 %t63, 48
  %t86 = mul nsw i32 %t62, 16
  %t87 = add nsw i32 %t85, %t86
  %t88 = add nsw i32 %t87, 2048
  %t89 = mul nsw i32 %t63, 80
  %t90 = mul nsw i32 %t62, 16
  %t91 = add nsw i32 %t89, %t90
  %t92 = add nsw i32 %t91, 2816
  store float 0.0, ptr %s93
  store float 0.0, ptr %s94
  store float 0.0, ptr %s95
  store float 0.0, ptr %s96
  store float 0.0, ptr %s97
  store float 0.0, ptr %s98
  store float 0.0, ptr %s99
  store float 0.0, ptr %s100
  store float 0.0, ptr %s101
  store float 0.0, ptr %s102
  store float 0.0, ptr %s103
  store float 0.0, ptr %s104
  store float 0.0, ptr %s105
  store float 0.0, ptr %s106
  store float 0.0, ptr %s107
  store float 0.0, ptr %s108
  store float 0.0, ptr %s109
  store float 0.0, ptr %s110
  store float 0.0, ptr %s111
  store float 0.0, ptr %s112
  %t113 = add nsw i32 %t9, %t14
  %t114 = add nsw i32 %t113, %t12
  %t115 = add nsw i32 %t114, 8
  %t116 = icmp ult i32 %t114, 40
  %t117 = icmp ult i32 %t115, 40
  %t118 = select i1 %t116, i32 %t114, i32 39
  %t119 = select i1 %t117, i32 %t115, i32 39
  %t120 = sext i32 %t118 to i64
  %t121 = mul nsw i64 %t120, 1
  %t122 = getelementptr float, ptr %buffer4, i64 %t121
  %t123 = load float, ptr %t122, align 4
  %t124 = sext i32 %t119 to i64
  %t125 = mul nsw i64 %t124, 1
  %t126 = getelementptr float, ptr %buffer4, i64 %t125
  %t127 = load float, ptr %t126, align 4
  %t128 = sext i32 %t9 to i64
  %t129 = mul nsw i64 %t128, 1
  %t130 = getelementptr i16, ptr %t25, i64 %t129
  %t131 = add nsw i32 %t9, %t15
  %t132 = icmp ult i32 %t131, 40
  %t133 = mul nsw i32 %t15, 48
  %t134 = mul nsw i32 %t16, 2
  %t135 = add nsw i32 %t133, %t134
  %t136 = select i1 %t132, ptr %t130, ptr %buffer1
  %t137 = load i16, ptr %t136, align 2
  %t138 = select i1 %t132, i16 %t137, i16 0
  %t139 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t135
  store i16 %t138, ptr addrspace(3) %t139, align 2
  %t140 = getelementptr i16, ptr %t130, i64 2
  %t141 = add nsw i32 %t15, 2
  %t142 = add nsw i32 %t9, %t141
  %t143 = icmp ult i32 %t142, 40
  %t144 = mul nsw i32 %t141, 48
  %t145 = mul nsw i32 %t16, 2
  %t146 = add nsw i32 %t144, %t145
  %t147 = select i1 %t143, ptr %t140, ptr %buffer1
  %t148 = load i16, ptr %t147, align 2
  %t149 = select i1 %t143, i16 %t148, i16 0
  %t150 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t146
  store i16 %t149, ptr addrspace(3) %t150, align 2
  %t151 = getelementptr i16, ptr %t130, i64 4
  %t152 = add nsw i32 %t15, 4
  %t153 = add nsw i32 %t9, %t152
  %t154 = icmp ult i32 %t153, 40
  %t155 = mul nsw i32 %t152, 48
  %t156 = mul nsw i32 %t16, 2
  %t157 = add nsw i32 %t155, %t156
  %t158 = select i1 %t154, ptr %t151, ptr %buffer1
  %t159 = load i16, ptr %t158, align 2
  %t160 = select i1 %t154, i16 %t159, i16 0
  %t161 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t157
  store i16 %t160, ptr addrspace(3) %t161, align 2
  %t162 = getelementptr i16, ptr %t130, i64 6
  %t163 = add nsw i32 %t15, 6
  %t164 = add nsw i32 %t9, %t163
  %t165 = icmp ult i32 %t164, 40
  %t166 = mul nsw i32 %t163, 48
  %t167 = mul nsw i32 %t16, 2
  %t168 = add nsw i32 %t166, %t167
  %t169 = select i1 %t165, ptr %t162, ptr %buffer1
  %t170 = load i16, ptr %t169, align 2
  %t171 = select i1 %t165, i16 %t170, i16 0
  %t172 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t168
  store i16 %t171, ptr addrspace(3) %t172, align 2
  %t173 = getelementptr i16, ptr %t130, i64 8
  %t174 = add nsw i32 %t15, 8
  %t175 = add nsw i32 %t9, %t174
  %t176 = icmp ult i32 %t175, 40
  %t177 = mul nsw i32 %t174, 48
  %t178 = mul nsw i32 %t16, 2
  %t179 = add nsw i32 %t177, %t178
  %t180 = select i1 %t176, ptr %t173, ptr %buffer1
  %t181 = load i16, ptr %t180, align 2
  %t182 = select i1 %t176, i16 %t181, i16 0
  %t183 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t179
  store i16 %t182, ptr addrspace(3) %t183, align 2
  %t184 = getelementptr i16, ptr %t130, i64 10
  %t185 = add nsw i32 %t15, 10
  %t186 = add nsw i32 %t9, %t185
  %t187 = icmp ult i32 %t186, 40
  %t188 = mul nsw i32 %t185, 48
  %t189 = mul nsw i32 %t16, 2
  %t190 = add nsw i32 %t188, %t189
  %t191 = select i1 %t187, ptr %t184, ptr %buffer1
  %t192 = load i16, ptr %t191, align 2
  %t193 = select i1 %t187, i16 %t192, i16 0
  %t194 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t190
  store i16 %t193, ptr addrspace(3) %t194, align 2
  %t195 = getelementptr i16, ptr %t130, i64 12
  %t196 = add nsw i32 %t15, 12
  %t197 = add nsw i32 %t9, %t196
  %t198 = icmp ult i32 %t197, 40
  %t199 = mul nsw i32 %t196, 48
  %t200 = mul nsw i32 %t16, 2
  %t201 = add nsw i32 %t199, %t200
  %t202 = select i1 %t198, ptr %t195, ptr %buffer1
  %t203 = load i16, ptr %t202, align 2
  %t204 = select i1 %t198, i16 %t203, i16 0
  %t205 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t201
  store i16 %t204, ptr addrspace(3) %t205, align 2
  %t206 = getelementptr i16, ptr %t130, i64 14
  %t207 = add nsw i32 %t15, 14
  %t208 = add nsw i32 %t9, %t207
  %t209 = icmp ult i32 %t208, 40
  %t210 = mul nsw i32 %t207, 48
  %t211 = mul nsw i32 %t16, 2
  %t212 = add nsw i32 %t210, %t211
  %t213 = select i1 %t209, ptr %t206, ptr %buffer1
  %t214 = load i16, ptr %t213, align 2
  %t215 = select i1 %t209, i16 %t214, i16 0
  %t216 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t212
  store i16 %t215, ptr addrspace(3) %t216, align 2
  %t217 = sext i32 %t9 to i64
  %t218 = mul nsw i64 %t217, 24
  %t219 = getelementptr i16, ptr %t37, i64 %t218
  %t220 = icmp ult i32 %t28, 24
  %t221 = add nsw i32 %t9, %t26
  %t222 = icmp ult i32 %t221, 40
  %t223 = and i1 %t220, %t222
  %t224 = mul nsw i32 %t26, 80
  %t225 = mul nsw i32 %t28, 2
  %t226 = add nsw i32 %t224, %t225
  %t227 = add nsw i32 %t226, 768
  %t228 = select i1 %t223, ptr %t219, ptr %buffer2
  %t229 = add nsw i32 %t2, %t227
  %t230 = select i1 %t223, i32 16, i32 0
  %t231 = addrspacecast ptr %t228 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t229, ptr addrspace(1) %t231, i32 %t230)
  %t232 = getelementptr i16, ptr %t219, i64 192
  %t233 = add nsw i32 %t26, 8
  %t234 = icmp ult i32 %t28, 24
  %t235 = add nsw i32 %t9, %t233
  %t236 = icmp ult i32 %t235, 40
  %t237 = and i1 %t234, %t236
  %t238 = mul nsw i32 %t233, 80
  %t239 = mul nsw i32 %t28, 2
  %t240 = add nsw i32 %t238, %t239
  %t241 = add nsw i32 %t240, 768
  %t242 = select i1 %t237, ptr %t232, ptr %buffer2
  %t243 = add nsw i32 %t2, %t241
  %t244 = select i1 %t237, i32 16, i32 0
  %t245 = addrspacecast ptr %t242 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t243, ptr addrspace(1) %t245, i32 %t244)
  %t246 = icmp ult i32 %t38, 20
  %t247 = mul nsw i32 %t38, 48
  %t248 = mul nsw i32 %t40, 2
  %t249 = add nsw i32 %t247, %t248
  %t250 = add nsw i32 %t249, 2048
  %t251 = select i1 %t246, ptr %t49, ptr %buffer0
  %t252 = add nsw i32 %t2, %t250
  %t253 = select i1 %t246, i32 16, i32 0
  %t254 = addrspacecast ptr %t251 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t252, ptr addrspace(1) %t254, i32 %t253)
  %t255 = icmp ult i32 %t52, 24
  %t256 = icmp ult i32 %t50, 20
  %t257 = and i1 %t255, %t256
  %t258 = mul nsw i32 %t50, 80
  %t259 = mul nsw i32 %t52, 2
  %t260 = add nsw i32 %t258, %t259
  %t261 = add nsw i32 %t260, 2816
  %t262 = select i1 %t257, ptr %t61, ptr %buffer3
  %t263 = add nsw i32 %t2, %t261
  %t264 = select i1 %t257, i32 16, i32 0
  %t265 = addrspacecast ptr %t262 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t263, ptr addrspace(1) %t265, i32 %t264)
  %t266 = getelementptr i16, ptr %t61, i64 192
  %t267 = add nsw i32 %t50, 8
  %t268 = icmp ult i32 %t52, 24
  %t269 = icmp ult i32 %t267, 20
  %t270 = and i1 %t268, %t269
  %t271 = mul nsw i32 %t267, 80
  %t272 = mul nsw i32 %t52, 2
  %t273 = add nsw i32 %t271, %t272
  %t274 = add nsw i32 %t273, 2816
  %t275 = select i1 %t270, ptr %t266, ptr %buffer3
  %t276 = add nsw i32 %t2, %t274
  %t277 = select i1 %t270, i32 16, i32 0
  %t278 = addrspacecast ptr %t275 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t276, ptr addrspace(1) %t278, i32 %t277)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  call void asm sideeffect "cp.async.wait_group 0;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t279 = add nsw i32 %t2, %t72
  %t280 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t279) convergent
  %t281 = extractvalue {i32, i32, i32, i32} %t280, 0
  %t282 = extractvalue {i32, i32, i32, i32} %t280, 1
  %t283 = extractvalue {i32, i32, i32, i32} %t280, 2
  %t284 = extractvalue {i32, i32, i32, i32} %t280, 3
  %t285 = add nsw i32 %t2, %t76
  %t286 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t285) convergent
  %t287 = extractvalue {i32, i32, i32, i32} %t286, 0
  %t288 = extractvalue {i32, i32, i32, i32} %t286, 1
  %t289 = extractvalue {i32, i32, i32, i32} %t286, 2
  %t290 = extractvalue {i32, i32, i32, i32} %t286, 3
  %t291 = add nsw i32 %t76, 32
  %t292 = add nsw i32 %t2, %t291
  %t293 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t292) convergent
  %t294 = extractvalue {i32, i32, i32, i32} %t293, 0
  %t295 = extractvalue {i32, i32, i32, i32} %t293, 1
  %t296 = extractvalue {i32, i32, i32, i32} %t293, 2
  %t297 = extractvalue {i32, i32, i32, i32} %t293, 3
  store i64 0, ptr %s298
  br label %loop.299
loop.299:
  %t301 = load i64, ptr %s298
  %t302 = trunc i64 %t301 to i32
  call void asm sideeffect "cp.async.wait_group 0;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t303 = add nsw i32 %t302, 1
  %t304 = urem i32 %t303, 2
  %t305 = mul nsw i32 %t304, 2048
  %t306 = icmp ult i32 %t303, 2
  br i1 %t306, label %then.307, label %else.308
then.307:
  %t310 = mul nsw i32 %t303, 16
  %t311 = sext i32 %t310 to i64
  %t312 = mul nsw i64 %t311, 16
  %t313 = getelementptr i16, ptr %t49, i64 %t312
  %t314 = add nsw i32 %t310, %t38
  %t315 = icmp ult i32 %t314, 20
  %t316 = mul nsw i32 %t38, 48
  %t317 = mul nsw i32 %t40, 2
  %t318 = add nsw i32 %t316, %t317
  %t319 = add nsw i32 %t318, 2048
  %t320 = add nsw i32 %t319, %t305
  %t321 = select i1 %t315, ptr %t313, ptr %buffer0
  %t322 = add nsw i32 %t2, %t320
  %t323 = select i1 %t315, i32 16, i32 0
  %t324 = addrspacecast ptr %t321 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t322, ptr addrspace(1) %t324, i32 %t323)
  %t325 = mul nsw i32 %t303, 16
  %t326 = sext i32 %t325 to i64
  %t327 = mul nsw i64 %t326, 24
  %t328 = getelementptr i16, ptr %t61, i64 %t327
  %t329 = icmp ult i32 %t52, 24
  %t330 = add nsw i32 %t325, %t50
  %t331 = icmp ult i32 %t330, 20
  %t332 = and i1 %t329, %t331
  %t333 = mul nsw i32 %t50, 80
  %t334 = mul nsw i32 %t52, 2
  %t335 = add nsw i32 %t333, %t334
  %t336 = add nsw i32 %t335, 2816
  %t337 = add nsw i32 %t336, %t305
  %t338 = select i1 %t332, ptr %t328, ptr %buffer3
  %t339 = add nsw i32 %t2, %t337
  %t340 = select i1 %t332, i32 16, i32 0
  %t341 = addrspacecast ptr %t338 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t339, ptr addrspace(1) %t341, i32 %t340)
  %t342 = getelementptr i16, ptr %t328, i64 192
  %t343 = add nsw i32 %t50, 8
  %t344 = icmp ult i32 %t52, 24
  %t345 = add nsw i32 %t325, %t343
  %t346 = icmp ult i32 %t345, 20
  %t347 = and i1 %t344, %t346
  %t348 = mul nsw i32 %t343, 80
  %t349 = mul nsw i32 %t52, 2
  %t350 = add nsw i32 %t348, %t349
  %t351 = add nsw i32 %t350, 2816
  %t352 = add nsw i32 %t351, %t305
  %t353 = select i1 %t347, ptr %t342, ptr %buffer3
  %t354 = add nsw i32 %t2, %t352
  %t355 = select i1 %t347, i32 16, i32 0
  %t356 = addrspacecast ptr %t353 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t354, ptr addrspace(1) %t356, i32 %t355)
  br label %join.309
else.308:
  br label %join.309
join.309:
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t357 = urem i32 %t302, 2
  %t358 = mul nsw i32 %t357, 2048
  %t359 = mul nsw i32 %t302, 16
  %t360 = add nsw i32 %t80, %t358
  %t361 = add nsw i32 %t2, %t360
  %t362 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t361) convergent
  %t363 = extractvalue {i32, i32, i32, i32} %t362, 0
  %t364 = extractvalue {i32, i32, i32, i32} %t362, 1
  %t365 = extractvalue {i32, i32, i32, i32} %t362, 2
  %t366 = extractvalue {i32, i32, i32, i32} %t362, 3
  %t367 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t281, i32 %t282, i32 %t283, i32 %t284, i32 %t363, i32 %t364, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t368 = extractvalue {float, float, float, float} %t367, 0
  %t369 = extractvalue {float, float, float, float} %t367, 1
  %t370 = extractvalue {float, float, float, float} %t367, 2
  %t371 = extractvalue {float, float, float, float} %t367, 3
  %t372 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t281, i32 %t282, i32 %t283, i32 %t284, i32 %t365, i32 %t366, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t373 = extractvalue {float, float, float, float} %t372, 0
  %t374 = extractvalue {float, float, float, float} %t372, 1
  %t375 = extractvalue {float, float, float, float} %t372, 2
  %t376 = extractvalue {float, float, float, float} %t372, 3
  %t377 = mul nsw i32 %t13, 2
  %t378 = add nsw i32 %t359, %t377
  %t379 = add nsw i32 %t378, 1
  %t380 = add nsw i32 %t378, 8
  %t381 = add nsw i32 %t378, 9
  %t382 = fmul contract float %t368, 0x3FD0000000000000
  %t383 = fadd contract float %t382, %t123
  %t384 = fmul contract float %t369, 0x3FD0000000000000
  %t385 = fadd contract float %t384, %t123
  %t386 = fmul contract float %t370, 0x3FD0000000000000
  %t387 = fadd contract float %t386, %t127
  %t388 = fmul contract float %t371, 0x3FD0000000000000
  %t389 = fadd contract float %t388, %t127
  %t390 = fmul contract float %t373, 0x3FD0000000000000
  %t391 = fadd contract float %t390, %t123
  %t392 = fmul contract float %t374, 0x3FD0000000000000
  %t393 = fadd contract float %t392, %t123
  %t394 = fmul contract float %t375, 0x3FD0000000000000
  %t395 = fadd contract float %t394, %t127
  %t396 = fmul contract float %t376, 0x3FD0000000000000
  %t397 = fadd contract float %t396, %t127
  %t398 = add nsw i32 %t84, %t358
  %t399 = add nsw i32 %t2, %t398
  %t400 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t399) convergent
  %t401 = extractvalue {i32, i32, i32, i32} %t400, 0
  %t402 = extractvalue {i32, i32, i32, i32} %t400, 1
  %t403 = extractvalue {i32, i32, i32, i32} %t400, 2
  %t404 = extractvalue {i32, i32, i32, i32} %t400, 3
  %t405 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t287, i32 %t288, i32 %t289, i32 %t290, i32 %t401, i32 %t402, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t406 = extractvalue {float, float, float, float} %t405, 0
  %t407 = extractvalue {float, float, float, float} %t405, 1
  %t408 = extractvalue {float, float, float, float} %t405, 2
  %t409 = extractvalue {float, float, float, float} %t405, 3
  %t410 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t287, i32 %t288, i32 %t289, i32 %t290, i32 %t403, i32 %t404, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t411 = extractvalue {float, float, float, float} %t410, 0
  %t412 = extractvalue {float, float, float, float} %t410, 1
  %t413 = extractvalue {float, float, float, float} %t410, 2
  %t414 = extractvalue {float, float, float, float} %t410, 3
  %t415 = add nsw i32 %t398, 32
  %t416 = add nsw i32 %t2, %t415
  %t417 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t416) convergent
  %t418 = extractvalue {i32, i32, i32, i32} %t417, 0
  %t419 = extractvalue {i32, i32, i32, i32} %t417, 1
  %t420 = extractvalue {i32, i32, i32, i32} %t417, 2
  %t421 = extractvalue {i32, i32, i32, i32} %t417, 3
  %t422 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t294, i32 %t295, i32 %t296, i32 %t297, i32 %t418, i32 %t419, float %t406, float %t407, float %t408, float %t409) convergent
  %t423 = extractvalue {float, float, float, float} %t422, 0
  %t424 = extractvalue {float, float, float, float} %t422, 1
  %t425 = extractvalue {float, float, float, float} %t422, 2
  %t426 = extractvalue {float, float, float, float} %t422, 3
  %t427 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t294, i32 %t295, i32 %t296, i32 %t297, i32 %t420, i32 %t421, float %t411, float %t412, float %t413, float %t414) convergent
  %t428 = extractvalue {float, float, float, float} %t427, 0
  %t429 = extractvalue {float, float, float, float} %t427, 1
  %t430 = extractvalue {float, float, float, float} %t427, 2
  %t431 = extractvalue {float, float, float, float} %t427, 3
  %t432 = mul nsw i32 %t13, 2
  %t433 = add nsw i32 %t359, %t432
  %t434 = add nsw i32 %t433, 1
  %t435 = add nsw i32 %t433, 8
  %t436 = add nsw i32 %t433, 9
  %t437 = sext i32 %t8 to i64
  %t438 = mul nsw i64 %t437, 20
  %t439 = getelementptr float, ptr %buffer6, i64 %t438
  %t440 = sext i32 %t7 to i64
  %t441 = mul nsw i64 %t440, 40
  %t442 = getelementptr float, ptr %t439, i64 %t441
  %t443 = sext i32 %t433 to i64
  %t444 = mul nsw i64 %t443, 1
  %t445 = getelementptr float, ptr %t442, i64 %t444
  %t446 = load float, ptr %t445, align 4
  %t447 = sext i32 %t8 to i64
  %t448 = mul nsw i64 %t447, 20
  %t449 = getelementptr float, ptr %buffer7, i64 %t448
  %t450 = sext i32 %t7 to i64
  %t451 = mul nsw i64 %t450, 40
  %t452 = getelementptr float, ptr %t449, i64 %t451
  %t453 = sext i32 %t433 to i64
  %t454 = mul nsw i64 %t453, 1
  %t455 = getelementptr float, ptr %t452, i64 %t454
  %t456 = load float, ptr %t455, align 4
  %t457 = sext i32 %t8 to i64
  %t458 = mul nsw i64 %t457, 20
  %t459 = getelementptr float, ptr %buffer8, i64 %t458
  %t460 = sext i32 %t7 to i64
  %t461 = mul nsw i64 %t460, 40
  %t462 = getelementptr float, ptr %t459, i64 %t461
  %t463 = sext i32 %t433 to i64
  %t464 = mul nsw i64 %t463, 1
  %t465 = getelementptr float, ptr %t462, i64 %t464
  %t466 = load float, ptr %t465, align 4
  %t467 = sext i32 %t8 to i64
  %t468 = mul nsw i64 %t467, 20
  %t469 = getelementptr float, ptr %buffer6, i64 %t468
  %t470 = sext i32 %t7 to i64
  %t471 = mul nsw i64 %t470, 40
  %t472 = getelementptr float, ptr %t469, i64 %t471
  %t473 = sext i32 %t434 to i64
  %t474 = mul nsw i64 %t473, 1
  %t475 = getelementptr float, ptr %t472, i64 %t474
  %t476 = load float, ptr %t475, align 4
  %t477 = sext i32 %t8 to i64
  %t478 = mul nsw i64 %t477, 20
  %t479 = getelementptr float, ptr %buffer7, i64 %t478
  %t480 = sext i32 %t7 to i64
  %t481 = mul nsw i64 %t480, 40
  %t482 = getelementptr float, ptr %t479, i64 %t481
  %t483 = sext i32 %t434 to i64
  %t484 = mul nsw i64 %t483, 1
  %t485 = getelementptr float, ptr %t482, i64 %t484
  %t486 = load float, ptr %t485, align 4
  %t487 = sext i32 %t8 to i64
  %t488 = mul nsw i64 %t487, 20
  %t489 = getelementptr float, ptr %buffer8, i64 %t488
  %t490 = sext i32 %t7 to i64
  %t491 = mul nsw i64 %t490, 40
  %t492 = getelementptr float, ptr %t489, i64 %t491
  %t493 = sext i32 %t434 to i64
  %t494 = mul nsw i64 %t493, 1
  %t495 = getelementptr float, ptr %t492, i64 %t494
  %t496 = load float, ptr %t495, align 4
  %t497 = sext i32 %t8 to i64
  %t498 = mul nsw i64 %t497, 20
  %t499 = getelementptr float, ptr %buffer6, i64 %t498
  %t500 = sext i32 %t7 to i64
  %t501 = mul nsw i64 %t500, 40
  %t502 = getelementptr float, ptr %t499, i64 %t501
  %t503 = sext i32 %t435 to i64
  %t504 = mul nsw i64 %t503, 1
  %t505 = getelementptr float, ptr %t502, i64 %t504
  %t506 = load float, ptr %t505, align 4
  %t507 = sext i32 %t8 to i64
  %t508 = mul nsw i64 %t507, 20
  %t509 = getelementptr float, ptr %buffer7, i64 %t508
  %t510 = sext i32 %t7 to i64
  %t511 = mul nsw i64 %t510, 40
  %t512 = getelementptr float, ptr %t509, i64 %t511
  %t513 = sext i32 %t435 to i64
  %t514 = mul nsw i64 %t513, 1
  %t515 = getelementptr float, ptr %t512, i64 %t514
  %t516 = load float, ptr %t515, align 4
  %t517 = sext i32 %t8 to i64
  %t518 = mul nsw i64 %t517, 20
  %t519 = getelementptr float, ptr %buffer8, i64 %t518
  %t520 = sext i32 %t7 to i64
  %t521 = mul nsw i64 %t520, 40
  %t522 = getelementptr float, ptr %t519, i64 %t521
  %t523 = sext i32 %t435 to i64
  %t524 = mul nsw i64 %t523, 1
  %t525 = getelementptr float, ptr %t522, i64 %t524
  %t526 = load float, ptr %t525, align 4
  %t527 = sext i32 %t8 to i64
  %t528 = mul nsw i64 %t527, 20
  %t529 = getelementptr float, ptr %buffer6, i64 %t528
  %t530 = sext i32 %t7 to i64
  %t531 = mul nsw i64 %t530, 40
  %t532 = getelementptr float, ptr %t529, i64 %t531
  %t533 = sext i32 %t436 to i64
  %t534 = mul nsw i64 %t533, 1
  %t535 = getelementptr float, ptr %t532, i64 %t534
  %t536 = load float, ptr %t535, align 4
  %t537 = sext i32 %t8 to i64
  %t538 = mul nsw i64 %t537, 20
  %t539 = getelementptr float, ptr %buffer7, i64 %t538
  %t540 = sext i32 %t7 to i64
  %t541 = mul nsw i64 %t540, 40
  %t542 = getelementptr float, ptr %t539, i64 %t541
  %t543 = sext i32 %t436 to i64
  %t544 = mul nsw i64 %t543, 1
  %t545 = getelementptr float, ptr %t542, i64 %t544
  %t546 = load float, ptr %t545, align 4
  %t547 = sext i32 %t8 to i64
  %t548 = mul nsw i64 %t547, 20
  %t549 = getelementptr float, ptr %buffer8, i64 %t548
  %t550 = sext i32 %t7 to i64
  %t551 = mul nsw i64 %t550, 40
  %t552 = getelementptr float, ptr %t549, i64 %t551
  %t553 = sext i32 %t436 to i64
  %t554 = mul nsw i64 %t553, 1
  %t555 = getelementptr float, ptr %t552, i64 %t554
  %t556 = load float, ptr %t555, align 4
  %t557 = fsub float %t383, %t446
  %t558 = fneg float %t456
  %t559 = call float @llvm.fma.f32(float %t557, float 0x3FF7154760000000, float %t558)
  %t560 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t559)
  %t561 = fsub float %t423, %t466
  %t562 = fmul float %t560, %t561
  %t563 = fsub float %t385, %t476
  %t564 = fneg float %t486
  %t565 = call float @llvm.fma.f32(float %t563, float 0x3FF7154760000000, float %t564)
  %t566 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t565)
  %t567 = fsub float %t424, %t496
  %t568 = fmul float %t566, %t567
  %t569 = fsub float %t387, %t446
  %t570 = fneg float %t456
  %t571 = call float @llvm.fma.f32(float %t569, float 0x3FF7154760000000, float %t570)
  %t572 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t571)
  %t573 = fsub float %t425, %t466
  %t574 = fmul float %t572, %t573
  %t575 = fsub float %t389, %t476
  %t576 = fneg float %t486
  %t577 = call float @llvm.fma.f32(float %t575, float 0x3FF7154760000000, float %t576)
  %t578 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t577)
  %t579 = fsub float %t426, %t496
  %t580 = fmul float %t578, %t579
  %t581 = fsub float %t391, %t506
  %t582 = fneg float %t516
  %t583 = call float @llvm.fma.f32(float %t581, float 0x3FF7154760000000, float %t582)
  %t584 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t583)
  %t585 = fsub float %t428, %t526
  %t586 = fmul float %t584, %t585
  %t587 = fsub float %t393, %t536
  %t588 = fneg float %t546
  %t589 = call float @llvm.fma.f32(float %t587, float 0x3FF7154760000000, float %t588)
  %t590 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t589)
  %t591 = fsub float %t429, %t556
  %t592 = fmul float %t590, %t591
  %t593 = fsub float %t395, %t506
  %t594 = fneg float %t516
  %t595 = call float @llvm.fma.f32(float %t593, float 0x3FF7154760000000, float %t594)
  %t596 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t595)
  %t597 = fsub float %t430, %t526
  %t598 = fmul float %t596, %t597
  %t599 = fsub float %t397, %t536
  %t600 = fneg float %t546
  %t601 = call float @llvm.fma.f32(float %t599, float 0x3FF7154760000000, float %t600)
  %t602 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t601)
  %t603 = fsub float %t431, %t556
  %t604 = fmul float %t602, %t603
  %t605 = add nsw i32 %t88, %t358
  %t606 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t568, float %t562)
  %t607 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t580, float %t574)
  %t608 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t592, float %t586)
  %t609 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t604, float %t598)
  %t610 = add nsw i32 %t2, %t605
  %t611 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t610) convergent
  %t612 = extractvalue {i32, i32, i32, i32} %t611, 0
  %t613 = extractvalue {i32, i32, i32, i32} %t611, 1
  %t614 = extractvalue {i32, i32, i32, i32} %t611, 2
  %t615 = extractvalue {i32, i32, i32, i32} %t611, 3
  %t616 = load float, ptr %s93
  %t617 = load float, ptr %s94
  %t618 = load float, ptr %s95
  %t619 = load float, ptr %s96
  %t620 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t606, i32 %t607, i32 %t608, i32 %t609, i32 %t612, i32 %t613, float %t616, float %t617, float %t618, float %t619) convergent
  %t621 = extractvalue {float, float, float, float} %t620, 0
  %t622 = extractvalue {float, float, float, float} %t620, 1
  %t623 = extractvalue {float, float, float, float} %t620, 2
  %t624 = extractvalue {float, float, float, float} %t620, 3
  store float %t621, ptr %s93
  store float %t622, ptr %s94
  store float %t623, ptr %s95
  store float %t624, ptr %s96
  %t625 = load float, ptr %s97
  %t626 = load float, ptr %s98
  %t627 = load float, ptr %s99
  %t628 = load float, ptr %s100
  %t629 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t606, i32 %t607, i32 %t608, i32 %t609, i32 %t614, i32 %t615, float %t625, float %t626, float %t627, float %t628) convergent
  %t630 = extractvalue {float, float, float, float} %t629, 0
  %t631 = extractvalue {float, float, float, float} %t629, 1
  %t632 = extractvalue {float, float, float, float} %t629, 2
  %t633 = extractvalue {float, float, float, float} %t629, 3
  store float %t630, ptr %s97
  store float %t631, ptr %s98
  store float %t632, ptr %s99
  store float %t633, ptr %s100
  %t634 = add nsw i32 %t92, %t358
  %t635 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t566, float %t560)
  %t636 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t578, float %t572)
  %t637 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t590, float %t584)
  %t638 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t602, float %t596)
  %t639 = add nsw i32 %t2, %t634
  %t640 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t639) convergent
  %t641 = extractvalue {i32, i32, i32, i32} %t640, 0
  %t642 = extractvalue {i32, i32, i32, i32} %t640, 1
  %t643 = extractvalue {i32, i32, i32, i32} %t640, 2
  %t644 = extractvalue {i32, i32, i32, i32} %t640, 3
  %t645 = load float, ptr %s101
  %t646 = load float, ptr %s102
  %t647 = load float, ptr %s103
  %t648 = load float, ptr %s104
  %t649 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t635, i32 %t636, i32 %t637, i32 %t638, i32 %t641, i32 %t642, float %t645, float %t646, float %t647, float %t648) convergent
  %t650 = extractvalue {float, float, float, float} %t649, 0
  %t651 = extractvalue {float, float, float, float} %t649, 1
  %t652 = extractvalue {float, float, float, float} %t649, 2
  %t653 = extractvalue {float, float, float, float} %t649, 3
  store float %t650, ptr %s101
  store float %t651, ptr %s102
  store float %t652, ptr %s103
  store float %t653, ptr %s104
  %t654 = load float, ptr %s105
  %t655 = load float, ptr %s106
  %t656 = load float, ptr %s107
  %t657 = load float, ptr %s108
  %t658 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t635, i32 %t636, i32 %t637, i32 %t638, i32 %t643, i32 %t644, float %t654, float %t655, float %t656, float %t657) convergent
  %t659 = extractvalue {float, float, float, float} %t658, 0
  %t660 = extractvalue {float, float, float, float} %t658, 1
  %t661 = extractvalue {float, float, float, float} %t658, 2
  %t662 = extractvalue {float, float, float, float} %t658, 3
  store float %t659, ptr %s105
  store float %t660, ptr %s106
  store float %t661, ptr %s107
  store float %t662, ptr %s108
  %t663 = add nsw i32 %t634, 32
  %t664 = add nsw i32 %t2, %t663
  %t665 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t664) convergent
  %t666 = extractvalue {i32, i32, i32, i32} %t665, 0
  %t667 = extractvalue {i32, i32, i32, i32} %t665, 1
  %t668 = extractvalue {i32, i32, i32, i32} %t665, 2
  %t669 = extractvalue {i32, i32, i32, i32} %t665, 3
  %t670 = load float, ptr %s109
  %t671 = load float, ptr %s110
  %t672 = load float, ptr %s111
  %t673 = load float, ptr %s112
  %t674 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t635, i32 %t636, i32 %t637, i32 %t638, i32 %t666, i32 %t667, float %t670, float %t671, float %t672, float %t673) convergent
  %t675 = extractvalue {float, float, float, float} %t674, 0
  %t676 = extractvalue {float, float, float, float} %t674, 1
  %t677 = extractvalue {float, float, float, float} %t674, 2
  %t678 = extractvalue {float, float, float, float} %t674, 3
  store float %t675, ptr %s109
  store float %t676, ptr %s110
  store float %t677, ptr %s111
  store float %t678, ptr %s112
  %t679 = add nuw nsw i64 %t301, 1
  store i64 %t679, ptr %s298
  %t680 = icmp slt i64 %t679, 1
  br i1 %t680, label %loop.299, label %done.300
done.300:
  store i64 1, ptr %s681
  br label %loop.682
loop.682:
  %t684 = load i64, ptr %s681
  %t685 = trunc i64 %t684 to i32
  call void asm sideeffect "cp.async.wait_group 0;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t686 = add nsw i32 %t685, 1
  %t687 = urem i32 %t686, 2
  %t688 = mul nsw i32 %t687, 2048
  %t689 = icmp ult i32 %t686, 2
  br i1 %t689, label %then.690, label %else.691
then.690:
  %t693 = mul nsw i32 %t686, 16
  %t694 = sext i32 %t693 to i64
  %t695 = mul nsw i64 %t694, 16
  %t696 = getelementptr i16, ptr %t49, i64 %t695
  %t697 = add nsw i32 %t693, %t38
  %t698 = icmp ult i32 %t697, 20
  %t699 = mul nsw i32 %t38, 48
  %t700 = mul nsw i32 %t40, 2
  %t701 = add nsw i32 %t699, %t700
  %t702 = add nsw i32 %t701, 2048
  %t703 = add nsw i32 %t702, %t688
  %t704 = select i1 %t698, ptr %t696, ptr %buffer0
  %t705 = add nsw i32 %t2, %t703
  %t706 = select i1 %t698, i32 16, i32 0
  %t707 = addrspacecast ptr %t704 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t705, ptr addrspace(1) %t707, i32 %t706)
  %t708 = mul nsw i32 %t686, 16
  %t709 = sext i32 %t708 to i64
  %t710 = mul nsw i64 %t709, 24
  %t711 = getelementptr i16, ptr %t61, i64 %t710
  %t712 = icmp ult i32 %t52, 24
  %t713 = add nsw i32 %t708, %t50
  %t714 = icmp ult i32 %t713, 20
  %t715 = and i1 %t712, %t714
  %t716 = mul nsw i32 %t50, 80
  %t717 = mul nsw i32 %t52, 2
  %t718 = add nsw i32 %t716, %t717
  %t719 = add nsw i32 %t718, 2816
  %t720 = add nsw i32 %t719, %t688
  %t721 = select i1 %t715, ptr %t711, ptr %buffer3
  %t722 = add nsw i32 %t2, %t720
  %t723 = select i1 %t715, i32 16, i32 0
  %t724 = addrspacecast ptr %t721 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t722, ptr addrspace(1) %t724, i32 %t723)
  %t725 = getelementptr i16, ptr %t711, i64 192
  %t726 = add nsw i32 %t50, 8
  %t727 = icmp ult i32 %t52, 24
  %t728 = add nsw i32 %t708, %t726
  %t729 = icmp ult i32 %t728, 20
  %t730 = and i1 %t727, %t729
  %t731 = mul nsw i32 %t726, 80
  %t732 = mul nsw i32 %t52, 2
  %t733 = add nsw i32 %t731, %t732
  %t734 = add nsw i32 %t733, 2816
  %t735 = add nsw i32 %t734, %t688
  %t736 = select i1 %t730, ptr %t725, ptr %buffer3
  %t737 = add nsw i32 %t2, %t735
  %t738 = select i1 %t730, i32 16, i32 0
  %t739 = addrspacecast ptr %t736 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t737, ptr addrspace(1) %t739, i32 %t738)
  br label %join.692
else.691:
  br label %join.692
join.692:
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t740 = urem i32 %t685, 2
  %t741 = mul nsw i32 %t740, 2048
  %t742 = mul nsw i32 %t685, 16
  %t743 = add nsw i32 %t80, %t741
  %t744 = add nsw i32 %t2, %t743
  %t745 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t744) convergent
  %t746 = extractvalue {i32, i32, i32, i32} %t745, 0
  %t747 = extractvalue {i32, i32, i32, i32} %t745, 1
  %t748 = extractvalue {i32, i32, i32, i32} %t745, 2
  %t749 = extractvalue {i32, i32, i32, i32} %t745, 3
  %t750 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t281, i32 %t282, i32 %t283, i32 %t284, i32 %t746, i32 %t747, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t751 = extractvalue {float, float, float, float} %t750, 0
  %t752 = extractvalue {float, float, float, float} %t750, 1
  %t753 = extractvalue {float, float, float, float} %t750, 2
  %t754 = extractvalue {float, float, float, float} %t750, 3
  %t755 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t281, i32 %t282, i32 %t283, i32 %t284, i32 %t748, i32 %t749, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t756 = extractvalue {float, float, float, float} %t755, 0
  %t757 = extractvalue {float, float, float, float} %t755, 1
  %t758 = extractvalue {float, float, float, float} %t755, 2
  %t759 = extractvalue {float, float, float, float} %t755, 3
  %t760 = mul nsw i32 %t13, 2
  %t761 = add nsw i32 %t742, %t760
  %t762 = icmp ult i32 %t761, 20
  %t763 = select i1 %t762, i32 %t761, i32 19
  %t764 = add nsw i32 %t761, 1
  %t765 = icmp ult i32 %t764, 20
  %t766 = select i1 %t765, i32 %t764, i32 19
  %t767 = add nsw i32 %t761, 8
  %t768 = icmp ult i32 %t767, 20
  %t769 = select i1 %t768, i32 %t767, i32 19
  %t770 = add nsw i32 %t761, 9
  %t771 = icmp ult i32 %t770, 20
  %t772 = select i1 %t771, i32 %t770, i32 19
  %t773 = fmul contract float %t751, 0x3FD0000000000000
  %t774 = fadd contract float %t773, %t123
  %t775 = select i1 %t762, float %t774, float 0xFFF0000000000000
  %t776 = fmul contract float %t752, 0x3FD0000000000000
  %t777 = fadd contract float %t776, %t123
  %t778 = select i1 %t765, float %t777, float 0xFFF0000000000000
  %t779 = fmul contract float %t753, 0x3FD0000000000000
  %t780 = fadd contract float %t779, %t127
  %t781 = select i1 %t762, float %t780, float 0xFFF0000000000000
  %t782 = fmul contract float %t754, 0x3FD0000000000000
  %t783 = fadd contract float %t782, %t127
  %t784 = select i1 %t765, float %t783, float 0xFFF0000000000000
  %t785 = fmul contract float %t756, 0x3FD0000000000000
  %t786 = fadd contract float %t785, %t123
  %t787 = select i1 %t768, float %t786, float 0xFFF0000000000000
  %t788 = fmul contract float %t757, 0x3FD0000000000000
  %t789 = fadd contract float %t788, %t123
  %t790 = select i1 %t771, float %t789, float 0xFFF0000000000000
  %t791 = fmul contract float %t758, 0x3FD0000000000000
  %t792 = fadd contract float %t791, %t127
  %t793 = select i1 %t768, float %t792, float 0xFFF0000000000000
  %t794 = fmul contract float %t759, 0x3FD0000000000000
  %t795 = fadd contract float %t794, %t127
  %t796 = select i1 %t771, float %t795, float 0xFFF0000000000000
  %t797 = add nsw i32 %t84, %t741
  %t798 = add nsw i32 %t2, %t797
  %t799 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t798) convergent
  %t800 = extractvalue {i32, i32, i32, i32} %t799, 0
  %t801 = extractvalue {i32, i32, i32, i32} %t799, 1
  %t802 = extractvalue {i32, i32, i32, i32} %t799, 2
  %t803 = extractvalue {i32, i32, i32, i32} %t799, 3
  %t804 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t287, i32 %t288, i32 %t289, i32 %t290, i32 %t800, i32 %t801, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t805 = extractvalue {float, float, float, float} %t804, 0
  %t806 = extractvalue {float, float, float, float} %t804, 1
  %t807 = extractvalue {float, float, float, float} %t804, 2
  %t808 = extractvalue {float, float, float, float} %t804, 3
  %t809 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t287, i32 %t288, i32 %t289, i32 %t290, i32 %t802, i32 %t803, float 0.0, float 0.0, float 0.0, float 0.0) convergent
  %t810 = extractvalue {float, float, float, float} %t809, 0
  %t811 = extractvalue {float, float, float, float} %t809, 1
  %t812 = extractvalue {float, float, float, float} %t809, 2
  %t813 = extractvalue {float, float, float, float} %t809, 3
  %t814 = add nsw i32 %t797, 32
  %t815 = add nsw i32 %t2, %t814
  %t816 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t815) convergent
  %t817 = extractvalue {i32, i32, i32, i32} %t816, 0
  %t818 = extractvalue {i32, i32, i32, i32} %t816, 1
  %t819 = extractvalue {i32, i32, i32, i32} %t816, 2
  %t820 = extractvalue {i32, i32, i32, i32} %t816, 3
  %t821 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t294, i32 %t295, i32 %t296, i32 %t297, i32 %t817, i32 %t818, float %t805, float %t806, float %t807, float %t808) convergent
  %t822 = extractvalue {float, float, float, float} %t821, 0
  %t823 = extractvalue {float, float, float, float} %t821, 1
  %t824 = extractvalue {float, float, float, float} %t821, 2
  %t825 = extractvalue {float, float, float, float} %t821, 3
  %t826 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t294, i32 %t295, i32 %t296, i32 %t297, i32 %t819, i32 %t820, float %t810, float %t811, float %t812, float %t813) convergent
  %t827 = extractvalue {float, float, float, float} %t826, 0
  %t828 = extractvalue {float, float, float, float} %t826, 1
  %t829 = extractvalue {float, float, float, float} %t826, 2
  %t830 = extractvalue {float, float, float, float} %t826, 3
  %t831 = mul nsw i32 %t13, 2
  %t832 = add nsw i32 %t742, %t831
  %t833 = icmp ult i32 %t832, 20
  %t834 = select i1 %t833, i32 %t832, i32 19
  %t835 = add nsw i32 %t832, 1
  %t836 = icmp ult i32 %t835, 20
  %t837 = select i1 %t836, i32 %t835, i32 19
  %t838 = add nsw i32 %t832, 8
  %t839 = icmp ult i32 %t838, 20
  %t840 = select i1 %t839, i32 %t838, i32 19
  %t841 = add nsw i32 %t832, 9
  %t842 = icmp ult i32 %t841, 20
  %t843 = select i1 %t842, i32 %t841, i32 19
  %t844 = sext i32 %t8 to i64
  %t845 = mul nsw i64 %t844, 20
  %t846 = getelementptr float, ptr %buffer6, i64 %t845
  %t847 = sext i32 %t7 to i64
  %t848 = mul nsw i64 %t847, 40
  %t849 = getelementptr float, ptr %t846, i64 %t848
  %t850 = sext i32 %t834 to i64
  %t851 = mul nsw i64 %t850, 1
  %t852 = getelementptr float, ptr %t849, i64 %t851
  %t853 = load float, ptr %t852, align 4
  %t854 = sext i32 %t8 to i64
  %t855 = mul nsw i64 %t854, 20
  %t856 = getelementptr float, ptr %buffer7, i64 %t855
  %t857 = sext i32 %t7 to i64
  %t858 = mul nsw i64 %t857, 40
  %t859 = getelementptr float, ptr %t856, i64 %t858
  %t860 = sext i32 %t834 to i64
  %t861 = mul nsw i64 %t860, 1
  %t862 = getelementptr float, ptr %t859, i64 %t861
  %t863 = load float, ptr %t862, align 4
  %t864 = sext i32 %t8 to i64
  %t865 = mul nsw i64 %t864, 20
  %t866 = getelementptr float, ptr %buffer8, i64 %t865
  %t867 = sext i32 %t7 to i64
  %t868 = mul nsw i64 %t867, 40
  %t869 = getelementptr float, ptr %t866, i64 %t868
  %t870 = sext i32 %t834 to i64
  %t871 = mul nsw i64 %t870, 1
  %t872 = getelementptr float, ptr %t869, i64 %t871
  %t873 = load float, ptr %t872, align 4
  %t874 = sext i32 %t8 to i64
  %t875 = mul nsw i64 %t874, 20
  %t876 = getelementptr float, ptr %buffer6, i64 %t875
  %t877 = sext i32 %t7 to i64
  %t878 = mul nsw i64 %t877, 40
  %t879 = getelementptr float, ptr %t876, i64 %t878
  %t880 = sext i32 %t837 to i64
  %t881 = mul nsw i64 %t880, 1
  %t882 = getelementptr float, ptr %t879, i64 %t881
  %t883 = load float, ptr %t882, align 4
  %t884 = sext i32 %t8 to i64
  %t885 = mul nsw i64 %t884, 20
  %t886 = getelementptr float, ptr %buffer7, i64 %t885
  %t887 = sext i32 %t7 to i64
  %t888 = mul nsw i64 %t887, 40
  %t889 = getelementptr float, ptr %t886, i64 %t888
  %t890 = sext i32 %t837 to i64
  %t891 = mul nsw i64 %t890, 1
  %t892 = getelementptr float, ptr %t889, i64 %t891
  %t893 = load float, ptr %t892, align 4
  %t894 = sext i32 %t8 to i64
  %t895 = mul nsw i64 %t894, 20
  %t896 = getelementptr float, ptr %buffer8, i64 %t895
  %t897 = sext i32 %t7 to i64
  %t898 = mul nsw i64 %t897, 40
  %t899 = getelementptr float, ptr %t896, i64 %t898
  %t900 = sext i32 %t837 to i64
  %t901 = mul nsw i64 %t900, 1
  %t902 = getelementptr float, ptr %t899, i64 %t901
  %t903 = load float, ptr %t902, align 4
  %t904 = sext i32 %t8 to i64
  %t905 = mul nsw i64 %t904, 20
  %t906 = getelementptr float, ptr %buffer6, i64 %t905
  %t907 = sext i32 %t7 to i64
  %t908 = mul nsw i64 %t907, 40
  %t909 = getelementptr float, ptr %t906, i64 %t908
  %t910 = sext i32 %t840 to i64
  %t911 = mul nsw i64 %t910, 1
  %t912 = getelementptr float, ptr %t909, i64 %t911
  %t913 = load float, ptr %t912, align 4
  %t914 = sext i32 %t8 to i64
  %t915 = mul nsw i64 %t914, 20
  %t916 = getelementptr float, ptr %buffer7, i64 %t915
  %t917 = sext i32 %t7 to i64
  %t918 = mul nsw i64 %t917, 40
  %t919 = getelementptr float, ptr %t916, i64 %t918
  %t920 = sext i32 %t840 to i64
  %t921 = mul nsw i64 %t920, 1
  %t922 = getelementptr float, ptr %t919, i64 %t921
  %t923 = load float, ptr %t922, align 4
  %t924 = sext i32 %t8 to i64
  %t925 = mul nsw i64 %t924, 20
  %t926 = getelementptr float, ptr %buffer8, i64 %t925
  %t927 = sext i32 %t7 to i64
  %t928 = mul nsw i64 %t927, 40
  %t929 = getelementptr float, ptr %t926, i64 %t928
  %t930 = sext i32 %t840 to i64
  %t931 = mul nsw i64 %t930, 1
  %t932 = getelementptr float, ptr %t929, i64 %t931
  %t933 = load float, ptr %t932, align 4
  %t934 = sext i32 %t8 to i64
  %t935 = mul nsw i64 %t934, 20
  %t936 = getelementptr float, ptr %buffer6, i64 %t935
  %t937 = sext i32 %t7 to i64
  %t938 = mul nsw i64 %t937, 40
  %t939 = getelementptr float, ptr %t936, i64 %t938
  %t940 = sext i32 %t843 to i64
  %t941 = mul nsw i64 %t940, 1
  %t942 = getelementptr float, ptr %t939, i64 %t941
  %t943 = load float, ptr %t942, align 4
  %t944 = sext i32 %t8 to i64
  %t945 = mul nsw i64 %t944, 20
  %t946 = getelementptr float, ptr %buffer7, i64 %t945
  %t947 = sext i32 %t7 to i64
  %t948 = mul nsw i64 %t947, 40
  %t949 = getelementptr float, ptr %t946, i64 %t948
  %t950 = sext i32 %t843 to i64
  %t951 = mul nsw i64 %t950, 1
  %t952 = getelementptr float, ptr %t949, i64 %t951
  %t953 = load float, ptr %t952, align 4
  %t954 = sext i32 %t8 to i64
  %t955 = mul nsw i64 %t954, 20
  %t956 = getelementptr float, ptr %buffer8, i64 %t955
  %t957 = sext i32 %t7 to i64
  %t958 = mul nsw i64 %t957, 40
  %t959 = getelementptr float, ptr %t956, i64 %t958
  %t960 = sext i32 %t843 to i64
  %t961 = mul nsw i64 %t960, 1
  %t962 = getelementptr float, ptr %t959, i64 %t961
  %t963 = load float, ptr %t962, align 4
  %t964 = fsub float %t775, %t853
  %t965 = fneg float %t863
  %t966 = call float @llvm.fma.f32(float %t964, float 0x3FF7154760000000, float %t965)
  %t967 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t966)
  %t968 = fsub float %t822, %t873
  %t969 = fmul float %t967, %t968
  %t970 = fsub float %t778, %t883
  %t971 = fneg float %t893
  %t972 = call float @llvm.fma.f32(float %t970, float 0x3FF7154760000000, float %t971)
  %t973 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t972)
  %t974 = fsub float %t823, %t903
  %t975 = fmul float %t973, %t974
  %t976 = fsub float %t781, %t853
  %t977 = fneg float %t863
  %t978 = call float @llvm.fma.f32(float %t976, float 0x3FF7154760000000, float %t977)
  %t979 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t978)
  %t980 = fsub float %t824, %t873
  %t981 = fmul float %t979, %t980
  %t982 = fsub float %t784, %t883
  %t983 = fneg float %t893
  %t984 = call float @llvm.fma.f32(float %t982, float 0x3FF7154760000000, float %t983)
  %t985 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t984)
  %t986 = fsub float %t825, %t903
  %t987 = fmul float %t985, %t986
  %t988 = fsub float %t787, %t913
  %t989 = fneg float %t923
  %t990 = call float @llvm.fma.f32(float %t988, float 0x3FF7154760000000, float %t989)
  %t991 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t990)
  %t992 = fsub float %t827, %t933
  %t993 = fmul float %t991, %t992
  %t994 = fsub float %t790, %t943
  %t995 = fneg float %t953
  %t996 = call float @llvm.fma.f32(float %t994, float 0x3FF7154760000000, float %t995)
  %t997 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t996)
  %t998 = fsub float %t828, %t963
  %t999 = fmul float %t997, %t998
  %t1000 = fsub float %t793, %t913
  %t1001 = fneg float %t923
  %t1002 = call float @llvm.fma.f32(float %t1000, float 0x3FF7154760000000, float %t1001)
  %t1003 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t1002)
  %t1004 = fsub float %t829, %t933
  %t1005 = fmul float %t1003, %t1004
  %t1006 = fsub float %t796, %t943
  %t1007 = fneg float %t953
  %t1008 = call float @llvm.fma.f32(float %t1006, float 0x3FF7154760000000, float %t1007)
  %t1009 = call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float %t1008)
  %t1010 = fsub float %t830, %t963
  %t1011 = fmul float %t1009, %t1010
  %t1012 = add nsw i32 %t88, %t741
  %t1013 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t975, float %t969)
  %t1014 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t987, float %t981)
  %t1015 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t999, float %t993)
  %t1016 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t1011, float %t1005)
  %t1017 = add nsw i32 %t2, %t1012
  %t1018 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t1017) convergent
  %t1019 = extractvalue {i32, i32, i32, i32} %t1018, 0
  %t1020 = extractvalue {i32, i32, i32, i32} %t1018, 1
  %t1021 = extractvalue {i32, i32, i32, i32} %t1018, 2
  %t1022 = extractvalue {i32, i32, i32, i32} %t1018, 3
  %t1023 = load float, ptr %s93
  %t1024 = load float, ptr %s94
  %t1025 = load float, ptr %s95
  %t1026 = load float, ptr %s96
  %t1027 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1013, i32 %t1014, i32 %t1015, i32 %t1016, i32 %t1019, i32 %t1020, float %t1023, float %t1024, float %t1025, float %t1026) convergent
  %t1028 = extractvalue {float, float, float, float} %t1027, 0
  %t1029 = extractvalue {float, float, float, float} %t1027, 1
  %t1030 = extractvalue {float, float, float, float} %t1027, 2
  %t1031 = extractvalue {float, float, float, float} %t1027, 3
  store float %t1028, ptr %s93
  store float %t1029, ptr %s94
  store float %t1030, ptr %s95
  store float %t1031, ptr %s96
  %t1032 = load float, ptr %s97
  %t1033 = load float, ptr %s98
  %t1034 = load float, ptr %s99
  %t1035 = load float, ptr %s100
  %t1036 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1013, i32 %t1014, i32 %t1015, i32 %t1016, i32 %t1021, i32 %t1022, float %t1032, float %t1033, float %t1034, float %t1035) convergent
  %t1037 = extractvalue {float, float, float, float} %t1036, 0
  %t1038 = extractvalue {float, float, float, float} %t1036, 1
  %t1039 = extractvalue {float, float, float, float} %t1036, 2
  %t1040 = extractvalue {float, float, float, float} %t1036, 3
  store float %t1037, ptr %s97
  store float %t1038, ptr %s98
  store float %t1039, ptr %s99
  store float %t1040, ptr %s100
  %t1041 = add nsw i32 %t92, %t741
  %t1042 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t973, float %t967)
  %t1043 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t985, float %t979)
  %t1044 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t997, float %t991)
  %t1045 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t1009, float %t1003)
  %t1046 = add nsw i32 %t2, %t1041
  %t1047 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t1046) convergent
  %t1048 = extractvalue {i32, i32, i32, i32} %t1047, 0
  %t1049 = extractvalue {i32, i32, i32, i32} %t1047, 1
  %t1050 = extractvalue {i32, i32, i32, i32} %t1047, 2
  %t1051 = extractvalue {i32, i32, i32, i32} %t1047, 3
  %t1052 = load float, ptr %s101
  %t1053 = load float, ptr %s102
  %t1054 = load float, ptr %s103
  %t1055 = load float, ptr %s104
  %t1056 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1042, i32 %t1043, i32 %t1044, i32 %t1045, i32 %t1048, i32 %t1049, float %t1052, float %t1053, float %t1054, float %t1055) convergent
  %t1057 = extractvalue {float, float, float, float} %t1056, 0
  %t1058 = extractvalue {float, float, float, float} %t1056, 1
  %t1059 = extractvalue {float, float, float, float} %t1056, 2
  %t1060 = extractvalue {float, float, float, float} %t1056, 3
  store float %t1057, ptr %s101
  store float %t1058, ptr %s102
  store float %t1059, ptr %s103
  store float %t1060, ptr %s104
  %t1061 = load float, ptr %s105
  %t1062 = load float, ptr %s106
  %t1063 = load float, ptr %s107
  %t1064 = load float, ptr %s108
  %t1065 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1042, i32 %t1043, i32 %t1044, i32 %t1045, i32 %t1050, i32 %t1051, float %t1061, float %t1062, float %t1063, float %t1064) convergent
  %t1066 = extractvalue {float, float, float, float} %t1065, 0
  %t1067 = extractvalue {float, float, float, float} %t1065, 1
  %t1068 = extractvalue {float, float, float, float} %t1065, 2
  %t1069 = extractvalue {float, float, float, float} %t1065, 3
  store float %t1066, ptr %s105
  store float %t1067, ptr %s106
  store float %t1068, ptr %s107
  store float %t1069, ptr %s108
  %t1070 = add nsw i32 %t1041, 32
  %t1071 = add nsw i32 %t2, %t1070
  %t1072 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t1071) convergent
  %t1073 = extractvalue {i32, i32, i32, i32} %t1072, 0
  %t1074 = extractvalue {i32, i32, i32, i32} %t1072, 1
  %t1075 = extractvalue {i32, i32, i32, i32} %t1072, 2
  %t1076 = extractvalue {i32, i32, i32, i32} %t1072, 3
  %t1077 = load float, ptr %s109
  %t1078 = load float, ptr %s110
  %t1079 = load float, ptr %s111
  %t1080 = load float, ptr %s112
  %t1081 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t1042, i32 %t1043, i32 %t1044, i32 %t1045, i32 %t1073, i32 %t1074, float %t1077, float %t1078, float %t1079, float %t1080) convergent
  %t1082 = extractvalue {float, float, float, float} %t1081, 0
  %t1083 = extractvalue {float, float, float, float} %t1081, 1
  %t1084 = extractvalue {float, float, float, float} %t1081, 2
  %t1085 = extractvalue {float, float, float, float} %t1081, 3
  store float %t1082, ptr %s109
  store float %t1083, ptr %s110
  store float %t1084, ptr %s111
  store float %t1085, ptr %s112
  %t1086 = add nuw nsw i64 %t684, 1
  store i64 %t1086, ptr %s681
  %t1087 = icmp slt i64 %t1086, 2
  br i1 %t1087, label %loop.682, label %done.683
done.683:
  call void asm sideeffect "cp.async.wait_all;", "~{memory}"() convergent
  %t1088 = load float, ptr %s93
  %t1089 = load float, ptr %s94
  %t1090 = load float, ptr %s97
  %t1091 = load float, ptr %s98
  br i1 %t116, label %then.1092, label %else.1093
then.1092:
  %t1095 = mul nsw i32 %t13, 2
  %t1096 = getelementptr i16, ptr %buffer5, i64 640
  %t1097 = sext i32 %t8 to i64
  %t1098 = mul nsw i64 %t1097, 16
  %t1099 = getelementptr i16, ptr %t1096, i64 %t1098
  %t1100 = sext i32 %t7 to i64
  %t1101 = mul nsw i64 %t1100, 1280
  %t1102 = getelementptr i16, ptr %t1099, i64 %t1101
  %t1103 = sext i32 %t118 to i64
  %t1104 = mul nsw i64 %t1103, 32
  %t1105 = getelementptr i16, ptr %t1102, i64 %t1104
  %t1106 = sext i32 %t1095 to i64
  %t1107 = mul nsw i64 %t1106, 1
  %t1108 = getelementptr i16, ptr %t1105, i64 %t1107
  %t1109 = fmul contract float %t1088, 0x3FD0000000000000
  %t1110 = fmul contract float %t1089, 0x3FD0000000000000
  %t1111 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t1110, float %t1109)
  store i32 %t1111, ptr %t1108, align 4
  %t1112 = mul nsw i32 %t13, 2
  %t1113 = add nsw i32 %t1112, 8
  %t1114 = getelementptr i16, ptr %buffer5, i64 640
  %t1115 = sext i32 %t8 to i64
  %t1116 = mul nsw i64 %t1115, 16
  %t1117 = getelementptr i16, ptr %t1114, i64 %t1116
  %t1118 = sext i32 %t7 to i64
  %t1119 = mul nsw i64 %t1118, 1280
  %t1120 = getelementptr i16, ptr %t1117, i64 %t1119
  %t1121 = sext i32 %t118 to i64
  %t1122 = mul nsw i64 %t1121, 32
  %t1123 = getelementptr i16, ptr %t1120, i64 %t1122
  %t1124 = sext i32 %t1113 to i64
  %t1125 = mul nsw i64 %t1124, 1
  %t1126 = getelementptr i16, ptr %t1123, i64 %t1125
  %t1127 = fmul contract float %t1090, 0x3FD0000000000000
  %t1128 = fmul contract float %t1091, 0x3FD0000000000000
  %t1129 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t1128, float %t1127)
  store i32 %t1129, ptr %t1126, align 4
  br label %join.1094
else.1093:
  br label %join.1094
join.1094:
  %t1130 = load float, ptr %s95
  %t1131 = load float, ptr %s96
  %t1132 = load float, ptr %s99
  %t1133 = load float, ptr %s100
  br i1 %t117, label %then.1134, label %else.1135
then.1134:
  %t1137 = mul nsw i32 %t13, 2
  %t1138 = getelementptr i16, ptr %buffer5, i64 640
  %t1139 = sext i32 %t8 to i64
  %t1140 = mul nsw i64 %t1139, 16
  %t1141 = getelementptr i16, ptr %t1138, i64 %t1140
  %t1142 = sext i32 %t7 to i64
  %t1143 = mul nsw i64 %t1142, 1280
  %t1144 = getelementptr i16, ptr %t1141, i64 %t1143
  %t1145 = sext i32 %t119 to i64
  %t1146 = mul nsw i64 %t1145, 32
  %t1147 = getelementptr i16, ptr %t1144, i64 %t1146
  %t1148 = sext i32 %t1137 to i64
  %t1149 = mul nsw i64 %t1148, 1
  %t1150 = getelementptr i16, ptr %t1147, i64 %t1149
  %t1151 = fmul contract float %t1130, 0x3FD0000000000000
  %t1152 = fmul contract float %t1131, 0x3FD0000000000000
  %t1153 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t1152, float %t1151)
  store i32 %t1153, ptr %t1150, align 4
  %t1154 = mul nsw i32 %t13, 2
  %t1155 = add nsw i32 %t1154, 8
  %t1156 = getelementptr i16, ptr %buffer5, i64 640
  %t1157 = sext i32 %t8 to i64
  %t1158 = mul nsw i64 %t1157, 16
  %t1159 = getelementptr i16, ptr %t1156, i64 %t1158
  %t1160 = sext i32 %t7 to i64
  %t1161 = mul nsw i64 %t1160, 1280
  %t1162 = getelementptr i16, ptr %t1159, i64 %t1161
  %t1163 = sext i32 %t119 to i64
  %t1164 = mul nsw i64 %t1163, 32
  %t1165 = getelementptr i16, ptr %t1162, i64 %t1164
  %t1166 = sext i32 %t1155 to i64
  %t1167 = mul nsw i64 %t1166, 1
  %t1168 = getelementptr i16, ptr %t1165, i64 %t1167
  %t1169 = fmul contract float %t1132, 0x3FD0000000000000
  %t1170 = fmul contract float %t1133, 0x3FD0000000000000
  %t1171 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t1170, float %t1169)
  store i32 %t1171, ptr %t1168, align 4
  br label %join.1136
else.1135:
  br label %join.1136
join.1136:
  %t1172 = load float, ptr %s101
  %t1173 = load float, ptr %s102
  %t1174 = load float, ptr %s105
  %t1175 = load float, ptr %s106
  %t1176 = load float, ptr %s109
  %t1177 = load float, ptr %s110
  br i1 %t116, label %then.1178, label %else.1179
then.1178:
  %t1181 = mul nsw i32 %t13, 2
  %t1182 = getelementptr i16, ptr %buffer5, i64 1920
  %t1183 = sext i32 %t8 to i64
  %t1184 = mul nsw i64 %t1183, 24
  %t1185 = getelementptr i16, ptr %t1182, i64 %t1184
  %t1186 = sext i32 %t7 to i64
  %t1187 = mul nsw i64 %t1186, 1920
  %t1188 = getelementptr i16, ptr %t1185, i64 %t1187
  %t1189 = sext i32 %t118 to i64
  %t1190 = mul nsw i64 %t1189, 48
  %t1191 = getelementptr i16, ptr %t1188, i64 %t1190
  %t1192 = sext i32 %t1181 to i64
  %t1193 = mul nsw i64 %t1192, 1
  %t1194 = getelementptr i16, ptr %t1191, i64 %t1193
  %t1195 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t1173, float %t1172)
  store i32 %t1195, ptr %t1194, align 4
  %t1196 = mul nsw i32 %t13, 2
  %t1197 = add nsw i32 %t1196, 8
  %t1198 = getelementptr i16, ptr %buffer5, i64 1920
  %t1199 = sext i32 %t8 to i64
  %t1200 = mul nsw i64 %t1199, 24
  %t1201 = getelementptr i16, ptr %t1198, i64 %t1200
  %t1202 = sext i32 %t7 to i64
  %t1203 = mul nsw i64 %t1202, 1920
  %t1204 = getelementptr i16, ptr %t1201, i64 %t1203
  %t1205 = sext i32 %t118 to i64
  %t1206 = mul nsw i64 %t1205, 48
  %t1207 = getelementptr i16, ptr %t1204, i64 %t1206
  %t1208 = sext i32 %t1197 to i64
  %t1209 = mul nsw i64 %t1208, 1
  %t1210 = getelementptr i16, ptr %t1207, i64 %t1209
  %t1211 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t1175, float %t1174)
  store i32 %t1211, ptr %t1210, align 4
  %t1212 = mul nsw i32 %t13, 2
  %t1213 = add nsw i32 %t1212, 16
  %t1214 = getelementptr i16, ptr %buffer5, i64 1920
  %t1215 = sext i32 %t8 to i64
  %t1216 = mul nsw i64 %t1215, 24
  %t1217 = getelementptr i16, ptr %t1214, i64 %t1216
  %t1218 = sext i32 %t7 to i64
  %t1219 = mul nsw i64 %t1218, 1920
  %t1220 = getelementptr i16, ptr %t1217, i64 %t1219
  %t1221 = sext i32 %t118 to i64
  %t1222 = mul nsw i64 %t1221, 48
  %t1223 = getelementptr i16, ptr %t1220, i64 %t1222
  %t1224 = sext i32 %t1213 to i64
  %t1225 = mul nsw i64 %t1224, 1
  %t1226 = getelementptr i16, ptr %t1223, i64 %t1225
  %t1227 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t1177, float %t1176)
  store i32 %t1227, ptr %t1226, align 4
  br label %join.1180
else.1179:
  br label %join.1180
join.1180:
  %t1228 = load float, ptr %s103
  %t1229 = load float, ptr %s104
  %t1230 = load float, ptr %s107
  %t1231 = load float, ptr %s108
  %t1232 = load float, ptr %s111
  %t1233 = load float, ptr %s112
  br i1 %t117, label %then.1234, label %else.1235
then.1234:
  %t1237 = mul nsw i32 %t13, 2
  %t1238 = getelementptr i16, ptr %buffer5, i64 1920
  %t1239 = sext i32 %t8 to i64
  %t1240 = mul nsw i64 %t1239, 24
  %t1241 = getelementptr i16, ptr %t1238, i64 %t1240
  %t1242 = sext i32 %t7 to i64
  %t1243 = mul nsw i64 %t1242, 1920
  %t1244 = getelementptr i16, ptr %t1241, i64 %t1243
  %t1245 = sext i32 %t119 to i64
  %t1246 = mul nsw i64 %t1245, 48
  %t1247 = getelementptr i16, ptr %t1244, i64 %t1246
  %t1248 = sext i32 %t1237 to i64
  %t1249 = mul nsw i64 %t1248, 1
  %t1250 = getelementptr i16, ptr %t1247, i64 %t1249
  %t1251 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t1229, float %t1228)
  store i32 %t1251, ptr %t1250, align 4
  %t1252 = mul nsw i32 %t13, 2
  %t1253 = add nsw i32 %t1252, 8
  %t1254 = getelementptr i16, ptr %buffer5, i64 1920
  %t1255 = sext i32 %t8 to i64
  %t1256 = mul nsw i64 %t1255, 24
  %t1257 = getelementptr i16, ptr %t1254, i64 %t1256
  %t1258 = sext i32 %t7 to i64
  %t1259 = mul nsw i64 %t1258, 1920
  %t1260 = getelementptr i16, ptr %t1257, i64 %t1259
  %t1261 = sext i32 %t119 to i64
  %t1262 = mul nsw i64 %t1261, 48
  %t1263 = getelementptr i16, ptr %t1260, i64 %t1262
  %t1264 = sext i32 %t1253 to i64
  %t1265 = mul nsw i64 %t1264, 1
  %t1266 = getelementptr i16, ptr %t1263, i64 %t1265
  %t1267 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t1231, float %t1230)
  store i32 %t1267, ptr %t1266, align 4
  %t1268 = mul nsw i32 %t13, 2
  %t1269 = add nsw i32 %t1268, 16
  %t1270 = getelementptr i16, ptr %buffer5, i64 1920
  %t1271 = sext i32 %t8 to i64
  %t1272 = mul nsw i64 %t1271, 24
  %t1273 = getelementptr i16, ptr %t1270, i64 %t1272
  %t1274 = sext i32 %t7 to i64
  %t1275 = mul nsw i64 %t1274, 1920
  %t1276 = getelementptr i16, ptr %t1273, i64 %t1275
  %t1277 = sext i32 %t119 to i64
  %t1278 = mul nsw i64 %t1277, 48
  %t1279 = getelementptr i16, ptr %t1276, i64 %t1278
  %t1280 = sext i32 %t1269 to i64
  %t1281 = mul nsw i64 %t1280, 1
  %t1282 = getelementptr i16, ptr %t1279, i64 %t1281
  %t1283 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %t1233, float %t1232)
  store i32 %t1283, ptr %t1282, align 4
  br label %join.1236
else.1235:
  br label %join.1236
join.1236:
  ret void
}
