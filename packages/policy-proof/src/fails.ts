import { interpolations, type Span } from "@traffic-policy/policy-language";
import { valueAt } from "@traffic-policy/policy-language/internal";
import type { CompiledPolicy, CompiledRule, RuleReference } from "@traffic-policy/policy-engine";
import {
  isTrue,
  type Condition,
  type Goal,
  type UnguardedAccess,
} from "@traffic-policy/policy-logic";
import { answersThatMatter, type OpenAnswer } from "./answers.ts";
import { preferring, type Inquiry, type ProofOptions } from "./inquiry.ts";
import { isRead } from "./policy/actions.ts";
import { expressionsIn } from "./policy/config.ts";
import {
  goalsBefore,
  placeOf,
  ReachSearch,
  type Reached,
  type Target,
  type Tried,
  withoutTrace,
} from "./reach.ts";
import type { Replay, TracedOutcome } from "./witness/replay.ts";
import { messagesOf } from "./witness/witnesses.ts";

/** The answer to the question if an exchange makes an expression or an action fail. */
export interface Failure {
  readonly rule: RuleReference;
  /** JSON Pointer of the expression or the action. */
  readonly path: string;
  /** The expression, or the type of the action. */
  readonly text: string;
  /** `reached` with an exchange for which it fails; `never`, when it always has a value. */
  readonly fails: Reached;
  /** Answers to open questions with which it does not fail for the exchange. */
  readonly dependsOn: readonly OpenAnswer[];
}

/** The part of an expression, or of a config text, that may cause a failure. */
export interface FailingPart {
  readonly path: string;
  readonly span?: Span;
}

interface FoundFailure extends Pick<Failure, "path" | "text"> {
  readonly fails: Reached<TracedOutcome>;
}

/** An exchange for which a part of a policy fails. */
export interface PartFailure extends Tried {
  /** An answer to an open question that it takes, other than the one that was given. */
  readonly takes?: OpenAnswer;
  /** Answers to open questions with which it does not fail for the exchange. */
  readonly dependsOn: readonly OpenAnswer[];
}

export class FailureSearch {
  readonly #inquiry: Inquiry;
  readonly #replay: Replay;
  readonly #options: ProofOptions;

  /** @param inquiry - for a single policy */
  constructor(inquiry: Inquiry, replay: Replay, options: ProofOptions) {
    this.#inquiry = inquiry;
    this.#replay = replay;
    this.#options = options;
  }

  all(): Failure[] {
    const [policy] = this.#inquiry.policies as readonly [CompiledPolicy];
    const search = new ReachSearch(this.#inquiry, this.#replay);
    return policy.sections.flatMap(({ rules }) =>
      rules.flatMap(({ reference: rule, expressions, actions }) => [
        ...expressions.map(({ path, text }) => {
          const target: Target = { rule, path, text, never: "failed", operand: [] };
          return this.#failure({ rule, path, text }, search.find(target));
        }),
        ...actions.map(({ path, type }) =>
          this.#failure({ rule, path, text: type }, this.#actionFails(rule, path)),
        ),
      ]),
    );
  }

  /**
   * Returns an exchange that makes an expression or an action fail because of the part; undefined when none is known.
   */
  at(part: FailingPart): PartFailure | undefined {
    const [policy] = this.#inquiry.policies as readonly [CompiledPolicy];
    const rules = policy.sections.flatMap((section) => section.rules);
    const rule = rules.find(({ path }) => part.path.startsWith(`${path}/`));
    if (rule === undefined) return undefined;
    const plainest = this.#plainest(rule);
    const before = rules.slice(0, rules.indexOf(rule));
    if (plainest !== undefined && isEndedUnread(plainest.outcome, before)) return undefined;
    const of =
      this.#plainlyFails(rule, part, plainest) ??
      this.#expressionFails(rule, part) ??
      this.#textFails(rule, part);
    if (of?.fails.kind !== "reached") return undefined;
    const { exchange, outcome } = of.fails;
    const { path, text } = of;
    const { dependsOn } = this.#failure({ rule: rule.reference, path, text }, of.fails);
    return { exchange, outcome, dependsOn };
  }

  #plainest({ reference }: CompiledRule): Tried | undefined {
    const exchange = this.#inquiry.plainest(reference.direction);
    const outcome = this.#replay.run(exchange);
    return outcome && { exchange, outcome };
  }

