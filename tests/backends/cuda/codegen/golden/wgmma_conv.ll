@shared_memory = external addrspace(3) global [0 x i8], align 1024
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
define ptx_kernel void @wgmma_conv(ptr %buffer0, ptr noalias %buffer1, ptr %buffer2, ptr noalias %buffer3, ptr noalias %buffer4) nounwind "nvvm.maxntid"="128" {
  %s18 = alloca i32
  %s19 = alloca i32
  %s20 = alloca i32
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
  %s88 = alloca float
  %s260 = alloca i32
  %s261 = alloca i32
  %s262 = alloca i32
  %s263 = alloca i32
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
  %t72 = add i32 %t71, 32
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
  store float 0.0, ptr %s88
  %t89 = udiv i32 %t3, 128
  %t90 = mul i32 %t89, 8192
  %t91 = add i32 %t2, %t90
  %t92 = lshr i32 %t91, 4
  %t93 = and i32 %t92, 16383
  %t94 = zext i32 %t93 to i64
  %t95 = or i64 %t94, 4611686293305360384
  %t96 = add i32 %t2, 8192
  %t97 = lshr i32 %t96, 4
  %t98 = and i32 %t97, 16383
  %t99 = zext i32 %t98 to i64
  %t100 = or i64 %t99, 4611686293305360384
  %t101 = addrspacecast ptr %buffer1 to ptr addrspace(1)
  %t102 = addrspacecast ptr %buffer2 to ptr addrspace(1)
  %t103 = addrspacecast ptr %buffer3 to ptr addrspace(1)
  %t104 = icmp ult i32 %t13, 144
  %t105 = add i64 %t69, 0
  %t106 = add i32 %t12, 8192
  %t107 = select i1 %t104, i64 %t105, i64 %t24
  %t108 = select i1 %t104, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t106, i64 %t107, i32 %t108)
  %t109 = add i64 %t105, 4608
  %t110 = add i32 %t106, 2048
  %t111 = select i1 %t104, i64 %t109, i64 %t24
  %t112 = select i1 %t104, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t110, i64 %t111, i32 %t112)
  %t113 = add i32 %t13, 64
  %t114 = icmp ult i32 %t113, 144
  %t115 = add i64 %t69, 128
  %t116 = add i32 %t12, 12288
  %t117 = add i32 %t116, 8192
  %t118 = select i1 %t114, i64 %t115, i64 %t24
  %t119 = select i1 %t114, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t117, i64 %t118, i32 %t119)
  %t120 = add i64 %t115, 4608
  %t121 = add i32 %t117, 2048
  %t122 = select i1 %t114, i64 %t120, i64 %t24
  %t123 = select i1 %t114, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t121, i64 %t122, i32 %t123)
  %t124 = mul i32 %t3, 32
  %t125 = icmp ult i32 %t124, 32
  %t126 = icmp ult i32 %t124, 32
  %t127 = and i1 %t125, %t126
  br i1 %t127, label %then.128, label %else.129
then.128:
  %t131 = sext i32 %t124 to i64
  %t132 = getelementptr float, ptr addrspace(1) %t101, i64 %t131
  call void asm sideeffect "prefetch.global.L2 [$0];", "l"(ptr addrspace(1) %t132)
  br label %join.130
else.129:
  br label %join.130
