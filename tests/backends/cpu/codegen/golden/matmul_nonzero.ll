declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
declare <8 x float> @llvm.fmuladd.v8f32(<8 x float>, <8 x float>, <8 x float>)
define internal void @matmul_nonzero.body(ptr noalias %buffer0, ptr noalias %buffer1, ptr noalias %buffer2, ptr noalias %buffer3, ptr noalias %scratch, i64 %thread, i64 %threads) noinline nounwind "prefer-vector-width"="256" {
  %s6 = alloca i64
  %s12 = alloca i64
  %s16 = alloca i64
  %t1 = add i64 %thread, 1
  %t2 = mul i64 %thread, 2
  %t3 = udiv i64 %t2, %threads
  %t4 = mul i64 %t1, 2
  %t5 = udiv i64 %t4, %threads
  store i64 %t3, ptr %s6
  %t9 = icmp sge i64 %t3, %t5
  br i1 %t9, label %done.8, label %loop.7
loop.7:
  %t10 = load i64, ptr %s6
  %t11 = mul i64 %t10, 1
  store i64 0, ptr %s12
  br label %loop.13
loop.13:
  %t15 = load i64, ptr %s12
  store i64 0, ptr %s16
  br label %loop.17
loop.17:
  %t19 = load i64, ptr %s16
  %t20 = mul nsw i64 %t15, 16
  %t21 = getelementptr i32, ptr %buffer0, i64 %t20
  %t22 = mul nsw i64 %t19, 2
  %t23 = getelementptr i32, ptr %t21, i64 %t22
  %t24 = load i32, ptr %t23
  %t25 = icmp ne i32 %t24, 0
  br i1 %t25, label %then.26, label %else.27
then.26:
  %t29 = mul nsw i64 %t11, 16
  %t30 = getelementptr float, ptr %buffer3, i64 %t29
  %t31 = mul nsw i64 %t15, 16
  %t32 = getelementptr float, ptr %buffer0, i64 %t31
  %t33 = mul nsw i64 %t19, 2
  %t34 = getelementptr float, ptr %t32, i64 %t33
  %t35 = mul nsw i64 %t15, 16
  %t36 = getelementptr i32, ptr %buffer2, i64 %t35
  %t37 = mul nsw i64 %t19, 2
  %t38 = getelementptr i32, ptr %t36, i64 %t37
  %t39 = mul nsw i64 %t11, 16
  %t40 = getelementptr float, ptr %buffer1, i64 %t39
  %t41 = getelementptr i32, ptr %buffer2, i64 8
  %t42 = mul nsw i64 %t15, 16
  %t43 = getelementptr i32, ptr %t41, i64 %t42
  %t44 = mul nsw i64 %t19, 2
  %t45 = getelementptr i32, ptr %t43, i64 %t44
  %t46 = mul nsw i64 %t11, 16
  %t47 = getelementptr float, ptr %buffer1, i64 %t46
  %t48 = getelementptr float, ptr %buffer0, i64 1
  %t49 = mul nsw i64 %t15, 16
  %t50 = getelementptr float, ptr %t48, i64 %t49
  %t51 = mul nsw i64 %t19, 2
  %t52 = getelementptr float, ptr %t50, i64 %t51
  %t53 = getelementptr i32, ptr %buffer2, i64 1
  %t54 = mul nsw i64 %t15, 16
  %t55 = getelementptr i32, ptr %t53, i64 %t54
  %t56 = mul nsw i64 %t19, 2
  %t57 = getelementptr i32, ptr %t55, i64 %t56
  %t58 = mul nsw i64 %t11, 16
  %t59 = getelementptr float, ptr %buffer1, i64 %t58
  %t60 = getelementptr i32, ptr %buffer2, i64 9
  %t61 = mul nsw i64 %t15, 16
  %t62 = getelementptr i32, ptr %t60, i64 %t61
  %t63 = mul nsw i64 %t19, 2
  %t64 = getelementptr i32, ptr %t62, i64 %t63
  %t65 = mul nsw i64 %t11, 16
  %t66 = getelementptr float, ptr %buffer1, i64 %t65
  %t67 = mul nsw i64 %t11, 16
  %t68 = getelementptr float, ptr %buffer3, i64 %t67
  %t69 = load i32, ptr %t45, align 4
  %t70 = icmp slt i32 %t69, 0
  %t71 = add i32 %t69, 6
  %t72 = select i1 %t70, i32 %t71, i32 %t69
  %t73 = call i32 @llvm.smax.i32(i32 %t72, i32 0)
  %t74 = call i32 @llvm.smin.i32(i32 %t73, i32 5)
  %t75 = sext i32 %t74 to i64
  %t76 = mul nsw i64 %t75, 48
  %t77 = getelementptr float, ptr %t47, i64 %t76
  %t78 = getelementptr i8, ptr %t77, i64 0
  call void @llvm.prefetch.p0(ptr %t78, i32 0, i32 2, i32 1)
  %t79 = load i32, ptr %t64, align 4
  %t80 = icmp slt i32 %t79, 0
  %t81 = add i32 %t79, 6
  %t82 = select i1 %t80, i32 %t81, i32 %t79
  %t83 = call i32 @llvm.smax.i32(i32 %t82, i32 0)
  %t84 = call i32 @llvm.smin.i32(i32 %t83, i32 5)
  %t85 = sext i32 %t84 to i64
  %t86 = mul nsw i64 %t85, 48
  %t87 = getelementptr float, ptr %t66, i64 %t86
  %t88 = getelementptr i8, ptr %t87, i64 0
  call void @llvm.prefetch.p0(ptr %t88, i32 0, i32 2, i32 1)
  %t89 = load <8 x float>, ptr %t30, align 4
  %t90 = load float, ptr %t52, align 4
  %t91 = load i32, ptr %t57, align 4
  %t92 = icmp slt i32 %t91, 0
  %t93 = add i32 %t91, 6
  %t94 = select i1 %t92, i32 %t93, i32 %t91
  %t95 = call i32 @llvm.smax.i32(i32 %t94, i32 0)
  %t96 = call i32 @llvm.smin.i32(i32 %t95, i32 5)
  %t97 = sext i32 %t96 to i64
  %t98 = mul nsw i64 %t97, 48
  %t99 = getelementptr float, ptr %t59, i64 %t98
  %t100 = load <8 x float>, ptr %t99, align 4
  %t101 = load float, ptr %t34, align 4
  %t102 = load i32, ptr %t38, align 4
  %t103 = icmp slt i32 %t102, 0
  %t104 = add i32 %t102, 6
  %t105 = select i1 %t103, i32 %t104, i32 %t102
  %t106 = call i32 @llvm.smax.i32(i32 %t105, i32 0)
  %t107 = call i32 @llvm.smin.i32(i32 %t106, i32 5)
  %t108 = sext i32 %t107 to i64
  %t109 = mul nsw i64 %t108, 48
  %t110 = getelementptr float, ptr %t40, i64 %t109
  %t111 = load <8 x float>, ptr %t110, align 4
  %t112 = insertelement <8 x float> poison, float %t101, i64 0
  %t113 = shufflevector <8 x float> %t112, <8 x float> poison, <8 x i32> zeroinitializer
  %t114 = fmul contract <8 x float> %t113, %t111
  %t115 = insertelement <8 x float> poison, float %t90, i64 0
  %t116 = shufflevector <8 x float> %t115, <8 x float> poison, <8 x i32> zeroinitializer
  %t117 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %t116, <8 x float> %t100, <8 x float> %t114)
  %t118 = fadd contract <8 x float> %t89, %t117
  store <8 x float> %t118, ptr %t68, align 4
  %t119 = getelementptr float, ptr %t30, i64 8
  %t120 = load <8 x float>, ptr %t119, align 4
  %t121 = getelementptr float, ptr %t59, i64 8
  %t122 = icmp slt i32 %t91, 0
  %t123 = add i32 %t91, 6
  %t124 = select i1 %t122, i32 %t123, i32 %t91
  %t125 = call i32 @llvm.smax.i32(i32 %t124, i32 0)
  %t126 = call i32 @llvm.smin.i32(i32 %t125, i32 5)
  %t127 = sext i32 %t126 to i64
  %t128 = mul nsw i64 %t127, 48
  %t129 = getelementptr float, ptr %t121, i64 %t128
  %t130 = load <8 x float>, ptr %t129, align 4
  %t131 = getelementptr float, ptr %t40, i64 8
  %t132 = icmp slt i32 %t102, 0
  %t133 = add i32 %t102, 6
  %t134 = select i1 %t132, i32 %t133, i32 %t102
  %t135 = call i32 @llvm.smax.i32(i32 %t134, i32 0)
  %t136 = call i32 @llvm.smin.i32(i32 %t135, i32 5)
  %t137 = sext i32 %t136 to i64
  %t138 = mul nsw i64 %t137, 48
  %t139 = getelementptr float, ptr %t131, i64 %t138
  %t140 = load <8 x float>, ptr %t139, align 4
  %t141 = insertelement <8 x float> poison, float %t101, i64 0
  %t142 = shufflevector <8 x float> %t141, <8 x float> poison, <8 x i32> zeroinitializer
  %t143 = fmul contract <8 x float> %t142, %t140
  %t144 = insertelement <8 x float> poison, float %t90, i64 0
  %t145 = shufflevector <8 x float> %t144, <8 x float> poison, <8 x i32> zeroinitializer
  %t146 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %t145, <8 x float> %t130, <8 x float> %t143)
  %t147 = fadd contract <8 x float> %t120, %t146
  %t148 = getelementptr float, ptr %t68, i64 8
  store <8 x float> %t147, ptr %t148, align 4
  br label %join.28
