"""Line pictures as SVG: scales, lettering, colours.

In goes a `Chart`; out comes a drawing that says in words what it shows.
"""
