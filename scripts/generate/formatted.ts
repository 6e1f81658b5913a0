import { fileURLToPath } from "node:url";
import { format } from "prettier";
import manifest from "../../package.json" with { type: "json" };
import type { GeneratedFile } from "./generated-file.ts";
import { root } from "./root.ts";

/** The files as they are committed: as `pnpm format` would leave them, where it does not ignore them. */
export function formatted(files: readonly GeneratedFile[]): Promise<GeneratedFile[]> {
  return Promise.all(
    files.map(async ({ path, text }) => {
      if (/\.(?:svg|txt)$/.test(path)) return { path, text };
      if (isOfTables.test(path)) return { path, text: await withFormattedCode(path, text) };
      const filepath = fileURLToPath(new URL(path, root));
      return { path, text: await format(text, { filepath, printWidth, plugins }) };
    }),
  );
}

const { plugins, printWidth } = manifest.prettier;

/**
 * Pages in whose tables one new row is one changed line: aligned, a long name would change every line. Aligning them
 * takes seconds, too.
 */
const isOfTables = /^docs\/(?:catalogue|rules)\//;

const codeBlock = /(?<=^```(json|yaml|ts)\n)[^]*?(?=^```$)/gm;

async function withFormattedCode(path: string, page: string): Promise<string> {
  // Examples of rules fit on a narrow page.
  const width = path.startsWith("docs/rules/") ? 76 : printWidth;
  const blocks = await Promise.all(
    [...page.matchAll(codeBlock)].map(([code, language = ""]) => {
      const parser = language === "ts" ? "oxc-ts" : language;
      // What is shown for a syntax error stays as it is.
      return format(code, { parser, printWidth: width, plugins }).catch(() => code);
    }),
  );
  let next = 0;
  const filled = page.replaceAll(codeBlock, () => blocks[next++] ?? "");
  return `${filled.replaceAll(/\n{3,}/g, "\n\n").trimEnd()}\n`;
}
