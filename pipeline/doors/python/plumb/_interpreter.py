# SPDX-License-Identifier: GPL-3.0-or-later
"""Refuses sub-interpreters, before anything of the extension runs: its types, and what keeps them, are those of the whole process."""
import importlib


def require_main():
    for name in ("_interpreters", "_xxsubinterpreters"):  # since Python 3.13, and before
        try:
            interpreters = importlib.import_module(name)
        except ImportError:
            continue
        if interpreters.get_current() != interpreters.get_main():
            raise ImportError("plumb cannot be used in a sub-interpreter; use a thread or a process")
        return


require_main()
