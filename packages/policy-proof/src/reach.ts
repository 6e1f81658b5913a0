import type { Span } from "@traffic-policy/policy-language";
import type {
  CompiledPolicy,
  CompiledRule,
  CoverageGap,
  OperandTrace,
  Outcome,
  RuleReference,
  RuleTrace,
  Trace,
} from "@traffic-policy/policy-engine";
import type { LogicTree } from "@traffic-policy/policy-engine/internal";
import {
  fails,
  isTrue,
  never as impossible,
  type Goal,
  type Outcomes,
} from "@traffic-policy/policy-logic";
import { isFalse } from "@traffic-policy/policy-logic/internal";
import { preferring, type Condition, type Finding, type Inquiry } from "./inquiry.ts";
import type { Reading, SymbolicPolicy } from "./policy/symbolic-policy.ts";
import { rulesText } from "./rules-text.ts";
import type { Example } from "./witness/example.ts";
import type { Replay, TracedOutcome } from "./witness/replay.ts";
import { messagesOf } from "./witness/witnesses.ts";

/** Something that may happen in a policy: named as coverage does what never happened. */
export type Target = CoverageGap;

export interface Tried {
  readonly exchange: Example;
  readonly outcome: TracedOutcome;
}

/** The answer to the question if something can happen. */
export type Reached<Result extends Outcome = Outcome> =
  /** It happens in this exchange. */
  | { readonly kind: "reached"; readonly exchange: Example; readonly outcome: Result }
  /** It happens in no exchange. */
  | {
      readonly kind: "never";
      /** Rules before it that take its requests; none, when it excludes itself. */
      readonly by: readonly RuleReference[];
      /** Rules before it that change what it asks for, when it would not exclude itself without them. */
      readonly changedBy?: readonly RuleReference[];
    }
  | { readonly kind: "unknown"; readonly reason: string };

/** The reachability of a rule, an expression or an operand: reached, matching, or deciding. */
export interface TargetReach {
  readonly target: Target;
  readonly reached: Reached;
}

export class ReachSearch {
  readonly #inquiry: Inquiry;
  readonly #replay: Replay;

  /** @param inquiry - for a single policy */
  constructor(inquiry: Inquiry, replay: Replay) {
    this.#inquiry = inquiry;
    this.#replay = replay;
  }

  /**
   * Finds an exchange in which something happens; `isTaken` may reject it.
   *
   * @param preferred - goals for a better example
   */
  find(
    target: Target,
    isTaken: (tried: Tried) => boolean = () => true,
    preferred: readonly Goal[] = [],
  ): Reached<TracedOutcome> {
    const { policies } = this.#inquiry;
    const [policy] = policies as readonly [CompiledPolicy];
    const messages = messagesOf(policy, target.rule.direction);
    const found: Finding<Tried> = this.#inquiry.ask(
      (symbolic) => [
        ...(symbolic === undefined ? [] : goalsOf(target, symbolic)),
        ...preferring(preferred),
      ],
      messages,
      (exchange) => {
        const outcome = this.#replay.begin(exchange);
        if (outcome === undefined || !happened(indexOf(outcome.trace), target)) return undefined;
        const tried = { exchange, outcome };
        return isTaken(tried) ? tried : undefined;
      },
    );
    switch (found.kind) {
      case "found":
        return { kind: "reached", ...found.result };
      case "none":
        return { kind: "never", ...this.#blamed(target, found.past) };
      case "unknown":
        return found;
    }
  }

