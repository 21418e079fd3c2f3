@shared_memory = external addrspace(3) global [0 x i8], align 128
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
declare void @llvm.nvvm.bar.warp.sync(i32) convergent
define ptx_kernel void @mma_tf32x3(ptr noalias %buffer0, ptr noalias %buffer1, ptr noalias %buffer2) nounwind "nvvm.maxntid"="64" {
  %s89 = alloca float
  %s90 = alloca float
  %s91 = alloca float
  %s92 = alloca float
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
  %s118 = alloca i32
  %s119 = alloca i32
  %s120 = alloca i64
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
  %t13 = udiv i32 %t3, 4
  %t14 = urem i32 %t3, 4
  %t15 = mul nsw i32 %t14, 4
  %t16 = mul nsw i32 %t13, 80
  %t17 = mul nsw i32 %t15, 4
  %t18 = add nsw i32 %t2, %t16
  %t19 = add nsw i32 %t18, %t17
  %t20 = mul nsw i32 %t13, 16
  %t21 = udiv i32 %t3, 16
  %t22 = urem i32 %t3, 16
  %t23 = mul nsw i32 %t22, 4
  %t24 = mul nsw i32 %t21, 272
  %t25 = mul nsw i32 %t23, 4
  %t26 = add nsw i32 %t2, %t24
  %t27 = add nsw i32 %t26, %t25
  %t28 = add nsw i32 %t27, 1280
  %t29 = icmp ult i32 %t23, 24
  %t30 = mul nsw i32 %t22, 4
  %t31 = mul nsw i32 %t21, 272
  %t32 = mul nsw i32 %t30, 4
  %t33 = add nsw i32 %t2, %t31
  %t34 = add nsw i32 %t33, %t32
  %t35 = add nsw i32 %t34, 1280
  %t36 = icmp ult i32 %t30, 24
  %t37 = mul nsw i32 %t22, 4
  %t38 = mul nsw i32 %t21, 272
  %t39 = mul nsw i32 %t37, 4
  %t40 = add nsw i32 %t2, %t38
  %t41 = add nsw i32 %t40, %t39
  %t42 = add nsw i32 %t41, 1280
  %t43 = icmp ult i32 %t37, 24
  %t44 = mul nsw i32 %t22, 4
  %t45 = mul nsw i32 %t21, 272
  %t46 = mul nsw i32 %t44, 4
  %t47 = add nsw i32 %t2, %t45
  %t48 = add nsw i32 %t47, %t46
  %t49 = add nsw i32 %t48, 1280
  %t50 = icmp ult i32 %t44, 24
  %t51 = add nsw i32 %t20, %t15
  %t52 = sext i32 %t51 to i64
  %t53 = getelementptr float, ptr %buffer0, i64 %t52
  %t54 = addrspacecast ptr %t53 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16;", "r,l,~{memory}"(i32 %t19, ptr addrspace(1) %t54)
  %t55 = mul nsw i32 %t21, 24
  %t56 = add nsw i32 %t23, %t55
  %t57 = select i1 %t29, i32 %t56, i32 0
  %t58 = sext i32 %t57 to i64
  %t59 = getelementptr float, ptr %buffer1, i64 %t58
  %t60 = addrspacecast ptr %t59 to ptr addrspace(1)
  %t61 = select i1 %t29, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t28, ptr addrspace(1) %t60, i32 %t61)
  %t62 = mul nsw i32 %t21, 24
  %t63 = add nsw i32 %t21, 4
  %t64 = add nsw i32 %t30, %t62
  %t65 = add nsw i32 %t64, 96
  %t66 = select i1 %t36, i32 %t65, i32 0
  %t67 = sext i32 %t66 to i64
  %t68 = getelementptr float, ptr %buffer1, i64 %t67
  %t69 = addrspacecast ptr %t68 to ptr addrspace(1)
  %t70 = select i1 %t36, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0+1088], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t35, ptr addrspace(1) %t69, i32 %t70)
  %t71 = mul nsw i32 %t21, 24
  %t72 = add nsw i32 %t21, 8
  %t73 = add nsw i32 %t37, %t71
  %t74 = add nsw i32 %t73, 192
  %t75 = select i1 %t43, i32 %t74, i32 0
  %t76 = sext i32 %t75 to i64
  %t77 = getelementptr float, ptr %buffer1, i64 %t76
  %t78 = addrspacecast ptr %t77 to ptr addrspace(1)
  %t79 = select i1 %t43, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0+2176], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t42, ptr addrspace(1) %t78, i32 %t79)
  %t80 = mul nsw i32 %t21, 24
  %t81 = add nsw i32 %t21, 12
  %t82 = add nsw i32 %t44, %t80
  %t83 = add nsw i32 %t82, 288
  %t84 = select i1 %t50, i32 %t83, i32 0
  %t85 = sext i32 %t84 to i64
  %t86 = getelementptr float, ptr %buffer1, i64 %t85
  %t87 = addrspacecast ptr %t86 to ptr addrspace(1)
  %t88 = select i1 %t50, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0+3264], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t49, ptr addrspace(1) %t87, i32 %t88)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  store float 0.0, ptr %s89
  store float 0.0, ptr %s90
  store float 0.0, ptr %s91
  store float 0.0, ptr %s92
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
  %t105 = udiv i32 %t6, 16
  %t106 = urem i32 %t6, 16
  %t107 = add nsw i32 %t9, %t106
  %t108 = mul nsw i32 %t107, 80
  %t109 = mul nsw i32 %t105, 16
  %t110 = add nsw i32 %t2, %t108
  %t111 = add nsw i32 %t110, %t109
  %t112 = add nsw i32 %t2, 1280
  %t113 = add nsw i32 %t10, %t11
  %t114 = mul nsw i32 %t12, 272
  %t115 = mul nsw i32 %t113, 4
  %t116 = add nsw i32 %t112, %t114
  %t117 = add nsw i32 %t116, %t115
  store i32 0, ptr %s118
  store i32 6400, ptr %s119
  store i64 0, ptr %s120
  br label %loop.121
loop.121:
  %t123 = load i64, ptr %s120
  call void asm sideeffect "cp.async.wait_group 0;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t124 = trunc i64 %t123 to i32
  %t125 = add nsw i32 %t124, 1
  %t126 = icmp ult i32 %t125, 1
  %t127 = load i32, ptr %s119
  br i1 %t126, label %then.128, label %else.129
