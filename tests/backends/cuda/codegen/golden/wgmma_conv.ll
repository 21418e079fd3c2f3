@shared_memory = external addrspace(3) global [0 x i8], align 1024
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
define ptx_kernel void @wgmma_conv(ptr %buffer0, ptr noalias %buffer1, ptr %buffer2, ptr noalias %buffer3, ptr noalias %buffer4) nounwind "nvvm.maxntid"="128" {
  %s18 = alloca i32
  %s19 = alloca i32
  %s20 = alloca i32
  %s72 = alloca float
  %s73 = alloca float
  %s74 = alloca float
  %s75 = alloca float
  %s76 = alloca float
  %s77 = alloca float
  %s78 = alloca float
  %s79 = alloca float
  %s80 = alloca float
  %s81 = alloca float
  %s82 = alloca float
  %s83 = alloca float
  %s84 = alloca float
  %s85 = alloca float
  %s86 = alloca float
  %s87 = alloca float
  %s250 = alloca i32
  %s251 = alloca i32
  %s252 = alloca i32
  %s253 = alloca i32
  %t1 = ptrtoint ptr addrspace(3) @shared_memory to i64
  %t2 = trunc i64 %t1 to i32
  %t3 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t4 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t5 = and i32 %t3, 7
  %t6 = lshr i32 %t3, 3
  %t7 = and i32 %t6, 7
  %t8 = xor i32 %t5, %t7
  %t9 = mul i32 %t6, 128
  %t10 = mul i32 %t8, 16
  %t11 = add i32 %t9, %t10
  %t12 = add i32 %t2, %t11
  %t13 = mul i32 %t5, 8
  %t14 = urem i32 %t13, 16
  %t15 = udiv i32 %t13, 16
  %t16 = urem i32 %t15, 3
  %t17 = udiv i32 %t15, 3
  store i32 %t14, ptr %s18
  store i32 %t16, ptr %s19
  store i32 %t17, ptr %s20
  %t21 = addrspacecast ptr %buffer0 to ptr addrspace(1)
  %t22 = ptrtoint ptr addrspace(1) %t21 to i64
  %t23 = addrspacecast ptr %buffer4 to ptr addrspace(1)
  %t24 = ptrtoint ptr addrspace(1) %t23 to i64
  %t25 = getelementptr i16, ptr %buffer0, i64 -144
  %t26 = addrspacecast ptr %t25 to ptr addrspace(1)
  %t27 = ptrtoint ptr addrspace(1) %t26 to i64
  %t28 = urem i32 %t6, 8
  %t29 = udiv i32 %t6, 8
  %t30 = mul i32 %t28, 16
  %t31 = mul i32 %t29, 128
  %t32 = add i32 %t30, %t31
  %t33 = add i32 -1, %t29
  %t34 = add i32 -1, %t28
  %t35 = mul i32 %t32, 2
  %t36 = add i32 %t6, 16
  %t37 = urem i32 %t36, 8
  %t38 = udiv i32 %t36, 8
  %t39 = mul i32 %t37, 16
  %t40 = mul i32 %t38, 128
  %t41 = add i32 %t39, %t40
  %t42 = add i32 -1, %t38
  %t43 = add i32 -1, %t37
  %t44 = mul i32 %t41, 2
  %t45 = add i32 %t6, 32
  %t46 = urem i32 %t45, 8
  %t47 = udiv i32 %t45, 8
  %t48 = mul i32 %t46, 16
  %t49 = mul i32 %t47, 128
  %t50 = add i32 %t48, %t49
  %t51 = add i32 -1, %t47
  %t52 = add i32 -1, %t46
  %t53 = mul i32 %t50, 2
  %t54 = add i32 %t6, 48
  %t55 = urem i32 %t54, 8
  %t56 = udiv i32 %t54, 8
  %t57 = mul i32 %t55, 16
  %t58 = mul i32 %t56, 128
  %t59 = add i32 %t57, %t58
  %t60 = add i32 -1, %t56
  %t61 = add i32 -1, %t55
  %t62 = mul i32 %t59, 2
  %t63 = addrspacecast ptr %buffer4 to ptr addrspace(1)
  %t64 = ptrtoint ptr addrspace(1) %t63 to i64
  %t65 = mul i32 %t6, 144
  %t66 = add i32 %t65, %t13
  %t67 = sext i32 %t66 to i64
  %t68 = mul nsw i64 %t67, 2
  %t69 = add i64 %t64, %t68
  %t70 = icmp eq i32 %t3, 0
  %t71 = add i32 %t2, 49152
  store float 0.0, ptr %s72
  store float 0.0, ptr %s73
  store float 0.0, ptr %s74
  store float 0.0, ptr %s75
  store float 0.0, ptr %s76
  store float 0.0, ptr %s77
  store float 0.0, ptr %s78
  store float 0.0, ptr %s79
  store float 0.0, ptr %s80
  store float 0.0, ptr %s81
  store float 0.0, ptr %s82
  store float 0.0, ptr %s83
  store float 0.0, ptr %s84
  store float 0.0, ptr %s85
  store float 0.0, ptr %s86
  store float 0.0, ptr %s87
  %t88 = udiv i32 %t3, 128
  %t89 = mul i32 %t88, 8192
  %t90 = add i32 %t2, %t89
  %t91 = lshr i32 %t90, 4
  %t92 = and i32 %t91, 16383
  %t93 = zext i32 %t92 to i64
  %t94 = or i64 %t93, 4611686293305360384
  %t95 = add i32 %t2, 8192
  %t96 = lshr i32 %t95, 4
  %t97 = and i32 %t96, 16383
  %t98 = zext i32 %t97 to i64
  %t99 = or i64 %t98, 4611686293305360384
  %t100 = addrspacecast ptr %buffer1 to ptr addrspace(1)
  %t101 = addrspacecast ptr %buffer2 to ptr addrspace(1)
  %t102 = addrspacecast ptr %buffer3 to ptr addrspace(1)
  %t103 = icmp ult i32 %t13, 144
  %t104 = add i64 %t69, 0
  %t105 = add i32 %t12, 8192
  %t106 = select i1 %t103, i64 %t104, i64 %t24
  %t107 = select i1 %t103, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t105, i64 %t106, i32 %t107)
  %t108 = add i64 %t104, 4608
  %t109 = add i32 %t105, 2048
  %t110 = select i1 %t103, i64 %t108, i64 %t24
  %t111 = select i1 %t103, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t109, i64 %t110, i32 %t111)
  %t112 = add i32 %t13, 64
  %t113 = icmp ult i32 %t112, 144
  %t114 = add i64 %t69, 128
  %t115 = add i32 %t12, 12288
  %t116 = add i32 %t115, 8192
  %t117 = select i1 %t113, i64 %t114, i64 %t24
  %t118 = select i1 %t113, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t116, i64 %t117, i32 %t118)
  %t119 = add i64 %t114, 4608
  %t120 = add i32 %t116, 2048
  %t121 = select i1 %t113, i64 %t119, i64 %t24
  %t122 = select i1 %t113, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t120, i64 %t121, i32 %t122)
  call void asm sideeffect "griddepcontrol.wait;", "~{memory}"()
  %t123 = load i32, ptr %s18
  %t124 = load i32, ptr %s19
  %t125 = load i32, ptr %s20
  %t126 = mul i32 %t123, 2
  %t127 = mul i32 %t124, 32
  %t128 = add i32 %t126, %t127
  %t129 = mul i32 %t125, 256
  %t130 = add i32 %t128, %t129
  %t131 = icmp ult i32 %t125, 3
  %t132 = add i32 %t33, %t125
  %t133 = icmp ult i32 %t132, 8
  %t134 = and i1 %t131, %t133
  %t135 = add i32 %t34, %t124
  %t136 = icmp ult i32 %t135, 8
  %t137 = and i1 %t134, %t136
  %t138 = add i32 %t35, %t130
  %t139 = sext i32 %t138 to i64
  %t140 = add i64 %t27, %t139
  %t141 = select i1 %t137, i64 %t140, i64 %t22
  %t142 = select i1 %t137, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t12, i64 %t141, i32 %t142)
  %t143 = add i32 %t42, %t125
  %t144 = icmp ult i32 %t143, 8
  %t145 = and i1 %t131, %t144
  %t146 = add i32 %t43, %t124
  %t147 = icmp ult i32 %t146, 8
  %t148 = and i1 %t145, %t147
  %t149 = add i32 %t44, %t130
  %t150 = sext i32 %t149 to i64
  %t151 = add i64 %t27, %t150
  %t152 = add i32 %t12, 2048
  %t153 = select i1 %t148, i64 %t151, i64 %t22
  %t154 = select i1 %t148, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t152, i64 %t153, i32 %t154)
  %t155 = add i32 %t51, %t125
  %t156 = icmp ult i32 %t155, 8
  %t157 = and i1 %t131, %t156
  %t158 = add i32 %t52, %t124
  %t159 = icmp ult i32 %t158, 8
  %t160 = and i1 %t157, %t159
  %t161 = add i32 %t53, %t130
  %t162 = sext i32 %t161 to i64
  %t163 = add i64 %t27, %t162
  %t164 = add i32 %t12, 4096
  %t165 = select i1 %t160, i64 %t163, i64 %t22
  %t166 = select i1 %t160, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t164, i64 %t165, i32 %t166)
  %t167 = add i32 %t60, %t125
  %t168 = icmp ult i32 %t167, 8
  %t169 = and i1 %t131, %t168
  %t170 = add i32 %t61, %t124
  %t171 = icmp ult i32 %t170, 8
  %t172 = and i1 %t169, %t171
  %t173 = add i32 %t62, %t130
  %t174 = sext i32 %t173 to i64
  %t175 = add i64 %t27, %t174
  %t176 = add i32 %t12, 6144
  %t177 = select i1 %t172, i64 %t175, i64 %t22
  %t178 = select i1 %t172, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t176, i64 %t177, i32 %t178)
  %t179 = add i32 %t124, 1
  %t180 = icmp ult i32 %t179, 3
  %t181 = add i32 %t179, -3
  %t182 = select i1 %t180, i32 %t179, i32 %t181
  %t183 = select i1 %t180, i32 0, i32 1
  store i32 %t182, ptr %s19
  %t184 = add i32 %t125, 1
  %t185 = add i32 %t184, %t183
  store i32 %t185, ptr %s20
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t186 = load i32, ptr %s18
  %t187 = load i32, ptr %s19
  %t188 = load i32, ptr %s20
  %t189 = mul i32 %t186, 2
  %t190 = mul i32 %t187, 32
  %t191 = add i32 %t189, %t190
  %t192 = mul i32 %t188, 256
  %t193 = add i32 %t191, %t192
  %t194 = add i32 %t12, 12288
  %t195 = icmp ult i32 %t188, 3
  %t196 = add i32 %t33, %t188
  %t197 = icmp ult i32 %t196, 8
  %t198 = and i1 %t195, %t197
  %t199 = add i32 %t34, %t187
  %t200 = icmp ult i32 %t199, 8
  %t201 = and i1 %t198, %t200
  %t202 = add i32 %t35, %t193
  %t203 = sext i32 %t202 to i64
  %t204 = add i64 %t27, %t203
  %t205 = select i1 %t201, i64 %t204, i64 %t22
  %t206 = select i1 %t201, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t194, i64 %t205, i32 %t206)
  %t207 = add i32 %t42, %t188
  %t208 = icmp ult i32 %t207, 8
  %t209 = and i1 %t195, %t208
  %t210 = add i32 %t43, %t187
  %t211 = icmp ult i32 %t210, 8
  %t212 = and i1 %t209, %t211
  %t213 = add i32 %t44, %t193
  %t214 = sext i32 %t213 to i64
  %t215 = add i64 %t27, %t214
  %t216 = add i32 %t194, 2048
  %t217 = select i1 %t212, i64 %t215, i64 %t22
  %t218 = select i1 %t212, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t216, i64 %t217, i32 %t218)
  %t219 = add i32 %t51, %t188
  %t220 = icmp ult i32 %t219, 8
  %t221 = and i1 %t195, %t220
  %t222 = add i32 %t52, %t187
  %t223 = icmp ult i32 %t222, 8
  %t224 = and i1 %t221, %t223
  %t225 = add i32 %t53, %t193
  %t226 = sext i32 %t225 to i64
  %t227 = add i64 %t27, %t226
  %t228 = add i32 %t194, 4096
  %t229 = select i1 %t224, i64 %t227, i64 %t22
  %t230 = select i1 %t224, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t228, i64 %t229, i32 %t230)
  %t231 = add i32 %t60, %t188
  %t232 = icmp ult i32 %t231, 8
  %t233 = and i1 %t195, %t232
  %t234 = add i32 %t61, %t187
  %t235 = icmp ult i32 %t234, 8
  %t236 = and i1 %t233, %t235
  %t237 = add i32 %t62, %t193
  %t238 = sext i32 %t237 to i64
  %t239 = add i64 %t27, %t238
  %t240 = add i32 %t194, 6144
  %t241 = select i1 %t236, i64 %t239, i64 %t22
  %t242 = select i1 %t236, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t240, i64 %t241, i32 %t242)
  %t243 = add i32 %t187, 1
  %t244 = icmp ult i32 %t243, 3
  %t245 = add i32 %t243, -3
  %t246 = select i1 %t244, i32 %t243, i32 %t245
  %t247 = select i1 %t244, i32 0, i32 1
  store i32 %t246, ptr %s19
  %t248 = add i32 %t188, 1
  %t249 = add i32 %t248, %t247
  store i32 %t249, ptr %s20
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  store i32 0, ptr %s250
  store i32 0, ptr %s251
  store i32 0, ptr %s252
  store i32 2, ptr %s253
  br label %loop.254
