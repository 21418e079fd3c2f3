@shared_memory = external addrspace(3) global [0 x i8], align 1024
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.count(i32, i32) convergent
define ptx_kernel void @wgmma_boxes(ptr %buffer0, ptr noalias %buffer1, ptr noalias %buffer2, ptr noalias %buffer3, ptr byval([128 x i8]) align 64 "nvvm.grid_constant" %map0) nounwind "nvvm.maxntid"="160" "nvvm.cluster_dim"="2,1,1" {
  %s30 = alloca float
  %s31 = alloca float
  %s32 = alloca float
  %s33 = alloca float
  %s34 = alloca float
  %s35 = alloca float
  %s36 = alloca float
  %s37 = alloca float
  %s38 = alloca float
  %s39 = alloca float
  %s40 = alloca float
  %s41 = alloca float
  %s42 = alloca float
  %s43 = alloca float
  %s44 = alloca float
  %s45 = alloca float
  %s112 = alloca i32
  %s113 = alloca i32
  %s114 = alloca i32
  %s115 = alloca i32
  %s344 = alloca i32
  %s345 = alloca i32
  %s346 = alloca i32
  %t1 = ptrtoint ptr addrspace(3) @shared_memory to i64
  %t2 = trunc i64 %t1 to i32
  %t3 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t4 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t5 = urem i32 %t4, 4
  %t6 = mul nsw i32 %t5, 64
  %t7 = urem i32 %t5, 2
  %t8 = udiv i32 %t4, 4
  %t9 = urem i32 %t8, 2
  %t10 = mul nsw i32 %t9, 32
  %t11 = udiv i32 %t8, 2
  %t12 = and i32 %t3, 7
  %t13 = lshr i32 %t3, 3
  %t14 = and i32 %t13, 7
  %t15 = xor i32 %t12, %t14
  %t16 = mul nsw i32 %t13, 128
  %t17 = mul nsw i32 %t15, 16
  %t18 = add nsw i32 %t16, %t17
  %t19 = add nsw i32 %t2, %t18
  %t20 = mul nsw i32 %t12, 8
  %t21 = icmp eq i32 %t3, 0
  %t22 = add nsw i32 %t2, 36864
  %t23 = add nsw i32 %t22, 24
  %t24 = addrspacecast ptr %buffer3 to ptr addrspace(1)
  %t25 = ptrtoint ptr addrspace(1) %t24 to i64
  %t26 = mul nsw i32 %t10, 384
  %t27 = sext i32 %t26 to i64
  %t28 = mul nsw i64 %t27, 2
  %t29 = add i64 %t25, %t28
  store float 0.0, ptr %s30
  store float 0.0, ptr %s31
  store float 0.0, ptr %s32
  store float 0.0, ptr %s33
  store float 0.0, ptr %s34
  store float 0.0, ptr %s35
  store float 0.0, ptr %s36
  store float 0.0, ptr %s37
  store float 0.0, ptr %s38
  store float 0.0, ptr %s39
  store float 0.0, ptr %s40
  store float 0.0, ptr %s41
  store float 0.0, ptr %s42
  store float 0.0, ptr %s43
  store float 0.0, ptr %s44
  store float 0.0, ptr %s45
  %t46 = udiv i32 %t3, 128
  %t47 = mul nsw i32 %t46, 8192
  %t48 = add nsw i32 %t2, %t47
  %t49 = lshr i32 %t48, 4
  %t50 = and i32 %t49, 16383
  %t51 = zext i32 %t50 to i64
  %t52 = or i64 %t51, 4611686293305360384
  %t53 = add nsw i32 %t2, 8192
  %t54 = lshr i32 %t53, 4
  %t55 = and i32 %t54, 16383
  %t56 = zext i32 %t55 to i64
  %t57 = or i64 %t56, 34361835520
  %t58 = addrspacecast ptr %buffer1 to ptr addrspace(1)
  %t59 = addrspacecast ptr %buffer2 to ptr addrspace(1)
  %t60 = icmp eq i32 %t3, 128
  br i1 %t60, label %then.61, label %else.62
then.61:
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 1;", "r,~{memory}"(i32 %t22)
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 8;", "r,~{memory}"(i32 %t23)
  %t64 = add nsw i32 %t22, 8
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 1;", "r,~{memory}"(i32 %t64)
  %t65 = add nsw i32 %t23, 8
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 8;", "r,~{memory}"(i32 %t65)
  %t66 = add nsw i32 %t22, 16
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 1;", "r,~{memory}"(i32 %t66)
  %t67 = add nsw i32 %t23, 16
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 8;", "r,~{memory}"(i32 %t67)
  call void asm sideeffect "fence.mbarrier_init.release.cluster;", "~{memory}"() convergent
  call void asm sideeffect "fence.proxy.async.shared::cta;", "~{memory}"() convergent
  br label %join.63
else.62:
  br label %join.63
join.63:
  call void asm sideeffect "barrier.cluster.arrive.release.aligned;", "~{memory}"() convergent
  call void asm sideeffect "barrier.cluster.wait.acquire.aligned;", "~{memory}"() convergent
  %t68 = mul nsw i32 %t7, 2048
  br i1 %t60, label %then.69, label %else.70
then.69:
  %t72 = sext i32 %t68 to i64
  %t73 = add i64 %t29, %t72
  %t74 = add nsw i32 %t2, 8192
  %t75 = add nsw i32 %t74, %t68
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 12288;", "r,~{memory}"(i32 %t22)
  call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [$0], [$1], 2048, [$2], $3;", "r,l,r,h,~{memory}"(i32 %t75, i64 %t73, i32 %t22, i16 3)
  br label %join.71
else.70:
  br label %join.71
join.71:
  %t76 = mul nsw i32 %t7, 2048
  br i1 %t60, label %then.77, label %else.78
then.77:
  %t80 = add nsw i32 %t76, 4096
  %t81 = sext i32 %t80 to i64
  %t82 = add i64 %t29, %t81
  %t83 = add nsw i32 %t2, 12288
  %t84 = add nsw i32 %t83, 8192
  %t85 = add nsw i32 %t84, %t76
  %t86 = add nsw i32 %t22, 8
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 12288;", "r,~{memory}"(i32 %t86)
  call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [$0], [$1], 2048, [$2], $3;", "r,l,r,h,~{memory}"(i32 %t85, i64 %t82, i32 %t86, i16 3)
  br label %join.79
else.78:
  br label %join.79
join.79:
  %t87 = mul nsw i32 %t7, 2048
  br i1 %t60, label %then.88, label %else.89
then.88:
  %t91 = add nsw i32 %t87, 8192
  %t92 = sext i32 %t91 to i64
  %t93 = add i64 %t29, %t92
  %t94 = add nsw i32 %t2, 24576
  %t95 = add nsw i32 %t94, 8192
  %t96 = add nsw i32 %t95, %t87
  %t97 = add nsw i32 %t22, 16
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 12288;", "r,~{memory}"(i32 %t97)
  call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [$0], [$1], 2048, [$2], $3;", "r,l,r,h,~{memory}"(i32 %t96, i64 %t93, i32 %t97, i16 3)
  br label %join.90
else.89:
  br label %join.90
join.90:
  %t98 = mul nsw i32 %t3, 32
  %t99 = add nsw i32 %t10, %t98
  %t100 = icmp ult i32 %t98, 32
  %t101 = icmp ult i32 %t99, 40
  %t102 = and i1 %t100, %t101
  br i1 %t102, label %then.103, label %else.104
then.103:
  %t106 = sext i32 %t99 to i64
  %t107 = getelementptr float, ptr addrspace(1) %t58, i64 %t106
  call void asm sideeffect "prefetch.global.L2 [$0];", "l"(ptr addrspace(1) %t107)
  br label %join.105
else.104:
  br label %join.105
join.105:
  call void asm sideeffect "griddepcontrol.wait;", "~{memory}"()
  %t108 = icmp ult i32 %t3, 128
  br i1 %t108, label %then.109, label %else.110
then.109:
  store i32 0, ptr %s112
  store i32 0, ptr %s113
  store i32 0, ptr %s114
  store i32 0, ptr %s115
  %t116 = and i32 %t3, 31
  %t117 = icmp eq i32 %t116, 0
  br label %loop.118
loop.118:
  %t120 = load i32, ptr %s112
  %t121 = load i32, ptr %s113
  %t122 = mul nsw i32 %t121, 8
  %t123 = add nsw i32 %t22, %t122
  %t124 = load i32, ptr %s114
  br label %wait.125
wait.125:
  %t127 = call i32 asm sideeffect "{ .reg .pred there; mbarrier.try_wait.parity.shared::cta.b64 there, [$1], $2; selp.b32 $0, 1, 0, there; }", "=r,r,r,~{memory}"(i32 %t123, i32 %t124)
  %t128 = icmp ne i32 %t127, 0
  br i1 %t128, label %arrived.126, label %wait.125
arrived.126:
  %t129 = mul nsw i32 %t121, 768
  %t130 = zext i32 %t129 to i64
  %t131 = add i64 %t52, %t130
  %t132 = add i64 %t57, %t130
  %t133 = load float, ptr %s30
  %t134 = load float, ptr %s31
  %t135 = load float, ptr %s32
  %t136 = load float, ptr %s33
  %t137 = load float, ptr %s34
  %t138 = load float, ptr %s35
  %t139 = load float, ptr %s36
  %t140 = load float, ptr %s37
  %t141 = load float, ptr %s38
  %t142 = load float, ptr %s39
  %t143 = load float, ptr %s40
  %t144 = load float, ptr %s41
  %t145 = load float, ptr %s42
  %t146 = load float, ptr %s43
  %t147 = load float, ptr %s44
  %t148 = load float, ptr %s45
  %t149 = call {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} asm sideeffect "{ .reg .b64 left, right; .reg .pred adds; setp.eq.u32 adds, 1, 1; wgmma.fence.sync.aligned; add.s64 left, $16, 0; add.s64 right, $17, 0; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 2; add.s64 right, $17, 64; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 4; add.s64 right, $17, 128; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 6; add.s64 right, $17, 192; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; wgmma.commit_group.sync.aligned; }", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,l,l,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,~{memory}"(i64 %t131, i64 %t132, float %t133, float %t134, float %t135, float %t136, float %t137, float %t138, float %t139, float %t140, float %t141, float %t142, float %t143, float %t144, float %t145, float %t146, float %t147, float %t148) convergent
  %t150 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t149, 0
  store float %t150, ptr %s30
  %t151 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t149, 1
  store float %t151, ptr %s31
  %t152 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t149, 2
  store float %t152, ptr %s32
  %t153 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t149, 3
  store float %t153, ptr %s33
  %t154 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t149, 4
  store float %t154, ptr %s34
  %t155 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t149, 5
  store float %t155, ptr %s35
  %t156 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t149, 6
  store float %t156, ptr %s36
  %t157 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t149, 7
  store float %t157, ptr %s37
  %t158 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t149, 8
  store float %t158, ptr %s38
  %t159 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t149, 9
  store float %t159, ptr %s39
  %t160 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t149, 10
  store float %t160, ptr %s40
  %t161 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t149, 11
  store float %t161, ptr %s41
  %t162 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t149, 12
  store float %t162, ptr %s42
  %t163 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t149, 13
  store float %t163, ptr %s43
  %t164 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t149, 14
  store float %t164, ptr %s44
  %t165 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t149, 15
  store float %t165, ptr %s45
  call void asm sideeffect "wgmma.wait_group.sync.aligned 1;", "~{memory}"() convergent
  %t166 = icmp ne i32 %t120, 0
  %t167 = and i1 %t117, %t166
  br i1 %t167, label %then.168, label %else.169
then.168:
  %t171 = load i32, ptr %s115
  %t172 = mul nsw i32 %t171, 8
  %t173 = add nsw i32 %t23, %t172
  call void asm sideeffect "{ .reg .b32 other; mapa.shared::cluster.u32 other, $0, $1; mbarrier.arrive.release.cluster.shared::cluster.b64 _, [other]; }", "r,r,~{memory}"(i32 %t173, i32 0)
  call void asm sideeffect "{ .reg .b32 other; mapa.shared::cluster.u32 other, $0, $1; mbarrier.arrive.release.cluster.shared::cluster.b64 _, [other]; }", "r,r,~{memory}"(i32 %t173, i32 1)
  br label %join.170
else.169:
  br label %join.170
join.170:
  store i32 %t121, ptr %s115
  %t174 = add nsw i32 %t120, 1
  store i32 %t174, ptr %s112
  %t175 = load i32, ptr %s113
  %t176 = add nsw i32 %t175, 1
  %t177 = icmp ult i32 %t176, 3
  %t178 = select i1 %t177, i32 %t176, i32 0
  store i32 %t178, ptr %s113
  %t179 = load i32, ptr %s114
  %t180 = xor i32 %t179, 1
  %t181 = load i32, ptr %s114
  %t182 = select i1 %t177, i32 %t181, i32 %t180
  store i32 %t182, ptr %s114
  %t183 = load i32, ptr %s112
  %t184 = icmp ult i32 %t183, 6
  br i1 %t184, label %loop.118, label %done.119
done.119:
  call void asm sideeffect "griddepcontrol.launch_dependents;", "~{memory}"()
  %t185 = udiv i32 %t3, 4
  %t186 = urem i32 %t3, 4
  %t187 = mul nsw i32 %t186, 8
  %t188 = add nsw i32 %t6, %t185
  %t189 = add nsw i32 %t10, %t187
  %t190 = icmp ult i32 %t188, 200
  %t191 = icmp ult i32 %t188, 200
  %t192 = select i1 %t191, i32 %t188, i32 0
  %t193 = icmp ult i32 %t189, 40
  %t194 = and i1 %t190, %t193
  %t195 = select i1 %t193, i32 %t189, i32 0
  %t196 = mul nsw i32 %t185, 160
  %t197 = mul nsw i32 %t187, 4
  %t198 = add nsw i32 %t196, %t197
  %t199 = add nsw i32 %t3, 128
  %t200 = udiv i32 %t199, 4
  %t201 = urem i32 %t199, 4
  %t202 = mul nsw i32 %t201, 8
  %t203 = add nsw i32 %t6, %t200
  %t204 = add nsw i32 %t10, %t202
  %t205 = icmp ult i32 %t203, 200
  %t206 = icmp ult i32 %t203, 200
  %t207 = select i1 %t206, i32 %t203, i32 0
  %t208 = icmp ult i32 %t204, 40
  %t209 = and i1 %t205, %t208
  %t210 = select i1 %t208, i32 %t204, i32 0
  %t211 = mul nsw i32 %t200, 160
  %t212 = mul nsw i32 %t202, 4
  %t213 = add nsw i32 %t211, %t212
  %t214 = sext i32 %t195 to i64
  %t215 = getelementptr float, ptr addrspace(1) %t58, i64 %t214
  %t216 = load <8 x float>, ptr addrspace(1) %t215, align 16
  %t217 = sext i32 %t210 to i64
  %t218 = getelementptr float, ptr addrspace(1) %t58, i64 %t217
  %t219 = load <8 x float>, ptr addrspace(1) %t218, align 16
  %t220 = load float, ptr %s30
  %t221 = load float, ptr %s31
  %t222 = load float, ptr %s32
  %t223 = load float, ptr %s33
  %t224 = load float, ptr %s34
  %t225 = load float, ptr %s35
  %t226 = load float, ptr %s36
  %t227 = load float, ptr %s37
  %t228 = load float, ptr %s38
  %t229 = load float, ptr %s39
  %t230 = load float, ptr %s40
  %t231 = load float, ptr %s41
  %t232 = load float, ptr %s42
  %t233 = load float, ptr %s43
  %t234 = load float, ptr %s44
  %t235 = load float, ptr %s45
  %t236 = call {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} asm sideeffect "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,~{memory}"(float %t220, float %t221, float %t222, float %t223, float %t224, float %t225, float %t226, float %t227, float %t228, float %t229, float %t230, float %t231, float %t232, float %t233, float %t234, float %t235) convergent
  %t237 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t236, 0
  store float %t237, ptr %s30
  %t238 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t236, 1
  store float %t238, ptr %s31
  %t239 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t236, 2
  store float %t239, ptr %s32
  %t240 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t236, 3
  store float %t240, ptr %s33
  %t241 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t236, 4
  store float %t241, ptr %s34
  %t242 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t236, 5
  store float %t242, ptr %s35
  %t243 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t236, 6
  store float %t243, ptr %s36
  %t244 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t236, 7
  store float %t244, ptr %s37
  %t245 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t236, 8
  store float %t245, ptr %s38
  %t246 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t236, 9
  store float %t246, ptr %s39
  %t247 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t236, 10
  store float %t247, ptr %s40
  %t248 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t236, 11
  store float %t248, ptr %s41
  %t249 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t236, 12
  store float %t249, ptr %s42
  %t250 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t236, 13
  store float %t250, ptr %s43
  %t251 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t236, 14
  store float %t251, ptr %s44
  %t252 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t236, 15
  store float %t252, ptr %s45
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 128)
  %t253 = and i32 %t3, 31
  %t254 = lshr i32 %t3, 5
  %t255 = mul nsw i32 %t254, 16
  %t256 = lshr i32 %t253, 2
  %t257 = add nsw i32 %t255, %t256
  %t258 = and i32 %t253, 3
  %t259 = mul nsw i32 %t258, 8
  %t260 = mul nsw i32 %t257, 160
  %t261 = add nsw i32 %t260, %t259
  %t262 = load float, ptr %s30
  %t263 = insertelement <2 x float> poison, float %t262, i32 0
  %t264 = load float, ptr %s31
  %t265 = insertelement <2 x float> %t263, float %t264, i32 1
  %t266 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t261
  store <2 x float> %t265, ptr addrspace(3) %t266, align 8
  %t267 = load float, ptr %s32
  %t268 = insertelement <2 x float> poison, float %t267, i32 0
  %t269 = load float, ptr %s33
  %t270 = insertelement <2 x float> %t268, float %t269, i32 1
  %t271 = add nsw i32 %t261, 1280
  %t272 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t271
  store <2 x float> %t270, ptr addrspace(3) %t272, align 8
  %t273 = load float, ptr %s34
  %t274 = insertelement <2 x float> poison, float %t273, i32 0
  %t275 = load float, ptr %s35
  %t276 = insertelement <2 x float> %t274, float %t275, i32 1
  %t277 = add nsw i32 %t261, 32
  %t278 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t277
  store <2 x float> %t276, ptr addrspace(3) %t278, align 8
  %t279 = load float, ptr %s36
  %t280 = insertelement <2 x float> poison, float %t279, i32 0
  %t281 = load float, ptr %s37
  %t282 = insertelement <2 x float> %t280, float %t281, i32 1
  %t283 = add nsw i32 %t261, 1312
  %t284 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t283
  store <2 x float> %t282, ptr addrspace(3) %t284, align 8
  %t285 = load float, ptr %s38
  %t286 = insertelement <2 x float> poison, float %t285, i32 0
  %t287 = load float, ptr %s39
  %t288 = insertelement <2 x float> %t286, float %t287, i32 1
  %t289 = add nsw i32 %t261, 64
  %t290 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t289
  store <2 x float> %t288, ptr addrspace(3) %t290, align 8
  %t291 = load float, ptr %s40
  %t292 = insertelement <2 x float> poison, float %t291, i32 0
  %t293 = load float, ptr %s41
  %t294 = insertelement <2 x float> %t292, float %t293, i32 1
  %t295 = add nsw i32 %t261, 1344
  %t296 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t295
  store <2 x float> %t294, ptr addrspace(3) %t296, align 8
  %t297 = load float, ptr %s42
  %t298 = insertelement <2 x float> poison, float %t297, i32 0
  %t299 = load float, ptr %s43
  %t300 = insertelement <2 x float> %t298, float %t299, i32 1
  %t301 = add nsw i32 %t261, 96
  %t302 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t301
  store <2 x float> %t300, ptr addrspace(3) %t302, align 8
  %t303 = load float, ptr %s44
  %t304 = insertelement <2 x float> poison, float %t303, i32 0
  %t305 = load float, ptr %s45
  %t306 = insertelement <2 x float> %t304, float %t305, i32 1
  %t307 = add nsw i32 %t261, 1376
  %t308 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t307
  store <2 x float> %t306, ptr addrspace(3) %t308, align 8
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 128)
  %t309 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t198
  %t310 = load <4 x float>, ptr addrspace(3) %t309, align 16
  %t311 = add nsw i32 %t198, 16
  %t312 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t311
  %t313 = load <4 x float>, ptr addrspace(3) %t312, align 16
  %t314 = shufflevector <4 x float> %t310, <4 x float> %t313, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %t315 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t213
  %t316 = load <4 x float>, ptr addrspace(3) %t315, align 16
  %t317 = add nsw i32 %t213, 16
  %t318 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t317
  %t319 = load <4 x float>, ptr addrspace(3) %t318, align 16
  %t320 = shufflevector <4 x float> %t316, <4 x float> %t319, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %t321 = fadd contract <8 x float> %t314, %t216
  br i1 %t194, label %then.322, label %else.323
