import { shownText, shownValue } from "@traffic-policy/policy-engine/report";
import { type CaseSettings, type PolicyCase } from "@traffic-policy/policy-engine";
import { outcomeWord } from "@traffic-policy/policy-engine/internal";
import { otherAnswersText } from "./answer-words.ts";
import type { Verdict } from "../assertion.ts";
import type { ReadAssertion } from "../formats/assertion-file.ts";

const limit = 300;

/** `always denied, when req.url.path == '/admin'` */
export function assertedText({ when, always, never }: ReadAssertion): string {
  const expected = always ?? never ?? {};
  const { outcome, ...others } = expected;
  const word = Object.keys(others).length === 0 ? outcome : undefined;
  const text = word ?? shownValue(expected, limit);
  const condition = when === undefined ? "" : `, when ${conditionText(when)}`;
  return `${always === undefined ? "never" : "always"} ${text}${condition}`;
}

function conditionText(when: readonly string[]): string {
  return shownText(when.join(" and "), limit);
}

/**
 * Returns the notes about an assertion that is proved.
 *
 * @param where - where to find the open questions, in parentheses
 */
export function provedNotes(
  assertion: Pick<ReadAssertion, "when">,
  { isVacuous, dependsOn }: Omit<Extract<Verdict, { readonly kind: "proved" }>, "kind">,
  where?: string,
): string[] {
  return [
    ...(isVacuous ? [vacuousText(assertion)] : []),
    ...(dependsOn.length === 0 ? [] : [otherAnswersText(dependsOn, "it is not proved", where)]),
  ];
}

/** Says in a sentence that an assertion holds because it applies to no exchange. */
function vacuousText({ when }: Pick<ReadAssertion, "when">): string {
  const condition = when === undefined ? "" : `: ${conditionText(when)}`;
  return `It says nothing, because no exchange satisfies its condition${condition}.`;
}

/** An exchange that refutes an assertion, with how it was simulated. */
export type Refutation = Pick<
  Extract<Verdict, { readonly kind: "refuted" }>,
  "exchange" | "times" | "outcome"
> & {
  readonly assertion: ReadAssertion;
  readonly settings: CaseSettings;
};

/** The exchange that refutes an assertion, as a case. */
export function caseOfRefutation({
  assertion: { name, always },
  settings: { options = {}, stubs = {} },
  exchange,
  times,
  outcome,
}: Refutation): PolicyCase {
  return {
    name,
    ...(Object.keys(options).length > 0 && { options }),
    ...(Object.keys(stubs).length > 0 && { stubs }),
    ...exchange,
    ...(times > 1 && { times }),
    // What shall come instead of what never shall is not said, so that it is what comes now.
    expect: always ?? { outcome: outcomeWord(outcome) },
  };
}
