"""Compiles a model, signs it, and opens it only because the signature is right.

    python examples/sign_model.py MODEL.onnx FOLDER

Needs `pip install 'open-aoe[signing]'`. FOLDER gets the offline model, its signature and the keys.
Keys that are there from an earlier run sign again.
"""

from __future__ import annotations

import sys
from pathlib import Path

import aoe


def main(source: str, folder: str) -> None:
    """Signs a model, opens it, changes it and is refused."""
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    model, private_key, public_key = (
        place / name for name in ("signed.om", "team.pem", "team.pub")
    )
    if not private_key.exists():
        aoe.make_key(private_key)
    aoe.compile(source).save(model)
    print(f"{aoe.sign(model, private_key)} is the signature")
    with aoe.InferenceSession(model, public_key=public_key) as session:
        print(f"opened with the inputs {', '.join(item.name for item in session.get_inputs())}")
    content = model.read_bytes()
    model.write_bytes(content[:-1] + (b"1" if content.endswith(b"0") else b"0"))
    try:
        aoe.verify(model, public_key)
    except aoe.OfflineModelError as error:
        print(f"refused after a change: {error}")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
