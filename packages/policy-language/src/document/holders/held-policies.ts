import { isJsonObject, type JsonObject, type JsonValue } from "../../json-value.ts";
import { valueAt, toPointer } from "../../json-pointer.ts";
import { placesInAgentConfiguration } from "./agent.ts";
import type { HolderPlace } from "./holder.ts";
import { manifestsIn, placesInManifest } from "./kubernetes.ts";
import { placesInTerraform } from "./terraform.ts";

/** A place that has a policy, or one that the file does not tell. */
export interface HeldPolicy extends HolderPlace {
  /** JSON Pointer to the policy, or to its text, in the document. */
  readonly root: string;
}

/** Returns the places of a document where policies belong, whatever they have; empty for a policy itself. */
export function holderPlaces(document: JsonObject): readonly HolderPlace[] {
  return [
    ...manifestsIn(document).flatMap(placesInManifest),
    ...placesInAgentConfiguration(document),
    ...placesInTerraform(document),
  ];
}

/**
 * Finds the policies in a Kubernetes manifest of the operator's, in the configuration of an agent, or in a plan or state
 * of Terraform. Empty for a document that is a policy itself.
 */
export function heldPolicies(document: JsonValue | undefined): readonly HeldPolicy[] {
  if (!isJsonObject(document)) return [];
  return holderPlaces(document).flatMap((place) => {
    const root = toPointer(place.path);
    const isHeld = place.unread !== undefined || hasForm(valueAt(document, root), place);
    return isHeld ? [{ ...place, root }] : [];
  });
}

/** Checks whether a value is a policy in the form that its place wants. */
export function hasForm(
  value: JsonValue | undefined,
  { isText }: Pick<HolderPlace, "isText">,
): boolean {
  return isText === true ? typeof value === "string" : isJsonObject(value);
}
