import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { root } from "../../scripts/generate/root.ts";
import { filesBelow } from "../files-below.ts";

/** A Markdown file of the repository. */
export interface Page {
  /** From the top of the repository: `docs/linting.md`. */
  readonly path: string;
  readonly text: string;
  /** Whether a generator writes all of it. */
  readonly isGenerated: boolean;
}

/** A block of code in a page. */
export interface CodeBlock {
  /** What stands behind the backticks. */
  readonly info: string;
  readonly text: string;
  readonly line: number;
  /** Why it is neither compiled nor run, as the comment above it says. */
  readonly notRun: string | undefined;
}

/** The files in a folder, from the top of the repository; not what is made or installed. */
export function filesIn(folder: string): string[] {
  const files = filesBelow(fileURLToPath(new URL(folder, root)), /^(?:\..*|node_modules|dist)$/);
  return files.map((file) => `${folder}/${file}`);
}

/** The pages for users and contributors: those at the top, in `docs`, and of the packages. */
export function allPages(): Page[] {
  const top = readdirSync(root).filter((file) => file.endsWith(".md"));
  const docs = filesIn("docs").filter((file) => file.endsWith(".md"));
  const packages = readdirSync(new URL("packages", root))
    .map((name) => `packages/${name}/README.md`)
    .filter((file) => existsSync(new URL(file, root)));
  return [...top, ...docs, ...packages].map((path) => {
    const text = readFileSync(new URL(path, root), "utf8");
    return { path, text, isGenerated: text.startsWith("<!-- Generated") };
  });
}

export function blocksOf({ text }: Page): CodeBlock[] {
  const pattern = /(?:^<!-- not run: ([^\n]*) -->\n\n)?^```([^\n]*)\n([^]*?)^```$/gm;
  return [...text.matchAll(pattern)].map(([, notRun, info = "", content = ""], index, all) => ({
    info,
    text: content,
    line: text.slice(0, all[index]?.index ?? 0).split("\n").length,
    notRun,
  }));
}

/** The text of a page without its blocks of code. */
export function proseOf({ text }: Page): string {
  return text.replaceAll(/^(`{3,})[^\n]*\n[^]*?^\1$/gm, "");
}
