@tiles.5x16.5x16.5x16.16x16.16x16.0x0.0x0.0x0 = private unnamed_addr constant [64 x i8] c"\01\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\40\00\40\00\40\00\40\00\40\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\05\05\05\10\10\00\00\00\00\00\00\00\00\00\00\00", align 64
declare void @llvm.x86.ldtilecfg(ptr)
declare void @llvm.x86.tilezero(i8)
declare void @llvm.x86.tdpbf16ps(i8, i8, i8)
declare void @llvm.x86.tileloadd64(i8, ptr, i64)
declare void @llvm.x86.tilestored64(i8, ptr, i64)
@tiles.10x16.10x16.10x16.10x16.10x16.10x16.16x16.16x16 = private unnamed_addr constant [64 x i8] c"\01\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\40\00\40\00\40\00\40\00\40\00\40\00\40\00\40\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\0A\0A\0A\0A\0A\0A\10\10\00\00\00\00\00\00\00\00", align 64
declare void @llvm.x86.tilerelease()
define internal void @matmul_amx.body(ptr noalias %buffer0, ptr noalias %buffer1, ptr noalias %buffer2, ptr noalias %scratch, i64 %thread, i64 %threads) noinline nounwind "prefer-vector-width"="512" "frame-pointer"="all" {
  %s7 = alloca i64
  %s19 = alloca i64
  %s32 = alloca i64
  %s88 = alloca i64
  %s101 = alloca i64
  %s134 = alloca i64
  %s143 = alloca i64
  %s161 = alloca i64
  %s202 = alloca i64
  %s211 = alloca i64
  %s228 = alloca i64
  %t1 = getelementptr i8, ptr %scratch, i64 0
  %t2 = add i64 %thread, 1
  %t3 = mul i64 %thread, 2
  %t4 = udiv i64 %t3, %threads
  %t5 = mul i64 %t2, 2
  %t6 = udiv i64 %t5, %threads
  store i64 %t4, ptr %s7
  %t10 = icmp sge i64 %t4, %t6
  br i1 %t10, label %done.9, label %loop.8
loop.8:
  %t11 = load i64, ptr %s7
  %t12 = mul i64 %t11, 40
  %t13 = icmp eq i64 %t11, 1
  br i1 %t13, label %then.14, label %else.15
then.14:
  %t17 = mul nsw i64 %t12, 32
  %t18 = getelementptr i32, ptr %buffer0, i64 %t17
  call void @llvm.x86.ldtilecfg(ptr @tiles.5x16.5x16.5x16.16x16.16x16.0x0.0x0.0x0)
  call void @llvm.x86.tilezero(i8 0)
  call void @llvm.x86.tilezero(i8 1)
  store i64 0, ptr %s19
  br label %loop.20
loop.20:
  %t22 = load i64, ptr %s19
  %t23 = getelementptr i32, ptr %t18, i64 %t22
  %t24 = mul nsw i64 %t22, 32
  %t25 = getelementptr i32, ptr %buffer1, i64 %t24
  call void @llvm.x86.tileloadd64(i8 2, ptr %t23, i64 128)
  call void @llvm.x86.tileloadd64(i8 3, ptr %t25, i64 128)
  call void @llvm.x86.tdpbf16ps(i8 0, i8 2, i8 3)
  %t26 = getelementptr i32, ptr %t25, i64 16
  call void @llvm.x86.tileloadd64(i8 4, ptr %t26, i64 128)
  call void @llvm.x86.tdpbf16ps(i8 1, i8 2, i8 4)
  %t27 = add nuw nsw i64 %t22, 16
  store i64 %t27, ptr %s19
  %t28 = icmp slt i64 %t27, 32
  br i1 %t28, label %loop.20, label %done.21
done.21:
  call void @llvm.x86.tilestored64(i8 0, ptr %t1, i64 128)
  %t29 = getelementptr float, ptr %t1, i64 16
  call void @llvm.x86.tilestored64(i8 1, ptr %t29, i64 128)
  %t30 = mul nsw i64 %t12, 40
  %t31 = getelementptr i16, ptr %buffer2, i64 %t30
  store i64 0, ptr %s32
  br label %loop.33
loop.33:
  %t35 = load i64, ptr %s32
  %t36 = add nsw i64 %t12, %t35
  %t37 = mul nsw i64 %t35, 32
  %t38 = getelementptr float, ptr %t1, i64 %t37
  %t39 = mul nsw i64 %t35, 40
  %t40 = getelementptr i16, ptr %t31, i64 %t39
  %t41 = load <16 x float>, ptr %t38, align 4
  %t42 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %t41
  %t43 = select <16 x i1> %t42, <16 x float> splat (float 0x0000000000000000), <16 x float> %t41
  %t44 = fptrunc <16 x float> %t43 to <16 x bfloat>
  %t45 = bitcast <16 x bfloat> %t44 to <16 x i16>
  store <16 x i16> %t45, ptr %t40, align 2
  %t46 = getelementptr float, ptr %t38, i64 16
  %t47 = load <16 x float>, ptr %t46, align 4
  %t48 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %t47
  %t49 = select <16 x i1> %t48, <16 x float> splat (float 0x0000000000000000), <16 x float> %t47
  %t50 = getelementptr i16, ptr %t40, i64 16
  %t51 = fptrunc <16 x float> %t49 to <16 x bfloat>
  %t52 = bitcast <16 x bfloat> %t51 to <16 x i16>
  store <16 x i16> %t52, ptr %t50, align 2
  %t53 = getelementptr float, ptr %t38, i64 32
  %t54 = load <16 x float>, ptr %t53, align 4
  %t55 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %t54
  %t56 = select <16 x i1> %t55, <16 x float> splat (float 0x0000000000000000), <16 x float> %t54
  %t57 = getelementptr i16, ptr %t40, i64 40
  %t58 = fptrunc <16 x float> %t56 to <16 x bfloat>
  %t59 = bitcast <16 x bfloat> %t58 to <16 x i16>
  store <16 x i16> %t59, ptr %t57, align 2
  %t60 = getelementptr float, ptr %t38, i64 48
  %t61 = load <16 x float>, ptr %t60, align 4
  %t62 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %t61
  %t63 = select <16 x i1> %t62, <16 x float> splat (float 0x0000000000000000), <16 x float> %t61
  %t64 = getelementptr i16, ptr %t40, i64 56
  %t65 = fptrunc <16 x float> %t63 to <16 x bfloat>
  %t66 = bitcast <16 x bfloat> %t65 to <16 x i16>
  store <16 x i16> %t66, ptr %t64, align 2
  %t67 = add nuw nsw i64 %t35, 2
  store i64 %t67, ptr %s32
  %t68 = icmp slt i64 %t67, 4
  br i1 %t68, label %loop.33, label %done.34
done.34:
  %t69 = add nsw i64 %t12, 4
  %t70 = getelementptr float, ptr %t1, i64 128
  %t71 = getelementptr i16, ptr %t31, i64 160
  %t72 = load <16 x float>, ptr %t70, align 4
  %t73 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %t72
  %t74 = select <16 x i1> %t73, <16 x float> splat (float 0x0000000000000000), <16 x float> %t72
  %t75 = fptrunc <16 x float> %t74 to <16 x bfloat>
  %t76 = bitcast <16 x bfloat> %t75 to <16 x i16>
  store <16 x i16> %t76, ptr %t71, align 2
  %t77 = getelementptr float, ptr %t70, i64 16
  %t78 = load <16 x float>, ptr %t77, align 4
  %t79 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %t78
  %t80 = select <16 x i1> %t79, <16 x float> splat (float 0x0000000000000000), <16 x float> %t78
  %t81 = getelementptr i16, ptr %t71, i64 16
  %t82 = fptrunc <16 x float> %t80 to <16 x bfloat>
  %t83 = bitcast <16 x bfloat> %t82 to <16 x i16>
  store <16 x i16> %t83, ptr %t81, align 2
  %t84 = mul nsw i64 %t12, 32
  %t85 = getelementptr i32, ptr %buffer0, i64 %t84
  %t86 = mul nsw i64 32, 32
  %t87 = getelementptr i32, ptr %buffer1, i64 %t86
  call void @llvm.x86.ldtilecfg(ptr @tiles.5x16.5x16.5x16.16x16.16x16.0x0.0x0.0x0)
  call void @llvm.x86.tilezero(i8 0)
  store i64 0, ptr %s88
  br label %loop.89
loop.89:
  %t91 = load i64, ptr %s88
  %t92 = getelementptr i32, ptr %t85, i64 %t91
  %t93 = mul nsw i64 %t91, 32
  %t94 = getelementptr i32, ptr %t87, i64 %t93
  call void @llvm.x86.tileloadd64(i8 2, ptr %t92, i64 128)
  call void @llvm.x86.tileloadd64(i8 3, ptr %t94, i64 128)
  call void @llvm.x86.tdpbf16ps(i8 0, i8 2, i8 3)
  %t95 = add nuw nsw i64 %t91, 16
  store i64 %t95, ptr %s88
  %t96 = icmp slt i64 %t95, 32
  br i1 %t96, label %loop.89, label %done.90
done.90:
  call void @llvm.x86.tilestored64(i8 0, ptr %t1, i64 128)
  %t97 = mul nsw i64 %t12, 40
  %t98 = getelementptr i16, ptr %buffer2, i64 %t97
  %t99 = mul nsw i64 32, 1
  %t100 = getelementptr i16, ptr %t98, i64 %t99
  store i64 0, ptr %s101
  br label %loop.102
loop.102:
  %t104 = load i64, ptr %s101
  %t105 = add nsw i64 %t12, %t104
  %t106 = mul nsw i64 %t104, 32
  %t107 = getelementptr float, ptr %t1, i64 %t106
  %t108 = mul nsw i64 %t104, 40
  %t109 = getelementptr i16, ptr %t100, i64 %t108
  %t110 = load <8 x float>, ptr %t107, align 4
  %t111 = fcmp ogt <8 x float> splat (float 0x0000000000000000), %t110
  %t112 = select <8 x i1> %t111, <8 x float> splat (float 0x0000000000000000), <8 x float> %t110
  %t113 = fptrunc <8 x float> %t112 to <8 x bfloat>
  %t114 = bitcast <8 x bfloat> %t113 to <8 x i16>
  store <8 x i16> %t114, ptr %t109, align 2
  %t115 = getelementptr float, ptr %t107, i64 32
  %t116 = load <8 x float>, ptr %t115, align 4
  %t117 = fcmp ogt <8 x float> splat (float 0x0000000000000000), %t116
  %t118 = select <8 x i1> %t117, <8 x float> splat (float 0x0000000000000000), <8 x float> %t116
  %t119 = getelementptr i16, ptr %t109, i64 40
  %t120 = fptrunc <8 x float> %t118 to <8 x bfloat>
  %t121 = bitcast <8 x bfloat> %t120 to <8 x i16>
  store <8 x i16> %t121, ptr %t119, align 2
  %t122 = add nuw nsw i64 %t104, 2
  store i64 %t122, ptr %s101
  %t123 = icmp slt i64 %t122, 4
  br i1 %t123, label %loop.102, label %done.103
done.103:
  %t124 = add nsw i64 %t12, 4
  %t125 = getelementptr float, ptr %t1, i64 128
  %t126 = getelementptr i16, ptr %t100, i64 160
  %t127 = load <8 x float>, ptr %t125, align 4
  %t128 = fcmp ogt <8 x float> splat (float 0x0000000000000000), %t127
  %t129 = select <8 x i1> %t128, <8 x float> splat (float 0x0000000000000000), <8 x float> %t127
  %t130 = fptrunc <8 x float> %t129 to <8 x bfloat>
  %t131 = bitcast <8 x bfloat> %t130 to <8 x i16>
  store <8 x i16> %t131, ptr %t126, align 2
  br label %join.16
else.15:
  %t132 = mul nsw i64 %t12, 32
  %t133 = getelementptr i32, ptr %buffer0, i64 %t132
  call void @llvm.x86.ldtilecfg(ptr @tiles.10x16.10x16.10x16.10x16.10x16.10x16.16x16.16x16)
  store i64 0, ptr %s134
  br label %loop.135
loop.135:
  %t137 = load i64, ptr %s134
  %t138 = add nsw i64 %t12, %t137
  %t139 = mul nsw i64 %t137, 32
  %t140 = getelementptr i32, ptr %t133, i64 %t139
  %t141 = mul nsw i64 %t137, 32
  %t142 = getelementptr float, ptr %t1, i64 %t141
  call void @llvm.x86.tilezero(i8 0)
  call void @llvm.x86.tilezero(i8 1)
  call void @llvm.x86.tilezero(i8 2)
  call void @llvm.x86.tilezero(i8 3)
  store i64 0, ptr %s143
  br label %loop.144
loop.144:
  %t146 = load i64, ptr %s143
  %t147 = getelementptr i32, ptr %t140, i64 %t146
  %t148 = mul nsw i64 %t146, 32
  %t149 = getelementptr i32, ptr %buffer1, i64 %t148
  call void @llvm.x86.tileloadd64(i8 4, ptr %t147, i64 128)
  call void @llvm.x86.tileloadd64(i8 6, ptr %t149, i64 128)
  call void @llvm.x86.tdpbf16ps(i8 0, i8 4, i8 6)
  %t150 = getelementptr i32, ptr %t149, i64 16
  call void @llvm.x86.tileloadd64(i8 7, ptr %t150, i64 128)
  call void @llvm.x86.tdpbf16ps(i8 1, i8 4, i8 7)
  %t151 = getelementptr i32, ptr %t147, i64 320
  call void @llvm.x86.tileloadd64(i8 5, ptr %t151, i64 128)
  call void @llvm.x86.tdpbf16ps(i8 2, i8 5, i8 6)
  call void @llvm.x86.tdpbf16ps(i8 3, i8 5, i8 7)
  %t152 = add nuw nsw i64 %t146, 16
  store i64 %t152, ptr %s143
  %t153 = icmp slt i64 %t152, 32
  br i1 %t153, label %loop.144, label %done.145
done.145:
  call void @llvm.x86.tilestored64(i8 0, ptr %t142, i64 128)
  %t154 = getelementptr float, ptr %t142, i64 16
  call void @llvm.x86.tilestored64(i8 1, ptr %t154, i64 128)
  %t155 = getelementptr float, ptr %t142, i64 320
  call void @llvm.x86.tilestored64(i8 2, ptr %t155, i64 128)
  %t156 = getelementptr float, ptr %t142, i64 336
  call void @llvm.x86.tilestored64(i8 3, ptr %t156, i64 128)
  %t157 = add nuw nsw i64 %t137, 20
  store i64 %t157, ptr %s134
  %t158 = icmp slt i64 %t157, 40
  br i1 %t158, label %loop.135, label %done.136
done.136:
  %t159 = mul nsw i64 %t12, 40
  %t160 = getelementptr i16, ptr %buffer2, i64 %t159
  store i64 0, ptr %s161
  br label %loop.162
loop.162:
  %t164 = load i64, ptr %s161
  %t165 = add nsw i64 %t12, %t164
  %t166 = mul nsw i64 %t164, 32
  %t167 = getelementptr float, ptr %t1, i64 %t166
  %t168 = mul nsw i64 %t164, 40
  %t169 = getelementptr i16, ptr %t160, i64 %t168
  %t170 = load <16 x float>, ptr %t167, align 4
  %t171 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %t170
  %t172 = select <16 x i1> %t171, <16 x float> splat (float 0x0000000000000000), <16 x float> %t170
  %t173 = fptrunc <16 x float> %t172 to <16 x bfloat>
  %t174 = bitcast <16 x bfloat> %t173 to <16 x i16>
  store <16 x i16> %t174, ptr %t169, align 2
  %t175 = getelementptr float, ptr %t167, i64 16
  %t176 = load <16 x float>, ptr %t175, align 4
  %t177 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %t176
  %t178 = select <16 x i1> %t177, <16 x float> splat (float 0x0000000000000000), <16 x float> %t176
  %t179 = getelementptr i16, ptr %t169, i64 16
  %t180 = fptrunc <16 x float> %t178 to <16 x bfloat>
  %t181 = bitcast <16 x bfloat> %t180 to <16 x i16>
  store <16 x i16> %t181, ptr %t179, align 2
  %t182 = getelementptr float, ptr %t167, i64 32
  %t183 = load <16 x float>, ptr %t182, align 4
  %t184 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %t183
  %t185 = select <16 x i1> %t184, <16 x float> splat (float 0x0000000000000000), <16 x float> %t183
  %t186 = getelementptr i16, ptr %t169, i64 40
  %t187 = fptrunc <16 x float> %t185 to <16 x bfloat>
  %t188 = bitcast <16 x bfloat> %t187 to <16 x i16>
  store <16 x i16> %t188, ptr %t186, align 2
  %t189 = getelementptr float, ptr %t167, i64 48
  %t190 = load <16 x float>, ptr %t189, align 4
  %t191 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %t190
  %t192 = select <16 x i1> %t191, <16 x float> splat (float 0x0000000000000000), <16 x float> %t190
  %t193 = getelementptr i16, ptr %t169, i64 56
  %t194 = fptrunc <16 x float> %t192 to <16 x bfloat>
  %t195 = bitcast <16 x bfloat> %t194 to <16 x i16>
  store <16 x i16> %t195, ptr %t193, align 2
  %t196 = add nuw nsw i64 %t164, 2
  store i64 %t196, ptr %s161
  %t197 = icmp slt i64 %t196, 40
  br i1 %t197, label %loop.162, label %done.163
done.163:
  %t198 = mul nsw i64 %t12, 32
  %t199 = getelementptr i32, ptr %buffer0, i64 %t198
  %t200 = mul nsw i64 32, 32
  %t201 = getelementptr i32, ptr %buffer1, i64 %t200
  call void @llvm.x86.ldtilecfg(ptr @tiles.10x16.10x16.10x16.10x16.10x16.10x16.16x16.16x16)
  store i64 0, ptr %s202
  br label %loop.203
loop.203:
  %t205 = load i64, ptr %s202
  %t206 = add nsw i64 %t12, %t205
  %t207 = mul nsw i64 %t205, 32
  %t208 = getelementptr i32, ptr %t199, i64 %t207
  %t209 = mul nsw i64 %t205, 32
  %t210 = getelementptr float, ptr %t1, i64 %t209
  call void @llvm.x86.tilezero(i8 0)
  call void @llvm.x86.tilezero(i8 2)
  store i64 0, ptr %s211
  br label %loop.212
loop.212:
  %t214 = load i64, ptr %s211
  %t215 = getelementptr i32, ptr %t208, i64 %t214
  %t216 = mul nsw i64 %t214, 32
  %t217 = getelementptr i32, ptr %t201, i64 %t216
  call void @llvm.x86.tileloadd64(i8 4, ptr %t215, i64 128)
  call void @llvm.x86.tileloadd64(i8 6, ptr %t217, i64 128)
  call void @llvm.x86.tdpbf16ps(i8 0, i8 4, i8 6)
  %t218 = getelementptr i32, ptr %t215, i64 320
  call void @llvm.x86.tileloadd64(i8 5, ptr %t218, i64 128)
  call void @llvm.x86.tdpbf16ps(i8 2, i8 5, i8 6)
  %t219 = add nuw nsw i64 %t214, 16
  store i64 %t219, ptr %s211
  %t220 = icmp slt i64 %t219, 32
  br i1 %t220, label %loop.212, label %done.213
done.213:
  call void @llvm.x86.tilestored64(i8 0, ptr %t210, i64 128)
  %t221 = getelementptr float, ptr %t210, i64 320
  call void @llvm.x86.tilestored64(i8 2, ptr %t221, i64 128)
  %t222 = add nuw nsw i64 %t205, 20
  store i64 %t222, ptr %s202
  %t223 = icmp slt i64 %t222, 40
  br i1 %t223, label %loop.203, label %done.204
done.204:
  %t224 = mul nsw i64 %t12, 40
  %t225 = getelementptr i16, ptr %buffer2, i64 %t224
  %t226 = mul nsw i64 32, 1
  %t227 = getelementptr i16, ptr %t225, i64 %t226
  store i64 0, ptr %s228
  br label %loop.229
loop.229:
  %t231 = load i64, ptr %s228
  %t232 = add nsw i64 %t12, %t231
  %t233 = mul nsw i64 %t231, 32
  %t234 = getelementptr float, ptr %t1, i64 %t233
  %t235 = mul nsw i64 %t231, 40
  %t236 = getelementptr i16, ptr %t227, i64 %t235
  %t237 = load <8 x float>, ptr %t234, align 4
  %t238 = fcmp ogt <8 x float> splat (float 0x0000000000000000), %t237
  %t239 = select <8 x i1> %t238, <8 x float> splat (float 0x0000000000000000), <8 x float> %t237
  %t240 = fptrunc <8 x float> %t239 to <8 x bfloat>
  %t241 = bitcast <8 x bfloat> %t240 to <8 x i16>
  store <8 x i16> %t241, ptr %t236, align 2
  %t242 = getelementptr float, ptr %t234, i64 32
  %t243 = load <8 x float>, ptr %t242, align 4
  %t244 = fcmp ogt <8 x float> splat (float 0x0000000000000000), %t243
  %t245 = select <8 x i1> %t244, <8 x float> splat (float 0x0000000000000000), <8 x float> %t243
  %t246 = getelementptr i16, ptr %t236, i64 40
  %t247 = fptrunc <8 x float> %t245 to <8 x bfloat>
  %t248 = bitcast <8 x bfloat> %t247 to <8 x i16>
  store <8 x i16> %t248, ptr %t246, align 2
  %t249 = add nuw nsw i64 %t231, 2
  store i64 %t249, ptr %s228
  %t250 = icmp slt i64 %t249, 40
  br i1 %t250, label %loop.229, label %done.230
done.230:
  br label %join.16
join.16:
  %t251 = add nuw nsw i64 %t11, 1
  store i64 %t251, ptr %s7
  %t252 = icmp slt i64 %t251, %t6
  br i1 %t252, label %loop.8, label %done.9
done.9:
  call void @llvm.x86.tilerelease()
  ret void
}
define void @matmul_amx(ptr %arguments, ptr %scratch, i64 %thread, i64 %threads) nounwind {
  %t253 = getelementptr ptr, ptr %arguments, i64 0
  %t254 = load ptr, ptr %t253
  %t255 = getelementptr ptr, ptr %arguments, i64 1
  %t256 = load ptr, ptr %t255
  %t257 = getelementptr ptr, ptr %arguments, i64 2
  %t258 = load ptr, ptr %t257
  call void @matmul_amx.body(ptr %t254, ptr %t256, ptr %t258, ptr %scratch, i64 %thread, i64 %threads)
  ret void
}
