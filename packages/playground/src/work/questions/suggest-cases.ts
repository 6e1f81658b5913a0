import { PolicyCoverage, type PolicyCase } from "@traffic-policy/policy-engine";
import { newCaseFile, withCases } from "@traffic-policy/policy-engine/formats";
import type { JsonValue } from "@traffic-policy/policy-language";
import { suggestCases } from "@traffic-policy/policy-proof";
import type { Clock } from "../clock.ts";
import { readCasesText, runCases, type ReadCases } from "../cases.ts";
import type { Question, SuggestedCases } from "../messages.ts";
import { preparePolicy } from "../policy.ts";
import { Refusal } from "../refusal.ts";

/** The time limit of the search, in milliseconds. */
const timeLimit = 8000;

export default async function suggestedCases(
  question: Question<"suggestCases">,
  clock: Clock,
): Promise<SuggestedCases> {
  const end = clock.elapsed() + timeLimit;
  const text = question.cases ?? "";
  const cases = text.trim() === "" ? undefined : await readCasesText(text);
  const protocol = question.protocol ?? cases?.protocol;
  const prepared = await preparePolicy({ ...question, protocol });
  const { policy } = prepared;
  const coverage =
    cases === undefined
      ? new PolicyCoverage(policy)
      : (await runCases(cases, prepared, clock.now())).coverage;
  const found = suggestCases(policy, coverage, {
    ...cases?.settings,
    ...urlOf(cases),
    budget: { isOver: () => clock.elapsed() >= end },
  });
  const proposed = found.flatMap((one) => ("case" in one ? [one.case] : []));
  return {
    count: proposed.length,
    document: await documentWith(proposed, text, cases),
  };
}

function urlOf(cases: ReadCases | undefined): { url?: string } {
  const urls = cases?.cases.map((one) => one.case.request?.url ?? "") ?? [];
  const [base] = urls.flatMap((url) => /^https?:\/\/[^/?#]+/i.exec(url)?.[0] ?? []);
  return base === undefined ? {} : { url: `${base}/` };
}

async function documentWith(
  proposed: readonly PolicyCase[],
  text: string,
  cases: ReadCases | undefined,
): Promise<string> {
  if (proposed.length === 0) return text;
  if (cases === undefined) return `${await newCaseFile(proposed)}\n`;
  const items = JSON.parse(JSON.stringify(proposed)) as readonly JsonValue[];
  const changed = await withCases(text, items, cases.document.language);
  if (changed !== undefined) return changed;
  throw new Refusal({
    message: "The list of cases cannot be changed without changing something else.",
    help: "Write `cases` as a list of its own, without anchors.",
    input: "cases",
  });
}
