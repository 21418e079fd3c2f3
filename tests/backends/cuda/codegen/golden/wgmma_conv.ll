@shared_memory = external addrspace(3) global [0 x i8], align 1024
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
define ptx_kernel void @wgmma_conv(ptr %buffer0, ptr noalias %buffer1, ptr %buffer2, ptr noalias %buffer3, ptr noalias %buffer4) nounwind "nvvm.maxntid"="128" {
  %s18 = alloca i32
  %s19 = alloca i32
  %s20 = alloca i32
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
  %s90 = alloca float
  %s91 = alloca float
  %s228 = alloca i32
  %s229 = alloca i32
  %s230 = alloca i32
  %s231 = alloca i32
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
  %t74 = icmp eq i32 %t3, 0
  %t75 = add i32 %t2, 49152
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
  store float 0.0, ptr %s90
  store float 0.0, ptr %s91
  %t92 = udiv i32 %t3, 128
  %t93 = mul i32 %t92, 8192
  %t94 = add i32 %t2, %t93
  %t95 = lshr i32 %t94, 4
  %t96 = and i32 %t95, 16383
  %t97 = zext i32 %t96 to i64
  %t98 = or i64 %t97, 4611686293305360384
  %t99 = add i32 %t2, 8192
  %t100 = lshr i32 %t99, 4
  %t101 = and i32 %t100, 16383
  %t102 = zext i32 %t101 to i64
  %t103 = or i64 %t102, 4611686293305360384
  %t104 = addrspacecast ptr %buffer1 to ptr addrspace(1)
  %t105 = addrspacecast ptr %buffer2 to ptr addrspace(1)
  %t106 = addrspacecast ptr %buffer3 to ptr addrspace(1)
  %t107 = icmp ult i32 %t13, 144
  %t108 = add i64 %t73, 0
  %t109 = add i32 %t12, 8192
  %t110 = select i1 %t107, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t109, i64 %t108, i32 %t110)
  %t111 = add i64 %t108, 4608
  %t112 = add i32 %t109, 2048
  %t113 = select i1 %t107, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t112, i64 %t111, i32 %t113)
  %t114 = add i32 %t13, 64
  %t115 = icmp ult i32 %t114, 144
  %t116 = add i64 %t73, 128
  %t117 = add i32 %t12, 12288
  %t118 = add i32 %t117, 8192
  %t119 = select i1 %t115, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t118, i64 %t116, i32 %t119)
  %t120 = add i64 %t116, 4608
  %t121 = add i32 %t118, 2048
  %t122 = select i1 %t115, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t121, i64 %t120, i32 %t122)
  call void asm sideeffect "griddepcontrol.wait;", "~{memory}"()
  %t123 = load i32, ptr %s18
  %t124 = load i32, ptr %s19
  %t125 = load i32, ptr %s20
  %t126 = mul i32 %t123, 2
  %t127 = mul i32 %t124, 32
  %t128 = add i32 %t126, %t127
  %t129 = mul i32 %t125, 256
  %t130 = add i32 %t128, %t129
  %t131 = sext i32 %t130 to i64
  %t132 = icmp ult i32 %t125, 3
  %t133 = add i32 %t29, %t125
  %t134 = icmp ult i32 %t133, 8
  %t135 = and i1 %t132, %t134
  %t136 = add i32 %t30, %t124
  %t137 = icmp ult i32 %t136, 8
  %t138 = and i1 %t135, %t137
  %t139 = add i64 %t33, %t131
  %t140 = select i1 %t138, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t12, i64 %t139, i32 %t140)
  %t141 = add i32 %t40, %t125
  %t142 = icmp ult i32 %t141, 8
  %t143 = and i1 %t132, %t142
  %t144 = add i32 %t41, %t124
  %t145 = icmp ult i32 %t144, 8
  %t146 = and i1 %t143, %t145
  %t147 = add i64 %t44, %t131
  %t148 = add i32 %t12, 2048
  %t149 = select i1 %t146, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t148, i64 %t147, i32 %t149)
  %t150 = add i32 %t51, %t125
  %t151 = icmp ult i32 %t150, 8
  %t152 = and i1 %t132, %t151
  %t153 = add i32 %t52, %t124
  %t154 = icmp ult i32 %t153, 8
  %t155 = and i1 %t152, %t154
  %t156 = add i64 %t55, %t131
  %t157 = add i32 %t12, 4096
  %t158 = select i1 %t155, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t157, i64 %t156, i32 %t158)
  %t159 = add i32 %t62, %t125
  %t160 = icmp ult i32 %t159, 8
  %t161 = and i1 %t132, %t160
  %t162 = add i32 %t63, %t124
  %t163 = icmp ult i32 %t162, 8
  %t164 = and i1 %t161, %t163
  %t165 = add i64 %t66, %t131
  %t166 = add i32 %t12, 6144
  %t167 = select i1 %t164, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t166, i64 %t165, i32 %t167)
  %t168 = add i32 %t124, 1
  %t169 = icmp ult i32 %t168, 3
  %t170 = add i32 %t168, -3
  %t171 = select i1 %t169, i32 %t168, i32 %t170
  %t172 = select i1 %t169, i32 0, i32 1
  store i32 %t171, ptr %s19
  %t173 = add i32 %t125, 1
  %t174 = add i32 %t173, %t172
  store i32 %t174, ptr %s20
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t175 = load i32, ptr %s18
  %t176 = load i32, ptr %s19
  %t177 = load i32, ptr %s20
  %t178 = mul i32 %t175, 2
  %t179 = mul i32 %t176, 32
  %t180 = add i32 %t178, %t179
  %t181 = mul i32 %t177, 256
  %t182 = add i32 %t180, %t181
  %t183 = sext i32 %t182 to i64
  %t184 = add i32 %t12, 12288
  %t185 = icmp ult i32 %t177, 3
  %t186 = add i32 %t29, %t177
  %t187 = icmp ult i32 %t186, 8
  %t188 = and i1 %t185, %t187
  %t189 = add i32 %t30, %t176
  %t190 = icmp ult i32 %t189, 8
  %t191 = and i1 %t188, %t190
  %t192 = add i64 %t33, %t183
  %t193 = select i1 %t191, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t184, i64 %t192, i32 %t193)
  %t194 = add i32 %t40, %t177
  %t195 = icmp ult i32 %t194, 8
  %t196 = and i1 %t185, %t195
  %t197 = add i32 %t41, %t176
  %t198 = icmp ult i32 %t197, 8
  %t199 = and i1 %t196, %t198
  %t200 = add i64 %t44, %t183
  %t201 = add i32 %t184, 2048
  %t202 = select i1 %t199, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t201, i64 %t200, i32 %t202)
  %t203 = add i32 %t51, %t177
  %t204 = icmp ult i32 %t203, 8
  %t205 = and i1 %t185, %t204
  %t206 = add i32 %t52, %t176
  %t207 = icmp ult i32 %t206, 8
  %t208 = and i1 %t205, %t207
  %t209 = add i64 %t55, %t183
  %t210 = add i32 %t184, 4096
  %t211 = select i1 %t208, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t210, i64 %t209, i32 %t211)
  %t212 = add i32 %t62, %t177
  %t213 = icmp ult i32 %t212, 8
  %t214 = and i1 %t185, %t213
  %t215 = add i32 %t63, %t176
  %t216 = icmp ult i32 %t215, 8
  %t217 = and i1 %t214, %t216
  %t218 = add i64 %t66, %t183
  %t219 = add i32 %t184, 6144
  %t220 = select i1 %t217, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t219, i64 %t218, i32 %t220)
  %t221 = add i32 %t176, 1
  %t222 = icmp ult i32 %t221, 3
  %t223 = add i32 %t221, -3
  %t224 = select i1 %t222, i32 %t221, i32 %t223
  %t225 = select i1 %t222, i32 0, i32 1
  store i32 %t224, ptr %s19
  %t226 = add i32 %t177, 1
  %t227 = add i32 %t226, %t225
  store i32 %t227, ptr %s20
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  store i32 0, ptr %s228
  store i32 0, ptr %s229
  store i32 0, ptr %s230
  store i32 2, ptr %s231
  br label %loop.232
