"""Matrix products."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from aoe.errors import counted
from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, shape_of
from aoe.frontends.single_operator.call import Call, Given, Tensor, plain, require
from aoe.frontends.single_operator.table import OperatorTypes

TYPES = OperatorTypes()


@TYPES.reads("MatMul")
def _product(
    call: Call,
    x1: Tensor,
    x2: Tensor,
    bias: Tensor | None = None,
    *,
    transpose_x1: bool = False,
    transpose_x2: bool = False,
) -> Operand:
    for item in (x1, x2):
        if item.rank != 2:
            raise UnsupportedNodeError(
                f"{item.name} has {counted(item.rank, 'dimension')}, not 2; use BatchMatMul"
            )
    return _multiplied(call, x1, x2, bias, transpose_x1, transpose_x2)


@TYPES.reads("MatMulV2")
def _product_with_offset(
    call: Call,
    x1: Tensor,
    x2: Tensor,
    bias: Tensor | None = None,
    offset_w: Tensor | None = None,
    *,
    transpose_x1: bool = False,
    transpose_x2: bool = False,
    offset_x: int = 0,
) -> Operand:
    no_offsets(offset_w, offset_x)
    return _product(call, x1, x2, bias, transpose_x1=transpose_x1, transpose_x2=transpose_x2)


@TYPES.reads("MatMulV3")
def _product_of_float32(
    call: Call,
    x1: Tensor,
    x2: Tensor,
    bias: Tensor | None = None,
    offset_w: Tensor | None = None,
    *,
    transpose_x1: bool = False,
    transpose_x2: bool = False,
    offset_x: int = 0,
    enable_hf32: bool = False,
) -> Operand:
    """`enable_hf32` allows less precision; none is taken away here."""
    transposed = {"transpose_x1": transpose_x1, "transpose_x2": transpose_x2}
    return _product_with_offset(call, x1, x2, bias, offset_w, **transposed, offset_x=offset_x)


@TYPES.reads("BatchMatMul")
def _batch_product(
    call: Call, x1: Tensor, x2: Tensor, *, adj_x1: bool = False, adj_x2: bool = False
) -> Operand:
    return _batch_product_with_bias(call, x1, x2, adj_x1=adj_x1, adj_x2=adj_x2)


@TYPES.reads("BatchMatMulV2")
def _batch_product_with_bias(
    call: Call,
    x1: Tensor,
    x2: Tensor,
    bias: Tensor | None = None,
    offset_w: Tensor | None = None,
    *,
    adj_x1: bool = False,
    adj_x2: bool = False,
    offset_x: int = 0,
) -> Operand:
    no_offsets(offset_w, offset_x)
    if min(x1.rank, x2.rank) < 2:
        raise UnsupportedNodeError(f"its inputs have {x1.rank} and {x2.rank} dimensions")
    return _multiplied(call, x1, x2, bias, adj_x1, adj_x2)


@TYPES.reads("BatchMatMulV3")
def _batch_product_of_float32(
    call: Call,
    x1: Tensor,
    x2: Tensor,
    bias: Tensor | None = None,
    offset_w: Tensor | None = None,
    *,
    adj_x1: bool = False,
    adj_x2: bool = False,
    offset_x: int = 0,
    enable_hf32: bool = False,
) -> Operand:
    """`enable_hf32` allows less precision; none is taken away here."""
    return _batch_product_with_bias(
        call, x1, x2, bias, offset_w, adj_x1=adj_x1, adj_x2=adj_x2, offset_x=offset_x
    )


@TYPES.reads("GEMM")
def _gemm(
    call: Call,
    a: Tensor,
    b: Tensor,
    c: Tensor,
    alpha: Tensor,
    beta: Tensor,
    *,
    transpose_a: bool = False,
    transpose_b: bool = False,
) -> Operand:
    """`alpha * a @ b + beta * c`."""
    if a.rank != 2 or b.rank != 2:
        raise UnsupportedNodeError(f"its inputs have {a.rank} and {b.rank} dimensions, not 2")
    for item in (alpha, beta):
        if item.shape not in ((), (1,)):
            raise UnsupportedNodeError(
                f"{item.name} has the shape {list(item.shape)}; give one number"
            )
    wide = call.dtype()
    first, second = (call.cast(item, wide) for item in (a, b))
    constants = [plain(item) for item in (alpha, beta)]
    if all(isinstance(item, np.ndarray) for item in constants) and wide.kind not in "iu":
        by, and_by = (float(np.asarray(item).reshape(-1)[0]) for item in constants)
        return call.node(
            "Gemm",
            first,
            second,
            call.cast(c, wide),
            alpha=by,
            beta=and_by,
            transA=int(transpose_a),
            transB=int(transpose_b),
        )
    product = call.node(
        "MatMul", _transposed(call, first, transpose_a), _transposed(call, second, transpose_b)
    )
    scaled = call.node("Mul", product, call.cast(alpha, wide))
    rest = call.node("Mul", call.cast(c, wide), call.cast(beta, wide))
    return call.node("Add", scaled, rest)


@TYPES.reads("FullyConnection")
def _fully_connected(
    call: Call,
    x: Tensor,
    w: Tensor,
    b: Tensor | None = None,
    offset_w: Tensor | None = None,
    *,
    num_output: int,
    transpose: bool = False,
    axis: int = 1,
    offset_x: int = 0,
) -> Operand:
    """Rows of `x`, flattened from `axis` on, times the rows of `w`, as Caffe's InnerProduct."""
    no_offsets(offset_w, offset_x)
    require(transpose, False, "transpose")
    require(axis, 1, "axis")
    if not w.rank or w.shape[0] != num_output or x.rank < 2:
        raise UnsupportedNodeError(
            f"w has the shape {list(w.shape)} for {counted(num_output, 'output')}"
        )
    rows = x.shape[0]
    flat = call.reshaped(x, (rows, int(np.prod(x.shape[1:]))))
    weight = call.reshaped(w, (num_output, int(np.prod(w.shape[1:]))))
    made = _multiplied(call, flat, weight, b, False, True)
    described = call.outputs[0].shape
    if described[:2] == (rows, num_output) and set(described[2:]) <= {1}:
        return call.reshaped(made, described)
    return made


