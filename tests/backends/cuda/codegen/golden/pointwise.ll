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
  %t11 = trunc i64 %t6 to i32
  %t12 = urem i32 %t11, 33
  %t13 = udiv i32 %t11, 33
  %t14 = zext i32 %t12 to i64
  %t15 = getelementptr float, ptr %buffer0, i64 %t14
  %t16 = getelementptr float, ptr %buffer1, i64 %t14
  %t17 = getelementptr float, ptr %buffer2, i64 %t14
  %t18 = zext i32 %t13 to i64
  %t19 = mul nsw i64 %t18, 33
  %t20 = getelementptr float, ptr %t15, i64 %t19
  %t21 = mul nsw i64 %t18, 33
  %t22 = getelementptr float, ptr %t17, i64 %t21
  %t23 = load float, ptr %t20, align 4
  %t24 = load float, ptr %t16, align 4
  %t25 = fadd contract float %t23, %t24
  %t26 = fcmp ogt float 0x0000000000000000, %t25
  %t27 = select i1 %t26, float 0x0000000000000000, float %t25
  store float %t27, ptr %t22, align 4
  br label %join.10
else.9:
  br label %join.10
join.10:
  ret void
}
