# SPDX-License-Identifier: GPL-3.0-or-later
"""The bake, and what it answers."""
import json
import os
import warnings
from fractions import Fraction
from typing import NamedTuple

from . import _options, _plumb
from .agents import axis_of
from .errors import InputError, Warning, refused_file
from .meshes import FloatMesh
from .navmeshes import Questions, area_of
from .scenes import as_scene

class Certificate(NamedTuple):
    """What plumb.check and the program plumb-check verify a bake by. `text` is the certificate, `level` the text of the .obj file that it is of; both are bytes."""
    text: bytes
    level: bytes

    def __repr__(self):
        return f"<plumb.Certificate: {len(self.text):,} bytes, of a level of {len(self.level):,}>"

    def write(self, path):
        """Writes the certificate to `path`, "nav.cert", and beside it the level that it is of, "nav.scene.obj"."""
        self._write(_options.path(path), True)

    def _write(self, path, with_level):
        for name, content in ((os.path.splitext(path)[0] + ".scene.obj", self.level), (path, self.text))[0 if with_level else 1:]:
            with open(name, "wb") as file:
                file.write(content)


def bake(scene, *, progress=None, **options):
    """Bakes a level: a Scene, a path of one with y up, or (vertices, faces); with an agent, the agent's axis is up.

    agent: an Agent, a dict of its members, or the path of its file, which all other options override. unit: what one unit of the level is, "m" or "0.03m", to give lengths as "40cm".

    stances: a height, or heights by name, lowest first (default {"stand": "1.8"}); step, weld, radius, slope (degrees), sides ("both" or "up"), solids ("none" or "closed"), preset
    ("recast", "godot", "unity", "quake" or "doom") and all other options of `plumb bake` that decide the result, with _ for - (docs/reference/bake.md); threads. seed_points: one point, or a
    list of them. A level of closed bodies wants sides="up" and solids="closed": else undersides count, and floor within bodies. fail_if: thresholds of Bake.passes, such as
    "stand<90%,components>1" (`plumb bake --fail-if`).
    Raises OptionError, and InputError (bad_face, too_large). What looks wrong is a plumb.Warning (Bake.warnings).

    >>> import plumb
    >>> floor = [[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0]]
    >>> plumb.bake(plumb.Scene(floor, [[0, 1, 2, 3]], up="z"), stances={"crouch": "1.1", "stand": "1.8"}, radius="1/2").area["stand"].approx
    9.0
    """
    out = Bake(_plumb.bake(as_scene(scene, axis_of(options))._scene, _options.texts("bake", options), _options.told(progress)))
    for found in out._facts["warnings"]:
        option = found["option"]
        warnings.warn(Warning(_plumb.in_words(found["text"]), found["code"], option and _plumb.in_words(option)), stacklevel=2)
    return out


