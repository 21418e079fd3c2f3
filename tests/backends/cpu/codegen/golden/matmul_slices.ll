declare <8 x float> @llvm.fmuladd.v8f32(<8 x float>, <8 x float>, <8 x float>)
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
define internal void @matmul_slices.body(ptr noalias %buffer0, ptr noalias %buffer1, ptr noalias %buffer2, ptr noalias %scratch, i64 %thread, i64 %threads) noinline nounwind "prefer-vector-width"="256" {
  %s3 = alloca <8 x float>
  %s4 = alloca <8 x float>
  %s5 = alloca <8 x float>
  %s6 = alloca i64
  %s18 = alloca i64
  %s65 = alloca <8 x float>
  %s66 = alloca <8 x float>
  %s67 = alloca i64
  %s79 = alloca i64
  %t1 = getelementptr float, ptr %buffer0, i64 320
  %t2 = getelementptr float, ptr %buffer1, i64 512
  store <8 x float> splat (float 0x0000000000000000), ptr %s3
  store <8 x float> splat (float 0x0000000000000000), ptr %s4
  store <8 x float> splat (float 0x0000000000000000), ptr %s5
  store i64 0, ptr %s6
  br label %loop.7
loop.7:
  %t9 = load i64, ptr %s6
  %t10 = mul nsw i64 %t9, 320
  %t11 = getelementptr float, ptr %buffer0, i64 %t10
  %t12 = mul nsw i64 %t9, 512
  %t13 = getelementptr float, ptr %buffer1, i64 %t12
  %t14 = mul nsw i64 %t9, 320
  %t15 = getelementptr float, ptr %t1, i64 %t14
  %t16 = mul nsw i64 %t9, 512
  %t17 = getelementptr float, ptr %t2, i64 %t16
  store i64 0, ptr %s18
  br label %loop.19
loop.19:
  %t21 = load i64, ptr %s18
  %t22 = mul nsw i64 %t21, 5
  %t23 = getelementptr float, ptr %t11, i64 %t22
  %t24 = mul nsw i64 %t21, 8
  %t25 = getelementptr float, ptr %t13, i64 %t24
  %t26 = mul nsw i64 %t21, 5
  %t27 = getelementptr float, ptr %t15, i64 %t26
  %t28 = mul nsw i64 %t21, 8
  %t29 = getelementptr float, ptr %t17, i64 %t28
  %t30 = load <8 x float>, ptr %s3
  %t31 = load float, ptr %t23, align 4
  %t32 = load <8 x float>, ptr %t25, align 4
  %t33 = insertelement <8 x float> poison, float %t31, i64 0
  %t34 = shufflevector <8 x float> %t33, <8 x float> poison, <8 x i32> zeroinitializer
  %t35 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %t34, <8 x float> %t32, <8 x float> %t30)
  store <8 x float> %t35, ptr %s3
  %t36 = load <8 x float>, ptr %s4
  %t37 = getelementptr float, ptr %t23, i64 1
  %t38 = load float, ptr %t37, align 4
  %t39 = insertelement <8 x float> poison, float %t38, i64 0
  %t40 = shufflevector <8 x float> %t39, <8 x float> poison, <8 x i32> zeroinitializer
  %t41 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %t40, <8 x float> %t32, <8 x float> %t36)
  store <8 x float> %t41, ptr %s4
  %t42 = load <8 x float>, ptr %s5
  %t43 = getelementptr float, ptr %t23, i64 2
  %t44 = load float, ptr %t43, align 4
  %t45 = insertelement <8 x float> poison, float %t44, i64 0
  %t46 = shufflevector <8 x float> %t45, <8 x float> poison, <8 x i32> zeroinitializer
  %t47 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %t46, <8 x float> %t32, <8 x float> %t42)
  store <8 x float> %t47, ptr %s5
  %t48 = getelementptr i8, ptr %t27, i64 0
  call void @llvm.prefetch.p0(ptr %t48, i32 0, i32 2, i32 1)
  %t49 = getelementptr i8, ptr %t29, i64 0
  call void @llvm.prefetch.p0(ptr %t49, i32 0, i32 2, i32 1)
  %t50 = add nuw nsw i64 %t21, 1
  store i64 %t50, ptr %s18
  %t51 = icmp slt i64 %t50, 64
  br i1 %t51, label %loop.19, label %done.20
done.20:
  %t52 = add nuw nsw i64 %t9, 1
  store i64 %t52, ptr %s6
  %t53 = icmp slt i64 %t52, 6
  br i1 %t53, label %loop.7, label %done.8