join.130:
  call void asm sideeffect "griddepcontrol.wait;", "~{memory}"()
  %t133 = load i32, ptr %s18
  %t134 = load i32, ptr %s19
  %t135 = load i32, ptr %s20
  %t136 = mul i32 %t133, 2
  %t137 = mul i32 %t134, 32
  %t138 = add i32 %t136, %t137
  %t139 = mul i32 %t135, 256
  %t140 = add i32 %t138, %t139
  %t141 = icmp ult i32 %t135, 3
  %t142 = add i32 %t33, %t135
  %t143 = icmp ult i32 %t142, 8
  %t144 = and i1 %t141, %t143
  %t145 = add i32 %t34, %t134
  %t146 = icmp ult i32 %t145, 8
  %t147 = and i1 %t144, %t146
  %t148 = add i32 %t35, %t140
  %t149 = sext i32 %t148 to i64
  %t150 = add i64 %t27, %t149
  %t151 = select i1 %t147, i64 %t150, i64 %t22
  %t152 = select i1 %t147, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t12, i64 %t151, i32 %t152)
  %t153 = add i32 %t42, %t135
  %t154 = icmp ult i32 %t153, 8
  %t155 = and i1 %t141, %t154
  %t156 = add i32 %t43, %t134
  %t157 = icmp ult i32 %t156, 8
  %t158 = and i1 %t155, %t157
  %t159 = add i32 %t44, %t140
  %t160 = sext i32 %t159 to i64
  %t161 = add i64 %t27, %t160
  %t162 = add i32 %t12, 2048
  %t163 = select i1 %t158, i64 %t161, i64 %t22
  %t164 = select i1 %t158, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t162, i64 %t163, i32 %t164)
  %t165 = add i32 %t51, %t135
  %t166 = icmp ult i32 %t165, 8
  %t167 = and i1 %t141, %t166
  %t168 = add i32 %t52, %t134
  %t169 = icmp ult i32 %t168, 8
  %t170 = and i1 %t167, %t169
  %t171 = add i32 %t53, %t140
  %t172 = sext i32 %t171 to i64
  %t173 = add i64 %t27, %t172
  %t174 = add i32 %t12, 4096
  %t175 = select i1 %t170, i64 %t173, i64 %t22
  %t176 = select i1 %t170, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t174, i64 %t175, i32 %t176)
  %t177 = add i32 %t60, %t135
  %t178 = icmp ult i32 %t177, 8
  %t179 = and i1 %t141, %t178
  %t180 = add i32 %t61, %t134
  %t181 = icmp ult i32 %t180, 8
  %t182 = and i1 %t179, %t181
  %t183 = add i32 %t62, %t140
  %t184 = sext i32 %t183 to i64
  %t185 = add i64 %t27, %t184
  %t186 = add i32 %t12, 6144
  %t187 = select i1 %t182, i64 %t185, i64 %t22
  %t188 = select i1 %t182, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t186, i64 %t187, i32 %t188)
  %t189 = add i32 %t134, 1
  %t190 = icmp ult i32 %t189, 3
  %t191 = add i32 %t189, -3
  %t192 = select i1 %t190, i32 %t189, i32 %t191
  %t193 = select i1 %t190, i32 0, i32 1
  store i32 %t192, ptr %s19
  %t194 = add i32 %t135, 1
  %t195 = add i32 %t194, %t193
  store i32 %t195, ptr %s20
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t196 = load i32, ptr %s18
  %t197 = load i32, ptr %s19
  %t198 = load i32, ptr %s20
  %t199 = mul i32 %t196, 2
  %t200 = mul i32 %t197, 32
  %t201 = add i32 %t199, %t200
  %t202 = mul i32 %t198, 256
  %t203 = add i32 %t201, %t202
  %t204 = add i32 %t12, 12288
  %t205 = icmp ult i32 %t198, 3
  %t206 = add i32 %t33, %t198
  %t207 = icmp ult i32 %t206, 8
  %t208 = and i1 %t205, %t207
  %t209 = add i32 %t34, %t197
  %t210 = icmp ult i32 %t209, 8
  %t211 = and i1 %t208, %t210
  %t212 = add i32 %t35, %t203
  %t213 = sext i32 %t212 to i64
  %t214 = add i64 %t27, %t213
  %t215 = select i1 %t211, i64 %t214, i64 %t22
  %t216 = select i1 %t211, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t204, i64 %t215, i32 %t216)
  %t217 = add i32 %t42, %t198
  %t218 = icmp ult i32 %t217, 8
  %t219 = and i1 %t205, %t218
  %t220 = add i32 %t43, %t197
  %t221 = icmp ult i32 %t220, 8
  %t222 = and i1 %t219, %t221
  %t223 = add i32 %t44, %t203
  %t224 = sext i32 %t223 to i64
  %t225 = add i64 %t27, %t224
  %t226 = add i32 %t204, 2048
  %t227 = select i1 %t222, i64 %t225, i64 %t22
  %t228 = select i1 %t222, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t226, i64 %t227, i32 %t228)
  %t229 = add i32 %t51, %t198
  %t230 = icmp ult i32 %t229, 8
  %t231 = and i1 %t205, %t230
  %t232 = add i32 %t52, %t197
  %t233 = icmp ult i32 %t232, 8
  %t234 = and i1 %t231, %t233
  %t235 = add i32 %t53, %t203
  %t236 = sext i32 %t235 to i64
  %t237 = add i64 %t27, %t236
  %t238 = add i32 %t204, 4096
  %t239 = select i1 %t234, i64 %t237, i64 %t22
  %t240 = select i1 %t234, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t238, i64 %t239, i32 %t240)
  %t241 = add i32 %t60, %t198
  %t242 = icmp ult i32 %t241, 8
  %t243 = and i1 %t205, %t242
  %t244 = add i32 %t61, %t197
  %t245 = icmp ult i32 %t244, 8
  %t246 = and i1 %t243, %t245
  %t247 = add i32 %t62, %t203
  %t248 = sext i32 %t247 to i64
  %t249 = add i64 %t27, %t248
  %t250 = add i32 %t204, 6144
  %t251 = select i1 %t246, i64 %t249, i64 %t22
  %t252 = select i1 %t246, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t250, i64 %t251, i32 %t252)
  %t253 = add i32 %t197, 1
  %t254 = icmp ult i32 %t253, 3
  %t255 = add i32 %t253, -3
  %t256 = select i1 %t254, i32 %t253, i32 %t255
  %t257 = select i1 %t254, i32 0, i32 1
  store i32 %t256, ptr %s19
  %t258 = add i32 %t198, 1
  %t259 = add i32 %t258, %t257
  store i32 %t259, ptr %s20
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  store i32 0, ptr %s260
  store i32 0, ptr %s261
  store i32 0, ptr %s262
  store i32 2, ptr %s263
  br label %loop.264
