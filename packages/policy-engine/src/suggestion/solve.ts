import type { Dialect } from "@traffic-policy/policy-language";
import { demandOf, type Demand } from "./demand.ts";
import { Draft } from "./draft.ts";
import type { Subject, Value } from "./subject.ts";
import type { Literal } from "./wish.ts";

/** What conditions ask of one subject, all together. */
interface Task {
  readonly subject: Subject;
  readonly demands: { readonly demand: Demand; readonly value: boolean }[];
}

/** Exchanges for which literals probably hold, and the literals that nothing is known of. */
export interface Solution {
  readonly drafts: readonly Draft[];
  readonly unsolved: readonly Literal[];
}

const mostValues = 6;
const mostDrafts = 24;

/**
 * Looks for exchanges for which literals hold. What is not simple is left to chance, so that every one
 * has to be tried.
 *
 * @param base - the URL that they begin with
 */
export function solve(literals: readonly Literal[], dialect: Dialect, base: string): Solution {
  const tasks = new Map<string, Task>();
  const unsolved: Literal[] = [];
  for (const literal of literals) {
    const demand = demandOf(literal.condition, dialect);
    if (demand === undefined) {
      unsolved.push(literal);
      continue;
    }
    const { subject } = demand;
    const task = tasks.get(subject.key) ?? { subject, demands: [] };
    task.demands.push({ demand, value: literal.value });
    tasks.set(subject.key, task);
  }
  const choices = [...tasks.values()].map((task) => ({
    task,
    values: valuesFor(task, new Draft(base)),
  }));
  if (choices.some(({ values }) => values.length === 0)) return { drafts: [], unsolved };
  return { drafts: [...draftsOf(choices, base)].slice(0, mostDrafts), unsolved };
}

interface Choice {
  readonly task: Task;
  readonly values: readonly Value[];
}

/** The first value of each subject; then the others, of one subject at a time. */
function* draftsOf(choices: readonly Choice[], base: string): Generator<Draft> {
  const draft = (other?: Choice, index = 0): Draft => {
    const made = new Draft(base);
    for (const choice of choices) {
      const value = choice.values[choice === other ? index : 0];
      // What it is anyway need not be said.
      if (value !== choice.task.subject.usual) choice.task.subject.put(made, value);
    }
    return made;
  };
  yield draft();
  for (const choice of choices) {
    for (let index = 1; index < choice.values.length; index++) yield draft(choice, index);
  }
}

/** Values of a subject with which all demands have the value that is wanted. */
function valuesFor({ subject, demands }: Task, draft: Draft): Value[] {
  const found: Value[] = [];
  for (const candidate of candidates(subject, demands)) {
    const value = subject.shape(candidate, draft);
    if (Number.isNaN(value) || found.includes(value)) continue;
    if (demands.every((one) => one.demand.holds(value) === one.value)) found.push(value);
    if (found.length >= mostValues) break;
  }
  return found;
}

function* candidates(subject: Subject, demands: Task["demands"]): Generator<Value> {
  yield subject.usual;
  const wanted = demands.filter(({ value }) => value).map(({ demand }) => demand);
  const of = (part: "prefix" | "suffix" | "contained"): string[] =>
    wanted.flatMap(({ parts = [] }) => parts.flatMap((one) => one[part] ?? []));
  const longest = (texts: readonly string[]): string =>
    texts.toSorted((one, other) => other.length - one.length)[0] ?? "";
  const [prefix, suffix] = [longest(of("prefix")), longest(of("suffix"))];
  for (const middle of ["", "x", "/x"]) {
    if (wanted.some(({ parts }) => parts !== undefined)) {
      yield prefix + of("contained").join("") + middle + suffix;
    }
  }
  for (const { values } of wanted) yield* values;
  for (const { demand } of demands) {
    for (const value of demand.values) {
      yield value;
      if (typeof value !== "string") continue;
      yield prefix + value + suffix;
      yield `${value}x`;
    }
  }
  yield* ["", "x", "/x", "www.example", "GET", "POST", "US", "DE", 0, 1, undefined, true, false];
}