then.128:
  %t131 = mul nsw i32 %t125, 16
  %t132 = add nsw i32 %t131, %t15
  %t133 = add nsw i32 %t20, %t132
  %t134 = sext i32 %t133 to i64
  %t135 = getelementptr float, ptr %buffer0, i64 %t134
  %t136 = add nsw i32 %t19, %t127
  %t137 = addrspacecast ptr %t135 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16;", "r,l,~{memory}"(i32 %t136, ptr addrspace(1) %t137)
  %t138 = mul nsw i32 %t125, 16
  %t139 = add nsw i32 %t138, %t21
  %t140 = mul nsw i32 %t139, 24
  %t141 = add nsw i32 %t23, %t140
  %t142 = select i1 %t29, i32 %t141, i32 0
  %t143 = sext i32 %t142 to i64
  %t144 = getelementptr float, ptr %buffer1, i64 %t143
  %t145 = add nsw i32 %t28, %t127
  %t146 = addrspacecast ptr %t144 to ptr addrspace(1)
  %t147 = select i1 %t29, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t145, ptr addrspace(1) %t146, i32 %t147)
  %t148 = add nsw i32 %t138, %t21
  %t149 = mul nsw i32 %t148, 24
  %t150 = add nsw i32 %t148, 4
  %t151 = add nsw i32 %t30, %t149
  %t152 = add nsw i32 %t151, 96
  %t153 = select i1 %t36, i32 %t152, i32 0
  %t154 = sext i32 %t153 to i64
  %t155 = getelementptr float, ptr %buffer1, i64 %t154
  %t156 = add nsw i32 %t35, %t127
  %t157 = addrspacecast ptr %t155 to ptr addrspace(1)
  %t158 = select i1 %t36, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0+1088], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t156, ptr addrspace(1) %t157, i32 %t158)
  %t159 = add nsw i32 %t138, %t21
  %t160 = mul nsw i32 %t159, 24
  %t161 = add nsw i32 %t159, 8
  %t162 = add nsw i32 %t37, %t160
  %t163 = add nsw i32 %t162, 192
  %t164 = select i1 %t43, i32 %t163, i32 0
  %t165 = sext i32 %t164 to i64
  %t166 = getelementptr float, ptr %buffer1, i64 %t165
  %t167 = add nsw i32 %t42, %t127
  %t168 = addrspacecast ptr %t166 to ptr addrspace(1)
  %t169 = select i1 %t43, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0+2176], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t167, ptr addrspace(1) %t168, i32 %t169)
  %t170 = add nsw i32 %t138, %t21
  %t171 = mul nsw i32 %t170, 24
  %t172 = add nsw i32 %t170, 12
  %t173 = add nsw i32 %t44, %t171
  %t174 = add nsw i32 %t173, 288
  %t175 = select i1 %t50, i32 %t174, i32 0
  %t176 = sext i32 %t175 to i64
  %t177 = getelementptr float, ptr %buffer1, i64 %t176
  %t178 = add nsw i32 %t49, %t127
  %t179 = addrspacecast ptr %t177 to ptr addrspace(1)
  %t180 = select i1 %t50, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0+3264], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t178, ptr addrspace(1) %t179, i32 %t180)
  br label %join.130
else.129:
  br label %join.130
