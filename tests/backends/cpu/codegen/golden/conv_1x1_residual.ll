declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
declare <8 x float> @llvm.fmuladd.v8f32(<8 x float>, <8 x float>, <8 x float>)
define internal void @conv_1x1_residual.body(ptr noalias %buffer0, ptr noalias %buffer1, ptr noalias %buffer2, ptr noalias %buffer3, ptr noalias %buffer4, ptr noalias %scratch, i64 %thread, i64 %threads) noinline nounwind "prefer-vector-width"="256" {
  %s1 = alloca i64
  %s14 = alloca <8 x float>
  %s15 = alloca <8 x float>
  %s16 = alloca i64
  store i64 0, ptr %s1
  br label %loop.2
loop.2:
  %t4 = load i64, ptr %s1
  %t5 = mul nsw i64 %t4, 3
  %t6 = getelementptr float, ptr %buffer0, i64 %t5
  %t7 = mul nsw i64 %t4, 8
  %t8 = getelementptr float, ptr %buffer3, i64 %t7
  %t9 = mul nsw i64 %t4, 8
  %t10 = getelementptr float, ptr %buffer4, i64 %t9
  %t11 = getelementptr i8, ptr %t8, i64 64
  call void @llvm.prefetch.p0(ptr %t11, i32 0, i32 2, i32 1)
  %t12 = getelementptr float, ptr %t8, i64 8
  %t13 = getelementptr i8, ptr %t12, i64 64
  call void @llvm.prefetch.p0(ptr %t13, i32 0, i32 2, i32 1)
  store <8 x float> splat (float 0x0000000000000000), ptr %s14
  store <8 x float> splat (float 0x0000000000000000), ptr %s15
  store i64 0, ptr %s16
  br label %loop.17
loop.17:
  %t19 = load i64, ptr %s16
  %t20 = getelementptr float, ptr %t6, i64 %t19
  %t21 = mul nsw i64 %t19, 8
  %t22 = getelementptr float, ptr %buffer1, i64 %t21
  %t23 = load <8 x float>, ptr %s14
  %t24 = load float, ptr %t20, align 4
  %t25 = load <8 x float>, ptr %t22, align 4
  %t26 = insertelement <8 x float> poison, float %t24, i64 0
  %t27 = shufflevector <8 x float> %t26, <8 x float> poison, <8 x i32> zeroinitializer
  %t28 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %t27, <8 x float> %t25, <8 x float> %t23)
  store <8 x float> %t28, ptr %s14
  %t29 = load <8 x float>, ptr %s15
  %t30 = getelementptr float, ptr %t20, i64 3
  %t31 = load float, ptr %t30, align 4
  %t32 = insertelement <8 x float> poison, float %t31, i64 0
  %t33 = shufflevector <8 x float> %t32, <8 x float> poison, <8 x i32> zeroinitializer
  %t34 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %t33, <8 x float> %t25, <8 x float> %t29)
  store <8 x float> %t34, ptr %s15
  %t35 = add nuw nsw i64 %t19, 1
  store i64 %t35, ptr %s16
  %t36 = icmp slt i64 %t35, 3
  br i1 %t36, label %loop.17, label %done.18
done.18:
  %t37 = load <8 x float>, ptr %s14
  %t38 = load <8 x float>, ptr %s15
  %t39 = load <8 x float>, ptr %buffer2, align 4
  %t40 = fadd contract <8 x float> %t37, %t39
  %t41 = load <8 x float>, ptr %t8, align 4
  %t42 = fadd contract <8 x float> %t40, %t41
  %t43 = fcmp ogt <8 x float> splat (float 0x0000000000000000), %t42
  %t44 = select <8 x i1> %t43, <8 x float> splat (float 0x0000000000000000), <8 x float> %t42
  store <8 x float> %t44, ptr %t10, align 4
  %t45 = fadd contract <8 x float> %t38, %t39
  %t46 = getelementptr float, ptr %t8, i64 8
  %t47 = load <8 x float>, ptr %t46, align 4
  %t48 = fadd contract <8 x float> %t45, %t47
  %t49 = fcmp ogt <8 x float> splat (float 0x0000000000000000), %t48
  %t50 = select <8 x i1> %t49, <8 x float> splat (float 0x0000000000000000), <8 x float> %t48
  %t51 = getelementptr float, ptr %t10, i64 8
  store <8 x float> %t50, ptr %t51, align 4
  %t52 = add nuw nsw i64 %t4, 2
  store i64 %t52, ptr %s1
  %t53 = icmp slt i64 %t52, 8
  br i1 %t53, label %loop.2, label %done.3
done.3:
  ret void
}
define void @conv_1x1_residual(ptr %arguments, ptr %scratch, i64 %thread, i64 %threads) nounwind {
  %t54 = getelementptr ptr, ptr %arguments, i64 0
  %t55 = load ptr, ptr %t54
  %t56 = getelementptr ptr, ptr %arguments, i64 1
  %t57 = load ptr, ptr %t56
  %t58 = getelementptr ptr, ptr %arguments, i64 2
  %t59 = load ptr, ptr %t58
  %t60 = getelementptr ptr, ptr %arguments, i64 3
  %t61 = load ptr, ptr %t60
  %t62 = getelementptr ptr, ptr %arguments, i64 4
  %t63 = load ptr, ptr %t62
  call void @conv_1x1_residual.body(ptr %t55, ptr %t57, ptr %t59, ptr %t61, ptr %t63, ptr %scratch, i64 %thread, i64 %threads)
  ret void
}
