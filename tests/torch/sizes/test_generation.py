"""Text generation by models of Transformers: `generate` with compiled forward passes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("transformers")

import torch
import transformers
from transformers import CompileConfig, StaticCache

from aoe.torch.compiler import backend
from aoe.torch.report import reports

_ENDS: dict[str, Any] = {"bos_token_id": None, "eos_token_id": None, "pad_token_id": 0}
_SIZES: dict[str, Any] = {
    "hidden_size": 32,
    "intermediate_size": 64,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "vocab_size": 100,
    **_ENDS,
}


def _gpt2() -> Any:
    config = transformers.GPT2Config(n_layer=2, n_embd=32, n_head=4, vocab_size=100, **_ENDS)
    return transformers.GPT2LMHeadModel(config)


def _llama() -> Any:
    return transformers.LlamaForCausalLM(transformers.LlamaConfig(**_SIZES))


def _mistral() -> Any:
    config = transformers.MistralConfig(**_SIZES, sliding_window=8)
    return transformers.MistralForCausalLM(config)


def _t5() -> Any:
    config = transformers.T5Config(
        d_model=32, d_kv=8, d_ff=64, num_layers=2, num_heads=4, vocab_size=100,
        decoder_start_token_id=0, eos_token_id=None, pad_token_id=0,
    )  # fmt: skip
    return transformers.T5ForConditionalGeneration(config)


def _compiled() -> Any:
    found = CompileConfig(backend=backend, mode=None, fullgraph=False)
    found._compile_all_devices = True
    return found


def _both(made: Callable[[], Any], graphs: int, **options: Any) -> None:
    """Tokens are those of eager mode, with so many graphs at most."""
    torch._dynamo.reset()
    torch.manual_seed(0)
    model = made().eval()
    prompt = torch.randint(1, 100, (2, 9))
    options = {"max_new_tokens": 12, "cache_implementation": "static", **options}
    torch.manual_seed(1)
    expected = model.generate(prompt, disable_compile=True, **options)
    before = len(reports())
    torch.manual_seed(1)
    found = model.generate(prompt, compile_config=_compiled(), **options)
    assert found.tolist() == expected.tolist()
    assert 1 <= len(reports()) - before <= graphs


@pytest.mark.parametrize("made", [_gpt2, _llama, _t5])
def test_one_graph_generates_all_tokens(made: Callable[[], Any]) -> None:
    _both(made, 1, do_sample=False)


def test_a_cache_that_slides_has_few_graphs() -> None:
    _both(_mistral, 4, do_sample=False)


def test_sampled_tokens_are_those_of_eager_mode() -> None:
    _both(_llama, 1, do_sample=True, top_k=20)


def test_prompts_may_be_padded() -> None:
    mask = torch.ones(2, 9, dtype=torch.int64)
    mask[0, :3] = 0
    _both(_llama, 1, do_sample=False, attention_mask=mask)


def test_prompts_of_all_lengths_share_a_graph_with_one_cache() -> None:
    torch._dynamo.reset()
    torch.manual_seed(0)
    model = _llama().eval()
    cache = StaticCache(config=model.config, max_cache_len=40)
    before = len(reports())
    for length in (5, 9, 20):
        prompt = torch.randint(1, 100, (1, length))
        options: dict[str, Any] = {"max_new_tokens": 8, "do_sample": False}
        expected = model.generate(prompt, disable_compile=True, **options)
        cache.reset()
        found = model.generate(prompt, cache=cache, compile_config=_compiled(), **options)
        assert found.tolist() == expected.tolist()
    assert len(reports()) - before == 1


def test_a_growing_cache_generates_the_same_tokens() -> None:
    torch._dynamo.reset()
    torch.manual_seed(0)
    model = _gpt2().eval()
    prompt = torch.randint(1, 100, (1, 5))
    expected = model.generate(prompt, max_new_tokens=10, do_sample=False)
    model.forward = torch.compile(model.forward, backend=backend, options={"most_sizes": 4})
    assert model.generate(prompt, max_new_tokens=10, do_sample=False).tolist() == expected.tolist()


def test_a_static_cache_that_is_too_small_is_an_error() -> None:
    torch._dynamo.reset()
    model = _llama().eval()
    cache = StaticCache(config=model.config, max_cache_len=12)
    with pytest.raises(IndexError, match=r"dimension 2 with size 12 .* make the cache larger"):
        model.generate(
            torch.randint(1, 100, (1, 8)),
            max_new_tokens=8,
            cache=cache,
            compile_config=_compiled(),
        )
