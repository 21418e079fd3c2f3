declare <8 x float> @llvm.masked.load.v8f32.p0(ptr, i32, <8 x i1>, <8 x float>)
declare <8 x float> @llvm.fmuladd.v8f32(<8 x float>, <8 x float>, <8 x float>)
declare <4 x float> @llvm.masked.load.v4f32.p0(ptr, i32, <4 x i1>, <4 x float>)
declare <4 x float> @llvm.fmuladd.v4f32(<4 x float>, <4 x float>, <4 x float>)
declare void @llvm.masked.store.v4f32.p0(<4 x float>, ptr, i32, <4 x i1>)
define internal void @softmax.body(ptr noalias %buffer0, ptr noalias %buffer1, ptr noalias %scratch, i64 %thread, i64 %threads) noinline nounwind "prefer-vector-width"="256" {
  %s4 = alloca i64
  %s10 = alloca <8 x float>
  %s11 = alloca i64
  %s53 = alloca i64
  %s119 = alloca <8 x float>
  %s120 = alloca i64
  %s150 = alloca i64
  %t1 = getelementptr i8, ptr %scratch, i64 0
  %t2 = getelementptr i8, ptr %scratch, i64 64
  %t3 = getelementptr i8, ptr %scratch, i64 192
  store i64 0, ptr %s4
  br label %loop.5
loop.5:
  %t7 = load i64, ptr %s4
  %t8 = mul nsw i64 %t7, 19
  %t9 = getelementptr float, ptr %buffer0, i64 %t8
  store <8 x float> splat (float 0xFFF0000000000000), ptr %s10
  store i64 0, ptr %s11
  br label %loop.12
loop.12:
  %t14 = load i64, ptr %s11
  %t15 = getelementptr float, ptr %t9, i64 %t14
  %t16 = load <8 x float>, ptr %s10
  %t17 = load <8 x float>, ptr %t15, align 4
  %t18 = fcmp ogt <8 x float> %t17, %t16
  %t19 = select <8 x i1> %t18, <8 x float> %t17, <8 x float> %t16
  %t20 = fcmp uno <8 x float> %t17, %t17
  %t21 = select <8 x i1> %t20, <8 x float> %t17, <8 x float> %t19
  store <8 x float> %t21, ptr %s10
  %t22 = add nuw nsw i64 %t14, 8
  store i64 %t22, ptr %s11
  %t23 = icmp slt i64 %t22, 16
  br i1 %t23, label %loop.12, label %done.13
done.13:
  %t24 = getelementptr float, ptr %t9, i64 16
  %t25 = load <8 x float>, ptr %s10
  %t26 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr %t24, i32 4, <8 x i1> <i1 1, i1 1, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0>, <8 x float> splat (float 0x0000000000000000))
  %t27 = select <8 x i1> <i1 1, i1 1, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0>, <8 x float> %t26, <8 x float> splat (float 0xFFF0000000000000)
  %t28 = fcmp ogt <8 x float> %t27, %t25
  %t29 = select <8 x i1> %t28, <8 x float> %t27, <8 x float> %t25
  %t30 = fcmp uno <8 x float> %t27, %t27
  %t31 = select <8 x i1> %t30, <8 x float> %t27, <8 x float> %t29
  store <8 x float> %t31, ptr %s10
  %t32 = load <8 x float>, ptr %s10
  %t33 = shufflevector <8 x float> %t32, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %t34 = shufflevector <8 x float> %t32, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %t35 = fcmp ogt <4 x float> %t34, %t33
  %t36 = select <4 x i1> %t35, <4 x float> %t34, <4 x float> %t33
  %t37 = fcmp uno <4 x float> %t34, %t34
  %t38 = select <4 x i1> %t37, <4 x float> %t34, <4 x float> %t36
  %t39 = shufflevector <4 x float> %t38, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %t40 = shufflevector <4 x float> %t38, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %t41 = fcmp ogt <2 x float> %t40, %t39
  %t42 = select <2 x i1> %t41, <2 x float> %t40, <2 x float> %t39
  %t43 = fcmp uno <2 x float> %t40, %t40
  %t44 = select <2 x i1> %t43, <2 x float> %t40, <2 x float> %t42
  %t45 = extractelement <2 x float> %t44, i32 0
  %t46 = extractelement <2 x float> %t44, i32 1
  %t47 = fcmp ogt float %t46, %t45
  %t48 = select i1 %t47, float %t46, float %t45
  %t49 = fcmp uno float %t46, %t46
  %t50 = select i1 %t49, float %t46, float %t48
  store float %t50, ptr %t1, align 4
  %t51 = mul nsw i64 %t7, 19
  %t52 = getelementptr float, ptr %buffer0, i64 %t51
  store i64 0, ptr %s53
  br label %loop.54
