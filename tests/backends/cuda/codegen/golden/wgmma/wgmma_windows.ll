@shared_memory = external addrspace(3) global [0 x i8], align 1024
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
declare void @llvm.nvvm.barrier.cta.sync.aligned.count(i32, i32) convergent
define ptx_kernel void @wgmma_windows(ptr %buffer0, ptr noalias %buffer1, ptr %buffer2, ptr noalias %buffer3, ptr noalias %buffer4, ptr byval([128 x i8]) align 64 "nvvm.grid_constant" %map0) nounwind "nvvm.maxntid"="160" {
  %s24 = alloca float
  %s25 = alloca float
  %s26 = alloca float
  %s27 = alloca float
  %s28 = alloca float
  %s29 = alloca float
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
  %s105 = alloca i32
  %s106 = alloca i32
  %s107 = alloca i32
  %s108 = alloca i32
  %s379 = alloca i32
  %s380 = alloca i32
  %s381 = alloca i32
  %s382 = alloca i32
  %t1 = ptrtoint ptr addrspace(3) @shared_memory to i64
  %t2 = trunc i64 %t1 to i32
  %t3 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t4 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t5 = urem i32 %t4, 2
  %t6 = mul nsw i32 %t5, 64
  %t7 = udiv i32 %t4, 2
  %t8 = and i32 %t3, 7
  %t9 = lshr i32 %t3, 3
  %t10 = and i32 %t9, 7
  %t11 = xor i32 %t8, %t10
  %t12 = mul nsw i32 %t9, 128
  %t13 = mul nsw i32 %t11, 16
  %t14 = add nsw i32 %t12, %t13
  %t15 = add nsw i32 %t2, %t14
  %t16 = mul nsw i32 %t8, 8
  %t17 = icmp eq i32 %t3, 0
  %t18 = add nsw i32 %t2, 49152
  %t19 = add nsw i32 %t18, 32
  %t20 = addrspacecast ptr %buffer4 to ptr addrspace(1)
  %t21 = ptrtoint ptr addrspace(1) %t20 to i64
  %t22 = mul nsw i64 0, 2
  %t23 = add i64 %t21, %t22
  store float 0.0, ptr %s24
  store float 0.0, ptr %s25
  store float 0.0, ptr %s26
  store float 0.0, ptr %s27
  store float 0.0, ptr %s28
  store float 0.0, ptr %s29
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
  %t40 = udiv i32 %t3, 128
  %t41 = mul nsw i32 %t40, 8192
  %t42 = add nsw i32 %t2, %t41
  %t43 = lshr i32 %t42, 4
  %t44 = and i32 %t43, 16383
  %t45 = zext i32 %t44 to i64
  %t46 = or i64 %t45, 4611686293305360384
  %t47 = add nsw i32 %t2, 8192
  %t48 = lshr i32 %t47, 4
  %t49 = and i32 %t48, 16383
  %t50 = zext i32 %t49 to i64
  %t51 = or i64 %t50, 34361835520
  %t52 = addrspacecast ptr %buffer1 to ptr addrspace(1)
  %t53 = addrspacecast ptr %buffer2 to ptr addrspace(1)
  %t54 = addrspacecast ptr %buffer3 to ptr addrspace(1)
  %t55 = icmp eq i32 %t3, 128
  %t56 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  br i1 %t55, label %then.57, label %else.58
then.57:
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 1;", "r,~{memory}"(i32 %t18)
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 4;", "r,~{memory}"(i32 %t19)
  %t60 = add nsw i32 %t18, 8
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 1;", "r,~{memory}"(i32 %t60)
  %t61 = add nsw i32 %t19, 8
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 4;", "r,~{memory}"(i32 %t61)
  %t62 = add nsw i32 %t18, 16
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 1;", "r,~{memory}"(i32 %t62)
  %t63 = add nsw i32 %t19, 16
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 4;", "r,~{memory}"(i32 %t63)
  %t64 = add nsw i32 %t18, 24
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 1;", "r,~{memory}"(i32 %t64)
  %t65 = add nsw i32 %t19, 24
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 4;", "r,~{memory}"(i32 %t65)
  call void asm sideeffect "fence.mbarrier_init.release.cluster;", "~{memory}"() convergent
  call void asm sideeffect "fence.proxy.async.shared::cta;", "~{memory}"() convergent
  br label %join.59
else.58:
  br label %join.59
join.59:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %t55, label %then.66, label %else.67
then.66:
  %t69 = add i64 %t23, 0
  %t70 = add nsw i32 %t2, 8192
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 12288;", "r,~{memory}"(i32 %t18)
  call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1], 4096, [$2];", "r,l,r,~{memory}"(i32 %t70, i64 %t69, i32 %t18)
  br label %join.68
