@shared_memory = external addrspace(3) global [0 x i8], align 128
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
declare void @llvm.nvvm.bar.warp.sync(i32) convergent
define ptx_kernel void @mma_matmul(ptr noalias %buffer0, ptr noalias %buffer1, ptr noalias %buffer2, ptr noalias %buffer3) nounwind "nvvm.maxntid"="64" {
  %s106 = alloca float
  %s107 = alloca float
  %s108 = alloca float
  %s109 = alloca float
  %s110 = alloca float
  %s111 = alloca float
  %s112 = alloca float
  %s113 = alloca float
  %s114 = alloca float
  %s115 = alloca float
  %s116 = alloca float
  %s117 = alloca float
  %s118 = alloca float
  %s119 = alloca float
  %s120 = alloca float
  %s121 = alloca float
  %s142 = alloca i32
  %s143 = alloca i32
  %s144 = alloca i64
  %t1 = ptrtoint ptr addrspace(3) @shared_memory to i64
  %t2 = trunc i64 %t1 to i32
  %t3 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t4 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t5 = udiv i32 %t4, 2
  %t6 = urem i32 %t4, 2
  %t7 = mul nsw i32 %t6, 16
  %t8 = udiv i32 %t3, 32
  %t9 = urem i32 %t3, 32
  %t10 = udiv i32 %t8, 2
  %t11 = urem i32 %t8, 2
  %t12 = mul nsw i32 %t10, 16
  %t13 = mul nsw i32 %t11, 32
  %t14 = udiv i32 %t9, 4
  %t15 = urem i32 %t9, 4
  %t16 = udiv i32 %t3, 4
  %t17 = urem i32 %t3, 4
  %t18 = mul nsw i32 %t17, 8
  %t19 = mul nsw i32 %t16, 80
  %t20 = mul nsw i32 %t18, 2
  %t21 = add nsw i32 %t2, %t19
  %t22 = add nsw i32 %t21, %t20
  %t23 = add nsw i32 %t7, %t16
  %t24 = mul nsw i32 %t23, 48
  %t25 = icmp ult i32 %t23, 20
  %t26 = udiv i32 %t3, 8
  %t27 = urem i32 %t3, 8
  %t28 = mul nsw i32 %t27, 8
  %t29 = mul nsw i32 %t26, 144
  %t30 = mul nsw i32 %t28, 2
  %t31 = add nsw i32 %t2, %t29
  %t32 = add nsw i32 %t31, %t30
  %t33 = add nsw i32 %t32, 1280
  %t34 = icmp ult i32 %t28, 40
  %t35 = mul nsw i32 %t27, 8
  %t36 = mul nsw i32 %t26, 144
  %t37 = mul nsw i32 %t35, 2
  %t38 = add nsw i32 %t2, %t36
  %t39 = add nsw i32 %t38, %t37
  %t40 = add nsw i32 %t39, 1280
  %t41 = icmp ult i32 %t35, 40
  %t42 = mul nsw i32 %t27, 8
  %t43 = mul nsw i32 %t26, 144
  %t44 = mul nsw i32 %t42, 2
  %t45 = add nsw i32 %t2, %t43
  %t46 = add nsw i32 %t45, %t44
  %t47 = add nsw i32 %t46, 1280
  %t48 = icmp ult i32 %t42, 40
  %t49 = mul nsw i32 %t27, 8
  %t50 = mul nsw i32 %t26, 144
  %t51 = mul nsw i32 %t49, 2
  %t52 = add nsw i32 %t2, %t50
  %t53 = add nsw i32 %t52, %t51
  %t54 = add nsw i32 %t53, 1280
  %t55 = icmp ult i32 %t49, 40
  %t56 = icmp ult i32 %t18, 48
  %t57 = add nsw i32 %t24, %t18
  %t58 = and i1 %t25, %t56
  %t59 = select i1 %t58, i32 %t57, i32 0
  %t60 = sext i32 %t59 to i64
  %t61 = getelementptr i16, ptr %buffer0, i64 %t60
  %t62 = addrspacecast ptr %t61 to ptr addrspace(1)
  %t63 = select i1 %t58, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t22, ptr addrspace(1) %t62, i32 %t63)
  %t64 = mul nsw i32 %t26, 40
  %t65 = icmp ult i32 %t26, 48
  %t66 = add nsw i32 %t28, %t64
  %t67 = and i1 %t34, %t65
  %t68 = select i1 %t67, i32 %t66, i32 0
  %t69 = sext i32 %t68 to i64
  %t70 = getelementptr i16, ptr %buffer1, i64 %t69
  %t71 = addrspacecast ptr %t70 to ptr addrspace(1)
  %t72 = select i1 %t67, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t33, ptr addrspace(1) %t71, i32 %t72)
  %t73 = mul nsw i32 %t26, 40
  %t74 = add nsw i32 %t26, 8
  %t75 = icmp ult i32 %t74, 48
  %t76 = add nsw i32 %t35, %t73
  %t77 = and i1 %t41, %t75
  %t78 = add nsw i32 %t76, 320
  %t79 = select i1 %t77, i32 %t78, i32 0
  %t80 = sext i32 %t79 to i64
  %t81 = getelementptr i16, ptr %buffer1, i64 %t80
  %t82 = addrspacecast ptr %t81 to ptr addrspace(1)
  %t83 = select i1 %t77, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0+1152], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t40, ptr addrspace(1) %t82, i32 %t83)
  %t84 = mul nsw i32 %t26, 40
  %t85 = add nsw i32 %t26, 16
  %t86 = icmp ult i32 %t85, 48
  %t87 = add nsw i32 %t42, %t84
  %t88 = and i1 %t48, %t86
  %t89 = add nsw i32 %t87, 640
  %t90 = select i1 %t88, i32 %t89, i32 0
  %t91 = sext i32 %t90 to i64
  %t92 = getelementptr i16, ptr %buffer1, i64 %t91
  %t93 = addrspacecast ptr %t92 to ptr addrspace(1)
  %t94 = select i1 %t88, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0+2304], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t47, ptr addrspace(1) %t93, i32 %t94)
  %t95 = mul nsw i32 %t26, 40
  %t96 = add nsw i32 %t26, 24
  %t97 = icmp ult i32 %t96, 48
  %t98 = add nsw i32 %t49, %t95
  %t99 = and i1 %t55, %t97
  %t100 = add nsw i32 %t98, 960
  %t101 = select i1 %t99, i32 %t100, i32 0
  %t102 = sext i32 %t101 to i64
  %t103 = getelementptr i16, ptr %buffer1, i64 %t102
  %t104 = addrspacecast ptr %t103 to ptr addrspace(1)
  %t105 = select i1 %t99, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0+3456], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t54, ptr addrspace(1) %t104, i32 %t105)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  store float 0.0, ptr %s106
  store float 0.0, ptr %s107
  store float 0.0, ptr %s108
  store float 0.0, ptr %s109
  store float 0.0, ptr %s110
  store float 0.0, ptr %s111
  store float 0.0, ptr %s112
  store float 0.0, ptr %s113
  store float 0.0, ptr %s114
  store float 0.0, ptr %s115
  store float 0.0, ptr %s116
  store float 0.0, ptr %s117
  store float 0.0, ptr %s118
  store float 0.0, ptr %s119
  store float 0.0, ptr %s120
  store float 0.0, ptr %s121
  %t122 = udiv i32 %t9, 16
  %t123 = urem i32 %t9, 16
  %t124 = add nsw i32 %t12, %t123
  %t125 = mul nsw i32 %t124, 80
  %t126 = mul nsw i32 %t122, 16
  %t127 = add nsw i32 %t2, %t125
  %t128 = add nsw i32 %t127, %t126
  %t129 = add nsw i32 %t2, 1280
  %t130 = udiv i32 %t9, 8
  %t131 = urem i32 %t9, 8
  %t132 = udiv i32 %t130, 2
  %t133 = urem i32 %t130, 2
  %t134 = mul nsw i32 %t132, 8
  %t135 = add nsw i32 %t13, %t134
  %t136 = mul nsw i32 %t133, 8
  %t137 = add nsw i32 %t131, %t136
  %t138 = mul nsw i32 %t137, 144
  %t139 = mul nsw i32 %t135, 2
  %t140 = add nsw i32 %t129, %t138
  %t141 = add nsw i32 %t140, %t139
  store i32 0, ptr %s142
  store i32 6400, ptr %s143
  store i64 0, ptr %s144
  br label %loop.145
