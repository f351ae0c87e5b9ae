# SPDX-License-Identifier: GPL-3.0-or-later
# Status 1 if a bake for who stands misses floor of who crawls.
build/release/bin/plumb bake "$1" --up z --sides up --stance stand=1.8 --quiet -o "$1.bin" || exit 2
build/release/bin/plumb audit "$1" "$1.bin" --up z --sides up --stance crawl=0.5 --quiet --fail-if 'missing>1%'
