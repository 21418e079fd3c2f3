@shared_memory = external addrspace(3) global [0 x i8], align 1024
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
define ptx_kernel void @wgmma_matmul(ptr %buffer0, ptr noalias %buffer1, ptr noalias %buffer2, ptr noalias %buffer3) nounwind "nvvm.maxntid"="256" "nvvm.cluster_dim"="2,1,1" {
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
  %s174 = alloca i32
  %s175 = alloca i32
  %s176 = alloca i32
  %s177 = alloca i32
  %t1 = ptrtoint ptr addrspace(3) @shared_memory to i64
  %t2 = trunc i64 %t1 to i32
  %t3 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t4 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t5 = urem i32 %t4, 2
  %t6 = mul nsw i32 %t5, 128
  %t7 = urem i32 %t5, 2
  %t8 = udiv i32 %t4, 2
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
  store i32 0, ptr %s21
  %t22 = addrspacecast ptr %buffer0 to ptr addrspace(1)
  %t23 = ptrtoint ptr addrspace(1) %t22 to i64
  %t24 = add nsw i32 %t6, %t13
  %t25 = icmp ult i32 %t24, 200
  %t26 = mul nsw i32 %t24, 256
  %t27 = add nsw i32 %t20, %t26
  %t28 = mul nsw i32 %t27, 2
  %t29 = add nsw i32 %t24, 32
  %t30 = icmp ult i32 %t29, 200
  %t31 = mul nsw i32 %t29, 256
  %t32 = add nsw i32 %t20, %t31
  %t33 = mul nsw i32 %t32, 2
  %t34 = add nsw i32 %t24, 64
  %t35 = icmp ult i32 %t34, 200
  %t36 = mul nsw i32 %t34, 256
  %t37 = add nsw i32 %t20, %t36
  %t38 = mul nsw i32 %t37, 2
  %t39 = add nsw i32 %t24, 96
  %t40 = icmp ult i32 %t39, 200
  %t41 = mul nsw i32 %t39, 256
  %t42 = add nsw i32 %t20, %t41
  %t43 = mul nsw i32 %t42, 2
  %t44 = icmp eq i32 %t3, 0
  %t45 = add nsw i32 %t2, 81920
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
  %t76 = add nsw i32 %t2, 16384
  %t77 = lshr i32 %t76, 4
  %t78 = and i32 %t77, 16383
  %t79 = zext i32 %t78 to i64
  %t80 = or i64 %t79, 34361835520
  %t81 = addrspacecast ptr %buffer1 to ptr addrspace(1)
  %t82 = addrspacecast ptr %buffer2 to ptr addrspace(1)
  br i1 %t44, label %then.83, label %else.84
then.83:
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 1;", "r,~{memory}"(i32 %t45)
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 2;", "r,~{memory}"(i32 %t46)
  %t86 = add nsw i32 %t45, 8
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 1;", "r,~{memory}"(i32 %t86)
  %t87 = add nsw i32 %t46, 8
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 2;", "r,~{memory}"(i32 %t87)
  %t88 = add nsw i32 %t45, 16
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 1;", "r,~{memory}"(i32 %t88)
  %t89 = add nsw i32 %t46, 16
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 2;", "r,~{memory}"(i32 %t89)
  %t90 = add nsw i32 %t45, 24
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 1;", "r,~{memory}"(i32 %t90)
  %t91 = add nsw i32 %t46, 24
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 2;", "r,~{memory}"(i32 %t91)
  call void asm sideeffect "fence.mbarrier_init.release.cluster;", "~{memory}"() convergent
  call void asm sideeffect "fence.proxy.async.shared::cta;", "~{memory}"() convergent
  br label %join.85
else.84:
  br label %join.85
join.85:
  call void asm sideeffect "barrier.cluster.arrive.release.aligned;", "~{memory}"() convergent
  call void asm sideeffect "barrier.cluster.wait.acquire.aligned;", "~{memory}"() convergent
  %t92 = mul nsw i32 %t7, 2048
  br i1 %t44, label %then.93, label %else.94
then.93:
  %t96 = sext i32 %t92 to i64
  %t97 = add i64 %t52, %t96
  %t98 = add nsw i32 %t2, 16384
  %t99 = add nsw i32 %t98, %t92
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 4096;", "r,~{memory}"(i32 %t45)
  call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [$0], [$1], 2048, [$2], $3;", "r,l,r,h,~{memory}"(i32 %t99, i64 %t97, i32 %t45, i16 3)
  br label %join.95
else.94:
  br label %join.95
join.95:
  %t100 = mul nsw i32 %t7, 2048
  br i1 %t44, label %then.101, label %else.102
then.101:
  %t104 = add nsw i32 %t100, 4096
  %t105 = sext i32 %t104 to i64
  %t106 = add i64 %t52, %t105
  %t107 = add nsw i32 %t2, 20480
  %t108 = add nsw i32 %t107, 16384
  %t109 = add nsw i32 %t108, %t100
  %t110 = add nsw i32 %t45, 8
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 4096;", "r,~{memory}"(i32 %t110)
  call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [$0], [$1], 2048, [$2], $3;", "r,l,r,h,~{memory}"(i32 %t109, i64 %t106, i32 %t110, i16 3)
  br label %join.103
else.102:
  br label %join.103
join.103:
  %t111 = mul nsw i32 %t3, 32
  %t112 = add nsw i32 %t10, %t111
  %t113 = icmp ult i32 %t111, 32
  %t114 = icmp ult i32 %t112, 40
  %t115 = and i1 %t113, %t114
  br i1 %t115, label %then.116, label %else.117
then.116:
  %t119 = sext i32 %t112 to i64
  %t120 = getelementptr float, ptr addrspace(1) %t81, i64 %t119
  call void asm sideeffect "prefetch.global.L2 [$0];", "l"(ptr addrspace(1) %t120)
  br label %join.118
else.117:
  br label %join.118
join.118:
  call void asm sideeffect "griddepcontrol.wait;", "~{memory}"()
  %t121 = load i32, ptr %s21
  %t122 = mul nsw i32 %t121, 2
  %t123 = add nsw i32 %t28, %t122
  %t124 = select i1 %t25, i32 %t123, i32 0
  %t125 = sext i32 %t124 to i64
  %t126 = add i64 %t23, %t125
  %t127 = select i1 %t25, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t19, i64 %t126, i32 %t127)
  %t128 = add nsw i32 %t33, %t122
  %t129 = select i1 %t30, i32 %t128, i32 0
  %t130 = sext i32 %t129 to i64
  %t131 = add i64 %t23, %t130
  %t132 = add nsw i32 %t19, 4096
  %t133 = select i1 %t30, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t132, i64 %t131, i32 %t133)
  %t134 = add nsw i32 %t38, %t122
  %t135 = select i1 %t35, i32 %t134, i32 0
  %t136 = sext i32 %t135 to i64
  %t137 = add i64 %t23, %t136
  %t138 = add nsw i32 %t19, 8192
  %t139 = select i1 %t35, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t138, i64 %t137, i32 %t139)
  %t140 = add nsw i32 %t43, %t122
  %t141 = select i1 %t40, i32 %t140, i32 0
  %t142 = sext i32 %t141 to i64
  %t143 = add i64 %t23, %t142
  %t144 = add nsw i32 %t19, 12288
  %t145 = select i1 %t40, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t144, i64 %t143, i32 %t145)
  %t146 = add nsw i32 %t121, 64
  store i32 %t146, ptr %s21
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t147 = load i32, ptr %s21
  %t148 = mul nsw i32 %t147, 2
  %t149 = add nsw i32 %t19, 20480
  %t150 = add nsw i32 %t28, %t148
  %t151 = select i1 %t25, i32 %t150, i32 0
  %t152 = sext i32 %t151 to i64
  %t153 = add i64 %t23, %t152
  %t154 = select i1 %t25, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t149, i64 %t153, i32 %t154)
  %t155 = add nsw i32 %t33, %t148
  %t156 = select i1 %t30, i32 %t155, i32 0
  %t157 = sext i32 %t156 to i64
  %t158 = add i64 %t23, %t157
  %t159 = add nsw i32 %t149, 4096
  %t160 = select i1 %t30, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t159, i64 %t158, i32 %t160)
  %t161 = add nsw i32 %t38, %t148
  %t162 = select i1 %t35, i32 %t161, i32 0
  %t163 = sext i32 %t162 to i64
  %t164 = add i64 %t23, %t163
  %t165 = add nsw i32 %t149, 8192
  %t166 = select i1 %t35, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t165, i64 %t164, i32 %t166)
  %t167 = add nsw i32 %t43, %t148
  %t168 = select i1 %t40, i32 %t167, i32 0
  %t169 = sext i32 %t168 to i64
  %t170 = add i64 %t23, %t169
  %t171 = add nsw i32 %t149, 12288
  %t172 = select i1 %t40, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t171, i64 %t170, i32 %t172)
  %t173 = add nsw i32 %t147, 64
  store i32 %t173, ptr %s21
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  store i32 0, ptr %s174
  store i32 0, ptr %s175
  store i32 0, ptr %s176
  store i32 2, ptr %s177
  br label %loop.178
