#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Certificates of scenes that are no .obj: `plumb bake SCENE -o x.cert` writes x.scene.obj, which is byte for byte the text that scene_text.py makes of the same file by readers of its own,
and plumb-check accepts the pair, and the navmesh of the bake. Of every glTF, OFF, PLY and STL of the project and of ../shared/cases, if that is there, with the three --numbers; and of examples written in each of these
formats. usage: second_reader_test.py PLUMB PLUMB_CHECK SOURCE [--large: of two levels of ../shared/scenes, too]"""
import hashlib
import pathlib
import random
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import gltf
from scene_text import scene_text

PLUMB, CHECK, SOURCE = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
SHARED = SOURCE.parent / "shared"
FEWEST = {".glb": 10, ".gltf": 40, ".off": 6, ".ply": 15, ".stl": 6}  # texts compared of each format
EXAMPLES = ("two_triangles.obj", "crates.obj", "leaning_stairs.obj", "staircase.obj", "spiral.obj")
OF_SHARED = ("recast/nav_test.obj", "made/competition.obj")


def run(*words):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True)


def expect(condition, what):
    if not condition:
        sys.exit(f"FAILED: {what}")


def written_as(folder, level, rng):
    """An .obj level as files of the other formats, the .glb by `plumb` itself, in several nodes."""
    glb = folder / (level.stem + ".glb")
    made = run(PLUMB, "bake", level, "--quiet", "--optimise", "none", "--up", "y" if level.name == "nav_test.obj" else "z", "-o", glb)
    expect(made.returncode == 0, made.stderr)
    yield glb
    vertices, faces = gltf.read_gltf(glb)
    vertices = [[float(c) + rng.choice((0, 0.1, 1 / 3)) for c in v] for v in vertices]
    off = "OFF\n" + f"{len(vertices)} {len(faces)} 0\n" + "".join("%r %r %r\n" % tuple(v) for v in vertices) + "".join("3 %d %d %d\n" % tuple(f) for f in faces)
    ply = f"format binary_big_endian 1.0\nelement vertex {len(vertices)}\nproperty double x\nproperty double y\nproperty double z\n"
    ply = f"ply\n{ply}element face {len(faces)}\nproperty list uchar int vertex_indices\nend_header\n".encode()
    ply += b"".join(struct.pack(">3d", *v) for v in vertices) + b"".join(struct.pack(">B3i", 3, *f) for f in faces)
    stl = bytes(80) + struct.pack("<I", len(faces)) + b"".join(struct.pack("<12fH", 0, 0, 0, *(c for v in f for c in vertices[v]), 0) for f in faces)
    for ending, content in ((".off", off.encode()), (".ply", ply), (".stl", stl)):
        path = folder / (level.stem + ending)
        path.write_bytes(content)
        yield path


def compare(scene, folder, compared, not_read):
    turned = any(word in scene.read_bytes() for word in (b"rotation", b"matrix", b"ROTATION"))
    for numbers in ("double",) if scene.parent == folder else ("double", "float", "decimal"):
        for rotation in ("right-angles", "exact") if turned else ("right-angles",):
            certificate, text, navmesh = folder / "x.cert", folder / "x.scene.obj", folder / "x.json"
            for file in (certificate, text):
                file.unlink(missing_ok=True)
            baked = run(PLUMB, "bake", scene, "--quiet", "--bad-faces", "drop", "--numbers", numbers, "--node-rotation", rotation, "-o", certificate, "-o", navmesh)
            if baked.returncode != 0:
                expect(not certificate.exists() and not text.exists(), f"{scene}: a file of a bake that failed")
                continue
            try:
                own = scene_text(scene, numbers, rotation == "exact")
            except gltf.NotRead as what:
                expect(any(name in scene.read_bytes().decode("latin-1") for name in gltf.COMPRESSED), f"{scene}: {what} is not read")
                not_read.add(scene)
                continue
            said = f"\n# file {hashlib.sha256(scene.read_bytes()).hexdigest()} {scene.stat().st_size} numbers {numbers}\nnumbers decimal\n"
            expect(said in certificate.read_text(), f"{scene}: another file or other numbers: {certificate.read_text()[:300]}")
            expect(text.read_bytes() == own, f"{scene} --numbers {numbers}: its text is another one")
            checked = run(CHECK, text, certificate, navmesh)
            expect(checked.returncode == 0, f"{scene} --numbers {numbers}: {checked.stderr}")
            compared[scene.suffix] = compared.get(scene.suffix, 0) + 1


def main():
    compared, not_read = {}, set()
    with tempfile.TemporaryDirectory() as name:
        folder, rng = pathlib.Path(name), random.Random(1)
        scenes = [p for where in (SOURCE / "fuzz/seeds", SOURCE / "tests/corpus", SHARED / "cases") for p in sorted(where.rglob("*")) if p.suffix in FEWEST and p.stat().st_size < 10**6]
        levels = [SOURCE / "docs/examples" / level for level in EXAMPLES] + [SHARED / "scenes" / level for level in OF_SHARED if "--large" in sys.argv]
        for scene in scenes + [file for level in levels if level.exists() for file in written_as(folder, level, rng)]:
            compare(scene, folder, compared, not_read)
        text = folder / "x.scene.obj"
        text.write_text(text.read_text().replace("f 1 ", "f 2 ", 1))
        expect(run(CHECK, text, folder / "x.cert").returncode == 1, "the certificate of another text is accepted")
        run(PLUMB, "bake", levels[0], "--quiet", "-o", folder / "y.cert")
        expect((folder / "y.cert").exists() and not (folder / "y.scene.obj").exists(), "an .obj is written once more")
        named = folder / "named.obj"
        named.write_text("v 0 0 0\nv 4 0 0\nv 4 0 4\nv 0 0 4\nv 1e-1 1 1\no floor\nf 1 2 3 4\no roof\nf 1 2 5\n")
        expect(run(PLUMB, "bake", named, "--quiet", "--leave-out", "roof", "-o", folder / "z.cert").returncode == 0, "--leave-out with a certificate")
        expect((folder / "z.scene.obj").read_text() == "v 0 0 0\nv 4 0 0\nv 4 0 4\nv 0 0 4\nf 1 2 3 4\n", "the text of what is left")
        expect(run(CHECK, folder / "z.scene.obj", folder / "z.cert").returncode == 0, "the certificate of what is left")
    print(", ".join(f"{count} {ending}" for ending, count in sorted(compared.items())), f"equal; {len(not_read)} files are compressed and not read")
    for ending, fewest in FEWEST.items():
        expect(compared.get(ending, 0) >= fewest, f"only {compared.get(ending, 0)} texts of {ending} were compared")
    expect(not_read, "no compressed file was there")


if __name__ == "__main__":
    main()
