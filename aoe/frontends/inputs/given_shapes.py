"""Shapes of inputs that know what gave them, for messages: `--input_shape`, or another option.

`input_shapes.py` and the readers of formats ask `giver_of` where a shape does not fit the model.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from aoe.errors import UnknownInputError

#: What gives shapes that do not say otherwise.
USUAL = "--input_shape"


class GivenShapes(dict[str, tuple[int, ...]]):
    """Shapes by input name, some of which `--input_shape` did not give.

    Attributes:
        givers: What messages call the option or argument that gave an input its shape, by name.
    """

    def __init__(self, shapes: Mapping[str, tuple[int, ...]], givers: Mapping[str, str]) -> None:
        super().__init__(shapes)
        self.givers = dict(givers)


def given_by(
    giver: str, names: Collection[str], shapes: Mapping[str, tuple[int, ...]]
) -> GivenShapes:
    """Shapes of which something other than `--input_shape` gave those of these names."""
    return GivenShapes(shapes, dict.fromkeys(names, giver))


def giver_of(shapes: Mapping[str, tuple[int, ...]], name: str) -> str:
    """What messages call the option that gave an input its shape."""
    return shapes.givers.get(name, USUAL) if isinstance(shapes, GivenShapes) else USUAL


def givers_of(shapes: Mapping[str, tuple[int, ...]]) -> str:
    """What messages call the options that can give shapes beside these."""
    others = shapes.givers.values() if isinstance(shapes, GivenShapes) else ()
    return " or ".join(dict.fromkeys((*others, USUAL)))


def require_known(
    shapes: Mapping[str, tuple[int, ...]], inputs: Collection[str], model: str
) -> None:
    """Raises `UnknownInputError` for shapes of inputs that a model does not have, each name with
    the option that gave it. `model`: what messages call it.
    """
    unknown: dict[str, list[str]] = {}
    for name in shapes:
        if name not in inputs:
            unknown.setdefault(giver_of(shapes, name), []).append(name)
    if unknown:
        raise UnknownInputError(unknown, model, inputs)


def with_sizes(
    shapes: Mapping[str, tuple[int, ...]], sizes: Mapping[str, tuple[int, ...]]
) -> Mapping[str, tuple[int, ...]]:
    """Shapes with other sizes for some inputs, given by the same options."""
    changed = {**shapes, **sizes}
    return GivenShapes(changed, shapes.givers) if isinstance(shapes, GivenShapes) else changed
