@shared_memory = external addrspace(3) global [0 x i8], align 1024
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
define ptx_kernel void @wgmma_staying(ptr %buffer0, ptr noalias %buffer1, ptr noalias %buffer2, ptr noalias %buffer3) nounwind "nvvm.maxntid"="128" "nvvm.cluster_dim"="2,1,1" {
  %s21 = alloca i32
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
  %s67 = alloca float
  %s68 = alloca float
  %s85 = alloca i32
  %s86 = alloca i32
  %s87 = alloca i64
  %s88 = alloca i64
  %s89 = alloca i32
  %s90 = alloca i1
  %s91 = alloca i32
  %s92 = alloca i1
  %s93 = alloca i32
  %s94 = alloca i1
  %s95 = alloca i32
  %s96 = alloca i1
  %s188 = alloca i32
  %s189 = alloca i32
  %s190 = alloca i32
  %s191 = alloca i32
  %s192 = alloca i32
  %t1 = ptrtoint ptr addrspace(3) @shared_memory to i64
  %t2 = trunc i64 %t1 to i32
  %t3 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t4 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t5 = urem i32 %t4, 6
  %t6 = mul nsw i32 %t5, 64
  %t7 = urem i32 %t5, 2
  %t8 = udiv i32 %t4, 6
  %t9 = urem i32 %t8, 3
  %t10 = mul nsw i32 %t9, 32
  %t11 = udiv i32 %t8, 3
  %t12 = and i32 %t3, 7
  %t13 = lshr i32 %t3, 3
  %t14 = and i32 %t13, 7
  %t15 = xor i32 %t12, %t14
  %t16 = mul nsw i32 %t13, 128
  %t17 = mul nsw i32 %t15, 16
  %t18 = add nsw i32 %t16, %t17
  %t19 = add nsw i32 %t2, %t18
  %t20 = mul nsw i32 %t12, 8
  store i32 0, ptr %s21
  %t22 = addrspacecast ptr %buffer0 to ptr addrspace(1)
  %t23 = ptrtoint ptr addrspace(1) %t22 to i64
  %t24 = add nsw i32 %t6, %t13
  %t25 = icmp ult i32 %t24, 320
  %t26 = mul nsw i32 %t24, 256
  %t27 = add nsw i32 %t20, %t26
  %t28 = mul nsw i32 %t27, 2
  %t29 = add nsw i32 %t24, 16
  %t30 = icmp ult i32 %t29, 320
  %t31 = mul nsw i32 %t29, 256
  %t32 = add nsw i32 %t20, %t31
  %t33 = mul nsw i32 %t32, 2
  %t34 = add nsw i32 %t24, 32
  %t35 = icmp ult i32 %t34, 320
  %t36 = mul nsw i32 %t34, 256
  %t37 = add nsw i32 %t20, %t36
  %t38 = mul nsw i32 %t37, 2
  %t39 = add nsw i32 %t24, 48
  %t40 = icmp ult i32 %t39, 320
  %t41 = mul nsw i32 %t39, 256
  %t42 = add nsw i32 %t20, %t41
  %t43 = mul nsw i32 %t42, 2
  %t44 = icmp eq i32 %t3, 0
  %t45 = add nsw i32 %t2, 59392
  %t46 = add nsw i32 %t45, 32
  %t47 = addrspacecast ptr %buffer3 to ptr addrspace(1)
  %t48 = ptrtoint ptr addrspace(1) %t47 to i64
  %t49 = mul nsw i32 %t10, 256
  %t50 = sext i32 %t49 to i64
  %t51 = mul nsw i64 %t50, 2
  %t52 = add i64 %t48, %t51
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
  store float 0.0, ptr %s67
  store float 0.0, ptr %s68
  %t69 = udiv i32 %t3, 128
  %t70 = mul nsw i32 %t69, 8192
  %t71 = add nsw i32 %t2, %t70
  %t72 = lshr i32 %t71, 4
  %t73 = and i32 %t72, 16383
  %t74 = zext i32 %t73 to i64
  %t75 = or i64 %t74, 4611686293305360384
  %t76 = add nsw i32 %t2, 8192
  %t77 = lshr i32 %t76, 4
  %t78 = and i32 %t77, 16383
  %t79 = zext i32 %t78 to i64
  %t80 = or i64 %t79, 34361835520
  %t81 = addrspacecast ptr %buffer1 to ptr addrspace(1)
  %t82 = addrspacecast ptr %buffer2 to ptr addrspace(1)
  %t83 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t84 = load i32, ptr %s21
  store i32 %t83, ptr %s85
  store i32 0, ptr %s86
  store i64 %t52, ptr %s87
  store i64 %t23, ptr %s88
  store i32 %t28, ptr %s89
  store i1 %t25, ptr %s90
  store i32 %t33, ptr %s91
  store i1 %t30, ptr %s92
  store i32 %t38, ptr %s93
  store i1 %t35, ptr %s94
  store i32 %t43, ptr %s95
  store i1 %t40, ptr %s96
  br i1 %t44, label %then.97, label %else.98
then.97:
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 1;", "r,~{memory}"(i32 %t45)
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 2;", "r,~{memory}"(i32 %t46)
  %t100 = add nsw i32 %t45, 8
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 1;", "r,~{memory}"(i32 %t100)
  %t101 = add nsw i32 %t46, 8
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 2;", "r,~{memory}"(i32 %t101)
  %t102 = add nsw i32 %t45, 16
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 1;", "r,~{memory}"(i32 %t102)
  %t103 = add nsw i32 %t46, 16
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 2;", "r,~{memory}"(i32 %t103)
  %t104 = add nsw i32 %t45, 24
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 1;", "r,~{memory}"(i32 %t104)
  %t105 = add nsw i32 %t46, 24
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 2;", "r,~{memory}"(i32 %t105)
  call void asm sideeffect "fence.mbarrier_init.release.cluster;", "~{memory}"() convergent
  call void asm sideeffect "fence.proxy.async.shared::cta;", "~{memory}"() convergent
  br label %join.99
else.98:
  br label %join.99
join.99:
  call void asm sideeffect "barrier.cluster.arrive.release.aligned;", "~{memory}"() convergent
  call void asm sideeffect "barrier.cluster.wait.acquire.aligned;", "~{memory}"() convergent
  %t106 = mul nsw i32 %t7, 2048
  br i1 %t44, label %then.107, label %else.108
then.107:
  %t110 = sext i32 %t106 to i64
  %t111 = add i64 %t52, %t110
  %t112 = add nsw i32 %t2, 8192
  %t113 = add nsw i32 %t112, %t106
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 4096;", "r,~{memory}"(i32 %t45)
  call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [$0], [$1], 2048, [$2], $3;", "r,l,r,h,~{memory}"(i32 %t113, i64 %t111, i32 %t45, i16 3)
  br label %join.109
else.108:
  br label %join.109
join.109:
  %t114 = mul nsw i32 %t7, 2048
  br i1 %t44, label %then.115, label %else.116
then.115:
  %t118 = add nsw i32 %t114, 4096
  %t119 = sext i32 %t118 to i64
  %t120 = add i64 %t52, %t119
  %t121 = add nsw i32 %t2, 12288
  %t122 = add nsw i32 %t121, 8192
  %t123 = add nsw i32 %t122, %t114
  %t124 = add nsw i32 %t45, 8
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 4096;", "r,~{memory}"(i32 %t124)
  call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [$0], [$1], 2048, [$2], $3;", "r,l,r,h,~{memory}"(i32 %t123, i64 %t120, i32 %t124, i16 3)
  br label %join.117
else.116:
  br label %join.117
join.117:
  %t125 = mul nsw i32 %t3, 32
  %t126 = add nsw i32 %t10, %t125
  %t127 = icmp ult i32 %t125, 32
  %t128 = icmp ult i32 %t126, 72
  %t129 = and i1 %t127, %t128
  br i1 %t129, label %then.130, label %else.131
then.130:
  %t133 = sext i32 %t126 to i64
  %t134 = getelementptr float, ptr addrspace(1) %t81, i64 %t133
  call void asm sideeffect "prefetch.global.L2 [$0];", "l"(ptr addrspace(1) %t134)
  br label %join.132
else.131:
  br label %join.132
join.132:
  call void asm sideeffect "griddepcontrol.wait;", "~{memory}"()
  %t135 = load i32, ptr %s21
  %t136 = mul nsw i32 %t135, 2
  %t137 = add nsw i32 %t28, %t136
  %t138 = select i1 %t25, i32 %t137, i32 0
  %t139 = sext i32 %t138 to i64
  %t140 = add i64 %t23, %t139
  %t141 = select i1 %t25, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t19, i64 %t140, i32 %t141)
  %t142 = add nsw i32 %t33, %t136
  %t143 = select i1 %t30, i32 %t142, i32 0
  %t144 = sext i32 %t143 to i64
  %t145 = add i64 %t23, %t144
  %t146 = add nsw i32 %t19, 2048
  %t147 = select i1 %t30, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t146, i64 %t145, i32 %t147)
  %t148 = add nsw i32 %t38, %t136
  %t149 = select i1 %t35, i32 %t148, i32 0
  %t150 = sext i32 %t149 to i64
  %t151 = add i64 %t23, %t150
  %t152 = add nsw i32 %t19, 4096
  %t153 = select i1 %t35, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t152, i64 %t151, i32 %t153)
  %t154 = add nsw i32 %t43, %t136
  %t155 = select i1 %t40, i32 %t154, i32 0
  %t156 = sext i32 %t155 to i64
  %t157 = add i64 %t23, %t156
  %t158 = add nsw i32 %t19, 6144
  %t159 = select i1 %t40, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t158, i64 %t157, i32 %t159)
  %t160 = add nsw i32 %t135, 64
  store i32 %t160, ptr %s21
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t161 = load i32, ptr %s21
  %t162 = mul nsw i32 %t161, 2
  %t163 = add nsw i32 %t19, 12288
  %t164 = add nsw i32 %t28, %t162
  %t165 = select i1 %t25, i32 %t164, i32 0
  %t166 = sext i32 %t165 to i64
  %t167 = add i64 %t23, %t166
  %t168 = select i1 %t25, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t163, i64 %t167, i32 %t168)
  %t169 = add nsw i32 %t33, %t162
  %t170 = select i1 %t30, i32 %t169, i32 0
  %t171 = sext i32 %t170 to i64
  %t172 = add i64 %t23, %t171
  %t173 = add nsw i32 %t163, 2048
  %t174 = select i1 %t30, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t173, i64 %t172, i32 %t174)
  %t175 = add nsw i32 %t38, %t162
  %t176 = select i1 %t35, i32 %t175, i32 0
  %t177 = sext i32 %t176 to i64
  %t178 = add i64 %t23, %t177
  %t179 = add nsw i32 %t163, 4096
  %t180 = select i1 %t35, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t179, i64 %t178, i32 %t180)
  %t181 = add nsw i32 %t43, %t162
  %t182 = select i1 %t40, i32 %t181, i32 0
  %t183 = sext i32 %t182 to i64
  %t184 = add i64 %t23, %t183
  %t185 = add nsw i32 %t163, 6144
  %t186 = select i1 %t40, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t185, i64 %t184, i32 %t186)
  %t187 = add nsw i32 %t161, 64
  store i32 %t187, ptr %s21
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  store i32 2, ptr %s86
  store i32 0, ptr %s188
  store i32 0, ptr %s189
  store i32 0, ptr %s190
  store i32 2, ptr %s191
  store i32 %t83, ptr %s192
  br label %tiles.193
