import { isJsonObject, isList, type JsonObject, type JsonValue } from "../../json-value.ts";
import { holderAt, type Holder, type HolderPlace } from "./holder.ts";

/** An endpoint or tunnel in the configuration of an agent. */
export interface AgentPart {
  readonly holder: Holder;
  readonly path: readonly string[];
  readonly part: JsonObject;
}

/** The keys of policies in the configuration of an agent: in its endpoints, of version 3, and its tunnels, of version 2. */
export const policyKeysOfAgent = {
  endpoints: ["traffic_policy"],
  tunnels: ["traffic_policy", "policy"],
} as const;

/** Returns the places for policies in the configuration of an agent, of version 2 or 3; empty for other documents. */
export function placesInAgentConfiguration(document: JsonObject): readonly HolderPlace[] {
  const placesIn = (parts: readonly AgentPart[], keys: readonly string[]): HolderPlace[] =>
    parts.flatMap(({ holder, path }) => keys.map((key) => ({ holder, path: [...path, key] })));
  return [
    ...placesIn(endpointsIn(document), policyKeysOfAgent.endpoints),
    ...placesIn(tunnelsIn(document), policyKeysOfAgent.tunnels),
  ];
}

/** A file or an address that the configuration of an agent names instead of a policy. */
export interface NamedPolicyFile {
  readonly holder: Holder;
  readonly name: string;
  readonly isUrl: boolean;
}

/** Returns the files and addresses with policies that the configuration of an agent names. */
export function policyFilesNamedIn(document: JsonValue | undefined): readonly NamedPolicyFile[] {
  if (!isJsonObject(document)) return [];
  return [...endpointsIn(document), ...tunnelsIn(document)].flatMap(({ holder, part }) =>
    ["traffic_policy_file", "traffic_policy_url"].flatMap((key): NamedPolicyFile[] => {
      const name = part[key];
      return typeof name === "string" ? [{ holder, name, isUrl: key.endsWith("url") }] : [];
    }),
  );
}

export function endpointsIn({ version, endpoints, diagnostics }: JsonObject): AgentPart[] {
  // A report about a site has the endpoints that it is about.
  const isReport = diagnostics !== undefined;
  if (version === undefined || isReport || !isList(endpoints)) return [];
  return endpoints.flatMap((part, index): AgentPart[] => {
    if (!isJsonObject(part)) return [];
    const { name, url } = part;
    const known = [name, url].find((value) => typeof value === "string");
    const holder = holderAt(known ?? `endpoints/${index}`, url);
    return [{ holder, path: ["endpoints", String(index)], part }];
  });
}

export function tunnelsIn({ version, tunnels }: JsonObject): AgentPart[] {
  if (version === undefined || !isJsonObject(tunnels)) return [];
  return Object.entries(tunnels).flatMap(([name, part]): AgentPart[] =>
    isJsonObject(part)
      ? [{ holder: holderAt(name, part["proto"]), path: ["tunnels", name], part }]
      : [],
  );
}
