#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the measured tables of the documents anew, where a comment in front of a table says which command prints it:

    <!-- table: python3 tests/scenes/radius_table.py --plumb PLUMB --scenes SCENES -->

  make_tables.py PLUMB CHECKER RECAST SCENES [DOCUMENT...]

PLUMB and CHECKER are the programs, RECAST is plumb_recast_navmesh, SHARED the folder of SCENES, and SCENES that of the public
levels; a table whose command names one that is not there is skipped, with that word. Minutes for most tables; an hour for all."""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLE = re.compile(r"(<!-- table: (.*?) -->\n)((?:\|.*\n)+)")


def printed(command, places):
    """The table's lines that the command prints; none if what it needs is not there."""
    words = [str(places.get(w, w)) for w in command.split()]
    for word in set(command.split()) & set(places):
        if not places[word].exists():
            print(f"skipped: {command}: {places[word]} is not there")
            return None
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    lines = [line for line in done.stdout.splitlines() if line.startswith("|")]
    if len(lines) < 3:
        raise SystemExit(f"{command}: exit status {done.returncode} and no table: {done.stderr[-300:]}")
    return "\n".join(lines) + "\n"


def main():
    if len(sys.argv) < 5:
        print(__doc__)
        return 2
    programs, documents = [pathlib.Path(p).resolve() for p in sys.argv[1:5]], [pathlib.Path(p).resolve() for p in sys.argv[5:]]
    places = dict(zip(("PLUMB", "CHECKER", "RECAST", "SCENES"), programs)) | {"SHARED": programs[3].parent}
    for document in documents or sorted(ROOT.glob("docs/*/*.md")):
        text = document.read_text()
        made = TABLE.sub(lambda m: m[1] + (printed(m[2], places) or m[3]), text)
        if TABLE.search(text):
            print(f"{document.relative_to(ROOT)}: {'the same' if made == text else 'made anew'}", flush=True)
            document.write_text(made)


if __name__ == "__main__":
    sys.exit(main())
