"""Around every policy of real spaces there are others: what differs between the policies of two
implementations, such as decisions that only one of them takes, is no obstacle.
"""

from __future__ import annotations

import pytest

from aoe.operators.operator import Operand, Operator
from aoe.tuning.search.search_strategy import differences, neighbours, search_space
from tests.backends.cpu.implementations.convolutions import convolution
from tests.backends.cpu.implementations.matmul_cases import matrix_product
from tests.tuning.examples import TARGET

LAST = (0, 2, 3, 1)
SAMPLES = matrix_product(
    Operand.row_major("float32", (1, 512, 512)),
    Operand.row_major("float32", (512, 512), constant=True),
)


def layer(channels: int) -> Operator:
    return convolution(
        Operand("float32", (1, channels, 14, 14), LAST), channels, (3, 3), pads=(1, 1, 1, 1)
    )


@pytest.mark.parametrize(
    ("operator", "implementations"),
    [
        (layer(64), {"conv_direct", "conv_winograd"}),
        (SAMPLES, {"matmul", "matmul_strassen"}),
    ],
)
def test_policies_of_every_implementation_have_neighbours(
    operator: Operator, implementations: set[str]
) -> None:
    space = search_space(operator, TARGET)
    by_implementation = {policy.impl: policy for policy, _ in reversed(space.estimates)}
    assert implementations <= set(by_implementation)
    for policy in by_implementation.values():
        near = neighbours(space, policy)
        assert near
        assert {len(differences(policy, other)) for other in near} == {1}
