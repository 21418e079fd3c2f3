"""Compiles an expression to a native function over arrays. Shared by the tests of arithmetic."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aoe.backends.cpu.codegen.object_code import object_code
from aoe.backends.cpu.runtime.native import LinkedCode
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.cpu.target.host import PRESETS, host_target, target_for
from aoe.backends.llvm.emitter import Emitter, Value, llvm_type, memory_type, splat
from aoe.backends.llvm.expression_code import emit_expression
from aoe.loops.expression import Expression, dtype_of

Array = NDArray[Any]
Function = Callable[..., Array]


def expression_ir(expression: Expression, dtypes: tuple[str, ...], lanes: int) -> str:
    """Returns a module whose `kernel(inputs…, output, n)` applies the expression to n vectors."""
    emitter = Emitter()
    _define(emitter, "kernel", expression, dtypes, lanes)
    return emitter.module()


def _define(
    emitter: Emitter, name: str, expression: Expression, dtypes: tuple[str, ...], lanes: int
) -> None:
    """Writes the function of `expression_ir`."""
    inputs = [f"%input{number}" for number in range(len(dtypes))]
    parameters = ", ".join(f"ptr {name}" for name in [*inputs, "%output"])
    emitter.define(f"void @{name}({parameters}, i64 %n) nounwind")
    emitter.do("br label %loop")
    emitter.label("loop")
    index = emitter.let("phi i64 [ 0, %0 ], [ %next, %loop ]")
    offset = emitter.let(f"mul i64 {index}, {lanes}")

    def address(pointer: str, dtype: str) -> str:
        return emitter.let(f"getelementptr {memory_type(dtype)}, ptr {pointer}, i64 {offset}")

    def load(operand: int) -> Value:
        dtype = dtypes[operand]
        pointer = address(inputs[operand], dtype)
        loaded = emitter.let(f"load {memory_type(dtype, lanes)}, ptr {pointer}, align 1")
        if dtype == "bool":
            loaded = emitter.let(
                f"trunc {memory_type(dtype, lanes)} {loaded} to {llvm_type(dtype, lanes)}"
            )
        return Value(loaded, dtype, lanes)

    cache: dict[Expression, Value] = {}
    value = emit_expression(
        emitter, expression, load, None, lambda axis: Value("0", "int64"), lanes, cache
    )
    value = splat(emitter, value, lanes)
    result, stored = value.name, memory_type(value.dtype, lanes)
    if value.dtype == "bool":
        result = emitter.let(f"zext {value.typed} to {stored}")
    emitter.do(f"store {stored} {result}, ptr {address('%output', value.dtype)}, align 1")
    emitter.do("%next = add i64 " + index + ", 1")
    done = emitter.let("icmp eq i64 %next, %n")
    emitter.do(f"br i1 {done}, label %end, label %loop")
    emitter.label("end")
    emitter.do("ret void")
    emitter.end()


def native_function(
    expression: Expression, dtypes: tuple[str, ...], target: CpuTarget, lanes: int
) -> Function:
    """Returns the expression as a function of equally long one-dimensional arrays."""
    (found,) = native_functions(expression, dtypes, target, (lanes,))
    return found


def native_functions(
    expression: Expression, dtypes: tuple[str, ...], target: CpuTarget, widths: Sequence[int]
) -> list[Function]:
    """Returns the same with vectors of several numbers of lanes, compiled together."""
    emitter = Emitter(scales_by_exponents=target.scales_by_exponents)
    for lanes in widths:
        _define(emitter, f"kernel{lanes}", expression, dtypes, lanes)
    names = [f"kernel{lanes}" for lanes in widths]
    code = LinkedCode([object_code(emitter.module(), target)], names)
    return [_function(code, expression, dtypes, lanes) for lanes in widths]


def _function(
    code: LinkedCode, expression: Expression, dtypes: tuple[str, ...], lanes: int
) -> Function:
    address = code.address_of(f"kernel{lanes}")
    call = ctypes.CFUNCTYPE(None, *([ctypes.c_void_p] * (len(dtypes) + 1)), ctypes.c_int64)(address)
    result_dtype = dtype_of(expression, dtypes)

    def function(*arrays: Array) -> Array:
        vectors = -(-arrays[0].size // lanes)
        padded = [
            np.resize(array.astype(dtype, copy=False), vectors * lanes)
            for array, dtype in zip(arrays, dtypes, strict=True)
        ]
        output = np.empty(vectors * lanes, result_dtype)
        call(*(array.ctypes.data for array in padded), output.ctypes.data, vectors)
        assert code is not None  # the functions live as long as it
        return output[: arrays[0].size]

    return function


def runnable_presets() -> dict[str, CpuTarget]:
    """Returns this machine, and every named feature set whose code it can run."""
    host = host_target(threads=1)
    enabled = set(host.features.split(","))
    targets = {"host": host}
    for name, (triple, _, features) in PRESETS.items():
        wanted = {feature for feature in features.split(",") if feature}
        if triple.split("-")[0] == host.triple.split("-")[0] and wanted <= enabled:
            targets[name] = target_for(name, threads=1)
    return targets
