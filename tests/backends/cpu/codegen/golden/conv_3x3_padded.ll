declare <8 x float> @llvm.fmuladd.v8f32(<8 x float>, <8 x float>, <8 x float>)
define internal void @conv_3x3_padded.body(ptr noalias %buffer0, ptr noalias %buffer1, ptr noalias %buffer2, ptr noalias %buffer3, ptr noalias %scratch, i64 %thread, i64 %threads) noinline nounwind "prefer-vector-width"="256" {
  %s1 = alloca i64
  %s9 = alloca i64
  %s18 = alloca i64
  %s26 = alloca <8 x float>
  %s27 = alloca <8 x float>
  %s28 = alloca i64
  %s36 = alloca i64
  %s44 = alloca i64
  store i64 0, ptr %s1
  br label %loop.2
loop.2:
  %t4 = load i64, ptr %s1
  %t5 = mul nsw i64 %t4, 12
  %t6 = getelementptr float, ptr %buffer0, i64 %t5
  %t7 = mul nsw i64 %t4, 32
  %t8 = getelementptr float, ptr %buffer3, i64 %t7
  store i64 0, ptr %s9
  br label %loop.10
loop.10:
  %t12 = load i64, ptr %s9
  %t13 = add nsw i64 %t4, %t12
  %t14 = mul nsw i64 %t12, 12
  %t15 = getelementptr float, ptr %t6, i64 %t14
  %t16 = mul nsw i64 %t12, 32
  %t17 = getelementptr float, ptr %t8, i64 %t16
  store i64 0, ptr %s18
  br label %loop.19
loop.19:
  %t21 = load i64, ptr %s18
  %t22 = mul nsw i64 %t21, 2
  %t23 = getelementptr float, ptr %t15, i64 %t22
  %t24 = mul nsw i64 %t21, 8
  %t25 = getelementptr float, ptr %t17, i64 %t24
  store <8 x float> splat (float 0x0000000000000000), ptr %s26
  store <8 x float> splat (float 0x0000000000000000), ptr %s27
  store i64 0, ptr %s28
  br label %loop.29
loop.29:
  %t31 = load i64, ptr %s28
  %t32 = mul nsw i64 %t31, 12
  %t33 = getelementptr float, ptr %t23, i64 %t32
  %t34 = mul nsw i64 %t31, 48
  %t35 = getelementptr float, ptr %buffer1, i64 %t34
  store i64 0, ptr %s36
  br label %loop.37
loop.37:
  %t39 = load i64, ptr %s36
  %t40 = mul nsw i64 %t39, 2
  %t41 = getelementptr float, ptr %t33, i64 %t40
  %t42 = mul nsw i64 %t39, 16
  %t43 = getelementptr float, ptr %t35, i64 %t42
  store i64 0, ptr %s44
  br label %loop.45
loop.45:
  %t47 = load i64, ptr %s44
  %t48 = getelementptr float, ptr %t41, i64 %t47
  %t49 = mul nsw i64 %t47, 8
  %t50 = getelementptr float, ptr %t43, i64 %t49
  %t51 = load <8 x float>, ptr %s26
  %t52 = load float, ptr %t48, align 4
  %t53 = load <8 x float>, ptr %t50, align 4
  %t54 = insertelement <8 x float> poison, float %t52, i64 0
  %t55 = shufflevector <8 x float> %t54, <8 x float> poison, <8 x i32> zeroinitializer
  %t56 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %t55, <8 x float> %t53, <8 x float> %t51)
  store <8 x float> %t56, ptr %s26
  %t57 = load <8 x float>, ptr %s27
  %t58 = getelementptr float, ptr %t48, i64 2
  %t59 = load float, ptr %t58, align 4
  %t60 = insertelement <8 x float> poison, float %t59, i64 0
  %t61 = shufflevector <8 x float> %t60, <8 x float> poison, <8 x i32> zeroinitializer
  %t62 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %t61, <8 x float> %t53, <8 x float> %t57)
  store <8 x float> %t62, ptr %s27
  %t63 = add nuw nsw i64 %t47, 1
  store i64 %t63, ptr %s44
  %t64 = icmp slt i64 %t63, 2
  br i1 %t64, label %loop.45, label %done.46
done.46:
  %t65 = add nuw nsw i64 %t39, 1
  store i64 %t65, ptr %s36
  %t66 = icmp slt i64 %t65, 3
  br i1 %t66, label %loop.37, label %done.38
done.38:
  %t67 = add nuw nsw i64 %t31, 1
  store i64 %t67, ptr %s28
  %t68 = icmp slt i64 %t67, 3
  br i1 %t68, label %loop.29, label %done.30
done.30:
  %t69 = load <8 x float>, ptr %s26
  %t70 = load <8 x float>, ptr %s27
  %t71 = load <8 x float>, ptr %buffer2, align 4
  %t72 = fadd contract <8 x float> %t69, %t71
  store <8 x float> %t72, ptr %t25, align 4
  %t73 = fadd contract <8 x float> %t70, %t71
  %t74 = getelementptr float, ptr %t25, i64 8
  store <8 x float> %t73, ptr %t74, align 4
  %t75 = add nuw nsw i64 %t21, 2
  store i64 %t75, ptr %s18
  %t76 = icmp slt i64 %t75, 4
  br i1 %t76, label %loop.19, label %done.20
done.20:
  %t77 = add nuw nsw i64 %t12, 1
  store i64 %t77, ptr %s9
  %t78 = icmp slt i64 %t77, 2
  br i1 %t78, label %loop.10, label %done.11
done.11:
  %t79 = add nuw nsw i64 %t4, 2
  store i64 %t79, ptr %s1
  %t80 = icmp slt i64 %t79, 4
  br i1 %t80, label %loop.2, label %done.3
done.3:
  ret void
}
define void @conv_3x3_padded(ptr %arguments, ptr %scratch, i64 %thread, i64 %threads) nounwind {
  %t81 = getelementptr ptr, ptr %arguments, i64 0
  %t82 = load ptr, ptr %t81
  %t83 = getelementptr ptr, ptr %arguments, i64 1
  %t84 = load ptr, ptr %t83
  %t85 = getelementptr ptr, ptr %arguments, i64 2
  %t86 = load ptr, ptr %t85
  %t87 = getelementptr ptr, ptr %arguments, i64 3
  %t88 = load ptr, ptr %t87
  call void @conv_3x3_padded.body(ptr %t82, ptr %t84, ptr %t86, ptr %t88, ptr %scratch, i64 %thread, i64 %threads)
  ret void
}
