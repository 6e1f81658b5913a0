import {
  type ActionDefinition,
  type Dialect,
  type JsonObject,
  type Protocol,
} from "@traffic-policy/policy-language";
import { enumerated, variablesOf } from "@traffic-policy/policy-language/internal";
import { migratePolicy, type Migration } from "@traffic-policy/policy-proof/migration";
import { referenceFolder } from "../../../packages/language-server/src/expression/reference-page.ts";
import type { GeneratedFile } from "../generated-file.ts";
import { cell } from "../markdown-cell.ts";
import { code } from "./page.ts";

/** What becomes of each action and each earlier name when a policy is migrated: all of it is tried here. */
export function migrationPage(from: Dialect, to: Dialect): GeneratedFile {
  return new MigrationPage(from, to).page();
}

/** Policies for these have the same actions, and are migrated in the same way. */
const ofConnections: readonly Protocol[] = ["tcp", "tls"];

class MigrationPage {
  readonly #from: Dialect;
  readonly #to: Dialect;

  constructor(from: Dialect, to: Dialect) {
    this.#from = from;
    this.#to = to;
  }

  page(): GeneratedFile {
    const folder = referenceFolder(this.#to);
    return {
      path: `${folder}/migration.md`,
      text: [
        "<!-- Generated from the catalogue by `pnpm generate`; do not edit. -->",
        "",
        "# What migrate does",
        "",
        "`traffic-policy migrate` writes policies with `inbound` and `outbound` in phases. This page lists what becomes of",
        "their parts; [From edges to endpoints](../../from-edges-to-endpoints.md) shows how to use it.",
        "",
        "## Keys",
        "",
        ...this.#keyLines(),
        "Rules and actions keep their order. What moves to a later phase comes before the rules that are there already.",
        "",
        "## Actions",
        "",
        ...this.#actionLines(),
        "A dash stands where the action does not exist. What is *left* is written as it was: a note says so, and lint",
        "reports it. A rule of `outbound` for TCP or TLS is refused whatever it does, because no phase follows the",
        "connection.",
        "",
        `Further actions exist only in phases: ${enumerated(this.#newActions())}.`,
        "",
        "## Configs",
        "",
        ...this.#configLines(),
        "## Names that are left",
        "",
        "[Deprecated names](../variables.md) get the names of today. These are left, with a note, because they have no",
        "counterpart, or one with other values:",
        "",
        ...this.#nameLines(),
        "",
      ].join("\n"),
    };
  }

  #keyLines(): string[] {
    const keys = [...this.#from.sections.keys()];
    const target = (key: string, protocol: Protocol): string => {
      const { document = {} } = this.#migrated({ [key]: [] }, protocol);
      return Object.keys(document).map(code).join(" ") || "refused, unless it is empty";
    };
    const row = (name: string, protocol: Protocol): string =>
      `| ${name} | ${keys.map((key) => target(key, protocol)).join(" | ")} |`;
    return [
      `| policies for | ${keys.map(code).join(" | ")} |`,
      `| --- |${keys.map(() => " --- |").join("")}`,
      row("HTTP", "http"),
      row("TCP and TLS", "tcp"),
      "",
    ];
  }

  #actionLines(): string[] {
    const [first = "", last = ""] = this.#from.sections.keys();
    const cells = (action: ActionDefinition): string[] => {
      const [tcp, tls] = ofConnections.map((protocol) => this.#become(action, first, protocol));
      if (tcp !== tls) throw new Error(`"${action.type}" differs for TCP and TLS.`);
      const http = [first, last].map((key) => this.#become(action, key, "http"));
      return [...http, tcp].map((place) => place ?? "–");
    };
    return [
      `| action | HTTP, \`${first}\` | HTTP, \`${last}\` | TCP and TLS, \`${first}\` |`,
      "| --- | --- | --- | --- |",
      ...[...this.#from.actions.values()].map(
        (action) =>
          `| [\`${action.type}\`](actions.md#${action.type}) | ${cells(action).join(" | ")} |`,
      ),
      "",
    ];
  }

  /** Where an action is afterwards; nothing when it cannot stand at the place before. */
  #become(action: ActionDefinition, key: string, protocol: Protocol): string | undefined {
    const { type, example, sections, unsureSections = {} } = action;
    const isPossible = [...sections[protocol], ...(unsureSections[protocol] ?? [])].includes(key);
    if (!isPossible) return undefined;
    const config = example as JsonObject;
    const { document = {}, notes } = this.#migrated(
      { [key]: [{ actions: [{ type, config }] }] },
      protocol,
    );
    const [target = ""] = Object.entries(document).flatMap(([name, rules]) =>
      Array.isArray(rules) && rules.length > 0 ? [name] : [],
    );
    const kinds = new Set(notes.map(({ kind }) => kind));
    if (kinds.has("left")) return "left";
    return kinds.has("moved") ? `moves to ${code(target)}` : code(target);
  }

