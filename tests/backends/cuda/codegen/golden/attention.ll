@shared_memory = external addrspace(3) global [0 x i8], align 128
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
declare float @llvm.fmuladd.f32(float, float, float)
define ptx_kernel void @attention(ptr noalias %buffer0, ptr noalias %buffer1, ptr noalias %buffer2, ptr noalias %buffer3) nounwind "nvvm.maxntid"="128" {
  %s39 = alloca float
  %s40 = alloca i64
  %s62 = alloca float
  %s63 = alloca i64
  %s125 = alloca float
  %s126 = alloca float
  %s127 = alloca i64
  %s158 = alloca float
  %s159 = alloca i64
  %t1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t2 = zext i32 %t1 to i64
  %t3 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t4 = zext i32 %t3 to i64
  %t5 = addrspacecast ptr addrspace(3) @shared_memory to ptr
  %scratch = getelementptr i8, ptr %t5, i64 256
  %t6 = getelementptr i8, ptr %scratch, i64 0
  %t7 = getelementptr i8, ptr %scratch, i64 512
  %t8 = getelementptr i8, ptr %scratch, i64 768
  %t9 = getelementptr i8, ptr %scratch, i64 832
  %t10 = mul i64 %t4, 8
  %t11 = mul nsw i64 %t10, 16
  %t12 = getelementptr float, ptr %buffer0, i64 %t11
  %t13 = icmp ult i64 %t2, 128
  br i1 %t13, label %then.14, label %else.15
then.14:
  %t17 = urem i64 %t2, 8
  %t18 = udiv i64 %t2, 8
  %t19 = add nsw i64 %t10, %t17
  %t20 = mul nsw i64 %t17, 16
  %t21 = getelementptr float, ptr %t12, i64 %t20
  %t22 = getelementptr float, ptr %t6, i64 %t17
  %t23 = getelementptr float, ptr %t21, i64 %t18
  %t24 = mul nsw i64 %t18, 8
  %t25 = getelementptr float, ptr %t22, i64 %t24
  %t26 = load float, ptr %t23, align 4
  store float %t26, ptr %t25, align 4
  br label %join.16
else.15:
  br label %join.16
join.16:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t27 = icmp ult i64 %t2, 64
  br i1 %t27, label %then.28, label %else.29
then.28:
  %t31 = urem i64 %t2, 8
  %t32 = udiv i64 %t2, 8
  %t33 = add nsw i64 %t10, %t31
  %t34 = getelementptr float, ptr %t6, i64 %t31
  %t35 = getelementptr float, ptr %t7, i64 %t31
  %t36 = getelementptr float, ptr %buffer1, i64 %t32
  %t37 = mul nsw i64 %t32, 8
  %t38 = getelementptr float, ptr %t35, i64 %t37
  store float 0x0000000000000000, ptr %s39
  store i64 0, ptr %s40
  br label %loop.41
loop.41:
  %t43 = load i64, ptr %s40
  %t44 = mul nsw i64 %t43, 8
  %t45 = getelementptr float, ptr %t36, i64 %t44
  %t46 = mul nsw i64 %t43, 8
  %t47 = getelementptr float, ptr %t34, i64 %t46
  %t48 = load float, ptr %s39
  %t49 = load float, ptr %t45, align 4
  %t50 = load float, ptr %t47, align 4
  %t51 = call float @llvm.fmuladd.f32(float %t49, float %t50, float %t48)
  store float %t51, ptr %s39
  %t52 = add nuw nsw i64 %t43, 1
  store i64 %t52, ptr %s40
  %t53 = icmp slt i64 %t52, 16
  br i1 %t53, label %loop.41, label %done.42
done.42:
  %t54 = load float, ptr %s39
  store float %t54, ptr %t38, align 4
  br label %join.30
else.29:
  br label %join.30
join.30:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t55 = icmp ult i64 %t2, 8
  br i1 %t55, label %then.56, label %else.57
then.56:
  %t59 = add nsw i64 %t10, %t2
  %t60 = getelementptr float, ptr %t7, i64 %t2
  %t61 = getelementptr float, ptr %t8, i64 %t2
  store float 0xFFF0000000000000, ptr %s62
  store i64 0, ptr %s63
  br label %loop.64
loop.64:
  %t66 = load i64, ptr %s63
  %t67 = mul nsw i64 %t66, 8
  %t68 = getelementptr float, ptr %t60, i64 %t67
  %t69 = load float, ptr %s62
  %t70 = load float, ptr %t68, align 4
  %t71 = fcmp ogt float %t70, %t69
  %t72 = select i1 %t71, float %t70, float %t69
  %t73 = fcmp uno float %t70, %t70
  %t74 = select i1 %t73, float %t70, float %t72
  store float %t74, ptr %s62
  %t75 = add nuw nsw i64 %t66, 1
  store i64 %t75, ptr %s63
  %t76 = icmp slt i64 %t75, 8
  br i1 %t76, label %loop.64, label %done.65
done.65:
  %t77 = load float, ptr %s62
  store float %t77, ptr %t61, align 4
  br label %join.58
else.57:
  br label %join.58
join.58:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t78 = icmp ult i64 %t2, 64
  br i1 %t78, label %then.79, label %else.80
then.79:
  %t82 = urem i64 %t2, 8
  %t83 = udiv i64 %t2, 8
  %t84 = add nsw i64 %t10, %t82
  %t85 = getelementptr float, ptr %t7, i64 %t82
  %t86 = getelementptr float, ptr %t8, i64 %t82
  %t87 = getelementptr float, ptr %t7, i64 %t82
  %t88 = mul nsw i64 %t83, 8
  %t89 = getelementptr float, ptr %t85, i64 %t88
  %t90 = mul nsw i64 %t83, 8
  %t91 = getelementptr float, ptr %t87, i64 %t90
  %t92 = load float, ptr %t89, align 4
  %t93 = load float, ptr %t86, align 4
  %t94 = fsub contract float %t92, %t93
  %t95 = fcmp olt float %t94, 0xC06601E680000000
  %t96 = select i1 %t95, float 0xC06601E680000000, float %t94
  %t97 = fcmp ogt float %t96, 0x4056400000000000
  %t98 = select i1 %t97, float 0x4056400000000000, float %t96
  %t99 = call float @llvm.fmuladd.f32(float %t98, float 0x3FF7154760000000, float 0x4168001FC0000000)
  %t100 = fsub float %t99, 0x4168001FC0000000
  %t101 = call float @llvm.fmuladd.f32(float %t100, float 0xBFE6300000000000, float %t98)
  %t102 = call float @llvm.fmuladd.f32(float %t100, float 0x3F2BD01060000000, float %t101)
  %t103 = call float @llvm.fmuladd.f32(float 0x3F56FEEA40000000, float %t102, float 0x3F81257F60000000)
  %t104 = call float @llvm.fmuladd.f32(float %t103, float %t102, float 0x3FA5552FE0000000)
  %t105 = call float @llvm.fmuladd.f32(float %t104, float %t102, float 0x3FC5554660000000)
  %t106 = call float @llvm.fmuladd.f32(float %t105, float %t102, float 0x3FE0000000000000)
  %t107 = call float @llvm.fmuladd.f32(float %t106, float %t102, float 0x3FF0000000000000)
  %t108 = call float @llvm.fmuladd.f32(float %t107, float %t102, float 0x3FF0000000000000)
  %t109 = bitcast float %t99 to i32
  %t110 = lshr i32 %t109, 1
  %t111 = sub i32 %t109, %t110
  %t112 = shl i32 %t110, 23
  %t113 = bitcast i32 %t112 to float
  %t114 = fmul float %t108, %t113
  %t115 = shl i32 %t111, 23
  %t116 = bitcast i32 %t115 to float
  %t117 = fmul float %t114, %t116
  store float %t117, ptr %t91, align 4
  br label %join.81
else.80:
  br label %join.81
join.81:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t118 = icmp ult i64 %t2, 8
  br i1 %t118, label %then.119, label %else.120
then.119:
  %t122 = add nsw i64 %t10, %t2
  %t123 = getelementptr float, ptr %t7, i64 %t2
  %t124 = getelementptr float, ptr %t9, i64 %t2
  store float 0x0000000000000000, ptr %s125
  store float 0x0000000000000000, ptr %s126
  store i64 0, ptr %s127
  br label %loop.128
loop.128:
  %t130 = load i64, ptr %s127
  %t131 = mul nsw i64 %t130, 8
  %t132 = getelementptr float, ptr %t123, i64 %t131
  %t133 = load float, ptr %s126
  %t134 = load float, ptr %t132, align 4
  %t135 = fadd contract float %t133, %t134
  store float %t135, ptr %s126
  %t136 = add nuw nsw i64 %t130, 1
  store i64 %t136, ptr %s127
  %t137 = icmp slt i64 %t136, 8
  br i1 %t137, label %loop.128, label %done.129
done.129:
  %t138 = load float, ptr %s125
  %t139 = load float, ptr %s126
  %t140 = fadd contract float %t138, %t139
  store float %t140, ptr %s125
  %t141 = load float, ptr %s125
  %t142 = fdiv float 0x3FF0000000000000, %t141
  store float %t142, ptr %t124, align 4
  br label %join.121
else.120:
  br label %join.121
join.121:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t143 = mul nsw i64 %t10, 16
  %t144 = getelementptr float, ptr %buffer3, i64 %t143
  %t145 = icmp ult i64 %t2, 128
  br i1 %t145, label %then.146, label %else.147
then.146:
  %t149 = urem i64 %t2, 16
  %t150 = udiv i64 %t2, 16
  %t151 = getelementptr float, ptr %buffer2, i64 %t149
  %t152 = getelementptr float, ptr %t144, i64 %t149
  %t153 = add nsw i64 %t10, %t150
  %t154 = getelementptr float, ptr %t7, i64 %t150
  %t155 = getelementptr float, ptr %t9, i64 %t150
  %t156 = mul nsw i64 %t150, 16
  %t157 = getelementptr float, ptr %t152, i64 %t156
  store float 0x0000000000000000, ptr %s158
  store i64 0, ptr %s159
  br label %loop.160
loop.160:
  %t162 = load i64, ptr %s159
  %t163 = mul nsw i64 %t162, 8
  %t164 = getelementptr float, ptr %t154, i64 %t163
  %t165 = mul nsw i64 %t162, 16
  %t166 = getelementptr float, ptr %t151, i64 %t165
  %t167 = load float, ptr %s158
  %t168 = load float, ptr %t164, align 4
  %t169 = load float, ptr %t166, align 4
  %t170 = call float @llvm.fmuladd.f32(float %t168, float %t169, float %t167)
  store float %t170, ptr %s158
  %t171 = add nuw nsw i64 %t162, 1
  store i64 %t171, ptr %s159
  %t172 = icmp slt i64 %t171, 8
  br i1 %t172, label %loop.160, label %done.161
done.161:
  %t173 = load float, ptr %s158
  %t174 = load float, ptr %t155, align 4
  %t175 = fmul contract float %t173, %t174
  store float %t175, ptr %t157, align 4
  br label %join.148
else.147:
  br label %join.148
join.148:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}
