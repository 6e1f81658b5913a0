import type { Span } from "../../text/positions.ts";
import { shortened } from "../../text/shown.ts";

/** An error in an expression that can be parsed. */
export interface CheckError {
  readonly code: CheckErrorCode;
  /** The offending part of the text; absent for a tree that was not parsed. */
  readonly span?: Span;
  /** The values that the message mentions, by name; see `describeCheckError`. */
  readonly args: Readonly<Record<string, string>>;
  /** The known name that was probably meant. */
  readonly suggestion?: string;
  /** The service's documentation leaves open something about this name: it may not be an error. */
  readonly unsure?: true;
}

export type CheckErrorCode =
  | "unknown-variable"
  | "unknown-function"
  | "unknown-method"
  | "unknown-field"
  | "namespace-as-value"
  | "unavailable-here"
  | "wrong-argument-types"
  | "wrong-argument-count"
  | "no-such-operator"
  | "not-a-boolean-operand"
  | "not-indexable"
  | "wrong-key-type"
  | "macro-misuse"
  | "invalid-regular-expression"
  | "invalid-cidr"
  | "invalid-timestamp"
  | "invalid-duration"
  | "invalid-time-zone";

interface Sentence {
  readonly message: string;
  readonly help?: string;
}

type Args = Readonly<Record<string, string>>;

/** Puts an error of the checker into words: what is wrong, and what to do if that is known. */
export function describeCheckError({ code, args, suggestion }: CheckError): Sentence {
  const { message, help } = sentences[code](shortenedArgs(args));
  const shown =
    suggestion === undefined
      ? (args["help"] ?? habitHelp(code, args["name"] ?? "") ?? help)
      : `Did you mean ${shortened(suggestion)}?`;
  return shown === undefined ? { message } : { message, help: shown };
}

/** Arguments that come from the catalogue and not from the expression; they are never shortened. */
const whole: ReadonlySet<string> = new Set(["elsewhere", "expected", "fields", "form", "help"]);

function shortenedArgs(args: Args): Args {
  return Object.fromEntries(
    Object.entries(args).map(([key, text]) => [key, whole.has(key) ? text : shortened(text)]),
  );
}

// In the words of RE2.
const patternHelp: readonly (readonly [beginning: string, help: string])[] = [
  ["invalid or unsupported Perl syntax", "RE2 has no look-around and no back-references."],
  ["invalid escape sequence", "RE2 has no look-around and no back-references."],
  [
    "missing argument to repetition operator",
    "Write what is repeated before it; for the character itself put it in square brackets.",
  ],
  ["missing closing )", "Close the group, or write [(] for the character itself."],
  ["missing closing ]", "Close the bracket, or write [[] for the character itself."],
  ["unexpected )", "Open the group, or write [)] for the character itself."],
  ["duplicate capture group name", "Give each group a name of its own."],
  ["invalid repeat count", "RE2 repeats at most 1000 times."],
];

function helpForPattern(reason: string): { help?: string } {
  const help = patternHelp.find(([beginning]) => reason.startsWith(beginning))?.[1];
  return help === undefined ? {} : { help };
}

const sentences: Record<CheckErrorCode, (args: Args) => Sentence> = {
  "unknown-variable": ({ name }) => ({
    message: `There is no variable ${name}.`,
    ...(name?.includes(".") ? {} : { help: "If it is text, put it in quotes." }),
  }),
  "unknown-function": ({ name, help }) => ({
    message: `There is no function ${name}().`,
    ...(help === undefined ? {} : { help }),
  }),
  "unknown-method": ({ name, type }) => ({ message: `${typed(type)} has no method ${name}().` }),
  "unknown-field": ({ name, type }) => ({ message: `${typed(type)} has no field ${name}.` }),
  "namespace-as-value": ({ name, fields }) => ({
    message: `${name} is only a prefix of other names, not a value.`,
    help: `Continue with ${fields}.`,
  }),
  "unavailable-here": ({ name, place, elsewhere }) => ({
    message: `${name} does not exist ${place}.`,
    ...(elsewhere === undefined ? {} : { help: `It exists ${elsewhere}.` }),
  }),
  "wrong-argument-types": ({ name, given, expected, help = `Use ${expected}.` }) => ({
    message: `${name} cannot be called with ${given}.`,
    help,
  }),
  "wrong-argument-count": ({ name, given, expected }) => ({
    message: `${name}() is called with ${given}.`,
    help: `It accepts ${expected}.`,
  }),
  "no-such-operator": ({ operator, left, right, help }) => ({
    message:
      left === undefined
        ? `${operator} needs an int or a double, not ${right}.`
        : `${operator} does not work between ${left} and ${right}.`,
    ...(help === undefined ? {} : { help }),
  }),
  "not-a-boolean-operand": ({ operator, type, help = "Compare it with something." }) => ({
    message: `${operator} needs a bool here, not ${type}.`,
    help,
  }),
  "not-indexable": ({ type }) => ({
    message: `${typed(type)} cannot be indexed with [ ].`,
  }),
  "wrong-key-type": ({ type, given, expected }) => ({
    message: `${typed(type)} is not indexed by ${given}.`,
    help: `Use ${expected}.`,
  }),
  "macro-misuse": ({ name, reason, form }) => ({
    message: `${name}() is used wrongly: ${reason}.`,
    help: `Write ${form}.`,
  }),
  "invalid-regular-expression": ({ reason }) => ({
    message: `The regular expression is not RE2: ${reason}.`,
    ...(reason === undefined ? {} : helpForPattern(reason)),
  }),
  "invalid-cidr": ({ value }) => ({
    message: `"${value}" is not a CIDR.`,
    help: "Write an address with a prefix length, like 192.0.2.0/24 or 2001:db8::/32.",
  }),
  "invalid-timestamp": ({ value }) => ({
    message: `"${value}" is not a timestamp.`,
    help: "Write date, time and zone as in RFC 3339, like 2024-01-31T00:00:00Z.",
  }),
  "invalid-duration": ({ value }) => ({
    message: `"${value}" is not a duration.`,
    help: "Write numbers with their unit, like 90s, 1h30m or 250ms; at most 2562047h.",
  }),
  "invalid-time-zone": ({ value }) => ({
    message: `There is no time zone "${value}".`,
    help: "Write a name of the IANA list with its exact spelling, like Europe/Oslo, UTC, or an offset like +02:00.",
  }),
};