tiles.193:
  store i32 0, ptr %s188
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
  store float 0.0, ptr %s67
  store float 0.0, ptr %s68
  br label %steps.195
steps.195:
  %t197 = load i32, ptr %s189
  call void asm sideeffect "cp.async.wait_group 1;", "~{memory}"() convergent
  call void asm sideeffect "fence.proxy.async.shared::cta;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t198 = load i32, ptr %s190
  %t199 = mul nsw i32 %t197, 8
  %t200 = add nsw i32 %t45, %t199
  br label %wait.201
wait.201:
  %t203 = call i32 asm sideeffect "{ .reg .pred there; mbarrier.try_wait.parity.shared::cta.b64 there, [$1], $2; selp.b32 $0, 1, 0, there; }", "=r,r,r,~{memory}"(i32 %t200, i32 %t198)
  %t204 = icmp ne i32 %t203, 0
  br i1 %t204, label %arrived.202, label %wait.201
arrived.202:
  %t205 = mul nsw i32 %t197, 768
  %t206 = zext i32 %t205 to i64
  %t207 = add i64 %t75, %t206
  %t208 = add i64 %t80, %t206
  %t209 = load float, ptr %s53
  %t210 = load float, ptr %s54
  %t211 = load float, ptr %s55
  %t212 = load float, ptr %s56
  %t213 = load float, ptr %s57
  %t214 = load float, ptr %s58
  %t215 = load float, ptr %s59
  %t216 = load float, ptr %s60
  %t217 = load float, ptr %s61
  %t218 = load float, ptr %s62
  %t219 = load float, ptr %s63
  %t220 = load float, ptr %s64
  %t221 = load float, ptr %s65
  %t222 = load float, ptr %s66
  %t223 = load float, ptr %s67
  %t224 = load float, ptr %s68
  %t225 = call {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} asm sideeffect "{ .reg .b64 left, right; .reg .pred adds; setp.eq.u32 adds, 1, 1; wgmma.fence.sync.aligned; add.s64 left, $16, 0; add.s64 right, $17, 0; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 2; add.s64 right, $17, 64; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 4; add.s64 right, $17, 128; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 6; add.s64 right, $17, 192; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; wgmma.commit_group.sync.aligned; }", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,l,l,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,~{memory}"(i64 %t207, i64 %t208, float %t209, float %t210, float %t211, float %t212, float %t213, float %t214, float %t215, float %t216, float %t217, float %t218, float %t219, float %t220, float %t221, float %t222, float %t223, float %t224) convergent
  %t226 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t225, 0
  store float %t226, ptr %s53
  %t227 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t225, 1
  store float %t227, ptr %s54
  %t228 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t225, 2
  store float %t228, ptr %s55
  %t229 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t225, 3
  store float %t229, ptr %s56
  %t230 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t225, 4
  store float %t230, ptr %s57
  %t231 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t225, 5
  store float %t231, ptr %s58
  %t232 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t225, 6
  store float %t232, ptr %s59
  %t233 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t225, 7
  store float %t233, ptr %s60
  %t234 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t225, 8
  store float %t234, ptr %s61
  %t235 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t225, 9
  store float %t235, ptr %s62
  %t236 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t225, 10
  store float %t236, ptr %s63
  %t237 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t225, 11
  store float %t237, ptr %s64
  %t238 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t225, 12
  store float %t238, ptr %s65
  %t239 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t225, 13
  store float %t239, ptr %s66
  %t240 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t225, 14
  store float %t240, ptr %s67
  %t241 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t225, 15
  store float %t241, ptr %s68
  call void asm sideeffect "wgmma.wait_group.sync.aligned 1;", "~{memory}"() convergent
  %t242 = load i32, ptr %s86
  %t243 = icmp ult i32 %t242, 4
  br i1 %t243, label %then.244, label %else.245
