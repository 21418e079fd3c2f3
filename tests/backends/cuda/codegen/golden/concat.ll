declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
define ptx_kernel void @concat(ptr noalias %buffer0, ptr noalias %buffer1) nounwind "nvvm.maxntid"="128" {
  %t1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t2 = zext i32 %t1 to i64
  %t3 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t4 = zext i32 %t3 to i64
  %t5 = mul i64 %t4, 128
  %t6 = add i64 %t5, %t2
  %t7 = icmp ult i64 %t6, 6
  br i1 %t7, label %then.8, label %else.9
then.8:
  %t11 = trunc i64 %t6 to i32
  %t12 = urem i32 %t11, 3
  %t13 = udiv i32 %t11, 3
  %t14 = zext i32 %t12 to i64
  %t15 = getelementptr float, ptr %buffer0, i64 %t14
  %t16 = getelementptr float, ptr %buffer1, i64 %t14
  %t17 = zext i32 %t13 to i64
  %t18 = mul nsw i64 %t17, 3
  %t19 = getelementptr float, ptr %t15, i64 %t18
  %t20 = mul nsw i64 %t17, 8
  %t21 = getelementptr float, ptr %t16, i64 %t20
  %t22 = load float, ptr %t19, align 4
  store float %t22, ptr %t21, align 4
  br label %join.10
else.9:
  br label %join.10
join.10:
  ret void
}
