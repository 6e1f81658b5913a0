import { impactHtml } from "@traffic-policy/policy-impact/report";
import type { Terminal } from "../../../context.ts";
import { namesOf, type ImpactReport } from "../impact-report.ts";

export default function htmlImpact(report: ImpactReport, terminal: Terminal): void {
  terminal.document(impactHtml(report.impact, namesOf(report)));
}
