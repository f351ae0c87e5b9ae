# SPDX-License-Identifier: GPL-3.0-or-later
.PHONY: help bake python bakers wasm wasm-test windows windows-test deb test proof coverage mutants soak clang sanitize bench fuzz fuzz-run figures packages clean
.DEFAULT_GOAL := help

# One for each core, as far as memory goes: a compiler takes up to 1.5 GB.
JOBS ?= $(shell awk -v jobs=$$(nproc) '/^MemAvailable/ && $$2 < jobs * 1500000 { jobs = int($$2 / 1500000) } END { print jobs < 1 ? 1 : jobs }' /proc/meminfo)
# Public levels (docs/figures/levels.md says how to fetch them).
SCENES ?= ../shared/scenes
# How long make fuzz-run runs each fuzzer.
MINUTES ?= 1
SCENE := docs/examples/ruin.obj
STANCES := --stance crawl=0.5 --stance crouch=1.1 --stance stand=1.8
BAKED := build/release/ruin
BAKE := build/release/bin/plumb bake $(SCENE) --sides up --slope 45 $(STANCES)

help: ## what can be made
	@sed -n 's/^\([a-z-]*\):.*## /make \1\t/p' Makefile | expand -t 16

bake: packages ## build, then bake docs/examples/ruin.obj into build/release and check the certificate
	cmake --preset release
	cmake --build --preset release -j $(JOBS) --target programs
	$(BAKE) -o $(BAKED).obj -o $(BAKED).json -o $(BAKED).svg -o $(BAKED).html -o $(BAKED).cert
	build/release/bin/plumb-check $(SCENE) $(BAKED).cert
	@$(BAKE) --report $(BAKED).report.json
	@echo "Baked $(SCENE) into:" && ls -l $(addprefix $(BAKED).,obj mtl json svg html cert report.json)
	@echo "Open $(BAKED).html in a browser: turn the level, and click to see why a spot can be stood on or not."

python: packages ## build the module of Python into build/release/python
	cmake --preset release
	cmake --build --preset release -j $(JOBS) --target plumb_python

wasm: ## build for WebAssembly: build/wasm/plumb.wasm, plumb-check.wasm and the package of npm; docs/guide/javascript.md
	.ci/install-packages wasm
	JOBS=$(JOBS) .ci/make-libraries wasm
	cmake --preset wasm
	cmake --build --preset wasm -j $(JOBS)

wasm-test: wasm bake ## hold the modules against the programs of this machine, run the kernel's tests under node
	cmake --preset wasm -DPLUMB_FOREIGN_TESTS=ON
	cmake --build --preset wasm -j $(JOBS) --target plumb_foreign_tests
	ctest --preset wasm -j $(JOBS)

windows: ## build for Windows: build/windows/plumb-windows.zip with plumb.exe and plumb-check.exe; docs/guide/windows.md
	.ci/install-packages windows
	JOBS=$(JOBS) .ci/make-libraries windows
	cmake --preset windows
	cmake --build --preset windows -j $(JOBS)
	@ls -l build/windows/plumb-windows.zip

windows-test: windows bake ## hold the programs for Windows against those of this machine, under wine
	cmake --preset windows -DPLUMB_FOREIGN_TESTS=ON
	cmake --build --preset windows -j $(JOBS) --target plumb_foreign_tests
	ctest --preset windows

