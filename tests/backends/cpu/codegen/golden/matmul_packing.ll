declare <8 x float> @llvm.masked.load.v8f32.p0(ptr, i32, <8 x i1>, <8 x float>)
define internal void @matmul_packing.body(ptr noalias %buffer0, ptr noalias %buffer1, ptr noalias %scratch, i64 %thread, i64 %threads) noinline nounwind "prefer-vector-width"="256" {
  %s6 = alloca i64
  %s16 = alloca i64
  %t1 = add i64 %thread, 1
  %t2 = mul i64 %thread, 2
  %t3 = udiv i64 %t2, %threads
  %t4 = mul i64 %t1, 2
  %t5 = udiv i64 %t4, %threads
  store i64 %t3, ptr %s6
  %t9 = icmp sge i64 %t3, %t5
  br i1 %t9, label %done.8, label %loop.7
loop.7:
  %t10 = load i64, ptr %s6
  %t11 = mul i64 %t10, 1
  %t12 = mul nsw i64 %t11, 8
  %t13 = getelementptr float, ptr %buffer0, i64 %t12
  %t14 = mul nsw i64 %t11, 24
  %t15 = getelementptr float, ptr %buffer1, i64 %t14
  store i64 0, ptr %s16
  br label %loop.17
loop.17:
  %t19 = load i64, ptr %s16
  %t20 = mul nsw i64 %t19, 11
  %t21 = getelementptr float, ptr %t13, i64 %t20
  %t22 = mul nsw i64 %t19, 8
  %t23 = getelementptr float, ptr %t15, i64 %t22
  %t24 = mul nsw i64 %t11, 8
  %t25 = add nsw i64 %t24, 0
  %t26 = icmp ult i64 %t25, 4
  br i1 %t26, label %then.27, label %else.28
then.27:
  %t30 = load <8 x float>, ptr %t21, align 4
  store <8 x float> %t30, ptr %t23, align 4
  br label %join.29
else.28:
  %t31 = mul nsw i64 %t11, 8
  %t32 = insertelement <8 x i64> poison, i64 %t31, i64 0
  %t33 = shufflevector <8 x i64> %t32, <8 x i64> poison, <8 x i32> zeroinitializer
  %t34 = add <8 x i64> %t33, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %t35 = icmp ult <8 x i64> %t34, splat (i64 11)
  %t36 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr %t21, i32 4, <8 x i1> %t35, <8 x float> splat (float 0x0000000000000000))
  store <8 x float> %t36, ptr %t23, align 4
  br label %join.29
join.29:
  %t37 = add nuw nsw i64 %t19, 1
  store i64 %t37, ptr %s16
  %t38 = icmp slt i64 %t37, 3
  br i1 %t38, label %loop.17, label %done.18
done.18:
  %t39 = add nuw nsw i64 %t10, 1
  store i64 %t39, ptr %s6
  %t40 = icmp slt i64 %t39, %t5
  br i1 %t40, label %loop.7, label %done.8
done.8:
  ret void
}
define void @matmul_packing(ptr %arguments, ptr %scratch, i64 %thread, i64 %threads) nounwind {
  %t41 = getelementptr ptr, ptr %arguments, i64 0
  %t42 = load ptr, ptr %t41
  %t43 = getelementptr ptr, ptr %arguments, i64 1
  %t44 = load ptr, ptr %t43
  call void @matmul_packing.body(ptr %t42, ptr %t44, ptr %scratch, i64 %thread, i64 %threads)
  ret void
}
