#!/usr/bin/env python3
"""Checks that `constraints.txt` lets every extra be installed, and names all that this installs.

    python .ci/constraints.py [EXTRA …] [--python PYTHON]

It resolves each extra with pip, for the Python that runs it or another one, and installs nothing.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]


def main(arguments: Sequence[str] | None = None) -> int:
    """Checks the extras; returns the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("extras", nargs="*", metavar="EXTRA", help="default: all extras")
    parser.add_argument("--python", default=sys.executable, help="default: this one")
    options = parser.parse_args(arguments)
    known = constrained((ROOT / "constraints.txt").read_text())
    wrong = 0
    for extra in options.extras or declared(options.python):
        resolved = resolve(options.python, extra)
        if isinstance(resolved, str):
            print(f"{extra}: cannot be installed: {resolved}")
            wrong += 1
            continue
        missing = {name: version for name, version in resolved.items() if name not in known}
        print(f"{extra}: {len(resolved)} packages, {len(missing)} of them not constrained")
        for name, version in sorted(missing.items()):
            print(f"    {name}=={version}")
        wrong += bool(missing)
    return int(wrong > 0)


def constrained(text: str) -> frozenset[str]:
    """The names of the packages in a file of constraints."""
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    return frozenset(normal(re.split(r"[=<>!~ ;\[]", line)[0]) for line in lines if line)


def normal(name: str) -> str:
    """The name of a package in the form in which names are compared."""
    return re.sub(r"[-_.]+", "-", name).lower()


def declared(python: str) -> list[str]:
    """The extras of the package."""
    with tempfile.TemporaryDirectory() as folder:
        command = [python, "-m", "pip", "install", "--dry-run", "--quiet", "--no-deps"]
        report = Path(folder) / "report.json"
        command += ["--ignore-installed", "--report", str(report), str(ROOT)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        (found,) = json.loads(report.read_text())["install"]
    return list(found["metadata"]["provides_extra"])


def resolve(python: str, extra: str) -> Mapping[str, str] | str:
    """The versions of the packages that an extra installs, by name, or why it cannot be."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [python, "-m", "pip", "install", "--dry-run", "--quiet", "--ignore-installed"]
        command += ["--report", str(report), "--constraint", str(ROOT / "constraints.txt")]
        done = subprocess.run([*command, f"{ROOT}[{extra}]"], capture_output=True, text=True)
        if done.returncode:
            lines = done.stderr.splitlines()
            return " ".join(line for line in lines if line.startswith("ERROR:"))
        items = [item["metadata"] for item in json.loads(report.read_text())["install"]]
    found = {normal(item["name"]): str(item["version"]) for item in items}
    found.pop("open-aoe")
    return found


if __name__ == "__main__":
    sys.exit(main())
