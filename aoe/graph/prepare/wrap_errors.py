"""Turns unforeseen exceptions about an invalid model into a `ModelError`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from aoe.errors import AoeError, ModelError, quoted


@contextmanager
def wrap_errors(name: str | None) -> Iterator[None]:
    """A context in which any exception of libraries and rules becomes a `ModelError`."""
    try:
        yield
    except AoeError:
        raise
    except Exception as error:
        cause = quoted(error) or type(error).__name__
        raise ModelError(
            f"model {quoted(repr(name))} cannot be prepared: {cause}; check it with "
            "onnx.checker.check_model(..., full_check=True)"
        ) from error