  #blamed(
    target: Target,
    past: readonly CompiledRule[],
  ): Pick<Reached & { kind: "never" }, "by" | "changedBy"> {
    const by = past.map(({ reference }) => reference);
    const readings =
      this.#inquiry.symbolic[0]?.rules.find(({ rule }) => rule.path === target.rule.path)
        ?.readings ?? [];
    const at = readings.findIndex(({ path }) => path === target.path);
    const asked = at < 0 ? readings : readings.slice(0, at + 1);
    const changedBy = [...new Set(asked.flatMap((reading) => [...reading.changedBy()]))];
    if (by.length > 0 || changedBy.length === 0) return { by };
    // As if no rule had changed anything.
    const plain = readings.map((reading): Reading => {
      const { condition } = reading;
      const formulaOf = condition?.formulaOf.bind(condition);
      return condition && formulaOf
        ? { ...reading, formula: condition.formula, formulaOf }
        : reading;
    });
    return this.#inquiry.isImpossible(ownGoals(target, plain)) ? { by } : { by, changedBy };
  }

  /**
   * Finds an exchange for each rule, expression and operand of a policy, or shows that there is none. Each exchange
   * covers as much as it can.
   */
  all(): TargetReach[] {
    const [policy] = this.#inquiry.policies as readonly [CompiledPolicy];
    const found = new Map<Target, Reached>();
    const targets = targetsOf(policy);
    const unreached = new Map<string, Reached<TracedOutcome>>();
    for (const target of targets) {
      if (found.has(target)) continue;
      const { path } = target.rule;
      // The parts of a rule that is not reached are not, either.
      const tried = unreached.get(path) ?? this.find(target);
      const reached = withoutTrace(tried);
      found.set(target, reached);
      if (tried.kind === "never" && target.never === "reached") unreached.set(path, tried);
      if (tried.kind !== "reached") continue;
      const trace = indexOf(tried.outcome.trace);
      for (const other of targets) {
        if (!found.has(other) && happened(trace, other)) found.set(other, reached);
      }
    }
    return targets.map((target) => ({
      target,
      reached: found.get(target) ?? { kind: "unknown", reason: "It was not asked." },
    }));
  }
}

/** Drops the trace: for a policy with many rules, all traces together would take gigabytes. */
export function withoutTrace(reached: Reached<TracedOutcome>): Reached {
  if (reached.kind !== "reached") return reached;
  const { trace: _trace, ...outcome } = reached.outcome;
  return { ...reached, outcome };
}

function targetsOf({ sections }: CompiledPolicy): Target[] {
  return sections.flatMap(({ rules }) =>
    rules.flatMap(({ reference: rule, expressions }) => {
      const reached: Target = { rule, path: rule.path, never: "reached", operand: [] };
      if (expressions.length === 0) return [reached, { ...reached, never: "matched" as const }];
      const parts = expressions.flatMap(({ path, text, skipped }): Target[] => {
        const whole = (["true", "false"] as const).map((never): Target => ({
          rule,
          path,
          text,
          never,
          operand: [],
        }));
        const below = skipped.operand === undefined ? [] : operandsBelow(skipped.operand, []);
        return [
          ...whole,
          ...below.map(({ span, ...one }): Target => ({
            rule,
            path,
            ...(span && { span }),
            text: span === undefined ? text : text.slice(span.start, span.end),
            ...one,
          })),
        ];
      });
      return [reached, ...parts];
    }),
  );
}

function operandsBelow(
  { kind, operands = [] }: OperandTrace,
  place: readonly number[],
): Pick<Target, "span" | "never" | "operand">[] {
  return operands.flatMap((operand, index) => {
    const { span } = operand;
    const at = [...place, index];
    const own = decidingAlone(kind, index).map((never) => ({
      ...(span && { span }),
      never,
      operand: at,
    }));
    return [...own, ...operandsBelow(operand, at)];
  });
}

function decidingAlone(kind: OperandTrace["kind"], index: number): readonly ("true" | "false")[] {
  if (kind === "&&") return ["false"];
  if (kind === "||") return ["true"];
  return kind === "?:" && index === 0 ? ["true", "false"] : [];
}

function goalsOf(target: Target, symbolic: SymbolicPolicy): Condition[] {
  const own = symbolic.rules.find(({ rule }) => rule.path === target.rule.path);
  return own === undefined
    ? []
    : [...goalsBefore(target.rule, symbolic), ...ownGoals(target, own.readings)];
}

export function goalsBefore(
  { path, direction: section }: RuleReference,
  { policy, rules, hasMessages }: SymbolicPolicy,
): Condition[] {
  const at = rules.findIndex(({ rule }) => rule.path === path);
  const stage = policy.sections.find((one) => one.name === section)?.stage;
  if (stage === undefined) return [{ formula: impossible, outcomes: isTrue }];
  const isBefore = stage === "connect" || stage === "request";
  const past = rules.slice(0, at).flatMap(({ rule, stops, stopsSection }): Condition[] => {
    const isSame = rule.reference.direction === section;
    const formula = isSame || isBefore ? stops : stopsSection;
    return formula === impossible ? [] : [{ formula, outcomes: isFalse, past: rule }];
  });
  return stage === "message" && hasMessages !== undefined
    ? [...past, { formula: hasMessages, outcomes: isTrue }]
    : past;
}

