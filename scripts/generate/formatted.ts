import { fileURLToPath } from "node:url";
import { format } from "prettier";
import type { GeneratedFile } from "./generated-file.ts";
import { root } from "./root.ts";

/** The files as `pnpm format` would leave them. */
export function formatted(files: readonly GeneratedFile[]): Promise<GeneratedFile[]> {
  return Promise.all(
    files.map(async ({ path, text }) => {
      const filepath = fileURLToPath(new URL(path, root));
      if (path.endsWith(".svg")) return { path, text };
      // Examples of rules fit on a narrow page; sentences are one line anyway.
      const printWidth = path.startsWith("docs/rules/") ? 76 : 100;
      return { path, text: await format(text, { filepath, printWidth }) };
    }),
  );
}
