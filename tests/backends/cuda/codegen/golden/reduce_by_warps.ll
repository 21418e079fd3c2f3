declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32) convergent
define ptx_kernel void @reduce_by_warps(ptr noalias %buffer0, ptr noalias %buffer1) nounwind "nvvm.maxntid"="128" {
  %s15 = alloca float
  %s17 = alloca i64
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
  %t12 = mul nsw i64 %t7, 64
  %t13 = getelementptr float, ptr %buffer0, i64 %t12
  %t14 = getelementptr float, ptr %buffer1, i64 %t7
  store float 0x0000000000000000, ptr %s15
  %t16 = and i64 %t2, 31
  store i64 %t16, ptr %s17
  %t20 = icmp sge i64 %t16, 64
  br i1 %t20, label %done.19, label %loop.18
loop.18:
  %t21 = load i64, ptr %s17
  %t22 = getelementptr float, ptr %t13, i64 %t21
  %t23 = load float, ptr %s15
  %t24 = load float, ptr %t22, align 4
  %t25 = fadd contract float %t23, %t24
  store float %t25, ptr %s15
  %t26 = add nuw nsw i64 %t21, 32
  store i64 %t26, ptr %s17
  %t27 = icmp slt i64 %t26, 64
  br i1 %t27, label %loop.18, label %done.19
done.19:
  %t28 = load float, ptr %s15
  %t29 = bitcast float %t28 to i32
  %t30 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t29, i32 16, i32 31)
  %t31 = bitcast i32 %t30 to float
  %t32 = fadd contract float %t28, %t31
  %t33 = bitcast float %t32 to i32
  %t34 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t33, i32 8, i32 31)
  %t35 = bitcast i32 %t34 to float
  %t36 = fadd contract float %t32, %t35
  %t37 = bitcast float %t36 to i32
  %t38 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t37, i32 4, i32 31)
  %t39 = bitcast i32 %t38 to float
  %t40 = fadd contract float %t36, %t39
  %t41 = bitcast float %t40 to i32
  %t42 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t41, i32 2, i32 31)
  %t43 = bitcast i32 %t42 to float
  %t44 = fadd contract float %t40, %t43
  %t45 = bitcast float %t44 to i32
  %t46 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t45, i32 1, i32 31)
  %t47 = bitcast i32 %t46 to float
  %t48 = fadd contract float %t44, %t47
  store float %t48, ptr %s15
  %t49 = and i64 %t2, 31
  %t50 = icmp eq i64 %t49, 0
  br i1 %t50, label %then.51, label %else.52
then.51:
  %t54 = load float, ptr %s15
  %t55 = fmul contract float %t54, 0x3F90000000000000
  store float %t55, ptr %t14, align 4
  br label %join.53
else.52:
  br label %join.53
join.53:
  br label %join.11
else.10:
  br label %join.11
join.11:
  ret void
}
