#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds and runs a user's program against an installed tree by what pkg-config says. The program must not be linked with the libraries that are named.
usage: pkg_config.py PREFIX COMPILER SOURCE PACKAGE [LIBRARY...]. Exit status 77 without pkg-config."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile


def main():
    prefix, compiler, source, package, *unwanted = sys.argv[1:]
    if not shutil.which("pkg-config"):
        print("skipped: there is no pkg-config")
        return 77
    folders = {str(file.parent) for file in pathlib.Path(prefix).rglob(package + ".pc")}
    print(f"{package}.pc in {', '.join(folders)}")
    environment = {**os.environ, "PKG_CONFIG_PATH": ":".join(folders)}
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", package], env=environment, check=True, capture_output=True, text=True).stdout.split()
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "program"
        subprocess.run([compiler, "-std=c++20", source, "-o", program, *flags], check=True)
        linked = subprocess.run(["readelf", "--dynamic", program], check=True, capture_output=True, text=True).stdout
        needless = [name for name in unwanted if f"[lib{name}.so" in linked]
        if needless or "[libgmp.so" not in linked:
            print(f"the program needs {', '.join(needless) or 'no GMP'}:\n{linked}")
            return 1
        return subprocess.run([program], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
