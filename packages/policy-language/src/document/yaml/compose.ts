import {
  Composer,
  Lexer,
  isScalar,
  Parser,
  visit,
  type CST,
  type Document,
  type ParsedNode,
  type YAMLParseError,
  type ErrorCode,
} from "yaml";
import type { Span } from "../../text/positions.ts";
import { maxNesting, StopReading, tooDeep } from "../strict-value.ts";
import type { YamlSyntaxKind } from "../document-error.ts";

/** A YAML document as the library composes it: every node has its range and token. */
export type YamlDocument = Document.Parsed<ParsedNode>;

const options = {
  schema: "failsafe",
  resolveKnownTags: false,
  uniqueKeys: false,
  keepSourceTokens: true,
} as const;

/**
 * Composes as much as possible of the first document of a YAML text, which may be broken.
 *
 * @throws StopReading when the nesting is too deep
 */
export function composeBroken(text: string): YamlDocument | undefined {
  const composer = new Composer({ ...options, strict: false });
  const [document] = composer.compose(tokensOf(text), true, text.length);
  return document;
}

/**
 * Composes the only document of a YAML text; see {@link composeAll}.
 *
 * @throws StopReading with the first syntax error, when the nesting is too deep, or at a second document
 */
export function compose(text: string): YamlDocument {
  const [document, second] = composeAll(text);
  if (second === undefined) return document;
  const start = second.range[0];
  const span = { start, end: Math.min(text.length, start + 3) };
  throw new StopReading({ code: "several-documents", span, detail: "", pointer: "" });
}

/**
 * Composes the documents of a YAML text that hold a value. All scalars are still text, tags and aliases are as
 * written, and keys may occur twice.
 *
 * @throws StopReading with the first syntax error, when the nesting is too deep, or when there is no value
 */
export function composeAll(text: string): [YamlDocument, ...YamlDocument[]] {
  refuseControlCharacters(text);
  const composer = new Composer(options);
  const documents = [...composer.compose(tokensOf(text), true, text.length)];
  for (const document of documents) {
    refuseErrors(document, text);
    refuseOpenEnd(document, text);
    refuseOtherVersion(document, text);
  }
  const [first, ...others] = documents.filter(holdsValue);
  if (first === undefined) throw syntaxError("EmptyDocument", { start: 0, end: 0 });
  return [first, ...others];
}

// The library's lexer uses some of them as marks of its own, and YAML allows none in a text. YAML
// takes a carriage return alone for a line break, the library for a character: refused as well.
// eslint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]|\r(?!\n)/;

function refuseControlCharacters(text: string): void {
  const match = forbidden.exec(text);
  if (match === null) return;
  const span = { start: match.index, end: match.index + 1 };
  throw syntaxError(match[0] === "\r" ? "CarriageReturn" : "ControlCharacter", span);
}

/** Yields the tokens of a text, and checks the nesting first, because the composer is recursive. */
function* tokensOf(text: string): Generator<CST.Token> {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme);
    // Beside the collections, the stack holds the document and a scalar.
    if (parser.stack.length > maxNesting + 2) {
      const start = parser.stack.at(-1)?.offset ?? 0;
      throw tooDeep({ start, end: Math.min(text.length, start + 1) });
    }
  }
  yield* parser.end();
}

function refuseErrors(document: YamlDocument, text: string): void {
  const [first] = document.errors.toSorted((one, other) => one.pos[0] - other.pos[0]);
  if (first === undefined) return;
  const kind = syntaxKind(first);
  throw syntaxError(kind, placeOf[kind]?.(document, first, text) ?? within(text, first));
}

