import { writeFileSync } from "node:fs";
import { run } from "./run.ts";

/**
 * Imports entry points in a project, each in a process of its own.
 *
 * @throws {Error} when one cannot be imported, exports nothing, or makes Node.js warn.
 */
export async function tryImports(
  folder: string,
  node: string,
  specifiers: readonly string[],
): Promise<void> {
  const file = `${folder}/import.mjs`;
  for (const specifier of specifiers) {
    const isJson = specifier.endsWith(".json");
    const options = isJson ? `, { with: { type: "json" } }` : "";
    writeFileSync(
      file,
      [
        `const names = Object.keys(await import(${JSON.stringify(specifier)}${options}));`,
        `if (names.length === 0) throw new Error("It exports nothing.");`,
      ].join("\n"),
    );
    // That JSON can be imported is experimental in Node.js 20, and told.
    const flags = isJson ? [] : ["--throw-deprecation", "--trace-warnings"];
    await run("node", [...flags, file], { cwd: folder, node });
  }
}
