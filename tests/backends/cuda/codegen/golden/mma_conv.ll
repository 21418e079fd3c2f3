@shared_memory = external addrspace(3) global [0 x i8], align 128
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
declare void @llvm.nvvm.bar.warp.sync(i32) convergent
define ptx_kernel void @mma_conv(ptr noalias %buffer0, ptr noalias %buffer1, ptr noalias %buffer2, ptr noalias %buffer3) nounwind "nvvm.maxntid"="64" {
  %s121 = alloca float
  %s122 = alloca float
  %s123 = alloca float
  %s124 = alloca float
  %s125 = alloca float
  %s126 = alloca float
  %s127 = alloca float
  %s128 = alloca float
  %s129 = alloca float
  %s130 = alloca float
  %s131 = alloca float
  %s132 = alloca float
  %s133 = alloca float
  %s134 = alloca float
  %s135 = alloca float
  %s136 = alloca float
  %s156 = alloca i32
  %s157 = alloca i32
  %s158 = alloca i64
  %t1 = ptrtoint ptr addrspace(3) @shared_memory to i64
  %t2 = trunc i64 %t1 to i32
  %t3 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t4 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t5 = udiv i32 %t3, 32
  %t6 = urem i32 %t3, 32
  %t7 = udiv i32 %t5, 2
  %t8 = urem i32 %t5, 2
  %t9 = mul nsw i32 %t7, 16
  %t10 = mul nsw i32 %t8, 32
  %t11 = udiv i32 %t6, 4
  %t12 = urem i32 %t6, 4
  %t13 = getelementptr i16, ptr %buffer0, i64 -80
  %t14 = udiv i32 %t3, 4
  %t15 = urem i32 %t3, 4
  %t16 = mul nsw i32 %t15, 8
  %t17 = mul nsw i32 %t14, 80
  %t18 = mul nsw i32 %t16, 2
  %t19 = add nsw i32 %t2, %t17
  %t20 = add nsw i32 %t19, %t18
  %t21 = udiv i32 %t14, 4
  %t22 = urem i32 %t14, 4
  %t23 = mul nsw i32 %t22, 16
  %t24 = mul nsw i32 %t21, 64
  %t25 = add nsw i32 %t23, %t24
  %t26 = add nsw i32 %t21, -1
  %t27 = add nsw i32 %t22, -1
  %t28 = udiv i32 %t3, 4
  %t29 = urem i32 %t3, 4
  %t30 = mul nsw i32 %t29, 8
  %t31 = mul nsw i32 %t28, 80
  %t32 = mul nsw i32 %t30, 2
  %t33 = add nsw i32 %t2, %t31
  %t34 = add nsw i32 %t33, %t32
  %t35 = add nsw i32 %t34, 1280
  %t36 = mul nsw i32 %t28, 144
  %t37 = icmp ult i32 %t28, 24
  %t38 = mul nsw i32 %t29, 8
  %t39 = mul nsw i32 %t28, 80
  %t40 = mul nsw i32 %t38, 2
  %t41 = add nsw i32 %t2, %t39
  %t42 = add nsw i32 %t41, %t40
  %t43 = add nsw i32 %t42, 1280
  %t44 = mul nsw i32 %t28, 144
  %t45 = add nsw i32 %t28, 16
  %t46 = icmp ult i32 %t45, 24
  %t47 = mul nsw i32 %t29, 8
  %t48 = mul nsw i32 %t28, 80
  %t49 = mul nsw i32 %t47, 2
  %t50 = add nsw i32 %t2, %t48
  %t51 = add nsw i32 %t50, %t49
  %t52 = add nsw i32 %t51, 1280
  %t53 = mul nsw i32 %t28, 144
  %t54 = add nsw i32 %t28, 32
  %t55 = icmp ult i32 %t54, 24
  %t56 = mul nsw i32 %t29, 8
  %t57 = mul nsw i32 %t28, 80
  %t58 = mul nsw i32 %t56, 2
  %t59 = add nsw i32 %t2, %t57
  %t60 = add nsw i32 %t59, %t58
  %t61 = add nsw i32 %t60, 1280
  %t62 = mul nsw i32 %t28, 144
  %t63 = add nsw i32 %t28, 48
  %t64 = icmp ult i32 %t63, 24
  %t65 = udiv i32 %t16, 16
  %t66 = urem i32 %t16, 16
  %t67 = udiv i32 %t65, 3
  %t68 = urem i32 %t65, 3
  %t69 = mul nsw i32 %t68, 16
  %t70 = mul nsw i32 %t67, 64
  %t71 = add nsw i32 %t66, %t69
  %t72 = add nsw i32 %t71, %t70
  %t73 = icmp ult i32 %t16, 144
  %t74 = add nsw i32 %t26, %t67
  %t75 = icmp ult i32 %t74, 4
  %t76 = add nsw i32 %t27, %t68
  %t77 = icmp ult i32 %t76, 4
  %t78 = add nsw i32 %t25, %t72
  %t79 = and i1 %t73, %t75
  %t80 = and i1 %t79, %t77
  %t81 = select i1 %t80, i32 %t78, i32 80
  %t82 = sext i32 %t81 to i64
  %t83 = getelementptr i16, ptr %t13, i64 %t82
  %t84 = addrspacecast ptr %t83 to ptr addrspace(1)
  %t85 = select i1 %t80, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t20, ptr addrspace(1) %t84, i32 %t85)
  %t86 = icmp ult i32 %t30, 144
  %t87 = add nsw i32 %t36, %t30
  %t88 = and i1 %t37, %t86
  %t89 = select i1 %t88, i32 %t87, i32 0
  %t90 = sext i32 %t89 to i64
  %t91 = getelementptr i16, ptr %buffer3, i64 %t90
  %t92 = addrspacecast ptr %t91 to ptr addrspace(1)
  %t93 = select i1 %t88, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t35, ptr addrspace(1) %t92, i32 %t93)
  %t94 = icmp ult i32 %t38, 144
  %t95 = add nsw i32 %t44, %t38
  %t96 = and i1 %t46, %t94
  %t97 = add nsw i32 %t95, 2304
  %t98 = select i1 %t96, i32 %t97, i32 0
  %t99 = sext i32 %t98 to i64
  %t100 = getelementptr i16, ptr %buffer3, i64 %t99
  %t101 = addrspacecast ptr %t100 to ptr addrspace(1)
  %t102 = select i1 %t96, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0+1280], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t43, ptr addrspace(1) %t101, i32 %t102)
  %t103 = icmp ult i32 %t47, 144
  %t104 = add nsw i32 %t53, %t47
  %t105 = and i1 %t55, %t103
  %t106 = add nsw i32 %t104, 4608
  %t107 = select i1 %t105, i32 %t106, i32 0
  %t108 = sext i32 %t107 to i64
  %t109 = getelementptr i16, ptr %buffer3, i64 %t108
  %t110 = addrspacecast ptr %t109 to ptr addrspace(1)
  %t111 = select i1 %t105, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0+2560], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t52, ptr addrspace(1) %t110, i32 %t111)
  %t112 = icmp ult i32 %t56, 144
  %t113 = add nsw i32 %t62, %t56
  %t114 = and i1 %t64, %t112
  %t115 = add nsw i32 %t113, 6912
  %t116 = select i1 %t114, i32 %t115, i32 0
  %t117 = sext i32 %t116 to i64
  %t118 = getelementptr i16, ptr %buffer3, i64 %t117
  %t119 = addrspacecast ptr %t118 to ptr addrspace(1)
  %t120 = select i1 %t114, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0+3840], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t61, ptr addrspace(1) %t119, i32 %t120)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  store float 0.0, ptr %s121
  store float 0.0, ptr %s122
  store float 0.0, ptr %s123
  store float 0.0, ptr %s124
  store float 0.0, ptr %s125
  store float 0.0, ptr %s126
  store float 0.0, ptr %s127
  store float 0.0, ptr %s128
  store float 0.0, ptr %s129
  store float 0.0, ptr %s130
  store float 0.0, ptr %s131
  store float 0.0, ptr %s132
  store float 0.0, ptr %s133
  store float 0.0, ptr %s134
  store float 0.0, ptr %s135
  store float 0.0, ptr %s136
  %t137 = udiv i32 %t6, 16
  %t138 = urem i32 %t6, 16
  %t139 = add nsw i32 %t9, %t138
  %t140 = mul nsw i32 %t139, 80
  %t141 = mul nsw i32 %t137, 16
  %t142 = add nsw i32 %t2, %t140
  %t143 = add nsw i32 %t142, %t141
  %t144 = add nsw i32 %t2, 1280
  %t145 = udiv i32 %t6, 8
  %t146 = urem i32 %t6, 8
  %t147 = udiv i32 %t145, 2
  %t148 = urem i32 %t145, 2
  %t149 = mul nsw i32 %t147, 8
  %t150 = add nsw i32 %t10, %t149
  %t151 = add nsw i32 %t150, %t146
  %t152 = mul nsw i32 %t151, 80
  %t153 = mul nsw i32 %t148, 16
  %t154 = add nsw i32 %t144, %t152
  %t155 = add nsw i32 %t154, %t153
  store i32 0, ptr %s156
  store i32 6400, ptr %s157
  store i64 0, ptr %s158
  br label %loop.159
