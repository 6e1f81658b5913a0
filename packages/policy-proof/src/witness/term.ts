import {
  type Dialect,
  type Expression,
  type VariableDefinition,
} from "@traffic-policy/policy-language";
import {
  getOrAdd,
  ownMember,
  parseType,
  variableNamed,
  reading,
} from "@traffic-policy/policy-language/internal";
import {
  type Constant,
  type Test,
  members,
  type Model,
  type Subject,
  type Values,
} from "@traffic-policy/policy-logic";
import {
  fold,
  functionOf,
  type ItemModel,
  keyOf,
  narrow,
  plainTexts,
} from "@traffic-policy/policy-logic/internal";
import {
  bodySize,
  cookie,
  header,
  param,
  placeOfVariable,
  randomNumber,
  secret,
  urlHost,
  type Place,
  type Value,
  Draft,
} from "./place.ts";
import { secretAskedBy } from "./example.ts";

interface Term {
  readonly place: Place;
  readonly read: (value: Value) => Constant | undefined;
  readonly write: (constant: Constant) => readonly Value[];
  readonly always?: Test;
}

function termOf(node: Expression, dialect: Dialect): Term | undefined {
  const variable = variableNamed(dialect, node);
  if (variable !== undefined) return variableTerm(variable, dialect);
  switch (node.kind) {
    case "index": {
      const entry = entryTerm(node.operand, node.index, dialect);
      return entry;
    }
    case "call":
      return callTerm(node, dialect);
    default:
      return undefined;
  }
}

function variableTerm(definition: VariableDefinition, dialect: Dialect): Term | undefined {
  const { renamedTo, type } = definition;
  const current = renamedTo && variableNamed(dialect, reading(renamedTo));
  const { name } = current || definition;
  const named = ownMember(headers, name);
  if (named !== undefined) return orEmpty(itself(header(...named)));
  const { kind } = parseType(type);
  const entry = ownMember(someEntry, name);
  if (entry !== undefined) return howMany(entry);
  const place = placeOfVariable(name, kind);
  if (place === undefined) return undefined;
  const isNumber = current && parseType(current.type).kind === "int";
  if (kind === "string" && isNumber) return asText(place);
  const { timestamp } = conversions;
  if (kind === "timestamp" && timestamp !== undefined) return converted(itself(place), timestamp);
  return /^req\.url\.(?:raw_)?(?:path|uri)$/.test(name)
    ? { ...itself(place), always: withSlash }
    : itself(place);
}

const someEntry: Readonly<Record<string, Place>> = {
  "req.url.query_params": param("x"),
  "req.cookies": cookie("request", "x"),
  "res.cookies": cookie("response", "x"),
};

function howMany(place: Place): Term {
  return {
    place,
    read: (value) => ({ kind: "number", value: value === undefined ? 0n : 1n }),
    write: ({ value }) => (value === 0n ? [undefined] : value === 1n ? place.likely : []),
  };
}

const withSlash: Test = { kind: "text", test: { kind: "startsWith", text: "/" } };

const headers: Readonly<Record<string, readonly [of: "request" | "response", name: string]>> = {
  "req.content_type": ["request", "content-type"],
  "req.content_type.raw": ["request", "content-type"],
  "req.user_agent": ["request", "user-agent"],
  "req.location": ["request", "location"],
  "req.content_encoding": ["request", "content-encoding"],
  "res.content_type": ["response", "content-type"],
  "res.content_type.raw": ["response", "content-type"],
  "res.location": ["response", "location"],
  "res.content_encoding": ["response", "content-encoding"],
};

const maps: Readonly<Record<string, (key: string) => Term>> = {
  "req.headers": (key) => headerTerm("request", key),
  "res.headers": (key) => headerTerm("response", key),
  "req.url.query_params": (key) => itself(param(key)),
  "req.cookies": (key) => itself(cookie("request", key)),
  "res.cookies": (key) => itself(cookie("response", key)),
};

function headerTerm(of: "request" | "response", name: string): Term {
  const key = name.toLowerCase();
  if (key === "content-length") return asText(bodySize(of));
  return itself(of === "request" && key === "host" ? urlHost : header(of, key));
}

