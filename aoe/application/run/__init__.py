"""`aoe run` and `aoe bench`: an offline model run once, or measured."""
