declare <8 x float> @llvm.fmuladd.v8f32(<8 x float>, <8 x float>, <8 x float>)
declare <8 x float> @llvm.masked.load.v8f32.p0(ptr, i32, <8 x i1>, <8 x float>)
define internal void @matmul_dot.body(ptr noalias %buffer0, ptr noalias %buffer1, ptr noalias %buffer2, ptr noalias %scratch, i64 %thread, i64 %threads) noinline nounwind "prefer-vector-width"="256" {
  %s1 = alloca i64
  %s9 = alloca <8 x float>
  %s10 = alloca <8 x float>
  %s11 = alloca i64
  %s68 = alloca <8 x float>
  %s69 = alloca i64
  store i64 0, ptr %s1
  br label %loop.2
loop.2:
  %t4 = load i64, ptr %s1
  %t5 = mul nsw i64 %t4, 19
  %t6 = getelementptr float, ptr %buffer1, i64 %t5
  %t7 = mul nsw i64 %t4, 1
  %t8 = getelementptr float, ptr %buffer2, i64 %t7
  store <8 x float> splat (float 0x0000000000000000), ptr %s9
  store <8 x float> splat (float 0x0000000000000000), ptr %s10
  store i64 0, ptr %s11
  br label %loop.12
loop.12:
  %t14 = load i64, ptr %s11
  %t15 = getelementptr float, ptr %buffer0, i64 %t14
  %t16 = getelementptr float, ptr %t6, i64 %t14
  %t17 = load <8 x float>, ptr %s9
  %t18 = load <8 x float>, ptr %t15, align 4
  %t19 = load <8 x float>, ptr %t16, align 4
  %t20 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %t18, <8 x float> %t19, <8 x float> %t17)
  store <8 x float> %t20, ptr %s9
  %t21 = load <8 x float>, ptr %s10
  %t22 = getelementptr float, ptr %t16, i64 19
  %t23 = load <8 x float>, ptr %t22, align 4
  %t24 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %t18, <8 x float> %t23, <8 x float> %t21)
  store <8 x float> %t24, ptr %s10
  %t25 = add nuw nsw i64 %t14, 8
  store i64 %t25, ptr %s11
  %t26 = icmp slt i64 %t25, 16
  br i1 %t26, label %loop.12, label %done.13
done.13:
  %t27 = getelementptr float, ptr %buffer0, i64 16
  %t28 = getelementptr float, ptr %t6, i64 16
  %t29 = load <8 x float>, ptr %s9
  %t30 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr %t27, i32 4, <8 x i1> <i1 1, i1 1, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0>, <8 x float> splat (float 0x0000000000000000))
  %t31 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr %t28, i32 4, <8 x i1> <i1 1, i1 1, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0>, <8 x float> splat (float 0x0000000000000000))
  %t32 = fmul contract <8 x float> %t30, %t31
  %t33 = select <8 x i1> <i1 1, i1 1, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0>, <8 x float> %t32, <8 x float> splat (float 0x0000000000000000)
  %t34 = fadd contract <8 x float> %t29, %t33
  store <8 x float> %t34, ptr %s9
  %t35 = load <8 x float>, ptr %s10
  %t36 = getelementptr float, ptr %t28, i64 19
  %t37 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr %t36, i32 4, <8 x i1> <i1 1, i1 1, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0>, <8 x float> splat (float 0x0000000000000000))
  %t38 = fmul contract <8 x float> %t30, %t37
  %t39 = select <8 x i1> <i1 1, i1 1, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0>, <8 x float> %t38, <8 x float> splat (float 0x0000000000000000)
  %t40 = fadd contract <8 x float> %t35, %t39
  store <8 x float> %t40, ptr %s10
  %t41 = load <8 x float>, ptr %s9
  %t42 = shufflevector <8 x float> %t41, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %t43 = shufflevector <8 x float> %t41, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %t44 = fadd contract <4 x float> %t42, %t43
  %t45 = shufflevector <4 x float> %t44, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %t46 = shufflevector <4 x float> %t44, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %t47 = fadd contract <2 x float> %t45, %t46
  %t48 = extractelement <2 x float> %t47, i32 0
  %t49 = extractelement <2 x float> %t47, i32 1
  %t50 = fadd contract float %t48, %t49
  %t51 = load <8 x float>, ptr %s10
  %t52 = shufflevector <8 x float> %t51, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %t53 = shufflevector <8 x float> %t51, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %t54 = fadd contract <4 x float> %t52, %t53
  %t55 = shufflevector <4 x float> %t54, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %t56 = shufflevector <4 x float> %t54, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %t57 = fadd contract <2 x float> %t55, %t56
  %t58 = extractelement <2 x float> %t57, i32 0
  %t59 = extractelement <2 x float> %t57, i32 1
  %t60 = fadd contract float %t58, %t59
  store float %t50, ptr %t8, align 4
  %t61 = getelementptr float, ptr %t8, i64 1
  store float %t60, ptr %t61, align 4
  %t62 = add nuw nsw i64 %t4, 2
  store i64 %t62, ptr %s1
  %t63 = icmp slt i64 %t62, 4
  br i1 %t63, label %loop.2, label %done.3
