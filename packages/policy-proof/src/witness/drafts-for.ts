import type { Dialect } from "@traffic-policy/policy-language";
import {
  keyOf,
  members,
  narrow,
  type Constant,
  type Model,
  type Subject,
  type Values,
} from "@traffic-policy/policy-logic";
import { Draft } from "./draft.ts";
import type { Place, Value } from "./place.ts";
import { termOf, type Term } from "./term.ts";

/** Exchanges that a model probably describes. */
export interface Drafts {
  readonly drafts: Iterable<Draft>;
  /** What no place of an exchange is known for. */
  readonly unknown: readonly Subject[];
}

/** What a model says of a value that follows from a place. */
interface Claim {
  readonly subject: Subject;
  readonly values: Values;
  readonly term: Term;
}

const mostValues = 6;

/**
 * Finds values of the places of an exchange with which everything is as a model has it. What is not known
 * is left to chance, so that each exchange has to be tried.
 *
 * @param base - the URL that requests begin with
 */
export function draftsFor(model: Model, dialect: Dialect, base: string): Drafts {
  const places = new Map<string, { readonly place: Place; readonly claims: Claim[] }>();
  const unknown: Subject[] = [];
  for (const [subject, values] of model) {
    const term = termOf(subject.node, dialect);
    if (term === undefined) {
      unknown.push(subject);
      continue;
    }
    const { place } = term;
    const about = places.get(place.key) ?? { place, claims: [] };
    about.claims.push({ subject, values, term });
    places.set(place.key, about);
  }
  const choices = [...places.values()].map(({ place, claims }) => ({
    place,
    values: valuesFor(place, claims, new Draft(base)),
  }));
  return { drafts: draftsOf(choices, base), unknown };
}

/** A place with the values that it can have, the plainest first. */
interface Choice {
  readonly place: Place;
  readonly values: readonly Value[];
}

/** The first value of each place; then the others, of one place at a time. */
function* draftsOf(choices: readonly Choice[], base: string): Generator<Draft> {
  if (choices.some(({ values }) => values.length === 0)) return;
  const draft = (other?: Choice, index = 0): Draft => {
    const made = new Draft(base);
    for (const { place, values } of choices) {
      const value = values[place === other?.place ? index : 0];
      // What it is anyway need not be said.
      if (value !== undefined && value !== place.usual(made)) place.put(made, value);
    }
    return made;
  };
  yield draft();
  for (const choice of choices) {
    for (let index = 1; index < choice.values.length; index++) yield draft(choice, index);
  }
}

/** Values of a place with which all claims hold. */
function valuesFor(place: Place, claims: readonly Claim[], draft: Draft): Value[] {
  const found = new Set<Value>();
  for (const candidate of candidates(place, claims, draft)) {
    const isText = typeof candidate === "string";
    const value = isText && place.shape ? place.shape(candidate, draft) : candidate;
    if (place.accepts(value) && claims.every((claim) => holds(claim, value))) found.add(value);
    if (found.size >= mostValues) break;
  }
  return [...found];
}

/** Of texts, the likely ones come first; of numbers, those at the border of what is asked for. */
function* candidates(place: Place, claims: readonly Claim[], draft: Draft): Generator<Value> {
  yield place.usual(draft);
  const isOfNumbers = typeof place.likely[0] === "number";
  if (!isOfNumbers) yield* [...place.likely, undefined];
  for (const { subject, values, term } of claims) {
    if (subject.isPresence) continue;
    const possible = term.always ? narrow(values, term.always, true) : values;
    for (const constant of possible ? members(possible) : []) yield* term.write(constant);
  }
  if (isOfNumbers) yield* [...place.likely, undefined];
}

function holds({ subject, values, term }: Claim, value: Value): boolean {
  const read = term.read(value);
  if (subject.isPresence) return isAmong({ kind: "bool", value: read !== undefined }, values);
  if (read === undefined) return false;
  // Something else is asked of it than what it is.
  return subject.values[read.kind] === undefined || isAmong(read, values);
}

function isAmong(constant: Constant, values: Values): boolean {
  const constants = new Map([[keyOf(constant), constant]]);
  return narrow(values, { kind: "one-of", constants }, true) !== undefined;
}
