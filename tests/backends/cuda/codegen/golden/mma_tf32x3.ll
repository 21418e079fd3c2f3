@shared_memory = external addrspace(3) global [0 x i8], align 128
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
define ptx_kernel void @mma_tf32x3(ptr noalias %buffer0, ptr noalias %buffer1, ptr noalias %buffer2) nounwind "nvvm.maxntid"="64" {
  %s140 = alloca float
  %s141 = alloca float
  %s142 = alloca float
  %s143 = alloca float
  %s144 = alloca float
  %s145 = alloca float
  %s146 = alloca float
  %s147 = alloca float
  %s148 = alloca float
  %s149 = alloca float
  %s150 = alloca float
  %s151 = alloca float
  %s152 = alloca float
  %s153 = alloca float
  %s154 = alloca float
  %s155 = alloca float
  %s156 = alloca i64
  %t1 = ptrtoint ptr addrspace(3) @shared_memory to i64
  %t2 = trunc i64 %t1 to i32
  %t3 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t4 = zext i32 %t3 to i64
  %t5 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t6 = zext i32 %t5 to i64
  %t7 = udiv i64 %t6, 1
  %t8 = urem i64 %t6, 1
  %t9 = urem i64 %t7, 1
  %t10 = udiv i64 %t7, 1
  %t11 = mul i64 %t9, 16
  %t12 = mul i64 %t8, 64
  %t13 = and i64 %t4, 31
  %t14 = udiv i64 %t4, 32
  %t15 = udiv i64 %t14, 2
  %t16 = urem i64 %t14, 2
  %t17 = mul i64 %t15, 16
  %t18 = mul i64 %t16, 32
  %t19 = udiv i64 %t13, 4
  %t20 = and i64 %t13, 3
  %t21 = add i64 %t4, 0
  %t22 = udiv i64 %t21, 4
  %t23 = urem i64 %t21, 4
  %t24 = mul i64 %t23, 4
  %t25 = mul i64 %t22, 80
  %t26 = mul i64 %t24, 4
  %t27 = add i64 %t25, %t26
  %t28 = add i64 %t27, 0
  %t29 = add i64 %t11, %t22
  %t30 = icmp ult i64 %t29, 16
  %t31 = mul nsw i64 %t29, 16
  %t32 = getelementptr float, ptr %buffer0, i64 %t31
  %t33 = add i64 %t4, 0
  %t34 = udiv i64 %t33, 16
  %t35 = urem i64 %t33, 16
  %t36 = mul i64 %t35, 4
  %t37 = mul i64 %t34, 272
  %t38 = mul i64 %t36, 4
  %t39 = add i64 %t37, %t38
  %t40 = add i64 %t39, 1280
  %t41 = add i64 %t12, %t36
  %t42 = icmp ult i64 %t41, 24
  %t43 = mul nsw i64 %t41, 1
  %t44 = getelementptr float, ptr %buffer1, i64 %t43
  %t45 = add i64 %t4, 64
  %t46 = udiv i64 %t45, 16
  %t47 = urem i64 %t45, 16
  %t48 = mul i64 %t47, 4
  %t49 = mul i64 %t46, 272
  %t50 = mul i64 %t48, 4
  %t51 = add i64 %t49, %t50
  %t52 = add i64 %t51, 1280
  %t53 = add i64 %t12, %t48
  %t54 = icmp ult i64 %t53, 24
  %t55 = mul nsw i64 %t53, 1
  %t56 = getelementptr float, ptr %buffer1, i64 %t55
  %t57 = add i64 %t4, 128
  %t58 = udiv i64 %t57, 16
  %t59 = urem i64 %t57, 16
  %t60 = mul i64 %t59, 4
  %t61 = mul i64 %t58, 272
  %t62 = mul i64 %t60, 4
  %t63 = add i64 %t61, %t62
  %t64 = add i64 %t63, 1280
  %t65 = add i64 %t12, %t60
  %t66 = icmp ult i64 %t65, 24
  %t67 = mul nsw i64 %t65, 1
  %t68 = getelementptr float, ptr %buffer1, i64 %t67
  %t69 = add i64 %t4, 192
  %t70 = udiv i64 %t69, 16
  %t71 = urem i64 %t69, 16
  %t72 = mul i64 %t71, 4
  %t73 = mul i64 %t70, 272
  %t74 = mul i64 %t72, 4
  %t75 = add i64 %t73, %t74
  %t76 = add i64 %t75, 1280
  %t77 = add i64 %t12, %t72
  %t78 = icmp ult i64 %t77, 24
  %t79 = mul nsw i64 %t77, 1
  %t80 = getelementptr float, ptr %buffer1, i64 %t79
  %t81 = mul i64 0, 6400
  %t82 = mul i64 0, 16
  %t83 = add i64 %t82, %t24
  %t84 = icmp ult i64 %t83, 16
  %t85 = mul nsw i64 %t83, 1
  %t86 = getelementptr float, ptr %t32, i64 %t85
  %t87 = and i1 %t30, %t84
  %t88 = add i64 %t81, %t28
  %t89 = trunc i64 %t88 to i32
  %t90 = add i32 %t2, %t89
  %t91 = select i1 %t87, i32 16, i32 0
  %t92 = select i1 %t87, ptr %t86, ptr %buffer0
  %t93 = addrspacecast ptr %t92 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t90, ptr addrspace(1) %t93, i32 %t91)
  %t94 = mul i64 0, 6400
  %t95 = mul i64 0, 16
  %t96 = add i64 %t95, %t34
  %t97 = icmp ult i64 %t96, 16
  %t98 = mul nsw i64 %t96, 24
  %t99 = getelementptr float, ptr %t44, i64 %t98
  %t100 = and i1 %t42, %t97
  %t101 = add i64 %t94, %t40
  %t102 = trunc i64 %t101 to i32
  %t103 = add i32 %t2, %t102
  %t104 = select i1 %t100, i32 16, i32 0
  %t105 = select i1 %t100, ptr %t99, ptr %buffer1
  %t106 = addrspacecast ptr %t105 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t103, ptr addrspace(1) %t106, i32 %t104)
  %t107 = add i64 %t95, %t46
  %t108 = icmp ult i64 %t107, 16
  %t109 = mul nsw i64 %t107, 24
  %t110 = getelementptr float, ptr %t56, i64 %t109
  %t111 = and i1 %t54, %t108
  %t112 = add i64 %t94, %t52
  %t113 = trunc i64 %t112 to i32
  %t114 = add i32 %t2, %t113
  %t115 = select i1 %t111, i32 16, i32 0
  %t116 = select i1 %t111, ptr %t110, ptr %buffer1
  %t117 = addrspacecast ptr %t116 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t114, ptr addrspace(1) %t117, i32 %t115)
  %t118 = add i64 %t95, %t58
  %t119 = icmp ult i64 %t118, 16
  %t120 = mul nsw i64 %t118, 24
  %t121 = getelementptr float, ptr %t68, i64 %t120
  %t122 = and i1 %t66, %t119
  %t123 = add i64 %t94, %t64
  %t124 = trunc i64 %t123 to i32
  %t125 = add i32 %t2, %t124
  %t126 = select i1 %t122, i32 16, i32 0
  %t127 = select i1 %t122, ptr %t121, ptr %buffer1
  %t128 = addrspacecast ptr %t127 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t125, ptr addrspace(1) %t128, i32 %t126)
  %t129 = add i64 %t95, %t70
  %t130 = icmp ult i64 %t129, 16
  %t131 = mul nsw i64 %t129, 24
  %t132 = getelementptr float, ptr %t80, i64 %t131
  %t133 = and i1 %t78, %t130
  %t134 = add i64 %t94, %t76
  %t135 = trunc i64 %t134 to i32
  %t136 = add i32 %t2, %t135
  %t137 = select i1 %t133, i32 16, i32 0
  %t138 = select i1 %t133, ptr %t132, ptr %buffer1
  %t139 = addrspacecast ptr %t138 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t136, ptr addrspace(1) %t139, i32 %t137)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"()
  store float 0.0, ptr %s140
  store float 0.0, ptr %s141
  store float 0.0, ptr %s142
  store float 0.0, ptr %s143
  store float 0.0, ptr %s144
  store float 0.0, ptr %s145
  store float 0.0, ptr %s146
  store float 0.0, ptr %s147
  store float 0.0, ptr %s148
  store float 0.0, ptr %s149
  store float 0.0, ptr %s150
  store float 0.0, ptr %s151
  store float 0.0, ptr %s152
  store float 0.0, ptr %s153
  store float 0.0, ptr %s154
  store float 0.0, ptr %s155
  store i64 0, ptr %s156
  br label %loop.157
