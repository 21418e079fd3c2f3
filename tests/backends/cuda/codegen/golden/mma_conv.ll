@shared_memory = external addrspace(3) global [0 x i8], align 128
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
declare void @llvm.nvvm.bar.warp.sync(i32) convergent
define ptx_kernel void @mma_conv(ptr noalias %buffer0, ptr noalias %buffer1, ptr noalias %buffer2, ptr noalias %buffer3) nounwind "nvvm.maxntid"="64" {
  %s113 = alloca float
  %s114 = alloca float
  %s115 = alloca float
  %s116 = alloca float
  %s117 = alloca float
  %s118 = alloca float
  %s119 = alloca float
  %s120 = alloca float
  %s121 = alloca float
  %s122 = alloca float
  %s123 = alloca float
  %s124 = alloca float
  %s125 = alloca float
  %s126 = alloca float
  %s127 = alloca float
  %s128 = alloca float
  %s148 = alloca i32
  %s149 = alloca i32
  %s150 = alloca i64
  %t1 = ptrtoint ptr addrspace(3) @shared_memory to i64
  %t2 = trunc i64 %t1 to i32
  %t3 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t4 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t5 = udiv i32 %t4, 32
  %t6 = urem i32 %t4, 32
  %t7 = udiv i32 %t5, 2
  %t8 = urem i32 %t5, 2
  %t9 = mul nsw i32 %t7, 16
  %t10 = mul nsw i32 %t8, 32
  %t11 = udiv i32 %t6, 4
  %t12 = urem i32 %t6, 4
  %t13 = getelementptr i16, ptr %buffer0, i64 -80
  %t14 = udiv i32 %t4, 4
  %t15 = urem i32 %t4, 4
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
  %t28 = udiv i32 %t4, 4
  %t29 = urem i32 %t4, 4
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
  %t79 = sext i32 %t78 to i64
  %t80 = getelementptr i16, ptr %t13, i64 %t79
  %t81 = and i1 %t73, %t75
  %t82 = and i1 %t81, %t77
  %t83 = addrspacecast ptr %t80 to ptr addrspace(1)
  %t84 = select i1 %t82, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t20, ptr addrspace(1) %t83, i32 %t84)
  %t85 = icmp ult i32 %t30, 144
  %t86 = add nsw i32 %t36, %t30
  %t87 = sext i32 %t86 to i64
  %t88 = getelementptr i16, ptr %buffer3, i64 %t87
  %t89 = and i1 %t37, %t85
  %t90 = addrspacecast ptr %t88 to ptr addrspace(1)
  %t91 = select i1 %t89, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t35, ptr addrspace(1) %t90, i32 %t91)
  %t92 = icmp ult i32 %t38, 144
  %t93 = add nsw i32 %t44, %t38
  %t94 = sext i32 %t93 to i64
  %t95 = getelementptr i16, ptr %buffer3, i64 %t94
  %t96 = and i1 %t46, %t92
  %t97 = addrspacecast ptr %t95 to ptr addrspace(1)
  %t98 = select i1 %t96, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0+1280], [$1+4608], 16, $2;", "r,l,r,~{memory}"(i32 %t43, ptr addrspace(1) %t97, i32 %t98)
  %t99 = icmp ult i32 %t47, 144
  %t100 = add nsw i32 %t53, %t47
  %t101 = sext i32 %t100 to i64
  %t102 = getelementptr i16, ptr %buffer3, i64 %t101
  %t103 = and i1 %t55, %t99
  %t104 = addrspacecast ptr %t102 to ptr addrspace(1)
  %t105 = select i1 %t103, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0+2560], [$1+9216], 16, $2;", "r,l,r,~{memory}"(i32 %t52, ptr addrspace(1) %t104, i32 %t105)
  %t106 = icmp ult i32 %t56, 144
  %t107 = add nsw i32 %t62, %t56
  %t108 = sext i32 %t107 to i64
  %t109 = getelementptr i16, ptr %buffer3, i64 %t108
  %t110 = and i1 %t64, %t106
  %t111 = addrspacecast ptr %t109 to ptr addrspace(1)
  %t112 = select i1 %t110, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0+3840], [$1+13824], 16, $2;", "r,l,r,~{memory}"(i32 %t61, ptr addrspace(1) %t111, i32 %t112)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"()
  store float 0.0, ptr %s113
  store float 0.0, ptr %s114
  store float 0.0, ptr %s115
  store float 0.0, ptr %s116
  store float 0.0, ptr %s117
  store float 0.0, ptr %s118
  store float 0.0, ptr %s119
  store float 0.0, ptr %s120
  store float 0.0, ptr %s121
  store float 0.0, ptr %s122
  store float 0.0, ptr %s123
  store float 0.0, ptr %s124
  store float 0.0, ptr %s125
  store float 0.0, ptr %s126
  store float 0.0, ptr %s127
  store float 0.0, ptr %s128
  %t129 = udiv i32 %t6, 16
  %t130 = urem i32 %t6, 16
  %t131 = add nsw i32 %t9, %t130
  %t132 = mul nsw i32 %t131, 80
  %t133 = mul nsw i32 %t129, 16
  %t134 = add nsw i32 %t2, %t132
  %t135 = add nsw i32 %t134, %t133
  %t136 = add nsw i32 %t2, 1280
  %t137 = udiv i32 %t6, 8
  %t138 = urem i32 %t6, 8
  %t139 = udiv i32 %t137, 2
  %t140 = urem i32 %t137, 2
  %t141 = mul nsw i32 %t139, 8
  %t142 = add nsw i32 %t10, %t141
  %t143 = add nsw i32 %t142, %t138
  %t144 = mul nsw i32 %t143, 80
  %t145 = mul nsw i32 %t140, 16
  %t146 = add nsw i32 %t136, %t144
  %t147 = add nsw i32 %t146, %t145
  store i32 0, ptr %s148
  store i32 6400, ptr %s149
  store i64 0, ptr %s150
  br label %loop.151
