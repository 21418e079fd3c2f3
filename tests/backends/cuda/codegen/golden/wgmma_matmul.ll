@shared_memory = external addrspace(3) global [0 x i8], align 1024
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
define ptx_kernel void @wgmma_matmul(ptr %buffer0, ptr noalias %buffer1, ptr noalias %buffer2, ptr noalias %buffer3) nounwind "nvvm.maxntid"="256" {
  %s17 = alloca i32
  %s51 = alloca float
  %s52 = alloca float
  %s53 = alloca float
  %s54 = alloca float
  %s55 = alloca float
  %s56 = alloca float
  %s57 = alloca float
  %s58 = alloca float
  %s59 = alloca float
  %s60 = alloca float
  %s61 = alloca float
  %s62 = alloca float
  %s63 = alloca float
  %s64 = alloca float
  %s65 = alloca float
  %s66 = alloca float
  %s152 = alloca i32
  %s153 = alloca i32
  %s154 = alloca i32
  %s155 = alloca i32
  %t1 = ptrtoint ptr addrspace(3) @shared_memory to i64
  %t2 = trunc i64 %t1 to i32
  %t3 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t4 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t5 = urem i32 %t4, 2
  %t6 = mul i32 %t5, 32
  %t7 = udiv i32 %t4, 2
  %t8 = and i32 %t3, 7
  %t9 = lshr i32 %t3, 3
  %t10 = and i32 %t9, 7
  %t11 = xor i32 %t8, %t10
  %t12 = mul i32 %t9, 128
  %t13 = mul i32 %t11, 16
  %t14 = add i32 %t12, %t13
  %t15 = add i32 %t2, %t14
  %t16 = mul i32 %t8, 8
  store i32 0, ptr %s17
  %t18 = addrspacecast ptr %buffer0 to ptr addrspace(1)
  %t19 = ptrtoint ptr addrspace(1) %t18 to i64
  %t20 = addrspacecast ptr %buffer3 to ptr addrspace(1)
  %t21 = ptrtoint ptr addrspace(1) %t20 to i64
  %t22 = addrspacecast ptr %buffer0 to ptr addrspace(1)
  %t23 = ptrtoint ptr addrspace(1) %t22 to i64
  %t24 = icmp ult i32 %t9, 100
  %t25 = mul i32 %t9, 256
  %t26 = add i32 %t16, %t25
  %t27 = mul i32 %t26, 2
  %t28 = add i32 %t9, 32
  %t29 = icmp ult i32 %t28, 100
  %t30 = mul i32 %t28, 256
  %t31 = add i32 %t16, %t30
  %t32 = mul i32 %t31, 2
  %t33 = add i32 %t9, 64
  %t34 = icmp ult i32 %t33, 100
  %t35 = mul i32 %t33, 256
  %t36 = add i32 %t16, %t35
  %t37 = mul i32 %t36, 2
  %t38 = add i32 %t9, 96
  %t39 = icmp ult i32 %t38, 100
  %t40 = mul i32 %t38, 256
  %t41 = add i32 %t16, %t40
  %t42 = mul i32 %t41, 2
  %t43 = icmp eq i32 %t3, 0
  %t44 = add i32 %t2, 81920
  %t45 = addrspacecast ptr %buffer3 to ptr addrspace(1)
  %t46 = ptrtoint ptr addrspace(1) %t45 to i64
  %t47 = mul i32 %t6, 256
  %t48 = sext i32 %t47 to i64
  %t49 = mul nsw i64 %t48, 2
  %t50 = add i64 %t46, %t49
  store float 0.0, ptr %s51
  store float 0.0, ptr %s52
  store float 0.0, ptr %s53
  store float 0.0, ptr %s54
  store float 0.0, ptr %s55
  store float 0.0, ptr %s56
  store float 0.0, ptr %s57
  store float 0.0, ptr %s58
  store float 0.0, ptr %s59
  store float 0.0, ptr %s60
  store float 0.0, ptr %s61
  store float 0.0, ptr %s62
  store float 0.0, ptr %s63
  store float 0.0, ptr %s64
  store float 0.0, ptr %s65
  store float 0.0, ptr %s66
  %t67 = udiv i32 %t3, 128
  %t68 = mul i32 %t67, 8192
  %t69 = add i32 %t2, %t68
  %t70 = lshr i32 %t69, 4
  %t71 = and i32 %t70, 16383
  %t72 = zext i32 %t71 to i64
  %t73 = or i64 %t72, 4611686293305360384
  %t74 = add i32 %t2, 16384
  %t75 = lshr i32 %t74, 4
  %t76 = and i32 %t75, 16383
  %t77 = zext i32 %t76 to i64
  %t78 = or i64 %t77, 34361835520
  %t79 = addrspacecast ptr %buffer1 to ptr addrspace(1)
  %t80 = addrspacecast ptr %buffer2 to ptr addrspace(1)
  br i1 %t43, label %then.81, label %else.82
then.81:
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 1;", "r,~{memory}"(i32 %t44)
  %t84 = add i32 %t44, 8
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 1;", "r,~{memory}"(i32 %t84)
  %t85 = add i32 %t44, 16
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 1;", "r,~{memory}"(i32 %t85)
  %t86 = add i32 %t44, 24
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 1;", "r,~{memory}"(i32 %t86)
  call void asm sideeffect "fence.mbarrier_init.release.cluster;", "~{memory}"() convergent
  call void asm sideeffect "fence.proxy.async.shared::cta;", "~{memory}"() convergent
  br label %join.83
else.82:
  br label %join.83
join.83:
  br i1 %t43, label %then.87, label %else.88
then.87:
  %t90 = add i64 %t50, 0
  %t91 = add i32 %t2, 16384
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 4096;", "r,~{memory}"(i32 %t44)
  call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1], 4096, [$2];", "r,l,r,~{memory}"(i32 %t91, i64 %t90, i32 %t44)
  br label %join.89
