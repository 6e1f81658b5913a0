import { checksOf, reportLine } from "./ci-checks.ts";
import type { NewProject } from "./new-project.ts";

/** Where `init` makes git ignore what the command writes. */
const reports = ".traffic-policy/reports";

/**
 * The script that checks the policies in any CI, and leaves reports that many of them read.
 *
 * @param tests - true when there are cases
 */
export function ciScript(project: NewProject, tests: boolean): string {
  const { command, installLocked } = project.packageManager;
  const lines = [
    reportLine(`${command} lint . --format junit`, `${reports}/lint.xml`),
    reportLine(`${command} lint . --format sarif`, `${reports}/lint.sarif`),
    ...(tests ? [reportLine(`${command} test --format junit`, `${reports}/test.xml`)] : []),
  ];
  return `#!/bin/sh
# Lints, tests and type-checks the policies in any CI that has Node.js.
# The reports for CI are in ${reports}: JUnit, and SARIF of the findings.
set -eu
cd "$(dirname "$0")"
${installLocked}
mkdir -p ${reports}
${lines.join("\n")}
# These fail when something is wrong, and say what.
${checksOf(project, tests).join("\n")}
`;
}