loop.159:
  %t161 = load i64, ptr %s158
  call void asm sideeffect "cp.async.wait_group 0;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t162 = trunc i64 %t161 to i32
  %t163 = add nsw i32 %t162, 1
  %t164 = icmp ult i32 %t163, 5
  %t165 = load i32, ptr %s157
  br i1 %t164, label %then.166, label %else.167
then.166:
  %t169 = mul nsw i32 %t163, 32
  %t170 = add nsw i32 %t169, %t16
  %t171 = udiv i32 %t170, 16
  %t172 = urem i32 %t170, 16
  %t173 = udiv i32 %t171, 3
  %t174 = urem i32 %t171, 3
  %t175 = mul nsw i32 %t174, 16
  %t176 = mul nsw i32 %t173, 64
  %t177 = add nsw i32 %t172, %t175
  %t178 = add nsw i32 %t177, %t176
  %t179 = icmp ult i32 %t170, 144
  %t180 = add nsw i32 %t26, %t173
  %t181 = icmp ult i32 %t180, 4
  %t182 = add nsw i32 %t27, %t174
  %t183 = icmp ult i32 %t182, 4
  %t184 = add nsw i32 %t25, %t178
  %t185 = and i1 %t179, %t181
  %t186 = and i1 %t185, %t183
  %t187 = select i1 %t186, i32 %t184, i32 80
  %t188 = sext i32 %t187 to i64
  %t189 = getelementptr i16, ptr %t13, i64 %t188
  %t190 = add nsw i32 %t20, %t165
  %t191 = addrspacecast ptr %t189 to ptr addrspace(1)
  %t192 = select i1 %t186, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t190, ptr addrspace(1) %t191, i32 %t192)
  %t193 = mul nsw i32 %t163, 32
  %t194 = add nsw i32 %t193, %t30
  %t195 = icmp ult i32 %t194, 144
  %t196 = add nsw i32 %t36, %t194
  %t197 = and i1 %t37, %t195
  %t198 = select i1 %t197, i32 %t196, i32 0
  %t199 = sext i32 %t198 to i64
  %t200 = getelementptr i16, ptr %buffer3, i64 %t199
  %t201 = add nsw i32 %t35, %t165
  %t202 = addrspacecast ptr %t200 to ptr addrspace(1)
  %t203 = select i1 %t197, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t201, ptr addrspace(1) %t202, i32 %t203)
  %t204 = add nsw i32 %t193, %t38
  %t205 = icmp ult i32 %t204, 144
  %t206 = add nsw i32 %t44, %t204
  %t207 = and i1 %t46, %t205
  %t208 = add nsw i32 %t206, 2304
  %t209 = select i1 %t207, i32 %t208, i32 0
  %t210 = sext i32 %t209 to i64
  %t211 = getelementptr i16, ptr %buffer3, i64 %t210
  %t212 = add nsw i32 %t43, %t165
  %t213 = addrspacecast ptr %t211 to ptr addrspace(1)
  %t214 = select i1 %t207, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0+1280], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t212, ptr addrspace(1) %t213, i32 %t214)
  %t215 = add nsw i32 %t193, %t47
  %t216 = icmp ult i32 %t215, 144
  %t217 = add nsw i32 %t53, %t215
  %t218 = and i1 %t55, %t216
  %t219 = add nsw i32 %t217, 4608
  %t220 = select i1 %t218, i32 %t219, i32 0
  %t221 = sext i32 %t220 to i64
  %t222 = getelementptr i16, ptr %buffer3, i64 %t221
  %t223 = add nsw i32 %t52, %t165
  %t224 = addrspacecast ptr %t222 to ptr addrspace(1)
  %t225 = select i1 %t218, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0+2560], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t223, ptr addrspace(1) %t224, i32 %t225)
  %t226 = add nsw i32 %t193, %t56
  %t227 = icmp ult i32 %t226, 144
  %t228 = add nsw i32 %t62, %t226
  %t229 = and i1 %t64, %t227
  %t230 = add nsw i32 %t228, 6912
  %t231 = select i1 %t229, i32 %t230, i32 0
  %t232 = sext i32 %t231 to i64
  %t233 = getelementptr i16, ptr %buffer3, i64 %t232
  %t234 = add nsw i32 %t61, %t165
  %t235 = addrspacecast ptr %t233 to ptr addrspace(1)
  %t236 = select i1 %t229, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0+3840], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t234, ptr addrspace(1) %t235, i32 %t236)
  br label %join.168
