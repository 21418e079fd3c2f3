@shared_memory = external addrspace(3) global [0 x i8], align 1024
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
define ptx_kernel void @wgmma_matmul(ptr %buffer0, ptr noalias %buffer1, ptr noalias %buffer2, ptr noalias %buffer3) nounwind "nvvm.maxntid"="256" {
  %s17 = alloca i32
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
  %s71 = alloca float
  %s124 = alloca i32
  %s125 = alloca i32
  %s126 = alloca i32
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
  %t47 = addrspacecast ptr %buffer3 to ptr addrspace(1)
  %t48 = ptrtoint ptr addrspace(1) %t47 to i64
  %t49 = add i32 %t6, %t9
  %t50 = mul i32 %t49, 256
  %t51 = add i32 %t50, %t16
  %t52 = sext i32 %t51 to i64
  %t53 = mul nsw i64 %t52, 2
  %t54 = add i64 %t48, %t53
  %t55 = icmp ult i32 %t49, 40
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
  store float 0.0, ptr %s71
  %t72 = udiv i32 %t3, 128
  %t73 = mul i32 %t72, 8192
  %t74 = add i32 %t2, %t73
  %t75 = lshr i32 %t74, 4
  %t76 = and i32 %t75, 16383
  %t77 = zext i32 %t76 to i64
  %t78 = or i64 %t77, 4611686293305360384
  %t79 = add i32 %t2, 16384
  %t80 = lshr i32 %t79, 4
  %t81 = and i32 %t80, 16383
  %t82 = zext i32 %t81 to i64
  %t83 = or i64 %t82, 4611686293305360384
  %t84 = addrspacecast ptr %buffer1 to ptr addrspace(1)
  %t85 = addrspacecast ptr %buffer2 to ptr addrspace(1)
  %t86 = add i64 %t54, 0
  %t87 = add i32 %t15, 16384
  %t88 = select i1 %t55, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t87, i64 %t86, i32 %t88)
  %t89 = add i64 %t54, 128
  %t90 = add i32 %t15, 20480
  %t91 = add i32 %t90, 16384
  %t92 = select i1 %t55, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t91, i64 %t89, i32 %t92)
  call void asm sideeffect "griddepcontrol.wait;", "~{memory}"()
  %t93 = load i32, ptr %s17
  %t94 = mul i32 %t93, 2
  %t95 = sext i32 %t94 to i64
  %t96 = add i64 %t25, %t95
  %t97 = select i1 %t20, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t15, i64 %t96, i32 %t97)
  %t98 = add i64 %t32, %t95
  %t99 = add i32 %t15, 4096
  %t100 = select i1 %t27, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t99, i64 %t98, i32 %t100)
  %t101 = add i64 %t39, %t95
  %t102 = add i32 %t15, 8192
  %t103 = select i1 %t34, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t102, i64 %t101, i32 %t103)
  %t104 = add i64 %t46, %t95
  %t105 = add i32 %t15, 12288
  %t106 = select i1 %t41, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t105, i64 %t104, i32 %t106)
  %t107 = add i32 %t93, 64
  store i32 %t107, ptr %s17
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t108 = load i32, ptr %s17
  %t109 = mul i32 %t108, 2
  %t110 = sext i32 %t109 to i64
  %t111 = add i32 %t15, 20480
  %t112 = add i64 %t25, %t110
  %t113 = select i1 %t20, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t111, i64 %t112, i32 %t113)
  %t114 = add i64 %t32, %t110
  %t115 = add i32 %t111, 4096
  %t116 = select i1 %t27, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t115, i64 %t114, i32 %t116)
  %t117 = add i64 %t39, %t110
  %t118 = add i32 %t111, 8192
  %t119 = select i1 %t34, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t118, i64 %t117, i32 %t119)
  %t120 = add i64 %t46, %t110
  %t121 = add i32 %t111, 12288
  %t122 = select i1 %t41, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t121, i64 %t120, i32 %t122)
  %t123 = add i32 %t108, 64
  store i32 %t123, ptr %s17
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  store i32 0, ptr %s124
  store i32 0, ptr %s125
  store i32 40960, ptr %s126
  br label %loop.127
