@shared_memory = external addrspace(3) global [0 x i8], align 128
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
declare void @llvm.nvvm.bar.warp.sync(i32) convergent
define ptx_kernel void @mma_int8(ptr noalias %buffer0, ptr noalias %buffer1, ptr noalias %buffer2) nounwind "nvvm.maxntid"="64" {
  %s91 = alloca i32
  %s92 = alloca i32
  %s93 = alloca i32
  %s94 = alloca i32
  %s95 = alloca i32
  %s96 = alloca i32
  %s97 = alloca i32
  %s98 = alloca i32
  %s99 = alloca i32
  %s100 = alloca i32
  %s101 = alloca i32
  %s102 = alloca i32
  %s103 = alloca i32
  %s104 = alloca i32
  %s105 = alloca i32
  %s106 = alloca i32
  %s126 = alloca i32
  %s127 = alloca i32
  %s128 = alloca i64
  %t1 = ptrtoint ptr addrspace(3) @shared_memory to i64
  %t2 = trunc i64 %t1 to i32
  %t3 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t4 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t5 = udiv i32 %t4, 2
  %t6 = urem i32 %t4, 2
  %t7 = mul nsw i32 %t6, 16
  %t8 = udiv i32 %t3, 32
  %t9 = urem i32 %t3, 32
  %t10 = udiv i32 %t8, 2
  %t11 = urem i32 %t8, 2
  %t12 = mul nsw i32 %t10, 16
  %t13 = mul nsw i32 %t11, 32
  %t14 = udiv i32 %t9, 4
  %t15 = urem i32 %t9, 4
  %t16 = udiv i32 %t3, 4
  %t17 = urem i32 %t3, 4
  %t18 = mul nsw i32 %t17, 16
  %t19 = mul nsw i32 %t16, 80
  %t20 = add nsw i32 %t2, %t19
  %t21 = add nsw i32 %t20, %t18
  %t22 = add nsw i32 %t7, %t16
  %t23 = mul nsw i32 %t22, 64
  %t24 = icmp ult i32 %t22, 20
  %t25 = udiv i32 %t3, 4
  %t26 = urem i32 %t3, 4
  %t27 = mul nsw i32 %t26, 16
  %t28 = mul nsw i32 %t25, 80
  %t29 = add nsw i32 %t2, %t28
  %t30 = add nsw i32 %t29, %t27
  %t31 = add nsw i32 %t30, 1280
  %t32 = mul nsw i32 %t25, 64
  %t33 = icmp ult i32 %t25, 24
  %t34 = mul nsw i32 %t26, 16
  %t35 = mul nsw i32 %t25, 80
  %t36 = add nsw i32 %t2, %t35
  %t37 = add nsw i32 %t36, %t34
  %t38 = add nsw i32 %t37, 1280
  %t39 = mul nsw i32 %t25, 64
  %t40 = add nsw i32 %t25, 16
  %t41 = icmp ult i32 %t40, 24
  %t42 = mul nsw i32 %t26, 16
  %t43 = mul nsw i32 %t25, 80
  %t44 = add nsw i32 %t2, %t43
  %t45 = add nsw i32 %t44, %t42
  %t46 = add nsw i32 %t45, 1280
  %t47 = mul nsw i32 %t25, 64
  %t48 = add nsw i32 %t25, 32
  %t49 = icmp ult i32 %t48, 24
  %t50 = mul nsw i32 %t26, 16
  %t51 = mul nsw i32 %t25, 80
  %t52 = add nsw i32 %t2, %t51
  %t53 = add nsw i32 %t52, %t50
  %t54 = add nsw i32 %t53, 1280
  %t55 = mul nsw i32 %t25, 64
  %t56 = add nsw i32 %t25, 48
  %t57 = icmp ult i32 %t56, 24
  %t58 = add nsw i32 %t23, %t18
  %t59 = select i1 %t24, i32 %t58, i32 0
  %t60 = sext i32 %t59 to i64
  %t61 = getelementptr i8, ptr %buffer0, i64 %t60
  %t62 = addrspacecast ptr %t61 to ptr addrspace(1)
  %t63 = select i1 %t24, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t21, ptr addrspace(1) %t62, i32 %t63)
  %t64 = add nsw i32 %t32, %t27
  %t65 = select i1 %t33, i32 %t64, i32 0
  %t66 = sext i32 %t65 to i64
  %t67 = getelementptr i8, ptr %buffer2, i64 %t66
  %t68 = addrspacecast ptr %t67 to ptr addrspace(1)
  %t69 = select i1 %t33, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t31, ptr addrspace(1) %t68, i32 %t69)
  %t70 = add nsw i32 %t39, %t34
  %t71 = add nsw i32 %t70, 1024
  %t72 = select i1 %t41, i32 %t71, i32 0
  %t73 = sext i32 %t72 to i64
  %t74 = getelementptr i8, ptr %buffer2, i64 %t73
  %t75 = addrspacecast ptr %t74 to ptr addrspace(1)
  %t76 = select i1 %t41, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0+1280], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t38, ptr addrspace(1) %t75, i32 %t76)
  %t77 = add nsw i32 %t47, %t42
  %t78 = add nsw i32 %t77, 2048
  %t79 = select i1 %t49, i32 %t78, i32 0
  %t80 = sext i32 %t79 to i64
  %t81 = getelementptr i8, ptr %buffer2, i64 %t80
  %t82 = addrspacecast ptr %t81 to ptr addrspace(1)
  %t83 = select i1 %t49, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0+2560], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t46, ptr addrspace(1) %t82, i32 %t83)
  %t84 = add nsw i32 %t55, %t50
  %t85 = add nsw i32 %t84, 3072
  %t86 = select i1 %t57, i32 %t85, i32 0
  %t87 = sext i32 %t86 to i64
  %t88 = getelementptr i8, ptr %buffer2, i64 %t87
  %t89 = addrspacecast ptr %t88 to ptr addrspace(1)
  %t90 = select i1 %t57, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0+3840], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t54, ptr addrspace(1) %t89, i32 %t90)
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  store i32 0, ptr %s91
  store i32 0, ptr %s92
  store i32 0, ptr %s93
  store i32 0, ptr %s94
  store i32 0, ptr %s95
  store i32 0, ptr %s96
  store i32 0, ptr %s97
  store i32 0, ptr %s98
  store i32 0, ptr %s99
  store i32 0, ptr %s100
  store i32 0, ptr %s101
  store i32 0, ptr %s102
  store i32 0, ptr %s103
  store i32 0, ptr %s104
  store i32 0, ptr %s105
  store i32 0, ptr %s106
  %t107 = udiv i32 %t9, 16
  %t108 = urem i32 %t9, 16
  %t109 = add nsw i32 %t12, %t108
  %t110 = mul nsw i32 %t109, 80
  %t111 = mul nsw i32 %t107, 16
  %t112 = add nsw i32 %t2, %t110
  %t113 = add nsw i32 %t112, %t111
  %t114 = add nsw i32 %t2, 1280
  %t115 = udiv i32 %t9, 8
  %t116 = urem i32 %t9, 8
  %t117 = udiv i32 %t115, 2
  %t118 = urem i32 %t115, 2
  %t119 = mul nsw i32 %t117, 8
  %t120 = add nsw i32 %t13, %t119
  %t121 = add nsw i32 %t120, %t116
  %t122 = mul nsw i32 %t121, 80
  %t123 = mul nsw i32 %t118, 16
  %t124 = add nsw i32 %t114, %t122
  %t125 = add nsw i32 %t124, %t123
  store i32 0, ptr %s126
  store i32 6400, ptr %s127
  store i64 0, ptr %s128
  br label %loop.129
