declare <8 x float> @llvm.masked.load.v8f32.p0(ptr, i32, <8 x i1>, <8 x float>)
define internal void @reduce.body(ptr noalias %buffer0, ptr noalias %buffer1, ptr noalias %scratch, i64 %thread, i64 %threads) noinline nounwind "prefer-vector-width"="256" {
  %s1 = alloca i64
  %s9 = alloca <8 x float>
  %s10 = alloca i64
  store i64 0, ptr %s1
  br label %loop.2
loop.2:
  %t4 = load i64, ptr %s1
  %t5 = mul nsw i64 %t4, 19
  %t6 = getelementptr float, ptr %buffer0, i64 %t5
  %t7 = mul nsw i64 %t4, 1
  %t8 = getelementptr float, ptr %buffer1, i64 %t7
  store <8 x float> splat (float 0x0000000000000000), ptr %s9
  store i64 0, ptr %s10
  br label %loop.11
loop.11:
  %t13 = load i64, ptr %s10
  %t14 = getelementptr float, ptr %t6, i64 %t13
  %t15 = load <8 x float>, ptr %s9
  %t16 = load <8 x float>, ptr %t14, align 4
  %t17 = fadd contract <8 x float> %t15, %t16
  store <8 x float> %t17, ptr %s9
  %t18 = add nuw nsw i64 %t13, 8
  store i64 %t18, ptr %s10
  %t19 = icmp slt i64 %t18, 16
  br i1 %t19, label %loop.11, label %done.12
done.12:
  %t20 = getelementptr float, ptr %t6, i64 16
  %t21 = load <8 x float>, ptr %s9
  %t22 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr %t20, i32 4, <8 x i1> <i1 1, i1 1, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0>, <8 x float> splat (float 0x0000000000000000))
  %t23 = select <8 x i1> <i1 1, i1 1, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0>, <8 x float> %t22, <8 x float> splat (float 0x0000000000000000)
  %t24 = fadd contract <8 x float> %t21, %t23
  store <8 x float> %t24, ptr %s9
  %t25 = load <8 x float>, ptr %s9
  %t26 = shufflevector <8 x float> %t25, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %t27 = shufflevector <8 x float> %t25, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %t28 = fadd contract <4 x float> %t26, %t27
  %t29 = shufflevector <4 x float> %t28, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %t30 = shufflevector <4 x float> %t28, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %t31 = fadd contract <2 x float> %t29, %t30
  %t32 = extractelement <2 x float> %t31, i32 0
  %t33 = extractelement <2 x float> %t31, i32 1
  %t34 = fadd contract float %t32, %t33
  store float %t34, ptr %t8, align 4
  %t35 = add nuw nsw i64 %t4, 1
  store i64 %t35, ptr %s1
  %t36 = icmp slt i64 %t35, 3
  br i1 %t36, label %loop.2, label %done.3
done.3:
  ret void
}
define void @reduce(ptr %arguments, ptr %scratch, i64 %thread, i64 %threads) nounwind {
  %t37 = getelementptr ptr, ptr %arguments, i64 0
  %t38 = load ptr, ptr %t37
  %t39 = getelementptr ptr, ptr %arguments, i64 1
  %t40 = load ptr, ptr %t39
  call void @reduce.body(ptr %t38, ptr %t40, ptr %scratch, i64 %thread, i64 %threads)
  ret void
}
