"""The catalogue of presets: the games of the documents, each in a TOML file of this folder.

A file has the rules of a game, the topics on which its document is silent, other readings that the
document allows, and notes. Imports the options.
"""
