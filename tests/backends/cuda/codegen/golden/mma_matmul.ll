@shared_memory = external addrspace(3) global [0 x i8], align 128
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
define ptx_kernel void @mma_matmul(ptr noalias %buffer0, ptr noalias %buffer1, ptr noalias %buffer2, ptr noalias %buffer3) nounwind "nvvm.maxntid"="64" {
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
  %t9 = urem i64 %t7, 2
  %t10 = udiv i64 %t7, 2
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
  %t24 = mul i64 %t23, 8
  %t25 = mul i64 %t22, 80
  %t26 = mul i64 %t24, 2
  %t27 = add i64 %t25, %t26
  %t28 = add i64 %t27, 0
  %t29 = add i64 %t11, %t22
  %t30 = icmp ult i64 %t29, 20
  %t31 = mul nsw i64 %t29, 48
  %t32 = getelementptr i16, ptr %buffer0, i64 %t31
  %t33 = add i64 %t4, 0
  %t34 = udiv i64 %t33, 8
  %t35 = urem i64 %t33, 8
  %t36 = mul i64 %t35, 8
  %t37 = mul i64 %t34, 144
  %t38 = mul i64 %t36, 2
  %t39 = add i64 %t37, %t38
  %t40 = add i64 %t39, 1280
  %t41 = add i64 %t12, %t36
  %t42 = icmp ult i64 %t41, 40
  %t43 = mul nsw i64 %t41, 1
  %t44 = getelementptr i16, ptr %buffer1, i64 %t43
  %t45 = add i64 %t4, 64
  %t46 = udiv i64 %t45, 8
  %t47 = urem i64 %t45, 8
  %t48 = mul i64 %t47, 8
  %t49 = mul i64 %t46, 144
  %t50 = mul i64 %t48, 2
  %t51 = add i64 %t49, %t50
  %t52 = add i64 %t51, 1280
  %t53 = add i64 %t12, %t48
  %t54 = icmp ult i64 %t53, 40
  %t55 = mul nsw i64 %t53, 1
  %t56 = getelementptr i16, ptr %buffer1, i64 %t55
  %t57 = add i64 %t4, 128
  %t58 = udiv i64 %t57, 8
  %t59 = urem i64 %t57, 8
  %t60 = mul i64 %t59, 8
  %t61 = mul i64 %t58, 144
  %t62 = mul i64 %t60, 2
  %t63 = add i64 %t61, %t62
  %t64 = add i64 %t63, 1280
  %t65 = add i64 %t12, %t60
  %t66 = icmp ult i64 %t65, 40
  %t67 = mul nsw i64 %t65, 1
  %t68 = getelementptr i16, ptr %buffer1, i64 %t67
  %t69 = add i64 %t4, 192
  %t70 = udiv i64 %t69, 8
  %t71 = urem i64 %t69, 8
  %t72 = mul i64 %t71, 8
  %t73 = mul i64 %t70, 144
  %t74 = mul i64 %t72, 2
  %t75 = add i64 %t73, %t74
  %t76 = add i64 %t75, 1280
  %t77 = add i64 %t12, %t72
  %t78 = icmp ult i64 %t77, 40
  %t79 = mul nsw i64 %t77, 1
  %t80 = getelementptr i16, ptr %buffer1, i64 %t79
  %t81 = mul i64 0, 6400
  %t82 = mul i64 0, 32
  %t83 = add i64 %t82, %t24
  %t84 = icmp ult i64 %t83, 48
  %t85 = mul nsw i64 %t83, 1
  %t86 = getelementptr i16, ptr %t32, i64 %t85
  %t87 = and i1 %t30, %t84
  %t88 = add i64 %t81, %t28
  %t89 = trunc i64 %t88 to i32
  %t90 = add i32 %t2, %t89
  %t91 = select i1 %t87, i32 16, i32 0
  %t92 = select i1 %t87, ptr %t86, ptr %buffer0
  %t93 = addrspacecast ptr %t92 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t90, ptr addrspace(1) %t93, i32 %t91)
  %t94 = mul i64 0, 6400
  %t95 = mul i64 0, 32
  %t96 = add i64 %t95, %t34
  %t97 = icmp ult i64 %t96, 48
  %t98 = mul nsw i64 %t96, 40
  %t99 = getelementptr i16, ptr %t44, i64 %t98
  %t100 = and i1 %t42, %t97
  %t101 = add i64 %t94, %t40
  %t102 = trunc i64 %t101 to i32
  %t103 = add i32 %t2, %t102
  %t104 = select i1 %t100, i32 16, i32 0
  %t105 = select i1 %t100, ptr %t99, ptr %buffer1
  %t106 = addrspacecast ptr %t105 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t103, ptr addrspace(1) %t106, i32 %t104)
  %t107 = add i64 %t95, %t46
  %t108 = icmp ult i64 %t107, 48
  %t109 = mul nsw i64 %t107, 40
  %t110 = getelementptr i16, ptr %t56, i64 %t109
  %t111 = and i1 %t54, %t108
  %t112 = add i64 %t94, %t52
  %t113 = trunc i64 %t112 to i32
  %t114 = add i32 %t2, %t113
  %t115 = select i1 %t111, i32 16, i32 0
  %t116 = select i1 %t111, ptr %t110, ptr %buffer1
  %t117 = addrspacecast ptr %t116 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t114, ptr addrspace(1) %t117, i32 %t115)
  %t118 = add i64 %t95, %t58
  %t119 = icmp ult i64 %t118, 48
  %t120 = mul nsw i64 %t118, 40
  %t121 = getelementptr i16, ptr %t68, i64 %t120
  %t122 = and i1 %t66, %t119
  %t123 = add i64 %t94, %t64
  %t124 = trunc i64 %t123 to i32
  %t125 = add i32 %t2, %t124
  %t126 = select i1 %t122, i32 16, i32 0
  %t127 = select i1 %t122, ptr %t121, ptr %buffer1
  %t128 = addrspacecast ptr %t127 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t125, ptr addrspace(1) %t128, i32 %t126)
  %t129 = add i64 %t95, %t70
  %t130 = icmp ult i64 %t129, 48
  %t131 = mul nsw i64 %t129, 40
  %t132 = getelementptr i16, ptr %t80, i64 %t131
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
  %t161 = icmp ult i64 %t160, 2
  %t162 = urem i64 %t160, 2
  br i1 %t161, label %then.163, label %else.164
