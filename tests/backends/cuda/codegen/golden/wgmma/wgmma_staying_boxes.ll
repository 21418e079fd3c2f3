@shared_memory = external addrspace(3) global [0 x i8], align 1024
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
declare void @llvm.nvvm.barrier.cta.sync.aligned.count(i32, i32) convergent
define ptx_kernel void @wgmma_staying_boxes(ptr %buffer0, ptr noalias %buffer1, ptr noalias %buffer2, ptr noalias %buffer3, ptr byval([128 x i8]) align 64 "nvvm.grid_constant" %map0) nounwind "nvvm.maxntid"="160" {
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
  %s40 = alloca float
  %s41 = alloca float
  %s42 = alloca float
  %s43 = alloca float
  %s44 = alloca float
  %s101 = alloca i32
  %s102 = alloca i32
  %s103 = alloca i32
  %s104 = alloca i32
  %s107 = alloca i32
  %s361 = alloca i32
  %s362 = alloca i32
  %s363 = alloca i32
  %s364 = alloca i32
  %s404 = alloca i32
  %t1 = ptrtoint ptr addrspace(3) @shared_memory to i64
  %t2 = trunc i64 %t1 to i32
  %t3 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t4 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t5 = urem i32 %t4, 5
  %t6 = mul nsw i32 %t5, 64
  %t7 = udiv i32 %t4, 5
  %t8 = urem i32 %t7, 3
  %t9 = mul nsw i32 %t8, 32
  %t10 = udiv i32 %t7, 3
  %t11 = and i32 %t3, 7
  %t12 = lshr i32 %t3, 3
  %t13 = and i32 %t12, 7
  %t14 = xor i32 %t11, %t13
  %t15 = mul nsw i32 %t12, 128
  %t16 = mul nsw i32 %t14, 16
  %t17 = add nsw i32 %t15, %t16
  %t18 = add nsw i32 %t2, %t17
  %t19 = mul nsw i32 %t11, 8
  %t20 = icmp eq i32 %t3, 0
  %t21 = add nsw i32 %t2, 47104
  %t22 = add nsw i32 %t21, 24
  %t23 = addrspacecast ptr %buffer3 to ptr addrspace(1)
  %t24 = ptrtoint ptr addrspace(1) %t23 to i64
  %t25 = mul nsw i32 %t9, 256
  %t26 = sext i32 %t25 to i64
  %t27 = mul nsw i64 %t26, 2
  %t28 = add i64 %t24, %t27
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
  store float 0.0, ptr %s40
  store float 0.0, ptr %s41
  store float 0.0, ptr %s42
  store float 0.0, ptr %s43
  store float 0.0, ptr %s44
  %t45 = udiv i32 %t3, 128
  %t46 = mul nsw i32 %t45, 8192
  %t47 = add nsw i32 %t2, %t46
  %t48 = lshr i32 %t47, 4
  %t49 = and i32 %t48, 16383
  %t50 = zext i32 %t49 to i64
  %t51 = or i64 %t50, 4611686293305360384
  %t52 = add nsw i32 %t2, 8192
  %t53 = lshr i32 %t52, 4
  %t54 = and i32 %t53, 16383
  %t55 = zext i32 %t54 to i64
  %t56 = or i64 %t55, 34361835520
  %t57 = addrspacecast ptr %buffer1 to ptr addrspace(1)
  %t58 = addrspacecast ptr %buffer2 to ptr addrspace(1)
  %t59 = icmp eq i32 %t3, 128
  %t60 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  br i1 %t59, label %then.61, label %else.62
then.61:
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 1;", "r,~{memory}"(i32 %t21)
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 4;", "r,~{memory}"(i32 %t22)
  %t64 = add nsw i32 %t21, 8
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 1;", "r,~{memory}"(i32 %t64)
  %t65 = add nsw i32 %t22, 8
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 4;", "r,~{memory}"(i32 %t65)
  %t66 = add nsw i32 %t21, 16
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 1;", "r,~{memory}"(i32 %t66)
  %t67 = add nsw i32 %t22, 16
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 4;", "r,~{memory}"(i32 %t67)
  call void asm sideeffect "fence.mbarrier_init.release.cluster;", "~{memory}"() convergent
  call void asm sideeffect "fence.proxy.async.shared::cta;", "~{memory}"() convergent
  br label %join.63
else.62:
  br label %join.63
join.63:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %t59, label %then.68, label %else.69
then.68:
  %t71 = add i64 %t28, 0
  %t72 = add nsw i32 %t2, 8192
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 12288;", "r,~{memory}"(i32 %t21)
  call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1], 4096, [$2];", "r,l,r,~{memory}"(i32 %t72, i64 %t71, i32 %t21)
  br label %join.70
