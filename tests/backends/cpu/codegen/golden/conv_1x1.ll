declare <8 x float> @llvm.fmuladd.v8f32(<8 x float>, <8 x float>, <8 x float>)
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
define internal void @conv_1x1.body(ptr noalias %buffer0, ptr noalias %buffer1, ptr noalias %buffer2, ptr noalias %buffer3, ptr noalias %scratch, i64 %thread, i64 %threads) noinline nounwind "prefer-vector-width"="256" {
  %s2 = alloca i64
  %s12 = alloca <8 x float>
  %s13 = alloca <8 x float>
  %s14 = alloca <8 x float>
  %s15 = alloca <8 x float>
  %s16 = alloca i64
  %s75 = alloca <8 x float>
  %s76 = alloca <8 x float>
  %s77 = alloca i64
  %t1 = getelementptr float, ptr %buffer1, i64 24
  store i64 0, ptr %s2
  br label %loop.3
loop.3:
  %t5 = load i64, ptr %s2
  %t6 = mul nsw i64 %t5, 3
  %t7 = getelementptr float, ptr %buffer1, i64 %t6
  %t8 = getelementptr float, ptr %buffer2, i64 %t5
  %t9 = getelementptr float, ptr %buffer3, i64 %t5
  %t10 = mul nsw i64 %t5, 3
  %t11 = getelementptr float, ptr %t1, i64 %t10
  store <8 x float> splat (float 0x0000000000000000), ptr %s12
  store <8 x float> splat (float 0x0000000000000000), ptr %s13
  store <8 x float> splat (float 0x0000000000000000), ptr %s14
  store <8 x float> splat (float 0x0000000000000000), ptr %s15
  store i64 0, ptr %s16
  br label %loop.17
loop.17:
  %t19 = load i64, ptr %s16
  %t20 = getelementptr float, ptr %buffer0, i64 %t19
  %t21 = mul nsw i64 %t19, 8
  %t22 = getelementptr float, ptr %t7, i64 %t21
  %t23 = mul nsw i64 %t19, 6
  %t24 = getelementptr float, ptr %t11, i64 %t23
  %t25 = load <8 x float>, ptr %s12
  %t26 = load float, ptr %t20, align 4
  %t27 = load <8 x float>, ptr %t22, align 4
  %t28 = insertelement <8 x float> poison, float %t26, i64 0
  %t29 = shufflevector <8 x float> %t28, <8 x float> poison, <8 x i32> zeroinitializer
  %t30 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %t29, <8 x float> %t27, <8 x float> %t25)
  store <8 x float> %t30, ptr %s12
  %t31 = load <8 x float>, ptr %s13
  %t32 = getelementptr float, ptr %t20, i64 3
  %t33 = load float, ptr %t32, align 4
  %t34 = insertelement <8 x float> poison, float %t33, i64 0
  %t35 = shufflevector <8 x float> %t34, <8 x float> poison, <8 x i32> zeroinitializer
  %t36 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %t35, <8 x float> %t27, <8 x float> %t31)
  store <8 x float> %t36, ptr %s13
  %t37 = load <8 x float>, ptr %s14
  %t38 = getelementptr float, ptr %t20, i64 6
  %t39 = load float, ptr %t38, align 4
  %t40 = insertelement <8 x float> poison, float %t39, i64 0
  %t41 = shufflevector <8 x float> %t40, <8 x float> poison, <8 x i32> zeroinitializer
  %t42 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %t41, <8 x float> %t27, <8 x float> %t37)
  store <8 x float> %t42, ptr %s14
  %t43 = load <8 x float>, ptr %s15
  %t44 = getelementptr float, ptr %t20, i64 9
  %t45 = load float, ptr %t44, align 4
  %t46 = insertelement <8 x float> poison, float %t45, i64 0
  %t47 = shufflevector <8 x float> %t46, <8 x float> poison, <8 x i32> zeroinitializer
  %t48 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %t47, <8 x float> %t27, <8 x float> %t43)
  store <8 x float> %t48, ptr %s15
  %t49 = getelementptr i8, ptr %t24, i64 0
  call void @llvm.prefetch.p0(ptr %t49, i32 0, i32 2, i32 1)
  %t50 = add nuw nsw i64 %t19, 1
  store i64 %t50, ptr %s16
  %t51 = icmp slt i64 %t50, 3
  br i1 %t51, label %loop.17, label %done.18