loop.151:
  %t153 = load i64, ptr %s150
  call void asm sideeffect "cp.async.wait_group 0;", "~{memory}"()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t154 = trunc i64 %t153 to i32
  %t155 = add nsw i32 %t154, 1
  %t156 = icmp ult i32 %t155, 5
  %t157 = load i32, ptr %s149
  br i1 %t156, label %then.158, label %else.159
then.158:
  %t161 = mul nsw i32 %t155, 32
  %t162 = add nsw i32 %t161, %t16
  %t163 = udiv i32 %t162, 16
  %t164 = urem i32 %t162, 16
  %t165 = udiv i32 %t163, 3
  %t166 = urem i32 %t163, 3
  %t167 = mul nsw i32 %t166, 16
  %t168 = mul nsw i32 %t165, 64
  %t169 = add nsw i32 %t164, %t167
  %t170 = add nsw i32 %t169, %t168
  %t171 = icmp ult i32 %t162, 144
  %t172 = add nsw i32 %t26, %t165
  %t173 = icmp ult i32 %t172, 4
  %t174 = add nsw i32 %t27, %t166
  %t175 = icmp ult i32 %t174, 4
  %t176 = add nsw i32 %t25, %t170
  %t177 = sext i32 %t176 to i64
  %t178 = getelementptr i16, ptr %t13, i64 %t177
  %t179 = add nsw i32 %t20, %t157
  %t180 = and i1 %t171, %t173
  %t181 = and i1 %t180, %t175
  %t182 = addrspacecast ptr %t178 to ptr addrspace(1)
  %t183 = select i1 %t181, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t179, ptr addrspace(1) %t182, i32 %t183)
  %t184 = mul nsw i32 %t155, 32
  %t185 = add nsw i32 %t184, %t30
  %t186 = icmp ult i32 %t185, 144
  %t187 = add nsw i32 %t36, %t185
  %t188 = sext i32 %t187 to i64
  %t189 = getelementptr i16, ptr %buffer3, i64 %t188
  %t190 = add nsw i32 %t35, %t157
  %t191 = and i1 %t37, %t186
  %t192 = addrspacecast ptr %t189 to ptr addrspace(1)
  %t193 = select i1 %t191, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t190, ptr addrspace(1) %t192, i32 %t193)
  %t194 = add nsw i32 %t184, %t38
  %t195 = icmp ult i32 %t194, 144
  %t196 = add nsw i32 %t44, %t194
  %t197 = sext i32 %t196 to i64
  %t198 = getelementptr i16, ptr %buffer3, i64 %t197
  %t199 = add nsw i32 %t43, %t157
  %t200 = and i1 %t46, %t195
  %t201 = addrspacecast ptr %t198 to ptr addrspace(1)
  %t202 = select i1 %t200, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0+1280], [$1+4608], 16, $2;", "r,l,r,~{memory}"(i32 %t199, ptr addrspace(1) %t201, i32 %t202)
  %t203 = add nsw i32 %t184, %t47
  %t204 = icmp ult i32 %t203, 144
  %t205 = add nsw i32 %t53, %t203
  %t206 = sext i32 %t205 to i64
  %t207 = getelementptr i16, ptr %buffer3, i64 %t206
  %t208 = add nsw i32 %t52, %t157
  %t209 = and i1 %t55, %t204
  %t210 = addrspacecast ptr %t207 to ptr addrspace(1)
  %t211 = select i1 %t209, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0+2560], [$1+9216], 16, $2;", "r,l,r,~{memory}"(i32 %t208, ptr addrspace(1) %t210, i32 %t211)
  %t212 = add nsw i32 %t184, %t56
  %t213 = icmp ult i32 %t212, 144
  %t214 = add nsw i32 %t62, %t212
  %t215 = sext i32 %t214 to i64
  %t216 = getelementptr i16, ptr %buffer3, i64 %t215
  %t217 = add nsw i32 %t61, %t157
  %t218 = and i1 %t64, %t213
  %t219 = addrspacecast ptr %t216 to ptr addrspace(1)
  %t220 = select i1 %t218, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0+3840], [$1+13824], 16, $2;", "r,l,r,~{memory}"(i32 %t217, ptr addrspace(1) %t219, i32 %t220)
  br label %join.160
