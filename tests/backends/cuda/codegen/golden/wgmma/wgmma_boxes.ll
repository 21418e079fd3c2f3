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
  %s113 = alloca i32
  %s114 = alloca i32
  %s115 = alloca i32
  %s116 = alloca i32
  %s345 = alloca i32
  %s346 = alloca i32
  %s347 = alloca i32
  %s348 = alloca i32
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
  %t61 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  br i1 %t60, label %then.62, label %else.63
then.62:
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 1;", "r,~{memory}"(i32 %t22)
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 8;", "r,~{memory}"(i32 %t23)
  %t65 = add nsw i32 %t22, 8
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 1;", "r,~{memory}"(i32 %t65)
  %t66 = add nsw i32 %t23, 8
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 8;", "r,~{memory}"(i32 %t66)
  %t67 = add nsw i32 %t22, 16
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 1;", "r,~{memory}"(i32 %t67)
  %t68 = add nsw i32 %t23, 16
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 8;", "r,~{memory}"(i32 %t68)
  call void asm sideeffect "fence.mbarrier_init.release.cluster;", "~{memory}"() convergent
  call void asm sideeffect "fence.proxy.async.shared::cta;", "~{memory}"() convergent
  br label %join.64
else.63:
  br label %join.64
join.64:
  call void asm sideeffect "barrier.cluster.arrive.release.aligned;", "~{memory}"() convergent
  call void asm sideeffect "barrier.cluster.wait.acquire.aligned;", "~{memory}"() convergent
  %t69 = mul nsw i32 %t7, 2048
  br i1 %t60, label %then.70, label %else.71
then.70:
  %t73 = sext i32 %t69 to i64
  %t74 = add i64 %t29, %t73
  %t75 = add nsw i32 %t2, 8192
  %t76 = add nsw i32 %t75, %t69
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 12288;", "r,~{memory}"(i32 %t22)
  call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [$0], [$1], 2048, [$2], $3;", "r,l,r,h,~{memory}"(i32 %t76, i64 %t74, i32 %t22, i16 3)
  br label %join.72
else.71:
  br label %join.72
join.72:
  %t77 = mul nsw i32 %t7, 2048
  br i1 %t60, label %then.78, label %else.79
then.78:
  %t81 = add nsw i32 %t77, 4096
  %t82 = sext i32 %t81 to i64
  %t83 = add i64 %t29, %t82
  %t84 = add nsw i32 %t2, 12288
  %t85 = add nsw i32 %t84, 8192
  %t86 = add nsw i32 %t85, %t77
  %t87 = add nsw i32 %t22, 8
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 12288;", "r,~{memory}"(i32 %t87)
  call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [$0], [$1], 2048, [$2], $3;", "r,l,r,h,~{memory}"(i32 %t86, i64 %t83, i32 %t87, i16 3)
  br label %join.80
else.79:
  br label %join.80
join.80:
  %t88 = mul nsw i32 %t7, 2048
  br i1 %t60, label %then.89, label %else.90
then.89:
  %t92 = add nsw i32 %t88, 8192
  %t93 = sext i32 %t92 to i64
  %t94 = add i64 %t29, %t93
  %t95 = add nsw i32 %t2, 24576
  %t96 = add nsw i32 %t95, 8192
  %t97 = add nsw i32 %t96, %t88
  %t98 = add nsw i32 %t22, 16
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 12288;", "r,~{memory}"(i32 %t98)
  call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [$0], [$1], 2048, [$2], $3;", "r,l,r,h,~{memory}"(i32 %t97, i64 %t94, i32 %t98, i16 3)
  br label %join.91
else.90:
  br label %join.91
join.91:
  %t99 = mul nsw i32 %t3, 32
  %t100 = add nsw i32 %t10, %t99
  %t101 = icmp ult i32 %t99, 32
  %t102 = icmp ult i32 %t100, 40
  %t103 = and i1 %t101, %t102
  br i1 %t103, label %then.104, label %else.105
then.104:
  %t107 = sext i32 %t100 to i64
  %t108 = getelementptr float, ptr addrspace(1) %t58, i64 %t107
  call void asm sideeffect "prefetch.global.L2 [$0];", "l"(ptr addrspace(1) %t108)
  br label %join.106
else.105:
  br label %join.106
join.106:
  call void asm sideeffect "griddepcontrol.wait;", "~{memory}"()
  %t109 = icmp ult i32 %t3, 128
  br i1 %t109, label %then.110, label %else.111
then.110:
  store i32 0, ptr %s113
  store i32 0, ptr %s114
  store i32 0, ptr %s115
  store i32 0, ptr %s116
  store i32 0, ptr %s116
  br label %loop.117
