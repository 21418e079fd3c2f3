"""What each operator of complex tensors does to the real and the imaginary part."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeAlias

import torch

from aoe.torch.joint.complex_functions import (
    angle,
    equality,
    exponential,
    is_nan,
    length,
    polar,
    power,
    quotient,
    reciprocal,
    sum_with_number,
    variance,
)
from aoe.torch.joint.complex_parts import (
    Pair,
    Parts,
    as_complex,
    filled,
    filled_like,
    is_complex,
)
from aoe.torch.joint.complex_products import (
    matrix_product,
    matrix_product_and,
    product,
    product_of_all,
    product_of_rows,
    running_product,
)
from aoe.torch.joint.complex_spectra import of_complex, of_real, to_real
from aoe.torch.joint.complex_values import (
    converted,
    copied,
    full,
    full_like,
    masked,
    number_written,
    ones,
    ones_like,
    scalar,
    zeros,
    zeros_like,
)

#: Gives the parts of what an operator gives, or the real tensor that it gives; None if it does not
#: fit, so that PyTorch computes the operator.
Rule: TypeAlias = Callable[..., Pair | torch.fx.Node | None]

#: Operators that do the same to both parts. They read one complex tensor.
_MOVES = (
    "alias",
    "clone",
    "cumsum",
    "detach",
    "diagonal",
    "diagonal_copy",
    "expand",
    "flip",
    "gather",
    "index.Tensor",
    "index_select",
    "mean",
    "mean.dim",
    "neg",
    "permute",
    "repeat",
    "reshape",
    "select.int",
    "slice.Tensor",
    "split.Tensor",
    "split_with_sizes",
    "squeeze",
    "squeeze.dim",
    "squeeze.dims",
    "sum",
    "sum.dim_IntList",
    "t",
    "transpose.int",
    "unbind.int",
    "unfold",
    "unsqueeze",
    "_unsafe_view",
    "view",
)
#: Those that write into a copy of a complex tensor what another one has.
_WRITES = (
    "diagonal_scatter", "index_put", "_unsafe_index_put", "scatter.src", "scatter_add",
    "select_scatter", "slice_scatter",
)  # fmt: skip
#: Tensors whose elements nobody reads.
_EMPTY = ("empty.memory_format", "new_empty", "new_empty_strided")


def _moved(pairs: Parts, *_: Any, **__: Any) -> Pair:
    return pairs.part(0), pairs.part(1)


def _side_by_side(pairs: Parts, tensors: Sequence[torch.fx.Node], dim: int = 0) -> Pair | None:
    return _moved(pairs) if all(map(is_complex, tensors)) else None


def _chosen(pairs: Parts, _: torch.fx.Node, a: Any, b: Any) -> Pair | None:
    return _moved(pairs) if is_complex(a) and is_complex(b) else None


def _written(pairs: Parts, a: torch.fx.Node, *arguments: Any, **_: Any) -> Pair | None:
    tensors: list[torch.fx.Node] = []
    torch.fx.map_arg(arguments, lambda item: tensors.append(item) if _is_tensor(item) else None)
    return _moved(pairs) if is_complex(a) and is_complex(tensors[-1]) else None


def _padded(pairs: Parts, a: torch.fx.Node, pad: Sequence[int], value: Any = 0) -> Pair | None:
    return _moved(pairs) if value == 0 else None


def _sum(pairs: Parts, a: Any, b: Any, *, alpha: Any = 1) -> Pair | None:
    (ar, ai), (br, bi), target = pairs.pair(a), pairs.pair(b), pairs.node.target
    if not isinstance(ar, torch.fx.Node) or isinstance(alpha, complex):
        return None
    real = pairs.call(target, ar, br, alpha=alpha)
    if ai is None or bi is None:  # that of the real operand is 0
        nothing = filled_like(pairs, real, 0.0)
        ai, bi = (nothing if part is None else part for part in (ai, bi))
    return real, pairs.call(target, ai, bi, alpha=alpha)


def _conjugate(pairs: Parts, a: Any) -> Pair:
    real, imaginary = pairs.pair(a)
    if isinstance(a, complex):  # a factor whose gradient is computed
        shape = list(pairs.node.meta["val"].shape)
        return filled(pairs, shape, real), filled(pairs, shape, -imaginary)
    return real, pairs.call(torch.ops.aten.neg.default, imaginary)


def _as_real(pairs: Parts, a: torch.fx.Node) -> torch.fx.Node | None:
    return pairs.interleaved(a) if pairs.has_parts(a) else None


#: The rules by the names of operators.
RULES: Mapping[str, Rule] = MappingProxyType(
    {
        **dict.fromkeys(_MOVES, _moved),
        "cat": _side_by_side,
        "where.self": _chosen,
        "constant_pad_nd": _padded,
        **dict.fromkeys(_WRITES, _written),
        **dict.fromkeys(("new_zeros", "zeros"), zeros),
        **dict.fromkeys(_EMPTY, zeros),
        **dict.fromkeys(("empty_like", "zeros_like"), zeros_like),
        "ones_like": ones_like,
        "full_like": full_like,
        **dict.fromkeys(("new_ones", "ones"), ones),
        "scalar_tensor": scalar,
        **dict.fromkeys(("full", "new_full"), full),
        **dict.fromkeys(("masked_fill.Scalar", "masked_fill.Tensor"), masked),
        "scatter.value": number_written,
        "copy": copied,
        "_to_copy": converted,
        "mul.Tensor": product,
        "mul.Scalar": product,
        "add.Tensor": _sum,
        "sub.Tensor": _sum,
        **dict.fromkeys(("add.Scalar", "rsub.Scalar", "sub.Scalar"), sum_with_number),
        **dict.fromkeys(("div.Scalar", "div.Tensor"), quotient),
        "reciprocal": reciprocal,
        "pow.Tensor_Scalar": power,
        "exp": exponential,
        "angle": angle,
        "var.correction": variance,
        **dict.fromkeys(("eq.Scalar", "eq.Tensor", "ne.Scalar", "ne.Tensor"), equality),
        "isnan": is_nan,
        **dict.fromkeys(("bmm", "dot", "mm", "mv"), matrix_product),
        **dict.fromkeys(("addbmm", "addmm", "addmv", "baddbmm"), matrix_product_and),
        "prod": product_of_all,
        "prod.dim_int": product_of_rows,
        "cumprod": running_product,
        "abs": length,
        "polar": polar,
        "resolve_conj": lambda pairs, a: pairs.pair(a),
        "complex": lambda pairs, real, imaginary: (real, imaginary),
        "_fft_c2c": of_complex,
        "_fft_c2r": to_real,
        "_fft_r2c": of_real,
        "_conj": _conjugate,
        "_conj_physical": _conjugate,
        "view_as_complex": as_complex,
        "view_as_real": _as_real,
    }
)


def _is_tensor(node: torch.fx.Node) -> bool:
    return isinstance(node.meta.get("val"), torch.Tensor)
