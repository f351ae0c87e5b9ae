#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs plumb.exe and plumb-check.exe under wine beside the programs of this system: every command, with the same words in folders alike. Exit status, what is
printed to either stream and all files have to be the same bytes. Then what Windows has of its own: paths, line ends, files above 4 GiB, Ctrl-C.

  programs.py BUILD NATIVE EXAMPLES [TEST ...]     BUILD: the folder of the .exe; NATIVE: that of plumb and plumb-check; EXAMPLES: docs/examples
"""
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

WINDOWS, NATIVE, EXAMPLES = (pathlib.Path(p).resolve() for p in sys.argv[1:4])
WINE = "/usr/lib/wine/wine64"  # where Debian has it
ENVIRONMENT = {**os.environ, "WINEDEBUG": "-all", "WINEARCH": "win64"}
# What differs between any two runs: times, memory, and numbers of predicates, which depend on threads.
VARYING = [re.compile(p) for p in (rb'"(?:seconds|peak_bytes)": ?(?:[0-9.e+-]+|\{[^{}]*\})', rb"(?m)^(?:Time|Memory|Predicates): .*$", rb"in [0-9.e+-]+ s\b", rb"[0-9.]+ (?:MB|GB|MiB|GiB)")]


def command(folder, words):
    program = [str(NATIVE / words[0])] if folder == NATIVE else [WINE, str(WINDOWS / f"{words[0]}.exe")]
    return [*program, *words[1:]]


def plain(data):
    for pattern in VARYING:
        data = pattern.sub(b"*", data)
    return data


def run(which, words, place):
    # Into files: a pipe ends with all that have it, also what wine has started besides and leaves running.
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
        done = subprocess.run(command(which, words), cwd=place, env=ENVIRONMENT, stdin=subprocess.DEVNULL, stdout=out, stderr=errors, timeout=120, check=False)
        out.seek(0), errors.seek(0)
        done.stdout, done.stderr = out.read(), errors.read()
    files = {p.relative_to(place).as_posix(): plain(p.read_bytes()) for p in sorted(place.rglob("*")) if p.is_file()}
    return done.returncode, plain(done.stdout), plain(done.stderr), files


class Places:
    """Two folders with the same files, one for each system."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="plumb-windows-")
        self.own, self.native = (pathlib.Path(self.folder.name) / n for n in ("windows", "native"))
        for place in (self.own, self.native):
            shutil.copytree(EXAMPLES, place)

    def same(self, *words, status=0):
        theirs = run(NATIVE, words, self.native)
        ours = run(WINDOWS, words, self.own)
        text = " ".join(words)
        assert theirs[0] == status, f"{text}: here it ends with {theirs[0]}: {theirs[2].decode()}"
        for what, one, other in zip(("exit status", "standard output", "standard errors"), ours, theirs):
            assert one == other, f"{text}: {what}\n{one if isinstance(one, int) else one.decode(errors='replace')}\nis not\n{other if isinstance(other, int) else other.decode(errors='replace')}"
        differing = [n for n in sorted(ours[3].keys() | theirs[3].keys()) if ours[3].get(n) != theirs[3].get(n)]
        assert not differing, f"{text}: these files differ: {differing}"
        return ours