function ownGoals({ path, operand, never }: Target, readings: readonly Reading[]): Condition[] {
  if (never === "reached") return [];
  const index = readings.findIndex((one) => one.path === path);
  const reading = readings[index];
  const given = readings.slice(0, reading === undefined ? readings.length : index);
  const goals = given.map(({ formula }): Goal => ({ formula, outcomes: isTrue }));
  if (reading === undefined) return goals;
  const outcomes = { failed: fails, evaluated: isTrue | isFalse, true: isTrue, false: isFalse };
  const wanted = outcomes[never as keyof typeof outcomes];
  const { tree, formula } = reading;
  const own =
    tree === undefined
      ? [{ formula, outcomes: wanted }]
      : operandGoals(reading, tree, operand, wanted);
  if (never === "failed") return [...goals, ...own, { formula, outcomes: fails }];
  // What happens in an expression that fails is a poor example.
  return [...goals, ...own, { formula, outcomes: isTrue | isFalse, isPreferred: true }];
}

/**
 * Goals for an operand that is evaluated, has certain outcomes, and thereby decides the enclosing operator.
 *
 * @param place - the operand, as indexes from the outermost
 */
function operandGoals(
  reading: Reading,
  tree: LogicTree,
  [index, ...rest]: readonly number[],
  outcomes: Outcomes,
): Condition[] {
  const goal = ({ node }: LogicTree, wanted: Outcomes): Goal => ({
    formula: reading.formulaOf(node),
    outcomes: wanted,
  });
  const operands = tree.kind === "condition" ? [] : tree.operands;
  const operand = index === undefined ? undefined : operands[index];
  if (operand === undefined) return [goal(tree, outcomes)];
  const own = operandGoals(reading, operand, rest, outcomes);
  switch (tree.kind) {
    case "&&":
    case "||": {
      const neutral = tree.kind === "&&" ? isTrue : isFalse;
      const isAlone = outcomes !== fails && (rest.length > 0 || outcomes !== neutral);
      if (!isAlone) {
        const wanted = outcomes === fails ? neutral | fails : neutral;
        return [
          ...operands.filter((one) => one !== operand).map((one) => goal(one, wanted)),
          ...own,
        ];
      }
      // Those before it let it have its turn, also when they fail; but a reader expects that they do not.
      const before = operands
        .slice(0, index)
        .flatMap((one) => [
          goal(one, neutral | fails),
          { ...goal(one, neutral), isPreferred: true } as const,
        ]);
      return [...before, ...own];
    }
    case "?:": {
      const [choosing] = operands;
      if (index === 0 || choosing === undefined) return own;
      return [goal(choosing, index === 1 ? isTrue : isFalse), ...own];
    }
    default:
      return own;
  }
}

/** Returns the operand that contains a part of an expression, as indexes from the outermost. */
export function placeOf(tree: LogicTree, part: Span | undefined): number[] {
  if (tree.kind === "condition" || part === undefined) return [];
  const index = tree.operands.findIndex(
    ({ span }) => span !== undefined && span.start <= part.start && part.end <= span.end,
  );
  const operand = tree.operands[index];
  return operand === undefined ? [] : [index, ...placeOf(operand, part)];
}

function indexOf({ rules }: Trace): ReadonlyMap<string, RuleTrace> {
  return new Map(rules.map((rule) => [rule.path, rule]));
}

function happened(
  rules: ReadonlyMap<string, RuleTrace>,
  { rule, path, operand: place, never }: Target,
): boolean {
  const traced = rules.get(rule.path);
  if (traced === undefined) return false;
  if (never === "reached") return traced.result !== "skipped";
  if (never === "matched") {
    // A rule whose action fails has matched.
    return traced.result === "matched" || traced.actions.some(({ result }) => result !== "skipped");
  }
  const expression = traced.expressions.find((one) => one.path === path);
  if (expression === undefined) return false;
  if (never === "failed") return expression.state === "error";
  let at: OperandTrace | undefined = expression.operand;
  for (const index of place) at = at?.operands?.[index];
  if (at === undefined || at.state !== "value") return false;
  if (never === "evaluated") return true;
  return at.value === (never === "true") && (place.length === 0 || at.decided === true);
}

export function reasonOf(reached: Exclude<Reached, { readonly kind: "reached" }>): string {
  if (reached.kind === "unknown") return reached.reason;
  const { by, changedBy = [] } = reached;
  if (by.length > 0) {
    const verb = by.length === 1 ? "takes" : "take";
    return `It never happens: ${rulesText(by)} ${verb} all of its requests.`;
  }
  if (changedBy.length === 0) return "It never happens: what it asks for excludes itself.";
  const rules =
    changedBy.length === 1 ? `${rulesText(changedBy)} changes` : `${changedBy.length} rules change`;
  return `It never happens: ${rules} what it asks for.`;
}
