@shared_memory = external addrspace(3) global [0 x i8], align 1024
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
define ptx_kernel void @wgmma_conv(ptr %buffer0, ptr noalias %buffer1, ptr %buffer2, ptr noalias %buffer3, ptr noalias %buffer4) nounwind "nvvm.maxntid"="128" {
  %s18 = alloca i32
  %s19 = alloca i32
  %s20 = alloca i32
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
  %s89 = alloca float
  %s226 = alloca i32
  %s227 = alloca i32
  %s228 = alloca i32
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
  %t21 = getelementptr i16, ptr %buffer0, i64 -144
  %t22 = addrspacecast ptr %t21 to ptr addrspace(1)
  %t23 = ptrtoint ptr addrspace(1) %t22 to i64
  %t24 = urem i32 %t6, 8
  %t25 = udiv i32 %t6, 8
  %t26 = mul i32 %t24, 16
  %t27 = mul i32 %t25, 128
  %t28 = add i32 %t26, %t27
  %t29 = add i32 -1, %t25
  %t30 = add i32 -1, %t24
  %t31 = sext i32 %t28 to i64
  %t32 = mul nsw i64 %t31, 2
  %t33 = add i64 %t23, %t32
  %t34 = add i32 %t6, 16
  %t35 = urem i32 %t34, 8
  %t36 = udiv i32 %t34, 8
  %t37 = mul i32 %t35, 16
  %t38 = mul i32 %t36, 128
  %t39 = add i32 %t37, %t38
  %t40 = add i32 -1, %t36
  %t41 = add i32 -1, %t35
  %t42 = sext i32 %t39 to i64
  %t43 = mul nsw i64 %t42, 2
  %t44 = add i64 %t23, %t43
  %t45 = add i32 %t6, 32
  %t46 = urem i32 %t45, 8
  %t47 = udiv i32 %t45, 8
  %t48 = mul i32 %t46, 16
  %t49 = mul i32 %t47, 128
  %t50 = add i32 %t48, %t49
  %t51 = add i32 -1, %t47
  %t52 = add i32 -1, %t46
  %t53 = sext i32 %t50 to i64
  %t54 = mul nsw i64 %t53, 2
  %t55 = add i64 %t23, %t54
  %t56 = add i32 %t6, 48
  %t57 = urem i32 %t56, 8
  %t58 = udiv i32 %t56, 8
  %t59 = mul i32 %t57, 16
  %t60 = mul i32 %t58, 128
  %t61 = add i32 %t59, %t60
  %t62 = add i32 -1, %t58
  %t63 = add i32 -1, %t57
  %t64 = sext i32 %t61 to i64
  %t65 = mul nsw i64 %t64, 2
  %t66 = add i64 %t23, %t65
  %t67 = addrspacecast ptr %buffer4 to ptr addrspace(1)
  %t68 = ptrtoint ptr addrspace(1) %t67 to i64
  %t69 = mul i32 %t6, 144
  %t70 = add i32 %t69, %t13
  %t71 = sext i32 %t70 to i64
  %t72 = mul nsw i64 %t71, 2
  %t73 = add i64 %t68, %t72
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
  store float 0.0, ptr %s89
  %t90 = udiv i32 %t3, 128
  %t91 = mul i32 %t90, 8192
  %t92 = add i32 %t2, %t91
  %t93 = lshr i32 %t92, 4
  %t94 = and i32 %t93, 16383
  %t95 = zext i32 %t94 to i64
  %t96 = or i64 %t95, 4611686293305360384
  %t97 = add i32 %t2, 8192
  %t98 = lshr i32 %t97, 4
  %t99 = and i32 %t98, 16383
  %t100 = zext i32 %t99 to i64
  %t101 = or i64 %t100, 4611686293305360384
  %t102 = addrspacecast ptr %buffer1 to ptr addrspace(1)
  %t103 = addrspacecast ptr %buffer2 to ptr addrspace(1)
  %t104 = addrspacecast ptr %buffer3 to ptr addrspace(1)
  %t105 = icmp ult i32 %t13, 144
  %t106 = add i64 %t73, 0
  %t107 = add i32 %t12, 8192
  %t108 = select i1 %t105, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t107, i64 %t106, i32 %t108)
  %t109 = add i64 %t106, 4608
  %t110 = add i32 %t107, 2048
  %t111 = select i1 %t105, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t110, i64 %t109, i32 %t111)
  %t112 = add i32 %t13, 64
  %t113 = icmp ult i32 %t112, 144
  %t114 = add i64 %t73, 128
  %t115 = add i32 %t12, 12288
  %t116 = add i32 %t115, 8192
  %t117 = select i1 %t113, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t116, i64 %t114, i32 %t117)
  %t118 = add i64 %t114, 4608
  %t119 = add i32 %t116, 2048
  %t120 = select i1 %t113, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t119, i64 %t118, i32 %t120)
  call void asm sideeffect "griddepcontrol.wait;", "~{memory}"()
  %t121 = load i32, ptr %s18
  %t122 = load i32, ptr %s19
  %t123 = load i32, ptr %s20
  %t124 = mul i32 %t121, 2
  %t125 = mul i32 %t122, 32
  %t126 = add i32 %t124, %t125
  %t127 = mul i32 %t123, 256
  %t128 = add i32 %t126, %t127
  %t129 = sext i32 %t128 to i64
  %t130 = icmp ult i32 %t123, 3
  %t131 = add i32 %t29, %t123
  %t132 = icmp ult i32 %t131, 8
  %t133 = and i1 %t130, %t132
  %t134 = add i32 %t30, %t122
  %t135 = icmp ult i32 %t134, 8
  %t136 = and i1 %t133, %t135
  %t137 = add i64 %t33, %t129
  %t138 = select i1 %t136, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t12, i64 %t137, i32 %t138)
  %t139 = add i32 %t40, %t123
  %t140 = icmp ult i32 %t139, 8
  %t141 = and i1 %t130, %t140
  %t142 = add i32 %t41, %t122
  %t143 = icmp ult i32 %t142, 8
  %t144 = and i1 %t141, %t143
  %t145 = add i64 %t44, %t129
  %t146 = add i32 %t12, 2048
  %t147 = select i1 %t144, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t146, i64 %t145, i32 %t147)
  %t148 = add i32 %t51, %t123
  %t149 = icmp ult i32 %t148, 8
  %t150 = and i1 %t130, %t149
  %t151 = add i32 %t52, %t122
  %t152 = icmp ult i32 %t151, 8
  %t153 = and i1 %t150, %t152
  %t154 = add i64 %t55, %t129
  %t155 = add i32 %t12, 4096
  %t156 = select i1 %t153, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t155, i64 %t154, i32 %t156)
  %t157 = add i32 %t62, %t123
  %t158 = icmp ult i32 %t157, 8
  %t159 = and i1 %t130, %t158
  %t160 = add i32 %t63, %t122
  %t161 = icmp ult i32 %t160, 8
  %t162 = and i1 %t159, %t161
  %t163 = add i64 %t66, %t129
  %t164 = add i32 %t12, 6144
  %t165 = select i1 %t162, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t164, i64 %t163, i32 %t165)
  %t166 = add i32 %t122, 1
  %t167 = icmp ult i32 %t166, 3
  %t168 = add i32 %t166, -3
  %t169 = select i1 %t167, i32 %t166, i32 %t168
  %t170 = select i1 %t167, i32 0, i32 1
  store i32 %t169, ptr %s19
  %t171 = add i32 %t123, 1
  %t172 = add i32 %t171, %t170
  store i32 %t172, ptr %s20
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t173 = load i32, ptr %s18
  %t174 = load i32, ptr %s19
  %t175 = load i32, ptr %s20
  %t176 = mul i32 %t173, 2
  %t177 = mul i32 %t174, 32
  %t178 = add i32 %t176, %t177
  %t179 = mul i32 %t175, 256
  %t180 = add i32 %t178, %t179
  %t181 = sext i32 %t180 to i64
  %t182 = add i32 %t12, 12288
  %t183 = icmp ult i32 %t175, 3
  %t184 = add i32 %t29, %t175
  %t185 = icmp ult i32 %t184, 8
  %t186 = and i1 %t183, %t185
  %t187 = add i32 %t30, %t174
  %t188 = icmp ult i32 %t187, 8
  %t189 = and i1 %t186, %t188
  %t190 = add i64 %t33, %t181
  %t191 = select i1 %t189, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t182, i64 %t190, i32 %t191)
  %t192 = add i32 %t40, %t175
  %t193 = icmp ult i32 %t192, 8
  %t194 = and i1 %t183, %t193
  %t195 = add i32 %t41, %t174
  %t196 = icmp ult i32 %t195, 8
  %t197 = and i1 %t194, %t196
  %t198 = add i64 %t44, %t181
  %t199 = add i32 %t182, 2048
  %t200 = select i1 %t197, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t199, i64 %t198, i32 %t200)
  %t201 = add i32 %t51, %t175
  %t202 = icmp ult i32 %t201, 8
  %t203 = and i1 %t183, %t202
  %t204 = add i32 %t52, %t174
  %t205 = icmp ult i32 %t204, 8
  %t206 = and i1 %t203, %t205
  %t207 = add i64 %t55, %t181
  %t208 = add i32 %t182, 4096
  %t209 = select i1 %t206, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t208, i64 %t207, i32 %t209)
  %t210 = add i32 %t62, %t175
  %t211 = icmp ult i32 %t210, 8
  %t212 = and i1 %t183, %t211
  %t213 = add i32 %t63, %t174
  %t214 = icmp ult i32 %t213, 8
  %t215 = and i1 %t212, %t214
  %t216 = add i64 %t66, %t181
  %t217 = add i32 %t182, 6144
  %t218 = select i1 %t215, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t217, i64 %t216, i32 %t218)
  %t219 = add i32 %t174, 1
  %t220 = icmp ult i32 %t219, 3
  %t221 = add i32 %t219, -3
  %t222 = select i1 %t220, i32 %t219, i32 %t221
  %t223 = select i1 %t220, i32 0, i32 1
  store i32 %t222, ptr %s19
  %t224 = add i32 %t175, 1
  %t225 = add i32 %t224, %t223
  store i32 %t225, ptr %s20
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  store i32 0, ptr %s226
  store i32 0, ptr %s227
  store i32 24576, ptr %s228
  br label %loop.229
