@shared_memory = external addrspace(3) global [0 x i8], align 128
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32) convergent
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
declare float @llvm.fmuladd.f32(float, float, float)
declare float @llvm.sqrt.f32(float)
define ptx_kernel void @layer_normalization(ptr noalias %buffer0, ptr noalias %buffer1) nounwind "nvvm.maxntid"="128" {
  %s21 = alloca float
  %s23 = alloca i64
  %s70 = alloca float
  %s72 = alloca i64
  %s146 = alloca float
  %s148 = alloca i64
  %s201 = alloca float
  %s203 = alloca i64
  %t1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t2 = zext i32 %t1 to i64
  %t3 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t4 = zext i32 %t3 to i64
  %t5 = addrspacecast ptr addrspace(3) @shared_memory to ptr
  %scratch = getelementptr i8, ptr %t5, i64 256
  %t6 = getelementptr i8, ptr %scratch, i64 0
  %t7 = getelementptr i8, ptr %scratch, i64 64
  %t8 = mul i64 %t4, 2
  %t9 = icmp eq i64 %t4, 1
  br i1 %t9, label %then.10, label %else.11
then.10:
  %t13 = mul nsw i64 %t8, 32
  %t14 = getelementptr float, ptr %buffer0, i64 %t13
  %t15 = udiv i64 %t2, 32
  %t16 = icmp ult i64 %t15, 1
  br i1 %t16, label %then.17, label %else.18
then.17:
  %t20 = trunc i64 %t15 to i32
  store float 0x0000000000000000, ptr %s21
  %t22 = and i64 %t2, 31
  store i64 %t22, ptr %s23
  %t26 = icmp sge i64 %t22, 32
  br i1 %t26, label %done.25, label %loop.24
loop.24:
  %t27 = load i64, ptr %s23
  %t28 = getelementptr float, ptr %t14, i64 %t27
  %t29 = load float, ptr %s21
  %t30 = load float, ptr %t28, align 4
  %t31 = fadd contract float %t29, %t30
  store float %t31, ptr %s21
  %t32 = add nuw nsw i64 %t27, 32
  store i64 %t32, ptr %s23
  %t33 = icmp slt i64 %t32, 32
  br i1 %t33, label %loop.24, label %done.25
done.25:
  %t34 = load float, ptr %s21
  %t35 = bitcast float %t34 to i32
  %t36 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t35, i32 16, i32 31)
  %t37 = bitcast i32 %t36 to float
  %t38 = fadd contract float %t34, %t37
  %t39 = bitcast float %t38 to i32
  %t40 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t39, i32 8, i32 31)
  %t41 = bitcast i32 %t40 to float
  %t42 = fadd contract float %t38, %t41
  %t43 = bitcast float %t42 to i32
  %t44 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t43, i32 4, i32 31)
  %t45 = bitcast i32 %t44 to float
  %t46 = fadd contract float %t42, %t45
  %t47 = bitcast float %t46 to i32
  %t48 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t47, i32 2, i32 31)
  %t49 = bitcast i32 %t48 to float
  %t50 = fadd contract float %t46, %t49
  %t51 = bitcast float %t50 to i32
  %t52 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t51, i32 1, i32 31)
  %t53 = bitcast i32 %t52 to float
  %t54 = fadd contract float %t50, %t53
  store float %t54, ptr %s21
  %t55 = and i64 %t2, 31
  %t56 = icmp eq i64 %t55, 0
  br i1 %t56, label %then.57, label %else.58
then.57:
  %t60 = load float, ptr %s21
  %t61 = fmul contract float %t60, 0x3FA0000000000000
  store float %t61, ptr %t6, align 4
  br label %join.59
else.58:
  br label %join.59
join.59:
  br label %join.19
else.18:
  br label %join.19
