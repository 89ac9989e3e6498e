"""Line pictures as SVG: scales, lettering, colours.

A `Chart` becomes a drawing with a title and a description in words.
"""