else.167:
  br label %join.168
join.168:
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t237 = load i32, ptr %s156
  %t238 = add nsw i32 %t143, %t237
  %t239 = add nsw i32 %t155, %t237
  %t240 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t238) convergent
  %t241 = extractvalue {i32, i32, i32, i32} %t240, 0
  %t242 = extractvalue {i32, i32, i32, i32} %t240, 1
  %t243 = extractvalue {i32, i32, i32, i32} %t240, 2
  %t244 = extractvalue {i32, i32, i32, i32} %t240, 3
  %t245 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t239) convergent
  %t246 = extractvalue {i32, i32, i32, i32} %t245, 0
  %t247 = extractvalue {i32, i32, i32, i32} %t245, 1
  %t248 = extractvalue {i32, i32, i32, i32} %t245, 2
  %t249 = extractvalue {i32, i32, i32, i32} %t245, 3
  %t250 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4+1280];", "=r,=r,=r,=r,r,~{memory}"(i32 %t239) convergent
  %t251 = extractvalue {i32, i32, i32, i32} %t250, 0
  %t252 = extractvalue {i32, i32, i32, i32} %t250, 1
  %t253 = extractvalue {i32, i32, i32, i32} %t250, 2
  %t254 = extractvalue {i32, i32, i32, i32} %t250, 3
  %t255 = load float, ptr %s121
  %t256 = load float, ptr %s122
  %t257 = load float, ptr %s123
  %t258 = load float, ptr %s124
  %t259 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t241, i32 %t242, i32 %t243, i32 %t244, i32 %t246, i32 %t247, float %t255, float %t256, float %t257, float %t258) convergent
  %t260 = extractvalue {float, float, float, float} %t259, 0
  %t261 = extractvalue {float, float, float, float} %t259, 1
  %t262 = extractvalue {float, float, float, float} %t259, 2
  %t263 = extractvalue {float, float, float, float} %t259, 3
  store float %t260, ptr %s121
  store float %t261, ptr %s122
  store float %t262, ptr %s123
  store float %t263, ptr %s124
  %t264 = load float, ptr %s125
  %t265 = load float, ptr %s126
  %t266 = load float, ptr %s127
  %t267 = load float, ptr %s128
  %t268 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t241, i32 %t242, i32 %t243, i32 %t244, i32 %t248, i32 %t249, float %t264, float %t265, float %t266, float %t267) convergent
  %t269 = extractvalue {float, float, float, float} %t268, 0
  %t270 = extractvalue {float, float, float, float} %t268, 1
  %t271 = extractvalue {float, float, float, float} %t268, 2
  %t272 = extractvalue {float, float, float, float} %t268, 3
  store float %t269, ptr %s125
  store float %t270, ptr %s126
  store float %t271, ptr %s127
  store float %t272, ptr %s128
  %t273 = load float, ptr %s129
  %t274 = load float, ptr %s130
  %t275 = load float, ptr %s131
  %t276 = load float, ptr %s132
  %t277 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t241, i32 %t242, i32 %t243, i32 %t244, i32 %t251, i32 %t252, float %t273, float %t274, float %t275, float %t276) convergent
  %t278 = extractvalue {float, float, float, float} %t277, 0
  %t279 = extractvalue {float, float, float, float} %t277, 1
  %t280 = extractvalue {float, float, float, float} %t277, 2
  %t281 = extractvalue {float, float, float, float} %t277, 3
  store float %t278, ptr %s129
  store float %t279, ptr %s130
  store float %t280, ptr %s131
  store float %t281, ptr %s132
  %t282 = load float, ptr %s133
  %t283 = load float, ptr %s134
  %t284 = load float, ptr %s135
  %t285 = load float, ptr %s136
  %t286 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t241, i32 %t242, i32 %t243, i32 %t244, i32 %t253, i32 %t254, float %t282, float %t283, float %t284, float %t285) convergent
  %t287 = extractvalue {float, float, float, float} %t286, 0
  %t288 = extractvalue {float, float, float, float} %t286, 1
  %t289 = extractvalue {float, float, float, float} %t286, 2
  %t290 = extractvalue {float, float, float, float} %t286, 3
  store float %t287, ptr %s133
  store float %t288, ptr %s134
  store float %t289, ptr %s135
  store float %t290, ptr %s136
  %t291 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4+32];", "=r,=r,=r,=r,r,~{memory}"(i32 %t238) convergent
  %t292 = extractvalue {i32, i32, i32, i32} %t291, 0
  %t293 = extractvalue {i32, i32, i32, i32} %t291, 1
  %t294 = extractvalue {i32, i32, i32, i32} %t291, 2
  %t295 = extractvalue {i32, i32, i32, i32} %t291, 3
  %t296 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4+32];", "=r,=r,=r,=r,r,~{memory}"(i32 %t239) convergent
  %t297 = extractvalue {i32, i32, i32, i32} %t296, 0
  %t298 = extractvalue {i32, i32, i32, i32} %t296, 1
  %t299 = extractvalue {i32, i32, i32, i32} %t296, 2
  %t300 = extractvalue {i32, i32, i32, i32} %t296, 3
  %t301 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4+1312];", "=r,=r,=r,=r,r,~{memory}"(i32 %t239) convergent
  %t302 = extractvalue {i32, i32, i32, i32} %t301, 0
  %t303 = extractvalue {i32, i32, i32, i32} %t301, 1
  %t304 = extractvalue {i32, i32, i32, i32} %t301, 2
  %t305 = extractvalue {i32, i32, i32, i32} %t301, 3
  %t306 = load float, ptr %s121
  %t307 = load float, ptr %s122
  %t308 = load float, ptr %s123
  %t309 = load float, ptr %s124
  %t310 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t292, i32 %t293, i32 %t294, i32 %t295, i32 %t297, i32 %t298, float %t306, float %t307, float %t308, float %t309) convergent
  %t311 = extractvalue {float, float, float, float} %t310, 0
  %t312 = extractvalue {float, float, float, float} %t310, 1
  %t313 = extractvalue {float, float, float, float} %t310, 2
  %t314 = extractvalue {float, float, float, float} %t310, 3
  store float %t311, ptr %s121
  store float %t312, ptr %s122
  store float %t313, ptr %s123
  store float %t314, ptr %s124
  %t315 = load float, ptr %s125
  %t316 = load float, ptr %s126
  %t317 = load float, ptr %s127
  %t318 = load float, ptr %s128
  %t319 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t292, i32 %t293, i32 %t294, i32 %t295, i32 %t299, i32 %t300, float %t315, float %t316, float %t317, float %t318) convergent
  %t320 = extractvalue {float, float, float, float} %t319, 0
  %t321 = extractvalue {float, float, float, float} %t319, 1
  %t322 = extractvalue {float, float, float, float} %t319, 2
  %t323 = extractvalue {float, float, float, float} %t319, 3
  store float %t320, ptr %s125
  store float %t321, ptr %s126
  store float %t322, ptr %s127
  store float %t323, ptr %s128
  %t324 = load float, ptr %s129
  %t325 = load float, ptr %s130
  %t326 = load float, ptr %s131
  %t327 = load float, ptr %s132
  %t328 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t292, i32 %t293, i32 %t294, i32 %t295, i32 %t302, i32 %t303, float %t324, float %t325, float %t326, float %t327) convergent
  %t329 = extractvalue {float, float, float, float} %t328, 0
  %t330 = extractvalue {float, float, float, float} %t328, 1
  %t331 = extractvalue {float, float, float, float} %t328, 2
  %t332 = extractvalue {float, float, float, float} %t328, 3
  store float %t329, ptr %s129
  store float %t330, ptr %s130
  store float %t331, ptr %s131
  store float %t332, ptr %s132
  %t333 = load float, ptr %s133
  %t334 = load float, ptr %s134
  %t335 = load float, ptr %s135
  %t336 = load float, ptr %s136
  %t337 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t292, i32 %t293, i32 %t294, i32 %t295, i32 %t304, i32 %t305, float %t333, float %t334, float %t335, float %t336) convergent
  %t338 = extractvalue {float, float, float, float} %t337, 0
  %t339 = extractvalue {float, float, float, float} %t337, 1
  %t340 = extractvalue {float, float, float, float} %t337, 2
  %t341 = extractvalue {float, float, float, float} %t337, 3
  store float %t338, ptr %s133
  store float %t339, ptr %s134
  store float %t340, ptr %s135
  store float %t341, ptr %s136
  %t342 = add nsw i32 %t237, 6400
  %t343 = icmp eq i32 %t342, 12800
  %t344 = select i1 %t343, i32 0, i32 %t342
  store i32 %t344, ptr %s156
  %t345 = add nsw i32 %t165, 6400
  %t346 = icmp eq i32 %t345, 12800
  %t347 = select i1 %t346, i32 0, i32 %t345
  store i32 %t347, ptr %s157
  %t348 = add nuw nsw i64 %t161, 1
  store i64 %t348, ptr %s158
  %t349 = icmp slt i64 %t348, 5
  br i1 %t349, label %loop.159, label %done.160
