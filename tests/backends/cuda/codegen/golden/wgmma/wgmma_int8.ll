@shared_memory = external addrspace(3) global [0 x i8], align 1024
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
define ptx_kernel void @wgmma_int8(ptr %buffer0, ptr noalias %buffer1, ptr noalias %buffer2) nounwind "nvvm.maxntid"="128" "nvvm.cluster_dim"="2,1,1" {
  %s20 = alloca i32
  %s49 = alloca i32
  %s50 = alloca i32
  %s51 = alloca i32
  %s52 = alloca i32
  %s53 = alloca i32
  %s54 = alloca i32
  %s55 = alloca i32
  %s56 = alloca i32
  %s57 = alloca i32
  %s58 = alloca i32
  %s59 = alloca i32
  %s60 = alloca i32
  %s61 = alloca i32
  %s62 = alloca i32
  %s63 = alloca i32
  %s64 = alloca i32
  %s130 = alloca i32
  %s131 = alloca i32
  %s132 = alloca i32
  %s133 = alloca i32
  %t1 = ptrtoint ptr addrspace(3) @shared_memory to i64
  %t2 = trunc i64 %t1 to i32
  %t3 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t4 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t5 = urem i32 %t4, 2
  %t6 = udiv i32 %t4, 2
  %t7 = urem i32 %t6, 2
  %t8 = mul nsw i32 %t7, 32
  %t9 = udiv i32 %t6, 2
  %t10 = and i32 %t3, 7
  %t11 = lshr i32 %t3, 3
  %t12 = and i32 %t11, 7
  %t13 = xor i32 %t10, %t12
  %t14 = mul nsw i32 %t11, 128
  %t15 = mul nsw i32 %t13, 16
  %t16 = add nsw i32 %t14, %t15
  %t17 = add nsw i32 %t2, %t16
  %t18 = mul nsw i32 %t10, 16
  %t19 = mul nsw i32 %t5, 256
  store i32 %t19, ptr %s20
  %t21 = addrspacecast ptr %buffer0 to ptr addrspace(1)
  %t22 = ptrtoint ptr addrspace(1) %t21 to i64
  %t23 = mul nsw i32 %t11, 512
  %t24 = add nsw i32 %t18, %t23
  %t25 = add nsw i32 %t11, 16
  %t26 = mul nsw i32 %t25, 512
  %t27 = add nsw i32 %t18, %t26
  %t28 = add nsw i32 %t11, 32
  %t29 = mul nsw i32 %t28, 512
  %t30 = add nsw i32 %t18, %t29
  %t31 = add nsw i32 %t11, 48
  %t32 = mul nsw i32 %t31, 512
  %t33 = add nsw i32 %t18, %t32
  %t34 = addrspacecast ptr %buffer2 to ptr addrspace(1)
  %t35 = ptrtoint ptr addrspace(1) %t34 to i64
  %t36 = add nsw i32 %t8, %t11
  %t37 = add nsw i32 %t19, %t18
  %t38 = mul nsw i32 %t36, 512
  %t39 = add nsw i32 %t38, %t37
  %t40 = sext i32 %t39 to i64
  %t41 = mul nsw i64 %t40, 1
  %t42 = add i64 %t35, %t41
  %t43 = icmp ult i32 %t36, 40
  %t44 = add nsw i32 %t36, 16
  %t45 = icmp ult i32 %t44, 40
  %t46 = icmp eq i32 %t3, 0
  %t47 = add nsw i32 %t2, 49152
  %t48 = add nsw i32 %t47, 32
  store i32 0, ptr %s49
  store i32 0, ptr %s50
  store i32 0, ptr %s51
  store i32 0, ptr %s52
  store i32 0, ptr %s53
  store i32 0, ptr %s54
  store i32 0, ptr %s55
  store i32 0, ptr %s56
  store i32 0, ptr %s57
  store i32 0, ptr %s58
  store i32 0, ptr %s59
  store i32 0, ptr %s60
  store i32 0, ptr %s61
  store i32 0, ptr %s62
  store i32 0, ptr %s63
  store i32 0, ptr %s64
  %t65 = udiv i32 %t3, 128
  %t66 = mul nsw i32 %t65, 8192
  %t67 = add nsw i32 %t2, %t66
  %t68 = lshr i32 %t67, 4
  %t69 = and i32 %t68, 16383
  %t70 = zext i32 %t69 to i64
  %t71 = or i64 %t70, 4611686293305360384
  %t72 = add nsw i32 %t2, 8192
  %t73 = lshr i32 %t72, 4
  %t74 = and i32 %t73, 16383
  %t75 = zext i32 %t74 to i64
  %t76 = or i64 %t75, 4611686293305360384
  %t77 = addrspacecast ptr %buffer1 to ptr addrspace(1)
  %t78 = add i64 %t42, 0
  %t79 = add nsw i32 %t17, 8192
  %t80 = select i1 %t43, i64 %t78, i64 %t35
  %t81 = select i1 %t43, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t79, i64 %t80, i32 %t81)
  %t82 = add i64 %t78, 8192
  %t83 = add nsw i32 %t79, 2048
  %t84 = select i1 %t45, i64 %t82, i64 %t35
  %t85 = select i1 %t45, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t83, i64 %t84, i32 %t85)
  %t86 = add i64 %t42, 128
  %t87 = add nsw i32 %t17, 12288
  %t88 = add nsw i32 %t87, 8192
  %t89 = select i1 %t43, i64 %t86, i64 %t35
  %t90 = select i1 %t43, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t88, i64 %t89, i32 %t90)
  %t91 = add i64 %t86, 8192
  %t92 = add nsw i32 %t88, 2048
  %t93 = select i1 %t45, i64 %t91, i64 %t35
  %t94 = select i1 %t45, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t92, i64 %t93, i32 %t94)
  call void asm sideeffect "griddepcontrol.wait;", "~{memory}"()
  %t95 = load i32, ptr %s20
  %t96 = add nsw i32 %t24, %t95
  %t97 = sext i32 %t96 to i64
  %t98 = add i64 %t22, %t97
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16;", "r,l,~{memory}"(i32 %t17, i64 %t98)
  %t99 = add nsw i32 %t27, %t95
  %t100 = sext i32 %t99 to i64
  %t101 = add i64 %t22, %t100
  %t102 = add nsw i32 %t17, 2048
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16;", "r,l,~{memory}"(i32 %t102, i64 %t101)
  %t103 = add nsw i32 %t30, %t95
  %t104 = sext i32 %t103 to i64
  %t105 = add i64 %t22, %t104
  %t106 = add nsw i32 %t17, 4096
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16;", "r,l,~{memory}"(i32 %t106, i64 %t105)
  %t107 = add nsw i32 %t33, %t95
  %t108 = sext i32 %t107 to i64
  %t109 = add i64 %t22, %t108
  %t110 = add nsw i32 %t17, 6144
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16;", "r,l,~{memory}"(i32 %t110, i64 %t109)
  %t111 = add nsw i32 %t95, 128
  store i32 %t111, ptr %s20
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t112 = load i32, ptr %s20
  %t113 = add nsw i32 %t17, 12288
  %t114 = add nsw i32 %t24, %t112
  %t115 = sext i32 %t114 to i64
  %t116 = add i64 %t22, %t115
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16;", "r,l,~{memory}"(i32 %t113, i64 %t116)
  %t117 = add nsw i32 %t27, %t112
  %t118 = sext i32 %t117 to i64
  %t119 = add i64 %t22, %t118
  %t120 = add nsw i32 %t113, 2048
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16;", "r,l,~{memory}"(i32 %t120, i64 %t119)
  %t121 = add nsw i32 %t30, %t112
  %t122 = sext i32 %t121 to i64
  %t123 = add i64 %t22, %t122
  %t124 = add nsw i32 %t113, 4096
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16;", "r,l,~{memory}"(i32 %t124, i64 %t123)
  %t125 = add nsw i32 %t33, %t112
  %t126 = sext i32 %t125 to i64
  %t127 = add i64 %t22, %t126
  %t128 = add nsw i32 %t113, 6144
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16;", "r,l,~{memory}"(i32 %t128, i64 %t127)
  %t129 = add nsw i32 %t112, 128
  store i32 %t129, ptr %s20
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  store i32 0, ptr %s130
  store i32 0, ptr %s131
  store i32 0, ptr %s132
  store i32 2, ptr %s133
  br label %loop.134
