@shared_memory = external addrspace(3) global [0 x i8], align 128
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
declare void @llvm.nvvm.bar.warp.sync(i32) convergent
define ptx_kernel void @mma_matmul(ptr noalias %buffer0, ptr noalias %buffer1, ptr noalias %buffer2, ptr noalias %buffer3) nounwind "nvvm.maxntid"="64" {
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
  %s113 = alloca float
  %s134 = alloca i32
  %s135 = alloca i32
  %s136 = alloca i64
  %t1 = ptrtoint ptr addrspace(3) @shared_memory to i64
  %t2 = trunc i64 %t1 to i32
  %t3 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t4 = udiv i32 %t3, 2
  %t5 = urem i32 %t3, 2
  %t6 = mul nsw i32 %t5, 16
  %t7 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t8 = udiv i32 %t7, 32
  %t9 = urem i32 %t7, 32
  %t10 = udiv i32 %t8, 2
  %t11 = urem i32 %t8, 2
  %t12 = mul nsw i32 %t10, 16
  %t13 = mul nsw i32 %t11, 32
  %t14 = udiv i32 %t9, 4
  %t15 = urem i32 %t9, 4
  %t16 = udiv i32 %t7, 4
  %t17 = urem i32 %t7, 4
  %t18 = mul nsw i32 %t17, 8
  %t19 = mul nsw i32 %t16, 80
  %t20 = mul nsw i32 %t18, 2
  %t21 = add nsw i32 %t2, %t19
  %t22 = add nsw i32 %t21, %t20
  %t23 = add nsw i32 %t6, %t16
  %t24 = mul nsw i32 %t23, 48
  %t25 = icmp ult i32 %t23, 20
  %t26 = udiv i32 %t7, 8
  %t27 = urem i32 %t7, 8
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
  %t58 = sext i32 %t57 to i64
  %t59 = getelementptr i16, ptr %buffer0, i64 %t58
  %t60 = and i1 %t25, %t56
  %t61 = addrspacecast ptr %t59 to ptr addrspace(1)
  %t62 = select i1 %t60, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t22, ptr addrspace(1) %t61, i32 %t62)
  %t63 = mul nsw i32 %t26, 40
  %t64 = icmp ult i32 %t26, 48
  %t65 = add nsw i32 %t28, %t63
  %t66 = sext i32 %t65 to i64
  %t67 = getelementptr i16, ptr %buffer1, i64 %t66
  %t68 = and i1 %t34, %t64
  %t69 = addrspacecast ptr %t67 to ptr addrspace(1)
  %t70 = select i1 %t68, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t33, ptr addrspace(1) %t69, i32 %t70)
  %t71 = mul nsw i32 %t26, 40
  %t72 = add nsw i32 %t26, 8
  %t73 = icmp ult i32 %t72, 48
  %t74 = add nsw i32 %t35, %t71
  %t75 = sext i32 %t74 to i64
  %t76 = getelementptr i16, ptr %buffer1, i64 %t75
  %t77 = and i1 %t41, %t73
  %t78 = addrspacecast ptr %t76 to ptr addrspace(1)
  %t79 = select i1 %t77, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0+1152], [$1+640], 16, $2;", "r,l,r,~{memory}"(i32 %t40, ptr addrspace(1) %t78, i32 %t79)
  %t80 = mul nsw i32 %t26, 40
  %t81 = add nsw i32 %t26, 16
  %t82 = icmp ult i32 %t81, 48
  %t83 = add nsw i32 %t42, %t80
  %t84 = sext i32 %t83 to i64
  %t85 = getelementptr i16, ptr %buffer1, i64 %t84
  %t86 = and i1 %t48, %t82
  %t87 = addrspacecast ptr %t85 to ptr addrspace(1)
  %t88 = select i1 %t86, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0+2304], [$1+1280], 16, $2;", "r,l,r,~{memory}"(i32 %t47, ptr addrspace(1) %t87, i32 %t88)
  %t89 = mul nsw i32 %t26, 40
  %t90 = add nsw i32 %t26, 24
  %t91 = icmp ult i32 %t90, 48
  %t92 = add nsw i32 %t49, %t89
  %t93 = sext i32 %t92 to i64
  %t94 = getelementptr i16, ptr %buffer1, i64 %t93
  %t95 = and i1 %t55, %t91
  %t96 = addrspacecast ptr %t94 to ptr addrspace(1)
  %t97 = select i1 %t95, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0+3456], [$1+1920], 16, $2;", "r,l,r,~{memory}"(i32 %t54, ptr addrspace(1) %t96, i32 %t97)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"()
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
  store float 0.0, ptr %s113
  %t114 = udiv i32 %t9, 16
  %t115 = urem i32 %t9, 16
  %t116 = add nsw i32 %t12, %t115
  %t117 = mul nsw i32 %t116, 80
  %t118 = mul nsw i32 %t114, 16
  %t119 = add nsw i32 %t2, %t117
  %t120 = add nsw i32 %t119, %t118
  %t121 = add nsw i32 %t2, 1280
  %t122 = udiv i32 %t9, 8
  %t123 = urem i32 %t9, 8
  %t124 = udiv i32 %t122, 2
  %t125 = urem i32 %t122, 2
  %t126 = mul nsw i32 %t124, 8
  %t127 = add nsw i32 %t13, %t126
  %t128 = mul nsw i32 %t125, 8
  %t129 = add nsw i32 %t123, %t128
  %t130 = mul nsw i32 %t129, 144
  %t131 = mul nsw i32 %t127, 2
  %t132 = add nsw i32 %t121, %t130
  %t133 = add nsw i32 %t132, %t131
  store i32 0, ptr %s134
  store i32 6400, ptr %s135
  store i64 0, ptr %s136
  br label %loop.137
