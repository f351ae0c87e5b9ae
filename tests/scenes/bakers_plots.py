# SPDX-License-Identifier: GPL-3.0-or-later
"""The three plots of docs/figures/bakers.md, by matplotlib: rows as small points, the median of each baker and grade as a large one with its name beside it."""
import math
import statistics

from bakers_text import missing, value_of

FLOOR = 1e-7  # smaller shares are drawn there
MARKERS = "osDv^PX<>*hd"
COLOURS = ["#1f77b4", "#d95f02", "#1b9e77", "#b0007a", "#7570b3", "#666666", "#a6761d", "#e6ab02"]


def label_places(points, widths, height, left=-math.inf, right=math.inf):
    """Where labels of these widths go beside their points, as (dx, dy) to the label's lower left corner: the first place, from near to far, where a label covers
    neither another nor a point and is between left and right; all in the same unit."""
    boxes = [(x - height / 2, y - height / 2, x + height / 2, y + height / 2) for x, y in points]
    apart = lambda a, b: a[0] >= b[2] or b[0] >= a[2] or a[1] >= b[3] or b[1] >= a[3]
    out = []
    for (x, y), width in zip(points, widths):
        steps = [(dx, sign * k * height / 2 - height / 2) for k in range(12) for dx in (height / 2 + 2, -width - height / 2 - 2, -width / 2) for sign in (1, -1)]
        free = [s for s in steps if left <= x + s[0] and x + s[0] + width <= right and all(apart((x + s[0], y + s[1], x + s[0] + width, y + s[1] + height), box) for box in boxes)]
        dx, dy = (free or steps)[0]
        boxes.append((x + dx, y + dy, x + dx + width, y + dy + height))
        out.append((dx, dy))
    return out


class Plot:
    """A plot on log axes. x_of and y_of give a row's numbers, or None."""

    def __init__(self, pyplot, rows, x_of, y_of):
        self.pyplot, self.labels = pyplot, []
        self.figure, self.axes = pyplot.subplots(figsize=(8.2, 5))
        names = sorted({row["baker"] for row in rows})
        for name, marker, colour in zip(names, MARKERS, COLOURS):
            points = [(row["grade"], x, y) for row in rows if row["baker"] == name and (x := x_of(row)) is not None and (y := y_of(row)) is not None and x > 0]
            if not points:
                continue
            self.axes.scatter([x for _, x, _ in points], [max(y, FLOOR) for *_, y in points], s=9, marker=marker, color=colour, alpha=0.35, linewidths=0)
            grades = sorted({g for g, *_ in points}, key=lambda g: (["default", "fine", "finest"] + [g]).index(g))
            middles = [tuple(statistics.median(p[i] for p in points if p[0] == g) for i in (1, 2)) for g in grades]
            xs, ys = [x for x, _ in middles], [max(y, FLOOR) for _, y in middles]
            self.axes.plot(xs, ys, marker=marker, color=colour, markersize=8, linewidth=1.2, markeredgecolor="black", markeredgewidth=0.6)
            self.labels += [(name if g == "default" else f"{name} {g}", x, y, colour) for g, x, y in zip(grades, xs, ys)]

    def save(self, path, title, x_label, y_label, coverage=False):
        from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter
        self.axes.set(title=title, xlabel=x_label, ylabel=y_label, xscale="log", yscale="log")
        self.axes.yaxis.set_major_locator(LogLocator(numticks=12))
        text = lambda y: f"{100 * y:.7f}".rstrip("0").rstrip(".") + " %"
        self.axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: text(1 - y if coverage else y) + (
            "" if y > 1.01 * FLOOR else " or more" if coverage else " or less")))
        self.axes.yaxis.set_minor_formatter(NullFormatter())
        if coverage:
            self.axes.invert_yaxis()
        self.axes.grid(True, which="major", color="#ddd", linewidth=0.6)
        self.axes.set_axisbelow(True)
        self.figure.tight_layout()
        unit = self.figure.dpi / 72  # pixels of a point
        edges = self.axes.bbox.x0 / unit, self.axes.bbox.x1 / unit
        places = [tuple(c / unit for c in self.axes.transData.transform((x, y))) for _, x, y, _ in self.labels]
        for (name, x, y, colour), (dx, dy) in zip(self.labels, label_places(places, [5.4 * len(name) for name, *_ in self.labels], 11, *edges)):
            line = {"arrowstyle": "-", "color": colour, "linewidth": 0.5} if abs(dy + 5.5) > 12 else None
            self.axes.annotate(name, (x, y), xytext=(dx, dy + 2.5), textcoords="offset points", fontsize=8, color=colour, weight="bold", arrowprops=line)
        self.figure.savefig(path, metadata={"Date": None})
        self.pyplot.close(self.figure)


