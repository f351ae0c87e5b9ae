#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`plumb fuzz` on adapters that keep to no limit: it stays within its own time and memory, and leaves neither processes nor files.

  limits_test.py PLUMB WORK"""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
PLUMB, WORK = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
MEGABYTE = 1 << 20
ENDING = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
for ending in ENDING:
    signal.signal(ending, signal.SIG_DFL)  # a command ignores what the shell that started it in the background made it ignore


def fuzz(folder, way, *more):
    words = [PLUMB, "fuzz", "--baker", f"{sys.executable} -B {HERE / 'unruly.py'} {way}", "-o", folder, "--jobs", 1, "--families", "voxel", "--cell", "0.125,0.0625", *more]
    return subprocess.Popen([str(w) for w in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def ended(child):
    """(exit status, what it said, the most memory of this process alone in bytes)"""
    said = child.stdout.read()
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    child.stdout.close()
    return child.returncode, said, used.ru_maxrss * 1024


def lives(number):
    """Whether a process goes on; one that ended and waits for its parent does not."""
    try:
        return pathlib.Path(f"/proc/{number}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


class Limits(unittest.TestCase):
    def child_of(self, search):
        """The number of a process that an adapter of this search has started."""
        told = self.folder / "work/0/baker/out/locked/child"
        while not (told.exists() and told.read_text()):
            self.assertIsNone(search.poll(), search.poll() is None or search.stdout.read())
            time.sleep(0.01)
        return int(told.read_text())

    def setUp(self):
        self.folder = WORK / self._testMethodName
        shutil.rmtree(self.folder, ignore_errors=True)

    def test_a_version_that_waits(self):
        begun = time.monotonic()
        status, said, _ = ended(fuzz(self.folder, "version_waits", "--runs", 1, "--seconds", 1))
        self.assertEqual(status, 2)
        self.assertIn("--version' has no answer within --seconds", said)
        self.assertLess(time.monotonic() - begun, 500, "the adapter waits for 1,000 seconds")
        self.assertFalse(self.folder.exists())

    def test_a_version_that_takes_memory(self):
        status, said, _ = ended(fuzz(self.folder, "version_takes_memory", "--runs", 1, "--memory", "256M"))
        self.assertEqual(status, 2)
        self.assertIn("--version' fails", said)

    def unreadable(self, way):
        status, said, memory = ended(fuzz(self.folder, way, "--runs", 1))
        self.assertEqual(status, 1, said)
        self.assertLess(memory, 200 * MEGABYTE)
        facts = json.loads((self.folder / "summary.json").read_text())
        self.assertEqual([f["kind"] for f in facts["findings"]], ["unreadable"])
        self.assertFalse((self.folder / "work").exists())
        return next(self.folder.glob("unreadable*/finding.md")).read_text()

    def test_a_navmesh_of_300_megabytes(self):
        self.assertIn("navmesh.obj has more than 16 MB", self.unreadable("writes_much"))

    def test_settings_of_64_megabytes(self):
        self.assertIn("settings.json cannot be read", self.unreadable("writes_long_settings"))

    def test_a_pipe_in_place_of_a_navmesh(self):
        self.assertIn("navmesh.obj is no file", self.unreadable("writes_a_pipe"))

    def test_signals_end_children_and_remove_their_files(self):
        for number in ENDING:
            with self.subTest(number):
                shutil.rmtree(self.folder, ignore_errors=True)
                search = fuzz(self.folder, "has_a_child", "--runs", 3, "--seconds", 500)
                grandchild = self.child_of(search)
                self.assertTrue(lives(grandchild))
                begun = time.monotonic()
                search.send_signal(number)
                self.assertEqual(ended(search)[0], -number)
                while lives(grandchild) and time.monotonic() < begun + 100:  # killed, it takes a moment to end
                    time.sleep(0.01)
                self.assertFalse(lives(grandchild))
                self.assertFalse((self.folder / "work").exists())

    def test_files_of_a_killed_command_go_at_the_next(self):
        search = fuzz(self.folder, "has_a_child", "--runs", 1, "--seconds", 2)
        grandchild = self.child_of(search)
        search.kill()
        ended(search)
        os.kill(grandchild, signal.SIGKILL)
        self.assertTrue((self.folder / "work").exists())
        ended(fuzz(self.folder, "has_a_child", "--minutes", 0.001, "--seconds", 2))
        self.assertFalse((self.folder / "work").exists())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
