@shared_memory = external addrspace(3) global [0 x i8], align 1024
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
define ptx_kernel void @wgmma_matmul(ptr %buffer0, ptr noalias %buffer1, ptr noalias %buffer2, ptr noalias %buffer3) nounwind "nvvm.maxntid"="256" {
  %s17 = alloca i32
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
  %s69 = alloca float
  %s70 = alloca float
  %s134 = alloca i32
  %s135 = alloca i32
  %s136 = alloca i32
  %s137 = alloca i32
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
  %t23 = sext i32 %t22 to i64
  %t24 = mul nsw i64 %t23, 2
  %t25 = add i64 %t19, %t24
  %t26 = add i32 %t9, 32
  %t27 = icmp ult i32 %t26, 100
  %t28 = mul i32 %t26, 256
  %t29 = add i32 %t16, %t28
  %t30 = sext i32 %t29 to i64
  %t31 = mul nsw i64 %t30, 2
  %t32 = add i64 %t19, %t31
  %t33 = add i32 %t9, 64
  %t34 = icmp ult i32 %t33, 100
  %t35 = mul i32 %t33, 256
  %t36 = add i32 %t16, %t35
  %t37 = sext i32 %t36 to i64
  %t38 = mul nsw i64 %t37, 2
  %t39 = add i64 %t19, %t38
  %t40 = add i32 %t9, 96
  %t41 = icmp ult i32 %t40, 100
  %t42 = mul i32 %t40, 256
  %t43 = add i32 %t16, %t42
  %t44 = sext i32 %t43 to i64
  %t45 = mul nsw i64 %t44, 2
  %t46 = add i64 %t19, %t45
  %t47 = icmp eq i32 %t3, 0
  %t48 = add i32 %t2, 81920
  %t49 = addrspacecast ptr %buffer3 to ptr addrspace(1)
  %t50 = ptrtoint ptr addrspace(1) %t49 to i64
  %t51 = mul i32 %t6, 256
  %t52 = sext i32 %t51 to i64
  %t53 = mul nsw i64 %t52, 2
  %t54 = add i64 %t50, %t53
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
  store float 0.0, ptr %s69
  store float 0.0, ptr %s70
  %t71 = udiv i32 %t3, 128
  %t72 = mul i32 %t71, 8192
  %t73 = add i32 %t2, %t72
  %t74 = lshr i32 %t73, 4
  %t75 = and i32 %t74, 16383
  %t76 = zext i32 %t75 to i64
  %t77 = or i64 %t76, 4611686293305360384
  %t78 = add i32 %t2, 16384
  %t79 = lshr i32 %t78, 4
  %t80 = and i32 %t79, 16383
  %t81 = zext i32 %t80 to i64
  %t82 = or i64 %t81, 34361835520
  %t83 = addrspacecast ptr %buffer1 to ptr addrspace(1)
  %t84 = addrspacecast ptr %buffer2 to ptr addrspace(1)
  br i1 %t47, label %then.85, label %else.86
then.85:
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 1;", "r,~{memory}"(i32 %t48)
  %t88 = add i32 %t48, 8
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 1;", "r,~{memory}"(i32 %t88)
  %t89 = add i32 %t48, 16
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 1;", "r,~{memory}"(i32 %t89)
  %t90 = add i32 %t48, 24
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 1;", "r,~{memory}"(i32 %t90)
  call void asm sideeffect "fence.mbarrier_init.release.cluster;", "~{memory}"() convergent
  call void asm sideeffect "fence.proxy.async.shared::cta;", "~{memory}"() convergent
  br label %join.87
else.86:
  br label %join.87
join.87:
  br i1 %t47, label %then.91, label %else.92
then.91:
  %t94 = add i64 %t54, 0
  %t95 = add i32 %t2, 16384
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 4096;", "r,~{memory}"(i32 %t48)
  call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1], 4096, [$2];", "r,l,r,~{memory}"(i32 %t95, i64 %t94, i32 %t48)
  br label %join.93
else.92:
  br label %join.93
join.93:
  br i1 %t47, label %then.96, label %else.97
then.96:
  %t99 = add i64 %t54, 4096
  %t100 = add i32 %t2, 20480
  %t101 = add i32 %t100, 16384
  %t102 = add i32 %t48, 8
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 4096;", "r,~{memory}"(i32 %t102)
  call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1], 4096, [$2];", "r,l,r,~{memory}"(i32 %t101, i64 %t99, i32 %t102)
  br label %join.98
