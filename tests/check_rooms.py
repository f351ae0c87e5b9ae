#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds pipeline/ to the tables of wings and rooms in docs/architecture.md, and kernel/ to the map in its README.md.

  check_rooms.py ROOT                          the table against folders, CMakeLists.txt and #include lines
  check_rooms.py ROOT --write                  write the files of each room into the table
  check_rooms.py ROOT --compile CXX INCLUDES   INCLUDES: a file with a line "ROOM;FOLDER;FOLDER..." a room, the folders of headers that its sources see.
                                               For each ordered pair of rooms, whether the second one's headers are found from the first
  check_rooms.py --self-test ROOT              show that each rule bites

The public headers are pipeline/include/plumb/*.h and that of the checker. docs/guide/library.md lists them, and what documents and examples show includes no others of the pipeline.

A wing is a folder of pipeline/ with rooms in it, or is a room itself. A room links rooms of its own wing and of those that the table names before it.

A room may have sections, which are folders in its src/. The table names a section as "section/" in front of its files, and as "./" the files that are in none of them.
A file may include those of its own section and of the sections that are named before it. A header in include/ is of the section that the table names it in; all sections may
include one that is in none.
"""
import concurrent.futures
import functools
import os
import pathlib
import re
import subprocess
import sys

from check_sources import LESSER
from held_files import Held

APART = {"std"}
# What rooms under the LGPL may link and find beside one another.
FREE = {"kernel", "vcd", "surface", "plan"}
FREE_PACKAGES = {"Threads", "nlohmann_json"}
ROW = re.compile(r"^\| `(\w+)` \| [^|]* \| ([\w./ ]+) \| ([\w, ]+) \|$", re.MULTILINE)
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)


class Room:
    def __init__(self, name, files, links):
        self.name, self.links = name, set(links.split(", ")) - APART
        self.sections, self.section = [], {}  # the sections in their order; file -> its section, "" where there is none
        for word in files.split():
            if word.endswith("/"):
                self.sections.append(word[:-1])
            else:
                self.section[word] = self.sections[-1] if self.sections else ""


def read_table(root):
    text = (root / "docs/architecture.md").read_text()
    begin = text.index("| room | role | files | may link |")
    return [Room(*row) for row in ROW.findall(text[begin:text.index("\n\n", begin)])]


def read_wings(root):
    """wing -> its rooms, in the order of the table."""
    text = (root / "docs/architecture.md").read_text()
    begin = text.index("| wing | does | rooms |")
    return {name: rooms.split() for name, rooms in re.findall(r"^\| `(\w+)` \| [^|]* \| ([\w ]+) \|$", text[begin:text.index("\n\n", begin)], re.MULTILINE)}


@functools.lru_cache(maxsize=None)
def included(text):
    """What the #include lines of a text name, in quotes."""
    return INCLUDE.findall(text)


def sources(folder):
    return sorted(f for f in folder.rglob("*") if f.suffix in (".h", ".cpp"))


def reachable(rooms):
    """room -> the rooms whose headers it may see, itself included."""
    by_name = {r.name: r for r in rooms}
    out = {}
    for r in rooms:
        seen, todo = set(), [r.name]
        while todo:
            name = todo.pop()
            if name in by_name and name not in seen:
                seen.add(name)
                todo += by_name[name].links
        out[r.name] = seen
    return out


def linked(cmake):
    """What the CMakeLists.txt of a room links, of ours."""
    call = re.search(r"(?:plumb_room\(\w+|plumb_present\(links)([^)]*)\)|target_link_libraries\(plumb_(?:python|calls|javascript) (?:PUBLIC|PRIVATE)([^)]*)\)", re.sub(r"\$<[^>]*>", "", cmake))
    return set(re.findall(r"\bplumb_(\w+)", call[1] or call[2])) - {"flags"} if call else set()


def section_breaches(room, folder, root):
    """Sources that are not in the folder of their section, and #include lines that lead to a later section."""
    order = {section: i for i, section in enumerate(["", *room.sections])}
    for file in sources(folder):
        stem = room.section.get(file.stem)
        parts = file.relative_to(folder).parts
        if room.sections and parts[0] == "src" and stem != (parts[1] if len(parts) > 2 else "."):
            yield f"{file.relative_to(root)}: the table has it in the section {stem}/"
        for name in included(file.read_text()) if room.sections else []:
            own = (folder / "include" / name).exists() or (folder / "src" / name).exists() or (file.parent / name).exists()
            to = room.section.get(pathlib.Path(name).stem)
            shared = to == "." and (folder / "include" / name).exists()
            if own and not shared and stem is not None and to is not None and order[to] > order[stem]:
                yield f"{file.relative_to(root)}: #include \"{name}\" leads from the section {stem}/ to the later section {to}/"


def files_cell(room, folder):
    """The files of a room as the table should name them. Sections stay in their order; new ones are put behind those whose headers they include."""
    section, needs = {}, {}
    for file in sources(folder):
        parts = file.relative_to(folder).parts
        if parts[0] == "src":
            section[file.stem] = parts[1] if len(parts) > 2 else "."
    if set(section.values()) <= {"."}:
        return " ".join(sorted({f.stem for f in sources(folder)}))
    found = sorted(set(section.values()))
    for file in sources(folder):
        if file.stem in section:
            needs.setdefault(section[file.stem], set()).update(section.get(pathlib.Path(n).stem, "") for n in included(file.read_text()))
    sections = [w for w in room.sections if w in found]
    while len(sections) < len(found):
        left = [w for w in found if w not in sections]
        free = [w for w in left if not (needs[w] - {w}) & set(left)]
        sections.append((free or left)[0])
    for file in sources(folder):
        if file.stem not in section:
            used = [section.get(pathlib.Path(n).stem) for n in included(file.read_text())]
            kept = room.section.get(file.stem)
            section[file.stem] = kept if kept in sections else max([w for w in used if w in sections], key=sections.index, default=sections[0])
    stems = sorted({f.stem for f in sources(folder)})
    return " ".join(word for w in sections for word in [w + "/", *(s for s in stems if section[s] == w)])


def write_table(root):
    path = root / "docs/architecture.md"
    text = path.read_text()
    folders = room_folders(root)
    for room in read_table(root):
        row = next(m for m in ROW.finditer(text) if m[1] == room.name)
        text = text[:row.start(2)] + files_cell(room, folders[room.name]) + text[row.end(2):]
    path.write_text(text)


def public_header_breaches(root):
    """Public headers that the guide does not list, or the reverse; headers of the pipeline that are not public in what users read."""
    listed = re.findall(r"^\| `(plumb/\w+\.h)` \|", (root / "docs/guide/library.md").read_text(), re.MULTILINE)
    there = sorted(f"plumb/{f.name}" for folder in ("include", "prove/include") for f in (root / "pipeline" / folder / "plumb").glob("*.h"))
    if sorted(listed) != there:
        yield f"docs/guide/library.md lists {sorted(set(listed) - set(there))}, which are not there, and leaves out {sorted(set(there) - set(listed))}"
    shown = [root / "README.md", *(root / "docs").rglob("*.md"), *(root / "docs/examples").rglob("*.cpp"), *(root / "tests/consumer").rglob("*.cpp")]
    for file in shown:
        for name in re.findall(r"#include [<\"](plumb/[^>\"]+)", file.read_text()):
            if name not in listed and not name.startswith(("plumb/kernel/", "plumb/vcd/", "plumb/surface/", "plumb/plan/", "plumb/partition/")):
                yield f"{file.relative_to(root)}: #include <{name}>, which is not public"


def room_folders(root):
    """name -> folder: those in the folders of wings and, where a wing has none, the wing. The one of the wing prove is the checker."""
    out = {}
    for wing in sorted(d for d in (root / "pipeline").iterdir() if d.is_dir() and d.name != "include"):
        rooms = sorted(f.parent for f in wing.glob("*/CMakeLists.txt"))
        out.update({room.name: room for room in rooms} or {"checker" if wing.name == "prove" else wing.name: wing})
    return out


