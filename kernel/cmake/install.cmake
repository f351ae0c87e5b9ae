# SPDX-License-Identifier: LGPL-3.0-or-later
# Libraries are components of the package plumb: find_package(plumb COMPONENTS kernel).
include_guard(GLOBAL)
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)
if(NOT PLUMB_INSTALL)
  function(plumb_install_component)
  endfunction()
  function(plumb_install_pc)
  endfunction()
  return()
endif()
set(plumb_cmake_dir ${CMAKE_CURRENT_LIST_DIR})
set(plumb_config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/plumb)
install(CODE "
  set(BUILD ${PROJECT_BINARY_DIR})
  include(${plumb_cmake_dir}/check_built.cmake)" ALL_COMPONENTS)

configure_package_config_file(${plumb_cmake_dir}/plumb-config.cmake.in plumb-config.cmake INSTALL_DESTINATION ${plumb_config_dir})
write_basic_package_version_file(plumb-config-version.cmake VERSION ${PLUMB_VERSION} COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/plumb-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/plumb-config-version.cmake
  ${plumb_cmake_dir}/FindPlumbGMP.cmake ${plumb_cmake_dir}/FindPlumbMPFR.cmake DESTINATION ${plumb_config_dir})

# plumb_install_component(NAME [HEADERS FOLDER] [COMPONENTS NAME...] [PACKAGES NAME...]): installs the library plumb_NAME as
# plumb::NAME, its public headers, and the word of what it needs: other components, and packages that find_package() knows.
function(plumb_install_component component)
  cmake_parse_arguments(PARSE_ARGV 1 its "" "HEADERS" "COMPONENTS;PACKAGES")
  set_target_properties(plumb_${component} PROPERTIES EXPORT_NAME ${component})
  install(TARGETS plumb_${component} EXPORT plumb-${component}-targets)
  install(EXPORT plumb-${component}-targets NAMESPACE plumb:: DESTINATION ${plumb_config_dir})
  if(its_HEADERS)
    install(DIRECTORY ${its_HEADERS}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
  endif()
  configure_file(${plumb_cmake_dir}/plumb-component.cmake.in plumb-${component}.cmake @ONLY)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/plumb-${component}.cmake DESTINATION ${plumb_config_dir})
endfunction()

# plumb_install_pc(FILE): installs FILE.in as the word for pkg-config, which finds the rest from where it stands.
function(plumb_install_pc file)
  cmake_path(GET file FILENAME name)
  file(RELATIVE_PATH plumb_prefix_from_pc /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
  configure_file(${file}.in ${name} @ONLY)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${name} DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()
