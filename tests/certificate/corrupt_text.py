# SPDX-License-Identifier: GPL-3.0-or-later
"""Corruptions of the text: numbers, characters, counts, order, length."""

from kinds import Case, kind, numbers_in_body, sample, with_word



def altered_numbers(level, rng, change, everywhere=True):
    """Every number of the file (or of the records behind the options) changed as a text, the fault in its own line."""
    places = list(numbers_in_body(level))
    if everywhere:
        places += [(n, 1) for n, words in enumerate(level.certificate.header) if words[0] in ("slope", "slope-ratio", "slope-cos", "step")]
        places += [(n, 2) for n, words in enumerate(level.certificate.header) if words[0] in ("scene", "stance", "plumb")]
    lines = level.text.splitlines()
    for n, w in sample(rng, places):
        word = lines[n].split(" ")[w]
        for new in change(word):
            if new != word:
                yield n, w, new


def only_here(level, rng, change):
    for n, w, new in altered_numbers(level, rng, change):
        yield Case(with_word(level, n, w, new), (n + 1, n + 1))


@kind("minus zero", most=20)
def minus_zero(level, rng):
    yield from only_here(level, rng, lambda word: ["-0"] + ["-0/1"] * (word == "0"))


@kind("leading zeros", most=20)
def leading_zeros(level, rng):
    def change(word):
        yield word.replace("-", "-0") if word[0] == "-" else "0" + word
        yield word.replace("/", "/0")
    yield from only_here(level, rng, change)


@kind("plus signs", most=20)
def plus_signs(level, rng):
    yield from only_here(level, rng, lambda word: ["+" + word] + [word.replace("/", "/+")] * ("/" in word))


@kind("numbers written in another way", most=15)
def other_numerals(level, rng):
    def change(word):
        yield from (word + ".0", word + "e0", "0x" + word, "--" + word, word + "-", "", "nan", "inf")
        yield from (word + "/1", word + "/", "/" + word, "-" + word + "/-1", word + "/0", word + "/-1", word + "/1/1")
        above, _, below = word.partition("/")
        yield f"{int(above) * 2 if above.lstrip('-').isdigit() else 1}/{int(below or 1) * 2}"
    yield from only_here(level, rng, change)


def if_false(level, n, w, new, local):
    text = with_word(level, n, w, new)
    if not level.judge.is_true(text):
        yield Case(text, (n + 1, n + 1 if local else text.count("\n")))


@kind("sign of a number changed", most=20)
def signs(level, rng):
    for n, w, new in altered_numbers(level, rng, lambda word: [word[1:] if word[0] == "-" else "-" + word], everywhere=False):
        yield from if_false(level, n, w, new, False)


@kind("denominator changed", most=15)
def denominators(level, rng):
    def change(word):
        above, slash, below = word.partition("/")
        yield f"{above}/{int(below or 1) + 1}"
        if slash:
            yield above
            yield f"{above}/{int(below) * 7 if int(above) % 7 else int(below) * 49}"
    for n, w, new in altered_numbers(level, rng, change, everywhere=False):
        yield from if_false(level, n, w, new, False)


@kind("10^9 in the place of a number", most=20)
def billions(level, rng):
    large = ["1000000000", "-1000000000", "4294967295", "4294967296", "18446744073709551616"]
    for n, w, new in altered_numbers(level, rng, lambda word: large, everywhere=False):
        yield from if_false(level, n, w, new, False)


@kind("a number of a million digits", most=4)
def million_digits(level, rng):
    for n, w, new in altered_numbers(level, rng, lambda word: ["9" * 1_000_000, "7" * 1_000_000 + "/" + "9" * 999_999], everywhere=False):
        yield Case(with_word(level, n, w, new), (n + 1, level.text.count("\n")))


@kind("counts of the last record", most=15)
def counts(level, rng):
    lines = level.text.splitlines()
    for w in (1, 2, 3):
        count = int(lines[-1].split(" ")[w])
        for new in {count + 1, count - 1, 0, 2 * count, count + (1 << 32), count + (1 << 64)} - {count}:
            yield Case(with_word(level, len(lines) - 1, w, str(new)), (len(lines), len(lines)))
    for last in ("end", lines[-1] + " 0", lines[-1].rpartition(" ")[0]):
        yield Case("\n".join([*lines[:-1], last, ""]), (len(lines), len(lines)))


@kind("cut off behind every line", most=400)
def truncate_lines(level, rng):
    lines = level.text.splitlines(keepends=True)
    for n in range(1, len(lines)):
        yield Case("".join(lines[:n]), (n + 1, n + 1))