else.67:
  br label %join.68
join.68:
  br i1 %t55, label %then.71, label %else.72
then.71:
  %t74 = add i64 %t23, 4096
  %t75 = add nsw i32 %t2, 12288
  %t76 = add nsw i32 %t75, 8192
  %t77 = add nsw i32 %t18, 8
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 12288;", "r,~{memory}"(i32 %t77)
  call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1], 4096, [$2];", "r,l,r,~{memory}"(i32 %t76, i64 %t74, i32 %t77)
  br label %join.73
else.72:
  br label %join.73
join.73:
  br i1 %t55, label %then.78, label %else.79
then.78:
  %t81 = add i64 %t23, 8192
  %t82 = add nsw i32 %t2, 24576
  %t83 = add nsw i32 %t82, 8192
  %t84 = add nsw i32 %t18, 16
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 12288;", "r,~{memory}"(i32 %t84)
  call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1], 4096, [$2];", "r,l,r,~{memory}"(i32 %t83, i64 %t81, i32 %t84)
  br label %join.80
else.79:
  br label %join.80
join.80:
  br i1 %t55, label %then.85, label %else.86
then.85:
  %t88 = add i64 %t23, 12288
  %t89 = add nsw i32 %t2, 36864
  %t90 = add nsw i32 %t89, 8192
  %t91 = add nsw i32 %t18, 24
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 12288;", "r,~{memory}"(i32 %t91)
  call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1], 4096, [$2];", "r,l,r,~{memory}"(i32 %t90, i64 %t88, i32 %t91)
  br label %join.87
else.86:
  br label %join.87
join.87:
  %t92 = mul nsw i32 %t3, 32
  %t93 = icmp ult i32 %t92, 32
  %t94 = icmp ult i32 %t92, 32
  %t95 = and i1 %t93, %t94
  br i1 %t95, label %then.96, label %else.97
then.96:
  %t99 = sext i32 %t92 to i64
  %t100 = getelementptr float, ptr addrspace(1) %t52, i64 %t99
  call void asm sideeffect "prefetch.global.L2 [$0];", "l"(ptr addrspace(1) %t100)
  br label %join.98
else.97:
  br label %join.98
join.98:
  call void asm sideeffect "griddepcontrol.wait;", "~{memory}"()
  %t101 = icmp ult i32 %t3, 128
  br i1 %t101, label %then.102, label %else.103
then.102:
  store i32 0, ptr %s105
  store i32 0, ptr %s106
  store i32 0, ptr %s107
  store i32 0, ptr %s108
  store i32 0, ptr %s108
  br label %loop.109
loop.109:
  %t111 = load i32, ptr %s108
  %t112 = load i32, ptr %s105
  %t113 = mul nsw i32 %t112, 8
  %t114 = add nsw i32 %t18, %t113
  %t115 = load i32, ptr %s106
  br label %wait.116
wait.116:
  %t118 = call i32 asm sideeffect "{ .reg .pred there; mbarrier.try_wait.parity.shared::cta.b64 there, [$1], $2; selp.b32 $0, 1, 0, there; }", "=r,r,r,~{memory}"(i32 %t114, i32 %t115)
  %t119 = icmp ne i32 %t118, 0
  br i1 %t119, label %arrived.117, label %wait.116
