"""An implementation that accepts an operator has a policy for it, whatever the CPU."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.implementations.registry import implementations
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.cpu.target.host import PRESETS, target_for
from aoe.backends.registry import default_policy, implementations_of
from aoe.operators.operator import PRECISIONS, Operand, Operator, Precision
from tests.backends.cpu.changed_target import changed
from tests.backends.cpu.implementations.conv.test_conv_bfloat16 import of_pairs
from tests.backends.cpu.implementations.conv.test_conv_int8 import of_bytes
from tests.backends.cpu.implementations.convolutions import convolution, convolutions
from tests.backends.cpu.implementations.matmul_cases import matrix_product, matrix_products
from tests.operators.operator_strategies import OPERATORS
from tests.properties import examples

#: All matrix and dot-product instructions.
EVERYTHING = (
    "+avx2,+fma,+f16c,+avx512f,+avx512vl,+avx512bw,+avx512vnni,+avx512bf16,+amx-tile,+amx-bf16"
)
AMX = target_for("avx512", EVERYTHING, 2)
#: CPUs of every kind, the last ones with small caches.
TARGETS = (
    *(target_for(name, threads=threads) for name in PRESETS for threads in (1, 3)),
    AMX,
    replace(AMX, threads=1),
    changed(AMX, l2=256 << 10, l3=1 << 20),
    changed(target_for("avx2", threads=2), l1=16 << 10, l2=128 << 10, l3=1 << 20),
)


@st.composite
def large_convolutions(draw: st.DrawFn) -> Operator:
    """Of the sizes that models have, far dilated ones included."""
    kernel = draw(st.sampled_from((1, 1, 3, 3, 5, 7)))
    dilation = draw(st.sampled_from((1, 1, 2, 6, 12, 24)))
    pad = draw(st.sampled_from((0, dilation * (kernel // 2))))
    image = draw(st.sampled_from((7, 14, 33, 65, 128))) + dilation * (kernel - 1)
    channels, filters = (draw(st.sampled_from((3, 32, 256, 1024))) for _ in range(2))
    order = draw(st.sampled_from(((0, 2, 3, 1), (0, 1, 2, 3))))
    strides = draw(st.sampled_from(((1, 1), (2, 2))))
    x = Operand("float32", (1, channels, image, image), order)
    pads, dilations = (pad,) * 4, (dilation, dilation)
    return convolution(x, filters, (kernel, kernel), strides, dilations, pads, order=order)


@st.composite
def large_products(draw: st.DrawFn) -> Operator:
    sizes = (1, 8, 197, 768, 4096)
    rows, steps, columns = (draw(st.sampled_from(sizes)) for _ in range(3))
    a = Operand.row_major("float32", (rows, steps))
    b = Operand.row_major("float32", (steps, columns), draw(st.booleans()))
    return matrix_product(a, b, bias=draw(st.booleans()))


@st.composite
def any_operators(draw: st.DrawFn) -> Operator:
    """Operators of all types, with all that may be asked of one."""
    kinds = [
        large_convolutions(),
        convolutions().map(lambda case: case.operator),
        large_products(),
        matrix_products().map(lambda case: case.operator),
        *(made() for made in OPERATORS.values()),
    ]
    operator = draw(draw(st.sampled_from(kinds)))
    if operator.type == "Conv" and operator.inputs[0].dtype == "float32":
        operator = draw(st.sampled_from((lambda item: item, of_pairs, of_bytes)))(operator)
    return replace(
        operator,
        inter_op=draw(st.booleans()),
        precision=draw(st.sampled_from(PRECISIONS)),
        zeros_expected=operator.type == "MatMul" and draw(st.booleans()),
    )


def empty_spaces(operator: Operator, target: CpuTarget) -> list[str]:
    """The implementations that accept an operator and have no policy for it."""
    own, found = operator.target(target), implementations_of(operator, target)
    return [item.name for item in found if not item.space(operator, own)]


@given(operator=any_operators(), target=st.sampled_from(TARGETS))
@examples(150)
def test_what_accepts_an_operator_has_a_policy_for_it(
    operator: Operator, target: CpuTarget
) -> None:
    assert empty_spaces(operator, target) == []


@given(
    operator=large_convolutions(),
    precision=st.sampled_from(PRECISIONS),
    target=st.sampled_from(TARGETS[-4:]),
)
@examples(60)
def test_what_accepts_a_large_convolution_has_a_policy_for_it(
    operator: Operator, precision: Precision, target: CpuTarget
) -> None:
    assert empty_spaces(replace(operator, precision=precision), target) == []


DILATED = convolution(
    Operand("float32", (1, 256, 33, 33), (0, 2, 3, 1)),
    256,
    (3, 3),
    dilations=(12, 12),
    pads=(12, 12, 12, 12),
)

#: The attributes of the same convolution without a dilation.
NEAR = {"dilations": [1, 1], "group": 1, "pads": [1, 1, 1, 1], "strides": [1, 1]}


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("precision", ["default", "high"])
def test_strips_that_no_cache_holds_are_not_considered(precision: str, threads: int) -> None:
    operator = Operator.from_json({**DILATED.to_json(), "precision": precision})
    target = changed(AMX, threads=threads, l2=1 << 20)
    default_policy(operator, target)
    strips = {"default": "conv_amx_2_terms_strips", "high": "conv_amx_3_terms_strips"}[precision]
    assert not implementations()[strips].supports(operator, target)
    near = Operator.from_json({**operator.to_json(), "attributes": NEAR})
    assert implementations()[strips].supports(near, target)


def test_fast_algorithms_say_that_they_add_factors() -> None:
    fast = {"winograd", "strassen"}
    named = {name for name in implementations() if any(word in name for word in fast)}
    assert named == {name for name, item in implementations().items() if item.adds_factors}
