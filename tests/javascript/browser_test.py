#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The package in a browser: its modules as they are, from a server of files; a bake is the command's, bytes for bytes, its memory is given back, and nothing
is said on the console. browser_test.py FOLDER_OF_THE_PACKAGE PLUMB EXAMPLES"""
import functools
import http.server
import pathlib
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "view"))
from browser import Browser, skip_without_browser  # noqa: E402

SCRIPT = """
const done = arguments[arguments.length - 1];
(async () => {
  const { audit, bake, PlumbError } = await import("/browser.js");
  const bytes = new Uint8Array(await (await fetch("/ruin.obj")).arrayBuffer());
  let told = 0;
  const ruin = await bake(new File([bytes], "ruin.obj"), { step: "0.4", radius: "0.3", onProgress: () => ++told });
  const json = await ruin.bytes("json");
  const digest = await crypto.subtle.digest("SHA-256", json);
  const hexadecimal = [...new Uint8Array(digest)].map((b) => b.toString(16).padStart(2, "0")).join("");
  const floor = { vertices: [0, 0, 0, 4, 0, 0, 4, 4, 0, 0, 4, 0], indices: [[0, 1, 2, 3]], up: "z" };
  const found = await audit(ruin, await ruin.mesh());
  let area;
  for (let i = 0; i < 5; ++i) {
    const square = await bake(floor);
    area = square.area.stand.exact;
    square.free();
  }
  const refused = await bake({ name: "x.obj", bytes: "v 0 0 zero" }).catch((error) => error instanceof PlumbError && error.code);
  return [hexadecimal, told > 2, area, found.components.lost, refused];
})().then(done, (error) => done([String(error)]));
"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".js": "text/javascript", ".wasm": "application/wasm"}

    def log_message(self, *_):
        pass


def main():
    package, plumb, examples = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    skip_without_browser()
    with tempfile.TemporaryDirectory() as folder:
        served = pathlib.Path(folder)
        for file in package.iterdir():
            (served / file.name).symlink_to(file)
        (served / "ruin.obj").symlink_to(examples / "ruin.obj")
        (served / "index.html").write_text("<!DOCTYPE html><link rel=icon href=data:,><title>plumb-navmesh</title>")
        subprocess.run([plumb, "bake", "ruin.obj", "--step", "0.4", "--radius", "0.3", "--quiet", "-o", "expected.json"], cwd=served, check=True)
        expected = subprocess.run(["sha256sum", served / "expected.json"], capture_output=True, text=True, check=True).stdout.split()[0]
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=served)) as server, Browser() as browser:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            browser.command("POST", "/url", {"url": f"http://127.0.0.1:{server.server_port}/"})
            found = browser.command("POST", "/execute/async", {"script": SCRIPT, "args": []})
            said = browser.messages()
            server.shutdown()
    assert found == [expected, True, "16", 0, "bad_number"], (found, expected)
    assert not said, said
    print("the package bakes in a browser")


if __name__ == "__main__":
    main()