else.159:
  br label %join.160
join.160:
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"()
  %t221 = load i32, ptr %s148
  %t222 = add nsw i32 %t135, %t221
  %t223 = add nsw i32 %t147, %t221
  %t224 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4+0];", "=r,=r,=r,=r,r,~{memory}"(i32 %t222) convergent
  %t225 = extractvalue {i32, i32, i32, i32} %t224, 0
  %t226 = extractvalue {i32, i32, i32, i32} %t224, 1
  %t227 = extractvalue {i32, i32, i32, i32} %t224, 2
  %t228 = extractvalue {i32, i32, i32, i32} %t224, 3
  %t229 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4+0];", "=r,=r,=r,=r,r,~{memory}"(i32 %t223) convergent
  %t230 = extractvalue {i32, i32, i32, i32} %t229, 0
  %t231 = extractvalue {i32, i32, i32, i32} %t229, 1
  %t232 = extractvalue {i32, i32, i32, i32} %t229, 2
  %t233 = extractvalue {i32, i32, i32, i32} %t229, 3
  %t234 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4+1280];", "=r,=r,=r,=r,r,~{memory}"(i32 %t223) convergent
  %t235 = extractvalue {i32, i32, i32, i32} %t234, 0
  %t236 = extractvalue {i32, i32, i32, i32} %t234, 1
  %t237 = extractvalue {i32, i32, i32, i32} %t234, 2
  %t238 = extractvalue {i32, i32, i32, i32} %t234, 3
  %t239 = load float, ptr %s113
  %t240 = load float, ptr %s114
  %t241 = load float, ptr %s115
  %t242 = load float, ptr %s116
  %t243 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t225, i32 %t226, i32 %t227, i32 %t228, i32 %t230, i32 %t231, float %t239, float %t240, float %t241, float %t242) convergent
  %t244 = extractvalue {float, float, float, float} %t243, 0
  store float %t244, ptr %s113
  %t245 = extractvalue {float, float, float, float} %t243, 1
  store float %t245, ptr %s114
  %t246 = extractvalue {float, float, float, float} %t243, 2
  store float %t246, ptr %s115
  %t247 = extractvalue {float, float, float, float} %t243, 3
  store float %t247, ptr %s116
  %t248 = load float, ptr %s117
  %t249 = load float, ptr %s118
  %t250 = load float, ptr %s119
  %t251 = load float, ptr %s120
  %t252 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t225, i32 %t226, i32 %t227, i32 %t228, i32 %t232, i32 %t233, float %t248, float %t249, float %t250, float %t251) convergent
  %t253 = extractvalue {float, float, float, float} %t252, 0
  store float %t253, ptr %s117
  %t254 = extractvalue {float, float, float, float} %t252, 1
  store float %t254, ptr %s118
  %t255 = extractvalue {float, float, float, float} %t252, 2
  store float %t255, ptr %s119
  %t256 = extractvalue {float, float, float, float} %t252, 3
  store float %t256, ptr %s120
  %t257 = load float, ptr %s121
  %t258 = load float, ptr %s122
  %t259 = load float, ptr %s123
  %t260 = load float, ptr %s124
  %t261 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t225, i32 %t226, i32 %t227, i32 %t228, i32 %t235, i32 %t236, float %t257, float %t258, float %t259, float %t260) convergent
  %t262 = extractvalue {float, float, float, float} %t261, 0
  store float %t262, ptr %s121
  %t263 = extractvalue {float, float, float, float} %t261, 1
  store float %t263, ptr %s122
  %t264 = extractvalue {float, float, float, float} %t261, 2
  store float %t264, ptr %s123
  %t265 = extractvalue {float, float, float, float} %t261, 3
  store float %t265, ptr %s124
  %t266 = load float, ptr %s125
  %t267 = load float, ptr %s126
  %t268 = load float, ptr %s127
  %t269 = load float, ptr %s128
  %t270 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t225, i32 %t226, i32 %t227, i32 %t228, i32 %t237, i32 %t238, float %t266, float %t267, float %t268, float %t269) convergent
  %t271 = extractvalue {float, float, float, float} %t270, 0
  store float %t271, ptr %s125
  %t272 = extractvalue {float, float, float, float} %t270, 1
  store float %t272, ptr %s126
  %t273 = extractvalue {float, float, float, float} %t270, 2
  store float %t273, ptr %s127
  %t274 = extractvalue {float, float, float, float} %t270, 3
  store float %t274, ptr %s128
  %t275 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4+32];", "=r,=r,=r,=r,r,~{memory}"(i32 %t222) convergent
  %t276 = extractvalue {i32, i32, i32, i32} %t275, 0
  %t277 = extractvalue {i32, i32, i32, i32} %t275, 1
  %t278 = extractvalue {i32, i32, i32, i32} %t275, 2
  %t279 = extractvalue {i32, i32, i32, i32} %t275, 3
  %t280 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4+32];", "=r,=r,=r,=r,r,~{memory}"(i32 %t223) convergent
  %t281 = extractvalue {i32, i32, i32, i32} %t280, 0
  %t282 = extractvalue {i32, i32, i32, i32} %t280, 1
  %t283 = extractvalue {i32, i32, i32, i32} %t280, 2
  %t284 = extractvalue {i32, i32, i32, i32} %t280, 3
  %t285 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4+1312];", "=r,=r,=r,=r,r,~{memory}"(i32 %t223) convergent
  %t286 = extractvalue {i32, i32, i32, i32} %t285, 0
  %t287 = extractvalue {i32, i32, i32, i32} %t285, 1
  %t288 = extractvalue {i32, i32, i32, i32} %t285, 2
  %t289 = extractvalue {i32, i32, i32, i32} %t285, 3
  %t290 = load float, ptr %s113
  %t291 = load float, ptr %s114
  %t292 = load float, ptr %s115
  %t293 = load float, ptr %s116
  %t294 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t276, i32 %t277, i32 %t278, i32 %t279, i32 %t281, i32 %t282, float %t290, float %t291, float %t292, float %t293) convergent
  %t295 = extractvalue {float, float, float, float} %t294, 0
  store float %t295, ptr %s113
  %t296 = extractvalue {float, float, float, float} %t294, 1
  store float %t296, ptr %s114
  %t297 = extractvalue {float, float, float, float} %t294, 2
  store float %t297, ptr %s115
  %t298 = extractvalue {float, float, float, float} %t294, 3
  store float %t298, ptr %s116
  %t299 = load float, ptr %s117
  %t300 = load float, ptr %s118
  %t301 = load float, ptr %s119
  %t302 = load float, ptr %s120
  %t303 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t276, i32 %t277, i32 %t278, i32 %t279, i32 %t283, i32 %t284, float %t299, float %t300, float %t301, float %t302) convergent
  %t304 = extractvalue {float, float, float, float} %t303, 0
  store float %t304, ptr %s117
  %t305 = extractvalue {float, float, float, float} %t303, 1
  store float %t305, ptr %s118
  %t306 = extractvalue {float, float, float, float} %t303, 2
  store float %t306, ptr %s119
  %t307 = extractvalue {float, float, float, float} %t303, 3
  store float %t307, ptr %s120
  %t308 = load float, ptr %s121
  %t309 = load float, ptr %s122
  %t310 = load float, ptr %s123
  %t311 = load float, ptr %s124
  %t312 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t276, i32 %t277, i32 %t278, i32 %t279, i32 %t286, i32 %t287, float %t308, float %t309, float %t310, float %t311) convergent
  %t313 = extractvalue {float, float, float, float} %t312, 0
  store float %t313, ptr %s121
  %t314 = extractvalue {float, float, float, float} %t312, 1
  store float %t314, ptr %s122
  %t315 = extractvalue {float, float, float, float} %t312, 2
  store float %t315, ptr %s123
  %t316 = extractvalue {float, float, float, float} %t312, 3
  store float %t316, ptr %s124
  %t317 = load float, ptr %s125
  %t318 = load float, ptr %s126
  %t319 = load float, ptr %s127
  %t320 = load float, ptr %s128
  %t321 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t276, i32 %t277, i32 %t278, i32 %t279, i32 %t288, i32 %t289, float %t317, float %t318, float %t319, float %t320) convergent
  %t322 = extractvalue {float, float, float, float} %t321, 0
  store float %t322, ptr %s125
  %t323 = extractvalue {float, float, float, float} %t321, 1
  store float %t323, ptr %s126
  %t324 = extractvalue {float, float, float, float} %t321, 2
  store float %t324, ptr %s127
  %t325 = extractvalue {float, float, float, float} %t321, 3
  store float %t325, ptr %s128
  %t326 = add nsw i32 %t221, 6400
  %t327 = icmp eq i32 %t326, 12800
  %t328 = select i1 %t327, i32 0, i32 %t326
  store i32 %t328, ptr %s148
  %t329 = add nsw i32 %t157, 6400
  %t330 = icmp eq i32 %t329, 12800
  %t331 = select i1 %t330, i32 0, i32 %t329
  store i32 %t331, ptr %s149
  %t332 = add nuw nsw i64 %t153, 1
  store i64 %t332, ptr %s150
  %t333 = icmp slt i64 %t332, 5
  br i1 %t333, label %loop.151, label %done.152