def wing_breaches(root, rooms):
    """Rooms that lie in another wing than the table of wings has them in, and links to a later wing."""
    wings = read_wings(root)
    order = {room: place for place, names in enumerate(wings.values()) for room in names}
    for name, folder in room_folders(root).items():
        wing = folder.relative_to(root / "pipeline").parts[0]
        if name not in wings.get(wing, ()):
            yield f"{folder.relative_to(root)}: the table of wings has no room {name} in {wing}"
    there = {folder.relative_to(root / "pipeline").parts[0] for folder in room_folders(root).values()}
    if set(wings) != there:
        yield f"the table has the wings {sorted(wings)}, pipeline/ has {sorted(there)}"
    for room in rooms:
        for other in sorted(room.links & set(order)):
            if order[other] > order.get(room.name, -1):
                yield f"{room.name} links {other}, which is in a later wing"


def licence_breaches(root, rooms, folders):
    """What brings code under the GPL into rooms under the LGPL, those of plumb::query, or into its header."""
    def is_lesser(path):
        return f"{path.relative_to(root)}/".startswith(LESSER)
    lesser = {r.name for r in rooms if r.name != "checker" and is_lesser(folders[r.name])}
    for r in rooms:
        cmake = (folders[r.name] / "CMakeLists.txt").read_text()
        if r.name != "checker" and ("LESSER" in cmake) != (r.name in lesser):
            yield f"{r.name}: CMakeLists.txt {'lacks' if r.name in lesser else 'has'} LESSER, the gate of rooms under the LGPL"
        if r.name in lesser:
            for other in sorted(r.links - lesser - FREE):
                yield f"{r.name}, under the LGPL, links {other}, under the GPL"
            for package in sorted(set(re.findall(r"find_\w+\((\w+)", cmake)) - FREE_PACKAGES):
                yield f"{r.name}, under the LGPL, finds {package}"
    for name in ("error.h", "query.h"):
        for header in included((root / "pipeline/include/plumb" / name).read_text()):
            if not any((folders[room] / "include" / header).exists() for room in lesser):
                yield f"plumb/{name}, under the LGPL, includes {header} of no room under it"