loop.178:
  %t180 = load i32, ptr %s174
  %t181 = load i32, ptr %s175
  call void asm sideeffect "cp.async.wait_group 1;", "~{memory}"() convergent
  call void asm sideeffect "fence.proxy.async.shared::cta;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t182 = load i32, ptr %s176
  %t183 = mul nsw i32 %t181, 8
  %t184 = add nsw i32 %t45, %t183
  br label %wait.185
wait.185:
  %t187 = call i32 asm sideeffect "{ .reg .pred there; mbarrier.try_wait.parity.shared::cta.b64 there, [$1], $2; selp.b32 $0, 1, 0, there; }", "=r,r,r,~{memory}"(i32 %t184, i32 %t182)
  %t188 = icmp ne i32 %t187, 0
  br i1 %t188, label %arrived.186, label %wait.185
arrived.186:
  %t189 = mul nsw i32 %t181, 1280
  %t190 = zext i32 %t189 to i64
  %t191 = add i64 %t75, %t190
  %t192 = add i64 %t80, %t190
  %t193 = load float, ptr %s53
  %t194 = load float, ptr %s54
  %t195 = load float, ptr %s55
  %t196 = load float, ptr %s56
  %t197 = load float, ptr %s57
  %t198 = load float, ptr %s58
  %t199 = load float, ptr %s59
  %t200 = load float, ptr %s60
  %t201 = load float, ptr %s61
  %t202 = load float, ptr %s62
  %t203 = load float, ptr %s63
  %t204 = load float, ptr %s64
  %t205 = load float, ptr %s65
  %t206 = load float, ptr %s66
  %t207 = load float, ptr %s67
  %t208 = load float, ptr %s68
  %t209 = call {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} asm sideeffect "{ .reg .b64 left, right; .reg .pred adds; setp.eq.u32 adds, 1, 1; wgmma.fence.sync.aligned; add.s64 left, $16, 0; add.s64 right, $17, 0; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 2; add.s64 right, $17, 64; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 4; add.s64 right, $17, 128; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 6; add.s64 right, $17, 192; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; wgmma.commit_group.sync.aligned; }", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,l,l,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,~{memory}"(i64 %t191, i64 %t192, float %t193, float %t194, float %t195, float %t196, float %t197, float %t198, float %t199, float %t200, float %t201, float %t202, float %t203, float %t204, float %t205, float %t206, float %t207, float %t208) convergent
  %t210 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t209, 0
  store float %t210, ptr %s53
  %t211 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t209, 1
  store float %t211, ptr %s54
  %t212 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t209, 2
  store float %t212, ptr %s55
  %t213 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t209, 3
  store float %t213, ptr %s56
  %t214 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t209, 4
  store float %t214, ptr %s57
  %t215 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t209, 5
  store float %t215, ptr %s58
  %t216 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t209, 6
  store float %t216, ptr %s59
  %t217 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t209, 7
  store float %t217, ptr %s60
  %t218 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t209, 8
  store float %t218, ptr %s61
  %t219 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t209, 9
  store float %t219, ptr %s62
  %t220 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t209, 10
  store float %t220, ptr %s63
  %t221 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t209, 11
  store float %t221, ptr %s64
  %t222 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t209, 12
  store float %t222, ptr %s65
  %t223 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t209, 13
  store float %t223, ptr %s66
  %t224 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t209, 14
  store float %t224, ptr %s67
  %t225 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t209, 15
  store float %t225, ptr %s68
  call void asm sideeffect "wgmma.wait_group.sync.aligned 1;", "~{memory}"() convergent
  %t226 = icmp ult i32 %t180, 2
  br i1 %t226, label %then.227, label %else.228
