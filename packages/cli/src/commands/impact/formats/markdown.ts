import { impactMarkdown } from "@traffic-policy/policy-impact/report";
import type { Terminal } from "../../../context.ts";
import { namesOf, type ImpactReport } from "../impact-report.ts";

export default function markdownImpact(report: ImpactReport, { out }: Terminal): void {
  out(impactMarkdown(report.impact, namesOf(report)));
}
