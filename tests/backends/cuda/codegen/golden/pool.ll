declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
@fill.float32.1.minf = private unnamed_addr constant float 0xFFF0000000000000, align 64
define ptx_kernel void @pool(ptr noalias %buffer0, ptr noalias %buffer1) nounwind "nvvm.maxntid"="128" {
  %s26 = alloca float
  %s27 = alloca i64
  %s33 = alloca i64
  %t1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t2 = zext i32 %t1 to i64
  %t3 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t4 = zext i32 %t3 to i64
  %t5 = mul i64 %t4, 128
  %t6 = add i64 %t5, %t2
  %t7 = getelementptr float, ptr %buffer0, i64 -56
  %t8 = icmp ult i64 %t6, 72
  br i1 %t8, label %then.9, label %else.10
then.9:
  %t12 = urem i64 %t6, 8
  %t13 = udiv i64 %t6, 8
  %t14 = getelementptr float, ptr %t7, i64 %t12
  %t15 = getelementptr float, ptr %buffer1, i64 %t12
  %t16 = urem i64 %t13, 3
  %t17 = udiv i64 %t13, 3
  %t18 = mul nsw i64 %t16, 16
  %t19 = getelementptr float, ptr %t14, i64 %t18
  %t20 = mul nsw i64 %t16, 8
  %t21 = getelementptr float, ptr %t15, i64 %t20
  %t22 = mul nsw i64 %t17, 96
  %t23 = getelementptr float, ptr %t19, i64 %t22
  %t24 = mul nsw i64 %t17, 24
  %t25 = getelementptr float, ptr %t21, i64 %t24
  store float 0xFFF0000000000000, ptr %s26
  store i64 0, ptr %s27
  br label %loop.28
loop.28:
  %t30 = load i64, ptr %s27
  %t31 = mul nsw i64 %t30, 48
  %t32 = getelementptr float, ptr %t23, i64 %t31
  store i64 0, ptr %s33
  br label %loop.34
loop.34:
  %t36 = load i64, ptr %s33
  %t37 = mul nsw i64 %t36, 8
  %t38 = getelementptr float, ptr %t32, i64 %t37
  %t39 = load float, ptr %s26
  %t40 = mul nsw i64 %t17, 2
  %t41 = add nsw i64 %t40, %t30
  %t42 = add nsw i64 %t41, -1
  %t43 = icmp ult i64 %t42, 6
  %t44 = mul nsw i64 %t16, 2
  %t45 = add nsw i64 %t44, %t36
  %t46 = add nsw i64 %t45, -1
  %t47 = icmp ult i64 %t46, 6
  %t48 = and i1 %t43, %t47
  %t49 = select i1 %t48, ptr %t38, ptr @fill.float32.1.minf
  %t50 = load float, ptr %t49, align 4
  %t51 = fcmp ogt float %t50, %t39
  %t52 = select i1 %t51, float %t50, float %t39
  %t53 = fcmp uno float %t50, %t50
  %t54 = select i1 %t53, float %t50, float %t52
  store float %t54, ptr %s26
  %t55 = add nuw nsw i64 %t36, 1
  store i64 %t55, ptr %s33
  %t56 = icmp slt i64 %t55, 3
  br i1 %t56, label %loop.34, label %done.35
done.35:
  %t57 = add nuw nsw i64 %t30, 1
  store i64 %t57, ptr %s27
  %t58 = icmp slt i64 %t57, 3
  br i1 %t58, label %loop.28, label %done.29
done.29:
  %t59 = load float, ptr %s26
  store float %t59, ptr %t25, align 4
  br label %join.11
else.10:
  br label %join.11
join.11:
  ret void
}
