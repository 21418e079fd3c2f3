"""Shapes of a model's inputs: the syntax of `--input_shape`, and static input shapes for a loaded
model.

Names are those of the source model. If one input's shape fixes a symbolic dimension (`batch`), it
is fixed for the other inputs, too.
"""

from __future__ import annotations

from collections.abc import Mapping

import onnx_ir

from aoe.errors import UsageError, counted
from aoe.frontends.inputs.given_shapes import giver_of, require_known
from aoe.frontends.inputs.named_parts import named_parts
from aoe.frontends.inputs.open_sizes import open_unnamed_sizes


def parse_input_shapes(text: str) -> dict[str, tuple[int, ...]]:
    """Shapes by input name from `"name1:1,3,224,224;name2:1,128"`; `"name:"` is a scalar. Raises
    `UsageError` that quotes the wrong part.
    """
    parts = named_parts(text, "--input_shape", "a shape", "name:dimensions", "image:1,3,224,224")
    shapes = {name: _dimensions(part, numbers) for name, numbers, part in parts}
    if not shapes:
        raise UsageError('--input_shape is empty; write e.g. "image:1,3,224,224"')
    return shapes


def _dimensions(part: str, numbers: str) -> tuple[int, ...]:
    if not numbers.strip():
        return ()
    try:
        return tuple(int(number) for number in numbers.split(","))
    except ValueError:
        raise UsageError(
            f"--input_shape: {part!r} has a dimension that is not a number; "
            'write e.g. "image:1,3,224,224"'
        ) from None


def apply_input_shapes(
    model: onnx_ir.Model,
    shapes: Mapping[str, tuple[int, ...]],
    path: str,
    ranges: bool = True,
) -> None:
    """Gives the inputs of `model` static shapes, in place, and drops shapes that depended on
    symbols. `ranges`: see `require_static`.

    Raises `UsageError` for an unknown name, a wrong rank, a dimension that contradicts the model,
    and for inputs that are still dynamic, with an example to copy. The message names the option
    that gave the shape (`given_shapes.py`).
    """
    fix_input_shapes(model, shapes, path)
    require_static({str(value.name): value for value in model.graph.inputs}, path, ranges)
    _forget_shapes(model, everything=bool(shapes))


def fix_input_shapes(
    model: onnx_ir.Model, shapes: Mapping[str, tuple[int, ...]], path: str
) -> bool:
    """As `apply_input_shapes`, but inputs may stay dynamic; returns whether some do. Shapes of
    computed values are left as they are.
    """
    open_unnamed_sizes(model)
    inputs = {str(value.name): value for value in model.graph.inputs}
    require_known(shapes, inputs, path)
    symbols: dict[str, tuple[int, str]] = {}
    for name, shape in shapes.items():
        _check(inputs[name], shape, symbols, giver_of(shapes, name))
        inputs[name].shape = onnx_ir.Shape(shape)
    for value in inputs.values():
        _substitute(value, symbols)
    return any(value.shape is None or not value.shape.is_static() for value in inputs.values())


def fix_dimensions(model: onnx_ir.Model, sizes: Mapping[str, int], path: str) -> None:
    """Gives dimensions of inputs a size by their name, in place; other dimensions stay open.

    Raises:
        UsageError: No input has a dimension of this name, or a size is negative.
    """
    known = {
        str(size.value)
        for value in model.graph.inputs
        for size in value.shape or ()
        if not isinstance(size, int) and size.value
    }
    for name, size in sizes.items():
        if name not in known:
            raise UsageError(
                f"the free dimension {name!r} is overridden, but no input of {path} has it; "
                f"there is {', '.join(map(repr, sorted(known))) or 'none'}"
            )
        if size < 0:
            raise UsageError(f"the free dimension {name!r} is overridden by {size}; give a size")
    for value in model.graph.inputs:
        _substitute(value, {name: (size, name) for name, size in sizes.items()})


def give_input_shapes(model: onnx_ir.Model, shapes: Mapping[str, tuple[int, ...]]) -> None:
    """As `apply_input_shapes` for the shapes of inputs that are there, in place. They fit what the
    model declares, but for names of dimensions: runtimes take no notice of these.
    """
    inputs = list(model.graph.inputs)
    dynamic = any(value.shape is None or not value.shape.is_static() for value in inputs)
    for value in inputs:
        value.shape = onnx_ir.Shape(shapes[str(value.name)])
    _forget_shapes(model, everything=dynamic)