arrived.117:
  %t120 = mul nsw i32 %t112, 768
  %t121 = zext i32 %t120 to i64
  %t122 = add i64 %t46, %t121
  %t123 = add i64 %t51, %t121
  %t124 = load float, ptr %s24
  %t125 = load float, ptr %s25
  %t126 = load float, ptr %s26
  %t127 = load float, ptr %s27
  %t128 = load float, ptr %s28
  %t129 = load float, ptr %s29
  %t130 = load float, ptr %s30
  %t131 = load float, ptr %s31
  %t132 = load float, ptr %s32
  %t133 = load float, ptr %s33
  %t134 = load float, ptr %s34
  %t135 = load float, ptr %s35
  %t136 = load float, ptr %s36
  %t137 = load float, ptr %s37
  %t138 = load float, ptr %s38
  %t139 = load float, ptr %s39
  %t140 = call {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} asm sideeffect "{ .reg .b64 left, right; .reg .pred adds; setp.eq.u32 adds, 1, 1; wgmma.fence.sync.aligned; add.s64 left, $16, 0; add.s64 right, $17, 0; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 2; add.s64 right, $17, 64; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 4; add.s64 right, $17, 128; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 6; add.s64 right, $17, 192; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; wgmma.commit_group.sync.aligned; }", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,l,l,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,~{memory}"(i64 %t122, i64 %t123, float %t124, float %t125, float %t126, float %t127, float %t128, float %t129, float %t130, float %t131, float %t132, float %t133, float %t134, float %t135, float %t136, float %t137, float %t138, float %t139) convergent
  %t141 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t140, 0
  store float %t141, ptr %s24
  %t142 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t140, 1
  store float %t142, ptr %s25
  %t143 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t140, 2
  store float %t143, ptr %s26
  %t144 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t140, 3
  store float %t144, ptr %s27
  %t145 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t140, 4
  store float %t145, ptr %s28
  %t146 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t140, 5
  store float %t146, ptr %s29
  %t147 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t140, 6
  store float %t147, ptr %s30
  %t148 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t140, 7
  store float %t148, ptr %s31
  %t149 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t140, 8
  store float %t149, ptr %s32
  %t150 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t140, 9
  store float %t150, ptr %s33
  %t151 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t140, 10
  store float %t151, ptr %s34
  %t152 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t140, 11
  store float %t152, ptr %s35
  %t153 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t140, 12
  store float %t153, ptr %s36
  %t154 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t140, 13
  store float %t154, ptr %s37
  %t155 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t140, 14
  store float %t155, ptr %s38
  %t156 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t140, 15
  store float %t156, ptr %s39
  call void asm sideeffect "wgmma.wait_group.sync.aligned 1;", "~{memory}"() convergent
  %t157 = load i32, ptr %s107
  %t158 = icmp ne i32 %t111, 0
  %t159 = and i32 %t3, 31
  %t160 = icmp eq i32 %t159, 0
  %t161 = and i1 %t160, %t158
  br i1 %t161, label %then.162, label %else.163
then.162:
  %t165 = mul nsw i32 %t157, 8
  %t166 = add nsw i32 %t19, %t165
  call void asm sideeffect "mbarrier.arrive.release.cta.shared::cta.b64 _, [$0];", "r,~{memory}"(i32 %t166)
  br label %join.164
else.163:
  br label %join.164
join.164:
  store i32 %t112, ptr %s107
  %t167 = add nsw i32 %t111, 1
  store i32 %t167, ptr %s108
  %t168 = load i32, ptr %s105
  %t169 = add nsw i32 %t168, 1
  %t170 = icmp ult i32 %t169, 4
  %t171 = select i1 %t170, i32 %t169, i32 0
  store i32 %t171, ptr %s105
  %t172 = load i32, ptr %s106
  %t173 = xor i32 %t172, 1
  %t174 = load i32, ptr %s106
  %t175 = select i1 %t170, i32 %t174, i32 %t173
  store i32 %t175, ptr %s106
  %t176 = load i32, ptr %s108
  %t177 = icmp ult i32 %t176, 9
  br i1 %t177, label %loop.109, label %done.110
