# SPDX-License-Identifier: GPL-3.0-or-later
"""Refuses what the extension cannot run in, before anything of it runs: another Python than it was built for, and sub-interpreters, since its types, and what keeps them, are those of the
whole process."""
import importlib
import importlib.machinery
import os
import sys


def require_built():
    """The extension's name says which Python it is for."""
    folder = os.path.dirname(os.path.abspath(__file__))
    built = sorted(name for name in os.listdir(folder) if name.startswith("_plumb.") and name.endswith((".so", ".pyd")))
    if built and not any("_plumb" + suffix in built for suffix in importlib.machinery.EXTENSION_SUFFIXES):
        raise ImportError(f"plumb in {folder} is built for another Python ({', '.join(built)}) than {sys.executable} ({sys.version.split()[0]}); run the one that it was built with: "
                          "/usr/bin/python3, unless another one was named to CMake")


def require_main():
    for name in ("_interpreters", "_xxsubinterpreters"):  # since Python 3.13, and before
        try:
            interpreters = importlib.import_module(name)
        except ImportError:
            continue
        if interpreters.get_current() != interpreters.get_main():
            raise ImportError("plumb cannot be used in a sub-interpreter; use a thread or a process")
        return


require_built()
require_main()