else.27:
  br label %join.28
join.28:
  %t149 = add nuw nsw i64 %t19, 1
  store i64 %t149, ptr %s16
  %t150 = icmp slt i64 %t149, 2
  br i1 %t150, label %loop.17, label %done.18
done.18:
  %t151 = add nuw nsw i64 %t15, 1
  store i64 %t151, ptr %s12
  %t152 = icmp slt i64 %t151, 2
  br i1 %t152, label %loop.13, label %done.14
done.14:
  %t153 = add nuw nsw i64 %t10, 1
  store i64 %t153, ptr %s6
  %t154 = icmp slt i64 %t153, %t5
  br i1 %t154, label %loop.7, label %done.8
done.8:
  ret void
}
define void @matmul_nonzero(ptr %arguments, ptr %scratch, i64 %thread, i64 %threads) nounwind {
  %t155 = getelementptr ptr, ptr %arguments, i64 0
  %t156 = load ptr, ptr %t155
  %t157 = getelementptr ptr, ptr %arguments, i64 1
  %t158 = load ptr, ptr %t157
  %t159 = getelementptr ptr, ptr %arguments, i64 2
  %t160 = load ptr, ptr %t159
  %t161 = getelementptr ptr, ptr %arguments, i64 3
  %t162 = load ptr, ptr %t161
  call void @matmul_nonzero.body(ptr %t156, ptr %t158, ptr %t160, ptr %t162, ptr %scratch, i64 %thread, i64 %threads)
  ret void
}
