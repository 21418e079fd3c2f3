"""Tables on standard output. They are as wide as the terminal. Off a terminal they are as wide as
their rows, so that other programs read complete cells. Where a terminal is narrow, texts are
folded. Numbers never are, nor cut off: where they do not fit, the table is wider than the terminal.
"""

from __future__ import annotations

import io
import shutil
import sys
from collections.abc import Collection, Sequence

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

#: Off a terminal; wider than any row.
UNLIMITED = 10_000
#: Between two columns.
GAP = 3
#: A column of texts is folded to so many characters at least.
NARROWEST = 10


def printed_table(
    headings: Sequence[str], rows: Sequence[Sequence[str]], numbers: Collection[int] = ()
) -> str:
    """The text of a table, with a line end after each row. `numbers` are the columns to align
    right.
    """
    # A process whose standard output is closed has none.
    shown = sys.stdout is not None and sys.stdout.isatty()
    width = shutil.get_terminal_size().columns if shown else UNLIMITED
    full = [max(map(cell_len, cells)) for cells in zip(headings, *rows, strict=True)]
    least = [
        size if position in numbers else min(size, NARROWEST) for position, size in enumerate(full)
    ]
    gaps = GAP * (len(full) - 1)
    width = max(width, sum(least) + gaps)
    first_fits = full[0] + sum(least[1:]) + gaps <= width
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for position, heading in enumerate(headings):
        right = position in numbers
        table.add_column(
            heading,
            justify="right" if right else "left",
            no_wrap=right or (position == 0 and first_fits),
            min_width=least[position],
            overflow="fold",
        )
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    console = Console(file=io.StringIO(), width=width, color_system=None)
    console.print(table)
    printed = console.file
    assert isinstance(printed, io.StringIO)
    return "".join(f"{line.rstrip()}\n" for line in printed.getvalue().splitlines())
