# SPDX-License-Identifier: GPL-3.0-or-later
"""Another baker's navmesh, judged."""
import json
import pathlib
import tempfile
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from . import _options, _plumb
from .bakes import as_bake
from .navmeshes import area_of
from .errors import OptionError
from .meshes import as_other_mesh


class Region(NamedTuple):
    """A convex piece of floor that is missing or in excess. ring: (k, 3) float64, counter-clockwise seen from above. area: a Fraction, in plan. cause: a word (docs/reference/audit.md).
    below_grid: rounding to the grid of the navmesh's file may have made it."""
    ring: np.ndarray
    area: Fraction
    cause: str
    below_grid: bool

    def __repr__(self):
        return f"<plumb.Region: {self.area.numerator / self.area.denominator:.6g} by {self.cause}, {len(self.ring)} corners>"


class Components(NamedTuple):
    """How many connected parts there are in truth and in the navmesh, and how many have no counterpart, or several."""
    truth: int
    found: int
    lost: int
    spurious: int
    split: int
    merged: int


def audit(bake, mesh, *, progress=None, **options):
    """Judges a navmesh by a bake: a Navmesh, a Bake, an OtherMesh, a FloatMesh, whose neighbours and links hold, the path of a file, or (vertices, polygons) in the axes of the level.

    stance: whose floor (default: the lowest). cell=(size, height), climb, max_error, min_region: the other baker's settings, by which causes are found. below, above: heights within which
    two floors are one. surface: "detail" or "polygons". sliver, limit, fail_if: as of `plumb audit`. baseline: an earlier Audit, or the file of its JSON: what it lists is known, and `passes` is whether
    nothing is new. Raises OptionError and InputError.

    >>> import plumb
    >>> floor = [[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0]]
    >>> a = plumb.audit(plumb.bake(plumb.Scene(floor, [[0, 1, 2, 3]], up="z")), ([[1, 0, 0], [5, 0, 0], [5, 4, 0], [1, 4, 0]], [[0, 1, 2, 3]]))
    >>> a.coverage, a.excess, a.missing_regions()[0].area
    (0.75, 0.25, Fraction(4, 1))
    """
    if isinstance(options.get("baseline"), Audit):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "baseline.json"
            file.write_text(options["baseline"]._audit.json())
            return audit(bake, mesh, progress=progress, **{**options, "baseline": file})
    made = as_bake(bake, "the first argument of audit")._baked
    return Audit(_plumb.audit(made, as_other_mesh(mesh, made.scene.up, options.get("stance") or "")._mesh, _options.texts("audit", options), _options.told(progress)))


class Audit:
    """What an audit has found (plumb.audit). Areas are Area, in plan. `report` is the JSON of `plumb audit --json` as a dict (docs/reference/audit.md): all that there is, with heights, joins
    and places."""

    def __init__(self, made):
        self._audit = made
        self.report = json.loads(made.json())

    def _area(self, name):
        return area_of(self.report["area"][name])

    truth = property(lambda self: self._area("truth"), doc="The true floor.")
    covered = property(lambda self: self._area("covered"), doc="What of it is in the navmesh.")
    missing = property(lambda self: self._area("missing"), doc="What is not.")
    found = property(lambda self: self._area("found"), doc="The floor of the navmesh.")
    excess_area = property(lambda self: self._area("excess"), doc="What of that is no true floor.")

    @property
    def coverage(self):
        """The share of the true floor that is covered: 0 to 1; 1 where there is no floor."""
        return _share(self.covered, self.truth, 1.0)

    @property
    def excess(self):
        """The share of the navmesh's floor that is no true floor: 0 to 1."""
        return _share(self.excess_area, self.found, 0.0)

    @property
    def components(self):
        """A Components: how many there are, and how many have no counterpart, or several."""
        c = self.report["components"]
        return Components(c["truth"], c["found"], *(c[k] if isinstance(c[k], int) else len(c[k]) for k in ("lost", "spurious", "split", "merged")))

    @property
    def causes(self):
        """Why floor is missing or in excess: {"missing": {cause: Area}, "excess": {cause: Area}}."""
        out = {"missing": {}, "excess": {}}
        for c in self.report["causes"]:
            out[c["difference"]][c["cause"]] = area_of(c["area"])
        return out

    def missing_regions(self):
        """Region, the largest first: together all that is missing."""
        return self._regions(False)

    def excess_regions(self):
        """Region, the largest first: together all that is in excess."""
        return self._regions(True)

    def _regions(self, excess):
        found = [Region(ring, Fraction(area), cause, below) for ring, area, cause, below in self._audit.regions(excess)]
        return sorted(found, key=lambda region: -region.area)

    @property
    def baseline(self):
        """With a baseline, {"new", "known", "gone"}: how many places are so; else None."""
        found = self.report.get("baseline")
        return found and {"new": found["new"], "known": found["known"], "gone": found["gone"]["count"]}

    @property
    def passes(self):
        """Whether no threshold of fail_if is exceeded; without fail_if, whether nothing is new against the baseline or, without one, whether there is no difference that rounding cannot have made."""
        return self._audit.passes()

    @property
    def text(self):
        """The text that `plumb audit` prints, with keywords in place of options."""
        return self._audit.text()

    def drawing(self, format="svg"):
        """The covered floor, what is missing and what is in excess, as the bytes of a file: "svg", "obj", "glb", "csv" or "json"."""
        format = _options.named("format", _options.word, format).lstrip(".")
        if format not in ("svg", "obj", "glb", "csv", "json"):
            raise OptionError(f"format {format!r} is none that is drawn; give svg, obj, glb, csv or json", "bad_option")
        return self._audit.drawing("audit." + format)

    def to_frame(self):
        """A pandas.DataFrame with a row for each region: kind, cause, area, x, y, z (of a corner), below_grid. Needs pandas."""
        import pandas
        return pandas.DataFrame([{"kind": kind, "cause": r.cause, "area": float(r.area), "x": r.ring[0][0], "y": r.ring[0][1], "z": r.ring[0][2], "below_grid": r.below_grid}
                                 for kind, regions in (("missing", self.missing_regions()), ("excess", self.excess_regions())) for r in regions],
                                columns=["kind", "cause", "area", "x", "y", "z", "below_grid"])

    def __repr__(self):
        c = self.components
        return (f"<plumb.Audit: covered {self.coverage:.2%}, in excess {self.excess:.2%}, components {c.found} of {c.truth}, {c.lost} lost, {c.spurious} spurious, {c.split} split, "
                f"{c.merged} merged>")

    def _repr_html_(self):
        import html
        return f"<pre>{html.escape(self.text)}</pre>{self.drawing('svg').decode()}"


def _share(part, whole, otherwise):
    if part.exact is not None and whole.exact is not None:
        return float(part.exact / whole.exact) if whole.exact else otherwise
    return part.approx / whole.approx if whole.approx else otherwise


def diff(a, b, *, up="y", progress=None, **options):
    """What differs between two navmeshes, each as of plumb.audit: the JSON of `plumb diff --json` as a dict, of which "same" says whether anything does. below, above, polygons, exact_digits,
    threads: as of `plumb diff`. up: the axis that points up in files that do not say."""
    return json.loads(_plumb.diff(as_other_mesh(a, up)._mesh, as_other_mesh(b, up)._mesh, _options.texts("diff", options), _options.told(progress)))
