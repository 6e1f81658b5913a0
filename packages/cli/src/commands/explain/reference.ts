import { packageFiles } from "../../package-files.ts";

/** A part of a reference page, about one action, variable, function, error code or finding of a site. */
interface ReferenceEntry {
  readonly kind: "action" | "variable" | "function" | "error-code" | "site-finding";
  /** The title of the page: `Actions of phases`. */
  readonly title: string;
  /** The path of the page, as diagnostics name it. */
  readonly page: string;
  /** As Markdown, without a heading. */
  readonly text: string;
}

interface Page {
  readonly kind: ReferenceEntry["kind"];
  readonly path: string;
  /** The heading of the only part of the page that is reference. */
  readonly part?: string;
  /** The beginning of the names. */
  readonly prefix?: string;
}

// Phases first: most policies are in phases today.
const pages: readonly Page[] = [
  { kind: "action", path: "docs/catalogue/phases/actions.md" },
  { kind: "action", path: "docs/catalogue/actions.md" },
  { kind: "variable", path: "docs/catalogue/phases/variables.md" },
  { kind: "variable", path: "docs/catalogue/variables.md" },
  { kind: "function", path: "docs/catalogue/phases/functions.md" },
  { kind: "function", path: "docs/catalogue/functions.md" },
  { kind: "error-code", path: "docs/catalogue/error-codes.md" },
  { kind: "site-finding", path: "docs/site.md", part: "## Defects", prefix: "site/" },
];

/** Everything that the installed reference pages say, by what it is about. */
export type Reference = ReadonlyMap<string, readonly ReferenceEntry[]>;

/** Reads the installed reference pages. */
export function readReference(): Reference {
  const entries = new Map<string, ReferenceEntry[]>();
  for (const page of pages) {
    const all = packageFiles.text(`dist/${page.path}`).split("\n");
    const title = all.find((line) => line.startsWith("# "))?.slice(2) ?? page.path;
    const lines = page.part === undefined ? all : partOf(page.part, all);
    const found = new Map([...(page.kind === "action" ? [] : rowsOf(lines)), ...sectionsOf(lines)]);
    for (const [own, text] of found) {
      const name = `${page.prefix ?? ""}${own}`;
      const others = entries.get(name) ?? [];
      entries.set(name, [...others, { kind: page.kind, title, page: page.path, text }]);
    }
  }
  return entries;
}

/** The lines below a heading, up to the next one like it. */
function partOf(heading: string, lines: readonly string[]): readonly string[] {
  const rest = lines.slice(lines.indexOf(heading) + 1);
  const next = rest.findIndex((line) => line.startsWith("## "));
  return rest.slice(0, next === -1 ? undefined : next);
}

/** The sections whose heading is one word, by it. */
function sectionsOf(lines: readonly string[]): [name: string, text: string][] {
  return lines.flatMap((line, index): [string, string][] => {
    const [, marks = "", name = ""] = /^(##+) ([\w.-]+)$/.exec(line) ?? [];
    if (name === "") return [];
    const next = lines.findIndex(
      (other, at) => at > index && /^#+ /.test(other) && other.indexOf(" ") <= marks.length,
    );
    return [
      [
        name,
        lines
          .slice(index + 1, next === -1 ? undefined : next)
          .join("\n")
          .trim(),
      ],
    ];
  });
}

/** The rows of tables by the names in their first cell, each as a list of its cells. */
function rowsOf(lines: readonly string[]): [name: string, text: string][] {
  let headings: readonly string[] = [];
  return lines.flatMap((line, index): [string, string][] => {
    if (!line.startsWith("|")) return [];
    if (lines[index + 1]?.startsWith("| ---")) headings = cellsOf(line);
    const [first = "", ...others] = cellsOf(line);
    const names = [...first.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => nameIn(text));
    const isCall = first.includes("(");
    const items = others.flatMap((cell, column) =>
      cell === "" ? [] : `- ${headings[column + 1] ?? ""}: ${cell}`,
    );
    const calls = isCall ? first.split("<br>").map((call) => `- ${call}`) : [];
    return [...new Set(names)].map((name) => [name, [...calls, ...items].join("\n")]);
  });
}

/** The cells of a row of a Markdown table, as Markdown. */
export function cellsOf(row: string): string[] {
  return row
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll(String.raw`\|`, "|"));
}

/** `startsWith` for `text.startsWith(text)`, and a variable as it is. */
function nameIn(code: string): string {
  return /(\w+)\(/.exec(code)?.[1] ?? code;
}
