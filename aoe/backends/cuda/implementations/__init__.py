"""The ways to compute each operator type on a GPU. `registry` finds them: every module of this
package that defines `IMPLEMENTATION` or `IMPLEMENTATIONS`.
"""
