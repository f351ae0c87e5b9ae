#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The table of layers, as Markdown: for each environment the graph, then transfers and seconds of partitioning by each method, and whether
exact proves the fewest. Proofs are checked by check_layers_proof.py, which shares nothing with plumb.

  layers_table.py --plumb plumb FOLDER             FOLDER: docs/examples/layers (its polygons), or one with a MANIFEST.tsv (baked levels)
  layers_table.py --plumb plumb --building FILE    one scene, its polygons

Levels: lowest stance of tests/scenes/run_scenes.py, its step, --sides up, --solids closed. Brute force is given --brute seconds. With --never-worse it fails
where minimum cuts need more transfers than van-toll."""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import run_scenes

METHODS = ["brute-force", "min-cut", "van-toll", "exact"]
HEADER = ["environment", "nodes", "arcs", "conflicts", "surfaces", *(m for m in METHODS), "layers", "proved", "seconds"]
CHECKER = pathlib.Path(__file__).parent.parent / "partition" / "check_layers_proof.py"
LEVELS = ["levels/q_dm2.obj", "levels/q_dm4.obj", "levels/q_e1m4.obj", "levels/q_e3m4.obj", "levels/q_start.obj", "levels/q_end.obj", "levels/lq_e3m4.obj",
          "levels/oa_am_underworks.obj", "levels/oa_hydronex.obj", "levels/sp_ino_rabbit.obj", "levels/sp_64u_rabbit.obj", "levels/c2_turbine.obj",
          "levels/c2_steelribs.obj", "levels/c2_fdm6.obj", "navtest/dr_house.obj", "navtest/dive_level.obj", "recast/nav_test.obj", "recast/dungeon.obj",
          "made/competition.obj"]


def environments(args):
    """name, file, options of plumb layers."""
    if args.building:
        yield args.building.stem, args.building, ["--polygons", "--up", "z"]
        return
    if not (args.folder / "MANIFEST.tsv").exists():
        for file in sorted(args.folder.glob("*.obj")):
            yield file.stem, file, ["--polygons", "--up", "z"]
        return
    manifest = run_scenes.read_manifest(args.folder / "MANIFEST.tsv")
    for name in LEVELS:
        up, heights, step = run_scenes.scene_options(manifest, name)
        yield name.removesuffix(".obj"), args.folder / name, ["--up", up, "--stance", f"stand={heights[-1]}", "--step", step, "--sides", "up", "--solids", "closed",
                                                              "--bad-faces", "drop"]


class Runner:
    def __init__(self, args, scratch):
        self.args, self.scratch = args, pathlib.Path(scratch)

    def run(self, file, options, method):
        """What the JSON says and the seconds of partitioning; None if brute force took too long."""
        out, proof = self.scratch / "layers.json", self.scratch / "layers.proof"
        command = [self.args.plumb, "layers", str(file), *options, "--method", method, "--json", str(out)]
        if method == "exact":
            command += ["--proof", str(proof)]
        try:
            run = subprocess.run(command, capture_output=True, text=True, timeout=self.args.brute if method == "brute-force" else None)
        except subprocess.TimeoutExpired:
            return None
        if run.returncode != 0:
            sys.exit(f"{' '.join(command)}: exit {run.returncode}: {run.stderr}")
        seconds = float(re.search(r"in ([0-9.e+-]+) s", run.stdout)[1])
        found = json.loads(out.read_text())
        if method == "exact":
            check = subprocess.run([sys.executable, str(CHECKER), str(proof)], capture_output=True, text=True)
            if check.returncode != 0:
                sys.exit(f"{file}: the proof is refused: {check.stdout}{check.stderr}")
        return found, seconds

    def row(self, name, file, options):
        cells, times, exceptions = {}, [], []
        for method in METHODS:
            result = self.run(file, options, method)
            if result is None:
                cells[method] = "-"
                times.append("-")
                continue
            found, seconds = result
            cells[method] = str(found["transfer_arcs"]) + (f" ({found['minimal_solutions']} ways)" if method == "brute-force" else "")
            times.append(f"{seconds:.2g}")
            graph, layers = found["graph"], len(found["layers"])
            proved = "yes" if found["proved_fewest"] else f"no, at least {found['lower_bound']}"
        if int(cells["min-cut"]) > int(cells["van-toll"]):
            exceptions.append(f"{name}: min-cut {cells['min-cut']}, van-toll {cells['van-toll']}")
        row = [name, *(str(graph[k]) for k in ("nodes", "arcs", "conflicts", "surfaces")), *(cells[m] for m in METHODS), str(layers), proved, " / ".join(times)]
        return row, exceptions


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plumb", required=True)
    parser.add_argument("--brute", type=float, default=20)
    parser.add_argument("--never-worse", action="store_true")
    parser.add_argument("--building", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path, nargs="?")
    args = parser.parse_args()
    rows, exceptions = 0, []
    print("| " + " | ".join(HEADER) + " |\n" + "|---" * len(HEADER) + "|")
    with tempfile.TemporaryDirectory() as scratch:
        runner = Runner(args, scratch)
        for environment in environments(args):
            row, found = runner.row(*environment)
            print("| " + " | ".join(row) + " |", flush=True)
            rows += 1
            exceptions += found
    print("\nmin-cut worse than van-toll: " + ("; ".join(exceptions) or "never"))
    return 1 if rows == 0 or args.never_worse and exceptions else 0


if __name__ == "__main__":
    sys.exit(main())
