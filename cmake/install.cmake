# SPDX-License-Identifier: GPL-3.0-or-later
# Libraries, headers and the command line, found afterwards with find_package(plumb).
include(CMakePackageConfigHelpers)
set(plumb_config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/plumb)

set_target_properties(plumb_kernel PROPERTIES EXPORT_NAME kernel)
set_target_properties(plumb_vcd PROPERTIES EXPORT_NAME vcd)
set_target_properties(plumb_partition PROPERTIES EXPORT_NAME partition)
set_target_properties(plumb_checker PROPERTIES EXPORT_NAME checker)
set_target_properties(plumb_sha256 PROPERTIES EXPORT_NAME sha256)
set_target_properties(plumb_pipeline PROPERTIES EXPORT_NAME pipeline)
get_property(rooms GLOBAL PROPERTY PLUMB_ROOMS)
set(room_targets)
foreach(room IN LISTS rooms)
  set_target_properties(plumb_${room} PROPERTIES EXPORT_NAME ${room})
  list(APPEND room_targets plumb_${room})
  install(DIRECTORY pipeline/${room}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
endforeach()
install(TARGETS plumb_kernel plumb_vcd plumb_partition plumb_sha256 plumb_checker ${room_targets} plumb_pipeline EXPORT plumb_targets)
install(DIRECTORY kernel/include/ kernel/vcd/include/ partition/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h")
if(TARGET plumb)
  install(TARGETS plumb)
endif()
install(TARGETS plumb-check)
install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})

install(EXPORT plumb_targets NAMESPACE plumb:: DESTINATION ${plumb_config_dir})
configure_package_config_file(cmake/plumb-config.cmake.in plumb-config.cmake INSTALL_DESTINATION ${plumb_config_dir})
write_basic_package_version_file(plumb-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/plumb-config.cmake ${PROJECT_BINARY_DIR}/plumb-config-version.cmake
  DESTINATION ${plumb_config_dir})
