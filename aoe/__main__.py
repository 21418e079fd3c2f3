"""The command `aoe`, also as `python -m aoe`. It is in `aoe.application.command_line`."""

from __future__ import annotations

import sys


def main() -> int:
    """Runs the command; returns the exit status. Ctrl-C ends it without a traceback from the first
    moment on, also while the command is loaded.
    """
    try:
        from aoe.application.command_line import main as run

        return run()
    except KeyboardInterrupt:
        print("\nerror: interrupted", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
