"""`aoe run` and `aoe bench`: run an offline model once, or measure it."""