done.8:
  %t54 = load <8 x float>, ptr %s3
  %t55 = load <8 x float>, ptr %s4
  %t56 = load <8 x float>, ptr %s5
  store <8 x float> %t54, ptr %buffer2, align 4
  %t57 = getelementptr float, ptr %buffer2, i64 8
  store <8 x float> %t55, ptr %t57, align 4
  %t58 = getelementptr float, ptr %buffer2, i64 16
  store <8 x float> %t56, ptr %t58, align 4
  %t59 = mul nsw i64 3, 1
  %t60 = getelementptr float, ptr %buffer0, i64 %t59
  %t61 = mul nsw i64 3, 8
  %t62 = getelementptr float, ptr %buffer2, i64 %t61
  %t63 = getelementptr float, ptr %t60, i64 320
  %t64 = getelementptr float, ptr %buffer1, i64 512
  store <8 x float> splat (float 0x0000000000000000), ptr %s65
  store <8 x float> splat (float 0x0000000000000000), ptr %s66
  store i64 0, ptr %s67
  br label %loop.68
loop.68:
  %t70 = load i64, ptr %s67
  %t71 = mul nsw i64 %t70, 320
  %t72 = getelementptr float, ptr %t60, i64 %t71
  %t73 = mul nsw i64 %t70, 512
  %t74 = getelementptr float, ptr %buffer1, i64 %t73
  %t75 = mul nsw i64 %t70, 320
  %t76 = getelementptr float, ptr %t63, i64 %t75
  %t77 = mul nsw i64 %t70, 512
  %t78 = getelementptr float, ptr %t64, i64 %t77
  store i64 0, ptr %s79
  br label %loop.80
loop.80:
  %t82 = load i64, ptr %s79
  %t83 = mul nsw i64 %t82, 5
  %t84 = getelementptr float, ptr %t72, i64 %t83
  %t85 = mul nsw i64 %t82, 8
  %t86 = getelementptr float, ptr %t74, i64 %t85
  %t87 = mul nsw i64 %t82, 5
  %t88 = getelementptr float, ptr %t76, i64 %t87
  %t89 = mul nsw i64 %t82, 8
  %t90 = getelementptr float, ptr %t78, i64 %t89
  %t91 = load <8 x float>, ptr %s65
  %t92 = load float, ptr %t84, align 4
  %t93 = load <8 x float>, ptr %t86, align 4
  %t94 = insertelement <8 x float> poison, float %t92, i64 0
  %t95 = shufflevector <8 x float> %t94, <8 x float> poison, <8 x i32> zeroinitializer
  %t96 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %t95, <8 x float> %t93, <8 x float> %t91)
  store <8 x float> %t96, ptr %s65
  %t97 = load <8 x float>, ptr %s66
  %t98 = getelementptr float, ptr %t84, i64 1
  %t99 = load float, ptr %t98, align 4
  %t100 = insertelement <8 x float> poison, float %t99, i64 0
  %t101 = shufflevector <8 x float> %t100, <8 x float> poison, <8 x i32> zeroinitializer
  %t102 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %t101, <8 x float> %t93, <8 x float> %t97)
  store <8 x float> %t102, ptr %s66
  %t103 = getelementptr i8, ptr %t88, i64 0
  call void @llvm.prefetch.p0(ptr %t103, i32 0, i32 2, i32 1)
  %t104 = getelementptr i8, ptr %t90, i64 0
  call void @llvm.prefetch.p0(ptr %t104, i32 0, i32 2, i32 1)
  %t105 = add nuw nsw i64 %t82, 1
  store i64 %t105, ptr %s79
  %t106 = icmp slt i64 %t105, 64
  br i1 %t106, label %loop.80, label %done.81
done.81:
  %t107 = add nuw nsw i64 %t70, 1
  store i64 %t107, ptr %s67
  %t108 = icmp slt i64 %t107, 6
  br i1 %t108, label %loop.68, label %done.69
done.69:
  %t109 = load <8 x float>, ptr %s65
  %t110 = load <8 x float>, ptr %s66
  store <8 x float> %t109, ptr %t62, align 4
  %t111 = getelementptr float, ptr %t62, i64 8
  store <8 x float> %t110, ptr %t111, align 4
  ret void
}
define void @matmul_slices(ptr %arguments, ptr %scratch, i64 %thread, i64 %threads) nounwind {
  %t112 = getelementptr ptr, ptr %arguments, i64 0
  %t113 = load ptr, ptr %t112
  %t114 = getelementptr ptr, ptr %arguments, i64 1
  %t115 = load ptr, ptr %t114
  %t116 = getelementptr ptr, ptr %arguments, i64 2
  %t117 = load ptr, ptr %t116
  call void @matmul_slices.body(ptr %t113, ptr %t115, ptr %t117, ptr %scratch, i64 %thread, i64 %threads)
  ret void
}
