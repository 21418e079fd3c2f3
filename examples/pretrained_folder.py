"""Classifies token ids with a folder that Hugging Face's tools have exported.

    optimum-cli export onnx --model distilbert-base-uncased-finetuned-sst-2-english folder
    python examples/pretrained_folder.py FOLDER 101 2023 2003 2307 102

With `transformers` installed, its tokenizer makes the ids of a text:
`AutoTokenizer.from_pretrained(folder)(text, return_tensors="np")`.
"""

from __future__ import annotations

import sys

import numpy as np

import aoe


def main(folder: str, *ids: str) -> None:
    """Classifies token ids."""
    with aoe.from_pretrained_folder(folder) as model:
        tokens = np.array([[int(item) for item in ids]])
        outputs = model(input_ids=tokens, attention_mask=np.ones_like(tokens))
        best = int(outputs.logits[0].argmax())
        print(f"class {best}: {model.config.get('id2label', {}).get(str(best), 'without a name')}")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
