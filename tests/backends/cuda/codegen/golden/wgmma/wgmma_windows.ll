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
  %s104 = alloca i32
  %s105 = alloca i32
  %s106 = alloca i32
  %s107 = alloca i32
  %s378 = alloca i32
  %s379 = alloca i32
  %s380 = alloca i32
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
  br i1 %t55, label %then.56, label %else.57
then.56:
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 1;", "r,~{memory}"(i32 %t18)
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 4;", "r,~{memory}"(i32 %t19)
  %t59 = add nsw i32 %t18, 8
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 1;", "r,~{memory}"(i32 %t59)
  %t60 = add nsw i32 %t19, 8
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 4;", "r,~{memory}"(i32 %t60)
  %t61 = add nsw i32 %t18, 16
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 1;", "r,~{memory}"(i32 %t61)
  %t62 = add nsw i32 %t19, 16
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 4;", "r,~{memory}"(i32 %t62)
  %t63 = add nsw i32 %t18, 24
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 1;", "r,~{memory}"(i32 %t63)
  %t64 = add nsw i32 %t19, 24
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 4;", "r,~{memory}"(i32 %t64)
  call void asm sideeffect "fence.mbarrier_init.release.cluster;", "~{memory}"() convergent
  call void asm sideeffect "fence.proxy.async.shared::cta;", "~{memory}"() convergent
  br label %join.58
else.57:
  br label %join.58
join.58:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %t55, label %then.65, label %else.66
then.65:
  %t68 = add i64 %t23, 0
  %t69 = add nsw i32 %t2, 8192
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 12288;", "r,~{memory}"(i32 %t18)
  call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1], 4096, [$2];", "r,l,r,~{memory}"(i32 %t69, i64 %t68, i32 %t18)
  br label %join.67
else.66:
  br label %join.67
join.67:
  br i1 %t55, label %then.70, label %else.71
then.70:
  %t73 = add i64 %t23, 4096
  %t74 = add nsw i32 %t2, 12288
  %t75 = add nsw i32 %t74, 8192
  %t76 = add nsw i32 %t18, 8
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 12288;", "r,~{memory}"(i32 %t76)
  call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1], 4096, [$2];", "r,l,r,~{memory}"(i32 %t75, i64 %t73, i32 %t76)
  br label %join.72
else.71:
  br label %join.72
join.72:
  br i1 %t55, label %then.77, label %else.78
then.77:
  %t80 = add i64 %t23, 8192
  %t81 = add nsw i32 %t2, 24576
  %t82 = add nsw i32 %t81, 8192
  %t83 = add nsw i32 %t18, 16
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 12288;", "r,~{memory}"(i32 %t83)
  call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1], 4096, [$2];", "r,l,r,~{memory}"(i32 %t82, i64 %t80, i32 %t83)
  br label %join.79
else.78:
  br label %join.79
join.79:
  br i1 %t55, label %then.84, label %else.85
then.84:
  %t87 = add i64 %t23, 12288
  %t88 = add nsw i32 %t2, 36864
  %t89 = add nsw i32 %t88, 8192
  %t90 = add nsw i32 %t18, 24
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 12288;", "r,~{memory}"(i32 %t90)
  call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1], 4096, [$2];", "r,l,r,~{memory}"(i32 %t89, i64 %t87, i32 %t90)
  br label %join.86
else.85:
  br label %join.86
join.86:
  %t91 = mul nsw i32 %t3, 32
  %t92 = icmp ult i32 %t91, 32
  %t93 = icmp ult i32 %t91, 32
  %t94 = and i1 %t92, %t93
  br i1 %t94, label %then.95, label %else.96
then.95:
  %t98 = sext i32 %t91 to i64
  %t99 = getelementptr float, ptr addrspace(1) %t52, i64 %t98
  call void asm sideeffect "prefetch.global.L2 [$0];", "l"(ptr addrspace(1) %t99)
  br label %join.97
else.96:
  br label %join.97
join.97:
  call void asm sideeffect "griddepcontrol.wait;", "~{memory}"()
  %t100 = icmp ult i32 %t3, 128
  br i1 %t100, label %then.101, label %else.102
then.101:
  store i32 0, ptr %s104
  store i32 0, ptr %s105
  store i32 0, ptr %s106
  store i32 0, ptr %s107
  %t108 = and i32 %t3, 31
  %t109 = icmp eq i32 %t108, 0
  br label %loop.110
