# SPDX-License-Identifier: GPL-3.0-or-later
# The certificate checker: its parts, and that it refuses everything that is false.
plumb_test_folder(checker checker plumb::pipeline plumb_checker)

find_package(Python3 REQUIRED COMPONENTS Interpreter)
if(TARGET plumb)
  set(certificate_programs --plumb $<TARGET_FILE:plumb> --check $<TARGET_FILE:plumb-check> --source ${PROJECT_SOURCE_DIR})
  add_test(NAME "certificate: every kind of corruption is refused"
    COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/certificate/corruptions.py ${certificate_programs})
  add_test(NAME "certificate: random mutations are refused or harmless"
    COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/certificate/mutations.py ${certificate_programs})
  add_test(NAME "certificate: the table of certified examples"
    COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/scenes/certificate_table.py
      --plumb $<TARGET_FILE:plumb> --checker $<TARGET_FILE:plumb-check>
      ${PROJECT_SOURCE_DIR}/docs/examples --compare ${PROJECT_SOURCE_DIR}/docs/certificate.md)
endif()
