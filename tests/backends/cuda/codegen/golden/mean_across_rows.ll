@shared_memory = external addrspace(3) global [0 x i8], align 128
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
define ptx_kernel void @mean_across_rows(ptr noalias %buffer0, ptr noalias %buffer1) nounwind "nvvm.maxntid"="64" {
  %s46 = alloca float
  %s47 = alloca float
  %s48 = alloca float
  %s49 = alloca float
  %t1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t2 = zext i32 %t1 to i64
  %t3 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t4 = zext i32 %t3 to i64
  %t5 = udiv i64 %t2, 16
  %t6 = urem i64 %t2, 16
  %t7 = mul i64 %t4, 16
  %t8 = add i64 %t7, %t6
  %t9 = icmp ult i64 %t8, 2
  %t10 = select i1 %t9, i64 %t8, i64 0
  %t11 = mul i64 %t10, 4
  %t12 = getelementptr float, ptr %buffer0, i64 %t11
  %t13 = getelementptr float, ptr %buffer1, i64 %t11
  %t14 = add i64 %t5, 0
  %t15 = mul nsw i64 %t14, 8
  %t16 = getelementptr float, ptr %t12, i64 %t15
  %t17 = add i64 %t5, 4
  %t18 = mul nsw i64 %t17, 8
  %t19 = getelementptr float, ptr %t12, i64 %t18
  %t20 = add i64 %t5, 8
  %t21 = mul nsw i64 %t20, 8
  %t22 = getelementptr float, ptr %t12, i64 %t21
  %t23 = add i64 %t5, 12
  %t24 = mul nsw i64 %t23, 8
  %t25 = getelementptr float, ptr %t12, i64 %t24
  %t26 = load <4 x float>, ptr %t16, align 16
  %t27 = extractelement <4 x float> %t26, i32 0
  %t28 = extractelement <4 x float> %t26, i32 1
  %t29 = extractelement <4 x float> %t26, i32 2
  %t30 = extractelement <4 x float> %t26, i32 3
  %t31 = load <4 x float>, ptr %t19, align 16
  %t32 = extractelement <4 x float> %t31, i32 0
  %t33 = extractelement <4 x float> %t31, i32 1
  %t34 = extractelement <4 x float> %t31, i32 2
  %t35 = extractelement <4 x float> %t31, i32 3
  %t36 = load <4 x float>, ptr %t22, align 16
  %t37 = extractelement <4 x float> %t36, i32 0
  %t38 = extractelement <4 x float> %t36, i32 1
  %t39 = extractelement <4 x float> %t36, i32 2
  %t40 = extractelement <4 x float> %t36, i32 3
  %t41 = load <4 x float>, ptr %t25, align 16
  %t42 = extractelement <4 x float> %t41, i32 0
  %t43 = extractelement <4 x float> %t41, i32 1
  %t44 = extractelement <4 x float> %t41, i32 2
  %t45 = extractelement <4 x float> %t41, i32 3
  store float 0x0000000000000000, ptr %s46
  store float 0x0000000000000000, ptr %s47
  store float 0x0000000000000000, ptr %s48
  store float 0x0000000000000000, ptr %s49
  %t50 = load float, ptr %s46
  %t51 = fadd contract float %t50, %t27
  store float %t51, ptr %s46
  %t52 = load float, ptr %s47
  %t53 = fadd contract float %t52, %t28
  store float %t53, ptr %s47
  %t54 = load float, ptr %s48
  %t55 = fadd contract float %t54, %t29
  store float %t55, ptr %s48
  %t56 = load float, ptr %s49
  %t57 = fadd contract float %t56, %t30
  store float %t57, ptr %s49
  %t58 = load float, ptr %s46
  %t59 = fadd contract float %t58, %t32
  store float %t59, ptr %s46
  %t60 = load float, ptr %s47
  %t61 = fadd contract float %t60, %t33
  store float %t61, ptr %s47
  %t62 = load float, ptr %s48
  %t63 = fadd contract float %t62, %t34
  store float %t63, ptr %s48
  %t64 = load float, ptr %s49
  %t65 = fadd contract float %t64, %t35
  store float %t65, ptr %s49
  %t66 = load float, ptr %s46
  %t67 = fadd contract float %t66, %t37
  store float %t67, ptr %s46
  %t68 = load float, ptr %s47
  %t69 = fadd contract float %t68, %t38
  store float %t69, ptr %s47
  %t70 = load float, ptr %s48
  %t71 = fadd contract float %t70, %t39
  store float %t71, ptr %s48
  %t72 = load float, ptr %s49
  %t73 = fadd contract float %t72, %t40
  store float %t73, ptr %s49
  %t74 = load float, ptr %s46
  %t75 = fadd contract float %t74, %t42
  store float %t75, ptr %s46
  %t76 = load float, ptr %s47
  %t77 = fadd contract float %t76, %t43
  store float %t77, ptr %s47
  %t78 = load float, ptr %s48
  %t79 = fadd contract float %t78, %t44
  store float %t79, ptr %s48
  %t80 = load float, ptr %s49
  %t81 = fadd contract float %t80, %t45
  store float %t81, ptr %s49
  %t82 = load float, ptr %s46
  %t83 = load float, ptr %s47
  %t84 = load float, ptr %s48
  %t85 = load float, ptr %s49
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t86 = mul i64 %t5, 64
  %t87 = add i64 %t86, %t6
  %t88 = add i64 %t87, 0
  %t89 = getelementptr [8 x i8], ptr addrspace(3) @shared_memory, i64 %t88
  store float %t82, ptr addrspace(3) %t89
  %t90 = mul i64 %t5, 64
  %t91 = add i64 %t90, %t6
  %t92 = add i64 %t91, 16
  %t93 = getelementptr [8 x i8], ptr addrspace(3) @shared_memory, i64 %t92
  store float %t83, ptr addrspace(3) %t93
  %t94 = mul i64 %t5, 64
  %t95 = add i64 %t94, %t6
  %t96 = add i64 %t95, 32
  %t97 = getelementptr [8 x i8], ptr addrspace(3) @shared_memory, i64 %t96
  store float %t84, ptr addrspace(3) %t97
  %t98 = mul i64 %t5, 64
  %t99 = add i64 %t98, %t6
  %t100 = add i64 %t99, 48
  %t101 = getelementptr [8 x i8], ptr addrspace(3) @shared_memory, i64 %t100
  store float %t85, ptr addrspace(3) %t101
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t102 = mul i64 0, 64
  %t103 = add i64 %t102, %t6
  %t104 = add i64 %t103, 0
  %t105 = getelementptr [8 x i8], ptr addrspace(3) @shared_memory, i64 %t104
  %t106 = load float, ptr addrspace(3) %t105
  %t107 = mul i64 1, 64
  %t108 = add i64 %t107, %t6
  %t109 = add i64 %t108, 0
  %t110 = getelementptr [8 x i8], ptr addrspace(3) @shared_memory, i64 %t109
  %t111 = load float, ptr addrspace(3) %t110
  %t112 = mul i64 2, 64
  %t113 = add i64 %t112, %t6
  %t114 = add i64 %t113, 0
  %t115 = getelementptr [8 x i8], ptr addrspace(3) @shared_memory, i64 %t114
  %t116 = load float, ptr addrspace(3) %t115
  %t117 = mul i64 3, 64
  %t118 = add i64 %t117, %t6
  %t119 = add i64 %t118, 0
  %t120 = getelementptr [8 x i8], ptr addrspace(3) @shared_memory, i64 %t119
  %t121 = load float, ptr addrspace(3) %t120
  %t122 = fadd contract float %t106, %t111
  %t123 = fadd contract float %t116, %t121
  %t124 = fadd contract float %t122, %t123
  %t125 = mul i64 0, 64
  %t126 = add i64 %t125, %t6
  %t127 = add i64 %t126, 16
  %t128 = getelementptr [8 x i8], ptr addrspace(3) @shared_memory, i64 %t127
  %t129 = load float, ptr addrspace(3) %t128
  %t130 = mul i64 1, 64
  %t131 = add i64 %t130, %t6
  %t132 = add i64 %t131, 16
  %t133 = getelementptr [8 x i8], ptr addrspace(3) @shared_memory, i64 %t132
  %t134 = load float, ptr addrspace(3) %t133
  %t135 = mul i64 2, 64
  %t136 = add i64 %t135, %t6
  %t137 = add i64 %t136, 16
  %t138 = getelementptr [8 x i8], ptr addrspace(3) @shared_memory, i64 %t137
  %t139 = load float, ptr addrspace(3) %t138
  %t140 = mul i64 3, 64
  %t141 = add i64 %t140, %t6
  %t142 = add i64 %t141, 16
  %t143 = getelementptr [8 x i8], ptr addrspace(3) @shared_memory, i64 %t142
  %t144 = load float, ptr addrspace(3) %t143
  %t145 = fadd contract float %t129, %t134
  %t146 = fadd contract float %t139, %t144
  %t147 = fadd contract float %t145, %t146
  %t148 = mul i64 0, 64
  %t149 = add i64 %t148, %t6
  %t150 = add i64 %t149, 32
  %t151 = getelementptr [8 x i8], ptr addrspace(3) @shared_memory, i64 %t150
  %t152 = load float, ptr addrspace(3) %t151
  %t153 = mul i64 1, 64
  %t154 = add i64 %t153, %t6
  %t155 = add i64 %t154, 32
  %t156 = getelementptr [8 x i8], ptr addrspace(3) @shared_memory, i64 %t155
  %t157 = load float, ptr addrspace(3) %t156
  %t158 = mul i64 2, 64
  %t159 = add i64 %t158, %t6
  %t160 = add i64 %t159, 32
  %t161 = getelementptr [8 x i8], ptr addrspace(3) @shared_memory, i64 %t160
  %t162 = load float, ptr addrspace(3) %t161
  %t163 = mul i64 3, 64
  %t164 = add i64 %t163, %t6
  %t165 = add i64 %t164, 32
  %t166 = getelementptr [8 x i8], ptr addrspace(3) @shared_memory, i64 %t165
  %t167 = load float, ptr addrspace(3) %t166
  %t168 = fadd contract float %t152, %t157
  %t169 = fadd contract float %t162, %t167
  %t170 = fadd contract float %t168, %t169
  %t171 = mul i64 0, 64
  %t172 = add i64 %t171, %t6
  %t173 = add i64 %t172, 48
  %t174 = getelementptr [8 x i8], ptr addrspace(3) @shared_memory, i64 %t173
  %t175 = load float, ptr addrspace(3) %t174
  %t176 = mul i64 1, 64
  %t177 = add i64 %t176, %t6
  %t178 = add i64 %t177, 48
  %t179 = getelementptr [8 x i8], ptr addrspace(3) @shared_memory, i64 %t178
  %t180 = load float, ptr addrspace(3) %t179
  %t181 = mul i64 2, 64
  %t182 = add i64 %t181, %t6
  %t183 = add i64 %t182, 48
  %t184 = getelementptr [8 x i8], ptr addrspace(3) @shared_memory, i64 %t183
  %t185 = load float, ptr addrspace(3) %t184
  %t186 = mul i64 3, 64
  %t187 = add i64 %t186, %t6
  %t188 = add i64 %t187, 48
  %t189 = getelementptr [8 x i8], ptr addrspace(3) @shared_memory, i64 %t188
  %t190 = load float, ptr addrspace(3) %t189
  %t191 = fadd contract float %t175, %t180
  %t192 = fadd contract float %t185, %t190
  %t193 = fadd contract float %t191, %t192
  %t194 = icmp eq i64 %t5, 0
  %t195 = and i1 %t194, %t9
  br i1 %t195, label %then.196, label %else.197
then.196:
  %t199 = insertelement <4 x float> poison, float %t124, i32 0
  %t200 = insertelement <4 x float> %t199, float %t147, i32 1
  %t201 = insertelement <4 x float> %t200, float %t170, i32 2
  %t202 = insertelement <4 x float> %t201, float %t193, i32 3
  store <4 x float> %t202, ptr %t13, align 16
  br label %join.198
else.197:
  br label %join.198
join.198:
  ret void
}
