@shared_memory = external addrspace(3) global [0 x i8], align 1024
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
define ptx_kernel void @wgmma_matmul(ptr %buffer0, ptr noalias %buffer1, ptr noalias %buffer2, ptr noalias %buffer3) nounwind "nvvm.maxntid"="256" {
  %s17 = alloca i32
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
  %s67 = alloca float
  %s163 = alloca i32
  %s164 = alloca i32
  %s165 = alloca i32
  %s166 = alloca i32
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
  %t45 = add i32 %t44, 32
  %t46 = addrspacecast ptr %buffer3 to ptr addrspace(1)
  %t47 = ptrtoint ptr addrspace(1) %t46 to i64
  %t48 = mul i32 %t6, 256
  %t49 = sext i32 %t48 to i64
  %t50 = mul nsw i64 %t49, 2
  %t51 = add i64 %t47, %t50
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
  store float 0.0, ptr %s67
  %t68 = udiv i32 %t3, 128
  %t69 = mul i32 %t68, 8192
  %t70 = add i32 %t2, %t69
  %t71 = lshr i32 %t70, 4
  %t72 = and i32 %t71, 16383
  %t73 = zext i32 %t72 to i64
  %t74 = or i64 %t73, 4611686293305360384
  %t75 = add i32 %t2, 16384
  %t76 = lshr i32 %t75, 4
  %t77 = and i32 %t76, 16383
  %t78 = zext i32 %t77 to i64
  %t79 = or i64 %t78, 34361835520
  %t80 = addrspacecast ptr %buffer1 to ptr addrspace(1)
  %t81 = addrspacecast ptr %buffer2 to ptr addrspace(1)
  br i1 %t43, label %then.82, label %else.83
then.82:
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 1;", "r,~{memory}"(i32 %t44)
  %t85 = add i32 %t44, 8
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 1;", "r,~{memory}"(i32 %t85)
  %t86 = add i32 %t44, 16
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 1;", "r,~{memory}"(i32 %t86)
  %t87 = add i32 %t44, 24
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 1;", "r,~{memory}"(i32 %t87)
  call void asm sideeffect "fence.mbarrier_init.release.cluster;", "~{memory}"() convergent
  call void asm sideeffect "fence.proxy.async.shared::cta;", "~{memory}"() convergent
  br label %join.84
else.83:
  br label %join.84
join.84:
  br i1 %t43, label %then.88, label %else.89
then.88:
  %t91 = add i64 %t51, 0
  %t92 = add i32 %t2, 16384
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 4096;", "r,~{memory}"(i32 %t44)
  call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1], 4096, [$2];", "r,l,r,~{memory}"(i32 %t92, i64 %t91, i32 %t44)
  br label %join.90
else.89:
  br label %join.90
join.90:
  br i1 %t43, label %then.93, label %else.94
then.93:
  %t96 = add i64 %t51, 4096
  %t97 = add i32 %t2, 20480
  %t98 = add i32 %t97, 16384
  %t99 = add i32 %t44, 8
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 4096;", "r,~{memory}"(i32 %t99)
  call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1], 4096, [$2];", "r,l,r,~{memory}"(i32 %t98, i64 %t96, i32 %t99)
  br label %join.95
else.94:
  br label %join.95
join.95:
  %t100 = mul i32 %t3, 32
  %t101 = add i32 %t6, %t100
  %t102 = icmp ult i32 %t100, 32
  %t103 = icmp ult i32 %t101, 40
  %t104 = and i1 %t102, %t103
  br i1 %t104, label %then.105, label %else.106
then.105:
  %t108 = sext i32 %t101 to i64
  %t109 = getelementptr float, ptr addrspace(1) %t80, i64 %t108
  call void asm sideeffect "prefetch.global.L2 [$0];", "l"(ptr addrspace(1) %t109)
  br label %join.107
else.106:
  br label %join.107