then.322:
  %t325 = mul nsw i32 %t192, 40
  %t326 = add nsw i32 %t195, %t325
  %t327 = sext i32 %t326 to i64
  %t328 = getelementptr float, ptr addrspace(1) %t59, i64 %t327
  store <8 x float> %t321, ptr addrspace(1) %t328, align 16
  br label %join.324
else.323:
  br label %join.324
join.324:
  %t329 = fadd contract <8 x float> %t320, %t219
  br i1 %t209, label %then.330, label %else.331
then.330:
  %t333 = mul nsw i32 %t207, 40
  %t334 = add nsw i32 %t210, %t333
  %t335 = sext i32 %t334 to i64
  %t336 = getelementptr float, ptr addrspace(1) %t59, i64 %t335
  store <8 x float> %t329, ptr addrspace(1) %t336, align 16
  br label %join.332
else.331:
  br label %join.332
join.332:
  call void asm sideeffect "barrier.cluster.arrive.release.aligned;", "~{memory}"() convergent
  call void asm sideeffect "barrier.cluster.wait.acquire.aligned;", "~{memory}"() convergent
  br label %join.111
else.110:
  br i1 %t60, label %then.337, label %else.338
then.337:
  call void asm sideeffect "fence.proxy.async.global;", "~{memory}"() convergent
  call void asm sideeffect "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [$0], [$1, {$3, $4}], [$2];", "r,l,r,r,r,~{memory}"(i32 %t2, ptr %map0, i32 %t22, i32 0, i32 %t6)
  %t340 = add nsw i32 %t2, 12288
  %t341 = add nsw i32 %t22, 8
  call void asm sideeffect "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [$0], [$1, {$3, $4}], [$2];", "r,l,r,r,r,~{memory}"(i32 %t340, ptr %map0, i32 %t341, i32 64, i32 %t6)
  %t342 = add nsw i32 %t2, 24576
  %t343 = add nsw i32 %t22, 16
  call void asm sideeffect "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [$0], [$1, {$3, $4}], [$2];", "r,l,r,r,r,~{memory}"(i32 %t342, ptr %map0, i32 %t343, i32 128, i32 %t6)
  store i32 3, ptr %s344
  store i32 0, ptr %s345
  store i32 0, ptr %s346
  br label %loop.347
