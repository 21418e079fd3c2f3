@shared_memory = external addrspace(3) global [0 x i8], align 1024
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
define ptx_kernel void @wgmma_tf32(ptr %buffer0, ptr noalias %buffer1, ptr noalias %buffer2) nounwind "nvvm.maxntid"="128" {
  %s14 = alloca i32
  %s45 = alloca float
  %s46 = alloca float
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
  %s100 = alloca i32
  %s101 = alloca i32
  %s102 = alloca i32
  %s103 = alloca i32
  %t1 = ptrtoint ptr addrspace(3) @shared_memory to i64
  %t2 = trunc i64 %t1 to i32
  %t3 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t4 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t5 = and i32 %t3, 7
  %t6 = lshr i32 %t3, 3
  %t7 = and i32 %t6, 7
  %t8 = xor i32 %t5, %t7
  %t9 = mul nsw i32 %t6, 128
  %t10 = mul nsw i32 %t8, 16
  %t11 = add nsw i32 %t9, %t10
  %t12 = add nsw i32 %t2, %t11
  %t13 = mul nsw i32 %t5, 4
  store i32 0, ptr %s14
  %t15 = addrspacecast ptr %buffer0 to ptr addrspace(1)
  %t16 = ptrtoint ptr addrspace(1) %t15 to i64
  %t17 = mul nsw i32 %t6, 96
  %t18 = add nsw i32 %t13, %t17
  %t19 = mul nsw i32 %t18, 4
  %t20 = add nsw i32 %t6, 16
  %t21 = mul nsw i32 %t20, 96
  %t22 = add nsw i32 %t13, %t21
  %t23 = mul nsw i32 %t22, 4
  %t24 = add nsw i32 %t6, 32
  %t25 = mul nsw i32 %t24, 96
  %t26 = add nsw i32 %t13, %t25
  %t27 = mul nsw i32 %t26, 4
  %t28 = add nsw i32 %t6, 48
  %t29 = mul nsw i32 %t28, 96
  %t30 = add nsw i32 %t13, %t29
  %t31 = mul nsw i32 %t30, 4
  %t32 = addrspacecast ptr %buffer2 to ptr addrspace(1)
  %t33 = ptrtoint ptr addrspace(1) %t32 to i64
  %t34 = mul nsw i32 %t6, 96
  %t35 = add nsw i32 %t34, %t13
  %t36 = sext i32 %t35 to i64
  %t37 = mul nsw i64 %t36, 4
  %t38 = add i64 %t33, %t37
  %t39 = icmp ult i32 %t6, 24
  %t40 = add nsw i32 %t6, 16
  %t41 = icmp ult i32 %t40, 24
  %t42 = icmp eq i32 %t3, 0
  %t43 = add nsw i32 %t2, 36864
  %t44 = add nsw i32 %t43, 24
  store float 0.0, ptr %s45
  store float 0.0, ptr %s46
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
  %t61 = udiv i32 %t3, 128
  %t62 = mul nsw i32 %t61, 8192
  %t63 = add nsw i32 %t2, %t62
  %t64 = lshr i32 %t63, 4
  %t65 = and i32 %t64, 16383
  %t66 = zext i32 %t65 to i64
  %t67 = or i64 %t66, 4611686293305360384
  %t68 = add nsw i32 %t2, 8192
  %t69 = lshr i32 %t68, 4
  %t70 = and i32 %t69, 16383
  %t71 = zext i32 %t70 to i64
  %t72 = or i64 %t71, 4611686293305360384
  %t73 = addrspacecast ptr %buffer1 to ptr addrspace(1)
  %t74 = add i64 %t38, 0
  %t75 = add nsw i32 %t12, 8192
  %t76 = select i1 %t39, i64 %t74, i64 %t33
  %t77 = select i1 %t39, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t75, i64 %t76, i32 %t77)
  %t78 = add i64 %t74, 6144
  %t79 = add nsw i32 %t75, 2048
  %t80 = select i1 %t41, i64 %t78, i64 %t33
  %t81 = select i1 %t41, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t79, i64 %t80, i32 %t81)
  call void asm sideeffect "griddepcontrol.wait;", "~{memory}"()
  %t82 = load i32, ptr %s14
  %t83 = mul nsw i32 %t82, 4
  %t84 = add nsw i32 %t19, %t83
  %t85 = sext i32 %t84 to i64
  %t86 = add i64 %t16, %t85
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16;", "r,l,~{memory}"(i32 %t12, i64 %t86)
  %t87 = add nsw i32 %t23, %t83
  %t88 = sext i32 %t87 to i64
  %t89 = add i64 %t16, %t88
  %t90 = add nsw i32 %t12, 2048
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16;", "r,l,~{memory}"(i32 %t90, i64 %t89)
  %t91 = add nsw i32 %t27, %t83
  %t92 = sext i32 %t91 to i64
  %t93 = add i64 %t16, %t92
  %t94 = add nsw i32 %t12, 4096
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16;", "r,l,~{memory}"(i32 %t94, i64 %t93)
  %t95 = add nsw i32 %t31, %t83
  %t96 = sext i32 %t95 to i64
  %t97 = add i64 %t16, %t96
  %t98 = add nsw i32 %t12, 6144
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16;", "r,l,~{memory}"(i32 %t98, i64 %t97)
  %t99 = add nsw i32 %t82, 32
  store i32 %t99, ptr %s14
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  store i32 0, ptr %s100
  store i32 0, ptr %s101
  store i32 0, ptr %s102
  store i32 1, ptr %s103
  br label %loop.104