loop.110:
  %t112 = load i32, ptr %s104
  %t113 = load i32, ptr %s105
  %t114 = mul nsw i32 %t113, 8
  %t115 = add nsw i32 %t18, %t114
  %t116 = load i32, ptr %s106
  br label %wait.117
wait.117:
  %t119 = call i32 asm sideeffect "{ .reg .pred there; mbarrier.try_wait.parity.shared::cta.b64 there, [$1], $2; selp.b32 $0, 1, 0, there; }", "=r,r,r,~{memory}"(i32 %t115, i32 %t116)
  %t120 = icmp ne i32 %t119, 0
  br i1 %t120, label %arrived.118, label %wait.117
arrived.118:
  %t121 = mul nsw i32 %t113, 768
  %t122 = zext i32 %t121 to i64
  %t123 = add i64 %t46, %t122
  %t124 = add i64 %t51, %t122
  %t125 = load float, ptr %s24
  %t126 = load float, ptr %s25
  %t127 = load float, ptr %s26
  %t128 = load float, ptr %s27
  %t129 = load float, ptr %s28
  %t130 = load float, ptr %s29
  %t131 = load float, ptr %s30
  %t132 = load float, ptr %s31
  %t133 = load float, ptr %s32
  %t134 = load float, ptr %s33
  %t135 = load float, ptr %s34
  %t136 = load float, ptr %s35
  %t137 = load float, ptr %s36
  %t138 = load float, ptr %s37
  %t139 = load float, ptr %s38
  %t140 = load float, ptr %s39
  %t141 = call {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} asm sideeffect "{ .reg .b64 left, right; .reg .pred adds; setp.eq.u32 adds, 1, 1; wgmma.fence.sync.aligned; add.s64 left, $16, 0; add.s64 right, $17, 0; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 2; add.s64 right, $17, 64; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 4; add.s64 right, $17, 128; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 6; add.s64 right, $17, 192; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; wgmma.commit_group.sync.aligned; }", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,l,l,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,~{memory}"(i64 %t123, i64 %t124, float %t125, float %t126, float %t127, float %t128, float %t129, float %t130, float %t131, float %t132, float %t133, float %t134, float %t135, float %t136, float %t137, float %t138, float %t139, float %t140) convergent
  %t142 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t141, 0
  store float %t142, ptr %s24
  %t143 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t141, 1
  store float %t143, ptr %s25
  %t144 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t141, 2
  store float %t144, ptr %s26
  %t145 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t141, 3
  store float %t145, ptr %s27
  %t146 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t141, 4
  store float %t146, ptr %s28
  %t147 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t141, 5
  store float %t147, ptr %s29
  %t148 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t141, 6
  store float %t148, ptr %s30
  %t149 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t141, 7
  store float %t149, ptr %s31
  %t150 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t141, 8
  store float %t150, ptr %s32
  %t151 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t141, 9
  store float %t151, ptr %s33
  %t152 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t141, 10
  store float %t152, ptr %s34
  %t153 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t141, 11
  store float %t153, ptr %s35
  %t154 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t141, 12
  store float %t154, ptr %s36
  %t155 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t141, 13
  store float %t155, ptr %s37
  %t156 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t141, 14
  store float %t156, ptr %s38
  %t157 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t141, 15
  store float %t157, ptr %s39
  call void asm sideeffect "wgmma.wait_group.sync.aligned 1;", "~{memory}"() convergent
  %t158 = icmp ne i32 %t112, 0
  %t159 = and i1 %t109, %t158
  br i1 %t159, label %then.160, label %else.161
then.160:
  %t163 = load i32, ptr %s107
  %t164 = mul nsw i32 %t163, 8
  %t165 = add nsw i32 %t19, %t164
  call void asm sideeffect "mbarrier.arrive.release.cta.shared::cta.b64 _, [$0];", "r,~{memory}"(i32 %t165)
  br label %join.162
else.161:
  br label %join.162