loop.254:
  %t256 = load i32, ptr %s250
  %t257 = load i32, ptr %s251
  call void asm sideeffect "cp.async.wait_group 1;", "~{memory}"() convergent
  call void asm sideeffect "fence.proxy.async.shared::cta;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t258 = load i32, ptr %s252
  %t259 = mul i32 %t257, 768
  %t260 = zext i32 %t259 to i64
  %t261 = add i64 %t94, %t260
  %t262 = add i64 %t99, %t260
  %t263 = load float, ptr %s72
  %t264 = load float, ptr %s73
  %t265 = load float, ptr %s74
  %t266 = load float, ptr %s75
  %t267 = load float, ptr %s76
  %t268 = load float, ptr %s77
  %t269 = load float, ptr %s78
  %t270 = load float, ptr %s79
  %t271 = load float, ptr %s80
  %t272 = load float, ptr %s81
  %t273 = load float, ptr %s82
  %t274 = load float, ptr %s83
  %t275 = load float, ptr %s84
  %t276 = load float, ptr %s85
  %t277 = load float, ptr %s86
  %t278 = load float, ptr %s87
  %t279 = call {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} asm sideeffect "{ .reg .b64 left, right; .reg .pred adds; setp.eq.u32 adds, 1, 1; wgmma.fence.sync.aligned; add.s64 left, $16, 0; add.s64 right, $17, 0; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 2; add.s64 right, $17, 2; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 4; add.s64 right, $17, 4; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 6; add.s64 right, $17, 6; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; wgmma.commit_group.sync.aligned; }", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,l,l,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,~{memory}"(i64 %t261, i64 %t262, float %t263, float %t264, float %t265, float %t266, float %t267, float %t268, float %t269, float %t270, float %t271, float %t272, float %t273, float %t274, float %t275, float %t276, float %t277, float %t278) convergent
  %t280 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t279, 0
  store float %t280, ptr %s72
  %t281 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t279, 1
  store float %t281, ptr %s73
  %t282 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t279, 2
  store float %t282, ptr %s74
  %t283 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t279, 3
  store float %t283, ptr %s75
  %t284 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t279, 4
  store float %t284, ptr %s76
  %t285 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t279, 5
  store float %t285, ptr %s77
  %t286 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t279, 6
  store float %t286, ptr %s78
  %t287 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t279, 7
  store float %t287, ptr %s79
  %t288 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t279, 8
  store float %t288, ptr %s80
  %t289 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t279, 9
  store float %t289, ptr %s81
  %t290 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t279, 10
  store float %t290, ptr %s82
  %t291 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t279, 11
  store float %t291, ptr %s83
  %t292 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t279, 12
  store float %t292, ptr %s84
  %t293 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t279, 13
  store float %t293, ptr %s85
  %t294 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t279, 14
  store float %t294, ptr %s86
  %t295 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t279, 15
  store float %t295, ptr %s87
  call void asm sideeffect "wgmma.wait_group.sync.aligned 1;", "~{memory}"() convergent
  %t296 = icmp ult i32 %t256, 1
  br i1 %t296, label %then.297, label %else.298
