@shared_memory = external addrspace(3) global [0 x i8], align 128
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
define ptx_kernel void @mma_conv(ptr noalias %buffer0, ptr noalias %buffer1, ptr noalias %buffer2, ptr noalias %buffer3) nounwind "nvvm.maxntid"="64" {
  %s197 = alloca float
  %s198 = alloca float
  %s199 = alloca float
  %s200 = alloca float
  %s201 = alloca float
  %s202 = alloca float
  %s203 = alloca float
  %s204 = alloca float
  %s205 = alloca float
  %s206 = alloca float
  %s207 = alloca float
  %s208 = alloca float
  %s209 = alloca float
  %s210 = alloca float
  %s211 = alloca float
  %s212 = alloca float
  %s213 = alloca i64
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
  %t21 = getelementptr i16, ptr %buffer0, i64 -80
  %t22 = add i64 %t4, 0
  %t23 = udiv i64 %t22, 4
  %t24 = urem i64 %t22, 4
  %t25 = mul i64 %t24, 8
  %t26 = mul i64 %t23, 80
  %t27 = mul i64 %t25, 2
  %t28 = add i64 %t26, %t27
  %t29 = add i64 %t28, 0
  %t30 = add i64 %t11, %t23
  %t31 = icmp ult i64 %t30, 16
  %t32 = urem i64 %t30, 4
  %t33 = udiv i64 %t30, 4
  %t34 = mul nsw i64 %t32, 16
  %t35 = getelementptr i16, ptr %t21, i64 %t34
  %t36 = mul nsw i64 %t33, 64
  %t37 = getelementptr i16, ptr %t35, i64 %t36
  %t38 = add i64 %t4, 0
  %t39 = udiv i64 %t38, 4
  %t40 = urem i64 %t38, 4
  %t41 = mul i64 %t40, 8
  %t42 = mul i64 %t39, 80
  %t43 = mul i64 %t41, 2
  %t44 = add i64 %t42, %t43
  %t45 = add i64 %t44, 1280
  %t46 = add i64 %t12, %t39
  %t47 = icmp ult i64 %t46, 24
  %t48 = mul nsw i64 %t46, 144
  %t49 = getelementptr i16, ptr %buffer3, i64 %t48
  %t50 = add i64 %t4, 64
  %t51 = udiv i64 %t50, 4
  %t52 = urem i64 %t50, 4
  %t53 = mul i64 %t52, 8
  %t54 = mul i64 %t51, 80
  %t55 = mul i64 %t53, 2
  %t56 = add i64 %t54, %t55
  %t57 = add i64 %t56, 1280
  %t58 = add i64 %t12, %t51
  %t59 = icmp ult i64 %t58, 24
  %t60 = mul nsw i64 %t58, 144
  %t61 = getelementptr i16, ptr %buffer3, i64 %t60
  %t62 = add i64 %t4, 128
  %t63 = udiv i64 %t62, 4
  %t64 = urem i64 %t62, 4
  %t65 = mul i64 %t64, 8
  %t66 = mul i64 %t63, 80
  %t67 = mul i64 %t65, 2
  %t68 = add i64 %t66, %t67
  %t69 = add i64 %t68, 1280
  %t70 = add i64 %t12, %t63
  %t71 = icmp ult i64 %t70, 24
  %t72 = mul nsw i64 %t70, 144
  %t73 = getelementptr i16, ptr %buffer3, i64 %t72
  %t74 = add i64 %t4, 192
  %t75 = udiv i64 %t74, 4
  %t76 = urem i64 %t74, 4
  %t77 = mul i64 %t76, 8
  %t78 = mul i64 %t75, 80
  %t79 = mul i64 %t77, 2
  %t80 = add i64 %t78, %t79
  %t81 = add i64 %t80, 1280
  %t82 = add i64 %t12, %t75
  %t83 = icmp ult i64 %t82, 24
  %t84 = mul nsw i64 %t82, 144
  %t85 = getelementptr i16, ptr %buffer3, i64 %t84
  %t86 = mul i64 0, 6400
  %t87 = mul i64 0, 32
  %t88 = add i64 %t87, %t25
  %t89 = icmp ult i64 %t88, 144
  %t90 = urem i64 %t88, 16
  %t91 = udiv i64 %t88, 16
  %t92 = urem i64 %t91, 3
  %t93 = udiv i64 %t91, 3
  %t94 = mul nsw i64 %t90, 1
  %t95 = getelementptr i16, ptr %t37, i64 %t94
  %t96 = mul nsw i64 %t92, 16
  %t97 = getelementptr i16, ptr %t95, i64 %t96
  %t98 = mul nsw i64 %t93, 64
  %t99 = getelementptr i16, ptr %t97, i64 %t98
  %t100 = and i1 %t31, %t89
  %t101 = mul nsw i64 %t33, 1
  %t102 = add nsw i64 -1, %t101
  %t103 = mul nsw i64 %t93, 1
  %t104 = add nsw i64 %t102, %t103
  %t105 = icmp ult i64 %t104, 4
  %t106 = and i1 %t100, %t105
  %t107 = mul nsw i64 %t32, 1
  %t108 = add nsw i64 -1, %t107
  %t109 = mul nsw i64 %t92, 1
  %t110 = add nsw i64 %t108, %t109
  %t111 = icmp ult i64 %t110, 4
  %t112 = and i1 %t106, %t111
  %t113 = add i64 %t86, %t29
  %t114 = trunc i64 %t113 to i32
  %t115 = add i32 %t2, %t114
  %t116 = select i1 %t112, i32 16, i32 0
  %t117 = select i1 %t112, ptr %t99, ptr %buffer0
  %t118 = addrspacecast ptr %t117 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t115, ptr addrspace(1) %t118, i32 %t116)
  %t119 = mul i64 0, 6400
  %t120 = mul i64 0, 32
  %t121 = add i64 %t120, %t41
  %t122 = icmp ult i64 %t121, 144
  %t123 = urem i64 %t121, 16
  %t124 = udiv i64 %t121, 16
  %t125 = urem i64 %t124, 3
  %t126 = udiv i64 %t124, 3
  %t127 = mul nsw i64 %t123, 1
  %t128 = getelementptr i16, ptr %t49, i64 %t127
  %t129 = mul nsw i64 %t125, 16
  %t130 = getelementptr i16, ptr %t128, i64 %t129
  %t131 = mul nsw i64 %t126, 48
  %t132 = getelementptr i16, ptr %t130, i64 %t131
  %t133 = and i1 %t47, %t122
  %t134 = add i64 %t119, %t45
  %t135 = trunc i64 %t134 to i32
  %t136 = add i32 %t2, %t135
  %t137 = select i1 %t133, i32 16, i32 0
  %t138 = select i1 %t133, ptr %t132, ptr %buffer3
  %t139 = addrspacecast ptr %t138 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t136, ptr addrspace(1) %t139, i32 %t137)
  %t140 = add i64 %t120, %t53
  %t141 = icmp ult i64 %t140, 144
  %t142 = urem i64 %t140, 16
  %t143 = udiv i64 %t140, 16
  %t144 = urem i64 %t143, 3
  %t145 = udiv i64 %t143, 3
  %t146 = mul nsw i64 %t142, 1
  %t147 = getelementptr i16, ptr %t61, i64 %t146
  %t148 = mul nsw i64 %t144, 16
  %t149 = getelementptr i16, ptr %t147, i64 %t148
  %t150 = mul nsw i64 %t145, 48
  %t151 = getelementptr i16, ptr %t149, i64 %t150
  %t152 = and i1 %t59, %t141
  %t153 = add i64 %t119, %t57
  %t154 = trunc i64 %t153 to i32
  %t155 = add i32 %t2, %t154
  %t156 = select i1 %t152, i32 16, i32 0
  %t157 = select i1 %t152, ptr %t151, ptr %buffer3
  %t158 = addrspacecast ptr %t157 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t155, ptr addrspace(1) %t158, i32 %t156)
  %t159 = add i64 %t120, %t65
  %t160 = icmp ult i64 %t159, 144
  %t161 = urem i64 %t159, 16
  %t162 = udiv i64 %t159, 16
  %t163 = urem i64 %t162, 3
  %t164 = udiv i64 %t162, 3
  %t165 = mul nsw i64 %t161, 1
  %t166 = getelementptr i16, ptr %t73, i64 %t165
  %t167 = mul nsw i64 %t163, 16
  %t168 = getelementptr i16, ptr %t166, i64 %t167
  %t169 = mul nsw i64 %t164, 48
  %t170 = getelementptr i16, ptr %t168, i64 %t169
  %t171 = and i1 %t71, %t160
  %t172 = add i64 %t119, %t69
  %t173 = trunc i64 %t172 to i32
  %t174 = add i32 %t2, %t173
  %t175 = select i1 %t171, i32 16, i32 0
  %t176 = select i1 %t171, ptr %t170, ptr %buffer3
  %t177 = addrspacecast ptr %t176 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t174, ptr addrspace(1) %t177, i32 %t175)
  %t178 = add i64 %t120, %t77
  %t179 = icmp ult i64 %t178, 144
  %t180 = urem i64 %t178, 16
  %t181 = udiv i64 %t178, 16
  %t182 = urem i64 %t181, 3
  %t183 = udiv i64 %t181, 3
  %t184 = mul nsw i64 %t180, 1
  %t185 = getelementptr i16, ptr %t85, i64 %t184
  %t186 = mul nsw i64 %t182, 16
  %t187 = getelementptr i16, ptr %t185, i64 %t186
  %t188 = mul nsw i64 %t183, 48
  %t189 = getelementptr i16, ptr %t187, i64 %t188
  %t190 = and i1 %t83, %t179
  %t191 = add i64 %t119, %t81
  %t192 = trunc i64 %t191 to i32
  %t193 = add i32 %t2, %t192
  %t194 = select i1 %t190, i32 16, i32 0
  %t195 = select i1 %t190, ptr %t189, ptr %buffer3
  %t196 = addrspacecast ptr %t195 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t193, ptr addrspace(1) %t196, i32 %t194)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"()
  store float 0.0, ptr %s197
  store float 0.0, ptr %s198
  store float 0.0, ptr %s199
  store float 0.0, ptr %s200
  store float 0.0, ptr %s201
  store float 0.0, ptr %s202
  store float 0.0, ptr %s203
  store float 0.0, ptr %s204
  store float 0.0, ptr %s205
  store float 0.0, ptr %s206
  store float 0.0, ptr %s207
  store float 0.0, ptr %s208
  store float 0.0, ptr %s209
  store float 0.0, ptr %s210
  store float 0.0, ptr %s211
  store float 0.0, ptr %s212
  store i64 0, ptr %s213
  br label %loop.214