loop.129:
  %t131 = load i64, ptr %s128
  call void asm sideeffect "cp.async.wait_group 0;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t132 = trunc i64 %t131 to i32
  %t133 = add nsw i32 %t132, 1
  %t134 = icmp ult i32 %t133, 1
  %t135 = load i32, ptr %s127
  br i1 %t134, label %then.136, label %else.137
then.136:
  %t139 = mul nsw i32 %t133, 64
  %t140 = add nsw i32 %t139, %t18
  %t141 = add nsw i32 %t23, %t140
  %t142 = select i1 %t24, i32 %t141, i32 0
  %t143 = sext i32 %t142 to i64
  %t144 = getelementptr i8, ptr %buffer0, i64 %t143
  %t145 = add nsw i32 %t21, %t135
  %t146 = addrspacecast ptr %t144 to ptr addrspace(1)
  %t147 = select i1 %t24, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t145, ptr addrspace(1) %t146, i32 %t147)
  %t148 = mul nsw i32 %t133, 64
  %t149 = add nsw i32 %t148, %t27
  %t150 = add nsw i32 %t32, %t149
  %t151 = select i1 %t33, i32 %t150, i32 0
  %t152 = sext i32 %t151 to i64
  %t153 = getelementptr i8, ptr %buffer2, i64 %t152
  %t154 = add nsw i32 %t31, %t135
  %t155 = addrspacecast ptr %t153 to ptr addrspace(1)
  %t156 = select i1 %t33, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t154, ptr addrspace(1) %t155, i32 %t156)
  %t157 = add nsw i32 %t148, %t34
  %t158 = add nsw i32 %t39, %t157
  %t159 = add nsw i32 %t158, 1024
  %t160 = select i1 %t41, i32 %t159, i32 0
  %t161 = sext i32 %t160 to i64
  %t162 = getelementptr i8, ptr %buffer2, i64 %t161
  %t163 = add nsw i32 %t38, %t135
  %t164 = addrspacecast ptr %t162 to ptr addrspace(1)
  %t165 = select i1 %t41, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0+1280], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t163, ptr addrspace(1) %t164, i32 %t165)
  %t166 = add nsw i32 %t148, %t42
  %t167 = add nsw i32 %t47, %t166
  %t168 = add nsw i32 %t167, 2048
  %t169 = select i1 %t49, i32 %t168, i32 0
  %t170 = sext i32 %t169 to i64
  %t171 = getelementptr i8, ptr %buffer2, i64 %t170
  %t172 = add nsw i32 %t46, %t135
  %t173 = addrspacecast ptr %t171 to ptr addrspace(1)
  %t174 = select i1 %t49, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0+2560], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t172, ptr addrspace(1) %t173, i32 %t174)
  %t175 = add nsw i32 %t148, %t50
  %t176 = add nsw i32 %t55, %t175
  %t177 = add nsw i32 %t176, 3072
  %t178 = select i1 %t57, i32 %t177, i32 0
  %t179 = sext i32 %t178 to i64
  %t180 = getelementptr i8, ptr %buffer2, i64 %t179
  %t181 = add nsw i32 %t54, %t135
  %t182 = addrspacecast ptr %t180 to ptr addrspace(1)
  %t183 = select i1 %t57, i32 16, i32 0
  call void asm sideeffect "cp.async.cg.shared.global [$0+3840], [$1], 16, $2;", "r,l,r,~{memory}"(i32 %t181, ptr addrspace(1) %t182, i32 %t183)
  br label %join.138
