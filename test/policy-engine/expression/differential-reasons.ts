import { checkExpression, typeText, type Expression } from "@traffic-policy/policy-language";
import { childrenOf } from "@traffic-policy/policy-language/internal";
import type { Disagreement } from "./differential.ts";

// Where `@marcbachmann/cel-js`, another implementation of CEL, does not do as the one in Go does.

interface Form {
  /** An expression on which the two do not agree because of it. */
  readonly example: string;
  /** A part of the form in another one, on which both agree. */
  readonly change: (
    node: Expression,
    typeOf: (node: Expression) => string,
  ) => Expression | undefined;
}

interface Reason {
  /** An expression on which the two do not agree because of it. */
  readonly example: string;
  /** Whether it is why the two come to something else in one operation, of which both have the same operands. */
  readonly holds: (disagreement: Disagreement) => boolean;
}

/** What the other one does wrong with a form of expressions, and an expression that says the same without it. */
export const forms: Readonly<Record<string, Form>> = {
  "it has no order of bytes": {
    example: "b'a' < b'b'",
    change: (node, typeOf) => {
      if (node.kind !== "binary" || !["<", "<=", ">", ">="].includes(node.operator))
        return undefined;
      const isOfBytes = [node.left, node.right].some((side) => typeOf(side) === "bytes");
      return isOfBytes ? { kind: "literal", type: "bool", value: true } : undefined;
    },
  },
  "its checker takes duration + timestamp for a duration": {
    example: "(duration('1s') + timestamp(0)).getDate()",
    change: (node, typeOf) => {
      if (node.kind !== "binary" || node.operator !== "+") return undefined;
      const [left, right] = [typeOf(node.left), typeOf(node.right)];
      const isTurned =
        (left === "duration" && right !== "duration") ||
        (right === "timestamp" && left !== "timestamp");
      return isTurned ? { ...node, left: node.right, right: node.left } : undefined;
    },
  },
  "its checker asks for the types of what an empty list or map holds": {
    example: "[].exists(v, v)",
    change: (node) => {
      const isEmpty =
        (node.kind === "list" && node.elements.length === 0) ||
        (node.kind === "map" && node.entries.length === 0);
      return isEmpty ? { kind: "call", name: "dyn", arguments: [node] } : undefined;
    },
  },
  "its checker looks for fields and items in bytes, and in points and lengths of time": {
    example: "true || b'a'[dyn(0)]",
    change: (node, typeOf) => {
      if (node.kind !== "index" && node.kind !== "select") return undefined;
      return !/^(?:list|map|dyn)/.test(typeOf(node.operand))
        ? { ...node, operand: { kind: "call", name: "dyn", arguments: [node.operand] } }
        : undefined;
    },
  },
  "its checker compares numbers of two types": {
    example: "1 < 2u",
    change: (node, typeOf) => {
      if (node.kind !== "binary" || !["<", "<=", ">", ">="].includes(node.operator))
        return undefined;
      const types = [typeOf(node.left), typeOf(node.right)];
      const isMixed =
        types[0] !== types[1] && types.every((one) => /^(?:int|uint|double)$/.test(one));
      return isMixed
        ? { ...node, left: { kind: "call", name: "dyn", arguments: [node.left] } }
        : undefined;
    },
  },
  "its checker takes the sum with something of no known type for the same": {
    example: "(dyn([1]) + [2])[0] + 'a'",
    change: (node, typeOf) => {
      if (node.kind !== "binary" || !["+", "-", "*", "/", "%"].includes(node.operator))
        return undefined;
      const isUnknown = [node.left, node.right].some((side) => typeOf(side) === "dyn");
      return isUnknown && typeOf(node) !== "dyn"
        ? { kind: "call", name: "dyn", arguments: [node] }
        : undefined;
    },
  },
};

const numbersOfJavaScript = new Set(
  ["0b1", "0x10", "1e400", ""].map((text) => JSON.stringify(text)),
);
const patternsOfRe2 = new Set(["(?i)AB", "(?s).", "\\pL", "[[:alpha:]]"]);
const patternsOfJavaScript = new Set(["a(?=b)"]);
const partsOfTime =
  /^get(?:FullYear|Month|Date|DayOf(?:Month|Week|Year)|Hours|Minutes|Seconds|Milliseconds)$/;