done.160:
  call void asm sideeffect "cp.async.wait_all;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t350 = getelementptr i16, ptr %buffer0, i64 -80
  %t351 = mul nsw i32 %t5, 2560
  %t352 = add nsw i32 %t2, %t351
  %t353 = mul nsw i32 %t11, 160
  %t354 = mul nsw i32 %t12, 8
  %t355 = add nsw i32 %t352, %t353
  %t356 = add nsw i32 %t355, %t354
  %t357 = load float, ptr %s121
  %t358 = insertelement <2 x float> poison, float %t357, i32 0
  %t359 = load float, ptr %s122
  %t360 = insertelement <2 x float> %t358, float %t359, i32 1
  %t361 = inttoptr i32 %t356 to ptr addrspace(3)
  %t362 = getelementptr i8, ptr addrspace(3) %t361, i64 0
  store <2 x float> %t360, ptr addrspace(3) %t362, align 8
  %t363 = load float, ptr %s123
  %t364 = insertelement <2 x float> poison, float %t363, i32 0
  %t365 = load float, ptr %s124
  %t366 = insertelement <2 x float> %t364, float %t365, i32 1
  %t367 = inttoptr i32 %t356 to ptr addrspace(3)
  %t368 = getelementptr i8, ptr addrspace(3) %t367, i64 1280
  store <2 x float> %t366, ptr addrspace(3) %t368, align 8
  %t369 = load float, ptr %s125
  %t370 = insertelement <2 x float> poison, float %t369, i32 0
  %t371 = load float, ptr %s126
  %t372 = insertelement <2 x float> %t370, float %t371, i32 1
  %t373 = inttoptr i32 %t356 to ptr addrspace(3)
  %t374 = getelementptr i8, ptr addrspace(3) %t373, i64 32
  store <2 x float> %t372, ptr addrspace(3) %t374, align 8
  %t375 = load float, ptr %s127
  %t376 = insertelement <2 x float> poison, float %t375, i32 0
  %t377 = load float, ptr %s128
  %t378 = insertelement <2 x float> %t376, float %t377, i32 1
  %t379 = inttoptr i32 %t356 to ptr addrspace(3)
  %t380 = getelementptr i8, ptr addrspace(3) %t379, i64 1312
  store <2 x float> %t378, ptr addrspace(3) %t380, align 8
  %t381 = load float, ptr %s129
  %t382 = insertelement <2 x float> poison, float %t381, i32 0
  %t383 = load float, ptr %s130
  %t384 = insertelement <2 x float> %t382, float %t383, i32 1
  %t385 = inttoptr i32 %t356 to ptr addrspace(3)
  %t386 = getelementptr i8, ptr addrspace(3) %t385, i64 64
  store <2 x float> %t384, ptr addrspace(3) %t386, align 8
  %t387 = load float, ptr %s131
  %t388 = insertelement <2 x float> poison, float %t387, i32 0
  %t389 = load float, ptr %s132
  %t390 = insertelement <2 x float> %t388, float %t389, i32 1
  %t391 = inttoptr i32 %t356 to ptr addrspace(3)
  %t392 = getelementptr i8, ptr addrspace(3) %t391, i64 1344
  store <2 x float> %t390, ptr addrspace(3) %t392, align 8
  %t393 = load float, ptr %s133
  %t394 = insertelement <2 x float> poison, float %t393, i32 0
  %t395 = load float, ptr %s134
  %t396 = insertelement <2 x float> %t394, float %t395, i32 1
  %t397 = inttoptr i32 %t356 to ptr addrspace(3)
  %t398 = getelementptr i8, ptr addrspace(3) %t397, i64 96
  store <2 x float> %t396, ptr addrspace(3) %t398, align 8
  %t399 = load float, ptr %s135
  %t400 = insertelement <2 x float> poison, float %t399, i32 0
  %t401 = load float, ptr %s136
  %t402 = insertelement <2 x float> %t400, float %t401, i32 1
  %t403 = inttoptr i32 %t356 to ptr addrspace(3)
  %t404 = getelementptr i8, ptr addrspace(3) %t403, i64 1376
  store <2 x float> %t402, ptr addrspace(3) %t404, align 8
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %t405 = udiv i32 %t6, 8
  %t406 = urem i32 %t6, 8
  %t407 = mul nsw i32 %t406, 4
  %t408 = mul nsw i32 %t405, 160
  %t409 = mul nsw i32 %t407, 4
  %t410 = add nsw i32 %t352, %t408
  %t411 = add nsw i32 %t410, %t409
  %t412 = add nsw i32 %t9, %t405
  %t413 = add nsw i32 %t10, %t407
  %t414 = icmp ult i32 %t413, 24
  br i1 %t414, label %then.415, label %else.416
