import {
  printExpression,
  type Binary,
  type Call,
  type CelType,
  type Expression,
} from "@traffic-policy/policy-language";
import {
  comparedWithBool,
  compileRegularExpression,
  isLogical,
  isMacro,
  operandsOf,
} from "@traffic-policy/policy-language/internal";
import { entryAskedBy } from "../canonical.ts";
import { compareConstants, keyOf, type Constant, type ConstantKind } from "../constant.ts";
import { effortOfReading, withEffort } from "../effort.ts";
import {
  all,
  always,
  any,
  never,
  not,
  requires,
  urlOf,
  type Formula,
  type Subject,
  type Test,
} from "../formula.ts";
import { addressesOf, allAddresses } from "../values/addresses.ts";
import { Intervals } from "../values/intervals.ts";
import { holdsFor } from "../values/texts.ts";
import type { TextTest } from "../values/text-test.ts";
import { isPossibleFor, valuesOfType } from "../values.ts";
import { truthOf, writtenAs } from "./conversions.ts";
import { itemsOf } from "./items.ts";
import { equalsList, isIn } from "./lists.ts";
import { macro } from "./macros.ts";
import { hasValue, opaque } from "./opaque.ts";
import { askedEntry, entry } from "./presence.ts";
import type { Reader } from "./reader.ts";
import { between, differenceIn } from "./relations.ts";

type Relation = "==" | "!=" | "<" | "<=" | ">" | ">=";

export function decide(reader: Reader, node: Expression): Formula {
  switch (node.kind) {
    case "literal":
      if (node.type === "bool") return node.value ? always : never;
      break;
    case "unary":
      if (node.operator === "!") return not(reader.formula(node.operand));
      break;
    case "conditional":
      return {
        kind: "choice",
        condition: reader.formula(node.condition),
        whenTrue: reader.formula(node.whenTrue),
        whenFalse: reader.formula(node.whenFalse),
      };
    case "binary": {
      if (isLogical(node)) {
        const parts = operandsOf(node, node.operator).map((part) => reader.formula(part));
        return node.operator === "&&" ? all(parts) : any(parts);
      }
      const same = comparedWithBool(node);
      if (same !== undefined && reader.kindOf(same.operand) === "bool") {
        const formula = reader.formula(same.operand);
        return same.value ? formula : not(formula);
      }
      if (relations.has(node.operator)) return relation(reader, node);
      if (node.operator === "in") return membership(reader, node);
      break;
    }
    case "call":
      return call(reader, node) ?? opaque(reader, node);
    default:
  }
  return opaque(reader, node);
}

function relation(reader: Reader, node: Binary): Formula {
  const { left, right } = node;
  const operator = node.operator as Relation;
  const [one, other] = [reader.fold(left), reader.fold(right)];
  if (one !== undefined && other !== undefined) {
    const order = compareConstants(one, other);
    if (order === undefined) return opaque(reader, node);
    return Intervals.comparedWith(operator, 0).includes(order) ? always : never;
  }
  const hasConstant = one !== undefined || other !== undefined;
  const ofTwo = (hasConstant ? undefined : withItself(reader, node)) ?? between(reader, node);
  if (ofTwo !== undefined) return ofTwo;
  if (one !== undefined) return compare(reader, node, right, mirrored[operator], one);
  if (other !== undefined) return compare(reader, node, left, operator, other);
  if (operator === "==" || operator === "!=") {
    const [list, compared] = right.kind === "list" ? [right, left] : [left, right];
    if (list.kind === "list" && reader.kindOf(compared) === "list") {
      const equal = equalsList(reader, compared, list);
      return operator === "==" ? equal : not(equal);
    }
  }
  return ofTruthValues(reader, node) ?? opaque(reader, node);
}

/** Reads `a == b` where both are boolean: both are true, or both are false. */
function ofTruthValues(reader: Reader, { operator, left, right }: Binary): Formula | undefined {
  if (reader.kindOf(left) !== "bool" || reader.kindOf(right) !== "bool") return undefined;
  if (operator !== "==" && operator !== "!=") return undefined;
  const [one, other] = [reader.formula(left), reader.formula(right)];
  const equal = any([all([one, other]), all([not(one), not(other)])]);
  return operator === "==" ? equal : not(equal);
}