then.163:
  %t166 = mul i64 %t162, 6400
  %t167 = mul i64 %t160, 32
  %t168 = add i64 %t167, %t24
  %t169 = icmp ult i64 %t168, 48
  %t170 = mul nsw i64 %t168, 1
  %t171 = getelementptr i16, ptr %t32, i64 %t170
  %t172 = and i1 %t30, %t169
  %t173 = add i64 %t166, %t28
  %t174 = trunc i64 %t173 to i32
  %t175 = add i32 %t2, %t174
  %t176 = select i1 %t172, i32 16, i32 0
  %t177 = select i1 %t172, ptr %t171, ptr %buffer0
  %t178 = addrspacecast ptr %t177 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t175, ptr addrspace(1) %t178, i32 %t176)
  %t179 = mul i64 %t162, 6400
  %t180 = mul i64 %t160, 32
  %t181 = add i64 %t180, %t34
  %t182 = icmp ult i64 %t181, 48
  %t183 = mul nsw i64 %t181, 40
  %t184 = getelementptr i16, ptr %t44, i64 %t183
  %t185 = and i1 %t42, %t182
  %t186 = add i64 %t179, %t40
  %t187 = trunc i64 %t186 to i32
  %t188 = add i32 %t2, %t187
  %t189 = select i1 %t185, i32 16, i32 0
  %t190 = select i1 %t185, ptr %t184, ptr %buffer1
  %t191 = addrspacecast ptr %t190 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t188, ptr addrspace(1) %t191, i32 %t189)
  %t192 = add i64 %t180, %t46
  %t193 = icmp ult i64 %t192, 48
  %t194 = mul nsw i64 %t192, 40
  %t195 = getelementptr i16, ptr %t56, i64 %t194
  %t196 = and i1 %t54, %t193
  %t197 = add i64 %t179, %t52
  %t198 = trunc i64 %t197 to i32
  %t199 = add i32 %t2, %t198
  %t200 = select i1 %t196, i32 16, i32 0
  %t201 = select i1 %t196, ptr %t195, ptr %buffer1
  %t202 = addrspacecast ptr %t201 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t199, ptr addrspace(1) %t202, i32 %t200)
  %t203 = add i64 %t180, %t58
  %t204 = icmp ult i64 %t203, 48
  %t205 = mul nsw i64 %t203, 40
  %t206 = getelementptr i16, ptr %t68, i64 %t205
  %t207 = and i1 %t66, %t204
  %t208 = add i64 %t179, %t64
  %t209 = trunc i64 %t208 to i32
  %t210 = add i32 %t2, %t209
  %t211 = select i1 %t207, i32 16, i32 0
  %t212 = select i1 %t207, ptr %t206, ptr %buffer1
  %t213 = addrspacecast ptr %t212 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t210, ptr addrspace(1) %t213, i32 %t211)
  %t214 = add i64 %t180, %t70
  %t215 = icmp ult i64 %t214, 48
  %t216 = mul nsw i64 %t214, 40
  %t217 = getelementptr i16, ptr %t80, i64 %t216
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
  %t227 = and i64 %t13, 15
  %t228 = udiv i64 %t13, 16
  %t229 = add i64 %t17, %t227
  %t230 = mul i64 %t229, 80
  %t231 = mul i64 %t228, 16
  %t232 = add i64 %t226, %t230
  %t233 = add i64 %t232, %t231
  %t234 = add i64 %t233, 0
  %t235 = trunc i64 %t234 to i32
  %t236 = add i32 %t2, %t235
  %t237 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t236) convergent
  %t238 = extractvalue {i32, i32, i32, i32} %t237, 0
  %t239 = extractvalue {i32, i32, i32, i32} %t237, 1
  %t240 = extractvalue {i32, i32, i32, i32} %t237, 2
  %t241 = extractvalue {i32, i32, i32, i32} %t237, 3
  %t242 = and i64 %t13, 7
  %t243 = udiv i64 %t13, 16
  %t244 = udiv i64 %t13, 8
  %t245 = and i64 %t244, 1
  %t246 = mul i64 %t245, 8
  %t247 = add i64 %t242, %t246
  %t248 = add i64 %t247, 0
  %t249 = mul i64 %t243, 8
  %t250 = add i64 %t18, %t249
  %t251 = mul i64 %t248, 144
  %t252 = mul i64 %t250, 2
  %t253 = add i64 %t226, %t251
  %t254 = add i64 %t253, %t252
  %t255 = add i64 %t254, 1280
  %t256 = trunc i64 %t255 to i32
  %t257 = add i32 %t2, %t256
  %t258 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t257) convergent
  %t259 = extractvalue {i32, i32, i32, i32} %t258, 0
  %t260 = extractvalue {i32, i32, i32, i32} %t258, 1
  %t261 = extractvalue {i32, i32, i32, i32} %t258, 2
  %t262 = extractvalue {i32, i32, i32, i32} %t258, 3
  %t263 = and i64 %t13, 7
  %t264 = udiv i64 %t13, 16
  %t265 = udiv i64 %t13, 8
  %t266 = and i64 %t265, 1
  %t267 = mul i64 %t266, 8
  %t268 = add i64 %t263, %t267
  %t269 = add i64 %t268, 0
  %t270 = mul i64 %t264, 8
  %t271 = add i64 %t18, %t270
  %t272 = add i64 %t271, 16
  %t273 = mul i64 %t269, 144
  %t274 = mul i64 %t272, 2
  %t275 = add i64 %t226, %t273
  %t276 = add i64 %t275, %t274
  %t277 = add i64 %t276, 1280
  %t278 = trunc i64 %t277 to i32
  %t279 = add i32 %t2, %t278
  %t280 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t279) convergent
  %t281 = extractvalue {i32, i32, i32, i32} %t280, 0
  %t282 = extractvalue {i32, i32, i32, i32} %t280, 1
  %t283 = extractvalue {i32, i32, i32, i32} %t280, 2
  %t284 = extractvalue {i32, i32, i32, i32} %t280, 3
  %t285 = load float, ptr %s140
  %t286 = load float, ptr %s141
  %t287 = load float, ptr %s142
  %t288 = load float, ptr %s143
  %t289 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t238, i32 %t239, i32 %t240, i32 %t241, i32 %t259, i32 %t260, float %t285, float %t286, float %t287, float %t288) convergent
  %t290 = extractvalue {float, float, float, float} %t289, 0
  store float %t290, ptr %s140
  %t291 = extractvalue {float, float, float, float} %t289, 1
  store float %t291, ptr %s141
  %t292 = extractvalue {float, float, float, float} %t289, 2
  store float %t292, ptr %s142
  %t293 = extractvalue {float, float, float, float} %t289, 3
  store float %t293, ptr %s143
  %t294 = load float, ptr %s144
  %t295 = load float, ptr %s145
  %t296 = load float, ptr %s146
  %t297 = load float, ptr %s147
  %t298 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t238, i32 %t239, i32 %t240, i32 %t241, i32 %t261, i32 %t262, float %t294, float %t295, float %t296, float %t297) convergent
  %t299 = extractvalue {float, float, float, float} %t298, 0
  store float %t299, ptr %s144
  %t300 = extractvalue {float, float, float, float} %t298, 1
  store float %t300, ptr %s145
  %t301 = extractvalue {float, float, float, float} %t298, 2
  store float %t301, ptr %s146
  %t302 = extractvalue {float, float, float, float} %t298, 3
  store float %t302, ptr %s147
  %t303 = load float, ptr %s148
  %t304 = load float, ptr %s149
  %t305 = load float, ptr %s150
  %t306 = load float, ptr %s151
  %t307 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t238, i32 %t239, i32 %t240, i32 %t241, i32 %t281, i32 %t282, float %t303, float %t304, float %t305, float %t306) convergent
  %t308 = extractvalue {float, float, float, float} %t307, 0
  store float %t308, ptr %s148
  %t309 = extractvalue {float, float, float, float} %t307, 1
  store float %t309, ptr %s149
  %t310 = extractvalue {float, float, float, float} %t307, 2
  store float %t310, ptr %s150
  %t311 = extractvalue {float, float, float, float} %t307, 3
  store float %t311, ptr %s151
  %t312 = load float, ptr %s152
  %t313 = load float, ptr %s153
  %t314 = load float, ptr %s154
  %t315 = load float, ptr %s155
  %t316 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t238, i32 %t239, i32 %t240, i32 %t241, i32 %t283, i32 %t284, float %t312, float %t313, float %t314, float %t315) convergent
  %t317 = extractvalue {float, float, float, float} %t316, 0
  store float %t317, ptr %s152
  %t318 = extractvalue {float, float, float, float} %t316, 1
  store float %t318, ptr %s153
  %t319 = extractvalue {float, float, float, float} %t316, 2
  store float %t319, ptr %s154
  %t320 = extractvalue {float, float, float, float} %t316, 3
  store float %t320, ptr %s155
  %t321 = and i64 %t13, 15
  %t322 = udiv i64 %t13, 16
  %t323 = add i64 %t17, %t321
  %t324 = mul i64 %t323, 80
  %t325 = mul i64 %t322, 16
  %t326 = add i64 %t226, %t324
  %t327 = add i64 %t326, %t325
  %t328 = add i64 %t327, 32
  %t329 = trunc i64 %t328 to i32
  %t330 = add i32 %t2, %t329
  %t331 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t330) convergent
  %t332 = extractvalue {i32, i32, i32, i32} %t331, 0
  %t333 = extractvalue {i32, i32, i32, i32} %t331, 1
  %t334 = extractvalue {i32, i32, i32, i32} %t331, 2
  %t335 = extractvalue {i32, i32, i32, i32} %t331, 3
  %t336 = and i64 %t13, 7
  %t337 = udiv i64 %t13, 16
  %t338 = udiv i64 %t13, 8
  %t339 = and i64 %t338, 1
  %t340 = mul i64 %t339, 8
  %t341 = add i64 %t336, %t340
  %t342 = add i64 %t341, 16
  %t343 = mul i64 %t337, 8
  %t344 = add i64 %t18, %t343
  %t345 = mul i64 %t342, 144
  %t346 = mul i64 %t344, 2
  %t347 = add i64 %t226, %t345
  %t348 = add i64 %t347, %t346
  %t349 = add i64 %t348, 1280
  %t350 = trunc i64 %t349 to i32
  %t351 = add i32 %t2, %t350
  %t352 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t351) convergent
  %t353 = extractvalue {i32, i32, i32, i32} %t352, 0
  %t354 = extractvalue {i32, i32, i32, i32} %t352, 1
  %t355 = extractvalue {i32, i32, i32, i32} %t352, 2
  %t356 = extractvalue {i32, i32, i32, i32} %t352, 3
  %t357 = and i64 %t13, 7
  %t358 = udiv i64 %t13, 16
  %t359 = udiv i64 %t13, 8
  %t360 = and i64 %t359, 1
  %t361 = mul i64 %t360, 8
  %t362 = add i64 %t357, %t361
  %t363 = add i64 %t362, 16
  %t364 = mul i64 %t358, 8
  %t365 = add i64 %t18, %t364
  %t366 = add i64 %t365, 16
  %t367 = mul i64 %t363, 144
  %t368 = mul i64 %t366, 2
  %t369 = add i64 %t226, %t367
  %t370 = add i64 %t369, %t368
  %t371 = add i64 %t370, 1280
  %t372 = trunc i64 %t371 to i32
  %t373 = add i32 %t2, %t372
  %t374 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t373) convergent
  %t375 = extractvalue {i32, i32, i32, i32} %t374, 0
  %t376 = extractvalue {i32, i32, i32, i32} %t374, 1
  %t377 = extractvalue {i32, i32, i32, i32} %t374, 2
  %t378 = extractvalue {i32, i32, i32, i32} %t374, 3
  %t379 = load float, ptr %s140
  %t380 = load float, ptr %s141
  %t381 = load float, ptr %s142
  %t382 = load float, ptr %s143
  %t383 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t332, i32 %t333, i32 %t334, i32 %t335, i32 %t353, i32 %t354, float %t379, float %t380, float %t381, float %t382) convergent
  %t384 = extractvalue {float, float, float, float} %t383, 0
  store float %t384, ptr %s140
  %t385 = extractvalue {float, float, float, float} %t383, 1
  store float %t385, ptr %s141
  %t386 = extractvalue {float, float, float, float} %t383, 2
  store float %t386, ptr %s142
  %t387 = extractvalue {float, float, float, float} %t383, 3
  store float %t387, ptr %s143
  %t388 = load float, ptr %s144
  %t389 = load float, ptr %s145
  %t390 = load float, ptr %s146
  %t391 = load float, ptr %s147
  %t392 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t332, i32 %t333, i32 %t334, i32 %t335, i32 %t355, i32 %t356, float %t388, float %t389, float %t390, float %t391) convergent
  %t393 = extractvalue {float, float, float, float} %t392, 0
  store float %t393, ptr %s144
  %t394 = extractvalue {float, float, float, float} %t392, 1
  store float %t394, ptr %s145
  %t395 = extractvalue {float, float, float, float} %t392, 2
  store float %t395, ptr %s146
  %t396 = extractvalue {float, float, float, float} %t392, 3
  store float %t396, ptr %s147
  %t397 = load float, ptr %s148
  %t398 = load float, ptr %s149
  %t399 = load float, ptr %s150
  %t400 = load float, ptr %s151
  %t401 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t332, i32 %t333, i32 %t334, i32 %t335, i32 %t375, i32 %t376, float %t397, float %t398, float %t399, float %t400) convergent
  %t402 = extractvalue {float, float, float, float} %t401, 0
  store float %t402, ptr %s148
  %t403 = extractvalue {float, float, float, float} %t401, 1
  store float %t403, ptr %s149
  %t404 = extractvalue {float, float, float, float} %t401, 2
  store float %t404, ptr %s150
  %t405 = extractvalue {float, float, float, float} %t401, 3
  store float %t405, ptr %s151
  %t406 = load float, ptr %s152
  %t407 = load float, ptr %s153
  %t408 = load float, ptr %s154
  %t409 = load float, ptr %s155
  %t410 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t332, i32 %t333, i32 %t334, i32 %t335, i32 %t377, i32 %t378, float %t406, float %t407, float %t408, float %t409) convergent
  %t411 = extractvalue {float, float, float, float} %t410, 0
  store float %t411, ptr %s152
  %t412 = extractvalue {float, float, float, float} %t410, 1
  store float %t412, ptr %s153
  %t413 = extractvalue {float, float, float, float} %t410, 2
  store float %t413, ptr %s154
  %t414 = extractvalue {float, float, float, float} %t410, 3
  store float %t414, ptr %s155
  %t415 = add nuw nsw i64 %t159, 1
  store i64 %t415, ptr %s156
  %t416 = icmp slt i64 %t415, 2
  br i1 %t416, label %loop.157, label %done.158