/** Formats a type for the beginning of a sentence, with its article: "uint" begins with a consonant sound. */
function typed(type: string | undefined): string {
  return `${/^[aeio]/i.test(type ?? "") ? "An" : "A"} ${type}`;
}

const noCase = "CEL cannot change case; match with .matches('(?i)…').";
const part = "For text write .contains(…), for a list: value in list.";
const noPieces =
  "CEL cannot split text; write .startsWith(…), .endsWith(…), .contains(…) or .matches('…').";
const noChange = "CEL cannot change text; match it as it is with .matches('…').";
const sizeHelp = "Write size(…).";
/** The hint that replaces a comparison with null. */
export const notNull = "Check whether it exists: 'key' in map, or has(value.field).";
const noEnvironment =
  "An expression cannot read the environment; insert the value where the policy is written.";
const noClock = "The current time is timestamp(time.now).";

const methods: Readonly<Record<string, string>> = {
  any: "Write .exists(item, …).",
  charAt: noPieces,
  concat: "Write a + b.",
  containsKey: "Write 'key' in map.",
  count: sizeHelp,
  endswith: "Write .endsWith(…).",
  equals: "Write a == b.",
  equalsIgnoreCase: "Write .matches('(?i)^…$').",
  every: "Write .all(item, …).",
  existsOne: "Write .exists_one(item, …).",
  find: "Write .exists(item, …), or .filter(item, …).",
  forEach: "Write .all(item, …) or .map(item, …).",
  get: "Write map['key'].",
  has: "Write 'key' in map, or value in list.",
  hasOwnProperty: "Write 'key' in map.",
  includes: part,
  indexOf: part,
  isEmpty: "Write size(…) == 0.",
  join: "CEL cannot join a list; use .exists(item, …) or .all(item, …) for its items.",
  keys: "Iterate over the keys of a map: map.exists(key, …).",
  lastIndexOf: part,
  len: sizeHelp,
  length: sizeHelp,
  lower: noCase,
  lowerAscii: noCase,
  match: "Write .matches('…').",
  replace: noChange,
  replaceAll: noChange,
  search: "Write .matches('…').",
  slice: noPieces,
  some: "Write .exists(item, …).",
  split: noPieces,
  startswith: "Write .startsWith(…).",
  substr: noPieces,
  substring: noPieces,
  test: "Write text.matches('…').",
  toLowerCase: noCase,
  toString: "Write string(…).",
  toUpperCase: noCase,
  trim: noChange,
  upper: noCase,
  upperAscii: noCase,
  values: "Iterate over the keys of a map: map.exists(key, map[key] == …).",
};

const functions: Readonly<Record<string, string>> = {
  Boolean: "Write bool(…).",
  Date: noClock,
  Number: "Write int(…) or double(…).",
  String: "Write string(…).",
  all: "Write list.all(item, condition).",
  any: "Write list.exists(item, …).",
  count: sizeHelp,
  defined: notNull,
  exists: "Write list.exists(item, condition).",
  filter: "Write list.filter(item, condition).",
  float: "Write double(…).",
  isset: notNull,
  len: sizeHelp,
  length: sizeHelp,
  lower: noCase,
  map: "Write list.map(item, value).",
  not: "Write !(…).",
  now: noClock,
  parseFloat: "Write double(…).",
  parseInt: "Write int(…).",
  str: "Write string(…).",
  upper: noCase,
};

const variables: Readonly<Record<string, string>> = {
  Date: noClock,
  False: "Write false.",
  NULL: "Write null.",
  None: notNull,
  True: "Write true.",
  env: noEnvironment,
  nil: notNull,
  "process.env": noEnvironment,
  undefined: notNull,
};

const byCode: Readonly<Partial<Record<CheckErrorCode, Readonly<Record<string, string>>>>> = {
  "unknown-method": methods,
  "unknown-function": functions,
  "unknown-field": { length: sizeHelp, size: sizeHelp, count: sizeHelp },
  "unknown-variable": variables,
};

export function habitHelp(code: CheckErrorCode, name: string): string | undefined {
  const known = byCode[code];
  if (known === undefined) return undefined;
  // `process.env.HOME` is about `process.env`.
  const parts = name.split(".");
  for (let length = parts.length; length > 0; length--) {
    const beginning = parts.slice(0, length).join(".");
    if (Object.hasOwn(known, beginning)) return known[beginning];
  }
  return undefined;
}
