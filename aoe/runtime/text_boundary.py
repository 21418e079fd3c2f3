"""Texts that a caller gives become codes, and codes that a model computes become texts.

The code of a text is its place in the plan's vocabulary. Texts that are not in it get the codes
behind it, anew in each inference. So equal texts have equal codes, and a text that a model passes
on comes out as it went in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from aoe.errors import UsageError
from aoe.runtime.model_inputs import as_array
from aoe.runtime.plan import Plan

#: Kinds of NumPy arrays that may hold texts: of fixed size, of objects, and of variable size.
_KINDS = "UOT"


def text_array(name: str, value: ArrayLike) -> np.ndarray:
    """An input of texts as an array. Raises `UsageError` if it holds something else."""
    array = as_array(name, value)
    if array.dtype.kind not in _KINDS and array.size:
        raise UsageError(f"input {name!r} is {array.dtype}; the model needs texts (str)")
    return array


def text_boundary(plan: Plan) -> TextBoundary | None:
    """The boundary of a plan that has texts; None for another."""
    texts = any(info.is_text for info in (*plan.inputs, *plan.outputs))
    return TextBoundary(plan) if texts else None


class TextBoundary:
    """The inputs and outputs of a plan that are texts."""

    def __init__(self, plan: Plan) -> None:
        self._inputs = frozenset(info.name for info in plan.inputs if info.is_text)
        self._outputs = [place for place, info in enumerate(plan.outputs) if info.is_text]
        self._codes = {text: code for code, text in enumerate(plan.vocabulary)}
        self._texts = np.array([*plan.vocabulary, None], object)[:-1]

    def coded(self, feed: Mapping[str, ArrayLike]) -> tuple[dict[str, ArrayLike], list[str]]:
        """What the plan is given, and the texts that are not in its vocabulary. Raises `UsageError`
        naming the input that does not hold texts.
        """
        found = dict(feed)
        new: dict[str, int] = {}
        for name in self._inputs.intersection(feed):
            array = text_array(name, feed[name])
            codes = [self._code(name, item, new) for item in array.reshape(-1).tolist()]
            found[name] = np.array(codes, np.int64).reshape(array.shape)
        return found, list(new)

    def texts(self, outputs: Sequence[np.ndarray], new: Sequence[str]) -> list[np.ndarray]:
        """The outputs of an inference with texts in place of codes, as arrays of objects. `new`:
        what `coded` found.
        """
        known = np.concatenate([self._texts, np.array([*new, None], object)[:-1]])
        found = list(outputs)
        for place in self._outputs:
            if place < len(found):
                found[place] = np.asarray(known[found[place]], object)  # a scalar, too
        return found

    def _code(self, name: str, text: object, new: dict[str, int]) -> int:
        if not isinstance(text, str):
            kind = type(text).__name__
            raise UsageError(f"input {name!r} holds an object of type {kind}; the model needs str")
        code = self._codes.get(text)
        return new.setdefault(text, len(self._codes) + len(new)) if code is None else code