function entryTerm(map: Expression, key: Expression, dialect: Dialect): Term | undefined {
  const variable = variableNamed(dialect, map);
  if (variable === undefined || key.kind !== "literal" || key.type !== "string") return undefined;
  return ownMember(maps, variable.renamedTo ?? variable.name)?.(key.value);
}

function callTerm(node: Expression & { kind: "call" }, dialect: Dialect): Term | undefined {
  const { source } = functionOf(node, dialect) ?? {};
  if (source === "random") return drawnTerm(node);
  if (source === "secrets") {
    const asked = secretAskedBy(node, dialect);
    return asked && itself(secret(...asked));
  }
  const { name, target } = node;
  const [argument, ...others] = node.arguments;
  if (target !== undefined || argument === undefined || others.length > 0) return undefined;
  const conversion = ownMember(conversions, name);
  if (conversion !== undefined) {
    const inner = termOf(argument, dialect);
    return inner && converted(inner, conversion);
  }
  const [map] = dialect.functions.get(name)?.reads ?? [];
  return map !== undefined && name.startsWith("get")
    ? entryTerm(reading(map), argument, dialect)
    : undefined;
}

/** Reads a random number: an integer is reached by the middle of the interval that yields it. */
function drawnTerm({ name, arguments: given }: Expression & { kind: "call" }): Term | undefined {
  if (name === "double") return itself(randomNumber);
  const [least = 0, most = 1] = given.map((one) => Number(fold(one)?.value));
  const count = most - least + 1;
  if (!Number.isSafeInteger(count) || count < 1) return undefined;
  return {
    place: randomNumber,
    read: (value) => constantOf(least + Math.floor(Number(value) * count)),
    write: ({ value }) => [(Number(value) - least + 0.5) / count],
  };
}

function itself(place: Place): Term {
  return { place, read: constantOf, write: (constant) => [valueOf(constant)] };
}

function asText(place: Place): Term {
  return {
    place,
    read: (value) => constantOf(value === undefined ? undefined : String(value)),
    write: ({ value }) => [Number(value)],
  };
}

function orEmpty({ place, read, write }: Term): Term {
  return {
    place,
    read: (value) => read(value ?? ""),
    write: (constant) => (constant.value === "" ? [undefined] : write(constant)),
  };
}

interface Conversion {
  readonly to: (constant: Constant) => Constant | undefined;
  readonly back: (constant: Constant) => Constant;
}

const conversions: Readonly<Record<string, Conversion>> = {
  int: {
    to: ({ value }) =>
      /^-?\d{1,18}$/.test(String(value)) ? { kind: "number", value: BigInt(value) } : undefined,
    back: inText,
  },
  double: {
    to: ({ value }) =>
      /^-?\d+(?:\.\d+)?$/.test(String(value))
        ? { kind: "number", value: Number(value) }
        : undefined,
    back: inText,
  },
  string: { to: inText, back: ({ value }) => ({ kind: "number", value: Number(value) }) },
  timestamp: {
    to: ({ kind, value }) =>
      kind === "text"
        ? fold({
            kind: "call",
            name: "timestamp",
            arguments: [{ kind: "literal", type: "string", value }],
          })
        : undefined,
    back: ({ value }) => {
      const date = new Date(Number(BigInt(value) / 1_000_000n));
      return { kind: "text", value: date.toISOString().replace(".000Z", "Z") };
    },
  },
};

function inText({ value }: Constant): Constant {
  return { kind: "text", value: String(value) };
}

function converted({ place, read, write }: Term, { to, back }: Conversion): Term {
  return {
    place,
    read: (value) => {
      const constant = read(value);
      return constant && to(constant);
    },
    // A number may be converted to a number.
    write: (constant) => [...write(back(constant)), ...write(constant)],
  };
}

function constantOf(value: Value): Constant | undefined {
  switch (typeof value) {
    case "string":
      return { kind: "text", value };
    case "boolean":
      return { kind: "bool", value };
    case "number":
      return { kind: "number", value: Number.isInteger(value) ? BigInt(value) : value };
    default:
      return undefined;
  }
}

function valueOf({ value }: Constant): Value {
  return typeof value === "bigint" ? Number(value) : value;
}

export interface Assignment {
  readonly place: Place;
  readonly value: Value;
}

