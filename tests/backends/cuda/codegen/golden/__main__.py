"""Writes the reference code of every case."""

from __future__ import annotations

from tests.backends.cuda.codegen.golden.cases import CASES, code, golden

for name in CASES:
    golden(name).write_text(code(name))
