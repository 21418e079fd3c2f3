@shared_memory = external addrspace(3) global [0 x i8], align 128
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
declare void @llvm.nvvm.bar.warp.sync(i32) convergent
define ptx_kernel void @mma_tf32x3(ptr noalias %buffer0, ptr noalias %buffer1, ptr noalias %buffer2) nounwind "nvvm.maxntid"="64" {
  %s82 = alloca float
  %s83 = alloca float
  %s84 = alloca float
  %s85 = alloca float
  %s86 = alloca float
  %s87 = alloca float
  %s88 = alloca float
  %s89 = alloca float
  %s90 = alloca float
  %s91 = alloca float
  %s92 = alloca float
  %s93 = alloca float
  %s94 = alloca float
  %s95 = alloca float
  %s96 = alloca float
  %s97 = alloca float
  %s111 = alloca i32
  %s112 = alloca i32
  %s113 = alloca i64
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
  %t13 = udiv i32 %t4, 4
  %t14 = urem i32 %t4, 4
  %t15 = mul nsw i32 %t14, 4
  %t16 = mul nsw i32 %t13, 80
  %t17 = mul nsw i32 %t15, 4
  %t18 = add nsw i32 %t2, %t16
  %t19 = add nsw i32 %t18, %t17
  %t20 = mul nsw i32 %t13, 16
  %t21 = udiv i32 %t4, 16
  %t22 = urem i32 %t4, 16
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
  %t57 = sext i32 %t56 to i64
  %t58 = getelementptr float, ptr %buffer1, i64 %t57
  %t59 = addrspacecast ptr %t58 to ptr addrspace(1)
  %t60 = select i1 %t29, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t28, ptr addrspace(1) %t59, i32 %t60)
  %t61 = mul nsw i32 %t21, 24
  %t62 = add nsw i32 %t21, 4
  %t63 = add nsw i32 %t30, %t61
  %t64 = sext i32 %t63 to i64
  %t65 = getelementptr float, ptr %buffer1, i64 %t64
  %t66 = addrspacecast ptr %t65 to ptr addrspace(1)
  %t67 = select i1 %t36, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0+1088], [$1+384], 16, $2;", "r,l,r,~{memory}"(i32 %t35, ptr addrspace(1) %t66, i32 %t67)
  %t68 = mul nsw i32 %t21, 24
  %t69 = add nsw i32 %t21, 8
  %t70 = add nsw i32 %t37, %t68
  %t71 = sext i32 %t70 to i64
  %t72 = getelementptr float, ptr %buffer1, i64 %t71
  %t73 = addrspacecast ptr %t72 to ptr addrspace(1)
  %t74 = select i1 %t43, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0+2176], [$1+768], 16, $2;", "r,l,r,~{memory}"(i32 %t42, ptr addrspace(1) %t73, i32 %t74)
  %t75 = mul nsw i32 %t21, 24
  %t76 = add nsw i32 %t21, 12
  %t77 = add nsw i32 %t44, %t75
  %t78 = sext i32 %t77 to i64
  %t79 = getelementptr float, ptr %buffer1, i64 %t78
  %t80 = addrspacecast ptr %t79 to ptr addrspace(1)
  %t81 = select i1 %t50, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0+3264], [$1+1152], 16, $2;", "r,l,r,~{memory}"(i32 %t49, ptr addrspace(1) %t80, i32 %t81)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"()
  store float 0.0, ptr %s82
  store float 0.0, ptr %s83
  store float 0.0, ptr %s84
  store float 0.0, ptr %s85
  store float 0.0, ptr %s86
  store float 0.0, ptr %s87
  store float 0.0, ptr %s88
  store float 0.0, ptr %s89
  store float 0.0, ptr %s90
  store float 0.0, ptr %s91
  store float 0.0, ptr %s92
  store float 0.0, ptr %s93
  store float 0.0, ptr %s94
  store float 0.0, ptr %s95
  store float 0.0, ptr %s96
  store float 0.0, ptr %s97
  %t98 = udiv i32 %t6, 16
  %t99 = urem i32 %t6, 16
  %t100 = add nsw i32 %t9, %t99
  %t101 = mul nsw i32 %t100, 80
  %t102 = mul nsw i32 %t98, 16
  %t103 = add nsw i32 %t2, %t101
  %t104 = add nsw i32 %t103, %t102
  %t105 = add nsw i32 %t2, 1280
  %t106 = add nsw i32 %t10, %t11
  %t107 = mul nsw i32 %t12, 272
  %t108 = mul nsw i32 %t106, 4
  %t109 = add nsw i32 %t105, %t107
  %t110 = add nsw i32 %t109, %t108
  store i32 0, ptr %s111
  store i32 6400, ptr %s112
  store i64 0, ptr %s113
  br label %loop.114
loop.114:
  %t116 = load i64, ptr %s113
  call void asm sideeffect "cp.async.wait_group 0;", "~{memory}"()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t117 = trunc i64 %t116 to i32
  %t118 = add nsw i32 %t117, 1
  %t119 = icmp ult i32 %t118, 1
  %t120 = load i32, ptr %s112
  br i1 %t119, label %then.121, label %else.122
