"""All models by name: the suite, and the block models by kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeAlias

import onnx

from benchmarks.models.blocks import attention, convolutions, ends, recurrences, small_images
from benchmarks.models.finishing import finished
from benchmarks.models.graph import Graph
from benchmarks.models.suite.image_networks import edsr128, efficientnet_b0, mobilenet_v2, unet256
from benchmarks.models.suite.recurrent_and_tabular import bilstm2, dlrm_b128
from benchmarks.models.suite.stored import stored
from benchmarks.models.suite.transformers import bert_base, gpt2, vit_b16

Builder: TypeAlias = Callable[[], onnx.ModelProto]

SUITE: Mapping[str, Builder] = {
    **{
        name: partial(stored, name)
        for name in ("resnet50", "squeezenet", "vgg19", "inception_v1", "shufflenet")
    },
    "mobilenet_v2": mobilenet_v2,
    "efficientnet_b0": efficientnet_b0,
    "unet256": unet256,
    "bilstm2": bilstm2,
    "dlrm_b128": dlrm_b128,
    "edsr128": edsr128,
    "bert_base": bert_base,
    "gpt2": gpt2,
    "vit_b16": vit_b16,
}

_KINDS = {
    "recurrences": recurrences.MODELS,
    "small_images": small_images.MODELS,
    "ends": ends.MODELS,
    "convolutions": convolutions.MODELS,
    "attention": attention.MODELS,
}


def _block(name: str, build: Callable[[Graph], str]) -> onnx.ModelProto:
    g = Graph(name)
    return finished(g, build(g))


#: The block models by kind, in the order of the tables.
BLOCKS: Mapping[str, Mapping[str, Builder]] = {
    kind: {name: partial(_block, name, build) for name, build in models.items()}
    for kind, models in _KINDS.items()
}


def kind_of(name: str) -> str | None:
    """Returns the kind of a model: that of a block model, "suite", or None for another name."""
    if name in SUITE:
        return "suite"
    return next((kind for kind, models in BLOCKS.items() if name in models), None)
