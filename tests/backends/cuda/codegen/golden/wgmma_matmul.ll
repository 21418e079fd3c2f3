@shared_memory = external addrspace(3) global [0 x i8], align 1024
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
define ptx_kernel void @wgmma_matmul(ptr %buffer0, ptr noalias %buffer1, ptr noalias %buffer2, ptr noalias %buffer3) nounwind "nvvm.maxntid"="256" {
  %s17 = alloca i32
  %s47 = alloca float
  %s48 = alloca float
  %s49 = alloca float
  %s50 = alloca float
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
  %s140 = alloca i32
  %s141 = alloca i32
  %s142 = alloca i32
  %s143 = alloca i32
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
  %t20 = icmp ult i32 %t9, 100
  %t21 = mul i32 %t9, 256
  %t22 = add i32 %t16, %t21
  %t23 = mul i32 %t22, 2
  %t24 = add i32 %t9, 32
  %t25 = icmp ult i32 %t24, 100
  %t26 = mul i32 %t24, 256
  %t27 = add i32 %t16, %t26
  %t28 = mul i32 %t27, 2
  %t29 = add i32 %t9, 64
  %t30 = icmp ult i32 %t29, 100
  %t31 = mul i32 %t29, 256
  %t32 = add i32 %t16, %t31
  %t33 = mul i32 %t32, 2
  %t34 = add i32 %t9, 96
  %t35 = icmp ult i32 %t34, 100
  %t36 = mul i32 %t34, 256
  %t37 = add i32 %t16, %t36
  %t38 = mul i32 %t37, 2
  %t39 = icmp eq i32 %t3, 0
  %t40 = add i32 %t2, 81920
  %t41 = addrspacecast ptr %buffer3 to ptr addrspace(1)
  %t42 = ptrtoint ptr addrspace(1) %t41 to i64
  %t43 = mul i32 %t6, 256
  %t44 = sext i32 %t43 to i64
  %t45 = mul nsw i64 %t44, 2
  %t46 = add i64 %t42, %t45
  store float 0.0, ptr %s47
  store float 0.0, ptr %s48
  store float 0.0, ptr %s49
  store float 0.0, ptr %s50
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
  %t63 = udiv i32 %t3, 128
  %t64 = mul i32 %t63, 8192
  %t65 = add i32 %t2, %t64
  %t66 = lshr i32 %t65, 4
  %t67 = and i32 %t66, 16383
  %t68 = zext i32 %t67 to i64
  %t69 = or i64 %t68, 4611686293305360384
  %t70 = add i32 %t2, 16384
  %t71 = lshr i32 %t70, 4
  %t72 = and i32 %t71, 16383
  %t73 = zext i32 %t72 to i64
  %t74 = or i64 %t73, 34361835520
  %t75 = addrspacecast ptr %buffer1 to ptr addrspace(1)
  %t76 = addrspacecast ptr %buffer2 to ptr addrspace(1)
  br i1 %t39, label %then.77, label %else.78
then.77:
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 1;", "r,~{memory}"(i32 %t40)
  %t80 = add i32 %t40, 8
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 1;", "r,~{memory}"(i32 %t80)
  %t81 = add i32 %t40, 16
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 1;", "r,~{memory}"(i32 %t81)
  %t82 = add i32 %t40, 24
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 1;", "r,~{memory}"(i32 %t82)
  call void asm sideeffect "fence.mbarrier_init.release.cluster;", "~{memory}"() convergent
  call void asm sideeffect "fence.proxy.async.shared::cta;", "~{memory}"() convergent
  br label %join.79
else.78:
  br label %join.79
join.79:
  br i1 %t39, label %then.83, label %else.84
then.83:
  %t86 = add i64 %t46, 0
  %t87 = add i32 %t2, 16384
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 4096;", "r,~{memory}"(i32 %t40)
  call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1], 4096, [$2];", "r,l,r,~{memory}"(i32 %t87, i64 %t86, i32 %t40)
  br label %join.85
else.84:
  br label %join.85
join.85:
  br i1 %t39, label %then.88, label %else.89
then.88:
  %t91 = add i64 %t46, 4096
  %t92 = add i32 %t2, 20480
  %t93 = add i32 %t92, 16384
  %t94 = add i32 %t40, 8
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 4096;", "r,~{memory}"(i32 %t94)
  call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1], 4096, [$2];", "r,l,r,~{memory}"(i32 %t93, i64 %t91, i32 %t94)
  br label %join.90
else.89:
  br label %join.90