loop.145:
  %t147 = load i64, ptr %s144
  call void asm sideeffect "cp.async.wait_group 0;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t148 = trunc i64 %t147 to i32
  %t149 = add nsw i32 %t148, 1
  %t150 = icmp ult i32 %t149, 2
  %t151 = load i32, ptr %s143
  br i1 %t150, label %then.152, label %else.153
then.152:
  %t155 = mul nsw i32 %t149, 32
  %t156 = add nsw i32 %t155, %t18
  %t157 = icmp ult i32 %t156, 48
  %t158 = add nsw i32 %t24, %t156
  %t159 = and i1 %t25, %t157
  %t160 = select i1 %t159, i32 %t158, i32 0
  %t161 = sext i32 %t160 to i64
  %t162 = getelementptr i16, ptr %buffer0, i64 %t161
  %t163 = add nsw i32 %t22, %t151
  %t164 = addrspacecast ptr %t162 to ptr addrspace(1)
  %t165 = select i1 %t159, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t163, ptr addrspace(1) %t164, i32 %t165)
  %t166 = mul nsw i32 %t149, 32
  %t167 = add nsw i32 %t166, %t26
  %t168 = mul nsw i32 %t167, 40
  %t169 = icmp ult i32 %t167, 48
  %t170 = add nsw i32 %t28, %t168
  %t171 = and i1 %t34, %t169
  %t172 = select i1 %t171, i32 %t170, i32 0
  %t173 = sext i32 %t172 to i64
  %t174 = getelementptr i16, ptr %buffer1, i64 %t173
  %t175 = add nsw i32 %t33, %t151
  %t176 = addrspacecast ptr %t174 to ptr addrspace(1)
  %t177 = select i1 %t171, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t175, ptr addrspace(1) %t176, i32 %t177)
  %t178 = add nsw i32 %t166, %t26
  %t179 = mul nsw i32 %t178, 40
  %t180 = add nsw i32 %t178, 8
  %t181 = icmp ult i32 %t180, 48
  %t182 = add nsw i32 %t35, %t179
  %t183 = and i1 %t41, %t181
  %t184 = add nsw i32 %t182, 320
  %t185 = select i1 %t183, i32 %t184, i32 0
  %t186 = sext i32 %t185 to i64
  %t187 = getelementptr i16, ptr %buffer1, i64 %t186
  %t188 = add nsw i32 %t40, %t151
  %t189 = addrspacecast ptr %t187 to ptr addrspace(1)
  %t190 = select i1 %t183, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0+1152], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t188, ptr addrspace(1) %t189, i32 %t190)
  %t191 = add nsw i32 %t166, %t26
  %t192 = mul nsw i32 %t191, 40
  %t193 = add nsw i32 %t191, 16
  %t194 = icmp ult i32 %t193, 48
  %t195 = add nsw i32 %t42, %t192
  %t196 = and i1 %t48, %t194
  %t197 = add nsw i32 %t195, 640
  %t198 = select i1 %t196, i32 %t197, i32 0
  %t199 = sext i32 %t198 to i64
  %t200 = getelementptr i16, ptr %buffer1, i64 %t199
  %t201 = add nsw i32 %t47, %t151
  %t202 = addrspacecast ptr %t200 to ptr addrspace(1)
  %t203 = select i1 %t196, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0+2304], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t201, ptr addrspace(1) %t202, i32 %t203)
  %t204 = add nsw i32 %t166, %t26
  %t205 = mul nsw i32 %t204, 40
  %t206 = add nsw i32 %t204, 24
  %t207 = icmp ult i32 %t206, 48
  %t208 = add nsw i32 %t49, %t205
  %t209 = and i1 %t55, %t207
  %t210 = add nsw i32 %t208, 960
  %t211 = select i1 %t209, i32 %t210, i32 0
  %t212 = sext i32 %t211 to i64
  %t213 = getelementptr i16, ptr %buffer1, i64 %t212
  %t214 = add nsw i32 %t54, %t151
  %t215 = addrspacecast ptr %t213 to ptr addrspace(1)
  %t216 = select i1 %t209, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0+3456], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t214, ptr addrspace(1) %t215, i32 %t216)
  br label %join.154