else.88:
  br label %join.89
join.89:
  br i1 %t43, label %then.92, label %else.93
then.92:
  %t95 = add i64 %t50, 4096
  %t96 = add i32 %t2, 20480
  %t97 = add i32 %t96, 16384
  %t98 = add i32 %t44, 8
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 4096;", "r,~{memory}"(i32 %t98)
  call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1], 4096, [$2];", "r,l,r,~{memory}"(i32 %t97, i64 %t95, i32 %t98)
  br label %join.94
else.93:
  br label %join.94
join.94:
  call void asm sideeffect "griddepcontrol.wait;", "~{memory}"()
  %t99 = load i32, ptr %s17
  %t100 = mul i32 %t99, 2
  %t101 = add i32 %t27, %t100
  %t102 = sext i32 %t101 to i64
  %t103 = add i64 %t23, %t102
  %t104 = select i1 %t24, i64 %t103, i64 %t19
  %t105 = select i1 %t24, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t15, i64 %t104, i32 %t105)
  %t106 = add i32 %t32, %t100
  %t107 = sext i32 %t106 to i64
  %t108 = add i64 %t23, %t107
  %t109 = add i32 %t15, 4096
  %t110 = select i1 %t29, i64 %t108, i64 %t19
  %t111 = select i1 %t29, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t109, i64 %t110, i32 %t111)
  %t112 = add i32 %t37, %t100
  %t113 = sext i32 %t112 to i64
  %t114 = add i64 %t23, %t113
  %t115 = add i32 %t15, 8192
  %t116 = select i1 %t34, i64 %t114, i64 %t19
  %t117 = select i1 %t34, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t115, i64 %t116, i32 %t117)
  %t118 = add i32 %t42, %t100
  %t119 = sext i32 %t118 to i64
  %t120 = add i64 %t23, %t119
  %t121 = add i32 %t15, 12288
  %t122 = select i1 %t39, i64 %t120, i64 %t19
  %t123 = select i1 %t39, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t121, i64 %t122, i32 %t123)
  %t124 = add i32 %t99, 64
  store i32 %t124, ptr %s17
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t125 = load i32, ptr %s17
  %t126 = mul i32 %t125, 2
  %t127 = add i32 %t15, 20480
  %t128 = add i32 %t27, %t126
  %t129 = sext i32 %t128 to i64
  %t130 = add i64 %t23, %t129
  %t131 = select i1 %t24, i64 %t130, i64 %t19
  %t132 = select i1 %t24, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t127, i64 %t131, i32 %t132)
  %t133 = add i32 %t32, %t126
  %t134 = sext i32 %t133 to i64
  %t135 = add i64 %t23, %t134
  %t136 = add i32 %t127, 4096
  %t137 = select i1 %t29, i64 %t135, i64 %t19
  %t138 = select i1 %t29, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t136, i64 %t137, i32 %t138)
  %t139 = add i32 %t37, %t126
  %t140 = sext i32 %t139 to i64
  %t141 = add i64 %t23, %t140
  %t142 = add i32 %t127, 8192
  %t143 = select i1 %t34, i64 %t141, i64 %t19
  %t144 = select i1 %t34, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t142, i64 %t143, i32 %t144)
  %t145 = add i32 %t42, %t126
  %t146 = sext i32 %t145 to i64
  %t147 = add i64 %t23, %t146
  %t148 = add i32 %t127, 12288
  %t149 = select i1 %t39, i64 %t147, i64 %t19
  %t150 = select i1 %t39, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t148, i64 %t149, i32 %t150)
  %t151 = add i32 %t125, 64
  store i32 %t151, ptr %s17
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  store i32 0, ptr %s152
  store i32 0, ptr %s153
  store i32 0, ptr %s154
  store i32 2, ptr %s155
  br label %loop.156
