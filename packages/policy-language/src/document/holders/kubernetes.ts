import { isJsonObject, isList, type JsonObject, type JsonValue } from "../../json-value.ts";
import { holderAt, type Holder, type HolderPlace } from "./holder.ts";

/** The API versions of the operator: of its group today, its first one, and the one that is announced. */
export const operatorVersion = /^(?:(?:ngrok|ingress)\.k8s\.)?ngrok\.com\//;

/** The paths of policies in manifests of the operator, by their kinds. */
export const policyPathsOfKinds: ReadonlyMap<string, readonly (readonly string[])[]> = new Map([
  ["NgrokTrafficPolicy", [["spec", "policy"]]],
  ["TrafficPolicy", [["spec", "policy"]]],
  [
    "CloudEndpoint",
    [
      ["spec", "trafficPolicy", "policy"],
      ["spec", "trafficPolicy", "inline"],
    ],
  ],
  ["AgentEndpoint", [["spec", "trafficPolicy", "inline"]]],
]);

/** The kinds whose policies other manifests name. */
export const policyKinds: ReadonlySet<JsonValue | undefined> = new Set([
  "NgrokTrafficPolicy",
  "TrafficPolicy",
]);

/** A manifest in a document: the document itself, or an item of its list. */
export interface Manifest {
  readonly base: readonly string[];
  readonly manifest: JsonObject;
}

/**
 * Returns the manifests of a document, which may be a `kind: List`, also inside another one; empty for other documents.
 * The items of a list of one kind may leave out what it says.
 */
export function manifestsIn(document: JsonObject): readonly Manifest[] {
  const { apiVersion, kind, items } = document;
  if (typeof apiVersion !== "string" || typeof kind !== "string") return [];
  if (!kind.endsWith("List") || !isList(items)) return [{ base: [], manifest: document }];
  const common = kind === "List" ? {} : { apiVersion, kind: kind.slice(0, -"List".length) };
  return items.flatMap((item, index) =>
    isJsonObject(item)
      ? manifestsIn({ ...common, ...item }).map(({ base, manifest }) => ({
          base: ["items", String(index), ...base],
          manifest,
        }))
      : [],
  );
}

/** Returns the places for policies in a manifest of the operator's; empty for every other manifest. */
export function placesInManifest({ base, manifest }: Manifest): readonly HolderPlace[] {
  const { apiVersion, kind, spec } = manifest;
  if (typeof apiVersion !== "string" || !operatorVersion.test(apiVersion)) return [];
  const url = isJsonObject(spec) ? spec["url"] : undefined;
  const paths = typeof kind === "string" ? (policyPathsOfKinds.get(kind) ?? []) : [];
  return paths.map((path) => ({ path: [...base, ...path], holder: holderOf(manifest, url) }));
}

/** Returns the holder that a manifest is. */
export function holderOf({ kind, metadata }: JsonObject, url?: JsonValue): Holder {
  const { name, namespace } = isJsonObject(metadata) ? metadata : {};
  const named = (...parts: (JsonValue | undefined)[]): string =>
    [kind, ...parts].filter((part) => typeof part === "string").join("/");
  return {
    ...holderAt(named(name), url),
    ...(typeof namespace === "string" && { fullName: named(namespace, name) }),
    ...(kind === "CloudEndpoint" && {
      isOfCloudEndpoint: true,
      ...(typeof url === "string" && { url }),
    }),
    ...(policyKinds.has(kind) && { isTranslated: true }),
  };
}
