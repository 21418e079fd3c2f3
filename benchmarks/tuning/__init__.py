"""Whether results of tuning hold, and what tuning gains, measured in fresh processes."""
