import type { Checked } from "@traffic-policy/language-server";
import { withoutColors } from "@traffic-policy/report";
import { loadAssertionFile } from "../assertions/load-assertion-file.ts";
import { runCaseFiles } from "../cases/run-case-files.ts";
import { SitesUnderTest } from "../cases/sites-under-test.ts";
import { PoliciesUnderTest } from "../checks/policies-under-test.ts";
import { failedCaseLines } from "../cases/case-lines.ts";
import { CommandError } from "../context.ts";
import type { DocumentCheck } from "./check-policy.ts";
import { FoundByFile } from "./findings.ts";

export async function checkCases(check: DocumentCheck): Promise<Checked> {
  const { uri, file, scope, texts, context } = check;
  const found = new FoundByFile(uri, texts, context.files);
  const policies = new PoliciesUnderTest(scope.environments, context.files);
  const sites = new SitesUnderTest(scope.environments, context);
  const report = await runCaseFiles([file], { policies, sites }, {}, context);
  for (const { error } of report.failures) found.addError(error, file);
  for (const of of report.files) {
    for (const one of of.cases) {
      if (one.state === "error") found.addError(one.error, file);
      if (one.state === "passed" || one.state === "error") continue;
      const [, ...lines] = failedCaseLines(one, of, withoutColors);
      const isUndecided = one.state === "undecided";
      const first = isUndecided ? "The case is undecided:" : "The case fails:";
      const severity = isUndecided ? "warning" : "error";
      const message = [first, ...lines].join("\n");
      found.addFinding(
        { severity, message, ...(one.location && { location: one.location }) },
        file,
      );
    }
  }
  return { findings: found.findings };
}

export async function checkAssertions(check: DocumentCheck): Promise<Checked> {
  const { uri, file, texts, context } = check;
  const found = new FoundByFile(uri, texts, context.files);
  try {
    await loadAssertionFile(file, context.files);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    found.addError(error, file);
  }
  return { findings: found.findings };
}
