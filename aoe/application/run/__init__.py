"""`aoe run` and `aoe bench`: run a model once, or measure it."""
