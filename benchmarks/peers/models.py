"""Builds models to compare engines on: public architectures with seeded random weights.

    python -m benchmarks.peers.models build/models resnet50 vit_b_16 bert_base

exports `.onnx` files and needs torch, onnxscript, and torchvision or transformers for those of
theirs. `build` gives the torch modules, with the same weights, to `engines/torch_inductor.py`; a
file of one's own with `NAMES` and `build` can take its place (`--builders`).
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

#: Image networks of torchvision, and transformers by the class of their configuration and module.
IMAGES = ("resnet50", "mobilenet_v2", "efficientnet_b0", "squeezenet1_1", "vgg19", "vit_b_16")
TEXTS = {"bert_base": ("BertConfig", "BertModel"), "gpt2": ("GPT2Config", "GPT2LMHeadModel")}
NAMES = (*IMAGES, *TEXTS)
TOKENS = 128


def build(name: str) -> tuple[Any, tuple[Any, ...], list[str]]:
    """A torch module in evaluation mode, example inputs, and the names of the inputs."""
    import torch

    torch.manual_seed(0)
    if name in IMAGES:
        import torchvision

        module = torchvision.models.get_model(name, weights=None)
        return module.eval(), (torch.randn(1, 3, 224, 224),), ["image"]
    import transformers

    configuration, kind = (getattr(transformers, part) for part in TEXTS[name])
    module = kind(configuration(attn_implementation="eager")).eval()
    return _first_output(module), (torch.zeros(1, TOKENS, dtype=torch.int64),), ["tokens"]


def main(arguments: Sequence[str] | None = None) -> None:
    """Exports the models that are named."""
    parser = argparse.ArgumentParser(description="Builds models to compare engines on.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", choices=NAMES, default=list(NAMES), metavar="NAME")
    options = parser.parse_args(arguments)
    import torch

    options.folder.mkdir(parents=True, exist_ok=True)
    for name in options.names:
        module, examples, inputs = build(name)
        path = options.folder / f"{name}.onnx"
        torch.onnx.export(
            module, examples, path, input_names=inputs, dynamo=True, external_data=False
        )
        print(path)


def _first_output(module: Any) -> Any:
    """A language model of transformers as a module with one input and one output."""
    import torch

    class FirstOutput(torch.nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.module = module

        def forward(self, tokens: Any) -> Any:
            return self.module(input_ids=tokens, use_cache=False, return_dict=False)[0]

    return FirstOutput().eval()


if __name__ == "__main__":
    main()
