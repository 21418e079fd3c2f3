"""Values of PyTorch's modules and classes that are others for the thread that makes a graph, while
it makes it. Other threads, which may compile with Inductor, meet what was there before.

`cache_key.py` and `aoe.torch.recording` use it.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

#: While somebody sets a value of a module or class. Reentrant: a collection of garbage may begin.
_LOCK = threading.RLock()


@contextmanager
def replaced(owner: Any, name: str, value: Any) -> Iterator[None]:
    """While this is in force, a module or class has another value for this thread. An owner that
    lacks it, as in other versions of PyTorch, stays without.

    Args:
        owner: The module or class.
        name: The name of a function, of a static or class method, or of a mapping.
        value: What stands for it: another function, or another mapping.
    """
    if name not in vars(owner):
        yield
        return
    with _LOCK:
        found = vars(owner)[name]
        if not isinstance(found, _ByThread):
            kind = _Function if callable(value) else _Table
            found = kind(found, getattr(owner, name))
            setattr(owner, name, found)
        found.begin(value)
    try:
        yield
    finally:
        with _LOCK:
            # Somebody else may have set another value meanwhile, which stays.
            if found.end() and vars(owner).get(name) is found:
                setattr(owner, name, found.stored)


def original(owner: Any, name: str) -> Any:
    """What a module or class has for threads that make no graph."""
    found = vars(owner).get(name)
    return found.usual if isinstance(found, _ByThread) else getattr(owner, name)


class _ByThread:
    """What some threads have another value for."""

    def __init__(self, stored: Any, usual: Any) -> None:
        """`stored`: what the owner had, such as a class method. `usual`: what others got of it."""
        self.stored, self.usual = stored, usual
        self._values: dict[int, list[Any]] = {}

    def begin(self, value: Any) -> None:
        """From now on this thread has a value."""
        self._values.setdefault(threading.get_ident(), []).append(value)

    def end(self) -> bool:
        """This thread has what it had before. Returns whether that holds for all threads."""
        values = self._values[threading.get_ident()]
        values.pop()
        if not values:
            del self._values[threading.get_ident()]
        return not self._values

    def _present(self) -> Any:
        values = self._values.get(threading.get_ident())
        return values[-1] if values else self.usual


class _Function(_ByThread):
    """A function, whose attributes are those of the usual one."""

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return self._present()(*arguments, **named)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # such as those that `copy` and `inspect` look for
            raise AttributeError(name)
        return getattr(self.usual, name)


class _Table(_ByThread, Mapping[Any, Any]):
    """A mapping."""

    def __getitem__(self, key: Any) -> Any:
        return self._present()[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._present())

    def __len__(self) -> int:
        return len(self._present())
