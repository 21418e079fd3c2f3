declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32) convergent
define ptx_kernel void @reduce_by_warps(ptr noalias %buffer0, ptr noalias %buffer1) nounwind "nvvm.maxntid"="128" {
  %s17 = alloca float
  %s19 = alloca i64
  %t1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t2 = zext i32 %t1 to i64
  %t3 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t4 = zext i32 %t3 to i64
  %t5 = mul i64 %t4, 128
  %t6 = add i64 %t5, %t2
  %t7 = udiv i64 %t6, 32
  %t8 = icmp ult i64 %t7, 6
  br i1 %t8, label %then.9, label %else.10
then.9:
  %t12 = trunc i64 %t7 to i32
  %t13 = zext i32 %t12 to i64
  %t14 = mul nsw i64 %t13, 64
  %t15 = getelementptr float, ptr %buffer0, i64 %t14
  %t16 = getelementptr float, ptr %buffer1, i64 %t13
  store float 0x0000000000000000, ptr %s17
  %t18 = and i64 %t2, 31
  store i64 %t18, ptr %s19
  %t22 = icmp sge i64 %t18, 64
  br i1 %t22, label %done.21, label %loop.20
loop.20:
  %t23 = load i64, ptr %s19
  %t24 = getelementptr float, ptr %t15, i64 %t23
  %t25 = load float, ptr %s17
  %t26 = load float, ptr %t24, align 4
  %t27 = fadd contract float %t25, %t26
  store float %t27, ptr %s17
  %t28 = add nuw nsw i64 %t23, 32
  store i64 %t28, ptr %s19
  %t29 = icmp slt i64 %t28, 64
  br i1 %t29, label %loop.20, label %done.21
done.21:
  %t30 = load float, ptr %s17
  %t31 = bitcast float %t30 to i32
  %t32 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t31, i32 16, i32 31)
  %t33 = bitcast i32 %t32 to float
  %t34 = fadd contract float %t30, %t33
  %t35 = bitcast float %t34 to i32
  %t36 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t35, i32 8, i32 31)
  %t37 = bitcast i32 %t36 to float
  %t38 = fadd contract float %t34, %t37
  %t39 = bitcast float %t38 to i32
  %t40 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t39, i32 4, i32 31)
  %t41 = bitcast i32 %t40 to float
  %t42 = fadd contract float %t38, %t41
  %t43 = bitcast float %t42 to i32
  %t44 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t43, i32 2, i32 31)
  %t45 = bitcast i32 %t44 to float
  %t46 = fadd contract float %t42, %t45
  %t47 = bitcast float %t46 to i32
  %t48 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t47, i32 1, i32 31)
  %t49 = bitcast i32 %t48 to float
  %t50 = fadd contract float %t46, %t49
  store float %t50, ptr %s17
  %t51 = and i64 %t2, 31
  %t52 = icmp eq i64 %t51, 0
  br i1 %t52, label %then.53, label %else.54
then.53:
  %t56 = load float, ptr %s17
  %t57 = fmul contract float %t56, 0x3F90000000000000
  store float %t57, ptr %t16, align 4
  br label %join.55
else.54:
  br label %join.55
join.55:
  br label %join.11
else.10:
  br label %join.11
join.11:
  ret void
}