def named_source_breaches(root):
    """Sources that docs/architecture.md names and that are not there."""
    there = {f.name for part in ("kernel", "partition", "pipeline") for f in sources(root / part)}
    for name in re.findall(r"`(?:\w+/)*(\w+\.(?:h|cpp))`", (root / "docs/architecture.md").read_text()):
        if name not in there:
            yield f"docs/architecture.md: there is no {name}"


def breaches(root):
    rooms = read_table(root)
    names = [r.name for r in rooms]
    pipeline = root / "pipeline"
    folders = room_folders(root)
    if sorted(names) != sorted(folders):
        yield f"the table has {sorted(names)}, pipeline/ has {sorted(folders)}"
        return
    yield from wing_breaches(root, rooms)
    yield from public_header_breaches(root)
    yield from licence_breaches(root, rooms, folders)
    yield from named_source_breaches(root)
    sees = reachable(rooms)
    owners = {}  # a public header -> the rooms that have it
    for name, folder in folders.items():
        for file in sources(folder / "include"):
            owners.setdefault(str(file.relative_to(folder / "include")), set()).add(name)
    for r in rooms:
        if any(r.name in sees[other] for other in sees[r.name] if other != r.name):
            yield f"{r.name} reaches itself"
    for r in rooms:
        folder = folders[r.name]
        there = sorted({f.stem for f in sources(folder)})
        if there != sorted(r.section):
            yield f"{r.name}: the table names {sorted(set(r.section) - set(there))}, which are not there, and leaves out {sorted(set(there) - set(r.section))}"
        yield from section_breaches(r, folder, root)
        if r.name != "checker" and linked((folder / "CMakeLists.txt").read_text()) != r.links:
            yield f"{r.name}: CMakeLists.txt links {sorted(linked((folder / 'CMakeLists.txt').read_text()))}, the table says {sorted(r.links)}"
        for file in sources(folder):
            for name in included(file.read_text()):
                where = f"{file.relative_to(root)}: #include \"{name}\""
                if ".." in name.split("/"):
                    yield f"{where} climbs out of its folder"
                elif name.startswith("plumb/pipeline/"):
                    if not owners.get(name, set()) & sees[r.name]:
                        yield f"{where} is of no room that {r.name} may see"
                elif not name.startswith(("plumb/", "Detour")):
                    # The checker has no include folder; its sha256/ and memory/ are libraries of their own.
                    checker = [pipeline / "prove"] * ("checker" in sees[r.name]) + [pipeline / "prove/sha256"] * (r.name in ("scene", "minimise", "view", "tiles", "audit", "checker"))
                    checker += [pipeline / "prove/memory"] * (r.name in ("app", "checker", "javascript"))
                    if not any((base / name).exists() for base in (folder / "src", folder, *checker)):
                        yield f"{where} is no header of its own"


