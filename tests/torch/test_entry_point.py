"""torch finds the backend by its name, and importing is light."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import aoe

ROOT = Path(str(aoe.__file__)).parent.parent


def test_torch_finds_the_backend_by_the_entry_point(tmp_path: Path) -> None:
    text = (ROOT / "pyproject.toml").read_text()
    entry = text.partition("[project.entry-points.torch_dynamo_backends]\n")[2].splitlines()[0]
    name, _, target = entry.partition(" = ")
    folder = tmp_path / "open_aoe_test-0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Name: open-aoe-test\nVersion: 0\n")
    lines = f"[torch_dynamo_backends]\n{name} = {target.strip(chr(34))}\n"
    (folder / "entry_points.txt").write_text(lines)
    code = (
        "import torch; f = torch.compile(torch.relu, backend='aoe'); "
        "assert f(torch.tensor([-1.0, 2.0])).tolist() == [0, 2]; "
        "from aoe.torch import reports; assert len(reports()) == 1"
    )
    paths = f"{tmp_path}:{ROOT}"
    run = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": paths, "HOME": str(tmp_path), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr


def test_importing_the_adapter_imports_no_torch() -> None:
    code = (
        "import sys, aoe, aoe.torch; aoe.torch.CompilerConfig(); aoe.torch.reports; "
        "aoe.torch.set_aoe; assert 'torch' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, env={"PYTHONPATH": str(ROOT)})
