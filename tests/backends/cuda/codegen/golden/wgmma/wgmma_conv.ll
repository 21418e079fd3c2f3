@shared_memory = external addrspace(3) global [0 x i8], align 1024
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
define ptx_kernel void @wgmma_conv(ptr %buffer0, ptr noalias %buffer1, ptr %buffer2, ptr noalias %buffer3, ptr noalias %buffer4) nounwind "nvvm.maxntid"="128" {
  %s18 = alloca i32
  %s19 = alloca i32
  %s20 = alloca i32
  %s69 = alloca float
  %s70 = alloca float
  %s71 = alloca float
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
  %s256 = alloca i32
  %s257 = alloca i32
  %s258 = alloca i32
  %s259 = alloca i32
  %t1 = ptrtoint ptr addrspace(3) @shared_memory to i64
  %t2 = trunc i64 %t1 to i32
  %t3 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t4 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t5 = and i32 %t3, 7
  %t6 = lshr i32 %t3, 3
  %t7 = and i32 %t6, 7
  %t8 = xor i32 %t5, %t7
  %t9 = mul nsw i32 %t6, 128
  %t10 = mul nsw i32 %t8, 16
  %t11 = add nsw i32 %t9, %t10
  %t12 = add nsw i32 %t2, %t11
  %t13 = mul nsw i32 %t5, 8
  %t14 = udiv i32 %t13, 16
  %t15 = urem i32 %t13, 16
  %t16 = udiv i32 %t14, 3
  %t17 = urem i32 %t14, 3
  store i32 %t15, ptr %s18
  store i32 %t17, ptr %s19
  store i32 %t16, ptr %s20
  %t21 = getelementptr i16, ptr %buffer0, i64 -144
  %t22 = addrspacecast ptr %t21 to ptr addrspace(1)
  %t23 = ptrtoint ptr addrspace(1) %t22 to i64
  %t24 = udiv i32 %t6, 8
  %t25 = urem i32 %t6, 8
  %t26 = mul nsw i32 %t25, 16
  %t27 = mul nsw i32 %t24, 128
  %t28 = add nsw i32 %t26, %t27
  %t29 = add nsw i32 %t24, -1
  %t30 = add nsw i32 %t25, -1
  %t31 = mul nsw i32 %t28, 2
  %t32 = add nsw i32 %t6, 16
  %t33 = udiv i32 %t32, 8
  %t34 = urem i32 %t32, 8
  %t35 = mul nsw i32 %t34, 16
  %t36 = mul nsw i32 %t33, 128
  %t37 = add nsw i32 %t35, %t36
  %t38 = add nsw i32 %t33, -1
  %t39 = add nsw i32 %t34, -1
  %t40 = mul nsw i32 %t37, 2
  %t41 = add nsw i32 %t6, 32
  %t42 = udiv i32 %t41, 8
  %t43 = urem i32 %t41, 8
  %t44 = mul nsw i32 %t43, 16
  %t45 = mul nsw i32 %t42, 128
  %t46 = add nsw i32 %t44, %t45
  %t47 = add nsw i32 %t42, -1
  %t48 = add nsw i32 %t43, -1
  %t49 = mul nsw i32 %t46, 2
  %t50 = add nsw i32 %t6, 48
  %t51 = udiv i32 %t50, 8
  %t52 = urem i32 %t50, 8
  %t53 = mul nsw i32 %t52, 16
  %t54 = mul nsw i32 %t51, 128
  %t55 = add nsw i32 %t53, %t54
  %t56 = add nsw i32 %t51, -1
  %t57 = add nsw i32 %t52, -1
  %t58 = mul nsw i32 %t55, 2
  %t59 = addrspacecast ptr %buffer4 to ptr addrspace(1)
  %t60 = ptrtoint ptr addrspace(1) %t59 to i64
  %t61 = mul nsw i32 %t6, 144
  %t62 = add nsw i32 %t61, %t13
  %t63 = sext i32 %t62 to i64
  %t64 = mul nsw i64 %t63, 2
  %t65 = add i64 %t60, %t64
  %t66 = icmp eq i32 %t3, 0
  %t67 = add nsw i32 %t2, 49152
  %t68 = add nsw i32 %t67, 32
  store float 0.0, ptr %s69
  store float 0.0, ptr %s70
  store float 0.0, ptr %s71
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
  %t85 = udiv i32 %t3, 128
  %t86 = mul nsw i32 %t85, 8192
  %t87 = add nsw i32 %t2, %t86
  %t88 = lshr i32 %t87, 4
  %t89 = and i32 %t88, 16383
  %t90 = zext i32 %t89 to i64
  %t91 = or i64 %t90, 4611686293305360384
  %t92 = add nsw i32 %t2, 8192
  %t93 = lshr i32 %t92, 4
  %t94 = and i32 %t93, 16383
  %t95 = zext i32 %t94 to i64
  %t96 = or i64 %t95, 4611686293305360384
  %t97 = addrspacecast ptr %buffer1 to ptr addrspace(1)
  %t98 = addrspacecast ptr %buffer2 to ptr addrspace(1)
  %t99 = addrspacecast ptr %buffer3 to ptr addrspace(1)
  %t100 = icmp ult i32 %t13, 144
  %t101 = add i64 %t65, 0
  %t102 = add nsw i32 %t12, 8192
  %t103 = select i1 %t100, i64 %t101, i64 %t60
  %t104 = select i1 %t100, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t102, i64 %t103, i32 %t104)
  %t105 = add i64 %t101, 4608
  %t106 = add nsw i32 %t102, 2048
  %t107 = select i1 %t100, i64 %t105, i64 %t60
  %t108 = select i1 %t100, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t106, i64 %t107, i32 %t108)
  %t109 = add nsw i32 %t13, 64
  %t110 = icmp ult i32 %t109, 144
  %t111 = add i64 %t65, 128
  %t112 = add nsw i32 %t12, 12288
  %t113 = add nsw i32 %t112, 8192
  %t114 = select i1 %t110, i64 %t111, i64 %t60
  %t115 = select i1 %t110, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t113, i64 %t114, i32 %t115)
  %t116 = add i64 %t111, 4608
  %t117 = add nsw i32 %t113, 2048
  %t118 = select i1 %t110, i64 %t116, i64 %t60
  %t119 = select i1 %t110, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t117, i64 %t118, i32 %t119)
  %t120 = mul nsw i32 %t3, 32
  %t121 = icmp ult i32 %t120, 32
  %t122 = icmp ult i32 %t120, 32
  %t123 = and i1 %t121, %t122
  br i1 %t123, label %then.124, label %else.125
