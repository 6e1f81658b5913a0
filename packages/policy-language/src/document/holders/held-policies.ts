import { isJsonObject, type JsonObject, type JsonValue } from "../../json-value.ts";
import { valueAt, toPointer } from "../../json-pointer.ts";
import { placesInAgentConfiguration } from "./agent.ts";
import type { HolderPlace } from "./holder.ts";
import { placesInEndpointList } from "./endpoint-list.ts";
import { manifestsIn, placesInManifest } from "./kubernetes.ts";
import { placesInTerraform } from "./terraform.ts";

/** A place that has a policy, or one that the file does not tell. */
export interface HeldPolicy extends HolderPlace {
  /** JSON Pointer to the policy, or to its text, in the document. */
  readonly root: string;
}

/** Places that are written together, so that a policy in the wrong one of them can be moved. */
export interface PlaceGroup {
  readonly base: readonly string[];
  readonly places: readonly HolderPlace[];
  readonly form: "manifest" | "agent" | "terraform" | "list";
}

/** Returns the places of a document where policies belong, by what they are written in. */
export function placeGroups(document: JsonObject): readonly PlaceGroup[] {
  return [
    ...manifestsIn(document).map((manifest): PlaceGroup => ({
      base: manifest.base,
      places: placesInManifest(manifest),
      form: "manifest",
    })),
    { base: [], places: placesInAgentConfiguration(document), form: "agent" },
    { base: [], places: placesInTerraform(document), form: "terraform" },
    { base: [], places: placesInEndpointList(document), form: "list" },
  ];
}

/** Returns the places of a document where policies belong, whatever they have; empty for a policy itself. */
export function holderPlaces(document: JsonObject): readonly HolderPlace[] {
  return placeGroups(document).flatMap(({ places }) => places);
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
