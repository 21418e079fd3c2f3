@shared_memory = external addrspace(3) global [0 x i8], align 1024
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
define ptx_kernel void @wgmma_conv(ptr %buffer0, ptr noalias %buffer1, ptr %buffer2, ptr noalias %buffer3, ptr noalias %buffer4) nounwind "nvvm.maxntid"="128" {
  %s18 = alloca i32
  %s19 = alloca i32
  %s20 = alloca i32
  %s68 = alloca float
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
  %s234 = alloca i32
  %s235 = alloca i32
  %s236 = alloca i32
  %s237 = alloca i32
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
  %t31 = mul i32 %t28, 2
  %t32 = add i32 %t6, 16
  %t33 = urem i32 %t32, 8
  %t34 = udiv i32 %t32, 8
  %t35 = mul i32 %t33, 16
  %t36 = mul i32 %t34, 128
  %t37 = add i32 %t35, %t36
  %t38 = add i32 -1, %t34
  %t39 = add i32 -1, %t33
  %t40 = mul i32 %t37, 2
  %t41 = add i32 %t6, 32
  %t42 = urem i32 %t41, 8
  %t43 = udiv i32 %t41, 8
  %t44 = mul i32 %t42, 16
  %t45 = mul i32 %t43, 128
  %t46 = add i32 %t44, %t45
  %t47 = add i32 -1, %t43
  %t48 = add i32 -1, %t42
  %t49 = mul i32 %t46, 2
  %t50 = add i32 %t6, 48
  %t51 = urem i32 %t50, 8
  %t52 = udiv i32 %t50, 8
  %t53 = mul i32 %t51, 16
  %t54 = mul i32 %t52, 128
  %t55 = add i32 %t53, %t54
  %t56 = add i32 -1, %t52
  %t57 = add i32 -1, %t51
  %t58 = mul i32 %t55, 2
  %t59 = addrspacecast ptr %buffer4 to ptr addrspace(1)
  %t60 = ptrtoint ptr addrspace(1) %t59 to i64
  %t61 = mul i32 %t6, 144
  %t62 = add i32 %t61, %t13
  %t63 = sext i32 %t62 to i64
  %t64 = mul nsw i64 %t63, 2
  %t65 = add i64 %t60, %t64
  %t66 = icmp eq i32 %t3, 0
  %t67 = add i32 %t2, 49152
  store float 0.0, ptr %s68
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
  %t84 = udiv i32 %t3, 128
  %t85 = mul i32 %t84, 8192
  %t86 = add i32 %t2, %t85
  %t87 = lshr i32 %t86, 4
  %t88 = and i32 %t87, 16383
  %t89 = zext i32 %t88 to i64
  %t90 = or i64 %t89, 4611686293305360384
  %t91 = add i32 %t2, 8192
  %t92 = lshr i32 %t91, 4
  %t93 = and i32 %t92, 16383
  %t94 = zext i32 %t93 to i64
  %t95 = or i64 %t94, 4611686293305360384
  %t96 = addrspacecast ptr %buffer1 to ptr addrspace(1)
  %t97 = addrspacecast ptr %buffer2 to ptr addrspace(1)
  %t98 = addrspacecast ptr %buffer3 to ptr addrspace(1)
  %t99 = icmp ult i32 %t13, 144
  %t100 = add i64 %t65, 0
  %t101 = add i32 %t12, 8192
  %t102 = select i1 %t99, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t101, i64 %t100, i32 %t102)
  %t103 = add i64 %t100, 4608
  %t104 = add i32 %t101, 2048
  %t105 = select i1 %t99, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t104, i64 %t103, i32 %t105)
  %t106 = add i32 %t13, 64
  %t107 = icmp ult i32 %t106, 144
  %t108 = add i64 %t65, 128
  %t109 = add i32 %t12, 12288
  %t110 = add i32 %t109, 8192
  %t111 = select i1 %t107, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t110, i64 %t108, i32 %t111)
  %t112 = add i64 %t108, 4608
  %t113 = add i32 %t110, 2048
  %t114 = select i1 %t107, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t113, i64 %t112, i32 %t114)
  call void asm sideeffect "griddepcontrol.wait;", "~{memory}"()
  %t115 = load i32, ptr %s18
  %t116 = load i32, ptr %s19
  %t117 = load i32, ptr %s20
  %t118 = mul i32 %t115, 2
  %t119 = mul i32 %t116, 32
  %t120 = add i32 %t118, %t119
  %t121 = mul i32 %t117, 256
  %t122 = add i32 %t120, %t121
  %t123 = icmp ult i32 %t117, 3
  %t124 = add i32 %t29, %t117
  %t125 = icmp ult i32 %t124, 8
  %t126 = and i1 %t123, %t125
  %t127 = add i32 %t30, %t116
  %t128 = icmp ult i32 %t127, 8
  %t129 = and i1 %t126, %t128
  %t130 = add i32 %t31, %t122
  %t131 = sext i32 %t130 to i64
  %t132 = add i64 %t23, %t131
  %t133 = select i1 %t129, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t12, i64 %t132, i32 %t133)
  %t134 = add i32 %t38, %t117
  %t135 = icmp ult i32 %t134, 8
  %t136 = and i1 %t123, %t135
  %t137 = add i32 %t39, %t116
  %t138 = icmp ult i32 %t137, 8
  %t139 = and i1 %t136, %t138
  %t140 = add i32 %t40, %t122
  %t141 = sext i32 %t140 to i64
  %t142 = add i64 %t23, %t141
  %t143 = add i32 %t12, 2048
  %t144 = select i1 %t139, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t143, i64 %t142, i32 %t144)
  %t145 = add i32 %t47, %t117
  %t146 = icmp ult i32 %t145, 8
  %t147 = and i1 %t123, %t146
  %t148 = add i32 %t48, %t116
  %t149 = icmp ult i32 %t148, 8
  %t150 = and i1 %t147, %t149
  %t151 = add i32 %t49, %t122
  %t152 = sext i32 %t151 to i64
  %t153 = add i64 %t23, %t152
  %t154 = add i32 %t12, 4096
  %t155 = select i1 %t150, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t154, i64 %t153, i32 %t155)
  %t156 = add i32 %t56, %t117
  %t157 = icmp ult i32 %t156, 8
  %t158 = and i1 %t123, %t157
  %t159 = add i32 %t57, %t116
  %t160 = icmp ult i32 %t159, 8
  %t161 = and i1 %t158, %t160
  %t162 = add i32 %t58, %t122
  %t163 = sext i32 %t162 to i64
  %t164 = add i64 %t23, %t163
  %t165 = add i32 %t12, 6144
  %t166 = select i1 %t161, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t165, i64 %t164, i32 %t166)
  %t167 = add i32 %t116, 1
  %t168 = icmp ult i32 %t167, 3
  %t169 = add i32 %t167, -3
  %t170 = select i1 %t168, i32 %t167, i32 %t169
  %t171 = select i1 %t168, i32 0, i32 1
  store i32 %t170, ptr %s19
  %t172 = add i32 %t117, 1
  %t173 = add i32 %t172, %t171
  store i32 %t173, ptr %s20
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t174 = load i32, ptr %s18
  %t175 = load i32, ptr %s19
  %t176 = load i32, ptr %s20
  %t177 = mul i32 %t174, 2
  %t178 = mul i32 %t175, 32
  %t179 = add i32 %t177, %t178
  %t180 = mul i32 %t176, 256
  %t181 = add i32 %t179, %t180
  %t182 = add i32 %t12, 12288
  %t183 = icmp ult i32 %t176, 3
  %t184 = add i32 %t29, %t176
  %t185 = icmp ult i32 %t184, 8
  %t186 = and i1 %t183, %t185
  %t187 = add i32 %t30, %t175
  %t188 = icmp ult i32 %t187, 8
  %t189 = and i1 %t186, %t188
  %t190 = add i32 %t31, %t181
  %t191 = sext i32 %t190 to i64
  %t192 = add i64 %t23, %t191
  %t193 = select i1 %t189, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t182, i64 %t192, i32 %t193)
  %t194 = add i32 %t38, %t176
  %t195 = icmp ult i32 %t194, 8
  %t196 = and i1 %t183, %t195
  %t197 = add i32 %t39, %t175
  %t198 = icmp ult i32 %t197, 8
  %t199 = and i1 %t196, %t198
  %t200 = add i32 %t40, %t181
  %t201 = sext i32 %t200 to i64
  %t202 = add i64 %t23, %t201
  %t203 = add i32 %t182, 2048
  %t204 = select i1 %t199, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t203, i64 %t202, i32 %t204)
  %t205 = add i32 %t47, %t176
  %t206 = icmp ult i32 %t205, 8
  %t207 = and i1 %t183, %t206
  %t208 = add i32 %t48, %t175
  %t209 = icmp ult i32 %t208, 8
  %t210 = and i1 %t207, %t209
  %t211 = add i32 %t49, %t181
  %t212 = sext i32 %t211 to i64
  %t213 = add i64 %t23, %t212
  %t214 = add i32 %t182, 4096
  %t215 = select i1 %t210, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t214, i64 %t213, i32 %t215)
  %t216 = add i32 %t56, %t176
  %t217 = icmp ult i32 %t216, 8
  %t218 = and i1 %t183, %t217
  %t219 = add i32 %t57, %t175
  %t220 = icmp ult i32 %t219, 8
  %t221 = and i1 %t218, %t220
  %t222 = add i32 %t58, %t181
  %t223 = sext i32 %t222 to i64
  %t224 = add i64 %t23, %t223
  %t225 = add i32 %t182, 6144
  %t226 = select i1 %t221, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t225, i64 %t224, i32 %t226)
  %t227 = add i32 %t175, 1
  %t228 = icmp ult i32 %t227, 3
  %t229 = add i32 %t227, -3
  %t230 = select i1 %t228, i32 %t227, i32 %t229
  %t231 = select i1 %t228, i32 0, i32 1
  store i32 %t230, ptr %s19
  %t232 = add i32 %t176, 1
  %t233 = add i32 %t232, %t231
  store i32 %t233, ptr %s20
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  store i32 0, ptr %s234
  store i32 0, ptr %s235
  store i32 0, ptr %s236
  store i32 2, ptr %s237
  br label %loop.238