loop.137:
  %t139 = load i64, ptr %s136
  call void asm sideeffect "cp.async.wait_group 0;", "~{memory}"()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t140 = trunc i64 %t139 to i32
  %t141 = add nsw i32 %t140, 1
  %t142 = icmp ult i32 %t141, 2
  %t143 = load i32, ptr %s135
  br i1 %t142, label %then.144, label %else.145
then.144:
  %t147 = mul nsw i32 %t141, 32
  %t148 = add nsw i32 %t147, %t18
  %t149 = icmp ult i32 %t148, 48
  %t150 = add nsw i32 %t24, %t148
  %t151 = sext i32 %t150 to i64
  %t152 = getelementptr i16, ptr %buffer0, i64 %t151
  %t153 = add nsw i32 %t22, %t143
  %t154 = and i1 %t25, %t149
  %t155 = addrspacecast ptr %t152 to ptr addrspace(1)
  %t156 = select i1 %t154, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t153, ptr addrspace(1) %t155, i32 %t156)
  %t157 = mul nsw i32 %t141, 32
  %t158 = add nsw i32 %t157, %t26
  %t159 = mul nsw i32 %t158, 40
  %t160 = icmp ult i32 %t158, 48
  %t161 = add nsw i32 %t28, %t159
  %t162 = sext i32 %t161 to i64
  %t163 = getelementptr i16, ptr %buffer1, i64 %t162
  %t164 = add nsw i32 %t33, %t143
  %t165 = and i1 %t34, %t160
  %t166 = addrspacecast ptr %t163 to ptr addrspace(1)
  %t167 = select i1 %t165, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t164, ptr addrspace(1) %t166, i32 %t167)
  %t168 = add nsw i32 %t157, %t26
  %t169 = mul nsw i32 %t168, 40
  %t170 = add nsw i32 %t168, 8
  %t171 = icmp ult i32 %t170, 48
  %t172 = add nsw i32 %t35, %t169
  %t173 = sext i32 %t172 to i64
  %t174 = getelementptr i16, ptr %buffer1, i64 %t173
  %t175 = add nsw i32 %t40, %t143
  %t176 = and i1 %t41, %t171
  %t177 = addrspacecast ptr %t174 to ptr addrspace(1)
  %t178 = select i1 %t176, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0+1152], [$1+640], 16, $2;", "r,l,r,~{memory}"(i32 %t175, ptr addrspace(1) %t177, i32 %t178)
  %t179 = add nsw i32 %t157, %t26
  %t180 = mul nsw i32 %t179, 40
  %t181 = add nsw i32 %t179, 16
  %t182 = icmp ult i32 %t181, 48
  %t183 = add nsw i32 %t42, %t180
  %t184 = sext i32 %t183 to i64
  %t185 = getelementptr i16, ptr %buffer1, i64 %t184
  %t186 = add nsw i32 %t47, %t143
  %t187 = and i1 %t48, %t182
  %t188 = addrspacecast ptr %t185 to ptr addrspace(1)
  %t189 = select i1 %t187, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0+2304], [$1+1280], 16, $2;", "r,l,r,~{memory}"(i32 %t186, ptr addrspace(1) %t188, i32 %t189)
  %t190 = add nsw i32 %t157, %t26
  %t191 = mul nsw i32 %t190, 40
  %t192 = add nsw i32 %t190, 24
  %t193 = icmp ult i32 %t192, 48
  %t194 = add nsw i32 %t49, %t191
  %t195 = sext i32 %t194 to i64
  %t196 = getelementptr i16, ptr %buffer1, i64 %t195
  %t197 = add nsw i32 %t54, %t143
  %t198 = and i1 %t55, %t193
  %t199 = addrspacecast ptr %t196 to ptr addrspace(1)
  %t200 = select i1 %t198, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0+3456], [$1+1920], 16, $2;", "r,l,r,~{memory}"(i32 %t197, ptr addrspace(1) %t199, i32 %t200)
  br label %join.146
