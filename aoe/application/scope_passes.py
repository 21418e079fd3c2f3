"""The option `--enable_scope_fusion_passes`: names of scope fusions of Ascend's TensorFlow parser.

A scope fusion replaces the nodes below one name of a TensorFlow graph by one operator of Ascend.
Its result is the same. Here no such switch is needed. What the reader of TensorFlow models
(`aoe.frontends.tensorflow`) and the rules of graphs recognise as one operator, they always do. All
else is computed as the model has it, and the fusions of `aoe.graph.fusion` apply. So known names
are accepted with a sentence, and other ones are refused.

The names are those that the parser's public source registers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from aoe.errors import UsageError
from aoe.near_names import hint

#: Fusions whose pattern becomes one operator here, always.
RECOGNISED = (
    "ScopeDynamicGRUPass",
    "ScopeDynamicLSTMPass",
    "ScopeDynamicRNNPass",
    "ScopeLayerNormPass",
)
#: Fusions whose nodes are compiled as the model has them.
COMPILED = (
    "ScopeBasicLSTMCellPass",
    "ScopeBatchMultiClassNMSPass",
    "ScopeBatchMultiClassNonMaxSuppressionPass",
    "ScopeClipBoxesPass",
    "ScopeDecodeBboxPass",
    "ScopeDecodeBboxV2Pass",
    "ScopeFastrcnnPredictionsPass",
    "ScopeInstanceNormPass",
    "ScopeKeepRatioResizeBilinearPass",
    "ScopeNormalizeBBoxPass",
    "ScopeROIAlignPass",
    "ScopeRpnProposalsPass",
    "ScopeToAbsoluteBBoxPass",
)
#: Fusions of gradients, which no model for inference has.
TRAINING = ("ScopeInstanceNormGradPass", "ScopeLayerNormGradPass")
KNOWN = (*RECOGNISED, *COMPILED, *TRAINING)


def scope_pass_notices(text: str | None) -> Iterator[str]:
    """Checks the value of `--enable_scope_fusion_passes`.

    Args:
        text: Names with commas between; `None` if the option is not given.

    Yields:
        A sentence about each kind of fusions that are named.

    Raises:
        UsageError: For a name that is not known.
    """
    if text is None:
        return
    names = [name.strip() for name in text.split(",") if name.strip()]
    for name in names:
        if name not in KNOWN:
            raise UsageError(_unknown(text, name))
    for kind, sentence in (
        (RECOGNISED, "always recognised, with or without the option"),
        (COMPILED, "not needed: these nodes are compiled as the model has them, and fused"),
        (TRAINING, "without effect: a model for inference has no gradients"),
    ):
        found = [name for name in names if name in kind]
        if found:
            yield f"--enable_scope_fusion_passes: {_listed(found)} {sentence}"


def _listed(names: Sequence[str]) -> str:
    return f"{', '.join(names)} {'is' if len(names) == 1 else 'are'}"


def _unknown(text: str, name: str) -> str:
    meant = hint(name, KNOWN, f"the known ones are {', '.join(KNOWN)}")
    return (
        f"--enable_scope_fusion_passes={text}: there is no scope fusion {name!r}, and passes of "
        f"Ascend's plugins cannot be loaded; {meant}"
    )
