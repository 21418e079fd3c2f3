@shared_memory = external addrspace(3) global [0 x i8], align 128
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32) convergent
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
declare float @llvm.sqrt.f32(float)
define ptx_kernel void @layer_normalization_rows(ptr noalias %buffer0, ptr noalias %buffer1) nounwind "nvvm.maxntid"="64" {
  %s22 = alloca float
  %s23 = alloca float
  %s24 = alloca float
  %s25 = alloca float
  %s70 = alloca float
  %s71 = alloca float
  %s72 = alloca float
  %s73 = alloca float
  %t1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t2 = zext i32 %t1 to i64
  %t3 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t4 = zext i32 %t3 to i64
  %t5 = udiv i64 %t2, 64
  %t6 = urem i64 %t2, 64
  %t7 = mul i64 %t4, 1
  %t8 = add i64 %t7, %t5
  %t9 = mul nsw i64 %t8, 256
  %t10 = getelementptr float, ptr %buffer0, i64 %t9
  %t11 = mul nsw i64 %t8, 256
  %t12 = getelementptr float, ptr %buffer1, i64 %t11
  %t13 = add i64 %t6, 0
  %t14 = mul i64 %t13, 4
  %t15 = getelementptr float, ptr %t10, i64 %t14
  %t16 = getelementptr float, ptr %t12, i64 %t14
  %t17 = load <4 x float>, ptr %t15, align 16
  %t18 = extractelement <4 x float> %t17, i32 0
  %t19 = extractelement <4 x float> %t17, i32 1
  %t20 = extractelement <4 x float> %t17, i32 2
  %t21 = extractelement <4 x float> %t17, i32 3
  store float 0x0000000000000000, ptr %s22
  store float 0x0000000000000000, ptr %s23
  store float 0x0000000000000000, ptr %s24
  store float 0x0000000000000000, ptr %s25
  %t26 = load float, ptr %s22
  %t27 = fadd contract float %t26, %t18
  store float %t27, ptr %s22
  %t28 = load float, ptr %s23
  %t29 = fadd contract float %t28, %t19
  store float %t29, ptr %s23
  %t30 = load float, ptr %s24
  %t31 = fadd contract float %t30, %t20
  store float %t31, ptr %s24
  %t32 = load float, ptr %s25
  %t33 = fadd contract float %t32, %t21
  store float %t33, ptr %s25
  %t34 = load float, ptr %s22
  %t35 = load float, ptr %s23
  %t36 = load float, ptr %s24
  %t37 = load float, ptr %s25
  %t38 = fadd contract float %t34, %t35
  %t39 = fadd contract float %t36, %t37
  %t40 = fadd contract float %t38, %t39
  %t41 = addrspacecast ptr addrspace(3) @shared_memory to ptr
  %t42 = bitcast float %t40 to i32
  %t43 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t42, i32 16, i32 31)
  %t44 = bitcast i32 %t43 to float
  %t45 = fadd contract float %t40, %t44
  %t46 = bitcast float %t45 to i32
  %t47 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t46, i32 8, i32 31)
  %t48 = bitcast i32 %t47 to float
  %t49 = fadd contract float %t45, %t48
  %t50 = bitcast float %t49 to i32
  %t51 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t50, i32 4, i32 31)
  %t52 = bitcast i32 %t51 to float
  %t53 = fadd contract float %t49, %t52
  %t54 = bitcast float %t53 to i32
  %t55 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t54, i32 2, i32 31)
  %t56 = bitcast i32 %t55 to float
  %t57 = fadd contract float %t53, %t56
  %t58 = bitcast float %t57 to i32
  %t59 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t58, i32 1, i32 31)
  %t60 = bitcast i32 %t59 to float
  %t61 = fadd contract float %t57, %t60
  %t62 = udiv i64 %t2, 32
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t63 = getelementptr [8 x i8], ptr %t41, i64 %t62
  store float %t61, ptr %t63, align 8
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t64 = getelementptr [8 x i8], ptr %t41, i64 0
  %t65 = load float, ptr %t64, align 8
  %t66 = getelementptr [8 x i8], ptr %t41, i64 1
  %t67 = load float, ptr %t66, align 8
  %t68 = fadd contract float %t65, %t67
  %t69 = fmul contract float %t68, 0x3F70000000000000
  store float 0x0000000000000000, ptr %s70
  store float 0x0000000000000000, ptr %s71
  store float 0x0000000000000000, ptr %s72
  store float 0x0000000000000000, ptr %s73
  %t74 = fsub contract float %t18, %t69
  %t75 = fmul contract float %t74, %t74
  %t76 = fsub contract float %t19, %t69
  %t77 = fmul contract float %t76, %t76
  %t78 = fsub contract float %t20, %t69
  %t79 = fmul contract float %t78, %t78
  %t80 = fsub contract float %t21, %t69
  %t81 = fmul contract float %t80, %t80
  %t82 = load float, ptr %s70
  %t83 = fadd contract float %t82, %t75
  store float %t83, ptr %s70
  %t84 = load float, ptr %s71
  %t85 = fadd contract float %t84, %t77
  store float %t85, ptr %s71
  %t86 = load float, ptr %s72
  %t87 = fadd contract float %t86, %t79
  store float %t87, ptr %s72
  %t88 = load float, ptr %s73
  %t89 = fadd contract float %t88, %t81
  store float %t89, ptr %s73
  %t90 = load float, ptr %s70
  %t91 = load float, ptr %s71
  %t92 = load float, ptr %s72
  %t93 = load float, ptr %s73
  %t94 = fadd contract float %t90, %t91
  %t95 = fadd contract float %t92, %t93
  %t96 = fadd contract float %t94, %t95
  %t97 = addrspacecast ptr addrspace(3) @shared_memory to ptr
  %t98 = bitcast float %t96 to i32
  %t99 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t98, i32 16, i32 31)
  %t100 = bitcast i32 %t99 to float
  %t101 = fadd contract float %t96, %t100
  %t102 = bitcast float %t101 to i32
  %t103 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t102, i32 8, i32 31)
  %t104 = bitcast i32 %t103 to float
  %t105 = fadd contract float %t101, %t104
  %t106 = bitcast float %t105 to i32
  %t107 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t106, i32 4, i32 31)
  %t108 = bitcast i32 %t107 to float
  %t109 = fadd contract float %t105, %t108
  %t110 = bitcast float %t109 to i32
  %t111 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t110, i32 2, i32 31)
  %t112 = bitcast i32 %t111 to float
  %t113 = fadd contract float %t109, %t112
  %t114 = bitcast float %t113 to i32
  %t115 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t114, i32 1, i32 31)
  %t116 = bitcast i32 %t115 to float
  %t117 = fadd contract float %t113, %t116
  %t118 = udiv i64 %t2, 32
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t119 = getelementptr [8 x i8], ptr %t97, i64 %t118
  store float %t117, ptr %t119, align 8
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t120 = getelementptr [8 x i8], ptr %t97, i64 0
  %t121 = load float, ptr %t120, align 8
  %t122 = getelementptr [8 x i8], ptr %t97, i64 1
  %t123 = load float, ptr %t122, align 8
  %t124 = fadd contract float %t121, %t123
  %t125 = fmul contract float %t124, 0x3F70000000000000
  %t126 = fadd contract float %t125, 0x3EE4F8B580000000
  %t127 = call float @llvm.sqrt.f32(float %t126)
  %t128 = fdiv float 0x3FF0000000000000, %t127
  %t129 = fsub contract float %t18, %t69
  %t130 = fmul contract float %t129, %t128
  %t131 = fsub contract float %t19, %t69
  %t132 = fmul contract float %t131, %t128
  %t133 = fsub contract float %t20, %t69
  %t134 = fmul contract float %t133, %t128
  %t135 = fsub contract float %t21, %t69
  %t136 = fmul contract float %t135, %t128
  %t137 = insertelement <4 x float> poison, float %t130, i32 0
  %t138 = insertelement <4 x float> %t137, float %t132, i32 1
  %t139 = insertelement <4 x float> %t138, float %t134, i32 2
  %t140 = insertelement <4 x float> %t139, float %t136, i32 3
  store <4 x float> %t140, ptr %t16, align 16
  ret void
}