else.153:
  br label %join.154
join.154:
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t217 = load i32, ptr %s142
  %t218 = add nsw i32 %t128, %t217
  %t219 = add nsw i32 %t141, %t217
  %t220 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t218) convergent
  %t221 = extractvalue {i32, i32, i32, i32} %t220, 0
  %t222 = extractvalue {i32, i32, i32, i32} %t220, 1
  %t223 = extractvalue {i32, i32, i32, i32} %t220, 2
  %t224 = extractvalue {i32, i32, i32, i32} %t220, 3
  %t225 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t219) convergent
  %t226 = extractvalue {i32, i32, i32, i32} %t225, 0
  %t227 = extractvalue {i32, i32, i32, i32} %t225, 1
  %t228 = extractvalue {i32, i32, i32, i32} %t225, 2
  %t229 = extractvalue {i32, i32, i32, i32} %t225, 3
  %t230 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4+32];", "=r,=r,=r,=r,r,~{memory}"(i32 %t219) convergent
  %t231 = extractvalue {i32, i32, i32, i32} %t230, 0
  %t232 = extractvalue {i32, i32, i32, i32} %t230, 1
  %t233 = extractvalue {i32, i32, i32, i32} %t230, 2
  %t234 = extractvalue {i32, i32, i32, i32} %t230, 3
  %t235 = load float, ptr %s106
  %t236 = load float, ptr %s107
  %t237 = load float, ptr %s108
  %t238 = load float, ptr %s109
  %t239 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t221, i32 %t222, i32 %t223, i32 %t224, i32 %t226, i32 %t227, float %t235, float %t236, float %t237, float %t238) convergent
  %t240 = extractvalue {float, float, float, float} %t239, 0
  %t241 = extractvalue {float, float, float, float} %t239, 1
  %t242 = extractvalue {float, float, float, float} %t239, 2
  %t243 = extractvalue {float, float, float, float} %t239, 3
  store float %t240, ptr %s106
  store float %t241, ptr %s107
  store float %t242, ptr %s108
  store float %t243, ptr %s109
  %t244 = load float, ptr %s110
  %t245 = load float, ptr %s111
  %t246 = load float, ptr %s112
  %t247 = load float, ptr %s113
  %t248 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t221, i32 %t222, i32 %t223, i32 %t224, i32 %t228, i32 %t229, float %t244, float %t245, float %t246, float %t247) convergent
  %t249 = extractvalue {float, float, float, float} %t248, 0
  %t250 = extractvalue {float, float, float, float} %t248, 1
  %t251 = extractvalue {float, float, float, float} %t248, 2
  %t252 = extractvalue {float, float, float, float} %t248, 3
  store float %t249, ptr %s110
  store float %t250, ptr %s111
  store float %t251, ptr %s112
  store float %t252, ptr %s113
  %t253 = load float, ptr %s114
  %t254 = load float, ptr %s115
  %t255 = load float, ptr %s116
  %t256 = load float, ptr %s117
  %t257 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t221, i32 %t222, i32 %t223, i32 %t224, i32 %t231, i32 %t232, float %t253, float %t254, float %t255, float %t256) convergent
  %t258 = extractvalue {float, float, float, float} %t257, 0
  %t259 = extractvalue {float, float, float, float} %t257, 1
  %t260 = extractvalue {float, float, float, float} %t257, 2
  %t261 = extractvalue {float, float, float, float} %t257, 3
  store float %t258, ptr %s114
  store float %t259, ptr %s115
  store float %t260, ptr %s116
  store float %t261, ptr %s117
  %t262 = load float, ptr %s118
  %t263 = load float, ptr %s119
  %t264 = load float, ptr %s120
  %t265 = load float, ptr %s121
  %t266 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t221, i32 %t222, i32 %t223, i32 %t224, i32 %t233, i32 %t234, float %t262, float %t263, float %t264, float %t265) convergent
  %t267 = extractvalue {float, float, float, float} %t266, 0
  %t268 = extractvalue {float, float, float, float} %t266, 1
  %t269 = extractvalue {float, float, float, float} %t266, 2
  %t270 = extractvalue {float, float, float, float} %t266, 3
  store float %t267, ptr %s118
  store float %t268, ptr %s119
  store float %t269, ptr %s120
  store float %t270, ptr %s121
  %t271 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4+32];", "=r,=r,=r,=r,r,~{memory}"(i32 %t218) convergent
  %t272 = extractvalue {i32, i32, i32, i32} %t271, 0
  %t273 = extractvalue {i32, i32, i32, i32} %t271, 1
  %t274 = extractvalue {i32, i32, i32, i32} %t271, 2
  %t275 = extractvalue {i32, i32, i32, i32} %t271, 3
  %t276 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4+2304];", "=r,=r,=r,=r,r,~{memory}"(i32 %t219) convergent
  %t277 = extractvalue {i32, i32, i32, i32} %t276, 0
  %t278 = extractvalue {i32, i32, i32, i32} %t276, 1
  %t279 = extractvalue {i32, i32, i32, i32} %t276, 2
  %t280 = extractvalue {i32, i32, i32, i32} %t276, 3
  %t281 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4+2336];", "=r,=r,=r,=r,r,~{memory}"(i32 %t219) convergent
  %t282 = extractvalue {i32, i32, i32, i32} %t281, 0
  %t283 = extractvalue {i32, i32, i32, i32} %t281, 1
  %t284 = extractvalue {i32, i32, i32, i32} %t281, 2
  %t285 = extractvalue {i32, i32, i32, i32} %t281, 3
  %t286 = load float, ptr %s106
  %t287 = load float, ptr %s107
  %t288 = load float, ptr %s108
  %t289 = load float, ptr %s109
  %t290 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t272, i32 %t273, i32 %t274, i32 %t275, i32 %t277, i32 %t278, float %t286, float %t287, float %t288, float %t289) convergent
  %t291 = extractvalue {float, float, float, float} %t290, 0
  %t292 = extractvalue {float, float, float, float} %t290, 1
  %t293 = extractvalue {float, float, float, float} %t290, 2
  %t294 = extractvalue {float, float, float, float} %t290, 3
  store float %t291, ptr %s106
  store float %t292, ptr %s107
  store float %t293, ptr %s108
  store float %t294, ptr %s109
  %t295 = load float, ptr %s110
  %t296 = load float, ptr %s111
  %t297 = load float, ptr %s112
  %t298 = load float, ptr %s113
  %t299 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t272, i32 %t273, i32 %t274, i32 %t275, i32 %t279, i32 %t280, float %t295, float %t296, float %t297, float %t298) convergent
  %t300 = extractvalue {float, float, float, float} %t299, 0
  %t301 = extractvalue {float, float, float, float} %t299, 1
  %t302 = extractvalue {float, float, float, float} %t299, 2
  %t303 = extractvalue {float, float, float, float} %t299, 3
  store float %t300, ptr %s110
  store float %t301, ptr %s111
  store float %t302, ptr %s112
  store float %t303, ptr %s113
  %t304 = load float, ptr %s114
  %t305 = load float, ptr %s115
  %t306 = load float, ptr %s116
  %t307 = load float, ptr %s117
  %t308 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t272, i32 %t273, i32 %t274, i32 %t275, i32 %t282, i32 %t283, float %t304, float %t305, float %t306, float %t307) convergent
  %t309 = extractvalue {float, float, float, float} %t308, 0
  %t310 = extractvalue {float, float, float, float} %t308, 1
  %t311 = extractvalue {float, float, float, float} %t308, 2
  %t312 = extractvalue {float, float, float, float} %t308, 3
  store float %t309, ptr %s114
  store float %t310, ptr %s115
  store float %t311, ptr %s116
  store float %t312, ptr %s117
  %t313 = load float, ptr %s118
  %t314 = load float, ptr %s119
  %t315 = load float, ptr %s120
  %t316 = load float, ptr %s121
  %t317 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t272, i32 %t273, i32 %t274, i32 %t275, i32 %t284, i32 %t285, float %t313, float %t314, float %t315, float %t316) convergent
  %t318 = extractvalue {float, float, float, float} %t317, 0
  %t319 = extractvalue {float, float, float, float} %t317, 1
  %t320 = extractvalue {float, float, float, float} %t317, 2
  %t321 = extractvalue {float, float, float, float} %t317, 3
  store float %t318, ptr %s118
  store float %t319, ptr %s119
  store float %t320, ptr %s120
  store float %t321, ptr %s121
  %t322 = add nsw i32 %t217, 6400
  %t323 = icmp eq i32 %t322, 12800
  %t324 = select i1 %t323, i32 0, i32 %t322
  store i32 %t324, ptr %s142
  %t325 = add nsw i32 %t151, 6400
  %t326 = icmp eq i32 %t325, 12800
  %t327 = select i1 %t326, i32 0, i32 %t325
  store i32 %t327, ptr %s143
  %t328 = add nuw nsw i64 %t147, 1
  store i64 %t328, ptr %s144
  %t329 = icmp slt i64 %t328, 2
  br i1 %t329, label %loop.145, label %done.146
