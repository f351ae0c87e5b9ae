# SPDX-License-Identifier: GPL-3.0-or-later
"""The words of docs/figures/bakers.md that bakers_figures.py puts between its tables, with the figures of the rows in them; and the forms of numbers.

What other bakers' authors say is quoted from their documents, word by word, with a link; what the table says to it is computed from the rows."""
import json
import math
import pathlib
import statistics

LEVELS = json.loads(pathlib.Path(__file__).with_name("bakers_levels.json").read_text())

INTRODUCTION = """# Navmesh generators, judged by the exact floor
This page is for people who choose a navmesh generator, or its settings. It has, for each baker that ran, how much of
the exact floor its navmeshes cover, what they have beyond it, and how often they answer wrongly whether one place can
be reached from another. [reference/bakers.md](../reference/bakers.md) defines bakers, grades and columns, and
[bakers-levels.md](bakers-levels.md) has a table for each level.

`make bakers` measures, and `python3 tests/scenes/bakers_figures.py build/bakers/bakers.csv docs/figures/bakers.md`
wrote this page from {rows} rows of {levels} of {all_levels} levels; {baked} rows have a navmesh that was judged.
{missing}
"""
SUMMARY = """
## Summary
Each cell has the median and the worst over all rows of a baker and grade. Not all levels have all grades, so compare
grades within a level. First, what the navmeshes are worth:

"""
COST = """
Next, what they cost. The distance is that of the farthest point of the truth from the navmesh, over the agent's height;
"path error" is the median, in a row, of how much longer the way that Detour finds between two random places is than the
shortest one; false ways are those that nobody can walk, missing ones those that it does not find, in all rows together
(only navmeshes that Detour can load have ways here); "fewest" is a number of polygons that no convex partition of the
truth can go below; time and memory are over those of `plumb bake`.

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
  excess is what the numbers and the grids of these formats move. It is most in three cases. On `nb_stairs` each step is
  a link of a `.glb` and a `.tres`, for which a tread gives up a strip of a 512th of the step. A `.bin` is one tile: its
  16 bits make cells of a 65,536th of the level (the `.mset` of this table has tiles, and so finer cells). Godot counts
  cells with 21 bits from the origin, which is far from `undulating`.
- **Links of files without links.** A `.glb` and a `.tres` store no links. The audit joins their polygons as engines do,
  along equal edges only ([audit.md](../reference/audit.md#navmeshes-that-are-read)). Where a corner lies within an edge
  of its neighbour, an engine does not join the two, and such a row has the `split` and the wrong answers of the engine.
- **`triangles` is no baker.** Its rows show what a level's own walkable triangles are worth.
- Times include reading the level and writing the file. Those of Godot 3 include the start of its editor.
"""
SOURCES = """
## Where each figure is from
[bakers.csv]({folder}/bakers.csv) has the rows. `python3 tests/scenes/bakers_rows.py docs/figures` makes the tables of
all levels and the summary of them again, and compares.

| figure | rows | columns |
|---|---|---|
| the tables of [{levels}]({levels}) | those of a level and agent | all that are shown |
| what navmeshes are worth | those of a baker and grade | `coverage`, `excess`, `overlap`, `wrong_answers`, `unreachable`: median; least or greatest |
| what they cost | the same | `truth_from_found` over the agent's height, `path_median`, `path_false` and `path_missing` over `path_pairs`, `complexity`, `times_plumb_seconds`, `times_plumb_bytes` |
| missing floor against the size of cells | with a `cell` and a `coverage` | `cell` over the agent's height; 1 - `coverage` |
| wrong answers against polygons | with a `coverage` | `polygons`; `wrong_answers` |
| time against coverage | with a `coverage` | `times_plumb_seconds`; `coverage` |
| the worst findings | those with the greatest `wrong_answers`, `overlap`, `excess` and 1 - `coverage`, baked again | the audit's drawing |

Heights of agents are in `tests/scenes/bakers_levels.json`.
"""
FINDINGS = """
## The worst findings
The script takes the rows with the largest probability of a wrong answer, overlap, excess and missing floor, in turn, at
most two of a baker and two of a level; `triangles` is left out. Each picture is the audit's drawing, cut to the place
where the audit finds most of it. Of changes of settings that bring the figure down to a quarter or less, the smallest
is named; the order is another variant, lower cells, smaller cells, no radius. Each try had a minute.
"""
LEVELS_INTRODUCTION = """# Navmesh generators, level by level
This page is for people who want the rows behind [{page}]({page}): one table for each level and agent.
[reference/bakers.md](../reference/bakers.md) defines the columns. `make bakers` also writes a page of each, with all
audits of the grade `default` to switch between: `build/bakers/pages/LEVEL-AGENT.html`.
"""
# As of commit 9f4ce644 of Recast and 64aceec4 of navcat.
RECAST_LINK = "https://github.com/recastnavigation/recastnavigation/blob/main/Docs/_1_Introduction.md"
NAVCAT_LINK = "https://github.com/isaac-mason/navcat/blob/main/README.md"
GODOT_LINK = "https://docs.godotengine.org/en/4.2/tutorials/navigation/navigation_using_navigationmeshes.html"
UNITY_LINK = "https://docs.unity3d.com/ScriptReference/AI.NavMeshBuildSettings-voxelSize.html"


