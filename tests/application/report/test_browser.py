"""Pages in a real browser: they open without errors, and a click on an operator shows its policy.

`make test-browser` installs Playwright; Chromium is the system's. Without one of them the tests are
skipped. With `AOE_SCREENSHOTS=FOLDER` the pages are kept as pictures, at two widths.
"""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from aoe.application.report.server import page_server
from tests.application.report.reports import gradients, model, report, tuning

page_module = pytest.importorskip("aoe.application.report.page.page")
playwright = pytest.importorskip("playwright.sync_api")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium")
WIDE, NARROW = (1400, 900), (480, 900)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as library:
        made = library.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield made
        made.close()


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Iterator[Any]:
    """Opens a page as a file at a width; what the browser says of errors fails the test."""
    errors: list[str] = []
    contexts = []

    def open_page(text: str, size: tuple[int, int] = WIDE) -> Any:
        path = tmp_path / "page.html"
        path.write_text(text, "utf-8")
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, offline=True)
        contexts.append(context)
        made = context.new_page()
        made.on("pageerror", lambda error: errors.append(str(error)))
        made.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
        made.goto(path.as_uri())
        made.wait_for_function(
            "Bokeh.documents.length > 0 && Bokeh.documents.every(d => d.is_idle)"
        )
        return made

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []


def kept(made: Any, name: str) -> None:
    """Keeps a picture of a page, if someone wants to look at it."""
    folder = os.environ.get("AOE_SCREENSHOTS")
    if folder:
        made.screenshot(path=f"{folder}/{name}.png", full_page=True)


@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_a_page_opens_and_fits_its_window(opened: Any, size: tuple[int, int]) -> None:
    made = opened(page_module.page_of(report(model=model(8), gradients=gradients())), size)
    assert made.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert made.locator("#operator-rows tr").count() == 8
    kept(made, f"page_{size[0]}")


def test_a_click_on_an_operator_in_the_graph_shows_its_policy(opened: Any) -> None:
    made = opened(page_module.page_of(report(model=model(3))))
    place = made.evaluate(
        """() => {
            const view = Bokeh.index.find_one_by_id(
                Bokeh.documents[0].get_model_by_name("graph").id);
            const nodes = Bokeh.documents[0].get_model_by_name("graph_nodes").data;
            const frame = view.canvas_view.el.getBoundingClientRect();
            const scale = view.frame;
            return [frame.x + scale.x_scale.compute(nodes.x[1]),
                    frame.y + scale.y_scale.compute(nodes.y[1])];
        }"""
    )
    made.mouse.click(*place)
    made.wait_for_function("document.querySelector('#detail h3').textContent === 'Conv0'")
    text = made.locator("#detail").inner_text()
    for part in ("custom repository", "conv_direct", "50 % of its roofline", "tile 2x8", "conv0"):
        assert part in text


def test_a_click_in_the_list_selects_the_operator_everywhere(opened: Any) -> None:
    made = opened(page_module.page_of(report(model=model(3))))
    made.locator("#operator-rows tr").nth(1).click()
    assert made.locator("#detail h3").first.inner_text() == "Conv1"
    name = "Bokeh.documents[0].get_model_by_name"
    assert made.evaluate(f"[...{name}('graph_nodes').selected.indices]") == [2]
    assert made.evaluate(f"[...{name}('timeline_calls').selected.indices]") == [1]


def test_the_list_shows_the_operators_that_are_looked_for(opened: Any) -> None:
    made = opened(page_module.page_of(report(model=model(60))))
    assert made.locator("#operator-rows tr").count() == 40
    made.fill("#operator-search", "CONV1")
    names = made.locator("#operator-rows .wide .small").all_inner_texts()
    assert {*names} == {"conv1", *(f"conv{number}" for number in range(10, 20))}
    made.fill("#operator-search", "")
    made.click("#operator-more")
    assert made.locator("#operator-rows tr").count() == 60


def test_a_page_follows_a_running_job_and_becomes_the_report_of_the_ended_one(browser: Any) -> None:
    running = report(model=None, tuning=tuning("running"))
    pages = [page_module.page_of(running, follow=0.2), page_module.page_of(report(model=None))]
    live = [page_module.live_data(tuning(state)) for state in ("running", "finished")]
    live[0]["rows"] = [["fresh", *[""] * 8]]
    asked = iter([live[0]] * 8)
    served: list[str] = []

    def page() -> str:
        served.append(pages[min(len(served), 1)])
        return served[-1]

    with page_server(page, lambda: next(asked, live[1]), 0) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        context = browser.new_context()
        made = context.new_page()
        errors: list[str] = []
        made.on("pageerror", lambda error: errors.append(str(error)))
        made.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
        made.goto(f"http://127.0.0.1:{server.server_port}/")
        made.wait_for_function("document.querySelector('#tuned-rows').textContent === 'fresh'")
        made.wait_for_function("!('follow' in document.body.dataset)")
        context.close()
        server.shutdown()
        thread.join()
    assert len(served) == 2
    assert errors == []


def test_a_large_graph_opens(opened: Any) -> None:
    made = opened(page_module.page_of(report(model=model(4000))))
    assert made.locator("#operator-rows tr").count() == 40
    kept(made, "large")