join.162:
  store i32 %t113, ptr %s107
  %t166 = add nsw i32 %t112, 1
  store i32 %t166, ptr %s104
  %t167 = load i32, ptr %s105
  %t168 = add nsw i32 %t167, 1
  %t169 = icmp ult i32 %t168, 4
  %t170 = select i1 %t169, i32 %t168, i32 0
  store i32 %t170, ptr %s105
  %t171 = load i32, ptr %s106
  %t172 = xor i32 %t171, 1
  %t173 = load i32, ptr %s106
  %t174 = select i1 %t169, i32 %t173, i32 %t172
  store i32 %t174, ptr %s106
  %t175 = load i32, ptr %s104
  %t176 = icmp ult i32 %t175, 9
  br i1 %t176, label %loop.110, label %done.111
done.111:
  call void asm sideeffect "griddepcontrol.launch_dependents;", "~{memory}"()
  %t177 = udiv i32 %t3, 4
  %t178 = urem i32 %t3, 4
  %t179 = mul nsw i32 %t178, 8
  %t180 = add nsw i32 %t6, %t177
  %t181 = icmp ult i32 %t180, 126
  %t182 = icmp ult i32 %t180, 126
  %t183 = select i1 %t182, i32 %t180, i32 0
  %t184 = mul nsw i32 %t177, 160
  %t185 = mul nsw i32 %t179, 4
  %t186 = add nsw i32 %t184, %t185
  %t187 = add nsw i32 %t3, 128
  %t188 = udiv i32 %t187, 4
  %t189 = urem i32 %t187, 4
  %t190 = mul nsw i32 %t189, 8
  %t191 = add nsw i32 %t6, %t188
  %t192 = icmp ult i32 %t191, 126
  %t193 = icmp ult i32 %t191, 126
  %t194 = select i1 %t193, i32 %t191, i32 0
  %t195 = mul nsw i32 %t188, 160
  %t196 = mul nsw i32 %t190, 4
  %t197 = add nsw i32 %t195, %t196
  %t198 = sext i32 %t179 to i64
  %t199 = getelementptr float, ptr addrspace(1) %t52, i64 %t198
  %t200 = load <8 x float>, ptr addrspace(1) %t199, align 16
  %t201 = mul nsw i32 %t183, 32
  %t202 = add nsw i32 %t179, %t201
  %t203 = sext i32 %t202 to i64
  %t204 = getelementptr float, ptr addrspace(1) %t53, i64 %t203
  %t205 = load <8 x float>, ptr addrspace(1) %t204, align 16
  %t206 = sext i32 %t190 to i64
  %t207 = getelementptr float, ptr addrspace(1) %t52, i64 %t206
  %t208 = load <8 x float>, ptr addrspace(1) %t207, align 16
  %t209 = mul nsw i32 %t194, 32
  %t210 = add nsw i32 %t190, %t209
  %t211 = sext i32 %t210 to i64
  %t212 = getelementptr float, ptr addrspace(1) %t53, i64 %t211
  %t213 = load <8 x float>, ptr addrspace(1) %t212, align 16
  %t214 = load float, ptr %s24
  %t215 = load float, ptr %s25
  %t216 = load float, ptr %s26
  %t217 = load float, ptr %s27
  %t218 = load float, ptr %s28
  %t219 = load float, ptr %s29
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
  %t230 = call {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} asm sideeffect "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,~{memory}"(float %t214, float %t215, float %t216, float %t217, float %t218, float %t219, float %t220, float %t221, float %t222, float %t223, float %t224, float %t225, float %t226, float %t227, float %t228, float %t229) convergent
  %t231 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t230, 0
  store float %t231, ptr %s24
  %t232 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t230, 1
  store float %t232, ptr %s25
  %t233 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t230, 2
  store float %t233, ptr %s26
  %t234 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t230, 3
  store float %t234, ptr %s27
  %t235 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t230, 4
  store float %t235, ptr %s28
  %t236 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t230, 5
  store float %t236, ptr %s29
  %t237 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t230, 6
  store float %t237, ptr %s30
  %t238 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t230, 7
  store float %t238, ptr %s31
  %t239 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t230, 8
  store float %t239, ptr %s32
  %t240 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t230, 9
  store float %t240, ptr %s33
  %t241 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t230, 10
  store float %t241, ptr %s34
  %t242 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t230, 11
  store float %t242, ptr %s35
  %t243 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t230, 12
  store float %t243, ptr %s36
  %t244 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t230, 13
  store float %t244, ptr %s37
  %t245 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t230, 14
  store float %t245, ptr %s38
  %t246 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t230, 15
  store float %t246, ptr %s39
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 128)
  %t247 = and i32 %t3, 31
  %t248 = lshr i32 %t3, 5
  %t249 = mul nsw i32 %t248, 16
  %t250 = lshr i32 %t247, 2
  %t251 = add nsw i32 %t249, %t250
  %t252 = and i32 %t247, 3
  %t253 = mul nsw i32 %t252, 8
  %t254 = mul nsw i32 %t251, 160
  %t255 = add nsw i32 %t254, %t253
  %t256 = load float, ptr %s24
  %t257 = insertelement <2 x float> poison, float %t256, i32 0
  %t258 = load float, ptr %s25
  %t259 = insertelement <2 x float> %t257, float %t258, i32 1
  %t260 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t255
  store <2 x float> %t259, ptr addrspace(3) %t260, align 8
  %t261 = load float, ptr %s26
  %t262 = insertelement <2 x float> poison, float %t261, i32 0
  %t263 = load float, ptr %s27
  %t264 = insertelement <2 x float> %t262, float %t263, i32 1
  %t265 = add nsw i32 %t255, 1280
  %t266 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t265
  store <2 x float> %t264, ptr addrspace(3) %t266, align 8
  %t267 = load float, ptr %s28
  %t268 = insertelement <2 x float> poison, float %t267, i32 0
  %t269 = load float, ptr %s29
  %t270 = insertelement <2 x float> %t268, float %t269, i32 1
  %t271 = add nsw i32 %t255, 32
  %t272 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t271
  store <2 x float> %t270, ptr addrspace(3) %t272, align 8
  %t273 = load float, ptr %s30
  %t274 = insertelement <2 x float> poison, float %t273, i32 0
  %t275 = load float, ptr %s31
  %t276 = insertelement <2 x float> %t274, float %t275, i32 1
  %t277 = add nsw i32 %t255, 1312
  %t278 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t277
  store <2 x float> %t276, ptr addrspace(3) %t278, align 8
  %t279 = load float, ptr %s32
  %t280 = insertelement <2 x float> poison, float %t279, i32 0
  %t281 = load float, ptr %s33
  %t282 = insertelement <2 x float> %t280, float %t281, i32 1
  %t283 = add nsw i32 %t255, 64
  %t284 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t283
  store <2 x float> %t282, ptr addrspace(3) %t284, align 8
  %t285 = load float, ptr %s34
  %t286 = insertelement <2 x float> poison, float %t285, i32 0
  %t287 = load float, ptr %s35
  %t288 = insertelement <2 x float> %t286, float %t287, i32 1
  %t289 = add nsw i32 %t255, 1344
  %t290 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t289
  store <2 x float> %t288, ptr addrspace(3) %t290, align 8
  %t291 = load float, ptr %s36
  %t292 = insertelement <2 x float> poison, float %t291, i32 0
  %t293 = load float, ptr %s37
  %t294 = insertelement <2 x float> %t292, float %t293, i32 1
  %t295 = add nsw i32 %t255, 96
  %t296 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t295
  store <2 x float> %t294, ptr addrspace(3) %t296, align 8
  %t297 = load float, ptr %s38
  %t298 = insertelement <2 x float> poison, float %t297, i32 0
  %t299 = load float, ptr %s39
  %t300 = insertelement <2 x float> %t298, float %t299, i32 1
  %t301 = add nsw i32 %t255, 1376
  %t302 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t301
  store <2 x float> %t300, ptr addrspace(3) %t302, align 8
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 128)
  %t303 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t186
  %t304 = load <4 x float>, ptr addrspace(3) %t303, align 16
  %t305 = add nsw i32 %t186, 16
  %t306 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t305
  %t307 = load <4 x float>, ptr addrspace(3) %t306, align 16
  %t308 = shufflevector <4 x float> %t304, <4 x float> %t307, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %t309 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t197
  %t310 = load <4 x float>, ptr addrspace(3) %t309, align 16
  %t311 = add nsw i32 %t197, 16
  %t312 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t311
  %t313 = load <4 x float>, ptr addrspace(3) %t312, align 16
  %t314 = shufflevector <4 x float> %t310, <4 x float> %t313, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %t315 = fadd contract <8 x float> %t308, %t200
  %t316 = fadd contract <8 x float> %t315, %t205
  %t317 = fcmp ogt <8 x float> splat (float 0x0000000000000000), %t316
  %t318 = select <8 x i1> %t317, <8 x float> splat (float 0x0000000000000000), <8 x float> %t316
  br i1 %t181, label %then.319, label %else.320
