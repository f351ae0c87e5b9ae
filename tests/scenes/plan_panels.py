# SPDX-License-Identifier: GPL-3.0-or-later
"""Plans (SVG) of plumb taken apart and put together for pictures: panels in order of height, or only those that a route leads through, cut to what matters and
drawn larger. make_figures.py and draw_updates.py use it. Panels keep their contents; only where they stand and what is cut off changes."""
import re

GAP, MARGIN, TITLE = 16, 16, 26


def text_at(x, y, text, size, weight="normal"):
    """A line of text; the plan's own style has a size for all text, so this one is inline."""
    return f'<text x="{x:.1f}" y="{y:.1f}" style="font-size:{size:.1f}px;font-weight:{weight}">{text}</text>'


class Panel:
    def __init__(self, title, body):
        self.title, self.body = title, body
        self.height_of_floor = float(re.search(r"from height (\S+?)(?:,|$)", title)[1]) if title else 0.0

    def route_box(self):
        """Around the route in the panel, or None: x0, y0, x1, y1."""
        points = []
        for path in re.findall(r'class="r" d="([^"]+)"', self.body):
            for line in path.split("M")[1:]:
                first, _, steps = line.partition("l")
                x, y = (float(v) for v in first.split())
                points.append((x, y))
                numbers = [float(v) for v in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", steps)]
                for dx, dy in zip(numbers[::2], numbers[1::2]):
                    x, y = x + dx, y + dy
                    points.append((x, y))
        if not points:
            return None
        return tuple(f(p[k] for p in points) for f in (min, max) for k in (0, 1))


class Plan:
    def __init__(self, text):
        self.style = re.search(r"<style>.*?</style>", text, re.S)[0]
        self.name = re.search(r'<text class="h"[^>]*>([^<]*)<', text)[1]
        head, _, rest = text.partition('<clipPath id="panel">')
        self.legend = [tuple(m) for m in re.findall(r'<g transform="translate\([^)]*\)">((?:<rect|<path)[^>]*/>)<text[^>]*>(.*?)</text></g>', head)]
        size = re.match(r'<rect x="-6" y="-6" width="([^"]+)" height="([^"]+)"', rest)
        self.width, self.height = float(size[1]) - 12, float(size[2]) - 12
        self.panels = [Panel(title or "", body) for title, body in re.findall(
            r'(?:<text class="p"[^>]*>([^<]*)</text>\n)?<g transform="translate\([^)]*\)" clip-path="url\(#panel\)">\n(.*?)\n</g>\n', rest, re.S)]
        bar = re.search(r'v5h([\d.]+)v-5" [^>]*/><text [^>]*>([^<]*)<', rest)
        self.bar = (float(bar[1]), bar[2]) if bar else None

    def sorted_panels(self):
        return sorted(self.panels, key=lambda p: p.height_of_floor)


def nested(body, x, y, width, height, box):
    """What of a panel is in a box, as wide and high as given."""
    x0, y0, x1, y1 = box
    return (f'<svg x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" viewBox="{x0:.1f} {y0:.1f} {x1 - x0:.1f} {y1 - y0:.1f}" '
            f'preserveAspectRatio="none">{body}</svg><rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="none" stroke="#bbb"/>')


def legend_row(entries, x, y, most, size):
    """Entries of a legend in rows no wider than `most`; the text and the height that they take."""
    out, at, line = [], x, y
    for shape, text in entries:
        plain = re.sub("<[^>]*>", "", text)
        wide = 30 * size / 12 + len(plain) * size * 0.62 + 14
        if at + wide > x + most and at > x:
            at, line = x, line + 1.7 * size
        out.append(f'<g transform="translate({at:.1f} {line:.1f}) scale({size / 12:.3f})">{shape}{text_at(22, 11, text, 12)}</g>')
        at += wide
    return "".join(out), line - y + 1.9 * size


def arranged(plan, rows, style="", size=15, title=True, legend=None):
    """A picture of rows of panels, each (caption, panel, box, width): all of a row are as high as the first; `legend`: of which classes, by default all."""
    wide = max(sum(w + GAP for *_, w in row) for row in rows) + 2 * MARGIN - GAP
    y, out = MARGIN, []
    if title:
        out.append(text_at(MARGIN, y + 1.1 * size, plan.name, 1.25 * size, "bold"))
        y += 1.9 * size
    shapes, deep = legend_row(plan.legend if legend is None else legend, MARGIN, y, wide - 2 * MARGIN, size)
    out.append(shapes)
    y += deep
    for row in rows:
        x, high = MARGIN, 0
        captioned = any(caption for caption, *_ in row)
        for caption, panel, box, width in row:
            height = width * (box[3] - box[1]) / (box[2] - box[0])
            if caption:
                out.append(text_at(x, y + 1.1 * size, caption, size, "bold"))
            out.append(nested(panel.body, x, y + (TITLE * size / 15 if captioned else 0), width, height, box))
            x, high = x + width + GAP, max(high, height)
        y += high + (TITLE * size / 15 if captioned else 0) + GAP
    if plan.bar:
        scale = rows[0][0][3] / (rows[0][0][2][2] - rows[0][0][2][0])
        length = plan.bar[0] * scale
        out.append(f'<path d="M{MARGIN} {y}v6h{length:.1f}v-6" fill="none" stroke="#333" stroke-width="2"/>' + text_at(MARGIN + length + 10, y + 8, plan.bar[1], size))
        y += 1.4 * size
    y += MARGIN
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:.0f}" height="{y:.0f}" viewBox="0 0 {wide:.1f} {y:.1f}">{plan.style}<style>{style}</style>'
            f'<rect width="100%" height="100%" fill="#fff"/>{"".join(out)}</svg>')


