#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes docs/figures/bakers.md, and its three plots beside it, of the rows that tests/scenes/bakers.py wrote.

  bakers_figures.py ROWS.csv OUT.md [--no-plots]

The plots need python3-matplotlib; without it the command says so, and writes the tables alone. The same rows give the same bytes of OUT.md."""
import csv
import json
import pathlib
import statistics
import sys

LEVELS = pathlib.Path(__file__).with_name("bakers_levels.json")
ADAPTERS = pathlib.Path(__file__).resolve().parents[1] / "peers/bakers/list.json"
PLOTS = [
    ("bakers_coverage", "Coverage against the size of cells",
     "Each point is a navmesh of a baker of voxels: the share of the truth that it does not cover, by the size of its cells over the agent's height. Down"
     " is better. The line is the worst of Plumb's own files, which have no cells."),
    ("bakers_wrong", "Wrong answers against polygons",
     "Each point is a navmesh. Down is better; left is a smaller navmesh. A point far up has lost or joined a large component of the truth."),
    ("bakers_time", "Time against coverage",
     "Each point is a navmesh. Up is more of the truth; left is less processor time, relative to `plumb bake` of the same level."),
]
INTRODUCTION = """# Navmesh generators, judged by the exact floor
This page is for people who choose a navmesh generator, or its settings. It has, for each baker that ran, how much of
the exact floor its navmeshes cover, what they have beyond it, and how often they answer wrongly whether one place can
be reached from another. [reference/bakers.md](../reference/bakers.md) defines bakers, grades and columns.

`make bakers` measures, and `python3 tests/scenes/bakers_figures.py build/bakers/bakers.csv docs/figures/bakers.md`
wrote this page from {rows} rows of {levels} of {all_levels} levels; {baked} rows have a navmesh that was judged.
{missing}
"""
SUMMARY = """
## Summary
Median and worst over all rows of a baker and grade. Not all levels have all grades, so compare grades within a level.
The distance is that of the farthest point of the truth from the navmesh, over the agent's height.

"""
MEANING = """
## What the numbers mean, and what not
- **Defaults serve speed.** The cells of the grade `default` are what a baker's documents advise to begin with. Users
  who need more of the floor set smaller cells; the grades `fine` and `finest` show what that gives, and what it costs.
- **The truth is strict.** A component of any size is lost if nothing of it is covered, also the top of a wall that no
  agent reaches. Bakers leave out small regions on purpose. `unreachable %` shows how much floor is in lost components.
- **Heights count.** A navmesh covers floor only where it is within a quarter of the agent's height of it. Where cells
  are high, or polygons span stairs, it may be farther away; then the same floor is missing and in excess.
- **The radius counts.** With a radius, bakers of voxels round it up to whole cells, so they cover less where cells are
  large. The rows of agents whose names end in `_point` ask for no radius.
- **Polygons are not triangles.** Bakers of Recast write polygons of up to six corners, navcat of up to five, Godot 3
  and the `.glb` of Plumb triangles; the other files of Plumb have whole cells or pieces of them.
- **Rounding is Plumb's error.** The rows of `plumb` judge its files, not its exact result. What they miss or have in
  excess is what the numbers and the grids of these formats move.
