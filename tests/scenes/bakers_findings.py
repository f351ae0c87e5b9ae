#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Shows the worst of what bakers.py found, and searches the smallest change of settings that mends each: `make bakers` runs this after the rows.

  bakers_findings.py [--findings 10] [--minutes 10] [options of bakers.py]     reads OUT/bakers.json, writes OUT/findings

1. choose() takes rows by the largest probability of a wrong answer, overlap, excess and missing floor, in turn, at most two of one baker and two of one level.
2. Each is baked and audited again. place_of() finds the place in the audit that shows most of it; bakers_picture.py draws the audit there.
3. tries() lists changes of settings, the smallest first: another variant, lower cells, smaller cells, no radius. They run until one brings the figure down to
   a quarter. A try has at most 60 seconds of processor time, and all tries of a run have the given minutes; what was not tried for that is tried by the next run.

OUT/findings/findings.json is the list that bakers_figures.py reads. Finished findings are kept as finished rows are. Exit status 0, or 77 without rows."""
import argparse
import concurrent.futures
import json
import pathlib
import shutil
import sys
import time

import bakers
import bakers_picture
from bakers_run import KEY, LOWEST_CELLS, MISSING, Limits, Truth, adapter, audit_options, bake_and_judge, read_output, start

METRICS = ["wrong_answers", "overlap", "excess", "missing"]
LEAST = 0.01  # smaller figures are no finding
MENDED = 4  # how many times less the figure is after a change that mends
NO_BAKER = "triangles"  # the naive answer, shown for comparison
TRY_SECONDS = 60
FIGURES = ["coverage", "excess", "overlap", "wrong_answers", "unreachable", "polygons"]

MISSING_FLOOR = {
    "height_drift": "the navmesh runs {heights} the floor, too far from it to count, so this floor is missing",
    "region": "a component of the floor that is smaller than the baker's smallest region has no navmesh",
    "height": "floor under a low ceiling has no navmesh, since cells round the headroom down",
    "eroded": "floor beside a low ceiling has no navmesh, since cells round the headroom down and the radius keeps away from such cells",
    "border": "the navmesh stays back from the border of the floor",
    "filter": "the floor rises by more than the climb over two cells, and a filter of ledges removes such floor",
    "grid": "floor along an edge is missing by the rounding of the file's numbers",
    "empty": "the navmesh is empty",
    "unexplained": "the navmesh has no polygon on this floor, and no known setting of the baker asks for that",
}
EXCESS_FLOOR = {
    "height_drift": "the navmesh runs {heights} the floor, too far from it to count",
    "border": "the navmesh reaches over the border of the floor",
    "inside": "the navmesh lies inside of a solid",
    "blocked": "the navmesh lies where something overhead is too low for the agent",
    "too_close": "the navmesh lies nearer to a wall or an edge than the agent's radius",
    "climb": "the navmesh lies on what is too steep to stand on, or faces down, low enough for the filter of low obstacles to accept it",
    "steep": "the navmesh lies on ground that is steeper than the agent stands on",
    "turned_away": "the navmesh lies on a face that faces down",
    "grid": "the navmesh reaches over an edge by the rounding of the file's numbers",
    "nothing": "the navmesh lies where the level has nothing at that height",
}


def value(row, metric):
    """The figure of a row, larger if it is worse; None if it has none."""
    number = row.get("coverage" if metric == "missing" else metric)
    return None if number in (None, "") else 1 - float(number) if metric == "missing" else float(number)


def choose(rows, count=10, each=2):
    """[(metric, row)], by the metrics in turn: the worst row by it that is not taken, of bakers and levels that are not taken `each` times."""
    judged = [r for r in rows if r["status"] == "baked" and r["baker"] != NO_BAKER]
    lists = {m: sorted((r for r in judged if (value(r, m) or 0) >= LEAST), key=lambda r, m=m: (-value(r, m), [r[k] for k in KEY])) for m in METRICS}
    out, taken = [], {}
    while len(out) < count and any(lists.values()):
        for metric, row in [(m, lists[m].pop(0)) for m in METRICS if lists[m]]:
            while row and (any(row is r for _, r in out) or any(taken.get(("of", row[k]), 0) >= each for k in ("baker", "level"))):
                row = lists[metric].pop(0) if lists[metric] else None
            if row and len(out) < count:
                out.append((metric, row))
                for k in ("baker", "level"):
                    taken["of", row[k]] = taken.get(("of", row[k]), 0) + 1
    return out


def plain(number):
    return f"{number:.3g}" if abs(number) < 1000 else f"{number:.0f}"


def joined(audit):
    """(what one sees, its box, a point of it) of the largest wrong join or cut between components; None if there is none."""
    for join in audit["joins"]["listed"]:
        gap = join.get("gap")
        wide, rise = (bakers_picture.number(gap["squared_width"]) ** 0.5, abs(bakers_picture.number(gap["rise"]))) if gap else (0, 0)
        how = "" if not gap else ", where both touch" if wide == rise == 0 else f", over a gap that is {plain(wide)} wide in plan and {plain(rise)} high"
        text = ("the navmesh leads from one component of the floor to another, which are apart" if join["kind"] == "false" else
                "the navmesh falls apart where the floor is one component") + how
        box = [bakers_picture.point(join[k]) for k in ("low", "high")]
        middle = bakers_picture.point(gap["from"]) if gap and gap.get("from") else [(a + b) / 2 for a, b in zip(*box)]
        return text, box, middle
    return None


def place_of(audit, metric, up):
    """(what one sees, the place's box, a point of it): the place of the audit that shows most of a figure; None if it lists none."""
    if metric == "wrong_answers" and (place := joined(audit)):
        return place
    wanted = "excess" if metric in ("excess", "overlap") else "missing"
    listed = [f for f in audit["findings"]["listed"] if f["difference"] == wanted] or audit["findings"]["listed"]
    if not listed:
        return None
    finding = max(listed, key=lambda f: f["area"]["approx"])
    cause = max(finding["causes"], key=lambda c: c["area"]["approx"])["cause"]
    text = (MISSING_FLOOR if finding["difference"] == "missing" else EXCESS_FLOOR).get(cause, f"the cause is {cause}")
    if finding.get("heights"):
        low, high = (bakers_picture.number(finding["heights"][k]) for k in ("low", "high"))
        text = text.format(heights=f"from {plain(low)} to {plain(high)} over" if low >= 0 else f"from {plain(-high)} to {plain(-low)} under" if high <= 0 else
                           f"from {plain(-low)} under to {plain(high)} over")
    box = [bakers_picture.point(finding[k]) for k in ("low", "high")]
    text = text.format(heights="over or under") + f"; this piece has {plain(finding['area']['approx'])} square units"
    low, high = (bakers_picture.plan(p, up)[2] for p in box)
    return text + (f" at heights from {plain(low)} to {plain(high)}" if high > low else f" at height {plain(low)}"), box, bakers_picture.point(finding["inside"])


def tries(row, baker, agent):
    """[(what is changed, variant, agent with cells)], the smallest change first."""
    cells = {"cell": row["cell"], "cell_height": row["cell_height"]} if row["cell"] else {"grade": "default"}
    out = [(f"variant {v}", v, {**agent, **cells}) for v in baker["variants"] if v != row["variant"]]
    if row["cell"]:
        cell, height, lowest = row["cell"], row["cell_height"], agent["height"] / LOWEST_CELLS
        finer = [("half the cells' height", cell, height / 2), ("cells of half the size", cell / 2, height / 2), ("cells of a quarter of the size", cell / 4, height / 4)]
        fine = adapter.fine_cell(agent)
        if row["grade"] == "default" and fine < cell:
            finer.append(("the grade `fine`", fine, fine / 2))
        for text, c, h in sorted(finer, key=lambda f: (-f[1], -f[2])):
            if h >= lowest:
                out.append((f"{text}, {plain(c)}/{plain(h)}", row["variant"], {**agent, "cell": c, "cell_height": h}))
    if agent["radius"]:
        out.append(("no radius", row["variant"], {**agent, **cells, "radius": 0}))
    return out


class Search:
    """Reproduces findings and tries changes of settings, within a time that all share."""

    def __init__(self, args, groups, known, plumb_key, minutes):
        self.args, self.groups, self.known, self.plumb_key = args, groups, known, plumb_key
        self.end, self.truths, self.work = time.monotonic() + 60 * minutes, {}, args.out / "work/findings"
        self.limits = Limits(args.seconds, args.audit_seconds, int(args.memory * 1e9))

    def truth(self, row, radius):
        place = (row["level"], row["agent"], radius)
        if place not in self.truths:
            scene, agent = self.groups[place[:2]]
            self.truths[place] = Truth(self.args.plumb, scene.resolve(), {**agent, "radius": radius}, self.work / "-".join(map(str, place)), self.limits)
        return self.truths[place]

    def attempt(self, row, metric, baker, folder, change):
        text, variant, agent = change
        if time.monotonic() > self.end:
            return {"change": text, "status": "not tried", "value": None}
        judged = bake_and_judge(self.truth(row, agent["radius"]), baker, {**agent, "variant": variant}, folder, Limits(TRY_SECONDS, TRY_SECONDS, self.limits.memory))
        return {"change": text, "status": judged["status"], "value": value(judged, metric)}

    def finding(self, metric, row, folder):
        """The entry of the list, but its picture's name; the picture is drawn in the folder."""
        baker, (scene, agent) = self.known[row["baker"]], self.groups[row["level"], row["agent"]]
        cells = {"cell": row["cell"], "cell_height": row["cell_height"]} if row["cell"] else {"grade": "default"}
        again = bake_and_judge(self.truth(row, agent["radius"]), baker, {**agent, **cells, "variant": row["variant"]}, folder, self.limits)
        entry = {**{k: row[k] for k in KEY}, "metric": metric, "cell": row["cell"], "cell_height": row["cell_height"], "options": again.get("options"),
                 "status": again["status"], "value": value(again, metric), **{k: again.get(k) for k in FIGURES}, "sees": "", "picture": None, "tries": [], "mended": None}
        if again["status"] != "baked":
            return entry
        audit = json.loads((folder / "audit.json").read_text())
        if place := place_of(audit, metric, agent["up"]):
            navmesh, settings = read_output(folder / "out")
            self.truth(row, agent["radius"]).audit([navmesh], folder / "again.json", self.limits,
                                                   [*audit_options(settings, agent), "-o", folder / "audit.svg", "-o", folder / "audit.obj"])
            entry["sees"], entry["place"] = place[0], {"low": place[1][0], "high": place[1][1]}
            entry["picture"] = bakers_picture.draw(scene, agent, folder, place[1], place[2])
        for number, change in enumerate(tries(row, baker, agent)):
            result = self.attempt(row, metric, baker, folder / "try", change)
            entry["tries"].append(result)
            if result["status"] == "baked" and result["value"] <= entry["value"] / MENDED:
                entry["mended"] = number
                break
        return entry

    def run(self, chosen):
        """The entry of a finding, of an earlier run if its inputs are the same and no try was left out."""
        metric, row = chosen
        baker, agent = self.known[row["baker"]], self.groups[row["level"], row["agent"]][1]
        inputs = {"metric": metric, "scene": row["scene_sha256"], "navmesh": row["navmesh_sha256"], "agent": agent, "adapter": baker["version"], "plumb": self.plumb_key}
        name = "-".join([*(row[k] or "any" for k in KEY), metric]).replace("/", "_")
        kept, folder = self.args.out / "findings" / f"{name}.json", self.work / name
        if kept.exists() and not self.args.again:
            known = json.loads(kept.read_text())
            if known["inputs"] == inputs and all(t["status"] != "not tried" for t in known["entry"]["tries"]):
                return known["entry"]
        entry = self.finding(metric, row, folder)
        if entry["picture"]:
            shutil.copy(folder / entry["picture"], kept.with_suffix(".png"))
            entry["picture"] = kept.with_suffix(".png").name
        kept.write_text(json.dumps({"inputs": inputs, "entry": entry}, indent=1) + "\n")
        mended = "nothing tried mends it" if entry["mended"] is None else f"mended by {entry['tries'][entry['mended']]['change']}"
        print(" ".join(row[k] for k in KEY), metric, f"{entry['value'] or 0:.4f}", mended, flush=True)
        return entry


def main(words):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--findings", type=int, default=10)
    parser.add_argument("--minutes", type=float, default=10, help="for all tries of this run")
    own, rest = parser.parse_known_args(words)
    args = bakers.arguments(rest)
    groups = {(level, name): (scene, agent) for level, scene, name, agent, _ in bakers.levels_of(args)}
    known = {b["name"]: b for b in bakers.installed([b for b in bakers.read_list(args.list) if not args.bakers or b["name"] in args.bakers])}
    file = bakers.base_of(args).with_suffix(".json")
    rows = [r for r in json.loads(file.read_text()) if (r["level"], r["agent"]) in groups and r["baker"] in known] if file.exists() else []
    if not rows:
        print("no rows of levels and bakers that are here")
        return MISSING
    chosen = choose(rows, own.findings)
    target = args.out / "findings"
    target.mkdir(parents=True, exist_ok=True)
    search = Search(args, groups, known, bakers.plumb_key_of(args.plumb), own.minutes)
    with concurrent.futures.ThreadPoolExecutor(args.workers) as pool:
        entries = list(pool.map(search.run, chosen))
    (target / "findings.json").write_text(json.dumps(entries, indent=1) + "\n")
    shutil.rmtree(search.work, ignore_errors=True) if not args.keep else None
    print(f"{len(entries)} findings, {sum(e['mended'] is not None for e in entries)} mended by a change of settings: {target}/findings.json")
    return 0


if __name__ == "__main__":
    start(main)