done.110:
  call void asm sideeffect "griddepcontrol.launch_dependents;", "~{memory}"()
  %t178 = udiv i32 %t3, 4
  %t179 = urem i32 %t3, 4
  %t180 = mul nsw i32 %t179, 8
  %t181 = add nsw i32 %t6, %t178
  %t182 = icmp ult i32 %t181, 126
  %t183 = icmp ult i32 %t181, 126
  %t184 = select i1 %t183, i32 %t181, i32 0
  %t185 = mul nsw i32 %t178, 160
  %t186 = mul nsw i32 %t180, 4
  %t187 = add nsw i32 %t185, %t186
  %t188 = add nsw i32 %t3, 128
  %t189 = udiv i32 %t188, 4
  %t190 = urem i32 %t188, 4
  %t191 = mul nsw i32 %t190, 8
  %t192 = add nsw i32 %t6, %t189
  %t193 = icmp ult i32 %t192, 126
  %t194 = icmp ult i32 %t192, 126
  %t195 = select i1 %t194, i32 %t192, i32 0
  %t196 = mul nsw i32 %t189, 160
  %t197 = mul nsw i32 %t191, 4
  %t198 = add nsw i32 %t196, %t197
  %t199 = sext i32 %t180 to i64
  %t200 = getelementptr float, ptr addrspace(1) %t52, i64 %t199
  %t201 = load <8 x float>, ptr addrspace(1) %t200, align 16
  %t202 = mul nsw i32 %t184, 32
  %t203 = add nsw i32 %t180, %t202
  %t204 = sext i32 %t203 to i64
  %t205 = getelementptr float, ptr addrspace(1) %t53, i64 %t204
  %t206 = load <8 x float>, ptr addrspace(1) %t205, align 16
  %t207 = sext i32 %t191 to i64
  %t208 = getelementptr float, ptr addrspace(1) %t52, i64 %t207
  %t209 = load <8 x float>, ptr addrspace(1) %t208, align 16
  %t210 = mul nsw i32 %t195, 32
  %t211 = add nsw i32 %t191, %t210
  %t212 = sext i32 %t211 to i64
  %t213 = getelementptr float, ptr addrspace(1) %t53, i64 %t212
  %t214 = load <8 x float>, ptr addrspace(1) %t213, align 16
  %t215 = load float, ptr %s24
  %t216 = load float, ptr %s25
  %t217 = load float, ptr %s26
  %t218 = load float, ptr %s27
  %t219 = load float, ptr %s28
  %t220 = load float, ptr %s29
  %t221 = load float, ptr %s30
  %t222 = load float, ptr %s31
  %t223 = load float, ptr %s32
  %t224 = load float, ptr %s33
  %t225 = load float, ptr %s34
  %t226 = load float, ptr %s35
  %t227 = load float, ptr %s36
  %t228 = load float, ptr %s37
  %t229 = load float, ptr %s38
  %t230 = load float, ptr %s39
  %t231 = call {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} asm sideeffect "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,~{memory}"(float %t215, float %t216, float %t217, float %t218, float %t219, float %t220, float %t221, float %t222, float %t223, float %t224, float %t225, float %t226, float %t227, float %t228, float %t229, float %t230) convergent
  %t232 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t231, 0
  store float %t232, ptr %s24
  %t233 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t231, 1
  store float %t233, ptr %s25
  %t234 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t231, 2
  store float %t234, ptr %s26
  %t235 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t231, 3
  store float %t235, ptr %s27
  %t236 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t231, 4
  store float %t236, ptr %s28
  %t237 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t231, 5
  store float %t237, ptr %s29
  %t238 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t231, 6
  store float %t238, ptr %s30
  %t239 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t231, 7
  store float %t239, ptr %s31
  %t240 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t231, 8
  store float %t240, ptr %s32
  %t241 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t231, 9
  store float %t241, ptr %s33
  %t242 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t231, 10
  store float %t242, ptr %s34
  %t243 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t231, 11
  store float %t243, ptr %s35
  %t244 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t231, 12
  store float %t244, ptr %s36
  %t245 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t231, 13
  store float %t245, ptr %s37
  %t246 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t231, 14
  store float %t246, ptr %s38
  %t247 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t231, 15
  store float %t247, ptr %s39
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 128)
  %t248 = and i32 %t3, 31
  %t249 = lshr i32 %t3, 5
  %t250 = mul nsw i32 %t249, 16
  %t251 = lshr i32 %t248, 2
  %t252 = add nsw i32 %t250, %t251
  %t253 = and i32 %t248, 3
  %t254 = mul nsw i32 %t253, 8
  %t255 = mul nsw i32 %t252, 160
  %t256 = add nsw i32 %t255, %t254
  %t257 = load float, ptr %s24
  %t258 = insertelement <2 x float> poison, float %t257, i32 0
  %t259 = load float, ptr %s25
  %t260 = insertelement <2 x float> %t258, float %t259, i32 1
  %t261 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t256
  store <2 x float> %t260, ptr addrspace(3) %t261, align 8
  %t262 = load float, ptr %s26
  %t263 = insertelement <2 x float> poison, float %t262, i32 0
  %t264 = load float, ptr %s27
  %t265 = insertelement <2 x float> %t263, float %t264, i32 1
  %t266 = add nsw i32 %t256, 1280
  %t267 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t266
  store <2 x float> %t265, ptr addrspace(3) %t267, align 8
  %t268 = load float, ptr %s28
  %t269 = insertelement <2 x float> poison, float %t268, i32 0
  %t270 = load float, ptr %s29
  %t271 = insertelement <2 x float> %t269, float %t270, i32 1
  %t272 = add nsw i32 %t256, 32
  %t273 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t272
  store <2 x float> %t271, ptr addrspace(3) %t273, align 8
  %t274 = load float, ptr %s30
  %t275 = insertelement <2 x float> poison, float %t274, i32 0
  %t276 = load float, ptr %s31
  %t277 = insertelement <2 x float> %t275, float %t276, i32 1
  %t278 = add nsw i32 %t256, 1312
  %t279 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t278
  store <2 x float> %t277, ptr addrspace(3) %t279, align 8
  %t280 = load float, ptr %s32
  %t281 = insertelement <2 x float> poison, float %t280, i32 0
  %t282 = load float, ptr %s33
  %t283 = insertelement <2 x float> %t281, float %t282, i32 1
  %t284 = add nsw i32 %t256, 64
  %t285 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t284
  store <2 x float> %t283, ptr addrspace(3) %t285, align 8
  %t286 = load float, ptr %s34
  %t287 = insertelement <2 x float> poison, float %t286, i32 0
  %t288 = load float, ptr %s35
  %t289 = insertelement <2 x float> %t287, float %t288, i32 1
  %t290 = add nsw i32 %t256, 1344
  %t291 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t290
  store <2 x float> %t289, ptr addrspace(3) %t291, align 8
  %t292 = load float, ptr %s36
  %t293 = insertelement <2 x float> poison, float %t292, i32 0
  %t294 = load float, ptr %s37
  %t295 = insertelement <2 x float> %t293, float %t294, i32 1
  %t296 = add nsw i32 %t256, 96
  %t297 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t296
  store <2 x float> %t295, ptr addrspace(3) %t297, align 8
  %t298 = load float, ptr %s38
  %t299 = insertelement <2 x float> poison, float %t298, i32 0
  %t300 = load float, ptr %s39
  %t301 = insertelement <2 x float> %t299, float %t300, i32 1
  %t302 = add nsw i32 %t256, 1376
  %t303 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t302
  store <2 x float> %t301, ptr addrspace(3) %t303, align 8
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 128)
  %t304 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t187
  %t305 = load <4 x float>, ptr addrspace(3) %t304, align 16
  %t306 = add nsw i32 %t187, 16
  %t307 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t306
  %t308 = load <4 x float>, ptr addrspace(3) %t307, align 16
  %t309 = shufflevector <4 x float> %t305, <4 x float> %t308, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %t310 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t198
  %t311 = load <4 x float>, ptr addrspace(3) %t310, align 16
  %t312 = add nsw i32 %t198, 16
  %t313 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t312
  %t314 = load <4 x float>, ptr addrspace(3) %t313, align 16
  %t315 = shufflevector <4 x float> %t311, <4 x float> %t314, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %t316 = fadd contract <8 x float> %t309, %t201
  %t317 = fadd contract <8 x float> %t316, %t206
  %t318 = fcmp ogt <8 x float> splat (float 0x0000000000000000), %t317
  %t319 = select <8 x i1> %t318, <8 x float> splat (float 0x0000000000000000), <8 x float> %t317
  br i1 %t182, label %then.320, label %else.321
