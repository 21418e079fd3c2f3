"""Functions in another thread."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Result = TypeVar("Result")


def in_another_thread(function: Callable[[], Result]) -> Result:
    """What a function gives there."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(function).result()
