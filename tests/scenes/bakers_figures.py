#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes docs/figures/bakers.md and bakers-levels.md of the rows that tests/scenes/bakers.py wrote, and of the findings of bakers_findings.py beside them.

  bakers_figures.py ROWS.csv OUT.md [--no-plots]

Reads ROWS.csv and findings/findings.json beside it, if it is there. Writes OUT.md, OUT-levels.md, and into a folder OUT beside them the rows, plots and pictures. The plots
need python3-matplotlib; without it the command says so, and writes the rest. The same rows and findings give the same bytes of both pages."""
import csv
import json
import pathlib
import shutil
import statistics
import sys

import bakers_plots
import bakers_text
from bakers_text import LEVELS, height_of, percent, plain, value_of, wrapped

ADAPTERS = pathlib.Path(__file__).resolve().parents[1] / "peers/bakers/list.json"
NAMES = {"wrong_answers": "wrong answers", "overlap": "overlap", "excess": "excess", "missing": "missing floor"}


def table(head, lines):
    return "\n".join(["| " + " | ".join(head) + " |", "|" + "---|" * len(head)] + ["| " + " | ".join(line) + " |" for line in lines]) + "\n"


def median_and_worst(rows, value, worst, form):
    values = [v for row in rows if (v := value(row)) is not None]
    return f"{form(statistics.median(values))}, {form(worst(values))}" if values else "-"


def in_heights(row):
    """The distance of the truth's farthest point over the height of the agent, if the list of levels has it."""
    height, distance = height_of(row), value_of(row, "truth_from_found")
    return distance / height if height and distance is not None else None


def by_baker_and_grade(rows):
    groups = {}
    for row in rows:
        groups.setdefault((row["baker"], row["grade"]), []).append(row)
    return sorted(groups.items())


def worth(rows):
    """One line per baker and grade: median and worst of each figure of what the navmeshes are worth."""
    lines = []
    for (baker, grade), mine in by_baker_and_grade(rows):
        lines.append([baker, grade, f"{sum(r['status'] == 'baked' for r in mine)} of {len(mine)}",
                      *(median_and_worst(mine, lambda row, n=name: value_of(row, n), worst, percent) for name, worst in
                        (("coverage", min), ("excess", max), ("overlap", max), ("wrong_answers", max), ("unreachable", max)))])
    return table(["baker", "grade", "baked", "covered %", "excess %", "overlap %", "wrong answers %", "unreachable %"], lines)


def wrong_ways(rows):
    """Shares of random pairs for which Detour finds a way that is none, and none where there is one, over all rows together."""
    mine = [row for row in rows if value_of(row, "path_pairs")]
    pairs = sum(value_of(row, "path_pairs") for row in mine)
    return ", ".join(percent(sum(value_of(row, name) for row in mine) / pairs) for name in ("path_false", "path_missing")) if pairs else "-"


def cost(rows):
    """The same of what they cost, and of the ways that Detour finds on those that it can load."""
    lines = []
    for (baker, grade), mine in by_baker_and_grade(rows):
        figures = [median_and_worst(mine, lambda row, n=name: value_of(row, n), max, plain) for name in
                   ("path_median", "complexity", "times_plumb_seconds", "times_plumb_bytes")]
        lines.append([baker, grade, median_and_worst(mine, in_heights, max, plain), figures[0], wrong_ways(mine), *figures[1:]])
    return table(["baker", "grade", "distance", "path error", "false, missing ways %", "polygons / fewest", "time / plumb", "memory / plumb"], lines)


def level_table(rows):
    lines = []
    for row in rows:
        cells = f"{plain(value_of(row, 'cell'))}/{plain(value_of(row, 'cell_height'))}" if row["cell"] else "-"
        parts = ", ".join(row[name] for name in ("lost", "spurious", "split", "merged")) if row["lost"] else "-"
        heights = " to ".join(plain(value_of(row, name)) for name in ("height_low", "height_high")) if row["height_low"] else "-"
        lines.append([row["baker"], row["variant"], row["grade"], cells, row["status"], *(percent(value_of(row, n)) for n in ("coverage", "excess", "overlap")),
                      parts, percent(value_of(row, "wrong_answers")), percent(value_of(row, "unreachable")), heights, row["polygons"] or "-",
                      plain(value_of(row, "processor_seconds"))])
    return table(["baker", "variant", "grade", "cells", "status", "covered %", "excess %", "overlap %", "lost, spurious, split, merged", "wrong answers %",
                  "unreachable %", "height", "polygons", "seconds"], lines)


def what_was_run(rows):
    """A table of how many rows of each level, agent and grade there are, of how many that the lists of levels and adapters have."""
    bakers, lines = json.loads(ADAPTERS.read_text()), []
    for level in LEVELS["levels"]:
        for agent in level["agents"]:
            counts = []
            for grade in ("default", "fine", "finest"):
                all_of_it = sum(len(b["variants"]) for b in bakers if grade in b["grades"] and (grade != "finest" or level.get("finest")))
                there = sum((row["level"], row["agent"], row["grade"]) == (level["name"], agent, grade) for row in rows)
                counts.append(f"{there} of {all_of_it}" if all_of_it else "-")
            lines.append([level["name"], level["why"], agent, *counts])
    return table(["level", "what it is", "agent", "default", "fine", "finest"], lines)


def cells_of(entry):
    return f", cells {plain(entry['cell'])}/{plain(entry['cell_height'])}" if entry["cell"] else ""


