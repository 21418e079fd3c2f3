"""The operators of TFLite, by subject. Importing a module registers its functions."""
