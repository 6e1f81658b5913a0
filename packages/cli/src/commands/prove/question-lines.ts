import type { AskedQuestion, QuestionExample, QuestionFinding } from "@traffic-policy/policy-proof";
import { exchangeTitle, resultText, shownText } from "@traffic-policy/policy-engine/report";
import { answersText, ifPassingText, stateOf } from "@traffic-policy/policy-proof/report";
import type { PolicyUnderTest } from "../../checks/policies-under-test.ts";
import type { Style } from "../../context.ts";
import { exchangeLines } from "../../proving/exchange-lines.ts";
import { placeOf } from "./evidence-lines.ts";

/** @param said - texts of findings that are printed elsewhere */
export function questionLines(
  { title, findings }: AskedQuestion,
  under: PolicyUnderTest,
  said: ReadonlySet<string>,
  style: Style,
): string[] {
  const [sign, color] = signs[stateOf(findings)];
  return [
    `  ${style[color](sign)} ${title}`,
    ...findings
      .filter((one) => !said.has(findingText(one)))
      .flatMap((one) => findingLines(one, under, style))
      .map((line) => `      ${line}`),
  ];
}

const signs = {
  found: ["✗", "red"],
  unknown: ["?", "yellow"],
  nothing: ["✓", "green"],
} as const;

function findingLines(one: QuestionFinding, under: PolicyUnderTest, style: Style): string[] {
  const { kind, rules } = one;
  const text = findingText(one);
  if (kind === "holds") return [text];
  const places = rules.map((rule) => placeOf(rule, under, style));
  const head = `${text}  ${[...new Set(places)].join(style.dim(", "))}`.trimEnd();
  if (kind !== "found") return [head];
  const { examples, notes } = shownExamples(one);
  return [
    head,
    ...examples
      .flatMap((example) => exampleLines(example, under, style))
      .map((line) => `  ${line}`),
    ...notes.map((line) => `  ${line}`),
  ];
}

export function findingText(one: QuestionFinding): string {
  const message = shownText(one.message, longest);
  return one.kind === "unknown" ? `${message} ${shownText(one.reason, longest)}` : message;
}

const longest = 500;

export function exampleTexts(one: QuestionFinding, under: PolicyUnderTest): string[] {
  if (one.kind !== "found") return [];
  const { examples, notes } = shownExamples(one);
  return [...examples.map((example) => exampleText(example, under)), ...notes];
}

/** The examples as they are shown, and what is said of all of them: a time that they share is not repeated. */
function shownExamples(one: FoundByQuestion): {
  readonly examples: readonly QuestionExample[];
  readonly notes: readonly string[];
} {
  const { examples } = one;
  const [time, ...others] = new Set(examples.map(({ exchange }) => exchange.time));
  if (examples.length < 2 || others.length > 0 || typeof time !== "string") {
    return { examples, notes: dependsText(one) };
  }
  const timeless = examples.map((example) => {
    const { time: _, ...exchange } = example.exchange;
    return { ...example, exchange };
  });
  const note = `All of these are sent at ${time}.`;
  return { examples: timeless, notes: [note, ...dependsText(one)] };
}

type FoundByQuestion = Extract<QuestionFinding, { kind: "found" }>;

function exampleText({ exchange, outcome }: QuestionExample, { policy }: PolicyUnderTest): string {
  return `${exchangeTitle(exchange)}: ${resultText(outcome)}${ifPassingText(outcome, policy)}`;
}

function exampleLines(example: QuestionExample, under: PolicyUnderTest, style: Style): string[] {
  const [, ...curl] = exchangeLines(example.exchange, style);
  return [exampleText(example, under), ...curl.map((line) => `  ${line}`)];
}

function dependsText({ dependsOn }: FoundByQuestion): string[] {
  return dependsOn.length === 0 ? [] : [`It is not so with ${answersText(dependsOn)}.`];
}