/** Refuses an unclosed string: at the very end of a text, the library takes an escaped quote for a closing quote. */
function refuseOpenEnd(document: YamlDocument, text: string): void {
  if (!/(?:\\"|'')$/.test(text)) return;
  visit(document, {
    Scalar(_key, { range, type }) {
      if (range?.[1] !== text.length) return;
      const inside = text.slice(range[0] + 1, -1);
      const isOpen =
        (type === "QUOTE_DOUBLE" && inside.replaceAll(/\\[^]/g, "").endsWith("\\")) ||
        (type === "QUOTE_SINGLE" && inside.replaceAll("''", "").includes("'"));
      if (isOpen) throw syntaxError("QuoteUnclosed", { start: range[0], end: text.length });
    },
  });
}

function holdsValue({ contents }: YamlDocument): boolean {
  if (contents === null) return false;
  return !isScalar(contents) || contents.srcToken !== undefined || contents.tag !== undefined;
}

// Where the library gave up says little about these.
const placeOf: Readonly<
  Partial<
    Record<YamlSyntaxKind, (document: YamlDocument, error: YAMLParseError, text: string) => Span>
  >
> = {
  QuoteUnclosed: quoted,
  FlowUnclosed: openingBracket,
  EscapeUnknown: (_document, { pos: [start] }, text) => ({
    start,
    end: start + 1 + ((text.codePointAt(start + 1) ?? 0) > 0xff_ff ? 2 : 1),
  }),
};

function openingBracket(document: YamlDocument, { pos: [end] }: YAMLParseError): Span {
  let start = end - 1;
  visit(document, {
    Collection(_key, { range, srcToken }) {
      if (range?.[1] !== end || srcToken?.type !== "flow-collection") return;
      const isClosed = srcToken.end.some(({ source }) => source === "]" || source === "}");
      if (!isClosed) start = srcToken.offset;
    },
  });
  return { start, end: start + 1 };
}

/** Returns the whole unclosed string: the library reports only where it gave up. */
function quoted(document: YamlDocument, { pos: [end] }: YAMLParseError): Span {
  let start = end;
  visit(document, {
    Scalar(_key, { range }) {
      if (range?.[1] !== end) return undefined;
      start = range[0];
      return visit.BREAK;
    },
  });
  return { start, end };
}

function within(text: string, { pos }: YAMLParseError): Span {
  const start = Math.min(Math.max(pos[0], 0), text.length);
  return { start, end: Math.min(Math.max(pos[1], start), text.length) };
}

function refuseOtherVersion({ directives }: YamlDocument, text: string): void {
  const { explicit, version } = directives.yaml;
  if (explicit !== true || version === "1.2") return;
  const start = Math.max(0, text.indexOf("%YAML"));
  const span = { start, end: start + "%YAML 1.1".length };
  throw new StopReading({ code: "yaml-version", span, detail: version, pointer: "" });
}

function syntaxError(kind: YamlSyntaxKind, span: Span): StopReading {
  return new StopReading({ code: "syntax", span, detail: kind, pointer: "" });
}

function syntaxKind({ code, message }: YAMLParseError): YamlSyntaxKind {
  const [, kind] = byMessage.find(([beginning]) => message.startsWith(beginning)) ?? [];
  return kind ?? byCode[code] ?? "Unexpected";
}

// For one code the library says quite different things. A message that is not found here because
// a later version words it differently falls back on the code.
const byMessage: readonly (readonly [beginning: string, kind: YamlSyntaxKind])[] = [
  ["Missing closing", "QuoteUnclosed"],
  ["Missing , ", "CommaMissing"],
  ["Missing space after :", "SpaceAfterColon"],
  ["Missing directives-end", "DirectiveEnd"],
  ["Missing newline after block sequence props", "PropertyOrder"],
  ["Implicit map keys need to be followed", "ColonMissing"],
  ["Sequence item without -", "ItemDash"],
  ["Comments must be separated", "CommentSpace"],
  ["Tags and anchors must be separated", "PropertyOrder"],
  ["Block scalars with more-indented", "IndentationOfText"],
  ["Block scalar lines must not be less", "IndentationOfText"],
  ["Block scalar values in collections", "IndentationOfText"],
  ["Block collection cannot start on same line", "Indentation"],
  ["Flow map must end", "FlowUnclosed"],
  ["Flow sequence must end", "FlowUnclosed"],
  ["Flow map in block collection must", "FlowUnclosed"],
  ["Flow sequence in block collection must", "FlowUnclosed"],
  ["Nested mappings are not allowed", "KeyTwoColons"],
];

const byCode: Readonly<Partial<Record<ErrorCode, YamlSyntaxKind>>> = {
  ALIAS_PROPS: "AliasWithProperties",
  BAD_ALIAS: "AnchorName",
  BAD_DIRECTIVE: "Directive",
  BAD_DQ_ESCAPE: "EscapeUnknown",
  BAD_INDENT: "Indentation",
  BAD_PROP_ORDER: "PropertyOrder",
  BAD_SCALAR_START: "PlainStart",
  BLOCK_AS_IMPLICIT_KEY: "Indentation",
  BLOCK_IN_FLOW: "BlockInFlow",
  KEY_OVER_1024_CHARS: "KeyLong",
  MULTILINE_IMPLICIT_KEY: "KeyNotOneLine",
  MULTIPLE_ANCHORS: "AnchorTwice",
  MULTIPLE_TAGS: "Tag",
  TAB_AS_INDENT: "TabAsIndentation",
  TAG_RESOLVE_FAILED: "Tag",
};
