declare void @llvm.masked.store.v4f32.p0(<4 x float>, ptr, i32, <4 x i1>)
declare <4 x float> @llvm.masked.load.v4f32.p0(ptr, i32, <4 x i1>, <4 x float>)
declare <4 x float> @llvm.fmuladd.v4f32(<4 x float>, <4 x float>, <4 x float>)
define internal void @attention.body(ptr noalias %buffer0, ptr noalias %buffer1, ptr noalias %buffer2, ptr noalias %buffer3, ptr noalias %buffer4, ptr noalias %scratch, i64 %thread, i64 %threads) noinline nounwind "prefer-vector-width"="256" {
  %s5 = alloca i64
  %s22 = alloca <4 x float>
  %s23 = alloca <4 x float>
  %s24 = alloca <4 x float>
  %s25 = alloca <4 x float>
  %s26 = alloca <4 x float>
  %s127 = alloca <4 x float>
  %s298 = alloca <4 x float>
  %s299 = alloca <4 x float>
  %s324 = alloca <4 x float>
  %s325 = alloca <4 x float>
  %s326 = alloca <4 x float>
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
  %t12 = load float, ptr %t9, align 4
  %t13 = insertelement <4 x float> splat (float 0x0000000000000000), float %t12, i32 0
  %t14 = getelementptr float, ptr %t9, i64 2
  %t15 = load float, ptr %t14, align 4
  %t16 = insertelement <4 x float> %t13, float %t15, i32 1
  %t17 = getelementptr float, ptr %t9, i64 4
  %t18 = load float, ptr %t17, align 4
  %t19 = insertelement <4 x float> %t16, float %t18, i32 2
  call void @llvm.masked.store.v4f32.p0(<4 x float> %t19, ptr %t11, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>)
  %t20 = add nuw nsw i64 %t8, 1
  store i64 %t20, ptr %s5
  %t21 = icmp slt i64 %t20, 2
  br i1 %t21, label %loop.6, label %done.7
done.7:
  store <4 x float> splat (float 0x0000000000000000), ptr %s22
  store <4 x float> splat (float 0x0000000000000000), ptr %s23
  store <4 x float> splat (float 0x0000000000000000), ptr %s24
  store <4 x float> splat (float 0x0000000000000000), ptr %s25
  store <4 x float> splat (float 0x0000000000000000), ptr %s26
  %t27 = load <4 x float>, ptr %s22
  %t28 = load float, ptr %buffer1, align 4
  %t29 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t1, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t30 = insertelement <4 x float> poison, float %t28, i64 0
  %t31 = shufflevector <4 x float> %t30, <4 x float> poison, <4 x i32> zeroinitializer
  %t32 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t31, <4 x float> %t29, <4 x float> %t27)
  store <4 x float> %t32, ptr %s22
  %t33 = load <4 x float>, ptr %s23
  %t34 = getelementptr float, ptr %buffer1, i64 1
  %t35 = load float, ptr %t34, align 4
  %t36 = insertelement <4 x float> poison, float %t35, i64 0
  %t37 = shufflevector <4 x float> %t36, <4 x float> poison, <4 x i32> zeroinitializer
  %t38 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t37, <4 x float> %t29, <4 x float> %t33)
  store <4 x float> %t38, ptr %s23
  %t39 = load <4 x float>, ptr %s24
  %t40 = getelementptr float, ptr %buffer1, i64 2
  %t41 = load float, ptr %t40, align 4
  %t42 = insertelement <4 x float> poison, float %t41, i64 0
  %t43 = shufflevector <4 x float> %t42, <4 x float> poison, <4 x i32> zeroinitializer
  %t44 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t43, <4 x float> %t29, <4 x float> %t39)
  store <4 x float> %t44, ptr %s24
  %t45 = load <4 x float>, ptr %s25
  %t46 = getelementptr float, ptr %buffer1, i64 3
  %t47 = load float, ptr %t46, align 4
  %t48 = insertelement <4 x float> poison, float %t47, i64 0
  %t49 = shufflevector <4 x float> %t48, <4 x float> poison, <4 x i32> zeroinitializer
  %t50 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t49, <4 x float> %t29, <4 x float> %t45)
  store <4 x float> %t50, ptr %s25
  %t51 = load <4 x float>, ptr %s26
  %t52 = getelementptr float, ptr %buffer1, i64 4
  %t53 = load float, ptr %t52, align 4
  %t54 = insertelement <4 x float> poison, float %t53, i64 0
  %t55 = shufflevector <4 x float> %t54, <4 x float> poison, <4 x i32> zeroinitializer
  %t56 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t55, <4 x float> %t29, <4 x float> %t51)
  store <4 x float> %t56, ptr %s26
  %t57 = load <4 x float>, ptr %s22
  %t58 = getelementptr float, ptr %buffer1, i64 5
  %t59 = load float, ptr %t58, align 4
  %t60 = getelementptr float, ptr %t1, i64 3
  %t61 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t60, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t62 = insertelement <4 x float> poison, float %t59, i64 0
  %t63 = shufflevector <4 x float> %t62, <4 x float> poison, <4 x i32> zeroinitializer
  %t64 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t63, <4 x float> %t61, <4 x float> %t57)
  store <4 x float> %t64, ptr %s22
  %t65 = load <4 x float>, ptr %s23
  %t66 = getelementptr float, ptr %buffer1, i64 6
  %t67 = load float, ptr %t66, align 4
  %t68 = insertelement <4 x float> poison, float %t67, i64 0
  %t69 = shufflevector <4 x float> %t68, <4 x float> poison, <4 x i32> zeroinitializer
  %t70 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t69, <4 x float> %t61, <4 x float> %t65)
  store <4 x float> %t70, ptr %s23
  %t71 = load <4 x float>, ptr %s24
  %t72 = getelementptr float, ptr %buffer1, i64 7
  %t73 = load float, ptr %t72, align 4
  %t74 = insertelement <4 x float> poison, float %t73, i64 0
  %t75 = shufflevector <4 x float> %t74, <4 x float> poison, <4 x i32> zeroinitializer
  %t76 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t75, <4 x float> %t61, <4 x float> %t71)
  store <4 x float> %t76, ptr %s24
  %t77 = load <4 x float>, ptr %s25
  %t78 = getelementptr float, ptr %buffer1, i64 8
  %t79 = load float, ptr %t78, align 4
  %t80 = insertelement <4 x float> poison, float %t79, i64 0
  %t81 = shufflevector <4 x float> %t80, <4 x float> poison, <4 x i32> zeroinitializer
  %t82 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t81, <4 x float> %t61, <4 x float> %t77)
  store <4 x float> %t82, ptr %s25
  %t83 = load <4 x float>, ptr %s26
  %t84 = getelementptr float, ptr %buffer1, i64 9
  %t85 = load float, ptr %t84, align 4
  %t86 = insertelement <4 x float> poison, float %t85, i64 0
  %t87 = shufflevector <4 x float> %t86, <4 x float> poison, <4 x i32> zeroinitializer
  %t88 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t87, <4 x float> %t61, <4 x float> %t83)
  store <4 x float> %t88, ptr %s26
  %t89 = load <4 x float>, ptr %s22
  %t90 = load <4 x float>, ptr %s23
  %t91 = load <4 x float>, ptr %s24
  %t92 = load <4 x float>, ptr %s25
  %t93 = load <4 x float>, ptr %s26
  %t94 = fmul contract <4 x float> %t89, splat (float 0x3FE0000000000000)
  %t95 = load float, ptr %buffer3, align 4
  %t96 = insertelement <4 x float> poison, float %t95, i64 0
  %t97 = shufflevector <4 x float> %t96, <4 x float> poison, <4 x i32> zeroinitializer
  %t98 = fadd contract <4 x float> %t94, %t97
  call void @llvm.masked.store.v4f32.p0(<4 x float> %t98, ptr %t2, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>)
  %t99 = fmul contract <4 x float> %t90, splat (float 0x3FE0000000000000)
  %t100 = getelementptr float, ptr %buffer3, i64 1
  %t101 = load float, ptr %t100, align 4
  %t102 = insertelement <4 x float> poison, float %t101, i64 0
  %t103 = shufflevector <4 x float> %t102, <4 x float> poison, <4 x i32> zeroinitializer
  %t104 = fadd contract <4 x float> %t99, %t103
  %t105 = getelementptr float, ptr %t2, i64 3
  call void @llvm.masked.store.v4f32.p0(<4 x float> %t104, ptr %t105, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>)
  %t106 = fmul contract <4 x float> %t91, splat (float 0x3FE0000000000000)
  %t107 = getelementptr float, ptr %buffer3, i64 2
  %t108 = load float, ptr %t107, align 4
  %t109 = insertelement <4 x float> poison, float %t108, i64 0
  %t110 = shufflevector <4 x float> %t109, <4 x float> poison, <4 x i32> zeroinitializer
  %t111 = fadd contract <4 x float> %t106, %t110
  %t112 = getelementptr float, ptr %t2, i64 6
  call void @llvm.masked.store.v4f32.p0(<4 x float> %t111, ptr %t112, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>)
  %t113 = fmul contract <4 x float> %t92, splat (float 0x3FE0000000000000)
  %t114 = getelementptr float, ptr %buffer3, i64 3
  %t115 = load float, ptr %t114, align 4
  %t116 = insertelement <4 x float> poison, float %t115, i64 0
  %t117 = shufflevector <4 x float> %t116, <4 x float> poison, <4 x i32> zeroinitializer
  %t118 = fadd contract <4 x float> %t113, %t117
  %t119 = getelementptr float, ptr %t2, i64 9
  call void @llvm.masked.store.v4f32.p0(<4 x float> %t118, ptr %t119, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>)
  %t120 = fmul contract <4 x float> %t93, splat (float 0x3FE0000000000000)
  %t121 = getelementptr float, ptr %buffer3, i64 4
  %t122 = load float, ptr %t121, align 4
  %t123 = insertelement <4 x float> poison, float %t122, i64 0
  %t124 = shufflevector <4 x float> %t123, <4 x float> poison, <4 x i32> zeroinitializer
  %t125 = fadd contract <4 x float> %t120, %t124
  %t126 = getelementptr float, ptr %t2, i64 12
  call void @llvm.masked.store.v4f32.p0(<4 x float> %t125, ptr %t126, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>)
  store <4 x float> splat (float 0xFFF0000000000000), ptr %s127
  %t128 = load <4 x float>, ptr %s127
  %t129 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t2, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t130 = fcmp ogt <4 x float> %t129, %t128
  %t131 = select <4 x i1> %t130, <4 x float> %t129, <4 x float> %t128
  %t132 = fcmp uno <4 x float> %t129, %t129
  %t133 = select <4 x i1> %t132, <4 x float> %t129, <4 x float> %t131
  store <4 x float> %t133, ptr %s127
  %t134 = load <4 x float>, ptr %s127
  %t135 = getelementptr float, ptr %t2, i64 3
  %t136 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t135, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t137 = fcmp ogt <4 x float> %t136, %t134
  %t138 = select <4 x i1> %t137, <4 x float> %t136, <4 x float> %t134
  %t139 = fcmp uno <4 x float> %t136, %t136
  %t140 = select <4 x i1> %t139, <4 x float> %t136, <4 x float> %t138
  store <4 x float> %t140, ptr %s127
  %t141 = load <4 x float>, ptr %s127
  %t142 = getelementptr float, ptr %t2, i64 6
  %t143 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t142, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t144 = fcmp ogt <4 x float> %t143, %t141
  %t145 = select <4 x i1> %t144, <4 x float> %t143, <4 x float> %t141
  %t146 = fcmp uno <4 x float> %t143, %t143
  %t147 = select <4 x i1> %t146, <4 x float> %t143, <4 x float> %t145
  store <4 x float> %t147, ptr %s127
  %t148 = load <4 x float>, ptr %s127
  %t149 = getelementptr float, ptr %t2, i64 9
  %t150 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t149, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t151 = fcmp ogt <4 x float> %t150, %t148
  %t152 = select <4 x i1> %t151, <4 x float> %t150, <4 x float> %t148
  %t153 = fcmp uno <4 x float> %t150, %t150
  %t154 = select <4 x i1> %t153, <4 x float> %t150, <4 x float> %t152
  store <4 x float> %t154, ptr %s127
  %t155 = getelementptr float, ptr %t2, i64 12
  %t156 = load <4 x float>, ptr %s127
  %t157 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t155, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t158 = fcmp ogt <4 x float> %t157, %t156
  %t159 = select <4 x i1> %t158, <4 x float> %t157, <4 x float> %t156
  %t160 = fcmp uno <4 x float> %t157, %t157
  %t161 = select <4 x i1> %t160, <4 x float> %t157, <4 x float> %t159
  store <4 x float> %t161, ptr %s127
  %t162 = load <4 x float>, ptr %s127
  call void @llvm.masked.store.v4f32.p0(<4 x float> %t162, ptr %t3, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>)
  %t163 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t2, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t164 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t3, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t165 = fsub contract <4 x float> %t163, %t164
  %t166 = fcmp olt <4 x float> %t165, splat (float 0xC06601E680000000)
  %t167 = select <4 x i1> %t166, <4 x float> splat (float 0xC06601E680000000), <4 x float> %t165
  %t168 = fcmp ogt <4 x float> %t167, splat (float 0x4056400000000000)
  %t169 = select <4 x i1> %t168, <4 x float> splat (float 0x4056400000000000), <4 x float> %t167
  %t170 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t169, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001FC0000000))
  %t171 = fsub <4 x float> %t170, splat (float 0x4168001FC0000000)
  %t172 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t171, <4 x float> splat (float 0xBFE6300000000000), <4 x float> %t169)
  %t173 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t171, <4 x float> splat (float 0x3F2BD01060000000), <4 x float> %t172)
  %t174 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> splat (float 0x3F56FEEA40000000), <4 x float> %t173, <4 x float> splat (float 0x3F81257F60000000))
  %t175 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t174, <4 x float> %t173, <4 x float> splat (float 0x3FA5552FE0000000))
  %t176 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t175, <4 x float> %t173, <4 x float> splat (float 0x3FC5554660000000))
  %t177 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t176, <4 x float> %t173, <4 x float> splat (float 0x3FE0000000000000))
  %t178 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t177, <4 x float> %t173, <4 x float> splat (float 0x3FF0000000000000))
  %t179 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t178, <4 x float> %t173, <4 x float> splat (float 0x3FF0000000000000))
  %t180 = bitcast <4 x float> %t170 to <4 x i32>
  %t181 = lshr <4 x i32> %t180, splat (i32 1)
  %t182 = sub <4 x i32> %t180, %t181
  %t183 = shl <4 x i32> %t181, splat (i32 23)
  %t184 = bitcast <4 x i32> %t183 to <4 x float>
  %t185 = fmul <4 x float> %t179, %t184
  %t186 = shl <4 x i32> %t182, splat (i32 23)
  %t187 = bitcast <4 x i32> %t186 to <4 x float>
  %t188 = fmul <4 x float> %t185, %t187
  call void @llvm.masked.store.v4f32.p0(<4 x float> %t188, ptr %t2, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>)
  %t189 = getelementptr float, ptr %t2, i64 3
  %t190 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t189, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t191 = fsub contract <4 x float> %t190, %t164
  %t192 = fcmp olt <4 x float> %t191, splat (float 0xC06601E680000000)
  %t193 = select <4 x i1> %t192, <4 x float> splat (float 0xC06601E680000000), <4 x float> %t191
  %t194 = fcmp ogt <4 x float> %t193, splat (float 0x4056400000000000)
  %t195 = select <4 x i1> %t194, <4 x float> splat (float 0x4056400000000000), <4 x float> %t193
  %t196 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t195, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001FC0000000))
  %t197 = fsub <4 x float> %t196, splat (float 0x4168001FC0000000)
  %t198 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t197, <4 x float> splat (float 0xBFE6300000000000), <4 x float> %t195)
  %t199 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t197, <4 x float> splat (float 0x3F2BD01060000000), <4 x float> %t198)
  %t200 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> splat (float 0x3F56FEEA40000000), <4 x float> %t199, <4 x float> splat (float 0x3F81257F60000000))
  %t201 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t200, <4 x float> %t199, <4 x float> splat (float 0x3FA5552FE0000000))
  %t202 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t201, <4 x float> %t199, <4 x float> splat (float 0x3FC5554660000000))
  %t203 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t202, <4 x float> %t199, <4 x float> splat (float 0x3FE0000000000000))
  %t204 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t203, <4 x float> %t199, <4 x float> splat (float 0x3FF0000000000000))
  %t205 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t204, <4 x float> %t199, <4 x float> splat (float 0x3FF0000000000000))
  %t206 = bitcast <4 x float> %t196 to <4 x i32>
  %t207 = lshr <4 x i32> %t206, splat (i32 1)
  %t208 = sub <4 x i32> %t206, %t207
  %t209 = shl <4 x i32> %t207, splat (i32 23)
  %t210 = bitcast <4 x i32> %t209 to <4 x float>
  %t211 = fmul <4 x float> %t205, %t210
  %t212 = shl <4 x i32> %t208, splat (i32 23)
  %t213 = bitcast <4 x i32> %t212 to <4 x float>
  %t214 = fmul <4 x float> %t211, %t213
  %t215 = getelementptr float, ptr %t2, i64 3
  call void @llvm.masked.store.v4f32.p0(<4 x float> %t214, ptr %t215, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>)
  %t216 = getelementptr float, ptr %t2, i64 6
  %t217 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t216, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t218 = fsub contract <4 x float> %t217, %t164
  %t219 = fcmp olt <4 x float> %t218, splat (float 0xC06601E680000000)
  %t220 = select <4 x i1> %t219, <4 x float> splat (float 0xC06601E680000000), <4 x float> %t218
  %t221 = fcmp ogt <4 x float> %t220, splat (float 0x4056400000000000)
  %t222 = select <4 x i1> %t221, <4 x float> splat (float 0x4056400000000000), <4 x float> %t220
  %t223 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t222, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001FC0000000))
  %t224 = fsub <4 x float> %t223, splat (float 0x4168001FC0000000)
  %t225 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t224, <4 x float> splat (float 0xBFE6300000000000), <4 x float> %t222)
  %t226 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t224, <4 x float> splat (float 0x3F2BD01060000000), <4 x float> %t225)
  %t227 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> splat (float 0x3F56FEEA40000000), <4 x float> %t226, <4 x float> splat (float 0x3F81257F60000000))
  %t228 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t227, <4 x float> %t226, <4 x float> splat (float 0x3FA5552FE0000000))
  %t229 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t228, <4 x float> %t226, <4 x float> splat (float 0x3FC5554660000000))
  %t230 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t229, <4 x float> %t226, <4 x float> splat (float 0x3FE0000000000000))
  %t231 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t230, <4 x float> %t226, <4 x float> splat (float 0x3FF0000000000000))
  %t232 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t231, <4 x float> %t226, <4 x float> splat (float 0x3FF0000000000000))
  %t233 = bitcast <4 x float> %t223 to <4 x i32>
  %t234 = lshr <4 x i32> %t233, splat (i32 1)
  %t235 = sub <4 x i32> %t233, %t234
  %t236 = shl <4 x i32> %t234, splat (i32 23)
  %t237 = bitcast <4 x i32> %t236 to <4 x float>
  %t238 = fmul <4 x float> %t232, %t237
  %t239 = shl <4 x i32> %t235, splat (i32 23)
  %t240 = bitcast <4 x i32> %t239 to <4 x float>
  %t241 = fmul <4 x float> %t238, %t240
  %t242 = getelementptr float, ptr %t2, i64 6
  call void @llvm.masked.store.v4f32.p0(<4 x float> %t241, ptr %t242, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>)
  %t243 = getelementptr float, ptr %t2, i64 9
  %t244 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t243, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t245 = fsub contract <4 x float> %t244, %t164
  %t246 = fcmp olt <4 x float> %t245, splat (float 0xC06601E680000000)
  %t247 = select <4 x i1> %t246, <4 x float> splat (float 0xC06601E680000000), <4 x float> %t245
  %t248 = fcmp ogt <4 x float> %t247, splat (float 0x4056400000000000)
  %t249 = select <4 x i1> %t248, <4 x float> splat (float 0x4056400000000000), <4 x float> %t247
  %t250 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t249, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001FC0000000))
  %t251 = fsub <4 x float> %t250, splat (float 0x4168001FC0000000)
  %t252 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t251, <4 x float> splat (float 0xBFE6300000000000), <4 x float> %t249)
  %t253 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t251, <4 x float> splat (float 0x3F2BD01060000000), <4 x float> %t252)
  %t254 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> splat (float 0x3F56FEEA40000000), <4 x float> %t253, <4 x float> splat (float 0x3F81257F60000000))
  %t255 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t254, <4 x float> %t253, <4 x float> splat (float 0x3FA5552FE0000000))
  %t256 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t255, <4 x float> %t253, <4 x float> splat (float 0x3FC5554660000000))
  %t257 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t256, <4 x float> %t253, <4 x float> splat (float 0x3FE0000000000000))
  %t258 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t257, <4 x float> %t253, <4 x float> splat (float 0x3FF0000000000000))
  %t259 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t258, <4 x float> %t253, <4 x float> splat (float 0x3FF0000000000000))
  %t260 = bitcast <4 x float> %t250 to <4 x i32>
  %t261 = lshr <4 x i32> %t260, splat (i32 1)
  %t262 = sub <4 x i32> %t260, %t261
  %t263 = shl <4 x i32> %t261, splat (i32 23)
  %t264 = bitcast <4 x i32> %t263 to <4 x float>
  %t265 = fmul <4 x float> %t259, %t264
  %t266 = shl <4 x i32> %t262, splat (i32 23)
  %t267 = bitcast <4 x i32> %t266 to <4 x float>
  %t268 = fmul <4 x float> %t265, %t267
  %t269 = getelementptr float, ptr %t2, i64 9
  call void @llvm.masked.store.v4f32.p0(<4 x float> %t268, ptr %t269, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>)
  %t270 = getelementptr float, ptr %t2, i64 12
  %t271 = getelementptr float, ptr %t2, i64 12
  %t272 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t270, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t273 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t3, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t274 = fsub contract <4 x float> %t272, %t273
  %t275 = fcmp olt <4 x float> %t274, splat (float 0xC06601E680000000)
  %t276 = select <4 x i1> %t275, <4 x float> splat (float 0xC06601E680000000), <4 x float> %t274
  %t277 = fcmp ogt <4 x float> %t276, splat (float 0x4056400000000000)
  %t278 = select <4 x i1> %t277, <4 x float> splat (float 0x4056400000000000), <4 x float> %t276
  %t279 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t278, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001FC0000000))
  %t280 = fsub <4 x float> %t279, splat (float 0x4168001FC0000000)
  %t281 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t280, <4 x float> splat (float 0xBFE6300000000000), <4 x float> %t278)
  %t282 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t280, <4 x float> splat (float 0x3F2BD01060000000), <4 x float> %t281)
  %t283 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> splat (float 0x3F56FEEA40000000), <4 x float> %t282, <4 x float> splat (float 0x3F81257F60000000))
  %t284 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t283, <4 x float> %t282, <4 x float> splat (float 0x3FA5552FE0000000))
  %t285 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t284, <4 x float> %t282, <4 x float> splat (float 0x3FC5554660000000))
  %t286 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t285, <4 x float> %t282, <4 x float> splat (float 0x3FE0000000000000))
  %t287 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t286, <4 x float> %t282, <4 x float> splat (float 0x3FF0000000000000))
  %t288 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t287, <4 x float> %t282, <4 x float> splat (float 0x3FF0000000000000))
  %t289 = bitcast <4 x float> %t279 to <4 x i32>
  %t290 = lshr <4 x i32> %t289, splat (i32 1)
  %t291 = sub <4 x i32> %t289, %t290
  %t292 = shl <4 x i32> %t290, splat (i32 23)
  %t293 = bitcast <4 x i32> %t292 to <4 x float>
  %t294 = fmul <4 x float> %t288, %t293
  %t295 = shl <4 x i32> %t291, splat (i32 23)
  %t296 = bitcast <4 x i32> %t295 to <4 x float>
  %t297 = fmul <4 x float> %t294, %t296
  call void @llvm.masked.store.v4f32.p0(<4 x float> %t297, ptr %t271, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>)
  store <4 x float> splat (float 0x0000000000000000), ptr %s298
  store <4 x float> splat (float 0x0000000000000000), ptr %s299
  %t300 = load <4 x float>, ptr %s299
  %t301 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t2, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t302 = fadd contract <4 x float> %t300, %t301
  store <4 x float> %t302, ptr %s299
  %t303 = load <4 x float>, ptr %s299
  %t304 = getelementptr float, ptr %t2, i64 3
  %t305 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t304, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t306 = fadd contract <4 x float> %t303, %t305
  store <4 x float> %t306, ptr %s299
  %t307 = load <4 x float>, ptr %s299
  %t308 = getelementptr float, ptr %t2, i64 6
  %t309 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t308, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t310 = fadd contract <4 x float> %t307, %t309
  store <4 x float> %t310, ptr %s299
  %t311 = load <4 x float>, ptr %s299
  %t312 = getelementptr float, ptr %t2, i64 9
  %t313 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t312, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t314 = fadd contract <4 x float> %t311, %t313
  store <4 x float> %t314, ptr %s299
  %t315 = getelementptr float, ptr %t2, i64 12
  %t316 = load <4 x float>, ptr %s299
  %t317 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t315, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t318 = fadd contract <4 x float> %t316, %t317
  store <4 x float> %t318, ptr %s299
  %t319 = load <4 x float>, ptr %s298
  %t320 = load <4 x float>, ptr %s299
  %t321 = fadd contract <4 x float> %t319, %t320
  store <4 x float> %t321, ptr %s298
  %t322 = load <4 x float>, ptr %s298
  %t323 = fdiv <4 x float> splat (float 0x3FF0000000000000), %t322
  call void @llvm.masked.store.v4f32.p0(<4 x float> %t323, ptr %t4, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>)
  store <4 x float> splat (float 0x0000000000000000), ptr %s324
  store <4 x float> splat (float 0x0000000000000000), ptr %s325
  store <4 x float> splat (float 0x0000000000000000), ptr %s326
  %t327 = load <4 x float>, ptr %s324
  %t328 = load float, ptr %t2, align 4
  %t329 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %buffer2, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t330 = insertelement <4 x float> poison, float %t328, i64 0
  %t331 = shufflevector <4 x float> %t330, <4 x float> poison, <4 x i32> zeroinitializer
  %t332 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t331, <4 x float> %t329, <4 x float> %t327)
  store <4 x float> %t332, ptr %s324
  %t333 = load <4 x float>, ptr %s325
  %t334 = getelementptr float, ptr %t2, i64 1
  %t335 = load float, ptr %t334, align 4
  %t336 = insertelement <4 x float> poison, float %t335, i64 0
  %t337 = shufflevector <4 x float> %t336, <4 x float> poison, <4 x i32> zeroinitializer
  %t338 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t337, <4 x float> %t329, <4 x float> %t333)
  store <4 x float> %t338, ptr %s325
  %t339 = load <4 x float>, ptr %s326
  %t340 = getelementptr float, ptr %t2, i64 2
  %t341 = load float, ptr %t340, align 4
  %t342 = insertelement <4 x float> poison, float %t341, i64 0
  %t343 = shufflevector <4 x float> %t342, <4 x float> poison, <4 x i32> zeroinitializer
  %t344 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t343, <4 x float> %t329, <4 x float> %t339)
  store <4 x float> %t344, ptr %s326
  %t345 = load <4 x float>, ptr %s324
  %t346 = getelementptr float, ptr %t2, i64 3
  %t347 = load float, ptr %t346, align 4
  %t348 = getelementptr float, ptr %buffer2, i64 3
  %t349 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t348, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t350 = insertelement <4 x float> poison, float %t347, i64 0
  %t351 = shufflevector <4 x float> %t350, <4 x float> poison, <4 x i32> zeroinitializer
  %t352 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t351, <4 x float> %t349, <4 x float> %t345)
  store <4 x float> %t352, ptr %s324
  %t353 = load <4 x float>, ptr %s325
  %t354 = getelementptr float, ptr %t2, i64 4
  %t355 = load float, ptr %t354, align 4
  %t356 = insertelement <4 x float> poison, float %t355, i64 0
  %t357 = shufflevector <4 x float> %t356, <4 x float> poison, <4 x i32> zeroinitializer
  %t358 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t357, <4 x float> %t349, <4 x float> %t353)
  store <4 x float> %t358, ptr %s325
  %t359 = load <4 x float>, ptr %s326
  %t360 = getelementptr float, ptr %t2, i64 5
  %t361 = load float, ptr %t360, align 4
  %t362 = insertelement <4 x float> poison, float %t361, i64 0
  %t363 = shufflevector <4 x float> %t362, <4 x float> poison, <4 x i32> zeroinitializer
  %t364 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t363, <4 x float> %t349, <4 x float> %t359)
  store <4 x float> %t364, ptr %s326
  %t365 = load <4 x float>, ptr %s324
  %t366 = getelementptr float, ptr %t2, i64 6
  %t367 = load float, ptr %t366, align 4
  %t368 = getelementptr float, ptr %buffer2, i64 6
  %t369 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t368, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t370 = insertelement <4 x float> poison, float %t367, i64 0
  %t371 = shufflevector <4 x float> %t370, <4 x float> poison, <4 x i32> zeroinitializer
  %t372 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t371, <4 x float> %t369, <4 x float> %t365)
  store <4 x float> %t372, ptr %s324
  %t373 = load <4 x float>, ptr %s325
  %t374 = getelementptr float, ptr %t2, i64 7
  %t375 = load float, ptr %t374, align 4
  %t376 = insertelement <4 x float> poison, float %t375, i64 0
  %t377 = shufflevector <4 x float> %t376, <4 x float> poison, <4 x i32> zeroinitializer
  %t378 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t377, <4 x float> %t369, <4 x float> %t373)
  store <4 x float> %t378, ptr %s325
  %t379 = load <4 x float>, ptr %s326
  %t380 = getelementptr float, ptr %t2, i64 8
  %t381 = load float, ptr %t380, align 4
  %t382 = insertelement <4 x float> poison, float %t381, i64 0
  %t383 = shufflevector <4 x float> %t382, <4 x float> poison, <4 x i32> zeroinitializer
  %t384 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t383, <4 x float> %t369, <4 x float> %t379)
  store <4 x float> %t384, ptr %s326
  %t385 = load <4 x float>, ptr %s324
  %t386 = getelementptr float, ptr %t2, i64 9
  %t387 = load float, ptr %t386, align 4
  %t388 = getelementptr float, ptr %buffer2, i64 9
  %t389 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t388, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t390 = insertelement <4 x float> poison, float %t387, i64 0
  %t391 = shufflevector <4 x float> %t390, <4 x float> poison, <4 x i32> zeroinitializer
  %t392 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t391, <4 x float> %t389, <4 x float> %t385)
  store <4 x float> %t392, ptr %s324
  %t393 = load <4 x float>, ptr %s325
  %t394 = getelementptr float, ptr %t2, i64 10
  %t395 = load float, ptr %t394, align 4
  %t396 = insertelement <4 x float> poison, float %t395, i64 0
  %t397 = shufflevector <4 x float> %t396, <4 x float> poison, <4 x i32> zeroinitializer
  %t398 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t397, <4 x float> %t389, <4 x float> %t393)
  store <4 x float> %t398, ptr %s325
  %t399 = load <4 x float>, ptr %s326
  %t400 = getelementptr float, ptr %t2, i64 11
  %t401 = load float, ptr %t400, align 4
  %t402 = insertelement <4 x float> poison, float %t401, i64 0
  %t403 = shufflevector <4 x float> %t402, <4 x float> poison, <4 x i32> zeroinitializer
  %t404 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t403, <4 x float> %t389, <4 x float> %t399)
  store <4 x float> %t404, ptr %s326
  %t405 = getelementptr float, ptr %t2, i64 12
  %t406 = getelementptr float, ptr %buffer2, i64 12
  %t407 = load <4 x float>, ptr %s324
  %t408 = load float, ptr %t405, align 4
  %t409 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %t406, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x float> splat (float 0x0000000000000000))
  %t410 = insertelement <4 x float> poison, float %t408, i64 0
  %t411 = shufflevector <4 x float> %t410, <4 x float> poison, <4 x i32> zeroinitializer
  %t412 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t411, <4 x float> %t409, <4 x float> %t407)
  store <4 x float> %t412, ptr %s324
  %t413 = load <4 x float>, ptr %s325
  %t414 = getelementptr float, ptr %t405, i64 1
  %t415 = load float, ptr %t414, align 4
  %t416 = insertelement <4 x float> poison, float %t415, i64 0
  %t417 = shufflevector <4 x float> %t416, <4 x float> poison, <4 x i32> zeroinitializer
  %t418 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t417, <4 x float> %t409, <4 x float> %t413)
  store <4 x float> %t418, ptr %s325
  %t419 = load <4 x float>, ptr %s326
  %t420 = getelementptr float, ptr %t405, i64 2
  %t421 = load float, ptr %t420, align 4
  %t422 = insertelement <4 x float> poison, float %t421, i64 0
  %t423 = shufflevector <4 x float> %t422, <4 x float> poison, <4 x i32> zeroinitializer
  %t424 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %t423, <4 x float> %t409, <4 x float> %t419)
  store <4 x float> %t424, ptr %s326
  %t425 = load <4 x float>, ptr %s324
  %t426 = load <4 x float>, ptr %s325
  %t427 = load <4 x float>, ptr %s326
  %t428 = load float, ptr %t4, align 4
  %t429 = insertelement <4 x float> poison, float %t428, i64 0
  %t430 = shufflevector <4 x float> %t429, <4 x float> poison, <4 x i32> zeroinitializer
  %t431 = fmul contract <4 x float> %t425, %t430
  call void @llvm.masked.store.v4f32.p0(<4 x float> %t431, ptr %buffer4, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>)
  %t432 = getelementptr float, ptr %t4, i64 1
  %t433 = load float, ptr %t432, align 4
  %t434 = insertelement <4 x float> poison, float %t433, i64 0
  %t435 = shufflevector <4 x float> %t434, <4 x float> poison, <4 x i32> zeroinitializer
  %t436 = fmul contract <4 x float> %t426, %t435
  %t437 = getelementptr float, ptr %buffer4, i64 3
  call void @llvm.masked.store.v4f32.p0(<4 x float> %t436, ptr %t437, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>)
  %t438 = getelementptr float, ptr %t4, i64 2
  %t439 = load float, ptr %t438, align 4
  %t440 = insertelement <4 x float> poison, float %t439, i64 0
  %t441 = shufflevector <4 x float> %t440, <4 x float> poison, <4 x i32> zeroinitializer
  %t442 = fmul contract <4 x float> %t427, %t441
  %t443 = getelementptr float, ptr %buffer4, i64 6
  call void @llvm.masked.store.v4f32.p0(<4 x float> %t442, ptr %t443, i32 4, <4 x i1> <i1 1, i1 1, i1 1, i1 0>)
  ret void
}
define void @attention(ptr %arguments, ptr %scratch, i64 %thread, i64 %threads) nounwind {
  %t444 = getelementptr ptr, ptr %arguments, i64 0
  %t445 = load ptr, ptr %t444
  %t446 = getelementptr ptr, ptr %arguments, i64 1
  %t447 = load ptr, ptr %t446
  %t448 = getelementptr ptr, ptr %arguments, i64 2
  %t449 = load ptr, ptr %t448
  %t450 = getelementptr ptr, ptr %arguments, i64 3
  %t451 = load ptr, ptr %t450
  %t452 = getelementptr ptr, ptr %arguments, i64 4
  %t453 = load ptr, ptr %t452
  call void @attention.body(ptr %t445, ptr %t447, ptr %t449, ptr %t451, ptr %t453, ptr %scratch, i64 %thread, i64 %threads)
  ret void
}
