"""What the server answers about itself: its health, its measurements, its methods, its sentences.

In go requests of probes, collectors and clients that put messages into words; out comes what is so
for everybody. Imports the modules of `rest` around it, the metrics and the catalogues.
"""
