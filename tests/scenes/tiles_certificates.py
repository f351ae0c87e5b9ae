#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Certificates of tiles: plumb-check accepts those of honest stores, with the areas that it finds in the certificate of the whole level, and refuses forged ones.

  tiles_certificates.py PLUMB PLUMB_CHECK EXAMPLES [LEVEL WIDTH ORIGIN OPTIONS]    exit status 1 if anything is not so

Forgeries are of a store of some crates; or, and nothing else then, of LEVEL in tiles of WIDTH."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

# level, width of a tile, corner of tile 0 0, options
HONEST = [("ruin.obj", "8", "0.3,0.1", "--stance crouch=1 --stance stand=1.8 --step 0.4"), ("ruin.obj", "8", "0,0", "--step 0.4 --weld 0.25 --sides up"),
          ("ruin.obj", "16", "0,0", "--step 0.4 --weld 0.1 --radius 0.3 --disc 8"), ("ruin.obj", "5", "1,1", "--numbers decimal --weld 0.5"),
          ("wall_in_room.obj", "2", "0,0", "--up z --step 0.4"), ("wall_in_room.obj", "1", "0.5,0.5", "--up z --weld 0.3 --numbers float"),
          ("two_triangles.obj", "1", "0,0", "--up z --numbers decimal --stance low=0.5 --stance high=1.8"), ("two_triangles.obj", "1", "0,0", "--up z --radius 0.1")]

FORGED = ("crates.obj", "3", "1.2,1.2", "--up z --step 0.4 --weld 0.25")


class Forger:
    def __init__(self, plumb, plumb_check, folder):
        self.plumb, self.plumb_check, self.folder, self.wrong, self.tried = plumb, plumb_check, folder, 0, 0

    def check(self, holds, what):
        self.tried += 1
        if not holds:
            self.wrong += 1
            print(f"FAILED: {what}")

    def run(self, *words):
        done = subprocess.run([str(w) for w in words], capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f"{words}: {done.stderr}")
        return done.stdout

    def store(self, level, size, origin, options):
        store = self.folder / "store"
        shutil.rmtree(store, ignore_errors=True)
        self.run(self.plumb, "tiles", "cut", level, "-o", store, "--tiles", size, "--tile-origin", origin, "--certificates", *options)
        self.run(self.plumb, "tiles", "bake", store)
        self.run(self.plumb, "tiles", "seams", store)
        return store

    def asked(self, store, *levels):
        return subprocess.run([self.plumb_check, "--store", store, *levels], capture_output=True, text=True)

    def refused(self, what, store, level, words, statuses=(1,)):
        done = self.asked(store, level)
        self.check(done.returncode in statuses and re.search(words, done.stderr) and not done.stdout,
                   f"{what}: exit status {done.returncode}: {done.stderr.strip()}")


# One tile alone: each of a store, and that it is that tile which is checked.
def one_by_one(forger, level, store):
    tiles = [p.stem.split("_") for p in sorted((store / "pieces").glob("*.obj"))]
    for i, j in tiles:
        done = forger.asked(store, "--only", i, j, level)
        forger.check(done.returncode == 0 and f"of tile {i} {j}," in done.stdout and "Components" not in done.stdout, f"--only {i} {j}: {done.stdout}{done.stderr}")
    (i, j), (k, m) = tiles[0], tiles[-1]
    certificate = store / "tiles" / f"{i}_{j}.cert"
    text = certificate.read_text()
    certificate.write_text(text.replace("\nend ", "\nbegin "))
    for one, status in (((i, j), 1), ((k, m), 0)):
        done = forger.asked(store, "--only", *one, level)
        forger.check(done.returncode == status, f"--only {one} of a store with a false tile: {done.returncode} {done.stderr}")
    certificate.write_text(text)
    for words, said in (((99, 99), "no tile 99 99"), (("x", 0), "two numbers of a tile"), ((0,), "two numbers of a tile")):
        done = forger.asked(store, level, "--only", *map(str, words))
        forger.check(done.returncode == 2 and said in done.stderr, f"--only {words}: {done.returncode} {done.stderr}")
    done = subprocess.run([forger.plumb, "check", "--store", store, "--only", i, j, level], capture_output=True, text=True)
    forger.check(done.returncode == 0 and f"of tile {i} {j}," in done.stdout, f"plumb check --only: {done.stderr}")


def areas(text):
    return [line.split() for line in text.splitlines() if line.startswith("  ")]


def honest(forger, examples):
    for name, size, origin, options in HONEST:
        level = examples / name
        store = forger.store(level, size, origin, options.split())
        done = forger.asked(store, level)
        forger.check(done.returncode == 0, f"{name} {options}: {done.stderr}")
        whole = forger.folder / "whole.cert"
        forger.run(forger.plumb, "bake", level, *options.split(), "-o", whole, "--quiet")
        forger.check(areas(done.stdout) == areas(forger.run(forger.plumb_check, level, whole)), f"{name} {options}: areas of tiles and of the whole differ")


# Every kind of record of seams.cert: left out, doubled, another value.
def forged_seams(forger, level, store):
    file = store / "seams.cert"
    lines = file.read_text().splitlines()
    seen = set()
    for i, line in enumerate(lines):
        words = line.split()
        kind = words[0] + (words[1] if words[0] in ("area", "component") else "")
        if kind in seen:
            continue
        seen.add(kind)
        other = [lines[:i] + lines[i + 1:], lines[:i] + [line] + lines[i:], lines[:i] + [line.rsplit(" ", 1)[0] + " 7/3"] + lines[i + 1:]]
        for change, text in zip(("left out", "doubled", "changed"), other):
            file.write_text("\n".join(text) + "\n")
            forger.refused(f"seams.cert: {kind} {change}", store, level, r"seams\.cert|this level is not the one|its faces are not those", (1, 2))
    file.write_text("\n".join(re.sub(r"^(grid .*) \S+$", r"\1 1/4", line) for line in lines) + "\n")
    forger.refused("a reach of which pieces have too much", store, level, "its faces are not those")
    file.write_text("\n".join(lines) + "\n")


