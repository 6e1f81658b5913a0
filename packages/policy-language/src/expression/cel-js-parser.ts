import { Environment, ParseError, type ASTNode } from "@marcbachmann/cel-js";
import type { BinaryOperator, Expression, LiteralValue } from "./tree.ts";
import type { SyntaxError, SyntaxErrorCode } from "./syntax-error.ts";
import type { Span } from "../span.ts";

// The only file that knows the parser library: its tree goes in, ours comes out.

/** Levels of brackets, calls and chained operators that a tree may have. */
const maxDepth = 500;

const environment = new Environment({
  limits: {
    maxDepth,
    maxAstNodes: 100_000,
    maxListElements: 100_000,
    maxMapEntries: 100_000,
  },
});

/** Parses a text that is not empty; throws a {@link CelSyntaxError} when it is not CEL. */
export function parseWithCelJs(text: string): Expression {
  let root: ASTNode;
  try {
    root = environment.parse(text).ast;
  } catch (error) {
    if (error instanceof ParseError) throw new CelSyntaxError(toSyntaxError(error, text));
    throw error;
  }
  return convert(root, 0);
}

/** Carries a {@link SyntaxError} out of the parser. */
export class CelSyntaxError extends Error {
  readonly error: SyntaxError;

  constructor(error: SyntaxError) {
    super(error.code);
    this.error = error;
  }
}

function convert(node: ASTNode, depth: number): Expression {
  if (depth > maxDepth) {
    throw new CelSyntaxError({ code: "too-deep", span: spanOf(node), detail: String(maxDepth) });
  }
  const span = spanOf(node);
  const inner = (child: ASTNode): Expression => convert(child, depth + 1);
  switch (node.op) {
    case "value":
      return { kind: "literal", span, ...literalOf(node.args) };
    case "id":
      return { kind: "identifier", span, name: node.args };
    case ".":
      return { kind: "select", span, operand: inner(node.args[0]), field: node.args[1] };
    case "[]":
      return { kind: "index", span, operand: inner(node.args[0]), index: inner(node.args[1]) };
    case "call":
      return { kind: "call", span, name: node.args[0], arguments: node.args[1].map(inner) };
    case "rcall":
      return {
        kind: "call",
        span,
        name: node.args[0],
        target: inner(node.args[1]),
        arguments: node.args[2].map(inner),
      };
    case "list":
      return { kind: "list", span, elements: node.args.map(inner) };
    case "map":
      return {
        kind: "map",
        span,
        entries: node.args.map(([key, value]) => ({ key: inner(key), value: inner(value) })),
      };
    case "?:":
      return {
        kind: "conditional",
        span,
        condition: inner(node.args[0]),
        whenTrue: inner(node.args[1]),
        whenFalse: inner(node.args[2]),
      };
    case "!_":
      return { kind: "unary", span, operator: "!", operand: inner(node.args) };
    case "-_":
      return { kind: "unary", span, operator: "-", operand: inner(node.args) };
    case ".?":
    case "[?]":
      throw new Error("optional types are not enabled in the parser");
    default:
      return {
        kind: "binary",
        span,
        operator: node.op satisfies BinaryOperator,
        left: inner(node.args[0]),
        right: inner(node.args[1]),
      };
  }
}

function literalOf(value: Extract<ASTNode, { op: "value" }>["args"]): LiteralValue {
  if (typeof value === "string") return { type: "string", value };
  if (typeof value === "bigint") return { type: "int", value };
  if (typeof value === "number") return { type: "double", value };
  if (typeof value === "boolean") return { type: "bool", value };
  if (value === null) return { type: "null", value };
  if (value instanceof Uint8Array) return { type: "bytes", value };
  return { type: "uint", value: value.valueOf() };
}

function spanOf({ start, end }: ASTNode): Span {
  return { start, end };
}

const codes: Readonly<Record<string, SyntaxErrorCode>> = {
  unterminated_string: "unclosed-string",
  unterminated_triple_quoted_string: "unclosed-string",
  newline_in_string: "newline-in-string",
  bytes_unicode_escape: "invalid-escape",
  invalid_unicode_escape: "invalid-escape",
  invalid_unicode_surrogate: "invalid-escape",
  invalid_hex_escape: "invalid-escape",
  invalid_octal_escape: "invalid-escape",
  octal_escape_out_of_range: "invalid-escape",
  invalid_escape_sequence: "invalid-escape",
  invalid_number: "invalid-number",
  invalid_integer: "invalid-number",
  invalid_hex_integer: "invalid-number",
  invalid_exponent: "invalid-number",
  reserved_identifier: "reserved-word",
  unexpected_character: "unexpected-token",
  unexpected_token: "unexpected-token",
  expected_token: "unexpected-token",
};

function toSyntaxError(error: ParseError, text: string): SyntaxError {
  const { start, end } = error.range ?? { start: 0, end: text.length };
  if (error.code.includes("limit") || error.summary.startsWith("Exceeded")) {
    return { code: "too-deep", span: { start, end: text.length }, detail: String(maxDepth) };
  }
  const code = codes[error.code];
  if (code === undefined) {
    return { code: "invalid-macro", span: { start, end }, detail: error.summary };
  }
  if (code === "unexpected-token" && text.slice(start).trim() === "") {
    const last = text.trimEnd().length;
    return {
      code: "unexpected-end",
      span: { start: Math.max(0, last - 1), end: last },
      detail: "",
    };
  }
  const span = { start, end: Math.max(end, Math.min(start + 1, text.length)) };
  return { code, span, detail: text.slice(span.start, span.end) };
}
