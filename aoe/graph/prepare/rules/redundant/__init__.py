"""Rules that remove or join nodes whose work others do, or that change nothing."""
