#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Random updates of navmeshes: plumb-check has to accept what plumb update makes of them, and to refuse forgeries of that."""
import copy
import json
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter

from checking import arguments, run
from forge_navmesh import cell_dropped, facet_of_other_witness, moved_alone, Mesh, portal_doubled, portal_dropped, portal_of_other_cell, portal_turned, wall_dropped, written

BAKES = [  # level, options, the box of its plan and height
    ("wall_in_room.obj", "--up z --sides up", (0, 0, 6, 4, 1)),
    ("staircase.obj", "--up z --step 1/2 --stance crouch=1 --stance stand=9/5", (0, 0, 3, 2, 3)),
    ("corner_gaps.obj", "--up z --step 1/4 --weld 1/2 --stance stand=9/5", (0, 0, 5, 5, 1)),
    ("spiral.obj", "--up z --step 1/4 --radius 1/8 --disc 4", (0, 0, 4, 4, 4)),
    ("ramp_under_slab.obj", "--up z --stance crouch=1 --stance stand=9/5", (0, 0, 8, 4, 3)),
    ("crates.obj", "--up z --step 1/4 --stance stand=9/5 --simplify 1/10 --radius 3/10 --disc 8", (0, 0, 8, 6, 2)),
]


def random_list(rng, box):
    entries, count = [], 0
    x0, y0, x1, y1, top = box

    def at(low, high):
        return str(rng.randrange(8 * low - 4, 8 * high + 4) / 8)

    for _ in range(rng.randrange(1, 6)):
        cx, cy, w, h = rng.randrange(x0, x1), rng.randrange(y0, y1), rng.choice((0.5, 1, 2.25)), rng.choice((0.5, 1.125, 3))
        area = rng.choice(([[cx, cy], [cx + w, cy + h / 3], [cx + w / 4, cy + h]], [[cx, cy], [cx + w, cy], [cx + w, cy + h], [cx, cy + h]],
                           [[cx, cy], [cx + w, cy], [cx + w, cy + h], [cx + w / 2, cy + h / 4], [cx, cy + h]]))
        update = {"area": [[str(v) for v in p] for p in area],
                  "change": rng.choice(("block", "block", "unblock", {"cost": "3"}, {"add_cost": "1/2"}, {"tag": "wet"}, {"untag": "wet"}))}
        if rng.random() < 0.3:
            update["heights"] = sorted((at(0, top), at(0, top)), key=float)
        entries.append({rng.choice(("update", "update", "prepare")): update})
        count += 1
    gone = set()
    for _ in range(rng.randrange(3)):
        n = rng.randrange(1, count + 1)
        if n not in gone:
            gone.add(n)
            entries.append({"revert": n})
    return entries


def state_changed(m):
    c = m.rng.choice([c for c in m.cells if c["stance"] > 0])
    field = m.rng.choice(("blocked_by", "cost", "tags"))
    if field in c:
        del c[field]
    else:
        c[field] = {"blocked_by": 1, "cost": "7", "tags": ["dry"]}[field]


def portal_to_blocked(m):
    blocked = [i for i, c in enumerate(m.cells) if "blocked_by" in c]
    m.rng.choice(m.portals)["b"] = m.rng.choice(blocked)


KINDS = [state_changed, portal_to_blocked, cell_dropped, facet_of_other_witness, moved_alone, portal_doubled, portal_dropped, portal_of_other_cell,
         portal_turned, wall_dropped]


def main():
    a = arguments(__doc__, 60).parse_args()
    rng, wrong, tally = random.Random(a.seed), 0, Counter()
    with tempfile.TemporaryDirectory() as folder:
        file = {name: os.path.join(folder, name) for name in ("cert", "base.json", "list.json", "now.json", "forged.json")}
        for i in range(a.count):
            name, options, box = BAKES[i % len(BAKES)]
            level = os.path.join(a.source, "docs/examples", name)
            subprocess.run([a.plumb, "bake", level, *options.split(), "--quiet", "-o", file["base.json"], "--certificate", file["cert"] + ".cert"], check=True)
            with open(file["list.json"], "w") as out:
                json.dump(random_list(rng, box), out)
            update = run([a.plumb, "update", file["base.json"], file["list.json"], "-o", file["now.json"]])
            if update.returncode != 0:
                tally["not updated"] += 1
                continue

            def check(now):
                return run([a.check, level, file["cert"] + ".cert", "--updates", file["base.json"], file["list.json"], now])

            done = check(file["now.json"])
            tally["accepted" if done.returncode == 0 else "REFUSED"] += 1
            if done.returncode != 0:
                wrong += 1
                print("REFUSED", name, options, open(file["list.json"]).read(), done.stderr)
            genuine = json.load(open(file["now.json"]))
            for _ in range(3):
                kind, document = rng.choice(KINDS), copy.deepcopy(genuine)
                try:
                    kind(Mesh(document, rng))
                except (IndexError, ValueError, TypeError):
                    continue
                if document == genuine:
                    continue
                with open(file["forged.json"], "w") as out:
                    out.write(written(document))
                done = check(file["forged.json"])
                tally["forgeries refused" if done.returncode == 1 else "forgeries not refused"] += 1
                if done.returncode != 1:
                    wrong += 1
                    print("NOT REFUSED", kind.__name__, name, options, done.returncode, done.stderr)
    print(", ".join(f"{what}: {n}" for what, n in sorted(tally.items())))
    return wrong > 0 or not tally["accepted"] or not tally["forgeries refused"]


if __name__ == "__main__":
    sys.exit(main())