COMMANDS = [
    ("plumb bake ruin.obj --sides up --stance crawl=0.5 --stance crouch=1.1 --stance stand=1.8 --step 0.3 -o n.json -o n.obj -o n.glb -o n.svg -o n.tres "
     "-o n.cert -o n.csv -o n.html --report r.json --threads 1", 0),
    ("plumb bake ruin.obj --sides up --radius 0.4 --step 0.3 --weld 0.2 -o radius.json -o radius.glb", 0),
    ("plumb bake wall_in_room.obj --method wedge --radius 0.2 -o wedge.json", 0),
    ("plumb-check ruin.obj n.cert", 0),
    ("plumb check ruin.obj n.cert", 0),
    ("plumb check two_triangles.obj n.cert", 1),
    ("plumb explain ruin.obj --at 1,1,1 --sides up", 0),
    ("plumb explain ruin.obj --thresholds height --range 1.7,1.9 --sides up", 0),
    ("plumb layers layers/library.obj --step 0.4 --svg layers.svg --json layers.json --proof layers.proof", 0),
    ("plumb route n.json --from 0.5,0.5,-0.9 --to 34,0,-8 --at-stance stand --json way.json --svg way.svg", 0),
    ("plumb route routes/room.json --from 1,1 --to 3,3 --radius 0.25 --json flat.json", 0),
    ("plumb bake wall_in_room.obj --up z --sides up -o room.json", 0),
    ("plumb update room.json updates/room.json -o room_now.json -o room_now.svg", 0),
    ("plumb update --scene wall_in_room.obj --up z --sides up --step 0.5 updates/crates.json -o room_crates.json", 0),
    ("plumb audit ruin.obj n.json --sides up --step 0.3 --stance crawl=0.5 --stance crouch=1.1 --stance stand=1.8 --json audit.json -o audit.svg --csv audit.csv", 0),
    ("plumb diff n.json radius.json --json diff.json", 1),
    ("plumb view n.json -o view.html", 0),
    ("plumb generate --list", 0),
    ("plumb generate door --seed 7 -o door.obj --expect door.json", 0),
    ("plumb agent --preset quake --json", 0),
    ("plumb tiles cut ruin.obj --sides up --tiles 8 --certificates -o store", 0),
    ("plumb tiles bake store", 0),
    ("plumb tiles seams store", 0),
    ("plumb tiles finish store -o tiles.glb", 0),
    ("plumb-check --store store ruin.obj", 0),
    ("plumb help bake", 0),
    ("plumb version", 0),
    ("plumb bake nowhere.obj -o n.json", 2),
    ("plumb bake ruin.obj -o no_folder/n.json", 2),
    ("plumb bake ruin.obj --slope 95 -o n.json", 2),
    ("plumb bake . -o n.json", 2),
]


def test_every_command():
    places = Places()
    for line, status in COMMANDS:
        places.same(*line.split(), status=status)
    named = {line.split()[1] for line, _ in COMMANDS if line.startswith("plumb ")}
    there = set(re.findall(r"(?m)^  ([a-z]+) +[A-Z]", run(NATIVE, ["plumb", "--help"], places.native)[1].decode().split("Subcommands:")[1]))
    assert not there - named - {"minimise", "fuzz", "help"}, f"no test runs {there - named}"


def test_other_programs():
    """minimise and fuzz start programs: plumb.exe itself, found by its name in the folder where it is asked, and an adapter that ends at once."""
    places = Places()
    place = places.own
    status, out, errors, files = run(WINDOWS, ["plumb", "minimise", "ruin.obj", "-o", "small.obj", "--status", "1", "--", str(wine_path(WINDOWS / "plumb.exe")), "check", "{scene}",
                                               "two_triangles.obj"], place)
    assert status == 2 and b"ends with status 2 on the scene" in errors, (status, out, errors)
    status, out, errors, _ = run(WINDOWS, ["plumb", "fuzz", "--baker", "no-such-program", "-o", "found", "--runs", "1"], place)
    assert status == 2 and b"'no-such-program' cannot be run" in errors, (status, out, errors)


def test_capitals():
    """A name in other letters is the same file: a scene is not replaced by what is made of it."""
    places = Places()
    for words in (["plumb", "bake", "ruin.obj", "-o", "RUIN.OBJ"], ["plumb", "bake", "ruin.obj", "-o", "n.json", "-o", ".\\N.JSON"],
                  ["plumb", "bake", "ruin.obj", "-o", "ä.json", "--report", "Ä.JSON"]):
        status, out, errors, _ = run(WINDOWS, words, places.own)
        assert status == 2 and b"is the scene or another file of this bake" in errors, (words, status, errors)
    assert (places.own / "ruin.obj").read_bytes() == (EXAMPLES / "ruin.obj").read_bytes()


def wine_path(path):
    return "Z:" + str(path).replace("/", "\\")