def contradiction(model: onnx_ir.Model, shapes: Mapping[str, tuple[int, ...]]) -> str | None:
    """Which dimension of a model has two sizes in shapes of its inputs; None if none has."""
    known: dict[str, tuple[int, str]] = {}
    for value in model.graph.inputs:
        name = str(value.name)
        for size, declared in zip(shapes.get(name, ()), value.shape or (), strict=False):
            symbol = None if isinstance(declared, int) else declared.value
            first, where = known.setdefault(symbol, (size, name)) if symbol else (size, name)
            if first != size:
                return f"the dimension {symbol!r} is {first} in {where!r} and {size} in {name!r}"
    return None


def _check(
    value: onnx_ir.Value, shape: tuple[int, ...], symbols: dict[str, tuple[int, str]], giver: str
) -> None:
    """Checks a given shape against the model's and notes what its symbols stand for. `giver`: what
    messages call the option that gave it.
    """
    name = str(value.name)
    if any(size < 0 for size in shape):
        raise UsageError(
            f"{giver} gives {name!r} the shape {_text(shape)}; no dimension may be negative"
        )
    if value.shape is None:
        return
    if len(value.shape) != len(shape):
        raise UsageError(
            f"{giver} gives {name!r} {counted(len(shape), 'dimension')} ({_text(shape)}), but the "
            f"model has {len(value.shape)}: {describe(value)}"
        )
    for position, (size, declared) in enumerate(zip(shape, value.shape, strict=True)):
        symbol = None if isinstance(declared, int) else declared.value
        known, where = symbols.get(symbol, (size, name)) if symbol else (size, name)
        if isinstance(declared, int) and declared != size:
            raise UsageError(
                f"{giver} gives dimension {position} of {name!r} the size {size}, but the "
                f"model fixes it to {declared}: {describe(value)}"
            )
        if known != size:
            raise UsageError(
                f"{giver} gives the dimension {symbol!r} two sizes: {known} for {where!r} "
                f"and {size} for {name!r}"
            )
        if symbol:
            symbols[symbol] = (size, name)


def _substitute(value: onnx_ir.Value, symbols: Mapping[str, tuple[int, str]]) -> None:
    if value.shape is None:
        return
    value.shape = onnx_ir.Shape(
        dimension
        if isinstance(dimension, int)
        else symbols.get(str(dimension.value), (dimension,))[0]
        for dimension in value.shape
    )


def require_static(inputs: Mapping[str, onnx_ir.Value], path: str, ranges: bool = True) -> None:
    """Raises `UsageError`, with an example, if an input of a model has open dimensions. `ranges`:
    whether a model of its format may have open shapes.
    """
    dynamic = [v for v in inputs.values() if v.shape is None or not v.shape.is_static()]
    if not dynamic:
        return
    example = ";".join(f"{value.name}:{_example(value)}" for value in dynamic)
    listed = ", ".join(f"{value.name} {describe(value)}" for value in dynamic)
    raise UsageError(
        f"{path} has inputs of dynamic shape: {listed}; give their shapes, "
        f'e.g. --input_shape="{example}"; aoe tune and aoe compile also take '
        f"{'ranges with --input_shape_range' if ranges else 'several with --dynamic_dims'}"
    )


def _example(value: onnx_ir.Value) -> str:
    """Dimensions for an example: known ones, 1 for the first, image-like ones else."""
    if value.shape is None:
        return "1,3,224,224"
    guesses = (1, 3, 224, 224) if len(value.shape) == 4 else (1, 128)
    return _text(
        size if isinstance(size, int) else guesses[min(position, len(guesses) - 1)]
        for position, size in enumerate(value.shape)
    )


def describe(value: onnx_ir.Value) -> str:
    """The declared shape of an input for messages, e.g. `[batch,3,224,224]`."""
    if value.shape is None:
        return "[unknown rank]"
    return (
        f"[{_text(size if isinstance(size, int) else size.value or '?' for size in value.shape)}]"
    )


def _text(shape: object) -> str:
    assert hasattr(shape, "__iter__")
    return ",".join(str(size) for size in shape)


def _forget_shapes(model: onnx_ir.Model, everything: bool) -> None:
    """Drops symbolic shapes of computed values, or all of them, so that inference finds them
    again.
    """
    for node in model.graph:
        for value in node.outputs:
            if value.shape is not None and (everything or not value.shape.is_static()):
                value.shape = None