done.152:
  call void asm sideeffect "cp.async.wait_all;", "~{memory}"()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t334 = getelementptr i16, ptr %buffer0, i64 -80
  %t335 = mul nsw i32 %t5, 2560
  %t336 = add nsw i32 %t2, %t335
  %t337 = mul nsw i32 %t11, 160
  %t338 = mul nsw i32 %t12, 8
  %t339 = add nsw i32 %t336, %t337
  %t340 = add nsw i32 %t339, %t338
  %t341 = load float, ptr %s113
  %t342 = insertelement <2 x float> poison, float %t341, i32 0
  %t343 = load float, ptr %s114
  %t344 = insertelement <2 x float> %t342, float %t343, i32 1
  %t345 = inttoptr i32 %t340 to ptr addrspace(3)
  %t346 = getelementptr i8, ptr addrspace(3) %t345, i64 0
  store <2 x float> %t344, ptr addrspace(3) %t346, align 8
  %t347 = load float, ptr %s115
  %t348 = insertelement <2 x float> poison, float %t347, i32 0
  %t349 = load float, ptr %s116
  %t350 = insertelement <2 x float> %t348, float %t349, i32 1
  %t351 = inttoptr i32 %t340 to ptr addrspace(3)
  %t352 = getelementptr i8, ptr addrspace(3) %t351, i64 1280
  store <2 x float> %t350, ptr addrspace(3) %t352, align 8
  %t353 = load float, ptr %s117
  %t354 = insertelement <2 x float> poison, float %t353, i32 0
  %t355 = load float, ptr %s118
  %t356 = insertelement <2 x float> %t354, float %t355, i32 1
  %t357 = inttoptr i32 %t340 to ptr addrspace(3)
  %t358 = getelementptr i8, ptr addrspace(3) %t357, i64 32
  store <2 x float> %t356, ptr addrspace(3) %t358, align 8
  %t359 = load float, ptr %s119
  %t360 = insertelement <2 x float> poison, float %t359, i32 0
  %t361 = load float, ptr %s120
  %t362 = insertelement <2 x float> %t360, float %t361, i32 1
  %t363 = inttoptr i32 %t340 to ptr addrspace(3)
  %t364 = getelementptr i8, ptr addrspace(3) %t363, i64 1312
  store <2 x float> %t362, ptr addrspace(3) %t364, align 8
  %t365 = load float, ptr %s121
  %t366 = insertelement <2 x float> poison, float %t365, i32 0
  %t367 = load float, ptr %s122
  %t368 = insertelement <2 x float> %t366, float %t367, i32 1
  %t369 = inttoptr i32 %t340 to ptr addrspace(3)
  %t370 = getelementptr i8, ptr addrspace(3) %t369, i64 64
  store <2 x float> %t368, ptr addrspace(3) %t370, align 8
  %t371 = load float, ptr %s123
  %t372 = insertelement <2 x float> poison, float %t371, i32 0
  %t373 = load float, ptr %s124
  %t374 = insertelement <2 x float> %t372, float %t373, i32 1
  %t375 = inttoptr i32 %t340 to ptr addrspace(3)
  %t376 = getelementptr i8, ptr addrspace(3) %t375, i64 1344
  store <2 x float> %t374, ptr addrspace(3) %t376, align 8
  %t377 = load float, ptr %s125
  %t378 = insertelement <2 x float> poison, float %t377, i32 0
  %t379 = load float, ptr %s126
  %t380 = insertelement <2 x float> %t378, float %t379, i32 1
  %t381 = inttoptr i32 %t340 to ptr addrspace(3)
  %t382 = getelementptr i8, ptr addrspace(3) %t381, i64 96
  store <2 x float> %t380, ptr addrspace(3) %t382, align 8
  %t383 = load float, ptr %s127
  %t384 = insertelement <2 x float> poison, float %t383, i32 0
  %t385 = load float, ptr %s128
  %t386 = insertelement <2 x float> %t384, float %t385, i32 1
  %t387 = inttoptr i32 %t340 to ptr addrspace(3)
  %t388 = getelementptr i8, ptr addrspace(3) %t387, i64 1376
  store <2 x float> %t386, ptr addrspace(3) %t388, align 8
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %t389 = udiv i32 %t6, 8
  %t390 = urem i32 %t6, 8
  %t391 = mul nsw i32 %t390, 4
  %t392 = mul nsw i32 %t389, 160
  %t393 = mul nsw i32 %t391, 4
  %t394 = add nsw i32 %t336, %t392
  %t395 = add nsw i32 %t394, %t393
  %t396 = add nsw i32 %t9, %t389
  %t397 = add nsw i32 %t10, %t391
  %t398 = icmp ult i32 %t397, 24
  br i1 %t398, label %then.399, label %else.400