  /** Looks at the plainest exchange, which shows most failures, and takes no formulas. */
  #plainlyFails(
    { expressions }: CompiledRule,
    part: FailingPart,
    tried: Tried | undefined,
  ): FoundFailure | undefined {
    const { path } = part;
    const text = expressions.find((one) => one.path === path)?.text;
    return text !== undefined && tried && failsAt(part, tried)
      ? { path, text, fails: { kind: "reached", ...tried } }
      : undefined;
  }

  #expressionFails(
    { path: rulePath, reference: rule, expressions }: CompiledRule,
    part: FailingPart,
  ): FoundFailure | undefined {
    const { path, span } = part;
    const text = expressions.find((one) => one.path === path)?.text;
    const readings =
      this.#inquiry.symbolic[0]?.rules.find((one) => one.rule.path === rulePath)?.readings ?? [];
    const at = readings.findIndex((one) => one.path === path);
    const { tree, condition } = readings[at] ?? {};
    if (text === undefined || tree === undefined) return undefined;
    const given = readings.slice(0, at).flatMap((one) => one.condition ?? []);
    const target = { rule, path, text, never: "failed", operand: placeOf(tree, span) } as const;
    const search = new ReachSearch(this.#inquiry, this.#replay);
    const failsThere = (tried: Tried): boolean => failsAt(part, tried);
    const accesses =
      condition === undefined ? [] : this.#inquiry.unguardedAccesses(condition, given);
    const fails = search.find(target, failsThere, goalsOfFailure(accesses, span));
    return { path, text, fails };
  }

  #textFails(
    { reference: rule, expressions, actions }: CompiledRule,
    { path, span }: FailingPart,
  ): FoundFailure | undefined {
    const action = actions.find((one) => path.startsWith(`${one.path}/config/`));
    if (action === undefined) return undefined;
    const text = valueAt(action.config, path.slice(`${action.path}/config`.length));
    const parts = typeof text === "string" ? interpolations(text).parts : [];
    const part = parts.find((one) => one.kind === "interpolation" && overlap(one.span, span));
    if (part?.kind !== "interpolation") return undefined;
    const [symbolic] = this.#inquiry.symbolic;
    const read = (one: string): readonly Condition[] => {
      const condition = symbolic?.condition(one, rule.direction);
      return condition === undefined ? [] : [condition];
    };
    const given = expressions.flatMap((one) => read(one.text));
    const accessesOf = (one: string): readonly UnguardedAccess[] =>
      read(one).flatMap((condition) => this.#inquiry.unguardedAccesses(condition, given));
    const { start } = part.expressionSpan;
    const inner = span && { start: span.start - start, end: span.end - start };
    const others = expressionsIn(action.config).filter((one) => one !== part.expression);
    const preferred = [
      ...goalsOfFailure(accessesOf(part.expression), inner),
      ...areThere(others.flatMap(accessesOf)),
    ];
    const failsThere = ({ outcome }: Tried): boolean =>
      outcome.errors.some(({ message }) => message.startsWith(part.text));
    const fails = this.#actionFails(rule, action.path, failsThere, preferred);
    return { path: action.path, text: action.type, fails };
  }

  #actionFails(
    rule: RuleReference,
    path: string,
    isTaken: (tried: Tried) => boolean = () => true,
    preferred: readonly Goal[] = [],
  ): Reached<TracedOutcome> {
    const [policy] = this.#inquiry.policies as readonly [CompiledPolicy];
    const found = this.#inquiry.ask(
      (symbolic) => {
        const own = symbolic?.rules.find((one) => one.rule.path === rule.path);
        const formula = own?.actions.find(({ action }) => action.path === path)?.fails;
        if (symbolic === undefined || formula === undefined) return [];
        return [
          ...goalsBefore(rule, symbolic),
          { formula, outcomes: isTrue },
          ...preferring(preferred),
        ];
      },
      messagesOf(policy, rule.direction),
      (exchange) => {
        const outcome = this.#replay.run(exchange);
        const hasFailed = outcome?.directions.some(
          ({ result, by }) => result === "failed" && by?.path === path,
        );
        if (outcome === undefined || hasFailed !== true) return undefined;
        const tried = { exchange, outcome };
        return isTaken(tried) ? tried : undefined;
      },
    );
    switch (found.kind) {
      case "found":
        return { kind: "reached", ...found.result };
      case "none":
        return { kind: "never", by: found.past.map(({ reference }) => reference) };
      case "unknown":
        return found;
    }
  }

  #failure(of: Pick<Failure, "rule" | "path" | "text">, found: Reached<TracedOutcome>): Failure {
    const fails = withoutTrace(found);
    if (fails.kind !== "reached") return { ...of, fails, dependsOn: [] };
    const [policy] = this.#inquiry.policies as readonly [CompiledPolicy];
    const dependsOn = answersThatMatter(this.#options.options, policy, (answers) => {
      // That a failure counts as no match does not make it none.
      const errors = this.#replay.run(fails.exchange, answers)?.errors ?? [];
      return errors.some(({ path }) => path === of.path || path.startsWith(`${of.path}/`));
    });
    return { ...of, fails, dependsOn };
  }
}

/**
 * True when an exchange is ended by an action of a rule that every exchange matches, and nobody knows which exchanges
 * the action lets through: with which token, say.
 */
function isEndedUnread({ directions }: TracedOutcome, rules: readonly CompiledRule[]): boolean {
  const ends = directions.flatMap(({ by }) => by ?? []);
  return rules.some(
    ({ path, expressions }) =>
      expressions.length === 0 &&
      ends.some((by) => by.path.startsWith(`${path}/`) && !isRead(by.type)),
  );
}

function goalsOfFailure(accesses: readonly UnguardedAccess[], span: Span | undefined): Goal[] {
  const at = accesses.findIndex(
    (one) => span && one.span?.start === span.start && one.span.end === span.end,
  );
  const access = accesses[at];
  return access === undefined ? [] : [...access.failure, ...areThere(accesses.slice(0, at))];
}

function areThere(accesses: readonly UnguardedAccess[]): Goal[] {
  return accesses.map(({ isThere: formula }) => ({ formula, outcomes: isTrue }));
}

function failsAt({ path, span }: FailingPart, { outcome }: Tried): boolean {
  return outcome.errors.some((error) => error.path === path && overlap(error.span, span));
}

/** True when the spans overlap; a missing span covers everything. */
function overlap(one: Span | undefined, other: Span | undefined): boolean {
  if (one === undefined || other === undefined) return true;
  return one.start < other.end && other.start < one.end;
}