  #newActions(): string[] {
    return [...this.#to.actions.keys()]
      .filter((type) => !this.#from.actions.has(type))
      .map((type) => `[\`${type}\`](actions.md#${type})`);
  }

  #configLines(): string[] {
    const rows = [...this.#from.actions.values()].flatMap((before) => {
      const after = this.#to.actions.get(before.type);
      const changes = after === undefined ? [] : configChanges(before, after);
      return changes.map(({ key, change }) => `| \`${before.type}\` | \`${key}\` | ${change} |`);
    });
    return ["| action | key | change |", "| --- | --- | --- |", ...rows, ""];
  }

  #nameLines(): string[] {
    const rows = variablesOf(this.#from).flatMap(({ name, renamedTo }) => {
      const { notes } = this.#migrated({ inbound: [{ expressions: [name], actions: [] }] }, "http");
      if (!notes.some(({ kind }) => kind === "left")) return [];
      return [`| \`${name}\` | ${renamedTo === undefined ? "none" : code(renamedTo)} |`];
    });
    return ["| name | today |", "| --- | --- |", ...rows];
  }

  #migrated(document: JsonObject, protocol: Protocol): Migration {
    return migratePolicy(document, { from: this.#from, to: this.#to, protocol });
  }
}

/** What is different in the config of an action: keys that have another name, are gone, new, or optional now. */
function configChanges(
  { config: before }: ActionDefinition,
  { config: after, deprecatedFields = {}, fieldSections = {} }: ActionDefinition,
): { readonly key: string; readonly change: string }[] {
  const gone = Object.keys(before.properties).flatMap((key) => {
    const known = deprecatedFields[key];
    if (known === undefined) return [];
    const { replacement, unless = [] } = known;
    const translated = unless.map((value) => `; with \`${value}\`, the texts are translated`);
    const change =
      replacement === undefined ? `removed${translated.join("")}` : `called \`${replacement}\``;
    return [{ key, change }];
  });
  const limited = Object.entries(fieldSections).map(([key, sections]) => ({
    key,
    change: `removed, except in ${enumerated(sections.map(code))}`,
  }));
  const optional = (before.required ?? [])
    .filter((key) => after.properties[key] !== undefined && after.required?.includes(key) !== true)
    .map((key) => ({ key, change: `optional now${defaultOf(after.properties[key]?.default)}` }));
  const added = Object.keys(after.properties)
    .filter((key) => before.properties[key] === undefined)
    .filter((key) => !Object.values(deprecatedFields).some((one) => one.replacement === key))
    .map((key) => ({ key, change: `new${defaultOf(after.properties[key]?.default)}` }));
  return [...gone, ...limited, ...optional, ...added].map(({ key, change }) => ({
    key,
    change: cell(change),
  }));
}

function defaultOf(value: unknown): string {
  return value === undefined ? "" : `, \`${JSON.stringify(value)}\` if omitted`;
}