join.19:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t62 = mul nsw i64 %t8, 32
  %t63 = getelementptr float, ptr %buffer0, i64 %t62
  %t64 = udiv i64 %t2, 32
  %t65 = icmp ult i64 %t64, 1
  br i1 %t65, label %then.66, label %else.67
then.66:
  %t69 = trunc i64 %t64 to i32
  store float 0x0000000000000000, ptr %s70
  %t71 = and i64 %t2, 31
  store i64 %t71, ptr %s72
  %t75 = icmp sge i64 %t71, 32
  br i1 %t75, label %done.74, label %loop.73
loop.73:
  %t76 = load i64, ptr %s72
  %t77 = getelementptr float, ptr %t63, i64 %t76
  %t78 = load float, ptr %s70
  %t79 = load float, ptr %t77, align 4
  %t80 = load float, ptr %t6, align 4
  %t81 = fsub contract float %t79, %t80
  %t82 = call float @llvm.fmuladd.f32(float %t81, float %t81, float %t78)
  store float %t82, ptr %s70
  %t83 = add nuw nsw i64 %t76, 32
  store i64 %t83, ptr %s72
  %t84 = icmp slt i64 %t83, 32
  br i1 %t84, label %loop.73, label %done.74
done.74:
  %t85 = load float, ptr %s70
  %t86 = bitcast float %t85 to i32
  %t87 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t86, i32 16, i32 31)
  %t88 = bitcast i32 %t87 to float
  %t89 = fadd contract float %t85, %t88
  %t90 = bitcast float %t89 to i32
  %t91 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t90, i32 8, i32 31)
  %t92 = bitcast i32 %t91 to float
  %t93 = fadd contract float %t89, %t92
  %t94 = bitcast float %t93 to i32
  %t95 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t94, i32 4, i32 31)
  %t96 = bitcast i32 %t95 to float
  %t97 = fadd contract float %t93, %t96
  %t98 = bitcast float %t97 to i32
  %t99 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t98, i32 2, i32 31)
  %t100 = bitcast i32 %t99 to float
  %t101 = fadd contract float %t97, %t100
  %t102 = bitcast float %t101 to i32
  %t103 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t102, i32 1, i32 31)
  %t104 = bitcast i32 %t103 to float
  %t105 = fadd contract float %t101, %t104
  store float %t105, ptr %s70
  %t106 = and i64 %t2, 31
  %t107 = icmp eq i64 %t106, 0
  br i1 %t107, label %then.108, label %else.109
then.108:
  %t111 = load float, ptr %s70
  %t112 = fmul contract float %t111, 0x3FA0000000000000
  %t113 = fadd contract float %t112, 0x3EE4F8B580000000
  %t114 = call float @llvm.sqrt.f32(float %t113)
  %t115 = fdiv float 0x3FF0000000000000, %t114
  store float %t115, ptr %t7, align 4
  br label %join.110
else.109:
  br label %join.110
join.110:
  br label %join.68
else.67:
  br label %join.68
join.68:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t116 = mul nsw i64 %t8, 32
  %t117 = getelementptr float, ptr %buffer0, i64 %t116
  %t118 = mul nsw i64 %t8, 32
  %t119 = getelementptr float, ptr %buffer1, i64 %t118
  %t120 = icmp ult i64 %t2, 32
  br i1 %t120, label %then.121, label %else.122
then.121:
  %t124 = trunc i64 %t2 to i32
  %t125 = zext i32 %t124 to i64
  %t126 = getelementptr float, ptr %t117, i64 %t125
  %t127 = getelementptr float, ptr %t119, i64 %t125
  %t128 = load float, ptr %t126, align 4
  %t129 = load float, ptr %t6, align 4
  %t130 = fsub contract float %t128, %t129
  %t131 = load float, ptr %t7, align 4
  %t132 = fmul contract float %t130, %t131
  store float %t132, ptr %t127, align 4
  br label %join.123
else.122:
  br label %join.123