loop.264:
  %t266 = load i32, ptr %s260
  %t267 = load i32, ptr %s261
  call void asm sideeffect "cp.async.wait_group 1;", "~{memory}"() convergent
  call void asm sideeffect "fence.proxy.async.shared::cta;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t268 = load i32, ptr %s262
  %t269 = mul i32 %t267, 768
  %t270 = zext i32 %t269 to i64
  %t271 = add i64 %t95, %t270
  %t272 = add i64 %t100, %t270
  %t273 = load float, ptr %s73
  %t274 = load float, ptr %s74
  %t275 = load float, ptr %s75
  %t276 = load float, ptr %s76
  %t277 = load float, ptr %s77
  %t278 = load float, ptr %s78
  %t279 = load float, ptr %s79
  %t280 = load float, ptr %s80
  %t281 = load float, ptr %s81
  %t282 = load float, ptr %s82
  %t283 = load float, ptr %s83
  %t284 = load float, ptr %s84
  %t285 = load float, ptr %s85
  %t286 = load float, ptr %s86
  %t287 = load float, ptr %s87
  %t288 = load float, ptr %s88
  %t289 = call {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} asm sideeffect "{ .reg .b64 left, right; .reg .pred adds; setp.eq.u32 adds, 1, 1; wgmma.fence.sync.aligned; add.s64 left, $16, 0; add.s64 right, $17, 0; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 2; add.s64 right, $17, 2; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 4; add.s64 right, $17, 4; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 6; add.s64 right, $17, 6; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; wgmma.commit_group.sync.aligned; }", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,l,l,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,~{memory}"(i64 %t271, i64 %t272, float %t273, float %t274, float %t275, float %t276, float %t277, float %t278, float %t279, float %t280, float %t281, float %t282, float %t283, float %t284, float %t285, float %t286, float %t287, float %t288) convergent
  %t290 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t289, 0
  store float %t290, ptr %s73
  %t291 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t289, 1
  store float %t291, ptr %s74
  %t292 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t289, 2
  store float %t292, ptr %s75
  %t293 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t289, 3
  store float %t293, ptr %s76
  %t294 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t289, 4
  store float %t294, ptr %s77
  %t295 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t289, 5
  store float %t295, ptr %s78
  %t296 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t289, 6
  store float %t296, ptr %s79
  %t297 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t289, 7
  store float %t297, ptr %s80
  %t298 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t289, 8
  store float %t298, ptr %s81
  %t299 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t289, 9
  store float %t299, ptr %s82
  %t300 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t289, 10
  store float %t300, ptr %s83
  %t301 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t289, 11
  store float %t301, ptr %s84
  %t302 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t289, 12
  store float %t302, ptr %s85
  %t303 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t289, 13
  store float %t303, ptr %s86
  %t304 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t289, 14
  store float %t304, ptr %s87
  %t305 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t289, 15
  store float %t305, ptr %s88
  call void asm sideeffect "wgmma.wait_group.sync.aligned 1;", "~{memory}"() convergent
  %t306 = icmp ult i32 %t266, 1
  br i1 %t306, label %then.307, label %else.308
