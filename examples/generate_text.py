"""Generates tokens with a small Llama of Transformers: `python generate_text.py [--backend aoe]`.

The weights are random with a seed, so the tokens mean nothing. The cache of tokens has a fixed
size, so that one graph is compiled, for one token, whatever the length of a prompt; `--backend
eager` compiles nothing. Needs `pip install "open-aoe[torch]" transformers`.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence

import torch
from transformers import CompileConfig, LlamaConfig, LlamaForCausalLM, StaticCache

WORDS, MOST_TOKENS = 1000, 128


def generate(options: argparse.Namespace) -> None:
    """Generates tokens behind some prompts and prints them, with the tokens of a second."""
    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=WORDS, hidden_size=options.width, intermediate_size=4 * options.width,
        num_hidden_layers=4, num_attention_heads=8, num_key_value_heads=4,
        bos_token_id=None, eos_token_id=None, pad_token_id=0,
    )  # fmt: skip
    model = LlamaForCausalLM(config).eval()
    cache = StaticCache(config=config, max_cache_len=MOST_TOKENS)
    compiled = None
    if options.backend != "eager":
        compiled = CompileConfig(backend=options.backend, mode=None, fullgraph=False)
        compiled._compile_all_devices = True  # else Transformers compiles on GPUs only
    for length in (8, 12, 16):
        prompt = torch.randint(1, WORDS, (1, length))
        cache.reset()
        start = time.perf_counter()
        found = model.generate(
            prompt, max_new_tokens=options.tokens, do_sample=False, cache=cache,
            compile_config=compiled, disable_compile=compiled is None,
        )  # fmt: skip
        seconds = time.perf_counter() - start
        print("tokens " + " ".join(map(str, found[0, length:].tolist())))
        print(f"{options.tokens / seconds:.0f} tokens a second behind {length} tokens")


def main(arguments: Sequence[str] | None = None) -> int:
    """Reads the options and generates."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--backend", default="aoe", help="aoe (default), inductor or eager")
    parser.add_argument("--tokens", type=int, default=32, help="tokens behind each prompt")
    parser.add_argument("--width", type=int, default=256, help="width of the model")
    generate(parser.parse_args(arguments))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
