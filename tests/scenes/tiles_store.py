#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Stores of tiles under what happens to them: the files are the same, whatever processes bake the tiles and in what order, also if some are killed; only tiles near a
change are baked again; and what is damaged is refused.

  tiles_store.py PLUMB EXAMPLES    exit status 1 if anything is not so"""
import fractions
import hashlib
import json
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import time

OPTIONS = ["--up", "z", "--sides", "up", "--step", "0.4", "--radius", "0.3", "--disc", "8"]


class Stores:
    def __init__(self, plumb, folder):
        self.plumb, self.folder, self.wrong = plumb, folder, 0

    def check(self, holds, what):
        if not holds:
            self.wrong += 1
            print(f"FAILED: {what}")

    def run(self, *words, status=0):
        done = subprocess.run([self.plumb, "tiles", *map(str, words)], capture_output=True, text=True)
        self.check(done.returncode == status, f"{words}: exit status {done.returncode}, not {status}: {done.stderr.strip()}")
        return done.stdout + done.stderr

    def cut(self, name, level, *more):
        store = self.folder / name
        self.run("cut", level, "-o", store, "--tiles", "2", *OPTIONS, *more)
        return store

    def todo(self, store):
        return [line.split()[1:] for line in self.run("todo", store).splitlines()]  # without the program's name

    def digest(self, store):
        return {p.relative_to(store): hashlib.sha256(p.read_bytes()).hexdigest() for p in sorted(store.rglob("*")) if p.is_file()}


def same_files(stores, level):
    one = stores.cut("one", level)
    stores.run("bake", one)
    stores.run("seams", one)
    stores.check(stores.todo(one) == [], "nothing is to be done after all was baked")
    wanted = stores.digest(one)
    stores.check(len(wanted) > 20, "there are tiles")

    reverse = stores.cut("reverse", level)
    for words in reversed(stores.todo(reverse)):
        stores.run(*words[1:], "--threads", "1")
    stores.run("seams", reverse)
    stores.check(stores.digest(reverse) == wanted, "tiles baked one by one in reverse are others")

    killed = stores.cut("killed", level)
    for delay in (0.01, 0.03, 0.05):
        jobs = [subprocess.Popen([stores.plumb, "tiles", "bake", killed, "--quiet"]) for _ in range(3)]
        time.sleep(delay)
        for job in jobs:
            job.kill()
            job.wait()
    left = len(stores.todo(killed))
    text = stores.run("bake", killed)
    stores.check(text.startswith(f"{left} tile"), f"{left} tiles were left, but: {text}")
    stores.run("seams", killed)
    for file in killed.rglob("*"):
        if file.is_file() and file.relative_to(killed) not in wanted:
            file.unlink()  # what a killed process had not finished
    stores.check(stores.digest(killed) == wanted, "tiles baked by processes that were killed are others")
    return one


def changed_level(stores, one, level):
    """A crate more, within one tile."""
    changed = stores.folder / "changed.obj"
    x, y = 0.7, 0.7
    box = "".join(f"v {x + dx} {y + dy} {z}\n" for z in (0, 0.5) for dx, dy in ((0, 0), (0.2, 0), (0.2, 0.2), (0, 0.2)))
    changed.write_text(level.read_text() + box + "f -4 -3 -2 -1\nf -8 -7 -3 -4\nf -7 -6 -2 -3\nf -6 -5 -1 -2\nf -5 -8 -4 -1\n")
    store = stores.folder / "cut_again"
    shutil.copytree(one, store)
    stores.run("cut", changed, "-o", store, "--tiles", "2", *OPTIONS)
    todo = stores.todo(store)
    stores.check([words[-2:] for words in todo] == [["0", "0"]], f"a crate in tile 0 0 changes {todo}")
    stores.check("not baked" in stores.run("seams", store, status=2), "tiles that are not baked are joined")
    stores.run("bake", store)
    stores.run("seams", store)
    fresh = stores.cut("fresh", changed)
    stores.run("bake", fresh)
    stores.run("seams", fresh)
    stores.check(stores.digest(fresh) == stores.digest(store), "a store that was cut again has other files than a new one")


def damage(stores, one):
    store = stores.folder / "damaged"
    shutil.copytree(one, store)
    piece, seam = store / "pieces/0_0.obj", store / "tiles/0_0.seam.json"
    whole = seam.read_text()
    seam.write_text(whole[:len(whole) // 2])
    stores.check("not baked" in stores.run("seams", store, status=2), "half a seam is joined")
    stores.check(len(stores.todo(store)) == 1, "half a seam counts as baked")
    piece.write_text(piece.read_text()[:-20])
    stores.check("is not the piece" in stores.run("bake", store, "0", "0", status=2), "half a piece is baked")
    # A way that only one of two tiles tells is a bug of ours, whoever made it.
    lines = whole.splitlines()
    ways = [i for i, line in enumerate(lines) if line.startswith('{"kind"')]
    seam.write_text("\n".join(lines[:ways[-1] - 1] + [lines[ways[-1] - 1].rstrip(",")] + lines[ways[-1] + 1:]) + "\n")
    stores.check("do not say the same" in stores.run("seams", store, status=3), "a way that one tile alone tells is taken")
    seam.write_text(whole)
    other = store / "tiles/1_0.seam.json"
    whole_other = other.read_text()
    other.write_text(whole)  # of another tile
    stores.check("not baked" in stores.run("seams", store, status=2), "the seam of another tile is taken")
    other.write_text(whole_other)
    (store / "plan.json").write_text("{}")
    for words in (["bake", store], ["todo", store], ["seams", store], ["finish", store, "-o", ".obj"]):
        stores.run(*words, status=2)
    for words in (["cut"], ["cut", "x.obj"], ["bake"], ["fly", store], ["bake", store, "1"], ["bake", store, "a", "b"], ["seams", store, "1"]):
        stores.run(*words, status=2)


def digests(stores, level):
    """Whatever file of a store is empty, cut off, of another tile or gone: what was baked is baked again, and the rest is refused until it is made again."""
    store = stores.cut("digests", level, "--certificates")
    steps = (["bake", store], ["seams", store], ["finish", store, "-o", ".obj", "-o", ".bin"])
    for words in steps:
        stores.run(*words)
    wanted = stores.digest(store)
    ways = {"empty": lambda text, other: b"", "cut off": lambda text, other: text[:len(text) // 2], "another tile's": lambda text, other: other, "longer": lambda text, other: text + b"\n"}
    for ending, refused_by in ((".json", None), (".cert", None), (".seam.json", None), (".kept.json", "finish")):
        file, other = store / f"tiles/0_0{ending}", store / f"tiles/1_0{ending}"
        whole = file.read_bytes()
        for what, change in ways.items():
            if what == "longer" and ending in (".seam.json", ".kept.json"):
                continue  # white space
            file.write_bytes(change(whole, other.read_bytes()))
            if refused_by:
                stores.run("finish", store, "0", "0", "-o", ".obj", status=2)
                stores.run("index", store, status=2)
                stores.run("seams", store)
            else:
                stores.check([words[-2:] for words in stores.todo(store)] == [["0", "0"]], f"{what} tiles/0_0{ending} counts as baked")
                stores.check("is not baked" in stores.run("finish", store, "0", "0", "-o", ".obj", status=2) or ending == ".cert", f"{what} tiles/0_0{ending} is finished")
                stores.check(stores.run("bake", store).startswith("1 tile baked"), f"{what} tiles/0_0{ending} is not baked again")
            stores.run(*steps[2])
            stores.check(stores.digest(store) == wanted, f"after {what} tiles/0_0{ending} the store is another")
    for name in ("out/0_0.obj", "out/0_0.bin", "out/0_0.files.json"):
        file = store / name
        file.write_bytes((store / name.replace("0_0", "1_0")).read_bytes())
        stores.run("index", store, status=2)
        stores.run(*steps[2])
        stores.check(stores.digest(store) == wanted, f"after another tile's {name} the store is another")
    for file in sorted((store / "tiles").glob("*.seam.json")):  # as versions before wrote it
        seam = json.loads(file.read_text())
        del seam["files"]
        file.write_text(json.dumps(seam))
    stores.check("not baked" in stores.run("seams", store, status=2), "seams without digests are joined")
    for words in steps:
        stores.run(*words)
    stores.check(stores.digest(store) == wanted, "a store of a version before becomes another")
    copy = stores.folder / "copied"
    shutil.copytree(store, copy, copy_function=shutil.copyfile)
    stores.check(stores.todo(copy) == [] and stores.run("index", copy) and stores.digest(copy) == wanted, "a copy of a store is another")
    for name in ("plan.json.part-abcdef", "pieces/0_0.obj.part-abcdef", "tiles/0_0.kept.json.part-abcdef", "out/0_0.glb.part-abcdef", "mine.json.part-abcdef", "tiles/x.json.part-abcdef"):
        (store / name).write_text("")
    stores.todo(store)
    left = {str(p.relative_to(store)) for p in store.rglob("*.part-*")}
    stores.check(left == {"mine.json.part-abcdef", "tiles/x.json.part-abcdef"}, f"after a command {left} are left")


def tiles_that_are_no_more(stores, level):
    """A smaller level in the store of a larger one leaves what a new store has."""
    small = stores.folder / "small.obj"
    small.write_text("v 0.5 0.5 0\nv 1.5 0.5 0\nv 1.5 1.5 0\nf 1 2 3\nv -1.5 -1.5 0\nv -1 -1.5 0\nv -1 -1 0\nf 4 5 6\n")
    found = []
    for name, levels in (("shrunk", (level, small)), ("as_small", (small,))):
        for one in levels:
            store = stores.cut(name, one)
            for words in (["bake", store], ["seams", store], ["finish", store, "-o", ".obj"]):
                stores.run(*words)
        found.append(stores.digest(store))
    stores.check(found[0] == found[1], f"others are {[str(f) for f in found[0].keys() ^ found[1].keys()]}")
    empty = stores.folder / "empty.obj"
    empty.write_text("v 0 0 0\n")
    stores.check("no face" in stores.run("cut", empty, "-o", store, "--tiles", "2", *OPTIONS, status=2), "a level without faces is cut")
    stores.check(stores.digest(store) == found[1], "a level that is refused changes a store")


def edges_on_lines(file, size):
    """(axis, line) -> the directed edges on lines between tiles of where an .obj says that somebody can stand, by their corners in binary32, z up."""
    corners, edges, group = [], {}, None
    for words in map(str.split, file.read_text().splitlines()):
        if words[:1] == ["v"]:
            corners.append(struct.unpack("3f", struct.pack("3f", *map(float, words[1:4]))))
        elif words[:1] == ["g"]:
            group = words[1]
        elif words[:1] == ["f"] and group in ("stand", "crouch"):
            ring = [corners[int(word.split("/")[0]) - 1] for word in words[1:]]
            for p, q in zip(ring, ring[1:] + ring[:1]):
                for axis in (0, 1):
                    if p[axis] == q[axis] and p[axis] % size == 0:
                        edges.setdefault((axis, p[axis]), set()).add((p, q))
    return edges


def shared_edges(stores, store, size):
    """Tiles beside each other have the same edges on the line between them, wherever both have floor."""
    tiles = {tuple(map(int, p.stem.split("_"))): edges_on_lines(p, size) for p in (store / "out").glob("*.obj")}
    shared = alone = 0
    for (i, j), edges in tiles.items():
        for axis, (k, l) in enumerate(((i + 1, j), (i, j + 1))):
            line = (axis, float((k if axis == 0 else l) * size))
            here, there = edges.get(line, set()), {(q, p) for p, q in tiles.get((k, l), {}).get(line, set())}
            shared += len(here & there)
            along = lambda e: sorted((e[0][1 - axis], e[1][1 - axis]))
            for e, other in ((e, other) for a, b in ((here, there), (there, here)) for e in a - b for other in b):
                low, high = max(along(e)[0], along(other)[0]), min(along(e)[1], along(other)[1])
                if low < high and {e[0][2], e[1][2]} & {other[0][2], other[1][2]}:
                    alone += 1
    stores.check(shared > 10 and not alone, f"{shared} edges on lines are shared, {alone} overlap others")


def shared_edges_of(stores, level, tiles, *options):
    store = stores.folder / f"shared_{level.stem}"
    stores.run("cut", level, "-o", store, "--tiles", tiles, "--up", "z", "--sides", "up", "--step", "0.4", "--stance", "crouch=0.5", "--stance", "stand=1.8", *options)
    for words in (["bake", store], ["seams", store], ["finish", store, "-o", ".obj", "-o", ".glb"]):
        stores.run(*words)
    shared_edges(stores, store, float(tiles))


def finished(stores, one, level):
    stores.check("not finished" in stores.run("index", one, status=2), "an index of tiles that are not finished")
    text = stores.run("finish", one, "-o", ".obj", "-o", ".json", "-o", ".bin")
    out = sorted(p.name for p in (one / "out").glob("*.obj"))
    stores.check(len(out) > 3 and f"{4 * len(out)} files" in text, f"finish: {text} {out}")  # an .obj has an .mtl
    stores.run("finish", one, "-o", ".mset", status=2)
    stores.run("finish", one, "99", "99", "-o", ".obj", status=2)
    index = json.loads((one / "index.json").read_text())
    listed = {f["file"]: f["sha256"] for f in [index["detour"]["set"], *(f for tile in index["tiles"] for f in tile["files"])]}
    there = {p.relative_to(one).as_posix(): p for p in (one / "out").iterdir() if not p.name.endswith(".files.json")}
    stores.check(listed == {name: hashlib.sha256(p.read_bytes()).hexdigest() for name, p in there.items()}, "the index does not list what is there")
    for tile in index["tiles"]:  # the heights are those of the vertices that an engine gets, as z in this level
        heights = [float(line.split()[3]) for f in tile["files"] if f["file"].endswith(".obj") for line in (one / f["file"]).read_text().splitlines() if line.startswith("v ")]
        wanted = [min(heights), max(heights)] if heights else None
        stores.check((tile["heights"] and [float(fractions.Fraction(h)) for h in tile["heights"]]) == wanted, f"heights of {tile['tile']}: {tile['heights']}, not {wanted}")

    shared_edges(stores, one, 2)
    wanted = stores.digest(one)
    (one / "index.json").unlink()
    for name in sorted((p.stem for p in (one / "pieces").iterdir()), reverse=True):
        stores.run("finish", one, *name.split("_"), "-o", ".obj", "-o", ".json", "-o", ".bin", "--threads", "1")
    stores.check(not (one / "index.json").exists(), "a tile alone makes an index")
    stores.run("index", one)
    stores.check(stores.digest(one) == wanted, "tiles finished one by one are others")
    by_bake = stores.folder / "by_bake"
    bake = [stores.plumb, "bake", level, "--tiles", "2", *OPTIONS]
    done = subprocess.run([*bake, "-o", f"{by_bake}/", "-o", ".obj", "-o", ".json", "-o", ".bin"], capture_output=True, text=True)
    stores.check(done.returncode == 0 and "index.json" in done.stdout, f"bake --tiles: {done.returncode} {done.stderr}")
    stores.check(stores.digest(by_bake) == wanted, "bake --tiles writes other files than tiles cut, bake, seams and finish")
    for words, said in ((["-o", "nav.glb"], "one folder"), ([], "needs a folder"), (["-o", "a/", "-o", "b/"], "one folder"), (["-o", f"{by_bake}/", "-o", ".mset"], "no format of tiles"),
                        (["-o", f"{by_bake}/", "--report", "r.json"], "--report"), (["-o", f"{by_bake}/", "--method", "wedge"], "wedge"),
                        (["-o", f"{by_bake}/", "--export-stance", "fly"], "--export-stance"), (["-o", f"{by_bake}/", "--tile-origin", "1"], "--tile-origin")):
        done = subprocess.run([*bake, *words], capture_output=True, text=True)
        stores.check(done.returncode == 2 and said in done.stderr, f"bake --tiles {words}: {done.returncode} {done.stderr}")
    stores.check(stores.digest(by_bake) == wanted, "options that are refused change a store")
    stores.run("cut", level, "-o", one, "--tiles", "2", *OPTIONS, "--min-area", "1")
    stores.run("bake", one)
    stores.check("before the level was cut" in stores.run("index", one, status=2), "an index of tiles that were joined before the level was cut")
    stores.run("bake", one)
    stores.run("seams", one)
    stores.check("before the tiles were joined" in stores.run("index", one, status=2), "an index of tiles that were finished before they were joined again")


def main():
    plumb, examples = map(pathlib.Path, sys.argv[1:3])
    level = examples / "wall_in_room.obj"
    with tempfile.TemporaryDirectory() as folder:
        stores = Stores(plumb, pathlib.Path(folder))
        one = same_files(stores, level)
        changed_level(stores, one, level)
        damage(stores, one)
        stores.check("too many tiles" in stores.run("cut", level, "-o", stores.folder / "tiny", "--tiles", "1/100000", *OPTIONS, status=2), "tiny tiles are cut")
        stores.check("more than --memory" in stores.run("cut", level, "-o", stores.folder / "large", "--tiles", "2", *OPTIONS, "--memory", "1M", status=2), "large tiles are cut")
        stores.check(not (stores.folder / "large").exists(), "a level that is refused leaves a store")
        stores.run("cut", level, "-o", stores.folder / "large", "--tiles", "2", *OPTIONS, "--memory", "1G")
        stores.run("cut", level, "-o", stores.folder / "large", "--tiles", "2", *OPTIONS, "--memory", "much", status=2)
        stores.check("too far" in stores.run("cut", level, "-o", stores.folder / "tiny", "--tiles", "1/" + "9" * 30, *OPTIONS, status=2), "tiles without number are cut")
        floor = stores.folder / "floor.obj"
        floor.write_text("v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nf 1 2 3 4\n")
        stores.check("more than 1,000,000" in stores.run("cut", floor, "-o", stores.folder / "tiny", "--tiles", "1e-3", *OPTIONS, status=2), "16,000,000 tiles are cut")
        far = stores.folder / "far.obj"
        far.write_text(floor.read_text() + "v 1e11 1e11 0\nv 100000000001 1e11 0\nv 1e11 100000000001 0\nf 5 6 7\n")
        stores.check("8 tiles" in stores.run("cut", far, "-o", stores.folder / "far", "--tiles", "4", "--up", "z", "--tile-origin", "1,1"), "tiles that hold nothing count")
        digests(stores, level)
        tiles_that_are_no_more(stores, level)
        finished(stores, one, level)
        shared_edges_of(stores, examples / "walls_and_fences.obj", "1")
        shared_edges_of(stores, examples / "crates.obj", "2", "--radius", "0.3")
    print("stores are as wanted" if not stores.wrong else f"{stores.wrong} faults")
    return 1 if stores.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