then.415:
  %t418 = inttoptr i32 %t411 to ptr addrspace(3)
  %t419 = getelementptr i8, ptr addrspace(3) %t418, i64 0
  %t420 = load <4 x float>, ptr addrspace(3) %t419, align 16
  %t421 = extractelement <4 x float> %t420, i32 0
  %t422 = extractelement <4 x float> %t420, i32 1
  %t423 = extractelement <4 x float> %t420, i32 2
  %t424 = extractelement <4 x float> %t420, i32 3
  %t425 = udiv i32 %t412, 4
  %t426 = urem i32 %t412, 4
  %t427 = sext i32 %t426 to i64
  %t428 = mul nsw i64 %t427, 16
  %t429 = getelementptr i16, ptr %t350, i64 %t428
  %t430 = mul nsw i64 %t427, 24
  %t431 = getelementptr float, ptr %buffer2, i64 %t430
  %t432 = sext i32 %t425 to i64
  %t433 = mul nsw i64 %t432, 64
  %t434 = getelementptr i16, ptr %t429, i64 %t433
  %t435 = mul nsw i64 %t432, 96
  %t436 = getelementptr float, ptr %t431, i64 %t435
  %t437 = sext i32 %t413 to i64
  %t438 = mul nsw i64 %t437, 144
  %t439 = getelementptr i16, ptr %buffer3, i64 %t438
  %t440 = getelementptr float, ptr %buffer1, i64 %t437
  %t441 = getelementptr float, ptr %t436, i64 %t437
  %t442 = getelementptr float, ptr %t440, i64 0
  %t443 = load <4 x float>, ptr %t442, align 16
  %t444 = extractelement <4 x float> %t443, i32 0
  %t445 = extractelement <4 x float> %t443, i32 1
  %t446 = extractelement <4 x float> %t443, i32 2
  %t447 = extractelement <4 x float> %t443, i32 3
  %t448 = fadd contract float %t421, %t444
  %t449 = fcmp ogt float 0x0000000000000000, %t448
  %t450 = select i1 %t449, float 0x0000000000000000, float %t448
  %t451 = fadd contract float %t422, %t445
  %t452 = fcmp ogt float 0x0000000000000000, %t451
  %t453 = select i1 %t452, float 0x0000000000000000, float %t451
  %t454 = fadd contract float %t423, %t446
  %t455 = fcmp ogt float 0x0000000000000000, %t454
  %t456 = select i1 %t455, float 0x0000000000000000, float %t454
  %t457 = fadd contract float %t424, %t447
  %t458 = fcmp ogt float 0x0000000000000000, %t457
  %t459 = select i1 %t458, float 0x0000000000000000, float %t457
  %t460 = insertelement <4 x float> poison, float %t450, i32 0
  %t461 = insertelement <4 x float> %t460, float %t453, i32 1
  %t462 = insertelement <4 x float> %t461, float %t456, i32 2
  %t463 = insertelement <4 x float> %t462, float %t459, i32 3
  %t464 = getelementptr float, ptr %t441, i64 0
  store <4 x float> %t463, ptr %t464, align 16
  br label %join.417