join.123:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %join.12
else.11:
  %t133 = mul nsw i64 %t8, 32
  %t134 = getelementptr float, ptr %buffer0, i64 %t133
  %t135 = udiv i64 %t2, 32
  %t136 = icmp ult i64 %t135, 2
  br i1 %t136, label %then.137, label %else.138
then.137:
  %t140 = trunc i64 %t135 to i32
  %t141 = zext i32 %t140 to i64
  %t142 = add nsw i64 %t8, %t141
  %t143 = mul nsw i64 %t141, 32
  %t144 = getelementptr float, ptr %t134, i64 %t143
  %t145 = getelementptr float, ptr %t6, i64 %t141
  store float 0x0000000000000000, ptr %s146
  %t147 = and i64 %t2, 31
  store i64 %t147, ptr %s148
  %t151 = icmp sge i64 %t147, 32
  br i1 %t151, label %done.150, label %loop.149
loop.149:
  %t152 = load i64, ptr %s148
  %t153 = getelementptr float, ptr %t144, i64 %t152
  %t154 = load float, ptr %s146
  %t155 = load float, ptr %t153, align 4
  %t156 = fadd contract float %t154, %t155
  store float %t156, ptr %s146
  %t157 = add nuw nsw i64 %t152, 32
  store i64 %t157, ptr %s148
  %t158 = icmp slt i64 %t157, 32
  br i1 %t158, label %loop.149, label %done.150
done.150:
  %t159 = load float, ptr %s146
  %t160 = bitcast float %t159 to i32
  %t161 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t160, i32 16, i32 31)
  %t162 = bitcast i32 %t161 to float
  %t163 = fadd contract float %t159, %t162
  %t164 = bitcast float %t163 to i32
  %t165 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t164, i32 8, i32 31)
  %t166 = bitcast i32 %t165 to float
  %t167 = fadd contract float %t163, %t166
  %t168 = bitcast float %t167 to i32
  %t169 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t168, i32 4, i32 31)
  %t170 = bitcast i32 %t169 to float
  %t171 = fadd contract float %t167, %t170
  %t172 = bitcast float %t171 to i32
  %t173 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t172, i32 2, i32 31)
  %t174 = bitcast i32 %t173 to float
  %t175 = fadd contract float %t171, %t174
  %t176 = bitcast float %t175 to i32
  %t177 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t176, i32 1, i32 31)
  %t178 = bitcast i32 %t177 to float
  %t179 = fadd contract float %t175, %t178
  store float %t179, ptr %s146
  %t180 = and i64 %t2, 31
  %t181 = icmp eq i64 %t180, 0
  br i1 %t181, label %then.182, label %else.183
then.182:
  %t185 = load float, ptr %s146
  %t186 = fmul contract float %t185, 0x3FA0000000000000
  store float %t186, ptr %t145, align 4
  br label %join.184
else.183:
  br label %join.184
join.184:
  br label %join.139
else.138:
  br label %join.139
join.139:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t187 = mul nsw i64 %t8, 32
  %t188 = getelementptr float, ptr %buffer0, i64 %t187
  %t189 = udiv i64 %t2, 32
  %t190 = icmp ult i64 %t189, 2
  br i1 %t190, label %then.191, label %else.192
then.191:
  %t194 = trunc i64 %t189 to i32
  %t195 = zext i32 %t194 to i64
  %t196 = add nsw i64 %t8, %t195
  %t197 = mul nsw i64 %t195, 32
  %t198 = getelementptr float, ptr %t188, i64 %t197
  %t199 = getelementptr float, ptr %t6, i64 %t195
  %t200 = getelementptr float, ptr %t7, i64 %t195
  store float 0x0000000000000000, ptr %s201
  %t202 = and i64 %t2, 31
  store i64 %t202, ptr %s203
  %t206 = icmp sge i64 %t202, 32
  br i1 %t206, label %done.205, label %loop.204