then.297:
  %t300 = load i32, ptr %s253
  %t301 = add i32 %t256, 2
  %t302 = mul i32 %t301, 64
  %t303 = add i32 %t13, %t302
  %t304 = icmp ult i32 %t303, 144
  %t305 = mul i32 %t301, 128
  %t306 = sext i32 %t305 to i64
  %t307 = add i64 %t69, %t306
  %t308 = mul i32 %t300, 12288
  %t309 = add i32 %t12, %t308
  %t310 = add i32 %t309, 8192
  %t311 = select i1 %t304, i64 %t307, i64 %t24
  %t312 = select i1 %t304, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t310, i64 %t311, i32 %t312)
  %t313 = add i64 %t307, 4608
  %t314 = add i32 %t310, 2048
  %t315 = select i1 %t304, i64 %t313, i64 %t24
  %t316 = select i1 %t304, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t314, i64 %t315, i32 %t316)
  %t317 = load i32, ptr %s18
  %t318 = load i32, ptr %s19
  %t319 = load i32, ptr %s20
  %t320 = mul i32 %t317, 2
  %t321 = mul i32 %t318, 32
  %t322 = add i32 %t320, %t321
  %t323 = mul i32 %t319, 256
  %t324 = add i32 %t322, %t323
  %t325 = mul i32 %t300, 12288
  %t326 = add i32 %t12, %t325
  %t327 = icmp ult i32 %t319, 3
  %t328 = add i32 %t33, %t319
  %t329 = icmp ult i32 %t328, 8
  %t330 = and i1 %t327, %t329
  %t331 = add i32 %t34, %t318
  %t332 = icmp ult i32 %t331, 8
  %t333 = and i1 %t330, %t332
  %t334 = add i32 %t35, %t324
  %t335 = sext i32 %t334 to i64
  %t336 = add i64 %t27, %t335
  %t337 = select i1 %t333, i64 %t336, i64 %t22
  %t338 = select i1 %t333, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t326, i64 %t337, i32 %t338)
  %t339 = add i32 %t42, %t319
  %t340 = icmp ult i32 %t339, 8
  %t341 = and i1 %t327, %t340
  %t342 = add i32 %t43, %t318
  %t343 = icmp ult i32 %t342, 8
  %t344 = and i1 %t341, %t343
  %t345 = add i32 %t44, %t324
  %t346 = sext i32 %t345 to i64
  %t347 = add i64 %t27, %t346
  %t348 = add i32 %t326, 2048
  %t349 = select i1 %t344, i64 %t347, i64 %t22
  %t350 = select i1 %t344, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t348, i64 %t349, i32 %t350)
  %t351 = add i32 %t51, %t319
  %t352 = icmp ult i32 %t351, 8
  %t353 = and i1 %t327, %t352
  %t354 = add i32 %t52, %t318
  %t355 = icmp ult i32 %t354, 8
  %t356 = and i1 %t353, %t355
  %t357 = add i32 %t53, %t324
  %t358 = sext i32 %t357 to i64
  %t359 = add i64 %t27, %t358
  %t360 = add i32 %t326, 4096
  %t361 = select i1 %t356, i64 %t359, i64 %t22
  %t362 = select i1 %t356, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t360, i64 %t361, i32 %t362)
  %t363 = add i32 %t60, %t319
  %t364 = icmp ult i32 %t363, 8
  %t365 = and i1 %t327, %t364
  %t366 = add i32 %t61, %t318
  %t367 = icmp ult i32 %t366, 8
  %t368 = and i1 %t365, %t367
  %t369 = add i32 %t62, %t324
  %t370 = sext i32 %t369 to i64
  %t371 = add i64 %t27, %t370
  %t372 = add i32 %t326, 6144
  %t373 = select i1 %t368, i64 %t371, i64 %t22
  %t374 = select i1 %t368, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t372, i64 %t373, i32 %t374)
  %t375 = add i32 %t318, 1
  %t376 = icmp ult i32 %t375, 3
  %t377 = add i32 %t375, -3
  %t378 = select i1 %t376, i32 %t375, i32 %t377
  %t379 = select i1 %t376, i32 0, i32 1
  store i32 %t378, ptr %s19
  %t380 = add i32 %t319, 1
  %t381 = add i32 %t380, %t379
  store i32 %t381, ptr %s20
  br label %join.299