join.130:
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t181 = load i32, ptr %s118
  %t182 = add nsw i32 %t111, %t181
  %t183 = add nsw i32 %t117, %t181
  %t184 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t182) convergent
  %t185 = extractvalue {i32, i32, i32, i32} %t184, 0
  %t186 = extractvalue {i32, i32, i32, i32} %t184, 1
  %t187 = extractvalue {i32, i32, i32, i32} %t184, 2
  %t188 = extractvalue {i32, i32, i32, i32} %t184, 3
  %t189 = inttoptr i32 %t183 to ptr addrspace(3)
  %t190 = getelementptr i8, ptr addrspace(3) %t189, i64 0
  %t191 = load i32, ptr addrspace(3) %t190, align 4
  %t192 = inttoptr i32 %t183 to ptr addrspace(3)
  %t193 = getelementptr i8, ptr addrspace(3) %t192, i64 1088
  %t194 = load i32, ptr addrspace(3) %t193, align 4
  %t195 = inttoptr i32 %t183 to ptr addrspace(3)
  %t196 = getelementptr i8, ptr addrspace(3) %t195, i64 32
  %t197 = load i32, ptr addrspace(3) %t196, align 4
  %t198 = inttoptr i32 %t183 to ptr addrspace(3)
  %t199 = getelementptr i8, ptr addrspace(3) %t198, i64 1120
  %t200 = load i32, ptr addrspace(3) %t199, align 4
  %t201 = inttoptr i32 %t183 to ptr addrspace(3)
  %t202 = getelementptr i8, ptr addrspace(3) %t201, i64 64
  %t203 = load i32, ptr addrspace(3) %t202, align 4
  %t204 = inttoptr i32 %t183 to ptr addrspace(3)
  %t205 = getelementptr i8, ptr addrspace(3) %t204, i64 1152
  %t206 = load i32, ptr addrspace(3) %t205, align 4
  %t207 = inttoptr i32 %t183 to ptr addrspace(3)
  %t208 = getelementptr i8, ptr addrspace(3) %t207, i64 96
  %t209 = load i32, ptr addrspace(3) %t208, align 4
  %t210 = inttoptr i32 %t183 to ptr addrspace(3)
  %t211 = getelementptr i8, ptr addrspace(3) %t210, i64 1184
  %t212 = load i32, ptr addrspace(3) %t211, align 4
  %t213 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t185)
  %t214 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t186)
  %t215 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t187)
  %t216 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t188)
  %t217 = bitcast i32 %t185 to float
  %t218 = bitcast i32 %t213 to float
  %t219 = fsub float %t217, %t218
  %t220 = bitcast float %t219 to i32
  %t221 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t220)
  %t222 = bitcast i32 %t186 to float
  %t223 = bitcast i32 %t214 to float
  %t224 = fsub float %t222, %t223
  %t225 = bitcast float %t224 to i32
  %t226 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t225)
  %t227 = bitcast i32 %t187 to float
  %t228 = bitcast i32 %t215 to float
  %t229 = fsub float %t227, %t228
  %t230 = bitcast float %t229 to i32
  %t231 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t230)
  %t232 = bitcast i32 %t188 to float
  %t233 = bitcast i32 %t216 to float
  %t234 = fsub float %t232, %t233
  %t235 = bitcast float %t234 to i32
  %t236 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t235)
  %t237 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t191)
  %t238 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t194)
  %t239 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t197)
  %t240 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t200)
  %t241 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t203)
  %t242 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t206)
  %t243 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t209)
  %t244 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t212)
  %t245 = bitcast i32 %t191 to float
  %t246 = bitcast i32 %t237 to float
  %t247 = fsub float %t245, %t246
  %t248 = bitcast float %t247 to i32
  %t249 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t248)
  %t250 = bitcast i32 %t194 to float
  %t251 = bitcast i32 %t238 to float
  %t252 = fsub float %t250, %t251
  %t253 = bitcast float %t252 to i32
  %t254 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t253)
  %t255 = bitcast i32 %t197 to float
  %t256 = bitcast i32 %t239 to float
  %t257 = fsub float %t255, %t256
  %t258 = bitcast float %t257 to i32
  %t259 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t258)
  %t260 = bitcast i32 %t200 to float
  %t261 = bitcast i32 %t240 to float
  %t262 = fsub float %t260, %t261
  %t263 = bitcast float %t262 to i32
  %t264 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t263)
  %t265 = bitcast i32 %t203 to float
  %t266 = bitcast i32 %t241 to float
  %t267 = fsub float %t265, %t266
  %t268 = bitcast float %t267 to i32
  %t269 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t268)
  %t270 = bitcast i32 %t206 to float
  %t271 = bitcast i32 %t242 to float
  %t272 = fsub float %t270, %t271
  %t273 = bitcast float %t272 to i32
  %t274 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t273)
  %t275 = bitcast i32 %t209 to float
  %t276 = bitcast i32 %t243 to float
  %t277 = fsub float %t275, %t276
  %t278 = bitcast float %t277 to i32
  %t279 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t278)
  %t280 = bitcast i32 %t212 to float
  %t281 = bitcast i32 %t244 to float
  %t282 = fsub float %t280, %t281
  %t283 = bitcast float %t282 to i32
  %t284 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t283)
  %t285 = load float, ptr %s89
  %t286 = load float, ptr %s90
  %t287 = load float, ptr %s91
  %t288 = load float, ptr %s92
  %t289 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t221, i32 %t226, i32 %t231, i32 %t236, i32 %t237, i32 %t238, float %t285, float %t286, float %t287, float %t288) convergent
  %t290 = extractvalue {float, float, float, float} %t289, 0
  %t291 = extractvalue {float, float, float, float} %t289, 1
  %t292 = extractvalue {float, float, float, float} %t289, 2
  %t293 = extractvalue {float, float, float, float} %t289, 3
  store float %t290, ptr %s89
  store float %t291, ptr %s90
  store float %t292, ptr %s91
  store float %t293, ptr %s92
  %t294 = load float, ptr %s93
  %t295 = load float, ptr %s94
  %t296 = load float, ptr %s95
  %t297 = load float, ptr %s96
  %t298 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t221, i32 %t226, i32 %t231, i32 %t236, i32 %t239, i32 %t240, float %t294, float %t295, float %t296, float %t297) convergent
  %t299 = extractvalue {float, float, float, float} %t298, 0
  %t300 = extractvalue {float, float, float, float} %t298, 1
  %t301 = extractvalue {float, float, float, float} %t298, 2
  %t302 = extractvalue {float, float, float, float} %t298, 3
  store float %t299, ptr %s93
  store float %t300, ptr %s94
  store float %t301, ptr %s95
  store float %t302, ptr %s96
  %t303 = load float, ptr %s97
  %t304 = load float, ptr %s98
  %t305 = load float, ptr %s99
  %t306 = load float, ptr %s100
  %t307 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t221, i32 %t226, i32 %t231, i32 %t236, i32 %t241, i32 %t242, float %t303, float %t304, float %t305, float %t306) convergent
  %t308 = extractvalue {float, float, float, float} %t307, 0
  %t309 = extractvalue {float, float, float, float} %t307, 1
  %t310 = extractvalue {float, float, float, float} %t307, 2
  %t311 = extractvalue {float, float, float, float} %t307, 3
  store float %t308, ptr %s97
  store float %t309, ptr %s98
  store float %t310, ptr %s99
  store float %t311, ptr %s100
  %t312 = load float, ptr %s101
  %t313 = load float, ptr %s102
  %t314 = load float, ptr %s103
  %t315 = load float, ptr %s104
  %t316 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t221, i32 %t226, i32 %t231, i32 %t236, i32 %t243, i32 %t244, float %t312, float %t313, float %t314, float %t315) convergent
  %t317 = extractvalue {float, float, float, float} %t316, 0
  %t318 = extractvalue {float, float, float, float} %t316, 1
  %t319 = extractvalue {float, float, float, float} %t316, 2
  %t320 = extractvalue {float, float, float, float} %t316, 3
  store float %t317, ptr %s101
  store float %t318, ptr %s102
  store float %t319, ptr %s103
  store float %t320, ptr %s104
  %t321 = load float, ptr %s89
  %t322 = load float, ptr %s90
  %t323 = load float, ptr %s91
  %t324 = load float, ptr %s92
  %t325 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t213, i32 %t214, i32 %t215, i32 %t216, i32 %t249, i32 %t254, float %t321, float %t322, float %t323, float %t324) convergent
  %t326 = extractvalue {float, float, float, float} %t325, 0
  %t327 = extractvalue {float, float, float, float} %t325, 1
  %t328 = extractvalue {float, float, float, float} %t325, 2
  %t329 = extractvalue {float, float, float, float} %t325, 3
  store float %t326, ptr %s89
  store float %t327, ptr %s90
  store float %t328, ptr %s91
  store float %t329, ptr %s92
  %t330 = load float, ptr %s93
  %t331 = load float, ptr %s94
  %t332 = load float, ptr %s95
  %t333 = load float, ptr %s96
  %t334 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t213, i32 %t214, i32 %t215, i32 %t216, i32 %t259, i32 %t264, float %t330, float %t331, float %t332, float %t333) convergent
  %t335 = extractvalue {float, float, float, float} %t334, 0
  %t336 = extractvalue {float, float, float, float} %t334, 1
  %t337 = extractvalue {float, float, float, float} %t334, 2
  %t338 = extractvalue {float, float, float, float} %t334, 3
  store float %t335, ptr %s93
  store float %t336, ptr %s94
  store float %t337, ptr %s95
  store float %t338, ptr %s96
  %t339 = load float, ptr %s97
  %t340 = load float, ptr %s98
  %t341 = load float, ptr %s99
  %t342 = load float, ptr %s100
  %t343 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t213, i32 %t214, i32 %t215, i32 %t216, i32 %t269, i32 %t274, float %t339, float %t340, float %t341, float %t342) convergent
  %t344 = extractvalue {float, float, float, float} %t343, 0
  %t345 = extractvalue {float, float, float, float} %t343, 1
  %t346 = extractvalue {float, float, float, float} %t343, 2
  %t347 = extractvalue {float, float, float, float} %t343, 3
  store float %t344, ptr %s97
  store float %t345, ptr %s98
  store float %t346, ptr %s99
  store float %t347, ptr %s100
  %t348 = load float, ptr %s101
  %t349 = load float, ptr %s102
  %t350 = load float, ptr %s103
  %t351 = load float, ptr %s104
  %t352 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t213, i32 %t214, i32 %t215, i32 %t216, i32 %t279, i32 %t284, float %t348, float %t349, float %t350, float %t351) convergent
  %t353 = extractvalue {float, float, float, float} %t352, 0
  %t354 = extractvalue {float, float, float, float} %t352, 1
  %t355 = extractvalue {float, float, float, float} %t352, 2
  %t356 = extractvalue {float, float, float, float} %t352, 3
  store float %t353, ptr %s101
  store float %t354, ptr %s102
  store float %t355, ptr %s103
  store float %t356, ptr %s104
  %t357 = load float, ptr %s89
  %t358 = load float, ptr %s90
  %t359 = load float, ptr %s91
  %t360 = load float, ptr %s92
  %t361 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t213, i32 %t214, i32 %t215, i32 %t216, i32 %t237, i32 %t238, float %t357, float %t358, float %t359, float %t360) convergent
  %t362 = extractvalue {float, float, float, float} %t361, 0
  %t363 = extractvalue {float, float, float, float} %t361, 1
  %t364 = extractvalue {float, float, float, float} %t361, 2
  %t365 = extractvalue {float, float, float, float} %t361, 3
  store float %t362, ptr %s89
  store float %t363, ptr %s90
  store float %t364, ptr %s91
  store float %t365, ptr %s92
  %t366 = load float, ptr %s93
  %t367 = load float, ptr %s94
  %t368 = load float, ptr %s95
  %t369 = load float, ptr %s96
  %t370 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t213, i32 %t214, i32 %t215, i32 %t216, i32 %t239, i32 %t240, float %t366, float %t367, float %t368, float %t369) convergent
  %t371 = extractvalue {float, float, float, float} %t370, 0
  %t372 = extractvalue {float, float, float, float} %t370, 1
  %t373 = extractvalue {float, float, float, float} %t370, 2
  %t374 = extractvalue {float, float, float, float} %t370, 3
  store float %t371, ptr %s93
  store float %t372, ptr %s94
  store float %t373, ptr %s95
  store float %t374, ptr %s96
  %t375 = load float, ptr %s97
  %t376 = load float, ptr %s98
  %t377 = load float, ptr %s99
  %t378 = load float, ptr %s100
  %t379 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t213, i32 %t214, i32 %t215, i32 %t216, i32 %t241, i32 %t242, float %t375, float %t376, float %t377, float %t378) convergent
  %t380 = extractvalue {float, float, float, float} %t379, 0
  %t381 = extractvalue {float, float, float, float} %t379, 1
  %t382 = extractvalue {float, float, float, float} %t379, 2
  %t383 = extractvalue {float, float, float, float} %t379, 3
  store float %t380, ptr %s97
  store float %t381, ptr %s98
  store float %t382, ptr %s99
  store float %t383, ptr %s100
  %t384 = load float, ptr %s101
  %t385 = load float, ptr %s102
  %t386 = load float, ptr %s103
  %t387 = load float, ptr %s104
  %t388 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t213, i32 %t214, i32 %t215, i32 %t216, i32 %t243, i32 %t244, float %t384, float %t385, float %t386, float %t387) convergent
  %t389 = extractvalue {float, float, float, float} %t388, 0
  %t390 = extractvalue {float, float, float, float} %t388, 1
  %t391 = extractvalue {float, float, float, float} %t388, 2
  %t392 = extractvalue {float, float, float, float} %t388, 3
  store float %t389, ptr %s101
  store float %t390, ptr %s102
  store float %t391, ptr %s103
  store float %t392, ptr %s104
  %t393 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4+32];", "=r,=r,=r,=r,r,~{memory}"(i32 %t182) convergent
  %t394 = extractvalue {i32, i32, i32, i32} %t393, 0
  %t395 = extractvalue {i32, i32, i32, i32} %t393, 1
  %t396 = extractvalue {i32, i32, i32, i32} %t393, 2
  %t397 = extractvalue {i32, i32, i32, i32} %t393, 3
  %t398 = inttoptr i32 %t183 to ptr addrspace(3)
  %t399 = getelementptr i8, ptr addrspace(3) %t398, i64 2176
  %t400 = load i32, ptr addrspace(3) %t399, align 4
  %t401 = inttoptr i32 %t183 to ptr addrspace(3)
  %t402 = getelementptr i8, ptr addrspace(3) %t401, i64 3264
  %t403 = load i32, ptr addrspace(3) %t402, align 4
  %t404 = inttoptr i32 %t183 to ptr addrspace(3)
  %t405 = getelementptr i8, ptr addrspace(3) %t404, i64 2208
  %t406 = load i32, ptr addrspace(3) %t405, align 4
  %t407 = inttoptr i32 %t183 to ptr addrspace(3)
  %t408 = getelementptr i8, ptr addrspace(3) %t407, i64 3296
  %t409 = load i32, ptr addrspace(3) %t408, align 4
  %t410 = inttoptr i32 %t183 to ptr addrspace(3)
  %t411 = getelementptr i8, ptr addrspace(3) %t410, i64 2240
  %t412 = load i32, ptr addrspace(3) %t411, align 4
  %t413 = inttoptr i32 %t183 to ptr addrspace(3)
  %t414 = getelementptr i8, ptr addrspace(3) %t413, i64 3328
  %t415 = load i32, ptr addrspace(3) %t414, align 4
  %t416 = inttoptr i32 %t183 to ptr addrspace(3)
  %t417 = getelementptr i8, ptr addrspace(3) %t416, i64 2272
  %t418 = load i32, ptr addrspace(3) %t417, align 4
  %t419 = inttoptr i32 %t183 to ptr addrspace(3)
  %t420 = getelementptr i8, ptr addrspace(3) %t419, i64 3360
  %t421 = load i32, ptr addrspace(3) %t420, align 4
  %t422 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t394)
  %t423 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t395)
  %t424 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t396)
  %t425 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t397)
  %t426 = bitcast i32 %t394 to float
  %t427 = bitcast i32 %t422 to float
  %t428 = fsub float %t426, %t427
  %t429 = bitcast float %t428 to i32
  %t430 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t429)
  %t431 = bitcast i32 %t395 to float
  %t432 = bitcast i32 %t423 to float
  %t433 = fsub float %t431, %t432
  %t434 = bitcast float %t433 to i32
  %t435 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t434)
  %t436 = bitcast i32 %t396 to float
  %t437 = bitcast i32 %t424 to float
  %t438 = fsub float %t436, %t437
  %t439 = bitcast float %t438 to i32
  %t440 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t439)
  %t441 = bitcast i32 %t397 to float
  %t442 = bitcast i32 %t425 to float
  %t443 = fsub float %t441, %t442
  %t444 = bitcast float %t443 to i32
  %t445 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t444)
  %t446 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t400)
  %t447 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t403)
  %t448 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t406)
  %t449 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t409)
  %t450 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t412)
  %t451 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t415)
  %t452 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t418)
  %t453 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t421)
  %t454 = bitcast i32 %t400 to float
  %t455 = bitcast i32 %t446 to float
  %t456 = fsub float %t454, %t455
  %t457 = bitcast float %t456 to i32
  %t458 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t457)
  %t459 = bitcast i32 %t403 to float
  %t460 = bitcast i32 %t447 to float
  %t461 = fsub float %t459, %t460
  %t462 = bitcast float %t461 to i32
  %t463 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t462)
  %t464 = bitcast i32 %t406 to float
  %t465 = bitcast i32 %t448 to float
  %t466 = fsub float %t464, %t465
  %t467 = bitcast float %t466 to i32
  %t468 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t467)
  %t469 = bitcast i32 %t409 to float
  %t470 = bitcast i32 %t449 to float
  %t471 = fsub float %t469, %t470
  %t472 = bitcast float %t471 to i32
  %t473 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t472)
  %t474 = bitcast i32 %t412 to float
  %t475 = bitcast i32 %t450 to float
  %t476 = fsub float %t474, %t475
  %t477 = bitcast float %t476 to i32
  %t478 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t477)
  %t479 = bitcast i32 %t415 to float
  %t480 = bitcast i32 %t451 to float
  %t481 = fsub float %t479, %t480
  %t482 = bitcast float %t481 to i32
  %t483 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t482)
  %t484 = bitcast i32 %t418 to float
  %t485 = bitcast i32 %t452 to float
  %t486 = fsub float %t484, %t485
  %t487 = bitcast float %t486 to i32
  %t488 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t487)
  %t489 = bitcast i32 %t421 to float
  %t490 = bitcast i32 %t453 to float
  %t491 = fsub float %t489, %t490
  %t492 = bitcast float %t491 to i32
  %t493 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t492)
  %t494 = load float, ptr %s89
  %t495 = load float, ptr %s90
  %t496 = load float, ptr %s91
  %t497 = load float, ptr %s92
  %t498 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t430, i32 %t435, i32 %t440, i32 %t445, i32 %t446, i32 %t447, float %t494, float %t495, float %t496, float %t497) convergent
  %t499 = extractvalue {float, float, float, float} %t498, 0
  %t500 = extractvalue {float, float, float, float} %t498, 1
  %t501 = extractvalue {float, float, float, float} %t498, 2
  %t502 = extractvalue {float, float, float, float} %t498, 3
  store float %t499, ptr %s89
  store float %t500, ptr %s90
  store float %t501, ptr %s91
  store float %t502, ptr %s92
  %t503 = load float, ptr %s93
  %t504 = load float, ptr %s94
  %t505 = load float, ptr %s95
  %t506 = load float, ptr %s96
  %t507 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t430, i32 %t435, i32 %t440, i32 %t445, i32 %t448, i32 %t449, float %t503, float %t504, float %t505, float %t506) convergent
  %t508 = extractvalue {float, float, float, float} %t507, 0
  %t509 = extractvalue {float, float, float, float} %t507, 1
  %t510 = extractvalue {float, float, float, float} %t507, 2
  %t511 = extractvalue {float, float, float, float} %t507, 3
  store float %t508, ptr %s93
  store float %t509, ptr %s94
  store float %t510, ptr %s95
  store float %t511, ptr %s96
  %t512 = load float, ptr %s97
  %t513 = load float, ptr %s98
  %t514 = load float, ptr %s99
  %t515 = load float, ptr %s100
  %t516 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t430, i32 %t435, i32 %t440, i32 %t445, i32 %t450, i32 %t451, float %t512, float %t513, float %t514, float %t515) convergent
  %t517 = extractvalue {float, float, float, float} %t516, 0
  %t518 = extractvalue {float, float, float, float} %t516, 1
  %t519 = extractvalue {float, float, float, float} %t516, 2
  %t520 = extractvalue {float, float, float, float} %t516, 3
  store float %t517, ptr %s97
  store float %t518, ptr %s98
  store float %t519, ptr %s99
  store float %t520, ptr %s100
  %t521 = load float, ptr %s101
  %t522 = load float, ptr %s102
  %t523 = load float, ptr %s103
  %t524 = load float, ptr %s104
  %t525 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t430, i32 %t435, i32 %t440, i32 %t445, i32 %t452, i32 %t453, float %t521, float %t522, float %t523, float %t524) convergent
  %t526 = extractvalue {float, float, float, float} %t525, 0
  %t527 = extractvalue {float, float, float, float} %t525, 1
  %t528 = extractvalue {float, float, float, float} %t525, 2
  %t529 = extractvalue {float, float, float, float} %t525, 3
  store float %t526, ptr %s101
  store float %t527, ptr %s102
  store float %t528, ptr %s103
  store float %t529, ptr %s104
  %t530 = load float, ptr %s89
  %t531 = load float, ptr %s90
  %t532 = load float, ptr %s91
  %t533 = load float, ptr %s92
  %t534 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t422, i32 %t423, i32 %t424, i32 %t425, i32 %t458, i32 %t463, float %t530, float %t531, float %t532, float %t533) convergent
  %t535 = extractvalue {float, float, float, float} %t534, 0
  %t536 = extractvalue {float, float, float, float} %t534, 1
  %t537 = extractvalue {float, float, float, float} %t534, 2
  %t538 = extractvalue {float, float, float, float} %t534, 3
  store float %t535, ptr %s89
  store float %t536, ptr %s90
  store float %t537, ptr %s91
  store float %t538, ptr %s92
  %t539 = load float, ptr %s93
  %t540 = load float, ptr %s94
  %t541 = load float, ptr %s95
  %t542 = load float, ptr %s96
  %t543 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t422, i32 %t423, i32 %t424, i32 %t425, i32 %t468, i32 %t473, float %t539, float %t540, float %t541, float %t542) convergent
  %t544 = extractvalue {float, float, float, float} %t543, 0
  %t545 = extractvalue {float, float, float, float} %t543, 1
  %t546 = extractvalue {float, float, float, float} %t543, 2
  %t547 = extractvalue {float, float, float, float} %t543, 3
  store float %t544, ptr %s93
  store float %t545, ptr %s94
  store float %t546, ptr %s95
  store float %t547, ptr %s96
  %t548 = load float, ptr %s97
  %t549 = load float, ptr %s98
  %t550 = load float, ptr %s99
  %t551 = load float, ptr %s100
  %t552 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t422, i32 %t423, i32 %t424, i32 %t425, i32 %t478, i32 %t483, float %t548, float %t549, float %t550, float %t551) convergent
  %t553 = extractvalue {float, float, float, float} %t552, 0
  %t554 = extractvalue {float, float, float, float} %t552, 1
  %t555 = extractvalue {float, float, float, float} %t552, 2
  %t556 = extractvalue {float, float, float, float} %t552, 3
  store float %t553, ptr %s97
  store float %t554, ptr %s98
  store float %t555, ptr %s99
  store float %t556, ptr %s100
  %t557 = load float, ptr %s101
  %t558 = load float, ptr %s102
  %t559 = load float, ptr %s103
  %t560 = load float, ptr %s104
  %t561 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t422, i32 %t423, i32 %t424, i32 %t425, i32 %t488, i32 %t493, float %t557, float %t558, float %t559, float %t560) convergent
  %t562 = extractvalue {float, float, float, float} %t561, 0
  %t563 = extractvalue {float, float, float, float} %t561, 1
  %t564 = extractvalue {float, float, float, float} %t561, 2
  %t565 = extractvalue {float, float, float, float} %t561, 3
  store float %t562, ptr %s101
  store float %t563, ptr %s102
  store float %t564, ptr %s103
  store float %t565, ptr %s104
  %t566 = load float, ptr %s89
  %t567 = load float, ptr %s90
  %t568 = load float, ptr %s91
  %t569 = load float, ptr %s92
  %t570 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t422, i32 %t423, i32 %t424, i32 %t425, i32 %t446, i32 %t447, float %t566, float %t567, float %t568, float %t569) convergent
  %t571 = extractvalue {float, float, float, float} %t570, 0
  %t572 = extractvalue {float, float, float, float} %t570, 1
  %t573 = extractvalue {float, float, float, float} %t570, 2
  %t574 = extractvalue {float, float, float, float} %t570, 3
  store float %t571, ptr %s89
  store float %t572, ptr %s90
  store float %t573, ptr %s91
  store float %t574, ptr %s92
  %t575 = load float, ptr %s93
  %t576 = load float, ptr %s94
  %t577 = load float, ptr %s95
  %t578 = load float, ptr %s96
  %t579 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t422, i32 %t423, i32 %t424, i32 %t425, i32 %t448, i32 %t449, float %t575, float %t576, float %t577, float %t578) convergent
  %t580 = extractvalue {float, float, float, float} %t579, 0
  %t581 = extractvalue {float, float, float, float} %t579, 1
  %t582 = extractvalue {float, float, float, float} %t579, 2
  %t583 = extractvalue {float, float, float, float} %t579, 3
  store float %t580, ptr %s93
  store float %t581, ptr %s94
  store float %t582, ptr %s95
  store float %t583, ptr %s96
  %t584 = load float, ptr %s97
  %t585 = load float, ptr %s98
  %t586 = load float, ptr %s99
  %t587 = load float, ptr %s100
  %t588 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t422, i32 %t423, i32 %t424, i32 %t425, i32 %t450, i32 %t451, float %t584, float %t585, float %t586, float %t587) convergent
  %t589 = extractvalue {float, float, float, float} %t588, 0
  %t590 = extractvalue {float, float, float, float} %t588, 1
  %t591 = extractvalue {float, float, float, float} %t588, 2
  %t592 = extractvalue {float, float, float, float} %t588, 3
  store float %t589, ptr %s97
  store float %t590, ptr %s98
  store float %t591, ptr %s99
  store float %t592, ptr %s100
  %t593 = load float, ptr %s101
  %t594 = load float, ptr %s102
  %t595 = load float, ptr %s103
  %t596 = load float, ptr %s104
  %t597 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t422, i32 %t423, i32 %t424, i32 %t425, i32 %t452, i32 %t453, float %t593, float %t594, float %t595, float %t596) convergent
  %t598 = extractvalue {float, float, float, float} %t597, 0
  %t599 = extractvalue {float, float, float, float} %t597, 1
  %t600 = extractvalue {float, float, float, float} %t597, 2
  %t601 = extractvalue {float, float, float, float} %t597, 3
  store float %t598, ptr %s101
  store float %t599, ptr %s102
  store float %t600, ptr %s103
  store float %t601, ptr %s104
  %t602 = add nsw i32 %t181, 6400
  %t603 = icmp eq i32 %t602, 12800
  %t604 = select i1 %t603, i32 0, i32 %t602
  store i32 %t604, ptr %s118
  %t605 = add nsw i32 %t127, 6400
  %t606 = icmp eq i32 %t605, 12800
  %t607 = select i1 %t606, i32 0, i32 %t605
  store i32 %t607, ptr %s119
  %t608 = add nuw nsw i64 %t123, 1
  store i64 %t608, ptr %s120
  %t609 = icmp slt i64 %t608, 1
  br i1 %t609, label %loop.121, label %done.122