loop.204:
  %t207 = load i64, ptr %s203
  %t208 = getelementptr float, ptr %t198, i64 %t207
  %t209 = load float, ptr %s201
  %t210 = load float, ptr %t208, align 4
  %t211 = load float, ptr %t199, align 4
  %t212 = fsub contract float %t210, %t211
  %t213 = call float @llvm.fmuladd.f32(float %t212, float %t212, float %t209)
  store float %t213, ptr %s201
  %t214 = add nuw nsw i64 %t207, 32
  store i64 %t214, ptr %s203
  %t215 = icmp slt i64 %t214, 32
  br i1 %t215, label %loop.204, label %done.205
done.205:
  %t216 = load float, ptr %s201
  %t217 = bitcast float %t216 to i32
  %t218 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t217, i32 16, i32 31)
  %t219 = bitcast i32 %t218 to float
  %t220 = fadd contract float %t216, %t219
  %t221 = bitcast float %t220 to i32
  %t222 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t221, i32 8, i32 31)
  %t223 = bitcast i32 %t222 to float
  %t224 = fadd contract float %t220, %t223
  %t225 = bitcast float %t224 to i32
  %t226 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t225, i32 4, i32 31)
  %t227 = bitcast i32 %t226 to float
  %t228 = fadd contract float %t224, %t227
  %t229 = bitcast float %t228 to i32
  %t230 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t229, i32 2, i32 31)
  %t231 = bitcast i32 %t230 to float
  %t232 = fadd contract float %t228, %t231
  %t233 = bitcast float %t232 to i32
  %t234 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t233, i32 1, i32 31)
  %t235 = bitcast i32 %t234 to float
  %t236 = fadd contract float %t232, %t235
  store float %t236, ptr %s201
  %t237 = and i64 %t2, 31
  %t238 = icmp eq i64 %t237, 0
  br i1 %t238, label %then.239, label %else.240
then.239:
  %t242 = load float, ptr %s201
  %t243 = fmul contract float %t242, 0x3FA0000000000000
  %t244 = fadd contract float %t243, 0x3EE4F8B580000000
  %t245 = call float @llvm.sqrt.f32(float %t244)
  %t246 = fdiv float 0x3FF0000000000000, %t245
  store float %t246, ptr %t200, align 4
  br label %join.241
else.240:
  br label %join.241
join.241:
  br label %join.193
else.192:
  br label %join.193
join.193:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t247 = mul nsw i64 %t8, 32
  %t248 = getelementptr float, ptr %buffer0, i64 %t247
  %t249 = mul nsw i64 %t8, 32
  %t250 = getelementptr float, ptr %buffer1, i64 %t249
  %t251 = icmp ult i64 %t2, 64
  br i1 %t251, label %then.252, label %else.253
then.252:
  %t255 = trunc i64 %t2 to i32
  %t256 = urem i32 %t255, 32
  %t257 = udiv i32 %t255, 32
  %t258 = zext i32 %t256 to i64
  %t259 = getelementptr float, ptr %t248, i64 %t258
  %t260 = getelementptr float, ptr %t250, i64 %t258
  %t261 = zext i32 %t257 to i64
  %t262 = add nsw i64 %t8, %t261
  %t263 = mul nsw i64 %t261, 32
  %t264 = getelementptr float, ptr %t259, i64 %t263
  %t265 = getelementptr float, ptr %t6, i64 %t261
  %t266 = getelementptr float, ptr %t7, i64 %t261
  %t267 = mul nsw i64 %t261, 32
  %t268 = getelementptr float, ptr %t260, i64 %t267
  %t269 = load float, ptr %t264, align 4
  %t270 = load float, ptr %t265, align 4
  %t271 = fsub contract float %t269, %t270
  %t272 = load float, ptr %t266, align 4
  %t273 = fmul contract float %t271, %t272
  store float %t273, ptr %t268, align 4
  br label %join.254
else.253:
  br label %join.254
join.254:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %join.12
join.12:
  ret void
}