loop.232:
  %t234 = load i32, ptr %s228
  %t235 = load i32, ptr %s229
  call void asm sideeffect "cp.async.wait_group 1;", "~{memory}"() convergent
  call void asm sideeffect "fence.proxy.async.shared::cta;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t236 = load i32, ptr %s230
  %t237 = mul i32 %t235, 768
  %t238 = zext i32 %t237 to i64
  %t239 = add i64 %t98, %t238
  %t240 = add i64 %t103, %t238
  %t241 = load float, ptr %s76
  %t242 = load float, ptr %s77
  %t243 = load float, ptr %s78
  %t244 = load float, ptr %s79
  %t245 = load float, ptr %s80
  %t246 = load float, ptr %s81
  %t247 = load float, ptr %s82
  %t248 = load float, ptr %s83
  %t249 = load float, ptr %s84
  %t250 = load float, ptr %s85
  %t251 = load float, ptr %s86
  %t252 = load float, ptr %s87
  %t253 = load float, ptr %s88
  %t254 = load float, ptr %s89
  %t255 = load float, ptr %s90
  %t256 = load float, ptr %s91
  %t257 = call {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} asm sideeffect "{ .reg .b64 left, right; .reg .pred adds; setp.eq.u32 adds, 1, 1; wgmma.fence.sync.aligned; add.s64 left, $16, 0; add.s64 right, $17, 0; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 2; add.s64 right, $17, 2; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 4; add.s64 right, $17, 4; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 6; add.s64 right, $17, 6; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; wgmma.commit_group.sync.aligned; }", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,l,l,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,~{memory}"(i64 %t239, i64 %t240, float %t241, float %t242, float %t243, float %t244, float %t245, float %t246, float %t247, float %t248, float %t249, float %t250, float %t251, float %t252, float %t253, float %t254, float %t255, float %t256) convergent
  %t258 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t257, 0
  store float %t258, ptr %s76
  %t259 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t257, 1
  store float %t259, ptr %s77
  %t260 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t257, 2
  store float %t260, ptr %s78
  %t261 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t257, 3
  store float %t261, ptr %s79
  %t262 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t257, 4
  store float %t262, ptr %s80
  %t263 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t257, 5
  store float %t263, ptr %s81
  %t264 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t257, 6
  store float %t264, ptr %s82
  %t265 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t257, 7
  store float %t265, ptr %s83
  %t266 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t257, 8
  store float %t266, ptr %s84
  %t267 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t257, 9
  store float %t267, ptr %s85
  %t268 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t257, 10
  store float %t268, ptr %s86
  %t269 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t257, 11
  store float %t269, ptr %s87
  %t270 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t257, 12
  store float %t270, ptr %s88
  %t271 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t257, 13
  store float %t271, ptr %s89
  %t272 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t257, 14
  store float %t272, ptr %s90
  %t273 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t257, 15
  store float %t273, ptr %s91
  call void asm sideeffect "wgmma.wait_group.sync.aligned 1;", "~{memory}"() convergent
  %t274 = icmp ult i32 %t234, 1
  br i1 %t274, label %then.275, label %else.276