loop.157:
  %t159 = load i64, ptr %s156
  call void asm sideeffect "cp.async.wait_group 0;", "~{memory}"()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t160 = add i64 %t159, 1
  %t161 = icmp ult i64 %t160, 1
  %t162 = urem i64 %t160, 2
  br i1 %t161, label %then.163, label %else.164
then.163:
  %t166 = mul i64 %t162, 6400
  %t167 = mul i64 %t160, 16
  %t168 = add i64 %t167, %t24
  %t169 = icmp ult i64 %t168, 16
  %t170 = mul nsw i64 %t168, 1
  %t171 = getelementptr float, ptr %t32, i64 %t170
  %t172 = and i1 %t30, %t169
  %t173 = add i64 %t166, %t28
  %t174 = trunc i64 %t173 to i32
  %t175 = add i32 %t2, %t174
  %t176 = select i1 %t172, i32 16, i32 0
  %t177 = select i1 %t172, ptr %t171, ptr %buffer0
  %t178 = addrspacecast ptr %t177 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t175, ptr addrspace(1) %t178, i32 %t176)
  %t179 = mul i64 %t162, 6400
  %t180 = mul i64 %t160, 16
  %t181 = add i64 %t180, %t34
  %t182 = icmp ult i64 %t181, 16
  %t183 = mul nsw i64 %t181, 24
  %t184 = getelementptr float, ptr %t44, i64 %t183
  %t185 = and i1 %t42, %t182
  %t186 = add i64 %t179, %t40
  %t187 = trunc i64 %t186 to i32
  %t188 = add i32 %t2, %t187
  %t189 = select i1 %t185, i32 16, i32 0
  %t190 = select i1 %t185, ptr %t184, ptr %buffer1
  %t191 = addrspacecast ptr %t190 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t188, ptr addrspace(1) %t191, i32 %t189)
  %t192 = add i64 %t180, %t46
  %t193 = icmp ult i64 %t192, 16
  %t194 = mul nsw i64 %t192, 24
  %t195 = getelementptr float, ptr %t56, i64 %t194
  %t196 = and i1 %t54, %t193
  %t197 = add i64 %t179, %t52
  %t198 = trunc i64 %t197 to i32
  %t199 = add i32 %t2, %t198
  %t200 = select i1 %t196, i32 16, i32 0
  %t201 = select i1 %t196, ptr %t195, ptr %buffer1
  %t202 = addrspacecast ptr %t201 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t199, ptr addrspace(1) %t202, i32 %t200)
  %t203 = add i64 %t180, %t58
  %t204 = icmp ult i64 %t203, 16
  %t205 = mul nsw i64 %t203, 24
  %t206 = getelementptr float, ptr %t68, i64 %t205
  %t207 = and i1 %t66, %t204
  %t208 = add i64 %t179, %t64
  %t209 = trunc i64 %t208 to i32
  %t210 = add i32 %t2, %t209
  %t211 = select i1 %t207, i32 16, i32 0
  %t212 = select i1 %t207, ptr %t206, ptr %buffer1
  %t213 = addrspacecast ptr %t212 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t210, ptr addrspace(1) %t213, i32 %t211)
  %t214 = add i64 %t180, %t70
  %t215 = icmp ult i64 %t214, 16
  %t216 = mul nsw i64 %t214, 24
  %t217 = getelementptr float, ptr %t80, i64 %t216
  %t218 = and i1 %t78, %t215
  %t219 = add i64 %t179, %t76
  %t220 = trunc i64 %t219 to i32
  %t221 = add i32 %t2, %t220
  %t222 = select i1 %t218, i32 16, i32 0
  %t223 = select i1 %t218, ptr %t217, ptr %buffer1
  %t224 = addrspacecast ptr %t223 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t221, ptr addrspace(1) %t224, i32 %t222)
  br label %join.165
else.164:
  br label %join.165
