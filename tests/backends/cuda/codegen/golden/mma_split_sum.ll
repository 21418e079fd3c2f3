declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
define ptx_kernel void @mma_split_sum(ptr noalias %buffer0, ptr noalias %buffer1) nounwind "nvvm.maxntid"="128" {
  %s22 = alloca float
  %s23 = alloca i64
  %t1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t2 = zext i32 %t1 to i64
  %t3 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t4 = zext i32 %t3 to i64
  %t5 = mul i64 %t4, 128
  %t6 = add i64 %t5, %t2
  %t7 = icmp ult i64 %t6, 256
  br i1 %t7, label %then.8, label %else.9
then.8:
  %t11 = trunc i64 %t6 to i32
  %t12 = urem i32 %t11, 32
  %t13 = udiv i32 %t11, 32
  %t14 = zext i32 %t12 to i64
  %t15 = getelementptr float, ptr %buffer1, i64 %t14
  %t16 = getelementptr float, ptr %buffer0, i64 %t14
  %t17 = zext i32 %t13 to i64
  %t18 = mul nsw i64 %t17, 32
  %t19 = getelementptr float, ptr %t15, i64 %t18
  %t20 = mul nsw i64 %t17, 32
  %t21 = getelementptr float, ptr %t16, i64 %t20
  store float 0x0000000000000000, ptr %s22
  store i64 0, ptr %s23
  br label %loop.24
loop.24:
  %t26 = load i64, ptr %s23
  %t27 = mul nsw i64 %t26, 256
  %t28 = getelementptr float, ptr %t19, i64 %t27
  %t29 = load float, ptr %s22
  %t30 = load float, ptr %t28, align 4
  %t31 = fadd contract float %t29, %t30
  store float %t31, ptr %s22
  %t32 = add nuw nsw i64 %t26, 1
  store i64 %t32, ptr %s23
  %t33 = icmp slt i64 %t32, 2
  br i1 %t33, label %loop.24, label %done.25
done.25:
  %t34 = load float, ptr %s22
  store float %t34, ptr %t21, align 4
  br label %join.10
else.9:
  br label %join.10
join.10:
  ret void
}
