"""Variants: equivalent replacements of one operator by other operators, chosen by decisions."""
