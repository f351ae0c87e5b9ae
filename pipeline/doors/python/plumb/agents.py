# SPDX-License-Identifier: GPL-3.0-or-later
"""Agents."""
import json
from fractions import Fraction

from . import _options, _plumb


class Agent:
    """Who walks, and which axis of the level is up (docs/reference/agent.md).

    Agent("hero.json"), Agent({"stances": {"stand": "1.8m"}, "radius": "40cm", "unit": "m"}), Agent(preset="quake", radius=12): members given by name override the file or the dict, which
    overrides the preset. Lengths may be text with a unit, "40cm"; `unit` says then what one unit of the level is. Raises OptionError and InputError.

    >>> import plumb
    >>> hero = plumb.Agent({"name": "hero", "unit": "cm", "stances": {"crouch": "1.1m", "stand": "1.8m"}, "radius": "40cm"}, step="18in")
    >>> hero.stances["stand"], hero.radius, hero.step
    (Fraction(180, 1), Fraction(40, 1), Fraction(1143, 25))
    """

    def __init__(self, agent=None, **members):
        self._json, self._text, self.notes = _plumb.agent(_options.texts("agent", {**members, "agent": agent}))
        self._members = json.loads(self._json)

    def _number(self, name):
        text = self._members.get(name)
        return None if text is None else Fraction(text)

    name = property(lambda self: self._members.get("name"), doc="None, if it has none.")
    unit = property(lambda self: self._members.get("unit"), doc='What one unit of the level is, "cm" or "0.03m"; None: not known.')
    up = property(lambda self: self._members["up"], doc='"y" or "z".')
    stances = property(lambda self: {s["name"]: Fraction(s["height"]) for s in self._members["stances"]}, doc="Heights by name, lowest first.")
    radius = property(lambda self: self._number("radius"), doc="A Fraction, as all lengths, in units of the level.")
    step = property(lambda self: self._number("step"), doc="What it steps over.")
    weld = property(lambda self: self._number("weld"), doc="The gap that it strides over.")
    window = property(lambda self: self._number("window"), doc="The height within which border counts; None: step + radius * tan(slope).")
    slope = property(lambda self: self._number("slope"), doc="Degrees; None: the limit is a ratio or a cosine.")
    slope_ratio = property(lambda self: self._number("slope_ratio"), doc="The tangent, or None.")
    slope_cos = property(lambda self: self._number("slope_cos"), doc="The cosine, or None.")
    sides = property(lambda self: self._members["sides"], doc='"both" or "up".')
    solids = property(lambda self: self._members["solids"], doc='"none" or "closed".')
    disc = property(lambda self: self._members["disc"], doc="The number of points of its disc.")
    clearance = property(lambda self: self._members["clearance"], doc='"inner", "outer" or "both".')

    def json(self):
        """The text of its file, with all values."""
        return self._json

    def write(self, path):
        """Writes its file."""
        with open(_options.path(path), "w", encoding="utf-8") as file:
            file.write(self._json)

    def __eq__(self, other):
        return isinstance(other, Agent) and self._members == other._members

    def __str__(self):
        return self._text

    def __repr__(self):
        heights = ", ".join(f"{s['name']} {s['height']}" for s in self._members["stances"])
        return f"<plumb.Agent {self.name or 'without a name'}: {heights}, radius {self._members['radius']}, step {self._members['step']}>"


def axis_of(options):
    """The axis that points up in a level that is read for an agent."""
    agent = options.get("agent")
    return "y" if agent is None else Agent(agent, **{name: options[name] for name in ("preset", "unit") if name in options}).up