loop.229:
  %t231 = load i32, ptr %s226
  call void asm sideeffect "cp.async.wait_group 1;", "~{memory}"() convergent
  call void asm sideeffect "fence.proxy.async.shared::cta;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t232 = load i32, ptr %s227
  %t233 = lshr i32 %t232, 4
  %t234 = zext i32 %t233 to i64
  %t235 = add i64 %t96, %t234
  %t236 = add i64 %t101, %t234
  %t237 = load float, ptr %s74
  %t238 = load float, ptr %s75
  %t239 = load float, ptr %s76
  %t240 = load float, ptr %s77
  %t241 = load float, ptr %s78
  %t242 = load float, ptr %s79
  %t243 = load float, ptr %s80
  %t244 = load float, ptr %s81
  %t245 = load float, ptr %s82
  %t246 = load float, ptr %s83
  %t247 = load float, ptr %s84
  %t248 = load float, ptr %s85
  %t249 = load float, ptr %s86
  %t250 = load float, ptr %s87
  %t251 = load float, ptr %s88
  %t252 = load float, ptr %s89
  %t253 = call {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} asm sideeffect "{ .reg .b64 left, right; .reg .pred adds; setp.eq.u32 adds, 1, 1; wgmma.fence.sync.aligned; add.s64 left, $16, 0; add.s64 right, $17, 0; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 2; add.s64 right, $17, 2; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 4; add.s64 right, $17, 4; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 6; add.s64 right, $17, 6; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; wgmma.commit_group.sync.aligned; }", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,l,l,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,~{memory}"(i64 %t235, i64 %t236, float %t237, float %t238, float %t239, float %t240, float %t241, float %t242, float %t243, float %t244, float %t245, float %t246, float %t247, float %t248, float %t249, float %t250, float %t251, float %t252) convergent
  %t254 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t253, 0
  store float %t254, ptr %s74
  %t255 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t253, 1
  store float %t255, ptr %s75
  %t256 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t253, 2
  store float %t256, ptr %s76
  %t257 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t253, 3
  store float %t257, ptr %s77
  %t258 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t253, 4
  store float %t258, ptr %s78
  %t259 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t253, 5
  store float %t259, ptr %s79
  %t260 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t253, 6
  store float %t260, ptr %s80
  %t261 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t253, 7
  store float %t261, ptr %s81
  %t262 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t253, 8
  store float %t262, ptr %s82
  %t263 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t253, 9
  store float %t263, ptr %s83
  %t264 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t253, 10
  store float %t264, ptr %s84
  %t265 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t253, 11
  store float %t265, ptr %s85
  %t266 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t253, 12
  store float %t266, ptr %s86
  %t267 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t253, 13
  store float %t267, ptr %s87
  %t268 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t253, 14
  store float %t268, ptr %s88
  %t269 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t253, 15
  store float %t269, ptr %s89
  call void asm sideeffect "wgmma.wait_group.sync.aligned 1;", "~{memory}"() convergent
  %t270 = icmp ult i32 %t231, 1
  br i1 %t270, label %then.271, label %else.272
