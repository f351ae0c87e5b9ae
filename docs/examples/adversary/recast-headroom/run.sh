#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# empty in headroom: exit status 1 while the finding holds, 0 once it does not. BAKER and PLUMB name other programs.
# By hand:
#   python3 -B ../../../../tests/peers/bakers/recast/bake.py scene.obj agent.json out
#   plumb audit scene.obj out/navmesh.* --up y --numbers float --sides up --stance stand=0.6875 --step 0.0625 --slope 45 --radius 0 --bad-faces drop --climb 0.0625 --cell 0.125,0.0625 --max-error 1.3 --min-region 64
cd "$(dirname "$0")" || exit 2
exec "${PLUMB:-plumb}" fuzz --again . --baker "${BAKER:-python3 -B ../../../../tests/peers/bakers/recast/bake.py}" --seconds 60 --memory 2147483648