loop.214:
  %t216 = load i64, ptr %s213
  call void asm sideeffect "cp.async.wait_group 0;", "~{memory}"()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t217 = add i64 %t216, 1
  %t218 = icmp ult i64 %t217, 5
  %t219 = urem i64 %t217, 2
  br i1 %t218, label %then.220, label %else.221
then.220:
  %t223 = mul i64 %t219, 6400
  %t224 = mul i64 %t217, 32
  %t225 = add i64 %t224, %t25
  %t226 = icmp ult i64 %t225, 144
  %t227 = urem i64 %t225, 16
  %t228 = udiv i64 %t225, 16
  %t229 = urem i64 %t228, 3
  %t230 = udiv i64 %t228, 3
  %t231 = mul nsw i64 %t227, 1
  %t232 = getelementptr i16, ptr %t37, i64 %t231
  %t233 = mul nsw i64 %t229, 16
  %t234 = getelementptr i16, ptr %t232, i64 %t233
  %t235 = mul nsw i64 %t230, 64
  %t236 = getelementptr i16, ptr %t234, i64 %t235
  %t237 = and i1 %t31, %t226
  %t238 = mul nsw i64 %t33, 1
  %t239 = add nsw i64 -1, %t238
  %t240 = mul nsw i64 %t230, 1
  %t241 = add nsw i64 %t239, %t240
  %t242 = icmp ult i64 %t241, 4
  %t243 = and i1 %t237, %t242
  %t244 = mul nsw i64 %t32, 1
  %t245 = add nsw i64 -1, %t244
  %t246 = mul nsw i64 %t229, 1
  %t247 = add nsw i64 %t245, %t246
  %t248 = icmp ult i64 %t247, 4
  %t249 = and i1 %t243, %t248
  %t250 = add i64 %t223, %t29
  %t251 = trunc i64 %t250 to i32
  %t252 = add i32 %t2, %t251
  %t253 = select i1 %t249, i32 16, i32 0
  %t254 = select i1 %t249, ptr %t236, ptr %buffer0
  %t255 = addrspacecast ptr %t254 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t252, ptr addrspace(1) %t255, i32 %t253)
  %t256 = mul i64 %t219, 6400
  %t257 = mul i64 %t217, 32
  %t258 = add i64 %t257, %t41
  %t259 = icmp ult i64 %t258, 144
  %t260 = urem i64 %t258, 16
  %t261 = udiv i64 %t258, 16
  %t262 = urem i64 %t261, 3
  %t263 = udiv i64 %t261, 3
  %t264 = mul nsw i64 %t260, 1
  %t265 = getelementptr i16, ptr %t49, i64 %t264
  %t266 = mul nsw i64 %t262, 16
  %t267 = getelementptr i16, ptr %t265, i64 %t266
  %t268 = mul nsw i64 %t263, 48
  %t269 = getelementptr i16, ptr %t267, i64 %t268
  %t270 = and i1 %t47, %t259
  %t271 = add i64 %t256, %t45
  %t272 = trunc i64 %t271 to i32
  %t273 = add i32 %t2, %t272
  %t274 = select i1 %t270, i32 16, i32 0
  %t275 = select i1 %t270, ptr %t269, ptr %buffer3
  %t276 = addrspacecast ptr %t275 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t273, ptr addrspace(1) %t276, i32 %t274)
  %t277 = add i64 %t257, %t53
  %t278 = icmp ult i64 %t277, 144
  %t279 = urem i64 %t277, 16
  %t280 = udiv i64 %t277, 16
  %t281 = urem i64 %t280, 3
  %t282 = udiv i64 %t280, 3
  %t283 = mul nsw i64 %t279, 1
  %t284 = getelementptr i16, ptr %t61, i64 %t283
  %t285 = mul nsw i64 %t281, 16
  %t286 = getelementptr i16, ptr %t284, i64 %t285
  %t287 = mul nsw i64 %t282, 48
  %t288 = getelementptr i16, ptr %t286, i64 %t287
  %t289 = and i1 %t59, %t278
  %t290 = add i64 %t256, %t57
  %t291 = trunc i64 %t290 to i32
  %t292 = add i32 %t2, %t291
  %t293 = select i1 %t289, i32 16, i32 0
  %t294 = select i1 %t289, ptr %t288, ptr %buffer3
  %t295 = addrspacecast ptr %t294 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t292, ptr addrspace(1) %t295, i32 %t293)
  %t296 = add i64 %t257, %t65
  %t297 = icmp ult i64 %t296, 144
  %t298 = urem i64 %t296, 16
  %t299 = udiv i64 %t296, 16
  %t300 = urem i64 %t299, 3
  %t301 = udiv i64 %t299, 3
  %t302 = mul nsw i64 %t298, 1
  %t303 = getelementptr i16, ptr %t73, i64 %t302
  %t304 = mul nsw i64 %t300, 16
  %t305 = getelementptr i16, ptr %t303, i64 %t304
  %t306 = mul nsw i64 %t301, 48
  %t307 = getelementptr i16, ptr %t305, i64 %t306
  %t308 = and i1 %t71, %t297
  %t309 = add i64 %t256, %t69
  %t310 = trunc i64 %t309 to i32
  %t311 = add i32 %t2, %t310
  %t312 = select i1 %t308, i32 16, i32 0
  %t313 = select i1 %t308, ptr %t307, ptr %buffer3
  %t314 = addrspacecast ptr %t313 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t311, ptr addrspace(1) %t314, i32 %t312)
  %t315 = add i64 %t257, %t77
  %t316 = icmp ult i64 %t315, 144
  %t317 = urem i64 %t315, 16
  %t318 = udiv i64 %t315, 16
  %t319 = urem i64 %t318, 3
  %t320 = udiv i64 %t318, 3
  %t321 = mul nsw i64 %t317, 1
  %t322 = getelementptr i16, ptr %t85, i64 %t321
  %t323 = mul nsw i64 %t319, 16
  %t324 = getelementptr i16, ptr %t322, i64 %t323
  %t325 = mul nsw i64 %t320, 48
  %t326 = getelementptr i16, ptr %t324, i64 %t325
  %t327 = and i1 %t83, %t316
  %t328 = add i64 %t256, %t81
  %t329 = trunc i64 %t328 to i32
  %t330 = add i32 %t2, %t329
  %t331 = select i1 %t327, i32 16, i32 0
  %t332 = select i1 %t327, ptr %t326, ptr %buffer3
  %t333 = addrspacecast ptr %t332 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t330, ptr addrspace(1) %t333, i32 %t331)
  br label %join.222
