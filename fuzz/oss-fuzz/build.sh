#!/bin/bash -eu
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the fuzzers as OSS-Fuzz asks: with its CC, CXX, CXXFLAGS and LIB_FUZZING_ENGINE, below WORK, into OUT. There,
# for each fuzzer NAME: the program NAME, NAME_seed_corpus.zip, NAME.options and, for text, the dictionary NAME.dict.
# The libraries that programs need are copied into OUT/lib, where they look for them.
#
# Without Docker, from the root of the sources (FUZZERS: only these):
#   CXX=clang++-19 CXXFLAGS='-O1 -fsanitize=fuzzer-no-link,address' LIB_FUZZING_ENGINE=-fsanitize=fuzzer \
#     OUT=/tmp/out WORK=/tmp/work FUZZERS='predicates regions' fuzz/oss-fuzz/build.sh
source_folder=$(cd "$(dirname "$0")/../.." && pwd)
if [ ! -e "$source_folder/fuzz/CMakeLists.txt" ]; then # OSS-Fuzz copies this file to SRC
  source_folder=$SRC/plumb
fi
build=$WORK/plumb-fuzz

# The sanitizer's flags are in CXXFLAGS, which the link gets, too. Assertions stay: Debug has no NDEBUG. OSS-Fuzz takes
# LLVM's standard library, but the image's packages of C++ are built with GCC's. Its libFuzzer has its own inside.
CXXFLAGS=${CXXFLAGS:-}
CXXFLAGS=${CXXFLAGS//-stdlib=libc++/}
cmake -S "$source_folder" -B "$build" -G Ninja \
  -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_COMPILER="$CXX" -DCMAKE_CXX_FLAGS="$CXXFLAGS" -DCMAKE_CXX_FLAGS_DEBUG= \
  -DCMAKE_EXE_LINKER_FLAGS="-Wl,-rpath,'\$ORIGIN/lib'" \
  -DPLUMB_TESTS=OFF -DPLUMB_INSTALL=OFF -DPLUMB_FUZZ=ON -DPLUMB_FUZZ_ENGINE="$LIB_FUZZING_ENGINE"

targets=plumb_fuzzers
if [ -n "${FUZZERS:-}" ]; then
  targets=$(printf 'plumb_fuzz_%s ' $FUZZERS)
fi
# shellcheck disable=SC2086 # several targets
cmake --build "$build" --target $targets ${JOBS:+-j $JOBS}

mkdir -p "$OUT/lib"
for program in "$build"/bin/plumb_fuzz_*; do
  case $program in *.dict) continue ;; esac
  name=$(basename "$program")
  subject=${name#plumb_fuzz_}
  cp "$program" "$OUT/"
  python3 -m zipfile -c "$OUT/${name}_seed_corpus.zip" "$source_folder/fuzz/seeds/$subject"/*
  printf '[libfuzzer]\ntimeout = 60\n' >"$OUT/$name.options"
  if [ -e "$program.dict" ]; then
    cp "$program.dict" "$OUT/$name.dict"
    printf 'dict = %s.dict\n' "$name" >>"$OUT/$name.options"
  fi
  # All but what every machine has.
  ldd "$program" | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' |
    grep -v -E '/(libc|libm|libdl|librt|libpthread|libresolv|libstdc\+\+|libgcc_s|ld-linux[^/]*)\.so' |
    while read -r library; do cp -L "$library" "$OUT/lib/"; done
done