then.244:
  br label %join.246
else.245:
  %t247 = load i32, ptr %s85
  %t248 = add nsw i32 %t247, 6
  store i32 %t248, ptr %s85
  store i32 0, ptr %s86
  store i32 %t84, ptr %s21
  %t249 = icmp ult i32 %t248, 18
  br i1 %t249, label %then.250, label %else.251
then.250:
  %t253 = urem i32 %t248, 6
  %t254 = mul nsw i32 %t253, 64
  %t255 = urem i32 %t253, 2
  %t256 = udiv i32 %t248, 6
  %t257 = urem i32 %t256, 3
  %t258 = mul nsw i32 %t257, 32
  %t259 = udiv i32 %t256, 3
  %t260 = add nsw i32 %t254, %t13
  %t261 = icmp ult i32 %t260, 320
  %t262 = mul nsw i32 %t260, 256
  %t263 = add nsw i32 %t20, %t262
  %t264 = mul nsw i32 %t263, 2
  %t265 = add nsw i32 %t260, 16
  %t266 = icmp ult i32 %t265, 320
  %t267 = mul nsw i32 %t265, 256
  %t268 = add nsw i32 %t20, %t267
  %t269 = mul nsw i32 %t268, 2
  %t270 = add nsw i32 %t260, 32
  %t271 = icmp ult i32 %t270, 320
  %t272 = mul nsw i32 %t270, 256
  %t273 = add nsw i32 %t20, %t272
  %t274 = mul nsw i32 %t273, 2
  %t275 = add nsw i32 %t260, 48
  %t276 = icmp ult i32 %t275, 320
  %t277 = mul nsw i32 %t275, 256
  %t278 = add nsw i32 %t20, %t277
  %t279 = mul nsw i32 %t278, 2
  %t280 = addrspacecast ptr %buffer3 to ptr addrspace(1)
  %t281 = ptrtoint ptr addrspace(1) %t280 to i64
  %t282 = mul nsw i32 %t258, 256
  %t283 = sext i32 %t282 to i64
  %t284 = mul nsw i64 %t283, 2
  %t285 = add i64 %t281, %t284
  %t286 = addrspacecast ptr %buffer0 to ptr addrspace(1)
  %t287 = ptrtoint ptr addrspace(1) %t286 to i64
  store i64 %t285, ptr %s87
  store i64 %t287, ptr %s88
  store i32 %t264, ptr %s89
  store i1 %t261, ptr %s90
  store i32 %t269, ptr %s91
  store i1 %t266, ptr %s92
  store i32 %t274, ptr %s93
  store i1 %t271, ptr %s94
  store i32 %t279, ptr %s95
  store i1 %t276, ptr %s96
  br label %join.252
