import type { Location, Position, Range, WorkspaceEdit } from "vscode-languageserver-types";
import type { EditorDocument } from "../documents/editor-document.ts";
import {
  namedAt,
  placesOf,
  ruleDefinitions,
  shownName,
  type Named,
  type NamedPlace,
} from "../features/names.ts";
import { namingProblem, renamed, renameProblem } from "../features/renaming.ts";
import { requestFailed } from "./errors.ts";

/**
 * Gives the policies that a document of cases, assertions or a configuration is about.
 *
 * @param named - the file or target that it names; without it, those of all that it can be about
 */
export type PoliciesOf = (
  document: EditorDocument,
  named: string | undefined,
) => Promise<readonly EditorDocument[]>;

/** Where what is named at a position is defined: rules of a policy also for documents that are about it. */
export async function definitions(
  document: EditorDocument,
  position: Position,
  policiesOf: PoliciesOf,
): Promise<Location[]> {
  const named = namedIn(document, position);
  if (named === undefined) return [];
  if (named.kind === "rule" && !named.place.isDefinition) {
    const policies = await policiesOf(document, named.place.policy);
    return policies.flatMap((one) => locations(one, ruleDefinitions(one, named.name)));
  }
  return locations(
    document,
    placesOf(document, named).filter(({ isDefinition }) => isDefinition),
  );
}

/** The places in a document of what is named at a position. */
export function references(
  document: EditorDocument,
  position: Position,
  withDefinitions: boolean,
): Location[] {
  const named = namedIn(document, position);
  const places = named === undefined ? [] : placesOf(document, named);
  return locations(
    document,
    places.filter(({ isDefinition }) => withDefinitions || !isDefinition),
  );
}

/** What would be renamed. */
export function renameable(
  document: EditorDocument,
  position: Position,
): { readonly range: Range; readonly placeholder: string } | null {
  const named = namedIn(document, position);
  if (named === undefined) return null;
  refuse(renameProblem(document, named));
  const placeholder = shownName(named.name);
  return { range: document.positions.rangeOf(named.place), placeholder };
}

/** What changes with a name. */
export function renameEdit(
  document: EditorDocument,
  position: Position,
  newName: string,
): WorkspaceEdit | null {
  const named = namedIn(document, position);
  if (named === undefined) return null;
  refuse(renameProblem(document, named) ?? namingProblem(document, named, newName));
  return renamed(document, named, newName);
}

function locations({ uri, positions }: EditorDocument, places: readonly NamedPlace[]): Location[] {
  return places.map((place) => ({ uri, range: positions.rangeOf(place) }));
}

function namedIn(document: EditorDocument, position: Position): Named | undefined {
  return namedAt(document, document.positions.offsetAt(position));
}

function refuse(problem: string | undefined): void {
  if (problem !== undefined) throw requestFailed(problem);
}