done.158:
  call void asm sideeffect "cp.async.wait_all;", "~{memory}"()
  %t417 = mul i64 %t20, 2
  %t418 = add i64 %t17, %t19
  %t419 = add i64 %t11, %t418
  %t420 = icmp ult i64 %t419, 20
  br i1 %t420, label %then.421, label %else.422
then.421:
  %t424 = mul nsw i64 %t419, 48
  %t425 = getelementptr i16, ptr %buffer0, i64 %t424
  %t426 = mul nsw i64 %t419, 40
  %t427 = getelementptr float, ptr %buffer3, i64 %t426
  %t428 = add i64 %t18, %t417
  %t429 = add i64 %t428, %t12
  %t430 = add i64 %t429, 0
  %t431 = icmp ult i64 %t430, 40
  br i1 %t431, label %then.432, label %else.433
then.432:
  %t435 = getelementptr i16, ptr %buffer1, i64 %t430
  %t436 = getelementptr float, ptr %buffer2, i64 %t430
  %t437 = getelementptr float, ptr %t427, i64 %t430
  %t438 = load float, ptr %s140
  %t439 = load float, ptr %t436, align 4
  %t440 = fadd contract float %t438, %t439
  store float %t440, ptr %t437, align 4
  br label %join.434
else.433:
  br label %join.434