else.251:
  br label %join.252
join.252:
  br label %join.246
join.246:
  %t288 = load i32, ptr %s85
  %t289 = icmp ult i32 %t288, 18
  br i1 %t289, label %then.290, label %else.291
then.290:
  %t293 = load i32, ptr %s191
  %t294 = load i32, ptr %s86
  %t295 = load i64, ptr %s87
  %t296 = load i64, ptr %s88
  %t297 = load i32, ptr %s89
  %t298 = load i1, ptr %s90
  %t299 = load i32, ptr %s91
  %t300 = load i1, ptr %s92
  %t301 = load i32, ptr %s93
  %t302 = load i1, ptr %s94
  %t303 = load i32, ptr %s95
  %t304 = load i1, ptr %s96
  %t305 = load i32, ptr %s21
  %t306 = mul nsw i32 %t305, 2
  %t307 = mul nsw i32 %t293, 12288
  %t308 = add nsw i32 %t19, %t307
  %t309 = add nsw i32 %t297, %t306
  %t310 = select i1 %t298, i32 %t309, i32 0
  %t311 = sext i32 %t310 to i64
  %t312 = add i64 %t296, %t311
  %t313 = select i1 %t298, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t308, i64 %t312, i32 %t313)
  %t314 = add nsw i32 %t299, %t306
  %t315 = select i1 %t300, i32 %t314, i32 0
  %t316 = sext i32 %t315 to i64
  %t317 = add i64 %t296, %t316
  %t318 = add nsw i32 %t308, 2048
  %t319 = select i1 %t300, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t318, i64 %t317, i32 %t319)
  %t320 = add nsw i32 %t301, %t306
  %t321 = select i1 %t302, i32 %t320, i32 0
  %t322 = sext i32 %t321 to i64
  %t323 = add i64 %t296, %t322
  %t324 = add nsw i32 %t308, 4096
  %t325 = select i1 %t302, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t324, i64 %t323, i32 %t325)
  %t326 = add nsw i32 %t303, %t306
  %t327 = select i1 %t304, i32 %t326, i32 0
  %t328 = sext i32 %t327 to i64
  %t329 = add i64 %t296, %t328
  %t330 = add nsw i32 %t308, 6144
  %t331 = select i1 %t304, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t330, i64 %t329, i32 %t331)
  %t332 = add nsw i32 %t305, 64
  store i32 %t332, ptr %s21
  %t333 = load i32, ptr %s190
  br i1 %t44, label %then.334, label %else.335