else.69:
  br label %join.70
join.70:
  br i1 %t59, label %then.73, label %else.74
then.73:
  %t76 = add i64 %t28, 4096
  %t77 = add nsw i32 %t2, 12288
  %t78 = add nsw i32 %t77, 8192
  %t79 = add nsw i32 %t21, 8
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 12288;", "r,~{memory}"(i32 %t79)
  call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1], 4096, [$2];", "r,l,r,~{memory}"(i32 %t78, i64 %t76, i32 %t79)
  br label %join.75
else.74:
  br label %join.75
join.75:
  br i1 %t59, label %then.80, label %else.81
then.80:
  %t83 = add i64 %t28, 8192
  %t84 = add nsw i32 %t2, 24576
  %t85 = add nsw i32 %t84, 8192
  %t86 = add nsw i32 %t21, 16
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 12288;", "r,~{memory}"(i32 %t86)
  call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1], 4096, [$2];", "r,l,r,~{memory}"(i32 %t85, i64 %t83, i32 %t86)
  br label %join.82
else.81:
  br label %join.82
join.82:
  %t87 = mul nsw i32 %t3, 32
  %t88 = add nsw i32 %t9, %t87
  %t89 = icmp ult i32 %t87, 32
  %t90 = icmp ult i32 %t88, 72
  %t91 = and i1 %t89, %t90
  br i1 %t91, label %then.92, label %else.93
then.92:
  %t95 = sext i32 %t88 to i64
  %t96 = getelementptr float, ptr addrspace(1) %t57, i64 %t95
  call void asm sideeffect "prefetch.global.L2 [$0];", "l"(ptr addrspace(1) %t96)
  br label %join.94
else.93:
  br label %join.94
join.94:
  call void asm sideeffect "griddepcontrol.wait;", "~{memory}"()
  %t97 = icmp ult i32 %t3, 128
  br i1 %t97, label %then.98, label %else.99
then.98:
  store i32 0, ptr %s101
  store i32 0, ptr %s102
  store i32 0, ptr %s103
  store i32 %t60, ptr %s104
  br label %loop.105
loop.105:
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
  store float 0.0, ptr %s40
  store float 0.0, ptr %s41
  store float 0.0, ptr %s42
  store float 0.0, ptr %s43
  store float 0.0, ptr %s44
  store i32 0, ptr %s107
  store i32 0, ptr %s107
  br label %loop.108
loop.108:
  %t110 = load i32, ptr %s107
  %t111 = load i32, ptr %s101
  %t112 = mul nsw i32 %t111, 8
  %t113 = add nsw i32 %t21, %t112
  %t114 = load i32, ptr %s102
  br label %wait.115
wait.115:
  %t117 = call i32 asm sideeffect "{ .reg .pred there; mbarrier.try_wait.parity.shared::cta.b64 there, [$1], $2; selp.b32 $0, 1, 0, there; }", "=r,r,r,~{memory}"(i32 %t113, i32 %t114)
  %t118 = icmp ne i32 %t117, 0
  br i1 %t118, label %arrived.116, label %wait.115