loop.238:
  %t240 = load i32, ptr %s234
  %t241 = load i32, ptr %s235
  call void asm sideeffect "cp.async.wait_group 1;", "~{memory}"() convergent
  call void asm sideeffect "fence.proxy.async.shared::cta;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t242 = load i32, ptr %s236
  %t243 = mul i32 %t241, 768
  %t244 = zext i32 %t243 to i64
  %t245 = add i64 %t90, %t244
  %t246 = add i64 %t95, %t244
  %t247 = load float, ptr %s68
  %t248 = load float, ptr %s69
  %t249 = load float, ptr %s70
  %t250 = load float, ptr %s71
  %t251 = load float, ptr %s72
  %t252 = load float, ptr %s73
  %t253 = load float, ptr %s74
  %t254 = load float, ptr %s75
  %t255 = load float, ptr %s76
  %t256 = load float, ptr %s77
  %t257 = load float, ptr %s78
  %t258 = load float, ptr %s79
  %t259 = load float, ptr %s80
  %t260 = load float, ptr %s81
  %t261 = load float, ptr %s82
  %t262 = load float, ptr %s83
  %t263 = call {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} asm sideeffect "{ .reg .b64 left, right; .reg .pred adds; setp.eq.u32 adds, 1, 1; wgmma.fence.sync.aligned; add.s64 left, $16, 0; add.s64 right, $17, 0; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 2; add.s64 right, $17, 2; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 4; add.s64 right, $17, 4; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 6; add.s64 right, $17, 6; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; wgmma.commit_group.sync.aligned; }", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,l,l,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,~{memory}"(i64 %t245, i64 %t246, float %t247, float %t248, float %t249, float %t250, float %t251, float %t252, float %t253, float %t254, float %t255, float %t256, float %t257, float %t258, float %t259, float %t260, float %t261, float %t262) convergent
  %t264 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t263, 0
  store float %t264, ptr %s68
  %t265 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t263, 1
  store float %t265, ptr %s69
  %t266 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t263, 2
  store float %t266, ptr %s70
  %t267 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t263, 3
  store float %t267, ptr %s71
  %t268 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t263, 4
  store float %t268, ptr %s72
  %t269 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t263, 5
  store float %t269, ptr %s73
  %t270 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t263, 6
  store float %t270, ptr %s74
  %t271 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t263, 7
  store float %t271, ptr %s75
  %t272 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t263, 8
  store float %t272, ptr %s76
  %t273 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t263, 9
  store float %t273, ptr %s77
  %t274 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t263, 10
  store float %t274, ptr %s78
  %t275 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t263, 11
  store float %t275, ptr %s79
  %t276 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t263, 12
  store float %t276, ptr %s80
  %t277 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t263, 13
  store float %t277, ptr %s81
  %t278 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t263, 14
  store float %t278, ptr %s82
  %t279 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t263, 15
  store float %t279, ptr %s83
  call void asm sideeffect "wgmma.wait_group.sync.aligned 1;", "~{memory}"() convergent
  %t280 = icmp ult i32 %t240, 1
  br i1 %t280, label %then.281, label %else.282
