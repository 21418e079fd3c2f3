"""Random operators of every type, for the implementations that compute them: odd extents, any
layouts, fused neighbours. `OPERATORS` has one strategy for each implementation tested so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from hypothesis import strategies as st

from aoe.loops.expression import Accumulator, Constant, Expression, Load, apply, cast
from aoe.operators.operator import Operand, Operator
from aoe.operators.types.attention.attention import attention
from aoe.operators.types.attention.attention_gradient import attention_gradient
from aoe.operators.types.elementwise.concat import concatenation
from aoe.operators.types.elementwise.pointwise import pointwise
from aoe.operators.types.elementwise.sample import sample
from aoe.operators.types.elementwise.scatter import scatter
from aoe.operators.types.reduction.layer_normalization import normalization
from aoe.operators.types.reduction.prefix_scan import prefix_scan
from aoe.operators.types.reduction.reduce import reduction
from aoe.operators.types.reduction.row_wise import RowReduction, row_wise
from aoe.operators.types.reduction.softmax import softmax
from aoe.operators.types.selection.non_max_suppression import non_max_suppression
from aoe.operators.types.selection.non_zero import non_zero
from aoe.operators.types.selection.top_k import top_k
from aoe.operators.types.window.max_roi_pool import max_roi_pool
from tests.operators.lookup_strategies import embedding_bags, gathers, window_lookups
from tests.operators.operator_cases import broadcast_shapes, fused, operands, orders
from tests.operators.product_strategies import grouped_products, triangular_systems
from tests.operators.recurrent_strategies import recurrence_gradients, recurrences
from tests.operators.window_strategies import (
    depthwise_convolutions,
    pool_gradients,
    pool_indices,
    pool_places,
    pools,
    separable_pools,
    windows,
)

Shape = tuple[int, ...]
_SHAPES = st.lists(st.integers(1, 9), min_size=0, max_size=4).map(tuple)
_ROWS = st.lists(st.integers(1, 11), min_size=1, max_size=4).map(tuple)


@st.composite
def pointwise_operators(draw: st.DrawFn) -> Operator:
    shape = draw(_SHAPES)
    inputs = [draw(operands(shape))]
    expression: Expression = apply("tanh", Load(0))
    for number in range(1, draw(st.integers(1, 3))):
        inputs.append(draw(operands(draw(broadcast_shapes(shape)))))
        expression = apply("mul", apply("add", expression, Load(number)), Load(0))
    return pointwise(expression, inputs, Operand("float32", shape, draw(orders(len(shape)))))


@st.composite
def mixed_pointwise_operators(draw: st.DrawFn) -> Operator:
    """Operands of three dtypes, a bool result."""
    shape = draw(_SHAPES)
    inputs = [draw(operands(shape, dtype)) for dtype in ("bool", "int64", "float32")]
    then = cast(apply("mul", Load(1), Constant(3, "int64")), "float32")
    expression = apply("less", apply("select", Load(0), then, Load(2)), Constant(0.0))
    return pointwise(expression, inputs, Operand.row_major("bool", shape))


@st.composite
def reductions(draw: st.DrawFn) -> Operator:
    shape = draw(_ROWS)
    axes = sorted(draw(st.sets(st.integers(0, len(shape) - 1), min_size=1)))
    combine = draw(st.sampled_from(["sum", "max", "min", "prod"]))
    operator = reduction(draw(operands(shape)), axes, combine, draw(st.booleans()))
    return draw(fused(operator, prologue=True))


@st.composite
def softmaxes(draw: st.DrawFn) -> Operator:
    shape = draw(_ROWS)
    first = draw(st.integers(0, len(shape) - 1))
    axes = draw(st.sampled_from([(first,), tuple(range(first, len(shape)))]))
    operator = softmax(draw(operands(shape)), axes, draw(st.booleans()))
    return draw(fused(operator, prologue=True))


@st.composite
def normalizations(draw: st.DrawFn) -> Operator:
    shape = draw(_ROWS)
    axes = tuple(range(draw(st.integers(0, len(shape) - 1)), len(shape)))
    scale, bias = (Operand.row_major("float32", shape[axes[0] :]) for _ in range(2))
    x = draw(operands(shape))
    operator = normalization(x, axes, 1e-2, scale, bias, draw(st.booleans()))
    return draw(fused(operator, prologue=True))


@st.composite
def row_wise_operators(draw: st.DrawFn) -> Operator:
    """The gradient of a normalisation, and one whose second reduction reads the first."""
    shape = draw(_ROWS)
    axes = tuple(range(draw(st.integers(0, len(shape) - 1)), len(shape)))
    inputs = [draw(operands(shape)), draw(operands(draw(broadcast_shapes(shape))))]
    each = draw(st.sampled_from(["sum", "max"]))
    product = apply("mul", Load(0), Load(1))
    part = apply("mul", Accumulator(), Constant(0.25))
    reductions = [
        RowReduction(each, product, part),
        RowReduction("sum", apply("sub", Load(0), Load(2)), apply("tanh", part)),
    ]
    value = apply("sub", Load(1), apply("mul", Load(0), apply("add", Load(2), Load(3))))
    output = Operand("float32", shape, draw(orders(len(shape))))
    return draw(fused(row_wise(inputs, axes, reductions, value, output)))


@st.composite
def transposed_convolutions(draw: st.DrawFn) -> Operator:
    window = draw(windows())
    group = draw(st.sampled_from([1, 1, 2, 3]))
    channels, filters = (draw(st.sampled_from([1, 2, 5, 17])) for _ in range(2))
    spatial = tuple(draw(st.integers(1, 5)) for _ in window.kernel)
    strides, dilations, pads = (
        dict(window.attributes)[n] for n in ("strides", "dilations", "pads")
    )
    assert isinstance(strides, tuple)
    assert isinstance(dilations, tuple)
    assert isinstance(pads, tuple)
    begins = pads[: len(spatial)]
    each = zip(spatial, strides, window.kernel, dilations, begins, strict=True)
    outputs = [
        max(1, (n - 1) * s + (k - 1) * d + 1 - low + draw(st.integers(-2, 2)))
        for n, s, k, d, low in each
    ]
    attributes = (
        ("dilations", dilations),
        ("group", group),
        ("pads", begins),
        ("strides", strides),
    )
    x = draw(operands((draw(st.integers(1, 2)), channels * group, *spatial)))
    w = (channels * group, filters, *window.kernel)
    weights = draw(operands(w, constant=draw(st.booleans())))
    output = Operand.row_major("float32", (x.shape[0], filters * group, *outputs))
    return draw(fused(Operator("ConvTranspose", attributes, (x, weights), output, 2)))


@st.composite
def plain_products(draw: st.DrawFn) -> Operator:
    batch = tuple(draw(st.lists(st.integers(1, 3), max_size=2)))
    rows, depth, columns = (draw(st.sampled_from([1, 2, 5, 17])) for _ in range(3))
    a_transposed, b_transposed = draw(st.integers(0, 1)), draw(st.integers(0, 1))
    dtype = draw(st.sampled_from(["float64", "int32", "int64"]))
    a = (*batch, *((depth, rows) if a_transposed else (rows, depth)))
    b: Shape = (columns, depth) if b_transposed else (depth, columns)
    if draw(st.booleans()):
        b = (*batch, *b)
    attributes = (("transpose_a", a_transposed), ("transpose_b", b_transposed))
    inputs = (draw(operands(a, dtype)), draw(operands(b, dtype)))
    output = Operand.row_major(dtype, (*batch, rows, columns))
    return Operator("MatMul", attributes, inputs, output, 2)


@st.composite
def attentions(draw: st.DrawFn) -> Operator:
    batch = tuple(draw(st.lists(st.integers(1, 3), max_size=2)))
    queries, keys = draw(st.sampled_from([1, 3, 8, 19])), draw(st.integers(1, 13))
    size, values = draw(st.integers(1, 9)), draw(st.sampled_from([1, 5, 16, 21]))
    shared = tuple(extent if draw(st.booleans()) else 1 for extent in batch)
    factors = [
        draw(operands(shape))
        for shape in (
            (*batch, queries, size),
            (*shared, size, keys),
            (*shared, keys, values),
        )
    ]
    scores = apply("mul", Accumulator(), Constant(size**-0.5))
    masks: list[Operand] = []
    if draw(st.booleans()):
        masks.append(draw(operands(draw(broadcast_shapes((*batch, queries, keys))))))
        scores = apply("add", scores, Load(3))
    if draw(st.booleans()):
        masks.append(draw(operands(draw(broadcast_shapes((*batch, queries, keys))), "bool")))
        scores = apply("select", Load(2 + len(masks)), scores, Constant(-1e4))
    output = Operand.row_major("float32", (*batch, queries, values))
    return draw(fused(attention(factors, scores, masks, output, draw(st.booleans()))))


@st.composite
def attention_gradients(draw: st.DrawFn) -> Operator:
    batch, heads = draw(st.integers(1, 2)), draw(st.integers(1, 3))
    queries, keys = draw(st.sampled_from([1, 3, 8, 19, 34])), draw(st.integers(1, 21))
    causal = draw(st.booleans())
    keys = queries if causal and draw(st.booleans()) else keys
    size, values = draw(st.integers(1, 9)), draw(st.sampled_from([1, 5, 16, 21]))
    shapes = ((queries, size), (size, keys), (keys, values), (queries, values))
    *factors, gradient = [draw(operands((batch, heads, *shape))) for shape in shapes]
    mask = None
    if draw(st.booleans()):
        mask = draw(operands(draw(broadcast_shapes((batch, heads, queries, keys)))))
    return attention_gradient(factors, gradient, mask, size**-0.5, causal)


@st.composite
def local_normalizations(draw: st.DrawFn) -> Operator:
    shape = tuple(draw(st.integers(1, n)) for n in (2, 40, 5, 6))
    attributes = (
        ("alpha", 0.2),
        ("beta", draw(st.sampled_from([0.5, 0.75, 1.0, 0.6]))),
        ("bias", 2.0),
        ("size", draw(st.integers(1, 6))),
    )
    x = draw(operands(shape))
    operator = Operator("LRN", attributes, (x,), Operand.row_major("float32", shape), 1)
    return draw(fused(operator))


@st.composite
def concatenations(draw: st.DrawFn) -> Operator:
    shape = draw(_ROWS)
    axis = draw(st.integers(0, len(shape) - 1))
    parts = []
    for _ in range(draw(st.integers(1, 4))):
        extent = draw(st.integers(1, 9))
        parts.append(draw(operands(tuple(extent if d == axis else n for d, n in enumerate(shape)))))
    return draw(fused(concatenation(parts, axis)))


@st.composite
def pads(draw: st.DrawFn) -> Operator:
    shape = draw(_ROWS)
    begins, ends = ([draw(st.integers((1 - n) // 2, 3)) for n in shape] for _ in range(2))
    result = tuple(n + a + b for n, a, b in zip(shape, begins, ends, strict=True))
    attributes = (("pads", (*begins, *ends)), ("value", 1.5))
    output = Operand.row_major("float32", result)
    return draw(fused(Operator("Pad", attributes, (draw(operands(shape)),), output, 1)))


@st.composite
def scatters(draw: st.DrawFn) -> Operator:
    mode = draw(st.sampled_from(["elements", "nd"]))
    combine = draw(st.sampled_from(["", "sum", "prod", "max", "min"]))
    shape = tuple(draw(st.lists(st.integers(3, 9), min_size=1, max_size=3)))
    kind = draw(st.sampled_from(["int32", "int64"]))
    axis = 0
    if mode == "elements":
        axis = draw(st.integers(0, len(shape) - 1))
        places = updated = tuple(draw(st.integers(1, n)) for n in shape)
    else:
        depth = draw(st.integers(1, len(shape)))
        places = (*draw(st.lists(st.integers(1, 4), max_size=2)), depth)
        updated = (*places[:-1], *shape[depth:])
    operator = scatter(
        draw(operands(shape)),
        draw(operands(places, kind)),
        draw(operands(updated)),
        axis,
        mode,
        combine,
    )
    return replace(operator, output=draw(operands(shape)))


@st.composite
def prefix_scans(draw: st.DrawFn) -> Operator:
    shape = draw(_ROWS)
    axis = draw(st.integers(0, len(shape) - 1))
    combine = draw(st.sampled_from(["sum", "prod"]))
    x = draw(operands(shape))
    operator = prefix_scan(x, axis, combine, draw(st.booleans()), draw(st.booleans()))
    return replace(operator, output=draw(operands(shape)))


@st.composite
def samples(draw: st.DrawFn) -> Operator:
    shape = tuple(draw(st.lists(st.integers(1, 7), min_size=1, max_size=4)))
    axes = sorted(draw(st.sets(st.integers(0, len(shape) - 1), min_size=1, max_size=2)))
    weighted = draw(st.booleans())
    result = tuple(draw(st.integers(1, 11)) if d in axes else n for d, n in enumerate(shape))
    shape = tuple(max(n, 3) if d in axes else n for d, n in enumerate(shape))
    tables: list[Operand] = []
    for _ in axes:
        varying = [n if draw(st.booleans()) else 1 for n in result]
        table = (*varying, draw(st.integers(1, 3)) if weighted else 1)
        tables.append(draw(operands(table, draw(st.sampled_from(["int32", "int64"])))))
        if weighted:
            tables.append(draw(operands(table)))
    output = Operand.row_major("float32", result)
    return draw(fused(sample(draw(operands(shape)), axes, tables, output, weighted)))


@st.composite
def selections(draw: st.DrawFn) -> Operator:
    axis = draw(st.integers(0, 2))
    shape = tuple(draw(st.integers(1, 40 if d == axis else 3)) for d in range(3))
    dtype = draw(st.sampled_from(["float32", "int64", "int32", "uint8", "bool"]))
    x = draw(operands(shape, dtype))
    operator = top_k(x, draw(st.integers(1, shape[axis])), axis, draw(st.booleans()))
    return replace(operator, output=draw(operands(operator.output.shape, "int64")))


@st.composite
def non_zeros(draw: st.DrawFn) -> Operator:
    shape = tuple(draw(st.lists(st.integers(1, 7), min_size=1, max_size=3)))
    return non_zero(draw(operands(shape, draw(st.sampled_from(["bool", "float32", "int64"])))))


@st.composite
def suppressions(draw: st.DrawFn) -> Operator:
    batch, classes, size = (draw(st.integers(1, n)) for n in (2, 2, 21))
    boxes = draw(operands((batch, size, 4)))
    scores = draw(operands((batch, classes, size)))
    most = draw(st.integers(1, size))
    threshold = draw(st.sampled_from([float("-inf"), 0.25]))
    return non_max_suppression(boxes, scores, most, 0.25, threshold, draw(st.booleans()))


@st.composite
def region_pools(draw: st.DrawFn) -> Operator:
    shape = tuple(draw(st.integers(1, n)) for n in (2, 19, 7, 7))
    x, regions = draw(operands(shape)), draw(operands((draw(st.integers(1, 4)), 5)))
    bins = [draw(st.integers(1, 4)) for _ in range(2)]
    operator = max_roi_pool(x, regions, bins, draw(st.sampled_from([1.0, 4.5, 0.25])))
    return replace(operator, output=draw(operands(operator.output.shape)))


#: Operators for each implementation by name.
OPERATORS: Mapping[str, Callable[[], st.SearchStrategy[Operator]]] = MappingProxyType(
    {
        "attention": attentions,
        "attention_gradient": attention_gradients,
        "attention_gradient_heads": attention_gradients,
        "pointwise": lambda: pointwise_operators() | mixed_pointwise_operators(),
        "reduce": reductions,
        "softmax": softmaxes,
        "layer_normalization": normalizations,
        "row_wise": row_wise_operators,
        "pool": pools,
        "pool_separable": separable_pools,
        "pool_indices": lambda: pool_indices() | pool_places(),
        "pool_gradient": pool_gradients,
        "conv_depthwise": depthwise_convolutions,
        "conv_transposed": transposed_convolutions,
        "matmul_plain": plain_products,
        "max_roi_pool": region_pools,
        "lrn": local_normalizations,
        "gather": lambda: gathers() | window_lookups(),
        "embedding_bag": embedding_bags,
        "grouped_matmul": grouped_products,
        "grouped_matmul_sums": lambda: grouped_products(sums=True),
        "concat": concatenations,
        "non_max_suppression": suppressions,
        "non_zero": non_zeros,
        "pad": pads,
        "sample": samples,
        "prefix_scan": prefix_scans,
        "scatter": scatters,
        "recurrent": recurrences,
        "recurrent_gradient": recurrence_gradients,
        "top_k": selections,
        "triangular_solve": triangular_systems,
    }
)
