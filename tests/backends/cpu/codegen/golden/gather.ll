declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
define internal void @gather.body(ptr noalias %buffer0, ptr noalias %buffer1, ptr noalias %buffer2, ptr noalias %scratch, i64 %thread, i64 %threads) noinline nounwind "prefer-vector-width"="256" {
  %s1 = alloca i64
  store i64 0, ptr %s1
  br label %loop.2
loop.2:
  %t4 = load i64, ptr %s1
  %t5 = getelementptr i64, ptr %buffer1, i64 %t4
  %t6 = mul nsw i64 %t4, 8
  %t7 = getelementptr float, ptr %buffer2, i64 %t6
  %t8 = load i64, ptr %t5, align 8
  %t9 = icmp slt i64 %t8, 0
  %t10 = add i64 %t8, 5
  %t11 = select i1 %t9, i64 %t10, i64 %t8
  %t12 = call i64 @llvm.smax.i64(i64 %t11, i64 0)
  %t13 = call i64 @llvm.smin.i64(i64 %t12, i64 4)
  %t14 = mul nsw i64 %t13, 8
  %t15 = getelementptr float, ptr %buffer0, i64 %t14
  %t16 = load <8 x float>, ptr %t15, align 4
  store <8 x float> %t16, ptr %t7, align 4
  %t17 = add nuw nsw i64 %t4, 1
  store i64 %t17, ptr %s1
  %t18 = icmp slt i64 %t17, 3
  br i1 %t18, label %loop.2, label %done.3
done.3:
  ret void
}
define void @gather(ptr %arguments, ptr %scratch, i64 %thread, i64 %threads) nounwind {
  %t19 = getelementptr ptr, ptr %arguments, i64 0
  %t20 = load ptr, ptr %t19
  %t21 = getelementptr ptr, ptr %arguments, i64 1
  %t22 = load ptr, ptr %t21
  %t23 = getelementptr ptr, ptr %arguments, i64 2
  %t24 = load ptr, ptr %t23
  call void @gather.body(ptr %t20, ptr %t22, ptr %t24, ptr %scratch, i64 %thread, i64 %threads)
  ret void
}
