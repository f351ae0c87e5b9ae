// SPDX-License-Identifier: LGPL-3.0-or-later
// Uses one of CGAL's GPL packages. ctest shows that it compiles, and that behind the kernel's gate it does not.
#include <CGAL/ch_jarvis.h>