then.124:
  %t127 = sext i32 %t120 to i64
  %t128 = getelementptr float, ptr addrspace(1) %t97, i64 %t127
  call void asm sideeffect "prefetch.global.L2 [$0];", "l"(ptr addrspace(1) %t128)
  br label %join.126
else.125:
  br label %join.126
join.126:
  call void asm sideeffect "griddepcontrol.wait;", "~{memory}"()
  %t129 = load i32, ptr %s18
  %t130 = load i32, ptr %s19
  %t131 = load i32, ptr %s20
  %t132 = mul nsw i32 %t129, 2
  %t133 = mul nsw i32 %t130, 32
  %t134 = add nsw i32 %t132, %t133
  %t135 = mul nsw i32 %t131, 256
  %t136 = add nsw i32 %t134, %t135
  %t137 = icmp ult i32 %t131, 3
  %t138 = add nsw i32 %t29, %t131
  %t139 = icmp ult i32 %t138, 8
  %t140 = and i1 %t137, %t139
  %t141 = add nsw i32 %t30, %t130
  %t142 = icmp ult i32 %t141, 8
  %t143 = and i1 %t140, %t142
  %t144 = add nsw i32 %t31, %t136
  %t145 = select i1 %t143, i32 %t144, i32 288
  %t146 = sext i32 %t145 to i64
  %t147 = add i64 %t23, %t146
  %t148 = select i1 %t143, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t12, i64 %t147, i32 %t148)
  %t149 = add nsw i32 %t38, %t131
  %t150 = icmp ult i32 %t149, 8
  %t151 = and i1 %t137, %t150
  %t152 = add nsw i32 %t39, %t130
  %t153 = icmp ult i32 %t152, 8
  %t154 = and i1 %t151, %t153
  %t155 = add nsw i32 %t40, %t136
  %t156 = select i1 %t154, i32 %t155, i32 288
  %t157 = sext i32 %t156 to i64
  %t158 = add i64 %t23, %t157
  %t159 = add nsw i32 %t12, 2048
  %t160 = select i1 %t154, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t159, i64 %t158, i32 %t160)
  %t161 = add nsw i32 %t47, %t131
  %t162 = icmp ult i32 %t161, 8
  %t163 = and i1 %t137, %t162
  %t164 = add nsw i32 %t48, %t130
  %t165 = icmp ult i32 %t164, 8
  %t166 = and i1 %t163, %t165
  %t167 = add nsw i32 %t49, %t136
  %t168 = select i1 %t166, i32 %t167, i32 288
  %t169 = sext i32 %t168 to i64
  %t170 = add i64 %t23, %t169
  %t171 = add nsw i32 %t12, 4096
  %t172 = select i1 %t166, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t171, i64 %t170, i32 %t172)
  %t173 = add nsw i32 %t56, %t131
  %t174 = icmp ult i32 %t173, 8
  %t175 = and i1 %t137, %t174
  %t176 = add nsw i32 %t57, %t130
  %t177 = icmp ult i32 %t176, 8
  %t178 = and i1 %t175, %t177
  %t179 = add nsw i32 %t58, %t136
  %t180 = select i1 %t178, i32 %t179, i32 288
  %t181 = sext i32 %t180 to i64
  %t182 = add i64 %t23, %t181
  %t183 = add nsw i32 %t12, 6144
  %t184 = select i1 %t178, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t183, i64 %t182, i32 %t184)
  %t185 = add nsw i32 %t130, 1
  %t186 = icmp ult i32 %t185, 3
  %t187 = add nsw i32 %t185, -3
  %t188 = select i1 %t186, i32 %t185, i32 %t187
  %t189 = select i1 %t186, i32 0, i32 1
  store i32 %t188, ptr %s19
  %t190 = add nsw i32 %t131, 1
  %t191 = add nsw i32 %t190, %t189
  store i32 %t191, ptr %s20
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t192 = load i32, ptr %s18
  %t193 = load i32, ptr %s19
  %t194 = load i32, ptr %s20
  %t195 = mul nsw i32 %t192, 2
  %t196 = mul nsw i32 %t193, 32
  %t197 = add nsw i32 %t195, %t196
  %t198 = mul nsw i32 %t194, 256
  %t199 = add nsw i32 %t197, %t198
  %t200 = add nsw i32 %t12, 12288
  %t201 = icmp ult i32 %t194, 3
  %t202 = add nsw i32 %t29, %t194
  %t203 = icmp ult i32 %t202, 8
  %t204 = and i1 %t201, %t203
  %t205 = add nsw i32 %t30, %t193
  %t206 = icmp ult i32 %t205, 8
  %t207 = and i1 %t204, %t206
  %t208 = add nsw i32 %t31, %t199
  %t209 = select i1 %t207, i32 %t208, i32 288
  %t210 = sext i32 %t209 to i64
  %t211 = add i64 %t23, %t210
  %t212 = select i1 %t207, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t200, i64 %t211, i32 %t212)
  %t213 = add nsw i32 %t38, %t194
  %t214 = icmp ult i32 %t213, 8
  %t215 = and i1 %t201, %t214
  %t216 = add nsw i32 %t39, %t193
  %t217 = icmp ult i32 %t216, 8
  %t218 = and i1 %t215, %t217
  %t219 = add nsw i32 %t40, %t199
  %t220 = select i1 %t218, i32 %t219, i32 288
  %t221 = sext i32 %t220 to i64
  %t222 = add i64 %t23, %t221
  %t223 = add nsw i32 %t200, 2048
  %t224 = select i1 %t218, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t223, i64 %t222, i32 %t224)
  %t225 = add nsw i32 %t47, %t194
  %t226 = icmp ult i32 %t225, 8
  %t227 = and i1 %t201, %t226
  %t228 = add nsw i32 %t48, %t193
  %t229 = icmp ult i32 %t228, 8
  %t230 = and i1 %t227, %t229
  %t231 = add nsw i32 %t49, %t199
  %t232 = select i1 %t230, i32 %t231, i32 288
  %t233 = sext i32 %t232 to i64
  %t234 = add i64 %t23, %t233
  %t235 = add nsw i32 %t200, 4096
  %t236 = select i1 %t230, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t235, i64 %t234, i32 %t236)
  %t237 = add nsw i32 %t56, %t194
  %t238 = icmp ult i32 %t237, 8
  %t239 = and i1 %t201, %t238
  %t240 = add nsw i32 %t57, %t193
  %t241 = icmp ult i32 %t240, 8
  %t242 = and i1 %t239, %t241
  %t243 = add nsw i32 %t58, %t199
  %t244 = select i1 %t242, i32 %t243, i32 288
  %t245 = sext i32 %t244 to i64
  %t246 = add i64 %t23, %t245
  %t247 = add nsw i32 %t200, 6144
  %t248 = select i1 %t242, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t247, i64 %t246, i32 %t248)
  %t249 = add nsw i32 %t193, 1
  %t250 = icmp ult i32 %t249, 3
  %t251 = add nsw i32 %t249, -3
  %t252 = select i1 %t250, i32 %t249, i32 %t251
  %t253 = select i1 %t250, i32 0, i32 1
  store i32 %t252, ptr %s19
  %t254 = add nsw i32 %t194, 1
  %t255 = add nsw i32 %t254, %t253
  store i32 %t255, ptr %s20
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  store i32 0, ptr %s256
  store i32 0, ptr %s257
  store i32 0, ptr %s258
  store i32 2, ptr %s259
  br label %loop.260