join.107:
  call void asm sideeffect "griddepcontrol.wait;", "~{memory}"()
  %t110 = load i32, ptr %s17
  %t111 = mul i32 %t110, 2
  %t112 = add i32 %t27, %t111
  %t113 = sext i32 %t112 to i64
  %t114 = add i64 %t23, %t113
  %t115 = select i1 %t24, i64 %t114, i64 %t19
  %t116 = select i1 %t24, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t15, i64 %t115, i32 %t116)
  %t117 = add i32 %t32, %t111
  %t118 = sext i32 %t117 to i64
  %t119 = add i64 %t23, %t118
  %t120 = add i32 %t15, 4096
  %t121 = select i1 %t29, i64 %t119, i64 %t19
  %t122 = select i1 %t29, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t120, i64 %t121, i32 %t122)
  %t123 = add i32 %t37, %t111
  %t124 = sext i32 %t123 to i64
  %t125 = add i64 %t23, %t124
  %t126 = add i32 %t15, 8192
  %t127 = select i1 %t34, i64 %t125, i64 %t19
  %t128 = select i1 %t34, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t126, i64 %t127, i32 %t128)
  %t129 = add i32 %t42, %t111
  %t130 = sext i32 %t129 to i64
  %t131 = add i64 %t23, %t130
  %t132 = add i32 %t15, 12288
  %t133 = select i1 %t39, i64 %t131, i64 %t19
  %t134 = select i1 %t39, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t132, i64 %t133, i32 %t134)
  %t135 = add i32 %t110, 64
  store i32 %t135, ptr %s17
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t136 = load i32, ptr %s17
  %t137 = mul i32 %t136, 2
  %t138 = add i32 %t15, 20480
  %t139 = add i32 %t27, %t137
  %t140 = sext i32 %t139 to i64
  %t141 = add i64 %t23, %t140
  %t142 = select i1 %t24, i64 %t141, i64 %t19
  %t143 = select i1 %t24, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t138, i64 %t142, i32 %t143)
  %t144 = add i32 %t32, %t137
  %t145 = sext i32 %t144 to i64
  %t146 = add i64 %t23, %t145
  %t147 = add i32 %t138, 4096
  %t148 = select i1 %t29, i64 %t146, i64 %t19
  %t149 = select i1 %t29, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t147, i64 %t148, i32 %t149)
  %t150 = add i32 %t37, %t137
  %t151 = sext i32 %t150 to i64
  %t152 = add i64 %t23, %t151
  %t153 = add i32 %t138, 8192
  %t154 = select i1 %t34, i64 %t152, i64 %t19
  %t155 = select i1 %t34, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t153, i64 %t154, i32 %t155)
  %t156 = add i32 %t42, %t137
  %t157 = sext i32 %t156 to i64
  %t158 = add i64 %t23, %t157
  %t159 = add i32 %t138, 12288
  %t160 = select i1 %t39, i64 %t158, i64 %t19
  %t161 = select i1 %t39, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t159, i64 %t160, i32 %t161)
  %t162 = add i32 %t136, 64
  store i32 %t162, ptr %s17
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  store i32 0, ptr %s163
  store i32 0, ptr %s164
  store i32 0, ptr %s165
  store i32 2, ptr %s166
  br label %loop.167
loop.167:
  %t169 = load i32, ptr %s163
  %t170 = load i32, ptr %s164
  call void asm sideeffect "cp.async.wait_group 1;", "~{memory}"() convergent
  call void asm sideeffect "fence.proxy.async.shared::cta;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t171 = load i32, ptr %s165
  %t172 = mul i32 %t170, 8
  %t173 = add i32 %t44, %t172
  br label %wait.174
wait.174:
  %t176 = call i32 asm sideeffect "{ .reg .pred there; mbarrier.try_wait.parity.shared::cta.b64 there, [$1], $2; selp.b32 $0, 1, 0, there; }", "=r,r,r,~{memory}"(i32 %t173, i32 %t171)
  %t177 = icmp ne i32 %t176, 0
  br i1 %t177, label %arrived.175, label %wait.174
