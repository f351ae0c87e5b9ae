# SPDX-License-Identifier: GPL-3.0-or-later
# `make deb`: what `cmake --install` installs, as a Debian package.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME plumb)
set(CPACK_PACKAGE_CONTACT "The Plumb authors <plumb@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "exact ground truth for navigation meshes")
set(CPACK_PACKAGE_DESCRIPTION "Computes with exact arithmetic which parts of a 3D level an agent can stand on, and proves it: programs, libraries, headers and documents.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# For those who build with its libraries.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "libgmp-dev, libmpfr-dev, libboost-dev, robin-map-dev, libglpk-dev, libqsopt-ex-dev, librecast-dev, libdraco-dev, libmeshoptimizer-dev")
set(CPACK_STRIP_FILES ON)
include(CPack)
