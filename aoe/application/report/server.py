"""Shows a page on this machine, and the latest data of a job while it runs.

The server listens on the loopback address and only answers `GET`. It refuses requests under another
name than that address, so that no page of the web can read it through a name of its own.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from aoe.errors import UsageError

ADDRESS = "127.0.0.1"
LIVE = "/live.json"
#: What the page may do: only what it carries itself.
POLICY = (
    "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; style-src 'unsafe-inline'; "
    "img-src data: blob:; font-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'"
)


@contextmanager
def page_server(
    page: Callable[[], str], live: Callable[[], Any] | None, port: int
) -> Iterator[ThreadingHTTPServer]:
    """Within, a server has the port; `serve_forever` answers until `shutdown` is called.

    Args:
        page: Makes the page, as HTML.
        live: Makes the latest data, plain JSON; `None` if nothing changes.
        port: The port; 0 for a free one.

    Raises:
        UsageError: The port is taken.
    """
    try:
        server = ThreadingHTTPServer((ADDRESS, port), _handler(page, live))
    except OSError as error:
        raise UsageError(
            f"--port={port}: {error.strerror or error}; choose another, or leave --port out"
        ) from error
    server.daemon_threads = True
    with closing(_Closed(server)):
        yield server


class _Closed:
    """Lets `closing` close a server."""

    def __init__(self, server: ThreadingHTTPServer) -> None:
        self._server = server

    def close(self) -> None:
        self._server.server_close()


def _handler(
    page: Callable[[], str], live: Callable[[], Any] | None
) -> type[BaseHTTPRequestHandler]:
    """The class that answers requests."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            host, _, _ = self.headers.get("Host", "").partition(":")
            if host not in (ADDRESS, "localhost"):
                self._answer(403, "text/plain", b"this server answers to 127.0.0.1 only")
            elif self.path == "/":
                content = page().encode(errors="backslashreplace")
                self._answer(200, "text/html; charset=utf-8", content)
            elif self.path == LIVE and live is not None:
                self._answer(200, "application/json", json.dumps(live()).encode())
            else:
                self._answer(404, "text/plain", b"there is no such page")

        def _answer(self, status: int, kind: str, body: bytes) -> None:
            self.send_response(status)
            for name, value in (
                ("Content-Type", kind),
                ("Content-Length", str(len(body))),
                ("Cache-Control", "no-store"),
                ("Content-Security-Policy", POLICY),
                ("X-Content-Type-Options", "nosniff"),
                ("Referrer-Policy", "no-referrer"),
            ):
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            """Says nothing about requests."""

    return Handler