join.165:
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"()
  %t225 = urem i64 %t159, 2
  %t226 = mul i64 %t225, 6400
  %t227 = add i64 %t17, %t19
  %t228 = add i64 %t17, %t19
  %t229 = add i64 %t228, 8
  %t230 = add i64 %t20, 0
  %t231 = mul i64 %t227, 80
  %t232 = mul i64 %t230, 4
  %t233 = add i64 %t226, %t231
  %t234 = add i64 %t233, %t232
  %t235 = add i64 %t234, 0
  %t236 = getelementptr i8, ptr addrspace(3) @shared_memory, i64 %t235
  %t237 = load i32, ptr addrspace(3) %t236, align 4
  %t238 = add i64 %t20, 0
  %t239 = mul i64 %t229, 80
  %t240 = mul i64 %t238, 4
  %t241 = add i64 %t226, %t239
  %t242 = add i64 %t241, %t240
  %t243 = add i64 %t242, 0
  %t244 = getelementptr i8, ptr addrspace(3) @shared_memory, i64 %t243
  %t245 = load i32, ptr addrspace(3) %t244, align 4
  %t246 = add i64 %t20, 4
  %t247 = mul i64 %t227, 80
  %t248 = mul i64 %t246, 4
  %t249 = add i64 %t226, %t247
  %t250 = add i64 %t249, %t248
  %t251 = add i64 %t250, 0
  %t252 = getelementptr i8, ptr addrspace(3) @shared_memory, i64 %t251
  %t253 = load i32, ptr addrspace(3) %t252, align 4
  %t254 = add i64 %t20, 4
  %t255 = mul i64 %t229, 80
  %t256 = mul i64 %t254, 4
  %t257 = add i64 %t226, %t255
  %t258 = add i64 %t257, %t256
  %t259 = add i64 %t258, 0
  %t260 = getelementptr i8, ptr addrspace(3) @shared_memory, i64 %t259
  %t261 = load i32, ptr addrspace(3) %t260, align 4
  %t262 = add i64 %t18, %t19
  %t263 = add i64 %t20, 0
  %t264 = add i64 %t20, 4
  %t265 = mul i64 %t263, 272
  %t266 = mul i64 %t262, 4
  %t267 = add i64 %t226, %t265
  %t268 = add i64 %t267, %t266
  %t269 = add i64 %t268, 1280
  %t270 = getelementptr i8, ptr addrspace(3) @shared_memory, i64 %t269
  %t271 = load i32, ptr addrspace(3) %t270, align 4
  %t272 = mul i64 %t264, 272
  %t273 = mul i64 %t262, 4
  %t274 = add i64 %t226, %t272
  %t275 = add i64 %t274, %t273
  %t276 = add i64 %t275, 1280
  %t277 = getelementptr i8, ptr addrspace(3) @shared_memory, i64 %t276
  %t278 = load i32, ptr addrspace(3) %t277, align 4
  %t279 = add i64 %t18, %t19
  %t280 = add i64 %t279, 8
  %t281 = add i64 %t20, 0
  %t282 = add i64 %t20, 4
  %t283 = mul i64 %t281, 272
  %t284 = mul i64 %t280, 4
  %t285 = add i64 %t226, %t283
  %t286 = add i64 %t285, %t284
  %t287 = add i64 %t286, 1280
  %t288 = getelementptr i8, ptr addrspace(3) @shared_memory, i64 %t287
  %t289 = load i32, ptr addrspace(3) %t288, align 4
  %t290 = mul i64 %t282, 272
  %t291 = mul i64 %t280, 4
  %t292 = add i64 %t226, %t290
  %t293 = add i64 %t292, %t291
  %t294 = add i64 %t293, 1280
  %t295 = getelementptr i8, ptr addrspace(3) @shared_memory, i64 %t294
  %t296 = load i32, ptr addrspace(3) %t295, align 4
  %t297 = add i64 %t18, %t19
  %t298 = add i64 %t297, 16
  %t299 = add i64 %t20, 0
  %t300 = add i64 %t20, 4
  %t301 = mul i64 %t299, 272
  %t302 = mul i64 %t298, 4
  %t303 = add i64 %t226, %t301
  %t304 = add i64 %t303, %t302
  %t305 = add i64 %t304, 1280
  %t306 = getelementptr i8, ptr addrspace(3) @shared_memory, i64 %t305
  %t307 = load i32, ptr addrspace(3) %t306, align 4
  %t308 = mul i64 %t300, 272
  %t309 = mul i64 %t298, 4
  %t310 = add i64 %t226, %t308
  %t311 = add i64 %t310, %t309
  %t312 = add i64 %t311, 1280
  %t313 = getelementptr i8, ptr addrspace(3) @shared_memory, i64 %t312
  %t314 = load i32, ptr addrspace(3) %t313, align 4
  %t315 = add i64 %t18, %t19
  %t316 = add i64 %t315, 24
  %t317 = add i64 %t20, 0
  %t318 = add i64 %t20, 4
  %t319 = mul i64 %t317, 272
  %t320 = mul i64 %t316, 4
  %t321 = add i64 %t226, %t319
  %t322 = add i64 %t321, %t320
  %t323 = add i64 %t322, 1280
  %t324 = getelementptr i8, ptr addrspace(3) @shared_memory, i64 %t323
  %t325 = load i32, ptr addrspace(3) %t324, align 4
  %t326 = mul i64 %t318, 272
  %t327 = mul i64 %t316, 4
  %t328 = add i64 %t226, %t326
  %t329 = add i64 %t328, %t327
  %t330 = add i64 %t329, 1280
  %t331 = getelementptr i8, ptr addrspace(3) @shared_memory, i64 %t330
  %t332 = load i32, ptr addrspace(3) %t331, align 4
  %t333 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t237)
  %t334 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t245)
  %t335 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t253)
  %t336 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t261)
  %t337 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t271)
  %t338 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t278)
  %t339 = bitcast i32 %t237 to float
  %t340 = bitcast i32 %t333 to float
  %t341 = fsub float %t339, %t340
  %t342 = bitcast float %t341 to i32
  %t343 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t342)
  %t344 = bitcast i32 %t245 to float
  %t345 = bitcast i32 %t334 to float
  %t346 = fsub float %t344, %t345
  %t347 = bitcast float %t346 to i32
  %t348 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t347)
  %t349 = bitcast i32 %t253 to float
  %t350 = bitcast i32 %t335 to float
  %t351 = fsub float %t349, %t350
  %t352 = bitcast float %t351 to i32
  %t353 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t352)
  %t354 = bitcast i32 %t261 to float
  %t355 = bitcast i32 %t336 to float
  %t356 = fsub float %t354, %t355
  %t357 = bitcast float %t356 to i32
  %t358 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t357)
  %t359 = bitcast i32 %t271 to float
  %t360 = bitcast i32 %t337 to float
  %t361 = fsub float %t359, %t360
  %t362 = bitcast float %t361 to i32
  %t363 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t362)
  %t364 = bitcast i32 %t278 to float
  %t365 = bitcast i32 %t338 to float
  %t366 = fsub float %t364, %t365
  %t367 = bitcast float %t366 to i32
  %t368 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t367)
  %t369 = load float, ptr %s140
  %t370 = load float, ptr %s141
  %t371 = load float, ptr %s142
  %t372 = load float, ptr %s143
  %t373 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t343, i32 %t348, i32 %t353, i32 %t358, i32 %t337, i32 %t338, float %t369, float %t370, float %t371, float %t372) convergent
  %t374 = extractvalue {float, float, float, float} %t373, 0
  store float %t374, ptr %s140
  %t375 = extractvalue {float, float, float, float} %t373, 1
  store float %t375, ptr %s141
  %t376 = extractvalue {float, float, float, float} %t373, 2
  store float %t376, ptr %s142
  %t377 = extractvalue {float, float, float, float} %t373, 3
  store float %t377, ptr %s143
  %t378 = load float, ptr %s140
  %t379 = load float, ptr %s141
  %t380 = load float, ptr %s142
  %t381 = load float, ptr %s143
  %t382 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t333, i32 %t334, i32 %t335, i32 %t336, i32 %t363, i32 %t368, float %t378, float %t379, float %t380, float %t381) convergent
  %t383 = extractvalue {float, float, float, float} %t382, 0
  store float %t383, ptr %s140
  %t384 = extractvalue {float, float, float, float} %t382, 1
  store float %t384, ptr %s141
  %t385 = extractvalue {float, float, float, float} %t382, 2
  store float %t385, ptr %s142
  %t386 = extractvalue {float, float, float, float} %t382, 3
  store float %t386, ptr %s143
  %t387 = load float, ptr %s140
  %t388 = load float, ptr %s141
  %t389 = load float, ptr %s142
  %t390 = load float, ptr %s143
  %t391 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t333, i32 %t334, i32 %t335, i32 %t336, i32 %t337, i32 %t338, float %t387, float %t388, float %t389, float %t390) convergent
  %t392 = extractvalue {float, float, float, float} %t391, 0
  store float %t392, ptr %s140
  %t393 = extractvalue {float, float, float, float} %t391, 1
  store float %t393, ptr %s141
  %t394 = extractvalue {float, float, float, float} %t391, 2
  store float %t394, ptr %s142
  %t395 = extractvalue {float, float, float, float} %t391, 3
  store float %t395, ptr %s143
  %t396 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t237)
  %t397 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t245)
  %t398 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t253)
  %t399 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t261)
  %t400 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t289)
  %t401 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t296)
  %t402 = bitcast i32 %t237 to float
  %t403 = bitcast i32 %t396 to float
  %t404 = fsub float %t402, %t403
  %t405 = bitcast float %t404 to i32
  %t406 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t405)
  %t407 = bitcast i32 %t245 to float
  %t408 = bitcast i32 %t397 to float
  %t409 = fsub float %t407, %t408
  %t410 = bitcast float %t409 to i32
  %t411 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t410)
  %t412 = bitcast i32 %t253 to float
  %t413 = bitcast i32 %t398 to float
  %t414 = fsub float %t412, %t413
  %t415 = bitcast float %t414 to i32
  %t416 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t415)
  %t417 = bitcast i32 %t261 to float
  %t418 = bitcast i32 %t399 to float
  %t419 = fsub float %t417, %t418
  %t420 = bitcast float %t419 to i32
  %t421 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t420)
  %t422 = bitcast i32 %t289 to float
  %t423 = bitcast i32 %t400 to float
  %t424 = fsub float %t422, %t423
  %t425 = bitcast float %t424 to i32
  %t426 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t425)
  %t427 = bitcast i32 %t296 to float
  %t428 = bitcast i32 %t401 to float
  %t429 = fsub float %t427, %t428
  %t430 = bitcast float %t429 to i32
  %t431 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t430)
  %t432 = load float, ptr %s144
  %t433 = load float, ptr %s145
  %t434 = load float, ptr %s146
  %t435 = load float, ptr %s147
  %t436 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t406, i32 %t411, i32 %t416, i32 %t421, i32 %t400, i32 %t401, float %t432, float %t433, float %t434, float %t435) convergent
  %t437 = extractvalue {float, float, float, float} %t436, 0
  store float %t437, ptr %s144
  %t438 = extractvalue {float, float, float, float} %t436, 1
  store float %t438, ptr %s145
  %t439 = extractvalue {float, float, float, float} %t436, 2
  store float %t439, ptr %s146
  %t440 = extractvalue {float, float, float, float} %t436, 3
  store float %t440, ptr %s147
  %t441 = load float, ptr %s144
  %t442 = load float, ptr %s145
  %t443 = load float, ptr %s146
  %t444 = load float, ptr %s147
  %t445 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t396, i32 %t397, i32 %t398, i32 %t399, i32 %t426, i32 %t431, float %t441, float %t442, float %t443, float %t444) convergent
  %t446 = extractvalue {float, float, float, float} %t445, 0
  store float %t446, ptr %s144
  %t447 = extractvalue {float, float, float, float} %t445, 1
  store float %t447, ptr %s145
  %t448 = extractvalue {float, float, float, float} %t445, 2
  store float %t448, ptr %s146
  %t449 = extractvalue {float, float, float, float} %t445, 3
  store float %t449, ptr %s147
  %t450 = load float, ptr %s144
  %t451 = load float, ptr %s145
  %t452 = load float, ptr %s146
  %t453 = load float, ptr %s147
  %t454 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t396, i32 %t397, i32 %t398, i32 %t399, i32 %t400, i32 %t401, float %t450, float %t451, float %t452, float %t453) convergent
  %t455 = extractvalue {float, float, float, float} %t454, 0
  store float %t455, ptr %s144
  %t456 = extractvalue {float, float, float, float} %t454, 1
  store float %t456, ptr %s145
  %t457 = extractvalue {float, float, float, float} %t454, 2
  store float %t457, ptr %s146
  %t458 = extractvalue {float, float, float, float} %t454, 3
  store float %t458, ptr %s147
  %t459 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t237)
  %t460 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t245)
  %t461 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t253)
  %t462 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t261)
  %t463 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t307)
  %t464 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t314)
  %t465 = bitcast i32 %t237 to float
  %t466 = bitcast i32 %t459 to float
  %t467 = fsub float %t465, %t466
  %t468 = bitcast float %t467 to i32
  %t469 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t468)
  %t470 = bitcast i32 %t245 to float
  %t471 = bitcast i32 %t460 to float
  %t472 = fsub float %t470, %t471
  %t473 = bitcast float %t472 to i32
  %t474 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t473)
  %t475 = bitcast i32 %t253 to float
  %t476 = bitcast i32 %t461 to float
  %t477 = fsub float %t475, %t476
  %t478 = bitcast float %t477 to i32
  %t479 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t478)
  %t480 = bitcast i32 %t261 to float
  %t481 = bitcast i32 %t462 to float
  %t482 = fsub float %t480, %t481
  %t483 = bitcast float %t482 to i32
  %t484 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t483)
  %t485 = bitcast i32 %t307 to float
  %t486 = bitcast i32 %t463 to float
  %t487 = fsub float %t485, %t486
  %t488 = bitcast float %t487 to i32
  %t489 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t488)
  %t490 = bitcast i32 %t314 to float
  %t491 = bitcast i32 %t464 to float
  %t492 = fsub float %t490, %t491
  %t493 = bitcast float %t492 to i32
  %t494 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t493)
  %t495 = load float, ptr %s148
  %t496 = load float, ptr %s149
  %t497 = load float, ptr %s150
  %t498 = load float, ptr %s151
  %t499 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t469, i32 %t474, i32 %t479, i32 %t484, i32 %t463, i32 %t464, float %t495, float %t496, float %t497, float %t498) convergent
  %t500 = extractvalue {float, float, float, float} %t499, 0
  store float %t500, ptr %s148
  %t501 = extractvalue {float, float, float, float} %t499, 1
  store float %t501, ptr %s149
  %t502 = extractvalue {float, float, float, float} %t499, 2
  store float %t502, ptr %s150
  %t503 = extractvalue {float, float, float, float} %t499, 3
  store float %t503, ptr %s151
  %t504 = load float, ptr %s148
  %t505 = load float, ptr %s149
  %t506 = load float, ptr %s150
  %t507 = load float, ptr %s151
  %t508 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t459, i32 %t460, i32 %t461, i32 %t462, i32 %t489, i32 %t494, float %t504, float %t505, float %t506, float %t507) convergent
  %t509 = extractvalue {float, float, float, float} %t508, 0
  store float %t509, ptr %s148
  %t510 = extractvalue {float, float, float, float} %t508, 1
  store float %t510, ptr %s149
  %t511 = extractvalue {float, float, float, float} %t508, 2
  store float %t511, ptr %s150
  %t512 = extractvalue {float, float, float, float} %t508, 3
  store float %t512, ptr %s151
  %t513 = load float, ptr %s148
  %t514 = load float, ptr %s149
  %t515 = load float, ptr %s150
  %t516 = load float, ptr %s151
  %t517 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t459, i32 %t460, i32 %t461, i32 %t462, i32 %t463, i32 %t464, float %t513, float %t514, float %t515, float %t516) convergent
  %t518 = extractvalue {float, float, float, float} %t517, 0
  store float %t518, ptr %s148
  %t519 = extractvalue {float, float, float, float} %t517, 1
  store float %t519, ptr %s149
  %t520 = extractvalue {float, float, float, float} %t517, 2
  store float %t520, ptr %s150
  %t521 = extractvalue {float, float, float, float} %t517, 3
  store float %t521, ptr %s151
  %t522 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t237)
  %t523 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t245)
  %t524 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t253)
  %t525 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t261)
  %t526 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t325)
  %t527 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t332)
  %t528 = bitcast i32 %t237 to float
  %t529 = bitcast i32 %t522 to float
  %t530 = fsub float %t528, %t529
  %t531 = bitcast float %t530 to i32
  %t532 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t531)
  %t533 = bitcast i32 %t245 to float
  %t534 = bitcast i32 %t523 to float
  %t535 = fsub float %t533, %t534
  %t536 = bitcast float %t535 to i32
  %t537 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t536)
  %t538 = bitcast i32 %t253 to float
  %t539 = bitcast i32 %t524 to float
  %t540 = fsub float %t538, %t539
  %t541 = bitcast float %t540 to i32
  %t542 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t541)
  %t543 = bitcast i32 %t261 to float
  %t544 = bitcast i32 %t525 to float
  %t545 = fsub float %t543, %t544
  %t546 = bitcast float %t545 to i32
  %t547 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t546)
  %t548 = bitcast i32 %t325 to float
  %t549 = bitcast i32 %t526 to float
  %t550 = fsub float %t548, %t549
  %t551 = bitcast float %t550 to i32
  %t552 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t551)
  %t553 = bitcast i32 %t332 to float
  %t554 = bitcast i32 %t527 to float
  %t555 = fsub float %t553, %t554
  %t556 = bitcast float %t555 to i32
  %t557 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t556)
  %t558 = load float, ptr %s152
  %t559 = load float, ptr %s153
  %t560 = load float, ptr %s154
  %t561 = load float, ptr %s155
  %t562 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t532, i32 %t537, i32 %t542, i32 %t547, i32 %t526, i32 %t527, float %t558, float %t559, float %t560, float %t561) convergent
  %t563 = extractvalue {float, float, float, float} %t562, 0
  store float %t563, ptr %s152
  %t564 = extractvalue {float, float, float, float} %t562, 1
  store float %t564, ptr %s153
  %t565 = extractvalue {float, float, float, float} %t562, 2
  store float %t565, ptr %s154
  %t566 = extractvalue {float, float, float, float} %t562, 3
  store float %t566, ptr %s155
  %t567 = load float, ptr %s152
  %t568 = load float, ptr %s153
  %t569 = load float, ptr %s154
  %t570 = load float, ptr %s155
  %t571 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t522, i32 %t523, i32 %t524, i32 %t525, i32 %t552, i32 %t557, float %t567, float %t568, float %t569, float %t570) convergent
  %t572 = extractvalue {float, float, float, float} %t571, 0
  store float %t572, ptr %s152
  %t573 = extractvalue {float, float, float, float} %t571, 1
  store float %t573, ptr %s153
  %t574 = extractvalue {float, float, float, float} %t571, 2
  store float %t574, ptr %s154
  %t575 = extractvalue {float, float, float, float} %t571, 3
  store float %t575, ptr %s155
  %t576 = load float, ptr %s152
  %t577 = load float, ptr %s153
  %t578 = load float, ptr %s154
  %t579 = load float, ptr %s155
  %t580 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t522, i32 %t523, i32 %t524, i32 %t525, i32 %t526, i32 %t527, float %t576, float %t577, float %t578, float %t579) convergent
  %t581 = extractvalue {float, float, float, float} %t580, 0
  store float %t581, ptr %s152
  %t582 = extractvalue {float, float, float, float} %t580, 1
  store float %t582, ptr %s153
  %t583 = extractvalue {float, float, float, float} %t580, 2
  store float %t583, ptr %s154
  %t584 = extractvalue {float, float, float, float} %t580, 3
  store float %t584, ptr %s155
  %t585 = add i64 %t17, %t19
  %t586 = add i64 %t17, %t19
  %t587 = add i64 %t586, 8
  %t588 = add i64 %t20, 8
  %t589 = mul i64 %t585, 80
  %t590 = mul i64 %t588, 4
  %t591 = add i64 %t226, %t589
  %t592 = add i64 %t591, %t590
  %t593 = add i64 %t592, 0
  %t594 = getelementptr i8, ptr addrspace(3) @shared_memory, i64 %t593
  %t595 = load i32, ptr addrspace(3) %t594, align 4
  %t596 = add i64 %t20, 8
  %t597 = mul i64 %t587, 80
  %t598 = mul i64 %t596, 4
  %t599 = add i64 %t226, %t597
  %t600 = add i64 %t599, %t598
  %t601 = add i64 %t600, 0
  %t602 = getelementptr i8, ptr addrspace(3) @shared_memory, i64 %t601
  %t603 = load i32, ptr addrspace(3) %t602, align 4
  %t604 = add i64 %t20, 12
  %t605 = mul i64 %t585, 80
  %t606 = mul i64 %t604, 4
  %t607 = add i64 %t226, %t605
  %t608 = add i64 %t607, %t606
  %t609 = add i64 %t608, 0
  %t610 = getelementptr i8, ptr addrspace(3) @shared_memory, i64 %t609
  %t611 = load i32, ptr addrspace(3) %t610, align 4
  %t612 = add i64 %t20, 12
  %t613 = mul i64 %t587, 80
  %t614 = mul i64 %t612, 4
  %t615 = add i64 %t226, %t613
  %t616 = add i64 %t615, %t614
  %t617 = add i64 %t616, 0
  %t618 = getelementptr i8, ptr addrspace(3) @shared_memory, i64 %t617
  %t619 = load i32, ptr addrspace(3) %t618, align 4
  %t620 = add i64 %t18, %t19
  %t621 = add i64 %t20, 8
  %t622 = add i64 %t20, 12
  %t623 = mul i64 %t621, 272
  %t624 = mul i64 %t620, 4
  %t625 = add i64 %t226, %t623
  %t626 = add i64 %t625, %t624
  %t627 = add i64 %t626, 1280
  %t628 = getelementptr i8, ptr addrspace(3) @shared_memory, i64 %t627
  %t629 = load i32, ptr addrspace(3) %t628, align 4
  %t630 = mul i64 %t622, 272
  %t631 = mul i64 %t620, 4
  %t632 = add i64 %t226, %t630
  %t633 = add i64 %t632, %t631
  %t634 = add i64 %t633, 1280
  %t635 = getelementptr i8, ptr addrspace(3) @shared_memory, i64 %t634
  %t636 = load i32, ptr addrspace(3) %t635, align 4
  %t637 = add i64 %t18, %t19
  %t638 = add i64 %t637, 8
  %t639 = add i64 %t20, 8
  %t640 = add i64 %t20, 12
  %t641 = mul i64 %t639, 272
  %t642 = mul i64 %t638, 4
  %t643 = add i64 %t226, %t641
  %t644 = add i64 %t643, %t642
  %t645 = add i64 %t644, 1280
  %t646 = getelementptr i8, ptr addrspace(3) @shared_memory, i64 %t645
  %t647 = load i32, ptr addrspace(3) %t646, align 4
  %t648 = mul i64 %t640, 272
  %t649 = mul i64 %t638, 4
  %t650 = add i64 %t226, %t648
  %t651 = add i64 %t650, %t649
  %t652 = add i64 %t651, 1280
  %t653 = getelementptr i8, ptr addrspace(3) @shared_memory, i64 %t652
  %t654 = load i32, ptr addrspace(3) %t653, align 4
  %t655 = add i64 %t18, %t19
  %t656 = add i64 %t655, 16
  %t657 = add i64 %t20, 8
  %t658 = add i64 %t20, 12
  %t659 = mul i64 %t657, 272
  %t660 = mul i64 %t656, 4
  %t661 = add i64 %t226, %t659
  %t662 = add i64 %t661, %t660
  %t663 = add i64 %t662, 1280
  %t664 = getelementptr i8, ptr addrspace(3) @shared_memory, i64 %t663
  %t665 = load i32, ptr addrspace(3) %t664, align 4
  %t666 = mul i64 %t658, 272
  %t667 = mul i64 %t656, 4
  %t668 = add i64 %t226, %t666
  %t669 = add i64 %t668, %t667
  %t670 = add i64 %t669, 1280
  %t671 = getelementptr i8, ptr addrspace(3) @shared_memory, i64 %t670
  %t672 = load i32, ptr addrspace(3) %t671, align 4
  %t673 = add i64 %t18, %t19
  %t674 = add i64 %t673, 24
  %t675 = add i64 %t20, 8
  %t676 = add i64 %t20, 12
  %t677 = mul i64 %t675, 272
  %t678 = mul i64 %t674, 4
  %t679 = add i64 %t226, %t677
  %t680 = add i64 %t679, %t678
  %t681 = add i64 %t680, 1280
  %t682 = getelementptr i8, ptr addrspace(3) @shared_memory, i64 %t681
  %t683 = load i32, ptr addrspace(3) %t682, align 4
  %t684 = mul i64 %t676, 272
  %t685 = mul i64 %t674, 4
  %t686 = add i64 %t226, %t684
  %t687 = add i64 %t686, %t685
  %t688 = add i64 %t687, 1280
  %t689 = getelementptr i8, ptr addrspace(3) @shared_memory, i64 %t688
  %t690 = load i32, ptr addrspace(3) %t689, align 4
  %t691 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t595)
  %t692 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t603)
  %t693 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t611)
  %t694 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t619)
  %t695 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t629)
  %t696 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t636)
  %t697 = bitcast i32 %t595 to float
  %t698 = bitcast i32 %t691 to float
  %t699 = fsub float %t697, %t698
  %t700 = bitcast float %t699 to i32
  %t701 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t700)
  %t702 = bitcast i32 %t603 to float
  %t703 = bitcast i32 %t692 to float
  %t704 = fsub float %t702, %t703
  %t705 = bitcast float %t704 to i32
  %t706 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t705)
  %t707 = bitcast i32 %t611 to float
  %t708 = bitcast i32 %t693 to float
  %t709 = fsub float %t707, %t708
  %t710 = bitcast float %t709 to i32
  %t711 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t710)
  %t712 = bitcast i32 %t619 to float
  %t713 = bitcast i32 %t694 to float
  %t714 = fsub float %t712, %t713
  %t715 = bitcast float %t714 to i32
  %t716 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t715)
  %t717 = bitcast i32 %t629 to float
  %t718 = bitcast i32 %t695 to float
  %t719 = fsub float %t717, %t718
  %t720 = bitcast float %t719 to i32
  %t721 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t720)
  %t722 = bitcast i32 %t636 to float
  %t723 = bitcast i32 %t696 to float
  %t724 = fsub float %t722, %t723
  %t725 = bitcast float %t724 to i32
  %t726 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t725)
  %t727 = load float, ptr %s140
  %t728 = load float, ptr %s141
  %t729 = load float, ptr %s142
  %t730 = load float, ptr %s143
  %t731 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t701, i32 %t706, i32 %t711, i32 %t716, i32 %t695, i32 %t696, float %t727, float %t728, float %t729, float %t730) convergent
  %t732 = extractvalue {float, float, float, float} %t731, 0
  store float %t732, ptr %s140
  %t733 = extractvalue {float, float, float, float} %t731, 1
  store float %t733, ptr %s141
  %t734 = extractvalue {float, float, float, float} %t731, 2
  store float %t734, ptr %s142
  %t735 = extractvalue {float, float, float, float} %t731, 3
  store float %t735, ptr %s143
  %t736 = load float, ptr %s140
  %t737 = load float, ptr %s141
  %t738 = load float, ptr %s142
  %t739 = load float, ptr %s143
  %t740 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t691, i32 %t692, i32 %t693, i32 %t694, i32 %t721, i32 %t726, float %t736, float %t737, float %t738, float %t739) convergent
  %t741 = extractvalue {float, float, float, float} %t740, 0
  store float %t741, ptr %s140
  %t742 = extractvalue {float, float, float, float} %t740, 1
  store float %t742, ptr %s141
  %t743 = extractvalue {float, float, float, float} %t740, 2
  store float %t743, ptr %s142
  %t744 = extractvalue {float, float, float, float} %t740, 3
  store float %t744, ptr %s143
  %t745 = load float, ptr %s140
  %t746 = load float, ptr %s141
  %t747 = load float, ptr %s142
  %t748 = load float, ptr %s143
  %t749 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t691, i32 %t692, i32 %t693, i32 %t694, i32 %t695, i32 %t696, float %t745, float %t746, float %t747, float %t748) convergent
  %t750 = extractvalue {float, float, float, float} %t749, 0
  store float %t750, ptr %s140
  %t751 = extractvalue {float, float, float, float} %t749, 1
  store float %t751, ptr %s141
  %t752 = extractvalue {float, float, float, float} %t749, 2
  store float %t752, ptr %s142
  %t753 = extractvalue {float, float, float, float} %t749, 3
  store float %t753, ptr %s143
  %t754 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t595)
  %t755 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t603)
  %t756 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t611)
  %t757 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t619)
  %t758 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t647)
  %t759 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t654)
  %t760 = bitcast i32 %t595 to float
  %t761 = bitcast i32 %t754 to float
  %t762 = fsub float %t760, %t761
  %t763 = bitcast float %t762 to i32
  %t764 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t763)
  %t765 = bitcast i32 %t603 to float
  %t766 = bitcast i32 %t755 to float
  %t767 = fsub float %t765, %t766
  %t768 = bitcast float %t767 to i32
  %t769 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t768)
  %t770 = bitcast i32 %t611 to float
  %t771 = bitcast i32 %t756 to float
  %t772 = fsub float %t770, %t771
  %t773 = bitcast float %t772 to i32
  %t774 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t773)
  %t775 = bitcast i32 %t619 to float
  %t776 = bitcast i32 %t757 to float
  %t777 = fsub float %t775, %t776
  %t778 = bitcast float %t777 to i32
  %t779 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t778)
  %t780 = bitcast i32 %t647 to float
  %t781 = bitcast i32 %t758 to float
  %t782 = fsub float %t780, %t781
  %t783 = bitcast float %t782 to i32
  %t784 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t783)
  %t785 = bitcast i32 %t654 to float
  %t786 = bitcast i32 %t759 to float
  %t787 = fsub float %t785, %t786
  %t788 = bitcast float %t787 to i32
  %t789 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t788)
  %t790 = load float, ptr %s144
  %t791 = load float, ptr %s145
  %t792 = load float, ptr %s146
  %t793 = load float, ptr %s147
  %t794 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t764, i32 %t769, i32 %t774, i32 %t779, i32 %t758, i32 %t759, float %t790, float %t791, float %t792, float %t793) convergent
  %t795 = extractvalue {float, float, float, float} %t794, 0
  store float %t795, ptr %s144
  %t796 = extractvalue {float, float, float, float} %t794, 1
  store float %t796, ptr %s145
  %t797 = extractvalue {float, float, float, float} %t794, 2
  store float %t797, ptr %s146
  %t798 = extractvalue {float, float, float, float} %t794, 3
  store float %t798, ptr %s147
  %t799 = load float, ptr %s144
  %t800 = load float, ptr %s145
  %t801 = load float, ptr %s146
  %t802 = load float, ptr %s147
  %t803 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t754, i32 %t755, i32 %t756, i32 %t757, i32 %t784, i32 %t789, float %t799, float %t800, float %t801, float %t802) convergent
  %t804 = extractvalue {float, float, float, float} %t803, 0
  store float %t804, ptr %s144
  %t805 = extractvalue {float, float, float, float} %t803, 1
  store float %t805, ptr %s145
  %t806 = extractvalue {float, float, float, float} %t803, 2
  store float %t806, ptr %s146
  %t807 = extractvalue {float, float, float, float} %t803, 3
  store float %t807, ptr %s147
  %t808 = load float, ptr %s144
  %t809 = load float, ptr %s145
  %t810 = load float, ptr %s146
  %t811 = load float, ptr %s147
  %t812 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t754, i32 %t755, i32 %t756, i32 %t757, i32 %t758, i32 %t759, float %t808, float %t809, float %t810, float %t811) convergent
  %t813 = extractvalue {float, float, float, float} %t812, 0
  store float %t813, ptr %s144
  %t814 = extractvalue {float, float, float, float} %t812, 1
  store float %t814, ptr %s145
  %t815 = extractvalue {float, float, float, float} %t812, 2
  store float %t815, ptr %s146
  %t816 = extractvalue {float, float, float, float} %t812, 3
  store float %t816, ptr %s147
  %t817 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t595)
  %t818 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t603)
  %t819 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t611)
  %t820 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t619)
  %t821 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t665)
  %t822 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t672)
  %t823 = bitcast i32 %t595 to float
  %t824 = bitcast i32 %t817 to float
  %t825 = fsub float %t823, %t824
  %t826 = bitcast float %t825 to i32
  %t827 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t826)
  %t828 = bitcast i32 %t603 to float
  %t829 = bitcast i32 %t818 to float
  %t830 = fsub float %t828, %t829
  %t831 = bitcast float %t830 to i32
  %t832 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t831)
  %t833 = bitcast i32 %t611 to float
  %t834 = bitcast i32 %t819 to float
  %t835 = fsub float %t833, %t834
  %t836 = bitcast float %t835 to i32
  %t837 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t836)
  %t838 = bitcast i32 %t619 to float
  %t839 = bitcast i32 %t820 to float
  %t840 = fsub float %t838, %t839
  %t841 = bitcast float %t840 to i32
  %t842 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t841)
  %t843 = bitcast i32 %t665 to float
  %t844 = bitcast i32 %t821 to float
  %t845 = fsub float %t843, %t844
  %t846 = bitcast float %t845 to i32
  %t847 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t846)
  %t848 = bitcast i32 %t672 to float
  %t849 = bitcast i32 %t822 to float
  %t850 = fsub float %t848, %t849
  %t851 = bitcast float %t850 to i32
  %t852 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t851)
  %t853 = load float, ptr %s148
  %t854 = load float, ptr %s149
  %t855 = load float, ptr %s150
  %t856 = load float, ptr %s151
  %t857 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t827, i32 %t832, i32 %t837, i32 %t842, i32 %t821, i32 %t822, float %t853, float %t854, float %t855, float %t856) convergent
  %t858 = extractvalue {float, float, float, float} %t857, 0
  store float %t858, ptr %s148
  %t859 = extractvalue {float, float, float, float} %t857, 1
  store float %t859, ptr %s149
  %t860 = extractvalue {float, float, float, float} %t857, 2
  store float %t860, ptr %s150
  %t861 = extractvalue {float, float, float, float} %t857, 3
  store float %t861, ptr %s151
  %t862 = load float, ptr %s148
  %t863 = load float, ptr %s149
  %t864 = load float, ptr %s150
  %t865 = load float, ptr %s151
  %t866 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t817, i32 %t818, i32 %t819, i32 %t820, i32 %t847, i32 %t852, float %t862, float %t863, float %t864, float %t865) convergent
  %t867 = extractvalue {float, float, float, float} %t866, 0
  store float %t867, ptr %s148
  %t868 = extractvalue {float, float, float, float} %t866, 1
  store float %t868, ptr %s149
  %t869 = extractvalue {float, float, float, float} %t866, 2
  store float %t869, ptr %s150
  %t870 = extractvalue {float, float, float, float} %t866, 3
  store float %t870, ptr %s151
  %t871 = load float, ptr %s148
  %t872 = load float, ptr %s149
  %t873 = load float, ptr %s150
  %t874 = load float, ptr %s151
  %t875 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t817, i32 %t818, i32 %t819, i32 %t820, i32 %t821, i32 %t822, float %t871, float %t872, float %t873, float %t874) convergent
  %t876 = extractvalue {float, float, float, float} %t875, 0
  store float %t876, ptr %s148
  %t877 = extractvalue {float, float, float, float} %t875, 1
  store float %t877, ptr %s149
  %t878 = extractvalue {float, float, float, float} %t875, 2
  store float %t878, ptr %s150
  %t879 = extractvalue {float, float, float, float} %t875, 3
  store float %t879, ptr %s151
  %t880 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t595)
  %t881 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t603)
  %t882 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t611)
  %t883 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t619)
  %t884 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t683)
  %t885 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t690)
  %t886 = bitcast i32 %t595 to float
  %t887 = bitcast i32 %t880 to float
  %t888 = fsub float %t886, %t887
  %t889 = bitcast float %t888 to i32
  %t890 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t889)
  %t891 = bitcast i32 %t603 to float
  %t892 = bitcast i32 %t881 to float
  %t893 = fsub float %t891, %t892
  %t894 = bitcast float %t893 to i32
  %t895 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t894)
  %t896 = bitcast i32 %t611 to float
  %t897 = bitcast i32 %t882 to float
  %t898 = fsub float %t896, %t897
  %t899 = bitcast float %t898 to i32
  %t900 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t899)
  %t901 = bitcast i32 %t619 to float
  %t902 = bitcast i32 %t883 to float
  %t903 = fsub float %t901, %t902
  %t904 = bitcast float %t903 to i32
  %t905 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t904)
  %t906 = bitcast i32 %t683 to float
  %t907 = bitcast i32 %t884 to float
  %t908 = fsub float %t906, %t907
  %t909 = bitcast float %t908 to i32
  %t910 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t909)
  %t911 = bitcast i32 %t690 to float
  %t912 = bitcast i32 %t885 to float
  %t913 = fsub float %t911, %t912
  %t914 = bitcast float %t913 to i32
  %t915 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t914)
  %t916 = load float, ptr %s152
  %t917 = load float, ptr %s153
  %t918 = load float, ptr %s154
  %t919 = load float, ptr %s155
  %t920 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t890, i32 %t895, i32 %t900, i32 %t905, i32 %t884, i32 %t885, float %t916, float %t917, float %t918, float %t919) convergent
  %t921 = extractvalue {float, float, float, float} %t920, 0
  store float %t921, ptr %s152
  %t922 = extractvalue {float, float, float, float} %t920, 1
  store float %t922, ptr %s153
  %t923 = extractvalue {float, float, float, float} %t920, 2
  store float %t923, ptr %s154
  %t924 = extractvalue {float, float, float, float} %t920, 3
  store float %t924, ptr %s155
  %t925 = load float, ptr %s152
  %t926 = load float, ptr %s153
  %t927 = load float, ptr %s154
  %t928 = load float, ptr %s155
  %t929 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t880, i32 %t881, i32 %t882, i32 %t883, i32 %t910, i32 %t915, float %t925, float %t926, float %t927, float %t928) convergent
  %t930 = extractvalue {float, float, float, float} %t929, 0
  store float %t930, ptr %s152
  %t931 = extractvalue {float, float, float, float} %t929, 1
  store float %t931, ptr %s153
  %t932 = extractvalue {float, float, float, float} %t929, 2
  store float %t932, ptr %s154
  %t933 = extractvalue {float, float, float, float} %t929, 3
  store float %t933, ptr %s155
  %t934 = load float, ptr %s152
  %t935 = load float, ptr %s153
  %t936 = load float, ptr %s154
  %t937 = load float, ptr %s155
  %t938 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t880, i32 %t881, i32 %t882, i32 %t883, i32 %t884, i32 %t885, float %t934, float %t935, float %t936, float %t937) convergent
  %t939 = extractvalue {float, float, float, float} %t938, 0
  store float %t939, ptr %s152
  %t940 = extractvalue {float, float, float, float} %t938, 1
  store float %t940, ptr %s153
  %t941 = extractvalue {float, float, float, float} %t938, 2
  store float %t941, ptr %s154
  %t942 = extractvalue {float, float, float, float} %t938, 3
  store float %t942, ptr %s155
  %t943 = add nuw nsw i64 %t159, 1
  store i64 %t943, ptr %s156
  %t944 = icmp slt i64 %t943, 1
  br i1 %t944, label %loop.157, label %done.158
