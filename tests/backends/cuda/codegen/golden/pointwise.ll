declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
define ptx_kernel void @pointwise(ptr noalias %buffer0, ptr noalias %buffer1, ptr noalias %buffer2) nounwind "nvvm.maxntid"="128" {
  %t1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t2 = zext i32 %t1 to i64
  %t3 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t4 = zext i32 %t3 to i64
  %t5 = mul i64 %t4, 128
  %t6 = add i64 %t5, %t2
  %t7 = icmp ult i64 %t6, 132
  br i1 %t7, label %then.8, label %else.9
then.8:
  %t11 = urem i64 %t6, 33
  %t12 = udiv i64 %t6, 33
  %t13 = getelementptr float, ptr %buffer0, i64 %t11
  %t14 = getelementptr float, ptr %buffer1, i64 %t11
  %t15 = getelementptr float, ptr %buffer2, i64 %t11
  %t16 = mul nsw i64 %t12, 33
  %t17 = getelementptr float, ptr %t13, i64 %t16
  %t18 = mul nsw i64 %t12, 33
  %t19 = getelementptr float, ptr %t15, i64 %t18
  %t20 = load float, ptr %t17, align 4
  %t21 = load float, ptr %t14, align 4
  %t22 = fadd contract float %t20, %t21
  %t23 = fcmp ogt float 0x0000000000000000, %t22
  %t24 = select i1 %t23, float 0x0000000000000000, float %t22
  store float %t24, ptr %t19, align 4
  br label %join.10
else.9:
  br label %join.10
join.10:
  ret void
}