loop.117:
  %t119 = load i32, ptr %s116
  %t120 = load i32, ptr %s113
  %t121 = mul nsw i32 %t120, 8
  %t122 = add nsw i32 %t22, %t121
  %t123 = load i32, ptr %s114
  br label %wait.124
wait.124:
  %t126 = call i32 asm sideeffect "{ .reg .pred there; mbarrier.try_wait.parity.shared::cta.b64 there, [$1], $2; selp.b32 $0, 1, 0, there; }", "=r,r,r,~{memory}"(i32 %t122, i32 %t123)
  %t127 = icmp ne i32 %t126, 0
  br i1 %t127, label %arrived.125, label %wait.124
arrived.125:
  %t128 = mul nsw i32 %t120, 768
  %t129 = zext i32 %t128 to i64
  %t130 = add i64 %t52, %t129
  %t131 = add i64 %t57, %t129
  %t132 = load float, ptr %s30
  %t133 = load float, ptr %s31
  %t134 = load float, ptr %s32
  %t135 = load float, ptr %s33
  %t136 = load float, ptr %s34
  %t137 = load float, ptr %s35
  %t138 = load float, ptr %s36
  %t139 = load float, ptr %s37
  %t140 = load float, ptr %s38
  %t141 = load float, ptr %s39
  %t142 = load float, ptr %s40
  %t143 = load float, ptr %s41
  %t144 = load float, ptr %s42
  %t145 = load float, ptr %s43
  %t146 = load float, ptr %s44
  %t147 = load float, ptr %s45
  %t148 = call {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} asm sideeffect "{ .reg .b64 left, right; .reg .pred adds; setp.eq.u32 adds, 1, 1; wgmma.fence.sync.aligned; add.s64 left, $16, 0; add.s64 right, $17, 0; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 2; add.s64 right, $17, 64; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 4; add.s64 right, $17, 128; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 6; add.s64 right, $17, 192; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; wgmma.commit_group.sync.aligned; }", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,l,l,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,~{memory}"(i64 %t130, i64 %t131, float %t132, float %t133, float %t134, float %t135, float %t136, float %t137, float %t138, float %t139, float %t140, float %t141, float %t142, float %t143, float %t144, float %t145, float %t146, float %t147) convergent
  %t149 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t148, 0
  store float %t149, ptr %s30
  %t150 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t148, 1
  store float %t150, ptr %s31
  %t151 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t148, 2
  store float %t151, ptr %s32
  %t152 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t148, 3
  store float %t152, ptr %s33
  %t153 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t148, 4
  store float %t153, ptr %s34
  %t154 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t148, 5
  store float %t154, ptr %s35
  %t155 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t148, 6
  store float %t155, ptr %s36
  %t156 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t148, 7
  store float %t156, ptr %s37
  %t157 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t148, 8
  store float %t157, ptr %s38
  %t158 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t148, 9
  store float %t158, ptr %s39
  %t159 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t148, 10
  store float %t159, ptr %s40
  %t160 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t148, 11
  store float %t160, ptr %s41
  %t161 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t148, 12
  store float %t161, ptr %s42
  %t162 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t148, 13
  store float %t162, ptr %s43
  %t163 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t148, 14
  store float %t163, ptr %s44
  %t164 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t148, 15
  store float %t164, ptr %s45
  call void asm sideeffect "wgmma.wait_group.sync.aligned 1;", "~{memory}"() convergent
  %t165 = load i32, ptr %s115
  %t166 = icmp ne i32 %t119, 0
  %t167 = and i32 %t3, 31
  %t168 = icmp eq i32 %t167, 0
  %t169 = and i1 %t168, %t166
  br i1 %t169, label %then.170, label %else.171
then.170:
  %t173 = mul nsw i32 %t165, 8
  %t174 = add nsw i32 %t23, %t173
  call void asm sideeffect "{ .reg .b32 other; mapa.shared::cluster.u32 other, $0, $1; mbarrier.arrive.release.cluster.shared::cluster.b64 _, [other]; }", "r,r,~{memory}"(i32 %t174, i32 0)
  call void asm sideeffect "{ .reg .b32 other; mapa.shared::cluster.u32 other, $0, $1; mbarrier.arrive.release.cluster.shared::cluster.b64 _, [other]; }", "r,r,~{memory}"(i32 %t174, i32 1)
  br label %join.172
else.171:
  br label %join.172
