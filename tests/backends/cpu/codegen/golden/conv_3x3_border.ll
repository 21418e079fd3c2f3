declare <8 x float> @llvm.fmuladd.v8f32(<8 x float>, <8 x float>, <8 x float>)
@zeros.float32.2 = private unnamed_addr constant [2 x float] zeroinitializer, align 64
define internal void @conv_3x3_border.body(ptr noalias %buffer0, ptr noalias %buffer1, ptr noalias %buffer2, ptr noalias %buffer3, ptr noalias %scratch, i64 %thread, i64 %threads) noinline nounwind "prefer-vector-width"="256" {
  %s1 = alloca i64
  %s10 = alloca i64
  %s19 = alloca i64
  %s35 = alloca <8 x float>
  %s36 = alloca <8 x float>
  %s37 = alloca i64
  %s45 = alloca i64
  %s53 = alloca i64
  %s84 = alloca <8 x float>
  %s85 = alloca <8 x float>
  %s86 = alloca i64
  %s94 = alloca i64
  %s102 = alloca i64
  store i64 0, ptr %s1
  br label %loop.2
loop.2:
  %t4 = load i64, ptr %s1
  %t5 = getelementptr float, ptr %buffer0, i64 -10
  %t6 = mul nsw i64 %t4, 8
  %t7 = getelementptr float, ptr %t5, i64 %t6
  %t8 = mul nsw i64 %t4, 32
  %t9 = getelementptr float, ptr %buffer3, i64 %t8
  store i64 0, ptr %s10
  br label %loop.11
loop.11:
  %t13 = load i64, ptr %s10
  %t14 = add nsw i64 %t4, %t13
  %t15 = mul nsw i64 %t13, 8
  %t16 = getelementptr float, ptr %t7, i64 %t15
  %t17 = mul nsw i64 %t13, 32
  %t18 = getelementptr float, ptr %t9, i64 %t17
  store i64 0, ptr %s19
  br label %loop.20
loop.20:
  %t22 = load i64, ptr %s19
  %t23 = mul nsw i64 %t22, 2
  %t24 = getelementptr float, ptr %t16, i64 %t23
  %t25 = mul nsw i64 %t22, 8
  %t26 = getelementptr float, ptr %t18, i64 %t25
  %t27 = add nsw i64 %t14, -1
  %t28 = icmp ult i64 %t27, 2
  %t29 = add nsw i64 %t22, -1
  %t30 = icmp ult i64 %t29, 1
  %t31 = and i1 %t28, %t30
  br i1 %t31, label %then.32, label %else.33
then.32:
  store <8 x float> splat (float 0x0000000000000000), ptr %s35
  store <8 x float> splat (float 0x0000000000000000), ptr %s36
  store i64 0, ptr %s37
  br label %loop.38
loop.38:
  %t40 = load i64, ptr %s37
  %t41 = mul nsw i64 %t40, 8
  %t42 = getelementptr float, ptr %t24, i64 %t41
  %t43 = mul nsw i64 %t40, 48
  %t44 = getelementptr float, ptr %buffer1, i64 %t43
  store i64 0, ptr %s45
  br label %loop.46
loop.46:
  %t48 = load i64, ptr %s45
  %t49 = mul nsw i64 %t48, 2
  %t50 = getelementptr float, ptr %t42, i64 %t49
  %t51 = mul nsw i64 %t48, 16
  %t52 = getelementptr float, ptr %t44, i64 %t51
  store i64 0, ptr %s53
  br label %loop.54
loop.54:
  %t56 = load i64, ptr %s53
  %t57 = getelementptr float, ptr %t50, i64 %t56
  %t58 = mul nsw i64 %t56, 8
  %t59 = getelementptr float, ptr %t52, i64 %t58
  %t60 = load <8 x float>, ptr %s35
  %t61 = load float, ptr %t57, align 4
  %t62 = load <8 x float>, ptr %t59, align 4
  %t63 = insertelement <8 x float> poison, float %t61, i64 0
  %t64 = shufflevector <8 x float> %t63, <8 x float> poison, <8 x i32> zeroinitializer
  %t65 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %t64, <8 x float> %t62, <8 x float> %t60)
  store <8 x float> %t65, ptr %s35
  %t66 = load <8 x float>, ptr %s36
  %t67 = getelementptr float, ptr %t57, i64 2
  %t68 = load float, ptr %t67, align 4
  %t69 = insertelement <8 x float> poison, float %t68, i64 0
  %t70 = shufflevector <8 x float> %t69, <8 x float> poison, <8 x i32> zeroinitializer
  %t71 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %t70, <8 x float> %t62, <8 x float> %t66)
  store <8 x float> %t71, ptr %s36
  %t72 = add nuw nsw i64 %t56, 1
  store i64 %t72, ptr %s53
  %t73 = icmp slt i64 %t72, 2
  br i1 %t73, label %loop.54, label %done.55
