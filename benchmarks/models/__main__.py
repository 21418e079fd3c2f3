"""Builds the models that benchmarks measure.

    python -m benchmarks.models suite OUT_DIR [NAME ...]
    python -m benchmarks.models blocks OUT_DIR [NAME ...] [--kinds recurrences ...]
    python -m benchmarks.models list

Every file is checked: it is valid, its outputs are finite, of order one and depend on its inputs,
and OpenVINO, where it is installed, agrees with ONNX Runtime. `OUT_DIR/models.json` says what the
checks found. A file that exists is built again. The same command gives the same files.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

import onnx

from benchmarks.models.checks import BadModelError, check_file
from benchmarks.models.registry import BLOCKS, SUITE, Builder


def main(arguments: Sequence[str] | None = None) -> int:
    """Builds what is asked for.

    Returns:
        The exit status: 1 if a model failed its checks.
    """
    options = _parser().parse_args(arguments)
    if options.what == "list":
        _print_list()
        return 0
    if options.what == "suite":
        chosen = _chosen(SUITE, options.names)
    else:
        kinds = options.kinds or list(BLOCKS)
        merged = {name: item for kind in kinds for name, item in BLOCKS[kind].items()}
        chosen = _chosen(merged, options.names)
    options.folder.mkdir(parents=True, exist_ok=True)
    good = [_build(options.folder, name, build) for name, build in chosen.items()]
    return int(not all(good))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.models", description="Builds the models of the benchmarks."
    )
    commands = parser.add_subparsers(dest="what", required=True)
    for what, text in (("suite", "the 14 networks"), ("blocks", "the 94 block models")):
        command = commands.add_parser(what, help=text)
        command.add_argument("folder", type=Path, metavar="OUT_DIR")
        command.add_argument("names", nargs="*", metavar="NAME", help="default: all of them")
        if what == "blocks":
            command.add_argument("--kinds", nargs="+", choices=list(BLOCKS))
    commands.add_parser("list", help="print the names of all models, by kind")
    return parser


def _chosen(builders: Mapping[str, Builder], names: Sequence[str]) -> Mapping[str, Builder]:
    unknown = [name for name in names if name not in builders]
    if unknown:
        raise SystemExit(f"no model {', '.join(unknown)}; `list` names all of them")
    return {name: builders[name] for name in names} if names else builders


def _build(folder: Path, name: str, build: Builder) -> bool:
    """Builds and checks one model; prints a line; returns whether it is good."""
    begin = time.perf_counter()
    path = folder / f"{name}.onnx"
    onnx.save(build(), path)
    try:
        facts = check_file(path)
    except (BadModelError, onnx.checker.ValidationError) as error:
        path.unlink()
        print(f"{name}: {error}", file=sys.stderr)
        return False
    index = folder / "models.json"
    known = json.loads(index.read_text()) if index.exists() else {}
    known[name] = asdict(facts)
    index.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n")
    peer = "" if facts.openvino is None else f", OpenVINO differs by {facts.openvino:.1e}"
    print(
        f"{name}: {facts.nodes} nodes, {facts.megabytes:.1f} MB, largest output "
        f"{facts.largest:.2g}, sensitivity {facts.sensitivity:.2g}{peer}, "
        f"{time.perf_counter() - begin:.1f} s",
        flush=True,
    )
    return True


def _print_list() -> None:
    for kind, builders in {"suite": SUITE, **BLOCKS}.items():
        print(f"{kind} ({len(builders)}): {', '.join(builders)}")


if __name__ == "__main__":
    sys.exit(main())
