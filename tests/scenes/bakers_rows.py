#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether the rows that docs/figures/bakers ships are those of its pages, so that whoever reads a figure can check it.

  bakers_rows.py FIGURES            FIGURES/bakers/bakers.csv against FIGURES/bakers-levels.md and FIGURES/bakers.md; status 1 if a row or a figure differs
  bakers_rows.py FIGURES --write    writes bakers.csv from the tables of bakers-levels.md, for pages whose rows were not kept

1. The tables of all levels are made of the rows again: each has to be the text of the page.
2. The summary is made again: medians and worst values of each baker and grade. Rows that are rounded as the page has them give medians that may differ by 0.01 %."""
import csv
import pathlib
import re
import sys

import bakers_figures

SHARES = {"covered %": "coverage", "excess %": "excess", "overlap %": "overlap", "wrong answers %": "wrong_answers", "unreachable %": "unreachable"}
COLUMNS = ["level", "agent", "baker", "variant", "grade", "status", "cell", "cell_height", "truth", *SHARES.values(), "lost", "spurious", "split", "merged", "height_low",
           "height_high", "polygons", "processor_seconds", "why"]
AS_ROUNDED = 0.0101  # of a per cent: the median of two rounded figures, rounded again


def cells_of(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def share(text):
    """12.34 per cent as .1234, without what binary fractions would add."""
    whole, part = text.split(".")
    return f"{int(whole) // 100}.{int(whole) % 100:02}{part}"


def rows_of(page):
    """The rows of bakers-levels.md, as columns of bakers.csv."""
    why = {tuple(cells[:5]): cells[6] for cells in map(cells_of, page.partition("## Rows without a figure")[2].splitlines()) if len(cells) == 7}
    level = agent = truth = head = None
    for line in page.splitlines():
        if line.startswith("## "):
            level, _, agent = line[3:].partition(", ")
            head = None
        elif line.startswith("The true floor is "):
            truth = line.split()[4]
        elif line.startswith("| baker |"):
            head = cells_of(line)
        elif line.startswith("| ") and head:
            cell = {name: "" if text == "-" else text for name, text in zip(head, cells_of(line))}
            row = {"level": level, "agent": agent, "truth": truth, **{k: cell[k] for k in ("baker", "variant", "grade", "status", "polygons")}, "processor_seconds": cell["seconds"]}
            row["cell"], _, row["cell_height"] = cell["cells"].partition("/")
            row["height_low"], _, row["height_high"] = cell["height"].partition(" to ")
            row.update({name: cell[title] and share(cell[title]) for title, name in SHARES.items()})
            row["why"] = why.get(tuple(row[k] or "-" for k in ("level", "agent", "baker", "variant", "grade")), "")
            row.update(zip(("lost", "spurious", "split", "merged"), (cell["lost, spurious, split, merged"] or ",,,").replace(" ", "").split(",")))
            yield row


def sections(page):
    return {m[1]: m[2].strip() for m in re.finditer(r"^## (.*)\n([^#]*)", page, re.M)}


def lines_of(text):
    """In whatever order, as rows were made by several processes."""
    return sorted(" ".join(line.split()) for line in text.splitlines())


def differences(rows, pages):
    """What the pages say otherwise than the rows."""
    said = sections(pages["levels"])
    for title, text in sections(bakers_figures.levels_page(rows, "bakers.md")).items():
        if lines_of(said.get(title, "")) != lines_of(text):
            yield f"the table of {title}"
    summary = sections(pages["bakers"])["Summary"]
    shown = {tuple(c[:2]): c[2:] for c in map(cells_of, summary.split("\n\n")[1].splitlines()[2:])}
    made = {tuple(c[:2]): c[2:] for c in map(cells_of, bakers_figures.worth(rows).splitlines()[2:])}
    if shown.keys() != made.keys():
        yield "the bakers and grades of the summary"
    for key in shown.keys() & made.keys():
        numbers = [[float(x) for text in figures[1:] for x in text.split(", ")] for figures in (shown[key], made[key])]
        if shown[key][0] != made[key][0] or any(abs(a - b) > AS_ROUNDED for a, b in zip(*numbers)):
            yield f"the summary of {' '.join(key)}: {shown[key]}, not {made[key]}"


def main(words):
    if len(words) not in (1, 2) or words[1:] not in ([], ["--write"]):
        print(__doc__)
        return 2
    folder = pathlib.Path(words[0])
    pages = {"levels": (folder / "bakers-levels.md").read_text(), "bakers": (folder / "bakers.md").read_text()}
    path = folder / "bakers/bakers.csv"
    if words[1:]:
        with open(path, "w", newline="") as file:
            out = csv.DictWriter(file, COLUMNS, lineterminator="\n")
            out.writeheader()
            out.writerows(rows_of(pages["levels"]))
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    wrong = list(differences(rows, pages))
    if f"from {len(rows)} rows" not in pages["bakers"]:
        wrong.append(f"the number of rows, {len(rows)}")
    print(*(f"FAILED: {what}" for what in wrong), f"{len(rows)} rows, {len(wrong)} differences", sep="\n")
    return 1 if wrong or not rows else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