- **Links of files without links.** In a `.glb`, a `.tres` and an `.obj` the audit joins polygons whose edges run along
  each other ([audit.md](../reference/audit.md#navmeshes-that-are-read)). An engine that joins only equal edges keeps
  some of these apart. In such rows, of `plumb`, `plumb-wedge`, `godot3` and `triangles`, `merged` and wrong answers may
  be more than in that engine.
- **`triangles` is no baker.** Its rows show what a level's own walkable triangles are worth.
- Times include reading the level and writing the file. Those of Godot 3 include the start of its editor.
"""


def value_of(row, name):
    return float(row[name]) if row[name] else None


def percent(value, digits=2):
    return "-" if value is None else f"{100 * value:.{digits}f}"


def plain(value):
    return "-" if value is None else f"{value:.3g}"


def table(head, lines):
    return "\n".join(["| " + " | ".join(head) + " |", "|" + "---|" * len(head)] + ["| " + " | ".join(line) + " |" for line in lines]) + "\n"


def median_and_worst(rows, value, worst, form):
    values = [v for row in rows if (v := value(row)) is not None]
    return f"{form(statistics.median(values))}, {form(worst(values))}" if values else "-"


def in_heights(row):
    """The distance of the truth's farthest point over the height of the agent, if the list of levels has it."""
    agent, distance = json.loads(LEVELS.read_text())["agents"].get(row["agent"]), value_of(row, "truth_from_found")
    return distance / agent["height"] if agent and distance is not None else None


def summary(rows):
    """One line per baker and grade: median and worst of each figure."""
    groups = {}
    for row in rows:
        groups.setdefault((row["baker"], row["grade"]), []).append(row)
    lines = []
    for (baker, grade), mine in sorted(groups.items()):
        lines.append([baker, grade, str(len(mine)), str(sum(r["status"] == "baked" for r in mine)),
                      *(median_and_worst(mine, lambda row, n=name: value_of(row, n), worst, percent) for name, worst in
                        (("coverage", min), ("excess", max), ("overlap", max), ("wrong_answers", max), ("unreachable", max))),
                      median_and_worst(mine, in_heights, max, plain),
                      *(median_and_worst(mine, lambda row, n=name: value_of(row, n), max, plain) for name in
                        ("complexity", "times_plumb_seconds", "times_plumb_bytes"))])
    return table(["baker", "grade", "rows", "baked", "covered %", "excess %", "overlap %", "wrong answers %", "unreachable %", "distance",
                  "polygons / fewest", "time / plumb", "memory / plumb"], lines)


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
    for level in json.loads(LEVELS.read_text())["levels"]:
        for agent in level["agents"]:
            counts = []
            for grade in ("default", "fine", "finest"):
                all_of_it = sum(len(b["variants"]) for b in bakers if grade in b["grades"] and (grade != "finest" or level.get("finest")))
                there = sum((row["level"], row["agent"], row["grade"]) == (level["name"], agent, grade) for row in rows)
                counts.append(f"{there} of {all_of_it}" if all_of_it else "-")
            lines.append([level["name"], level["why"], agent, *counts])
    return table(["level", "what it is", "agent", "default", "fine", "finest"], lines)


def page(rows, plots):
    listed = [level["name"] for level in json.loads(LEVELS.read_text())["levels"]]
    levels = sorted({row["level"] for row in rows}, key=lambda name: (listed.index(name) if name in listed else len(listed), name))
    versions = sorted({f"{row['baker']} {row['baker_version']}" for row in rows if row["baker_version"]})
    missing = wrapped(f"The [last section](#what-was-run) says which rows of the list were run. Versions: {', '.join(versions)}.")
    failed = [row for row in rows if row["status"] != "baked"]
    out = INTRODUCTION.format(levels=len(levels), all_levels=len(set(listed) | set(levels)), rows=len(rows), baked=len(rows) - len(failed), missing=missing)
    out += SUMMARY + summary(rows)
    for name, title, text in PLOTS if plots else []:
        out += "\n" + wrapped(f"**{title}.** {text}") + f"\n\n![{title}]({name}.svg)\n"
    out += MEANING + "\n## Levels\n"
    for level in levels:
        for agent in sorted({row["agent"] for row in rows if row["level"] == level}):
            mine = [row for row in rows if (row["level"], row["agent"]) == (level, agent)]
            truth = next((value_of(row, "truth") for row in mine if row["truth"]), None)
            out += f"\n### {level}, {agent}\nThe true floor is {plain(truth)} square units.\n\n" + level_table(mine)
    if failed:
        out += "\n## Rows without a figure\n" + table(["level", "agent", "baker", "variant", "grade", "status", "why"], [
            [*(row[k] for k in ("level", "agent", "baker", "variant", "grade", "status")), " ".join(row["why"].replace("|", "/").split())[:160] or "-"] for row in failed])
    return out + "\n## What was run\nNumbers of rows, of those that the list of levels and the list of adapters make.\n\n" + what_was_run(rows)


def wrapped(text, width=120):
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return "\n".join(lines)


def draw(rows, folder):
    """The three plots; False without matplotlib."""
    try:
        import matplotlib
    except ImportError:
        return False
    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.hashsalt": "plumb", "font.size": 9})
    import matplotlib.pyplot as plt

    baked = [row for row in rows if row["coverage"]]
    names = sorted({row["baker"] for row in baked})

    def plot(file, title, x_of, y_of, x_label, y_label, scales, line=None):
        figure, axes = plt.subplots(figsize=(7, 4.2))
        for colour, (name, marker) in enumerate(zip(names, "osDv^PX<>*hd")):
            points = [(x, y) for row in baked if row["baker"] == name and (x := x_of(row)) is not None and (y := y_of(row)) is not None]
            if points:
                axes.scatter(*zip(*points), s=14, marker=marker, color=f"C{colour}", label=name, alpha=0.7)
        if line is not None:
            axes.axhline(line, color="black", linewidth=1, label="Plumb's worst file")
        axes.set(xlabel=x_label, ylabel=y_label, title=title, xscale=scales[0], yscale=scales[1])
        axes.legend(fontsize=7)
        figure.tight_layout()
        figure.savefig(folder / f"{file}.svg", metadata={"Date": None})
        plt.close(figure)

    missing = lambda row: max(1 - float(row["coverage"]), 1e-9)
    own = [missing(row) for row in baked if row["baker"] == "plumb"]
    height = {name: agent["height"] for name, agent in json.loads(LEVELS.read_text())["agents"].items()}
    cell = lambda row: value_of(row, "cell") / height.get(row["agent"], 1) if row["cell"] else None
    plot(*PLOTS[0][:2], cell, missing, "cell / agent's height", "missing share of the truth", ("log", "log"), max(own) if own else None)
    plot(*PLOTS[1][:2], lambda r: value_of(r, "polygons"), lambda r: value_of(r, "wrong_answers"), "polygons", "probability of a wrong answer", ("symlog", "linear"))
    plot(*PLOTS[2][:2], lambda r: value_of(r, "times_plumb_seconds"), lambda r: value_of(r, "coverage"), "processor time / plumb bake's", "coverage", ("log", "linear"))
    return True


def main(words):
    if len(words) not in (2, 3) or (len(words) == 3 and words[2] != "--no-plots"):
        print(__doc__)
        return 2
    with open(words[0], newline="") as file:
        rows = list(csv.DictReader(file))
    target = pathlib.Path(words[1])
    plots = len(words) == 2 and draw(rows, target.parent)
    if len(words) == 2 and not plots:
        print("no plots: python3-matplotlib is not installed for this python3", file=sys.stderr)
    target.write_text(page(rows, plots))
    print(f"{target}: {len(rows)} rows")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
