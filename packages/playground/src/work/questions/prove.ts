import type { CaseSettings } from "@traffic-policy/policy-engine";
import { FormatError, stubProblems } from "@traffic-policy/policy-engine/formats";
import { ruleName, shownText } from "@traffic-policy/policy-engine/report";
import { getOrAdd } from "@traffic-policy/policy-language/internal";
import {
  AssertionProblem,
  Prover,
  type TargetReach,
  type Verdict,
} from "@traffic-policy/policy-proof";
import {
  assertionProblem,
  readAssertions,
  type LoadedAssertion,
  type LoadedAssertions,
} from "@traffic-policy/policy-proof/formats";
import {
  assertedText,
  assertionsText,
  byRule,
  countAssertions,
  countReached,
  matchOf,
  otherAnswersText,
  provedNotes,
  reachText,
  unreachedOf,
} from "@traffic-policy/policy-proof/report";
import type { Clock } from "../clock.ts";
import { placed, problemIn, readDocument, type ReadDocument } from "../document.ts";
import type { AssertionOutcome, Proved, Question, RuleReach } from "../messages.ts";
import { preparePolicy, type PreparedPolicy } from "../policy.ts";
import { Refusal } from "../refusal.ts";
import { shownExchange } from "../views/exchange.ts";
import { shownDifference, shownResult } from "../views/outcome.ts";
import { tracedSections } from "../views/trace.ts";

/** The default time limit of proofs, in seconds. */
const usualSeconds = 10;

/** Checks whether assertions hold for every exchange, and which rules any exchange reaches. */
export default async function prove(question: Question<"prove">, clock: Clock): Promise<Proved> {
  const end = clock.elapsed() + 1000 * (question.seconds ?? usualSeconds);
  const isOver = (): boolean => clock.elapsed() >= end;
  const text = question.assertions ?? "";
  const read = text.trim() === "" ? undefined : await readAssertionsText(text);
  const protocol = question.protocol ?? read?.protocol;
  const prepared = await preparePolicy({ ...question, protocol });
  if (read !== undefined) check(read, prepared);
  const provers = new Map<string, Prover>();
  const proverOf = (settings: CaseSettings): Prover =>
    getOrAdd(
      provers,
      JSON.stringify(settings),
      () => new Prover(prepared.policy, { ...settings, budget: { isOver } }),
    );
  const assertions: AssertionOutcome[] = [];
  const verdicts: Verdict[] = [];
  for (const one of read?.assertions ?? []) {
    const verdict = await verdictOf(one, proverOf(one.settings), read?.document);
    verdicts.push(verdict);
    assertions.push(await assertionOutcome(one, verdict, prepared, read?.document));
  }
  const reach = proverOf({}).reach();
  const sentences = [
    ...(verdicts.length === 0 ? [] : [`${assertionsText(countAssertions(verdicts))}.`]),
    ...(reach.length === 0
      ? []
      : [`Parts of rules: ${reachText(countReached(reach.map(({ reached }) => reached)))}.`]),
  ];
  return {
    problems: prepared.problems,
    summary: sentences.length === 0 ? "There is nothing to prove." : sentences.join(" "),
    assertions,
    rules: await Promise.all(byRule(reach).map((rule) => ruleReach(rule, prepared))),
    isOverTime: isOver(),
  };
}

interface ReadAssertionsText extends LoadedAssertions {
  readonly document: ReadDocument;
}

async function readAssertionsText(text: string): Promise<ReadAssertionsText> {
  const document = await readDocument(text, "assertions");
  try {
    return { ...readAssertions(document.value), document };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new Refusal(problemIn(document.source, "assertions", error));
  }
}

/** @throws Refusal when an assertion does not make sense for the policy */
function check(
  { assertions, settings, document }: ReadAssertionsText,
  { policy }: PreparedPolicy,
): void {
  const stubs = [
    { stubs: settings.stubs, pointer: "" },
    // With those of the document, which have been checked by then.
    ...assertions.map((one) => ({ stubs: one.settings.stubs, pointer: one.pointer })),
  ];
  const [wrong] = [
    ...stubProblems(stubs, policy),
    ...assertions.flatMap((one) => assertionProblem(one, policy) ?? []),
  ];
  if (wrong !== undefined) throw new Refusal(problemIn(document.source, "assertions", wrong));
}

async function verdictOf(
  { assertion, pointer }: LoadedAssertion,
  prover: Prover,
  document: ReadDocument | undefined,
): Promise<Verdict> {
  try {
    return await prover.prove(assertion);
  } catch (error) {
    if (!(error instanceof AssertionProblem) || document === undefined) throw error;
    const { part, message, help } = error;
    const problem = { path: `${pointer}/${part}`, message, help };
    throw new Refusal(problemIn(document.source, "assertions", problem));
  }
}

async function assertionOutcome(
  { assertion, pointer }: LoadedAssertion,
  verdict: Verdict,
  { policy, source }: PreparedPolicy,
  document: ReadDocument | undefined,
): Promise<AssertionOutcome> {
  const head = {
    name: shownText(assertion.name, 200),
    ...(document && placed(document.source, pointer)),
    asserted: assertedText(assertion),
  };
  switch (verdict.kind) {
    case "proved":
      return { ...head, verdict: "proved", notes: provedNotes(assertion, verdict) };
    case "unknown":
      return { ...head, verdict: "unknown", notes: [shownText(verdict.reason, 300)] };
    case "refuted": {
      const { exchange, times, outcome, differences, dependsOn } = verdict;
      return {
        ...head,
        verdict: "refuted",
        notes: dependsOn.length === 0 ? [] : [otherAnswersText(dependsOn, "this is no example")],
        counterexample: {
          ...(await shownExchange(exchange, times)),
          result: shownResult(outcome),
          // Of what never should be, nothing is otherwise than expected.
          differences: assertion.always === undefined ? [] : differences.map(shownDifference),
          directions: tracedSections(outcome, policy, source),
        },
      };
    }
  }
}

async function ruleReach(
  rule: readonly [TargetReach, ...TargetReach[]],
  { source }: PreparedPolicy,
): Promise<RuleReach> {
  const [{ target }] = rule;
  const { path } = target.rule;
  const { never, unknown } = countReached(rule.map((one) => one.reached));
  const example = matchOf(rule)?.reached;
  return {
    path,
    name: shownText(ruleName(target.rule), 200),
    ...placed(source, path),
    state: never > 0 ? "never" : unknown > 0 ? "unknown" : "reached",
    ...(example?.kind === "reached" && { witness: await shownExchange(example.exchange) }),
    unreached: unreachedOf(rule).map((one) => ({
      state: one.kind,
      message: one.text,
      ...placed(source, one.target.path, one.target.span ?? "value"),
    })),
  };
}
