import { type Binary, type Call, type Expression } from "@traffic-policy/policy-language";
import { textsOfBool } from "@traffic-policy/policy-language/internal";
import { keyOf, type Constant } from "../constant.ts";
import { any, not, requires, type Formula, type Test } from "../formula.ts";
import { Intervals } from "../values/intervals.ts";
import { holdsFor } from "../values/texts.ts";
import type { NumberTest, TextTest } from "../values/text-test.ts";
import { numbersWritten } from "../values/written-numbers.ts";
import { valuesOfType } from "../values.ts";
import type { Reader } from "./reader.ts";
import { pointsOf, sizedOperand, type Term } from "./term.ts";

function converted(reader: Reader, node: Expression): readonly [string, Expression] | undefined {
  if (node.kind !== "call" || node.target !== undefined) return undefined;
  const [from, ...others] = node.arguments;
  if (from === undefined || others.length > 0) return undefined;
  return [`${node.name} ${reader.kindOf(from)}`, from];
}

const numberTypes: Readonly<Partial<Record<string, NumberTest["type"]>>> = {
  "int string": "int",
  "uint string": "uint",
  "double string": "double",
};

export function numberInText(reader: Reader, node: Expression): Term | undefined {
  const [conversion = "", from = node] = converted(reader, node) ?? [];
  const type = numberTypes[conversion];
  if (type === undefined) return undefined;
  const { subject, toTest } = reader.term(from);
  return {
    subject,
    values: valuesOfType(reader.typeOf(node)),
    toTest: (test) =>
      toTest({ kind: "text", test: { kind: "number", type, numbers: pointsOf(test) } }),
  };
}

export function affixed(reader: Reader, node: Expression): Term | undefined {
  if (reader.kindOf(node) !== "string") return undefined;
  const [conversion, inner] = converted(reader, node) ?? [];
  if (conversion === "string string") return inner && reader.term(inner);
  const affixes = affixesOf(reader, node);
  if (affixes === undefined) return undefined;
  const { prefix, suffix, from } = affixes;
  const { subject, values, toTest } = reader.term(from);
  return {
    subject,
    values,
    toTest: (test) =>
      toTest({ kind: "text", test: { kind: "affixed", prefix, suffix, test: textTestOf(test) } }),
  };
}

interface Affixes {
  readonly prefix: string;
  readonly suffix: string;
  readonly from: Expression;
}

function affixesOf(reader: Reader, node: Expression): Affixes | undefined {
  if (node.kind !== "binary" || node.operator !== "+") return undefined;
  const { left, right } = node;
  const [before, after] = [reader.fold(left), reader.fold(right)];
  if (before?.kind === "text") return { prefix: before.value, suffix: "", from: right };
  return after?.kind === "text" ? { prefix: "", suffix: after.value, from: left } : undefined;
}

function textTestOf(test: Test): TextTest {
  switch (test.kind) {
    case "text":
      return test.test;
    case "order":
      return test.constant.kind === "text"
        ? { kind: "order", operator: test.operator, text: test.constant.value }
        : noText;
    case "one-of": {
      const texts = [...test.constants.values()].flatMap((one) =>
        one.kind === "text" ? [one.value] : [],
      );
      return { kind: "one-of", texts: new Set(texts) };
    }
    default:
      return noText;
  }
}

const noText: TextTest = { kind: "one-of", texts: new Set() };

/** Returns the needs of a conversion; undefined unless its only failures come from the value that it converts. */
export function conversionNeeds(reader: Reader, node: Call): readonly Formula[] | undefined {
  const [conversion = "", from = node] = converted(reader, node) ?? [];
  const type = numberTypes[conversion];
  if (type !== undefined) {
    const { subject, toTest } = reader.term(from);
    const numbers = Intervals.all;
    const test: NumberTest = { kind: "number", type, numbers, ...(type === "double" && isNaN) };
    const isNumber: Formula = { kind: "atom", subject, test: toTest({ kind: "text", test }) };
    return [isNumber, ...reader.needs(from)];
  }
  if (conversion === "bool string") return [isBool(reader, from), ...reader.needs(from)];
  return neverFailing.has(conversion) ? reader.needs(from) : undefined;
}

const isNaN = { isNaN: true } as const;

const neverFailing: ReadonlySet<string> = new Set([
  "bool bool",
  ...["string", "bool", "int", "uint", "double", "timestamp", "duration"].map(
    (type) => `string ${type}`,
  ),
]);

function isOneOf(reader: Reader, node: Expression, texts: readonly string[]): Formula {
  const { subject, toTest } = reader.term(node);
  const entries = texts.map((value): readonly [string, Constant] => {
    const constant: Constant = { kind: "text", value };
    return [keyOf(constant), constant];
  });
  return { kind: "atom", subject, test: toTest({ kind: "one-of", constants: new Map(entries) }) };
}

function isBool(reader: Reader, text: Expression): Formula {
  return isOneOf(reader, text, [...textsOfBool.true, ...textsOfBool.false]);
}

export function truthOf(reader: Reader, node: Call): Formula | undefined {
  const [conversion, from = node] = converted(reader, node) ?? [];
  if (conversion === "bool bool") return reader.formula(from);
  if (conversion !== "bool string") return undefined;
  const needs = [isBool(reader, from), ...reader.needs(from)];
  return requires(needs, isOneOf(reader, from, textsOfBool.true));
}

/**
 * Reads a test on `string(…)` of a whole number or a boolean, also with texts around it or on its size, as a test of
 * the value itself; undefined for any other expression, and for tests that are too much to tell numbers apart by.
 */
export function writtenAs(reader: Reader, node: Expression, test: Test): Formula | undefined {
  const affixes = affixesOf(reader, node);
  if (affixes !== undefined) {
    const { prefix, suffix, from: inner } = affixes;
    const own: TextTest = { kind: "affixed", prefix, suffix, test: textTestOf(test) };
    return writtenAs(reader, inner, { kind: "text", test: own });
  }
  const sized = sizedOperand(node);
  if (sized !== undefined) {
    if (reader.kindOf(sized) !== "string") return undefined;
    return writtenAs(reader, sized, {
      kind: "text",
      test: { kind: "size", sizes: pointsOf(test) },
    });
  }
  const [conversion, from = node] = converted(reader, node) ?? [];
  if (conversion === "string string") return writtenAs(reader, from, test);
  if (conversion === "string bool") {
    const formula = reader.formula(from);
    const wanted = textTestOf(test);
    const parts = [
      ...(holdsFor("true", wanted) ? [formula] : []),
      ...(holdsFor("false", wanted) ? [not(formula)] : []),
    ];
    return requires(reader.needs(from), any(parts));
  }
  if (conversion !== "string int" && conversion !== "string uint") return undefined;
  const { subject, values, toTest } = reader.term(from);
  const possible = values.number?.points ?? Intervals.none;
  const points = numbersWritten(textTestOf(test), possible);
  if (points === undefined) return undefined;
  return requires(reader.needs(from), {
    kind: "atom",
    subject,
    test: toTest({ kind: "points", of: "number", points }),
  });
}

export function isConcatenation(reader: Reader, { operator, left, right }: Binary): boolean {
  const kind = reader.kindOf(left);
  const isKnown = kind === "string" || kind === "list";
  return operator === "+" && isKnown && reader.kindOf(right) === kind;
}
