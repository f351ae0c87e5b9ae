# SPDX-License-Identifier: GPL-3.0-or-later
"""plumb.html in a browser, as a person uses it: levels, fields, sliders, places and files."""
import base64
import contextlib
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "view"))
from browser import Browser, skip_without_browser  # noqa: E402,F401

# Gives files to the page as if they had been dropped: at a share of its width.
DROP = """
const [files, share] = arguments;
const data = new DataTransfer();
for (const [name, text] of files) data.items.add(new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], name));
const at = { dataTransfer: data, clientX: innerWidth * share, clientY: 300, bubbles: true, cancelable: true };
window.dispatchEvent(new DragEvent("dragover", at));
window.dispatchEvent(new DragEvent("drop", at));
"""
# Keeps what the page gives to be saved: the names and the bytes.
CATCH_FILES = """
window.saved = [];
const make = URL.createObjectURL;
const blobs = new Map();
URL.createObjectURL = (blob) => { const url = make.call(URL, blob); blobs.set(url, blob); return url; };
HTMLAnchorElement.prototype.click = function () {
  const name = this.download;
  blobs.get(this.href).arrayBuffer().then((bytes) => window.saved.push([name, btoa(Array.from(new Uint8Array(bytes), (b) => String.fromCharCode(b)).join(""))]));
};
"""


class BakingPage:
    def __init__(self, browser, page):
        self.browser, self.url = browser, "file://" + os.path.abspath(page)
        self.count = 0

    def open(self, fragment=""):
        """Opens the page anew, without a level."""
        self.browser.command("POST", "/url", {"url": "about:blank"})
        self.browser.command("POST", "/url", {"url": self.url + fragment})
        self.browser.until("return !document.getElementById('message')", "the page to begin", 60)
        self.count = 0

    def baked(self, seconds=120):
        """Waits for one more bake than there were."""
        self.count += 1
        self.browser.until(f"return (window.plumb?.baking?.baked ?? 0) >= {self.count} || document.getElementById('errors')?.innerText", "a bake", seconds)
        assert not self.errors(), f"the page says {self.errors()!r}"
        self.browser.settle()

    def errors(self):
        return self.browser.text("#errors")

    def choose(self, level):
        self.choice("inside", level)
        self.baked()

    def choice(self, element, value):
        self.browser.run("const s = document.getElementById(arguments[0]); s.value = arguments[1]; s.dispatchEvent(new Event('change'))", element, value)

    def drop(self, files, share=0.1):
        self.browser.run(DROP, [[name, base64.b64encode(content).decode()] for name, content in files.items()], share)

    def field(self, name, text):
        """Types a value into a field, and bakes."""
        self.browser.run("const s = document.getElementById(arguments[0]); s.value = arguments[1]; s.dispatchEvent(new Event('change'))", f"value-{name}", text)
        self.baked()

    def slide(self, name, *places):
        """Moves a slider over places of its 400."""
        for place in places:
            self.browser.run("const s = document.getElementById(arguments[0]); s.value = arguments[1]; s.dispatchEvent(new Event('input'))", f"slide-{name}", place)

    def arguments(self):
        """The options, as the page gives them to the command."""
        return self.browser.run("return window.plumb.baking.settings.arguments()")

    def settings(self):
        return self.browser.run("return window.plumb.baking.settings.values")

    def two_places(self, first, second, seconds=300):
        """Asks about two points of the file, and waits for all answers."""
        script = "const app = window.plumb.baking.app; app.answer.select(app.spotAt(arguments[0].map(window.plumb.number))); app.answer.compare(app.spotAt(arguments[1].map(window.plumb.number)))"
        self.browser.run(script, first, second)
        self.browser.until("return window.plumb.baking.reach.isDone", "the answers", seconds)

    def reached(self):
        """The answers for two places: of each stance, as the page shows them."""
        return self.browser.run("return window.plumb.baking.reach.found")

    def areas(self):
        """The exact areas and the counts of cells by verdict."""
        return self.browser.run("return window.plumb.baking.app.model.verdicts.map((v) => [v.name, v.cells, v.area])")


@contextlib.contextmanager
def opened(page, **options):
    with Browser(1280, 760, more=["--js-flags=--expose-gc", "--enable-precise-memory-info"], **options) as browser:
        yield BakingPage(browser, page)


def plumb(program, *arguments, folder=None, expected=(0, 1)):
    """What the native command prints."""
    ran = subprocess.run([program, *arguments], cwd=folder, capture_output=True, text=True)
    assert ran.returncode in expected, f"plumb {' '.join(arguments)} ended with {ran.returncode}: {ran.stderr}"
    return ran.stdout