loop.260:
  %t262 = load i32, ptr %s256
  %t263 = load i32, ptr %s257
  call void asm sideeffect "cp.async.wait_group 1;", "~{memory}"() convergent
  call void asm sideeffect "fence.proxy.async.shared::cta;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t264 = load i32, ptr %s258
  %t265 = mul nsw i32 %t263, 768
  %t266 = zext i32 %t265 to i64
  %t267 = add i64 %t91, %t266
  %t268 = add i64 %t96, %t266
  %t269 = load float, ptr %s69
  %t270 = load float, ptr %s70
  %t271 = load float, ptr %s71
  %t272 = load float, ptr %s72
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
  %t285 = call {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} asm sideeffect "{ .reg .b64 left, right; .reg .pred adds; setp.eq.u32 adds, 1, 1; wgmma.fence.sync.aligned; add.s64 left, $16, 0; add.s64 right, $17, 0; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 2; add.s64 right, $17, 2; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 4; add.s64 right, $17, 4; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 6; add.s64 right, $17, 6; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; wgmma.commit_group.sync.aligned; }", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,l,l,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,~{memory}"(i64 %t267, i64 %t268, float %t269, float %t270, float %t271, float %t272, float %t273, float %t274, float %t275, float %t276, float %t277, float %t278, float %t279, float %t280, float %t281, float %t282, float %t283, float %t284) convergent
  %t286 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t285, 0
  store float %t286, ptr %s69
  %t287 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t285, 1
  store float %t287, ptr %s70
  %t288 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t285, 2
  store float %t288, ptr %s71
  %t289 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t285, 3
  store float %t289, ptr %s72
  %t290 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t285, 4
  store float %t290, ptr %s73
  %t291 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t285, 5
  store float %t291, ptr %s74
  %t292 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t285, 6
  store float %t292, ptr %s75
  %t293 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t285, 7
  store float %t293, ptr %s76
  %t294 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t285, 8
  store float %t294, ptr %s77
  %t295 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t285, 9
  store float %t295, ptr %s78
  %t296 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t285, 10
  store float %t296, ptr %s79
  %t297 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t285, 11
  store float %t297, ptr %s80
  %t298 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t285, 12
  store float %t298, ptr %s81
  %t299 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t285, 13
  store float %t299, ptr %s82
  %t300 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t285, 14
  store float %t300, ptr %s83
  %t301 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t285, 15
  store float %t301, ptr %s84
  call void asm sideeffect "wgmma.wait_group.sync.aligned 1;", "~{memory}"() convergent
  %t302 = icmp ult i32 %t262, 1
  br i1 %t302, label %then.303, label %else.304
