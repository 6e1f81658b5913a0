import { printable } from "./printable.ts";
import type { Reporter } from "./reporter.ts";

/** One line a finding, as compilers write them: `file:line:column: severity: message [rule]`. */
const unixReport: Reporter = ({ diagnostics }) =>
  diagnostics
    .map(({ rule, severity, message, location }) => {
      const { file, start } = location ?? { file: "-", start: { line: 1, column: 1 } };
      return `${printable(`${file}:${start.line}:${start.column}: ${severity}: ${message} [${rule}]`)}\n`;
    })
    .join("");

export default unixReport;
