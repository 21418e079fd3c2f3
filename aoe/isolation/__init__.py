"""Helper processes that may crash, hang or use too much memory without harm to their owner."""
