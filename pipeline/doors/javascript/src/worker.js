// SPDX-License-Identifier: GPL-3.0-or-later
// The worker of browsers. Bundled as a script it may be one of a blob.
import { service } from "./service.js";

const hear = service((message, transferred) => globalThis.postMessage(message, transferred));
globalThis.onmessage = (event) => hear(event.data);