arrived.116:
  %t119 = mul nsw i32 %t111, 768
  %t120 = zext i32 %t119 to i64
  %t121 = add i64 %t51, %t120
  %t122 = add i64 %t56, %t120
  %t123 = load float, ptr %s29
  %t124 = load float, ptr %s30
  %t125 = load float, ptr %s31
  %t126 = load float, ptr %s32
  %t127 = load float, ptr %s33
  %t128 = load float, ptr %s34
  %t129 = load float, ptr %s35
  %t130 = load float, ptr %s36
  %t131 = load float, ptr %s37
  %t132 = load float, ptr %s38
  %t133 = load float, ptr %s39
  %t134 = load float, ptr %s40
  %t135 = load float, ptr %s41
  %t136 = load float, ptr %s42
  %t137 = load float, ptr %s43
  %t138 = load float, ptr %s44
  %t139 = call {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} asm sideeffect "{ .reg .b64 left, right; .reg .pred adds; setp.eq.u32 adds, 1, 1; wgmma.fence.sync.aligned; add.s64 left, $16, 0; add.s64 right, $17, 0; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 2; add.s64 right, $17, 64; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 4; add.s64 right, $17, 128; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 6; add.s64 right, $17, 192; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; wgmma.commit_group.sync.aligned; }", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,l,l,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,~{memory}"(i64 %t121, i64 %t122, float %t123, float %t124, float %t125, float %t126, float %t127, float %t128, float %t129, float %t130, float %t131, float %t132, float %t133, float %t134, float %t135, float %t136, float %t137, float %t138) convergent
  %t140 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t139, 0
  store float %t140, ptr %s29
  %t141 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t139, 1
  store float %t141, ptr %s30
  %t142 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t139, 2
  store float %t142, ptr %s31
  %t143 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t139, 3
  store float %t143, ptr %s32
  %t144 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t139, 4
  store float %t144, ptr %s33
  %t145 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t139, 5
  store float %t145, ptr %s34
  %t146 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t139, 6
  store float %t146, ptr %s35
  %t147 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t139, 7
  store float %t147, ptr %s36
  %t148 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t139, 8
  store float %t148, ptr %s37
  %t149 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t139, 9
  store float %t149, ptr %s38
  %t150 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t139, 10
  store float %t150, ptr %s39
  %t151 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t139, 11
  store float %t151, ptr %s40
  %t152 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t139, 12
  store float %t152, ptr %s41
  %t153 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t139, 13
  store float %t153, ptr %s42
  %t154 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t139, 14
  store float %t154, ptr %s43
  %t155 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t139, 15
  store float %t155, ptr %s44
  call void asm sideeffect "wgmma.wait_group.sync.aligned 1;", "~{memory}"() convergent
  %t156 = load i32, ptr %s103
  %t157 = icmp ne i32 %t110, 0
  %t158 = and i32 %t3, 31
  %t159 = icmp eq i32 %t158, 0
  %t160 = and i1 %t159, %t157
  br i1 %t160, label %then.161, label %else.162
then.161:
  %t164 = mul nsw i32 %t156, 8
  %t165 = add nsw i32 %t22, %t164
  call void asm sideeffect "mbarrier.arrive.release.cta.shared::cta.b64 _, [$0];", "r,~{memory}"(i32 %t165)
  br label %join.163
else.162:
  br label %join.163
join.163:
  store i32 %t111, ptr %s103
  %t166 = add nsw i32 %t110, 1
  store i32 %t166, ptr %s107
  %t167 = load i32, ptr %s101
  %t168 = add nsw i32 %t167, 1
  %t169 = icmp ult i32 %t168, 3
  %t170 = select i1 %t169, i32 %t168, i32 0
  store i32 %t170, ptr %s101
  %t171 = load i32, ptr %s102
  %t172 = xor i32 %t171, 1
  %t173 = load i32, ptr %s102
  %t174 = select i1 %t169, i32 %t173, i32 %t172
  store i32 %t174, ptr %s102
  %t175 = load i32, ptr %s107
  %t176 = icmp ult i32 %t175, 4
  br i1 %t176, label %loop.108, label %done.109
done.109:
  %t177 = load i32, ptr %s104
  %t178 = add nsw i32 %t177, 4
  %t179 = icmp ult i32 %t178, 15
  br i1 %t179, label %then.180, label %else.181
then.180:
  br label %join.182
else.181:
  call void asm sideeffect "griddepcontrol.launch_dependents;", "~{memory}"()
  br label %join.182