then.334:
  %t337 = mul nsw i32 %t293, 8
  %t338 = add nsw i32 %t46, %t337
  call void asm sideeffect "{ .reg .b32 other; mapa.shared::cluster.u32 other, $0, $1; mbarrier.arrive.release.cluster.shared::cluster.b64 _, [other]; }", "r,r,~{memory}"(i32 %t338, i32 0)
  call void asm sideeffect "{ .reg .b32 other; mapa.shared::cluster.u32 other, $0, $1; mbarrier.arrive.release.cluster.shared::cluster.b64 _, [other]; }", "r,r,~{memory}"(i32 %t338, i32 1)
  br label %wait.339
wait.339:
  %t341 = call i32 asm sideeffect "{ .reg .pred there; mbarrier.try_wait.parity.shared::cta.b64 there, [$1], $2; selp.b32 $0, 1, 0, there; }", "=r,r,r,~{memory}"(i32 %t338, i32 %t333)
  %t342 = icmp ne i32 %t341, 0
  br i1 %t342, label %arrived.340, label %wait.339
arrived.340:
  br label %join.336
else.335:
  br label %join.336
join.336:
  %t343 = mul nsw i32 %t7, 2048
  br i1 %t44, label %then.344, label %else.345
then.344:
  %t347 = mul nsw i32 %t294, 4096
  %t348 = add nsw i32 %t347, %t343
  %t349 = sext i32 %t348 to i64
  %t350 = add i64 %t295, %t349
  %t351 = mul nsw i32 %t293, 12288
  %t352 = add nsw i32 %t2, %t351
  %t353 = add nsw i32 %t352, 8192
  %t354 = add nsw i32 %t353, %t343
  %t355 = mul nsw i32 %t293, 8
  %t356 = add nsw i32 %t45, %t355
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 4096;", "r,~{memory}"(i32 %t356)
  call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [$0], [$1], 2048, [$2], $3;", "r,l,r,h,~{memory}"(i32 %t354, i64 %t350, i32 %t356, i16 3)
  br label %join.346