join.172:
  store i32 %t120, ptr %s115
  %t175 = add nsw i32 %t119, 1
  store i32 %t175, ptr %s116
  %t176 = load i32, ptr %s113
  %t177 = add nsw i32 %t176, 1
  %t178 = icmp ult i32 %t177, 3
  %t179 = select i1 %t178, i32 %t177, i32 0
  store i32 %t179, ptr %s113
  %t180 = load i32, ptr %s114
  %t181 = xor i32 %t180, 1
  %t182 = load i32, ptr %s114
  %t183 = select i1 %t178, i32 %t182, i32 %t181
  store i32 %t183, ptr %s114
  %t184 = load i32, ptr %s116
  %t185 = icmp ult i32 %t184, 6
  br i1 %t185, label %loop.117, label %done.118
done.118:
  call void asm sideeffect "griddepcontrol.launch_dependents;", "~{memory}"()
  %t186 = udiv i32 %t3, 4
  %t187 = urem i32 %t3, 4
  %t188 = mul nsw i32 %t187, 8
  %t189 = add nsw i32 %t6, %t186
  %t190 = add nsw i32 %t10, %t188
  %t191 = icmp ult i32 %t189, 200
  %t192 = icmp ult i32 %t189, 200
  %t193 = select i1 %t192, i32 %t189, i32 0
  %t194 = icmp ult i32 %t190, 40
  %t195 = and i1 %t191, %t194
  %t196 = select i1 %t194, i32 %t190, i32 0
  %t197 = mul nsw i32 %t186, 160
  %t198 = mul nsw i32 %t188, 4
  %t199 = add nsw i32 %t197, %t198
  %t200 = add nsw i32 %t3, 128
  %t201 = udiv i32 %t200, 4
  %t202 = urem i32 %t200, 4
  %t203 = mul nsw i32 %t202, 8
  %t204 = add nsw i32 %t6, %t201
  %t205 = add nsw i32 %t10, %t203
  %t206 = icmp ult i32 %t204, 200
  %t207 = icmp ult i32 %t204, 200
  %t208 = select i1 %t207, i32 %t204, i32 0
  %t209 = icmp ult i32 %t205, 40
  %t210 = and i1 %t206, %t209
  %t211 = select i1 %t209, i32 %t205, i32 0
  %t212 = mul nsw i32 %t201, 160
  %t213 = mul nsw i32 %t203, 4
  %t214 = add nsw i32 %t212, %t213
  %t215 = sext i32 %t196 to i64
  %t216 = getelementptr float, ptr addrspace(1) %t58, i64 %t215
  %t217 = load <8 x float>, ptr addrspace(1) %t216, align 16
  %t218 = sext i32 %t211 to i64
  %t219 = getelementptr float, ptr addrspace(1) %t58, i64 %t218
  %t220 = load <8 x float>, ptr addrspace(1) %t219, align 16
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
  %t231 = load float, ptr %s40
  %t232 = load float, ptr %s41
  %t233 = load float, ptr %s42
  %t234 = load float, ptr %s43
  %t235 = load float, ptr %s44
  %t236 = load float, ptr %s45
  %t237 = call {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} asm sideeffect "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,~{memory}"(float %t221, float %t222, float %t223, float %t224, float %t225, float %t226, float %t227, float %t228, float %t229, float %t230, float %t231, float %t232, float %t233, float %t234, float %t235, float %t236) convergent
  %t238 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t237, 0
  store float %t238, ptr %s30
  %t239 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t237, 1
  store float %t239, ptr %s31
  %t240 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t237, 2
  store float %t240, ptr %s32
  %t241 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t237, 3
  store float %t241, ptr %s33
  %t242 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t237, 4
  store float %t242, ptr %s34
  %t243 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t237, 5
  store float %t243, ptr %s35
  %t244 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t237, 6
  store float %t244, ptr %s36
  %t245 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t237, 7
  store float %t245, ptr %s37
  %t246 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t237, 8
  store float %t246, ptr %s38
  %t247 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t237, 9
  store float %t247, ptr %s39
  %t248 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t237, 10
  store float %t248, ptr %s40
  %t249 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t237, 11
  store float %t249, ptr %s41
  %t250 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t237, 12
  store float %t250, ptr %s42
  %t251 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t237, 13
  store float %t251, ptr %s43
  %t252 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t237, 14
  store float %t252, ptr %s44
  %t253 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t237, 15
  store float %t253, ptr %s45
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 128)
  %t254 = and i32 %t3, 31
  %t255 = lshr i32 %t3, 5
  %t256 = mul nsw i32 %t255, 16
  %t257 = lshr i32 %t254, 2
  %t258 = add nsw i32 %t256, %t257
  %t259 = and i32 %t254, 3
  %t260 = mul nsw i32 %t259, 8
  %t261 = mul nsw i32 %t258, 160
  %t262 = add nsw i32 %t261, %t260
  %t263 = load float, ptr %s30
  %t264 = insertelement <2 x float> poison, float %t263, i32 0
  %t265 = load float, ptr %s31
  %t266 = insertelement <2 x float> %t264, float %t265, i32 1
  %t267 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t262
  store <2 x float> %t266, ptr addrspace(3) %t267, align 8
  %t268 = load float, ptr %s32
  %t269 = insertelement <2 x float> poison, float %t268, i32 0
  %t270 = load float, ptr %s33
  %t271 = insertelement <2 x float> %t269, float %t270, i32 1
  %t272 = add nsw i32 %t262, 1280
  %t273 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t272
  store <2 x float> %t271, ptr addrspace(3) %t273, align 8
  %t274 = load float, ptr %s34
  %t275 = insertelement <2 x float> poison, float %t274, i32 0
  %t276 = load float, ptr %s35
  %t277 = insertelement <2 x float> %t275, float %t276, i32 1
  %t278 = add nsw i32 %t262, 32
  %t279 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t278
  store <2 x float> %t277, ptr addrspace(3) %t279, align 8
  %t280 = load float, ptr %s36
  %t281 = insertelement <2 x float> poison, float %t280, i32 0
  %t282 = load float, ptr %s37
  %t283 = insertelement <2 x float> %t281, float %t282, i32 1
  %t284 = add nsw i32 %t262, 1312
  %t285 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t284
  store <2 x float> %t283, ptr addrspace(3) %t285, align 8
  %t286 = load float, ptr %s38
  %t287 = insertelement <2 x float> poison, float %t286, i32 0
  %t288 = load float, ptr %s39
  %t289 = insertelement <2 x float> %t287, float %t288, i32 1
  %t290 = add nsw i32 %t262, 64
  %t291 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t290
  store <2 x float> %t289, ptr addrspace(3) %t291, align 8
  %t292 = load float, ptr %s40
  %t293 = insertelement <2 x float> poison, float %t292, i32 0
  %t294 = load float, ptr %s41
  %t295 = insertelement <2 x float> %t293, float %t294, i32 1
  %t296 = add nsw i32 %t262, 1344
  %t297 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t296
  store <2 x float> %t295, ptr addrspace(3) %t297, align 8
  %t298 = load float, ptr %s42
  %t299 = insertelement <2 x float> poison, float %t298, i32 0
  %t300 = load float, ptr %s43
  %t301 = insertelement <2 x float> %t299, float %t300, i32 1
  %t302 = add nsw i32 %t262, 96
  %t303 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t302
  store <2 x float> %t301, ptr addrspace(3) %t303, align 8
  %t304 = load float, ptr %s44
  %t305 = insertelement <2 x float> poison, float %t304, i32 0
  %t306 = load float, ptr %s45
  %t307 = insertelement <2 x float> %t305, float %t306, i32 1
  %t308 = add nsw i32 %t262, 1376
  %t309 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t308
  store <2 x float> %t307, ptr addrspace(3) %t309, align 8
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 128)
  %t310 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t199
  %t311 = load <4 x float>, ptr addrspace(3) %t310, align 16
  %t312 = add nsw i32 %t199, 16
  %t313 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t312
  %t314 = load <4 x float>, ptr addrspace(3) %t313, align 16
  %t315 = shufflevector <4 x float> %t311, <4 x float> %t314, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %t316 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t214
  %t317 = load <4 x float>, ptr addrspace(3) %t316, align 16
  %t318 = add nsw i32 %t214, 16
  %t319 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t318
  %t320 = load <4 x float>, ptr addrspace(3) %t319, align 16
  %t321 = shufflevector <4 x float> %t317, <4 x float> %t320, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %t322 = fadd contract <8 x float> %t315, %t217
  br i1 %t195, label %then.323, label %else.324
