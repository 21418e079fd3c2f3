@fill.float32.8.minf = private unnamed_addr constant <8 x float> splat (float 0xFFF0000000000000), align 64
define internal void @pool.body(ptr noalias %buffer0, ptr noalias %buffer1, ptr noalias %scratch, i64 %thread, i64 %threads) noinline nounwind "prefer-vector-width"="256" {
  %s2 = alloca i64
  %s10 = alloca i64
  %s28 = alloca <8 x float>
  %s29 = alloca i64
  %s58 = alloca <8 x float>
  %s59 = alloca i64
  %t1 = getelementptr float, ptr %buffer0, i64 -40
  store i64 0, ptr %s2
  br label %loop.3
loop.3:
  %t5 = load i64, ptr %s2
  %t6 = mul nsw i64 %t5, 64
  %t7 = getelementptr float, ptr %t1, i64 %t6
  %t8 = mul nsw i64 %t5, 16
  %t9 = getelementptr float, ptr %buffer1, i64 %t8
  store i64 0, ptr %s10
  br label %loop.11
loop.11:
  %t13 = load i64, ptr %s10
  %t14 = mul nsw i64 %t13, 16
  %t15 = getelementptr float, ptr %t7, i64 %t14
  %t16 = mul nsw i64 %t13, 8
  %t17 = getelementptr float, ptr %t9, i64 %t16
  %t18 = mul nsw i64 %t5, 2
  %t19 = add nsw i64 %t18, -1
  %t20 = icmp ult i64 %t19, 2
  %t21 = mul nsw i64 %t13, 2
  %t22 = add nsw i64 %t21, -1
  %t23 = icmp ult i64 %t22, 2
  %t24 = and i1 %t20, %t23
  br i1 %t24, label %then.25, label %else.26
then.25:
  store <8 x float> splat (float 0xFFF0000000000000), ptr %s28
  store i64 0, ptr %s29
  br label %loop.30
loop.30:
  %t32 = load i64, ptr %s29
  %t33 = mul nsw i64 %t32, 32
  %t34 = getelementptr float, ptr %t15, i64 %t33
  %t35 = load <8 x float>, ptr %s28
  %t36 = load <8 x float>, ptr %t34, align 4
  %t37 = fcmp ogt <8 x float> %t36, %t35
  %t38 = select <8 x i1> %t37, <8 x float> %t36, <8 x float> %t35
  %t39 = fcmp uno <8 x float> %t36, %t36
  %t40 = select <8 x i1> %t39, <8 x float> %t36, <8 x float> %t38
  store <8 x float> %t40, ptr %s28
  %t41 = load <8 x float>, ptr %s28
  %t42 = getelementptr float, ptr %t34, i64 8
  %t43 = load <8 x float>, ptr %t42, align 4
  %t44 = fcmp ogt <8 x float> %t43, %t41
  %t45 = select <8 x i1> %t44, <8 x float> %t43, <8 x float> %t41
  %t46 = fcmp uno <8 x float> %t43, %t43
  %t47 = select <8 x i1> %t46, <8 x float> %t43, <8 x float> %t45
  store <8 x float> %t47, ptr %s28
  %t48 = load <8 x float>, ptr %s28
  %t49 = getelementptr float, ptr %t34, i64 16
  %t50 = load <8 x float>, ptr %t49, align 4
  %t51 = fcmp ogt <8 x float> %t50, %t48
  %t52 = select <8 x i1> %t51, <8 x float> %t50, <8 x float> %t48
  %t53 = fcmp uno <8 x float> %t50, %t50
  %t54 = select <8 x i1> %t53, <8 x float> %t50, <8 x float> %t52
  store <8 x float> %t54, ptr %s28
  %t55 = add nuw nsw i64 %t32, 1
  store i64 %t55, ptr %s29
  %t56 = icmp slt i64 %t55, 3
  br i1 %t56, label %loop.30, label %done.31
done.31:
  %t57 = load <8 x float>, ptr %s28
  store <8 x float> %t57, ptr %t17, align 4
  br label %join.27
else.26:
  store <8 x float> splat (float 0xFFF0000000000000), ptr %s58
  store i64 0, ptr %s59
  br label %loop.60
loop.60:
  %t62 = load i64, ptr %s59
  %t63 = mul nsw i64 %t62, 32
  %t64 = getelementptr float, ptr %t15, i64 %t63
  %t65 = load <8 x float>, ptr %s58
  %t66 = mul nsw i64 %t5, 2
  %t67 = add nsw i64 %t66, %t62
  %t68 = add nsw i64 %t67, -1
  %t69 = icmp ult i64 %t68, 4
  %t70 = mul nsw i64 %t13, 2
  %t71 = add nsw i64 %t70, -1
  %t72 = icmp ult i64 %t71, 4
  %t73 = and i1 %t69, %t72
  %t74 = select i1 %t73, ptr %t64, ptr @fill.float32.8.minf
  %t75 = load <8 x float>, ptr %t74, align 4
  %t76 = fcmp ogt <8 x float> %t75, %t65
  %t77 = select <8 x i1> %t76, <8 x float> %t75, <8 x float> %t65
  %t78 = fcmp uno <8 x float> %t75, %t75
  %t79 = select <8 x i1> %t78, <8 x float> %t75, <8 x float> %t77
  store <8 x float> %t79, ptr %s58
  %t80 = load <8 x float>, ptr %s58
  %t81 = getelementptr float, ptr %t64, i64 8
  %t82 = mul nsw i64 %t5, 2
  %t83 = add nsw i64 %t82, %t62
  %t84 = add nsw i64 %t83, -1
  %t85 = icmp ult i64 %t84, 4
  %t86 = mul nsw i64 %t13, 2
  %t87 = icmp ult i64 %t86, 4
  %t88 = and i1 %t85, %t87
  %t89 = select i1 %t88, ptr %t81, ptr @fill.float32.8.minf
  %t90 = load <8 x float>, ptr %t89, align 4
  %t91 = fcmp ogt <8 x float> %t90, %t80
  %t92 = select <8 x i1> %t91, <8 x float> %t90, <8 x float> %t80
  %t93 = fcmp uno <8 x float> %t90, %t90
  %t94 = select <8 x i1> %t93, <8 x float> %t90, <8 x float> %t92
  store <8 x float> %t94, ptr %s58
  %t95 = load <8 x float>, ptr %s58
  %t96 = getelementptr float, ptr %t64, i64 16
  %t97 = mul nsw i64 %t5, 2
  %t98 = add nsw i64 %t97, %t62
  %t99 = add nsw i64 %t98, -1
  %t100 = icmp ult i64 %t99, 4
  %t101 = mul nsw i64 %t13, 2
  %t102 = add nsw i64 %t101, 1
  %t103 = icmp ult i64 %t102, 4
  %t104 = and i1 %t100, %t103
  %t105 = select i1 %t104, ptr %t96, ptr @fill.float32.8.minf
  %t106 = load <8 x float>, ptr %t105, align 4
  %t107 = fcmp ogt <8 x float> %t106, %t95
  %t108 = select <8 x i1> %t107, <8 x float> %t106, <8 x float> %t95
  %t109 = fcmp uno <8 x float> %t106, %t106
  %t110 = select <8 x i1> %t109, <8 x float> %t106, <8 x float> %t108
  store <8 x float> %t110, ptr %s58
  %t111 = add nuw nsw i64 %t62, 1
  store i64 %t111, ptr %s59
  %t112 = icmp slt i64 %t111, 3
  br i1 %t112, label %loop.60, label %done.61
done.61:
  %t113 = load <8 x float>, ptr %s58
  store <8 x float> %t113, ptr %t17, align 4
  br label %join.27
join.27:
  %t114 = add nuw nsw i64 %t13, 1
  store i64 %t114, ptr %s10
  %t115 = icmp slt i64 %t114, 2
  br i1 %t115, label %loop.11, label %done.12
done.12:
  %t116 = add nuw nsw i64 %t5, 1
  store i64 %t116, ptr %s2
  %t117 = icmp slt i64 %t116, 2
  br i1 %t117, label %loop.3, label %done.4
done.4:
  ret void
}
define void @pool(ptr %arguments, ptr %scratch, i64 %thread, i64 %threads) nounwind {
  %t118 = getelementptr ptr, ptr %arguments, i64 0
  %t119 = load ptr, ptr %t118
  %t120 = getelementptr ptr, ptr %arguments, i64 1
  %t121 = load ptr, ptr %t120
  call void @pool.body(ptr %t119, ptr %t121, ptr %scratch, i64 %thread, i64 %threads)
  ret void
}