then.121:
  %t124 = mul nsw i32 %t118, 16
  %t125 = add nsw i32 %t124, %t15
  %t126 = add nsw i32 %t20, %t125
  %t127 = sext i32 %t126 to i64
  %t128 = getelementptr float, ptr %buffer0, i64 %t127
  %t129 = add nsw i32 %t19, %t120
  %t130 = addrspacecast ptr %t128 to ptr addrspace(1)
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16;", "r,l,~{memory}"(i32 %t129, ptr addrspace(1) %t130)
  %t131 = mul nsw i32 %t118, 16
  %t132 = add nsw i32 %t131, %t21
  %t133 = mul nsw i32 %t132, 24
  %t134 = add nsw i32 %t23, %t133
  %t135 = sext i32 %t134 to i64
  %t136 = getelementptr float, ptr %buffer1, i64 %t135
  %t137 = add nsw i32 %t28, %t120
  %t138 = addrspacecast ptr %t136 to ptr addrspace(1)
  %t139 = select i1 %t29, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t137, ptr addrspace(1) %t138, i32 %t139)
  %t140 = add nsw i32 %t131, %t21
  %t141 = mul nsw i32 %t140, 24
  %t142 = add nsw i32 %t140, 4
  %t143 = add nsw i32 %t30, %t141
  %t144 = sext i32 %t143 to i64
  %t145 = getelementptr float, ptr %buffer1, i64 %t144
  %t146 = add nsw i32 %t35, %t120
  %t147 = addrspacecast ptr %t145 to ptr addrspace(1)
  %t148 = select i1 %t36, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0+1088], [$1+384], 16, $2;", "r,l,r,~{memory}"(i32 %t146, ptr addrspace(1) %t147, i32 %t148)
  %t149 = add nsw i32 %t131, %t21
  %t150 = mul nsw i32 %t149, 24
  %t151 = add nsw i32 %t149, 8
  %t152 = add nsw i32 %t37, %t150
  %t153 = sext i32 %t152 to i64
  %t154 = getelementptr float, ptr %buffer1, i64 %t153
  %t155 = add nsw i32 %t42, %t120
  %t156 = addrspacecast ptr %t154 to ptr addrspace(1)
  %t157 = select i1 %t43, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0+2176], [$1+768], 16, $2;", "r,l,r,~{memory}"(i32 %t155, ptr addrspace(1) %t156, i32 %t157)
  %t158 = add nsw i32 %t131, %t21
  %t159 = mul nsw i32 %t158, 24
  %t160 = add nsw i32 %t158, 12
  %t161 = add nsw i32 %t44, %t159
  %t162 = sext i32 %t161 to i64
  %t163 = getelementptr float, ptr %buffer1, i64 %t162
  %t164 = add nsw i32 %t49, %t120
  %t165 = addrspacecast ptr %t163 to ptr addrspace(1)
  %t166 = select i1 %t50, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0+3264], [$1+1152], 16, $2;", "r,l,r,~{memory}"(i32 %t164, ptr addrspace(1) %t165, i32 %t166)
  br label %join.123
else.122:
  br label %join.123
