import { operatorPrecedence, precedence, keywords, reservedWords } from "./grammar.ts";
import type { Binary, Call, Expression, LiteralValue } from "./tree.ts";

/**
 * Writes a tree as CEL text, with no parentheses but those that are needed, and those that make a
 * chain of relations or signs plain. Parsing the text gives the tree again.
 *
 * @throws RangeError for what CEL cannot express: a literal, see `printLiteral`, or a name that is
 * no name of CEL
 */
export function printExpression(expression: Expression): string {
  return print(expression, precedence.conditional);
}

/**
 * Writes a tree so that it can stand as an operand anywhere, in parentheses when it needs them.
 *
 * @throws RangeError as {@link printExpression} does
 */
export function printOperand(expression: Expression): string {
  return print(expression, precedence.member);
}

function print(expression: Expression, place: number): string {
  const text = printNode(expression);
  return precedenceOf(expression) < place ? `(${text})` : text;
}

function printNode(node: Expression): string {
  switch (node.kind) {
    case "literal":
      return printLiteral(node);
    case "identifier":
      return absoluteDot(node) + variableName(node.name);
    case "select":
      return `${print(node.operand, precedence.member)}.${fieldName(node.field)}`;
    case "index":
      return `${print(node.operand, precedence.member)}[${printExpression(node.index)}]`;
    case "call":
      return `${callee(node)}(${node.arguments.map(printExpression).join(", ")})`;
    case "unary":
      return node.operator + signed(node.operator, print(node.operand, precedence.unary));
    case "binary":
      return printBinary(node);
    case "conditional": {
      const condition = print(node.condition, precedence.or);
      const whenTrue = print(node.whenTrue, precedence.or);
      return `${condition} ? ${whenTrue} : ${printExpression(node.whenFalse)}`;
    }
    case "list":
      return `[${node.elements.map(printExpression).join(", ")}]`;
    case "map":
      return `{${node.entries
        .map(({ key, value }) => `${printExpression(key)}: ${printExpression(value)}`)
        .join(", ")}}`;
  }
}

/** Writes a chain iteratively from its first operand on, because its tree is as deep as it is long. */
function printBinary(node: Binary): string {
  const level = operatorPrecedence[node.operator];
  // CEL has one level for all relations, most languages have two: parentheses suit every reader.
  const isRelation = level === precedence.relation;
  const rest: string[] = [];
  let at: Expression = node;
  while (at.kind === "binary" && operatorPrecedence[at.operator] === level) {
    rest.push(` ${at.operator} ${print(at.right, level + 1)}`);
    at = at.left;
    if (isRelation) break;
  }
  return print(at, isRelation ? level + 1 : level) + rest.toReversed().join("");
}

function callee({ name, target, absolute }: Call): string {
  if (target === undefined) return absoluteDot({ absolute }) + variableName(name);
  return `${print(target, precedence.member)}.${fieldName(name)}`;
}

// CEL does not mix signs, and a minus before a number would become part of the number.
function signed(operator: "!" | "-", operand: string): string {
  const mixes = operator === "-" ? /^[-!\d]/ : /^-/;
  return mixes.test(operand) ? `(${operand})` : operand;
}

function absoluteDot({ absolute }: { readonly absolute?: true | undefined }): string {
  return absolute === true ? "." : "";
}

function variableName(name: string): string {
  if (reservedWords.has(name)) throw notAName(name);
  return fieldName(name);
}

function fieldName(name: string): string {
  if (!/^[A-Za-z_]\w*$/.test(name) || keywords.has(name)) throw notAName(name);
  return name;
}

function notAName(name: string): RangeError {
  return new RangeError(`${JSON.stringify(name)} is not a name in CEL.`);
}

function precedenceOf(node: Expression): number {
  switch (node.kind) {
    case "conditional":
      return precedence.conditional;
    case "binary":
      return operatorPrecedence[node.operator];
    case "unary":
      return precedence.unary;
    case "literal":
      return isNegative(node.value) ? precedence.unary : precedence.member;
    default:
      return precedence.member;
  }
}

function isNegative(value: unknown): boolean {
  return typeof value === "bigint"
    ? value < 0n
    : typeof value === "number" && (value < 0 || Object.is(value, -0));
}

/**
 * Writes a literal. Strings are in single quotes, which need no escape inside JSON, unless double quotes save an
 * escape. A negative number includes its minus, which the parser takes for part of the literal.
 *
 * @throws RangeError for a value that no CEL literal can express: a number that is not finite, a whole number over 64
 *   bits, a string with a lone surrogate
 */
function printLiteral(literal: LiteralValue): string {
  switch (literal.type) {
    case "string":
      return printString(literal.value);
    case "bytes":
      return printBytes(literal.value);
    case "int":
      return printWhole(literal.value, -(2n ** 63n), 2n ** 63n - 1n);
    case "uint":
      return `${printWhole(literal.value, 0n, 2n ** 64n - 1n)}u`;
    case "double":
      return printDouble(literal.value);
    case "bool":
    case "null":
      return String(literal.value);
  }
}

function printString(value: string): string {
  if (!value.isWellFormed()) {
    throw new RangeError("A string with half a surrogate pair cannot be written in CEL.");
  }
  return quoted(value, unprintable);
}

function printBytes(value: Uint8Array): string {
  const characters = Array.from(value, (byte) => String.fromCharCode(byte));
  return `b${quoted(characters.join(""), unprintableByte)}`;
}

// Controls, and marks that change the direction of the text around them, which would make an
// expression look like another one.
const unprintable =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff]/g;

const unprintableByte = /[^ -~]/g;

function quoted(value: string, escaped: RegExp): string {
  if (/^[\w ./:-]*$/.test(value)) return `'${value}'`;
  const quote = count(value, "'") > count(value, '"') ? '"' : "'";
  const text = value
    .replaceAll("\\", "\\\\")
    .replaceAll(quote, `\\${quote}`)
    .replace(escaped, (character) => short[character] ?? numbered(character.charCodeAt(0)));
  return quote + text + quote;
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

const short: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function numbered(code: number): string {
  return code > 0xff ? `\\u${hex(code, 4)}` : `\\x${hex(code, 2)}`;
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, "0");
}

function printWhole(value: bigint, least: bigint, most: bigint): string {
  if (value < least || value > most) {
    throw new RangeError(`${value} does not fit into 64 bits.`);
  }
  return String(value);
}

function printDouble(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`${value} cannot be written in CEL.`);
  const text = Object.is(value, -0) ? "-0" : String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}