loop.104:
  %t106 = load i32, ptr %s100
  %t107 = load i32, ptr %s101
  call void asm sideeffect "cp.async.wait_group 0;", "~{memory}"() convergent
  call void asm sideeffect "fence.proxy.async.shared::cta;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t108 = load i32, ptr %s102
  %t109 = mul nsw i32 %t107, 768
  %t110 = zext i32 %t109 to i64
  %t111 = add i64 %t67, %t110
  %t112 = add i64 %t72, %t110
  %t113 = load float, ptr %s45
  %t114 = load float, ptr %s46
  %t115 = load float, ptr %s47
  %t116 = load float, ptr %s48
  %t117 = load float, ptr %s49
  %t118 = load float, ptr %s50
  %t119 = load float, ptr %s51
  %t120 = load float, ptr %s52
  %t121 = load float, ptr %s53
  %t122 = load float, ptr %s54
  %t123 = load float, ptr %s55
  %t124 = load float, ptr %s56
  %t125 = load float, ptr %s57
  %t126 = load float, ptr %s58
  %t127 = load float, ptr %s59
  %t128 = load float, ptr %s60
  %t129 = call {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} asm sideeffect "{ .reg .b64 left, right; .reg .pred adds; setp.eq.u32 adds, 1, 1; wgmma.fence.sync.aligned; add.s64 left, $16, 0; add.s64 right, $17, 0; wgmma.mma_async.sync.aligned.m64n32k8.f32.tf32.tf32 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1; add.s64 left, $16, 2; add.s64 right, $17, 2; wgmma.mma_async.sync.aligned.m64n32k8.f32.tf32.tf32 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1; add.s64 left, $16, 4; add.s64 right, $17, 4; wgmma.mma_async.sync.aligned.m64n32k8.f32.tf32.tf32 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1; add.s64 left, $16, 6; add.s64 right, $17, 6; wgmma.mma_async.sync.aligned.m64n32k8.f32.tf32.tf32 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1; wgmma.commit_group.sync.aligned; }", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,l,l,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,~{memory}"(i64 %t111, i64 %t112, float %t113, float %t114, float %t115, float %t116, float %t117, float %t118, float %t119, float %t120, float %t121, float %t122, float %t123, float %t124, float %t125, float %t126, float %t127, float %t128) convergent
  %t130 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t129, 0
  store float %t130, ptr %s45
  %t131 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t129, 1
  store float %t131, ptr %s46
  %t132 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t129, 2
  store float %t132, ptr %s47
  %t133 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t129, 3
  store float %t133, ptr %s48
  %t134 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t129, 4
  store float %t134, ptr %s49
  %t135 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t129, 5
  store float %t135, ptr %s50
  %t136 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t129, 6
  store float %t136, ptr %s51
  %t137 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t129, 7
  store float %t137, ptr %s52
  %t138 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t129, 8
  store float %t138, ptr %s53
  %t139 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t129, 9
  store float %t139, ptr %s54
  %t140 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t129, 10
  store float %t140, ptr %s55
  %t141 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t129, 11
  store float %t141, ptr %s56
  %t142 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t129, 12
  store float %t142, ptr %s57
  %t143 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t129, 13
  store float %t143, ptr %s58
  %t144 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t129, 14
  store float %t144, ptr %s59
  %t145 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t129, 15
  store float %t145, ptr %s60
  call void asm sideeffect "wgmma.wait_group.sync.aligned 1;", "~{memory}"() convergent
  %t146 = icmp ult i32 %t106, 2
  br i1 %t146, label %then.147, label %else.148
