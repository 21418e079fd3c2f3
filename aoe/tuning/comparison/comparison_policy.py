"""All constants by which tuning compares timings, in two presets.

`QUIET` is the simple form, for a machine whose timings repeat. `NOISY` is the strict form: it takes
more runs before it decides, so it is more often undecided. `aoe.tuning.comparison.noise` chooses
between them by what it measures. `WAITING` says how long tuning waits for a quiet machine.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf

#: One-sided level of the sign test at each look. The looks of both presets are five different
#: numbers, so an equal candidate is called faster with a probability of at most 5 * 0.004 = 0.02,
#: whatever preset holds at which look (Bonferroni's inequality).
WIN_LEVEL = 0.004


@dataclass(frozen=True, slots=True)
class Stage:
    """How one stage of tuning takes runs and when it ends.

    Attributes:
        looks: Numbers of runs after which the candidates are judged; the last one ends the stage.
        level: The one-sided level of the sign test at a look; 0 for a stage that never decides.
        cuts: For each look, how many times the best ratio drops a candidate; the incumbent's ratio
            is 1. A look without a cut drops none.
        precision: How well the gain (the ratio's reciprocal) has to be known before the stage ends
            early: 0.02 means to 2 percentage points.
        needs_verdict: Whether it also has to be known which of the two is faster.
        fewest: Runs that are taken even if the time is over.
        contaminated: A run does not count if it took this many times as long as the fastest one.
    """

    looks: tuple[int, ...]
    level: float
    cuts: tuple[float, ...] = ()
    precision: float = inf
    needs_verdict: bool = True
    fewest: int = 1
    contaminated: float = inf

    def cut(self, look: int) -> float:
        """The cut at a number of runs."""
        cuts = dict(zip(self.looks, self.cuts, strict=False))
        return cuts.get(look, inf)


@dataclass(frozen=True, slots=True)
class ComparisonPolicy:
    """The constants of all stages.

    Attributes:
        name: Of the preset.
        screening: All candidates of a generation; drops those that are clearly behind.
        challenge: The fastest candidate against the incumbent.
        confirmation: The winner of a challenge against the baseline, in runs of its own, so that
            the told gain does not contain the luck that made it win.
        model: The tuned model against the model before; a run is one loading of both.
        reviews: How often an incumbent has to pass `final`.
        final: The incumbent against what would lead without it; a run is one loading of both.
        final_pairs: Pairs of samples in such a run.
        revalidation: The incumbent against what led before, one pair with each candidate that is
            loaded. The incumbent is demoted if it looks slower.
        consistent: The share by which the confirmation may differ from the challenge. If it does,
            it is repeated once; if it does again, the candidate has not won.
        close: A candidate at most this many times slower than the incumbent gets another chance.
        close_once: Added to `close`, divided by how often the candidate was loaded. Its place in
            memory makes an operator up to a fifth slower.
        model_pairs: Fewest and most pairs of samples in such a run.
        model_run_seconds: Time of such a run, at most.
        loadings: Runs in one process.
        worth_opening: A process is opened only if its runs last this share of what opening takes.
        contaminated_pair: A pair of a run does not count if it took this many times as long as the
            fast ones, which are at the first decile.
        attempts: Versions of a model that are measured, at most.
        attempt_share: Share of the time left that a version gets while others may follow.
        profiles: Profiled inferences of each model in a process, at most.
        profile_seconds: Time for them.
        suspicious: What takes this many times as long as before may slow its model down.
        seconds: Time for a comparison of two candidates.
        changed: A turn of samples is repeated if the first candidate's times before and after it
            differ by more than this factor: the machine changed its speed meanwhile.
        turns: How often a turn is taken, at most.
    """

    name: str
    screening: Stage
    challenge: Stage
    confirmation: Stage
    model: Stage
    reviews: int
    # 6 of 6 runs, 10 of 12 or 13 of 18 have to agree. An incumbent that won by luck alone passes
    # with probability 0.06, one that is 3 % faster with 0.8 if ratios vary by 4 % with the place in
    # memory, and nearly always if they vary by 1.5 %.
    final: Stage = Stage((6, 12, 18), 0.05)
    final_pairs: int = 5
    revalidation: Stage = Stage((5,), WIN_LEVEL)
    consistent: float = 0.2
    close: float = 1.04
    close_once: float = 0.08
    model_pairs: tuple[int, int] = (8, 60)
    model_run_seconds: float = 0.5
    loadings: int = 3
    worth_opening: float = 0.5
    contaminated_pair: float = 1.15
    attempts: int = 6
    attempt_share: float = 0.5
    profiles: int = 7
    profile_seconds: float = 1.0
    suspicious: float = 1.02
    seconds: float = 4.0
    changed: float = 1.25
    turns: int = 3


# At 8 runs all have to agree; at 13, 19 and 25 all but 1, 3 and 5. A candidate that looks slower at
# a look is dropped (cut 1): only a win counts. The first look comes before the time can be over.
_QUIET_CHALLENGE = Stage((8, 13, 19, 25), WIN_LEVEL, (1.0, 1.0, 1.0, 1.0), fewest=8)
# All but 1 of 13, 3 of 19, 5 of 25 and 11 of 40.
_NOISY_CHALLENGE = Stage((13, 19, 25, 40), WIN_LEVEL, (1.0, 1.0, 1.0, 1.0), fewest=8)
#: The gain of an operator is told to 2 percentage points, where the runs suffice.
_OPERATOR_PRECISION = 0.02
#: That of a whole model to 1 point.
_MODEL_PRECISION = 0.01
# A run in which both models were 15 % slower than in the fastest run was slowed down as a whole.
# The level holds once, because looks end the stage by precision alone and not by who is ahead.
_MODEL = Stage(
    (9, 12, 15, 18, 21, 24),
    0.025,
    precision=_MODEL_PRECISION,
    needs_verdict=False,
    contaminated=1.15,
)

QUIET = ComparisonPolicy(
    name="quiet",
    # After the first run twice the best time drops a candidate, after more runs 1.15 times.
    screening=Stage((1, 2, 3, 4), 0.0, (2.0, 1.15, 1.15), fewest=4),
    challenge=_QUIET_CHALLENGE,
    confirmation=replace(_QUIET_CHALLENGE, precision=_OPERATOR_PRECISION),
    model=_MODEL,
    reviews=1,
)
NOISY = ComparisonPolicy(
    name="noisy",
    # A burst makes a sample up to 2.5 times as long, and only the median of three ignores it.
    screening=Stage((1, 2, 3, 4), 0.0, (2.5, 2.5, 1.15), fewest=4),
    challenge=_NOISY_CHALLENGE,
    confirmation=replace(_NOISY_CHALLENGE, precision=_OPERATOR_PRECISION),
    model=replace(_MODEL, looks=(12, 15, 18, 21, 24)),
    # The second review comes later, when the machine may be in another state: an equal incumbent
    # passes both with probability 0.004.
    reviews=2,
)


@dataclass(frozen=True, slots=True)
class Waiting:
    """How long tuning waits for a quiet machine. Waiting is bounded by shares of the time, because
    a machine that is never quiet must be measured as it is.

    Attributes:
        look_seconds: Seconds between two looks at the cores.
        search_share: Share of the time since the job began that a search may have waited.
        slow_sample: A sample that takes this many times as long as the fastest of its candidate is
            repeated. Its place in memory alone makes a candidate up to a fifth slower.
        repeat_seconds: Seconds before it is repeated.
        new_state_seconds: What lasts so long is the usual state from then on, if cores are quiet.
        repeat_share: Share of the time since the first sample for repeating samples.
        final_share: Share of a budget that is kept for the final ranking.
        apart_seconds: Seconds before a final ranking that follows at once, so that the machine may
            be in another state.
        final_seconds: Seconds that a final ranking waits for quiet cores, at most.
        final_left_share: Share of the time left that it waits, at most.
        model_left_share: Share of the time left that a process with whole models waits. A few runs
            of quiet cores tell more than many of others.
    """

    look_seconds: float = 0.1
    search_share: float = 0.1
    slow_sample: float = 1.25
    repeat_seconds: float = 0.01
    new_state_seconds: float = 0.7
    repeat_share: float = 0.25
    final_share: float = 0.04
    apart_seconds: float = 0.3
    final_seconds: float = 5.0
    final_left_share: float = 0.5
    model_left_share: float = 0.5


WAITING = Waiting()
