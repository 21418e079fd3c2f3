@shared_memory = external addrspace(3) global [0 x i8], align 128
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
define ptx_kernel void @prefix_scan(ptr noalias %buffer0, ptr noalias %buffer1) nounwind "nvvm.maxntid"="128" {
  %s6 = alloca i64
  %s10 = alloca i64
  %t1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t2 = zext i32 %t1 to i64
  %t3 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t4 = zext i32 %t3 to i64
  %t5 = addrspacecast ptr addrspace(3) @shared_memory to ptr
  store i64 0, ptr %s6
  br label %loop.7
loop.7:
  %t9 = load i64, ptr %s6
  store i64 0, ptr %s10
  br label %loop.11
loop.11:
  %t13 = load i64, ptr %s10
  %t14 = getelementptr float, ptr %buffer1, i64 -1
  %t15 = mul nsw i64 %t9, 8
  %t16 = getelementptr float, ptr %t14, i64 %t15
  %t17 = mul nsw i64 %t13, 1
  %t18 = getelementptr float, ptr %t16, i64 %t17
  %t19 = mul nsw i64 %t9, 8
  %t20 = getelementptr float, ptr %buffer0, i64 %t19
  %t21 = mul nsw i64 %t13, 1
  %t22 = getelementptr float, ptr %t20, i64 %t21
  %t23 = mul nsw i64 %t9, 8
  %t24 = getelementptr float, ptr %buffer1, i64 %t23
  %t25 = mul nsw i64 %t13, 1
  %t26 = getelementptr float, ptr %t24, i64 %t25
  %t27 = icmp ult i64 %t2, 1
  br i1 %t27, label %then.28, label %else.29
then.28:
  %t31 = trunc i64 %t2 to i32
  %t32 = trunc i64 %t13 to i32
  %t33 = mul nsw i32 %t32, 1
  %t34 = add nsw i32 -1, %t33
  %t35 = icmp ult i32 %t34, 7
  %t36 = select i1 %t35, ptr %t18, ptr %buffer1
  %t37 = load float, ptr %t36, align 4
  %t38 = select i1 %t35, float %t37, float 0x0000000000000000
  %t39 = load float, ptr %t22, align 4
  %t40 = fadd contract float %t38, %t39
  store float %t40, ptr %t26, align 4
  br label %join.30
else.29:
  br label %join.30
join.30:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t41 = add nuw nsw i64 %t13, 1
  store i64 %t41, ptr %s10
  %t42 = icmp slt i64 %t41, 8
  br i1 %t42, label %loop.11, label %done.12
done.12:
  %t43 = add nuw nsw i64 %t9, 1
  store i64 %t43, ptr %s6
  %t44 = icmp slt i64 %t43, 3
  br i1 %t44, label %loop.7, label %done.8
done.8:
  ret void
}