join.434:
  %t441 = add i64 %t428, %t12
  %t442 = add i64 %t441, 1
  %t443 = icmp ult i64 %t442, 40
  br i1 %t443, label %then.444, label %else.445
then.444:
  %t447 = getelementptr i16, ptr %buffer1, i64 %t442
  %t448 = getelementptr float, ptr %buffer2, i64 %t442
  %t449 = getelementptr float, ptr %t427, i64 %t442
  %t450 = load float, ptr %s141
  %t451 = load float, ptr %t448, align 4
  %t452 = fadd contract float %t450, %t451
  store float %t452, ptr %t449, align 4
  br label %join.446
else.445:
  br label %join.446
join.446:
  %t453 = add i64 %t18, %t417
  %t454 = add i64 %t453, 8
  %t455 = add i64 %t454, %t12
  %t456 = add i64 %t455, 0
  %t457 = icmp ult i64 %t456, 40
  br i1 %t457, label %then.458, label %else.459
then.458:
  %t461 = getelementptr i16, ptr %buffer1, i64 %t456
  %t462 = getelementptr float, ptr %buffer2, i64 %t456
  %t463 = getelementptr float, ptr %t427, i64 %t456
  %t464 = load float, ptr %s144
  %t465 = load float, ptr %t462, align 4
  %t466 = fadd contract float %t464, %t465
  store float %t466, ptr %t463, align 4
  br label %join.460