loop.54:
  %t56 = load i64, ptr %s53
  %t57 = getelementptr float, ptr %t52, i64 %t56
  %t58 = getelementptr float, ptr %t2, i64 %t56
  %t59 = load <8 x float>, ptr %t57, align 4
  %t60 = load float, ptr %t1, align 4
  %t61 = insertelement <8 x float> poison, float %t60, i64 0
  %t62 = shufflevector <8 x float> %t61, <8 x float> poison, <8 x i32> zeroinitializer
  %t63 = fsub contract <8 x float> %t59, %t62
  %t64 = fcmp olt <8 x float> %t63, splat (float 0xC06601E680000000)
  %t65 = select <8 x i1> %t64, <8 x float> splat (float 0xC06601E680000000), <8 x float> %t63
  %t66 = fcmp ogt <8 x float> %t65, splat (float 0x4056400000000000)
  %t67 = select <8 x i1> %t66, <8 x float> splat (float 0x4056400000000000), <8 x float> %t65
  %t68 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %t67, <8 x float> splat (float 0x3FF7154760000000), <8 x float> splat (float 0x4168001FC0000000))
  %t69 = fsub <8 x float> %t68, splat (float 0x4168001FC0000000)
  %t70 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %t69, <8 x float> splat (float 0xBFE6300000000000), <8 x float> %t67)
  %t71 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %t69, <8 x float> splat (float 0x3F2BD01060000000), <8 x float> %t70)
  %t72 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> splat (float 0x3F56FEEA40000000), <8 x float> %t71, <8 x float> splat (float 0x3F81257F60000000))
  %t73 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %t72, <8 x float> %t71, <8 x float> splat (float 0x3FA5552FE0000000))
  %t74 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %t73, <8 x float> %t71, <8 x float> splat (float 0x3FC5554660000000))
  %t75 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %t74, <8 x float> %t71, <8 x float> splat (float 0x3FE0000000000000))
  %t76 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %t75, <8 x float> %t71, <8 x float> splat (float 0x3FF0000000000000))
  %t77 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %t76, <8 x float> %t71, <8 x float> splat (float 0x3FF0000000000000))
  %t78 = bitcast <8 x float> %t68 to <8 x i32>
  %t79 = lshr <8 x i32> %t78, splat (i32 1)
  %t80 = sub <8 x i32> %t78, %t79
  %t81 = shl <8 x i32> %t79, splat (i32 23)
  %t82 = bitcast <8 x i32> %t81 to <8 x float>
  %t83 = fmul <8 x float> %t77, %t82
  %t84 = shl <8 x i32> %t80, splat (i32 23)
  %t85 = bitcast <8 x i32> %t84 to <8 x float>
  %t86 = fmul <8 x float> %t83, %t85
  store <8 x float> %t86, ptr %t58, align 4
  %t87 = add nuw nsw i64 %t56, 8
  store i64 %t87, ptr %s53
  %t88 = icmp slt i64 %t87, 16
  br i1 %t88, label %loop.54, label %done.55
done.55:
  %t89 = getelementptr float, ptr %t52, i64 16
  %t90 = getelementptr float, ptr %t2, i64 16
  %t91 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t89, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t92 = load float, ptr %t1, align 4
  %t93 = insertelement <4 x float> poison, float %t92, i64 0
  %t94 = shufflevector <4 x float> %t93, <4 x float> poison, <4 x i32> zeroinitializer
  %t95 = fsub contract <4 x float> %t91, %t94
  %t96 = fcmp olt <4 x float> %t95, splat (float 0xC06601E680000000)
  %t97 = select <4 x i1> %t96, <4 x float> splat (float 0xC06601E680000000), <4 x float> %t95
  %t98 = fcmp ogt <4 x float> %t97, splat (float 0x4056400000000000)
  %t99 = select <4 x i1> %t98, <4 x float> splat (float 0x4056400000000000), <4 x float> %t97
  %t100 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t99, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001FC0000000))
  %t101 = fsub <4 x float> %t100, splat (float 0x4168001FC0000000)
  %t102 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t101, <4 x float> splat (float 0xBFE6300000000000), <4 x float> %t99)
  %t103 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t101, <4 x float> splat (float 0x3F2BD01060000000), <4 x float> %t102)
  %t104 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> splat (float 0x3F56FEEA40000000), <4 x float> %t103, <4 x float> splat (float 0x3F81257F60000000))
  %t105 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t104, <4 x float> %t103, <4 x float> splat (float 0x3FA5552FE0000000))
  %t106 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t105, <4 x float> %t103, <4 x float> splat (float 0x3FC5554660000000))
  %t107 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t106, <4 x float> %t103, <4 x float> splat (float 0x3FE0000000000000))
  %t108 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t107, <4 x float> %t103, <4 x float> splat (float 0x3FF0000000000000))
  %t109 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t108, <4 x float> %t103, <4 x float> splat (float 0x3FF0000000000000))
  %t110 = bitcast <4 x float> %t100 to <4 x i32>
  %t111 = lshr <4 x i32> %t110, splat (i32 1)
  %t112 = sub <4 x i32> %t110, %t111
  %t113 = shl <4 x i32> %t111, splat (i32 23)
  %t114 = bitcast <4 x i32> %t113 to <4 x float>
  %t115 = fmul <4 x float> %t109, %t114
  %t116 = shl <4 x i32> %t112, splat (i32 23)
  %t117 = bitcast <4 x i32> %t116 to <4 x float>
  %t118 = fmul <4 x float> %t115, %t117
  call void @llvm.masked.store.v4f32.p0(<4 x float> %t118, ptr %t90, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>)
  store <8 x float> splat (float 0x0000000000000000), ptr %s119
  store i64 0, ptr %s120
  br label %loop.121
