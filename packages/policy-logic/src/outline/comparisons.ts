import { type Expression, type Span } from "@traffic-policy/policy-language";
import { meantCountryCode } from "@traffic-policy/policy-language/internal";
import { isOfForm, type Origin } from "./origin.ts";

/** How a value is compared. `member`: the constant is an item of it; `some`: some item is compared so. */
export type How =
  | "equal"
  | "order"
  | "member"
  | "some"
  | "startsWith"
  | "endsWith"
  | "contains"
  | "matches"
  | "ranges";

export interface Comparison {
  readonly value: Expression;
  readonly constant: Expression;
  readonly how: How;
  /** True for `!=`. */
  readonly isNegated?: boolean;
}

export function comparisonIn(node: Expression): Comparison | undefined {
  if (node.kind === "binary") {
    const { operator, left, right } = node;
    const [value, constant] = left.kind === "literal" ? [right, left] : [left, right];
    if (operator === "in") return { value, constant, how: constant === left ? "member" : "equal" };
    const isEquality = operator === "==" || operator === "!=";
    if (!isEquality && !/^[<>]/.test(operator)) return undefined;
    return { value, constant, how: isEquality ? "equal" : "order", isNegated: operator === "!=" };
  }
  if (node.kind !== "call") return undefined;
  const { name, target, arguments: given } = node;
  const [value, constant, ...others] = target === undefined ? given : [target, ...given];
  const how = methods[name];
  if (value === undefined || constant === undefined || others.length > 0) return undefined;
  return how === undefined || (how === "ranges") !== (target === undefined)
    ? undefined
    : { value, constant, how };
}

const methods: Readonly<Record<string, How | undefined>> = {
  startsWith: "startsWith",
  endsWith: "endsWith",
  contains: "contains",
  matches: "matches",
  inCidrRange: "ranges",
  inCidrRanges: "ranges",
};

/** Reads `list.exists(item, comparison)`. */
export function someItemIn(node: Expression): Comparison | undefined {
  if (node.kind !== "call" || node.name !== "exists" || node.target === undefined) return undefined;
  const [item, body, ...others] = node.arguments;
  if (item?.kind !== "identifier" || body === undefined || others.length > 0) return undefined;
  const compared = comparisonIn(body);
  const isOfItem = compared?.value.kind === "identifier" && compared.value.name === item.name;
  if (!isOfItem || ["member", "ranges", "order"].includes(compared.how)) return undefined;
  return { value: node.target, constant: compared.constant, how: "some" };
}

export interface Constant {
  readonly span: Span;
  readonly value: string | bigint;
}

export function constantsIn(node: Expression): readonly Constant[] | undefined {
  if (node.kind === "list") {
    const inside = node.elements.map(constantsIn);
    const all = inside.flatMap((some) => some ?? []);
    const isPlain = node.elements.every(({ kind }) => kind === "literal");
    const isWhole = all.length === inside.length && all.length > 0 && all.length <= mostConstants;
    return isPlain && isWhole ? all : undefined;
  }
  if (node.kind !== "literal" || node.span === undefined) return undefined;
  return node.type === "string" || node.type === "int"
    ? [{ span: node.span, value: node.value }]
    : undefined;
}

const mostConstants = 100;

/** How a value is compared, if each of the constants may be so, and others as well; undefined when that is unknown. */
export function kindOfUse(
  of: Origin,
  how: How,
  constants: readonly Constant[],
): "equal" | "order" | "alone" | undefined {
  const isEach = (is: (text: string) => boolean): boolean =>
    constants.every(
      ({ value }) => typeof value === "string" && value.length <= longestText && is(value),
    );
  const isWholeUrl = of.urlPart === "url" || of.urlPart === "uri";
  const isClosed = isOfForm(of);
  if (of.type === "int") {
    return constants.every(({ value }) => isInside(value, of)) ? "order" : undefined;
  }
  if (of.type !== "string" || how === "order") return undefined;
  if (how === "ranges") {
    return of.form === "ip-address" && isEach((text) => cidr.test(text)) ? "alone" : undefined;
  }
  // A path begins with a slash.
  const isFromStart = how === "equal" || how === "startsWith" || how === "matches";
  if (of.urlPart === "path" && isFromStart) {
    const mayBegin = how === "matches" ? /^(?:\(\?i\))?(?:\^\/|[^^])/ : /^\//;
    if (!isEach((text) => mayBegin.test(text))) return undefined;
  }
  if (how === "matches") {
    const isOpen = !isClosed && !isWholeUrl && mayBe(of, "a");
    return isOpen && isEach((text) => pattern.test(text)) ? "alone" : undefined;
  }
  // Texts and patterns look alike there.
  if (how === "some") return isEach((text) => /^[\w/-]+$/.test(text)) ? "alone" : undefined;
  if (!isEach((text) => mayBe(of, text))) return undefined;
  switch (how) {
    case "member":
      return of.map === undefined ? undefined : "equal";
    case "equal":
      if (isWholeUrl) return undefined;
      return of.map === undefined ? how : "alone";
    default: {
      const isPart = how === "contains" && isEach((text) => /^\/\w/.test(text));
      return isClosed || (isWholeUrl && !isPart) ? undefined : "alone";
    }
  }
}

const longestText = 200;

/** Checks if a value may be a text, and others; `false` is not conclusive. */
function mayBe({ form, urlPart }: Origin, text: string): boolean {
  switch (urlPart) {
    case undefined:
      break;
    case "url":
    case "uri":
    case "path":
    case "query":
      return /^(?=.*\w)(?!.*(?:\.\.|\/\/))[\w./-]+$/.test(text);
    case "host":
      return /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)*$/.test(text);
    default:
      return false;
  }
  switch (form) {
    case "scheme":
      return false;
    case "ip-address":
      return ipv4.test(text);
    case "country-code":
      return meantCountryCode(text) === text;
    default:
      return /^[ -~]+$/.test(text);
  }
}

const byte = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const ipv4 = new RegExp(`^${byte}(?:\\.${byte}){3}$`);
/** Not so large that some ranges together would hold all addresses. */
const cidr = new RegExp(
  `^(?:${byte}(?:\\.${byte}){3}/(?:[89]|[12]\\d|3[0-2])|[0-9a-f:]+/(?:1[6-9]|[2-9]\\d|1[01]\\d|12[0-8]))$`,
);

const repeated = String.raw`(?:\.|\[\^?\w-?\w?\]|\\[dw])[*+]`;
const literal = String.raw`(?:[\w/-]|\\\.|\(\w+(?:\|\w+)*\))`;
/** A pattern that matches some texts, and not the empty one: it has a character that is not repeated. */
const pattern = new RegExp(
  String.raw`^(?:\(\?i\))?\^?(?:${repeated})*(?:${literal}(?:${repeated})*)+\$?$`,
);

/** Two steps from each end, so that what is less than a constant, or as much, is neither nothing nor zero alone. */
function isInside(value: string | bigint, { range }: Origin): boolean {
  if (typeof value === "string" || range === undefined) return false;
  const number = Number(value);
  const [least, greatest] = range;
  return number >= least + 2 && number <= Math.min(greatest, Number.MAX_SAFE_INTEGER) - 2;
}