join.123:
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"()
  %t167 = load i32, ptr %s111
  %t168 = add nsw i32 %t104, %t167
  %t169 = add nsw i32 %t110, %t167
  %t170 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4+0];", "=r,=r,=r,=r,r,~{memory}"(i32 %t168) convergent
  %t171 = extractvalue {i32, i32, i32, i32} %t170, 0
  %t172 = extractvalue {i32, i32, i32, i32} %t170, 1
  %t173 = extractvalue {i32, i32, i32, i32} %t170, 2
  %t174 = extractvalue {i32, i32, i32, i32} %t170, 3
  %t175 = inttoptr i32 %t169 to ptr addrspace(3)
  %t176 = getelementptr i8, ptr addrspace(3) %t175, i64 0
  %t177 = load i32, ptr addrspace(3) %t176, align 4
  %t178 = inttoptr i32 %t169 to ptr addrspace(3)
  %t179 = getelementptr i8, ptr addrspace(3) %t178, i64 1088
  %t180 = load i32, ptr addrspace(3) %t179, align 4
  %t181 = inttoptr i32 %t169 to ptr addrspace(3)
  %t182 = getelementptr i8, ptr addrspace(3) %t181, i64 32
  %t183 = load i32, ptr addrspace(3) %t182, align 4
  %t184 = inttoptr i32 %t169 to ptr addrspace(3)
  %t185 = getelementptr i8, ptr addrspace(3) %t184, i64 1120
  %t186 = load i32, ptr addrspace(3) %t185, align 4
  %t187 = inttoptr i32 %t169 to ptr addrspace(3)
  %t188 = getelementptr i8, ptr addrspace(3) %t187, i64 64
  %t189 = load i32, ptr addrspace(3) %t188, align 4
  %t190 = inttoptr i32 %t169 to ptr addrspace(3)
  %t191 = getelementptr i8, ptr addrspace(3) %t190, i64 1152
  %t192 = load i32, ptr addrspace(3) %t191, align 4
  %t193 = inttoptr i32 %t169 to ptr addrspace(3)
  %t194 = getelementptr i8, ptr addrspace(3) %t193, i64 96
  %t195 = load i32, ptr addrspace(3) %t194, align 4
  %t196 = inttoptr i32 %t169 to ptr addrspace(3)
  %t197 = getelementptr i8, ptr addrspace(3) %t196, i64 1184
  %t198 = load i32, ptr addrspace(3) %t197, align 4
  %t199 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t171)
  %t200 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t172)
  %t201 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t173)
  %t202 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t174)
  %t203 = bitcast i32 %t171 to float
  %t204 = bitcast i32 %t199 to float
  %t205 = fsub float %t203, %t204
  %t206 = bitcast float %t205 to i32
  %t207 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t206)
  %t208 = bitcast i32 %t172 to float
  %t209 = bitcast i32 %t200 to float
  %t210 = fsub float %t208, %t209
  %t211 = bitcast float %t210 to i32
  %t212 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t211)
  %t213 = bitcast i32 %t173 to float
  %t214 = bitcast i32 %t201 to float
  %t215 = fsub float %t213, %t214
  %t216 = bitcast float %t215 to i32
  %t217 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t216)
  %t218 = bitcast i32 %t174 to float
  %t219 = bitcast i32 %t202 to float
  %t220 = fsub float %t218, %t219
  %t221 = bitcast float %t220 to i32
  %t222 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t221)
  %t223 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t177)
  %t224 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t180)
  %t225 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t183)
  %t226 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t186)
  %t227 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t189)
  %t228 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t192)
  %t229 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t195)
  %t230 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t198)
  %t231 = bitcast i32 %t177 to float
  %t232 = bitcast i32 %t223 to float
  %t233 = fsub float %t231, %t232
  %t234 = bitcast float %t233 to i32
  %t235 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t234)
  %t236 = bitcast i32 %t180 to float
  %t237 = bitcast i32 %t224 to float
  %t238 = fsub float %t236, %t237
  %t239 = bitcast float %t238 to i32
  %t240 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t239)
  %t241 = bitcast i32 %t183 to float
  %t242 = bitcast i32 %t225 to float
  %t243 = fsub float %t241, %t242
  %t244 = bitcast float %t243 to i32
  %t245 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t244)
  %t246 = bitcast i32 %t186 to float
  %t247 = bitcast i32 %t226 to float
  %t248 = fsub float %t246, %t247
  %t249 = bitcast float %t248 to i32
  %t250 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t249)
  %t251 = bitcast i32 %t189 to float
  %t252 = bitcast i32 %t227 to float
  %t253 = fsub float %t251, %t252
  %t254 = bitcast float %t253 to i32
  %t255 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t254)
  %t256 = bitcast i32 %t192 to float
  %t257 = bitcast i32 %t228 to float
  %t258 = fsub float %t256, %t257
  %t259 = bitcast float %t258 to i32
  %t260 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t259)
  %t261 = bitcast i32 %t195 to float
  %t262 = bitcast i32 %t229 to float
  %t263 = fsub float %t261, %t262
  %t264 = bitcast float %t263 to i32
  %t265 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t264)
  %t266 = bitcast i32 %t198 to float
  %t267 = bitcast i32 %t230 to float
  %t268 = fsub float %t266, %t267
  %t269 = bitcast float %t268 to i32
  %t270 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t269)
  %t271 = load float, ptr %s82
  %t272 = load float, ptr %s83
  %t273 = load float, ptr %s84
  %t274 = load float, ptr %s85
  %t275 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t207, i32 %t212, i32 %t217, i32 %t222, i32 %t223, i32 %t224, float %t271, float %t272, float %t273, float %t274) convergent
  %t276 = extractvalue {float, float, float, float} %t275, 0
  store float %t276, ptr %s82
  %t277 = extractvalue {float, float, float, float} %t275, 1
  store float %t277, ptr %s83
  %t278 = extractvalue {float, float, float, float} %t275, 2
  store float %t278, ptr %s84
  %t279 = extractvalue {float, float, float, float} %t275, 3
  store float %t279, ptr %s85
  %t280 = load float, ptr %s86
  %t281 = load float, ptr %s87
  %t282 = load float, ptr %s88
  %t283 = load float, ptr %s89
  %t284 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t207, i32 %t212, i32 %t217, i32 %t222, i32 %t225, i32 %t226, float %t280, float %t281, float %t282, float %t283) convergent
  %t285 = extractvalue {float, float, float, float} %t284, 0
  store float %t285, ptr %s86
  %t286 = extractvalue {float, float, float, float} %t284, 1
  store float %t286, ptr %s87
  %t287 = extractvalue {float, float, float, float} %t284, 2
  store float %t287, ptr %s88
  %t288 = extractvalue {float, float, float, float} %t284, 3
  store float %t288, ptr %s89
  %t289 = load float, ptr %s90
  %t290 = load float, ptr %s91
  %t291 = load float, ptr %s92
  %t292 = load float, ptr %s93
  %t293 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t207, i32 %t212, i32 %t217, i32 %t222, i32 %t227, i32 %t228, float %t289, float %t290, float %t291, float %t292) convergent
  %t294 = extractvalue {float, float, float, float} %t293, 0
  store float %t294, ptr %s90
  %t295 = extractvalue {float, float, float, float} %t293, 1
  store float %t295, ptr %s91
  %t296 = extractvalue {float, float, float, float} %t293, 2
  store float %t296, ptr %s92
  %t297 = extractvalue {float, float, float, float} %t293, 3
  store float %t297, ptr %s93
  %t298 = load float, ptr %s94
  %t299 = load float, ptr %s95
  %t300 = load float, ptr %s96
  %t301 = load float, ptr %s97
  %t302 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t207, i32 %t212, i32 %t217, i32 %t222, i32 %t229, i32 %t230, float %t298, float %t299, float %t300, float %t301) convergent
  %t303 = extractvalue {float, float, float, float} %t302, 0
  store float %t303, ptr %s94
  %t304 = extractvalue {float, float, float, float} %t302, 1
  store float %t304, ptr %s95
  %t305 = extractvalue {float, float, float, float} %t302, 2
  store float %t305, ptr %s96
  %t306 = extractvalue {float, float, float, float} %t302, 3
  store float %t306, ptr %s97
  %t307 = load float, ptr %s82
  %t308 = load float, ptr %s83
  %t309 = load float, ptr %s84
  %t310 = load float, ptr %s85
  %t311 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t199, i32 %t200, i32 %t201, i32 %t202, i32 %t235, i32 %t240, float %t307, float %t308, float %t309, float %t310) convergent
  %t312 = extractvalue {float, float, float, float} %t311, 0
  store float %t312, ptr %s82
  %t313 = extractvalue {float, float, float, float} %t311, 1
  store float %t313, ptr %s83
  %t314 = extractvalue {float, float, float, float} %t311, 2
  store float %t314, ptr %s84
  %t315 = extractvalue {float, float, float, float} %t311, 3
  store float %t315, ptr %s85
  %t316 = load float, ptr %s86
  %t317 = load float, ptr %s87
  %t318 = load float, ptr %s88
  %t319 = load float, ptr %s89
  %t320 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t199, i32 %t200, i32 %t201, i32 %t202, i32 %t245, i32 %t250, float %t316, float %t317, float %t318, float %t319) convergent
  %t321 = extractvalue {float, float, float, float} %t320, 0
  store float %t321, ptr %s86
  %t322 = extractvalue {float, float, float, float} %t320, 1
  store float %t322, ptr %s87
  %t323 = extractvalue {float, float, float, float} %t320, 2
  store float %t323, ptr %s88
  %t324 = extractvalue {float, float, float, float} %t320, 3
  store float %t324, ptr %s89
  %t325 = load float, ptr %s90
  %t326 = load float, ptr %s91
  %t327 = load float, ptr %s92
  %t328 = load float, ptr %s93
  %t329 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t199, i32 %t200, i32 %t201, i32 %t202, i32 %t255, i32 %t260, float %t325, float %t326, float %t327, float %t328) convergent
  %t330 = extractvalue {float, float, float, float} %t329, 0
  store float %t330, ptr %s90
  %t331 = extractvalue {float, float, float, float} %t329, 1
  store float %t331, ptr %s91
  %t332 = extractvalue {float, float, float, float} %t329, 2
  store float %t332, ptr %s92
  %t333 = extractvalue {float, float, float, float} %t329, 3
  store float %t333, ptr %s93
  %t334 = load float, ptr %s94
  %t335 = load float, ptr %s95
  %t336 = load float, ptr %s96
  %t337 = load float, ptr %s97
  %t338 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t199, i32 %t200, i32 %t201, i32 %t202, i32 %t265, i32 %t270, float %t334, float %t335, float %t336, float %t337) convergent
  %t339 = extractvalue {float, float, float, float} %t338, 0
  store float %t339, ptr %s94
  %t340 = extractvalue {float, float, float, float} %t338, 1
  store float %t340, ptr %s95
  %t341 = extractvalue {float, float, float, float} %t338, 2
  store float %t341, ptr %s96
  %t342 = extractvalue {float, float, float, float} %t338, 3
  store float %t342, ptr %s97
  %t343 = load float, ptr %s82
  %t344 = load float, ptr %s83
  %t345 = load float, ptr %s84
  %t346 = load float, ptr %s85
  %t347 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t199, i32 %t200, i32 %t201, i32 %t202, i32 %t223, i32 %t224, float %t343, float %t344, float %t345, float %t346) convergent
  %t348 = extractvalue {float, float, float, float} %t347, 0
  store float %t348, ptr %s82
  %t349 = extractvalue {float, float, float, float} %t347, 1
  store float %t349, ptr %s83
  %t350 = extractvalue {float, float, float, float} %t347, 2
  store float %t350, ptr %s84
  %t351 = extractvalue {float, float, float, float} %t347, 3
  store float %t351, ptr %s85
  %t352 = load float, ptr %s86
  %t353 = load float, ptr %s87
  %t354 = load float, ptr %s88
  %t355 = load float, ptr %s89
  %t356 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t199, i32 %t200, i32 %t201, i32 %t202, i32 %t225, i32 %t226, float %t352, float %t353, float %t354, float %t355) convergent
  %t357 = extractvalue {float, float, float, float} %t356, 0
  store float %t357, ptr %s86
  %t358 = extractvalue {float, float, float, float} %t356, 1
  store float %t358, ptr %s87
  %t359 = extractvalue {float, float, float, float} %t356, 2
  store float %t359, ptr %s88
  %t360 = extractvalue {float, float, float, float} %t356, 3
  store float %t360, ptr %s89
  %t361 = load float, ptr %s90
  %t362 = load float, ptr %s91
  %t363 = load float, ptr %s92
  %t364 = load float, ptr %s93
  %t365 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t199, i32 %t200, i32 %t201, i32 %t202, i32 %t227, i32 %t228, float %t361, float %t362, float %t363, float %t364) convergent
  %t366 = extractvalue {float, float, float, float} %t365, 0
  store float %t366, ptr %s90
  %t367 = extractvalue {float, float, float, float} %t365, 1
  store float %t367, ptr %s91
  %t368 = extractvalue {float, float, float, float} %t365, 2
  store float %t368, ptr %s92
  %t369 = extractvalue {float, float, float, float} %t365, 3
  store float %t369, ptr %s93
  %t370 = load float, ptr %s94
  %t371 = load float, ptr %s95
  %t372 = load float, ptr %s96
  %t373 = load float, ptr %s97
  %t374 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t199, i32 %t200, i32 %t201, i32 %t202, i32 %t229, i32 %t230, float %t370, float %t371, float %t372, float %t373) convergent
  %t375 = extractvalue {float, float, float, float} %t374, 0
  store float %t375, ptr %s94
  %t376 = extractvalue {float, float, float, float} %t374, 1
  store float %t376, ptr %s95
  %t377 = extractvalue {float, float, float, float} %t374, 2
  store float %t377, ptr %s96
  %t378 = extractvalue {float, float, float, float} %t374, 3
  store float %t378, ptr %s97
  %t379 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4+32];", "=r,=r,=r,=r,r,~{memory}"(i32 %t168) convergent
  %t380 = extractvalue {i32, i32, i32, i32} %t379, 0
  %t381 = extractvalue {i32, i32, i32, i32} %t379, 1
  %t382 = extractvalue {i32, i32, i32, i32} %t379, 2
  %t383 = extractvalue {i32, i32, i32, i32} %t379, 3
  %t384 = inttoptr i32 %t169 to ptr addrspace(3)
  %t385 = getelementptr i8, ptr addrspace(3) %t384, i64 2176
  %t386 = load i32, ptr addrspace(3) %t385, align 4
  %t387 = inttoptr i32 %t169 to ptr addrspace(3)
  %t388 = getelementptr i8, ptr addrspace(3) %t387, i64 3264
  %t389 = load i32, ptr addrspace(3) %t388, align 4
  %t390 = inttoptr i32 %t169 to ptr addrspace(3)
  %t391 = getelementptr i8, ptr addrspace(3) %t390, i64 2208
  %t392 = load i32, ptr addrspace(3) %t391, align 4
  %t393 = inttoptr i32 %t169 to ptr addrspace(3)
  %t394 = getelementptr i8, ptr addrspace(3) %t393, i64 3296
  %t395 = load i32, ptr addrspace(3) %t394, align 4
  %t396 = inttoptr i32 %t169 to ptr addrspace(3)
  %t397 = getelementptr i8, ptr addrspace(3) %t396, i64 2240
  %t398 = load i32, ptr addrspace(3) %t397, align 4
  %t399 = inttoptr i32 %t169 to ptr addrspace(3)
  %t400 = getelementptr i8, ptr addrspace(3) %t399, i64 3328
  %t401 = load i32, ptr addrspace(3) %t400, align 4
  %t402 = inttoptr i32 %t169 to ptr addrspace(3)
  %t403 = getelementptr i8, ptr addrspace(3) %t402, i64 2272
  %t404 = load i32, ptr addrspace(3) %t403, align 4
  %t405 = inttoptr i32 %t169 to ptr addrspace(3)
  %t406 = getelementptr i8, ptr addrspace(3) %t405, i64 3360
  %t407 = load i32, ptr addrspace(3) %t406, align 4
  %t408 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t380)
  %t409 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t381)
  %t410 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t382)
  %t411 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t383)
  %t412 = bitcast i32 %t380 to float
  %t413 = bitcast i32 %t408 to float
  %t414 = fsub float %t412, %t413
  %t415 = bitcast float %t414 to i32
  %t416 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t415)
  %t417 = bitcast i32 %t381 to float
  %t418 = bitcast i32 %t409 to float
  %t419 = fsub float %t417, %t418
  %t420 = bitcast float %t419 to i32
  %t421 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t420)
  %t422 = bitcast i32 %t382 to float
  %t423 = bitcast i32 %t410 to float
  %t424 = fsub float %t422, %t423
  %t425 = bitcast float %t424 to i32
  %t426 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t425)
  %t427 = bitcast i32 %t383 to float
  %t428 = bitcast i32 %t411 to float
  %t429 = fsub float %t427, %t428
  %t430 = bitcast float %t429 to i32
  %t431 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t430)
  %t432 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t386)
  %t433 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t389)
  %t434 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t392)
  %t435 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t395)
  %t436 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t398)
  %t437 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t401)
  %t438 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t404)
  %t439 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t407)
  %t440 = bitcast i32 %t386 to float
  %t441 = bitcast i32 %t432 to float
  %t442 = fsub float %t440, %t441
  %t443 = bitcast float %t442 to i32
  %t444 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t443)
  %t445 = bitcast i32 %t389 to float
  %t446 = bitcast i32 %t433 to float
  %t447 = fsub float %t445, %t446
  %t448 = bitcast float %t447 to i32
  %t449 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t448)
  %t450 = bitcast i32 %t392 to float
  %t451 = bitcast i32 %t434 to float
  %t452 = fsub float %t450, %t451
  %t453 = bitcast float %t452 to i32
  %t454 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t453)
  %t455 = bitcast i32 %t395 to float
  %t456 = bitcast i32 %t435 to float
  %t457 = fsub float %t455, %t456
  %t458 = bitcast float %t457 to i32
  %t459 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t458)
  %t460 = bitcast i32 %t398 to float
  %t461 = bitcast i32 %t436 to float
  %t462 = fsub float %t460, %t461
  %t463 = bitcast float %t462 to i32
  %t464 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t463)
  %t465 = bitcast i32 %t401 to float
  %t466 = bitcast i32 %t437 to float
  %t467 = fsub float %t465, %t466
  %t468 = bitcast float %t467 to i32
  %t469 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t468)
  %t470 = bitcast i32 %t404 to float
  %t471 = bitcast i32 %t438 to float
  %t472 = fsub float %t470, %t471
  %t473 = bitcast float %t472 to i32
  %t474 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t473)
  %t475 = bitcast i32 %t407 to float
  %t476 = bitcast i32 %t439 to float
  %t477 = fsub float %t475, %t476
  %t478 = bitcast float %t477 to i32
  %t479 = call i32 asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(i32 %t478)
  %t480 = load float, ptr %s82
  %t481 = load float, ptr %s83
  %t482 = load float, ptr %s84
  %t483 = load float, ptr %s85
  %t484 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t416, i32 %t421, i32 %t426, i32 %t431, i32 %t432, i32 %t433, float %t480, float %t481, float %t482, float %t483) convergent
  %t485 = extractvalue {float, float, float, float} %t484, 0
  store float %t485, ptr %s82
  %t486 = extractvalue {float, float, float, float} %t484, 1
  store float %t486, ptr %s83
  %t487 = extractvalue {float, float, float, float} %t484, 2
  store float %t487, ptr %s84
  %t488 = extractvalue {float, float, float, float} %t484, 3
  store float %t488, ptr %s85
  %t489 = load float, ptr %s86
  %t490 = load float, ptr %s87
  %t491 = load float, ptr %s88
  %t492 = load float, ptr %s89
  %t493 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t416, i32 %t421, i32 %t426, i32 %t431, i32 %t434, i32 %t435, float %t489, float %t490, float %t491, float %t492) convergent
  %t494 = extractvalue {float, float, float, float} %t493, 0
  store float %t494, ptr %s86
  %t495 = extractvalue {float, float, float, float} %t493, 1
  store float %t495, ptr %s87
  %t496 = extractvalue {float, float, float, float} %t493, 2
  store float %t496, ptr %s88
  %t497 = extractvalue {float, float, float, float} %t493, 3
  store float %t497, ptr %s89
  %t498 = load float, ptr %s90
  %t499 = load float, ptr %s91
  %t500 = load float, ptr %s92
  %t501 = load float, ptr %s93
  %t502 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t416, i32 %t421, i32 %t426, i32 %t431, i32 %t436, i32 %t437, float %t498, float %t499, float %t500, float %t501) convergent
  %t503 = extractvalue {float, float, float, float} %t502, 0
  store float %t503, ptr %s90
  %t504 = extractvalue {float, float, float, float} %t502, 1
  store float %t504, ptr %s91
  %t505 = extractvalue {float, float, float, float} %t502, 2
  store float %t505, ptr %s92
  %t506 = extractvalue {float, float, float, float} %t502, 3
  store float %t506, ptr %s93
  %t507 = load float, ptr %s94
  %t508 = load float, ptr %s95
  %t509 = load float, ptr %s96
  %t510 = load float, ptr %s97
  %t511 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t416, i32 %t421, i32 %t426, i32 %t431, i32 %t438, i32 %t439, float %t507, float %t508, float %t509, float %t510) convergent
  %t512 = extractvalue {float, float, float, float} %t511, 0
  store float %t512, ptr %s94
  %t513 = extractvalue {float, float, float, float} %t511, 1
  store float %t513, ptr %s95
  %t514 = extractvalue {float, float, float, float} %t511, 2
  store float %t514, ptr %s96
  %t515 = extractvalue {float, float, float, float} %t511, 3
  store float %t515, ptr %s97
  %t516 = load float, ptr %s82
  %t517 = load float, ptr %s83
  %t518 = load float, ptr %s84
  %t519 = load float, ptr %s85
  %t520 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t408, i32 %t409, i32 %t410, i32 %t411, i32 %t444, i32 %t449, float %t516, float %t517, float %t518, float %t519) convergent
  %t521 = extractvalue {float, float, float, float} %t520, 0
  store float %t521, ptr %s82
  %t522 = extractvalue {float, float, float, float} %t520, 1
  store float %t522, ptr %s83
  %t523 = extractvalue {float, float, float, float} %t520, 2
  store float %t523, ptr %s84
  %t524 = extractvalue {float, float, float, float} %t520, 3
  store float %t524, ptr %s85
  %t525 = load float, ptr %s86
  %t526 = load float, ptr %s87
  %t527 = load float, ptr %s88
  %t528 = load float, ptr %s89
  %t529 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t408, i32 %t409, i32 %t410, i32 %t411, i32 %t454, i32 %t459, float %t525, float %t526, float %t527, float %t528) convergent
  %t530 = extractvalue {float, float, float, float} %t529, 0
  store float %t530, ptr %s86
  %t531 = extractvalue {float, float, float, float} %t529, 1
  store float %t531, ptr %s87
  %t532 = extractvalue {float, float, float, float} %t529, 2
  store float %t532, ptr %s88
  %t533 = extractvalue {float, float, float, float} %t529, 3
  store float %t533, ptr %s89
  %t534 = load float, ptr %s90
  %t535 = load float, ptr %s91
  %t536 = load float, ptr %s92
  %t537 = load float, ptr %s93
  %t538 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t408, i32 %t409, i32 %t410, i32 %t411, i32 %t464, i32 %t469, float %t534, float %t535, float %t536, float %t537) convergent
  %t539 = extractvalue {float, float, float, float} %t538, 0
  store float %t539, ptr %s90
  %t540 = extractvalue {float, float, float, float} %t538, 1
  store float %t540, ptr %s91
  %t541 = extractvalue {float, float, float, float} %t538, 2
  store float %t541, ptr %s92
  %t542 = extractvalue {float, float, float, float} %t538, 3
  store float %t542, ptr %s93
  %t543 = load float, ptr %s94
  %t544 = load float, ptr %s95
  %t545 = load float, ptr %s96
  %t546 = load float, ptr %s97
  %t547 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t408, i32 %t409, i32 %t410, i32 %t411, i32 %t474, i32 %t479, float %t543, float %t544, float %t545, float %t546) convergent
  %t548 = extractvalue {float, float, float, float} %t547, 0
  store float %t548, ptr %s94
  %t549 = extractvalue {float, float, float, float} %t547, 1
  store float %t549, ptr %s95
  %t550 = extractvalue {float, float, float, float} %t547, 2
  store float %t550, ptr %s96
  %t551 = extractvalue {float, float, float, float} %t547, 3
  store float %t551, ptr %s97
  %t552 = load float, ptr %s82
  %t553 = load float, ptr %s83
  %t554 = load float, ptr %s84
  %t555 = load float, ptr %s85
  %t556 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t408, i32 %t409, i32 %t410, i32 %t411, i32 %t432, i32 %t433, float %t552, float %t553, float %t554, float %t555) convergent
  %t557 = extractvalue {float, float, float, float} %t556, 0
  store float %t557, ptr %s82
  %t558 = extractvalue {float, float, float, float} %t556, 1
  store float %t558, ptr %s83
  %t559 = extractvalue {float, float, float, float} %t556, 2
  store float %t559, ptr %s84
  %t560 = extractvalue {float, float, float, float} %t556, 3
  store float %t560, ptr %s85
  %t561 = load float, ptr %s86
  %t562 = load float, ptr %s87
  %t563 = load float, ptr %s88
  %t564 = load float, ptr %s89
  %t565 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t408, i32 %t409, i32 %t410, i32 %t411, i32 %t434, i32 %t435, float %t561, float %t562, float %t563, float %t564) convergent
  %t566 = extractvalue {float, float, float, float} %t565, 0
  store float %t566, ptr %s86
  %t567 = extractvalue {float, float, float, float} %t565, 1
  store float %t567, ptr %s87
  %t568 = extractvalue {float, float, float, float} %t565, 2
  store float %t568, ptr %s88
  %t569 = extractvalue {float, float, float, float} %t565, 3
  store float %t569, ptr %s89
  %t570 = load float, ptr %s90
  %t571 = load float, ptr %s91
  %t572 = load float, ptr %s92
  %t573 = load float, ptr %s93
  %t574 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t408, i32 %t409, i32 %t410, i32 %t411, i32 %t436, i32 %t437, float %t570, float %t571, float %t572, float %t573) convergent
  %t575 = extractvalue {float, float, float, float} %t574, 0
  store float %t575, ptr %s90
  %t576 = extractvalue {float, float, float, float} %t574, 1
  store float %t576, ptr %s91
  %t577 = extractvalue {float, float, float, float} %t574, 2
  store float %t577, ptr %s92
  %t578 = extractvalue {float, float, float, float} %t574, 3
  store float %t578, ptr %s93
  %t579 = load float, ptr %s94
  %t580 = load float, ptr %s95
  %t581 = load float, ptr %s96
  %t582 = load float, ptr %s97
  %t583 = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"(i32 %t408, i32 %t409, i32 %t410, i32 %t411, i32 %t438, i32 %t439, float %t579, float %t580, float %t581, float %t582) convergent
  %t584 = extractvalue {float, float, float, float} %t583, 0
  store float %t584, ptr %s94
  %t585 = extractvalue {float, float, float, float} %t583, 1
  store float %t585, ptr %s95
  %t586 = extractvalue {float, float, float, float} %t583, 2
  store float %t586, ptr %s96
  %t587 = extractvalue {float, float, float, float} %t583, 3
  store float %t587, ptr %s97
  %t588 = add nsw i32 %t167, 6400
  %t589 = icmp eq i32 %t588, 12800
  %t590 = select i1 %t589, i32 0, i32 %t588
  store i32 %t590, ptr %s111
  %t591 = add nsw i32 %t120, 6400
  %t592 = icmp eq i32 %t591, 12800
  %t593 = select i1 %t592, i32 0, i32 %t591
  store i32 %t593, ptr %s112
  %t594 = add nuw nsw i64 %t116, 1
  store i64 %t594, ptr %s113
  %t595 = icmp slt i64 %t594, 1
  br i1 %t595, label %loop.114, label %done.115