else.221:
  br label %join.222
join.222:
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"()
  %t334 = urem i64 %t216, 2
  %t335 = mul i64 %t334, 6400
  %t336 = and i64 %t13, 15
  %t337 = udiv i64 %t13, 16
  %t338 = add i64 %t17, %t336
  %t339 = mul i64 %t338, 80
  %t340 = mul i64 %t337, 16
  %t341 = add i64 %t335, %t339
  %t342 = add i64 %t341, %t340
  %t343 = add i64 %t342, 0
  %t344 = trunc i64 %t343 to i32
  %t345 = add i32 %t2, %t344
  %t346 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t345) convergent
  %t347 = extractvalue {i32, i32, i32, i32} %t346, 0
  %t348 = extractvalue {i32, i32, i32, i32} %t346, 1
  %t349 = extractvalue {i32, i32, i32, i32} %t346, 2
  %t350 = extractvalue {i32, i32, i32, i32} %t346, 3
  %t351 = and i64 %t13, 7
  %t352 = udiv i64 %t13, 16
  %t353 = udiv i64 %t13, 8
  %t354 = and i64 %t353, 1
  %t355 = mul i64 %t352, 8
  %t356 = add i64 %t351, %t355
  %t357 = add i64 %t18, %t356
  %t358 = mul i64 %t357, 80
  %t359 = mul i64 %t354, 16
  %t360 = add i64 %t335, %t358
  %t361 = add i64 %t360, %t359
  %t362 = add i64 %t361, 1280
  %t363 = trunc i64 %t362 to i32
  %t364 = add i32 %t2, %t363
  %t365 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t364) convergent
  %t366 = extractvalue {i32, i32, i32, i32} %t365, 0
  %t367 = extractvalue {i32, i32, i32, i32} %t365, 1
  %t368 = extractvalue {i32, i32, i32, i32} %t365, 2
  %t369 = extractvalue {i32, i32, i32, i32} %t365, 3
  %t370 = and i64 %t13, 7
  %t371 = udiv i64 %t13, 16
  %t372 = udiv i64 %t13, 8
  %t373 = and i64 %t372, 1
  %t374 = mul i64 %t371, 8
  %t375 = add i64 %t370, %t374
  %t376 = add i64 %t18, %t375
  %t377 = add i64 %t376, 16
  %t378 = mul i64 %t377, 80
  %t379 = mul i64 %t373, 16
  %t380 = add i64 %t335, %t378
  %t381 = add i64 %t380, %t379
  %t382 = add i64 %t381, 1280
  %t383 = trunc i64 %t382 to i32
  %t384 = add i32 %t2, %t383
  %t385 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t384) convergent
  %t386 = extractvalue {i32, i32, i32, i32} %t385, 0
  %t387 = extractvalue {i32, i32, i32, i32} %t385, 1
  %t388 = extractvalue {i32, i32, i32, i32} %t385, 2
  %t389 = extractvalue {i32, i32, i32, i32} %t385, 3
  %t390 = load float, ptr %s197
  %t391 = load float, ptr %s198
  %t392 = load float, ptr %s199
  %t393 = load float, ptr %s200
  %t394 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t347, i32 %t348, i32 %t349, i32 %t350, i32 %t366, i32 %t367, float %t390, float %t391, float %t392, float %t393) convergent
  %t395 = extractvalue {float, float, float, float} %t394, 0
  store float %t395, ptr %s197
  %t396 = extractvalue {float, float, float, float} %t394, 1
  store float %t396, ptr %s198
  %t397 = extractvalue {float, float, float, float} %t394, 2
  store float %t397, ptr %s199
  %t398 = extractvalue {float, float, float, float} %t394, 3
  store float %t398, ptr %s200
  %t399 = load float, ptr %s201
  %t400 = load float, ptr %s202
  %t401 = load float, ptr %s203
  %t402 = load float, ptr %s204
  %t403 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t347, i32 %t348, i32 %t349, i32 %t350, i32 %t368, i32 %t369, float %t399, float %t400, float %t401, float %t402) convergent
  %t404 = extractvalue {float, float, float, float} %t403, 0
  store float %t404, ptr %s201
  %t405 = extractvalue {float, float, float, float} %t403, 1
  store float %t405, ptr %s202
  %t406 = extractvalue {float, float, float, float} %t403, 2
  store float %t406, ptr %s203
  %t407 = extractvalue {float, float, float, float} %t403, 3
  store float %t407, ptr %s204
  %t408 = load float, ptr %s205
  %t409 = load float, ptr %s206
  %t410 = load float, ptr %s207
  %t411 = load float, ptr %s208
  %t412 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t347, i32 %t348, i32 %t349, i32 %t350, i32 %t386, i32 %t387, float %t408, float %t409, float %t410, float %t411) convergent
  %t413 = extractvalue {float, float, float, float} %t412, 0
  store float %t413, ptr %s205
  %t414 = extractvalue {float, float, float, float} %t412, 1
  store float %t414, ptr %s206
  %t415 = extractvalue {float, float, float, float} %t412, 2
  store float %t415, ptr %s207
  %t416 = extractvalue {float, float, float, float} %t412, 3
  store float %t416, ptr %s208
  %t417 = load float, ptr %s209
  %t418 = load float, ptr %s210
  %t419 = load float, ptr %s211
  %t420 = load float, ptr %s212
  %t421 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t347, i32 %t348, i32 %t349, i32 %t350, i32 %t388, i32 %t389, float %t417, float %t418, float %t419, float %t420) convergent
  %t422 = extractvalue {float, float, float, float} %t421, 0
  store float %t422, ptr %s209
  %t423 = extractvalue {float, float, float, float} %t421, 1
  store float %t423, ptr %s210
  %t424 = extractvalue {float, float, float, float} %t421, 2
  store float %t424, ptr %s211
  %t425 = extractvalue {float, float, float, float} %t421, 3
  store float %t425, ptr %s212
  %t426 = and i64 %t13, 15
  %t427 = udiv i64 %t13, 16
  %t428 = add i64 %t17, %t426
  %t429 = mul i64 %t428, 80
  %t430 = mul i64 %t427, 16
  %t431 = add i64 %t335, %t429
  %t432 = add i64 %t431, %t430
  %t433 = add i64 %t432, 32
  %t434 = trunc i64 %t433 to i32
  %t435 = add i32 %t2, %t434
  %t436 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t435) convergent
  %t437 = extractvalue {i32, i32, i32, i32} %t436, 0
  %t438 = extractvalue {i32, i32, i32, i32} %t436, 1
  %t439 = extractvalue {i32, i32, i32, i32} %t436, 2
  %t440 = extractvalue {i32, i32, i32, i32} %t436, 3
  %t441 = and i64 %t13, 7
  %t442 = udiv i64 %t13, 16
  %t443 = udiv i64 %t13, 8
  %t444 = and i64 %t443, 1
  %t445 = mul i64 %t442, 8
  %t446 = add i64 %t441, %t445
  %t447 = add i64 %t18, %t446
  %t448 = mul i64 %t447, 80
  %t449 = mul i64 %t444, 16
  %t450 = add i64 %t335, %t448
  %t451 = add i64 %t450, %t449
  %t452 = add i64 %t451, 1312
  %t453 = trunc i64 %t452 to i32
  %t454 = add i32 %t2, %t453
  %t455 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t454) convergent
  %t456 = extractvalue {i32, i32, i32, i32} %t455, 0
  %t457 = extractvalue {i32, i32, i32, i32} %t455, 1
  %t458 = extractvalue {i32, i32, i32, i32} %t455, 2
  %t459 = extractvalue {i32, i32, i32, i32} %t455, 3
  %t460 = and i64 %t13, 7
  %t461 = udiv i64 %t13, 16
  %t462 = udiv i64 %t13, 8
  %t463 = and i64 %t462, 1
  %t464 = mul i64 %t461, 8
  %t465 = add i64 %t460, %t464
  %t466 = add i64 %t18, %t465
  %t467 = add i64 %t466, 16
  %t468 = mul i64 %t467, 80
  %t469 = mul i64 %t463, 16
  %t470 = add i64 %t335, %t468
  %t471 = add i64 %t470, %t469
  %t472 = add i64 %t471, 1312
  %t473 = trunc i64 %t472 to i32
  %t474 = add i32 %t2, %t473
  %t475 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t474) convergent
  %t476 = extractvalue {i32, i32, i32, i32} %t475, 0
  %t477 = extractvalue {i32, i32, i32, i32} %t475, 1
  %t478 = extractvalue {i32, i32, i32, i32} %t475, 2
  %t479 = extractvalue {i32, i32, i32, i32} %t475, 3
  %t480 = load float, ptr %s197
  %t481 = load float, ptr %s198
  %t482 = load float, ptr %s199
  %t483 = load float, ptr %s200
  %t484 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t437, i32 %t438, i32 %t439, i32 %t440, i32 %t456, i32 %t457, float %t480, float %t481, float %t482, float %t483) convergent
  %t485 = extractvalue {float, float, float, float} %t484, 0
  store float %t485, ptr %s197
  %t486 = extractvalue {float, float, float, float} %t484, 1
  store float %t486, ptr %s198
  %t487 = extractvalue {float, float, float, float} %t484, 2
  store float %t487, ptr %s199
  %t488 = extractvalue {float, float, float, float} %t484, 3
  store float %t488, ptr %s200
  %t489 = load float, ptr %s201
  %t490 = load float, ptr %s202
  %t491 = load float, ptr %s203
  %t492 = load float, ptr %s204
  %t493 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t437, i32 %t438, i32 %t439, i32 %t440, i32 %t458, i32 %t459, float %t489, float %t490, float %t491, float %t492) convergent
  %t494 = extractvalue {float, float, float, float} %t493, 0
  store float %t494, ptr %s201
  %t495 = extractvalue {float, float, float, float} %t493, 1
  store float %t495, ptr %s202
  %t496 = extractvalue {float, float, float, float} %t493, 2
  store float %t496, ptr %s203
  %t497 = extractvalue {float, float, float, float} %t493, 3
  store float %t497, ptr %s204
  %t498 = load float, ptr %s205
  %t499 = load float, ptr %s206
  %t500 = load float, ptr %s207
  %t501 = load float, ptr %s208
  %t502 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t437, i32 %t438, i32 %t439, i32 %t440, i32 %t476, i32 %t477, float %t498, float %t499, float %t500, float %t501) convergent
  %t503 = extractvalue {float, float, float, float} %t502, 0
  store float %t503, ptr %s205
  %t504 = extractvalue {float, float, float, float} %t502, 1
  store float %t504, ptr %s206
  %t505 = extractvalue {float, float, float, float} %t502, 2
  store float %t505, ptr %s207
  %t506 = extractvalue {float, float, float, float} %t502, 3
  store float %t506, ptr %s208
  %t507 = load float, ptr %s209
  %t508 = load float, ptr %s210
  %t509 = load float, ptr %s211
  %t510 = load float, ptr %s212
  %t511 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t437, i32 %t438, i32 %t439, i32 %t440, i32 %t478, i32 %t479, float %t507, float %t508, float %t509, float %t510) convergent
  %t512 = extractvalue {float, float, float, float} %t511, 0
  store float %t512, ptr %s209
  %t513 = extractvalue {float, float, float, float} %t511, 1
  store float %t513, ptr %s210
  %t514 = extractvalue {float, float, float, float} %t511, 2
  store float %t514, ptr %s211
  %t515 = extractvalue {float, float, float, float} %t511, 3
  store float %t515, ptr %s212
  %t516 = add nuw nsw i64 %t216, 1
  store i64 %t516, ptr %s213
  %t517 = icmp slt i64 %t516, 5
  br i1 %t517, label %loop.214, label %done.215