else.345:
  br label %join.346
join.346:
  %t357 = add nsw i32 %t294, 1
  store i32 %t357, ptr %s86
  br label %join.292
else.291:
  br label %join.292
join.292:
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t358 = load i32, ptr %s189
  %t359 = add nsw i32 %t358, 1
  %t360 = icmp ult i32 %t359, 4
  %t361 = select i1 %t360, i32 %t359, i32 0
  store i32 %t361, ptr %s189
  %t362 = load i32, ptr %s190
  %t363 = xor i32 %t362, 1
  %t364 = load i32, ptr %s190
  %t365 = select i1 %t360, i32 %t364, i32 %t363
  store i32 %t365, ptr %s190
  %t366 = load i32, ptr %s191
  %t367 = add nsw i32 %t366, 1
  %t368 = icmp ult i32 %t367, 4
  %t369 = select i1 %t368, i32 %t367, i32 0
  store i32 %t369, ptr %s191
  %t370 = load i32, ptr %s188
  %t371 = add nsw i32 %t370, 1
  store i32 %t371, ptr %s188
  %t372 = load i32, ptr %s188
  %t373 = icmp ult i32 %t372, 4
  br i1 %t373, label %steps.195, label %done.196
done.196:
  %t374 = load i32, ptr %s192
  %t375 = add nsw i32 %t374, 6
  %t376 = icmp ult i32 %t375, 18
  br i1 %t376, label %then.377, label %else.378
then.377:
  br label %join.379
else.378:
  call void asm sideeffect "griddepcontrol.launch_dependents;", "~{memory}"()
  br label %join.379