else.459:
  br label %join.460
join.460:
  %t467 = add i64 %t454, %t12
  %t468 = add i64 %t467, 1
  %t469 = icmp ult i64 %t468, 40
  br i1 %t469, label %then.470, label %else.471
then.470:
  %t473 = getelementptr i16, ptr %buffer1, i64 %t468
  %t474 = getelementptr float, ptr %buffer2, i64 %t468
  %t475 = getelementptr float, ptr %t427, i64 %t468
  %t476 = load float, ptr %s145
  %t477 = load float, ptr %t474, align 4
  %t478 = fadd contract float %t476, %t477
  store float %t478, ptr %t475, align 4
  br label %join.472
else.471:
  br label %join.472
join.472:
  %t479 = add i64 %t18, %t417
  %t480 = add i64 %t479, 16
  %t481 = add i64 %t480, %t12
  %t482 = add i64 %t481, 0
  %t483 = icmp ult i64 %t482, 40
  br i1 %t483, label %then.484, label %else.485
then.484:
  %t487 = getelementptr i16, ptr %buffer1, i64 %t482
  %t488 = getelementptr float, ptr %buffer2, i64 %t482
  %t489 = getelementptr float, ptr %t427, i64 %t482
  %t490 = load float, ptr %s148
  %t491 = load float, ptr %t488, align 4
  %t492 = fadd contract float %t490, %t491
  store float %t492, ptr %t489, align 4
  br label %join.486
