"""What attention and its gradients multiply by matrix instructions, by an implementation's name.

Used by `tensor_attention.py` and `tensor_attention_gradient.py`.
"""

from __future__ import annotations

#: Endings of the names of implementations that multiply float32.
SPLIT, ROUNDED = "_tf32x3", "_tf32"
#: The precisions of operators that each of them computes.
_COMPUTED = {SPLIT: ("low", "default", "high"), ROUNDED: ("low",)}


def multiplied(name: str, dtype: str, precision: str) -> str | None:
    """What an implementation multiplies.

    Args:
        name: The implementation's name.
        dtype: The element type of the factors.
        precision: The precision of the operator.

    Returns:
        "float16", "bfloat16", or, of float32, "tf32" or "tf32x3"; None if it does not compute such
        an operator.
    """
    ending = next((item for item in _COMPUTED if name.endswith(item)), None)
    if ending is None:
        return dtype if dtype in ("float16", "bfloat16") else None
    fits = dtype == "float32" and precision in _COMPUTED[ending]
    return ending.removeprefix("_") if fits else None