then.323:
  %t326 = mul nsw i32 %t193, 40
  %t327 = add nsw i32 %t196, %t326
  %t328 = sext i32 %t327 to i64
  %t329 = getelementptr float, ptr addrspace(1) %t59, i64 %t328
  store <8 x float> %t322, ptr addrspace(1) %t329, align 16
  br label %join.325
else.324:
  br label %join.325
join.325:
  %t330 = fadd contract <8 x float> %t321, %t220
  br i1 %t210, label %then.331, label %else.332
then.331:
  %t334 = mul nsw i32 %t208, 40
  %t335 = add nsw i32 %t211, %t334
  %t336 = sext i32 %t335 to i64
  %t337 = getelementptr float, ptr addrspace(1) %t59, i64 %t336
  store <8 x float> %t330, ptr addrspace(1) %t337, align 16
  br label %join.333
else.332:
  br label %join.333
join.333:
  call void asm sideeffect "barrier.cluster.arrive.release.aligned;", "~{memory}"() convergent
  call void asm sideeffect "barrier.cluster.wait.acquire.aligned;", "~{memory}"() convergent
  br label %join.112
else.111:
  br i1 %t60, label %then.338, label %else.339
then.338:
  call void asm sideeffect "fence.proxy.async.global;", "~{memory}"() convergent
  call void asm sideeffect "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [$0], [$1, {$3, $4}], [$2];", "r,l,r,r,r,~{memory}"(i32 %t2, ptr %map0, i32 %t22, i32 0, i32 %t6)
  %t341 = add nsw i32 %t2, 12288
  %t342 = add nsw i32 %t22, 8
  call void asm sideeffect "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [$0], [$1, {$3, $4}], [$2];", "r,l,r,r,r,~{memory}"(i32 %t341, ptr %map0, i32 %t342, i32 64, i32 %t6)
  %t343 = add nsw i32 %t2, 24576
  %t344 = add nsw i32 %t22, 16
  call void asm sideeffect "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [$0], [$1, {$3, $4}], [$2];", "r,l,r,r,r,~{memory}"(i32 %t343, ptr %map0, i32 %t344, i32 128, i32 %t6)
  store i32 0, ptr %s345
  store i32 0, ptr %s346
  store i32 0, ptr %s347
  store i32 3, ptr %s348
  br label %loop.349