loop.127:
  %t129 = load i32, ptr %s124
  call void asm sideeffect "cp.async.wait_group 1;", "~{memory}"() convergent
  call void asm sideeffect "fence.proxy.async.shared::cta;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t130 = load i32, ptr %s125
  %t131 = lshr i32 %t130, 4
  %t132 = zext i32 %t131 to i64
  %t133 = add i64 %t78, %t132
  %t134 = add i64 %t83, %t132
  %t135 = load float, ptr %s56
  %t136 = load float, ptr %s57
  %t137 = load float, ptr %s58
  %t138 = load float, ptr %s59
  %t139 = load float, ptr %s60
  %t140 = load float, ptr %s61
  %t141 = load float, ptr %s62
  %t142 = load float, ptr %s63
  %t143 = load float, ptr %s64
  %t144 = load float, ptr %s65
  %t145 = load float, ptr %s66
  %t146 = load float, ptr %s67
  %t147 = load float, ptr %s68
  %t148 = load float, ptr %s69
  %t149 = load float, ptr %s70
  %t150 = load float, ptr %s71
  %t151 = call {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} asm sideeffect "{ .reg .b64 left, right; .reg .pred adds; setp.eq.u32 adds, 1, 1; wgmma.fence.sync.aligned; add.s64 left, $16, 0; add.s64 right, $17, 0; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 2; add.s64 right, $17, 2; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 4; add.s64 right, $17, 4; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; add.s64 left, $16, 6; add.s64 right, $17, 6; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds, 1, 1, 0, 0; wgmma.commit_group.sync.aligned; }", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,l,l,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,~{memory}"(i64 %t133, i64 %t134, float %t135, float %t136, float %t137, float %t138, float %t139, float %t140, float %t141, float %t142, float %t143, float %t144, float %t145, float %t146, float %t147, float %t148, float %t149, float %t150) convergent
  %t152 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t151, 0
  store float %t152, ptr %s56
  %t153 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t151, 1
  store float %t153, ptr %s57
  %t154 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t151, 2
  store float %t154, ptr %s58
  %t155 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t151, 3
  store float %t155, ptr %s59
  %t156 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t151, 4
  store float %t156, ptr %s60
  %t157 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t151, 5
  store float %t157, ptr %s61
  %t158 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t151, 6
  store float %t158, ptr %s62
  %t159 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t151, 7
  store float %t159, ptr %s63
  %t160 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t151, 8
  store float %t160, ptr %s64
  %t161 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t151, 9
  store float %t161, ptr %s65
  %t162 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t151, 10
  store float %t162, ptr %s66
  %t163 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t151, 11
  store float %t163, ptr %s67
  %t164 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t151, 12
  store float %t164, ptr %s68
  %t165 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t151, 13
  store float %t165, ptr %s69
  %t166 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t151, 14
  store float %t166, ptr %s70
  %t167 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t151, 15
  store float %t167, ptr %s71
  call void asm sideeffect "wgmma.wait_group.sync.aligned 1;", "~{memory}"() convergent
  %t168 = icmp ult i32 %t129, 2
  br i1 %t168, label %then.169, label %else.170
then.169:
  %t172 = load i32, ptr %s126
  %t173 = load i32, ptr %s17
  %t174 = mul i32 %t173, 2
  %t175 = sext i32 %t174 to i64
  %t176 = add i32 %t15, %t172
  %t177 = add i64 %t25, %t175
  %t178 = select i1 %t20, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t176, i64 %t177, i32 %t178)
  %t179 = add i64 %t32, %t175
  %t180 = add i32 %t176, 4096
  %t181 = select i1 %t27, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t180, i64 %t179, i32 %t181)
  %t182 = add i64 %t39, %t175
  %t183 = add i32 %t176, 8192
  %t184 = select i1 %t34, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t183, i64 %t182, i32 %t184)
  %t185 = add i64 %t46, %t175
  %t186 = add i32 %t176, 12288
  %t187 = select i1 %t41, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t186, i64 %t185, i32 %t187)
  %t188 = add i32 %t173, 64
  store i32 %t188, ptr %s17
  %t189 = add i32 %t129, 2
  %t190 = mul i32 %t189, 128
  %t191 = sext i32 %t190 to i64
  %t192 = add i64 %t54, %t191
  %t193 = add i32 %t15, %t172
  %t194 = add i32 %t193, 16384
  %t195 = select i1 %t55, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t194, i64 %t192, i32 %t195)
  br label %join.171
else.170:
  br label %join.171
join.171:
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t196 = load i32, ptr %s125
  %t197 = add i32 %t196, 20480
  %t198 = icmp eq i32 %t197, 81920
  %t199 = select i1 %t198, i32 0, i32 %t197
  store i32 %t199, ptr %s125
  %t200 = load i32, ptr %s126
  %t201 = add i32 %t200, 20480
  %t202 = icmp eq i32 %t201, 81920
  %t203 = select i1 %t202, i32 0, i32 %t201
  store i32 %t203, ptr %s126
  %t204 = add i32 %t129, 1
  store i32 %t204, ptr %s124
  %t205 = icmp ult i32 %t204, 4
  br i1 %t205, label %loop.127, label %done.128
