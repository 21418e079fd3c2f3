"""Turns unforeseen exceptions about an invalid model into a `ModelError`.

`rule_application` names the node that a rule was about, `prepare` the model if no node is known.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import onnx_ir

from aoe.errors import AoeError, ModelError, quoted

_ADVICE = (
    "check it with onnx.checker.check_model(..., full_check=True), and report it if that finds "
    "nothing"
)


@contextmanager
def wrap_errors(name: str | None) -> Iterator[None]:
    """A context in which any exception of libraries and rules becomes a `ModelError`."""
    try:
        yield
    except AoeError:
        raise
    except Exception as error:
        raise ModelError(
            f"model {quoted(repr(name))} cannot be prepared{_cause(error)}; {_ADVICE}"
        ) from error


def node_error(node: onnx_ir.Node, error: Exception) -> ModelError:
    """The error for a node that a rule could not rewrite, because of an unforeseen exception."""
    operator = f"{node.op_type} of {node.domain}" if node.domain else node.op_type
    inputs = ", ".join("none" if value is None else _described(value) for value in node.inputs)
    return ModelError(
        f"node {quoted(repr(node.name))} ({quoted(operator)}) cannot be prepared for inputs of "
        f"these types: {inputs or 'none'}{_cause(error)}; {_ADVICE}"
    )


def _cause(error: Exception) -> str:
    """What an exception says. That an assertion failed says nothing to a user."""
    if isinstance(error, AssertionError):
        return ""
    return f": {quoted(error) or type(error).__name__}"


def _described(value: onnx_ir.Value) -> str:
    """Element type and shape of a value, such as `DOUBLE[2,3]`."""
    kind = "of unknown type" if value.type is None else quoted(value.type)
    dtype = value.dtype
    shape = "" if value.shape is None else f"[{','.join(map(str, value.shape))}]"
    return f"{kind if dtype is None else dtype.name}{quoted(shape)}"