join.182:
  %t183 = load float, ptr %s29
  %t184 = load float, ptr %s30
  %t185 = load float, ptr %s31
  %t186 = load float, ptr %s32
  %t187 = load float, ptr %s33
  %t188 = load float, ptr %s34
  %t189 = load float, ptr %s35
  %t190 = load float, ptr %s36
  %t191 = load float, ptr %s37
  %t192 = load float, ptr %s38
  %t193 = load float, ptr %s39
  %t194 = load float, ptr %s40
  %t195 = load float, ptr %s41
  %t196 = load float, ptr %s42
  %t197 = load float, ptr %s43
  %t198 = load float, ptr %s44
  %t199 = call {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} asm sideeffect "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,~{memory}"(float %t183, float %t184, float %t185, float %t186, float %t187, float %t188, float %t189, float %t190, float %t191, float %t192, float %t193, float %t194, float %t195, float %t196, float %t197, float %t198) convergent
  %t200 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t199, 0
  store float %t200, ptr %s29
  %t201 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t199, 1
  store float %t201, ptr %s30
  %t202 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t199, 2
  store float %t202, ptr %s31
  %t203 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t199, 3
  store float %t203, ptr %s32
  %t204 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t199, 4
  store float %t204, ptr %s33
  %t205 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t199, 5
  store float %t205, ptr %s34
  %t206 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t199, 6
  store float %t206, ptr %s35
  %t207 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t199, 7
  store float %t207, ptr %s36
  %t208 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t199, 8
  store float %t208, ptr %s37
  %t209 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t199, 9
  store float %t209, ptr %s38
  %t210 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t199, 10
  store float %t210, ptr %s39
  %t211 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t199, 11
  store float %t211, ptr %s40
  %t212 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t199, 12
  store float %t212, ptr %s41
  %t213 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t199, 13
  store float %t213, ptr %s42
  %t214 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t199, 14
  store float %t214, ptr %s43
  %t215 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t199, 15
  store float %t215, ptr %s44
  %t216 = load i32, ptr %s103
  %t217 = and i32 %t3, 31
  %t218 = icmp eq i32 %t217, 0
  br i1 %t218, label %then.219, label %else.220
then.219:
  %t222 = mul nsw i32 %t216, 8
  %t223 = add nsw i32 %t22, %t222
  call void asm sideeffect "mbarrier.arrive.release.cta.shared::cta.b64 _, [$0];", "r,~{memory}"(i32 %t223)
  br label %join.221
else.220:
  br label %join.221
