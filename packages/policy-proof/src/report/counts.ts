import { counted } from "@traffic-policy/policy-language/internal";
import type { Verdict } from "../assertion.ts";
import type { AskedQuestion } from "../prover.ts";
import type { QuestionFinding } from "../question.ts";
import type { Reached } from "../reach.ts";

export interface AssertionCounts {
  readonly proved: number;
  readonly refuted: number;
  readonly unknown: number;
}

export function countAssertions(assertions: readonly Pick<Verdict, "kind">[]): AssertionCounts {
  const count = (kind: Verdict["kind"]): number =>
    assertions.reduce((sum, one) => sum + Number(one.kind === kind), 0);
  return { proved: count("proved"), refuted: count("refuted"), unknown: count("unknown") };
}

export interface ReachCounts {
  /** Those that an exchange is known for. */
  readonly reached: number;
  /** Those that there is no exchange for. */
  readonly never: number;
  readonly unknown: number;
}

export function countReached(all: readonly Reached[]): ReachCounts {
  const count = (kind: Reached["kind"]): number =>
    all.reduce((sum, one) => sum + Number(one.kind === kind), 0);
  return { reached: count("reached"), never: count("never"), unknown: count("unknown") };
}

/** Returns the state of a question: that of its strongest finding. */
export function stateOf(findings: readonly QuestionFinding[]): "found" | "unknown" | "nothing" {
  const kinds = new Set(findings.map(({ kind }) => kind));
  if (kinds.has("found")) return "found";
  return kinds.has("unknown") ? "unknown" : "nothing";
}

export interface AskedCounts {
  readonly found: number;
  /** Questions that found nothing, but of which something is unknown. */
  readonly unknown: number;
  /** Questions that found nothing. */
  readonly nothing: number;
  readonly questions: number;
}

export function countAsked(asked: readonly AskedQuestion[]): AskedCounts {
  const findings = asked.flatMap((one) => one.findings);
  const states = asked.map((one) => stateOf(one.findings));
  const count = (state: ReturnType<typeof stateOf>): number =>
    states.filter((one) => one === state).length;
  return {
    found: findings.filter(({ kind }) => kind === "found").length,
    unknown: count("unknown"),
    nothing: count("nothing"),
    questions: asked.length,
  };
}

/** `1 refuted, 1 unknown, 2 proved` */
export function assertionsText(
  { proved, refuted, unknown }: AssertionCounts,
  style?: Painted,
): string {
  return texts(
    [
      [refuted, "refuted", "red"],
      [unknown, "unknown", "yellow"],
      [proved, "proved", "green"],
    ],
    style,
  );
}

/** `1 never reached, 1 unknown, 14 reached` */
export function reachText({ reached, never, unknown }: ReachCounts, style?: Painted): string {
  return texts(
    [
      [never, "never reached", "red"],
      [unknown, "unknown", "yellow"],
      [reached, "reached", "green"],
    ],
    style,
  );
}

/** `1 can fail, 1 unknown, 14 never fail` */
export function failsText({ reached, never, unknown }: ReachCounts, style?: Painted): string {
  return texts(
    [
      [reached, "can fail", "red"],
      [unknown, "unknown", "yellow"],
      [never, "never fail", "green"],
    ],
    style,
  );
}

/** `1 found, 1 unknown, 3 of 5 questions found nothing` */
export function askedText(
  { found, unknown, nothing, questions }: AskedCounts,
  style?: Painted,
): string {
  return texts(
    [
      [found, "found", "red"],
      [unknown, "unknown", "yellow"],
      [nothing, `of ${counted(questions, "question")} found nothing`, "green"],
    ],
    style,
  );
}

type Color = "red" | "yellow" | "green";

type Painted = { readonly [Name in Color]: (text: string) => string };

function texts(
  parts: readonly (readonly [count: number, text: string, color: Color])[],
  style: Painted | undefined,
): string {
  return parts
    .filter(([count, , color]) => count > 0 || color === "green")
    .map(([count, text, color]) => (style?.[color] ?? String)(`${count} ${text}`))
    .join(", ");
}