export const reasons: Readonly<Record<string, Reason>> = {
  "it has no order of bytes": {
    example: "b'a' < b'b'",
    holds: ({ name, theirs, operands }) =>
      ["<", "<=", ">", ">="].includes(name) &&
      theirs === "failure" &&
      operands.every((one) => one.startsWith("bytes ")),
  },
  "NaN is in no order in Go: it fails": {
    example: "0.0 / 0.0 < 1.0",
    holds: ({ name, ours, operands }) =>
      ["<", "<=", ">", ">="].includes(name) &&
      ours === "failure" &&
      operands.includes("double NaN"),
  },
  "it reads dates that JavaScript corrects": {
    example: "timestamp('2024-02-30T00:00:00Z')",
    holds: ({ name, ours, theirs, text }) =>
      name === "timestamp" &&
      ours === "failure" &&
      theirs.startsWith("Timestamp") &&
      /-02-30T|T24:00:00Z|t00:00:00z/.test(text),
  },
  "its points in time have milliseconds": {
    example: "timestamp('2024-01-01T00:00:00.123456789Z')",
    holds: ({ name, ours, theirs, operands }) =>
      ["timestamp", "+", "-"].includes(name) &&
      [ours, ...operands].some((one) => /\.\d+(?:Z|s)$/.test(one)) &&
      (Math.abs(milliseconds(ours) - milliseconds(theirs)) <= 1 ||
        (ours === "failure" && operands.includes(theirs))),
  },
  "it carries a second too much between lengths of time with a sign, in doubles": {
    example: "duration('-1.5s') + duration('1s')",
    holds: ({ name, ours, theirs }) => {
      const difference = Math.abs(secondsOf(ours) - secondsOf(theirs));
      return ["+", "-"].includes(name) && (difference < 1e-6 || Math.abs(difference - 1) < 1e-6);
    },
  },
  "it rounds lengths of time down, in doubles": {
    example: "duration('-1ns').getMilliseconds()",
    holds: ({ name, ours, theirs, operands }) =>
      partsOfTime.test(name) &&
      /^Duration (?:-|.*\.)/.test(operands[0] ?? "") &&
      Number(ours.slice("int ".length)) - Number(theirs.slice("int ".length)) === 1,
  },
  "it has years before 1 and after 9999": {
    example: "timestamp('9999-12-31T23:59:59Z') + duration('1s')",
    holds: ({ name, ours, theirs }) =>
      ["+", "-"].includes(name) && ours === "failure" && /^Timestamp (?:\+|-|0000)/.test(theirs),
  },
  "it has lengths of time of more than 64 bits of nanoseconds": {
    example: "duration('9999999h')",
    holds: ({ name, ours, theirs }) =>
      ["+", "-", "duration"].includes(name) &&
      ours === "failure" &&
      Math.abs(secondsOf(theirs)) > 2 ** 63 / 1e9,
  },
  "its bool() does not know T and F": {
    example: "bool('T')",
    holds: ({ name, theirs, operands }) =>
      name === "bool" && theirs === "failure" && /^string "[TF]"$/.test(operands[0] ?? ""),
  },
  "it writes doubles as JavaScript does, not as Go": {
    example: "string(1e6)",
    holds: ({ name, ours, theirs, operands }) =>
      name === "string" &&
      operands[0]?.startsWith("double ") === true &&
      Number(textOf(ours)) === Number(textOf(theirs)),
  },
  "it makes text of bytes that are none": {
    example: "string(b'\\xff')",
    holds: ({ name, ours, theirs }) =>
      name === "string" && ours === "failure" && theirs.includes("\uFFFD"),
  },
  "it reads numbers as JavaScript does": {
    example: "int('')",
    holds: ({ name, ours, operands }) =>
      ["int", "uint", "double"].includes(name) &&
      ours === "failure" &&
      (numbersOfJavaScript.has(operands[0]?.slice("string ".length) ?? "") ||
        (name === "uint" && operands[0] === 'string "+7"')),
  },
  "its int() makes ints of more than 64 bits": {
    example: "int(1e308)",
    holds: ({ name, ours, operands }) =>
      name === "int" &&
      ours === "failure" &&
      Math.abs(Number(/^double (.*)$/.exec(operands[0] ?? "")?.[1])) >= 2 ** 63,
  },
  "its ints do not overflow where the smallest is turned around": {
    example: "-9223372036854775808 % -1",
    holds: ({ name, ours, operands }) =>
      ["-", "/", "%"].includes(name) &&
      ours === "failure" &&
      operands[0] === `int ${-(2n ** 63n)}` &&
      (operands.length === 1 || operands[1] === "int -1"),
  },
  "it asks Intl for time zones, which knows no offsets in all versions of Node.js": {
    example: "timestamp(0).getHours('+05:30')",
    holds: ({ name, operands }) =>
      partsOfTime.test(name) && /^string "[-+]\d\d:\d\d"$/.test(operands[1] ?? ""),
  },
  "it asks Intl for time zones, which takes any spelling": {
    example: "timestamp(0).getHours('europe/oslo')",
    holds: ({ name, ours, operands }) =>
      partsOfTime.test(name) && ours === "failure" && operands[1] === 'string "europe/oslo"',
  },
  "its getMilliseconds() does not look at the time zone": {
    example: "timestamp(0).getMilliseconds('Nowhere')",
    holds: ({ name, ours, operands }) =>
      name === "getMilliseconds" && ours === "failure" && operands[1] === 'string "Nowhere"',
  },
  "in a time zone, it takes years below 100 for those of a century": {
    example: "timestamp('0001-01-01T00:00:00Z').getFullYear('UTC')",
    holds: ({ name, operands }) =>
      partsOfTime.test(name) &&
      operands.length === 2 &&
      /^Timestamp 00\d\d/.test(operands[0] ?? ""),
  },
  "its macros go through no maps, or take all keys for texts": {
    example: "{1: 2}.map(v, v)",
    holds: ({ node, operands }) => isOverItems(node) && operands[0]?.startsWith("{") === true,
  },
  "its macros go through what is neither a list nor a map": {
    example: "dyn(b'a').map(v, v)",
    holds: ({ node, operands }) => isOverItems(node) && /^\w+ /.test(operands[0] ?? ""),
  },
  "it takes the last of the values of a key": {
    example: "{1: 2, 1: 3}",
    holds: ({ node, operands }) => {
      if (node.kind !== "map") return false;
      const keys = operands.filter((_operand, index) => index % 2 === 0);
      return new Set(keys).size < keys.length;
    },
  },
  "its regular expressions are those of JavaScript": {
    example: "'a'.matches('(?i)AB')",
    holds: ({ name, ours, node }) => {
      const pattern =
        node.kind === "call" && node.arguments[0]?.kind === "literal"
          ? String(node.arguments[0].value)
          : "";
      if (name !== "matches") return false;
      return ours === "failure" ? patternsOfJavaScript.has(pattern) : patternsOfRe2.has(pattern);
    },
  },
  "it has the order of UTF-16 units, Go that of characters": {
    example: "'\uFFFD' > '\u{1F600}'",
    holds: ({ name, operands }) =>
      ["<", "<=", ">", ">="].includes(name) &&
      operands.every((one) => one.startsWith("string ")) &&
      operands.some((one) => /[\u{10000}-\u{10FFFF}]/u.test(one)),
  },
  "its regular expressions take a byte order mark for a space": {
    example: "'\\ufeff'.matches('\\\\s')",
    holds: ({ name, text, operands }) =>
      name === "matches" && text.includes("'\\\\s'") && operands[0]?.includes("\uFEFF") === true,
  },
  "it indexes lists by int only": {
    example: "[1][dyn(0u)]",
    holds: ({ name, theirs, operands }) =>
      name === "index" &&
      theirs === "failure" &&
      operands[0]?.startsWith("[") === true &&
      /^(?:uint|double) \d+$/.test(operands.at(-1) ?? ""),
  },
  "its conversions do not take points and lengths of time": {
    example: "string(timestamp(0))",
    holds: ({ failure }) =>
      /^found no matching overload for '(?:int|string|timestamp|duration)\(google\.protobuf\./.test(
        failure,
      ),
  },
  "its checker does not look at the types of keys": {
    example: "{'a': 1}[1]",
    holds: ({ name, refusedBy, types }) =>
      name === "index" && refusedBy === "our" && types[0]?.startsWith("map(") === true,
  },
  "its checker does not look at the arguments of methods of what has no known type": {
    example: "dyn('b').contains([true])",
    holds: ({ node, refusedBy, types }) =>
      node.kind === "call" && refusedBy === "our" && types[0] === "dyn" && types.length === 2,
  },
  "its int() takes no uint": {
    example: "int(7u)",
    holds: ({ name, refusedBy, types }) =>
      name === "int" && refusedBy === "their" && types[0] === "uint",
  },
  "its uint() takes what is between -1 and 0 for 0": {
    example: "uint(-0.5)",
    holds: ({ name, ours, operands }) =>
      name === "uint" &&
      ours === "failure" &&
      /^double -(?:0\.|\d(?:\.\d+)?e-)/.test(operands[0] ?? ""),
  },
  "Go compares a double with a whole number as two doubles": {
    example: "dyn(9007199254740992.0) < 9007199254740993u",
    holds: ({ name, operands, types }) =>
      ["<", "<=", ">", ">="].includes(name) &&
      types.includes("dyn") &&
      operands.some((one) => Math.abs(Number(/^u?int (.*)$/.exec(one)?.[1])) >= 2 ** 53),
  },
  "its checker knows nothing of google.protobuf.Timestamp and Duration, which are types": {
    example: "true || google.protobuf.Timestamp",
    holds: ({ refusedBy, text }) => refusedBy === "our" && text.includes("google.protobuf."),
  },
  "it takes the items of list + list for those of the first": {
    example: "([null] + [true, null]).filter(v, false)",
    holds: ({ node, refusedBy, failure }) =>
      /^(?:Variable '\w+'|List item with index '\d+') is not of type/.test(failure) ||
      (refusedBy === "their" && hasMixedSum(node)),
  },
  "its checker does not take null for a point or a length of time": {
    example: "null.getSeconds()",
    holds: ({ refusedBy, operands, failure }) =>
      refusedBy === "their" &&
      (operands.some((one) => /^\[?null/.test(one)) || /\bnull\b/.test(failure)),
  },
  "its regular expressions take a character above U+FFFF for two": {
    example: "'😀'.matches('^.{1}$')",
    holds: ({ name, text, operands }) =>
      name === "matches" &&
      /\^\.\{1\}\$/.test(text) &&
      /[\u{10000}-\u{10FFFF}]/u.test(operands[0] ?? ""),
  },
  "its duration() does not read 0 without a unit": {
    example: "duration('0')",
    holds: ({ name, theirs, operands }) =>
      name === "duration" && theirs === "failure" && operands[0] === 'string "0"',
  },
  "its duration() does not know the Greek letter mu": {
    example: "duration('1\u03bcs')",
    holds: ({ name, theirs, operands }) =>
      name === "duration" && theirs === "failure" && operands[0]?.includes("\u03BC") === true,
  },
  "its has() takes fields of names only": {
    example: "has({'a': 1}.a)",
    holds: ({ failure }) => failure === "has() invalid argument",
  },
};

/** Whether a list of items of no known type is added somewhere to another list. */
function hasMixedSum(node: Expression): boolean {
  const sides = node.kind === "binary" && node.operator === "+" ? [node.left, node.right] : [];
  const types = sides.map((side) => typeText(checkExpression(side).type));
  const isMixed = types.every((one) => one.startsWith("list(")) && types.includes("list(dyn)");
  return (isMixed && sides.length > 0) || childrenOf(node).some(hasMixedSum);
}

function isOverItems(node: Expression): boolean {
  return node.kind === "call" && node.arguments[0]?.kind === "identifier";
}

function secondsOf(outcomeText: string): number {
  return Number(/^Duration (.*)s$/.exec(outcomeText)?.[1]);
}

function milliseconds(outcomeText: string): number {
  return Date.parse(outcomeText.slice("Timestamp ".length).replace(/(\.\d{3})\d+Z/, "$1Z"));
}

function textOf(outcomeText: string): string {
  return String(JSON.parse(outcomeText.slice("string ".length)));
}
