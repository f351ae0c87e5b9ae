# SPDX-License-Identifier: GPL-3.0-or-later
# With BUILD_SHARED_LIBS: libplumb.so, which holds all libraries whole. Its version is Plumb's. A minor version may change the binary interface.
file(CONFIGURE OUTPUT shared.cpp CONTENT "")
add_library(plumb_shared SHARED ${CMAKE_CURRENT_BINARY_DIR}/shared.cpp)
set_target_properties(plumb_shared PROPERTIES OUTPUT_NAME plumb VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(whole ${archives} plumb_checker plumb_sha256 plumb_program_memory plumb_partition plumb_vcd plumb_surface plumb_plan plumb_kernel)
list(JOIN whole "," whole)
# The archives link one another, too; these links are to be the same ones.
set_target_properties(plumb_shared PROPERTIES LINK_LIBRARY_OVERRIDE "WHOLE_ARCHIVE,${whole}")
target_link_libraries(plumb_shared PRIVATE "$<LINK_LIBRARY:WHOLE_ARCHIVE,${whole}>")

# What its headers need.
foreach(library IN LISTS archives ITEMS plumb_partition plumb_vcd plumb_surface plumb_plan plumb_kernel)
  target_include_directories(plumb_shared INTERFACE $<BUILD_INTERFACE:$<TARGET_PROPERTY:${library},INTERFACE_INCLUDE_DIRECTORIES>>)
endforeach()
target_include_directories(plumb_shared INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_compile_features(plumb_shared INTERFACE cxx_std_20)
target_compile_options(plumb_shared INTERFACE -ffp-contract=off)  # kernel/CMakeLists.txt says why
target_link_libraries(plumb_shared INTERFACE plumb::gmp plumb::mpfr Boost::headers tsl::robin_map)
plumb_install_component(shared PACKAGES PlumbGMP PlumbMPFR Boost tsl-robin-map)
