"""Times what a new user does: install the wheel, tune a model, make its report, open it.

    make wheels
    python -m benchmarks.first_hour squeezenet.onnx --wheel build/dist/*.whl --json

Each command runs in a virtual environment and a home of its own, with empty caches and an empty
repository. pip may have downloaded the packages before. The page is opened in Chromium, if there is
one. The bar is 3 minutes and 4 commands.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.report import Row, benchmark_parser, print_report

#: The most seconds and commands.
BAR_SECONDS, BAR_COMMANDS = 180.0, 4
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
#: Lines of a failed command that are told.
TOLD = 15


@dataclass(frozen=True, slots=True)
class Step:
    """One command of a new user.

    Attributes:
        shown: As it is typed.
        words: As it is run.
    """

    shown: str
    words: tuple[str, ...]


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the commands once; returns 0 if they are within the bar."""
    parser = benchmark_parser(__doc__)
    parser.add_argument("model", type=Path, help="an .onnx file of static shapes")
    parser.add_argument("--wheel", type=Path, required=True, help="the wheel to install")
    parser.add_argument("--scope", default="operators", help="as of aoe tune")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        subprocess.run([sys.executable, "-m", "venv", str(place / "venv")], check=True)
        shutil.copy(options.model, place)
        steps = commands(place, options.model.name, options.wheel.resolve(), options.scope)
        rows = [timed(step, place) for step in steps]
    rows.append(summary(rows))
    notes = [f"bar: {BAR_SECONDS:g} s, {BAR_COMMANDS} commands; one run"]
    print_report("The first hour", rows, options.json, notes)
    return int(not rows[-1]["within the bar"])


def commands(place: Path, model: str, wheel: Path, scope: str) -> list[Step]:
    """The commands, for a folder that has a virtual environment and the model."""
    stem = Path(model).stem
    page = place / f"{stem}.html"
    programs = place / "venv" / "bin"
    tuned = ("tune", model, *(() if scope == "operators" else ("--scope", scope)))
    report = ("report", f"{stem}.om", "-o", page.name)
    found = [
        Step("pip install 'open-aoe[report]'", (str(programs / "pip"), *install(wheel))),
        Step(f"aoe {' '.join(tuned)}", (str(programs / "aoe"), *tuned)),
        Step(f"aoe {' '.join(report)}", (str(programs / "aoe"), *report)),
    ]
    browser = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if browser is not None:
        shown = ("--headless", "--no-sandbox", "--dump-dom", page.as_uri())
        found.append(Step(f"open {page.name}", (browser, *shown)))
    return found


def install(wheel: Path) -> tuple[str, ...]:
    """The arguments of pip."""
    return "install", "--quiet", "--disable-pip-version-check", f"{wheel}[report]"


def timed(step: Step, place: Path) -> Row:
    """Runs a command; returns its row. Raises `SystemExit` if it fails."""
    start = time.monotonic()
    done = subprocess.run(
        step.words, cwd=place, env=surroundings(os.environ, place), capture_output=True, text=True
    )
    seconds = time.monotonic() - start
    if done.returncode:
        told = "\n".join((done.stdout + done.stderr).splitlines()[-TOLD:])
        raise SystemExit(f"{step.shown}: exit status {done.returncode}\n{told}")
    return {"command": step.shown, "seconds": round(seconds, 2), "within the bar": ""}


def surroundings(environment: Mapping[str, str], place: Path) -> dict[str, str]:
    """The environment of a new user, with a home of his own. Settings of pip stay: they say where
    packages come from.
    """
    left_out = ("PYTHON", "AOE_", "ASCEND_", "TUNE_BANK_PATH", "VIRTUAL_ENV", "TE_")
    kept = {name: value for name, value in environment.items() if not name.startswith(left_out)}
    home = place / "home"
    home.mkdir(exist_ok=True)
    configuration = environment.get("XDG_CONFIG_HOME") or f"{environment.get('HOME', '')}/.config"
    return {
        **kept,
        "HOME": str(home),
        "XDG_CACHE_HOME": str(home / ".cache"),
        "PIP_CONFIG_FILE": environment.get("PIP_CONFIG_FILE", f"{configuration}/pip/pip.conf"),
        "PIP_CACHE_DIR": environment.get("PIP_CACHE_DIR", f"{environment.get('HOME')}/.cache/pip"),
    }


def summary(rows: Sequence[Row]) -> Row:
    """The row of all commands."""
    total = sum(float(row["seconds"] or 0.0) for row in rows)
    within = total <= BAR_SECONDS and len(rows) <= BAR_COMMANDS
    return {
        "command": f"{len(rows)} commands",
        "seconds": round(total, 2),
        "within the bar": within,
    }


if __name__ == "__main__":
    sys.exit(main())