done.115:
  call void asm sideeffect "cp.async.wait_all;", "~{memory}"()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t596 = mul nsw i32 %t5, 2560
  %t597 = add nsw i32 %t2, %t596
  %t598 = mul nsw i32 %t11, 160
  %t599 = mul nsw i32 %t12, 8
  %t600 = add nsw i32 %t597, %t598
  %t601 = add nsw i32 %t600, %t599
  %t602 = load float, ptr %s82
  %t603 = insertelement <2 x float> poison, float %t602, i32 0
  %t604 = load float, ptr %s83
  %t605 = insertelement <2 x float> %t603, float %t604, i32 1
  %t606 = inttoptr i32 %t601 to ptr addrspace(3)
  %t607 = getelementptr i8, ptr addrspace(3) %t606, i64 0
  store <2 x float> %t605, ptr addrspace(3) %t607, align 8
  %t608 = load float, ptr %s84
  %t609 = insertelement <2 x float> poison, float %t608, i32 0
  %t610 = load float, ptr %s85
  %t611 = insertelement <2 x float> %t609, float %t610, i32 1
  %t612 = inttoptr i32 %t601 to ptr addrspace(3)
  %t613 = getelementptr i8, ptr addrspace(3) %t612, i64 1280
  store <2 x float> %t611, ptr addrspace(3) %t613, align 8
  %t614 = load float, ptr %s86
  %t615 = insertelement <2 x float> poison, float %t614, i32 0
  %t616 = load float, ptr %s87
  %t617 = insertelement <2 x float> %t615, float %t616, i32 1
  %t618 = inttoptr i32 %t601 to ptr addrspace(3)
  %t619 = getelementptr i8, ptr addrspace(3) %t618, i64 32
  store <2 x float> %t617, ptr addrspace(3) %t619, align 8
  %t620 = load float, ptr %s88
  %t621 = insertelement <2 x float> poison, float %t620, i32 0
  %t622 = load float, ptr %s89
  %t623 = insertelement <2 x float> %t621, float %t622, i32 1
  %t624 = inttoptr i32 %t601 to ptr addrspace(3)
  %t625 = getelementptr i8, ptr addrspace(3) %t624, i64 1312
  store <2 x float> %t623, ptr addrspace(3) %t625, align 8
  %t626 = load float, ptr %s90
  %t627 = insertelement <2 x float> poison, float %t626, i32 0
  %t628 = load float, ptr %s91
  %t629 = insertelement <2 x float> %t627, float %t628, i32 1
  %t630 = inttoptr i32 %t601 to ptr addrspace(3)
  %t631 = getelementptr i8, ptr addrspace(3) %t630, i64 64
  store <2 x float> %t629, ptr addrspace(3) %t631, align 8
  %t632 = load float, ptr %s92
  %t633 = insertelement <2 x float> poison, float %t632, i32 0
  %t634 = load float, ptr %s93
  %t635 = insertelement <2 x float> %t633, float %t634, i32 1
  %t636 = inttoptr i32 %t601 to ptr addrspace(3)
  %t637 = getelementptr i8, ptr addrspace(3) %t636, i64 1344
  store <2 x float> %t635, ptr addrspace(3) %t637, align 8
  %t638 = load float, ptr %s94
  %t639 = insertelement <2 x float> poison, float %t638, i32 0
  %t640 = load float, ptr %s95
  %t641 = insertelement <2 x float> %t639, float %t640, i32 1
  %t642 = inttoptr i32 %t601 to ptr addrspace(3)
  %t643 = getelementptr i8, ptr addrspace(3) %t642, i64 96
  store <2 x float> %t641, ptr addrspace(3) %t643, align 8
  %t644 = load float, ptr %s96
  %t645 = insertelement <2 x float> poison, float %t644, i32 0
  %t646 = load float, ptr %s97
  %t647 = insertelement <2 x float> %t645, float %t646, i32 1
  %t648 = inttoptr i32 %t601 to ptr addrspace(3)
  %t649 = getelementptr i8, ptr addrspace(3) %t648, i64 1376
  store <2 x float> %t647, ptr addrspace(3) %t649, align 8
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %t650 = udiv i32 %t6, 8
  %t651 = urem i32 %t6, 8
  %t652 = mul nsw i32 %t651, 4
  %t653 = mul nsw i32 %t650, 160
  %t654 = mul nsw i32 %t652, 4
  %t655 = add nsw i32 %t597, %t653
  %t656 = add nsw i32 %t655, %t654
  %t657 = add nsw i32 %t9, %t650
  %t658 = add nsw i32 %t10, %t652
  %t659 = icmp ult i32 %t658, 24
  br i1 %t659, label %then.660, label %else.661