join.379:
  %t380 = urem i32 %t374, 6
  %t381 = mul nsw i32 %t380, 64
  %t382 = urem i32 %t380, 2
  %t383 = udiv i32 %t374, 6
  %t384 = urem i32 %t383, 3
  %t385 = mul nsw i32 %t384, 32
  %t386 = udiv i32 %t383, 3
  %t387 = addrspacecast ptr %buffer1 to ptr addrspace(1)
  %t388 = addrspacecast ptr %buffer2 to ptr addrspace(1)
  %t389 = load float, ptr %s53
  %t390 = load float, ptr %s54
  %t391 = load float, ptr %s55
  %t392 = load float, ptr %s56
  %t393 = load float, ptr %s57
  %t394 = load float, ptr %s58
  %t395 = load float, ptr %s59
  %t396 = load float, ptr %s60
  %t397 = load float, ptr %s61
  %t398 = load float, ptr %s62
  %t399 = load float, ptr %s63
  %t400 = load float, ptr %s64
  %t401 = load float, ptr %s65
  %t402 = load float, ptr %s66
  %t403 = load float, ptr %s67
  %t404 = load float, ptr %s68
  %t405 = call {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} asm sideeffect "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,~{memory}"(float %t389, float %t390, float %t391, float %t392, float %t393, float %t394, float %t395, float %t396, float %t397, float %t398, float %t399, float %t400, float %t401, float %t402, float %t403, float %t404) convergent
  %t406 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t405, 0
  store float %t406, ptr %s53
  %t407 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t405, 1
  store float %t407, ptr %s54
  %t408 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t405, 2
  store float %t408, ptr %s55
  %t409 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t405, 3
  store float %t409, ptr %s56
  %t410 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t405, 4
  store float %t410, ptr %s57
  %t411 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t405, 5
  store float %t411, ptr %s58
  %t412 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t405, 6
  store float %t412, ptr %s59
  %t413 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t405, 7
  store float %t413, ptr %s60
  %t414 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t405, 8
  store float %t414, ptr %s61
  %t415 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t405, 9
  store float %t415, ptr %s62
  %t416 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t405, 10
  store float %t416, ptr %s63
  %t417 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t405, 11
  store float %t417, ptr %s64
  %t418 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t405, 12
  store float %t418, ptr %s65
  %t419 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t405, 13
  store float %t419, ptr %s66
  %t420 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t405, 14
  store float %t420, ptr %s67
  %t421 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t405, 15
  store float %t421, ptr %s68
  %t422 = udiv i32 %t3, 4
  %t423 = urem i32 %t3, 4
  %t424 = mul nsw i32 %t423, 8
  %t425 = add nsw i32 %t381, %t422
  %t426 = add nsw i32 %t385, %t424
  %t427 = icmp ult i32 %t425, 320
  %t428 = icmp ult i32 %t425, 320
  %t429 = select i1 %t428, i32 %t425, i32 0
  %t430 = icmp ult i32 %t426, 72
  %t431 = and i1 %t427, %t430
  %t432 = select i1 %t430, i32 %t426, i32 0
  %t433 = mul nsw i32 %t422, 160
  %t434 = mul nsw i32 %t424, 4
  %t435 = add nsw i32 %t433, %t434
  %t436 = add nsw i32 %t435, 49152
  %t437 = add nsw i32 %t3, 128
  %t438 = udiv i32 %t437, 4
  %t439 = urem i32 %t437, 4
  %t440 = mul nsw i32 %t439, 8
  %t441 = add nsw i32 %t381, %t438
  %t442 = add nsw i32 %t385, %t440
  %t443 = icmp ult i32 %t441, 320
  %t444 = icmp ult i32 %t441, 320
  %t445 = select i1 %t444, i32 %t441, i32 0
  %t446 = icmp ult i32 %t442, 72
  %t447 = and i1 %t443, %t446
  %t448 = select i1 %t446, i32 %t442, i32 0
  %t449 = mul nsw i32 %t438, 160
  %t450 = mul nsw i32 %t440, 4
  %t451 = add nsw i32 %t449, %t450
  %t452 = add nsw i32 %t451, 49152
  %t453 = sext i32 %t432 to i64
  %t454 = getelementptr float, ptr addrspace(1) %t387, i64 %t453
  %t455 = load <8 x float>, ptr addrspace(1) %t454, align 16
  %t456 = sext i32 %t448 to i64
  %t457 = getelementptr float, ptr addrspace(1) %t387, i64 %t456
  %t458 = load <8 x float>, ptr addrspace(1) %t457, align 16
  %t459 = and i32 %t3, 31
  %t460 = lshr i32 %t3, 5
  %t461 = mul nsw i32 %t460, 16
  %t462 = lshr i32 %t459, 2
  %t463 = add nsw i32 %t461, %t462
  %t464 = and i32 %t459, 3
  %t465 = mul nsw i32 %t464, 8
  %t466 = mul nsw i32 %t463, 160
  %t467 = add nsw i32 %t466, %t465
  %t468 = load float, ptr %s53
  %t469 = insertelement <2 x float> poison, float %t468, i32 0
  %t470 = load float, ptr %s54
  %t471 = insertelement <2 x float> %t469, float %t470, i32 1
  %t472 = add nsw i32 %t467, 49152
  %t473 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t472
  store <2 x float> %t471, ptr addrspace(3) %t473, align 8
  %t474 = load float, ptr %s55
  %t475 = insertelement <2 x float> poison, float %t474, i32 0
  %t476 = load float, ptr %s56
  %t477 = insertelement <2 x float> %t475, float %t476, i32 1
  %t478 = add nsw i32 %t467, 50432
  %t479 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t478
  store <2 x float> %t477, ptr addrspace(3) %t479, align 8
  %t480 = load float, ptr %s57
  %t481 = insertelement <2 x float> poison, float %t480, i32 0
  %t482 = load float, ptr %s58
  %t483 = insertelement <2 x float> %t481, float %t482, i32 1
  %t484 = add nsw i32 %t467, 49184
  %t485 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t484
  store <2 x float> %t483, ptr addrspace(3) %t485, align 8
  %t486 = load float, ptr %s59
  %t487 = insertelement <2 x float> poison, float %t486, i32 0
  %t488 = load float, ptr %s60
  %t489 = insertelement <2 x float> %t487, float %t488, i32 1
  %t490 = add nsw i32 %t467, 50464
  %t491 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t490
  store <2 x float> %t489, ptr addrspace(3) %t491, align 8
  %t492 = load float, ptr %s61
  %t493 = insertelement <2 x float> poison, float %t492, i32 0
  %t494 = load float, ptr %s62
  %t495 = insertelement <2 x float> %t493, float %t494, i32 1
  %t496 = add nsw i32 %t467, 49216
  %t497 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t496
  store <2 x float> %t495, ptr addrspace(3) %t497, align 8
  %t498 = load float, ptr %s63
  %t499 = insertelement <2 x float> poison, float %t498, i32 0
  %t500 = load float, ptr %s64
  %t501 = insertelement <2 x float> %t499, float %t500, i32 1
  %t502 = add nsw i32 %t467, 50496
  %t503 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t502
  store <2 x float> %t501, ptr addrspace(3) %t503, align 8
  %t504 = load float, ptr %s65
  %t505 = insertelement <2 x float> poison, float %t504, i32 0
  %t506 = load float, ptr %s66
  %t507 = insertelement <2 x float> %t505, float %t506, i32 1
  %t508 = add nsw i32 %t467, 49248
  %t509 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t508
  store <2 x float> %t507, ptr addrspace(3) %t509, align 8
  %t510 = load float, ptr %s67
  %t511 = insertelement <2 x float> poison, float %t510, i32 0
  %t512 = load float, ptr %s68
  %t513 = insertelement <2 x float> %t511, float %t512, i32 1
  %t514 = add nsw i32 %t467, 50528
  %t515 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t514
  store <2 x float> %t513, ptr addrspace(3) %t515, align 8
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t516 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t436
  %t517 = load <4 x float>, ptr addrspace(3) %t516, align 16
  %t518 = add nsw i32 %t436, 16
  %t519 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t518
  %t520 = load <4 x float>, ptr addrspace(3) %t519, align 16
  %t521 = shufflevector <4 x float> %t517, <4 x float> %t520, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %t522 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t452
  %t523 = load <4 x float>, ptr addrspace(3) %t522, align 16
  %t524 = add nsw i32 %t452, 16
  %t525 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t524
  %t526 = load <4 x float>, ptr addrspace(3) %t525, align 16
  %t527 = shufflevector <4 x float> %t523, <4 x float> %t526, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %t528 = fadd contract <8 x float> %t521, %t455
  br i1 %t431, label %then.529, label %else.530
