"""`aoe tune MODEL`: a tuning job as `aoe.application.tune` carries it out, shown as a live table
while it runs and as one table at the end. AOE's own form of the command has the lines that AOE has.
"""
