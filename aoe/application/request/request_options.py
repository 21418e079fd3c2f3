"""A tuning job as options again, which the folder of the job keeps for `--reload`.

`tune_request.py` makes requests of options.
"""

from __future__ import annotations

from aoe.application.model.request.precision_request import precision_options
from aoe.application.request.model_boundary import boundary_options
from aoe.application.request.shapes import shapes_text
from aoe.application.request.tune_request import ModelRequest, TuneRequest
from aoe.backends.registry import DEFAULT


def options_of(request: TuneRequest) -> dict[str, str]:
    """The options, by parameter, that ask for this job; without a model that is no file."""
    model, output = request.model, request.output
    graphs, cache = request.graph_repository, request.cache
    values = {
        "job_type": ",".join(map(str, request.job_types)),
        "model_path" if model.folder else "model": model.origin.path,
        "framework": model.origin.framework,
        "weight": model.origin.weight,
        "op_name_map": model.origin.operator_names.file,
        "input_shape": shapes_text(model.input_shapes) or None,
        "input_value": ";".join(f"{name}:{text}" for name, text in model.input_values.items())
        or None,
        "input_format": _input_format(model),
        "output": output.folder if model.folder else output.offline_model,
        "device": None if request.device == DEFAULT else request.device,
        "threads": request.threads,
        "dump_graph": output.dump_graph,
        **boundary_options(model.boundary),
        "fusion_switch_file": model.fusions.file,
        **request.search.options,
        "buffer_optimize": None if graphs.used else "off_optimize",
        "mdl_bank_path": graphs.path,
        **precision_options(request.precision),
        "op_compiler_cache_mode": None if cache.mode == "enable" else cache.mode,
        "op_compiler_cache_dir": cache.directory,
        "disable_reuse_memory": None if request.reuse_memory else "1",
        "host_env_os": None if request.host is None else request.host.system,
        "host_env_cpu": None if request.host is None else request.host.cpu,
        "ip": None if request.server is None else request.server.host,
        "port": None if request.server is None else request.server.port,
    }
    values |= request.compression.options
    if model.dynamic is not None:
        values[model.dynamic.option] = model.dynamic.text
    return {name: str(value) for name, value in values.items() if value is not None}


def _input_format(model: ModelRequest) -> str | None:
    """The layout of inputs, where something depends on it. Models of a folder have their own."""
    if model.folder:
        return model.input_format
    if model.dynamic is not None:
        return model.dynamic.input_format
    return model.boundary.image_format if model.boundary.holds_images else None
