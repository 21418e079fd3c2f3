"""Hypothesis strategies that make any report, and the samples of AOE's guides as files.

The samples are those of the guides, with the parts they leave out (`…`) left out and timestamps and
thread ids put in.
"""

from __future__ import annotations

from pathlib import Path
from typing import get_args

from hypothesis import strategies as st

from aoe.results.candidate_failures import CandidateFailures
from aoe.results.decision_gain import DecisionGain
from aoe.results.gradient_report import (
    ComparedPlan,
    GradientTuningReport,
    GradientUpdate,
    ReducedSegment,
)
from aoe.results.operator_report import (
    Mode,
    ModifiedOperator,
    OperatorTuningReport,
    TunedPart,
    UpdateMode,
)
from aoe.results.performance import ModelPerformance, model_performance, rounded, truncated
from aoe.results.report import TuningReport, TuningReports, report_name
from aoe.results.repository_summary import RepositorySummary
from aoe.results.subgraph_report import ModifiedSubgraph, SubgraphTuningReport

SAMPLES = sorted((Path(__file__).parent / "data").glob("*.json"))

TEXT = st.text(min_size=1, max_size=12)
SECONDS = st.floats(1e-6, 1e4)
COUNT = st.integers(0, 1000)
SUMMARIES = st.builds(RepositorySummary, COUNT, COUNT, COUNT, COUNT)
PARTS = st.builds(
    TunedPart,
    st.sampled_from(get_args(Mode)),
    st.sampled_from(get_args(UpdateMode)),
    st.builds(rounded, SECONDS, SECONDS),
)
OPERATORS = st.builds(
    ModifiedOperator,
    TEXT,
    st.lists(TEXT, min_size=1, max_size=3).map(tuple),
    st.lists(PARTS, min_size=1, max_size=3, unique_by=lambda part: part.mode).map(tuple),
)
SUBGRAPHS = st.builds(
    ModifiedSubgraph, st.integers(0, 2**64 - 1).map(str), st.builds(truncated, SECONDS, SECONDS)
)
SPREADS = st.just((None, None)) | st.tuples(SECONDS, SECONDS)
UNCERTAINTIES = st.none() | st.floats(0.0, 100.0)
MODEL_TIMES = st.just(ModelPerformance()) | st.builds(
    model_performance, SECONDS, SECONDS, spreads=SPREADS, uncertainty=UNCERTAINTIES
)
FAILURES = st.lists(st.builds(CandidateFailures, TEXT, TEXT, COUNT, TEXT), max_size=2).map(tuple)
DECISION_GAINS = st.lists(
    st.builds(DecisionGain, TEXT, COUNT, COUNT, st.builds(truncated, SECONDS, SECONDS)), max_size=2
).map(tuple)
OPERATOR_REPORTS = st.one_of(
    st.builds(
        OperatorTuningReport,
        st.just("tuning successful"),
        MODEL_TIMES,
        st.lists(OPERATORS, max_size=3).map(tuple),
        SUMMARIES,
        candidate_failures=FAILURES,
    ),
    st.builds(
        OperatorTuningReport,
        st.just("tuning failed"),
        MODEL_TIMES,
        st.lists(OPERATORS, max_size=3).map(tuple),
        SUMMARIES,
        st.lists(TEXT, min_size=1, max_size=3).map(tuple),
    ),
    st.builds(
        OperatorTuningReport,
        st.just("tuning incomplete"),
        MODEL_TIMES.map(lambda times: times.without_result),
        st.lists(OPERATORS, max_size=3).map(tuple),
        SUMMARIES,
    ),
)
SUBGRAPH_REPORTS = st.builds(
    SubgraphTuningReport,
    MODEL_TIMES,
    st.lists(SUBGRAPHS, max_size=2).map(tuple),
    st.lists(SUBGRAPHS, max_size=2).map(tuple),
    SUMMARIES,
    FAILURES,
    DECISION_GAINS,
)
TIMES = st.floats(0.0, 1e4)
SEGMENTS = st.lists(
    st.builds(ReducedSegment, COUNT, COUNT, TIMES, TIMES, TIMES, st.none() | TIMES), max_size=2
).map(tuple)
GRADIENT_REPORTS = st.builds(
    GradientTuningReport,
    st.sampled_from(("tuning successful", "tuning failed", "tuning incomplete")),
    COUNT,
    TEXT,
    st.integers(0, 2**64 - 1).map(str),
    MODEL_TIMES,
    st.none() | st.sampled_from(get_args(GradientUpdate)),
    SEGMENTS,
    SEGMENTS,
    *(st.none() | TIMES,) * 6,
    st.lists(st.builds(ComparedPlan, TEXT, COUNT, TIMES, TIMES), max_size=2).map(tuple),
    st.lists(TEXT, max_size=2).map(tuple),
    SUMMARIES,
)
REPORTS = st.builds(
    TuningReport,
    TEXT,
    st.none() | COUNT,
    st.none() | OPERATOR_REPORTS,
    st.none() | SUBGRAPH_REPORTS,
    st.none() | GRADIENT_REPORTS,
)
REPORTS_OF_TASKS = st.builds(
    TuningReports,
    st.dictionaries(
        st.builds(report_name, st.just("20260102_030405678"), COUNT), REPORTS, max_size=2
    ).map(lambda reports: tuple(reports.items())),
)