loop.156:
  %t158 = load i32, ptr %s152
  %t159 = load i32, ptr %s153
  call void asm sideeffect "cp.async.wait_group 1;", "~{memory}"() convergent
  call void asm sideeffect "fence.proxy.async.shared::cta;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t160 = load i32, ptr %s154
  %t161 = mul i32 %t159, 8
  %t162 = add i32 %t44, %t161
  br label %wait.163
wait.163:
  %t165 = call i32 asm sideeffect "{ .reg .pred there; mbarrier.try_wait.parity.shared::cta.b64 there, [$1], $2; selp.b32 $0, 1, 0, there; }", "=r,r,r,~{memory}"(i32 %t162, i32 %t160)
  %t166 = icmp ne i32 %t165, 0
  br i1 %t166, label %arrived.164, label %wait.163
arrived.164:
  %t167 = mul i32 %t159, 1280
  %t168 = zext i32 %t167 to i64
  %t169 = add i64 %t73, %t168
  %t170 = add i64 %t78, %t168
  %t171 = load float, ptr %s51
  %t172 = load float, ptr %s52
  %t173 = load float, ptr %s53
  %t174 = load float, ptr %s54
  %t175 = load float, ptr %s55
  %t176 = load float, ptr %s56
  %t177 = load float, ptr %s57
  %t178 = load float, ptr %s58
  %t179 = load float, ptr %s59
  %t180 = load float, ptr %s60
  %t181 = load float, ptr %s61
  %t182 = load float, ptr %s62
  %t183 = load float, ptr %s63
  %t184 = load float, ptr %s64
  %t185 = load float, ptr %s65
  %t186 = load float, ptr %s66
  %t187 = call {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} asm sideeffect "{ .reg .b64 left, right; .reg .pred adds; setp.eq.u32 adds, 1, 1; wgmma.fence.sync.aligned; add.s64 left, $16, 0; add.s64 right, $17, 0; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 2; add.s64 right, $17, 64; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 4; add.s64 right, $17, 128; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 6; add.s64 right, $17, 192; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; wgmma.commit_group.sync.aligned; }", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,l,l,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,~{memory}"(i64 %t169, i64 %t170, float %t171, float %t172, float %t173, float %t174, float %t175, float %t176, float %t177, float %t178, float %t179, float %t180, float %t181, float %t182, float %t183, float %t184, float %t185, float %t186) convergent
  %t188 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t187, 0
  store float %t188, ptr %s51
  %t189 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t187, 1
  store float %t189, ptr %s52
  %t190 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t187, 2
  store float %t190, ptr %s53
  %t191 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t187, 3
  store float %t191, ptr %s54
  %t192 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t187, 4
  store float %t192, ptr %s55
  %t193 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t187, 5
  store float %t193, ptr %s56
  %t194 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t187, 6
  store float %t194, ptr %s57
  %t195 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t187, 7
  store float %t195, ptr %s58
  %t196 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t187, 8
  store float %t196, ptr %s59
  %t197 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t187, 9
  store float %t197, ptr %s60
  %t198 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t187, 10
  store float %t198, ptr %s61
  %t199 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t187, 11
  store float %t199, ptr %s62
  %t200 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t187, 12
  store float %t200, ptr %s63
  %t201 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t187, 13
  store float %t201, ptr %s64
  %t202 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t187, 14
  store float %t202, ptr %s65
  %t203 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t187, 15
  store float %t203, ptr %s66
  call void asm sideeffect "wgmma.wait_group.sync.aligned 1;", "~{memory}"() convergent
  %t204 = icmp ult i32 %t158, 2
  br i1 %t204, label %then.205, label %else.206