def value_of(row, name):
    return float(row[name]) if row.get(name) else None


def percent(value, digits=2):
    return "-" if value is None else f"{100 * value:.{digits}f}"


def plain(value):
    return "-" if value is None else f"{value:.3g}" if abs(value) < 1000 else f"{value:.0f}"


def times(value):
    return "-" if value is None else f"{value:.2g}" if value < 100 else f"{value:.0f}"


def ranks(values):
    """The place of each value in order; equal values share the middle of theirs."""
    order = sorted(values)
    first, last = {}, {}
    for i, v in enumerate(order):
        first.setdefault(v, i)
        last[v] = i
    return [(first[v] + last[v]) / 2 for v in values]


def rank_correlation(points):
    """Spearman's coefficient of pairs of numbers; None where one of them is always the same."""
    xs, ys = (ranks([p[i] for p in points]) for i in (0, 1))
    if len(points) < 3 or len(set(xs)) < 2 or len(set(ys)) < 2:
        return None
    return statistics.correlation(xs, ys)


def wrapped(text, width=120, indent=""):
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append(indent)
        lines[-1] += (" " if lines[-1].strip() else "") + word
    return "\n".join(lines)


def height_of(row):
    """The height of the row's agent, if the list of levels has it."""
    agent = LEVELS["agents"].get(row["agent"])
    return agent and agent["height"]


def missing(row):
    return None if value_of(row, "coverage") is None else 1 - value_of(row, "coverage")


def of(rows, bakers, grade):
    return [row for row in rows if row["baker"] in bakers and row["grade"] == grade and row["status"] == "baked"]


def middle(values):
    values = [v for v in values if v is not None]
    return statistics.median(values) if values else None


def middle_and_most(rows, value):
    """(median, largest) as percentages."""
    values = [v for v in map(value, rows) if v is not None]
    return (percent(statistics.median(values)), percent(max(values))) if values else ("-", "-")


def pairs(rows, bakers):
    """Rows of the grades default and fine that differ in nothing else, where the cells of `fine` are smaller."""
    key = lambda row: [row[k] for k in ("level", "agent", "baker", "variant")]
    coarse = {tuple(key(row)): row for row in of(rows, bakers, "default")}
    return [(c, f) for f in of(rows, bakers, "fine") if (c := coarse.get(tuple(key(f)))) and value_of(f, "cell") and value_of(f, "cell") < value_of(c, "cell")]


def counted(items, word="row"):
    return f"{len(items)} {word}{'' if len(items) == 1 else 's'}"


def ratio(over, under):
    return over / under if over and under else None


