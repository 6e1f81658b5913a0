import { toPointer } from "../../../json-pointer.ts";
import {
  isJsonObject,
  isList,
  scalarText,
  type JsonObject,
  type JsonValue,
} from "../../../json-value.ts";
import { shortened } from "../../../text/shown.ts";
import { endpointsIn, policyKeysOfAgent, tunnelsIn, type AgentPart } from "../agent.ts";
import {
  atUnknownKey,
  endpointOf,
  isWritten,
  policyAtKey,
  together,
  unknownDocument,
  type WrittenEndpoints,
  type WrittenPolicy,
} from "./written-endpoint.ts";

/** Returns the endpoints in the configuration of an agent, of version 2 or 3; for other documents there are none. */
export function endpointsInAgentConfiguration(document: JsonObject): WrittenEndpoints {
  if (lacksVersion(document)) {
    return unknownDocument('the configuration of an agent without its "version": add version: 3');
  }
  const { version, agent } = document;
  if (version !== undefined && isJsonObject(agent) && isWritten(agent["endpoints"])) {
    return unknownDocument('its "endpoints" are inside "agent", where an agent reads none');
  }
  return together([
    ...endpointsIn(document).map(endpointIn),
    ...tunnelsIn(document).flatMap(endpointsOfTunnel),
  ]);
}

/** Checks whether a document is meant as the configuration of an agent, although it does not say so. */
function lacksVersion({ version, agent, endpoints, tunnels }: JsonObject): boolean {
  if (version !== undefined) return false;
  const isTunnel = (one: JsonValue): boolean => isJsonObject(one) && one["addr"] !== undefined;
  if (isJsonObject(tunnels) && Object.values(tunnels).some(isTunnel)) return true;
  const isEndpoint = (one: JsonValue): boolean => {
    if (!isJsonObject(one) || typeof one["url"] !== "string" || one["id"] !== undefined)
      return false;
    const { upstream, traffic_policy: policy, traffic_policy_file: file } = one;
    return [agent, upstream, policy, file].some(isWritten);
  };
  return isList(endpoints) && endpoints.some(isEndpoint);
}

function endpointIn({ holder, path, part }: AgentPart): WrittenEndpoints {
  const { url, bindings, pooling_enabled: pooled, upstream } = part;
  const behind = scalarText(isJsonObject(upstream) ? upstream["url"] : upstream);
  return endpointOf({
    holder,
    path: toPointer([...path, "url"]),
    kind: "agent",
    url,
    bindings,
    isPooled: pooled === true,
    ...(behind !== "" && { upstream: behind }),
    policy: policyOf({ holder, path, part }, policyKeysOfAgent.endpoints),
  });
}

/** A tunnel for HTTP is an endpoint for each of its schemes. Source: the configuration of agents, version 2. */
function endpointsOfTunnel(tunnel: AgentPart): WrittenEndpoints[] {
  const { holder, path, part } = tunnel;
  const { proto, addr, pooling_enabled: pooled, schemes, labels, subdomain } = part;
  const key = ["url", "domain", "hostname", "remote_addr"].find((one) => part[one] !== undefined);
  if (isList(labels)) {
    const reason = "an edge receives its traffic";
    return [{ endpoints: [], unknown: [{ holder, reason, isOutside: true }] }];
  }
  if (key === undefined && subdomain !== undefined) {
    const reason = "its domain depends on the account";
    return [{ endpoints: [], unknown: [{ holder, reason }] }];
  }
  const asGiven = key === "url" || proto !== "http";
  const bound = schemesOfBinding.get(scalarText(part["bind_tls"])) ?? ["https"];
  const all = asGiven ? [proto] : isList(schemes) ? schemes : bound;
  const given = key === undefined ? undefined : part[key];
  const behind = scalarText(addr);
  return all.map((scheme) =>
    endpointOf({
      holder: all.length > 1 ? { ...holder, name: `${holder.name}/${scalarText(scheme)}` } : holder,
      path: toPointer([...path, ...(key === undefined ? [] : [key])]),
      kind: "agent",
      url: urlOfTunnel(given, scheme, key === "url"),
      isPooled: pooled === true,
      ...(behind !== "" && { upstream: behind }),
      policy: policyOfTunnel(tunnel),
    }),
  );
}

/** The schemes that `bind_tls` stands for, which was there before `schemes`. */
const schemesOfBinding: ReadonlyMap<string, readonly JsonValue[]> = new Map([
  ["both", ["https", "http"]],
  ["false", ["http"]],
]);

/** The keys of a tunnel that neither decide what passes nor change it. All others, such as `basic_auth`, do, or may. */
const passiveKeys: ReadonlySet<string> = new Set([
  ...policyKeysOfAgent.tunnels,
  "traffic_policy_file",
  "traffic_policy_url",
  "addr",
  "agent_tls_termination",
  "app_protocol",
  "bind_tls",
  "bindings",
  "compression",
  "crt",
  "description",
  "domain",
  "forwards_to",
  "host_header",
  "hostname",
  "inspect",
  "key",
  "labels",
  "metadata",
  "name",
  "pooling_enabled",
  "proto",
  "proxy_proto",
  "remote_addr",
  "root_cas",
  "schemes",
  "subdomain",
  "terminate_at",
  "upstream",
  "url",
  "verify_upstream_tls",
  "websocket_tcp_converter",
]);

/** Of a tunnel, a policy is only a part of what decides, where it has keys of older agents beside it. */
function policyOfTunnel(tunnel: AgentPart): WrittenPolicy | undefined {
  const policy = policyOf(tunnel, policyKeysOfAgent.tunnels);
  const other = Object.entries(tunnel.part).find(
    ([key, value]) => !passiveKeys.has(key) && isWritten(value) && value !== false,
  );
  if (other === undefined || policy?.kind === "unread") return policy;
  return {
    kind: "unread",
    reason: `partly in its "${shortened(other[0])}", which is not read`,
    ...(policy?.kind === "file" && { file: policy.name }),
  };
}

function urlOfTunnel(
  given: JsonValue | undefined,
  scheme: JsonValue | undefined,
  isUrl: boolean,
): JsonValue | undefined {
  const isWhole = isUrl || typeof given !== "string" || typeof scheme !== "string";
  return isWhole ? given : `${scheme}://${given}`;
}

function policyOf({ path, part }: AgentPart, keys: readonly string[]): WrittenPolicy | undefined {
  const written = keys.find((one) => isWritten(part[one]));
  if (written !== undefined) return policyAtKey(part[written], [...path, written]);
  const { traffic_policy_file: file, traffic_policy_url: url } = part;
  if (typeof file === "string") return { kind: "file", name: file };
  if (url !== undefined) return { kind: "unread", reason: "at an address, which is not fetched" };
  const other = policyKeysOfAgent.tunnels.find((one) => isWritten(part[one]));
  return other === undefined ? undefined : atUnknownKey(other);
}
