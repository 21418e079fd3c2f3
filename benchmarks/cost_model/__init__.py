"""Judges the analytic cost model by recorded trials and fits its constants to them."""
