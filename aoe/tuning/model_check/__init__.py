"""The whole-model check: is the tuned model faster, and which changes are not?"""
