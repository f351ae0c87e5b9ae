#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the page of city_100k: its bytes over those of the .obj, the seconds until it is drawn, and those of a click.

  bench.py PLUMB

The level comes from ../shared; without it, or without a browser, nothing is measured."""
import os
import subprocess
import sys
import tempfile
import time

from browser import Browser, skip_without_browser

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MAKE = os.path.join(ROOT, "../shared/scenes/tools/gen_scenes.py")


def main():
    skip_without_browser()
    if not os.path.exists(MAKE):
        print("skipped: ../shared is not there")
        return
    with tempfile.TemporaryDirectory() as folder, Browser(1000, 700) as browser:
        subprocess.run([sys.executable, MAKE, folder], check=True, capture_output=True)
        level, obj, page = (os.path.join(folder, name) for name in ("city_100k.obj", "out.obj", "page.html"))
        start = time.monotonic()
        subprocess.run([sys.argv[1], "bake", level, "--up", "z", "--quiet", "-o", obj], check=True)
        baked = time.monotonic()
        subprocess.run([sys.argv[1], "bake", level, "--up", "z", "--quiet", "-o", page], check=True)
        written = time.monotonic()
        browser.open("file://" + page)
        browser.picture()  # waits for what is drawn
        drawn = time.monotonic()
        left, top, width, height = browser.canvas()
        clicks = []
        for i in range(5):
            start_click = time.monotonic()
            browser.click(left + width * (0.4 + 0.04 * i), top + height * 0.5)
            clicks.append(time.monotonic() - start_click)
        size, of_obj = os.path.getsize(page), os.path.getsize(obj)
        print(f"page of city_100k: {size / 1e6:.2f} MB, {size / of_obj:.2f} of the .obj; baked in {written - baked:.2f} s (.obj {baked - start:.2f} s), "
              f"drawn in {drawn - written:.2f} s, a click answered in {clicks[0]:.2f} s at first and {max(clicks[1:]):.2f} s at most later")


if __name__ == "__main__":
    main()
