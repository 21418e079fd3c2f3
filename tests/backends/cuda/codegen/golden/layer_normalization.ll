@shared_memory = external addrspace(3) global [0 x i8], align 128
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32) convergent
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
declare float @llvm.fmuladd.f32(float, float, float)
declare float @llvm.sqrt.f32(float)
define ptx_kernel void @layer_normalization(ptr noalias %buffer0, ptr noalias %buffer1) nounwind "nvvm.maxntid"="128" {
  %s20 = alloca float
  %s22 = alloca i64
  %s68 = alloca float
  %s70 = alloca i64
  %s140 = alloca float
  %s142 = alloca i64
  %s193 = alloca float
  %s195 = alloca i64
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
  store float 0x0000000000000000, ptr %s20
  %t21 = and i64 %t2, 31
  store i64 %t21, ptr %s22
  %t25 = icmp sge i64 %t21, 32
  br i1 %t25, label %done.24, label %loop.23
loop.23:
  %t26 = load i64, ptr %s22
  %t27 = getelementptr float, ptr %t14, i64 %t26
  %t28 = load float, ptr %s20
  %t29 = load float, ptr %t27, align 4
  %t30 = fadd contract float %t28, %t29
  store float %t30, ptr %s20
  %t31 = add nuw nsw i64 %t26, 32
  store i64 %t31, ptr %s22
  %t32 = icmp slt i64 %t31, 32
  br i1 %t32, label %loop.23, label %done.24
done.24:
  %t33 = load float, ptr %s20
  %t34 = bitcast float %t33 to i32
  %t35 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t34, i32 16, i32 31)
  %t36 = bitcast i32 %t35 to float
  %t37 = fadd contract float %t33, %t36
  %t38 = bitcast float %t37 to i32
  %t39 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t38, i32 8, i32 31)
  %t40 = bitcast i32 %t39 to float
  %t41 = fadd contract float %t37, %t40
  %t42 = bitcast float %t41 to i32
  %t43 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t42, i32 4, i32 31)
  %t44 = bitcast i32 %t43 to float
  %t45 = fadd contract float %t41, %t44
  %t46 = bitcast float %t45 to i32
  %t47 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t46, i32 2, i32 31)
  %t48 = bitcast i32 %t47 to float
  %t49 = fadd contract float %t45, %t48
  %t50 = bitcast float %t49 to i32
  %t51 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t50, i32 1, i32 31)
  %t52 = bitcast i32 %t51 to float
  %t53 = fadd contract float %t49, %t52
  store float %t53, ptr %s20
  %t54 = and i64 %t2, 31
  %t55 = icmp eq i64 %t54, 0
  br i1 %t55, label %then.56, label %else.57
then.56:
  %t59 = load float, ptr %s20
  %t60 = fmul contract float %t59, 0x3FA0000000000000
  store float %t60, ptr %t6, align 4
  br label %join.58
else.57:
  br label %join.58
join.58:
  br label %join.19
else.18:
  br label %join.19
join.19:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t61 = mul nsw i64 %t8, 32
  %t62 = getelementptr float, ptr %buffer0, i64 %t61
  %t63 = udiv i64 %t2, 32
  %t64 = icmp ult i64 %t63, 1
  br i1 %t64, label %then.65, label %else.66
then.65:
  store float 0x0000000000000000, ptr %s68
  %t69 = and i64 %t2, 31
  store i64 %t69, ptr %s70
  %t73 = icmp sge i64 %t69, 32
  br i1 %t73, label %done.72, label %loop.71
loop.71:
  %t74 = load i64, ptr %s70
  %t75 = getelementptr float, ptr %t62, i64 %t74
  %t76 = load float, ptr %s68
  %t77 = load float, ptr %t75, align 4
  %t78 = load float, ptr %t6, align 4
  %t79 = fsub contract float %t77, %t78
  %t80 = call float @llvm.fmuladd.f32(float %t79, float %t79, float %t76)
  store float %t80, ptr %s68
  %t81 = add nuw nsw i64 %t74, 32
  store i64 %t81, ptr %s70
  %t82 = icmp slt i64 %t81, 32
  br i1 %t82, label %loop.71, label %done.72
