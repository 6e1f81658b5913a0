import { toPointer } from "../../../json-pointer.ts";
import { isJsonObject, scalarText, type JsonObject, type JsonValue } from "../../../json-value.ts";
import {
  holderOf,
  manifestsIn,
  operatorVersion,
  policyKinds,
  policyPathsOfKinds,
  type Manifest,
} from "../kubernetes.ts";
import {
  atUnknownKey,
  endpointOf,
  isWritten,
  policyAtKey,
  together,
  type WrittenEndpoints,
  type WrittenPolicy,
} from "./written-endpoint.ts";

/** Returns the endpoints of manifests; for other documents there are none. */
export function endpointsInManifests(document: JsonObject): WrittenEndpoints {
  return together(manifestsIn(document).map(endpointInManifest));
}

function endpointInManifest(written: Manifest): WrittenEndpoints {
  const { base, manifest } = written;
  const { apiVersion, kind, spec } = manifest;
  const isOfOperator = typeof apiVersion === "string" && operatorVersion.test(apiVersion);
  if (!isOfOperator || (kind !== "CloudEndpoint" && kind !== "AgentEndpoint")) return together([]);
  const { url, bindings, poolingEnabled, upstream } = isJsonObject(spec) ? spec : {};
  const isAgent = kind === "AgentEndpoint";
  const behind = isAgent && isJsonObject(upstream) ? scalarText(upstream["url"]) : "";
  return endpointOf({
    holder: holderOf(manifest, url),
    path: toPointer([...base, "spec", "url"]),
    kind: isAgent ? "agent" : "cloud",
    url,
    bindings,
    // Source: the guide to pooling; the operator starts each of them once for each of its replicas.
    isPooled: isAgent || poolingEnabled === true,
    ...(behind !== "" && { upstream: behind }),
    policy: policyOf(written),
  });
}

function policyOf({ base, manifest }: Manifest): WrittenPolicy | undefined {
  const spec = isJsonObject(manifest["spec"]) ? manifest["spec"] : {};
  const { trafficPolicy, trafficPolicyName: name } = spec;
  const { namespace: own } = isJsonObject(manifest["metadata"]) ? manifest["metadata"] : {};
  const around = [...base, "spec", "trafficPolicy"];
  if (!isJsonObject(trafficPolicy) && isWritten(trafficPolicy)) {
    return policyAtKey(trafficPolicy, around);
  }
  const held = isJsonObject(trafficPolicy) ? trafficPolicy : {};
  const keys = Object.keys(held).filter((one) => one !== "targetRef" && isWritten(held[one]));
  const key = ["inline", "policy"].find((one) => keys.includes(one));
  const known = policyPathsOfKinds.get(scalarText(manifest["kind"])) ?? [];
  if (key !== undefined) {
    const isKnown = known.some((path) => path.at(-1) === key) || !isJsonObject(held[key]);
    return isKnown ? policyAtKey(held[key], [...around, key]) : atUnknownKey(key);
  }
  const { targetRef } = held;
  const target = isJsonObject(targetRef) ? targetRef : { name: name ?? null };
  if (typeof target["name"] !== "string" || target["name"] === "") {
    return keys[0] === undefined ? undefined : atUnknownKey(keys[0]);
  }
  const namespace = textOf(target["namespace"]) ?? textOf(own);
  return { kind: "resource", name: target["name"], namespace };
}

/** A policy that other manifests name. */
export interface PolicyResource {
  readonly name: string;
  readonly namespace: string | undefined;
  /** JSON Pointer to the policy. */
  readonly root: string;
}

/** Returns the policies in the manifests of a document that endpoints name. */
export function policyResourcesIn(document: JsonValue | undefined): readonly PolicyResource[] {
  if (!isJsonObject(document)) return [];
  return manifestsIn(document).flatMap(({ base, manifest }): PolicyResource[] => {
    const { apiVersion, kind, metadata } = manifest;
    const isPolicy = policyKinds.has(kind) && operatorVersion.test(scalarText(apiVersion));
    const { name, namespace } = isJsonObject(metadata) ? metadata : {};
    if (!isPolicy || typeof name !== "string") return [];
    return [{ name, namespace: textOf(namespace), root: toPointer([...base, "spec", "policy"]) }];
  });
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}