def compile_checks(root, compiler, includes_file):
    rooms = read_table(root)
    sees = reachable(rooms)
    seen_folders = {line.split(";")[0]: line.strip().split(";")[1:] for line in open(includes_file)}
    folders = room_folders(root)
    jobs = []
    for r in rooms:
        for other in rooms:
            if r.name not in seen_folders or other.name not in seen_folders or r.name == other.name:
                continue
            folder = folders[other.name]
            public = [f for f in sources(folder / "include")]
            private = [f for f in sources(folder / "src") if f.suffix == ".h"]
            if other.name not in sees[r.name]:
                jobs += [(r.name, str(f.relative_to(folder / base)), False) for base, files in (("include", public), ("src", private)) for f in files[:1]]
            elif other.name in r.links:
                jobs += [(r.name, str(public[0].relative_to(folder / "include")), True)]
                jobs += [(r.name, str(f.relative_to(folder / "src")), False) for f in private[:1]]

    def run(room):
        """What the preprocessor finds otherwise than the jobs of the room expect."""
        asked = [job for job in jobs if job[0] == room]
        text = "".join(f'#if __has_include("{header}")\nfound {k}\n#endif\n' for k, (_, header, _) in enumerate(asked))
        flags = [f"-I{f}" for f in seen_folders[room] if f]
        printed = subprocess.run([compiler, "-std=c++20", "-E", *flags, "-x", "c++", "-"], input=text, capture_output=True, text=True, check=True).stdout
        found = {int(k) for k in re.findall(r"^found (\d+)$", printed, re.MULTILINE)}
        return [f"{header} from {room}: {'found' if k in found else 'not found'}" for k, (_, header, expected) in enumerate(asked) if (k in found) != expected]

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        wrong = [w for found in pool.map(run, sorted(seen_folders)) for w in found]
    refused = sum(not expected for _, _, expected in jobs)
    print("\n".join(wrong + [f"{len(seen_folders)} rooms: {refused} headers that must not be found, {len(jobs) - refused} that must; {len(wrong)} wrong"]))
    return 1 if wrong or not jobs else 0


def edit(file, old, new):
    def change(tree):
        text = (tree / file).read_text()
        assert old in text, (file, old)
        (tree / file).write_text(text.replace(old, new, 1))
    return change


def wrong_cases(held, check, cases):
    """How many of the cases, which are changes of a copy of the tree, the check judges otherwise than they expect."""
    wrong = 0
    for number, (change, expected) in enumerate(cases):
        tree = held.copy()
        change(tree)
        found = list(check(tree))
        if bool(found) != bool(expected):
            wrong += 1
            print(f"{check.__name__}, case {number}: {found}")
    print(f"{check.__name__}: {len(cases)} cases, {wrong} wrong")
    return wrong


KERNEL_ROW = re.compile(r"^\| `(\w+)` \| `(\w+\.h)` \|((?: `\w+\.(?:h|cpp)`)*) \| [^|\n]+ \|$", re.MULTILINE)


def kernel_breaches(root):
    """Holds kernel/ to the map in its README.md: every header and source is there once, and includes no header of a role that comes later."""
    kernel = root / "kernel"
    rows = KERNEL_ROW.findall((kernel / "README.md").read_text())
    order = list(dict.fromkeys(role for role, _, _ in rows))
    if [role for role, _, _ in rows] != sorted((role for role, _, _ in rows), key=order.index):
        yield "kernel/README.md: the rows of a role do not stand together"

    def folders(role):
        return (kernel / role / "include/plumb" / role, kernel / role / "src") if role in ("vcd", "surface", "plan") else (kernel / "include/plumb/kernel", kernel / "src" / role)

    role_of, mapped = {}, []
    for role, header, others in rows:
        public, private = folders(role)
        role_of[f"plumb/{public.name}/{header}"] = role
        mapped += [(public / header, role)] + [(private / name.strip("`"), role) for name in others.split()]
    files = [path for path, _ in mapped]
    there = [f for folder in ("include", "src", "vcd/include", "vcd/src", "surface/include", "surface/src", "plan/include", "plan/src") for f in sources(kernel / folder)]
    for file in sorted(set(files) | set(there)):
        if files.count(file) != 1 or file not in there:
            yield f"{file.relative_to(root)}: in kernel/README.md's map {files.count(file)} times, {'there' if file in there else 'not there'}"
    for file, role in mapped:
        for name in included(file.read_text()) if file.exists() else ():
            of = role_of.get(name) if name.startswith("plumb/") else role if (file.parent / name).exists() else None
            if of is None:
                yield f"{file.relative_to(root)}: #include \"{name}\" is not in kernel/README.md's map"
            elif order.index(of) > order.index(role):
                yield f"{file.relative_to(root)}: #include \"{name}\" runs up, from {role} to {of}"