done.128:
  call void asm sideeffect "griddepcontrol.launch_dependents;", "~{memory}"()
  %t206 = load float, ptr %s56
  %t207 = load float, ptr %s57
  %t208 = load float, ptr %s58
  %t209 = load float, ptr %s59
  %t210 = load float, ptr %s60
  %t211 = load float, ptr %s61
  %t212 = load float, ptr %s62
  %t213 = load float, ptr %s63
  %t214 = load float, ptr %s64
  %t215 = load float, ptr %s65
  %t216 = load float, ptr %s66
  %t217 = load float, ptr %s67
  %t218 = load float, ptr %s68
  %t219 = load float, ptr %s69
  %t220 = load float, ptr %s70
  %t221 = load float, ptr %s71
  %t222 = call {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} asm sideeffect "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,~{memory}"(float %t206, float %t207, float %t208, float %t209, float %t210, float %t211, float %t212, float %t213, float %t214, float %t215, float %t216, float %t217, float %t218, float %t219, float %t220, float %t221) convergent
  %t223 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t222, 0
  store float %t223, ptr %s56
  %t224 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t222, 1
  store float %t224, ptr %s57
  %t225 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t222, 2
  store float %t225, ptr %s58
  %t226 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t222, 3
  store float %t226, ptr %s59
  %t227 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t222, 4
  store float %t227, ptr %s60
  %t228 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t222, 5
  store float %t228, ptr %s61
  %t229 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t222, 6
  store float %t229, ptr %s62
  %t230 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t222, 7
  store float %t230, ptr %s63
  %t231 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t222, 8
  store float %t231, ptr %s64
  %t232 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t222, 9
  store float %t232, ptr %s65
  %t233 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t222, 10
  store float %t233, ptr %s66
  %t234 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t222, 11
  store float %t234, ptr %s67
  %t235 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t222, 12
  store float %t235, ptr %s68
  %t236 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t222, 13
  store float %t236, ptr %s69
  %t237 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t222, 14
  store float %t237, ptr %s70
  %t238 = extractvalue {float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float} %t222, 15
  store float %t238, ptr %s71
  %t239 = udiv i32 %t3, 4
  %t240 = urem i32 %t3, 4
  %t241 = mul i32 %t240, 8
  %t242 = add i32 %t6, %t241
  %t243 = icmp ult i32 %t239, 100
  %t244 = icmp ult i32 %t239, 100
  %t245 = select i1 %t244, i32 %t239, i32 0
  %t246 = icmp ult i32 %t242, 40
  %t247 = and i1 %t243, %t246
  %t248 = select i1 %t246, i32 %t242, i32 0
  %t249 = mul i32 %t239, 160
  %t250 = mul i32 %t241, 4
  %t251 = add i32 %t249, %t250
  %t252 = add i32 %t3, 256
  %t253 = udiv i32 %t252, 4
  %t254 = urem i32 %t252, 4
  %t255 = mul i32 %t254, 8
  %t256 = add i32 %t6, %t255
  %t257 = icmp ult i32 %t253, 100
  %t258 = icmp ult i32 %t253, 100
  %t259 = select i1 %t258, i32 %t253, i32 0
  %t260 = icmp ult i32 %t256, 40
  %t261 = and i1 %t257, %t260
  %t262 = select i1 %t260, i32 %t256, i32 0
  %t263 = mul i32 %t253, 160
  %t264 = mul i32 %t255, 4
  %t265 = add i32 %t263, %t264
  %t266 = sext i32 %t248 to i64
  %t267 = getelementptr float, ptr addrspace(1) %t84, i64 %t266
  %t268 = load <8 x float>, ptr addrspace(1) %t267, align 16
  %t269 = sext i32 %t262 to i64
  %t270 = getelementptr float, ptr addrspace(1) %t84, i64 %t269
  %t271 = load <8 x float>, ptr addrspace(1) %t270, align 16
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t272 = and i32 %t3, 31
  %t273 = lshr i32 %t3, 5
  %t274 = mul i32 %t273, 16
  %t275 = lshr i32 %t272, 2
  %t276 = add i32 %t274, %t275
  %t277 = and i32 %t272, 3
  %t278 = mul i32 %t277, 8
  %t279 = mul i32 %t276, 160
  %t280 = add i32 %t279, %t278
  %t281 = load float, ptr %s56
  %t282 = insertelement <2 x float> poison, float %t281, i32 0
  %t283 = load float, ptr %s57
  %t284 = insertelement <2 x float> %t282, float %t283, i32 1
  %t285 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t280
  store <2 x float> %t284, ptr addrspace(3) %t285, align 8
  %t286 = load float, ptr %s58
  %t287 = insertelement <2 x float> poison, float %t286, i32 0
  %t288 = load float, ptr %s59
  %t289 = insertelement <2 x float> %t287, float %t288, i32 1
  %t290 = add i32 %t280, 1280
  %t291 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t290
  store <2 x float> %t289, ptr addrspace(3) %t291, align 8
  %t292 = load float, ptr %s60
  %t293 = insertelement <2 x float> poison, float %t292, i32 0
  %t294 = load float, ptr %s61
  %t295 = insertelement <2 x float> %t293, float %t294, i32 1
  %t296 = add i32 %t280, 32
  %t297 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t296
  store <2 x float> %t295, ptr addrspace(3) %t297, align 8
  %t298 = load float, ptr %s62
  %t299 = insertelement <2 x float> poison, float %t298, i32 0
  %t300 = load float, ptr %s63
  %t301 = insertelement <2 x float> %t299, float %t300, i32 1
  %t302 = add i32 %t280, 1312
  %t303 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t302
  store <2 x float> %t301, ptr addrspace(3) %t303, align 8
  %t304 = load float, ptr %s64
  %t305 = insertelement <2 x float> poison, float %t304, i32 0
  %t306 = load float, ptr %s65
  %t307 = insertelement <2 x float> %t305, float %t306, i32 1
  %t308 = add i32 %t280, 64
  %t309 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t308
  store <2 x float> %t307, ptr addrspace(3) %t309, align 8
  %t310 = load float, ptr %s66
  %t311 = insertelement <2 x float> poison, float %t310, i32 0
  %t312 = load float, ptr %s67
  %t313 = insertelement <2 x float> %t311, float %t312, i32 1
  %t314 = add i32 %t280, 1344
  %t315 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t314
  store <2 x float> %t313, ptr addrspace(3) %t315, align 8
  %t316 = load float, ptr %s68
  %t317 = insertelement <2 x float> poison, float %t316, i32 0
  %t318 = load float, ptr %s69
  %t319 = insertelement <2 x float> %t317, float %t318, i32 1
  %t320 = add i32 %t280, 96
  %t321 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t320
  store <2 x float> %t319, ptr addrspace(3) %t321, align 8
  %t322 = load float, ptr %s70
  %t323 = insertelement <2 x float> poison, float %t322, i32 0
  %t324 = load float, ptr %s71
  %t325 = insertelement <2 x float> %t323, float %t324, i32 1
  %t326 = add i32 %t280, 1376
  %t327 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t326
  store <2 x float> %t325, ptr addrspace(3) %t327, align 8
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t328 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t251
  %t329 = load <4 x float>, ptr addrspace(3) %t328, align 16
  %t330 = add i32 %t251, 16
  %t331 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t330
  %t332 = load <4 x float>, ptr addrspace(3) %t331, align 16
  %t333 = shufflevector <4 x float> %t329, <4 x float> %t332, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %t334 = fadd contract <8 x float> %t333, %t268
  br i1 %t247, label %then.335, label %else.336
then.335:
  %t338 = mul i32 %t245, 40
  %t339 = add i32 %t248, %t338
  %t340 = sext i32 %t339 to i64
  %t341 = getelementptr float, ptr addrspace(1) %t85, i64 %t340
  store <8 x float> %t334, ptr addrspace(1) %t341, align 16
  br label %join.337
else.336:
  br label %join.337
join.337:
  %t342 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t265
  %t343 = load <4 x float>, ptr addrspace(3) %t342, align 16
  %t344 = add i32 %t265, 16
  %t345 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t344
  %t346 = load <4 x float>, ptr addrspace(3) %t345, align 16
  %t347 = shufflevector <4 x float> %t343, <4 x float> %t346, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %t348 = fadd contract <8 x float> %t347, %t271
  br i1 %t261, label %then.349, label %else.350
then.349:
  %t352 = mul i32 %t259, 40
  %t353 = add i32 %t262, %t352
  %t354 = sext i32 %t353 to i64
  %t355 = getelementptr float, ptr addrspace(1) %t85, i64 %t354
  store <8 x float> %t348, ptr addrspace(1) %t355, align 16
  br label %join.351
else.350:
  br label %join.351
join.351:
  ret void
}
