import { join } from "node:path";
import type { Client, TcpEdge, TrafficPolicyModule } from "@traffic-policy/api";
import { findConfiguration, type Files } from "@traffic-policy/project";
import { CommandError } from "../../context.ts";
import type { NamedService } from "../../service/connect.ts";
import {
  placePolicy,
  type PlaceOptions,
  type FileChange,
  type PulledPolicy,
} from "./pull-targets.ts";

const configurationName = "traffic-policy.config.ts";

export interface PulledAccount {
  readonly policies: readonly PulledPolicy[];
  /** Undefined when a policy was refused, so that none is written, or when there is none to write. */
  readonly configuration: { readonly file: string; readonly change: FileChange } | undefined;
  readonly withoutPolicy: readonly string[];
}

/**
 * Checks that a configuration can be written here.
 *
 * @throws CommandError when there is one here or in a parent folder
 */
export function checkNoConfiguration(files: Files): void {
  const file = findConfiguration(files.folder);
  if (file === undefined) return;
  throw new CommandError(`There is already a configuration: ${files.nameOf(file)}.`, {
    help: "pull --all creates a new one. Add targets to this one and pull them by name, or run it in another folder.",
  });
}

/** Works out how pulling every TCP edge with a policy changes the working directory; writes nothing. */
export async function pullAccount(
  client: Client,
  service: Pick<NamedService, "baseUrl" | "versionHeader">,
  options: PlaceOptions,
): Promise<PulledAccount> {
  const { held, withoutPolicy } = await readEdges(client);
  const policies: PulledPolicy[] = [];
  for (const edge of held) policies.push(await placeEdge(edge, options));
  if (policies.some(({ outcome }) => outcome === "refused")) {
    return { policies: policies.map(skipped), configuration: undefined, withoutPolicy };
  }
  const targets = policies.flatMap(({ name, file, outcome, isText }, index): EdgeTarget[] => {
    const edge = held[index];
    if (isText || (outcome !== "written" && outcome !== "unchanged") || edge === undefined) {
      return [];
    }
    const { enabled } = edge.stored;
    return [{ name, edge: edge.id, policy: options.files.nameOf(file), enabled }];
  });
  if (targets.length === 0) return { policies, configuration: undefined, withoutPolicy };
  const file = options.files.resolve(configurationName);
  const text = await configurationText(service, targets);
  return { policies, configuration: { file, change: { before: undefined, text } }, withoutPolicy };
}

function skipped({ change, ...policy }: PulledPolicy): PulledPolicy {
  return change === undefined ? policy : { ...policy, outcome: "skipped" };
}

interface HoldingEdge {
  readonly id: string;
  readonly name: string;
  readonly stored: TrafficPolicyModule;
}

async function readEdges(
  client: Client,
): Promise<{ readonly held: readonly HoldingEdge[]; readonly withoutPolicy: readonly string[] }> {
  const held: (Pick<TcpEdge, "id" | "description"> & { stored: TrafficPolicyModule })[] = [];
  const withoutPolicy: string[] = [];
  for await (const { id, description = "", traffic_policy: stored } of client.tcpEdges.list()) {
    if (stored === null) withoutPolicy.push(id);
    else held.push({ id, description, stored });
  }
  const names = edgeNames(held);
  const named = held.map(({ id, stored }, index) => ({ id, name: names[index] ?? id, stored }));
  if (held.length > 0) {
    return {
      held: named.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
      withoutPolicy,
    };
  }
  throw new CommandError("No TCP edge of the account holds a policy.", {
    help: "Routes of HTTPS edges cannot be listed: add them to a configuration, and pull them by name.",
  });
}

/** Pulls as TypeScript, or as JSON where TypeScript cannot hold the policy. */
async function placeEdge(
  { id, name, stored }: HoldingEdge,
  options: PlaceOptions,
): Promise<PulledPolicy> {
  const target = { kind: "tcp-edge", edge: id } as const;
  const fileOf = (ending: string): string =>
    join(options.files.folder, "policies", `${name}.policy.${ending}`);
  const place = (ending: string): Promise<PulledPolicy> =>
    placePolicy({ name, target, file: fileOf(ending), protocol: "tcp", stored }, options);
  const placed = await place("ts");
  if (placed.isText && placed.note !== undefined) {
    return { ...placed, note: `${placed.note} The configuration omits it.` };
  }
  if (!(placed.error?.cause instanceof RangeError)) return placed;
  return {
    ...(await place("json")),
    note: "It is saved as JSON, because TypeScript cannot represent a number in it.",
  };
}

interface EdgeTarget {
  readonly name: string;
  readonly edge: string;
  /** Relative to the configuration, with forward slashes. */
  readonly policy: string;
  readonly enabled: boolean;
}

async function configurationText(
  service: Pick<NamedService, "baseUrl" | "versionHeader">,
  targets: readonly EdgeTarget[],
): Promise<string> {
  const lines = targets.map(({ name, edge, policy, enabled }) => {
    const options = enabled ? "" : ", { enabled: false }";
    return `${quoted(name)}: tcpEdge(${quoted(edge)}, ${quoted(`./${policy}`)}${options}),`;
  });
  return format(`import { defineConfig, tcpEdge } from "traffic-policy";

export default defineConfig({
service: ${quoted(service)},
targets: {
${lines.join("\n")}
},
});
`);
}

/** A value as TypeScript, by means of JSON, which is a subset. */
function quoted(value: unknown): string {
  return JSON.stringify(value);
}

async function format(source: string): Promise<string> {
  const [prettier, typescript, estree] = await Promise.all([
    import("prettier/standalone"),
    import("prettier/plugins/typescript"),
    import("prettier/plugins/estree"),
  ]);
  return prettier.format(source, {
    parser: "typescript",
    plugins: [typescript, estree],
    printWidth: 100,
  });
}

interface DescribedEdge {
  readonly id: string;
  readonly description?: string | undefined;
}

const longest = 40;

// Windows keeps these for devices, whatever their ending.
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/**
 * Names each TCP edge, in order, by its description as far as that suits a file name, or else by its identifier.
 * Edges with the same description get their identifiers appended, so that names do not depend on the order. Names
 * consist of lower-case letters, digits and hyphens, and are unique.
 */
export function edgeNames(edges: readonly DescribedEdge[]): string[] {
  const described = edges.map(({ description = "" }) => plain(description));
  const counts = new Map<string, number>();
  for (const name of described) counts.set(name, (counts.get(name) ?? 0) + 1);
  const taken = new Set<string>();
  return edges.map(({ id }, index) => {
    const own = described[index] ?? "";
    const isClear = own !== "" && counts.get(own) === 1 && !devices.test(own);
    const name = isClear ? own : [own, plain(id)].filter((part) => part !== "").join("-");
    return unique(name === "" ? "edge" : name, taken);
  });
}

function plain(text: string): string {
  const words = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");
  return words.replace(/^-/, "").slice(0, longest).replace(/-$/, "");
}

function unique(name: string, taken: Set<string>): string {
  for (let number = 1; ; number += 1) {
    const one = number === 1 ? name : `${name}-${number}`;
    if (taken.has(one)) continue;
    taken.add(one);
    return one;
  }
}
