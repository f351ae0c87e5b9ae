# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes a wheel of the module (PEP 517): scikit-build has CMake build and install the component python3-plumb, and packs what that installs."""
import os
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def _setup(*words):
    import skbuild
    version = re.search(r"PLUMB_VERSION (\d+\.\d+\.\d+)", (ROOT / "kernel/cmake/version.cmake").read_text())[1]
    before = sys.argv
    sys.argv = ["setup.py", *words]
    try:
        skbuild.setup(
            name="plumb", version=version, description="Exact ground truth for navigation meshes", license="GPL-3.0-or-later", python_requires=">=3.9", install_requires=["numpy"],
            packages=["plumb"], package_dir={"plumb": "pipeline/doors/python/plumb"}, package_data={"plumb": ["*.pyi", "py.typed"]}, include_package_data=False, zip_safe=False,
            cmake_install_dir="pipeline/doors/python",
            cmake_args=["-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS_RELEASE=-O2 -DNDEBUG", "-DPLUMB_TESTS=OFF", "-DPLUMB_PYTHON=ON", "-DPLUMB_PYTHON_DIR=.",
                        f"-DPython_EXECUTABLE={sys.executable}"],
            cmake_with_sdist=False, cmake_install_target="install-python3-plumb")
    finally:
        sys.argv = before


def get_requires_for_build_wheel(config_settings=None):
    return []


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    os.chdir(ROOT)
    before = set(os.listdir(wheel_directory))
    _setup("bdist_wheel", "--dist-dir", os.path.abspath(wheel_directory))
    return next(name for name in os.listdir(wheel_directory) if name.endswith(".whl") and name not in before)