done.158:
  call void asm sideeffect "cp.async.wait_all;", "~{memory}"()
  %t945 = mul i64 %t20, 2
  %t946 = add i64 %t17, %t19
  %t947 = add i64 %t11, %t946
  %t948 = icmp ult i64 %t947, 16
  br i1 %t948, label %then.949, label %else.950
then.949:
  %t952 = mul nsw i64 %t947, 16
  %t953 = getelementptr float, ptr %buffer0, i64 %t952
  %t954 = mul nsw i64 %t947, 24
  %t955 = getelementptr float, ptr %buffer2, i64 %t954
  %t956 = add i64 %t18, %t945
  %t957 = add i64 %t956, %t12
  %t958 = add i64 %t957, 0
  %t959 = icmp ult i64 %t958, 24
  br i1 %t959, label %then.960, label %else.961
then.960:
  %t963 = getelementptr float, ptr %buffer1, i64 %t958
  %t964 = getelementptr float, ptr %t955, i64 %t958
  %t965 = load float, ptr %s140
  store float %t965, ptr %t964, align 4
  br label %join.962
else.961:
  br label %join.962
join.962:
  %t966 = add i64 %t956, %t12
  %t967 = add i64 %t966, 1
  %t968 = icmp ult i64 %t967, 24
  br i1 %t968, label %then.969, label %else.970
