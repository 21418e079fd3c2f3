declare <8 x float> @llvm.fmuladd.v8f32(<8 x float>, <8 x float>, <8 x float>)
declare <4 x float> @llvm.masked.load.v4f32.p0(ptr, i32, <4 x i1>, <4 x float>)
declare <4 x float> @llvm.fmuladd.v4f32(<4 x float>, <4 x float>, <4 x float>)
declare void @llvm.masked.store.v4f32.p0(<4 x float>, ptr, i32, <4 x i1>)
define internal void @matmul_packed.body(ptr noalias %buffer0, ptr noalias %buffer1, ptr noalias %buffer2, ptr noalias %buffer3, ptr noalias %scratch, i64 %thread, i64 %threads) noinline nounwind "prefer-vector-width"="256" {
  %s1 = alloca <8 x float>
  %s2 = alloca <8 x float>
  %s3 = alloca <8 x float>
  %s4 = alloca i64
  %s43 = alloca <4 x float>
  %s44 = alloca <4 x float>
  %s45 = alloca <4 x float>
  %s46 = alloca i64
  store <8 x float> splat (float 0x0000000000000000), ptr %s1
  store <8 x float> splat (float 0x0000000000000000), ptr %s2
  store <8 x float> splat (float 0x0000000000000000), ptr %s3
  store i64 0, ptr %s4
  br label %loop.5
loop.5:
  %t7 = load i64, ptr %s4
  %t8 = getelementptr float, ptr %buffer0, i64 %t7
  %t9 = mul nsw i64 %t7, 8
  %t10 = getelementptr float, ptr %buffer1, i64 %t9
  %t11 = load <8 x float>, ptr %s1
  %t12 = load float, ptr %t8, align 4
  %t13 = load <8 x float>, ptr %t10, align 4
  %t14 = insertelement <8 x float> poison, float %t12, i64 0
  %t15 = shufflevector <8 x float> %t14, <8 x float> poison, <8 x i32> zeroinitializer
  %t16 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %t15, <8 x float> %t13, <8 x float> %t11)
  store <8 x float> %t16, ptr %s1
  %t17 = load <8 x float>, ptr %s2
  %t18 = getelementptr float, ptr %t8, i64 3
  %t19 = load float, ptr %t18, align 4
  %t20 = insertelement <8 x float> poison, float %t19, i64 0
  %t21 = shufflevector <8 x float> %t20, <8 x float> poison, <8 x i32> zeroinitializer
  %t22 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %t21, <8 x float> %t13, <8 x float> %t17)
  store <8 x float> %t22, ptr %s2
  %t23 = load <8 x float>, ptr %s3
  %t24 = getelementptr float, ptr %t8, i64 6
  %t25 = load float, ptr %t24, align 4
  %t26 = insertelement <8 x float> poison, float %t25, i64 0
  %t27 = shufflevector <8 x float> %t26, <8 x float> poison, <8 x i32> zeroinitializer
  %t28 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %t27, <8 x float> %t13, <8 x float> %t23)
  store <8 x float> %t28, ptr %s3
  %t29 = add nuw nsw i64 %t7, 1
  store i64 %t29, ptr %s4
  %t30 = icmp slt i64 %t29, 3
  br i1 %t30, label %loop.5, label %done.6
done.6:
  %t31 = load <8 x float>, ptr %s1
  %t32 = load <8 x float>, ptr %s2
  %t33 = load <8 x float>, ptr %s3
  %t34 = load <8 x float>, ptr %buffer2, align 4
  %t35 = fadd contract <8 x float> %t31, %t34
  store <8 x float> %t35, ptr %buffer3, align 4
  %t36 = fadd contract <8 x float> %t32, %t34
  %t37 = getelementptr float, ptr %buffer3, i64 11
  store <8 x float> %t36, ptr %t37, align 4
  %t38 = fadd contract <8 x float> %t33, %t34
  %t39 = getelementptr float, ptr %buffer3, i64 22
  store <8 x float> %t38, ptr %t39, align 4
  %t40 = getelementptr float, ptr %buffer1, i64 24
  %t41 = getelementptr float, ptr %buffer2, i64 8
  %t42 = getelementptr float, ptr %buffer3, i64 8
  store <4 x float> splat (float 0x0000000000000000), ptr %s43
  store <4 x float> splat (float 0x0000000000000000), ptr %s44
  store <4 x float> splat (float 0x0000000000000000), ptr %s45
  store i64 0, ptr %s46
  br label %loop.47