then.307:
  %t310 = load i32, ptr %s263
  %t311 = load i32, ptr %s262
  %t312 = add i32 %t266, 2
  %t313 = mul i32 %t312, 64
  %t314 = add i32 %t13, %t313
  %t315 = icmp ult i32 %t314, 144
  %t316 = mul i32 %t312, 128
  %t317 = sext i32 %t316 to i64
  %t318 = add i64 %t69, %t317
  %t319 = mul i32 %t310, 12288
  %t320 = add i32 %t12, %t319
  %t321 = add i32 %t320, 8192
  %t322 = select i1 %t315, i64 %t318, i64 %t24
  %t323 = select i1 %t315, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t321, i64 %t322, i32 %t323)
  %t324 = add i64 %t318, 4608
  %t325 = add i32 %t321, 2048
  %t326 = select i1 %t315, i64 %t324, i64 %t24
  %t327 = select i1 %t315, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t325, i64 %t326, i32 %t327)
  %t328 = load i32, ptr %s18
  %t329 = load i32, ptr %s19
  %t330 = load i32, ptr %s20
  %t331 = mul i32 %t328, 2
  %t332 = mul i32 %t329, 32
  %t333 = add i32 %t331, %t332
  %t334 = mul i32 %t330, 256
  %t335 = add i32 %t333, %t334
  %t336 = mul i32 %t310, 12288
  %t337 = add i32 %t12, %t336
  %t338 = icmp ult i32 %t330, 3
  %t339 = add i32 %t33, %t330
  %t340 = icmp ult i32 %t339, 8
  %t341 = and i1 %t338, %t340
  %t342 = add i32 %t34, %t329
  %t343 = icmp ult i32 %t342, 8
  %t344 = and i1 %t341, %t343
  %t345 = add i32 %t35, %t335
  %t346 = sext i32 %t345 to i64
  %t347 = add i64 %t27, %t346
  %t348 = select i1 %t344, i64 %t347, i64 %t22
  %t349 = select i1 %t344, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t337, i64 %t348, i32 %t349)
  %t350 = add i32 %t42, %t330
  %t351 = icmp ult i32 %t350, 8
  %t352 = and i1 %t338, %t351
  %t353 = add i32 %t43, %t329
  %t354 = icmp ult i32 %t353, 8
  %t355 = and i1 %t352, %t354
  %t356 = add i32 %t44, %t335
  %t357 = sext i32 %t356 to i64
  %t358 = add i64 %t27, %t357
  %t359 = add i32 %t337, 2048
  %t360 = select i1 %t355, i64 %t358, i64 %t22
  %t361 = select i1 %t355, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t359, i64 %t360, i32 %t361)
  %t362 = add i32 %t51, %t330
  %t363 = icmp ult i32 %t362, 8
  %t364 = and i1 %t338, %t363
  %t365 = add i32 %t52, %t329
  %t366 = icmp ult i32 %t365, 8
  %t367 = and i1 %t364, %t366
  %t368 = add i32 %t53, %t335
  %t369 = sext i32 %t368 to i64
  %t370 = add i64 %t27, %t369
  %t371 = add i32 %t337, 4096
  %t372 = select i1 %t367, i64 %t370, i64 %t22
  %t373 = select i1 %t367, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t371, i64 %t372, i32 %t373)
  %t374 = add i32 %t60, %t330
  %t375 = icmp ult i32 %t374, 8
  %t376 = and i1 %t338, %t375
  %t377 = add i32 %t61, %t329
  %t378 = icmp ult i32 %t377, 8
  %t379 = and i1 %t376, %t378
  %t380 = add i32 %t62, %t335
  %t381 = sext i32 %t380 to i64
  %t382 = add i64 %t27, %t381
  %t383 = add i32 %t337, 6144
  %t384 = select i1 %t379, i64 %t382, i64 %t22
  %t385 = select i1 %t379, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t383, i64 %t384, i32 %t385)
  %t386 = add i32 %t329, 1
  %t387 = icmp ult i32 %t386, 3
  %t388 = add i32 %t386, -3
  %t389 = select i1 %t387, i32 %t386, i32 %t388
  %t390 = select i1 %t387, i32 0, i32 1
  store i32 %t389, ptr %s19
  %t391 = add i32 %t330, 1
  %t392 = add i32 %t391, %t390
  store i32 %t392, ptr %s20
  br label %join.309
