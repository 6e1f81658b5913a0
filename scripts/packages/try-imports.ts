import { writeFileSync } from "node:fs";
import { run } from "./run.ts";

/**
 * Imports entry points in a project.
 *
 * @param groups - what is imported in one process
 * @throws {Error} when one cannot be imported, exports nothing, or makes Node.js warn.
 */
export async function tryImports(
  project: string,
  node: string,
  groups: readonly (readonly string[])[],
): Promise<void> {
  const file = `${project}/import.mjs`;
  for (const specifiers of groups) {
    writeFileSync(file, specifiers.map(importing).join(""));
    const written = await run("node", ["--throw-deprecation", file], { cwd: project, node });
    // That JSON can be imported is experimental in Node.js 20.
    const warnings = written.replace(/.*Importing JSON modules is an experimental feature.*\n/, "");
    if (/^\(node:\d+\) /m.test(warnings)) throw new Error(written);
  }
}

function importing(specifier: string): string {
  const options = specifier.endsWith(".json") ? `, { with: { type: "json" } }` : "";
  const name = JSON.stringify(specifier);
  return `if (Object.keys(await import(${name}${options})).length === 0) throw new Error(${name});\n`;
}
