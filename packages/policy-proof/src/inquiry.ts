import { printExpression, type Expression } from "@traffic-policy/policy-language";
import { enumerated, getOrAdd, shortened } from "@traffic-policy/policy-language/internal";
import type { CaseSettings, CompiledPolicy, CompiledRule } from "@traffic-policy/policy-engine";
import {
  always,
  isTrue,
  LogicSession,
  Solver,
  unguardedAccesses,
  withTimeLimit,
  type Budget,
  type Formula,
  type Goal,
  type Model,
  type Subject,
  type UnguardedAccess,
} from "@traffic-policy/policy-logic";
import { isFalse, subjectsOf } from "@traffic-policy/policy-logic/internal";
import { isAboutConditions, isAboutFormulas, type OpenAnswer } from "./answers.ts";
import { isChanged } from "./policy/changed-parts.ts";
import { unreadReason, whyNotRead } from "./policy/not-read.ts";
import { isWhenConnected } from "./policy/steady.ts";
import { SymbolicPolicy, SymbolicSession } from "./policy/symbolic-policy.ts";
import type { Example } from "./witness/example.ts";
import { Replay } from "./witness/replay.ts";
import { draftOf, Drafter } from "./witness/term.ts";
import {
  findWitness,
  messagesOf,
  type Check,
  type Messages,
  type Witness,
} from "./witness/witnesses.ts";

/** How policies are reasoned about. */
export interface ProofOptions extends CaseSettings {
  /** The URL that requests begin with; `https://example.com/` by default. */
  readonly url?: string;
  /** How much one question may cost. */
  readonly budget?: Partial<Budget>;
}

/** A goal; with the rule when the goal is that processing continues past a rule. */
export interface Condition extends Goal {
  readonly past?: CompiledRule;
  /** True when the goal only makes a better example. The absence of an exchange is decided without it. */
  readonly isPreferred?: true;
  /** True when the goal is that no rule changes a request: preferred, and given up last. */
  readonly isUnchanged?: true;
}

export type Finding<Result> =
  | { readonly kind: "found"; readonly result: Result }
  /** No exchange exists, in part because processing does not continue past these rules. */
  | { readonly kind: "none"; readonly past: readonly CompiledRule[] }
  | { readonly kind: "unknown"; readonly reason: string };

/** Policies as formulas, with a solver that reuses what it learns about them. */
interface Side {
  readonly policies: readonly SymbolicPolicy[];
  readonly solver: Solver;
  readonly session: SymbolicSession;
}

type MadeSymbolic = (
  options: ProofOptions,
  session: SymbolicSession,
  solver: Solver,
) => readonly SymbolicPolicy[];

const usualSteps = 20_000;
/** The step limit for checking that a rule of one policy matches whenever a rule of another does. */
const stepsOfRule = 500;

export const tooLong = {
  kind: "unknown",
  reason: "The search took too much time or memory.",
} as const;

/**
 * Looks for exchanges with a given effect in policies. Each exchange that it returns has been run by `check`; the
 * absence of an exchange is proved.
 */
export class Inquiry {
  readonly policies: readonly CompiledPolicy[];
  readonly url: string;
  readonly budget: Budget;
  readonly #options: ProofOptions;
  readonly #replays: readonly Replay[];
  readonly #others = new Map<string, Inquiry>();
  readonly #made: MadeSymbolic | undefined;
  readonly #changed = new Map<string, readonly SymbolicPolicy[]>();
  #drafter: Drafter | undefined;
  #proof: Side | undefined;
  #examples: Side | undefined;

  /** @param made - builds the formulas, where they are not those of the policies one by one */
  constructor(
    policies: readonly CompiledPolicy[],
    options: ProofOptions = {},
    made?: MadeSymbolic,
  ) {
    this.policies = policies;
    this.#made = made;
    this.url = options.url ?? "https://example.com/";
    this.budget = { steps: usualSteps, ...options.budget };
    this.#options = options;
    this.#replays = policies.map((policy) => new Replay(policy, options));
  }