then.271:
  %t274 = load i32, ptr %s228
  %t275 = load i32, ptr %s18
  %t276 = load i32, ptr %s19
  %t277 = load i32, ptr %s20
  %t278 = mul i32 %t275, 2
  %t279 = mul i32 %t276, 32
  %t280 = add i32 %t278, %t279
  %t281 = mul i32 %t277, 256
  %t282 = add i32 %t280, %t281
  %t283 = sext i32 %t282 to i64
  %t284 = add i32 %t12, %t274
  %t285 = icmp ult i32 %t277, 3
  %t286 = add i32 %t29, %t277
  %t287 = icmp ult i32 %t286, 8
  %t288 = and i1 %t285, %t287
  %t289 = add i32 %t30, %t276
  %t290 = icmp ult i32 %t289, 8
  %t291 = and i1 %t288, %t290
  %t292 = add i64 %t33, %t283
  %t293 = select i1 %t291, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t284, i64 %t292, i32 %t293)
  %t294 = add i32 %t40, %t277
  %t295 = icmp ult i32 %t294, 8
  %t296 = and i1 %t285, %t295
  %t297 = add i32 %t41, %t276
  %t298 = icmp ult i32 %t297, 8
  %t299 = and i1 %t296, %t298
  %t300 = add i64 %t44, %t283
  %t301 = add i32 %t284, 2048
  %t302 = select i1 %t299, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t301, i64 %t300, i32 %t302)
  %t303 = add i32 %t51, %t277
  %t304 = icmp ult i32 %t303, 8
  %t305 = and i1 %t285, %t304
  %t306 = add i32 %t52, %t276
  %t307 = icmp ult i32 %t306, 8
  %t308 = and i1 %t305, %t307
  %t309 = add i64 %t55, %t283
  %t310 = add i32 %t284, 4096
  %t311 = select i1 %t308, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t310, i64 %t309, i32 %t311)
  %t312 = add i32 %t62, %t277
  %t313 = icmp ult i32 %t312, 8
  %t314 = and i1 %t285, %t313
  %t315 = add i32 %t63, %t276
  %t316 = icmp ult i32 %t315, 8
  %t317 = and i1 %t314, %t316
  %t318 = add i64 %t66, %t283
  %t319 = add i32 %t284, 6144
  %t320 = select i1 %t317, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t319, i64 %t318, i32 %t320)
  %t321 = add i32 %t276, 1
  %t322 = icmp ult i32 %t321, 3
  %t323 = add i32 %t321, -3
  %t324 = select i1 %t322, i32 %t321, i32 %t323
  %t325 = select i1 %t322, i32 0, i32 1
  store i32 %t324, ptr %s19
  %t326 = add i32 %t277, 1
  %t327 = add i32 %t326, %t325
  store i32 %t327, ptr %s20
  %t328 = add i32 %t231, 2
  %t329 = mul i32 %t328, 64
  %t330 = add i32 %t13, %t329
  %t331 = icmp ult i32 %t330, 144
  %t332 = mul i32 %t328, 128
  %t333 = sext i32 %t332 to i64
  %t334 = add i64 %t73, %t333
  %t335 = add i32 %t12, %t274
  %t336 = add i32 %t335, 8192
  %t337 = select i1 %t331, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t336, i64 %t334, i32 %t337)
  %t338 = add i64 %t334, 4608
  %t339 = add i32 %t336, 2048
  %t340 = select i1 %t331, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t339, i64 %t338, i32 %t340)
  br label %join.273