def test_paths():
    """Spaces, umlauts and what no code page has, with both slashes, relative and whole."""
    places = Places()
    folder = "Höhle mit Räumen/日本 Ω"
    for place in (places.own, places.native):
        (place / folder).mkdir(parents=True)
        shutil.copy(EXAMPLES / "ruin.obj", place / folder / "Ruine ä.obj")
    status, out, errors, files = places.same("plumb", "bake", f"{folder}/Ruine ä.obj", "--sides", "up", "-o", f"{folder}/ö ü.obj", "-o", f"{folder}/ö.json", "-o", f"{folder}/ö.cert")
    backslashes = folder.replace("/", "\\")
    status, out, errors, files = run(WINDOWS, ["plumb", "bake", f"{backslashes}\\Ruine ä.obj", "--sides", "up", "-o", f"{backslashes}\\ß.svg", "-o", wine_path(places.own / "whole ä.svg")],
                                     places.own)
    assert status == 0 and files[f"{folder}/ß.svg"] == files["whole ä.svg"], (status, errors)
    status, out, errors, files = run(WINDOWS, ["plumb-check", f"{backslashes}\\Ruine ä.obj", f"{folder}/ö.cert"], places.own)
    assert status == 0, errors
    # From the root of the drive, which is that of this system.
    status, out, errors, files = run(WINDOWS, ["plumb", "bake", f"{places.own}/ruin.obj", "--sides", "up", "-o", f"{places.own}/root.svg"], places.own)
    assert status == 0 and "root.svg" in files, (status, errors)
    # Longer than the 260 characters that most calls of Windows take.
    long = "/".join(["a folder of a long name, ä"] * 12)
    (places.own / long).mkdir(parents=True)
    status, out, errors, files = run(WINDOWS, ["plumb", "bake", "ruin.obj", "--sides", "up", "-o", f"{long}/out.svg"], places.own)
    assert status == 0 and f"{long}/out.svg" in files, (status, errors)


def test_line_ends():
    """CR LF in, LF out."""
    places = Places()
    text = (EXAMPLES / "ruin.obj").read_bytes()
    for place, end in ((places.own, b"\r\n"), (places.native, b"\n")):
        (place / "ends.obj").write_bytes(text.replace(b"\n", end))
    words = "plumb bake ends.obj --sides up -o e.json -o e.obj -o e.svg -o e.csv -o e.tres".split()
    ours, theirs = run(WINDOWS, words, places.own), run(NATIVE, words, places.native)
    assert ours[:3] == theirs[:3] and ours[0] == 0, (ours[:3], theirs[:3])
    for name in ("e.obj", "e.svg", "e.csv", "e.tres"):
        # The .csv has a number that is the file's own, its SHA-256.
        one, other = (re.sub(rb"[0-9a-f]{64}", b"(sha256)", files[name]) for files in (ours[3], theirs[3]))
        assert one == other and b"\r" not in one, name
    assert b"\r" not in ours[1] + ours[2]


def test_large_files():
    """A file of 5 GiB, a hole but for what stands at its end: its size and its end are those of the file, not what is left of them in 32 bits."""
    with tempfile.TemporaryDirectory(prefix="plumb-windows-", dir="/var/tmp") as folder:
        done = subprocess.run([WINE, str(WINDOWS / "plumb_large_files.exe")], cwd=folder, env=ENVIRONMENT, capture_output=True, timeout=300, check=False)
        assert done.returncode == 0, done.stderr.decode()


def test_console():
    """Ctrl-C ends a bake with the status of a shell, and without its unfinished files."""
    places = Places()
    level = "".join(f"v {x} {y} 0\nv {x + 1.5} {y} 0.25\nv {x} {y + 1.5} 0.5\n" for x in range(150) for y in range(150))
    level += "".join(f"f {3 * k + 1} {3 * k + 2} {3 * k + 3}\n" for k in range(150 * 150))
    (places.own / "many.obj").write_text(level)
    with subprocess.Popen(command(WINDOWS, ["plumb", "bake", "many.obj", "--up", "z", "-o", "many.json", "-o", "many.svg", "-o", "many.cert"]), cwd=places.own, env=ENVIRONMENT, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as process:
        # Wine has handlers of signals once the program runs: it does when its first file is there.
        end = time.monotonic() + 240
        while not list(places.own.glob("many.*.part-*")) and time.monotonic() < end and process.poll() is None:
            time.sleep(0.005)
        assert process.poll() is None, process.stderr.read().decode()
        process.send_signal(signal.SIGINT)
        process.wait(timeout=60)
        left = [p.name for p in places.own.glob("many.*")]
        assert process.returncode == 130 and left == ["many.obj"], (process.returncode, left, process.stderr.read())


def keep_wine_running():
    """Its server, and what it starts besides, take seconds to start, and end with the last program. They keep the streams that they are given."""
    for words in (["/usr/lib/wine/wineserver64", "-p120"], command(WINDOWS, ["plumb", "version"])):
        subprocess.run(words, env=ENVIRONMENT, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


TESTS = {name[5:]: test for name, test in list(globals().items()) if name.startswith("test_")}
if __name__ == "__main__":
    keep_wine_running()
    for chosen in sys.argv[4:] or TESTS:
        TESTS[chosen]()
        print(f"{chosen}: as it should be")