then.275:
  %t278 = load i32, ptr %s231
  %t279 = add i32 %t234, 2
  %t280 = mul i32 %t279, 64
  %t281 = add i32 %t13, %t280
  %t282 = icmp ult i32 %t281, 144
  %t283 = mul i32 %t279, 128
  %t284 = sext i32 %t283 to i64
  %t285 = add i64 %t73, %t284
  %t286 = mul i32 %t278, 12288
  %t287 = add i32 %t12, %t286
  %t288 = add i32 %t287, 8192
  %t289 = select i1 %t282, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t288, i64 %t285, i32 %t289)
  %t290 = add i64 %t285, 4608
  %t291 = add i32 %t288, 2048
  %t292 = select i1 %t282, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t291, i64 %t290, i32 %t292)
  %t293 = load i32, ptr %s18
  %t294 = load i32, ptr %s19
  %t295 = load i32, ptr %s20
  %t296 = mul i32 %t293, 2
  %t297 = mul i32 %t294, 32
  %t298 = add i32 %t296, %t297
  %t299 = mul i32 %t295, 256
  %t300 = add i32 %t298, %t299
  %t301 = sext i32 %t300 to i64
  %t302 = mul i32 %t278, 12288
  %t303 = add i32 %t12, %t302
  %t304 = icmp ult i32 %t295, 3
  %t305 = add i32 %t29, %t295
  %t306 = icmp ult i32 %t305, 8
  %t307 = and i1 %t304, %t306
  %t308 = add i32 %t30, %t294
  %t309 = icmp ult i32 %t308, 8
  %t310 = and i1 %t307, %t309
  %t311 = add i64 %t33, %t301
  %t312 = select i1 %t310, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t303, i64 %t311, i32 %t312)
  %t313 = add i32 %t40, %t295
  %t314 = icmp ult i32 %t313, 8
  %t315 = and i1 %t304, %t314
  %t316 = add i32 %t41, %t294
  %t317 = icmp ult i32 %t316, 8
  %t318 = and i1 %t315, %t317
  %t319 = add i64 %t44, %t301
  %t320 = add i32 %t303, 2048
  %t321 = select i1 %t318, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t320, i64 %t319, i32 %t321)
  %t322 = add i32 %t51, %t295
  %t323 = icmp ult i32 %t322, 8
  %t324 = and i1 %t304, %t323
  %t325 = add i32 %t52, %t294
  %t326 = icmp ult i32 %t325, 8
  %t327 = and i1 %t324, %t326
  %t328 = add i64 %t55, %t301
  %t329 = add i32 %t303, 4096
  %t330 = select i1 %t327, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t329, i64 %t328, i32 %t330)
  %t331 = add i32 %t62, %t295
  %t332 = icmp ult i32 %t331, 8
  %t333 = and i1 %t304, %t332
  %t334 = add i32 %t63, %t294
  %t335 = icmp ult i32 %t334, 8
  %t336 = and i1 %t333, %t335
  %t337 = add i64 %t66, %t301
  %t338 = add i32 %t303, 6144
  %t339 = select i1 %t336, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t338, i64 %t337, i32 %t339)
  %t340 = add i32 %t294, 1
  %t341 = icmp ult i32 %t340, 3
  %t342 = add i32 %t340, -3
  %t343 = select i1 %t341, i32 %t340, i32 %t342
  %t344 = select i1 %t341, i32 0, i32 1
  store i32 %t343, ptr %s19
  %t345 = add i32 %t295, 1
  %t346 = add i32 %t345, %t344
  store i32 %t346, ptr %s20
  br label %join.277
