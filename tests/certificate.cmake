# SPDX-License-Identifier: GPL-3.0-or-later
# The certificate checker: its parts, and that it refuses everything that is false.
plumb_test_folder(checker checker plumb::pipeline plumb_checker)
target_include_directories(plumb_tests_checker PRIVATE ${PROJECT_SOURCE_DIR}/kernel/tests)

# The same sources with indices of 8 bits, which run out in small levels.
get_target_property(checker_sources plumb_checker SOURCES)
add_executable(plumb_tests_narrow_checker ${CMAKE_CURRENT_SOURCE_DIR}/checker/limits_test.cpp ${checker_sources})
target_include_directories(plumb_tests_narrow_checker PRIVATE ${PROJECT_SOURCE_DIR}/pipeline/prove ${PROJECT_SOURCE_DIR}/pipeline/prove/include)
target_compile_definitions(plumb_tests_narrow_checker PRIVATE PLUMB_CHECKER_INDEX=std::uint8_t PLUMB_VERSION="${PROJECT_VERSION}")
target_compile_options(plumb_tests_narrow_checker PRIVATE -ffp-contract=off)
target_link_libraries(plumb_tests_narrow_checker PRIVATE plumb::gmp plumb_sha256 plumb_program_memory plumb_test_main)
plumb_test_sources(plumb_tests_narrow_checker)
plumb_compile_in_batches(plumb_tests_narrow_checker)
catch_discover_tests(plumb_tests_narrow_checker TEST_PREFIX "checker, narrow indices: ")