done.215:
  call void asm sideeffect "cp.async.wait_all;", "~{memory}"()
  %t518 = getelementptr i16, ptr %buffer0, i64 -80
  %t519 = mul i64 %t20, 2
  %t520 = add i64 %t17, %t19
  %t521 = add i64 %t11, %t520
  %t522 = icmp ult i64 %t521, 16
  br i1 %t522, label %then.523, label %else.524
then.523:
  %t526 = urem i64 %t521, 4
  %t527 = udiv i64 %t521, 4
  %t528 = mul nsw i64 %t526, 16
  %t529 = getelementptr i16, ptr %t518, i64 %t528
  %t530 = mul nsw i64 %t526, 24
  %t531 = getelementptr float, ptr %buffer2, i64 %t530
  %t532 = mul nsw i64 %t527, 64
  %t533 = getelementptr i16, ptr %t529, i64 %t532
  %t534 = mul nsw i64 %t527, 96
  %t535 = getelementptr float, ptr %t531, i64 %t534
  %t536 = add i64 %t18, %t519
  %t537 = add i64 %t536, %t12
  %t538 = add i64 %t537, 0
  %t539 = icmp ult i64 %t538, 24
  br i1 %t539, label %then.540, label %else.541
then.540:
  %t543 = mul nsw i64 %t538, 144
  %t544 = getelementptr i16, ptr %buffer3, i64 %t543
  %t545 = getelementptr float, ptr %buffer1, i64 %t538
  %t546 = getelementptr float, ptr %t535, i64 %t538
  %t547 = load float, ptr %s197
  %t548 = load float, ptr %t545, align 4
  %t549 = fadd contract float %t547, %t548
  %t550 = fcmp ogt float 0x0000000000000000, %t549
  %t551 = select i1 %t550, float 0x0000000000000000, float %t549
  store float %t551, ptr %t546, align 4
  br label %join.542
