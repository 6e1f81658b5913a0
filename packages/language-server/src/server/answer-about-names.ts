import type { EditorDocument } from "../documents/editor-document.ts";
import type { Related } from "../features/named-documents.ts";
import type { ServerConnection } from "./connection.ts";

/** How a server comes to documents. */
interface Documents {
  /** Answers about a document that is open; nothing about others. */
  about<Answer>(
    uri: string,
    answer: (document: EditorDocument) => Answer | Promise<Answer>,
  ): Answer | undefined | Promise<Answer | undefined>;
  readonly related: Related;
}

// In a browser, what answers is loaded with the first question.
const answers = () => import("./names-in-documents.ts");

/** Definition, references and rename of what has a name. */
export function answerAboutNames(
  connection: ServerConnection,
  { about, related }: Documents,
): void {
  connection.onDefinition(({ textDocument: { uri }, position }, token) =>
    about(uri, async (document) => {
      const { locationsOf } = await answers();
      const question = { document, position, related, token };
      return locationsOf(question, ({ isDefinition }) => isDefinition, true);
    }),
  );
  connection.onReferences(({ textDocument: { uri }, position, context }, token) =>
    about(uri, async (document) => {
      const { locationsOf } = await answers();
      return locationsOf(
        { document, position, related, token },
        ({ isDefinition }) => context.includeDeclaration || !isDefinition,
      );
    }),
  );
  connection.onPrepareRename(({ textDocument: { uri }, position }) =>
    about(uri, async (document) => (await answers()).renameable({ document, position })),
  );
  connection.onRenameRequest(({ textDocument: { uri }, position, newName }, token) =>
    about(uri, async (document) =>
      (await answers()).renameEdit({ document, position, related, token }, newName),
    ),
  );
}
