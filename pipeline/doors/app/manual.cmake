# SPDX-License-Identifier: GPL-3.0-or-later
# Man pages, made of what the programs say themselves; and completions, which ask them.
find_program(HELP2MAN help2man)
if(HELP2MAN)
  set(pages)
  # plumb_page(PAGE TARGET HELP TEXT): PAGE.1 of what `TARGET HELP` prints. help2man names a page by the program's file.
  function(plumb_page page target help text)
    set(file ${CMAKE_CURRENT_BINARY_DIR}/man/${page}.1)
    set(link ${CMAKE_CURRENT_BINARY_DIR}/man/${page})
    add_custom_command(OUTPUT ${file}.gz DEPENDS ${target} VERBATIM
      COMMAND ${CMAKE_COMMAND} -E create_symlink $<TARGET_FILE:${target}> ${link}
      COMMAND ${HELP2MAN} --no-info --no-discard-stderr --help-option=${help} --version-string=${PROJECT_VERSION} --source=plumb
        --name=${text} --output=${file} ${link}
      COMMAND gzip -9nf ${file})
    list(APPEND pages ${file}.gz)
    set(pages ${pages} PARENT_SCOPE)
  endfunction()
  plumb_page(plumb plumb --help "exact ground truth for navigation meshes")
  plumb_page(plumb-agent plumb "agent --help-all" "print and check an agent, for which levels are baked")
  plumb_page(plumb-audit plumb "audit --help-all" "what a navmesh misses of a level's floor, and what it has in excess")
  plumb_page(plumb-bake plumb "bake --help-all" "which parts of a level an agent can stand on")
  plumb_page(plumb-check plumb-check --help "verify a certificate of a bake")
  plumb_page(plumb-diff plumb "diff --help-all" "compare two navmeshes by the floor that they cover")
  plumb_page(plumb-explain plumb "explain --help-all" "why a point of a level can be stood on or not")
  plumb_page(plumb-fuzz plumb "fuzz --help-all" "find what a navmesh generator does wrong")
  plumb_page(plumb-generate plumb "generate --help-all" "make a scene on a threshold, and what a bake of it has to find")
  plumb_page(plumb-layers plumb "layers --help-all" "part a level into layers without overlap")
  plumb_page(plumb-minimise plumb "minimise --help-all" "make a scene smaller while a command still fails on it")
  plumb_page(plumb-route plumb "route --help-all" "find a way on a navmesh")
  plumb_page(plumb-tiles plumb "tiles --help-all" "bake a level tile by tile, with any number of processes")
  plumb_page(plumb-update plumb "update --help-all" "block, price and change parts of a baked navmesh")
  plumb_page(plumb-view plumb "view --help-all" "show a level in a page, and answer why a spot can be stood on or not")
  add_custom_target(plumb_manual ALL DEPENDS ${pages})
  install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT plumb)
else()
  message(STATUS "no help2man: no man pages")
endif()

install(FILES completion/plumb.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME plumb COMPONENT plumb)
install(FILES completion/_plumb DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT plumb)
