#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests of the table of bakers: metrics of hand-made meshes, rows of a scripted false baker, the page of fixed rows; and the contract of each adapter.

  bakers_test.py PLUMB                  all but the adapters
  bakers_test.py PLUMB --adapter NAME   that adapter, on two small levels of docs/examples; exit status 77 where its baker is not installed"""
import contextlib
import csv
import gzip
import io
import json
import math
import pathlib
import random
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import unittest

import bakers
import bakers_check
import bakers_figures
import bakers_findings
import bakers_metrics
import bakers_picture
import bakers_plots
import bakers_rows
import bakers_text
from bakers_run import COLUMNS, EXACT, MISSING, PEERS, ROOT, Limits, Truth, adapter, run_row

PLUMB = None
PATIENT = Limits(seconds=1200, audit_seconds=1200)
CORPUS = ROOT / "tests/corpus/bakers"
FALSE_BAKER = ROOT / "tests/peers/bakers_false.py"
AGENT = {"height": 2, "radius": 0, "climb": 0.4, "slope": 45, "up": "z", "units": 1, "numbers": "decimal"}


def quads(rectangles, height=0):
    """An OBJ of rectangles (x, y, width, depth), flat, facing up."""
    out, count = [], 0
    for x, y, w, d in rectangles:
        out += [f"v {p} {q} {height}" for p, q in ((x, y), (x + w, y), (x + w, y + d), (x, y + d))]
        out.append(f"f {count + 1} {count + 2} {count + 3} {count + 4}")
        count += 4
    return "\n".join(out) + "\n"


class Folder(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = pathlib.Path(place.name)

    def metrics(self, level, navmesh):
        """The metrics of a navmesh, both as OBJ texts."""
        (self.folder / "level.obj").write_text(level)
        (self.folder / "navmesh.obj").write_text(navmesh)
        truth = Truth(PLUMB, self.folder / "level.obj", AGENT, self.folder / "truth", PATIENT)
        self.assertIsNone(truth.failure)
        judged = truth.audit([self.folder / "navmesh.obj"], self.folder / "audit.json", PATIENT)
        self.assertIn(judged.status, (0, 1), judged.complaint)
        return bakers_metrics.metrics(json.loads((self.folder / "audit.json").read_text()), truth.own_audit, truth.fewest)


class Metrics(Folder):
    # Two rooms of 10 x 10 in one floor of 20 x 10, and a wall between them.
    WALL = "v 10 0 0\nv 10 10 0\nv 10 10 3\nv 10 0 3\nf 5 6 7 8\n"
    ROOMS = quads([(0, 0, 20, 10)]) + WALL

    def test_a_wall_that_is_missing(self):
        found = self.metrics(self.ROOMS, quads([(0, 0, 20, 10)]))
        self.assertEqual((found["coverage"], found["excess"], found["merged"], found["components_true"], found["components_found"]), (1, 0, 1, 2, 1))
        self.assertEqual(found["wrong_answers"], 0.5)  # the two points are in different rooms
        self.assertEqual((found["unreachable"], found["polygons"], found["corners"], found["complexity"]), (0, 1, 4, 0.5))

    def test_the_wall_is_there(self):
        found = self.metrics(self.ROOMS, quads([(0, 0, 10, 10)]) + quads([(10, 0, 10, 10)]).replace("f 1 2 3 4", "f 5 6 7 8"))
        self.assertEqual((found["coverage"], found["wrong_answers"]), (1, 0.5))  # edges in common join in an OBJ
        found = self.metrics(self.ROOMS, quads([(0, 0, 10, 10), (11, 0, 9, 10)]))
        self.assertEqual((found["coverage"], found["merged"], found["lost"]), (0.95, 0, 0))
        self.assertAlmostEqual(found["wrong_answers"], (100 ** 2 - 90 ** 2) / 200 ** 2, 15)  # both in the second room, and not both covered

    def test_a_room_that_is_lost(self):
        found = self.metrics(self.ROOMS, quads([(0, 0, 10, 10)]))
        self.assertEqual((found["coverage"], found["lost"], found["unreachable"], found["wrong_answers"]), (0.5, 1, 0.5, 0.25))

    def test_a_doubled_floor(self):
        room = quads([(0, 0, 10, 10)])
        found = self.metrics(room, room + quads([(0, 0, 10, 10)], "0.1").replace("f 1 2 3 4", "f 5 6 7 8"))
        self.assertEqual((found["coverage"], found["overlap"], found["components_found"], found["split"]), (1, 0.5, 2, 1))
        self.assertEqual((found["wrong_answers"], found["wrong_answers_error"]), (0, 1))
        self.assertEqual((found["height_low"], found["height_high"]), (0, 0.1))

    def test_an_excess_and_distances(self):
        found = self.metrics(quads([(0, 0, 10, 10)]), quads([(0, 0, 8, 10), (20, 0, 2, 10)]))
        self.assertEqual((found["coverage"], found["excess"], found["spurious"]), (0.8, 0.2, 1))
        self.assertAlmostEqual(found["found_from_truth"], 12, 1)
        self.assertAlmostEqual(found["truth_from_found"], 2, 1)

    def test_fractions_of_any_length(self):
        self.assertEqual(bakers_metrics.fraction({"exact": "1/1" + "0" * 9999, "approx": 0}) * 10 ** 9999, 1)

    def test_no_floor(self):
        self.assertEqual(bakers_metrics.wrong_answers({}, {}, 0), (None, None))

    def test_wrong_answers_are_those_of_drawn_pairs(self):
        """Rooms in a row; strips of each are lost, some are split by a strip, and some are joined to the next by a bridge."""
        rng, pairs = random.Random(7), 10 ** 5
        for _ in range(3):
            rooms, pieces, x = [], [], 0
            for _ in range(6):
                width, depth = rng.randint(3, 12), rng.randint(3, 12)
                rooms.append((x, 0, width, depth))
                x += width + 2
            component = {}
            for r, (x, _, width, depth) in enumerate(rooms):
                lost = rng.choice([0, 0, 1, width])
                cut = rng.random() < 0.4 and width - lost >= 3
                spans = [] if lost == width else [(x + lost, 1), (x + lost + 2, width - lost - 2)] if cut else [(x + lost, width - lost)]
                for at, wide in spans:
                    component[len(pieces)] = len(pieces)
                    pieces.append((r, at, wide, depth))
            outlines, links = [(at, 0, wide, depth) for _, at, wide, depth in pieces], []
            for i in range(len(pieces) - 1):
                (a, at, wide, _), (b, next_at, _, _) = pieces[i], pieces[i + 1]
                if a + 1 == b and rng.random() < 0.5:
                    links.append((at + wide, 0, next_at - at - wide, 1))  # a strip over the gap joins both along edges
                    component = {k: component[i] if v == component[i + 1] else v for k, v in component.items()}
            found = self.metrics(quads(rooms), quads(outlines + links))

            def draw():
                r = rng.choices(range(len(rooms)), [w * d for _, _, w, d in rooms])[0]
                at = rooms[r][0] + rng.random() * rooms[r][2]
                return r, next((component[i] for i, (_, begin, wide, _) in enumerate(pieces) if begin <= at <= begin + wide), None)

            wrong = 0
            for _ in range(pairs):
                (a, i), (b, j) = draw(), draw()
                wrong += (a == b) != (i is not None and i == j)
            p = found["wrong_answers"]
            self.assertLess(abs(wrong / pairs - p), 4 * (max(p * (1 - p), 1e-9) / pairs) ** 0.5, (rooms, pieces, links))
            self.assertEqual(found["wrong_answers_error"], 0)


class Ways(Folder):
    """Detour's ways on Plumb's own files, between pairs of places of the same level or another one."""
    FLOOR = quads([(0, 0, 20, 10)])
    HALF_WALL = FLOOR + "v 10 0 0\nv 10 8 0\nv 10 8 3\nv 10 0 3\nf 5 6 7 8\n"  # round its end leads a way

    def truth(self, level, **agent):
        (self.folder / "level.obj").write_text(level)
        truth = Truth(PLUMB, self.folder / "level.obj", {**AGENT, **agent}, self.folder / "truth", PATIENT)
        self.assertIsNone(truth.failure)
        return truth

    def pairs(self, truth):
        """(from, to, length, whether there is certainly no way) of each pair, in the axes of the level."""
        turned = lambda p: (p[0], -p[2], p[1])
        pairs = json.loads(truth.pairs.read_text())["pairs"]
        self.assertEqual(len(pairs), 200)
        return [(turned(p["from"]), turned(p["to"]), p["length"], p["excluded"]) for p in pairs]

    def walk(self, truth, level, form="bin"):
        """The fields of a row for Plumb's navmesh of a level."""
        (self.folder / "other.obj").write_text(level)
        navmesh = self.folder / f"navmesh.{form}"
        subprocess.run([PLUMB, "bake", self.folder / "other.obj", *adapter.plumb_words(truth.agent), "--quiet", "-o", navmesh], check=True)
        return bakers_metrics.path_error(truth.ways(navmesh, PATIENT, self.folder / "ways"))

    def test_straight_ways(self):
        truth = self.truth(self.FLOOR)
        pairs = self.pairs(truth)
        for a, b, length, _ in pairs:
            self.assertAlmostEqual(length["low"], math.dist(a, b), 12)
            self.assertLessEqual(length["high"] - length["low"], 1e-14 * length["high"])
        for k, size in ((0, 20), (1, 10)):  # the mean of 400 uniform numbers, within five standard errors
            mean = sum(p[k] for pair in pairs for p in pair[:2]) / 400
            self.assertLess(abs(mean - size / 2), 5 * size / math.sqrt(12 * 400))
        for form in ("bin", "mset"):
            found = self.walk(truth, self.FLOOR, form)
            self.assertEqual((found["path_pairs"], found["path_found"], found["path_false"], found["path_missing"]), (200, 200, 0, 0))
            self.assertAlmostEqual(found["path_worst"], 1, 6)

    def test_ways_around_a_corner(self):
        truth = self.truth(self.HALF_WALL)
        around = 0
        for a, b, length, _ in self.pairs(truth):
            straight = (a[0] < 10) == (b[0] < 10) or a[1] + (b[1] - a[1]) * (10 - a[0]) / (b[0] - a[0]) >= 8
            around += not straight
            corner = (10, 8, 0)
            self.assertAlmostEqual(length["low"], math.dist(a, b) if straight else math.dist(a, corner) + math.dist(corner, b), 12)
        self.assertGreater(around, 50)
        found = self.walk(truth, self.HALF_WALL)
        self.assertEqual((found["path_found"], found["path_false"], found["path_missing"]), (200, 0, 0))
        self.assertLess(found["path_worst"], 1.1)
        through = self.walk(truth, self.FLOOR)  # straight ways through the wall are shorter than any
        self.assertEqual((through["path_found"], through["path_false"]), (200, 0))
        self.assertAlmostEqual(through["path_worst"], 1, 6)

    def test_a_wall_that_is_missing_and_one_that_is_too_much(self):
        truth = self.truth(Metrics.ROOMS)
        apart_of = lambda truth: sum((a[0] < 10) != (b[0] < 10) for a, b, _, _ in self.pairs(truth))
        apart = apart_of(truth)
        self.assertEqual([length is None for _, _, length, _ in self.pairs(truth)].count(True), apart)
        found = self.walk(truth, Metrics.ROOMS)
        self.assertEqual((found["path_found"], found["path_false"], found["path_missing"]), (200 - apart, 0, 0))
        self.assertAlmostEqual(found["path_worst"], 1, 6)
        found = self.walk(truth, self.FLOOR)
        self.assertEqual((found["path_found"], found["path_false"], found["path_missing"]), (200 - apart, apart, 0))
        truth = self.truth(self.FLOOR)
        found, apart = self.walk(truth, Metrics.ROOMS), apart_of(truth)
        self.assertEqual((found["path_found"], found["path_false"], found["path_missing"]), (200 - apart, 0, apart))

    def test_a_room_that_is_lost(self):
        truth = self.truth(self.FLOOR)
        lost = sum(a[0] > 10.5 or b[0] > 10.5 for a, b, _, _ in self.pairs(truth))
        near = sum(any(10 < p[0] <= 10.5 for p in (a, b)) for a, b, _, _ in self.pairs(truth))
        found = self.walk(truth, quads([(0, 0, 10, 10)]))  # a place as near as a tenth of the height, and hardly more, is found
        self.assertEqual(found["path_found"] + found["path_missing"], 200)
        self.assertTrue(lost <= found["path_missing"] <= lost + near, (lost, near, found))

    def test_a_doorway_between_the_bounds(self):
        """A polygon of 16 corners is narrower or wider than its disc by a fiftieth, in the direction of a corner. The doorway is turned so: it is about as wide
        as the disc, then narrower than both."""
        for width, sure in ((1, False), (0.95, True)):
            rooms = quads([(0, 0, 10, 10), (10, 4, 1, width), (11, 0, 10, 10)])
            level = "".join(f"v {5 * float(w[1]) - float(w[2])} {float(w[1]) + 5 * float(w[2])} 0\n" if w[0] == "v" else " ".join(w) + "\n"
                            for w in map(str.split, rooms.splitlines()))
            pairs = self.pairs(self.truth(level, radius=2.55))
            self.assertGreater(sum(length is None for _, _, length, _ in pairs), 50)
            self.assertTrue(all(excluded == (sure and length is None) for _, _, length, excluded in pairs))

    def test_a_floor_over_another(self):
        """Places of a bridge are not those below it, and stairs join both."""
        level = quads([(0, 0, 20, 10)]) + quads([(0, 0, 20, 2)], 3).replace("f 1 2 3 4", "f 5 6 7 8")
        truth = self.truth(level)
        self.assertEqual({a[2] for a, _, _, _ in self.pairs(truth)}, {0, 3})
        self.assertTrue(all((a[2] == b[2]) == (w is not None) for a, b, w, _ in self.pairs(truth)))
        found = self.walk(truth, level)
        self.assertEqual((found["path_false"], found["path_missing"]), (0, 0))

    def test_three_floors_at_an_edge(self):
        """Steps of half the height lead from a floor to one beside it, and on to one above the first: there the length is an interval."""
        level = "".join(quads([r], z).replace("f 1 2 3 4", f"f {k + 1} {k + 2} {k + 3} {k + 4}")
                        for k, r, z in ((0, (0, 0, 10, 10), 0), (4, (10, 0, 10, 10), 1), (8, (0, 0, 10, 10), 2)))
        truth = self.truth(level, climb=1)
        intervals = [length for _, _, length, _ in self.pairs(truth)]
        self.assertLess(statistics.median(i["high"] / i["low"] for i in intervals), 1.2)
        self.assertTrue(any(i["low"] < 0.999 * i["high"] for i in intervals))
        for a, b, length, _ in self.pairs(truth):
            over = math.dist(a[:2], (20 - b[0], b[1])) if {a[2], b[2]} == {0, 2} else math.dist(a[:2], b[:2])  # mirrored: it touches the edge
            self.assertTrue(length["low"] * (1 - 1e-12) <= over <= length["high"] * (1 + 1e-12), (a, b, length, over))

    def test_no_navmesh_of_detour(self):
        truth = self.truth(self.FLOOR)
        (self.folder / "navmesh.bin").write_text("rubbish")
        self.assertEqual(truth.ways(self.folder / "navmesh.bin", PATIENT, self.folder / "ways"), {})

    def test_rows_are_compared_where_both_have_ways(self):
        row = {"status": "baked", "format": "Detour tile", **dict.fromkeys(bakers_metrics.PATHS, 1)}
        self.assertEqual(bakers_check.differences(row, {**row, "path_worst": 2}), ["path_worst"])
        self.assertEqual(bakers_check.differences(row, {**row, **dict.fromkeys(bakers_metrics.PATHS)}), [])


