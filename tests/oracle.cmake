# SPDX-License-Identifier: GPL-3.0-or-later
# Checks of the stance map that share no code with the cutting.

# CGAL's boolean set operations are GPL; the tests may use them.
find_package(CGAL REQUIRED)
plumb_test_folder(peers peers plumb::pipeline CGAL::CGAL)
set_target_properties(plumb_tests_peers PROPERTIES UNITY_BUILD ON)  # CGAL's half takes longer to compile than all the rest
target_include_directories(plumb_tests_peers PRIVATE ${PROJECT_SOURCE_DIR}/kernel/tests)  # its support/property.h
if(PLUMB_SANITIZE)
  # CGAL's iterators of arrangements cast objects to types that they are not.
  add_library(plumb_no_vptr_checks INTERFACE)
  target_compile_options(plumb_no_vptr_checks INTERFACE -fno-sanitize=vptr)
  target_link_libraries(plumb_tests_peers PRIVATE plumb_no_vptr_checks)
endif()

# The ray oracle links GMP and nothing of ours.
file(GLOB oracle_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/oracle/*.cpp)
add_executable(plumb_ray_oracle ${oracle_sources})
target_link_libraries(plumb_ray_oracle PRIVATE plumb::gmp plumb_flags)

find_package(Python3 REQUIRED COMPONENTS Interpreter)
if(TARGET plumb)
  set(oracle_mutations Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/oracle/mutation_test.py
    --plumb $<TARGET_FILE:plumb> --oracle $<TARGET_FILE:plumb_ray_oracle> --examples ${PROJECT_SOURCE_DIR}/docs/examples)
  add_test(NAME "oracle: sees every mutation of a bake" COMMAND ${oracle_mutations})
  add_test(NAME "oracle: sees many mutations of a bake" COMMAND ${oracle_mutations} --each 12)
  set_tests_properties("oracle: sees many mutations of a bake" PROPERTIES LABELS soak)
  set(one_way Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/one_way/brute_force.py --plumb $<TARGET_FILE:plumb>)
  add_test(NAME "one-way: thresholds of drops and leaps, met and missed by 2^-40"
    COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/one_way/by_hand.py --plumb $<TARGET_FILE:plumb>)
  add_test(NAME "one-way: drops and leaps of lattice levels are those of the definitions" COMMAND ${one_way} --count 120)
  add_test(NAME "one-way: drops and leaps of 2,000 lattice levels are those of the definitions" COMMAND ${one_way} --count 2000 --seed 2)
  set_tests_properties("one-way: drops and leaps of 2,000 lattice levels are those of the definitions" PROPERTIES LABELS soak)
  set(explain_points Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/ask/explain_points.py --plumb $<TARGET_FILE:plumb> --source ${PROJECT_SOURCE_DIR})
  add_test(NAME "explain: many points are answered as each alone" COMMAND ${explain_points})
  add_test(NAME "explain: 10,000 points are answered as each alone" COMMAND ${explain_points} --count 10000)
  set_tests_properties("explain: 10,000 points are answered as each alone" PROPERTIES LABELS soak)
  set(run_scenes Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/scenes/run_scenes.py
    --plumb $<TARGET_FILE:plumb> --oracle $<TARGET_FILE:plumb_ray_oracle> --checker ${both_checkers}
    --scenes ${PROJECT_SOURCE_DIR}/../shared/scenes)
  add_test(NAME "scenes: a few levels against the oracle" COMMAND ${run_scenes} --quick)
  add_test(NAME "scenes: every level against the oracle" COMMAND ${run_scenes})
  set_tests_properties("scenes: a few levels against the oracle" "scenes: every level against the oracle" PROPERTIES SKIP_RETURN_CODE 77)
  set_tests_properties("scenes: every level against the oracle" PROPERTIES LABELS soak)
  add_test(NAME "scenes: levels of faces that touch themselves, or that rounding bent"
    COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/scenes/wound_levels.py $<TARGET_FILE:plumb> ${both_checkers} --oracle $<TARGET_FILE:plumb_ray_oracle>)
  add_test(NAME "scenes: areas do not depend on cuts, nor polygons on the common denominator"
    COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/scenes/same_by_numbers.py $<TARGET_FILE:plumb>)
  set(run_exports Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/scenes/run_exports.py $<TARGET_FILE:plumb> ${PROJECT_SOURCE_DIR}/../shared/scenes)
  add_test(NAME "exports: a few levels as engines join them" COMMAND ${run_exports} --quick)
  add_test(NAME "exports: every level as engines join them" COMMAND ${run_exports})
  add_test(NAME "exports: every level with a radius as engines join them" COMMAND ${run_exports} --radius)
  set(all_exports "exports: every level as engines join them" "exports: every level with a radius as engines join them")
  set_tests_properties("exports: a few levels as engines join them" ${all_exports} PROPERTIES SKIP_RETURN_CODE 77)
  set_tests_properties(${all_exports} PROPERTIES LABELS soak)
  set(own_files Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/scenes/own_files.py $<TARGET_FILE:plumb> ${PROJECT_SOURCE_DIR}/../shared/scenes ${PROJECT_SOURCE_DIR}/docs/guide/audit.md)
  add_test(NAME "audit: own files of a few levels pass the documented thresholds" COMMAND ${own_files} --quick)
  add_test(NAME "audit: own files of every level pass the documented thresholds, or are listed" COMMAND ${own_files})
  set_tests_properties("audit: own files of a few levels pass the documented thresholds" "audit: own files of every level pass the documented thresholds, or are listed"
    PROPERTIES SKIP_RETURN_CODE 77)
  set_tests_properties("audit: own files of every level pass the documented thresholds, or are listed" PROPERTIES LABELS soak)
  add_test(NAME "exports: rooms that are joined by what rounding leaves nothing of"
    COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/scenes/necks.py $<TARGET_FILE:plumb>)
  add_test(NAME "scenes: a GLB under turned roots is the same level"
    COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/scenes/turned_glb.py $<TARGET_FILE:plumb> ${PROJECT_SOURCE_DIR}/../shared/scenes)
  set_tests_properties("scenes: a GLB under turned roots is the same level" PROPERTIES SKIP_RETURN_CODE 77)
  add_test(NAME "scenes: a glTF is the OBJ of its rounded world positions"
    COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/scenes/nested_gltf.py $<TARGET_FILE:plumb> ${CMAKE_CURRENT_SOURCE_DIR}/corpus/scenes_other/nested_100.gltf)
  add_test(NAME "Godot: paths where portals lead"
    COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/peers/godot_paths.py $<TARGET_FILE:plumb> ${PROJECT_SOURCE_DIR}/../shared/scenes)
  set_tests_properties("Godot: paths where portals lead" PROPERTIES SKIP_RETURN_CODE 77)
  # The ways that Detour finds on a navmesh, held against plumb's routes.
  file(GLOB walk_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/peers/walk/*.cpp)
  add_executable(plumb_walk ${walk_sources})
  target_include_directories(plumb_walk PRIVATE ${PROJECT_SOURCE_DIR}/pipeline/judge/audit/src)
  target_include_directories(plumb_walk SYSTEM PRIVATE ${PLUMB_DETOUR_INCLUDE})
  target_link_libraries(plumb_walk PRIVATE plumb::pipeline ${PLUMB_DETOUR} plumb_flags)
  add_test(NAME "audit: a baseline over twenty commits, and the documents' jobs for two hosts"
    COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/scenes/audit_jobs.py $<TARGET_FILE:plumb> ${PROJECT_SOURCE_DIR}/docs/guide/audit.md)
  # Recast is there where its benchmarks are.
  find_library(PLUMB_RECAST Recast)
  if(PLUMB_RECAST)
    add_executable(plumb_recast_navmesh ${CMAKE_CURRENT_SOURCE_DIR}/peers/recast/recast_navmesh.cpp)
    target_include_directories(plumb_recast_navmesh SYSTEM PRIVATE ${PLUMB_DETOUR_INCLUDE})
    target_link_libraries(plumb_recast_navmesh PRIVATE ${PLUMB_RECAST} ${PLUMB_DETOUR} plumb_flags)
    add_test(NAME "audit: the documents' job fails on a bad mesh of Recast's, passes on a good one"
      COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/peers/audit_recipe.py $<TARGET_FILE:plumb>
        $<TARGET_FILE:plumb_recast_navmesh> ${PROJECT_SOURCE_DIR}/docs/guide/audit.md ${PROJECT_SOURCE_DIR}/../shared)
    set(make_figures Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/scenes/make_figures.py $<TARGET_FILE:plumb>
      $<TARGET_FILE:plumb_recast_navmesh> ${PROJECT_SOURCE_DIR}/../shared/scenes --check)
    add_test(NAME "house: every picture of a shipped level is of what is drawn now" COMMAND ${make_figures} --own)
    add_test(NAME "house: every picture is of what is drawn now" COMMAND ${make_figures})
    set_tests_properties("house: every picture is of what is drawn now" PROPERTIES LABELS soak)
    set_tests_properties("audit: the documents' job fails on a bad mesh of Recast's, passes on a good one" PROPERTIES SKIP_RETURN_CODE 77)
  endif()
  # The table of bakers. No test installs what npm has: an adapter whose baker is not there is skipped.
  set(bakers_test ${CMAKE_COMMAND} -E env PLUMB=$<TARGET_FILE:plumb> PLUMB_WALK=$<TARGET_FILE:plumb_walk> RECAST_NAVMESH=$<$<TARGET_EXISTS:plumb_recast_navmesh>:$<TARGET_FILE:plumb_recast_navmesh>>
    $<TARGET_FILE:Python3::Interpreter> -B ${CMAKE_CURRENT_SOURCE_DIR}/scenes/bakers_test.py $<TARGET_FILE:plumb>)
  add_test(NAME "bakers: metrics of hand-made meshes, rows of a false baker, the page of fixed rows" COMMAND ${bakers_test})
  foreach(part some found faultless same)  # some planted faults; each; none; the same files whatever happens
    add_test(NAME "fuzz: ${part}" COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/fuzz_bakers/fuzz_bakers_test.py $<TARGET_FILE:plumb> ${CMAKE_CURRENT_BINARY_DIR}/fuzz_bakers ${part})
  endforeach()
  set_tests_properties("fuzz: found" PROPERTIES LABELS soak)
  add_test(NAME "fuzz: ten minutes on the files of every format" COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/fuzz_bakers/fuzz_bakers_test.py $<TARGET_FILE:plumb> ${CMAKE_CURRENT_BINARY_DIR}/fuzz_bakers own)
  set_tests_properties("fuzz: ten minutes on the files of every format" PROPERTIES LABELS soak)
  add_test(NAME "fuzz: limits of time and memory, signals" COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/fuzz_bakers/limits_test.py $<TARGET_FILE:plumb> ${CMAKE_CURRENT_BINARY_DIR}/fuzz_limits)
  foreach(kind version files signals left)
    set(limits_variants Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/fuzz_bakers/limits_variants.py $<TARGET_FILE:plumb> --only ${kind})
    add_test(NAME "variants: fuzz, some of ${kind}" COMMAND ${limits_variants} --count 5)
    add_test(NAME "variants: fuzz, ${kind}" COMMAND ${limits_variants})
    set_tests_properties("variants: fuzz, ${kind}" PROPERTIES LABELS soak)
  endforeach()
  file(GLOB found CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/examples/adversary/*/finding.json)
  foreach(finding ${found})
    get_filename_component(folder ${finding} DIRECTORY)
    get_filename_component(name ${folder} NAME)
    add_test(NAME "fuzz: the example ${name} holds, and is minimal"
      COMMAND ${CMAKE_COMMAND} -E env RECAST_NAVMESH=$<$<TARGET_EXISTS:plumb_recast_navmesh>:$<TARGET_FILE:plumb_recast_navmesh>>
        $<TARGET_FILE:Python3::Interpreter> -B ${CMAKE_CURRENT_SOURCE_DIR}/adversary/example_test.py $<TARGET_FILE:plumb> ${folder})
    set_tests_properties("fuzz: the example ${name} holds, and is minimal" PROPERTIES SKIP_RETURN_CODE 77)
  endforeach()
  file(READ ${CMAKE_CURRENT_SOURCE_DIR}/peers/bakers/list.json baker_list)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/peers/bakers/list.json)
  string(JSON baker_count LENGTH ${baker_list})
  math(EXPR last_baker "${baker_count} - 1")
  foreach(number RANGE ${last_baker})
    string(JSON baker GET ${baker_list} ${number} name)
    add_test(NAME "bakers: the adapter ${baker} keeps its contract" COMMAND ${bakers_test} --adapter ${baker})
    set_tests_properties("bakers: the adapter ${baker} keeps its contract" PROPERTIES SKIP_RETURN_CODE 77)
  endforeach()
  set(update_and_revert Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/scenes/update_and_revert.py $<TARGET_FILE:plumb> ${PROJECT_SOURCE_DIR}/../shared/scenes)
  add_test(NAME "updates: of two levels, all taken back" COMMAND ${update_and_revert} --quick)
  add_test(NAME "updates: 1,000 each of three levels, all taken back" COMMAND ${update_and_revert})
  set_tests_properties("updates: of two levels, all taken back" "updates: 1,000 each of three levels, all taken back" PROPERTIES SKIP_RETURN_CODE 77)
  set_tests_properties("updates: 1,000 each of three levels, all taken back" PROPERTIES LABELS soak)
  set(obstacles Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/scenes/obstacles.py $<TARGET_FILE:plumb> ${PROJECT_SOURCE_DIR}/../shared/scenes)
  add_test(NAME "obstacles: crates into two levels and out again" COMMAND ${obstacles} --quick)
  add_test(NAME "obstacles: crates into six levels and out again" COMMAND ${obstacles})
  set_tests_properties("obstacles: crates into two levels and out again" "obstacles: crates into six levels and out again" PROPERTIES SKIP_RETURN_CODE 77)
  set_tests_properties("obstacles: crates into six levels and out again" PROPERTIES LABELS soak)
  set(tiles_equal Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/scenes/tiles_equal.py $<TARGET_FILE:plumb>)
  file(GLOB examples_z_up ${PROJECT_SOURCE_DIR}/docs/examples/*.obj)
  list(FILTER examples_z_up EXCLUDE REGEX "ruin|updates")
  set(walks_and_crawls --up z --step 0.4 --stance crawl=0.5 --stance stand=1.8)
  add_test(NAME "tiles: areas and components are those of the whole level, of generated ones" COMMAND ${tiles_equal} --generated 2)
  add_test(NAME "tiles: those of shipped levels, with lines along walls" COMMAND ${tiles_equal} ${examples_z_up} --tiles 2 -- ${walks_and_crawls} --weld 0.5 --radius 0.3 --disc 8)
  add_test(NAME "tiles: those of shipped levels, narrower than the reach" COMMAND ${tiles_equal} ${examples_z_up} --tiles 1/3 --origin=1/7,-2 -- ${walks_and_crawls} --weld 0.25)
  add_test(NAME "tiles: those of the ruin" COMMAND ${tiles_equal} ${PROJECT_SOURCE_DIR}/docs/examples/ruin.obj --tiles 7 --origin=1/3,0 -- --step 0.4 --weld 0.25 --radius 0.3 --disc 8)
  add_test(NAME "tiles: those of 100 generated levels of each family" COMMAND ${tiles_equal} --generated 100)
  set_tests_properties("tiles: those of 100 generated levels of each family" "tiles: those of shipped levels, narrower than the reach" PROPERTIES LABELS soak)
  add_test(NAME "tiles: the same files whatever bakes them, and only what changed is baked again"
    COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/scenes/tiles_store.py $<TARGET_FILE:plumb> ${PROJECT_SOURCE_DIR}/docs/examples)
  set(tiles_detour Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/scenes/tiles_detour.py $<TARGET_FILE:plumb> ${PROJECT_SOURCE_DIR}/docs/examples)
  add_test(NAME "tiles: Detour joins what the whole level joins, and no more" COMMAND ${tiles_detour})
  add_test(NAME "tiles: Detour joins what the whole level joins, the largest cut along walls too" COMMAND ${tiles_detour} --all)
  set(tiles_audit Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/scenes/tiles_audit.py $<TARGET_FILE:plumb> ${PROJECT_SOURCE_DIR}/docs/examples)
  add_test(NAME "tiles: an audit by tile finds what that of the whole level finds" COMMAND ${tiles_audit})
  add_test(NAME "tiles: an audit by tile finds what that of the whole level finds, of the ruin with radii too" COMMAND ${tiles_audit} --all)
  set(tiles_certificates Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/scenes/tiles_certificates.py $<TARGET_FILE:plumb> ${both_checkers}
    ${PROJECT_SOURCE_DIR}/docs/examples)
  add_test(NAME "tiles: certificates, honest and forged" COMMAND ${tiles_certificates})
  add_test(NAME "tiles: certificates of the ruin, forged" COMMAND ${tiles_certificates} ruin.obj 16 0,0 "--step 0.4 --weld 0.25")
  set_tests_properties("tiles: Detour joins what the whole level joins, the largest cut along walls too" "tiles: certificates of the ruin, forged"
    "tiles: an audit by tile finds what that of the whole level finds, of the ruin with radii too" PROPERTIES LABELS soak)
  set(tiles_forgeries Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/scenes/tiles_forgeries.py $<TARGET_FILE:plumb> ${both_checkers})
  add_test(NAME "tiles: forged_face, left_out_quad and other forgeries of stores say nothing false" COMMAND ${tiles_forgeries} --cases 20 --count 10)
  add_test(NAME "tiles: 10,000 forgeries of stores" COMMAND ${tiles_forgeries} --cases 200 --count 9600)
  set_tests_properties("tiles: 10,000 forgeries of stores" PROPERTIES LABELS soak)
  add_test(NAME "tiles: baked by Dask, make and mpirun, some of whose processes are killed"
    COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/scenes/tiles_engines.py $<TARGET_FILE:plumb> ${PROJECT_SOURCE_DIR}/pipeline/tiles/dask/plumb-tiles-dask
      ${PROJECT_SOURCE_DIR}/docs/examples/wall_in_room.obj)
  if(NOT PLUMB_SANITIZE)  # a sanitizer wants to be loaded first
    add_library(plumb_tests_preload MODULE ${CMAKE_CURRENT_SOURCE_DIR}/scenes/tiles_killed_preload.cpp)
    target_link_libraries(plumb_tests_preload PRIVATE plumb_flags ${CMAKE_DL_LIBS})
    set(tiles_killed Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/scenes/tiles_killed.py $<TARGET_FILE:plumb> $<TARGET_FILE:plumb_tests_preload>)
    add_test(NAME "tiles: stores whose commands are killed are finished as new ones, or refused" COMMAND ${tiles_killed} --stores 6)
    add_test(NAME "tiles: 200 stores whose commands are killed are finished as new ones, or refused" COMMAND ${tiles_killed} --stores 200 --seed 2)
    set_tests_properties("tiles: 200 stores whose commands are killed are finished as new ones, or refused" PROPERTIES LABELS soak)
    add_test(NAME "tiles: a level that gets shorter while it is read is told"
      COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/scenes/tiles_shorter.py $<TARGET_FILE:plumb> $<TARGET_FILE:plumb-check> $<TARGET_FILE:plumb_tests_preload>)
    foreach(kind stores shorter wide many)
      set(tiles_variants Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/scenes/tiles_variants.py $<TARGET_FILE:plumb> $<TARGET_FILE:plumb-check> $<TARGET_FILE:plumb_tests_preload>
        --only ${kind})
      add_test(NAME "variants: tiles, some ${kind}" COMMAND ${tiles_variants} --count 10)
      add_test(NAME "variants: tiles, ${kind}" COMMAND ${tiles_variants})
      set_tests_properties("variants: tiles, ${kind}" PROPERTIES LABELS soak)
    endforeach()
  endif()
  add_test(NAME "variants: warnings near limits, what leaves nothing, open edges"
    COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/scenes/warning_variants.py $<TARGET_FILE:plumb>)
  set(level_mistakes Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/scenes/level_mistakes.py $<TARGET_FILE:plumb>)
  add_test(NAME "scenes: mistakes with a few levels are told, with the option that mends them" COMMAND ${level_mistakes} --quick)
  add_test(NAME "scenes: mistakes with levels are told, with the option that mends them" COMMAND ${level_mistakes})
  set_tests_properties("scenes: mistakes with levels are told, with the option that mends them" PROPERTIES LABELS soak)
  add_test(NAME "variants: parts that are left out"
    COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/scenes/leave_out_variants.py $<TARGET_FILE:plumb>)
  set(clearance_oracle Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/oracle/clearance_oracle.py --plumb $<TARGET_FILE:plumb>)
  add_test(NAME "clearance: examples against the oracle"
    COMMAND ${clearance_oracle} --examples ${PROJECT_SOURCE_DIR}/docs/examples --points 60 --every 7)
  add_test(NAME "clearance: all examples against the oracle" COMMAND ${clearance_oracle} --examples ${PROJECT_SOURCE_DIR}/docs/examples)
  add_test(NAME "clearance: every level against the oracle" COMMAND ${clearance_oracle} --scenes ${PROJECT_SOURCE_DIR}/../shared/scenes)
  set_tests_properties("clearance: all examples against the oracle" PROPERTIES LABELS soak)
  set_tests_properties("clearance: every level against the oracle" PROPERTIES SKIP_RETURN_CODE 77 LABELS soak)
  add_test(NAME "scenes: no level is warned of with the right options, unless a look confirms it"
    COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/scenes/level_warnings.py $<TARGET_FILE:plumb> ${PROJECT_SOURCE_DIR}/../shared/scenes)
  set_tests_properties("scenes: no level is warned of with the right options, unless a look confirms it" PROPERTIES SKIP_RETURN_CODE 77)
  set(stage_shares Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/scenes/stage_shares.py
    --plumb $<TARGET_FILE:plumb> --scenes ${PROJECT_SOURCE_DIR}/../shared/scenes)
  add_test(NAME "scenes: every second of a bake is in a stage" COMMAND ${stage_shares})
  add_test(NAME "scenes: every stage that lasts runs on all threads" COMMAND ${stage_shares} --threads)
  set_tests_properties("scenes: every second of a bake is in a stage" "scenes: every stage that lasts runs on all threads" PROPERTIES SKIP_RETURN_CODE 77)
  set_tests_properties("scenes: every second of a bake is in a stage" "scenes: every stage that lasts runs on all threads" PROPERTIES LABELS soak)
  set(planar_truth Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/scenes/planar_truth.py
    ${PROJECT_SOURCE_DIR}/../shared/scenes/maps2d ${PROJECT_SOURCE_DIR}/../shared/scenes/levels --plumb $<TARGET_FILE:plumb>)
  add_test(NAME "scenes: a level of sectors gives what its planar subdivision says" COMMAND ${planar_truth} --quick)
  add_test(NAME "scenes: levels of sectors give what their planar subdivisions say" COMMAND ${planar_truth})
  set_tests_properties("scenes: a level of sectors gives what its planar subdivision says" "scenes: levels of sectors give what their planar subdivisions say" PROPERTIES SKIP_RETURN_CODE 77)
  set_tests_properties("scenes: levels of sectors give what their planar subdivisions say" PROPERTIES LABELS soak)
  set(shared_scenes ${PROJECT_SOURCE_DIR}/../shared/scenes)
  set(wedge_equals Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/scenes/wedge_equals_vcd.py ${shared_scenes} --plumb $<TARGET_FILE:plumb>)
  add_test(NAME "wedge: competition as its probes walk it"
    COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/scenes/wedge_competition.py $<TARGET_FILE:plumb> ${shared_scenes})
  add_test(NAME "wedge: regions of a few levels are those of the other method" COMMAND ${wedge_equals} --only c2_)
  add_test(NAME "wedge: regions of every level are those of the other method" COMMAND ${wedge_equals})
  add_test(NAME "wedge: components of every level are those of the other method" COMMAND ${wedge_equals} --closed)
  add_test(NAME "wedge: regions outside of solids are those of the other method" COMMAND ${wedge_equals} --more "--solids closed")
  add_test(NAME "wedge: what a radius leaves is what the other method leaves"
    COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/scenes/wedge_clears_as_vcd.py ${shared_scenes} $<TARGET_FILE:plumb>)
  add_test(NAME "wedge: components over steps are those of the other method"
    COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/scenes/wedge_components.py ${shared_scenes} --plumb $<TARGET_FILE:plumb>)
  set(wedge_soak "wedge: regions of every level are those of the other method" "wedge: components of every level are those of the other method"
    "wedge: regions outside of solids are those of the other method" "wedge: what a radius leaves is what the other method leaves"
    "wedge: components over steps are those of the other method")
  set_tests_properties("wedge: competition as its probes walk it" "wedge: regions of a few levels are those of the other method" ${wedge_soak}
    PROPERTIES SKIP_RETURN_CODE 77)
  set_tests_properties(${wedge_soak} PROPERTIES LABELS soak)
endif()
