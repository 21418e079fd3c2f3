"""Times text generation by models of Transformers with open-aoe, eager PyTorch and Inductor, each
in a process of its own, in turns.

    python -m benchmarks.training.generation --models gpt2 llama --threads 2 --rounds 5

The cache of tokens has a fixed size, so that a backend compiles one graph, for one token. Eager
PyTorch computes the prompt in all ways. Weights are random with a seed. In float32 all ways must
choose the same tokens. In bfloat16 two words often have equal scores, so ways differ; the table
says how many tokens come before the first other one.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from itertools import takewhile
from statistics import median
from typing import Any

from benchmarks.report import Row, benchmark_parser, print_report
from benchmarks.training.memory import WAYS
from benchmarks.turn_process import TurnProcess, answer_requests

#: Tokens of the prompt, tokens that are generated, and how many the cache has room for.
_PROMPT, _GENERATED, _CACHE = 16, 64, 128
#: Types of the weights.
_DTYPES = ("float32", "bfloat16")
#: Seconds that a process may take to make its model and to compile, and for a turn.
_START, _TURN = 600.0, 120.0


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures what is asked for and prints a table."""
    parser = benchmark_parser(__doc__)
    parser.add_argument("--models", nargs="+", default=list(_MODELS), choices=_MODELS)
    parser.add_argument("--ways", nargs="+", default=list(WAYS), choices=WAYS)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--dtype", default="float32", choices=_DTYPES)
    parser.add_argument("--one", nargs=2, metavar=("MODEL", "WAY"), help="answer a parent process")
    options = parser.parse_args(arguments)
    if options.one:
        model, way = options.one
        _serve(model, way, options.threads, options.dtype)
        return
    rows = [row for model in options.models for row in _rows(model, options)]
    notes = (
        f"threads: {options.threads}; {options.dtype}; {options.rounds} turns of {_GENERATED} "
        f"tokens each, batch 1, prompt of {_PROMPT} tokens, cache of {_CACHE}",
        "ms: of a token, the prompt among them; first: seconds of the first turn, which compiles",
    )
    print_report("Generated tokens", rows, options.json, notes)


def _rows(model: str, options: Any) -> list[Row]:
    settings = ["--threads", str(options.threads), "--dtype", options.dtype]
    with ExitStack() as stack:
        processes: dict[str, TurnProcess] = {}
        for way in options.ways:
            command = [sys.executable, "-m", __spec__.name, "--one", model, way]
            process = TurnProcess([*command, *settings])
            processes[way] = stack.enter_context(process)
        first = {way: process.ask({}, _START) for way, process in processes.items()}
        seconds: dict[str, list[float]] = {way: [] for way in processes}
        for number in range(options.rounds):
            turns = list(processes.items())
            for way, process in turns if number % 2 else reversed(turns):
                found = process.ask({}, _TURN)
                same = _same(found["tokens"], first[options.ways[0]]["tokens"])
                assert same == _GENERATED or options.dtype != "float32", f"{way}: other tokens"
                seconds[way].append(found["seconds"])
    return [
        {
            "model": model,
            "way": way,
            "min, ms": min(found) / _GENERATED * 1e3,
            "median, ms": median(found) / _GENERATED * 1e3,
            "tokens a second": _GENERATED / median(found),
            "first, s": first[way]["seconds"],
            "same tokens": _same(first[way]["tokens"], first[options.ways[0]]["tokens"]),
        }
        for way, found in seconds.items()
    ]


def _same(tokens: Sequence[Sequence[int]], expected: Sequence[Sequence[int]]) -> int:
    """How many generated tokens of one sequence come before the first that is another one."""
    pairs = zip(tokens[0][_PROMPT:], expected[0][_PROMPT:], strict=True)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _serve(name: str, way: str, threads: int, dtype: str) -> None:
    """Generates tokens as it is asked on standard input."""
    import torch
    from transformers import CompileConfig, StaticCache

    import aoe.torch

    torch.set_num_threads(threads)
    torch.manual_seed(0)
    model = _MODELS[name]().eval().to(getattr(torch, dtype))
    cache = StaticCache(config=model.config, max_cache_len=_CACHE)
    prompt = torch.randint(1, model.config.vocab_size, (1, _PROMPT))
    lengths = {"max_new_tokens": _GENERATED, "min_new_tokens": _GENERATED, "do_sample": False}
    options: dict[str, Any] = {**lengths, "cache": cache, "disable_compile": True}
    if way != "eager":
        backend = aoe.torch.backend if way == "aoe" else way
        config = CompileConfig(backend=backend, mode=None, fullgraph=False)
        config._compile_all_devices = True  # Transformers compiles on a CPU only if it is told so
        options |= {"disable_compile": False, "compile_config": config}

    def answer(request: Mapping[str, Any]) -> Mapping[str, Any]:
        cache.reset()
        start = time.perf_counter()
        tokens = model.generate(prompt, **options)
        return {"seconds": time.perf_counter() - start, "tokens": tokens.tolist()}

    answer_requests(answer)


def _gpt2() -> Any:
    """GPT-2 of 124 million weights."""
    from transformers import GPT2Config, GPT2LMHeadModel

    return GPT2LMHeadModel(GPT2Config(bos_token_id=None, eos_token_id=None, pad_token_id=0))


def _llama() -> Any:
    """A Llama of 134 million weights: 12 layers of 768, 4 heads of keys, 32,000 words."""
    from transformers import LlamaConfig, LlamaForCausalLM

    return LlamaForCausalLM(LlamaConfig(**_SIZES, num_key_value_heads=4))


def _gemma() -> Any:
    """A Gemma 3 of 130 million weights, most of whose layers see 64 tokens."""
    from transformers import Gemma3ForCausalLM, Gemma3TextConfig

    config = Gemma3TextConfig(**_SIZES, num_key_value_heads=4, head_dim=64, sliding_window=64)
    return Gemma3ForCausalLM(config)


_SIZES: Mapping[str, Any] = {
    "hidden_size": 768,
    "intermediate_size": 2048,
    "num_hidden_layers": 12,
    "num_attention_heads": 12,
    "vocab_size": 32_000,
    "bos_token_id": None,
    "eos_token_id": None,
    "pad_token_id": 0,
}
_MODELS: Mapping[str, Callable[[], Any]] = {"gpt2": _gpt2, "llama": _llama, "gemma3": _gemma}


if __name__ == "__main__":
    main()