/** Reads `a == a`, whose result is known when `a` has a value that equals itself. */
function withItself(reader: Reader, { operator, left, right }: Binary): Formula | undefined {
  const same = printExpression(reader.canonical(left)) === printExpression(reader.canonical(right));
  if (!same || !equalsItself(reader.typeOf(left)) || !reader.staysTheSame(left)) return undefined;
  const holds = Intervals.comparedWith(operator, 0).includes(0);
  return requires([...reader.needs(left), ...reader.needs(right)], holds ? always : never);
}

function compare(
  reader: Reader,
  node: Binary,
  of: Expression,
  operator: Relation,
  constant: Constant,
): Formula {
  if (operator === "!=") return not(compare(reader, node, of, "==", constant));
  if (operator === "==") return isOneOf(reader, of, [constant]);
  return asked(reader, node, of, { kind: "order", operator, constant }, constant.kind);
}

/** Reads `==` and `in`, which fail only when the value does, whatever its type is. */
function isOneOf(reader: Reader, of: Expression, values: readonly Constant[]): Formula {
  const constants = new Map(values.map((value) => [keyOf(value), value]));
  const written = writtenAs(reader, of, { kind: "one-of", constants });
  if (written !== undefined) return written;
  const { subject, toTest } = reader.term(of);
  const test = toTest({ kind: "one-of", constants });
  return requires(reader.needs(of), atomOf(reader, subject, test));
}

function asked(
  reader: Reader,
  node: Expression,
  of: Expression,
  test: Test,
  kind: ConstantKind,
): Formula {
  const written = writtenAs(reader, of, test);
  if (written !== undefined) return written;
  const { subject, values, toTest } = reader.term(of);
  const isTrue = (own: Test): Formula => ({ kind: "atom", subject, test: toTest(own) });
  const isKind: Formula[] = reader.isOpen(of) ? [isTrue({ kind: "is", of: kind })] : [];
  // The number that is no number has no order: it fails, or is neither less nor greater.
  const isOrdered = test.kind === "order" && values.number?.hasNotANumber === true;
  if (isOrdered && kind === "number") {
    const isNumber = isTrue({ kind: "points", of: "number", points: Intervals.all });
    isKind.push(any([isNumber, reader.flag("NaN can be compared", node)]));
  }
  return requires([...reader.needs(of), ...isKind], atomOf(reader, subject, toTest(test)));
}

/**
 * Builds a question about a subject. That a text is not a scheme or address counts only where it decides together
 * with something else: a separate rule finds it.
 */
function atomOf(reader: Reader, subject: Subject, test: Test): Formula {
  const question: Formula = { kind: "atom", subject, test };
  const isText = test.kind === "one-of" || (test.kind === "text" && test.test.kind !== "in-ranges");
  if (subject.form === undefined || !isText) return question;
  const isPossible = withEffort({ left: effortOfReading }, () =>
    isPossibleFor(subject.values, test, true),
  );
  if (isPossible?.value !== false) return question;
  const text = reader.subject(
    `${subject.key} as text`,
    subject.node,
    valuesOfType({ kind: "string" }),
  );
  return { ...question, subject: text };
}

function membership(reader: Reader, node: Binary): Formula {
  const { left, right } = node;
  if (reader.kindOf(right) === "map") {
    return requires([...reader.needs(left), ...reader.needs(right)], entry(reader, right, left));
  }
  if (right.kind === "list") {
    const constants = right.elements.map((element) => reader.fold(element));
    if (constants.every((one) => one !== undefined)) {
      const item = reader.fold(left);
      if (item === undefined) {
        return differenceIn(reader, left, right.elements) ?? isOneOf(reader, left, constants);
      }
      return constants.some((one) => keyOf(one) === keyOf(item)) ? always : never;
    }
  }
  const items = reader.staysTheSame(node) ? itemsOf(reader, right, node) : undefined;
  return items === undefined ? opaque(reader, node) : isIn(reader, left, items);
}

