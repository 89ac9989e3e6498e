"""The games that people sit down to, each as its source writes it, and where the source is silent.

Nothing goes in; out comes the catalogue of presets. A preset is data only: its rules, the topics
on which ours is a default, and the other readings that its source bears. Imports the options.
"""