then.303:
  %t306 = load i32, ptr %s259
  %t307 = load i32, ptr %s258
  %t308 = add nsw i32 %t262, 2
  %t309 = mul nsw i32 %t308, 64
  %t310 = add nsw i32 %t13, %t309
  %t311 = icmp ult i32 %t310, 144
  %t312 = mul nsw i32 %t308, 128
  %t313 = sext i32 %t312 to i64
  %t314 = add i64 %t65, %t313
  %t315 = mul nsw i32 %t306, 12288
  %t316 = add nsw i32 %t12, %t315
  %t317 = add nsw i32 %t316, 8192
  %t318 = select i1 %t311, i64 %t314, i64 %t60
  %t319 = select i1 %t311, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t317, i64 %t318, i32 %t319)
  %t320 = add i64 %t314, 4608
  %t321 = add nsw i32 %t317, 2048
  %t322 = select i1 %t311, i64 %t320, i64 %t60
  %t323 = select i1 %t311, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t321, i64 %t322, i32 %t323)
  %t324 = load i32, ptr %s18
  %t325 = load i32, ptr %s19
  %t326 = load i32, ptr %s20
  %t327 = mul nsw i32 %t324, 2
  %t328 = mul nsw i32 %t325, 32
  %t329 = add nsw i32 %t327, %t328
  %t330 = mul nsw i32 %t326, 256
  %t331 = add nsw i32 %t329, %t330
  %t332 = mul nsw i32 %t306, 12288
  %t333 = add nsw i32 %t12, %t332
  %t334 = icmp ult i32 %t326, 3
  %t335 = add nsw i32 %t29, %t326
  %t336 = icmp ult i32 %t335, 8
  %t337 = and i1 %t334, %t336
  %t338 = add nsw i32 %t30, %t325
  %t339 = icmp ult i32 %t338, 8
  %t340 = and i1 %t337, %t339
  %t341 = add nsw i32 %t31, %t331
  %t342 = select i1 %t340, i32 %t341, i32 288
  %t343 = sext i32 %t342 to i64
  %t344 = add i64 %t23, %t343
  %t345 = select i1 %t340, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t333, i64 %t344, i32 %t345)
  %t346 = add nsw i32 %t38, %t326
  %t347 = icmp ult i32 %t346, 8
  %t348 = and i1 %t334, %t347
  %t349 = add nsw i32 %t39, %t325
  %t350 = icmp ult i32 %t349, 8
  %t351 = and i1 %t348, %t350
  %t352 = add nsw i32 %t40, %t331
  %t353 = select i1 %t351, i32 %t352, i32 288
  %t354 = sext i32 %t353 to i64
  %t355 = add i64 %t23, %t354
  %t356 = add nsw i32 %t333, 2048
  %t357 = select i1 %t351, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t356, i64 %t355, i32 %t357)
  %t358 = add nsw i32 %t47, %t326
  %t359 = icmp ult i32 %t358, 8
  %t360 = and i1 %t334, %t359
  %t361 = add nsw i32 %t48, %t325
  %t362 = icmp ult i32 %t361, 8
  %t363 = and i1 %t360, %t362
  %t364 = add nsw i32 %t49, %t331
  %t365 = select i1 %t363, i32 %t364, i32 288
  %t366 = sext i32 %t365 to i64
  %t367 = add i64 %t23, %t366
  %t368 = add nsw i32 %t333, 4096
  %t369 = select i1 %t363, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t368, i64 %t367, i32 %t369)
  %t370 = add nsw i32 %t56, %t326
  %t371 = icmp ult i32 %t370, 8
  %t372 = and i1 %t334, %t371
  %t373 = add nsw i32 %t57, %t325
  %t374 = icmp ult i32 %t373, 8
  %t375 = and i1 %t372, %t374
  %t376 = add nsw i32 %t58, %t331
  %t377 = select i1 %t375, i32 %t376, i32 288
  %t378 = sext i32 %t377 to i64
  %t379 = add i64 %t23, %t378
  %t380 = add nsw i32 %t333, 6144
  %t381 = select i1 %t375, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t380, i64 %t379, i32 %t381)
  %t382 = add nsw i32 %t325, 1
  %t383 = icmp ult i32 %t382, 3
  %t384 = add nsw i32 %t382, -3
  %t385 = select i1 %t383, i32 %t382, i32 %t384
  %t386 = select i1 %t383, i32 0, i32 1
  store i32 %t385, ptr %s19
  %t387 = add nsw i32 %t326, 1
  %t388 = add nsw i32 %t387, %t386
  store i32 %t388, ptr %s20
  br label %join.305
