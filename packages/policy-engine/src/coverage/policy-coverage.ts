import type { Span } from "@traffic-policy/policy-language";
import type { RuleReference, ExpressionTrace, OperandTrace, RuleTrace, Trace } from "../outcome.ts";
import type { CompiledPolicy, CompiledRule } from "../policy/compile-policy.ts";

/** A part of a policy that no case has covered, although one may have covered what is around it. */
export interface CoverageGap {
  readonly rule: RuleReference;
  /** JSON Pointer of the rule or the expression: `/inbound/0/expressions/1`. */
  readonly path: string;
  /** The operand, as UTF-16 offsets in the text of the expression; none for a rule or a whole one. */
  readonly span?: Span;
  /** The text of the expression or the operand. */
  readonly text?: string;
  /**
   * The event that never happened: the rule was reached, or matched; the expression or operand was evaluated, was
   * true, or was false. For an operand of `&&` or `||`: that it decided the result so. For an access to a value that
   * some exchanges lack: that it failed; such a gap is a suggestion and does not count for coverage.
   */
  readonly never: "reached" | "matched" | "evaluated" | "true" | "false" | "failed";
  /** Which operand it is: indices into the operands of traces, from the outermost; empty for others. */
  readonly operand: readonly number[];
}

/** Something that counts for coverage, named as what never happened. */
export type CoverageThing = Pick<CoverageGap, "path" | "operand"> & {
  /** `not-matched` is about a rule. */
  readonly never: "matched" | "not-matched" | "true" | "false";
};

/** How many of the things that can happen have happened. */
export interface CoverageCount {
  readonly covered: number;
  readonly all: number;
}

/**
 * Which parts of a policy exchanges have tried. What counts: each rule matched, and did not when it has
 * expressions; each expression was true, and false; each operand of `&&` and `||` decided in both ways;
 * the condition of `?:` was true, and false.
 */
export class PolicyCoverage {
  readonly rules: readonly RuleCoverage[];
  readonly #byPath: ReadonlyMap<string, RuleCoverage>;

  constructor({ sections }: CompiledPolicy) {
    this.rules = sections.flatMap(({ rules }) => rules.map((rule) => new RuleCoverage(rule)));
    this.#byPath = new Map(this.rules.map((rule) => [rule.reference.path, rule]));
  }

  /** Adds what one exchange has tried. */
  add({ rules }: Trace): void {
    for (const rule of rules) this.#byPath.get(rule.path)?.add(rule);
  }

  count(): CoverageCount {
    return sum(this.rules.map((rule) => rule.count()));
  }

  /** The same of what has been tried so far, to which more can be added. */
  copy(policy: CompiledPolicy): PolicyCoverage {
    const copy = new PolicyCoverage(policy);
    for (const [index, rule] of this.rules.entries()) copy.rules[index]?.include(rule);
    return copy;
  }

  /** True when an expression or an action has failed. Looks it up by its JSON Pointer. */
  hasFailed(path: string): boolean {
    return this.rules.some((rule) => rule.hasFailed(path));
  }

  /** From now on, some things do not count, because they cannot happen. */
  exclude(things: readonly CoverageThing[]): void {
    const keys = new Set(things.map(gapKey));
    for (const rule of this.rules) rule.exclude(keys);
  }

  /** Returns the events that never happened. Where a gap follows from another, only the other gap is listed. */
  gaps(): CoverageGap[] {
    return this.rules.flatMap((rule) => rule.gaps());
  }
}

/** Counts which parts of a rule the exchanges have exercised. */
export class RuleCoverage {
  readonly reference: RuleReference;
  readonly counts = { matched: 0, notMatched: 0, failed: 0, skipped: 0 };
  readonly #expressions: readonly ExpressionCoverage[];
  readonly #failedActions = new Set<string>();
  #excluded: ReadonlySet<string> = new Set();

  constructor({ reference, expressions }: CompiledRule) {
    this.reference = reference;
    this.#expressions = expressions.map(({ skipped }) => new ExpressionCoverage(skipped));
  }

  add(trace: RuleTrace): void {
    // A rule whose action fails has matched.
    const isMatch =
      trace.result === "matched" || trace.actions.some((action) => action.result !== "skipped");
    if (trace.result === "skipped") this.counts.skipped++;
    else if (isMatch) this.counts.matched++;
    else this.counts[trace.result === "failed" ? "failed" : "notMatched"]++;
    for (const [index, expression] of trace.expressions.entries()) {
      this.#expressions[index]?.add(expression);
    }
    for (const { path, result } of trace.actions) {
      if (result === "failed") this.#failedActions.add(path);
    }
  }

