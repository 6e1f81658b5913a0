import type { LintReport } from "@traffic-policy/report";

export function merged(reports: readonly LintReport[]): LintReport {
  const [first, ...others] = reports;
  if (first !== undefined && others.length === 0) return first;
  const notChecked = reports.flatMap((one) => one.notChecked ?? []);
  const secrets = reports.flatMap((one) => one.secrets ?? []);
  const baselines = reports.flatMap(({ baseline }) => baseline ?? []);
  const fixes = reports.flatMap((one) => one.fixes ?? []);
  const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
  return {
    files: reports.flatMap(({ files }) => files),
    diagnostics: reports.flatMap(({ diagnostics }) => diagnostics),
    failures: reports.flatMap(({ failures }) => failures),
    ...(notChecked.length > 0 && { notChecked }),
    ...(secrets.length > 0 && { secrets }),
    ...(baselines.length > 0 && {
      baseline: {
        known: sum(baselines.map(({ known }) => known)),
        stale: sum(baselines.map(({ stale }) => stale)),
      },
    }),
    ...(fixes.length > 0 && {
      fixes: {
        fixed: sum(fixes.map(({ fixed }) => fixed)),
        files: fixes.flatMap(({ files }) => files),
        left: fixes.flatMap(({ left }) => left),
      },
    }),
  };
}
