import { changeOf, type Change } from "../change.ts";
import type { Impact, Passage } from "../impact.ts";
import { concentrationSentences } from "./concentration.ts";
import { countText, numberText, percentText } from "./numbers.ts";
import { otherwiseChanged, unmatchedRules } from "./tables.ts";
import { enumeratedParts, plainText, type Sentence } from "./text.ts";
import { causeText, ruleWording, type ImpactNames } from "./words.ts";

/** The sentences that matter, each of a line: what changes, for whom, and what is not known. */
export function impactSummary(impact: Impact, names: ImpactNames): string[] {
  return summarySentences(impact, names).map(plainText);
}

/** Returns the sentences of {@link impactSummary} as parts, for a format that writes names in its own way. */
export function summarySentences(impact: Impact, names: ImpactNames): Sentence[] {
  const { changes, concentration, others } = summaryParts(impact, names);
  return [...changes, ...concentration, ...others];
}

/** Returns the sentences of {@link summarySentences} by what they are about. */
export function summaryParts(
  impact: Impact,
  names: ImpactNames,
): Readonly<Record<"changes" | "concentration" | "others", readonly Sentence[]>> {
  const { exchange = "request", notes = [] } = names;
  return {
    changes: changeSentences(impact, exchange),
    concentration: concentrationSentences(impact, exchange),
    others: [
      ...unknownSentences(impact, exchange),
      ...restSentences(impact, exchange),
      ...unmatchedSentences(impact, names),
      ...notes,
    ],
  };
}

type Noun = "request" | "connection";

function changeSentences(impact: Impact, noun: Noun): Sentence[] {
  const { seen, evaluated, changed, newlyDenied, newlyForwarded, rows } = impact;
  if (seen === 0) {
    const none = rows === 0 ? "The log is empty" : `There is no ${noun} to evaluate`;
    return [[`${none}, so nothing is known of what the change would do.`]];
  }
  if (evaluated === 0) return [[`Of ${allOf(seen, noun)}, no result is known.`]];
  if (changed === 0) {
    const known = evaluated === seen ? "" : " whose result is known";
    const all = evaluated === 1 ? `The only ${noun}` : `All ${countText(evaluated, noun)}`;
    return [[`${all}${known} would get the same result.`]];
  }
  const others = otherwiseChanged(impact);
  return [
    ...changedSentence(impact, noun, newlyDenied, "newly-denied", "newly be denied"),
    ...changedSentence(impact, noun, newlyForwarded, "newly-forwarded", "newly be forwarded"),
    ...changedSentence(impact, noun, others, "other", "get another result"),
  ];
}

function allOf(count: number, noun: Noun): string {
  return count === 1 ? `the only ${noun}` : countText(count, noun);
}

function changedSentence(
  impact: Impact,
  noun: Noun,
  count: number,
  change: Change,
  verb: string,
): Sentence[] {
  if (count === 0) return [];
  const { seen, passages } = impact;
  const own = passages.filter(
    ({ isChanged, before, after }) =>
      isChanged === true && changeOf(before.kind, after.kind) === change,
  );
  const failed = sumOf(own.filter(({ after }) => after.kind === "failed"));
  const details: Sentence[] = [
    ...(change === "other" ? [] : fromNetworks(impact, change, count)),
    ...mostByRule(impact, own, count, change),
    ...(change === "newly-denied" && failed > 0
      ? [[`${failed === count ? "all" : numberText(failed)} because a rule fails`]]
      : []),
  ];
  const share = `${numberText(count)} of ${countText(seen, noun)} (${percentText(count, seen)})`;
  return [[`${share} would ${verb}`, ...details.flatMap((one) => [", ", ...one]), "."]];
}

const mostNetworks = 3;

function fromNetworks(
  { dimensions: { network } }: Impact,
  change: Exclude<Change, "other">,
  count: number,
): Sentence[] {
  if (network === undefined) return [];
  const counts = network.rows
    .map((row) => (change === "newly-denied" ? row.newlyDenied : row.newlyForwarded))
    .filter((one) => one > 0)
    .toSorted((one, other) => other - one);
  const known = counts.reduce((sum, one) => sum + one, 0);
  // Where rows are left out, it is not known how many others there are.
  if (known === count && counts.length <= 2 * mostNetworks) {
    return [[`all from ${countText(counts.length, "network")}`]];
  }
  let sum = 0;
  for (const [index, one] of counts.slice(0, mostNetworks).entries()) {
    sum += one;
    if (sum < 0.8 * count) continue;
    return [[`${percentText(sum, count)} from ${countText(index + 1, "network")}`]];
  }
  return [];
}