then.319:
  %t322 = mul nsw i32 %t183, 32
  %t323 = add nsw i32 %t179, %t322
  %t324 = sext i32 %t323 to i64
  %t325 = getelementptr float, ptr addrspace(1) %t54, i64 %t324
  store <8 x float> %t318, ptr addrspace(1) %t325, align 16
  br label %join.321
else.320:
  br label %join.321
join.321:
  %t326 = fadd contract <8 x float> %t314, %t208
  %t327 = fadd contract <8 x float> %t326, %t213
  %t328 = fcmp ogt <8 x float> splat (float 0x0000000000000000), %t327
  %t329 = select <8 x i1> %t328, <8 x float> splat (float 0x0000000000000000), <8 x float> %t327
  br i1 %t192, label %then.330, label %else.331
then.330:
  %t333 = mul nsw i32 %t194, 32
  %t334 = add nsw i32 %t190, %t333
  %t335 = sext i32 %t334 to i64
  %t336 = getelementptr float, ptr addrspace(1) %t54, i64 %t335
  store <8 x float> %t329, ptr addrspace(1) %t336, align 16
  br label %join.332
else.331:
  br label %join.332
join.332:
  br label %join.103
else.102:
  br i1 %t55, label %then.337, label %else.338
then.337:
  call void asm sideeffect "fence.proxy.async.global;", "~{memory}"() convergent
  %t340 = udiv i32 %t6, 7
  %t341 = urem i32 %t6, 7
  %t342 = udiv i32 %t340, 9
  %t343 = urem i32 %t340, 9
  %t344 = add nsw i32 %t341, -1
  %t345 = add nsw i32 %t343, -1
  %t346 = trunc i32 0 to i16
  %t347 = trunc i32 0 to i16
  call void asm sideeffect "cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [$0], [$1, {$3, $4, $5, $6}], [$2], {$7, $8};", "r,l,r,r,r,r,r,h,h,~{memory}"(i32 %t2, ptr %map0, i32 %t18, i32 0, i32 %t344, i32 %t345, i32 %t342, i16 %t346, i16 %t347)
  %t348 = udiv i32 %t6, 7
  %t349 = urem i32 %t6, 7
  %t350 = udiv i32 %t348, 9
  %t351 = urem i32 %t348, 9
  %t352 = add nsw i32 %t349, -1
  %t353 = add nsw i32 %t351, -1
  %t354 = add nsw i32 %t2, 12288
  %t355 = add nsw i32 %t18, 8
  %t356 = trunc i32 1 to i16
  %t357 = trunc i32 0 to i16
  call void asm sideeffect "cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [$0], [$1, {$3, $4, $5, $6}], [$2], {$7, $8};", "r,l,r,r,r,r,r,h,h,~{memory}"(i32 %t354, ptr %map0, i32 %t355, i32 0, i32 %t352, i32 %t353, i32 %t350, i16 %t356, i16 %t357)
  %t358 = udiv i32 %t6, 7
  %t359 = urem i32 %t6, 7
  %t360 = udiv i32 %t358, 9
  %t361 = urem i32 %t358, 9
  %t362 = add nsw i32 %t359, -1
  %t363 = add nsw i32 %t361, -1
  %t364 = add nsw i32 %t2, 24576
  %t365 = add nsw i32 %t18, 16
  %t366 = trunc i32 2 to i16
  %t367 = trunc i32 0 to i16
  call void asm sideeffect "cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [$0], [$1, {$3, $4, $5, $6}], [$2], {$7, $8};", "r,l,r,r,r,r,r,h,h,~{memory}"(i32 %t364, ptr %map0, i32 %t365, i32 0, i32 %t362, i32 %t363, i32 %t360, i16 %t366, i16 %t367)
  %t368 = udiv i32 %t6, 7
  %t369 = urem i32 %t6, 7
  %t370 = udiv i32 %t368, 9
  %t371 = urem i32 %t368, 9
  %t372 = add nsw i32 %t369, -1
  %t373 = add nsw i32 %t371, -1
  %t374 = add nsw i32 %t2, 36864
  %t375 = add nsw i32 %t18, 24
  %t376 = trunc i32 0 to i16
  %t377 = trunc i32 1 to i16
  call void asm sideeffect "cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [$0], [$1, {$3, $4, $5, $6}], [$2], {$7, $8};", "r,l,r,r,r,r,r,h,h,~{memory}"(i32 %t374, ptr %map0, i32 %t375, i32 0, i32 %t372, i32 %t373, i32 %t370, i16 %t376, i16 %t377)
  store i32 4, ptr %s378
  store i32 0, ptr %s379
  store i32 0, ptr %s380
  br label %loop.381
