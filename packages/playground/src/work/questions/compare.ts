import { shownText } from "@traffic-policy/policy-engine/report";
import { compare } from "@traffic-policy/policy-language";
import { canonicalText, unknownPart } from "@traffic-policy/policy-language/internal";
import {
  comparePolicies,
  type DifferenceGroup,
  type PolicyComparison,
} from "@traffic-policy/policy-proof";
import {
  answersText,
  differenceSide,
  otherAnswersText,
  shownDifferences,
  verdictText,
} from "@traffic-policy/policy-proof/report";
import type { Clock } from "../clock.ts";
import type { Compared, ComparedGroup, Question } from "../messages.ts";
import { preparePolicy, type PreparedPolicy } from "../policy.ts";
import { shownExchange } from "../views/exchange.ts";
import { shownResult } from "../views/outcome.ts";

const usualSeconds = 10;

const usualSubjects = ["The other version", "The policy"] as const;

export default async function compared(
  question: Question<"compare">,
  clock: Clock,
): Promise<Compared> {
  const end = clock.elapsed() + 1000 * (question.seconds ?? usualSeconds);
  const after = await preparePolicy(question);
  const { protocol } = after;
  const before = await preparePolicy({ policy: question.other, protocol }, "other");
  const [other, policy] = question.subjects ?? usualSubjects;
  const sides = [
    [other, before],
    [policy, after],
  ] as const;
  const found = { ...comparison(sides, () => clock.elapsed() >= end), protocol };
  const { kind, groups, unknown, dependsOn } = found;
  return {
    documents: compare(before.document, after.document, after.policy.dialect).state,
    verdict: kind,
    text: verdictText(found),
    groups: await Promise.all(groups.map(shownGroup)),
    notes: [
      ...(dependsOn.length === 0 ? [] : [otherAnswersText(dependsOn, "it is not proved")]),
      ...new Set(unknown.map(({ reason }) => shownText(reason, 1000))),
    ],
  };
}

type Side = readonly [subject: string, policy: PreparedPolicy];

function comparison(sides: readonly [Side, Side], isOver: () => boolean): PolicyComparison {
  const none = { groups: [], unknown: [], dependsOn: [] };
  const [[, before], [, after]] = sides;
  const unknown = sides.flatMap(([what, { document }]) => {
    const part = unknownPart(document);
    if (part === undefined) return [];
    return [{ what, reason: `${what} has ${part}, whose effect is not known.` }];
  });
  if (unknown.length > 0) return { ...none, kind: "unknown", unknown };
  if (canonicalText(before.document) === canonicalText(after.document)) {
    return { ...none, kind: "same" };
  }
  return comparePolicies(before.policy, after.policy, { budget: { isOver } });
}

async function shownGroup(group: DifferenceGroup): Promise<ComparedGroup> {
  const { which, exchange, times, before, after, dependsOn } = group;
  return {
    which: shownText(which, 10_000),
    exchange: await shownExchange(exchange, times),
    before: shownResult(before),
    after: shownResult(after),
    differences: shownDifferences(group).map((one) => ({
      what: one.what,
      before: differenceSide(one.before, 300),
      after: differenceSide(one.after, 300),
    })),
    ...(dependsOn.length > 0 && {
      dependsOn: `With ${answersText(dependsOn)}, it is the same.`,
    }),
  };
}