then.320:
  %t323 = mul nsw i32 %t184, 32
  %t324 = add nsw i32 %t180, %t323
  %t325 = sext i32 %t324 to i64
  %t326 = getelementptr float, ptr addrspace(1) %t54, i64 %t325
  store <8 x float> %t319, ptr addrspace(1) %t326, align 16
  br label %join.322
else.321:
  br label %join.322
join.322:
  %t327 = fadd contract <8 x float> %t315, %t209
  %t328 = fadd contract <8 x float> %t327, %t214
  %t329 = fcmp ogt <8 x float> splat (float 0x0000000000000000), %t328
  %t330 = select <8 x i1> %t329, <8 x float> splat (float 0x0000000000000000), <8 x float> %t328
  br i1 %t193, label %then.331, label %else.332
then.331:
  %t334 = mul nsw i32 %t195, 32
  %t335 = add nsw i32 %t191, %t334
  %t336 = sext i32 %t335 to i64
  %t337 = getelementptr float, ptr addrspace(1) %t54, i64 %t336
  store <8 x float> %t330, ptr addrspace(1) %t337, align 16
  br label %join.333
else.332:
  br label %join.333
join.333:
  br label %join.104
else.103:
  br i1 %t55, label %then.338, label %else.339
then.338:
  call void asm sideeffect "fence.proxy.async.global;", "~{memory}"() convergent
  %t341 = udiv i32 %t6, 7
  %t342 = urem i32 %t6, 7
  %t343 = udiv i32 %t341, 9
  %t344 = urem i32 %t341, 9
  %t345 = add nsw i32 %t342, -1
  %t346 = add nsw i32 %t344, -1
  %t347 = trunc i32 0 to i16
  %t348 = trunc i32 0 to i16
  call void asm sideeffect "cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [$0], [$1, {$3, $4, $5, $6}], [$2], {$7, $8};", "r,l,r,r,r,r,r,h,h,~{memory}"(i32 %t2, ptr %map0, i32 %t18, i32 0, i32 %t345, i32 %t346, i32 %t343, i16 %t347, i16 %t348)
  %t349 = udiv i32 %t6, 7
  %t350 = urem i32 %t6, 7
  %t351 = udiv i32 %t349, 9
  %t352 = urem i32 %t349, 9
  %t353 = add nsw i32 %t350, -1
  %t354 = add nsw i32 %t352, -1
  %t355 = add nsw i32 %t2, 12288
  %t356 = add nsw i32 %t18, 8
  %t357 = trunc i32 1 to i16
  %t358 = trunc i32 0 to i16
  call void asm sideeffect "cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [$0], [$1, {$3, $4, $5, $6}], [$2], {$7, $8};", "r,l,r,r,r,r,r,h,h,~{memory}"(i32 %t355, ptr %map0, i32 %t356, i32 0, i32 %t353, i32 %t354, i32 %t351, i16 %t357, i16 %t358)
  %t359 = udiv i32 %t6, 7
  %t360 = urem i32 %t6, 7
  %t361 = udiv i32 %t359, 9
  %t362 = urem i32 %t359, 9
  %t363 = add nsw i32 %t360, -1
  %t364 = add nsw i32 %t362, -1
  %t365 = add nsw i32 %t2, 24576
  %t366 = add nsw i32 %t18, 16
  %t367 = trunc i32 2 to i16
  %t368 = trunc i32 0 to i16
  call void asm sideeffect "cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [$0], [$1, {$3, $4, $5, $6}], [$2], {$7, $8};", "r,l,r,r,r,r,r,h,h,~{memory}"(i32 %t365, ptr %map0, i32 %t366, i32 0, i32 %t363, i32 %t364, i32 %t361, i16 %t367, i16 %t368)
  %t369 = udiv i32 %t6, 7
  %t370 = urem i32 %t6, 7
  %t371 = udiv i32 %t369, 9
  %t372 = urem i32 %t369, 9
  %t373 = add nsw i32 %t370, -1
  %t374 = add nsw i32 %t372, -1
  %t375 = add nsw i32 %t2, 36864
  %t376 = add nsw i32 %t18, 24
  %t377 = trunc i32 0 to i16
  %t378 = trunc i32 1 to i16
  call void asm sideeffect "cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [$0], [$1, {$3, $4, $5, $6}], [$2], {$7, $8};", "r,l,r,r,r,r,r,h,h,~{memory}"(i32 %t375, ptr %map0, i32 %t376, i32 0, i32 %t373, i32 %t374, i32 %t371, i16 %t377, i16 %t378)
  store i32 0, ptr %s379
  store i32 0, ptr %s380
  store i32 0, ptr %s381
  store i32 4, ptr %s382
  br label %loop.383
