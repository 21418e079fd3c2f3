declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
define ptx_kernel void @pool(ptr noalias %buffer0, ptr noalias %buffer1) nounwind "nvvm.maxntid"="128" {
  %s30 = alloca float
  %s31 = alloca i64
  %s37 = alloca i64
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
  %t12 = trunc i64 %t6 to i32
  %t13 = urem i32 %t12, 8
  %t14 = udiv i32 %t12, 8
  %t15 = zext i32 %t13 to i64
  %t16 = getelementptr float, ptr %t7, i64 %t15
  %t17 = getelementptr float, ptr %buffer1, i64 %t15
  %t18 = urem i32 %t14, 3
  %t19 = udiv i32 %t14, 3
  %t20 = zext i32 %t18 to i64
  %t21 = mul nsw i64 %t20, 16
  %t22 = getelementptr float, ptr %t16, i64 %t21
  %t23 = mul nsw i64 %t20, 8
  %t24 = getelementptr float, ptr %t17, i64 %t23
  %t25 = zext i32 %t19 to i64
  %t26 = mul nsw i64 %t25, 96
  %t27 = getelementptr float, ptr %t22, i64 %t26
  %t28 = mul nsw i64 %t25, 24
  %t29 = getelementptr float, ptr %t24, i64 %t28
  store float 0xFFF0000000000000, ptr %s30
  store i64 0, ptr %s31
  br label %loop.32
loop.32:
  %t34 = load i64, ptr %s31
  %t35 = mul nsw i64 %t34, 48
  %t36 = getelementptr float, ptr %t27, i64 %t35
  store i64 0, ptr %s37
  br label %loop.38
loop.38:
  %t40 = load i64, ptr %s37
  %t41 = mul nsw i64 %t40, 8
  %t42 = getelementptr float, ptr %t36, i64 %t41
  %t43 = load float, ptr %s30
  %t44 = trunc i64 %t25 to i32
  %t45 = mul nsw i32 %t44, 2
  %t46 = add nsw i32 -1, %t45
  %t47 = trunc i64 %t34 to i32
  %t48 = mul nsw i32 %t47, 1
  %t49 = add nsw i32 %t46, %t48
  %t50 = icmp ult i32 %t49, 6
  %t51 = trunc i64 %t20 to i32
  %t52 = mul nsw i32 %t51, 2
  %t53 = add nsw i32 -1, %t52
  %t54 = trunc i64 %t40 to i32
  %t55 = mul nsw i32 %t54, 1
  %t56 = add nsw i32 %t53, %t55
  %t57 = icmp ult i32 %t56, 6
  %t58 = and i1 %t50, %t57
  %t59 = select i1 %t58, ptr %t42, ptr %buffer0
  %t60 = load float, ptr %t59, align 4
  %t61 = select i1 %t58, float %t60, float 0xFFF0000000000000
  %t62 = fcmp ogt float %t61, %t43
  %t63 = select i1 %t62, float %t61, float %t43
  %t64 = fcmp uno float %t61, %t61
  %t65 = select i1 %t64, float %t61, float %t63
  store float %t65, ptr %s30
  %t66 = add nuw nsw i64 %t40, 1
  store i64 %t66, ptr %s37
  %t67 = icmp slt i64 %t66, 3
  br i1 %t67, label %loop.38, label %done.39
done.39:
  %t68 = add nuw nsw i64 %t34, 1
  store i64 %t68, ptr %s31
  %t69 = icmp slt i64 %t68, 3
  br i1 %t69, label %loop.32, label %done.33
done.33:
  %t70 = load float, ptr %s30
  store float %t70, ptr %t29, align 4
  br label %join.11
else.10:
  br label %join.11
join.11:
  ret void
}