then.227:
  %t230 = load i32, ptr %s177
  %t231 = load i32, ptr %s21
  %t232 = mul nsw i32 %t231, 2
  %t233 = mul nsw i32 %t230, 20480
  %t234 = add nsw i32 %t19, %t233
  %t235 = add nsw i32 %t28, %t232
  %t236 = select i1 %t25, i32 %t235, i32 0
  %t237 = sext i32 %t236 to i64
  %t238 = add i64 %t23, %t237
  %t239 = select i1 %t25, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t234, i64 %t238, i32 %t239)
  %t240 = add nsw i32 %t33, %t232
  %t241 = select i1 %t30, i32 %t240, i32 0
  %t242 = sext i32 %t241 to i64
  %t243 = add i64 %t23, %t242
  %t244 = add nsw i32 %t234, 4096
  %t245 = select i1 %t30, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t244, i64 %t243, i32 %t245)
  %t246 = add nsw i32 %t38, %t232
  %t247 = select i1 %t35, i32 %t246, i32 0
  %t248 = sext i32 %t247 to i64
  %t249 = add i64 %t23, %t248
  %t250 = add nsw i32 %t234, 8192
  %t251 = select i1 %t35, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t250, i64 %t249, i32 %t251)
  %t252 = add nsw i32 %t43, %t232
  %t253 = select i1 %t40, i32 %t252, i32 0
  %t254 = sext i32 %t253 to i64
  %t255 = add i64 %t23, %t254
  %t256 = add nsw i32 %t234, 12288
  %t257 = select i1 %t40, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t256, i64 %t255, i32 %t257)
  %t258 = add nsw i32 %t231, 64
  store i32 %t258, ptr %s21
  %t259 = load i32, ptr %s176
  br i1 %t44, label %then.260, label %else.261
