declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
define ptx_kernel void @gather(ptr noalias %buffer0, ptr noalias %buffer1, ptr noalias %buffer2) nounwind "nvvm.maxntid"="128" {
  %t1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t2 = zext i32 %t1 to i64
  %t3 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t4 = zext i32 %t3 to i64
  %t5 = mul i64 %t4, 128
  %t6 = add i64 %t5, %t2
  %t7 = icmp ult i64 %t6, 60
  br i1 %t7, label %then.8, label %else.9
then.8:
  %t11 = urem i64 %t6, 12
  %t12 = udiv i64 %t6, 12
  %t13 = getelementptr float, ptr %buffer0, i64 %t11
  %t14 = getelementptr float, ptr %buffer2, i64 %t11
  %t15 = getelementptr i64, ptr %buffer1, i64 %t12
  %t16 = mul nsw i64 %t12, 12
  %t17 = getelementptr float, ptr %t14, i64 %t16
  %t18 = load i64, ptr %t15, align 8
  %t19 = icmp slt i64 %t18, 0
  %t20 = add i64 %t18, 7
  %t21 = select i1 %t19, i64 %t20, i64 %t18
  %t22 = call i64 @llvm.smax.i64(i64 %t21, i64 0)
  %t23 = call i64 @llvm.smin.i64(i64 %t22, i64 6)
  %t24 = mul nsw i64 %t23, 12
  %t25 = getelementptr float, ptr %t13, i64 %t24
  %t26 = load float, ptr %t25, align 4
  store float %t26, ptr %t17, align 4
  br label %join.10
else.9:
  br label %join.10
join.10:
  ret void
}