else.272:
  br label %join.273
join.273:
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t341 = load i32, ptr %s227
  %t342 = add i32 %t341, 12288
  %t343 = icmp eq i32 %t342, 49152
  %t344 = select i1 %t343, i32 0, i32 %t342
  store i32 %t344, ptr %s227
  %t345 = load i32, ptr %s228
  %t346 = add i32 %t345, 12288
  %t347 = icmp eq i32 %t346, 49152
  %t348 = select i1 %t347, i32 0, i32 %t346
  store i32 %t348, ptr %s228
  %t349 = add i32 %t231, 1
  store i32 %t349, ptr %s226
  %t350 = icmp ult i32 %t349, 3
  br i1 %t350, label %loop.229, label %done.230
done.230:
  call void asm sideeffect "griddepcontrol.launch_dependents;", "~{memory}"()
  %t351 = load float, ptr %s74
  %t352 = load float, ptr %s75
  %t353 = load float, ptr %s76
  %t354 = load float, ptr %s77
  %t355 = load float, ptr %s78
  %t356 = load float, ptr %s79
  %t357 = load float, ptr %s80
  %t358 = load float, ptr %s81
  %t359 = load float, ptr %s82
  %t360 = load float, ptr %s83
  %t361 = load float, ptr %s84
  %t362 = load float, ptr %s85
  %t363 = load float, ptr %s86
  %t364 = load float, ptr %s87
  %t365 = load float, ptr %s88
  %t366 = load float, ptr %s89
  %t367 = call {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} asm sideeffect "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,~{memory}"(float %t351, float %t352, float %t353, float %t354, float %t355, float %t356, float %t357, float %t358, float %t359, float %t360, float %t361, float %t362, float %t363, float %t364, float %t365, float %t366) convergent
  %t368 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t367, 0
  store float %t368, ptr %s74
  %t369 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t367, 1
  store float %t369, ptr %s75
  %t370 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t367, 2
  store float %t370, ptr %s76
  %t371 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t367, 3
  store float %t371, ptr %s77
  %t372 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t367, 4
  store float %t372, ptr %s78
  %t373 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t367, 5
  store float %t373, ptr %s79
  %t374 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t367, 6
  store float %t374, ptr %s80
  %t375 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t367, 7
  store float %t375, ptr %s81
  %t376 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t367, 8
  store float %t376, ptr %s82
  %t377 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t367, 9
  store float %t377, ptr %s83
  %t378 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t367, 10
  store float %t378, ptr %s84
  %t379 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t367, 11
  store float %t379, ptr %s85
  %t380 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t367, 12
  store float %t380, ptr %s86
  %t381 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t367, 13
  store float %t381, ptr %s87
  %t382 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t367, 14
  store float %t382, ptr %s88
  %t383 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t367, 15
  store float %t383, ptr %s89
  %t384 = udiv i32 %t3, 4
  %t385 = urem i32 %t3, 4
  %t386 = mul i32 %t385, 8
  %t387 = mul i32 %t384, 160
  %t388 = mul i32 %t386, 4
  %t389 = add i32 %t387, %t388
  %t390 = add i32 %t3, 128
  %t391 = udiv i32 %t390, 4
  %t392 = urem i32 %t390, 4
  %t393 = mul i32 %t392, 8
  %t394 = mul i32 %t391, 160
  %t395 = mul i32 %t393, 4
  %t396 = add i32 %t394, %t395
  %t397 = sext i32 %t386 to i64
  %t398 = getelementptr float, ptr addrspace(1) %t102, i64 %t397
  %t399 = load <8 x float>, ptr addrspace(1) %t398, align 16
  %t400 = mul i32 %t384, 32
  %t401 = add i32 %t386, %t400
  %t402 = sext i32 %t401 to i64
  %t403 = getelementptr float, ptr addrspace(1) %t103, i64 %t402
  %t404 = load <8 x float>, ptr addrspace(1) %t403, align 16
  %t405 = sext i32 %t393 to i64
  %t406 = getelementptr float, ptr addrspace(1) %t102, i64 %t405
  %t407 = load <8 x float>, ptr addrspace(1) %t406, align 16
  %t408 = mul i32 %t391, 32
  %t409 = add i32 %t393, %t408
  %t410 = sext i32 %t409 to i64
  %t411 = getelementptr float, ptr addrspace(1) %t103, i64 %t410
  %t412 = load <8 x float>, ptr addrspace(1) %t411, align 16
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t413 = and i32 %t3, 31
  %t414 = lshr i32 %t3, 5
  %t415 = mul i32 %t414, 16
  %t416 = lshr i32 %t413, 2
  %t417 = add i32 %t415, %t416
  %t418 = and i32 %t413, 3
  %t419 = mul i32 %t418, 8
  %t420 = mul i32 %t417, 160
  %t421 = add i32 %t420, %t419
  %t422 = load float, ptr %s74
  %t423 = insertelement <2 x float> poison, float %t422, i32 0
  %t424 = load float, ptr %s75
  %t425 = insertelement <2 x float> %t423, float %t424, i32 1
  %t426 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t421
  store <2 x float> %t425, ptr addrspace(3) %t426, align 8
  %t427 = load float, ptr %s76
  %t428 = insertelement <2 x float> poison, float %t427, i32 0
  %t429 = load float, ptr %s77
  %t430 = insertelement <2 x float> %t428, float %t429, i32 1
  %t431 = add i32 %t421, 1280
  %t432 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t431
  store <2 x float> %t430, ptr addrspace(3) %t432, align 8
  %t433 = load float, ptr %s78
  %t434 = insertelement <2 x float> poison, float %t433, i32 0
  %t435 = load float, ptr %s79
  %t436 = insertelement <2 x float> %t434, float %t435, i32 1
  %t437 = add i32 %t421, 32
  %t438 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t437
  store <2 x float> %t436, ptr addrspace(3) %t438, align 8
  %t439 = load float, ptr %s80
  %t440 = insertelement <2 x float> poison, float %t439, i32 0
  %t441 = load float, ptr %s81
  %t442 = insertelement <2 x float> %t440, float %t441, i32 1
  %t443 = add i32 %t421, 1312
  %t444 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t443
  store <2 x float> %t442, ptr addrspace(3) %t444, align 8
  %t445 = load float, ptr %s82
  %t446 = insertelement <2 x float> poison, float %t445, i32 0
  %t447 = load float, ptr %s83
  %t448 = insertelement <2 x float> %t446, float %t447, i32 1
  %t449 = add i32 %t421, 64
  %t450 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t449
  store <2 x float> %t448, ptr addrspace(3) %t450, align 8
  %t451 = load float, ptr %s84
  %t452 = insertelement <2 x float> poison, float %t451, i32 0
  %t453 = load float, ptr %s85
  %t454 = insertelement <2 x float> %t452, float %t453, i32 1
  %t455 = add i32 %t421, 1344
  %t456 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t455
  store <2 x float> %t454, ptr addrspace(3) %t456, align 8
  %t457 = load float, ptr %s86
  %t458 = insertelement <2 x float> poison, float %t457, i32 0
  %t459 = load float, ptr %s87
  %t460 = insertelement <2 x float> %t458, float %t459, i32 1
  %t461 = add i32 %t421, 96
  %t462 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t461
  store <2 x float> %t460, ptr addrspace(3) %t462, align 8
  %t463 = load float, ptr %s88
  %t464 = insertelement <2 x float> poison, float %t463, i32 0
  %t465 = load float, ptr %s89
  %t466 = insertelement <2 x float> %t464, float %t465, i32 1
  %t467 = add i32 %t421, 1376
  %t468 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t467
  store <2 x float> %t466, ptr addrspace(3) %t468, align 8
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t469 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t389
  %t470 = load <4 x float>, ptr addrspace(3) %t469, align 16
  %t471 = add i32 %t389, 16
  %t472 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t471
  %t473 = load <4 x float>, ptr addrspace(3) %t472, align 16
  %t474 = shufflevector <4 x float> %t470, <4 x float> %t473, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %t475 = fadd contract <8 x float> %t474, %t399
  %t476 = fadd contract <8 x float> %t475, %t404
  %t477 = fcmp ogt <8 x float> splat (float 0x0000000000000000), %t476
  %t478 = select <8 x i1> %t477, <8 x float> splat (float 0x0000000000000000), <8 x float> %t476
  %t479 = mul i32 %t384, 32
  %t480 = add i32 %t386, %t479
  %t481 = sext i32 %t480 to i64
  %t482 = getelementptr float, ptr addrspace(1) %t104, i64 %t481
  store <8 x float> %t478, ptr addrspace(1) %t482, align 16
  %t483 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t396
  %t484 = load <4 x float>, ptr addrspace(3) %t483, align 16
  %t485 = add i32 %t396, 16
  %t486 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t485
  %t487 = load <4 x float>, ptr addrspace(3) %t486, align 16
  %t488 = shufflevector <4 x float> %t484, <4 x float> %t487, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %t489 = fadd contract <8 x float> %t488, %t407
  %t490 = fadd contract <8 x float> %t489, %t412
  %t491 = fcmp ogt <8 x float> splat (float 0x0000000000000000), %t490
  %t492 = select <8 x i1> %t491, <8 x float> splat (float 0x0000000000000000), <8 x float> %t490
  %t493 = mul i32 %t391, 32
  %t494 = add i32 %t393, %t493
  %t495 = sext i32 %t494 to i64
  %t496 = getelementptr float, ptr addrspace(1) %t104, i64 %t495
  store <8 x float> %t492, ptr addrspace(1) %t496, align 16
  ret void
}
