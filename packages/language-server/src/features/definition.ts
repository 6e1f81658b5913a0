import type { Location } from "vscode-languageserver-types";
import type { EditorDocument } from "../documents/editor-document.ts";
import { locationsOf, namedAt, placesOf, ruleDefinitions } from "../documents/names.ts";

export type PoliciesOf = (
  document: EditorDocument,
  named: string | undefined,
) => Promise<readonly EditorDocument[]>;

/**
 * Returns the definition of the name at an offset. For rules, also searches the policy from documents that refer to
 * it.
 */
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