then.969:
  %t972 = getelementptr float, ptr %buffer1, i64 %t967
  %t973 = getelementptr float, ptr %t955, i64 %t967
  %t974 = load float, ptr %s141
  store float %t974, ptr %t973, align 4
  br label %join.971
else.970:
  br label %join.971
join.971:
  %t975 = add i64 %t18, %t945
  %t976 = add i64 %t975, 8
  %t977 = add i64 %t976, %t12
  %t978 = add i64 %t977, 0
  %t979 = icmp ult i64 %t978, 24
  br i1 %t979, label %then.980, label %else.981
then.980:
  %t983 = getelementptr float, ptr %buffer1, i64 %t978
  %t984 = getelementptr float, ptr %t955, i64 %t978
  %t985 = load float, ptr %s144
  store float %t985, ptr %t984, align 4
  br label %join.982
else.981:
  br label %join.982
join.982:
  %t986 = add i64 %t976, %t12
  %t987 = add i64 %t986, 1
  %t988 = icmp ult i64 %t987, 24
  br i1 %t988, label %then.989, label %else.990
then.989:
  %t992 = getelementptr float, ptr %buffer1, i64 %t987
  %t993 = getelementptr float, ptr %t955, i64 %t987
  %t994 = load float, ptr %s145
  store float %t994, ptr %t993, align 4
  br label %join.991
