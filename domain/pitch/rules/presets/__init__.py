"""The games that people sit down to, each as its source writes it, and where the source is silent.

Nothing goes in; out comes the catalogue of presets. Each game is a TOML file here: its rules, the
topics on which ours is a default, the other readings that its source bears, and notes beside what
they explain. Imports the options.
"""
