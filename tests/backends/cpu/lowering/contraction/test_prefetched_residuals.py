"""What register tiles prefetch of operands of the epilogue."""

from __future__ import annotations

from dataclasses import replace

import pytest

from aoe.backends.cpu.lowering.contraction.contraction import Contraction, Schedule, nest, sliced
from aoe.loops.expression import Accumulator, Load, apply
from aoe.loops.loop_nest import Access, Axis

ROWS, COLUMNS, STEPS = 512, 64, 32


def product(extra: Access) -> Contraction:
    """A product of 512×32 by 32×64 to which `extra` is added."""
    return Contraction(
        (),
        (Axis("m", ROWS),),
        Axis("k", COLUMNS),
        (Axis("c", STEPS),),
        Access("a", "float32", (("m", STEPS), ("c", 1))),
        Access("b", "float32", (("c", COLUMNS), ("k", 1))),
        (extra,),
        Access("out", "float32", (("m", COLUMNS), ("k", 1))),
        apply("add", Accumulator(), Load(2)),
    )


RESIDUAL = Access("residual", "float32", (("m", COLUMNS), ("k", 1)))
BIAS = Access("bias", "float32", (("k", 1),))
TRANSPOSED = Access("residual", "float32", (("m", 1), ("k", ROWS)))


def schedule(block: int, parallel: str = "rows") -> Schedule:
    return Schedule((1, 7), 2, 1, block, STEPS, 0, parallel)


@pytest.mark.parametrize(
    ("block", "parallel", "threads", "distance"),
    [
        (7, "rows", 2, 7 * COLUMNS),  # that of the next block of the thread
        (256, "rows", 2, 0),  # a thread has one block: its own, before it reduces
        (64, "rows", 8, 0),
        (7, "rows", 0, 0),  # nobody knows how many threads
        (512, "columns", 2, 0),
    ],
)
def test_a_residual_is_fetched_a_block_ahead(
    block: int, parallel: str, threads: int, distance: int
) -> None:
    shared = schedule(block, parallel)
    tile = nest(product(RESIDUAL), shared, 16, "contract", threads=threads)
    assert tile.prefetched_ahead == ((2, distance),)


@pytest.mark.parametrize("extra", [BIAS, TRANSPOSED])
def test_what_caches_hold_or_no_line_holds_is_not_fetched(extra: Access) -> None:
    assert nest(product(extra), schedule(7), 16, "contract").prefetched_ahead == ()


def test_partial_sums_need_no_residual() -> None:
    whole = product(RESIDUAL)
    cut = sliced(replace(whole, reduction=(Axis("c", 4 * STEPS),)), STEPS)
    assert nest(cut, schedule(7), 16, "contract").prefetched_ahead == ()