@TYPES.reads("Einsum", group="x")
def _einsum(call: Call, x: Sequence[Tensor], *, equation: str) -> Operand:
    call.same_type(*x)
    return call.node("Einsum", *x, equation=equation)


def _multiplied(
    call: Call, x1: Given, x2: Given, bias: Tensor | None, transpose1: bool, transpose2: bool
) -> Operand:
    """A product in the type of the result; one of bytes is of int32."""
    first, second = plain(x1), plain(x2)
    kind, wide = call.same_type(first, second), call.dtype()
    if kind.kind in "iu" and kind.itemsize == 1:
        made = call.node(
            "MatMulInteger",
            _transposed(call, first, transpose1),
            _transposed(call, second, transpose2),
        )
        wide = np.dtype(np.int32)
    else:
        if wide.kind in "biu" or wide.itemsize < kind.itemsize or kind.kind in "iu":
            wide = kind
        first, second = call.cast(first, wide), call.cast(second, wide)
        made = call.node(
            "MatMul", _transposed(call, first, transpose1), _transposed(call, second, transpose2)
        )
    if bias is None:
        return made
    return call.node("Add", made, call.cast(bias, wide))


def _transposed(call: Call, value: Operand, wanted: bool) -> Operand:
    if not wanted:
        return value
    rank = len(shape_of(value))
    return call.transposed(value, [*range(rank - 2), rank - 1, rank - 2])


def no_offsets(offset_w: Tensor | None, offset_x: int) -> None:
    """Refuses offsets of quantised inputs."""
    require(offset_x, 0, "offset_x")
    if offset_w is not None:
        raise UnsupportedNodeError("its input offset_w is not computed; leave it out")