else.485:
  br label %join.486
join.486:
  %t493 = add i64 %t480, %t12
  %t494 = add i64 %t493, 1
  %t495 = icmp ult i64 %t494, 40
  br i1 %t495, label %then.496, label %else.497
then.496:
  %t499 = getelementptr i16, ptr %buffer1, i64 %t494
  %t500 = getelementptr float, ptr %buffer2, i64 %t494
  %t501 = getelementptr float, ptr %t427, i64 %t494
  %t502 = load float, ptr %s149
  %t503 = load float, ptr %t500, align 4
  %t504 = fadd contract float %t502, %t503
  store float %t504, ptr %t501, align 4
  br label %join.498
else.497:
  br label %join.498
join.498:
  %t505 = add i64 %t18, %t417
  %t506 = add i64 %t505, 24
  %t507 = add i64 %t506, %t12
  %t508 = add i64 %t507, 0
  %t509 = icmp ult i64 %t508, 40
  br i1 %t509, label %then.510, label %else.511
then.510:
  %t513 = getelementptr i16, ptr %buffer1, i64 %t508
  %t514 = getelementptr float, ptr %buffer2, i64 %t508
  %t515 = getelementptr float, ptr %t427, i64 %t508
  %t516 = load float, ptr %s152
  %t517 = load float, ptr %t514, align 4
  %t518 = fadd contract float %t516, %t517
  store float %t518, ptr %t515, align 4
  br label %join.512
