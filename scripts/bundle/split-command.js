import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { build } from "esbuild";

/**
 * A file of the command. Reading one takes the longer, the more is in it: what one run needs stands
 * together.
 *
 * @typedef {object} CommandFile
 * @property {string} name
 * @property {RegExp} modules - what it is for; all that they import stands in it, unless an earlier
 *   file has it
 * @property {RegExp} [sharedWith] - only what these import as well stands in it; a file may be listed twice, once with
 *   and once without
 */

/**
 * Bundles the command into a few files of CommonJS, because Node can keep the machine code of those.
 * Each hands over the parts that others ask it for; see `packages/cli/src/start`.
 *
 * @param {import("esbuild").BuildOptions & { absWorkingDir: string }} options
 * @param {import("esbuild").BuildOptions} commonJs - what is said of the files only
 * @param {readonly CommandFile[]} files
 * @param {string} folder - where they are written
 */
export async function splitCommand(options, commonJs, files, folder) {
  // Outside of the package, where esbuild does not take them for modules that Node loads.
  const outdir = mkdtempSync(join(tmpdir(), "traffic-policy-parts-"));
  const { metafile } = await build({
    ...options,
    outdir,
    format: "esm",
    splitting: true,
    sourcemap: "inline",
    sourcesContent: false,
    metafile: true,
  });
  const parts = readParts(metafile);
  const fileOf = placeParts(parts, files);
  await Promise.all(
    [...new Set(files.map(({ name }) => name))].map((name) => {
      const own = parts.filter((part) => fileOf.get(part.name) === name);
      const asked = new Set(
        parts.filter((part) => !own.includes(part)).flatMap(({ imports }) => imports),
      );
      const given = own.filter((part) => part.isStart || asked.has(part.name));
      return build({
        ...commonJs,
        absWorkingDir: options.absWorkingDir,
        outfile: `${folder}/${name}.cjs`,
        bundle: true,
        format: "cjs",
        platform: "node",
        external: options.external ?? [],
        plugins: [partsElsewhere(name, fileOf)],
        // With what packages/cli/src/start gives it.
        banner: { js: "(function (require, importMeta, nativeImport, provide) {" },
        footer: { js: "})" },
        stdin: { contents: providing(given), resolveDir: outdir },
      });
    }),
  );
  rmSync(outdir, { recursive: true });
}

/**
 * What esbuild splits the command into: modules that are always needed together.
 *
 * @typedef {object} Part
 * @property {string} name - as others import it
 * @property {string | undefined} module - the module it is for, if it is for one only
 * @property {boolean} isStart - whether the command begins with it
 * @property {readonly string[]} imports - the names of all parts that it may load
 * @property {readonly string[]} needs - the names of those that it loads at once
 */

/**
 * @param {import("esbuild").Metafile} metafile
 * @returns {readonly Part[]}
 */
function readParts({ outputs }) {
  return Object.entries(outputs).map(([path, { entryPoint, imports }]) => {
    const inner = imports.filter(({ external }) => external !== true);
    const names = (/** @type {typeof imports} */ some) => some.map((one) => nameOf(one.path));
    return {
      name: nameOf(path),
      module: entryPoint,
      isStart: nameOf(path) === "./main.js",
      imports: names(inner),
      needs: names(inner.filter(({ kind }) => kind === "import-statement")),
    };
  });
}

function nameOf(/** @type {string} */ path) {
  return `./${basename(path)}`;
}

/**
 * @param {readonly Part[]} parts
 * @param {readonly CommandFile[]} files
 * @returns {ReadonlyMap<string, string>} the file of each part
 */
function placeParts(parts, files) {
  /** @type {Map<string, string>} */
  const fileOf = new Map();
  const byName = new Map(parts.map((part) => [part.name, part]));
  const neededBy = (/** @type {RegExp} */ modules) => {
    /** @type {Set<string>} */
    const found = new Set();
    const add = (/** @type {string} */ part) => {
      if (found.has(part)) return;
      found.add(part);
      for (const needed of byName.get(part)?.needs ?? []) add(needed);
    };
    for (const part of parts)
      if (part.module !== undefined && modules.test(part.module)) add(part.name);
    return found;
  };
  for (const { name, modules, sharedWith } of files) {
    const others = sharedWith && neededBy(sharedWith);
    for (const part of neededBy(modules)) {
      if (!fileOf.has(part) && others?.has(part) !== false) fileOf.set(part, name);
    }
  }
  return fileOf;
}

/**
 * Asks for parts in other files by the names of both.
 *
 * @param {string} file
 * @param {ReadonlyMap<string, string>} fileOf
 * @returns {import("esbuild").Plugin}
 */
function partsElsewhere(file, fileOf) {
  return {
    name: "parts-elsewhere",
    setup({ onResolve }) {
      onResolve({ filter: /^\.\// }, ({ path }) => {
        const other = fileOf.get(path);
        if (other === undefined || other === file) return undefined;
        return { path: `part:${other}/${basename(path, ".js")}`, external: true };
      });
    },
  };
}

function providing(/** @type {readonly Part[]} */ parts) {
  const entries = parts.map(({ name }) => `"${basename(name, ".js")}": () => require("${name}")`);
  return `provide({ ${entries.join(", ")} });`;
}