  include(other: RuleCoverage): void {
    const { matched, notMatched, failed, skipped } = other.counts;
    this.counts.matched += matched;
    this.counts.notMatched += notMatched;
    this.counts.failed += failed;
    this.counts.skipped += skipped;
    for (const [index, expression] of other.#expressions.entries()) {
      this.#expressions[index]?.include(expression);
    }
    for (const path of other.#failedActions) this.#failedActions.add(path);
  }

  hasFailed(path: string): boolean {
    return (
      this.#failedActions.has(path) ||
      this.#expressions.some((expression) => expression.hasFailed(path))
    );
  }

  uncovered(): CoverageThing[] {
    return this.#things().flatMap(([thing, has]) => (has ? [] : [thing]));
  }

  has(thing: CoverageThing): boolean {
    const key = gapKey(thing);
    return this.#things().some(([one, has]) => has && gapKey(one) === key);
  }

  #things(): CountedThing[] {
    const { matched, notMatched } = this.counts;
    const { path } = this.reference;
    const own = (never: CoverageThing["never"], has: boolean): CountedThing => [
      { path, operand: [], never },
      has,
    ];
    return [
      own("matched", matched > 0),
      ...(this.#expressions.length > 0 ? [own("not-matched", notMatched > 0)] : []),
      ...this.#expressions.flatMap((expression) => expression.things()),
    ];
  }

  exclude(keys: ReadonlySet<string>): void {
    this.#excluded = keys;
  }

  count(): CoverageCount {
    const left = this.#things().filter(([thing, has]) => has || !this.#excluded.has(gapKey(thing)));
    return { covered: left.filter(([, has]) => has).length, all: left.length };
  }

  gaps(): CoverageGap[] {
    const { matched, notMatched, failed } = this.counts;
    const rule = this.reference;
    if (matched + notMatched + failed === 0) {
      return [{ rule, path: rule.path, never: "reached", operand: [] }];
    }
    if (this.#expressions.length === 0) {
      return matched > 0 ? [] : [{ rule, path: rule.path, never: "matched", operand: [] }];
    }
    return this.#expressions.flatMap((expression) => expression.gaps(rule));
  }
}

class ExpressionCoverage {
  readonly #path: string;
  readonly #text: string;
  readonly #counts = { true: 0, false: 0, failed: 0 };
  readonly #operand: OperandCoverage | undefined;

  constructor({ path, text, operand }: ExpressionTrace) {
    this.#path = path;
    this.#text = text;
    this.#operand = operand && new OperandCoverage(operand);
  }

  add(trace: ExpressionTrace): void {
    if (trace.state === "skipped") return;
    if (trace.state === "error") this.#counts.failed++;
    else this.#counts[trace.value === true ? "true" : "false"]++;
    if (trace.operand !== undefined) this.#operand?.add(trace.operand);
  }

