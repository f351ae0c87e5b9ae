#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Recast as Debian has it, by tests/peers/recast/recast_navmesh.cpp. Variants: watershed, monotone, layers (one tile), tiled (watershed, tiles of 48 cells)."""
import math
import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import adapter  # noqa: E402


class Recast:
    name = "recast"

    def version(self):
        self.program = adapter.program("RECAST_NAVMESH", "build/test/bin/plumb_recast_navmesh")
        if "RECAST_VERSION" in os.environ:  # of a driver of one's own
            return os.environ["RECAST_VERSION"]
        shown = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", "librecast-dev"], capture_output=True, text=True)
        return shown.stdout if shown.returncode == 0 else "unknown"

    def default_cells(self, agent):
        # Recast 1.6, Docs/Conceptual/FAQ.md: cs = r/2 outdoors, ch = cs/2; its human-sized agent has the radius height/5.
        cell = (agent["radius"] or agent["height"] / 5) / 2
        return cell, cell / 2

    def bake(self, job):
        adapter.check_variant(job, ("watershed", "monotone", "layers", "tiled"))
        region = math.isqrt(int(job.agent.get("min_region", 64)))
        detail = job.agent["detail_error"] / job.cell_height if "detail_error" in job.agent else 1
        # RecastDemo's regions of 8 and 20 squared, error 1.3, edges of 12 for its agent of the height 2, detail 6 and 1.
        options = ["--partition", "watershed" if job.variant == "tiled" else job.variant, *(["--tile", 48] if job.variant == "tiled" else []),
                   "--min-region", region, "--merge-region", 20, "--max-error", 1.3, "--edge-length", 6 * job.height, "--detail-distance", 6, "--detail-error", detail]
        said = job.run([self.program, job.scene, job.cell, job.cell_height, job.height, job.radius, job.climb, job.slope, "--up", job.up, *options,
                        "--mset", "navmesh.mset"])
        if re.search(r", 0 polygons", said):
            raise adapter.Refused("no polygon")
        return {"options": options, "max_error": 1.3, "min_region": region * region}


adapter.main(Recast())