done.122:
  call void asm sideeffect "cp.async.wait_all;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t610 = mul nsw i32 %t5, 2560
  %t611 = add nsw i32 %t2, %t610
  %t612 = mul nsw i32 %t11, 160
  %t613 = mul nsw i32 %t12, 8
  %t614 = add nsw i32 %t611, %t612
  %t615 = add nsw i32 %t614, %t613
  %t616 = load float, ptr %s89
  %t617 = insertelement <2 x float> poison, float %t616, i32 0
  %t618 = load float, ptr %s90
  %t619 = insertelement <2 x float> %t617, float %t618, i32 1
  %t620 = inttoptr i32 %t615 to ptr addrspace(3)
  %t621 = getelementptr i8, ptr addrspace(3) %t620, i64 0
  store <2 x float> %t619, ptr addrspace(3) %t621, align 8
  %t622 = load float, ptr %s91
  %t623 = insertelement <2 x float> poison, float %t622, i32 0
  %t624 = load float, ptr %s92
  %t625 = insertelement <2 x float> %t623, float %t624, i32 1
  %t626 = inttoptr i32 %t615 to ptr addrspace(3)
  %t627 = getelementptr i8, ptr addrspace(3) %t626, i64 1280
  store <2 x float> %t625, ptr addrspace(3) %t627, align 8
  %t628 = load float, ptr %s93
  %t629 = insertelement <2 x float> poison, float %t628, i32 0
  %t630 = load float, ptr %s94
  %t631 = insertelement <2 x float> %t629, float %t630, i32 1
  %t632 = inttoptr i32 %t615 to ptr addrspace(3)
  %t633 = getelementptr i8, ptr addrspace(3) %t632, i64 32
  store <2 x float> %t631, ptr addrspace(3) %t633, align 8
  %t634 = load float, ptr %s95
  %t635 = insertelement <2 x float> poison, float %t634, i32 0
  %t636 = load float, ptr %s96
  %t637 = insertelement <2 x float> %t635, float %t636, i32 1
  %t638 = inttoptr i32 %t615 to ptr addrspace(3)
  %t639 = getelementptr i8, ptr addrspace(3) %t638, i64 1312
  store <2 x float> %t637, ptr addrspace(3) %t639, align 8
  %t640 = load float, ptr %s97
  %t641 = insertelement <2 x float> poison, float %t640, i32 0
  %t642 = load float, ptr %s98
  %t643 = insertelement <2 x float> %t641, float %t642, i32 1
  %t644 = inttoptr i32 %t615 to ptr addrspace(3)
  %t645 = getelementptr i8, ptr addrspace(3) %t644, i64 64
  store <2 x float> %t643, ptr addrspace(3) %t645, align 8
  %t646 = load float, ptr %s99
  %t647 = insertelement <2 x float> poison, float %t646, i32 0
  %t648 = load float, ptr %s100
  %t649 = insertelement <2 x float> %t647, float %t648, i32 1
  %t650 = inttoptr i32 %t615 to ptr addrspace(3)
  %t651 = getelementptr i8, ptr addrspace(3) %t650, i64 1344
  store <2 x float> %t649, ptr addrspace(3) %t651, align 8
  %t652 = load float, ptr %s101
  %t653 = insertelement <2 x float> poison, float %t652, i32 0
  %t654 = load float, ptr %s102
  %t655 = insertelement <2 x float> %t653, float %t654, i32 1
  %t656 = inttoptr i32 %t615 to ptr addrspace(3)
  %t657 = getelementptr i8, ptr addrspace(3) %t656, i64 96
  store <2 x float> %t655, ptr addrspace(3) %t657, align 8
  %t658 = load float, ptr %s103
  %t659 = insertelement <2 x float> poison, float %t658, i32 0
  %t660 = load float, ptr %s104
  %t661 = insertelement <2 x float> %t659, float %t660, i32 1
  %t662 = inttoptr i32 %t615 to ptr addrspace(3)
  %t663 = getelementptr i8, ptr addrspace(3) %t662, i64 1376
  store <2 x float> %t661, ptr addrspace(3) %t663, align 8
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %t664 = udiv i32 %t6, 8
  %t665 = urem i32 %t6, 8
  %t666 = mul nsw i32 %t665, 4
  %t667 = mul nsw i32 %t664, 160
  %t668 = mul nsw i32 %t666, 4
  %t669 = add nsw i32 %t611, %t667
  %t670 = add nsw i32 %t669, %t668
  %t671 = add nsw i32 %t9, %t664
  %t672 = add nsw i32 %t10, %t666
  %t673 = icmp ult i32 %t672, 24
  br i1 %t673, label %then.674, label %else.675
