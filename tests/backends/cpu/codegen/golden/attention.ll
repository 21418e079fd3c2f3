declare void @llvm.masked.store.v4f32.p0(<4 x float>, ptr, i32, <4 x i1>)
declare <4 x float> @llvm.masked.load.v4f32.p0(ptr, i32, <4 x i1>, <4 x float>)
declare <4 x float> @llvm.fmuladd.v4f32(<4 x float>, <4 x float>, <4 x float>)
define internal void @attention.body(ptr noalias %buffer0, ptr noalias %buffer1, ptr noalias %buffer2, ptr noalias %buffer3, ptr noalias %buffer4, ptr noalias %scratch, i64 %thread, i64 %threads) noinline nounwind "prefer-vector-width"="256" {
  %s5 = alloca i64
  %s19 = alloca <4 x float>
  %s20 = alloca <4 x float>
  %s21 = alloca <4 x float>
  %s22 = alloca <4 x float>
  %s23 = alloca <4 x float>
  %s124 = alloca <4 x float>
  %s295 = alloca <4 x float>
  %s296 = alloca <4 x float>
  %s321 = alloca <4 x float>
  %s322 = alloca <4 x float>
  %s323 = alloca <4 x float>
  %t1 = getelementptr i8, ptr %scratch, i64 0
  %t2 = getelementptr i8, ptr %scratch, i64 64
  %t3 = getelementptr i8, ptr %scratch, i64 128
  %t4 = getelementptr i8, ptr %scratch, i64 192
  store i64 0, ptr %s5
  br label %loop.6
loop.6:
  %t8 = load i64, ptr %s5
  %t9 = getelementptr float, ptr %buffer0, i64 %t8
  %t10 = mul nsw i64 %t8, 3
  %t11 = getelementptr float, ptr %t1, i64 %t10
  %t12 = load <4 x float>, ptr %t9, align 4
  %t13 = shufflevector <4 x float> splat (float 0x0000000000000000), <4 x float> %t12, <4 x i32> <i32 4, i32 6, i32 2, i32 3>
  %t14 = getelementptr float, ptr %t9, i64 1
  %t15 = load <4 x float>, ptr %t14, align 4
  %t16 = shufflevector <4 x float> %t13, <4 x float> %t15, <4 x i32> <i32 0, i32 1, i32 7, i32 3>
  call void @llvm.masked.store.v4f32.p0(<4 x float> %t16, ptr %t11, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>)
  %t17 = add nuw nsw i64 %t8, 1
  store i64 %t17, ptr %s5
  %t18 = icmp slt i64 %t17, 2
  br i1 %t18, label %loop.6, label %done.7
done.7:
  store <4 x float> splat (float 0x0000000000000000), ptr %s19
  store <4 x float> splat (float 0x0000000000000000), ptr %s20
  store <4 x float> splat (float 0x0000000000000000), ptr %s21
  store <4 x float> splat (float 0x0000000000000000), ptr %s22
  store <4 x float> splat (float 0x0000000000000000), ptr %s23
  %t24 = load <4 x float>, ptr %s19
  %t25 = load float, ptr %buffer1, align 4
  %t26 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t1, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t27 = insertelement <4 x float> poison, float %t25, i64 0
  %t28 = shufflevector <4 x float> %t27, <4 x float> poison, <4 x i32> zeroinitializer
  %t29 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t28, <4 x float> %t26, <4 x float> %t24)
  store <4 x float> %t29, ptr %s19
  %t30 = load <4 x float>, ptr %s20
  %t31 = getelementptr float, ptr %buffer1, i64 1
  %t32 = load float, ptr %t31, align 4
  %t33 = insertelement <4 x float> poison, float %t32, i64 0
  %t34 = shufflevector <4 x float> %t33, <4 x float> poison, <4 x i32> zeroinitializer
  %t35 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t34, <4 x float> %t26, <4 x float> %t30)
  store <4 x float> %t35, ptr %s20
  %t36 = load <4 x float>, ptr %s21
  %t37 = getelementptr float, ptr %buffer1, i64 2
  %t38 = load float, ptr %t37, align 4
  %t39 = insertelement <4 x float> poison, float %t38, i64 0
  %t40 = shufflevector <4 x float> %t39, <4 x float> poison, <4 x i32> zeroinitializer
  %t41 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t40, <4 x float> %t26, <4 x float> %t36)
  store <4 x float> %t41, ptr %s21
  %t42 = load <4 x float>, ptr %s22
  %t43 = getelementptr float, ptr %buffer1, i64 3
  %t44 = load float, ptr %t43, align 4
  %t45 = insertelement <4 x float> poison, float %t44, i64 0
  %t46 = shufflevector <4 x float> %t45, <4 x float> poison, <4 x i32> zeroinitializer
  %t47 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t46, <4 x float> %t26, <4 x float> %t42)
  store <4 x float> %t47, ptr %s22
  %t48 = load <4 x float>, ptr %s23
  %t49 = getelementptr float, ptr %buffer1, i64 4
  %t50 = load float, ptr %t49, align 4
  %t51 = insertelement <4 x float> poison, float %t50, i64 0
  %t52 = shufflevector <4 x float> %t51, <4 x float> poison, <4 x i32> zeroinitializer
  %t53 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t52, <4 x float> %t26, <4 x float> %t48)
  store <4 x float> %t53, ptr %s23
  %t54 = load <4 x float>, ptr %s19
  %t55 = getelementptr float, ptr %buffer1, i64 5
  %t56 = load float, ptr %t55, align 4
  %t57 = getelementptr float, ptr %t1, i64 3
  %t58 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t57, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t59 = insertelement <4 x float> poison, float %t56, i64 0
  %t60 = shufflevector <4 x float> %t59, <4 x float> poison, <4 x i32> zeroinitializer
  %t61 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t60, <4 x float> %t58, <4 x float> %t54)
  store <4 x float> %t61, ptr %s19
  %t62 = load <4 x float>, ptr %s20
  %t63 = getelementptr float, ptr %buffer1, i64 6
  %t64 = load float, ptr %t63, align 4
  %t65 = insertelement <4 x float> poison, float %t64, i64 0
  %t66 = shufflevector <4 x float> %t65, <4 x float> poison, <4 x i32> zeroinitializer
  %t67 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t66, <4 x float> %t58, <4 x float> %t62)
  store <4 x float> %t67, ptr %s20
  %t68 = load <4 x float>, ptr %s21
  %t69 = getelementptr float, ptr %buffer1, i64 7
  %t70 = load float, ptr %t69, align 4
  %t71 = insertelement <4 x float> poison, float %t70, i64 0
  %t72 = shufflevector <4 x float> %t71, <4 x float> poison, <4 x i32> zeroinitializer
  %t73 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t72, <4 x float> %t58, <4 x float> %t68)
  store <4 x float> %t73, ptr %s21
  %t74 = load <4 x float>, ptr %s22
  %t75 = getelementptr float, ptr %buffer1, i64 8
  %t76 = load float, ptr %t75, align 4
  %t77 = insertelement <4 x float> poison, float %t76, i64 0
  %t78 = shufflevector <4 x float> %t77, <4 x float> poison, <4 x i32> zeroinitializer
  %t79 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t78, <4 x float> %t58, <4 x float> %t74)
  store <4 x float> %t79, ptr %s22
  %t80 = load <4 x float>, ptr %s23
  %t81 = getelementptr float, ptr %buffer1, i64 9
  %t82 = load float, ptr %t81, align 4
  %t83 = insertelement <4 x float> poison, float %t82, i64 0
  %t84 = shufflevector <4 x float> %t83, <4 x float> poison, <4 x i32> zeroinitializer
  %t85 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t84, <4 x float> %t58, <4 x float> %t80)
  store <4 x float> %t85, ptr %s23
  %t86 = load <4 x float>, ptr %s19
  %t87 = load <4 x float>, ptr %s20
  %t88 = load <4 x float>, ptr %s21
  %t89 = load <4 x float>, ptr %s22
  %t90 = load <4 x float>, ptr %s23
  %t91 = fmul contract <4 x float> %t86, splat (float 0x3FE0000000000000)
  %t92 = load float, ptr %buffer3, align 4
  %t93 = insertelement <4 x float> poison, float %t92, i64 0
  %t94 = shufflevector <4 x float> %t93, <4 x float> poison, <4 x i32> zeroinitializer
  %t95 = fadd contract <4 x float> %t91, %t94
  call void @llvm.masked.store.v4f32.p0(<4 x float> %t95, ptr %t2, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>)
  %t96 = fmul contract <4 x float> %t87, splat (float 0x3FE0000000000000)
  %t97 = getelementptr float, ptr %buffer3, i64 1
  %t98 = load float, ptr %t97, align 4
  %t99 = insertelement <4 x float> poison, float %t98, i64 0
  %t100 = shufflevector <4 x float> %t99, <4 x float> poison, <4 x i32> zeroinitializer
  %t101 = fadd contract <4 x float> %t96, %t100
  %t102 = getelementptr float, ptr %t2, i64 3
  call void @llvm.masked.store.v4f32.p0(<4 x float> %t101, ptr %t102, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>)
  %t103 = fmul contract <4 x float> %t88, splat (float 0x3FE0000000000000)
  %t104 = getelementptr float, ptr %buffer3, i64 2
  %t105 = load float, ptr %t104, align 4
  %t106 = insertelement <4 x float> poison, float %t105, i64 0
  %t107 = shufflevector <4 x float> %t106, <4 x float> poison, <4 x i32> zeroinitializer
  %t108 = fadd contract <4 x float> %t103, %t107
  %t109 = getelementptr float, ptr %t2, i64 6
  call void @llvm.masked.store.v4f32.p0(<4 x float> %t108, ptr %t109, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>)
  %t110 = fmul contract <4 x float> %t89, splat (float 0x3FE0000000000000)
  %t111 = getelementptr float, ptr %buffer3, i64 3
  %t112 = load float, ptr %t111, align 4
  %t113 = insertelement <4 x float> poison, float %t112, i64 0
  %t114 = shufflevector <4 x float> %t113, <4 x float> poison, <4 x i32> zeroinitializer
  %t115 = fadd contract <4 x float> %t110, %t114
  %t116 = getelementptr float, ptr %t2, i64 9
  call void @llvm.masked.store.v4f32.p0(<4 x float> %t115, ptr %t116, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>)
  %t117 = fmul contract <4 x float> %t90, splat (float 0x3FE0000000000000)
  %t118 = getelementptr float, ptr %buffer3, i64 4
  %t119 = load float, ptr %t118, align 4
  %t120 = insertelement <4 x float> poison, float %t119, i64 0
  %t121 = shufflevector <4 x float> %t120, <4 x float> poison, <4 x i32> zeroinitializer
  %t122 = fadd contract <4 x float> %t117, %t121
  %t123 = getelementptr float, ptr %t2, i64 12
  call void @llvm.masked.store.v4f32.p0(<4 x float> %t122, ptr %t123, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>)
  store <4 x float> splat (float 0xFFF0000000000000), ptr %s124
  %t125 = load <4 x float>, ptr %s124
  %t126 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t2, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t127 = fcmp ogt <4 x float> %t126, %t125
  %t128 = select <4 x i1> %t127, <4 x float> %t126, <4 x float> %t125
  %t129 = fcmp uno <4 x float> %t126, %t126
  %t130 = select <4 x i1> %t129, <4 x float> %t126, <4 x float> %t128
  store <4 x float> %t130, ptr %s124
  %t131 = load <4 x float>, ptr %s124
  %t132 = getelementptr float, ptr %t2, i64 3
  %t133 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t132, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t134 = fcmp ogt <4 x float> %t133, %t131
  %t135 = select <4 x i1> %t134, <4 x float> %t133, <4 x float> %t131
  %t136 = fcmp uno <4 x float> %t133, %t133
  %t137 = select <4 x i1> %t136, <4 x float> %t133, <4 x float> %t135
  store <4 x float> %t137, ptr %s124
  %t138 = load <4 x float>, ptr %s124
  %t139 = getelementptr float, ptr %t2, i64 6
  %t140 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t139, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t141 = fcmp ogt <4 x float> %t140, %t138
  %t142 = select <4 x i1> %t141, <4 x float> %t140, <4 x float> %t138
  %t143 = fcmp uno <4 x float> %t140, %t140
  %t144 = select <4 x i1> %t143, <4 x float> %t140, <4 x float> %t142
  store <4 x float> %t144, ptr %s124
  %t145 = load <4 x float>, ptr %s124
  %t146 = getelementptr float, ptr %t2, i64 9
  %t147 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t146, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t148 = fcmp ogt <4 x float> %t147, %t145
  %t149 = select <4 x i1> %t148, <4 x float> %t147, <4 x float> %t145
  %t150 = fcmp uno <4 x float> %t147, %t147
  %t151 = select <4 x i1> %t150, <4 x float> %t147, <4 x float> %t149
  store <4 x float> %t151, ptr %s124
  %t152 = getelementptr float, ptr %t2, i64 12
  %t153 = load <4 x float>, ptr %s124
  %t154 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t152, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t155 = fcmp ogt <4 x float> %t154, %t153
  %t156 = select <4 x i1> %t155, <4 x float> %t154, <4 x float> %t153
  %t157 = fcmp uno <4 x float> %t154, %t154
  %t158 = select <4 x i1> %t157, <4 x float> %t154, <4 x float> %t156
  store <4 x float> %t158, ptr %s124
  %t159 = load <4 x float>, ptr %s124
  call void @llvm.masked.store.v4f32.p0(<4 x float> %t159, ptr %t3, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>)
  %t160 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t2, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t161 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t3, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t162 = fsub contract <4 x float> %t160, %t161
  %t163 = fcmp olt <4 x float> %t162, splat (float 0xC06601E680000000)
  %t164 = select <4 x i1> %t163, <4 x float> splat (float 0xC06601E680000000), <4 x float> %t162
  %t165 = fcmp ogt <4 x float> %t164, splat (float 0x4056400000000000)
  %t166 = select <4 x i1> %t165, <4 x float> splat (float 0x4056400000000000), <4 x float> %t164
  %t167 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t166, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001FC0000000))
  %t168 = fsub <4 x float> %t167, splat (float 0x4168001FC0000000)
  %t169 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t168, <4 x float> splat (float 0xBFE6300000000000), <4 x float> %t166)
  %t170 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t168, <4 x float> splat (float 0x3F2BD01060000000), <4 x float> %t169)
  %t171 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> splat (float 0x3F56FEEA40000000), <4 x float> %t170, <4 x float> splat (float 0x3F81257F60000000))
  %t172 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t171, <4 x float> %t170, <4 x float> splat (float 0x3FA5552FE0000000))
  %t173 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t172, <4 x float> %t170, <4 x float> splat (float 0x3FC5554660000000))
  %t174 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t173, <4 x float> %t170, <4 x float> splat (float 0x3FE0000000000000))
  %t175 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t174, <4 x float> %t170, <4 x float> splat (float 0x3FF0000000000000))
  %t176 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t175, <4 x float> %t170, <4 x float> splat (float 0x3FF0000000000000))
  %t177 = bitcast <4 x float> %t167 to <4 x i32>
  %t178 = lshr <4 x i32> %t177, splat (i32 1)
  %t179 = sub <4 x i32> %t177, %t178
  %t180 = shl <4 x i32> %t178, splat (i32 23)
  %t181 = bitcast <4 x i32> %t180 to <4 x float>
  %t182 = fmul <4 x float> %t176, %t181
  %t183 = shl <4 x i32> %t179, splat (i32 23)
  %t184 = bitcast <4 x i32> %t183 to <4 x float>
  %t185 = fmul <4 x float> %t182, %t184
  call void @llvm.masked.store.v4f32.p0(<4 x float> %t185, ptr %t2, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>)
  %t186 = getelementptr float, ptr %t2, i64 3
  %t187 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t186, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t188 = fsub contract <4 x float> %t187, %t161
  %t189 = fcmp olt <4 x float> %t188, splat (float 0xC06601E680000000)
  %t190 = select <4 x i1> %t189, <4 x float> splat (float 0xC06601E680000000), <4 x float> %t188
  %t191 = fcmp ogt <4 x float> %t190, splat (float 0x4056400000000000)
  %t192 = select <4 x i1> %t191, <4 x float> splat (float 0x4056400000000000), <4 x float> %t190
  %t193 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t192, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001FC0000000))
  %t194 = fsub <4 x float> %t193, splat (float 0x4168001FC0000000)
  %t195 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t194, <4 x float> splat (float 0xBFE6300000000000), <4 x float> %t192)
  %t196 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t194, <4 x float> splat (float 0x3F2BD01060000000), <4 x float> %t195)
  %t197 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> splat (float 0x3F56FEEA40000000), <4 x float> %t196, <4 x float> splat (float 0x3F81257F60000000))
  %t198 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t197, <4 x float> %t196, <4 x float> splat (float 0x3FA5552FE0000000))
  %t199 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t198, <4 x float> %t196, <4 x float> splat (float 0x3FC5554660000000))
  %t200 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t199, <4 x float> %t196, <4 x float> splat (float 0x3FE0000000000000))
  %t201 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t200, <4 x float> %t196, <4 x float> splat (float 0x3FF0000000000000))
  %t202 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t201, <4 x float> %t196, <4 x float> splat (float 0x3FF0000000000000))
  %t203 = bitcast <4 x float> %t193 to <4 x i32>
  %t204 = lshr <4 x i32> %t203, splat (i32 1)
  %t205 = sub <4 x i32> %t203, %t204
  %t206 = shl <4 x i32> %t204, splat (i32 23)
  %t207 = bitcast <4 x i32> %t206 to <4 x float>
  %t208 = fmul <4 x float> %t202, %t207
  %t209 = shl <4 x i32> %t205, splat (i32 23)
  %t210 = bitcast <4 x i32> %t209 to <4 x float>
  %t211 = fmul <4 x float> %t208, %t210
  %t212 = getelementptr float, ptr %t2, i64 3
  call void @llvm.masked.store.v4f32.p0(<4 x float> %t211, ptr %t212, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>)
  %t213 = getelementptr float, ptr %t2, i64 6
  %t214 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t213, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t215 = fsub contract <4 x float> %t214, %t161
  %t216 = fcmp olt <4 x float> %t215, splat (float 0xC06601E680000000)
  %t217 = select <4 x i1> %t216, <4 x float> splat (float 0xC06601E680000000), <4 x float> %t215
  %t218 = fcmp ogt <4 x float> %t217, splat (float 0x4056400000000000)
  %t219 = select <4 x i1> %t218, <4 x float> splat (float 0x4056400000000000), <4 x float> %t217
  %t220 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t219, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001FC0000000))
  %t221 = fsub <4 x float> %t220, splat (float 0x4168001FC0000000)
  %t222 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t221, <4 x float> splat (float 0xBFE6300000000000), <4 x float> %t219)
  %t223 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t221, <4 x float> splat (float 0x3F2BD01060000000), <4 x float> %t222)
  %t224 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> splat (float 0x3F56FEEA40000000), <4 x float> %t223, <4 x float> splat (float 0x3F81257F60000000))
  %t225 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t224, <4 x float> %t223, <4 x float> splat (float 0x3FA5552FE0000000))
  %t226 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t225, <4 x float> %t223, <4 x float> splat (float 0x3FC5554660000000))
  %t227 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t226, <4 x float> %t223, <4 x float> splat (float 0x3FE0000000000000))
  %t228 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t227, <4 x float> %t223, <4 x float> splat (float 0x3FF0000000000000))
  %t229 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t228, <4 x float> %t223, <4 x float> splat (float 0x3FF0000000000000))
  %t230 = bitcast <4 x float> %t220 to <4 x i32>
  %t231 = lshr <4 x i32> %t230, splat (i32 1)
  %t232 = sub <4 x i32> %t230, %t231
  %t233 = shl <4 x i32> %t231, splat (i32 23)
  %t234 = bitcast <4 x i32> %t233 to <4 x float>
  %t235 = fmul <4 x float> %t229, %t234
  %t236 = shl <4 x i32> %t232, splat (i32 23)
  %t237 = bitcast <4 x i32> %t236 to <4 x float>
  %t238 = fmul <4 x float> %t235, %t237
  %t239 = getelementptr float, ptr %t2, i64 6
  call void @llvm.masked.store.v4f32.p0(<4 x float> %t238, ptr %t239, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>)
  %t240 = getelementptr float, ptr %t2, i64 9
  %t241 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t240, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t242 = fsub contract <4 x float> %t241, %t161
  %t243 = fcmp olt <4 x float> %t242, splat (float 0xC06601E680000000)
  %t244 = select <4 x i1> %t243, <4 x float> splat (float 0xC06601E680000000), <4 x float> %t242
  %t245 = fcmp ogt <4 x float> %t244, splat (float 0x4056400000000000)
  %t246 = select <4 x i1> %t245, <4 x float> splat (float 0x4056400000000000), <4 x float> %t244
  %t247 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t246, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001FC0000000))
  %t248 = fsub <4 x float> %t247, splat (float 0x4168001FC0000000)
  %t249 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t248, <4 x float> splat (float 0xBFE6300000000000), <4 x float> %t246)
  %t250 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t248, <4 x float> splat (float 0x3F2BD01060000000), <4 x float> %t249)
  %t251 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> splat (float 0x3F56FEEA40000000), <4 x float> %t250, <4 x float> splat (float 0x3F81257F60000000))
  %t252 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t251, <4 x float> %t250, <4 x float> splat (float 0x3FA5552FE0000000))
  %t253 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t252, <4 x float> %t250, <4 x float> splat (float 0x3FC5554660000000))
  %t254 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t253, <4 x float> %t250, <4 x float> splat (float 0x3FE0000000000000))
  %t255 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t254, <4 x float> %t250, <4 x float> splat (float 0x3FF0000000000000))
  %t256 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t255, <4 x float> %t250, <4 x float> splat (float 0x3FF0000000000000))
  %t257 = bitcast <4 x float> %t247 to <4 x i32>
  %t258 = lshr <4 x i32> %t257, splat (i32 1)
  %t259 = sub <4 x i32> %t257, %t258
  %t260 = shl <4 x i32> %t258, splat (i32 23)
  %t261 = bitcast <4 x i32> %t260 to <4 x float>
  %t262 = fmul <4 x float> %t256, %t261
  %t263 = shl <4 x i32> %t259, splat (i32 23)
  %t264 = bitcast <4 x i32> %t263 to <4 x float>
  %t265 = fmul <4 x float> %t262, %t264
  %t266 = getelementptr float, ptr %t2, i64 9
  call void @llvm.masked.store.v4f32.p0(<4 x float> %t265, ptr %t266, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>)
  %t267 = getelementptr float, ptr %t2, i64 12
  %t268 = getelementptr float, ptr %t2, i64 12
  %t269 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t267, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t270 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t3, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t271 = fsub contract <4 x float> %t269, %t270
  %t272 = fcmp olt <4 x float> %t271, splat (float 0xC06601E680000000)
  %t273 = select <4 x i1> %t272, <4 x float> splat (float 0xC06601E680000000), <4 x float> %t271
  %t274 = fcmp ogt <4 x float> %t273, splat (float 0x4056400000000000)
  %t275 = select <4 x i1> %t274, <4 x float> splat (float 0x4056400000000000), <4 x float> %t273
  %t276 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t275, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001FC0000000))
  %t277 = fsub <4 x float> %t276, splat (float 0x4168001FC0000000)
  %t278 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t277, <4 x float> splat (float 0xBFE6300000000000), <4 x float> %t275)
  %t279 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t277, <4 x float> splat (float 0x3F2BD01060000000), <4 x float> %t278)
  %t280 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> splat (float 0x3F56FEEA40000000), <4 x float> %t279, <4 x float> splat (float 0x3F81257F60000000))
  %t281 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t280, <4 x float> %t279, <4 x float> splat (float 0x3FA5552FE0000000))
  %t282 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t281, <4 x float> %t279, <4 x float> splat (float 0x3FC5554660000000))
  %t283 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t282, <4 x float> %t279, <4 x float> splat (float 0x3FE0000000000000))
  %t284 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t283, <4 x float> %t279, <4 x float> splat (float 0x3FF0000000000000))
  %t285 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t284, <4 x float> %t279, <4 x float> splat (float 0x3FF0000000000000))
  %t286 = bitcast <4 x float> %t276 to <4 x i32>
  %t287 = lshr <4 x i32> %t286, splat (i32 1)
  %t288 = sub <4 x i32> %t286, %t287
  %t289 = shl <4 x i32> %t287, splat (i32 23)
  %t290 = bitcast <4 x i32> %t289 to <4 x float>
  %t291 = fmul <4 x float> %t285, %t290
  %t292 = shl <4 x i32> %t288, splat (i32 23)
  %t293 = bitcast <4 x i32> %t292 to <4 x float>
  %t294 = fmul <4 x float> %t291, %t293
  call void @llvm.masked.store.v4f32.p0(<4 x float> %t294, ptr %t268, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>)
  store <4 x float> splat (float 0x0000000000000000), ptr %s295
  store <4 x float> splat (float 0x0000000000000000), ptr %s296
  %t297 = load <4 x float>, ptr %s296
  %t298 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t2, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t299 = fadd contract <4 x float> %t297, %t298
  store <4 x float> %t299, ptr %s296
  %t300 = load <4 x float>, ptr %s296
  %t301 = getelementptr float, ptr %t2, i64 3
  %t302 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t301, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t303 = fadd contract <4 x float> %t300, %t302
  store <4 x float> %t303, ptr %s296
  %t304 = load <4 x float>, ptr %s296
  %t305 = getelementptr float, ptr %t2, i64 6
  %t306 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t305, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t307 = fadd contract <4 x float> %t304, %t306
  store <4 x float> %t307, ptr %s296
  %t308 = load <4 x float>, ptr %s296
  %t309 = getelementptr float, ptr %t2, i64 9
  %t310 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t309, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t311 = fadd contract <4 x float> %t308, %t310
  store <4 x float> %t311, ptr %s296
  %t312 = getelementptr float, ptr %t2, i64 12
  %t313 = load <4 x float>, ptr %s296
  %t314 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t312, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t315 = fadd contract <4 x float> %t313, %t314
  store <4 x float> %t315, ptr %s296
  %t316 = load <4 x float>, ptr %s295
  %t317 = load <4 x float>, ptr %s296
  %t318 = fadd contract <4 x float> %t316, %t317
  store <4 x float> %t318, ptr %s295
  %t319 = load <4 x float>, ptr %s295
  %t320 = fdiv <4 x float> splat (float 0x3FF0000000000000), %t319
  call void @llvm.masked.store.v4f32.p0(<4 x float> %t320, ptr %t4, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>)
  store <4 x float> splat (float 0x0000000000000000), ptr %s321
  store <4 x float> splat (float 0x0000000000000000), ptr %s322
  store <4 x float> splat (float 0x0000000000000000), ptr %s323
  %t324 = load <4 x float>, ptr %s321
  %t325 = load float, ptr %t2, align 4
  %t326 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %buffer2, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t327 = insertelement <4 x float> poison, float %t325, i64 0
  %t328 = shufflevector <4 x float> %t327, <4 x float> poison, <4 x i32> zeroinitializer
  %t329 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t328, <4 x float> %t326, <4 x float> %t324)
  store <4 x float> %t329, ptr %s321
  %t330 = load <4 x float>, ptr %s322
  %t331 = getelementptr float, ptr %t2, i64 1
  %t332 = load float, ptr %t331, align 4
  %t333 = insertelement <4 x float> poison, float %t332, i64 0
  %t334 = shufflevector <4 x float> %t333, <4 x float> poison, <4 x i32> zeroinitializer
  %t335 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t334, <4 x float> %t326, <4 x float> %t330)
  store <4 x float> %t335, ptr %s322
  %t336 = load <4 x float>, ptr %s323
  %t337 = getelementptr float, ptr %t2, i64 2
  %t338 = load float, ptr %t337, align 4
  %t339 = insertelement <4 x float> poison, float %t338, i64 0
  %t340 = shufflevector <4 x float> %t339, <4 x float> poison, <4 x i32> zeroinitializer
  %t341 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t340, <4 x float> %t326, <4 x float> %t336)
  store <4 x float> %t341, ptr %s323
  %t342 = load <4 x float>, ptr %s321
  %t343 = getelementptr float, ptr %t2, i64 3
  %t344 = load float, ptr %t343, align 4
  %t345 = getelementptr float, ptr %buffer2, i64 3
  %t346 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t345, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t347 = insertelement <4 x float> poison, float %t344, i64 0
  %t348 = shufflevector <4 x float> %t347, <4 x float> poison, <4 x i32> zeroinitializer
  %t349 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t348, <4 x float> %t346, <4 x float> %t342)
  store <4 x float> %t349, ptr %s321
  %t350 = load <4 x float>, ptr %s322
  %t351 = getelementptr float, ptr %t2, i64 4
  %t352 = load float, ptr %t351, align 4
  %t353 = insertelement <4 x float> poison, float %t352, i64 0
  %t354 = shufflevector <4 x float> %t353, <4 x float> poison, <4 x i32> zeroinitializer
  %t355 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t354, <4 x float> %t346, <4 x float> %t350)
  store <4 x float> %t355, ptr %s322
  %t356 = load <4 x float>, ptr %s323
  %t357 = getelementptr float, ptr %t2, i64 5
  %t358 = load float, ptr %t357, align 4
  %t359 = insertelement <4 x float> poison, float %t358, i64 0
  %t360 = shufflevector <4 x float> %t359, <4 x float> poison, <4 x i32> zeroinitializer
  %t361 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t360, <4 x float> %t346, <4 x float> %t356)
  store <4 x float> %t361, ptr %s323
  %t362 = load <4 x float>, ptr %s321
  %t363 = getelementptr float, ptr %t2, i64 6
  %t364 = load float, ptr %t363, align 4
  %t365 = getelementptr float, ptr %buffer2, i64 6
  %t366 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t365, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t367 = insertelement <4 x float> poison, float %t364, i64 0
  %t368 = shufflevector <4 x float> %t367, <4 x float> poison, <4 x i32> zeroinitializer
  %t369 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t368, <4 x float> %t366, <4 x float> %t362)
  store <4 x float> %t369, ptr %s321
  %t370 = load <4 x float>, ptr %s322
  %t371 = getelementptr float, ptr %t2, i64 7
  %t372 = load float, ptr %t371, align 4
  %t373 = insertelement <4 x float> poison, float %t372, i64 0
  %t374 = shufflevector <4 x float> %t373, <4 x float> poison, <4 x i32> zeroinitializer
  %t375 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t374, <4 x float> %t366, <4 x float> %t370)
  store <4 x float> %t375, ptr %s322
  %t376 = load <4 x float>, ptr %s323
  %t377 = getelementptr float, ptr %t2, i64 8
  %t378 = load float, ptr %t377, align 4
  %t379 = insertelement <4 x float> poison, float %t378, i64 0
  %t380 = shufflevector <4 x float> %t379, <4 x float> poison, <4 x i32> zeroinitializer
  %t381 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t380, <4 x float> %t366, <4 x float> %t376)
  store <4 x float> %t381, ptr %s323
  %t382 = load <4 x float>, ptr %s321
  %t383 = getelementptr float, ptr %t2, i64 9
  %t384 = load float, ptr %t383, align 4
  %t385 = getelementptr float, ptr %buffer2, i64 9
  %t386 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t385, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t387 = insertelement <4 x float> poison, float %t384, i64 0
  %t388 = shufflevector <4 x float> %t387, <4 x float> poison, <4 x i32> zeroinitializer
  %t389 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t388, <4 x float> %t386, <4 x float> %t382)
  store <4 x float> %t389, ptr %s321
  %t390 = load <4 x float>, ptr %s322
  %t391 = getelementptr float, ptr %t2, i64 10
  %t392 = load float, ptr %t391, align 4
  %t393 = insertelement <4 x float> poison, float %t392, i64 0
  %t394 = shufflevector <4 x float> %t393, <4 x float> poison, <4 x i32> zeroinitializer
  %t395 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t394, <4 x float> %t386, <4 x float> %t390)
  store <4 x float> %t395, ptr %s322
  %t396 = load <4 x float>, ptr %s323
  %t397 = getelementptr float, ptr %t2, i64 11
  %t398 = load float, ptr %t397, align 4
  %t399 = insertelement <4 x float> poison, float %t398, i64 0
  %t400 = shufflevector <4 x float> %t399, <4 x float> poison, <4 x i32> zeroinitializer
  %t401 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t400, <4 x float> %t386, <4 x float> %t396)
  store <4 x float> %t401, ptr %s323
  %t402 = getelementptr float, ptr %t2, i64 12
  %t403 = getelementptr float, ptr %buffer2, i64 12
  %t404 = load <4 x float>, ptr %s321
  %t405 = load float, ptr %t402, align 4
  %t406 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t403, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t407 = insertelement <4 x float> poison, float %t405, i64 0
  %t408 = shufflevector <4 x float> %t407, <4 x float> poison, <4 x i32> zeroinitializer
  %t409 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t408, <4 x float> %t406, <4 x float> %t404)
  store <4 x float> %t409, ptr %s321
  %t410 = load <4 x float>, ptr %s322
  %t411 = getelementptr float, ptr %t402, i64 1
  %t412 = load float, ptr %t411, align 4
  %t413 = insertelement <4 x float> poison, float %t412, i64 0
  %t414 = shufflevector <4 x float> %t413, <4 x float> poison, <4 x i32> zeroinitializer
  %t415 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t414, <4 x float> %t406, <4 x float> %t410)
  store <4 x float> %t415, ptr %s322
  %t416 = load <4 x float>, ptr %s323
  %t417 = getelementptr float, ptr %t402, i64 2
  %t418 = load float, ptr %t417, align 4
  %t419 = insertelement <4 x float> poison, float %t418, i64 0
  %t420 = shufflevector <4 x float> %t419, <4 x float> poison, <4 x i32> zeroinitializer
  %t421 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t420, <4 x float> %t406, <4 x float> %t416)
  store <4 x float> %t421, ptr %s323
  %t422 = load <4 x float>, ptr %s321
  %t423 = load <4 x float>, ptr %s322
  %t424 = load <4 x float>, ptr %s323
  %t425 = load float, ptr %t4, align 4
  %t426 = insertelement <4 x float> poison, float %t425, i64 0
  %t427 = shufflevector <4 x float> %t426, <4 x float> poison, <4 x i32> zeroinitializer
  %t428 = fmul contract <4 x float> %t422, %t427
  call void @llvm.masked.store.v4f32.p0(<4 x float> %t428, ptr %buffer4, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>)
  %t429 = getelementptr float, ptr %t4, i64 1
  %t430 = load float, ptr %t429, align 4
  %t431 = insertelement <4 x float> poison, float %t430, i64 0
  %t432 = shufflevector <4 x float> %t431, <4 x float> poison, <4 x i32> zeroinitializer
  %t433 = fmul contract <4 x float> %t423, %t432
  %t434 = getelementptr float, ptr %buffer4, i64 3
  call void @llvm.masked.store.v4f32.p0(<4 x float> %t433, ptr %t434, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>)
  %t435 = getelementptr float, ptr %t4, i64 2
  %t436 = load float, ptr %t435, align 4
  %t437 = insertelement <4 x float> poison, float %t436, i64 0
  %t438 = shufflevector <4 x float> %t437, <4 x float> poison, <4 x i32> zeroinitializer
  %t439 = fmul contract <4 x float> %t424, %t438
  %t440 = getelementptr float, ptr %buffer4, i64 6
  call void @llvm.masked.store.v4f32.p0(<4 x float> %t439, ptr %t440, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>)
  ret void
}
define void @attention(ptr %arguments, ptr %scratch, i64 %thread, i64 %threads) nounwind {
  %t441 = getelementptr ptr, ptr %arguments, i64 0
  %t442 = load ptr, ptr %t441
  %t443 = getelementptr ptr, ptr %arguments, i64 1
  %t444 = load ptr, ptr %t443
  %t445 = getelementptr ptr, ptr %arguments, i64 2
  %t446 = load ptr, ptr %t445
  %t447 = getelementptr ptr, ptr %arguments, i64 3
  %t448 = load ptr, ptr %t447
  %t449 = getelementptr ptr, ptr %arguments, i64 4
  %t450 = load ptr, ptr %t449
  call void @attention.body(ptr %t442, ptr %t444, ptr %t446, ptr %t448, ptr %t450, ptr %scratch, i64 %thread, i64 %threads)
  ret void
}