@kind("cut off within a line", most=20)
def truncate_bytes(level, rng):
    for length in sample(rng, [k for k in range(1, len(level.text)) if level.text[k - 1] != "\n"]):
        line = level.text[:length].count("\n") + 1
        yield Case(level.text[:length], (line, line))


@kind("something behind the end")
def garbage(level, rng):
    n = level.text.count("\n")
    last = level.text.splitlines()[-1] + "\n"
    for more in ("x", "\n", " ", "end 0 0 0\n", "surface 0\n", "\0", "\r\n", level.text, last, "# comment\nx\n"):
        line = n + 2 if more.startswith("#") else n + 1
        yield Case(level.text + more, (line, line))
    for more in (" ", "\0", "\r", " 0"):
        yield Case(level.text[:-1] + more + "\n", (n, n))


@kind("CR LF", most=20)
def carriage_returns(level, rng):
    yield Case(level.text.replace("\n", "\r\n"), (1, 1))
    yield Case(level.text.replace("\n", "\r"), (1, 1))
    lines = level.text.splitlines()
    for n in sample(rng, range(len(lines))):
        yield Case("\n".join([*lines[:n], lines[n] + "\r", *lines[n + 1:], ""]), (n + 1, n + 1))


@kind("other blanks, and lines that are empty", most=15)
def blanks(level, rng):
    lines = level.text.splitlines()
    for n in sample(rng, range(len(lines))):
        for new in ("", " " + lines[n], lines[n] + " ", lines[n].replace(" ", "  ", 1), lines[n].replace(" ", "\t", 1), "\n" + lines[n],
                    " # " + lines[n]):
            yield Case("\n".join([*lines[:n], new, *lines[n + 1:], ""]), (n + 1, n + 1))


@kind("empty file")
def empty(level, rng):
    yield Case("", (1, 1))
    yield Case("\n", (1, 1))
    yield Case("#\n", (2, 2))


@kind("binary")
def binary(level, rng):
    for length in (1, 10, 1000, 100_000):
        yield Case(rng.randbytes(length))
    for filler in (b"\0", b"\xff", b"\n"):
        yield Case(filler * 1000, (1, 1))
    yield Case(b"\xef\xbb\xbf" + level.text.encode(), (1, 1))
    yield Case(level.text.encode("utf-16"), (1, 1))


@kind("a NUL or another byte in the text", most=15)
def nul_bytes(level, rng):
    text = level.text.encode()
    for place in sample(rng, range(len(text))):
        byte = rng.choice((b"\0", b"\x80", b"\xff", b"\x7f", b"\x1b", b"\x0b", b"\t"))
        line = text[:place].count(b"\n") + 1
        yield Case(text[:place] + byte + text[place:], (line, line))


@kind("records exchanged", most=20)
def exchange_records(level, rng):
    lines = level.text.splitlines()
    for n in sample(rng, range(len(lines) - 1)):
        a, b = lines[n].split(" ")[0], lines[n + 1].split(" ")[0]
        text = "\n".join([*lines[:n], lines[n + 1], lines[n], *lines[n + 2:], ""])
        if a != b and not level.judge.is_true(text):
            yield Case(text, (n + 1, text.count("\n")))


@kind("a record's name changed", most=20)
def record_names(level, rng):
    lines = level.text.splitlines()
    names = {line.split(" ")[0] for line in lines}
    for n in sample(rng, range(len(lines))):
        for name in sorted(names | {"Cell", "#cell", "facet", "end"}) if n else ("Plumb", "plumbs"):
            if name != lines[n].split(" ")[0] and not (lines[n].startswith("slope") and name.startswith("slope")):
                yield Case(with_word(level, n, 0, name), (n + 1, len(lines) + 1))


@kind("another format or version")
def versions(level, rng):
    for first in ("plumb certificate 1", "plumb certificate 4", "plumb certificate 2 1", "plumb certificate", "plumb certificate 02", "certificate 2",
                  "plumb certificate 2.0", "# plumb certificate 2"):
        yield Case(first + level.text[len("plumb certificate 2"):], (1, 2))
    solids = level.text[:level.text.index("\nsolids ")].count("\n") + 2  # where version 3 has the radius
    yield Case("plumb certificate 3" + level.text[len("plumb certificate 2"):], (solids, solids))


@kind("a line of 50 MB", most=3)
def long_line(level, rng):
    if level.name != "walls":
        return
    lines = level.text.splitlines()
    n = next(k for k, line in enumerate(lines) if line.startswith("cell"))
    for new in ("x" * 50_000_000, "cell 0 0" + " 0 1" * 12_500_000, "line 1 0 " + "8" * 50_000_000):
        yield Case("\n".join([*lines[:n], new, *lines[n + 1:], ""]), (n + 1, len(lines)))