loop.383:
  %t385 = load i32, ptr %s382
  %t386 = load i32, ptr %s379
  %t387 = mul nsw i32 %t386, 8
  %t388 = add nsw i32 %t19, %t387
  %t389 = load i32, ptr %s380
  br label %wait.390
wait.390:
  %t392 = call i32 asm sideeffect "{ .reg .pred there; mbarrier.try_wait.parity.shared::cta.b64 there, [$1], $2; selp.b32 $0, 1, 0, there; }", "=r,r,r,~{memory}"(i32 %t388, i32 %t389)
  %t393 = icmp ne i32 %t392, 0
  br i1 %t393, label %arrived.391, label %wait.390
arrived.391:
  br i1 %t55, label %then.394, label %else.395
then.394:
  %t397 = mul nsw i32 %t385, 4096
  %t398 = sext i32 %t397 to i64
  %t399 = add i64 %t23, %t398
  %t400 = mul nsw i32 %t386, 12288
  %t401 = add nsw i32 %t2, %t400
  %t402 = add nsw i32 %t401, 8192
  %t403 = mul nsw i32 %t386, 8
  %t404 = add nsw i32 %t18, %t403
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 12288;", "r,~{memory}"(i32 %t404)
  call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1], 4096, [$2];", "r,l,r,~{memory}"(i32 %t402, i64 %t399, i32 %t404)
  br label %join.396