loop.347:
  %t349 = load i32, ptr %s344
  %t350 = load i32, ptr %s345
  %t351 = mul nsw i32 %t350, 8
  %t352 = add nsw i32 %t23, %t351
  %t353 = load i32, ptr %s346
  br label %wait.354
wait.354:
  %t356 = call i32 asm sideeffect "{ .reg .pred there; mbarrier.try_wait.parity.shared::cta.b64 there, [$1], $2; selp.b32 $0, 1, 0, there; }", "=r,r,r,~{memory}"(i32 %t352, i32 %t353)
  %t357 = icmp ne i32 %t356, 0
  br i1 %t357, label %arrived.355, label %wait.354
arrived.355:
  %t358 = mul nsw i32 %t7, 2048
  br i1 %t60, label %then.359, label %else.360
then.359:
  %t362 = mul nsw i32 %t349, 4096
  %t363 = add nsw i32 %t362, %t358
  %t364 = sext i32 %t363 to i64
  %t365 = add i64 %t29, %t364
  %t366 = mul nsw i32 %t350, 12288
  %t367 = add nsw i32 %t2, %t366
  %t368 = add nsw i32 %t367, 8192
  %t369 = add nsw i32 %t368, %t358
  %t370 = mul nsw i32 %t350, 8
  %t371 = add nsw i32 %t22, %t370
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 12288;", "r,~{memory}"(i32 %t371)
  call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [$0], [$1], 2048, [$2], $3;", "r,l,r,h,~{memory}"(i32 %t369, i64 %t365, i32 %t371, i16 3)
  br label %join.361