join.221:
  %t224 = urem i32 %t177, 5
  %t225 = mul nsw i32 %t224, 64
  %t226 = udiv i32 %t177, 5
  %t227 = urem i32 %t226, 3
  %t228 = mul nsw i32 %t227, 32
  %t229 = udiv i32 %t226, 3
  %t230 = addrspacecast ptr %buffer1 to ptr addrspace(1)
  %t231 = addrspacecast ptr %buffer2 to ptr addrspace(1)
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 128)
  %t232 = udiv i32 %t3, 4
  %t233 = urem i32 %t3, 4
  %t234 = mul nsw i32 %t233, 8
  %t235 = add nsw i32 %t225, %t232
  %t236 = add nsw i32 %t228, %t234
  %t237 = icmp ult i32 %t236, 72
  %t238 = select i1 %t237, i32 %t236, i32 0
  %t239 = mul nsw i32 %t232, 160
  %t240 = mul nsw i32 %t234, 4
  %t241 = add nsw i32 %t239, %t240
  %t242 = add nsw i32 %t241, 36864
  %t243 = add nsw i32 %t3, 128
  %t244 = udiv i32 %t243, 4
  %t245 = urem i32 %t243, 4
  %t246 = mul nsw i32 %t245, 8
  %t247 = add nsw i32 %t225, %t244
  %t248 = add nsw i32 %t228, %t246
  %t249 = icmp ult i32 %t248, 72
  %t250 = select i1 %t249, i32 %t248, i32 0
  %t251 = mul nsw i32 %t244, 160
  %t252 = mul nsw i32 %t246, 4
  %t253 = add nsw i32 %t251, %t252
  %t254 = add nsw i32 %t253, 36864
  %t255 = sext i32 %t238 to i64
  %t256 = getelementptr float, ptr addrspace(1) %t230, i64 %t255
  %t257 = load <8 x float>, ptr addrspace(1) %t256, align 16
  %t258 = sext i32 %t250 to i64
  %t259 = getelementptr float, ptr addrspace(1) %t230, i64 %t258
  %t260 = load <8 x float>, ptr addrspace(1) %t259, align 16
  %t261 = and i32 %t3, 31
  %t262 = lshr i32 %t3, 5
  %t263 = mul nsw i32 %t262, 16
  %t264 = lshr i32 %t261, 2
  %t265 = add nsw i32 %t263, %t264
  %t266 = and i32 %t261, 3
  %t267 = mul nsw i32 %t266, 8
  %t268 = mul nsw i32 %t265, 160
  %t269 = add nsw i32 %t268, %t267
  %t270 = load float, ptr %s29
  %t271 = insertelement <2 x float> poison, float %t270, i32 0
  %t272 = load float, ptr %s30
  %t273 = insertelement <2 x float> %t271, float %t272, i32 1
  %t274 = add nsw i32 %t269, 36864
  %t275 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t274
  store <2 x float> %t273, ptr addrspace(3) %t275, align 8
  %t276 = load float, ptr %s31
  %t277 = insertelement <2 x float> poison, float %t276, i32 0
  %t278 = load float, ptr %s32
  %t279 = insertelement <2 x float> %t277, float %t278, i32 1
  %t280 = add nsw i32 %t269, 38144
  %t281 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t280
  store <2 x float> %t279, ptr addrspace(3) %t281, align 8
  %t282 = load float, ptr %s33
  %t283 = insertelement <2 x float> poison, float %t282, i32 0
  %t284 = load float, ptr %s34
  %t285 = insertelement <2 x float> %t283, float %t284, i32 1
  %t286 = add nsw i32 %t269, 36896
  %t287 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t286
  store <2 x float> %t285, ptr addrspace(3) %t287, align 8
  %t288 = load float, ptr %s35
  %t289 = insertelement <2 x float> poison, float %t288, i32 0
  %t290 = load float, ptr %s36
  %t291 = insertelement <2 x float> %t289, float %t290, i32 1
  %t292 = add nsw i32 %t269, 38176
  %t293 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t292
  store <2 x float> %t291, ptr addrspace(3) %t293, align 8
  %t294 = load float, ptr %s37
  %t295 = insertelement <2 x float> poison, float %t294, i32 0
  %t296 = load float, ptr %s38
  %t297 = insertelement <2 x float> %t295, float %t296, i32 1
  %t298 = add nsw i32 %t269, 36928
  %t299 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t298
  store <2 x float> %t297, ptr addrspace(3) %t299, align 8
  %t300 = load float, ptr %s39
  %t301 = insertelement <2 x float> poison, float %t300, i32 0
  %t302 = load float, ptr %s40
  %t303 = insertelement <2 x float> %t301, float %t302, i32 1
  %t304 = add nsw i32 %t269, 38208
  %t305 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t304
  store <2 x float> %t303, ptr addrspace(3) %t305, align 8
  %t306 = load float, ptr %s41
  %t307 = insertelement <2 x float> poison, float %t306, i32 0
  %t308 = load float, ptr %s42
  %t309 = insertelement <2 x float> %t307, float %t308, i32 1
  %t310 = add nsw i32 %t269, 36960
  %t311 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t310
  store <2 x float> %t309, ptr addrspace(3) %t311, align 8
  %t312 = load float, ptr %s43
  %t313 = insertelement <2 x float> poison, float %t312, i32 0
  %t314 = load float, ptr %s44
  %t315 = insertelement <2 x float> %t313, float %t314, i32 1
  %t316 = add nsw i32 %t269, 38240
  %t317 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t316
  store <2 x float> %t315, ptr addrspace(3) %t317, align 8
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 128)
  %t318 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t242
  %t319 = load <4 x float>, ptr addrspace(3) %t318, align 16
  %t320 = add nsw i32 %t242, 16
  %t321 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t320
  %t322 = load <4 x float>, ptr addrspace(3) %t321, align 16
  %t323 = shufflevector <4 x float> %t319, <4 x float> %t322, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %t324 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t254
  %t325 = load <4 x float>, ptr addrspace(3) %t324, align 16
  %t326 = add nsw i32 %t254, 16
  %t327 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t326
  %t328 = load <4 x float>, ptr addrspace(3) %t327, align 16
  %t329 = shufflevector <4 x float> %t325, <4 x float> %t328, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %t330 = fadd contract <8 x float> %t323, %t257
  br i1 %t237, label %then.331, label %else.332
then.331:
  %t334 = mul nsw i32 %t235, 72
  %t335 = add nsw i32 %t238, %t334
  %t336 = sext i32 %t335 to i64
  %t337 = getelementptr float, ptr addrspace(1) %t231, i64 %t336
  store <8 x float> %t330, ptr addrspace(1) %t337, align 16
  br label %join.333
else.332:
  br label %join.333
join.333:
  %t338 = fadd contract <8 x float> %t329, %t260
  br i1 %t249, label %then.339, label %else.340