then.260:
  %t263 = mul nsw i32 %t230, 8
  %t264 = add nsw i32 %t46, %t263
  call void asm sideeffect "{ .reg .b32 other; mapa.shared::cluster.u32 other, $0, $1; mbarrier.arrive.release.cluster.shared::cluster.b64 _, [other]; }", "r,r,~{memory}"(i32 %t264, i32 0)
  call void asm sideeffect "{ .reg .b32 other; mapa.shared::cluster.u32 other, $0, $1; mbarrier.arrive.release.cluster.shared::cluster.b64 _, [other]; }", "r,r,~{memory}"(i32 %t264, i32 1)
  br label %wait.265
wait.265:
  %t267 = call i32 asm sideeffect "{ .reg .pred there; mbarrier.try_wait.parity.shared::cta.b64 there, [$1], $2; selp.b32 $0, 1, 0, there; }", "=r,r,r,~{memory}"(i32 %t264, i32 %t259)
  %t268 = icmp ne i32 %t267, 0
  br i1 %t268, label %arrived.266, label %wait.265
arrived.266:
  br label %join.262
else.261:
  br label %join.262
join.262:
  %t269 = add nsw i32 %t180, 2
  %t270 = mul nsw i32 %t7, 2048
  br i1 %t44, label %then.271, label %else.272
