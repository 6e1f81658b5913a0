import { isSectionName } from "../dialects.ts";
import type { Protocol } from "../catalogue/variable.ts";
import { fromPointer, toPointer } from "../json-pointer.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json-value.ts";
import { kindOf, type Problem } from "../schema/schema-problems.ts";
import { shortened } from "../text/shown.ts";
import type { PolicySource } from "./policy-source.ts";

export interface EmbeddedPolicy {
  /** JSON Pointer to the policy in the file. */
  readonly root: string;
  readonly protocol?: Protocol;
  readonly isOfCloudEndpoint?: true;
}

/**
 * Finds the policies in the configuration of an agent, or in a Kubernetes manifest: of `NgrokTrafficPolicy`,
 * `CloudEndpoint` and `AgentEndpoint`. Empty for a document that is a policy itself.
 */
export function embeddedPolicies(file: JsonValue | undefined): readonly EmbeddedPolicy[] {
  if (!isJsonObject(file)) return [];
  const found = [...inManifest(file), ...inAgentConfiguration(file)];
  return found.flatMap(({ path, url, ...about }) => {
    if (!isJsonObject(valueAt(file, path))) return [];
    const protocol = protocolOf(url);
    return [{ root: toPointer(path), ...about, ...(protocol && { protocol }) }];
  });
}

/**
 * Returns the problems of a manifest, or of the configuration of an agent, where it should hold a policy: each place
 * with something else, or the lack of any policy. Empty for all other documents.
 */
export function missingPolicies(file: JsonValue): readonly Problem[] {
  if (!isJsonObject(file)) return [];
  const agent = inAgentConfiguration(file);
  const candidates = [...inManifest(file), ...agent];
  const [expected] = candidates;
  if (expected === undefined) return [];
  const holdsNone = embeddedPolicies(file).length === 0;
  const outside = holdsNone && elsewhere.find((path) => hasSections(valueAt(file, path)));
  if (outside) {
    const where = expected.path.join(".");
    return [
      {
        path: toPointer(outside),
        message: `The policy is in the wrong place: here it belongs into ${where}.`,
        help: `Move it to ${where}.`,
      },
    ];
  }
  const holders = candidates.flatMap(({ path }) => {
    const holder = wrongHolder(file, path);
    return holder === undefined ? [] : [holder];
  });
  const wrong = new Map(holders.map((path) => [toPointer(path), path]));
  if (wrong.size > 0 || !holdsNone) {
    return [...wrong].map(([path, keys]) => ({ path, ...describeHolder(file, keys, agent) }));
  }
  const named = namedFile(file);
  return [
    {
      path: "",
      message: `No policy is in this file${named === undefined ? "" : `; it names ${shortened(named)}`}.`,
      help: `Check ${named === undefined ? "the file with the policy" : shortened(named)} instead.`,
    },
  ];
}

/**
 * Why a document holds no policy where it should hold one: see {@link missingPolicies}; a manifest of any other kind holds
 * none at all.
 */
export function policyProblems(document: JsonValue): readonly Problem[] {
  const missing = missingPolicies(document);
  if (missing.length > 0 || !isJsonObject(document) || hasSections(document)) return missing;
  const { apiVersion, kind } = document;
  const isOther =
    typeof apiVersion === "string" && typeof kind === "string" && inManifest(document).length === 0;
  if (!isOther) return [];
  return [
    {
      path: toPointer(["kind"]),
      message: `No policy is read in a manifest of the kind ${shortened(kind)}.`,
      help: "The kinds that hold one are NgrokTrafficPolicy, CloudEndpoint and AgentEndpoint; a policy itself has no kind.",
    },
  ];
}

function wrongHolder(file: JsonObject, path: readonly string[]): readonly string[] | undefined {
  const around = path.slice(0, -1);
  const outer = around.at(-1) === "trafficPolicy" ? valueAt(file, around) : null;
  if (outer !== undefined && outer !== null && !isJsonObject(outer)) return around;
  const value = valueAt(file, path);
  return value === undefined || isJsonObject(value) ? undefined : path;
}

function describeHolder(
  file: JsonObject,
  path: readonly string[],
  agent: readonly Candidate[],
): Pick<Problem, "message" | "help"> {
  const value = valueAt(file, path);
  const isText = typeof value === "string";
  const isFile = isText && !value.includes("\n") && agent.length > 0;
  return {
    message: `"${path.at(-1) ?? ""}" must be an object with phases such as "on_http_request", not ${kindOf(value)}.`,
    help: isFile
      ? "To name a file, write traffic_policy_file."
      : isText
        ? "Write the policy as an object below this key: without quotes, and without | behind it."
        : "Put the rules into the phase in which they run.",
  };
}