else.97:
  br label %join.98
join.98:
  call void asm sideeffect "griddepcontrol.wait;", "~{memory}"()
  %t103 = load i32, ptr %s17
  %t104 = mul i32 %t103, 2
  %t105 = sext i32 %t104 to i64
  %t106 = add i64 %t25, %t105
  %t107 = select i1 %t20, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t15, i64 %t106, i32 %t107)
  %t108 = add i64 %t32, %t105
  %t109 = add i32 %t15, 4096
  %t110 = select i1 %t27, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t109, i64 %t108, i32 %t110)
  %t111 = add i64 %t39, %t105
  %t112 = add i32 %t15, 8192
  %t113 = select i1 %t34, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t112, i64 %t111, i32 %t113)
  %t114 = add i64 %t46, %t105
  %t115 = add i32 %t15, 12288
  %t116 = select i1 %t41, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t115, i64 %t114, i32 %t116)
  %t117 = add i32 %t103, 64
  store i32 %t117, ptr %s17
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t118 = load i32, ptr %s17
  %t119 = mul i32 %t118, 2
  %t120 = sext i32 %t119 to i64
  %t121 = add i32 %t15, 20480
  %t122 = add i64 %t25, %t120
  %t123 = select i1 %t20, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t121, i64 %t122, i32 %t123)
  %t124 = add i64 %t32, %t120
  %t125 = add i32 %t121, 4096
  %t126 = select i1 %t27, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t125, i64 %t124, i32 %t126)
  %t127 = add i64 %t39, %t120
  %t128 = add i32 %t121, 8192
  %t129 = select i1 %t34, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t128, i64 %t127, i32 %t129)
  %t130 = add i64 %t46, %t120
  %t131 = add i32 %t121, 12288
  %t132 = select i1 %t41, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t131, i64 %t130, i32 %t132)
  %t133 = add i32 %t118, 64
  store i32 %t133, ptr %s17
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  store i32 0, ptr %s134
  store i32 0, ptr %s135
  store i32 0, ptr %s136
  store i32 2, ptr %s137
  br label %loop.138
loop.138:
  %t140 = load i32, ptr %s134
  %t141 = load i32, ptr %s135
  call void asm sideeffect "cp.async.wait_group 1;", "~{memory}"() convergent
  call void asm sideeffect "fence.proxy.async.shared::cta;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t142 = load i32, ptr %s136
  %t143 = mul i32 %t141, 8
  %t144 = add i32 %t48, %t143
  br label %wait.145
wait.145:
  %t147 = call i32 asm sideeffect "{ .reg .pred there; mbarrier.try_wait.parity.shared::cta.b64 there, [$1], $2; selp.b32 $0, 1, 0, there; }", "=r,r,r,~{memory}"(i32 %t144, i32 %t142)
  %t148 = icmp ne i32 %t147, 0
  br i1 %t148, label %arrived.146, label %wait.145
