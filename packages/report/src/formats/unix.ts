import { placeText, printable } from "@traffic-policy/policy-language/internal";
import type { FormatTraits, Reporter } from "../reporter.ts";

/**
 * Prints a finding on a line, in the compiler format `file:line:column: severity: message [rule]`. A file that could
 * not be linted because of a place in it gets a line without a rule.
 */
const unixReport: Reporter = ({ diagnostics, failures }) =>
  [
    ...failures.flatMap(({ file, message, position }) => {
      if (position === undefined) return [];
      const place = placeText(file, position);
      // The message may begin with it.
      const sentence = message.startsWith(`${place}: `) ? message.slice(place.length + 2) : message;
      return [`${place}: error: ${sentence}`];
    }),
    ...diagnostics.map(({ rule, severity, message, location }) => {
      const place = placeText(location?.file ?? "-", location?.start ?? { line: 1, column: 1 });
      return `${place}: ${severity}: ${message} [${rule}]`;
    }),
  ]
    .map((line) => `${printable(line)}\n`)
    .join("");

export default unixReport;

export const traits: FormatTraits = { printsExchangesOf: () => [] };