join.90:
  call void asm sideeffect "griddepcontrol.wait;", "~{memory}"()
  %t95 = load i32, ptr %s17
  %t96 = mul i32 %t95, 2
  %t97 = add i32 %t23, %t96
  %t98 = sext i32 %t97 to i64
  %t99 = add i64 %t19, %t98
  %t100 = select i1 %t20, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t15, i64 %t99, i32 %t100)
  %t101 = add i32 %t28, %t96
  %t102 = sext i32 %t101 to i64
  %t103 = add i64 %t19, %t102
  %t104 = add i32 %t15, 4096
  %t105 = select i1 %t25, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t104, i64 %t103, i32 %t105)
  %t106 = add i32 %t33, %t96
  %t107 = sext i32 %t106 to i64
  %t108 = add i64 %t19, %t107
  %t109 = add i32 %t15, 8192
  %t110 = select i1 %t30, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t109, i64 %t108, i32 %t110)
  %t111 = add i32 %t38, %t96
  %t112 = sext i32 %t111 to i64
  %t113 = add i64 %t19, %t112
  %t114 = add i32 %t15, 12288
  %t115 = select i1 %t35, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t114, i64 %t113, i32 %t115)
  %t116 = add i32 %t95, 64
  store i32 %t116, ptr %s17
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t117 = load i32, ptr %s17
  %t118 = mul i32 %t117, 2
  %t119 = add i32 %t15, 20480
  %t120 = add i32 %t23, %t118
  %t121 = sext i32 %t120 to i64
  %t122 = add i64 %t19, %t121
  %t123 = select i1 %t20, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t119, i64 %t122, i32 %t123)
  %t124 = add i32 %t28, %t118
  %t125 = sext i32 %t124 to i64
  %t126 = add i64 %t19, %t125
  %t127 = add i32 %t119, 4096
  %t128 = select i1 %t25, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t127, i64 %t126, i32 %t128)
  %t129 = add i32 %t33, %t118
  %t130 = sext i32 %t129 to i64
  %t131 = add i64 %t19, %t130
  %t132 = add i32 %t119, 8192
  %t133 = select i1 %t30, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t132, i64 %t131, i32 %t133)
  %t134 = add i32 %t38, %t118
  %t135 = sext i32 %t134 to i64
  %t136 = add i64 %t19, %t135
  %t137 = add i32 %t119, 12288
  %t138 = select i1 %t35, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t137, i64 %t136, i32 %t138)
  %t139 = add i32 %t117, 64
  store i32 %t139, ptr %s17
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  store i32 0, ptr %s140
  store i32 0, ptr %s141
  store i32 0, ptr %s142
  store i32 2, ptr %s143
  br label %loop.144
loop.144:
  %t146 = load i32, ptr %s140
  %t147 = load i32, ptr %s141
  call void asm sideeffect "cp.async.wait_group 1;", "~{memory}"() convergent
  call void asm sideeffect "fence.proxy.async.shared::cta;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t148 = load i32, ptr %s142
  %t149 = mul i32 %t147, 8
  %t150 = add i32 %t40, %t149
  br label %wait.151
wait.151:
  %t153 = call i32 asm sideeffect "{ .reg .pred there; mbarrier.try_wait.parity.shared::cta.b64 there, [$1], $2; selp.b32 $0, 1, 0, there; }", "=r,r,r,~{memory}"(i32 %t150, i32 %t148)
  %t154 = icmp ne i32 %t153, 0
  br i1 %t154, label %arrived.152, label %wait.151
