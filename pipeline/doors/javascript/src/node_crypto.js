// SPDX-License-Identifier: GPL-3.0-or-later
// The global `crypto` of browsers, which node 18 has only behind an option. In workers of ours alone: it is global.
import { webcrypto } from "node:crypto";

globalThis.crypto ??= webcrypto;
