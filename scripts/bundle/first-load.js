import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { gzipSync } from "node:zlib";

/** What a page loads before it can be used: the editor, and the language server in its worker. */
const entries = ["playground.js", "language-worker.js"];

/**
 * A file that is loaded first.
 *
 * @typedef {object} LoadedFile
 * @property {string} name
 * @property {number} gzip - bytes, compressed
 * @property {readonly (readonly [string, number])[]} parts - bytes by library or folder of ours, the largest first
 */

/**
 * All files that are loaded first.
 *
 * @param {import("esbuild").Metafile} metafile
 * @param {string} outdir - where they are
 * @returns {LoadedFile[]}
 */
export function firstLoad({ outputs }, outdir) {
  const byName = new Map(Object.entries(outputs).map(([path, output]) => [basename(path), output]));
  /** @type {Set<string>} */
  const names = new Set();
  const add = (/** @type {string} */ name) => {
    if (names.has(name)) return;
    names.add(name);
    for (const { path, kind } of byName.get(name)?.imports ?? []) {
      if (kind === "import-statement") add(basename(path));
    }
  };
  for (const entry of entries) add(entry);
  return [...names].map((name) => ({
    name,
    gzip: gzipSync(readFileSync(join(outdir, name)), { level: 9 }).length,
    parts: partsOf(byName.get(name)?.inputs ?? {}),
  }));
}

/** @param {Readonly<Record<string, { bytesInOutput: number }>>} inputs */
function partsOf(inputs) {
  /** @type {Map<string, number>} */
  const parts = new Map();
  for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
    const library = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
    const part = library ?? dirname(path).replace(/^(?:\.\.\/)+/, "");
    parts.set(part, (parts.get(part) ?? 0) + bytesInOutput);
  }
  return [...parts].toSorted(([, one], [, other]) => other - one);
}
