#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Installs a library that is not built: nothing is copied, and what is missing is told. Once it is built all is there, and a component asks for its own files alone.
usage: check_install.py CMAKE_MODULES"""
import pathlib
import subprocess
import sys
import tempfile

PROJECT = """cmake_minimum_required(VERSION 3.25)
project(plumb LANGUAGES CXX)
set(PLUMB_VERSION 0.1.0)
set(PLUMB_INSTALL ON)
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME libplumb-dev)
include(MODULES/install.cmake)
foreach(name kernel vcd)
  file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp "int ${name}() { return 1; }")
  add_library(plumb_${name} STATIC ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  plumb_install_component(${name})
endforeach()
install(FILES ${CMAKE_CURRENT_SOURCE_DIR}/CMakeLists.txt DESTINATION share/doc COMPONENT doc)
"""


def run(*command):
    return subprocess.run([str(c) for c in command], capture_output=True, text=True)


def main():
    with tempfile.TemporaryDirectory() as folder:
        source, build, prefix = (pathlib.Path(folder) / name for name in ("source", "build", "prefix"))
        source.mkdir()
        (source / "CMakeLists.txt").write_text(PROJECT.replace("MODULES", sys.argv[1]))
        assert run("cmake", "-S", source, "-B", build).returncode == 0
        install = ("cmake", "--install", build, "--prefix", prefix)
        assert run("cmake", "--build", build, "--target", "plumb_kernel").returncode == 0
        refused = run(*install)
        said = " ".join(refused.stderr.split())
        assert refused.returncode != 0 and not prefix.exists(), "a half-built library is installed"
        assert "1 of the files to be installed are not built" in said and "libplumb_vcd.a: nothing is installed" in said and f"cmake --build {build}" in said, said
        assert run(*install, "--component", "doc").returncode == 0 and [p.name for p in prefix.rglob("*") if p.is_file()] == ["CMakeLists.txt"]
        assert run("cmake", "--build", build).returncode == 0
        whole = run(*install)
        assert whole.returncode == 0, whole.stderr
        assert len(list(prefix.glob("lib/**/libplumb_*.a"))) == 2
    print("what is not built is not installed by halves")
    return 0


if __name__ == "__main__":
    sys.exit(main())