  include(other: ExpressionCoverage): void {
    for (const key of ["true", "false", "failed"] as const) this.#counts[key] += other.#counts[key];
    if (other.#operand !== undefined) this.#operand?.include(other.#operand);
  }

  hasFailed(path: string): boolean {
    return path === this.#path && this.#counts.failed > 0;
  }

  things(): CountedThing[] {
    const own = bothValues(this.#path, [], this.#counts);
    return this.#operand === undefined
      ? own
      : [...own, ...thingsBelow(this.#path, this.#operand, [])];
  }

  gaps(rule: RuleReference): CoverageGap[] {
    const { true: yes, false: no, failed } = this.#counts;
    const gap = (never: CoverageGap["never"]): CoverageGap => ({
      rule,
      path: this.#path,
      text: this.#text,
      never,
      operand: [],
    });
    if (yes + no + failed === 0) return [gap("evaluated")];
    const gaps = [...(yes === 0 ? [gap("true")] : []), ...(no === 0 ? [gap("false")] : [])];
    if (this.#operand !== undefined) this.#below(rule, this.#operand, [], gaps);
    return gaps;
  }

  #below(
    rule: RuleReference,
    around: OperandCoverage,
    place: readonly number[],
    gaps: CoverageGap[],
  ): void {
    for (const [index, operand] of around.operands.entries()) {
      const { span } = operand;
      const add = (never: CoverageGap["never"]): void => {
        gaps.push({
          rule,
          path: this.#path,
          ...(span && { span }),
          text: span === undefined ? this.#text : this.#text.slice(span.start, span.end),
          never,
          operand: [...place, index],
        });
      };
      if (!operand.isEvaluated) {
        // A branch that was not taken follows from the condition of `?:`.
        if (around.kind !== "?:") add("evaluated");
        continue;
      }
      for (const value of decidingAlone(around.kind, index)) {
        if (operand.decisive[value] === 0) add(value);
      }
      this.#below(rule, operand, [...place, index], gaps);
    }
  }
}

/**
 * Returns the values with which an operand decides a result on its own. When `&&` is true, all operands have decided
 * it, and the result is reported for the whole.
 */
function decidingAlone(kind: OperandTrace["kind"], index: number): ("true" | "false")[] {
  if (kind === "&&") return ["false"];
  if (kind === "||") return ["true"];
  return kind === "?:" && index === 0 ? ["true", "false"] : [];
}

type CountedThing = readonly [thing: CoverageThing, has: boolean];

function thingsBelow(
  path: string,
  around: OperandCoverage,
  place: readonly number[],
): CountedThing[] {
  return around.operands.flatMap((operand, index) => {
    const at = [...place, index];
    const isCounted = decidingAlone(around.kind, index).length > 0;
    return [
      ...(isCounted ? bothValues(path, at, operand.decisive) : []),
      ...thingsBelow(path, operand, at),
    ];
  });
}

function bothValues(
  path: string,
  operand: readonly number[],
  counts: { readonly true: number; readonly false: number },
): CountedThing[] {
  return (["true", "false"] as const).map((never) => [{ path, operand, never }, counts[never] > 0]);
}

/** A text that tells what is covered, or a gap, from all others of its policy. */
export function gapKey({
  path,
  operand,
  never,
}: CoverageThing | Pick<CoverageGap, "path" | "operand" | "never">): string {
  return `${path} ${operand.join(".")} ${never}`;
}

function sum(counts: readonly CoverageCount[]): CoverageCount {
  return {
    covered: counts.reduce((total, { covered }) => total + covered, 0),
    all: counts.reduce((total, { all }) => total + all, 0),
  };
}

/** A gap as a sentence without its subject: `is never false`. */
export function gapText({ never, operand }: Pick<CoverageGap, "never" | "operand">): string {
  switch (never) {
    case "reached":
      return "is never reached";
    case "matched":
      return "never matches";
    case "evaluated":
      return "is never evaluated";
    case "failed":
      return "is never missing";
    default:
      return operand.length === 0 ? `is never ${never}` : `never decides by being ${never}`;
  }
}

class OperandCoverage {
  readonly kind: OperandTrace["kind"];
  readonly span: Span | undefined;
  readonly operands: readonly OperandCoverage[];
  readonly counts = { true: 0, false: 0, failed: 0 };
  readonly decisive = { true: 0, false: 0 };

  /** @param structure - the operand in any trace; all traces share its structure */
  constructor(structure: OperandTrace) {
    this.kind = structure.kind;
    this.span = structure.span;
    this.operands = (structure.operands ?? []).map((operand) => new OperandCoverage(operand));
  }

  get isEvaluated(): boolean {
    const { true: yes, false: no, failed } = this.counts;
    return yes + no + failed > 0;
  }

  add(trace: OperandTrace): void {
    if (trace.state === "skipped") return;
    if (trace.state === "error") this.counts.failed++;
    else if (typeof trace.value === "boolean") {
      const value = trace.value ? "true" : "false";
      this.counts[value]++;
      if (trace.decided === true) this.decisive[value]++;
    }
    const { operands = [] } = trace;
    for (let index = 0; index < this.operands.length; index++) {
      const operand = operands[index];
      if (operand !== undefined) this.operands[index]?.add(operand);
    }
  }

  include(other: OperandCoverage): void {
    for (const key of ["true", "false", "failed"] as const) this.counts[key] += other.counts[key];
    for (const key of ["true", "false"] as const) this.decisive[key] += other.decisive[key];
    for (const [index, operand] of other.operands.entries()) this.operands[index]?.include(operand);
  }
}