then.660:
  %t663 = inttoptr i32 %t656 to ptr addrspace(3)
  %t664 = getelementptr i8, ptr addrspace(3) %t663, i64 0
  %t665 = load <4 x float>, ptr addrspace(3) %t664, align 16
  %t666 = extractelement <4 x float> %t665, i32 0
  %t667 = extractelement <4 x float> %t665, i32 1
  %t668 = extractelement <4 x float> %t665, i32 2
  %t669 = extractelement <4 x float> %t665, i32 3
  %t670 = sext i32 %t657 to i64
  %t671 = mul nsw i64 %t670, 16
  %t672 = getelementptr float, ptr %buffer0, i64 %t671
  %t673 = mul nsw i64 %t670, 24
  %t674 = getelementptr float, ptr %buffer2, i64 %t673
  %t675 = sext i32 %t658 to i64
  %t676 = getelementptr float, ptr %buffer1, i64 %t675
  %t677 = getelementptr float, ptr %t674, i64 %t675
  %t678 = insertelement <4 x float> poison, float %t666, i32 0
  %t679 = insertelement <4 x float> %t678, float %t667, i32 1
  %t680 = insertelement <4 x float> %t679, float %t668, i32 2
  %t681 = insertelement <4 x float> %t680, float %t669, i32 3
  %t682 = getelementptr float, ptr %t677, i64 0
  store <4 x float> %t681, ptr %t682, align 16
  br label %join.662