  /**
   * @param goalsOf - builds the goals from the policies as formulas
   * @param check - runs an exchange; returns undefined when the exchange does not have the wanted effect
   */
  ask<Result>(
    goalsOf: (...policies: readonly SymbolicPolicy[]) => readonly Condition[],
    messages: Messages,
    check: Check<Result>,
  ): Finding<Result> {
    const found = this.inTime(() => this.#ask(goalsOf, messages, check)) ?? tooLong;
    return found.kind === "unknown" && found !== tooLong ? this.#explained(found) : found;
  }

  /** Looks for an exchange among the likely ones; that there is none says nothing. */
  glance<Result>(
    goalsOf: (...policies: readonly SymbolicPolicy[]) => readonly Condition[],
    messages: Messages,
    check: Check<Result>,
  ): Result | undefined {
    return this.inTime(() => {
      const side = this.#sideOfProofs();
      const glance = { tried: new Set<string>(), isGlance: true };
      return this.#search(goalsOf(...side.policies), side, messages, check, glance).result;
    });
  }

  /** The exchange that says nothing beyond what it takes to come to a section. */
  plainest(section: string): Example {
    const [policy] = this.policies as readonly [CompiledPolicy];
    const example = draftOf([], this.url).toExchange(messagesOf(policy, section));
    return this.#completed(example);
  }

  #completed(example: Example): Example {
    return this.#replays.reduce((one, replay) => replay.completed(one), example);
  }

