"""Makes Accelerate know the backend "aoe": import this, and the Trainer of Transformers takes
`torch_compile_backend="aoe"`, and `Accelerator` takes `dynamo_backend="aoe"`.

Accelerate lists the backends of `torch.compile` in an enumeration and refuses all others, though
it only hands the name on. There is no way to add one but to the enumeration itself. What
`torch.compile` does with the name is `aoe.torch.compiler`'s matter.
"""

from __future__ import annotations

from aoe.errors import UsageError

try:
    from accelerate.utils import DynamoBackend
except ImportError as error:
    raise UsageError(
        "aoe.torch.trainer is for scripts with Accelerate, which is not installed; "
        "run `pip install accelerate`"
    ) from error

_NAME = "AOE"


def _add_backend() -> None:
    """Adds a member to the enumeration, if there is none yet."""
    if _NAME in DynamoBackend.__members__:
        return
    member = str.__new__(DynamoBackend, _NAME)
    member._name_ = member._value_ = _NAME
    DynamoBackend._member_names_.append(_NAME)
    DynamoBackend._member_map_[_NAME] = member
    DynamoBackend._value2member_map_[_NAME] = member


_add_backend()