/** Common places for a policy that is nested too shallowly or too deeply. */
const elsewhere = [
  "",
  "policy",
  "trafficPolicy",
  "traffic_policy",
  "spec",
  "spec.trafficPolicy",
].map((path) => path.split(".").filter(Boolean));

function hasSections(value: JsonValue | undefined): boolean {
  return isJsonObject(value) && Object.keys(value).some(isSectionName);
}

function namedFile({ endpoints }: JsonObject): string | undefined {
  const all = Array.isArray(endpoints) ? (endpoints as readonly JsonValue[]) : [];
  return all
    .map((endpoint) => (isJsonObject(endpoint) ? endpoint["traffic_policy_file"] : undefined))
    .find((name) => typeof name === "string");
}

interface Candidate {
  readonly path: readonly string[];
  readonly url?: JsonValue | undefined;
  readonly isOfCloudEndpoint?: true;
}

function inManifest({ apiVersion, kind, spec }: JsonObject): Candidate[] {
  if (typeof apiVersion !== "string" || !/^(?:ngrok\.k8s\.)?ngrok\.com\//.test(apiVersion))
    return [];
  const url = isJsonObject(spec) ? spec["url"] : undefined;
  switch (kind) {
    case "NgrokTrafficPolicy":
    case "TrafficPolicy":
      return [{ path: ["spec", "policy"] }];
    case "CloudEndpoint":
      return ["policy", "inline"].map((key) => ({
        path: ["spec", "trafficPolicy", key],
        url,
        isOfCloudEndpoint: true,
      }));
    case "AgentEndpoint":
      return [{ path: ["spec", "trafficPolicy", "inline"], url }];
    default:
      return [];
  }
}

function inAgentConfiguration({ version, endpoints, tunnels }: JsonObject): Candidate[] {
  if (version === undefined) return [];
  const ofEndpoints = Array.isArray(endpoints)
    ? (endpoints as readonly JsonValue[]).map((endpoint, index) => ({
        path: ["endpoints", String(index), "traffic_policy"],
        url: isJsonObject(endpoint) ? endpoint["url"] : undefined,
      }))
    : [];
  const ofTunnels = isJsonObject(tunnels)
    ? Object.entries(tunnels).flatMap(([name, tunnel]) =>
        ["traffic_policy", "policy"].map((key) => ({
          path: ["tunnels", name, key],
          url: isJsonObject(tunnel) ? tunnel["proto"] : undefined,
        })),
      )
    : [];
  return [...ofEndpoints, ...ofTunnels];
}

function protocolOf(url: JsonValue | undefined): Protocol | undefined {
  const [, scheme] = typeof url === "string" ? (/^(https?|tcp|tls)(?::|$)/.exec(url) ?? []) : [];
  return scheme === "https" ? "http" : (scheme as Protocol | undefined);
}

function valueAt(file: JsonValue, path: readonly string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((value, key) => {
    if (Array.isArray(value)) return (value as readonly JsonValue[])[Number(key)];
    return isJsonObject(value) ? value[key] : undefined;
  }, file);
}

/**
 * The source of each policy in a document of a file: the document itself, or those that are embedded in it. The document
 * follows them where one of its places for policies holds something else.
 */
export function embeddedSources(
  source: PolicySource,
): readonly (PolicySource & Partial<EmbeddedPolicy>)[] {
  const embedded = embeddedPolicies(source.document);
  if (embedded.length === 0) return [source];
  const policies = embedded.map((policy) => embeddedSource(source, policy));
  const isWrong = missingPolicies(source.document ?? null).length > 0;
  return isWrong ? [...policies, source] : policies;
}

function embeddedSource(
  source: PolicySource,
  policy: EmbeddedPolicy,
): PolicySource & EmbeddedPolicy {
  const { root } = policy;
  const { written, document: file } = source;
  return {
    ...source,
    ...policy,
    document: file === undefined ? undefined : valueAt(file, fromPointer(root)),
    locate: (pointer, part) => source.locate(root + pointer, part),
    ...(written && { written: { ...written, at: (pointer) => written.at(root + pointer) } }),
  };
}
