# SPDX-License-Identifier: GPL-3.0-or-later
"""Keeps the audits of a run of bakers.py, and writes a page of each level by `plumb view`, with the audits of all bakers to switch between.

The audits of one grade are kept, `default` or `given`, compressed, in OUT/audits/LEVEL-AGENT/BAKER-VARIANT.json.gz. The page names an audit by the file of its
navmesh, which is `navmesh.EXTENSION` for every baker; so what is kept has the baker and the variant there."""
import gzip
import json
import pathlib
import subprocess
import tempfile

from bakers_run import adapter

GRADES = ("default", "given")


def folder_of(out, key):
    return out / "audits" / f"{key['level']}-{key['agent']}"


def file_of(out, key):
    return folder_of(out, key) / ("-".join(filter(None, (key["baker"], key["variant"]))).replace("/", "_") + ".json.gz")


def wanted(key, row):
    """Whether the page of the level has the audit of this row."""
    return key["grade"] in GRADES and row["status"] == "baked"


def keep(out, key, audit):
    """Keeps an audit that a run has written."""
    target, data = file_of(out, key), json.loads(audit.read_text())
    data["navmesh"]["file"] = " ".join(filter(None, (key["baker"], key["variant"])))
    target.parent.mkdir(parents=True, exist_ok=True)
    with gzip.GzipFile(target.with_suffix(".new"), "wb", mtime=0) as file:
        file.write(json.dumps(data, separators=(",", ":")).encode())
    target.with_suffix(".new").replace(target)


def write(plumb, out, level, agent_name, scene, agent, rows):
    """Writes OUT/pages/LEVEL-AGENT.html of the rows of a level and agent, if an audit of it is newer; returns what is wrong, or None."""
    files = [file for row in rows if wanted(row, row) and (file := file_of(out, row)).exists()]
    page = out / "pages" / f"{level}-{agent_name}.html"
    if not files or (page.exists() and page.stat().st_mtime >= max(file.stat().st_mtime for file in files)):
        return None
    page.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        audits = []
        for file in sorted(files):
            audits.append(pathlib.Path(place) / file.stem)
            audits[-1].write_bytes(gzip.decompress(file.read_bytes()))
        words = [plumb, "view", scene, *audits, *adapter.plumb_words(agent), "--title", f"{level}, {agent_name}", "-o", page, "--quiet"]
        ran = subprocess.run(list(map(str, words)), capture_output=True, text=True)
    return f"{page}: {ran.stderr.strip()[-300:]}" if ran.returncode else None
