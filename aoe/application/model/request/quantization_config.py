"""Reads the file of `--compression_optimize_conf`, and the file of quantisation that it may name.

Both have protobuf's text form:

    calibration: {
        input_data_dir: ./images.bin
        input_shape: x:32,3,224,224
        config_file: simple_config.cfg
        accuracy_limit: 0.04
    }

Fields are those of ATC; `accuracy_limit` is open-aoe's own. Fields that name Ascend devices have no
effect. What would change the result and is not computed is refused.

Source: the documentation of ATC, `--compression_optimize_conf` and "simple quantisation
configuration".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from aoe.application.model.request.compression_files import positive_number
from aoe.application.model.request.operator_types import known_types
from aoe.application.model.request.precision_lists import common_type
from aoe.application.model.request.text_message import Message, parse_message
from aoe.errors import UsageError, counted, quoted
from aoe.graph.compression.layers import Layer
from aoe.option_file import option_text

OPTION = "compression_optimize_conf"
FIRST, CALIBRATION = "enable_first_layer_quantization", "calibration"
#: Fields of the calibration that concern Ascend devices.
_HARDWARE = ("infer_soc", "infer_aicore_num", "infer_device_id", "infer_ip", "infer_port")
_LOGS = ("debug", "info", "warning", "error")
_KNOWN = {"input_data_dir", "input_shape", "config_file", "log", "accuracy_limit", *_HARDWARE}
#: Bits of weights.
_BITS = (6, 7, 8)
#: The steps of a search for the range of a value.
_MOST_STEPS = 1000


@dataclass(frozen=True, slots=True)
class LayerConfig:
    """How a layer is quantised.

    Attributes:
        asymmetric: Whether its inputs have a zero point; by default `activation_offset` says so.
        by_channel: Whether the weights of each output have a scale of their own.
        bits: Bits of weights.
        start: Least part of the range of its inputs to try.
        end: Largest part.
        step: Step between parts.
        max_percentile: Part of the inputs that is not above the range.
        min_percentile: Part of the inputs that is not below it.
    """

    asymmetric: bool = True
    by_channel: bool = True
    bits: int = 8
    start: float = 0.7
    end: float = 1.3
    step: float = 0.01
    max_percentile: float = 0.999999
    min_percentile: float = 0.999999


@dataclass(frozen=True, slots=True)
class Calibration:
    """How to quantise a model with data of the user.

    Attributes:
        data: Files or folders of raw data, one for each input.
        shapes: Shapes of the data by input name, in the order of `data`.
        common: How layers are quantised.
        by_type: How those of an ONNX type are.
        by_name: How those of a name are.
        skipped_names: Names of layers that stay in floating point.
        skipped_types: ONNX types of such layers.
        unknown_types: Types that the file names and that there are not.
        limit: Limit of the root mean square error of an output; None for the usual one.
        detailed: Whether each layer is reported.
    """

    data: tuple[Path, ...]
    shapes: Mapping[str, tuple[int, ...]]
    common: LayerConfig = field(default_factory=LayerConfig)
    by_type: Mapping[str, LayerConfig] = field(default_factory=dict)
    by_name: Mapping[str, LayerConfig] = field(default_factory=dict)
    skipped_names: frozenset[str] = frozenset()
    skipped_types: frozenset[str] = frozenset()
    unknown_types: tuple[str, ...] = ()
    limit: float | None = None
    detailed: bool = True

    def config(self, layer: Layer) -> LayerConfig | None:
        """How a layer is quantised; None if it stays in floating point."""
        names = {layer.name, layer.origin.name}
        types = {layer.type, common_type(layer.origin.type)}
        if names & self.skipped_names or types & self.skipped_types:
            return None
        for known, wanted in ((self.by_name, names), (self.by_type, types)):
            for name, config in known.items():
                if name in wanted:
                    return config
        return self.common

    def unmatched(self, layers: Sequence[Layer]) -> list[str]:
        """Names to skip or to configure that no layer has."""
        known = {name for layer in layers for name in (layer.name, layer.origin.name)}
        return sorted((self.skipped_names | set(self.by_name)) - known)


@dataclass(frozen=True, slots=True)
class OptimizeFile:
    """What a file of `--compression_optimize_conf` asks for.

    Attributes:
        file: The file.
        calibration: How to quantise the model; None if it is not to be.
        ignored: What it names that concerns Ascend devices only.
    """

    file: Path
    calibration: Calibration | None
    ignored: tuple[str, ...] = ()

    @property
    def warning(self) -> str | None:
        """A sentence about what is ignored; None if nothing is."""
        if not self.ignored:
            return None
        return (
            f"--{OPTION}={self.file}: {', '.join(self.ignored)} "
            f"{'concerns' if len(self.ignored) == 1 else 'concern'} Ascend devices and "
            f"{'has' if len(self.ignored) == 1 else 'have'} no effect here"
        )


def read_optimize_file(text: str, working_directory: Path) -> OptimizeFile:
    """What a file of `--compression_optimize_conf` asks for. Relative paths in it are those from
    the working directory, as in ATC. Raises `UsageError`.
    """
    path = working_directory / text
    label = f"--{OPTION}={text}"
    reader = _Reader(label, option_text(label, path, OPTION))
    message = reader.message
    reader.check_names(message, {FIRST, CALIBRATION})
    first = reader.boolean(message, FIRST, False)
    ignored = [FIRST] if first else []
    given = reader.inner(message, CALIBRATION)
    if given is None:
        if CALIBRATION in message.values or not message.names:
            raise reader.error(f"must have '{CALIBRATION}: {{ … }}' or '{FIRST}: true'")
        return OptimizeFile(path, None, tuple(ignored))
    reader.check_names(given, _KNOWN)
    ignored += [name for name in _HARDWARE if name in given.values]
    log = reader.text(given, "log", "info")
    if log not in _LOGS:
        raise reader.error(f"log: {quoted(log)!r} must be one of {', '.join(_LOGS)}")
    shapes = _shapes(reader, reader.required(given, "input_shape"))
    names = [item.strip() for item in reader.required(given, "input_data_dir").split(",")]
    data = tuple(working_directory / name for name in names)
    if len(data) != len(shapes):
        raise reader.error(
            f"input_data_dir has {counted(len(data), 'path')} and input_shape "
            f"{counted(len(shapes), 'input')}; give one "
            "path for each input, in their order"
        )
    missing = [name for name, place in zip(names, data, strict=True) if not place.exists()]
    if missing:
        raise reader.error(f"input_data_dir: there is no {quoted(missing[0])}")
    limit = reader.text(given, "accuracy_limit", "")
    calibration = Calibration(
        data,
        shapes,
        limit=positive_number(reader.label, "accuracy_limit", limit) if limit else None,
        detailed=log in ("debug", "info"),
    )
    config = reader.text(given, "config_file", "")
    if config:
        calibration = _with_config(calibration, config, working_directory, reader.label)
    return OptimizeFile(path, calibration, tuple(ignored))


def _shapes(reader: _Reader, text: str) -> dict[str, tuple[int, ...]]:
    shapes: dict[str, tuple[int, ...]] = {}
    for item in filter(None, (part.strip() for part in text.split(";"))):
        name, colon, sizes = item.rpartition(":")
        numbers = [size.strip() for size in sizes.split(",")]
        legal = all(n.isascii() and n.isdecimal() and 0 < int(n[:10]) < 2**31 for n in numbers)
        if not (name and colon and legal) or name in shapes:
            raise reader.error(
                f"input_shape: {quoted(item)!r} must be a name and its sizes, e.g. x:8,3,224,224, "
                "once for each input"
            )
        shapes[name] = tuple(map(int, numbers))
    if not shapes:
        raise reader.error("input_shape names no input")
    return shapes


class _Reader:
    """Reads the fields of one file."""

    def __init__(self, label: str, text: str) -> None:
        self.label = label
        self.message = parse_message(label, text)

    def error(self, what: str) -> UsageError:
        return UsageError(f"{self.label}: {what}")

    def check_names(self, message: Message, known: set[str]) -> None:
        unknown = sorted(message.names - known)
        if unknown:
            raise self.error(
                f"the field {quoted(unknown[0])!r} is none of {', '.join(sorted(known))}"
            )

    def text(self, message: Message, name: str, default: str) -> str:
        values = message.values.get(name, [])
        if name in message.messages or len(values) > 1:
            raise self.error(f"{name} must have one value")
        return values[0] if values else default

    def required(self, message: Message, name: str) -> str:
        value = self.text(message, name, "")
        if not value:
            raise self.error(f"{name} is missing")
        return value

    def boolean(self, message: Message, name: str, default: bool) -> bool:
        value = self.text(message, name, str(default)).lower()
        if value not in ("true", "false"):
            raise self.error(f"{name}: {quoted(value)!r} must be true or false")
        return value == "true"

    def number(
        self, message: Message, name: str, default: float, legal: Callable[[float], bool]
    ) -> float:
        value = self.text(message, name, str(default))
        number = positive_number(self.label, name, value)
        if not legal(number):
            raise self.error(f"{name}: {quoted(value)} is out of its range")
        return number

    def inner(self, message: Message, name: str) -> Message | None:
        found = message.messages.get(name, [])
        if len(found) > 1:
            raise self.error(f"{name} stands twice")
        return found[0] if found else None

    def layer(self, message: Message, base: LayerConfig) -> LayerConfig:
        """A `CalibrationConfig` over another one."""
        self.check_names(message, {"arq_quantize", "ifmr_quantize", "weight_compress_only"})
        if self.boolean(message, "weight_compress_only", False):
            raise self.error(
                "weight_compress_only: true: compress weights alone with --compress_weight_conf"
            )
        return self.ranges(message, self.weights(message, base))

    def weights(self, message: Message, base: LayerConfig) -> LayerConfig:
        given = self.inner(message, "arq_quantize")
        if given is None:
            return base
        self.check_names(given, {"channel_wise", "asymmetric", "quant_bits"})
        if self.boolean(given, "asymmetric", False):
            raise self.error(
                "arq_quantize: asymmetric: true is for weight_compress_only; leave it out"
            )
        bits = self.text(given, "quant_bits", str(base.bits))
        if bits not in map(str, _BITS):
            raise self.error(f"quant_bits: {quoted(bits)} must be 6, 7 or 8")
        by_channel = self.boolean(given, "channel_wise", base.by_channel)
        return replace(base, by_channel=by_channel, bits=int(bits))

    def ranges(self, message: Message, base: LayerConfig) -> LayerConfig:
        given = self.inner(message, "ifmr_quantize")
        if given is None:
            return base
        parts = {
            "search_range_start": "start",
            "search_range_end": "end",
            "search_step": "step",
            "max_percentile": "max_percentile",
            "min_percentile": "min_percentile",
        }
        self.check_names(given, {*parts, "asymmetric", "dst_type"})
        kind = self.text(given, "dst_type", "INT8")
        if kind != "INT8":
            raise self.error(f"dst_type: {quoted(kind)} must be INT8")
        numbers: dict[str, Any] = {}
        for name, attribute in parts.items():
            share = name.endswith("percentile")
            legal = (lambda n: 0.5 < n <= 1) if share else (lambda n: n <= 1e6)
            numbers[attribute] = self.number(given, name, getattr(base, attribute), legal)
        asymmetric = self.boolean(given, "asymmetric", base.asymmetric)
        made = replace(base, asymmetric=asymmetric, **numbers)
        if not made.start <= made.end or (made.end - made.start) / made.step > _MOST_STEPS:
            raise self.error(
                "search_range_start must not be above search_range_end, with at most "
                f"{_MOST_STEPS} steps of search_step between them"
            )
        return made


def _with_config(
    calibration: Calibration, name: str, working_directory: Path, label: str
) -> Calibration:
    """The calibration under a file of quantisation."""
    label = f"{label}: config_file={name}"
    reader = _Reader(label, option_text(label, working_directory / name, "config_file"))
    message = reader.message
    plain = {"activation_offset", "joint_quant", "version", "do_fusion", "enable_auto_nuq"}
    lists = {"skip_layers", "skip_layer_types", "skip_fusion_layers"}
    inner = {"common_config", "override_layer_types", "override_layer_configs", "tensor_quantize"}
    reader.check_names(message, plain | lists | inner)
    _refuse(reader, message)
    common = LayerConfig(asymmetric=reader.boolean(message, "activation_offset", True))
    given = reader.inner(message, "common_config")
    if given is not None:
        common = reader.layer(given, common)
    by_type = _overrides(reader, message, "override_layer_types", "layer_type", common)
    skipped = message.values.get("skip_layer_types", [])
    return replace(
        calibration,
        common=common,
        by_type={common_type(name): config for name, config in by_type.items()},
        by_name=_overrides(reader, message, "override_layer_configs", "layer_name", common),
        skipped_names=frozenset(message.values.get("skip_layers", [])),
        skipped_types=frozenset(map(common_type, skipped)),
        unknown_types=tuple(sorted({*skipped, *by_type} - known_types())),
    )


def _refuse(reader: _Reader, message: Message) -> None:
    """Refuses what is not computed."""
    for name, computed in (("joint_quant", False), ("do_fusion", True), ("enable_auto_nuq", False)):
        if reader.boolean(message, name, computed) != computed:
            raise reader.error(
                f"{name}: {str(not computed).lower()} is not supported; leave {name} out"
            )
    if message.values.get("skip_fusion_layers"):
        raise reader.error(
            "skip_fusion_layers is not supported: batch normalisation is always part of its "
            "convolution; leave it out"
        )
    if "tensor_quantize" in message.names:
        raise reader.error(
            "tensor_quantize is not supported: only matmuls and convolutions read bytes; leave it "
            "out"
        )


def _overrides(
    reader: _Reader, message: Message, field_name: str, key: str, base: LayerConfig
) -> dict[str, LayerConfig]:
    found: dict[str, LayerConfig] = {}
    for item in message.messages.get(field_name, []):
        reader.check_names(item, {key, "calibration_config"})
        name = reader.required(item, key)
        config = reader.inner(item, "calibration_config")
        if config is None or name in found:
            raise reader.error(f"{field_name}: {quoted(name)} needs one calibration_config")
        found[name] = reader.layer(config, base)
    return found