else.395:
  br label %join.396
join.396:
  %t405 = mul nsw i32 %t385, 64
  %t406 = udiv i32 %t6, 7
  %t407 = urem i32 %t6, 7
  %t408 = udiv i32 %t406, 9
  %t409 = urem i32 %t406, 9
  %t410 = udiv i32 %t405, 64
  %t411 = urem i32 %t405, 64
  %t412 = udiv i32 %t410, 3
  %t413 = urem i32 %t410, 3
  %t414 = add nsw i32 %t407, -1
  %t415 = add nsw i32 %t409, -1
  %t416 = mul nsw i32 %t386, 12288
  %t417 = add nsw i32 %t2, %t416
  %t418 = mul nsw i32 %t386, 8
  %t419 = add nsw i32 %t18, %t418
  %t420 = trunc i32 %t413 to i16
  %t421 = trunc i32 %t412 to i16
  call void asm sideeffect "cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [$0], [$1, {$3, $4, $5, $6}], [$2], {$7, $8};", "r,l,r,r,r,r,r,h,h,~{memory}"(i32 %t417, ptr %map0, i32 %t419, i32 %t411, i32 %t414, i32 %t415, i32 %t408, i16 %t420, i16 %t421)
  %t422 = add nsw i32 %t385, 1
  store i32 %t422, ptr %s382
  %t423 = load i32, ptr %s379
  %t424 = add nsw i32 %t423, 1
  %t425 = icmp ult i32 %t424, 4
  %t426 = select i1 %t425, i32 %t424, i32 0
  store i32 %t426, ptr %s379
  %t427 = load i32, ptr %s380
  %t428 = xor i32 %t427, 1
  %t429 = load i32, ptr %s380
  %t430 = select i1 %t425, i32 %t429, i32 %t428
  store i32 %t430, ptr %s380
  %t431 = load i32, ptr %s382
  %t432 = icmp ult i32 %t431, 9
  br i1 %t432, label %loop.383, label %done.384
done.384:
  br label %join.340
else.339:
  br label %join.340
join.340:
  br label %join.104
join.104:
  ret void
}
