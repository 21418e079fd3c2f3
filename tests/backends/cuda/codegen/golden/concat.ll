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
  %t11 = urem i64 %t6, 3
  %t12 = udiv i64 %t6, 3
  %t13 = getelementptr float, ptr %buffer0, i64 %t11
  %t14 = getelementptr float, ptr %buffer1, i64 %t11
  %t15 = mul nsw i64 %t12, 3
  %t16 = getelementptr float, ptr %t13, i64 %t15
  %t17 = mul nsw i64 %t12, 8
  %t18 = getelementptr float, ptr %t14, i64 %t17
  %t19 = load float, ptr %t16, align 4
  store float %t19, ptr %t18, align 4
  br label %join.10
else.9:
  br label %join.10
join.10:
  ret void
}
