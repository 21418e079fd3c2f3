"""Rewrites all golden files: `python -m tests.backends.cpu.codegen.golden`."""

from __future__ import annotations

from tests.backends.cpu.codegen.golden.cases import CASES, code, golden


def main() -> None:
    for name in CASES:
        golden(name).write_text(code(name))
        print(f"wrote {golden(name)}")


if __name__ == "__main__":
    main()