else.145:
  br label %join.146
join.146:
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"()
  %t201 = load i32, ptr %s134
  %t202 = add nsw i32 %t120, %t201
  %t203 = add nsw i32 %t133, %t201
  %t204 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4+0];", "=r,=r,=r,=r,r,~{memory}"(i32 %t202) convergent
  %t205 = extractvalue {i32, i32, i32, i32} %t204, 0
  %t206 = extractvalue {i32, i32, i32, i32} %t204, 1
  %t207 = extractvalue {i32, i32, i32, i32} %t204, 2
  %t208 = extractvalue {i32, i32, i32, i32} %t204, 3
  %t209 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4+0];", "=r,=r,=r,=r,r,~{memory}"(i32 %t203) convergent
  %t210 = extractvalue {i32, i32, i32, i32} %t209, 0
  %t211 = extractvalue {i32, i32, i32, i32} %t209, 1
  %t212 = extractvalue {i32, i32, i32, i32} %t209, 2
  %t213 = extractvalue {i32, i32, i32, i32} %t209, 3
  %t214 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4+32];", "=r,=r,=r,=r,r,~{memory}"(i32 %t203) convergent
  %t215 = extractvalue {i32, i32, i32, i32} %t214, 0
  %t216 = extractvalue {i32, i32, i32, i32} %t214, 1
  %t217 = extractvalue {i32, i32, i32, i32} %t214, 2
  %t218 = extractvalue {i32, i32, i32, i32} %t214, 3
  %t219 = load float, ptr %s98
  %t220 = load float, ptr %s99
  %t221 = load float, ptr %s100
  %t222 = load float, ptr %s101
  %t223 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t205, i32 %t206, i32 %t207, i32 %t208, i32 %t210, i32 %t211, float %t219, float %t220, float %t221, float %t222) convergent
  %t224 = extractvalue {float, float, float, float} %t223, 0
  store float %t224, ptr %s98
  %t225 = extractvalue {float, float, float, float} %t223, 1
  store float %t225, ptr %s99
  %t226 = extractvalue {float, float, float, float} %t223, 2
  store float %t226, ptr %s100
  %t227 = extractvalue {float, float, float, float} %t223, 3
  store float %t227, ptr %s101
  %t228 = load float, ptr %s102
  %t229 = load float, ptr %s103
  %t230 = load float, ptr %s104
  %t231 = load float, ptr %s105
  %t232 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t205, i32 %t206, i32 %t207, i32 %t208, i32 %t212, i32 %t213, float %t228, float %t229, float %t230, float %t231) convergent
  %t233 = extractvalue {float, float, float, float} %t232, 0
  store float %t233, ptr %s102
  %t234 = extractvalue {float, float, float, float} %t232, 1
  store float %t234, ptr %s103
  %t235 = extractvalue {float, float, float, float} %t232, 2
  store float %t235, ptr %s104
  %t236 = extractvalue {float, float, float, float} %t232, 3
  store float %t236, ptr %s105
  %t237 = load float, ptr %s106
  %t238 = load float, ptr %s107
  %t239 = load float, ptr %s108
  %t240 = load float, ptr %s109
  %t241 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t205, i32 %t206, i32 %t207, i32 %t208, i32 %t215, i32 %t216, float %t237, float %t238, float %t239, float %t240) convergent
  %t242 = extractvalue {float, float, float, float} %t241, 0
  store float %t242, ptr %s106
  %t243 = extractvalue {float, float, float, float} %t241, 1
  store float %t243, ptr %s107
  %t244 = extractvalue {float, float, float, float} %t241, 2
  store float %t244, ptr %s108
  %t245 = extractvalue {float, float, float, float} %t241, 3
  store float %t245, ptr %s109
  %t246 = load float, ptr %s110
  %t247 = load float, ptr %s111
  %t248 = load float, ptr %s112
  %t249 = load float, ptr %s113
  %t250 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t205, i32 %t206, i32 %t207, i32 %t208, i32 %t217, i32 %t218, float %t246, float %t247, float %t248, float %t249) convergent
  %t251 = extractvalue {float, float, float, float} %t250, 0
  store float %t251, ptr %s110
  %t252 = extractvalue {float, float, float, float} %t250, 1
  store float %t252, ptr %s111
  %t253 = extractvalue {float, float, float, float} %t250, 2
  store float %t253, ptr %s112
  %t254 = extractvalue {float, float, float, float} %t250, 3
  store float %t254, ptr %s113
  %t255 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4+32];", "=r,=r,=r,=r,r,~{memory}"(i32 %t202) convergent
  %t256 = extractvalue {i32, i32, i32, i32} %t255, 0
  %t257 = extractvalue {i32, i32, i32, i32} %t255, 1
  %t258 = extractvalue {i32, i32, i32, i32} %t255, 2
  %t259 = extractvalue {i32, i32, i32, i32} %t255, 3
  %t260 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4+2304];", "=r,=r,=r,=r,r,~{memory}"(i32 %t203) convergent
  %t261 = extractvalue {i32, i32, i32, i32} %t260, 0
  %t262 = extractvalue {i32, i32, i32, i32} %t260, 1
  %t263 = extractvalue {i32, i32, i32, i32} %t260, 2
  %t264 = extractvalue {i32, i32, i32, i32} %t260, 3
  %t265 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4+2336];", "=r,=r,=r,=r,r,~{memory}"(i32 %t203) convergent
  %t266 = extractvalue {i32, i32, i32, i32} %t265, 0
  %t267 = extractvalue {i32, i32, i32, i32} %t265, 1
  %t268 = extractvalue {i32, i32, i32, i32} %t265, 2
  %t269 = extractvalue {i32, i32, i32, i32} %t265, 3
  %t270 = load float, ptr %s98
  %t271 = load float, ptr %s99
  %t272 = load float, ptr %s100
  %t273 = load float, ptr %s101
  %t274 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t256, i32 %t257, i32 %t258, i32 %t259, i32 %t261, i32 %t262, float %t270, float %t271, float %t272, float %t273) convergent
  %t275 = extractvalue {float, float, float, float} %t274, 0
  store float %t275, ptr %s98
  %t276 = extractvalue {float, float, float, float} %t274, 1
  store float %t276, ptr %s99
  %t277 = extractvalue {float, float, float, float} %t274, 2
  store float %t277, ptr %s100
  %t278 = extractvalue {float, float, float, float} %t274, 3
  store float %t278, ptr %s101
  %t279 = load float, ptr %s102
  %t280 = load float, ptr %s103
  %t281 = load float, ptr %s104
  %t282 = load float, ptr %s105
  %t283 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t256, i32 %t257, i32 %t258, i32 %t259, i32 %t263, i32 %t264, float %t279, float %t280, float %t281, float %t282) convergent
  %t284 = extractvalue {float, float, float, float} %t283, 0
  store float %t284, ptr %s102
  %t285 = extractvalue {float, float, float, float} %t283, 1
  store float %t285, ptr %s103
  %t286 = extractvalue {float, float, float, float} %t283, 2
  store float %t286, ptr %s104
  %t287 = extractvalue {float, float, float, float} %t283, 3
  store float %t287, ptr %s105
  %t288 = load float, ptr %s106
  %t289 = load float, ptr %s107
  %t290 = load float, ptr %s108
  %t291 = load float, ptr %s109
  %t292 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t256, i32 %t257, i32 %t258, i32 %t259, i32 %t266, i32 %t267, float %t288, float %t289, float %t290, float %t291) convergent
  %t293 = extractvalue {float, float, float, float} %t292, 0
  store float %t293, ptr %s106
  %t294 = extractvalue {float, float, float, float} %t292, 1
  store float %t294, ptr %s107
  %t295 = extractvalue {float, float, float, float} %t292, 2
  store float %t295, ptr %s108
  %t296 = extractvalue {float, float, float, float} %t292, 3
  store float %t296, ptr %s109
  %t297 = load float, ptr %s110
  %t298 = load float, ptr %s111
  %t299 = load float, ptr %s112
  %t300 = load float, ptr %s113
  %t301 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t256, i32 %t257, i32 %t258, i32 %t259, i32 %t268, i32 %t269, float %t297, float %t298, float %t299, float %t300) convergent
  %t302 = extractvalue {float, float, float, float} %t301, 0
  store float %t302, ptr %s110
  %t303 = extractvalue {float, float, float, float} %t301, 1
  store float %t303, ptr %s111
  %t304 = extractvalue {float, float, float, float} %t301, 2
  store float %t304, ptr %s112
  %t305 = extractvalue {float, float, float, float} %t301, 3
  store float %t305, ptr %s113
  %t306 = add nsw i32 %t201, 6400
  %t307 = icmp eq i32 %t306, 12800
  %t308 = select i1 %t307, i32 0, i32 %t306
  store i32 %t308, ptr %s134
  %t309 = add nsw i32 %t143, 6400
  %t310 = icmp eq i32 %t309, 12800
  %t311 = select i1 %t310, i32 0, i32 %t309
  store i32 %t311, ptr %s135
  %t312 = add nuw nsw i64 %t139, 1
  store i64 %t312, ptr %s136
  %t313 = icmp slt i64 %t312, 2
  br i1 %t313, label %loop.137, label %done.138
