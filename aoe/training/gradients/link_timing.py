"""How the link of the workers is timed, and how long tuning takes, with every framework."""

from __future__ import annotations

#: Bytes of the packs that are timed. Those up to the bytes of all gradients are taken.
SIZES = (4 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20, 16 << 20, 64 << 20)
#: Seconds that timing a link takes, about.
LINK_SECONDS = 3.0
#: How often each size is timed.
FEWEST, MOST = 3, 15
#: The most steps that tuning takes.
MOST_STEPS = 120