then.339:
  %t342 = mul nsw i32 %t247, 72
  %t343 = add nsw i32 %t250, %t342
  %t344 = sext i32 %t343 to i64
  %t345 = getelementptr float, ptr addrspace(1) %t231, i64 %t344
  store <8 x float> %t338, ptr addrspace(1) %t345, align 16
  br label %join.341
else.340:
  br label %join.341
join.341:
  store i32 %t178, ptr %s104
  %t346 = load i32, ptr %s104
  %t347 = icmp ult i32 %t346, 15
  br i1 %t347, label %loop.105, label %done.106
done.106:
  br label %join.100
else.99:
  br i1 %t59, label %then.348, label %else.349
then.348:
  call void asm sideeffect "fence.proxy.async.global;", "~{memory}"() convergent
  %t351 = urem i32 %t60, 5
  %t352 = mul nsw i32 %t351, 64
  %t353 = udiv i32 %t60, 5
  %t354 = urem i32 %t353, 3
  %t355 = mul nsw i32 %t354, 32
  %t356 = udiv i32 %t353, 3
  call void asm sideeffect "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [$0], [$1, {$3, $4}], [$2];", "r,l,r,r,r,~{memory}"(i32 %t2, ptr %map0, i32 %t21, i32 0, i32 %t352)
  %t357 = add nsw i32 %t2, 12288
  %t358 = add nsw i32 %t21, 8
  call void asm sideeffect "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [$0], [$1, {$3, $4}], [$2];", "r,l,r,r,r,~{memory}"(i32 %t357, ptr %map0, i32 %t358, i32 64, i32 %t352)
  %t359 = add nsw i32 %t2, 24576
  %t360 = add nsw i32 %t21, 16
  call void asm sideeffect "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [$0], [$1, {$3, $4}], [$2];", "r,l,r,r,r,~{memory}"(i32 %t359, ptr %map0, i32 %t360, i32 128, i32 %t352)
  store i32 0, ptr %s361
  store i32 0, ptr %s362
  store i32 0, ptr %s363
  store i32 3, ptr %s364
  br label %loop.365
loop.365:
  %t367 = load i32, ptr %s364
  %t368 = load i32, ptr %s361
  %t369 = mul nsw i32 %t368, 8
  %t370 = add nsw i32 %t22, %t369
  %t371 = load i32, ptr %s362
  br label %wait.372
wait.372:
  %t374 = call i32 asm sideeffect "{ .reg .pred there; mbarrier.try_wait.parity.shared::cta.b64 there, [$1], $2; selp.b32 $0, 1, 0, there; }", "=r,r,r,~{memory}"(i32 %t370, i32 %t371)
  %t375 = icmp ne i32 %t374, 0
  br i1 %t375, label %arrived.373, label %wait.372
arrived.373:
  br i1 %t59, label %then.376, label %else.377
then.376:
  %t379 = mul nsw i32 %t367, 4096
  %t380 = sext i32 %t379 to i64
  %t381 = add i64 %t28, %t380
  %t382 = mul nsw i32 %t368, 12288
  %t383 = add nsw i32 %t2, %t382
  %t384 = add nsw i32 %t383, 8192
  %t385 = mul nsw i32 %t368, 8
  %t386 = add nsw i32 %t21, %t385
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 12288;", "r,~{memory}"(i32 %t386)
  call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1], 4096, [$2];", "r,l,r,~{memory}"(i32 %t384, i64 %t381, i32 %t386)
  br label %join.378
else.377:
  br label %join.378
join.378:
  %t387 = mul nsw i32 %t367, 64
  %t388 = mul nsw i32 %t368, 12288
  %t389 = add nsw i32 %t2, %t388
  %t390 = mul nsw i32 %t368, 8
  %t391 = add nsw i32 %t21, %t390
  call void asm sideeffect "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [$0], [$1, {$3, $4}], [$2];", "r,l,r,r,r,~{memory}"(i32 %t389, ptr %map0, i32 %t391, i32 %t387, i32 %t352)
  %t392 = add nsw i32 %t367, 1
  store i32 %t392, ptr %s364
  %t393 = load i32, ptr %s361
  %t394 = add nsw i32 %t393, 1
  %t395 = icmp ult i32 %t394, 3
  %t396 = select i1 %t395, i32 %t394, i32 0
  store i32 %t396, ptr %s361
  %t397 = load i32, ptr %s362
  %t398 = xor i32 %t397, 1
  %t399 = load i32, ptr %s362
  %t400 = select i1 %t395, i32 %t399, i32 %t398
  store i32 %t400, ptr %s362
  %t401 = load i32, ptr %s364
  %t402 = icmp ult i32 %t401, 4
  br i1 %t402, label %loop.365, label %done.366
