#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fetches the public levels of the measured tables that are OBJ files where they come from, and checks each by its SHA-256.

  fetch_levels.py FOLDER                 writes FOLDER/recast, FOLDER/levels, FOLDER/navtest, and competition into FOLDER/made
  fetch_levels.py FOLDER --from URL      from another address than GitHub's, which has REPOSITORY/COMMIT/PATH below it; file:// too
  fetch_levels.py --self-test            a right file, a wrong one and one that is not there

A file that is there already, with that sum, is left. docs/figures/levels.md says which tables FOLDER then suffices for.
The files keep the licences of their repositories: zlib (recastnavigation, DotRecast), CC BY-SA (game-maps-obj)."""
import hashlib
import pathlib
import shutil
import sys
import tempfile
import urllib.error
import urllib.request

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "docs/examples"
GITHUB = "https://raw.githubusercontent.com"
# Repository, commit, and of each file where it goes, where it is, and its SHA-256.
LEVELS = [
    ("recastnavigation/recastnavigation", "9f4ce64458dfae86e1239c525ddc219c4e9e06f1", [
        ("recast/nav_test.obj", "RecastDemo/Bin/Meshes/nav_test.obj",
         "ed27fc1a85ef73faa4d0621d640b67842e9081606e732267c662327c35fabc0f"),
        ("recast/dungeon.obj", "RecastDemo/Bin/Meshes/dungeon.obj",
         "6b157db01f8eaa4b0290d18bd8d6515e969f674213de6f3a3e014f82ae1facc4"),
        ("recast/undulating.obj", "RecastDemo/Bin/Meshes/undulating.obj",
         "3207fee6720faa45f9a677e2a64e1be516318efee94cb0c7ef15a55c288fa2ff"),
    ]),
    ("Calinou/game-maps-obj", "7f91695db71f109a29f83c8d09ae018bebb79e2f", [
        ("levels/c2_turbine.obj", "tesseract/turbine.obj",
         "cd1eafe2a3061f1ab9f1605bde74296da86d4726cdd25464baa315a19e1977c7"),
        ("levels/c2_test_ctf.obj", "tesseract/test_ctf.obj",
         "df2a2c4ca0c056d8dc4bf1b0fe2ff4f1a44cb7fc705d0a04ad3f3a161e0956ab"),
        ("levels/c2_steelribs.obj", "tesseract/steelribs.obj",
         "83f21824c72c4d51fd0e353611eea34aed53a236db56de9fe9abcdb1e4f99877"),
        ("levels/c2_dutility.obj", "redeclipse/dutility.obj",
         "7f55175116233cd8b4ed6f0dfce16c5b7cf3ee210166c30606ab5b5e74c8d01a"),
        ("levels/c2_fdm6.obj", "sauerbraten/fdm6.obj",
         "a3b7380d3e6c9b543480a8ff8510dd77feabc274b6c4a9b01991c43c19922129"),
    ]),
    ("ikpil/DotRecast", "e6db95f5620590bd47d1349db73263e812bb1df6", [
        ("navtest/dr_house.obj", "resources/house.obj",
         "618477bc74edc90a97513e427dbc1e300d3b8a53df2cdc46b83a7c02ab47176e"),
        ("navtest/dr_convex.obj", "resources/convex.obj",
         "0d0cb98e95950c3c9f077968c922e6fbc7b441aec123e17ad118f194941f04c4"),
    ]),
]


def fetch(url, target, expected):
    """What became of the file: there, fetched, or what is wrong."""
    if target.exists() and hashlib.sha256(target.read_bytes()).hexdigest() == expected:
        return "there"
    try:
        with urllib.request.urlopen(url, timeout=60) as answer:
            data = answer.read()
    except (urllib.error.URLError, OSError) as error:
        return f"{url}: {error}"
    if hashlib.sha256(data).hexdigest() != expected:
        return f"{url}: {len(data)} bytes with another SHA-256 than {expected}"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data)
    return "fetched"


def self_test():
    with tempfile.TemporaryDirectory() as name:
        here, right = pathlib.Path(name), hashlib.sha256(b"v 0 0 0").hexdigest()
        (here / "source").write_bytes(b"v 0 0 0")
        url, target = (here / "source").as_uri(), here / "levels/level.obj"
        assert "another SHA-256" in fetch(url, target, "0" * 64) and not target.exists()
        assert "No such file" in fetch(url + "s", target, right) and not target.exists()
        assert fetch(url, target, right) == "fetched" and target.read_bytes() == b"v 0 0 0"
        assert fetch(url + "s", target, right) == "there"
    return 0


def main():
    if len(sys.argv) < 2:
        print(__doc__)
        return 2
    if sys.argv[1] == "--self-test":
        return self_test()
    folder = pathlib.Path(sys.argv[1])
    source = sys.argv[sys.argv.index("--from") + 1] if "--from" in sys.argv else GITHUB
    wrong = 0
    for repository, commit, files in LEVELS:
        for target, path, expected in files:
            outcome = fetch(f"{source}/{repository}/{commit}/{path}", folder / target, expected)
            wrong += outcome not in ("there", "fetched")
            print(f"{target}: {outcome}", flush=True)
    (folder / "made").mkdir(parents=True, exist_ok=True)
    for example in sorted((EXAMPLES / "competition").iterdir()):
        shutil.copy(example, folder / "made")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
