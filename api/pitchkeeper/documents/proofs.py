"""Certificates of hands as archives: a formula, its proof and its legend, or a deal and play."""

import zipfile
from collections.abc import Iterator
from io import BytesIO
from typing import Final

from pitch import Refutation
from pitch.messages import Message, Sentence, Sentences
from pitchkeeper.messages import languages

MEDIA_TYPE: Final = "application/zip"
_TITLE: Final = Message("legend.title")
_FACTS: Final = Message("legend.facts")
_RULES: Final = Message("legend.rules")
_CHECK: Final = Message("legend.check")
_TRUST: Final = Message("legend.trust")
_VARIABLES: Final = Message("legend.variables")
_LISTS: Final = Message("legend.lists")
_CLAUSES: Final = Message("legend.clauses")
_WITNESS: Final = Message("legend.witness")
_YES: Final = Message("legend.yes")
_NO: Final = Message("legend.no")


def archive(certificate: Refutation | Sentences) -> bytes:
    """Return a certificate as a ZIP archive, in the language of the request."""
    if isinstance(certificate, Refutation):
        files = {
            "formula.cnf": certificate.formula,
            "proof.lrat": certificate.proof,
            "legend.txt": "\n".join(_Legend(certificate).lines()),
        }
    else:
        text = languages.text
        files = {"witness.txt": "\n".join((text(_WITNESS()), "", *map(text, certificate), ""))}
    content = BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as written:
        for name, lines in files.items():
            # Without the time of day, so that the same certificate is the same file.
            written.writestr(zipfile.ZipInfo(name), lines, zipfile.ZIP_DEFLATED)
    return content.getvalue()


class _Legend:
    """The legend of a refutation as text."""

    def __init__(self, refutation: Refutation) -> None:
        self._legend = refutation.legend
        self._words: dict[Sentence, str] = {}
        self._signs = {True: self._text(_YES()), False: self._text(_NO())}

    def lines(self) -> Iterator[str]:
        """Yield the entries and the rules that clash, then what every number means."""
        text, legend = self._text, self._legend
        yield from (text(_TITLE()), "", text(_FACTS()))
        yield from (f"  {fact.pointer}  {text(fact.sentence)}" for fact in legend.facts)
        if legend.rules:
            yield from ("", text(_RULES()))
            yield from (f"  {rule.id}  {self._texts(rule.sentences)}" for rule in legend.rules)
        yield from ("", text(_CHECK()), text(_TRUST()), "", text(_CLAUSES()))
        told = {rule.sentences for rule in legend.rules}
        for number, premise in enumerate(legend.premises, 1):
            source = premise.rule or premise.fact
            reason = "" if premise.sentences in told else self._texts(premise.sentences)
            yield f"{number}. {'  '.join(filter(None, (source, reason)))}"
            yield from map(self._literal, premise.literals)
        yield from ("", text(_VARIABLES()))
        for number in range(1, len(legend.variables) + 1):
            yield self._literal(number)
        if legend.lists:
            yield from ("", text(_LISTS()))
            for number, terms in enumerate(legend.lists, 1):
                yield f"{number}."
                yield from (f"  +{term.worth}{self._literal(term.literal)}" for term in terms)
        yield ""

    def _literal(self, literal: int) -> str:
        """Return a literal with its meaning."""
        meaning = self._legend.variables[abs(literal) - 1]
        is_so = (literal > 0) is not meaning.is_negated
        return f"  {literal:>5}  {self._signs[is_so]}: {self._text(meaning.sentence)}"

    def _text(self, sentence: Sentence) -> str:
        # The same few hundred sentences are in thousands of lines.
        if sentence not in self._words:
            self._words[sentence] = languages.text(sentence)
        return self._words[sentence]

    def _texts(self, sentences: Sentences) -> str:
        return " ".join(map(self._text, sentences))