arrived.175:
  %t178 = mul i32 %t170, 1280
  %t179 = zext i32 %t178 to i64
  %t180 = add i64 %t74, %t179
  %t181 = add i64 %t79, %t179
  %t182 = load float, ptr %s52
  %t183 = load float, ptr %s53
  %t184 = load float, ptr %s54
  %t185 = load float, ptr %s55
  %t186 = load float, ptr %s56
  %t187 = load float, ptr %s57
  %t188 = load float, ptr %s58
  %t189 = load float, ptr %s59
  %t190 = load float, ptr %s60
  %t191 = load float, ptr %s61
  %t192 = load float, ptr %s62
  %t193 = load float, ptr %s63
  %t194 = load float, ptr %s64
  %t195 = load float, ptr %s65
  %t196 = load float, ptr %s66
  %t197 = load float, ptr %s67
  %t198 = call {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} asm sideeffect "{ .reg .b64 left, right; .reg .pred adds; setp.eq.u32 adds, 1, 1; wgmma.fence.sync.aligned; add.s64 left, $16, 0; add.s64 right, $17, 0; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 2; add.s64 right, $17, 64; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 4; add.s64 right, $17, 128; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 6; add.s64 right, $17, 192; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; wgmma.commit_group.sync.aligned; }", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,l,l,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,~{memory}"(i64 %t180, i64 %t181, float %t182, float %t183, float %t184, float %t185, float %t186, float %t187, float %t188, float %t189, float %t190, float %t191, float %t192, float %t193, float %t194, float %t195, float %t196, float %t197) convergent
  %t199 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t198, 0
  store float %t199, ptr %s52
  %t200 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t198, 1
  store float %t200, ptr %s53
  %t201 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t198, 2
  store float %t201, ptr %s54
  %t202 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t198, 3
  store float %t202, ptr %s55
  %t203 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t198, 4
  store float %t203, ptr %s56
  %t204 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t198, 5
  store float %t204, ptr %s57
  %t205 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t198, 6
  store float %t205, ptr %s58
  %t206 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t198, 7
  store float %t206, ptr %s59
  %t207 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t198, 8
  store float %t207, ptr %s60
  %t208 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t198, 9
  store float %t208, ptr %s61
  %t209 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t198, 10
  store float %t209, ptr %s62
  %t210 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t198, 11
  store float %t210, ptr %s63
  %t211 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t198, 12
  store float %t211, ptr %s64
  %t212 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t198, 13
  store float %t212, ptr %s65
  %t213 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t198, 14
  store float %t213, ptr %s66
  %t214 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t198, 15
  store float %t214, ptr %s67
  call void asm sideeffect "wgmma.wait_group.sync.aligned 1;", "~{memory}"() convergent
  %t215 = icmp ult i32 %t169, 2
  br i1 %t215, label %then.216, label %else.217
then.216:
  %t219 = load i32, ptr %s166
  %t220 = load i32, ptr %s165
  %t221 = add i32 %t169, 2
  br i1 %t43, label %then.222, label %else.223
then.222:
  %t225 = mul i32 %t221, 4096
  %t226 = sext i32 %t225 to i64
  %t227 = add i64 %t51, %t226
  %t228 = mul i32 %t219, 20480
  %t229 = add i32 %t2, %t228
  %t230 = add i32 %t229, 16384
  %t231 = mul i32 %t219, 8
  %t232 = add i32 %t44, %t231
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 4096;", "r,~{memory}"(i32 %t232)
  call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1], 4096, [$2];", "r,l,r,~{memory}"(i32 %t230, i64 %t227, i32 %t232)
  br label %join.224
else.223:
  br label %join.224
join.224:
  %t233 = load i32, ptr %s17
  %t234 = mul i32 %t233, 2
  %t235 = mul i32 %t219, 20480
  %t236 = add i32 %t15, %t235
  %t237 = add i32 %t27, %t234
  %t238 = sext i32 %t237 to i64
  %t239 = add i64 %t23, %t238
  %t240 = select i1 %t24, i64 %t239, i64 %t19
  %t241 = select i1 %t24, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t236, i64 %t240, i32 %t241)
  %t242 = add i32 %t32, %t234
  %t243 = sext i32 %t242 to i64
  %t244 = add i64 %t23, %t243
  %t245 = add i32 %t236, 4096
  %t246 = select i1 %t29, i64 %t244, i64 %t19
  %t247 = select i1 %t29, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t245, i64 %t246, i32 %t247)
  %t248 = add i32 %t37, %t234
  %t249 = sext i32 %t248 to i64
  %t250 = add i64 %t23, %t249
  %t251 = add i32 %t236, 8192
  %t252 = select i1 %t34, i64 %t250, i64 %t19
  %t253 = select i1 %t34, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t251, i64 %t252, i32 %t253)
  %t254 = add i32 %t42, %t234
  %t255 = sext i32 %t254 to i64
  %t256 = add i64 %t23, %t255
  %t257 = add i32 %t236, 12288
  %t258 = select i1 %t39, i64 %t256, i64 %t19
  %t259 = select i1 %t39, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t257, i64 %t258, i32 %t259)
  %t260 = add i32 %t233, 64
  store i32 %t260, ptr %s17
  br label %join.218
else.217:
  br label %join.218
join.218:
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t261 = load i32, ptr %s164
  %t262 = add i32 %t261, 1
  %t263 = icmp ult i32 %t262, 4
  %t264 = select i1 %t263, i32 %t262, i32 0
  store i32 %t264, ptr %s164
  %t265 = load i32, ptr %s165
  %t266 = xor i32 %t265, 1
  %t267 = load i32, ptr %s165
  %t268 = select i1 %t263, i32 %t267, i32 %t266
  store i32 %t268, ptr %s165
  %t269 = load i32, ptr %s166
  %t270 = add i32 %t269, 1
  %t271 = icmp ult i32 %t270, 4
  %t272 = select i1 %t271, i32 %t270, i32 0
  store i32 %t272, ptr %s166
  %t273 = add i32 %t169, 1
  store i32 %t273, ptr %s163
  %t274 = icmp ult i32 %t273, 4
  br i1 %t274, label %loop.167, label %done.168