done.55:
  %t74 = add nuw nsw i64 %t48, 1
  store i64 %t74, ptr %s45
  %t75 = icmp slt i64 %t74, 3
  br i1 %t75, label %loop.46, label %done.47
done.47:
  %t76 = add nuw nsw i64 %t40, 1
  store i64 %t76, ptr %s37
  %t77 = icmp slt i64 %t76, 3
  br i1 %t77, label %loop.38, label %done.39
done.39:
  %t78 = load <8 x float>, ptr %s35
  %t79 = load <8 x float>, ptr %s36
  %t80 = load <8 x float>, ptr %buffer2, align 4
  %t81 = fadd contract <8 x float> %t78, %t80
  store <8 x float> %t81, ptr %t26, align 4
  %t82 = fadd contract <8 x float> %t79, %t80
  %t83 = getelementptr float, ptr %t26, i64 8
  store <8 x float> %t82, ptr %t83, align 4
  br label %join.34
else.33:
  store <8 x float> splat (float 0x0000000000000000), ptr %s84
  store <8 x float> splat (float 0x0000000000000000), ptr %s85
  store i64 0, ptr %s86
  br label %loop.87
loop.87:
  %t89 = load i64, ptr %s86
  %t90 = mul nsw i64 %t89, 8
  %t91 = getelementptr float, ptr %t24, i64 %t90
  %t92 = mul nsw i64 %t89, 48
  %t93 = getelementptr float, ptr %buffer1, i64 %t92
  store i64 0, ptr %s94
  br label %loop.95
loop.95:
  %t97 = load i64, ptr %s94
  %t98 = mul nsw i64 %t97, 2
  %t99 = getelementptr float, ptr %t91, i64 %t98
  %t100 = mul nsw i64 %t97, 16
  %t101 = getelementptr float, ptr %t93, i64 %t100
  store i64 0, ptr %s102
  br label %loop.103