else.511:
  br label %join.512
join.512:
  %t519 = add i64 %t506, %t12
  %t520 = add i64 %t519, 1
  %t521 = icmp ult i64 %t520, 40
  br i1 %t521, label %then.522, label %else.523
then.522:
  %t525 = getelementptr i16, ptr %buffer1, i64 %t520
  %t526 = getelementptr float, ptr %buffer2, i64 %t520
  %t527 = getelementptr float, ptr %t427, i64 %t520
  %t528 = load float, ptr %s153
  %t529 = load float, ptr %t526, align 4
  %t530 = fadd contract float %t528, %t529
  store float %t530, ptr %t527, align 4
  br label %join.524
else.523:
  br label %join.524
join.524:
  br label %join.423
else.422:
  br label %join.423
join.423:
  %t531 = add i64 %t17, %t19
  %t532 = add i64 %t531, 8
  %t533 = add i64 %t11, %t532
  %t534 = icmp ult i64 %t533, 20
  br i1 %t534, label %then.535, label %else.536
then.535:
  %t538 = mul nsw i64 %t533, 48
  %t539 = getelementptr i16, ptr %buffer0, i64 %t538
  %t540 = mul nsw i64 %t533, 40
  %t541 = getelementptr float, ptr %buffer3, i64 %t540
  %t542 = add i64 %t18, %t417
  %t543 = add i64 %t542, %t12
  %t544 = add i64 %t543, 0
  %t545 = icmp ult i64 %t544, 40
  br i1 %t545, label %then.546, label %else.547
then.546:
  %t549 = getelementptr i16, ptr %buffer1, i64 %t544
  %t550 = getelementptr float, ptr %buffer2, i64 %t544
  %t551 = getelementptr float, ptr %t541, i64 %t544
  %t552 = load float, ptr %s142
  %t553 = load float, ptr %t550, align 4
  %t554 = fadd contract float %t552, %t553
  store float %t554, ptr %t551, align 4
  br label %join.548
else.547:
  br label %join.548
join.548:
  %t555 = add i64 %t542, %t12
  %t556 = add i64 %t555, 1
  %t557 = icmp ult i64 %t556, 40
  br i1 %t557, label %then.558, label %else.559
then.558:
  %t561 = getelementptr i16, ptr %buffer1, i64 %t556
  %t562 = getelementptr float, ptr %buffer2, i64 %t556
  %t563 = getelementptr float, ptr %t541, i64 %t556
  %t564 = load float, ptr %s143
  %t565 = load float, ptr %t562, align 4
  %t566 = fadd contract float %t564, %t565
  store float %t566, ptr %t563, align 4
  br label %join.560
else.559:
  br label %join.560
