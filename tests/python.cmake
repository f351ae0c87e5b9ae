# SPDX-License-Identifier: GPL-3.0-or-later
# The module of Python, where it is built.
if(PLUMB_PYTHON)
  set(python_module ${CMAKE_COMMAND} -E env PYTHONPATH=${PROJECT_BINARY_DIR}/python ${Python_EXECUTABLE} -B)
  add_test(NAME "python: the module" COMMAND ${python_module} ${CMAKE_CURRENT_SOURCE_DIR}/python/module_test.py $<TARGET_FILE:plumb> ${PROJECT_SOURCE_DIR}/docs/examples)
  add_test(NAME "python: agents, and lengths with units" COMMAND ${python_module} ${CMAKE_CURRENT_SOURCE_DIR}/python/agents_test.py $<TARGET_FILE:plumb> ${PROJECT_SOURCE_DIR}/docs/examples)
  add_test(NAME "python: what is done wrong is told in its own words, and by its stubs"
    COMMAND ${python_module} ${CMAKE_CURRENT_SOURCE_DIR}/python/misuse_test.py ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
  add_test(NAME "python: updates, maps, tiles and minimising" COMMAND ${python_module} ${CMAKE_CURRENT_SOURCE_DIR}/python/jobs_test.py $<TARGET_FILE:plumb> ${PROJECT_SOURCE_DIR}/docs/examples)
  add_test(NAME "variants: jobs within jobs of Python" COMMAND ${python_module} ${CMAKE_CURRENT_SOURCE_DIR}/python/nested_jobs_test.py)
  add_test(NAME "python: the examples of documents" COMMAND ${python_module} ${CMAKE_CURRENT_SOURCE_DIR}/python/documents_test.py ${PROJECT_SOURCE_DIR})
  add_test(NAME "python: the notebook of coverage" COMMAND ${python_module} ${CMAKE_CURRENT_SOURCE_DIR}/python/notebook_test.py ${PROJECT_SOURCE_DIR} $<TARGET_FILE:plumb_recast_navmesh>)
  set_tests_properties("python: the notebook of coverage" PROPERTIES SKIP_RETURN_CODE 77)
  add_test(NAME "python: a wheel in a fresh virtual environment" COMMAND ${Python_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/python/wheel_test.py ${PROJECT_SOURCE_DIR})
  set_tests_properties("python: a wheel in a fresh virtual environment" PROPERTIES LABELS soak SKIP_RETURN_CODE 77)
  add_test(NAME "python: the add-on of Blender" COMMAND ${python_module} ${CMAKE_CURRENT_SOURCE_DIR}/python/blender_test.py blender)
  set_tests_properties("python: the add-on of Blender" PROPERTIES LABELS soak SKIP_RETURN_CODE 77)
endif()
