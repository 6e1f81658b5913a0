import type { CheckErrorCode } from "./check-error.ts";

const noCase = "CEL cannot change case; match with .matches('(?i)…').";
const part = "For text write .contains(…), for a list: value in list.";
const noPieces =
  "CEL cannot take text apart; write .startsWith(…), .endsWith(…), .contains(…) or .matches('…').";
const noChange = "CEL cannot change text; match it as it is with .matches('…').";
const sizeHelp = "Write size(…).";
/** What stands in the place of a comparison with nothing. */
export const notNull = "Ask whether it is there: 'key' in map, or has(value.field).";
const noEnvironment =
  "An expression cannot read the environment; put the value in where the policy is written.";
const noClock = "The current time is timestamp(time.now).";

/** What people write who come from other languages, and what CEL has for it. */
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
  keys: "A map is gone through by its keys: map.exists(key, …).",
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
  values: "A map is gone through by its keys: map.exists(key, map[key] == …).",
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

/** What CEL has for a name of another language; nothing when it is no name of a known habit. */
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
