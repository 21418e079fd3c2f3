"""Random numbers of a step, drawn by MindSpore itself, such as the masks of Dropout.

Each node that draws has a generator of its own in a graph of MindSpore. It begins at the seeds of
the node, when the graph first runs. So a graph of these nodes alone draws, run after run, what the
whole graph would have drawn.

Seeds of functions such as `ops.dropout` are counted while MindSpore compiles. A graph that is
exported must not count, or the script would get other numbers than without open-aoe.
"""

from __future__ import annotations

import importlib
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from aoe.errors import UnsupportedModelError, first_of, quoted
from aoe.frontends.step_model import Draw

#: The largest seed that a kernel takes as it is.
_MOST_SEED = 2**31 - 2
#: Most nodes in a message; further ones are only counted.
_LISTED = 3


@contextmanager
def kept_seeds() -> Iterator[None]:
    """MindSpore counts no seeds of what it compiles inside."""
    counted: dict[Any, int] = _seeds_of_mindspore()._KERNEL_SEED
    before = dict(counted)
    try:
        yield
    finally:
        counted.clear()
        counted.update(before)


@contextmanager
def seeded(cells: Callable[[], Sequence[Any]]) -> Iterator[None]:
    """What MindSpore compiles inside begins at seeds, and at others in each process, where a script
    sets none. Without them a kernel of MindSpore begins anywhere, and nobody can draw the same.

    Args:
        cells: Gives the cells that may drop elements.
    """
    module, without = _seeds_of_mindspore(), _without_seeds(cells)
    ours = _any_seed() if module._GLOBAL_SEED is None else None
    try:
        for item in without:
            item.Seed0 = _any_seed()
        if ours is not None:
            module._GLOBAL_SEED = ours
        yield
    finally:
        if ours is not None and ours == module._GLOBAL_SEED:
            module._GLOBAL_SEED = None
        for item in without:
            item.Seed0 = 0


def _without_seeds(cells: Callable[[], Sequence[Any]]) -> list[Any]:
    """The primitives of `nn.Dropout` that begin anywhere."""
    from mindspore import nn

    try:
        found = cells()
    except UnsupportedModelError:  # of which reading the graph tells
        return []
    inner = {id(part): part for cell in found for _, part in cell.cells_and_names()}
    drops = [part.dropout for part in inner.values() if isinstance(part, nn.Dropout)]
    return [item for item in drops if item.Seed0 == item.Seed1 == 0]


def _any_seed() -> int:
    return 1 + secrets.randbelow(_MOST_SEED)


def _seeds_of_mindspore() -> Any:
    """MindSpore's module of seeds. The package has a function of its name."""
    return importlib.import_module("mindspore.common.seed")


def drawing(draws: Sequence[Draw]) -> Callable[[], Sequence[np.ndarray]]:
    """What draws the random numbers of a step, for one run after the other.

    Raises:
        UnsupportedModelError: They begin anywhere, so that nobody can draw the same.
    """
    for draw in draws:
        if draw.seeds == (0, 0):
            raise UnsupportedModelError(
                f"{_title(draw)} draws random numbers that begin anywhere and cannot be compared. "
                "Give it a seed, or nn.MultiheadAttention dropout=0"
            )
    if not draws:
        return tuple
    cell, like, named = _cell_of(draws), _like(draws), list(map(_title, draws))

    def drawn() -> Sequence[np.ndarray]:
        try:
            found = [item.asnumpy() for item in cell(*like)]
        except Exception as error:  # MindSpore's compiler raises errors of all kinds
            raise UnsupportedModelError(
                f"MindSpore cannot draw the random numbers of {first_of(named, _LISTED)} apart "
                f"from its graph: {quoted(error)}"
            ) from error
        return [
            item if draw.chance is None else item != 0
            for draw, item in zip(draws, found, strict=True)
        ]

    return drawn


def _title(draw: Draw) -> str:
    return f"{draw.kind} {draw.node!r}"


def _like(draws: Sequence[Draw]) -> list[Any]:
    """What a mask is for, of any values."""
    from mindspore import Tensor

    return [Tensor(np.ones(draw.shape, np.float32)) for draw in draws if draw.chance is not None]


def _cell_of(draws: Sequence[Draw]) -> Any:
    """A cell that draws, in either mode as a graph."""
    from mindspore import jit, nn, ops

    makers = {"StandardNormal": ops.StandardNormal, "UniformReal": ops.UniformReal}

    class Mask(nn.Cell):  # type: ignore[misc]
        """Draws a mask."""

        def __init__(self, draw: Draw) -> None:
            super().__init__()
            self.draw = ops.Dropout(draw.chance, *draw.seeds)

        def construct(self, like: Any) -> Any:
            return self.draw(like)[1]

    class Numbers(nn.Cell):  # type: ignore[misc]
        """Draws other numbers."""

        def __init__(self, draw: Draw) -> None:
            super().__init__()
            self.draw, self.shape = makers[draw.kind](*draw.seeds), draw.shape

        def construct(self) -> Any:
            return self.draw(self.shape)

    class Drawn(nn.Cell):  # type: ignore[misc]
        """Draws all."""

        def __init__(self) -> None:
            super().__init__()
            kinds = [Numbers if draw.chance is None else Mask for draw in draws]
            self.parts = nn.CellList([kind(draw) for kind, draw in zip(kinds, draws, strict=True)])
            self.masks = tuple(draw.chance is not None for draw in draws)

        @jit  # type: ignore[untyped-decorator]
        def construct(self, *like: Any) -> Any:
            found: Any = ()
            given = 0
            for index in range(len(self.parts)):
                if self.masks[index]:
                    found += (self.parts[index](like[given]),)
                    given += 1
                else:
                    found += (self.parts[index](),)
            return found

    return Drawn()
