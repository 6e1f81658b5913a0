import { getOrAdd } from "@traffic-policy/policy-language/internal";
import type { OutlineParts, PlainTest, Use } from "./collect.ts";
import { isOfForm, type Origin } from "./origin.ts";

/** A value as far as it is known: a text, one that no condition names, none, or one that no condition names or none. */
type State =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "new" | "missing" | "new or missing" | "unknown" };

/** How many constants of few possible ones may be excluded, so that there certainly is another one. */
const mostClosed = 100;

/**
 * Checks if it is plain that an exchange satisfies conditions, and none of several others. It has one value for what
 * the conditions ask for, and elsewhere the values that make the others false; `false` is not conclusive.
 *
 * @param conditions - that can be true together
 * @param others - each a list of conditions that are not to be true together
 */
export function escapes(
  conditions: readonly OutlineParts[],
  others: readonly (readonly OutlineParts[])[],
): boolean {
  if (others.length === 0) return true;
  const escape = new Escape(conditions);
  return others.every((one) => escape.from(one));
}

class Escape {
  readonly #states: Map<string, State>;
  readonly #wholeMaps: ReadonlySet<string>;
  #closed = 0;

  constructor(conditions: readonly OutlineParts[]) {
    const { states, wholeMaps } = getOrAdd(beginnings, conditions, beginningOf);
    this.#states = new Map(states);
    this.#wholeMaps = wholeMaps;
  }

  /** Makes conditions false together; `false` when that is not plainly possible. */
  from(conditions: readonly OutlineParts[]): boolean {
    return conditions.some(({ operands }) =>
      operands.some((tests) => tests !== undefined && this.#canAvoid(tests)),
    );
  }

  /** Gives values to what tests are about, so that none is true; changes nothing if that is not possible. */
  #canAvoid(tests: readonly PlainTest[]): boolean {
    const given: string[] = [];
    for (const { use, holds } of tests) {
      const { of } = use;
      const known = this.#states.get(of.name);
      const isOfMap = of.map !== undefined && this.#wholeMaps.has(of.map);
      const state = known ?? (isOfMap ? undefined : this.#otherwise(use, holds));
      if (state === undefined || answerTo(use, state) !== !holds) {
        for (const name of given) this.#states.delete(name);
        return false;
      }
      if (known === undefined) {
        this.#states.set(of.name, state);
        given.push(of.name);
      }
    }
    return true;
  }

  /** Returns a value with which a test is false. */
  #otherwise(use: Use, holds: boolean): State | undefined {
    const { of, kind, how, constants } = use;
    const isTied = of.absence === "tied";
    if (isTied && (kind === "there" || !holds)) return undefined;
    if (kind === "there") {
      if (holds) return of.absence === undefined ? undefined : { kind: "missing" };
      return { kind: "new" };
    }
    if (!holds) return textFor(use);
    if (isClosed(of)) {
      this.#closed += constants.length;
      if (this.#closed > mostClosed) return undefined;
    }
    if (how === "order" || kind === "other") return undefined;
    return { kind: isTied ? "new or missing" : "new" };
  }
}

/** The values that conditions ask for: the same rules are compared with others in many policies. */
interface Beginning {
  readonly states: ReadonlyMap<string, State>;
  readonly wholeMaps: ReadonlySet<string>;
}

const beginnings = new WeakMap<readonly OutlineParts[], Beginning>();

function beginningOf(conditions: readonly OutlineParts[]): Beginning {
  const wholeMaps = new Set(conditions.flatMap((condition) => [...condition.wholeMaps]));
  const states = new Map<string, State>();
  for (const { uses } of conditions) for (const { of } of uses) states.set(of.name, unknown);
  const alone = conditions.flatMap(({ operands }) =>
    operands.flatMap((tests = []) => (isAboutOne(tests) ? [tests] : [])),
  );
  for (const name of new Set(alone.flatMap(([first]) => first?.use.of.name ?? []))) {
    const own = alone.filter(([first]) => first?.use.of.name === name);
    const isAll = countOf(conditions, name) === own.flat().length;
    // Where one of several has to be true, the first is.
    if (isAll) states.set(name, stateFor(own.flatMap(([first]) => first ?? [])));
  }
  return { states, wholeMaps };
}

const unknown: State = { kind: "unknown" };

/** Checks if tests, of which one has to be true, are about the same, and leave no other choice than a text. */
function isAboutOne(tests: readonly PlainTest[]): boolean {
  const [first, ...others] = tests;
  const name = first?.use.of.name;
  return (
    others.length === 0 ||
    tests.every(({ use, holds }) => use.kind !== "there" && holds && use.of.name === name)
  );
}

function countOf(conditions: readonly OutlineParts[], name: string): number {
  return conditions.reduce(
    (sum, { uses }) => sum + uses.filter(({ of }) => of.name === name).length,
    0,
  );
}

/** Returns a value with which tests of it are true. */
function stateFor(tests: readonly PlainTest[]): State {
  const guards = tests.filter(({ use }) => use.kind === "there");
  const [compared, ...others] = tests.filter(({ use }) => use.kind !== "there");
  const [guard] = guards;
  if (others.length > 0 || guards.some(({ holds }) => holds !== guard?.holds)) return unknown;
  if (compared === undefined) return { kind: guard?.holds === false ? "missing" : "new" };
  const { use, holds } = compared;
  if (guard?.holds === false || use.how === "order" || use.kind === "other") return unknown;
  if (holds) return textFor(use) ?? unknown;
  return isClosed(use.of) ? unknown : { kind: "new" };
}

/** Returns a text with which a comparison is true. */
function textFor({ of, how, constants }: Use): State | undefined {
  const [constant] = constants;
  if (constant === undefined || !hasText.has(how)) return undefined;
  // Of an entry, the only item of the list.
  if (of.isEntry === true && how !== "member") return undefined;
  const value = String(constant.value);
  if (how === "ranges") return { kind: "text", text: value.replace(/\/.*$/, "") };
  if (of.urlPart === undefined) return { kind: "text", text: value };
  // Of a URL, its path is known, and the rest is what no condition names.
  const isPath = of.urlPart === "path" || how === "contains";
  if (!isPath || of.urlPart === "host" || of.urlPart === "query") return undefined;
  return { kind: "text", text: how === "equal" || value.startsWith("/") ? value : `/${value}` };
}

const hasText: ReadonlySet<Use["how"]> = new Set([
  "equal",
  "member",
  "startsWith",
  "endsWith",
  "contains",
  "ranges",
]);

function isClosed(of: Origin): boolean {
  return isOfForm(of) || of.type === "int";
}

/** Returns the answer to a question for a value; undefined when it is not known. */
function answerTo({ of, kind, how, constants }: Use, state: State): boolean | undefined {
  if (state.kind === "unknown") return undefined;
  if (kind === "there") {
    return state.kind === "new or missing" ? undefined : state.kind !== "missing";
  }
  if (how === "order" || kind === "other") return undefined;
  // Without a value, a comparison is false, or fails.
  if (state.kind !== "text") return false;
  if (of.urlPart === "host" || of.urlPart === "query") return false;
  const { text } = state;
  const texts = constants.map(({ value }) => String(value));
  switch (how) {
    case "equal":
    case "member":
      return texts.includes(text);
    case "startsWith":
    case "endsWith":
      return texts.some((one) => text[how](one));
    case "contains":
      return texts.some((one) => text.includes(one));
    case "matches":
      return texts.some((one) => new RegExp(one.replace(/^\(\?i\)/, ""), "i").test(text))
        ? undefined
        : false;
    default:
      return undefined;
  }
}