else.661:
  br label %join.662
join.662:
  %t683 = add nsw i32 %t6, 32
  %t684 = udiv i32 %t683, 8
  %t685 = urem i32 %t683, 8
  %t686 = mul nsw i32 %t685, 4
  %t687 = mul nsw i32 %t684, 160
  %t688 = mul nsw i32 %t686, 4
  %t689 = add nsw i32 %t597, %t687
  %t690 = add nsw i32 %t689, %t688
  %t691 = add nsw i32 %t9, %t684
  %t692 = add nsw i32 %t10, %t686
  %t693 = icmp ult i32 %t692, 24
  br i1 %t693, label %then.694, label %else.695
then.694:
  %t697 = inttoptr i32 %t690 to ptr addrspace(3)
  %t698 = getelementptr i8, ptr addrspace(3) %t697, i64 0
  %t699 = load <4 x float>, ptr addrspace(3) %t698, align 16
  %t700 = extractelement <4 x float> %t699, i32 0
  %t701 = extractelement <4 x float> %t699, i32 1
  %t702 = extractelement <4 x float> %t699, i32 2
  %t703 = extractelement <4 x float> %t699, i32 3
  %t704 = sext i32 %t691 to i64
  %t705 = mul nsw i64 %t704, 16
  %t706 = getelementptr float, ptr %buffer0, i64 %t705
  %t707 = mul nsw i64 %t704, 24
  %t708 = getelementptr float, ptr %buffer2, i64 %t707
  %t709 = sext i32 %t692 to i64
  %t710 = getelementptr float, ptr %buffer1, i64 %t709
  %t711 = getelementptr float, ptr %t708, i64 %t709
  %t712 = insertelement <4 x float> poison, float %t700, i32 0
  %t713 = insertelement <4 x float> %t712, float %t701, i32 1
  %t714 = insertelement <4 x float> %t713, float %t702, i32 2
  %t715 = insertelement <4 x float> %t714, float %t703, i32 3
  %t716 = getelementptr float, ptr %t711, i64 0
  store <4 x float> %t715, ptr %t716, align 16
  br label %join.696
