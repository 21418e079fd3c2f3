"""The package works with NumPy 1.26, which MindSpore needs: it uses nothing that came later."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import aoe

#: Functions and types of the main namespace since NumPy 2.0, and `bool`, which 1.26 does not have.
LATER = frozenset(
    ("acos", "acosh", "asin", "asinh", "astype", "atan", "atan2", "atanh", "bitwise_count",
     "bitwise_invert", "bitwise_left_shift", "bitwise_right_shift", "bool", "concat",
     "cumulative_prod", "cumulative_sum", "isdtype", "long", "matrix_transpose", "matvec",
     "permute_dims", "pow", "strings", "trapezoid", "ulong", "unique_all", "unique_counts",
     "unique_inverse", "unique_values", "unstack", "vecdot", "vecmat")
)  # fmt: skip
#: Text that a module has which uses one of them: most have none and need not be parsed.
POSSIBLY = re.compile(rf"np\.({'|'.join(sorted(LATER))})\b|np\.lib\.array_utils|copy=None")


def later_names(source: str) -> Iterator[str]:
    """What a module uses of `np` that NumPy 1.26 does not have."""
    if not POSSIBLY.search(source):
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and ast.unparse(node) == "np.lib.array_utils":
            yield "np.lib.array_utils"
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id == "np" and node.attr in LATER:
                yield f"np.{node.attr}"
        elif isinstance(node, ast.Call):
            yield from (f"{key.arg}=None" for key in node.keywords if _is_copy_none(key))


def _is_copy_none(key: ast.keyword) -> bool:
    return key.arg == "copy" and isinstance(key.value, ast.Constant) and key.value.value is None


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("np.concat([x])", ["np.concat"]),
        ("np.lib.array_utils.byte_bounds(x)", ["np.lib.array_utils"]),
        ("np.asarray(x, copy=None)", ["copy=None"]),
    ],
)
def test_later_names_are_recognized(source: str, found: list[str]) -> None:
    assert list(later_names(source)) == found


def test_no_module_uses_what_numpy_1_26_does_not_have() -> None:
    package = Path(str(aoe.__file__)).parent
    found = {
        f"{path.relative_to(package)}: {name}"
        for path in package.rglob("*.py")
        for name in later_names(path.read_text("utf-8"))
    }
    assert found == set()
