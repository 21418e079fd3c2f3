"""Worker processes that may crash, hang or run out of memory without harming their owner."""