else.695:
  br label %join.696
join.696:
  %t717 = add nsw i32 %t6, 64
  %t718 = udiv i32 %t717, 8
  %t719 = urem i32 %t717, 8
  %t720 = mul nsw i32 %t719, 4
  %t721 = mul nsw i32 %t718, 160
  %t722 = mul nsw i32 %t720, 4
  %t723 = add nsw i32 %t597, %t721
  %t724 = add nsw i32 %t723, %t722
  %t725 = add nsw i32 %t9, %t718
  %t726 = add nsw i32 %t10, %t720
  %t727 = icmp ult i32 %t726, 24
  br i1 %t727, label %then.728, label %else.729
then.728:
  %t731 = inttoptr i32 %t724 to ptr addrspace(3)
  %t732 = getelementptr i8, ptr addrspace(3) %t731, i64 0
  %t733 = load <4 x float>, ptr addrspace(3) %t732, align 16
  %t734 = extractelement <4 x float> %t733, i32 0
  %t735 = extractelement <4 x float> %t733, i32 1
  %t736 = extractelement <4 x float> %t733, i32 2
  %t737 = extractelement <4 x float> %t733, i32 3
  %t738 = sext i32 %t725 to i64
  %t739 = mul nsw i64 %t738, 16
  %t740 = getelementptr float, ptr %buffer0, i64 %t739
  %t741 = mul nsw i64 %t738, 24
  %t742 = getelementptr float, ptr %buffer2, i64 %t741
  %t743 = sext i32 %t726 to i64
  %t744 = getelementptr float, ptr %buffer1, i64 %t743
  %t745 = getelementptr float, ptr %t742, i64 %t743
  %t746 = insertelement <4 x float> poison, float %t734, i32 0
  %t747 = insertelement <4 x float> %t746, float %t735, i32 1
  %t748 = insertelement <4 x float> %t747, float %t736, i32 2
  %t749 = insertelement <4 x float> %t748, float %t737, i32 3
  %t750 = getelementptr float, ptr %t745, i64 0
  store <4 x float> %t749, ptr %t750, align 16
  br label %join.730
