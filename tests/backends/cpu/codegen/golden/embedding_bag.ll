declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
declare <8 x float> @llvm.fmuladd.v8f32(<8 x float>, <8 x float>, <8 x float>)
define internal void @embedding_bag.body(ptr noalias %buffer0, ptr noalias %buffer1, ptr noalias %buffer2, ptr noalias %buffer3, ptr noalias %scratch, i64 %thread, i64 %threads) noinline nounwind "prefer-vector-width"="256" {
  %s1 = alloca i64
  %s11 = alloca <8 x float>
  %s12 = alloca i64
  store i64 0, ptr %s1
  br label %loop.2
loop.2:
  %t4 = load i64, ptr %s1
  %t5 = mul nsw i64 %t4, 4
  %t6 = getelementptr i64, ptr %buffer1, i64 %t5
  %t7 = mul nsw i64 %t4, 4
  %t8 = getelementptr float, ptr %buffer2, i64 %t7
  %t9 = mul nsw i64 %t4, 8
  %t10 = getelementptr float, ptr %buffer3, i64 %t9
  store <8 x float> splat (float 0x0000000000000000), ptr %s11
  store i64 0, ptr %s12
  br label %loop.13
loop.13:
  %t15 = load i64, ptr %s12
  %t16 = getelementptr i64, ptr %t6, i64 %t15
  %t17 = getelementptr float, ptr %t8, i64 %t15
  %t18 = load <8 x float>, ptr %s11
  %t19 = load i64, ptr %t16, align 8
  %t20 = icmp slt i64 %t19, 0
  %t21 = add i64 %t19, 5
  %t22 = select i1 %t20, i64 %t21, i64 %t19
  %t23 = call i64 @llvm.smax.i64(i64 %t22, i64 0)
  %t24 = call i64 @llvm.smin.i64(i64 %t23, i64 4)
  %t25 = mul nsw i64 %t24, 8
  %t26 = getelementptr float, ptr %buffer0, i64 %t25
  %t27 = load <8 x float>, ptr %t26, align 4
  %t28 = load float, ptr %t17, align 4
  %t29 = insertelement <8 x float> poison, float %t28, i64 0
  %t30 = shufflevector <8 x float> %t29, <8 x float> poison, <8 x i32> zeroinitializer
  %t31 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %t27, <8 x float> %t30, <8 x float> %t18)
  store <8 x float> %t31, ptr %s11
  %t32 = load <8 x float>, ptr %s11
  %t33 = getelementptr i64, ptr %t16, i64 1
  %t34 = load i64, ptr %t33, align 8
  %t35 = icmp slt i64 %t34, 0
  %t36 = add i64 %t34, 5
  %t37 = select i1 %t35, i64 %t36, i64 %t34
  %t38 = call i64 @llvm.smax.i64(i64 %t37, i64 0)
  %t39 = call i64 @llvm.smin.i64(i64 %t38, i64 4)
  %t40 = mul nsw i64 %t39, 8
  %t41 = getelementptr float, ptr %buffer0, i64 %t40
  %t42 = load <8 x float>, ptr %t41, align 4
  %t43 = getelementptr float, ptr %t17, i64 1
  %t44 = load float, ptr %t43, align 4
  %t45 = insertelement <8 x float> poison, float %t44, i64 0
  %t46 = shufflevector <8 x float> %t45, <8 x float> poison, <8 x i32> zeroinitializer
  %t47 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %t42, <8 x float> %t46, <8 x float> %t32)
  store <8 x float> %t47, ptr %s11
  %t48 = add nuw nsw i64 %t15, 2
  store i64 %t48, ptr %s12
  %t49 = icmp slt i64 %t48, 4
  br i1 %t49, label %loop.13, label %done.14
done.14:
  %t50 = load <8 x float>, ptr %s11
  store <8 x float> %t50, ptr %t10, align 4
  %t51 = add nuw nsw i64 %t4, 1
  store i64 %t51, ptr %s1
  %t52 = icmp slt i64 %t51, 3
  br i1 %t52, label %loop.2, label %done.3
done.3:
  ret void
}
define void @embedding_bag(ptr %arguments, ptr %scratch, i64 %thread, i64 %threads) nounwind {
  %t53 = getelementptr ptr, ptr %arguments, i64 0
  %t54 = load ptr, ptr %t53
  %t55 = getelementptr ptr, ptr %arguments, i64 1
  %t56 = load ptr, ptr %t55
  %t57 = getelementptr ptr, ptr %arguments, i64 2
  %t58 = load ptr, ptr %t57
  %t59 = getelementptr ptr, ptr %arguments, i64 3
  %t60 = load ptr, ptr %t59
  call void @embedding_bag.body(ptr %t54, ptr %t56, ptr %t58, ptr %t60, ptr %scratch, i64 %thread, i64 %threads)
  ret void
}