then.281:
  %t284 = load i32, ptr %s237
  %t285 = add i32 %t240, 2
  %t286 = mul i32 %t285, 64
  %t287 = add i32 %t13, %t286
  %t288 = icmp ult i32 %t287, 144
  %t289 = mul i32 %t285, 128
  %t290 = sext i32 %t289 to i64
  %t291 = add i64 %t65, %t290
  %t292 = mul i32 %t284, 12288
  %t293 = add i32 %t12, %t292
  %t294 = add i32 %t293, 8192
  %t295 = select i1 %t288, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t294, i64 %t291, i32 %t295)
  %t296 = add i64 %t291, 4608
  %t297 = add i32 %t294, 2048
  %t298 = select i1 %t288, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t297, i64 %t296, i32 %t298)
  %t299 = load i32, ptr %s18
  %t300 = load i32, ptr %s19
  %t301 = load i32, ptr %s20
  %t302 = mul i32 %t299, 2
  %t303 = mul i32 %t300, 32
  %t304 = add i32 %t302, %t303
  %t305 = mul i32 %t301, 256
  %t306 = add i32 %t304, %t305
  %t307 = mul i32 %t284, 12288
  %t308 = add i32 %t12, %t307
  %t309 = icmp ult i32 %t301, 3
  %t310 = add i32 %t29, %t301
  %t311 = icmp ult i32 %t310, 8
  %t312 = and i1 %t309, %t311
  %t313 = add i32 %t30, %t300
  %t314 = icmp ult i32 %t313, 8
  %t315 = and i1 %t312, %t314
  %t316 = add i32 %t31, %t306
  %t317 = sext i32 %t316 to i64
  %t318 = add i64 %t23, %t317
  %t319 = select i1 %t315, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t308, i64 %t318, i32 %t319)
  %t320 = add i32 %t38, %t301
  %t321 = icmp ult i32 %t320, 8
  %t322 = and i1 %t309, %t321
  %t323 = add i32 %t39, %t300
  %t324 = icmp ult i32 %t323, 8
  %t325 = and i1 %t322, %t324
  %t326 = add i32 %t40, %t306
  %t327 = sext i32 %t326 to i64
  %t328 = add i64 %t23, %t327
  %t329 = add i32 %t308, 2048
  %t330 = select i1 %t325, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t329, i64 %t328, i32 %t330)
  %t331 = add i32 %t47, %t301
  %t332 = icmp ult i32 %t331, 8
  %t333 = and i1 %t309, %t332
  %t334 = add i32 %t48, %t300
  %t335 = icmp ult i32 %t334, 8
  %t336 = and i1 %t333, %t335
  %t337 = add i32 %t49, %t306
  %t338 = sext i32 %t337 to i64
  %t339 = add i64 %t23, %t338
  %t340 = add i32 %t308, 4096
  %t341 = select i1 %t336, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t340, i64 %t339, i32 %t341)
  %t342 = add i32 %t56, %t301
  %t343 = icmp ult i32 %t342, 8
  %t344 = and i1 %t309, %t343
  %t345 = add i32 %t57, %t300
  %t346 = icmp ult i32 %t345, 8
  %t347 = and i1 %t344, %t346
  %t348 = add i32 %t58, %t306
  %t349 = sext i32 %t348 to i64
  %t350 = add i64 %t23, %t349
  %t351 = add i32 %t308, 6144
  %t352 = select i1 %t347, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t351, i64 %t350, i32 %t352)
  %t353 = add i32 %t300, 1
  %t354 = icmp ult i32 %t353, 3
  %t355 = add i32 %t353, -3
  %t356 = select i1 %t354, i32 %t353, i32 %t355
  %t357 = select i1 %t354, i32 0, i32 1
  store i32 %t356, ptr %s19
  %t358 = add i32 %t301, 1
  %t359 = add i32 %t358, %t357
  store i32 %t359, ptr %s20
  br label %join.283