function call(reader: Reader, node: Call): Formula | undefined {
  const { name, target, arguments: given } = node;
  const [first, second] = given;
  if (isMacro(node)) return macro(reader, node);
  const truth = truthOf(reader, node);
  if (truth !== undefined) return truth;
  const entryAsked = entryAskedBy(node, reader.condition);
  if (entryAsked?.form === "has") {
    return requires(reader.needs(entryAsked.key), askedEntry(reader, entryAsked));
  }
  const [text, argument] = target === undefined ? [first, second] : [target, first];
  if (text === undefined || argument === undefined) return undefined;
  const test = textTest(reader, name, argument, target !== undefined);
  if (test === undefined) return hasItself(reader, node);
  const value = reader.fold(text);
  if (value?.kind === "text") {
    return holdsFor(value.value, test) ? always : never;
  }
  if (value !== undefined) return undefined;
  const formula = asked(reader, node, text, { kind: "text", test }, "text");
  // The address of the other side always is one; of other texts that is not known.
  if (test.kind !== "in-ranges" || reader.formOf(text) === "ip-address") return formula;
  const isAddress = { kind: "in-ranges", addresses: allAddresses } as const;
  const { subject, toTest } = reader.term(text);
  const sure: Formula = {
    kind: "atom",
    subject,
    test: toTest({ kind: "text", test: isAddress }),
  };
  return requires([any([sure, hasValue(reader, node)])], formula);
}

function hasItself(reader: Reader, { name, target, arguments: given }: Call): Formula | undefined {
  const [argument] = given;
  const isOfParts = ["startsWith", "endsWith", "contains"].includes(name);
  if (!isOfParts || target === undefined || argument === undefined) return undefined;
  if (reader.kindOf(target) !== "string" || reader.kindOf(argument) !== "string") return undefined;
  if (hasPart(reader, name, target, argument)) {
    return requires([...reader.needs(target), ...reader.needs(argument)], always);
  }
  return withItself(reader, { kind: "binary", operator: "==", left: target, right: argument });
}

/** Checks if a URL, or its path and query string, certainly has a part of it there. */
function hasPart(reader: Reader, name: string, target: Expression, argument: Expression): boolean {
  const [whole, part] = [target, argument].map((node) => {
    const { subject, isItself } = reader.term(node);
    return isItself === true ? subject : undefined;
  });
  if (whole?.urlPart === undefined || part?.urlPart === undefined) return false;
  if (urlOf(whole) !== urlOf(part)) return false;
  return placesInUrl[name]?.includes(`${part.urlPart.part} of ${whole.urlPart.part}`) === true;
}

const placesInUrl: Readonly<Record<string, readonly string[]>> = {
  startsWith: ["scheme of url", "path of uri"],
  endsWith: ["uri of url", "query of url", "query of uri"],
  contains: [
    ...["scheme", "host", "uri", "path", "query"].map((part) => `${part} of url`),
    ...["path", "query"].map((part) => `${part} of uri`),
  ],
};

const relations: ReadonlySet<string> = new Set(["==", "!=", "<", "<=", ">", ">="]);

const mirrored = { "==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<=" } as const;

function textTest(
  reader: Reader,
  name: string,
  argument: Expression,
  isMethod: boolean,
): TextTest | undefined {
  const value = reader.fold(argument);
  switch (name) {
    case "startsWith":
    case "endsWith":
    case "contains":
      return isMethod && value?.kind === "text" ? { kind: name, text: value.value } : undefined;
    case "matches":
      return value?.kind === "text" && compileRegularExpression(value.value).ok
        ? { kind: "matches", pattern: value.value }
        : undefined;
    case "inCidrRange":
    case "inCidrRanges": {
      const listed =
        argument.kind === "list"
          ? argument.elements.map((element) => reader.fold(element))
          : [value];
      const ranges = listed.flatMap((one) => (one?.kind === "text" ? [one.value] : []));
      if (isMethod || ranges.length < listed.length) return undefined;
      return { kind: "in-ranges", addresses: Intervals.anyOf(ranges.map(addressesOf)) };
    }
    default:
      return undefined;
  }
}

function equalsItself(type: CelType | undefined): boolean {
  if (type?.kind === "list") return equalsItself(type.element);
  if (type?.kind === "map") return equalsItself(type.key) && equalsItself(type.value);
  return type !== undefined && equalThemselves.has(type.kind);
}

// A double can be the number that is no number, and a dyn can be a double.
const equalThemselves: ReadonlySet<string> = new Set(
  "bool int uint string bytes timestamp duration".split(" "),
);
