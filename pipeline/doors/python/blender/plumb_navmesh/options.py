# SPDX-License-Identifier: GPL-3.0-or-later
"""The panel's fields as options of plumb.bake and plumb.audit. Text stays text, which plumb takes exactly; a field that is empty is no option."""
from fractions import Fraction

from .problems import Problem


def fields(settings, names):
    texts = {name: getattr(settings, name).strip() for name in names}
    return {name: text for name, text in texts.items() if text}


def stances(settings):
    """Heights by name, lowest first, as plumb wants them; or None. Where a height is no number, the order is that of the panel, and plumb says what is wrong."""
    pairs = [(stance.name.strip(), stance.height.strip()) for stance in settings.stances]
    names = [name for name, _ in pairs]
    for name in names:
        if names.count(name) > 1:
            raise Problem(f"Two stances are called {name!r}; give each a name of its own.")
    try:
        pairs.sort(key=lambda pair: Fraction(pair[1]))
    except (ValueError, ZeroDivisionError):
        pass
    return dict(pairs) or None


def bake_options(settings):
    out = fields(settings, ("radius", "step", "slope", "weld"))
    for name in ("preset", "sides", "solids"):
        if getattr(settings, name) not in ("NONE", "DEFAULT"):
            out[name] = getattr(settings, name)
    return {**out, "stances": stances(settings), "bad_faces": settings.bad_faces}


def audit_options(settings):
    out = fields(settings, ("stance", "climb"))
    cell = fields(settings, ("cell_size", "cell_height"))
    if len(cell) == 1:
        raise Problem("The size and the height of cells are given together; one of the two fields is empty.")
    if cell:
        out["cell"] = (cell["cell_size"], cell["cell_height"])
    return out