loop.381:
  %t383 = load i32, ptr %s378
  %t384 = load i32, ptr %s379
  %t385 = mul nsw i32 %t384, 8
  %t386 = add nsw i32 %t19, %t385
  %t387 = load i32, ptr %s380
  br label %wait.388
wait.388:
  %t390 = call i32 asm sideeffect "{ .reg .pred there; mbarrier.try_wait.parity.shared::cta.b64 there, [$1], $2; selp.b32 $0, 1, 0, there; }", "=r,r,r,~{memory}"(i32 %t386, i32 %t387)
  %t391 = icmp ne i32 %t390, 0
  br i1 %t391, label %arrived.389, label %wait.388
arrived.389:
  br i1 %t55, label %then.392, label %else.393
then.392:
  %t395 = mul nsw i32 %t383, 4096
  %t396 = sext i32 %t395 to i64
  %t397 = add i64 %t23, %t396
  %t398 = mul nsw i32 %t384, 12288
  %t399 = add nsw i32 %t2, %t398
  %t400 = add nsw i32 %t399, 8192
  %t401 = mul nsw i32 %t384, 8
  %t402 = add nsw i32 %t18, %t401
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 12288;", "r,~{memory}"(i32 %t402)
  call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1], 4096, [$2];", "r,l,r,~{memory}"(i32 %t400, i64 %t397, i32 %t402)
  br label %join.394