loop.103:
  %t105 = load i64, ptr %s102
  %t106 = getelementptr float, ptr %t99, i64 %t105
  %t107 = mul nsw i64 %t105, 8
  %t108 = getelementptr float, ptr %t101, i64 %t107
  %t109 = load <8 x float>, ptr %s84
  %t110 = add nsw i64 %t14, %t89
  %t111 = add nsw i64 %t110, -1
  %t112 = icmp ult i64 %t111, 4
  %t113 = add nsw i64 %t22, %t97
  %t114 = add nsw i64 %t113, -1
  %t115 = icmp ult i64 %t114, 4
  %t116 = and i1 %t112, %t115
  %t117 = select i1 %t116, ptr %t99, ptr @zeros.float32.2
  %t118 = getelementptr float, ptr %t117, i64 %t105
  %t119 = load float, ptr %t118, align 4
  %t120 = load <8 x float>, ptr %t108, align 4
  %t121 = insertelement <8 x float> poison, float %t119, i64 0
  %t122 = shufflevector <8 x float> %t121, <8 x float> poison, <8 x i32> zeroinitializer
  %t123 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %t122, <8 x float> %t120, <8 x float> %t109)
  store <8 x float> %t123, ptr %s84
  %t124 = load <8 x float>, ptr %s85
  %t125 = getelementptr float, ptr %t106, i64 2
  %t126 = add nsw i64 %t14, %t89
  %t127 = add nsw i64 %t126, -1
  %t128 = icmp ult i64 %t127, 4
  %t129 = add nsw i64 %t22, %t97
  %t130 = icmp ult i64 %t129, 4
  %t131 = and i1 %t128, %t130
  %t132 = getelementptr float, ptr %t99, i64 2
  %t133 = select i1 %t131, ptr %t132, ptr @zeros.float32.2
  %t134 = getelementptr float, ptr %t133, i64 %t105
  %t135 = load float, ptr %t134, align 4
  %t136 = insertelement <8 x float> poison, float %t135, i64 0
  %t137 = shufflevector <8 x float> %t136, <8 x float> poison, <8 x i32> zeroinitializer
  %t138 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %t137, <8 x float> %t120, <8 x float> %t124)
  store <8 x float> %t138, ptr %s85
  %t139 = add nuw nsw i64 %t105, 1
  store i64 %t139, ptr %s102
  %t140 = icmp slt i64 %t139, 2
  br i1 %t140, label %loop.103, label %done.104
done.104:
  %t141 = add nuw nsw i64 %t97, 1
  store i64 %t141, ptr %s94
  %t142 = icmp slt i64 %t141, 3
  br i1 %t142, label %loop.95, label %done.96
done.96:
  %t143 = add nuw nsw i64 %t89, 1
  store i64 %t143, ptr %s86
  %t144 = icmp slt i64 %t143, 3
  br i1 %t144, label %loop.87, label %done.88
done.88:
  %t145 = load <8 x float>, ptr %s84
  %t146 = load <8 x float>, ptr %s85
  %t147 = load <8 x float>, ptr %buffer2, align 4
  %t148 = fadd contract <8 x float> %t145, %t147
  store <8 x float> %t148, ptr %t26, align 4
  %t149 = fadd contract <8 x float> %t146, %t147
  %t150 = getelementptr float, ptr %t26, i64 8
  store <8 x float> %t149, ptr %t150, align 4
  br label %join.34
join.34:
  %t151 = add nuw nsw i64 %t22, 2
  store i64 %t151, ptr %s19
  %t152 = icmp slt i64 %t151, 4
  br i1 %t152, label %loop.20, label %done.21
done.21:
  %t153 = add nuw nsw i64 %t13, 1
  store i64 %t153, ptr %s10
  %t154 = icmp slt i64 %t153, 2
  br i1 %t154, label %loop.11, label %done.12
done.12:
  %t155 = add nuw nsw i64 %t4, 2
  store i64 %t155, ptr %s1
  %t156 = icmp slt i64 %t155, 4
  br i1 %t156, label %loop.2, label %done.3
done.3:
  ret void
}
define void @conv_3x3_border(ptr %arguments, ptr %scratch, i64 %thread, i64 %threads) nounwind {
  %t157 = getelementptr ptr, ptr %arguments, i64 0
  %t158 = load ptr, ptr %t157
  %t159 = getelementptr ptr, ptr %arguments, i64 1
  %t160 = load ptr, ptr %t159
  %t161 = getelementptr ptr, ptr %arguments, i64 2
  %t162 = load ptr, ptr %t161
  %t163 = getelementptr ptr, ptr %arguments, i64 3
  %t164 = load ptr, ptr %t163
  call void @conv_3x3_border.body(ptr %t158, ptr %t160, ptr %t162, ptr %t164, ptr %scratch, i64 %thread, i64 %threads)
  ret void
}