loop.134:
  %t136 = load i32, ptr %s130
  %t137 = load i32, ptr %s131
  call void asm sideeffect "cp.async.wait_group 1;", "~{memory}"() convergent
  call void asm sideeffect "fence.proxy.async.shared::cta;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t138 = load i32, ptr %s132
  %t139 = mul nsw i32 %t137, 768
  %t140 = zext i32 %t139 to i64
  %t141 = add i64 %t71, %t140
  %t142 = add i64 %t76, %t140
  %t143 = load i32, ptr %s49
  %t144 = load i32, ptr %s50
  %t145 = load i32, ptr %s51
  %t146 = load i32, ptr %s52
  %t147 = load i32, ptr %s53
  %t148 = load i32, ptr %s54
  %t149 = load i32, ptr %s55
  %t150 = load i32, ptr %s56
  %t151 = load i32, ptr %s57
  %t152 = load i32, ptr %s58
  %t153 = load i32, ptr %s59
  %t154 = load i32, ptr %s60
  %t155 = load i32, ptr %s61
  %t156 = load i32, ptr %s62
  %t157 = load i32, ptr %s63
  %t158 = load i32, ptr %s64
  %t159 = call {i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32} asm sideeffect "{ .reg .b64 left, right; .reg .pred adds; setp.eq.u32 adds, 1, 1; wgmma.fence.sync.aligned; add.s64 left, $16, 0; add.s64 right, $17, 0; wgmma.mma_async.sync.aligned.m64n32k32.s32.s8.s8 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds; add.s64 left, $16, 2; add.s64 right, $17, 2; wgmma.mma_async.sync.aligned.m64n32k32.s32.s8.s8 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds; add.s64 left, $16, 4; add.s64 right, $17, 4; wgmma.mma_async.sync.aligned.m64n32k32.s32.s8.s8 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds; add.s64 left, $16, 6; add.s64 right, $17, 6; wgmma.mma_async.sync.aligned.m64n32k32.s32.s8.s8 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, left, right, adds; wgmma.commit_group.sync.aligned; }", "=r,=r,=r,=r,=r,=r,=r,=r,=r,=r,=r,=r,=r,=r,=r,=r,l,l,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,~{memory}"(i64 %t141, i64 %t142, i32 %t143, i32 %t144, i32 %t145, i32 %t146, i32 %t147, i32 %t148, i32 %t149, i32 %t150, i32 %t151, i32 %t152, i32 %t153, i32 %t154, i32 %t155, i32 %t156, i32 %t157, i32 %t158) convergent
  %t160 = extractvalue {i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32} %t159, 0
  store i32 %t160, ptr %s49
  %t161 = extractvalue {i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32} %t159, 1
  store i32 %t161, ptr %s50
  %t162 = extractvalue {i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32} %t159, 2
  store i32 %t162, ptr %s51
  %t163 = extractvalue {i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32} %t159, 3
  store i32 %t163, ptr %s52
  %t164 = extractvalue {i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32} %t159, 4
  store i32 %t164, ptr %s53
  %t165 = extractvalue {i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32} %t159, 5
  store i32 %t165, ptr %s54
  %t166 = extractvalue {i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32} %t159, 6
  store i32 %t166, ptr %s55
  %t167 = extractvalue {i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32} %t159, 7
  store i32 %t167, ptr %s56
  %t168 = extractvalue {i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32} %t159, 8
  store i32 %t168, ptr %s57
  %t169 = extractvalue {i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32} %t159, 9
  store i32 %t169, ptr %s58
  %t170 = extractvalue {i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32} %t159, 10
  store i32 %t170, ptr %s59
  %t171 = extractvalue {i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32} %t159, 11
  store i32 %t171, ptr %s60
  %t172 = extractvalue {i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32} %t159, 12
  store i32 %t172, ptr %s61
  %t173 = extractvalue {i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32} %t159, 13
  store i32 %t173, ptr %s62
  %t174 = extractvalue {i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32} %t159, 14
  store i32 %t174, ptr %s63
  %t175 = extractvalue {i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32} %t159, 15
  store i32 %t175, ptr %s64
  call void asm sideeffect "wgmma.wait_group.sync.aligned 1;", "~{memory}"() convergent
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t176 = load i32, ptr %s131
  %t177 = add nsw i32 %t176, 1
  %t178 = icmp ult i32 %t177, 4
  %t179 = select i1 %t178, i32 %t177, i32 0
  store i32 %t179, ptr %s131
  %t180 = load i32, ptr %s132
  %t181 = xor i32 %t180, 1
  %t182 = load i32, ptr %s132
  %t183 = select i1 %t178, i32 %t182, i32 %t181
  store i32 %t183, ptr %s132
  %t184 = load i32, ptr %s133
  %t185 = add nsw i32 %t184, 1
  %t186 = icmp ult i32 %t185, 4
  %t187 = select i1 %t186, i32 %t185, i32 0
  store i32 %t187, ptr %s133
  %t188 = add nsw i32 %t136, 1
  store i32 %t188, ptr %s130
  %t189 = icmp ult i32 %t188, 2
  br i1 %t189, label %loop.134, label %done.135