loop.121:
  %t123 = load i64, ptr %s120
  %t124 = getelementptr float, ptr %t2, i64 %t123
  %t125 = load <8 x float>, ptr %s119
  %t126 = load <8 x float>, ptr %t124, align 4
  %t127 = fadd contract <8 x float> %t125, %t126
  store <8 x float> %t127, ptr %s119
  %t128 = add nuw nsw i64 %t123, 8
  store i64 %t128, ptr %s120
  %t129 = icmp slt i64 %t128, 16
  br i1 %t129, label %loop.121, label %done.122
done.122:
  %t130 = getelementptr float, ptr %t2, i64 16
  %t131 = load <8 x float>, ptr %s119
  %t132 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr %t130, i32 4, <8 x i1> <i1 1, i1 1, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0>, <8 x float> splat (float 0x0000000000000000))
  %t133 = select <8 x i1> <i1 1, i1 1, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0>, <8 x float> %t132, <8 x float> splat (float 0x0000000000000000)
  %t134 = fadd contract <8 x float> %t131, %t133
  store <8 x float> %t134, ptr %s119
  %t135 = load <8 x float>, ptr %s119
  %t136 = shufflevector <8 x float> %t135, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %t137 = shufflevector <8 x float> %t135, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %t138 = fadd contract <4 x float> %t136, %t137
  %t139 = shufflevector <4 x float> %t138, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %t140 = shufflevector <4 x float> %t138, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %t141 = fadd contract <2 x float> %t139, %t140
  %t142 = extractelement <2 x float> %t141, i32 0
  %t143 = extractelement <2 x float> %t141, i32 1
  %t144 = fadd contract float %t142, %t143
  %t145 = fdiv float 0x3FF0000000000000, %t144
  store float %t145, ptr %t3, align 4
  %t146 = mul nsw i64 %t7, 19
  %t147 = getelementptr float, ptr %buffer0, i64 %t146
  %t148 = mul nsw i64 %t7, 19
  %t149 = getelementptr float, ptr %buffer1, i64 %t148
  store i64 0, ptr %s150
  br label %loop.151
loop.151:
  %t153 = load i64, ptr %s150
  %t154 = getelementptr float, ptr %t147, i64 %t153
  %t155 = getelementptr float, ptr %t2, i64 %t153
  %t156 = getelementptr float, ptr %t149, i64 %t153
  %t157 = load <8 x float>, ptr %t155, align 4
  %t158 = load float, ptr %t3, align 4
  %t159 = insertelement <8 x float> poison, float %t158, i64 0
  %t160 = shufflevector <8 x float> %t159, <8 x float> poison, <8 x i32> zeroinitializer
  %t161 = fmul contract <8 x float> %t157, %t160
  store <8 x float> %t161, ptr %t156, align 4
  %t162 = add nuw nsw i64 %t153, 8
  store i64 %t162, ptr %s150
  %t163 = icmp slt i64 %t162, 16
  br i1 %t163, label %loop.151, label %done.152
done.152:
  %t164 = getelementptr float, ptr %t147, i64 16
  %t165 = getelementptr float, ptr %t2, i64 16
  %t166 = getelementptr float, ptr %t149, i64 16
  %t167 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t165, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t168 = load float, ptr %t3, align 4
  %t169 = insertelement <4 x float> poison, float %t168, i64 0
  %t170 = shufflevector <4 x float> %t169, <4 x float> poison, <4 x i32> zeroinitializer
  %t171 = fmul contract <4 x float> %t167, %t170
  call void @llvm.masked.store.v4f32.p0(<4 x float> %t171, ptr %t166, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>)
  %t172 = add nuw nsw i64 %t7, 1
  store i64 %t172, ptr %s4
  %t173 = icmp slt i64 %t172, 3
  br i1 %t173, label %loop.5, label %done.6
done.6:
  ret void
}
define void @softmax(ptr %arguments, ptr %scratch, i64 %thread, i64 %threads) nounwind {
  %t174 = getelementptr ptr, ptr %arguments, i64 0
  %t175 = load ptr, ptr %t174
  %t176 = getelementptr ptr, ptr %arguments, i64 1
  %t177 = load ptr, ptr %t176
  call void @softmax.body(ptr %t175, ptr %t177, ptr %scratch, i64 %thread, i64 %threads)
  ret void
}