arrived.152:
  %t155 = mul i32 %t147, 1280
  %t156 = zext i32 %t155 to i64
  %t157 = add i64 %t69, %t156
  %t158 = add i64 %t74, %t156
  %t159 = load float, ptr %s47
  %t160 = load float, ptr %s48
  %t161 = load float, ptr %s49
  %t162 = load float, ptr %s50
  %t163 = load float, ptr %s51
  %t164 = load float, ptr %s52
  %t165 = load float, ptr %s53
  %t166 = load float, ptr %s54
  %t167 = load float, ptr %s55
  %t168 = load float, ptr %s56
  %t169 = load float, ptr %s57
  %t170 = load float, ptr %s58
  %t171 = load float, ptr %s59
  %t172 = load float, ptr %s60
  %t173 = load float, ptr %s61
  %t174 = load float, ptr %s62
  %t175 = call {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} asm sideeffect "{ .reg .b64 left, right; .reg .pred adds; setp.eq.u32 adds, 1, 1; wgmma.fence.sync.aligned; add.s64 left, $16, 0; add.s64 right, $17, 0; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 2; add.s64 right, $17, 64; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 4; add.s64 right, $17, 128; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 6; add.s64 right, $17, 192; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; wgmma.commit_group.sync.aligned; }", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,l,l,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,~{memory}"(i64 %t157, i64 %t158, float %t159, float %t160, float %t161, float %t162, float %t163, float %t164, float %t165, float %t166, float %t167, float %t168, float %t169, float %t170, float %t171, float %t172, float %t173, float %t174) convergent
  %t176 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t175, 0
  store float %t176, ptr %s47
  %t177 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t175, 1
  store float %t177, ptr %s48
  %t178 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t175, 2
  store float %t178, ptr %s49
  %t179 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t175, 3
  store float %t179, ptr %s50
  %t180 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t175, 4
  store float %t180, ptr %s51
  %t181 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t175, 5
  store float %t181, ptr %s52
  %t182 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t175, 6
  store float %t182, ptr %s53
  %t183 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t175, 7
  store float %t183, ptr %s54
  %t184 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t175, 8
  store float %t184, ptr %s55
  %t185 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t175, 9
  store float %t185, ptr %s56
  %t186 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t175, 10
  store float %t186, ptr %s57
  %t187 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t175, 11
  store float %t187, ptr %s58
  %t188 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t175, 12
  store float %t188, ptr %s59
  %t189 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t175, 13
  store float %t189, ptr %s60
  %t190 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t175, 14
  store float %t190, ptr %s61
  %t191 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t175, 15
  store float %t191, ptr %s62
  call void asm sideeffect "wgmma.wait_group.sync.aligned 1;", "~{memory}"() convergent
  %t192 = icmp ult i32 %t146, 2
  br i1 %t192, label %then.193, label %else.194
then.193:
  %t196 = load i32, ptr %s143
  %t197 = add i32 %t146, 2
  br i1 %t39, label %then.198, label %else.199
then.198:
  %t201 = mul i32 %t197, 4096
  %t202 = sext i32 %t201 to i64
  %t203 = add i64 %t46, %t202
  %t204 = mul i32 %t196, 20480
  %t205 = add i32 %t2, %t204
  %t206 = add i32 %t205, 16384
  %t207 = mul i32 %t196, 8
  %t208 = add i32 %t40, %t207
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 4096;", "r,~{memory}"(i32 %t208)
  call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1], 4096, [$2];", "r,l,r,~{memory}"(i32 %t206, i64 %t203, i32 %t208)
  br label %join.200
else.199:
  br label %join.200
join.200:
  %t209 = load i32, ptr %s17
  %t210 = mul i32 %t209, 2
  %t211 = mul i32 %t196, 20480
  %t212 = add i32 %t15, %t211
  %t213 = add i32 %t23, %t210
  %t214 = sext i32 %t213 to i64
  %t215 = add i64 %t19, %t214
  %t216 = select i1 %t20, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t212, i64 %t215, i32 %t216)
  %t217 = add i32 %t28, %t210
  %t218 = sext i32 %t217 to i64
  %t219 = add i64 %t19, %t218
  %t220 = add i32 %t212, 4096
  %t221 = select i1 %t25, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t220, i64 %t219, i32 %t221)
  %t222 = add i32 %t33, %t210
  %t223 = sext i32 %t222 to i64
  %t224 = add i64 %t19, %t223
  %t225 = add i32 %t212, 8192
  %t226 = select i1 %t30, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t225, i64 %t224, i32 %t226)
  %t227 = add i32 %t38, %t210
  %t228 = sext i32 %t227 to i64
  %t229 = add i64 %t19, %t228
  %t230 = add i32 %t212, 12288
  %t231 = select i1 %t35, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t230, i64 %t229, i32 %t231)
  %t232 = add i32 %t209, 64
  store i32 %t232, ptr %s17
  br label %join.195
else.194:
  br label %join.195
join.195:
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t233 = load i32, ptr %s141
  %t234 = add i32 %t233, 1
  %t235 = icmp ult i32 %t234, 4
  %t236 = select i1 %t235, i32 %t234, i32 0
  store i32 %t236, ptr %s141
  %t237 = load i32, ptr %s142
  %t238 = xor i32 %t237, 1
  %t239 = load i32, ptr %s142
  %t240 = select i1 %t235, i32 %t239, i32 %t238
  store i32 %t240, ptr %s142
  %t241 = load i32, ptr %s143
  %t242 = add i32 %t241, 1
  %t243 = icmp ult i32 %t242, 4
  %t244 = select i1 %t243, i32 %t242, i32 0
  store i32 %t244, ptr %s143
  %t245 = add i32 %t146, 1
  store i32 %t245, ptr %s140
  %t246 = icmp ult i32 %t245, 4
  br i1 %t246, label %loop.144, label %done.145
