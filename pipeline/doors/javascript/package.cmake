# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the folder of the package: cmake -DSOURCE=javascript/ -DTO=FOLDER -DMODULE=plumb.wasm -DVERSION= -DESBUILD= -DLICENCE= -P package.cmake.
# `npm pack` there makes the tarball.
file(REMOVE_RECURSE ${TO})
file(GLOB sources ${SOURCE}/src/*.js ${SOURCE}/src/*.d.ts)
file(COPY ${sources} DESTINATION ${TO})
file(COPY_FILE ${MODULE} ${TO}/plumb.wasm)
file(COPY_FILE ${SOURCE}/src/index.d.ts ${TO}/index.d.cts)
file(COPY_FILE ${LICENCE} ${TO}/LICENSE)
file(COPY_FILE ${SOURCE}/README.md ${TO}/README.md)
file(READ ${SOURCE}/package.json package)
string(REPLACE "0.0.0" "${VERSION}" package "${package}")
file(WRITE ${TO}/package.json "${package}")
# CommonJS finds its files by its own name.
execute_process(COMMAND_ERROR_IS_FATAL ANY COMMAND ${ESBUILD} ${SOURCE}/src/index.js --bundle --platform=node --format=cjs --log-level=warning
  --define:import.meta.url=moduleUrl "--banner:js=const moduleUrl = require('node:url').pathToFileURL(__filename).href;" --outfile=${TO}/index.cjs)
execute_process(COMMAND_ERROR_IS_FATAL ANY COMMAND chmod +x ${TO}/cli.js)