loop.349:
  %t351 = load i32, ptr %s348
  %t352 = load i32, ptr %s345
  %t353 = mul nsw i32 %t352, 8
  %t354 = add nsw i32 %t23, %t353
  %t355 = load i32, ptr %s346
  br label %wait.356
wait.356:
  %t358 = call i32 asm sideeffect "{ .reg .pred there; mbarrier.try_wait.parity.shared::cta.b64 there, [$1], $2; selp.b32 $0, 1, 0, there; }", "=r,r,r,~{memory}"(i32 %t354, i32 %t355)
  %t359 = icmp ne i32 %t358, 0
  br i1 %t359, label %arrived.357, label %wait.356
arrived.357:
  %t360 = mul nsw i32 %t7, 2048
  br i1 %t60, label %then.361, label %else.362
then.361:
  %t364 = mul nsw i32 %t351, 4096
  %t365 = add nsw i32 %t364, %t360
  %t366 = sext i32 %t365 to i64
  %t367 = add i64 %t29, %t366
  %t368 = mul nsw i32 %t352, 12288
  %t369 = add nsw i32 %t2, %t368
  %t370 = add nsw i32 %t369, 8192
  %t371 = add nsw i32 %t370, %t360
  %t372 = mul nsw i32 %t352, 8
  %t373 = add nsw i32 %t22, %t372
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 12288;", "r,~{memory}"(i32 %t373)
  call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [$0], [$1], 2048, [$2], $3;", "r,l,r,h,~{memory}"(i32 %t371, i64 %t367, i32 %t373, i16 3)
  br label %join.363
else.362:
  br label %join.363
join.363:
  %t374 = mul nsw i32 %t351, 64
  %t375 = mul nsw i32 %t352, 12288
  %t376 = add nsw i32 %t2, %t375
  %t377 = mul nsw i32 %t352, 8
  %t378 = add nsw i32 %t22, %t377
  call void asm sideeffect "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [$0], [$1, {$3, $4}], [$2];", "r,l,r,r,r,~{memory}"(i32 %t376, ptr %map0, i32 %t378, i32 %t374, i32 %t6)
  %t379 = add nsw i32 %t351, 1
  store i32 %t379, ptr %s348
  %t380 = load i32, ptr %s345
  %t381 = add nsw i32 %t380, 1
  %t382 = icmp ult i32 %t381, 3
  %t383 = select i1 %t382, i32 %t381, i32 0
  store i32 %t383, ptr %s345
  %t384 = load i32, ptr %s346
  %t385 = xor i32 %t384, 1
  %t386 = load i32, ptr %s346
  %t387 = select i1 %t382, i32 %t386, i32 %t385
  store i32 %t387, ptr %s346
  %t388 = load i32, ptr %s348
  %t389 = icmp ult i32 %t388, 6
  br i1 %t389, label %loop.349, label %done.350
done.350:
  br label %join.340
else.339:
  br label %join.340
join.340:
  br label %join.112
join.112:
  ret void
}