loop.47:
  %t49 = load i64, ptr %s46
  %t50 = getelementptr float, ptr %buffer0, i64 %t49
  %t51 = mul nsw i64 %t49, 8
  %t52 = getelementptr float, ptr %t40, i64 %t51
  %t53 = load <4 x float>, ptr %s43
  %t54 = load float, ptr %t50, align 4
  %t55 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t52, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t56 = insertelement <4 x float> poison, float %t54, i64 0
  %t57 = shufflevector <4 x float> %t56, <4 x float> poison, <4 x i32> zeroinitializer
  %t58 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t57, <4 x float> %t55, <4 x float> %t53)
  store <4 x float> %t58, ptr %s43
  %t59 = load <4 x float>, ptr %s44
  %t60 = getelementptr float, ptr %t50, i64 3
  %t61 = load float, ptr %t60, align 4
  %t62 = insertelement <4 x float> poison, float %t61, i64 0
  %t63 = shufflevector <4 x float> %t62, <4 x float> poison, <4 x i32> zeroinitializer
  %t64 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t63, <4 x float> %t55, <4 x float> %t59)
  store <4 x float> %t64, ptr %s44
  %t65 = load <4 x float>, ptr %s45
  %t66 = getelementptr float, ptr %t50, i64 6
  %t67 = load float, ptr %t66, align 4
  %t68 = insertelement <4 x float> poison, float %t67, i64 0
  %t69 = shufflevector <4 x float> %t68, <4 x float> poison, <4 x i32> zeroinitializer
  %t70 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t69, <4 x float> %t55, <4 x float> %t65)
  store <4 x float> %t70, ptr %s45
  %t71 = add nuw nsw i64 %t49, 1
  store i64 %t71, ptr %s46
  %t72 = icmp slt i64 %t71, 3
  br i1 %t72, label %loop.47, label %done.48
done.48:
  %t73 = load <4 x float>, ptr %s43
  %t74 = load <4 x float>, ptr %s44
  %t75 = load <4 x float>, ptr %s45
  %t76 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t41, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t77 = fadd contract <4 x float> %t73, %t76
  call void @llvm.masked.store.v4f32.p0(<4 x float> %t77, ptr %t42, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>)
  %t78 = fadd contract <4 x float> %t74, %t76
  %t79 = getelementptr float, ptr %t42, i64 11
  call void @llvm.masked.store.v4f32.p0(<4 x float> %t78, ptr %t79, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>)
  %t80 = fadd contract <4 x float> %t75, %t76
  %t81 = getelementptr float, ptr %t42, i64 22
  call void @llvm.masked.store.v4f32.p0(<4 x float> %t80, ptr %t81, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>)
  ret void
}
define void @matmul_packed(ptr %arguments, ptr %scratch, i64 %thread, i64 %threads) nounwind {
  %t82 = getelementptr ptr, ptr %arguments, i64 0
  %t83 = load ptr, ptr %t82
  %t84 = getelementptr ptr, ptr %arguments, i64 1
  %t85 = load ptr, ptr %t84
  %t86 = getelementptr ptr, ptr %arguments, i64 2
  %t87 = load ptr, ptr %t86
  %t88 = getelementptr ptr, ptr %arguments, i64 3
  %t89 = load ptr, ptr %t88
  call void @matmul_packed.body(ptr %t83, ptr %t85, ptr %t87, ptr %t89, ptr %scratch, i64 %thread, i64 %threads)
  ret void
}
