import { readFileSync } from "node:fs";
import type { LoadHook, ResolveHook } from "node:module";
import { fileURLToPath } from "node:url";
import { stripTypes } from "./strip-types.ts";

// Hooks of Node's module loader: they take the types out of TypeScript files and find the modules
// that TypeScript finds. They run on a thread of their own where Node has asynchronous hooks only.

/** Reads TypeScript files. */
export const load: LoadHook = (url, context, nextLoad) => {
  if (!/\.m?ts$/.test(new URL(url).pathname)) return nextLoad(url, context);
  const file = fileURLToPath(url);
  const source = stripTypes(file, readFileSync(file, "utf8"));
  return { format: "module", source, shortCircuit: true };
};

/**
 * Finds `./common.ts` for `./common.js` and `./common`, and this command's own packages for a
 * configuration in a folder where they are not installed.
 */
export const resolve: ResolveHook = async (specifier, context, nextResolve) => {
  try {
    return await nextResolve(specifier, context);
  } catch (error) {
    for (const [other, parentURL] of alternatives(specifier, context.parentURL)) {
      try {
        return await nextResolve(other, { ...context, parentURL });
      } catch {
        // The first error names what the user wrote.
      }
    }
    throw error;
  }
};

function alternatives(
  specifier: string,
  parentURL: string | undefined,
): [specifier: string, parentURL: string | undefined][] {
  if (/^\.{1,2}\//.test(specifier)) {
    return [
      [specifier.replace(/\.(m?)js$/, ".$1ts"), parentURL],
      [`${specifier}.ts`, parentURL],
    ];
  }
  const isOurs = specifier === "traffic-policy" || specifier.startsWith("@traffic-policy/");
  return isOurs ? [[specifier, import.meta.url]] : [];
}