arrived.146:
  %t149 = mul i32 %t141, 1280
  %t150 = zext i32 %t149 to i64
  %t151 = add i64 %t77, %t150
  %t152 = add i64 %t82, %t150
  %t153 = load float, ptr %s55
  %t154 = load float, ptr %s56
  %t155 = load float, ptr %s57
  %t156 = load float, ptr %s58
  %t157 = load float, ptr %s59
  %t158 = load float, ptr %s60
  %t159 = load float, ptr %s61
  %t160 = load float, ptr %s62
  %t161 = load float, ptr %s63
  %t162 = load float, ptr %s64
  %t163 = load float, ptr %s65
  %t164 = load float, ptr %s66
  %t165 = load float, ptr %s67
  %t166 = load float, ptr %s68
  %t167 = load float, ptr %s69
  %t168 = load float, ptr %s70
  %t169 = call {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} asm sideeffect "{ .reg .b64 left, right; .reg .pred adds; setp.eq.u32 adds, 1, 1; wgmma.fence.sync.aligned; add.s64 left, $16, 0; add.s64 right, $17, 0; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 2; add.s64 right, $17, 64; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 4; add.s64 right, $17, 128; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 6; add.s64 right, $17, 192; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; wgmma.commit_group.sync.aligned; }", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,l,l,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,~{memory}"(i64 %t151, i64 %t152, float %t153, float %t154, float %t155, float %t156, float %t157, float %t158, float %t159, float %t160, float %t161, float %t162, float %t163, float %t164, float %t165, float %t166, float %t167, float %t168) convergent
  %t170 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t169, 0
  store float %t170, ptr %s55
  %t171 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t169, 1
  store float %t171, ptr %s56
  %t172 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t169, 2
  store float %t172, ptr %s57
  %t173 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t169, 3
  store float %t173, ptr %s58
  %t174 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t169, 4
  store float %t174, ptr %s59
  %t175 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t169, 5
  store float %t175, ptr %s60
  %t176 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t169, 6
  store float %t176, ptr %s61
  %t177 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t169, 7
  store float %t177, ptr %s62
  %t178 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t169, 8
  store float %t178, ptr %s63
  %t179 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t169, 9
  store float %t179, ptr %s64
  %t180 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t169, 10
  store float %t180, ptr %s65
  %t181 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t169, 11
  store float %t181, ptr %s66
  %t182 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t169, 12
  store float %t182, ptr %s67
  %t183 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t169, 13
  store float %t183, ptr %s68
  %t184 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t169, 14
  store float %t184, ptr %s69
  %t185 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t169, 15
  store float %t185, ptr %s70
  call void asm sideeffect "wgmma.wait_group.sync.aligned 1;", "~{memory}"() convergent
  %t186 = icmp ult i32 %t140, 2
  br i1 %t186, label %then.187, label %else.188
then.187:
  %t190 = load i32, ptr %s137
  %t191 = add i32 %t140, 2
  br i1 %t47, label %then.192, label %else.193
then.192:
  %t195 = mul i32 %t191, 4096
  %t196 = sext i32 %t195 to i64
  %t197 = add i64 %t54, %t196
  %t198 = mul i32 %t190, 20480
  %t199 = add i32 %t2, %t198
  %t200 = add i32 %t199, 16384
  %t201 = mul i32 %t190, 8
  %t202 = add i32 %t48, %t201
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 4096;", "r,~{memory}"(i32 %t202)
  call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1], 4096, [$2];", "r,l,r,~{memory}"(i32 %t200, i64 %t197, i32 %t202)
  br label %join.194
else.193:
  br label %join.194
join.194:
  %t203 = load i32, ptr %s17
  %t204 = mul i32 %t203, 2
  %t205 = sext i32 %t204 to i64
  %t206 = mul i32 %t190, 20480
  %t207 = add i32 %t15, %t206
  %t208 = add i64 %t25, %t205
  %t209 = select i1 %t20, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t207, i64 %t208, i32 %t209)
  %t210 = add i64 %t32, %t205
  %t211 = add i32 %t207, 4096
  %t212 = select i1 %t27, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t211, i64 %t210, i32 %t212)
  %t213 = add i64 %t39, %t205
  %t214 = add i32 %t207, 8192
  %t215 = select i1 %t34, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t214, i64 %t213, i32 %t215)
  %t216 = add i64 %t46, %t205
  %t217 = add i32 %t207, 12288
  %t218 = select i1 %t41, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t217, i64 %t216, i32 %t218)
  %t219 = add i32 %t203, 64
  store i32 %t219, ptr %s17
  br label %join.189
else.188:
  br label %join.189
join.189:
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t220 = load i32, ptr %s135
  %t221 = add i32 %t220, 1
  %t222 = icmp ult i32 %t221, 4
  %t223 = select i1 %t222, i32 %t221, i32 0
  store i32 %t223, ptr %s135
  %t224 = load i32, ptr %s136
  %t225 = xor i32 %t224, 1
  %t226 = load i32, ptr %s136
  %t227 = select i1 %t222, i32 %t226, i32 %t225
  store i32 %t227, ptr %s136
  %t228 = load i32, ptr %s137
  %t229 = add i32 %t228, 1
  %t230 = icmp ult i32 %t229, 4
  %t231 = select i1 %t230, i32 %t229, i32 0
  store i32 %t231, ptr %s137
  %t232 = add i32 %t140, 1
  store i32 %t232, ptr %s134
  %t233 = icmp ult i32 %t232, 4
  br i1 %t233, label %loop.138, label %done.139