else.137:
  br label %join.138
join.138:
  call void asm sideeffect "cp.async.commit_group;", "~{memory}"() convergent
  %t184 = load i32, ptr %s126
  %t185 = add nsw i32 %t113, %t184
  %t186 = add nsw i32 %t125, %t184
  %t187 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t185) convergent
  %t188 = extractvalue {i32, i32, i32, i32} %t187, 0
  %t189 = extractvalue {i32, i32, i32, i32} %t187, 1
  %t190 = extractvalue {i32, i32, i32, i32} %t187, 2
  %t191 = extractvalue {i32, i32, i32, i32} %t187, 3
  %t192 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t186) convergent
  %t193 = extractvalue {i32, i32, i32, i32} %t192, 0
  %t194 = extractvalue {i32, i32, i32, i32} %t192, 1
  %t195 = extractvalue {i32, i32, i32, i32} %t192, 2
  %t196 = extractvalue {i32, i32, i32, i32} %t192, 3
  %t197 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4+1280];", "=r,=r,=r,=r,r,~{memory}"(i32 %t186) convergent
  %t198 = extractvalue {i32, i32, i32, i32} %t197, 0
  %t199 = extractvalue {i32, i32, i32, i32} %t197, 1
  %t200 = extractvalue {i32, i32, i32, i32} %t197, 2
  %t201 = extractvalue {i32, i32, i32, i32} %t197, 3
  %t202 = load i32, ptr %s91
  %t203 = load i32, ptr %s92
  %t204 = load i32, ptr %s93
  %t205 = load i32, ptr %s94
  %t206 = call {i32, i32, i32, i32} asm sideeffect "mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=r,=r,=r,=r,r,r,r,r,r,r,r,r,r,r"(i32 %t188, i32 %t189, i32 %t190, i32 %t191, i32 %t193, i32 %t194, i32 %t202, i32 %t203, i32 %t204, i32 %t205) convergent
  %t207 = extractvalue {i32, i32, i32, i32} %t206, 0
  %t208 = extractvalue {i32, i32, i32, i32} %t206, 1
  %t209 = extractvalue {i32, i32, i32, i32} %t206, 2
  %t210 = extractvalue {i32, i32, i32, i32} %t206, 3
  store i32 %t207, ptr %s91
  store i32 %t208, ptr %s92
  store i32 %t209, ptr %s93
  store i32 %t210, ptr %s94
  %t211 = load i32, ptr %s95
  %t212 = load i32, ptr %s96
  %t213 = load i32, ptr %s97
  %t214 = load i32, ptr %s98
  %t215 = call {i32, i32, i32, i32} asm sideeffect "mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=r,=r,=r,=r,r,r,r,r,r,r,r,r,r,r"(i32 %t188, i32 %t189, i32 %t190, i32 %t191, i32 %t195, i32 %t196, i32 %t211, i32 %t212, i32 %t213, i32 %t214) convergent
  %t216 = extractvalue {i32, i32, i32, i32} %t215, 0
  %t217 = extractvalue {i32, i32, i32, i32} %t215, 1
  %t218 = extractvalue {i32, i32, i32, i32} %t215, 2
  %t219 = extractvalue {i32, i32, i32, i32} %t215, 3
  store i32 %t216, ptr %s95
  store i32 %t217, ptr %s96
  store i32 %t218, ptr %s97
  store i32 %t219, ptr %s98
  %t220 = load i32, ptr %s99
  %t221 = load i32, ptr %s100
  %t222 = load i32, ptr %s101
  %t223 = load i32, ptr %s102
  %t224 = call {i32, i32, i32, i32} asm sideeffect "mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=r,=r,=r,=r,r,r,r,r,r,r,r,r,r,r"(i32 %t188, i32 %t189, i32 %t190, i32 %t191, i32 %t198, i32 %t199, i32 %t220, i32 %t221, i32 %t222, i32 %t223) convergent
  %t225 = extractvalue {i32, i32, i32, i32} %t224, 0
  %t226 = extractvalue {i32, i32, i32, i32} %t224, 1
  %t227 = extractvalue {i32, i32, i32, i32} %t224, 2
  %t228 = extractvalue {i32, i32, i32, i32} %t224, 3
  store i32 %t225, ptr %s99
  store i32 %t226, ptr %s100
  store i32 %t227, ptr %s101
  store i32 %t228, ptr %s102
  %t229 = load i32, ptr %s103
  %t230 = load i32, ptr %s104
  %t231 = load i32, ptr %s105
  %t232 = load i32, ptr %s106
  %t233 = call {i32, i32, i32, i32} asm sideeffect "mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=r,=r,=r,=r,r,r,r,r,r,r,r,r,r,r"(i32 %t188, i32 %t189, i32 %t190, i32 %t191, i32 %t200, i32 %t201, i32 %t229, i32 %t230, i32 %t231, i32 %t232) convergent
  %t234 = extractvalue {i32, i32, i32, i32} %t233, 0
  %t235 = extractvalue {i32, i32, i32, i32} %t233, 1
  %t236 = extractvalue {i32, i32, i32, i32} %t233, 2
  %t237 = extractvalue {i32, i32, i32, i32} %t233, 3
  store i32 %t234, ptr %s103
  store i32 %t235, ptr %s104
  store i32 %t236, ptr %s105
  store i32 %t237, ptr %s106
  %t238 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4+32];", "=r,=r,=r,=r,r,~{memory}"(i32 %t185) convergent
  %t239 = extractvalue {i32, i32, i32, i32} %t238, 0
  %t240 = extractvalue {i32, i32, i32, i32} %t238, 1
  %t241 = extractvalue {i32, i32, i32, i32} %t238, 2
  %t242 = extractvalue {i32, i32, i32, i32} %t238, 3
  %t243 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4+32];", "=r,=r,=r,=r,r,~{memory}"(i32 %t186) convergent
  %t244 = extractvalue {i32, i32, i32, i32} %t243, 0
  %t245 = extractvalue {i32, i32, i32, i32} %t243, 1
  %t246 = extractvalue {i32, i32, i32, i32} %t243, 2
  %t247 = extractvalue {i32, i32, i32, i32} %t243, 3
  %t248 = call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4+1312];", "=r,=r,=r,=r,r,~{memory}"(i32 %t186) convergent
  %t249 = extractvalue {i32, i32, i32, i32} %t248, 0
  %t250 = extractvalue {i32, i32, i32, i32} %t248, 1
  %t251 = extractvalue {i32, i32, i32, i32} %t248, 2
  %t252 = extractvalue {i32, i32, i32, i32} %t248, 3
  %t253 = load i32, ptr %s91
  %t254 = load i32, ptr %s92
  %t255 = load i32, ptr %s93
  %t256 = load i32, ptr %s94
  %t257 = call {i32, i32, i32, i32} asm sideeffect "mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=r,=r,=r,=r,r,r,r,r,r,r,r,r,r,r"(i32 %t239, i32 %t240, i32 %t241, i32 %t242, i32 %t244, i32 %t245, i32 %t253, i32 %t254, i32 %t255, i32 %t256) convergent
  %t258 = extractvalue {i32, i32, i32, i32} %t257, 0
  %t259 = extractvalue {i32, i32, i32, i32} %t257, 1
  %t260 = extractvalue {i32, i32, i32, i32} %t257, 2
  %t261 = extractvalue {i32, i32, i32, i32} %t257, 3
  store i32 %t258, ptr %s91
  store i32 %t259, ptr %s92
  store i32 %t260, ptr %s93
  store i32 %t261, ptr %s94
  %t262 = load i32, ptr %s95
  %t263 = load i32, ptr %s96
  %t264 = load i32, ptr %s97
  %t265 = load i32, ptr %s98
  %t266 = call {i32, i32, i32, i32} asm sideeffect "mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=r,=r,=r,=r,r,r,r,r,r,r,r,r,r,r"(i32 %t239, i32 %t240, i32 %t241, i32 %t242, i32 %t246, i32 %t247, i32 %t262, i32 %t263, i32 %t264, i32 %t265) convergent
  %t267 = extractvalue {i32, i32, i32, i32} %t266, 0
  %t268 = extractvalue {i32, i32, i32, i32} %t266, 1
  %t269 = extractvalue {i32, i32, i32, i32} %t266, 2
  %t270 = extractvalue {i32, i32, i32, i32} %t266, 3
  store i32 %t267, ptr %s95
  store i32 %t268, ptr %s96
  store i32 %t269, ptr %s97
  store i32 %t270, ptr %s98
  %t271 = load i32, ptr %s99
  %t272 = load i32, ptr %s100
  %t273 = load i32, ptr %s101
  %t274 = load i32, ptr %s102
  %t275 = call {i32, i32, i32, i32} asm sideeffect "mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=r,=r,=r,=r,r,r,r,r,r,r,r,r,r,r"(i32 %t239, i32 %t240, i32 %t241, i32 %t242, i32 %t249, i32 %t250, i32 %t271, i32 %t272, i32 %t273, i32 %t274) convergent
  %t276 = extractvalue {i32, i32, i32, i32} %t275, 0
  %t277 = extractvalue {i32, i32, i32, i32} %t275, 1
  %t278 = extractvalue {i32, i32, i32, i32} %t275, 2
  %t279 = extractvalue {i32, i32, i32, i32} %t275, 3
  store i32 %t276, ptr %s99
  store i32 %t277, ptr %s100
  store i32 %t278, ptr %s101
  store i32 %t279, ptr %s102
  %t280 = load i32, ptr %s103
  %t281 = load i32, ptr %s104
  %t282 = load i32, ptr %s105
  %t283 = load i32, ptr %s106
  %t284 = call {i32, i32, i32, i32} asm sideeffect "mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=r,=r,=r,=r,r,r,r,r,r,r,r,r,r,r"(i32 %t239, i32 %t240, i32 %t241, i32 %t242, i32 %t251, i32 %t252, i32 %t280, i32 %t281, i32 %t282, i32 %t283) convergent
  %t285 = extractvalue {i32, i32, i32, i32} %t284, 0
  %t286 = extractvalue {i32, i32, i32, i32} %t284, 1
  %t287 = extractvalue {i32, i32, i32, i32} %t284, 2
  %t288 = extractvalue {i32, i32, i32, i32} %t284, 3
  store i32 %t285, ptr %s103
  store i32 %t286, ptr %s104
  store i32 %t287, ptr %s105
  store i32 %t288, ptr %s106
  %t289 = add nsw i32 %t184, 6400
  %t290 = icmp eq i32 %t289, 12800
  %t291 = select i1 %t290, i32 0, i32 %t289
  store i32 %t291, ptr %s126
  %t292 = add nsw i32 %t135, 6400
  %t293 = icmp eq i32 %t292, 12800
  %t294 = select i1 %t293, i32 0, i32 %t292
  store i32 %t294, ptr %s127
  %t295 = add nuw nsw i64 %t131, 1
  store i64 %t295, ptr %s128
  %t296 = icmp slt i64 %t295, 1
  br i1 %t296, label %loop.129, label %done.130
