# SPDX-License-Identifier: LGPL-3.0-or-later
set(PLUMB_VERSION 0.1.0)