class FalseBaker(Folder):
    """A run of bakers.py whose bakers do everything wrong."""

    def run_table(self, variants, *more, agent={}):
        (self.folder / "level.obj").write_text(quads([(0, 0, 10, 10)]))
        (self.folder / "agent.json").write_text(json.dumps({**AGENT, **agent}))
        (self.folder / "list.json").write_text(json.dumps([{"name": "false", "command": [sys.executable, str(FALSE_BAKER), str(self.folder / "calls")],
                                                            "variants": variants, "grades": ["default"]}]))
        output = io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            status = bakers.main(["--level", str(self.folder / "level.obj"), "--agent", str(self.folder / "agent.json"), "--list", str(self.folder / "list.json"),
                                  "--out", str(self.folder / "out"), "--plumb", str(PLUMB), "--seconds", "600", "--audit-seconds", "600", *more])
        return status, output.getvalue()

    def rows(self):
        with open(self.folder / "out/level-agent.csv", newline="") as file:
            return {row["variant"]: row for row in csv.DictReader(file)}

    def calls(self):
        return len((self.folder / "calls").read_text().splitlines())

    def test_each_failure_is_a_row(self):
        expected = {"good": "baked", "rubbish": "unreadable", "half": "unreadable", "dies": "killed", "crashes": "crashed", "refuses": "refused",
                    "nothing": "incomplete", "no_settings": "incomplete", "bad_settings": "incomplete", "two_files": "incomplete"}
        status, text = self.run_table(list(expected))
        self.assertEqual(status, 0, text)
        rows = self.rows()
        self.assertEqual({name: row["status"] for name, row in rows.items()}, expected)
        self.assertEqual(rows["good"]["coverage"], "1.0")
        self.assertIn("too steep for me", rows["refuses"]["why"])
        self.assertIn("2 files", rows["two_files"]["why"])
        for name, row in rows.items():
            self.assertEqual(len(row["scene_sha256"]), 64)
            self.assertEqual(bool(row["navmesh_sha256"]), expected[name] in ("baked", "unreadable"), name)
        lines = text.splitlines()
        self.assertTrue(lines[[i for i, line in enumerate(lines) if line.startswith("baker ")][0] + 1].startswith("false  good"), text)

    def test_what_hangs_is_ended_with_all_that_it_started(self):
        status, text = self.run_table(["hangs", "orphan", "spins"], "--seconds", "1")
        self.assertEqual(status, 0, text)
        self.assertEqual({row["status"] for row in self.rows().values()}, {"hung"})
        shown = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True).stdout
        self.assertNotIn(f"{self.folder}/calls", shown)

    def test_a_run_that_is_ended_ends_its_bakers(self):
        self.run_table(["refuses"])  # writes the files that follow
        listed = self.folder / "list.json"
        listed.write_text(listed.read_text().replace('"refuses"', '"hangs"'))
        run = subprocess.Popen([sys.executable, "-B", ROOT / "tests/scenes/bakers.py", "--level", self.folder / "level.obj", "--agent", self.folder / "agent.json",
                                "--list", listed, "--out", self.folder / "out", "--plumb", PLUMB], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while self.calls() < 2:
            time.sleep(0.05)
        run.terminate()
        self.assertEqual(run.wait(), 128 + signal.SIGTERM)
        while f"{self.folder}/calls" in subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True).stdout:
            time.sleep(0.05)

    def test_the_finest_cells_with_a_navmesh(self):
        self.run_table(["good"])
        truth = Truth(PLUMB, self.folder / "level.obj", AGENT, self.folder / "truth", PATIENT)
        baker = {"name": "false", "words": [sys.executable, str(FALSE_BAKER), str(self.folder / "calls")]}
        row = run_row(truth, baker, "coarse", "finest", self.folder / "row", PATIENT)
        self.assertEqual((row["status"], row["cell"], row["cell_height"], self.calls()), ("baked", 2 / 36 / 2, 2 / 36 / 4, 4))
        again = run_row(truth, baker, "coarse", "finest", self.folder / "row", PATIENT, (row["cell"], row["cell_height"]))
        self.assertEqual(({k: again.get(k) for k in EXACT}, self.calls()), ({k: row.get(k) for k in EXACT}, 5))

    def test_finished_rows_are_not_run_again(self):
        self.run_table(["good", "refuses"])
        first, count = (self.folder / "out/level-agent.csv").read_bytes(), self.calls()
        self.run_table(["good", "refuses", "crashes"])
        self.assertEqual((count, self.calls()), (2, 3))
        self.run_table(["good", "refuses"])
        self.assertEqual(((self.folder / "out/level-agent.csv").read_bytes(), self.calls()), (first, 3))
        self.run_table(["good"], "--again")
        self.assertEqual(self.calls(), 4)

    def test_cells_and_grades_of_an_agent(self):
        self.run_table(["good"], agent={"cell": 0.5, "cell_height": 0.25})
        row = self.rows()["good"]
        self.assertEqual((row["grade"], row["status"], row["cell"], row["cell_height"]), ("given", "baked", "0.5", "0.25"))
        self.run_table(["good"], agent={"grade": "default"})
        self.assertEqual((self.rows()["good"]["grade"], self.rows()["good"]["status"]), ("default", "baked"))

    def test_audits_are_kept_for_a_page(self):
        self.run_table(["good", "refuses"])
        kept = self.folder / "out/audits/level-agent/false-good.json.gz"
        self.assertEqual(json.loads(gzip.decompress(kept.read_bytes()))["navmesh"]["file"], "false good")
        self.assertEqual([file.name for file in kept.parent.iterdir()], [kept.name])
        kept.unlink()
        self.run_table(["good", "refuses"])  # a row without its audit is not finished
        self.assertTrue(kept.exists())
        self.assertEqual(self.calls(), 3)

    def test_a_finding_and_what_mends_it(self):
        status, text = self.run_table(["narrow"], agent={"cell": 0.1, "cell_height": 0.1})
        self.assertAlmostEqual(float(self.rows()["narrow"]["coverage"]), 1 - 0.5 ** 3, 12, text)
        words = ["--level", str(self.folder / "level.obj"), "--agent", str(self.folder / "agent.json"), "--list", str(self.folder / "list.json"),
                 "--out", str(self.folder / "out"), "--plumb", str(PLUMB), "--minutes"]
        listed = self.folder / "out/findings/findings.json"
        for minutes, expected in (("0", ["not tried", "not tried", "not tried"]), ("10", ["baked", "baked"])):
            with contextlib.redirect_stdout(io.StringIO()) as output:
                self.assertEqual(bakers_findings.main([*words, minutes]), 0, output.getvalue())
            found = json.loads(listed.read_text())
            self.assertEqual([(e["metric"], [t["status"] for t in e["tries"]]) for e in found], [("wrong_answers", expected)])
        entry, calls = found[0], self.calls()
        self.assertEqual([t["change"] for t in entry["tries"]], ["half the cells' height, 0.1/0.05", "cells of half the size, 0.05/0.05"])
        self.assertEqual((entry["mended"], entry["place"]), (1, {"low": [8.75, 0, 0], "high": [10, 10, 0]}))
        self.assertIn("this piece has 12.5 square units at height 0", entry["sees"])
        self.assertEqual(entry["picture"] is not None, bool(shutil.which("rsvg-convert")))
        with contextlib.redirect_stdout(io.StringIO()):
            bakers_findings.main([*words, "10"])
        self.assertEqual((json.loads(listed.read_text()), self.calls()), (found, calls))  # it is kept

    def test_a_baker_that_is_not_there(self):
        status, text = self.run_table(["absent"])
        self.assertEqual(status, MISSING)
        self.assertIn("skipped: false", text)

    def test_the_check_finds_a_field_that_differs(self):
        self.run_table(["good", "refuses"])
        file = self.folder / "out/level-agent.json"
        words = [str(file), "--level", str(self.folder / "level.obj"), "--agent", str(self.folder / "agent.json"), "--list", str(self.folder / "list.json"),
                 "--plumb", str(PLUMB)]
        rows = json.loads(file.read_text())
        for name, value, expected in ((None, None, 0), ("coverage", 0.75, 1), ("navmesh_sha256", "0" * 64, 1), ("times_plumb_seconds", 9, 0)):
            changed = [{**row, name: value} if name and row["status"] == "baked" else row for row in rows]
            file.write_text(json.dumps(changed))
            with contextlib.redirect_stdout(io.StringIO()) as output:
                self.assertEqual(bakers_check.main(words), expected, output.getvalue())


