"""Types with sliding windows: pooling and local response normalisation."""
