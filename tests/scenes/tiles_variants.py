#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Variants of what went wrong with stores of tiles, drawn anew for every seed: two_levels, levels that get shorter, wide faces, too many tiles.

  tiles_variants.py PLUMB PLUMB_CHECK PRELOAD [--only KIND] [--count 50] [--seed 1] [--spoil]    exit status 1 if anything is not so

Problem. A store that was killed kept cells of another level; a level that got shorter ended its reader by a signal; a
face 5e11 wide kept plumb-check for ever, and a tile of 1e-3 said nothing for long. Each is one of a kind, and of each
kind so many variants are drawn:
- stores: one to four of their files are those of another level, of other options or of another tile, are empty, cut
  off, changed in a byte or gone, or a dead or a living writer has left NAME.part-XXXXXX. What is baked, joined and
  finished then is, byte for byte, a new store. Where a piece or the plan is not what it was, and nothing is cut again,
  it may be refused instead, in one line with status 2; and so may what is finished without another bake;
- shorter: a level loses its second half after some reads. It is told with status 2, or all of it had been read: then
  the files are those of the whole level;
- wide: a face as wide as 5e11 in a piece, in a level, or in both. plumb-check --store has its answer at once, which is
  yes only for an honest store;
- many: a level of some floors, and tiles of drawn widths and corners. Which tiles it touches is counted here, as
  fractions; more than 1,000,000 are refused at once.