function mostByRule(
  impact: Impact,
  passages: readonly Passage[],
  count: number,
  change: Change,
): Sentence[] {
  // What is let through is so because a rule that was there before decides no more.
  const side = change === "newly-forwarded" ? "before" : "after";
  const counts = new Map<string, { passage: Passage; count: number }>();
  for (const passage of passages) {
    const { rule } = passage[side].ending ?? {};
    if (rule === undefined) continue;
    const known = counts.get(rule.path);
    counts.set(rule.path, { passage, count: (known?.count ?? 0) + passage.count });
  }
  const [first] = [...counts.values()].toSorted((one, other) => other.count - one.count);
  const rule = first?.passage[side].ending?.rule;
  if (first === undefined || rule === undefined) return [];
  const share = first.count === count ? "all" : percentText(first.count, count);
  const by = side === "before" ? "no longer stopped by" : "by";
  return [[`${share} ${by} `, ...ruleWording(impact)(rule)]];
}

function sumOf(passages: readonly Passage[]): number {
  return passages.reduce((sum, { count }) => sum + count, 0);
}

const mostReasons = 5;

function unknownSentences({ seen, unknown, reasons }: Impact, noun: Noun): Sentence[] {
  if (unknown === 0) return [];
  const are = unknown === 1 ? "it is" : "they are";
  const isAll = unknown === seen;
  const share = isAll ? "" : ` (${percentText(unknown, seen)})`;
  const subject =
    isAll && unknown > 1 ? `all ${countText(unknown, noun)}` : countText(unknown, noun);
  const shown = reasons.slice(0, mostReasons);
  const more = reasons.length - shown.length;
  return [
    [`It is not known what ${subject}${share} would get, and ${are} not counted as unchanged.`],
    ...shown.map(({ cause, count }): Sentence => [
      `For ${countText(count, noun)}, `,
      ...causeText(cause),
      ".",
    ]),
    ...(more > 0
      ? [[`There ${more === 1 ? "is" : "are"} ${countText(more, "other reason")}.`]]
      : []),
  ];
}

function restSentences(impact: Impact, noun: Noun): Sentence[] {
  const { rows, seen, skipped, notAsked, perhapsAsked, byEngine, sameBeside } = impact;
  const are = (count: number): string => (count === 1 ? "is" : "are");
  return [
    ...(skipped > 0
      ? [
          [
            `${countText(skipped, "row")} of ${numberText(rows)} could not be read, and ${are(skipped)} not counted.`,
          ],
        ]
      : []),
    ...(notAsked > 0
      ? [[`${countText(notAsked, `other ${noun}`)} ${are(notAsked)} not what was asked about.`]]
      : []),
    ...(perhapsAsked > 0
      ? [
          [
            `Of ${countText(perhapsAsked, `more ${noun}`)} it is not known whether ${perhapsAsked === 1 ? "it is" : "they are"} what was asked about.`,
          ],
        ]
      : []),
    ...(seen > 0 && !sameBeside
      ? [
          [
            `What else the policies do to a ${noun}, such as to its headers, may differ, and is not counted.`,
          ],
        ]
      : []),
    ...(byEngine > 0
      ? [
          [
            `The engine evaluated ${countText(byEngine, noun)} (${percentText(byEngine, seen)}), because a condition has no exact SQL.`,
          ],
        ]
      : []),
  ];
}

const mostUnmatched = 5;

function unmatchedSentences(impact: Impact, { after, exchange = "request" }: ImpactNames) {
  const rules = unmatchedRules(impact);
  if (rules.length === 0) return [];
  const ruleOf = ruleWording(impact);
  const shown = rules.slice(0, mostUnmatched).map((rule) => ruleOf(rule));
  const more = rules.length - shown.length;
  const all = more === 0 ? shown : [...shown, [countText(more, "other rule")]];
  const of = impact.seen === 1 ? `the only ${exchange}` : `all ${countText(impact.seen, exchange)}`;
  return [
    [
      `Of ${of}, none matched `,
      ...enumeratedParts(all, "or"),
      " of ",
      { code: after },
      ".",
    ] as Sentence,
  ];
}
