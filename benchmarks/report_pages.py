r"""Measures pages of `aoe report` in Chromium: their size, and how long they take to open.

    aoe report resnet50.om -o resnet50.html
    python -c "import onnx; from benchmarks.overheads.compile_time import stack; \
        onnx.save(stack(4000, True), 'large.onnx')"
    aoe report large.onnx -o large.html
    python -m benchmarks.report_pages resnet50.html large.html --openings 5 --json

A page is open when Bokeh has drawn all of its figures. Each opening is in a new, empty context of
one browser, without a network. Bars: a page has at most 3 MB, one of 1,000 operators or more 15 MB;
it opens within 2 s; the console has no errors. Needs Playwright (`pip install -e '.[browser]'`) and
Chromium.
"""

from __future__ import annotations

import importlib
import shutil
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.report import Row, benchmark_parser, print_report

#: The most bytes of a page, and of one of many operators, and how many these are.
BAR_BYTES, BAR_LARGE_BYTES, LARGE = 3e6, 15e6, 1000
#: The most seconds until a page is open.
BAR_SECONDS = 2.0
DRAWN = """window.Bokeh !== undefined && Bokeh.documents.length > 0
    && Bokeh.documents.every(d => d.is_idle)"""
#: How many operators a page has: those of its graph.
OPERATORS = """(() => {
    for (const d of Bokeh.documents) {
        const nodes = d.get_model_by_name("graph_nodes");
        if (nodes) return nodes.data.x.length;
    }
    return 0;
})()"""


@dataclass(frozen=True, slots=True)
class Opening:
    """One opening of a page.

    Attributes:
        seconds: Until all figures were drawn.
        operators: How many boxes its graph has.
        errors: What the browser said of errors.
    """

    seconds: float
    operators: int
    errors: tuple[str, ...]


def main(arguments: Sequence[str] | None = None) -> int:
    """Opens every page some times; returns 0 if all are within the bars."""
    parser = benchmark_parser(__doc__)
    parser.add_argument("pages", nargs="+", type=Path, metavar="FILE.html")
    parser.add_argument("--openings", type=int, default=5)
    options = parser.parse_args(arguments)
    rows = []
    with opened_browser() as browser:
        for page in options.pages:
            openings = [opened(browser, page) for _ in range(options.openings)]
            rows.append(row_of(page, page.stat().st_size, openings))
    notes = [f"openings of each page: {options.openings}, one after the other"]
    print_report("Pages of aoe report", rows, options.json, notes)
    return int(not all(row["within the bars"] for row in rows))


@contextmanager
def opened_browser() -> Iterator[Any]:
    """Chromium. Raises `SystemExit` if it or Playwright is missing."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    try:
        library = importlib.import_module("playwright.sync_api")
    except ImportError:
        raise SystemExit("Playwright is missing; pip install -e '.[browser]'") from None
    if path is None:
        raise SystemExit("there is no Chromium on PATH")
    with library.sync_playwright() as made:
        browser = made.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


def opened(browser: Any, page: Path) -> Opening:
    """Opens a page once."""
    errors: list[str] = []
    context = browser.new_context(viewport={"width": 1400, "height": 900}, offline=True)
    made = context.new_page()
    made.on("pageerror", lambda error: errors.append(str(error)))
    made.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
    start = time.monotonic()
    made.goto(page.resolve().as_uri())
    made.wait_for_function(DRAWN)
    seconds = time.monotonic() - start
    operators = int(made.evaluate(OPERATORS))
    context.close()
    return Opening(seconds, operators, tuple(errors))


def row_of(page: Path, size: int, openings: Sequence[Opening]) -> Row:
    """The row of a page.

    Args:
        page: The page.
        size: Its bytes.
        openings: All its openings.
    """
    seconds = [item.seconds for item in openings]
    errors = [text for item in openings for text in item.errors]
    operators = max(item.operators for item in openings)
    most = BAR_LARGE_BYTES if operators >= LARGE else BAR_BYTES
    return {
        "page": page.name,
        "operators": operators,
        "MB": round(size / 1e6, 2),
        "median s": round(median(seconds), 3),
        "slowest s": round(max(seconds), 3),
        "errors": "; ".join(dict.fromkeys(errors)) or "none",
        "within the bars": size <= most and median(seconds) <= BAR_SECONDS and not errors,
    }


if __name__ == "__main__":
    sys.exit(main())
