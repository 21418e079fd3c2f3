"""The programs of a graph with open sizes that are kept, and which of them go for others.

A program holds native code and packed constants, so there is a limit. Beyond it PyTorch computes a
size, until that size has come some times since a program was used at all: that program goes. Sizes
that drift in a training get programs then. A size that lost its program comes more often before it
has another one, so that sizes that all come again and again do not push each other out, which would
compile in every call.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count

from aoe.torch.boxed import Boxed
from aoe.torch.sizes.open_sizes import Numbers, others_of

#: For how many values of numbers that are no sizes, such as learning rates, programs are kept: as
#: many as Dynamo compiles of a function.
MOST_NUMBERS = 8
#: How often a size comes, at first, before a program goes for it, and how often at most.
_OFTEN, _MOST_OFTEN = 2, 512
#: How many times as often it comes for each time that it lost a program.
_MORE_OFTEN = 4
#: Sizes without a program whose calls are counted, and sizes that lost theirs.
_MOST_COUNTED = 1024


@dataclass(slots=True)
class _Kept:
    """A program, and the number of the call that used it last."""

    function: Boxed
    used: int


@dataclass(slots=True)
class _Wanted:
    """How often a size without a program came since a call."""

    times: int
    since: int


class KeptPrograms:
    """Programs by their sizes. `get` is safe while another thread changes them."""

    def __init__(self, most: int) -> None:
        """`most`: for how many sizes there are programs."""
        self._most = most
        self._kept: dict[Numbers, _Kept] = {}
        self._calls = count(1)
        self._wanted: dict[Numbers, _Wanted] = {}
        #: How often sizes that lost their programs come before they have another one.
        self._often: dict[Numbers, int] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, sizes: Numbers) -> Boxed | None:
        """The program for sizes, which is used now; None if there is none."""
        found = self._kept.get(sizes)
        if found is None:
            return None
        found.used = next(self._calls)
        return found.function

    def admits(self, sizes: Numbers) -> bool:
        """Whether sizes that come now, and have no program, are to have one."""
        unused = self._unused(sizes)
        if not unused:
            return True
        last = max(self._kept[item].used for item in unused)
        now = next(self._calls)
        wanted = self._wanted.get(sizes)
        if wanted is None or wanted.since < last:
            if len(self._wanted) >= _MOST_COUNTED:
                self._wanted.clear()
            wanted = self._wanted[sizes] = _Wanted(0, now)
        wanted.times += 1
        return wanted.times > self._often.get(sizes, _OFTEN)

    def add(self, sizes: Numbers, function: Boxed) -> None:
        """Keeps a program. Those that were not used for longest go where there are too many."""
        for item in self._unused(sizes):
            del self._kept[item]
            often = self._often.pop(item, _OFTEN)
            while len(self._often) >= _MOST_COUNTED:
                del self._often[next(iter(self._often))]  # what lost its program first
            self._often[item] = min(_MORE_OFTEN * often, _MOST_OFTEN)
        self._wanted.pop(sizes, None)
        self._kept[sizes] = _Kept(function, next(self._calls))

    def _unused(self, sizes: Numbers) -> list[Numbers]:
        """The sizes whose programs go for others; none as long as there is room."""
        used = {item: kept.used for item, kept in self._kept.items()}
        groups: dict[tuple[str, ...], list[Numbers]] = {}
        for item in used:
            groups.setdefault(others_of(item), []).append(item)
        if len(groups) >= MOST_NUMBERS and others_of(sizes) not in groups:
            return min(groups.values(), key=lambda group: max(used[item] for item in group))
        return [min(used, key=used.__getitem__)] if len(used) >= self._most else []
