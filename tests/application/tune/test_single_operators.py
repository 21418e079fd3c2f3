"""Whole jobs of single operators, and the kernels that they leave."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest

import aoe
from aoe.application.command_line import main
from aoe.application.model.source import load_graph
from aoe.application.tune import single_operators, tune_job
from aoe.application.tune.phases import prepare as preparation
from aoe.application.tune.phases import whole_model
from aoe.errors import CompileError, UsageError
from aoe.frontends.frontend import ModelOrigin
from aoe.policy import Policy
from aoe.tuning.model_check.model_check import ModelCheck
from tests.application.tune.subgraph_jobs import measured
from tests.frontends.single_operator.case import attribute, tensor

STATIC = (
    "--op_tune_file=ops",
    "--op_tune_mode=static_kernel",
    "--precision_mode=must_keep_origin_dtype",
    "--threads=1",
)


def product(rows: int, **more: Any) -> dict[str, Any]:
    """A product of matrices."""
    return {
        "op": "MatMulV2",
        "input_desc": [tensor(np.float32, (rows, 8)), tensor(np.float32, (8, 4))],
        "output_desc": [tensor(np.float32, (rows, 4))],
        "attr": [attribute("transpose_x1", False)],
        **more,
    }


def write(path: Path, *descriptions: Any) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(descriptions))


def operands(rows: int) -> dict[str, np.ndarray]:
    random = np.random.default_rng(0)
    shapes = {"x1": (rows, 8), "x2": (8, 4)}
    return {name: random.random(shape, np.float32) for name, shape in shapes.items()}


def check(session: aoe.InferenceSession, rows: int) -> None:
    given = operands(rows)
    found = session.run(None, given)[0]
    np.testing.assert_allclose(found, given["x1"] @ given["x2"], rtol=1e-5)


def result(place: Path) -> Any:
    (path,) = place.glob("aoe_result_opat_*.json")
    return json.loads(path.read_text())


def test_operators_become_offline_models_with_one_result_file(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(place / "two.json", product(3), product(2, name="small_product"))
    assert main(["--singleop=two.json", "--output=out/op", "--budget=20", "--threads=1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == "Aoe process finished"
    assert sum("process finished." in line for line in lines) == 2
    names = {"0_MatMulV2_0_2_3_8_0_2_8_4_0_2_3_4", "small_product"}
    assert {path.stem for path in (place / "out/op").iterdir()} == names
    for name, rows in zip(sorted(names), (3, 2), strict=True):
        with aoe.InferenceSession(place / f"out/op/{name}.om", threads=1) as session:
            check(session, rows)
    reports = result(place)
    assert {report[0]["basic"]["tuning_name"] for report in reports.values()} == names
    assert all(name.startswith("report_") for name in reports)


def test_one_operator_has_a_result_file_as_a_model_has(place: Path) -> None:
    write(place / "one.json", product(3))
    assert main(["--singleop=one.json", "--job_type=2", "--budget=20", "--threads=1"]) == 0
    basic, operators = result(place)
    assert basic["basic"]["tuning_name"].startswith("0_MatMulV2_")
    assert operators["OPAT"]["repo_summary"]["total_num"] == 1
    (model,) = place.glob("aoe_workspace/*/tunespace/result/*_tune.om")
    assert model.name.startswith("0_MatMulV2_")


def test_what_is_found_is_used_by_models_with_such_an_operator(
    place: Path, winning: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def confirmed(_: object, old: object, tuned: Mapping[str, Policy], *more: object) -> ModelCheck:
        return ModelCheck(tuned, measured(3e-3), measured(2e-3))

    monkeypatch.setattr(whole_model, "check_model", confirmed)
    write(place / "one.json", product(3))
    assert main(["--singleop=one.json", "--budget=20", "--threads=1"]) == 0
    nodes = [onnx.helper.make_node("MatMul", ["a", "b"], ["c"])]
    a, b, c = (
        onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, shape)
        for name, shape in (("a", (3, 8)), ("b", (8, 4)), ("c", (3, 4)))
    )
    model = onnx.helper.make_model(
        onnx.helper.make_graph(nodes, "product", [a, b], [c]),
        opset_imports=[onnx.helper.make_opsetid("", 17)],
    )
    _, graph = load_graph(ModelOrigin(model), {})
    (node,) = graph.operator_nodes
    stored = [json.loads(path.read_text()) for path in place.glob("bank/*/unified_bank/*.json")]
    assert [[*bank["entries"]] for bank in stored] == [[node.operator.key]]


def test_kernels_are_found_by_what_they_compute(place: Path) -> None:
    write(place / "ops/a.json", product(3), product(2))
    write(place / "ops/b.json", product(3, name="again"))
    assert main([*STATIC, "--op_tune_kernel_path=k", "--budget=20"]) == 0
    kernels = aoe.load_kernels("k", threads=1)
    assert len(kernels) == 2
    assert len(list((place / "k").iterdir())) == 4
    check(kernels.described(product(3)), 3)
    check(kernels.find("MatMulV2", [("float", (2, 8)), ("float32", (8, 4))]), 2)
    check(kernels.find("MatMulV2", list(operands(3).values()), {"transpose_x1": False}), 3)
    for key, session in kernels.items():
        assert session is kernels[key]
        assert kernels.description(key)["op"] == "MatMulV2"
    kernels.close()


def test_a_kernel_that_is_not_there_is_told(place: Path) -> None:
    write(place / "ops/a.json", product(3), product(2))
    assert main([*STATIC[:1], "--op_tune_mode=fast", *STATIC[2:]]) == 0
    kernels = aoe.load_kernels(place / "aoe_workspace/op_tune_kernel", threads=1)
    with pytest.raises(UsageError, match="there is 2 kernels of MatMulV2"):
        kernels.find("MatMulV2")
    with pytest.raises(UsageError, match="there is no kernel of Add"):
        kernels.find("Add")
    with pytest.raises(UsageError, match="there is no kernel MatMulV2_"):
        kernels.described(product(5))
    with pytest.raises(KeyError):
        kernels["MatMulV2"]
    with pytest.raises(UsageError, match="there is no such directory"):
        aoe.load_kernels("nowhere")


def test_compiling_fast_searches_nothing(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(place / "ops/a.json", product(3))
    assert main([*STATIC[:1], "--op_tune_mode=fast", *STATIC[2:], "--op_tune_kernel_path=k"]) == 0
    assert "compiled operator: " in capsys.readouterr().out
    assert list(place.glob("aoe_result_*")) == []
    assert list(place.glob("bank/*")) == []
    with aoe.load_kernels("k", threads=1).described(product(3)) as session:
        check(session, 3)


def test_compiling_fast_writes_graphs_and_tells_what_it_leaves_out(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(place / "ops/a.json", product(3))
    fast = [*STATIC[:1], "--op_tune_mode=fast", *STATIC[2:], "--op_tune_kernel_path=k"]
    assert main([*fast, "--dump_graph=graphs", "--trial_log=log", "--seed=3"]) == 0
    (graph,) = (place / "graphs").iterdir()
    (kernel,) = (place / "k").glob("*.om")
    assert graph.name == f"{kernel.stem}_prepared.onnx"
    (node,) = onnx.load(graph).graph.node
    assert "aoe.operator" in {item.key for item in node.metadata_props}
    assert "--seed, --trial_log have no effect" in capsys.readouterr().err


def open_product(least: int = 1, most: int = 16) -> dict[str, Any]:
    """A product of matrices whose number of rows is open."""
    made = product(-1)
    for item in (made["input_desc"][0], made["output_desc"][0]):
        item["shape_range"] = [[least, most]]
    return made


def test_an_operator_with_open_sizes_is_tuned_within_its_ranges(place: Path) -> None:
    write(place / "one.json", open_product(7, 8))
    assert main(["--singleop=one.json", "--output=out", "--budget=20", "--threads=1"]) == 0
    (path,) = (place / "out").iterdir()
    with aoe.InferenceSession(path, threads=1) as session:
        assert session.get_inputs()[0].fixed_shape == (-1, 8)
        for rows in (4, 7):
            check(session, rows)


def test_a_kernel_with_open_sizes_is_found_by_a_shape_in_its_ranges(place: Path) -> None:
    write(place / "ops/a.json", open_product())
    fast = [*STATIC[:1], "--op_tune_mode=fast", *STATIC[2:], "--op_tune_kernel_path=k"]
    assert main([*fast, "--dump_graph=graphs"]) == 0
    assert len(list((place / "graphs").iterdir())) == 3, "representative shapes"
    kernels = aoe.load_kernels("k", threads=1)
    check(kernels.find("MatMulV2", [*operands(7).values()]), 7)
    check(kernels.described(open_product()), 3)
    with pytest.raises(UsageError, match="there is no kernel of MatMulV2 with these inputs"):
        kernels.find("MatMulV2", [*operands(17).values()])
    kernels.close()


def test_compiling_fast_gives_operators_their_types(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(place / "ops/a.json", product(3))
    (place / "types.cfg").write_text(
        "OpType::MatMulV2:InputDtype:float16,float16,OutputDtype:float32\n"
        "OpType::Relu:InputDtype:float16,OutputDtype:float16\n"
    )
    fast = [*STATIC[:1], "--op_tune_mode=fast", *STATIC[2:], "--op_tune_kernel_path=k"]
    assert main([*fast, "--customize_dtypes=types.cfg"]) == 0
    assert "no operator of the model has the type 'Relu'" in capsys.readouterr().err
    with aoe.load_kernels("k", threads=1).described(product(3)) as session:
        assert session.model.manifest.precision is not None


def test_precision_is_told_of_each_operator(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(place / "two.json", product(3), product(2, name="small_product"))
    (place / "types.cfg").write_text(
        "OpType::MatMulV2:InputDtype:float16,float16,OutputDtype:float32\n"
    )
    options = ("--singleop=two.json", "--budget=20", "--threads=1")
    assert main([*options, "--customize_dtypes=types.cfg"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert sum("float16" in line and ": " in line for line in said) == 2


def test_one_failure_does_not_stop_the_others(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(place / "ops/a.json", product(3), product(2), {"op": "MatMulV2"})
    prepare = preparation.prepare_model

    def failing(request: Any, *more: Any) -> Any:
        if request.model.origin.source.graph.inputs[0].shape[0] == 3:
            raise CompileError("no code for this")
        return prepare(request, *more)

    monkeypatch.setattr(single_operators, "prepare_model", failing)
    assert main([*STATIC, "--op_tune_kernel_path=k", "--budget=20"]) == 1
    errors = capsys.readouterr().err
    assert "no code for this" in errors
    assert "'input_desc' is missing" in errors
    assert len(aoe.load_kernels("k")) == 1
    verdicts = [report[1]["OPAT"]["opat_tuning_result"] for report in result(place).values()]
    assert sorted(verdicts) == ["tuning failed", "tuning failed", "tuning successful"]


def test_python_tunes_operators_too(place: Path) -> None:
    write(place / "one.json", product(3))
    found = aoe.tune_operators("one.json", output="out", budget=20, threads=1)
    (operator,) = found.operators
    assert operator.path is not None
    assert operator.result is not None
    with operator.result.session(threads=1) as session:
        check(session, 3)
    write(place / "ops/a.json", product(2))
    found = aoe.tune_operators(op_tune_file="ops", op_tune_mode="fast", threads=1)
    assert [item.failure for item in found.operators] == [None]
    assert found.result_path is None


def test_errors_name_the_arguments_of_python(place: Path) -> None:
    with pytest.raises(UsageError, match="needs singleop or op_tune_file"):
        aoe.tune_operators()
    with pytest.raises(UsageError, match=r"^op_tune_file needs op_tune_mode; add it"):
        aoe.tune_operators(op_tune_file="ops")
    write(place / "one.json", product(3))
    options = aoe.TuneOptions(tune_ops_file="one.json")
    with pytest.raises(UsageError, match=r"TuneOptions\.tune_ops_file is for models"):
        aoe.tune_operators("one.json", tune_options=options)


def test_an_interrupted_operator_is_no_job_to_reload(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(place / "one.json", product(3))
    run = tune_job.run_tune_job

    def interrupted(*arguments: Any) -> Any:
        return replace(run(*arguments), interrupted=True)

    monkeypatch.setattr(single_operators, "run_tune_job", interrupted)
    assert main(["--singleop=one.json", "--budget=20", "--threads=1"]) == 0
    said = capsys.readouterr().out
    assert "process interrupted. Winners are kept; run it again to go on." in said
    assert "--reload" not in said