done.366:
  %t403 = add nsw i32 %t60, 4
  store i32 %t403, ptr %s404
  %t405 = load i32, ptr %s404
  %t406 = icmp ult i32 %t405, 15
  br i1 %t406, label %then.407, label %else.408
then.407:
  br label %loop.410
loop.410:
  %t412 = load i32, ptr %s404
  %t413 = urem i32 %t412, 5
  %t414 = mul nsw i32 %t413, 64
  %t415 = udiv i32 %t412, 5
  %t416 = urem i32 %t415, 3
  %t417 = mul nsw i32 %t416, 32
  %t418 = udiv i32 %t415, 3
  %t419 = addrspacecast ptr %buffer3 to ptr addrspace(1)
  %t420 = ptrtoint ptr addrspace(1) %t419 to i64
  %t421 = mul nsw i32 %t417, 256
  %t422 = sext i32 %t421 to i64
  %t423 = mul nsw i64 %t422, 2
  %t424 = add i64 %t420, %t423
  store i32 0, ptr %s364
  br label %loop.425
loop.425:
  %t427 = load i32, ptr %s364
  %t428 = load i32, ptr %s361
  %t429 = mul nsw i32 %t428, 8
  %t430 = add nsw i32 %t22, %t429
  %t431 = load i32, ptr %s362
  br label %wait.432
wait.432:
  %t434 = call i32 asm sideeffect "{ .reg .pred there; mbarrier.try_wait.parity.shared::cta.b64 there, [$1], $2; selp.b32 $0, 1, 0, there; }", "=r,r,r,~{memory}"(i32 %t430, i32 %t431)
  %t435 = icmp ne i32 %t434, 0
  br i1 %t435, label %arrived.433, label %wait.432
arrived.433:
  br i1 %t59, label %then.436, label %else.437
then.436:
  %t439 = mul nsw i32 %t427, 4096
  %t440 = sext i32 %t439 to i64
  %t441 = add i64 %t424, %t440
  %t442 = mul nsw i32 %t428, 12288
  %t443 = add nsw i32 %t2, %t442
  %t444 = add nsw i32 %t443, 8192
  %t445 = mul nsw i32 %t428, 8
  %t446 = add nsw i32 %t21, %t445
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 12288;", "r,~{memory}"(i32 %t446)
  call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1], 4096, [$2];", "r,l,r,~{memory}"(i32 %t444, i64 %t441, i32 %t446)
  br label %join.438
else.437:
  br label %join.438
join.438:
  %t447 = mul nsw i32 %t427, 64
  %t448 = mul nsw i32 %t428, 12288
  %t449 = add nsw i32 %t2, %t448
  %t450 = mul nsw i32 %t428, 8
  %t451 = add nsw i32 %t21, %t450
  call void asm sideeffect "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [$0], [$1, {$3, $4}], [$2];", "r,l,r,r,r,~{memory}"(i32 %t449, ptr %map0, i32 %t451, i32 %t447, i32 %t414)
  %t452 = add nsw i32 %t427, 1
  store i32 %t452, ptr %s364
  %t453 = load i32, ptr %s361
  %t454 = add nsw i32 %t453, 1
  %t455 = icmp ult i32 %t454, 3
  %t456 = select i1 %t455, i32 %t454, i32 0
  store i32 %t456, ptr %s361
  %t457 = load i32, ptr %s362
  %t458 = xor i32 %t457, 1
  %t459 = load i32, ptr %s362
  %t460 = select i1 %t455, i32 %t459, i32 %t458
  store i32 %t460, ptr %s362
  %t461 = load i32, ptr %s364
  %t462 = icmp ult i32 %t461, 4
  br i1 %t462, label %loop.425, label %done.426
done.426:
  %t463 = add nsw i32 %t412, 4
  store i32 %t463, ptr %s404
  %t464 = load i32, ptr %s404
  %t465 = icmp ult i32 %t464, 15
  br i1 %t465, label %loop.410, label %done.411
done.411:
  br label %join.409
else.408:
  br label %join.409
join.409:
  br label %join.350
else.349:
  br label %join.350
join.350:
  br label %join.100
join.100:
  ret void
}
