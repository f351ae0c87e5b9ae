# SPDX-License-Identifier: GPL-3.0-or-later
"""The metrics of a row of the table of bakers, from the JSON of `plumb audit`; docs/reference/bakers.md defines them."""
import sys
from fractions import Fraction

sys.set_int_max_str_digits(0)  # areas are fractions of any length
PATHS = ["path_pairs", "path_found", "path_median", "path_worst", "path_false", "path_missing"]


def fraction(area):
    """An area of an audit: exact where the file has it, else the double."""
    return Fraction(area["exact"] if area["exact"] is not None else area["approx"])


def number(text):
    return None if text is None else float(Fraction(text))


def share(part, whole):
    return float(part / whole) if whole else None


def component_areas(own_audit):
    """The area of each component of the truth, from the audit of the exact truth itself."""
    out = {}
    for entry in own_audit["components"]["areas"]:
        out[entry["truth"]] = out.get(entry["truth"], 0) + fraction(entry["area"])
    return out


def wrong_answers(truth, common, covered):
    """(probability, largest error of it): that reachability between two random points of the truth is answered wrongly.

    truth: area of each component of the truth. common: area that component i of the truth has in common with component j of the navmesh,
    by (i, j). A navmesh answers "reachable" if it covers both points by one of its components. The probability is

        sum a_i^2 + sum over j of (sum over i of A_ij)^2 - 2 sum A_ij^2,    over the square of sum a_i.

    A pair of points that m components cover both is counted m times. Where components of the navmesh lie over each other on an area D (of
    multiplicity), that is at most D^2 too much, of pairs that the truth joins and of others with different signs."""
    whole = sum(truth.values())
    if not whole:
        return None, None
    by_found = {}
    for (_, j), area in common.items():
        by_found[j] = by_found.get(j, 0) + area
    joined_in_truth, joined_in_mesh = sum(a * a for a in truth.values()), sum(a * a for a in by_found.values())
    both = sum(a * a for a in common.values())
    doubly = max(sum(common.values()) - covered, 0)
    probability = (joined_in_truth + joined_in_mesh - 2 * both) / whole ** 2
    return min(max(probability, 0), 1), (doubly / whole) ** 2


def path_error(ways):
    """The fields of a row that Detour's ways decide: from what plumb_walk says."""
    return {name: ways.get(name.removeprefix("path_")) for name in PATHS}


def metrics(audit, own_audit, fewest_polygons):
    """The fields of a row that an audit decides. fewest_polygons: no partition of the truth has fewer."""
    area = {name: fraction(value) for name, value in audit["area"].items() if value is not None}
    parts, heights, distances = audit["components"], audit["heights"], audit["distances"]
    truth = component_areas(own_audit)
    common = {(e["truth"], e["found"]): fraction(e["area"]) for e in parts["areas"]}
    wrong, error = wrong_answers(truth, common, area["covered"])
    exact = all(e["area"]["exact"] is not None for e in parts["areas"] + own_audit["components"]["areas"]) and audit["area"]["covered"]["exact"] is not None
    if not exact and error is not None and error < Fraction(1, 10 ** 24):
        error = 0  # doubles leave a rest where nothing is doubly covered
    far = {name: None if value is None else value["high"] for name, value in distances.items()}
    return {
        "truth": float(area["truth"]), "outer": float(area["outer"]) if "outer" in area else None, "found": float(area["found"]),
        "coverage": share(area["covered"], area["truth"]), "excess": share(area["excess"], area["found"]), "overlap": share(area["overlap"], area["found"]),
        "components_true": parts["truth"], "components_found": parts["found"], "lost": len(parts["lost"]), "spurious": len(parts["spurious"]),
        "split": len(parts["split"]), "merged": len(parts["merged"]),
        "wrong_answers": None if wrong is None else float(wrong), "wrong_answers_error": None if error is None else float(error),
        "wrong_answers_by": "fractions" if exact else "doubles",
        "unreachable": share(sum(truth.get(i, 0) for i in parts["lost"]), sum(truth.values())),
        "height_low": number(heights["low"]) if heights else None, "height_high": number(heights["high"]) if heights else None,
        "found_from_truth": far["found_from_truth"], "truth_from_found": far["truth_from_found"],
        "polygons": audit["navmesh"]["polygons"], "corners": audit["navmesh"]["corners"],
        "complexity": share(Fraction(audit["navmesh"]["polygons"]), fewest_polygons),
        "format": audit["navmesh"]["format"],
    }
