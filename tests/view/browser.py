# SPDX-License-Identifier: GPL-3.0-or-later
"""Drives a browser by WebDriver's HTTP, with the standard library alone, and reads what its canvas shows.

Browser() starts Debian's chromedriver with a headless Chromium; where there is none, missing() says so and tests end
with 77, which ctest shows as skipped. Input is real: pointer and key actions that the browser carries out."""
import base64
import collections
import json
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import zlib

ARGUMENTS = ["--headless=new", "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-dev-shm-usage",
             "--hide-scrollbars", "--disable-gpu-rasterization", "--force-device-scale-factor=1", "--allow-file-access-from-files",
             "--disable-extensions", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run",
             "--disable-features=WebUIOmniboxPopup,WebUIOmniboxFullPopup,WebUIOmniboxAimPopup"]  # a page of the browser's own that takes a second
KEYS = {"PageUp": "\ue00e", "PageDown": "\ue00f", "Escape": "\ue00c", "Enter": "\ue007", "Left": "\ue012", "Up": "\ue013", "Right": "\ue014",
        "Down": "\ue015", "Shift": "\ue008", "Tab": "\ue004"}
# The bytes of the canvas's pixels, compressed: Python takes seconds to unpack a PNG.
READ_PIXELS = """
const done = arguments[arguments.length - 1];
const canvas = document.getElementById("canvas");
const copy = Object.assign(document.createElement("canvas"), { width: canvas.width, height: canvas.height });
const context = copy.getContext("2d", { willReadFrequently: true });
context.drawImage(canvas, 0, 0);
const { data } = context.getImageData(0, 0, copy.width, copy.height);
new Response(new Blob([data]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer().then((packed) => {
  const bytes = new Uint8Array(packed);
  let text = "";
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  done([copy.width, copy.height, btoa(text)]);
});
"""
# Ends when nothing is left to draw, or with false after a second: the page looks itself, as each question from outside takes time of a busy processor.
SETTLED = """
const done = arguments[arguments.length - 1];
const end = performance.now() + 1000;
const look = () => {
  if (!window.plumb.waiting() && window.plumb.drawn() > 0) done(true);
  else if (performance.now() > end) done(false);
  else setTimeout(look, 5);
};
look();
"""
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


def missing():
    """What is missing for tests in a browser; empty: nothing."""
    return ", ".join(name for name in ("chromium", "chromedriver") if not shutil.which(name))


def skip_without_browser():
    if missing():
        print(f"skipped: there is no {missing()}")
        sys.exit(77)