else.416:
  br label %join.417
join.417:
  %t465 = add nsw i32 %t6, 32
  %t466 = udiv i32 %t465, 8
  %t467 = urem i32 %t465, 8
  %t468 = mul nsw i32 %t467, 4
  %t469 = mul nsw i32 %t466, 160
  %t470 = mul nsw i32 %t468, 4
  %t471 = add nsw i32 %t352, %t469
  %t472 = add nsw i32 %t471, %t470
  %t473 = add nsw i32 %t9, %t466
  %t474 = add nsw i32 %t10, %t468
  %t475 = icmp ult i32 %t474, 24
  br i1 %t475, label %then.476, label %else.477
then.476:
  %t479 = inttoptr i32 %t472 to ptr addrspace(3)
  %t480 = getelementptr i8, ptr addrspace(3) %t479, i64 0
  %t481 = load <4 x float>, ptr addrspace(3) %t480, align 16
  %t482 = extractelement <4 x float> %t481, i32 0
  %t483 = extractelement <4 x float> %t481, i32 1
  %t484 = extractelement <4 x float> %t481, i32 2
  %t485 = extractelement <4 x float> %t481, i32 3
  %t486 = udiv i32 %t473, 4
  %t487 = urem i32 %t473, 4
  %t488 = sext i32 %t487 to i64
  %t489 = mul nsw i64 %t488, 16
  %t490 = getelementptr i16, ptr %t350, i64 %t489
  %t491 = mul nsw i64 %t488, 24
  %t492 = getelementptr float, ptr %buffer2, i64 %t491
  %t493 = sext i32 %t486 to i64
  %t494 = mul nsw i64 %t493, 64
  %t495 = getelementptr i16, ptr %t490, i64 %t494
  %t496 = mul nsw i64 %t493, 96
  %t497 = getelementptr float, ptr %t492, i64 %t496
  %t498 = sext i32 %t474 to i64
  %t499 = mul nsw i64 %t498, 144
  %t500 = getelementptr i16, ptr %buffer3, i64 %t499
  %t501 = getelementptr float, ptr %buffer1, i64 %t498
  %t502 = getelementptr float, ptr %t497, i64 %t498
  %t503 = getelementptr float, ptr %t501, i64 0
  %t504 = load <4 x float>, ptr %t503, align 16
  %t505 = extractelement <4 x float> %t504, i32 0
  %t506 = extractelement <4 x float> %t504, i32 1
  %t507 = extractelement <4 x float> %t504, i32 2
  %t508 = extractelement <4 x float> %t504, i32 3
  %t509 = fadd contract float %t482, %t505
  %t510 = fcmp ogt float 0x0000000000000000, %t509
  %t511 = select i1 %t510, float 0x0000000000000000, float %t509
  %t512 = fadd contract float %t483, %t506
  %t513 = fcmp ogt float 0x0000000000000000, %t512
  %t514 = select i1 %t513, float 0x0000000000000000, float %t512
  %t515 = fadd contract float %t484, %t507
  %t516 = fcmp ogt float 0x0000000000000000, %t515
  %t517 = select i1 %t516, float 0x0000000000000000, float %t515
  %t518 = fadd contract float %t485, %t508
  %t519 = fcmp ogt float 0x0000000000000000, %t518
  %t520 = select i1 %t519, float 0x0000000000000000, float %t518
  %t521 = insertelement <4 x float> poison, float %t511, i32 0
  %t522 = insertelement <4 x float> %t521, float %t514, i32 1
  %t523 = insertelement <4 x float> %t522, float %t517, i32 2
  %t524 = insertelement <4 x float> %t523, float %t520, i32 3
  %t525 = getelementptr float, ptr %t502, i64 0
  store <4 x float> %t524, ptr %t525, align 16
  br label %join.478