else.276:
  br label %join.277
join.277:
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t347 = load i32, ptr %s229
  %t348 = add i32 %t347, 1
  %t349 = icmp ult i32 %t348, 4
  %t350 = select i1 %t349, i32 %t348, i32 0
  store i32 %t350, ptr %s229
  %t351 = load i32, ptr %s230
  %t352 = xor i32 %t351, 1
  %t353 = load i32, ptr %s230
  %t354 = select i1 %t349, i32 %t353, i32 %t352
  store i32 %t354, ptr %s230
  %t355 = load i32, ptr %s231
  %t356 = add i32 %t355, 1
  %t357 = icmp ult i32 %t356, 4
  %t358 = select i1 %t357, i32 %t356, i32 0
  store i32 %t358, ptr %s231
  %t359 = add i32 %t234, 1
  store i32 %t359, ptr %s228
  %t360 = icmp ult i32 %t359, 3
  br i1 %t360, label %loop.232, label %done.233
done.233:
  call void asm sideeffect "griddepcontrol.launch_dependents;", "~{memory}"()
  %t361 = load float, ptr %s76
  %t362 = load float, ptr %s77
  %t363 = load float, ptr %s78
  %t364 = load float, ptr %s79
  %t365 = load float, ptr %s80
  %t366 = load float, ptr %s81
  %t367 = load float, ptr %s82
  %t368 = load float, ptr %s83
  %t369 = load float, ptr %s84
  %t370 = load float, ptr %s85
  %t371 = load float, ptr %s86
  %t372 = load float, ptr %s87
  %t373 = load float, ptr %s88
  %t374 = load float, ptr %s89
  %t375 = load float, ptr %s90
  %t376 = load float, ptr %s91
  %t377 = call {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} asm sideeffect "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,~{memory}"(float %t361, float %t362, float %t363, float %t364, float %t365, float %t366, float %t367, float %t368, float %t369, float %t370, float %t371, float %t372, float %t373, float %t374, float %t375, float %t376) convergent
  %t378 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t377, 0
  store float %t378, ptr %s76
  %t379 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t377, 1
  store float %t379, ptr %s77
  %t380 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t377, 2
  store float %t380, ptr %s78
  %t381 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t377, 3
  store float %t381, ptr %s79
  %t382 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t377, 4
  store float %t382, ptr %s80
  %t383 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t377, 5
  store float %t383, ptr %s81
  %t384 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t377, 6
  store float %t384, ptr %s82
  %t385 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t377, 7
  store float %t385, ptr %s83
  %t386 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t377, 8
  store float %t386, ptr %s84
  %t387 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t377, 9
  store float %t387, ptr %s85
  %t388 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t377, 10
  store float %t388, ptr %s86
  %t389 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t377, 11
  store float %t389, ptr %s87
  %t390 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t377, 12
  store float %t390, ptr %s88
  %t391 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t377, 13
  store float %t391, ptr %s89
  %t392 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t377, 14
  store float %t392, ptr %s90
  %t393 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t377, 15
  store float %t393, ptr %s91
  %t394 = udiv i32 %t3, 4
  %t395 = urem i32 %t3, 4
  %t396 = mul i32 %t395, 8
  %t397 = mul i32 %t394, 160
  %t398 = mul i32 %t396, 4
  %t399 = add i32 %t397, %t398
  %t400 = add i32 %t3, 128
  %t401 = udiv i32 %t400, 4
  %t402 = urem i32 %t400, 4
  %t403 = mul i32 %t402, 8
  %t404 = mul i32 %t401, 160
  %t405 = mul i32 %t403, 4
  %t406 = add i32 %t404, %t405
  %t407 = sext i32 %t396 to i64
  %t408 = getelementptr float, ptr addrspace(1) %t104, i64 %t407
  %t409 = load <8 x float>, ptr addrspace(1) %t408, align 16
  %t410 = mul i32 %t394, 32
  %t411 = add i32 %t396, %t410
  %t412 = sext i32 %t411 to i64
  %t413 = getelementptr float, ptr addrspace(1) %t105, i64 %t412
  %t414 = load <8 x float>, ptr addrspace(1) %t413, align 16
  %t415 = sext i32 %t403 to i64
  %t416 = getelementptr float, ptr addrspace(1) %t104, i64 %t415
  %t417 = load <8 x float>, ptr addrspace(1) %t416, align 16
  %t418 = mul i32 %t401, 32
  %t419 = add i32 %t403, %t418
  %t420 = sext i32 %t419 to i64
  %t421 = getelementptr float, ptr addrspace(1) %t105, i64 %t420
  %t422 = load <8 x float>, ptr addrspace(1) %t421, align 16
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t423 = and i32 %t3, 31
  %t424 = lshr i32 %t3, 5
  %t425 = mul i32 %t424, 16
  %t426 = lshr i32 %t423, 2
  %t427 = add i32 %t425, %t426
  %t428 = and i32 %t423, 3
  %t429 = mul i32 %t428, 8
  %t430 = mul i32 %t427, 160
  %t431 = add i32 %t430, %t429
  %t432 = load float, ptr %s76
  %t433 = insertelement <2 x float> poison, float %t432, i32 0
  %t434 = load float, ptr %s77
  %t435 = insertelement <2 x float> %t433, float %t434, i32 1
  %t436 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t431
  store <2 x float> %t435, ptr addrspace(3) %t436, align 8
  %t437 = load float, ptr %s78
  %t438 = insertelement <2 x float> poison, float %t437, i32 0
  %t439 = load float, ptr %s79
  %t440 = insertelement <2 x float> %t438, float %t439, i32 1
  %t441 = add i32 %t431, 1280
  %t442 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t441
  store <2 x float> %t440, ptr addrspace(3) %t442, align 8
  %t443 = load float, ptr %s80
  %t444 = insertelement <2 x float> poison, float %t443, i32 0
  %t445 = load float, ptr %s81
  %t446 = insertelement <2 x float> %t444, float %t445, i32 1
  %t447 = add i32 %t431, 32
  %t448 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t447
  store <2 x float> %t446, ptr addrspace(3) %t448, align 8
  %t449 = load float, ptr %s82
  %t450 = insertelement <2 x float> poison, float %t449, i32 0
  %t451 = load float, ptr %s83
  %t452 = insertelement <2 x float> %t450, float %t451, i32 1
  %t453 = add i32 %t431, 1312
  %t454 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t453
  store <2 x float> %t452, ptr addrspace(3) %t454, align 8
  %t455 = load float, ptr %s84
  %t456 = insertelement <2 x float> poison, float %t455, i32 0
  %t457 = load float, ptr %s85
  %t458 = insertelement <2 x float> %t456, float %t457, i32 1
  %t459 = add i32 %t431, 64
  %t460 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t459
  store <2 x float> %t458, ptr addrspace(3) %t460, align 8
  %t461 = load float, ptr %s86
  %t462 = insertelement <2 x float> poison, float %t461, i32 0
  %t463 = load float, ptr %s87
  %t464 = insertelement <2 x float> %t462, float %t463, i32 1
  %t465 = add i32 %t431, 1344
  %t466 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t465
  store <2 x float> %t464, ptr addrspace(3) %t466, align 8
  %t467 = load float, ptr %s88
  %t468 = insertelement <2 x float> poison, float %t467, i32 0
  %t469 = load float, ptr %s89
  %t470 = insertelement <2 x float> %t468, float %t469, i32 1
  %t471 = add i32 %t431, 96
  %t472 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t471
  store <2 x float> %t470, ptr addrspace(3) %t472, align 8
  %t473 = load float, ptr %s90
  %t474 = insertelement <2 x float> poison, float %t473, i32 0
  %t475 = load float, ptr %s91
  %t476 = insertelement <2 x float> %t474, float %t475, i32 1
  %t477 = add i32 %t431, 1376
  %t478 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t477
  store <2 x float> %t476, ptr addrspace(3) %t478, align 8
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t479 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t399
  %t480 = load <4 x float>, ptr addrspace(3) %t479, align 16
  %t481 = add i32 %t399, 16
  %t482 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t481
  %t483 = load <4 x float>, ptr addrspace(3) %t482, align 16
  %t484 = shufflevector <4 x float> %t480, <4 x float> %t483, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %t485 = fadd contract <8 x float> %t484, %t409
  %t486 = fadd contract <8 x float> %t485, %t414
  %t487 = fcmp ogt <8 x float> splat (float 0x0000000000000000), %t486
  %t488 = select <8 x i1> %t487, <8 x float> splat (float 0x0000000000000000), <8 x float> %t486
  %t489 = mul i32 %t394, 32
  %t490 = add i32 %t396, %t489
  %t491 = sext i32 %t490 to i64
  %t492 = getelementptr float, ptr addrspace(1) %t106, i64 %t491
  store <8 x float> %t488, ptr addrspace(1) %t492, align 16
  %t493 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t406
  %t494 = load <4 x float>, ptr addrspace(3) %t493, align 16
  %t495 = add i32 %t406, 16
  %t496 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t495
  %t497 = load <4 x float>, ptr addrspace(3) %t496, align 16
  %t498 = shufflevector <4 x float> %t494, <4 x float> %t497, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %t499 = fadd contract <8 x float> %t498, %t417
  %t500 = fadd contract <8 x float> %t499, %t422
  %t501 = fcmp ogt <8 x float> splat (float 0x0000000000000000), %t500
  %t502 = select <8 x i1> %t501, <8 x float> splat (float 0x0000000000000000), <8 x float> %t500
  %t503 = mul i32 %t401, 32
  %t504 = add i32 %t403, %t503
  %t505 = sext i32 %t504 to i64
  %t506 = getelementptr float, ptr addrspace(1) %t106, i64 %t505
  store <8 x float> %t502, ptr addrspace(1) %t506, align 16
  ret void
}
