"""Types of reductions, normalisations and scans along axes."""