else.477:
  br label %join.478
join.478:
  %t526 = add nsw i32 %t6, 64
  %t527 = udiv i32 %t526, 8
  %t528 = urem i32 %t526, 8
  %t529 = mul nsw i32 %t528, 4
  %t530 = mul nsw i32 %t527, 160
  %t531 = mul nsw i32 %t529, 4
  %t532 = add nsw i32 %t352, %t530
  %t533 = add nsw i32 %t532, %t531
  %t534 = add nsw i32 %t9, %t527
  %t535 = add nsw i32 %t10, %t529
  %t536 = icmp ult i32 %t535, 24
  br i1 %t536, label %then.537, label %else.538
then.537:
  %t540 = inttoptr i32 %t533 to ptr addrspace(3)
  %t541 = getelementptr i8, ptr addrspace(3) %t540, i64 0
  %t542 = load <4 x float>, ptr addrspace(3) %t541, align 16
  %t543 = extractelement <4 x float> %t542, i32 0
  %t544 = extractelement <4 x float> %t542, i32 1
  %t545 = extractelement <4 x float> %t542, i32 2
  %t546 = extractelement <4 x float> %t542, i32 3
  %t547 = udiv i32 %t534, 4
  %t548 = urem i32 %t534, 4
  %t549 = sext i32 %t548 to i64
  %t550 = mul nsw i64 %t549, 16
  %t551 = getelementptr i16, ptr %t350, i64 %t550
  %t552 = mul nsw i64 %t549, 24
  %t553 = getelementptr float, ptr %buffer2, i64 %t552
  %t554 = sext i32 %t547 to i64
  %t555 = mul nsw i64 %t554, 64
  %t556 = getelementptr i16, ptr %t551, i64 %t555
  %t557 = mul nsw i64 %t554, 96
  %t558 = getelementptr float, ptr %t553, i64 %t557
  %t559 = sext i32 %t535 to i64
  %t560 = mul nsw i64 %t559, 144
  %t561 = getelementptr i16, ptr %buffer3, i64 %t560
  %t562 = getelementptr float, ptr %buffer1, i64 %t559
  %t563 = getelementptr float, ptr %t558, i64 %t559
  %t564 = getelementptr float, ptr %t562, i64 0
  %t565 = load <4 x float>, ptr %t564, align 16
  %t566 = extractelement <4 x float> %t565, i32 0
  %t567 = extractelement <4 x float> %t565, i32 1
  %t568 = extractelement <4 x float> %t565, i32 2
  %t569 = extractelement <4 x float> %t565, i32 3
  %t570 = fadd contract float %t543, %t566
  %t571 = fcmp ogt float 0x0000000000000000, %t570
  %t572 = select i1 %t571, float 0x0000000000000000, float %t570
  %t573 = fadd contract float %t544, %t567
  %t574 = fcmp ogt float 0x0000000000000000, %t573
  %t575 = select i1 %t574, float 0x0000000000000000, float %t573
  %t576 = fadd contract float %t545, %t568
  %t577 = fcmp ogt float 0x0000000000000000, %t576
  %t578 = select i1 %t577, float 0x0000000000000000, float %t576
  %t579 = fadd contract float %t546, %t569
  %t580 = fcmp ogt float 0x0000000000000000, %t579
  %t581 = select i1 %t580, float 0x0000000000000000, float %t579
  %t582 = insertelement <4 x float> poison, float %t572, i32 0
  %t583 = insertelement <4 x float> %t582, float %t575, i32 1
  %t584 = insertelement <4 x float> %t583, float %t578, i32 2
  %t585 = insertelement <4 x float> %t584, float %t581, i32 3
  %t586 = getelementptr float, ptr %t563, i64 0
  store <4 x float> %t585, ptr %t586, align 16
  br label %join.539
