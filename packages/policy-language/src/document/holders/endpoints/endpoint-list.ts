import { toPointer } from "../../../json-pointer.ts";
import type { JsonObject } from "../../../json-value.ts";
import { hasPolicy, listedEndpoints } from "../endpoint-list.ts";
import {
  endpointOf,
  together,
  unknownDocument,
  type WrittenEndpoints,
  type WrittenPolicy,
} from "./written-endpoint.ts";

/** Returns the endpoints of a list as the service answers it; for other documents there are none. */
export function endpointsInList(document: JsonObject): WrittenEndpoints {
  const all = listedEndpoints(document).map(({ holder, path, endpoint }): WrittenEndpoints => {
    const { type, url, public_url: publicUrl, bindings, pooling_enabled: pooled } = endpoint;
    if (type === "edge") {
      const reason = "edges are not part of a site";
      return { endpoints: [], unknown: [{ holder, reason, isOutside: true }] };
    }
    const policy: WrittenPolicy = hasPolicy(endpoint)
      ? { kind: "here", root: toPointer([...path, "traffic_policy"]) }
      : { kind: "unread", reason: "not told by the service" };
    return endpointOf({
      holder,
      path: toPointer([...path, url === undefined || url === null ? "public_url" : "url"]),
      kind: type === "cloud" ? "cloud" : "agent",
      url: url ?? publicUrl,
      bindings: bindings ?? undefined,
      isPooled: pooled === true,
      policy,
    });
  });
  const { next_page_uri: next } = document;
  const isFirst = all.length > 0 && typeof next === "string" && next !== "";
  const reason = 'only a part of a list: "traffic-policy pull --site" writes all pages';
  return together(isFirst ? [...all, unknownDocument(reason)] : all);
}