done.3:
  %t64 = mul nsw i64 4, 19
  %t65 = getelementptr float, ptr %buffer1, i64 %t64
  %t66 = mul nsw i64 4, 1
  %t67 = getelementptr float, ptr %buffer2, i64 %t66
  store <8 x float> splat (float 0x0000000000000000), ptr %s68
  store i64 0, ptr %s69
  br label %loop.70
loop.70:
  %t72 = load i64, ptr %s69
  %t73 = getelementptr float, ptr %buffer0, i64 %t72
  %t74 = getelementptr float, ptr %t65, i64 %t72
  %t75 = load <8 x float>, ptr %s68
  %t76 = load <8 x float>, ptr %t73, align 4
  %t77 = load <8 x float>, ptr %t74, align 4
  %t78 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %t76, <8 x float> %t77, <8 x float> %t75)
  store <8 x float> %t78, ptr %s68
  %t79 = add nuw nsw i64 %t72, 8
  store i64 %t79, ptr %s69
  %t80 = icmp slt i64 %t79, 16
  br i1 %t80, label %loop.70, label %done.71
done.71:
  %t81 = getelementptr float, ptr %buffer0, i64 16
  %t82 = getelementptr float, ptr %t65, i64 16
  %t83 = load <8 x float>, ptr %s68
  %t84 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr %t81, i32 4, <8 x i1> <i1 1, i1 1, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0>, <8 x float> splat (float 0x0000000000000000))
  %t85 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr %t82, i32 4, <8 x i1> <i1 1, i1 1, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0>, <8 x float> splat (float 0x0000000000000000))
  %t86 = fmul contract <8 x float> %t84, %t85
  %t87 = select <8 x i1> <i1 1, i1 1, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0>, <8 x float> %t86, <8 x float> splat (float 0x0000000000000000)
  %t88 = fadd contract <8 x float> %t83, %t87
  store <8 x float> %t88, ptr %s68
  %t89 = load <8 x float>, ptr %s68
  %t90 = shufflevector <8 x float> %t89, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %t91 = shufflevector <8 x float> %t89, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %t92 = fadd contract <4 x float> %t90, %t91
  %t93 = shufflevector <4 x float> %t92, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %t94 = shufflevector <4 x float> %t92, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %t95 = fadd contract <2 x float> %t93, %t94
  %t96 = extractelement <2 x float> %t95, i32 0
  %t97 = extractelement <2 x float> %t95, i32 1
  %t98 = fadd contract float %t96, %t97
  store float %t98, ptr %t67, align 4
  ret void
}
define void @matmul_dot(ptr %arguments, ptr %scratch, i64 %thread, i64 %threads) nounwind {
  %t99 = getelementptr ptr, ptr %arguments, i64 0
  %t100 = load ptr, ptr %t99
  %t101 = getelementptr ptr, ptr %arguments, i64 1
  %t102 = load ptr, ptr %t101
  %t103 = getelementptr ptr, ptr %arguments, i64 2
  %t104 = load ptr, ptr %t103
  call void @matmul_dot.body(ptr %t100, ptr %t102, ptr %t104, ptr %scratch, i64 %thread, i64 %threads)
  ret void
}