def self_test(root):
    room_cases = [
        (lambda tree: None, 0),
        (lambda tree: (tree / "pipeline/level/scene/src/new.cpp").write_text(""), 1),
        (lambda tree: (tree / "pipeline/new").mkdir(), 1),
        (edit("docs/architecture.md", "| godot scene surfaces |", "| godot scene |"), 1),
        (lambda tree: (tree / "pipeline/level/surfaces").rename(tree / "pipeline/base/surfaces"), 1),
        (lambda tree: [edit("pipeline/level/surfaces/CMakeLists.txt", "plumb_scene", "plumb_scene plumb_navmesh")(tree),
                       edit("docs/architecture.md", "surface_set | scene |", "surface_set | scene, navmesh |")(tree)], 1),
        (edit("pipeline/bake/link/CMakeLists.txt", "plumb_stance_map", "plumb_stance_map plumb_navmesh"), 1),
        (edit("pipeline/bake/link/src/link.cpp", "#include", '#include "plumb/pipeline/nav_mesh.h"\n#include'), 1),
        (edit("pipeline/bake/link/src/link.cpp", "#include", '#include "obj_text.h"\n#include'), 1),
        (edit("pipeline/bake/link/src/link.cpp", "#include", '#include "../src/link_across.h"\n#include'), 1),
        (edit("docs/architecture.md", "| stance_map |\n", "| stance_map, optimise |\n"), 1),
        (edit("docs/architecture.md", "`explain.h`", "`explanation.h`"), 1),
        (edit("pipeline/bake/link/src/flush/link_across.cpp", "#include", '#include "offmesh/offmesh_portals.h"\n#include'), 1),
        (lambda tree: (tree / "pipeline/wedge/src/gaps/gap_rules.cpp").rename(tree / "pipeline/wedge/src/ramps/gap_rules.cpp"), 1),
        (edit("pipeline/base/terms/CMakeLists.txt", " LESSER", ""), 1),
        (edit("pipeline/base/terms/CMakeLists.txt", "plumb_room", "find_package(CGAL REQUIRED)\nplumb_room"), 1),
        (lambda tree: [edit("pipeline/ask/routing_corridor/CMakeLists.txt", "plumb_plan", "plumb_plan plumb_erode")(tree),
                       edit("docs/architecture.md", "surface_state | navmesh, plan |", "surface_state | navmesh, plan, erode |")(tree)], 1),
        (edit("pipeline/include/plumb/query.h", "#pragma once", '#pragma once\n#include "plumb/pipeline/erode.h"'), 1),
        (edit("docs/guide/library.md", "| `plumb/diff.h` |", "| `plumb/differences.h` |"), 1),
        (lambda tree: (tree / "pipeline/include/plumb/new.h").write_text(""), 1),
        (edit("docs/examples/live_bake.cpp", "#include <plumb/query.h>", "#include <plumb/pipeline/nav_query.h>"), 1),
    ]
    kernel_cases = [
        (lambda tree: None, 0),
        (lambda tree: (tree / "kernel/src/number/new.cpp").write_text(""), 1),
        (lambda tree: (tree / "kernel/include/plumb/kernel/new.h").write_text(""), 1),
        (lambda tree: (tree / "kernel/src/line/plane.cpp").rename(tree / "kernel/src/point/plane.cpp"), 1),
        (edit("kernel/include/plumb/kernel/points.h", "#include", '#include "plumb/kernel/cell.h"\n#include'), 1),
        (edit("kernel/src/search/funnel.cpp", "#include", '#include "plumb/vcd/slice.h"\n#include'), 1),
        (edit("kernel/src/search/funnel.cpp", "#include", '#include "box_of_boxes.h"\n#include'), 1),
        (edit("kernel/README.md", "| `number` | `sign.h` |", "| `pieces` | `sign.h` |"), 1),
    ]
    held = Held.read(root, ("pipeline", "partition", "kernel", "docs", "tests/consumer", "README.md"), (".h", ".cpp", ".md", ".txt"))
    wrong = wrong_cases(held, breaches, room_cases) + wrong_cases(held, kernel_breaches, kernel_cases)
    return 1 if wrong else 0


def main():
    if sys.argv[1] == "--self-test":
        return self_test(pathlib.Path(sys.argv[2]))
    root = pathlib.Path(sys.argv[1])
    if sys.argv[2:3] == ["--compile"]:
        return compile_checks(root, *sys.argv[3:])
    if sys.argv[2:3] == ["--write"]:
        write_table(root)
    found = list(breaches(root)) + list(kernel_breaches(root))
    print("\n".join(found + [f"{len(read_table(root))} rooms, {len(found)} breaches"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
