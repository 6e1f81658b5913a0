import type { CancellationToken } from "vscode-languageserver";
import type { Location, Position, Range, WorkspaceEdit } from "vscode-languageserver-types";
import type { EditorDocument } from "../documents/editor-document.ts";
import { documentsWith, placesIn, type Related } from "../features/named-documents.ts";
import { namedAt, shownName, type Named, type NamedPlace } from "../features/names.ts";
import { namingProblem, renamed, renameProblem, ruleProblem } from "../features/renaming.ts";
import { orCancelled } from "./cancelling.ts";
import { requestFailed } from "./errors.ts";

/** What is asked about the name at a position. */
export interface NameQuestion {
  readonly document: EditorDocument;
  readonly position: Position;
  readonly related: Related;
  readonly token: CancellationToken;
}

/**
 * The places of what is named at a position.
 *
 * @param isNear - whether those in the documents until the first definition are enough
 */
export async function locationsOf(
  question: NameQuestion,
  isWanted: (place: NamedPlace) => boolean,
  isNear = false,
): Promise<Location[]> {
  const { document, related, token } = question;
  const named = namedIn(question);
  if (named === undefined) return [];
  const searching = documentsWith(related, document, named, isNear);
  const { documents } = await orCancelled(searching, token);
  return placesIn(documents, named)
    .filter(({ place }) => isWanted(place))
    .map(({ document: { uri, positions }, place }) => ({ uri, range: positions.rangeOf(place) }));
}

/** What would be renamed. */
export function renameable(
  question: Omit<NameQuestion, "related" | "token">,
): { readonly range: Range; readonly placeholder: string } | null {
  const { document } = question;
  const named = namedIn(question);
  if (named === undefined) return null;
  refuse(renameProblem(document, named));
  const placeholder = shownName(named.name);
  return { range: document.positions.rangeOf(named.place), placeholder };
}

/** What changes with a name. */
export async function renameEdit(
  question: NameQuestion,
  newName: string,
): Promise<WorkspaceEdit | null> {
  const { document, related, token } = question;
  const named = namedIn(question);
  if (named === undefined) return null;
  refuse(renameProblem(document, named) ?? namingProblem(document, named, newName));
  const all = await orCancelled(documentsWith(related, document, named), token);
  if (named.kind === "rule") refuse(ruleProblem(all, named, newName));
  // Who says where a rule stands still does so.
  const places = placesIn(all.documents, named).filter(
    ({ place: { node } }) =>
      node === undefined || named.kind !== "rule" || node.value === named.name,
  );
  return renamed(places, newName);
}

function namedIn({
  document,
  position,
}: Pick<NameQuestion, "document" | "position">): Named | undefined {
  return namedAt(document, document.positions.offsetAt(position));
}

function refuse(problem: string | undefined): void {
  if (problem !== undefined) throw requestFailed(problem);
}
