# SPDX-License-Identifier: GPL-3.0-or-later
"""The words of a certificate for the second checker: docs/reference/certificate.md, "The file"."""
import re
from fractions import Fraction

from obj import Unusable

INTEGER = re.compile(r"0|-?[1-9][0-9]*")


class No(Exception):
    """A record that does not hold: exit status 1."""


class Records:
    """The records of a file, one after the other. What is wrong is said of the record that was taken last."""

    def __init__(self, path, data):
        self.path, self.next, self.records = path, 0, []
        for self.line, text in enumerate(data.split(b"\n")[:-1], 1):
            self.require(re.fullmatch(rb"[ -~]+", text), "an empty line, or not printable ASCII")
            if not text.startswith(b"#"):
                self.records.append((self.line, text.decode().split(" ")))
        if not self.records or self.records[0][1][:2] != ["plumb", "certificate"]:
            raise Unusable(f"{path}: does not begin like a certificate")
        self.require(data.endswith(b"\n"), "a line that does not end")

    def refuse(self, what):
        raise No(f"{self.path}:{self.line}: {what}")

    def require(self, condition, what):
        if not condition:
            self.refuse(what)

    def follows(self, *words):
        """Whether the next record begins with these words."""
        return self.next < len(self.records) and tuple(self.records[self.next][1][:len(words)]) == words

    def take(self, name, count=None):
        """The words behind the name of the next record, which has to have this name, and `count` of them."""
        self.require(self.next < len(self.records), f"the file ends before {name}")
        self.line, words = self.records[self.next]
        self.next += 1
        self.require(words[0] == name, f"{words[0] or 'a blank'} in the place of {name}")
        self.require(count is None or len(words) == count + 1, f"{name} has another number of words")
        return words[1:]

    def choice(self, name, *values):
        word, = self.take(name, 1)
        self.require(word in values, f"{name} {word}")
        return word

    def integer(self, word, low=None, high=None):
        """An integer from `low` up to, not including, `high`."""
        self.require(INTEGER.fullmatch(word), f"{word} is no integer")
        value = int(word)
        self.require(low is None or low <= value < high, f"{word} is out of range")
        return value

    def fraction(self, word, most=None):
        numerator, stroke, denominator = word.partition("/")
        self.require(most is None or len(word) <= most, "a fraction that is too long")
        value = Fraction(self.integer(numerator))
        if stroke:
            value /= self.integer(denominator) or self.refuse("a denominator of 0")
        self.require(str(value) == word, f"{word} is no fraction in lowest terms")
        return value

    def option(self, name):
        return self.fraction(*self.take(name, 1), most=8200)
