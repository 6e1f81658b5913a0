import type { EditorDocument } from "../documents/editor-document.ts";
import { orCancelled } from "./cancelling.ts";
import type { ServerConnection } from "./connection.ts";
import type { PoliciesOf } from "./names-in-document.ts";

/** How a server comes to documents. */
interface Documents {
  /** Answers about a document that is open; nothing about others. */
  about<Answer>(
    uri: string,
    answer: (document: EditorDocument) => Answer | Promise<Answer>,
  ): Answer | undefined | Promise<Answer | undefined>;
  readonly policiesOf: PoliciesOf;
}

// In a browser, what answers is loaded with the first question.
const answers = () => import("./names-in-document.ts");

/** Definition, references and rename of what has a name. */
export function answerAboutNames(
  connection: ServerConnection,
  { about, policiesOf }: Documents,
): void {
  connection.onDefinition(({ textDocument: { uri }, position }, token) =>
    about(uri, async (document) => {
      const { definitions } = await answers();
      return orCancelled(definitions(document, position, policiesOf), token);
    }),
  );
  connection.onReferences(({ textDocument: { uri }, position, context }) =>
    about(uri, async (document) =>
      (await answers()).references(document, position, context.includeDeclaration),
    ),
  );
  connection.onPrepareRename(({ textDocument: { uri }, position }) =>
    about(uri, async (document) => (await answers()).renameable(document, position)),
  );
  connection.onRenameRequest(({ textDocument: { uri }, position, newName }) =>
    about(uri, async (document) => (await answers()).renameEdit(document, position, newName)),
  );
}