done.138:
  call void asm sideeffect "cp.async.wait_all;", "~{memory}"()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t314 = mul nsw i32 %t8, 2560
  %t315 = add nsw i32 %t2, %t314
  %t316 = mul nsw i32 %t14, 160
  %t317 = mul nsw i32 %t15, 8
  %t318 = add nsw i32 %t315, %t316
  %t319 = add nsw i32 %t318, %t317
  %t320 = load float, ptr %s98
  %t321 = insertelement <2 x float> poison, float %t320, i32 0
  %t322 = load float, ptr %s99
  %t323 = insertelement <2 x float> %t321, float %t322, i32 1
  %t324 = inttoptr i32 %t319 to ptr addrspace(3)
  %t325 = getelementptr i8, ptr addrspace(3) %t324, i64 0
  store <2 x float> %t323, ptr addrspace(3) %t325, align 8
  %t326 = load float, ptr %s100
  %t327 = insertelement <2 x float> poison, float %t326, i32 0
  %t328 = load float, ptr %s101
  %t329 = insertelement <2 x float> %t327, float %t328, i32 1
  %t330 = inttoptr i32 %t319 to ptr addrspace(3)
  %t331 = getelementptr i8, ptr addrspace(3) %t330, i64 1280
  store <2 x float> %t329, ptr addrspace(3) %t331, align 8
  %t332 = load float, ptr %s102
  %t333 = insertelement <2 x float> poison, float %t332, i32 0
  %t334 = load float, ptr %s103
  %t335 = insertelement <2 x float> %t333, float %t334, i32 1
  %t336 = inttoptr i32 %t319 to ptr addrspace(3)
  %t337 = getelementptr i8, ptr addrspace(3) %t336, i64 32
  store <2 x float> %t335, ptr addrspace(3) %t337, align 8
  %t338 = load float, ptr %s104
  %t339 = insertelement <2 x float> poison, float %t338, i32 0
  %t340 = load float, ptr %s105
  %t341 = insertelement <2 x float> %t339, float %t340, i32 1
  %t342 = inttoptr i32 %t319 to ptr addrspace(3)
  %t343 = getelementptr i8, ptr addrspace(3) %t342, i64 1312
  store <2 x float> %t341, ptr addrspace(3) %t343, align 8
  %t344 = load float, ptr %s106
  %t345 = insertelement <2 x float> poison, float %t344, i32 0
  %t346 = load float, ptr %s107
  %t347 = insertelement <2 x float> %t345, float %t346, i32 1
  %t348 = inttoptr i32 %t319 to ptr addrspace(3)
  %t349 = getelementptr i8, ptr addrspace(3) %t348, i64 64
  store <2 x float> %t347, ptr addrspace(3) %t349, align 8
  %t350 = load float, ptr %s108
  %t351 = insertelement <2 x float> poison, float %t350, i32 0
  %t352 = load float, ptr %s109
  %t353 = insertelement <2 x float> %t351, float %t352, i32 1
  %t354 = inttoptr i32 %t319 to ptr addrspace(3)
  %t355 = getelementptr i8, ptr addrspace(3) %t354, i64 1344
  store <2 x float> %t353, ptr addrspace(3) %t355, align 8
  %t356 = load float, ptr %s110
  %t357 = insertelement <2 x float> poison, float %t356, i32 0
  %t358 = load float, ptr %s111
  %t359 = insertelement <2 x float> %t357, float %t358, i32 1
  %t360 = inttoptr i32 %t319 to ptr addrspace(3)
  %t361 = getelementptr i8, ptr addrspace(3) %t360, i64 96
  store <2 x float> %t359, ptr addrspace(3) %t361, align 8
  %t362 = load float, ptr %s112
  %t363 = insertelement <2 x float> poison, float %t362, i32 0
  %t364 = load float, ptr %s113
  %t365 = insertelement <2 x float> %t363, float %t364, i32 1
  %t366 = inttoptr i32 %t319 to ptr addrspace(3)
  %t367 = getelementptr i8, ptr addrspace(3) %t366, i64 1376
  store <2 x float> %t365, ptr addrspace(3) %t367, align 8
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %t368 = add nsw i32 %t6, %t12
  %t369 = udiv i32 %t9, 8
  %t370 = urem i32 %t9, 8
  %t371 = mul nsw i32 %t370, 4
  %t372 = mul nsw i32 %t369, 160
  %t373 = mul nsw i32 %t371, 4
  %t374 = add nsw i32 %t315, %t372
  %t375 = add nsw i32 %t374, %t373
  %t376 = add nsw i32 %t368, %t369
  %t377 = add nsw i32 %t13, %t371
  %t378 = icmp ult i32 %t376, 20
  %t379 = icmp ult i32 %t377, 40
  %t380 = and i1 %t378, %t379
  br i1 %t380, label %then.381, label %else.382
