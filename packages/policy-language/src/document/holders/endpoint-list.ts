import { isJsonObject, isList, type JsonObject } from "../../json-value.ts";
import { holderAt, type Holder, type HolderPlace } from "./holder.ts";

/** An endpoint in a list of endpoints. */
export interface ListedEndpoint {
  readonly holder: Holder;
  readonly path: readonly string[];
  readonly endpoint: JsonObject;
}

/**
 * Returns the endpoints of a list as the service answers it, and as `pull --site` writes it; empty for other documents.
 */
export function listedEndpoints({ version, endpoints }: JsonObject): readonly ListedEndpoint[] {
  if (version !== undefined || !isList(endpoints)) return [];
  return endpoints.flatMap((endpoint, index): ListedEndpoint[] => {
    if (!isJsonObject(endpoint)) return [];
    const { id, type, name, url, public_url: publicUrl } = endpoint;
    if (typeof id !== "string" || typeof type !== "string") return [];
    const isNamed = typeof name === "string" && name !== "";
    const isCloud = type === "cloud";
    const holder: Holder = {
      ...holderAt(isNamed ? name : id, url ?? publicUrl),
      ...(isCloud && {
        isOfCloudEndpoint: true,
        target: { kind: "cloud-endpoint", endpoint: id },
      }),
    };
    return [{ holder, path: ["endpoints", String(index)], endpoint }];
  });
}

/** Returns the places of policies in a list of endpoints; the service leaves out those that it does not tell. */
export function placesInEndpointList(document: JsonObject): readonly HolderPlace[] {
  return listedEndpoints(document)
    .filter(({ endpoint }) => hasPolicy(endpoint))
    .map(({ holder, path }) => ({ holder, path: [...path, "traffic_policy"], isText: true }));
}

export function hasPolicy({ traffic_policy: policy }: JsonObject): boolean {
  return typeof policy === "string" && policy.trim() !== "";
}
