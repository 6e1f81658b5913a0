import type { CancellationToken } from "vscode-languageserver";
import type { Location, Position } from "vscode-languageserver-types";
import type { EditorDocument } from "../documents/editor-document.ts";
import { isSameUri } from "../documents/uris.ts";
import {
  namedAt,
  namesOfRule,
  placesOf,
  shownName,
  type Named,
  type NamedPlace,
} from "../features/names.ts";
import type { FoundPlace } from "../features/renaming.ts";
import { orCancelled } from "./cancelling.ts";
import type { ServerConnection } from "./connection.ts";
import { requestFailed } from "./errors.ts";

/** How a server comes to documents. */
interface Documents {
  /** Answers about a document that is open; nothing about others. */
  about<Answer>(
    uri: string,
    answer: (document: EditorDocument) => Answer | Promise<Answer>,
  ): Answer | undefined | Promise<Answer | undefined>;
  /** The policies that a document is about; of a policy, what is about it. */
  related(uri: string): Promise<readonly EditorDocument[]>;
}

// In a browser, what only a rename needs is loaded with the first.
const renaming = () => import("../features/renaming.ts");

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
      const all = await orCancelled(documentsWith(documents, document, named), token);
      return placesIn(all, named)
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
    about(uri, async (document) => {
      const named = namedAt(document, document.positions.offsetAt(position));
      if (named === undefined) return null;
      const { renameProblem } = await renaming();
      refuse(renameProblem(document, named));
      const placeholder = shownName(named.name);
      return { range: document.positions.rangeOf(named.place), placeholder };
    }),
  );
  connection.onRenameRequest(({ textDocument: { uri }, position, newName }, token) =>
    about(uri, async (document) => {
      const named = namedAt(document, document.positions.offsetAt(position));
      if (named === undefined) return null;
      const { renameProblem, namingProblem, ruleProblem, renamed } = await renaming();
      refuse(renameProblem(document, named) ?? namingProblem(document, named, newName));
      const all = await orCancelled(documentsWith(documents, document, named), token);
      if (named.kind === "rule") refuse(ruleProblem(all, named, newName));
      // Who says where a rule stands still does so.
      const places = placesIn(all, named).filter(
        ({ place: { node } }) =>
          node === undefined || named.kind !== "rule" || node.value === named.name,
      );
      return renamed(places, newName);
    }),
  );
}

function refuse(problem: string | undefined): void {
  if (problem !== undefined) throw requestFailed(problem);
}

/** All documents that may name something, from the one that it was found in; only rules are named in others. */
async function documentsWith(
  { related }: Documents,
  document: EditorDocument,
  { kind, name, place }: Named,
): Promise<EditorDocument[]> {
  const found = new Map([[document.uri, document]]);
  if (kind !== "rule") return [document];
  // What is about a policy is found from there, as what is about a module that its rules are in.
  const left = [document];
  for (const one of left) {
    const others = await related(one.uri);
    // An entry of a configuration is about one of its policies.
    const isMeant = (uri: string): boolean =>
      one !== document || place.policy === undefined || isSameUri(uri, place.policy);
    for (const other of others) {
      if (found.has(other.uri) || !isMeant(other.uri)) continue;
      found.set(other.uri, other);
      const places = placesOf(other, { kind, name });
      if (places.some(({ isDefinition }) => isDefinition)) left.push(other);
    }
  }
  return [...found.values()];
}

function placesIn(documents: readonly EditorDocument[], named: Named): FoundPlace[] {
  const called = named.kind === "rule" ? namesOfRule(documents, named.name) : undefined;
  return documents.flatMap((document) =>
    placesOf(document, named, called)
      .filter(
        ({ policy }) => policy === undefined || documents.some(({ uri }) => isSameUri(uri, policy)),
      )
      .map((place) => ({ document, place })),
  );
}