PRELOAD is the library of tiles_killed_preload.cpp. --spoil: what is expected is spoiled, and the exit status is 1 if a
kind does not notice."""
import contextlib
import fcntl
import hashlib
import itertools
import math
import os
import re
import shutil
import subprocess
import sys
from fractions import Fraction

import variants

REACH = Fraction(1, 512)  # how far a tile looks beyond itself without welds and a radius
MOST_TILES, AT_ONCE = 1000000, 20


def quad(low, high, z, flipped=False):
    (a, b), (c, d) = low, high
    corners = [(a, b), (c, b), (c, d), (a, d)]
    return "".join(f"v {x} {y} {z}\n" for x, y in (corners[::-1] if flipped else corners)) + "f -4 -3 -2 -1\n"


FLOOR = quad((0.25, 0.25), (3.75, 3.5), 0)
LEVELS = {
    "floor": FLOOR,
    "low_ceiling": FLOOR + quad((0.25, 0.25), (3, 3.5), 1, flipped=True),
    "stair": quad((0.25, 0.25), (1.5, 3.5), 0) + quad((1.5, 0.25), (3.75, 3.5), 0.3),
    "one_tile_changed": FLOOR + quad((0.5, 0.5), (1, 1), 0.5),
    "wider": quad((0.25, 0.25), (5.5, 1.75), 0) + quad((0.25, 0.25), (5.5, 1.25), 1.5, flipped=True),
}
OPTIONS = [["--step", "0.4"], ["--step", "0.4", "--certificates"], ["--stance", "crouch=0.5", "--stance", "stand=1.8"], ["--min-area", "2"],
           ["--radius", "0.1"]]
FORMATS = [["-o", ".obj"], ["-o", ".glb", "-o", ".json"]]


class Variants:
    def __init__(self, args, folder):
        self.plumb, self.plumb_check, self.preload = (str(p.resolve()) for p in (args.plumb, args.plumb_check, args.preload))
        self.folder, self.spoil, self.known, self.runs, self.faults, self.counts = folder, args.spoil, {}, {}, {}, {}
        for name, text in LEVELS.items():
            (folder / f"{name}.obj").write_text(text)

    def fault(self, kind, what):
        self.faults[kind] = self.faults.get(kind, 0) + 1
        if not self.spoil:
            print(f"FAILED: {kind}: {what}")

    def count(self, what):
        self.counts[what] = self.counts.get(what, 0) + 1

    def call(self, *words, seconds=600, **environment):
        try:
            return subprocess.run([str(w) for w in words], capture_output=True, text=True, timeout=seconds, env={**os.environ, **environment})
        except subprocess.TimeoutExpired:
            return subprocess.CompletedProcess(words, None, "", f"no answer within {seconds} s")

    def tiles(self, *words, **more):
        return self.call(self.plumb, "tiles", *words, **more)

    def commands(self, run, store):
        level, options, formats = run
        cut = ["cut", self.folder / f"{level}.obj", "-o", store, "--tiles", "2", "--up", "z", "--sides", "up", *options]
        return [cut, ["bake", store], ["seams", store], ["finish", store, *formats]]

    def new_store(self, run):
        """The files of a new store, by name."""
        key = str(run)
        if key not in self.known:
            store = self.folder / "new"
            for words in self.commands(run, store):
                done = self.tiles(*words)
                if done.returncode:
                    sys.exit(f"{words}: {done.stderr}")
            self.known[key], self.runs[key] = read_files(store), run
            shutil.rmtree(store)
        return self.known[key]

    def expected_files(self, run):
        files = dict(self.new_store(run))
        if self.spoil:
            name = next(n for n in sorted(files) if n.startswith("out/") and n.endswith((".obj", ".glb")))
            files[name] += b" "
        return files


def read_files(store):
    return {p.relative_to(store).as_posix(): p.read_bytes() for p in sorted(store.rglob("*")) if p.is_file()}


def write_files(store, files):
    for name, data in files.items():
        (store / name).parent.mkdir(parents=True, exist_ok=True)
        (store / name).write_bytes(data)


def in_words(done):
    return done.returncode == 2 and re.fullmatch(r"plumb: .{10,}\n", done.stderr) is not None


# Stores ---------------------------------------------------------------------------------------------------------------

def damage(v, draw, run, store):
    """Changes one file of a store. What it did, and the part of the store: pieces, plan, or what is made of them."""
    files = read_files(store)
    folder = draw.choice(["tiles/", "tiles/", "tiles/", "out/", "pieces/", ""])
    name = draw.choice(sorted(n for n in files if (n.startswith(folder) if folder else "/" not in n)))
    ways = ["another level", "other options", "another tile", "empty", "cut off", "gone", "dead writer"]
    # Another byte is found where another file has this one's SHA-256.
    is_named = re.fullmatch(r"pieces/.*|tiles/[-\d_]+\.(json|cert)|out/[-\d_]+\.(?!files).*", name)
    way = draw.choice(ways + ["a byte"] * (is_named is not None))
    data = None
    if way == "another level":
        others = [v.new_store([level, run[1], run[2]]) for level in draw.sample(sorted(LEVELS), len(LEVELS)) if level != run[0]]
        data = next((o[name] for o in others if name in o and o[name] != files[name]), None)
    elif way == "other options":
        others = [v.new_store([run[0], options, run[2]]) for options in draw.sample(OPTIONS, len(OPTIONS)) if options != run[1]]
        data = next((o[name] for o in others if name in o and o[name] != files[name]), None)
    elif way == "another tile":
        folder, _, tail = name.partition("/")
        ending = tail.partition(".")[2]
        alike = [n for n in files if n != name and tail and n.startswith(folder + "/") and n.partition("/")[2].partition(".")[2] == ending
                 and files[n] != files[name]]
        data = files[draw.choice(alike)] if alike else None
    elif way == "dead writer":
        name += ".part-" + "".join(draw.choices("abcdefghijkmnpqrstuvwxyzABCXYZ0123456789", k=6))
        data = draw.randbytes(draw.randrange(100))
    elif way == "a byte" and files[name]:
        place = draw.randrange(len(files[name]))
        data = files[name][:place] + bytes([files[name][place] ^ 1 << draw.randrange(7)]) + files[name][place + 1:]
    elif way == "gone":
        (store / name).unlink()
        data = b""
    if data is None:  # cut off, or what there is no other file for
        way = "empty" if way == "empty" or not files.get(name) else "cut off"
        data = files[name][:draw.randrange(len(files[name]))] if way == "cut off" else b""
    if way != "gone":
        (store / name).write_bytes(data)
    v.count(way)
    part = "result" if ".part-" in name else "piece" if name.startswith("pieces/") else "plan" if name == "plan.json" else "result"
    of = next((r for r in v.runs.values() if v.new_store(r)["plan.json"] == data), None) if part == "plan" else None
    return f"{name}: {way}", part, of


@contextlib.contextmanager
def living_writer(store, draw, wanted):
    """A file that a process still writes: it holds a lock on it."""
    if not wanted:
        yield None
        return
    path = store / draw.choice(["tiles", "out", "."]) / f"0_0.json.part-{draw.randrange(100000, 999999)}"
    with open(path, "wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield path


def store_variant(v, draw, number):
    run = [draw.choice(sorted(LEVELS)), draw.choice(OPTIONS), draw.choice(FORMATS)]
    store, expected = v.folder / f"store_{number}", v.expected_files(run)
    write_files(store, v.new_store(run))
    told, parts, plans = zip(*(damage(v, draw, run, store) for _ in range(draw.randint(1, 4))))
    story = f"store {number}, {run}: {'; '.join(told)}"
    cut, bake, seams, finish = v.commands(run, store)
    again, may_refuse = draw.random() < 0.3, {"piece", "plan"} & {*parts}
    with living_writer(store, draw, draw.random() < 0.2) as living:
        if not again and draw.random() < 0.4:  # finished at once, without another bake
            done = v.tiles(*finish)
            v.count("finished at once" if done.returncode == 0 else "refused at once")
            if done.returncode and not in_words(done):
                v.fault("stores", f"{story}; finished at once: exit status {done.returncode}: {done.stderr}")
            elif not done.returncode and "plan" not in parts:
                others = different(expected, read_files(store), lambda name: name.startswith("out/") and not (living and name.endswith(living.name)))
                if others:
                    v.fault("stores", f"{story}; finished at once: others are {others}")
        of_plan = next((v.expected_files(p) for p in plans[::-1] if p),
                       expected)  # the store is that of the plan which it has, unless it is cut again
        for words in ([cut] if again else []) + [bake, seams, finish]:
            done = v.tiles(*words)
            if done.returncode:
                break
        if living and not living.exists():
            v.fault("stores", f"{story}; the file of a living writer is gone")
    if living:
        v.count("living writer")
        living.unlink(missing_ok=True)
    if done.returncode:
        v.count("refused")
        if not in_words(done) or again or not may_refuse:
            v.fault("stores", f"{story}; {words[0]}: exit status {done.returncode}: {done.stderr}")
        for words in (cut, bake, seams, finish):  # and the advice of all refusals: cut it again
            done = v.tiles(*words)
            if done.returncode:
                v.fault("stores", f"{story}; {words[0]} after a refusal: exit status {done.returncode}: {done.stderr}")
                break
    else:
        v.count("finished")
        expected = expected if again else of_plan
    found = read_files(store)
    if done.returncode == 0:
        untouched = () if again or not may_refuse else ("pieces/", "plan.json")  # no one has to look at the piece of a tile that is baked
        if others := different(expected, found, lambda name: not name.startswith(untouched)
                               and (expected is not of_plan or name in expected or not any(plans))):
            v.fault("stores", f"{story}: others are {others}")
    shutil.rmtree(store)


def different(expected, found, counts):
    return [n for n in sorted({*expected, *found}) if counts(n) and expected.get(n) != found.get(n)]


# Levels that get shorter ------------------------------------------------------------------------------------------------

def shorter_variant(v, draw, number):
    level, store = v.folder / "shorter.obj", v.folder / "shorter"
    shutil.rmtree(store, ignore_errors=True)
    padding = ("# " + "padding " * draw.randint(3, 31) + "\n") * draw.randint(1, 1500)
    width, depth = draw.randint(2, 4), draw.randint(2, 4)
    points = [(x, y) for y in range(depth) for x in range(width)]
    faces = [[i, i + 1, i + 1 + width, i + width] for i, (x, y) in enumerate(points) if x + 1 < width and y + 1 < depth]
    points = [f"v {2 * x + 0.25} {2 * y + 0.25} 0\n" for x, y in points]
    text = "".join(p + padding for p in points) + "".join("f " + " ".join(str(k + 1) for k in f) + "\n" for f in faces)
    cut = [v.plumb, "tiles", "cut", level, "-o", store, "--tiles", "2", "--up", "z", "--sides", "up", "--certificates"]
    outputs = {"cut": store, "bake": v.folder / "shorter.json", "check": store}
    what = draw.choice(sorted(outputs))
    words = {"cut": cut, "bake": [v.plumb, "bake", level, "--up", "z", "--quiet", "-o", outputs["bake"]],
             "check": [v.plumb_check, "--store", store, level]}[what]
    level.write_text(text)
    for command in (cut, [v.plumb, "tiles", "bake", store], [v.plumb, "tiles", "seams", store]) if what == "check" else (words,):
        if v.call(*command).returncode:
            sys.exit(f"{command} fails")
    whole = v.call(*words).stdout, files_of(outputs[what])
    if what != "check":
        shutil.rmtree(store, ignore_errors=True)
    reads = draw.randint(1, 9) if draw.random() < 0.8 else draw.randint(9, 60)
    done = v.call(*words, LD_PRELOAD=v.preload, SHORTEN=str(level), SHORTEN_AT=str(reads))
    story = f"level {number}: {what}, {len(text)} bytes, shorter after {reads} sizes and reads: exit status {done.returncode}: {done.stderr}"
    told = "got longer" if v.spoil else "got shorter while it was read"
    if done.returncode == 2 and told in done.stderr:
        v.count("told")
    elif what == "check" and done.returncode == 1 and "is not the one that was cut" in done.stderr:
        v.count("no longer that level")
    elif done.returncode != 0 or (done.stdout, files_of(outputs[what])) != whole:
        v.fault("shorter", story)
    else:
        v.count("read before")


def files_of(path):
    return read_files(path) if path.is_dir() else path.read_bytes() if path.exists() else None


# Wide faces -------------------------------------------------------------------------------------------------------------

def wide_face(draw, width):
    """Over or beside the floor, or through it: all of these have tiles that are near."""
    z, far = draw.choice([0, 1, 2.5]), [-width, width]
    forms = [[(far[0], 1, z), (far[1], 1, z), (far[1], 2, z), (far[0], 2, z)], [(0, 0, z), (far[1], 0, z), (0, far[1], z)],
             [(far[0], far[0], z), (far[1], far[0], z), (far[1], far[1], z), (far[0], far[1], z)],
             [(far[0], 1, 0), (far[1], 1, 0), (far[1], 1, 3), (far[0], 1, 3)],
             [(1, 1, 0), (far[1], far[1], z + width / 4), (1, 3, 0)]]
    return draw.choice(forms)


def with_face(text, corners):
    return text + "".join("v " + " ".join(f"{x:.17g}" for x in c) + "\n" for c in corners) + "f " + " ".join(str(k - len(corners))
                                                                                                             for k in range(len(corners))) + "\n"


def wide_variant(v, draw, number):
    width = draw.choice([5e11, float(f"{10 ** draw.uniform(6, 11.6):.5g}")])
    corners, where = wide_face(draw, width), draw.choice(["piece", "level", "both", "honest"])
    store, level, options = v.folder / "wide", v.folder / "wide.obj", ["--up", "z", "--sides", "up"]
    shutil.rmtree(store, ignore_errors=True)
    text = with_face(FLOOR, corners) if where == "honest" else FLOOR
    level.write_text(text)
    size = repr(width) if where == "honest" else "2"  # an honest store has few tiles, as wide as the face
    for words in (["cut", level, "-o", store, "--tiles", size, "--certificates", *options], ["bake", store], ["seams", store]):
        done = v.tiles(*words)
        if done.returncode:
            return v.fault("wide", f"{number}, {where}: {words[0]}: {done.stderr}")
    if where in ("piece", "both"):
        piece = draw.choice(sorted((store / "pieces").glob("*.obj")))
        first, rest = piece.read_text().split("\n", 1)
        piece.write_text(f"{first} 1\n{with_face(rest, corners)}")
        # The forger is thorough: the certificate is right for the forged piece.
        done = v.call(v.plumb, "bake", piece, *options, "-o", store / "tiles" / f"{piece.stem}.cert", "--quiet")
        if done.returncode:
            return v.fault("wide", f"{number}, {where}: {done.stderr}")
    if where in ("level", "both"):
        named = [(f"{hashlib.sha256(data).hexdigest()} {len(data)}") for data in (text.encode(), with_face(text, corners).encode())]
        level.write_text(with_face(text, corners))
        seams = store / "seams.cert"
        forged = seams.read_text().replace(*named)
        if forged == seams.read_text():
            sys.exit("seams.cert does not name its level by its SHA-256 and size")
        seams.write_text(forged)
    has = {tuple(map(int, p.stem.split("_"))) for p in (store / "pieces").glob("*.obj")}
    done = v.call(v.plumb_check, "--store", store, level, seconds=AT_ONCE)
    v.count(f"wide in {where}")
    if where == "honest":
        holds = done.returncode == 0
    elif where == "piece":
        holds = done.returncode == 1 and "its faces are not those of the level near the tile" in done.stderr
    else:  # one of the tiles that the face is near, and that the store does not have, is named
        missing = re.search(r"tile (-?\d+) (-?\d+), which a face is near, is missing", done.stderr)
        tile = missing and tuple(map(int, missing.groups()))
        boxes = [spans(*(Fraction(of(c[axis] for c in corners)) for of in (min, max)), 2, 0) for axis in (0, 1)]
        holds = done.returncode == 1 and tile and tile not in has and all(low <= t <= high for t, (low, high) in zip(tile, boxes))
    if bool(holds) == v.spoil:
        v.fault("wide", f"{number}: {corners} in {where}, of tiles {size} wide: exit status {done.returncode}: {done.stdout}{done.stderr}")


# How many tiles -----------------------------------------------------------------------------------------------------------

def decimal(draw, low, high, places=3):
    return Fraction(draw.randint(low * 10 ** places, high * 10 ** places), 10 ** places)


def spans(low, high, size, origin):
    """The numbers of tiles along an axis that a face from low to high is near."""
    return math.floor((low - REACH - origin) / size), math.floor((high + REACH - origin) / size)


def many_variant(v, draw, number):
    """A floor that touches few tiles, just too many, by far too many, or just not too many; or small floors far from one another."""
    level, store = v.folder / "many.obj", v.folder / "many"
    shutil.rmtree(store, ignore_errors=True)
    origin = [decimal(draw, -2, 2), decimal(draw, -2, 2)]
    way = "just not" if number % 17 == 3 else draw.choice(["few", "few", "just", "by far", "apart"])
    floors, size, limited = [], decimal(draw, 1, 9), way == "just not"
    low = [decimal(draw, -50, 50) for _ in range(2)]
    if way == "apart":
        for _ in range(draw.randint(2, 5)):
            at = [decimal(draw, -10 ** 9, 10 ** 9) for _ in range(2)]
            floors.append((at, [a + size * decimal(draw, 0, 3) + 1 for a in at]))
    elif way in ("few", "by far"):
        if way == "by far":
            size = Fraction(1, 10 ** draw.randint(4, 15))
        floors.append((low, [a + (size if way == "few" else 1) * decimal(draw, 1, 8) for a in low]))
    else:
        rows = draw.choice([500, 800, 1000, 1250])
        columns = MOST_TILES // rows + (way == "just")
        for axis, tiles in enumerate((rows, columns) if draw.random() < 0.5 else (columns, rows)):
            first = spans(low[axis], low[axis], size, origin[axis])[0]
            end = origin[axis] + (first + tiles) * size  # of the last tile
            floors.append((low[axis], end - size * draw.choice([Fraction(1, 4), Fraction(1, 2), Fraction(3, 4)])))
        floors = [([f[0] for f in floors], [f[1] for f in floors])]
    texts, tiles, count = "", set(), 0
    for a, b in floors:
        texts += quad([decimal_text(x) for x in a], [decimal_text(x) for x in b], 0)
        (i, j), (k, m) = (spans(a[axis], b[axis], size, origin[axis]) for axis in (0, 1))
        if (j - i + 1) * (m - k + 1) > 10000:
            count += (j - i + 1) * (m - k + 1)
        else:
            tiles |= {*itertools.product(range(i, j + 1), range(k, m + 1))}
    count += len(tiles)
    if (way in ("just", "by far")) != (count > MOST_TILES) or (way == "just not" and count != MOST_TILES):
        sys.exit(f"{way}: {count} tiles, which is not what was to be drawn")
    level.write_text(texts)
    words = ["cut", level, "-o", store, f"--tiles={size}", f"--tile-origin={origin[0]},{origin[1]}", "--up", "z", "--numbers", "decimal"]
    done = v.tiles(*words, *(["--memory", "1K"] if limited else []), seconds=AT_ONCE)
    story = f"{number}, {way}: {count} tiles of {size} from {origin}: exit status {done.returncode}: {done.stdout}{done.stderr}"
    v.count(way if way in ("few", "apart") else f"{way} too many")
    count += v.spoil
    if way in ("few", "apart"):
        wrong = done.returncode != 0 or not done.stdout.startswith(f"{count:,} tiles with ")
        wrong = wrong or len(list((store / "pieces").glob("*.obj"))) != count
    else:  # what is not too much for tiles is too much for that memory
        too_many = "more than --memory" if limited != v.spoil else "more than 1,000,000"
        wrong = not in_words(done) or too_many not in done.stderr or (store / "plan.json").exists()
    if wrong:
        v.fault("many", story)


def decimal_text(x):
    """A fraction with a denominator of twos and fives."""
    places = next(k for k in range(40) if (x * 10 ** k).denominator == 1)
    digits = str(abs(x.numerator * 10 ** places // x.denominator)).rjust(places + 1, "0")
    return ("-" if x < 0 else "") + (digits[:-places] + "." + digits[-places:] if places else digits)


KINDS = {"stores": store_variant, "shorter": shorter_variant, "wide": wide_variant, "many": many_variant}
# What 50 variants of a kind have met.
MET = {"stores": ["another level", "other options", "another tile", "empty", "cut off", "a byte", "gone", "dead writer", "living writer",
                  "refused at once", "finished at once", "finished"],
       "shorter": ["told", "read before"], "wide": ["wide in piece", "wide in level", "wide in both", "wide in honest"],
       "many": ["few", "apart", "just too many", "just not too many", "by far too many"]}


if __name__ == "__main__":
    sys.exit(variants.run(__doc__, ["plumb", "plumb_check", "preload"], KINDS, MET, Variants))
