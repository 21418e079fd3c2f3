"""Which profile of a compiled model takes the inputs of an inference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from numpy.typing import ArrayLike

from aoe.errors import UsageError
from aoe.runtime.model_inputs import as_array
from aoe.runtime.offline_model import OfflineModel
from aoe.runtime.plan import DRAW


class Profiles:
    """Which profile of a model takes what it is given."""

    def __init__(self, model: OfflineModel) -> None:
        places = [n for n, info in enumerate(model.plan.inputs) if info.name != DRAW]
        self._numbers = {
            tuple(profile.shapes[place] for place in places): number
            for number, profile in enumerate(model.profiles)
        }
        self._names = tuple(model.plan.inputs[place].name for place in places)

    def number(self, feed: Mapping[str, ArrayLike]) -> int:
        """The profile for these inputs; the first one for inputs with which nothing can be done.
        Raises `UsageError` if no profile has their shapes.
        """
        if not self._numbers or any(name not in feed for name in self._names):
            return 0
        shapes = tuple(as_array(name, feed[name]).shape for name in self._names)
        if shapes not in self._numbers:
            legal = "; ".join(self._text(known) for known in self._numbers)
            raise UsageError(
                f"no profile of the model takes {self._text(shapes)}; its profiles: {legal}"
            )
        return self._numbers[shapes]

    def _text(self, shapes: Sequence[tuple[int, ...]]) -> str:
        pairs = zip(self._names, shapes, strict=True)
        return " ".join(f"{name}:{','.join(map(str, shape))}" for name, shape in pairs)