then.205:
  %t208 = load i32, ptr %s155
  %t209 = add i32 %t158, 2
  br i1 %t43, label %then.210, label %else.211
then.210:
  %t213 = mul i32 %t209, 4096
  %t214 = sext i32 %t213 to i64
  %t215 = add i64 %t50, %t214
  %t216 = mul i32 %t208, 20480
  %t217 = add i32 %t2, %t216
  %t218 = add i32 %t217, 16384
  %t219 = mul i32 %t208, 8
  %t220 = add i32 %t44, %t219
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 4096;", "r,~{memory}"(i32 %t220)
  call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1], 4096, [$2];", "r,l,r,~{memory}"(i32 %t218, i64 %t215, i32 %t220)
  br label %join.212
else.211:
  br label %join.212
join.212:
  %t221 = load i32, ptr %s17
  %t222 = mul i32 %t221, 2
  %t223 = mul i32 %t208, 20480
  %t224 = add i32 %t15, %t223
  %t225 = add i32 %t27, %t222
  %t226 = sext i32 %t225 to i64
  %t227 = add i64 %t23, %t226
  %t228 = select i1 %t24, i64 %t227, i64 %t19
  %t229 = select i1 %t24, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t224, i64 %t228, i32 %t229)
  %t230 = add i32 %t32, %t222
  %t231 = sext i32 %t230 to i64
  %t232 = add i64 %t23, %t231
  %t233 = add i32 %t224, 4096
  %t234 = select i1 %t29, i64 %t232, i64 %t19
  %t235 = select i1 %t29, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t233, i64 %t234, i32 %t235)
  %t236 = add i32 %t37, %t222
  %t237 = sext i32 %t236 to i64
  %t238 = add i64 %t23, %t237
  %t239 = add i32 %t224, 8192
  %t240 = select i1 %t34, i64 %t238, i64 %t19
  %t241 = select i1 %t34, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t239, i64 %t240, i32 %t241)
  %t242 = add i32 %t42, %t222
  %t243 = sext i32 %t242 to i64
  %t244 = add i64 %t23, %t243
  %t245 = add i32 %t224, 12288
  %t246 = select i1 %t39, i64 %t244, i64 %t19
  %t247 = select i1 %t39, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t245, i64 %t246, i32 %t247)
  %t248 = add i32 %t221, 64
  store i32 %t248, ptr %s17
  br label %join.207
else.206:
  br label %join.207
join.207:
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t249 = load i32, ptr %s153
  %t250 = add i32 %t249, 1
  %t251 = icmp ult i32 %t250, 4
  %t252 = select i1 %t251, i32 %t250, i32 0
  store i32 %t252, ptr %s153
  %t253 = load i32, ptr %s154
  %t254 = xor i32 %t253, 1
  %t255 = load i32, ptr %s154
  %t256 = select i1 %t251, i32 %t255, i32 %t254
  store i32 %t256, ptr %s154
  %t257 = load i32, ptr %s155
  %t258 = add i32 %t257, 1
  %t259 = icmp ult i32 %t258, 4
  %t260 = select i1 %t259, i32 %t258, i32 0
  store i32 %t260, ptr %s155
  %t261 = add i32 %t158, 1
  store i32 %t261, ptr %s152
  %t262 = icmp ult i32 %t261, 4
  br i1 %t262, label %loop.156, label %done.157