then.399:
  %t402 = inttoptr i32 %t395 to ptr addrspace(3)
  %t403 = getelementptr i8, ptr addrspace(3) %t402, i64 0
  %t404 = load <4 x float>, ptr addrspace(3) %t403, align 16
  %t405 = extractelement <4 x float> %t404, i32 0
  %t406 = extractelement <4 x float> %t404, i32 1
  %t407 = extractelement <4 x float> %t404, i32 2
  %t408 = extractelement <4 x float> %t404, i32 3
  %t409 = udiv i32 %t396, 4
  %t410 = urem i32 %t396, 4
  %t411 = sext i32 %t410 to i64
  %t412 = mul nsw i64 %t411, 16
  %t413 = getelementptr i16, ptr %t334, i64 %t412
  %t414 = mul nsw i64 %t411, 24
  %t415 = getelementptr float, ptr %buffer2, i64 %t414
  %t416 = sext i32 %t409 to i64
  %t417 = mul nsw i64 %t416, 64
  %t418 = getelementptr i16, ptr %t413, i64 %t417
  %t419 = mul nsw i64 %t416, 96
  %t420 = getelementptr float, ptr %t415, i64 %t419
  %t421 = sext i32 %t397 to i64
  %t422 = mul nsw i64 %t421, 144
  %t423 = getelementptr i16, ptr %buffer3, i64 %t422
  %t424 = getelementptr float, ptr %buffer1, i64 %t421
  %t425 = getelementptr float, ptr %t420, i64 %t421
  %t426 = getelementptr float, ptr %t424, i64 0
  %t427 = load <4 x float>, ptr %t426, align 16
  %t428 = extractelement <4 x float> %t427, i32 0
  %t429 = extractelement <4 x float> %t427, i32 1
  %t430 = extractelement <4 x float> %t427, i32 2
  %t431 = extractelement <4 x float> %t427, i32 3
  %t432 = fadd contract float %t405, %t428
  %t433 = fcmp ogt float 0x0000000000000000, %t432
  %t434 = select i1 %t433, float 0x0000000000000000, float %t432
  %t435 = fadd contract float %t406, %t429
  %t436 = fcmp ogt float 0x0000000000000000, %t435
  %t437 = select i1 %t436, float 0x0000000000000000, float %t435
  %t438 = fadd contract float %t407, %t430
  %t439 = fcmp ogt float 0x0000000000000000, %t438
  %t440 = select i1 %t439, float 0x0000000000000000, float %t438
  %t441 = fadd contract float %t408, %t431
  %t442 = fcmp ogt float 0x0000000000000000, %t441
  %t443 = select i1 %t442, float 0x0000000000000000, float %t441
  %t444 = insertelement <4 x float> poison, float %t434, i32 0
  %t445 = insertelement <4 x float> %t444, float %t437, i32 1
  %t446 = insertelement <4 x float> %t445, float %t440, i32 2
  %t447 = insertelement <4 x float> %t446, float %t443, i32 3
  %t448 = getelementptr float, ptr %t425, i64 0
  store <4 x float> %t447, ptr %t448, align 16
  br label %join.401
