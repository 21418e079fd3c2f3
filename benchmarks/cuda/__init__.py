"""What needs an NVIDIA GPU, in stages that are useful alone: `run_all.sh` runs them one by one.

    sh benchmarks/cuda/run_all.sh OUT_DIR

Each stage writes `OUT_DIR/<stage>.json` before and after every item, goes on where an earlier run
of it ended, and stops before its time is over. `table` makes `OUT_DIR/RESULTS.md` of what is there.
"""