done.130:
  call void asm sideeffect "cp.async.wait_all;", "~{memory}"() convergent
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t297 = mul nsw i32 %t8, 2560
  %t298 = add nsw i32 %t2, %t297
  %t299 = mul nsw i32 %t14, 160
  %t300 = mul nsw i32 %t15, 8
  %t301 = add nsw i32 %t298, %t299
  %t302 = add nsw i32 %t301, %t300
  %t303 = load i32, ptr %s91
  %t304 = insertelement <2 x i32> poison, i32 %t303, i32 0
  %t305 = load i32, ptr %s92
  %t306 = insertelement <2 x i32> %t304, i32 %t305, i32 1
  %t307 = inttoptr i32 %t302 to ptr addrspace(3)
  %t308 = getelementptr i8, ptr addrspace(3) %t307, i64 0
  store <2 x i32> %t306, ptr addrspace(3) %t308, align 8
  %t309 = load i32, ptr %s93
  %t310 = insertelement <2 x i32> poison, i32 %t309, i32 0
  %t311 = load i32, ptr %s94
  %t312 = insertelement <2 x i32> %t310, i32 %t311, i32 1
  %t313 = inttoptr i32 %t302 to ptr addrspace(3)
  %t314 = getelementptr i8, ptr addrspace(3) %t313, i64 1280
  store <2 x i32> %t312, ptr addrspace(3) %t314, align 8
  %t315 = load i32, ptr %s95
  %t316 = insertelement <2 x i32> poison, i32 %t315, i32 0
  %t317 = load i32, ptr %s96
  %t318 = insertelement <2 x i32> %t316, i32 %t317, i32 1
  %t319 = inttoptr i32 %t302 to ptr addrspace(3)
  %t320 = getelementptr i8, ptr addrspace(3) %t319, i64 32
  store <2 x i32> %t318, ptr addrspace(3) %t320, align 8
  %t321 = load i32, ptr %s97
  %t322 = insertelement <2 x i32> poison, i32 %t321, i32 0
  %t323 = load i32, ptr %s98
  %t324 = insertelement <2 x i32> %t322, i32 %t323, i32 1
  %t325 = inttoptr i32 %t302 to ptr addrspace(3)
  %t326 = getelementptr i8, ptr addrspace(3) %t325, i64 1312
  store <2 x i32> %t324, ptr addrspace(3) %t326, align 8
  %t327 = load i32, ptr %s99
  %t328 = insertelement <2 x i32> poison, i32 %t327, i32 0
  %t329 = load i32, ptr %s100
  %t330 = insertelement <2 x i32> %t328, i32 %t329, i32 1
  %t331 = inttoptr i32 %t302 to ptr addrspace(3)
  %t332 = getelementptr i8, ptr addrspace(3) %t331, i64 64
  store <2 x i32> %t330, ptr addrspace(3) %t332, align 8
  %t333 = load i32, ptr %s101
  %t334 = insertelement <2 x i32> poison, i32 %t333, i32 0
  %t335 = load i32, ptr %s102
  %t336 = insertelement <2 x i32> %t334, i32 %t335, i32 1
  %t337 = inttoptr i32 %t302 to ptr addrspace(3)
  %t338 = getelementptr i8, ptr addrspace(3) %t337, i64 1344
  store <2 x i32> %t336, ptr addrspace(3) %t338, align 8
  %t339 = load i32, ptr %s103
  %t340 = insertelement <2 x i32> poison, i32 %t339, i32 0
  %t341 = load i32, ptr %s104
  %t342 = insertelement <2 x i32> %t340, i32 %t341, i32 1
  %t343 = inttoptr i32 %t302 to ptr addrspace(3)
  %t344 = getelementptr i8, ptr addrspace(3) %t343, i64 96
  store <2 x i32> %t342, ptr addrspace(3) %t344, align 8
  %t345 = load i32, ptr %s105
  %t346 = insertelement <2 x i32> poison, i32 %t345, i32 0
  %t347 = load i32, ptr %s106
  %t348 = insertelement <2 x i32> %t346, i32 %t347, i32 1
  %t349 = inttoptr i32 %t302 to ptr addrspace(3)
  %t350 = getelementptr i8, ptr addrspace(3) %t349, i64 1376
  store <2 x i32> %t348, ptr addrspace(3) %t350, align 8
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %t351 = add nsw i32 %t7, %t12
  %t352 = udiv i32 %t9, 8
  %t353 = urem i32 %t9, 8
  %t354 = mul nsw i32 %t353, 4
  %t355 = mul nsw i32 %t352, 160
  %t356 = mul nsw i32 %t354, 4
  %t357 = add nsw i32 %t298, %t355
  %t358 = add nsw i32 %t357, %t356
  %t359 = add nsw i32 %t351, %t352
  %t360 = add nsw i32 %t13, %t354
  %t361 = icmp ult i32 %t359, 20
  %t362 = icmp ult i32 %t360, 24
  %t363 = and i1 %t361, %t362
  br i1 %t363, label %then.364, label %else.365