class Page(Folder):
    def test_fixed_rows_give_the_same_bytes(self):
        with contextlib.redirect_stdout(io.StringIO()):
            self.assertEqual(bakers_figures.main([str(CORPUS / "rows.csv"), str(self.folder / "page.md"), "--no-plots"]), 0)
        for name in ("page.md", "page-levels.md"):
            self.assertEqual((self.folder / name).read_bytes(), (CORPUS / name).read_bytes(), name)
        self.assertEqual(sorted(file.name for file in (self.folder / "page").iterdir()), ["bakers.csv", "finding_01.png"])
        self.assertEqual((self.folder / "page/bakers.csv").read_bytes(), (CORPUS / "rows.csv").read_bytes())
        self.assertEqual((self.folder / "page/finding_01.png").read_bytes(), (CORPUS / "findings/place.png").read_bytes())

    def test_the_rows_that_the_documents_ship_are_those_of_their_pages(self):
        figures = ROOT / "docs/figures"
        pages = {"levels": (figures / "bakers-levels.md").read_text(), "bakers": (figures / "bakers.md").read_text()}
        with open(figures / "bakers/bakers.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), 1032)
        self.assertEqual(list(bakers_rows.differences(rows, pages)), [])
        rows[0]["coverage"] = "0.9381"
        self.assertEqual(list(bakers_rows.differences(rows, pages)), [f"the table of {rows[0]['level']}, {rows[0]['agent']}"])
        recast = [row for row in rows if (row["baker"], row["grade"]) == ("recast", "default") and row["coverage"]]
        min(recast, key=lambda row: float(row["coverage"]))["coverage"] = "0.4"
        self.assertTrue(any(what.startswith("the summary of recast default") for what in bakers_rows.differences(rows, pages)))

    def rows(self):
        with open(CORPUS / "rows.csv", newline="") as file:
            return list(csv.DictReader(file))

    def test_plots_say_what_the_rows_have(self):
        texts = [text for *_, text in bakers_text.plots(self.rows())]
        self.assertIn("in the median of all 8.00 % in `default`, 2.00 % in `fine`. 0 of these 2 navmeshes reach the line, which is the worst of Plumb's own files: 0.005 %", texts[0])
        page = bakers_figures.page(self.rows(), [], True, "page")
        self.assertIn("](page/bakers_coverage.svg)", page)
        self.assertLessEqual(max(len(line) for line in page.splitlines() if not line.startswith(("|", "!"))), 120)

    def test_errors_of_paths_are_shown_where_rows_have_them(self):
        paths = {"path_pairs": "200", "path_found": "150", "path_median": "1.04", "path_worst": "2", "path_false": "3", "path_missing": "10"}
        found = bakers_figures.cost([{**row, **(paths if row["cell"] else {})} for row in self.rows()])
        self.assertIn("| baker | grade | distance | path error | false, missing ways % |", found)
        self.assertIn("| recast | default | 0.75, 0.75 | 1.04, 1.04 | 1.50, 5.00 |", found)
        self.assertIn("| plumb | default | 0.792, 0.833 | - | - |", found)

    def test_rank_correlation(self):
        self.assertEqual(bakers_text.rank_correlation([(1, 10), (2, 100), (9, 1000)]), 1)
        self.assertEqual(bakers_text.rank_correlation([(1, 3), (2, 2), (9, 1)]), -1)
        self.assertEqual(bakers_text.ranks([5, 1, 5]), [1.5, 0, 1.5])
        self.assertIsNone(bakers_text.rank_correlation([(1, 3), (1, 2), (1, 1)]))

    def test_labels_cover_neither_each_other_nor_a_point(self):
        points = [(50, 50), (50, 50), (52, 51), (80, 50), (3, 50), (97, 50)]
        places = bakers_plots.label_places(points, [30] * len(points), 10, 0, 100)
        boxes = [(x + dx, y + dy, x + dx + 30, y + dy + 10) for (x, y), (dx, dy) in zip(points, places)]
        for i, a in enumerate(boxes):
            self.assertTrue(0 <= a[0] and a[2] <= 100)
            self.assertFalse(any(a[0] < x < a[2] and a[1] < y < a[3] for x, y in points))
            self.assertTrue(all(a[0] >= b[2] or b[0] >= a[2] or a[1] >= b[3] or b[1] >= a[3] for b in boxes[i + 1:]))

    def test_the_columns_are_documented(self):
        text = (ROOT / "docs/reference/bakers.md").read_text()
        self.assertEqual([c for c in COLUMNS if f"`{c}`" not in text and c not in ("baker_version", "plumb_version", "scene_sha256", "navmesh_sha256")], [])


class Findings(unittest.TestCase):
    def row(self, level, baker, **figures):
        return {"level": level, "agent": "a", "baker": baker, "variant": "", "grade": "default", "status": "baked", "wrong_answers": 0, "overlap": 0, "excess": 0,
                "coverage": 1, **figures}

    def test_the_worst_are_chosen_in_turn(self):
        rows = [self.row("one", "a", wrong_answers=0.9, excess=0.5), self.row("one", "b", wrong_answers=0.8), self.row("one", "c", wrong_answers=0.7),
                self.row("two", "a", coverage=0.2), self.row("two", "a", coverage=0.1), self.row("three", "a", wrong_answers=0.6), self.row("four", "b", excess=0.3),
                self.row("five", "c", overlap=0.02), self.row("six", "c", wrong_answers=0.009), self.row("seven", "triangles", wrong_answers=1),
                self.row("eight", "d", status="hung", coverage=None)]
        found = [(metric, rows.index(row)) for metric, row in bakers_findings.choose(rows)]
        # 0 has the most excess, too, but is taken; 2 would be the third of its level, 3 and 5 the third of their baker; 8 is too little; 9 is no baker.
        self.assertEqual(found, [("wrong_answers", 0), ("overlap", 7), ("excess", 6), ("missing", 4), ("wrong_answers", 1)])
        self.assertEqual([rows.index(row) for _, row in bakers_findings.choose(rows, 2)], [0, 7])
        self.assertEqual(bakers_findings.choose([]), [])

    def test_changes_of_settings(self):
        baker, agent = {"variants": ["solo", "tiled"]}, {"height": 2, "radius": 0.6}
        row = {"variant": "solo", "grade": "default", "cell": 0.3, "cell_height": 0.2}
        changes = [(text.partition(",")[0], variant, a["cell"], a["cell_height"], a["radius"]) for text, variant, a in bakers_findings.tries(row, baker, agent)]
        self.assertEqual(changes, [("variant tiled", "tiled", 0.3, 0.2, 0.6), ("half the cells' height", "solo", 0.3, 0.1, 0.6), ("cells of half the size", "solo", 0.15, 0.1, 0.6),
                                   ("the grade `fine`", "solo", 0.6 / 6, 0.6 / 12, 0.6), ("cells of a quarter of the size", "solo", 0.075, 0.05, 0.6), ("no radius", "solo", 0.3, 0.2, 0)])
        self.assertEqual(bakers_findings.tries({**row, "cell": None}, {"variants": ["solo"]}, {**agent, "radius": 0}), [])
        low = bakers_findings.tries({**row, "cell_height": 0.02}, baker, agent)  # cells are no lower than a 250th of the height
        self.assertNotIn("cells of a quarter of the size", " ".join(text for text, *_ in low))

    def test_the_crop(self):
        # A place of 4 x 2 around (10, -5) with up = y, so that the plan has z turned around; agent of height 1.
        place = [(8, 0, -6), (12, 1, -4)]
        self.assertEqual(bakers_picture.crop(place, (10, 0, -5), "y", 1), (10 - 3.4, 5 - 2, 10 + 3.4, 5 + 2))
        self.assertEqual(bakers_picture.crop([(8, 4, 0), (12, 6, 0)], (10, 5, 0), "z", 1), (6.6, 3, 13.4, 7))
        # A small place is shown with four heights around it, a large one for sixteen around its point.
        self.assertEqual(bakers_picture.crop([(1, 1, 0), (1, 1, 0)], (1, 1, 0), "z", 2), (-3, -3, 5, 5))
        self.assertEqual(bakers_picture.crop([(0, 0, 0), (100, 1, 0)], (20, 0.5, 0), "z", 1), (12, -3.5, 28, 4.5))

    def test_the_picture_has_what_is_there(self):
        square = lambda x, z: [(x, 0, z), (x + 1, 0, z), (x + 1, 1, z)]
        drawing = [("covered", square(0, 0)), ("excess_steep", square(50, 0)), ("missing_border", square(1, 9))]
        legend = {"covered": ("#111111", "covered 3"), "excess_steep": ("#222222", "excess_steep 3"), "missing_border": ("#333333", "missing_border 3")}
        text = bakers_picture.picture(drawing, [square(0, 0), square(0, 9)], legend, (0, 0, 10, 10), (-1, 1), [(0, 0, 0), (1, 1, 0)], 2, "z")
        self.assertEqual([text.count(c) for c in ("#111111", "#222222", "#333333", "#777")], [3, 0, 0, 1])  # two for fill and stroke, one in the legend
        self.assertIn('d="M0.0 600.0L60.0 600.0L60.0 540.0z"', text)


class Agents(unittest.TestCase):
    def test_cells_of_grades(self):
        default = lambda agent: (0.3, 0.2)
        self.assertEqual(adapter.cells_of({"height": 2, "radius": 0.6, "grade": "default"}, default), (0.3, 0.2))
        self.assertEqual(adapter.cells_of({"height": 2, "radius": 6, "grade": "fine"}, default), (1, 0.5))
        self.assertEqual(adapter.cells_of({"height": 72, "radius": 0, "grade": "fine"}, default), (2, 1))
        self.assertEqual(adapter.cells_of({"height": 2, "radius": 0, "cell": 0.1, "cell_height": 0.05}, default), (0.1, 0.05))
        self.assertEqual(adapter.cells_of({"height": 2, "radius": 0, "grade": "fine"}, lambda agent: None), (None, None))
        with self.assertRaises(adapter.BadAgent):
            adapter.cells_of({"height": 2, "radius": 0, "grade": "finest"}, default)

    def test_adapters_are_short(self):
        for baker in bakers.read_list(PEERS / "list.json"):
            lines = sum(len(file.read_text().splitlines()) for file in (PEERS / baker["name"]).iterdir() if file.is_file())
            self.assertLessEqual(lines, 100, baker["name"])


class Adapter(Folder):
    """The contract, on two small levels, one with each axis up."""
    name = None
    LEVELS = {"crates": "z", "wall_in_room": "y"}

    def level(self, name, up):
        """A level of docs/examples, whose z is up, turned as is asked."""
        lines = (ROOT / f"docs/examples/{name}.obj").read_text().splitlines()
        for i, line in enumerate(lines):
            if up == "y" and line.startswith("v "):
                x, y, z = line.split()[1:4]
                lines[i] = f"v {x} {z} {-float(y)!r}"
        file = self.folder / f"{name}.obj"
        file.write_text("\n".join(lines) + "\n")
        return file

    def test_contract(self):
        baker = next(b for b in bakers.read_list(PEERS / "list.json") if b["name"] == self.name)
        for level, up in self.LEVELS.items():
            scene, agent = self.level(level, up), {**AGENT, "up": up, "height": 1.8, "numbers": "float"}
            truth, jobs = Truth(PLUMB, scene, agent, self.folder / "truth", PATIENT), []
            for variant in baker["variants"]:
                row = run_row(truth, baker, variant, "default", self.folder / "row", PATIENT)
                self.assertEqual(row["status"], "baked", (level, variant, row["why"]))
                self.assertGreater(row["coverage"], 0.3, (level, variant))
                self.assertGreater(row["processor_seconds"], 0)
                self.assertEqual(row.get("path_pairs"), 200 if row["format"].startswith("Detour") else None)
                again = run_row(truth, baker, variant, "default", self.folder / "row", PATIENT, (row["cell"], row["cell_height"]))
                self.assertEqual({k: row.get(k) for k in EXACT}, {k: again.get(k) for k in EXACT})
                for grade in baker["grades"][:2]:
                    out = self.folder / f"{level}-{variant}-{grade}"
                    pathlib.Path(f"{out}.json").write_text(json.dumps({**agent, "variant": variant, "grade": grade}))
                    jobs.append((scene, f"{out}.json", out, row["navmesh_sha256"] if grade == "default" else None))
            given = "".join("\t".join(map(str, job[:3])) + "\n" for job in jobs)
            ran = subprocess.run([*baker["words"], "--jobs"], input=given, capture_output=True, text=True, timeout=300)
            self.assertEqual((ran.stdout, ran.returncode), ("0\n" * len(jobs), 0), ran.stderr)
            for _, _, out, digest in jobs:
                found = [bakers.sha256(file) for file in out.glob("navmesh.*")]
                self.assertEqual(len(found), 1, out)
                self.assertIn(digest, (found[0], None))
                settings = json.loads((out / "settings.json").read_text())
                self.assertEqual(settings["baker"], self.name)
        (self.folder / "bad.json").write_text('{"height": 2}')
        ran = subprocess.run([*baker["words"], scene, self.folder / "bad.json", self.folder / "bad"], capture_output=True, text=True)
        self.assertEqual(ran.returncode, adapter.BAD_AGENT, ran.stderr)
        self.assertIn("lacks climb, slope, up", ran.stderr)


def main():
    global PLUMB
    PLUMB = pathlib.Path(sys.argv[1]).resolve()
    cases = [Metrics, Ways, FalseBaker, Page, Findings, Agents]
    if sys.argv[2:3] == ["--adapter"]:
        Adapter.name, cases = sys.argv[3], [Adapter]
        words = next(b["words"] for b in bakers.read_list(PEERS / "list.json") if b["name"] == Adapter.name)
        asked = subprocess.run([*words, "--version"], capture_output=True, text=True)
        if asked.returncode == MISSING:
            print(f"skipped: {asked.stderr.strip()}")
            return MISSING
    suite = unittest.TestSuite(unittest.defaultTestLoader.loadTestsFromTestCase(case) for case in cases)
    return 0 if unittest.TextTestRunner().run(suite).wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
