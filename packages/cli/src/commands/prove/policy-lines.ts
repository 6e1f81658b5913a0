import { aligned } from "@traffic-policy/report";
import type { AskedQuestion, Failure, Reached, TargetReach } from "@traffic-policy/policy-proof";
import { shownText } from "@traffic-policy/policy-engine/report";
import {
  answersText,
  askedText,
  byRule,
  countAsked,
  countReached,
  failsText,
  ifPassingText,
  matchOf,
  placedName,
  reachText,
  targetText,
  type RuleReach,
  unreachedOf,
} from "@traffic-policy/policy-proof/report";
import type { PolicyUnderTest } from "../../checks/policies-under-test.ts";
import type { Style } from "../../context.ts";
import type { PolicyProof } from "../../proving/prove-policies.ts";
import { exchangeLines } from "../../proving/exchange-lines.ts";
import { placeOf } from "./evidence-lines.ts";
import { failsOf, reachOf } from "./proof-report.ts";
import { findingText, questionLines } from "./question-lines.ts";

export function policyResult(proof: PolicyProof, style: Style): string {
  const { reach, fails, asked } = proof;
  return [
    ...(reach === undefined ? [] : [reachText(countReached(reachOf([proof])), style)]),
    ...(fails === undefined ? [] : [failsText(countReached(failsOf([proof])), style)]),
    ...(asked === undefined ? [] : [askedText(countAsked(asked), style)]),
  ].join("; ");
}

export function policyLines(proof: PolicyProof, all: boolean, style: Style): string[] {
  const { under, reach = [], fails = [], asked = [] } = proof;
  return [
    rulesLines(reach, under, all, style),
    fails.flatMap((one) => failureLines(one, under, all, style)),
    askedLines(asked, under, style),
  ]
    .filter((lines) => lines.length > 0)
    .flatMap((lines, index) => (index === 0 ? lines : ["", ...lines]));
}

/** The questions; what is unknown of all for the same reason is said once, above them. */
function askedLines(
  asked: readonly AskedQuestion[],
  under: PolicyUnderTest,
  style: Style,
): string[] {
  const [first, ...others] = asked.map(
    ({ findings }) => new Set(findings.filter(({ kind }) => kind === "unknown").map(findingText)),
  );
  const common = [...(first ?? [])].filter(
    (text) => others.length > 0 && others.every((texts) => texts.has(text)),
  );
  return [
    ...common.map((text) => `  ${style.yellow("?")} ${text}`),
    ...asked.flatMap((one) => questionLines(one, under, new Set(common), style)),
  ];
}

function rulesLines(
  targets: readonly TargetReach[],
  under: PolicyUnderTest,
  all: boolean,
  style: Style,
): string[] {
  const rules = byRule(targets);
  const rows = rules.map((own) => {
    const counts = countReached(own.map(({ reached }) => reached));
    const [sign, color] =
      counts.never > 0 ? signs.never : counts.unknown > 0 ? signs.unknown : signs.reached;
    const example = matchOf(own);
    return [
      `${style[color](sign)} ${shownText(placedName(own[0].target.rule), 60)}`,
      `${counts.reached} of ${own.length}`,
      style.dim(example === undefined ? "" : (reachedTexts(example, under, style)[0] ?? "")),
    ];
  });
  const heads = aligned(rows, style, { indent: 2 });
  return rules.flatMap((own, index) => [
    heads[index] ?? "",
    ...targetLines(own, under, all, style).map((line) => `      ${line}`),
  ]);
}

function reachedTexts(
  { target, reached }: TargetReach,
  { policy }: PolicyUnderTest,
  style: Style,
): string[] {
  if (reached.kind !== "reached") return [];
  const [title = "", ...curl] = exchangeLines(reached.exchange, style);
  return [`${title}${ifPassingText(reached.outcome, policy, target.rule)}`, ...curl];
}

const signs = {
  reached: ["✓", "green"],
  never: ["✗", "red"],
  unknown: ["?", "yellow"],
} as const;

function targetLines(
  rule: RuleReach,
  under: PolicyUnderTest,
  all: boolean,
  style: Style,
): string[] {
  const unreached = unreachedOf(rule).map(({ target, kind, text }) => {
    const [, color] = signs[kind];
    return `${style[color](kind)}  ${text}  ${placeOf(target, under, style)}`;
  });
  if (!all) return unreached;
  const reached = rule.flatMap((one) =>
    one.reached.kind === "reached"
      ? [
          `${style.green("reached")}  ${targetText(one.target)}`,
          ...reachedTexts(one, under, style).map((line) => `  ${line}`),
        ]
      : [],
  );
  return [...unreached, ...reached];
}

function failureLines(one: Failure, under: PolicyUnderTest, all: boolean, style: Style): string[] {
  const { rule, text, fails, dependsOn } = one;
  if (fails.kind === "never" && !all) return [];
  const [sign, color] = failureSigns[fails.kind];
  const name = `${shownText(placedName(rule), 60)}  ${style.bold(shownText(text, 100))}`;
  const details =
    fails.kind === "never"
      ? []
      : [
          failureText(one),
          ...(fails.kind === "reached" ? exchangeLines(fails.exchange, style) : []),
          ...(dependsOn.length === 0 ? [] : [`It does not with ${answersText(dependsOn)}.`]),
        ];
  return [
    `  ${style[color](sign)} ${name}  ${placeOf(one, under, style)}`,
    ...details.map((line) => `      ${line}`),
  ];
}

const failureSigns = {
  reached: ["✗", "red"],
  never: ["✓", "green"],
  unknown: ["?", "yellow"],
} as const satisfies Record<Reached["kind"], unknown>;

export function failureText({ path, fails }: Failure): string {
  if (fails.kind === "never") return "";
  if (fails.kind === "unknown") return `unknown: ${shownText(fails.reason, 300)}`;
  const { errors } = fails.outcome;
  const error = errors.find((one) => one.path === path || one.path.startsWith(`${path}/`));
  return shownText(error?.message ?? "It fails.", 300);
}

export function failureQuestion({ rule, text }: Failure): string {
  return shownText(`${placedName(rule)}: ${text} fails`, 300);
}