done.146:
  call void asm sideeffect "cp.async.wait_all;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t330 = mul nsw i32 %t8, 2560
  %t331 = add nsw i32 %t2, %t330
  %t332 = mul nsw i32 %t14, 160
  %t333 = mul nsw i32 %t15, 8
  %t334 = add nsw i32 %t331, %t332
  %t335 = add nsw i32 %t334, %t333
  %t336 = load float, ptr %s106
  %t337 = insertelement <2 x float> poison, float %t336, i32 0
  %t338 = load float, ptr %s107
  %t339 = insertelement <2 x float> %t337, float %t338, i32 1
  %t340 = inttoptr i32 %t335 to ptr addrspace(3)
  %t341 = getelementptr i8, ptr addrspace(3) %t340, i64 0
  store <2 x float> %t339, ptr addrspace(3) %t341, align 8
  %t342 = load float, ptr %s108
  %t343 = insertelement <2 x float> poison, float %t342, i32 0
  %t344 = load float, ptr %s109
  %t345 = insertelement <2 x float> %t343, float %t344, i32 1
  %t346 = inttoptr i32 %t335 to ptr addrspace(3)
  %t347 = getelementptr i8, ptr addrspace(3) %t346, i64 1280
  store <2 x float> %t345, ptr addrspace(3) %t347, align 8
  %t348 = load float, ptr %s110
  %t349 = insertelement <2 x float> poison, float %t348, i32 0
  %t350 = load float, ptr %s111
  %t351 = insertelement <2 x float> %t349, float %t350, i32 1
  %t352 = inttoptr i32 %t335 to ptr addrspace(3)
  %t353 = getelementptr i8, ptr addrspace(3) %t352, i64 32
  store <2 x float> %t351, ptr addrspace(3) %t353, align 8
  %t354 = load float, ptr %s112
  %t355 = insertelement <2 x float> poison, float %t354, i32 0
  %t356 = load float, ptr %s113
  %t357 = insertelement <2 x float> %t355, float %t356, i32 1
  %t358 = inttoptr i32 %t335 to ptr addrspace(3)
  %t359 = getelementptr i8, ptr addrspace(3) %t358, i64 1312
  store <2 x float> %t357, ptr addrspace(3) %t359, align 8
  %t360 = load float, ptr %s114
  %t361 = insertelement <2 x float> poison, float %t360, i32 0
  %t362 = load float, ptr %s115
  %t363 = insertelement <2 x float> %t361, float %t362, i32 1
  %t364 = inttoptr i32 %t335 to ptr addrspace(3)
  %t365 = getelementptr i8, ptr addrspace(3) %t364, i64 64
  store <2 x float> %t363, ptr addrspace(3) %t365, align 8
  %t366 = load float, ptr %s116
  %t367 = insertelement <2 x float> poison, float %t366, i32 0
  %t368 = load float, ptr %s117
  %t369 = insertelement <2 x float> %t367, float %t368, i32 1
  %t370 = inttoptr i32 %t335 to ptr addrspace(3)
  %t371 = getelementptr i8, ptr addrspace(3) %t370, i64 1344
  store <2 x float> %t369, ptr addrspace(3) %t371, align 8
  %t372 = load float, ptr %s118
  %t373 = insertelement <2 x float> poison, float %t372, i32 0
  %t374 = load float, ptr %s119
  %t375 = insertelement <2 x float> %t373, float %t374, i32 1
  %t376 = inttoptr i32 %t335 to ptr addrspace(3)
  %t377 = getelementptr i8, ptr addrspace(3) %t376, i64 96
  store <2 x float> %t375, ptr addrspace(3) %t377, align 8
  %t378 = load float, ptr %s120
  %t379 = insertelement <2 x float> poison, float %t378, i32 0
  %t380 = load float, ptr %s121
  %t381 = insertelement <2 x float> %t379, float %t380, i32 1
  %t382 = inttoptr i32 %t335 to ptr addrspace(3)
  %t383 = getelementptr i8, ptr addrspace(3) %t382, i64 1376
  store <2 x float> %t381, ptr addrspace(3) %t383, align 8
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %t384 = add nsw i32 %t7, %t12
  %t385 = udiv i32 %t9, 8
  %t386 = urem i32 %t9, 8
  %t387 = mul nsw i32 %t386, 4
  %t388 = mul nsw i32 %t385, 160
  %t389 = mul nsw i32 %t387, 4
  %t390 = add nsw i32 %t331, %t388
  %t391 = add nsw i32 %t390, %t389
  %t392 = add nsw i32 %t384, %t385
  %t393 = add nsw i32 %t13, %t387
  %t394 = icmp ult i32 %t392, 20
  %t395 = icmp ult i32 %t393, 40
  %t396 = and i1 %t394, %t395
  br i1 %t396, label %then.397, label %else.398