then.674:
  %t677 = inttoptr i32 %t670 to ptr addrspace(3)
  %t678 = getelementptr i8, ptr addrspace(3) %t677, i64 0
  %t679 = load <4 x float>, ptr addrspace(3) %t678, align 16
  %t680 = extractelement <4 x float> %t679, i32 0
  %t681 = extractelement <4 x float> %t679, i32 1
  %t682 = extractelement <4 x float> %t679, i32 2
  %t683 = extractelement <4 x float> %t679, i32 3
  %t684 = sext i32 %t671 to i64
  %t685 = mul nsw i64 %t684, 16
  %t686 = getelementptr float, ptr %buffer0, i64 %t685
  %t687 = mul nsw i64 %t684, 24
  %t688 = getelementptr float, ptr %buffer2, i64 %t687
  %t689 = sext i32 %t672 to i64
  %t690 = getelementptr float, ptr %buffer1, i64 %t689
  %t691 = getelementptr float, ptr %t688, i64 %t689
  %t692 = insertelement <4 x float> poison, float %t680, i32 0
  %t693 = insertelement <4 x float> %t692, float %t681, i32 1
  %t694 = insertelement <4 x float> %t693, float %t682, i32 2
  %t695 = insertelement <4 x float> %t694, float %t683, i32 3
  %t696 = getelementptr float, ptr %t691, i64 0
  store <4 x float> %t695, ptr %t696, align 16
  br label %join.676
