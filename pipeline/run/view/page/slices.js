// SPDX-License-Identifier: GPL-3.0-or-later
// Long work in slices, between which the browser answers to whoever uses the page.

const longest = 20; // milliseconds of a slice

/** Lets the browser answer. */
export const pause = () => new Promise((resolve) => setTimeout(resolve));

/** What a generator returns, at once. */
export function finish(work) {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/**
 * What a generator returns that yields wherever it may be interrupted: it is, whenever it has worked for some time. Null if
 * it is no longer wanted then.
 */
export async function inSlices(work, isWanted = () => true) {
  for (let began = performance.now(); ;) {
    const { done, value } = work.next();
    if (done) return value;
    if (performance.now() - began < longest) continue;
    await pause();
    if (!isWanted()) return null;
    began = performance.now();
  }
}