else.360:
  br label %join.361
join.361:
  %t372 = mul nsw i32 %t349, 64
  %t373 = mul nsw i32 %t350, 12288
  %t374 = add nsw i32 %t2, %t373
  %t375 = mul nsw i32 %t350, 8
  %t376 = add nsw i32 %t22, %t375
  call void asm sideeffect "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [$0], [$1, {$3, $4}], [$2];", "r,l,r,r,r,~{memory}"(i32 %t374, ptr %map0, i32 %t376, i32 %t372, i32 %t6)
  %t377 = add nsw i32 %t349, 1
  store i32 %t377, ptr %s344
  %t378 = load i32, ptr %s345
  %t379 = add nsw i32 %t378, 1
  %t380 = icmp ult i32 %t379, 3
  %t381 = select i1 %t380, i32 %t379, i32 0
  store i32 %t381, ptr %s345
  %t382 = load i32, ptr %s346
  %t383 = xor i32 %t382, 1
  %t384 = load i32, ptr %s346
  %t385 = select i1 %t380, i32 %t384, i32 %t383
  store i32 %t385, ptr %s346
  %t386 = load i32, ptr %s344
  %t387 = icmp ult i32 %t386, 6
  br i1 %t387, label %loop.347, label %done.348
done.348:
  br label %join.339
else.338:
  br label %join.339
join.339:
  br label %join.111
join.111:
  ret void
}