deb: packages ## build the Debian packages plumb, libplumb-dev, plumb-doc, python3-plumb and blender-plumb in build/release
	cmake --preset release
	cmake --build --preset release -j $(JOBS)
	cd build/release && cpack
	@ls build/release/*.deb

test: packages ## build with assertions, run the tests
	cmake --preset test
	cmake --build --preset test -j $(JOBS)
	ctest --preset test -j $$(($(JOBS) + 1))  # some wait for a browser

proof: ## compile the machine-checked core of docs/theory/certificate.md, print what its theorems assume
	.ci/install-packages proof
	python3 -B tests/check_proofs.py . build/proof

coverage: packages ## the lines of kernel/ that its own tests run, by file; fails below 98 %
	cmake --preset coverage
	find build/coverage -name '*.gcda' -delete  # counts of an earlier build
	cmake --build --preset coverage -j $(JOBS) --target plumb_tests_kernel
	python3 -B kernel/tests/coverage.py build/coverage --least 98

mutants: packages ## weaken bounds and break the baker: tests and judges must notice
	cmake --preset test
	cmake --build --preset test -j $(JOBS)
	ctest --preset mutants -j $(JOBS)

soak: packages ## the mutants, 200 random ones of the kernel, all corruptions and 20,000 mutations of certificates, every shared level against the oracle
	cmake --preset test
	cmake --build --preset test -j $(JOBS)
	ctest --preset soak -j $(JOBS)

clang: packages ## build with clang, run the tests
	cmake --preset clang
	cmake --build --preset clang -j $(JOBS)
	ctest --preset clang -j $(JOBS)

sanitize: packages ## run tests of threads under the thread sanitizer, and all under ASan and UBSan, as GCC and as clang build them
	for preset in threads dev dev-clang; do \
	  cmake --preset $$preset && cmake --build --preset $$preset -j $(JOBS) && ctest --preset $$preset -j $(JOBS) || exit; \
	done

bench: packages ## measure against Recast, and how the time grows
	cmake --preset release
	cmake --build --preset release -j $(JOBS) --target plumb plumb-check plumb_bench plumb_update_bench plumb_obstacle_bench plumb_route_table plumb_route_bench plumb_path_bench plumb_door_bench plumb_path_check
	python3 tests/bench/bench.py build/release
	python3 -B tests/bench/growth.py build/release/bin/plumb
	python3 -B tests/bench/paths.py build/release
	python3 -B tests/view/bench.py build/release/bin/plumb

fuzz: packages ## build the libFuzzer targets into build/fuzz/bin, run each a thousand times
	cmake --preset fuzz
	cmake --build --preset fuzz -j $(JOBS)
	ctest --preset fuzz -j $(JOBS)

fuzz-run: packages ## run each fuzzer for MINUTES (1) on a corpus that is kept; FUZZERS="routes level": these alone
	cmake --preset fuzz
	cmake --build --preset fuzz -j $(JOBS) --target $(if $(FUZZERS),$(FUZZERS:%=plumb_fuzz_%),plumb_fuzzers)
	python3 -B fuzz/run.py build/fuzz/bin build/fuzz/corpus --minutes $(MINUTES) --jobs $(JOBS) $(FUZZERS)

figures: packages ## draw the pictures, fill in the measured tables (an hour); SCENES has the public levels
	cmake --preset release && cmake --build --preset release -j $(JOBS) --target plumb plumb-check
	cmake --preset test && cmake --build --preset test -j $(JOBS) --target plumb_recast_navmesh
	python3 -B tests/draw_rooms.py .
	python3 -B tests/scenes/make_figures.py build/release/bin/plumb build/test/bin/plumb_recast_navmesh $(SCENES)
	python3 -B tests/scenes/make_tables.py build/release/bin/plumb build/release/bin/plumb-check build/test/bin/plumb_recast_navmesh $(SCENES)

bakers: packages ## judge all navmesh generators that are installed by the exact floor; LEVEL=my.obj AGENT=my.json: of that level
	cmake --preset release && cmake --build --preset release -j $(JOBS) --target plumb
	cmake --preset test && cmake --build --preset test -j $(JOBS) --target plumb_recast_navmesh plumb_walk
	python3 -B tests/scenes/bakers.py $(if $(LEVEL),--level $(LEVEL) --agent $(AGENT),--scenes $(SCENES)) $(BAKERS)
	$(if $(LEVEL),,python3 -B tests/scenes/bakers_findings.py --scenes $(SCENES) $(BAKERS))
	$(if $(LEVEL),,python3 -B tests/scenes/bakers_figures.py build/bakers/bakers.csv build/bakers/bakers.md)

packages: ## install the Debian packages that are missing
	@.ci/install-packages

clean: ## remove what was built
	rm -rf build/release build/wasm build/windows build/sources build/test build/coverage build/clang build/dev build/dev-clang build/threads build/fuzz build/proof