def rgb(colour):
    """The numbers of a colour as CSS writes it, #rrggbb."""
    return tuple(int(colour[i:i + 2], 16) for i in (1, 3, 5))


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Browser:
    """The window is small, but wide enough for the panels to be beside the picture: a software renderer's time goes with the pixels."""

    def __init__(self, width=780, height=460, more=(), preferences=None):
        self.port = free_port()
        self.folder = tempfile.TemporaryDirectory(prefix="plumb_view_")
        self.driver = subprocess.Popen(["chromedriver", f"--port={self.port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.session = None
        for _ in range(200):
            try:
                if self.request("GET", "/status")["ready"]:
                    break
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.05)
        options = {"args": [*ARGUMENTS, f"--window-size={width},{height}", f"--user-data-dir={self.folder.name}", *more], "prefs": preferences or {}}
        wanted = {"browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}
        try:
            self.session = self.request("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]
        except RuntimeError as error:
            if "session not created" not in str(error):
                raise
            print(f"skipped: the browser does not start here: {error}")
            self.driver.kill()
            sys.exit(77)
        self.command("POST", "/timeouts", {"script": 300_000, "pageLoad": 300_000})  # a busy machine draws slowly

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.request("DELETE", f"/session/{self.session}")
        finally:
            self.driver.terminate()
            self.driver.wait()
            self.folder.cleanup()

    def request(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        ask = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(ask, timeout=400) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(error.read().decode()[:2000]) from None

    def command(self, method, path, body=None):
        return self.request(method, f"/session/{self.session}{path}", body)

    def run(self, script, *arguments):
        """The value of a function body of JavaScript."""
        return self.command("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def open(self, url, wait=True):
        """Loads a page anew, also where the address differs from that of the page that is shown by what follows # alone."""
        if "#" in url:
            self.command("POST", "/url", {"url": "about:blank"})
        self.command("POST", "/url", {"url": url})
        if wait:
            self.until("return Boolean(window.plumb?.ready)", "the page to be ready")
            self.settle()

    def until(self, script, what, seconds=300):
        end = time.monotonic() + seconds
        while not self.run(script):
            if time.monotonic() > end:
                raise AssertionError(f"waited in vain for {what}; the page says: {self.run('return document.body.innerText')[:300]!r}")
            time.sleep(0.05)

    def settle(self, seconds=300):
        """Waits until nothing is left to draw."""
        end = time.monotonic() + seconds
        while not self.command("POST", "/execute/async", {"script": SETTLED, "args": []}):
            assert time.monotonic() < end, "waited in vain for the picture to be drawn"

    def click(self, x, y, shift=False):
        """A real click at a place of the window."""
        keys = [{"type": "key", "id": "keys", "actions": [{"type": "keyDown" if shift else "pause", **({"value": KEYS["Shift"]} if shift else {})}, {"type": "pause"},
                {"type": "pause"}, {"type": "pause"}, {"type": "keyUp" if shift else "pause", **({"value": KEYS["Shift"]} if shift else {})}]}]
        pointer = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [
            {"type": "pause"}, {"type": "pointerMove", "duration": 0, "x": round(x), "y": round(y)}, {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0}, {"type": "pause"}]}
        self.command("POST", "/actions", {"actions": [*keys, pointer]})
        self.settle()

    def drag(self, x, y, dx, dy, kind="mouse"):
        pointer = {"type": "pointer", "id": f"{kind}1", "parameters": {"pointerType": kind}, "actions": [
            {"type": "pointerMove", "duration": 0, "x": round(x), "y": round(y)}, {"type": "pointerDown", "button": 0},
            {"type": "pointerMove", "duration": 100, "x": round(x + dx), "y": round(y + dy)}, {"type": "pointerUp", "button": 0}]}
        self.command("POST", "/actions", {"actions": [pointer]})
        self.settle()

    def press(self, *names):
        actions = []
        for name in names:
            value = KEYS.get(name, name)
            actions += [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
        self.command("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})
        self.settle()

    def find(self, selector):
        return self.command("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]

    def press_button(self, selector, settle=True):
        """A real click on an element that is scrolled into sight. Of several clicks the last alone has to wait for the picture."""
        self.command("POST", f"/element/{self.find(selector)}/click", {})
        if settle:
            self.settle()

    def type_into(self, selector, text):
        self.command("POST", f"/element/{self.find(selector)}/value", {"text": text})

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0])?.innerText ?? null", selector)

    def canvas(self):
        """Left, top, width and height of the canvas in the window."""
        return self.run("const b = document.getElementById('canvas').getBoundingClientRect(); return [b.left, b.top, b.width, b.height]")

    def picture(self):
        """The canvas as it is drawn."""
        self.settle()
        width, height, packed = self.command("POST", "/execute/async", {"script": READ_PIXELS, "args": []})
        return Picture(width, height, zlib.decompress(base64.b64decode(packed), -15))

    def png(self):
        self.settle()
        return base64.b64decode(self.run("return document.getElementById('canvas').toDataURL('image/png')").split(",")[1])

    def screenshot(self):
        return base64.b64decode(self.command("GET", "/screenshot"))

    def messages(self):
        """What the console was told since the last call."""
        return [m["message"] for m in self.command("POST", "/se/log", {"type": "browser"})]

    def requests(self):
        """The addresses that were asked for since the last call."""
        out = []
        for entry in self.command("POST", "/se/log", {"type": "performance"}):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                out.append(message["params"]["request"]["url"])
        return out

    def size(self, width, height):
        self.command("POST", "/window/rect", {"width": width, "height": height})
        time.sleep(0.3)


class Picture:
    """The pixels of a canvas, four bytes each: red, green, blue and 255."""

    def __init__(self, width, height, data):
        assert len(data) == 4 * width * height
        self.width, self.height, self.data = width, height, data
        self.words = memoryview(data).cast("I")  # a pixel each

    def pixel(self, x, y):
        return tuple(self.data[4 * (y * self.width + x):][:3])

    def channel(self, number):
        return self.data[number::4]

    def colours(self):
        """How many pixels each colour has."""
        return {tuple(word.to_bytes(4, sys.byteorder)[:3]): count for word, count in collections.Counter(self.words).items()}

    def differing(self, other):
        """The pairs of colours of the pixels in which two pictures of one size differ."""
        pairs = collections.Counter((a, b) for a, b in zip(self.words, other.words) if a != b)
        return {tuple(tuple(word.to_bytes(4, sys.byteorder)[:3]) for word in pair) for pair in pairs}