class Bake(Questions):
    """A baked level (plumb.bake), and all that a Navmesh answers. One thread at a time may ask it; several bakes may be asked at once."""

    def __init__(self, made):
        self._baked, self._report, self._known, self._asked = made, None, None, None

    def _of(self):
        if self._asked is None:
            self._asked = _plumb.Navmesh.of_bake(self._baked, "")
        return self._asked

    @property
    def stances(self):
        """Heights by name, lowest first."""
        return {name: Fraction(height) for name, height in self._baked.stances}

    @property
    def report(self):
        """The report of `plumb bake --report` as a dict (docs/reference/bake.md, The report)."""
        if self._report is None:
            self._report = json.loads(self.bytes("report"))
        return self._report

    @property
    def _facts(self):
        """The report as far as it is known without the navmesh, which is made when it is asked for."""
        if self._known is None:
            self._known = json.loads(self._baked.facts())
        return self._known

    @property
    def area(self):
        """Areas by verdict: each stance (where that one fits and no higher one), "blocked", "covered", "inside", with a radius "too_close"; and "traversable", all of it. Components that
        seed_points and min_area leave out count, too; `kept` is without them."""
        areas = self._facts["area"]
        out = {stance["name"]: area_of(stance["area"]) for stance in areas["stances"]}
        out.update((verdict, area_of(value)) for verdict, value in areas.items() if isinstance(value, dict))
        return out

    @property
    def kept(self):
        """Areas by stance, as in `area`, of what seed_points and min_area have left: that of mesh(), rings() and audits."""
        return {stance["name"]: area_of(stance["area"]) for stance in self._facts["graph"]["kept"]}

    @property
    def bounds(self):
        """With clearance="both": by stance, the Area where it or a higher one certainly keeps its radius, and the one where it may. Else empty."""
        return {stance["name"]: (area_of(stance["inner"]), area_of(stance["outer"])) for stance in self._facts["area"].get("or_higher", ())}

    @property
    def warnings(self):
        """What looks wrong with the level or the options: texts."""
        return [_plumb.in_words(warning["text"]) for warning in json.loads(self._baked.facts())["warnings"]]

    @property
    def passes(self):
        """Whether no threshold of fail_if is exceeded; report["thresholds"] says which are. Files that are written later may bring more warnings."""
        return self._baked.passes()

    @property
    def summary(self):
        """The text that `plumb bake` prints, with keywords in place of options."""
        return self._baked.summary()

    def mesh(self, stance=None, origin=(0, 0, 0), most_corners=None, progress=None):
        """The FloatMesh of a stance (default: the lowest). `origin` is subtracted before numbers are rounded. No polygon has more than `most_corners` corners: 3 gives triangles, 6 what Detour
        takes. Raises InputError (too_large) beyond the range of binary32."""
        return FloatMesh(self._baked.mesh(_options.stance(stance), _options.origin(origin), _options.most_corners(most_corners), _options.told(progress)))

    def write(self, path, *, stance=None, links=None, tile=None, progress=None):
        """Writes a file in the format of its extension (.json, .obj, .glb, .svg, .html, .bin, .mset, .tres, .csv, .cert), with the bytes of `plumb bake -o`.

        stance: that of a .tres. links: whether steps and welds are polygons. tile: the width of tiles of an .mset. Beside a .cert stands the level, nav.scene.obj, unless that is
        an .obj file."""
        path = _options.path(path)
        if path.endswith(".cert"):
            text, level, as_text = self._baked.certificate(_options.told(progress))
            return Certificate(text, level)._write(path, as_text)
        self._baked.write(path, *_options.writing(stance, links, tile), _options.told(progress))

    def bytes(self, format, *, stance=None, links=None, tile=None, progress=None):
        """The same in memory. format: "json", "obj", "mtl", "glb", "cert", ..., or "report"."""
        format = _options.named("format", _options.word, format).lstrip(".")
        if format == "cert":
            return self.certificate(progress).text
        return self._baked.bytes(format, *_options.writing(stance, links, tile), _options.told(progress))

    def certificate(self, progress=None):
        """A Certificate. The level is baked once more for it. A level that was no .obj file is written as one, with all digits."""
        return Certificate(*self._baked.certificate(_options.told(progress))[:2])

    def explain(self, at, reach=None, progress=None):
        """Why an agent can stand at a point or not: the JSON of `plumb explain --at` as a dict."""
        return _options.exact(self._baked.explain(_options.point(at), _options.given("reach", _options.number, reach), _options.told(progress)))

    def thresholds(self, of, between=None, jumps_only=False, progress=None):
        """At which values the level changes: of "height", "slope" or "radius", between (low, high); heights and slopes without the agent's radius. The JSON of
        `plumb explain --thresholds` as a dict."""
        return _options.exact(self._baked.thresholds(_options.named("of", _options.word, of), _options.given("between", _options.numbers, between), _options.named("jumps_only", _options.flag, jumps_only),
                                                _options.told(progress)))

    def connect(self, start, end, stance=None, progress=None, *, only=None, bakes=None):
        """Whether one place is reached from another, and at which height, radius, step, slope and weld that changes, or which of these `only` names, such as
        ["radius", "step"]; `bakes`: most bakes of each. The JSON of `plumb explain --from --to` as a dict."""
        words, count = _options.given("only", _options.texts_of, only), _options.given("bakes", _options.whole, bakes)
        return _options.exact(self._baked.connect(_options.point(start), _options.point(end), _options.stance(stance) or None, words, None if count is None else str(count), _options.told(progress)))

    def __repr__(self):
        areas = ", ".join(f"{name} {self.area[name].approx:.6g}" for name in self.stances)
        return f"<plumb.Bake of {self._baked.scene.file!r}: {areas}>"

    def _repr_html_(self):
        import html
        return f"<pre>{html.escape(self.summary)}</pre>{self.bytes('svg').decode()}"


def check(level, certificate):
    """Verifies a certificate by the independent checker (docs/theory/certificate.md). level: the path or the bytes of the .obj file, a Scene, or (vertices, faces) with y up. certificate: a
    Certificate, a path or bytes. Returns what the certificate proves, as text. Raises plumb.InputError if a record does not hold (code "refuted") or a file cannot be read ("syntax",
    "cannot_open").

    >>> import plumb
    >>> bake = plumb.bake(plumb.Scene([[0, 0, 0], [4, 0, 0], [0, 4, 0]], [[0, 1, 2]], up="z"))
    >>> plumb.check(bake.certificate().level, bake.certificate()).splitlines()[0]
    'Every record holds: 1 polygons, 1 of them traversable, cut into 1 cells; 0 obstruction edges, 0 portals.'
    """
    text = certificate.text if isinstance(certificate, Certificate) else _content(certificate)
    if not isinstance(level, (str, os.PathLike, bytes, bytearray)):
        level = as_scene(level)
        level = level._scene.path if level._scene.path.endswith(".obj") else level.text()
    answer, said, line, of_level = _plumb.check(_content(level), text)
    if answer != 0:
        raise InputError(said, "refuted" if answer == 1 else "syntax", "level" if of_level else "certificate", line or None)
    return said


def _content(source):
    if isinstance(source, (bytes, bytearray)):
        return bytes(source)
    try:
        with open(source, "rb") as file:
            return file.read()
    except OSError as error:
        raise refused_file(f"cannot be opened: {error.strerror}", "cannot_open", os.fspath(source)) from None


def as_bake(value, what):
    if not isinstance(value, Bake):
        raise TypeError(f"{what} is a plumb.Bake, as plumb.bake returns it, not a {type(value).__name__}")
    return value
