"""Values of metrics."""

import re


def value(text: str, name: str, **labels: str) -> float:
    """The sum of the samples that have these labels."""
    found = re.findall(rf"^{name}(?:\{{(.*)\}})? (\S+)$", text, re.MULTILINE)
    wanted = {f'{label}="{given}"' for label, given in labels.items()}
    return sum(float(number) for said, number in found if wanted <= set(said.split(",")))