then.397:
  %t400 = inttoptr i32 %t391 to ptr addrspace(3)
  %t401 = getelementptr i8, ptr addrspace(3) %t400, i64 0
  %t402 = load <4 x float>, ptr addrspace(3) %t401, align 16
  %t403 = extractelement <4 x float> %t402, i32 0
  %t404 = extractelement <4 x float> %t402, i32 1
  %t405 = extractelement <4 x float> %t402, i32 2
  %t406 = extractelement <4 x float> %t402, i32 3
  %t407 = sext i32 %t392 to i64
  %t408 = mul nsw i64 %t407, 48
  %t409 = getelementptr i16, ptr %buffer0, i64 %t408
  %t410 = mul nsw i64 %t407, 40
  %t411 = getelementptr float, ptr %buffer3, i64 %t410
  %t412 = sext i32 %t393 to i64
  %t413 = getelementptr i16, ptr %buffer1, i64 %t412
  %t414 = getelementptr float, ptr %buffer2, i64 %t412
  %t415 = getelementptr float, ptr %t411, i64 %t412
  %t416 = getelementptr float, ptr %t414, i64 0
  %t417 = load <4 x float>, ptr %t416, align 16
  %t418 = extractelement <4 x float> %t417, i32 0
  %t419 = extractelement <4 x float> %t417, i32 1
  %t420 = extractelement <4 x float> %t417, i32 2
  %t421 = extractelement <4 x float> %t417, i32 3
  %t422 = fadd contract float %t403, %t418
  %t423 = fadd contract float %t404, %t419
  %t424 = fadd contract float %t405, %t420
  %t425 = fadd contract float %t406, %t421
  %t426 = insertelement <4 x float> poison, float %t422, i32 0
  %t427 = insertelement <4 x float> %t426, float %t423, i32 1
  %t428 = insertelement <4 x float> %t427, float %t424, i32 2
  %t429 = insertelement <4 x float> %t428, float %t425, i32 3
  %t430 = getelementptr float, ptr %t415, i64 0
  store <4 x float> %t429, ptr %t430, align 16
  br label %join.399