done.135:
  call void asm sideeffect "griddepcontrol.launch_dependents;", "~{memory}"()
  %t190 = mul nsw i32 %t5, 32
  %t191 = udiv i32 %t3, 4
  %t192 = add nsw i32 %t191, %t190
  %t193 = urem i32 %t3, 4
  %t194 = mul nsw i32 %t193, 8
  %t195 = add nsw i32 %t8, %t194
  %t196 = icmp ult i32 %t195, 40
  %t197 = select i1 %t196, i32 %t195, i32 0
  %t198 = mul nsw i32 %t192, 160
  %t199 = mul nsw i32 %t194, 4
  %t200 = add nsw i32 %t198, %t199
  %t201 = load i32, ptr %s49
  %t202 = load i32, ptr %s50
  %t203 = load i32, ptr %s51
  %t204 = load i32, ptr %s52
  %t205 = load i32, ptr %s53
  %t206 = load i32, ptr %s54
  %t207 = load i32, ptr %s55
  %t208 = load i32, ptr %s56
  %t209 = load i32, ptr %s57
  %t210 = load i32, ptr %s58
  %t211 = load i32, ptr %s59
  %t212 = load i32, ptr %s60
  %t213 = load i32, ptr %s61
  %t214 = load i32, ptr %s62
  %t215 = load i32, ptr %s63
  %t216 = load i32, ptr %s64
  %t217 = call {i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32} asm sideeffect "wgmma.wait_group.sync.aligned 0;", "=r,=r,=r,=r,=r,=r,=r,=r,=r,=r,=r,=r,=r,=r,=r,=r,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,~{memory}"(i32 %t201, i32 %t202, i32 %t203, i32 %t204, i32 %t205, i32 %t206, i32 %t207, i32 %t208, i32 %t209, i32 %t210, i32 %t211, i32 %t212, i32 %t213, i32 %t214, i32 %t215, i32 %t216) convergent
  %t218 = extractvalue {i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32} %t217, 0
  store i32 %t218, ptr %s49
  %t219 = extractvalue {i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32} %t217, 1
  store i32 %t219, ptr %s50
  %t220 = extractvalue {i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32} %t217, 2
  store i32 %t220, ptr %s51
  %t221 = extractvalue {i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32} %t217, 3
  store i32 %t221, ptr %s52
  %t222 = extractvalue {i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32} %t217, 4
  store i32 %t222, ptr %s53
  %t223 = extractvalue {i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32} %t217, 5
  store i32 %t223, ptr %s54
  %t224 = extractvalue {i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32} %t217, 6
  store i32 %t224, ptr %s55
  %t225 = extractvalue {i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32} %t217, 7
  store i32 %t225, ptr %s56
  %t226 = extractvalue {i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32} %t217, 8
  store i32 %t226, ptr %s57
  %t227 = extractvalue {i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32} %t217, 9
  store i32 %t227, ptr %s58
  %t228 = extractvalue {i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32} %t217, 10
  store i32 %t228, ptr %s59
  %t229 = extractvalue {i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32} %t217, 11
  store i32 %t229, ptr %s60
  %t230 = extractvalue {i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32} %t217, 12
  store i32 %t230, ptr %s61
  %t231 = extractvalue {i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32} %t217, 13
  store i32 %t231, ptr %s62
  %t232 = extractvalue {i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32} %t217, 14
  store i32 %t232, ptr %s63
  %t233 = extractvalue {i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32} %t217, 15
  store i32 %t233, ptr %s64
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t234 = and i32 %t3, 31
  %t235 = lshr i32 %t3, 5
  %t236 = mul nsw i32 %t235, 16
  %t237 = lshr i32 %t234, 2
  %t238 = add nsw i32 %t236, %t237
  %t239 = and i32 %t234, 3
  %t240 = mul nsw i32 %t239, 8
  %t241 = mul nsw i32 %t238, 160
  %t242 = add nsw i32 %t241, %t240
  %t243 = load i32, ptr %s49
  %t244 = insertelement <2 x i32> poison, i32 %t243, i32 0
  %t245 = load i32, ptr %s50
  %t246 = insertelement <2 x i32> %t244, i32 %t245, i32 1
  %t247 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t242
  store <2 x i32> %t246, ptr addrspace(3) %t247, align 8
  %t248 = load i32, ptr %s51
  %t249 = insertelement <2 x i32> poison, i32 %t248, i32 0
  %t250 = load i32, ptr %s52
  %t251 = insertelement <2 x i32> %t249, i32 %t250, i32 1
  %t252 = add nsw i32 %t242, 1280
  %t253 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t252
  store <2 x i32> %t251, ptr addrspace(3) %t253, align 8
  %t254 = load i32, ptr %s53
  %t255 = insertelement <2 x i32> poison, i32 %t254, i32 0
  %t256 = load i32, ptr %s54
  %t257 = insertelement <2 x i32> %t255, i32 %t256, i32 1
  %t258 = add nsw i32 %t242, 32
  %t259 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t258
  store <2 x i32> %t257, ptr addrspace(3) %t259, align 8
  %t260 = load i32, ptr %s55
  %t261 = insertelement <2 x i32> poison, i32 %t260, i32 0
  %t262 = load i32, ptr %s56
  %t263 = insertelement <2 x i32> %t261, i32 %t262, i32 1
  %t264 = add nsw i32 %t242, 1312
  %t265 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t264
  store <2 x i32> %t263, ptr addrspace(3) %t265, align 8
  %t266 = load i32, ptr %s57
  %t267 = insertelement <2 x i32> poison, i32 %t266, i32 0
  %t268 = load i32, ptr %s58
  %t269 = insertelement <2 x i32> %t267, i32 %t268, i32 1
  %t270 = add nsw i32 %t242, 64
  %t271 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t270
  store <2 x i32> %t269, ptr addrspace(3) %t271, align 8
  %t272 = load i32, ptr %s59
  %t273 = insertelement <2 x i32> poison, i32 %t272, i32 0
  %t274 = load i32, ptr %s60
  %t275 = insertelement <2 x i32> %t273, i32 %t274, i32 1
  %t276 = add nsw i32 %t242, 1344
  %t277 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t276
  store <2 x i32> %t275, ptr addrspace(3) %t277, align 8
  %t278 = load i32, ptr %s61
  %t279 = insertelement <2 x i32> poison, i32 %t278, i32 0
  %t280 = load i32, ptr %s62
  %t281 = insertelement <2 x i32> %t279, i32 %t280, i32 1
  %t282 = add nsw i32 %t242, 96
  %t283 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t282
  store <2 x i32> %t281, ptr addrspace(3) %t283, align 8
  %t284 = load i32, ptr %s63
  %t285 = insertelement <2 x i32> poison, i32 %t284, i32 0
  %t286 = load i32, ptr %s64
  %t287 = insertelement <2 x i32> %t285, i32 %t286, i32 1
  %t288 = add nsw i32 %t242, 1376
  %t289 = getelementptr i8, ptr addrspace(3) @shared_memory, i32 %t288
  store <2 x i32> %t287, ptr addrspace(3) %t289, align 8
  call void asm sideeffect "barrier.cluster.arrive.release.aligned;", "~{memory}"() convergent
  call void asm sideeffect "barrier.cluster.wait.acquire.aligned;", "~{memory}"() convergent
  %t290 = add nsw i32 %t2, %t200
  %t291 = call i32 asm "mapa.shared::cluster.u32 $0, $1, $2;", "=r,r,r"(i32 %t290, i32 0)
  %t292 = call {i32, i32, i32, i32} asm sideeffect "ld.shared::cluster.v4.b32 {$0, $1, $2, $3}, [$4+0];", "=r,=r,=r,=r,r,~{memory}"(i32 %t291)
  %t293 = call {i32, i32, i32, i32} asm sideeffect "ld.shared::cluster.v4.b32 {$0, $1, $2, $3}, [$4+16];", "=r,=r,=r,=r,r,~{memory}"(i32 %t291)
  %t294 = call i32 asm "mapa.shared::cluster.u32 $0, $1, $2;", "=r,r,r"(i32 %t290, i32 1)
  %t295 = call {i32, i32, i32, i32} asm sideeffect "ld.shared::cluster.v4.b32 {$0, $1, $2, $3}, [$4+0];", "=r,=r,=r,=r,r,~{memory}"(i32 %t294)
  %t296 = call {i32, i32, i32, i32} asm sideeffect "ld.shared::cluster.v4.b32 {$0, $1, $2, $3}, [$4+16];", "=r,=r,=r,=r,r,~{memory}"(i32 %t294)
  %t297 = extractvalue {i32, i32, i32, i32} %t292, 0
  %t298 = insertelement <8 x i32> poison, i32 %t297, i32 0
  %t299 = extractvalue {i32, i32, i32, i32} %t292, 1
  %t300 = insertelement <8 x i32> %t298, i32 %t299, i32 1
  %t301 = extractvalue {i32, i32, i32, i32} %t292, 2
  %t302 = insertelement <8 x i32> %t300, i32 %t301, i32 2
  %t303 = extractvalue {i32, i32, i32, i32} %t292, 3
  %t304 = insertelement <8 x i32> %t302, i32 %t303, i32 3
  %t305 = extractvalue {i32, i32, i32, i32} %t293, 0
  %t306 = insertelement <8 x i32> %t304, i32 %t305, i32 4
  %t307 = extractvalue {i32, i32, i32, i32} %t293, 1
  %t308 = insertelement <8 x i32> %t306, i32 %t307, i32 5
  %t309 = extractvalue {i32, i32, i32, i32} %t293, 2
  %t310 = insertelement <8 x i32> %t308, i32 %t309, i32 6
  %t311 = extractvalue {i32, i32, i32, i32} %t293, 3
  %t312 = insertelement <8 x i32> %t310, i32 %t311, i32 7
  %t313 = extractvalue {i32, i32, i32, i32} %t295, 0
  %t314 = insertelement <8 x i32> poison, i32 %t313, i32 0
  %t315 = extractvalue {i32, i32, i32, i32} %t295, 1
  %t316 = insertelement <8 x i32> %t314, i32 %t315, i32 1
  %t317 = extractvalue {i32, i32, i32, i32} %t295, 2
  %t318 = insertelement <8 x i32> %t316, i32 %t317, i32 2
  %t319 = extractvalue {i32, i32, i32, i32} %t295, 3
  %t320 = insertelement <8 x i32> %t318, i32 %t319, i32 3
  %t321 = extractvalue {i32, i32, i32, i32} %t296, 0
  %t322 = insertelement <8 x i32> %t320, i32 %t321, i32 4
  %t323 = extractvalue {i32, i32, i32, i32} %t296, 1
  %t324 = insertelement <8 x i32> %t322, i32 %t323, i32 5
  %t325 = extractvalue {i32, i32, i32, i32} %t296, 2
  %t326 = insertelement <8 x i32> %t324, i32 %t325, i32 6
  %t327 = extractvalue {i32, i32, i32, i32} %t296, 3
  %t328 = insertelement <8 x i32> %t326, i32 %t327, i32 7
  %t329 = add <8 x i32> %t312, %t328
  br i1 %t196, label %then.330, label %else.331
then.330:
  %t333 = mul nsw i32 %t192, 40
  %t334 = add nsw i32 %t197, %t333
  %t335 = sext i32 %t334 to i64
  %t336 = getelementptr i32, ptr addrspace(1) %t77, i64 %t335
  store <8 x i32> %t329, ptr addrspace(1) %t336, align 16
  br label %join.332
else.331:
  br label %join.332
join.332:
  call void asm sideeffect "barrier.cluster.arrive.release.aligned;", "~{memory}"() convergent
  call void asm sideeffect "barrier.cluster.wait.acquire.aligned;", "~{memory}"() convergent
  ret void
}