else.541:
  br label %join.542
join.542:
  %t552 = add i64 %t536, %t12
  %t553 = add i64 %t552, 1
  %t554 = icmp ult i64 %t553, 24
  br i1 %t554, label %then.555, label %else.556
then.555:
  %t558 = mul nsw i64 %t553, 144
  %t559 = getelementptr i16, ptr %buffer3, i64 %t558
  %t560 = getelementptr float, ptr %buffer1, i64 %t553
  %t561 = getelementptr float, ptr %t535, i64 %t553
  %t562 = load float, ptr %s198
  %t563 = load float, ptr %t560, align 4
  %t564 = fadd contract float %t562, %t563
  %t565 = fcmp ogt float 0x0000000000000000, %t564
  %t566 = select i1 %t565, float 0x0000000000000000, float %t564
  store float %t566, ptr %t561, align 4
  br label %join.557
else.556:
  br label %join.557
join.557:
  %t567 = add i64 %t18, %t519
  %t568 = add i64 %t567, 8
  %t569 = add i64 %t568, %t12
  %t570 = add i64 %t569, 0
  %t571 = icmp ult i64 %t570, 24
  br i1 %t571, label %then.572, label %else.573
then.572:
  %t575 = mul nsw i64 %t570, 144
  %t576 = getelementptr i16, ptr %buffer3, i64 %t575
  %t577 = getelementptr float, ptr %buffer1, i64 %t570
  %t578 = getelementptr float, ptr %t535, i64 %t570
  %t579 = load float, ptr %s201
  %t580 = load float, ptr %t577, align 4
  %t581 = fadd contract float %t579, %t580
  %t582 = fcmp ogt float 0x0000000000000000, %t581
  %t583 = select i1 %t582, float 0x0000000000000000, float %t581
  store float %t583, ptr %t578, align 4
  br label %join.574
