import type { ErrorCode, YAMLParseError } from "yaml";
import type { YamlSyntaxKind } from "../syntax-sentences.ts";

/** Which kind of mistake an error of the library is. */
export function syntaxKind({ code, message }: YAMLParseError): YamlSyntaxKind {
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
