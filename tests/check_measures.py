#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts how large the house is, and fails where it has grown beyond a limit.

  check_measures.py ROOT         print the measures; exit status 1 if one is above its limit
  check_measures.py --self-test  show that each limit bites

Lines are those of .cpp and .h, without tests and examples; of the second checker those of Python that are neither blank nor comments. A goal is what a measure is to come down to; whoever lowers a measure lowers its limit, too.
"""
import pathlib
import re
import sys
import tempfile

from check_rooms import linked, room_folders, sources

# The measure, its limit, its goal.
LIMITS = {
    # Fractions of programs in lowest terms, and what is not there says why (150 lines in base, 80 in each of run and judge).
    # Points in the axes of the scene, replies of plumb::query, lengths with units, numerals of JSON (420 lines).
    # Sources for three systems behind one header, threads that may be absent, paths as text, and when two are one file (1,020).
    # Lines of numbers, from files of questions (100).
    "lines of base": (4430, 3500),
    "lines of level": (10700, 8600),
    # Sums of 64 digits on every machine (60).
    # Doubles that are the same in every build (40).
    # Drops and leaps (980).
    "lines of bake": (16430, 12000),
    "lines of wedge": (6700, 10000),
    # Drops and leaps as connections of Detour (60).
    "lines of write": (11000, 10000),
    # Updates that wait until they are asked for (100 lines), and tell which cells they changed (70).
    # Agents as files, units (600); levels that are judged, thresholds of bakes (800).
    # The page's script, compressed (30).
    # Drops and leaps as options, in reports and on the page (110).
    "lines of run": (10760, 8000),
    # Shortest paths on navmeshes: floors in doubles, and cells as a map (400 lines). What engines ask of places (1,200),
    # many questions from a file (400), doors in a query that is kept (200), other changes in one (600).
    # Navmesh, one value in the axes of the scene, and what makes one (850).
    "lines of ask": (12600, 10300),
    "lines of tiles": (4400, 3700),
    # Baselines, SARIF, settings that mend (1,750); other bakers' navmeshes as ours (330).
    # How an audit has read a navmesh (10).
    "lines of judge": (20130, 16500),
    # What three systems give (280); corners of a bent face (10).
    # Memory that does not throw, of the lists too (10). Other files of a bake against its certificate: navmeshes, also
    # simplified, of tiles and after updates (2,600), meshes in rounded numbers (1,900), audits of any baker's (2,200).
    # What a report says of meshes (10); a list of drops and leaps (10). What hostile readers found: what is lost by simplifying
    # is near on its own storey and lies along border, pairs of codes, options that are none, and what an audit took (220).
    "lines of prove": (16490, 9000),
    # `plumb agent`, and agents and navmeshes of Python (370).
    # The door of JavaScript, and options that its calls share with Python's (750); what three systems do around a program (280).
    # A program for Windows, as it was tried (20); a status without an exception (10).
    "lines of doors": (5530, 4000),
    # What a report says of meshes, and bent faces of bodies (20).
    # Drops and leaps (1,150), and many places explained at once (250).
    "lines of the pipeline": (118920, 90000),
    # Simplification needs half of plumb::surface; the rest, 1,300 lines for the wing wedge, is counted with it.
    # Drops and leaps (1,000).
    "lines of the library that bakes, with all that it links": (50400, 42000),
    "headers of the pipeline that are installed": (114, 60),
    "structs of settings, options and arguments": (80, 45),
    "lines of code of the second checker": (1000, 900),
}
# The last stage of the standard method: who links its room can bake.
BAKES = "navigation"
APART = {"kernel": "kernel", "vcd": "kernel/vcd", "surface": "kernel/surface", "plan": "kernel/plan", "partition": "partition", "sha256": "pipeline/prove/sha256", "program_memory": "pipeline/prove/memory"}
NO_LIBRARY = {"tests", "examples"}


def lines_of(folder, without=()):
    files = [f for f in sources(folder) if not NO_LIBRARY & set(f.relative_to(folder).parts) and not any(w in f.parents for w in without)]
    return sum(f.read_text(encoding="utf-8").count("\n") for f in files)


def closure(root, room):
    """The libraries that a room links, and these, and so on."""
    folders = room_folders(root)
    seen, todo = set(), [room]
    while todo:
        name = todo.pop()
        if name not in seen:
            seen.add(name)
            todo += linked((folders[name] / "CMakeLists.txt").read_text()) if name in folders else {"vcd": ["kernel"], "surface": ["kernel"], "plan": ["kernel"]}.get(name, [])
    return seen


def installed_headers(root):
    """As install_headers.cmake finds them: the public headers, and those of rooms that they include, directly or not."""
    inner = {f.name: f for folder in room_folders(root).values() for f in (folder / "include/plumb/pipeline").glob("*.h")}
    todo, seen = list((root / "pipeline/include/plumb").glob("*.h")), set()
    while todo:
        file = todo.pop()
        if file not in seen:
            seen.add(file)
            todo += [inner[n] for n in re.findall(r"plumb/pipeline/(\w+\.h)", file.read_text()) if n in inner]
    return seen


def measures(root):
    pipeline = root / "pipeline"
    out = {f"lines of {wing.name}": lines_of(wing) for wing in sorted(pipeline.iterdir()) if wing.is_dir() and wing.name != "include"}
    out["lines of the pipeline"] = lines_of(pipeline)
    folders = {**{name: root / path for name, path in APART.items()}, **room_folders(root)}
    out["lines of the library that bakes, with all that it links"] = sum(
        lines_of(folders[room], [root / "kernel/vcd", root / "kernel/surface", root / "kernel/plan"] if room == "kernel" else []) for room in closure(root, BAKES))
    out["headers of the pipeline that are installed"] = len(installed_headers(root))
    named = re.compile(r"^\s*struct (\w*(?:Settings|Options|Arguments))\b[^;]*\{", re.MULTILINE)
    out["structs of settings, options and arguments"] = sum(len(named.findall(f.read_text())) for f in sources(pipeline))
    out["lines of code of the second checker"] = code_of_second_checker(root)
    return out


def code_of_second_checker(root):
    """Of tests/reference, but for the test that asks both checkers: lines that are neither blank nor comments nor what says what a thing does."""
    count = 0
    for file in (root / "tests/reference").glob("*.py"):
        text = re.sub(r'^ *""".*?"""$', "", file.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
        count += file.name != "agree.py" and sum(not re.match(r"\s*(#|$)", line) for line in text.split("\n"))
    return count


def report(found):
    """The measures as lines of text, and how many are above their limits."""
    lines, above = [], 0
    for name, (limit, goal) in LIMITS.items():
        wrong = found.get(name, 0) > limit
        above += wrong
        lines.append(f"{found.get(name, 0):7} of at most {limit:6}, goal {goal:6}: {name}{'  <- above the limit' if wrong else ''}")
    return lines + [f"not in the table: {name}" for name in found if name not in LIMITS], above + sum(name not in LIMITS for name in found)


def self_test():
    wrong = 0
    for name, (limit, _) in LIMITS.items():
        fine = {n: l for n, (l, _) in LIMITS.items()}
        if report(fine)[1] or report({**fine, name: limit + 1})[1] != 1:
            wrong += 1
            print(f"the limit of {name} does not bite")
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for path, text in {
                "pipeline/bake/navigation/CMakeLists.txt": "plumb_room(navigation LINKS plumb_link)\n", "pipeline/bake/navigation/src/a.cpp": "a\nb\n",
                "pipeline/bake/link/CMakeLists.txt": "plumb_room(link LINKS plumb_vcd)\n", "pipeline/bake/link/src/b.cpp": "c\n",
                "pipeline/bake/link/include/plumb/pipeline/x.h": "struct XOptions {\n};\n", "pipeline/include/plumb/y.h": '#include "plumb/pipeline/x.h"\n',
                "kernel/src/k.cpp": "d\n" * 10, "kernel/tests/k.cpp": "e\n" * 1000, "tests/reference/r.py": '# a\n"""b\nc"""\n\nd = 1\n', "tests/reference/agree.py": "e\n",
                "kernel/vcd/src/v.cpp": "f\n" * 100}.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text)
        found = measures(root)
        expected = {"lines of bake": 5, "lines of the pipeline": 6, "lines of the library that bakes, with all that it links": 115,
                    "headers of the pipeline that are installed": 2, "structs of settings, options and arguments": 1, "lines of code of the second checker": 1}
        if found != expected:
            wrong += 1
            print(f"measured {found}, not {expected}")
    print(f"{len(LIMITS) + 1} cases, {wrong} wrong")
    return wrong


def main():
    if sys.argv[1:] == ["--self-test"]:
        return 1 if self_test() else 0
    lines, above = report(measures(pathlib.Path(sys.argv[1])))
    print("\n".join(lines + [f"{above} above the limit"]))
    return 1 if above else 0


if __name__ == "__main__":
    sys.exit(main())
