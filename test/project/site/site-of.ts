import { fileURLToPath } from "node:url";
import { siteDefects } from "@traffic-policy/policy-language/site";
import { Files, Project, type SiteReading } from "@traffic-policy/project";

/** The folders of the examples: six sites without a defect. */
export const examples = ["shop", "news", "brewery", "tenants", "clinic", "cluster"] as const;

export type Example = (typeof examples)[number];

/** A change of a file of an example: its name, a text in it, and what stands there instead. */
export type Change = readonly [file: string, from: string, to: string];

/** The files of an example. */
export function exampleFiles(name: Example): Files {
  return new Files(fileURLToPath(new URL(`../../../docs/examples/sites/${name}`, import.meta.url)));
}

/** A site, and the files that it was read from. */
export interface ReadExample extends Omit<SiteReading, "files"> {
  readonly files: Files;
}

/** Reads an example with some changes. */
export async function readExample(
  name: Example,
  changes: readonly Change[] = [],
): Promise<ReadExample> {
  const files = exampleFiles(name);
  for (const [file, from, to] of changes) {
    const path = files.resolve(file);
    const text = files.textOf(path);
    const parts = text.split(from);
    if (parts.length !== 2) throw new Error(`${file} has "${from}" ${parts.length - 1} times.`);
    files.give(path, parts.join(to));
  }
  return { ...(await readSite(files, ["."])), files };
}

export function readSite(files: Files, paths: readonly string[]): Promise<SiteReading> {
  const terminal = { err: () => {}, interactive: false, question: async () => undefined };
  return new Project({}, { files, env: process.env, terminal, parts: {} }).site(paths);
}

/** The defects of a site, in a line each: severity, rule, file, and the text at the place. */
export async function defectsOf({ site, files }: ReadExample): Promise<string[]> {
  const found = await siteDefects(site);
  return found.map(({ severity, rule, location }) => {
    if (location === undefined) return `${severity} ${rule} -`;
    const { file, start, end } = location;
    const line = files.textOf(files.resolve(file)).split("\n")[start.line - 1] ?? "";
    const text = line.slice(start.column - 1, end.line === start.line ? end.column - 1 : undefined);
    return `${severity} ${rule} ${file} ${text.replaceAll(/^[\\"']+|[\\"']+$/g, "")}`;
  });
}
