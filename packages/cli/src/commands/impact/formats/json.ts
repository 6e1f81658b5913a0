import type { Impact, Way } from "@traffic-policy/policy-impact/internal";
import { withoutSecrets } from "@traffic-policy/policy-impact/report";
import type { Terminal } from "../../../context.ts";
import { printJson } from "../../../report/json.ts";
import type { ImpactOutput } from "../output.ts";
import type { ImpactReport } from "../impact-report.ts";

export default function jsonImpact(report: ImpactReport, terminal: Terminal): void {
  const { before, after, impact, passed, skippedLines } = report;
  const { passages, reasons, rules, dimensions, ...counts } = impact;
  const [ofBefore = [], ofAfter = []] = rules;
  const output: ImpactOutput = {
    version: 1,
    before,
    after,
    ...counts,
    skippedLines,
    passages: passages.map((one) => ({
      before: wayJson(one.before),
      after: wayJson(one.after),
      count: one.count,
      isChanged: one.isChanged,
      examples: one.examples.map(({ exchange }) => withoutSecrets(exchange)),
    })),
    reasons: reasons.map(({ cause, count }) => ({
      kind: cause.kind,
      what: cause.kind === "missing" ? cause.name : cause.what,
      count,
    })),
    rules: { before: ofBefore.map(ruleJson), after: ofAfter.map(ruleJson) },
    dimensions: Object.entries(dimensions).map(([name, { rows, values }]) => ({
      dimension: name as ImpactOutput["dimensions"][number]["dimension"],
      values,
      rows,
    })),
    passed,
  };
  printJson(output, terminal);
}

function wayJson({ kind, ending }: Way) {
  const { status, rule } = ending ?? {};
  return { outcome: kind, status, rule: rule?.path, name: rule?.name };
}

function ruleJson({ path, name, count, unknown }: Impact["rules"][number][number]) {
  return { path, name, count, unknown };
}