else.282:
  br label %join.283
join.283:
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t360 = load i32, ptr %s235
  %t361 = add i32 %t360, 1
  %t362 = icmp ult i32 %t361, 4
  %t363 = select i1 %t362, i32 %t361, i32 0
  store i32 %t363, ptr %s235
  %t364 = load i32, ptr %s236
  %t365 = xor i32 %t364, 1
  %t366 = load i32, ptr %s236
  %t367 = select i1 %t362, i32 %t366, i32 %t365
  store i32 %t367, ptr %s236
  %t368 = load i32, ptr %s237
  %t369 = add i32 %t368, 1
  %t370 = icmp ult i32 %t369, 4
  %t371 = select i1 %t370, i32 %t369, i32 0
  store i32 %t371, ptr %s237
  %t372 = add i32 %t240, 1
  store i32 %t372, ptr %s234
  %t373 = icmp ult i32 %t372, 3
  br i1 %t373, label %loop.238, label %done.239
done.239:
  call void asm sideeffect "griddepcontrol.launch_dependents;", "~{memory}"()
  %t374 = load float, ptr %s68
  %t375 = load float, ptr %s69
  %t376 = load float, ptr %s70
  %t377 = load float, ptr %s71
  %t378 = load float, ptr %s72
  %t379 = load float, ptr %s73
  %t380 = load float, ptr %s74
  %t381 = load float, ptr %s75
  %t382 = load float, ptr %s76
  %t383 = load float, ptr %s77
  %t384 = load float, ptr %s78
  %t385 = load float, ptr %s79
  %t386 = load float, ptr %s80
  %t387 = load float, ptr %s81
  %t388 = load float, ptr %s82
  %t389 = load float, ptr %s83
  %t390 = call {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} asm sideeffect "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,~{memory}"(float %t374, float %t375, float %t376, float %t377, float %t378, float %t379, float %t380, float %t381, float %t382, float %t383, float %t384, float %t385, float %t386, float %t387, float %t388, float %t389) convergent
  %t391 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t390, 0
  store float %t391, ptr %s68
  %t392 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t390, 1
  store float %t392, ptr %s69
  %t393 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t390, 2
  store float %t393, ptr %s70
  %t394 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t390, 3
  store float %t394, ptr %s71
  %t395 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t390, 4
  store float %t395, ptr %s72
  %t396 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t390, 5
  store float %t396, ptr %s73
  %t397 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t390, 6
  store float %t397, ptr %s74
  %t398 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t390, 7
  store float %t398, ptr %s75
  %t399 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t390, 8
  store float %t399, ptr %s76
  %t400 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t390, 9
  store float %t400, ptr %s77
  %t401 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t390, 10
  store float %t401, ptr %s78
  %t402 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t390, 11
  store float %t402, ptr %s79
  %t403 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t390, 12
  store float %t403, ptr %s80
  %t404 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t390, 13
  store float %t404, ptr %s81
  %t405 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t390, 14
  store float %t405, ptr %s82
  %t406 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t390, 15
  store float %t406, ptr %s83
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
  %t421 = getelementptr float, ptr addrspace(1) %t96, i64 %t420
  %t422 = load <8 x float>, ptr addrspace(1) %t421, align 16
  %t423 = mul i32 %t407, 32
  %t424 = add i32 %t409, %t423
  %t425 = sext i32 %t424 to i64
  %t426 = getelementptr float, ptr addrspace(1) %t97, i64 %t425
  %t427 = load <8 x float>, ptr addrspace(1) %t426, align 16
  %t428 = sext i32 %t416 to i64
  %t429 = getelementptr float, ptr addrspace(1) %t96, i64 %t428
  %t430 = load <8 x float>, ptr addrspace(1) %t429, align 16
  %t431 = mul i32 %t414, 32
  %t432 = add i32 %t416, %t431
  %t433 = sext i32 %t432 to i64
  %t434 = getelementptr float, ptr addrspace(1) %t97, i64 %t433
  %t435 = load <8 x float>, ptr addrspace(1) %t434, align 16
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t436 = and i32 %t3, 31
  %t437 = lshr i32 %t3, 5
  %t438 = mul i32 %t437, 16
  %t439 = lshr i32 %t436, 2
  %t440 = add i32 %t438, %t439
  %t441 = and i32 %t436, 3
  %t442 = mul i32 %t441, 8
  %t443 = mul i32 %t440, 160
  %t444 = add i32 %t443, %t442
  %t445 = load float, ptr %s68
  %t446 = insertelement <2 x float> poison, float %t445, i32 0
  %t447 = load float, ptr %s69
  %t448 = insertelement <2 x float> %t446, float %t447, i32 1
  %t449 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t444
  store <2 x float> %t448, ptr addrspace(3) %t449, align 8
  %t450 = load float, ptr %s70
  %t451 = insertelement <2 x float> poison, float %t450, i32 0
  %t452 = load float, ptr %s71
  %t453 = insertelement <2 x float> %t451, float %t452, i32 1
  %t454 = add i32 %t444, 1280
  %t455 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t454
  store <2 x float> %t453, ptr addrspace(3) %t455, align 8
  %t456 = load float, ptr %s72
  %t457 = insertelement <2 x float> poison, float %t456, i32 0
  %t458 = load float, ptr %s73
  %t459 = insertelement <2 x float> %t457, float %t458, i32 1
  %t460 = add i32 %t444, 32
  %t461 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t460
  store <2 x float> %t459, ptr addrspace(3) %t461, align 8
  %t462 = load float, ptr %s74
  %t463 = insertelement <2 x float> poison, float %t462, i32 0
  %t464 = load float, ptr %s75
  %t465 = insertelement <2 x float> %t463, float %t464, i32 1
  %t466 = add i32 %t444, 1312
  %t467 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t466
  store <2 x float> %t465, ptr addrspace(3) %t467, align 8
  %t468 = load float, ptr %s76
  %t469 = insertelement <2 x float> poison, float %t468, i32 0
  %t470 = load float, ptr %s77
  %t471 = insertelement <2 x float> %t469, float %t470, i32 1
  %t472 = add i32 %t444, 64
  %t473 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t472
  store <2 x float> %t471, ptr addrspace(3) %t473, align 8
  %t474 = load float, ptr %s78
  %t475 = insertelement <2 x float> poison, float %t474, i32 0
  %t476 = load float, ptr %s79
  %t477 = insertelement <2 x float> %t475, float %t476, i32 1
  %t478 = add i32 %t444, 1344
  %t479 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t478
  store <2 x float> %t477, ptr addrspace(3) %t479, align 8
  %t480 = load float, ptr %s80
  %t481 = insertelement <2 x float> poison, float %t480, i32 0
  %t482 = load float, ptr %s81
  %t483 = insertelement <2 x float> %t481, float %t482, i32 1
  %t484 = add i32 %t444, 96
  %t485 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t484
  store <2 x float> %t483, ptr addrspace(3) %t485, align 8
  %t486 = load float, ptr %s82
  %t487 = insertelement <2 x float> poison, float %t486, i32 0
  %t488 = load float, ptr %s83
  %t489 = insertelement <2 x float> %t487, float %t488, i32 1
  %t490 = add i32 %t444, 1376
  %t491 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t490
  store <2 x float> %t489, ptr addrspace(3) %t491, align 8
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t492 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t412
  %t493 = load <4 x float>, ptr addrspace(3) %t492, align 16
  %t494 = add i32 %t412, 16
  %t495 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t494
  %t496 = load <4 x float>, ptr addrspace(3) %t495, align 16
  %t497 = shufflevector <4 x float> %t493, <4 x float> %t496, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %t498 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t419
  %t499 = load <4 x float>, ptr addrspace(3) %t498, align 16
  %t500 = add i32 %t419, 16
  %t501 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t500
  %t502 = load <4 x float>, ptr addrspace(3) %t501, align 16
  %t503 = shufflevector <4 x float> %t499, <4 x float> %t502, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %t504 = fadd contract <8 x float> %t497, %t422
  %t505 = fadd contract <8 x float> %t504, %t427
  %t506 = fcmp ogt <8 x float> splat (float 0x0000000000000000), %t505
  %t507 = select <8 x i1> %t506, <8 x float> splat (float 0x0000000000000000), <8 x float> %t505
  %t508 = mul i32 %t407, 32
  %t509 = add i32 %t409, %t508
  %t510 = sext i32 %t509 to i64
  %t511 = getelementptr float, ptr addrspace(1) %t98, i64 %t510
  store <8 x float> %t507, ptr addrspace(1) %t511, align 16
  %t512 = fadd contract <8 x float> %t503, %t430
  %t513 = fadd contract <8 x float> %t512, %t435
  %t514 = fcmp ogt <8 x float> splat (float 0x0000000000000000), %t513
  %t515 = select <8 x i1> %t514, <8 x float> splat (float 0x0000000000000000), <8 x float> %t513
  %t516 = mul i32 %t414, 32
  %t517 = add i32 %t416, %t516
  %t518 = sext i32 %t517 to i64
  %t519 = getelementptr float, ptr addrspace(1) %t98, i64 %t518
  store <8 x float> %t515, ptr addrspace(1) %t519, align 16
  ret void
}
