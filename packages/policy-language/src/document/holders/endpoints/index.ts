import { isJsonObject, type JsonValue } from "../../../json-value.ts";
import { endpointsInAgentConfiguration } from "./agent.ts";
import { endpointsInList } from "./endpoint-list.ts";
import { endpointsInManifests } from "./kubernetes.ts";
import { endpointsInTerraform } from "./terraform.ts";
import { together, type WrittenEndpoints } from "./written-endpoint.ts";

export { policyResourcesIn, type PolicyResource } from "./kubernetes.ts";
export { mayDecideOthers, translatableIn, Translation } from "./translated.ts";
export type {
  UnknownEndpoint,
  WrittenEndpoint,
  WrittenEndpoints,
  WrittenPolicy,
} from "./written-endpoint.ts";

/**
 * Finds the endpoints in Kubernetes manifests of the operator's, in the configuration of an agent, in a plan or state of
 * Terraform, or in a list of the service's, also those without a policy.
 */
export function writtenEndpoints(document: JsonValue | undefined): WrittenEndpoints {
  if (!isJsonObject(document)) return together([]);
  return together([
    endpointsInManifests(document),
    endpointsInAgentConfiguration(document),
    endpointsInTerraform(document),
    endpointsInList(document),
  ]);
}

/** Checks whether a text may have endpoints, which is seen at once. */
export function mayHaveEndpoints(text: string): boolean {
  return (
    /\bngrok(?:\b|_)|"format_version"|\b(?:HTTP|TLS|TCP)Route\b/.test(text) ||
    /(?:^|[{,])\s*["']?(?:endpoints|tunnels)["']?\s*:/m.test(text)
  );
}
