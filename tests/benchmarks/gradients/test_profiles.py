"""The profiles of known networks have the gradients of these networks."""

from __future__ import annotations

import pytest

from benchmarks.gradients.planner import LINKS, ring
from benchmarks.gradients.profiles import PROFILES, resnet


@pytest.mark.parametrize(
    ("name", "gradients", "parameters"),
    [
        # As torchvision counts them.
        ("ResNet-18", 62, 11_689_512),
        ("ResNet-50", 161, 25_557_032),
    ],
)
def test_a_network_has_its_gradients(name: str, gradients: int, parameters: int) -> None:
    profile = PROFILES[name]()
    assert len(profile.sizes) == gradients
    assert sum(profile.sizes) == 4 * parameters
    assert list(profile.ready) == sorted(profile.ready)


def test_a_tied_embedding_is_ready_last() -> None:
    for name in ("BERT-base", "GPT-2"):
        profile = PROFILES[name]()
        assert profile.sizes[-1] == max(profile.sizes)


def test_a_profile_lasts_as_long_as_is_asked_for() -> None:
    assert resnet(18, 0.5).ready[-1] == pytest.approx(0.5)


def test_more_workers_take_longer_to_reduce() -> None:
    for link in LINKS:
        two, many = ring(link, 2), ring(link, 64)
        assert all(one < other for one, other in zip(two.alone, many.alone, strict=True))
