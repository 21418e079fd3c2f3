@tiles.10x16.10x16.10x16.10x16.10x16.10x16.16x16.16x16 = private unnamed_addr constant [64 x i8] c"\01\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\40\00\40\00\40\00\40\00\40\00\40\00\40\00\40\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\0A\0A\0A\0A\0A\0A\10\10\00\00\00\00\00\00\00\00", align 64
declare void @llvm.x86.ldtilecfg(ptr)
declare void @llvm.x86.tilezero(i8)
declare void @llvm.x86.tdpbf16ps(i8, i8, i8)
declare void @llvm.x86.tileloadd64(i8, ptr, i64)
declare void @llvm.x86.tilestored64(i8, ptr, i64)
declare void @llvm.x86.tilerelease()
define internal void @matmul_amx_2_terms.body(ptr noalias %buffer0, ptr noalias %buffer1, ptr noalias %buffer2, ptr noalias %scratch, i64 %thread, i64 %threads) noinline nounwind "prefer-vector-width"="512" "frame-pointer"="all" {
  %s4 = alloca i64
  %s23 = alloca i64
  call void @llvm.x86.ldtilecfg(ptr @tiles.10x16.10x16.10x16.10x16.10x16.10x16.16x16.16x16)
  %t1 = getelementptr i8, ptr %scratch, i64 0
  %t2 = getelementptr i32, ptr %buffer0, i64 640
  %t3 = getelementptr i32, ptr %buffer1, i64 32
  ; tiles as they are
  call void @llvm.x86.tilezero(i8 0)
  call void @llvm.x86.tilezero(i8 1)
  call void @llvm.x86.tilezero(i8 2)
  call void @llvm.x86.tilezero(i8 3)
  store i64 0, ptr %s4
  br label %loop.5
loop.5:
  %t7 = load i64, ptr %s4
  %t8 = getelementptr i32, ptr %buffer0, i64 %t7
  %t9 = mul nsw i64 %t7, 64
  %t10 = getelementptr i32, ptr %buffer1, i64 %t9
  %t11 = getelementptr i32, ptr %t2, i64 %t7
  %t12 = mul nsw i64 %t7, 64
  %t13 = getelementptr i32, ptr %t3, i64 %t12
  call void @llvm.x86.tileloadd64(i8 4, ptr %t11, i64 128)
  call void @llvm.x86.tileloadd64(i8 6, ptr %t10, i64 256)
  call void @llvm.x86.tdpbf16ps(i8 0, i8 4, i8 6)
  %t14 = getelementptr i32, ptr %t10, i64 16
  call void @llvm.x86.tileloadd64(i8 7, ptr %t14, i64 256)
  call void @llvm.x86.tdpbf16ps(i8 1, i8 4, i8 7)
  %t15 = getelementptr i32, ptr %t11, i64 320
  call void @llvm.x86.tileloadd64(i8 5, ptr %t15, i64 128)
  call void @llvm.x86.tdpbf16ps(i8 2, i8 5, i8 6)
  call void @llvm.x86.tdpbf16ps(i8 3, i8 5, i8 7)
  call void @llvm.x86.tileloadd64(i8 4, ptr %t8, i64 128)
  call void @llvm.x86.tdpbf16ps(i8 0, i8 4, i8 6)
  call void @llvm.x86.tdpbf16ps(i8 1, i8 4, i8 7)
  %t16 = getelementptr i32, ptr %t8, i64 320
  call void @llvm.x86.tileloadd64(i8 5, ptr %t16, i64 128)
  call void @llvm.x86.tdpbf16ps(i8 2, i8 5, i8 6)
  call void @llvm.x86.tdpbf16ps(i8 3, i8 5, i8 7)
  call void @llvm.x86.tileloadd64(i8 6, ptr %t13, i64 256)
  call void @llvm.x86.tdpbf16ps(i8 0, i8 4, i8 6)
  %t17 = getelementptr i32, ptr %t13, i64 16
  call void @llvm.x86.tileloadd64(i8 7, ptr %t17, i64 256)
  call void @llvm.x86.tdpbf16ps(i8 1, i8 4, i8 7)
  call void @llvm.x86.tdpbf16ps(i8 2, i8 5, i8 6)
  call void @llvm.x86.tdpbf16ps(i8 3, i8 5, i8 7)
  %t18 = add nuw nsw i64 %t7, 16
  store i64 %t18, ptr %s4
  %t19 = icmp slt i64 %t18, 32
  br i1 %t19, label %loop.5, label %done.6
done.6:
  call void @llvm.x86.tilestored64(i8 0, ptr %t1, i64 128)
  %t20 = getelementptr float, ptr %t1, i64 16
  call void @llvm.x86.tilestored64(i8 1, ptr %t20, i64 128)
  %t21 = getelementptr float, ptr %t1, i64 320
  call void @llvm.x86.tilestored64(i8 2, ptr %t21, i64 128)
  %t22 = getelementptr float, ptr %t1, i64 336
  call void @llvm.x86.tilestored64(i8 3, ptr %t22, i64 128)
  store i64 0, ptr %s23
  br label %loop.24
loop.24:
  %t26 = load i64, ptr %s23
  %t27 = mul nsw i64 %t26, 32
  %t28 = getelementptr float, ptr %t1, i64 %t27
  %t29 = mul nsw i64 %t26, 32
  %t30 = getelementptr float, ptr %buffer2, i64 %t29
  %t31 = load <16 x float>, ptr %t28, align 4
  store <16 x float> %t31, ptr %t30, align 4
  %t32 = getelementptr float, ptr %t28, i64 16
  %t33 = load <16 x float>, ptr %t32, align 4
  %t34 = getelementptr float, ptr %t30, i64 16
  store <16 x float> %t33, ptr %t34, align 4
  %t35 = getelementptr float, ptr %t28, i64 32
  %t36 = load <16 x float>, ptr %t35, align 4
  %t37 = getelementptr float, ptr %t30, i64 32
  store <16 x float> %t36, ptr %t37, align 4
  %t38 = getelementptr float, ptr %t28, i64 48
  %t39 = load <16 x float>, ptr %t38, align 4
  %t40 = getelementptr float, ptr %t30, i64 48
  store <16 x float> %t39, ptr %t40, align 4
  %t41 = add nuw nsw i64 %t26, 2
  store i64 %t41, ptr %s23
  %t42 = icmp slt i64 %t41, 20
  br i1 %t42, label %loop.24, label %done.25
done.25:
  call void @llvm.x86.tilerelease()
  ret void
}
define void @matmul_amx_2_terms(ptr %arguments, ptr %scratch, i64 %thread, i64 %threads) nounwind {
  %t43 = getelementptr ptr, ptr %arguments, i64 0
  %t44 = load ptr, ptr %t43
  %t45 = getelementptr ptr, ptr %arguments, i64 1
  %t46 = load ptr, ptr %t45
  %t47 = getelementptr ptr, ptr %arguments, i64 2
  %t48 = load ptr, ptr %t47
  call void @matmul_amx_2_terms.body(ptr %t44, ptr %t46, ptr %t48, ptr %scratch, i64 %thread, i64 %threads)
  ret void
}
