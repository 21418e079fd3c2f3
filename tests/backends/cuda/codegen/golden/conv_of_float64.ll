declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare double @llvm.fmuladd.f64(double, double, double)
define ptx_kernel void @conv_of_float64(ptr noalias %buffer0, ptr noalias %buffer1, ptr noalias %buffer2) nounwind "nvvm.maxntid"="128" {
  %s30 = alloca double
  %s31 = alloca i64
  %s39 = alloca i64
  %s46 = alloca i64
  %t1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t2 = zext i32 %t1 to i64
  %t3 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t4 = zext i32 %t3 to i64
  %t5 = mul i64 %t4, 128
  %t6 = add i64 %t5, %t2
  %t7 = icmp ult i64 %t6, 8
  br i1 %t7, label %then.8, label %else.9
then.8:
  %t11 = trunc i64 %t6 to i32
  %t12 = urem i32 %t11, 2
  %t13 = udiv i32 %t11, 2
  %t14 = zext i32 %t12 to i64
  %t15 = mul nsw i64 %t14, 8
  %t16 = getelementptr double, ptr %buffer1, i64 %t15
  %t17 = getelementptr double, ptr %buffer2, i64 %t14
  %t18 = urem i32 %t13, 2
  %t19 = udiv i32 %t13, 2
  %t20 = zext i32 %t18 to i64
  %t21 = mul nsw i64 %t20, 2
  %t22 = getelementptr double, ptr %buffer0, i64 %t21
  %t23 = mul nsw i64 %t20, 2
  %t24 = getelementptr double, ptr %t17, i64 %t23
  %t25 = zext i32 %t19 to i64
  %t26 = mul nsw i64 %t25, 6
  %t27 = getelementptr double, ptr %t22, i64 %t26
  %t28 = mul nsw i64 %t25, 4
  %t29 = getelementptr double, ptr %t24, i64 %t28
  store double 0x0000000000000000, ptr %s30
  store i64 0, ptr %s31
  br label %loop.32
loop.32:
  %t34 = load i64, ptr %s31
  %t35 = mul nsw i64 %t34, 6
  %t36 = getelementptr double, ptr %t27, i64 %t35
  %t37 = mul nsw i64 %t34, 2
  %t38 = getelementptr double, ptr %t16, i64 %t37
  store i64 0, ptr %s39
  br label %loop.40
loop.40:
  %t42 = load i64, ptr %s39
  %t43 = mul nsw i64 %t42, 2
  %t44 = getelementptr double, ptr %t36, i64 %t43
  %t45 = getelementptr double, ptr %t38, i64 %t42
  store i64 0, ptr %s46
  br label %loop.47
loop.47:
  %t49 = load i64, ptr %s46
  %t50 = getelementptr double, ptr %t44, i64 %t49
  %t51 = mul nsw i64 %t49, 4
  %t52 = getelementptr double, ptr %t45, i64 %t51
  %t53 = load double, ptr %s30
  %t54 = load double, ptr %t50, align 8
  %t55 = load double, ptr %t52, align 8
  %t56 = call double @llvm.fmuladd.f64(double %t54, double %t55, double %t53)
  store double %t56, ptr %s30
  %t57 = add nuw nsw i64 %t49, 1
  store i64 %t57, ptr %s46
  %t58 = icmp slt i64 %t57, 2
  br i1 %t58, label %loop.47, label %done.48
done.48:
  %t59 = add nuw nsw i64 %t42, 1
  store i64 %t59, ptr %s39
  %t60 = icmp slt i64 %t59, 2
  br i1 %t60, label %loop.40, label %done.41
done.41:
  %t61 = add nuw nsw i64 %t34, 1
  store i64 %t61, ptr %s31
  %t62 = icmp slt i64 %t61, 2
  br i1 %t62, label %loop.32, label %done.33
done.33:
  %t63 = load double, ptr %s30
  store double %t63, ptr %t29, align 8
  br label %join.10
else.9:
  br label %join.10
join.10:
  ret void
}
