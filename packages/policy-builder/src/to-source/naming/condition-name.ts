import {
  operandsOf,
  ownMember,
  parseExpression,
  type Binary,
  type BinaryOperator,
  type Call,
  type Expression,
  type Literal,
} from "@traffic-policy/policy-language";
import { names } from "../expression/names.ts";
import { joinWords, wordsOf } from "./words.ts";

/** What a condition can be called: `methodIsPost`; nothing for text that cannot be parsed. */
export function conditionName(text: string): string | undefined {
  const parsed = parseExpression(text);
  return parsed.ok ? joinWords(words(parsed.tree)) : undefined;
}

function words(tree: Expression): readonly string[] {
  switch (tree.kind) {
    case "literal":
      return literalWords(tree);
    case "identifier":
      // The variable of a macro says nothing outside of it.
      return [];
    case "select":
      return wordsOf(tree.field);
    case "index":
      return [...words(tree.operand), ...words(tree.index)];
    case "call":
      return callWords(tree);
    case "unary":
      return [tree.operator === "!" ? "not" : "minus", ...words(tree.operand)];
    case "binary":
      return binaryWords(tree);
    case "list":
      return tree.elements.length > mostItems
        ? ["listed"]
        : tree.elements.flatMap((item, index) => [...(index === 0 ? [] : ["or"]), ...words(item)]);
    case "conditional":
      return ["when", ...words(tree.condition)];
    case "map":
      return [];
  }
}

const mostItems = 2;

function literalWords({ type, value }: Literal): readonly string[] {
  if (type === "bytes") return ["bytes"];
  if (value === "") return ["empty"];
  const found = wordsOf(String(value));
  return found.length === 0 ? ["text"] : found;
}

function callWords({ name, target, arguments: args }: Call): readonly string[] {
  const given = args.flatMap(words);
  if (target === undefined) {
    const called = names().functions.get(name)?.method ?? name;
    return transparent.has(name) ? given : [...wordsOf(called), ...given];
  }
  return [...words(target), ...(ownMember(macros, name) ?? wordsOf(name)), ...given];
}

/** Functions that say nothing about what a value is. */
const transparent: ReadonlySet<string> = new Set(["double", "duration", "dyn", "timestamp"]);

const macros: Readonly<Record<string, readonly string[]>> = {
  exists: ["some"],
  exists_one: ["one"],
  all: ["all"],
};

function binaryWords(tree: Binary): readonly string[] {
  const { operator, left, right } = tree;
  if (operator === "&&" || operator === "||") {
    const word = operator === "&&" ? "and" : "or";
    return operandsOf(tree, operator).flatMap((operand, index) =>
      index === 0 ? words(operand) : [word, ...words(operand)],
    );
  }
  if (operator === "in") {
    return right.kind === "list"
      ? [...words(left), "is", ...words(right)]
      : [...words(right), "has", ...words(left)];
  }
  return [...words(left), ...operators[operator], ...words(right)];
}

const operators: Readonly<Record<Exclude<BinaryOperator, "in" | "&&" | "||">, readonly string[]>> =
  {
    "==": ["is"],
    "!=": ["is", "not"],
    "<": ["below"],
    "<=": ["at", "most"],
    ">": ["above"],
    ">=": ["at", "least"],
    "+": ["plus"],
    "-": ["minus"],
    "*": ["times"],
    "/": ["by"],
    "%": ["modulo"],
  };