find_package(Python3 REQUIRED COMPONENTS Interpreter)
if(TARGET plumb)
  set(certificate_programs --plumb $<TARGET_FILE:plumb> --check ${both_checkers} --source ${PROJECT_SOURCE_DIR})
  add_test(NAME "certificate: a difference between plumb-check and plumb-check-plain is noticed"
    COMMAND ${CMAKE_COMMAND} -E env PLUMB_CHECK_PLAIN=/bin/false ${both_checkers} --version)
  set_tests_properties("certificate: a difference between plumb-check and plumb-check-plain is noticed" PROPERTIES PASS_REGULAR_EXPRESSION "plumb-check-plain with 1: ")
  # In parts, which run at once; the last test sees that they leave no kind out.
  set(corruptions Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/certificate/corruptions.py)
  function(refuse_corruptions what parts)  # then LABELS of the tests, and options
    cmake_parse_arguments(ARG "" "LABELS" "OPTIONS" ${ARGN})
    string(MAKE_C_IDENTIFIER "${what}" fixture)
    set(tallies)
    foreach(part RANGE 1 ${parts})
      set(test "certificate: ${what} are refused, part ${part} of ${parts}")
      set(tally ${CMAKE_CURRENT_BINARY_DIR}/${fixture}_${part}.txt)
      add_test(NAME ${test} COMMAND ${corruptions} ${certificate_programs} --part ${part}/${parts} --tally ${tally} ${ARG_OPTIONS})
      set_tests_properties(${test} PROPERTIES FIXTURES_SETUP ${fixture} LABELS "${ARG_LABELS}" COST 100)
      list(APPEND tallies ${tally})
    endforeach()
    add_test(NAME "certificate: ${what}: every kind was tried" COMMAND ${corruptions} --tallies ${tallies})
    set_tests_properties("certificate: ${what}: every kind was tried" PROPERTIES FIXTURES_REQUIRED ${fixture} LABELS "${ARG_LABELS}")
  endfunction()
  refuse_corruptions("corruptions" 4 OPTIONS --most 1)
  refuse_corruptions("all corruptions" 10 LABELS soak)
  add_test(NAME "certificate: the fractions of the judges are Python's"
    COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/certificate/exact.py --self-test)
  add_test(NAME "certificate: any number of threads says the same"
    COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/certificate/threads.py --plumb $<TARGET_FILE:plumb> --check $<TARGET_FILE:plumb-check> --source ${PROJECT_SOURCE_DIR})
  add_test(NAME "certificate: random mutations are refused or harmless"
    COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/certificate/mutations.py ${certificate_programs})
  add_test(NAME "certificate: 20,000 random mutations are refused or harmless"
    COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/certificate/mutations.py ${certificate_programs} --count 20000)
  set_tests_properties("certificate: 20,000 random mutations are refused or harmless" PROPERTIES LABELS soak)
  add_test(NAME "certificate: corruptions of what a radius leaves are refused"
    COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/certificate/clearance_corruptions.py ${certificate_programs})
  add_test(NAME "certificate: triangles of a bent face have corners of this face only"
    COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/certificate/foreign_corner.py ${certificate_programs})
  set(forge Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/files/forge_navmesh.py ${certificate_programs})
  add_test(NAME "files: forged navmeshes are refused, other words for the same accepted" COMMAND ${forge} --count 400)
  add_test(NAME "files: 10,000 forged navmeshes" COMMAND ${forge} --count 10000 --seed 2)
  set_tests_properties("files: 10,000 forged navmeshes" PROPERTIES LABELS soak)
  add_test(NAME "files: hostile files are refused within a second"
    COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/files/hostile.py ${certificate_programs})
  add_test(NAME "files: what a hostile reader has found"
    COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/files/found.py ${certificate_programs})
  set(updates Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/files/updates.py ${certificate_programs})
  add_test(NAME "files: random updates are accepted, forgeries of them refused" COMMAND ${updates} --count 36)
  add_test(NAME "files: 2,000 random updates" COMMAND ${updates} --count 2000 --seed 2)
  set_tests_properties("files: 2,000 random updates" PROPERTIES LABELS soak)
  set(files_of_levels Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/files/levels.py ${certificate_programs})
  add_test(NAME "files: navmeshes of examples say what their certificates say" COMMAND ${files_of_levels} --largest 8000)
  add_test(NAME "files: navmeshes of all levels say what their certificates say" COMMAND ${files_of_levels} --shared ${PROJECT_SOURCE_DIR}/../shared)
  set_tests_properties("files: navmeshes of all levels say what their certificates say" PROPERTIES LABELS soak)
  # Recast's meshes are judged where they can be made.
  set(audit_recast --recast=$<$<TARGET_EXISTS:plumb_recast_navmesh>:$<TARGET_FILE:plumb_recast_navmesh>>)
  add_test(NAME "certificate: audits hold, and forged ones are refused"
    COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/certificate/audit_forgeries.py ${certificate_programs} ${audit_recast})
  add_test(NAME "certificate: audits of 200 random meshes hold, and forged ones are refused"
    COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/certificate/audit_forgeries.py ${certificate_programs} ${audit_recast} --count 200 --seed 2)
  add_test(NAME "certificate: audits of 20 levels hold"
    COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/certificate/audits_of_levels.py --plumb $<TARGET_FILE:plumb> --check $<TARGET_FILE:plumb-check>
      ${audit_recast} --scenes ${PROJECT_SOURCE_DIR}/../shared/scenes)
  set_tests_properties("certificate: audits of 200 random meshes hold, and forged ones are refused" "certificate: audits of 20 levels hold" PROPERTIES LABELS soak)
  set_tests_properties("certificate: audits of 20 levels hold" PROPERTIES SKIP_RETURN_CODE 77)
  set(forge_meshes Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/files/forge_meshes.py ${certificate_programs})
  add_test(NAME "files: forged meshes in rounded numbers are refused" COMMAND ${forge_meshes} --count 300)
  add_test(NAME "files: hostile meshes are judged within a second"
    COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/files/hostile_meshes.py ${certificate_programs})
  add_test(NAME "files: 4,000 forged meshes in rounded numbers" COMMAND ${forge_meshes} --count 4000 --seed 2)
  set(meshes Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/files/rounded_levels.py $<TARGET_FILE:plumb> --checker $<TARGET_FILE:plumb-check>
    --examples ${PROJECT_SOURCE_DIR}/docs/examples --shared ${PROJECT_SOURCE_DIR}/../shared)
  add_test(NAME "files: meshes of examples are their navmeshes in rounded numbers" COMMAND ${meshes} --examples-only --largest 3000 --variant plain --variant links)
  add_test(NAME "files: meshes of all levels are their navmeshes in rounded numbers" COMMAND ${meshes} --largest 1000000)
  set_tests_properties("files: 4,000 forged meshes in rounded numbers" "files: meshes of all levels are their navmeshes in rounded numbers" PROPERTIES LABELS soak)
  # check.py, which shares nothing with plumb-check, says the same of what is genuine and of what is forged.
  set(agree Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/reference/agree.py ${certificate_programs})
  add_test(NAME "certificate: a second checker agrees on small levels and some forgeries" COMMAND ${agree} --few --largest 1200 --count 60)
  add_test(NAME "certificate: a second checker agrees on every example and 2,000 forgeries" COMMAND ${agree} --count 2000)
  set_tests_properties("certificate: a second checker agrees on every example and 2,000 forgeries" PROPERTIES LABELS soak COST 200)
  add_test(NAME "certificate: those of the examples have the digests of the repository"
    COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/reproduce/reproduce.py --plumb $<TARGET_FILE:plumb> --check $<TARGET_FILE:plumb-check>
      --quick --only certificates --jobs 1 --out ${CMAKE_CURRENT_BINARY_DIR}/reproduce)
  set(second_reader Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/scene_text/second_reader_test.py $<TARGET_FILE:plumb> $<TARGET_FILE:plumb-check> ${PROJECT_SOURCE_DIR})
  add_test(NAME "certificate: a second reader writes the same text of scenes that are no .obj" COMMAND ${second_reader})
  add_test(NAME "certificate: a second reader writes the same text, of large levels too" COMMAND ${second_reader} --large)
  set_tests_properties("certificate: a second reader writes the same text, of large levels too" PROPERTIES LABELS soak)
  add_test(NAME "certificate: the table of certified examples"
    COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/scenes/certificate_table.py
      --plumb $<TARGET_FILE:plumb> --checker ${both_checkers}
      ${PROJECT_SOURCE_DIR}/docs/examples --compare ${PROJECT_SOURCE_DIR}/docs/figures/certified-levels.md)
endif()
