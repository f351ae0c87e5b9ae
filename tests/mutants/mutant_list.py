# SPDX-License-Identifier: GPL-3.0-or-later
"""The mutants of baker.py, and levels made for them."""
import random

import scenes


def pillars():
    """A floor in pieces of unequal depth with slabs turned any way over it: regions that are not convex, with holes, hard to merge."""
    rng = random.Random(1)
    points, faces = scenes.boxes((0, 0, 8, 12, 0), (8, 0, 16, 7, 0), (8, 7, 16, 12, 0))
    for k in range(9):
        x, y, a, b = 2 + 5 * (k % 3) + rng.randrange(5) / 4, 2 + 4 * (k // 3) + rng.randrange(5) / 4, rng.randrange(1, 4) / 2, rng.randrange(1, 5) / 4
        faces.append(" ".join(str(len(points) + i) for i in (1, 2, 3, 4)))
        points += [f"{x + u} {y + v} 1.25" for u, v in ((a, b), (-b, a), (-a, -b), (b, -a))]
    return scenes.obj(points, faces)


def hollow():
    """A floor, and another one in its plane, through a solid with a cavity that touches its skin; the first goes on through a room modelled
    from within that begins in one solid and ends in another."""
    faces = [[(0, 0, 2), (10, 0, 2), (10, 6, 2), (0, 6, 2)], [(1.25, 1.5, 2), (1.75, 1.5, 2), (1.75, 4, 2), (1.25, 4, 2)]]
    faces += scenes.cuboid((1, 1, 0), (5, 5, 4)) + scenes.cuboid((2, 2, 1), (4, 5, 3), True)
    faces += scenes.cuboid((6, 1, 1), (7, 3, 3)) + scenes.cuboid((6.25, 1.25, 1.25), (9, 2.5, 2.75), True) + scenes.cuboid((8.5, 1, 1), (9.5, 3, 3))
    points = [" ".join(str(v) for v in p) for f in faces for p in f]
    return scenes.obj(points, [" ".join(str(4 * i + k) for k in (1, 2, 3, 4)) for i in range(len(faces))])


def gap():
    """A road along two terraces, a low and a high one, whose edges cross seen from above: now the one is met first, now the other. A third
    edge is in places too far away."""
    points = ["0 -4 0", "16 -4 0", "16 0 0", "0 0 0", "0 0.25 -0.5", "8 0.75 -0.5", "8 6 -0.5", "0 6 -0.5",
              "0 0.75 0.5", "8 0.25 0.5", "8 6 0.5", "0 6 0.5", "9 0.5 0", "15 2 0", "15 3 0", "9 3 0"]
    return scenes.obj(points, [" ".join(str(i + k) for k in (1, 2, 3, 4)) for i in range(0, 16, 4)])


def ramp_over_floor():
    """A ramp over a floor, whose sides are in the window of the floor for a part of their length."""
    points = ["0 0 0", "10 0 0", "10 10 0", "0 10 0", "4 2 1.5", "6 2 1.5", "6 8 4.5", "4 8 4.5"]
    return scenes.obj(points, ["1 2 3 4", "5 6 7 8"])


MADE = {
    "gap": (gap, "--up z --stance crawl=4/5 --step 1/2 --weld 1"),
    "pillars": (pillars, "--up z --stance crawl=1 --stance stand=9/5"),
    "ramp_over_floor": (ramp_over_floor, "--up z --sides up --stance crawl=1"),
    "hollow": (hollow, "--up z --sides up --stance crawl=1/2 --stance stand=9/5 --solids closed"),
}

# Examples and levels made above, with a radius and more options.
CLEAR = [("pyramid_over_floor", "0.3 --stance crawl=0.5 --stance crouch=1.1 --stance stand=1.8"),
         ("crates", "0.25 --stance crawl=0.5 --stance crouch=1.1 --stance stand=1.8 --sides up --solids closed"),
         ("ramp_under_slab", "0.4 --stance crawl=0.5 --stance stand=1.8 --window 0.125"),
         ("walls_and_fences", "0.3 --step 0.25 --clearance outer"), ("gap", "0.5 --stance crawl=4/5 --step 1/2 --weld 1 --window 1/2"),
         ("ramp_over_floor", "0.3 --stance crawl=1 --sides up --window 2")]

# The sources that templates of headers are compiled in.
COMPILED_IN = {"kernel/convex_pieces.h": "pipeline/optimise_region.cpp", "kernel/piece_exchange.h": "pipeline/optimise_region.cpp",
               "kernel/convex_merge.h": "pipeline/point_pool.cpp"}

VOLUME, WALL, OBSTACLE, SLICE = "kernel/volume.cpp", "kernel/wall.cpp", "kernel/levels.cpp", "kernel/slice.cpp"
BODY, BORDER, CLEARER = "kernel/border_body.cpp", "pipeline/border_of.cpp", "pipeline/cell_eroder.cpp"
DECOMPOSE, INSIDE, CAVITIES = "pipeline/decompose.cpp", "pipeline/inside.cpp", "pipeline/solids.cpp"
WELD, FACETS, PORTALS = "pipeline/merge_coplanar.cpp", "kernel/convex_merge.h", "pipeline/merged_pieces.cpp"

# what it is; file, whichever folder of the library it is in; what the source says once; what the mutant says; bakes (baker.py: all_bakes) in the
# order of trying
MUTANTS = [
    ("one candidate is dropped", VOLUME, "if (filter.certainly_harmless(o, near.reach)) continue;",
     "if (filter.certainly_harmless(o, near.reach) || &o == &obstacles.back()) continue;", "cuts"),
    ("stances are cut in the opposite order", VOLUME, "if (s.label == label)",
     "if (s.label == static_cast<Label>(levels_.stance_count()) - 2 - label)", "cuts"),
    ("the witness is off by one", VOLUME, "slice->label, slice->witness, {}}", "slice->label, slice->witness + 1, {}}", "cuts"),
    ("stances come out one too low", VOLUME, "{static_cast<Label>(level - 1),",
     "{static_cast<Label>(level > 1 ? level - 2 : 0),", "cuts"),
    ("stances come out one too high", VOLUME, "{static_cast<Label>(level - 1),",
     "{static_cast<Label>(std::min(level, levels_.stance_count() - 1)),", "cuts"),
    ("a shared point goes to its highest owner", VOLUME, "a->witness < b->witness", "a->witness > b->witness", "cuts"),
    ("the lowest stance is not cut along walls", VOLUME, "c.label > blocked &&", "c.label > 1 &&", "cuts"),
    ("the higher number owns", DECOMPOSE, "&& other < surface,", "&& other > surface,", "cuts"),
    ("obstacles are sought up to half the height", DECOMPOSE, "q.high[2] = high + top;", "q.high[2] = high + top / 2;", "cuts"),
    ("near neighbours are taken for apart", DECOMPOSE, "!over.overlaps_in_plan(obstacles.box(other))",
     "(over.low[0] + 1 >= obstacles.box(other).high[0] || !over.overlaps_in_plan(obstacles.box(other)))", "cuts"),
    ("a ceiling at exactly the height obstructs (< for <=)", SLICE, "case PlaneCase::all_zero: return SliceExit::in_plane",
     "case PlaneCase::all_zero: return SliceExit::below", "cuts"),
    ("an obstacle whose last corner is out of reach is dropped", OBSTACLE, "negative |= rise.sign == Sign::negative;",
     "negative = rise.sign == Sign::negative;", "cuts"),
    ("an obstacle whose last corner is not above is dropped", OBSTACLE, "positive |= rise.sign == Sign::positive;",
     "positive = rise.sign == Sign::positive;", "cuts"),
    ("the limit of steepness is too steep (> for >=)", "kernel/slope.cpp", "return part * c.get_den() >= c.get_num() * all;",
     "return part * c.get_den() > c.get_num() * all;", "cuts"),
    ("one stance too many may cross", WALL, "Label may_cross = 0;", "Label may_cross = 1;", "cuts"),
    ("walls obstruct from the floor up", WALL, "over(levels.step())", "over(0)", "cuts"),
    ("walls do not stop flush portals", "pipeline/surface_half_edges.cpp", "std::min(intervals_[k].pass, w.may_cross)", "intervals_[k].pass", "cuts"),
    ("contacts of a part of a side are not found", "pipeline/link_across.cpp", "match();\n    cut_partial_contacts();", "match();", "cuts"),
    ("obstructions run on beyond the polygon", WALL, "if (before(ends->to, to)) to = ends->to;", "", "cuts"),

    ("polygons of two planes are joined", WELD, "volume(points_, from(g), to(g), to(next(g)), to(next(h))) == Sign::zero;",
     "true;", "split small"),
    ("a joined polygon has one of its parts again and again", WELD, "parts[end[number[joined_.find(i)]]++] = p;",
     "parts[end[number[joined_.find(i)]]++] = set_.parts_of(joined_.find(i))[0];", "welds small"),
    ("parts of solids are joined with others", WELD, "(solids_ && solids_->counts_face(s.face) ? 16 : 0)", "0", "bodies small"),

    ("cuts go that one end needs", "kernel/convex_pieces.h", "!mesh.is_removable(e)) return;", "!mesh.is_convex_without(e)) return;", "owners small"),
    ("cells are merged over walls", "pipeline/optimise_region.cpp", " || std::min(edge.pass, twin.pass) != a.label", "", "walls small"),
    ("cells of two stances are merged", "pipeline/optimise_region.cpp",
     "if (a.label != b.label || std::min(edge.pass, twin.pass) != a.label",
     "if (std::min(edge.pass, twin.pass) < 1", "owners small"),
    ("three pieces become two that are not convex", "kernel/piece_exchange.h", "return t == Turn::right || t == Turn::straight;",
     "return t != Turn::back;", "pillars small"),
    ("a cell shared by pieces goes to one whole", "pipeline/optimise_result.cpp", "return uses_[c] == 1; }",
     "return uses_[c] >= 1; }", "owners small"),
    ("a region with one reflex corner passes for convex", "pipeline/optimise.cpp", "shape.convex()", "shape.reflex <= 1", "owners small"),

    ("facets are cut in the wrong place", FACETS, "t = before / (before - after);", "t = after / (after - before);", "owners small"),
    ("coordinates are rounded to doubles", "pipeline/vertex_reader.cpp", "return store_.points.keep(v, made(v));",
     "ExactPoint p = made(v);\n  for (mpq_class& c : p) c = c.get_d();\n  return store_.points.keep(v, std::move(p));", "slanted small"),
    ("facets are not cut to their cell", "pipeline/merged_pieces.cpp", "part_of(ring_of(c, false), piece, cuts_)", "ring_of(c, false)", "owners small"),
    ("flush portals are for the stance of their cell", PORTALS, "      stance = graph_.stance_through(edge.half_edge);\n", "", "walls small"),
    ("portals that bend are joined", PORTALS, " && straight(last, s)", "", "steps small"),
    ("portals of two stances are joined", PORTALS, "return std::tie(p.a, p.b, p.kind, p.stance);",
     "return std::tie(p.a, p.b, p.kind);", "steps small"),

    ("what is outside of every body is inside", INSIDE, "return winding > 0;", "return winding >= 0;", "bodies small"),
    ("cells that are covered are inside", INSIDE, "cells[i].label != kernel::covered && ", "", "hollow small"),
    ("one corner in a solid makes a cavity", CAVITIES, "i < list.size() && !around.empty()", "i < 1 && !around.empty()", "hollow small"),
    ("a cavity that touches the skin is a room", CAVITIES,
     "if (touches(corners, a, b, c, p)) out.push_back(component_[s.face]);", "", "hollow small"),

    ("the window is ignored", BODY, "if (window_ == WindowCase::passes) return cell;", "return cell;", "clear"),
    ("the window takes what is at its height (< for <=)", BODY, "return {true, line.c > 0};", "return {true, line.c >= 0};", "clear"),
    ("the border of the lowest stance is that of all", BORDER, "whole_.push_back({e, static_cast<kernel::Label>(through + 1)});",
     "whole_.push_back({e, 1});", "clear"),
    ("the border of the highest stance alone counts", BORDER, "whole_.push_back({e, static_cast<kernel::Label>(through + 1)});",
     "whole_.push_back({e, top});", "clear"),
    ("the body of one edge is dropped", CLEARER, "if (window == vcd::WindowCase::misses) return;",
     "if (window == vcd::WindowCase::misses || stretch == 1) return;", "clear"),
    ("the disc is too small by 2^-40", BODY, "disc(disc_polygon(disc_points, bound, radius * unit)),",
     "disc(disc_polygon(disc_points, bound, (radius - (mpq_class(1) >> 40)) * unit)),", "clear"),
    ("the wrong corner of the disc is farthest", BODY, "along_.size(), right ? -1 : 1));", "along_.size(), right ? -1 : 1) - 1);", "clear"),
    ("a lower stance takes from a higher one", CLEARER, "if (stretch(i).lowest > s || stretch(i).highest < s) continue;",
     "if (stretch(i).lowest > s) continue;", "clear"),
    ("who loses a stance loses all", CLEARER, "static_cast<Label>(stretch.lowest - 1)", "Label{0}", "clear"),
    ("what is over an edge's window is taken", BODY, "base_[u] = origin_z_ - height(false) - (u ?", "base_[u] = origin_z_ - height(true) - (u ?", "clear"),
    ("steps are of any height", "pipeline/offmesh_portals.cpp", "!clip(range, kernel::Linear{map.step, 0} - rise) || ", "", "steps small"),
    ("nothing stops a step", "pipeline/offmesh_portals.cpp", "return without({range}, test.stopped(crossing, map.stances[static_cast<std::size_t>(s) - 1].height, Stops::walls));",
     "return kernel::IntervalSet{range};", "steps small"),
    ("of several met at one distance one is met", "kernel/interval_set.cpp",
     "std::ranges::set_union(a.ids, b.ids, std::back_inserter(both));", "both = a.ids;", "gutter small"),
    ("what lies behind is met first", "kernel/interval_set.cpp", "first + last > 0 ? a : b;", "first + last > 0 ? b : a;", "steps small"),
    ("where two cross, the farther is met first", "kernel/interval_set.cpp", "&before = first > 0 ? a : b, &after = first > 0 ? b : a;",
     "&before = first > 0 ? b : a, &after = first > 0 ? a : b;", "gap small"),
    ("welds reach farther than told", "pipeline/weld_portals.cpp", "if (!t.near)", "if (false)", "steps gaps small"),
    ("welds leave from where a step goes", "pipeline/weld_portals.cpp", "if (p.stance >= s) stepped.push_back(p.range);", "", "steps small"),
    ("nothing stands in the way of a weld", "pipeline/weld_portals.cpp", "without({*near}, test_.stopped(crossing, map_.stances[static_cast<std::size_t>(s) - 1].height, Stops::all))",
     "kernel::IntervalSet{*near}", "steps small"),
]