else.400:
  br label %join.401
join.401:
  %t449 = add nsw i32 %t6, 32
  %t450 = udiv i32 %t449, 8
  %t451 = urem i32 %t449, 8
  %t452 = mul nsw i32 %t451, 4
  %t453 = mul nsw i32 %t450, 160
  %t454 = mul nsw i32 %t452, 4
  %t455 = add nsw i32 %t336, %t453
  %t456 = add nsw i32 %t455, %t454
  %t457 = add nsw i32 %t9, %t450
  %t458 = add nsw i32 %t10, %t452
  %t459 = icmp ult i32 %t458, 24
  br i1 %t459, label %then.460, label %else.461
then.460:
  %t463 = inttoptr i32 %t456 to ptr addrspace(3)
  %t464 = getelementptr i8, ptr addrspace(3) %t463, i64 0
  %t465 = load <4 x float>, ptr addrspace(3) %t464, align 16
  %t466 = extractelement <4 x float> %t465, i32 0
  %t467 = extractelement <4 x float> %t465, i32 1
  %t468 = extractelement <4 x float> %t465, i32 2
  %t469 = extractelement <4 x float> %t465, i32 3
  %t470 = udiv i32 %t457, 4
  %t471 = urem i32 %t457, 4
  %t472 = sext i32 %t471 to i64
  %t473 = mul nsw i64 %t472, 16
  %t474 = getelementptr i16, ptr %t334, i64 %t473
  %t475 = mul nsw i64 %t472, 24
  %t476 = getelementptr float, ptr %buffer2, i64 %t475
  %t477 = sext i32 %t470 to i64
  %t478 = mul nsw i64 %t477, 64
  %t479 = getelementptr i16, ptr %t474, i64 %t478
  %t480 = mul nsw i64 %t477, 96
  %t481 = getelementptr float, ptr %t476, i64 %t480
  %t482 = sext i32 %t458 to i64
  %t483 = mul nsw i64 %t482, 144
  %t484 = getelementptr i16, ptr %buffer3, i64 %t483
  %t485 = getelementptr float, ptr %buffer1, i64 %t482
  %t486 = getelementptr float, ptr %t481, i64 %t482
  %t487 = getelementptr float, ptr %t485, i64 0
  %t488 = load <4 x float>, ptr %t487, align 16
  %t489 = extractelement <4 x float> %t488, i32 0
  %t490 = extractelement <4 x float> %t488, i32 1
  %t491 = extractelement <4 x float> %t488, i32 2
  %t492 = extractelement <4 x float> %t488, i32 3
  %t493 = fadd contract float %t466, %t489
  %t494 = fcmp ogt float 0x0000000000000000, %t493
  %t495 = select i1 %t494, float 0x0000000000000000, float %t493
  %t496 = fadd contract float %t467, %t490
  %t497 = fcmp ogt float 0x0000000000000000, %t496
  %t498 = select i1 %t497, float 0x0000000000000000, float %t496
  %t499 = fadd contract float %t468, %t491
  %t500 = fcmp ogt float 0x0000000000000000, %t499
  %t501 = select i1 %t500, float 0x0000000000000000, float %t499
  %t502 = fadd contract float %t469, %t492
  %t503 = fcmp ogt float 0x0000000000000000, %t502
  %t504 = select i1 %t503, float 0x0000000000000000, float %t502
  %t505 = insertelement <4 x float> poison, float %t495, i32 0
  %t506 = insertelement <4 x float> %t505, float %t498, i32 1
  %t507 = insertelement <4 x float> %t506, float %t501, i32 2
  %t508 = insertelement <4 x float> %t507, float %t504, i32 3
  %t509 = getelementptr float, ptr %t486, i64 0
  store <4 x float> %t508, ptr %t509, align 16
  br label %join.462