else.298:
  br label %join.299
join.299:
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t382 = load i32, ptr %s251
  %t383 = add i32 %t382, 1
  %t384 = icmp ult i32 %t383, 4
  %t385 = select i1 %t384, i32 %t383, i32 0
  store i32 %t385, ptr %s251
  %t386 = load i32, ptr %s252
  %t387 = xor i32 %t386, 1
  %t388 = load i32, ptr %s252
  %t389 = select i1 %t384, i32 %t388, i32 %t387
  store i32 %t389, ptr %s252
  %t390 = load i32, ptr %s253
  %t391 = add i32 %t390, 1
  %t392 = icmp ult i32 %t391, 4
  %t393 = select i1 %t392, i32 %t391, i32 0
  store i32 %t393, ptr %s253
  %t394 = add i32 %t256, 1
  store i32 %t394, ptr %s250
  %t395 = icmp ult i32 %t394, 3
  br i1 %t395, label %loop.254, label %done.255
done.255:
  call void asm sideeffect "griddepcontrol.launch_dependents;", "~{memory}"()
  %t396 = load float, ptr %s72
  %t397 = load float, ptr %s73
  %t398 = load float, ptr %s74
  %t399 = load float, ptr %s75
  %t400 = load float, ptr %s76
  %t401 = load float, ptr %s77
  %t402 = load float, ptr %s78
  %t403 = load float, ptr %s79
  %t404 = load float, ptr %s80
  %t405 = load float, ptr %s81
  %t406 = load float, ptr %s82
  %t407 = load float, ptr %s83
  %t408 = load float, ptr %s84
  %t409 = load float, ptr %s85
  %t410 = load float, ptr %s86
  %t411 = load float, ptr %s87
  %t412 = call {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} asm sideeffect "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,~{memory}"(float %t396, float %t397, float %t398, float %t399, float %t400, float %t401, float %t402, float %t403, float %t404, float %t405, float %t406, float %t407, float %t408, float %t409, float %t410, float %t411) convergent
  %t413 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t412, 0
  store float %t413, ptr %s72
  %t414 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t412, 1
  store float %t414, ptr %s73
  %t415 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t412, 2
  store float %t415, ptr %s74
  %t416 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t412, 3
  store float %t416, ptr %s75
  %t417 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t412, 4
  store float %t417, ptr %s76
  %t418 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t412, 5
  store float %t418, ptr %s77
  %t419 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t412, 6
  store float %t419, ptr %s78
  %t420 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t412, 7
  store float %t420, ptr %s79
  %t421 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t412, 8
  store float %t421, ptr %s80
  %t422 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t412, 9
  store float %t422, ptr %s81
  %t423 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t412, 10
  store float %t423, ptr %s82
  %t424 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t412, 11
  store float %t424, ptr %s83
  %t425 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t412, 12
  store float %t425, ptr %s84
  %t426 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t412, 13
  store float %t426, ptr %s85
  %t427 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t412, 14
  store float %t427, ptr %s86
  %t428 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t412, 15
  store float %t428, ptr %s87
  %t429 = udiv i32 %t3, 4
  %t430 = urem i32 %t3, 4
  %t431 = mul i32 %t430, 8
  %t432 = mul i32 %t429, 160
  %t433 = mul i32 %t431, 4
  %t434 = add i32 %t432, %t433
  %t435 = add i32 %t3, 128
  %t436 = udiv i32 %t435, 4
  %t437 = urem i32 %t435, 4
  %t438 = mul i32 %t437, 8
  %t439 = mul i32 %t436, 160
  %t440 = mul i32 %t438, 4
  %t441 = add i32 %t439, %t440
  %t442 = sext i32 %t431 to i64
  %t443 = getelementptr float, ptr addrspace(1) %t100, i64 %t442
  %t444 = load <8 x float>, ptr addrspace(1) %t443, align 16
  %t445 = mul i32 %t429, 32
  %t446 = add i32 %t431, %t445
  %t447 = sext i32 %t446 to i64
  %t448 = getelementptr float, ptr addrspace(1) %t101, i64 %t447
  %t449 = load <8 x float>, ptr addrspace(1) %t448, align 16
  %t450 = sext i32 %t438 to i64
  %t451 = getelementptr float, ptr addrspace(1) %t100, i64 %t450
  %t452 = load <8 x float>, ptr addrspace(1) %t451, align 16
  %t453 = mul i32 %t436, 32
  %t454 = add i32 %t438, %t453
  %t455 = sext i32 %t454 to i64
  %t456 = getelementptr float, ptr addrspace(1) %t101, i64 %t455
  %t457 = load <8 x float>, ptr addrspace(1) %t456, align 16
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t458 = and i32 %t3, 31
  %t459 = lshr i32 %t3, 5
  %t460 = mul i32 %t459, 16
  %t461 = lshr i32 %t458, 2
  %t462 = add i32 %t460, %t461
  %t463 = and i32 %t458, 3
  %t464 = mul i32 %t463, 8
  %t465 = mul i32 %t462, 160
  %t466 = add i32 %t465, %t464
  %t467 = load float, ptr %s72
  %t468 = insertelement <2 x float> poison, float %t467, i32 0
  %t469 = load float, ptr %s73
  %t470 = insertelement <2 x float> %t468, float %t469, i32 1
  %t471 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t466
  store <2 x float> %t470, ptr addrspace(3) %t471, align 8
  %t472 = load float, ptr %s74
  %t473 = insertelement <2 x float> poison, float %t472, i32 0
  %t474 = load float, ptr %s75
  %t475 = insertelement <2 x float> %t473, float %t474, i32 1
  %t476 = add i32 %t466, 1280
  %t477 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t476
  store <2 x float> %t475, ptr addrspace(3) %t477, align 8
  %t478 = load float, ptr %s76
  %t479 = insertelement <2 x float> poison, float %t478, i32 0
  %t480 = load float, ptr %s77
  %t481 = insertelement <2 x float> %t479, float %t480, i32 1
  %t482 = add i32 %t466, 32
  %t483 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t482
  store <2 x float> %t481, ptr addrspace(3) %t483, align 8
  %t484 = load float, ptr %s78
  %t485 = insertelement <2 x float> poison, float %t484, i32 0
  %t486 = load float, ptr %s79
  %t487 = insertelement <2 x float> %t485, float %t486, i32 1
  %t488 = add i32 %t466, 1312
  %t489 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t488
  store <2 x float> %t487, ptr addrspace(3) %t489, align 8
  %t490 = load float, ptr %s80
  %t491 = insertelement <2 x float> poison, float %t490, i32 0
  %t492 = load float, ptr %s81
  %t493 = insertelement <2 x float> %t491, float %t492, i32 1
  %t494 = add i32 %t466, 64
  %t495 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t494
  store <2 x float> %t493, ptr addrspace(3) %t495, align 8
  %t496 = load float, ptr %s82
  %t497 = insertelement <2 x float> poison, float %t496, i32 0
  %t498 = load float, ptr %s83
  %t499 = insertelement <2 x float> %t497, float %t498, i32 1
  %t500 = add i32 %t466, 1344
  %t501 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t500
  store <2 x float> %t499, ptr addrspace(3) %t501, align 8
  %t502 = load float, ptr %s84
  %t503 = insertelement <2 x float> poison, float %t502, i32 0
  %t504 = load float, ptr %s85
  %t505 = insertelement <2 x float> %t503, float %t504, i32 1
  %t506 = add i32 %t466, 96
  %t507 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t506
  store <2 x float> %t505, ptr addrspace(3) %t507, align 8
  %t508 = load float, ptr %s86
  %t509 = insertelement <2 x float> poison, float %t508, i32 0
  %t510 = load float, ptr %s87
  %t511 = insertelement <2 x float> %t509, float %t510, i32 1
  %t512 = add i32 %t466, 1376
  %t513 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t512
  store <2 x float> %t511, ptr addrspace(3) %t513, align 8
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t514 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t434
  %t515 = load <4 x float>, ptr addrspace(3) %t514, align 16
  %t516 = add i32 %t434, 16
  %t517 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t516
  %t518 = load <4 x float>, ptr addrspace(3) %t517, align 16
  %t519 = shufflevector <4 x float> %t515, <4 x float> %t518, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %t520 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t441
  %t521 = load <4 x float>, ptr addrspace(3) %t520, align 16
  %t522 = add i32 %t441, 16
  %t523 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t522
  %t524 = load <4 x float>, ptr addrspace(3) %t523, align 16
  %t525 = shufflevector <4 x float> %t521, <4 x float> %t524, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %t526 = fadd contract <8 x float> %t519, %t444
  %t527 = fadd contract <8 x float> %t526, %t449
  %t528 = fcmp ogt <8 x float> splat (float 0x0000000000000000), %t527
  %t529 = select <8 x i1> %t528, <8 x float> splat (float 0x0000000000000000), <8 x float> %t527
  %t530 = mul i32 %t429, 32
  %t531 = add i32 %t431, %t530
  %t532 = sext i32 %t531 to i64
  %t533 = getelementptr float, ptr addrspace(1) %t102, i64 %t532
  store <8 x float> %t529, ptr addrspace(1) %t533, align 16
  %t534 = fadd contract <8 x float> %t525, %t452
  %t535 = fadd contract <8 x float> %t534, %t457
  %t536 = fcmp ogt <8 x float> splat (float 0x0000000000000000), %t535
  %t537 = select <8 x i1> %t536, <8 x float> splat (float 0x0000000000000000), <8 x float> %t535
  %t538 = mul i32 %t436, 32
  %t539 = add i32 %t438, %t538
  %t540 = sext i32 %t539 to i64
  %t541 = getelementptr float, ptr addrspace(1) %t102, i64 %t540
  store <8 x float> %t537, ptr addrspace(1) %t541, align 16
  ret void
}