then.147:
  %t150 = load i32, ptr %s103
  %t151 = load i32, ptr %s102
  %t152 = add nsw i32 %t106, 1
  %t153 = mul nsw i32 %t152, 128
  %t154 = sext i32 %t153 to i64
  %t155 = add i64 %t38, %t154
  %t156 = mul nsw i32 %t150, 12288
  %t157 = add nsw i32 %t12, %t156
  %t158 = add nsw i32 %t157, 8192
  %t159 = select i1 %t39, i64 %t155, i64 %t33
  %t160 = select i1 %t39, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t158, i64 %t159, i32 %t160)
  %t161 = add i64 %t155, 6144
  %t162 = add nsw i32 %t158, 2048
  %t163 = select i1 %t41, i64 %t161, i64 %t33
  %t164 = select i1 %t41, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t162, i64 %t163, i32 %t164)
  %t165 = load i32, ptr %s14
  %t166 = mul nsw i32 %t165, 4
  %t167 = mul nsw i32 %t150, 12288
  %t168 = add nsw i32 %t12, %t167
  %t169 = add nsw i32 %t19, %t166
  %t170 = sext i32 %t169 to i64
  %t171 = add i64 %t16, %t170
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16;", "r,l,~{memory}"(i32 %t168, i64 %t171)
  %t172 = add nsw i32 %t23, %t166
  %t173 = sext i32 %t172 to i64
  %t174 = add i64 %t16, %t173
  %t175 = add nsw i32 %t168, 2048
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16;", "r,l,~{memory}"(i32 %t175, i64 %t174)
  %t176 = add nsw i32 %t27, %t166
  %t177 = sext i32 %t176 to i64
  %t178 = add i64 %t16, %t177
  %t179 = add nsw i32 %t168, 4096
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16;", "r,l,~{memory}"(i32 %t179, i64 %t178)
  %t180 = add nsw i32 %t31, %t166
  %t181 = sext i32 %t180 to i64
  %t182 = add i64 %t16, %t181
  %t183 = add nsw i32 %t168, 6144
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16;", "r,l,~{memory}"(i32 %t183, i64 %t182)
  %t184 = add nsw i32 %t165, 32
  store i32 %t184, ptr %s14
  br label %join.149
else.148:
  br label %join.149
join.149:
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t185 = load i32, ptr %s101
  %t186 = add nsw i32 %t185, 1
  %t187 = icmp ult i32 %t186, 3
  %t188 = select i1 %t187, i32 %t186, i32 0
  store i32 %t188, ptr %s101
  %t189 = load i32, ptr %s102
  %t190 = xor i32 %t189, 1
  %t191 = load i32, ptr %s102
  %t192 = select i1 %t187, i32 %t191, i32 %t190
  store i32 %t192, ptr %s102
  %t193 = load i32, ptr %s103
  %t194 = add nsw i32 %t193, 1
  %t195 = icmp ult i32 %t194, 3
  %t196 = select i1 %t195, i32 %t194, i32 0
  store i32 %t196, ptr %s103
  %t197 = add nsw i32 %t106, 1
  store i32 %t197, ptr %s100
  %t198 = icmp ult i32 %t197, 3
  br i1 %t198, label %loop.104, label %done.105
