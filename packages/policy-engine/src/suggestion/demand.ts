import { parseCidr, type Dialect, type Expression } from "@traffic-policy/policy-language";
import { RE2JS, RE2JSException } from "re2js";
import { isInRange } from "../functions.ts";
import { logicTree, type LogicTree } from "../expression/logic.ts";
import { sampleTexts } from "./sample-text.ts";
import type { Subject, Value } from "./subject.ts";
import {
  literalValue,
  memberSubject,
  presenceSubject,
  termOf,
  textOf,
  type Names,
  type Term,
} from "./term.ts";

/** What a condition asks of one subject. */
export interface Demand {
  readonly subject: Subject;
  /** Whether it holds for a value of the subject; nothing when it fails. */
  holds(value: Value): boolean | undefined;
  /** Values that are near the border between true and false. */
  readonly values: readonly Value[];
  /** What texts begin with, end with, or contain. */
  readonly parts?: readonly TextParts[];
}

/** Parts that texts may be put together from. */
interface TextParts {
  readonly prefix?: string;
  readonly suffix?: string;
  readonly contained?: string;
}

const noNames: Names = new Map();

/** What a condition asks for; nothing when it is not about one subject, or of an unknown form. */
export function demandOf(
  node: Expression,
  dialect: Dialect,
  names: Names = noNames,
): Demand | undefined {
  switch (node.kind) {
    case "unary":
      return node.operator === "!" ? negated(demandOf(node.operand, dialect, names)) : undefined;
    case "binary":
      return node.operator === "in"
        ? membership(node, dialect, names)
        : comparison(node, dialect, names);
    case "call":
      return ofCall(node, dialect, names);
    default: {
      const term = termOf(node, dialect, names);
      if (term === undefined) return undefined;
      return demand(term, (value) => (typeof value === "boolean" ? value : undefined), [
        true,
        false,
      ]);
    }
  }
}

function negated(of: Demand | undefined): Demand | undefined {
  if (of === undefined) return undefined;
  return {
    ...of,
    holds: (value) => {
      const result = of.holds(value);
      return result === undefined ? undefined : !result;
    },
  };
}

/** @param values - of the term, near the border */
function demand(
  term: Term,
  holds: (value: Value) => boolean | undefined,
  values: readonly Value[],
  parts?: TextParts,
): Demand {
  return {
    subject: term.subject,
    holds: (value) => holds(term.read(value)),
    values: values.map((value) => term.write(value)),
    ...(parts && { parts: [parts] }),
  };
}

const mirrored: Readonly<Record<string, string>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" };

type Comparison = (one: never, other: never) => boolean;

const comparisons: Readonly<Record<string, Comparison>> = {
  "==": (one: unknown, other: unknown) => one === other,
  "!=": (one: unknown, other: unknown) => one !== other,
  "<": (one: number | string, other: number | string) => one < other,
  "<=": (one: number | string, other: number | string) => one <= other,
  ">": (one: number | string, other: number | string) => one > other,
  ">=": (one: number | string, other: number | string) => one >= other,
};

function comparison(
  { operator, left, right }: Extract<Expression, { kind: "binary" }>,
  dialect: Dialect,
  names: Names,
): Demand | undefined {
  const isMirrored = literalOf(left, names) !== undefined;
  const [of, to] = isMirrored ? [right, left] : [left, right];
  const compare = comparisons[isMirrored ? (mirrored[operator] ?? operator) : operator];
  const literal = literalOf(to, names);
  const term = termOf(of, dialect, names);
  if (compare === undefined || literal === undefined || term === undefined) return undefined;
  return demand(
    term,
    (value) =>
      typeof value === typeof literal ? compare(value as never, literal as never) : undefined,
    around(literal),
  );
}

function around(literal: Value): Value[] {
  if (typeof literal === "number") return [literal, literal + 1, literal - 1];
  if (typeof literal === "boolean") return [literal, !literal];
  return [literal, `${literal}x`];
}

function literalOf(node: Expression, names: Names): Value {
  const meant = node.kind === "identifier" ? names.get(node.name) : undefined;
  return literalValue(meant === undefined || "subject" in meant ? node : meant);
}

function membership(
  { left, right }: Extract<Expression, { kind: "binary" }>,
  dialect: Dialect,
  names: Names,
): Demand | undefined {
  const key = textOf(left);
  if (key !== undefined) {
    const subject = memberSubject(right, key);
    if (subject !== undefined) return presence(subject);
    const list = termOf(right, dialect, names);
    return list?.isList === true ? demand(list, (value) => value === key, [key]) : undefined;
  }
  const term = termOf(left, dialect, names);
  if (term === undefined || right.kind !== "list") return undefined;
  const items = right.elements.map((element) => literalValue(element));
  if (items.includes(undefined)) return undefined;
  return demand(term, (value) => (value === undefined ? undefined : items.includes(value)), [
    ...items,
    ...(typeof items[0] === "number" ? [Math.max(...(items as number[])) + 1] : ["x"]),
  ]);
}

/** A subject shall be there, or not. */
function presence(subject: Subject): Demand {
  return {
    subject,
    holds: (value) => value !== undefined,
    values: ["x", 8443, undefined],
  };
}