done.145:
  call void asm sideeffect "griddepcontrol.launch_dependents;", "~{memory}"()
  %t247 = load float, ptr %s47
  %t248 = load float, ptr %s48
  %t249 = load float, ptr %s49
  %t250 = load float, ptr %s50
  %t251 = load float, ptr %s51
  %t252 = load float, ptr %s52
  %t253 = load float, ptr %s53
  %t254 = load float, ptr %s54
  %t255 = load float, ptr %s55
  %t256 = load float, ptr %s56
  %t257 = load float, ptr %s57
  %t258 = load float, ptr %s58
  %t259 = load float, ptr %s59
  %t260 = load float, ptr %s60
  %t261 = load float, ptr %s61
  %t262 = load float, ptr %s62
  %t263 = call {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} asm sideeffect "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,~{memory}"(float %t247, float %t248, float %t249, float %t250, float %t251, float %t252, float %t253, float %t254, float %t255, float %t256, float %t257, float %t258, float %t259, float %t260, float %t261, float %t262) convergent
  %t264 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t263, 0
  store float %t264, ptr %s47
  %t265 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t263, 1
  store float %t265, ptr %s48
  %t266 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t263, 2
  store float %t266, ptr %s49
  %t267 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t263, 3
  store float %t267, ptr %s50
  %t268 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t263, 4
  store float %t268, ptr %s51
  %t269 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t263, 5
  store float %t269, ptr %s52
  %t270 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t263, 6
  store float %t270, ptr %s53
  %t271 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t263, 7
  store float %t271, ptr %s54
  %t272 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t263, 8
  store float %t272, ptr %s55
  %t273 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t263, 9
  store float %t273, ptr %s56
  %t274 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t263, 10
  store float %t274, ptr %s57
  %t275 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t263, 11
  store float %t275, ptr %s58
  %t276 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t263, 12
  store float %t276, ptr %s59
  %t277 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t263, 13
  store float %t277, ptr %s60
  %t278 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t263, 14
  store float %t278, ptr %s61
  %t279 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t263, 15
  store float %t279, ptr %s62
  %t280 = udiv i32 %t3, 4
  %t281 = urem i32 %t3, 4
  %t282 = mul i32 %t281, 8
  %t283 = add i32 %t6, %t282
  %t284 = icmp ult i32 %t280, 100
  %t285 = icmp ult i32 %t280, 100
  %t286 = select i1 %t285, i32 %t280, i32 0
  %t287 = icmp ult i32 %t283, 40
  %t288 = and i1 %t284, %t287
  %t289 = select i1 %t287, i32 %t283, i32 0
  %t290 = mul i32 %t280, 160
  %t291 = mul i32 %t282, 4
  %t292 = add i32 %t290, %t291
  %t293 = add i32 %t3, 256
  %t294 = udiv i32 %t293, 4
  %t295 = urem i32 %t293, 4
  %t296 = mul i32 %t295, 8
  %t297 = add i32 %t6, %t296
  %t298 = icmp ult i32 %t294, 100
  %t299 = icmp ult i32 %t294, 100
  %t300 = select i1 %t299, i32 %t294, i32 0
  %t301 = icmp ult i32 %t297, 40
  %t302 = and i1 %t298, %t301
  %t303 = select i1 %t301, i32 %t297, i32 0
  %t304 = mul i32 %t294, 160
  %t305 = mul i32 %t296, 4
  %t306 = add i32 %t304, %t305
  %t307 = sext i32 %t289 to i64
  %t308 = getelementptr float, ptr addrspace(1) %t75, i64 %t307
  %t309 = load <8 x float>, ptr addrspace(1) %t308, align 16
  %t310 = sext i32 %t303 to i64
  %t311 = getelementptr float, ptr addrspace(1) %t75, i64 %t310
  %t312 = load <8 x float>, ptr addrspace(1) %t311, align 16
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t313 = and i32 %t3, 31
  %t314 = lshr i32 %t3, 5
  %t315 = mul i32 %t314, 16
  %t316 = lshr i32 %t313, 2
  %t317 = add i32 %t315, %t316
  %t318 = and i32 %t313, 3
  %t319 = mul i32 %t318, 8
  %t320 = mul i32 %t317, 160
  %t321 = add i32 %t320, %t319
  %t322 = load float, ptr %s47
  %t323 = insertelement <2 x float> poison, float %t322, i32 0
  %t324 = load float, ptr %s48
  %t325 = insertelement <2 x float> %t323, float %t324, i32 1
  %t326 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t321
  store <2 x float> %t325, ptr addrspace(3) %t326, align 8
  %t327 = load float, ptr %s49
  %t328 = insertelement <2 x float> poison, float %t327, i32 0
  %t329 = load float, ptr %s50
  %t330 = insertelement <2 x float> %t328, float %t329, i32 1
  %t331 = add i32 %t321, 1280
  %t332 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t331
  store <2 x float> %t330, ptr addrspace(3) %t332, align 8
  %t333 = load float, ptr %s51
  %t334 = insertelement <2 x float> poison, float %t333, i32 0
  %t335 = load float, ptr %s52
  %t336 = insertelement <2 x float> %t334, float %t335, i32 1
  %t337 = add i32 %t321, 32
  %t338 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t337
  store <2 x float> %t336, ptr addrspace(3) %t338, align 8
  %t339 = load float, ptr %s53
  %t340 = insertelement <2 x float> poison, float %t339, i32 0
  %t341 = load float, ptr %s54
  %t342 = insertelement <2 x float> %t340, float %t341, i32 1
  %t343 = add i32 %t321, 1312
  %t344 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t343
  store <2 x float> %t342, ptr addrspace(3) %t344, align 8
  %t345 = load float, ptr %s55
  %t346 = insertelement <2 x float> poison, float %t345, i32 0
  %t347 = load float, ptr %s56
  %t348 = insertelement <2 x float> %t346, float %t347, i32 1
  %t349 = add i32 %t321, 64
  %t350 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t349
  store <2 x float> %t348, ptr addrspace(3) %t350, align 8
  %t351 = load float, ptr %s57
  %t352 = insertelement <2 x float> poison, float %t351, i32 0
  %t353 = load float, ptr %s58
  %t354 = insertelement <2 x float> %t352, float %t353, i32 1
  %t355 = add i32 %t321, 1344
  %t356 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t355
  store <2 x float> %t354, ptr addrspace(3) %t356, align 8
  %t357 = load float, ptr %s59
  %t358 = insertelement <2 x float> poison, float %t357, i32 0
  %t359 = load float, ptr %s60
  %t360 = insertelement <2 x float> %t358, float %t359, i32 1
  %t361 = add i32 %t321, 96
  %t362 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t361
  store <2 x float> %t360, ptr addrspace(3) %t362, align 8
  %t363 = load float, ptr %s61
  %t364 = insertelement <2 x float> poison, float %t363, i32 0
  %t365 = load float, ptr %s62
  %t366 = insertelement <2 x float> %t364, float %t365, i32 1
  %t367 = add i32 %t321, 1376
  %t368 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t367
  store <2 x float> %t366, ptr addrspace(3) %t368, align 8
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t369 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t292
  %t370 = load <4 x float>, ptr addrspace(3) %t369, align 16
  %t371 = add i32 %t292, 16
  %t372 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t371
  %t373 = load <4 x float>, ptr addrspace(3) %t372, align 16
  %t374 = shufflevector <4 x float> %t370, <4 x float> %t373, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %t375 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t306
  %t376 = load <4 x float>, ptr addrspace(3) %t375, align 16
  %t377 = add i32 %t306, 16
  %t378 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t377
  %t379 = load <4 x float>, ptr addrspace(3) %t378, align 16
  %t380 = shufflevector <4 x float> %t376, <4 x float> %t379, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %t381 = fadd contract <8 x float> %t374, %t309
  br i1 %t288, label %then.382, label %else.383
then.382:
  %t385 = mul i32 %t286, 40
  %t386 = add i32 %t289, %t385
  %t387 = sext i32 %t386 to i64
  %t388 = getelementptr float, ptr addrspace(1) %t76, i64 %t387
  store <8 x float> %t381, ptr addrspace(1) %t388, align 16
  br label %join.384
else.383:
  br label %join.384
join.384:
  %t389 = fadd contract <8 x float> %t380, %t312
  br i1 %t302, label %then.390, label %else.391
then.390:
  %t393 = mul i32 %t300, 40
  %t394 = add i32 %t303, %t393
  %t395 = sext i32 %t394 to i64
  %t396 = getelementptr float, ptr addrspace(1) %t76, i64 %t395
  store <8 x float> %t389, ptr addrspace(1) %t396, align 16
  br label %join.392
else.391:
  br label %join.392
join.392:
  ret void
}