else.990:
  br label %join.991
join.991:
  %t995 = add i64 %t18, %t945
  %t996 = add i64 %t995, 16
  %t997 = add i64 %t996, %t12
  %t998 = add i64 %t997, 0
  %t999 = icmp ult i64 %t998, 24
  br i1 %t999, label %then.1000, label %else.1001
then.1000:
  %t1003 = getelementptr float, ptr %buffer1, i64 %t998
  %t1004 = getelementptr float, ptr %t955, i64 %t998
  %t1005 = load float, ptr %s148
  store float %t1005, ptr %t1004, align 4
  br label %join.1002
else.1001:
  br label %join.1002
join.1002:
  %t1006 = add i64 %t996, %t12
  %t1007 = add i64 %t1006, 1
  %t1008 = icmp ult i64 %t1007, 24
  br i1 %t1008, label %then.1009, label %else.1010
then.1009:
  %t1012 = getelementptr float, ptr %buffer1, i64 %t1007
  %t1013 = getelementptr float, ptr %t955, i64 %t1007
  %t1014 = load float, ptr %s149
  store float %t1014, ptr %t1013, align 4
  br label %join.1011
else.1010:
  br label %join.1011
join.1011:
  %t1015 = add i64 %t18, %t945
  %t1016 = add i64 %t1015, 24
  %t1017 = add i64 %t1016, %t12
  %t1018 = add i64 %t1017, 0
  %t1019 = icmp ult i64 %t1018, 24
  br i1 %t1019, label %then.1020, label %else.1021