def in_order(text, columns=3, width=460):
    """All panels in order of height, row after row."""
    plan = Plan(text)
    box = (-6, -6, plan.width + 6, plan.height + 6)
    panels = [(p.title, p, box, width) for p in plan.sorted_panels()]
    return arranged(plan, [panels[i:i + columns] for i in range(0, len(panels), columns)])


def around_route(text, width=1000):
    """The panels that the route leads through, in order of height, cut to the route."""
    plan = Plan(text)
    panels = [p for p in plan.sorted_panels() if p.route_box()]
    boxes = [p.route_box() for p in panels]
    low, high = [min(b[k] for b in boxes) for k in (0, 1)], [max(b[k] for b in boxes) for k in (2, 3)]
    more = 0.1 * max(high[0] - low[0], high[1] - low[1]) + 6
    box = (max(-6, low[0] - more), max(-6, low[1] - more), min(plan.width + 6, high[0] + more), min(plan.height + 6, high[1] + more))
    tall = (box[3] - box[1]) > 0.7 * (box[2] - box[0])
    columns = 2 if tall and len(panels) > 1 else 1
    one = [(p.title, p, box, width / columns) for p in panels]
    legend = plan.legend + [('<path d="M0 7H18" style="fill:none;stroke:#7a1fa2;stroke-width:3"/>', "route")]
    return arranged(plan, [one[i:i + columns] for i in range(0, len(one), columns)], ".w{stroke-width:.8}.pf{stroke-width:.3}.r{stroke-width:2}", legend=legend)


def beside(texts, captions, width=440):
    """Plans of one level side by side, a row for each panel, with a caption over each plan."""
    plans = [Plan(text) for text in texts]
    box = (-6, -6, plans[0].width + 6, plans[0].height + 6)
    rows = []
    for k, panels in enumerate(zip(*(plan.sorted_panels() for plan in plans))):
        rows.append([(f"{caption}{', ' + p.title if p.title else ''}", p, box, width) for caption, p in zip(captions, panels)])
    legend = [(shape, re.sub("<tspan.*", "", text)) for shape, text in plans[1].legend]
    return arranged(plans[0], rows, ".w{stroke-width:3}.pf{stroke-width:1;stroke-dasharray:6 4}", legend=legend)


def gaps_by_name(text, width=1000):
    """docs/examples/corner_gaps.obj: what welds is filled, and each of its three gaps says what it is."""
    plan = Plan(text)
    panel = plan.panels[0]
    ends = [float(v) for path in re.findall(r'class="pw" d="([^"]+)"', panel.body) for v in re.findall(r"-?\d+\.?\d*", path)]
    for ax, ay, adx, ady, bx, by, bdx, bdy in zip(*[iter(ends)] * 8):
        corners = [(ax, ay), (ax + adx, ay + ady), (bx + bdx, by + bdy), (bx, by)]
        panel.body += f'<polygon points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in corners)}" fill="#8e3fb0"/>'
    high = plan.height
    panel.body += '<circle cx="500" cy="143.8" r="24" fill="none" stroke="#333" stroke-width="2"/>'
    for x, first, second in ((144, "a whole edge:", "welds along 2 units"), (500, "corner to corner:", "nothing welds"), (856, "half a unit:", "welds along 0.5")):
        for k, line in enumerate((first, second)):
            panel.body += f'<g text-anchor="middle">{text_at(x, high + 28 + 22 * k, line, 18, "bold" if k == 0 else "normal")}</g>'
    box = (-6, -6, plan.width + 6, high + 62)
    legend = [(shape.replace('style="fill:none;stroke:#8e3fb0;stroke-width:1.6;stroke-dasharray:2 2"', 'style="stroke:#8e3fb0;stroke-width:10"'), text)
              for shape, text in plan.legend if not text.startswith("blocked")]
    return arranged(plan, [[("", panel, box, width)]], title=False, legend=legend)


def floor_and_excess(text, floor, upper, width=900):
    """A plan of an audit: the panels of two heights over one another, without marks; `floor`, `upper`: their titles."""
    plan = Plan(text)
    by_title = {p.title: p for p in plan.panels}
    filled = [re.findall(r'<path fill="#[^>]*/>', by_title[t].body) for t in (floor, upper)]
    panel = Panel(floor, '<rect class="f" x="-6" y="-6" width="2000" height="3000"/>' + "".join(filled[0] + filled[1]))
    panel.body = re.sub(r'stroke-width="\.3"', 'stroke-width="1"', panel.body)
    colours = set(re.findall(r'fill="(#\w+)"', panel.body))
    legend = [(f'<rect width="16" height="14" rx="2" fill="{colour}"/>', entry.replace("_", ": ", 1)) for colour, entry in re.findall(
        r'<rect x="[^"]*" y="[^"]*" width="14" height="14" fill="(#\w+)"/>\n<text[^>]*>([^<]*)<', text) if colour in colours]
    return arranged(plan, [[("", panel, (-6, -6, plan.width + 6, plan.height + 6), width)]], legend=legend)
