"""`python -m aoe` is the command `aoe`."""

import sys

from aoe.application.command_line import main

if __name__ == "__main__":
    sys.exit(main())