else.398:
  br label %join.399
join.399:
  %t431 = add nsw i32 %t9, 32
  %t432 = udiv i32 %t431, 8
  %t433 = urem i32 %t431, 8
  %t434 = mul nsw i32 %t433, 4
  %t435 = mul nsw i32 %t432, 160
  %t436 = mul nsw i32 %t434, 4
  %t437 = add nsw i32 %t331, %t435
  %t438 = add nsw i32 %t437, %t436
  %t439 = add nsw i32 %t384, %t432
  %t440 = add nsw i32 %t13, %t434
  %t441 = icmp ult i32 %t439, 20
  %t442 = icmp ult i32 %t440, 40
  %t443 = and i1 %t441, %t442
  br i1 %t443, label %then.444, label %else.445
then.444:
  %t447 = inttoptr i32 %t438 to ptr addrspace(3)
  %t448 = getelementptr i8, ptr addrspace(3) %t447, i64 0
  %t449 = load <4 x float>, ptr addrspace(3) %t448, align 16
  %t450 = extractelement <4 x float> %t449, i32 0
  %t451 = extractelement <4 x float> %t449, i32 1
  %t452 = extractelement <4 x float> %t449, i32 2
  %t453 = extractelement <4 x float> %t449, i32 3
  %t454 = sext i32 %t439 to i64
  %t455 = mul nsw i64 %t454, 48
  %t456 = getelementptr i16, ptr %buffer0, i64 %t455
  %t457 = mul nsw i64 %t454, 40
  %t458 = getelementptr float, ptr %buffer3, i64 %t457
  %t459 = sext i32 %t440 to i64
  %t460 = getelementptr i16, ptr %buffer1, i64 %t459
  %t461 = getelementptr float, ptr %buffer2, i64 %t459
  %t462 = getelementptr float, ptr %t458, i64 %t459
  %t463 = getelementptr float, ptr %t461, i64 0
  %t464 = load <4 x float>, ptr %t463, align 16
  %t465 = extractelement <4 x float> %t464, i32 0
  %t466 = extractelement <4 x float> %t464, i32 1
  %t467 = extractelement <4 x float> %t464, i32 2
  %t468 = extractelement <4 x float> %t464, i32 3
  %t469 = fadd contract float %t450, %t465
  %t470 = fadd contract float %t451, %t466
  %t471 = fadd contract float %t452, %t467
  %t472 = fadd contract float %t453, %t468
  %t473 = insertelement <4 x float> poison, float %t469, i32 0
  %t474 = insertelement <4 x float> %t473, float %t470, i32 1
  %t475 = insertelement <4 x float> %t474, float %t471, i32 2
  %t476 = insertelement <4 x float> %t475, float %t472, i32 3
  %t477 = getelementptr float, ptr %t462, i64 0
  store <4 x float> %t476, ptr %t477, align 16
  br label %join.446
