import { ResponseError } from "vscode-jsonrpc";
import type { CancellationToken } from "vscode-languageserver";
import type { Location, Position, WorkspaceEdit } from "vscode-languageserver-types";
import type { EditorDocument } from "../documents/editor-document.ts";
import { wholeInStyle } from "../documents/written-text.ts";
import {
  namedAt,
  namingProblem,
  placesOf,
  renameProblem,
  type Named,
  type NamedPlace,
} from "../features/names.ts";
import { orCancelled } from "./cancelling.ts";
import type { ServerConnection } from "./connection.ts";

/** How a server comes to documents. */
interface Documents {
  /** Answers about a document that is open; nothing about others. */
  about<Answer>(
    uri: string,
    answer: (document: EditorDocument) => Answer | Promise<Answer>,
  ): Answer | undefined | Promise<Answer | undefined>;
  /** The policy that a document is or is about, with what else is about that. */
  related(uri: string): Promise<readonly EditorDocument[]>;
}

interface FoundPlace {
  readonly document: EditorDocument;
  readonly place: NamedPlace;
}

// A number of the protocol; see `cancelling.ts`.
const requestFailed = -32_803;

/** Definition, references and rename of what has a name. */
export function answerAboutNames(connection: ServerConnection, documents: Documents): void {
  const { about } = documents;
  const locations = (
    uri: string,
    position: Position,
    token: CancellationToken,
    isWanted: (place: NamedPlace) => boolean,
  ): ReturnType<typeof about<Location[]>> =>
    about(uri, async (document) => {
      const named = namedAt(document, document.positions.offsetAt(position));
      if (named === undefined) return [];
      const found = await orCancelled(placesIn(documents, document, named), token);
      return found
        .filter(({ place }) => isWanted(place))
        .map(({ document: { uri: file, positions }, place }) => ({
          uri: file,
          range: positions.rangeOf(place),
        }));
    });
  connection.onDefinition(({ textDocument: { uri }, position }, token) =>
    locations(uri, position, token, ({ isDefinition }) => isDefinition),
  );
  connection.onReferences(({ textDocument: { uri }, position, context }, token) =>
    locations(
      uri,
      position,
      token,
      ({ isDefinition }) => context.includeDeclaration || !isDefinition,
    ),
  );
  connection.onPrepareRename(({ textDocument: { uri }, position }) =>
    about(uri, (document) => {
      const named = namedAt(document, document.positions.offsetAt(position));
      if (named === undefined) return null;
      refuse(renameProblem(document, named));
      return { range: document.positions.rangeOf(named.place), placeholder: named.name };
    }),
  );
  connection.onRenameRequest(({ textDocument: { uri }, position, newName }, token) =>
    about(uri, (document) => {
      const named = namedAt(document, document.positions.offsetAt(position));
      if (named === undefined) return null;
      refuse(renameProblem(document, named) ?? namingProblem(document, named, newName));
      const places = placesIn(documents, document, named);
      return orCancelled(
        places.then((found) => renamed(found, newName)),
        token,
      );
    }),
  );
}

function refuse(problem: string | undefined): void {
  if (problem !== undefined) throw new ResponseError(requestFailed, problem);
}

/** Everywhere that something is named; only rules are named in other documents. */
async function placesIn(
  { related }: Documents,
  document: EditorDocument,
  named: Named,
): Promise<FoundPlace[]> {
  const others = named.kind === "rule" ? await related(document.uri) : [];
  return [document, ...others].flatMap((one) =>
    placesOf(one, named).map((place) => ({ document: one, place })),
  );
}

function renamed(places: readonly FoundPlace[], newName: string): WorkspaceEdit {
  const changes: NonNullable<WorkspaceEdit["changes"]> = {};
  for (const { document, place } of places) {
    const { uri, positions, yaml } = document;
    const { node } = place;
    // What it stands for is renamed.
    if (node?.style === "alias") continue;
    const written = node === undefined ? newName : wholeInStyle(newName, node.style, yaml);
    const newText = node?.style === "shorthand" ? `${written}: ${node.value}` : written;
    (changes[uri] ??= []).push({ range: positions.rangeOf(place), newText });
  }
  return { changes };
}