else.729:
  br label %join.730
join.730:
  %t751 = add nsw i32 %t6, 96
  %t752 = udiv i32 %t751, 8
  %t753 = urem i32 %t751, 8
  %t754 = mul nsw i32 %t753, 4
  %t755 = mul nsw i32 %t752, 160
  %t756 = mul nsw i32 %t754, 4
  %t757 = add nsw i32 %t597, %t755
  %t758 = add nsw i32 %t757, %t756
  %t759 = add nsw i32 %t9, %t752
  %t760 = add nsw i32 %t10, %t754
  %t761 = icmp ult i32 %t760, 24
  br i1 %t761, label %then.762, label %else.763
then.762:
  %t765 = inttoptr i32 %t758 to ptr addrspace(3)
  %t766 = getelementptr i8, ptr addrspace(3) %t765, i64 0
  %t767 = load <4 x float>, ptr addrspace(3) %t766, align 16
  %t768 = extractelement <4 x float> %t767, i32 0
  %t769 = extractelement <4 x float> %t767, i32 1
  %t770 = extractelement <4 x float> %t767, i32 2
  %t771 = extractelement <4 x float> %t767, i32 3
  %t772 = sext i32 %t759 to i64
  %t773 = mul nsw i64 %t772, 16
  %t774 = getelementptr float, ptr %buffer0, i64 %t773
  %t775 = mul nsw i64 %t772, 24
  %t776 = getelementptr float, ptr %buffer2, i64 %t775
  %t777 = sext i32 %t760 to i64
  %t778 = getelementptr float, ptr %buffer1, i64 %t777
  %t779 = getelementptr float, ptr %t776, i64 %t777
  %t780 = insertelement <4 x float> poison, float %t768, i32 0
  %t781 = insertelement <4 x float> %t780, float %t769, i32 1
  %t782 = insertelement <4 x float> %t781, float %t770, i32 2
  %t783 = insertelement <4 x float> %t782, float %t771, i32 3
  %t784 = getelementptr float, ptr %t779, i64 0
  store <4 x float> %t783, ptr %t784, align 16
  br label %join.764
else.763:
  br label %join.764
join.764:
  ret void
}
