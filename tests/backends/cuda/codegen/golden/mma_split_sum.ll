declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
define ptx_kernel void @mma_split_sum(ptr noalias %buffer0, ptr noalias %buffer1) nounwind "nvvm.maxntid"="128" {
  %s19 = alloca float
  %s20 = alloca i64
  %t1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t2 = zext i32 %t1 to i64
  %t3 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t4 = zext i32 %t3 to i64
  %t5 = mul i64 %t4, 128
  %t6 = add i64 %t5, %t2
  %t7 = icmp ult i64 %t6, 256
  br i1 %t7, label %then.8, label %else.9
then.8:
  %t11 = urem i64 %t6, 32
  %t12 = udiv i64 %t6, 32
  %t13 = getelementptr float, ptr %buffer1, i64 %t11
  %t14 = getelementptr float, ptr %buffer0, i64 %t11
  %t15 = mul nsw i64 %t12, 32
  %t16 = getelementptr float, ptr %t13, i64 %t15
  %t17 = mul nsw i64 %t12, 32
  %t18 = getelementptr float, ptr %t14, i64 %t17
  store float 0x0000000000000000, ptr %s19
  store i64 0, ptr %s20
  br label %loop.21
loop.21:
  %t23 = load i64, ptr %s20
  %t24 = mul nsw i64 %t23, 256
  %t25 = getelementptr float, ptr %t16, i64 %t24
  %t26 = load float, ptr %s19
  %t27 = load float, ptr %t25, align 4
  %t28 = fadd contract float %t26, %t27
  store float %t28, ptr %s19
  %t29 = add nuw nsw i64 %t23, 1
  store i64 %t29, ptr %s20
  %t30 = icmp slt i64 %t29, 2
  br i1 %t30, label %loop.21, label %done.22
done.22:
  %t31 = load float, ptr %s19
  store float %t31, ptr %t18, align 4
  br label %join.10
else.9:
  br label %join.10
join.10:
  ret void
}