def draw_coverage(pyplot, rows, cell, path, title):
    """Missing floor by the size of cells: a panel for each baker that has cells, with a common scale, and the medians of the others in grey."""
    least = 1e-4  # rows that miss less are drawn there
    share = lambda row: max(missing(row), least)
    voxels = [row for row in rows if cell(row)]
    bakers, grades = sorted({row["baker"] for row in voxels}), ("default", "fine", "finest")
    middle = lambda baker: [(statistics.median(cell(r) for r in mine), statistics.median(share(r) for r in mine), g) for g in grades
                            if (mine := [r for r in voxels if (r["baker"], r["grade"]) == (baker, g)])]
    columns = 2
    figure, axes = pyplot.subplots(-(-len(bakers) // columns), columns, figsize=(8.2, 3.1 * -(-len(bakers) // columns)), sharex=True, sharey=True, squeeze=False)
    own = [share(row) for row in rows if row["baker"] == "plumb"]
    for panel in axes.flat[len(bakers):]:
        panel.set_visible(False)
    for panel, name, colour in zip(axes.flat, bakers, COLOURS):
        for other in bakers:
            if other != name:
                panel.plot(*list(zip(*middle(other)))[:2], color="#bbbbbb", linewidth=0.8, marker=".", markersize=4, zorder=1)
        mine = [row for row in voxels if row["baker"] == name]
        panel.scatter([cell(r) for r in mine], [share(r) for r in mine], s=9, color=colour, alpha=0.35, linewidths=0, zorder=2)
        middles = middle(name)
        panel.plot(*list(zip(*middles))[:2], color=colour, marker="o", markersize=7, linewidth=1.4, markeredgecolor="black", markeredgewidth=0.6, zorder=3)
        for x, y, grade in middles:
            panel.annotate(f"{grade}, {100 * y:.2g} %", (x, y), xytext=(4 if grade == "default" else 0, -16), textcoords="offset points", ha="right" if grade == "default" else "center", fontsize=8, weight="bold",
                           bbox={"boxstyle": "round,pad=0.15", "facecolor": "white", "edgecolor": "none", "alpha": 0.8}, zorder=4)
        if own:
            panel.axhline(max(own), color="black", linewidth=1)
            panel.annotate("the worst of Plumb's files, which have no cells", (0.02, max(own)), xycoords=("axes fraction", "data"), xytext=(0, 3),
                           textcoords="offset points", fontsize=7.5)
        panel.set(title=name, xscale="log", yscale="log", ylim=(least / 1.5, 1.5))
        panel.set_xticks([1e-2, 1e-1], ["0.01", "0.1"])
        panel.set_yticks([1e-4, 1e-3, 1e-2, 1e-1, 1], ["0.01 % or less", "0.1 %", "1 %", "10 %", "100 %"])
        panel.yaxis.set_minor_locator(pyplot.NullLocator())
        panel.grid(True, which="major", color="#dddddd", linewidth=0.6)
        panel.set_axisbelow(True)
    figure.suptitle(title)
    figure.supxlabel("size of cells / agent's height", fontsize=9)
    figure.supylabel("missing share of the truth", fontsize=9)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)


def draw(rows, folder, heights, plots):
    """The three plots; False without matplotlib. heights: of the agents, by name. plots: as bakers_text.plots() gives them."""
    try:
        import matplotlib
    except ImportError:
        return False
    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.hashsalt": "plumb", "font.size": 9, "svg.fonttype": "none"})
    import matplotlib.pyplot as pyplot

    folder.mkdir(parents=True, exist_ok=True)
    baked = [row for row in rows if row["coverage"]]
    cell = lambda row: value_of(row, "cell") / heights.get(row["agent"], math.nan) if row["cell"] else None
    files = [folder / f"{name}.svg" for name, *_ in plots]
    draw_coverage(pyplot, baked, cell, files[0], plots[0][1])
    Plot(pyplot, baked, lambda row: value_of(row, "polygons"), lambda row: value_of(row, "wrong_answers")).save(files[1], plots[1][1], "polygons", "probability of a wrong answer")
    third = Plot(pyplot, baked, lambda row: value_of(row, "times_plumb_seconds"), missing)
    third.axes.axvline(1, color="black", linewidth=1)
    third.save(files[2], plots[2][1], "processor time / that of plumb bake", "covered share of the truth", coverage=True)
    return True
