declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare double @llvm.fmuladd.f64(double, double, double)
define ptx_kernel void @conv_of_float64(ptr noalias %buffer0, ptr noalias %buffer1, ptr noalias %buffer2) nounwind "nvvm.maxntid"="128" {
  %s26 = alloca double
  %s27 = alloca i64
  %s35 = alloca i64
  %s42 = alloca i64
  %t1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t2 = zext i32 %t1 to i64
  %t3 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t4 = zext i32 %t3 to i64
  %t5 = mul i64 %t4, 128
  %t6 = add i64 %t5, %t2
  %t7 = icmp ult i64 %t6, 8
  br i1 %t7, label %then.8, label %else.9
then.8:
  %t11 = urem i64 %t6, 2
  %t12 = udiv i64 %t6, 2
  %t13 = mul nsw i64 %t11, 8
  %t14 = getelementptr double, ptr %buffer1, i64 %t13
  %t15 = getelementptr double, ptr %buffer2, i64 %t11
  %t16 = urem i64 %t12, 2
  %t17 = udiv i64 %t12, 2
  %t18 = mul nsw i64 %t16, 2
  %t19 = getelementptr double, ptr %buffer0, i64 %t18
  %t20 = mul nsw i64 %t16, 2
  %t21 = getelementptr double, ptr %t15, i64 %t20
  %t22 = mul nsw i64 %t17, 6
  %t23 = getelementptr double, ptr %t19, i64 %t22
  %t24 = mul nsw i64 %t17, 4
  %t25 = getelementptr double, ptr %t21, i64 %t24
  store double 0x0000000000000000, ptr %s26
  store i64 0, ptr %s27
  br label %loop.28
loop.28:
  %t30 = load i64, ptr %s27
  %t31 = mul nsw i64 %t30, 6
  %t32 = getelementptr double, ptr %t23, i64 %t31
  %t33 = mul nsw i64 %t30, 2
  %t34 = getelementptr double, ptr %t14, i64 %t33
  store i64 0, ptr %s35
  br label %loop.36
loop.36:
  %t38 = load i64, ptr %s35
  %t39 = mul nsw i64 %t38, 2
  %t40 = getelementptr double, ptr %t32, i64 %t39
  %t41 = getelementptr double, ptr %t34, i64 %t38
  store i64 0, ptr %s42
  br label %loop.43
loop.43:
  %t45 = load i64, ptr %s42
  %t46 = getelementptr double, ptr %t40, i64 %t45
  %t47 = mul nsw i64 %t45, 4
  %t48 = getelementptr double, ptr %t41, i64 %t47
  %t49 = load double, ptr %s26
  %t50 = load double, ptr %t46, align 8
  %t51 = load double, ptr %t48, align 8
  %t52 = call double @llvm.fmuladd.f64(double %t50, double %t51, double %t49)
  store double %t52, ptr %s26
  %t53 = add nuw nsw i64 %t45, 1
  store i64 %t53, ptr %s42
  %t54 = icmp slt i64 %t53, 2
  br i1 %t54, label %loop.43, label %done.44
done.44:
  %t55 = add nuw nsw i64 %t38, 1
  store i64 %t55, ptr %s35
  %t56 = icmp slt i64 %t55, 2
  br i1 %t56, label %loop.36, label %done.37
done.37:
  %t57 = add nuw nsw i64 %t30, 1
  store i64 %t57, ptr %s27
  %t58 = icmp slt i64 %t57, 2
  br i1 %t58, label %loop.28, label %done.29
done.29:
  %t59 = load double, ptr %s26
  store double %t59, ptr %t25, align 8
  br label %join.10
else.9:
  br label %join.10
join.10:
  ret void
}
