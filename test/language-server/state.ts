import type {
  CompletionItem,
  DocumentSymbol,
  Position,
  Range,
  ResponseError,
  SelectionRange,
  SemanticTokens,
  TextEdit,
} from "vscode-languageserver";
import { edited, offsetOf, positionOf, shownTokens, textAt } from "./client-text.ts";
import type { TestEditor, TestEncoding } from "./editor.ts";

// What a server answers that refuses something.
const requestFailed = -32_803;

/** Where and how a server is asked. */
export interface Asked {
  readonly uri: string;
  /** What the document is, as the client knows it. */
  readonly text: string;
  readonly encoding: TestEncoding;
  /** Offsets that are asked about. */
  readonly offsets: readonly number[];
}

/** All that a server says of a document, beside what it finds. */
export async function stateOf(
  editor: TestEditor,
  { uri, text, encoding, offsets }: Asked,
): Promise<Record<string, unknown>> {
  const end = positionOf(text, text.length, encoding);
  const range = { start: { line: 0, character: 0 }, end };
  const options = { tabSize: 2, insertSpaces: true };
  const state: Record<string, unknown> = {};
  const ask = async (method: string, params: object = {}, name = method): Promise<void> => {
    // Whoever asks for what cannot be done is told why, in a sentence.
    state[name] = await editor
      .request(`textDocument/${method}`, uri, params)
      .catch((error: ResponseError) => {
        if (error.code !== requestFailed) throw error;
        return error.message;
      });
  };
  await ask("documentSymbol");
  await ask("foldingRange");
  await ask("documentLink");
  await ask("semanticTokens/full");
  await ask("inlayHint", { range });
  await ask("rangeFormatting", { range, options });
  await ask("formatting", { options });
  await ask("codeAction", { range, context: { diagnostics: [] } });
  for (const offset of offsets) {
    const position = positionOf(text, offset, encoding);
    for (const method of [
      "completion",
      "hover",
      "signatureHelp",
      "documentHighlight",
      "definition",
      "prepareRename",
    ]) {
      await ask(method, { position }, `${method} ${offset}`);
    }
    await ask("selectionRange", { positions: [position] }, `selectionRange ${offset}`);
    await ask(
      "references",
      { position, context: { includeDeclaration: true } },
      `references ${offset}`,
    );
    const prepared = state[`prepareRename ${offset}`];
    if (typeof prepared === "object" && prepared !== null)
      await ask("rename", { position, newName: "neu" }, `rename ${offset}`);
  }
  return state;
}

/** What is wrong in the state of a document by the protocol alone; nothing when all is right. */
export function wrongIn(
  state: Readonly<Record<string, unknown>>,
  { text, encoding }: Asked,
  legend: { readonly tokenTypes: readonly string[] },
): string[] {
  const wrong: string[] = [];
  const attempt = (what: string, check: () => void): void => {
    try {
      check();
    } catch (error) {
      wrong.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const offset = (position: Position): number => offsetOf(text, position, encoding);
  const isIn = (inner: Range, outer: Range): boolean =>
    offset(outer.start) <= offset(inner.start) && offset(inner.end) <= offset(outer.end);
  for (const [name, value] of Object.entries(state)) {
    for (const range of rangesIn(value)) attempt(name, () => textAt(text, range, encoding));
    const [method = "", at = "0"] = name.split(" ");
    if (method === "semanticTokens/full") {
      attempt(name, () => shownTokens(text, (value as SemanticTokens).data, legend, encoding));
    }
    if (method === "rangeFormatting" || method === "formatting") {
      attempt(name, () => edited(text, value as TextEdit[], encoding));
    }
    if (method === "completion") {
      for (const { label, textEdit } of (value ?? []) as CompletionItem[]) {
        const { range } = textEdit as TextEdit;
        if (range.start.line !== range.end.line) wrong.push(`${name}: ${label} is for two lines`);
        if (offset(range.start) > Number(at) || offset(range.end) < Number(at)) {
          wrong.push(`${name}: ${label} is for another place`);
        }
      }
    }
    if (method === "documentSymbol") {
      const below = (symbols: readonly DocumentSymbol[]): void => {
        for (const { name: label, range, selectionRange, children = [] } of symbols) {
          if (!isIn(selectionRange, range)) wrong.push(`${name}: ${label} is named outside of it`);
          if (label === "") wrong.push(`${name}: one has no name`);
          below(children);
        }
      };
      attempt(name, () => below((value ?? []) as DocumentSymbol[]));
    }
    if (method === "selectionRange") {
      for (let [one] = value as SelectionRange[]; one?.parent !== undefined; one = one.parent) {
        if (!isIn(one.range, one.parent.range)) wrong.push(`${name}: one is outside of the next`);
      }
    }
  }
  return wrong;
}

/** All ranges in something that a server said. */
function rangesIn(value: unknown): Range[] {
  if (typeof value !== "object" || value === null) return [];
  const { start, end } = value as Partial<Range>;
  const isRange = typeof start === "object" && typeof end === "object";
  return isRange ? [{ start, end }] : Object.values(value).flatMap((one) => rangesIn(one));
}