then.364:
  %t367 = inttoptr i32 %t358 to ptr addrspace(3)
  %t368 = getelementptr i8, ptr addrspace(3) %t367, i64 0
  %t369 = load <4 x i32>, ptr addrspace(3) %t368, align 16
  %t370 = extractelement <4 x i32> %t369, i32 0
  %t371 = extractelement <4 x i32> %t369, i32 1
  %t372 = extractelement <4 x i32> %t369, i32 2
  %t373 = extractelement <4 x i32> %t369, i32 3
  %t374 = sext i32 %t359 to i64
  %t375 = mul nsw i64 %t374, 64
  %t376 = getelementptr i8, ptr %buffer0, i64 %t375
  %t377 = mul nsw i64 %t374, 24
  %t378 = getelementptr i32, ptr %buffer1, i64 %t377
  %t379 = sext i32 %t360 to i64
  %t380 = mul nsw i64 %t379, 64
  %t381 = getelementptr i8, ptr %buffer2, i64 %t380
  %t382 = getelementptr i32, ptr %t378, i64 %t379
  %t383 = insertelement <4 x i32> poison, i32 %t370, i32 0
  %t384 = insertelement <4 x i32> %t383, i32 %t371, i32 1
  %t385 = insertelement <4 x i32> %t384, i32 %t372, i32 2
  %t386 = insertelement <4 x i32> %t385, i32 %t373, i32 3
  %t387 = getelementptr i32, ptr %t382, i64 0
  store <4 x i32> %t386, ptr %t387, align 16
  br label %join.366