then.529:
  %t532 = mul nsw i32 %t429, 72
  %t533 = add nsw i32 %t432, %t532
  %t534 = sext i32 %t533 to i64
  %t535 = getelementptr float, ptr addrspace(1) %t388, i64 %t534
  store <8 x float> %t528, ptr addrspace(1) %t535, align 16
  br label %join.531
else.530:
  br label %join.531
join.531:
  %t536 = fadd contract <8 x float> %t527, %t458
  br i1 %t447, label %then.537, label %else.538
then.537:
  %t540 = mul nsw i32 %t445, 72
  %t541 = add nsw i32 %t448, %t540
  %t542 = sext i32 %t541 to i64
  %t543 = getelementptr float, ptr addrspace(1) %t388, i64 %t542
  store <8 x float> %t536, ptr addrspace(1) %t543, align 16
  br label %join.539
else.538:
  br label %join.539
join.539:
  store i32 %t375, ptr %s192
  %t544 = load i32, ptr %s192
  %t545 = icmp ult i32 %t544, 18
  br i1 %t545, label %tiles.193, label %done.194
done.194:
  call void asm sideeffect "barrier.cluster.arrive.release.aligned;", "~{memory}"() convergent
  call void asm sideeffect "barrier.cluster.wait.acquire.aligned;", "~{memory}"() convergent
  ret void
}