else.461:
  br label %join.462
join.462:
  %t510 = add nsw i32 %t6, 64
  %t511 = udiv i32 %t510, 8
  %t512 = urem i32 %t510, 8
  %t513 = mul nsw i32 %t512, 4
  %t514 = mul nsw i32 %t511, 160
  %t515 = mul nsw i32 %t513, 4
  %t516 = add nsw i32 %t336, %t514
  %t517 = add nsw i32 %t516, %t515
  %t518 = add nsw i32 %t9, %t511
  %t519 = add nsw i32 %t10, %t513
  %t520 = icmp ult i32 %t519, 24
  br i1 %t520, label %then.521, label %else.522
then.521:
  %t524 = inttoptr i32 %t517 to ptr addrspace(3)
  %t525 = getelementptr i8, ptr addrspace(3) %t524, i64 0
  %t526 = load <4 x float>, ptr addrspace(3) %t525, align 16
  %t527 = extractelement <4 x float> %t526, i32 0
  %t528 = extractelement <4 x float> %t526, i32 1
  %t529 = extractelement <4 x float> %t526, i32 2
  %t530 = extractelement <4 x float> %t526, i32 3
  %t531 = udiv i32 %t518, 4
  %t532 = urem i32 %t518, 4
  %t533 = sext i32 %t532 to i64
  %t534 = mul nsw i64 %t533, 16
  %t535 = getelementptr i16, ptr %t334, i64 %t534
  %t536 = mul nsw i64 %t533, 24
  %t537 = getelementptr float, ptr %buffer2, i64 %t536
  %t538 = sext i32 %t531 to i64
  %t539 = mul nsw i64 %t538, 64
  %t540 = getelementptr i16, ptr %t535, i64 %t539
  %t541 = mul nsw i64 %t538, 96
  %t542 = getelementptr float, ptr %t537, i64 %t541
  %t543 = sext i32 %t519 to i64
  %t544 = mul nsw i64 %t543, 144
  %t545 = getelementptr i16, ptr %buffer3, i64 %t544
  %t546 = getelementptr float, ptr %buffer1, i64 %t543
  %t547 = getelementptr float, ptr %t542, i64 %t543
  %t548 = getelementptr float, ptr %t546, i64 0
  %t549 = load <4 x float>, ptr %t548, align 16
  %t550 = extractelement <4 x float> %t549, i32 0
  %t551 = extractelement <4 x float> %t549, i32 1
  %t552 = extractelement <4 x float> %t549, i32 2
  %t553 = extractelement <4 x float> %t549, i32 3
  %t554 = fadd contract float %t527, %t550
  %t555 = fcmp ogt float 0x0000000000000000, %t554
  %t556 = select i1 %t555, float 0x0000000000000000, float %t554
  %t557 = fadd contract float %t528, %t551
  %t558 = fcmp ogt float 0x0000000000000000, %t557
  %t559 = select i1 %t558, float 0x0000000000000000, float %t557
  %t560 = fadd contract float %t529, %t552
  %t561 = fcmp ogt float 0x0000000000000000, %t560
  %t562 = select i1 %t561, float 0x0000000000000000, float %t560
  %t563 = fadd contract float %t530, %t553
  %t564 = fcmp ogt float 0x0000000000000000, %t563
  %t565 = select i1 %t564, float 0x0000000000000000, float %t563
  %t566 = insertelement <4 x float> poison, float %t556, i32 0
  %t567 = insertelement <4 x float> %t566, float %t559, i32 1
  %t568 = insertelement <4 x float> %t567, float %t562, i32 2
  %t569 = insertelement <4 x float> %t568, float %t565, i32 3
  %t570 = getelementptr float, ptr %t547, i64 0
  store <4 x float> %t569, ptr %t570, align 16
  br label %join.523