else.573:
  br label %join.574
join.574:
  %t584 = add i64 %t568, %t12
  %t585 = add i64 %t584, 1
  %t586 = icmp ult i64 %t585, 24
  br i1 %t586, label %then.587, label %else.588
then.587:
  %t590 = mul nsw i64 %t585, 144
  %t591 = getelementptr i16, ptr %buffer3, i64 %t590
  %t592 = getelementptr float, ptr %buffer1, i64 %t585
  %t593 = getelementptr float, ptr %t535, i64 %t585
  %t594 = load float, ptr %s202
  %t595 = load float, ptr %t592, align 4
  %t596 = fadd contract float %t594, %t595
  %t597 = fcmp ogt float 0x0000000000000000, %t596
  %t598 = select i1 %t597, float 0x0000000000000000, float %t596
  store float %t598, ptr %t593, align 4
  br label %join.589
else.588:
  br label %join.589
join.589:
  %t599 = add i64 %t18, %t519
  %t600 = add i64 %t599, 16
  %t601 = add i64 %t600, %t12
  %t602 = add i64 %t601, 0
  %t603 = icmp ult i64 %t602, 24
  br i1 %t603, label %then.604, label %else.605
then.604:
  %t607 = mul nsw i64 %t602, 144
  %t608 = getelementptr i16, ptr %buffer3, i64 %t607
  %t609 = getelementptr float, ptr %buffer1, i64 %t602
  %t610 = getelementptr float, ptr %t535, i64 %t602
  %t611 = load float, ptr %s205
  %t612 = load float, ptr %t609, align 4
  %t613 = fadd contract float %t611, %t612
  %t614 = fcmp ogt float 0x0000000000000000, %t613
  %t615 = select i1 %t614, float 0x0000000000000000, float %t613
  store float %t615, ptr %t610, align 4
  br label %join.606