else.675:
  br label %join.676
join.676:
  %t697 = add nsw i32 %t6, 32
  %t698 = udiv i32 %t697, 8
  %t699 = urem i32 %t697, 8
  %t700 = mul nsw i32 %t699, 4
  %t701 = mul nsw i32 %t698, 160
  %t702 = mul nsw i32 %t700, 4
  %t703 = add nsw i32 %t611, %t701
  %t704 = add nsw i32 %t703, %t702
  %t705 = add nsw i32 %t9, %t698
  %t706 = add nsw i32 %t10, %t700
  %t707 = icmp ult i32 %t706, 24
  br i1 %t707, label %then.708, label %else.709
then.708:
  %t711 = inttoptr i32 %t704 to ptr addrspace(3)
  %t712 = getelementptr i8, ptr addrspace(3) %t711, i64 0
  %t713 = load <4 x float>, ptr addrspace(3) %t712, align 16
  %t714 = extractelement <4 x float> %t713, i32 0
  %t715 = extractelement <4 x float> %t713, i32 1
  %t716 = extractelement <4 x float> %t713, i32 2
  %t717 = extractelement <4 x float> %t713, i32 3
  %t718 = sext i32 %t705 to i64
  %t719 = mul nsw i64 %t718, 16
  %t720 = getelementptr float, ptr %buffer0, i64 %t719
  %t721 = mul nsw i64 %t718, 24
  %t722 = getelementptr float, ptr %buffer2, i64 %t721
  %t723 = sext i32 %t706 to i64
  %t724 = getelementptr float, ptr %buffer1, i64 %t723
  %t725 = getelementptr float, ptr %t722, i64 %t723
  %t726 = insertelement <4 x float> poison, float %t714, i32 0
  %t727 = insertelement <4 x float> %t726, float %t715, i32 1
  %t728 = insertelement <4 x float> %t727, float %t716, i32 2
  %t729 = insertelement <4 x float> %t728, float %t717, i32 3
  %t730 = getelementptr float, ptr %t725, i64 0
  store <4 x float> %t729, ptr %t730, align 16
  br label %join.710
