declare <4 x float> @llvm.masked.load.v4f32.p0(ptr, i32, <4 x i1>, <4 x float>)
declare void @llvm.masked.store.v4f32.p0(<4 x float>, ptr, i32, <4 x i1>)
define internal void @pointwise.body(ptr noalias %buffer0, ptr noalias %buffer1, ptr noalias %buffer2, ptr noalias %scratch, i64 %thread, i64 %threads) noinline nounwind "prefer-vector-width"="256" {
  %s1 = alloca i64
  store i64 0, ptr %s1
  br label %loop.2
loop.2:
  %t4 = load i64, ptr %s1
  %t5 = mul nsw i64 %t4, 11
  %t6 = getelementptr float, ptr %buffer0, i64 %t5
  %t7 = mul nsw i64 %t4, 11
  %t8 = getelementptr float, ptr %buffer2, i64 %t7
  %t9 = load <8 x float>, ptr %t6, align 4
  %t10 = load <8 x float>, ptr %buffer1, align 4
  %t11 = fadd contract <8 x float> %t9, %t10
  %t12 = fcmp ogt <8 x float> splat (float 0x0000000000000000), %t11
  %t13 = select <8 x i1> %t12, <8 x float> splat (float 0x0000000000000000), <8 x float> %t11
  store <8 x float> %t13, ptr %t8, align 4
  %t14 = getelementptr float, ptr %t6, i64 8
  %t15 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t14, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t16 = getelementptr float, ptr %buffer1, i64 8
  %t17 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t16, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t18 = fadd contract <4 x float> %t15, %t17
  %t19 = fcmp ogt <4 x float> splat (float 0x0000000000000000), %t18
  %t20 = select <4 x i1> %t19, <4 x float> splat (float 0x0000000000000000), <4 x float> %t18
  %t21 = getelementptr float, ptr %t8, i64 8
  call void @llvm.masked.store.v4f32.p0(<4 x float> %t20, ptr %t21, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>)
  %t22 = add nuw nsw i64 %t4, 1
  store i64 %t22, ptr %s1
  %t23 = icmp slt i64 %t22, 3
  br i1 %t23, label %loop.2, label %done.3
done.3:
  ret void
}
define void @pointwise(ptr %arguments, ptr %scratch, i64 %thread, i64 %threads) nounwind {
  %t24 = getelementptr ptr, ptr %arguments, i64 0
  %t25 = load ptr, ptr %t24
  %t26 = getelementptr ptr, ptr %arguments, i64 1
  %t27 = load ptr, ptr %t26
  %t28 = getelementptr ptr, ptr %arguments, i64 2
  %t29 = load ptr, ptr %t28
  call void @pointwise.body(ptr %t25, ptr %t27, ptr %t29, ptr %scratch, i64 %thread, i64 %threads)
  ret void
}
