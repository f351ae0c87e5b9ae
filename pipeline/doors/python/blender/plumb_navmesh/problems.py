# SPDX-License-Identifier: GPL-3.0-or-later
"""The module plumb, and what can go wrong for reasons that the user can put right."""
import functools
import platform
import re

INSTALL = ("The module plumb of Python is missing.", "Install the Debian package python3-plumb,", "or set PYTHONPATH to the module's folder",
           "and start Blender with --python-use-system-env.", f"It must be built for Python {'.'.join(platform.python_version_tuple()[:2])}.")


class Problem(Exception):
    """Its text is a sentence for the user."""


@functools.lru_cache(maxsize=None)
def find_plumb():
    """The module, or None. The panel asks each time it is drawn, so the answer is kept until Blender is started again."""
    try:
        import plumb
    except ImportError:
        return None
    return plumb


def plumb_or_problem():
    plumb = find_plumb()
    if plumb is None:
        raise Problem(" ".join(INSTALL))
    return plumb


def expected_errors():
    """The exceptions that are reported to the user. Any other one is an error of this add-on."""
    plumb = find_plumb()
    return (Problem,) if plumb is None else (Problem, plumb.Error)


def by_object(error, level):
    """The text of a plumb.InputError, in which the number of a face of the level is replaced by its object and polygon."""
    text = error.message
    if error.face is None:
        return text
    return re.sub(r"\bface \d+( \(counted from 0\))?", lambda _: level.name_of_face(error.face), text, count=1)
