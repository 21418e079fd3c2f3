"""Results that are views of arguments, where sizes of these are open."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import pytest
import torch

from aoe.torch import backend

#: A view of a tensor, one of which AOTAutograd makes again where sizes are open.
ALONE: Mapping[str, Callable[[torch.Tensor], torch.Tensor]] = MappingProxyType(
    {
        "flat": lambda x: x.flatten()[3:],
        "narrow": lambda x: x.narrow(1, 1, x.shape[1] - 2),
        "repeated": lambda x: x.unsqueeze(0).expand(2, *x.shape),
        "every second": lambda x: x[:, ::2],
        "transposed": lambda x: x.t(),
        "column": lambda x: x[:, 1],
    }
)


@pytest.mark.parametrize("trains", [False, True])
@pytest.mark.parametrize("name", ALONE)
def test_a_view_of_an_argument_of_open_sizes_has_its_values(name: str, trains: bool) -> None:
    def call(x: torch.Tensor) -> Sequence[torch.Tensor]:
        return ALONE[name](x), x.sin()

    torch._dynamo.reset()
    function = torch.compile(call, backend=backend, dynamic=True)
    for width in (6, 8):
        x = torch.randn(4, width, requires_grad=trains)
        found, expected = function(x), call(x)
        torch.testing.assert_close(list(found), list(expected))
        assert found[0].data_ptr() == expected[0].data_ptr()
        assert found[0].stride() == expected[0].stride()