done.72:
  %t83 = load float, ptr %s68
  %t84 = bitcast float %t83 to i32
  %t85 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t84, i32 16, i32 31)
  %t86 = bitcast i32 %t85 to float
  %t87 = fadd contract float %t83, %t86
  %t88 = bitcast float %t87 to i32
  %t89 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t88, i32 8, i32 31)
  %t90 = bitcast i32 %t89 to float
  %t91 = fadd contract float %t87, %t90
  %t92 = bitcast float %t91 to i32
  %t93 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t92, i32 4, i32 31)
  %t94 = bitcast i32 %t93 to float
  %t95 = fadd contract float %t91, %t94
  %t96 = bitcast float %t95 to i32
  %t97 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t96, i32 2, i32 31)
  %t98 = bitcast i32 %t97 to float
  %t99 = fadd contract float %t95, %t98
  %t100 = bitcast float %t99 to i32
  %t101 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t100, i32 1, i32 31)
  %t102 = bitcast i32 %t101 to float
  %t103 = fadd contract float %t99, %t102
  store float %t103, ptr %s68
  %t104 = and i64 %t2, 31
  %t105 = icmp eq i64 %t104, 0
  br i1 %t105, label %then.106, label %else.107
then.106:
  %t109 = load float, ptr %s68
  %t110 = fmul contract float %t109, 0x3FA0000000000000
  %t111 = fadd contract float %t110, 0x3EE4F8B580000000
  %t112 = call float @llvm.sqrt.f32(float %t111)
  %t113 = fdiv float 0x3FF0000000000000, %t112
  store float %t113, ptr %t7, align 4
  br label %join.108
else.107:
  br label %join.108
join.108:
  br label %join.67
else.66:
  br label %join.67
join.67:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t114 = mul nsw i64 %t8, 32
  %t115 = getelementptr float, ptr %buffer0, i64 %t114
  %t116 = mul nsw i64 %t8, 32
  %t117 = getelementptr float, ptr %buffer1, i64 %t116
  %t118 = icmp ult i64 %t2, 32
  br i1 %t118, label %then.119, label %else.120
then.119:
  %t122 = getelementptr float, ptr %t115, i64 %t2
  %t123 = getelementptr float, ptr %t117, i64 %t2
  %t124 = load float, ptr %t122, align 4
  %t125 = load float, ptr %t6, align 4
  %t126 = fsub contract float %t124, %t125
  %t127 = load float, ptr %t7, align 4
  %t128 = fmul contract float %t126, %t127
  store float %t128, ptr %t123, align 4
  br label %join.121
else.120:
  br label %join.121
join.121:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %join.12
else.11:
  %t129 = mul nsw i64 %t8, 32
  %t130 = getelementptr float, ptr %buffer0, i64 %t129
  %t131 = udiv i64 %t2, 32
  %t132 = icmp ult i64 %t131, 2
  br i1 %t132, label %then.133, label %else.134
then.133:
  %t136 = add nsw i64 %t8, %t131
  %t137 = mul nsw i64 %t131, 32
  %t138 = getelementptr float, ptr %t130, i64 %t137
  %t139 = getelementptr float, ptr %t6, i64 %t131
  store float 0x0000000000000000, ptr %s140
  %t141 = and i64 %t2, 31
  store i64 %t141, ptr %s142
  %t145 = icmp sge i64 %t141, 32
  br i1 %t145, label %done.144, label %loop.143
loop.143:
  %t146 = load i64, ptr %s142
  %t147 = getelementptr float, ptr %t138, i64 %t146
  %t148 = load float, ptr %s140
  %t149 = load float, ptr %t147, align 4
  %t150 = fadd contract float %t148, %t149
  store float %t150, ptr %s140
  %t151 = add nuw nsw i64 %t146, 32
  store i64 %t151, ptr %s142
  %t152 = icmp slt i64 %t151, 32
  br i1 %t152, label %loop.143, label %done.144
done.144:
  %t153 = load float, ptr %s140
  %t154 = bitcast float %t153 to i32
  %t155 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t154, i32 16, i32 31)
  %t156 = bitcast i32 %t155 to float
  %t157 = fadd contract float %t153, %t156
  %t158 = bitcast float %t157 to i32
  %t159 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t158, i32 8, i32 31)
  %t160 = bitcast i32 %t159 to float
  %t161 = fadd contract float %t157, %t160
  %t162 = bitcast float %t161 to i32
  %t163 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t162, i32 4, i32 31)
  %t164 = bitcast i32 %t163 to float
  %t165 = fadd contract float %t161, %t164
  %t166 = bitcast float %t165 to i32
  %t167 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t166, i32 2, i32 31)
  %t168 = bitcast i32 %t167 to float
  %t169 = fadd contract float %t165, %t168
  %t170 = bitcast float %t169 to i32
  %t171 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t170, i32 1, i32 31)
  %t172 = bitcast i32 %t171 to float
  %t173 = fadd contract float %t169, %t172
  store float %t173, ptr %s140
  %t174 = and i64 %t2, 31
  %t175 = icmp eq i64 %t174, 0
  br i1 %t175, label %then.176, label %else.177
then.176:
  %t179 = load float, ptr %s140
  %t180 = fmul contract float %t179, 0x3FA0000000000000
  store float %t180, ptr %t139, align 4
  br label %join.178
else.177:
  br label %join.178