def finding(number, entry, folder):
    """The section of a finding."""
    name = NAMES[entry["metric"]]
    out = f"\n### {number}. {entry['baker']} on {entry['level']}: {name} {percent(entry['value'])} %\n"
    if entry["status"] != "baked":
        return out + wrapped(f"When it was repeated, the row was {entry['status']}.") + "\n"
    if entry["picture"]:
        out += f"![{name} of {entry['baker']} on {entry['level']}]({folder}/finding_{number:02}.png)\n\n"
    variant = f"variant `{entry['variant']}`, " if entry["variant"] else ""
    sees = entry["sees"] or "the audit lists no place"
    out += wrapped(f"{sees[0].upper()}{sees[1:]}. Covered {percent(entry['coverage'])} %, excess {percent(entry['excess'])} %, overlap {percent(entry['overlap'])} %, wrong answers "
                   f"{percent(entry['wrong_answers'])} %, {entry['polygons']} polygons. Settings: {variant}"
                   f"grade `{entry['grade']}`{cells_of(entry)}, agent `{entry['agent']}`.") + "\n\n"
    told = [f"{t['change']}: {percent(t['value']) + ' %' if t['status'] == 'baked' else t['status']}" for t in entry["tries"]]
    if entry["mended"] is not None:
        before = f" Not enough were {'; '.join(told[:-1])}." if len(told) > 1 else ""
        return out + wrapped(f"**Mended by** {told[entry['mended']]}.{before}") + "\n"
    return out + wrapped(f"**Nothing that was tried mends it.** {'Tried: ' + '; '.join(told) if told else 'This baker has no setting to try'}.") + "\n"


def levels_of(rows):
    listed = [level["name"] for level in LEVELS["levels"]]
    return sorted({row["level"] for row in rows}, key=lambda name: (listed.index(name) if name in listed else len(listed), name))


def page(rows, findings, plots, folder):
    """The text of OUT.md. plots: whether they were drawn."""
    levels, listed = levels_of(rows), {level["name"] for level in LEVELS["levels"]}
    versions = sorted({f"{row['baker']} {row['baker_version']}" for row in rows if row["baker_version"]})
    missing = wrapped(f"The [last section](#what-was-run) says which rows of the list were run. Versions: {', '.join(versions)}.")
    out = bakers_text.INTRODUCTION.format(levels=len(levels), all_levels=len(listed | set(levels)), rows=len(rows), baked=sum(row["status"] == "baked" for row in rows), missing=missing)
    out += bakers_text.SUMMARY + worth(rows) + bakers_text.COST + cost(rows)
    for name, title, text in bakers_text.plots(rows) if plots else []:
        out += f"\n![{title}]({folder}/{name}.svg)\n\n" + wrapped(f"**{title}.** {text}") + "\n"
    out += bakers_text.MEANING + bakers_text.authors(rows)
    if findings:
        out += bakers_text.FINDINGS + "".join(finding(i, entry, folder) for i, entry in enumerate(findings, 1))
    out += bakers_text.SOURCES.format(folder=folder, levels=f"{folder}-levels.md")
    return out + "\n## What was run\nNumbers of rows, of those that the list of levels and the list of adapters make.\n\n" + what_was_run(rows)


def levels_page(rows, name):
    """The text of OUT-levels.md."""
    out = bakers_text.LEVELS_INTRODUCTION.format(page=name)
    for level in levels_of(rows):
        for agent in sorted({row["agent"] for row in rows if row["level"] == level}):
            mine = [row for row in rows if (row["level"], row["agent"]) == (level, agent)]
            truth = next((value_of(row, "truth") for row in mine if row["truth"]), None)
            out += f"\n## {level}, {agent}\nThe true floor is {plain(truth)} square units.\n\n" + level_table(mine)
    if failed := [row for row in rows if row["status"] != "baked"]:
        out += "\n## Rows without a figure\n" + table(["level", "agent", "baker", "variant", "grade", "status", "why"], [
            [*(row[k] for k in ("level", "agent", "baker", "variant", "grade", "status")), " ".join(row["why"].replace("|", "/").split())[:160] or "-"] for row in failed])
    return out


def copy_pictures(findings, source, target):
    """The pictures of the findings, under the numbers that the page has."""
    target.mkdir(parents=True, exist_ok=True)
    for old in target.glob("finding_*.png"):
        old.unlink()
    for number, entry in enumerate(findings, 1):
        if entry["picture"]:
            shutil.copy(source / entry["picture"], target / f"finding_{number:02}.png")


def main(words):
    if len(words) not in (2, 3) or (len(words) == 3 and words[2] != "--no-plots"):
        print(__doc__)
        return 2
    source, target = pathlib.Path(words[0]), pathlib.Path(words[1])
    with open(source, newline="") as file:
        rows = list(csv.DictReader(file))
    listed = source.parent / "findings/findings.json"
    findings = json.loads(listed.read_text()) if listed.exists() else []
    folder = target.with_suffix("")
    heights = {name: agent["height"] for name, agent in LEVELS["agents"].items()}
    plots = len(words) == 2 and bakers_plots.draw(rows, folder, heights, bakers_text.plots(rows))
    if len(words) == 2 and not plots:
        print("no plots: python3-matplotlib is not installed for this python3", file=sys.stderr)
    copy_pictures(findings, listed.parent, folder)
    if source.resolve() != (folder / "bakers.csv").resolve():
        shutil.copy(source, folder / "bakers.csv")
    target.write_text(page(rows, findings, plots, folder.name))
    target.with_name(f"{target.stem}-levels.md").write_text(levels_page(rows, target.name))
    print(f"{target}: {len(rows)} rows, {len(findings)} findings")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