else.709:
  br label %join.710
join.710:
  %t731 = add nsw i32 %t6, 64
  %t732 = udiv i32 %t731, 8
  %t733 = urem i32 %t731, 8
  %t734 = mul nsw i32 %t733, 4
  %t735 = mul nsw i32 %t732, 160
  %t736 = mul nsw i32 %t734, 4
  %t737 = add nsw i32 %t611, %t735
  %t738 = add nsw i32 %t737, %t736
  %t739 = add nsw i32 %t9, %t732
  %t740 = add nsw i32 %t10, %t734
  %t741 = icmp ult i32 %t740, 24
  br i1 %t741, label %then.742, label %else.743
then.742:
  %t745 = inttoptr i32 %t738 to ptr addrspace(3)
  %t746 = getelementptr i8, ptr addrspace(3) %t745, i64 0
  %t747 = load <4 x float>, ptr addrspace(3) %t746, align 16
  %t748 = extractelement <4 x float> %t747, i32 0
  %t749 = extractelement <4 x float> %t747, i32 1
  %t750 = extractelement <4 x float> %t747, i32 2
  %t751 = extractelement <4 x float> %t747, i32 3
  %t752 = sext i32 %t739 to i64
  %t753 = mul nsw i64 %t752, 16
  %t754 = getelementptr float, ptr %buffer0, i64 %t753
  %t755 = mul nsw i64 %t752, 24
  %t756 = getelementptr float, ptr %buffer2, i64 %t755
  %t757 = sext i32 %t740 to i64
  %t758 = getelementptr float, ptr %buffer1, i64 %t757
  %t759 = getelementptr float, ptr %t756, i64 %t757
  %t760 = insertelement <4 x float> poison, float %t748, i32 0
  %t761 = insertelement <4 x float> %t760, float %t749, i32 1
  %t762 = insertelement <4 x float> %t761, float %t750, i32 2
  %t763 = insertelement <4 x float> %t762, float %t751, i32 3
  %t764 = getelementptr float, ptr %t759, i64 0
  store <4 x float> %t763, ptr %t764, align 16
  br label %join.744