# Pieces are those of the grid, and their certificates right; but welds are wider than its reach is made for.
def welds_beyond_reach(forger, level):
    store = forger.store(level, "2", "0,0", ["--up", "z"])
    for piece in (store / "pieces").glob("*.obj"):
        forger.run(forger.plumb, "bake", piece, "--up", "z", "--weld", "0.3", "-o", store / "tiles" / (piece.stem + ".cert"), "--quiet")
    forger.refused("a reach that welds go beyond", store, level, "reach")


# The first line is a vertex, behind a byte order mark.
def marked(forger, level):
    file = forger.folder / "marked.obj"
    file.write_text("\ufeff" + "".join(line + "\n" for line in level.read_text().splitlines() if line.startswith(("v ", "f "))), encoding="utf-8")
    done = forger.asked(forger.store(file, "1", "0,0", ["--up", "z"]), file)
    forger.check(done.returncode == 0, f"a level with a mark: {done.stderr}")


def forged_tiles(forger, level, store, options):
    pieces, tiles = store / "pieces", store / "tiles"
    name = max(pieces.glob("*.obj"), key=lambda p: p.stat().st_size).stem
    piece, certificate = pieces / (name + ".obj"), tiles / (name + ".cert")
    piece_text, text = piece.read_text(), certificate.read_text()
    lines = piece_text.splitlines()
    faces = [i for i, line in enumerate(lines) if line.startswith("f ")]

    def of_piece(what, changed, words):
        piece.write_text("\n".join(changed) + "\n")
        # The forger is thorough: the certificate is right for the forged piece.
        forger.run(forger.plumb, "bake", piece, *options, "-o", certificate, "--quiet")
        forger.refused(what, store, level, words)
        piece.write_text(piece_text)
        certificate.write_text(text)

    near = "its faces are not those of the level near the tile"
    for i in faces[:: max(1, len(faces) // 5)]:
        of_piece(f"a piece without its line {i + 1}", lines[:i] + lines[i + 1:], near)
    i = faces[len(faces) // 2]
    of_piece("a face twice", lines[:i] + [lines[i]] + lines[i:], near)
    swapped = list(lines)
    k = faces[len(faces) // 2 + 1]
    swapped[i], swapped[k] = lines[k], lines[i]
    of_piece("two faces in another order", swapped, near)
    corner = next(k for k, line in enumerate(lines) if line.startswith("v "))
    of_piece("a moved corner", lines[:corner] + [lines[corner].rsplit(" ", 1)[0] + " 0.123"] + lines[corner + 1:], near)
    other = [o if o != "0.4" else "0.35" for o in options]
    forger.run(forger.plumb, "bake", piece, *other, "-o", certificate, "--quiet")
    forger.refused("a tile of another step", store, level, "its options are not those of the other tiles|the option step is not the certificate's")
    for change in ("portal", "cell", "wall"):
        kept = text.splitlines()
        at = max(i for i, line in enumerate(kept) if line.startswith(change + " "))
        certificate.write_text("\n".join(kept[:at] + kept[at + 1:]) + "\n")
        forger.refused(f"a certificate without a {change}", store, level, re.escape(certificate.name))
    certificate.write_text(next(p for p in tiles.glob("*.cert") if p != certificate).read_text())
    forger.refused("the certificate of another tile", store, level, "the level is not the one that was baked")
    certificate.unlink()
    forger.refused("no certificate", store, level, "cannot open", (2,))
    certificate.write_text(text)
    piece.unlink()
    forger.refused("no piece", store, level, "cannot open", (2,))
    piece.write_text(piece_text)
    changed = forger.folder / "changed.obj"
    changed.write_text(level.read_text() + "v 0 0 0\n")
    forger.refused("another level", store, changed, "this level is not the one that was cut")
    for levels, words in (((level, level), "1 files, and 2 are given"), ((), "a level is wanted")):
        done = forger.asked(store, *levels)
        forger.check(done.returncode == 2 and words in done.stderr, f"{len(levels)} levels: {done.returncode} {done.stderr}")
    done = forger.asked(store, level)
    forger.check(done.returncode == 0, f"the store as it was: {done.stderr}")


def main():
    plumb, plumb_check, examples = (pathlib.Path(a).resolve() for a in sys.argv[1:4])
    with tempfile.TemporaryDirectory() as folder:
        forger = Forger(plumb, plumb_check, pathlib.Path(folder))
        if not sys.argv[4:]:
            honest(forger, examples)
            welds_beyond_reach(forger, examples / "wall_in_room.obj")
            marked(forger, examples / "wall_in_room.obj")
        name, size, origin, words = sys.argv[4:] or FORGED
        level, options = examples / name, words.split()
        store = forger.store(level, size, origin, options)
        forged_seams(forger, level, store)
        forged_tiles(forger, level, store, options)
        one_by_one(forger, level, store)
        # What has none.
        done = subprocess.run([plumb, "tiles", "cut", level, "-o", forger.folder / "none", "--tiles", "16", "--certificates", "--solids", "closed"], capture_output=True, text=True)
        forger.check(done.returncode == 2 and "--certificates are of .obj levels without --solids closed" in done.stderr, f"solids: {done.stderr}")
        print(f"{forger.tried} checks, {forger.wrong} failed")
    sys.exit(forger.wrong > 0)


if __name__ == "__main__":
    main()