  /** Adds to an unknown result that it may be unknown because parts of the policies cannot be read. */
  #explained(found: Finding<never> & { readonly kind: "unknown" }): Finding<never> {
    const [why] = this.policies.flatMap((one) => whyNotRead(one, this.#options.stubs) ?? []);
    if (why === undefined) return found;
    return { kind: "unknown", reason: unreadReason(why) };
  }

  #ask<Result>(
    goalsOf: (...policies: readonly SymbolicPolicy[]) => readonly Condition[],
    messages: Messages,
    check: Check<Result>,
  ): Finding<Result> {
    const proofs = this.#sideOfProofs();
    const unknown = new Set<string>();
    const tried = new Set<string>();
    const given = goalsOf(...proofs.policies);
    const goals = withoutPreferred(given);
    // A second search may find by chance what the first does not; for pairs of requests, that is not worth it.
    const isOfOther = given.some(({ isUnchanged }) => isUnchanged === true);
    const isOnly = isOfOther && !proofs.session.differsForExamples;
    const search = (side: Side): Result | undefined => {
      const found = this.#search(goalsOf(...side.policies), side, messages, check, {
        tried,
        isOnly,
      });
      for (const key of found.unknown) unknown.add(key);
      return found.result;
    };
    const first = search(proofs);
    if (first !== undefined) return { kind: "found", result: first };
    const proof = this.#prove(goals, proofs.solver);
    if (proof.kind === "none") return proof;
    // In examples, a name of earlier days has the type that it has today.
    const examples = isOnly ? proofs : this.#sideOfExamples();
    const second = isOnly ? undefined : search(examples);
    if (second !== undefined) return { kind: "found", result: second };
    const own = withoutPreferred(goalsOf(...examples.policies));
    const unsure = this.#unknownConditions(own, unknown, examples);
    if (unsure.length > 0) {
      return { kind: "unknown", reason: `It is unknown what makes ${enumerated(unsure)}.` };
    }
    return proof;
  }

  #search<Result>(
    given: readonly Condition[],
    { solver, policies }: Side,
    messages: Messages,
    check: Check<Result>,
    look: {
      readonly tried: Set<string>;
      readonly isGlance?: boolean;
      /** True when no other search follows. */
      readonly isOnly?: boolean;
    },
  ): Witness<Result> {
    const [policy] = this.policies;
    if (policy === undefined) throw new Error("There is no policy to ask about.");
    const { url, budget } = this;
    // What is not known for proofs may be for examples.
    const isHasty = solver === this.#proof?.solver && look.isOnly !== true;
    const completed = (example: Example): Example => this.#completed(example);
    const { dialect } = policy;
    const settings = {
      solver,
      drafter: (this.#drafter ??= new Drafter(dialect, url)),
      budget,
      dialect,
      url,
      messages,
      isHasty,
      completed,
      tried: look.tried,
    };
    const goals = withoutPreferred(given);
    const preferred = given.filter(({ isUnchanged }) => isUnchanged !== true);
    const others = given.filter(({ isUnchanged }) => isUnchanged === true);
    const unchanged = [...policies.flatMap(unchangedRequest), ...others];
    const wanted = goals.length < preferred.length ? [preferred, goals] : [goals];
    const tries =
      unchanged.length === 0
        ? wanted
        : [...wanted.map((some) => [...some, ...unchanged]), ...wanted];
    const unknown = new Set<string>();
    for (const some of tries) {
      // What rules make of another request is not followed at all.
      const isGlance = look.isGlance === true || others.some((goal) => !some.includes(goal));
      const found = findWitness(some, { ...settings, isGlance }, check);
      if (found.result !== undefined) return found;
      for (const key of found.unknown) unknown.add(key);
    }
    return { unknown };
  }

  /**
   * The policies as formulas that are true for at least the exchanges they should be true for; empty when time ran
   * out.
   */
  get symbolic(): readonly SymbolicPolicy[] {
    return this.#proof?.policies ?? this.inTime(() => this.#sideOfProofs().policies) ?? [];
  }

  /** Returns an inquiry about the same policies with another answer to an open question; cached. */
  with(other: OpenAnswer): Inquiry {
    return getOrAdd(
      this.#others,
      keyOf(other),
      () => new Inquiry(this.policies, answered(this.#options, other), this.#made),
    );
  }

  /**
   * Returns the policies as formulas with another answer; cached. Returns `symbolic` itself when the answer does not
   * affect formulas, and an empty list when time ran out.
   */
  symbolicWith(other: OpenAnswer): readonly SymbolicPolicy[] {
    if (isAboutConditions(other.question)) return this.with(other).symbolic;
    return getOrAdd(this.#changed, keyOf(other), () => this.symbolicAfresh(other));
  }

  /** The same with an answer that conditions do not depend on; not cached, because formulas take much memory. */
  symbolicAfresh(other: OpenAnswer): readonly SymbolicPolicy[] {
    if (!isAboutFormulas(other.question)) return this.symbolic;
    const made = this.inTime(() => {
      const { session, solver } = this.#sideOfProofs();
      return this.#symbolic(answered(this.#options, other), session, solver);
    });
    return made ?? [];
  }

  /** True when goals that cannot be reached together cannot with another answer, either; `false` is not conclusive. */
  isImpossibleWith(
    other: OpenAnswer,
    goalsOf: (policies: readonly SymbolicPolicy[]) => readonly Goal[],
  ): boolean {
    const own = goalsOf(this.symbolicWith(other));
    if (isAboutConditions(other.question)) return this.with(other).isImpossible(own);
    const goals = goalsOf(this.symbolic);
    const isSame =
      own.length === goals.length && own.every(({ formula }, at) => formula === goals[at]?.formula);
    return isSame || this.isImpossible(own);
  }

  coreOf<One extends Goal>(goals: readonly One[]): readonly One[] | undefined {
    const answer = this.inTime(() => this.#sideOfProofs().solver.solve(goals, this.budget));
    if (answer?.kind !== "none") return undefined;
    return goals.filter((goal) => answer.core.includes(goal));
  }

  /** True when goals cannot be reached together; `false` is not conclusive. */
  isImpossible(goals: readonly Goal[]): boolean {
    const answer = this.inTime(() => this.#sideOfProofs().solver.solve(goals, this.budget));
    return answer?.kind === "none";
  }

  inTime<Result>(work: () => Result): Result | undefined {
    const { isOver } = this.budget;
    return isOver?.() === true ? undefined : withTimeLimit(isOver, work)?.value;
  }

  unguardedAccesses(...asked: Parameters<typeof unguardedAccesses>): readonly UnguardedAccess[] {
    return this.inTime(() => unguardedAccesses(...asked)) ?? [];
  }

  #prove(goals: readonly Condition[], solver: Solver): Finding<never> {
    const answer = solver.solve(goals, this.budget);
    switch (answer.kind) {
      case "none": {
        const core = this.#earliest(goals, answer.core, solver);
        return { kind: "none", past: this.#smallest(core, solver) };
      }
      case "model":
        return { kind: "unknown", reason: reasonFor(answer.model) };
      case "unknown": {
        const { reason } = answer;
        if (reason === "budget") return tooLong;
        const text = textOf(reason.node).replaceAll(/__\d+/g, "");
        return { kind: "unknown", reason: `It is too much to tell what ${text} can be.` };
      }
    }
  }

  /** Returns a core without rules that are never reached because the rules before them suffice. */
  #earliest(
    goals: readonly Condition[],
    found: readonly Goal[],
    solver: Solver,
  ): readonly Condition[] {
    let core = goals.filter((goal) => found.includes(goal));
    for (;;) {
      const last = core.findLast(({ past }) => past !== undefined);
      if (last === undefined) return core;
      const end = goals.indexOf(last);
      const before = goals.filter(({ past }, at) => past === undefined || at < end);
      const answer = solver.solve(before, this.budget);
      if (answer.kind !== "none") return core;
      core = before.filter((goal) => answer.core.includes(goal));
    }
  }

  /** Returns the rules of a minimal core: without any of them, the other goals can be reached. */
  #smallest(core: readonly Condition[], solver: Solver): readonly CompiledRule[] {
    let left = core;
    for (const one of core) {
      if (one.past === undefined) continue;
      const without = left.filter((other) => other !== one);
      if (solver.solve(without, this.budget).kind === "none") left = without;
    }
    return [...new Set(left.flatMap(({ past }) => past ?? []))];
  }

  #unknownConditions(
    goals: readonly Condition[],
    unknown: ReadonlySet<string>,
    { policies, solver }: Side,
  ): string[] {
    if (unknown.size === 0) return [];
    const asked = new Set(
      goals.flatMap(({ formula }) => [...subjectsOf(formula)]).filter((key) => unknown.has(key)),
    );
    const conditions = policies.flatMap(({ rules }) =>
      rules.flatMap(({ readings }) => readings.flatMap(({ conditions: of }) => of)),
    );
    const texts = conditions
      .filter(({ formula }) => [...subjectsOf(formula)].some((key) => asked.has(key)))
      .map(({ node, formula }) => {
        const answer = solver.solve([...goals, { formula, outcomes: isTrue }], this.budget);
        return `${printExpression(node)} ${answer.kind === "none" ? "false" : "true"}`;
      });
    return [...new Set(texts)];
  }

  #sideOfProofs(): Side {
    this.#proof ??= this.#sideOf(new LogicSession());
    return this.#proof;
  }

  #sideOfExamples(): Side {
    this.#examples ??= this.#sideOf(new LogicSession({ isForExamples: true }));
    return this.#examples;
  }

  #sideOf(logic: LogicSession): Side {
    const session = new SymbolicSession(
      logic,
      this.policies.map(({ dialect }) => dialect),
    );
    const solver = new Solver();
    return { policies: this.#symbolic(this.#options, session, solver), solver, session };
  }

  #symbolic(
    options: ProofOptions,
    session: SymbolicSession,
    solver: Solver,
  ): readonly SymbolicPolicy[] {
    if (this.#made !== undefined) return this.#made(options, session, solver);
    const { totals } = session;
    const budget = { ...this.budget, steps: stepsOfRule };
    const isSame = (one: Formula, other: Formula): boolean => {
      const goal = { formula: totals.differ(one, other), outcomes: isTrue };
      return budget.isOver?.() !== true && solver.solve([goal], budget).kind === "none";
    };
    const made: SymbolicPolicy[] = [];
    for (const policy of this.policies) {
      const [first] = made;
      const comparand = first && { policy: first, isSame };
      made.push(new SymbolicPolicy(policy, options, session, comparand));
    }
    return made;
  }
}

