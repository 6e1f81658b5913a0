import type { Files } from "@traffic-policy/policy-module";
import type { LoadedConfiguration } from "../../configuration/load-configuration.ts";

/** A word, and what it means. */
export interface Candidate {
  readonly word: string;
  readonly description?: string | undefined;
}

/** How long the configuration may run, in milliseconds: somebody waits with a finger on the key. */
const timeLimit = 2_000;

/** The names of the configuration's targets. */
export async function targetNames(files: Files): Promise<Candidate[]> {
  const { targets } = await configuration(files);
  return Object.entries(targets).map(([word, { kind, edge, route }]) => ({
    word,
    description: [kind, route === undefined ? edge : `${edge}/${route}`].join(" "),
  }));
}

/** The tags of the configuration's targets. */
export async function targetTags(files: Files): Promise<Candidate[]> {
  const { targets } = await configuration(files);
  const all = new Map<string, string[]>();
  for (const [name, { tags = [] }] of Object.entries(targets)) {
    for (const tag of tags) all.set(tag, [...(all.get(tag) ?? []), name]);
  }
  return [...all].map(([word, names]) => ({ word, description: names.join(", ") }));
}

/**
 * The names of the lint rules; without those of the configuration's own, which would have to run.
 *
 * @param end - what comes after each
 */
export async function ruleNames(end = ""): Promise<Candidate[]> {
  const { rules } = await import("@traffic-policy/policy-lint");
  return [...rules].map(([name, { docs }]) => ({ word: name + end, description: docs.what }));
}

/** What `--rule` may be followed by. */
export async function ruleSettings(): Promise<Candidate[]> {
  const severities = ["error", "warning", "info", "off"];
  const names = await ruleNames("=");
  return names.flatMap(({ word }) => severities.map((severity) => ({ word: word + severity })));
}

async function configuration(files: Files): Promise<Pick<LoadedConfiguration, "targets">> {
  const { loadConfigurationIfAny } = await import("../../configuration/load-configuration.ts");
  return (await loadConfigurationIfAny(files, timeLimit)) ?? { targets: {} };
}
