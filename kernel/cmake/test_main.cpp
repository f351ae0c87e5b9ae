// SPDX-License-Identifier: LGPL-3.0-or-later
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