else.365:
  br label %join.366
join.366:
  %t388 = add nsw i32 %t9, 32
  %t389 = udiv i32 %t388, 8
  %t390 = urem i32 %t388, 8
  %t391 = mul nsw i32 %t390, 4
  %t392 = mul nsw i32 %t389, 160
  %t393 = mul nsw i32 %t391, 4
  %t394 = add nsw i32 %t298, %t392
  %t395 = add nsw i32 %t394, %t393
  %t396 = add nsw i32 %t351, %t389
  %t397 = add nsw i32 %t13, %t391
  %t398 = icmp ult i32 %t396, 20
  %t399 = icmp ult i32 %t397, 24
  %t400 = and i1 %t398, %t399
  br i1 %t400, label %then.401, label %else.402
then.401:
  %t404 = inttoptr i32 %t395 to ptr addrspace(3)
  %t405 = getelementptr i8, ptr addrspace(3) %t404, i64 0
  %t406 = load <4 x i32>, ptr addrspace(3) %t405, align 16
  %t407 = extractelement <4 x i32> %t406, i32 0
  %t408 = extractelement <4 x i32> %t406, i32 1
  %t409 = extractelement <4 x i32> %t406, i32 2
  %t410 = extractelement <4 x i32> %t406, i32 3
  %t411 = sext i32 %t396 to i64
  %t412 = mul nsw i64 %t411, 64
  %t413 = getelementptr i8, ptr %buffer0, i64 %t412
  %t414 = mul nsw i64 %t411, 24
  %t415 = getelementptr i32, ptr %buffer1, i64 %t414
  %t416 = sext i32 %t397 to i64
  %t417 = mul nsw i64 %t416, 64
  %t418 = getelementptr i8, ptr %buffer2, i64 %t417
  %t419 = getelementptr i32, ptr %t415, i64 %t416
  %t420 = insertelement <4 x i32> poison, i32 %t407, i32 0
  %t421 = insertelement <4 x i32> %t420, i32 %t408, i32 1
  %t422 = insertelement <4 x i32> %t421, i32 %t409, i32 2
  %t423 = insertelement <4 x i32> %t422, i32 %t410, i32 3
  %t424 = getelementptr i32, ptr %t419, i64 0
  store <4 x i32> %t423, ptr %t424, align 16
  br label %join.403