done.105:
  call void asm sideeffect "griddepcontrol.launch_dependents;", "~{memory}"()
  %t199 = udiv i32 %t3, 4
  %t200 = urem i32 %t3, 4
  %t201 = mul nsw i32 %t200, 8
  %t202 = icmp ult i32 %t201, 24
  %t203 = select i1 %t202, i32 %t201, i32 0
  %t204 = mul nsw i32 %t199, 160
  %t205 = mul nsw i32 %t201, 4
  %t206 = add nsw i32 %t204, %t205
  %t207 = add nsw i32 %t3, 128
  %t208 = udiv i32 %t207, 4
  %t209 = urem i32 %t207, 4
  %t210 = mul nsw i32 %t209, 8
  %t211 = icmp ult i32 %t210, 24
  %t212 = select i1 %t211, i32 %t210, i32 0
  %t213 = mul nsw i32 %t208, 160
  %t214 = mul nsw i32 %t210, 4
  %t215 = add nsw i32 %t213, %t214
  %t216 = load float, ptr %s45
  %t217 = load float, ptr %s46
  %t218 = load float, ptr %s47
  %t219 = load float, ptr %s48
  %t220 = load float, ptr %s49
  %t221 = load float, ptr %s50
  %t222 = load float, ptr %s51
  %t223 = load float, ptr %s52
  %t224 = load float, ptr %s53
  %t225 = load float, ptr %s54
  %t226 = load float, ptr %s55
  %t227 = load float, ptr %s56
  %t228 = load float, ptr %s57
  %t229 = load float, ptr %s58
  %t230 = load float, ptr %s59
  %t231 = load float, ptr %s60
  %t232 = call {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} asm sideeffect "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,~{memory}"(float %t216, float %t217, float %t218, float %t219, float %t220, float %t221, float %t222, float %t223, float %t224, float %t225, float %t226, float %t227, float %t228, float %t229, float %t230, float %t231) convergent
  %t233 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t232, 0
  store float %t233, ptr %s45
  %t234 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t232, 1
  store float %t234, ptr %s46
  %t235 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t232, 2
  store float %t235, ptr %s47
  %t236 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t232, 3
  store float %t236, ptr %s48
  %t237 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t232, 4
  store float %t237, ptr %s49
  %t238 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t232, 5
  store float %t238, ptr %s50
  %t239 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t232, 6
  store float %t239, ptr %s51
  %t240 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t232, 7
  store float %t240, ptr %s52
  %t241 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t232, 8
  store float %t241, ptr %s53
  %t242 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t232, 9
  store float %t242, ptr %s54
  %t243 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t232, 10
  store float %t243, ptr %s55
  %t244 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t232, 11
  store float %t244, ptr %s56
  %t245 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t232, 12
  store float %t245, ptr %s57
  %t246 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t232, 13
  store float %t246, ptr %s58
  %t247 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t232, 14
  store float %t247, ptr %s59
  %t248 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t232, 15
  store float %t248, ptr %s60
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t249 = and i32 %t3, 31
  %t250 = lshr i32 %t3, 5
  %t251 = mul nsw i32 %t250, 16
  %t252 = lshr i32 %t249, 2
  %t253 = add nsw i32 %t251, %t252
  %t254 = and i32 %t249, 3
  %t255 = mul nsw i32 %t254, 8
  %t256 = mul nsw i32 %t253, 160
  %t257 = add nsw i32 %t256, %t255
  %t258 = load float, ptr %s45
  %t259 = insertelement <2 x float> poison, float %t258, i32 0
  %t260 = load float, ptr %s46
  %t261 = insertelement <2 x float> %t259, float %t260, i32 1
  %t262 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t257
  store <2 x float> %t261, ptr addrspace(3) %t262, align 8
  %t263 = load float, ptr %s47
  %t264 = insertelement <2 x float> poison, float %t263, i32 0
  %t265 = load float, ptr %s48
  %t266 = insertelement <2 x float> %t264, float %t265, i32 1
  %t267 = add nsw i32 %t257, 1280
  %t268 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t267
  store <2 x float> %t266, ptr addrspace(3) %t268, align 8
  %t269 = load float, ptr %s49
  %t270 = insertelement <2 x float> poison, float %t269, i32 0
  %t271 = load float, ptr %s50
  %t272 = insertelement <2 x float> %t270, float %t271, i32 1
  %t273 = add nsw i32 %t257, 32
  %t274 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t273
  store <2 x float> %t272, ptr addrspace(3) %t274, align 8
  %t275 = load float, ptr %s51
  %t276 = insertelement <2 x float> poison, float %t275, i32 0
  %t277 = load float, ptr %s52
  %t278 = insertelement <2 x float> %t276, float %t277, i32 1
  %t279 = add nsw i32 %t257, 1312
  %t280 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t279
  store <2 x float> %t278, ptr addrspace(3) %t280, align 8
  %t281 = load float, ptr %s53
  %t282 = insertelement <2 x float> poison, float %t281, i32 0
  %t283 = load float, ptr %s54
  %t284 = insertelement <2 x float> %t282, float %t283, i32 1
  %t285 = add nsw i32 %t257, 64
  %t286 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t285
  store <2 x float> %t284, ptr addrspace(3) %t286, align 8
  %t287 = load float, ptr %s55
  %t288 = insertelement <2 x float> poison, float %t287, i32 0
  %t289 = load float, ptr %s56
  %t290 = insertelement <2 x float> %t288, float %t289, i32 1
  %t291 = add nsw i32 %t257, 1344
  %t292 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t291
  store <2 x float> %t290, ptr addrspace(3) %t292, align 8
  %t293 = load float, ptr %s57
  %t294 = insertelement <2 x float> poison, float %t293, i32 0
  %t295 = load float, ptr %s58
  %t296 = insertelement <2 x float> %t294, float %t295, i32 1
  %t297 = add nsw i32 %t257, 96
  %t298 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t297
  store <2 x float> %t296, ptr addrspace(3) %t298, align 8
  %t299 = load float, ptr %s59
  %t300 = insertelement <2 x float> poison, float %t299, i32 0
  %t301 = load float, ptr %s60
  %t302 = insertelement <2 x float> %t300, float %t301, i32 1
  %t303 = add nsw i32 %t257, 1376
  %t304 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t303
  store <2 x float> %t302, ptr addrspace(3) %t304, align 8
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t305 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t206
  %t306 = load <4 x float>, ptr addrspace(3) %t305, align 16
  %t307 = add nsw i32 %t206, 16
  %t308 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t307
  %t309 = load <4 x float>, ptr addrspace(3) %t308, align 16
  %t310 = shufflevector <4 x float> %t306, <4 x float> %t309, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %t311 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t215
  %t312 = load <4 x float>, ptr addrspace(3) %t311, align 16
  %t313 = add nsw i32 %t215, 16
  %t314 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t313
  %t315 = load <4 x float>, ptr addrspace(3) %t314, align 16
  %t316 = shufflevector <4 x float> %t312, <4 x float> %t315, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  br i1 %t202, label %then.317, label %else.318
then.317:
  %t320 = mul nsw i32 %t199, 24
  %t321 = add nsw i32 %t203, %t320
  %t322 = sext i32 %t321 to i64
  %t323 = getelementptr float, ptr addrspace(1) %t73, i64 %t322
  store <8 x float> %t310, ptr addrspace(1) %t323, align 16
  br label %join.319
else.318:
  br label %join.319
join.319:
  br i1 %t211, label %then.324, label %else.325
then.324:
  %t327 = mul nsw i32 %t208, 24
  %t328 = add nsw i32 %t212, %t327
  %t329 = sext i32 %t328 to i64
  %t330 = getelementptr float, ptr addrspace(1) %t73, i64 %t329
  store <8 x float> %t316, ptr addrspace(1) %t330, align 16
  br label %join.326
else.325:
  br label %join.326
join.326:
  ret void
}