then.381:
  %t384 = inttoptr i32 %t375 to ptr addrspace(3)
  %t385 = getelementptr i8, ptr addrspace(3) %t384, i64 0
  %t386 = load <4 x float>, ptr addrspace(3) %t385, align 16
  %t387 = extractelement <4 x float> %t386, i32 0
  %t388 = extractelement <4 x float> %t386, i32 1
  %t389 = extractelement <4 x float> %t386, i32 2
  %t390 = extractelement <4 x float> %t386, i32 3
  %t391 = sext i32 %t376 to i64
  %t392 = mul nsw i64 %t391, 48
  %t393 = getelementptr i16, ptr %buffer0, i64 %t392
  %t394 = mul nsw i64 %t391, 40
  %t395 = getelementptr float, ptr %buffer3, i64 %t394
  %t396 = sext i32 %t377 to i64
  %t397 = getelementptr i16, ptr %buffer1, i64 %t396
  %t398 = getelementptr float, ptr %buffer2, i64 %t396
  %t399 = getelementptr float, ptr %t395, i64 %t396
  %t400 = getelementptr float, ptr %t398, i64 0
  %t401 = load <4 x float>, ptr %t400, align 16
  %t402 = extractelement <4 x float> %t401, i32 0
  %t403 = extractelement <4 x float> %t401, i32 1
  %t404 = extractelement <4 x float> %t401, i32 2
  %t405 = extractelement <4 x float> %t401, i32 3
  %t406 = fadd contract float %t387, %t402
  %t407 = fadd contract float %t388, %t403
  %t408 = fadd contract float %t389, %t404
  %t409 = fadd contract float %t390, %t405
  %t410 = insertelement <4 x float> poison, float %t406, i32 0
  %t411 = insertelement <4 x float> %t410, float %t407, i32 1
  %t412 = insertelement <4 x float> %t411, float %t408, i32 2
  %t413 = insertelement <4 x float> %t412, float %t409, i32 3
  %t414 = getelementptr float, ptr %t399, i64 0
  store <4 x float> %t413, ptr %t414, align 16
  br label %join.383