else.402:
  br label %join.403
join.403:
  %t425 = add nsw i32 %t9, 64
  %t426 = udiv i32 %t425, 8
  %t427 = urem i32 %t425, 8
  %t428 = mul nsw i32 %t427, 4
  %t429 = mul nsw i32 %t426, 160
  %t430 = mul nsw i32 %t428, 4
  %t431 = add nsw i32 %t298, %t429
  %t432 = add nsw i32 %t431, %t430
  %t433 = add nsw i32 %t351, %t426
  %t434 = add nsw i32 %t13, %t428
  %t435 = icmp ult i32 %t433, 20
  %t436 = icmp ult i32 %t434, 24
  %t437 = and i1 %t435, %t436
  br i1 %t437, label %then.438, label %else.439
then.438:
  %t441 = inttoptr i32 %t432 to ptr addrspace(3)
  %t442 = getelementptr i8, ptr addrspace(3) %t441, i64 0
  %t443 = load <4 x i32>, ptr addrspace(3) %t442, align 16
  %t444 = extractelement <4 x i32> %t443, i32 0
  %t445 = extractelement <4 x i32> %t443, i32 1
  %t446 = extractelement <4 x i32> %t443, i32 2
  %t447 = extractelement <4 x i32> %t443, i32 3
  %t448 = sext i32 %t433 to i64
  %t449 = mul nsw i64 %t448, 64
  %t450 = getelementptr i8, ptr %buffer0, i64 %t449
  %t451 = mul nsw i64 %t448, 24
  %t452 = getelementptr i32, ptr %buffer1, i64 %t451
  %t453 = sext i32 %t434 to i64
  %t454 = mul nsw i64 %t453, 64
  %t455 = getelementptr i8, ptr %buffer2, i64 %t454
  %t456 = getelementptr i32, ptr %t452, i64 %t453
  %t457 = insertelement <4 x i32> poison, i32 %t444, i32 0
  %t458 = insertelement <4 x i32> %t457, i32 %t445, i32 1
  %t459 = insertelement <4 x i32> %t458, i32 %t446, i32 2
  %t460 = insertelement <4 x i32> %t459, i32 %t447, i32 3
  %t461 = getelementptr i32, ptr %t456, i64 0
  store <4 x i32> %t460, ptr %t461, align 16
  br label %join.440
