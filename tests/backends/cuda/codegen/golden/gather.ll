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
  %t11 = trunc i64 %t6 to i32
  %t12 = urem i32 %t11, 12
  %t13 = udiv i32 %t11, 12
  %t14 = zext i32 %t12 to i64
  %t15 = getelementptr float, ptr %buffer0, i64 %t14
  %t16 = getelementptr float, ptr %buffer2, i64 %t14
  %t17 = zext i32 %t13 to i64
  %t18 = getelementptr i64, ptr %buffer1, i64 %t17
  %t19 = mul nsw i64 %t17, 12
  %t20 = getelementptr float, ptr %t16, i64 %t19
  %t21 = load i64, ptr %t18, align 8
  %t22 = icmp slt i64 %t21, 0
  %t23 = add i64 %t21, 7
  %t24 = select i1 %t22, i64 %t23, i64 %t21
  %t25 = call i64 @llvm.smax.i64(i64 %t24, i64 0)
  %t26 = call i64 @llvm.smin.i64(i64 %t25, i64 6)
  %t27 = mul nsw i64 %t26, 12
  %t28 = getelementptr float, ptr %t15, i64 %t27
  %t29 = load float, ptr %t28, align 4
  store float %t29, ptr %t20, align 4
  br label %join.10
else.9:
  br label %join.10
join.10:
  ret void
}
