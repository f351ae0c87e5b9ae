# SPDX-License-Identifier: GPL-3.0-or-later
# The documents that are installed, and `make deb`: what `cmake --install` installs, as Debian packages. A package is what install() calls a component.
set(doc_dir ${CMAKE_INSTALL_DATADIR}/doc)
install(FILES LICENSE README.md CHANGELOG.md CONTRIBUTING.md CITATION.cff DESTINATION ${doc_dir}/plumb COMPONENT plumb-doc)
install(DIRECTORY docs DESTINATION ${doc_dir}/plumb COMPONENT plumb-doc
  FILES_MATCHING PATTERN "*.md" PATTERN "*.json" PATTERN "*.png" PATTERN "*.svg" PATTERN "*.csv" PATTERN "*.obj" PATTERN "*.cpp" PATTERN "*.py" PATTERN "*.sh" PATTERN "*.ipynb" PATTERN "*.v")
# What documents lead to outside of docs/.
install(FILES kernel/README.md DESTINATION ${doc_dir}/plumb/kernel COMPONENT plumb-doc)
install(DIRECTORY kernel/examples DESTINATION ${doc_dir}/plumb/kernel COMPONENT plumb-doc)
install(FILES tests/consumer/use_pipeline.cpp DESTINATION ${doc_dir}/plumb/tests/consumer COMPONENT plumb-doc)
install(FILES tests/consumer/query/use_query.cpp DESTINATION ${doc_dir}/plumb/tests/consumer/query COMPONENT plumb-doc)
install(FILES tests/scenes/make_layer_environments.py DESTINATION ${doc_dir}/plumb/tests/scenes COMPONENT plumb-doc)

set(CPACK_COMPONENTS_ALL plumb libplumb-dev plumb-doc)
if(PLUMB_PYTHON)
  list(APPEND CPACK_COMPONENTS_ALL python3-plumb blender-plumb)
endif()
foreach(package IN LISTS CPACK_COMPONENTS_ALL)
  if(NOT PLUMB_PYTHON_DIR STREQUAL ".")  # that of a wheel, which has the component's files alone
    install(FILES LICENSE DESTINATION ${doc_dir}/${package} RENAME copyright COMPONENT ${package})
  endif()
  string(TOUPPER ${package} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${package})
endforeach()
set(CPACK_GENERATOR DEB)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_PACKAGE_NAME plumb)
set(CPACK_PACKAGE_CONTACT "The Plumb authors <plumb@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "exact ground truth for navigation meshes")
set(CPACK_COMPONENT_PLUMB_DESCRIPTION "exact ground truth for navigation meshes
 Computes with exact arithmetic which parts of a 3D level an agent can stand on, proves it, and judges navmeshes by it: programs and their manual.")
set(CPACK_COMPONENT_LIBPLUMB-DEV_DESCRIPTION "exact ground truth for navigation meshes: libraries
 Static libraries and headers, for CMake and pkg-config.")
set(CPACK_COMPONENT_PLUMB-DOC_DESCRIPTION "exact ground truth for navigation meshes: documents
 Guides, definitions, formats, schemas and examples.")
set(CPACK_COMPONENT_PYTHON3-PLUMB_DESCRIPTION "exact ground truth for navigation meshes: the module of Python
 The bake, audits and everything between, with arrays of NumPy and exact Fractions.")
set(CPACK_COMPONENT_BLENDER-PLUMB_DESCRIPTION "exact ground truth for navigation meshes: the add-on of Blender
 Bakes the objects of a scene, and audits navmeshes, in the sidebar of the 3D viewport.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PLUMB_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_LIBPLUMB-DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_PLUMB-DOC_PACKAGE_SECTION doc)
set(CPACK_DEBIAN_PLUMB_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PYTHON3-PLUMB_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON3-PLUMB_PACKAGE_SHLIBDEPS ON)
# The extension is for one minor version of Python, as its name says.
math(EXPR next_python "${Python_VERSION_MINOR} + 1")
set(CPACK_DEBIAN_PYTHON3-PLUMB_PACKAGE_DEPENDS
  "python3 (>= ${Python_VERSION_MAJOR}.${Python_VERSION_MINOR}), python3 (<< ${Python_VERSION_MAJOR}.${next_python}), python3-numpy")
set(CPACK_DEBIAN_PLUMB-DOC_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_BLENDER-PLUMB_PACKAGE_SECTION graphics)
set(CPACK_DEBIAN_BLENDER-PLUMB_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_BLENDER-PLUMB_PACKAGE_DEPENDS "blender, python3-plumb")
# For those who build with its libraries.
set(CPACK_DEBIAN_LIBPLUMB-DEV_PACKAGE_DEPENDS
  "libgmp-dev, libmpfr-dev, libboost-dev, robin-map-dev, libglpk-dev, libqsopt-ex-dev, librecast-dev, libdraco-dev, libmeshoptimizer-dev, zlib1g-dev")
set(CPACK_DEBIAN_PLUMB_PACKAGE_SUGGESTS "plumb-doc")
set(CPACK_STRIP_FILES ON)
include(CPack)