else.605:
  br label %join.606
join.606:
  %t616 = add i64 %t600, %t12
  %t617 = add i64 %t616, 1
  %t618 = icmp ult i64 %t617, 24
  br i1 %t618, label %then.619, label %else.620
then.619:
  %t622 = mul nsw i64 %t617, 144
  %t623 = getelementptr i16, ptr %buffer3, i64 %t622
  %t624 = getelementptr float, ptr %buffer1, i64 %t617
  %t625 = getelementptr float, ptr %t535, i64 %t617
  %t626 = load float, ptr %s206
  %t627 = load float, ptr %t624, align 4
  %t628 = fadd contract float %t626, %t627
  %t629 = fcmp ogt float 0x0000000000000000, %t628
  %t630 = select i1 %t629, float 0x0000000000000000, float %t628
  store float %t630, ptr %t625, align 4
  br label %join.621
else.620:
  br label %join.621
join.621:
  %t631 = add i64 %t18, %t519
  %t632 = add i64 %t631, 24
  %t633 = add i64 %t632, %t12
  %t634 = add i64 %t633, 0
  %t635 = icmp ult i64 %t634, 24
  br i1 %t635, label %then.636, label %else.637
then.636:
  %t639 = mul nsw i64 %t634, 144
  %t640 = getelementptr i16, ptr %buffer3, i64 %t639
  %t641 = getelementptr float, ptr %buffer1, i64 %t634
  %t642 = getelementptr float, ptr %t535, i64 %t634
  %t643 = load float, ptr %s209
  %t644 = load float, ptr %t641, align 4
  %t645 = fadd contract float %t643, %t644
  %t646 = fcmp ogt float 0x0000000000000000, %t645
  %t647 = select i1 %t646, float 0x0000000000000000, float %t645
  store float %t647, ptr %t642, align 4
  br label %join.638
else.637:
  br label %join.638
join.638:
  %t648 = add i64 %t632, %t12
  %t649 = add i64 %t648, 1
  %t650 = icmp ult i64 %t649, 24
  br i1 %t650, label %then.651, label %else.652
then.651:
  %t654 = mul nsw i64 %t649, 144
  %t655 = getelementptr i16, ptr %buffer3, i64 %t654
  %t656 = getelementptr float, ptr %buffer1, i64 %t649
  %t657 = getelementptr float, ptr %t535, i64 %t649
  %t658 = load float, ptr %s210
  %t659 = load float, ptr %t656, align 4
  %t660 = fadd contract float %t658, %t659
  %t661 = fcmp ogt float 0x0000000000000000, %t660
  %t662 = select i1 %t661, float 0x0000000000000000, float %t660
  store float %t662, ptr %t657, align 4
  br label %join.653
else.652:
  br label %join.653
join.653:
  br label %join.525
else.524:
  br label %join.525
join.525:
  %t663 = add i64 %t17, %t19
  %t664 = add i64 %t663, 8
  %t665 = add i64 %t11, %t664
  %t666 = icmp ult i64 %t665, 16
  br i1 %t666, label %then.667, label %else.668
then.667:
  %t670 = urem i64 %t665, 4
  %t671 = udiv i64 %t665, 4
  %t672 = mul nsw i64 %t670, 16
  %t673 = getelementptr i16, ptr %t518, i64 %t672
  %t674 = mul nsw i64 %t670, 24
  %t675 = getelementptr float, ptr %buffer2, i64 %t674
  %t676 = mul nsw i64 %t671, 64
  %t677 = getelementptr i16, ptr %t673, i64 %t676
  %t678 = mul nsw i64 %t671, 96
  %t679 = getelementptr float, ptr %t675, i64 %t678
  %t680 = add i64 %t18, %t519
  %t681 = add i64 %t680, %t12
  %t682 = add i64 %t681, 0
  %t683 = icmp ult i64 %t682, 24
  br i1 %t683, label %then.684, label %else.685
then.684:
  %t687 = mul nsw i64 %t682, 144
  %t688 = getelementptr i16, ptr %buffer3, i64 %t687
  %t689 = getelementptr float, ptr %buffer1, i64 %t682
  %t690 = getelementptr float, ptr %t679, i64 %t682
  %t691 = load float, ptr %s199
  %t692 = load float, ptr %t689, align 4
  %t693 = fadd contract float %t691, %t692
  %t694 = fcmp ogt float 0x0000000000000000, %t693
  %t695 = select i1 %t694, float 0x0000000000000000, float %t693
  store float %t695, ptr %t690, align 4
  br label %join.686
else.685:
  br label %join.686
join.686:
  %t696 = add i64 %t680, %t12
  %t697 = add i64 %t696, 1
  %t698 = icmp ult i64 %t697, 24
  br i1 %t698, label %then.699, label %else.700
then.699:
  %t702 = mul nsw i64 %t697, 144
  %t703 = getelementptr i16, ptr %buffer3, i64 %t702
  %t704 = getelementptr float, ptr %buffer1, i64 %t697
  %t705 = getelementptr float, ptr %t679, i64 %t697
  %t706 = load float, ptr %s200
  %t707 = load float, ptr %t704, align 4
  %t708 = fadd contract float %t706, %t707
  %t709 = fcmp ogt float 0x0000000000000000, %t708
  %t710 = select i1 %t709, float 0x0000000000000000, float %t708
  store float %t710, ptr %t705, align 4
  br label %join.701