join.178:
  br label %join.135
else.134:
  br label %join.135
join.135:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t181 = mul nsw i64 %t8, 32
  %t182 = getelementptr float, ptr %buffer0, i64 %t181
  %t183 = udiv i64 %t2, 32
  %t184 = icmp ult i64 %t183, 2
  br i1 %t184, label %then.185, label %else.186
then.185:
  %t188 = add nsw i64 %t8, %t183
  %t189 = mul nsw i64 %t183, 32
  %t190 = getelementptr float, ptr %t182, i64 %t189
  %t191 = getelementptr float, ptr %t6, i64 %t183
  %t192 = getelementptr float, ptr %t7, i64 %t183
  store float 0x0000000000000000, ptr %s193
  %t194 = and i64 %t2, 31
  store i64 %t194, ptr %s195
  %t198 = icmp sge i64 %t194, 32
  br i1 %t198, label %done.197, label %loop.196
loop.196:
  %t199 = load i64, ptr %s195
  %t200 = getelementptr float, ptr %t190, i64 %t199
  %t201 = load float, ptr %s193
  %t202 = load float, ptr %t200, align 4
  %t203 = load float, ptr %t191, align 4
  %t204 = fsub contract float %t202, %t203
  %t205 = call float @llvm.fmuladd.f32(float %t204, float %t204, float %t201)
  store float %t205, ptr %s193
  %t206 = add nuw nsw i64 %t199, 32
  store i64 %t206, ptr %s195
  %t207 = icmp slt i64 %t206, 32
  br i1 %t207, label %loop.196, label %done.197
done.197:
  %t208 = load float, ptr %s193
  %t209 = bitcast float %t208 to i32
  %t210 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t209, i32 16, i32 31)
  %t211 = bitcast i32 %t210 to float
  %t212 = fadd contract float %t208, %t211
  %t213 = bitcast float %t212 to i32
  %t214 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t213, i32 8, i32 31)
  %t215 = bitcast i32 %t214 to float
  %t216 = fadd contract float %t212, %t215
  %t217 = bitcast float %t216 to i32
  %t218 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t217, i32 4, i32 31)
  %t219 = bitcast i32 %t218 to float
  %t220 = fadd contract float %t216, %t219
  %t221 = bitcast float %t220 to i32
  %t222 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t221, i32 2, i32 31)
  %t223 = bitcast i32 %t222 to float
  %t224 = fadd contract float %t220, %t223
  %t225 = bitcast float %t224 to i32
  %t226 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t225, i32 1, i32 31)
  %t227 = bitcast i32 %t226 to float
  %t228 = fadd contract float %t224, %t227
  store float %t228, ptr %s193
  %t229 = and i64 %t2, 31
  %t230 = icmp eq i64 %t229, 0
  br i1 %t230, label %then.231, label %else.232
then.231:
  %t234 = load float, ptr %s193
  %t235 = fmul contract float %t234, 0x3FA0000000000000
  %t236 = fadd contract float %t235, 0x3EE4F8B580000000
  %t237 = call float @llvm.sqrt.f32(float %t236)
  %t238 = fdiv float 0x3FF0000000000000, %t237
  store float %t238, ptr %t192, align 4
  br label %join.233
else.232:
  br label %join.233
join.233:
  br label %join.187
else.186:
  br label %join.187
join.187:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t239 = mul nsw i64 %t8, 32
  %t240 = getelementptr float, ptr %buffer0, i64 %t239
  %t241 = mul nsw i64 %t8, 32
  %t242 = getelementptr float, ptr %buffer1, i64 %t241
  %t243 = icmp ult i64 %t2, 64
  br i1 %t243, label %then.244, label %else.245
then.244:
  %t247 = urem i64 %t2, 32
  %t248 = udiv i64 %t2, 32
  %t249 = getelementptr float, ptr %t240, i64 %t247
  %t250 = getelementptr float, ptr %t242, i64 %t247
  %t251 = add nsw i64 %t8, %t248
  %t252 = mul nsw i64 %t248, 32
  %t253 = getelementptr float, ptr %t249, i64 %t252
  %t254 = getelementptr float, ptr %t6, i64 %t248
  %t255 = getelementptr float, ptr %t7, i64 %t248
  %t256 = mul nsw i64 %t248, 32
  %t257 = getelementptr float, ptr %t250, i64 %t256
  %t258 = load float, ptr %t253, align 4
  %t259 = load float, ptr %t254, align 4
  %t260 = fsub contract float %t258, %t259
  %t261 = load float, ptr %t255, align 4
  %t262 = fmul contract float %t260, %t261
  store float %t262, ptr %t257, align 4
  br label %join.246
else.245:
  br label %join.246
join.246:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %join.12
join.12:
  ret void
}