else.445:
  br label %join.446
join.446:
  %t478 = add nsw i32 %t9, 64
  %t479 = udiv i32 %t478, 8
  %t480 = urem i32 %t478, 8
  %t481 = mul nsw i32 %t480, 4
  %t482 = mul nsw i32 %t479, 160
  %t483 = mul nsw i32 %t481, 4
  %t484 = add nsw i32 %t331, %t482
  %t485 = add nsw i32 %t484, %t483
  %t486 = add nsw i32 %t384, %t479
  %t487 = add nsw i32 %t13, %t481
  %t488 = icmp ult i32 %t486, 20
  %t489 = icmp ult i32 %t487, 40
  %t490 = and i1 %t488, %t489
  br i1 %t490, label %then.491, label %else.492
then.491:
  %t494 = inttoptr i32 %t485 to ptr addrspace(3)
  %t495 = getelementptr i8, ptr addrspace(3) %t494, i64 0
  %t496 = load <4 x float>, ptr addrspace(3) %t495, align 16
  %t497 = extractelement <4 x float> %t496, i32 0
  %t498 = extractelement <4 x float> %t496, i32 1
  %t499 = extractelement <4 x float> %t496, i32 2
  %t500 = extractelement <4 x float> %t496, i32 3
  %t501 = sext i32 %t486 to i64
  %t502 = mul nsw i64 %t501, 48
  %t503 = getelementptr i16, ptr %buffer0, i64 %t502
  %t504 = mul nsw i64 %t501, 40
  %t505 = getelementptr float, ptr %buffer3, i64 %t504
  %t506 = sext i32 %t487 to i64
  %t507 = getelementptr i16, ptr %buffer1, i64 %t506
  %t508 = getelementptr float, ptr %buffer2, i64 %t506
  %t509 = getelementptr float, ptr %t505, i64 %t506
  %t510 = getelementptr float, ptr %t508, i64 0
  %t511 = load <4 x float>, ptr %t510, align 16
  %t512 = extractelement <4 x float> %t511, i32 0
  %t513 = extractelement <4 x float> %t511, i32 1
  %t514 = extractelement <4 x float> %t511, i32 2
  %t515 = extractelement <4 x float> %t511, i32 3
  %t516 = fadd contract float %t497, %t512
  %t517 = fadd contract float %t498, %t513
  %t518 = fadd contract float %t499, %t514
  %t519 = fadd contract float %t500, %t515
  %t520 = insertelement <4 x float> poison, float %t516, i32 0
  %t521 = insertelement <4 x float> %t520, float %t517, i32 1
  %t522 = insertelement <4 x float> %t521, float %t518, i32 2
  %t523 = insertelement <4 x float> %t522, float %t519, i32 3
  %t524 = getelementptr float, ptr %t509, i64 0
  store <4 x float> %t523, ptr %t524, align 16
  br label %join.493
