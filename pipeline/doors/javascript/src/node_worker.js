// SPDX-License-Identifier: GPL-3.0-or-later
// The worker of node.
import { parentPort } from "node:worker_threads";
import "./node_crypto.js";
import { service } from "./service.js";

const hear = service((message, transferred) => parentPort.postMessage(message, transferred));
parentPort.on("message", hear);