function ofCall(
  node: Extract<Expression, { kind: "call" }>,
  dialect: Dialect,
  names: Names,
): Demand | undefined {
  const { name, target, arguments: given } = node;
  const [first, second] = given;
  if (first === undefined) return undefined;
  if (target === undefined) {
    if (name === "has") {
      const subject =
        (first.kind === "select" && memberSubject(first.operand, first.field)) ||
        termOf(first, dialect, names)?.subject;
      return subject && presence(subject);
    }
    if (name === "matches" && second !== undefined)
      return text(name, first, second, dialect, names);
    if (name.startsWith("inCidrRange") && second !== undefined) {
      return inRanges(first, second, dialect, names);
    }
    const subject = presenceSubject(name, first);
    return subject && presence(subject);
  }
  if (name === "exists" || name === "all") return quantified(node, dialect, names);
  return text(name, target, first, dialect, names);
}

function text(
  name: string,
  of: Expression,
  argument: Expression,
  dialect: Dialect,
  names: Names,
): Demand | undefined {
  const term = termOf(of, dialect, names);
  const part = literalOf(argument, names);
  if (term === undefined || typeof part !== "string") return undefined;
  const about = (holds: (value: string) => boolean) => (value: Value) =>
    typeof value === "string" ? holds(value) : undefined;
  switch (name) {
    case "startsWith":
      return demand(
        term,
        about((value) => value.startsWith(part)),
        [part],
        { prefix: part },
      );
    case "endsWith":
      return demand(
        term,
        about((value) => value.endsWith(part)),
        [part],
        { suffix: part },
      );
    case "contains":
      return demand(
        term,
        about((value) => value.includes(part)),
        [part],
        { contained: part },
      );
    case "matches": {
      const pattern = compiled(part);
      if (pattern === undefined) return undefined;
      return demand(
        term,
        about((value) => pattern.matcher(value).find()),
        sampleTexts(part),
      );
    }
    default:
      return undefined;
  }
}

function compiled(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
}

// Addresses of nobody, one of which is in few ranges that a policy has.
const strangers = ["198.51.100.1", "203.0.113.9", "192.0.2.9", "2001:db8::9", "100.64.0.9"];

function inRanges(
  address: Expression,
  ranges: Expression,
  dialect: Dialect,
  names: Names,
): Demand | undefined {
  const term = termOf(address, dialect, names);
  const items = ranges.kind === "list" ? ranges.elements : [ranges];
  const cidrs = items.map((item) => literalOf(item, names));
  if (term === undefined || cidrs.some((cidr) => typeof cidr !== "string")) return undefined;
  const texts = cidrs as string[];
  return demand(
    term,
    (value) =>
      typeof value === "string" ? texts.some((cidr) => isInRange(value, cidr)) : undefined,
    [...texts.flatMap((cidr) => addressIn(cidr) ?? []), ...strangers],
  );
}

/** The second address of a range, or its only one. */
function addressIn(range: string): string | undefined {
  const cidr = parseCidr(range);
  if (cidr === undefined) return undefined;
  const { first, prefix, version } = cidr;
  const address = prefix >= (version === 4 ? 31 : 127) ? first : first + 1n;
  if (version === 4) {
    return [24n, 16n, 8n, 0n].map((shift) => (address >> shift) & 255n).join(".");
  }
  const groups = [112n, 96n, 80n, 64n, 48n, 32n, 16n, 0n].map((shift) =>
    ((address >> shift) & 65_535n).toString(16),
  );
  return groups.join(":").replace(/(?:^|:)0(?::0)+(?::|$)/, "::");
}

/** `list.exists(item, condition)` of values of one subject, or of a list of literals. */
function quantified(
  { name, target, arguments: given }: Extract<Expression, { kind: "call" }>,
  dialect: Dialect,
  names: Names,
): Demand | undefined {
  const [item, body] = given;
  if (target === undefined || item?.kind !== "identifier" || body === undefined) return undefined;
  if (target.kind === "list") {
    const demands = target.elements.map((element) =>
      ofTree(logicTree(body), dialect, new Map([...names, [item.name, element]])),
    );
    return combined(demands, name === "exists");
  }
  const list = termOf(target, dialect, names);
  if (list?.isList !== true) return undefined;
  const one: Term = { subject: list.subject, read: list.read, write: list.write };
  const inner = ofTree(logicTree(body), dialect, new Map([...names, [item.name, one]]));
  if (inner === undefined) return undefined;
  return {
    ...inner,
    holds: (value) => (value === undefined ? name === "all" : inner.holds(value)),
    values: [...inner.values, undefined],
  };
}

/** What several conditions ask for together, when all of them are about one subject. */
function ofTree(tree: LogicTree, dialect: Dialect, names: Names): Demand | undefined {
  switch (tree.kind) {
    case "condition":
      return demandOf(tree.node, dialect, names);
    case "?:":
      return undefined;
    case "!":
      return negated(tree.operands[0] && ofTree(tree.operands[0], dialect, names));
    default: {
      const demands = tree.operands.map((operand) => ofTree(operand, dialect, names));
      return combined(demands, tree.kind === "||");
    }
  }
}

/** @param any - whether one of them is enough */
function combined(demands: readonly (Demand | undefined)[], any: boolean): Demand | undefined {
  const known = demands.filter((one) => one !== undefined);
  const [first] = known;
  if (first === undefined || known.length < demands.length) return undefined;
  if (known.some(({ subject }) => subject.key !== first.subject.key)) return undefined;
  const all = known.flatMap((one) => one.parts ?? []);
  // Of several conditions that are enough, one is.
  const parts = any ? all.slice(0, 1) : all;
  return {
    subject: first.subject,
    holds: (value) => {
      const results = new Set(known.map((one) => one.holds(value)));
      if (results.has(any)) return any;
      return results.has(undefined) ? undefined : !any;
    },
    values: known.flatMap(({ values }) => values),
    ...(parts.length > 0 && { parts }),
  };
}