else.700:
  br label %join.701
join.701:
  %t711 = add i64 %t18, %t519
  %t712 = add i64 %t711, 8
  %t713 = add i64 %t712, %t12
  %t714 = add i64 %t713, 0
  %t715 = icmp ult i64 %t714, 24
  br i1 %t715, label %then.716, label %else.717
then.716:
  %t719 = mul nsw i64 %t714, 144
  %t720 = getelementptr i16, ptr %buffer3, i64 %t719
  %t721 = getelementptr float, ptr %buffer1, i64 %t714
  %t722 = getelementptr float, ptr %t679, i64 %t714
  %t723 = load float, ptr %s203
  %t724 = load float, ptr %t721, align 4
  %t725 = fadd contract float %t723, %t724
  %t726 = fcmp ogt float 0x0000000000000000, %t725
  %t727 = select i1 %t726, float 0x0000000000000000, float %t725
  store float %t727, ptr %t722, align 4
  br label %join.718
else.717:
  br label %join.718
join.718:
  %t728 = add i64 %t712, %t12
  %t729 = add i64 %t728, 1
  %t730 = icmp ult i64 %t729, 24
  br i1 %t730, label %then.731, label %else.732
then.731:
  %t734 = mul nsw i64 %t729, 144
  %t735 = getelementptr i16, ptr %buffer3, i64 %t734
  %t736 = getelementptr float, ptr %buffer1, i64 %t729
  %t737 = getelementptr float, ptr %t679, i64 %t729
  %t738 = load float, ptr %s204
  %t739 = load float, ptr %t736, align 4
  %t740 = fadd contract float %t738, %t739
  %t741 = fcmp ogt float 0x0000000000000000, %t740
  %t742 = select i1 %t741, float 0x0000000000000000, float %t740
  store float %t742, ptr %t737, align 4
  br label %join.733
else.732:
  br label %join.733
join.733:
  %t743 = add i64 %t18, %t519
  %t744 = add i64 %t743, 16
  %t745 = add i64 %t744, %t12
  %t746 = add i64 %t745, 0
  %t747 = icmp ult i64 %t746, 24
  br i1 %t747, label %then.748, label %else.749
then.748:
  %t751 = mul nsw i64 %t746, 144
  %t752 = getelementptr i16, ptr %buffer3, i64 %t751
  %t753 = getelementptr float, ptr %buffer1, i64 %t746
  %t754 = getelementptr float, ptr %t679, i64 %t746
  %t755 = load float, ptr %s207
  %t756 = load float, ptr %t753, align 4
  %t757 = fadd contract float %t755, %t756
  %t758 = fcmp ogt float 0x0000000000000000, %t757
  %t759 = select i1 %t758, float 0x0000000000000000, float %t757
  store float %t759, ptr %t754, align 4
  br label %join.750
else.749:
  br label %join.750
join.750:
  %t760 = add i64 %t744, %t12
  %t761 = add i64 %t760, 1
  %t762 = icmp ult i64 %t761, 24
  br i1 %t762, label %then.763, label %else.764
then.763:
  %t766 = mul nsw i64 %t761, 144
  %t767 = getelementptr i16, ptr %buffer3, i64 %t766
  %t768 = getelementptr float, ptr %buffer1, i64 %t761
  %t769 = getelementptr float, ptr %t679, i64 %t761
  %t770 = load float, ptr %s208
  %t771 = load float, ptr %t768, align 4
  %t772 = fadd contract float %t770, %t771
  %t773 = fcmp ogt float 0x0000000000000000, %t772
  %t774 = select i1 %t773, float 0x0000000000000000, float %t772
  store float %t774, ptr %t769, align 4
  br label %join.765
else.764:
  br label %join.765
join.765:
  %t775 = add i64 %t18, %t519
  %t776 = add i64 %t775, 24
  %t777 = add i64 %t776, %t12
  %t778 = add i64 %t777, 0
  %t779 = icmp ult i64 %t778, 24
  br i1 %t779, label %then.780, label %else.781
then.780:
  %t783 = mul nsw i64 %t778, 144
  %t784 = getelementptr i16, ptr %buffer3, i64 %t783
  %t785 = getelementptr float, ptr %buffer1, i64 %t778
  %t786 = getelementptr float, ptr %t679, i64 %t778
  %t787 = load float, ptr %s211
  %t788 = load float, ptr %t785, align 4
  %t789 = fadd contract float %t787, %t788
  %t790 = fcmp ogt float 0x0000000000000000, %t789
  %t791 = select i1 %t790, float 0x0000000000000000, float %t789
  store float %t791, ptr %t786, align 4
  br label %join.782
else.781:
  br label %join.782
join.782:
  %t792 = add i64 %t776, %t12
  %t793 = add i64 %t792, 1
  %t794 = icmp ult i64 %t793, 24
  br i1 %t794, label %then.795, label %else.796
then.795:
  %t798 = mul nsw i64 %t793, 144
  %t799 = getelementptr i16, ptr %buffer3, i64 %t798
  %t800 = getelementptr float, ptr %buffer1, i64 %t793
  %t801 = getelementptr float, ptr %t679, i64 %t793
  %t802 = load float, ptr %s212
  %t803 = load float, ptr %t800, align 4
  %t804 = fadd contract float %t802, %t803
  %t805 = fcmp ogt float 0x0000000000000000, %t804
  %t806 = select i1 %t805, float 0x0000000000000000, float %t804
  store float %t806, ptr %t801, align 4
  br label %join.797
else.796:
  br label %join.797
join.797:
  br label %join.669
else.668:
  br label %join.669
join.669:
  ret void
}
