import type { Location } from "vscode-languageserver-types";
import type { EditorDocument } from "../documents/editor-document.ts";
import { locationsOf, namedAt, placesOf, ruleDefinitions } from "../documents/names.ts";

/**
 * Gives the policies that a document of cases, assertions or a configuration is about.
 *
 * @param named - the file or target that it names; without it, those of all that it can be about
 */
export type PoliciesOf = (
  document: EditorDocument,
  named: string | undefined,
) => Promise<readonly EditorDocument[]>;

/** Where what is named at an offset is defined: rules of a policy also for documents that are about it. */
export async function definition(
  document: EditorDocument,
  offset: number,
  policiesOf: PoliciesOf,
): Promise<Location[]> {
  const named = namedAt(document, offset);
  if (named === undefined) return [];
  if (named.kind === "rule" && !named.place.isDefinition) {
    const policies = await policiesOf(document, named.place.policy);
    return policies.flatMap((policy) => locationsOf(policy, ruleDefinitions(policy, named.name)));
  }
  return locationsOf(
    document,
    placesOf(document, named).filter(({ isDefinition }) => isDefinition),
  );
}