else.492:
  br label %join.493
join.493:
  %t525 = add nsw i32 %t9, 96
  %t526 = udiv i32 %t525, 8
  %t527 = urem i32 %t525, 8
  %t528 = mul nsw i32 %t527, 4
  %t529 = mul nsw i32 %t526, 160
  %t530 = mul nsw i32 %t528, 4
  %t531 = add nsw i32 %t331, %t529
  %t532 = add nsw i32 %t531, %t530
  %t533 = add nsw i32 %t384, %t526
  %t534 = add nsw i32 %t13, %t528
  %t535 = icmp ult i32 %t533, 20
  %t536 = icmp ult i32 %t534, 40
  %t537 = and i1 %t535, %t536
  br i1 %t537, label %then.538, label %else.539
then.538:
  %t541 = inttoptr i32 %t532 to ptr addrspace(3)
  %t542 = getelementptr i8, ptr addrspace(3) %t541, i64 0
  %t543 = load <4 x float>, ptr addrspace(3) %t542, align 16
  %t544 = extractelement <4 x float> %t543, i32 0
  %t545 = extractelement <4 x float> %t543, i32 1
  %t546 = extractelement <4 x float> %t543, i32 2
  %t547 = extractelement <4 x float> %t543, i32 3
  %t548 = sext i32 %t533 to i64
  %t549 = mul nsw i64 %t548, 48
  %t550 = getelementptr i16, ptr %buffer0, i64 %t549
  %t551 = mul nsw i64 %t548, 40
  %t552 = getelementptr float, ptr %buffer3, i64 %t551
  %t553 = sext i32 %t534 to i64
  %t554 = getelementptr i16, ptr %buffer1, i64 %t553
  %t555 = getelementptr float, ptr %buffer2, i64 %t553
  %t556 = getelementptr float, ptr %t552, i64 %t553
  %t557 = getelementptr float, ptr %t555, i64 0
  %t558 = load <4 x float>, ptr %t557, align 16
  %t559 = extractelement <4 x float> %t558, i32 0
  %t560 = extractelement <4 x float> %t558, i32 1
  %t561 = extractelement <4 x float> %t558, i32 2
  %t562 = extractelement <4 x float> %t558, i32 3
  %t563 = fadd contract float %t544, %t559
  %t564 = fadd contract float %t545, %t560
  %t565 = fadd contract float %t546, %t561
  %t566 = fadd contract float %t547, %t562
  %t567 = insertelement <4 x float> poison, float %t563, i32 0
  %t568 = insertelement <4 x float> %t567, float %t564, i32 1
  %t569 = insertelement <4 x float> %t568, float %t565, i32 2
  %t570 = insertelement <4 x float> %t569, float %t566, i32 3
  %t571 = getelementptr float, ptr %t556, i64 0
  store <4 x float> %t570, ptr %t571, align 16
  br label %join.540
else.539:
  br label %join.540
join.540:
  ret void
}