else.522:
  br label %join.523
join.523:
  %t571 = add nsw i32 %t6, 96
  %t572 = udiv i32 %t571, 8
  %t573 = urem i32 %t571, 8
  %t574 = mul nsw i32 %t573, 4
  %t575 = mul nsw i32 %t572, 160
  %t576 = mul nsw i32 %t574, 4
  %t577 = add nsw i32 %t336, %t575
  %t578 = add nsw i32 %t577, %t576
  %t579 = add nsw i32 %t9, %t572
  %t580 = add nsw i32 %t10, %t574
  %t581 = icmp ult i32 %t580, 24
  br i1 %t581, label %then.582, label %else.583
then.582:
  %t585 = inttoptr i32 %t578 to ptr addrspace(3)
  %t586 = getelementptr i8, ptr addrspace(3) %t585, i64 0
  %t587 = load <4 x float>, ptr addrspace(3) %t586, align 16
  %t588 = extractelement <4 x float> %t587, i32 0
  %t589 = extractelement <4 x float> %t587, i32 1
  %t590 = extractelement <4 x float> %t587, i32 2
  %t591 = extractelement <4 x float> %t587, i32 3
  %t592 = udiv i32 %t579, 4
  %t593 = urem i32 %t579, 4
  %t594 = sext i32 %t593 to i64
  %t595 = mul nsw i64 %t594, 16
  %t596 = getelementptr i16, ptr %t334, i64 %t595
  %t597 = mul nsw i64 %t594, 24
  %t598 = getelementptr float, ptr %buffer2, i64 %t597
  %t599 = sext i32 %t592 to i64
  %t600 = mul nsw i64 %t599, 64
  %t601 = getelementptr i16, ptr %t596, i64 %t600
  %t602 = mul nsw i64 %t599, 96
  %t603 = getelementptr float, ptr %t598, i64 %t602
  %t604 = sext i32 %t580 to i64
  %t605 = mul nsw i64 %t604, 144
  %t606 = getelementptr i16, ptr %buffer3, i64 %t605
  %t607 = getelementptr float, ptr %buffer1, i64 %t604
  %t608 = getelementptr float, ptr %t603, i64 %t604
  %t609 = getelementptr float, ptr %t607, i64 0
  %t610 = load <4 x float>, ptr %t609, align 16
  %t611 = extractelement <4 x float> %t610, i32 0
  %t612 = extractelement <4 x float> %t610, i32 1
  %t613 = extractelement <4 x float> %t610, i32 2
  %t614 = extractelement <4 x float> %t610, i32 3
  %t615 = fadd contract float %t588, %t611
  %t616 = fcmp ogt float 0x0000000000000000, %t615
  %t617 = select i1 %t616, float 0x0000000000000000, float %t615
  %t618 = fadd contract float %t589, %t612
  %t619 = fcmp ogt float 0x0000000000000000, %t618
  %t620 = select i1 %t619, float 0x0000000000000000, float %t618
  %t621 = fadd contract float %t590, %t613
  %t622 = fcmp ogt float 0x0000000000000000, %t621
  %t623 = select i1 %t622, float 0x0000000000000000, float %t621
  %t624 = fadd contract float %t591, %t614
  %t625 = fcmp ogt float 0x0000000000000000, %t624
  %t626 = select i1 %t625, float 0x0000000000000000, float %t624
  %t627 = insertelement <4 x float> poison, float %t617, i32 0
  %t628 = insertelement <4 x float> %t627, float %t620, i32 1
  %t629 = insertelement <4 x float> %t628, float %t623, i32 2
  %t630 = insertelement <4 x float> %t629, float %t626, i32 3
  %t631 = getelementptr float, ptr %t608, i64 0
  store <4 x float> %t630, ptr %t631, align 16
  br label %join.584
else.583:
  br label %join.584
join.584:
  ret void
}