then.271:
  %t274 = mul nsw i32 %t269, 4096
  %t275 = add nsw i32 %t274, %t270
  %t276 = sext i32 %t275 to i64
  %t277 = add i64 %t52, %t276
  %t278 = mul nsw i32 %t230, 20480
  %t279 = add nsw i32 %t2, %t278
  %t280 = add nsw i32 %t279, 16384
  %t281 = add nsw i32 %t280, %t270
  %t282 = mul nsw i32 %t230, 8
  %t283 = add nsw i32 %t45, %t282
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 4096;", "r,~{memory}"(i32 %t283)
  call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [$0], [$1], 2048, [$2], $3;", "r,l,r,h,~{memory}"(i32 %t281, i64 %t277, i32 %t283, i16 3)
  br label %join.273
else.272:
  br label %join.273
join.273:
  br label %join.229
else.228:
  br label %join.229
join.229:
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t284 = load i32, ptr %s175
  %t285 = add nsw i32 %t284, 1
  %t286 = icmp ult i32 %t285, 4
  %t287 = select i1 %t286, i32 %t285, i32 0
  store i32 %t287, ptr %s175
  %t288 = load i32, ptr %s176
  %t289 = xor i32 %t288, 1
  %t290 = load i32, ptr %s176
  %t291 = select i1 %t286, i32 %t290, i32 %t289
  store i32 %t291, ptr %s176
  %t292 = load i32, ptr %s177
  %t293 = add nsw i32 %t292, 1
  %t294 = icmp ult i32 %t293, 4
  %t295 = select i1 %t294, i32 %t293, i32 0
  store i32 %t295, ptr %s177
  %t296 = add nsw i32 %t180, 1
  store i32 %t296, ptr %s174
  %t297 = icmp ult i32 %t296, 4
  br i1 %t297, label %loop.178, label %done.179
