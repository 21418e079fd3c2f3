declare <8 x float> @llvm.fmuladd.v8f32(<8 x float>, <8 x float>, <8 x float>)
define internal void @matmul_batched.body(ptr noalias %buffer0, ptr noalias %buffer1, ptr noalias %buffer2, ptr noalias %scratch, i64 %thread, i64 %threads) noinline nounwind "prefer-vector-width"="256" {
  %s7 = alloca i64
  %s15 = alloca i64
  %s30 = alloca <8 x float>
  %s31 = alloca <8 x float>
  %s32 = alloca i64
  %s60 = alloca <8 x float>
  %s61 = alloca i64
  %t1 = getelementptr i8, ptr %scratch, i64 0
  %t2 = add i64 %thread, 1
  %t3 = mul i64 %thread, 4
  %t4 = udiv i64 %t3, %threads
  %t5 = mul i64 %t2, 4
  %t6 = udiv i64 %t5, %threads
  store i64 %t4, ptr %s7
  %t10 = icmp sge i64 %t4, %t6
  br i1 %t10, label %done.9, label %loop.8
loop.8:
  %t11 = load i64, ptr %s7
  %t12 = mul i64 %t11, 1
  %t13 = mul nsw i64 %t12, 24
  %t14 = getelementptr float, ptr %buffer1, i64 %t13
  store i64 0, ptr %s15
  br label %loop.16
loop.16:
  %t18 = load i64, ptr %s15
  %t19 = mul nsw i64 %t18, 8
  %t20 = getelementptr float, ptr %t14, i64 %t19
  %t21 = mul nsw i64 %t18, 8
  %t22 = getelementptr float, ptr %t1, i64 %t21
  %t23 = load <8 x float>, ptr %t20, align 4
  store <8 x float> %t23, ptr %t22, align 4
  %t24 = add nuw nsw i64 %t18, 1
  store i64 %t24, ptr %s15
  %t25 = icmp slt i64 %t24, 3
  br i1 %t25, label %loop.16, label %done.17
done.17:
  %t26 = mul nsw i64 %t12, 9
  %t27 = getelementptr float, ptr %buffer0, i64 %t26
  %t28 = mul nsw i64 %t12, 24
  %t29 = getelementptr float, ptr %buffer2, i64 %t28
  store <8 x float> splat (float 0x0000000000000000), ptr %s30
  store <8 x float> splat (float 0x0000000000000000), ptr %s31
  store i64 0, ptr %s32
  br label %loop.33
loop.33:
  %t35 = load i64, ptr %s32
  %t36 = getelementptr float, ptr %t27, i64 %t35
  %t37 = mul nsw i64 %t35, 8
  %t38 = getelementptr float, ptr %t1, i64 %t37
  %t39 = load <8 x float>, ptr %s30
  %t40 = load float, ptr %t36, align 4
  %t41 = load <8 x float>, ptr %t38, align 4
  %t42 = insertelement <8 x float> poison, float %t40, i64 0
  %t43 = shufflevector <8 x float> %t42, <8 x float> poison, <8 x i32> zeroinitializer
  %t44 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %t43, <8 x float> %t41, <8 x float> %t39)
  store <8 x float> %t44, ptr %s30
  %t45 = load <8 x float>, ptr %s31
  %t46 = getelementptr float, ptr %t36, i64 3
  %t47 = load float, ptr %t46, align 4
  %t48 = insertelement <8 x float> poison, float %t47, i64 0
  %t49 = shufflevector <8 x float> %t48, <8 x float> poison, <8 x i32> zeroinitializer
  %t50 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %t49, <8 x float> %t41, <8 x float> %t45)
  store <8 x float> %t50, ptr %s31
  %t51 = add nuw nsw i64 %t35, 1
  store i64 %t51, ptr %s32
  %t52 = icmp slt i64 %t51, 3
  br i1 %t52, label %loop.33, label %done.34
done.34:
  %t53 = load <8 x float>, ptr %s30
  %t54 = load <8 x float>, ptr %s31
  %t55 = fmul contract <8 x float> %t53, splat (float 0x3FE0000000000000)
  store <8 x float> %t55, ptr %t29, align 4
  %t56 = fmul contract <8 x float> %t54, splat (float 0x3FE0000000000000)
  %t57 = getelementptr float, ptr %t29, i64 8
  store <8 x float> %t56, ptr %t57, align 4
  %t58 = getelementptr float, ptr %t27, i64 6
  %t59 = getelementptr float, ptr %t29, i64 16
  store <8 x float> splat (float 0x0000000000000000), ptr %s60
  store i64 0, ptr %s61
  br label %loop.62
loop.62:
  %t64 = load i64, ptr %s61
  %t65 = getelementptr float, ptr %t58, i64 %t64
  %t66 = mul nsw i64 %t64, 8
  %t67 = getelementptr float, ptr %t1, i64 %t66
  %t68 = load <8 x float>, ptr %s60
  %t69 = load float, ptr %t65, align 4
  %t70 = load <8 x float>, ptr %t67, align 4
  %t71 = insertelement <8 x float> poison, float %t69, i64 0
  %t72 = shufflevector <8 x float> %t71, <8 x float> poison, <8 x i32> zeroinitializer
  %t73 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %t72, <8 x float> %t70, <8 x float> %t68)
  store <8 x float> %t73, ptr %s60
  %t74 = add nuw nsw i64 %t64, 1
  store i64 %t74, ptr %s61
  %t75 = icmp slt i64 %t74, 3
  br i1 %t75, label %loop.62, label %done.63
done.63:
  %t76 = load <8 x float>, ptr %s60
  %t77 = fmul contract <8 x float> %t76, splat (float 0x3FE0000000000000)
  store <8 x float> %t77, ptr %t59, align 4
  %t78 = add nuw nsw i64 %t11, 1
  store i64 %t78, ptr %s7
  %t79 = icmp slt i64 %t78, %t6
  br i1 %t79, label %loop.8, label %done.9
done.9:
  ret void
}
define void @matmul_batched(ptr %arguments, ptr %scratch, i64 %thread, i64 %threads) nounwind {
  %t80 = getelementptr ptr, ptr %arguments, i64 0
  %t81 = load ptr, ptr %t80
  %t82 = getelementptr ptr, ptr %arguments, i64 1
  %t83 = load ptr, ptr %t82
  %t84 = getelementptr ptr, ptr %arguments, i64 2
  %t85 = load ptr, ptr %t84
  call void @matmul_batched.body(ptr %t81, ptr %t83, ptr %t85, ptr %scratch, i64 %thread, i64 %threads)
  ret void
}