done.139:
  call void asm sideeffect "griddepcontrol.launch_dependents;", "~{memory}"()
  %t234 = load float, ptr %s55
  %t235 = load float, ptr %s56
  %t236 = load float, ptr %s57
  %t237 = load float, ptr %s58
  %t238 = load float, ptr %s59
  %t239 = load float, ptr %s60
  %t240 = load float, ptr %s61
  %t241 = load float, ptr %s62
  %t242 = load float, ptr %s63
  %t243 = load float, ptr %s64
  %t244 = load float, ptr %s65
  %t245 = load float, ptr %s66
  %t246 = load float, ptr %s67
  %t247 = load float, ptr %s68
  %t248 = load float, ptr %s69
  %t249 = load float, ptr %s70
  %t250 = call {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} asm sideeffect "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,~{memory}"(float %t234, float %t235, float %t236, float %t237, float %t238, float %t239, float %t240, float %t241, float %t242, float %t243, float %t244, float %t245, float %t246, float %t247, float %t248, float %t249) convergent
  %t251 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t250, 0
  store float %t251, ptr %s55
  %t252 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t250, 1
  store float %t252, ptr %s56
  %t253 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t250, 2
  store float %t253, ptr %s57
  %t254 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t250, 3
  store float %t254, ptr %s58
  %t255 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t250, 4
  store float %t255, ptr %s59
  %t256 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t250, 5
  store float %t256, ptr %s60
  %t257 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t250, 6
  store float %t257, ptr %s61
  %t258 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t250, 7
  store float %t258, ptr %s62
  %t259 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t250, 8
  store float %t259, ptr %s63
  %t260 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t250, 9
  store float %t260, ptr %s64
  %t261 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t250, 10
  store float %t261, ptr %s65
  %t262 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t250, 11
  store float %t262, ptr %s66
  %t263 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t250, 12
  store float %t263, ptr %s67
  %t264 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t250, 13
  store float %t264, ptr %s68
  %t265 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t250, 14
  store float %t265, ptr %s69
  %t266 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t250, 15
  store float %t266, ptr %s70
  %t267 = udiv i32 %t3, 4
  %t268 = urem i32 %t3, 4
  %t269 = mul i32 %t268, 8
  %t270 = add i32 %t6, %t269
  %t271 = icmp ult i32 %t267, 100
  %t272 = icmp ult i32 %t267, 100
  %t273 = select i1 %t272, i32 %t267, i32 0
  %t274 = icmp ult i32 %t270, 40
  %t275 = and i1 %t271, %t274
  %t276 = select i1 %t274, i32 %t270, i32 0
  %t277 = mul i32 %t267, 160
  %t278 = mul i32 %t269, 4
  %t279 = add i32 %t277, %t278
  %t280 = add i32 %t3, 256
  %t281 = udiv i32 %t280, 4
  %t282 = urem i32 %t280, 4
  %t283 = mul i32 %t282, 8
  %t284 = add i32 %t6, %t283
  %t285 = icmp ult i32 %t281, 100
  %t286 = icmp ult i32 %t281, 100
  %t287 = select i1 %t286, i32 %t281, i32 0
  %t288 = icmp ult i32 %t284, 40
  %t289 = and i1 %t285, %t288
  %t290 = select i1 %t288, i32 %t284, i32 0
  %t291 = mul i32 %t281, 160
  %t292 = mul i32 %t283, 4
  %t293 = add i32 %t291, %t292
  %t294 = sext i32 %t276 to i64
  %t295 = getelementptr float, ptr addrspace(1) %t83, i64 %t294
  %t296 = load <8 x float>, ptr addrspace(1) %t295, align 16
  %t297 = sext i32 %t290 to i64
  %t298 = getelementptr float, ptr addrspace(1) %t83, i64 %t297
  %t299 = load <8 x float>, ptr addrspace(1) %t298, align 16
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t300 = and i32 %t3, 31
  %t301 = lshr i32 %t3, 5
  %t302 = mul i32 %t301, 16
  %t303 = lshr i32 %t300, 2
  %t304 = add i32 %t302, %t303
  %t305 = and i32 %t300, 3
  %t306 = mul i32 %t305, 8
  %t307 = mul i32 %t304, 160
  %t308 = add i32 %t307, %t306
  %t309 = load float, ptr %s55
  %t310 = insertelement <2 x float> poison, float %t309, i32 0
  %t311 = load float, ptr %s56
  %t312 = insertelement <2 x float> %t310, float %t311, i32 1
  %t313 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t308
  store <2 x float> %t312, ptr addrspace(3) %t313, align 8
  %t314 = load float, ptr %s57
  %t315 = insertelement <2 x float> poison, float %t314, i32 0
  %t316 = load float, ptr %s58
  %t317 = insertelement <2 x float> %t315, float %t316, i32 1
  %t318 = add i32 %t308, 1280
  %t319 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t318
  store <2 x float> %t317, ptr addrspace(3) %t319, align 8
  %t320 = load float, ptr %s59
  %t321 = insertelement <2 x float> poison, float %t320, i32 0
  %t322 = load float, ptr %s60
  %t323 = insertelement <2 x float> %t321, float %t322, i32 1
  %t324 = add i32 %t308, 32
  %t325 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t324
  store <2 x float> %t323, ptr addrspace(3) %t325, align 8
  %t326 = load float, ptr %s61
  %t327 = insertelement <2 x float> poison, float %t326, i32 0
  %t328 = load float, ptr %s62
  %t329 = insertelement <2 x float> %t327, float %t328, i32 1
  %t330 = add i32 %t308, 1312
  %t331 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t330
  store <2 x float> %t329, ptr addrspace(3) %t331, align 8
  %t332 = load float, ptr %s63
  %t333 = insertelement <2 x float> poison, float %t332, i32 0
  %t334 = load float, ptr %s64
  %t335 = insertelement <2 x float> %t333, float %t334, i32 1
  %t336 = add i32 %t308, 64
  %t337 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t336
  store <2 x float> %t335, ptr addrspace(3) %t337, align 8
  %t338 = load float, ptr %s65
  %t339 = insertelement <2 x float> poison, float %t338, i32 0
  %t340 = load float, ptr %s66
  %t341 = insertelement <2 x float> %t339, float %t340, i32 1
  %t342 = add i32 %t308, 1344
  %t343 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t342
  store <2 x float> %t341, ptr addrspace(3) %t343, align 8
  %t344 = load float, ptr %s67
  %t345 = insertelement <2 x float> poison, float %t344, i32 0
  %t346 = load float, ptr %s68
  %t347 = insertelement <2 x float> %t345, float %t346, i32 1
  %t348 = add i32 %t308, 96
  %t349 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t348
  store <2 x float> %t347, ptr addrspace(3) %t349, align 8
  %t350 = load float, ptr %s69
  %t351 = insertelement <2 x float> poison, float %t350, i32 0
  %t352 = load float, ptr %s70
  %t353 = insertelement <2 x float> %t351, float %t352, i32 1
  %t354 = add i32 %t308, 1376
  %t355 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t354
  store <2 x float> %t353, ptr addrspace(3) %t355, align 8
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t356 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t279
  %t357 = load <4 x float>, ptr addrspace(3) %t356, align 16
  %t358 = add i32 %t279, 16
  %t359 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t358
  %t360 = load <4 x float>, ptr addrspace(3) %t359, align 16
  %t361 = shufflevector <4 x float> %t357, <4 x float> %t360, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %t362 = fadd contract <8 x float> %t361, %t296
  br i1 %t275, label %then.363, label %else.364
then.363:
  %t366 = mul i32 %t273, 40
  %t367 = add i32 %t276, %t366
  %t368 = sext i32 %t367 to i64
  %t369 = getelementptr float, ptr addrspace(1) %t84, i64 %t368
  store <8 x float> %t362, ptr addrspace(1) %t369, align 16
  br label %join.365
else.364:
  br label %join.365
join.365:
  %t370 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t293
  %t371 = load <4 x float>, ptr addrspace(3) %t370, align 16
  %t372 = add i32 %t293, 16
  %t373 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t372
  %t374 = load <4 x float>, ptr addrspace(3) %t373, align 16
  %t375 = shufflevector <4 x float> %t371, <4 x float> %t374, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %t376 = fadd contract <8 x float> %t375, %t299
  br i1 %t289, label %then.377, label %else.378
then.377:
  %t380 = mul i32 %t287, 40
  %t381 = add i32 %t290, %t380
  %t382 = sext i32 %t381 to i64
  %t383 = getelementptr float, ptr addrspace(1) %t84, i64 %t382
  store <8 x float> %t376, ptr addrspace(1) %t383, align 16
  br label %join.379
else.378:
  br label %join.379
join.379:
  ret void
}