then.1020:
  %t1023 = getelementptr float, ptr %buffer1, i64 %t1018
  %t1024 = getelementptr float, ptr %t955, i64 %t1018
  %t1025 = load float, ptr %s152
  store float %t1025, ptr %t1024, align 4
  br label %join.1022
else.1021:
  br label %join.1022
join.1022:
  %t1026 = add i64 %t1016, %t12
  %t1027 = add i64 %t1026, 1
  %t1028 = icmp ult i64 %t1027, 24
  br i1 %t1028, label %then.1029, label %else.1030
then.1029:
  %t1032 = getelementptr float, ptr %buffer1, i64 %t1027
  %t1033 = getelementptr float, ptr %t955, i64 %t1027
  %t1034 = load float, ptr %s153
  store float %t1034, ptr %t1033, align 4
  br label %join.1031
else.1030:
  br label %join.1031
join.1031:
  br label %join.951
else.950:
  br label %join.951
join.951:
  %t1035 = add i64 %t17, %t19
  %t1036 = add i64 %t1035, 8
  %t1037 = add i64 %t11, %t1036
  %t1038 = icmp ult i64 %t1037, 16
  br i1 %t1038, label %then.1039, label %else.1040
then.1039:
  %t1042 = mul nsw i64 %t1037, 16
  %t1043 = getelementptr float, ptr %buffer0, i64 %t1042
  %t1044 = mul nsw i64 %t1037, 24
  %t1045 = getelementptr float, ptr %buffer2, i64 %t1044
  %t1046 = add i64 %t18, %t945
  %t1047 = add i64 %t1046, %t12
  %t1048 = add i64 %t1047, 0
  %t1049 = icmp ult i64 %t1048, 24
  br i1 %t1049, label %then.1050, label %else.1051