else.743:
  br label %join.744
join.744:
  %t765 = add nsw i32 %t6, 96
  %t766 = udiv i32 %t765, 8
  %t767 = urem i32 %t765, 8
  %t768 = mul nsw i32 %t767, 4
  %t769 = mul nsw i32 %t766, 160
  %t770 = mul nsw i32 %t768, 4
  %t771 = add nsw i32 %t611, %t769
  %t772 = add nsw i32 %t771, %t770
  %t773 = add nsw i32 %t9, %t766
  %t774 = add nsw i32 %t10, %t768
  %t775 = icmp ult i32 %t774, 24
  br i1 %t775, label %then.776, label %else.777
then.776:
  %t779 = inttoptr i32 %t772 to ptr addrspace(3)
  %t780 = getelementptr i8, ptr addrspace(3) %t779, i64 0
  %t781 = load <4 x float>, ptr addrspace(3) %t780, align 16
  %t782 = extractelement <4 x float> %t781, i32 0
  %t783 = extractelement <4 x float> %t781, i32 1
  %t784 = extractelement <4 x float> %t781, i32 2
  %t785 = extractelement <4 x float> %t781, i32 3
  %t786 = sext i32 %t773 to i64
  %t787 = mul nsw i64 %t786, 16
  %t788 = getelementptr float, ptr %buffer0, i64 %t787
  %t789 = mul nsw i64 %t786, 24
  %t790 = getelementptr float, ptr %buffer2, i64 %t789
  %t791 = sext i32 %t774 to i64
  %t792 = getelementptr float, ptr %buffer1, i64 %t791
  %t793 = getelementptr float, ptr %t790, i64 %t791
  %t794 = insertelement <4 x float> poison, float %t782, i32 0
  %t795 = insertelement <4 x float> %t794, float %t783, i32 1
  %t796 = insertelement <4 x float> %t795, float %t784, i32 2
  %t797 = insertelement <4 x float> %t796, float %t785, i32 3
  %t798 = getelementptr float, ptr %t793, i64 0
  store <4 x float> %t797, ptr %t798, align 16
  br label %join.778
else.777:
  br label %join.778
join.778:
  ret void
}