done.157:
  call void asm sideeffect "griddepcontrol.launch_dependents;", "~{memory}"()
  %t263 = load float, ptr %s51
  %t264 = load float, ptr %s52
  %t265 = load float, ptr %s53
  %t266 = load float, ptr %s54
  %t267 = load float, ptr %s55
  %t268 = load float, ptr %s56
  %t269 = load float, ptr %s57
  %t270 = load float, ptr %s58
  %t271 = load float, ptr %s59
  %t272 = load float, ptr %s60
  %t273 = load float, ptr %s61
  %t274 = load float, ptr %s62
  %t275 = load float, ptr %s63
  %t276 = load float, ptr %s64
  %t277 = load float, ptr %s65
  %t278 = load float, ptr %s66
  %t279 = call {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} asm sideeffect "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,~{memory}"(float %t263, float %t264, float %t265, float %t266, float %t267, float %t268, float %t269, float %t270, float %t271, float %t272, float %t273, float %t274, float %t275, float %t276, float %t277, float %t278) convergent
  %t280 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t279, 0
  store float %t280, ptr %s51
  %t281 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t279, 1
  store float %t281, ptr %s52
  %t282 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t279, 2
  store float %t282, ptr %s53
  %t283 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t279, 3
  store float %t283, ptr %s54
  %t284 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t279, 4
  store float %t284, ptr %s55
  %t285 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t279, 5
  store float %t285, ptr %s56
  %t286 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t279, 6
  store float %t286, ptr %s57
  %t287 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t279, 7
  store float %t287, ptr %s58
  %t288 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t279, 8
  store float %t288, ptr %s59
  %t289 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t279, 9
  store float %t289, ptr %s60
  %t290 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t279, 10
  store float %t290, ptr %s61
  %t291 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t279, 11
  store float %t291, ptr %s62
  %t292 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t279, 12
  store float %t292, ptr %s63
  %t293 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t279, 13
  store float %t293, ptr %s64
  %t294 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t279, 14
  store float %t294, ptr %s65
  %t295 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t279, 15
  store float %t295, ptr %s66
  %t296 = udiv i32 %t3, 4
  %t297 = urem i32 %t3, 4
  %t298 = mul i32 %t297, 8
  %t299 = add i32 %t6, %t298
  %t300 = icmp ult i32 %t296, 100
  %t301 = icmp ult i32 %t296, 100
  %t302 = select i1 %t301, i32 %t296, i32 0
  %t303 = icmp ult i32 %t299, 40
  %t304 = and i1 %t300, %t303
  %t305 = select i1 %t303, i32 %t299, i32 0
  %t306 = mul i32 %t296, 160
  %t307 = mul i32 %t298, 4
  %t308 = add i32 %t306, %t307
  %t309 = add i32 %t3, 256
  %t310 = udiv i32 %t309, 4
  %t311 = urem i32 %t309, 4
  %t312 = mul i32 %t311, 8
  %t313 = add i32 %t6, %t312
  %t314 = icmp ult i32 %t310, 100
  %t315 = icmp ult i32 %t310, 100
  %t316 = select i1 %t315, i32 %t310, i32 0
  %t317 = icmp ult i32 %t313, 40
  %t318 = and i1 %t314, %t317
  %t319 = select i1 %t317, i32 %t313, i32 0
  %t320 = mul i32 %t310, 160
  %t321 = mul i32 %t312, 4
  %t322 = add i32 %t320, %t321
  %t323 = sext i32 %t305 to i64
  %t324 = getelementptr float, ptr addrspace(1) %t79, i64 %t323
  %t325 = load <8 x float>, ptr addrspace(1) %t324, align 16
  %t326 = sext i32 %t319 to i64
  %t327 = getelementptr float, ptr addrspace(1) %t79, i64 %t326
  %t328 = load <8 x float>, ptr addrspace(1) %t327, align 16
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t329 = and i32 %t3, 31
  %t330 = lshr i32 %t3, 5
  %t331 = mul i32 %t330, 16
  %t332 = lshr i32 %t329, 2
  %t333 = add i32 %t331, %t332
  %t334 = and i32 %t329, 3
  %t335 = mul i32 %t334, 8
  %t336 = mul i32 %t333, 160
  %t337 = add i32 %t336, %t335
  %t338 = load float, ptr %s51
  %t339 = insertelement <2 x float> poison, float %t338, i32 0
  %t340 = load float, ptr %s52
  %t341 = insertelement <2 x float> %t339, float %t340, i32 1
  %t342 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t337
  store <2 x float> %t341, ptr addrspace(3) %t342, align 8
  %t343 = load float, ptr %s53
  %t344 = insertelement <2 x float> poison, float %t343, i32 0
  %t345 = load float, ptr %s54
  %t346 = insertelement <2 x float> %t344, float %t345, i32 1
  %t347 = add i32 %t337, 1280
  %t348 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t347
  store <2 x float> %t346, ptr addrspace(3) %t348, align 8
  %t349 = load float, ptr %s55
  %t350 = insertelement <2 x float> poison, float %t349, i32 0
  %t351 = load float, ptr %s56
  %t352 = insertelement <2 x float> %t350, float %t351, i32 1
  %t353 = add i32 %t337, 32
  %t354 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t353
  store <2 x float> %t352, ptr addrspace(3) %t354, align 8
  %t355 = load float, ptr %s57
  %t356 = insertelement <2 x float> poison, float %t355, i32 0
  %t357 = load float, ptr %s58
  %t358 = insertelement <2 x float> %t356, float %t357, i32 1
  %t359 = add i32 %t337, 1312
  %t360 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t359
  store <2 x float> %t358, ptr addrspace(3) %t360, align 8
  %t361 = load float, ptr %s59
  %t362 = insertelement <2 x float> poison, float %t361, i32 0
  %t363 = load float, ptr %s60
  %t364 = insertelement <2 x float> %t362, float %t363, i32 1
  %t365 = add i32 %t337, 64
  %t366 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t365
  store <2 x float> %t364, ptr addrspace(3) %t366, align 8
  %t367 = load float, ptr %s61
  %t368 = insertelement <2 x float> poison, float %t367, i32 0
  %t369 = load float, ptr %s62
  %t370 = insertelement <2 x float> %t368, float %t369, i32 1
  %t371 = add i32 %t337, 1344
  %t372 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t371
  store <2 x float> %t370, ptr addrspace(3) %t372, align 8
  %t373 = load float, ptr %s63
  %t374 = insertelement <2 x float> poison, float %t373, i32 0
  %t375 = load float, ptr %s64
  %t376 = insertelement <2 x float> %t374, float %t375, i32 1
  %t377 = add i32 %t337, 96
  %t378 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t377
  store <2 x float> %t376, ptr addrspace(3) %t378, align 8
  %t379 = load float, ptr %s65
  %t380 = insertelement <2 x float> poison, float %t379, i32 0
  %t381 = load float, ptr %s66
  %t382 = insertelement <2 x float> %t380, float %t381, i32 1
  %t383 = add i32 %t337, 1376
  %t384 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t383
  store <2 x float> %t382, ptr addrspace(3) %t384, align 8
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t385 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t308
  %t386 = load <4 x float>, ptr addrspace(3) %t385, align 16
  %t387 = add i32 %t308, 16
  %t388 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t387
  %t389 = load <4 x float>, ptr addrspace(3) %t388, align 16
  %t390 = shufflevector <4 x float> %t386, <4 x float> %t389, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %t391 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t322
  %t392 = load <4 x float>, ptr addrspace(3) %t391, align 16
  %t393 = add i32 %t322, 16
  %t394 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t393
  %t395 = load <4 x float>, ptr addrspace(3) %t394, align 16
  %t396 = shufflevector <4 x float> %t392, <4 x float> %t395, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %t397 = fadd contract <8 x float> %t390, %t325
  br i1 %t304, label %then.398, label %else.399
then.398:
  %t401 = mul i32 %t302, 40
  %t402 = add i32 %t305, %t401
  %t403 = sext i32 %t402 to i64
  %t404 = getelementptr float, ptr addrspace(1) %t80, i64 %t403
  store <8 x float> %t397, ptr addrspace(1) %t404, align 16
  br label %join.400
else.399:
  br label %join.400
join.400:
  %t405 = fadd contract <8 x float> %t396, %t328
  br i1 %t318, label %then.406, label %else.407
then.406:
  %t409 = mul i32 %t316, 40
  %t410 = add i32 %t319, %t409
  %t411 = sext i32 %t410 to i64
  %t412 = getelementptr float, ptr addrspace(1) %t80, i64 %t411
  store <8 x float> %t405, ptr addrspace(1) %t412, align 16
  br label %join.408
else.407:
  br label %join.408
join.408:
  ret void
}
