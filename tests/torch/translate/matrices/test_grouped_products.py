"""Products of groups of rows that data decide, and their gradients, against eager mode: PyTorch's
operator, which is compiled for 16 bits only, and that of Transformers for other types.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch
import transformers.integrations.moe as experts
from transformers import AutoModel, MixtralConfig

from tests.torch.training import check_gradients, compiled, whole

#: Groups of 0 to 40 rows. Two of 75 rows are of none.
ENDS = torch.tensor([3, 3, 43, 73], dtype=torch.int32)
#: Groups of all of 80 rows.
ALL = torch.tensor([3, 3, 43, 80], dtype=torch.int32)
BFLOAT16 = torch.bfloat16


def real(*shape: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(len(shape))).to(dtype)


class Mixture(torch.nn.Module):  # type: ignore[misc]
    """What a model of words says of some, times an input that has a gradient."""

    def __init__(self, model: torch.nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(self, scale: torch.Tensor) -> torch.Tensor:
        words = torch.arange(24).reshape(2, 12)
        states: torch.Tensor = self.model(input_ids=words).last_hidden_state
        return states * scale


def of_experts(a: Any, b: Any, ends: Any) -> Any:
    """The operator of Transformers."""
    assert experts
    return torch.ops.transformers.grouped_mm_fallback(a, b, ends) * 2


grouped: Any = torch.ops.aten._grouped_mm
CASES: dict[str, tuple[Callable[..., Any], tuple[torch.Tensor, ...]]] = {
    "matrices": (of_experts, (real(75, 24), real(4, 24, 40), ENDS)),
    "transposed matrices": (lambda a, b, e: of_experts(a, b.mT, e), (real(75, 24), real(4, 40, 24), ENDS)),
    "ends of 64 bits": (of_experts, (real(75, 24), real(4, 24, 40), ENDS.long())),
    "64 bits": (of_experts, (real(75, 24, dtype=torch.float64), real(4, 24, 40, dtype=torch.float64), ENDS)),
    "one row": (of_experts, (real(1, 5), real(4, 5, 3), torch.tensor([0, 0, 1, 1]))),
    "computed values": (lambda a, b, e: of_experts(a.relu(), b.tanh() / 8, e + 1).exp(), (real(75, 24), real(4, 24, 40), ENDS)),
}  # fmt: skip
SHORT: dict[str, tuple[Callable[..., Any], tuple[torch.Tensor, ...]]] = {
    "matrices": (grouped, (real(80, 24), real(4, 24, 40), ALL)),
    "transposed matrices": (lambda a, b, e: grouped(a, b.mT, e), (real(80, 24), real(4, 40, 24), ALL)),
    "sums of groups": (lambda a, b, e: grouped(a.t(), b, e), (real(80, 24), real(80, 40), ALL)),
    "groups of columns": (lambda a, b, e: grouped(a, b.t(), e), (real(4, 40, 24), real(80, 24), ALL)),
    "no groups": (lambda a, b: grouped(a, b), (real(4, 8, 24), real(4, 24, 40))),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_results_and_gradients_are_those_of_eager(name: str) -> None:
    function, inputs = CASES[name]
    check_gradients(function, inputs)
    assert whole()


@pytest.mark.parametrize("name", SHORT)
def test_results_and_gradients_of_16_bits_are_those_of_eager(name: str) -> None:
    function, (a, b, *ends) = SHORT[name]
    check_gradients(function, (a.to(BFLOAT16), b.to(BFLOAT16), *ends), tolerance=1e-2)
    assert whole()


def test_products_of_16_bits_are_rounded_once() -> None:
    a, b = real(75, 24, dtype=BFLOAT16), real(4, 24, 40, dtype=BFLOAT16)
    wide = of_experts(a.double(), b.double(), ENDS).to(BFLOAT16)
    torch.testing.assert_close(compiled(of_experts)(a, b, ENDS), wide, atol=0, rtol=0)


def test_groups_may_change_from_call_to_call() -> None:
    call, a, b = compiled(of_experts), real(75, 24), real(4, 24, 40)
    for ends in ([75, 75, 75, 75], [0, 0, 0, 73], [20, 40, 60, 75], [0, 0, 0, 0]):
        given = torch.tensor(ends)
        torch.testing.assert_close(call(a, b, given), of_experts(a, b, given), atol=1e-5, rtol=0)
    assert whole()


def test_rows_without_elements_stay_with_pytorch() -> None:
    given = real(0, 24), real(4, 24, 40), torch.zeros(4, dtype=torch.int32)
    assert compiled(of_experts)(*given).shape == (0, 40)
    assert not whole()


def test_a_mixture_of_experts_is_wholly_computed() -> None:
    config = MixtralConfig(
        vocab_size=50, hidden_size=32, intermediate_size=48, num_hidden_layers=1,
        num_attention_heads=4, num_key_value_heads=2, num_local_experts=4, use_cache=False,
    )  # fmt: skip
    torch.manual_seed(0)
    check_gradients(Mixture(AutoModel.from_config(config).train()), [real(32)])
    assert whole()