else.304:
  br label %join.305
join.305:
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t389 = load i32, ptr %s257
  %t390 = add nsw i32 %t389, 1
  %t391 = icmp ult i32 %t390, 4
  %t392 = select i1 %t391, i32 %t390, i32 0
  store i32 %t392, ptr %s257
  %t393 = load i32, ptr %s258
  %t394 = xor i32 %t393, 1
  %t395 = load i32, ptr %s258
  %t396 = select i1 %t391, i32 %t395, i32 %t394
  store i32 %t396, ptr %s258
  %t397 = load i32, ptr %s259
  %t398 = add nsw i32 %t397, 1
  %t399 = icmp ult i32 %t398, 4
  %t400 = select i1 %t399, i32 %t398, i32 0
  store i32 %t400, ptr %s259
  %t401 = add nsw i32 %t262, 1
  store i32 %t401, ptr %s256
  %t402 = icmp ult i32 %t401, 3
  br i1 %t402, label %loop.260, label %done.261
done.261:
  call void asm sideeffect "griddepcontrol.launch_dependents;", "~{memory}"()
  %t403 = udiv i32 %t3, 4
  %t404 = urem i32 %t3, 4
  %t405 = mul nsw i32 %t404, 8
  %t406 = mul nsw i32 %t403, 160
  %t407 = mul nsw i32 %t405, 4
  %t408 = add nsw i32 %t406, %t407
  %t409 = add nsw i32 %t3, 128
  %t410 = udiv i32 %t409, 4
  %t411 = urem i32 %t409, 4
  %t412 = mul nsw i32 %t411, 8
  %t413 = mul nsw i32 %t410, 160
  %t414 = mul nsw i32 %t412, 4
  %t415 = add nsw i32 %t413, %t414
  %t416 = sext i32 %t405 to i64
  %t417 = getelementptr float, ptr addrspace(1) %t97, i64 %t416
  %t418 = load <8 x float>, ptr addrspace(1) %t417, align 16
  %t419 = mul nsw i32 %t403, 32
  %t420 = add nsw i32 %t405, %t419
  %t421 = sext i32 %t420 to i64
  %t422 = getelementptr float, ptr addrspace(1) %t98, i64 %t421
  %t423 = load <8 x float>, ptr addrspace(1) %t422, align 16
  %t424 = sext i32 %t412 to i64
  %t425 = getelementptr float, ptr addrspace(1) %t97, i64 %t424
  %t426 = load <8 x float>, ptr addrspace(1) %t425, align 16
  %t427 = mul nsw i32 %t410, 32
  %t428 = add nsw i32 %t412, %t427
  %t429 = sext i32 %t428 to i64
  %t430 = getelementptr float, ptr addrspace(1) %t98, i64 %t429
  %t431 = load <8 x float>, ptr addrspace(1) %t430, align 16
  %t432 = load float, ptr %s69
  %t433 = load float, ptr %s70
  %t434 = load float, ptr %s71
  %t435 = load float, ptr %s72
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
  %t448 = call {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} asm sideeffect "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,~{memory}"(float %t432, float %t433, float %t434, float %t435, float %t436, float %t437, float %t438, float %t439, float %t440, float %t441, float %t442, float %t443, float %t444, float %t445, float %t446, float %t447) convergent
  %t449 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t448, 0
  store float %t449, ptr %s69
  %t450 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t448, 1
  store float %t450, ptr %s70
  %t451 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t448, 2
  store float %t451, ptr %s71
  %t452 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t448, 3
  store float %t452, ptr %s72
  %t453 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t448, 4
  store float %t453, ptr %s73
  %t454 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t448, 5
  store float %t454, ptr %s74
  %t455 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t448, 6
  store float %t455, ptr %s75
  %t456 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t448, 7
  store float %t456, ptr %s76
  %t457 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t448, 8
  store float %t457, ptr %s77
  %t458 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t448, 9
  store float %t458, ptr %s78
  %t459 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t448, 10
  store float %t459, ptr %s79
  %t460 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t448, 11
  store float %t460, ptr %s80
  %t461 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t448, 12
  store float %t461, ptr %s81
  %t462 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t448, 13
  store float %t462, ptr %s82
  %t463 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t448, 14
  store float %t463, ptr %s83
  %t464 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t448, 15
  store float %t464, ptr %s84
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t465 = and i32 %t3, 31
  %t466 = lshr i32 %t3, 5
  %t467 = mul nsw i32 %t466, 16
  %t468 = lshr i32 %t465, 2
  %t469 = add nsw i32 %t467, %t468
  %t470 = and i32 %t465, 3
  %t471 = mul nsw i32 %t470, 8
  %t472 = mul nsw i32 %t469, 160
  %t473 = add nsw i32 %t472, %t471
  %t474 = load float, ptr %s69
  %t475 = insertelement <2 x float> poison, float %t474, i32 0
  %t476 = load float, ptr %s70
  %t477 = insertelement <2 x float> %t475, float %t476, i32 1
  %t478 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t473
  store <2 x float> %t477, ptr addrspace(3) %t478, align 8
  %t479 = load float, ptr %s71
  %t480 = insertelement <2 x float> poison, float %t479, i32 0
  %t481 = load float, ptr %s72
  %t482 = insertelement <2 x float> %t480, float %t481, i32 1
  %t483 = add nsw i32 %t473, 1280
  %t484 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t483
  store <2 x float> %t482, ptr addrspace(3) %t484, align 8
  %t485 = load float, ptr %s73
  %t486 = insertelement <2 x float> poison, float %t485, i32 0
  %t487 = load float, ptr %s74
  %t488 = insertelement <2 x float> %t486, float %t487, i32 1
  %t489 = add nsw i32 %t473, 32
  %t490 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t489
  store <2 x float> %t488, ptr addrspace(3) %t490, align 8
  %t491 = load float, ptr %s75
  %t492 = insertelement <2 x float> poison, float %t491, i32 0
  %t493 = load float, ptr %s76
  %t494 = insertelement <2 x float> %t492, float %t493, i32 1
  %t495 = add nsw i32 %t473, 1312
  %t496 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t495
  store <2 x float> %t494, ptr addrspace(3) %t496, align 8
  %t497 = load float, ptr %s77
  %t498 = insertelement <2 x float> poison, float %t497, i32 0
  %t499 = load float, ptr %s78
  %t500 = insertelement <2 x float> %t498, float %t499, i32 1
  %t501 = add nsw i32 %t473, 64
  %t502 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t501
  store <2 x float> %t500, ptr addrspace(3) %t502, align 8
  %t503 = load float, ptr %s79
  %t504 = insertelement <2 x float> poison, float %t503, i32 0
  %t505 = load float, ptr %s80
  %t506 = insertelement <2 x float> %t504, float %t505, i32 1
  %t507 = add nsw i32 %t473, 1344
  %t508 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t507
  store <2 x float> %t506, ptr addrspace(3) %t508, align 8
  %t509 = load float, ptr %s81
  %t510 = insertelement <2 x float> poison, float %t509, i32 0
  %t511 = load float, ptr %s82
  %t512 = insertelement <2 x float> %t510, float %t511, i32 1
  %t513 = add nsw i32 %t473, 96
  %t514 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t513
  store <2 x float> %t512, ptr addrspace(3) %t514, align 8
  %t515 = load float, ptr %s83
  %t516 = insertelement <2 x float> poison, float %t515, i32 0
  %t517 = load float, ptr %s84
  %t518 = insertelement <2 x float> %t516, float %t517, i32 1
  %t519 = add nsw i32 %t473, 1376
  %t520 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t519
  store <2 x float> %t518, ptr addrspace(3) %t520, align 8
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t521 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t408
  %t522 = load <4 x float>, ptr addrspace(3) %t521, align 16
  %t523 = add nsw i32 %t408, 16
  %t524 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t523
  %t525 = load <4 x float>, ptr addrspace(3) %t524, align 16
  %t526 = shufflevector <4 x float> %t522, <4 x float> %t525, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %t527 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t415
  %t528 = load <4 x float>, ptr addrspace(3) %t527, align 16
  %t529 = add nsw i32 %t415, 16
  %t530 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t529
  %t531 = load <4 x float>, ptr addrspace(3) %t530, align 16
  %t532 = shufflevector <4 x float> %t528, <4 x float> %t531, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %t533 = fadd contract <8 x float> %t526, %t418
  %t534 = fadd contract <8 x float> %t533, %t423
  %t535 = fcmp ogt <8 x float> splat (float 0x0000000000000000), %t534
  %t536 = select <8 x i1> %t535, <8 x float> splat (float 0x0000000000000000), <8 x float> %t534
  %t537 = mul nsw i32 %t403, 32
  %t538 = add nsw i32 %t405, %t537
  %t539 = sext i32 %t538 to i64
  %t540 = getelementptr float, ptr addrspace(1) %t99, i64 %t539
  store <8 x float> %t536, ptr addrspace(1) %t540, align 16
  %t541 = fadd contract <8 x float> %t532, %t426
  %t542 = fadd contract <8 x float> %t541, %t431
  %t543 = fcmp ogt <8 x float> splat (float 0x0000000000000000), %t542
  %t544 = select <8 x i1> %t543, <8 x float> splat (float 0x0000000000000000), <8 x float> %t542
  %t545 = mul nsw i32 %t410, 32
  %t546 = add nsw i32 %t412, %t545
  %t547 = sext i32 %t546 to i64
  %t548 = getelementptr float, ptr addrspace(1) %t99, i64 %t547
  store <8 x float> %t544, ptr addrspace(1) %t548, align 16
  ret void
}
