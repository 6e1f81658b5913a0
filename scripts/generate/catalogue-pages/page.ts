import type { Availability } from "../../../packages/policy-builder/src/places.ts";
import { directionsDialect, protocols, type Dialect } from "@traffic-policy/policy-language";
import { enumerated } from "@traffic-policy/policy-language/internal";
import { referenceFolder } from "../../../packages/language-server/src/expression/reference-page.ts";
import type { GeneratedFile } from "../generated-file.ts";

/** The pages about one dialect. */
export interface Reference {
  readonly dialect: Dialect;
  /** The dialect of the pages that these link to, as their counterparts. */
  readonly counterpart: Dialect;
}

/**
 * A page of the reference of a dialect.
 *
 * @param title - what it lists: `Actions`
 * @param lines - what follows its title
 */
export function cataloguePage(
  { dialect, counterpart }: Reference,
  title: string,
  lines: readonly string[],
): GeneratedFile {
  const file = `${title.toLowerCase()}.md`;
  const folder = referenceFolder(dialect);
  return {
    path: `${folder}/${file}`,
    text: [
      "<!-- Generated from the catalogue by `pnpm generate`; do not edit. -->",
      "",
      `# ${titleOf(title, dialect)}`,
      "",
      `For policies with ${enumerated(keysOf(dialect), "or")}. Those with ${enumerated(keysOf(counterpart), "or")} have`,
      `[a page of their own](${relative(folder, `${referenceFolder(counterpart)}/${file}`)}).`,
      "",
      ...lines,
      "",
    ].join("\n"),
  };
}

function titleOf(title: string, dialect: Dialect): string {
  return dialect === directionsDialect ? title : `${title} of ${dialect.name}`;
}

function keysOf({ sections }: Dialect): string[] {
  return [...sections.keys()].map(code);
}

/** A link to a page of `docs` from the pages of a dialect. */
export function pageLink({ dialect }: Reference, page: string): string {
  return relative(referenceFolder(dialect), `docs/${page}`);
}

/** How a page is reached from a folder, where all are in `docs`. */
function relative(folder: string, page: string): string {
  const [from, to] = [folder.split("/"), page.split("/")];
  const common = from.findIndex((name, index) => to[index] !== name);
  const shared = common === -1 ? from.length : common;
  return [...from.slice(shared).map(() => ".."), ...to.slice(shared)].join("/");
}

/** What the service's documentation leaves open, as a list below what it is about. */
export function openLines(unsure: readonly string[] = []): string[] {
  if (unsure.length === 0) return [];
  return ["Not known for sure:", "", ...unsure.map((fact) => `- ${fact}`), ""];
}

/** The sections with their protocols, as a table. */
export function sectionLines({ sections }: Dialect): string[] {
  return [
    "| key | its rules run | protocols |",
    "| --- | --- | --- |",
    ...[...sections.values()].map(({ name, description, stages }) => {
      const having = protocols.filter((protocol) => stages[protocol] !== undefined);
      return `| \`${name}\` | ${description} | ${enumerated(having.map(upper))} |`;
    }),
    "",
  ];
}

/**
 * Where something exists, in few words: "everywhere", "HTTP and TLS, inbound", or "HTTP, from `on_http_request` on".
 * Sections that policies of a protocol do not have are not named.
 */
export function where({ dialect }: Reference, available: Availability | undefined): string {
  if (available === undefined) return "everywhere";
  const groups = new Map<string, string[]>();
  for (const protocol of protocols) {
    const all = [...dialect.sections.values()].filter(({ stages }) => stages[protocol]);
    const names = all.map(({ name }) => name);
    const words = sectionWords(dialect, names, available[protocol] ?? []);
    if (words !== undefined) groups.set(words, [...(groups.get(words) ?? []), upper(protocol)]);
  }
  if (groups.get("")?.length === protocols.length) return "everywhere";
  return [...groups].map(([words, names]) => `${enumerated(names)}${words}`).join("; ");
}

/**
 * Some sections, as words behind a protocol; nothing when it has none of them.
 *
 * @param all - the sections that the protocol has
 */
function sectionWords(
  dialect: Dialect,
  all: readonly string[],
  some: readonly string[],
): string | undefined {
  const there = all.filter((name) => some.includes(name));
  const [first] = there;
  if (first === undefined) return undefined;
  if (there.length === all.length) return "";
  const shown = (name: string): string => (dialect === directionsDialect ? name : code(name));
  const isRest = there.length > 2 && all.slice(-there.length).join() === there.join();
  return isRest ? `, from ${shown(first)} on` : `, ${enumerated(there.map(shown))}`;
}

export function code(text: string): string {
  return `\`${text}\``;
}

function upper(protocol: string): string {
  return protocol.toUpperCase();
}