done.168:
  call void asm sideeffect "griddepcontrol.launch_dependents;", "~{memory}"()
  %t275 = udiv i32 %t3, 4
  %t276 = urem i32 %t3, 4
  %t277 = mul i32 %t276, 8
  %t278 = add i32 %t6, %t277
  %t279 = icmp ult i32 %t275, 100
  %t280 = icmp ult i32 %t275, 100
  %t281 = select i1 %t280, i32 %t275, i32 0
  %t282 = icmp ult i32 %t278, 40
  %t283 = and i1 %t279, %t282
  %t284 = select i1 %t282, i32 %t278, i32 0
  %t285 = mul i32 %t275, 160
  %t286 = mul i32 %t277, 4
  %t287 = add i32 %t285, %t286
  %t288 = add i32 %t3, 256
  %t289 = udiv i32 %t288, 4
  %t290 = urem i32 %t288, 4
  %t291 = mul i32 %t290, 8
  %t292 = add i32 %t6, %t291
  %t293 = icmp ult i32 %t289, 100
  %t294 = icmp ult i32 %t289, 100
  %t295 = select i1 %t294, i32 %t289, i32 0
  %t296 = icmp ult i32 %t292, 40
  %t297 = and i1 %t293, %t296
  %t298 = select i1 %t296, i32 %t292, i32 0
  %t299 = mul i32 %t289, 160
  %t300 = mul i32 %t291, 4
  %t301 = add i32 %t299, %t300
  %t302 = sext i32 %t284 to i64
  %t303 = getelementptr float, ptr addrspace(1) %t80, i64 %t302
  %t304 = load <8 x float>, ptr addrspace(1) %t303, align 16
  %t305 = sext i32 %t298 to i64
  %t306 = getelementptr float, ptr addrspace(1) %t80, i64 %t305
  %t307 = load <8 x float>, ptr addrspace(1) %t306, align 16
  %t308 = load float, ptr %s52
  %t309 = load float, ptr %s53
  %t310 = load float, ptr %s54
  %t311 = load float, ptr %s55
  %t312 = load float, ptr %s56
  %t313 = load float, ptr %s57
  %t314 = load float, ptr %s58
  %t315 = load float, ptr %s59
  %t316 = load float, ptr %s60
  %t317 = load float, ptr %s61
  %t318 = load float, ptr %s62
  %t319 = load float, ptr %s63
  %t320 = load float, ptr %s64
  %t321 = load float, ptr %s65
  %t322 = load float, ptr %s66
  %t323 = load float, ptr %s67
  %t324 = call {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} asm sideeffect "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,~{memory}"(float %t308, float %t309, float %t310, float %t311, float %t312, float %t313, float %t314, float %t315, float %t316, float %t317, float %t318, float %t319, float %t320, float %t321, float %t322, float %t323) convergent
  %t325 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t324, 0
  store float %t325, ptr %s52
  %t326 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t324, 1
  store float %t326, ptr %s53
  %t327 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t324, 2
  store float %t327, ptr %s54
  %t328 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t324, 3
  store float %t328, ptr %s55
  %t329 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t324, 4
  store float %t329, ptr %s56
  %t330 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t324, 5
  store float %t330, ptr %s57
  %t331 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t324, 6
  store float %t331, ptr %s58
  %t332 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t324, 7
  store float %t332, ptr %s59
  %t333 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t324, 8
  store float %t333, ptr %s60
  %t334 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t324, 9
  store float %t334, ptr %s61
  %t335 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t324, 10
  store float %t335, ptr %s62
  %t336 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t324, 11
  store float %t336, ptr %s63
  %t337 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t324, 12
  store float %t337, ptr %s64
  %t338 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t324, 13
  store float %t338, ptr %s65
  %t339 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t324, 14
  store float %t339, ptr %s66
  %t340 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t324, 15
  store float %t340, ptr %s67
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t341 = and i32 %t3, 31
  %t342 = lshr i32 %t3, 5
  %t343 = mul i32 %t342, 16
  %t344 = lshr i32 %t341, 2
  %t345 = add i32 %t343, %t344
  %t346 = and i32 %t341, 3
  %t347 = mul i32 %t346, 8
  %t348 = mul i32 %t345, 160
  %t349 = add i32 %t348, %t347
  %t350 = load float, ptr %s52
  %t351 = insertelement <2 x float> poison, float %t350, i32 0
  %t352 = load float, ptr %s53
  %t353 = insertelement <2 x float> %t351, float %t352, i32 1
  %t354 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t349
  store <2 x float> %t353, ptr addrspace(3) %t354, align 8
  %t355 = load float, ptr %s54
  %t356 = insertelement <2 x float> poison, float %t355, i32 0
  %t357 = load float, ptr %s55
  %t358 = insertelement <2 x float> %t356, float %t357, i32 1
  %t359 = add i32 %t349, 1280
  %t360 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t359
  store <2 x float> %t358, ptr addrspace(3) %t360, align 8
  %t361 = load float, ptr %s56
  %t362 = insertelement <2 x float> poison, float %t361, i32 0
  %t363 = load float, ptr %s57
  %t364 = insertelement <2 x float> %t362, float %t363, i32 1
  %t365 = add i32 %t349, 32
  %t366 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t365
  store <2 x float> %t364, ptr addrspace(3) %t366, align 8
  %t367 = load float, ptr %s58
  %t368 = insertelement <2 x float> poison, float %t367, i32 0
  %t369 = load float, ptr %s59
  %t370 = insertelement <2 x float> %t368, float %t369, i32 1
  %t371 = add i32 %t349, 1312
  %t372 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t371
  store <2 x float> %t370, ptr addrspace(3) %t372, align 8
  %t373 = load float, ptr %s60
  %t374 = insertelement <2 x float> poison, float %t373, i32 0
  %t375 = load float, ptr %s61
  %t376 = insertelement <2 x float> %t374, float %t375, i32 1
  %t377 = add i32 %t349, 64
  %t378 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t377
  store <2 x float> %t376, ptr addrspace(3) %t378, align 8
  %t379 = load float, ptr %s62
  %t380 = insertelement <2 x float> poison, float %t379, i32 0
  %t381 = load float, ptr %s63
  %t382 = insertelement <2 x float> %t380, float %t381, i32 1
  %t383 = add i32 %t349, 1344
  %t384 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t383
  store <2 x float> %t382, ptr addrspace(3) %t384, align 8
  %t385 = load float, ptr %s64
  %t386 = insertelement <2 x float> poison, float %t385, i32 0
  %t387 = load float, ptr %s65
  %t388 = insertelement <2 x float> %t386, float %t387, i32 1
  %t389 = add i32 %t349, 96
  %t390 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t389
  store <2 x float> %t388, ptr addrspace(3) %t390, align 8
  %t391 = load float, ptr %s66
  %t392 = insertelement <2 x float> poison, float %t391, i32 0
  %t393 = load float, ptr %s67
  %t394 = insertelement <2 x float> %t392, float %t393, i32 1
  %t395 = add i32 %t349, 1376
  %t396 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t395
  store <2 x float> %t394, ptr addrspace(3) %t396, align 8
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t397 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t287
  %t398 = load <4 x float>, ptr addrspace(3) %t397, align 16
  %t399 = add i32 %t287, 16
  %t400 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t399
  %t401 = load <4 x float>, ptr addrspace(3) %t400, align 16
  %t402 = shufflevector <4 x float> %t398, <4 x float> %t401, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %t403 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t301
  %t404 = load <4 x float>, ptr addrspace(3) %t403, align 16
  %t405 = add i32 %t301, 16
  %t406 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t405
  %t407 = load <4 x float>, ptr addrspace(3) %t406, align 16
  %t408 = shufflevector <4 x float> %t404, <4 x float> %t407, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %t409 = fadd contract <8 x float> %t402, %t304
  br i1 %t283, label %then.410, label %else.411
then.410:
  %t413 = mul i32 %t281, 40
  %t414 = add i32 %t284, %t413
  %t415 = sext i32 %t414 to i64
  %t416 = getelementptr float, ptr addrspace(1) %t81, i64 %t415
  store <8 x float> %t409, ptr addrspace(1) %t416, align 16
  br label %join.412
else.411:
  br label %join.412
join.412:
  %t417 = fadd contract <8 x float> %t408, %t307
  br i1 %t297, label %then.418, label %else.419
then.418:
  %t421 = mul i32 %t295, 40
  %t422 = add i32 %t298, %t421
  %t423 = sext i32 %t422 to i64
  %t424 = getelementptr float, ptr addrspace(1) %t81, i64 %t423
  store <8 x float> %t417, ptr addrspace(1) %t424, align 16
  br label %join.420
else.419:
  br label %join.420
join.420:
  ret void
}