export function draftOf(assignments: readonly Assignment[], base: string): Draft {
  const draft = new Draft(base);
  for (const { place, value } of assignments) {
    // What it is anyway need not be said.
    if (value !== undefined && value !== place.usual(draft)) place.put(draft, value);
  }
  return draft;
}

function* listsOf({ list }: Values, { place, write }: Term): Generator<Value> {
  const witness = list?.witness;
  if (typeof witness !== "object") return;
  const items = witness.items.map((item) => itemValues(item, place, write));
  for (let index = 0; index < mostValues; index++) {
    const values = items.map((some) => some[index] ?? some[0]);
    const texts = values.filter((value) => typeof value === "string");
    yield texts.length > 1 && texts.length === values.length ? texts : values[0];
  }
}

function itemValues(item: ItemModel, place: Place, write: Term["write"]): readonly Value[] {
  const [values] = [...item].flatMap(([subject, some]) => (isValue(subject) ? [some] : []));
  if (values === undefined) return place.likely;
  const found = [...members(values)].flatMap(write).filter((value) => place.accepts(value));
  return [
    ...place.likely.filter((one) => isAmong({ kind: "text", value: String(one) }, values)),
    ...found,
  ];
}

/** True when the subject is the text of an item: for a cookie, its value. */
function isValue({ node }: Subject): boolean {
  return node.kind === "identifier" || (node.kind === "select" && node.field === "value");
}

/** Exchanges that a model probably describes. */
export interface Drafts {
  readonly drafts: Iterable<readonly Assignment[]>;
  readonly unknown: readonly Subject[];
  /** The parts of a place for which no value is known that is as all of them should be. */
  readonly unmet: readonly Subject[];
}

interface Claim {
  readonly subject: Subject;
  readonly values: Values;
  readonly term: Term;
}

const mostValues = 6;

/** Finds values for the places of an exchange that satisfy models. */
export class Drafter {
  readonly #dialect: Dialect;
  readonly #base: string;
  readonly #terms = new WeakMap<Subject, { readonly term: Term | undefined }>();
  /** The models of a search differ in few subjects, and finding values takes most of the time of a draft. */
  readonly #known = new Known();

  /** @param base - the URL that requests begin with */
  constructor(dialect: Dialect, base: string) {
    this.#dialect = dialect;
    this.#base = base;
  }