else.538:
  br label %join.539
join.539:
  %t587 = add nsw i32 %t6, 96
  %t588 = udiv i32 %t587, 8
  %t589 = urem i32 %t587, 8
  %t590 = mul nsw i32 %t589, 4
  %t591 = mul nsw i32 %t588, 160
  %t592 = mul nsw i32 %t590, 4
  %t593 = add nsw i32 %t352, %t591
  %t594 = add nsw i32 %t593, %t592
  %t595 = add nsw i32 %t9, %t588
  %t596 = add nsw i32 %t10, %t590
  %t597 = icmp ult i32 %t596, 24
  br i1 %t597, label %then.598, label %else.599
then.598:
  %t601 = inttoptr i32 %t594 to ptr addrspace(3)
  %t602 = getelementptr i8, ptr addrspace(3) %t601, i64 0
  %t603 = load <4 x float>, ptr addrspace(3) %t602, align 16
  %t604 = extractelement <4 x float> %t603, i32 0
  %t605 = extractelement <4 x float> %t603, i32 1
  %t606 = extractelement <4 x float> %t603, i32 2
  %t607 = extractelement <4 x float> %t603, i32 3
  %t608 = udiv i32 %t595, 4
  %t609 = urem i32 %t595, 4
  %t610 = sext i32 %t609 to i64
  %t611 = mul nsw i64 %t610, 16
  %t612 = getelementptr i16, ptr %t350, i64 %t611
  %t613 = mul nsw i64 %t610, 24
  %t614 = getelementptr float, ptr %buffer2, i64 %t613
  %t615 = sext i32 %t608 to i64
  %t616 = mul nsw i64 %t615, 64
  %t617 = getelementptr i16, ptr %t612, i64 %t616
  %t618 = mul nsw i64 %t615, 96
  %t619 = getelementptr float, ptr %t614, i64 %t618
  %t620 = sext i32 %t596 to i64
  %t621 = mul nsw i64 %t620, 144
  %t622 = getelementptr i16, ptr %buffer3, i64 %t621
  %t623 = getelementptr float, ptr %buffer1, i64 %t620
  %t624 = getelementptr float, ptr %t619, i64 %t620
  %t625 = getelementptr float, ptr %t623, i64 0
  %t626 = load <4 x float>, ptr %t625, align 16
  %t627 = extractelement <4 x float> %t626, i32 0
  %t628 = extractelement <4 x float> %t626, i32 1
  %t629 = extractelement <4 x float> %t626, i32 2
  %t630 = extractelement <4 x float> %t626, i32 3
  %t631 = fadd contract float %t604, %t627
  %t632 = fcmp ogt float 0x0000000000000000, %t631
  %t633 = select i1 %t632, float 0x0000000000000000, float %t631
  %t634 = fadd contract float %t605, %t628
  %t635 = fcmp ogt float 0x0000000000000000, %t634
  %t636 = select i1 %t635, float 0x0000000000000000, float %t634
  %t637 = fadd contract float %t606, %t629
  %t638 = fcmp ogt float 0x0000000000000000, %t637
  %t639 = select i1 %t638, float 0x0000000000000000, float %t637
  %t640 = fadd contract float %t607, %t630
  %t641 = fcmp ogt float 0x0000000000000000, %t640
  %t642 = select i1 %t641, float 0x0000000000000000, float %t640
  %t643 = insertelement <4 x float> poison, float %t633, i32 0
  %t644 = insertelement <4 x float> %t643, float %t636, i32 1
  %t645 = insertelement <4 x float> %t644, float %t639, i32 2
  %t646 = insertelement <4 x float> %t645, float %t642, i32 3
  %t647 = getelementptr float, ptr %t624, i64 0
  store <4 x float> %t646, ptr %t647, align 16
  br label %join.600
else.599:
  br label %join.600
join.600:
  ret void
}
