import { format, type FormatConfig } from "oxfmt";
import configuration from "../../.oxfmtrc.json" with { type: "json" };
import type { GeneratedFile } from "./generated-file.ts";

const { printWidth } = configuration;

/** The files as they are committed: as `pnpm format` would leave them, where it does not ignore them. */
export function formatted(files: readonly GeneratedFile[]): Promise<GeneratedFile[]> {
  return Promise.all(
    files.map(async ({ path, text }) => {
      if (/\.(?:svg|txt)$/.test(path)) return { path, text };
      if (isOfTables.test(path)) return { path, text: await withFormattedCode(text) };
      return { path, text: await formattedText(path, text) };
    }),
  );
}

/**
 * The text of a file as `pnpm format` would leave it.
 *
 * @param path - of which the ending says what it is
 * @throws {Error} for a syntax error
 */
export async function formattedText(
  path: string,
  text: string,
  options: FormatConfig = {},
): Promise<string> {
  const { code, errors } = await format(path, text, { printWidth, ...options });
  const [error] = errors;
  if (error) throw new Error(`${path}: ${error.message}`);
  return code;
}

/**
 * Pages in whose tables one new row is one changed line: aligned, a long name would change every line. Aligning them
 * takes seconds, too.
 */
const isOfTables = /^docs\/(?:catalogue|rules)\//;

const codeBlock = /(?<=^```(json|yaml|ts)\n)[^]*?(?=^```$)/gm;

async function withFormattedCode(page: string): Promise<string> {
  // Examples fit on a narrow page, and where `explain` shows them on a terminal of 80 columns.
  const options = { printWidth: 76 };
  const blocks = await Promise.all(
    [...page.matchAll(codeBlock)].map(([code, language = ""]) =>
      // What is shown for a syntax error stays as it is.
      formattedText(`example.${language}`, code, options).catch(() => code),
    ),
  );
  let next = 0;
  const filled = page.replaceAll(codeBlock, () => blocks[next++] ?? "");
  return `${filled.replaceAll(/\n{3,}/g, "\n\n").trimEnd()}\n`;
}
