import type { OutlineParts, PlainTest, Use } from "./collect.ts";
import type { Origin } from "./origin.ts";

/** What is known of a value: it is a text; it is one that no condition names; or there is none. */
type State =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "new" | "missing" | "unknown" };

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
  const escape = new Escape(conditions);
  return others.every((one) => escape.from(one));
}

class Escape {
  readonly #states = new Map<string, State>();
  readonly #wholeMaps: ReadonlySet<string>;
  #closed = 0;

  constructor(conditions: readonly OutlineParts[]) {
    this.#wholeMaps = new Set(conditions.flatMap(({ wholeMaps }) => [...wholeMaps]));
    for (const { uses } of conditions) {
      for (const { of } of uses) this.#states.set(of.name, unknown);
    }
    const alone = conditions.flatMap(({ operands }) =>
      operands.flatMap((tests) => (tests?.length === 1 ? tests : [])),
    );
    for (const { use } of alone) {
      const { name } = use.of;
      const tests = alone.filter((one) => one.use.of.name === name);
      const isAll = countOf(conditions, name) === tests.length;
      if (isAll) this.#states.set(name, stateFor(tests));
    }
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
  #otherwise({ of, kind, how, constants }: Use, holds: boolean): State | undefined {
    if (kind === "there") {
      if (holds) return of.isPerhapsMissing === true ? { kind: "missing" } : undefined;
      return { kind: "new" };
    }
    if (!holds) return textFor({ of, kind, how, constants } as Use);
    if (isClosed(of)) {
      this.#closed += constants.length;
      if (this.#closed > mostClosed) return undefined;
    }
    return kind === "order" || kind === "other" ? undefined : { kind: "new" };
  }
}

const unknown: State = { kind: "unknown" };

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
  if (guard?.holds === false || use.kind === "order" || use.kind === "other") return unknown;
  if (holds) return textFor(use) ?? unknown;
  return isClosed(use.of) ? unknown : { kind: "new" };
}

/** Returns a text with which a comparison is true. */
function textFor({ of, how, constants }: Use): State | undefined {
  const [constant] = constants;
  if (typeof constant?.value !== "string" || of.isEntry === true) return undefined;
  if (how !== "equal" && how !== "startsWith" && how !== "endsWith" && how !== "contains") {
    return undefined;
  }
  const { value } = constant;
  if (of.urlPart === undefined) return { kind: "text", text: value };
  // Of a URL, its path is known, and the rest is what no condition names.
  const isPath = of.urlPart === "path" || how === "contains";
  if (!isPath || of.urlPart === "host" || of.urlPart === "query") return undefined;
  return { kind: "text", text: how === "equal" || value.startsWith("/") ? value : `/${value}` };
}

function isClosed({ form }: Origin): boolean {
  return form === "country-code" || form === "ip-address";
}

/** Returns the answer to a question for a value; undefined when it is not known. */
function answerTo({ of, kind, how, constants }: Use, state: State): boolean | undefined {
  if (state.kind === "unknown") return undefined;
  if (kind === "there") return state.kind !== "missing";
  if (kind === "order" || kind === "other") return undefined;
  // Without a value, a comparison is false, or fails.
  if (state.kind !== "text") return false;
  if (of.urlPart === "host" || of.urlPart === "query") return false;
  if (of.isEntry === true) return undefined;
  const { text } = state;
  const texts = constants.map(({ value }) => String(value));
  switch (how) {
    case "equal":
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