else.382:
  br label %join.383
join.383:
  %t415 = add nsw i32 %t9, 32
  %t416 = udiv i32 %t415, 8
  %t417 = urem i32 %t415, 8
  %t418 = mul nsw i32 %t417, 4
  %t419 = mul nsw i32 %t416, 160
  %t420 = mul nsw i32 %t418, 4
  %t421 = add nsw i32 %t315, %t419
  %t422 = add nsw i32 %t421, %t420
  %t423 = add nsw i32 %t368, %t416
  %t424 = add nsw i32 %t13, %t418
  %t425 = icmp ult i32 %t423, 20
  %t426 = icmp ult i32 %t424, 40
  %t427 = and i1 %t425, %t426
  br i1 %t427, label %then.428, label %else.429
then.428:
  %t431 = inttoptr i32 %t422 to ptr addrspace(3)
  %t432 = getelementptr i8, ptr addrspace(3) %t431, i64 0
  %t433 = load <4 x float>, ptr addrspace(3) %t432, align 16
  %t434 = extractelement <4 x float> %t433, i32 0
  %t435 = extractelement <4 x float> %t433, i32 1
  %t436 = extractelement <4 x float> %t433, i32 2
  %t437 = extractelement <4 x float> %t433, i32 3
  %t438 = sext i32 %t423 to i64
  %t439 = mul nsw i64 %t438, 48
  %t440 = getelementptr i16, ptr %buffer0, i64 %t439
  %t441 = mul nsw i64 %t438, 40
  %t442 = getelementptr float, ptr %buffer3, i64 %t441
  %t443 = sext i32 %t424 to i64
  %t444 = getelementptr i16, ptr %buffer1, i64 %t443
  %t445 = getelementptr float, ptr %buffer2, i64 %t443
  %t446 = getelementptr float, ptr %t442, i64 %t443
  %t447 = getelementptr float, ptr %t445, i64 0
  %t448 = load <4 x float>, ptr %t447, align 16
  %t449 = extractelement <4 x float> %t448, i32 0
  %t450 = extractelement <4 x float> %t448, i32 1
  %t451 = extractelement <4 x float> %t448, i32 2
  %t452 = extractelement <4 x float> %t448, i32 3
  %t453 = fadd contract float %t434, %t449
  %t454 = fadd contract float %t435, %t450
  %t455 = fadd contract float %t436, %t451
  %t456 = fadd contract float %t437, %t452
  %t457 = insertelement <4 x float> poison, float %t453, i32 0
  %t458 = insertelement <4 x float> %t457, float %t454, i32 1
  %t459 = insertelement <4 x float> %t458, float %t455, i32 2
  %t460 = insertelement <4 x float> %t459, float %t456, i32 3
  %t461 = getelementptr float, ptr %t446, i64 0
  store <4 x float> %t460, ptr %t461, align 16
  br label %join.430