else.308:
  br label %join.309
join.309:
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t393 = load i32, ptr %s261
  %t394 = add i32 %t393, 1
  %t395 = icmp ult i32 %t394, 4
  %t396 = select i1 %t395, i32 %t394, i32 0
  store i32 %t396, ptr %s261
  %t397 = load i32, ptr %s262
  %t398 = xor i32 %t397, 1
  %t399 = load i32, ptr %s262
  %t400 = select i1 %t395, i32 %t399, i32 %t398
  store i32 %t400, ptr %s262
  %t401 = load i32, ptr %s263
  %t402 = add i32 %t401, 1
  %t403 = icmp ult i32 %t402, 4
  %t404 = select i1 %t403, i32 %t402, i32 0
  store i32 %t404, ptr %s263
  %t405 = add i32 %t266, 1
  store i32 %t405, ptr %s260
  %t406 = icmp ult i32 %t405, 3
  br i1 %t406, label %loop.264, label %done.265
done.265:
  call void asm sideeffect "griddepcontrol.launch_dependents;", "~{memory}"()
  %t407 = udiv i32 %t3, 4
  %t408 = urem i32 %t3, 4
  %t409 = mul i32 %t408, 8
  %t410 = mul i32 %t407, 160
  %t411 = mul i32 %t409, 4
  %t412 = add i32 %t410, %t411
  %t413 = add i32 %t3, 128
  %t414 = udiv i32 %t413, 4
  %t415 = urem i32 %t413, 4
  %t416 = mul i32 %t415, 8
  %t417 = mul i32 %t414, 160
  %t418 = mul i32 %t416, 4
  %t419 = add i32 %t417, %t418
  %t420 = sext i32 %t409 to i64
  %t421 = getelementptr float, ptr addrspace(1) %t101, i64 %t420
  %t422 = load <8 x float>, ptr addrspace(1) %t421, align 16
  %t423 = mul i32 %t407, 32
  %t424 = add i32 %t409, %t423
  %t425 = sext i32 %t424 to i64
  %t426 = getelementptr float, ptr addrspace(1) %t102, i64 %t425
  %t427 = load <8 x float>, ptr addrspace(1) %t426, align 16
  %t428 = sext i32 %t416 to i64
  %t429 = getelementptr float, ptr addrspace(1) %t101, i64 %t428
  %t430 = load <8 x float>, ptr addrspace(1) %t429, align 16
  %t431 = mul i32 %t414, 32
  %t432 = add i32 %t416, %t431
  %t433 = sext i32 %t432 to i64
  %t434 = getelementptr float, ptr addrspace(1) %t102, i64 %t433
  %t435 = load <8 x float>, ptr addrspace(1) %t434, align 16
  %t436 = load float, ptr %s73
  %t437 = load float, ptr %s74
  %t438 = load float, ptr %s75
  %t439 = load float, ptr %s76
  %t440 = load float, ptr %s77
  %t441 = load float, ptr %s78
  %t442 = load float, ptr %s79
  %t443 = load float, ptr %s80
  %t444 = load float, ptr %s81
  %t445 = load float, ptr %s82
  %t446 = load float, ptr %s83
  %t447 = load float, ptr %s84
  %t448 = load float, ptr %s85
  %t449 = load float, ptr %s86
  %t450 = load float, ptr %s87
  %t451 = load float, ptr %s88
  %t452 = call {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} asm sideeffect "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,~{memory}"(float %t436, float %t437, float %t438, float %t439, float %t440, float %t441, float %t442, float %t443, float %t444, float %t445, float %t446, float %t447, float %t448, float %t449, float %t450, float %t451) convergent
  %t453 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t452, 0
  store float %t453, ptr %s73
  %t454 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t452, 1
  store float %t454, ptr %s74
  %t455 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t452, 2
  store float %t455, ptr %s75
  %t456 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t452, 3
  store float %t456, ptr %s76
  %t457 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t452, 4
  store float %t457, ptr %s77
  %t458 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t452, 5
  store float %t458, ptr %s78
  %t459 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t452, 6
  store float %t459, ptr %s79
  %t460 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t452, 7
  store float %t460, ptr %s80
  %t461 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t452, 8
  store float %t461, ptr %s81
  %t462 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t452, 9
  store float %t462, ptr %s82
  %t463 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t452, 10
  store float %t463, ptr %s83
  %t464 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t452, 11
  store float %t464, ptr %s84
  %t465 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t452, 12
  store float %t465, ptr %s85
  %t466 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t452, 13
  store float %t466, ptr %s86
  %t467 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t452, 14
  store float %t467, ptr %s87
  %t468 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t452, 15
  store float %t468, ptr %s88
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t469 = and i32 %t3, 31
  %t470 = lshr i32 %t3, 5
  %t471 = mul i32 %t470, 16
  %t472 = lshr i32 %t469, 2
  %t473 = add i32 %t471, %t472
  %t474 = and i32 %t469, 3
  %t475 = mul i32 %t474, 8
  %t476 = mul i32 %t473, 160
  %t477 = add i32 %t476, %t475
  %t478 = load float, ptr %s73
  %t479 = insertelement <2 x float> poison, float %t478, i32 0
  %t480 = load float, ptr %s74
  %t481 = insertelement <2 x float> %t479, float %t480, i32 1
  %t482 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t477
  store <2 x float> %t481, ptr addrspace(3) %t482, align 8
  %t483 = load float, ptr %s75
  %t484 = insertelement <2 x float> poison, float %t483, i32 0
  %t485 = load float, ptr %s76
  %t486 = insertelement <2 x float> %t484, float %t485, i32 1
  %t487 = add i32 %t477, 1280
  %t488 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t487
  store <2 x float> %t486, ptr addrspace(3) %t488, align 8
  %t489 = load float, ptr %s77
  %t490 = insertelement <2 x float> poison, float %t489, i32 0
  %t491 = load float, ptr %s78
  %t492 = insertelement <2 x float> %t490, float %t491, i32 1
  %t493 = add i32 %t477, 32
  %t494 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t493
  store <2 x float> %t492, ptr addrspace(3) %t494, align 8
  %t495 = load float, ptr %s79
  %t496 = insertelement <2 x float> poison, float %t495, i32 0
  %t497 = load float, ptr %s80
  %t498 = insertelement <2 x float> %t496, float %t497, i32 1
  %t499 = add i32 %t477, 1312
  %t500 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t499
  store <2 x float> %t498, ptr addrspace(3) %t500, align 8
  %t501 = load float, ptr %s81
  %t502 = insertelement <2 x float> poison, float %t501, i32 0
  %t503 = load float, ptr %s82
  %t504 = insertelement <2 x float> %t502, float %t503, i32 1
  %t505 = add i32 %t477, 64
  %t506 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t505
  store <2 x float> %t504, ptr addrspace(3) %t506, align 8
  %t507 = load float, ptr %s83
  %t508 = insertelement <2 x float> poison, float %t507, i32 0
  %t509 = load float, ptr %s84
  %t510 = insertelement <2 x float> %t508, float %t509, i32 1
  %t511 = add i32 %t477, 1344
  %t512 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t511
  store <2 x float> %t510, ptr addrspace(3) %t512, align 8
  %t513 = load float, ptr %s85
  %t514 = insertelement <2 x float> poison, float %t513, i32 0
  %t515 = load float, ptr %s86
  %t516 = insertelement <2 x float> %t514, float %t515, i32 1
  %t517 = add i32 %t477, 96
  %t518 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t517
  store <2 x float> %t516, ptr addrspace(3) %t518, align 8
  %t519 = load float, ptr %s87
  %t520 = insertelement <2 x float> poison, float %t519, i32 0
  %t521 = load float, ptr %s88
  %t522 = insertelement <2 x float> %t520, float %t521, i32 1
  %t523 = add i32 %t477, 1376
  %t524 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t523
  store <2 x float> %t522, ptr addrspace(3) %t524, align 8
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t525 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t412
  %t526 = load <4 x float>, ptr addrspace(3) %t525, align 16
  %t527 = add i32 %t412, 16
  %t528 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t527
  %t529 = load <4 x float>, ptr addrspace(3) %t528, align 16
  %t530 = shufflevector <4 x float> %t526, <4 x float> %t529, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %t531 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t419
  %t532 = load <4 x float>, ptr addrspace(3) %t531, align 16
  %t533 = add i32 %t419, 16
  %t534 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t533
  %t535 = load <4 x float>, ptr addrspace(3) %t534, align 16
  %t536 = shufflevector <4 x float> %t532, <4 x float> %t535, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %t537 = fadd contract <8 x float> %t530, %t422
  %t538 = fadd contract <8 x float> %t537, %t427
  %t539 = fcmp ogt <8 x float> splat (float 0x0000000000000000), %t538
  %t540 = select <8 x i1> %t539, <8 x float> splat (float 0x0000000000000000), <8 x float> %t538
  %t541 = mul i32 %t407, 32
  %t542 = add i32 %t409, %t541
  %t543 = sext i32 %t542 to i64
  %t544 = getelementptr float, ptr addrspace(1) %t103, i64 %t543
  store <8 x float> %t540, ptr addrspace(1) %t544, align 16
  %t545 = fadd contract <8 x float> %t536, %t430
  %t546 = fadd contract <8 x float> %t545, %t435
  %t547 = fcmp ogt <8 x float> splat (float 0x0000000000000000), %t546
  %t548 = select <8 x i1> %t547, <8 x float> splat (float 0x0000000000000000), <8 x float> %t546
  %t549 = mul i32 %t414, 32
  %t550 = add i32 %t416, %t549
  %t551 = sext i32 %t550 to i64
  %t552 = getelementptr float, ptr addrspace(1) %t103, i64 %t551
  store <8 x float> %t548, ptr addrspace(1) %t552, align 16
  ret void
}