else.439:
  br label %join.440
join.440:
  %t462 = add nsw i32 %t9, 96
  %t463 = udiv i32 %t462, 8
  %t464 = urem i32 %t462, 8
  %t465 = mul nsw i32 %t464, 4
  %t466 = mul nsw i32 %t463, 160
  %t467 = mul nsw i32 %t465, 4
  %t468 = add nsw i32 %t298, %t466
  %t469 = add nsw i32 %t468, %t467
  %t470 = add nsw i32 %t351, %t463
  %t471 = add nsw i32 %t13, %t465
  %t472 = icmp ult i32 %t470, 20
  %t473 = icmp ult i32 %t471, 24
  %t474 = and i1 %t472, %t473
  br i1 %t474, label %then.475, label %else.476
then.475:
  %t478 = inttoptr i32 %t469 to ptr addrspace(3)
  %t479 = getelementptr i8, ptr addrspace(3) %t478, i64 0
  %t480 = load <4 x i32>, ptr addrspace(3) %t479, align 16
  %t481 = extractelement <4 x i32> %t480, i32 0
  %t482 = extractelement <4 x i32> %t480, i32 1
  %t483 = extractelement <4 x i32> %t480, i32 2
  %t484 = extractelement <4 x i32> %t480, i32 3
  %t485 = sext i32 %t470 to i64
  %t486 = mul nsw i64 %t485, 64
  %t487 = getelementptr i8, ptr %buffer0, i64 %t486
  %t488 = mul nsw i64 %t485, 24
  %t489 = getelementptr i32, ptr %buffer1, i64 %t488
  %t490 = sext i32 %t471 to i64
  %t491 = mul nsw i64 %t490, 64
  %t492 = getelementptr i8, ptr %buffer2, i64 %t491
  %t493 = getelementptr i32, ptr %t489, i64 %t490
  %t494 = insertelement <4 x i32> poison, i32 %t481, i32 0
  %t495 = insertelement <4 x i32> %t494, i32 %t482, i32 1
  %t496 = insertelement <4 x i32> %t495, i32 %t483, i32 2
  %t497 = insertelement <4 x i32> %t496, i32 %t484, i32 3
  %t498 = getelementptr i32, ptr %t493, i64 0
  store <4 x i32> %t497, ptr %t498, align 16
  br label %join.477
else.476:
  br label %join.477
join.477:
  ret void
}