else.429:
  br label %join.430
join.430:
  %t462 = add nsw i32 %t9, 64
  %t463 = udiv i32 %t462, 8
  %t464 = urem i32 %t462, 8
  %t465 = mul nsw i32 %t464, 4
  %t466 = mul nsw i32 %t463, 160
  %t467 = mul nsw i32 %t465, 4
  %t468 = add nsw i32 %t315, %t466
  %t469 = add nsw i32 %t468, %t467
  %t470 = add nsw i32 %t368, %t463
  %t471 = add nsw i32 %t13, %t465
  %t472 = icmp ult i32 %t470, 20
  %t473 = icmp ult i32 %t471, 40
  %t474 = and i1 %t472, %t473
  br i1 %t474, label %then.475, label %else.476
then.475:
  %t478 = inttoptr i32 %t469 to ptr addrspace(3)
  %t479 = getelementptr i8, ptr addrspace(3) %t478, i64 0
  %t480 = load <4 x float>, ptr addrspace(3) %t479, align 16
  %t481 = extractelement <4 x float> %t480, i32 0
  %t482 = extractelement <4 x float> %t480, i32 1
  %t483 = extractelement <4 x float> %t480, i32 2
  %t484 = extractelement <4 x float> %t480, i32 3
  %t485 = sext i32 %t470 to i64
  %t486 = mul nsw i64 %t485, 48
  %t487 = getelementptr i16, ptr %buffer0, i64 %t486
  %t488 = mul nsw i64 %t485, 40
  %t489 = getelementptr float, ptr %buffer3, i64 %t488
  %t490 = sext i32 %t471 to i64
  %t491 = getelementptr i16, ptr %buffer1, i64 %t490
  %t492 = getelementptr float, ptr %buffer2, i64 %t490
  %t493 = getelementptr float, ptr %t489, i64 %t490
  %t494 = getelementptr float, ptr %t492, i64 0
  %t495 = load <4 x float>, ptr %t494, align 16
  %t496 = extractelement <4 x float> %t495, i32 0
  %t497 = extractelement <4 x float> %t495, i32 1
  %t498 = extractelement <4 x float> %t495, i32 2
  %t499 = extractelement <4 x float> %t495, i32 3
  %t500 = fadd contract float %t481, %t496
  %t501 = fadd contract float %t482, %t497
  %t502 = fadd contract float %t483, %t498
  %t503 = fadd contract float %t484, %t499
  %t504 = insertelement <4 x float> poison, float %t500, i32 0
  %t505 = insertelement <4 x float> %t504, float %t501, i32 1
  %t506 = insertelement <4 x float> %t505, float %t502, i32 2
  %t507 = insertelement <4 x float> %t506, float %t503, i32 3
  %t508 = getelementptr float, ptr %t493, i64 0
  store <4 x float> %t507, ptr %t508, align 16
  br label %join.477
