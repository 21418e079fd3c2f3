"""The server of a page answers on this machine only, and only what it is for."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Iterator

import pytest

from aoe.application.report.server import ADDRESS, LIVE, page_server
from aoe.errors import UsageError


@pytest.fixture
def port() -> Iterator[int]:
    """The port of a server of a page that changes."""
    count = iter(range(9))
    with page_server(lambda: "<p>é</p>", lambda: {"count": next(count)}, 0) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


def answer(
    port: int, path: str, host: str = ADDRESS, method: str = "GET"
) -> tuple[int, str, http.client.HTTPMessage]:
    connection = http.client.HTTPConnection(ADDRESS, port, timeout=10)
    connection.request(method, path, headers={"Host": f"{host}:{port}"})
    found = connection.getresponse()
    return found.status, found.read().decode(), found.headers


def test_the_page_and_its_latest_data_are_given(port: int) -> None:
    status, text, headers = answer(port, "/")
    assert (status, text) == (200, "<p>é</p>")
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert [json.loads(answer(port, LIVE)[1])["count"] for _ in range(2)] == [0, 1]


def test_other_paths_are_not_there(port: int) -> None:
    assert answer(port, "/etc/passwd")[0] == 404


def test_nothing_can_be_changed(port: int) -> None:
    assert answer(port, "/", method="POST")[0] == 501


def test_a_page_of_another_name_reads_nothing(port: int) -> None:
    assert answer(port, "/", host="evil.example")[0] == 403
    assert answer(port, "/", host="localhost")[0] == 200


def test_a_page_that_does_not_change_has_no_data() -> None:
    with page_server(lambda: "page", None, 0) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        assert answer(server.server_port, LIVE)[0] == 404
        server.shutdown()
        thread.join()


def test_a_port_that_is_taken_is_refused(port: int) -> None:
    with (
        pytest.raises(UsageError, match=f"--port={port}: .* choose another"),
        page_server(lambda: "", None, port),
    ):
        pass
