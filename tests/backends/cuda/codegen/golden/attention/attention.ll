@shared_memory = external addrspace(3) global [0 x i8], align 128
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
declare float @llvm.fmuladd.f32(float, float, float)
define ptx_kernel void @attention(ptr noalias %buffer0, ptr noalias %buffer1, ptr noalias %buffer2, ptr noalias %buffer3) nounwind "nvvm.maxntid"="128" {
  %s45 = alloca float
  %s46 = alloca i64
  %s70 = alloca float
  %s71 = alloca i64
  %s138 = alloca float
  %s139 = alloca float
  %s140 = alloca i64
  %s174 = alloca float
  %s175 = alloca i64
  %t1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t2 = zext i32 %t1 to i64
  %t3 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t4 = zext i32 %t3 to i64
  %t5 = addrspacecast ptr addrspace(3) @shared_memory to ptr
  %scratch = getelementptr i8, ptr %t5, i64 256
  %t6 = getelementptr i8, ptr %scratch, i64 0
  %t7 = getelementptr i8, ptr %scratch, i64 512
  %t8 = getelementptr i8, ptr %scratch, i64 768
  %t9 = getelementptr i8, ptr %scratch, i64 832
  %t10 = mul i64 %t4, 8
  %t11 = mul nsw i64 %t10, 16
  %t12 = getelementptr float, ptr %buffer0, i64 %t11
  %t13 = icmp ult i64 %t2, 128
  br i1 %t13, label %then.14, label %else.15
then.14:
  %t17 = trunc i64 %t2 to i32
  %t18 = urem i32 %t17, 8
  %t19 = udiv i32 %t17, 8
  %t20 = zext i32 %t18 to i64
  %t21 = add nsw i64 %t10, %t20
  %t22 = mul nsw i64 %t20, 16
  %t23 = getelementptr float, ptr %t12, i64 %t22
  %t24 = getelementptr float, ptr %t6, i64 %t20
  %t25 = zext i32 %t19 to i64
  %t26 = getelementptr float, ptr %t23, i64 %t25
  %t27 = mul nsw i64 %t25, 8
  %t28 = getelementptr float, ptr %t24, i64 %t27
  %t29 = load float, ptr %t26, align 4
  store float %t29, ptr %t28, align 4
  br label %join.16
else.15:
  br label %join.16
join.16:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t30 = icmp ult i64 %t2, 64
  br i1 %t30, label %then.31, label %else.32
then.31:
  %t34 = trunc i64 %t2 to i32
  %t35 = urem i32 %t34, 8
  %t36 = udiv i32 %t34, 8
  %t37 = zext i32 %t35 to i64
  %t38 = add nsw i64 %t10, %t37
  %t39 = getelementptr float, ptr %t6, i64 %t37
  %t40 = getelementptr float, ptr %t7, i64 %t37
  %t41 = zext i32 %t36 to i64
  %t42 = getelementptr float, ptr %buffer1, i64 %t41
  %t43 = mul nsw i64 %t41, 8
  %t44 = getelementptr float, ptr %t40, i64 %t43
  store float 0x0000000000000000, ptr %s45
  store i64 0, ptr %s46
  br label %loop.47
loop.47:
  %t49 = load i64, ptr %s46
  %t50 = mul nsw i64 %t49, 8
  %t51 = getelementptr float, ptr %t42, i64 %t50
  %t52 = mul nsw i64 %t49, 8
  %t53 = getelementptr float, ptr %t39, i64 %t52
  %t54 = load float, ptr %s45
  %t55 = load float, ptr %t51, align 4
  %t56 = load float, ptr %t53, align 4
  %t57 = call float @llvm.fmuladd.f32(float %t55, float %t56, float %t54)
  store float %t57, ptr %s45
  %t58 = add nuw nsw i64 %t49, 1
  store i64 %t58, ptr %s46
  %t59 = icmp slt i64 %t58, 16
  br i1 %t59, label %loop.47, label %done.48
done.48:
  %t60 = load float, ptr %s45
  store float %t60, ptr %t44, align 4
  br label %join.33
else.32:
  br label %join.33
join.33:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t61 = icmp ult i64 %t2, 8
  br i1 %t61, label %then.62, label %else.63
then.62:
  %t65 = trunc i64 %t2 to i32
  %t66 = zext i32 %t65 to i64
  %t67 = add nsw i64 %t10, %t66
  %t68 = getelementptr float, ptr %t7, i64 %t66
  %t69 = getelementptr float, ptr %t8, i64 %t66
  store float 0xFFF0000000000000, ptr %s70
  store i64 0, ptr %s71
  br label %loop.72
loop.72:
  %t74 = load i64, ptr %s71
  %t75 = mul nsw i64 %t74, 8
  %t76 = getelementptr float, ptr %t68, i64 %t75
  %t77 = load float, ptr %s70
  %t78 = load float, ptr %t76, align 4
  %t79 = fcmp ogt float %t78, %t77
  %t80 = select i1 %t79, float %t78, float %t77
  %t81 = fcmp uno float %t78, %t78
  %t82 = select i1 %t81, float %t78, float %t80
  store float %t82, ptr %s70
  %t83 = add nuw nsw i64 %t74, 1
  store i64 %t83, ptr %s71
  %t84 = icmp slt i64 %t83, 8
  br i1 %t84, label %loop.72, label %done.73
done.73:
  %t85 = load float, ptr %s70
  store float %t85, ptr %t69, align 4
  br label %join.64
else.63:
  br label %join.64
join.64:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t86 = icmp ult i64 %t2, 64
  br i1 %t86, label %then.87, label %else.88
then.87:
  %t90 = trunc i64 %t2 to i32
  %t91 = urem i32 %t90, 8
  %t92 = udiv i32 %t90, 8
  %t93 = zext i32 %t91 to i64
  %t94 = add nsw i64 %t10, %t93
  %t95 = getelementptr float, ptr %t7, i64 %t93
  %t96 = getelementptr float, ptr %t8, i64 %t93
  %t97 = getelementptr float, ptr %t7, i64 %t93
  %t98 = zext i32 %t92 to i64
  %t99 = mul nsw i64 %t98, 8
  %t100 = getelementptr float, ptr %t95, i64 %t99
  %t101 = mul nsw i64 %t98, 8
  %t102 = getelementptr float, ptr %t97, i64 %t101
  %t103 = load float, ptr %t100, align 4
  %t104 = load float, ptr %t96, align 4
  %t105 = fsub contract float %t103, %t104
  %t106 = fcmp olt float %t105, 0xC06601E680000000
  %t107 = select i1 %t106, float 0xC06601E680000000, float %t105
  %t108 = fcmp ogt float %t107, 0x4056400000000000
  %t109 = select i1 %t108, float 0x4056400000000000, float %t107
  %t110 = call float @llvm.fmuladd.f32(float %t109, float 0x3FF7154760000000, float 0x4168001FC0000000)
  %t111 = fsub float %t110, 0x4168001FC0000000
  %t112 = call float @llvm.fmuladd.f32(float %t111, float 0xBFE6300000000000, float %t109)
  %t113 = call float @llvm.fmuladd.f32(float %t111, float 0x3F2BD01060000000, float %t112)
  %t114 = call float @llvm.fmuladd.f32(float 0x3F56FEEA40000000, float %t113, float 0x3F81257F60000000)
  %t115 = call float @llvm.fmuladd.f32(float %t114, float %t113, float 0x3FA5552FE0000000)
  %t116 = call float @llvm.fmuladd.f32(float %t115, float %t113, float 0x3FC5554660000000)
  %t117 = call float @llvm.fmuladd.f32(float %t116, float %t113, float 0x3FE0000000000000)
  %t118 = call float @llvm.fmuladd.f32(float %t117, float %t113, float 0x3FF0000000000000)
  %t119 = call float @llvm.fmuladd.f32(float %t118, float %t113, float 0x3FF0000000000000)
  %t120 = bitcast float %t110 to i32
  %t121 = lshr i32 %t120, 1
  %t122 = sub i32 %t120, %t121
  %t123 = shl i32 %t121, 23
  %t124 = bitcast i32 %t123 to float
  %t125 = fmul float %t119, %t124
  %t126 = shl i32 %t122, 23
  %t127 = bitcast i32 %t126 to float
  %t128 = fmul float %t125, %t127
  store float %t128, ptr %t102, align 4
  br label %join.89
else.88:
  br label %join.89
join.89:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t129 = icmp ult i64 %t2, 8
  br i1 %t129, label %then.130, label %else.131
then.130:
  %t133 = trunc i64 %t2 to i32
  %t134 = zext i32 %t133 to i64
  %t135 = add nsw i64 %t10, %t134
  %t136 = getelementptr float, ptr %t7, i64 %t134
  %t137 = getelementptr float, ptr %t9, i64 %t134
  store float 0x0000000000000000, ptr %s138
  store float 0x0000000000000000, ptr %s139
  store i64 0, ptr %s140
  br label %loop.141
loop.141:
  %t143 = load i64, ptr %s140
  %t144 = mul nsw i64 %t143, 8
  %t145 = getelementptr float, ptr %t136, i64 %t144
  %t146 = load float, ptr %s139
  %t147 = load float, ptr %t145, align 4
  %t148 = fadd contract float %t146, %t147
  store float %t148, ptr %s139
  %t149 = add nuw nsw i64 %t143, 1
  store i64 %t149, ptr %s140
  %t150 = icmp slt i64 %t149, 8
  br i1 %t150, label %loop.141, label %done.142
done.142:
  %t151 = load float, ptr %s138
  %t152 = load float, ptr %s139
  %t153 = fadd contract float %t151, %t152
  store float %t153, ptr %s138
  %t154 = load float, ptr %s138
  %t155 = fdiv float 0x3FF0000000000000, %t154
  store float %t155, ptr %t137, align 4
  br label %join.132
else.131:
  br label %join.132
join.132:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t156 = mul nsw i64 %t10, 16
  %t157 = getelementptr float, ptr %buffer3, i64 %t156
  %t158 = icmp ult i64 %t2, 128
  br i1 %t158, label %then.159, label %else.160
then.159:
  %t162 = trunc i64 %t2 to i32
  %t163 = urem i32 %t162, 16
  %t164 = udiv i32 %t162, 16
  %t165 = zext i32 %t163 to i64
  %t166 = getelementptr float, ptr %buffer2, i64 %t165
  %t167 = getelementptr float, ptr %t157, i64 %t165
  %t168 = zext i32 %t164 to i64
  %t169 = add nsw i64 %t10, %t168
  %t170 = getelementptr float, ptr %t7, i64 %t168
  %t171 = getelementptr float, ptr %t9, i64 %t168
  %t172 = mul nsw i64 %t168, 16
  %t173 = getelementptr float, ptr %t167, i64 %t172
  store float 0x0000000000000000, ptr %s174
  store i64 0, ptr %s175
  br label %loop.176
loop.176:
  %t178 = load i64, ptr %s175
  %t179 = mul nsw i64 %t178, 8
  %t180 = getelementptr float, ptr %t170, i64 %t179
  %t181 = mul nsw i64 %t178, 16
  %t182 = getelementptr float, ptr %t166, i64 %t181
  %t183 = load float, ptr %s174
  %t184 = load float, ptr %t180, align 4
  %t185 = load float, ptr %t182, align 4
  %t186 = call float @llvm.fmuladd.f32(float %t184, float %t185, float %t183)
  store float %t186, ptr %s174
  %t187 = add nuw nsw i64 %t178, 1
  store i64 %t187, ptr %s175
  %t188 = icmp slt i64 %t187, 8
  br i1 %t188, label %loop.176, label %done.177
done.177:
  %t189 = load float, ptr %s174
  %t190 = load float, ptr %t171, align 4
  %t191 = fmul contract float %t189, %t190
  store float %t191, ptr %t173, align 4
  br label %join.161
else.160:
  br label %join.161
join.161:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}