else.476:
  br label %join.477
join.477:
  %t509 = add nsw i32 %t9, 96
  %t510 = udiv i32 %t509, 8
  %t511 = urem i32 %t509, 8
  %t512 = mul nsw i32 %t511, 4
  %t513 = mul nsw i32 %t510, 160
  %t514 = mul nsw i32 %t512, 4
  %t515 = add nsw i32 %t315, %t513
  %t516 = add nsw i32 %t515, %t514
  %t517 = add nsw i32 %t368, %t510
  %t518 = add nsw i32 %t13, %t512
  %t519 = icmp ult i32 %t517, 20
  %t520 = icmp ult i32 %t518, 40
  %t521 = and i1 %t519, %t520
  br i1 %t521, label %then.522, label %else.523
then.522:
  %t525 = inttoptr i32 %t516 to ptr addrspace(3)
  %t526 = getelementptr i8, ptr addrspace(3) %t525, i64 0
  %t527 = load <4 x float>, ptr addrspace(3) %t526, align 16
  %t528 = extractelement <4 x float> %t527, i32 0
  %t529 = extractelement <4 x float> %t527, i32 1
  %t530 = extractelement <4 x float> %t527, i32 2
  %t531 = extractelement <4 x float> %t527, i32 3
  %t532 = sext i32 %t517 to i64
  %t533 = mul nsw i64 %t532, 48
  %t534 = getelementptr i16, ptr %buffer0, i64 %t533
  %t535 = mul nsw i64 %t532, 40
  %t536 = getelementptr float, ptr %buffer3, i64 %t535
  %t537 = sext i32 %t518 to i64
  %t538 = getelementptr i16, ptr %buffer1, i64 %t537
  %t539 = getelementptr float, ptr %buffer2, i64 %t537
  %t540 = getelementptr float, ptr %t536, i64 %t537
  %t541 = getelementptr float, ptr %t539, i64 0
  %t542 = load <4 x float>, ptr %t541, align 16
  %t543 = extractelement <4 x float> %t542, i32 0
  %t544 = extractelement <4 x float> %t542, i32 1
  %t545 = extractelement <4 x float> %t542, i32 2
  %t546 = extractelement <4 x float> %t542, i32 3
  %t547 = fadd contract float %t528, %t543
  %t548 = fadd contract float %t529, %t544
  %t549 = fadd contract float %t530, %t545
  %t550 = fadd contract float %t531, %t546
  %t551 = insertelement <4 x float> poison, float %t547, i32 0
  %t552 = insertelement <4 x float> %t551, float %t548, i32 1
  %t553 = insertelement <4 x float> %t552, float %t549, i32 2
  %t554 = insertelement <4 x float> %t553, float %t550, i32 3
  %t555 = getelementptr float, ptr %t540, i64 0
  store <4 x float> %t554, ptr %t555, align 16
  br label %join.524
else.523:
  br label %join.524
join.524:
  ret void
}
