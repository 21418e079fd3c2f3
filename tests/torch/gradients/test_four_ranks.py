"""Four ranks have the same gradients, whatever the buckets, up to the rounding of the sum; with the
same buckets, to the bit.
"""

from __future__ import annotations

from pathlib import Path

import torch

from aoe.torch.gradients.reducer import install, layout_of

from .models import Chain, same, step, wrapped
from .workers import Workers


def compared(rank: int) -> tuple[bool, bool, list[float]]:
    plain, one, other = (wrapped(Chain()) for _ in range(3))
    order = range(11, -1, -1)
    for ddp in (one, other):
        install(ddp, layout_of(ddp, order, (2, 5, 12)))
    found = [step(rank, ddp, 0) for ddp in (plain, one, other)]
    again = step(rank, one, 0)
    close = all(torch.allclose(a, b) for a, b in zip(found[0], found[1], strict=True))
    return (
        close,
        same(found[1], found[2]) and same(found[1], again),
        [float(item.sum()) for item in found[1]],
    )


def test_gradients_are_equal_up_to_rounding(tmp_path: Path) -> None:
    with Workers(4, tmp_path) as workers:
        found = workers.run(compared)
    assert [close for close, _, _ in found] == [True] * 4
    assert [bits for _, bits, _ in found] == [True] * 4
    assert len({tuple(sums) for _, _, sums in found}) == 1