join.560:
  %t567 = add i64 %t18, %t417
  %t568 = add i64 %t567, 8
  %t569 = add i64 %t568, %t12
  %t570 = add i64 %t569, 0
  %t571 = icmp ult i64 %t570, 40
  br i1 %t571, label %then.572, label %else.573
then.572:
  %t575 = getelementptr i16, ptr %buffer1, i64 %t570
  %t576 = getelementptr float, ptr %buffer2, i64 %t570
  %t577 = getelementptr float, ptr %t541, i64 %t570
  %t578 = load float, ptr %s146
  %t579 = load float, ptr %t576, align 4
  %t580 = fadd contract float %t578, %t579
  store float %t580, ptr %t577, align 4
  br label %join.574
else.573:
  br label %join.574
join.574:
  %t581 = add i64 %t568, %t12
  %t582 = add i64 %t581, 1
  %t583 = icmp ult i64 %t582, 40
  br i1 %t583, label %then.584, label %else.585
then.584:
  %t587 = getelementptr i16, ptr %buffer1, i64 %t582
  %t588 = getelementptr float, ptr %buffer2, i64 %t582
  %t589 = getelementptr float, ptr %t541, i64 %t582
  %t590 = load float, ptr %s147
  %t591 = load float, ptr %t588, align 4
  %t592 = fadd contract float %t590, %t591
  store float %t592, ptr %t589, align 4
  br label %join.586
else.585:
  br label %join.586
join.586:
  %t593 = add i64 %t18, %t417
  %t594 = add i64 %t593, 16
  %t595 = add i64 %t594, %t12
  %t596 = add i64 %t595, 0
  %t597 = icmp ult i64 %t596, 40
  br i1 %t597, label %then.598, label %else.599
then.598:
  %t601 = getelementptr i16, ptr %buffer1, i64 %t596
  %t602 = getelementptr float, ptr %buffer2, i64 %t596
  %t603 = getelementptr float, ptr %t541, i64 %t596
  %t604 = load float, ptr %s150
  %t605 = load float, ptr %t602, align 4
  %t606 = fadd contract float %t604, %t605
  store float %t606, ptr %t603, align 4
  br label %join.600
else.599:
  br label %join.600
join.600:
  %t607 = add i64 %t594, %t12
  %t608 = add i64 %t607, 1
  %t609 = icmp ult i64 %t608, 40
  br i1 %t609, label %then.610, label %else.611
then.610:
  %t613 = getelementptr i16, ptr %buffer1, i64 %t608
  %t614 = getelementptr float, ptr %buffer2, i64 %t608
  %t615 = getelementptr float, ptr %t541, i64 %t608
  %t616 = load float, ptr %s151
  %t617 = load float, ptr %t614, align 4
  %t618 = fadd contract float %t616, %t617
  store float %t618, ptr %t615, align 4
  br label %join.612
else.611:
  br label %join.612
join.612:
  %t619 = add i64 %t18, %t417
  %t620 = add i64 %t619, 24
  %t621 = add i64 %t620, %t12
  %t622 = add i64 %t621, 0
  %t623 = icmp ult i64 %t622, 40
  br i1 %t623, label %then.624, label %else.625
then.624:
  %t627 = getelementptr i16, ptr %buffer1, i64 %t622
  %t628 = getelementptr float, ptr %buffer2, i64 %t622
  %t629 = getelementptr float, ptr %t541, i64 %t622
  %t630 = load float, ptr %s154
  %t631 = load float, ptr %t628, align 4
  %t632 = fadd contract float %t630, %t631
  store float %t632, ptr %t629, align 4
  br label %join.626
else.625:
  br label %join.626
join.626:
  %t633 = add i64 %t620, %t12
  %t634 = add i64 %t633, 1
  %t635 = icmp ult i64 %t634, 40
  br i1 %t635, label %then.636, label %else.637
then.636:
  %t639 = getelementptr i16, ptr %buffer1, i64 %t634
  %t640 = getelementptr float, ptr %buffer2, i64 %t634
  %t641 = getelementptr float, ptr %t541, i64 %t634
  %t642 = load float, ptr %s155
  %t643 = load float, ptr %t640, align 4
  %t644 = fadd contract float %t642, %t643
  store float %t644, ptr %t641, align 4
  br label %join.638
else.637:
  br label %join.638
join.638:
  br label %join.537
else.536:
  br label %join.537
join.537:
  ret void
}
