import { toPointer } from "../../../json-pointer.ts";
import { isJsonObject, isList, scalarText, type JsonObject } from "../../../json-value.ts";
import type { HolderPlace } from "../holder.ts";
import {
  isTerraform,
  markedAttributes,
  open,
  placesInTerraform,
  resourcesOf,
  terraformProblem,
} from "../terraform.ts";
import {
  endpointOf,
  together,
  unknownDocument,
  type WrittenEndpoints,
  type WrittenPolicy,
} from "./written-endpoint.ts";

/** Returns the cloud endpoints of a plan or a state; for other documents there are none. */
export function endpointsInTerraform(document: JsonObject): WrittenEndpoints {
  if (isRawState(document)) return unknownDocument(ofRawState);
  if (!isTerraform(document)) return together([]);
  if (terraformProblem(document) !== undefined) {
    return unknownDocument("a format of Terraform's JSON that is not supported");
  }
  const changes = document["resource_changes"];
  const unknown = markedAttributes(changes, "after_unknown", "url");
  const secret = markedAttributes(changes, "after_sensitive", "url");
  const places = new Map(placesInTerraform(document).map((one) => [one.holder.name, one]));
  const all = resourcesOf(document).map(({ path, resource }): WrittenEndpoints => {
    const { address, type, mode, values, sensitive_values: sensitive } = resource;
    if (typeof address !== "string" || mode === "data" || !isJsonObject(values)) {
      return together([]);
    }
    const isEdge = typeof type === "string" && /^ngrok_(?:https|tcp|tls)_edge$/.test(type);
    const known = open(values, sensitive);
    const { url, bindings, pooling_enabled: pooled } = known;
    const reason = isEdge
      ? "edges are not part of a site"
      : unknown.has(address)
        ? "its URL is known only after apply"
        : secret.has(address) || (url === undefined && values["url"] !== undefined)
          ? "its URL is marked as sensitive"
          : undefined;
    const place = places.get(address);
    const holder = place?.holder ?? { name: address };
    if (!isEdge && type !== "ngrok_cloud_endpoint") return together([]);
    if (reason !== undefined) {
      return { endpoints: [], unknown: [{ holder, reason, ...(isEdge && { isOutside: true }) }] };
    }
    const policy = place && policyAt(place);
    return endpointOf({
      holder,
      path: toPointer([...path, "values", "url"]),
      kind: "cloud",
      url,
      bindings,
      isPooled: pooled === true,
      policy,
    });
  });
  return together(all);
}

const ofRawState = 'the state of Terraform: read what "terraform show -json" prints';

/** Checks whether a document is the state as Terraform stores it, with a resource of the service. */
function isRawState({ version, resources }: JsonObject): boolean {
  if (typeof version !== "number" || !isList(resources)) return false;
  return resources.some((one) => isJsonObject(one) && scalarText(one["type"]).startsWith("ngrok_"));
}

function policyAt({ path, unread }: HolderPlace): WrittenPolicy {
  return unread === undefined
    ? { kind: "here", root: toPointer(path) }
    : { kind: "unread", reason: unread };
}