export function answered<Options extends ProofOptions>(
  given: Options,
  { question, answer }: OpenAnswer,
): Options {
  return { ...given, options: { ...given.options, [question]: answer } };
}

function keyOf({ question, answer }: OpenAnswer): string {
  return JSON.stringify([question, answer]);
}

/** Returns goals for a request that no rule changes in a way that is not followed. */
export function unchangedRequest({ changes }: SymbolicPolicy): Condition[] {
  const guards = changes
    .since(0)
    .flatMap(({ part, operation, guard }) =>
      part.of === "req" && operation.kind === "other" ? [guard] : [],
    );
  return [...new Set(guards)]
    .filter((guard) => guard !== always)
    .map((formula) => ({ formula, outcomes: isFalse, isUnchanged: true }));
}

const mostOpen = 3;

function reasonFor(model: Model): string {
  const open = [...model.keys()].flatMap((subject) => openPart(subject) ?? []);
  const all = [...new Set(open)];
  if (all.length === 0) return "No such exchange was found; perhaps there is none.";
  const shown = all.slice(0, all.length > mostOpen ? mostOpen - 1 : mostOpen);
  const more = all.length - shown.length;
  const parts = [
    ...shown.map((text) => `on ${shortened(text, 160)}`),
    ...(more === 0 ? [] : [`on ${more} more questions`]),
  ];
  return `No such exchange was found; it depends ${enumerated(parts)}.`;
}

function openPart(subject: Subject): string | undefined {
  const { node } = subject;
  if (isWhenConnected(subject)) return `what ${textOf(node)} was when the client connected`;
  if (node.kind === "identifier" && /\s/.test(node.name)) return `whether ${node.name}`;
  return isChanged(node)
    ? `what rules make of ${textOf(node).replaceAll(/__\d+/g, "")}`
    : undefined;
}

function textOf(node: Expression): string {
  return node.kind === "identifier" ? node.name : printExpression(node);
}

export function preferring(goals: readonly Goal[]): Condition[] {
  return goals.map((goal) => ({ ...goal, isPreferred: true }));
}

function withoutPreferred(goals: readonly Condition[]): Condition[] {
  return goals.filter(({ isPreferred, isUnchanged }) => !(isPreferred ?? isUnchanged ?? false));
}
