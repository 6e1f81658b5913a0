import { existsSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { parse } from "yaml";
import type {
  PlaygroundState,
  WrittenPolicy,
} from "../../../packages/playground/src/link/state.ts";

/** Why the playground does not open an example: its message is a sentence. */
export class NotOpened extends Error {
  override readonly name = "NotOpened";
}

/** What is known of a policy that an example names. */
export type NamedPolicy = Pick<PlaygroundState, "protocol"> & {
  /** From the top of the repository. */
  readonly file: string;
};

const top = new URL("../../../", import.meta.url);

const examples = "docs/examples";

const builders = new Set([
  "@traffic-policy/policy-builder",
  "@traffic-policy/policy-builder/phases",
]);

const languages: Readonly<Record<string, WrittenPolicy["language"]>> = {
  ".json": "json",
  ".yaml": "yaml",
  ".yml": "yaml",
  ".ts": "typescript",
};

/** The text of a file, by its path from the top of the repository. */
export function textOf(file: string): string {
  return readFileSync(new URL(file, top), "utf8");
}

/** A policy in a file. */
export function policyIn(file: string): WrittenPolicy {
  const language = languages[posix.extname(file)];
  if (language === undefined) throw new NotOpened("It is in none of the languages of the page.");
  const text = textOf(file);
  if (language !== "typescript") return { language, text };
  const imported = [...text.matchAll(/^(?:import|export)\b(?! type\b)[^;]*?"([^"]+)";$/gm)].map(
    ([, name = ""]) => name,
  );
  const other = imported.find((name) => !builders.has(name));
  if (other !== undefined) throw new NotOpened(`It imports ${JSON.stringify(other)}.`);
  return { language, text };
}

/** A policy as the service stores it: a document, or a text of one with what else is stored. */
export function storedPolicyIn(file: string): WrittenPolicy {
  const policy = policyIn(file);
  if (policy.language === "typescript") return policy;
  const { value } = parse(policy.text) as { readonly value?: unknown };
  return typeof value === "string" ? { language: "json", text: value } : policy;
}

/** The text of cases or assertions. */
export function documentIn(file: string): string {
  if (languages[posix.extname(file)] !== "typescript") return textOf(file);
  throw new NotOpened("The page takes cases and assertions in YAML and JSON only.");
}

/** Which policy cases or assertions are for: the one that they name, or the one next to them. */
export function policyOfDocument(file: string): NamedPolicy {
  const { policy } = parse(documentIn(file)) as { readonly policy?: string };
  const folder = posix.dirname(file);
  if (policy !== undefined) return namedPolicy(policy, folder);
  const [beside] = besides(file, "policy");
  if (beside === undefined) throw new NotOpened("There is no policy for it.");
  return { file: beside };
}

/** The documents next to a policy that are of a kind. */
export function besides(file: string, kind: "policy" | "cases" | "assertions"): string[] {
  const stem = file.replace(/\.(?:policy|cases|assertions)\.\w+$/, "");
  return Object.keys(languages)
    .map((ending) => `${stem}.${kind}${ending}`)
    .filter((one) => existsSync(new URL(one, top)));
}

/**
 * The policy that a command or a document names: a file, or a target of the nearest configuration.
 *
 * @param folder - that names are relative to, from the top of the repository
 */
export function namedPolicy(name: string, folder: string): NamedPolicy {
  if (languages[posix.extname(name)] !== undefined) return { file: posix.join(folder, name) };
  const target = targetsFor(folder).get(name);
  if (target === undefined) throw new NotOpened(`${JSON.stringify(name)} is not one policy.`);
  return target;
}

/** The targets of the configuration nearest to a folder, by name. */
export function targetsFor(folder: string): ReadonlyMap<string, NamedPolicy> {
  for (let place = folder; place.startsWith(examples); place = posix.dirname(place)) {
    for (const ending of Object.keys(languages)) {
      const file = `${place}/traffic-policy.config${ending}`;
      if (existsSync(new URL(file, top))) return targetsIn(file);
    }
  }
  return new Map();
}

const protocols: Readonly<Record<string, NamedPolicy["protocol"]>> = {
  "https-route": "http",
  httpsRoute: "http",
  "tcp-edge": "tcp",
  tcpEdge: "tcp",
};

function targetsIn(file: string): Map<string, NamedPolicy> {
  const text = textOf(file);
  const targets = posix.extname(file) === ".ts" ? targetsInCode(text) : targetsInDocument(text);
  return new Map(
    targets.map(([name, kind, policy]) => {
      const protocol = protocols[kind];
      const named = { file: posix.join(posix.dirname(file), policy) };
      return [name, { ...named, ...(protocol && { protocol }) }];
    }),
  );
}

type Target = readonly [name: string, kind: string, policy: string];

function targetsInDocument(text: string): Target[] {
  const { targets = {} } = parse(text) as {
    readonly targets?: Readonly<Record<string, { readonly kind: string; readonly policy: string }>>;
  };
  return Object.entries(targets).map(([name, { kind, policy }]) => [name, kind, policy]);
}

// No code is run to build the site.
function targetsInCode(text: string): Target[] {
  const calls = /^ +(\w+): (\w+)\([^)]*"(\.{1,2}\/[^"]+)"/gm;
  return [...text.matchAll(calls)].map(([, name = "", kind = "", policy = ""]) => [
    name,
    kind,
    policy,
  ]);
}
