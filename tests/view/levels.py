# SPDX-License-Identifier: GPL-3.0-or-later
"""The levels of the tests of plumb view, with the options of their bakes, and the pages made of them."""
import os
import subprocess

LEVELS = {
    "ruin": ("docs/examples/ruin.obj", "--sides up --stance crawl=0.5 --stance crouch=1.1 --stance stand=1.8"),
    "crates": ("docs/examples/crates.obj", "--up z --sides up --stance crawl=1/2 --stance stand=9/5"),
    "tilted_roof": ("docs/examples/tilted_roof.obj", "--up z --stance crouch=1 --stance stand=9/5"),
    "ramp_under_slab": ("docs/examples/ramp_under_slab.obj", "--up z --stance stand=9/5"),
    "doorways": ("docs/examples/doorways.obj", "--up z --numbers decimal --stance crawl=1/2 --stance crouch=1 --stance stand=9/5 --step 1/4"),
    "spiral": ("docs/examples/spiral.obj", "--up z --stance stand=9/5 --step 1/2"),
    "building": ("docs/examples/layers/multi_storey_building.obj", "--up z --stance stand=9/5"),
    "competition": ("docs/examples/competition/competition.obj", "--up z --numbers decimal --stance stand=1.8"),
    "nav_test": ("../shared/scenes/recast/nav_test.obj", "--up y --numbers float --stance stand=2"),
    "dr_house": ("../shared/scenes/navtest/dr_house.obj", "--up y --numbers decimal --stance stand=1.8"),
}


class Pages:
    """Bakes and pages in a folder. `root` is the checkout, which the names of scenes begin at."""

    def __init__(self, root, plumb, folder):
        self.root, self.plumb, self.folder = root, plumb, folder

    def is_there(self, level):
        """A shared level is missing where the shared levels are."""
        there = os.path.exists(os.path.join(self.root, LEVELS[level][0]))
        if not there:
            print(f"{level} is not here: left out")
        return there

    def call(self, *arguments, expected=0):
        ran = subprocess.run([self.plumb, *arguments], cwd=self.root, capture_output=True, text=True)
        assert ran.returncode == expected, f"plumb {' '.join(arguments)} ended with {ran.returncode}: {ran.stderr}"
        return ran.stderr if expected else ran.stdout

    def bake(self, level, *more):
        """The navmesh of a level as JSON; its file."""
        scene, options = LEVELS[level]
        out = os.path.join(self.folder, level + "".join(more).replace("-", "_").replace(" ", "").replace("/", "o") + ".json")
        if not os.path.exists(out):
            self.call("bake", scene, *options.split(), *more, "-o", out, "--quiet")
        return out

    def page(self, level, *files, bake=(), view=()):
        """The page of a level's navmesh and of files made of it; its file."""
        name = "_".join([level, str(len(files)), *bake, str(len(view))]).replace("/", "o")
        out = os.path.join(self.folder, name + ".html")
        self.call("view", self.bake(level, *bake), *files, *view, "-o", out, "--quiet")
        return out
