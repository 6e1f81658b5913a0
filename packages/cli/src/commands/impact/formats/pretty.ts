import type { Terminal } from "../../../context.ts";
import type { ImpactReport } from "../impact-report.ts";

export default function prettyImpact({ impact }: ImpactReport, terminal: Terminal): void {
  terminal.out(`${impact.changed} of ${impact.seen} requests would have ended otherwise.\n`);
}