def authors(rows):
    """The section of quotes."""
    recast, godot, navcat = of(rows, ["recast"], "default"), of(rows, ["godot3"], "default"), of(rows, ["navcat"], "default")
    both = pairs(rows, ["recast", "recast-js"])
    less = middle(ratio(missing(c), missing(f)) for c, f in both)
    longer = middle(ratio(value_of(f, "processor_seconds"), value_of(c, "processor_seconds")) for c, f in both)
    smaller = middle(ratio(value_of(c, "cell"), value_of(f, "cell")) for c, f in both)
    powers = [math.log(t) / math.log(value_of(c, "cell") / value_of(f, "cell")) for c, f in both if (t := ratio(value_of(f, "processor_seconds"), value_of(c, "processor_seconds")))]
    gone, most_gone = middle_and_most(recast, missing)
    excess, most_excess = middle_and_most(godot, lambda row: value_of(row, "excess"))
    seen, most_seen = middle_and_most(navcat, missing)
    high = "; the worst is where half the climb is a quarter of the agent's height, as far as a navmesh may be from the floor here" if navcat and worst_is_high(navcat) else ""
    said = [  # who, where, what, the rows that answer, and how
        ("Recast", RECAST_LINK, "Very often, navmesh generation will sacrifice some accuracy in favor of geometry simplification.", recast,
         f"In {counted(recast)} of `recast`, grade `default`, {gone} % of the floor is missing in the median and {most_gone} % at worst; the median has "
         f"{plain(middle(value_of(row, 'complexity') for row in recast))} times the fewest polygons. Its reason is that fast queries matter more than shortest paths; wrong answers, "
         f"{middle_and_most(recast, lambda row: value_of(row, 'wrong_answers'))[1]} % at worst, are paths that are not found, or that nobody can walk."),
        ("Recast", RECAST_LINK, "By modifying the rasterization voxel size, it's possible to significantly alter the generation time and quality of the resulting navmesh ...", both,
         f"It is, by {counted(both, 'pair')} of rows of `recast` and `recast-js` that differ in the grade alone. In the median, cells are {times(smaller)} times smaller in `fine`, missing "
         f"floor is {times(less)} times less, and the bake takes {times(longer)} times as long."),
        ("Unity", UNITY_LINK, "The scaling is roughly quadratic, so doubling the resolution will result in an approximate quadrupling of the build time.", both,
         f"Unity does not run here. In the same pairs of Recast the time grows as the power {plain(middle(powers))} of the resolution, in the median; times here include "
         "the reading of the level, and cells become lower, too."),
        ("Godot", GODOT_LINK, "A navigation mesh describes a surface that an agent can stand on safely with its center ...", godot,
         f"This is of Godot 4; here runs Godot 3, on cells of its own defaults. In {counted(godot)} of `godot3`, grade `default`, {excess} % of the navmesh is, in the median, "
         f"not within a quarter of the agent's height of floor on which it can stand, and {most_excess} % at worst."),
        ("navcat", NAVCAT_LINK, "Vertical voxel size (Y). Controls height resolution.", navcat,
         f"The value that it advises for this setting is half the climb, which the grade `default` has. In {counted(navcat)}, {seen} % of the floor is missing in the median and "
         f"{most_seen} % at worst{high}."),
    ]
    out = "\n## What authors say, and what the table says to it\n"
    for name, link, quote, answer in [(n, l, q, a) for n, l, q, rows_of_it, a in said if rows_of_it]:
        out += wrapped(f"- [{name}]({link}): \"{quote}\" {answer}", indent="  ") + "\n"
    return out


def worst_is_high(rows):
    """Whether the row with the most missing floor has cells at least as high as a quarter of the agent's height, which is the audit's window."""
    worst = max(rows, key=lambda row: missing(row))
    height = height_of(worst)
    return bool(height and value_of(worst, "cell_height") and value_of(worst, "cell_height") >= height / 4)


def plots(rows):
    """[(file, title, what it shows and what one should see in it)]"""
    voxels = [row for row in rows if row["cell"] and row["status"] == "baked"]
    by_grade = {grade: middle(missing(row) for row in voxels if row["grade"] == grade) for grade in ("default", "fine", "finest")}
    steps = ", ".join(f"{percent(v)} % in `{g}`" for g, v in by_grade.items() if v is not None)
    own = max((missing(row) for row in rows if row["baker"] == "plumb" and row["status"] == "baked"), default=None)
    reach = "" if own is None else (f" {sum(missing(row) <= own for row in voxels)} of these {len(voxels)} navmeshes reach the line, which is the worst of Plumb's own files:"
                                    f" {percent(own, 3)} %.")
    points = [(value_of(row, "polygons"), value_of(row, "wrong_answers")) for row in voxels if row["wrong_answers"]]
    timed = [row for row in voxels if row["times_plumb_seconds"]]
    quick = [row for row in timed if value_of(row, "times_plumb_seconds") < 1]
    return [
        ("bakers_coverage", "Missing floor against the size of cells",
         "A panel for each baker of voxels. Each small point is a navmesh: the share of the truth that it does not cover, by the size of its cells over the agent's height. Large points are"
         f" the medians of a grade, grey ones those of the other bakers. Down is better. What one should see: smaller cells miss less, in the median of all {steps}.{reach}"),
        ("bakers_wrong", "Wrong answers against polygons",
         "Each small point is a navmesh, large ones are medians of a grade; probabilities below 10^-7 are drawn there. Down is better; left is a smaller navmesh. A point far up has"
         f" lost or joined a large component. What one should see: a navmesh of voxels answers {percent(middle(w for _, w in points))} % wrongly in the median. The rank correlation of that with"
         f" its polygons is {plain(rank_correlation(points))}, where 0 is no rule and -1 would be: more polygons, always fewer wrong answers."),
        ("bakers_time", "Time against coverage",
         "Each small point is a navmesh, large ones are medians of a grade. Up is more of the truth, on a scale where a grid line has a tenth of the missing floor of the next below;"
         f" where less than 10^-7 is missing, it is drawn there; left is less processor time, relative to `plumb bake` of the same level. What one should see: {len(quick)} of {len(timed)} navmeshes of voxels took less time than"
         f" `plumb bake`, and in the median one took {times(middle(value_of(row, 'times_plumb_seconds') for row in timed))} times as long. To the right of each baker's large points"
         " are those of its finer cells: what more coverage costs it."),
    ]