done.179:
  call void asm sideeffect "griddepcontrol.launch_dependents;", "~{memory}"()
  %t298 = udiv i32 %t3, 4
  %t299 = urem i32 %t3, 4
  %t300 = mul nsw i32 %t299, 8
  %t301 = add nsw i32 %t6, %t298
  %t302 = add nsw i32 %t10, %t300
  %t303 = icmp ult i32 %t301, 200
  %t304 = icmp ult i32 %t301, 200
  %t305 = select i1 %t304, i32 %t301, i32 0
  %t306 = icmp ult i32 %t302, 40
  %t307 = and i1 %t303, %t306
  %t308 = select i1 %t306, i32 %t302, i32 0
  %t309 = mul nsw i32 %t298, 160
  %t310 = mul nsw i32 %t300, 4
  %t311 = add nsw i32 %t309, %t310
  %t312 = add nsw i32 %t3, 256
  %t313 = udiv i32 %t312, 4
  %t314 = urem i32 %t312, 4
  %t315 = mul nsw i32 %t314, 8
  %t316 = add nsw i32 %t6, %t313
  %t317 = add nsw i32 %t10, %t315
  %t318 = icmp ult i32 %t316, 200
  %t319 = icmp ult i32 %t316, 200
  %t320 = select i1 %t319, i32 %t316, i32 0
  %t321 = icmp ult i32 %t317, 40
  %t322 = and i1 %t318, %t321
  %t323 = select i1 %t321, i32 %t317, i32 0
  %t324 = mul nsw i32 %t313, 160
  %t325 = mul nsw i32 %t315, 4
  %t326 = add nsw i32 %t324, %t325
  %t327 = sext i32 %t308 to i64
  %t328 = getelementptr float, ptr addrspace(1) %t81, i64 %t327
  %t329 = load <8 x float>, ptr addrspace(1) %t328, align 16
  %t330 = sext i32 %t323 to i64
  %t331 = getelementptr float, ptr addrspace(1) %t81, i64 %t330
  %t332 = load <8 x float>, ptr addrspace(1) %t331, align 16
  %t333 = load float, ptr %s53
  %t334 = load float, ptr %s54
  %t335 = load float, ptr %s55
  %t336 = load float, ptr %s56
  %t337 = load float, ptr %s57
  %t338 = load float, ptr %s58
  %t339 = load float, ptr %s59
  %t340 = load float, ptr %s60
  %t341 = load float, ptr %s61
  %t342 = load float, ptr %s62
  %t343 = load float, ptr %s63
  %t344 = load float, ptr %s64
  %t345 = load float, ptr %s65
  %t346 = load float, ptr %s66
  %t347 = load float, ptr %s67
  %t348 = load float, ptr %s68
  %t349 = call {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} asm sideeffect "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,~{memory}"(float %t333, float %t334, float %t335, float %t336, float %t337, float %t338, float %t339, float %t340, float %t341, float %t342, float %t343, float %t344, float %t345, float %t346, float %t347, float %t348) convergent
  %t350 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t349, 0
  store float %t350, ptr %s53
  %t351 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t349, 1
  store float %t351, ptr %s54
  %t352 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t349, 2
  store float %t352, ptr %s55
  %t353 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t349, 3
  store float %t353, ptr %s56
  %t354 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t349, 4
  store float %t354, ptr %s57
  %t355 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t349, 5
  store float %t355, ptr %s58
  %t356 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t349, 6
  store float %t356, ptr %s59
  %t357 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t349, 7
  store float %t357, ptr %s60
  %t358 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t349, 8
  store float %t358, ptr %s61
  %t359 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t349, 9
  store float %t359, ptr %s62
  %t360 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t349, 10
  store float %t360, ptr %s63
  %t361 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t349, 11
  store float %t361, ptr %s64
  %t362 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t349, 12
  store float %t362, ptr %s65
  %t363 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t349, 13
  store float %t363, ptr %s66
  %t364 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t349, 14
  store float %t364, ptr %s67
  %t365 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t349, 15
  store float %t365, ptr %s68
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t366 = and i32 %t3, 31
  %t367 = lshr i32 %t3, 5
  %t368 = mul nsw i32 %t367, 16
  %t369 = lshr i32 %t366, 2
  %t370 = add nsw i32 %t368, %t369
  %t371 = and i32 %t366, 3
  %t372 = mul nsw i32 %t371, 8
  %t373 = mul nsw i32 %t370, 160
  %t374 = add nsw i32 %t373, %t372
  %t375 = load float, ptr %s53
  %t376 = insertelement <2 x float> poison, float %t375, i32 0
  %t377 = load float, ptr %s54
  %t378 = insertelement <2 x float> %t376, float %t377, i32 1
  %t379 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t374
  store <2 x float> %t378, ptr addrspace(3) %t379, align 8
  %t380 = load float, ptr %s55
  %t381 = insertelement <2 x float> poison, float %t380, i32 0
  %t382 = load float, ptr %s56
  %t383 = insertelement <2 x float> %t381, float %t382, i32 1
  %t384 = add nsw i32 %t374, 1280
  %t385 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t384
  store <2 x float> %t383, ptr addrspace(3) %t385, align 8
  %t386 = load float, ptr %s57
  %t387 = insertelement <2 x float> poison, float %t386, i32 0
  %t388 = load float, ptr %s58
  %t389 = insertelement <2 x float> %t387, float %t388, i32 1
  %t390 = add nsw i32 %t374, 32
  %t391 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t390
  store <2 x float> %t389, ptr addrspace(3) %t391, align 8
  %t392 = load float, ptr %s59
  %t393 = insertelement <2 x float> poison, float %t392, i32 0
  %t394 = load float, ptr %s60
  %t395 = insertelement <2 x float> %t393, float %t394, i32 1
  %t396 = add nsw i32 %t374, 1312
  %t397 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t396
  store <2 x float> %t395, ptr addrspace(3) %t397, align 8
  %t398 = load float, ptr %s61
  %t399 = insertelement <2 x float> poison, float %t398, i32 0
  %t400 = load float, ptr %s62
  %t401 = insertelement <2 x float> %t399, float %t400, i32 1
  %t402 = add nsw i32 %t374, 64
  %t403 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t402
  store <2 x float> %t401, ptr addrspace(3) %t403, align 8
  %t404 = load float, ptr %s63
  %t405 = insertelement <2 x float> poison, float %t404, i32 0
  %t406 = load float, ptr %s64
  %t407 = insertelement <2 x float> %t405, float %t406, i32 1
  %t408 = add nsw i32 %t374, 1344
  %t409 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t408
  store <2 x float> %t407, ptr addrspace(3) %t409, align 8
  %t410 = load float, ptr %s65
  %t411 = insertelement <2 x float> poison, float %t410, i32 0
  %t412 = load float, ptr %s66
  %t413 = insertelement <2 x float> %t411, float %t412, i32 1
  %t414 = add nsw i32 %t374, 96
  %t415 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t414
  store <2 x float> %t413, ptr addrspace(3) %t415, align 8
  %t416 = load float, ptr %s67
  %t417 = insertelement <2 x float> poison, float %t416, i32 0
  %t418 = load float, ptr %s68
  %t419 = insertelement <2 x float> %t417, float %t418, i32 1
  %t420 = add nsw i32 %t374, 1376
  %t421 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t420
  store <2 x float> %t419, ptr addrspace(3) %t421, align 8
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t422 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t311
  %t423 = load <4 x float>, ptr addrspace(3) %t422, align 16
  %t424 = add nsw i32 %t311, 16
  %t425 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t424
  %t426 = load <4 x float>, ptr addrspace(3) %t425, align 16
  %t427 = shufflevector <4 x float> %t423, <4 x float> %t426, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %t428 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t326
  %t429 = load <4 x float>, ptr addrspace(3) %t428, align 16
  %t430 = add nsw i32 %t326, 16
  %t431 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t430
  %t432 = load <4 x float>, ptr addrspace(3) %t431, align 16
  %t433 = shufflevector <4 x float> %t429, <4 x float> %t432, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %t434 = fadd contract <8 x float> %t427, %t329
  br i1 %t307, label %then.435, label %else.436
then.435:
  %t438 = mul nsw i32 %t305, 40
  %t439 = add nsw i32 %t308, %t438
  %t440 = sext i32 %t439 to i64
  %t441 = getelementptr float, ptr addrspace(1) %t82, i64 %t440
  store <8 x float> %t434, ptr addrspace(1) %t441, align 16
  br label %join.437
else.436:
  br label %join.437
join.437:
  %t442 = fadd contract <8 x float> %t433, %t332
  br i1 %t322, label %then.443, label %else.444
then.443:
  %t446 = mul nsw i32 %t320, 40
  %t447 = add nsw i32 %t323, %t446
  %t448 = sext i32 %t447 to i64
  %t449 = getelementptr float, ptr addrspace(1) %t82, i64 %t448
  store <8 x float> %t442, ptr addrspace(1) %t449, align 16
  br label %join.445
else.444:
  br label %join.445
join.445:
  call void asm sideeffect "barrier.cluster.arrive.release.aligned;", "~{memory}"() convergent
  call void asm sideeffect "barrier.cluster.wait.acquire.aligned;", "~{memory}"() convergent
  ret void
}
