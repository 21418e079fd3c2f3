"""Training tasks with models of torchvision, timm and Transformers, whose weights are random.

The libraries are imported when a task is made: `pip install torchvision timm transformers`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import torch
from torch import nn

from benchmarks.training.task import Task

#: Classes of images, words of texts, places of a text.
_CLASSES, _WORDS, _PLACES = 10, 2000, 64


class _Scores(nn.Module):  # type: ignore[misc]
    """A model of Transformers that returns its scores alone, a row for each label."""

    def __init__(self, model: nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(self, *inputs: Any) -> Any:
        scores = self.model(*inputs).logits
        return scores.flatten(0, -2)


class _Translator(nn.Module):  # type: ignore[misc]
    """An encoder and decoder of Transformers that reads both texts."""

    def __init__(self, model: nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(self, words: Any, written: Any) -> Any:
        scores = self.model(input_ids=words, decoder_input_ids=written, use_cache=False).logits
        return scores.flatten(0, -2)


def _images(model: nn.Module, batch: int, size: int) -> Task:
    labels = torch.randint(0, _CLASSES, (batch,))
    return Task(model, (torch.randn(batch, 3, size, size),), labels)


def _torchvision(name: str, batch: int, size: int, **options: Any) -> Task:
    import torchvision

    model = torchvision.models.get_model(name, num_classes=_CLASSES, **options)
    return _images(model, batch, size)


def _timm(name: str, batch: int, size: int, **options: Any) -> Task:
    import timm

    return _images(timm.create_model(name, num_classes=_CLASSES, **options), batch, size)


def _video(name: str, batch: int, frames: int, size: int) -> Task:
    import torchvision

    model = torchvision.models.get_model(name, num_classes=_CLASSES)
    labels = torch.randint(0, _CLASSES, (batch,))
    return Task(model, (torch.randn(batch, 3, frames, size, size),), labels)


def _texts(model: nn.Module, batch: int) -> Task:
    words = torch.randint(0, _WORDS, (batch, _PLACES))
    return Task(_Scores(model), (words,), words.roll(-1, 1).flatten())


def _bert() -> Task:
    from transformers import BertConfig, BertForSequenceClassification

    config = BertConfig(
        vocab_size=_WORDS, hidden_size=256, num_hidden_layers=4, num_attention_heads=4,
        intermediate_size=1024, num_labels=_CLASSES, hidden_dropout_prob=0.1,
        attention_probs_dropout_prob=0.0,
    )  # fmt: skip
    model = _Scores(BertForSequenceClassification(config))
    return Task(model, (torch.randint(0, _WORDS, (8, _PLACES)),), torch.randint(0, 10, (8,)))


def _gpt2() -> Task:
    from transformers import GPT2Config, GPT2LMHeadModel

    config = GPT2Config(
        vocab_size=_WORDS, n_embd=256, n_layer=4, n_head=4, use_cache=False,
        embd_pdrop=0.0, resid_pdrop=0.0, attn_pdrop=0.0,
    )  # fmt: skip
    return _texts(GPT2LMHeadModel(config), 8)


def _llama() -> Task:
    from transformers import LlamaConfig, LlamaForCausalLM

    config = LlamaConfig(
        vocab_size=_WORDS, hidden_size=256, intermediate_size=688, num_hidden_layers=4,
        num_attention_heads=8, num_key_value_heads=4, use_cache=False,
    )  # fmt: skip
    return _texts(LlamaForCausalLM(config), 8)


def _t5() -> Task:
    from transformers import T5Config, T5ForConditionalGeneration

    config = T5Config(
        vocab_size=_WORDS, d_model=256, d_kv=64, d_ff=1024, num_layers=2, num_heads=4,
        dropout_rate=0.0, use_cache=False,
    )  # fmt: skip
    words, written = torch.randint(1, _WORDS, (2, 8, _PLACES)).unbind(0)
    model = _Translator(T5ForConditionalGeneration(config))
    return Task(model, (words, written), written.roll(-1, 1).flatten())


#: The tasks by name.
LIBRARY_TASKS: Mapping[str, Callable[[], Task]] = {
    "resnet50": partial(_torchvision, "resnet50", 8, 224),
    "vit-tiny": partial(_timm, "vit_tiny_patch16_224", 8, 224),
    "mobilenet-v3": partial(_torchvision, "mobilenet_v3_small", 8, 128),
    "efficientnet-b0": partial(_torchvision, "efficientnet_b0", 4, 128),
    "shufflenet-v2": partial(_torchvision, "shufflenet_v2_x1_0", 8, 128),
    "densenet121": partial(_torchvision, "densenet121", 4, 64),
    "regnet-y": partial(_torchvision, "regnet_y_400mf", 8, 128),
    "googlenet": partial(
        _torchvision,
        "googlenet",
        8,
        96,
        aux_logits=False,
        init_weights=False,
        transform_input=False,
    ),
    "convnext": partial(_timm, "convnext_atto", 4, 128),
    "mixer": partial(_timm, "mixer_s32_224", 8, 224),
    "bert": _bert,
    "gpt2-transformers": _gpt2,
    "llama": _llama,
    "t5": _t5,
    "r3d18": partial(_video, "r3d_18", 2, 8, 112),
    "mc3-18": partial(_video, "mc3_18", 2, 8, 112),
    "r2plus1d-18": partial(_video, "r2plus1d_18", 2, 8, 112),
}
#: Those of three-dimensional convolutions.
VIDEO_TASKS = ("r3d18", "mc3-18", "r2plus1d-18")
