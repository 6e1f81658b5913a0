import type { AskedQuestion, QuestionExample, QuestionFinding } from "@traffic-policy/policy-proof";
import { exchangeTitle, resultText, shownText } from "@traffic-policy/policy-engine/report";
import { answersText, ifPassingText, stateOf } from "@traffic-policy/policy-proof/report";
import type { PolicyUnderTest } from "../../checks/policies-under-test.ts";
import type { Style } from "../../context.ts";
import { exchangeLines } from "../../proving/exchange-lines.ts";
import { placeOf } from "./evidence-lines.ts";

export function questionLines(
  { title, findings }: AskedQuestion,
  under: PolicyUnderTest,
  style: Style,
): string[] {
  const [sign, color] = signs[stateOf(findings)];
  return [
    `  ${style[color](sign)} ${title}`,
    ...findings.flatMap((one) => findingLines(one, under, style)).map((line) => `      ${line}`),
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
  return [
    head,
    ...one.examples
      .flatMap((example) => exampleLines(example, under, style))
      .map((line) => `  ${line}`),
    ...dependsText(one).map((line) => `  ${line}`),
  ];
}

export function findingText(one: QuestionFinding): string {
  const message = shownText(one.message, longest);
  return one.kind === "unknown" ? `${message} ${shownText(one.reason, longest)}` : message;
}

const longest = 500;

export function exampleTexts(one: QuestionFinding, under: PolicyUnderTest): string[] {
  if (one.kind !== "found") return [];
  return [...one.examples.map((example) => exampleText(example, under)), ...dependsText(one)];
}

function exampleText({ exchange, outcome }: QuestionExample, { policy }: PolicyUnderTest): string {
  return `${exchangeTitle(exchange)}: ${resultText(outcome)}${ifPassingText(outcome, policy)}`;
}

function exampleLines(example: QuestionExample, under: PolicyUnderTest, style: Style): string[] {
  const [, ...curl] = exchangeLines(example.exchange, style);
  return [exampleText(example, under), ...curl.map((line) => `  ${line}`)];
}

function dependsText({ dependsOn }: Extract<QuestionFinding, { kind: "found" }>): string[] {
  return dependsOn.length === 0 ? [] : [`It is not so with ${answersText(dependsOn)}.`];
}
