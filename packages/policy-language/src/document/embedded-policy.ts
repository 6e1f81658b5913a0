import { isSectionName } from "../dialects.ts";
import type { Protocol } from "../catalogue/variable.ts";
import { fromPointer, toPointer } from "../json-pointer.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json-value.ts";
import { kindOf, type Problem } from "../schema/schema-problems.ts";
import { shortened } from "../text/shown.ts";
import type { PolicySource } from "./policy-source.ts";

/** A policy in a file that is about more than it. */
export interface EmbeddedPolicy {
  /** JSON Pointer to the policy in the file. */
  readonly root: string;
  /** What the file says that it is for. */
  readonly protocol?: Protocol;
  /** Whether it is the policy of a cloud endpoint. */
  readonly isOfCloudEndpoint?: true;
}

/**
 * The policies in the configuration of an agent, or in a Kubernetes manifest: of `NgrokTrafficPolicy`,
 * `CloudEndpoint` and `AgentEndpoint`. None for a document that is a policy itself.
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

/** Why a manifest or the configuration of an agent holds no policy; undefined for all other documents. */
export function missingPolicy(file: JsonValue): Problem | undefined {
  if (!isJsonObject(file) || embeddedPolicies(file).length > 0) return undefined;
  const agent = inAgentConfiguration(file);
  const candidates = [...inManifest(file), ...agent];
  const [expected] = candidates;
  if (expected === undefined) return undefined;
  const outside = elsewhere.find((path) => hasSections(valueAt(file, path)));
  if (outside !== undefined) {
    const where = expected.path.join(".");
    return {
      path: toPointer(outside),
      message: `The policy is in the wrong place: here it belongs into ${where}.`,
      help: `Move it to ${where}.`,
    };
  }
  const wrong = candidates.find(({ path }) => valueAt(file, path) !== undefined);
  if (wrong !== undefined) {
    const value = valueAt(file, wrong.path);
    const isFile = typeof value === "string" && agent.includes(wrong);
    return {
      path: toPointer(wrong.path),
      message: `"${wrong.path.at(-1) ?? ""}" must be an object with phases such as "on_http_request", not ${kindOf(value)}.`,
      help: isFile
        ? "To name a file, write traffic_policy_file."
        : "Put the rules into the phase in which they run.",
    };
  }
  const named = namedFile(file);
  return {
    path: "",
    message: `No policy is in this file${named === undefined ? "" : `; it names ${shortened(named)}`}.`,
    help: `Check ${named === undefined ? "the file with the policy" : shortened(named)} instead.`,
  };
}

/** Where people put a policy that belongs deeper, or less deep. */
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

/** The first file that the configuration of an agent names as a policy. */
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

/** The source of each policy in a document of a file: the document itself, or those that are embedded in it. */
export function embeddedSources(
  source: PolicySource,
): readonly (PolicySource & Partial<EmbeddedPolicy>)[] {
  const embedded = embeddedPolicies(source.document);
  if (embedded.length === 0) return [source];
  return embedded.map((policy) => embeddedSource(source, policy));
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
