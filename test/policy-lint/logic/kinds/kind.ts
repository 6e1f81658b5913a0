import fc from "fast-check";
import type { BehaviourOptions } from "@traffic-policy/policy-engine";
import type { PlainValue } from "../../../../packages/policy-engine/src/expression/plain-value.ts";

/** A part of an exchange: what one subject of conditions is in it. */
export interface Sample {
  readonly variables?: Readonly<Record<string, PlainValue>>;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly query?: string;
  /** The whole URL, which has no other query string then. */
  readonly url?: string;
}

/** Something that conditions ask about, independent of all other subjects. */
interface Subject {
  readonly atoms: fc.Arbitrary<string>;
  /**
   * For everything that the subject can be, one for which all of the atoms come to the same. That makes the
   * domain complete: what holds for all combinations of samples holds for every exchange.
   */
  readonly samples: readonly Sample[];
}

/** Conditions of one kind. */
export interface Kind {
  readonly subjects: readonly Subject[];
  /** `inbound` when left out. */
  readonly direction?: string;
  /** What the documentation leaves open: a claim has to hold for each of these. */
  readonly readings?: readonly Partial<BehaviourOptions>[];
}

export const equality = fc.constantFrom("==", "!=");
export const relation = fc.constantFrom("==", "!=", "<", "<=", ">", ">=");

export function compared(
  term: string,
  operator: fc.Arbitrary<string>,
  constants: readonly string[],
): fc.Arbitrary<string> {
  const constant = fc.constantFrom(...constants);
  return fc.oneof(
    {
      arbitrary: fc.tuple(operator, constant).map((parts) => [term, ...parts].join(" ")),
      weight: 5,
    },
    {
      arbitrary: fc.tuple(constant, operator).map((parts) => [...parts, term].join(" ")),
      weight: 1,
    },
    { arbitrary: listOf(constants).map((list) => `${term} in ${list}`), weight: 2 },
  );
}

export function listOf(constants: readonly string[]): fc.Arbitrary<string> {
  return fc
    .subarray([...constants], { minLength: 1, maxLength: Math.min(3, constants.length) })
    .map((items) => `[${items.join(", ")}]`);
}

export function quoted(texts: readonly string[]): string[] {
  return texts.map((text) => `'${text}'`);
}

export function answers<Name extends keyof BehaviourOptions>(
  name: Name,
  ...values: readonly BehaviourOptions[Name][]
): Partial<BehaviourOptions>[] {
  return values.map((value) => ({ [name]: value }));
}

/** All combinations of one item of each list. */
export function combinations<T>(lists: readonly (readonly T[])[]): T[][] {
  return lists.reduce<T[][]>(
    (all, list) => all.flatMap((some) => list.map((one) => [...some, one])),
    [[]],
  );
}

/** All combinations of answers to open questions. */
export function readings(
  ...questions: readonly Partial<BehaviourOptions>[][]
): Partial<BehaviourOptions>[] {
  return combinations(questions).map(
    (parts) => Object.assign({}, ...parts) as Partial<BehaviourOptions>,
  );
}

export function headerSample(name: string, ...values: readonly string[]): Sample {
  return { headers: values.map((value) => [name, value]) };
}

export const wholeSamples = (
  name: string,
  constants: readonly number[],
  more: readonly PlainValue[],
): Sample[] =>
  [...constants.flatMap((value) => [value - 1, value, value + 1]), ...more].map((value) => ({
    variables: { [name]: value },
  }));