  /** Unknown parts are left to chance, so each exchange has to be tried. */
  draftsFor(model: Model): Drafts {
    const places = new Map<string, { readonly place: Place; readonly claims: Claim[] }>();
    const unknown: Subject[] = [];
    for (const [subject, values] of model) {
      const { term } = getOrAdd(this.#terms, subject, ({ node }) => ({
        term: termOf(node, this.#dialect),
      }));
      if (term === undefined) {
        unknown.push(subject);
        continue;
      }
      const { place } = term;
      const about = places.get(place.key) ?? { place, claims: [] };
      about.claims.push({ subject, values, term });
      places.set(place.key, about);
    }
    const choices = [...places.values()]
      .map(({ place, claims }) => ({ place, claims, values: this.#valuesFor(place, claims) }))
      // A whole URL would replace the parts that were put before.
      .toSorted((one, other) => orderOf(one.place) - orderOf(other.place));
    const unmet = choices.find(({ values }) => !values.has(0))?.claims ?? [];
    return { drafts: draftsOf(choices), unknown, unmet: unmet.map(({ subject }) => subject) };
  }

  #valuesFor(place: Place, claims: readonly Claim[]): LazyList<Value> {
    let known = this.#known;
    for (const { subject, values } of claims) known = known.with(subject).with(values);
    known.values ??= new LazyList(valuesFor(place, claims, new Draft(this.#base)));
    return known.values;
  }
}

/** The values of a place for the claims that lead here. */
class Known {
  values: LazyList<Value> | undefined;
  #next: WeakMap<Subject | Values, Known> | undefined;

  with(next: Subject | Values): Known {
    this.#next ??= new WeakMap();
    return getOrAdd(this.#next, next, () => new Known());
  }
}

function orderOf({ key }: Place): number {
  return key === "url" ? 0 : key === "uri" ? 1 : 2;
}

/** A place with its possible values, plainest first; computed lazily. */
interface Choice {
  readonly place: Place;
  readonly values: LazyList<Value>;
}

/** Yields the first value of each place, then the alternatives of a single place at a time. */
function* draftsOf(choices: readonly Choice[]): Generator<readonly Assignment[]> {
  if (choices.some(({ values }) => !values.has(0))) return;
  const draft = (other?: Choice, index = 0): readonly Assignment[] =>
    choices.map((choice) => ({
      place: choice.place,
      value: choice.values.at(choice === other ? index : 0),
    }));
  yield draft();
  for (const choice of choices) {
    for (let index = 1; choice.values.has(index); index++) yield draft(choice, index);
  }
}

class LazyList<Item> {
  readonly #generator: Iterator<Item>;
  readonly #items: Item[] = [];

  constructor(generator: Iterator<Item>) {
    this.#generator = generator;
  }

  has(index: number): boolean {
    while (this.#items.length <= index) {
      const next = this.#generator.next();
      if (next.done === true) return false;
      this.#items.push(next.value);
    }
    return true;
  }

  at(index: number): Item | undefined {
    return this.has(index) ? this.#items[index] : undefined;
  }
}

function* valuesFor(place: Place, claims: readonly Claim[], draft: Draft): Generator<Value> {
  const found = new Set<Value>();
  for (const candidate of candidates(place, claims, draft)) {
    const isText = typeof candidate === "string";
    const value = isText && place.shape ? place.shape(candidate, draft) : candidate;
    if (found.has(value) || !place.accepts(value)) continue;
    if (!claims.every((claim) => holds(claim, value))) continue;
    found.add(value);
    yield value;
    if (found.size >= mostValues) return;
  }
}

/** Yields likely texts first, and numbers at the bounds of the conditions. */
function* candidates(place: Place, claims: readonly Claim[], draft: Draft): Generator<Value> {
  yield place.usual(draft);
  for (const { values, term } of claims) yield* listsOf(values, term);
  const isOfNumbers = typeof place.likely[0] === "number";
  if (!isOfNumbers) yield* [...place.likely, undefined];
  for (const { subject, values, term } of claims) {
    if (subject.isPresence) continue;
    const possible = term.always ? narrow(values, term.always, true) : values;
    if (possible === undefined) continue;
    if (possible.text === undefined) {
      const all = [...members(possible)];
      // The ends of what it can be at all are no borders of what is asked for.
      const ends = endsOf(subject.values);
      const isEnd = ({ value }: Constant): boolean => ends.some((end) => end === value);
      for (const constant of all.filter((one) => !isEnd(one))) yield* term.write(constant);
      for (const constant of all.filter(isEnd)) yield* term.write(constant);
      continue;
    }
    const texts = members(possible)[Symbol.iterator]();
    const first = texts.next();
    if (first.done !== true) yield* term.write(first.value);
    // What is not in its normal form, such as a path with dots, is something else for the service.
    const { form } = subject;
    const plain = form && narrow(possible, { kind: "text", test: plainTexts(form) }, true);
    for (const constant of plain ? members(plain) : []) yield* term.write(constant);
    for (let next = texts.next(); next.done !== true; next = texts.next()) {
      yield* term.write(next.value);
    }
  }
  if (isOfNumbers) yield* [...place.likely, undefined];
}

function endsOf({ number }: Values): readonly (bigint | number)[] {
  return number?.points.list.flatMap(({ low, high }) => [low, high]) ?? [];
}

function holds({ subject, values, term }: Claim, value: Value): boolean {
  if (values.list !== undefined) {
    const items = Array.isArray(value) ? value : value === undefined ? [] : [value];
    return values.list.allows(
      items.map((item: Value) => (one) => (isValue(one) ? term.read(item) : undefined)),
    );
  }
  const read = term.read(value);
  const isThere = read !== undefined || Array.isArray(value);
  if (subject.isPresence) return isAmong({ kind: "bool", value: isThere }, values);
  if (read === undefined) return false;
  // Something else is asked of it than what it is.
  return subject.values[read.kind] === undefined || isAmong(read, values);
}

function isAmong(constant: Constant, values: Values): boolean {
  const constants = new Map([[keyOf(constant), constant]]);
  return narrow(values, { kind: "one-of", constants }, true) !== undefined;
}