else.393:
  br label %join.394
join.394:
  %t403 = mul nsw i32 %t383, 64
  %t404 = udiv i32 %t6, 7
  %t405 = urem i32 %t6, 7
  %t406 = udiv i32 %t404, 9
  %t407 = urem i32 %t404, 9
  %t408 = udiv i32 %t403, 64
  %t409 = urem i32 %t403, 64
  %t410 = udiv i32 %t408, 3
  %t411 = urem i32 %t408, 3
  %t412 = add nsw i32 %t405, -1
  %t413 = add nsw i32 %t407, -1
  %t414 = mul nsw i32 %t384, 12288
  %t415 = add nsw i32 %t2, %t414
  %t416 = mul nsw i32 %t384, 8
  %t417 = add nsw i32 %t18, %t416
  %t418 = trunc i32 %t411 to i16
  %t419 = trunc i32 %t410 to i16
  call void asm sideeffect "cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [$0], [$1, {$3, $4, $5, $6}], [$2], {$7, $8};", "r,l,r,r,r,r,r,h,h,~{memory}"(i32 %t415, ptr %map0, i32 %t417, i32 %t409, i32 %t412, i32 %t413, i32 %t406, i16 %t418, i16 %t419)
  %t420 = add nsw i32 %t383, 1
  store i32 %t420, ptr %s378
  %t421 = load i32, ptr %s379
  %t422 = add nsw i32 %t421, 1
  %t423 = icmp ult i32 %t422, 4
  %t424 = select i1 %t423, i32 %t422, i32 0
  store i32 %t424, ptr %s379
  %t425 = load i32, ptr %s380
  %t426 = xor i32 %t425, 1
  %t427 = load i32, ptr %s380
  %t428 = select i1 %t423, i32 %t427, i32 %t426
  store i32 %t428, ptr %s380
  %t429 = load i32, ptr %s378
  %t430 = icmp ult i32 %t429, 9
  br i1 %t430, label %loop.381, label %done.382
done.382:
  br label %join.339
else.338:
  br label %join.339
join.339:
  br label %join.103
join.103:
  ret void
}