done.18:
  %t52 = load <8 x float>, ptr %s12
  %t53 = load <8 x float>, ptr %s13
  %t54 = load <8 x float>, ptr %s14
  %t55 = load <8 x float>, ptr %s15
  %t56 = load <8 x float>, ptr %t8, align 4
  %t57 = fadd contract <8 x float> %t52, %t56
  %t58 = fcmp ogt <8 x float> splat (float 0x0000000000000000), %t57
  %t59 = select <8 x i1> %t58, <8 x float> splat (float 0x0000000000000000), <8 x float> %t57
  store <8 x float> %t59, ptr %t9, align 4
  %t60 = fadd contract <8 x float> %t53, %t56
  %t61 = fcmp ogt <8 x float> splat (float 0x0000000000000000), %t60
  %t62 = select <8 x i1> %t61, <8 x float> splat (float 0x0000000000000000), <8 x float> %t60
  %t63 = getelementptr float, ptr %t9, i64 16
  store <8 x float> %t62, ptr %t63, align 4
  %t64 = fadd contract <8 x float> %t54, %t56
  %t65 = fcmp ogt <8 x float> splat (float 0x0000000000000000), %t64
  %t66 = select <8 x i1> %t65, <8 x float> splat (float 0x0000000000000000), <8 x float> %t64
  %t67 = getelementptr float, ptr %t9, i64 32
  store <8 x float> %t66, ptr %t67, align 4
  %t68 = fadd contract <8 x float> %t55, %t56
  %t69 = fcmp ogt <8 x float> splat (float 0x0000000000000000), %t68
  %t70 = select <8 x i1> %t69, <8 x float> splat (float 0x0000000000000000), <8 x float> %t68
  %t71 = getelementptr float, ptr %t9, i64 48
  store <8 x float> %t70, ptr %t71, align 4
  %t72 = getelementptr float, ptr %buffer0, i64 12
  %t73 = getelementptr float, ptr %t9, i64 64
  %t74 = getelementptr float, ptr %t11, i64 16
  store <8 x float> splat (float 0x0000000000000000), ptr %s75
  store <8 x float> splat (float 0x0000000000000000), ptr %s76
  store i64 0, ptr %s77
  br label %loop.78
loop.78:
  %t80 = load i64, ptr %s77
  %t81 = getelementptr float, ptr %t72, i64 %t80
  %t82 = mul nsw i64 %t80, 8
  %t83 = getelementptr float, ptr %t7, i64 %t82
  %t84 = mul nsw i64 %t80, 6
  %t85 = getelementptr float, ptr %t74, i64 %t84
  %t86 = load <8 x float>, ptr %s75
  %t87 = load float, ptr %t81, align 4
  %t88 = load <8 x float>, ptr %t83, align 4
  %t89 = insertelement <8 x float> poison, float %t87, i64 0
  %t90 = shufflevector <8 x float> %t89, <8 x float> poison, <8 x i32> zeroinitializer
  %t91 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %t90, <8 x float> %t88, <8 x float> %t86)
  store <8 x float> %t91, ptr %s75
  %t92 = load <8 x float>, ptr %s76
  %t93 = getelementptr float, ptr %t81, i64 3
  %t94 = load float, ptr %t93, align 4
  %t95 = insertelement <8 x float> poison, float %t94, i64 0
  %t96 = shufflevector <8 x float> %t95, <8 x float> poison, <8 x i32> zeroinitializer
  %t97 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %t96, <8 x float> %t88, <8 x float> %t92)
  store <8 x float> %t97, ptr %s76
  %t98 = getelementptr i8, ptr %t85, i64 0
  call void @llvm.prefetch.p0(ptr %t98, i32 0, i32 2, i32 1)
  %t99 = add nuw nsw i64 %t80, 1
  store i64 %t99, ptr %s77
  %t100 = icmp slt i64 %t99, 3
  br i1 %t100, label %loop.78, label %done.79
done.79:
  %t101 = load <8 x float>, ptr %s75
  %t102 = load <8 x float>, ptr %s76
  %t103 = load <8 x float>, ptr %t8, align 4
  %t104 = fadd contract <8 x float> %t101, %t103
  %t105 = fcmp ogt <8 x float> splat (float 0x0000000000000000), %t104
  %t106 = select <8 x i1> %t105, <8 x float> splat (float 0x0000000000000000), <8 x float> %t104
  store <8 x float> %t106, ptr %t73, align 4
  %t107 = fadd contract <8 x float> %t102, %t103
  %t108 = fcmp ogt <8 x float> splat (float 0x0000000000000000), %t107
  %t109 = select <8 x i1> %t108, <8 x float> splat (float 0x0000000000000000), <8 x float> %t107
  %t110 = getelementptr float, ptr %t73, i64 16
  store <8 x float> %t109, ptr %t110, align 4
  %t111 = add nuw nsw i64 %t5, 8
  store i64 %t111, ptr %s2
  %t112 = icmp slt i64 %t111, 16
  br i1 %t112, label %loop.3, label %done.4
done.4:
  ret void
}
define void @conv_1x1(ptr %arguments, ptr %scratch, i64 %thread, i64 %threads) nounwind {
  %t113 = getelementptr ptr, ptr %arguments, i64 0
  %t114 = load ptr, ptr %t113
  %t115 = getelementptr ptr, ptr %arguments, i64 1
  %t116 = load ptr, ptr %t115
  %t117 = getelementptr ptr, ptr %arguments, i64 2
  %t118 = load ptr, ptr %t117
  %t119 = getelementptr ptr, ptr %arguments, i64 3
  %t120 = load ptr, ptr %t119
  call void @conv_1x1.body(ptr %t114, ptr %t116, ptr %t118, ptr %t120, ptr %scratch, i64 %thread, i64 %threads)
  ret void
}