then.1050:
  %t1053 = getelementptr float, ptr %buffer1, i64 %t1048
  %t1054 = getelementptr float, ptr %t1045, i64 %t1048
  %t1055 = load float, ptr %s142
  store float %t1055, ptr %t1054, align 4
  br label %join.1052
else.1051:
  br label %join.1052
join.1052:
  %t1056 = add i64 %t1046, %t12
  %t1057 = add i64 %t1056, 1
  %t1058 = icmp ult i64 %t1057, 24
  br i1 %t1058, label %then.1059, label %else.1060
then.1059:
  %t1062 = getelementptr float, ptr %buffer1, i64 %t1057
  %t1063 = getelementptr float, ptr %t1045, i64 %t1057
  %t1064 = load float, ptr %s143
  store float %t1064, ptr %t1063, align 4
  br label %join.1061
else.1060:
  br label %join.1061
join.1061:
  %t1065 = add i64 %t18, %t945
  %t1066 = add i64 %t1065, 8
  %t1067 = add i64 %t1066, %t12
  %t1068 = add i64 %t1067, 0
  %t1069 = icmp ult i64 %t1068, 24
  br i1 %t1069, label %then.1070, label %else.1071
then.1070:
  %t1073 = getelementptr float, ptr %buffer1, i64 %t1068
  %t1074 = getelementptr float, ptr %t1045, i64 %t1068
  %t1075 = load float, ptr %s146
  store float %t1075, ptr %t1074, align 4
  br label %join.1072
else.1071:
  br label %join.1072
join.1072:
  %t1076 = add i64 %t1066, %t12
  %t1077 = add i64 %t1076, 1
  %t1078 = icmp ult i64 %t1077, 24
  br i1 %t1078, label %then.1079, label %else.1080
then.1079:
  %t1082 = getelementptr float, ptr %buffer1, i64 %t1077
  %t1083 = getelementptr float, ptr %t1045, i64 %t1077
  %t1084 = load float, ptr %s147
  store float %t1084, ptr %t1083, align 4
  br label %join.1081
else.1080:
  br label %join.1081
join.1081:
  %t1085 = add i64 %t18, %t945
  %t1086 = add i64 %t1085, 16
  %t1087 = add i64 %t1086, %t12
  %t1088 = add i64 %t1087, 0
  %t1089 = icmp ult i64 %t1088, 24
  br i1 %t1089, label %then.1090, label %else.1091
then.1090:
  %t1093 = getelementptr float, ptr %buffer1, i64 %t1088
  %t1094 = getelementptr float, ptr %t1045, i64 %t1088
  %t1095 = load float, ptr %s150
  store float %t1095, ptr %t1094, align 4
  br label %join.1092
else.1091:
  br label %join.1092
join.1092:
  %t1096 = add i64 %t1086, %t12
  %t1097 = add i64 %t1096, 1
  %t1098 = icmp ult i64 %t1097, 24
  br i1 %t1098, label %then.1099, label %else.1100
then.1099:
  %t1102 = getelementptr float, ptr %buffer1, i64 %t1097
  %t1103 = getelementptr float, ptr %t1045, i64 %t1097
  %t1104 = load float, ptr %s151
  store float %t1104, ptr %t1103, align 4
  br label %join.1101
else.1100:
  br label %join.1101
join.1101:
  %t1105 = add i64 %t18, %t945
  %t1106 = add i64 %t1105, 24
  %t1107 = add i64 %t1106, %t12
  %t1108 = add i64 %t1107, 0
  %t1109 = icmp ult i64 %t1108, 24
  br i1 %t1109, label %then.1110, label %else.1111
then.1110:
  %t1113 = getelementptr float, ptr %buffer1, i64 %t1108
  %t1114 = getelementptr float, ptr %t1045, i64 %t1108
  %t1115 = load float, ptr %s154
  store float %t1115, ptr %t1114, align 4
  br label %join.1112
else.1111:
  br label %join.1112
join.1112:
  %t1116 = add i64 %t1106, %t12
  %t1117 = add i64 %t1116, 1
  %t1118 = icmp ult i64 %t1117, 24
  br i1 %t1118, label %then.1119, label %else.1120
then.1119:
  %t1122 = getelementptr float, ptr %buffer1, i64 %t1117
  %t1123 = getelementptr float, ptr %t1045, i64 %t1117
  %t1124 = load float, ptr %s155
  store float %t1124, ptr %t1123, align 4
  br label %join.1121
else.1120:
  br label %join.1121
join.1121:
  br label %join.1041
else.1040:
  br label %join.1041
join.1041:
  ret void
}
